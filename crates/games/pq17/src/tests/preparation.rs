//! Set-up, options (Introduction), plans and the turns before play [4.1.3], [4.2], [8.3], and what is bought (chapter 14).

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{Kind, Place, Token};
use crate::position::PlanStep;
use crate::sequence::{Order, Segment, Step};
use crate::setup::Setup;
use crate::side::Side;
use crate::tables::{OptionId, Track};
use crate::time::{Half, Turn};
use crate::vp::Vp;
use derbyhouse_kernel::{Chance, Log};

fn with(scenario: &str, options: &[OptionId], seed: u64) -> Table {
    let mut setup = Setup::usual(tables(), scenario);
    for option in options {
        setup.switch(*option, true);
    }
    let (mut chance, mut log) = (Chance::seeded(seed), Log::on());
    let p = crate::preparation::start(tables(), &setup, &mut chance, &mut log).unwrap();
    Table { p, chance, log }
}

impl Table {
    fn answer(&mut self, side: Side, choice: Choice) {
        self.play().choose(side, choice).unwrap();
    }

    /// Everything as it is usual, up to the first Player Phase.
    fn as_listed(&mut self) {
        while self.p.segment == Segment::Preparation || self.p.active.is_none() {
            let side = Side::ALL
                .into_iter()
                .find(|side| !self.choices(*side).is_empty())
                .unwrap();
            let choices = self.choices(side);
            let usual = [Choice::AsListed, Choice::Pass, Choice::Done];
            let choice = usual.into_iter().find(|usual| choices.contains(usual));
            self.answer(side, choice.unwrap_or(choices[0]));
        }
    }
}

/// Set-up, plans and Dummies are a click each; the Convoy is then on its way [4.1.3], [4.2], [8.3].
#[test]
fn set_up_as_listed_takes_few_clicks() {
    let mut table = with("pq6", &[], 3);
    if table.choices(Side::Axis).contains(&Choice::CallUp) {
        table.answer(Side::Axis, Choice::Pass);
    }
    assert_eq!(
        table.choices(Side::Axis),
        [Choice::AsListed, Choice::Regroup]
    );
    table.as_listed();
    assert!(table.p.turn <= table.p.start);
    let convoy = table.named(Side::Allied, "PQ-6");
    // Gales on the first roll: play starts from the set-up.
    let sailed = convoy.hex().is_some() && convoy.token != Token(0);
    assert!(sailed || table.p.turn == Turn::FIRST);
    let white = table.named(Side::Allied, "Patrol White");
    assert_eq!(white.hex(), Some(tables().sheet.white_station)); // the default [5.1.9]
}

/// One cruiser of Patrol White may lie in Reykjavik [5.1.9].
#[test]
fn one_cruiser_may_lie_in_reykjavik() {
    let mut table = Table::new("pq6");
    let white = table.named(Side::Allied, "Patrol White").block;
    table.play().ask(Side::Allied, Order::Place(white));
    let ship = table.force(Side::Allied, white).units.ships[0].ship;
    assert!(
        table
            .choices(Side::Allied)
            .contains(&Choice::TakeShip(ship))
    );
    table
        .play()
        .place(Side::Allied, white, Choice::TakeShip(ship));
    let reykjavik = tables().sheet.find_port("reykjavik").unwrap();
    let in_port = table.named(Side::Allied, "Patrol White in port");
    assert_eq!(in_port.place, Place::Port(reykjavik));
    assert_eq!(table.force(Side::Allied, white).units.ships.len(), 1);
}

/// Forces of one port are parted and joined before play; escorts join a Convoy within its limits [1.2.1], [4.1.3].
#[test]
fn forces_are_regrouped_before_play() {
    let mut table = Table::new("pq17");
    table.p.segment = Segment::Preparation;
    table.play().ask(Side::Allied, Order::Muster);
    let (a, b) = (
        table.named(Side::Allied, "Force Q").block,
        table.named(Side::Allied, "First Cruiser Squadron").block,
    );
    let joined = Choice::Combine(a.min(b), a.max(b));
    assert!(table.choices(Side::Allied).contains(&joined));
    assert!(table.choices(Side::Allied).contains(&Choice::Split(b)));
    table.play().muster(Side::Allied, joined);
    assert!(table.p.fleet(Side::Allied).force(a.max(b)).is_none());
    // British submarines may begin at sea in this scenario, by its second Special Rule.
    let pack = table.named(Side::Allied, "British submarines 1").block;
    assert!(table.choices(Side::Allied).contains(&Choice::Move(pack)));
}

/// A Task Force is planned with its speed, pays for its ships, and stands where the plan leads [4.2], [4.3.2], [8.3].
#[test]
fn a_task_force_sails_before_the_starting_turn() {
    let mut table = Table::new("pq12");
    let home = table.named(Side::Allied, "Home Fleet").block;
    table.play().plans(Side::Allied, Choice::Plan(home));
    assert!(table.choices(Side::Allied).contains(&Choice::Leave));
    table.play().plan(Side::Allied, home, Choice::Leave);
    let spent = table.p.fleet(Side::Allied).points[Track::HomeFleet.index()].spent();
    assert!(spent > 0);
    let ways = table.choices(Side::Allied);
    let step = ways
        .iter()
        .find(|way| matches!(way, Choice::To(_)))
        .copied()
        .unwrap();
    table.play().plan(Side::Allied, home, step);
    // Two hexes at most in the turn it leaves port [5.1.3].
    assert!(
        !table
            .choices(Side::Allied)
            .iter()
            .any(|way| matches!(way, Choice::To(_)))
    );
    table.play().plan(Side::Allied, home, Choice::Stop);
    table.play().plan(Side::Allied, home, Choice::AsListed);
    table.play().make_planned_steps(Side::Allied);
    let force = table.force(Side::Allied, home);
    assert_eq!(Choice::To(force.hex().unwrap()), step);
    assert!(
        force.fuel.is_some() && force.token == Token(0),
        "unseen until play starts"
    );
    assert_eq!(
        table.p.fleet(Side::Allied).points[Track::HomeFleet.index()].spent(),
        spent
    );
}

/// A step that ice refuses is not made, and the rest of the plan slips by a turn [8.3] (R83).
#[test]
fn ice_makes_a_plan_slip() {
    let mut table = Table::new("pq12");
    let block = table.at_sea(Side::Allied, "dd_jr", 2, "0211");
    let pack = tables()
        .sheet
        .waters()
        .find(|hex| tables().sheet.pack.contains(*hex))
        .unwrap();
    let plan = crate::position::Plan {
        block,
        steps: vec![PlanStep::To(pack), PlanStep::Rest],
        made: 0,
    };
    table.p.fleet_mut(Side::Allied).plans = vec![plan];
    table.play().make_planned_steps(Side::Allied);
    assert_eq!(table.p.fleet(Side::Allied).plans[0].made, 0);
}

/// The Starting Turn by a die, never before AM of Day 2; or play from PM of Day 1 [8.3.1], [8.3.2].
#[test]
fn play_may_start_at_another_time() {
    let usual = with("pq17", &[], 5).p.start;
    let starts: Vec<Turn> = (0..20)
        .map(|seed| with("pq17", &[OptionId::VariableStart], seed).p.start)
        .collect();
    assert!(starts.iter().any(|start| *start != usual));
    assert!(starts.iter().all(|start| *start >= Turn::new(2, Half::Am)));
    let mut table = with("pq17", &[OptionId::CompleteOperations], 5);
    assert_eq!(table.p.start, Turn::new(1, Half::Pm));
    table.as_listed();
    assert!(table.p.turn <= Turn::new(1, Half::Pm));
}

/// The initiative player spends a point in his first Naval Movement Segment, with or without a ship for it [4.3] (R60).
#[test]
fn the_initiative_costs_a_point() {
    let mut table = Table::new("pq6");
    table.play().begin_movement(Side::Allied);
    assert!(!table.choices(Side::Allied).contains(&Choice::Done));
    let spend = Choice::Spend(Track::HomeFleet);
    assert!(table.choices(Side::Allied).contains(&spend));
    table.play().take_helm(Side::Allied, spend);
    let points = table.p.fleet(Side::Allied).points[Track::HomeFleet.index()];
    assert_eq!(
        (points.spent(), points.covers(16)),
        (1, true),
        "ships draw on it"
    );
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.play().begin_movement(Side::Axis);
    assert!(
        table.choices(Side::Axis).contains(&Choice::Done),
        "not the other side"
    );
}

/// A Training sortie needs no point if it comes back, and has fuel for three turns [4.3.4], [11.4.1].
#[test]
fn ships_train_without_a_point() {
    let mut table = with("pq12", &[OptionId::Training], 4);
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().begin_movement(Side::Axis);
    let group = table.named(Side::Axis, "Battle group").block;
    // Not with Tirpitz, while a carrier may be about [5.1.8].
    assert!(!table.choices(Side::Axis).contains(&Choice::Train(group)));
    let tirpitz = tables().chart.find_ship("tirpitz").unwrap();
    let force = table.p.fleet_mut(Side::Axis).force_mut(group).unwrap();
    force.units.ships.retain(|state| state.ship != tirpitz);
    assert!(table.choices(Side::Axis).contains(&Choice::Train(group)));
    table.play().take_helm(Side::Axis, Choice::Train(group));
    let nord = Track::GruppeNord.index();
    assert_eq!(table.p.fleet(Side::Axis).points[nord].spent(), 0);
    let fuel = table.force(Side::Axis, group).fuel.unwrap();
    assert_eq!(fuel.status, crate::fuel::Status::Training);
    assert!(!fuel.allows_high_speed());
    // It is still out when it is counted.
    table.play().settle_training(Side::Axis);
    assert!(table.p.fleet(Side::Axis).points[nord].spent() > 0);
}

/// Dummies lie in the ports with forces, Tromso first; if there are too few, their owner says where [4.1.3] (R91).
#[test]
fn dummies_lie_in_port() {
    let mut table = Table::new("pq17");
    table.play().dummies_in_port();
    let tromso = tables().sheet.find_port("tromso").unwrap();
    let dummies = |table: &Table, side: Side| {
        let forces = table.p.fleet(side).forces.iter();
        forces
            .filter(|force| force.kind == Kind::Dummy)
            .map(|force| force.place)
            .collect::<Vec<_>>()
    };
    assert!(dummies(&table, Side::Axis).contains(&Place::Port(tromso)));
    let limit = usize::from(table.p.scenario(tables()).dummies[Side::Allied]);
    assert!(table.choices(Side::Allied).is_empty(), "there are enough");
    // One more port has a force than Dummies are left.
    let mut table = Table::new("pq17");
    let ports = table.p.ports_without_dummy(tables(), Side::Allied).len();
    for _ in ports..=limit {
        let at_sea = Place::Sea(hex("0511"));
        table.play().make_dummy(Side::Allied, at_sea);
    }
    table.play().dummies_in_port();
    let asked = table.choices(Side::Allied);
    assert!(!asked.is_empty());
    assert!(asked.iter().all(|choice| matches!(choice, Choice::In(_))));
    assert!(dummies(&table, Side::Allied).len() <= limit);
}

/// The Germany Box is an Axis port: where a German force lies in it there is a Dummy as well, one of those that the owner may be
/// asked about [4.1.3], [5.7.1].
#[test]
fn a_dummy_lies_in_the_germany_box() {
    let germany = tables().sheet.find_box("germany").unwrap();
    let with_a_force_there = || {
        let mut table = Table::new("pq17");
        let group = table.named(Side::Axis, "Battle group I").block;
        table.force(Side::Axis, group).place = Place::Box(germany);
        table
    };
    let dummies = |table: &Table| {
        let forces = table.p.fleet(Side::Axis).forces.iter();
        let there = forces.filter(|force| force.place == Place::Box(germany));
        there.filter(|force| force.kind == Kind::Dummy).count()
    };
    let mut table = with_a_force_there();
    table.play().port_dummy(Side::Axis, Choice::Box(germany));
    assert_eq!(dummies(&table), 1);
    let ports = table.p.ports_without_dummy(tables(), Side::Axis);
    assert!(!ports.contains(&Place::Box(germany)), "one is enough");
    let mut table = with_a_force_there();
    table.play().ask(Side::Axis, Order::PortDummy);
    assert!(table.choices(Side::Axis).contains(&Choice::Box(germany)));
    let mut table = Table::new("pq17");
    table.play().dummies_in_port();
    assert_eq!(dummies(&table), 0, "nobody lies there");
}

/// Forces that were never there cost their points on the map and half as a group (chapter 14).
#[test]
fn what_was_never_there_is_bought() {
    let mut table = with("pq17", &[OptionId::AhistoricalForces], 6);
    let before = table.p.vp();
    while !table
        .choices(Side::Axis)
        .iter()
        .any(|choice| matches!(choice, Choice::Buy(..)))
    {
        let choices = table.choices(Side::Axis);
        table.answer(Side::Axis, choices[0]);
    }
    let scharnhorst = tables().chart.find_ship("scharnhorst").unwrap();
    let place = tables()
        .ahistorical
        .iter()
        .position(|f| f.ships.ships == [scharnhorst])
        .unwrap() as u8;
    table.play().buy(Side::Axis, Choice::Buy(place, 1));
    assert_eq!(table.p.vp(), before + Vp::whole(16));
    let there = |table: &Table| {
        table
            .p
            .fleet(Side::Axis)
            .forces
            .iter()
            .any(|f| f.units.ships.iter().any(|s| s.ship == scharnhorst))
    };
    assert!(there(&table));
    table.play().buy(Side::Axis, Choice::BuyGroup(place + 1, 1));
    assert_eq!(table.p.vp(), before + Vp::whole(24));
    let entry = table.p.secret.ledger.last().unwrap();
    assert_eq!(
        entry.audience,
        crate::position::Audience::Only(Side::Axis),
        "nobody else knows"
    );
    assert!(matches!(
        table.p.secret.agenda.top(),
        Some(Step::SetUp(_) | Step::Dummies)
    ));
}

/// Given a bought group that may come in at two ports, when the event brings it, then its owner says where (chapter 14), [13.6].
#[test]
fn a_bought_group_comes_in_where_its_owner_says() {
    let mut table = Table::new("pq17");
    let scharnhorst = tables().chart.find_ship("scharnhorst").unwrap();
    let mut forces = tables().ahistorical.iter();
    let place = forces.position(|force| force.ships.ships == [scharnhorst]);
    let fleet = table.p.fleet_mut(Side::Axis);
    fleet.bought.push((place.unwrap() as u8, 1));
    let listed = |table: &Table| {
        let group = table.p.fleet(Side::Axis).forces.iter();
        let mut group = group.filter(|force| force.units.ship(scharnhorst).is_some());
        group.next().map(|force| force.place)
    };
    // The groups of the scenario that come before it.
    while table.p.fleet(Side::Axis).orders.is_empty() {
        table.play().reinforce(Side::Axis);
        assert!(listed(&table).is_none());
    }
    let groups = table.p.fleet(Side::Axis).groups;
    let port = |id| tables().sheet.find_port(id).unwrap();
    let ports = ["kiel", "trondheim"].map(|id| Choice::In(port(id)));
    let choices = table.choices(Side::Axis);
    assert!(choices.len() == 2 && ports.iter().all(|port| choices.contains(port)));
    table.play().choose(Side::Axis, ports[1]).unwrap();
    assert_eq!(listed(&table), Some(Place::Port(port("trondheim"))));
    assert_eq!(table.p.fleet(Side::Axis).groups, groups + 1);
}

/// Off their port British submarines keep away from Convoys also in plans [5.2.1]; a Convoy is planned hex by hex [5.1.5].
#[test]
fn a_convoy_is_planned_step_by_step() {
    let mut table = Table::new("pq12");
    let convoy = table.named(Side::Allied, "PQ-12").block;
    table.play().plans(Side::Allied, Choice::Plan(convoy));
    let first = table.choices(Side::Allied);
    assert_eq!(first, [Choice::AsListed, Choice::Wait, Choice::Leave]);
    table.play().plan(Side::Allied, convoy, Choice::Leave);
    let steps = table.choices(Side::Allied);
    assert!(
        steps.contains(&Choice::To(hex("0405"))) || steps.len() > 1,
        "{steps:?}"
    );
    assert!(!steps.contains(&Choice::Wait));
    table.p.initiative = Side::Axis;
    table.p.fleet_mut(Side::Allied).plans.clear();
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().plans(Side::Allied, Choice::Plan(convoy));
    assert_eq!(
        table.choices(Side::Allied),
        [Choice::AsListed, Choice::Wait],
        "not on AM 1 [4.1]"
    );
}
