//! Attacking: the smallest force that reaches the step that pays.

use super::habits::Habits;
use crate::choice::Choice;
use crate::forecast::{self, Attack, Target};
use crate::units::ConvoyId;
use crate::view::View;
use derbyhouse_kernel::Hex;

/// What an attack on a sighted convoy would meet.
pub(super) fn target(view: View<'_>, convoy: ConvoyId) -> Option<(Target, Hex)> {
    let t = view.tables();
    let seen = view.convoy(convoy);
    let hex = seen.hex()?;
    let bow = view.bow(convoy, hex);
    let target = Target {
        escort: t.escort(seen.escort?).strength,
        straggle: seen.straggle,
        convoy_in_weather: view.is_weather(hex),
        boats_in_weather: view.is_weather(bow),
    };
    Some((target, bow))
}

/// An attack with that strength and those boats, counted through.
pub(super) fn count(view: View<'_>, target: Target, strength: u16, boats: u32) -> Option<Attack> {
    let t = view.tables();
    forecast::attack(
        t,
        target,
        strength.into(),
        boats.div_ceil(u32::from(t.boats.asw_group)),
    )
}

/// F1: attacks whatever is worth it with everything before the bow; all of it is struck back at anyway [14.13].
pub(super) fn attack(
    view: View<'_>,
    habits: &Habits,
    against: Option<ConvoyId>,
    choices: &[Choice],
) -> (Choice, &'static str) {
    if against.is_some() {
        let all = choices.iter().find(|choice| **choice == Choice::AddAll);
        let add = all.or_else(|| {
            choices
                .iter()
                .find(|choice| matches!(choice, Choice::Add(_)))
        });
        let fire = choices.iter().find(|choice| **choice == Choice::Fire);
        return match add.or(fire) {
            Some(choice) => (
                *choice,
                "Every boat before the bow is struck back at, so every boat attacks [14.13].",
            ),
            None => (Choice::Back, "There is nothing to attack with."),
        };
    }
    let t = view.tables();
    let value = |convoy: ConvoyId| {
        let (target, bow) = target(view, convoy)?;
        let stack = view.stack(bow)?;
        let strength = stack.units.iter().map(|unit| unit.strength(t)).sum();
        Some(count(view, target, strength, stack.boats(t))?.net(t))
    };
    let best = choices
        .iter()
        .filter_map(|choice| match choice {
            Choice::Attack(convoy) => Some((value(*convoy)?, *choice)),
            _ => None,
        })
        .max_by(|a, b| a.0.total_cmp(&b.0));
    match best {
        Some((value, choice)) if value > habits.least_attack => (
            choice,
            "The ships to be expected are worth more than the boats [14.2], [14.47].",
        ),
        _ => (Choice::Done, "No attack promises more than it costs."),
    }
}
