//! Forces: blocks and what they hold [1.2], [1.3], [1.4].

mod units;

pub use units::{Hull, Hurt, Pool, ShipState, Units, after_hits, crippled_speed};

use crate::air::AirId;
use crate::fuel::{Fuel, Status};
use crate::hex::Hex;
use crate::side::Side;
use crate::tables::{Chart, Radius, Sector};
use crate::time::Turn;
use crate::units::{BoxId, Category, PortId, ShipType, Speed};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The most ES and submarine CS in an Allied Convoy, and submarine CS in a Wolfpack [1.2.1], [1.2.2].
pub const CONVOY_ESCORTS: u8 = 4;
pub const CONVOY_SUBMARINES: u8 = 2;
pub const PACK: u8 = 4;
/// A Convoy of so many ships is Large [1.2.1].
const LARGE: u8 = 11;

/// A block as its owner knows it. The other side never sees this number: it sees a [`Token`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BlockId(pub u8);

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

impl FromStr for BlockId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text
            .strip_prefix('b')
            .and_then(|number| number.parse().ok());
        number
            .map(Self)
            .ok_or_else(|| format!("“{text}” is no block: one like b7 is expected"))
    }
}

/// A block at sea as the other side sees it: a number that says nothing, dealt anew whenever blocks could be mixed up
/// [1.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Token(pub u16);

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl FromStr for Token {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text
            .strip_prefix('t')
            .and_then(|number| number.parse().ok());
        number
            .map(Self)
            .ok_or_else(|| format!("“{text}” is no contact: one like t12 is expected"))
    }
}

/// What a block is [1.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Convoy,
    TaskForce,
    Wolfpack,
    Dummy,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Convoy => "Convoy",
            Self::TaskForce => "Task Force",
            Self::Wolfpack => "Wolfpack",
            Self::Dummy => "Dummy",
        })
    }
}

/// What the enemy knows of a force at sea [6.1]: nothing, or a level from 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "i8", into = "i8")]
pub struct Id(i8);

impl Id {
    pub const UNIDENTIFIED: Self = Self(-1);
    pub const ZERO: Self = Self(0);
    pub const HIGHEST: Self = Self(3);

    pub const fn level(level: u8) -> Self {
        Self(if level > 3 { 3 } else { level as i8 })
    }

    #[inline]
    pub const fn is_identified(self) -> bool {
        self.0 >= 0
    }

    /// For the modifiers that count levels: Unidentified counts as nothing.
    pub const fn levels(self) -> u8 {
        if self.0 > 0 { self.0 as u8 } else { 0 }
    }

    /// A success adds the ID of the card, counted from 0 if Unidentified, at most to ID3 [6.1], [6.2.1] (R1).
    #[must_use]
    pub const fn gain(self, levels: u8) -> Self {
        Self::level(self.levels() + levels)
    }

    /// One level fewer; ID0 is the lowest that movement leads to [6.6].
    #[must_use]
    pub const fn less_one(self) -> Self {
        Self(if self.0 > 0 { self.0 - 1 } else { self.0 })
    }

    /// Forces that combine are known as the better known of them was [1.2.4].
    #[must_use]
    pub fn together(self, other: Self) -> Self {
        self.max(other)
    }

    /// Combat never lowers ID [6.7].
    #[must_use]
    pub fn at_least(self, level: u8) -> Self {
        self.max(Self::level(level))
    }
}

impl Default for Id {
    fn default() -> Self {
        Self::UNIDENTIFIED
    }
}

impl From<Id> for i8 {
    fn from(id: Id) -> Self {
        id.0
    }
}

impl TryFrom<i8> for Id {
    type Error = String;

    fn try_from(level: i8) -> Result<Self, String> {
        match level {
            -1..=3 => Ok(Self(level)),
            _ => Err(format!("an ID is -1 (Unidentified) to 3, not {level}")),
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            -1 => f.pad("Unidentified"),
            level => f.pad(&format!("ID{level}")),
        }
    }
}

/// Where a block is. In a port hex, sea and port are two places [5.1.2], [5.1.3] (R81).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    Sea(Hex),
    Port(PortId),
    Box(BoxId),
}

impl Place {
    /// The hex, if it stands at sea.
    #[inline]
    pub const fn at_sea(self) -> Option<Hex> {
        match self {
            Self::Sea(hex) => Some(hex),
            _ => None,
        }
    }

    #[inline]
    pub const fn in_port(self) -> Option<PortId> {
        match self {
            Self::Port(port) => Some(port),
            _ => None,
        }
    }
}

/// What is told of a category at ID3: counters and CS [6.2.1].
pub fn of_category(chart: &Chart, units: &Units, category: Category) -> (u8, u8) {
    let is = |kind| category.holds(kind);
    (units.counters(chart, is), units.cs(chart, is))
}

/// Large, or Small [1.2.1].
pub const fn is_large(convoy_ships: u8) -> bool {
    convoy_ships >= LARGE
}

/// What only Convoys have [5.1.5].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sailing {
    /// Which of the scenario's Convoys it is.
    pub plan: u8,
    pub loaded: bool,
    /// Ports it may still end in.
    pub to: Vec<PortId>,
    /// Hexes it was in [5.1.5].
    pub track: Vec<Hex>,
    /// Merchant ships it began with [2.1.2].
    pub started: u8,
    /// CAMs that have flown [1.4.3].
    pub cams_used: u8,
    /// Of these, lost to ice, weather or breakdown (R66).
    pub exempt: u8,
    pub scattered: bool,
    /// The Convoy that these Dispersed ships have lost, always in the same hex [5.6].
    pub parent: Option<BlockId>,
    /// Stopped by Gales this turn [9.2.5].
    pub stopped: bool,
    /// Its card in Gales bears the boxed D: it Disperses before it moves [9.3.2].
    pub disperses: bool,
}

impl Sailing {
    /// A Convoy that is whole and has not sailed yet.
    pub fn new(plan: u8, loaded: bool, to: Vec<PortId>, started: u8) -> Self {
        Self {
            plan,
            loaded,
            to,
            track: Vec::new(),
            started,
            cams_used: 0,
            exempt: 0,
            scattered: false,
            parent: None,
            stopped: false,
            disperses: false,
        }
    }
}

/// A ship Dead in the Water and who tows her [5.1.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tow {
    pub ship: Hull,
    pub tug: Hull,
}

/// What a TF has done towards surface combat in this Segment [7.5].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engagement {
    #[default]
    Fresh,
    /// It announced an attack and did not find its target.
    Tried,
    /// It was in a battle.
    Fought,
}

/// What a force has done in its Naval Movement Segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Motion {
    /// It has had its move.
    pub done: bool,
    pub hexes: u8,
    pub left_port: bool,
    pub entered_leads: bool,
    /// It refuels at sea in this turn [11.3.2].
    pub ras: bool,
    /// The oiler that gives first, where there are several [11.3.2].
    #[serde(default)]
    pub oiler: Option<Hull>,
    /// It has attacked under water in this turn: a Wolfpack whatever it was, a TF a Wolfpack [7.1], [7.4.2].
    pub attacked: bool,
    /// A TF that had its attack on a Scattered Convoy in this turn, when it met it (R43).
    #[serde(default)]
    pub met_stragglers: bool,
    pub engagement: Engagement,
    /// The hex where the enemy had his draw as it passed [6.6.1] (R29).
    pub transit: Option<Hex>,
    /// It takes torpedoes aboard in this turn [7.3.2].
    pub rearms: bool,
    /// It began the turn shadowed [6.6].
    pub shadowed: bool,
    /// A Wolfpack that means to move two hexes [7.4.5].
    pub run: bool,
    /// Hexes lost to air patrols [7.4.5].
    pub lost: u8,
    /// Attacked from the air since it last moved: once in a Segment [7.1].
    pub raided: bool,
    /// The turn in which it last moved with the enemy that it shadows [5.4]: kept through its own Player Phase.
    #[serde(default)]
    pub followed: Option<Turn>,
}

impl Motion {
    /// A turn of a plan: speeds are planned with the way, so that a pack has both its hexes [4.2], [5.1].
    pub fn planned() -> Self {
        Self {
            run: true,
            ..Self::default()
        }
    }
}

/// What shadows a force [6.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shadower {
    Sector(Sector),
    Radius(Radius),
    Pack(BlockId),
    /// An air unit of the enemy [6.3.1].
    Air(AirId),
    /// A TF of unhit cruisers [6.3.3].
    Cruisers(BlockId),
}

impl Shadower {
    /// The block that goes with its target, if it is one.
    pub const fn block(self) -> Option<BlockId> {
        match self {
            Self::Pack(block) | Self::Cruisers(block) => Some(block),
            _ => None,
        }
    }
}

impl fmt::Display for Shadower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sector(sector) => write!(f, "sector {sector}"),
            Self::Radius(radius) => write!(f, "radius {radius}"),
            Self::Pack(block) => block.fmt(f),
            Self::Air(unit) => write!(f, "air {unit}"),
            Self::Cruisers(block) => write!(f, "cruisers {block}"),
        }
    }
}

impl FromStr for Shadower {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words.as_slice() {
            ["sector", sector] => Self::Sector(sector.parse()?),
            ["radius", radius] => Self::Radius(radius.parse()?),
            ["air", unit] => Self::Air(unit.parse()?),
            ["cruisers", block] => Self::Cruisers(block.parse()?),
            [block] => Self::Pack(block.parse()?),
            _ => return Err(format!("“{text}” shadows nothing")),
        })
    }
}

/// One block [1.2].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    pub block: BlockId,
    pub kind: Kind,
    /// What its owner calls it.
    pub name: String,
    pub place: Place,
    pub id: Id,
    /// What the other side sees of it at sea.
    pub token: Token,
    pub units: Units,
    pub fuel: Option<Fuel>,
    pub sailing: Option<Sailing>,
    pub motion: Motion,
    /// Who of the enemy shadows it, in order [6.3].
    pub shadows: Vec<Shadower>,
    /// It shadows an enemy itself [6.3.2].
    pub shadowing: bool,
    /// Ships Dead in the Water under tow [5.1.1].
    pub tows: Vec<Tow>,
    /// Since when the enemy has known nothing of it that still counts (R79).
    pub faded: Turn,
    /// The best report of it since then (R20).
    #[serde(default)]
    pub told: Id,
    /// Since when it has lain in port, for a whole turn of refuelling [11.3.1].
    pub in_port_since: Turn,
}

impl Force {
    #[inline]
    pub fn hex(&self) -> Option<Hex> {
        self.place.at_sea()
    }

    /// The enemy knows nothing of it from now on [6.6].
    pub fn fade(&mut self, turn: Turn) {
        (self.id, self.faded, self.told) = (Id::UNIDENTIFIED, turn, Id::UNIDENTIFIED);
    }

    /// What the enemy knew of the whole he knows of the part [1.2.3].
    pub fn is_known_as(&mut self, whole: &Self) {
        (self.id, self.faded, self.told) = (whole.id, whole.faded, whole.told);
    }

    /// The kind that its units make it [1.2.1], [1.2.2] (R65, R71).
    pub fn kind_of(chart: &Chart, units: &Units) -> Kind {
        if units.is_empty() {
            Kind::Dummy
        } else if units.has(chart, ShipType::is_merchant) {
            Kind::Convoy
        } else if units.has(chart, |kind| !kind.is_submarine()) {
            Kind::TaskForce
        } else {
            Kind::Wolfpack
        }
    }

    /// Broken up, every ship for herself [5.5].
    pub fn is_scattered(&self) -> bool {
        self.sailing
            .as_ref()
            .is_some_and(|sailing| sailing.scattered)
    }

    /// Ships that lost their Convoy in Gales [5.6].
    pub fn is_dispersed(&self) -> bool {
        self.parent().is_some()
    }

    pub fn parent(&self) -> Option<BlockId> {
        self.sailing.as_ref().and_then(|sailing| sailing.parent)
    }

    /// Its fuel is Critical: it is slow, and easier to hit [11.2.3] (R40).
    pub fn is_fuel_critical(&self) -> bool {
        self.fuel
            .is_some_and(|fuel| fuel.status == Status::Critical)
    }

    /// Attacked ship by ship: Scattered or Dispersed [7.7].
    pub fn is_broken(&self) -> bool {
        self.is_scattered() || self.is_dispersed()
    }

    /// Neither Dummies nor Convoys without warships search; nor do forces with ships Dead in the Water [6.5], [6.8], (chapter 7)
    /// (R61).
    pub fn may_search(&self, chart: &Chart) -> bool {
        let warships = self.units.has(chart, ShipType::is_warship);
        self.kind != Kind::Dummy && warships && self.units.speed(chart) != Speed::None
    }

    /// All its ships are of that side.
    pub fn is_of(&self, chart: &Chart, side: Side) -> bool {
        let ships = self
            .units
            .ships
            .iter()
            .map(|state| chart.ship(state.ship).nation);
        let pools = self
            .units
            .pools
            .iter()
            .map(|pool| chart.class(pool.class).nation);
        ships.chain(pools).all(|nation| nation.side() == side)
    }
}
