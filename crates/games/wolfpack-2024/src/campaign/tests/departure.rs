//! The way out, and extra boats: pages 22, 23 and 68.

use super::*;
use crate::boats::{End, Gear, TorpedoType};
use crate::calendar::Month;
use crate::campaign::Code;
use crate::cards::DeckName;
use crate::events::PatrolEvent;
use crate::ring::{ApproachBox, Location};

/// A loaded boat of a war period to whom an event happens on the way out.
fn met(event: PatrolEvent) -> Rig<'static> {
    let mut rig = sent(Scenario::WarPeriod(0), &["U-81"]);
    answer_until(&mut rig, |_, port| matches!(port, Port::Stow(..)));
    rig.p.agenda.clear();
    rig.choose(W, Choice::Port(Answer::Usual)).unwrap();
    let card = tables()
        .cards
        .patrol
        .iter()
        .position(|card| card.event == event)
        .unwrap();
    rig.stack(DeckName::Patrol, &[card as u8]);
    rig.d10s(&[1]);
    rig.play(|play| {
        play.meet_events();
        play.run();
    });
    rig
}

/// [22.patrol_event]
#[test]
fn every_event_does_what_it_says() {
    assert_eq!(met(PatrolEvent::None).boat(W).tp, 2);
    assert_eq!(met(PatrolEvent::Aircraft).boat(W).tp, 1);
    assert_eq!(met(PatrolEvent::MilchCow).boat(W).tp, 3);
    let damaged = |event, gear: &[Gear]| {
        let mut rig = met(event);
        let boat = rig.boat(W);
        let hurt: Vec<Gear> = Gear::ALL
            .into_iter()
            .filter(|gear| boat.damage(*gear) == 1)
            .collect();
        assert_eq!(hurt, gear, "{event}");
    };
    damaged(PatrolEvent::DieselTrouble, &[Gear::Diesel]);
    damaged(PatrolEvent::HydrophoneFault, &[Gear::Hydrophone]);
    damaged(PatrolEvent::StormDamage, &[Gear::DeckGun, Gear::Periscope]);
    let mut sick = met(PatrolEvent::Sickness);
    let man = tables().board.crew(1);
    assert_eq!(sick.boat(W).wound(man), 1);
    assert_eq!(sick.boat(W).wounds.iter().sum::<u8>(), 1);
}

/// [22.patrol_event]
#[test]
fn a_defective_reload_is_chosen() {
    let mut rig = met(PatrolEvent::TorpedoDefect);
    let before = rig.boat(W).torpedoes();
    let discard = |end, torpedo| Choice::Port(Answer::Discard(end, torpedo));
    assert!(
        rig.choose(W, discard(End::Stern, TorpedoType::G7a))
            .is_err(),
        "there is none"
    );
    rig.choose(W, discard(End::Bow, TorpedoType::G7a)).unwrap();
    assert_eq!(rig.boat(W).torpedoes(), [before[0] - 1, before[1]]);
}

/// [22.patrol_event] [22.start_box]
#[test]
fn told_where_the_convoy_is_a_boat_starts_anywhere() {
    let rig = met(PatrolEvent::BDienst);
    assert_eq!(rig.offers(W).len(), ApproachBox::ALL.len());
    let usual = rig.p.usual_answer(tables(), W);
    assert_eq!(
        usual,
        tables().approach.boxes(Location::N).next().map(Choice::To)
    );
}

/// [22.patrol_event]
#[test]
fn a_patrol_mission_has_no_event() {
    let rig = at_sea(Scenario::Patrol(Month::FIRST), &["U-81"]);
    let events = rig
        .events
        .iter()
        .filter(|event| matches!(event, crate::Event::News(crate::campaign::News::Met { .. })));
    assert_eq!(events.count(), 0);
}

/// [22.start_box]
#[test]
fn a_start_box_is_empty_and_a_full_location_takes_another_card() {
    let mut rig = at_sea(Scenario::Patrol(Month::FIRST), &["U-81", "U-96", "U-94"]);
    let cards = &tables().cards.patrol;
    let of = |location| {
        cards
            .iter()
            .position(|card| card.start == location)
            .unwrap() as u8
    };
    let [first, second] = [ApproachBox::ALL[0], ApproachBox::ALL[4]];
    rig.boat(W).place = Place::Base;
    rig.p.orders[0].clear();
    let corner: Vec<ApproachBox> = tables().approach.boxes(Location::NW).collect();
    rig.boat(X).place = Place::Approach(corner[0]);
    rig.boat(Letter::Y).place = Place::Approach(first);
    rig.stack(DeckName::Patrol, &[of(Location::NW), of(Location::NW)]);
    rig.play(|play| {
        play.start_boat(W, false);
        play.run();
    });
    assert_eq!(
        rig.boat(W).approach(),
        Some(corner[1]),
        "the only one that is free"
    );
    assert!(rig.boat(W).is_surfaced());
    rig.boat(W).place = Place::Base;
    rig.boat(Letter::Y).place = Place::Approach(corner[1]);
    rig.stack(DeckName::Patrol, &[of(Location::NW), of(Location::E)]);
    rig.play(|play| {
        play.start_boat(W, false);
        play.run();
    });
    let offers: Vec<Choice> = tables()
        .approach
        .boxes(Location::E)
        .map(Choice::To)
        .collect();
    assert_eq!(rig.offers(W), offers);
    assert!(rig.choose(W, Choice::To(second)).is_err());
}

/// [23.extra_number]
#[test]
fn extra_boats_are_wished_for_and_named() {
    let mut rig = sent(Scenario::FullCampaign, &["U-81"]);
    answer_until(&mut rig, |_, port| port == Port::Wish);
    let wish = |count| Choice::Port(Answer::Wish(count));
    assert_eq!(rig.offers(W), [0, 1, 2, 3, 4].map(wish));
    let card = tables()
        .cards
        .battle
        .iter()
        .position(|card| card.random[2] == 2);
    rig.stack(DeckName::Battle, &[card.unwrap() as u8]);
    rig.choose(W, wish(4)).unwrap();
    let extra = |name| Choice::Port(Answer::Extra(hull(name)));
    assert!(rig.choose(W, extra("U-81")).is_err(), "she is on patrol");
    assert!(rig.choose(W, extra("U-87")).is_err(), "not in service");
    rig.choose(W, extra("U-96")).unwrap();
    assert!(rig.choose(W, extra("U-96")).is_err(), "not twice");
    rig.choose(W, extra("U-98")).unwrap();
    assert_eq!(rig.p.turn, 1, "two went, and the patrol begins");
    assert_eq!(sheet(&rig).extra().count(), 2);
    audit(&rig);
}

/// [23.extra_number] (R85)
#[test]
fn extra_boats_sail_in_both_campaigns() {
    for scenario in [Scenario::EarlyCampaign, Scenario::FullCampaign] {
        let mut rig = sent(scenario, &["U-81"]);
        answer_until(&mut rig, |_, port| port == Port::Wish);
        let top = rig.p.orders[0].top();
        assert_eq!(top, Some(&Order::Port(Port::Wish)), "{scenario}");
    }
}

/// [23.extra_number]
#[test]
fn no_extra_boats_in_a_single_period_or_in_the_last() {
    for scenario in [Scenario::WarPeriod(0), Scenario::Patrol(Month::FIRST)] {
        let mut rig = sent(scenario, &["U-81"]);
        answer_until(&mut rig, |_, port| port == Port::Wish);
        assert_eq!(rig.p.turn, 1, "{scenario}");
    }
    let mut rig = start(Scenario::FullCampaign);
    change(&mut rig).month = "1943-01".parse().unwrap();
    rig.play(|play| play.ask_wishes());
    assert_eq!(rig.p.orders[0].top(), Some(&Order::Port(Port::Muster)));
}

/// [68.extra_table] [23.extra_no_vp] [69.losses_counted] [13.log_codes]
#[test]
fn extra_boats_come_back_with_experience_or_not_at_all() {
    let mut rig = start(Scenario::FullCampaign);
    for name in ["U-96", "U-98", "U-81", "U-94"] {
        change(&mut rig).career_mut(hull(name)).unwrap().log[0] = Code::Extra;
    }
    // In the order of the rosters: U-81 sunk, U-94 damaged, U-96 without result, U-98 with much.
    rig.d10s(&[1, 2, 3, 10]);
    rig.play(|play| play.resolve_extra());
    let line = |name| {
        let career = career(&rig, name);
        (career.code(Month::FIRST), career.xp, career.tons)
    };
    assert_eq!(line("U-81"), (Code::Sunk, 0, 9000));
    assert_eq!(line("U-94"), (Code::Extra, 25, 20_000));
    assert_eq!(line("U-96"), (Code::Extra, 55, 80_000));
    assert_eq!(line("U-98"), (Code::Extra, 55, 70_000));
    assert_eq!(career(&rig, "U-94").refit_left(Month::FIRST), 2);
    assert_eq!((sheet(&rig).losses, sheet(&rig).vp, rig.p.vp), (1, 0, 0));
}
