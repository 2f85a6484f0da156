//! War Progress [17.0] and victory [31.03], [31.04].

use crate::calendar::Period;
use crate::tables::{Piece, Tables, Victory};
use crate::units::ShipType;

/// Whether a period changes: in the month of its check by a die, thrown only then; in the first week of the next by itself
/// [17.1], [17.2].
pub fn changes(t: &Tables, die: Option<u8>) -> bool {
    die.is_none_or(|die| die <= t.progress)
}

/// What a month, or a scenario, has brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    #[serde(default)]
    pub ships: u16,
    pub tons: u32,
    pub capital_ships: u16,
    pub cruisers: u16,
    pub liners: u16,
    pub boats_lost: u16,
}

impl Tally {
    /// One more ship, and its tons.
    pub fn count(&mut self, tons: u16) {
        self.ships = self.ships.saturating_add(1);
        self.tons += u32::from(tons);
    }

    /// A ship has gone down [31.03].
    pub fn sink(&mut self, victory: &Victory, piece: &Piece, tons: u16) {
        self.count(tons);
        match piece.kind {
            ShipType::Bb | ShipType::Bc | ShipType::Cv => self.capital_ships += 1,
            ShipType::Cve | ShipType::Acv | ShipType::Ca | ShipType::Cl => self.cruisers += 1,
            ShipType::At if piece.tons >= victory.liner_from => self.liners += 1,
            _ => {}
        }
    }
}

/// Victory points [31.03]; fractions of tonnage are dropped.
pub fn points(victory: &Victory, tally: Tally) -> i32 {
    (tally.tons / u32::from(victory.tons_per_point)) as i32
        + victory.capital * i32::from(tally.capital_ships)
        + victory.cruiser * i32::from(tally.cruisers)
        + victory.liner * i32::from(tally.liners)
        + victory.boat_lost * i32::from(tally.boats_lost)
}

/// The marker of England imperilled after a month, within 0 to 9 [31.04].
pub fn imperilled(victory: &Victory, period: Period, tons: u32, marker: u8) -> u8 {
    let wanted = u32::from(victory.imperilled[period.index()]);
    if tons < wanted {
        return marker.saturating_sub(victory.loss);
    }
    let gain = if 2 * tons >= 3 * wanted {
        victory.big_gain
    } else {
        victory.gain
    };
    (marker + gain).min(9)
}

/// Whether Britain sues for peace: from 4 on, a die not above the marker less 4 [31.04].
pub const fn peace(victory: &Victory, marker: u8, die: u8) -> bool {
    marker >= victory.peace_from && die + victory.peace_from <= marker
}
