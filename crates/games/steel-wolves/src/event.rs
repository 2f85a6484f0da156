//! What happens, as it happens.

use crate::combat::{CombatEvent, SlotId};
use crate::displays::Lane;
use crate::fleet::BoatId;
use crate::harm::{Blow, Harm, Hazard};
use crate::units::Counter;

/// Something that happened, with its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A boat's die for the display, and the total [14.11].
    Approached { boat: BoatId, die: u8, total: i8 },
    /// She took a column, or found none.
    Placed { boat: BoatId, lane: Option<Lane> },
    /// An odd piece went left or right [13.24].
    OddPiece { lane: Lane, die: u8 },
    /// A unit was turned up [14.12].
    TurnedUp { slot: SlotId, piece: Counter },
    /// Air cover was diced for [14.12].
    AirCover { die: u8, stays: bool },
    /// A unit left the display and another took its place, or none.
    Replaced {
        slot: SlotId,
        piece: Option<Counter>,
    },
    /// A Combat Event [19.2]; whether it applies [19.22].
    Drawn {
        boat: BoatId,
        event: CombatEvent,
        die: u8,
        applies: bool,
    },
    /// A carrier met an aircraft [7.55].
    AircraftAtRisk { die: u8, lost: bool },
    /// A crash dive [14.13].
    Dived {
        boat: BoatId,
        die: u8,
        success: bool,
    },
    /// A hazard and its result.
    Hazard {
        boat: BoatId,
        hazard: Hazard,
        die: u8,
        harm: Harm,
    },
    /// TDC markers were turned up [14.14].
    Aimed {
        boat: BoatId,
        slot: SlotId,
        value: i8,
    },
    /// Nothing could be hit [14.17].
    NoShot { boat: BoatId },
    /// A torpedo attack: the number needed and the die [14.16].
    Fired {
        boat: BoatId,
        slot: SlotId,
        points: u8,
        need: i16,
        die: Option<u8>,
        hit: bool,
    },
    /// A gun attack [27.1].
    Shelled { boat: BoatId, slot: SlotId },
    /// Whether a merchant is armed [27.1].
    Dems {
        slot: SlotId,
        die: Option<u8>,
        armed: bool,
    },
    /// What a hit did [14.16D].
    Struck {
        slot: SlotId,
        die: u8,
        blow: Blow,
        exploded: bool,
        piece: Counter,
    },
    /// Tons credited [14.16].
    Credited { boat: BoatId, tons: u16 },
    /// A counterattack: the difference, the die and its result [14.2].
    Countered {
        boat: BoatId,
        difference: i16,
        die: Option<u8>,
        harm: Harm,
    },
    /// A second die decided [14.2].
    SecondDie { boat: BoatId, die: u8, sunk: bool },
    /// A boat is damaged [18.0].
    Damaged { boat: BoatId, markers: u8 },
    /// A boat is spotted [23.0].
    Spotted { boat: BoatId },
    /// A boat must go home.
    Returning { boat: BoatId },
    /// A boat is lost.
    Lost { boat: BoatId },
    /// A boat left the fight [14.3].
    Withdrew { boat: BoatId },
    /// The straggle die and the new level [29.3].
    Straggled { die: u8, level: u8 },
    /// The convoy scattered [29.4].
    Scattered,
    /// A die to attack again [24.25], [14.41].
    Persisted {
        boat: BoatId,
        die: u8,
        success: bool,
    },
    /// A fast ship slipped away [28.27].
    SlippedAway { slot: SlotId },
    /// An attack round begins.
    Round { number: u8 },
}
