//! What the set-up deals and draws [15.5], [15.81], and where convoys and storms go [5.26].

use super::{percent, results, same, share};
use crate::sea::{Sea, choose, hex, tables};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::chance::{Share, odds};
use serde_json::json;
use std::collections::BTreeMap;
use wolfpack_1974::scenarios::escort_cup;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{Bound, EscortKind, Scenario};

/// The escorts of the first convoys of one direction.
fn dealt(month: Scenario, bound: Bound, convoys: usize) -> BTreeMap<Vec<EscortKind>, Share> {
    odds(2_000_000, |chance: &mut Chance| {
        let mut cup = escort_cup(tables(), month, bound);
        (0..convoys).map(|_| cup.draw(chance).unwrap()).collect()
    })
    .unwrap()
}

fn sum<'s>(shares: impl Iterator<Item = &'s Share>) -> Share {
    // All shares of one walk are parts of the same whole.
    let (mut ways, mut of) = (0, 1);
    for one in shares {
        (ways, of) = (ways * one.of + one.ways * of, of * one.of);
        let lowest = Share::new(ways, of);
        (ways, of) = (lowest.ways, lowest.of);
    }
    share(ways, of)
}

fn chance_of(
    shares: &BTreeMap<Vec<EscortKind>, Share>,
    so: impl Fn(&[EscortKind]) -> bool,
) -> Share {
    sum(shares
        .iter()
        .filter(|(dealt, _)| so(dealt))
        .map(|(_, share)| share))
}

fn real(kind: EscortKind) -> bool {
    kind != EscortKind::Dummy
}

/// [15.5] Four of ten convoys are real, in every month and direction, the first as likely as the tenth.
#[test]
fn four_convoys_of_ten_are_real() {
    for month in Scenario::ALL {
        for bound in Bound::ALL {
            let first = dealt(month, bound, 1);
            assert_eq!(chance_of(&first, |dealt| real(dealt[0])), share(4, 10));
        }
    }
    let all = dealt(Scenario::February, Bound::West, 10);
    assert_eq!(chance_of(&all, |dealt| real(dealt[9])), share(4, 10));
    assert_eq!(
        chance_of(&all, |dealt| dealt
            .iter()
            .filter(|kind| real(**kind))
            .count()
            == 4),
        share(1, 1)
    );
}

/// [15.21] In February HX-1 has EG-1 with two chances in ten; with a second convoy it is a draw without replacement.
#[test]
fn escorts_are_drawn_without_replacement() {
    let two = dealt(Scenario::February, Bound::East, 2);
    let eg1 = EscortKind::Eg1;
    assert_eq!(chance_of(&two, |dealt| dealt[0] == eg1), share(2, 10));
    assert_eq!(chance_of(&two, |dealt| dealt == [eg1, eg1]), share(2, 90));
    assert_eq!(
        chance_of(&two, |dealt| dealt == [eg1, EscortKind::Eg2]),
        share(4, 90)
    );
    assert_eq!(
        chance_of(&two, |dealt| dealt.iter().all(|kind| real(*kind))),
        share(12, 90)
    );
    let may = dealt(Scenario::May, Bound::West, 1);
    assert_eq!(
        chance_of(&may, |dealt| dealt[0] == EscortKind::Cve),
        share(2, 10)
    );
}

/// After d dummies among k known convoys of a direction the next is real with (4 - k + d) / (10 - k).
#[test]
fn what_is_known_changes_what_is_hidden() {
    for k in 0..6 {
        let shares = dealt(Scenario::April, Bound::East, k + 1);
        for d in 0..=k {
            let known =
                |dealt: &[EscortKind]| dealt[..k].iter().filter(|kind| !real(**kind)).count() == d;
            let there = chance_of(&shares, known);
            let both = chance_of(&shares, |dealt| known(dealt) && real(dealt[k]));
            let Some(left) = (4 + d as u128).checked_sub(k as u128) else {
                assert_eq!(there, Share::NEVER); // more real ones than there are
                continue;
            };
            assert_eq!(
                share(both.ways * there.of, both.of * there.ways),
                share(left, 10 - k as u128),
                "{k} {d}"
            );
        }
    }
}

/// [15.81] The set-up chit: where HX-1 starts, how often HX-5 straggles and a storm is about.
#[test]
fn the_set_up_chit_is_one_of_ten() {
    let lines = results("setup", &json!({}));
    same(
        percent(&lines, |line| line["convoys"]["HX-1"] == "0731"),
        30.0,
        "HX-1 in 0731",
    );
    same(
        percent(&lines, |line| line["convoys"]["SC-3"] == "0713"),
        50.0,
        "SC-3 in 0713",
    );
    same(
        percent(&lines, |line| line["straggled"] == json!(["HX-5"])),
        20.0,
        "HX-5 straggled",
    );
    let calm =
        |line: &serde_json::Value| line["storms"] == json!([]) && line["storm_sets"] == json!([]);
    same(percent(&lines, calm), 50.0, "no storm");
}

/// [5.26] From any hex N comes with 20 per cent, S with 10, L with 70.
#[test]
fn headings_are_20_10_70() {
    for column in 10..20 {
        let headings = results("move_table", &json!({ "hex": format!("10{column}") }));
        for (heading, expected) in [("N", 20.0), ("S", 10.0), ("L", 70.0)] {
            same(
                percent(&headings, |one| one["result"] == heading),
                expected,
                heading,
            );
        }
    }
}

/// [5.11] How likely each weather is in each month.
#[test]
fn weather_forms_by_the_month() {
    let formed = |month| {
        let position = Sea::of(month).position(&[Step::WeatherFormation]);
        odds(10, |chance| {
            let mut position = position.clone();
            let events = choose(&mut position, "done", chance).unwrap();
            match events[0] {
                wolfpack_1974::Event::Formation { formation, .. } => formation.id(),
                _ => "",
            }
        })
        .unwrap()
    };
    let tenths = |month| {
        let shares = formed(month);
        ["F1", "F2", "SA", "SB", "SC", "-"].map(|kind| {
            let ways = shares.get(kind).map_or(0.0, |share| share.percent());
            ways as u32 / 10
        })
    };
    assert_eq!(tenths(Scenario::February), [1, 0, 1, 2, 1, 5]);
    assert_eq!(tenths(Scenario::March), [1, 1, 1, 1, 1, 5]);
    assert_eq!(tenths(Scenario::April), [2, 1, 1, 1, 1, 4]);
    assert_eq!(tenths(Scenario::May), [2, 2, 1, 1, 1, 3]);
}

/// A crossing is 39 hexes: at least seven turns for a fast convoy, ten for a slow one [7.31], [7.33].
#[test]
fn a_crossing_takes_seven_turns_or_ten() {
    let crossing = hex("0701").distance(hex("1237"));
    assert_eq!(
        (crossing, crossing.div_ceil(6), crossing.div_ceil(4)),
        (39, 7, 10)
    );
}
