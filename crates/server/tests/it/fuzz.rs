//! Anything at all: requests made up at random, near to what is right and far from it.

use crate::desk::{Answer, Desk, Seats, first_offer};
use axum::body::Body;
use axum::http::Request;
use derbyhouse_kernel::Chance;
use serde_json::{Value, json};

/// Requests in a run.
const REQUESTS: usize = 3000;

/// Words that some part of the server knows, and words that trouble programs.
const WORDS: &[&str] = &[
    "",
    "0817",
    "0202",
    "keep",
    "exchange",
    "take a 1",
    "take b 3",
    "show",
    "deploy single",
    "done",
    "north",
    "south",
    "command",
    "me",
    "bot",
    "open",
    "random",
    "doctrine",
    "toy",
    "wolfpack-1974",
    "mar",
    "rest",
    "turn",
    "phase",
    "decision",
    "draft",
    "gamble",
    "no-gamble",
    "7",
    "-1",
    "18446744073709551615",
    "18446744073709551616",
    "1e9",
    "NaN",
    "null",
    "\u{0}",
    "\u{feff}",
    "🚢",
    "ﬃ",
    "a\u{301}",
    "../../etc/passwd",
    "%00",
    "'; DROP TABLE acts; --",
    "{}",
    "[]",
    "search,air",
    "long",
    "short",
    "resign",
    "end: 0",
];

const FIELDS: &[&str] = &[
    "version",
    "choices",
    "choice",
    "space",
    "to",
    "until",
    "extent",
    "bot",
    "game",
    "scenario",
    "options",
    "seed",
    "seats",
    "tutorial",
    "record",
    "keys",
    "match",
    "key",
    "invitation",
    "name",
    "text",
    "at",
    "kind",
    "north",
    "south",
    "command",
];

struct Fuzz {
    dice: Chance,
}

impl Fuzz {
    fn below(&mut self, n: usize) -> usize {
        self.dice.below(n as u32) as usize
    }

    fn pick<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(self.below(30)),
            3 => json!([-1, i64::MAX, i64::MIN, 1 << 53][self.below(4)]),
            4 => json!([0.5, 1e300, -0.0, 1e-9][self.below(4)]),
            5 => json!(self.pick(WORDS)),
            6 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => self.object(depth - 1),
        }
    }

    fn object(&mut self, depth: usize) -> Value {
        let fields = (0..self.below(5)).map(|_| (self.pick(FIELDS).to_owned(), self.value(depth)));
        Value::Object(fields.collect())
    }

    /// A body that would be right, and sometimes is left so.
    fn body(&mut self, what: &str, version: &Value) -> Value {
        let mut body = match what {
            "choices" => {
                let picks = (0..=self.below(3)).map(|_| match self.below(4) {
                    0 => json!({ "space": self.pick(WORDS) }),
                    _ => json!({ "choice": self.pick(WORDS) }),
                });
                json!({ "version": version, "choices": picks.collect::<Value>() })
            }
            "undo" => json!({ "version": version, "to": self.below(6), "until": self.below(9) }),
            "staff" => json!({ "version": version, "extent": self.pick(WORDS), "bot": "random" }),
            "resign" => json!({ "version": version }),
            "branch" => json!({ "at": self.below(5) }),
            "chat" => json!({ "text": self.pick(WORDS) }),
            "name" => json!({ "name": self.pick(WORDS) }),
            "claim" => json!({ "invitation": self.pick(WORDS), "name": self.pick(WORDS) }),
            _ => self.object(3),
        };
        match self.below(4) {
            0 => body = self.value(3),
            1 => {
                let (field, value) = (self.pick(FIELDS), self.value(2));
                body[field] = value;
            }
            2 => {
                if let Some(first) = body.as_object_mut().and_then(|o| o.keys().next().cloned()) {
                    body.as_object_mut().unwrap().remove(&first);
                }
            }
            _ => {}
        }
        body
    }
}

fn encoded(word: &str) -> String {
    word.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

const ACTS: &[&str] = &[
    "choices", "undo", "staff", "branch", "chat", "name", "claim", "resign",
];
const LOOKS: &[&str] = &[
    "table",
    "log",
    "advice",
    "outlook",
    "moments",
    "story",
    "record",
    "chat",
    "spaces/0202",
    "spaces",
];
const PARAMS: &[&str] = &["overlays", "at", "from", "bot", "choice", "x"];

async fn ask(
    desk: &Desk,
    fuzz: &mut Fuzz,
    seats: &Seats,
    keys: &[&str],
    version: &Value,
) -> (Answer, String) {
    let key = keys[fuzz.below(keys.len())];
    let mut path = match fuzz.below(12) {
        0 => format!("/api/matches/{}/table", encoded(fuzz.pick(WORDS))),
        1 => format!(
            "/api/games/{}/tables/{}",
            fuzz.pick(&["toy", "wolfpack-1974"]),
            encoded(fuzz.pick(WORDS))
        ),
        2 => "/api/matches".into(),
        3 => "/api/matches/import".into(),
        4 => "/api/lookup".into(),
        5..=8 => seats.at(fuzz.pick(ACTS)),
        _ => seats.at(fuzz.pick(LOOKS)),
    };
    // Giving up would end the fun too soon.
    if path.ends_with("/resign") && fuzz.below(40) != 0 {
        path = seats.at("undo");
    }
    if fuzz.below(3) == 0 {
        path += &format!("?{}={}", fuzz.pick(PARAMS), encoded(fuzz.pick(WORDS)));
    }
    let what = path
        .rsplit('/')
        .next()
        .unwrap()
        .split('?')
        .next()
        .unwrap()
        .to_owned();
    let body = fuzz.body(&what, version);
    let method = ["POST", "POST", "GET", "PUT"][fuzz.below(4)];
    let request = Request::builder()
        .method(method)
        .uri(&path)
        .header("authorization", format!("Bearer {key}"))
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .unwrap();
    (desk.ask(request).await, format!("{method} {path} {body}"))
}

/// No request breaks anything: `Desk::ask` refuses server errors, and at the end the match is whole.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_breaks_it() {
    let desk = Desk::new().await;
    let mut fuzz = Fuzz {
        dice: Chance::seeded(1943),
    };
    let (mut accepted, mut played) = (0, 0);
    for seed in 0..6 {
        let seats = if seed % 2 == 0 {
            desk.toy(seed).await
        } else {
            desk.wolfpack(seed).await
        };
        let mut keys = vec![seats.key.as_str(), seats.observer.as_str(), "nonsense"];
        let own = seats.created["keys"].as_object().unwrap().values();
        keys.extend(own.clone().map(|key| key.as_str().unwrap()));
        for _ in 0..REQUESTS / 6 {
            // Now and then somebody plays as they should, so that there is something to break.
            for key in own.clone().filter(|_| fuzz.below(6) == 0) {
                let table = desk.table(&seats, key.as_str().unwrap()).await;
                if table["scene"]["prompt"].is_object() {
                    let choice = first_offer(&table);
                    desk.choose(&seats, key.as_str().unwrap(), &choice).await;
                    played += 1;
                }
            }
            let version = desk.table(&seats, &seats.key).await["version"].clone();
            let (answer, what) = ask(&desk, &mut fuzz, &seats, &keys, &version).await;
            accepted += usize::from(answer.status.is_success() && what.starts_with("POST"));
        }
        let before = desk.snapshot(&seats, &seats.key).await;
        let after = desk.again().await.snapshot(&seats, &seats.key).await;
        assert_eq!(before, after, "what is in memory is what is stored");
    }
    assert!(
        played > 100 && accepted > 10,
        "{played} choices, {accepted} made-up acts accepted"
    );
}
