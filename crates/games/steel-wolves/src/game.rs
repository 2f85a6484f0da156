//! The game as the kernel knows it.

use crate::audit;
use crate::boat::Place;
use crate::choice::Choice;
use crate::event::Event;
use crate::position::Position;
use crate::procedures::procedures;
use crate::scenarios;
use crate::sequence::Play;
use crate::setup::Setup;
use crate::tables::{self, Tables};
use crate::victory::LEVELS;
use crate::view::View;
use derbyhouse_kernel::game::not_asked;
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_kernel::{
    Chance, Decision, Figure, Game, Illegal, Level, Log, Outcome, Seat, Seats, Viewer,
};
use derbyhouse_tables::{Merged, RuleText, TableError, link_tables, read_rules};

/// The rules with a set of tables.
pub struct SteelWolves {
    pub(crate) tables: Tables,
    /// The tables as they were read, to be shown.
    pub(crate) source: Merged,
    pub(crate) rules: Vec<RuleText>,
    pub(crate) levels: Vec<Level>,
    pub(crate) procedures: Vec<Procedure<Self>>,
    pub(crate) tutorial: derbyhouse_scene::Tutorial,
}

impl SteelWolves {
    /// The rules with the game's own tables, or with files that replace some of them.
    pub fn new(overrides: &[(String, String)]) -> Result<Self, TableError> {
        let (tables, source) = tables::load(overrides)?;
        let mut rules = read_rules("rules.toml", include_str!("../rules.toml"))?;
        link_tables(&mut rules, &tables.provenance)?;
        let tutorial = crate::lesson::tutorial(&tables)?;
        let levels = LEVELS.map(|(id, label)| Level {
            id: id.to_owned(),
            label: label.to_owned(),
        });
        Ok(Self {
            tables,
            source,
            rules,
            levels: levels.to_vec(),
            procedures: procedures(),
            tutorial,
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

impl Game for SteelWolves {
    type Setup = Setup;
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type View<'a> = View<'a>;

    fn id(&self) -> &'static str {
        "steel-wolves"
    }

    fn tables(&self) -> &str {
        &self.tables.fingerprint
    }

    /// One player: the commander of U-boats [1.0].
    fn seats(&self) -> &'static [&'static str] {
        &["bdu"]
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
        if position.is_over() {
            Seats::NONE
        } else {
            Seats::one(Seat::FIRST)
        }
    }

    fn decision(&self, position: &Position, seat: Seat) -> Option<Decision> {
        if seat != Seat::FIRST {
            return None;
        }
        let (question, rule) = position.question()?;
        Some(Decision {
            seat,
            turn: position.week(),
            phase: position.phase.id(),
            question,
            rule,
        })
    }

    fn choices(&self, position: &Position, seat: Seat, out: &mut Vec<Choice>) {
        if seat == Seat::FIRST {
            position.list(&self.tables, out);
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
        self.play(position, chance, log).choose(*choice)
    }

    fn resign(
        &self,
        position: &mut Position,
        seat: Seat,
        chance: &mut Chance,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        if position.is_over() || seat != Seat::FIRST {
            return Err(Illegal::because("there is nothing to give up"));
        }
        position.resigned = true;
        log.push(|| Event::Resigned);
        self.play(position, chance, log).end();
        Ok(())
    }

    fn view<'a>(&'a self, position: &'a Position, _viewer: Viewer) -> View<'a> {
        View::new(&self.tables, position)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome {
            level: position.level(&self.tables),
            scores: [position.score(&self.tables), 0, 0, 0],
        })
    }

    fn figures(&self, position: &Position) -> Vec<Figure> {
        let lost = position
            .boats
            .iter()
            .filter(|boat| boat.place == Place::Lost)
            .count();
        let markers: u32 = position
            .boats
            .iter()
            .map(|boat| u32::from(boat.damage))
            .sum();
        vec![
            ("score", position.score(&self.tables).into()),
            ("tons", position.tons_total.into()),
            ("ships", position.ships_total.into()),
            ("lost", lost as i64),
            ("damage", markers.into()),
            ("weeks", position.week().into()),
        ]
    }
}
