//! Our answers where the printed rules are silent or at odds, and the plain rules beside them.

use super::{Desk, GAME};
use crate::boat::{Command, Duty, Place, Side};
use crate::calendar::{Month, Period};
use crate::choice::Choice;
use crate::cups::{self, Season};
use crate::damage::{self, Repair};
use crate::displays::Contact;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::{Area, Base, Zone};
use crate::halves::Halves;
use crate::orders;
use crate::position::Errand;
use crate::ready::Stand;
use crate::sequence::Step;
use crate::tables::{Added, Theatre};
use crate::units::{Nation, Navy};
use crate::weather::{System, Weather};
use crate::{duel, search};
use derbyhouse_kernel::Chance;

fn quiet(scenario: &str) -> Desk {
    let mut desk = Desk::bare(scenario);
    desk.clear_the_sea();
    desk
}

fn acting(desk: &mut Desk, area: Area) -> BoatId {
    let id = desk.post(area, 1, |_| true)[0];
    desk.p.acting = desk.p.find(id).unwrap();
    desk.p.errand = Errand {
        start: Some(area),
        ..Errand::default()
    };
    id
}

/// Dice show 0 to 9, and zero is zero; halves go up or down as the rule beside them says [2.6] (R39).
#[test]
fn dice_and_halves() {
    let mut chance = Chance::seeded(1);
    let mut seen = [false; 10];
    for _ in 0..500 {
        seen[usize::from(chance.chit())] = true;
    }
    assert_eq!(seen, [true; 10]);
    let half = Halves::of;
    assert_eq!((half(3).floor(), half(3).ceil()), (1, 2));
    assert_eq!((half(-3).floor(), half(-3).ceil()), (-2, -1));
    assert_eq!((half(4).floor(), half(4).ceil()), (2, 2));
}

/// The section that the printed copy lacks has no mechanics (R12): [7.13], [7.15].
#[test]
fn a_section_is_missing() {
    for number in ["7.13", "7.15"] {
        let rule = GAME.rules.iter().find(|rule| rule.number == number);
        let kind = rule.map(|rule| rule.kind);
        assert_eq!(kind, Some(derbyhouse_tables::RuleKind::Text), "{number}");
    }
}

/// The lists of the other cups come first, and then the War Mix from what is left [3.2]; a named ship that was sunk is in
/// none of them [3.13].
#[test]
fn lists_before_the_mix() {
    let t = GAME.tables();
    let named = t
        .ships
        .units
        .iter()
        .find(|unit| unit.piece.named && unit.count == 1);
    let sunk = [named.unwrap().first];
    for period in Period::ALL {
        let month = (0..45)
            .filter_map(|later| Month::FIRST.plus(later))
            .find(|month| t.period_of(*month) == period);
        let season = Season {
            period,
            month: month.unwrap(),
            barbarossa: period >= Period::Four,
            out: &sunk,
        };
        let mut full = cups::fill(t, season, &[], &mut Chance::seeded(8));
        for (cup, lists) in &t.cups.lists {
            let here = full.of(*cup);
            for (unit, count) in &lists[period.index()] {
                let values = t.ships.unit(*unit);
                let ready = values.is_available(period, season.month, season.barbarossa);
                let mine: Vec<_> = t.ships.counters(*unit).collect();
                let among = |some: &[crate::units::Counter]| {
                    mine.iter().filter(|counter| some.contains(counter)).count()
                };
                let (there, lost) = (among(here), among(&sunk));
                let wanted = if ready { usize::from(*count) } else { 0 };
                assert!(there + lost >= wanted, "{cup}: {}", values.id);
            }
        }
        assert!(full.all().all(|(_, counter)| !sunk.contains(&counter)));
        cups::reshuffle(t, season, &mut full, &[], &mut Chance::seeded(9));
        assert!(full.all().all(|(_, counter)| !sunk.contains(&counter)));
    }
}

/// An event says what a contact is before B-Dienst does, and only one die is thrown (R9).
#[test]
fn events_go_before_signals() {
    let t = GAME.tables();
    let mut tried = 0;
    for (place, event) in t.war_events.list.iter().enumerate() {
        for order in event.contacts.iter().filter(|order| !order.but_signals) {
            let area = order.place.iter().find_map(|place| match place {
                Theatre::Area(area) => Some(*area),
                _ => None,
            });
            let rows = &t.b_dienst[event.period.index()];
            let heard = |area: Area| {
                rows.iter()
                    .position(|row| row.area == Some(area) && row.asks())
            };
            let Some((area, die)) = area.and_then(|area| Some((area, heard(area)?))) else {
                continue;
            };
            for seed in 0..40 {
                let mut desk = quiet(&format!("op_{}", event.period));
                desk.chance = Chance::seeded(seed);
                acting(&mut desk, area);
                desk.with(None, |play| play.occur(place as u8));
                desk.p.agenda.clear();
                desk.p.signals = Some(die as u8);
                desk.p.agenda.push(Step::BoatDone);
                desk.events.clear();
                desk.with(None, |play| play.search());
                let thrown = desk.count(|event| matches!(event, Event::Converted { .. }));
                assert!(thrown <= 1, "{}", event.id);
                tried += thrown;
            }
        }
    }
    assert!(tried > 0);
}

/// The player says who tries for the Mediterranean, among those that can be off Morocco at once; they go at once and are
/// through, back or lost (R10).
#[test]
fn through_the_strait() {
    let t = GAME.tables();
    let place = t
        .war_events
        .list
        .iter()
        .position(|event| event.enter_med.is_some())
        .unwrap();
    let event = &t.war_events.list[place];
    let mut desk = quiet(&format!("op_{}", event.period));
    let mut near = desk.post(Area::SwApproaches, 20, |_| true);
    let far = desk.post(Area::GreenlandGap, 3, |_| true);
    let only = &event.enter_med.as_ref().unwrap().only;
    near.retain(|boat| only.is_empty() || only.contains(&t.submarines.boat(*boat).class));
    assert!(!near.is_empty() && !far.is_empty());
    desk.with(None, |play| play.occur(place as u8));
    desk.p.agenda.clear();
    let boats = desk.p.candidates(t, crate::task::Task::EnterMed);
    assert!(near.iter().all(|boat| boats.contains(boat)));
    assert!(far.iter().all(|boat| !boats.contains(boat)));
    desk.p.agenda.plan([Step::Break(near[0])]);
    desk.run(|p| p.agenda.is_empty(), |_, offers| offers[0]);
    let boat = desk.boat(near[0]);
    let through =
        boat.command == Command::Mediterranean && boat.place == Place::Area(Area::WesternMed);
    assert!(through || boat.rtb || boat.place == Place::Lost, "{boat:?}");
}

/// What was let go was a contact all the same: the boat's endurance does not gain by it (R15).
#[test]
fn declining_is_a_contact() {
    let mut desk = quiet("op_wp2");
    let id = acting(&mut desk, Area::GrandBanks);
    desk.boat_mut(id).damage = 1;
    desk.p.contact = Contact::Convoy;
    desk.p.agenda.plan([Step::Engage, Step::BoatDone]);
    desk.with(None, |play| {
        play.p.agenda.pop();
        play.answer_mission(Step::Engage, Choice::Decline);
    });
    assert!(!desk.boat(id).week.no_contact);
    desk.p.errand.contacts = 0;
    desk.with(None, |play| play.after_search());
    assert!(desk.boat(id).week.no_contact);
}

/// Nations that have no business in an area are set aside: Soviet boats are met in the Arctic, Greek and Yugoslav ones in
/// the Mediterranean, American ones in the West (R19).
#[test]
fn enemy_submarines_have_their_waters() {
    let nation = |class: &str| {
        let classes = &GAME.tables().submarines.enemy_classes;
        classes
            .iter()
            .find(|other| other.id == class)
            .unwrap()
            .nation
    };
    for (scenario, area) in [
        ("op_wp1", Area::NorthSea),
        ("op_wp3", Area::NorwegianSea),
        ("op_wp4", Area::BarentsSea),
        ("op_wp4", Area::CentralMed),
        ("op_wp5", Area::UsEastCoast),
    ] {
        let mut met = Vec::new();
        for seed in 0..60 {
            let mut desk = quiet(scenario);
            desk.chance = Chance::seeded(seed);
            acting(&mut desk, area);
            desk.p.agenda.push(Step::BoatDone);
            desk.with(None, |play| play.meet_submarine(area, false));
            met.extend(desk.events.iter().filter_map(|event| match event {
                Event::EnemySubmarine { class, .. } => Some(nation(class)),
                _ => None,
            }));
        }
        let group = GAME.tables().map.area(area).group;
        let west = search::is_west(GAME.tables(), area, Period::Five, |_| false);
        for nation in met {
            let fits = match nation {
                Nation::Soviet => group == crate::geography::Group::Arctic,
                Nation::Greek | Nation::Yugoslav => group == crate::geography::Group::Mediterranean,
                Nation::American => west,
                _ => true,
            };
            assert!(fits, "{nation} in {area}");
        }
    }
}

/// Two markers are two rolls, each with the +1 of a new crew; the sum is the box (R29), [18.3].
#[test]
fn two_markers_two_rolls() {
    let t = GAME.tables();
    for die in 0..10 {
        for green in [0, 1] {
            let one = damage::assess(t, &[die], green).0;
            let (two, repair) = damage::assess(t, &[die, die], green);
            assert_eq!(two, 2 * one);
            assert_eq!(repair == Repair::Scrapped, two > 3);
        }
        assert_eq!(
            damage::assess(t, &[die], 1).0,
            damage::assess(t, &[(die + 1).min(9)], 0).0
        );
    }
}

/// A boat in a zone is in the weather of its area (R33).
#[test]
fn weather_reaches_zones() {
    let mut desk = quiet("op_wp2");
    let id = acting(&mut desk, Area::WesternApproaches);
    desk.boat_mut(id).place = Place::Zone(Zone::Ireland, Area::WesternApproaches);
    desk.p.weather = vec![System {
        area: Area::WesternApproaches,
        weather: Weather::Mbar965,
    }];
    let search = desk.p.search_of(desk.t(), Area::WesternApproaches);
    assert_eq!(search.weather, Weather::Mbar965);
    desk.with(None, |play| play.storm());
    assert_eq!(
        desk.count(|event| matches!(event, Event::Buffeted { .. })),
        1
    );
}

/// The iron convoys before March 1940 are for all boats of the Norwegian Sea; those of line 1 only for the boats that were
/// sent [WE1.8a], [WE1.1] (R34).
#[test]
fn iron_convoys() {
    let t = GAME.tables();
    let orders = |id: &str| &t.war_events.find(id).unwrap().contacts;
    let sea = [Theatre::Area(Area::NorwegianSea)];
    assert!(
        orders("iron_convoy_b")
            .iter()
            .any(|order| orders::concerns(order, &sea, false))
    );
    let line_1 = orders("iron_convoy_a");
    assert!(!line_1.is_empty());
    for order in line_1 {
        assert!(!orders::concerns(order, &sea, false));
        assert!(orders::concerns(order, &sea, true));
    }
}

/// Classes that leave service go home from sea at once and are out of play, not lost; those to come do not (R36).
#[test]
fn old_boats_leave() {
    let mut desk = quiet("op_wp3");
    let t = desk.t();
    let id = acting(&mut desk, Area::NorthSea);
    let class = t.submarines.boat(id).class;
    desk.with(None, |play| play.retire(&[class]));
    desk.run(|p| p.agenda.is_empty(), |_, offers| offers[0]);
    assert!(desk.p.war.retired.contains(&class));
    let lost = desk.count(|event| matches!(event, Event::Lost { .. }));
    for boat in desk
        .p
        .boats
        .iter()
        .filter(|boat| t.submarines.boat(boat.id).class == class)
    {
        assert!(boat.place.is_out(), "{boat:?}");
    }
    assert_eq!(usize::from(desk.p.war.total.boats_lost), lost);
}

/// Damaged boats may be sent but are not owed; a boat out of range or of another theatre does not count (R41), [5.3].
#[test]
fn damaged_boats_are_not_owed() {
    let t = GAME.tables();
    let found = t
        .war_events
        .list
        .iter()
        .enumerate()
        .find_map(|(place, event)| {
            let fits = |deploy: &&crate::tables::Deploy| {
                !deploy.damaged_allowed
                    && deploy.only.is_empty()
                    && deploy.from_areas.is_empty()
                    && matches!(deploy.to[0], Theatre::Area(_))
            };
            let number = event.deploys.iter().position(|deploy| fits(&deploy))?;
            Some((place as u8, number as u8, event))
        });
    let (place, number, event) = found.unwrap();
    let Theatre::Area(area) = event.deploys[usize::from(number)].to[0] else {
        panic!("an area was asked for");
    };
    let mut desk = quiet(&format!("op_{}", event.period));
    desk.p.war.occurred.clear();
    let posted = desk.post(area, 2, |family| family == "VII" || family == "IX");
    desk.boat_mut(posted[0]).damage = 1;
    let sent = |desk: &Desk| -> Vec<BoatId> {
        let offers = desk.offers();
        let send = offers.iter().filter_map(|offer| match offer {
            Choice::Send(id, _) => Some(*id),
            _ => None,
        });
        send.collect()
    };
    desk.p.agenda.push(Step::Demand(place, number, 2));
    assert!(sent(&desk).contains(&posted[1]) && !desk.offers().contains(&Choice::Done));
    desk.boat_mut(posted[1]).duty = Some(Duty::Sent(number, Theatre::Area(area)));
    assert!(
        desk.offers().contains(&Choice::Done),
        "only a damaged one is left"
    );
    assert!(sent(&desk).contains(&posted[0]));
    desk.boat_mut(posted[0]).command = Command::Mediterranean;
    desk.boat_mut(posted[0]).place = Place::Base(Base::Italy, Stand::Ready);
    assert!(!sent(&desk).contains(&posted[0]));
}

/// Spotted and damaged is one less for the detection roll, not two [14.6B] (R42).
#[test]
fn one_less_for_both() {
    for (spotted, damaged, less) in [
        (false, false, 0),
        (true, false, 1),
        (false, true, 1),
        (true, true, 1),
    ] {
        assert_eq!(duel::detection(6, spotted, damaged, false), 6 - less);
    }
}

/// A tanker that has supplied somebody has no easier check; one that has not is a boat like others [21.33] (R62).
#[test]
fn a_tanker_that_has_served() {
    for (serving, modifier) in [(Some(1), 0), (Some(0), -1)] {
        let mut desk = quiet("op_wp5");
        let t = desk.t();
        let id = acting(&mut desk, Area::MidOcean);
        desk.boat_mut(id).serving = serving;
        desk.boat_mut(id).week.no_contact = true;
        desk.with(Some(&[0]), |play| play.perform_week(Step::Endure));
        let found = desk.events.iter().find_map(|event| match event {
            Event::Endured { modifier, .. } => Some(*modifier),
            _ => None,
        });
        let bonus = crate::endurance::modifier(
            t,
            crate::endurance::Week {
                no_contact: true,
                ..Default::default()
            },
            false,
            0,
        );
        assert!(bonus < 0);
        assert_eq!(found, Some(if modifier == 0 { 0 } else { bonus }));
    }
}

/// Pieces that come by event stay as long as their mark says: for the week, for the period, for good (R46).
#[test]
fn pieces_of_events_have_their_time() {
    let t = GAME.tables();
    let all = t.war_events.list.iter().flat_map(|event| &event.cups);
    let mut times = [0; 3];
    for add in all.filter(|add| matches!(add.what, Added::Unit(..))) {
        times[add.lasts as usize] += 1;
    }
    assert!(times.iter().all(|count| *count > 0), "{times:?}");
}

/// The sum of B-Dienst and Enigma in a search is within three, the box within the chart, the row within the table
/// [7.34], [13.21], [13.22] (R14): invariant 12 of the specification.
#[test]
fn searches_stay_on_their_charts() {
    let mut desk = quiet("op_wp5");
    let id = acting(&mut desk, Area::GreenlandGap);
    desk.boat_mut(id).side = Side::Patrol;
    let t = desk.t();
    let plain = desk.p.search_of(t, Area::GreenlandGap);
    for marker in [false, true] {
        for b_dienst in -3..=3 {
            for enigma in -3..=3 {
                let with = search::Search {
                    marker,
                    b_dienst,
                    enigma,
                    navy: Navy::German,
                    ..plain
                };
                let without = search::Search {
                    b_dienst: 0,
                    enigma: 0,
                    ..with
                };
                assert!((with.modifier(t) - without.modifier(t)).abs() <= 3);
            }
        }
    }
    for period in Period::ALL {
        for area in Area::ALL {
            let chart = *t.map.chart(area, period, true);
            for roll in -12..22 {
                let (index, _) = search::found(&chart, roll, false);
                assert!(index <= 9, "{area} {roll}");
            }
        }
    }
    for colour in crate::activity::Colour::ALL {
        for die in 0..10 {
            for aircraft in 0..5 {
                assert!(search::contact_row(t, colour, die, aircraft) <= 11);
            }
        }
    }
}

/// A scenario begins with virgin areas as history had left them: those searched more than four weeks before are not, those
/// searched just now still are, to the end of the fourth week. The campaign begins with all of them [30.5] (5.9.10).
#[test]
fn history_has_hunted_before() {
    use Area::*;
    for (scenario, old, virgin) in [
        ("campaign_1", &[][..], &[WestAfrica, UsEastCoast][..]),
        ("op_wp2", &[], &[CapeVerde, WestAfrica]),
        ("op_wp3", &[CapeVerde, WestAfrica], &[StHelena, UsEastCoast]),
        ("u107_freetown", &[WestAfrica], &[StHelena]),
        ("op_wp4", &[WestAfrica, StHelena], &[UsEastCoast, Bermuda]),
        ("u123_drumbeat", &[], &[UsEastCoast, Maritimes]),
        ("tazzoli_guiana", &[StHelena], &[UsEastCoast, GuianaBasin]),
        (
            "op_wp5",
            &[UsEastCoast, Caribbean, GulfOfMexico, GuianaBasin],
            &[SouthAfrica, MozambiqueChannel, IndianOcean],
        ),
        ("u68_cape", &[BrazilBasin], &[SouthAfrica]),
    ] {
        let mut desk = Desk::bare(scenario);
        let t = desk.t();
        for area in Area::ALL {
            let wanted = match (old.contains(&area), virgin.contains(&area)) {
                (true, _) => false,
                (_, true) => true,
                _ => continue,
            };
            assert_eq!(desk.p.is_virgin(t, area), wanted, "{scenario}: {area}");
        }
        if scenario == "tazzoli_guiana" {
            desk.p.date = desk.p.date.next().unwrap();
            assert!(!desk.p.is_virgin(t, UsEastCoast), "the fifth week");
        }
    }
    // A patrol of one's own choice by its month.
    for (month, virgin) in [("6/42", true), ("7/42", false)] {
        let mut desk = Desk::new("free_patrol", 5);
        let month = Choice::Month(month.parse().unwrap());
        desk.with(None, |play| play.choose(month)).unwrap();
        assert_eq!(desk.p.is_virgin(desk.t(), GulfOfMexico), virgin);
    }
}

/// What begins in the third period after June 1941 begins after Barbarossa: Soviet pieces are there, and the Arctic has its own
/// rows [17.4] (R47).
#[test]
fn scenarios_after_barbarossa() {
    let has_begun = |desk: &Desk| {
        let soviet = |cup| {
            let there = desk.p.secret.cups.of(cup).iter();
            let mut pieces = there.map(|counter| desk.t().ships.piece(*counter));
            pieces.any(|piece| piece.nation == Nation::Soviet)
        };
        let at_sea = soviet(cups::Cup::Outer);
        assert_eq!(soviet(cups::Cup::ForceSoviet), at_sea);
        let row = desk
            .t()
            .map
            .row(Area::BarentsSea, desk.p.period, desk.p.barbarossa());
        assert_eq!(row == Period::Three, at_sea);
        at_sea
    };
    for (scenario, begun) in [
        ("op_wp3", false),
        ("u107_freetown", false),
        ("u331_levant", true),
    ] {
        assert_eq!(has_begun(&Desk::new(scenario, 5)), begun, "{scenario}");
    }
    for scenario in ["sc42", "hg76"] {
        assert!(Desk::new(scenario, 5).p.barbarossa(), "{scenario}");
    }
    for (month, begun) in [("6/41", false), ("7/41", true), ("12/41", true)] {
        let mut desk = Desk::new("free_patrol", 5);
        let choice = Choice::Month(month.parse().unwrap());
        desk.with(None, |play| play.choose(choice)).unwrap();
        assert_eq!(has_begun(&desk), begun, "{month}");
    }
}
