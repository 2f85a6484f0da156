//! When a skipper attacks again, what he aims at, and where he attacks from (12.4, 12.6, 12.8).

use super::packs::{MATE, with_mate};
use super::rules::{BOAT, Table, slot, table};
use crate::calendar::Period;
use crate::combat::doctrine::Bridge;
use crate::combat::{Act, Joins, SlotSet, Stage};
use crate::displays::{Display, Lane};

/// What a skipper would do now.
fn skipper(table: &Table) -> Option<Act> {
    Bridge::new(&table.t, &table.b).act()
}

/// A late boat of a pack waits off the display, where so many White Ensigns lie face down and the waters are watched so much.
fn late(flags: u8, watch: i16) -> Table {
    let units = [("m_british_4t_1", Lane::OuterLeft); 6];
    let mut table = with_mate(table(Display::Large, &units));
    table.b.white = SlotSet::first_of(flags);
    table.b.watch = watch;
    table.b.fighters[1].lane = None;
    table.b.fighters[1].joins = Joins::Late;
    table.b.stage = Stage::Deciding(MATE);
    table
}

/// A late boat attacks if the difference and 1.2 for each White Ensign, as many as her tactical rating at most, come to 3 at
/// most (12.4): U-25 has defence 2 and tactical rating 3.
#[test]
fn late_boats_reckon_in_fifths() {
    for (flags, watch, attacks) in [
        (0, 5, true),
        (0, 6, false),
        (1, 3, true),
        (1, 4, false), // 2 + 1.2
        (2, 2, true),
        (2, 3, false), // 1 + 2.4
        (3, 1, true),  // -1 + 3.6
        (3, 2, false),
        (5, 1, true), // she turns up three
    ] {
        let table = late(flags, watch);
        let act = if attacks { Act::GoOn } else { Act::Withdraw };
        assert_eq!(skipper(&table), Some(act), "{flags} flags, watch {watch}");
    }
}

/// Her ace and her crew count, as in any counterattack [14.2B], and so do aircraft that were turned up [14.2A].
#[test]
fn late_boats_know_who_hunts_them() {
    let mut ace = late(0, 6);
    ace.b.fighters[1].ace = 1;
    assert_eq!(skipper(&ace), Some(Act::GoOn));
    let mut green = late(0, 5);
    green.b.fighters[1].green = 1;
    assert_eq!(skipper(&green), Some(Act::Withdraw));
    let units = [
        ("m_british_4t_1", Lane::OuterLeft),
        ("ac_anson", Lane::OuterRight),
    ];
    let mut aircraft = with_mate(table(Display::Large, &units)).face_up();
    aircraft.b.watch = 5;
    aircraft.b.fighters[1].lane = None;
    aircraft.b.stage = Stage::Deciding(MATE);
    assert_eq!(skipper(&aircraft), Some(Act::Withdraw));
}

/// With a big cripple in reach a boat attacks again up to a difference of 2, an ace up to 1 (12.4); in the last period nobody
/// does against a convoy, but against a lone ship.
#[test]
fn when_a_boat_attacks_again() {
    let pressed = |display, lane, difference, ace| {
        let mut table = table(display, &[("m_british_10t_3", lane)]).face_up();
        table.b.damaged.insert(slot(0));
        table.b.fighters[0].pressure = Some(difference);
        table.b.fighters[0].ace = ace;
        table.b.stage = Stage::Deciding(BOAT);
        table
    };
    for (difference, ace, again) in [
        (0, 0, true),
        (2, 0, true),
        (3, 0, false),
        (1, 1, true),
        (2, 1, false),
    ] {
        let table = pressed(Display::Small, Lane::OuterLeft, difference, ace);
        let act = if again { Act::GoOn } else { Act::Withdraw };
        assert_eq!(skipper(&table), Some(act), "{difference}, {ace}");
    }
    let mut convoy = pressed(Display::Small, Lane::OuterLeft, -3, 0);
    convoy.b.site.period = Period::Five;
    assert_eq!(skipper(&convoy), Some(Act::Withdraw));
    let mut loner = pressed(Display::Loner, Lane::Alone, -3, 0);
    loner.b.site.period = Period::Five;
    assert_eq!(skipper(&loner), Some(Act::GoOn));
}

/// Markers go on merchants by tonnage less defence: 5 less 3 before 2 less 1 (12.8).
#[test]
fn defence_counts_once() {
    let units = [
        ("m_british_2t_1", Lane::OuterLeft),
        ("m_british_5t_3", Lane::OuterLeft),
    ];
    let mut table = table(Display::Small, &units).face_up();
    table.b.stage = Stage::Aiming(BOAT, 1);
    assert_eq!(skipper(&table), Some(Act::Aim(slot(1))));
}

/// A boat goes as far in as her die allows, but for one of tactical rating 2, who stays outside (12.6), [14.11].
#[test]
fn who_goes_inside() {
    for (total, tactical, inside) in [(12, 3, true), (12, 2, false), (3, 3, false)] {
        let mut table = table(Display::Large, &[("m_british_4t_1", Lane::OuterLeft)]);
        table.b.fighters[0].lane = None;
        table.b.fighters[0].tactical = tactical;
        table.b.stage = Stage::Placing(BOAT, total);
        let Some(Act::Column(lane)) = skipper(&table) else {
            panic!("{:?}", skipper(&table));
        };
        assert_eq!(!lane.is_outer(), inside, "{total}, {tactical}");
    }
}
