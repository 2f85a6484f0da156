//! Every War Event, and whether it does what it says [5.0]. One function looks at each thing that an event can do, so that
//! the list of events is tried whole: all 68, and the heads of the tables.

use super::{Desk, GAME};
use crate::boat::{Command, Duty, Place};
use crate::choice::Choice;
use crate::displays::Contact;
use crate::geography::{Area, Base};
use crate::position::Errand;
use crate::ready::Stand;
use crate::sequence::Step;
use crate::tables::{Added, Deed, Deploy, On, Scope, Theatre, WarEvent};
use crate::units::{Nation, Navy, ShipType};

/// The war of an event's period, everybody in port, Barbarossa begun where the event asks for it.
fn desk(event: &WarEvent) -> Desk {
    let mut desk = Desk::bare(&format!("op_{}", event.period));
    desk.clear_the_sea();
    desk.p.war.occurred.clear();
    if event.requires.is_some() {
        desk.p.war.barbarossa = true;
    }
    desk
}

/// An area that a place of an event is in.
fn area_of(to: Theatre) -> Area {
    match to {
        Theatre::Area(area) => area,
        Theatre::Zone(zone) => GAME.tables().map.zone(zone).links[0],
        Theatre::Baltic => Area::NorthSea,
    }
}

/// Every event is carried out, each by what it can do.
// All of them: [WE1.0], [WE1.1], [WE1.2], [WE1.3a], [WE1.3b], [WE1.4], [WE1.5], [WE1.6], [WE1.7], [WE1.8a],
// [WE1.8b], [WE1.8c], [WE1.9], [WE2.0], [WE2.1], [WE2.2], [WE2.3], [WE2.4a], [WE2.4b], [WE2.5], [WE2.6],
// [WE2.7], [WE2.8], [WE2.9], [WE3.0a], [WE3.0b], [WE3.1a], [WE3.1b], [WE3.2a], [WE3.2b], [WE3.3], [WE3.4a],
// [WE3.4b], [WE3.5], [WE3.6], [WE3.7], [WE3.8], [WE3.9], [WE4.0a], [WE4.0b], [WE4.1a], [WE4.1b], [WE4.2],
// [WE4.3], [WE4.4a], [WE4.4b], [WE4.5], [WE4.6], [WE4.7], [WE4.8], [WE4.9], [WE5.0a], [WE5.0b], [WE5.1a],
// [WE5.1b], [WE5.1c], [WE5.2], [WE5.3], [WE5.4a], [WE5.4b], [WE5.5a], [WE5.5b], [WE5.6], [WE5.7], [WE5.8],
// [WE5.9], [WE5.10a], [WE5.10b].
#[test]
fn every_event_is_carried_out() {
    let mut untried = Vec::new();
    for (place, event) in (0..).zip(&GAME.tables().war_events.list) {
        let pieces = pieces(place, event);
        let gone = boats_that_go(place, event);
        let searches = searches(place, event);
        let tried = [
            ("demands", deploys(place, event)),
            ("types of boats", types(place, event)),
            ("limits of small boats", small_boats(place, event)),
            ("contacts", contacts(place, event) + baltic(place, event)),
            ("pieces", pieces[0]),
            ("pieces lent", pieces[1]),
            ("pieces that leave", pieces[2]),
            ("deeds", deeds(place, event)),
            ("removal", gone[0]),
            ("to the Mediterranean", gone[1]),
            ("to the Arctic", gone[2]),
            ("old classes", gone[3]),
            ("searches", searches[0]),
            ("sortie", searches[1]),
            ("ports", ports(place, event)),
            ("then home", home(place, event)),
            ("nothing", nothing(place, event)),
        ];
        let entry = aspects(event);
        for ((what, tried), wanted) in tried.into_iter().zip(entry) {
            if tried != wanted {
                untried.push(format!("{}: {what}: {tried} of {wanted}", event.id));
            }
        }
    }
    assert!(untried.is_empty(), "{untried:#?}");
}

/// What an entry asks for, aspect by aspect: each must be tried. What an event costs in influence is tried with the political
/// option.
fn aspects(event: &WarEvent) -> [usize; 17] {
    let lent = event.cups.iter().filter(|add| add.moves.is_some()).count();
    let typed = |deploy: &&Deploy| !deploy.exclude.is_empty() || !deploy.only.is_empty();
    let limited = |deploy: &&Deploy| deploy.max_type_ii.is_some();
    let all = [
        event.deploys.len(),
        event.deploys.iter().filter(typed).count(),
        event.deploys.iter().filter(limited).count(),
        event.contacts.len(),
        event.cups.len() - lent,
        lent,
        event.weakest_leaves.iter().count(),
        event.deeds.len(),
        event.remove.iter().count(),
        event.enter_med.iter().count(),
        event.assign_arctic.iter().count(),
        usize::from(!event.retire.is_empty()),
        event.search.iter().count(),
        event.sortie.iter().count(),
        event.ports.len(),
        event.then_home.into(),
        0,
    ];
    let idle = all.iter().sum::<usize>() == 0;
    let mut all = all;
    all[16] = idle.into();
    all
}

/// An event that asks for nothing changes nothing.
fn nothing(place: u8, event: &WarEvent) -> usize {
    if event.title != "No Event" {
        return 0;
    }
    let mut desk = desk(event);
    let before = (desk.p.boats.clone(), desk.p.secret.clone());
    desk.with(None, |play| play.occur(place));
    desk.finish();
    assert!((desk.p.boats, desk.p.secret) == before, "{}", event.id);
    1
}

/// The demand is put to whoever is there; boats are named as long as there are any.
fn demand(desk: &mut Desk, place: u8, number: u8, deploy: &Deploy) {
    desk.with(None, |play| play.occur(place));
    desk.p.agenda.clear();
    desk.p.war.weather_duty = deploy.mission == "weather";
    desk.p
        .agenda
        .push(Step::Demand(place, number, deploy.number));
    desk.run(
        |p| !matches!(p.agenda.top(), Some(Step::Demand(..))),
        |_, offers| {
            *offers
                .iter()
                .find(|offer| matches!(offer, Choice::Send(..)))
                .unwrap()
        },
    );
}

/// Where boats wait for a demand.
fn muster(deploy: &Deploy) -> Area {
    let from = deploy.from_areas.first().copied();
    from.unwrap_or(area_of(deploy.to[0]))
}

/// Boats of types that are not meant do not go [5.0].
fn types(place: u8, event: &WarEvent) -> usize {
    let mut checks = 0;
    for (number, deploy) in (0..).zip(&event.deploys) {
        if deploy.exclude.is_empty() && deploy.only.is_empty() {
            continue;
        }
        let mut desk = desk(event);
        let others = desk.post(muster(deploy), 3, |family| !deploy.takes(family));
        demand(&mut desk, place, number, deploy);
        let sent = others.iter().filter(|id| desk.boat(**id).duty.is_some());
        assert_eq!(sent.count(), 0, "{}", event.id);
        checks += usize::from(!others.is_empty());
    }
    checks
}

/// No more boats of Type II go than the event takes [5.0].
fn small_boats(place: u8, event: &WarEvent) -> usize {
    let mut checks = 0;
    for (number, deploy) in (0..).zip(&event.deploys) {
        let Some(most) = deploy.max_type_ii.map(usize::from) else {
            continue;
        };
        let mut desk = desk(event);
        let small = desk.post(muster(deploy), most + 2, |family| family == "II");
        demand(&mut desk, place, number, deploy);
        let sent = small.iter().filter(|id| desk.boat(**id).duty.is_some());
        assert_eq!(sent.count(), most, "{}", event.id);
        checks += usize::from(small.len() > most);
    }
    checks
}

/// In the Baltic a search of 9 finds the ships of the event, and two zeroes a Soviet submarine (R11).
fn baltic(place: u8, event: &WarEvent) -> usize {
    let mut checks = 0;
    for order in &event.contacts {
        if !matches!(order.on, On::Search9 | On::Zeroes) {
            continue;
        }
        let mut desk = desk(event);
        let id = desk.post(Area::NorthSea, 1, |_| true)[0];
        desk.with(None, |play| play.occur(place));
        desk.p.agenda.clear();
        desk.act(id);
        desk.boat_mut(id).duty = Some(Duty::Sent(0, Theatre::Baltic));
        // Nothing changes the die: the aircraft that the event sends there do not fly.
        (desk.p.standing.b_dienst, desk.p.standing.enigma) = (0, 0);
        desk.p.war.aircraft.clear();
        if order.on == On::Search9 {
            desk.with(Some(&[8]), |play| play.search_baltic());
            assert_eq!(desk.p.contact, Contact::None, "{}", event.id);
            desk.with(Some(&[9]), |play| play.search_baltic());
            assert_eq!(Some(desk.p.contact), order.becomes, "{}", event.id);
            let terms = desk.p.errand.terms;
            assert_eq!(
                (terms.nation, terms.pack, terms.setting),
                (order.nation, false, crate::combat::Setting::Baltic)
            );
        } else {
            desk.events.clear();
            let met = |desk: &Desk| {
                desk.events.iter().find_map(|done| match done {
                    crate::Event::EnemySubmarine { class, .. } => Some(class.clone()),
                    _ => None,
                })
            };
            for _ in 0..5_000 {
                if met(&desk).is_none() {
                    desk.with(None, |play| play.search_baltic());
                }
            }
            let mut classes = desk.t().submarines.enemy_classes.iter();
            let class = classes.find(|class| Some(&class.id) == met(&desk).as_ref());
            assert_eq!(
                class.map(|class| class.nation),
                order.nation,
                "{}",
                event.id
            );
        }
        checks += 1;
    }
    checks
}

/// Boats that were sent go home when the week is over, others do not [WE1.9].
fn home(place: u8, event: &WarEvent) -> usize {
    if !event.then_home {
        return 0;
    }
    let mut desk = desk(event);
    let to = event.deploys[0].to[0];
    let ids = desk.post(area_of(to), 2, |_| true);
    desk.with(None, |play| play.occur(place));
    desk.p.agenda.clear();
    desk.boat_mut(ids[0]).duty = Some(Duty::Sent(0, to));
    desk.with(None, |play| play.end_of_orders());
    assert!(
        desk.boat(ids[0]).rtb && !desk.boat(ids[1]).rtb,
        "{}",
        event.id
    );
    1
}

/// The demand is met by boats that are there, as many as asked for, of the kind asked for [5.3].
fn deploys(place: u8, event: &WarEvent) -> usize {
    let mut checks = 0;
    for (number, deploy) in event.deploys.iter().enumerate() {
        let mut desk = desk(event);
        let wanted = usize::from(deploy.number.min(6));
        let area = muster(deploy);
        let fits = |family: &str| {
            let kind = format!("type_{}", family.to_lowercase());
            let only = deploy.only.is_empty() || deploy.only.contains(&kind);
            let small = family == "II" && deploy.only.is_empty();
            only && !deploy.exclude.contains(&kind) && !small
        };
        let posted = desk.post(area, wanted, fits);
        if posted.is_empty() {
            continue; // no boat of that kind is left in the period
        }
        demand(&mut desk, place, number as u8, deploy);
        let sent = |duty: Option<Duty>| match duty {
            Some(Duty::Sent(of, to)) => usize::from(of) == number && deploy.to.contains(&to),
            Some(Duty::Weather) => deploy.mission == "weather",
            _ => false,
        };
        let named: Vec<_> = desk.p.boats.iter().filter(|boat| sent(boat.duty)).collect();
        let expected = posted.len().min(usize::from(deploy.number));
        assert!(
            named.len() >= expected,
            "{}: {} of {expected} are sent",
            event.id,
            named.len()
        );
        for boat in &named {
            let class = desk.t().submarines.class_of(boat.id);
            assert!(!deploy.u_boats || class.navy == Navy::German);
            let mines = deploy.mission == "mines";
            assert!(boat.mines == mines || deploy.mines > 0, "{}", event.id);
        }
        if deploy.mines > 0 {
            let laden = named.iter().filter(|boat| boat.mines).count();
            assert_eq!(laden, usize::from(deploy.mines), "{}", event.id);
        }
        // They go there and act; without attacks nobody searches [5.0].
        let ids: Vec<_> = named.iter().map(|boat| boat.id).collect();
        desk.events.clear();
        desk.p.agenda.push(Step::Operations);
        let turn = ids[0];
        desk.with(None, |play| {
            play.choose(Choice::Act(turn)).or(Ok::<(), ()>(()))
        })
        .unwrap();
        desk.run(
            |p| matches!(p.agenda.top(), Some(Step::Operations)),
            |_, offers| offers[offers.len() - 1],
        );
        if !event.attacks || deploy.mission == "weather" {
            let searched = desk
                .count(|done| matches!(done, crate::Event::Searched { boat, .. } if *boat == turn));
            assert_eq!(searched, 0, "{} attacks", event.id);
        }
        if deploy.mission == "mines" {
            let boat = desk.boat(turn);
            let kept = boat.mines && (boat.rtb || boat.spotted || boat.week.mines_kept);
            assert!(
                !boat.mines || kept || boat.place == Place::Lost,
                "{}: mines stay aboard",
                event.id
            );
        }
        checks += 1;
    }
    checks
}

/// Contacts become what the event says, die by die, for the boats it means [13.22].
fn contacts(place: u8, event: &WarEvent) -> usize {
    let mut checks = 0;
    for order in event
        .contacts
        .iter()
        .filter(|order| !matches!(order.on, On::Search9 | On::Zeroes))
    {
        let to = order
            .place
            .first()
            .or(event.deploys.first().and_then(|deploy| deploy.to.first()));
        let to = to
            .copied()
            .unwrap_or(Theatre::Area(Area::WesternApproaches));
        let mut desk = desk(event);
        let area = area_of(to);
        let ids = desk.post(area, 1, |_| true);
        let id = ids[0];
        if let Theatre::Zone(zone) = to {
            desk.boat_mut(id).place = Place::Zone(zone, area);
        }
        if order.scope == Scope::Deployed {
            desk.boat_mut(id).duty = Some(Duty::Sent(0, to));
        }
        desk.with(None, |play| play.occur(place));
        desk.p.agenda.clear();
        desk.p.acting = desk.p.find(id).unwrap();
        desk.p.errand = Errand::default();
        let mut tried = false;
        let contact = match order.on {
            On::Loner | On::Any => Contact::Loner,
            _ => Contact::Convoy,
        };
        for (dice, becomes) in [
            (&order.task_force, Contact::TaskForce),
            (&order.special_convoy, Contact::SpecialConvoy),
        ] {
            let Some(dice) = dice else { continue };
            for die in dice.clone() {
                let now = desk.with(Some(&[die.into()]), |play| {
                    play.convert_by_event(contact, true, area)
                });
                assert_eq!(now, Some(becomes), "{} with {die}", event.id);
                let terms = desk.p.errand.terms;
                assert_eq!(
                    (terms.nation, terms.reattack, terms.pack),
                    (order.nation, order.reattack, order.wolfpack)
                );
                tried = true;
            }
        }
        if let (Some(becomes), false) = (order.becomes, order.but_signals) {
            let scripted: Option<&[u32]> = Some(&[9]);
            let now = desk.with(scripted, |play| play.convert_by_event(contact, true, area));
            // A later order may make more of it.
            let known = now == Some(becomes) || event.contacts.len() > 1;
            assert!(known, "{}: {now:?}", event.id);
            tried = true;
        }
        if order.but_signals {
            let now = desk.with(None, |play| {
                play.convert_by_event(Contact::Loner, true, area)
            });
            assert_eq!(now, Some(Contact::None), "{}", event.id);
            tried = true;
        }
        checks += usize::from(tried);
        // Without the event nothing is changed.
        desk.p.war.current = None;
        assert_eq!(
            desk.with(None, |play| play.convert_by_event(contact, true, area)),
            None
        );
    }
    checks
}

/// Pieces and submarines are in their cups, now or after War Progress, and leave when their time is over (R46).
fn pieces(place: u8, event: &WarEvent) -> [usize; 3] {
    let mut checks = [0; 3];
    for add in event.cups.iter().filter(|add| add.moves.is_none()) {
        let mut desk = desk(event);
        if let Some(unit) = add.only_if_sunk {
            let ship = desk.t().ships.counters(unit).next().unwrap();
            for cup in crate::cups::Cup::ALL {
                desk.p
                    .secret
                    .cups
                    .of_mut(cup)
                    .retain(|counter| *counter != ship);
            }
            desk.p.sunk.push(ship);
        }
        desk.with(None, |play| play.occur(place));
        if add.late {
            desk.with(None, |play| play.add_to_cups(event, true));
        }
        match &add.what {
            Added::Unit(cup, unit) => {
                let there = desk.p.secret.extras.iter().any(|extra| {
                    desk.t()
                        .ships
                        .counters(*unit)
                        .any(|counter| counter == extra.counter)
                        && extra.cup == *cup
                });
                let in_cup = desk.p.secret.cups.of(*cup).iter().any(|counter| {
                    desk.t()
                        .ships
                        .counters(*unit)
                        .any(|other| other == *counter)
                });
                assert!(there && in_cup, "{}: {unit:?} is not in {cup}", event.id);
            }
            Added::OneOf(cup, units) => {
                let one = desk
                    .p
                    .secret
                    .extras
                    .iter()
                    .filter(|extra| extra.cup == *cup);
                let fits = |counter| {
                    units
                        .iter()
                        .any(|unit| desk.t().ships.counters(*unit).any(|other| other == counter))
                };
                assert!(one.clone().any(|extra| fits(extra.counter)), "{}", event.id);
            }
            Added::Submarine(boat, waters) => {
                let hunts =
                    |hunter: &crate::war::Hunter| hunter.boat == *boat && hunter.waters == *waters;
                assert!(desk.p.war.hunters.iter().any(hunts), "{}", event.id);
            }
        }
        checks[0] += 1;
    }
    if event.cups.iter().any(|add| add.moves.is_some()) {
        // Lent for fights in the zone, and back afterwards [WE3.7].
        let mut desk = desk(event);
        desk.with(None, |play| play.occur(place));
        let before = desk.p.secret.cups.of(crate::cups::Cup::Inner).len();
        desk.with(None, |play| play.move_guests(true));
        assert_eq!(
            desk.p.secret.cups.of(crate::cups::Cup::Inner).len(),
            before + 1
        );
        desk.with(None, |play| play.move_guests(false));
        assert_eq!(desk.p.secret.cups.of(crate::cups::Cup::Inner).len(), before);
        checks[1] += 1;
    }
    if let Some(cup) = event.weakest_leaves {
        // A British destroyer with the lowest ASW gives way, once.
        let mut desk = desk(event);
        let destroyers = |desk: &Desk| {
            let pieces = desk.p.secret.cups.of(cup).iter();
            let pieces = pieces.map(|counter| desk.t().ships.piece(*counter));
            let mut asw: Vec<_> = pieces
                .filter(|piece| piece.kind == ShipType::Dd && piece.nation == Nation::British)
                .map(|piece| piece.asw)
                .collect();
            asw.sort_unstable();
            asw
        };
        let before = destroyers(&desk);
        desk.with(None, |play| play.occur(place));
        assert_eq!(destroyers(&desk), before[1..], "{}", event.id);
        checks[2] += 1;
    }
    checks
}

/// Tenders, supply ships, escorts, rescues, bases [17.5], [21.21], [21.32].
fn deeds(place: u8, event: &WarEvent) -> usize {
    let mut checks = 0;
    for deed in &event.deeds {
        let mut desk = desk(event);
        desk.p.war.forward.clear();
        match deed {
            Deed::Tender { at, .. } => {
                desk.with(None, |play| play.occur(place));
                desk.p.agenda.clear();
                desk.p.war.no_murmansk = false;
                desk.with(None, |play| play.war_progress());
                assert!(desk.p.is_forward(*at), "{}", event.id);
            }
            Deed::SupplyShip { areas, late, .. } => {
                let before = desk.p.supplies.len();
                desk.with(None, |play| play.occur(place));
                if *late {
                    desk.p.agenda.clear();
                    desk.with(None, |play| play.war_progress());
                }
                desk.run(
                    |p| {
                        !matches!(
                            p.agenda.top(),
                            Some(Step::PlaceSupply(..) | Step::EventOrders)
                        )
                    },
                    |_, offers| offers[0],
                );
                let placed = &desk.p.supplies[before..];
                assert!(
                    !placed.is_empty() && placed.iter().all(|ship| areas.contains(&ship.area)),
                    "{}",
                    event.id
                );
            }
            Deed::NoSupplyShips => {
                desk.p.supplies.push(crate::position::Supply {
                    ship: 0,
                    area: Area::MidOcean,
                    gone: false,
                    used: 0,
                });
                desk.with(None, |play| play.occur(place));
                desk.finish();
                assert!(
                    desk.p
                        .supplies
                        .iter()
                        .any(|supply| supply.ship == 0 && supply.gone)
                );
            }
            Deed::Escort { areas, to } => {
                let ids = desk.post(areas[0], 3, |_| true);
                desk.with(None, |play| play.occur(place));
                desk.run(|p| p.agenda.is_empty(), |_, offers| offers[0]);
                let home: Vec<_> = ids.iter().filter(|id| desk.boat(**id).rtb).collect();
                assert_eq!(home.len(), 1, "{}", event.id);
                assert_eq!(desk.boat(*home[0]).duty, Some(Duty::Escort(*to)));
                assert!(!desk.boat(*home[0]).patrol.volunteered, "(R40)");
            }
            Deed::Rescue(rescue) => {
                let ids = desk.post(rescue.area, 3, |_| true);
                let more = desk.post(Area::Morocco, 20, |_| true);
                desk.with(None, |play| play.occur(place));
                desk.run(|p| p.agenda.is_empty(), |_, offers| offers[0]);
                let called = |id: &&crate::fleet::BoatId| {
                    let boat = desk.boat(**id);
                    boat.rtb || matches!(boat.duty, Some(Duty::Rescue(_)))
                };
                assert_eq!(ids.iter().filter(called).count(), 3, "{}", event.id);
                let others = more.iter().filter(called).count();
                let fill = usize::from(rescue.number) - 3;
                assert_eq!(
                    others,
                    if rescue.fill { fill.min(more.len()) } else { 0 },
                    "{}",
                    event.id
                );
            }
            Deed::Bases { open, late } => {
                desk.p.bases.retain(|base| !open.contains(base));
                desk.with(None, |play| play.occur(place));
                desk.finish();
                if *late {
                    desk.p.war.current.as_mut().unwrap().week = event.weeks;
                    desk.with(None, |play| play.war_progress());
                }
                assert!(
                    open.iter().all(|base| desk.p.bases.contains(base)),
                    "{}",
                    event.id
                );
            }
        }
        checks += 1;
    }
    checks
}

/// Boats that leave play, or change their theatre for good [5.0].
fn boats_that_go(place: u8, event: &WarEvent) -> [usize; 4] {
    let mut checks = [0; 4];
    if let Some(removal) = &event.remove {
        let mut desk = desk(event);
        let out = |desk: &Desk| {
            desk.p
                .boats
                .iter()
                .filter(|boat| boat.place.is_out())
                .count()
        };
        let before = out(&desk);
        let candidates = desk
            .p
            .boats
            .iter()
            .filter(|boat| desk.t().submarines.class_of(boat.id).navy == removal.navy);
        let most = candidates.count();
        desk.with(None, |play| play.occur(place));
        desk.finish();
        let gone = out(&desk) - before;
        assert!(
            gone > 0 && gone <= usize::from(removal.number).min(most),
            "{}: {gone}",
            event.id
        );
        checks[0] += 1;
    }
    if let Some(transfer) = &event.enter_med {
        let mut desk = desk(event);
        let ids = desk.post(Area::Morocco, 8, |family| family == "VII");
        desk.with(None, |play| play.occur(place));
        desk.finish();
        let tried = ids.iter().filter(|id| {
            let boat = desk.boat(**id);
            boat.command == Command::Mediterranean || boat.rtb || boat.place == Place::Lost
        });
        assert_eq!(tried.count(), usize::from(transfer.number), "{}", event.id);
        assert!(desk.p.bases.contains(&Base::Italy) && desk.p.bases.contains(&Base::Greece));
        // With enough of them there the order may be left aside.
        for boat in desk
            .p
            .boats
            .iter_mut()
            .filter(|boat| !boat.place.is_out())
            .take(60)
        {
            boat.leave(Place::Base(Base::Italy, Stand::InPort));
            boat.command = Command::Mediterranean;
        }
        let enough = desk.p.assigned(desk.t(), Command::Mediterranean) >= usize::from(transfer.cap);
        desk.with(None, |play| play.occur(place));
        desk.with(None, |play| play.run());
        assert_eq!(
            desk.p.agenda.top() == Some(&Step::Ignore),
            enough,
            "{}",
            event.id
        );
        checks[1] += 1;
    }
    if let Some(transfer) = &event.assign_arctic {
        let mut desk = desk(event);
        desk.post(Area::GreenlandGap, 2, |family| family == "VII");
        desk.with(None, |play| play.occur(place));
        desk.finish();
        let there = desk
            .p
            .boats
            .iter()
            .filter(|boat| boat.command == Command::Arctic);
        assert_eq!(
            there.clone().count(),
            usize::from(transfer.number),
            "{}",
            event.id
        );
        assert!(
            there.into_iter().all(|boat| !boat.patrols()),
            "they go home first"
        );
        checks[2] += 1;
    }
    if !event.retire.is_empty() {
        let mut desk = desk(event);
        desk.with(None, |play| play.occur(place));
        desk.p.agenda.clear();
        assert_eq!(desk.p.torpedo(desk.t()), event.torpedo.unwrap());
        desk.p.war.current.as_mut().unwrap().week = event.weeks;
        desk.with(None, |play| play.war_progress());
        desk.run(
            |p| !matches!(p.agenda.top(), Some(Step::HomeSail(..) | Step::Pick(..))),
            |_, offers| offers[0],
        );
        for boat in &desk.p.boats {
            let class = desk.t().submarines.boat(boat.id).class;
            assert!(
                !event.retire.contains(&class) || boat.place.is_out(),
                "{}",
                event.id
            );
        }
        checks[3] += 1;
    }
    checks
}

/// Searches are harder or easier this week, where the event says (R53); a sortie scatters a convoy or not.
fn searches(place: u8, event: &WarEvent) -> [usize; 2] {
    let mut checks = [0; 2];
    if let Some(order) = &event.search {
        let mut desk = desk(event);
        let area = event
            .deploys
            .first()
            .map_or(Area::WesternApproaches, |deploy| area_of(deploy.to[0]));
        let id = desk.post(area, 1, |_| true)[0];
        desk.p.acting = desk.p.find(id).unwrap();
        desk.with(None, |play| play.occur(place));
        if order.deployed_only {
            assert_eq!(desk.p.search_of(desk.t(), area).event, 0);
            desk.boat_mut(id).duty = Some(Duty::Sent(0, event.deploys[0].to[0]));
        }
        assert_eq!(
            desk.p.search_of(desk.t(), area).event,
            order.value,
            "{}",
            event.id
        );
        checks[0] += 1;
    }
    if let Some(sortie) = &event.sortie {
        for (die, scattered) in [
            (*sortie.scatters_on.end(), true),
            (*sortie.scatters_on.end() + 1, false),
        ] {
            let mut desk = desk(event);
            let id = desk.post(Area::BarentsSea, 1, |_| true)[0];
            desk.p.acting = desk.p.find(id).unwrap();
            desk.p.errand = Errand::default();
            desk.with(Some(&[die.into()]), |play| play.occur(place));
            let (value, order) = sortie.order(scattered);
            assert_eq!(desk.p.search_of(desk.t(), Area::BarentsSea).event, *value);
            let convert = |desk: &mut Desk, die: u32| {
                desk.with(Some(&[die]), |play| {
                    play.convert_by_event(Contact::Convoy, true, Area::BarentsSea)
                })
            };
            if scattered {
                let now = desk.with(None, |play| {
                    play.convert_by_event(Contact::Convoy, true, Area::BarentsSea)
                });
                assert_eq!(now, Some(Contact::Loner));
                assert_eq!(
                    desk.p.errand.terms.setting,
                    crate::combat::Setting::Scattered
                );
            } else {
                let dice = order.task_force.clone().unwrap();
                assert_eq!(
                    convert(&mut desk, (*dice.end()).into()),
                    Some(Contact::TaskForce)
                );
                assert_eq!(
                    convert(&mut desk, (*dice.end() + 1).into()),
                    Some(Contact::Convoy)
                );
            }
        }
        checks[1] += 1;
    }
    checks
}

/// A die shows a port, and one boat may go in; what it meets there is in port [14.18].
fn ports(place: u8, event: &WarEvent) -> usize {
    let mut checks = 0;
    for (dice, zone) in &event.ports {
        let mut desk = desk(event);
        let area = desk.t().map.zone(*zone).links[0];
        let ids = desk.post(area, 2, |_| true);
        desk.with(Some(&[(*dice.start()).into()]), |play| play.occur(place));
        desk.run(|p| p.agenda.is_empty(), |_, offers| offers[0]);
        let sent = ids
            .iter()
            .filter(|id| desk.boat(**id).duty == Some(Duty::Charts(*zone)))
            .count();
        let reached = desk.p.reach(desk.t(), desk.boat(ids[0]))[area.index()];
        assert_eq!(sent, usize::from(reached), "{zone}");
        checks += sent;
    }
    checks
}
