//! Errors as problem details (RFC 9457): a name for machines, a sentence for people.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use derbyhouse_kernel::Illegal;
use derbyhouse_store::StoreError;
use serde::Serialize;
use utoipa::ToSchema;

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request does not read.
    Malformed,
    /// No key, or nothing that looks like one.
    NoKey,
    /// The key or the seat does not allow it.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// Not with this method.
    Method,
    /// The table has moved on.
    Stale,
    /// Somebody else is asked, or nobody.
    NotAsked,
    /// Somebody else was first.
    Taken,
    /// The body is too long.
    TooLarge,
    /// The body is not JSON.
    Unsupported,
    /// It reads, but means nothing here.
    Unusable,
    /// The referee says no.
    Refused,
    /// Too much, too often, too many.
    TooMany,
    /// It took too long to arrive.
    Slow,
    /// Our own fault.
    Internal,
}

impl Kind {
    /// Name, title and status.
    const fn words(self) -> (&'static str, &'static str, StatusCode) {
        match self {
            Self::Malformed => ("malformed", "It does not read", StatusCode::BAD_REQUEST),
            Self::NoKey => ("no-key", "A key is needed", StatusCode::UNAUTHORIZED),
            Self::Forbidden => ("forbidden", "Not with this key", StatusCode::FORBIDDEN),
            Self::NotFound => ("not-found", "There is no such thing", StatusCode::NOT_FOUND),
            Self::Method => ("method", "Not that way", StatusCode::METHOD_NOT_ALLOWED),
            Self::Stale => ("stale", "The table has moved on", StatusCode::CONFLICT),
            Self::NotAsked => ("not-asked", "It is not your turn", StatusCode::CONFLICT),
            Self::Taken => ("taken", "Somebody was first", StatusCode::CONFLICT),
            Self::TooLarge => ("too-large", "It is too long", StatusCode::PAYLOAD_TOO_LARGE),
            Self::Unsupported => (
                "unsupported",
                "It is not JSON",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ),
            Self::Unusable => (
                "unusable",
                "It makes no sense here",
                StatusCode::UNPROCESSABLE_ENTITY,
            ),
            Self::Refused => (
                "refused",
                "The referee says no",
                StatusCode::UNPROCESSABLE_ENTITY,
            ),
            Self::TooMany => ("too-many", "Too much", StatusCode::TOO_MANY_REQUESTS),
            Self::Slow => ("slow", "It took too long", StatusCode::REQUEST_TIMEOUT),
            Self::Internal => (
                "internal",
                "Something broke here",
                StatusCode::INTERNAL_SERVER_ERROR,
            ),
        }
    }
}

/// An error as it is sent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// Its name for machines: `urn:derbyhouse:` and a word.
    #[serde(rename = "type")]
    #[schema(pattern = "^urn:derbyhouse:[a-z-]+$", example = "urn:derbyhouse:stale")]
    uri: String,
    /// What kind of trouble it is.
    title: &'static str,
    /// The HTTP status once more.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What happened, in a sentence for people.
    detail: String,
    /// The rule that forbids it, by number, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// Seconds to wait before it is worth trying again.
    #[serde(skip)]
    #[schema(ignore)]
    wait: Option<u64>,
}

impl Problem {
    /// A problem of a kind, with its sentence.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        let (name, title, status) = kind.words();
        Self {
            uri: format!("urn:derbyhouse:{name}"),
            title,
            status: status.as_u16(),
            detail: sentence(detail.into()),
            rule: None,
            wait: None,
        }
    }

    /// Worth trying again after that many seconds.
    pub fn after(self, seconds: u64) -> Self {
        Self {
            wait: Some(seconds),
            ..self
        }
    }

    /// There is no match with that id.
    pub fn no_match() -> Self {
        Self::new(Kind::NotFound, "There is no such match.")
    }

    /// The client looked at an older moment.
    pub fn stale(now: u64) -> Self {
        Self::new(
            Kind::Stale,
            format!(
                "The table has moved on since you looked: it stands at {now} acts now. Nothing was changed."
            ),
        )
    }

    /// Something that cannot happen did. The details are in our log, not in the answer.
    pub fn internal(what: impl std::fmt::Display) -> Self {
        tracing::error!("{what}");
        Self::new(
            Kind::Internal,
            "Something went wrong on this side. Nothing was changed.",
        )
    }

    /// The status it is sent with.
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

/// A sentence begins with a capital and ends with a stop.
fn sentence(mut text: String) -> String {
    if let Some(first) = text.get(..1).map(str::to_ascii_uppercase) {
        text.replace_range(..1, &first);
    }
    if !text.ends_with(['.', '!', '?', '…']) {
        text.push('.');
    }
    text
}

impl From<Illegal> for Problem {
    fn from(illegal: Illegal) -> Self {
        Self {
            rule: illegal.rule.map(|rule| rule.0.to_owned()),
            ..Self::new(Kind::Refused, illegal.why)
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Self::new(
                Kind::Stale,
                "The table has moved on since you looked. Nothing was changed.",
            ),
            error => Self::internal(error),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.wait {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_sentences() {
        let detail = |text: &str| Problem::new(Kind::Refused, text).detail;
        assert_eq!(detail("it is not on offer"), "It is not on offer.");
        assert_eq!(detail("“x” is not on offer"), "“x” is not on offer.");
        assert_eq!(detail("Why?"), "Why?");
        assert_eq!(detail(""), ".");
    }

    #[test]
    fn a_rule_is_cited() {
        let problem = Problem::from(Illegal::by("7.2", "boats do not fly"));
        assert_eq!(problem.rule.as_deref(), Some("7.2"));
        assert_eq!(problem.status, 422);
    }
}
