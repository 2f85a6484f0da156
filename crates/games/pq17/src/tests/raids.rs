//! Raids that Special Conditions bring: harbours after the Operation, Bomber Command, and what lies in port for them [12.4],
//! [12.5], [12.7].

use super::special::holding;
use super::{Table, hex, tables};
use crate::air::{AirChoice, AirEvent, AirOrder, Mission, Photograph};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{Kind, Place, Pool, Units};
use crate::recon;
use crate::sequence::Order;
use crate::side::Side;
use crate::strike::{Counter, Holder, Strike, Target};
use crate::tables::{AirResult, Base, Condition};
use crate::time::{Light, Turn};
use crate::units::{PortId, ShipType};
use crate::vp::Vp;
use derbyhouse_kernel::Chance;

fn port(id: &str) -> PortId {
    tables().sheet.find_port(id).unwrap()
}

fn merchants(cs: u8) -> Units {
    let class = tables().chart.find_class("mv_al").unwrap();
    Units {
        ships: Vec::new(),
        pools: vec![Pool::new(class, cs)],
    }
}

fn by_doctrine(choices: &[Choice]) -> Choice {
    let wanted = [Choice::Auto, Choice::Air(AirChoice::All)];
    let wanted = wanted.into_iter().find(|choice| choices.contains(choice));
    wanted.unwrap_or(choices[0])
}

fn view(table: &Table, side: Side) -> crate::view::View<'_> {
    let viewer = derbyhouse_kernel::Viewer::Seat(side.seat());
    crate::view::View::new(tables(), &table.p, viewer)
}

/// Nothing lies in Murmansk but ships that have come in.
fn harbour(scenario: &str, ships: u8) -> Table {
    let mut table = holding(scenario, Side::Axis, Condition::HarborRaids);
    let murmansk = port("murmansk");
    let allied = table.p.fleet_mut(Side::Allied);
    allied.forces.retain(|f| f.place != Place::Port(murmansk));
    table
        .play()
        .moor(Side::Allied, murmansk, true, &merchants(ships));
    table
}

/// In the Confirmation Phase the Axis raids Murmansk or Arkhangelsk twice, by Day or by Night if there were both; the Stukas
/// come by Day to Murmansk and are gone afterwards; every two Hits sink a merchant ship, which was loaded [12.7], [2.1.1]
/// (R18, R89).
#[test]
fn harbours_are_raided_after_the_operation() {
    let (mut sunk_at_all, mut flown) = (0, 0);
    for seed in 0..6 {
        let mut table = harbour("pq12", 12);
        table.chance = Chance::seeded(seed);
        table.p.turn = Turn::LAST;
        table.play().administer();
        let mut asked = 0;
        table.drive(|side, order, choices| {
            if *order == Order::Air(AirOrder::Harbor) {
                assert_eq!(side, Side::Axis);
                let murmansk = port("murmansk");
                let [day, night] = Light::ALL.map(|light| AirChoice::Harbor(murmansk, light));
                assert!(choices.contains(&Choice::Air(day)), "{choices:?}");
                assert!(choices.contains(&Choice::Air(night)) && choices.contains(&Choice::Pass));
                asked += 1;
                return Choice::Air(day);
            }
            by_doctrine(choices)
        });
        assert_eq!(asked, 2);
        let drops = table.log.events().iter().filter_map(|event| match event {
            Event::Air(AirEvent::Drops { hits, sunk, .. }) => Some((*hits, *sunk)),
            _ => None,
        });
        let drops: Vec<(u8, u8)> = drops.collect();
        let left = table
            .p
            .fleet(Side::Allied)
            .moored_in(tables(), port("murmansk"));
        let sunk: u8 = drops.iter().map(|(_, sunk)| sunk).sum();
        let hits: u8 = drops.iter().map(|(hits, _)| hits).sum();
        assert_eq!(left, 12 - sunk);
        // Two raids: at most one odd Hit lapses in each.
        assert!(sunk <= hits / 2 && hits <= 2 * sunk + 2, "{hits} {sunk}");
        let lost: Vec<Vp> = table
            .p
            .secret
            .ledger
            .iter()
            .filter(|entry| entry.rule == "2.1.1")
            .map(|entry| entry.vp)
            .collect();
        assert_eq!(lost, vec![Vp::whole(-2); sunk.into()]);
        let stukas = table.p.fleet(Side::Axis).air.iter();
        assert!(!stukas.clone().any(|unit| unit.name.contains("raid")));
        sunk_at_all += sunk;
        flown += drops.len();
        assert!(table.p.is_over());
    }
    assert!(flown > 0 && sunk_at_all > 0, "{flown} {sunk_at_all}");
}

/// An Operation without Night knows no raid by Night; with a Ground Offensive the Stukas are wanted elsewhere [12.7], [12.6].
#[test]
fn light_and_ground_war_limit_the_raids() {
    let table = harbour("pq17", 1);
    let mut raids = Vec::new();
    table.p.list_harbor_raids(tables(), &mut raids);
    let night = |choice: &Choice| matches!(choice, Choice::Air(AirChoice::Harbor(_, Light::Night)));
    assert!(raids.len() > 1 && !raids.iter().any(night), "{raids:?}");
    let mut table = harbour("pq17", 1);
    table.play().offer_harbor_raid();
    let wing = |table: &Table| table.p.harbor_wing(tables(), port("murmansk"), Light::Day);
    let stukas = |table: &Table| {
        let ids = wing(table);
        let units = ids.iter().filter_map(|id| table.p.air(Side::Axis, *id));
        units.filter(|unit| unit.is_raiding_stuka()).count()
    };
    assert_eq!(stukas(&table), 2, "4 CS");
    let own = table.unit(Side::Axis, "I/StG 5 A");
    assert!(!wing(&table).contains(&own), "it is the same Group (R89)");
    table.p.offensive = true;
    assert_eq!(stukas(&table), 0);
    assert!(!wing(&table).is_empty(), "those with torpedoes fly");
}

/// Ships in the Unloading and Ballast Boxes are targets of a Harbor Raid, and of no other; those that have come in of any
/// raid on their port [12.7], [7.1.3].
#[test]
fn boxes_and_berths_are_targets() {
    let mut table = super::campaign::campaign();
    let murmansk = port("murmansk");
    let allied = table.p.fleet_mut(Side::Allied);
    allied.forces.retain(|f| f.place != Place::Port(murmansk));
    let berths = &mut allied.reserve.boxes[0];
    berths.unloading = merchants(3);
    berths.face_down = merchants(2);
    berths.face_up = merchants(1);
    table
        .play()
        .moor(Side::Allied, murmansk, true, &merchants(5));
    let line = |table: &mut Table, target: Target| -> u8 {
        table.p.secret.strikes.clear();
        let strike = Strike::new(Side::Axis, target, hex("0817"), Light::Day);
        table.p.secret.strikes.push(strike);
        table.play().deploy_by_doctrine();
        let line = table.p.strike().unwrap().line.iter();
        let counters = line.flat_map(|stack| &stack.0);
        counters
            .map(|counter| match counter {
                Counter::Class {
                    of: Holder::Berth(_),
                    cs,
                    ..
                } => *cs,
                other => panic!("{other:?}"),
            })
            .sum()
    };
    assert_eq!(line(&mut table, Target::Port(murmansk)), 5);
    assert_eq!(
        line(&mut table, Target::Harbor(murmansk, Light::Day)),
        5 + 3 + 2 + 1
    );
}

/// Merchant ships of a Convoy that is in lie in port, and a photograph of the port shows them (R101), [6.9].
#[test]
fn what_has_arrived_lies_in_port() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0817", 2);
    let ships = table
        .force(Side::Allied, convoy)
        .units
        .merchants(&tables().chart);
    table.play().enter(Side::Allied, convoy);
    let allied = table.p.fleet(Side::Allied);
    assert_eq!(allied.moored_in(tables(), port("murmansk")), ships);
    assert!(
        !allied
            .forces
            .iter()
            .any(|force| force.kind == Kind::Convoy && force.name == "PQ-16")
    );
    let own = view(&table, Side::Allied);
    assert_eq!(own.moored(), [(port("murmansk"), ships)]);
    assert!(view(&table, Side::Axis).moored().is_empty());
}

/// A table on which Tirpitz lies in Trondheim by Night, and Bomber Command waits.
fn at_night() -> Table {
    let mut table = holding("pq12", Side::Allied, Condition::BomberCommand);
    table.p.turn = Turn::FIRST.later(9);
    assert_eq!(table.p.light(tables()), Light::Night);
    table.p.active = Some(Side::Allied);
    table
}

fn photograph(table: &mut Table, level: u8) {
    let trondheim = port("trondheim");
    let forces = table.p.fleet(Side::Axis).forces.iter();
    let mut units = Units::default();
    for force in forces.filter(|force| force.place == Place::Port(trondheim)) {
        units.join(force.units.clone());
    }
    assert!(units.has(&tables().chart, ShipType::is_capital));
    let report = recon::report(&tables().chart, Kind::TaskForce, &units, level, 0);
    let photographs = &mut table.p.fleet_mut(Side::Allied).wing.photographs;
    photographs.push(Photograph {
        port: trondheim,
        turn: Turn::FIRST,
        report,
    });
}

fn may_come(table: &Table) -> bool {
    table.p.may_call_bombers(tables(), Side::Allied)
}

/// Bomber Command comes once, in a Night after a photograph has told of a Capital Ship in port; six CS at Wick, for Tirpitz
/// alone; back at base they are gone. Nothing of it scores: no bomber, no damage [12.4] (R90).
#[test]
fn bomber_command_looks_for_tirpitz() {
    let mut table = at_night();
    assert!(!may_come(&table), "unseen");
    photograph(&mut table, 2);
    assert!(!may_come(&table), "Heavy Ships, but of what kind?");
    photograph(&mut table, 3);
    assert!(may_come(&table));
    table.p.fleet_mut(Side::Allied).wing.photographs[1].turn = table.p.turn;
    assert!(!may_come(&table), "they knew nothing when the turn began");
    table.p.fleet_mut(Side::Allied).wing.photographs[1].turn = Turn::FIRST;
    table.p.turn = Turn::FIRST.later(8);
    assert!(!may_come(&table), "by Day");

    let mut hit = 0;
    for seed in 0..24 {
        let mut table = at_night();
        table.chance = Chance::seeded(seed);
        photograph(&mut table, 4);
        table.play().call_bombers();
        assert!(table.p.fleet(Side::Allied).special.revealed);
        let wick = tables().sheet.find_airbase("wick").unwrap();
        let halifaxes: Vec<_> = table
            .p
            .wing(Side::Allied)
            .filter(|(_, unit)| unit.is_bomber_command(tables()))
            .map(|(id, unit)| (id, unit.cs, unit.base))
            .collect();
        assert_eq!(halifaxes.iter().map(|(_, cs, _)| cs).sum::<u8>(), 6);
        assert!(
            halifaxes
                .iter()
                .all(|(.., base)| *base == Base::Airbase(wick))
        );
        let mut flights = Vec::new();
        let first = halifaxes[0].0;
        table
            .p
            .list_flights(tables(), Side::Allied, first, &[], &mut flights);
        assert!(flights.contains(&Choice::Air(AirChoice::Strike(hex("1111")))));
        for (id, ..) in &halifaxes {
            table.p.air_mut(Side::Allied, *id).unwrap().mission = Mission::Strike(hex("1111"));
        }
        let tirpitz = tables().chart.find_ship("tirpitz").unwrap();
        let (before, ledger) = (table.p.vp(), table.p.secret.ledger.len());
        let units = halifaxes.iter().map(|(id, ..)| *id).collect();
        let target = Target::Port(port("trondheim"));
        table.play().launch_raid(Side::Allied, target, units);
        table.drive(|_, _, choices| by_doctrine(choices));
        let afloat = table.p.fleet(Side::Axis).forces.iter();
        let mut states = afloat.flat_map(|force| &force.units.ships);
        if let Some(state) = states.find(|state| state.ship == tirpitz) {
            let ship = tables().chart.ship(tirpitz);
            let lost = ship.cs() - state.cs(ship);
            let excused = table.p.fleet(Side::Axis).excused.iter();
            let excused: u8 = excused.map(|(_, cs)| *cs).sum();
            assert_eq!(excused, lost);
            let entries = &table.p.secret.ledger[ledger..];
            assert_eq!(table.p.vp(), before, "{entries:?}");
            hit += lost;
        }
        let shot_down = crate::air::Flyer::Unit(first);
        table
            .play()
            .hurt_flyer(Side::Allied, shot_down, &[AirResult::Hit]);
        assert_eq!(table.p.vp(), before, "bombers are worth nothing");
        table.play().fly_home(Side::Allied);
        let gone = |unit: &crate::air::AirUnit| unit.cs == 0 && unit.damaged == 0;
        let mut units = halifaxes
            .iter()
            .filter_map(|(id, ..)| table.p.air(Side::Allied, *id));
        assert!(units.all(gone));
        assert!(!may_come(&table), "once");
    }
    // Each of 144 dice hits with a 9: that none does has a chance of 0.9^144, one in four million.
    assert!(hit > 0);
}

/// They are called in the question that every turn puts, so that the enemy does not learn who could: before any force has
/// moved [12.4].
#[test]
fn nobody_learns_who_could_call_bombers() {
    let mut table = at_night();
    photograph(&mut table, 3);
    table.play().begin_movement(Side::Allied);
    table.play().run();
    assert_eq!(table.p.fleet(Side::Allied).orders.top(), Some(&Order::Helm));
    assert!(table.choices(Side::Allied).contains(&Choice::CallUp));
    let block = table.p.fleet(Side::Allied).forces[0].block;
    table
        .p
        .fleet_mut(Side::Allied)
        .force_mut(block)
        .unwrap()
        .motion
        .hexes = 1;
    assert!(!table.choices(Side::Allied).contains(&Choice::CallUp));
    table
        .p
        .fleet_mut(Side::Allied)
        .force_mut(block)
        .unwrap()
        .motion
        .hexes = 0;
    table.play().choose(Side::Allied, Choice::CallUp).unwrap();
    assert!(table.p.fleet(Side::Allied).special.used);
    assert_eq!(table.p.fleet(Side::Allied).orders.top(), Some(&Order::Helm));
}

/// Whether every Allied carrier is identified is told to the Axis, and to nobody else, as his ships begin to move [5.1.8]
/// (R20).
#[test]
fn the_axis_hears_of_carriers() {
    let mut table = Table::new("pq16");
    let told = |table: &Table| {
        let events = table.log.events().iter();
        let mut told = events.filter_map(|event| match event {
            Event::CarriersKnown { all } => Some(*all),
            _ => None,
        });
        told.next_back()
    };
    table.p.turn = table.p.start;
    table.play().begin_movement(Side::Axis);
    assert_eq!(told(&table), Some(false));
    let carriers = table.p.carriers(tables());
    let turn = table.p.turn;
    let exposed = &mut table.p.fleet_mut(Side::Allied).wing.exposed;
    exposed.extend(carriers.into_iter().map(|ship| (ship, turn)));
    table.play().begin_movement(Side::Axis);
    assert_eq!(told(&table), Some(true));
    let eyes = |side| view(&table, side).carriers_known();
    assert_eq!((eyes(Side::Axis), eyes(Side::Allied)), (Some(true), None));
    let line = |side| {
        let event = Event::CarriersKnown { all: true };
        crate::lines::line(tables(), Some(side), &event)
    };
    assert!(line(Side::Axis).is_some() && line(Side::Allied).is_none());
}
