//! The API described by itself.

use crate::api::{acts, chat, events, games, help, history, looking, matches, orders};
use crate::config::Limits;
use crate::house::House;
use axum::extract::DefaultBodyLimit;
use std::sync::Arc;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

/// The head of the description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Derby House",
        description = "Board wargames of the convoy war, refereed. A match is opened by keys: one for each seat, one \
                       for observers. Every act names the version of the table that its sender saw."
    ),
    modifiers(&Keys),
    tags(
        (name = "games", description = "What there is to play"),
        (name = "matches", description = "Making matches and sitting down"),
        (name = "table", description = "Looking at a table"),
        (name = "acts", description = "Playing"),
        (name = "help", description = "Advice and odds"),
        (name = "history", description = "Looking back"),
        (name = "chat", description = "Talking"),
    )
)]
struct Description;

struct Keys;

impl Modify for Keys {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let components = api.components.get_or_insert_with(Default::default);
        let key = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        components.add_security_scheme("key", key);
    }
}

/// Everything under `/api`, with its description.
pub fn routes(limits: &Limits) -> OpenApiRouter<Arc<House>> {
    let records = DefaultBodyLimit::max(limits.record);
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(games::list))
        .routes(routes!(games::board))
        .routes(routes!(games::rules))
        .routes(routes!(games::tables))
        .routes(routes!(games::table))
        .routes(routes!(games::tutorial))
        .routes(routes!(matches::create))
        .routes(routes!(matches::import).layer(records))
        .routes(routes!(matches::lookup))
        .routes(routes!(matches::summary))
        .routes(routes!(matches::claim))
        .routes(routes!(matches::name))
        .routes(routes!(matches::seen))
        .routes(routes!(looking::table))
        .routes(routes!(looking::log))
        .routes(routes!(looking::space))
        .routes(routes!(acts::choices))
        .routes(routes!(acts::undo))
        .routes(routes!(acts::resign))
        .routes(routes!(acts::staff))
        .routes(routes!(orders::read, orders::give))
        .routes(routes!(help::advice))
        .routes(routes!(help::outlook))
        .routes(routes!(history::moments))
        .routes(routes!(history::story))
        .routes(routes!(history::record))
        .routes(routes!(history::branch))
        .routes(routes!(chat::read, chat::say))
        .routes(routes!(events::events))
}
