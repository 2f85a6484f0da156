//! Computer admirals. They see their own view, never the position.
//!
//! `doctrine` fights as a staff would have it: it keeps a belief about every contact, sends Convoys where little can reach
//! them, searches where knowing pays, and risks ships only for what they can win. Each file is a chapter of that doctrine.
//! `easy` fights by the same book, but draws nothing from how contacts move and searches anywhere; `hard` plays what it
//! is about to do out in worlds that could be, before it does it.

mod air;
mod battle;
mod belief;
mod command;
mod convoys;
mod fleets;
mod foresight;
mod helm;
mod kara;
mod packs;
mod planning;
mod routes;
mod search;
mod season;
mod setup;
mod sortie;
mod special;
mod staff;

use crate::air::AirId;
use crate::choice::Choice;
use crate::game::Pq17;
use crate::sequence::Order;
use crate::side::Side;
use crate::time::Turn;
use crate::view::View;
use belief::Beliefs;
use derbyhouse_kernel::{Bot, Chance};
use routes::Routes;
use staff::Staff;

/// The names of the computer admirals.
pub(crate) const NAMES: [&str; 3] = ["doctrine", "easy", "hard"];

/// A computer player by name.
pub(crate) fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Pq17>>> {
    let grade = match name {
        "doctrine" => Grade::Normal,
        "easy" => Grade::Easy,
        "hard" => Grade::Hard,
        _ => return None,
    };
    Some(Box::new(Doctrine::new(grade, seed)))
}

/// How well an admiral plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grade {
    /// Learns nothing from speeds and mixed blocks, and searches at random.
    Easy,
    Normal,
    /// Looks a turn ahead in worlds that could be.
    Hard,
}

/// What is wanted, and why.
#[derive(Clone, Copy, Debug)]
struct Advice {
    choice: Option<Choice>,
    why: &'static str,
}

impl Advice {
    fn new(choice: impl Into<Option<Choice>>, why: &'static str) -> Self {
        Self {
            choice: choice.into(),
            why,
        }
    }
}

/// What was asked already, so that no question is asked for ever.
#[derive(Clone, Debug, Default)]
struct Memory {
    /// Aircraft that were sent for in a turn.
    flown: Vec<(Turn, AirId)>,
    /// The Fortnight for which a mission was thought about, if any was; Operations have none.
    mission: Option<Option<u8>>,
}

/// Commands one side by the doctrine.
struct Doctrine {
    grade: Grade,
    chance: Chance,
    beliefs: Beliefs,
    routes: Option<Routes>,
    /// Those of the enemy, when he is played by the same book.
    rival: Option<Routes>,
    memory: Memory,
    last: Option<Advice>,
}

impl Doctrine {
    fn new(grade: Grade, seed: u64) -> Self {
        Self {
            grade,
            chance: Chance::seeded(seed),
            beliefs: Beliefs::default(),
            routes: None,
            rival: None,
            memory: Memory::default(),
            last: None,
        }
    }

    /// The same staff, with all that it believes, at another table.
    fn again(&self, grade: Grade, seed: u64) -> Self {
        Self {
            grade,
            chance: Chance::seeded(seed),
            beliefs: self.beliefs.clone(),
            routes: self.routes.clone(),
            rival: None,
            memory: self.memory.clone(),
            last: None,
        }
    }

    fn advise(&mut self, view: View<'_>, side: Side, choices: &[Choice]) -> Advice {
        let Some(order) = view.order() else {
            return Advice::new(None, "Nothing is asked.");
        };
        self.beliefs.look(view, side, self.grade);
        let known = self.routes.take().filter(|routes| routes.fit(view));
        let routes = self
            .routes
            .insert(known.unwrap_or_else(|| Routes::new(view)));
        let mut staff = Staff {
            view,
            t: view.tables(),
            side,
            choices,
            grade: self.grade,
            beliefs: &self.beliefs,
            routes,
            chance: &mut self.chance,
            memory: &mut self.memory,
        };
        staff.advise(order)
    }
}

impl Staff<'_> {
    fn advise(&mut self, order: &Order) -> Advice {
        match order {
            Order::Place(block) => self.place(*block),
            Order::PlaceDummy(block) => self.place_dummy(*block),
            Order::SetUp => self.set_up(),
            Order::Muster => self.muster(),
            Order::Plans => self.plans(),
            Order::Plan(block) => self.plan_convoy(*block),
            Order::NewDummy(_) => {
                let dummy = self.has(Choice::Dummy).then_some(Choice::Dummy);
                let choice = dummy.unwrap_or(Choice::Pass);
                Advice::new(choice, "One more block to guess at.")
            }
            Order::Reveal => Advice::new(Choice::Reveal, "It scores."),
            Order::Declare => Advice::new(Choice::Declare, "As it was planned."),
            Order::CallUp => Advice::new(Choice::CallUp, "They are wanted."),
            Order::Bid => self.bid(),
            Order::Bonus => Advice::new(Choice::Bonus, "It costs nothing."),
            Order::Size(source) => self.size(*source),
            Order::WhiteSwap => self.relieve_white(),
            Order::Substitute(_) => self.substitute(),
            Order::DeclareEv => self.declare_ev(),
            Order::BringIn(_) => Advice::new(Choice::AsListed, "Home by the shortest way."),
            Order::Ration(_) => Advice::new(
                self.choices
                    .iter()
                    .copied()
                    .find(|choice| matches!(choice, Choice::Wing(_) | Choice::Upgrade(..))),
                "Make good what is lost.",
            ),
            Order::Helm => self.helm(),
            Order::Steer(block) => self.steer(*block),
            Order::Split(from, into) => self.split(*from, *into),
            Order::Ice(block, _, ice) => self.ice(*block, *ice),
            Order::Sectors(named) => self.sectors(named),
            Order::Negate(success) => self.negate(success),
            Order::Shadow(token) => self.shadow(*token),
            Order::Tell(_) => self.tell(),
            Order::Hunt => self.hunt(),
            Order::Aim(hunt) => self.aim(hunt),
            Order::Combine(_) => self.combine(),
            Order::Air(order) => self.air(order),
            Order::Maneuver | Order::Guns | Order::Torpedoes => {
                Advice::new(Choice::Auto, "As competent admirals fight.")
            }
            Order::Engage | Order::TransitFight => self.engage(),
            Order::Together => self.together(),
            Order::Intercept => self.intercept(),
            Order::Join(_) => self.join(),
            Order::SubStrike(_) => self.sub_strike(),
            Order::Withdraw => self.withdraw(),
            Order::Caution(applied) => self.caution(applied),
            Order::Follow(_, blocks, into) => self.follow(blocks, *into),
            Order::Tow(..) => self.tow(),
            Order::Transit(_) => Advice::new(Choice::Draw, "A card costs nothing."),
            Order::Swap(_) => {
                Advice::new(Choice::Relieve, "Fresh ones for those whose oil runs low.")
            }
            Order::Rejoin(_) => Advice::new(Choice::Roll, "Stragglers are easy prey."),
            Order::Service(service) => self.service(service),
            Order::ExtraSearch(_) => self.extra_search(),
            Order::Redeploy => self.redeploy(),
            Order::SendHome => self.send_home(),
            Order::Pick(left) => self.pick_reinforcement(*left),
            Order::Berth(_)
            | Order::Oiler(_)
            | Order::FromYard(_)
            | Order::Lodge(_)
            | Order::LodgeSubs
            | Order::PortDummy
            | Order::Return(_) => self.take_first(),
            // What the book leaves alone: nothing is bought, called up or kept beyond its time, company of a ship that goes to
            // Germany stays with her [15.7.5]; whom a ship screens is never asked of one who lets the staff order a battle.
            Order::Ahistorical
            | Order::Emergency
            | Order::Green
            | Order::StayOut(_)
            | Order::Yard
            | Order::Keep(..)
            | Order::Company(_)
            | Order::Screen(..) => Advice::new(None, "As it is usual."),
        }
    }
}

/// The wanted choice if it is on offer; else what happens if one lets it be, so that no question is ever left open.
fn offered(wanted: Option<Choice>, choices: &[Choice]) -> Choice {
    let quiet = [
        Choice::Done,
        Choice::Pass,
        Choice::Stop,
        Choice::Wait,
        Choice::Go,
        Choice::AsListed,
    ];
    let mut on_offer = wanted
        .into_iter()
        .chain(quiet)
        .filter(|choice| choices.contains(choice));
    let first = choices.first().copied().unwrap_or(Choice::Done);
    on_offer.next().unwrap_or(first)
}

impl Bot<Pq17> for Doctrine {
    fn choose(&mut self, view: View<'_>, choices: &[Choice]) -> Choice {
        let side = view.eyes().unwrap_or(Side::Allied);
        let advice = match self.grade {
            Grade::Hard => self.look_ahead(view, side, choices),
            _ => self.advise(view, side, choices),
        };
        self.last = Some(advice);
        offered(advice.choice, choices)
    }

    fn reason(&self) -> String {
        let why = self.last.map(|advice| advice.why);
        why.unwrap_or("Nothing was asked yet.").to_owned()
    }

    fn new_game(&mut self, seed: u64) {
        *self = Self::new(self.grade, seed);
    }
}
