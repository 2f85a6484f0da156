//! How one viewer counts what happens at a table.
//!
//! Where seats hide things from each other, how often somebody was asked tells what they have: who lays mines plans more
//! than who does not. So a viewer counts their own moves and those that told them something; what others did in between
//! belongs to the next of these. Where nobody hides anything from anybody, every move is a step.

use derbyhouse_catalog::{AnyMatch, LogLine};
use derbyhouse_kernel::{Illegal, Seat, Viewer};
use serde::{Deserialize, Serialize};

/// Which moves a viewer has noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Steps {
    /// Every move.
    All,
    /// Those with these numbers, in order, out of so many.
    Noticed { numbers: Vec<usize>, counted: usize },
}

impl Steps {
    /// None so far.
    const NONE: Self = Self::Noticed {
        numbers: Vec::new(),
        counted: 0,
    };

    /// Takes in what was done since it was last counted; nothing of that may have been taken back.
    fn catch_up(&mut self, played: &dyn AnyMatch, viewer: Viewer) {
        if let Self::Noticed { numbers, counted } = self {
            numbers.extend(played.noticed(viewer, *counted + 1));
            *counted = played.moves();
        }
    }

    /// The step that a move belongs to: its own, else the next; the last for what came after all of them.
    pub fn of(&self, moves: usize) -> usize {
        match self {
            Self::All => moves,
            Self::Noticed { .. } if moves == 0 => 0,
            Self::Noticed { numbers, .. } => {
                let before = numbers.partition_point(|number| *number < moves);
                (before + 1).min(numbers.len())
            }
        }
    }

    /// How many steps there are after that many moves.
    pub fn made(&self, moves: usize) -> usize {
        match self {
            Self::All => moves,
            Self::Noticed { numbers, .. } => numbers.partition_point(|number| *number <= moves),
        }
    }

    /// How many moves had been made when that step was; nothing if it has not come to that.
    pub fn moves_at(&self, step: usize) -> Option<usize> {
        match self {
            Self::All => Some(step),
            Self::Noticed { .. } if step == 0 => Some(0),
            Self::Noticed { numbers, .. } => numbers.get(step - 1).copied(),
        }
    }

    /// The number of the first move that belongs to a step; 0 for what happened before all of them.
    pub fn first_of(&self, step: usize) -> usize {
        match step {
            0 => 0,
            step => self
                .moves_at(step - 1)
                .map_or(usize::MAX, |moves| moves + 1),
        }
    }

    /// How many moves had been made before the step after that one; nothing if there is none after it.
    pub fn moves_until(&self, step: usize) -> Option<usize> {
        match self {
            Self::All => Some(step),
            Self::Noticed { numbers, .. } => numbers.get(step).map(|next| next - 1),
        }
    }

    /// Why nothing can be taken back: whether others drew or revealed something is theirs to know.
    pub fn hide(&self, why: Illegal) -> Illegal {
        match self {
            Self::All => why,
            Self::Noticed { .. } => Illegal::because(
                "nothing can be taken back past a draw, a reveal or a choice of the other side",
            ),
        }
    }

    /// Lines with the numbers of their steps.
    pub fn number(&self, lines: Vec<LogLine>) -> Vec<LogLine> {
        let number = |line: LogLine| LogLine {
            after: self.of(line.after),
            ..line
        };
        lines.into_iter().map(number).collect()
    }
}

/// The steps of every viewer: each seat, and last the observers. Empty where everybody counts every move.
#[derive(Clone, Debug, Default)]
pub struct AllSteps(Vec<Steps>);

/// Everybody who can look at a table with so many seats: each seat, then the observers.
pub fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    let seats = Seat::all().take(seats).map(Viewer::Seat);
    seats.chain([Viewer::Observer])
}

/// Where a viewer stands among [`viewers`].
pub fn place(viewer: Viewer, seats: usize) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Observer => seats,
    }
}

impl AllSteps {
    /// Counts everything anew, for a game in which seats hide things from each other.
    pub fn count(played: &dyn AnyMatch, seats: usize) -> Self {
        let mut all = Self(vec![Steps::NONE; seats + 1]);
        all.catch_up(played, seats);
        all
    }

    /// Counts what came since; nothing that was counted may have been taken back.
    pub fn catch_up(&mut self, played: &dyn AnyMatch, seats: usize) {
        for (steps, viewer) in self.0.iter_mut().zip(viewers(seats)) {
            steps.catch_up(played, viewer);
        }
    }

    /// Those of a viewer.
    pub fn of(&self, viewer: Viewer) -> &Steps {
        let seats = self.0.len().saturating_sub(1);
        self.0.get(place(viewer, seats)).unwrap_or(&Steps::All)
    }
}

/// How far a match has come, as one viewer counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noticed {
    /// Rises with everything that changes what they see.
    pub version: u64,
    /// Steps so far.
    pub moves: usize,
    /// When something changed for them last, in seconds since 1970.
    pub updated: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silent_moves_belong_to_the_next_step() {
        let steps = Steps::Noticed {
            numbers: vec![2, 3, 7],
            counted: 9,
        };
        let of: Vec<usize> = (0..=9).map(|moves| steps.of(moves)).collect();
        assert_eq!(of, [0, 1, 1, 2, 3, 3, 3, 3, 3, 3]);
        let made: Vec<usize> = (0..=9).map(|moves| steps.made(moves)).collect();
        assert_eq!(made, [0, 0, 1, 2, 2, 2, 2, 3, 3, 3]);
        let at: Vec<Option<usize>> = (0..=4).map(|step| steps.moves_at(step)).collect();
        assert_eq!(at, [Some(0), Some(2), Some(3), Some(7), None]);
        let first: Vec<usize> = (0..=3).map(|step| steps.first_of(step)).collect();
        assert_eq!(first, [0, 1, 3, 4]);
        let until: Vec<Option<usize>> = (0..=3).map(|step| steps.moves_until(step)).collect();
        assert_eq!(until, [Some(1), Some(2), Some(6), None]);
    }

    #[test]
    fn where_nothing_is_hidden_every_move_is_a_step() {
        let all = AllSteps::default();
        let steps = all.of(Viewer::Observer);
        assert_eq!((steps.of(5), steps.made(5)), (5, 5));
        assert_eq!(
            (steps.moves_at(5), steps.moves_until(5)),
            (Some(5), Some(5))
        );
    }
}
