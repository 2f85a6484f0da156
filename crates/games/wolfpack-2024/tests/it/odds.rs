//! Odds: against counts by hand, against what the decks were designed for, and wherever a player can ask for them.

use crate::game;
use derbyhouse_kernel::{Bot, Chance, Game, Log, Viewer};
use derbyhouse_scene::Face;
use wolfpack_2024::boats::{Letter, TorpedoType, Tube};
use wolfpack_2024::calendar::Era;
use wolfpack_2024::cards::AswRow;
use wolfpack_2024::conditions::{Conditions, Light, MapSide, Speed, Time, Weather};
use wolfpack_2024::depth::Depth;
use wolfpack_2024::escorts::{Equipment, Hold};
use wolfpack_2024::forecast::hunt::{self, Listening};
use wolfpack_2024::forecast::torpedoes::{Aim, effect, salvo, solutions};
use wolfpack_2024::forecast::{perils, ticks};
use wolfpack_2024::position::Torpedo;
use wolfpack_2024::ring::Location;
use wolfpack_2024::ships::Size;
use wolfpack_2024::space::{Facing, Space};
use wolfpack_2024::{Choice, Setup, Wolfpack};

const NIGHT: Conditions = Conditions {
    side: MapSide::Small,
    speed: Speed::Slow,
    weather: Weather::Good,
    time: Time::Night,
};

#[track_caller]
fn near(found: f64, expected: f64, by: f64) {
    assert!((found - expected).abs() <= by, "{found}, not {expected}");
}

/// By hand: of 40 cards 14 tick; both of two: 14/40 · 13/39; at least one of two: 1 − 26/40 · 25/39.
#[test]
fn ticks_are_counted_without_putting_cards_back() {
    near(ticks(14, 1, 1), 14.0 / 40.0, 1e-12);
    near(ticks(14, 2, 2), 14.0 / 40.0 * 13.0 / 39.0, 1e-12);
    near(ticks(14, 2, 1), 1.0 - 26.0 / 40.0 * 25.0 / 39.0, 1e-12);
    near(ticks(0, 3, 1), 0.0, 1e-12);
    near(ticks(40, 3, 3), 1.0, 1e-12);
}

/// Every combat card, every two angle cards, every battle card, one by one [25.hit_check_cards], [25.hit_total].
#[test]
fn a_hit_is_counted_card_by_card() {
    let game = game();
    let cards = &game.tables().cards;
    let aim = Aim::new(game.tables(), NIGHT);
    for (size, travel, modifier) in [
        (Size::Medium, Facing::E, 1),
        (Size::Small, Facing::SW, -3),
        (Size::Large, Facing::N, 3),
    ] {
        let (mut ways, mut all) = (0u64, 0u64);
        for combat in &cards.combat {
            for (first, size_card) in cards.angle.iter().enumerate() {
                for (second, angle_card) in cards.angle.iter().enumerate() {
                    if first == second {
                        continue;
                    }
                    for battle in &cards.battle {
                        let total = battle.d10 as i8
                            + size_card.size(size)
                            + angle_card.angle(travel)
                            + modifier;
                        let hit = match battle.d10 {
                            10 => true,
                            1 => false,
                            _ => total >= combat.to_hit(Speed::Slow, Weather::Good) as i8,
                        };
                        ways += u64::from(hit);
                        all += 1;
                    }
                }
            }
        }
        assert_eq!(all, 40 * 40 * 39 * 40);
        near(
            aim.hit(size, travel, modifier),
            ways as f64 / all as f64,
            1e-9,
        );
    }
}

fn torpedo(modifier: i8) -> Torpedo {
    Torpedo {
        boat: Letter::W,
        tube: Tube::new(1).unwrap(),
        kind: TorpedoType::G7a,
        target: Space::new(6, 7).unwrap(),
        travel: Facing::E,
        modifier,
        turns: 1,
        half: false,
    }
}

/// One torpedo is the hit and then the damage; a second at the same ship shares the cards, and a second damage sinks
/// [25.salvo_keeps_cards], [26.second_damage_sinks].
#[test]
fn a_salvo_shares_its_cards() {
    let game = game();
    let t = game.tables();
    let aim = Aim::new(t, NIGHT);
    let one = salvo(t, Era::Early, NIGHT, Size::Large, false, &[torpedo(1)]);
    let hit = aim.hit(Size::Large, Facing::E, 1);
    let [_, damages, sinks] = effect(t, Era::Early, TorpedoType::G7a, Size::Large);
    near(one.hit, hit, 1e-9);
    near(one.sunk, hit * sinks, 1e-9);
    near(one.damaged, hit * damages, 1e-9);
    let two = salvo(t, Era::Early, NIGHT, Size::Large, false, &[torpedo(1); 2]);
    // Shared cards make both hit, or both miss, more often than chance would.
    assert!(two.hit < 1.0 - (1.0 - hit) * (1.0 - hit) && two.hit > hit);
    let apart = one.and(hit, effect(t, Era::Early, TorpedoType::G7a, Size::Large));
    assert!(
        two.sunk > apart.sunk && two.sunk > 2.0 * one.sunk,
        "{two:?}"
    );
    let hurt = salvo(t, Era::Early, NIGHT, Size::Large, true, &[torpedo(1)]);
    near(hurt.sunk, hit * (damages + sinks), 1e-9);
}

/// What the decks were designed for: duds, damage, hits on the beam at short range with an average solution.
#[test]
fn shots_are_as_intended() {
    let game = game();
    let t = game.tables();
    let aim = Aim::new(t, NIGHT);
    let fast = Aim::new(
        t,
        Conditions {
            speed: Speed::Fast,
            ..NIGHT
        },
    );
    let solved = solutions(t, Light::NightGood, 3, 0, false);
    near(solved.iter().map(|(_, share)| share).sum(), 1.0, 1e-9);
    let beam = |aim: &Aim, size| -> f64 {
        let shots = solved.iter();
        shots
            .map(|(value, share)| share * aim.hit(size, Facing::E, *value))
            .sum()
    };
    for (size, hit, unaimed) in [
        (Size::Small, 0.55, 0.19),
        (Size::Medium, 0.65, 0.27),
        (Size::Large, 0.74, 0.37),
    ] {
        near(beam(&aim, size), hit, 0.02);
        near(aim.hit(size, Facing::E, -3), unaimed, 0.02);
        near(beam(&aim, size) - beam(&fast, size), 0.10, 0.03);
    }
    let duds = |era, kind| {
        let [nothing, ..] = effect(t, era, kind, Size::Small);
        (nothing - 0.15) / 0.85 // of what explodes, 15 % does a small ship no harm
    };
    near(duds(Era::Early, TorpedoType::G7e), 0.30, 1e-9);
    near(duds(Era::Early, TorpedoType::G7a), 0.20, 1e-9);
    near(duds(Era::Late, TorpedoType::G7e), 0.10, 1e-9);
}

/// Searches, evasion, charges, as the decks were designed for.
#[test]
fn the_hunt_is_as_intended() {
    let game = game();
    let t = game.tables();
    let listening = |homing, make| Listening {
        attack: false,
        elite: false,
        silent: false,
        homing,
        make,
    };
    near(
        hunt::heard(t, NIGHT, listening(false, Era::Early)),
        0.35,
        1e-9,
    );
    near(
        hunt::heard(t, NIGHT, listening(true, Era::Late)),
        0.50,
        1e-9,
    );
    // On the Attack map a plain operator needs both of two cards, an elite one either [45.sonar_cards].
    let attack = |elite, silent| Listening {
        attack: true,
        elite,
        silent,
        ..listening(false, Era::Early)
    };
    near(
        hunt::heard(t, NIGHT, attack(false, false)),
        ticks(14, 2, 2),
        1e-12,
    );
    near(
        hunt::heard(t, NIGHT, attack(true, false)),
        ticks(14, 2, 1),
        1e-12,
    );
    near(
        hunt::heard(t, NIGHT, attack(false, true)),
        ticks(14, 3, 3),
        1e-12,
    );
    near(hunt::evaded(t, false), 0.40, 1e-9);
    near(hunt::evaded(t, true), 1.0 - 24.0 / 40.0 * 23.0 / 39.0, 1e-9);
    near(hunt::attacks(t, false), 0.60, 1e-9);
    near(hunt::attacks(t, true), 0.84, 0.01);
    near(hunt::called(t, Location::N), 0.35, 1e-9);
    near(hunt::called(t, Location::W), 0.30, 1e-9);
    near(
        hunt::seen_on_approach(t, Equipment::EarlyAll, NIGHT),
        0.50,
        1e-9,
    );
    near(
        hunt::seen_on_approach(t, Equipment::EarlyNoRadar, NIGHT),
        0.35,
        1e-9,
    );
    // Radar finds a surfaced boat in good weather on 2 or more, a periscope on 4 or more [45.radar].
    let seen = |depth| hunt::seen(t, true, Light::NightGood, depth);
    assert_eq!(seen(Depth::SURFACE), Some(0.9));
    assert_eq!(seen(Depth::PERISCOPE), Some(0.7));
    assert_eq!(seen(Depth::SHALLOW), None);
    for (row, hits) in [
        (AswRow::M30, 0.35),
        (AswRow::M90, 0.30),
        (AswRow::M150, 0.12),
    ] {
        near(hunt::card_hits(t, row, Hold::Contact), hits, 0.0126);
    }
}

/// By hand from the printed limits and the tables of one d10 [28.implosion_270], [55.survival_modifiers],
/// [68.straggler_roll].
#[test]
fn perils_are_counted_on_the_d10() {
    let game = game();
    let t = game.tables();
    let deep = |metres| Depth::of_metres(metres).unwrap_or(Depth::BOTTOM);
    assert_eq!(perils::crushed(t, deep(270), 0), 1.0);
    assert_eq!(perils::crushed(t, deep(195), 0), 0.0);
    assert_eq!(perils::crushed(t, deep(75), 7), 0.0);
    near(perils::crushed(t, deep(210), 0), 0.20, 0.05);
    // Early: lost on 3 or less, two better when deep, two better when hardly held.
    let survival = |hold, metres| perils::survival(t, Era::Early, hold, deep(metres), 0);
    near(survival(Hold::Contact, 30), 0.7, 1e-9);
    near(survival(Hold::Contact, 120), 0.9, 1e-9);
    near(survival(Hold::Lost2, 120), 1.0, 1e-9);
    near(perils::straggler(t, 0), 0.9, 1e-9);
    near(perils::straggler(t, 4), 0.6, 1e-9);
    near(perils::straggler(t, 12), 0.1, 1e-9);
    near(perils::enters(t, 8), 0.2, 1e-9);
    near(perils::enters(t, 11), 1.0, 1e-9);
}

/// Wherever odds are shown they are chances, they cite rules there are, and they say what they are reckoned from.
#[test]
fn odds_are_chances_and_say_so() {
    let game = game();
    let known: Vec<&str> = game
        .rules()
        .iter()
        .map(|rule| rule.number.as_str())
        .collect();
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..6 {
        let scenario = ["patrol-1942-01", "patrol-1943-02"][seed as usize % 2];
        let setup = game.setup(Some(scenario), &[]).unwrap();
        ask_all(&game, setup, seed, |choice, prospects| {
            for prospect in prospects {
                if let Some(share) = prospect.share {
                    assert!(
                        (0.0..=1.0 + 1e-9).contains(&share),
                        "{choice}: {prospect:?}"
                    );
                }
                for rule in &prospect.rules {
                    assert!(known.contains(&rule.as_str()), "{choice}: {rule}");
                }
            }
            if let Some(last) = prospects.last() {
                assert!(last.text.contains("whole decks"), "{choice}: {last:?}");
                kinds.insert(choice.to_string().split(' ').next().unwrap().to_owned());
            }
        });
    }
    for kind in [
        "fire", "at", "depth", "silent", "dive", "stay", "repull", "repair", "to", "done",
        "scuttle",
    ] {
        assert!(kinds.contains(kind), "no odds of “{kind}”: {kinds:?}");
    }
}

fn ask_all(
    game: &Wolfpack,
    setup: Setup,
    seed: u64,
    mut look: impl FnMut(&Choice, &[derbyhouse_scene::Prospect]),
) {
    let mut bots: Vec<Box<dyn Bot<Wolfpack>>> =
        (0..4).map(|_| game.bot("doctrine", 0).unwrap()).collect();
    let (mut chance, mut log) = (Chance::seeded(seed), Log::off());
    let mut position = game.start(&setup, &mut chance, &mut log).unwrap();
    let mut choices = Vec::new();
    while let Some(seat) = game.asked(&position).first() {
        choices.clear();
        game.choices(&position, seat, &mut choices);
        let view = game.view(&position, Viewer::Seat(seat));
        for choice in &choices {
            look(choice, &game.outlook(view, choice));
        }
        let choice = bots[seat.index()].choose(view, &choices);
        game.apply(&mut position, seat, &choice, &mut chance, &mut log)
            .unwrap();
    }
}
