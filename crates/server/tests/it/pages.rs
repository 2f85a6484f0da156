//! The page and its files.

use crate::desk::Desk;
use axum::body::Body;
use axum::http::{Request, header};

#[tokio::test(flavor = "multi_thread")]
async fn one_page_for_every_address() {
    let desk = Desk::new().await;
    let home = desk.get("/", "").await;
    assert_eq!(home.status, 200);
    assert_eq!(home.headers["content-type"], "text/html; charset=utf-8");
    for path in ["/new/wolfpack-1974", "/match/000000000000"] {
        assert_eq!(desk.get(path, "").await.bytes, home.bytes);
    }
    for path in [
        "/index.html",
        "/match",
        "/match/a/b",
        "/assets/",
        "/assets/../Cargo.toml",
        "/favicon.ico",
    ] {
        desk.get(path, "").await.refused(404, "not-found");
    }
    let text = home.text();
    assert!(
        !text.contains("<script>") && !text.contains("style="),
        "nothing inline"
    );
    assert!(
        !text.contains("http://") && !text.contains("https://"),
        "nothing from elsewhere"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_file_that_the_page_names_is_there_and_has_a_tag() {
    let desk = Desk::new().await;
    let page = desk.get("/", "").await.text();
    let files = page.split('"').filter(|word| word.starts_with("/assets/"));
    for file in files {
        let answer = desk.get(file, "").await;
        assert_eq!(answer.status, 200, "{file}");
        assert_eq!(answer.headers["cache-control"], "no-cache");
        let tag = answer.headers["etag"].to_str().unwrap().to_owned();
        assert!(tag.starts_with('"'), "{tag} is strong");
        for known in [tag.clone(), format!("\"x\", W/{tag}"), "*".into()] {
            let request = Request::get(file).header(header::IF_NONE_MATCH, known);
            let again = desk.ask(request.body(Body::empty()).unwrap()).await;
            assert_eq!(again.status, 304);
            assert!(again.bytes.is_empty());
        }
        let request = Request::get(file).header(header::IF_NONE_MATCH, "\"other\"");
        let again = desk.ask(request.body(Body::empty()).unwrap()).await;
        assert_eq!(again.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_long_is_compressed_for_those_who_ask() {
    let desk = Desk::new().await;
    let path = "/api/games/wolfpack-1974/board";
    let plain = desk.get(path, "").await;
    for coding in ["gzip", "br"] {
        let request = Request::get(path).header(header::ACCEPT_ENCODING, coding);
        let packed = desk.ask(request.body(Body::empty()).unwrap()).await;
        assert_eq!(packed.headers["content-encoding"], coding);
        assert!(packed.bytes.len() * 2 < plain.bytes.len());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_methods_are_refused() {
    let desk = Desk::new().await;
    for (method, path) in [
        ("DELETE", "/api/matches"),
        ("PUT", "/"),
        ("PATCH", "/api/games"),
        ("POST", "/api/games"),
    ] {
        let request = Request::builder().method(method).uri(path);
        let answer = desk.ask(request.body(Body::empty()).unwrap()).await;
        answer.refused(405, "method");
    }
    let request = Request::builder().method("HEAD").uri("/");
    let answer = desk.ask(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, 200);
}
