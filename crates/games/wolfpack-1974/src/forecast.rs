//! What may come of a choice, exactly: every chit of the tables is counted. For screens and computer players; the
//! rules themselves never look here.

use crate::air::{air_sights, spread};
use crate::combat::{Odds, asw_result, straggle_column};
use crate::search::{escort_strength, picket_sights, submarine_sights};
use crate::tables::Tables;
use crate::units::{AswResult, Straggle};
use crate::weather::straggled;

/// Chits in the cup [15.7].
const CHITS: u8 = 10;

/// Share of the chits for which something is so.
fn share(so: impl Fn(u8) -> bool) -> f64 {
    f64::from((0..CHITS).filter(|chit| so(*chit)).count() as u32) / f64::from(CHITS)
}

/// Chance that a picket search sights [12.19].
pub fn picket(tables: &Tables, strength: u16, in_weather: bool) -> f64 {
    share(|chit| picket_sights(tables, strength, in_weather, chit))
}

/// Chance that a submarine search sights [12.3].
pub fn submarine(tables: &Tables, product: u32, in_weather: bool, schnorkel: i32) -> f64 {
    share(|chit| submarine_sights(tables, product, in_weather, schnorkel, chit))
}

/// Chance that an air search sights [11.36].
pub fn air(tables: &Tables, distance: u32, product: u32, modifier: i32) -> f64 {
    spread(tables, distance, product).map_or(0.0, |spread| {
        share(|chit| air_sights(spread, chit, modifier))
    })
}

/// What one group of boats under attack has to expect.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Harm {
    pub pinned: f64,
    pub sunk: f64,
}

/// Chances of one group under attack [14.47].
pub fn harm(tables: &Tables, strength: i32, in_weather: bool) -> Harm {
    if strength < 1 {
        return Harm::default();
    }
    let result = |wanted| share(|chit| asw_result(tables, strength, in_weather, chit) == wanted);
    Harm {
        pinned: result(AswResult::Pinned),
        sunk: result(AswResult::Sunk),
    }
}

/// What an attack on a convoy has to expect, its counterattack included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Attack {
    /// Points scored.
    pub points: f64,
    /// Chance of any points at all.
    pub hit: f64,
    /// Chances that the convoy is then closed up, S1 or S2, by [`Straggle::index`].
    pub straggle: [f64; 3],
    /// Boats lost in the counterattack.
    pub boats_lost: f64,
    /// Chance that a group of the attackers is pinned or loses a boat.
    pub pinned: f64,
}

/// An attack as it is about to be made.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Printed strength of the escort.
    pub escort: i32,
    pub straggle: Straggle,
    pub convoy_in_weather: bool,
    pub boats_in_weather: bool,
}

/// Counts an attack through: each chit of the attack, each chit of the straggle draw, each chit of the counterattack
/// on `groups` groups of boats. Nothing if it is no attack.
pub fn attack(tables: &Tables, target: Target, strength: i32, groups: u32) -> Option<Attack> {
    let Target {
        escort,
        straggle,
        convoy_in_weather,
        boats_in_weather,
    } = target;
    let odds = Odds::new(tables, strength, escort, straggle, convoy_in_weather).ok()?;
    let mut sum = Attack::default();
    let each = 1.0 / f64::from(CHITS);
    for chit in 0..CHITS {
        let (result, points) = odds.score(tables, chit);
        sum.points += each * f64::from(points);
        if points > 0 {
            sum.hit += each;
        }
        match straggle_column(result) {
            None => sum.straggle[straggle.index()] += each,
            Some(column) => {
                for chit in 0..CHITS {
                    sum.straggle[straggled(tables, column, chit, straggle).index()] += each * each;
                }
            }
        }
    }
    for after in Straggle::ALL {
        let harm = harm(
            tables,
            escort_strength(tables, escort, 0, after),
            boats_in_weather,
        );
        sum.boats_lost += sum.straggle[after.index()] * harm.sunk * f64::from(groups);
        sum.pinned += sum.straggle[after.index()] * (harm.sunk + harm.pinned);
    }
    Some(sum)
}

impl Attack {
    /// Points scored less what the lost boats cost [16.1].
    pub fn net(&self, tables: &Tables) -> f64 {
        self.points - f64::from(tables.scale.points_per_boat_lost) * self.boats_lost
    }
}
