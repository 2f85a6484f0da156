//! Everything that is true at one moment of a game.
//!
//! Almost all of it is somebody's secret: what a side holds, plans and is asked lies in its `Fleet`, and the fleets,
//! the steps to come and the ledger are sealed in files. What lies open is the rest, and what [`View`](crate::view::View)
//! lets through.

use crate::air::{AirUnit, Leave, Wing};
use crate::command::Points;
use crate::forces::{BlockId, Force, Hull, Kind, Place, ShipState, Token};
use crate::hex::Hex;
use crate::moorings::Moored;
use crate::movement::Entered;
use crate::passage::Passage;
use crate::recon::Report;
use crate::season::{Reserve, Season};
use crate::sequence::{Order, Segment, Step};
use crate::setup::Setup;
use crate::side::{BySide, Side};
use crate::strike::Strike;
use crate::surface::Attack;
use crate::surface::battle::Battle;
use crate::surface::hitler::Met;
use crate::tables::{CARDS, IceMarker, OptionId, ScenarioValues, Sector, Tables};
use crate::time::{Fortnight, Light, Turn};
use crate::units::{ClassId, PortId, ShipId};
use crate::vp::Vp;
use crate::weather::{Local, Prevailing, Weather};
use derbyhouse_kernel::{Agenda, Chance};
use serde::{Deserialize, Serialize};

/// What a side was told of a contact, and when [6.2.1].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sighting {
    pub token: Token,
    pub turn: Turn,
    pub hex: Hex,
    pub report: Report,
}

/// How far an enemy block was seen to go under one token [5.1]: what moves two hexes in a turn is no Convoy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Watched {
    pub token: Token,
    pub turn: Turn,
    /// In that turn.
    pub hexes: u8,
    /// In any turn.
    pub most: u8,
}

/// As many as a notebook holds.
const WATCHED: usize = 80;

/// A Convoy as it is scheduled, and as it stands in the account [4.2], [2.1].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    pub id: String,
    pub loaded: bool,
    /// Its port of departure.
    pub from: PortId,
    /// Not before that turn.
    pub depart: Turn,
    pub started: u8,
    pub arrived: u8,
    pub sunk: u8,
    pub exempt: u8,
}

impl Account {
    /// The Convoy that WUNDERLAND meets: no ship of it counts (R85).
    pub(crate) fn is_of_kara(&self) -> bool {
        self.id == crate::kara::CONVOY
    }

    /// A Convoy that has not sailed; its ships are counted as it is formed.
    pub(crate) fn new(id: &str, loaded: bool, from: PortId, depart: Turn) -> Self {
        Self {
            id: id.to_owned(),
            loaded,
            from,
            depart,
            started: 0,
            arrived: 0,
            sunk: 0,
            exempt: 0,
        }
    }
}

/// A step of a plan up to the Starting Turn [4.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanStep {
    Leave,
    To(Hex),
    Enter,
    /// The turn is over.
    Rest,
}

/// The Planning Sheet of one force [1.9], [4.2].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub block: BlockId,
    pub steps: Vec<PlanStep>,
    /// How many were made.
    pub made: u8,
}

/// A side's forty cards: those drawn since they were last shuffled [1.7]. What comes next is decided when it is drawn,
/// so that no order lies hidden; the odds are those of a shuffled deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Cards {
    drawn: Vec<u8>,
}

impl Cards {
    /// Draws the next card, by its place in the deck; an empty deck is shuffled again (R25).
    pub fn draw(&mut self, chance: &mut Chance) -> usize {
        if self.drawn.len() >= CARDS {
            self.drawn.clear();
        }
        let left = CARDS - self.drawn.len();
        let place = chance.below(left as u32) as usize;
        let card = self.left().nth(place).unwrap_or_default();
        self.drawn.push(card as u8);
        card
    }

    /// Those that may still come, by their places in the deck.
    pub fn left(&self) -> impl Iterator<Item = usize> {
        let gone = match self.drawn.len() >= CARDS {
            true => 0,
            false => self.drawn.iter().fold(0u64, |gone, card| gone | 1 << card),
        };
        (0..CARDS).filter(move |card| gone & (1 << card) == 0)
    }

    /// As many cards drawn, but others.
    pub fn other(drawn: &Self, chance: &mut Chance) -> Self {
        let mut all: Vec<u8> = (0..CARDS as u8).collect();
        chance.shuffle(&mut all);
        all.truncate(drawn.drawn.len());
        Self { drawn: all }
    }

    pub fn shuffle(&mut self) {
        self.drawn.clear();
    }

    /// Each card once, and none that is not there.
    pub fn is_sound(&self) -> bool {
        let mut drawn = self.drawn.clone();
        drawn.sort_unstable();
        drawn.dedup();
        drawn.len() == self.drawn.len() && drawn.iter().all(|card| usize::from(*card) < CARDS)
    }
}

/// All that one side has, plans, knows and is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fleet {
    pub forces: Vec<Force>,
    pub air: Vec<AirUnit>,
    pub wing: Wing,
    pub cards: Cards,
    /// By track; those of the other side stay empty [4.3].
    pub points: [Points; 3],
    /// Heavy Ships that were paid for (R94).
    pub paid: Vec<ShipId>,
    /// Heavy Ships that sailed for nothing, and whether they are still out: once in port they pay like others [4.3.3],
    /// [4.3.4].
    #[serde(default)]
    pub free: Vec<(ShipId, bool)>,
    /// Port hexes and boxes where a Dummy was made in this turn [1.3].
    #[serde(default)]
    pub new_dummies: Vec<Place>,
    /// Of forces that are to sail before the Starting Turn [4.2].
    pub plans: Vec<Plan>,
    /// By Convoy.
    pub accounts: Vec<Account>,
    /// Merchant ships that have come in (R101).
    pub moored: Vec<Moored>,
    /// The two cruisers of Patrol White [5.1.9].
    pub white: Vec<ShipId>,
    /// Those of them that have cost their points in this Operation (R32).
    #[serde(default)]
    pub white_paid: Vec<ShipId>,
    /// Its Special Condition (chapter 12).
    pub special: Special,
    /// Ahistorical forces that come as a group, by their place in the list, and its number (chapter 14).
    pub bought: Vec<(u8, u8)>,
    /// Units that broke down, with their blocks [5.1.3].
    pub inop: Vec<(BlockId, Hull)>,
    /// The pack that may move a hex more in this turn, by event (chapter 13).
    pub redeployed: Option<BlockId>,
    /// What lasts from one Fortnight of a Campaign to the next (chapter 15).
    pub reserve: Reserve,
    /// CS lost by Capital Ships that score nothing [12.4], [12.14.2] (R90).
    pub excused: Vec<(ShipId, u8)>,
    /// What it is asked, the next question on top.
    pub orders: Agenda<Order>,
    pub notebook: Vec<Sighting>,
    /// How far the blocks of the enemy were seen to go.
    #[serde(default)]
    pub watched: Vec<Watched>,
    /// What it has seen on Battle Displays (R79).
    pub met: Vec<Met>,
    /// Reinforcement groups taken [13.6].
    pub groups: u8,
    /// What the Axis was told last: every Allied carrier is identified [5.1.8] (R20).
    pub carriers_known: bool,
}

impl Fleet {
    pub fn force(&self, block: BlockId) -> Option<&Force> {
        self.forces.iter().find(|force| force.block == block)
    }

    pub fn force_mut(&mut self, block: BlockId) -> Option<&mut Force> {
        self.forces.iter_mut().find(|force| force.block == block)
    }

    pub fn by_token(&self, token: Token) -> Option<&Force> {
        let at_sea = |force: &&Force| force.token == token && force.hex().is_some();
        self.forces.iter().find(at_sea)
    }

    /// An enemy block was seen to go one hex farther.
    pub fn watch(&mut self, token: Token, turn: Turn) {
        match self.watched.iter_mut().find(|seen| seen.token == token) {
            Some(seen) => {
                seen.hexes = if seen.turn == turn {
                    seen.hexes.saturating_add(1)
                } else {
                    1
                };
                seen.turn = turn;
                seen.most = seen.most.max(seen.hexes);
            }
            None => {
                if self.watched.len() >= WATCHED {
                    self.watched.remove(0);
                }
                self.watched.push(Watched {
                    token,
                    turn,
                    hexes: 1,
                    most: 1,
                });
            }
        }
    }

    /// Whether a ship need not be paid for when she sails: she was, or she is out for nothing [4.3.3], [4.3.4] (R94).
    pub fn is_covered(&self, ship: ShipId) -> bool {
        self.paid.contains(&ship) || self.free.contains(&(ship, true))
    }

    /// Ships go to sea without a point [4.3.3], [4.3.4].
    pub fn sail_free(&mut self, ships: &[ShipId]) {
        for ship in ships.iter().filter(|ship| !self.paid.contains(ship)) {
            match self.free.iter_mut().find(|(own, _)| own == ship) {
                Some((_, out)) => *out = true,
                None => self.free.push((*ship, true)),
            }
        }
    }

    /// A number that no block of the side has.
    pub fn free_block(&self) -> BlockId {
        let highest = self.forces.iter().map(|force| force.block.0).max();
        let taken = |number: &u8| self.forces.iter().any(|force| force.block.0 == *number);
        let next = highest.map_or(0, |highest| highest.saturating_add(1));
        BlockId((0..=next).find(|number| !taken(number)).unwrap_or(next))
    }
}

/// Who may see an entry of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    Everybody,
    Only(Side),
}

/// An entry of the ledger of Victory Points (chapter 2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub turn: Turn,
    pub rule: String,
    pub vp: Vp,
    pub text: String,
    pub audience: Audience,
}

/// Facts of the Operation that rules ask for again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flags {
    /// An Allied TF or Convoy has been identified at sea [11.4].
    pub allied_identified: bool,
    /// Patrol White is released [5.1.9].
    pub white_released: bool,
    /// Foreign warships that entered Soviet ports [5.1.2].
    pub entered: Entered,
    /// Severny Flot's ships may sail [4.3.2].
    pub severny_sails: bool,
    /// The initiative player has had his first Naval Movement Segment [4.3].
    pub initiative_used: bool,
}

/// What only one side may know of its plans for a Special Condition [12.8], [12.14].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mission {
    pub target: Place,
    pub turn: Turn,
    pub ships: Vec<ShipId>,
    pub classes: Vec<(ClassId, u8)>,
}

/// Training, once in an Operation [4.3.4].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sortie {
    pub from: PortId,
    pub ships: Vec<ShipId>,
}

/// A side's Special Condition, and what it has done about it (chapter 12).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Special {
    /// The chit, by the place of its letter.
    pub chit: Option<u8>,
    pub revealed: bool,
    /// It has scored or been used: never twice.
    pub used: bool,
    pub mission: Option<Mission>,
    /// Ships that were in no force and play for the mission only, with CS of Escorts [12.14.1].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landing_ships: Vec<ShipId>,
    /// The attack planned was declared [12.14].
    pub declared: bool,
    /// The Axis Convoy was not in Kirkenes in time [12.3].
    pub late: bool,
    /// Ships that have left by the western edge, and whether they had fuel enough [12.2].
    pub exited: Vec<(ShipState, bool)>,
    /// How many of these have been counted: each scores once, whenever it leaves [12.2].
    #[serde(default)]
    pub exits_counted: u8,
    /// Carriers that owe a strike [12.5].
    pub owing: Vec<ShipId>,
    /// The force that has been off Barentsburg since a Day turn began, unattacked [12.11].
    pub landing: Option<BlockId>,
    pub sortie: Option<Sortie>,
    /// What has gone into the Kara Sea [12.12].
    pub in_kara: Vec<Kind>,
}

/// What a Random Event changes for one Player Phase, besides aircraft and battles (chapter 13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Favour {
    /// On torpedo dice of German submarines [7.3.1].
    pub torpedoes: i8,
    /// More hexes for a sector [6.4.2].
    pub search: Option<(Sector, u8)>,
}

/// What is nobody's to read in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Secret {
    pub fleets: BySide<Fleet>,
    /// What the table does next.
    pub agenda: Agenda<Step>,
    pub ledger: Vec<Entry>,
    pub flags: Flags,
    /// A surface attack that was announced [7.5].
    pub attack: Option<Attack>,
    /// A battle that is fought: most of it lies open [7.5.2].
    pub battle: Option<Battle>,
    /// A force on its way through a hex of the enemy [6.6.1].
    pub transit: Option<Passage>,
    /// How many blocks lay in each port and box when plans were made: that is what the enemy sees until play starts [8.3].
    #[serde(default)]
    pub quays: Vec<(Side, Place, u8)>,
    /// The next token to be dealt.
    pub tokens: u16,
    /// Air attacks that go on, the present one last [7.2], [14.1].
    pub strikes: Vec<Strike>,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The Operation is over [3.4].
    Played,
    /// A side gave up.
    Resigned(Side),
}

/// Everything that is true at one moment. Outside this crate it can be seen only through a
/// [`View`](crate::view::View).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub(crate) setup: Setup,
    pub(crate) turn: Turn,
    pub(crate) segment: Segment,
    /// Whose Player Phase it is.
    pub(crate) active: Option<Side>,
    pub(crate) weather: Option<Prevailing>,
    /// By zone [10.1].
    pub(crate) ice: [IceMarker; 10],
    /// The Starting Turn [8.3].
    pub(crate) start: Turn,
    /// Who has the initiative [4.1].
    pub(crate) initiative: Side,
    /// A Ground Offensive lies open [12.6].
    pub(crate) offensive: bool,
    /// What a Random Event gives or takes for this Player Phase (chapter 13).
    pub(crate) favour: Favour,
    /// The Campaign, if it is one (chapter 15).
    pub(crate) season: Option<Season>,
    /// Hexes named in the Reconnaissance Segment, which lie open, and the sector that looks into each [6.4.2].
    pub(crate) named: Vec<(Sector, Hex)>,
    /// What an event allows aircraft in this Player Phase (chapter 13).
    pub(crate) leave: Leave,
    /// Weather of its own off North Norway [9.5].
    pub(crate) local: Option<Local>,
    /// High Command Caution holds [13.3].
    pub(crate) caution: bool,
    pub(crate) end: Option<End>,
    #[serde(with = "derbyhouse_kernel::sealed")]
    pub(crate) secret: Secret,
}

impl Position {
    #[inline]
    pub(crate) fn fleet(&self, side: Side) -> &Fleet {
        &self.secret.fleets[side]
    }

    pub(crate) fn fleet_mut(&mut self, side: Side) -> &mut Fleet {
        &mut self.secret.fleets[side]
    }

    /// Whether a side has a block left: their number is absolute [1.2].
    pub(crate) fn has_room(&self, t: &Tables, side: Side) -> bool {
        self.fleet(side).forces.len() < usize::from(t.chart.blocks[side].total())
    }

    pub(crate) fn scenario<'t>(&self, t: &'t Tables) -> &'t ScenarioValues {
        if let Some(season) = self.season
            && let Some(operation) = t.campaign.operations.get(usize::from(season.fortnight))
        {
            return operation;
        }
        // A position is only made from, and validated against, a scenario that is there.
        self.setup.values(t).unwrap_or(&t.scenarios[0])
    }

    /// Whether an optional rule is in use (R58).
    pub(crate) fn plays(&self, option: OptionId) -> bool {
        self.setup.has(option)
    }

    pub(crate) fn date(&self, t: &Tables) -> Fortnight {
        self.scenario(t).date
    }

    /// Day or Night [8.2].
    pub(crate) fn light(&self, t: &Tables) -> Light {
        self.scenario(t).daylight.of(self.turn)
    }

    #[inline]
    pub(crate) fn weather(&self) -> Weather {
        self.weather.map_or(Weather::Fair, |now| now.weather)
    }

    /// Whether a Ground Offensive keeps aircraft from flying [12.6].
    pub(crate) fn has_ground_offensive(&self) -> bool {
        self.offensive
    }

    /// The weather in a hex: Local Weather goes before the prevailing one [9.5].
    pub(crate) fn weather_at(&self, t: &Tables, hex: Hex) -> Weather {
        match self.local {
            Some(local) if t.sheet.has_local_weather(hex) => local.weather,
            _ => self.weather(),
        }
    }

    /// Whether a port is open: temporary ones only if the scenario says so [1.1.1].
    pub(crate) fn is_port_open(&self, t: &Tables, port: PortId) -> bool {
        !t.sheet.port(port).temporary || self.scenario(t).temporary_ports.contains(&port)
    }

    pub(crate) fn vp(&self) -> Vp {
        self.secret.ledger.iter().map(|entry| entry.vp).sum()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// Forces of a side that stand at sea in a hex.
    #[inline]
    pub(crate) fn at(&self, side: Side, hex: Hex) -> impl Iterator<Item = &Force> {
        let forces = self.fleet(side).forces.iter();
        forces.filter(move |force| force.hex() == Some(hex))
    }
}
