//! Special Conditions and the events that change a turn (chapter 12), (chapter 13).

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{Kind, Place, Units};
use crate::ice::Ice;
use crate::position::Mission;
use crate::sequence::Order;
use crate::service::Service;
use crate::side::Side;
use crate::tables::{Attack, CHITS, Condition, Sector, ShipList};
use crate::time::{Half, Turn};
use crate::vp::Vp;

/// A table on which a side holds a condition.
pub(super) fn holding(scenario: &str, side: Side, condition: Condition) -> Table {
    let mut table = Table::new(scenario);
    let chits = &tables().chits.conditions[side];
    let chit = chits
        .iter()
        .position(|chit| chit.condition == condition)
        .unwrap();
    table.p.fleet_mut(side).special.chit = Some(chit as u8);
    table
}

pub(super) fn ships(names: &[&str]) -> Units {
    let chart = &tables().chart;
    let list = ShipList {
        ships: names
            .iter()
            .map(|name| chart.find_ship(name).unwrap())
            .collect(),
        classes: Vec::new(),
    };
    Units::of_list(chart, &list)
}

/// Takes a ship out of the fleet to put her elsewhere.
pub(super) fn take(table: &mut Table, side: Side, name: &str) {
    let ship = tables().chart.find_ship(name).unwrap();
    for force in &mut table.p.fleet_mut(side).forces {
        force.units.ships.retain(|state| state.ship != ship);
    }
}

/// Each side holds one chit of its own; a Ground Offensive lies open and another is drawn (chapter 12), [12.6] (R33, R35).
#[test]
fn chits_are_drawn_and_hidden() {
    let mut open = 0;
    for _ in 0..60 {
        let mut table = Table::new("pq12");
        table.chance = derbyhouse_kernel::Chance::seeded(open + 77);
        table.play().draw_chits();
        let [a, b] = Side::ALL.map(|side| table.p.fleet(side).special.chit.unwrap());
        assert_ne!(a, b);
        assert!(usize::from(a.max(b)) < CHITS);
        for side in Side::ALL {
            assert_ne!(
                table.p.condition(tables(), side),
                Condition::GroundOffensive
            );
        }
        open += u64::from(table.p.offensive) + 1;
    }
}

/// German Heavy Ships leave by the western edge: 12 and 5 VP if they have fuel for seven turns, no Hitler, no shortage;
/// never light cruisers or destroyers [12.2], [5.1.8], [11.4] (R51).
#[test]
fn ships_break_out() {
    let mut table = holding("pq12", Side::Axis, Condition::AtlanticBreakout);
    let group = table.named(Side::Axis, "Battle group").block;
    assert!(
        table.ways(Side::Axis, group).contains(&Choice::Leave),
        "Tirpitz too"
    );
    for name in ["tirpitz", "admiral_scheer"] {
        take(&mut table, Side::Axis, name);
    }
    let raiders = table.put(Side::Axis, ships(&["tirpitz", "admiral_scheer"]), "0801");
    assert!(table.ways(Side::Axis, raiders).contains(&Choice::Exit));
    let escorted = table.at_sea(Side::Axis, "dd_36a", 2, "0701");
    assert!(!table.ways(Side::Axis, escorted).contains(&Choice::Exit));
    let before = table.p.vp();
    table.play().steer(Side::Axis, raiders, Choice::Exit);
    table.play().conditions_phase();
    assert_eq!(table.choices(Side::Axis), [Choice::Reveal, Choice::Pass]);
    table.play().reveal_condition(Side::Axis, Choice::Reveal);
    assert_eq!(table.p.vp(), before - Vp::whole(17));
    assert!(table.p.fleet(Side::Axis).special.revealed);
    assert!(table.p.scores_now(tables(), Side::Axis).is_none(), "once");
}

/// Given a Breakout that was revealed, when another cruiser leaves later, then she scores in the same phase; one whose owner
/// keeps his chit scores in the Confirmation Phase; without fuel for seven turns none does [12.2], [3.3].
#[test]
fn every_ship_that_breaks_out_scores() {
    let mut table = holding("pq12", Side::Axis, Condition::AtlanticBreakout);
    let leave = |table: &mut Table, name: &str| {
        take(table, Side::Axis, name);
        let raider = table.put(Side::Axis, ships(&[name]), "0801");
        table.play().break_out(Side::Axis, raider);
    };
    let before = table.p.vp();
    leave(&mut table, "tirpitz");
    table.play().conditions_phase();
    table.play().reveal_condition(Side::Axis, Choice::Reveal);
    table.p.fleet_mut(Side::Axis).orders.clear();
    leave(&mut table, "admiral_scheer");
    table.play().conditions_phase();
    assert_eq!(table.p.vp(), before - Vp::whole(17), "12 and 5");
    assert!(table.choices(Side::Axis).is_empty(), "nothing to ask");
    table.play().confirm();
    assert_eq!(table.p.vp(), before - Vp::whole(17), "each once");

    let mut table = holding("pq12", Side::Axis, Condition::AtlanticBreakout);
    let before = table.p.vp();
    leave(&mut table, "admiral_scheer");
    table.play().reveal_condition(Side::Axis, Choice::Pass);
    assert_eq!(table.p.vp(), before, "kept");
    take(&mut table, Side::Axis, "tirpitz");
    let late = table.put(Side::Axis, ships(&["tirpitz"]), "0801");
    table.force(Side::Axis, late).fuel = None;
    table.play().break_out(Side::Axis, late);
    table.play().confirm();
    assert_eq!(table.p.vp(), before - Vp::whole(5), "no fuel, no points");
}

/// The hex off the map is of the turn's move: at High Speed it costs fuel [12.2], [11.1.3].
#[test]
fn breaking_out_at_high_speed_costs_fuel() {
    for (hexes, enough) in [(0, true), (tables().speeds[0] - 1, false)] {
        let mut table = holding("pq12", Side::Axis, Condition::AtlanticBreakout);
        take(&mut table, Side::Axis, "admiral_scheer");
        let raider = table.put(Side::Axis, ships(&["admiral_scheer"]), "0801");
        let warning = table.p.turn.later(tables().chits.values.breakout_turns);
        let force = table.force(Side::Axis, raider);
        force.fuel = Some(crate::fuel::Fuel::warning(warning));
        force.motion.hexes = hexes;
        table.play().break_out(Side::Axis, raider);
        let exited = &table.p.fleet(Side::Axis).special.exited;
        assert_eq!(exited.last().map(|(_, fuel)| *fuel), Some(enough));
    }
}

/// So many CS lay mines as were planned, in however many forces they are there [12.8].
#[test]
fn mines_are_counted_once() {
    let mut table = holding("pq17", Side::Axis, Condition::Minelaying);
    let mut waters = tables().sheet.waters();
    let objective = waters.find(|hex| {
        tables().sheet.minelaying.contains(*hex) && table.p.is_open_for_mines(tables(), *hex)
    });
    let objective = objective.unwrap();
    let class = tables().chart.find_class("dd_36a").unwrap();
    table.p.fleet_mut(Side::Axis).special.mission = Some(Mission {
        target: Place::Sea(objective),
        turn: table.p.turn,
        ships: Vec::new(),
        classes: vec![(class, 2)],
    });
    for _ in 0..2 {
        table.at_sea(Side::Axis, "dd_36a", 2, &objective.to_string());
    }
    let scored = table.p.scores_now(tables(), Side::Axis).map(|(vp, _)| vp);
    assert_eq!(scored, Some(Vp::whole(-2)));
}

/// Mines: planned ships in the planned hex and turn after at most one hex, not in Storms [12.8], [11.4] (R86).
#[test]
fn mines_are_laid_as_planned() {
    let mut table = holding("pq17", Side::Axis, Condition::Minelaying);
    table.play().ask(
        Side::Axis,
        Order::Service(Service::new(Condition::Minelaying)),
    );
    let hexes = table.choices(Side::Axis);
    let Some(Choice::At(objective)) = hexes.iter().find(|choice| matches!(choice, Choice::At(_)))
    else {
        panic!("{hexes:?}")
    };
    let objective = *objective;
    let order = table.p.fleet_mut(Side::Axis).orders.pop().unwrap();
    let Order::Service(service) = order else {
        panic!()
    };
    let turn = Turn::new(8, Half::Am);
    let hipper = tables().chart.find_ship("admiral_hipper").unwrap();
    table
        .play()
        .service(Side::Axis, service, Choice::At(objective));
    for choice in [Choice::On(turn), Choice::TakeShip(hipper), Choice::Done] {
        assert!(table.choices(Side::Axis).contains(&choice), "{choice}");
        let Some(Order::Service(service)) = table.p.fleet_mut(Side::Axis).orders.pop() else {
            panic!()
        };
        table.play().service(Side::Axis, service, choice);
    }
    take(&mut table, Side::Axis, "admiral_hipper");
    let layer = table.put(
        Side::Axis,
        ships(&["admiral_hipper"]),
        &objective.to_string(),
    );
    let force = table.p.fleet(Side::Axis).force(layer).unwrap();
    assert!(table.p.is_on_special_service(tables(), Side::Axis, force));
    assert!(
        table.p.scores_now(tables(), Side::Axis).is_none(),
        "too early"
    );
    table.p.turn = turn;
    let scored = table.p.scores_now(tables(), Side::Axis).map(|(vp, _)| vp);
    assert_eq!(scored, Some(Vp::whole(-2)));
    table.force(Side::Axis, layer).motion.hexes = 2;
    assert!(
        table.p.scores_now(tables(), Side::Axis).is_none(),
        "too fast"
    );
}

/// GEARBOX: its ships form a force, Barentsburg is a port for it; a point for each cruiser in port there, half for the
/// destroyer, or the same lost; void in Pack [12.10], [1.1.1].
#[test]
fn gearbox_reaches_barentsburg() {
    let mut table = holding("pq12", Side::Allied, Condition::Gearbox);
    let barentsburg = tables().sheet.find_port("barentsburg").unwrap();
    assert!(table.p.is_port_open_to(tables(), Side::Allied, barentsburg));
    assert!(!table.p.is_port_open_to(tables(), Side::Axis, barentsburg));
    let zone = tables().sheet.zone(hex("0214")).unwrap();
    table.p.ice[zone.index()].condition = Ice::Clear;
    let before = table.p.vp();
    table.play().confirm();
    let lost = before - table.p.vp();
    assert!(lost > Vp::ZERO);
    let mut table = holding("pq12", Side::Allied, Condition::Gearbox);
    table.p.ice[zone.index()].condition = Ice::SolidPack;
    let before = table.p.vp();
    table.play().confirm();
    assert_eq!(table.p.vp(), before, "void");
    table.p.ice[zone.index()].condition = Ice::Clear;
    let cruisers = table.put(Side::Allied, ships(&["suffolk", "sheffield"]), "0214");
    let force = table.force(Side::Allied, cruisers);
    let class = tables().chart.find_class("dd_jr").unwrap();
    force.units.add(crate::forces::Pool::new(class, 1));
    force.place = Place::Port(barentsburg);
    let scored = table.p.scores_now(tables(), Side::Allied).map(|(vp, _)| vp);
    assert_eq!(scored, Some(lost));
}

/// The ships of GEARBOX are named in Reykjavik or Scapa Flow [12.10].
#[test]
fn gearbox_takes_its_ships() {
    let mut table = holding("pq17", Side::Allied, Condition::Gearbox);
    let scapa = tables().sheet.find_port("scapa_flow").unwrap();
    let service = Service::new(Condition::Gearbox);
    table
        .play()
        .service(Side::Allied, service, Choice::In(scapa));
    while let Some(Order::Service(service)) = table.p.fleet_mut(Side::Allied).orders.pop() {
        let mut offers = Vec::new();
        table
            .p
            .list_service(tables(), Side::Allied, &service, &mut offers);
        table.play().service(Side::Allied, service, offers[0]);
    }
    let force = table.named(Side::Allied, "gearbox");
    assert_eq!(
        (force.place, force.kind),
        (Place::Port(scapa), Kind::TaskForce)
    );
    assert!(!force.units.ships.is_empty());
}

/// SIZILIEN: a TF off Barentsburg for a whole Day turn that is not attacked [12.11].
#[test]
fn troops_land_at_barentsburg() {
    let mut table = holding("pq17", Side::Axis, Condition::Sizilien);
    take(&mut table, Side::Axis, "tirpitz");
    let force = table.put(Side::Axis, ships(&["tirpitz"]), "0214");
    assert!(table.p.scores_now(tables(), Side::Axis).is_none());
    table.play().watch_barentsburg();
    let scored = table.p.scores_now(tables(), Side::Axis).map(|(vp, _)| vp);
    assert_eq!(scored, Some(Vp::whole(-2)));
    table.play().was_attacked(Side::Axis, force);
    assert!(table.p.scores_now(tables(), Side::Axis).is_none());
    // Aircraft that find it, and ships that bring it to battle, have attacked it.
    table.play().watch_barentsburg();
    let bombers = table.send(
        Side::Allied,
        "210 Sqn",
        crate::air::Mission::Strike(hex("0214")),
    );
    let mut strike = crate::strike::Strike::new(
        Side::Allied,
        crate::strike::Target::Force(force),
        hex("0214"),
        crate::time::Light::Day,
    );
    strike.flights.push(crate::strike::Flight {
        units: vec![bombers],
        found: crate::strike::Found::Together,
    });
    table.p.secret.strikes.push(strike);
    table.play().next_flight();
    assert!(table.p.scores_now(tables(), Side::Axis).is_none(), "bombed");
    table.p.secret.strikes.clear();
    table.play().watch_barentsburg();
    assert!(table.p.scores_now(tables(), Side::Axis).is_some());
    let cruisers = table.put(Side::Allied, ships(&["belfast"]), "0214");
    let meeting = crate::surface::Meeting {
        by: Side::Allied,
        attackers: vec![cruisers],
        target: force,
    };
    table.play().deploy(meeting, false);
    assert!(
        table.p.scores_now(tables(), Side::Axis).is_none(),
        "shelled"
    );
}

/// The Axis Convoy lies in Tromso instead of a Dummy; each ship in Kirkenes is a point, late ones cost [12.3] (R34).
#[test]
fn an_axis_convoy_sails_for_kirkenes() {
    let mut table = holding("pq17", Side::Axis, Condition::AxisConvoy);
    table.play().dummies_in_port();
    let convoy = table.named(Side::Axis, "Axis Convoy");
    assert_eq!(
        (convoy.kind, convoy.units.merchants(&tables().chart)),
        (Kind::Convoy, 2)
    );
    let block = convoy.block;
    table.p.turn = Turn::new(1, Half::Am);
    assert!(
        !table.ways(Side::Axis, block).contains(&Choice::Leave),
        "not before the Starting Turn"
    );
    table.p.turn = table.p.start;
    assert!(table.ways(Side::Axis, block).contains(&Choice::Leave));
    let kirkenes = tables().sheet.find_port("kirkenes").unwrap();
    let before = table.p.vp();
    table.play().arrive(Side::Axis, block, kirkenes);
    table.play().confirm();
    assert_eq!(table.p.vp(), before - Vp::whole(2));
}

/// TITLE: declared the turn before, a die of 1 to 5 hits as often, and that damage scores nothing [12.14], [12.14.2] (R90).
#[test]
fn chariots_attack_tirpitz() {
    let mut table = Table::new("pq17");
    let chits = &tables().chits.conditions[Side::Allied];
    let chit = chits
        .iter()
        .position(|chit| chit.attack == Some(Attack::Title))
        .unwrap();
    table.p.fleet_mut(Side::Allied).special.chit = Some(chit as u8);
    assert!(table.p.may_plan_mission(tables(), Side::Allied));
    let trondheim = tables().sheet.find_port("trondheim").unwrap();
    table.p.fleet_mut(Side::Allied).special.mission = Some(Mission {
        target: Place::Port(trondheim),
        turn: table.p.turn.later(1),
        ships: Vec::new(),
        classes: Vec::new(),
    });
    table.play().conditions_phase();
    assert_eq!(table.choices(Side::Allied), [Choice::Declare, Choice::Pass]);
    table.play().declare(Side::Allied, Choice::Declare);
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().hit_tirpitz(Place::Port(trondheim), 1);
    assert_eq!(table.p.fleet(Side::Axis).excused.len(), 1);
    table.p.turn = table.p.turn.later(1);
    table.play().conditions_phase();
    assert!(
        table.p.fleet(Side::Allied).special.used && table.p.fleet(Side::Allied).special.revealed
    );
}

/// ARCHERY: a force of cruisers, destroyers and landing ships from Scapa Flow; five points where and when it was planned
/// [12.14.1].
#[test]
fn archery_lands() {
    let mut table = Table::new("pq17");
    let chits = &tables().chits.conditions[Side::Allied];
    let chit = chits
        .iter()
        .position(|chit| chit.attack == Some(Attack::Archery))
        .unwrap();
    table.p.fleet_mut(Side::Allied).special.chit = Some(chit as u8);
    assert!(table.p.may_plan_mission(tables(), Side::Allied));
    let mut service = Service::new(Condition::SpecialAttack);
    let turn = Turn::new(7, Half::Pm);
    service.turn = Some(turn);
    let mut offers = Vec::new();
    table
        .p
        .list_service(tables(), Side::Allied, &service, &mut offers);
    let Some(Choice::At(target)) = offers
        .iter()
        .copied()
        .find(|offer| matches!(offer, Choice::At(_)))
    else {
        panic!()
    };
    table
        .play()
        .service(Side::Allied, service, Choice::At(target));
    while let Some(Order::Service(service)) = table.p.fleet_mut(Side::Allied).orders.pop() {
        let mut offers = Vec::new();
        table
            .p
            .list_service(tables(), Side::Allied, &service, &mut offers);
        let done = offers.contains(&Choice::Done);
        table.play().service(
            Side::Allied,
            service,
            if done {
                Choice::Done
            } else {
                offers[offers.len() - 1]
            },
        );
        if done {
            break;
        }
        if table.p.fleet(Side::Allied).special.mission.is_some() {
            break;
        }
    }
    let block = table.named(Side::Allied, "special attack").block;
    table.force(Side::Allied, block).place = Place::Sea(target);
    table.p.turn = turn;
    assert!(
        table.p.scores_now(tables(), Side::Allied).is_none(),
        "not declared"
    );
    table.p.fleet_mut(Side::Allied).special.declared = true;
    let scored = table.p.scores_now(tables(), Side::Allied).map(|(vp, _)| vp);
    assert_eq!(scored, Some(Vp::whole(5)));
}

/// Carriers that lay in Scapa Flow and made no strike on Norway cost five points each [12.5].
#[test]
fn carriers_owe_a_strike() {
    let mut table = holding("pq17", Side::Allied, Condition::FaaStrike);
    table.play().note_strikes_owed();
    let owing = table.p.fleet(Side::Allied).special.owing.clone();
    assert_eq!(owing.len(), 1);
    let before = table.p.vp();
    table.play().confirm();
    assert_eq!(table.p.vp(), before - Vp::whole(5));
    let mut table = holding("pq17", Side::Allied, Condition::FaaStrike);
    table.play().note_strikes_owed();
    // Her aircraft attack Trondheim: that is enough.
    let home = table.named(Side::Allied, "Home Fleet").block;
    table.force(Side::Allied, home).place = Place::Sea(hex("1009"));
    let unit = table.send(
        Side::Allied,
        "817 Sqn",
        crate::air::Mission::Strike(hex("1111")),
    );
    let trondheim = tables().sheet.find_port("trondheim").unwrap();
    let target = crate::strike::Target::Port(trondheim);
    table.play().launch_raid(Side::Allied, target, vec![unit]);
    table.play().confirm();
    assert_eq!(table.p.vp(), before);
}

/// Reinforcements of the chit come before play if their owner likes [12.13].
#[test]
fn a_chit_brings_reinforcements() {
    let mut table = holding("pq17", Side::Axis, Condition::Reinforcements);
    table.play().set_up(Side::Axis);
    assert_eq!(table.choices(Side::Axis), [Choice::CallUp, Choice::Pass]);
    table.play().call_up(Side::Axis, Choice::CallUp);
    assert_eq!(table.p.fleet(Side::Axis).groups, 1);
}

/// Breakdown: an Inop unit stays in port when its force sails, in a block of its own (chapter 13), [5.1.3].
#[test]
fn what_breaks_down_stays_in_port() {
    let mut table = Table::new("pq6");
    table
        .p
        .fleet_mut(Side::Axis)
        .forces
        .retain(|force| force.name == "8th Destroyer Flotilla");
    table.play().german_breakdown();
    assert_eq!(table.p.fleet(Side::Axis).inop.len(), 1);
    let flotilla = table.named(Side::Axis, "8th Destroyer Flotilla").block;
    let cs = |table: &Table, block| {
        let force = table.p.fleet(Side::Axis).force(block).unwrap();
        force.units.cs(&tables().chart, |_| true)
    };
    let before = cs(&table, flotilla);
    table.play().steer(Side::Axis, flotilla, Choice::Leave);
    assert_eq!(cs(&table, flotilla), before - 1);
    let inop = table.named(Side::Axis, "Inop").block;
    assert!(!table.ways(Side::Axis, inop).contains(&Choice::Leave));
}

/// Events that give a pack a hex more, a sector more hexes, or take from torpedoes (chapter 13), [5.2], [6.4.2], [7.3.1].
#[test]
fn events_change_a_player_phase() {
    let mut table = Table::new("pq6");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0512");
    table.p.active = Some(Side::Axis);
    let left = |table: &Table| {
        let force = table.p.fleet(Side::Axis).force(pack).unwrap();
        table.p.hexes_left(tables(), force, false, false)
    };
    assert_eq!(left(&table), 1, "two if it runs [7.4.5]");
    table.play().redeploy(Side::Axis, Choice::Move(pack));
    assert_eq!(left(&table), 3);
    let hexes = |table: &Table| {
        let given = usize::from(table.p.scenario(tables()).search[Sector::Barents.index()]);
        let barents = tables().sheet.sector(Sector::Barents);
        let named: Vec<_> = barents
            .iter()
            .take(given)
            .map(|hex| (Sector::Barents, hex))
            .collect();
        let mut out = Vec::new();
        table.p.list_sectors(tables(), Side::Axis, &named, &mut out);
        out.iter()
            .filter(|choice| matches!(choice, Choice::Search(Sector::Barents, _)))
            .count()
    };
    assert_eq!(hexes(&table), 0);
    table.play().search_more(2, Choice::Sector(Sector::Barents));
    assert!(hexes(&table) > 0);
}
