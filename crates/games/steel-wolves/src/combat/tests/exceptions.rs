//! Exceptions of combat that are easily forgotten, on displays laid out by hand with dice given.

use super::packs::{MATE, count, with_mate};
use super::rules::{BOAT, TDC_ZERO, slot, table};
use crate::calendar::Period;
use crate::combat::doctrine::Bridge;
use crate::combat::{Act, CombatEvent, SlotSet, Stage};
use crate::displays::{Display, Lane};
use crate::event::Event;
use crate::halves::Halves;
use crate::harm::Hazard;

/// An escort that suspects nothing does not defend itself, and that counts when it is asked whether anything can be hit
/// [14.15B], [14.17]; a boat that was seen surprises nobody.
#[test]
fn a_surprise_shot_is_a_possible_hit() {
    for spotted in [false, true] {
        let mut table = table(Display::Small, &[("es_river", Lane::OuterLeft)]).face_up();
        let bare = -table.b.need(&table.t, BOAT, slot(0), 0);
        table.b.fighters[0].attack = bare as i8;
        table.b.fighters[0].spotted = spotted;
        let dice = if spotted {
            &[TDC_ZERO, 5][..]
        } else {
            &[TDC_ZERO][..]
        };
        let events = table.play(dice, |fight| {
            fight.begin_turn(BOAT);
            fight.take(Act::Aim(slot(0))).unwrap();
        });
        let missed = count(&events, |event| matches!(event, Event::NoShot { .. }));
        assert_eq!(missed, usize::from(spotted));
        assert_eq!(
            matches!(table.b.stage, Stage::Allotting(..)),
            !spotted,
            "{:?}",
            table.b.stage
        );
    }
}

/// Escorts are warned by a boat of a pack that has fired, not by one that had no shot, nor by a lone boat (R32).
#[test]
fn only_shots_of_a_pack_warn_escorts() {
    let ship = [("m_british_4t_1", Lane::OuterLeft)];
    let mut alone = table(Display::Small, &ship).face_up();
    alone.b.fighters[0].used_torpedoes = true;
    alone.play(&[5], |fight| fight.end_turn(BOAT));
    assert!(!alone.b.warned);
    for fired in [false, true] {
        let mut pack = with_mate(table(Display::Small, &ship).face_up());
        pack.b.fighters[0].used_torpedoes = fired;
        pack.b.fighters[1].deck_gun = false;
        pack.play(&[5], |fight| fight.end_turn(BOAT));
        assert_eq!(pack.b.warned, fired);
    }
}

/// Off Narvik battleships carry aircraft: one half each in the counterattack, from anywhere [WE1.8b], [3.14].
#[test]
fn battleships_off_narvik_hunt_from_the_air() {
    let mut table = table(Display::Force, &[("bb_nelson", Lane::OuterRight)]).face_up();
    assert_eq!(table.b.hunting_asw(&table.t, BOAT, 1), Halves::ZERO);
    table.b.site.planes = true;
    assert_eq!(table.b.hunting_asw(&table.t, BOAT, 1), Halves::HALF);
}

/// Only damage by a diligent escort lets a boat withdraw from the reveal, not that of an aircraft [14.12].
#[test]
fn an_aircraft_is_no_reason_to_withdraw() {
    let units = [
        ("event", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterLeft),
    ];
    let t = super::tables();
    let harm = crate::harm::Harm::Damaged;
    let hurts = (0..10).find(|die| t.combat.hazard(Hazard::Aircraft, *die) == harm);
    let mut table = table(Display::Small, &units);
    // Patrol Aircraft, no dive, damaged.
    let dice = [0, 9, hurts.unwrap() as u32];
    table.play(&dice, |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Reveal(slot(0))).unwrap();
    });
    assert_eq!(table.boat().damage, 1);
    assert!(matches!(table.b.stage, Stage::Revealing(BOAT, ..)));
}

/// Among loners too a torpedo may run in a circle, once, before the first attack [19.2], [28.24].
#[test]
fn a_torpedo_circles_among_loners() {
    let units = [
        ("event", Lane::Alone),
        ("m_british_4t_1", Lane::Alone),
        ("m_british_4t_1", Lane::Alone),
    ];
    let mut table = table(Display::Loner, &units);
    table.b.fighters[0].deck_gun = false;
    // Circular Run; two markers; the boat dives and the torpedo does nothing; two misses, a counterattack.
    let dice = [1, TDC_ZERO, TDC_ZERO, 0, 0, 9, 9, 0];
    let events = table.play(&dice, |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Reveal(slot(0))).unwrap();
        fight.take(Act::Reveal(slot(1))).unwrap();
        fight.take(Act::Reveal(slot(2))).unwrap();
        fight.take(Act::Attack(slot(1))).unwrap();
        fight.take(Act::Attack(slot(2))).unwrap();
    });
    let circled = |event: &Event| {
        matches!(
            event,
            Event::Hazard {
                hazard: Hazard::CircularRun,
                ..
            }
        )
    };
    assert_eq!(count(&events, circled), 1);
}

/// Held Down ends the round of a boat among loners as anywhere: no attack, no counterattack [19.2].
#[test]
fn a_boat_is_held_down_among_loners() {
    let units = [("event", Lane::Alone), ("m_british_4t_1", Lane::Alone)];
    let mut table = table(Display::Loner, &units);
    table.b.fighters[0].deck_gun = false;
    let events = table.play(&[TDC_ZERO, TDC_ZERO, 2], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Enough).unwrap();
        fight.take(Act::Attack(slot(0))).unwrap();
    });
    let hunted = |event: &Event| matches!(event, Event::Countered { .. } | Event::Fired { .. });
    assert_eq!(count(&events, hunted), 0);
    assert!(table.boat().spotted);
    assert_eq!(table.b.stage, Stage::Deciding(BOAT));
}

/// Where a task force may be attacked again, the boat may change her column first [14.4], [28.15].
#[test]
fn columns_of_a_task_force_are_changed() {
    let units = [("m_british_2t_0", Lane::OuterLeft)];
    let mut table = table(Display::Force, &units).face_up();
    table.play(&[TDC_ZERO, 0], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Aim(slot(0))).unwrap();
        fight.take(Act::Fire).unwrap();
        fight.take(Act::GoOn).unwrap();
    });
    assert_eq!(table.b.stage, Stage::Shifting(BOAT));
    let mut columns = Vec::new();
    table.b.acts(&table.t, &mut |act| columns.push(act));
    assert!(columns.contains(&Act::Column(Lane::Center)), "{columns:?}");
}

/// What ends with a round does not count for the next: when the boat decides, her Rain Squall is over and the escorts of ships
/// in port are awake, and the counterattack of the re-attack is foretold as it will come [14.18], [19.21].
#[test]
fn the_next_counterattack_is_foretold_as_it_comes() {
    let mut table = table(Display::Force, &[("esd_rochester", Lane::OuterLeft)]).face_up();
    table.b.site.in_port = true;
    table.b.fighters[0].event = Some(CombatEvent::RainSquall);
    let first = table.b.pressure(&table.t, BOAT);
    table.play(&[], |fight| fight.end_turn(BOAT));
    assert_eq!(table.b.stage, Stage::Deciding(BOAT));
    let foretold = table.b.pressure_in(&table.t, BOAT, 2);
    assert_eq!(foretold, first + 2);
    table.play(&[], |fight| {
        fight.take(Act::GoOn).unwrap();
        fight.take(Act::Column(Lane::OuterLeft)).unwrap();
    });
    assert_eq!(table.b.round, 2);
    assert_eq!(table.b.pressure(&table.t, BOAT), foretold);
}

/// A boat with troubles goes home, also if she withdraws before her attack is over [19.2].
#[test]
fn troubles_are_not_left_behind() {
    let mut table = table(Display::Small, &[("m_british_4t_1", Lane::OuterLeft)]);
    table.b.fighters[0].event = Some(CombatEvent::MechanicalTroubles);
    table.play(&[], |fight| fight.break_off(BOAT));
    assert!(table.boat().rtb);
}

/// An event counts on top of the marker, as far as markers go; so do the re-attack and the lights [19.2] (R18).
#[test]
fn events_change_every_marker() {
    let mut table = table(Display::Small, &[("m_british_4t_1", Lane::OuterLeft)]).face_up();
    for (event, printed, counts) in [
        (CombatEvent::Zigzag, 3, 4),
        (CombatEvent::Zigzag, 4, 4),
        (CombatEvent::PerfectApproach, -3, -4),
        (CombatEvent::PerfectApproach, -4, -4),
    ] {
        table.b.fighters[0].event = Some(event);
        table.b.slots[0].tdc = printed;
        assert_eq!(table.b.tdc(BOAT, slot(0)), counts);
    }
    table.b.fighters[0].event = None;
    table.b.round = 2;
    table.b.slots[0].tdc = -4;
    assert_eq!(table.b.tdc(BOAT, slot(0)), -4);
}

/// Loners of a scattered convoy are met as a re-attack, so an ace may try a second one, target by target [29.4], [14.41].
#[test]
fn an_ace_stays_with_a_scattered_convoy() {
    for ace in [0, 2] {
        let mut table =
            with_mate(table(Display::Loner, &[("m_british_4t_1", Lane::Alone)])).face_up();
        table.b.scattered = Some(BOAT);
        table.b.round = 2;
        table.b.fighters[0].ace = ace;
        table.b.fighters[0].acted = true;
        table.b.fighters[1].lane = None;
        table.b.fighters[1].fate = crate::combat::Fate::Withdrawn;
        table.play(&[], |fight| fight.next_boat());
        if ace == 0 {
            assert!(table.b.is_over());
            continue;
        }
        assert_eq!(table.b.stage, Stage::Deciding(BOAT));
        table.b.fighters[0].deck_gun = false;
        // A marker; the die of the second re-attack fails.
        let events = table.play(&[TDC_ZERO, 9], |fight| {
            fight.take(Act::GoOn).unwrap();
            fight.take(Act::Attack(slot(0))).unwrap();
        });
        let tried = |event: &Event| matches!(event, Event::Persisted { success: false, .. });
        assert_eq!(count(&events, tried), 1);
        let hunted = |event: &Event| matches!(event, Event::Countered { .. });
        assert_eq!(count(&events, hunted), 0, "she has not attacked again");
        assert!(table.b.is_over() && !table.b.fighter(MATE).fights());
    }
}

/// The die of a second re-attack is thrown for each loner. Whoever fails them all withdraws unhunted, as from a convoy; one
/// success, or holding fire without a die, and the counterattack comes [14.41], [28.26] (R60).
#[test]
fn an_ace_who_fails_every_die_withdraws() {
    const MISS: u32 = 9;
    let attack = |number| Act::Attack(slot(number));
    for (dice, acts, hunted) in [
        (vec![9, 9], vec![attack(0), attack(1)], 0),
        (vec![9], vec![attack(0), Act::Fire], 0),
        (vec![9, 2, MISS], vec![attack(0), attack(1)], 1),
        (vec![2, MISS, 9], vec![attack(0), attack(1)], 1),
        (vec![], vec![Act::Fire], 1),
    ] {
        let units = [
            ("m_british_4t_1", Lane::Alone),
            ("m_british_4t_1", Lane::Alone),
        ];
        let mut table = table(Display::Loner, &units).face_up();
        table.b.round = 3;
        table.b.fighters[0].ace = 2; // with her defence too good to be found
        table.b.fighters[0].deck_gun = false;
        let dice = [vec![TDC_ZERO, TDC_ZERO], dice].concat();
        let events = table.play(&dice, |fight| {
            fight.begin_hunt(BOAT);
            for act in &acts {
                fight.take(*act).unwrap();
            }
        });
        let countered = |event: &Event| matches!(event, Event::Countered { .. });
        assert_eq!(count(&events, countered), hunted, "{acts:?}");
        let withdrew = |event: &Event| matches!(event, Event::Withdrew { .. });
        assert_eq!(count(&events, withdrew), 1 - hunted, "{acts:?}");
        assert!(table.b.is_over());
    }
}

/// An armed merchant that fires back at the guns of an ace in his third round may still be torpedoed, on the one die that was
/// thrown for her [14.41] (R23).
#[test]
fn one_die_for_each_loner() {
    let mut table = table(Display::Loner, &[("m_british_4t_1", Lane::Alone)]).face_up();
    table.b.round = 3;
    table.b.fighters[0].ace = 2;
    // A marker; he may; she is armed; he dives, and is not harmed; a miss; too weak a counterattack.
    let dice = [TDC_ZERO, 2, 0, 0, 0, 9];
    let events = table.play(&dice, |fight| {
        fight.begin_hunt(BOAT);
        fight.take(Act::Guns(slot(0))).unwrap();
        fight.take(Act::Attack(slot(0))).unwrap();
    });
    let thrown =
        |event: &Event| matches!(event, Event::Persisted { rule, .. } if rule.0 == "14.41");
    assert_eq!(count(&events, thrown), 1);
    let armed = |event: &Event| matches!(event, Event::Dems { armed: true, .. });
    assert_eq!(count(&events, armed), 1);
}

/// A competent skipper fires at escorts first, then by tons (12, D15e), and takes guns where they promise more (12.5).
#[test]
fn a_skipper_fires_in_order() {
    let units = [
        ("m_british_4t_1", Lane::OuterLeft),
        ("esd_rochester", Lane::OuterLeft),
        ("m_british_2t_0", Lane::OuterLeft),
    ];
    let mut table = table(Display::Small, &units).face_up();
    table.b.stage = Stage::Firing(BOAT);
    table.b.aimed = SlotSet::first_of(3);
    for place in 0..3 {
        table.b.slots[place].points = 1;
    }
    let first = |table: &super::rules::Table| Bridge::new(&table.t, &table.b).act();
    assert_eq!(first(&table), Some(Act::Attack(slot(1))));
    table.b.slots[1].points = 0;
    assert_eq!(first(&table), Some(Act::Attack(slot(0))));
    let mut table = self::table(Display::Loner, &[("m_british_2t_0", Lane::Alone)]).face_up();
    table.b.stage = Stage::Hunting(BOAT);
    table.b.aimed = SlotSet::first_of(1);
    assert_eq!(
        first(&table),
        Some(Act::Attack(slot(0))),
        "torpedoes are sure"
    );
    table.b.slots[0].tdc = 4;
    table.b.fighters[0].attack = 3;
    assert_eq!(first(&table), Some(Act::Guns(slot(0))));
    table.b.site.period = Period::Five;
    assert_ne!(first(&table), Some(Act::Guns(slot(0))));
}
