//! The convoy of a patrol: pages 19, 20, 22 and 23.

use super::*;
use crate::calendar::{Era, Month};
use crate::campaign::port::Prep;
use crate::cards::{CARDS, DeckName};
use crate::choice::Part;
use crate::conditions::{MapSide, Speed, Time, Weather};
use crate::escorts::CaptainPile;
use crate::sequence::Step;
use crate::ships::TileId;
use crate::space::RINGS;
use crate::tables::Pull;

/// A patrol mission whose conditions come from these d10: size, speed (and the special ship's), weather, time.
fn conditions(month: &str, d10s: &[u8]) -> Rig<'static> {
    let mut rig = sent(Scenario::Patrol(month.parse().unwrap()), &["U-81"]);
    change(&mut rig).fp = 0;
    rig.p.orders[0].clear();
    rig.p.agenda.clear();
    rig.d10s(d10s);
    for pull in [Pull::ConvoySize, Pull::ConvoySpeed] {
        rig.play(|play| play.draw_condition(pull));
    }
    rig.play(|play| play.draw_special_ship());
    for pull in [Pull::Weather, Pull::TimeOfDay] {
        rig.play(|play| play.draw_condition(pull));
    }
    rig
}

/// [19.size] [19.speed] [22.weather] [22.time]
#[test]
fn each_condition_is_read_from_its_own_d10() {
    let rig = conditions("1941-10", &[10, 1, 1, 1]);
    let t = tables();
    let drawn = rig.p.conditions;
    assert_eq!(drawn.side, t.setup.side(Era::Early, 10));
    assert_eq!(drawn.speed, t.setup.speed(Era::Early, 1));
    assert_eq!(drawn.weather, t.setup.weather(9, 1));
    assert_eq!(drawn.time, t.setup.time(1));
    let faces = |test: &dyn Fn(u8) -> bool| (1..=10).filter(|d10| test(*d10)).count();
    // As the tables have them: a change of a border must be seen here.
    let early = [
        faces(&|d10| t.setup.side(Era::Early, d10) == MapSide::Large),
        faces(&|d10| t.setup.speed(Era::Early, d10) == Speed::Fast),
        faces(&|d10| t.setup.weather(9, d10) == Weather::Bad),
        faces(&|d10| t.setup.time(d10) == Time::Day),
    ];
    assert!(
        early.iter().all(|count| (1..10).contains(count)),
        "{early:?}"
    );
    assert_ne!(t.setup.side(Era::Early, 1), t.setup.side(Era::Early, 10));
    assert_ne!(t.setup.speed(Era::Early, 1), t.setup.speed(Era::Early, 10));
    assert_eq!(t.setup.weather(0, 1), Weather::Bad, "low is bad");
}

/// [17.fp_repull_8] [5.repull_once] [5.repull_second_stands]
#[test]
fn fate_points_change_a_draw_once() {
    let mut rig = sent(Scenario::Patrol(Month::FIRST), &["U-81"]);
    rig.p.orders[0].clear();
    rig.p.agenda.clear();
    rig.d10s(&[3, 9, 3]);
    rig.play(|play| play.draw_condition(Pull::TimeOfDay));
    assert!(!rig.p.is_drawn(Pull::TimeOfDay), "it may still change");
    assert_eq!(rig.offers(W), [Choice::Keep, Choice::Repull(Part::D10)]);
    rig.choose(W, Choice::Repull(Part::D10)).unwrap();
    assert_eq!(rig.p.conditions.time, tables().setup.time(9));
    assert_eq!(sheet(&rig).fp, 0);
    assert!(rig.p.is_drawn(Pull::TimeOfDay));
    rig.play(|play| play.draw_condition(Pull::TimeOfDay));
    assert!(rig.offers(W).is_empty(), "nothing is left to pay with");
    assert_eq!(rig.p.conditions.time, tables().setup.time(3));
}

/// [19.special_ship] [19.special_ship_unseen] (R86) Its d10 is pulled after the size, and only if it can matter.
#[test]
fn only_a_large_convoy_has_a_special_ship() {
    let special = |rig: &Rig<'_>| {
        let tiles = rig.p.secret.piles.iter().enumerate();
        let found: Vec<usize> = tiles
            .flat_map(|(ring, pile)| pile.iter().map(move |tile| (ring, *tile)))
            .filter(|(_, tile)| tables().tile(*tile).special)
            .map(|(ring, _)| ring)
            .collect();
        found
    };
    let t = tables();
    let large = (1..=10)
        .find(|d10| t.setup.side(Era::Early, *d10) == MapSide::Large)
        .unwrap();
    let small = (1..=10)
        .find(|d10| t.setup.side(Era::Early, *d10) == MapSide::Small)
        .unwrap();
    let present = t.setup.special_present[0];
    let rig = conditions("1941-10", &[large, 1, present, 10, 5, 5]);
    assert_eq!(special(&rig), [RINGS - 1], "one, in the innermost ring");
    audit(&rig);
    let none = conditions("1941-10", &[large, 1, present + 1, 5, 5]);
    assert!(special(&none).is_empty());
    let none_sought = conditions("1941-10", &[small, 1, 5, 5]);
    assert!(special(&none_sought).is_empty());
    assert_eq!([sought(&none), sought(&none_sought)], [1, 0]);
    let mut whole = sent(Scenario::Patrol(Month::FIRST), &["U-81"]);
    assert_eq!(sought(&whole), 0, "the size is on the table, nothing more");
    let due = Step::Prep(Prep::SpecialShip);
    assert!(whole.p.agenda.below_top().any(|step| *step == due));
    answer_until(&mut whole, |_, port| port == Port::Buy);
    let large = whole.p.conditions.side == MapSide::Large;
    assert_eq!(sought(&whole) > 0, large);
}

/// How often a d10 was pulled for the special ship.
fn sought(rig: &Rig<'_>) -> usize {
    let of = |event: &&crate::Event| {
        matches!(
            event,
            crate::Event::Pulls {
                pull: Pull::SpecialShip,
                ..
            }
        )
    };
    rig.events.iter().filter(of).count()
}

/// [19.tile_piles]
#[test]
fn tiles_lie_shuffled_by_ring() {
    let rig = sent(Scenario::Patrol(Month::FIRST), &["U-81"]);
    for (ring, pile) in rig.p.secret.piles.iter().enumerate() {
        let of_ring = |tile: &TileId| usize::from(tables().tile(*tile).ring) == ring + 1;
        assert!(
            pile.iter()
                .filter(|tile| !tables().tile(**tile).special)
                .all(of_ring)
        );
        assert!(
            !pile.is_sorted() || pile.len() < 4,
            "ring {ring} is not shuffled"
        );
    }
}

/// [20.setup_cup] [20.distribution_cup] [20.captain_piles]
#[test]
fn the_cup_is_filled_by_the_date() {
    for month in Month::all() {
        let rig = sent(Scenario::Patrol(month), &["U-81"]);
        let cup = &rig.p.secret.hunt.cup;
        let values = tables().setup.cup(month);
        assert_eq!(cup.len() as usize, values.in_distribution(), "{month}");
        assert!(cup.count(None) >= values.added.into(), "{month}");
        let drawn = values
            .escorts
            .iter()
            .map(|id| cup.count(Some(*id)))
            .sum::<u32>();
        assert_eq!(
            drawn + cup.count(None),
            cup.len(),
            "{month}: escorts of other dates"
        );
        for pile in CaptainPile::ALL {
            let piled = rig.p.secret.hunt.captains[pile.index()].len();
            assert_eq!(piled, tables().escorts.pile(pile).count());
        }
    }
}

/// [23.reshuffle_all]
#[test]
fn every_deck_is_whole_again_on_turn_1() {
    let mut rig = sent(Scenario::WarPeriod(0), &["U-81", "U-96"]);
    answer_until(&mut rig, |_, port| matches!(port, Port::Start(_)));
    let used = rig.p.secret.decks.left(DeckName::Battle) < CARDS;
    assert!(used && rig.p.secret.decks.left(DeckName::Patrol) < CARDS);
    answer_until(&mut rig, |_, _| false);
    assert_eq!(rig.p.turn, 1);
    for deck in DeckName::ALL {
        let decks = &rig.p.secret.decks;
        // A boat that needs nothing but an answer has pulled nothing on turn 1.
        assert_eq!((decks.left(deck), decks.top(deck)), (CARDS, None), "{deck}");
    }
    audit(&rig);
}
