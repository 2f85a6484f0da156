//! The face of every match, written once.

use crate::any_match::{Advice, AnyMatch, Ended, Extent, LogLine, Moment};
use crate::players;
use derbyhouse_kernel::game::not_asked;
use derbyhouse_kernel::{Bot, Decision, Figure, Illegal, Match, Seat, Seats, Viewer};
use derbyhouse_scene::{Face, Offer, Orders, Prospect, Scene, Standing, Story};
use std::str::FromStr;
use std::sync::Arc;

/// How many choices orders may make before the seat is asked again: an order must not run for ever.
const MOST_ORDERED: usize = 10_000;

/// A match with its game, seen through [`AnyMatch`].
pub(crate) struct Table<G: Face> {
    played: Match<G>,
    /// Computer players who have answered here: what they make of the game stays with them from question to question.
    seated: Vec<Seated<G>>,
}

/// A computer player at a seat, by name.
struct Seated<G: Face> {
    seat: Seat,
    name: String,
    bot: Box<dyn Bot<G>>,
}

impl<G: Face> Table<G> {
    pub fn new(played: Match<G>) -> Self {
        Self {
            played,
            seated: Vec::new(),
        }
    }

    fn game(&self) -> &G {
        self.played.game()
    }

    fn choices(&self, seat: Seat) -> Vec<G::Choice> {
        let mut choices = Vec::new();
        self.game()
            .choices(self.played.position(), seat, &mut choices);
        choices
    }

    /// A computer player whose dice are its own: nothing of the match's seed is in them, nor of what others did.
    fn bot(&self, name: &str, seat: Seat) -> Result<Box<dyn Bot<G>>, Illegal> {
        let own = self.played.moves().iter().filter(|step| step.seat == seat);
        let seed = (own.count() as u64) << 8 | seat.index() as u64;
        players::bot(self.game(), name, seed).ok_or_else(|| {
            let known = players::info(self.game()).bots.join(", ");
            Illegal::because(format!(
                "there is no computer player “{name}”: it is one of {known}"
            ))
        })
    }

    /// The computer player who has answered for a seat before, taken from the table, or a new one.
    fn take(&mut self, name: &str, seat: Seat) -> Result<Seated<G>, Illegal> {
        let is_it = |one: &Seated<G>| one.seat == seat && one.name == name;
        if let Some(known) = self.seated.iter().position(is_it) {
            return Ok(self.seated.swap_remove(known));
        }
        Ok(Seated {
            seat,
            name: name.to_owned(),
            bot: self.bot(name, seat)?,
        })
    }

    /// What a seat's orders say to what it is asked.
    fn ordered(&self, seat: Seat, orders: &Orders) -> Option<G::Choice> {
        if orders.is_empty() {
            return None;
        }
        let decision = self.game().decision(self.played.position(), seat)?;
        let choices = self.choices(seat);
        let view = self.game().view(self.played.position(), Viewer::Seat(seat));
        self.game().by_order(view, &decision, &choices, orders)
    }

    fn ask(&self, bot: &mut dyn Bot<G>, seat: Seat) -> Option<G::Choice> {
        let choices = self.choices(seat);
        let view = self.game().view(self.played.position(), Viewer::Seat(seat));
        (!choices.is_empty()).then(|| bot.choose(view, &choices))
    }
}

/// A choice from its text.
fn read<G: Face>(choice: &str) -> Result<G::Choice, Illegal> {
    choice
        .parse()
        .map_err(|why: <G::Choice as FromStr>::Err| Illegal::because(why.to_string()))
}

impl<G: Face> AnyMatch for Table<G> {
    fn game(&self) -> &'static str {
        self.played.game().id()
    }

    fn asked(&self) -> Seats {
        self.played.game().asked(self.played.position())
    }

    fn decision(&self, seat: Seat) -> Option<Decision> {
        self.played.game().decision(self.played.position(), seat)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let (decision, choices) = match viewer {
            Viewer::Seat(seat) => (self.decision(seat), self.choices(seat)),
            Viewer::Observer => (None, Vec::new()),
        };
        let game = self.played.game();
        let view = game.view(self.played.position(), viewer);
        game.scene(view, decision.as_ref(), &choices)
    }

    fn offers(&self, seat: Seat) -> Vec<Offer> {
        let prompt = self.scene(Viewer::Seat(seat)).prompt;
        prompt.map(|prompt| prompt.offers).unwrap_or_default()
    }

    fn explain(&self, viewer: Viewer, space: &str) -> Vec<String> {
        let view = self.game().view(self.played.position(), viewer);
        self.game().explain(view, space)
    }

    fn outlook(&self, seat: Seat, choice: &str) -> Result<Vec<Prospect>, Illegal> {
        let choice = read::<G>(choice)?;
        if !self.choices(seat).contains(&choice) {
            return Err(Illegal::because(format!("“{choice}” is not on offer")));
        }
        let view = self.game().view(self.played.position(), Viewer::Seat(seat));
        Ok(self.game().outlook(view, &choice))
    }

    fn story(&self, viewer: Viewer) -> Story {
        let view = self.game().view(self.played.position(), viewer);
        self.game().story(view, self.played.events())
    }

    fn moments(&self) -> Vec<Moment> {
        let mut moments: Vec<Moment> = Vec::new();
        let mut note = |played: &Match<G>| {
            let game = played.game();
            let asked = game.asked(played.position()).first();
            let Some(now) = asked.and_then(|seat| game.decision(played.position(), seat)) else {
                return;
            };
            let same = |last: &Moment| (last.turn, last.phase) == (now.turn, now.phase);
            if !moments.last().is_some_and(same) {
                moments.push(Moment {
                    moves: played.moves().len(),
                    turn: now.turn,
                    phase: now.phase,
                });
            }
        };
        let game = Arc::clone(self.played.game());
        // A match replays: it is its own record.
        if let Ok(mut again) = Match::replay_to(game, self.played.record(), 0) {
            note(&again);
            for step in self.played.moves() {
                if again.repeat(step).is_err() {
                    break;
                }
                note(&again);
            }
        }
        moments
    }

    fn choose(&mut self, seat: Seat, choice: &str) -> Result<(), Illegal> {
        let choice = read::<G>(choice)?;
        self.played.choose(seat, &choice)
    }

    fn resign(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.played.resign(seat)
    }

    fn may_undo(&self, seat: Seat) -> Result<(), Illegal> {
        self.played.may_undo(seat)
    }

    fn undo_depth(&self) -> usize {
        self.played.undo_depth()
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.played.undo(seat)?;
        self.seated.clear(); // they remember what has not happened
        Ok(())
    }

    fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        let events = self.played.events();
        let first = events.partition_point(|(after, _)| *after < from);
        let line = |(after, event): &(usize, G::Event)| {
            self.played.game().line(viewer, event).map(|line| LogLine {
                after: *after,
                line,
            })
        };
        events[first..].iter().filter_map(line).collect()
    }

    fn noticed(&self, viewer: Viewer, from: usize) -> Vec<usize> {
        let lines = self.log(viewer, from);
        let told = |number: &usize| {
            lines
                .binary_search_by_key(number, |line| line.after)
                .is_ok()
        };
        let moves = self.played.moves();
        let own = |number: &usize| Viewer::Seat(moves[number - 1].seat) == viewer;
        (from.max(1)..=moves.len())
            .filter(|number| own(number) || told(number))
            .collect()
    }

    fn advise(&self, seat: Seat, bot: &str) -> Result<Advice, Illegal> {
        let mut player = self.bot(bot, seat)?;
        let choice = self
            .ask(player.as_mut(), seat)
            .ok_or_else(|| not_asked(seat))?
            .to_string();
        let offers = self.offers(seat);
        let label = offers.into_iter().find(|offer| offer.choice == choice);
        Ok(Advice {
            bot: bot.to_owned(),
            label: label.map_or_else(|| choice.clone(), |offer| offer.label),
            choice,
            reason: player.reason(),
        })
    }

    fn hand_over(&mut self, seat: Seat, bot: &str, extent: Extent) -> Result<usize, Illegal> {
        let first = self.decision(seat).ok_or_else(|| not_asked(seat))?;
        let mut player = self.take(bot, seat)?;
        let before = self.played.moves().len();
        while let Some(choice) = self.ask(player.bot.as_mut(), seat) {
            self.played.choose(seat, &choice)?;
            let next = self.decision(seat);
            if !next.is_some_and(|now| extent.covers(&first, &now)) {
                break;
            }
        }
        self.seated.push(player);
        Ok(self.played.moves().len() - before)
    }

    fn standing(&self, seat: Seat) -> Vec<Standing> {
        let view = self.game().view(self.played.position(), Viewer::Seat(seat));
        self.game().standing(view)
    }

    fn follow(&mut self, seat: Seat, orders: &Orders) -> Result<usize, Illegal> {
        let before = self.played.moves().len();
        for _ in 0..MOST_ORDERED {
            let Some(choice) = self.ordered(seat, orders) else {
                break;
            };
            self.played.choose(seat, &choice)?;
        }
        Ok(self.played.moves().len() - before)
    }

    fn record(&self) -> String {
        self.played.record().write(self.game())
    }

    fn position_file(&self) -> Option<String> {
        let mut text = serde_json::to_string_pretty(&self.played.position_file()?).ok()?;
        text.push('\n');
        Some(text)
    }

    fn hash(&self) -> String {
        self.played.hash()
    }

    fn outcome(&self) -> Option<Ended> {
        let game = self.played.game();
        let outcome = game.outcome(self.played.position())?;
        let level = game.levels().get(outcome.level)?.clone();
        Some(Ended { level, outcome })
    }

    fn figures(&self) -> Vec<Figure> {
        self.played.game().figures(self.played.position())
    }

    fn moves(&self) -> usize {
        self.played.moves().len()
    }

    fn at(&self, moves: usize) -> Option<Box<dyn AnyMatch>> {
        if moves > self.moves() {
            return None;
        }
        let game = Arc::clone(self.played.game());
        let played = Match::replay_to(game, self.played.record(), moves).ok()?;
        Some(Box::new(Self::new(played)))
    }
}
