//! What a request brings, with a problem in plain words where it does not.

use crate::house::{Access, House};
use crate::problem::{Kind, Problem};
use axum::extract::rejection::{BytesRejection, JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Json, Query, RawPathParams, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// The longest key that is worth hashing.
const LONGEST_KEY: usize = 100;

/// A JSON body. It is always an object: a list would fill the fields of one by their order.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<House>> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            let what = "the body must be JSON, and be called application/json";
            return Err(Problem::new(Kind::Unsupported, what));
        }
        let read = Bytes::from_request(request, house);
        let read = tokio::time::timeout(house.limits.patience, read).await;
        let read = read.map_err(|_| Problem::new(Kind::Slow, "the body did not arrive in time"))?;
        let bytes = read.map_err(unread)?;
        if bytes.trim_ascii_start().first().is_some_and(|b| *b != b'{') {
            let what = "the body must be a JSON object";
            return Err(Problem::new(Kind::Unusable, what));
        }
        let Json(body) = Json::from_bytes(&bytes).map_err(not_understood)?;
        Ok(Self(body))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let called = headers.get(header::CONTENT_TYPE);
    let called = called
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let called = called.split(';').next().unwrap_or_default().trim();
    called.eq_ignore_ascii_case("application/json")
}

fn unread(rejection: BytesRejection) -> Problem {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        let what = "the body is longer than what is taken here";
        return Problem::new(Kind::TooLarge, what);
    }
    Problem::new(Kind::Malformed, rejection.body_text())
}

fn not_understood(rejection: JsonRejection) -> Problem {
    let kind = match rejection.status() {
        StatusCode::UNPROCESSABLE_ENTITY => Kind::Unusable,
        _ => Kind::Malformed,
    };
    Problem::new(kind, rejection.body_text())
}

/// What stands behind the question mark.
pub struct Params<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let read = Query::from_request_parts(parts, state).await;
        read.map(|Query(params)| Self(params))
            .map_err(|why: QueryRejection| Problem::new(Kind::Malformed, why.body_text()))
    }
}

/// A part of the path by its name.
pub async fn path_part(parts: &mut Parts, name: &str) -> Result<String, Problem> {
    let missing = || Problem::new(Kind::NotFound, "there is nothing at this address");
    let params = RawPathParams::from_request_parts(parts, &()).await;
    let params = params.map_err(|_| missing())?;
    let part = params.iter().find(|(key, _)| *key == name);
    part.map(|(_, value)| value.to_owned()).ok_or_else(missing)
}

/// The key that a request carries.
pub fn bearer(headers: &HeaderMap) -> Result<&str, Problem> {
    let missing = || {
        let what = "this needs the key of a seat or of an observer: Authorization: Bearer KEY";
        Problem::new(Kind::NoKey, what)
    };
    let value = headers.get(header::AUTHORIZATION).ok_or_else(missing)?;
    let (scheme, key) = value
        .to_str()
        .ok()
        .and_then(|value| value.split_once(' '))
        .ok_or_else(missing)?;
    let key = key.trim();
    if scheme.eq_ignore_ascii_case("bearer") && !key.is_empty() && key.len() <= LONGEST_KEY {
        Ok(key)
    } else {
        Err(missing())
    }
}

impl FromRequestParts<Arc<House>> for Access {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Problem> {
        let id = path_part(parts, "id").await?;
        house.access(&id, bearer(&parts.headers)?).await
    }
}

/// The `{space}`, `{name}` or other part of a path, percent-decoded.
macro_rules! part {
    ($(#[$doc:meta])* $name:ident, $part:literal) => {
        $(#[$doc])*
        pub struct $name(pub String);

        impl<S: Send + Sync> FromRequestParts<S> for $name {
            type Rejection = Problem;

            async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
                path_part(parts, $part).await.map(Self)
            }
        }
    };
}

part!(
    /// The id of a game.
    GameId,
    "game"
);
part!(
    /// The name of a table of numbers.
    TableName,
    "name"
);
part!(
    /// The id of a space.
    SpaceId,
    "space"
);
part!(
    /// The id of a match, before anybody is let in.
    MatchId,
    "id"
);
