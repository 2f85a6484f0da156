//! A match: a position, how it came about, and the way back.

use crate::chance::{Chance, ScriptError, SeedState};
use crate::game::{Game, not_asked};
use crate::log::Log;
use crate::record::{Head, Record, RecordError, hash};
use crate::rule::Illegal;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How a match began.
pub enum Opening<G: Game> {
    /// From a set-up.
    Setup {
        /// Scenario and options.
        setup: G::Setup,
        /// Of the chance.
        seed: u64,
    },
    /// From a position that was kept in a file.
    Position(Box<PositionFile<G::Position>>),
}

impl<G: Game> Clone for Opening<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Setup { setup, seed } => Self::Setup {
                setup: setup.clone(),
                seed: *seed,
            },
            Self::Position(file) => Self::Position(file.clone()),
        }
    }
}

/// What somebody did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act<C> {
    /// Answered.
    Choice(C),
    /// Gave up.
    Resign,
}

/// Who did what.
pub struct Move<G: Game> {
    /// Who.
    pub seat: Seat,
    /// What.
    pub act: Act<G::Choice>,
}

impl<G: Game> Clone for Move<G> {
    fn clone(&self) -> Self {
        Self {
            seat: self.seat,
            act: self.act.clone(),
        }
    }
}

/// A position in a readable file: for bug reports, puzzles, tutorials. It plays on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionFile<P> {
    /// Always [`POSITION_FORMAT`].
    pub format: String,
    /// Id of the game.
    pub game: String,
    /// Version of the program that wrote it.
    pub version: String,
    /// Fingerprint of the tables it was played with.
    pub tables: String,
    /// The dice to come.
    pub chance: SeedState,
    /// The position itself.
    pub position: P,
}

/// What a position file says it is.
pub const POSITION_FORMAT: &str = "derbyhouse position 1";

/// The version that records and position files carry.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Why a record or position file cannot be played on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The text is not a record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It is of another game or form.
    #[error("{0}")]
    Foreign(String),
    /// It was played with other tables.
    #[error(
        "it was played with tables {theirs}, but the tables here are {ours}: load it with the tables it was played with (--tables DIR)"
    )]
    Tables {
        /// Fingerprint in the file.
        theirs: String,
        /// Fingerprint of the tables in use.
        ours: String,
    },
    /// The set-up or the position breaks a rule.
    #[error("it does not begin: {0}")]
    Opening(Illegal),
    /// A choice was not on offer.
    #[error("line {line}: {why}")]
    Move {
        /// Line of the record.
        line: usize,
        /// What the referee says.
        why: Illegal,
    },
    /// The end is not the one that was written down.
    #[error("it ends in position {ours}, but the record says {theirs}")]
    End {
        /// Hash in the record.
        theirs: String,
        /// Hash of the position reached.
        ours: String,
    },
}

/// A moment to which undo can go back.
struct Checkpoint<P> {
    position: P,
    moves: usize,
    events: usize,
}

/// A game being played. Choices go in, the position moves on; everything can be replayed from the record.
pub struct Match<G: Game> {
    game: Arc<G>,
    opening: Opening<G>,
    position: G::Position,
    chance: Chance,
    moves: Vec<Move<G>>,
    /// Everything that happened, and after which number of moves.
    events: Vec<(usize, G::Event)>,
    /// The moments since the last draw or reveal, oldest first; none once the game is over.
    back: Vec<Checkpoint<G::Position>>,
}

impl<G: Game> Match<G> {
    /// Sets up a new match.
    pub fn new(game: Arc<G>, setup: G::Setup, seed: u64) -> Result<Self, Illegal> {
        Self::with_chance(game, Opening::Setup { setup, seed }, Chance::seeded(seed))
    }

    /// Goes on from a position file.
    pub fn from_position(game: Arc<G>, file: PositionFile<G::Position>) -> Result<Self, LoadError> {
        if file.format != POSITION_FORMAT {
            let what = format!(
                "a position file says “format”: “{POSITION_FORMAT}”, this one says “{}”",
                file.format
            );
            return Err(LoadError::Foreign(what));
        }
        check_origin(game.as_ref(), &file.game, &file.tables)?;
        game.validate(&file.position).map_err(LoadError::Opening)?;
        let chance = Chance::from_state(file.chance);
        Self::with_chance(game, Opening::Position(Box::new(file)), chance)
            .map_err(LoadError::Opening)
    }

    /// Sets up a match with results of the caller's own: for tests, and for people who roll real dice.
    pub fn scripted(
        game: Arc<G>,
        setup: G::Setup,
        results: impl Into<Vec<u32>>,
    ) -> Result<Self, Illegal> {
        Self::with_chance(
            game,
            Opening::Setup { setup, seed: 0 },
            Chance::scripted(results),
        )
    }

    fn with_chance(game: Arc<G>, opening: Opening<G>, mut chance: Chance) -> Result<Self, Illegal> {
        let mut log = Log::on();
        let position = match &opening {
            Opening::Setup { setup, .. } => game.start(setup, &mut chance, &mut log)?,
            Opening::Position(file) => file.position.clone(),
        };
        let events = log
            .into_events()
            .into_iter()
            .map(|event| (0, event))
            .collect();
        Ok(Self {
            game,
            opening,
            position,
            chance,
            moves: Vec::new(),
            events,
            back: Vec::new(),
        })
    }

    /// Replays a record to its end and verifies it.
    pub fn replay(game: Arc<G>, record: Record<G>) -> Result<Self, LoadError> {
        let (count, end) = (record.moves.len(), record.end.clone());
        let played = Self::replay_to(game, record, count)?;
        match end {
            Some(theirs) if theirs != played.hash() => Err(LoadError::End {
                theirs,
                ours: played.hash(),
            }),
            _ => Ok(played),
        }
    }

    /// Replays the first moves of a record.
    pub fn replay_to(game: Arc<G>, record: Record<G>, count: usize) -> Result<Self, LoadError> {
        check_origin(game.as_ref(), &record.head.game, &record.head.tables)?;
        let mut played = match record.opening {
            Opening::Setup { setup, seed } => {
                Self::new(game, setup, seed).map_err(LoadError::Opening)?
            }
            Opening::Position(file) => Self::from_position(game, *file)?,
        };
        for (Move { seat, act }, line) in record.moves.into_iter().zip(record.lines).take(count) {
            played
                .act(seat, act)
                .map_err(|why| LoadError::Move { line, why })?;
        }
        Ok(played)
    }

    /// The rules being played.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// How it began.
    pub fn opening(&self) -> &Opening<G> {
        &self.opening
    }

    /// The position, for the game's own crate and for views.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Choices made so far.
    pub fn moves(&self) -> &[Move<G>] {
        &self.moves
    }

    /// Everything that happened, each with the number of moves made when it did.
    pub fn events(&self) -> &[(usize, G::Event)] {
        &self.events
    }

    /// Hash of the position.
    pub fn hash(&self) -> String {
        hash::<G>(&self.position)
    }

    /// Whether the scripted results, if any, fit so far; too many is no trouble before the end.
    pub fn script_trouble(&self) -> Option<ScriptError> {
        self.chance
            .settled()
            .err()
            .filter(|e| !matches!(e, ScriptError::TooMany { .. }))
    }

    /// Takes an answer.
    pub fn choose(&mut self, seat: Seat, choice: &G::Choice) -> Result<(), Illegal> {
        self.act(seat, Act::Choice(choice.clone()))
    }

    /// Gives up.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.act(seat, Act::Resign)
    }

    /// Does what was done in another match.
    pub fn repeat(&mut self, step: &Move<G>) -> Result<(), Illegal> {
        self.act(step.seat, step.act.clone())
    }

    fn act(&mut self, seat: Seat, act: Act<G::Choice>) -> Result<(), Illegal> {
        let before = Checkpoint {
            position: self.position.clone(),
            moves: self.moves.len(),
            events: self.events.len(),
        };
        let drawn = self.chance.drawn();
        let mut log = Log::on();
        match &act {
            Act::Choice(choice) => {
                self.game
                    .apply(&mut self.position, seat, choice, &mut self.chance, &mut log)?;
            }
            Act::Resign => {
                self.game
                    .resign(&mut self.position, seat, &mut self.chance, &mut log)?;
            }
        }
        // At the end everything lies open: who has seen it does not play on from before.
        let over = self.game.outcome(&self.position).is_some();
        if self.chance.drawn() != drawn || log.revealed() || over {
            self.back.clear();
        } else {
            self.back.push(before);
        }
        self.moves.push(Move { seat, act });
        let moves = self.moves.len();
        self.events
            .extend(log.into_events().into_iter().map(|event| (moves, event)));
        Ok(())
    }

    /// Whether that seat may take back the last choice, and if not, why.
    pub fn may_undo(&self, seat: Seat) -> Result<(), Illegal> {
        self.game.undo_allowed(&self.position)?;
        if self.back.is_empty() {
            return Err(Illegal::because(
                "nothing can be taken back past a draw or a reveal",
            ));
        }
        match self.moves.last() {
            Some(last) if last.seat != seat => Err(not_asked_to_undo(last.seat)),
            _ => Ok(()),
        }
    }

    /// Takes the last choice back. The dice to come stay as they are.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.may_undo(seat)?;
        let Some(before) = self.back.pop() else {
            return Err(not_asked(seat));
        };
        self.position = before.position;
        self.moves.truncate(before.moves);
        self.events.truncate(before.events);
        Ok(())
    }

    /// How many choices could be taken back one after another.
    pub fn undo_depth(&self) -> usize {
        self.back.len()
    }

    /// The record so far.
    pub fn record(&self) -> Record<G> {
        Record {
            head: Head {
                game: self.game.id().to_owned(),
                version: VERSION.to_owned(),
                tables: self.game.tables().to_owned(),
            },
            opening: self.opening.clone(),
            moves: self.moves.clone(),
            lines: vec![0; self.moves.len()],
            end: Some(self.hash()),
        }
    }

    /// The position as a file that plays on; `None` with scripted results, which no file can hold.
    pub fn position_file(&self) -> Option<PositionFile<G::Position>> {
        Some(PositionFile {
            format: POSITION_FORMAT.to_owned(),
            game: self.game.id().to_owned(),
            version: VERSION.to_owned(),
            tables: self.game.tables().to_owned(),
            chance: self.chance.state()?,
            position: self.position.clone(),
        })
    }
}

fn not_asked_to_undo(last: Seat) -> Illegal {
    Illegal::because(format!(
        "the last choice was made by {last}, who alone may take it back"
    ))
}

fn check_origin<G: Game>(game: &G, theirs: &str, tables: &str) -> Result<(), LoadError> {
    if theirs != game.id() {
        return Err(LoadError::Foreign(format!(
            "it is of {theirs}, not of {}",
            game.id()
        )));
    }
    if tables != game.tables() {
        return Err(LoadError::Tables {
            theirs: tables.to_owned(),
            ours: game.tables().to_owned(),
        });
    }
    Ok(())
}
