//! The description of the API: kept as a whole, and true.

use crate::desk::{Desk, WOLFPACK};
use serde_json::{Value, json};
use std::path::Path;

/// Says `UPDATE_OPENAPI=1` to be written anew.
#[tokio::test(flavor = "multi_thread")]
async fn the_description_is_as_it_was() {
    let desk = Desk::new().await;
    let now = desk.get("/api/openapi.json", "").await.text() + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/openapi.json");
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(&file, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    let differs = kept.lines().zip(now.lines()).position(|(a, b)| a != b);
    assert!(
        kept == now,
        "the API has changed at line {differs:?} of its description: if that is meant, run this test with \
         UPDATE_OPENAPI=1 and look at the difference"
    );
}

/// The description, to hold answers against it.
struct Description(Value);

impl Description {
    fn resolve<'s>(&'s self, schema: &'s Value) -> &'s Value {
        match schema["$ref"].as_str() {
            Some(name) => self.0.pointer(&name[1..]).unwrap(),
            None => schema,
        }
    }

    /// Why a value is not what a schema says; stricter than JSON Schema: what is not described must not be there.
    fn differs(&self, schema: &Value, value: &Value) -> Option<String> {
        let schema = self.resolve(schema);
        for any in ["oneOf", "anyOf"] {
            if let Some(options) = schema[any].as_array() {
                let found = options.iter().map(|option| self.differs(option, value));
                let found: Vec<_> = found.collect();
                return if found.iter().any(Option::is_none) {
                    None
                } else {
                    found.into_iter().flatten().last()
                };
            }
        }
        let kinds = match &schema["type"] {
            Value::Array(kinds) => kinds.clone(),
            kind => vec![kind.clone()],
        };
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(n) if n.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let fits = kinds
            .iter()
            .any(|k| k == kind || (k == "number" && kind == "integer"));
        if !fits {
            return Some(format!("{value} is not {kinds:?}"));
        }
        if let Some(known) = schema["enum"].as_array()
            && !known.contains(value)
        {
            return Some(format!("{value} is not one of {known:?}"));
        }
        match value {
            Value::Array(items) => {
                let one = &schema["items"];
                let fixed = schema["prefixItems"].as_array();
                let schema_of = |n: usize| fixed.and_then(|f| f.get(n)).unwrap_or(one);
                let mut found = items.iter().enumerate();
                found.find_map(|(n, item)| self.differs(schema_of(n), item))
            }
            Value::Object(fields) => self.fields_differ(schema, fields),
            _ => None,
        }
    }

    fn fields_differ(
        &self,
        schema: &Value,
        fields: &serde_json::Map<String, Value>,
    ) -> Option<String> {
        let required = schema["required"].as_array().into_iter().flatten();
        for name in required {
            if !fields.contains_key(name.as_str().unwrap()) {
                return Some(format!("{name} is missing"));
            }
        }
        for (name, value) in fields {
            let known = match schema["properties"].get(name) {
                Some(known) => known,
                None if schema["additionalProperties"].is_object() => {
                    &schema["additionalProperties"]
                }
                None => return Some(format!("“{name}” is not described")),
            };
            if let Some(differs) = self.differs(known, value) {
                return Some(format!("{name}: {differs}"));
            }
        }
        None
    }

    fn answer(&self, method: &str, path: &str, status: u16) -> &Value {
        let answers = &self.0["paths"][path][method]["responses"];
        let content = &answers[status.to_string()]["content"];
        let content = content
            .as_object()
            .unwrap_or_else(|| panic!("{method} {path} {status}"));
        &content.values().next().unwrap()["schema"]
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_what_the_description_says() {
    let desk = Desk::new().await;
    let description = Description(desk.get("/api/openapi.json", "").await.ok());
    let seats = desk.wolfpack(7).await;
    let created = description.differs(
        description.answer("post", "/api/matches", 201),
        &seats.created,
    );
    assert_eq!(created, None);
    let check = async |path: &str, real: &str, key: &str| {
        let answer = desk.get(real, key).await;
        let schema = description.answer("get", path, answer.status.as_u16());
        assert_eq!(description.differs(schema, &answer.json()), None, "{real}");
    };
    for what in ["board", "rules", "tables", "tutorial"] {
        let path = format!("/api/games/{{game}}/{what}");
        for game in [WOLFPACK, "toy"] {
            check(&path, &format!("/api/games/{game}/{what}"), "").await;
        }
    }
    check("/api/games", "/api/games", "").await;
    check(
        "/api/games/{game}/tables/{name}",
        "/api/games/toy/tables/cards",
        "",
    )
    .await;
    let body = json!({ "text": "hello" });
    desk.post(&seats.at("chat"), &seats.key, body).await.ok();
    for extent in ["draft", "turn", "turn", "rest"] {
        for key in [&seats.key, &seats.observer, ""] {
            for what in [
                "table", "log", "moments", "story", "advice", "chat", "orders",
            ] {
                check(&format!("/api/matches/{{id}}/{what}"), &seats.at(what), key).await;
            }
            check("/api/matches/{id}", &seats.base(), key).await;
            check(
                "/api/matches/{id}/spaces/{space}",
                &seats.at("spaces/0817"),
                key,
            )
            .await;
            check(
                "/api/matches/{id}/outlook",
                &seats.at("outlook?choice=done"),
                key,
            )
            .await;
            let all = seats.at("table?overlays=search,air,risk,sightings,tracks,storms");
            check("/api/matches/{id}/table", &all, key).await;
        }
        let version = desk.table(&seats, &seats.key).await["version"].clone();
        let body = json!({ "version": version, "extent": extent });
        let answer = desk.post(&seats.at("staff"), &seats.key, body).await.ok();
        let schema = description.answer("post", "/api/matches/{id}/staff", 200);
        assert_eq!(description.differs(schema, &answer), None);
    }
    let keys = json!([{ "match": seats.id, "key": seats.key }, { "match": "x", "key": "y" }]);
    let found = desk
        .post("/api/lookup", "", json!({ "keys": keys }))
        .await
        .ok();
    let schema = description.answer("post", "/api/lookup", 200);
    assert_eq!(description.differs(schema, &found), None);
}

#[test]
fn the_check_of_answers_can_fail() {
    let description = Description(json!({}));
    let schema =
        json!({ "type": "object", "required": ["a"], "properties": { "a": { "type": "string" } } });
    assert_eq!(description.differs(&schema, &json!({ "a": "x" })), None);
    for wrong in [
        json!({}),
        json!({ "a": 1 }),
        json!({ "a": "x", "b": 1 }),
        json!([]),
    ] {
        assert!(description.differs(&schema, &wrong).is_some(), "{wrong}");
    }
}
