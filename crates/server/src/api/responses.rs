//! Answers that many requests share.

use crate::problem::Problem;
use utoipa::IntoResponses;

/// What may go wrong at a match.
#[derive(IntoResponses)]
#[allow(dead_code)] // it only describes
pub enum MatchProblems {
    /// The request does not read.
    #[response(status = 400, content_type = "application/problem+json")]
    Malformed(Problem),
    /// No key came with it.
    #[response(status = 401, content_type = "application/problem+json")]
    NoKey(Problem),
    /// The key does not open this match, or not for that.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
    /// There is no such match, or nothing of that name in it.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
    /// It means nothing here, or the referee says no.
    #[response(status = 422, content_type = "application/problem+json")]
    Unusable(Problem),
    /// Too many requests from this address.
    #[response(status = 429, content_type = "application/problem+json")]
    TooMany(Problem),
}

/// What may go wrong with a body.
#[derive(IntoResponses)]
#[allow(dead_code)]
pub enum BodyProblems {
    /// The request does not read.
    #[response(status = 400, content_type = "application/problem+json")]
    Malformed(Problem),
    /// It did not arrive in time.
    #[response(status = 408, content_type = "application/problem+json")]
    Slow(Problem),
    /// The body is too long.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(Problem),
    /// The body is not JSON.
    #[response(status = 415, content_type = "application/problem+json")]
    Unsupported(Problem),
    /// It means nothing here.
    #[response(status = 422, content_type = "application/problem+json")]
    Unusable(Problem),
    /// Too many requests from this address.
    #[response(status = 429, content_type = "application/problem+json")]
    TooMany(Problem),
}

/// What may go wrong with what is there for everybody.
#[derive(IntoResponses)]
#[allow(dead_code)]
pub enum PublicProblems {
    /// There is nothing of that name.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
    /// Too many requests from this address.
    #[response(status = 429, content_type = "application/problem+json")]
    TooMany(Problem),
}

/// What may go wrong with an act.
#[derive(IntoResponses)]
#[allow(dead_code)]
pub enum ActProblems {
    /// The table has moved on, or somebody else is asked.
    #[response(status = 409, content_type = "application/problem+json")]
    Stale(Problem),
}
