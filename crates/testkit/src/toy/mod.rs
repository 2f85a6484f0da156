//! A toy game with everything that is hard about a real one: two seats that are asked at the same time and in turn,
//! a hidden card each, a deck, a die, a reveal, an option. It is what the suite is tested with, and shows that the
//! kernel carries games of several seats and hidden information.
//!
//! Twelve cards, 1 to 6 twice; each seat gets one. Both say at the same time whether they exchange it. Then they take
//! counters off two heaps in turn. Whoever has more counters and pips at the end wins.

mod choice;
mod face;
mod position;
mod rules;

pub use choice::Choice;
pub use face::View;
pub use position::Position;

use position::Secret;

use derbyhouse_kernel::deck::Deck;
use derbyhouse_kernel::game::not_asked;
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_kernel::{
    Chance, Decision, Figure, Game, Illegal, Level, Log, Outcome, Rule, Seat, Seats, Viewer,
};
use derbyhouse_tables::{Provenance, RuleText};
use serde::{Deserialize, Serialize};

const SEATS: usize = 2;
const CARDS: [u8; 12] = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6];
const MOST_TAKEN: u8 = 3;

/// How a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// How many counters.
    pub scenario: Scenario,
    /// Whether the die may be used [3.2].
    pub gamble: bool,
}

/// How many counters there are [1.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scenario {
    /// Twelve.
    Short,
    /// Forty.
    Long,
}

impl Scenario {
    const ALL: [Self; 2] = [Self::Short, Self::Long];

    fn heaps(self) -> [u8; 2] {
        match self {
            Self::Short => [5, 7],
            Self::Long => [19, 21],
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Long => "long",
        }
    }
}

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The cards were dealt [1.1].
    Dealt,
    /// A seat has its card; only that seat learns which.
    Card {
        /// Who.
        seat: Seat,
        /// Which.
        card: u8,
    },
    /// A seat exchanged its card [2.1].
    Exchanged {
        /// Who.
        seat: Seat,
    },
    /// Counters were taken [3.1].
    Took {
        /// Who.
        seat: Seat,
        /// Which heap.
        heap: u8,
        /// How many.
        count: u8,
    },
    /// The die said how many [3.2].
    Gambled {
        /// Who.
        seat: Seat,
        /// What it said.
        die: u8,
        /// How many there were.
        count: u8,
    },
    /// A card was laid open [3.3].
    Shown {
        /// Whose.
        seat: Seat,
        /// Which.
        card: u8,
    },
    /// Somebody gave up.
    Resigned {
        /// Who.
        seat: Seat,
    },
}

/// A mistake built in on purpose, to see that the suite finds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flaw {
    /// None.
    #[default]
    Sound,
    /// Lists choices in the wrong order.
    Unsorted,
    /// Accepts the die when it was not offered.
    Generous,
    /// Refuses, but not before something has changed.
    Hasty,
    /// Loses a counter.
    Careless,
    /// Shows everybody's card.
    Open,
    /// Rolls a die for the log.
    Noisy,
}

/// The toy game.
pub struct Toy {
    flaw: Flaw,
    levels: Vec<Level>,
    rules: Vec<RuleText>,
    provenance: Vec<Provenance>,
    procedures: Vec<Procedure<Self>>,
}

impl Default for Toy {
    fn default() -> Self {
        Self::new()
    }
}

fn other(seat: Seat) -> Seat {
    Seat::new(1 - seat.index()).unwrap_or(Seat::FIRST)
}

impl Game for Toy {
    type Setup = Setup;
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type View<'a> = View<'a>;

    fn id(&self) -> &'static str {
        "toy"
    }

    fn tables(&self) -> &str {
        "00"
    }

    fn seats(&self) -> &'static [&'static str] {
        &["north", "south"]
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    fn start(
        &self,
        setup: &Setup,
        chance: &mut Chance,
        log: &mut Log<Event>,
    ) -> Result<Position, Illegal> {
        let mut deck = Deck::shuffled(CARDS, chance);
        let hands = [(); SEATS].map(|()| deck.draw(chance).unwrap_or_default());
        log.push(|| Event::Dealt);
        for seat in Seat::all().take(SEATS) {
            log.push(|| Event::Card {
                seat,
                card: hands[seat.index()],
            });
        }
        Ok(Position {
            setup: *setup,
            turn: 0,
            mover: Seat::FIRST,
            heaps: setup.scenario.heaps(),
            taken: [0; SEATS],
            shown: [false; SEATS],
            resigned: None,
            secret: Secret {
                hands,
                exchange: [None; SEATS],
                deck,
            },
        })
    }

    fn validate(&self, position: &Position) -> Result<(), Illegal> {
        let there: u8 = position
            .heaps
            .iter()
            .chain(&position.taken)
            .fold(0, |sum, n| sum.saturating_add(*n));
        let total: u8 = position.setup.scenario.heaps().iter().sum();
        if there != total {
            let why =
                format!("{there} counters on the heaps and in hand, but the game has {total}");
            return Err(Illegal::by("1.1", why));
        }
        // Every turn takes a counter or lays a card open.
        if position.turn > u16::from(total) + 3 {
            let why = format!("turn {} is later than this game can last", position.turn);
            return Err(Illegal::by("3.1", why));
        }
        if position.mover.index() >= SEATS || position.resigned.is_some_and(|s| s.index() >= SEATS)
        {
            return Err(Illegal::because("there are two seats"));
        }
        Ok(())
    }

    fn asked(&self, position: &Position) -> Seats {
        if position.is_over() {
            return Seats::NONE;
        }
        if position.turn > 0 {
            return Seats::one(position.mover);
        }
        Seat::all()
            .take(SEATS)
            .filter(|seat| position.secret.exchange[seat.index()].is_none())
            .fold(Seats::NONE, Seats::with)
    }

    fn decision(&self, position: &Position, seat: Seat) -> Option<Decision> {
        let (phase, question, rule) = match position.turn {
            0 => ("exchange", "exchange your card?", Rule("2.1")),
            _ => ("taking", "what do you take?", Rule("3.1")),
        };
        self.asked(position).contains(seat).then_some(Decision {
            seat,
            turn: position.turn,
            phase,
            question,
            rule,
        })
    }

    fn choices(&self, position: &Position, seat: Seat, out: &mut Vec<Choice>) {
        if !self.asked(position).contains(seat) {
            return;
        }
        let takes =
            (0..2).flat_map(|heap| (1..=MOST_TAKEN).map(move |count| Choice::Take { heap, count }));
        out.extend(
            [Choice::Keep, Choice::Exchange]
                .into_iter()
                .chain(takes)
                .chain([Choice::Gamble, Choice::Show])
                .filter(|&choice| position.why_not(seat, choice).is_none()),
        );
        if self.flaw == Flaw::Unsorted {
            out.reverse();
        }
    }

    fn apply(
        &self,
        position: &mut Position,
        seat: Seat,
        choice: &Choice,
        chance: &mut Chance,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        if !self.asked(position).contains(seat) {
            return Err(not_asked(seat));
        }
        let generous = self.flaw == Flaw::Generous && *choice == Choice::Gamble;
        if let Some(illegal) = position.why_not(seat, *choice).filter(|_| !generous) {
            position.turn += u16::from(self.flaw == Flaw::Hasty);
            return Err(illegal);
        }
        match *choice {
            Choice::Keep | Choice::Exchange => {
                position.secret.exchange[seat.index()] = Some(*choice == Choice::Exchange);
                if position.secret.exchange.iter().all(Option::is_some) {
                    position.exchange(chance, log);
                }
                return Ok(());
            }
            Choice::Take { heap, count } => {
                position.take(seat, usize::from(heap), count);
                position.taken[seat.index()] -= u8::from(self.flaw == Flaw::Careless);
                log.push(|| {
                    if self.flaw == Flaw::Noisy {
                        chance.d6();
                    }
                    Event::Took { seat, heap, count }
                });
            }
            Choice::Gamble => {
                let die = chance.d6();
                let heap = position.larger_heap();
                let count = die.min(position.heaps[heap]);
                position.take(seat, heap, count);
                log.push(|| Event::Gambled { seat, die, count });
            }
            Choice::Show => {
                position.shown[seat.index()] = true;
                let card = position.secret.hands[seat.index()];
                log.push(|| Event::Shown { seat, card });
                log.reveal();
            }
        }
        position.pass();
        if position.is_over() {
            // All cards are turned at the end.
            log.reveal();
        }
        Ok(())
    }

    fn resign(
        &self,
        position: &mut Position,
        seat: Seat,
        _chance: &mut Chance,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        if position.is_over() || seat.index() >= SEATS {
            return Err(not_asked(seat));
        }
        position.resigned = Some(seat);
        log.push(|| Event::Resigned { seat });
        log.reveal();
        Ok(())
    }

    fn view<'a>(&'a self, position: &'a Position, viewer: Viewer) -> View<'a> {
        View::new(position, viewer)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if !position.is_over() {
            return None;
        }
        let mut scores = [0; derbyhouse_kernel::seat::MAX_SEATS];
        for seat in Seat::all().take(SEATS) {
            scores[seat.index()] = position.score(seat);
        }
        let level = match position.resigned {
            Some(seat) if seat == Seat::FIRST => 0,
            Some(_) => 2,
            None => (1 + (scores[0] - scores[1]).signum()) as usize,
        };
        Some(Outcome { level, scores })
    }

    fn figures(&self, position: &Position) -> Vec<Figure> {
        vec![
            ("turns", i64::from(position.turn)),
            (
                "shown",
                position.shown.iter().filter(|s| **s).count() as i64,
            ),
        ]
    }
}
