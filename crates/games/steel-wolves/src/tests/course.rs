//! The course of the war: events that last, that are forced, that end for good; periods and their heads [5.4], [17.0].

use super::Desk;
use crate::boat::{Duty, Place};
use crate::geography::{Area, Base, Zone};
use crate::position::Errand;
use crate::sequence::Step;
use crate::tables::Theatre;

/// The second week of Weserübung follows by itself, without any roll; boats off Narvik go home in it [5.0], (R35).
#[test]
fn weserubung_lasts_two_weeks() {
    let mut desk = Desk::bare("op_wp1");
    desk.clear_the_sea();
    let event = desk.t().war_events.place("operation_weserubung").unwrap();
    desk.with(None, |play| play.occur(event));
    desk.p.agenda.clear();
    let id = desk.post(Area::NorwegianSea, 1, |family| family == "VII")[0];
    let boat = desk.boat(id).clone();
    assert!(
        desk.p.holds_out(desk.t(), &boat),
        "sound boats ignore RTB in week 1"
    );
    desk.with(Some(&[]), |play| play.war_progress());
    assert!(desk.p.war.current.is_some() && !desk.p.bases.contains(&Base::Norway));
    desk.p.agenda.clear();
    desk.with(Some(&[]), |play| play.event_roll());
    assert_eq!(desk.p.war.current.unwrap().week, 2);
    assert!(!desk.p.holds_out(desk.t(), &boat));
    desk.boat_mut(id).duty = Some(Duty::Sent(0, Theatre::Zone(Zone::Narvik)));
    desk.p.acting = desk.p.find(id).unwrap();
    desk.p.errand = Errand::default();
    desk.with(Some(&[0]), |play| play.perform_week(Step::Endure));
    assert!(desk.boat(id).rtb, "Narvik is left in week 2");
    desk.p.agenda.clear();
    desk.with(None, |play| play.war_progress());
    assert!(desk.p.bases.contains(&Base::Norway) && desk.p.war.current.is_none());
}

/// An event that is due comes on a die of 0 to 6, in week 4 without one, and stays due in the next period [5.4], [5.41],
/// [5.42], (R6).
#[test]
fn forced_events_come() {
    for (week, dice, comes) in [
        (1, vec![6], true),
        (1, vec![7, 9], false),
        (4, vec![], true),
    ] {
        let mut desk = Desk::bare("op_wp3");
        desk.p.war.occurred.clear();
        for event in ["operation_weserubung", "dunkirk"] {
            let place = desk.t().war_events.place(event).unwrap();
            desk.p.war.note(desk.t(), place);
        }
        desk.p.date = crate::calendar::Date {
            month: "6/41".parse().unwrap(),
            week,
        };
        desk.with(Some(&dice), |play| play.event_roll());
        let due = desk.t().war_events.place("pan_american_security").unwrap();
        assert_eq!(
            desk.p
                .war
                .current
                .is_some_and(|current| current.event == due),
            comes
        );
    }
    // Dunkirk comes after France has fallen: her ships are at sea once more for the week.
    let mut desk = Desk::bare("op_wp2");
    let dunkirk = desk.t().war_events.place("dunkirk").unwrap();
    desk.with(None, |play| play.occur(dunkirk));
    assert!(
        !desk
            .p
            .secret
            .cups
            .of(crate::cups::Cup::ForceFrench)
            .is_empty()
    );
    desk.with(None, |play| {
        play.drop_extras(|extra| extra.lasts == crate::tables::Lasts::Week)
    });
    let left = desk.p.secret.cups.of(crate::cups::Cup::ForceFrench).len();
    assert!(left <= 1, "only Richelieu stays: {left}");
}

/// Risky Attacks are over for good when a week costs three U-boats in the strait [WE3.7].
#[test]
fn risky_attacks_end() {
    let mut desk = Desk::bare("op_wp3");
    let risky = desk.t().war_events.place("risky_attacks").unwrap();
    desk.with(None, |play| play.occur(risky));
    desk.p.agenda.clear();
    for id in desk.post(Area::Morocco, 3, |_| true) {
        let place = desk.p.find(id).unwrap();
        desk.boat_mut(id).place = Place::Zone(Zone::Gibraltar, Area::Morocco);
        desk.with(None, |play| play.lose_boat(place));
    }
    assert_eq!(desk.p.war.lost_at_gibraltar, 3);
    desk.with(None, |play| play.perform_week(Step::Conclude));
    assert!(desk.p.war.risky_over);
    desk.p.war.current = None;
    desk.with(None, |play| play.occur(risky));
    assert!(desk.p.war.current.is_none());
}

/// So they are when the week has another event, or none: what counts is the week and the strait, not the order [WE3.7].
#[test]
fn risky_attacks_end_in_any_week() {
    for (lost, over) in [(2, false), (3, true)] {
        let mut desk = Desk::bare("op_wp3");
        for id in desk.post(Area::Morocco, lost, |_| true) {
            let place = desk.p.find(id).unwrap();
            desk.boat_mut(id).place = Place::Zone(Zone::Gibraltar, Area::Morocco);
            desk.with(None, |play| play.lose_boat(place));
        }
        desk.with(None, |play| play.perform_week(Step::Conclude));
        assert_eq!(desk.p.war.risky_over, over);
        let risky = desk.t().war_events.place("risky_attacks").unwrap();
        desk.with(None, |play| play.occur(risky));
        assert_eq!(desk.p.war.current.is_none(), over);
    }
}

/// Heads of the tables: classes leave, bases open and close, weather is reported or not any more ([WE2.S], [WE3.S], [WE4.S],
/// [WE5.S]).
#[test]
fn a_new_period_begins_with_its_head() {
    let mut desk = Desk::bare("op_wp1");
    desk.clear_the_sea();
    for (number, period) in crate::calendar::Period::ALL.into_iter().enumerate().skip(1) {
        desk.p.period = period;
        desk.p.war.head = None;
        desk.p.agenda.clear();
        desk.with(None, |play| play.war_event_phase());
        desk.run(
            |p| matches!(p.agenda.top(), None | Some(Step::EventRoll)),
            |_, offers| offers[0],
        );
        let head = &desk.t().war_events.tables[number].head;
        for boat in &desk.p.boats {
            let class = desk.t().submarines.boat(boat.id).class;
            assert!(!head.retire.contains(&class) || boat.place.is_out());
        }
        assert!(head.open.iter().all(|base| desk.p.bases.contains(base)));
        assert_eq!(desk.p.war.head, Some(period));
        match head.duty {
            Some(begins) => assert_eq!(desk.p.war.weather_duty, begins),
            None => assert!(number != 2 && number != 3),
        }
        desk.p.war.current = None;
    }
    assert!(desk.p.war.no_murmansk);
}
