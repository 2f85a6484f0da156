//! The game as the kernel knows it.

use crate::audit;
use crate::choice::Choice;
use crate::event::Event;
use crate::position::{End, Position};
use crate::preparation;
use crate::procedures::procedures;
use crate::season;
use crate::sequence::Play;
use crate::setup::Setup;
use crate::side::Side;
use crate::tables::{self, Tables};
use crate::victory;
use crate::view::View;
use derbyhouse_kernel::game::not_asked;
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_kernel::{
    Chance, Decision, Figure, Game, Illegal, Level, Log, Outcome, Seat, Seats, Viewer,
};
use derbyhouse_tables::{Merged, RuleText, TableError, link_tables, read_rules};

/// The rules with a set of tables.
pub struct Pq17 {
    pub(crate) tables: Tables,
    /// The tables as they were read, to be shown.
    pub(crate) source: Merged,
    pub(crate) rules: Vec<RuleText>,
    pub(crate) levels: Vec<Level>,
    pub(crate) procedures: Vec<Procedure<Self>>,
}

/// How an Operation can end, from the worst for the Allies (chapter 2).
const LEVELS: [(&str, &str); 3] = [
    ("axis", "Axis victory"),
    ("draw", "Draw"),
    ("allied", "Allied victory"),
];

impl Pq17 {
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

impl Game for Pq17 {
    type Setup = Setup;
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type View<'a> = View<'a>;

    fn id(&self) -> &'static str {
        "pq17"
    }

    fn tables(&self) -> &str {
        &self.tables.fingerprint
    }

    fn seats(&self) -> &'static [&'static str] {
        &["allied", "axis"]
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
        preparation::start(&self.tables, setup, chance, log)
    }

    fn validate(&self, position: &Position) -> Result<(), Illegal> {
        position.setup.values(&self.tables)?;
        audit::validate(&self.tables, position).map_err(|broken| Illegal::because(broken.0))
    }

    fn asked(&self, position: &Position) -> Seats {
        View::new(&self.tables, position, Viewer::Observer)
            .deciding()
            .fold(Seats::NONE, Seats::with)
    }

    fn decision(&self, position: &Position, seat: Seat) -> Option<Decision> {
        let view = View::new(&self.tables, position, Viewer::Seat(seat));
        let (question, rule) = view.order()?.question();
        Some(Decision {
            seat,
            turn: position.turn.index() + 1,
            phase: position.segment.id(),
            question,
            rule,
        })
    }

    fn choices(&self, position: &Position, seat: Seat, out: &mut Vec<Choice>) {
        if let Some(side) = Side::of(seat) {
            position.list(&self.tables, side, out);
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
        let side = Side::of(seat).ok_or_else(|| not_asked(seat))?;
        self.play(position, chance, log).choose(side, *choice)
    }

    fn resign(
        &self,
        position: &mut Position,
        seat: Seat,
        chance: &mut Chance,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        let side = Side::of(seat).ok_or_else(|| Illegal::because("nobody sits there"))?;
        if position.is_over() {
            return Err(Illegal::because("the game is over"));
        }
        self.play(position, chance, log).finish(End::Resigned(side));
        Ok(())
    }

    fn view<'a>(&'a self, position: &'a Position, viewer: Viewer) -> View<'a> {
        View::new(&self.tables, position, viewer)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let winner = match position.end? {
            End::Resigned(side) => Some(side.other()),
            End::Played => match position.season {
                Some(season) => Some(season::winner(&self.tables, season, position.vp())),
                None => victory::winner(&self.tables, position.vp()),
            },
        };
        let halves = position.vp().in_halves();
        Some(Outcome {
            level: match winner {
                Some(Side::Axis) => 0,
                None => 1,
                Some(Side::Allied) => 2,
            },
            scores: [halves, -halves, 0, 0],
        })
    }

    fn figures(&self, position: &Position) -> Vec<Figure> {
        let accounts = &position.fleet(Side::Allied).accounts;
        let sum = |of: fn(&crate::position::Account) -> u8| {
            accounts.iter().map(|account| i64::from(of(account))).sum()
        };
        vec![
            ("half_vp", position.vp().in_halves().into()),
            ("arrived", sum(|account| account.arrived)),
            ("sunk", sum(|account| account.sunk)),
            ("turns", position.turn.index().into()),
        ]
    }
}
