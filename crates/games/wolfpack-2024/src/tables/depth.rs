//! Depth: limits, rates, bands [28.implosion_210], [30.rate_vii], [30.rate_ix].

use super::cells::{by_name, just};
use crate::boats::BoatType;
use crate::cards::AswRow;
use crate::depth::Depth;
use derbyhouse_tables::{Node, TableError};
use std::ops::RangeInclusive;

/// Numbers of the depth track.
#[derive(Clone, Debug)]
pub struct DepthRules {
    /// Metres in which an orange crush box counts [28.crush_colour].
    pub orange: RangeInclusive<u16>,
    /// Metres in which a red one counts.
    pub red: RangeInclusive<u16>,
    /// From here every boat is tested [28.implosion_210].
    pub always_check: u16,
    /// Here it implodes without a card [28.implosion_270].
    pub implodes: u16,
    /// From here a flooded boat is tested [28.implosion_flooded_90].
    pub flooded_check: u16,
    /// Least depth of silent running [29.running_state].
    pub silent: u16,
    /// Least depth of evasion [42.evasion_limits].
    pub evade: u16,
    /// From here firing solutions are lost [30.tdc_lost].
    pub tdc_lost: u16,
    /// Where a crash dive ends [42.crash_dive_effect].
    pub crash_dive: Depth,
    /// Rise of a blow in a turn [35.blow_rise].
    pub blow: u16,
    /// Fall of a boat out of control [28.forced_descent].
    pub forced: u16,
    /// By [`BoatType::index`].
    rates: [DepthRate; 2],
    /// By [`Depth::index`] [50.row_and_column].
    rows: [AswRow; 20],
    /// More cards at periscope depth [50.cards_plus_3_periscope].
    pub periscope_extra: u8,
}

/// What a boat can do in a turn, in metres.
#[derive(Clone, Copy, Debug)]
pub struct DepthRate {
    pub dive: u16,
    pub rise: u16,
    /// The largest change after which it still goes forward; none at all for some [30.forward_with_depth_change].
    pub forward: Option<u16>,
}

impl DepthRules {
    /// Of a type of boat.
    pub fn rate(&self, kind: BoatType) -> DepthRate {
        self.rates[kind.index()]
    }

    /// The row of an ASW attack card that a depth reads [50.row_and_column], (R7).
    pub fn row(&self, depth: Depth) -> AswRow {
        self.rows[depth.index()]
    }
}

pub fn read(node: &Node<'_>) -> Result<DepthRules, TableError> {
    node.only(&[
        "spaces",
        "metres",
        "bands",
        "always_check_from_m",
        "auto_implode_m",
        "flooded_check_from_m",
        "silent_min_m",
        "evade_min_m",
        "tdc_lost_from_m",
        "crash_dive_to_m",
        "emergency_blow_m",
        "forced_descent_m",
        "rate_m",
        "asw_row",
        "periscope_extra_cards",
    ])?;
    check_track(node)?;
    let metres = |key: &str| node.get(key)?.int(15..=270u16);
    let band = |key: &str| {
        let [from, to] = node
            .get("bands")?
            .get(key)?
            .list_of(|depth| depth.int(15..=270u16))?;
        Ok(from..=to)
    };
    let (orange, red) = (band("orange")?, band("red")?);
    if orange.end() + 15 != *red.start() || orange.is_empty() || red.is_empty() {
        return Err(node
            .get("bands")?
            .error("the red band begins where the orange one ends"));
    }
    let dive = node.get("crash_dive_to_m")?;
    let crash_dive =
        Depth::of_metres(dive.int(15..=270)?).ok_or_else(|| dive.error("no space of the track"))?;
    Ok(DepthRules {
        orange,
        red,
        always_check: metres("always_check_from_m")?,
        implodes: metres("auto_implode_m")?,
        flooded_check: metres("flooded_check_from_m")?,
        silent: metres("silent_min_m")?,
        evade: metres("evade_min_m")?,
        tdc_lost: metres("tdc_lost_from_m")?,
        crash_dive,
        blow: metres("emergency_blow_m")?,
        forced: metres("forced_descent_m")?,
        rates: by_name(&node.get("rate_m")?, BoatType::ALL, |cell| rate(&cell))?,
        rows: rows(&node.get("asw_row")?)?,
        periscope_extra: node.get("periscope_extra_cards")?.int(0..=9)?,
    })
}

fn rate(node: &Node<'_>) -> Result<DepthRate, TableError> {
    node.only(&["dive", "rise", "forward_with_change_up_to"])?;
    let forward: i32 = node.get("forward_with_change_up_to")?.int(-1..=270)?;
    Ok(DepthRate {
        dive: node.get("dive")?.int(15..=270)?,
        rise: node.get("rise")?.int(15..=270)?,
        forward: u16::try_from(forward).ok(),
    })
}

/// The track is part of the rules (R2).
fn check_track(node: &Node<'_>) -> Result<(), TableError> {
    let (names, metres) = (
        node.get("spaces")?.array::<20>()?,
        node.get("metres")?.array::<20>()?,
    );
    for (depth, (name, metres)) in Depth::all().zip(names.iter().zip(&metres)) {
        super::cells::is(name, &depth.to_string())?;
        just(metres, depth.metres().into())?;
    }
    Ok(())
}

/// The deeper, the further down the card [50.row_and_column].
fn rows(node: &Node<'_>) -> Result<[AswRow; 20], TableError> {
    let names: [String; 20] = std::array::from_fn(|index| {
        Depth::all()
            .nth(index)
            .map(String::from)
            .unwrap_or_default()
    });
    let rows = by_name(node, names, |cell| cell.parse::<AswRow>())?;
    if rows.is_sorted() {
        Ok(rows)
    } else {
        Err(node.error("a deeper boat reads no shallower row"))
    }
}
