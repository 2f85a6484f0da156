//! Victory Points (chapter 2), and when an Operation ends [3.4].

use crate::side::Side;
use crate::tables::{Ship, Tables};
use crate::time::Turn;
use crate::vp::Vp;
use crate::weather::Weather;

/// Who has won with a score; nobody between the two thresholds (chapter 2) (R5).
pub fn winner(t: &Tables, vp: Vp) -> Option<Side> {
    if vp >= t.victory.allied_win {
        Some(Side::Allied)
    } else if vp <= t.victory.axis_win {
        Some(Side::Axis)
    } else {
        None
    }
}

/// Merchant ships sunk: each its worth, and more if loaded [2.1.1].
pub fn merchants_sunk(t: &Tables, worth: Vp, ships: u8, loaded: bool) -> Vp {
    let extra = if loaded {
        t.victory.loaded_sunk_extra
    } else {
        Vp::ZERO
    };
    (extra - worth) * i32::from(ships)
}

/// What becomes of an Allied Convoy in the end [2.1].
#[derive(Clone, Copy, Debug)]
pub struct ConvoyEnd {
    pub started: u8,
    pub arrived: u8,
    /// Lost to ice, weather or breakdown (R66).
    pub exempt: u8,
    pub loaded: bool,
}

/// Arrivals, and the shortfall if fewer than three fourths come in [2.1.1], [2.1.2] (R66).
pub fn arrival(t: &Tables, end: ConvoyEnd) -> Vp {
    let base = end.started.saturating_sub(end.exempt);
    let missing = base.saturating_sub(end.arrived);
    let enough = 4 * u16::from(end.arrived) >= t.victory.fourths_needed * u16::from(base);
    let mut vp = Vp::ZERO;
    if end.loaded {
        vp += t.victory.loaded_arrival * i32::from(end.arrived);
    }
    if !enough {
        vp += t.victory.shortfall * i32::from(missing);
    }
    vp
}

/// Ships at sea with Critical Fuel at the end, against their owner [2.2].
pub fn critical_fuel(
    t: &Tables,
    side: Side,
    capital: u8,
    cruisers: u8,
    cves: u8,
    flotilla: u8,
) -> Vp {
    let v = &t.victory;
    let lost = v.critical_capital * i32::from(capital)
        + v.critical_cruiser * i32::from(cruisers)
        + v.critical_cve * i32::from(cves)
        + v.critical_flotilla_cs * i32::from(flotilla);
    against(side, lost)
}

/// A Capital Ship that is damaged but afloat [2.4].
pub fn damaged_capital(t: &Tables, ship: &Ship, cs_left: u8) -> Vp {
    let lost = i32::from(ship.cs().saturating_sub(cs_left));
    match ship.nation.side() {
        Side::Axis => t.victory.damaged_axis * lost,
        Side::Allied => t.victory.damaged_allied * lost,
    }
}

/// Patrol White cruisers that left their station before they were released [2.2], [5.1.9] (R32).
pub fn patrol_white(t: &Tables, left: u8, released: bool) -> Vp {
    match released {
        true => Vp::ZERO,
        false => t.victory.patrol_white * i32::from(left),
    }
}

/// A cost counts against its payer on the one scale (R30).
pub fn against(side: Side, cost: Vp) -> Vp {
    match side {
        Side::Allied => -cost,
        Side::Axis => cost,
    }
}

/// What decides whether an Operation is over [3.4].
#[derive(Clone, Copy, Debug)]
pub struct Afloat {
    pub convoys: u8,
    /// Still waiting in their port of departure (R96).
    pub not_sailed: u8,
    pub allied_tfs: u8,
    pub axis_tfs: u8,
}

/// Whether the Operation ends after that turn: all Convoys in or gone, and all TFs of one side in port or the track run
/// out [3.4] (R6, R96).
pub fn operation_ends(afloat: Afloat, turn: Turn) -> bool {
    let track_over = turn >= Turn::LAST_ON_TRACK;
    let convoys_in = afloat.convoys == 0 && (afloat.not_sailed == 0 || track_over);
    let one_side_in = afloat.allied_tfs == 0 || afloat.axis_tfs == 0;
    (convoys_in && (one_side_in || track_over)) || turn >= Turn::LAST
}

/// Whether play starts in a turn, after its weather roll: it is the Starting Turn, or Gales have come [8.3]. Forces stand
/// where they are due at the end of the turn before.
pub fn play_starts(turn: Turn, starting: Turn, weather: Weather) -> bool {
    turn >= starting || weather == Weather::Gales
}
