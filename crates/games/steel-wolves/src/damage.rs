//! Damage to submarines [18.0].

use crate::event::Event;
use crate::fleet::BoatId;
use crate::tables::Tables;
use crate::weather::{Weather, founders};
use derbyhouse_kernel::{Chance, Log};

/// What a damage result has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hurt {
    /// That many markers now.
    Markers(u8),
    Sunk,
}

/// A boat about to get one more marker.
#[derive(Clone, Copy, Debug)]
pub struct Victim {
    pub boat: BoatId,
    pub markers: u8,
    pub defence: i8,
    pub ace: u8,
}

/// One more marker: the second sinks on a die above the defence, the third always [18.1], [18.2]. In a storm any damage
/// may sink [7.41]. Whatever caused the damage has sunk the boat (R27).
pub fn take(
    t: &Tables,
    victim: Victim,
    weather: Weather,
    chance: &mut Chance,
    log: &mut Log<Event>,
) -> Hurt {
    let Victim {
        boat,
        markers,
        defence,
        ace,
    } = victim;
    let hurt = match markers {
        0 => Hurt::Markers(1),
        1 => {
            let die = chance.chit();
            let sunk = i16::from(die) > i16::from(defence);
            log.push(|| Event::SecondMarker {
                boat,
                die,
                defence,
                sunk,
            });
            if sunk { Hurt::Sunk } else { Hurt::Markers(2) }
        }
        _ => Hurt::Sunk,
    };
    let storm = t
        .weather
        .effect(weather)
        .is_some_and(|effect| effect.boats_founder);
    if hurt == Hurt::Sunk || !storm {
        return hurt;
    }
    let die = chance.chit();
    let sunk = founders(die, ace, defence);
    log.push(|| Event::Foundering {
        boat,
        die,
        ace,
        defence,
        sunk,
    });
    if sunk { Hurt::Sunk } else { hurt }
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
