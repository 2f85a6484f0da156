//! Victory Points, the sequence of play, command (chapter 2), (chapter 3), (Turn Summary), (chapter 4).

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Kind, Place, Token, Units};
use crate::season::Cause;
use crate::sequence::{Segment, Step};
use crate::side::Side;
use crate::tables::{ShipList, Track};
use crate::time::{Half, Turn};
use crate::victory;
use crate::vp::Vp;

/// What the ledger has under a rule.
fn scored(table: &Table, rule: &str) -> Vp {
    let entries = table.p.secret.ledger.iter();
    entries
        .filter(|entry| entry.rule == rule)
        .map(|entry| entry.vp)
        .sum()
}

/// Given a Convoy of eight loaded ships, when fewer than three fourths arrive, then half a point is lost for each that is
/// missing; those that ice, weather or breakdown took do not count [2.1.2], [2.1.1] (R66).
#[test]
fn a_convoy_that_comes_in_short_costs_points() {
    let end = |arrived: u8, exempt: u8| {
        let mut table = Table::new("pq6");
        let account = &mut table.p.fleet_mut(Side::Allied).accounts[0];
        assert_eq!((account.started, account.loaded), (8, true));
        (account.arrived, account.exempt) = (arrived, exempt);
        table.play().count_points();
        scored(&table, "2.1")
    };
    assert_eq!(end(6, 0), Vp::whole(6), "three fourths");
    assert_eq!(end(5, 0), Vp::whole(5) - Vp::halves(3));
    assert_eq!(end(5, 2), Vp::whole(5), "five of six");
    assert_eq!(end(4, 2), Vp::whole(4) - Vp::halves(2), "four of six");
}

/// Command Points cost their owner by his track: the Allies minus, the Axis plus, Severny Flot's as well [2.3], [4.3.2]
/// (R30, R93).
#[test]
fn points_spent_cost_their_owner() {
    for (track, sign) in [
        (Track::HomeFleet, -1),
        (Track::SevernyFlot, -1),
        (Track::GruppeNord, 1),
    ] {
        let mut table = Table::new("pq6");
        let fleet = table.p.fleet_mut(track.side());
        let points = &mut fleet.points[track.index()];
        points.available = 4;
        for _ in 0..4 {
            points.pay();
        }
        let cost = tables().command.cost(track, 4);
        assert!(cost > 0, "{track}");
        table.play().count_points();
        assert_eq!(scored(&table, "2.3"), Vp::whole(sign * cost), "{track}");
    }
    assert_eq!(tables().command.cost(Track::HomeFleet, 4), 2);
}

/// A score of +1 or more is the Allies', of -1 or less the Axis's; all between is a draw (chapter 2) (R5).
#[test]
fn half_a_point_wins_nothing() {
    let winner = |halves| victory::winner(tables(), Vp::halves(halves));
    assert_eq!(winner(2), Some(Side::Allied));
    assert_eq!([winner(1), winner(0), winner(-1)], [None; 3]);
    assert_eq!(winner(-2), Some(Side::Axis));
}

/// What comes after a Fuel Phase: another turn, or the Administrative Turn.
fn ends_in(table: &Table, turn: Turn) -> bool {
    let mut p = table.p.clone();
    p.turn = turn;
    let mut table = Table {
        p,
        chance: derbyhouse_kernel::Chance::seeded(1),
        log: derbyhouse_kernel::Log::off(),
    };
    table.play().fuel_phase();
    table.p.secret.agenda.pop() == Some(Step::Administration)
}

/// Given Convoys and TFs, when a turn is over, then the Operation ends if all Convoys are in and all TFs of one side, or the
/// track is at its end; at the latest after Day 30. One that never sailed holds it open up to Day 15 [3.4] (R6, R96).
#[test]
fn an_operation_ends_when_everybody_is_in() {
    let (early, day_15, day_30) = (
        Turn::new(9, Half::Am),
        Turn::LAST_ON_TRACK,
        Turn::new(30, Half::Pm),
    );
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    assert!(!ends_in(&table, early), "it waits in Reykjavik");
    assert!(ends_in(&table, day_15), "but not for ever");
    let force = table.force(Side::Allied, convoy);
    (force.place, force.token) = (Place::Sea(hex("0511")), Token(900));
    assert!(!ends_in(&table, day_15), "at sea it is waited for");
    assert!(ends_in(&table, day_30));
    table.play().remove(Side::Allied, convoy);
    assert!(ends_in(&table, early), "no German TF is out");
    table.at_sea(Side::Axis, "dd_36a", 2, "0613");
    let allied = table.p.fleet(Side::Allied).forces.iter();
    let out = allied.filter(|force| force.kind == Kind::TaskForce && force.hex().is_some());
    assert!(out.count() > 0, "Patrol White");
    assert!(!ends_in(&table, early) && ends_in(&table, day_15));
    // The convoy in the Kara Sea is never waited for.
    table.p.fleet_mut(Side::Axis).forces.clear();
    let kara = tables().sheet.find_box("kara_sea").unwrap();
    let mut soviet = Table::new("pq6").named(Side::Allied, "PQ-6").clone();
    soviet.place = Place::Box(kara);
    table.p.fleet_mut(Side::Allied).forces.push(soviet);
    assert!(ends_in(&table, early));
}

fn steps(table: &mut Table) -> Vec<Step> {
    std::iter::from_fn(|| table.p.secret.agenda.pop()).collect()
}

/// The Preparatory Turn: chits, set-up by who has no initiative, then by who has it, Dummies, plans, the way out [3.1],
/// [4.1.3].
#[test]
fn preparations_go_in_order() {
    let mut table = Table::new("pq17");
    table.play().prepare();
    for side in Side::ALL {
        assert!(table.p.fleet(side).special.chit.is_some());
    }
    assert_eq!(
        steps(&mut table),
        [
            Step::SetUp(Side::Axis),
            Step::SetUp(Side::Allied),
            Step::Dummies,
            Step::Plan,
            Step::Transit
        ]
    );
}

/// A turn: weather, nine Segments of the Allies, the same of the Axis, Special Conditions, fuel [3.2].
#[test]
fn a_turn_goes_in_order() {
    let mut table = Table::new("pq6");
    table.play().step(Step::Turn);
    assert_eq!(steps(&mut table), [Step::Weather, Step::Phases]);
    table.play().step(Step::Phases);
    let phase = |side| {
        [
            Segment::RandomEvent,
            Segment::PhotoReconnaissance,
            Segment::NavalMovement,
            Segment::AirMovement,
            Segment::Reconnaissance,
            Segment::AirCombat,
            Segment::SubmarineCombat,
            Segment::SurfaceCombat,
            Segment::CombineForces,
        ]
        .map(|segment| Step::Begin(side, segment))
    };
    let both = phase(Side::Allied).into_iter().chain(phase(Side::Axis));
    let all: Vec<Step> = both.chain([Step::Conditions, Step::Fuel]).collect();
    assert_eq!(steps(&mut table), all);
    let before = table.p.turn;
    table.play().step(Step::Fuel);
    assert_eq!(table.p.turn, before.later(1));
}

/// After the Operation chits are shown and points counted; then it is over, or a Campaign goes on to its Order of Battle
/// [3.3].
#[test]
fn the_account_is_made_up() {
    let mut table = Table::new("pq6");
    for side in Side::ALL {
        table.p.fleet_mut(side).special.chit = Some(0);
    }
    table.play().administer();
    assert_eq!(table.p.segment, Segment::Administration);
    assert!(steps(&mut table).ends_with(&[Step::HarborRaid, Step::Tally]));
    table.play().step(Step::Tally);
    assert!(table.p.is_over());
    for side in Side::ALL {
        assert!(table.p.fleet(side).special.revealed);
    }
    let mut table = Table::new("campaign");
    table.play().administer();
    steps(&mut table);
    table.play().step(Step::Tally);
    assert!(!table.p.is_over());
    let next = steps(&mut table);
    let asked = Side::ALL
        .iter()
        .any(|side| !table.p.fleet(*side).orders.is_empty());
    let phase = |step: &Step| matches!(step, Step::OrderOfBattle(_));
    assert!(asked || next.iter().any(phase), "{next:?}");
}

/// Puts Hipper into a port, with no Command Point left.
fn hipper_in(port: &str) -> (Table, BlockId) {
    let mut table = Table::new("pq6");
    table.p.fleet_mut(Side::Axis).points[Track::GruppeNord.index()].available = 0;
    let list = ShipList {
        ships: vec![tables().chart.find_ship("admiral_hipper").unwrap()],
        classes: Vec::new(),
    };
    let units = Units::of_list(&tables().chart, &list);
    let block = table.put(Side::Axis, units, "1709");
    let port = tables().sheet.find_port(port).unwrap();
    let force = table.force(Side::Axis, block);
    force.place = Place::Port(port);
    force.fuel = None;
    (table, block)
}

/// A German Heavy Ship needs a Command Point out of Trondheim and none out of Kiel [4.3.3].
#[test]
fn germany_lets_ships_go_for_nothing() {
    let (mut table, ship) = hipper_in("trondheim");
    assert!(!table.ways(Side::Axis, ship).contains(&Choice::Leave));
    let (mut table, ship) = hipper_in("kiel");
    assert!(table.ways(Side::Axis, ship).contains(&Choice::Leave));
    table.play().steer(Side::Axis, ship, Choice::Leave);
    let points = &table.p.fleet(Side::Axis).points[Track::GruppeNord.index()];
    assert_eq!(points.spent(), 0);
}

/// Damage of Capital Ships scores though they have broken out, or weather has taken them since, and in a Campaign once; of who
/// is sunk the whole worth was scored [2.4], [12.2] (R90).
#[test]
fn damage_of_ships_that_are_away_scores() {
    let damage = |table: &Table| {
        let ledger = table.p.secret.ledger.iter();
        ledger.filter(|entry| entry.rule == "2.4").count()
    };
    for scenario in ["pq6", "campaign"] {
        let t = tables();
        let hurt = |id: &str| {
            let ship = t.chart.find_ship(id).unwrap();
            let mut state = crate::forces::ShipState::new(ship, t.chart.ship(ship));
            state.step = 1;
            state
        };
        let mut table = Table::new(scenario);
        for side in Side::ALL {
            table.p.fleet_mut(side).forces.clear();
        }
        let exited = (hurt("tirpitz"), true);
        table.p.fleet_mut(Side::Axis).special.exited.push(exited);
        for (id, cause) in [("renown", Cause::Weather), ("duke_of_york", Cause::Sunk)] {
            let units = Units {
                ships: vec![hurt(id)],
                pools: Vec::new(),
            };
            let block = table.put(Side::Allied, units, "0504");
            let lot = crate::losses::Lot::Ship(0);
            table.play().take_lot(Side::Allied, block, lot);
            table.play().mark_gone(Side::Allied, cause);
        }
        table.play().count_points();
        assert_eq!(damage(&table), 2, "{scenario}");
        if scenario == "campaign" {
            table.play().count_points();
            assert_eq!(damage(&table), 2, "once");
        }
    }
}
