//! Combat: what attacks on convoys score, and what they cost.

use super::{mean, percent, results, rounds_to, same};
use crate::procedures::procedure;
use crate::sea::{Sea, choose, convoy, game, tables};
use derbyhouse_kernel::chance::{Share, odds};
use derbyhouse_kernel::{Chance, Game, Seat, Viewer};
use serde_json::json;
use std::collections::BTreeMap;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{EscortKind, Straggle};

/// [14.47], [14.45] An attack on a group of six by strength: nothing, pinned, one sunk.
#[test]
fn attacks_on_boats() {
    let clear = [
        [80, 10, 10],
        [50, 40, 10],
        [10, 70, 20],
        [0, 70, 30],
        [0, 50, 50],
        [0, 30, 70],
        [0, 30, 70],
    ];
    let weather = [
        [100, 0, 0],
        [80, 20, 0],
        [40, 60, 0],
        [0, 100, 0],
        [0, 80, 20],
        [0, 60, 40],
        [0, 60, 40],
    ];
    for (in_weather, table) in [(false, clear), (true, weather)] {
        for (strength, row) in (1..).zip(table) {
            let given = json!({ "units": ["pack6"], "strength": strength, "weather": in_weather });
            let outcomes = results("asw", &given);
            for (result, expected) in [".", "P", "X"].into_iter().zip(row) {
                let chance = percent(&outcomes, |one| one["results"] == json!([result]));
                same(
                    chance,
                    f64::from(expected),
                    &format!("strength {strength}, {result}"),
                );
            }
        }
    }
}

/// Expected points lost to an attack on a group of six: two for each boat.
#[test]
fn what_an_attack_costs() {
    for (strength, expected) in (1..).zip([0.2, 0.2, 0.4, 0.6, 1.0, 1.4]) {
        let outcomes = results("asw", &json!({ "units": ["pack6"], "strength": strength }));
        let lost = mean(&outcomes, |one| 2.0 * one["sunk"].as_f64().unwrap());
        same(lost, expected, &format!("strength {strength}"));
    }
}

/// The strength that stands at the left end of each column, against an escort of nothing.
const COLUMNS: [u32; 6] = [2, 6, 15, 24, 32, 40];

/// [14.2], [14.17], [14.18] Expected result by column and modifier of the chit: -3, -2, -1, 0, +1, +2.
#[test]
fn what_an_attack_scores() {
    let table = [
        [0.3, 0.4, 0.5, 0.7, 0.9, 1.1],
        [0.7, 0.9, 1.1, 1.4, 1.7, 2.0],
        [0.9, 1.1, 1.3, 1.6, 1.9, 2.1],
        [0.9, 1.2, 1.5, 1.9, 2.3, 2.6],
        [1.0, 1.3, 1.6, 2.0, 2.4, 2.7],
        [1.1, 1.4, 1.7, 2.1, 2.5, 2.8],
    ];
    for (strength, row) in COLUMNS.into_iter().zip(table) {
        for (modifier, expected) in (-3..).zip(row) {
            let (weather, straggle) = match modifier {
                -3 => (true, "-"),
                -2 => (true, "S1"),
                -1 => (true, "S2"),
                0 => (false, "-"),
                1 => (false, "S1"),
                _ => (false, "S2"),
            };
            let given = json!({ "strength": strength, "escort": 0, "straggle": straggle, "weather": weather });
            let outcomes = results("uboat_attack", &given);
            assert!(
                outcomes
                    .iter()
                    .all(|one| one.result["chit_modifier"] == modifier)
            );
            let what = format!("strength {strength}, modifier {modifier}");
            same(
                mean(&outcomes, |one| one["result"].as_f64().unwrap()),
                expected,
                &what,
            );
            let factor = if straggle == "-" { 1.0 } else { 2.0 };
            let points = mean(&outcomes, |one| one["victory_points"].as_f64().unwrap());
            same(points, factor * expected, &what);
        }
    }
}

/// [14.37] A straggle draw by column: S1 and S2.
#[test]
fn straggle_draws() {
    let table = [
        ("1", 30, 10),
        ("2", 30, 20),
        ("3_or_fog", 40, 20),
        ("4_or_storm", 30, 40),
    ];
    for (column, s1, s2) in table {
        let outcomes = results("straggle", &json!({ "column": column }));
        same(
            percent(&outcomes, |one| one["state"] == "S1"),
            f64::from(s1),
            column,
        );
        same(
            percent(&outcomes, |one| one["state"] == "S2"),
            f64::from(s2),
            column,
        );
    }
}

/// F1 as the game plays it: points and straggling of an attack by all units on HX-1.
fn attack(units: &str, escort: EscortKind, straggle: Straggle) -> BTreeMap<(u16, Straggle), Share> {
    let sea = Sea::new()
        .sighted("HX-1", "1020", escort)
        .straggled("HX-1", straggle)
        .boats("1021", units);
    let mut gathered = sea.play(&[Step::UboatAttack(None)], &[]);
    gathered.choose("attack 1", &[]);
    while gathered.offers_any("add all") {
        gathered.choose("add all", &[]);
    }
    if let Some(last) = gathered
        .offers()
        .into_iter()
        .find(|offer| offer.starts_with("add"))
    {
        gathered.choose(&last, &[]);
    }
    odds(1000, |chance| {
        let mut position = gathered.position.clone();
        choose(&mut position, "fire", chance).unwrap();
        let view = game().view(&position, Viewer::Seat(Seat::FIRST));
        (view.points(), view.convoy(convoy("HX-1")).straggle)
    })
    .unwrap()
}

/// [14.31] How an attack on an unstraggled convoy leaves it: S1 and S2, by column.
#[test]
fn attacks_scatter_convoys() {
    let forces = [
        "single single single",
        "pack6",
        "pack12 single",
        "pack18 single",
        "pack24 single",
        "pack30 single",
    ];
    let table = [
        (18.0, 7.0),
        (25.0, 13.0),
        (28.0, 15.0),
        (29.0, 17.0),
        (30.0, 17.0),
        (30.0, 18.0),
    ];
    for (units, (s1, s2)) in forces.into_iter().zip(table) {
        let shares = attack(units, EscortKind::Eg1, Straggle::None);
        let left = |state| -> f64 {
            let those = shares
                .iter()
                .filter(|((_, straggle), _)| *straggle == state);
            those.map(|(_, share)| share.percent()).sum()
        };
        rounds_to(left(Straggle::S1), s1, 0, units);
        rounds_to(left(Straggle::S2), s2, 0, units);
    }
}

/// What one group of boats loses, on average, to an escort of that strength.
fn sunk_a_group(strength: i32) -> f64 {
    if strength < 1 {
        return 0.0;
    }
    let outcomes = results("asw", &json!({ "units": ["pack6"], "strength": strength }));
    mean(&outcomes, |one| one["sunk"].as_f64().unwrap())
}

/// Groups in which units are attacked.
fn groups(units: &str) -> usize {
    let units: Vec<&str> = units.split_whitespace().collect();
    let given = json!({ "units": units, "strength": 1 });
    let struck = procedure("asw")
        .run(game(), &given, &mut Chance::seeded(1))
        .unwrap();
    struck["groups"].as_array().unwrap().len()
}

/// Points less two for every boat lost in the counterattack, on average.
fn net(units: &str, escort: EscortKind, straggle: Straggle) -> f64 {
    let printed = tables().escort(escort).strength;
    let shares = attack(units, escort, straggle);
    let each = shares.iter().map(|((points, after), share)| {
        let strength = printed - after.index() as i32; // [14.32], [14.46]
        let lost = 2.0 * groups(units) as f64 * sunk_a_group(strength);
        share.percent() / 100.0 * (f64::from(*points) - lost)
    });
    each.sum()
}

const ESCORTS: [EscortKind; 3] = [EscortKind::Eg1, EscortKind::Eg2, EscortKind::Sg];

/// [14.11], [14.41] What an attack is worth: EG-1, EG-2 and SG, unstraggled, S1 and S2.
#[test]
fn the_net_value_of_attacks() {
    let nine = [1.15, 1.05, 0.75, 3.40, 3.18, 3.00, 4.00, 4.00, 3.60];
    let mut twelve = nine; // 15 - 0 reaches the next column
    (twelve[3], twelve[6], twelve[7]) = (3.80, 4.20, 4.20);
    let table = [
        (
            "pack6",
            [1.28, 0.51, 0.35, 3.40, 3.29, 1.60, 4.00, 4.00, 3.80],
        ),
        (
            "pack6 single",
            [1.15, 1.05, 0.00, 3.40, 3.18, 3.00, 4.00, 4.00, 3.60],
        ),
        ("pack6 single single", nine),
        ("pack6 pack6", nine),
        ("pack12", twelve),
        (
            "pack12 single single",
            [1.26, 1.09, 0.43, 3.80, 3.49, 3.20, 4.20, 4.20, 3.60],
        ),
        (
            "pack18",
            [1.26, 1.09, 0.66, 4.60, 3.49, 3.20, 5.20, 5.20, 3.60],
        ),
        (
            "pack18 single single single",
            [1.47, 1.24, 0.67, 4.60, 4.22, 3.80, 5.20, 5.20, 4.40],
        ),
        (
            "pack30",
            [1.47, 1.17, 0.47, 5.00, 4.34, 3.80, 5.60, 5.60, 4.40],
        ),
    ];
    for (units, row) in table {
        let states = Straggle::ALL
            .into_iter()
            .flat_map(|state| ESCORTS.map(|escort| (escort, state)));
        for ((escort, state), expected) in states.zip(row) {
            let value = net(units, escort, state);
            rounds_to(
                value,
                expected,
                2,
                &format!("{units} against {escort}, {state}"),
            );
        }
    }
}

/// The same by walking the whole attack, straggling and counterattack in one: the parts add up to the whole.
#[test]
fn the_whole_attack_agrees_with_its_parts() {
    for units in ["pack6", "pack6 single"] {
        for escort in ESCORTS {
            let names: Vec<&str> = units.split_whitespace().collect();
            let outcomes = results("attack", &json!({ "units": names, "escort": escort }));
            let value = mean(&outcomes, |one| {
                one["points"].as_f64().unwrap() - 2.0 * one["boats_lost"].as_f64().unwrap()
            });
            same(
                value,
                net(units, escort, Straggle::None),
                &format!("{units} against {escort}"),
            );
        }
    }
}

/// How likely a pack that attacks at +6 or more ends pinned, in part at least: about 12, 36 and 70 per cent.
#[test]
fn attackers_end_pinned() {
    let forces = [
        ("EG1", "pack6", 12.0),
        ("EG2", "pack6 single", 36.0),
        ("SG", "pack6 single single", 70.0),
    ];
    for (escort, units, expected) in forces {
        let names: Vec<&str> = units.split_whitespace().collect();
        let outcomes = results("attack", &json!({ "units": names, "escort": escort }));
        // The group of six is the last to be struck.
        let pinned = percent(&outcomes, |one| {
            let struck = one["counterattack"].as_array().unwrap();
            struck.last().is_some_and(|result| result != ".")
        });
        assert!((pinned - expected).abs() < 1.0, "{escort}: {pinned}");
    }
}
