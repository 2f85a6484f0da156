//! Every rule is carried by code and checked by a test, and nothing is cited that is no rule.

use crate::fault::Fault;
use derbyhouse_scene::Face;
use derbyhouse_tables::RuleKind;

/// Looks for the citations of every rule of those kinds, and gives back how many rules that are. A rule that the code
/// or the tests do not cite is a fault, as is a number that is cited and not in the rules: it was mistyped.
pub fn coverage<G: Face>(game: &G, kinds: &[RuleKind]) -> Result<usize, Fault> {
    let (code, tests) = game.citations();
    let wanted: Vec<&str> = game
        .rules()
        .iter()
        .filter(|rule| kinds.contains(&rule.kind))
        .map(|rule| rule.number.as_str())
        .collect();
    let without = |cited: &[&str]| -> Vec<&str> {
        let missing = wanted.iter().filter(|number| !cited.contains(number));
        missing.copied().collect()
    };
    let known = |number: &&str| {
        let mut rules = game.rules().iter();
        rules.any(|rule| {
            rule.number == **number
                || is_part(number, &rule.number)
                || is_part(&rule.number, number)
        })
    };
    let cited = code.iter().chain(tests).copied();
    let lists = [
        ("no code cites", without(code)),
        ("no test cites", without(tests)),
        (
            "cited, but no rule",
            cited.filter(|number| !known(number)).collect(),
        ),
    ];
    let failed: Vec<String> = lists
        .into_iter()
        .filter(|(_, numbers)| !numbers.is_empty())
        .map(|(title, numbers)| format!("{title}: {}", numbers.join(" ")))
        .collect();
    match failed.is_empty() {
        true => Ok(wanted.len()),
        false => Err(Fault {
            setup: String::new(),
            seed: 0,
            step: 0,
            what: failed.join("\n"),
        }),
    }
}

/// A part that is written close, such as 14.16B, is cited with its whole; only one of the two need be in the rules.
fn is_part(number: &str, whole: &str) -> bool {
    let rest = number.strip_prefix(whole).unwrap_or_default();
    let mut letters = rest.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_uppercase())
        && letters.all(|letter| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    /// One rule of the toy is cited by no test.
    #[test]
    fn what_nobody_cites_is_named() {
        let game = Toy::new();
        assert_eq!(coverage(&game, &[]).unwrap(), 0);
        let why = coverage(&game, &[RuleKind::Rule]).unwrap_err().what;
        assert_eq!(why, "no test cites: 3.3");
    }

    #[test]
    fn parts_belong_to_their_whole() {
        assert!(is_part("14.16B", "14.16") && is_part("4.2B1", "4.2"));
        assert!(!is_part("14.16", "14.1") && !is_part("14.16", "14.16"));
    }
}
