//! Taking connections.

use crate::house::House;
use crate::router::router;
use crate::web::peer::Peer;
use crate::web::slots::{Slot, Slots};
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

/// How long open requests may take to finish when the house closes.
const LAST_ORDERS: Duration = Duration::from_secs(5);
/// How long to wait when no connection can be taken: too many files are open, or the like.
const BREATHER: Duration = Duration::from_millis(50);
/// How long a connection may be silent before its next request.
const IDLE: Duration = Duration::from_secs(60);
/// The longest head of a request.
const LONGEST_HEAD: usize = 32 << 10;
/// What somebody is told for whom there is no room.
const NO_ROOM: &str = "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/problem+json\r\nretry-after: 5\r\n\
connection: close\r\ncontent-length: 127\r\n\r\n{\"type\":\"urn:derbyhouse:too-many\",\"title\":\"Too much\",\"status\":429,\
\"detail\":\"There is no room for another connection just now.\"}";

/// Serves until told to stop; then lets open requests finish.
pub async fn serve(
    listener: TcpListener,
    house: Arc<House>,
    stop: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let app = router(Arc::clone(&house));
    let slots = Slots::new(&house.limits);
    let open = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let Ok((stream, address)) = accepted else {
            tokio::time::sleep(BREATHER).await;
            continue;
        };
        let peer = Peer::from(address.ip());
        match slots.take(peer) {
            Some(slot) => {
                let talk = talk(stream, app.clone(), peer, open.watcher(), slot);
                tokio::spawn(talk);
            }
            None => {
                tokio::spawn(turn_away(stream));
            }
        }
    }
    drop(listener);
    house.close();
    // Whoever does not finish in time is cut off; what was confirmed is stored.
    let _ = tokio::time::timeout(LAST_ORDERS, open.shutdown()).await;
    Ok(())
}

/// Answers one connection's requests, one after the other.
async fn talk(stream: TcpStream, app: Router, peer: Peer, watcher: Watcher, _slot: Slot) {
    // Answers are small and wanted at once.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        app.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    // Clients hang up whenever they like.
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%error, "a connection ended");
    }
}

async fn turn_away(mut stream: TcpStream) {
    let _ = tokio::time::timeout(BREATHER, stream.write_all(NO_ROOM.as_bytes())).await;
}
