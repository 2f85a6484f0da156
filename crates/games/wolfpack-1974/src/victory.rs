//! Victory [16.0]: points less losses [16.1], compared with a table [16.2].

use crate::tables::Tables;

/// Points less what the lost boats cost; it may be negative [16.1], [14.6].
pub fn net(tables: &Tables, points: i32, boats_sunk: i32) -> i32 {
    points - tables.scale.points_per_boat_lost * boats_sunk
}

/// The level that a net total reaches, as an index into the table [16.2].
pub fn level(tables: &Tables, net: i32) -> usize {
    tables
        .victory
        .iter()
        .rposition(|level| level.min.is_none_or(|min| net >= min))
        .unwrap_or(0)
}

/// Net points still missing for the next level, if there is one above.
pub fn to_next_level(tables: &Tables, net: i32) -> Option<i32> {
    Some(tables.victory.get(level(tables, net) + 1)?.min? - net)
}

/// What points mean in shipping: each is a merchant of about 5,000 tons [14.11], [14.6]. The two rows of the printed
/// track are one number here [14.7].
pub fn tons(tables: &Tables, points: u32) -> u32 {
    points * tables.scale.tons_per_point
}
