//! What happens in the air. All of it lies open but what a photograph shows: aircraft are no secret (R70).

use crate::air::Mission;
use crate::event::Who;
use crate::ice::Ice;
use crate::recon::Report;
use crate::side::Side;
use crate::units::PortId;

/// Something that happened in the air.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AirEvent {
    /// The port lies open, and whether it succeeded; what it shows is for who took it [6.9].
    Photographed {
        side: Side,
        unit: String,
        port: PortId,
        success: bool,
    },
    PhotographShows {
        to: Side,
        port: PortId,
        report: Report,
    },
    Flies {
        side: Side,
        unit: String,
        mission: Mission,
    },
    /// An attack is announced [7.1].
    Attacks {
        side: Side,
        target: Quarry,
        units: Vec<String>,
    },
    NotFound {
        side: Side,
        units: Vec<String>,
    },
    Surprise {
        side: Side,
        die: u8,
        success: bool,
    },
    Scrambles {
        side: Side,
        units: Vec<String>,
    },
    /// Air-to-air fire of one unit at another [7.2.3].
    Shoots {
        by: Side,
        unit: String,
        at: String,
        dice: Vec<u8>,
        results: String,
    },
    Deployed {
        side: Side,
        line: Vec<String>,
    },
    Assigned {
        side: Side,
        orders: Vec<String>,
    },
    IceOverTarget {
        die: Option<u8>,
        ice: Ice,
    },
    Eludes {
        ship: String,
    },
    AntiAircraft {
        at: String,
        dice: Vec<u8>,
        results: String,
    },
    CamRises {
        side: Side,
    },
    Drops {
        unit: String,
        at: String,
        torpedoes: bool,
        dice: Vec<u8>,
        hits: u8,
        sunk: u8,
    },
    /// Aircraft lost with their carrier, or with nowhere to land [7.8] (R45).
    DeckLosses {
        side: Side,
        unit: String,
        steps: u8,
    },
    Lands {
        side: Side,
        unit: String,
        at: String,
    },
    /// To another base for good, with steps lost on the way.
    Ferried {
        side: Side,
        unit: String,
        at: String,
        die: u8,
        lost: u8,
    },
    /// An air patrol against a Wolfpack: its roller now knows what the block is [7.4.5].
    Patrol {
        pack: Who,
        die: u8,
        result: &'static str,
    },
    StrikesBack {
        side: Side,
    },
    Follows {
        side: Side,
        words: &'static str,
    },
}

/// What is attacked, by a name for each reader.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Quarry {
    Force(Who),
    Place(String),
    /// The ships in a battle [7.5.6].
    Battle,
}
