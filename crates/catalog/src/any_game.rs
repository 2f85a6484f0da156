//! A game, whichever it is.

use crate::any_match::AnyMatch;
use crate::error::SetupError;
use crate::worker::Worker;
use derbyhouse_kernel::play::LoadError;
use derbyhouse_kernel::procedure::{
    Case, Failure, Input, Possibility, ProcedureError, Resolved, Trial,
};
use derbyhouse_kernel::{Chance, Level};
use derbyhouse_scene::{Board, Info, Tutorial};
use derbyhouse_tables::{Provenance, RuleText};
use derbyhouse_testkit::{Fault, Tally};
use serde::Serialize;
use serde_json::Value;

/// A piece of the rules that runs by itself, as a list shows it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ProcedureInfo {
    /// What commands and cases call it.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// The rule it carries.
    pub rule: &'static str,
    /// What it takes.
    pub inputs: &'static [Input],
}

/// A game with its tables. Set-ups are JSON values that [`AnyGame::setup`] makes.
pub trait AnyGame: Send + Sync {
    /// What a list shows.
    fn info(&self) -> Info;
    /// The fingerprint of the tables in use.
    fn fingerprint(&self) -> &str;
    /// The levels of victory, in ascending order.
    fn levels(&self) -> &[Level];
    /// The map.
    fn board(&self) -> Board;

    /// A first game, if there is one; its record plays with the game's own tables.
    fn tutorial(&self) -> Option<&Tutorial>;

    /// A set-up from a scenario (or the default) and options.
    fn setup(&self, scenario: Option<&str>, options: &[String]) -> Result<Value, SetupError>;
    /// Every combination of scenario and options worth testing.
    fn all_setups(&self) -> Vec<Value>;
    /// Sets up a new match.
    fn start(&self, setup: &Value, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError>;
    /// Replays a record to its end and verifies it.
    fn load_record(&self, text: &str) -> Result<Box<dyn AnyMatch>, LoadError>;
    /// Goes on from a position file.
    fn load_position(&self, json: &str) -> Result<Box<dyn AnyMatch>, LoadError>;

    /// Pieces of the rules that run by themselves.
    fn procedures(&self) -> Vec<ProcedureInfo>;
    /// Runs a procedure and shows the draws.
    fn resolve(
        &self,
        name: &str,
        given: &Value,
        chance: Chance,
    ) -> Result<Resolved, ProcedureError>;
    /// Every result a procedure can have, with its exact share; the likeliest first.
    fn odds(&self, name: &str, given: &Value) -> Result<Vec<Possibility>, ProcedureError>;
    /// Makes a procedure ready to be run many times, with the names of its figures.
    fn trial(
        &self,
        name: &str,
        given: &Value,
        chance: &mut Chance,
    ) -> Result<(&'static [&'static str], Trial<'_>), ProcedureError>;
    /// Runs a worked example.
    fn check(&self, case: &Case) -> Result<(), Failure>;
    /// The worked examples of the rulebook, as a file of cases.
    fn examples(&self) -> &'static str;

    /// The rules in our own words.
    fn rules(&self) -> &[RuleText];
    /// Rule numbers cited by the code, and by the tests.
    fn citations(&self) -> (&'static [&'static str], &'static [&'static str]);
    /// The tables' origins.
    fn provenance(&self) -> &[Provenance];
    /// One table as TOML, by the name that its provenance gives.
    fn table(&self, name: &str) -> Option<String>;

    /// Something that plays whole games with computer players, one for each seat. For one thread; make one for each.
    fn worker<'a>(
        &'a self,
        setup: &Value,
        bots: &[String],
    ) -> Result<Box<dyn Worker + 'a>, SetupError>;
    /// Plays one random game and checks everything that must hold. The set-up is one of [`AnyGame::all_setups`].
    fn fuzz(&self, setup: &Value, seed: u64) -> Result<Tally, Fault>;
}
