//! Computer captains. They see what every player sees.
//!
//! `doctrine` commands one boat as a staff would have it: get ahead of the convoy, come in at night on the surface, fire
//! what is worth firing, be deep and silent before an escort is there, mend what sinks first, and go home in time. Each
//! file is a chapter of that doctrine.

mod approach;
mod damage;
mod entry;
mod fire;
mod helm;
mod hiding;
mod leaving;
mod port;
mod results;
mod staff;
mod weigher;

use crate::boats::Letter;
use crate::choice::{Choice, Tubes};
use crate::game::Wolfpack;
use crate::sequence::Order;
use crate::view::View;
use derbyhouse_kernel::Bot;
use helm::Course;
use staff::Staff;

/// A computer player by name.
pub(crate) fn bot(name: &str, _seed: u64) -> Option<Box<dyn Bot<Wolfpack>>> {
    match name {
        "doctrine" => Some(Box::new(Doctrine::default())),
        _ => None,
    }
}

/// What is wanted, why, and what was weighed for it.
#[derive(Clone, Copy, Debug)]
struct Advice {
    pub choice: Option<Choice>,
    pub why: &'static str,
    pub weighed: [Option<(&'static str, f64)>; 2],
}

impl Advice {
    /// Without figures.
    pub fn new(choice: impl Into<Option<Choice>>, why: &'static str) -> Self {
        Self {
            choice: choice.into(),
            why,
            weighed: [None; 2],
        }
    }

    /// With a figure.
    pub fn weighing(mut self, what: &'static str, figure: f64) -> Self {
        let free = self.weighed.iter_mut().find(|slot| slot.is_none());
        if let Some(slot) = free {
            *slot = Some((what, figure));
        }
        self
    }
}

/// Commands a boat by the doctrine.
#[derive(Default)]
pub struct Doctrine {
    /// What was worked out for the conditions of this patrol.
    staff: Option<Staff>,
    /// Where she is going this turn.
    course: Option<(u8, Course)>,
    last: Option<Advice>,
}

impl Doctrine {
    fn advise(&mut self, view: View<'_>, letter: Letter, choices: &[Choice]) -> Advice {
        let Some(order) = view.asked(letter) else {
            return Advice::new(None, "Nothing is asked.");
        };
        if let Order::Port(port) = order {
            let usual = || Advice::new(view.usual(letter), "The usual answer will do.");
            return port::advise(view, letter, port, choices).unwrap_or_else(usual);
        }
        let known = self.staff.take().filter(|staff| staff.fits(view));
        let staff = self.staff.insert(known.unwrap_or_else(|| Staff::new(view)));
        let Some(boat) = view.boat(letter) else {
            return ashore(view, order);
        };
        match order {
            Order::Helm(stage) => {
                let course = match self.course {
                    Some((turn, course)) if turn == view.turn() && !stage.is_first() => course,
                    _ => helm::course(view, staff, letter, boat, choices),
                };
                self.course = Some((view.turn(), course));
                course.next(boat, stage, choices)
            }
            Order::Enter(entering) => entry::enter(view, staff, letter, boat, entering, choices),
            Order::Compute(_) => fire::compute(view, staff, letter, boat, choices),
            Order::Assign(target, value) => {
                fire::assign(view, staff, letter, boat, target, value, choices)
            }
            Order::Fire(_) => fire::fire(view, staff, letter, boat, choices),
            Order::Unaimed(tube, _) => fire::unaimed(view, staff, boat, tube, choices),
            Order::Engage(..) => Advice::new(Choice::Back, "Torpedoes are for merchantmen."),
            Order::Load(_) | Order::Refill(_) => fire::load(view, boat, choices),
            Order::FightBack(escort) => approach::fight_back(view, boat, escort, choices),
            Order::CrashDive(escort) => hiding::alarm(view, letter, boat, escort),
            Order::Evade(escort) => hiding::evade(view, boat, escort),
            Order::Side(request) => hiding::side(view, request),
            Order::Care(care) => damage::care(view, boat, care, choices),
            Order::Relocate => damage::relocate(boat, choices),
            Order::Held(held) => results::held(view, staff, letter, boat, &held, choices),
            Order::Hunt => leaving::hunt(view, boat, choices),
            Order::Home(event) => leaving::home(view, event),
            order => ashore(view, order),
        }
    }
}

/// What is asked of a captain without a boat at sea.
fn ashore(view: View<'_>, order: Order) -> Advice {
    match order {
        Order::Replace => leaving::replace(view),
        Order::Side(request) => hiding::side(view, request),
        _ => Advice::new(None, "The usual answer will do."),
    }
}

/// The wanted choice if it is on offer; else what happens if one lets it be, so that no question is ever left open.
fn offered(wanted: Option<Choice>, choices: &[Choice]) -> Choice {
    let quiet = [
        Choice::Keep,
        Choice::Stay,
        Choice::Accept,
        Choice::Done,
        Choice::Store(Tubes::NONE),
        Choice::Left,
        Choice::Back,
    ];
    let known = wanted.into_iter().chain(quiet);
    let mut on_offer = known.filter(|choice| choices.contains(choice));
    let first = choices.first().copied().unwrap_or(Choice::Done);
    on_offer.next().unwrap_or(first)
}

impl Bot<Wolfpack> for Doctrine {
    fn choose(&mut self, view: View<'_>, choices: &[Choice]) -> Choice {
        let letter = view.own().unwrap_or(Letter::W);
        let advice = self.advise(view, letter, choices);
        self.last = Some(advice);
        offered(advice.choice, choices)
    }

    fn reason(&self) -> String {
        let Some(advice) = self.last else {
            return "Nothing was asked yet.".to_owned();
        };
        let figures: Vec<String> = advice
            .weighed
            .iter()
            .flatten()
            .map(|(what, figure)| format!("{what} {figure:.2}"))
            .collect();
        if figures.is_empty() {
            advice.why.to_owned()
        } else {
            let why = advice.why.trim_end_matches('.');
            format!("{why} ({}).", figures.join(", "))
        }
    }

    fn new_game(&mut self, _seed: u64) {
        self.course = None;
    }
}
