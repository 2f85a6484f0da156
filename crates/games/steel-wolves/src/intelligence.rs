//! Radio intelligence [7.1] and air reconnaissance [7.0]. Nobody must react to a marker [7.15];
//! [7.13] is missing in our copy of the book, and nothing refers to it (R12).

use crate::calendar::Period;
use crate::units::{Navy, ShipType};

/// What B-Dienst and Enigma levels add to a search, within -3 to +3 [7.34]. Italian boats ignore a negative Enigma level
/// [7.32]; with four rotors it is one less for U-boats in the Arctic or the Mediterranean [7.31].
pub fn levels(b_dienst: i8, enigma: i8, navy: Navy) -> i8 {
    let enigma = if navy == Navy::Italian {
        enigma.max(0)
    } else {
        enigma
    };
    (b_dienst + enigma).clamp(-3, 3)
}

/// The Enigma level of a boat: one less with four rotors where three are still in use [7.31].
pub const fn enigma(level: i8, four_rotor: bool, three_rotor_theatre: bool) -> i8 {
    if four_rotor && three_rotor_theatre {
        level - 1
    } else {
        level
    }
}

/// Carriers and catapult ships are a danger to Axis aircraft from the third period on [7.55].
pub fn threatens_aircraft(period: Period, kind: ShipType) -> bool {
    period >= Period::Three && kind.threatens_aircraft()
}

/// A carrier or catapult ship was turned up: the aircraft is gone on a 0 [7.55].
pub const fn aircraft_lost(die: u8) -> bool {
    die == 0
}
