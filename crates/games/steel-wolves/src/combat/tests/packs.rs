//! Packs [24.0], guns [27.0], task forces [28.1], scatter [29.0] and what else the rulings settle of combat [14.0], [14.1],
//! on displays laid out by hand with dice given.

use super::rules::{BOAT, TDC_ZERO, Table, slot, table};
use super::{cups, month};
use crate::calendar::Period;
use crate::combat::{Act, Battle, CombatEvent, Fate, Fight, Fighter, Hand, Site, Stage};
use crate::cups::Cup;
use crate::displays::{Contact, Display, Lane};
use crate::event::Event;
use crate::geography::Area;
use crate::harm::{Blow, Harm, Hazard};
use crate::tables::Ring;
use derbyhouse_kernel::{Chance, Log};

pub(super) const MATE: Hand = Hand(1);

pub(super) fn count(events: &[Event], what: impl Fn(&Event) -> bool) -> usize {
    events.iter().filter(|event| what(event)).count()
}

/// The same with a second boat in the other outer column.
pub(super) fn with_mate(mut table: Table) -> Table {
    table.b.pack = true;
    let mate = Fighter {
        boat: table.t.submarines.find("U-26").unwrap(),
        lane: Some(Lane::OuterRight),
        ..table.b.fighters[0]
    };
    table.b.fighters.push(mate);
    table
}

/// Each boat of a pack reveals, aims, attacks and is hunted alone, in the player's order, and her markers go back before
/// the next one is asked [24.23].
#[test]
fn boats_of_a_pack_attack_one_after_the_other() {
    let units = [
        ("m_british_4t_1", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterRight),
    ];
    let mut table = with_mate(table(Display::Small, &units).face_up());
    table.b.fighters[0].deck_gun = false;
    let whole: u8 = table.b.tdc_cup.iter().sum();
    // The second boat first: a marker, a miss, a counterattack of row 0.
    table.play(&[TDC_ZERO, 9, 8], |fight| {
        fight.next_boat();
        assert_eq!(fight.b.stage, Stage::Choosing);
        fight.take(Act::Boat(MATE)).unwrap();
        fight.take(Act::Torpedoes).unwrap();
        fight.take(Act::Aim(slot(1))).unwrap();
        let out: u8 = fight.b.tdc_cup.iter().sum();
        assert_eq!(out + 1, whole);
        fight.take(Act::Points(slot(1), 5)).unwrap();
        fight.take(Act::Attack(slot(1))).unwrap();
    });
    assert!(table.b.aimed.is_empty());
    assert_eq!(table.b.tdc_cup.iter().sum::<u8>(), whole);
    assert!(
        matches!(table.b.stage, Stage::Aiming(BOAT, _)),
        "{:?}",
        table.b.stage
    );
}

/// A Combat Event concerns only the boat that drew it [24.22].
#[test]
fn an_event_is_of_one_boat() {
    let units = [
        ("event", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterRight),
    ];
    let mut table = with_mate(table(Display::Small, &units));
    table.play(&[6], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Reveal(slot(0))).unwrap();
    });
    assert_eq!(table.boat().event, Some(CombatEvent::Zigzag));
    assert_eq!(table.b.fighter(MATE).event, None);
    assert_eq!(
        (table.b.tdc(BOAT, slot(1)), table.b.tdc(MATE, slot(2))),
        (1, 0)
    );
}

/// All of a pack throw for their re-attack, and who fails withdraws, before the first changes her column: the box that she
/// leaves is free. Who goes on keeps hers, and is asked after the others; a boat that was late does not change, but throws
/// for her column [24.25B], [24.25C], [24.25D].
#[test]
fn columns_are_changed_when_all_have_thrown() {
    let outer = Act::Column(Lane::OuterLeft);
    let inner = Act::Column(Lane::InnerLeft);
    for (dice, columns, then) in [
        (&[5, 0, 9][..], &[outer, inner][..], None),
        (&[5, 0, 0], &[outer], Some(Stage::Shifting(MATE))),
        (&[5, 0], &[outer, inner], None),
    ] {
        let units = [("m_british_4t_1", Lane::OuterLeft)];
        let mut table = with_mate(table(Display::Small, &units).face_up());
        let late = dice.len() == 2;
        for fighter in &mut table.b.fighters {
            fighter.acted = true;
            fighter.deck_gun = false;
        }
        table.b.fighters[1].lane = (!late).then_some(Lane::InnerLeft);
        // The straggle die, and those of boats that were on the display.
        table.play(dice, |fight| {
            fight.next_boat();
            fight.take(Act::GoOn).unwrap();
            assert_eq!(fight.b.stage, Stage::Deciding(MATE));
            fight.take(Act::GoOn).unwrap();
        });
        assert_eq!(table.b.stage, Stage::Shifting(BOAT));
        let mut offered = Vec::new();
        table.b.acts(&table.t, &mut |act| offered.push(act));
        assert_eq!(offered, columns, "{dice:?}");
        let approach = if late { &[0][..] } else { &[] };
        table.play(approach, |fight| fight.take(outer).unwrap());
        match then {
            Some(then) => assert_eq!(table.b.stage, then),
            None => assert_eq!(table.b.round, 2, "{dice:?}"),
        }
        assert_eq!(matches!(table.b.stage, Stage::Placing(MATE, _)), late);
    }
}

/// The die of a pack after its first round and that of an ace after his second are of two rules, and the log cites each [24.25],
/// [14.41].
#[test]
fn dice_of_re_attacks_cite_their_rule() {
    for (round, wanted) in [(1, "24.25"), (2, "14.41")] {
        let units = [("m_british_4t_1", Lane::OuterLeft)];
        let mut table = with_mate(table(Display::Small, &units).face_up());
        table.b.round = round;
        table.b.fighters[0].ace = 2;
        let events = table.play(&[9], |fight| fight.persist(BOAT));
        let line = events.iter().find_map(|event| {
            let thrown = matches!(event, Event::Persisted { .. });
            thrown.then(|| crate::lines::line(&table.t, event))
        });
        assert_eq!(line.unwrap().rules, [wanted]);
    }
}

/// An armed merchant fires, and torpedoes remain: the boat goes on with TDC markers, not with another approach (R23).
/// Guns have no marker and no points, and only the ship that is shelled throws for hers (R24), [27.1].
#[test]
fn guns_and_armed_merchants() {
    let units = [
        ("m_british_4t_1", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterLeft),
    ];
    let mut armed = table(Display::Small, &units).face_up();
    // Armed on 0; she dives on 0, and the row of guns is rolled all the same.
    let events = armed.play(&[0, 0, 0], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Guns(slot(0))).unwrap();
    });
    assert!(matches!(armed.b.stage, Stage::Aiming(BOAT, _)));
    assert_eq!(
        count(&events, |event| matches!(event, Event::Dems { .. })),
        1
    );
    assert_eq!(
        count(&events, |event| matches!(event, Event::Approached { .. })),
        0
    );
    assert!(armed.b.armed.has(slot(0)) && !armed.boat().used_guns);

    let mut unarmed = table(Display::Small, &units).face_up();
    // Unarmed on 9; a gun die of 0; counterattack; straggle.
    let events = unarmed.play(&[9, 0, 8, 5], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Guns(slot(1))).unwrap();
    });
    let aimed = |event: &Event| matches!(event, Event::Aimed { .. } | Event::Fired { .. });
    assert_eq!(count(&events, aimed), 0);
    assert!(unarmed.boat().used_guns && unarmed.boat().spotted);
}

/// A dive does not stop the row from being rolled: what would have harmed her only shows her, what would not does not
/// even that [14.13] (R16).
#[test]
fn a_dive_turns_harm_into_notice() {
    for die in 0..10u8 {
        let mut table = table(
            Display::Small,
            &[
                ("esd_rochester", Lane::OuterLeft),
                ("m_british_4t_1", Lane::OuterLeft),
            ],
        );
        let harm = table.t.combat.hazard(Hazard::DiligentEscort, die.into());
        let events = table.play(&[0, die.into()], |fight| {
            fight.begin_turn(BOAT);
            fight.take(Act::Reveal(slot(0))).unwrap();
        });
        assert_eq!(
            count(&events, |event| matches!(event, Event::Hazard { .. })),
            1
        );
        assert_eq!(table.boat().spotted, harm != Harm::None, "{die}");
        assert_eq!(
            (table.boat().damage, table.boat().fate),
            (0, Fate::Fighting)
        );
    }
}

/// The second marker sinks on a die above the defence; the boat is lost by what damaged her [18.1] (R27).
#[test]
fn a_second_marker_may_sink() {
    for (die, fate) in [(9, Fate::Sunk), (0, Fate::Fighting)] {
        let mut table = table(Display::Small, &[("m_british_4t_1", Lane::OuterLeft)]);
        table.b.fighters[0].damage = 1;
        let events = table.play(&[die], |fight| fight.suffer(BOAT, Harm::Damaged));
        assert_eq!(table.boat().fate, fate);
        let lost = count(&events, |event| matches!(event, Event::Lost { .. }));
        assert_eq!(lost, usize::from(fate == Fate::Sunk));
    }
}

/// Ships that were hit count for the straggle die, not hits: one that two boats have hit counts once [29.3].
#[test]
fn a_ship_hit_twice_counts_once() {
    let units = [
        ("m_british_4t_1", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterRight),
    ];
    let damaged = (Blow::Damaged, false);
    for (ships, level) in [([0, 0], 0), ([0, 1], 1)] {
        let mut table = with_mate(table(Display::Small, &units).face_up());
        let events = table.play(&[1], |fight| {
            for (hand, ship) in [BOAT, MATE].into_iter().zip(ships) {
                fight.strike(hand, slot(ship), damaged, 0, 0);
                fight.b.fighter_mut(hand).acted = true;
            }
            fight.next_boat();
        });
        let hits = 1 + ships[1];
        let told =
            |event: &Event| matches!(event, Event::Straggled { hits: told, .. } if *told == hits);
        assert_eq!(count(&events, told), 1, "{ships:?}");
        assert_eq!(table.b.straggle, level, "{ships:?}");
    }
}

/// An aircraft from the Loner cup is under the cover rule like any other; in a coastal raid it always stays [14.12] (R31).
#[test]
fn aircraft_among_loners() {
    for (coastal, dice) in [(false, &[4, 9][..]), (true, &[9][..])] {
        let units = [("ac_anson", Lane::Alone), ("m_british_4t_1", Lane::Alone)];
        let mut table = table(Display::Loner, &units);
        table.b.site.coastal = coastal;
        let dice = &dice[..dice.len() - 1];
        let events = table.play(dice, |fight| {
            fight.begin_turn(BOAT);
            fight.take(Act::Reveal(slot(0))).unwrap();
        });
        let thrown = count(&events, |event| matches!(event, Event::AirCover { .. }));
        assert_eq!(thrown, usize::from(!coastal));
        assert!(
            table.b.present().has(slot(0)),
            "light cover keeps it on a 4"
        );
    }
}

/// From the third period on a carrier that is turned up is a danger to every Axis aircraft there, one die each, and the
/// next carrier again [7.55] (R38).
#[test]
fn carriers_threaten_aircraft() {
    let t = super::tables();
    let carriers = t.ships.units.iter().filter(|unit| {
        crate::intelligence::threatens_aircraft(Period::Three, unit.piece.kind)
            && !unit.piece.diligent
            && !unit.piece.kind.is_aircraft()
    });
    let names: Vec<&str> = carriers.map(|unit| unit.id.as_str()).take(2).collect();
    let units = [(names[0], Lane::OuterLeft), (names[1], Lane::OuterLeft)];
    let mut table = table(Display::Force, &units);
    table.b.site.period = Period::Three;
    table.b.site.month = month(Period::Three);
    table.b.site.aircraft = 2;
    // Two aircraft and the first ship: one is lost; one aircraft and the second ship.
    let events = table.play(&[0, 5, 5], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Reveal(slot(0))).unwrap();
        fight.take(Act::Reveal(slot(1))).unwrap();
    });
    let thrown = count(&events, |event| {
        matches!(event, Event::AircraftAtRisk { .. })
    });
    assert_eq!((thrown, table.b.aircraft_lost), (3, 1));
}

/// Pieces are laid out left, right, left; the odd last one goes left on an even die, right on an odd one [13.24] (R45).
#[test]
fn pieces_are_laid_out_evenly() {
    for (die, lane) in [(4, Lane::OuterLeft), (7, Lane::OuterRight)] {
        let t = super::tables();
        let mut chance = Chance::seeded(9);
        let mut full = cups(&t, Period::One, &mut chance);
        let site = Site::new(&t, Area::NorthSea, Period::One, month(Period::One));
        let mut b = Battle::new(&t, site, Contact::Convoy, Display::Small);
        b.lay_out(&t, Ring::Outer, Cup::Outer, 5, &mut full, &mut chance);
        let lanes: Vec<_> = b.slots.iter().map(|slot| slot.lane).collect();
        let (left, right) = (Some(Lane::OuterLeft), Some(Lane::OuterRight));
        assert_eq!(lanes, [left, right, left, right, None]);
        b.fighters
            .push(Fighter::new(&t, t.submarines.find("U-25").unwrap(), 0, 0));
        // The approach, and the odd piece.
        let mut scripted = Chance::scripted([0, die]);
        let mut log = Log::on();
        let mut fight = Fight {
            t: &t,
            b: &mut b,
            cups: &mut full,
            chance: &mut scripted,
            log: &mut log,
        };
        fight.begin();
        if let Stage::Placing(..) = fight.b.stage {
            fight.take(Act::Column(Lane::OuterLeft)).unwrap();
        }
        assert_eq!(b.slots[4].lane, Some(lane));
    }
}
