//! Details of combat that were once played wrongly, on displays laid out by hand with dice given.

use super::packs::{MATE, count, with_mate};
use super::rules::{BOAT, TDC_ZERO, Table, slot, table};
use crate::combat::doctrine::Bridge;
use crate::combat::{Act, CombatEvent, SlotSet, Stage};
use crate::cups::Cup;
use crate::displays::{Display, Lane};
use crate::event::Event;
use crate::harm::{Harm, Hazard};
use crate::tables::Role;
use crate::units::{Ensign, ShipType};

/// Loners are met one by one: that one of them proved armed says nothing of the others, as U-26 may shell each merchant that
/// is not equipped with guns [27.1], [28.24] (R54). The armed one herself is left to torpedoes.
#[test]
fn one_armed_merchant_does_not_speak_for_others() {
    let units = [
        ("m_british_4t_1", Lane::Alone),
        ("m_british_2t_0", Lane::Alone),
    ];
    let mut table = table(Display::Loner, &units).face_up();
    // Two markers; armed on 0; she dives on 0, and the row is rolled all the same.
    table.play(&[TDC_ZERO, TDC_ZERO, 0, 0, 0], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Guns(slot(0))).unwrap();
    });
    let mut acts = Vec::new();
    table.b.acts(&table.t, &mut |act| acts.push(act));
    assert!(acts.contains(&Act::Attack(slot(0))), "{acts:?}");
    assert!(acts.contains(&Act::Guns(slot(1))), "{acts:?}");
    assert!(!acts.contains(&Act::Guns(slot(0))), "{acts:?}");
}

/// In a convoy an armed merchant leaves only torpedoes for that round; in the next one guns may be tried at another, but not
/// at her, nor by another boat [27.1], [14.4].
#[test]
fn guns_may_be_tried_again_in_a_re_attack() {
    let units = [
        ("m_british_4t_1", Lane::OuterLeft),
        ("m_british_2t_0", Lane::OuterLeft),
    ];
    let mut table = with_mate(table(Display::Small, &units)).face_up();
    table.play(&[0, 0, 0], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Guns(slot(0))).unwrap();
    });
    assert!(matches!(table.b.stage, Stage::Aiming(BOAT, _)));
    table.b.fighters[1].lane = Some(Lane::OuterLeft);
    for hand in [BOAT, MATE] {
        table.b.stage = Stage::Arming(hand);
        let mut acts = Vec::new();
        table.b.acts(&table.t, &mut |act| acts.push(act));
        assert_eq!(acts, [Act::Torpedoes, Act::Guns(slot(1))], "{hand:?}");
    }
}

/// A boat that an armed merchant sends home is hunted all the same: the gun action ends in the counterattack, on the Loner
/// display as in a convoy [27.1], [28.26].
#[test]
fn a_boat_on_her_way_home_is_still_hunted() {
    let t = super::tables();
    let home = |harm| matches!(harm, Harm::DamagedReturn | Harm::Return);
    let die = (0..10).find(|die| home(t.combat.hazard(Hazard::Dems, *die)));
    let die = die.unwrap() as u32;
    for (display, lane, before) in [
        (Display::Loner, Lane::Alone, &[TDC_ZERO][..]),
        (Display::Small, Lane::OuterLeft, &[][..]),
    ] {
        let mut table = table(display, &[("m_british_4t_1", lane)]).face_up();
        // Armed on 0, no dive on 9, damaged and sent home; then the counterattack, with 0.
        let mut dice = before.to_vec();
        dice.extend([0, 9, die, 0]);
        let events = table.play(&dice, |fight| {
            fight.begin_turn(BOAT);
            fight.take(Act::Guns(slot(0))).unwrap();
        });
        let hunted = |event: &Event| matches!(event, Event::Countered { .. });
        assert_eq!(count(&events, hunted), 1, "{display:?}");
        assert!(table.boat().rtb && table.b.is_over());
    }
}

/// Escorts that attack first and send a boat home need not do it twice: she does not attack any more [19.2].
#[test]
fn a_boat_beaten_off_among_loners_is_hunted_once() {
    let units = [("event", Lane::Alone), ("m_british_4t_1", Lane::Alone)];
    let mut table = table(Display::Loner, &units);
    table.b.fighters[0].deck_gun = false;
    table.b.watch = 30;
    // Two markers, the event, a counterattack of 6, which asks for another die, and 0: sent home.
    let events = table.play(&[TDC_ZERO, TDC_ZERO, 3, 6, 0], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Enough).unwrap();
        fight.take(Act::Attack(slot(0))).unwrap();
    });
    let hunted = |event: &Event| matches!(event, Event::Countered { .. });
    assert_eq!(count(&events, hunted), 1);
    assert!(table.boat().rtb && table.b.is_over());
}

/// Points that a vanished target set free come on top of those that lie on another already: a skipper judges the sum [14.15A].
#[test]
fn freed_points_are_judged_with_those_already_there() {
    let units = [
        ("m_british_4t_1", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterLeft),
    ];
    let mut table = table(Display::Small, &units).face_up();
    table.b.aimed = SlotSet::first_of(2);
    table.b.slots[0].points = 4;
    table.b.slots[0].tdc = 2;
    table.b.slots[1].tdc = 4;
    table.b.stage = Stage::Freed(BOAT, 1);
    // One point alone hits neither.
    assert!(table.b.need(&table.t, BOAT, slot(0), 1) < 0);
    assert!(table.b.need(&table.t, BOAT, slot(0), 5) >= 0);
    let act = Bridge::new(&table.t, &table.b).act();
    assert_eq!(act, Some(Act::Points(slot(0), 1)));
}

/// One escort suspects nothing, not two: not even if freed points go on both [14.15A], [14.15B].
#[test]
fn freed_points_surprise_one_escort() {
    let units = [
        ("es_river", Lane::OuterLeft),
        ("es_river", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterLeft),
    ];
    let mut table = table(Display::Small, &units).face_up();
    table.b.aimed = SlotSet::first_of(3);
    table.b.slots[2].points = 1;
    table.b.stage = Stage::Freed(BOAT, 4);
    let bare = table.b.need(&table.t, BOAT, slot(1), 2);
    table.play(&[], |fight| {
        fight.take(Act::Points(slot(0), 2)).unwrap();
        fight.take(Act::Points(slot(1), 2)).unwrap();
    });
    assert!(matches!(table.b.stage, Stage::Firing(BOAT)));
    assert_eq!(table.b.need(&table.t, BOAT, slot(0), 2), bare);
    assert!(table.b.need(&table.t, BOAT, slot(1), 2) < bare);
}

/// A damaged escort defends nobody: the one that suspects nothing is another [14.15B], [18.5].
#[test]
fn a_damaged_escort_is_not_the_one() {
    let units = [("es_river", Lane::OuterLeft), ("es_river", Lane::OuterLeft)];
    let mut table = table(Display::Small, &units).face_up();
    table.b.aimed = SlotSet::first_of(2);
    table.b.damaged.insert(slot(1));
    table.b.stage = Stage::Allotting(BOAT, 5, None);
    table.play(&[], |fight| {
        fight.take(Act::Points(slot(0), 3)).unwrap();
        fight.take(Act::Points(slot(1), 2)).unwrap();
    });
    assert_eq!(table.b.unwary, Some(slot(0)));
}

/// There is no re-attack where nothing is left to attack: nobody is asked, and nobody is hunted for it [28.28], [14.4]. Aircraft
/// are no targets, and loners that slip away are gone before it [28.27].
#[test]
fn nothing_is_left_to_attack_again() {
    type Units = &'static [(&'static str, Lane)];
    let cases: [(Display, Units, bool); 5] = [
        (Display::Small, &[("m_british_4t_1", Lane::OuterLeft)], true),
        (Display::Small, &[("ac_anson", Lane::OuterLeft)], false),
        (Display::Small, &[], false),
        (Display::Loner, &[("m_british_4t_1", Lane::Alone)], true),
        (Display::Loner, &[("ca_london", Lane::Alone)], false),
    ];
    for (display, units, asked) in cases {
        let mut table = table(display, units).face_up();
        let dice: &[u32] = if display == Display::Small { &[5] } else { &[] };
        table.play(dice, |fight| fight.end_turn(BOAT));
        let deciding = table.b.stage == Stage::Deciding(BOAT);
        assert_eq!(deciding, asked, "{units:?}: {:?}", table.b.stage);
        assert_eq!(table.b.is_over(), !asked);
    }
    // A cruiser that was damaged stays, and one that lies face down may be anything.
    let mut cruiser = table(Display::Loner, &[("ca_london", Lane::Alone)]);
    cruiser.play(&[], |fight| fight.end_turn(BOAT));
    assert_eq!(cruiser.b.stage, Stage::Deciding(BOAT));
    let mut cruiser = table(Display::Loner, &[("ca_london", Lane::Alone)]).face_up();
    cruiser.b.damaged.insert(slot(0));
    cruiser.play(&[], |fight| fight.end_turn(BOAT));
    assert_eq!(cruiser.b.stage, Stage::Deciding(BOAT));
}

/// A diligent escort that was turned up has warned the others, though she is sunk; an aircraft that has gone has not [14.15B].
#[test]
fn a_sunk_diligent_escort_has_warned_the_others() {
    for (first, gone, surprises) in [
        ("esd_rochester", false, false),
        ("esd_rochester", true, false),
        ("ac_anson", false, false),
        ("ac_anson", true, true),
    ] {
        let units = [(first, Lane::OuterRight), ("es_river", Lane::OuterLeft)];
        let mut table = table(Display::Small, &units).face_up();
        table.b.gone.insert_if(slot(0), gone);
        let calm = table.b.surprises(&table.t, BOAT);
        assert_eq!(calm, surprises, "{first}, {gone}");
    }
}

/// Ships out of station, turned up as a target: its points and one more go to other targets of a convoy [19.2], [14.15A].
#[test]
fn ships_out_of_station_as_a_target() {
    let units = [
        ("event", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterLeft),
    ];
    for (display, freed) in [(Display::Small, 3), (Display::Force, 2)] {
        let mut table = table(display, &units);
        table.b.aimed = SlotSet::first_of(2);
        table.b.stage = Stage::Allotting(BOAT, 5, None);
        // The event.
        table.play(&[9], |fight| {
            fight.take(Act::Points(slot(0), 2)).unwrap();
            fight.take(Act::Fire).unwrap();
        });
        assert_eq!(table.b.stage, Stage::Freed(BOAT, freed), "{display:?}");
    }
}

/// A loner that turns out to be an aircraft loses its marker, also if the aircraft gives way to a ship: she is no target in
/// this round [14.15A], [28.24]. The liner that comes for a Draw Liner marker is one.
#[test]
fn what_comes_for_an_aircraft_is_no_target() {
    let merchant = |table: &Table| table.t.ships.find("m_british_2t_0").unwrap();
    let units = [("ac_anson", Lane::Alone), ("m_british_4t_1", Lane::Alone)];
    let mut table = table(Display::Loner, &units);
    table.b.fighters[0].deck_gun = false;
    let ship = table.t.ships.counters(merchant(&table)).next().unwrap();
    table.cups.put(Cup::Outer, ship);
    // Two markers; under light cover the aircraft goes on a 9, and the only piece of the cup comes.
    let events = table.play(&[TDC_ZERO, TDC_ZERO, 9, 0], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Enough).unwrap();
        fight.take(Act::Attack(slot(0))).unwrap();
    });
    assert_eq!(table.b.face(slot(0)), ship);
    assert!(!table.b.aimed.has(slot(0)) && table.b.aimed.has(slot(1)));
    let fired = |event: &Event| matches!(event, Event::Fired { .. });
    assert_eq!(count(&events, fired), 0);
    let mut acts = Vec::new();
    table.b.acts(&table.t, &mut |act| acts.push(act));
    assert_eq!(acts, [Act::Attack(slot(1)), Act::Fire]);
}

/// A liner that comes for a Draw Liner marker is the target that was aimed at, among loners and in a task force [14.12],
/// [14.15A], [28.11].
#[test]
fn what_comes_for_draw_liner_is_a_target() {
    for (display, lane) in [
        (Display::Loner, Lane::Alone),
        (Display::Force, Lane::Center),
    ] {
        let mut table = table(display, &[]);
        let t = &table.t;
        let marker = t.ships.markers(Role::DrawLiner).next().unwrap();
        let liners = t.ships.units.iter();
        let liners = liners.filter(|unit| unit.piece.kind == ShipType::At);
        let liner = liners.min_by_key(|unit| unit.piece.defence).unwrap();
        table.cups.put(Cup::Liner, liner.first);
        table.b.lay(t, Some(lane), Cup::Loner, marker);
        table.b.tdc_cup[4] -= 1;
        table.b.aimed = SlotSet::first_of(1);
        let events = match display {
            // The liner, a miss, a counterattack.
            Display::Loner => table.play(&[0, 9, 0], |fight| fight.hunt(BOAT, slot(0))),
            _ => table.play(&[0, 9, 0], |fight| {
                fight.b.stage = Stage::Allotting(BOAT, 5, None);
                fight.take(Act::Points(slot(0), 5)).unwrap();
                fight.take(Act::Attack(slot(0))).unwrap();
            }),
        };
        let fired = |event: &Event| matches!(event, Event::Fired { .. });
        assert_eq!(count(&events, fired), 1, "{display:?}");
    }
}

/// Escorts that attacked first, while units were turned up, have not beaten off a boat whom a later target sends home: she
/// attacks, and is hunted after it [19.2], [14.15A].
#[test]
fn only_who_attacked_first_beats_a_boat_off() {
    let t = super::tables();
    let home = |harm| matches!(harm, Harm::DamagedReturn | Harm::Return);
    let die = (0..10).find(|die| home(t.combat.hazard(Hazard::DiligentEscort, *die)));
    let units = [
        ("esd_rochester", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterLeft),
    ];
    let mut table = table(Display::Small, &units);
    table.b.fighters[0].event = Some(CombatEvent::CounterattackFirst);
    table.b.fighters[0].drew_event = true;
    table.b.aimed = SlotSet::first_of(2);
    table.b.stage = Stage::Allotting(BOAT, 5, None);
    // No dive, damaged and sent home.
    table.play(&[9, die.unwrap() as u32], |fight| {
        fight.take(Act::Points(slot(0), 1)).unwrap();
        fight.take(Act::Points(slot(1), 4)).unwrap();
    });
    assert!(table.boat().rtb && table.boat().fights());
    assert_eq!(table.b.stage, Stage::Firing(BOAT));
    // If they come now, as a target, and send her home, she is beaten off.
    let units = [
        ("event", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterLeft),
    ];
    let mut table = self::table(Display::Small, &units);
    table.b.watch = 30;
    table.b.tdc_cup[4] -= 2;
    table.b.aimed = SlotSet::first_of(2);
    table.b.stage = Stage::Allotting(BOAT, 5, None);
    table.play(&[3, 6, 0], |fight| {
        fight.take(Act::Points(slot(0), 1)).unwrap();
        fight.take(Act::Points(slot(1), 4)).unwrap();
    });
    assert!(table.boat().rtb && table.b.is_over());
}

/// A ship that a scenario promised for a column, and that was drawn for another, changes places with a ship of it, flags and
/// all: no other piece comes or goes (2.6).
#[test]
fn a_promised_ship_changes_columns() {
    let units = [
        ("m_british_4t_1", Lane::OuterLeft),
        ("esd_stork", Lane::OuterRight),
    ];
    let mut table = table(Display::Small, &units);
    let [ship, stork] = [0, 1].map(|place| table.b.face(slot(place)));
    for _ in 0..2 {
        let chance = &mut derbyhouse_kernel::Chance::seeded(1);
        let cups = &mut table.cups;
        table
            .b
            .put_in(&table.t, Lane::OuterLeft, &[stork], cups, chance);
        assert_eq!([0, 1].map(|place| table.b.face(slot(place))), [stork, ship]);
        let flags = [0, 1].map(|place| table.b.white.has(slot(place)));
        assert_eq!(
            flags,
            [stork, ship].map(|piece| table.t.ships.piece(piece).ensign == Ensign::White)
        );
        assert!(table.cups.of(Cup::Outer).is_empty());
    }
}
