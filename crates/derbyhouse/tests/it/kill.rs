//! The server is killed while people play: what was confirmed is there afterwards.
//!
//! `DERBYHOUSE_KILLS=200 cargo test -p derbyhouse kill` kills it more often; `cargo xtask kill` does that.

use crate::folder;
use crate::serve::{Served, agent};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use ureq::Agent;

/// Kills in a run that nobody asked more of.
const KILLS: usize = 15;
/// People who play at the same time.
const PEOPLE: u64 = 6;
/// Matches of each at the beginning.
const MATCHES: usize = 3;

/// Numbers that look random and come again with the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }
}

/// A match as its player remembers it.
struct Remembered {
    id: String,
    key: String,
    version: u64,
    /// The choices in force, as far as they were confirmed.
    moves: Vec<String>,
    /// What may be in force as well: the act that was not answered.
    unanswered: Option<Vec<String>>,
    offers: Vec<String>,
    may_undo: bool,
}

/// What came back.
enum Answer {
    Yes(Value),
    /// The server said no, which it never may.
    No(String),
    /// The server is gone.
    Gone,
}

fn post(agent: &Agent, url: &str, key: &str, body: &Value) -> Answer {
    let request = agent
        .post(url)
        .header("authorization", format!("Bearer {key}"));
    let Ok(mut response) = request.send_json(body) else {
        return Answer::Gone;
    };
    let status = response.status().as_u16();
    match (status, response.body_mut().read_json::<Value>()) {
        (200 | 201, Ok(value)) => Answer::Yes(value),
        (_, Err(_)) => Answer::Gone,
        (_, Ok(problem)) => Answer::No(format!("{status} {problem}")),
    }
}

fn get(agent: &Agent, url: &str, key: &str) -> String {
    let request = agent
        .get(url)
        .header("authorization", format!("Bearer {key}"));
    let mut response = request.call().unwrap();
    let text = response.body_mut().read_to_string().unwrap();
    assert_eq!(response.status(), 200, "{url}: {text}");
    text
}

impl Remembered {
    fn make(agent: &Agent, link: &str) -> Making {
        let body = json!({ "game": "wolfpack-1974", "scenario": "mar" });
        match post(agent, &format!("{link}/api/matches"), "", &body) {
            Answer::Yes(created) => Making::Made(Self {
                id: created["id"].as_str().unwrap().to_owned(),
                key: created["key"].as_str().unwrap().to_owned(),
                version: 0,
                moves: Vec::new(),
                unanswered: None,
                offers: vec!["deploy single".into()],
                may_undo: false,
            }),
            Answer::No(why) => panic!("{why}"),
            Answer::Gone => Making::Gone,
        }
    }

    fn url(&self, link: &str, what: &str) -> String {
        format!("{link}/api/matches/{}/{what}", self.id)
    }

    fn look(&mut self, table: &Value) {
        self.version = table["version"].as_u64().unwrap();
        self.may_undo = table["may_undo"] == true;
        let offers = table["scene"]["prompt"]["offers"].as_array();
        let offers = offers.into_iter().flatten();
        self.offers = offers
            .map(|offer| offer["choice"].as_str().unwrap().to_owned())
            .collect();
    }

    /// Does something; `false` if the server is gone.
    fn act(&mut self, agent: &Agent, link: &str, dice: &mut Dice) -> bool {
        let mut then = self.moves.clone();
        let version = self.version;
        let (what, body) = match dice.below(10) {
            0 if self.may_undo => {
                then.pop();
                ("undo", json!({ "version": version }))
            }
            _ => {
                let choice = self.offers[dice.below(self.offers.len())].clone();
                then.push(choice.clone());
                (
                    "choices",
                    json!({ "version": version, "choices": [{ "choice": choice }] }),
                )
            }
        };
        self.unanswered = Some(then.clone());
        match post(agent, &self.url(link, what), &self.key, &body) {
            Answer::Yes(table) => {
                self.look(&table);
                self.moves = then;
                self.unanswered = None;
                true
            }
            Answer::No(why) => panic!("{what}: {why}"),
            Answer::Gone => false,
        }
    }

    /// Compares what is remembered with what the server has after a restart.
    fn check(&mut self, agent: &Agent, link: &str) {
        let record = get(agent, &self.url(link, "record"), &self.key);
        let moves = record
            .lines()
            .filter_map(|line| line.strip_prefix("command: "));
        let moves: Vec<String> = moves.map(str::to_owned).collect();
        let with = self.unanswered.take();
        let known = moves == self.moves || with.as_ref() == Some(&moves);
        assert!(
            known,
            "match {}: confirmed {:?}, perhaps {:?}, but there is {:?}",
            self.id, self.moves, with, moves
        );
        self.moves = moves;
        let table = get(agent, &self.url(link, "table"), &self.key);
        let table: Value = serde_json::from_str(&table).unwrap();
        assert_eq!(table["moves"], self.moves.len());
        assert!(table["version"].as_u64().unwrap() >= self.version);
        self.look(&table);
    }
}

/// A match, or nobody to make it.
enum Making {
    Made(Remembered),
    Gone,
}

/// Plays until the server is gone.
fn play(
    link: &str,
    mine: &mut Vec<Remembered>,
    dice: &mut Dice,
    acts: &AtomicU64,
    stop: &AtomicBool,
) {
    let agent = agent();
    while !stop.load(Ordering::Relaxed) {
        if mine.len() < MATCHES || dice.below(40) == 0 {
            match Remembered::make(&agent, link) {
                Making::Made(new) => mine.push(new),
                Making::Gone => return,
            }
        }
        // The last ones are played on; the others are only kept.
        let recent = mine.len().saturating_sub(MATCHES);
        let index = recent + dice.below(mine.len() - recent);
        if mine[index].offers.is_empty() {
            continue;
        }
        if !mine[index].act(&agent, link, dice) {
            return;
        }
        acts.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn no_confirmed_choice_is_lost_when_the_server_is_killed() {
    let kills = std::env::var("DERBYHOUSE_KILLS").ok();
    let kills = kills.map_or(KILLS, |kills| kills.parse().unwrap());
    let data = folder();
    let began = Instant::now();
    let mut dice = Dice(began.elapsed().as_nanos() as u64 ^ 0x1943_0305);
    let acts = Arc::new(AtomicU64::new(0));
    let people: Vec<_> = (0..PEOPLE)
        .map(|_| Arc::new(Mutex::new(Vec::new())))
        .collect();
    let mut uncertain = 0;
    for round in 0..=kills {
        let mut served = Served::at(data.path());
        let checker = agent();
        for mine in &people {
            for remembered in mine.lock().unwrap().iter_mut() {
                let remembered: &mut Remembered = remembered;
                uncertain += usize::from(remembered.unanswered.is_some());
                remembered.check(&checker, &served.link);
            }
        }
        if round == kills {
            break;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let players: Vec<_> = people
            .iter()
            .zip(1..)
            .map(|(mine, n)| {
                let (mine, acts, stop) = (mine.clone(), acts.clone(), stop.clone());
                let link = served.link.clone();
                let mut dice = Dice(n * 7919 + round as u64 * 104_729);
                std::thread::spawn(move || {
                    play(&link, &mut mine.lock().unwrap(), &mut dice, &acts, &stop);
                })
            })
            .collect();
        std::thread::sleep(Duration::from_micros(20_000 + dice.below(300_000) as u64));
        // SIGKILL: no last word, no clean-up.
        served.child.kill().unwrap();
        served.child.wait().unwrap();
        stop.store(true, Ordering::Relaxed);
        for player in players {
            player.join().unwrap();
        }
    }
    let matches: usize = people.iter().map(|mine| mine.lock().unwrap().len()).sum();
    let acts = acts.load(Ordering::Relaxed);
    println!(
        "{kills} kills, {acts} acts confirmed at {matches} matches, {uncertain} unanswered, in {:?}",
        began.elapsed()
    );
    assert!(
        acts > kills as u64 * 5,
        "only {acts} acts: it was not under load"
    );
}
