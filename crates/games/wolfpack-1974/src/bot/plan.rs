//! A plan for one E2: who hunts, who shadows, who searches.

use super::Move;
use super::chart::{Chart, Worth};
use super::habits::Habits;
use super::hunt::{count, target};
use super::patrol::best_station;
use super::risk::AirRisk;
use crate::choice::{Choice, Order};
use crate::facing::Axis;
use crate::fleet::{Duty, Unit, UnitName};
use crate::forecast;
use crate::position::Contact;
use crate::search::search_zone;
use crate::units::{ConvoyId, UnitKind};
use crate::view::View;
use derbyhouse_kernel::{Direction, Hex, HexSet};

/// Orders for all boats.
#[derive(Default)]
pub(super) struct Plan {
    turn: u8,
    moves: Vec<Move>,
    facings: Vec<(Hex, Axis)>,
}

/// A unit that has no orders yet.
#[derive(Clone, Copy)]
struct Mover {
    hex: Hex,
    unit: Unit,
    /// Which of the reaches is its own.
    reach: usize,
}

/// Makes a plan.
struct Staff<'a> {
    view: View<'a>,
    habits: &'a Habits,
    risk: &'a AirRisk,
    free: Vec<Mover>,
    reaches: Vec<HexSet>,
    plan: Plan,
    /// Boats that will be in a hex.
    posted: Vec<(Hex, u32)>,
}

const HUNTS: &str = "It reaches the hex before the bow of a sighted convoy and attacks [14.11].";
const SHADOWS: &str = "It stays next to a sighted convoy, so that contact is kept [12.17].";
const SEARCHES: &str =
    "Its search zone lies across the likeliest tracks, out of the aircraft's way [12.12].";

impl Plan {
    pub(super) fn new(view: View<'_>, habits: &Habits, risk: &AirRisk) -> Self {
        let mut staff = Staff::new(view, habits, risk);
        staff.hunt();
        staff.shadow();
        staff.search();
        staff.plan.turn = view.turn();
        staff.plan
    }

    pub(super) fn is_of(&self, view: View<'_>) -> bool {
        self.turn == view.turn()
    }

    fn find(&self, hex: Hex, name: UnitName) -> Option<usize> {
        self.moves
            .iter()
            .position(|order| order.from == hex && order.name == name)
    }

    /// Where a unit is to go.
    pub(super) fn destination(&self, hex: Hex, name: UnitName) -> Option<Hex> {
        self.find(hex, name).map(|place| self.moves[place].to)
    }

    pub(super) fn reason(&self, hex: Hex, name: UnitName) -> &'static str {
        self.find(hex, name)
            .map_or("It has no orders.", |place| self.moves[place].reason)
    }

    /// An order is carried out, or cannot be.
    pub(super) fn carried_out(&mut self, hex: Hex, name: UnitName) {
        if let Some(place) = self.find(hex, name) {
            self.moves.remove(place);
        }
    }

    /// The next order, then the turns, then the end.
    pub(super) fn next(&mut self, view: View<'_>) -> (Option<Choice>, &'static str) {
        while let Some(order) = self.moves.first() {
            let waits = |unit: &Unit| unit.name() == order.name && unit.duty == Duty::Waiting;
            if view
                .stack(order.from)
                .is_some_and(|stack| stack.units.iter().any(waits))
            {
                return (
                    Some(Choice::Stack(order.from, Order::Unit(order.name))),
                    order.reason,
                );
            }
            self.moves.remove(0);
        }
        match self.turn(view) {
            Some(_) => (
                Some(Choice::Arrange),
                "A search zone is to be turned across the likely tracks [12.12].",
            ),
            None => (Some(Choice::Done), "All orders are carried out."),
        }
    }

    /// A stack that does not lie as planned.
    pub(super) fn turn(&self, view: View<'_>) -> Option<(Hex, Axis)> {
        let wrong = |(hex, axis): &&(Hex, Axis)| {
            view.stack(*hex).is_some_and(|stack| stack.facing != *axis)
        };
        self.facings.iter().find(wrong).copied()
    }
}

impl<'a> Staff<'a> {
    fn new(view: View<'a>, habits: &'a Habits, risk: &'a AirRisk) -> Self {
        let mut staff = Self {
            view,
            habits,
            risk,
            free: Vec::new(),
            reaches: Vec::new(),
            plan: Plan::default(),
            posted: Vec::new(),
        };
        let convoys = view.convoy_hexes();
        for stack in view.fleet().stacks() {
            let mut known: Vec<(u8, usize)> = Vec::new();
            for unit in stack.units.iter().filter(|unit| unit.duty == Duty::Waiting) {
                let allowance = view.allowance(*unit);
                let reach = match known.iter().find(|(a, _)| *a == allowance) {
                    Some((_, reach)) => *reach,
                    None => {
                        let mut hexes = view.destinations(stack.hex, allowance);
                        if !convoys.contains(stack.hex) {
                            hexes.insert(stack.hex);
                        }
                        staff.reaches.push(hexes);
                        known.push((allowance, staff.reaches.len() - 1));
                        staff.reaches.len() - 1
                    }
                };
                staff.free.push(Mover {
                    hex: stack.hex,
                    unit: *unit,
                    reach,
                });
            }
        }
        staff
    }

    fn boats(&self, unit: Unit) -> u32 {
        unit.boats(self.view.tables())
    }

    fn boats_at(&self, hex: Hex) -> u32 {
        self.posted
            .iter()
            .filter(|(posted, _)| *posted == hex)
            .map(|(_, boats)| boats)
            .sum()
    }

    fn reaches(&self, mover: &Mover, hex: Hex) -> bool {
        self.reaches[mover.reach].contains(hex)
    }

    /// Gives a unit its orders.
    fn order(&mut self, place: usize, to: Hex, reason: &'static str, facing: Option<Axis>) {
        let mover = self.free.remove(place);
        self.posted.push((to, self.boats(mover.unit)));
        if to != mover.hex {
            self.plan.moves.push(Move {
                from: mover.hex,
                name: mover.unit.name(),
                to,
                reason,
            });
        }
        if let Some(axis) = facing
            && !self.plan.facings.iter().any(|(hex, _)| *hex == to)
        {
            self.plan.facings.push((to, axis));
        }
    }

    fn sighted(&self) -> Vec<(ConvoyId, Hex)> {
        let sighted = self
            .view
            .convoys_at_sea()
            .filter(|(convoy, _)| convoy.contact == Contact::Sighted);
        sighted.map(|(convoy, hex)| (convoy.id, hex)).collect()
    }

    /// Sends the best force against each sighted convoy, the most rewarding first.
    fn hunt(&mut self) {
        let mut convoys = self.sighted();
        while !convoys.is_empty() {
            let best = convoys
                .iter()
                .enumerate()
                .filter_map(|(place, (convoy, _))| Some((self.best_force(*convoy)?, place)))
                .max_by(|a, b| a.0.value.total_cmp(&b.0.value));
            let Some((force, place)) = best else { return };
            convoys.remove(place);
            let mut members = force.members;
            members.sort_unstable_by(|a, b| b.cmp(a));
            for member in members {
                self.order(member, force.bow, HUNTS, None);
            }
        }
    }

    /// The force that promises most against a convoy, if any promises enough.
    fn best_force(&self, convoy: ConvoyId) -> Option<Force> {
        let (target, bow) = target(self.view, convoy)?;
        if !self.view.tables().map.is_playing(bow) || self.view.convoy_hexes().contains(bow) {
            return None;
        }
        let near = |mover: &&usize| self.free[**mover].hex.distance(bow);
        let mut able: Vec<usize> = (0..self.free.len())
            .filter(|m| self.reaches(&self.free[*m], bow))
            .collect();
        able.sort_by_key(|m| near(&m));
        let (singles, packs): (Vec<usize>, Vec<usize>) = able
            .into_iter()
            .partition(|m| self.free[*m].unit.kind == UnitKind::Single);
        let mut best: Option<Force> = None;
        let mut consider = |members: Vec<usize>| {
            if let Some(force) = self.weigh(target, bow, members)
                && force.value > self.habits.least_attack
                && best.as_ref().is_none_or(|best| force.value > best.value)
            {
                best = Some(force);
            }
        };
        let boosts = singles.len().min(6);
        for count in 3..=boosts {
            consider(singles[..count].to_vec());
        }
        for (place, pack) in packs.iter().take(4).enumerate() {
            for count in 0..=boosts.min(3) {
                consider(
                    std::iter::once(*pack)
                        .chain(singles[..count].iter().copied())
                        .collect(),
                );
            }
            for other in packs[place + 1..].iter().take(2) {
                consider(vec![*pack, *other]);
            }
        }
        best
    }

    fn weigh(&self, target: forecast::Target, bow: Hex, members: Vec<usize>) -> Option<Force> {
        let t = self.view.tables();
        let units = || members.iter().map(|m| self.free[*m].unit);
        let strength = units().map(|unit| unit.strength(t)).sum();
        let boats: u32 = units().map(|unit| self.boats(unit)).sum();
        let attack = count(self.view, target, strength, boats)?;
        let packs = units().filter(|unit| unit.kind != UnitKind::Single).count() as f64;
        let air = self.habits.air_risk_in_attack * self.risk.loss(bow, boats);
        let pinned = self.habits.pinned * attack.pinned * packs;
        let value = attack.net(t) - air - pinned - self.habits.pack_committed * packs;
        Some(Force {
            value,
            bow,
            members,
        })
    }

    /// Leaves a boat next to each sighted convoy: behind or beside it, away from its bow.
    fn shadow(&mut self) {
        for (convoy, hex) in self.sighted() {
            let bow = self.view.bow(convoy, hex);
            let astern = self.view.facing(convoy, hex).opposite();
            let convoys = self.view.convoy_hexes();
            let worth = Worth::new(self.view, self.habits).of(self.view, convoy, hex);
            let mut places: Vec<Hex> = Direction::ALL.map(|d| hex.step(d)).to_vec();
            places.retain(|place| {
                *place != bow
                    && self.view.tables().map.is_playing(*place)
                    && !convoys.contains(*place)
            });
            places.sort_by_key(|place| place.distance(hex.step(astern)));
            let attackers = self.boats_at(bow) > 0;
            let best = self.free.iter().enumerate().filter_map(|(m, mover)| {
                let place = *places.iter().find(|place| self.reaches(mover, **place))?;
                let boats = self.boats(mover.unit);
                let air = self.risk.loss(place, boats + self.boats_at(place));
                let pack = if mover.unit.kind == UnitKind::Single {
                    0.0
                } else {
                    self.habits.pack_committed * 2.0
                };
                let need = if attackers { 0.35 } else { 0.8 };
                Some((
                    need * worth * 0.6 - air - pack - 0.01 * f64::from(boats),
                    m,
                    place,
                ))
            });
            if let Some((value, m, place)) = best.max_by(|a, b| a.0.total_cmp(&b.0))
                && value > 0.0
            {
                self.order(m, place, SHADOWS, None);
            }
        }
    }

    /// Everybody else searches, the strongest first.
    fn search(&mut self) {
        let t = self.view.tables();
        let mut chart = [Chart::new(self.view, self.habits)];
        while let Some(place) = (0..self.free.len()).max_by_key(|m| self.free[*m].unit.strength(t))
        {
            let mover = self.free[place];
            let kind = mover.unit.kind;
            let posted = &self.posted;
            let empty = |hex: &Hex| !posted.iter().any(|(taken, _)| taken == hex);
            let hexes = self.reaches[mover.reach].iter().filter(empty);
            let best = best_station(self.view, self.habits, self.risk, &mut chart, kind, hexes);
            let (to, axis) = best.unwrap_or((mover.hex, Axis::AT_SET_UP));
            let values = t.unit(kind);
            let zone = search_zone(t, to, values.strength, axis);
            chart[0].watched(&zone, forecast::picket(t, values.strength, false));
            self.order(place, to, SEARCHES, Some(axis));
        }
    }
}

/// Units that attack together.
struct Force {
    value: f64,
    bow: Hex,
    members: Vec<usize>,
}
