//! A word across the table.

use crate::api::params::IdPath;
use crate::api::responses::{ActProblems, BodyProblems, MatchProblems};
use crate::house::{Access, House};
use crate::problem::Problem;
use crate::web::extract::Body;
use axum::Json;
use axum::extract::State;
use derbyhouse_store::Line;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Something that was said.
#[derive(Debug, Serialize, ToSchema)]
pub struct Said {
    /// From 1.
    n: u64,
    /// When, in seconds since 1970.
    at: i64,
    /// The short name of the seat.
    from: &'static str,
    /// What.
    text: String,
}

impl Said {
    fn of(access: &Access, line: Line) -> Self {
        Self {
            n: line.n,
            at: line.at,
            from: access.table.hosted.seat_id(line.seat),
            text: line.text,
        }
    }
}

/// The last 200 lines, oldest first.
#[utoipa::path(get, path = "/api/matches/{id}/chat", tag = "chat", security(("key" = [])),
    params(IdPath),
    responses((status = 200, body = Vec<Said>), MatchProblems))]
pub async fn read(
    State(house): State<Arc<House>>,
    access: Access,
) -> Result<Json<Vec<Said>>, Problem> {
    let lines = house.chat(&access).await?.into_iter();
    Ok(Json(lines.map(|line| Said::of(&access, line)).collect()))
}

/// Something to be said.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Saying {
    /// What.
    #[schema(
        min_length = 1,
        max_length = 400,
        pattern = r"^[^\x00-\x09\x0b-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x09\x0b-\x1f\x7f-\x9f]*$"
    )]
    text: String,
}

/// Says something to everybody at the table. Observers only listen.
#[utoipa::path(post, path = "/api/matches/{id}/chat", tag = "chat", request_body = Saying,
    security(("key" = [])), params(IdPath),
    responses((status = 200, body = Said), BodyProblems, MatchProblems, ActProblems))]
pub async fn say(
    State(house): State<Arc<House>>,
    access: Access,
    Body(saying): Body<Saying>,
) -> Result<Json<Said>, Problem> {
    let speaking = async move {
        let line = house.say(&access, &saying.text).await?;
        Ok(Json(Said::of(&access, line)))
    };
    // A client that hangs up does not stop it half-way.
    tokio::spawn(speaking).await.map_err(Problem::internal)?
}
