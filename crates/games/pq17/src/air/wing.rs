//! Air units [1.5]: what they are, where they are based, what they are sent for; Interceptors at their bases [1.1.2].

use crate::hex::Hex;
use crate::position::{Fleet, Position};
use crate::recon::Report;
use crate::side::Side;
use crate::tables::{AirUnitList, Aircraft, Base, Tables};
use crate::time::Turn;
use crate::units::{AirTypeId, BaseId, PortId, ShipId};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An air unit by its place in its side's list; a unit that is shot down keeps its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AirId(pub u8);

impl AirId {
    pub const fn new(place: usize) -> Self {
        Self(place as u8)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for AirId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a{}", self.0)
    }
}

impl FromStr for AirId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.strip_prefix('a').and_then(|n| n.parse().ok());
        number
            .map(Self)
            .ok_or_else(|| format!("“{text}” is no air unit: one like a4 is expected"))
    }
}

/// What an air unit is sent for [5.3]. Where it is sent it does whatever its counter can do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mission {
    #[default]
    Base,
    Strike(Hex),
    Recon(Hex),
    Asw(Hex),
    /// One hex for each step, until the end of the next enemy Submarine Combat Segment [5.3.1].
    Radius(Vec<Hex>),
    /// With the force whose shadower it is [6.3.1].
    Shadow,
}

impl Mission {
    /// The hex of a unit that is over one and goes home after the Air Combat Segment.
    pub const fn hex(&self) -> Option<Hex> {
        match self {
            Self::Strike(hex) | Self::Recon(hex) | Self::Asw(hex) => Some(*hex),
            _ => None,
        }
    }

    /// In words, as both sides hear it.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Strike(_) => "strike",
            Self::Recon(_) => "reconnaissance",
            Self::Asw(_) => "anti-submarine",
            Self::Radius(_) => "Air Radius",
            Self::Shadow => "shadowing",
        }
    }
}

/// An air unit [1.5].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirUnit {
    pub name: String,
    pub kind: AirTypeId,
    pub base: Base,
    /// Steps left in this Operation.
    pub cs: u8,
    /// CS out of action in this Player Phase [7.2.3].
    pub aborts: u8,
    /// Steps lost for this Operation only [7.2.3].
    pub damaged: u8,
    pub mission: Mission,
}

impl AirUnit {
    /// A unit of a list, at its base.
    pub fn new(list: &AirUnitList) -> Self {
        Self {
            name: list.name.clone(),
            kind: list.kind,
            base: list.base,
            cs: list.cs,
            aborts: 0,
            damaged: 0,
            mission: Mission::Base,
        }
    }

    /// CS that can fly and fight now.
    pub const fn ready(&self) -> u8 {
        self.cs.saturating_sub(self.aborts)
    }

    pub fn aircraft<'t>(&self, t: &'t Tables) -> &'t Aircraft {
        t.chart.air(self.kind)
    }
}

/// What Interceptors of a base have lost: noted on the Planning Sheets, open to both [1.9], [7.2.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InterceptorLosses {
    pub base: BaseId,
    pub aborts: u8,
    pub damaged: u8,
    pub lost: u8,
}

/// A photograph of a port [6.9].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Photograph {
    pub port: PortId,
    pub turn: Turn,
    pub report: Report,
}

/// What a side's aircraft have besides their counters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wing {
    pub interceptors: Vec<InterceptorLosses>,
    /// Carriers whose Air Radius is kept silent [5.3.1].
    pub silent: Vec<ShipId>,
    /// What it photographed, oldest first [6.9].
    pub photographs: Vec<Photograph>,
    /// Own carriers that an enemy photograph of ID2 or more showed, and when (R20).
    pub exposed: Vec<(ShipId, Turn)>,
    /// Steps of own carriers for which aircraft were lost [7.8].
    pub decks: Vec<(ShipId, u8)>,
    /// Elusive Target is held: until the end of the next Axis Player Phase [13.1].
    pub elusive: Option<Turn>,
}

/// Something that fights in the air [1.5.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flyer {
    Unit(AirId),
    /// The Interceptors printed at a base.
    Interceptors(BaseId),
}

impl fmt::Display for Flyer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit(unit) => unit.fmt(f),
            Self::Interceptors(base) => write!(f, "i{}", base.index()),
        }
    }
}

impl FromStr for Flyer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix('i') {
            Some(base) => {
                let base = base.parse::<u8>().map(usize::from);
                let base = base.map_err(|_| format!("“{text}” is no base of Interceptors"))?;
                Ok(Self::Interceptors(BaseId::new(base)))
            }
            None => text.parse().map(Self::Unit),
        }
    }
}

impl Position {
    pub(crate) fn air(&self, side: Side, id: AirId) -> Option<&AirUnit> {
        self.fleet(side).air.get(id.index())
    }

    pub(crate) fn air_mut(&mut self, side: Side, id: AirId) -> Option<&mut AirUnit> {
        self.fleet_mut(side).air.get_mut(id.index())
    }

    /// Every unit of a side with its number.
    pub(crate) fn wing(&self, side: Side) -> impl Iterator<Item = (AirId, &AirUnit)> {
        let units = self.fleet(side).air.iter().enumerate();
        units.map(|(place, unit)| (AirId::new(place), unit))
    }

    /// What Interceptors of a base have left in this Operation [1.1.2], [7.2.3].
    pub(crate) fn interceptors(&self, t: &Tables, side: Side, base: BaseId) -> u8 {
        let printed = t.sheet.airbase(base).interceptors(self.date(t));
        let lost = self.fleet(side).wing.interceptors.iter();
        let lost = lost.filter(|losses| losses.base == base);
        let lost: u8 = lost.map(|losses| losses.damaged + losses.lost).sum();
        printed.map_or(0, |unit| unit.cs.saturating_sub(lost))
    }

    /// In or next to an airbase of that side whose Interceptors can still rise [6.2], [6.3.1].
    pub(crate) fn near_interceptors(&self, t: &Tables, side: Side, hex: Hex) -> bool {
        let bases = t.sheet.airbases.iter().enumerate();
        bases
            .filter(|(_, base)| base.side == side && base.hex.is_near(hex))
            .any(|(place, _)| self.interceptors(t, side, BaseId::new(place)) > 0)
    }

    /// CS of a flyer that can fight now.
    pub(crate) fn flyer_cs(&self, t: &Tables, side: Side, flyer: Flyer) -> u8 {
        match flyer {
            Flyer::Unit(id) => self.air(side, id).map_or(0, AirUnit::ready),
            Flyer::Interceptors(base) => {
                let losses = self.fleet(side).wing.interceptors.iter();
                let aborts = losses.filter(|losses| losses.base == base);
                let aborts: u8 = aborts.map(|losses| losses.aborts).sum();
                self.interceptors(t, side, base).saturating_sub(aborts)
            }
        }
    }

    /// The type of a flyer; Interceptors fight with the counter of their rating [1.5.3].
    pub(crate) fn flyer_type<'t>(
        &self,
        t: &'t Tables,
        side: Side,
        flyer: Flyer,
    ) -> Option<&'t Aircraft> {
        match flyer {
            Flyer::Unit(id) => self.air(side, id).map(|unit| unit.aircraft(t)),
            Flyer::Interceptors(base) => {
                let printed = t.sheet.airbase(base).interceptors(self.date(t))?;
                t.chart.find_air(&printed.kind).map(|id| t.chart.air(id))
            }
        }
    }

    pub(crate) fn flyer_name(&self, t: &Tables, side: Side, flyer: Flyer) -> String {
        match flyer {
            Flyer::Unit(id) => self.air(side, id).map_or_else(String::new, |unit| {
                format!("{} ({})", unit.name, unit.aircraft(t).name)
            }),
            Flyer::Interceptors(base) => {
                format!("Interceptors of {}", t.sheet.airbase(base).name)
            }
        }
    }

    /// Where a unit takes off: its airbase, or its carrier if she is at sea [5.3].
    pub(crate) fn base_hex(&self, t: &Tables, side: Side, base: Base) -> Option<Hex> {
        match base {
            Base::Airbase(id) => Some(t.sheet.airbase(id).hex),
            Base::Carrier(ship) => {
                let aboard = |force: &&crate::forces::Force| {
                    force.units.ships.iter().any(|state| state.ship == ship)
                };
                let force = self.fleet(side).forces.iter().find(aboard)?;
                force.hex()
            }
        }
    }
}

impl Fleet {
    /// After an Operation damaged aircraft are mended at their bases, Interceptors among them [15.5.4].
    pub(crate) fn mend_aircraft(&mut self) {
        // Those whose carrier is away too.
        for unit in self.air.iter_mut().chain(&mut self.reserve.aboard) {
            unit.cs += std::mem::take(&mut unit.damaged);
            unit.aborts = 0;
            unit.mission = Mission::Base;
        }
        for losses in &mut self.wing.interceptors {
            (losses.aborts, losses.damaged) = (0, 0);
        }
        self.wing.interceptors.retain(|losses| losses.lost > 0);
    }
}
