//! Torpedoes and how they get better [6.0].

use crate::tables::Tables;
use crate::units::Navy;

/// The value of a navy's torpedoes: other navies keep within limits [6.1].
pub fn of_navy(t: &Tables, value: i8, navy: Navy) -> i8 {
    match navy {
        Navy::German => value,
        Navy::Italian | Navy::Vichy => {
            value.clamp(*t.torpedo.others.start(), *t.torpedo.others.end())
        }
    }
}

/// A chance to improve: the die needed, when the count of ships has reached or passed a listed number. Several at once
/// give one die, against the last (R25).
pub fn attempt(t: &Tables, value: i8, before: u16, after: u16) -> Option<u8> {
    let steps = t.torpedo.steps.get(usize::try_from(value + 1).ok()?)?;
    let passed = steps
        .iter()
        .rev()
        .find(|(ships, _)| (before + 1..=after).contains(ships));
    passed.map(|(_, needs)| *needs)
}

/// The value after a die [6.0].
pub const fn improved(value: i8, needs: u8, die: u8) -> i8 {
    if die >= needs { value + 1 } else { value }
}
