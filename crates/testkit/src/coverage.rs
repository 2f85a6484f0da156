//! Every rule is carried by code and checked by a test, and nothing is cited that is no rule.

use crate::fault::Fault;
use derbyhouse_scene::Face;
use derbyhouse_tables::Coverage;

/// Looks for the citations of every rule, and gives back how many rules that are. A rule that the code or the tests do
/// not cite is a fault, as is a number that is cited and not in the rules.
pub fn coverage<G: Face>(game: &G) -> Result<usize, Fault> {
    let (code, tests) = game.citations();
    let coverage = Coverage::of(game.rules(), code, tests);
    let gaps = coverage
        .gaps()
        .map(|(title, numbers)| format!("{title}: {}", numbers.join(" ")));
    let gaps: Vec<String> = gaps.collect();
    if gaps.is_empty() {
        return Ok(coverage.required);
    }
    Err(Fault {
        setup: String::new(),
        seed: 0,
        step: 0,
        what: gaps.join("\n"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    /// One rule of the toy is cited by no test.
    #[test]
    fn what_nobody_cites_is_named() {
        let why = coverage(&Toy::new()).unwrap_err().what;
        assert!(why.contains("no test cites: 3.3"), "{why}");
    }
}
