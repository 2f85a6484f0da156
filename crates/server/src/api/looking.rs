//! Looking at a table, now and then.

use crate::api::params::{IdPath, SpacePath};
use crate::api::responses::MatchProblems;
use crate::api::schema::scene as schema;
use crate::house::{Access, House, Steps, TableView, Wanted};
use crate::problem::{Kind, Problem};
use crate::web::extract::{Params, SpaceId};
use axum::Json;
use axum::extract::State;
use derbyhouse_catalog::{AnyMatch, LogLine};
use derbyhouse_kernel::Viewer;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// What is wanted of a table.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Looking {
    /// Ids of overlays to be sent in full, with commas between them.
    overlays: Option<String>,
    /// After that many moves instead of now.
    at: Option<usize>,
    /// With the eyes of that seat instead of one's own: only once the match is over.
    eyes: Option<String>,
}

/// Whose eyes are used: one's own, or after the end anybody's.
fn eyes(access: &Access, played: &dyn AnyMatch, wanted: Option<&str>) -> Result<Viewer, Problem> {
    let Some(id) = wanted else {
        return Ok(access.viewer);
    };
    let seat = access.table.hosted.seat(id);
    let seat = seat.ok_or_else(|| {
        Problem::new(
            Kind::Unusable,
            format!("nobody sits on “{id}” in this game"),
        )
    })?;
    match played.outcome() {
        Some(_) => Ok(Viewer::Seat(seat)),
        None if Viewer::Seat(seat) == access.viewer => Ok(access.viewer),
        None => Err(Problem::new(
            Kind::Forbidden,
            "what others saw is shown once the match is over",
        )),
    }
}

/// Ids with commas between them.
pub fn wanted(overlays: Option<&str>) -> Wanted {
    let ids = overlays.unwrap_or_default().split(',');
    Wanted {
        overlays: ids.filter(|id| !id.is_empty()).map(str::to_owned).collect(),
    }
}

/// The match after so many moves, as whoever asks counts them.
pub fn after(
    played: &dyn AnyMatch,
    steps: &Steps,
    at: usize,
) -> Result<Box<dyn AnyMatch>, Problem> {
    let then = steps.moves_at(at).and_then(|moves| played.at(moves));
    then.ok_or_else(|| {
        let moves = steps.made(played.moves());
        let what = format!("the match has not come so far: it has {moves} moves");
        Problem::new(Kind::NotFound, what)
    })
}

/// The table as the key's owner sees it, now or after a number of moves.
#[utoipa::path(get, path = "/api/matches/{id}/table", tag = "table", security(("key" = [])),
    params(IdPath, Looking),
    responses((status = 200, body = schema::Table), MatchProblems))]
pub async fn table(
    State(house): State<Arc<House>>,
    access: Access,
    Params(looking): Params<Looking>,
) -> Result<Json<TableView>, Problem> {
    let opened = house.open(&access.table).await?;
    let steps = opened.steps(access.viewer);
    let wanted = wanted(looking.overlays.as_deref());
    let viewer = eyes(&access, opened.played()?, looking.eyes.as_deref())?;
    let Some(at) = looking.at else {
        return opened.view(viewer, &wanted).map(Json);
    };
    let heavy = house.heavy().await?;
    heavy.run(|| {
        let played = opened.played()?;
        let then = after(played, steps, at)?;
        let hosted = &access.table.hosted;
        let count = (opened.version(access.viewer), at);
        let view = TableView::of(hosted, then.as_ref(), count, viewer, &wanted);
        Ok(Json(view.past()))
    })
}

/// Which lines are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Reading {
    /// From that number of moves on; 0 is the start.
    from: Option<usize>,
    /// Up to that number of moves.
    at: Option<usize>,
    /// As that seat read it: only once the match is over.
    eyes: Option<String>,
}

/// What happened, line by line, as the key's owner may read it.
#[utoipa::path(get, path = "/api/matches/{id}/log", tag = "table", security(("key" = [])),
    params(IdPath, Reading),
    responses((status = 200, body = Vec<schema::LogLine>), MatchProblems))]
pub async fn log(
    State(house): State<Arc<House>>,
    access: Access,
    Params(reading): Params<Reading>,
) -> Result<Json<Vec<LogLine>>, Problem> {
    let opened = house.open(&access.table).await?;
    let played = opened.played()?;
    let viewer = eyes(&access, played, reading.eyes.as_deref())?;
    let steps = opened.steps(access.viewer);
    let from = reading.from.unwrap_or(0);
    let mut lines = steps.number(played.log(viewer, steps.first_of(from)));
    lines.retain(|line| line.after >= from && reading.at.is_none_or(|at| line.after <= at));
    Ok(Json(lines))
}

/// When a space is looked at.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Moment {
    /// After that many moves instead of now.
    at: Option<usize>,
}

/// What is to be known of a space.
#[derive(Debug, Serialize, ToSchema)]
pub struct Explained {
    /// Line by line.
    lines: Vec<String>,
}

/// What is to be known of a space.
#[utoipa::path(get, path = "/api/matches/{id}/spaces/{space}", tag = "table", security(("key" = [])),
    params(IdPath, SpacePath, Moment),
    responses((status = 200, body = Explained), MatchProblems))]
pub async fn space(
    State(house): State<Arc<House>>,
    access: Access,
    SpaceId(space): SpaceId,
    Params(moment): Params<Moment>,
) -> Result<Json<Explained>, Problem> {
    let opened = house.open(&access.table).await?;
    let Some(at) = moment.at else {
        let lines = opened.played()?.explain(access.viewer, &space);
        return Ok(Json(Explained { lines }));
    };
    let heavy = house.heavy().await?;
    heavy.run(|| {
        let played = opened.played()?;
        let then = after(played, opened.steps(access.viewer), at)?;
        let lines = then.explain(access.viewer, &space);
        Ok(Json(Explained { lines }))
    })
}
