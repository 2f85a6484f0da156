//! Computer players. They see what the player sees.
//!
//! `doctrine` plays as a staff would: it deploys in the gap that aircraft do not reach [18.2], lays its packs across the
//! tracks that convoys are likely to take, hunts what is sighted with just enough strength, and leaves a shadow.

mod chart;
mod deploy;
mod habits;
mod hunt;
mod patrol;
mod plan;
mod risk;

use crate::choice::{Choice, Order};
use crate::fleet::UnitName;
use crate::game::Wolfpack;
use crate::sequence::{Deploying, Selection, Step};
use crate::view::View;
use deploy::Station;
use derbyhouse_kernel::{Bot, Hex};
pub use habits::Habits;
use plan::Plan;
use risk::AirRisk;

/// A computer player by name.
pub(crate) fn bot(name: &str, _seed: u64) -> Option<Box<dyn Bot<Wolfpack>>> {
    match name {
        "doctrine" => Some(Box::new(Doctrine::new(Habits::DOCTRINE))),
        _ => None,
    }
}

/// Plays by the doctrine of its habits.
pub struct Doctrine {
    habits: Habits,
    /// What aircraft threaten, worked out once a game.
    risk: Option<AirRisk>,
    /// Where the boats start, worked out once for each kind of game.
    stations: Option<(crate::Setup, Vec<Station>)>,
    plan: Option<Plan>,
    reason: String,
}

impl Doctrine {
    /// A player with those habits.
    pub fn new(habits: Habits) -> Self {
        Self {
            habits,
            risk: None,
            stations: None,
            plan: None,
            reason: String::new(),
        }
    }

    fn risk(&mut self, view: View<'_>) -> &AirRisk {
        let known = self.risk.take().filter(|risk| risk.fits(view));
        self.risk
            .insert(known.unwrap_or_else(|| AirRisk::new(view)))
    }

    fn because(&mut self, reason: &'static str) {
        // One buffer for all games: a simulation asks for no reasons.
        self.reason.clear();
        self.reason.push_str(reason);
    }

    /// The next thing to do at set-up.
    fn deploy(&mut self, view: View<'_>, doing: Option<Deploying>, choices: &[Choice]) -> Choice {
        if self
            .stations
            .as_ref()
            .is_none_or(|(setup, _)| setup != view.setup())
        {
            self.risk(view);
            let risk = self
                .risk
                .as_ref()
                .map(|risk| deploy::stations(view, &self.habits, risk));
            self.stations = Some((*view.setup(), risk.unwrap_or_default()));
        }
        let stations = self
            .stations
            .as_ref()
            .map_or(&[][..], |(_, stations)| stations);
        let missing = deploy::first_missing(view, stations);
        let turned = deploy::first_to_turn(view, stations);
        let wanted = match doing {
            None if view.in_reserve() > 0 => missing.map(|station| Choice::Deploy(station.kind)),
            None => turned.map(|_| Choice::Arrange),
            Some(Deploying::Unit(kind)) => {
                let mut places = stations.iter().filter(|station| station.kind == kind);
                missing
                    .filter(|station| station.kind == kind)
                    .or(places.next_back())
                    .map(|station| Choice::At(station.hex))
            }
            Some(Deploying::Arranging) => {
                turned.map(|(hex, axis)| Choice::Stack(hex, Order::Face(axis)))
            }
        };
        self.because("Packs start where few aircraft reach and many convoys pass [12.12], [15.4].");
        offered(wanted, choices)
    }

    /// The plan for this E2, made when it is first asked for.
    fn plan(&mut self, view: View<'_>) -> &mut Plan {
        let known = self.plan.take().filter(|plan| plan.is_of(view));
        let plan = match known {
            Some(plan) => plan,
            None => {
                self.risk(view);
                self.risk
                    .as_ref()
                    .map_or_else(Plan::default, |risk| Plan::new(view, &self.habits, risk))
            }
        };
        self.plan.insert(plan)
    }

    fn move_boats(
        &mut self,
        view: View<'_>,
        selection: Option<Selection>,
        choices: &[Choice],
    ) -> Choice {
        let plan = self.plan(view);
        let (wanted, reason) = match selection {
            None => plan.next(view),
            Some(Selection::Unit(hex, name)) => (
                plan.destination(hex, name).map(Choice::To),
                plan.reason(hex, name),
            ),
            Some(Selection::Stack(_)) => (Some(Choice::Back), "Units move one by one."),
            Some(Selection::Arranging) => {
                let turn = plan
                    .turn(view)
                    .map(|(hex, axis)| Choice::Stack(hex, Order::Face(axis)));
                (
                    turn,
                    "So its search zone lies across the likely tracks [12.12].",
                )
            }
        };
        self.because(reason);
        let choice = offered(wanted, choices);
        if let Choice::To(_) | Choice::Back = choice
            && let Some(Selection::Unit(hex, name)) = selection
            && let Some(plan) = &mut self.plan
        {
            plan.carried_out(hex, name);
        }
        choice
    }
}

/// The wanted choice if it is on offer; else the one that ends the question most harmlessly.
fn offered(wanted: Option<Choice>, choices: &[Choice]) -> Choice {
    if let Some(wanted) = wanted.filter(|choice| choices.contains(choice)) {
        return wanted;
    }
    let last = choices.last().copied().unwrap_or(Choice::Done);
    match last {
        // A stack that must leave a convoy's hex is the one thing that keeps a segment open.
        Choice::Arrange => choices.first().copied().unwrap_or(last),
        Choice::Back if matches!(choices.first(), Some(Choice::To(_) | Choice::At(_))) => {
            choices[0]
        }
        last => last,
    }
}

impl Bot<Wolfpack> for Doctrine {
    fn choose(&mut self, view: View<'_>, choices: &[Choice]) -> Choice {
        match view.step() {
            Some(Step::AirDeployment(_)) => {
                self.because("The air groups are worst placed for hunting when they stand far from the lanes [17.3].");
                offered(Some(deploy::harmless_base(view)), choices)
            }
            Some(Step::Deployment(doing)) => self.deploy(view, doing, choices),
            Some(Step::PackFormation) => {
                let (choice, reason) = patrol::form(view, choices);
                self.because(reason);
                choice
            }
            Some(Step::UboatMovement(selection)) => self.move_boats(view, selection, choices),
            Some(Step::UboatAttack(against)) => {
                let (choice, reason) = hunt::attack(view, &self.habits, against, choices);
                self.because(reason);
                choice
            }
            _ => choices[0],
        }
    }

    fn reason(&self) -> String {
        self.reason.clone()
    }

    fn new_game(&mut self, _seed: u64) {
        self.plan = None;
    }
}

/// A unit's order in a plan.
#[derive(Clone, Copy, Debug)]
struct Move {
    from: Hex,
    name: UnitName,
    to: Hex,
    reason: &'static str,
}
