//! Somebody who plays at many tables.

use serde_json::{Value, json};
use std::thread;
use std::time::{Duration, Instant};
use ureq::Agent;

const GAME: &str = "wolfpack-1974";

/// A player: a connection, some matches, and dice.
pub struct Player {
    agent: Agent,
    url: String,
    dice: u64,
    matches: Vec<Seat>,
}

/// A seat at a match, with what was last seen there.
struct Seat {
    path: String,
    key: String,
    version: u64,
    offers: Vec<String>,
}

impl Player {
    /// Makes that many matches, each a few turns into its game.
    pub fn sit_down(url: &str, number: u64, matches: usize) -> Result<Self, String> {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .proxy(None)
            .timeout_global(Some(Duration::from_secs(60)));
        let mut player = Self {
            agent: config.build().into(),
            url: url.to_owned(),
            dice: number.wrapping_mul(0x9E37_79B9_7F4A_7C15),
            matches: Vec::new(),
        };
        for n in 0..matches {
            let seat = player.new_match(n % 4)?;
            player.matches.push(seat);
        }
        Ok(player)
    }

    fn below(&mut self, n: usize) -> usize {
        // xorshift64*
        self.dice ^= self.dice >> 12;
        self.dice ^= self.dice << 25;
        self.dice ^= self.dice >> 27;
        (self.dice.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }

    fn new_match(&self, turns: usize) -> Result<Seat, String> {
        let body = json!({ "game": GAME, "scenario": "mar" });
        let created = self.post("/api/matches", "", &body)?;
        let text = |name: &str| created[name].as_str().unwrap_or_default().to_owned();
        let mut seat = Seat {
            path: format!("/api/matches/{}", text("id")),
            key: text("key"),
            version: 0,
            offers: vec!["deploy single".to_owned()],
        };
        for _ in 0..turns {
            let body = json!({ "version": seat.version, "extent": "turn" });
            let path = format!("{}/staff", seat.path);
            seat.look(&self.post(&path, &seat.key, &body)?);
        }
        Ok(seat)
    }

    /// Chooses something at one table after another: at each tick one, until the end. How long each answer took,
    /// counted from the tick: whoever comes late because of the last answer has waited too.
    pub fn play(
        &mut self,
        start: Instant,
        tick: Duration,
        end: Instant,
    ) -> Result<Vec<Duration>, String> {
        let mut took = Vec::new();
        let mut due = start;
        while due < end {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            let index = self.below(self.matches.len());
            let pick = self.below(self.matches[index].offers.len());
            let seat = &self.matches[index];
            let body =
                json!({ "version": seat.version, "choices": [{ "choice": seat.offers[pick] }] });
            let path = format!("{}/choices", seat.path);
            let bytes = self.send(&path, &seat.key, &body)?;
            took.push(due.elapsed());
            let table: Value = serde_json::from_slice(&bytes).map_err(|e| e.to_string())?;
            self.matches[index].look(&table);
            if self.matches[index].offers.is_empty() {
                self.matches[index] = self.new_match(0)?;
            }
            due += tick;
        }
        Ok(took)
    }

    fn send(&self, path: &str, key: &str, body: &Value) -> Result<Vec<u8>, String> {
        let url = format!("{}{path}", self.url);
        let request = self.agent.post(url);
        let request = request.header("authorization", format!("Bearer {key}"));
        let trouble = |error: ureq::Error| format!("{path}: {error}");
        let mut response = request.send_json(body).map_err(trouble)?;
        let bytes = response.body_mut().read_to_vec().map_err(trouble)?;
        if response.status().is_success() {
            Ok(bytes)
        } else {
            let said = String::from_utf8_lossy(&bytes);
            Err(format!("{path}: {} {said}", response.status()))
        }
    }

    fn post(&self, path: &str, key: &str, body: &Value) -> Result<Value, String> {
        let bytes = self.send(path, key, body)?;
        serde_json::from_slice(&bytes).map_err(|error| format!("{path}: {error}"))
    }
}

impl Seat {
    fn look(&mut self, table: &Value) {
        self.version = table["version"].as_u64().unwrap_or_default();
        let offers = table["scene"]["prompt"]["offers"].as_array();
        let choices = offers.into_iter().flatten();
        let choices = choices.filter_map(|offer| offer["choice"].as_str());
        self.offers = choices.map(str::to_owned).collect();
    }
}
