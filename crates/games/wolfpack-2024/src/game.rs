//! The game as the kernel knows it.

use crate::audit;
use crate::boat::Place;
use crate::boats::Letter;
use crate::choice::Choice;
use crate::event::Event;
use crate::lesson;
use crate::position::Position;
use crate::procedures::procedures;
use crate::scenarios;
use crate::sequence::{Phase, Play};
use crate::setup::Setup;
use crate::tables::{self, Tables};
use crate::view::View;
use derbyhouse_kernel::game::not_asked;
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_kernel::{
    Chance, Decision, Figure, Game, Illegal, Level, Log, Outcome, Seat, Seats, Viewer,
};
use derbyhouse_scene::Tutorial;
use derbyhouse_tables::{Merged, RuleText, TableError, link_tables, read_rules};

/// The rules with a set of tables.
pub struct Wolfpack {
    pub(crate) tables: Tables,
    /// The tables as they were read, to be shown.
    pub(crate) source: Merged,
    pub(crate) rules: Vec<RuleText>,
    pub(crate) tutorial: Tutorial,
    pub(crate) levels: Vec<Level>,
    pub(crate) procedures: Vec<Procedure<Self>>,
}

/// How a patrol can go, from the worst.
const LEVELS: [(&str, &str); 4] = [
    ("failed", "Failed"),
    ("passed", "Passed"),
    ("success", "Success"),
    ("outstanding", "Outstanding"),
];

impl Wolfpack {
    /// The rules with the game's own tables, or with files that replace some of them.
    pub fn new(overrides: &[(String, String)]) -> Result<Self, TableError> {
        let (tables, source) = tables::load(overrides)?;
        let mut rules = read_rules("rules.toml", include_str!("../rules.toml"))?;
        link_tables(&mut rules, &tables.provenance)?;
        let levels = LEVELS.map(|(id, label)| Level {
            id: id.to_owned(),
            label: label.to_owned(),
        });
        Ok(Self {
            tutorial: lesson::tutorial(&tables)?,
            tables,
            source,
            rules,
            levels: levels.to_vec(),
            procedures: procedures(),
        })
    }

    /// The tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    fn play<'a>(
        &'a self,
        p: &'a mut Position,
        chance: &'a mut Chance,
        log: &'a mut Log<Event>,
    ) -> Play<'a> {
        Play {
            t: &self.tables,
            p,
            chance,
            log,
        }
    }
}

impl Game for Wolfpack {
    type Setup = Setup;
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type View<'a> = View<'a>;

    fn id(&self) -> &'static str {
        "wolfpack-2024"
    }

    fn tables(&self) -> &str {
        &self.tables.fingerprint
    }

    fn seats(&self) -> &'static [&'static str] {
        &["w", "x", "y", "z"]
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
        scenarios::start(&self.tables, setup, chance, log)
    }

    fn validate(&self, position: &Position) -> Result<(), Illegal> {
        audit::validate(&self.tables, position).map_err(|broken| Illegal::because(broken.0))
    }

    fn asked(&self, position: &Position) -> Seats {
        let asked = |letter: &Letter| !position.orders[letter.index()].is_empty();
        Letter::ALL
            .into_iter()
            .filter(asked)
            .map(Letter::seat)
            .fold(Seats::NONE, Seats::with)
    }

    fn decision(&self, position: &Position, seat: Seat) -> Option<Decision> {
        let order = position.orders[seat.index()].top()?;
        let (question, rule) = order.question()?;
        Some(Decision {
            seat,
            turn: position.turn.into(),
            phase: position.phase.id(),
            question,
            rule,
        })
    }

    fn choices(&self, position: &Position, seat: Seat, out: &mut Vec<Choice>) {
        position.list(&self.tables, Letter::of(seat), out);
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
        self.play(position, chance, log)
            .choose(Letter::of(seat), *choice)
    }

    fn resign(
        &self,
        position: &mut Position,
        seat: Seat,
        chance: &mut Chance,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        let letter = Letter::of(seat);
        let afloat = position
            .boat(letter)
            .is_some_and(|boat| !matches!(boat.place, Place::Lost(_)));
        // In port the host speaks for all; a boat that has come home has nothing to give up.
        let plays = match position.phase {
            Phase::BetweenPatrols => letter == Letter::W,
            Phase::SetUp => afloat || letter == Letter::W,
            _ => afloat,
        };
        if position.is_over() || !plays {
            return Err(Illegal::because(format!("boat {letter} is not in play")));
        }
        self.play(position, chance, log).resign(letter);
        Ok(())
    }

    fn view<'a>(&'a self, position: &'a Position, viewer: Viewer) -> View<'a> {
        View::new(&self.tables, position).seen_by(viewer)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome {
            level: position.level(&self.tables),
            scores: Letter::ALL.map(|letter| {
                let plays =
                    position.setup.scenario.is_campaign() || position.boat(letter).is_some();
                if plays { position.total_vp() } else { 0 }
            }),
        })
    }

    fn figures(&self, position: &Position) -> Vec<Figure> {
        position.figures()
    }
}
