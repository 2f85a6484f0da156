//! Rule numbers, and the error that cites one.

use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// The number of a rule as the rulebook prints it, or of one of our rulings (`R11`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Rule(pub &'static str);

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.0)
    }
}

/// A choice that was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Illegal {
    /// Why, in a sentence.
    pub why: Cow<'static, str>,
    /// The rule that forbids it, where one does.
    pub rule: Option<Rule>,
}

impl Illegal {
    /// Refused without a rule to cite: nobody was asked, or this was never on offer.
    pub fn because(why: impl Into<Cow<'static, str>>) -> Self {
        Self {
            why: why.into(),
            rule: None,
        }
    }

    /// Refused by a rule.
    pub fn by(rule: &'static str, why: impl Into<Cow<'static, str>>) -> Self {
        Self {
            why: why.into(),
            rule: Some(Rule(rule)),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        match self.rule {
            Some(rule) => write!(f, " {rule}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Illegal {}
