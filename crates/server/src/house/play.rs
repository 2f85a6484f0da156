//! A match being played, with the trail of moves that can still be taken back.

use crate::house::games::Hosted;
use derbyhouse_catalog::{AnyMatch, Extent};
use derbyhouse_kernel::{Illegal, Seat};
use derbyhouse_scene::Orders;
use derbyhouse_store::{Act, Deed};

/// A match, and who made the moves since the last draw or reveal.
pub struct Play {
    played: Box<dyn AnyMatch>,
    trail: Vec<Seat>,
}

impl Play {
    /// A match whose trail is not known: it is found by going back in a copy.
    pub fn new(played: Box<dyn AnyMatch>) -> Self {
        let trail = trail(played.as_ref());
        Self { played, trail }
    }

    /// A match whose trail is known.
    pub fn known(played: Box<dyn AnyMatch>, trail: Vec<Seat>) -> Self {
        Self { played, trail }
    }

    /// The match, to look at.
    pub fn get(&self) -> &dyn AnyMatch {
        self.played.as_ref()
    }

    /// Who made the moves that can still be taken back, oldest first.
    pub fn trail(&self) -> &[Seat] {
        &self.trail
    }

    fn mark(&mut self, seat: Seat) {
        if self.played.may_undo(seat).is_ok() {
            self.trail.push(seat);
        } else {
            self.trail.clear();
        }
    }

    /// Takes an answer.
    pub fn choose(&mut self, seat: Seat, choice: &str) -> Result<(), Illegal> {
        self.played.choose(seat, choice)?;
        self.mark(seat);
        Ok(())
    }

    /// Gives up.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.played.resign(seat)?;
        self.mark(seat);
        Ok(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.played.undo(seat)?;
        self.trail.pop();
        Ok(())
    }

    /// Does what the store says was done.
    pub fn repeat(&mut self, act: &Act) -> Result<(), Illegal> {
        let seat = Seat::new(act.seat).ok_or_else(|| Illegal::because("there is no such seat"))?;
        match &act.deed {
            Deed::Choice(choice) => self.choose(seat, choice),
            Deed::Undo => self.undo(seat),
            Deed::Resign => self.resign(seat),
        }
    }

    /// Lets a computer player answer; the moves it made.
    pub fn hand_over(
        &mut self,
        hosted: &Hosted,
        seat: Seat,
        bot: &str,
        extent: Extent,
    ) -> Result<Vec<Act>, Illegal> {
        let before = self.played.moves();
        self.played.hand_over(seat, bot, extent)?;
        self.trail = trail(self.played.as_ref());
        Ok(moves_from(hosted, &self.played.record(), before))
    }

    /// Answers what is ordered; the moves that were made.
    pub fn follow(
        &mut self,
        hosted: &Hosted,
        seat: Seat,
        orders: &Orders,
    ) -> Result<Vec<Act>, Illegal> {
        let before = self.played.moves();
        if self.played.follow(seat, orders)? == 0 {
            return Ok(Vec::new());
        }
        self.trail = trail(self.played.as_ref());
        Ok(moves_from(hosted, &self.played.record(), before))
    }

    /// The moves made from a number on.
    pub fn moves_from(&self, hosted: &Hosted, from: usize) -> Vec<Act> {
        moves_from(hosted, &self.played.record(), from)
    }

    /// The least number of moves that this seat can go back to. The moves of computer players go with its own.
    pub fn undo_to(&self, seat: Seat, bots: &[Option<String>]) -> usize {
        let is_bot = |seat: Seat| bots.get(seat.index()).is_some_and(Option::is_some);
        let moves = self.played.moves();
        let mut least = moves;
        for (back, &mover) in (1..).zip(self.trail.iter().rev()) {
            if mover == seat {
                least = moves - back;
            } else if !is_bot(mover) {
                break;
            }
        }
        least
    }
}

/// Who made the moves that can still be taken back, oldest first.
fn trail(played: &dyn AnyMatch) -> Vec<Seat> {
    let may = |played: &dyn AnyMatch| Seat::all().find(|&seat| played.may_undo(seat).is_ok());
    if may(played).is_none() {
        return Vec::new();
    }
    let mut trail = Vec::new();
    if let Some(mut copy) = played.at(played.moves()) {
        while let Some(seat) = may(copy.as_ref()) {
            if copy.undo(seat).is_err() {
                break;
            }
            trail.push(seat);
        }
    }
    trail.reverse();
    trail
}

/// The moves of a record from a number on. A record is the one place that has their words.
fn moves_from(hosted: &Hosted, record: &str, from: usize) -> Vec<Act> {
    let moves = record.lines().skip_while(|line| !line.is_empty()).skip(1);
    let act = |line: &str| {
        let (who, what) = line.split_once(": ")?;
        let seat = hosted.seat(who)?.index();
        let deed = match what {
            "resign" => Deed::Resign,
            choice => Deed::Choice(choice.to_owned()),
        };
        Some(Act { seat, deed })
    };
    moves.filter_map(act).skip(from).collect()
}
