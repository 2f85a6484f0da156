//! Weeks, months and war periods [2.5]. A month has four weeks (R1).

use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

named! {
    /// A war period [17.1].
    Period, "war period" {
        /// September 1939 to June 1940.
        One = "wp1",
        /// July 1940 to March 1941.
        Two = "wp2",
        /// April to December 1941.
        Three = "wp3",
        /// January to July 1942.
        Four = "wp4",
        /// August 1942 to May 1943.
        Five = "wp5",
    }
}

impl Period {
    /// The period of that number, 1 to 5.
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// 1 to 5.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// A month of the war, from September 1939 (0) to May 1943 (44).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Month(u8);

impl Month {
    /// September 1939.
    pub const FIRST: Self = Self(0);
    /// May 1943.
    pub const LAST: Self = Self(44);

    /// A month by year and number, if it belongs to the war.
    pub fn new(year: u16, month: u8) -> Option<Self> {
        let months = i32::from(year) * 12 + i32::from(month) - (1939 * 12 + 9);
        let inside = (1..=12).contains(&month) && (0..=i32::from(Self::LAST.0)).contains(&months);
        inside.then_some(Self(months as u8))
    }

    /// Calendar year.
    pub const fn year(self) -> u16 {
        1939 + (self.0 as u16 + 8) / 12
    }

    /// Month of the year, 1 to 12.
    pub const fn of_year(self) -> u8 {
        (self.0 + 8) % 12 + 1
    }

    /// Months since September 1939.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// So many months later or, below zero, earlier; none outside the war.
    pub fn plus(self, months: i8) -> Option<Self> {
        let month = Self(self.0.checked_add_signed(months)?);
        (month <= Self::LAST).then_some(month)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.of_year(), self.year() % 100)
    }
}

impl FromStr for Month {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("“{text}” is no month of the war: 9/39 to 5/43 is expected");
        let (month, year) = text.split_once('/').ok_or_else(wrong)?;
        let year: u16 = year.parse().map_err(|_| wrong())?;
        let month = month.parse().map_err(|_| wrong())?;
        let month = Self::new(1900 + year, month).ok_or_else(wrong)?;
        if month.to_string() == text {
            Ok(month)
        } else {
            Err(wrong())
        }
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

/// A turn: a week of a month [16.6].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Date {
    pub month: Month,
    /// 1 to 4.
    pub week: u8,
}

impl Date {
    /// The week after; none after the last of the war.
    pub fn next(self) -> Option<Self> {
        if self.week < WEEKS {
            let week = self.week + 1;
            return Some(Self { week, ..self });
        }
        let month = self.month.plus(1)?;
        Some(Self { month, week: 1 })
    }

    /// Weeks from another date to this one.
    pub fn weeks_since(self, other: Self) -> i32 {
        let weeks =
            |date: Self| date.month.index() as i32 * i32::from(WEEKS) + i32::from(date.week);
        weeks(self) - weeks(other)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "week {} of {}", self.week, self.month)
    }
}

/// Weeks of a month (R1).
pub const WEEKS: u8 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    /// [2.5]: forty-five months of four weeks are the 180 turns of the campaign (R1).
    #[test]
    fn the_campaign_has_180_weeks() {
        let mut date = Date {
            month: Month::FIRST,
            week: 1,
        };
        let mut weeks = 1;
        while let Some(next) = date.next() {
            assert_eq!(next.weeks_since(date), 1);
            date = next;
            weeks += 1;
        }
        assert_eq!((weeks, date.month.to_string()), (180, "5/43".to_owned()));
    }

    #[test]
    fn months_read_as_they_are_written() {
        assert_eq!("9/39".parse(), Ok(Month::FIRST));
        assert_eq!("1/40".parse::<Month>().map(Month::index), Ok(4));
        assert_eq!("5/43".parse(), Ok(Month::LAST));
        for wrong in ["8/39", "6/43", "13/40", "09/39", "9-39", ""] {
            assert!(wrong.parse::<Month>().is_err(), "{wrong}");
        }
    }
}
