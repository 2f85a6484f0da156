//! What can be answered in the toy game.

use std::fmt;
use std::str::FromStr;

/// The names of the two heaps.
pub(super) const HEAPS: [&str; 2] = ["a", "b"];

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// Keeps the card that was dealt.
    Keep,
    /// Takes another card for it.
    Exchange,
    /// Takes counters off a heap.
    Take {
        /// 0 or 1.
        heap: u8,
        /// 1 to 3.
        count: u8,
    },
    /// Lets a die say how many.
    Gamble,
    /// Lays the card open for a point.
    Show,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep => f.write_str("keep"),
            Self::Exchange => f.write_str("exchange"),
            Self::Take { heap, count } => {
                write!(f, "take {} {count}", HEAPS[usize::from(*heap)])
            }
            Self::Gamble => f.write_str("gamble"),
            Self::Show => f.write_str("show"),
        }
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["keep"] => Ok(Self::Keep),
            ["exchange"] => Ok(Self::Exchange),
            ["gamble"] => Ok(Self::Gamble),
            ["show"] => Ok(Self::Show),
            ["take", heap, count] => take(heap, count),
            _ => Err(format!("“{text}” is not a choice of this game")),
        }
    }
}

fn take(heap: &str, count: &str) -> Result<Choice, String> {
    let heap = HEAPS
        .iter()
        .position(|name| *name == heap)
        .ok_or_else(|| format!("there is no heap “{heap}”: it is a or b"))?;
    let count = count
        .parse()
        .map_err(|_| format!("“{count}” is not a number of counters"))?;
    Ok(Choice::Take {
        heap: heap as u8,
        count,
    })
}
