//! Which rules are cited by code and by tests.

use crate::rules::RuleText;
use serde::Serialize;

/// The rules of a game, and what is missing: every number must be cited twice, headings and plain texts included, for a
/// reader looks them up as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Coverage<'r> {
    /// How many rules must be cited.
    pub required: usize,
    /// Rules that no code cites.
    pub without_code: Vec<&'r str>,
    /// Rules that no test cites.
    pub without_test: Vec<&'r str>,
    /// Numbers that are cited and no rules: they were mistyped.
    pub unknown: Vec<&'r str>,
}

impl<'r> Coverage<'r> {
    /// Compares rules with what the code and what the tests cite.
    pub fn of(rules: &'r [RuleText], code: &[&'r str], tests: &[&'r str]) -> Self {
        let without = |cited: &[&str]| {
            let numbers = rules.iter().map(|rule| rule.number.as_str());
            numbers.filter(|number| !cited.contains(number)).collect()
        };
        let known = |number: &str| {
            rules.iter().any(|rule| {
                rule.number == number
                    || is_part(number, &rule.number)
                    || is_part(&rule.number, number)
            })
        };
        let cited = code.iter().chain(tests).copied();
        let mut unknown: Vec<&str> = cited.filter(|number| !known(number)).collect();
        unknown.sort_unstable();
        unknown.dedup();
        Self {
            required: rules.len(),
            without_code: without(code),
            without_test: without(tests),
            unknown,
        }
    }

    /// What is missing, list by list; nothing if all is well.
    pub fn gaps(&self) -> impl Iterator<Item = (&'static str, &[&'r str])> {
        [
            ("no code cites", self.without_code.as_slice()),
            ("no test cites", &self.without_test),
            ("cited, but not in the rules", &self.unknown),
        ]
        .into_iter()
        .filter(|(_, numbers)| !numbers.is_empty())
    }

    /// Whether nothing is missing.
    pub fn is_whole(&self) -> bool {
        self.gaps().next().is_none()
    }
}

/// A part that is written close, such as 14.16B, is cited with its whole; only one of the two need be in the rules.
fn is_part(number: &str, whole: &str) -> bool {
    let rest = number.strip_prefix(whole).unwrap_or_default();
    rest.starts_with(|first: char| first.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_belong_to_their_whole() {
        assert!(is_part("14.16B", "14.16") && is_part("4.2B1", "4.2"));
        assert!(!is_part("14.16", "14.1") && !is_part("14.16", "14.16"));
    }
}
