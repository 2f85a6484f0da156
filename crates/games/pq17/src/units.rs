//! Ships and aircraft: types, categories, steps, speeds (chapter 1), [1.4], [1.5].

use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// A type of ship, in the order of the Unit Chart [13.7].
    ShipType, "type of ship" {
        Bb = "BB", Bc = "BC", Cv = "CV", Cve = "CVE", Ca = "CA", Cb = "CB", Cl = "CL", Claa = "CLAA", Cm = "CM",
        Dd = "DD", Tb = "TB", Es = "ES", Ss = "SS", Aa = "AA", Ao = "AO", Al = "AL", Am = "AM", Mc = "MC", Mo = "MO",
        Mv = "MV",
    }
}

named! {
    /// What a type counts as [1.4].
    Category, "category" {
        Capital = "capital",
        Carrier = "carrier",
        Cruiser = "cruiser",
        Heavy = "heavy",
        Light = "light",
        Submarine = "submarine",
        Convoy = "convoy",
        Auxiliary = "auxiliary",
        Merchant = "merchant",
    }
}

impl ShipType {
    /// Battleships and battlecruisers, whom Hitler's Restrictions speak of [7.5.7].
    pub const fn is_battleship(self) -> bool {
        matches!(self, Self::Bb | Self::Bc)
    }

    /// A Convoy Ship is no warship [1.4].
    pub const fn is_convoy_ship(self) -> bool {
        self.is_auxiliary() || self.is_merchant()
    }

    pub const fn is_auxiliary(self) -> bool {
        matches!(self, Self::Aa | Self::Ao | Self::Al | Self::Am)
    }

    pub const fn is_merchant(self) -> bool {
        matches!(self, Self::Mc | Self::Mo | Self::Mv)
    }

    pub const fn is_warship(self) -> bool {
        !self.is_convoy_ship()
    }

    pub const fn is_light(self) -> bool {
        matches!(self, Self::Dd | Self::Tb | Self::Es)
    }

    pub const fn is_submarine(self) -> bool {
        matches!(self, Self::Ss)
    }

    pub const fn is_heavy(self) -> bool {
        self.is_capital() || self.is_cruiser() || self.is_carrier()
    }

    pub const fn is_capital(self) -> bool {
        matches!(self, Self::Bb | Self::Bc | Self::Cv)
    }

    pub const fn is_carrier(self) -> bool {
        matches!(self, Self::Cv | Self::Cve)
    }

    pub const fn is_cruiser(self) -> bool {
        matches!(self, Self::Ca | Self::Cb | Self::Cl | Self::Claa | Self::Cm)
    }

    /// Destroyers and torpedo boats, who count together for ASW, ports and fuel.
    pub const fn is_flotilla(self) -> bool {
        matches!(self, Self::Dd | Self::Tb)
    }

    /// Submarines, Convoy Ships, ES and CVE are never short of fuel [11.1], [11.2.1].
    pub const fn needs_fuel(self) -> bool {
        self.is_flotilla() || (self.is_heavy() && !matches!(self, Self::Cve))
    }

    /// A counter of one silhouette: every named ship, CAM and oiler [1.4], [13.1].
    pub const fn is_single(self) -> bool {
        !self.is_light() && !self.is_submarine() && !matches!(self, Self::Mv)
    }

    /// CV answers to Capital and to Carrier (R22).
    pub fn categories(self) -> impl Iterator<Item = Category> {
        Category::ALL
            .into_iter()
            .filter(move |category| category.holds(self))
    }
}

impl Category {
    /// Is that type one of them [1.4]?
    pub const fn holds(self, kind: ShipType) -> bool {
        match self {
            Self::Capital => kind.is_capital(),
            Self::Carrier => kind.is_carrier(),
            Self::Cruiser => kind.is_cruiser(),
            Self::Heavy => kind.is_heavy(),
            Self::Light => kind.is_light(),
            Self::Submarine => kind.is_submarine(),
            Self::Convoy => kind.is_convoy_ship(),
            Self::Auxiliary => kind.is_auxiliary(),
            Self::Merchant => kind.is_merchant(),
        }
    }
}

named! {
    /// How fast a step can go, from the slowest [5.1].
    Speed, "speed" {
        /// Dead in the Water: under tow or not at all.
        None = "none",
        /// Red circle.
        Slow = "slow",
        /// White circle.
        Moderate = "moderate",
        /// No circle.
        High = "high",
    }
}

named! {
    /// What aircraft do [1.5].
    Role, "role of aircraft" {
        Fighter = "F",
        DiveBomber = "DB",
        LightBomber = "LB",
        MediumBomber = "MB",
        HeavyBomber = "HB",
        TorpedoBomber = "TB",
        Photo = "P",
    }
}

impl Role {
    /// Every role but fighters and photo units [5.3].
    pub const fn is_bomber(self) -> bool {
        !matches!(self, Self::Fighter | Self::Photo)
    }
}

/// Anti-aircraft strength: a number, or `*`, which defends only itself [7.2.5].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aa {
    /// None at all.
    None,
    /// One die, in its own defence only.
    Star,
    /// So many dice, for neighbours too.
    Dice(u8),
}

impl Aa {
    /// Numbers add; `*` adds nothing to a number, and `*` with `*` stays `*` [7.2.5].
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Dice(a), Self::Dice(b)) => Self::Dice(a.saturating_add(b)),
            (Self::Dice(a), _) | (_, Self::Dice(a)) => Self::Dice(a),
            (Self::Star, _) | (_, Self::Star) => Self::Star,
            (Self::None, Self::None) => Self::None,
        }
    }

    /// Dice in its own defence.
    pub const fn own_dice(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Star => 1,
            Self::Dice(dice) => dice,
        }
    }

    /// Dice for a neighbour in the line [7.2.5].
    pub const fn support_dice(self) -> u8 {
        match self {
            Self::Dice(dice) => dice,
            _ => 0,
        }
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(u8);

        impl $name {
            /// The one at that place of its list.
            pub const fn new(place: usize) -> Self { Self(place as u8) }

            /// Place in its list.
            pub const fn index(self) -> usize { self.0 as usize }
        }
    )+ };
}

ids! {
    /// A named ship of the Unit Chart.
    ShipId,
    /// A class of ships that are counted, not named.
    ClassId,
    /// A type of aircraft.
    AirTypeId,
    /// A port.
    PortId,
    /// An airbase or floatplane port.
    BaseId,
    /// A box off the map.
    BoxId,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Heavy Ships are capital ships, carriers and cruisers; every type is a warship or a Convoy Ship [1.4].
    #[test]
    fn categories_share_out_the_types() {
        for kind in ShipType::ALL {
            let of: Vec<Category> = kind.categories().collect();
            assert!(!of.is_empty(), "{kind}");
            assert_ne!(kind.is_warship(), of.contains(&Category::Convoy), "{kind}");
        }
        let carrier: Vec<Category> = ShipType::Cv.categories().collect();
        assert_eq!(
            carrier,
            [Category::Capital, Category::Carrier, Category::Heavy]
        ); // (R22)
    }

    /// Who needs fuel [11.1], [11.2.1].
    #[test]
    fn only_destroyers_and_heavy_ships_run_short_of_fuel() {
        let users: Vec<ShipType> = ShipType::ALL
            .into_iter()
            .filter(|t| t.needs_fuel())
            .collect();
        assert_eq!(users.len(), 10);
        assert!(!users.contains(&ShipType::Cve) && !users.contains(&ShipType::Es));
    }

    /// [7.2.5]
    #[test]
    fn a_star_adds_nothing_to_a_number() {
        assert_eq!(Aa::Dice(1).plus(Aa::Star), Aa::Dice(1));
        assert_eq!(Aa::Star.plus(Aa::Star), Aa::Star);
        assert_eq!(Aa::Star.support_dice(), 0);
    }
}
