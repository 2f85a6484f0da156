//! Looking back, and playing on from there.

use crate::api::looking::after;
use crate::api::matches::nobody_is_fooled;
use crate::api::params::IdPath;
use crate::api::responses::{BodyProblems, MatchProblems};
use crate::api::schema::story as schema;
use crate::house::{Access, Chair, Chairs, Created, House};
use crate::problem::{Kind, Problem};
use crate::web::extract::Body;
use crate::web::peer::Peer;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use derbyhouse_catalog::Moment;
use derbyhouse_kernel::Viewer;
use derbyhouse_scene::Story;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Where turns and phases began: the ticks of a slider.
#[utoipa::path(get, path = "/api/matches/{id}/moments", tag = "history", security(("key" = [])),
    params(IdPath),
    responses((status = 200, body = Vec<schema::Moment>), MatchProblems))]
pub async fn moments(
    State(house): State<Arc<House>>,
    access: Access,
) -> Result<Json<Vec<Moment>>, Problem> {
    let opened = house.open(&access.table).await?;
    let heavy = house.heavy().await?;
    let steps = opened.steps(access.viewer);
    let count = |moment: Moment| Moment {
        moves: steps.of(moment.moves),
        ..moment
    };
    heavy.run(|| {
        let moments = opened.played()?.moments().into_iter();
        Ok(Json(moments.map(count).collect()))
    })
}

/// The match so far as charts and tracks; full after its end.
#[utoipa::path(get, path = "/api/matches/{id}/story", tag = "history", security(("key" = [])),
    params(IdPath),
    responses((status = 200, body = schema::Story), MatchProblems))]
pub async fn story(
    State(house): State<Arc<House>>,
    access: Access,
) -> Result<Json<Story>, Problem> {
    let opened = house.open(&access.table).await?;
    let heavy = house.heavy().await?;
    let steps = opened.steps(access.viewer);
    heavy.run(|| {
        let mut story = opened.played()?.story(access.viewer);
        for entry in story.diary.iter_mut().chain(&mut story.records) {
            entry.moves = steps.of(entry.moves);
        }
        Ok(Json(story))
    })
}

/// A record holds the seed, and so everything that is hidden.
fn may_have_record(access: &Access) -> Result<(), Problem> {
    let alone = match access.viewer {
        Viewer::Seat(seat) => !access.table.has_others(seat),
        Viewer::Observer => false,
    };
    if alone || access.table.is_over() {
        return Ok(());
    }
    let what = "the record would give away what is hidden: it can be had when the match is over";
    Err(Problem::new(Kind::Forbidden, what))
}

/// The record: when the match is over, or for whoever plays it alone.
#[utoipa::path(get, path = "/api/matches/{id}/record", tag = "history", security(("key" = [])),
    params(IdPath),
    responses((status = 200, body = String, content_type = "text/plain"), MatchProblems))]
pub async fn record(
    State(house): State<Arc<House>>,
    access: Access,
) -> Result<impl IntoResponse, Problem> {
    may_have_record(&access)?;
    let record = house.open(&access.table).await?.played()?.record();
    Ok((
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
        record,
    ))
}

/// Where a new match branches off.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// After that many moves.
    at: usize,
    /// Who sits where in it; without it, as in the old one: one's own seats, the computer players, and invitations
    /// for the others.
    #[serde(default)]
    seats: Option<Chairs>,
}

/// Plays on from a moment of this match in one of its own. On the same condition as the record.
#[utoipa::path(post, path = "/api/matches/{id}/branch", tag = "history", request_body = Branch,
    security(("key" = [])), params(IdPath),
    responses((status = 201, body = Created), BodyProblems, MatchProblems))]
pub async fn branch(
    State(house): State<Arc<House>>,
    peer: Peer,
    access: Access,
    Body(branch): Body<Branch>,
) -> Result<(StatusCode, Json<Created>), Problem> {
    house.rates.make_match(peer)?;
    may_have_record(&access)?;
    let table = &access.table;
    let opened = house.open(table).await?;
    let heavy = house.heavy().await?;
    let steps = opened.steps(access.viewer);
    let then = heavy.run(|| after(opened.played()?, steps, branch.at))?;
    drop(opened);
    let chairs = branch.seats.unwrap_or_else(|| chairs_again(&access));
    // After the end all who played it have the record.
    let shared = match access.viewer {
        Viewer::Seat(seat) => table.has_others(seat),
        Viewer::Observer => true,
    };
    if !(table.is_over() && shared) {
        nobody_is_fooled(&table.hosted, &chairs)?;
    }
    let created = house.create(&table.hosted, then, &chairs, false).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// The chairs of a match, set again for whoever branches it off. An observer gets all seats of people.
fn chairs_again(access: &Access) -> Chairs {
    let table = &access.table;
    let people = table.people();
    let chair = |(index, row): (usize, &derbyhouse_store::SeatRow)| {
        let mine = match access.viewer {
            Viewer::Seat(seat) => seat.index() == index,
            Viewer::Observer => true,
        };
        let chair = match &row.bot {
            Some(bot) => Chair::Bot { bot: bot.clone() },
            None if mine => Chair::Me {
                name: row.name.clone(),
            },
            None => Chair::Open {},
        };
        (table.hosted.seat_id(index).to_owned(), chair)
    };
    people.seats.iter().enumerate().map(chair).collect()
}
