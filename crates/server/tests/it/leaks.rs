//! On the wire nobody learns what they may not know.
//!
//! Twins: two matches that differ only in what one viewer may not know. Every byte that the server sends to that viewer
//! must be the same for both. A game with a leak built in proves that this finds one.

use crate::desk::{Answer, Desk, Seats, wide};
use axum::body::Body;
use axum::http::Request;
use derbyhouse_kernel::play::PositionFile;
use derbyhouse_kernel::{Chance, Log, Match, Seat, Viewer};
use derbyhouse_scene::Face;
use derbyhouse_testkit::toy::{Flaw, Toy};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::sync::Arc;
use wolfpack_1974::Wolfpack;

/// Answers with which a boat leaves.
const QUITS: [&str; 3] = ["scuttle", "disengage", "blow"];

/// The seats of the games that are tried.
const SEATS: [&[&str]; 4] = [
    &["command"],
    &["north", "south"],
    &["w", "x", "y", "z"],
    &["allied", "axis"],
];

/// A match some way into a game and its twin for one viewer.
struct Twins {
    records: [String; 2],
    /// An answer of the viewer in both that draws nothing and brings nothing to light.
    answer: Option<String>,
}

/// The first answer of the viewer that throws no die and reveals nothing, here and there.
fn quiet_answer<G: Face>(game: &G, pair: [&G::Position; 2], viewer: Viewer) -> Option<String> {
    let Viewer::Seat(seat) = viewer else {
        return None;
    };
    let mut choices = Vec::new();
    game.choices(pair[0], seat, &mut choices);
    let is_quiet = |choice: &&G::Choice| {
        pair.iter().all(|&position| {
            let (mut position, mut chance, mut log) =
                (position.clone(), Chance::seeded(1), Log::on());
            let done = game.apply(&mut position, seat, choice, &mut chance, &mut log);
            let is_over = game.outcome(&position).is_some();
            done.is_ok() && chance.drawn() == 0 && !log.revealed() && !is_over
        })
    };
    choices.iter().find(is_quiet).map(ToString::to_string)
}

/// A match some way into a game, and its twin for that viewer: what is hidden dealt anew where it is, or put elsewhere.
fn twins<G: Face>(
    game: &Arc<G>,
    setup: &G::Setup,
    seed: u64,
    moves: usize,
    viewer: Viewer,
) -> Option<Twins> {
    let mut played = Match::new(Arc::clone(game), setup.clone(), seed).unwrap();
    let mut pick = Chance::seeded(seed);
    let mut choices = Vec::new();
    for _ in 0..moves {
        let asked: Vec<Seat> = game.asked(played.position()).iter().collect();
        let seat = *asked.get(pick.below(asked.len().max(1) as u32) as usize)?;
        choices.clear();
        game.choices(played.position(), seat, &mut choices);
        if choices.len() > 1 {
            // Who gives up at once sees nothing of the game.
            choices.retain(|choice| !QUITS.contains(&choice.to_string().as_str()));
        }
        let choice = &choices[pick.below(choices.len() as u32) as usize];
        played.choose(seat, choice).unwrap();
    }
    let file = played.position_file().unwrap();
    let mut dice = Chance::seeded(!seed);
    let elsewhere = moves
        .is_multiple_of(2)
        .then(|| game.recast(&file.position, viewer, &mut dice));
    let hidden = elsewhere
        .flatten()
        .unwrap_or_else(|| game.resample(&file.position, viewer, &mut dice));
    let answer = quiet_answer(game.as_ref(), [&file.position, &hidden], viewer);
    let twin = PositionFile {
        position: hidden,
        ..file.clone()
    };
    let records = [file, twin].map(|file| {
        let played = Match::from_position(Arc::clone(game), file).unwrap();
        played.record().write(game)
    });
    Some(Twins { records, answer })
}

fn key(seats: &Seats, viewer: Viewer) -> &str {
    match viewer {
        Viewer::Observer => &seats.observer,
        Viewer::Seat(seat) => {
            let held = |ids: &&&[&str]| seats.created["keys"][ids[0]].is_string();
            let id = SEATS.iter().find(held).unwrap()[seat.index()];
            seats.key_of(id)
        }
    }
}

/// The first event of the stream.
async fn first_event(desk: &Desk, seats: &Seats, key: &str) -> Vec<u8> {
    let request = Request::get(seats.at("events")).header("authorization", format!("Bearer {key}"));
    let response = desk.send(request.body(Body::empty()).unwrap()).await;
    let mut body = response.into_body();
    let frame = body.frame().await.unwrap().unwrap();
    frame.into_data().unwrap().to_vec()
}

/// Everything the server says to a viewer about a match, without what names the match itself.
async fn all_said(
    desk: &Desk,
    seats: &Seats,
    key: &str,
    spaces: &[String],
) -> Vec<(String, Vec<u8>)> {
    let table = desk.table(seats, key).await;
    let overlays = table["scene"]["overlays"].as_array().unwrap();
    let overlays: Vec<&str> = overlays.iter().map(|o| o["id"].as_str().unwrap()).collect();
    let mut paths: Vec<String> = [
        "table",
        "table?at=0",
        "log",
        "log?from=1",
        "moments",
        "story",
        "chat",
        "advice",
    ]
    .map(str::to_owned)
    .to_vec();
    paths.push("advice?bot=random".into());
    paths.push(format!("table?overlays={}", overlays.join(",")));
    paths.extend(spaces.iter().map(|space| format!("spaces/{space}")));
    let offers = table["scene"]["prompt"]["offers"].as_array();
    for offer in offers.into_iter().flatten().step_by(5) {
        let choice = offer["choice"].as_str().unwrap().replace(' ', "%20");
        paths.push(format!("outlook?choice={choice}"));
    }
    let mut said = Vec::new();
    for path in paths {
        let Answer { status, bytes, .. } = desk.get(&seats.at(&path), key).await;
        said.push((format!("{status} {path}"), bytes));
    }
    let mut summary = desk.get(&seats.base(), key).await.ok();
    for names_it in ["id", "created", "updated"] {
        summary[names_it] = Value::Null;
    }
    said.push(("summary".into(), summary.to_string().into_bytes()));
    said.push(("events".into(), first_event(desk, seats, key).await));
    let nonsense = json!({ "version": table["version"], "choices": [{ "choice": "show me" }] });
    let refused = desk.post(&seats.at("choices"), key, nonsense).await;
    said.push(("refusal".into(), refused.bytes));
    said
}

/// The first thing said about two matches that differs.
async fn difference(
    desk: &Desk,
    pair: &[Seats; 2],
    viewer: Viewer,
    spaces: &[String],
) -> Option<String> {
    let [one, two] = pair;
    let said = all_said(desk, one, key(one, viewer), spaces).await;
    let twin = all_said(desk, two, key(two, viewer), spaces).await;
    let differs = said.into_iter().zip(twin).find(|(a, b)| a != b);
    differs.map(|((path, a), (_, b))| {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        format!("{viewer:?} {path}\n{}\n{}", text(a), text(b))
    })
}

/// The same once the viewer has given the same answer in both: the reply, then everything again, the log with it.
async fn difference_after(
    desk: &Desk,
    pair: &[Seats; 2],
    viewer: Viewer,
    answer: &str,
) -> Option<String> {
    let mut replies = Vec::new();
    for seats in pair {
        let key = key(seats, viewer);
        let version = desk.table(seats, key).await["version"].clone();
        let choice = json!({ "version": version, "choices": [{ "choice": answer }] });
        let Answer { status, bytes, .. } = desk.post(&seats.at("choices"), key, choice).await;
        replies.push((status, bytes));
    }
    assert!(replies[0].0.is_success(), "{answer}: {}", replies[0].0);
    if replies[0] != replies[1] {
        return Some(format!("{viewer:?}, the reply to “{answer}”"));
    }
    difference(desk, pair, viewer, &[]).await
}

async fn spaces(desk: &Desk, game: &str, every: usize) -> Vec<String> {
    let board = desk.get(&format!("/api/games/{game}/board"), "").await.ok();
    let spaces = board["spaces"].as_array().unwrap().iter().step_by(every);
    spaces
        .map(|space| space["id"].as_str().unwrap().to_owned())
        .collect()
}

/// Twins some way into random games, for every viewer: the first difference, and how many pairs did differ inside.
async fn twins_differ<G: Face>(
    desk: &Desk,
    game: Arc<G>,
    scenario: Option<&str>,
    (games, steps): (u64, &[usize]),
    spaces: &[String],
) -> (Option<String>, usize) {
    let seats = game.seats().len();
    let mut really = 0;
    for seed in 0..games {
        let setup = game.setup(scenario, &[]).unwrap();
        let viewers = Seat::all()
            .take(seats)
            .map(Viewer::Seat)
            .chain([Viewer::Observer]);
        for viewer in viewers {
            for &moves in steps {
                let Some(twins) = twins(&game, &setup, seed, moves, viewer) else {
                    continue;
                };
                let [one, two] = &twins.records;
                really += usize::from(one != two);
                let pair = [desk.import(one).await, desk.import(two).await];
                let mut differs = difference(desk, &pair, viewer, spaces).await;
                if let (None, Some(answer)) = (&differs, &twins.answer) {
                    differs = difference_after(desk, &pair, viewer, answer).await;
                }
                if differs.is_some() {
                    return (differs, really);
                }
            }
        }
    }
    (None, really)
}

#[tokio::test(flavor = "multi_thread")]
async fn twins_of_the_toy_game_look_the_same() {
    let desk = Desk::new().await;
    let spaces = spaces(&desk, "toy", 1).await;
    let steps = [0, 1, 2, 3, 5, 8];
    let (found, really) =
        twins_differ(&desk, Arc::new(Toy::new()), None, (6, &steps), &spaces).await;
    assert_eq!(found, None);
    assert!(really > 40, "only {really} pairs were twins at all");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leak_in_a_game_is_found() {
    let desk = Desk::with(wide(), Toy::with(Flaw::Open)).await;
    let game = Arc::new(Toy::with(Flaw::Open));
    let (found, _) = twins_differ(&desk, game, None, (6, &[0, 2]), &[]).await;
    assert!(found.is_some_and(|found| found.contains("table")));
}

#[tokio::test(flavor = "multi_thread")]
async fn twins_of_wolfpack_look_the_same() {
    let desk = Desk::new().await;
    let spaces = spaces(&desk, "wolfpack-1974", 41).await;
    let steps = [0, 90, 140, 220, 300];
    let game = Arc::new(Wolfpack::new(&[]).unwrap());
    let (found, really) = twins_differ(&desk, game, None, (4, &steps), &spaces).await;
    assert_eq!(found, None);
    assert!(really > 15, "only {really} pairs were twins at all");
}

/// Decks, piles, tiles, captains' backs and the cup: in port, on the ring, on the Attack map, by either kind of date.
#[tokio::test(flavor = "multi_thread")]
async fn twins_of_wolfpack_2024_look_the_same() {
    let desk = Desk::new().await;
    let spaces = spaces(&desk, "wolfpack-2024", 37).await;
    let game = Arc::new(wolfpack_2024::Wolfpack::new(&[]).unwrap());
    let mut twins = 0;
    for (scenario, steps) in [
        ("training", [10, 40].as_slice()),
        ("patrol-1942-03", &[12, 60, 160, 240]),
        ("patrol-1943-03", &[12, 60, 160, 240]),
        ("full-campaign", &[200]),
    ] {
        let game = Arc::clone(&game);
        let (found, really) = twins_differ(&desk, game, Some(scenario), (2, steps), &spaces).await;
        assert_eq!(found, None, "{scenario}");
        twins += really;
    }
    assert!(twins > 60, "only {twins} pairs were twins at all");
}

/// What blocks hold, Dummies, plans, fuel, points and decks of either admiral: while they set up and plan, at sea, late.
#[tokio::test(flavor = "multi_thread")]
async fn twins_of_pq17_look_the_same() {
    let desk = Desk::new().await;
    let spaces = spaces(&desk, "pq17", 53).await;
    let game = Arc::new(pq17::Pq17::new(&[]).unwrap());
    let mut twins = 0;
    for (scenario, steps) in [
        ("pq6", [3, 40, 98, 150].as_slice()),
        ("pq12", &[11, 62, 301]),
        ("pq13", &[24, 120, 333]),
        ("pq15", &[35, 180, 402]),
        ("pq16", &[16, 90, 275]),
        ("pq17", &[60, 250, 605, 900]),
        ("pq18", &[44, 333, 810]),
        ("jw51b", &[30, 121, 400]),
        ("campaign-1", &[50, 455]),
    ] {
        let game = Arc::clone(&game);
        let (found, really) = twins_differ(&desk, game, Some(scenario), (3, steps), &spaces).await;
        assert_eq!(found, None, "{scenario}");
        twins += really;
    }
    assert!(twins > 150, "only {twins} pairs were twins at all");
}

/// The card that North has in a match of the toy game with that seed.
async fn norths_card(desk: &Desk, seats: &Seats) -> Value {
    let table = desk.table(seats, seats.key_of("north")).await;
    table["scene"]["panels"][0]["rows"][0][1].clone()
}

/// Two whole matches with the same card for North and another for South.
async fn whole_twins(desk: &Desk) -> [Seats; 2] {
    let first = desk.toy(1).await;
    let (north, south) = (
        norths_card(desk, &first).await,
        south_card(desk, &first).await,
    );
    for seed in 2.. {
        let other = desk.toy(seed).await;
        if norths_card(desk, &other).await == north && south_card(desk, &other).await != south {
            return [first, other];
        }
    }
    unreachable!()
}

async fn south_card(desk: &Desk, seats: &Seats) -> Value {
    let table = desk.table(seats, seats.key_of("south")).await;
    table["scene"]["panels"][0]["rows"][1][1].clone()
}

/// From the deal to the last move, with every answer to an act as well: North and the observer see one match.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_match_looks_the_same_until_the_cards_are_turned() {
    let desk = Desk::new().await;
    let spaces = spaces(&desk, "toy", 3).await;
    let pair = whole_twins(&desk).await;
    let watch = async |moment: &str| {
        for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Observer] {
            let differs = difference(&desk, &pair, viewer, &spaces).await;
            assert_eq!(differs, None, "{moment}");
        }
    };
    watch("dealt").await;
    let moves = [
        ("south", "keep"),
        ("north", "keep"),
        ("north", "take a 3"),
        ("south", "take a 2"),
        ("north", "take b 3"),
        ("south", "take b 3"),
    ];
    for (seat, choice) in moves {
        let mut answers = Vec::new();
        for seats in &pair {
            answers.push(desk.choose(seats, seats.key_of(seat), choice).await);
        }
        if seat == "north" {
            assert_eq!(answers[0], answers[1], "{choice}");
        }
        watch(choice).await;
    }
    // The last counter ends it, and the cards are turned.
    for seats in &pair {
        let table = desk.choose(seats, seats.key_of("north"), "take b 1").await;
        assert!(!table["over"].is_null());
    }
    let viewer = Viewer::Observer;
    assert!(difference(&desk, &pair, viewer, &spaces).await.is_some());
}

/// What somebody has answered in secret is not to be seen, only that they have.
#[tokio::test(flavor = "multi_thread")]
async fn a_secret_answer_stays_secret() {
    let desk = Desk::new().await;
    let pair = [desk.toy(1).await, desk.toy(1).await];
    for (seats, choice) in pair.iter().zip(["keep", "exchange"]) {
        desk.choose(seats, seats.key_of("south"), choice).await;
    }
    for viewer in [Viewer::Seat(Seat::FIRST), Viewer::Observer] {
        assert_eq!(difference(&desk, &pair, viewer, &[]).await, None);
    }
}

/// The seed is nowhere in what is sent while others play.
#[tokio::test(flavor = "multi_thread")]
async fn the_seed_is_never_sent() {
    let desk = Desk::new().await;
    let seed = 8_124_971_305_518_829_127;
    let seats = desk.toy(seed).await;
    for (seat, choice) in [
        ("south", "exchange"),
        ("north", "exchange"),
        ("north", "take a 1"),
    ] {
        desk.choose(&seats, seats.key_of(seat), choice).await;
        for key in [
            seats.key_of("north"),
            seats.key_of("south"),
            &seats.observer,
        ] {
            for (path, bytes) in all_said(&desk, &seats, key, &[]).await {
                let text = String::from_utf8(bytes).unwrap();
                assert!(!text.contains(&seed.to_string()), "{path}");
                assert!(!text.contains("deck"), "{path}: {text}");
            }
        }
    }
}
