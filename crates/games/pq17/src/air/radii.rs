//! Air Radii [5.3.1], [6.4.1]: permanent ones, those of carriers, and those that air units lay for a while.

use crate::air::Mission;
use crate::forces::{Force, ShipState};
use crate::hex::Hex;
use crate::position::Position;
use crate::side::{Nation, Side};
use crate::tables::{Base, Radius, Tables};
use crate::time::Light;

/// Whose patrols are over a hex: the Soviet ones are the less dangerous.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    None,
    Soviet,
    Other,
}

impl Cover {
    const fn of(nation: Nation) -> Self {
        match nation {
            Nation::Soviet => Self::Soviet,
            _ => Self::Other,
        }
    }
}

/// A carrier that is neither Crippled nor Dead in the Water [6.4.1], [7.8].
pub(crate) fn is_flying_deck(t: &Tables, state: &ShipState) -> bool {
    let ship = t.chart.ship(state.ship);
    ship.kind.is_carrier() && !state.crippled && !state.is_diw(ship)
}

impl Position {
    /// Whether a carrier projects an Air Radius into her hex: Fair or Reduced Visibility, the German one by Day [5.3.1] (R36).
    fn carrier_patrols(&self, t: &Tables, side: Side, state: &ShipState) -> bool {
        is_flying_deck(t, state)
            && (side == Side::Allied || self.light(t) == Light::Day)
            && !self.fleet(side).wing.silent.contains(&state.ship)
    }

    /// Whose Air Radius a hex is in, as a side uses them [6.4.1].
    pub(crate) fn air_cover(&self, t: &Tables, side: Side, hex: Hex) -> Cover {
        let cover = self.open_cover(t, side, hex);
        if cover == Cover::Other || !self.weather_at(t, hex).lets_carriers_launch() {
            return cover;
        }
        let decks = |force: &Force| {
            let mut ships = force.units.ships.iter();
            ships.any(|state| self.carrier_patrols(t, side, state))
        };
        match self.at(side, hex).any(decks) {
            true => Cover::Other,
            false => cover,
        }
    }

    /// The same as the enemy sees it: printed radii, and those that air units lay; carriers are hidden (R70).
    pub(crate) fn open_cover(&self, t: &Tables, side: Side, hex: Hex) -> Cover {
        let weather = self.weather_at(t, hex);
        let mut cover = Cover::None;
        if weather.lets_patrols_fly() {
            for radius in Radius::ALL.into_iter().filter(|r| r.side() == side) {
                if t.sheet.radius(radius).contains(hex) {
                    cover = cover.max(match radius {
                        Radius::Soviet => Cover::Soviet,
                        _ => Cover::Other,
                    });
                }
            }
            for unit in &self.fleet(side).air {
                if matches!(&unit.mission, Mission::Radius(hexes) if hexes.contains(&hex)) {
                    cover = cover.max(Cover::of(unit.aircraft(t).nation));
                }
            }
        }
        cover
    }

    pub(crate) fn in_air_radius(&self, t: &Tables, side: Side, hex: Hex) -> bool {
        self.air_cover(t, side, hex) != Cover::None
    }

    /// Whether weather and the state of a carrier let a unit take off [9.2.3], [9.2.4], [9.2.5], [7.8]; Local Weather at
    /// the base counts [9.5].
    pub(crate) fn can_take_off(&self, t: &Tables, side: Side, base: Base) -> bool {
        let Some(hex) = self.base_hex(t, side, base) else {
            return false; // a carrier in port, or gone
        };
        let weather = self.weather_at(t, hex);
        match base {
            Base::Airbase(_) => weather.lets_take_off(),
            Base::Carrier(ship) => {
                let decks = self
                    .at(side, hex)
                    .flat_map(|force| &force.units.ships)
                    .any(|state| state.ship == ship && is_flying_deck(t, state));
                decks && weather.lets_carriers_launch()
            }
        }
    }

    /// Own recon-capable units over a hex [6.2].
    pub(crate) fn scouts<'a>(
        &'a self,
        t: &'a Tables,
        side: Side,
        hex: Hex,
    ) -> impl Iterator<Item = (crate::air::AirId, &'a crate::air::AirUnit)> {
        let over = move |unit: &crate::air::AirUnit| {
            unit.mission.hex() == Some(hex) && unit.aircraft(t).recon && unit.ready() > 0
        };
        self.wing(side).filter(move |(_, unit)| over(unit))
    }
}
