//! Reconnaissance (chapter 6): how a card is read, what is reported, how knowledge fades.

use crate::forces::{Force, Id, Kind, Units, is_large, of_category};
use crate::tables::{Chart, Find, Line};
use crate::time::Half;
use crate::units::{Category, ShipType};
use serde::{Deserialize, Serialize};

/// Who searches one enemy block [6.2].
#[derive(Clone, Copy, Debug, Default)]
pub struct Searchers {
    /// A force that may search.
    pub force: bool,
    /// A radius, a sector or an air unit.
    pub air: bool,
    pub all_soviet: bool,
    pub shadowing: bool,
}

impl Searchers {
    /// The line of the card: none if only Dummies and the like search, whose card is drawn for show [6.2], [6.5] (R74).
    pub const fn line(&self) -> Option<Line> {
        match (self.force, self.air) {
            (true, true) => Some(Line::Both),
            (true, false) => Some(Line::Force),
            (false, true) => Some(Line::Air),
            (false, false) => None,
        }
    }
}

/// A card read against one block.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    pub find: Find,
    pub target: Id,
    /// By a shadower of this target [6.3].
    pub shadowed: bool,
    /// Off a friendly shore of the searcher [1.1.3].
    pub friendly_shore: bool,
    /// The target is in or next to an airbase of its side with Interceptors [6.2].
    pub near_interceptors: bool,
    /// Only Soviets search, and the section bears their mark [6.2].
    pub soviet_failure: bool,
    /// Nothing searches that could find anything [6.5].
    pub for_show: bool,
}

impl Reading {
    /// Success, if its owner does not negate it. An Unidentified target is below 0 (R1); a card drawn for show never
    /// succeeds, whatever is on it (R48).
    pub fn succeeds(&self) -> bool {
        let found = match self.find {
            Find::Anything => true,
            Find::Interceptors => !self.near_interceptors,
            Find::Shore => self.friendly_shore || self.shadowed,
            Find::AtLeast(level) => self.target >= Id::level(level),
            Find::Nothing => false,
        };
        found && !self.soviet_failure && !self.for_show
    }
}

/// What the owner announces against a success [6.2.2] (R73).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Negation {
    /// It is a Wolfpack, and the section bears the watermark.
    Wolfpack,
    /// A carrier in the force, on the interceptor symbol.
    Carrier,
    /// A CAM, which is used by it.
    Cam,
}

impl Negation {
    /// Whether it can be announced against such a result [6.2.2] (R4).
    pub const fn answers(self, find: Find, watermark: bool) -> bool {
        match self {
            Self::Wolfpack => watermark,
            Self::Carrier | Self::Cam => matches!(find, Find::Interceptors),
        }
    }
}

/// Whether a success may be put to its owner at all: with the watermark or on the symbol. The question is blind: it is
/// asked whatever the block is [6.2.2].
pub const fn may_be_negated(find: Find, watermark: bool) -> bool {
    watermark || matches!(find, Find::Interceptors)
}

/// What is told of a force when its ID rises, by level; each level tells all of the lower ones [6.2.1].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    pub level: u8,
    pub kind: Kind,
    /// Within half of the truth at ID1, exact from ID2 on.
    pub warships: u8,
    /// Large or Small, of a Convoy.
    pub large: Option<bool>,
    pub exact: Option<Exact>,
    /// Counters and CS of each category at ID3, by [`REPORTED`].
    pub categories: Option<Vec<(u8, u8)>>,
    /// What a photograph of ID4, or counters that lay open, show.
    pub open: Option<Open>,
}

/// What ID4 adds [6.1], [6.9]: Heavy Ships by name, all else by type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    pub heavy: Vec<String>,
    /// Type, counters, CS.
    pub others: Vec<(ShipType, u8, u8)>,
}

fn open(chart: &Chart, units: &Units) -> Open {
    let ships = units.ships.iter().map(|state| chart.ship(state.ship));
    let others = ShipType::ALL.into_iter().filter(|kind| !kind.is_heavy());
    let others = others.map(|kind| {
        let is = |other| other == kind;
        (kind, units.counters(chart, is), units.cs(chart, is))
    });
    Open {
        heavy: ships
            .filter(|ship| ship.kind.is_heavy())
            .map(|ship| ship.name.clone())
            .collect(),
        others: others.filter(|(_, counters, _)| *counters > 0).collect(),
    }
}

/// What ID2 adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exact {
    pub heavy: u8,
    pub carriers: bool,
    pub convoy_ships: u8,
}

/// Categories that ID3 tells; a CV is counted in two of them (R22).
pub const REPORTED: [Category; 5] = [
    Category::Capital,
    Category::Carrier,
    Category::Cruiser,
    Category::Light,
    Category::Submarine,
];

/// Numbers that the owner may report for so many warship counters at ID1: within half, whole (R23) [6.2.1].
pub const fn about(counters: u8) -> std::ops::RangeInclusive<u8> {
    counters.div_ceil(2)..=counters + counters / 2
}

/// What a level tells of units; `said` is the owner's number for ID1 [6.2.1]. Submarines of a pack are counters like any
/// other warships, with their CS at ID3 (R62).
pub fn report(chart: &Chart, kind: Kind, units: &Units, level: u8, said: u8) -> Report {
    let warships = units.counters(chart, ShipType::is_warship);
    let convoy_ships = units.convoy_ships(chart);
    Report {
        level,
        kind,
        warships: if level >= 2 { warships } else { said },
        large: (kind == Kind::Convoy).then(|| is_large(convoy_ships)),
        exact: (level >= 2).then(|| Exact {
            heavy: units.counters(chart, ShipType::is_heavy),
            carriers: units.has(chart, ShipType::is_carrier),
            convoy_ships,
        }),
        categories: (level >= 3).then(|| {
            REPORTED
                .map(|category| of_category(chart, units, category))
                .to_vec()
        }),
        open: (level >= 4).then(|| open(chart, units)),
    }
}

/// ID after a force's own Naval Movement Segment [6.6].
pub fn id_after_turn(id: Id, moved: bool, shadowed: bool, half: Half) -> Id {
    match (moved || half == Half::Pm) && !shadowed {
        true => id.less_one(),
        false => id,
    }
}

/// ID when a shadower lets go: it falls only if none is left (R88) [6.3.5].
pub fn id_after_shadowing(id: Id, shadowers_left: u8) -> Id {
    match shadowers_left {
        0 => id.less_one(),
        _ => id,
    }
}

/// What combat shows [6.7] (R2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fight {
    Surface,
    Air,
    Submarine,
}

/// ID after combat: never lower than before [6.7].
pub fn id_after_combat(id: Id, fight: Fight, day: bool) -> Id {
    id.at_least(match (fight, day) {
        (Fight::Surface, true) => 3,
        (Fight::Surface, false) | (Fight::Air, true) => 2,
        (Fight::Air, false) | (Fight::Submarine, _) => 1,
    })
}

/// Whom a search could name as negation, if its owner wants to [6.2.2]; `cams` are those not yet used.
pub fn negations(
    chart: &Chart,
    force: &Force,
    find: Find,
    watermark: bool,
    carriers_fly: bool,
    cams: u8,
) -> Vec<Negation> {
    let has = [
        (Negation::Wolfpack, force.kind == Kind::Wolfpack),
        (
            Negation::Carrier,
            force.units.has(chart, ShipType::is_carrier),
        ),
        (Negation::Cam, cams > 0 && carriers_fly), // [1.4.3]
    ];
    let can = has
        .into_iter()
        .filter(|(how, has)| *has && how.answers(find, watermark));
    can.map(|(how, _)| how).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five counters may be told as three to seven (R23) [6.2.1].
    #[test]
    fn a_first_report_is_within_half() {
        assert_eq!((about(5), about(1), about(0)), (3..=7, 1..=1, 0..=0));
    }

    /// A force that starts at ID0 does not fall below it by moving [6.6]; combat never lowers ID [6.7].
    #[test]
    fn knowledge_fades_and_comes_back() {
        assert_eq!(id_after_turn(Id::ZERO, true, false, Half::Am), Id::ZERO);
        assert_eq!(
            id_after_turn(Id::level(2), false, false, Half::Pm),
            Id::level(1)
        );
        assert_eq!(
            id_after_combat(Id::UNIDENTIFIED, Fight::Surface, true),
            Id::HIGHEST
        );
        assert_eq!(
            id_after_combat(Id::HIGHEST, Fight::Submarine, true),
            Id::HIGHEST
        );
    }

    /// The question is put by what lies open, not by what the block is [6.2.2].
    #[test]
    fn whether_to_negate_is_asked_blindly() {
        assert!(may_be_negated(Find::Anything, true) && may_be_negated(Find::Interceptors, false));
        assert!(!may_be_negated(Find::Anything, false));
    }
}
