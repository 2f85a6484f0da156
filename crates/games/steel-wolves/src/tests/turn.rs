//! A boat's week and its end: signals [7.0], [7.1], search [13.0], [13.2], transit and encounters [15.0], [15.4], [19.0],
//! zones [20.0], the end of the turn [11.0], [16.0].

use super::Desk;
use crate::boat::{Duty, Place, Side};
use crate::calendar::{Period, WEEKS};
use crate::choice::Choice;
use crate::displays::Contact;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::{Area, Base, Node, Zone};
use crate::position::Errand;
use crate::ready::Stand;
use crate::sequence::Step;
use crate::units::Navy;
use crate::war::Aircraft;
use crate::weather::{System, Weather};

/// A boat that acts, on patrol in an area.
fn acting(desk: &mut Desk, area: Area) -> BoatId {
    let id = desk.post(area, 1, |_| true)[0];
    desk.p.acting = desk.p.find(id).unwrap();
    desk.p.errand = Errand {
        start: Some(area),
        ..Errand::default()
    };
    id
}

/// A war with nobody at sea.
fn quiet(scenario: &str) -> Desk {
    let mut desk = Desk::bare(scenario);
    desk.clear_the_sea();
    desk
}

/// A boat in a done section does nothing more this turn [2.1]; in the Prep Phase all come out of it [11.1].
#[test]
fn done_is_done() {
    let mut desk = quiet("op_wp2");
    let id = acting(&mut desk, Area::WesternApproaches);
    desk.p.agenda.push(Step::Operations);
    assert!(desk.offers().contains(&Choice::Act(id)));
    desk.boat_mut(id).done = true;
    assert!(!desk.offers().contains(&Choice::Act(id)));
    desk.p.agenda.clear();
    desk.with(None, |play| play.perform(Step::Prep));
    assert!(!desk.boat(id).done);
    desk.p.agenda.push(Step::Operations);
    assert!(desk.offers().contains(&Choice::Act(id)));
}

/// U-boats are German: an Italian boat calls no pack and lays no mines; a German one does both [1.1], [24.0], [26.0].
#[test]
fn u_boats_are_german() {
    let mut desk = quiet("op_wp3");
    acting(&mut desk, Area::MidOcean);
    desk.post(Area::MidOcean, 3, |_| true);
    desk.p.contact = Contact::Convoy;
    desk.p.errand.colour = Some(crate::activity::Colour::Red);
    assert!(desk.p.may_call(desk.t()));
    assert!(desk.p.may_load(desk.t(), desk.p.boat()));
    let t = desk.t();
    let italian = |boat: &crate::boat::Submarine| {
        t.submarines.class_of(boat.id).navy == Navy::Italian && !boat.place.is_out()
    };
    let place = desk.p.boats.iter().position(italian).unwrap();
    desk.p.boats[place].leave(Place::Area(Area::MidOcean));
    desk.p.boats[place].side = Side::Patrol;
    desk.p.acting = place as u16;
    assert!(!desk.p.may_call(t) && !desk.p.may_load(t, desk.p.boat()));
}

/// No packs against task forces and special convoys, unless an event allows it [28.14].
#[test]
fn packs_are_for_convoys() {
    let mut desk = quiet("op_wp3");
    acting(&mut desk, Area::MidOcean);
    desk.post(Area::MidOcean, 3, |_| true);
    desk.p.errand.colour = Some(crate::activity::Colour::Red);
    for contact in [Contact::TaskForce, Contact::SpecialConvoy] {
        desk.p.contact = contact;
        desk.p.errand.terms.pack = false;
        assert!(!desk.p.may_call(desk.t()), "{contact}");
        desk.p.errand.terms.pack = true;
        assert!(desk.p.may_call(desk.t()), "{contact}");
    }
}

/// A boat with an RTB marker goes home, as directly as it can: it is asked for its base and its way, nothing else [15.2].
#[test]
fn a_returning_boat_goes_home() {
    let mut desk = quiet("op_wp2");
    let id = acting(&mut desk, Area::GreenlandGap);
    desk.boat_mut(id).turn_home();
    assert_eq!(desk.boat(id).side, Side::Transit);
    let place = desk.p.acting;
    desk.with(None, |play| play.take_turn(place));
    assert_eq!(desk.p.agenda.top(), Some(&Step::Homeward));
    let offers = desk.offers();
    assert!(offers.contains(&Choice::Base(Base::FranceAtlantic)));
    assert!(
        offers
            .iter()
            .all(|offer| matches!(offer, Choice::Base(_) | Choice::Tender(_)))
    );
    desk.with(None, |play| play.choose(Choice::Base(Base::FranceAtlantic)))
        .unwrap();
    let far = |area: Area| {
        let steps = crate::movement::distances(
            &super::GAME.tables().map,
            &[Node::Base(Base::FranceAtlantic)],
        );
        steps[area.index()]
    };
    let here = desk.boat(id).area().unwrap();
    assert!(far(here) <= far(Area::GreenlandGap));
}

/// What a search in transit finds may be declined before anything is drawn; nothing found, or declined, and the move goes
/// on as it was [15.42], [15.44].
#[test]
fn an_encounter_may_come_to_nothing() {
    let (mut nothing, mut declined) = (0, 0);
    for seed in 0..60 {
        let mut desk = quiet("op_wp2");
        desk.chance = derbyhouse_kernel::Chance::seeded(seed);
        let id = acting(&mut desk, Area::GrandBanks);
        desk.boat_mut(id).side = Side::Transit;
        desk.p.agenda.push(Step::BoatDone);
        let cups = desk.p.secret.cups.clone();
        desk.with(None, |play| {
            play.encounter(Area::WesternApproaches);
            play.p.agenda.pop();
            play.perform(Step::Search);
        });
        assert_ne!(desk.p.agenda.top(), Some(&Step::Raid));
        if desk.p.agenda.top() == Some(&Step::Engage) {
            assert!(desk.offers().contains(&Choice::Decline));
            assert!(desk.p.battle.is_none() && desk.p.secret.cups == cups);
            desk.with(None, |play| {
                play.p.agenda.pop();
                play.answer_mission(Step::Engage, Choice::Decline);
            });
            declined += 1;
        } else if desk.p.errand.contacts == 0 {
            nothing += 1;
        } else {
            continue; // an enemy submarine
        }
        let boat = desk.boat(id);
        assert_eq!(
            (boat.place, boat.side),
            (Place::Area(Area::GrandBanks), Side::Transit)
        );
        assert!(!desk.p.errand.encounter);
    }
    assert!(nothing > 3 && declined > 3, "{nothing} {declined}");
}

/// Loners off a coast may be raided as coastal traffic, but not in transit [13.23], [15.46].
#[test]
fn no_raid_in_transit() {
    let mut asked = [0, 0];
    for (place, transit) in [false, true].into_iter().enumerate() {
        for seed in 0..60 {
            let mut desk = quiet("op_wp4");
            desk.chance = derbyhouse_kernel::Chance::seeded(seed);
            acting(&mut desk, Area::UsEastCoast);
            desk.p.agenda.push(Step::BoatDone);
            desk.with(None, |play| {
                if transit {
                    play.encounter(Area::UsEastCoast);
                    play.p.agenda.pop();
                }
                play.perform(Step::Search);
            });
            let loner = desk.p.contact == Contact::Loner;
            if loner && desk.p.agenda.top() == Some(&Step::Raid) {
                asked[place] += 1;
            }
        }
    }
    assert!(asked[0] > 0);
    assert_eq!(asked[1], 0);
}

/// After a fight in transit a returning boat goes on returning; another checks its endurance, and if it stays and was alone
/// it chooses its side [15.48].
#[test]
fn after_an_encounter() {
    for (rtb, called, next) in [
        (true, false, None),
        (false, false, Some(Step::Remain)),
        (false, true, None),
    ] {
        let mut desk = quiet("op_wp2");
        let id = acting(&mut desk, Area::WesternApproaches);
        desk.boat_mut(id).side = Side::Transit;
        if rtb {
            desk.boat_mut(id).turn_home();
        }
        desk.p.errand.encounter = true;
        desk.p.errand.called = called;
        desk.p.agenda.push(Step::BoatDone);
        desk.with(None, |play| play.after_encounter());
        let first = *desk.p.agenda.top().unwrap();
        assert_eq!(first, if rtb { Step::Storm } else { Step::Endure });
        desk.with(Some(if rtb { &[] } else { &[0] }), |play| {
            play.p.agenda.pop();
            play.perform(first);
        });
        let asked = desk.p.agenda.top().filter(|step| **step == Step::Remain);
        assert_eq!(asked.copied(), next);
        assert_eq!(desk.boat(id).rtb, rtb);
        let side = if called { Side::Patrol } else { Side::Transit };
        assert_eq!(desk.boat(id).side, side);
    }
}

/// The end of the turn: weather, aircraft and the B-Dienst marker come off [16.3], [16.4], [16.5], [7.42].
#[test]
fn markers_come_off() {
    let mut desk = quiet("op_wp2");
    desk.p.weather = vec![System {
        area: Area::MidOcean,
        weather: Weather::Mbar965,
    }];
    desk.p.signals = Some(3);
    desk.p.war.aircraft = vec![Aircraft {
        plane: 0,
        base: Node::Base(Base::Germany),
        over: Some(Area::NorthSea),
    }];
    desk.with(None, |play| play.perform(Step::Conclude));
    assert!(desk.p.weather.is_empty() && desk.p.signals.is_none());
    assert_eq!(desk.p.war.aircraft[0].over, None);
}

/// A Spotted marker comes off at once in base [16.21]; the damage stays marked until it is mended [18.0].
#[test]
fn home_and_unseen() {
    let mut desk = quiet("op_wp2");
    let id = acting(&mut desk, Area::NorthSea);
    desk.boat_mut(id).spotted = true;
    desk.with(Some(&[]), |play| play.hurt());
    assert_eq!(desk.boat(id).damage, 1);
    let marked = |event: &Event| matches!(event, Event::Damaged { markers: 1, .. });
    assert_eq!(desk.count(marked), 1);
    desk.boat_mut(id).turn_home();
    desk.with(Some(&[5]), |play| play.arrive(Node::Base(Base::Germany)));
    let boat = desk.boat(id);
    assert!(!boat.spotted && !boat.rtb && boat.damage == 1);
    assert!(matches!(boat.place, Place::Base(Base::Germany, stand) if stand != Stand::Ready));
}

/// A zone may be entered whenever its area may, unless it is closed [20.1] (R20); after its mission the boat goes to a
/// linked area and checks its endurance [20.6].
#[test]
fn in_and_out_of_a_zone() {
    let mut desk = quiet("op_wp1");
    let id = acting(&mut desk, Area::WesternApproaches);
    desk.p.agenda.plan([Step::ZoneEntry, Step::BoatDone]);
    let t = desk.t();
    for zone in Zone::ALL {
        let linked = crate::movement::is_linked(&t.map, zone, Area::WesternApproaches);
        let offered = desk.offers().contains(&Choice::Into(zone));
        assert_eq!(offered, linked && desk.p.is_open(t, zone), "{zone}");
    }
    assert!(desk.offers().contains(&Choice::Into(Zone::Ireland)));
    assert!(!desk.p.is_open(t, Zone::Azores), "closed by nationality");
    desk.p.agenda.clear();
    desk.boat_mut(id).place = Place::Zone(Zone::Ireland, Area::WesternApproaches);
    desk.p.agenda.plan([Step::LeaveZone, Step::BoatDone]);
    let exits = desk.offers();
    let links = &t.map.zone(Zone::Ireland).links;
    assert!(exits.contains(&Choice::To(Area::WesternApproaches)));
    assert!(
        exits
            .iter()
            .all(|exit| matches!(exit, Choice::To(area) if links.contains(area)))
    );
    desk.with(None, |play| {
        play.p.agenda.pop();
        play.answer_sail(Step::LeaveZone, Choice::To(Area::WesternApproaches));
    });
    assert_eq!(desk.boat(id).place, Place::Area(Area::WesternApproaches));
    assert_eq!(desk.p.agenda.top(), Some(&Step::Endure));
}

/// In Home Waters a second search may follow loners, but nothing bigger [28.29], [30.1].
#[test]
fn a_second_search_after_loners() {
    for (big, again) in [(false, true), (true, false)] {
        let mut desk = quiet("op_wp1");
        acting(&mut desk, Area::WesternApproaches);
        desk.p.errand.searches = 1;
        desk.p.errand.contacts = 1;
        desk.p.errand.big_fight = big;
        desk.with(None, |play| play.after_search());
        assert_eq!(desk.p.agenda.top() == Some(&Step::SecondSearch), again);
    }
}

/// Several aircraft in one area add up [7.52]; the one of Vichy reaches one area and helps its own boats only [7.56].
#[test]
fn aircraft_add_up() {
    let mut desk = quiet("op_wp3");
    let t = desk.t();
    let plane = |vichy: bool| {
        let place = t
            .submarines
            .aircraft
            .iter()
            .position(|plane| plane.base.is_none() == vichy);
        place.unwrap() as u8
    };
    let over = |plane, base| Aircraft {
        plane,
        base: Node::Base(base),
        over: Some(Area::SwApproaches),
    };
    desk.p.war.aircraft = vec![
        over(plane(false), Base::FranceAtlantic),
        over(plane(false), Base::FranceAtlantic),
        over(plane(true), Base::Toulon),
    ];
    assert_eq!(desk.p.aircraft_over(t, Area::SwApproaches, Navy::German), 2);
    assert_eq!(desk.p.aircraft_over(t, Area::SwApproaches, Navy::Vichy), 1);
    let id = acting(&mut desk, Area::SwApproaches);
    let two = desk.p.search_of(t, Area::SwApproaches);
    desk.p.war.aircraft.remove(0);
    let one = desk.p.search_of(t, Area::SwApproaches);
    assert_eq!(two.modifier(t), one.modifier(t) + 1, "{id:?}");
    assert_eq!(t.submarines.aircraft[usize::from(plane(true))].range, 1);
}

/// There is never more than one B-Dienst area [7.14].
#[test]
fn one_area_of_signals() {
    for period in Period::ALL {
        let mut desk = Desk::bare("op_wp2");
        desk.p.period = period;
        for die in 0..10 {
            desk.p.signals = Some(die);
            let heard = |area: &Area| desk.p.signals_in(desk.t(), *area).is_some();
            assert!(Area::ALL.iter().filter(|area| heard(area)).count() <= 1);
        }
    }
}

/// Markers count ships, tons and boats lost; those of the month go back to zero in week 4, the running totals that
/// torpedoes need do not [3.3], [16.12] (R5).
#[test]
fn months_and_totals() {
    let mut desk = quiet("campaign_1");
    desk.p.date.week = WEEKS;
    let id = acting(&mut desk, Area::NorthSea);
    let place = desk.p.acting;
    desk.with(None, |play| play.lose_boat(place));
    assert_eq!(desk.boat(id).place, Place::Lost);
    desk.p.war.month.tons = 40;
    desk.p.war.total.tons = 90;
    desk.p.ships_total = 20;
    desk.with(None, |play| play.monthly_victory());
    let over = |event: &Event| {
        matches!(
            event,
            Event::MonthOver {
                tons: 40,
                lost: 1,
                ..
            }
        )
    };
    assert_eq!(desk.count(over), 1);
    assert_eq!(desk.p.war.month, crate::progress::Tally::default());
    assert_eq!(
        (
            desk.p.war.total.tons,
            desk.p.war.total.boats_lost,
            desk.p.ships_total
        ),
        (90, 1, 20)
    );
}

/// Germany is always a base; France opens with the second period, Italy and Greece with the first Mediterranean
/// Campaign, and Greece with the fourth period in any case [21.0] (R2).
#[test]
fn bases_open() {
    let open = |scenario: &str| Desk::new(scenario, 3).p.bases;
    assert_eq!(open("op_wp1"), [Base::Germany]);
    let second = open("op_wp2");
    assert!(second.contains(&Base::FranceAtlantic) && !second.contains(&Base::Greece));
    assert!(open("op_wp4").contains(&Base::Greece));
    // A campaign in which no such event has come.
    let mut desk = quiet("campaign_1");
    desk.p.war.head = Some(Period::Three);
    desk.with(None, |play| play.change_period(Period::Four));
    assert!(!desk.p.bases.contains(&Base::Greece));
    desk.with(None, |play| play.war_event_phase());
    desk.run(
        |p| p.bases.contains(&Base::Greece),
        |_, offers| *offers.last().unwrap(),
    );
    assert!(desk.p.bases.contains(&Base::Greece));
    for place in 0..desk.t().war_events.list.len() as u8 {
        let event = &desk.t().war_events.list[usize::from(place)];
        if event.period == Period::Three && event.id.contains("mediterranean") {
            let mut desk = quiet("op_wp3");
            desk.p.bases = vec![Base::Germany];
            desk.with(None, |play| play.occur(place));
            desk.run(|p| p.bases.contains(&Base::Greece), |_, offers| offers[0]);
            assert!(desk.p.bases.contains(&Base::Italy), "{}", event.id);
        }
    }
}

/// After laying mines the boat goes to a linked area and checks its endurance at +1 [26.3].
#[test]
fn out_again_after_mines() {
    let mut desk = quiet("op_wp1");
    let id = acting(&mut desk, Area::NorthSea);
    desk.boat_mut(id).mines = true;
    desk.boat_mut(id).place = Place::Zone(Zone::EnglishCoast, Area::NorthSea);
    desk.p.agenda.plan([Step::Mission, Step::BoatDone]);
    desk.run(|p| p.agenda.is_empty(), |_, offers| offers[0]);
    assert!(matches!(desk.boat(id).place, Place::Area(_)));
    let modified = |event: &Event| matches!(event, Event::Endured { boat, modifier, .. } if *boat == id && *modifier >= 1);
    assert_eq!(desk.count(modified), 1);
}

/// Aircraft and markers that a minefield draws go back without effect [26.22].
#[test]
fn mines_do_not_hurt_aircraft() {
    let mut desk = quiet("op_wp1");
    let t = desk.t();
    let cup = crate::cups::Cup::Loner;
    let harmless = |counter: &crate::units::Counter| {
        let piece = t.ships.piece(*counter);
        piece.kind.is_aircraft() || !matches!(piece.role, crate::tables::Role::Unit(_))
    };
    let mut harmless_only: Vec<_> = t
        .ships
        .markers(crate::tables::Role::CombatEvent)
        .chain(t.ships.markers(crate::tables::Role::DrawLiner))
        .take(4)
        .collect();
    let flying = t
        .ships
        .units
        .iter()
        .filter(|unit| unit.piece.kind.is_aircraft());
    harmless_only.extend(flying.map(|unit| unit.first).take(4));
    harmless_only.sort_unstable();
    assert!(harmless_only.iter().all(harmless));
    *desk.p.secret.cups.of_mut(cup) = harmless_only.iter().copied().collect();
    for _ in 0..20 {
        desk.p.war.fields = vec![crate::war::Minefield {
            zone: Zone::EnglishCoast,
            strength: 3,
        }];
        desk.with(None, |play| play.old_fields());
    }
    assert_eq!(desk.p.secret.cups.of(cup), harmless_only);
    assert_eq!((desk.p.ships_total, desk.p.war.mined), (0, (0, 0)));
    let drawn = |event: &Event| matches!(event, Event::Minefield { count, .. } if *count > 0);
    assert!(desk.count(drawn) > 0);
}

/// The boat that reports weather counts for the crowd of its area and does not search [WE2.9] (R37).
#[test]
fn the_weather_boat_only_reports() {
    let mut desk = quiet("op_wp2");
    let id = acting(&mut desk, Area::GreenlandGap);
    desk.boat_mut(id).duty = Some(Duty::Weather);
    assert_eq!(desk.p.boats_in(Area::GreenlandGap), 1);
    desk.p.agenda.plan([Step::Duty, Step::BoatDone]);
    desk.run(|p| p.agenda.is_empty(), |_, offers| offers[0]);
    assert_eq!(
        desk.count(|event| matches!(event, Event::Searched { .. })),
        0
    );
    assert!(desk.boat(id).done);
}
