//! What a front end, a laboratory or a test needs of a game besides its rules.

use crate::board::Board;
use crate::prompt::Prospect;
use crate::scene::{Line, Scene};
use crate::standing::{Orders, Standing};
use crate::story::Story;
use crate::tutorial::Tutorial;
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_kernel::{Bot, Chance, Decision, Game, Viewer};
use derbyhouse_tables::{Provenance, RuleText};
use serde::Serialize;

/// A game as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Info {
    /// Name in files and commands.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Who printed it, and when.
    pub published: &'static str,
    /// One paragraph.
    pub about: &'static str,
    /// Who sits at it.
    pub seats: Vec<SeatInfo>,
    /// How it can start.
    pub scenarios: Vec<ScenarioInfo>,
    /// Optional rules and switches.
    pub options: Vec<OptionInfo>,
    /// Computer players.
    pub bots: Vec<&'static str>,
    /// Whether all seats are on one side and see the same: then one person may hold several without peeping.
    pub together: bool,
}

/// A chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatInfo {
    /// Name in files and commands.
    pub id: &'static str,
    /// Name for people.
    pub label: &'static str,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScenarioInfo {
    /// Name in files and commands.
    pub id: String,
    /// Name for people.
    pub label: String,
    /// What it is one of, such as patrols of one boat; empty where all are of a kind.
    pub family: &'static str,
    /// Seats that take part, by id; all of them if empty.
    pub seats: Vec<&'static str>,
}

/// An optional rule or a switch of a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionInfo {
    /// Name in files and commands.
    pub id: &'static str,
    /// The rule it is.
    pub rule: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Whether it is on when nobody says otherwise.
    pub default: bool,
}

/// An invariant that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken(pub String);

/// A game that can be shown, simulated, resolved and checked.
pub trait Face: Game + Sized {
    /// What a list shows.
    fn info(&self) -> Info;

    /// A set-up from the words of a command line: a scenario (or the default) and options. An option is turned on by
    /// its id, off by `no-` and its id.
    fn setup(&self, scenario: Option<&str>, options: &[String]) -> Result<Self::Setup, String>;

    /// Every combination of scenario and options worth testing.
    fn all_setups(&self) -> Vec<Self::Setup>;

    /// The map.
    fn board(&self) -> Board;

    /// What a viewer sees. `choices` are those of `decision`, empty if the viewer is not asked.
    fn scene(
        &self,
        view: Self::View<'_>,
        decision: Option<&Decision>,
        choices: &[Self::Choice],
    ) -> Scene;

    /// What is to be known of a space, line by line: who is there, what reaches it, what it costs.
    fn explain(&self, view: Self::View<'_>, space: &str) -> Vec<String>;

    /// What an answer may lead to, counted exactly. Empty if nothing hangs on it.
    fn outlook(&self, view: Self::View<'_>, choice: &Self::Choice) -> Vec<Prospect>;

    /// A match looked back on: all events so far, each with the number of moves made when it happened. Tells only what
    /// the view may know.
    fn story(&self, view: Self::View<'_>, events: &[(usize, Self::Event)]) -> Story;

    /// A first game, if there is one.
    fn tutorial(&self) -> Option<&Tutorial>;

    /// What happened, as that viewer may read it; `None` if it is none of their business.
    fn line(&self, viewer: Viewer, event: &Self::Event) -> Option<Line>;

    /// The standing orders that a seat may give; most games know none.
    fn standing(&self, _view: Self::View<'_>) -> Vec<Standing> {
        Vec::new()
    }

    /// The answer that a seat's orders give to what it is asked; `None` if the seat is to be asked.
    fn by_order(
        &self,
        _view: Self::View<'_>,
        _decision: &Decision,
        _choices: &[Self::Choice],
        _orders: &Orders,
    ) -> Option<Self::Choice> {
        None
    }

    /// A computer player by name.
    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>>;

    /// Pieces of the rules that run by themselves.
    fn procedures(&self) -> &[Procedure<Self>];

    /// The worked examples of the rulebook, as cases for these procedures.
    fn examples(&self) -> &'static str;

    /// The rules in our own words.
    fn rules(&self) -> &[RuleText];

    /// Rule numbers cited by the code, and by the tests.
    fn citations(&self) -> (&'static [&'static str], &'static [&'static str]);

    /// The tables' origins.
    fn provenance(&self) -> &[Provenance];

    /// One table as TOML, by the name that its provenance gives.
    fn table(&self, name: &str) -> Option<String>;

    /// Checks everything that must always hold: of a position, of the step that led to it, and of what happened in
    /// that step (`events`, empty if the log was off). Returns how many checks were made.
    fn audit(
        &self,
        before: Option<&Self::Position>,
        events: &[Self::Event],
        after: &Self::Position,
    ) -> Result<u32, Broken>;

    /// The same position with everything that the viewer may not know dealt anew.
    fn resample(
        &self,
        position: &Self::Position,
        viewer: Viewer,
        chance: &mut Chance,
    ) -> Self::Position;

    /// The same with what is hidden in other places altogether: it looks the same, but the game may go on differently from
    /// there. Nothing where `resample` does all that can be done.
    fn recast(
        &self,
        _position: &Self::Position,
        _viewer: Viewer,
        _chance: &mut Chance,
    ) -> Option<Self::Position> {
        None
    }
}
