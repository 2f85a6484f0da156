//! What a patrol meets: the convoy's size and speed, the weather, the time of day.

use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// The side of the map: a convoy of five or of seven rows [12.map_sides].
    MapSide, "side of the map" {
        /// Five rows.
        Small = "small",
        /// Seven rows.
        Large = "large",
    }
}

named! {
    /// How fast the convoy steams.
    Speed, "speed" {
        /// One space a turn.
        Slow = "slow",
        /// Two spaces on even turns.
        Fast = "fast",
    }
}

named! {
    /// The weather.
    Weather, "weather" {
        /// Good.
        Good = "good",
        /// Bad.
        Bad = "bad",
    }
}

named! {
    /// The time of day.
    Time, "time of day" {
        /// Day.
        Day = "day",
        /// Night.
        Night = "night",
    }
}

named! {
    /// Time and weather together: a row of a combat card.
    Light, "time and weather" {
        /// Day, good.
        DayGood = "DG",
        /// Day, bad.
        DayBad = "DB",
        /// Night, good.
        NightGood = "NG",
        /// Night, bad.
        NightBad = "NB",
    }
}

impl Light {
    /// Of a time and a weather.
    pub const fn of(time: Time, weather: Weather) -> Self {
        match (time, weather) {
            (Time::Day, Weather::Good) => Self::DayGood,
            (Time::Day, Weather::Bad) => Self::DayBad,
            (Time::Night, Weather::Good) => Self::NightGood,
            (Time::Night, Weather::Bad) => Self::NightBad,
        }
    }

    /// Its time of day.
    pub const fn time(self) -> Time {
        match self {
            Self::DayGood | Self::DayBad => Time::Day,
            Self::NightGood | Self::NightBad => Time::Night,
        }
    }

    /// Its weather.
    pub const fn weather(self) -> Weather {
        match self {
            Self::DayGood | Self::NightGood => Weather::Good,
            Self::DayBad | Self::NightBad => Weather::Bad,
        }
    }
}

/// What was drawn for a patrol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    pub side: MapSide,
    pub speed: Speed,
    pub weather: Weather,
    pub time: Time,
}

impl Conditions {
    /// Time and weather together.
    pub const fn light(&self) -> Light {
        Light::of(self.time, self.weather)
    }
}
