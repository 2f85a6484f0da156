//! How fast battles are fought, log off, by doctrine: battles per CPU-second of one thread. With a number, `-- 20000`, so
//! many battles a row: for tools that count instructions. With a period, `-- wp1`, only that one.

#![allow(clippy::disallowed_types)] // a benchmark, unlike the rules, needs a clock

use cpu_time::ThreadTime;
use derbyhouse_kernel::{Chance, Log};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::time::Duration;
use steel_wolves::activity::Colour;
use steel_wolves::calendar::{Month, Period};
use steel_wolves::combat::{Battle, Fight, Fighter, Site};
use steel_wolves::cups::{Cups, Season, fill};
use steel_wolves::displays::Contact;
use steel_wolves::geography::Area;
use steel_wolves::tables::{Tables, load};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Each figure is the best of so many slices of processor time: other work on the machine only slows.
const SLICES: usize = 6;
const SLICE: Duration = Duration::from_millis(300);

fn main() {
    let count: Option<u64> = std::env::args().find_map(|word| word.parse().ok());
    let tables = match load(&[]) {
        Ok((tables, _)) => tables,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    };
    println!("a battle is {} bytes\n", size_of::<Battle>());
    println!(
        "battle                           period  battles/cpu-s  answers/battle  ships/battle  allocations"
    );
    let only: Option<Period> = std::env::args().find_map(|word| word.parse().ok());
    for period in Period::ALL {
        if only.is_some_and(|only| only != period) {
            continue;
        }
        measure(
            &tables,
            "one boat, small convoy",
            period,
            Colour::Orange,
            &["U-99"],
            count,
        );
        measure(
            &tables,
            "one boat, large convoy",
            period,
            Colour::Red,
            &["U-99"],
            count,
        );
        if period > Period::One {
            let pack = ["U-99", "U-48", "U-46", "U-123", "U-38", "U-100"];
            measure(
                &tables,
                "six boats, large convoy",
                period,
                Colour::Red,
                &pack,
                count,
            );
        }
    }
}

fn measure(
    t: &Tables,
    what: &str,
    period: Period,
    colour: Colour,
    names: &[&str],
    count: Option<u64>,
) {
    let Some(month) = Month::new(1939, 9) else {
        return;
    };
    let mut chance = Chance::seeded(1940);
    let season = Season {
        period,
        month,
        barbarossa: false,
        out: &[],
    };
    let full = fill(t, season, &[], &mut chance);
    let site = Site::new(t, Area::WesternApproaches, period, month);
    let boats = names.iter().filter_map(|name| t.submarines.find(name));
    let fighters: Vec<Fighter> = boats.map(|boat| Fighter::new(t, boat, 0, 0)).collect();
    let mut cups = full.clone();
    let mut best = 0.0_f64;
    let (mut answers, mut battles, mut ships) = (0_u64, 0_u64, 0_u64);
    let region = Region::new(ALLOCATOR);
    for _ in 0..SLICES {
        let start = ThreadTime::now();
        let mut here = 0_u64;
        while count.map_or(start.elapsed() < SLICE, |count| battles + here < count) {
            for _ in 0..64 {
                let (steps, sunk, named) =
                    fight(t, site, colour, &fighters, &mut cups, &mut chance);
                answers += steps;
                ships += sunk;
                here += 1;
                if named {
                    cups = full.clone();
                }
            }
        }
        battles += here;
        best = best.max(here as f64 / start.elapsed().as_secs_f64());
    }
    let allocations = region.change().allocations;
    let (per, sunk) = (
        answers as f64 / battles as f64,
        ships as f64 / battles as f64,
    );
    println!("{what:32} {period:7} {best:13.0} {per:15.1} {sunk:13.2} {allocations:12}");
}

/// One battle by doctrine: answers given, ships sunk, and whether a named ship is out.
fn fight(
    t: &Tables,
    site: Site,
    colour: Colour,
    fighters: &[Fighter],
    cups: &mut Cups,
    chance: &mut Chance,
) -> (u64, u64, bool) {
    let mut battle = Battle::engage(
        t,
        site,
        Contact::Convoy,
        colour,
        fighters.iter().copied(),
        cups,
        chance,
    );
    let mut log = Log::off();
    let mut fight = Fight {
        t,
        b: &mut battle,
        cups,
        chance,
        log: &mut log,
    };
    fight.begin();
    let answers = fight.by_doctrine();
    let sunk = fight.b.sinkings().len() as u64;
    let wreckage = fight.conclude();
    (
        answers,
        sunk,
        !wreckage.sunk.is_empty() || !wreckage.damaged.is_empty(),
    )
}
