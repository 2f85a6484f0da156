//! All addresses of the server, and what surrounds them.

use crate::api::docs;
use crate::house::House;
use crate::problem::{Kind, Problem};
use crate::web::{assets, headers, rates};
use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};
use bytes::Bytes;
use std::any::Any;
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::trace::TraceLayer;

/// Everything.
pub fn router(house: Arc<House>) -> Router {
    let (api, description) = docs::routes(&house.limits).split_for_parts();
    let description = Bytes::from(description.to_pretty_json().unwrap_or_default());
    let described = get(async move || {
        let json = [(header::CONTENT_TYPE, "application/json")];
        (json, description.clone())
    });
    Router::new()
        .merge(api)
        .route("/api/openapi.json", described)
        .route("/", get(assets::page))
        .route("/new/{game}", get(assets::page))
        .route("/match/{id}", get(assets::page))
        .route("/assets/{*path}", get(assets::asset))
        .fallback(nothing_here)
        .method_not_allowed_fallback(not_that_way)
        .layer(DefaultBodyLimit::max(house.limits.body))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(CatchPanicLayer::custom(broken))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&house),
            rates::limit,
        ))
        .layer(middleware::from_fn(headers::secure))
        .layer(TraceLayer::new_for_http())
        .with_state(house)
}

async fn nothing_here() -> Problem {
    Problem::new(Kind::NotFound, "there is nothing at this address")
}

async fn not_that_way() -> Problem {
    Problem::new(Kind::Method, "this address does not take that method")
}

fn broken(panic: Box<dyn Any + Send>) -> Response {
    let what = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let what = what.or_else(|| panic.downcast_ref::<String>().cloned());
    Problem::internal(what.unwrap_or_else(|| "a panic".into())).into_response()
}
