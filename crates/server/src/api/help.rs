//! Advice, and what an answer may lead to.

use crate::api::params::IdPath;
use crate::api::responses::{ActProblems, MatchProblems};
use crate::api::schema::story as schema;
use crate::house::{Access, House};
use crate::problem::{Kind, Problem};
use crate::web::extract::Params;
use axum::Json;
use axum::extract::State;
use derbyhouse_catalog::Advice;
use derbyhouse_scene::Prospect;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// Who is asked for advice.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Asking {
    /// Which computer player; without it, the one that advises.
    #[param(max_length = 40)]
    bot: Option<String>,
}

/// What a computer player would do in one's place, and why.
#[utoipa::path(get, path = "/api/matches/{id}/advice", tag = "help", security(("key" = [])),
    params(IdPath, Asking),
    responses((status = 200, body = schema::Advice), MatchProblems, ActProblems))]
pub async fn advice(
    State(house): State<Arc<House>>,
    access: Access,
    Params(asking): Params<Asking>,
) -> Result<Json<Advice>, Problem> {
    let seat = access.seat()?;
    let hosted = &access.table.hosted;
    let bot = hosted.bot_or_adviser(asking.bot.as_deref())?;
    let opened = house.open(&access.table).await?;
    if !opened.played()?.asked().contains(seat) {
        let what = "you are not asked anything at this moment";
        return Err(Problem::new(Kind::NotAsked, what));
    }
    let heavy = house.heavy().await?;
    heavy.run(|| Ok(Json(opened.played()?.advise(seat, bot)?)))
}

/// Which answer is thought about.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Thinking {
    /// Its text, as an offer has it.
    #[param(max_length = 200)]
    choice: String,
}

/// What an answer may lead to, counted exactly.
#[utoipa::path(get, path = "/api/matches/{id}/outlook", tag = "help", security(("key" = [])),
    params(IdPath, Thinking),
    responses((status = 200, body = Vec<schema::Prospect>), MatchProblems))]
pub async fn outlook(
    State(house): State<Arc<House>>,
    access: Access,
    Params(thinking): Params<Thinking>,
) -> Result<Json<Vec<Prospect>>, Problem> {
    let seat = access.seat()?;
    let opened = house.open(&access.table).await?;
    let heavy = house.heavy().await?;
    heavy.run(|| Ok(Json(opened.played()?.outlook(seat, &thinking.choice)?)))
}
