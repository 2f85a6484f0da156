//! Supply at sea [21.3].

use crate::calendar::Period;
use crate::tables::{ClassValues, Tables};
use derbyhouse_kernel::named;

named! {
    /// Who gives supplies.
    Provider, "provider" {
        /// A tanker in a neutral port [21.31].
        Interned = "interned",
        /// A supply ship or raider [21.32].
        AtSea = "at_sea",
        /// A U-tanker [21.33].
        Tanker = "tanker",
    }
}

named! {
    /// What becomes of the provider.
    Fortune, "fortune" {
        /// Nothing.
        None = "none",
        /// Gone.
        Removed = "removed",
        /// A tanker sunk.
        Sunk = "sunk",
        /// A tanker damaged and going home.
        DamagedReturn = "damaged_rtb",
    }
}

/// Whether the provider is in danger: an original 0 in the check of the boat supplied; Spain looks away before the fourth
/// period [21.31B].
pub fn is_at_risk(provider: Provider, die: u8, period: Period) -> bool {
    die == 0 && (provider != Provider::Interned || period >= Period::Four)
}

/// What the second die does to it [21.31B], [21.32B], [21.33B].
pub fn fortune(t: &Tables, provider: Provider, second: u8, enigma: i8) -> Fortune {
    let (rules, die) = (&t.supply, second as i8);
    let sum = die + enigma;
    match provider {
        // In a neutral port the ciphers do not matter [21.31B].
        Provider::Interned if die <= rules.interned_removed => Fortune::Removed,
        Provider::AtSea if sum <= rules.at_sea_removed => Fortune::Removed,
        Provider::Tanker if sum <= rules.tanker_sunk => Fortune::Sunk,
        Provider::Tanker if sum <= rules.tanker_damaged => Fortune::DamagedReturn,
        _ => Fortune::None,
    }
}

/// Boats that a class can supply in a week of that year [21.33].
pub fn tanker_boats(class: &ClassValues, year: u16) -> u8 {
    if class.tanker_years.contains(&year) {
        class.tanker
    } else {
        0
    }
}
