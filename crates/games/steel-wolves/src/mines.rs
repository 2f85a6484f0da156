//! Mines [26.0], and where they may not be laid [26.5].

use crate::calendar::Period;
use crate::geography::Zone;
use crate::tables::{ClassValues, Mines, Tables};
use crate::weather::Weather;
use derbyhouse_kernel::named;

/// Whether mines may be laid in a zone [26.52], [26.53]; an event allows it where only an event can.
pub fn allowed(
    t: &Tables,
    zone: Zone,
    period: Period,
    by_event: bool,
    occurred: impl Fn(&str) -> bool,
    weather: Weather,
) -> bool {
    if weather != Weather::Clear {
        return false;
    }
    match &t.map.zone(zone).mines {
        Mines::Always => true,
        Mines::Never => false,
        Mines::EventOnly => by_event,
        Mines::Until(last) => period <= *last,
        Mines::After(event, periods) => occurred(event) && periods.contains(&period),
    }
}

/// The strength of the field that a boat of a class lays [26.1].
pub const fn strength(class: &ClassValues) -> u8 {
    class.mine_strength
}

/// The total of the Minefield Table: an ace helps only on the day of laying [26.2], [26.4].
pub fn total(t: &Tables, period: Period, strength: u8, ace: Option<u8>, west: bool, die: u8) -> i8 {
    let west = if west && period == Period::Four {
        t.mines.west
    } else {
        0
    };
    die as i8 + strength as i8 + ace.unwrap_or(0) as i8 + t.mines.period[period.index()] + west
}

/// Pieces drawn for a total.
pub fn draw(t: &Tables, total: i8) -> u8 {
    let row = t
        .mines
        .rows
        .iter()
        .find(|(totals, _)| totals.contains(&total));
    row.map_or(0, |(_, draw)| *draw)
}

/// A field after its roll: one weaker, gone at 0 [26.23], [11.21].
pub const fn decayed(strength: u8) -> u8 {
    strength.saturating_sub(1)
}

named! {
    /// What a minelayer does that was spotted on entry [26.11].
    Spotted, "option of a spotted minelayer" {
        /// Drop the mines and patrol the zone.
        PatrolZone = "A",
        /// Drop the mines and patrol the area.
        PatrolArea = "B",
        /// Keep the mines and try again.
        Keep = "C",
    }
}

impl Spotted {
    /// Whether the mines stay aboard, and the Spotted marker comes off.
    pub const fn keeps(self) -> bool {
        matches!(self, Self::Keep)
    }
}
