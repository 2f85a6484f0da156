//! The number of a U-boat.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A U-boat by her number: `U-201`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hull(u16);

impl fmt::Display for Hull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "U-{}", self.0)
    }
}

impl FromStr for Hull {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text
            .strip_prefix("U-")
            .and_then(|number| number.parse().ok());
        number
            .map(Self)
            .filter(|hull| hull.to_string() == text)
            .ok_or_else(|| format!("“{text}” is no U-boat: U-201 or the like is expected"))
    }
}

impl TryFrom<String> for Hull {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Hull> for String {
    fn from(hull: Hull) -> Self {
        hull.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling_each() {
        assert_eq!("U-81".parse::<Hull>().unwrap().to_string(), "U-81");
        for wrong in ["U81", "U-081", "U-", "u-81", "U-+81", "U-99999"] {
            assert!(wrong.parse::<Hull>().is_err(), "{wrong}");
        }
    }
}
