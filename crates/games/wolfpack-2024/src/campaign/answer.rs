//! The answers in port, and how records spell them.

use super::Hull;
use crate::boats::{End, Letter, TorpedoType};
use crate::crew::{Skill, Tree};
use std::fmt;
use std::str::FromStr;

/// An answer to a question of set-up, or between patrols. The order of the variants is the order of every list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// A boat sails under the next letter [17.zero_to_four_boats].
    Send(Hull),
    /// A month of refit less, for fate points [17.fp_refit_8].
    Shorten(Hull),
    /// A rescued officer, or a crew, takes over in a boat of the patrol [66.rescued_crew].
    Transfer(Hull, Tree, Letter),
    /// A tactical point for experience [20.tp_limit].
    BuyTp,
    /// An enhancement for experience [14.in_order].
    Buy(Skill),
    /// The usual load as a whole.
    Usual,
    /// So many of a type at an end [21.load_limits].
    Stow(End, TorpedoType, u8),
    /// A reload that has a defect [22.patrol_event].
    Discard(End, TorpedoType),
    /// So many extra boats are wished for [23.extra_number].
    Wish(u8),
    /// This one goes.
    Extra(Hull),
    /// Experience becomes fate points [71.xp_to_fp].
    Convert(u8),
    /// The crew loses an enhancement [71.crew_losses].
    Forget(Skill),
    /// The crew gains one free [71.free_enhancement].
    Learn(Skill),
    /// The campaign is decided: go on for fun [70.play_on].
    PlayOn,
    /// Or stop.
    Stop,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Send(hull) => write!(f, "send {hull}"),
            Self::Shorten(hull) => write!(f, "shorten {hull}"),
            Self::Transfer(from, tree, to) => write!(f, "transfer {from} {tree} {to}"),
            Self::BuyTp => f.write_str("buy tp"),
            Self::Buy(skill) => write!(f, "buy {skill}"),
            Self::Usual => f.write_str("usual"),
            Self::Stow(end, torpedo, count) => write!(f, "stow {end} {torpedo} {count}"),
            Self::Discard(end, torpedo) => write!(f, "discard {end} {torpedo}"),
            Self::Wish(count) => write!(f, "wish {count}"),
            Self::Extra(hull) => write!(f, "extra {hull}"),
            Self::Convert(points) => write!(f, "convert {points}"),
            Self::Forget(skill) => write!(f, "forget {skill}"),
            Self::Learn(skill) => write!(f, "learn {skill}"),
            Self::PlayOn => f.write_str("play on"),
            Self::Stop => f.write_str("stop"),
        }
    }
}

fn number(text: &str) -> Result<u8, String> {
    let number: Option<u8> = text.parse().ok();
    let number = number.filter(|number| number.to_string() == text);
    number.ok_or_else(|| format!("“{text}” is no number"))
}

impl FromStr for Answer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words.as_slice() {
            ["send", hull] => Self::Send(hull.parse()?),
            ["shorten", hull] => Self::Shorten(hull.parse()?),
            ["transfer", from, tree, to] => {
                Self::Transfer(from.parse()?, tree.parse()?, to.parse()?)
            }
            ["buy", "tp"] => Self::BuyTp,
            ["buy", skill] => Self::Buy(skill.parse()?),
            ["usual"] => Self::Usual,
            ["stow", end, torpedo, count] => {
                Self::Stow(end.parse()?, torpedo.parse()?, number(count)?)
            }
            ["discard", end, torpedo] => Self::Discard(end.parse()?, torpedo.parse()?),
            ["wish", count] => Self::Wish(number(count)?),
            ["extra", hull] => Self::Extra(hull.parse()?),
            ["convert", points] => Self::Convert(number(points)?),
            ["forget", skill] => Self::Forget(skill.parse()?),
            ["learn", skill] => Self::Learn(skill.parse()?),
            ["play", "on"] => Self::PlayOn,
            ["stop"] => Self::Stop,
            _ => return Err(format!("“{text}” is no choice of this game")),
        })
    }
}
