//! The answers a player can give, and how records spell them.

use crate::facing::Axis;
use crate::fleet::UnitName;
use crate::packs::Packs;
use crate::units::{Base, ConvoyId, UnitKind};
use derbyhouse_kernel::{Hex, HexSet, HexTable};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// An answer. The order of the variants is the order of every list of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// Air groups as the scenario has them [17.3].
    AsPrinted,
    /// The next air group goes to that base [17.3].
    Base(Base),
    /// Take a unit of that kind to be placed [15.4].
    Deploy(UnitKind),
    /// Put it there.
    At(Hex),
    /// Do something with the stack in a hex.
    Stack(Hex, Order),
    /// Form the free boats of a hex into these packs, the rest single [13.11].
    Form(Hex, Packs),
    /// Move what was taken there.
    To(Hex),
    /// Gather a force against that convoy [14.11].
    Attack(ConvoyId),
    /// Add a unit to it [14.13].
    Add(UnitName),
    /// Add all that are left.
    AddAll,
    /// Attack.
    Fire,
    /// Turn a stack or change its order [9.51].
    Arrange,
    /// Think again.
    Back,
    /// End this segment.
    Done,
}

/// What can be done with a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// Turn it [9.51].
    Face(Axis),
    /// Bring a unit to its top [9.51].
    Top(UnitName),
    /// Take a unit of it to be moved [6.3].
    Unit(UnitName),
    /// Take everything that can still move.
    All,
}

/// The two answers that come by the hundred, made once.
static TO: LazyLock<HexTable<Choice>> = LazyLock::new(|| HexTable::new(Choice::To));
static AT: LazyLock<HexTable<Choice>> = LazyLock::new(|| HexTable::new(Choice::At));

impl Choice {
    /// Appends [`Choice::To`] for each hex.
    pub(crate) fn append_to(hexes: &HexSet, out: &mut Vec<Self>) {
        TO.append(hexes, out);
    }

    /// Appends [`Choice::At`] for each hex.
    pub(crate) fn append_at(hexes: &HexSet, out: &mut Vec<Self>) {
        AT.append(hexes, out);
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AsPrinted => f.write_str("as-printed"),
            Self::Base(base) => write!(f, "base {base}"),
            Self::Deploy(kind) => write!(f, "deploy {kind}"),
            Self::At(hex) => write!(f, "at {hex}"),
            Self::Stack(hex, Order::Face(axis)) => write!(f, "face {hex} {axis}"),
            Self::Stack(hex, Order::Top(name)) => write!(f, "top {hex} {name}"),
            Self::Stack(hex, Order::Unit(name)) => write!(f, "unit {hex} {name}"),
            Self::Stack(hex, Order::All) => write!(f, "stack {hex}"),
            Self::Form(hex, packs) => {
                write!(f, "form {hex}")?;
                let some = UnitKind::PACKS
                    .iter()
                    .zip(packs)
                    .filter(|(_, count)| **count > 0);
                if packs == &[0; 5] {
                    f.write_str(" singles")?;
                }
                for (kind, count) in some {
                    write!(f, " {count}x{kind}")?;
                }
                Ok(())
            }
            Self::To(hex) => write!(f, "to {hex}"),
            Self::Attack(convoy) => write!(f, "attack {}", convoy.number()),
            Self::Add(name) => write!(f, "add {name}"),
            Self::AddAll => f.write_str("add all"),
            Self::Fire => f.write_str("fire"),
            Self::Arrange => f.write_str("arrange"),
            Self::Back => f.write_str("back"),
            Self::Done => f.write_str("done"),
        }
    }
}

/// A text that is no choice of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoChoice(String);

impl fmt::Display for NoChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoChoice {}

impl From<String> for NoChoice {
    fn from(why: String) -> Self {
        Self(why)
    }
}

impl From<derbyhouse_kernel::hex::NotAHex> for NoChoice {
    fn from(why: derbyhouse_kernel::hex::NotAHex) -> Self {
        Self(why.to_string())
    }
}

impl FromStr for Choice {
    type Err = NoChoice;

    fn from_str(text: &str) -> Result<Self, NoChoice> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words.as_slice() {
            ["as-printed"] => Self::AsPrinted,
            ["base", base] => Self::Base(base.parse()?),
            ["deploy", kind] => Self::Deploy(kind.parse()?),
            ["at", hex] => Self::At(hex.parse()?),
            ["face", hex, axis] => Self::Stack(hex.parse()?, Order::Face(axis.parse()?)),
            ["top", hex, name] => Self::Stack(hex.parse()?, Order::Top(name.parse()?)),
            ["form", hex, packs @ ..] if !packs.is_empty() => {
                Self::Form(hex.parse()?, read_packs(packs)?)
            }
            ["unit", hex, name] => Self::Stack(hex.parse()?, Order::Unit(name.parse()?)),
            ["stack", hex] => Self::Stack(hex.parse()?, Order::All),
            ["to", hex] => Self::To(hex.parse()?),
            ["attack", number] => {
                let convoy = number.parse().ok().and_then(ConvoyId::new);
                Self::Attack(convoy.ok_or_else(|| {
                    NoChoice(format!("“{number}” is no convoy: 1 to 20 is expected"))
                })?)
            }
            ["add", "all"] => Self::AddAll,
            ["add", name] => Self::Add(name.parse()?),
            ["fire"] => Self::Fire,
            ["arrange"] => Self::Arrange,
            ["back"] => Self::Back,
            ["done"] => Self::Done,
            _ => return Err(NoChoice(format!("“{text}” is no choice of this game"))),
        })
    }
}

fn read_packs(words: &[&str]) -> Result<Packs, NoChoice> {
    let mut packs = [0; 5];
    if words == ["singles"] {
        return Ok(packs);
    }
    for word in words {
        let wrong = || {
            NoChoice(format!(
                "“{word}” is no number of packs: 2xpack6 or the like is expected"
            ))
        };
        let (count, kind) = word.split_once('x').ok_or_else(wrong)?;
        let kind: UnitKind = kind.parse()?;
        let place = UnitKind::PACKS
            .iter()
            .position(|pack| *pack == kind)
            .ok_or_else(wrong)?;
        packs[place] = count
            .parse()
            .ok()
            .filter(|n| *n > 0 && packs[place] == 0)
            .ok_or_else(wrong)?;
    }
    Ok(packs)
}

/// A value in a file as its text.
pub(crate) mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub(crate) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        d: D,
    ) -> Result<T, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A convoy in a file as its number, or nothing.
pub(crate) mod maybe_convoy {
    use crate::units::ConvoyId;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        value: &Option<ConvoyId>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.map(ConvoyId::number).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        d: D,
    ) -> Result<Option<ConvoyId>, D::Error> {
        let number = Option::<u8>::deserialize(d)?;
        number
            .map(|n| {
                ConvoyId::new(n)
                    .ok_or_else(|| serde::de::Error::custom(format!("there is no convoy {n}")))
            })
            .transpose()
    }
}
