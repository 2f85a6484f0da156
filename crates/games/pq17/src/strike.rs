//! An air attack [7.2] as it stands: who flies, against what, and how far it has come. What is in here lies open to
//! both sides; only the numbers of blocks are their owner's, so a viewer gets a [`StrikeView`].

mod after;
mod announce;
mod assign;
mod asw;
mod carriers;
mod chances;
mod dogfight;
mod fire;
mod harbor;
mod hits;
mod line;
mod scramble;
mod stragglers;

#[cfg(test)]
pub(crate) use assign::loads;
pub(crate) use chances::{Dice, Drop};

use crate::air::{AirId, Flyer, Load, StrikeCondition, aa_drm};
use crate::forces::{BlockId, Hurt};
use crate::hex::Hex;
use crate::moorings::Berth;
use crate::position::Position;
use crate::sequence::Success;
use crate::side::Side;
use crate::tables::{AirResult, Tables};
use crate::time::Light;
use crate::units::{BaseId, ClassId, PortId, ShipId};
use serde::{Deserialize, Serialize};

/// What is attacked [7.1].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A force at sea, by its owner's number.
    Force(BlockId),
    /// Every ship in a port.
    Port(PortId),
    /// The same after the Operation [12.7].
    Harbor(PortId, Light),
    /// Aircraft at a base.
    Airbase(BaseId),
    /// Forces in a surface battle, by the aircraft of these carriers' forces [7.5.6].
    Battle {
        against: Vec<BlockId>,
        carriers: Vec<BlockId>,
    },
}

/// Where the ships of a counter are: in a force, or in port without a block [12.7].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    Block(BlockId),
    Berth(Berth),
}

/// One counter in the line of targets [7.2.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Counter {
    Ship {
        block: BlockId,
        ship: ShipId,
    },
    Class {
        of: Holder,
        class: ClassId,
        /// CS, or ships of 0 CS that were hurt.
        cs: u8,
        hurt: Hurt,
    },
    Aircraft(AirId),
}

/// Counters that stand together: one place of the line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stack(pub Vec<Counter>);

/// A unit, its place and its wave [7.2.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sortie {
    pub unit: AirId,
    pub place: u8,
    pub wave: u8,
    pub load: Load,
    /// Driven off by Elusive Target [13.1].
    pub elusive: bool,
}

/// One CS that fires in the air [7.2.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    pub by: Side,
    pub from: Flyer,
    pub at: Flyer,
}

/// One die of anti-aircraft fire, kept until CAMs have had their word [7.2.5].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AaDie {
    pub unit: AirId,
    pub die: u8,
    pub aa_ship: bool,
    pub cam: bool,
}

/// Units that strike together [7.1.2].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flight {
    pub units: Vec<AirId>,
    /// How they found their target, once they have.
    pub found: Found,
}

/// What a group's card said [7.1.1], [7.1.2].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// No card yet.
    #[default]
    Open,
    /// By `U` or `I`: with coordinated strikes it goes in alone.
    Alone,
    /// By anything else.
    Together,
}

impl Found {
    pub(crate) const fn by(success: &Success) -> Self {
        match success.symbol || success.sure {
            true => Self::Alone,
            false => Self::Together,
        }
    }
}

/// An air attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strike {
    /// Who attacks.
    pub side: Side,
    pub target: Target,
    pub hex: Hex,
    /// By Day or by Night: in a Harbor Raid as the attacker likes [12.7].
    pub light: Light,
    /// Groups that still look for the target, or wait for their turn.
    pub flights: Vec<Flight>,
    /// Those that attack now.
    pub units: Vec<AirId>,
    /// Whether Surprise was achieved, if it was tried [7.2.1].
    pub surprise: Option<bool>,
    pub scrambled: Vec<Flyer>,
    /// Fire in the air as it is assigned [7.2.2].
    pub shots: Vec<Shot>,
    pub line: Vec<Stack>,
    pub sorties: Vec<Sortie>,
    pub wave: u8,
    /// Whom neighbours fire at in this wave [7.2.5].
    pub support: Vec<(u8, AirId)>,
    pub aa: Vec<AaDie>,
    /// It is itself an answer, or has been answered [14.1].
    pub replied: bool,
    /// Hits on merchant ships in harbour, which take more than one each [12.7].
    pub harbor_hits: u8,
}

impl Strike {
    pub(crate) fn new(side: Side, target: Target, hex: Hex, light: Light) -> Self {
        Self {
            side,
            target,
            hex,
            light,
            flights: Vec::new(),
            units: Vec::new(),
            surprise: None,
            scrambled: Vec::new(),
            shots: Vec::new(),
            line: Vec::new(),
            sorties: Vec::new(),
            wave: 0,
            support: Vec::new(),
            aa: Vec::new(),
            replied: false,
            harbor_hits: 0,
        }
    }

    /// Blocks that can be hit: none of a port or base by name.
    pub(crate) fn blocks(&self) -> Vec<BlockId> {
        match &self.target {
            Target::Force(block) => vec![*block],
            Target::Battle { against, .. } => against.clone(),
            Target::Port(_) | Target::Harbor(..) | Target::Airbase(_) => Vec::new(),
        }
    }

    /// The port whose ships are attacked.
    pub(crate) const fn port(&self) -> Option<PortId> {
        match self.target {
            Target::Port(port) | Target::Harbor(port, _) => Some(port),
            _ => None,
        }
    }

    pub(crate) const fn at_sea(&self) -> bool {
        matches!(self.target, Target::Force(_) | Target::Battle { .. })
    }

    pub(crate) fn sortie(&self, unit: AirId) -> Option<&Sortie> {
        self.sorties.iter().find(|sortie| sortie.unit == unit)
    }

    /// The nearest places that still stand on either side of one [7.2.5] (R46).
    pub(crate) fn neighbours(&self, place: u8) -> impl Iterator<Item = u8> + use<'_> {
        let stands = |place: &u8| !self.line[usize::from(*place)].0.is_empty();
        let left = (0..place).rev().find(stands);
        let right = (place + 1..self.line.len() as u8).find(stands);
        left.into_iter().chain(right)
    }

    pub(crate) fn stands(&self, place: u8) -> bool {
        let stack = self.line.get(usize::from(place));
        stack.is_some_and(|stack| !stack.0.is_empty())
    }
}

/// A place of the line, as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackView {
    /// Counters in words: `2 Merchant ships`.
    pub counters: Vec<String>,
    /// Anti-aircraft dice against each of its attackers [7.2.5].
    pub aa: u8,
    /// Attackers of the present wave and of those to come.
    pub attackers: Vec<SortieView>,
}

/// A unit that attacks a place, with what its dice need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortieView {
    pub unit: AirId,
    pub wave: u8,
    pub name: String,
    pub load: Load,
    pub dice: u8,
    /// Each counter with the faces of ten that hit it, as far as both sides know.
    pub hits: Vec<(String, u8)>,
}

/// One die of anti-aircraft fire as it lies on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AaView {
    pub at: String,
    pub die: u8,
    /// What counts besides the die.
    pub drms: Vec<(&'static str, i8)>,
    pub result: AirResult,
}

/// An air attack, as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrikeView {
    pub side: Side,
    pub hex: Hex,
    pub surprise: Option<bool>,
    /// Attackers with the CS they have left.
    pub units: Vec<(String, u8)>,
    pub scrambled: Vec<(String, u8)>,
    pub line: Vec<StackView>,
    pub wave: u8,
    /// Dice of the guns in this wave.
    pub aa: Vec<AaView>,
}

impl Position {
    /// The attack that goes on, if any.
    pub(crate) fn strike(&self) -> Option<&Strike> {
        self.secret.strikes.last()
    }

    pub(crate) fn strike_mut(&mut self) -> Option<&mut Strike> {
        self.secret.strikes.last_mut()
    }

    /// In words, for both sides alike.
    pub(crate) fn strike_view(&self, t: &Tables) -> Option<StrikeView> {
        let strike = self.strike()?;
        let flyer = |side: Side, flyer: Flyer| {
            (
                self.flyer_name(t, side, flyer),
                self.flyer_cs(t, side, flyer),
            )
        };
        let units = strike
            .units
            .iter()
            .chain(strike.flights.iter().flat_map(|f| &f.units));
        let stack = |(place, stack): (usize, &Stack)| StackView {
            counters: stack
                .0
                .iter()
                .map(|c| self.counter_name(t, strike.side.other(), c))
                .collect(),
            aa: self.stack_dice(t, strike, place as u8, true).0,
            attackers: strike
                .sorties
                .iter()
                .filter(|sortie| usize::from(sortie.place) == place)
                .map(|sortie| {
                    let drop = self.drop_at(t, sortie.unit, sortie.place, sortie.load);
                    SortieView {
                        unit: sortie.unit,
                        wave: sortie.wave,
                        name: self.flyer_name(t, strike.side, Flyer::Unit(sortie.unit)),
                        load: sortie.load,
                        dice: drop.as_ref().map_or(0, |drop| drop.dice),
                        hits: drop.map_or_else(Vec::new, |drop| drop.targets),
                    }
                })
                .collect(),
        };
        let fired = |aa: &AaDie| {
            let night = strike.light == Light::Night;
            let drms = [
                (aa.aa_ship, "AA ship", StrikeCondition::AaShip),
                (aa.cam, "CAM", StrikeCondition::Cam),
                (night, "night", StrikeCondition::Night),
            ];
            let drms = drms.into_iter().filter(|(so, ..)| *so);
            AaView {
                at: self.flyer_name(t, strike.side, Flyer::Unit(aa.unit)),
                die: aa.die,
                drms: drms
                    .map(|(_, name, condition)| (name, aa_drm(t, condition)))
                    .collect(),
                result: self.aa_result(t, strike, aa, aa.cam),
            }
        };
        Some(StrikeView {
            side: strike.side,
            hex: strike.hex,
            surprise: strike.surprise,
            units: units
                .map(|id| flyer(strike.side, Flyer::Unit(*id)))
                .collect(),
            scrambled: strike
                .scrambled
                .iter()
                .map(|who| flyer(strike.side.other(), *who))
                .collect(),
            line: strike.line.iter().enumerate().map(stack).collect(),
            wave: strike.wave,
            aa: strike.aa.iter().map(fired).collect(),
        })
    }
}

/// Results of fire, in words.
pub(crate) fn in_words(results: &[AirResult]) -> String {
    let hurt: Vec<&str> = results
        .iter()
        .filter(|result| **result != AirResult::None)
        .map(|result| result.id())
        .collect();
    match hurt.is_empty() {
        true => "no effect".to_owned(),
        false => hurt.join(", "),
    }
}
