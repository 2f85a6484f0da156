//! The sequence of play as data.

use serde::{Deserialize, Serialize};

/// What is still to be done, the next step on top. No thread, future or closure holds the state of a game, so that a
/// position can be saved, cloned and compared in the middle of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Agenda<S>(Vec<S>);

impl<S> Agenda<S> {
    /// Nothing to do.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The step that comes next, or that is asking.
    pub fn top(&self) -> Option<&S> {
        self.0.last()
    }

    /// The same, to be changed while it asks.
    pub fn top_mut(&mut self) -> Option<&mut S> {
        self.0.last_mut()
    }

    /// Takes the next step off.
    pub fn pop(&mut self) -> Option<S> {
        self.0.pop()
    }

    /// Puts a step before all others.
    pub fn push(&mut self, step: S) {
        self.0.push(step);
    }

    /// Puts steps before all others, in the order in which they are to be done.
    pub fn plan(&mut self, steps: impl IntoIterator<Item = S, IntoIter: DoubleEndedIterator>) {
        self.0.extend(steps.into_iter().rev());
    }

    /// The steps after the next one, in the order in which they will be done.
    pub fn below_top(&self) -> impl Iterator<Item = &S> {
        self.0.iter().rev().skip(1)
    }

    /// Nothing left?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_in_the_order_planned_and_new_ones_come_first() {
        let mut agenda = Agenda::new();
        agenda.plan(["weather", "air"]);
        assert_eq!(agenda.pop(), Some("weather"));
        agenda.plan(["storm", "fog"]);
        assert_eq!(
            [agenda.pop(), agenda.pop(), agenda.pop()],
            [Some("storm"), Some("fog"), Some("air")]
        );
        assert!(agenda.is_empty());
    }
}
