//! Convoys that scatter, and what the boats of the pack do then [29.4].

use super::packs::{MATE, count, with_mate};
use super::rules::{BOAT, TDC_ZERO, Table, slot, table};
use crate::combat::doctrine::Bridge;
use crate::combat::{Act, Fate, Joins, Stage};
use crate::cups::Cup;
use crate::displays::{Display, Lane};
use crate::event::Event;
use crate::units::Counter;

/// Pieces that are still in the Inner cup when the convoy scatters.
const LEFT: [&str; 4] = [
    "m_british_2t_0",
    "m_british_2t_1",
    "m_british_5t_3",
    "m_british_10t_3",
];

/// A pack of two has sunk one of three ships of a large convoy in disorder, all from the Inner cup, and the straggle die is a
/// 0: the convoy scatters.
fn scattered() -> (Table, Vec<Event>) {
    let units = [
        ("m_british_4t_1", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterRight),
        ("m_british_4t_1", Lane::OuterRight),
    ];
    let mut table = with_mate(table(Display::Large, &units));
    for slot in &mut table.b.slots {
        slot.cup = Cup::Inner;
    }
    for name in LEFT {
        let unit = table.t.ships.find(name).unwrap();
        let piece = table.t.ships.counters(unit).next().unwrap();
        table.cups.put(Cup::Inner, piece);
    }
    (table.b.straggle, table.b.sunk_now) = (1, 1);
    table.b.gone.insert(slot(0));
    for fighter in &mut table.b.fighters {
        fighter.acted = true;
        fighter.deck_gun = false;
        fighter.drew_event = true;
        fighter.pressure = Some(0);
    }
    let events = table.play(&[0], |fight| fight.next_boat());
    (table, events)
}

/// No dice are thrown for it (R63), but each boat may withdraw, as before any re-attack, and is asked before she knows what she
/// will meet: three pieces of the Inner cup (R30) [14.3], [14.41], [24.25A], [29.4].
#[test]
fn boats_are_asked_before_they_meet_loners() {
    let (mut table, events) = scattered();
    assert_eq!(count(&events, |event| matches!(event, Event::Scattered)), 1);
    assert_eq!(table.b.stage, Stage::Deciding(BOAT));
    assert!(!table.boat().drew_event, "a round of her own [19.21]");
    assert_eq!((table.b.display, table.b.slots.len()), (Display::Loner, 0));
    assert!(table.b.is_whole(&table.t));
    let events = table.play(&[], |fight| fight.take(Act::Withdraw).unwrap());
    assert_eq!(
        count(&events, |event| matches!(event, Event::Withdrew { .. })),
        1
    );
    assert_eq!(table.b.stage, Stage::Deciding(MATE));
    // Three of four pieces; three markers; she goes on, which is her re-attack, without a die [24.25B].
    let dice = [0, 0, 0, TDC_ZERO, TDC_ZERO, TDC_ZERO];
    let events = table.play(&dice, |fight| fight.take(Act::GoOn).unwrap());
    assert_eq!(
        count(&events, |event| matches!(event, Event::Persisted { .. })),
        0
    );
    assert_eq!((table.b.stage, table.b.round), (Stage::Hunting(MATE), 2));
    assert_eq!(table.b.slots.len(), 3);
    let alone = |slot: &crate::combat::Slot| slot.lane == Some(Lane::Alone);
    assert!(table.b.slots.iter().all(alone));
    let events = table.play(&[0], |fight| fight.take(Act::Fire).unwrap());
    let hunted = |event: &Event| matches!(event, Event::Countered { .. });
    assert_eq!(count(&events, hunted), 1);
    assert!(table.b.is_over());
}

/// An ace who has met her loners is asked again, once; the next boat begins with her first re-attack [14.41].
#[test]
fn every_boat_has_her_own_rounds() {
    let (mut table, _) = scattered();
    table.b.fighters[0].ace = 1;
    table.play(&[0, 0, 0, TDC_ZERO, TDC_ZERO, TDC_ZERO], |fight| {
        fight.take(Act::GoOn).unwrap();
        fight.take(Act::Fire).unwrap();
    });
    assert_eq!((table.b.stage, table.b.round), (Stage::Deciding(BOAT), 2));
    table.play(&[TDC_ZERO, TDC_ZERO, TDC_ZERO], |fight| {
        fight.take(Act::GoOn).unwrap();
        assert_eq!((fight.b.stage, fight.b.round), (Stage::Hunting(BOAT), 3));
        fight.b.attacked.insert(slot(0)); // as if she had fired
        fight.take(Act::Fire).unwrap();
    });
    assert_eq!((table.b.stage, table.b.round), (Stage::Deciding(MATE), 1));
    assert!(table.b.is_whole(&table.t), "what she attacked is gone");
}

/// A skipper goes after loners of a scattered convoy as he attacks again anywhere: by what hunted him in the first round, a
/// late boat by what hunts her now (12.4).
#[test]
fn skippers_decide_as_for_any_re_attack() {
    for (pressure, joins, watch, act) in [
        (Some(0), Joins::Now, 9, Act::GoOn),
        (Some(3), Joins::Now, 0, Act::Withdraw),
        (None, Joins::Late, 5, Act::GoOn), // U-25 has defence 2
        (None, Joins::Late, 6, Act::Withdraw),
    ] {
        let (mut table, _) = scattered();
        table.b.fighters[0].pressure = pressure;
        table.b.fighters[0].joins = joins;
        table.b.watch = watch;
        let skipper = Bridge::new(&table.t, &table.b).act();
        assert_eq!(skipper, Some(act), "{pressure:?}, watch {watch}");
    }
}

/// What was drawn goes back in Clean-up, when all have attacked, and not before: nobody meets ships of the convoy again, nor
/// those of another boat [14.8], [29.4]. Nobody can read in a file what lay face down.
#[test]
fn pieces_return_only_in_clean_up() {
    let (mut table, _) = scattered();
    let convoy = ["m_british_4t_1"; 3].map(|name| table.t.ships.find(name).unwrap());
    let convoy: Vec<Counter> = table.t.ships.counters(convoy[0]).take(3).collect();
    let inner = |table: &Table| table.cups.of(Cup::Inner).to_vec();
    assert_eq!(inner(&table).len(), LEFT.len());
    assert!(
        convoy
            .iter()
            .all(|piece| table.b.held().any(|held| held == *piece))
    );
    let file = serde_json::to_string(&table.b).unwrap();
    assert!(file.contains("\"dispersed\":\""), "{file}");
    let read: crate::combat::Battle = serde_json::from_str(&file).unwrap();
    assert_eq!(read, table.b);
    // The first boat meets three of four, holds her fire and is hunted: the second meets the last one.
    table.play(&[0, 0, 0, TDC_ZERO, TDC_ZERO, TDC_ZERO, 0], |fight| {
        fight.take(Act::GoOn).unwrap();
        fight.take(Act::Fire).unwrap();
    });
    table.play(&[0, TDC_ZERO, 0], |fight| {
        fight.take(Act::GoOn).unwrap();
        assert_eq!(fight.b.slots.len(), 1);
        fight.take(Act::Fire).unwrap();
    });
    assert!(table.b.is_over() && inner(&table).is_empty());
    assert!(
        table
            .b
            .fighters
            .iter()
            .all(|boat| boat.fate == Fate::Withdrawn)
    );
    table.play(&[], |fight| {
        fight.conclude();
    });
    let back = inner(&table);
    assert_eq!(back.len(), LEFT.len() + convoy.len());
    assert!(convoy.iter().all(|piece| back.contains(piece)));
}
