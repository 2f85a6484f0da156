//! Weather systems [7.4] and what they do [7.41].

use crate::calendar::Month;
use crate::geography::Area;
use crate::tables::Tables;
use crate::units::Navy;
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// The weather of an area and its zones.
    Weather, "weather" {
        /// No system.
        Clear = "clear",
        /// A gale.
        Mbar990 = "990",
        /// A storm.
        Mbar965 = "965",
    }
}

impl Weather {
    /// From a number as tables and people write it: 0, 990 or 965.
    pub const fn from_number(number: u16) -> Option<Self> {
        match number {
            0 => Some(Self::Clear),
            990 => Some(Self::Mbar990),
            965 => Some(Self::Mbar965),
            _ => None,
        }
    }

    /// As people write it.
    pub const fn number(self) -> u16 {
        match self {
            Self::Clear => 0,
            Self::Mbar990 => 990,
            Self::Mbar965 => 965,
        }
    }
}

/// A marker on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct System {
    pub area: Area,
    pub weather: Weather,
}

/// The systems of a week: three dice form them, the season places them, doubles are storms [7.4].
pub fn form(t: &Tables, month: Month, throw: &mut impl FnMut() -> u8) -> Vec<System> {
    let rules = &t.weather;
    let formed = (0..rules.dice)
        .filter(|_| throw() == rules.formed_on)
        .count();
    place(t, month, formed, throw)
}

/// Places systems that have formed.
fn place(t: &Tables, month: Month, formed: usize, throw: &mut impl FnMut() -> u8) -> Vec<System> {
    let rules = &t.weather;
    let column = rules.season(month);
    let mut counts: Vec<(Area, u8)> = Vec::new();
    for _ in 0..formed {
        let area = column[usize::from(throw())];
        match counts.iter_mut().find(|(other, _)| *other == area) {
            Some((_, count)) => *count += 1,
            None => counts.push((area, 1)),
        }
    }
    counts.sort_unstable();
    let strength = |(area, count): (Area, u8)| {
        let storm = count > 1 || rules.storm_on.contains(&throw());
        let weather = if storm {
            Weather::Mbar965
        } else {
            Weather::Mbar990
        };
        System { area, weather }
    };
    counts.into_iter().map(strength).collect()
}

/// Whether the sea damages a boat that was in a system this week [7.41].
pub fn damages(t: &Tables, weather: Weather, navy: Navy, die: u8) -> bool {
    t.weather.effect(weather).is_some_and(|effect| {
        let dice = if navy == Navy::Italian {
            &effect.italian_damage
        } else {
            &effect.damage
        };
        dice.contains(&die)
    })
}

/// Whether a boat that was damaged in a storm is lost: a second die, less the ace, above the defence [7.41].
pub fn founders(die: u8, ace: u8, defence: i8) -> bool {
    i16::from(die) - i16::from(ace) > i16::from(defence)
}
