//! What there is to play, and what there is to know about it.

use crate::api::params::{GamePath, NamePath};
use crate::api::responses::PublicProblems;
use crate::api::schema::game as schema;
use crate::house::{GameInfo, House};
use crate::problem::{Kind, Problem};
use crate::web::extract::{GameId, TableName};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use bytes::Bytes;
use derbyhouse_scene::Tutorial;
use derbyhouse_tables::Provenance;
use serde::Serialize;
use std::sync::Arc;

/// What is always the same is sent as it lies ready.
fn ready(json: Bytes) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], json)
}

/// The games of this house.
#[utoipa::path(get, path = "/api/games", tag = "games",
    responses((status = 200, body = Vec<schema::Game>), PublicProblems))]
pub async fn list(State(house): State<Arc<House>>) -> Json<Vec<GameInfo>> {
    Json(house.games.iter().map(|game| game.info.clone()).collect())
}

/// The board of a game: spaces, coasts, places. x to the east, y to the north.
#[utoipa::path(get, path = "/api/games/{game}/board", tag = "games",
    params(GamePath),
    responses((status = 200, body = schema::Board), PublicProblems))]
pub async fn board(
    State(house): State<Arc<House>>,
    GameId(game): GameId,
) -> Result<impl IntoResponse, Problem> {
    Ok(ready(house.game(&game)?.board.clone()))
}

/// The rules of a game in our own words.
#[utoipa::path(get, path = "/api/games/{game}/rules", tag = "games",
    params(GamePath),
    responses((status = 200, body = Vec<schema::RuleText>), PublicProblems))]
pub async fn rules(
    State(house): State<Arc<House>>,
    GameId(game): GameId,
) -> Result<impl IntoResponse, Problem> {
    Ok(ready(house.game(&game)?.rules.clone()))
}

/// The tables of a game, and where each comes from.
#[utoipa::path(get, path = "/api/games/{game}/tables", tag = "games",
    params(GamePath),
    responses((status = 200, body = Vec<schema::Provenance>), PublicProblems))]
pub async fn tables(
    State(house): State<Arc<House>>,
    GameId(game): GameId,
) -> Result<Json<Vec<Provenance>>, Problem> {
    Ok(Json(house.game(&game)?.game.provenance().to_vec()))
}

/// A table of a game.
#[derive(Serialize)]
pub struct TableText {
    name: String,
    toml: String,
    provenance: Vec<Provenance>,
}

/// A table of a game as text.
#[utoipa::path(get, path = "/api/games/{game}/tables/{name}", tag = "games",
    params(GamePath, NamePath),
    responses((status = 200, body = schema::TableText), PublicProblems))]
pub async fn table(
    State(house): State<Arc<House>>,
    GameId(game): GameId,
    TableName(name): TableName,
) -> Result<Json<TableText>, Problem> {
    let game = &house.game(&game)?.game;
    let toml = game.table(&name).ok_or_else(|| {
        let what = format!("there is no table “{name}”");
        Problem::new(Kind::NotFound, what)
    })?;
    let below = format!("{name}.");
    let of_it = |p: &&Provenance| p.table == name || p.table.starts_with(&below);
    let provenance = game.provenance().iter().filter(of_it).cloned().collect();
    Ok(Json(TableText {
        name,
        toml,
        provenance,
    }))
}

/// The first game of a game, step by step.
#[utoipa::path(get, path = "/api/games/{game}/tutorial", tag = "games",
    params(GamePath),
    responses((status = 200, body = schema::Tutorial), PublicProblems))]
pub async fn tutorial(
    State(house): State<Arc<House>>,
    GameId(game): GameId,
) -> Result<Json<Tutorial>, Problem> {
    let tutorial = house.game(&game)?.game.tutorial().cloned();
    let missing = || Problem::new(Kind::NotFound, "this game has no first game to learn from");
    tutorial.map(Json).ok_or_else(missing)
}
