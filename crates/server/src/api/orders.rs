//! Standing orders.

use crate::api::params::IdPath;
use crate::api::responses::{ActProblems, BodyProblems, MatchProblems};
use crate::api::schema::scene::Table;
use crate::api::schema::standing as schema;
use crate::house::{Access, Changes, House, Ordered, TableView};
use crate::problem::Problem;
use crate::web::extract::Body;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// What the seat may answer once for all, and what it has ordered.
#[utoipa::path(get, path = "/api/matches/{id}/orders", tag = "acts", security(("key" = [])),
    params(IdPath),
    responses((status = 200, body = schema::Ordered), MatchProblems))]
pub async fn read(
    State(house): State<Arc<House>>,
    access: Access,
) -> Result<Json<Ordered>, Problem> {
    house.ordered(&access).await.map(Json)
}

/// Orders to be changed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Give {
    /// Orders by their ids, each with its answer; with none, the seat is asked again. Others stay as they are.
    #[schema(value_type = std::collections::BTreeMap<String, Option<String>>)]
    orders: Changes,
}

/// Gives standing orders: what they cover is answered at once and from now on.
#[utoipa::path(post, path = "/api/matches/{id}/orders", tag = "acts", request_body = Give,
    security(("key" = [])), params(IdPath),
    responses((status = 200, body = Table), BodyProblems, MatchProblems, ActProblems))]
pub async fn give(
    State(house): State<Arc<House>>,
    access: Access,
    Body(body): Body<Give>,
) -> Result<Json<TableView>, Problem> {
    access.seat()?;
    let giving = async move { house.order(access, body.orders).await };
    let given = tokio::spawn(giving).await;
    given.map_err(Problem::internal)?.map(Json)
}
