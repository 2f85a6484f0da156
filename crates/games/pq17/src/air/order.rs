//! What is asked about aircraft, and what the table does with them.

use crate::air::AirId;
use crate::forces::{BlockId, Token};
use crate::hex::Hex;
use crate::side::Side;
use crate::strike::{Counter, Flight, Stack, Target};
use crate::units::ShipId;
use derbyhouse_kernel::Rule;
use serde::{Deserialize, Serialize};

/// Who has found a Scattered Convoy [6.8.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finder {
    Force(BlockId),
    Air(AirId),
}

/// What one admiral is asked about aircraft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AirOrder {
    /// Which port a unit photographs [6.9].
    Photograph(AirId),
    /// Which unit flies next; carriers that have had their word [5.3].
    Missions(Vec<ShipId>),
    /// Where it goes; hexes of its Air Radius so far [5.3.1].
    Fly(AirId, Vec<Hex>),
    /// What is attacked next [7.1].
    Attack,
    /// Who takes part, as far as it is chosen.
    Gather(Target, Vec<AirId>),
    /// Which harbour is raided after the Operation, by Day or by Night [12.7].
    Harbor,
    /// Which of the groups that must strike alone goes first [7.1.2].
    Groups(Vec<Flight>, Vec<AirId>),
    /// Who rises, as far as it is chosen: a blind question [7.2.1].
    Scramble(Vec<crate::air::Flyer>),
    /// Whom the next CS fires at [7.2.2].
    Dogfight(Side),
    /// How the targets stand: counters left, and the line so far [7.2.4].
    Deploy(Vec<Counter>, Vec<Stack>),
    /// What a unit attacks, in which wave, with what [7.2.4].
    Assign(AirId),
    /// Which ship the attackers lose sight of [13.1].
    Elusive,
    /// Where a unit turns whose target is gone [7.2.6].
    Switch(AirId),
    /// Whom a neighbour fires at [7.2.5].
    Support(u8),
    /// Which die a CAM helps [1.4.3].
    Cam,
    /// Whether carriers strike back [14.1].
    Reply,
    /// Whether a shadowed force is let go before it moves [6.3.5].
    EndShadow(Token),
    /// Which part of a force stays shadowed [6.3.4].
    FollowSplit(Vec<BlockId>),
    /// Whether a Scattered Convoy that was met is attacked at once [6.8.1].
    Contact(Finder, Token),
}

impl AirOrder {
    /// What is asked, and by which rule.
    pub const fn question(&self) -> (&'static str, Rule) {
        match self {
            Self::Photograph(_) => ("which port to photograph", Rule("6.9")),
            Self::Missions(_) => ("which aircraft fly", Rule("5.3")),
            Self::Fly(..) => ("where the aircraft fly", Rule("5.3")),
            Self::Attack => ("what the aircraft attack", Rule("7.1")),
            Self::Gather(..) => ("which aircraft take part", Rule("7.1")),
            Self::Harbor => ("which harbour to raid", Rule("12.7")),
            Self::Groups(..) => ("which group strikes first", Rule("7.1.2")),
            Self::Scramble(_) => ("which fighters rise", Rule("7.2.1")),
            Self::Dogfight(_) => ("whom the aircraft fire at", Rule("7.2.2")),
            Self::Deploy(..) => ("how the targets stand", Rule("7.2.4")),
            Self::Assign(_) => ("what a unit attacks", Rule("7.2.4")),
            Self::Elusive => ("which ship eludes the attackers", Rule("13.1")),
            Self::Switch(_) => ("where the aircraft turn", Rule("7.2.6")),
            Self::Support(_) => ("whom a neighbour fires at", Rule("7.2.5")),
            Self::Cam => ("whether a CAM helps", Rule("1.4.3")),
            Self::Reply => ("whether the carriers strike back", Rule("14.1")),
            Self::EndShadow(_) => ("whether to go on shadowing", Rule("6.3.5")),
            Self::FollowSplit(_) => ("which part to follow", Rule("6.3.4")),
            Self::Contact(..) => ("whether to attack at once", Rule("6.8.1")),
        }
    }
}

/// What the table does with aircraft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AirStep {
    /// The next photo unit of a side [6.9].
    Photograph(Side, AirId),
    /// A force goes on moving after what was asked meanwhile.
    Steer(Side, BlockId),
    /// The next group looks for the target [7.1.1], [7.1.2].
    Locate,
    /// The attack itself, step by step [7.2].
    Scramble,
    Reply,
    Dogfight,
    Deploy,
    Assign,
    Elusive,
    Wave,
    Support,
    Fire,
    Drop,
    After,
}
