//! Allied units and what they are [2.3B].

use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// What an Allied unit is [2.3B].
    ShipType, "type of unit" {
        /// Aircraft carrier.
        Cv = "CV",
        /// Escort carrier.
        Cve = "CVE",
        /// Auxiliary carrier.
        Acv = "ACV",
        /// Aviation support ship.
        Avg = "AVG",
        /// Seaplane carrier.
        Cs = "CS",
        /// Battleship.
        Bb = "BB",
        /// Battlecruiser.
        Bc = "BC",
        /// Heavy cruiser.
        Ca = "CA",
        /// Cruiser.
        C = "C",
        /// Light cruiser.
        Cl = "CL",
        /// Minelayer.
        Ml = "ML",
        /// Armed merchant cruiser.
        Am = "AM",
        /// Destroyer.
        Dd = "DD",
        /// Destroyer escort.
        De = "DE",
        /// Patrol frigate.
        Pf = "PF",
        /// Corvette.
        Ct = "CT",
        /// Sloop.
        Sl = "SL",
        /// Torpedo boat.
        Tb = "TB",
        /// Patrol gunboat.
        Pg = "PG",
        /// Coast guard cutter.
        Cg = "CG",
        /// Merchant.
        M = "M",
        /// Oil tanker.
        Ao = "AO",
        /// Liner used as a troop transport.
        At = "AT",
        /// Troop transport.
        Ap = "AP",
        /// Catapult merchantman.
        Cm = "CM",
        /// Fishing vessel.
        Fv = "FV",
        /// Sailing vessel.
        Sv = "SV",
        /// Aircraft.
        Ac = "AC",
    }
}

impl ShipType {
    /// “Carrier” in the rules [3.14].
    pub const fn is_carrier(self) -> bool {
        matches!(self, Self::Cv | Self::Cve | Self::Acv | Self::Avg)
    }

    /// An aircraft.
    pub const fn is_aircraft(self) -> bool {
        matches!(self, Self::Ac)
    }

    /// A ship of a fleet.
    pub const fn is_naval(self) -> bool {
        (self as u8) <= Self::Am as u8
    }

    /// A ship that escorts convoys.
    pub const fn is_escort(self) -> bool {
        (self as u8) >= Self::Dd as u8 && (self as u8) <= Self::Cg as u8
    }

    /// A merchant of any kind [3.11].
    pub const fn is_merchant(self) -> bool {
        (self as u8) >= Self::M as u8 && (self as u8) <= Self::Sv as u8
    }

    /// May shoot down an Axis aircraft when it is turned up [7.55].
    pub const fn threatens_aircraft(self) -> bool {
        matches!(self, Self::Cv | Self::Cve | Self::Acv | Self::Cm)
    }

    /// Leaves the Loner display before a re-attack unless damaged [14.4].
    pub const fn slips_away(self) -> bool {
        matches!(self, Self::Ca | Self::Cl | Self::C | Self::Am)
    }
}

named! {
    /// Whose a unit is.
    Nation, "nation" {
        /// United States.
        American = "american",
        /// Belgium.
        Belgian = "belgian",
        /// Brazil.
        Brazilian = "brazilian",
        /// Britain.
        British = "british",
        /// Canada.
        Canadian = "canadian",
        /// Denmark.
        Danish = "danish",
        /// The Netherlands.
        Dutch = "dutch",
        /// Finland.
        Finnish = "finnish",
        /// Free France.
        FreeFrench = "free_french",
        /// France.
        French = "french",
        /// Greece.
        Greek = "greek",
        /// Norway.
        Norwegian = "norwegian",
        /// Panama.
        Panamanian = "panamanian",
        /// Poland.
        Polish = "polish",
        /// Soviet Union.
        Soviet = "soviet",
        /// Sweden.
        Swedish = "swedish",
        /// Yugoslavia.
        Yugoslav = "yugoslav",
    }
}

named! {
    /// Whose a submarine of the player is [1.1].
    Navy, "navy" {
        /// U-boats.
        German = "german",
        /// Of the Bordeaux command.
        Italian = "italian",
        /// By the political option.
        Vichy = "vichy",
    }
}

named! {
    /// The flag on the back of a piece: all that shows of it face down [2.3B].
    Ensign, "ensign" {
        /// Mostly merchants.
        Red = "red",
        /// Mostly warships.
        White = "white",
    }
}

/// A counter design of `ships.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub(crate) u16);

impl UnitId {
    /// Place in the table.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One physical counter: a copy of a unit, or a marker that lives in the cups [2.3B].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Counter(pub(crate) u16);

impl Counter {
    /// Place in the list of all counters.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
