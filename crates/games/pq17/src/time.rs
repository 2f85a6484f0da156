//! Time (chapter 8): turns of twelve hours, light, and the calendar in fortnights.

use derbyhouse_kernel::named;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

named! {
    /// Half of a Day [8.1].
    Half, "half of a day" {
        /// From six in the morning.
        Am = "AM",
        /// From six in the evening.
        Pm = "PM",
    }
}

named! {
    /// What a turn's light is [8.2].
    Light, "light" {
        Day = "day",
        Night = "night",
    }
}

/// A turn of an Operation, counted from 0 for AM of Day 1 [8.1].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn(u16);

/// Boxes of the Time Track [8.1].
const TRACK_DAYS: u16 = 15;

impl Turn {
    /// AM of Day 1.
    pub const FIRST: Self = Self(0);
    /// The last turn with a box of its own.
    pub const LAST_ON_TRACK: Self = Self(2 * TRACK_DAYS - 1);
    /// Nothing lasts longer (R6).
    pub const LAST: Self = Self(4 * TRACK_DAYS - 1);

    /// The turn of that half of that Day, Days counted from 1.
    pub const fn new(day: u16, half: Half) -> Self {
        Self(2 * day.saturating_sub(1) + half as u16)
    }

    /// Counted from 0.
    pub const fn index(self) -> u16 {
        self.0
    }

    /// Counted from 1.
    pub const fn day(self) -> u16 {
        self.0 / 2 + 1
    }

    pub const fn half(self) -> Half {
        if self.0.is_multiple_of(2) {
            Half::Am
        } else {
            Half::Pm
        }
    }

    /// So many turns later.
    #[must_use]
    pub const fn later(self, turns: u16) -> Self {
        Self(self.0.saturating_add(turns))
    }

    /// So many turns earlier; nothing is before the first.
    #[must_use]
    pub const fn earlier(self, turns: u16) -> Self {
        Self(self.0.saturating_sub(turns))
    }

    /// The box of the Time Track it is marked in: Day 16 uses that of Day 1 [8.1].
    #[must_use]
    pub const fn track_box(self) -> Self {
        Self(self.0 % (2 * TRACK_DAYS))
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.half(), self.day())
    }
}

impl FromStr for Turn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("“{text}” is no turn: AM or PM and a Day is expected, as in AM 5");
        let (half, day) = text.split_once(' ').ok_or_else(wrong)?;
        let day = day.parse().ok().filter(|day| (1..=99).contains(day));
        Ok(Self::new(
            day.ok_or_else(wrong)?,
            half.parse().map_err(|_| wrong())?,
        ))
    }
}

impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Turn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Which turns are Day and which Night: `DN` is Day before noon, Night after [8.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Daylight {
    am: Light,
    pm: Light,
}

impl Daylight {
    /// The light of a turn [8.2].
    pub const fn of(self, turn: Turn) -> Light {
        match turn.half() {
            Half::Am => self.am,
            Half::Pm => self.pm,
        }
    }
}

impl FromStr for Daylight {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let light = |letter| match letter {
            'D' => Ok(Light::Day),
            'N' => Ok(Light::Night),
            _ => Err(format!(
                "“{text}” is no pattern of light: DD, DN or NN is expected"
            )),
        };
        let letters: Vec<Light> = text.chars().map(light).collect::<Result<_, _>>()?;
        match letters.as_slice() {
            [am, pm] => Ok(Self { am: *am, pm: *pm }),
            _ => Err(format!(
                "“{text}” is no pattern of light: two letters are expected"
            )),
        }
    }
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    const MONTHS: [(&'static str, u8); 12] = [
        ("January", 31),
        ("February", 28), // no leap year was fought in
        ("March", 31),
        ("April", 30),
        ("May", 31),
        ("June", 30),
        ("July", 31),
        ("August", 31),
        ("September", 30),
        ("October", 31),
        ("November", 30),
        ("December", 31),
    ];

    /// So many days later.
    #[must_use]
    pub fn later(self, days: u16) -> Self {
        (0..days).fold(self, |date, _| date.next())
    }

    fn next(self) -> Self {
        let (_, days) = Self::MONTHS[usize::from(self.month - 1)];
        match (self.day < days, self.month) {
            (true, _) => Self {
                day: self.day + 1,
                ..self
            },
            (false, 12) => Self {
                year: self.year + 1,
                month: 1,
                day: 1,
            },
            (false, month) => Self {
                month: month + 1,
                day: 1,
                ..self
            },
        }
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("“{text}” is no date: one like 1942-06-27 is expected");
        let parts: Vec<u16> = text
            .split('-')
            .map(|part| part.parse().map_err(|_| wrong()))
            .collect::<Result<_, _>>()?;
        match parts.as_slice() {
            [year, month @ 1..=12, day @ 1..=31] => Ok(Self {
                year: *year,
                month: *month as u8,
                day: *day as u8,
            }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (month, _) = Self::MONTHS[usize::from(self.month - 1)];
        write!(f, "{} {month} {}", self.day, self.year)
    }
}

/// A half of a month [8.4]. Ordered by date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Fortnight {
    year: u16,
    month: u8,
    second: bool,
}

impl Fortnight {
    /// So many fortnights later or, with a negative number, earlier.
    #[must_use]
    pub fn shifted(self, by: i32) -> Self {
        let index = (i32::from(self.year) * 12 + i32::from(self.month) - 1) * 2;
        let index = index + i32::from(self.second) + by;
        Self {
            year: index.div_euclid(24) as u16,
            month: (index.rem_euclid(24) / 2 + 1) as u8,
            second: index.rem_euclid(2) == 1,
        }
    }

    /// The month, 1 to 12.
    pub const fn month(self) -> u8 {
        self.month
    }

    /// As the Campaign calls it within its year: `08-II`.
    pub fn short(self) -> String {
        format!("{:02}-{}", self.month, if self.second { "II" } else { "I" })
    }

    /// The fortnight of a date such as `1942-06-27`.
    pub fn of_date(text: &str) -> Result<Self, String> {
        let Date { year, month, day } = text.parse()?;
        Ok(Self {
            year,
            month,
            second: day > 15,
        })
    }

    /// The first fortnight of a month of a year.
    pub const fn first_of(year: u16, month: u8) -> Self {
        Self {
            year,
            month,
            second: false,
        }
    }

    /// The first fortnight of a month such as `1942-06`.
    pub fn of_month(text: &str) -> Result<Self, String> {
        format!("{text}-I").parse()
    }
}

impl fmt::Display for Fortnight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.year, self.short())
    }
}

impl From<Fortnight> for String {
    fn from(fortnight: Fortnight) -> Self {
        fortnight.to_string()
    }
}

impl TryFrom<String> for Fortnight {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for Fortnight {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("“{text}” is no fortnight: one like 1942-08-II is expected");
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, half] = parts.as_slice() else {
            return Err(wrong());
        };
        let month = month.parse().ok().filter(|month| (1..=12).contains(month));
        Ok(Self {
            year: year.parse().map_err(|_| wrong())?,
            month: month.ok_or_else(wrong)?,
            second: match *half {
                "I" => false,
                "II" => true,
                _ => return Err(wrong()),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two turns a Day, and fifteen Days on the track [8.1].
    #[test]
    fn turns_count_by_halves_of_days() {
        let turn: Turn = "PM 15".parse().unwrap();
        assert_eq!((turn.index(), turn), (29, Turn::LAST_ON_TRACK));
        assert_eq!(turn.later(1).to_string(), "AM 16");
        assert_eq!(turn.later(1).track_box().to_string(), "AM 1");
        for wrong in ["PM", "XM 3", "AM 0", "AM x", ""] {
            assert!(wrong.parse::<Turn>().is_err(), "{wrong}");
        }
    }

    /// Light goes by the half of the Day [8.2].
    #[test]
    fn a_pattern_says_which_half_is_dark() {
        let pattern: Daylight = "DN".parse().unwrap();
        assert_eq!(pattern.of(Turn::FIRST), Light::Day);
        assert_eq!(pattern.of(Turn::FIRST.later(1)), Light::Night);
        assert!("D".parse::<Daylight>().is_err() && "DX".parse::<Daylight>().is_err());
    }

    /// Two fortnights a month [8.4].
    #[test]
    fn fortnights_run_over_the_year() {
        let fortnight: Fortnight = "1942-12-II".parse().unwrap();
        assert_eq!(fortnight.shifted(1).to_string(), "1943-01-I");
        assert_eq!(fortnight.shifted(1).shifted(-1), fortnight);
        assert_eq!(Fortnight::of_date("1942-12-22"), Ok(fortnight));
        assert_eq!(Fortnight::of_month("1942-12"), Ok(fortnight.shifted(-1)));
        assert!("1942-13-I".parse::<Fortnight>().is_err());
    }
}
