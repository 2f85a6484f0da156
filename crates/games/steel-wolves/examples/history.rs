//! Campaigns by doctrine, held against history: `cargo run --release -p steel-wolves --example history -- 200 1939`
//! (games, first seed; then files, such as a `doctrine.toml`, to be laid over the tables). Monthly tonnage and boats lost by war period, losses per patrol, levels of victory. Ends with an
//! error if a period is beyond the factor of [`FACTOR`], or if losses per patrol do not rise from the second period on.

#![allow(clippy::unwrap_used)] // a tool for engineers

use cpu_time::ThreadTime;
use derbyhouse_kernel::{Bot, Chance, Game, Log, Seat, Viewer};
use derbyhouse_scene::Face;
use std::process::ExitCode;
use steel_wolves::calendar::{Month, Period};
use steel_wolves::{Event, Setup, SteelWolves};

/// So far tonnage may be from history, either way.
const FACTOR: f64 = 1.5;

/// What a period came to, over all games.
#[derive(Clone, Copy, Default)]
struct Sum {
    months: u32,
    tons: u64,
    lost: u32,
    patrols: u32,
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let games: u64 = words.next().map_or(20, |word| word.parse().unwrap());
    let first: u64 = words.next().map_or(1939, |word| word.parse().unwrap());
    let files = words.map(|path| {
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        (name, std::fs::read_to_string(&path).unwrap())
    });
    let game = SteelWolves::new(&files.collect::<Vec<_>>()).unwrap();
    let mut sums = [Sum::default(); 5];
    let (mut past, mut levels) = ([Sum::default(); 5], vec![0u32; game.levels().len()]);
    let (mut choices_made, begun) = (0u64, ThreadTime::now());
    for seed in first..first + games {
        let setup = Setup::plain("campaign_1");
        let mut bot = game.bot("doctrine", seed).unwrap();
        choices_made += play(&game, &setup, seed, bot.as_mut(), &mut sums, &mut levels);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let months = (0..=Month::LAST.index()).filter_map(|n| Month::FIRST.plus(n as i8));
    for month in months {
        let was = &mut past[game.tables().period_of(month).index()];
        was.months += 1;
        was.tons += game.tables().history.tons(month) as u64;
        was.lost += game.tables().history.lost(month) as u32;
    }
    println!("period  tons/month  history  ratio  lost/month  history  patrols/month  lost/patrol");
    let (mut close, mut last) = (true, 0.0);
    for period in Period::ALL {
        let (sum, was) = (sums[period.index()], past[period.index()]);
        let months = f64::from(sum.months.max(1));
        let (tons, old) = (
            sum.tons as f64 / months,
            was.tons as f64 / f64::from(was.months.max(1)),
        );
        let per_patrol = f64::from(sum.lost) / f64::from(sum.patrols.max(1));
        println!(
            "{period:6} {tons:10.0}k {old:7.0}k {:6.2} {:11.1} {:8.1} {:14.1} {per_patrol:12.3}",
            tons / old,
            f64::from(sum.lost) / months,
            f64::from(was.lost) / f64::from(was.months.max(1)),
            f64::from(sum.patrols) / months,
        );
        let ratio = tons / old;
        close &= ratio < FACTOR && ratio > 1.0 / FACTOR;
        close &= period == Period::One || per_patrol > last;
        last = if period == Period::One {
            0.0
        } else {
            per_patrol
        };
    }
    println!("\nvictory");
    for (level, count) in game.levels().iter().zip(&levels) {
        let share = 100.0 * f64::from(*count) / games as f64;
        println!("{:24} {count:4}  {share:5.1} %", level.label);
    }
    println!(
        "\n{} choices a game; {:.2} CPU-seconds a game",
        choices_made / games,
        seconds / games as f64
    );
    if close {
        ExitCode::SUCCESS
    } else {
        println!("that is not history");
        ExitCode::FAILURE
    }
}

fn play(
    game: &SteelWolves,
    setup: &Setup,
    seed: u64,
    bot: &mut dyn Bot<SteelWolves>,
    sums: &mut [Sum; 5],
    levels: &mut [u32],
) -> u64 {
    let mut chance = Chance::seeded(seed);
    let mut log = Log::on();
    let mut position = game.start(setup, &mut chance, &mut log).unwrap();
    let mut choices = Vec::new();
    let mut made = 0;
    loop {
        let period = game.view(&position, Viewer::Seat(Seat::FIRST)).period();
        let sum = &mut sums[period.index()];
        for event in log.into_events() {
            match event {
                Event::MonthOver { tons, lost, .. } => {
                    sum.months += 1;
                    sum.tons += u64::from(tons);
                    sum.lost += u32::from(lost);
                    sum.patrols += u32::from(lost);
                }
                Event::Arrived { .. } => sum.patrols += 1,
                _ => {}
            }
        }
        log = Log::on();
        choices.clear();
        game.choices(&position, Seat::FIRST, &mut choices);
        if choices.is_empty() {
            break;
        }
        let view = game.view(&position, Viewer::Seat(Seat::FIRST));
        let choice = bot.choose(view, &choices);
        game.apply(&mut position, Seat::FIRST, &choice, &mut chance, &mut log)
            .unwrap();
        made += 1;
    }
    levels[game.outcome(&position).unwrap().level] += 1;
    made
}
