//! A battle on the Battle Display [7.5.2]: who stands where, who screens whom, what is aimed at what.
//!
//! Units point at hulls of the forces; how those are hurt and armed is read from the forces, so that nothing is kept
//! twice.

use super::Area;
use crate::forces::{BlockId, Force, Hull, Hurt, Place, Units};
use crate::side::{BySide, Side};
use crate::tables::Tables;
use crate::units::ClassId;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Convoy Ships stack up to so much CS [7.2.4].
const STACK: u8 = 10;

/// A counter or stack on the Battle Display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "u{}", self.0)
    }
}

impl FromStr for UnitId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text
            .strip_prefix('u')
            .and_then(|number| number.parse().ok());
        number
            .map(Self)
            .ok_or_else(|| format!("“{text}” is no unit: one like u3 is expected"))
    }
}

/// Hulls of one force in a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub block: BlockId,
    pub hull: Hull,
    pub hurt: Hurt,
    /// CS of a class; 1 for a ship.
    pub lots: u8,
}

/// What a unit in the Screening or Torpedo Attack area protects [7.5.4].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Screen {
    #[default]
    Nobody,
    /// Friends in the Withdrawal area from up to two enemies.
    Withdrawal(Vec<UnitId>),
    /// One friend in the Deployment area from one enemy.
    Friend { friend: UnitId, from: UnitId },
}

impl Screen {
    /// Enemies that are blocked.
    pub fn blocks(&self, enemy: UnitId) -> bool {
        match self {
            Self::Nobody => false,
            Self::Withdrawal(enemies) => enemies.contains(&enemy),
            Self::Friend { from, .. } => *from == enemy,
        }
    }
}

/// A unit on the Battle Display [7.5.2].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleUnit {
    pub id: UnitId,
    pub parts: Vec<Part>,
    pub area: Area,
    /// The Round in which it joined.
    pub joined: u8,
    /// It has maneuvered in this Round.
    pub moved: bool,
    pub evading: bool,
    pub screen: Screen,
}

impl BattleUnit {
    pub fn hulls(&self) -> u8 {
        self.parts.iter().map(|part| part.lots).sum()
    }

    /// All of its hulls are of that block.
    pub fn is_all_of(&self, block: BlockId) -> bool {
        self.parts.iter().all(|part| part.block == block)
    }
}

/// Fire of one unit at another: dice of guns, or symbols of torpedoes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    pub by: UnitId,
    pub at: UnitId,
    pub dice: u8,
}

/// How a battle goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Course {
    /// Rounds with all their steps [7.5.2].
    Rounds,
    /// Only the attackers of Convoy Ships without escort fire; so many Rounds are left [7.5.8].
    Unescorted { prey: Side, left: u8 },
}

/// A battle [7.5].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub place: Place,
    pub attacker: Side,
    pub round: u8,
    /// The attacker has Surprise [7.5.3].
    pub surprise: bool,
    pub course: Course,
    pub forces: BySide<Vec<BlockId>>,
    pub units: BySide<Vec<BattleUnit>>,
    /// What each side's guns are aimed at; the enemy learns it when they fire [7.5.2iii].
    pub guns: BySide<Vec<Shot>>,
    /// Named openly, the defender first [7.5.2iv].
    pub torpedoes: BySide<Vec<Shot>>,
    /// A German unit has lost a step [7.5.2v].
    pub german_loss: bool,
    /// Hitler has recalled the Germans in this Round: they roll in step v, whatever happens until then [7.5.7].
    #[serde(default)]
    pub recalled: bool,
    /// No warship was there from the start [7.5.8].
    pub bare: bool,
    /// Counters stay inverted [7.5.9].
    pub inverted: bool,
    /// What is lost, to be told as of a TF at ID2 [7.5.9].
    pub lost: BySide<Units>,
    pub next: u8,
}

impl Battle {
    pub fn defender(&self) -> Side {
        self.attacker.other()
    }

    pub fn unit(&self, side: Side, id: UnitId) -> Option<&BattleUnit> {
        self.units[side].iter().find(|unit| unit.id == id)
    }

    pub fn unit_mut(&mut self, side: Side, id: UnitId) -> Option<&mut BattleUnit> {
        self.units[side].iter_mut().find(|unit| unit.id == id)
    }

    /// Which side a unit is of.
    pub fn side_of(&self, id: UnitId) -> Option<Side> {
        Side::ALL
            .into_iter()
            .find(|side| self.unit(*side, id).is_some())
    }

    pub fn holds(&self, side: Side, block: BlockId) -> bool {
        self.forces[side].contains(&block)
    }

    /// Somebody keeps that firing unit from that target [7.5.4]: friends in the Withdrawal area are protected together,
    /// one in the Deployment area alone.
    fn is_screened(&self, side: Side, firing: UnitId, target: &BattleUnit) -> bool {
        self.units[side.other()]
            .iter()
            .any(|unit| match &unit.screen {
                Screen::Nobody => false,
                Screen::Withdrawal(enemies) => {
                    target.area == Area::Withdrawal && enemies.contains(&firing)
                }
                Screen::Friend { friend, from } => {
                    target.area == Area::Deployment && *friend == target.id && *from == firing
                }
            })
    }

    /// Whether the screens let a unit fire at another: not at what is screened from it, and if it is screened itself not
    /// at those who are kept from it; a unit that screens fires only at those it blocks [7.5.4].
    pub fn may_target(&self, side: Side, firing: &BattleUnit, target: &BattleUnit) -> bool {
        let screening = firing.area == Area::Screening || firing.screen != Screen::Nobody;
        let bound = !screening || firing.screen.blocks(target.id);
        bound
            && !self.is_screened(side, firing.id, target)
            && !self.is_screened(side.other(), target.id, firing)
    }

    /// New counters go to the Deployment area; those of a class are shown as few as can be [1.4], [7.5.2].
    pub fn deploy(&mut self, t: &Tables, side: Side, force: &Force) {
        let round = self.round;
        self.forces[side].push(force.block);
        let add = |battle: &mut Self, parts: Vec<Part>| {
            let id = UnitId(battle.next);
            battle.next = battle.next.wrapping_add(1);
            battle.units[side].push(BattleUnit {
                id,
                parts,
                area: Area::Deployment,
                joined: round,
                moved: false,
                evading: false,
                screen: Screen::Nobody,
            });
        };
        for parts in counters(t, force) {
            add(self, parts);
        }
        self.make_change(t, side);
    }

    /// A destroyer that was hurt in the battle stands alone where the others are [7.9].
    pub fn add_hurt(&mut self, side: Side, block: BlockId, class: ClassId, hurt: Hurt) {
        let part = Part {
            block,
            hull: Hull::Class(class),
            hurt,
            lots: 1,
        };
        self.add_alone(side, part);
    }

    /// A ship that was hurt in the battle goes nowhere in this Round.
    pub fn add_alone(&mut self, side: Side, part: Part) {
        let id = UnitId(self.next);
        self.next = self.next.wrapping_add(1);
        self.units[side].push(BattleUnit {
            id,
            parts: vec![part],
            area: Area::Deployment,
            joined: self.round,
            moved: true,
            evading: false,
            screen: Screen::Nobody,
        });
    }

    /// Whole CS of one class in the Deployment area form the fewest counters [1.4].
    pub fn make_change(&mut self, t: &Tables, side: Side) {
        for class in t.chart.light_classes() {
            let is_counter = |unit: &BattleUnit| {
                unit.area == Area::Deployment
                    && unit
                        .parts
                        .iter()
                        .all(|part| part.hull == Hull::Class(class) && part.hurt == Hurt::Whole)
            };
            let units = &self.units[side];
            let of_class = units.iter().filter(|unit| is_counter(unit));
            if of_class.clone().count() < 2 {
                continue;
            }
            let joined = of_class.clone().map(|unit| unit.joined).min();
            let ids: Vec<UnitId> = of_class.clone().map(|unit| unit.id).collect();
            let mut parts: Vec<Part> = of_class.flat_map(|unit| unit.parts.clone()).collect();
            parts.sort_by_key(|part| part.block);
            let all = parts.iter().map(|part| part.lots).sum();
            let mut counters = t.chart.class(class).counters(all);
            for id in ids {
                match counters.next() {
                    Some(cs) => {
                        let taken = take_lots(&mut parts, cs);
                        if let Some(unit) = self.unit_mut(side, id) {
                            unit.parts = taken;
                            unit.joined = joined.unwrap_or(unit.joined);
                        }
                    }
                    None => self.units[side].retain(|unit| unit.id != id),
                }
            }
        }
    }

    /// Everybody but those in the Withdrawal area stands in Deployment again; markers and screens go [7.5.2v].
    pub fn regroup(&mut self) {
        self.recalled = false;
        for side in Side::ALL {
            for unit in &mut self.units[side] {
                if unit.area != Area::Withdrawal {
                    unit.area = Area::Deployment;
                }
                unit.moved = false;
                unit.evading = false;
                unit.screen = Screen::Nobody;
            }
            self.guns[side].clear();
            self.torpedoes[side].clear();
        }
    }
}

/// Takes so many CS of the parts of a counter.
fn take_lots(parts: &mut Vec<Part>, mut cs: u8) -> Vec<Part> {
    let mut taken = Vec::new();
    while cs > 0 && !parts.is_empty() {
        let lots = parts[0].lots.min(cs);
        taken.push(Part { lots, ..parts[0] });
        parts[0].lots -= lots;
        cs -= lots;
        if parts[0].lots == 0 {
            parts.remove(0);
        }
    }
    taken
}

/// The units of a force: Convoy Ships stack up to 10 CS, Light Ships act counter by counter, whatever they stand on; all others
/// and whatever is Dead in the Water or Crippled alone; submarines are not deployed [7.5.2], [7.2.4], [7.9] (R97, R104).
fn counters(t: &Tables, force: &Force) -> Vec<Vec<Part>> {
    let chart = &t.chart;
    let (block, mut all, mut stack) = (force.block, Vec::new(), (Vec::new(), 0));
    let mut stacked = |part: Part, cs: u8, all: &mut Vec<Vec<Part>>| {
        if stack.1 + cs > STACK {
            all.push(std::mem::take(&mut stack.0));
            stack.1 = 0;
        }
        match part.lots {
            0 => {}
            _ => stack.0.push(part),
        }
        stack.1 += cs;
    };
    for state in &force.units.ships {
        let ship = chart.ship(state.ship);
        let part = Part {
            block,
            hull: Hull::Ship(state.ship),
            hurt: Hurt::Whole,
            lots: 1,
        };
        match ship.kind.is_convoy_ship() && !state.is_diw(ship) {
            true => stacked(part, state.cs(ship), &mut all),
            false => all.push(vec![part]),
        }
    }
    for pool in &force.units.pools {
        let class = chart.class(pool.class);
        let part = |hurt, lots| Part {
            block,
            hull: Hull::Class(pool.class),
            hurt,
            lots,
        };
        match class.kind {
            kind if kind.is_submarine() => continue,
            kind if kind.is_convoy_ship() => {
                let mut left = pool.cs;
                while left > 0 {
                    let room = left.min(STACK);
                    stacked(part(Hurt::Whole, room), room, &mut all);
                    left -= room;
                }
            }
            _ => all.extend(
                class
                    .counters(pool.cs)
                    .map(|cs| vec![part(Hurt::Whole, cs)]),
            ),
        }
        for hurt in [Hurt::Crippled, Hurt::Diw] {
            all.extend((0..pool.of(hurt)).map(|_| vec![part(hurt, 1)]));
        }
    }
    if !stack.0.is_empty() {
        all.push(stack.0);
    }
    all
}
