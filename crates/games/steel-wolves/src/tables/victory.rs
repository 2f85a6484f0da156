//! Victory points, the marker of England imperilled, and levels [31.03], [31.04].

use super::cells::{self, periods};
use derbyhouse_tables::{Node, TableError};

/// Everything of `victory.toml`. Multiples of par are kept in percent.
#[derive(Clone, Debug)]
pub struct Victory {
    pub tons_per_point: u16,
    pub capital: i32,
    pub cruiser: i32,
    pub liner: i32,
    /// Thousand tons from which on a liner is worth points [31.03].
    pub liner_from: u8,
    pub boat_lost: i32,
    /// Thousand tons of a month, by period.
    pub imperilled: [u16; 5],
    pub gain: u8,
    pub big_gain: u8,
    pub loss: u8,
    pub peace_from: u8,
    /// Draw, minor, major, decisive.
    pub campaign: [i32; 4],
    /// By period: draw, minor, major; points a month.
    pub operation: [[i32; 3]; 5],
    /// Fair, good, outstanding, in percent of par.
    pub patrol: [i32; 3],
    /// Fair, success, great success, in percent of par.
    pub convoy: [i32; 3],
}

pub fn read(root: &Node<'_>) -> Result<Victory, TableError> {
    root.only(&[
        "meta",
        "points",
        "imperilled",
        "campaign_levels",
        "operation_levels",
        "patrol_levels",
        "convoy_levels",
    ])?;
    let points = root.get("points")?;
    points.only(&[
        "tons_per_point",
        "bb_bc_cv",
        "cve_acv_ca_cl",
        "liner",
        "liner_from",
        "submarine_lost",
    ])?;
    let of = |key: &str| points.get(key)?.int(-99..=99);
    let imperilled = root.get("imperilled")?;
    imperilled.only(&[
        "wp1",
        "wp2",
        "wp3",
        "wp4",
        "wp5",
        "gain",
        "gain_when_half_more",
        "loss",
        "peace_check_from",
        "peace_on",
    ])?;
    let step = |key: &str| imperilled.get(key)?.int(0..=9);
    let campaign = root.get("campaign_levels")?;
    campaign.only(&["decisive", "major", "minor", "draw"])?;
    Ok(Victory {
        tons_per_point: points.get("tons_per_point")?.int(1..=999)?,
        capital: of("bb_bc_cv")?,
        cruiser: of("cve_acv_ca_cl")?,
        liner: of("liner")?,
        liner_from: points.get("liner_from")?.int(1..=99)?,
        boat_lost: of("submarine_lost")?,
        imperilled: periods(&imperilled, |_, cell| cell.int(1..=9999))?,
        gain: step("gain")?,
        big_gain: step("gain_when_half_more")?,
        loss: step("loss")?,
        peace_from: step("peace_check_from")?,
        campaign: rising(&campaign, ["draw", "minor", "major", "decisive"], |cell| {
            cell.int(-9999..=9999)
        })?,
        operation: periods(&root.get("operation_levels")?, |_, row| {
            rising(&row, ["draw", "minor", "major"], |cell| cell.int(-99..=99))
        })?,
        patrol: rising(
            &root.get("patrol_levels")?,
            ["fair", "good", "outstanding"],
            percent,
        )?,
        convoy: rising(
            &root.get("convoy_levels")?,
            ["fair", "success", "great_success"],
            percent,
        )?,
    })
}

fn percent(node: &Node<'_>) -> Result<i32, TableError> {
    let value = node.float()?;
    if (0.0..=10.0).contains(&value) {
        Ok((value * 100.0).round() as i32)
    } else {
        Err(node.expected("0 to 10"))
    }
}

fn rising<const N: usize>(
    node: &Node<'_>,
    keys: [&str; N],
    read: impl Fn(&Node<'_>) -> Result<i32, TableError>,
) -> Result<[i32; N], TableError> {
    let mut levels = Vec::new();
    for key in keys {
        let cell = node.get(key)?;
        let level = read(&cell)?;
        if levels.last().is_some_and(|last| *last >= level) {
            return Err(cell.error("levels rise from one to the next"));
        }
        levels.push(level);
    }
    cells::fixed(node, levels)
}
