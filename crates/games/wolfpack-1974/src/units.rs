//! The pieces [3.0]: boats and packs, convoys, escorts, air groups.

use derbyhouse_kernel::named;

named! {
    /// A U-boat counter: a single boat or a pack [3.22].
    UnitKind, "kind of unit" {
        /// One boat.
        Single = "single",
        /// Six boats.
        Pack6 = "pack6",
        /// Twelve boats.
        Pack12 = "pack12",
        /// Eighteen boats.
        Pack18 = "pack18",
        /// Twenty-four boats.
        Pack24 = "pack24",
        /// Thirty boats.
        Pack30 = "pack30",
    }
}

impl UnitKind {
    /// The five kinds of pack, smallest first.
    pub const PACKS: [Self; 5] = [
        Self::Pack6,
        Self::Pack12,
        Self::Pack18,
        Self::Pack24,
        Self::Pack30,
    ];
}

named! {
    /// What sails with a convoy [7.1], [15.21].
    EscortKind, "escort" {
        /// Escort group of strength 1.
        Eg1 = "EG1",
        /// Escort group of strength 2.
        Eg2 = "EG2",
        /// Support group.
        Sg = "SG",
        /// Escort carrier.
        Cve = "CVE",
        /// Nothing at all: the convoy is a phantom [15.6].
        Dummy = "DUMMY",
    }
}

impl EscortKind {
    /// The four that are real.
    pub const REAL: [Self; 4] = [Self::Eg1, Self::Eg2, Self::Sg, Self::Cve];
}

named! {
    /// The types of convoy [7.2].
    ConvoyType, "type of convoy" {
        /// Fast, eastbound.
        Hx = "HX",
        /// Slow, eastbound.
        Sc = "SC",
        /// Fast, westbound.
        On = "ON",
        /// Slow, westbound.
        Ons = "ONS",
    }
}

named! {
    /// Which way a convoy goes [7.31], [7.33].
    Bound, "direction" {
        /// To Britain.
        East = "east",
        /// To America.
        West = "west",
    }
}

named! {
    /// The four airbases, in the order in which they search [11.31].
    Base, "airbase" {
        /// Northern Ireland.
        Ulster = "ulster",
        /// Iceland.
        Iceland = "iceland",
        /// Southern Greenland.
        Greenland = "greenland",
        /// Newfoundland.
        Newfoundland = "newfoundland",
    }
}

named! {
    /// The four scenarios [15.0].
    Scenario, "scenario" {
        /// February 1943.
        February = "feb",
        /// March 1943.
        March = "mar",
        /// April 1943.
        April = "apr",
        /// May 1943.
        May = "may",
    }
}

named! {
    /// A straggle marker, or none [14.3].
    Straggle, "straggle state" {
        /// Closed up.
        None = "-",
        /// Somewhat scattered.
        S1 = "S1",
        /// Badly scattered.
        S2 = "S2",
    }
}

named! {
    /// A column of the straggle table [14.37]: the result of an attack, or the weather.
    StraggleColumn, "column of the straggle table" {
        /// An attack that scored 1.
        One = "1",
        /// An attack that scored 2.
        Two = "2",
        /// An attack that scored 3, or fog.
        ThreeOrFog = "3_or_fog",
        /// An attack that scored 4, or a storm.
        FourOrStorm = "4_or_storm",
    }
}

named! {
    /// The weather that a formation chit brings [5.11].
    Formation, "weather" {
        /// Nothing new.
        Nothing = "-",
        /// Fog in zone 1.
        Fog1 = "F1",
        /// Fog in zones 1 and 2.
        Fog2 = "F2",
        /// A storm on start set A.
        StormA = "SA",
        /// A storm on start set B.
        StormB = "SB",
        /// A storm on start set C.
        StormC = "SC",
    }
}

named! {
    /// Where the movement table sends a storm or a convoy [5.26].
    Heading, "heading" {
        /// To the north-east or north-west.
        North = "N",
        /// To the south-east or south-west.
        South = "S",
        /// Due east or west.
        Lateral = "L",
    }
}

named! {
    /// What an anti-submarine attack does to a group of boats [14.47].
    AswResult, "result" {
        /// Nothing.
        None = ".",
        /// All of it is pinned.
        Pinned = "P",
        /// One boat is sunk, the rest is pinned.
        Sunk = "X",
    }
}

/// Number of a convoy, 1 to 20: its place in the order of entry and of movement [7.2], [7.34].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConvoyId(u8);

/// How many convoys there are [15.2].
pub const CONVOYS: usize = 20;

impl ConvoyId {
    /// The convoy of that number.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number as usize <= CONVOYS {
            Some(Self(number))
        } else {
            None
        }
    }

    /// From 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// From 0.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// All twenty, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..=CONVOYS as u8).map(Self)
    }
}
