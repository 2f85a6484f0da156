//! What somebody does at a table, done to the match in memory.

use crate::house::games::Hosted;
use crate::house::play::Play;
use crate::house::steps::AllSteps;
use crate::problem::{Kind, Problem};
use derbyhouse_catalog::Extent;
use derbyhouse_kernel::{Illegal, Seat, Viewer};
use derbyhouse_scene::{Anchor, Orders};
use derbyhouse_store as store;
use derbyhouse_store::Deed;
use serde::Deserialize;
use utoipa::ToSchema;

/// How often computer players may answer each other before the next act must come from a person.
const ROUNDS: usize = 10_000;

/// One answer.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum Pick {
    /// By its text.
    Choice {
        /// As an offer has it.
        #[schema(max_length = 200, example = "unit 0817 pack6-1")]
        choice: String,
    },
    /// By the space it is clicked on: the one offer that is anchored there.
    Space {
        /// Id of the space.
        #[schema(max_length = 40, example = "0817")]
        space: String,
    },
}

/// Something that somebody does.
#[derive(Clone, Debug)]
pub enum Act {
    /// Answers: all of them or none, up to the first draw or reveal.
    Choices(Vec<Pick>),
    /// Takes back choices.
    Undo(Span),
    /// Gives up.
    Resign,
    /// Hands over to a computer player.
    Staff(Extent, String),
    /// Lets a computer player make this phase ready, all but the answer that ends it.
    Draft(String),
    /// Nothing but what is ordered.
    Follow,
}

/// Which choices are taken back, as whoever takes them back counts them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    /// Those after that number of moves; without it, only the last.
    pub to: Option<usize>,
    /// Those after that number are made again, up to the first draw or reveal; without it, none.
    pub until: Option<usize>,
}

impl Act {
    /// Whether it may take more than a moment.
    pub fn is_heavy(&self) -> bool {
        match self {
            Self::Choices(picks) => picks.len() > 8,
            Self::Staff(..) | Self::Draft(_) | Self::Follow => true,
            Self::Undo(_) | Self::Resign => false,
        }
    }
}

/// A match, who sits at it, and what was done so far.
pub struct Hand<'m> {
    pub hosted: &'m Hosted,
    pub play: &'m mut Play,
    /// How everybody counted what was done before this.
    pub steps: &'m AllSteps,
    /// The computer player of each seat.
    pub bots: &'m [Option<String>],
    /// What each seat answers once for all.
    pub orders: &'m [Orders],
    /// What is to be stored.
    pub done: Vec<store::Act>,
}

impl Hand<'_> {
    /// Does it for that seat, and lets the computer players answer. On `Err` the match may be half-way.
    pub fn act(&mut self, seat: Seat, act: &Act) -> Result<(), Problem> {
        match act {
            Act::Choices(picks) => self.choose_all(seat, picks)?,
            Act::Undo(span) => self.undo(seat, *span)?,
            Act::Resign => {
                self.play.resign(seat)?;
                self.note(seat, Deed::Resign);
            }
            Act::Staff(extent, bot) => self.hand_over(seat, bot, *extent)?,
            Act::Draft(bot) => self.draft(seat, bot)?,
            Act::Follow => {}
        }
        // What is taken back is asked again, whatever is ordered.
        let asking = matches!(act, Act::Undo(_)).then_some(seat);
        self.answer(asking)
    }

    fn note(&mut self, seat: Seat, deed: Deed) {
        let seat = seat.index();
        self.done.push(store::Act { seat, deed });
    }

    fn choose(&mut self, seat: Seat, pick: &Pick) -> Result<(), Problem> {
        self.must_be_asked(seat)?;
        let choice = match pick {
            Pick::Choice { choice } => choice.clone(),
            Pick::Space { space } => self.offer_on(seat, space)?,
        };
        self.play.choose(seat, &choice)?;
        self.note(seat, Deed::Choice(choice));
        Ok(())
    }

    /// Answers one after the other. After a draw or a reveal the rest is left: it was meant for what was known before,
    /// and whoever could have all of it refused because of the last would learn how the dice fall, and try again.
    fn choose_all(&mut self, seat: Seat, picks: &[Pick]) -> Result<(), Problem> {
        for pick in picks {
            self.choose(seat, pick)?;
            if self.play.get().undo_depth() == 0 {
                break;
            }
        }
        Ok(())
    }

    fn must_be_asked(&self, seat: Seat) -> Result<(), Problem> {
        if self.play.get().asked().contains(seat) {
            return Ok(());
        }
        let why = match self.play.get().outcome() {
            Some(_) => "the game is over",
            None => "you are not asked anything at this moment",
        };
        Err(Problem::new(Kind::NotAsked, why))
    }

    /// The one offer on a space.
    fn offer_on(&self, seat: Seat, space: &str) -> Result<String, Problem> {
        let offers = self.play.get().offers(seat);
        let here = |anchor: &Anchor| matches!(anchor, Anchor::Space(id) if id == space);
        let mut on_it = offers.into_iter().filter(|offer| here(&offer.anchor));
        let (first, second) = (on_it.next(), on_it.next());
        let why = match (first, second) {
            (Some(only), None) => return Ok(only.choice),
            (None, _) => format!("nothing is on offer in {space}"),
            (Some(_), Some(_)) => format!("more than one thing is on offer in {space}"),
        };
        Err(Illegal::because(why).into())
    }

    fn undo(&mut self, seat: Seat, span: Span) -> Result<(), Problem> {
        let steps = self.steps.of(Viewer::Seat(seat));
        let now = self.play.get().moves();
        let least = self.play.undo_to(seat, self.bots);
        if least == now {
            self.play
                .get()
                .may_undo(seat)
                .map_err(|why| steps.hide(why))?;
        }
        let before_next = |step| steps.moves_until(step).unwrap_or(now);
        let to = span.to.map_or_else(|| self.last_own(seat), before_next);
        let at = |step| steps.moves_at(step).unwrap_or(now);
        let until = span.until.map_or(now, at);
        let many = steps.made(now);
        let (first, last) = (span.to.unwrap_or(many), span.until.unwrap_or(many));
        if to < least {
            let least = steps.made(least);
            let what = format!("only the moves after number {least} can be taken back");
            return Err(Illegal::because(what).into());
        }
        if to >= until || first > many || last > many {
            let what = format!("moves {first} to {last} of {many} are nothing to take back");
            return Err(Problem::new(Kind::Unusable, what));
        }
        let again = self.play.moves_from(self.hosted, until);
        for _ in to..now {
            self.step_back()?;
        }
        for act in again {
            self.again(act)?;
            // What is drawn now is not put back, whatever comes after it.
            if self.play.get().undo_depth() == 0 {
                break;
            }
        }
        Ok(())
    }

    /// The number of moves before this seat's last one.
    fn last_own(&self, seat: Seat) -> usize {
        let followed = self.play.trail().iter().rev().take_while(|s| **s != seat);
        let back = followed.count() + 1;
        self.play.get().moves().saturating_sub(back)
    }

    /// Takes one move back, whoever made it.
    fn step_back(&mut self) -> Result<(), Problem> {
        let nothing = || Illegal::because("nothing can be taken back past a draw or a reveal");
        let mover = self.play.trail().last().copied().ok_or_else(nothing)?;
        self.play.undo(mover)?;
        self.note(mover, Deed::Undo);
        Ok(())
    }

    /// Makes a move again that came after one that was taken back.
    fn again(&mut self, act: store::Act) -> Result<(), Problem> {
        self.play.repeat(&act).map_err(|why| {
            let what = format!("a later move no longer fits, so nothing was taken back: {why}");
            Problem::new(Kind::NotAsked, what)
        })?;
        self.done.push(act);
        Ok(())
    }

    /// Lets orders and computer players answer until a person must, or the game is over. The orders of `asking` rest.
    pub fn answer(&mut self, asking: Option<Seat>) -> Result<(), Problem> {
        for _ in 0..ROUNDS {
            let ordered = self.follow_all(asking)?;
            let asked = self.play.get().asked();
            let bot = |seat: Seat| Some((seat, self.bots.get(seat.index())?.clone()?));
            match asked.iter().find_map(bot) {
                Some((seat, bot)) => self.hand_over(seat, &bot, Extent::Rest)?,
                None if ordered => {}
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// Answers what is ordered; whether anything was.
    fn follow_all(&mut self, asking: Option<Seat>) -> Result<bool, Problem> {
        let mut ordered = false;
        for (seat, orders) in Seat::all().zip(self.orders) {
            if Some(seat) != asking && self.play.get().asked().contains(seat) {
                let made = self.play.follow(self.hosted, seat, orders)?;
                ordered |= !made.is_empty();
                self.done.extend(made);
            }
        }
        Ok(ordered)
    }

    fn hand_over(&mut self, seat: Seat, bot: &str, extent: Extent) -> Result<(), Problem> {
        self.must_be_asked(seat)?;
        let made = self.play.hand_over(self.hosted, seat, bot, extent)?;
        if made.is_empty() {
            let what = format!("{bot} was asked and said nothing");
            return Err(Problem::internal(what));
        }
        self.done.extend(made);
        Ok(())
    }

    /// Tries the phase in a copy, and makes all its moves but the last: that one would end it.
    fn draft(&mut self, seat: Seat, bot: &str) -> Result<(), Problem> {
        self.must_be_asked(seat)?;
        let played = self.play.get();
        let copy = played.at(played.moves());
        let copy = copy.ok_or_else(|| Problem::internal("a match does not replay"))?;
        let mut copy = Play::known(copy, Vec::new());
        let made = copy.hand_over(self.hosted, seat, bot, Extent::Phase)?;
        let ready = made.split_last().map_or(&[][..], |(_, ready)| ready);
        for act in ready {
            self.play.repeat(act)?;
            self.done.push(act.clone());
        }
        Ok(())
    }
}
