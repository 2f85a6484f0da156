//! Between patrols: the list of the month, crews, bases, aces, progress and victory.

use super::{Desk, GAME};
use crate::boat::{Command, Duty, Place, Side};
use crate::calendar::{Date, Month, Period};
use crate::choice::Choice;
use crate::fleet::{AceId, BoatId};
use crate::geography::{Area, Base, Node, Zone};
use crate::ready::Stand;
use crate::sequence::{Phase, Step};
use crate::tables::{Office, Request, Theatre};
use crate::task::Task;
use crate::war::Forward;

fn boat(name: &str) -> BoatId {
    GAME.tables().submarines.find(name).unwrap()
}

fn month(text: &str) -> Month {
    text.parse().unwrap()
}

/// The campaign in the first week of a month.
fn in_month(text: &str) -> Desk {
    let mut desk = Desk::bare("campaign_1");
    desk.p.date = Date {
        month: month(text),
        week: 1,
    };
    desk
}

/// The week has all its phases, in order: events, torpedoes, intelligence, triple R, operations, end [4.0], [1.0].
#[test]
fn a_week_of_war_has_all_phases() {
    let mut desk = Desk::bare("campaign_1");
    desk.with(None, |play| play.perform_week(Step::BeginWeek));
    let steps: Vec<Step> = desk
        .p
        .agenda
        .top()
        .into_iter()
        .chain(desk.p.agenda.below_top())
        .copied()
        .collect();
    assert_eq!(steps.len(), 12);
    assert_eq!((steps[0], steps[11]), (Step::WarEvent, Step::Progress));
    assert!(Phase::ALL.len() == 10 && steps.contains(&Step::Demands));
}

/// The first boats are where history had them: on patrol, or at the pier in Germany [3.0].
#[test]
fn the_war_begins() {
    let desk = Desk::new("campaign_1", 1);
    assert_eq!(
        desk.boat(boat("U-30")).place,
        Place::Area(Area::WesternApproaches)
    );
    assert_eq!(desk.boat(boat("U-5")).green, 1);
    assert_eq!(desk.p.bases, [Base::Germany]);
    assert_eq!(desk.p.war.aircraft.len(), 1);
}

/// Survivors of a later period: no boat that was lost, retired or sent home, the theatres filled [3.0].
#[test]
fn later_wars_begin_with_survivors() {
    for name in ["op_wp2", "op_wp3", "op_wp4", "op_wp5"] {
        let desk = Desk::new(name, 4);
        let war = desk.p.war_scenario(desk.t()).unwrap();
        assert!(desk.p.find(boat("U-39")).is_none(), "{name}: lost in 1939");
        assert_eq!(
            desk.p.assigned(desk.t(), Command::Mediterranean),
            usize::from(war.mediterranean)
        );
        assert_eq!(desk.p.is_forward(Zone::Narvik), war.period >= Period::Four);
        assert!(desk.p.boats.iter().any(|boat| boat.place.is_at_sea()));
        for (id, ace, rating) in &war.aces {
            if let Some(place) = desk.p.find(*id) {
                assert_eq!(
                    desk.p.boats[usize::from(place)].ace,
                    Some((*ace, *rating)),
                    "{name}"
                );
            }
        }
    }
}

/// Boats of the list come to their base, Germany while that is closed, at the pier [8.0] (R13).
#[test]
fn boats_arrive() {
    let mut desk = in_month("10/39");
    desk.with(None, |play| play.reinforce());
    desk.finish();
    assert_eq!(
        desk.boat(boat("U-61")).place,
        Place::Base(Base::Germany, Stand::Pierside)
    );
    let mut desk = in_month("9/40");
    desk.with(None, |play| play.arrivals());
    let italian = desk.boat(boat("Malaspina"));
    assert_eq!(
        italian.place,
        Place::Base(Base::Germany, Stand::Pierside),
        "France is still closed"
    );
}

/// A boat with a new crew comes with a marker, or a month later without; six markers are all there are [8.1], [8.13].
#[test]
fn new_crews_come_now_or_later() {
    for (choice, comes) in [(Choice::Yes, true), (Choice::No, false)] {
        let mut desk = in_month("5/40");
        for boat in &mut desk.p.boats {
            boat.green = 0;
        }
        desk.with(None, |play| play.arrivals());
        desk.with(None, |play| play.run());
        assert!(matches!(desk.p.agenda.top(), Some(Step::Late(_))));
        desk.with(None, |play| play.choose(choice)).unwrap();
        assert_eq!(desk.p.find(boat("U-122")).is_some(), comes);
        if !comes {
            desk.p.date.month = month("6/40");
            desk.with(None, |play| play.arrivals());
            assert_eq!(desk.boat(boat("U-122")).green, 0);
        }
    }
    let mut desk = in_month("5/40");
    assert_eq!(desk.p.green_boats(), 6);
    desk.with(None, |play| play.may_come(boat("U-122")));
    assert!(
        desk.p
            .war
            .delayed
            .iter()
            .any(|(id, _)| *id == boat("U-122")),
        "no marker is free (R13)"
    );
}

/// Boats of the next month may come early with a marker, of the one after that with two [8.14], [8.15].
#[test]
fn boats_come_early() {
    let mut desk = in_month("10/39");
    for boat in &mut desk.p.boats {
        boat.green = 0;
    }
    assert!(
        desk.p
            .candidates(desk.t(), Task::Early)
            .contains(&boat("U-43"))
    );
    desk.p.agenda.push(Step::Pick(Task::Early, 1));
    desk.with(None, |play| play.choose(Choice::Pick(boat("U-43"))))
        .unwrap();
    assert_eq!(desk.boat(boat("U-43")).green, 1);
    desk.p.agenda.clear();
    desk.p.date.month = month("11/39");
    assert!(
        desk.p
            .candidates(desk.t(), Task::VeryEarly)
            .contains(&boat("U-44"))
    );
    desk.p.agenda.push(Step::Pick(Task::VeryEarly, 1));
    desk.with(None, |play| play.choose(Choice::Pick(boat("U-44"))))
        .unwrap();
    assert_eq!(desk.boat(boat("U-44")).green, 2);
}

/// A boat that is withdrawn goes home at once, check by check, and into refit; it comes back to its base [8.0], [19.13]
/// (R61).
#[test]
fn refits() {
    let mut desk = in_month("3/40");
    let id = boat("U-31");
    desk.boat_mut(id)
        .leave(Place::Area(Area::WesternApproaches));
    desk.boat_mut(id).side = Side::Patrol;
    desk.p.agenda.push(Step::Remove(id, Place::Refit));
    desk.finish();
    let place = desk.boat(id).place;
    assert!(place == Place::Refit || place == Place::Lost);
    assert!(desk.count(|event| matches!(event, crate::Event::Checked { .. })) >= 1);
    desk.boat_mut(id).place = Place::Refit;
    desk.p.bases.push(Base::FranceAtlantic);
    desk.p.date.month = month("9/40");
    desk.with(None, |play| play.returns());
    assert_eq!(
        desk.boat(id).place,
        Place::Base(Base::FranceAtlantic, Stand::Pierside)
    );
}

/// Box by box to sea, one a week; small boats leave out the pier; an ace hurries [9.0], [9.1], [9.2], [9.3], [25.1].
#[test]
fn boats_are_readied() {
    let mut desk = Desk::bare("op_wp1");
    desk.clear_the_sea();
    desk.p
        .boats
        .retain(|boat| boat.id == GAME.tables().submarines.find("U-47").unwrap());
    desk.p.boats[0].place = Place::Base(Base::Germany, Stand::WorkUp);
    desk.p.boats[0].damage = 1;
    for expected in [Stand::InPort, Stand::Pierside, Stand::Ready] {
        desk.with(Some(&[0]), |play| play.ready_phase());
        assert_eq!(desk.p.boats[0].place.stand(), Some(expected));
    }
    assert_eq!(
        desk.p.boats[0].damage, 0,
        "superficial damage is mended [18.3]"
    );
    assert!(desk.p.boats[0].may_act());
}

/// Repair: from box to box, at most as many as there are places; who waits in Hold comes into box 3, or is put there for
/// another; a boat may be given up [10.0], [10.1], [10.2], [10.21], [18.4].
#[test]
fn boats_are_repaired() {
    let mut desk = Desk::bare("op_wp2");
    desk.clear_the_sea();
    let room = desk.p.repair_room(desk.t(), Base::Norway);
    let ids: Vec<BoatId> = desk
        .p
        .boats
        .iter()
        .map(|boat| boat.id)
        .take(room + 1)
        .collect();
    for (number, id) in ids.iter().enumerate() {
        let stand = if number < room {
            Stand::Repair2
        } else {
            Stand::Hold
        };
        desk.boat_mut(*id).place = Place::Base(Base::Norway, stand);
        desk.boat_mut(*id).damage = 1;
    }
    let dice = vec![9; room];
    desk.with(Some(&dice), |play| play.repair_phase());
    desk.with(Some(&[]), |play| play.run());
    let offers = desk.offers();
    assert!(offers.contains(&Choice::Push(ids[0])) && offers.contains(&Choice::Done));
    assert!(!offers.contains(&Choice::Pick(ids[room])), "no room");
    desk.with(Some(&[]), |play| play.choose(Choice::Push(ids[0])))
        .unwrap();
    assert_eq!(
        desk.boat(ids[0]).place,
        Place::Base(Base::Norway, Stand::Hold)
    );
    assert_eq!(
        desk.boat(ids[room]).place,
        Place::Base(Base::Norway, Stand::Repair3),
        "only one waits"
    );
    desk.with(Some(&[]), |play| play.choose(Choice::Scrap(ids[0])))
        .unwrap();
    assert_eq!(desk.boat(ids[0]).place, Place::Scrapped);
    assert_eq!(desk.p.war.total.boats_lost, 0);
}

/// An ace goes to a new boat when the list offers it, or by a die when his boat leaves: it comes a month early, trained
/// [25.0], [25.3], [25.31], [25.32], [25.33] (R64).
#[test]
fn aces_change_boats() {
    let mut desk = in_month("1/40");
    desk.boat_mut(boat("U-21")).ace = Some((AceId(0), 2));
    desk.p
        .agenda
        .push(Step::AceOffer(boat("U-21"), boat("U-101")));
    desk.with(Some(&[]), |play| play.choose(Choice::Yes))
        .unwrap();
    assert_eq!(desk.boat(boat("U-21")).ace, None);
    desk.p.date.month = month("4/40");
    desk.with(None, |play| play.arrivals());
    assert_eq!(desk.boat(boat("U-101")).ace, Some((AceId(0), 1)));
    let mut desk = in_month("1/40");
    for (die, found) in [(3, false), (4, true)] {
        desk.boat_mut(boat("U-21")).ace = Some((AceId(1 + die as u8), 1));
        desk.p.agenda.clear();
        desk.with(Some(&[die]), |play| play.ace_without_boat(boat("U-21")));
        let asked = matches!(desk.p.agenda.top(), Some(Step::Pick(Task::Billet(_), 1)));
        assert_eq!(asked, found);
        assert_eq!(desk.p.war.aces_gone.contains(&AceId(1 + die as u8)), !found);
    }
    let far = desk.p.candidates(desk.t(), Task::Billet(AceId(5)));
    assert!(
        far.contains(&boat("U-101")) && !far.contains(&boat("U-50")),
        "four months at least"
    );
    assert!(
        !far.contains(&boat("UD-3")),
        "only on the list if she is traded for [8.0A]"
    );
}

/// Torpedoes: a number of ships is passed, and a die decides; an event overrides the value for its time [6.0] (R25).
#[test]
fn torpedoes_improve() {
    let mut desk = Desk::bare("campaign_1");
    (desk.p.war.ships_before, desk.p.ships_total) = (79, 86);
    desk.with(Some(&[8]), |play| play.perform(Step::Torpedo));
    assert_eq!((desk.p.standing.torpedo, desk.p.war.ships_before), (0, 86));
    let weserubung = desk.t().war_events.place("operation_weserubung").unwrap();
    desk.with(None, |play| play.occur(weserubung));
    assert_eq!(desk.p.torpedo(desk.t()), -1);
}

/// Levels change by the list; four rotors cost a level in the smaller theatres [7.2], [7.3], [7.31].
#[test]
fn levels_change_by_the_list() {
    let mut desk = in_month("2/42");
    desk.p.period = Period::Four;
    desk.with(None, |play| play.reinforce());
    assert_eq!(
        (
            desk.p.standing.b_dienst,
            desk.p.standing.enigma,
            desk.p.war.four_rotor
        ),
        (2, 0, true)
    );
    let mut boat = desk.p.boats[0].clone();
    assert_eq!(desk.p.enigma(desk.t(), &boat), 0);
    boat.command = Command::Arctic;
    assert_eq!(desk.p.enigma(desk.t(), &boat), -1);
}

/// Aircraft fly in range of their base and not into weather, help searches, may change base, and can be lost [7.5], [7.51],
/// [7.52], [7.53], [7.54], [7.55], [16.4].
#[test]
fn aircraft_fly() {
    let mut desk = Desk::bare("op_wp3");
    desk.p.agenda.push(Step::Aircraft(0));
    let offers = desk.offers();
    assert!(offers.contains(&Choice::Stay) && offers.len() > 2);
    let Some(Choice::To(area)) = offers
        .iter()
        .find(|offer| matches!(offer, Choice::To(_)))
        .copied()
    else {
        panic!("no area in range");
    };
    desk.p.weather.push(crate::weather::System {
        area,
        weather: crate::weather::Weather::Mbar990,
    });
    assert!(!desk.offers().contains(&Choice::To(area)));
    desk.p.weather.clear();
    let id = desk.post(area, 1, |_| true)[0];
    desk.p.acting = desk.p.find(id).unwrap();
    let before = desk.p.search_of(desk.t(), area).modifier(desk.t());
    desk.with(None, |play| play.answer_aircraft(0, Choice::To(area)));
    assert_eq!(
        desk.p.search_of(desk.t(), area).modifier(desk.t()),
        before + 1
    );
    let planes = desk.p.war.aircraft.len();
    desk.with(None, |play| play.lose_aircraft(Theatre::Area(area), 1));
    assert_eq!(
        (desk.p.war.aircraft.len(), desk.p.war.planes_gone.len()),
        (planes - 1, 1)
    );
}

/// A forward base: boats ready there, room is limited, nothing is mended, it is no target [21.1], [21.11], [21.2], [21.22],
/// [21.23], [20.7].
#[test]
fn tenders_ready_boats_but_mend_nothing() {
    let mut desk = Desk::bare("op_wp4");
    desk.clear_the_sea();
    desk.p.war.forward = vec![Forward {
        zone: Zone::Narvik,
        tender: Some(0),
        capacity: 1,
    }];
    assert!(!desk.p.is_open(desk.t(), Zone::Narvik));
    let ids = desk.post(Area::NorwegianSea, 2, |_| true);
    for id in &ids {
        desk.boat_mut(*id).turn_home();
    }
    desk.p.acting = desk.p.find(ids[0]).unwrap();
    assert!(
        desk.p
            .home_bases(desk.t())
            .contains(&Node::Forward(Zone::Narvik))
    );
    desk.with(Some(&[]), |play| play.arrive(Node::Forward(Zone::Narvik)));
    assert_eq!(
        desk.boat(ids[0]).place,
        Place::Forward(Zone::Narvik, Stand::WorkUp)
    );
    desk.p.acting = desk.p.find(ids[1]).unwrap();
    assert!(
        !desk
            .p
            .home_bases(desk.t())
            .contains(&Node::Forward(Zone::Narvik)),
        "full"
    );
    desk.p.war.forward[0].capacity = 6;
    desk.boat_mut(ids[1]).damage = 1;
    desk.with(Some(&[9]), |play| play.arrive(Node::Forward(Zone::Narvik)));
    assert_eq!(desk.boat(ids[1]).duty, Some(Duty::Yard));
    assert!(
        !desk
            .p
            .home_bases(desk.t())
            .contains(&Node::Forward(Zone::Narvik))
    );
}

/// The period changes on 0 to 2 in its month and by itself in the next; the cups are filled anew, damaged ships return
/// [17.0], [17.1], [17.2], [17.3] (R48).
#[test]
fn periods_change() {
    let june = month("6/40");
    let week = |text: &str| Date {
        month: month(text),
        week: 1,
    };
    for (played, dice, changes) in [
        ("6/40", vec![3u32], false),
        ("6/40", vec![2], true),
        ("7/40", vec![], true),
    ] {
        let mut desk = in_month("7/40");
        let now = desk.with(Some(&dice), |play| play.is_time(june, week(played)));
        assert_eq!(now, changes, "{played} {dice:?}");
    }
    let mut desk = in_month("7/40");
    let ship = desk.t().ships.find("bb_nelson").unwrap();
    desk.p.damaged.extend(desk.t().ships.counters(ship).next());
    desk.with(None, |play| play.change_period(Period::Two));
    assert!(desk.p.damaged.is_empty() && desk.p.period == Period::Two);
    assert!(
        desk.p
            .secret
            .cups
            .of(crate::cups::Cup::ForceFrench)
            .is_empty()
    );
}

/// Barbarossa: Soviet pieces enter the cups, Murmansk is hostile [17.4].
#[test]
fn barbarossa_begins() {
    let mut desk = Desk::bare("op_wp3");
    desk.p.war.forward.push(Forward {
        zone: Zone::Murmansk,
        tender: Some(0),
        capacity: 6,
    });
    desk.p.war.barbarossa_check = Some(month("4/41"));
    desk.p.date = Date {
        month: month("6/41"),
        week: 2,
    };
    desk.with(None, |play| play.war_progress());
    assert!(desk.p.war.barbarossa && !desk.p.is_forward(Zone::Murmansk));
    assert!(!desk.p.secret.extras.is_empty());
    assert!(
        !desk
            .p
            .secret
            .cups
            .of(crate::cups::Cup::ForceSoviet)
            .is_empty()
    );
}

/// Points, the marker and the peace check come with the fourth week; the month begins anew [16.1], [16.12], [31.03],
/// [31.04].
#[test]
fn months_are_counted() {
    let mut desk = in_month("10/39");
    desk.p.date.week = 4;
    desk.p.war.month.tons = 620;
    desk.p.war.month.boats_lost = 1;
    desk.p.war.imperilled = 3;
    desk.with(Some(&[0]), |play| play.monthly_victory());
    assert_eq!(
        (desk.p.war.points, desk.p.war.imperilled, desk.p.war.peace),
        (29, 5, true)
    );
    assert_eq!(desk.p.war.month.tons, 0);
}

/// Every second month the War Mix is drawn anew, and pieces beside it stay [3.15].
#[test]
fn the_mix_is_drawn_anew() {
    let mut desk = in_month("11/39");
    let unit = desk.t().ships.find("bb_richelieu").unwrap();
    let counter = desk.t().ships.counters(unit).next().unwrap();
    desk.with(None, |play| {
        play.beside(crate::cups::Cup::Loner, counter, crate::tables::Lasts::Game)
    });
    let before = desk.p.secret.cups.clone();
    desk.with(None, |play| play.refill_cups());
    assert!(desk.p.secret.cups != before);
    assert!(
        desk.p
            .secret
            .cups
            .of(crate::cups::Cup::Loner)
            .contains(&counter)
    );
    let outer = crate::cups::Cup::Outer;
    assert_eq!(desk.p.secret.cups.of(outer).len(), before.of(outer).len());
}

/// Politics: a request is granted on a die not above the influence, which it costs; events can be cancelled or refused
/// [35.0], [36.64], [7.21], [7.33].
#[test]
fn offices_are_asked() {
    let mut desk = Desk::bare("op_wp1");
    desk.p.war.influence = Some(desk.t().politics.start);
    let okw = desk.t().politics.start[Office::Okw.index()];
    desk.p.agenda.push(Step::Request);
    desk.p.standing.b_dienst = 0;
    desk.with(Some(&[okw.into()]), |play| {
        play.choose(Choice::Ask(Request::Intelligence))
    })
    .unwrap();
    assert_eq!(desk.p.standing.b_dienst, 1);
    assert_eq!(desk.p.war.influence.unwrap()[Office::Okw.index()], okw - 1);
    let agents = desk.t().war_events.place("wp1_abwehr_agents").unwrap();
    desk.p.agenda.clear();
    desk.with(None, |play| play.occur(agents));
    desk.with(Some(&[9]), |play| play.choose(Choice::Yes))
        .unwrap();
    assert!(!desk.p.war.current.unwrap().waived, "refused");
    desk.with(Some(&[]), |play| play.choose(Choice::No))
        .unwrap();
    assert!(desk.p.war.current.unwrap().waived);
    assert_eq!(
        desk.p.war.influence.unwrap()[Office::Okw.index()],
        okw - 2,
        "not complying costs"
    );
}

/// Vichy joins once, with its boats, its aircraft, Toulon and three ports; Torch ends it [36.63H].
#[test]
fn vichy_joins_and_leaves() {
    let mut desk = Desk::bare("op_wp2");
    desk.p.war.influence = Some([9; 5]);
    desk.p.agenda.push(Step::Request);
    desk.with(Some(&[0]), |play| play.choose(Choice::Ask(Request::Vichy)))
        .unwrap();
    assert!(
        desk.p.war.vichy && desk.p.bases.contains(&Base::Toulon) && desk.p.is_forward(Zone::Dakar)
    );
    assert!(matches!(
        desk.boat(boat("Casabianca")).place,
        Place::Base(Base::Toulon, _)
    ));
    let toulon =
        |boat: &&crate::boat::Submarine| matches!(boat.place, Place::Base(Base::Toulon, _));
    let id = desk.p.boats.iter().find(toulon).unwrap().id;
    desk.boat_mut(id).place = Place::Base(Base::Toulon, Stand::Ready);
    desk.act(id);
    assert_eq!(
        desk.p.next_areas(desk.t(), 1),
        [Area::WesternMed],
        "the boats of Toulon sail"
    );
    assert_eq!(
        desk.p.havens(desk.t(), desk.boat(id)),
        [Node::Base(Base::Toulon)]
    );
    desk.boat_mut(id).place = Place::Base(Base::Toulon, Stand::Pierside);
    assert_eq!(
        desk.p.assigned(desk.t(), Command::Mediterranean),
        0,
        "no U-boats"
    );
    desk.with(None, |play| play.end_of_vichy());
    desk.finish();
    assert!(!desk.p.bases.contains(&Base::Toulon));
    assert!(desk.boat(boat("Casabianca")).place.is_out());
}

/// The next aircraft of the list enters when the office grants it: its month is a curly line, which does not count under
/// the political option [8.0A], [35.0] (5.5).
#[test]
fn aircraft_come_by_request_before_their_month() {
    let mut desk = Desk::bare("op_wp1");
    desk.p.war.influence = Some([9; 5]);
    let planes = desk.t().submarines.aircraft.len() as u8;
    let mut known: Vec<u8> = desk.p.war.aircraft.iter().map(|one| one.plane).collect();
    while known.len() < usize::from(planes) - 1 {
        desk.p.agenda.push(Step::Request);
        desk.with(Some(&[0]), |play| {
            play.choose(Choice::Ask(Request::Aircraft))
        })
        .unwrap();
        let next = (0..planes).find(|plane| !known.contains(plane)).unwrap();
        let come = desk.p.war.aircraft.last().unwrap();
        assert_eq!(come.plane, next);
        known.push(next);
        desk.p.agenda.clear();
    }
    // The one that is left comes with Vichy only [36.63H].
    desk.p.agenda.push(Step::Request);
    assert!(!desk.offers().contains(&Choice::Ask(Request::Aircraft)));
}

/// A boat that is listed with a new crew sails with one on a free patrol in its first month, as on the patrols that have a
/// name; later it has learnt [8.1].
#[test]
fn new_crews_sail_on_free_patrols_too() {
    let t = GAME.tables();
    let boats = t.submarines.boats.iter().enumerate();
    let mut tried = [0; 2];
    for (place, values) in boats {
        let crate::tables::Entry::Month(entry) = values.entry else {
            continue;
        };
        let id = BoatId(place as u16);
        for months in [0, 1] {
            let Some(month) = entry.plus(months) else {
                continue;
            };
            let mut desk = Desk::bare("free_patrol");
            desk.p.date.month = month;
            desk.with(None, |play| play.answer_free(Choice::Pick(id)));
            let green = values.inexperienced && months == 0;
            assert_eq!(desk.boat(id).green, u8::from(green), "{}", values.name);
            tried[usize::from(green)] += 1;
        }
        if tried.into_iter().all(|tried| tried > 9) {
            break;
        }
    }
    assert!(tried[1] > 0);
}
