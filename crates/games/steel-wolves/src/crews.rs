//! Inexperienced crews [8.1] and aces [25.0].

use crate::calendar::Month;
use crate::tables::{Aces, Tables};

/// Why a patrol does not make a crew [8.12].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patrol {
    /// Went RTB while outbound.
    pub turned_outbound: bool,
    pub bypassed: bool,
    /// Came home of its own will, undamaged.
    pub volunteered: bool,
}

/// The marker after a return to base: one step less, unless the patrol does not count [8.12], [8.15].
pub fn after_return(marker: u8, patrol: Patrol) -> u8 {
    let counts = !(patrol.turned_outbound || patrol.bypassed || patrol.volunteered);
    marker.saturating_sub(u8::from(counts))
}

/// Whether a boat may come early: while fewer markers are in play than there are [8.14].
pub fn may_come_early(t: &Tables, in_play: u8) -> bool {
    in_play < t.submarines.markers
}

/// The rating after a Combat Phase: three ships and 23 thousand tons are worth a step [14.5], [25.2].
pub fn promoted(aces: &Aces, rating: u8, ships: u8, tons: u16) -> u8 {
    if ships >= aces.ships && tons >= aces.tons {
        (rating + 1).min(aces.best)
    } else {
        rating
    }
}

/// Whether an ace whose boat goes gets another one [25.32].
pub const fn finds_a_billet(die: u8) -> bool {
    die >= 4
}

/// What a boat is to an ace who takes it over: the month it comes in, his rating, and no Inexperienced marker [25.33].
pub fn new_command(listed: Month) -> (Month, u8, u8) {
    (early_month(listed), RATING_IN_NEW_BOAT, 0)
}

/// Months that the new boat must be away at least [25.32].
pub const BILLET_MONTHS: u8 = 4;

/// His rating in a new boat [25.33].
pub const RATING_IN_NEW_BOAT: u8 = 1;

/// The month in which a boat comes that an ace takes over: one earlier [25.33].
pub fn early_month(listed: Month) -> Month {
    listed.plus(-1).unwrap_or(listed)
}

/// Whether a Spotted marker comes off at the end of the turn [16.2].
pub fn slips_from_notice(die: u8, ace: u8) -> bool {
    i16::from(die) - i16::from(ace) <= 6
}
