//! How long a campaign of 180 weeks takes, how large it gets, and how many battles are fought in a second. All is measured in
//! processor time, so that other work on the machine does little to it. The bounds are those of a release build, with room for
//! builds that are not one: `cargo test --release -p steel-wolves --test it speed -- --nocapture` prints the figures.

use crate::game;
use cpu_time::ThreadTime;
use derbyhouse_kernel::{Chance, Game, Match, Seat, Viewer};
use derbyhouse_scene::Face;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use steel_wolves::{Choice, Setup};

/// Builds for tests may be so much slower: they are optimised, but not as a whole.
const SLACK: u32 = if cfg!(debug_assertions) { 3 } else { 1 };

/// What was measured.
#[derive(Debug, Default)]
struct Worst {
    playing: Duration,
    save: Duration,
    bytes: usize,
    prompt: Duration,
    asked: u64,
    boats: usize,
}

/// Plays the campaign by doctrine; at the first question of each week the position is saved as files have it, and once in
/// some questions with forty boats at sea the scene is drawn, with advice and prospects for every answer.
fn campaign(seed: u64) -> Worst {
    let game = game();
    let mut bot = game.bot("doctrine", seed).unwrap();
    let mut played = Match::new(Arc::clone(&game), Setup::plain("campaign_1"), seed).unwrap();
    let mut choices: Vec<Choice> = Vec::new();
    let (mut worst, mut week) = (Worst::default(), 0);
    while let Some(decision) = game.decision(played.position(), Seat::FIRST) {
        choices.clear();
        game.choices(played.position(), Seat::FIRST, &mut choices);
        if decision.turn != week {
            week = decision.turn;
            let begun = ThreadTime::now();
            let text = serde_json::to_string(&played.position_file()).unwrap();
            worst.save = worst.save.max(begun.elapsed());
            worst.bytes = worst.bytes.max(text.len());
        }
        let view = game.view(played.position(), Viewer::Seat(Seat::FIRST));
        let at_sea = |boat: &&steel_wolves::boat::Submarine| boat.place.is_at_sea();
        let boats = view.boats().iter().filter(at_sea).count();
        worst.boats = worst.boats.max(boats);
        if boats >= 40 && worst.asked < 200 && played.moves().len().is_multiple_of(17) {
            let begun = ThreadTime::now();
            let scene = game.scene(view, Some(&decision), &choices);
            let took = begun.elapsed();
            assert_eq!(scene.prompt.unwrap().offers.len(), choices.len());
            worst.prompt = worst.prompt.max(took);
            worst.asked += 1;
        }
        let begun = ThreadTime::now();
        let choice = bot.choose(view, &choices);
        played.choose(Seat::FIRST, &choice).unwrap();
        worst.playing += begun.elapsed();
    }
    worst
}

/// A campaign by doctrine in three CPU-seconds, a position in 512 KiB, a save in a tenth of a second, a question in a week
/// with forty boats at sea drawn in a twentieth.
#[test]
fn a_campaign_is_quick_and_small() {
    let worst = campaign(1939);
    eprintln!("{worst:?}");
    assert!(worst.bytes < 512 * 1024, "{worst:?}");
    assert!(worst.save < SLACK * Duration::from_millis(100), "{worst:?}");
    assert!(worst.playing < SLACK * Duration::from_secs(3), "{worst:?}");
    assert!(worst.boats >= 40 && worst.asked > 20, "{worst:?}");
    assert!(worst.prompt < Duration::from_millis(50), "{worst:?}");
}

/// Battles per second through what `resolve steel-wolves battle --times` runs, the best of some slices.
fn battles(given: &Value) -> u64 {
    const SLICE: Duration = Duration::from_millis(200);
    let game = game();
    let battle = game.procedures().iter().find(|all| all.name == "battle");
    let mut chance = Chance::seeded(1940);
    let (names, mut trial) = battle.unwrap().trial(&game, given, &mut chance).unwrap();
    let mut figures = vec![0; names.len()];
    let mut slice = || {
        let (begun, mut fought) = (ThreadTime::now(), 0_u64);
        while begun.elapsed() < SLICE {
            for _ in 0..64 {
                trial(&mut chance, &mut figures);
            }
            fought += 64;
        }
        (fought as f64 / begun.elapsed().as_secs_f64()) as u64
    };
    (0..6).map(|_| slice()).max().unwrap()
}

/// On a quiet machine a release build fights 500,000 battles of one boat and 60,000 of a pack of six in a CPU-second.
#[test]
fn battles_are_quick() {
    let pack = ["U-99", "U-48", "U-46", "U-123", "U-38", "U-100"];
    let one = battles(&json!({ "boats": ["U-99"], "wp": 2 }));
    let six = battles(&json!({ "boats": pack, "wp": 2, "colour": "red" }));
    eprintln!("battles per CPU-second: one boat {one}, six boats {six}");
    assert!(one > 500_000 / 3, "{one}");
    assert!(six > 60_000 / 3, "{six}");
}
