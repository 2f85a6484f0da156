//! Months, eras and war periods [4.era].

use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

named! {
    /// Early until June 1942, late from July [4.era]; also the make of an escort's sonar, radar and charges (R9).
    Era, "era" {
        /// Until June 1942.
        Early = "early",
        /// From July 1942.
        Late = "late",
    }
}

/// The months of the game.
pub const MONTHS: usize = 18;

/// One of the eighteen months from October 1941 to March 1943.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Month(u8);

impl Month {
    /// October 1941.
    pub const FIRST: Self = Self(0);

    /// All of them, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..MONTHS as u8).map(Self)
    }

    /// Counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The month of the year, from 0 for January.
    pub const fn of_year(self) -> usize {
        (self.index() + 9) % 12
    }

    /// The year.
    pub const fn year(self) -> u16 {
        1941 + (self.0 as u16 + 9) / 12
    }

    /// For people: October 1941.
    pub fn name(self) -> String {
        const NAMES: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        format!("{} {}", NAMES[self.of_year()], self.year())
    }

    /// Three patrols make a war period: from 0 [69.period_result].
    pub const fn period(self) -> usize {
        self.index() / 3
    }

    /// The month after; none after the last.
    pub fn next(self) -> Option<Self> {
        Self::all().nth(self.index() + 1)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.year(), self.of_year() + 1)
    }
}

impl FromStr for Month {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::all().find(|month| month.to_string() == text);
        known.ok_or_else(|| {
            format!("“{text}” is no month of the game: 1941-10 to 1943-03 is expected")
        })
    }
}

impl TryFrom<String> for Month {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Month> for String {
    fn from(month: Month) -> Self {
        month.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eighteen_months_from_october_1941() {
        let months: Vec<String> = Month::all().map(String::from).collect();
        assert_eq!(
            (months[0].as_str(), months[3].as_str(), months[17].as_str()),
            ("1941-10", "1942-01", "1943-03")
        );
        assert_eq!("1942-06".parse::<Month>().unwrap().period(), 2);
        assert!("1943-04".parse::<Month>().is_err());
        assert_eq!(Month::all().last().unwrap().next(), None);
    }
}
