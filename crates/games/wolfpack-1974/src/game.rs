//! The game as the kernel knows it.

use crate::audit;
use crate::choice::Choice;
use crate::event::Event;
use crate::position::Position;
use crate::procedures::procedures;
use crate::scenarios::before_set_up;
use crate::scene::board;
use crate::sequence::{Deploying, Play, Selection, Step};
use crate::setup::Setup;
use crate::tables::{self, Tables};
use crate::victory;
use crate::view::View;
use derbyhouse_kernel::game::not_asked;
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_kernel::{
    Chance, Decision, Figure, Game, Illegal, Level, Log, Outcome, Rule, Seat, Seats, Viewer,
};
use derbyhouse_scene::{Board, Tutorial};
use derbyhouse_tables::{Merged, RuleText, TableError, link_tables, read_rules};

/// The rules with a set of tables.
pub struct Wolfpack {
    pub(crate) tables: Tables,
    /// The tables as they were read, to be shown.
    pub(crate) source: Merged,
    pub(crate) rules: Vec<RuleText>,
    pub(crate) procedures: Vec<Procedure<Self>>,
    pub(crate) board: Board,
    pub(crate) tutorial: Tutorial,
}

impl Wolfpack {
    /// The rules with the printed tables, or with files that replace some of them.
    pub fn new(overrides: &[(String, String)]) -> Result<Self, TableError> {
        let (tables, source) = tables::load(overrides)?;
        let mut rules = read_rules("rules.toml", include_str!("../rules.toml"))?;
        link_tables(&mut rules, &tables.provenance)?;
        let tutorial = Tutorial::read(
            "tutorial.toml",
            include_str!("../data/tutorial.toml"),
            include_str!("../data/tutorial.record"),
        )?;
        Ok(Self {
            board: board(&tables),
            tables,
            source,
            rules,
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

impl Game for Wolfpack {
    type Setup = Setup;
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type View<'a> = View<'a>;

    fn id(&self) -> &'static str {
        "wolfpack-1974"
    }

    fn tables(&self) -> &str {
        &self.tables.fingerprint
    }

    fn seats(&self) -> &'static [&'static str] {
        &["command"]
    }

    fn levels(&self) -> &[Level] {
        &self.tables.levels
    }

    fn start(
        &self,
        setup: &Setup,
        chance: &mut Chance,
        log: &mut Log<Event>,
    ) -> Result<Position, Illegal> {
        let mut position = before_set_up(&self.tables, setup)?;
        self.play(&mut position, chance, log).run();
        Ok(position)
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
        let step = position
            .step()
            .filter(|_| seat == Seat::FIRST && !position.is_over())?;
        let (question, rule) = match step {
            Step::AirDeployment(_) => ("air deployment", "17.3"),
            Step::Deployment(None) => ("deployment", "15.4"),
            Step::Deployment(Some(Deploying::Unit(_))) => ("where to deploy", "15.4"),
            Step::Deployment(Some(Deploying::Arranging)) => ("how to arrange a stack", "9.51"),
            Step::PackFormation => ("pack formation", "13.1"),
            Step::UboatMovement(None) => ("what to move", "6.3"),
            Step::UboatMovement(Some(Selection::Arranging)) => ("how to arrange a stack", "9.51"),
            Step::UboatMovement(Some(_)) => ("where to move", "6.3"),
            Step::UboatAttack(None) => ("what to attack", "14.11"),
            Step::UboatAttack(Some(_)) => ("the attacking force", "14.13"),
            _ => return None,
        };
        let phase = step.segment().unwrap_or("set-up");
        Some(Decision {
            seat,
            turn: position.turn.into(),
            phase,
            question,
            rule: Rule(rule),
        })
    }

    fn choices(&self, position: &Position, seat: Seat, out: &mut Vec<Choice>) {
        if seat != Seat::FIRST || position.is_over() {
            return;
        }
        let first = out.len();
        let t = &self.tables;
        match position.step() {
            Some(Step::AirDeployment(placed)) => position.list_air_deployment(*placed, out),
            Some(Step::Deployment(placing)) => position.list_deployment(t, *placing, out),
            Some(Step::PackFormation) => {
                position.list_formations(t, out);
                out.push(Choice::Done);
            }
            Some(Step::UboatMovement(selection)) => position.list_moves(t, *selection, out),
            Some(Step::UboatAttack(against)) => position.list_attacks(t, *against, out),
            _ => {}
        }
        debug_assert!(out[first..].is_sorted(), "{:?}", &out[first..]);
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
        _chance: &mut Chance,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        if !self.asked(position).contains(seat) {
            return Err(not_asked(seat));
        }
        log.push(|| Event::Resigns);
        position.resigned = true;
        self.play(position, &mut Chance::scripted([]), log).end();
        Ok(())
    }

    /// With the original's touch-move rule nothing is taken back [6.0], (R33).
    fn undo_allowed(&self, position: &Position) -> Result<(), Illegal> {
        if position.setup.switches.strict_no_undo {
            return Err(Illegal::by(
                "6.0",
                "this game is played without taking back",
            ));
        }
        Ok(())
    }

    fn view<'a>(&'a self, position: &'a Position, _viewer: Viewer) -> View<'a> {
        View::new(&self.tables, position)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.is_over().then(|| {
            let net = position.net(&self.tables);
            Outcome {
                level: victory::level(&self.tables, net),
                scores: [net, 0, 0, 0],
            }
        })
    }

    fn figures(&self, position: &Position) -> Vec<Figure> {
        let tally = &position.tally;
        vec![
            ("points", position.points.into()),
            ("boats_sunk", position.boats_sunk.into()),
            ("sunk_from_air", tally.sunk[0].into()),
            ("sunk_by_escorts", tally.sunk[1].into()),
            ("sunk_in_counterattacks", tally.sunk[2].into()),
            ("sightings", tally.sightings.into()),
            ("real_sightings", tally.real_sightings.into()),
            ("attacks", tally.attacks.into()),
        ]
    }
}
