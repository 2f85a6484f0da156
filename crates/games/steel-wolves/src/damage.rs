//! Damage to submarines [18.0].

use crate::tables::Tables;
use crate::weather::{Weather, founders};
use derbyhouse_kernel::Chance;

/// What a damage result has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hurt {
    /// That many markers now.
    Markers(u8),
    Sunk,
}

/// One more marker: the second sinks on a die above the defence, the third always [18.1], [18.2]. In a storm any damage
/// may sink [7.41]. Whatever caused the damage has sunk the boat (R27).
pub fn take(
    t: &Tables,
    markers: u8,
    defence: i8,
    ace: u8,
    weather: Weather,
    chance: &mut Chance,
) -> Hurt {
    let hurt = match markers {
        0 => Hurt::Markers(1),
        1 if i16::from(chance.chit()) > i16::from(defence) => Hurt::Sunk,
        1 => Hurt::Markers(2),
        _ => Hurt::Sunk,
    };
    let storm = t
        .weather
        .effect(weather)
        .is_some_and(|effect| effect.boats_founder);
    match hurt {
        Hurt::Markers(_) if storm && founders(chance.chit(), ace, defence) => Hurt::Sunk,
        hurt => hurt,
    }
}

/// What becomes of a damaged boat in base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Superficial.
    WorkUp,
    /// A box of the repair track, 1 to 3.
    Box(u8),
    /// Constructive total loss: removed, not lost.
    Scrapped,
}

/// The row of the damage table: one more for a new crew [8.11].
pub fn row(die: u8, green: u8) -> usize {
    usize::from(die + green).min(9)
}

/// A roll for each marker, +1 for a new crew (R29); the sum is the repair box [18.3], above 3 a total loss [18.1].
pub fn assess(t: &Tables, dice: &[u8], green: u8) -> (u8, Repair) {
    let roll = |die: &u8| t.damage[row(*die, green)];
    let total = dice.iter().map(roll).sum();
    let repair = match total {
        0 => Repair::WorkUp,
        1..=3 => Repair::Box(total),
        _ => Repair::Scrapped,
    };
    (total, repair)
}
