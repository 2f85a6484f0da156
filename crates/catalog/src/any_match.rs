//! A match, whichever game it is of.

use derbyhouse_kernel::{Decision, Figure, Illegal, Level, Outcome, Seat, Seats, Viewer};
use derbyhouse_scene::{Line, Offer, Orders, Prospect, Scene, Standing, Story};
use serde::Serialize;

/// A line of the log with the number of choices made when it was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// 0 for what happened at the start.
    pub after: usize,
    /// The line itself.
    #[serde(flatten)]
    pub line: Line,
}

/// What a computer player would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// Who says so.
    pub bot: String,
    /// The choice as a record holds it.
    pub choice: String,
    /// The same for people.
    pub label: String,
    /// Why, in one sentence.
    pub reason: String,
}

/// How much is handed over to a computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// This decision.
    Decision,
    /// All of them until the phase changes.
    Phase,
    /// All of them until the turn changes.
    Turn,
    /// All of them until the end, or until only others are asked.
    Rest,
}

impl Extent {
    /// Whether a later decision still belongs to what was handed over with the first one.
    pub(crate) fn covers(self, first: &Decision, now: &Decision) -> bool {
        match self {
            Self::Decision => false,
            Self::Phase => first.turn == now.turn && first.phase == now.phase,
            Self::Turn => first.turn == now.turn,
            Self::Rest => true,
        }
    }
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ended {
    /// The level of victory.
    pub level: Level,
    /// As the game says it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// A moment at which play came to another turn or phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Moment {
    /// Choices made when it came.
    pub moves: usize,
    /// The turn then.
    pub turn: u16,
    /// The phase then.
    pub phase: &'static str,
}

/// A match being played. Choices are the texts that records hold.
pub trait AnyMatch: Send {
    /// Id of the game.
    fn game(&self) -> &'static str;
    /// Which seats are asked now; nobody when the game is over.
    fn asked(&self) -> Seats;
    /// What that seat is asked, if it is.
    fn decision(&self, seat: Seat) -> Option<Decision>;
    /// What a viewer sees.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// The answers that seat may give; none if it is not asked.
    fn offers(&self, seat: Seat) -> Vec<Offer>;

    /// What a viewer may know of a space, line by line.
    fn explain(&self, viewer: Viewer, space: &str) -> Vec<String>;
    /// What an answer on offer may lead to, counted exactly.
    fn outlook(&self, seat: Seat, choice: &str) -> Result<Vec<Prospect>, Illegal>;
    /// The match so far, looked back on by a viewer.
    fn story(&self, viewer: Viewer) -> Story;
    /// Where turns and phases began, in order.
    fn moments(&self) -> Vec<Moment>;

    /// Takes an answer. What does not read as a choice, or is not on offer, is refused, and nothing changes.
    fn choose(&mut self, seat: Seat, choice: &str) -> Result<(), Illegal>;
    /// Gives up.
    fn resign(&mut self, seat: Seat) -> Result<(), Illegal>;
    /// Whether that seat may take back the last choice, and if not, why.
    fn may_undo(&self, seat: Seat) -> Result<(), Illegal>;
    /// How many of the last choices drew and revealed nothing.
    fn undo_depth(&self) -> usize;
    /// Takes the last choice back.
    fn undo(&mut self, seat: Seat) -> Result<(), Illegal>;

    /// What a viewer may read of what happened from the choice with that number on; 0 is the start.
    fn log(&self, viewer: Viewer, from: usize) -> Vec<LogLine>;
    /// Which moves from that number on were a viewer's own or told them something, in order. The first move is number 1.
    fn noticed(&self, viewer: Viewer, from: usize) -> Vec<usize>;
    /// What a computer player would do in that seat.
    fn advise(&self, seat: Seat, bot: &str) -> Result<Advice, Illegal>;
    /// Lets a computer player answer for that seat. Returns how many choices it made.
    fn hand_over(&mut self, seat: Seat, bot: &str, extent: Extent) -> Result<usize, Illegal>;

    /// The standing orders that seat may give.
    fn standing(&self, seat: Seat) -> Vec<Standing>;
    /// Answers as that seat has ordered, as long as its orders cover what it is asked. Returns how many choices were made.
    fn follow(&mut self, seat: Seat, orders: &Orders) -> Result<usize, Illegal>;

    /// The record so far, as text.
    fn record(&self) -> String;
    /// The position as a file that plays on, in JSON; `None` if no file can hold it.
    fn position_file(&self) -> Option<String>;
    /// Hash of the position.
    fn hash(&self) -> String;
    /// The result, once there is one.
    fn outcome(&self) -> Option<Ended>;
    /// Figures for statistics, so far.
    fn figures(&self) -> Vec<Figure>;
    /// How many choices were made.
    fn moves(&self) -> usize;
    /// The match as it was after that many choices; `None` if it has not come so far.
    fn at(&self, moves: usize) -> Option<Box<dyn AnyMatch>>;
}
