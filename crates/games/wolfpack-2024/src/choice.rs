//! The answers a player can give, and how records spell them.

use crate::boats::{TUBES, TorpedoType, Tube};
use crate::campaign::Answer;
use crate::crew::{Man, WORST};
use crate::depth::Depth;
use crate::escorts::EscortId;
use crate::repair::Site;
use crate::ring::ApproachBox;
use crate::ships::TileId;
use crate::space::{Facing, Space};
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

named! {
    /// Which of the cards of a hit check is pulled again; of other results there is only one (R15).
    Part, "card of a hit check" {
        /// The number to hit.
        ToHit = "to-hit",
        /// The size modifier.
        Size = "size",
        /// The angle modifier.
        Angle = "angle",
        /// The d10, or the only card there is.
        D10 = "d10",
    }
}

/// A set of tubes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tubes(u8);

impl Tubes {
    /// None.
    pub const NONE: Self = Self(0);

    /// Is it among them?
    pub const fn has(self, tube: Tube) -> bool {
        self.0 >> tube.index() & 1 == 1
    }

    /// In order.
    pub fn iter(self) -> impl Iterator<Item = Tube> {
        Tube::all().filter(move |tube| self.has(*tube))
    }

    /// Every set that can be made of these, the empty one aside.
    pub fn sets_of(tubes: &[Tube]) -> impl Iterator<Item = Self> + '_ {
        (1..1u8 << tubes.len()).map(|bits| {
            let chosen = tubes
                .iter()
                .enumerate()
                .filter(move |(place, _)| bits >> place & 1 == 1);
            chosen.map(|(_, tube)| *tube).collect()
        })
    }
}

impl FromIterator<Tube> for Tubes {
    fn from_iter<I: IntoIterator<Item = Tube>>(tubes: I) -> Self {
        Self(
            tubes
                .into_iter()
                .fold(0, |bits, tube| bits | 1 << tube.index()),
        )
    }
}

impl fmt::Display for Tubes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return f.write_str("none");
        }
        self.iter().try_for_each(|tube| write!(f, "{tube}"))
    }
}

impl FromStr for Tubes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self::NONE);
        }
        let wrong = || format!("“{text}” are no tubes: 124 or the like is expected, or none");
        let tubes = text
            .chars()
            .map(|digit| digit.to_digit(10).and_then(|n| Tube::new(n as u8)));
        let set: Self = tubes
            .collect::<Option<Vec<_>>>()
            .ok_or_else(wrong)?
            .into_iter()
            .collect();
        if set.to_string() == text && !text.is_empty() {
            Ok(set)
        } else {
            Err(wrong())
        }
    }
}

/// An answer. The order of the variants is the order of every list of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// Leave a result as it is [5.repull_once].
    Keep,
    /// Pay and pull again.
    Repull(Part),
    /// A space: where to enter, which ship to compute or to fire at.
    At(Space),
    /// Turn [33.free_turn].
    Face(Facing),
    /// Change depth [30.rate_vii].
    Depth(Depth),
    /// Go straight ahead [34.surfaced_two_or_one_and_turn].
    Ahead(u8),
    /// Go to a box of the Approach map [32.approach_surfaced].
    To(ApproachBox),
    /// Run silent [29.running_state].
    Silent,
    /// Run as usual [29.running_state].
    Operational,
    /// Blow the tanks [35.blow_rise].
    Blow,
    /// Give the boat up [29.scuttle_when].
    Scuttle,
    /// Leave the patrol [36.disengage_to_track].
    Disengage,
    /// These tubes: they store a solution, or fire at a hunter [38.tdc_one_end], [53.one_end_declared].
    Store(Tubes),
    /// Load a tube [58.same_end_and_type].
    Load(Tube, TorpedoType),
    /// Fire a tube at the target of its solution [59.ends].
    Fire(Tube),
    /// Fire a tube at something else [60.unaimed].
    Unaimed(Tube),
    /// Fire a tube at an escort [60.escort_range].
    Engage(Tube),
    /// That escort.
    Escort(EscortId),
    /// Dive in alarm [42.crash_dive_effect].
    Dive,
    /// Do not.
    Stay,
    /// Evade [42.evasion].
    Evade,
    /// Take what comes.
    Accept,
    /// A request lies left of the centre column [48.centre_column_free].
    Left,
    /// Or right of it.
    Right,
    /// Pay for repairs in silence, or to be spared on the way home [61.silent_1_tp], [68.home_event_1_tp].
    Pay,
    /// A section repairs something, with or without the chief engineer [61.repair_roll].
    Repair(Man, Site, bool),
    /// Somebody heals somebody [64.healers].
    Heal(Man, Man),
    /// Wound levels of bow, mid and stern from now on [65.relocation].
    Relocate([u8; 3]),
    /// Take the replacement boat [67.replacement_boat].
    Replace,
    /// Hunt that straggler [68.straggler_who].
    Hunt(TileId),
    /// In port.
    Port(Answer),
    /// Think again.
    Back,
    /// Nothing more.
    Done,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep => f.write_str("keep"),
            Self::Repull(part) => write!(f, "repull {part}"),
            Self::At(space) => write!(f, "at {space}"),
            Self::Face(facing) => write!(f, "face {facing}"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Ahead(spaces) => write!(f, "ahead {spaces}"),
            Self::To(to) => write!(f, "to {to}"),
            Self::Silent => f.write_str("silent"),
            Self::Operational => f.write_str("operational"),
            Self::Blow => f.write_str("blow"),
            Self::Scuttle => f.write_str("scuttle"),
            Self::Disengage => f.write_str("disengage"),
            Self::Store(tubes) => write!(f, "tubes {tubes}"),
            Self::Load(tube, torpedo) => write!(f, "load {tube} {torpedo}"),
            Self::Fire(tube) => write!(f, "fire {tube}"),
            Self::Unaimed(tube) => write!(f, "unaimed {tube}"),
            Self::Engage(tube) => write!(f, "engage {tube}"),
            Self::Escort(escort) => write!(f, "escort {}", escort.index()),
            Self::Dive => f.write_str("dive"),
            Self::Stay => f.write_str("stay"),
            Self::Evade => f.write_str("evade"),
            Self::Accept => f.write_str("accept"),
            Self::Left => f.write_str("left"),
            Self::Right => f.write_str("right"),
            Self::Pay => f.write_str("pay"),
            Self::Repair(section, site, false) => write!(f, "repair {section} {site}"),
            Self::Repair(section, site, true) => write!(f, "repair {section} {site} assisted"),
            Self::Heal(healer, patient) => write!(f, "heal {healer} {patient}"),
            Self::Relocate([bow, mid, stern]) => write!(f, "wounds {bow} {mid} {stern}"),
            Self::Replace => f.write_str("replace"),
            Self::Hunt(tile) => write!(f, "hunt {}", tile.index()),
            Self::Port(answer) => answer.fmt(f),
            Self::Back => f.write_str("back"),
            Self::Done => f.write_str("done"),
        }
    }
}

fn level(text: &str) -> Result<u8, String> {
    let level = text.parse().ok().filter(|level| *level <= WORST);
    level.ok_or_else(|| format!("“{text}” is no wound level: 0 to {WORST} is expected"))
}

/// The place of an escort or a ship in its list.
fn place(text: &str, what: &str) -> Result<u8, String> {
    let place = text.parse();
    place.map_err(|_| format!("“{text}” is no {what}: its number in the list is expected"))
}

fn tube(text: &str) -> Result<Tube, String> {
    let number = text.parse().ok().and_then(Tube::new);
    number.ok_or_else(|| format!("“{text}” is no tube: 1 to {TUBES} is expected"))
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words.as_slice() {
            ["keep"] => Self::Keep,
            ["repull", part] => Self::Repull(part.parse()?),
            ["at", space] => Self::At(space.parse()?),
            ["face", facing] => Self::Face(facing.parse()?),
            ["depth", depth] => Self::Depth(depth.parse()?),
            ["ahead", spaces] => {
                let spaces = spaces
                    .parse()
                    .map_err(|_| format!("“{spaces}” is no number of spaces"))?;
                Self::Ahead(spaces)
            }
            ["to", to] => Self::To(to.parse()?),
            ["silent"] => Self::Silent,
            ["operational"] => Self::Operational,
            ["blow"] => Self::Blow,
            ["scuttle"] => Self::Scuttle,
            ["disengage"] => Self::Disengage,
            ["tubes", tubes] => Self::Store(tubes.parse()?),
            ["load", number, torpedo] => Self::Load(tube(number)?, torpedo.parse()?),
            ["fire", number] => Self::Fire(tube(number)?),
            ["unaimed", number] => Self::Unaimed(tube(number)?),
            ["engage", number] => Self::Engage(tube(number)?),
            ["escort", number] => Self::Escort(EscortId(place(number, "escort")?)),
            ["dive"] => Self::Dive,
            ["stay"] => Self::Stay,
            ["evade"] => Self::Evade,
            ["accept"] => Self::Accept,
            ["left"] => Self::Left,
            ["right"] => Self::Right,
            ["pay"] => Self::Pay,
            ["repair", section, site] => Self::Repair(section.parse()?, site.parse()?, false),
            ["repair", section, site, "assisted"] => {
                Self::Repair(section.parse()?, site.parse()?, true)
            }
            ["heal", healer, patient] => Self::Heal(healer.parse()?, patient.parse()?),
            ["wounds", bow, mid, stern] => {
                Self::Relocate([level(bow)?, level(mid)?, level(stern)?])
            }
            ["replace"] => Self::Replace,
            ["hunt", number] => Self::Hunt(TileId(place(number, "ship")?)),
            ["back"] => Self::Back,
            ["done"] => Self::Done,
            _ => Self::Port(text.parse()?),
        })
    }
}
