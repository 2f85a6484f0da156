//! Depth: twenty spaces from the surface to 270 m.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A space of the depth track. Surface and periscope depth are both 0 m (R2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Depth(u8);

/// Metres from one label to the next.
const STEP: u16 = 15;
const NAMES: [&str; 2] = ["surface", "periscope"];

impl Depth {
    /// On the surface.
    pub const SURFACE: Self = Self(0);
    /// Below it, the periscope out.
    pub const PERISCOPE: Self = Self(1);
    /// 15 m.
    pub const SHALLOW: Self = Self(2);
    /// The end of the track, 270 m.
    pub const BOTTOM: Self = Self(19);

    /// All of them, from the surface down.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..=Self::BOTTOM.0).map(Self)
    }

    /// The space labelled with so many metres, from 15 to 270 in steps of 15.
    pub const fn of_metres(metres: u16) -> Option<Self> {
        let step = metres / STEP;
        if metres.is_multiple_of(STEP) && step >= 1 && step < Self::BOTTOM.0 as u16 {
            Some(Self(step as u8 + 1))
        } else {
            None
        }
    }

    /// Its place on the track, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As labelled [30.rate_vii], (R2).
    pub const fn metres(self) -> u16 {
        (self.0 as u16).saturating_sub(1) * STEP
    }

    /// On the surface?
    pub const fn is_surface(self) -> bool {
        self.0 == 0
    }

    /// At periscope depth?
    pub const fn is_periscope(self) -> bool {
        self.0 == 1
    }

    /// Where a boat sees and can be seen: the surface or periscope depth.
    pub const fn sees(self) -> bool {
        self.0 <= 1
    }

    /// So many metres further down, at most to the end of the track [28.forced_descent].
    #[must_use]
    pub fn lowered(self, metres: u16) -> Self {
        Self::of_metres(self.metres() + metres).unwrap_or(Self::BOTTOM)
    }

    /// So many metres further up; from that depth or less, the surface [35.blow_rise].
    #[must_use]
    pub fn raised(self, metres: u16) -> Self {
        let left = self.metres().saturating_sub(metres);
        Self::of_metres(left).unwrap_or(Self::SURFACE)
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMES.get(self.index()) {
            Some(name) => f.write_str(name),
            None => write!(f, "{}", self.metres()),
        }
    }
}

impl FromStr for Depth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::all().find(|depth| depth.to_string() == text);
        known.ok_or_else(|| {
            format!(
                "“{text}” is no depth: surface, periscope, or 15 to 270 in steps of 15 is expected"
            )
        })
    }
}

impl TryFrom<String> for Depth {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Depth> for String {
    fn from(depth: Depth) -> Self {
        depth.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_spaces_surface_and_periscope_both_at_nothing() {
        let names: Vec<String> = Depth::all().map(String::from).collect();
        assert_eq!(names.len(), 20);
        assert_eq!(names[..4], ["surface", "periscope", "15", "30"]);
        assert_eq!(Depth::BOTTOM.metres(), 270);
        assert_eq!(Depth::of_metres(0), None);
        assert_eq!(Depth::of_metres(285), None);
        for depth in Depth::all().skip(2) {
            assert_eq!(Depth::of_metres(depth.metres()), Some(depth));
        }
    }
}
