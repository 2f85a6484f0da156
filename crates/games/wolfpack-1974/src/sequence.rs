//! Sequence of play [4.0]: always all steps, and in this order [4.1], [4.2].

use crate::choice::Choice;
use crate::event::Event;
use crate::fleet::UnitName;
use crate::position::Position;
use crate::tables::Tables;
use crate::units::{ConvoyId, UnitKind};
use derbyhouse_kernel::{Chance, Hex, Illegal, Log};
use serde::{Deserialize, Serialize};

/// What is about to be done at set-up [15.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deploying {
    /// A unit of that kind is to be placed.
    Unit(UnitKind),
    /// A stack is to be turned or re-ordered [9.51].
    Arranging,
}

/// What is about to be done in E2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// One unit of a hex.
    Unit(Hex, #[serde(with = "crate::choice::as_text")] UnitName),
    /// Everything in a hex that can still move.
    Stack(Hex),
    /// A stack is to be turned or re-ordered [9.51].
    Arranging,
}

/// A step of the game. Those that ask carry what has been half said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Before set-up: which base the next air group goes to, and how many are placed [17.3].
    AirDeployment(u8),
    /// Set-up: what is about to be done [15.4].
    Deployment(Option<Deploying>),
    /// Set-up [15.5].
    PairEscorts,
    /// Set-up [15.8].
    InitialPlacement,
    /// The turn marker moves on, or the game ends: G, and the start of turn 1.
    TurnIndicator,
    /// A
    ConvoyEntry,
    /// B0
    FogLifts,
    /// B1
    StormMovement,
    /// B2
    WeatherFormation,
    /// B3
    StraggleDetermination,
    /// C1
    AirEscorts,
    /// C2
    AirSearch,
    /// D1
    ConvoyCourse,
    /// D2
    ConvoyMovement,
    /// D3
    CleanUp,
    /// E1
    PackFormation,
    /// E2: what is about to be done.
    UboatMovement(Option<Selection>),
    /// E3
    Depinning,
    /// F1: the convoy a force is being gathered against.
    UboatAttack(#[serde(with = "crate::choice::maybe_convoy")] Option<ConvoyId>),
    /// F2
    Counterattack,
    /// F3
    StraggleReduction,
}

impl Step {
    /// Set-up after the air groups, in order [15.1].
    pub(crate) const SET_UP: [Self; 4] = [
        Self::Deployment(None),
        Self::PairEscorts,
        Self::InitialPlacement,
        Self::TurnIndicator,
    ];

    /// A turn, in order [4.2].
    pub const TURN: [Self; 17] = [
        Self::ConvoyEntry,
        Self::FogLifts,
        Self::StormMovement,
        Self::WeatherFormation,
        Self::StraggleDetermination,
        Self::AirEscorts,
        Self::AirSearch,
        Self::ConvoyCourse,
        Self::ConvoyMovement,
        Self::CleanUp,
        Self::PackFormation,
        Self::UboatMovement(None),
        Self::Depinning,
        Self::UboatAttack(None),
        Self::Counterattack,
        Self::StraggleReduction,
        Self::TurnIndicator,
    ];

    /// The letter and number of the segment [4.2]; none for set-up, and none for B0, which belongs to B.
    pub const fn segment(self) -> Option<&'static str> {
        Some(match self {
            Self::AirDeployment(_)
            | Self::Deployment(_)
            | Self::PairEscorts
            | Self::InitialPlacement
            | Self::FogLifts => {
                return None;
            }
            Self::ConvoyEntry => "A",
            Self::StormMovement => "B1",
            Self::WeatherFormation => "B2",
            Self::StraggleDetermination => "B3",
            Self::AirEscorts => "C1",
            Self::AirSearch => "C2",
            Self::ConvoyCourse => "D1",
            Self::ConvoyMovement => "D2",
            Self::CleanUp => "D3",
            Self::PackFormation => "E1",
            Self::UboatMovement(_) => "E2",
            Self::Depinning => "E3",
            Self::UboatAttack(_) => "F1",
            Self::Counterattack => "F2",
            Self::StraggleReduction => "F3",
            Self::TurnIndicator => "G",
        })
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AirDeployment(_) => "Air deployment",
            Self::Deployment(_) => "Deployment",
            Self::PairEscorts => "Escorts",
            Self::InitialPlacement => "Initial placement",
            Self::TurnIndicator => "Turn indicator",
            Self::ConvoyEntry => "Convoy entry",
            Self::FogLifts => "Fog lifts",
            Self::StormMovement => "Storm movement",
            Self::WeatherFormation => "Weather formation",
            Self::StraggleDetermination => "Straggling",
            Self::AirEscorts => "Air escorts",
            Self::AirSearch => "Air search",
            Self::ConvoyCourse => "Convoy course",
            Self::ConvoyMovement => "Convoy movement",
            Self::CleanUp => "Clean-up",
            Self::PackFormation => "Pack formation",
            Self::UboatMovement(_) => "U-boat movement",
            Self::Depinning => "Depinning",
            Self::UboatAttack(_) => "U-boat attack",
            Self::Counterattack => "Counterattack",
            Self::StraggleReduction => "Straggle reduction",
        }
    }
}

/// A position being played on: the tables it is played with, its chance and its log at hand.
pub(crate) struct Play<'a> {
    pub t: &'a Tables,
    pub p: &'a mut Position,
    pub chance: &'a mut Chance,
    pub log: &'a mut Log<Event>,
}

impl Play<'_> {
    /// Runs the steps that ask nobody, up to the next question or the end of the game.
    pub(crate) fn run(&mut self) {
        while let Some(&step) = self.p.step() {
            if self.asks(step) {
                return;
            }
            self.p.agenda.pop();
            self.perform(step);
        }
    }

    /// Whether a step has something to ask. A question with nothing to choose is not put (R38).
    fn asks(&self, step: Step) -> bool {
        match step {
            Step::AirDeployment(_) | Step::Deployment(_) => true,
            Step::PackFormation => self.p.can_form(self.t),
            Step::UboatMovement(_) => !self.p.fleet.is_empty(),
            Step::UboatAttack(against) => {
                against.is_some() || self.p.attackable(self.t).next().is_some()
            }
            _ => false,
        }
    }

    fn perform(&mut self, step: Step) {
        match step {
            Step::PairEscorts => self.pair_escorts(),
            Step::InitialPlacement => self.initial_placement(),
            Step::TurnIndicator => self.advance_turn(),
            Step::ConvoyEntry => self.enter_convoy(),
            Step::FogLifts => self.lift_fog(),
            Step::StormMovement => self.move_storms(),
            Step::WeatherFormation => self.form_weather(),
            Step::StraggleDetermination => self.determine_straggling(),
            Step::AirEscorts => self.allocate_air_escorts(),
            Step::AirSearch => self.search_from_the_air(),
            Step::ConvoyCourse => self.draw_course(),
            Step::ConvoyMovement => self.move_convoys(),
            Step::CleanUp => self.clean_up(),
            Step::Depinning => self.depin(),
            Step::Counterattack => self.counterattack(),
            Step::StraggleReduction => self.reduce_straggling(),
            // Nothing to ask, nothing to do.
            Step::AirDeployment(_)
            | Step::Deployment(_)
            | Step::PackFormation
            | Step::UboatMovement(_)
            | Step::UboatAttack(_) => {}
        }
    }

    /// G: the next turn, or the end after the last [4.2 G], [16.1].
    fn advance_turn(&mut self) {
        if self.p.turn == self.t.scale.turns {
            self.end();
            return;
        }
        self.p.turn += 1;
        self.p.agenda.plan(Step::TURN);
        let turn = self.p.turn;
        self.log.push(|| Event::TurnBegins { turn });
    }

    /// The end: the net total counts, and all escorts are shown [15.6], [16.1].
    pub(crate) fn end(&mut self) {
        self.p.agenda.clear();
        self.log.reveal();
        let net = self.p.net(self.t);
        self.log.push(|| Event::Ends {
            points: self.p.points,
            boats_sunk: self.p.boats_sunk,
            net,
            level: crate::victory::level(self.t, net),
            escorts: self.p.escorts,
        });
    }

    /// Takes a choice and runs on.
    pub(crate) fn choose(&mut self, choice: Choice) -> Result<(), Illegal> {
        match self.p.step().copied() {
            Some(Step::AirDeployment(placed)) => self.choose_air_deployment(placed, choice)?,
            Some(Step::Deployment(placing)) => self.choose_deployment(placing, choice)?,
            Some(Step::PackFormation) => self.choose_formation(choice)?,
            Some(Step::UboatMovement(selection)) => self.choose_move(selection, choice)?,
            Some(Step::UboatAttack(against)) => self.choose_attack(against, choice)?,
            _ => return Err(Illegal::because("the game is over")),
        }
        self.run();
        Ok(())
    }

    /// Puts another question in place of the one answered.
    pub(crate) fn ask(&mut self, step: Step) -> Result<(), Illegal> {
        if let Some(top) = self.p.agenda.top_mut() {
            *top = step;
        }
        Ok(())
    }

    /// The step that asked is done.
    pub(crate) fn finish_step(&mut self) -> Result<(), Illegal> {
        self.p.agenda.pop();
        Ok(())
    }

    /// The refusal of a choice that belongs to another question.
    pub(crate) fn not_offered(&self, choice: Choice) -> Illegal {
        let step = self
            .p
            .step()
            .map_or("the end of the game", |step| step.name());
        Illegal::because(format!("“{choice}” is not on offer in {step}"))
    }
}
