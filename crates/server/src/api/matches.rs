//! Making matches, finding them again, and sitting down.

use crate::api::params::IdPath;
use crate::api::responses::{BodyProblems, MatchProblems, PublicProblems};
use crate::house::{Access, Chair, Chairs, Created, Hosted, House, Summary};
use crate::problem::{Kind, Problem};
use crate::secret;
use crate::web::extract::{Body, MatchId};
use crate::web::peer::Peer;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use derbyhouse_kernel::record::read_head;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// The most matches that are looked up at once.
const MOST_LOOKUPS: usize = 200;
/// Longer than any name or key, in letters.
const LONGEST_KEY: usize = 100;

/// A match to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// Id of the game.
    #[schema(example = "wolfpack-1974", max_length = 40)]
    game: String,
    /// How it starts; without it, as the game likes best.
    #[schema(example = "mar", max_length = 40)]
    scenario: Option<String>,
    /// Optional rules to turn on, or off with `no-` before them.
    #[serde(default)]
    #[schema(max_items = 50)]
    options: Vec<String>,
    /// The seed of the dice, a whole number below 2^64 as text. Only if nobody else is invited: who knows it, knows
    /// everything.
    #[schema(pattern = "^[0-9]{1,20}$", example = "1943")]
    seed: Option<String>,
    /// Who sits where, by the short names of the seats.
    #[serde(default)]
    seats: Chairs,
    /// The first game that teaches.
    #[serde(default)]
    tutorial: bool,
}

/// Makes a match.
#[utoipa::path(post, path = "/api/matches", tag = "matches", request_body = NewMatch,
    responses((status = 201, body = Created), BodyProblems, PublicProblems))]
pub async fn create(
    State(house): State<Arc<House>>,
    peer: Peer,
    Body(new): Body<NewMatch>,
) -> Result<(StatusCode, Json<Created>), Problem> {
    house.rates.make_match(peer)?;
    let hosted = Arc::clone(house.game(&new.game)?);
    let unusable = |why: String| Problem::new(Kind::Unusable, why);
    let played = if new.tutorial {
        let tutorial = hosted.game.tutorial();
        let tutorial = tutorial.ok_or_else(|| unusable("this game has no first game".into()))?;
        let loaded = hosted.game.load_record(&tutorial.record);
        loaded.map_err(|why| unusable(why.to_string()))?
    } else {
        let seed = seed(&new)?;
        let setup = hosted.game.setup(new.scenario.as_deref(), &new.options);
        let started = setup.and_then(|setup| hosted.game.start(&setup, seed));
        started.map_err(|why| unusable(why.to_string()))?
    };
    let created = house
        .create(&hosted, played, &new.seats, new.tutorial)
        .await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// Whether somebody is to be invited.
fn invites(chairs: &Chairs) -> bool {
    chairs.values().any(|chair| matches!(chair, Chair::Open {}))
}

/// Whoever has the record of a match knows what is hidden in it, and every die to come.
pub fn nobody_is_fooled(hosted: &Hosted, chairs: &Chairs) -> Result<(), Problem> {
    if hosted.hides() && invites(chairs) {
        let what = "who has the record knows what is hidden: play on from it alone or against the computer";
        return Err(Problem::new(Kind::Unusable, what));
    }
    Ok(())
}

fn seed(new: &NewMatch) -> Result<u64, Problem> {
    let Some(text) = &new.seed else {
        return secret::seed();
    };
    if invites(&new.seats) {
        let what =
            "who knows the seed knows what is hidden: with somebody else at the table leave it out";
        return Err(Problem::new(Kind::Unusable, what));
    }
    text.parse().map_err(|_| {
        let what = "a seed is a whole number from 0 to 18446744073709551615";
        Problem::new(Kind::Unusable, what)
    })
}

/// A record to be played on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// The text of the record.
    record: String,
    /// Who sits where, by the short names of the seats.
    #[serde(default)]
    seats: Chairs,
}

/// Makes a match out of a record.
#[utoipa::path(post, path = "/api/matches/import", tag = "matches", request_body = Import,
    responses((status = 201, body = Created), BodyProblems))]
pub async fn import(
    State(house): State<Arc<House>>,
    peer: Peer,
    Body(import): Body<Import>,
) -> Result<(StatusCode, Json<Created>), Problem> {
    house.rates.make_match(peer)?;
    let unusable = |why: String| Problem::new(Kind::Unusable, why);
    let head = read_head(&import.record).map_err(|why| unusable(why.to_string()))?;
    let hosted = house.games.get(&head.game).cloned().ok_or_else(|| {
        let known = house.games.known();
        unusable(format!(
            "this is a record of “{}”, but here is only {known}",
            head.game
        ))
    })?;
    nobody_is_fooled(&hosted, &import.seats)?;
    let heavy = house.heavy().await?;
    let played = heavy.run(|| hosted.game.load_record(&import.record));
    let played = played.map_err(|why| unusable(why.to_string()))?;
    let created = house.create(&hosted, played, &import.seats, false).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// Matches and their keys, as a browser remembers them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Lookup {
    /// One for each.
    #[schema(max_items = 200)]
    keys: Vec<KnownMatch>,
}

/// A match and a key to it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KnownMatch {
    /// Its public name.
    #[serde(rename = "match")]
    #[schema(max_length = 100)]
    id: String,
    /// Of a seat or an observer.
    #[schema(max_length = 100)]
    key: String,
}

/// What became of these matches: in the same order, nothing where the key does not fit or the match is gone.
#[utoipa::path(post, path = "/api/lookup", tag = "matches", request_body = Lookup,
    responses((status = 200, body = Vec<Option<Summary>>), BodyProblems))]
pub async fn lookup(
    State(house): State<Arc<House>>,
    Body(lookup): Body<Lookup>,
) -> Result<Json<Vec<Option<Summary>>>, Problem> {
    if lookup.keys.len() > MOST_LOOKUPS {
        let what = format!("at most {MOST_LOOKUPS} matches are looked up at once");
        return Err(Problem::new(Kind::Unusable, what));
    }
    let too_long = |text: &str| text.chars().count() > LONGEST_KEY;
    if lookup
        .keys
        .iter()
        .any(|known| too_long(&known.id) || too_long(&known.key))
    {
        return Err(Problem::new(Kind::Unusable, "no key is as long as that"));
    }
    let mut found = Vec::with_capacity(lookup.keys.len());
    for known in &lookup.keys {
        let access = house.access(&known.id, &known.key).await;
        found.push(
            access
                .ok()
                .map(|access| access.table.summary(access.viewer)),
        );
    }
    Ok(Json(found))
}

/// A match at a glance.
#[utoipa::path(get, path = "/api/matches/{id}", tag = "matches", security(("key" = [])),
    params(IdPath),
    responses((status = 200, body = Summary), MatchProblems))]
pub async fn summary(access: Access) -> Json<Summary> {
    Json(access.table.summary(access.viewer))
}

/// An invitation to be used.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// As it stood in the link.
    #[schema(max_length = 100)]
    invitation: String,
    /// What to be called.
    #[serde(default)]
    #[schema(max_length = 40, pattern = r"^[^\x00-\x1f\x7f-\x9f]*$")]
    name: String,
}

/// A seat that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub struct Claimed {
    /// Its short name.
    seat: &'static str,
    /// Its key: told once and never again.
    key: String,
}

/// Takes a seat with an invitation. It can be done once.
#[utoipa::path(post, path = "/api/matches/{id}/claim", tag = "matches", request_body = Claim,
    params(IdPath),
    responses((status = 200, body = Claimed), BodyProblems, PublicProblems,
        (status = 409, description = "The seat is taken, or the invitation was never valid.", body = Problem,
         content_type = "application/problem+json")))]
pub async fn claim(
    State(house): State<Arc<House>>,
    MatchId(id): MatchId,
    Body(claim): Body<Claim>,
) -> Result<Json<Claimed>, Problem> {
    let (seat, key) = house.claim(&id, &claim.invitation, &claim.name).await?;
    Ok(Json(Claimed { seat, key }))
}

/// How far somebody has looked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// So many moves.
    moves: usize,
}

/// Notes how many moves whoever sits there has seen: what came after is new to them, whatever browser they come back with.
#[utoipa::path(post, path = "/api/matches/{id}/seen", tag = "matches", request_body = Seen,
    security(("key" = [])), params(IdPath),
    responses((status = 200, body = Summary), BodyProblems, MatchProblems))]
pub async fn seen(
    State(house): State<Arc<House>>,
    access: Access,
    Body(seen): Body<Seen>,
) -> Result<Json<Summary>, Problem> {
    house.see(&access, seen.moves).await?;
    Ok(Json(access.table.summary(access.viewer)))
}

/// A name to be called by.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// May be empty.
    #[schema(max_length = 40, pattern = r"^[^\x00-\x1f\x7f-\x9f]*$")]
    name: String,
}

/// Gives whoever sits there a name.
#[utoipa::path(post, path = "/api/matches/{id}/name", tag = "matches", request_body = Name,
    security(("key" = [])), params(IdPath),
    responses((status = 200, body = Summary), BodyProblems, MatchProblems))]
pub async fn name(
    State(house): State<Arc<House>>,
    access: Access,
    Body(name): Body<Name>,
) -> Result<Json<Summary>, Problem> {
    house.rename(&access, &name.name).await?;
    Ok(Json(access.table.summary(access.viewer)))
}
