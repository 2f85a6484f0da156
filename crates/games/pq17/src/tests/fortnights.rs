//! What the Campaign changes in its Operations, Fortnight by Fortnight (chapter 15), [10.4].

use super::campaign::{campaign, fortnight};
use super::refits::port;
use super::{hex, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Hull, Hurt, Kind, Place, Pool, Token, Units};
use crate::ice::{Ice, Zone};
use crate::order_of_battle::Muster;
use crate::position::PlanStep;
use crate::season::{Ev, Source};
use crate::sequence::Order;
use crate::setup::Setup;
use crate::side::Side;
use crate::tables::{IceMarker, OptionId};
use crate::vp::Vp;
use derbyhouse_kernel::{Chance, Log};

/// From the second Fortnight on the ice that was rolled in the Environmental Phase is the ice that ships meet: no die at a
/// crossing; a Clear zone is confirmed Clear. In March I each crossing has its die [10.4], [10.1], [10.1.1] (R52).
#[test]
fn the_ice_of_a_fortnight_is_rolled_once() {
    let mut table = campaign();
    let at = hex("0306");
    let zone: Zone = tables().sheet.zone(at).unwrap();
    let marker = |condition| IceMarker {
        condition,
        rolled: true,
    };
    table.p.ice[zone.index()] = marker(Ice::LightDrift);
    let (die, _) = table.play().actual_ice(Side::Allied, at);
    assert!(die.is_some(), "March I");
    fortnight(&mut table, 1);
    let met = table.play().actual_ice(Side::Allied, at);
    assert_eq!(met, (None, Ice::LightDrift));
    table.p.ice[zone.index()] = marker(Ice::Clear);
    assert!(table.p.is_confirmed_clear(tables(), at));
    fortnight(&mut table, 0);
    assert!(!table.p.is_confirmed_clear(tables(), at));
}

/// Which forces of a side are asked to go home.
fn brought_in(table: &super::Table, side: Side) -> Vec<BlockId> {
    let orders = &table.p.fleet(side).orders;
    let orders = orders.top().into_iter().chain(orders.below_top());
    let blocks = orders.filter_map(|order| match order {
        Order::BringIn(block) => Some(*block),
        _ => None,
    });
    blocks.collect()
}

/// Task Forces at sea go to a port; those in the Germany Box are in port already and stay [15.8], [5.7.1].
#[test]
fn who_lies_in_germany_stays_there() {
    let mut table = campaign();
    let [there, out] = ["0715", "0714"].map(|at| table.at_sea(Side::Axis, "dd_36a", 1, at));
    let germany = tables().sheet.find_box("germany").unwrap();
    table.force(Side::Axis, there).place = Place::Box(germany);
    table.play().order_of_battle(Muster::Harbours);
    let asked = brought_in(&table, Side::Axis);
    assert!(asked.contains(&out) && !asked.contains(&there), "{asked:?}");
}

/// A new Fortnight: who lies in port is any block, whatever the enemy saw of it before, and battles of the last Operation
/// are forgotten; who sails by plan appears under a new token [8.3], [1.2] (R79).
#[test]
fn a_new_fortnight_deals_new_tokens() {
    let mut table = campaign();
    let [home, out] = ["0715", "0714"].map(|at| table.at_sea(Side::Axis, "dd_36a", 1, at));
    let kiel = tables().sheet.find_port("kiel").unwrap();
    table.force(Side::Axis, home).place = Place::Port(kiel);
    let (old, kept) = (table.token(Side::Axis, home), table.token(Side::Axis, out));
    let met = crate::surface::hitler::Met {
        token: old,
        turn: table.p.turn,
        seen: crate::surface::Opponent::default(),
    };
    table.p.fleet_mut(Side::Allied).met.push(met);
    table.play().begin_fortnight();
    assert_eq!(table.token(Side::Axis, home), Token(0));
    assert_eq!(table.token(Side::Axis, out), kept, "it never left the map");
    assert!(table.p.fleet(Side::Allied).met.is_empty());
    table.force(Side::Axis, home).place = Place::Sea(hex("1009"));
    table.play().show_planned(Side::Axis);
    let new = table.token(Side::Axis, home);
    assert!(new != old && new != Token(0));
}

/// Puts a cruiser of Patrol White into a hex that is not her station, and says what that costs.
fn leaves_station(table: &mut super::Table) -> Vp {
    let white = table.p.fleet(Side::Allied).white[0];
    let mut forces = table.p.fleet(Side::Allied).forces.iter();
    let has = |force: &&crate::forces::Force| force.units.ship(white).is_some();
    let block = forces.find(has).unwrap().block;
    let before = table.p.vp();
    table.play().leave_station(Side::Allied, block, hex("0508"));
    table.p.vp() - before
}

/// From its declaration until its Convoy has sailed Operation EV lets Patrol White go where it likes; before and afterwards it
/// costs two points a cruiser [15.8.3], [5.1.9].
#[test]
fn patrol_white_may_be_ignored_during_ev() {
    for (ev, cost) in [
        (Ev::Never, -Vp::whole(4)),
        (Ev::Declared(0, false), Vp::ZERO),
        (Ev::Done(0), -Vp::whole(4)),
    ] {
        let mut table = campaign();
        table.play().reserve(Side::Allied).ev = ev;
        assert_eq!(leaves_station(&mut table), cost, "{ev:?}");
    }
}

/// Each cruiser of Patrol White pays at most once in an Operation, and again in the next [5.1.9] (R32).
#[test]
fn patrol_white_pays_once_in_each_operation() {
    let mut table = campaign();
    assert_eq!(leaves_station(&mut table), -Vp::whole(4));
    assert_eq!(leaves_station(&mut table), Vp::ZERO);
    table.play().begin_fortnight();
    assert_eq!(leaves_station(&mut table), -Vp::whole(4));
}

/// No Soviet submarine in 0715 until after May II; a rule of the Campaign, not of its scenarios [15.8.2].
#[test]
fn soviet_submarines_wait_for_june() {
    let goes = |table: &mut super::Table| {
        let pack = table.at_sea(Side::Allied, "ss_su", 2, "0716");
        let ways = table.ways(Side::Allied, pack);
        ways.contains(&Choice::To(hex("0715")))
    };
    let mut table = campaign();
    for (number, may) in [(0, false), (5, false), (6, true)] {
        fortnight(&mut table, number);
        assert_eq!(goes(&mut table), may, "{number}");
    }
    assert!(goes(&mut super::Table::new("pq12")), "March 1942");
}

/// A loaded Convoy may end in both Russian ports: off Murmansk any of its ships but one go on to Arkhangelsk as a Convoy of
/// their own; one in ballast stays together [15.2.1], [1.2.3].
#[test]
fn a_loaded_convoy_ends_in_both_ports() {
    let chart = &tables().chart;
    let mv = chart.find_class("mv_al").unwrap();
    for (source, may) in [(Source::Loaded, true), (Source::Ballast(0), false)] {
        let mut table = campaign();
        table.play().form_convoy(source, Choice::Ships(12));
        let mut forces = table.p.fleet(Side::Allied).forces.iter();
        let convoy = forces.find(|force| force.kind == Kind::Convoy).unwrap();
        let convoy = convoy.block;
        table.force(Side::Allied, convoy).place = Place::Sea(hex("0817"));
        let spare = |table: &mut super::Table, into| {
            table.play().ask(Side::Allied, Order::Split(convoy, into));
            let choices = table.choices(Side::Allied);
            table.p.fleet_mut(Side::Allied).orders.pop();
            choices.contains(&Choice::TakeClass(mv))
        };
        assert_eq!(spare(&mut table, None), may);
        let mut into = None;
        while spare(&mut table, into) {
            let (hull, whole) = (Hull::Class(mv), Hurt::Whole);
            into = table
                .play()
                .split_hull(Side::Allied, convoy, into, hull, whole);
        }
        let Some(part) = into else { continue };
        let left = table.force(Side::Allied, convoy).units.merchants(chart);
        assert_eq!(left, 1, "something comes to Murmansk");
        let part = table.force(Side::Allied, part).clone();
        let arkhangelsk = tables().sheet.find_port("arkhangelsk").unwrap();
        assert_eq!(part.sailing.unwrap().to, [arkhangelsk]);
        assert!(!spare(&mut table, None), "once");
    }
}

/// Ice before a port holds a planned force up as it would in play: it stays in port, and its plan slips by a turn (chapter
/// 10), [8.3] (R83).
#[test]
fn a_plan_waits_for_the_ice_of_a_port() {
    for (ice, out) in [(Ice::SolidPack, false), (Ice::Clear, true)] {
        let mut table = campaign();
        let arkhangelsk = tables().sheet.find_port("arkhangelsk").unwrap();
        assert!(tables().sheet.port(arkhangelsk).ice);
        let block = table.at_sea(Side::Allied, "es_uk", 2, "1119");
        table.force(Side::Allied, block).place = Place::Port(arkhangelsk);
        let zone = tables().sheet.zone(hex("1119")).unwrap();
        table.p.ice[zone.index()] = IceMarker {
            condition: ice,
            rolled: false,
        };
        let made = table
            .play()
            .planned_step(Side::Allied, block, PlanStep::Leave);
        assert_eq!(made, out, "{ice:?}");
        assert_eq!(table.force(Side::Allied, block).hex().is_some(), out);
        if out {
            table.p.ice[zone.index()].condition = Ice::SolidPack;
            table.force(Side::Allied, block).motion = crate::forces::Motion::default();
            let made = table
                .play()
                .planned_step(Side::Allied, block, PlanStep::Enter);
            assert!(!made, "nor does it come in");
        }
    }
}

/// Plans mind that half of the Soviet destroyers stay in port, those included that are to sail by another plan [15.8.2],
/// [4.2].
#[test]
fn plans_keep_half_of_the_soviet_ships_in_port() {
    let mut table = campaign();
    for force in &mut table.p.fleet_mut(Side::Allied).forces {
        let soviet = tables().chart.find_class("dd_su").unwrap();
        force.units.pools.retain(|pool| pool.class != soviet);
    }
    let murmansk = tables().sheet.find_port("murmansk").unwrap();
    let [first, second] = ["0717", "0718"].map(|at| {
        let block = table.at_sea(Side::Allied, "dd_su", 2, at);
        let force = table.force(Side::Allied, block);
        force.place = Place::Port(murmansk);
        force.fuel = None;
        block
    });
    let may_leave = |table: &mut super::Table, block| {
        table.play().plans(Side::Allied, Choice::Plan(block));
        let choices = table.choices(Side::Allied);
        choices.contains(&Choice::Leave)
    };
    table.p.initiative = Side::Allied;
    assert!(may_leave(&mut table, second));
    table.p.fleet_mut(Side::Allied).plans.clear();
    assert!(may_leave(&mut table, first));
    table.play().plan(Side::Allied, first, Choice::Leave);
    table.p.fleet_mut(Side::Allied).orders.clear();
    assert!(!may_leave(&mut table, second), "the other half");
    let made = |table: &mut super::Table, block| {
        let mut play = table.play();
        play.planned_step(Side::Allied, block, PlanStep::Leave)
    };
    table.p.fleet_mut(Side::Allied).plans.clear();
    assert!(made(&mut table, first));
    assert!(!made(&mut table, second));
}

/// EV's Task Force from Clyde opens Murmansk to the bombers though others leave Clyde after it, and though it parts or joins
/// another on the way [15.8.3].
#[test]
fn the_force_of_ev_is_not_lost_sight_of() {
    let mut table = campaign();
    table.p.segment = crate::sequence::Segment::NavalMovement;
    table.play().reserve(Side::Allied).ev = Ev::Declared(0, false);
    let [clyde, murmansk] = ["clyde", "murmansk"].map(|id| tables().sheet.find_port(id).unwrap());
    let sails = |table: &mut super::Table, units: Units| {
        let block = table.put(Side::Allied, units, "1606");
        table.force(Side::Allied, block).place = Place::Port(clyde);
        table.play().put_to_sea(Side::Allied, block);
        block
    };
    let mut units = super::special::ships(&["kent"]);
    units.add(Pool::new(tables().chart.find_class("dd_jr").unwrap(), 3));
    let force = sails(&mut table, units);
    sails(&mut table, super::special::ships(&["london"])); // another, later
    let dd = Hull::Class(tables().chart.find_class("dd_jr").unwrap());
    let part = table
        .play()
        .split_hull(Side::Allied, force, None, dd, Hurt::Whole)
        .unwrap();
    table.play().merge(Side::Allied, part, force);
    table.play().reposition(Side::Allied, part, murmansk);
    assert_eq!(
        table.p.fleet(Side::Allied).reserve.ev,
        Ev::Declared(0, true)
    );
}

/// Forces that were never there are bought when the Campaign begins, not in every Fortnight; one bought as a group comes with
/// the first Reinforcements by chit or event, later ones are picked from the list (chapter 14), [15.3.2].
#[test]
fn ahistorical_forces_are_bought_once_and_come() {
    let mut table = campaign();
    table.p.setup.switch(OptionId::AhistoricalForces, true);
    let offers = |table: &super::Table| {
        let mut out = Vec::new();
        table.p.list_ahistorical(tables(), Side::Allied, &mut out);
        out
    };
    let group = |choice: &Choice| matches!(choice, Choice::BuyGroup(..));
    let bought = offers(&table).into_iter().find(group).unwrap();
    let Choice::BuyGroup(number, _) = bought else {
        panic!("{bought}")
    };
    let first = tables().ahistorical[usize::from(number)].ships.ships[0];
    table.play().buy(Side::Allied, bought);
    table.p.fleet_mut(Side::Allied).orders.clear();
    fortnight(&mut table, 1); // March II: Edinburgh may be picked
    assert_eq!(offers(&table), [Choice::Done]);
    let there = |table: &super::Table| {
        let mut forces = table.p.fleet(Side::Allied).forces.iter();
        forces.any(|force| force.units.ship(first).is_some())
    };
    assert!(!there(&table));
    table.play().reinforce(Side::Allied);
    assert!(there(&table), "it was paid for");
    assert!(table.p.fleet(Side::Allied).orders.top().is_none());
    table.play().reinforce(Side::Allied);
    let asked = table.p.fleet(Side::Allied).orders.top();
    assert!(matches!(asked, Some(Order::Pick(2))));
}

/// German packs set up at sea when the Campaign begins; in later Fortnights those in port start from there, and their admiral
/// sends them to their lines [15.8], [4.1.3].
#[test]
fn packs_sail_from_port_in_later_fortnights() {
    for (now, may) in [(0, true), (1, false), (9, false)] {
        let mut table = campaign();
        fortnight(&mut table, now);
        let pack = table.at_sea(Side::Axis, "ss_de", 2, "0511");
        table.force(Side::Axis, pack).place = port("narvik");
        table.play().ask(Side::Axis, Order::Muster);
        let choices = table.choices(Side::Axis);
        assert_eq!(choices.contains(&Choice::Move(pack)), may, "{now}");
        assert!(choices.contains(&Choice::Done));
        if !may {
            table.p.fleet_mut(Side::Axis).orders.clear();
            table.play().ask(Side::Axis, Order::Steer(pack));
            let advice = super::admirals::answer(&table, Side::Axis);
            assert_eq!(advice, Choice::Leave, "{now}");
        }
    }
}

/// The die of the Variable Start is cast before the bids, and not again [8.3.1].
#[test]
fn the_start_is_known_before_the_bids() {
    let mut starts = Vec::new();
    for seed in 0..12 {
        let mut table = campaign();
        fortnight(&mut table, 1);
        let option = OptionId::VariableStart;
        table.p.setup.switch(option, true);
        table.chance = Chance::seeded(seed);
        table.play().begin_fortnight();
        let start = table.p.start;
        table.play().muster_fortnight();
        assert_eq!(table.p.start, start);
        starts.push(start);
    }
    assert!(starts.iter().any(|start| *start != starts[0]));
}

/// Only the cruisers that are on Patrol White now are there without Command Points; those that were relieved pay when they sail
/// [15.8.1], [4.3.2].
#[test]
fn relieved_cruisers_pay_when_they_sail() {
    let mut table = campaign();
    fortnight(&mut table, 1);
    let old = table.p.fleet(Side::Allied).white[0];
    table.play().begin_fortnight();
    let new = table.p.white_candidates(tables())[0];
    table.play().swap_white(Choice::Replace(old, new));
    table.play().station_white();
    let fleet = table.p.fleet(Side::Allied);
    assert!(fleet.white.contains(&new) && !fleet.white.contains(&old));
    assert!(fleet.is_covered(new) && !fleet.is_covered(old));
}

/// Between two Operations forces in port have weeks to take in oil and torpedoes, where these are to be had; packs that stay at
/// sea have not [11.3.1], [7.3.2].
#[test]
fn weeks_in_port_fill_oilers_and_tubes() {
    let germany = Place::Box(tables().sheet.find_box("germany").unwrap());
    for (place, oil, armed) in [
        (port("narvik"), true, true),
        (port("tromso"), true, false),
        (germany, true, false),
        (Place::Sea(hex("0511")), false, false),
    ] {
        let mut table = campaign();
        let oiler = tables().chart.ships.iter().position(|own| own.oil > 0);
        let oiler = crate::units::ShipId::new(oiler.unwrap());
        let block = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
        let mut state = crate::forces::ShipState::new(oiler, tables().chart.ship(oiler));
        state.oil = 0;
        let force = table.force(Side::Axis, block);
        force.place = place;
        force.units.pools[0].spent = 2;
        force.units.ships.push(state);
        table.play().begin_fortnight();
        let units = &table.force(Side::Axis, block).units;
        let served = (units.ships[0].oil > 0, units.pools[0].spent == 0);
        assert_eq!(served, (oil, armed), "{place:?}");
    }
}

/// A pack in the Germany Box is in port: nobody asks whether it stays at sea, and it is none of the half that may [15.8],
/// [5.7.1].
#[test]
fn a_pack_in_germany_is_in_port() {
    let mut table = campaign();
    let [there, out] = ["0511", "0512"].map(|at| table.at_sea(Side::Axis, "ss_de", 1, at));
    let germany = tables().sheet.find_box("germany").unwrap();
    table.force(Side::Axis, there).place = Place::Box(germany);
    table.play().order_of_battle(Muster::Packs);
    let orders = &table.p.fleet(Side::Axis).orders;
    let mut asked = orders.top().into_iter().chain(orders.below_top());
    assert!(asked.any(|order| *order == Order::StayOut(out)));
    let mut asked = orders.top().into_iter().chain(orders.below_top());
    assert!(asked.all(|order| *order != Order::StayOut(there)));
}

/// What was told of a carrier in one Operation tells nothing in the next: out of the Channel by plan she is as Unidentified as
/// any [5.1.8] (R20).
#[test]
fn last_fortnights_reports_are_old() {
    let mut table = campaign();
    let block = table.at_sea(Side::Allied, "dd_jr", 2, "0511");
    let channel = tables().sheet.find_box("english_channel").unwrap();
    let force = table.force(Side::Allied, block);
    force.place = Place::Box(channel);
    force.told = crate::forces::Id::level(3);
    table.play().begin_fortnight();
    let force = table.force(Side::Allied, block);
    assert_eq!(force.told, crate::forces::Id::UNIDENTIFIED);
}

/// A Campaign of any length begins with points that even its sides, if the option holds, and with none if it does not [15.9].
#[test]
fn campaigns_begin_with_points_of_their_length() {
    let begun = |setup: &Setup| {
        let (mut chance, mut log) = (Chance::seeded(7), Log::off());
        let table = crate::preparation::start(tables(), setup, &mut chance, &mut log).unwrap();
        let first = table.secret.ledger.first();
        first.filter(|entry| entry.rule == "2").map(|e| e.vp)
    };
    let each = &tables().campaign.starting_vp;
    assert_eq!(each.len(), 10);
    for (months, points) in (1..).zip(each) {
        let name = match months {
            10 => "campaign".to_owned(),
            months => format!("campaign-{months}"),
        };
        let mut setup = Setup::usual(tables(), &name);
        assert_eq!(begun(&setup), Some(*points), "{name}");
        setup.switch(OptionId::BalanceVp, false);
        assert_eq!(begun(&setup), None, "{name}");
    }
}
