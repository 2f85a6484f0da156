//! The boats on the map, by stacks, which face one way [9.2] and fight as the rules of combat say [9.4]. Stacking is
//! free and unlimited [9.11], [9.13].

use crate::facing::Axis;
use crate::tables::Tables;
use crate::units::{ConvoyId, UnitKind};
use arrayvec::ArrayVec;
use derbyhouse_kernel::{Hex, HexSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// The most boats a game can have, whatever its tables say.
pub const MAX_BOATS: usize = 120;

/// Units of one stack, from the top.
pub type Units = ArrayVec<Unit, MAX_BOATS>;

/// Whether a unit is held under by the enemy [14.5].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pin {
    /// At liberty.
    Free,
    /// Pinned.
    Pinned,
}

/// What a unit has done in the segment that is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Duty {
    /// Nothing yet.
    Waiting,
    /// Has moved in E2: each unit moves once [6.0].
    Moved,
    /// Attacks that convoy in F1: at most one each [14.14].
    Attacks(ConvoyId),
}

/// A U-boat counter on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Single or pack.
    pub kind: UnitKind,
    /// Which of the counters of its kind, from 1; 0 for single boats, which are all alike.
    pub counter: u8,
    /// Pinned or free.
    pub pin: Pin,
    /// What it has done.
    pub duty: Duty,
}

/// A unit as a choice names it: packs by their counter, single boats by what tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnitName {
    /// Any single boat in that state.
    Single(Pin),
    /// The pack with that counter.
    Pack(UnitKind, u8),
}

impl Unit {
    /// A single boat.
    pub const fn single(pin: Pin) -> Self {
        Self {
            kind: UnitKind::Single,
            counter: 0,
            pin,
            duty: Duty::Waiting,
        }
    }

    /// A pack.
    pub const fn pack(kind: UnitKind, counter: u8, pin: Pin) -> Self {
        Self {
            kind,
            counter,
            pin,
            duty: Duty::Waiting,
        }
    }

    /// How choices call it.
    pub const fn name(self) -> UnitName {
        match self.kind {
            UnitKind::Single => UnitName::Single(self.pin),
            pack => UnitName::Pack(pack, self.counter),
        }
    }

    /// Not pinned?
    pub fn is_free(self) -> bool {
        self.pin == Pin::Free
    }

    /// Boats in it.
    pub fn boats(self, tables: &Tables) -> u32 {
        u32::from(tables.unit(self.kind).boats)
    }

    /// Strength of the counter: more than its boats for a pack [13.11].
    pub fn strength(self, tables: &Tables) -> u16 {
        tables.unit(self.kind).strength
    }
}

impl UnitName {
    /// Single or pack.
    pub const fn kind(self) -> UnitKind {
        match self {
            Self::Single(_) => UnitKind::Single,
            Self::Pack(kind, _) => kind,
        }
    }
}

impl fmt::Display for UnitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single(Pin::Free) => f.write_str("single"),
            Self::Single(Pin::Pinned) => f.write_str("single-pinned"),
            Self::Pack(kind, counter) => write!(f, "{kind}-{counter}"),
        }
    }
}

impl FromStr for UnitName {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, String> {
        let wrong = || {
            format!("“{s}” is no unit: single, single-pinned or a pack such as pack6-1 is expected")
        };
        match s {
            "single" => Ok(Self::Single(Pin::Free)),
            "single-pinned" => Ok(Self::Single(Pin::Pinned)),
            _ => {
                let (kind, counter) = s.split_once('-').ok_or_else(wrong)?;
                match (kind.parse()?, counter.parse()) {
                    (UnitKind::Single, _) | (_, Err(_) | Ok(0)) => Err(wrong()),
                    (kind, Ok(counter)) => Ok(Self::Pack(kind, counter)),
                }
            }
        }
    }
}

/// All boats in one hex, from the top down.
#[derive(Clone, Copy, Debug)]
pub struct Stack<'a> {
    /// Where.
    pub hex: Hex,
    /// The facing of its top unit, which is the facing of all [9.21], [12.12].
    pub facing: Axis,
    /// What, from the top.
    pub units: &'a [Unit],
}

impl Stack<'_> {
    /// Boats in it, pinned ones included [9.31].
    pub fn boats(&self, tables: &Tables) -> u32 {
        self.units.iter().map(|unit| unit.boats(tables)).sum()
    }

    /// Strength of its free units: what counts in search [9.32], [12.18].
    pub fn watching(&self, tables: &Tables) -> u16 {
        self.units
            .iter()
            .filter(|unit| unit.is_free())
            .map(|unit| unit.strength(tables))
            .sum()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    hex: Hex,
    facing: Axis,
    len: u8,
}

/// All boats on the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fleet {
    /// In ascending order of hex.
    heads: ArrayVec<Head, MAX_BOATS>,
    /// The units of all stacks, stack after stack.
    units: Units,
    /// The hexes of the heads, for quick answers.
    hexes: HexSet,
}

impl Fleet {
    /// Every stack, in ascending order of hex.
    pub fn stacks(&self) -> impl Iterator<Item = Stack<'_>> {
        let mut first = 0;
        self.heads.iter().map(move |head| {
            let units = &self.units[first..first + usize::from(head.len)];
            first += usize::from(head.len);
            Stack {
                hex: head.hex,
                facing: head.facing,
                units,
            }
        })
    }

    /// The place of a hex among the heads, and of its units among all units.
    fn find(&self, hex: Hex) -> Option<(usize, Range<usize>)> {
        let mut first = 0;
        for (index, head) in self.heads.iter().enumerate() {
            let end = first + usize::from(head.len);
            if head.hex == hex {
                return Some((index, first..end));
            }
            first = end;
        }
        None
    }

    /// Where a hex without boats would stand among the heads, and its units among all units.
    fn place_for(&self, hex: Hex) -> (usize, usize) {
        let before = self.heads.iter().take_while(|head| head.hex < hex);
        before.fold((0, 0), |(index, first), head| {
            (index + 1, first + usize::from(head.len))
        })
    }

    /// The stack in that hex, if there is one.
    pub fn stack(&self, hex: Hex) -> Option<Stack<'_>> {
        let (index, range) = self.find(hex)?;
        Some(Stack {
            hex,
            facing: self.heads[index].facing,
            units: &self.units[range],
        })
    }

    /// Every unit, wherever it is.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Every unit, to be changed in place.
    pub fn units_mut(&mut self) -> impl Iterator<Item = &mut Unit> {
        self.units.iter_mut()
    }

    /// The units in that hex, to be changed in place.
    pub fn stack_mut(&mut self, hex: Hex) -> &mut [Unit] {
        match self.find(hex) {
            Some((_, range)) => &mut self.units[range],
            None => &mut [],
        }
    }

    /// Hexes with boats, in ascending order.
    pub fn stack_hexes(&self) -> impl Iterator<Item = Hex> {
        self.heads.iter().map(|head| head.hex)
    }

    /// Hexes with boats.
    pub fn hexes(&self) -> &HexSet {
        &self.hexes
    }

    /// No boat left?
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Boats on the map.
    pub fn boats(&self, tables: &Tables) -> u32 {
        self.units.iter().map(|unit| unit.boats(tables)).sum()
    }

    /// Counters of that kind on the map [13.13].
    pub fn count(&self, kind: UnitKind) -> u8 {
        self.units.iter().filter(|unit| unit.kind == kind).count() as u8
    }

    /// Whether another counter of that kind is to be had [13.13].
    pub fn has_counter(&self, tables: &Tables, kind: UnitKind) -> bool {
        tables
            .unit(kind)
            .limit
            .is_none_or(|limit| self.count(kind) < limit)
    }

    /// The lowest counter of that kind that is on neither list.
    pub fn free_counter(&self, kind: UnitKind, taken: &[Unit]) -> u8 {
        if kind == UnitKind::Single {
            return 0;
        }
        let used = |n| {
            self.units
                .iter()
                .chain(taken)
                .any(|unit| unit.kind == kind && unit.counter == n)
        };
        (1..=u8::MAX).find(|&n| !used(n)).unwrap_or(u8::MAX)
    }

    /// Puts units on top of a hex, in their order. They take the facing of the hex; a hex newly occupied takes the
    /// one given (R23).
    pub fn put(&mut self, hex: Hex, units: &[Unit], facing: Axis) {
        if units.is_empty() {
            return;
        }
        let there = self.hexes.contains(hex).then(|| self.find(hex)).flatten();
        let first = match there {
            Some((index, range)) => {
                self.heads[index].len += units.len() as u8;
                range.start
            }
            None => {
                let (index, first) = self.place_for(hex);
                self.heads.insert(
                    index,
                    Head {
                        hex,
                        facing,
                        len: units.len() as u8,
                    },
                );
                self.hexes.insert(hex);
                first
            }
        };
        for (offset, unit) in units.iter().enumerate() {
            self.units.insert(first + offset, *unit);
        }
    }

    /// Takes units off a hex: those for which `which` says so, in stack order.
    pub fn take(&mut self, hex: Hex, mut which: impl FnMut(&Unit) -> bool) -> Units {
        let mut taken = Units::new();
        let Some((index, range)) = self.find(hex) else {
            return taken;
        };
        let mut place = range.start;
        for _ in range {
            if which(&self.units[place]) {
                taken.push(self.units.remove(place));
            } else {
                place += 1;
            }
        }
        self.heads[index].len -= taken.len() as u8;
        if self.heads[index].len == 0 {
            self.heads.remove(index);
            self.hexes.remove(hex);
        }
        taken
    }

    /// Turns a stack.
    pub fn turn(&mut self, hex: Hex, facing: Axis) {
        if let Some((index, _)) = self.find(hex) {
            self.heads[index].facing = facing;
        }
    }

    /// Brings the lowest unit of that name to the top of its stack [9.51].
    pub fn to_top(&mut self, hex: Hex, name: UnitName) {
        let stack = self.stack_mut(hex);
        if let Some(place) = stack.iter().rposition(|unit| unit.name() == name) {
            stack[..=place].rotate_right(1);
        }
    }
}

/// A unit as a file shows it: `pack6-1`, `single`, with what it has done and whether it is pinned.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainUnit {
    unit: String,
    #[serde(default, skip_serializing_if = "is_free")]
    pin: PlainPin,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    duty: Option<String>,
}

/// Pinned or not, absent when free.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(transparent)]
struct PlainPin(Pin);

impl Default for PlainPin {
    fn default() -> Self {
        Self(Pin::Free)
    }
}

fn is_free(pin: &PlainPin) -> bool {
    pin.0 == Pin::Free
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainStack {
    hex: Hex,
    facing: Axis,
    units: Vec<PlainUnit>,
}

impl From<&Unit> for PlainUnit {
    fn from(unit: &Unit) -> Self {
        let duty = match unit.duty {
            Duty::Waiting => None,
            Duty::Moved => Some("moved".to_owned()),
            Duty::Attacks(convoy) => Some(format!("attacks {}", convoy.number())),
        };
        let name = match unit.kind {
            UnitKind::Single => unit.kind.to_string(),
            _ => unit.name().to_string(),
        };
        Self {
            unit: name,
            pin: PlainPin(unit.pin),
            duty,
        }
    }
}

impl TryFrom<PlainUnit> for Unit {
    type Error = String;

    fn try_from(plain: PlainUnit) -> Result<Self, String> {
        let (kind, counter) = match plain.unit.parse()? {
            UnitName::Single(_) => (UnitKind::Single, 0),
            UnitName::Pack(kind, counter) => (kind, counter),
        };
        let duty = match plain.duty.as_deref() {
            None => Duty::Waiting,
            Some("moved") => Duty::Moved,
            Some(other) => other
                .strip_prefix("attacks ")
                .and_then(|number| ConvoyId::new(number.parse().ok()?))
                .map(Duty::Attacks)
                .ok_or_else(|| {
                    format!(
                        "“{other}” is no duty: “moved” or “attacks 1” to “attacks 20” is expected"
                    )
                })?,
        };
        Ok(Self {
            kind,
            counter,
            pin: plain.pin.0,
            duty,
        })
    }
}

impl Serialize for Fleet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.stacks().map(|stack| PlainStack {
            hex: stack.hex,
            facing: stack.facing,
            units: stack.units.iter().map(PlainUnit::from).collect(),
        }))
    }
}

impl<'de> Deserialize<'de> for Fleet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let mut fleet = Self::default();
        for stack in Vec::<PlainStack>::deserialize(deserializer)? {
            if fleet.stack(stack.hex).is_some() || stack.units.is_empty() {
                return Err(D::Error::custom(format!(
                    "hex {} must hold one stack of at least one unit",
                    stack.hex
                )));
            }
            if fleet.units.len() + stack.units.len() > MAX_BOATS {
                return Err(D::Error::custom(format!("more than {MAX_BOATS} units")));
            }
            let units: Result<Units, String> =
                stack.units.into_iter().map(Unit::try_from).collect();
            fleet.put(stack.hex, &units.map_err(D::Error::custom)?, stack.facing);
        }
        Ok(fleet)
    }
}
