//! What happens in a game, with its chits.

use crate::combat::Odds;
use crate::convoys::MAX_MOVEMENT;
use crate::facing::Axis;
use crate::fleet::UnitName;
use crate::packs::Packs;
use crate::position::{AirEscort, Caught};
use crate::units::{
    AswResult, Base, CONVOYS, ConvoyId, EscortKind, Formation, Heading, Straggle, StraggleColumn,
};
use crate::weather::Markers;
use arrayvec::ArrayVec;
use derbyhouse_kernel::Hex;

/// What became of one group of boats under attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupResult {
    pub boats: u8,
    pub chit: u8,
    pub result: AswResult,
}

/// Something that happened. Nothing here tells of an escort before it is revealed.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Event {
    Deploys {
        unit: UnitName,
        hex: Hex,
    },
    EscortsPaired,
    InitialPlacement {
        chit: u8,
    },
    TurnBegins {
        turn: u8,
    },
    Enters {
        convoy: ConvoyId,
        hex: Hex,
    },
    FogLifts,
    StormMoves {
        chit: u8,
        from: Markers,
        to: Markers,
    },
    Formation {
        chit: u8,
        formation: Formation,
    },
    Caught {
        convoy: ConvoyId,
        hex: Hex,
        by: Caught,
    },
    Straggles {
        convoy: ConvoyId,
        column: StraggleColumn,
        chit: u8,
        from: Straggle,
        to: Straggle,
    },
    AirEscort {
        convoy: ConvoyId,
        escort: AirEscort,
    },
    AirEscortLeaves {
        convoy: ConvoyId,
        escort: AirEscort,
        hex: Hex,
        in_weather: bool,
    },
    AirSearch {
        base: Base,
        hex: Hex,
        distance: u32,
        groups: u32,
        boats: u32,
        product: u32,
        spread: (u8, u8),
        modifier: i32,
        chit: u8,
        sighted: bool,
    },
    BoatsAttacked {
        hex: Hex,
        strength: i32,
        in_weather: bool,
        groups: Vec<GroupResult>,
        sunk: u16,
    },
    Course {
        chit: u8,
    },
    ContactLost {
        convoy: ConvoyId,
        hex: Hex,
        in_weather: bool,
    },
    ConvoyMoves {
        convoy: ConvoyId,
        from: Hex,
        heading: Heading,
        path: ArrayVec<Hex, MAX_MOVEMENT>,
        zone_entries: u8,
    },
    Arrives {
        convoy: ConvoyId,
    },
    PicketSearch {
        convoy: ConvoyId,
        hex: Hex,
        point: u8,
        strength: u16,
        stacks: ArrayVec<Hex, 7>,
        in_weather: bool,
        chit: u8,
        sighted: bool,
    },
    Sighted {
        convoy: ConvoyId,
        escort: EscortKind,
    },
    Phantom {
        convoy: ConvoyId,
    },
    SubmarineSearch {
        convoy: ConvoyId,
        from: Hex,
        hex: Hex,
        strength: i32,
        boats: u32,
        product: u32,
        in_weather: bool,
        chit: u8,
        sighted: bool,
    },
    CleanUp,
    Forms {
        hex: Hex,
        packs: Packs,
    },
    Moves {
        units: Vec<UnitName>,
        from: Hex,
        to: Hex,
    },
    Turns {
        hex: Hex,
        facing: Axis,
    },
    Depinned,
    Attack {
        convoy: ConvoyId,
        from: Hex,
        strength: u16,
        odds: Odds,
        chit: u8,
        result: u8,
        points: u32,
    },
    Counterattack {
        convoy: ConvoyId,
        hex: Hex,
        strength: i32,
    },
    NoCounterattack {
        convoy: ConvoyId,
    },
    StraggleReduced,
    Resigns,
    Ends {
        points: u16,
        boats_sunk: u16,
        net: i32,
        level: usize,
        escorts: [EscortKind; CONVOYS],
    },
}
