//! The face of every game, written once.

use crate::any_game::{AnyGame, ProcedureInfo};
use crate::any_match::AnyMatch;
use crate::error::SetupError;
use crate::match_adapter::Table;
use crate::players;
use crate::worker::{Hand, Worker};
use derbyhouse_kernel::bot::Player;
use derbyhouse_kernel::play::{LoadError, PositionFile};
use derbyhouse_kernel::procedure::{
    Case, Failure, Possibility, Procedure, ProcedureError, Resolved, Trial, check,
};
use derbyhouse_kernel::record::Record;
use derbyhouse_kernel::{Bot, Chance, Level, Match};
use derbyhouse_scene::{Board, Face, Info, Tutorial};
use derbyhouse_tables::{Provenance, RuleText};
use derbyhouse_testkit::{Fault, Tally, play_one};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// Any game, seen through [`AnyGame`].
pub struct Adapter<G: Face> {
    game: Arc<G>,
}

impl<G: Face> Adapter<G> {
    /// Puts the face on.
    pub fn new(game: G) -> Self {
        Self {
            game: Arc::new(game),
        }
    }

    fn read_setup(&self, setup: &Value) -> Result<G::Setup, SetupError> {
        G::Setup::deserialize(setup).map_err(|why| SetupError::Foreign {
            game: self.game.id(),
            why: why.to_string(),
        })
    }

    fn procedure(&self, name: &str) -> Result<&Procedure<G>, ProcedureError> {
        let found = self.game.procedures().iter().find(|p| p.name == name);
        found.ok_or_else(|| ProcedureError::Unknown(name.to_owned()))
    }

    fn bot(&self, name: &str) -> Result<Box<dyn Bot<G>>, SetupError> {
        players::bot(self.game.as_ref(), name, 0).ok_or_else(|| SetupError::Bot {
            name: name.to_owned(),
            known: self.info().bots.join(", "),
        })
    }
}

impl<G: Face> AnyGame for Adapter<G> {
    fn info(&self) -> Info {
        players::info(self.game.as_ref())
    }

    fn fingerprint(&self) -> &str {
        self.game.tables()
    }

    fn levels(&self) -> &[Level] {
        self.game.levels()
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn tutorial(&self) -> Option<&Tutorial> {
        self.game.tutorial()
    }

    fn setup(&self, scenario: Option<&str>, options: &[String]) -> Result<Value, SetupError> {
        let setup = self
            .game
            .setup(scenario, options)
            .map_err(SetupError::Words)?;
        serde_json::to_value(setup).map_err(|why| SetupError::Words(why.to_string()))
    }

    fn all_setups(&self) -> Vec<Value> {
        let setups = self.game.all_setups().into_iter();
        setups
            .filter_map(|s| serde_json::to_value(s).ok())
            .collect()
    }

    fn start(&self, setup: &Value, seed: u64) -> Result<Box<dyn AnyMatch>, SetupError> {
        let setup = self.read_setup(setup)?;
        let played =
            Match::new(Arc::clone(&self.game), setup, seed).map_err(SetupError::Refused)?;
        Ok(Box::new(Table::new(played)))
    }

    fn load_record(&self, text: &str) -> Result<Box<dyn AnyMatch>, LoadError> {
        let record = Record::read(self.game.as_ref(), text)?;
        let played = Match::replay(Arc::clone(&self.game), record)?;
        Ok(Box::new(Table::new(played)))
    }

    fn load_position(&self, json: &str) -> Result<Box<dyn AnyMatch>, LoadError> {
        let file: PositionFile<G::Position> = serde_json::from_str(json)
            .map_err(|why| LoadError::Foreign(format!("it is not a position file: {why}")))?;
        let played = Match::from_position(Arc::clone(&self.game), file)?;
        Ok(Box::new(Table::new(played)))
    }

    fn procedures(&self) -> Vec<ProcedureInfo> {
        let info = |p: &Procedure<G>| ProcedureInfo {
            name: p.name,
            about: p.about,
            rule: p.rule,
            inputs: p.inputs,
        };
        self.game.procedures().iter().map(info).collect()
    }

    fn resolve(
        &self,
        name: &str,
        given: &Value,
        chance: Chance,
    ) -> Result<Resolved, ProcedureError> {
        self.procedure(name)?.resolve(&self.game, given, chance)
    }

    fn odds(&self, name: &str, given: &Value) -> Result<Vec<Possibility>, ProcedureError> {
        self.procedure(name)?.odds(&self.game, given)
    }

    fn trial(
        &self,
        name: &str,
        given: &Value,
        chance: &mut Chance,
    ) -> Result<(&'static [&'static str], Trial<'_>), ProcedureError> {
        self.procedure(name)?.trial(&self.game, given, chance)
    }

    fn check(&self, case: &Case) -> Result<(), Failure> {
        check(self.game.as_ref(), self.game.procedures(), case)
    }

    fn rules(&self) -> &[RuleText] {
        self.game.rules()
    }

    fn citations(&self) -> (&'static [&'static str], &'static [&'static str]) {
        self.game.citations()
    }

    fn examples(&self) -> &'static str {
        self.game.examples()
    }

    fn provenance(&self) -> &[Provenance] {
        self.game.provenance()
    }

    fn table(&self, name: &str) -> Option<String> {
        self.game.table(name)
    }

    fn worker<'a>(
        &'a self,
        setup: &Value,
        bots: &[String],
    ) -> Result<Box<dyn Worker + 'a>, SetupError> {
        let seats = self.game.seats().len();
        if bots.len() != seats {
            return Err(SetupError::Seats {
                given: bots.len(),
                seats,
            });
        }
        let bots = bots.iter().map(|name| self.bot(name));
        Ok(Box::new(Hand {
            game: self.game.as_ref(),
            setup: self.read_setup(setup)?,
            player: Player::new(self.game.as_ref(), bots.collect::<Result<_, _>>()?),
        }))
    }

    fn fuzz(&self, setup: &Value, seed: u64) -> Result<Tally, Fault> {
        let read = self.read_setup(setup).map_err(|why| Fault {
            setup: setup.to_string(),
            seed,
            step: 0,
            what: why.to_string(),
        })?;
        play_one(&self.game, &read, seed)
    }
}
