//! Serves the tables to browsers.

use crate::house::House as Tables;
use crate::trouble::{Exit, Trouble};
use clap::Args;
use derbyhouse_catalog::games;
use derbyhouse_server::{Games, House, Limits};
use derbyhouse_store::Store;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// Opens the table in the browser.
///
/// Everything comes from this program; nothing is asked of any other machine. It is what happens without a command.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The address to listen at. Any but 127.0.0.1 lets others in.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// The port to listen at; 0 for any that is free.
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// The folder to keep matches in; without it, one of your own for data.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Keeps matches in a database instead: postgres://… or sqlite://…
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
    /// Does not open the browser.
    #[arg(long)]
    no_open: bool,
    /// Matches to keep at most.
    #[arg(long, value_name = "N", default_value_t = Limits::default().matches)]
    max_matches: u64,
    /// Connections at the same time at most.
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections)]
    max_connections: usize,
    /// Requests a second that one address may make, after a burst; 0 for any number.
    #[arg(long, value_name = "N", default_value_t = Limits::default().rate)]
    rate: u32,
    /// Matches a minute that one address may make; 0 for any number.
    #[arg(long, value_name = "N", default_value_t = Limits::default().new_matches)]
    new_matches: u32,
}

const PORT: u16 = 1943;

impl ServeArgs {
    /// What the program does without a command.
    pub fn plain() -> Self {
        let limits = Limits::default();
        Self {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: PORT,
            data: None,
            database: None,
            no_open: false,
            max_matches: limits.matches,
            max_connections: limits.connections,
            rate: limits.rate,
            new_matches: limits.new_matches,
        }
    }

    fn limits(&self) -> Limits {
        let limits = Limits::default();
        Limits {
            matches: self.max_matches,
            connections: self.max_connections,
            connections_each: limits.connections_each.min(self.max_connections),
            rate: self.rate,
            new_matches: self.new_matches,
            ..limits
        }
    }
}

pub fn run(tables: &Tables, args: &ServeArgs, out: &mut dyn Write) -> Result<Exit, Trouble> {
    log_to_stderr();
    let open = |entry: &derbyhouse_catalog::Entry| tables.open(entry.id);
    let games = games().iter().map(open).collect::<Result<_, _>>()?;
    let runtime = Runtime::new().map_err(|why| Trouble::new(format!("no threads: {why}")))?;
    runtime.block_on(serve(Games::new(games), args, out))?;
    Ok(Exit::Fine)
}

async fn serve(games: Games, args: &ServeArgs, out: &mut dyn Write) -> Result<(), Trouble> {
    // First the port: whoever starts it twice learns that before anything else is touched.
    let listener = listen(SocketAddr::new(args.bind, args.port)).await?;
    let address = listener.local_addr()?;
    let stop = told_to_stop()?;
    let (store, place) = open_store(args).await?;
    let house = House::new(games, store, args.limits()).await;
    let house = house.map_err(|why| Trouble::new(format!("the matches cannot be read: {why}")))?;
    let link = link(address);
    writeln!(out, "Derby House is open: {link}")?;
    writeln!(out, "Matches are kept in {place}. Ctrl-C closes it.")?;
    if !args.bind.is_loopback() {
        writeln!(
            out,
            "Warning: it listens at {}, so everybody who can reach this machine can make matches here, and what is \
             sent can be read on the way. Only do this in a network you trust.",
            args.bind
        )?;
    }
    out.flush()?;
    if !args.no_open {
        open_browser(&link);
    }
    derbyhouse_server::serve(listener, Arc::new(house), stop)
        .await
        .map_err(|why| Trouble::new(format!("the server stopped: {why}")))?;
    Ok(writeln!(out, "Closed.")?)
}

async fn listen(at: SocketAddr) -> Result<TcpListener, Trouble> {
    TcpListener::bind(at).await.map_err(|why| {
        let trouble = Trouble::new(format!("cannot listen at {at}: {why}"));
        match why.kind() {
            std::io::ErrorKind::AddrInUse => trouble.hint(format!(
                "perhaps Derby House is open already: look at {}, or choose another port with --port",
                link(at)
            )),
            std::io::ErrorKind::PermissionDenied => {
                trouble.hint("choose a port above 1023 with --port")
            }
            _ => trouble,
        }
    })
}

/// Where a browser finds it. An address that means every one of this machine is no address to go to.
fn link(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("http://127.0.0.1:{}/", address.port())
    } else {
        format!("http://{address}/")
    }
}

/// The store, and where it is, without the password of a database.
async fn open_store(args: &ServeArgs) -> Result<(Store, String), Trouble> {
    let (store, place) = match &args.database {
        Some(url) => (Store::open(url).await, without_password(url)),
        None => {
            let folder = data_folder(args.data.as_deref())?;
            let file = folder.join("matches.sqlite");
            (Store::file(&file).await, file.display().to_string())
        }
    };
    let store = store
        .map_err(|why| Trouble::new(format!("the matches in {place} cannot be opened: {why}")))?;
    Ok((store, place))
}

fn without_password(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, rest))) => format!("{scheme}://…@{rest}"),
        _ => url.to_owned(),
    }
}

/// The folder that was asked for, or this person's own; made if it is not there.
fn data_folder(asked: Option<&Path>) -> Result<PathBuf, Trouble> {
    let folder = match asked {
        Some(folder) => folder.to_owned(),
        None => own_folder().ok_or_else(|| {
            Trouble::new("there is no folder for data here").hint("choose one with --data DIR")
        })?,
    };
    let about = |why| Trouble::new(format!("{}: {why}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(about)?;
    std::path::absolute(&folder).map_err(about)
}

fn own_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        let value = std::env::var_os(name).filter(|value| !value.is_empty());
        value.map(PathBuf::from)
    };
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("derbyhouse"))
}

/// Opens the browser where there is a desktop. If that does not work, the link stands in the terminal.
fn open_browser(link: &str) {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let words: &[&str] = if cfg!(target_os = "macos") {
        &["open"]
    } else if cfg!(windows) {
        &["cmd", "/C", "start", ""]
    } else if set("DISPLAY") || set("WAYLAND_DISPLAY") {
        &["xdg-open"]
    } else {
        return;
    };
    let opening = Command::new(words[0])
        .args(&words[1..])
        .arg(link)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Ok(mut child) = opening {
        // Nobody waits for it but this thread, so that it does not stay behind as a shadow.
        std::thread::spawn(move || child.wait());
    }
}

/// Ctrl-C, or a polite request by the system. Listened for from now on, awaited later.
#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ctrl-C. Listened for from now on, awaited later.
#[cfg(not(unix))]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}

/// What goes wrong is told on the terminal; more with `RUST_LOG`.
fn log_to_stderr() {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    // There is one log a process; a second is not asked for.
    let _ = log.try_init();
}
