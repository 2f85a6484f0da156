//! The browser's files, inside the program.

use crate::problem::{Kind, Problem};
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "index.html"]
#[include = "favicon.svg"]
#[include = "css/*"]
#[include = "js/*"]
struct Web;

/// The page: one for all addresses; its script reads the address.
pub async fn page(headers: HeaderMap) -> Response {
    answer(Web::get("index.html"), "index.html", &headers)
}

/// A file of the page.
pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    answer(Web::get(&path), &path, &headers)
}

fn answer(file: Option<EmbeddedFile>, path: &str, asked: &HeaderMap) -> Response {
    let Some(file) = file else {
        return Problem::new(Kind::NotFound, "there is no such file").into_response();
    };
    let tag = tag(&file);
    let mut headers = HeaderMap::new();
    // Looked at anew each time, so that a new program is seen at once; sent anew only if it has changed.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(value) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, value);
    }
    let known = asked.get_all(header::IF_NONE_MATCH).iter();
    let mut known = known.filter_map(|value| value.to_str().ok());
    if known.any(|known| known.split(',').any(|one| matches(one.trim(), &tag))) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(content_type(path)),
    );
    (headers, file.data.into_owned()).into_response()
}

/// What is compressed on its way has a weak tag, but is the same file.
fn matches(known: &str, tag: &str) -> bool {
    known == "*" || known.trim_start_matches("W/") == tag
}

/// A strong tag: the file's hash.
fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let digits: String = hash[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("\"{digits}\"")
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
