//! Worked examples of a rulebook, through the procedures that run the code that plays.

use crate::fault::Fault;
use derbyhouse_kernel::procedure::{Case, Procedure, check};
use derbyhouse_scene::Face;
use derbyhouse_tables::read_cases;

/// Runs every case of an `examples.toml`, and gives back how many hold. A case without a procedure is a fault, as is an
/// input that is not listed, a needed one that is not given, and a procedure that does not say what it does and by
/// which rule.
pub fn examples<G: Face>(game: &G, text: &str) -> Result<usize, Fault> {
    let cases = read_cases("examples.toml", text).map_err(|why| fault(why.to_string()))?;
    let described = game.procedures().iter().filter_map(|p| described(game, p));
    let failed = cases.iter().filter_map(|(case, line)| {
        let why = run(game, case).err()?;
        Some(format!("line {line}, {} ({}): {why}", case.id, case.kind))
    });
    let failed: Vec<String> = described.chain(failed).collect();
    match failed.is_empty() {
        true => Ok(cases.len()),
        false => Err(fault(format!(
            "{} fail:\n{}",
            failed.len(),
            failed.join("\n")
        ))),
    }
}

fn run<G: Face>(game: &G, case: &Case) -> Result<(), String> {
    let mut procedures = game.procedures().iter();
    let procedure = procedures
        .find(|procedure| procedure.name == case.kind)
        .ok_or("there is no such procedure")?;
    let listed = |key: &str| procedure.inputs.iter().any(|input| input.name == key);
    if let Some(key) = case.given.keys().find(|key| !listed(key)) {
        return Err(format!("“{key}” is not listed among the inputs"));
    }
    let mut needed = procedure.inputs.iter().filter(|input| input.needed);
    if let Some(input) = needed.find(|input| !case.given.contains_key(input.name)) {
        return Err(format!("“{}” is needed and not given", input.name));
    }
    check(game, game.procedures(), case).map_err(|why| why.to_string())
}

/// What is wrong with the words of a procedure.
fn described<G: Face>(game: &G, procedure: &Procedure<G>) -> Option<String> {
    let (name, rule) = (&procedure.name, procedure.rule);
    if !procedure.about.ends_with('.') || procedure.about.len() < 16 {
        return Some(format!("{name} does not say what it does"));
    }
    let known = game.rules().iter().any(|known| known.number == rule);
    (!known).then(|| format!("{name} cites “{rule}”, which is no rule"))
}

const fn fault(what: String) -> Fault {
    Fault {
        setup: String::new(),
        seed: 0,
        step: 0,
        what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    fn tried(kind: &str, given: &str, expect: &str) -> Result<usize, Fault> {
        let text = format!(
            "[[case]]\nid = \"T1\"\nkind = \"{kind}\"\ngiven = {{ {given} }}\nexpect = {{ {expect} }}\n"
        );
        examples(&Toy::new(), &text)
    }

    #[test]
    fn what_holds_is_counted_and_what_does_not_is_named() {
        assert_eq!(
            tried("gamble", "heap = 9, die = 4", "taken = 4, left = 5").unwrap(),
            1
        );
        let refused = |kind, given, expect| tried(kind, given, expect).unwrap_err().what;
        assert!(
            refused("gamble", "heap = 9, die = 4", "taken = 4, left = 6").contains("line 1, T1")
        );
        assert!(
            refused("gambol", "heap = 9, die = 4", "taken = 4, left = 5")
                .contains("no such procedure")
        );
        assert!(
            refused(
                "gamble",
                "heap = 9, die = 4, luck = 1",
                "taken = 4, left = 5"
            )
            .contains("“luck” is not listed")
        );
        assert!(refused("gamble", "", "taken = 4, left = 5").contains("is needed and not given"));
    }
}
