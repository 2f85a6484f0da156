//! Battles fought by random skippers and by doctrine: what must hold after every answer.

mod details;
mod escort_shot;
mod exceptions;
mod packs;
mod rules;
mod scatter;
mod skippers;

use super::doctrine::Bridge;
use super::{Act, Battle, Fate, Fight, Fighter, Joins, Site, Stage};
use crate::activity::Colour;
use crate::calendar::{Month, Period};
use crate::cups::{Cup, Cups, Season, fill};
use crate::displays::{Contact, Display};
use crate::geography::Area;
use crate::tables::{Tables, load};
use crate::units::Counter;
use crate::weather::Weather;
use derbyhouse_kernel::{Chance, Log};

fn tables() -> Tables {
    load(&[]).unwrap().0
}

/// The months in which the periods begin.
fn month(period: Period) -> Month {
    ["9/39", "7/40", "4/41", "1/42", "8/42"][period.index()]
        .parse()
        .unwrap()
}

fn cups(t: &Tables, period: Period, chance: &mut Chance) -> Cups {
    fill(
        t,
        Season {
            period,
            month: month(period),
            barbarossa: false,
            out: &[],
        },
        &[],
        chance,
    )
}

fn site(t: &Tables, area: Area, period: Period) -> Site {
    Site::new(t, area, period, month(period))
}

fn pack(t: &Tables, names: &[&str]) -> Vec<Fighter> {
    names
        .iter()
        .map(|name| Fighter::new(t, t.submarines.find(name).unwrap(), 0, 0))
        .collect()
}

/// All pieces of all cups and of the display, in order.
fn pieces(cups: &Cups, battle: Option<&Battle>) -> Vec<Counter> {
    let mut all: Vec<Counter> = cups.all().map(|(_, piece)| piece).collect();
    if let Some(battle) = battle {
        let held =
            (0..battle.slots.len()).filter(|place| !battle.empty.has(super::SlotId(*place as u8)));
        all.extend(held.map(|place| battle.faces.0[place]));
        let away = battle.aside.iter().chain(&battle.dispersed.0);
        all.extend(away.map(|(piece, _)| *piece));
        all.extend(
            battle
                .wreckage
                .sunk
                .iter()
                .chain(&battle.wreckage.damaged)
                .map(|(piece, _)| *piece),
        );
    }
    all.sort_unstable();
    all
}

/// Fights to the end, with random answers or by doctrine, and looks after every one.
fn fight(
    t: &Tables,
    battle: &mut Battle,
    cups: &mut Cups,
    chance: &mut Chance,
    random: bool,
) -> u32 {
    let before = pieces(cups, Some(battle));
    let tdc: u8 = battle.tdc_cup.iter().sum();
    let mut log = Log::off();
    let mut fight = Fight {
        t,
        b: battle,
        cups,
        chance,
        log: &mut log,
    };
    fight.begin();
    let mut acts = Vec::new();
    let mut answers = 0;
    while !fight.b.is_over() {
        acts.clear();
        fight.b.acts(t, &mut |act| acts.push(act));
        assert!(!acts.is_empty(), "{:?}", fight.b.stage);
        assert!(acts.is_sorted(), "{acts:?}");
        let act = if random {
            acts[fight.chance.below(acts.len() as u32) as usize]
        } else {
            Bridge::new(t, fight.b).act().unwrap()
        };
        assert!(
            acts.contains(&act),
            "{act:?} is none of {acts:?} at {:?}",
            fight.b.stage
        );
        fight.take(act).unwrap();
        answers += 1;
        assert!(answers < 2000, "no end");
        assert_eq!(
            pieces(fight.cups, Some(fight.b)),
            before,
            "a piece is lost or doubled after {act:?}"
        );
        let out: u32 = if matches!(fight.b.stage, Stage::Aiming(..)) {
            0
        } else {
            fight.b.aimed.len()
        };
        assert_eq!(
            u32::from(fight.b.tdc_cup.iter().sum::<u8>()) + out,
            u32::from(tdc)
        );
        assert!(fight.b.straggle <= super::MOST_STRAGGLE && fight.b.round <= 3);
    }
    let wreckage = fight.conclude();
    let mut after = pieces(cups, None);
    after.extend(
        wreckage
            .sunk
            .iter()
            .chain(&wreckage.damaged)
            .map(|(piece, _)| *piece),
    );
    after.sort_unstable();
    assert_eq!(after, before, "cups do not add up");
    answers
}

/// Every kind of contact in every period, by random skippers and by doctrine: pieces and markers add up after every
/// answer [14.8], every list is sorted, every fight ends.
#[test]
fn battles_end_and_nothing_gets_lost() {
    let t = tables();
    let mut chance = Chance::seeded(39);
    let contacts = [
        Contact::Loner,
        Contact::Convoy,
        Contact::TaskForce,
        Contact::SpecialConvoy,
    ];
    let colours = [Colour::Green, Colour::Orange, Colour::Blue, Colour::Red];
    let mut answers = 0;
    for period in Period::ALL {
        let mut cups = cups(&t, period, &mut chance);
        let full = cups.clone();
        for number in 0..300 {
            if number % 20 == 0 {
                cups = full.clone(); // named ships that were sunk are out otherwise
            }
            let area = Area::ALL[chance.below(27) as usize];
            let mut site = site(&t, area, period);
            site.weather = Weather::ALL[chance.below(6).min(2) as usize];
            site.coastal = chance.below(8) == 0;
            site.reattack = chance.below(2) == 0;
            site.aircraft = chance.below(3) as u8;
            let contact = contacts[number % 4];
            site.in_port = contact == Contact::TaskForce && chance.below(4) == 0;
            let mut fighters = match chance.below(3) {
                0 if matches!(contact, Contact::Convoy) => {
                    pack(&t, &["U-99", "U-48", "U-46", "U-123", "U-38", "U-100"])
                }
                1 => pack(&t, &["Tazzoli"]),
                _ => pack(&t, &["U-25"]),
            };
            for fighter in &mut fighters {
                fighter.ace = chance.below(3) as u8;
                fighter.green = chance.below(3) as u8;
                fighter.joins = if chance.below(4) == 0 {
                    Joins::Late
                } else {
                    Joins::Now
                };
            }
            let colour = colours[chance.below(4) as usize];
            let mut battle =
                Battle::engage(&t, site, contact, colour, fighters, &mut cups, &mut chance);
            answers += fight(&t, &mut battle, &mut cups, &mut chance, number % 2 == 0);
        }
    }
    assert!(answers > 15_000, "{answers}");
}

/// A boat that found no box does not intercept [14.11]; in a pack it waits [24.13].
#[test]
fn seven_boats_do_not_fit_into_the_outer_boxes_of_a_small_convoy() {
    let t = tables();
    let mut chance = Chance::seeded(7);
    let mut cups = cups(&t, Period::Two, &mut chance);
    let names = ["U-5", "U-6", "U-7", "U-9", "U-10", "U-12", "U-13"]; // tactical 2: the inner boxes need a die of 8
    let site = site(&t, Area::WesternApproaches, Period::Two);
    let mut battle = Battle::engage(
        &t,
        site,
        Contact::Convoy,
        Colour::Green,
        pack(&t, &names),
        &mut cups,
        &mut chance,
    );
    assert_eq!(battle.display, Display::Small);
    let mut log = Log::off();
    let mut chance = Chance::scripted([0; 7]);
    let mut fight = Fight {
        t: &t,
        b: &mut battle,
        cups: &mut cups,
        chance: &mut chance,
        log: &mut log,
    };
    fight.begin();
    while let Stage::Placing(hand, _) = fight.b.stage {
        let lane = fight.b.open_columns(&t, hand, 2).iter().next().unwrap();
        fight.take(Act::Column(lane)).unwrap();
    }
    let placed = battle
        .fighters
        .iter()
        .filter(|fighter| fighter.lane.is_some())
        .count();
    let waiting = battle
        .fighters
        .iter()
        .filter(|fighter| fighter.lane.is_none() && fighter.fate == Fate::Fighting);
    assert_eq!((placed, waiting.count()), (4, 3));
}

/// Each period's cups hold exactly what the War Mix says [3.11]; nothing is drawn before its time [3.12].
#[test]
fn cups_are_filled_by_the_table() {
    let t = tables();
    for (seed, period) in Period::ALL.into_iter().enumerate() {
        let cups = cups(&t, period, &mut Chance::seeded(seed as u64));
        for cup in Cup::MIX {
            let wanted: u16 = t
                .cups
                .mix(period, cup)
                .iter()
                .map(|(_, count)| u16::from(*count))
                .sum();
            assert_eq!(cups.of(cup).len(), usize::from(wanted), "{period} {cup}");
        }
        let mut all: Vec<Counter> = cups.all().map(|(_, piece)| piece).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "a counter is in two cups");
    }
}
