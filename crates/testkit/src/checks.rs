//! What must hold at every position of every game.

use crate::fault::Fault;
use crate::walk::{Walk, bytes};
use derbyhouse_kernel::Seat;
use derbyhouse_scene::Face;

impl<G: Face> Walk<G> {
    /// The game's own invariants. Returns how many there were.
    pub(crate) fn audit(&self, before: Option<&G::Position>) -> Result<u64, Fault> {
        let events = self.played.events();
        let first = events.partition_point(|(after, _)| *after < self.step());
        let last: Vec<G::Event> = events[first..].iter().map(|(_, e)| e.clone()).collect();
        match self.game.audit(before, &last, self.played.position()) {
            Ok(checks) => Ok(u64::from(checks)),
            Err(broken) => Err(self.fault(format!("an invariant is broken: {}", broken.0))),
        }
    }

    /// Who is asked, and whether everything else agrees with it. Returns how many checks that were.
    pub(crate) fn asked(&self) -> Result<u64, Fault> {
        let position = self.played.position();
        let asked = self.game.asked(position);
        let over = self.game.outcome(position).is_some();
        self.hold(
            asked.is_empty() == over,
            "somebody must be asked until there is a result, and nobody after it",
        )?;
        for seat in Seat::all() {
            let decision = self.game.decision(position, seat);
            let agrees = decision.is_some() == asked.contains(seat)
                && decision.is_none_or(|decision| decision.seat == seat);
            self.hold(agrees, "a seat has a decision if and only if it is asked")?;
            let exists = seat.index() < self.game.seats().len();
            self.hold(
                exists || !asked.contains(seat),
                "a seat is asked that the game does not have",
            )?;
        }
        Ok(3)
    }

    /// The choices that `pick` left: ascending, each once.
    pub(crate) fn order(&self) -> Result<u64, Fault> {
        match self.choices.windows(2).find(|pair| pair[0] >= pair[1]) {
            Some(pair) => Err(self.fault(format!(
                "choices must be sorted and unique, but “{}” stands before “{}”",
                pair[0], pair[1]
            ))),
            None => Ok(1),
        }
    }

    /// A choice's text reads as the same choice, on one line.
    pub(crate) fn text(&self, choice: &G::Choice) -> Result<u64, Fault> {
        let text = choice.to_string();
        let tidy = !text.is_empty() && text.trim() == text && !text.contains(['\n', '\r']);
        self.hold_or(tidy && text != "resign", || {
            format!("“{text}” cannot stand in a record")
        })?;
        match text.parse::<G::Choice>() {
            Ok(read) if read == *choice => Ok(1),
            Ok(read) => Err(self.fault(format!("“{text}” reads as “{read}”"))),
            Err(why) => Err(self.fault(format!("“{text}” does not read as a choice: {why}"))),
        }
    }

    /// A position's text reads as the same position, to the byte, and passes for valid.
    pub(crate) fn position_text(&self) -> Result<u64, Fault> {
        let position = self.played.position();
        self.game.validate(position).map_err(|why| {
            self.fault(format!("a position that was played does not pass: {why}"))
        })?;
        let text = bytes::<G>(position);
        let read: G::Position = serde_json::from_slice(&text)
            .map_err(|why| self.fault(format!("a position's text does not read: {why}")))?;
        self.hold(
            read == *position,
            "a position's text reads as another position",
        )?;
        self.hold(
            bytes::<G>(&read) == text,
            "a position read and written is another text",
        )?;
        Ok(3)
    }

    /// What must be true of a game that is over.
    pub(crate) fn ended(&self) -> Result<u64, Fault> {
        let position = self.played.position();
        let outcome = self.game.outcome(position);
        self.hold(
            outcome.is_some_and(|outcome| outcome.level < self.game.levels().len()),
            "a game that is over has one of the levels as its result",
        )?;
        let figures = self.game.figures(position);
        let mut names: Vec<&str> = figures.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        names.dedup();
        self.hold(names.len() == figures.len(), "two figures have one name")?;
        Ok(2)
    }
}
