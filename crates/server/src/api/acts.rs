//! Acting at a table.

use crate::api::looking::wanted;
use crate::api::params::IdPath;
use crate::api::responses::{ActProblems, BodyProblems, MatchProblems};
use crate::api::schema::scene as schema;
use crate::house::{Access, Act, House, Pick, Span, TableView};
use crate::problem::{Kind, Problem};
use crate::web::extract::{Body, Params};
use axum::Json;
use axum::extract::State;
use derbyhouse_catalog::Extent;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The most answers in one request.
const MOST_PICKS: usize = 100;

type Answer = Result<Json<TableView>, Problem>;

/// What is to be shown with the answer.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Showing {
    /// Ids of overlays to be sent in full, with commas between them.
    overlays: Option<String>,
}

/// Acts in a task of its own: a client that hangs up does not stop it half-way.
async fn act(
    house: Arc<House>,
    access: Access,
    showing: Showing,
    version: u64,
    act: Act,
) -> Answer {
    let seat = access.seat()?;
    let wanted = wanted(showing.overlays.as_deref());
    let acting = async move {
        house
            .act(access.table, seat, Some(version), act, wanted)
            .await
    };
    let acted = tokio::spawn(acting).await;
    acted.map_err(Problem::internal)?.map(Json)
}

/// Answers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Choices {
    /// The version of the table that was looked at.
    version: u64,
    /// One or more: all of them or none, up to the first draw or reveal; the rest is left then.
    #[schema(min_items = 1, max_items = 100)]
    choices: Vec<Pick>,
}

/// Answers what is asked: one choice or several, all of them or none, up to the first draw or reveal.
#[utoipa::path(post, path = "/api/matches/{id}/choices", tag = "acts", request_body = Choices,
    security(("key" = [])), params(IdPath, Showing),
    responses((status = 200, body = schema::Table), BodyProblems, MatchProblems, ActProblems))]
pub async fn choices(
    State(house): State<Arc<House>>,
    access: Access,
    Params(showing): Params<Showing>,
    Body(body): Body<Choices>,
) -> Answer {
    if body.choices.is_empty() || body.choices.len() > MOST_PICKS {
        let what = format!("1 to {MOST_PICKS} choices are taken at once");
        return Err(Problem::new(Kind::Unusable, what));
    }
    act(
        house,
        access,
        showing,
        body.version,
        Act::Choices(body.choices),
    )
    .await
}

/// How far to go back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// The version of the table that was looked at.
    version: u64,
    /// To that number of moves; without it, one back.
    to: Option<usize>,
    /// Makes the moves after that number again, up to the first draw or reveal; without it, none.
    until: Option<usize>,
}

/// Takes back the last choice, or several: never past a draw or a reveal.
#[utoipa::path(post, path = "/api/matches/{id}/undo", tag = "acts", request_body = Undo,
    security(("key" = [])), params(IdPath, Showing),
    responses((status = 200, body = schema::Table), BodyProblems, MatchProblems, ActProblems))]
pub async fn undo(
    State(house): State<Arc<House>>,
    access: Access,
    Params(showing): Params<Showing>,
    Body(body): Body<Undo>,
) -> Answer {
    let span = Span {
        to: body.to,
        until: body.until,
    };
    act(house, access, showing, body.version, Act::Undo(span)).await
}

/// Which table is left.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Resign {
    /// The version of the table that was looked at.
    version: u64,
}

/// Gives the game up.
#[utoipa::path(post, path = "/api/matches/{id}/resign", tag = "acts", request_body = Resign,
    security(("key" = [])), params(IdPath, Showing),
    responses((status = 200, body = schema::Table), BodyProblems, MatchProblems, ActProblems))]
pub async fn resign(
    State(house): State<Arc<House>>,
    access: Access,
    Params(showing): Params<Showing>,
    Body(body): Body<Resign>,
) -> Answer {
    act(house, access, showing, body.version, Act::Resign).await
}

/// How much is handed over.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StaffExtent {
    /// This decision.
    Decision,
    /// All until the phase changes.
    Phase,
    /// All until the turn changes.
    Turn,
    /// All until the end, or until only others are asked.
    Rest,
    /// All of this phase but the answer that ends it, to be looked over.
    Draft,
}

impl StaffExtent {
    fn act(self, bot: String) -> Act {
        let extent = match self {
            Self::Decision => Extent::Decision,
            Self::Phase => Extent::Phase,
            Self::Turn => Extent::Turn,
            Self::Rest => Extent::Rest,
            Self::Draft => return Act::Draft(bot),
        };
        Act::Staff(extent, bot)
    }
}

/// What the staff is to do.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Staff {
    /// The version of the table that was looked at.
    version: u64,
    /// How much.
    extent: StaffExtent,
    /// Which computer player; without it, the one that advises.
    #[schema(max_length = 40)]
    bot: Option<String>,
}

/// Lets a computer player answer in one's place.
#[utoipa::path(post, path = "/api/matches/{id}/staff", tag = "acts", request_body = Staff,
    security(("key" = [])), params(IdPath, Showing),
    responses((status = 200, body = schema::Table), BodyProblems, MatchProblems, ActProblems))]
pub async fn staff(
    State(house): State<Arc<House>>,
    access: Access,
    Params(showing): Params<Showing>,
    Body(body): Body<Staff>,
) -> Answer {
    let hosted = &access.table.hosted;
    let bot = hosted.bot_or_adviser(body.bot.as_deref())?.to_owned();
    let handed = body.extent.act(bot);
    act(house, access, showing, body.version, handed).await
}
