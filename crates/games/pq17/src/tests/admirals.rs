//! The doctrine, point by point (chapter 12 of the specification).

use super::special::ships as afloat;
use super::{Table, hex, tables};
use crate::admirals::bot;
use crate::choice::Choice;
use crate::forces::{BlockId, Id, Place, Pool, Units};
use crate::fuel::Fuel;
use crate::position::PlanStep;
use crate::sequence::{Order, Segment, Step};
use crate::side::Side;
use crate::tables::{Attack, Condition, ShipList};
use crate::units::ShipType;
use crate::view::View;
use derbyhouse_kernel::{Chance, Viewer};

/// The doctrine's answer to what a side is asked.
pub(super) fn answer(table: &Table, side: Side) -> Choice {
    let mut admiral = bot("doctrine", 3).unwrap();
    let view = View::new(tables(), &table.p, Viewer::Seat(side.seat()));
    admiral.choose(view, &table.choices(side))
}

/// One staff answers until nothing of that kind is asked any more.
fn answer_all(table: &mut Table, side: Side, so: fn(&Order) -> bool) {
    let mut admiral = bot("doctrine", 3).unwrap();
    for _ in 0..400 {
        if !table.p.fleet(side).orders.top().is_some_and(so) {
            return;
        }
        let choices = table.choices(side);
        let view = View::new(tables(), &table.p, Viewer::Seat(side.seat()));
        let choice = admiral.choose(view, &choices);
        let order = table.p.fleet_mut(side).orders.pop().unwrap();
        table.play().answer(side, order, choice);
    }
    panic!("the staff does not come to an end");
}

fn is_planning(order: &Order) -> bool {
    matches!(order, Order::Plans | Order::Plan(_) | Order::Service(_))
}

fn hold(table: &mut Table, side: Side, condition: Condition, attack: Option<Attack>) {
    let chits = &tables().chits.conditions[side];
    let chit = chits
        .iter()
        .position(|chit| chit.condition == condition && chit.attack == attack);
    table.p.fleet_mut(side).special.chit = Some(chit.unwrap() as u8);
}

fn convoy(table: &mut Table, at: &str, ships: u8) -> BlockId {
    let block = table.at_sea(Side::Allied, "mv_al", ships, at);
    let port = tables().sheet.find_port("murmansk").unwrap();
    let sailing = &mut table.force(Side::Allied, block).sailing;
    let mut bound = sailing
        .clone()
        .unwrap_or_else(|| crate::forces::Sailing::new(0, true, vec![port], ships));
    bound.to = vec![port];
    bound.track = vec![hex(at)];
    *sailing = Some(bound);
    block
}

/// Given a Convoy within the last approach, a German group parts before it sails there, once, and each part keeps a screen
/// [7.5.7] (12.3).
#[test]
fn a_group_parts_before_it_enters_the_hex_of_its_prey() {
    for (ships, screens, parts) in [
        (&["admiral_hipper", "lutzow"][..], 6, Some((1, 3))),
        (&["admiral_hipper"], 6, Some((0, 3))),
        (&["admiral_hipper", "lutzow"], 5, None),
        (&[], 6, None),
    ] {
        let mut table = Table::new("jw51b");
        table.p.active = Some(Side::Axis);
        table.p.fleet_mut(Side::Axis).forces.clear();
        table.p.fleet_mut(Side::Allied).forces.clear();
        let prey = convoy(&mut table, "0814", 14);
        table.force(Side::Allied, prey).id = Id::level(3);
        let chart = &tables().chart;
        let mut group = afloat(ships);
        group.add(Pool::new(chart.find_class("dd_36a").unwrap(), screens));
        let block = table.put(Side::Axis, group, "0815");
        table.play().ask(Side::Axis, Order::Helm);
        answer_all(&mut table, Side::Axis, |order| {
            matches!(order, Order::Helm | Order::Split(..))
        });
        let forces = &table.p.fleet(Side::Axis).forces;
        let part = forces.iter().find(|force| force.block != block);
        let part = part.map(|part| {
            let heavy = part.units.counters(chart, ShipType::is_heavy);
            (heavy, part.units.cs(chart, ShipType::is_flotilla))
        });
        assert_eq!(part, parts, "{ships:?} with {screens}");
        assert!(forces.len() <= 2);
    }
}

/// Given two parts of a group beside an escorted Convoy, when either alone is too weak, then they attack together [7.1] (12.3).
#[test]
fn what_is_too_strong_for_one_is_attacked_by_two() {
    for (parts, attacks) in [(1, false), (2, true)] {
        let mut table = Table::new("jw51b");
        table.p.fleet_mut(Side::Axis).forces.clear();
        table.p.fleet_mut(Side::Allied).forces.clear();
        let prey = convoy(&mut table, "0814", 14);
        table.force(Side::Allied, prey).id = Id::level(2);
        for _ in 0..parts {
            table.at_sea(Side::Axis, "dd_36a", 4, "0814");
        }
        table.play().begin_surface(Side::Axis);
        let choice = answer(&table, Side::Axis);
        assert_eq!(
            matches!(choice, Choice::Engage(..)),
            attacks,
            "{parts}: {choice:?}"
        );
        if attacks {
            let order = table.p.fleet_mut(Side::Axis).orders.pop().unwrap();
            table.play().answer(Side::Axis, order, choice);
            assert!(matches!(answer(&table, Side::Axis), Choice::With(_)));
        }
    }
}

/// Mines are planned with cruisers and a destroyer of one force, where they can be in time [12.8].
#[test]
fn minelaying_is_planned() {
    let mut table = Table::new("pq17");
    hold(&mut table, Side::Axis, Condition::Minelaying, None);
    let mut force = Units::of_list(
        &tables().chart,
        &ShipList {
            ships: ["admiral_hipper", "koln"]
                .iter()
                .filter_map(|name| tables().chart.find_ship(name))
                .collect(),
            classes: Vec::new(),
        },
    );
    let class = tables().chart.find_class("dd_36a").unwrap();
    force.pools.push(Pool::new(class, 3));
    let ships: Vec<_> = force.ships.iter().map(|state| state.ship).collect();
    for own in &mut table.p.fleet_mut(Side::Axis).forces {
        own.units.ships.retain(|state| !ships.contains(&state.ship));
    }
    let block = table.put(Side::Axis, force, "0815");
    let port = tables().sheet.find_port("altafjord").unwrap();
    table.force(Side::Axis, block).place = Place::Port(port);
    table.force(Side::Axis, block).fuel = None;
    table.play().ask(Side::Axis, Order::Plans);
    answer_all(&mut table, Side::Axis, is_planning);
    let special = &table.p.fleet(Side::Axis).special;
    let mission = special.mission.as_ref().unwrap();
    assert!(mission.turn > table.p.start, "{mission:?}");
    let cruiser = |ship: &crate::units::ShipId| tables().chart.ship(*ship).kind.is_cruiser();
    assert!(!mission.ships.is_empty() && mission.ships.iter().all(cruiser));
    assert_eq!(mission.classes.iter().map(|(_, cs)| *cs).sum::<u8>(), 1);
}

/// When their time has come, minelayers part from the others in port, and sail [12.8].
#[test]
fn minelayers_sail_in_time() {
    let mut table = Table::new("pq17");
    hold(&mut table, Side::Axis, Condition::Minelaying, None);
    table.play().ask(Side::Axis, Order::Plans);
    answer_all(&mut table, Side::Axis, is_planning);
    let Some(mission) = table.p.fleet(Side::Axis).special.mission.clone() else {
        panic!("nothing was planned")
    };
    table.p.turn = table.p.start.later(1).max(crate::time::Turn::FIRST);
    table.p.turn = crate::time::Turn::FIRST.later(mission.turn.index().saturating_sub(4));
    table.p.active = Some(Side::Axis);
    table.play().ask(Side::Axis, Order::Helm);
    let mut split = false;
    let mut admiral = bot("doctrine", 3).unwrap();
    for _ in 0..60 {
        let Some(order) = table.p.fleet(Side::Axis).orders.top().cloned() else {
            break;
        };
        let choices = table.choices(Side::Axis);
        let view = View::new(tables(), &table.p, Viewer::Seat(Side::Axis.seat()));
        let choice = admiral.choose(view, &choices);
        split |= matches!(choice, Choice::Split(_) | Choice::Move(_)) && order == Order::Helm;
        if matches!(choice, Choice::Done) && order == Order::Helm {
            break;
        }
        let order = table.p.fleet_mut(Side::Axis).orders.pop().unwrap();
        table.play().answer(Side::Axis, order, choice);
    }
    assert!(split, "nobody stirs for {mission:?}");
}

/// The raid of ARCHERY is planned with a cruiser and four CS of destroyers from Scapa Flow [12.14.1].
#[test]
fn archery_is_planned() {
    let mut table = Table::new("pq12");
    hold(
        &mut table,
        Side::Allied,
        Condition::SpecialAttack,
        Some(Attack::Archery),
    );
    table.play().ask(Side::Allied, Order::Plans);
    answer_all(&mut table, Side::Allied, is_planning);
    let special = &table.p.fleet(Side::Allied).special;
    let mission = special.mission.as_ref().unwrap();
    assert_eq!(mission.classes.iter().map(|(_, cs)| *cs).sum::<u8>(), 4);
    assert_eq!(mission.ships.len(), 1);
    let landing = |force: &crate::forces::Force| {
        force
            .units
            .has(&tables().chart, |kind| kind == ShipType::Al)
    };
    assert!(table.p.fleet(Side::Allied).forces.iter().any(landing));
}

/// Covering forces sail in the plan, to be with the Convoy when play starts [4.2].
#[test]
fn covering_forces_sail_in_the_plan() {
    let mut table = Table::new("pq12");
    table.play().ask(Side::Allied, Order::Plans);
    answer_all(&mut table, Side::Allied, is_planning);
    let fleet = table.p.fleet(Side::Allied);
    let sails = fleet.plans.iter().filter(|plan| {
        let warships = fleet
            .force(plan.block)
            .is_some_and(|force| force.sailing.is_none());
        warships && plan.steps.contains(&PlanStep::Leave)
    });
    assert!(sails.count() >= 1, "{:?}", fleet.plans);
}

/// Fresh destroyers change places with escorts whose oil runs low [11.1.1].
#[test]
fn escorts_are_relieved() {
    let mut table = Table::new("pq17");
    table.p.turn = crate::time::Turn::FIRST.later(10);
    let block = convoy(&mut table, "0511", 20);
    let class = tables().chart.find_class("dd_jr").unwrap();
    let old = Pool::new(class, 3);
    let turn = table.p.turn;
    let own = table.force(Side::Allied, block);
    own.units.pools.push(old);
    own.fuel = Some(Fuel::warning(turn.later(2)));
    let fresh = table.at_sea(Side::Allied, "dd_jr", 3, "0511");
    table.force(Side::Allied, fresh).fuel = Some(Fuel::warning(turn.later(12)));
    table.play().ask(Side::Allied, Order::Combine(Vec::new()));
    let choice = answer(&table, Side::Allied);
    assert!(
        matches!(choice, Choice::Swap(a, b) if [a, b].contains(&block) && [a, b].contains(&fresh)),
        "{choice}"
    );
    table.play().choose(Side::Allied, choice).unwrap();
    assert_eq!(answer(&table, Side::Allied), Choice::Relieve);
}

/// A Convoy without cover that strong German ships have found scatters; with cover it does not [5.5].
#[test]
fn a_convoy_scatters_only_without_cover() {
    for covered in [false, true] {
        let mut table = Table::new("pq17");
        table.p.fleet_mut(Side::Axis).air.clear();
        table.p.fleet_mut(Side::Axis).forces.clear();
        let block = convoy(&mut table, "0511", 30);
        let ships = ["tirpitz", "admiral_scheer", "lutzow"];
        let list = ShipList {
            ships: ships
                .iter()
                .filter_map(|name| tables().chart.find_ship(name))
                .collect(),
            classes: Vec::new(),
        };
        let raider = table.put(Side::Axis, Units::of_list(&tables().chart, &list), "0512");
        table.force(Side::Axis, raider).id = Id::HIGHEST;
        if covered {
            table.at_sea(Side::Allied, "dd_jr", 6, "0511");
        }
        table.p.active = Some(Side::Allied);
        table.play().ask(Side::Allied, Order::Steer(block));
        assert!(table.choices(Side::Allied).contains(&Choice::Scatter));
        let scatters = answer(&table, Side::Allied) == Choice::Scatter;
        assert_eq!(scatters, !covered);
    }
}

/// A world that could be hangs on nothing that its viewer may not know: twins give the same.
#[test]
fn worlds_are_dealt_from_what_is_known() {
    let game = crate::game::Pq17::new(&[]).unwrap();
    let mut compared = 0;
    for seed in 0..6 {
        let mut bots = [
            bot("doctrine", seed).unwrap(),
            bot("doctrine", !seed).unwrap(),
        ];
        let scenario = ["pq17", "pq12", "jw51b"][seed as usize % 3];
        let setup = crate::setup::Setup::usual(tables(), scenario);
        let (mut chance, mut log) = (Chance::seeded(seed), derbyhouse_kernel::Log::off());
        let start = crate::preparation::start(&game.tables, &setup, &mut chance, &mut log);
        let mut p = start.unwrap();
        for step in 0..1500 {
            let Some(side) = Side::ALL
                .into_iter()
                .find(|s| !p.fleet(*s).orders.is_empty())
            else {
                break;
            };
            if step % 7 == 0 {
                let eyes = if step % 2 == 0 { side } else { side.other() };
                let twin = crate::twins::twin(&game.tables, &p, Some(eyes), &mut chance);
                let even = |_: crate::forces::Token, _: crate::forces::Kind, _: bool| 0.5;
                let deal = |of: &crate::position::Position| {
                    crate::worlds::world(&game.tables, of, eyes, &even, &mut Chance::seeded(step))
                };
                let (one, other) = (deal(&p), deal(&twin));
                compared += u32::from(one.is_some());
                let parts = one.iter().zip(&other).flat_map(|(one, other)| {
                    let forces =
                        |p: &crate::position::Position| p.fleet(eyes.other()).forces.clone();
                    forces(one).into_iter().zip(forces(other))
                });
                for (a, b) in parts {
                    assert_eq!(a, b, "{scenario}, seed {seed}, step {step}");
                }
                assert!(one == other, "{scenario}, seed {seed}, step {step}");
            }
            let mut choices = Vec::new();
            p.list(&game.tables, side, &mut choices);
            let view = View::new(&game.tables, &p, Viewer::Seat(side.seat()));
            let choice = bots[side.seat().index()].choose(view, &choices);
            let mut play = crate::sequence::Play {
                t: &game.tables,
                p: &mut p,
                chance: &mut chance,
                log: &mut log,
            };
            play.choose(side, choice).unwrap();
        }
    }
    assert!(compared > 100, "{compared}");
}

/// A Convoy leaves the escorts of Severny Flot behind where its way leaves Soviet water, and goes on without them [4.3.2].
#[test]
fn soviet_escorts_stay_in_soviet_water() {
    let mut table = Table::new("pq12");
    table.p.secret.flags.initiative_used = true;
    for zone in &mut table.p.ice {
        (zone.condition, zone.rolled) = (crate::ice::Ice::Clear, false);
    }
    let block = table.named(Side::Allied, "QP-8").block;
    table.play().steer(Side::Allied, block, Choice::Leave);
    let mut admiral = bot("doctrine", 3).unwrap();
    for _ in 0..12 {
        for side in Side::ALL {
            table.p.fleet_mut(side).orders.clear();
        }
        table.p.secret.agenda.clear();
        let next = Step::Begin(Side::Axis, Segment::NavalMovement);
        table.play().plan_steps([next]);
        table.play().begin_movement(Side::Allied);
        while table.p.fleet(Side::Axis).orders.is_empty() {
            let choices = table.choices(Side::Allied);
            let seat = Viewer::Seat(Side::Allied.seat());
            let choice = admiral.choose(View::new(tables(), &table.p, seat), &choices);
            table.play().choose(Side::Allied, choice).unwrap();
        }
    }
    let force = table.force(Side::Allied, block);
    assert!(!force.units.has_soviet_command(&tables().chart));
    assert!(!crate::helm::is_soviet_water(
        tables(),
        force.hex().unwrap()
    ));
}
