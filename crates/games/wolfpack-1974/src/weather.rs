//! Storms [5.2] and fog [5.3], that is weather [5.0], and how they scatter convoys [5.4].

use crate::event::Event;
use crate::position::{Caught, Position};
use crate::sequence::Play;
use crate::tables::Tables;
use crate::units::{Formation, Heading, Straggle, StraggleColumn};
use arrayvec::ArrayVec;
use derbyhouse_kernel::{Direction, Hex, HexSet};
use serde::{Deserialize, Serialize};

/// The markers of one storm that are still on the sheet, from the north [5.21].
pub type Markers = ArrayVec<Hex, 3>;

/// A storm: three markers in one column, two rows apart, until some have left the sheet [5.21].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Storm {
    /// At least one.
    pub markers: Markers,
}

/// How far the fog reaches; it never moves [5.31].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fog {
    /// No fog: the zones are open sea [5.32].
    None,
    /// Zone 1 is fog.
    Zone1,
    /// Zones 1 and 2 are fog.
    Zones1And2,
}

impl Fog {
    /// The zones that are fog hexes now [5.1].
    pub const fn zones(self) -> usize {
        match self {
            Self::None => 0,
            Self::Zone1 => 1,
            Self::Zones1And2 => 2,
        }
    }
}

impl Storm {
    /// A whole storm.
    pub fn new(markers: [Hex; 3]) -> Self {
        Self {
            markers: Markers::from(markers),
        }
    }

    /// Whether a hex is one of its storm hexes: a marker or next to one [5.21].
    pub fn covers(&self, hex: Hex) -> bool {
        self.markers.iter().any(|marker| marker.distance(hex) <= 1)
    }

    /// All its storm hexes.
    pub fn hexes(&self) -> HexSet {
        self.markers.iter().copied().collect::<HexSet>().grown()
    }

    /// Where a storm goes with that chit: by the last digit of its column, which its markers share [5.22].
    fn direction(tables: &Tables, chit: u8, marker: Hex) -> Direction {
        match tables.heading(chit, marker) {
            Heading::North => Direction::NE,
            Heading::South => Direction::SE,
            Heading::Lateral => Direction::E,
        }
    }

    /// Moves it, and returns every hex that its markers were on: before, on the way and after [5.22], [5.41]. A marker
    /// that leaves the sheet is gone at that moment; the others go on [5.23], (R25).
    pub fn advance(&mut self, tables: &Tables, chit: u8) -> HexSet {
        let mut passed = HexSet::EMPTY;
        self.markers.retain(|marker| {
            let direction = Self::direction(tables, chit, *marker);
            passed.insert(*marker);
            for _ in 0..tables.storm.move_hexes {
                *marker = marker.step(direction);
                if !tables.map.on_field(*marker) || marker.col() > tables.map.storm_last_col {
                    return false; // [5.23]
                }
                passed.insert(*marker);
            }
            true
        });
        passed
    }
}

impl Position {
    /// A storm hex? Several storms on it count as one [5.24].
    pub(crate) fn is_storm(&self, hex: Hex) -> bool {
        self.storms.iter().any(|storm| storm.covers(hex))
    }

    /// A fog hex [5.1]?
    pub(crate) fn is_fog(&self, tables: &Tables, hex: Hex) -> bool {
        tables.map.fog_zones[..self.fog.zones()]
            .iter()
            .any(|zone| zone.contains(hex))
    }

    /// A storm or fog hex?
    pub(crate) fn is_weather(&self, tables: &Tables, hex: Hex) -> bool {
        self.is_storm(hex) || self.is_fog(tables, hex)
    }

    /// All storm and fog hexes.
    pub(crate) fn weather_hexes(&self, tables: &Tables) -> HexSet {
        let fog = &tables.map.fog_zones[..self.fog.zones()];
        fog.iter()
            .fold(self.storm_hexes(), |hexes, zone| hexes.union(zone))
    }

    /// All storm hexes.
    pub(crate) fn storm_hexes(&self) -> HexSet {
        if self.storms.is_empty() {
            return HexSet::EMPTY;
        }
        let markers: HexSet = self
            .storms
            .iter()
            .flat_map(|storm| storm.markers.iter().copied())
            .collect();
        markers.grown()
    }
}

impl Play<'_> {
    /// B0: the fog of the turn before lifts [5.1], [5.41].
    pub(crate) fn lift_fog(&mut self) {
        if self.p.fog != Fog::None {
            self.p.fog = Fog::None;
            self.log.push(|| Event::FogLifts);
        }
    }

    /// B1: one chit moves all storms, in whatever order [5.22], [5.25]; convoys that are touched are noted [5.41].
    pub(crate) fn move_storms(&mut self) {
        if self.p.storms.is_empty() {
            return; // no draw without a storm (R32)
        }
        let chit = self.chance.chit();
        let mut passed = HexSet::EMPTY;
        for index in 0..self.p.storms.len() {
            let storm = &mut self.p.storms[index];
            let from = storm.markers.clone();
            passed = passed.union(&storm.advance(self.t, chit));
            let to = storm.markers.clone();
            self.log.push(|| Event::StormMoves { chit, from, to });
        }
        self.p.storms.retain(|storm| !storm.markers.is_empty());
        let touched = passed.grown();
        for (id, hex) in noted(self.p, |hex| touched.contains(hex)) {
            self.p.convoy_mut(id).caught = Caught::Storm;
            self.log.push(|| Event::Caught {
                convoy: id,
                hex,
                by: Caught::Storm,
            });
        }
    }

    /// B2: fog or a new storm by the month's column [5.1], [5.11]; convoys in weather are noted [5.41].
    pub(crate) fn form_weather(&mut self) {
        let chit = self.chance.chit();
        let formation = self.t.formation[self.p.setup.scenario.index()][usize::from(chit)]; // [5.11]
        self.log.push(|| Event::Formation { chit, formation });
        match formation {
            Formation::Nothing => {}
            Formation::Fog1 => self.p.fog = Fog::Zone1,
            Formation::Fog2 => self.p.fog = Fog::Zones1And2, // (R30)
            Formation::StormA => self.form_storm(0),
            Formation::StormB => self.form_storm(1),
            Formation::StormC => self.form_storm(2),
        }
        let storms = self.p.storm_hexes();
        for (id, hex) in noted(self.p, |_| true) {
            let by = if storms.contains(hex) {
                Caught::Storm
            } else if self.p.is_fog(self.t, hex) {
                Caught::Fog
            } else {
                continue;
            };
            if by > self.p.convoy(id).caught {
                self.p.convoy_mut(id).caught = by; // storm outranks fog (R24)
                self.log.push(|| Event::Caught {
                    convoy: id,
                    hex,
                    by,
                });
            }
        }
    }

    /// A marker on each start hex of a set; the storm first moves in the next turn's B1 [5.1], (R45).
    pub(crate) fn form_storm(&mut self, set: usize) {
        self.p.storms.push(Storm::new(self.t.map.storm_start[set]));
    }

    /// B3: one draw for each convoy that was noted [5.41].
    pub(crate) fn determine_straggling(&mut self) {
        for (id, _) in noted(self.p, |_| true) {
            let column = match std::mem::replace(&mut self.p.convoy_mut(id).caught, Caught::Clear) {
                Caught::Clear => continue,
                Caught::Fog => StraggleColumn::ThreeOrFog,
                Caught::Storm => StraggleColumn::FourOrStorm,
            };
            self.straggle(id, column);
        }
    }

    /// Draws on the straggle table and applies it at once [14.31].
    pub(crate) fn straggle(&mut self, convoy: crate::units::ConvoyId, column: StraggleColumn) {
        let chit = self.chance.chit();
        let from = self.p.convoy(convoy).straggle;
        let to = straggled(self.t, column, chit, from);
        self.p.convoy_mut(convoy).straggle = to;
        self.log.push(|| Event::Straggles {
            convoy,
            column,
            chit,
            from,
            to,
        });
    }

    /// F3: S1 markers go, then S2 become S1 [14.32].
    pub(crate) fn reduce_straggling(&mut self) {
        for convoy in &mut self.p.convoys {
            convoy.straggle = reduced(convoy.straggle);
        }
        self.log.push(|| Event::StraggleReduced);
    }
}

/// Convoys at sea whose hex is so, with their hexes; a copy, because the caller changes them.
fn noted(
    position: &Position,
    so: impl Fn(Hex) -> bool,
) -> ArrayVec<(crate::units::ConvoyId, Hex), { crate::units::CONVOYS }> {
    position
        .convoys_at_sea()
        .filter(|(_, hex)| so(*hex))
        .collect()
}

/// The marker after a draw: the table's result [14.37], combined with the marker there is [14.36].
pub fn straggled(tables: &Tables, column: StraggleColumn, chit: u8, current: Straggle) -> Straggle {
    let drawn = tables.straggle[usize::from(chit)][column.index()];
    match (current, drawn) {
        (_, Straggle::None) => current,
        (Straggle::None, drawn) => drawn,
        (Straggle::S1 | Straggle::S2, _) => Straggle::S2,
    }
}

/// The marker after F3 [14.32].
pub const fn reduced(straggle: Straggle) -> Straggle {
    match straggle {
        Straggle::S2 => Straggle::S1,
        Straggle::S1 | Straggle::None => Straggle::None,
    }
}
