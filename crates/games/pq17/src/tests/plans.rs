//! Plans are held to the rules of play: points, boxes, fuel, Patrol White [4.2], [4.3.2], [5.1.9], [5.7.1], [8.3].

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Place, ShipState, Token, Units};
use crate::fuel::{Fuel, Marker};
use crate::position::{Plan, PlanStep};
use crate::side::Side;
use crate::tables::Track;
use crate::time::Turn;
use crate::units::BoxId;
use crate::vp::Vp;

fn severny(table: &Table) -> u8 {
    table.p.fleet(Side::Allied).points[Track::SevernyFlot.index()].halves_used
}

fn plan(table: &mut Table, side: Side, block: BlockId, steps: &[PlanStep]) {
    let plans = &mut table.p.fleet_mut(side).plans;
    plans.retain(|plan| plan.block != block);
    plans.push(Plan {
        block,
        steps: steps.to_vec(),
        made: 0,
    });
}

fn germany() -> BoxId {
    let boxes = tables().sheet.boxes.iter();
    BoxId::new(
        boxes
            .map(|off| off.id.as_str())
            .position(|id| id == "germany")
            .unwrap(),
    )
}

/// A ship of her own in the Germany Box.
fn in_germany(table: &mut Table, ship: &str) -> BlockId {
    let id = tables().chart.find_ship(ship).unwrap();
    for side in Side::ALL {
        for force in &mut table.p.fleet_mut(side).forces {
            force.units.ships.retain(|state| state.ship != id);
        }
    }
    let units = Units {
        ships: vec![ShipState::new(id, tables().chart.ship(id))],
        pools: Vec::new(),
    };
    let block = table.put(Side::Axis, units, "1707");
    let force = table.force(Side::Axis, block);
    (force.place, force.token, force.fuel) = (Place::Box(germany()), Token(0), None);
    block
}

/// Out of the Germany Box a plan takes a whole turn at Moderate Speed, which costs no fuel [5.7.1], [11.1.3].
#[test]
fn a_planned_way_out_of_germany_is_moderate() {
    let mut table = Table::new("pq17");
    let block = in_germany(&mut table, "lutzow");
    plan(
        &mut table,
        Side::Axis,
        block,
        &[PlanStep::To(hex("1707")), PlanStep::Rest],
    );
    table.play().make_planned_steps(Side::Axis);
    let turn = table.p.turn;
    let force = table.force(Side::Axis, block);
    assert_eq!(force.hex(), Some(hex("1707")));
    let marker = force.fuel.and_then(|fuel| fuel.marker);
    let full = turn.later(tables().fuel.heavy_only);
    assert_eq!(marker, Some((Marker::Warning, full)));
    let ship = force.units.ships[0].ship;
    assert!(
        table.p.fleet(Side::Axis).is_covered(ship),
        "for nothing [4.3.3]"
    );
    assert!(!table.p.fleet(Side::Axis).paid.contains(&ship));
}

/// Hitler's word on Tirpitz holds in plans too [5.1.8].
#[test]
fn tirpitz_is_not_planned_out_of_germany() {
    let mut table = Table::new("pq12");
    let block = in_germany(&mut table, "tirpitz");
    table.play().plans(Side::Axis, Choice::Plan(block));
    assert_eq!(table.choices(Side::Axis), [Choice::AsListed, Choice::Wait]);
}

/// Who lies in port a whole turn before play starts refuels there [8.3], [11.3.1].
#[test]
fn forces_refuel_before_play() {
    let mut table = Table::new("pq17");
    let block = table.named(Side::Allied, "First Cruiser Squadron").block;
    let force = table.force(Side::Allied, block);
    assert!(force.place.in_port().is_some());
    force.fuel = Some(Fuel::warning(Turn::FIRST.later(9)));
    force.in_port_since = Turn::FIRST;
    table.p.turn = Turn::FIRST.later(1);
    table.play().next_transit();
    assert_eq!(table.p.turn, Turn::FIRST.later(2));
    assert_eq!(table.force(Side::Allied, block).fuel, None);
}

/// A Convoy with a ship of Severny Flot's command pays in its plan for every hex outside Soviet water, as it would in play;
/// without points it waits there [4.3.2] (R80).
#[test]
fn a_planned_convoy_pays_severny_flot() {
    let mut table = Table::new("pq12");
    let convoy = table.named(Side::Allied, "QP-8").block;
    table.p.start = Turn::FIRST.later(12);
    table.play().plans(Side::Allied, Choice::Plan(convoy));
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.p.fleet_mut(Side::Allied).plans.clear();
    table.play().plans(Side::Allied, Choice::AsListed);
    let plans = &table.p.fleet(Side::Allied).plans;
    let own = plans.iter().find(|plan| plan.block == convoy).unwrap();
    let outside = own.steps.iter().filter(|step| match step {
        PlanStep::To(to) => !crate::helm::is_soviet_water(tables(), *to),
        _ => false,
    });
    // Of two points one lets it sail, the other is for a hex.
    assert_eq!(outside.count(), 1, "{:?}", own.steps);
    assert_eq!(severny(&table), 2, "it sails");
    table.p.weather = None;
    for _ in 0..12 {
        table.play().make_planned_steps(Side::Allied);
    }
    let force = table.force(Side::Allied, convoy);
    let here = force.hex().unwrap();
    assert!(!crate::helm::is_soviet_water(tables(), here));
    assert_eq!(severny(&table), 4);
}

/// Soviet ships may be planned beyond their waters while Severny Flot has points [4.3.2].
#[test]
fn soviet_ships_are_planned_for_points() {
    let mut table = Table::new("pq6");
    let kola = table.named(Side::Allied, "Kola escorts").block;
    let water = |to: &crate::hex::Hex| crate::helm::is_soviet_water(tables(), *to);
    let edge = tables().sheet.waters().filter(water).find_map(|inside| {
        let mut near = tables().sheet.ways.around(inside);
        let outside = near.find(|to| !water(to) && tables().sheet.is_open(inside, *to))?;
        Some((inside, outside))
    });
    let (inside, outside) = edge.unwrap();
    plan(
        &mut table,
        Side::Allied,
        kola,
        &[PlanStep::Leave, PlanStep::To(inside), PlanStep::Rest],
    );
    table.p.secret.flags.severny_sails = true;
    let bar = |table: &Table| {
        let (_, bar) = table
            .p
            .bar_plan(tables(), Side::Allied, kola, outside)
            .unwrap();
        bar
    };
    assert_eq!(bar(&table), None);
    table.p.fleet_mut(Side::Allied).points[Track::SevernyFlot.index()].available = 0;
    assert_eq!(bar(&table), Some(crate::bars::Bar::NoSevernyPoint));
}

/// A cruiser of Patrol White that sails elsewhere by plan costs her points as well, and once [5.1.9] (R32).
#[test]
fn patrol_white_pays_in_plans() {
    let mut table = Table::new("pq6");
    let white = table.named(Side::Allied, "Patrol White").block;
    let before = table.p.vp();
    for zone in &mut table.p.ice {
        (zone.condition, zone.rolled) = (crate::ice::Ice::Clear, false);
    }
    let steps = [
        PlanStep::To(hex("0306")),
        PlanStep::To(hex("0307")),
        PlanStep::Rest,
    ];
    plan(&mut table, Side::Allied, white, &steps);
    table.play().make_planned_steps(Side::Allied);
    assert_eq!(table.force(Side::Allied, white).hex(), Some(hex("0307")));
    assert_eq!(table.p.vp(), before - Vp::whole(4));
    table.play().leave_station(Side::Allied, white, hex("0308"));
    assert_eq!(table.p.vp(), before - Vp::whole(4), "each once");
    // In the next Operation of a Campaign they are on their station again.
    table.p.fleet_mut(Side::Allied).white_paid.clear();
    table.play().leave_station(Side::Allied, white, hex("0308"));
    assert_eq!(table.p.vp(), before - Vp::whole(8));
}

/// Where play starts on Day 1, the first Convoy that is due leaves on that Day, unless one has [4.2], [8.3.2].
#[test]
fn a_convoy_leaves_on_the_first_day() {
    let mut table = Table::new("pq6");
    table.p.secret.flags.initiative_used = true;
    table.p.turn = Turn::FIRST.later(1);
    table.play().begin_movement(Side::Allied);
    assert!(!table.choices(Side::Allied).contains(&Choice::Done));
    let convoy = table.named(Side::Allied, "PQ-6").block;
    table
        .play()
        .choose(Side::Allied, Choice::Move(convoy))
        .unwrap();
    assert_eq!(table.choices(Side::Allied), [Choice::Leave]);
    table.p.initiative = Side::Axis;
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().begin_movement(Side::Allied);
    assert!(table.choices(Side::Allied).contains(&Choice::Done));
}

/// A pack is planned with its speed, two hexes a turn as in play, and makes them [4.2], [5.1].
#[test]
fn a_pack_is_planned_two_hexes() {
    let mut table = Table::new("pq6");
    let pack = table.at_sea(Side::Allied, "ss_uk", 2, "1107");
    let lerwick = tables().sheet.find_port("lerwick").unwrap();
    table.force(Side::Allied, pack).place = Place::Port(lerwick);
    table.p.start = Turn::FIRST.later(8);
    table.play().plans(Side::Allied, Choice::Plan(pack));
    let mut to = |choice: Choice| {
        let choices = table.choices(Side::Allied);
        assert!(choices.contains(&choice), "{choice}: {choices:?}");
        table.play().choose(Side::Allied, choice).unwrap();
    };
    to(Choice::Leave);
    to(Choice::To(hex("1007")));
    to(Choice::Stop);
    to(Choice::To(hex("0907")));
    to(Choice::To(hex("0807")));
    let third = table.choices(Side::Allied);
    let steps = third.iter().filter(|way| matches!(way, Choice::To(_)));
    assert_eq!(steps.count(), 0, "no third hex");
    for _ in 0..2 {
        table.play().make_planned_steps(Side::Allied);
    }
    let force = table.force(Side::Allied, pack);
    assert_eq!(force.hex(), Some(hex("0807")));
    assert!(!force.motion.run, "in play it says so itself [7.4.5]");
}

/// Allied forces that are set up at sea are planned like those in port: Patrol White, packs on their station [4.2], [5.1.9].
#[test]
fn forces_at_sea_are_planned() {
    let mut table = Table::new("pq6");
    let white = table.named(Side::Allied, "Patrol White").block;
    let hunter = table.at_sea(Side::Axis, "ss_de", 2, "0612");
    table.p.start = Turn::FIRST.later(4);
    for (side, block, can) in [(Side::Allied, white, true), (Side::Axis, hunter, false)] {
        let mut offers = Vec::new();
        table.p.list_plans(tables(), side, &mut offers);
        assert_eq!(offers.contains(&Choice::Plan(block)), can);
    }
    table.play().show_planned(Side::Allied);
    table.play().make_planned_steps(Side::Allied);
    let seen = |table: &Table| {
        let eyes = derbyhouse_kernel::Viewer::Seat(Side::Axis.seat());
        let view = crate::view::View::new(tables(), &table.p, eyes);
        view.contacts().len()
    };
    assert_eq!(seen(&table), 0, "nobody sees what moves before play [8.3]");
    table.play().appear();
    assert_eq!(seen(&table), 1);
}
