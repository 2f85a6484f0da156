//! Ways over the sea, and what they cost: ice, aircraft, coasts.

use crate::forces::Kind;
use crate::hex::Hex;
use crate::ice::{self, Ice, Zone};
use crate::movement::is_closed;
use crate::side::Side;
use crate::tables::{Base, Radius, Tables};
use crate::time::{Half, Light, Turn};
use crate::units::PortId;
use crate::view::View;
use derbyhouse_kernel::HexTable;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

/// Farther than any way.
pub(super) const NEVER: f32 = 1.0e6;

/// Where loaded Convoys go, and where empty ones come from.
pub(super) const EAST: [&str; 2] = ["murmansk", "arkhangelsk"];
pub(super) const WEST: [&str; 2] = ["reykjavik", "loch_ewe"];

/// What a hex costs for ice: what is predicted there, as far as the side may sail in it (chapter 10). A die may make it
/// worse than predicted.
pub(super) fn ice_risk(view: View<'_>, side: Side, hex: Hex) -> f32 {
    let t = view.tables();
    if t.sheet.pack.contains(hex) {
        return NEVER;
    }
    let Some(zone) = t.sheet.zone(hex) else {
        return 0.0;
    };
    let marker = view.ice()[zone.index()];
    let condition = ice::in_channel(t, side, hex, marker.condition);
    match (side, condition) {
        (_, Ice::Clear) if view.is_ice_rolled(zone) => 0.2,
        (_, Ice::Clear) => 0.0,
        (_, Ice::LightDrift) => 0.7,
        (Side::Allied, Ice::HeavyDrift) => 2.0,
        (Side::Allied, Ice::ThinPack) => 5.0,
        (Side::Axis, Ice::HeavyDrift) => 20.0,
        (Side::Axis, Ice::ThinPack) => 60.0,
        (_, Ice::SolidPack) => 200.0,
    }
}

/// The cost of the way to a goal from every hex, if a step costs what `cost` says; a step that costs [`NEVER`] is not made.
pub(super) fn to_go(t: &Tables, goal: Hex, cost: impl Fn(Hex, Hex) -> f32) -> HexTable<f32> {
    let mut far = HexTable::new(|_| NEVER);
    let mut waiting = HexTable::new(|_| false);
    let mut queue = VecDeque::from([goal]);
    far[goal.grid()] = 0.0;
    while let Some(hex) = queue.pop_front() {
        waiting[hex.grid()] = false;
        for from in t.sheet.ways.around(hex) {
            let way = far[hex.grid()] + cost(from, hex);
            if way < far[from.grid()] {
                far[from.grid()] = way;
                if !waiting[from.grid()] {
                    waiting[from.grid()] = true;
                    queue.push_back(from);
                }
            }
        }
    }
    far
}

/// What is left to go to a goal, from every hex.
pub(super) type Way = Arc<HexTable<f32>>;

/// Ways, reckoned once as long as the ice stays as it is.
#[derive(Clone, Debug)]
pub(super) struct Routes {
    scenario: String,
    ice: [(Ice, bool); 10],
    /// Those of own warships, by goal.
    known: RefCell<Vec<(Hex, Way)>>,
    /// What each hex costs a Convoy.
    cost: HexTable<f32>,
    /// What is left to go from each hex, by destination.
    left: Vec<(PortId, HexTable<f32>)>,
}

/// The ice of each zone, and whether it is rolled at crossings.
fn ice_of(view: View<'_>) -> [(Ice, bool); 10] {
    let zones = view.ice().map(|marker| marker.condition);
    Zone::ALL.map(|zone| (zones[zone.index()], view.is_ice_rolled(zone)))
}

impl Routes {
    pub fn new(view: View<'_>) -> Self {
        let t = view.tables();
        let scenario = view.scenario();
        let cost = convoy_costs(view);
        let mut ports: Vec<PortId> = scenario.convoys.iter().flat_map(|c| c.to.clone()).collect();
        // Convoys of the Campaign have no list.
        ports.extend(
            EAST.iter()
                .chain(&WEST)
                .filter_map(|port| t.sheet.find_port(port)),
        );
        ports.sort_unstable();
        ports.dedup();
        let left = ports.into_iter().map(|port| {
            let ways = &t.convoy_ways[port.index()];
            let step = |from: Hex, to: Hex| match ways[to.grid()] <= ways[from.grid()] {
                true => cost[to.grid()], // [5.1.5]
                false => NEVER,
            };
            (port, to_go(t, t.sheet.port(port).hex, step))
        });
        Self {
            scenario: scenario.id.clone(),
            ice: ice_of(view),
            known: RefCell::default(),
            left: left.collect(),
            cost,
        }
    }

    /// They are of this game, and the ice is as it was.
    pub fn fit(&self, view: View<'_>) -> bool {
        self.ice == ice_of(view) && self.scenario == view.scenario().id
    }

    /// The way of a side's warships to a goal.
    pub fn way_to(&self, view: View<'_>, side: Side, goal: Hex) -> Way {
        let known = self
            .known
            .borrow()
            .iter()
            .find(|(hex, _)| *hex == goal)
            .map(|(_, way)| Arc::clone(way));
        known.unwrap_or_else(|| {
            let t = view.tables();
            let way = to_go(t, goal, |_, to| {
                match is_closed(t, side, Kind::TaskForce, to) {
                    true => NEVER,
                    false => 1.0 + 3.0 * ice_risk(view, side, to),
                }
            });
            let way = Arc::new(way);
            self.known.borrow_mut().push((goal, Arc::clone(&way)));
            way
        })
    }

    /// What it costs to go on by a hex to the best of some destinations.
    pub fn by(&self, hex: Hex, to: &[PortId]) -> f32 {
        let left = self.left.iter().filter(|(port, _)| to.contains(port));
        let left = left.map(|(_, left)| left[hex.grid()]);
        left.fold(NEVER, f32::min) + self.cost[hex.grid()]
    }

    /// The hexes that a Convoy is likely to be in, from the next turn on, on its way to some destination.
    pub fn course(&self, t: &Tables, from: Hex, to: &[PortId], turns: usize) -> Vec<Hex> {
        let mut course = Vec::new();
        let mut here = from;
        while course.len() < turns {
            let mut ways: Vec<Hex> = t.sheet.ways.around(here).collect();
            ways.retain(|hex| self.by(*hex, to) < NEVER && !course.contains(hex));
            let next = ways
                .into_iter()
                .min_by(|a, b| self.by(*a, to).total_cmp(&self.by(*b, to)));
            let Some(next) = next else { break };
            let arrived = to.iter().any(|port| t.sheet.port(*port).hex == here);
            if arrived || course.last() == Some(&next) {
                break;
            }
            course.push(next);
            here = next;
        }
        course
    }
}

/// What each hex costs a Convoy: itself, German air power by Day, ice, and the nearness of Axis bases.
fn convoy_costs(view: View<'_>) -> HexTable<f32> {
    let t = view.tables();
    let scenario = view.scenario();
    let days = [Half::Am, Half::Pm].map(|half| scenario.daylight.of(Turn::new(1, half)));
    let day = days.iter().filter(|light| **light == Light::Day).count() as f32 / 2.0;
    let aircraft = view.aircraft();
    let bombers: Vec<(Hex, u32, f32)> = aircraft
        .iter()
        .filter(|(side, _)| *side == Side::Axis)
        .filter_map(|(_, unit)| {
            let kind = t.chart.air(unit.kind);
            let Base::Airbase(base) = unit.base else {
                return None;
            };
            let attacks = kind.attacks_ships && kind.bombing.is_some();
            attacks.then(|| (t.sheet.airbase(base).hex, kind.range, f32::from(unit.cs)))
        })
        .collect();
    HexTable::new(|grid| {
        let hex = Hex::printed(grid);
        if !t.sheet.is_water(hex) {
            return NEVER;
        }
        let radius = f32::from(u8::from(t.sheet.radius(Radius::German).contains(hex)));
        let reach = bombers
            .iter()
            .filter(|(base, range, _)| base.distance(hex) <= *range);
        let bombs: f32 = reach.map(|(_, _, cs)| cs).sum();
        let mut ports = t.sheet.ports.iter();
        let base = ports.any(|port| port.side == Side::Axis && port.hex.distance(hex) <= 3);
        1.0 + (0.6 + 1.4 * day) * radius
            + 0.15 * day * bombs
            + 1.5 * ice_risk(view, Side::Allied, hex)
            + 0.5 * f32::from(u8::from(base))
    })
}
