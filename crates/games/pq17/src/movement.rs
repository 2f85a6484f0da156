//! Naval movement (chapter 5): speeds and their limits, paths, what Convoys may do, ports.

use crate::forces::{Force, Kind};
use crate::fuel::Status;
use crate::hex::Hex;
use crate::side::Side;
use crate::tables::{PortLimit, Sheet, Tables};
use crate::time::{Fortnight, Half};
use crate::units::{PortId, ShipType, Speed};
use crate::weather::Weather;
use derbyhouse_kernel::HexTable;
use std::collections::VecDeque;

/// All that limits how far a force goes [5.1].
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Its slowest step.
    pub slowest: Speed,
    pub weather: Weather,
    pub fuel: Status,
    pub light_ships: bool,
    pub submarines: bool,
    pub convoy: bool,
    /// Leaves or enters port in this turn [5.1.2], [5.1.3].
    pub port: bool,
    /// Enters an Inner Leads hex in this turn [5.1.6].
    pub inner_leads: bool,
    /// Refuels at sea [11.3.2].
    pub ras: bool,
    /// A ship Dead in the Water without a tow holds it where it is [5.1.1].
    pub adrift: bool,
    pub half: Half,
    /// An Inop unit slows it until it is in port (chapter 13).
    pub inop: bool,
    /// Hexes that an event lets a pack go beyond all that (chapter 13).
    pub farther: u8,
}

impl Limits {
    /// Everything that holds it to a speed, in words.
    pub fn reasons(&self) -> impl Iterator<Item = (Speed, &'static str)> + use<> {
        let weather = self.weather.fastest(self.light_ships, self.submarines);
        let all = [
            (self.convoy, Speed::Slow, "a Convoy [5.1]"),
            (self.ras, Speed::Slow, "refuels at sea [11.3.2]"),
            (
                self.fuel == Status::Critical,
                Speed::Slow,
                "critical fuel [11.2.3]",
            ),
            (self.submarines, Speed::Moderate, "submarines [5.1]"),
            (
                self.fuel != Status::Full,
                Speed::Moderate,
                "low fuel [11.2.2]", // and Training [11.4.1]
            ),
            (self.port, Speed::Moderate, "leaves or enters port [5.1.3]"), // [5.1.2]
            (self.inner_leads, Speed::Moderate, "Inner Leads [5.1.6]"),
            (weather < Speed::High, weather, "weather [9.2]"),
            (self.inop, Speed::Moderate, "an Inop unit [13]"),
        ];
        let apply = all.into_iter().filter(|(so, ..)| *so);
        apply.map(|(_, speed, why)| (speed, why))
    }

    /// The fastest a force may go now.
    pub fn speed(&self) -> Speed {
        let limits = self.reasons().map(|(speed, _)| speed);
        limits.fold(self.slowest, Speed::min)
    }

    /// Hexes it may move: 3, 2 or 1; ships under tow crawl one hex in PM turns [5.1]; a pack farther by event.
    pub fn hexes(&self, t: &Tables) -> u8 {
        let [high, moderate, slow] = t.speeds;
        let hexes = match self.speed() {
            _ if self.adrift => 0,
            Speed::High => high,
            Speed::Moderate => moderate,
            Speed::Slow => slow,
            Speed::None => u8::from(self.half == Half::Pm),
        };
        hexes + self.farther
    }
}

/// The limits of a force as it stands; Dummies keep to those of a TF at full fuel (R72).
pub fn limits(t: &Tables, force: &Force, weather: Weather, half: Half) -> Limits {
    let chart = &t.chart;
    Limits {
        slowest: force.units.speed(chart),
        weather,
        fuel: force.fuel.map_or(Status::Full, |fuel| fuel.status),
        // They count in Storms only [9.2.4].
        light_ships: weather == Weather::Storms && force.units.has(chart, ShipType::is_light),
        submarines: force.kind == Kind::Wolfpack,
        convoy: force.kind == Kind::Convoy,
        port: force.motion.left_port,
        inner_leads: force.motion.entered_leads,
        ras: force.motion.ras,
        adrift: force.adrift(chart).is_some(),
        half,
        inop: false,
        farther: 0,
    }
}

/// Whether ships of a side may stand in the sea part of a hex: enemy port hexes are closed, but one German Wolfpack may
/// be off Murmansk [5.1.4].
pub fn is_closed(t: &Tables, side: Side, kind: Kind, hex: Hex) -> bool {
    let is_murmansk = t.sheet.ways.murmansk == Some(hex);
    t.sheet.ways.has_enemy_port(side, hex)
        && !(is_murmansk && side == Side::Axis && kind == Kind::Wolfpack)
}

/// No way over water.
const NO_WAY: u16 = u16::MAX;

/// Shortest ways over water to a hex, in hexes, around enemy port hexes, ice ignored (R21).
pub fn ways_to(sheet: &Sheet, side: Side, to: Hex) -> HexTable<u16> {
    let mut far = HexTable::new(|_| NO_WAY);
    let mut queue = VecDeque::from([to]);
    far[to.grid()] = 0;
    while let Some(hex) = queue.pop_front() {
        for next in sheet.ways.around(hex) {
            if !sheet.ways.has_enemy_port(side, next) && far[next.grid()] == NO_WAY {
                far[next.grid()] = far[hex.grid()] + 1;
                queue.push_back(next);
            }
        }
    }
    far
}

/// Shortest way over water between two hexes; `None` if there is none (R21).
pub fn sea_distance(t: &Tables, side: Side, from: Hex, to: Hex) -> Option<u16> {
    let far = ways_to(&t.sheet, side, to)[from.grid()];
    (far != NO_WAY && t.sheet.is_water(from)).then_some(far)
}

/// Destinations that a Convoy could still mean if it steps from one hex to another: never a hex it was in, never farther
/// away [5.1.5] (R21).
pub fn destinations_after<'a>(
    t: &'a Tables,
    track: &[Hex],
    to: &'a [PortId],
    from: Hex,
    step: Hex,
) -> impl Iterator<Item = PortId> + use<'a> {
    let side = to
        .first()
        .map_or(Side::Allied, |port| t.sheet.port(*port).side);
    let shut = track.contains(&step)
        || !t.sheet.is_open(from, step)
        || is_closed(t, side, Kind::Convoy, step);
    let not_farther = move |port: &PortId| {
        let ways = &t.convoy_ways[port.index()];
        !shut && ways[step.grid()] != NO_WAY && ways[step.grid()] <= ways[from.grid()]
    };
    to.iter().copied().filter(not_farther)
}

/// Unhit foreign warships counted into Soviet ports in this Operation [5.1.2] (R31).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Entered {
    pub capital: u8,
    pub cruisers: u8,
    #[serde(rename = "dd_tb_cs")]
    pub flotilla_cs: u8,
}

impl Entered {
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            capital: self.capital + other.capital,
            cruisers: self.cruisers + other.cruisers,
            flotilla_cs: self.flotilla_cs + other.flotilla_cs,
        }
    }

    pub const fn is_within(self, limit: &PortLimit) -> bool {
        self.capital <= limit.capital
            && self.cruisers <= limit.cruisers
            && self.flotilla_cs <= limit.flotilla_cs
    }
}

/// The limit of a date [5.1.2].
pub fn port_limit(t: &Tables, date: Fortnight) -> Option<&PortLimit> {
    t.port_limits
        .iter()
        .find(|limit| limit.from <= date && date <= limit.to)
}
