//! The toy's rules in words, and its procedures.

use super::{Flaw, SEATS, Toy};
use derbyhouse_kernel::procedure::{Input, Procedure, ProcedureError};
use derbyhouse_kernel::{Chance, Level};
use derbyhouse_tables::{Provenance, RuleText, Source, read_rules};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GambleInput {
    heap: u8,
    die: Option<u8>,
}

#[derive(Serialize)]
struct GambleResult {
    taken: u8,
    left: u8,
}

const GAMBLE: &[Input] = &[
    Input {
        name: "heap",
        form: "0-40",
        needed: true,
    },
    Input {
        name: "die",
        form: "1-6",
        needed: false,
    },
];

/// What a die takes off a heap [3.2].
fn gamble(
    _: &Toy,
    input: GambleInput,
    chance: &mut Chance,
) -> Result<GambleResult, ProcedureError> {
    if input.heap > 40 {
        return Err(ProcedureError::input(
            "heap: a heap has 40 counters at most",
        ));
    }
    let die = match input.die {
        Some(die) if (1..=6).contains(&die) => die,
        Some(die) => {
            return Err(ProcedureError::input(format!(
                "die: it shows 1 to 6, not {die}"
            )));
        }
        None => chance.d6(),
    };
    let taken = die.min(input.heap);
    Ok(GambleResult {
        taken,
        left: input.heap - taken,
    })
}

impl Toy {
    /// The game with its rules.
    pub fn new() -> Self {
        Self {
            flaw: Flaw::Sound,
            levels: levels(),
            // Its own file, read by its own test.
            rules: read_rules("rules.toml", include_str!("rules.toml")).unwrap_or_default(),
            provenance: vec![Provenance {
                table: "cards".into(),
                source: Source::Designed,
                note: "twelve cards, 1 to 6 twice".into(),
            }],
            procedures: vec![Procedure::new(
                "gamble",
                "3.2",
                "What a die takes off a heap.",
                GAMBLE,
                gamble,
            )],
        }
    }

    /// The game with a mistake.
    pub fn with(flaw: Flaw) -> Self {
        Self {
            flaw,
            ..Self::new()
        }
    }

    pub(super) fn rule_texts(&self) -> &[RuleText] {
        &self.rules
    }
}

fn levels() -> Vec<Level> {
    let level = |id: &str, label: &str| Level {
        id: id.into(),
        label: label.into(),
    };
    let levels = vec![
        level("south", "South wins"),
        level("draw", "Nobody wins"),
        level("north", "North wins"),
    ];
    debug_assert_eq!(levels.len(), SEATS + 1);
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_read() {
        assert_eq!(Toy::new().rule_texts().len(), 6);
    }
}
