//! Submarine against submarine [14.6].

use crate::tables::Tables;
use derbyhouse_kernel::named;

named! {
    /// Who sees the other first.
    First, "side" {
        /// The enemy.
        Enemy = "enemy",
        /// The player.
        Player = "player",
    }
}

/// The detection roll: -1 if spotted or damaged or both (R42), -2 in transit [14.6B], [15.45].
pub fn detection(die: u8, spotted: bool, damaged: bool, transit: bool) -> i8 {
    die as i8 + modifier(spotted, damaged, transit)
}

/// What is added to that die.
pub fn modifier(spotted: bool, damaged: bool, transit: bool) -> i8 {
    -i8::from(spotted || damaged) - 2 * i8::from(transit)
}

/// Who is first: 5 and more the player.
pub const fn first(modified: i8) -> First {
    if modified >= 5 {
        First::Player
    } else {
        First::Enemy
    }
}

/// What an attack of one submarine on another needs: full attack, torpedo value and ace against defence, ace and one TDC
/// marker [14.6].
pub fn need(
    t: &Tables,
    attack: i8,
    torpedo: i8,
    aces: [u8; 2],
    defence: i8,
    tdc: i8,
    weather: crate::weather::Weather,
) -> i16 {
    let points = crate::combat::attack::value(t, attack, 0, weather).max(0) as u8;
    let attacker = crate::combat::attack::attacker(points, aces[0], torpedo);
    attacker - i16::from(defence) - i16::from(aces[1]) - i16::from(tdc)
}
