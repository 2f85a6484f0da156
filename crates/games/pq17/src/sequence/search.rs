//! A search, why it is made, and what may be said against it [6.2], [7.1.1]; an attack under water [7.4].

use crate::air::Finder;
use crate::forces::{BlockId, Token};
use crate::side::Side;
use crate::tables::Find;
use crate::units::Category;
use serde::{Deserialize, Serialize};

/// Why a card is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// In the Reconnaissance Segment [6.2].
    Reconnaissance,
    /// An attacker must find its target [7.1.1].
    Locate(BlockId),
    /// A group of aircraft must [7.1.1], [7.1.2].
    Raid(u8),
    /// One of those who are near a Scattered Convoy [6.8.1].
    Straggler(Finder),
    /// So must a TF that wants to fight ships [7.5].
    Engage(BlockId),
    /// A TF goes between [7.5.1].
    Intercept(BlockId),
    /// A TF wants to join a battle [7.5.2i].
    Join(BlockId),
    /// Something passes [6.6.1].
    Transit,
}

impl Purpose {
    /// The block that draws, if it is one.
    pub const fn block(&self) -> Option<BlockId> {
        match self {
            Self::Reconnaissance | Self::Transit | Self::Raid(_) | Self::Straggler(_) => None,
            Self::Locate(block)
            | Self::Engage(block)
            | Self::Intercept(block)
            | Self::Join(block) => Some(*block),
        }
    }
}

/// A search by one side for one block of the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    pub by: Side,
    pub token: Token,
    pub purpose: Purpose,
    /// The second card for a shadowed target [7.1.1].
    pub again: bool,
}

/// A card that would succeed, as its owner's opponent may answer it [6.2.2].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Success {
    pub search: Search,
    /// The interceptor symbol.
    pub symbol: bool,
    /// `U`, which finds anything.
    pub sure: bool,
    pub watermark: bool,
    pub gain: u8,
}

impl Success {
    pub(crate) const fn find(&self) -> Find {
        match self.symbol {
            true => Find::Interceptors,
            false => Find::Anything,
        }
    }
}

/// A Wolfpack and its target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hunt {
    pub side: Side,
    pub pack: BlockId,
    pub target: Token,
    /// What each sub aims at, as far as it is chosen [7.4.3].
    pub aims: Vec<Category>,
    /// It is the ships that hunt the pack [7.4.2].
    pub offensive: bool,
}
