//! Weather (chapter 9): the roll, what it does, Dispersal, recovery.

use crate::tables::Tables;
use crate::units::Speed;
use derbyhouse_kernel::named;

named! {
    /// Prevailing or Local Weather [9.2].
    Weather, "weather" {
        Fair = "fair",
        ReducedVisibility = "reduced_visibility",
        Fog = "fog",
        Storms = "storms",
        Gales = "gales",
    }
}

named! {
    /// A column of the reconnaissance cards.
    Column, "column of a card" {
        Fair = "fair",
        ReducedVisibility = "reduced_vis",
        Storm = "storm",
        FogGale = "fog_gale",
    }
}

impl Weather {
    /// Anything but Fair, which forbids nothing [9.2], [9.2.1], [9.2.2].
    pub const fn is_poor(self) -> bool {
        !matches!(self, Self::Fair)
    }

    /// Aircraft take off from land [9.2.3], [9.2.5].
    pub const fn lets_take_off(self) -> bool {
        !matches!(self, Self::Fog | Self::Gales)
    }

    /// Carriers launch and have an Air Radius, CAMs fly (R36) [9.2.3], [9.2.4], [9.2.5], [1.4.3].
    pub const fn lets_carriers_launch(self) -> bool {
        matches!(self, Self::Fair | Self::ReducedVisibility)
    }

    /// Permanent Air Radii and sectors work [9.2.5].
    pub const fn lets_patrols_fly(self) -> bool {
        !matches!(self, Self::Gales)
    }

    /// Torpedoes and ASW [9.2.5].
    pub const fn lets_torpedoes_run(self) -> bool {
        !matches!(self, Self::Gales)
    }

    /// Forces rejoin the parts that were dispersed [9.3.3].
    pub const fn lets_rejoin(self) -> bool {
        !matches!(self, Self::Storms | Self::Gales)
    }

    /// The fastest that ships may go: nobody at High Speed in Gales, no Light Ships in Storms, submarines Slow in Gales
    /// [9.2.4], [9.2.5].
    pub const fn fastest(self, light_ships: bool, submarines: bool) -> Speed {
        match self {
            Self::Gales if submarines => Speed::Slow,
            Self::Gales => Speed::Moderate,
            Self::Storms if light_ships => Speed::Moderate,
            _ => Speed::High,
        }
    }
}

/// What a weather roll gave: the modified sum is kept for Dispersal [9.1], [9.3.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prevailing {
    pub weather: Weather,
    pub sum: i8,
}

/// Weather off North Norway that an event brought, and whose event it was [9.5], [13.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Local {
    pub by: crate::side::Side,
    pub weather: Weather,
}

/// Rolls two dice, which add up (R26), with the modifier of the present weather; there is none before the first [9.1].
pub fn roll(t: &Tables, month: u8, dice: [u8; 2], previous: Option<Weather>) -> Prevailing {
    let drm = previous.map_or(0, |weather| t.weather.drm[weather.index()]);
    let sum = dice.iter().map(|die| *die as i8).sum::<i8>() + drm;
    Prevailing {
        weather: *t.weather.column(month).get(sum.into()),
        sum,
    }
}

/// Dice for Dispersal: one for each 11 undispersed MX, a rest of 6 or more counts as one more [9.3.2].
pub const fn dispersal_dice(undispersed: u8) -> u8 {
    (undispersed + 5) / 11
}

/// The modifier of each Dispersal die, by how far the weather sum exceeds what Gales need [9.3.2].
pub fn dispersal_drm(t: &Tables, month: u8, sum: i8) -> i8 {
    let least = t
        .weather
        .column(month)
        .lowest(|weather| *weather == Weather::Gales);
    let excess = sum.saturating_sub(least.unwrap_or(sum)).max(0) as usize;
    let drms = &t.weather.dispersal;
    drms[excess.min(drms.len() - 1)]
}

/// MX that lose their Convoy: each die with its modifier, never below 0 [9.3.2].
pub fn dispersed(drm: i8, dice: &[u8]) -> u8 {
    let ships = dice.iter().map(|die| (*die as i8 + drm).max(0) as u8);
    ships.sum()
}

/// Dispersed MX that find their Convoy again, rounded up [9.3.3].
pub fn rejoin(t: &Tables, die: u8, weather: Weather, dispersed: u8) -> u8 {
    let bonus = if weather == Weather::Fair {
        t.weather.rejoin_fair
    } else {
        0
    };
    let quarters = *t.weather.rejoin.get(i32::from(die) + i32::from(bonus));
    (dispersed * quarters).div_ceil(4)
}

/// Damage cards of a force in Gales: one for each 20 ships, rounded up [9.3.1].
pub const fn damage_cards(ships: u8) -> u8 {
    ships.div_ceil(20)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fog grounds aircraft, Storms carriers, Gales everything [9.2.1], [9.2.2], [9.2.3], [9.2.4], [9.2.5].
    #[test]
    fn each_weather_forbids_a_little_more() {
        use Weather::*;
        let can = |weather: Weather| {
            [
                weather.lets_take_off(),
                weather.lets_carriers_launch(),
                weather.lets_patrols_fly(),
                weather.lets_torpedoes_run(),
            ]
        };
        assert_eq!(can(Fair), [true; 4]);
        assert_eq!(can(ReducedVisibility), [true; 4]);
        assert_eq!(can(Fog), [false, false, true, true]);
        assert_eq!(can(Storms), [true, false, true, true]);
        assert_eq!(can(Gales), [false; 4]);
        assert!(!Fair.is_poor() && Fog.is_poor());
    }
}
