//! Sequence of play: the phases of a turn, and who is asked when.
//!
//! The table works through its [`Step`]s; each boat has [`Order`]s of her own. Orders come first: the table goes on when
//! no boat has anything left to say, so boats are asked side by side, and nobody waits for a boat that has nothing to
//! decide [24.simultaneous_order].

use crate::asw::requests::Request;
use crate::asw::strikes::Barrage;
use crate::boats::{End, Letter, Tube};
use crate::campaign::{Port, Prep};
use crate::choice::{Choice, Tubes};
use crate::escorts::EscortId;
use crate::event::Event;
use crate::events::HomeEvent;
pub use crate::held::Held;
use crate::position::Position;
use crate::repair::Care;
use crate::ring::Location;
use crate::space::{Facing, Quadrant, Space};
use crate::tables::Tables;
use crate::torpedoes::Salvo;
use derbyhouse_kernel::{Chance, Illegal, Log, Rule, named};
use serde::{Deserialize, Serialize};

named! {
    /// A phase of the turn, in order [24.attack_phases].
    Phase, "phase" {
        /// Before the first turn.
        SetUp = "set-up",
        /// 1
        Torpedoes = "torpedo movement",
        /// 2a
        Entry = "approach to attack",
        /// 2b
        Movement = "U-boat movement",
        /// 3
        Observation = "observation",
        /// 4
        Tdc = "TDC calculation",
        /// 5
        Asw = "ASW",
        /// 6
        Convoy = "convoy movement",
        /// 7
        Reload = "reload",
        /// 8
        Attack = "U-boat attack",
        /// 9
        DamageControl = "damage control",
        /// 10
        EndOfTurn = "end of turn",
        /// After the last turn.
        EndOfPatrol = "end of patrol",
        /// Results, crews and boats, in campaigns.
        BetweenPatrols = "between patrols",
    }
}

/// What the table does. It asks nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// A phase begins.
    Begin(Phase),
    /// All torpedoes of one boat at one ship [25.hit_check_cards].
    Salvo(Letter, Space),
    /// The next torpedo of a salvo; whether it is the first.
    Shot(Salvo, bool),
    /// Ships that were damaged fall behind [26.damaged_half_up_to_track].
    FallBehind,
    /// Phase 5 in order: distances and timers [39.approach_timer].
    EscortsMove,
    /// One card for all locations [40.one_card].
    CheckLocations,
    /// One location of it.
    CheckLocation(u8, Location),
    /// An escort appears for the first time [54.fitted_table].
    Fit(EscortId),
    /// All searches on the Approach map [41.target_choice].
    SearchApproach,
    /// One card for all quadrants [43.only_with_request].
    CheckQuadrants,
    /// One quadrant of it.
    CheckQuadrant(u8, Quadrant),
    /// All searches on the Attack map [45.target_choice].
    SearchAttack,
    /// One escort searches.
    Search(EscortId),
    /// All attacks [49.guns_approach].
    EscortsAttack,
    /// One escort attacks.
    Strike(EscortId),
    /// A ram check after charges at periscope depth [52.ram_check].
    RamAfter(EscortId),
    /// ASW attack cards still to come.
    Barrage(Barrage),
    /// A boat may run into a ship [56.collision].
    Collide(Letter),
    /// A boat may be seen by the convoy [57.who_is_searched].
    ConvoySearch(Letter),
    /// Boats of the Approach map may fire at their hunters [53.who_may_fire].
    FightBack,
    /// All torpedoes at escorts of the Attack map [60.several_attackers].
    Volleys,
    /// The next torpedo of a boat at an escort [60.escort_to_hit].
    Volley(Letter, EscortId),
    /// An escort that was fired at turns on a boat [60.escort_reaction].
    React(EscortId),
    /// Tubes fired on the Approach map are filled at once [53.instant_reload].
    Refill(Letter, Tubes),
    /// Another turn, or the end [65.turn_advance].
    CloseTurn,
    /// Boats still on the maps leave them [65.survival_at_end].
    Disperse,
    /// Torpedoes still under way arrive [65.torpedoes_at_end].
    LastTorpedoes,
    /// The next boat hunts stragglers; which have had their try, by [`Letter::index`] [68.straggler_who].
    Stragglers([bool; 4]),
    /// What happens to a boat on her way home [68.home_event].
    GoHome(Letter),
    /// The patrol is over once everything is resolved.
    PatrolEnds,
    /// What is done in port.
    Prep(Prep),
}

/// What one boat does or is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Must she enter the Attack map [31.entry_d10]?
    EntryCheck,
    /// What happens before she moves: 5.3 steps 1 to 3 [28.forced_descent].
    StartMove,
    /// Where she enters, then her facing, then her depth [31.entry_spaces].
    Enter(Entering),
    /// What she does next, of what is still open in this order [29.running_state].
    Helm(Helm),
    /// The next ship to compute, and how many calculations are left [38.tdc_count].
    Compute(u8),
    /// Which tubes take a solution [38.tdc_one_end].
    Assign(Space, i8),
    /// Which empty tubes are loaded; which ends have had their one, by [`End::index`] [58.one_new_per_end].
    Load([bool; 2]),
    /// Which tubes fire [59.ends].
    Fire(Firing),
    /// A tube without a solution for its target [60.unaimed].
    Unaimed(Tube, Firing),
    /// A tube is fired at an escort: at which [60.escort_range]?
    Engage(Tube, Firing),
    /// Which tubes are fired at the escort that holds her on the Approach map [53.one_end_declared].
    FightBack(EscortId),
    /// What the fired tubes are filled with, the lowest first [53.instant_reload].
    Refill(Tubes),
    /// Her boat is lost: take another [67.replacement_boat]?
    Replace,
    /// Which straggler to hunt [68.straggler_who].
    Hunt,
    /// What she meets on the way home [68.home_event].
    Home(HomeEvent),
    /// A result that may be pulled again [5.repull_once].
    Held(Held),
    /// An escort has appeared: dive in alarm [42.crash_dive_moment]?
    CrashDive(EscortId),
    /// Found by sonar: evade [42.evasion]?
    Evade(EscortId),
    /// A request on the centre column: left or right [48.centre_column_free]?
    Side(Request),
    /// Repairs and healing, and what has been done of them [61.repair_roll].
    Care(Care),
    /// How wounds lie on the sections [65.relocation].
    Relocate,
    /// Flooding and fire spread, gas takes its toll [62.spread].
    Spread,
    /// What is asked in port, or happens there.
    Port(Port),
}

/// What a boat has fired in this phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Firing {
    /// The end she has fired from; submerged she fires from no other [59.ends].
    pub end: Option<End>,
    /// A steam torpedo was among them [60.wake_by_day].
    pub steam: bool,
    /// The one escort she fires at [60.escort_range].
    pub escort: Option<EscortId>,
}

/// How far an entry has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entering {
    /// Which space.
    Space,
    /// Which facing.
    Facing(Space),
    /// Which depth.
    Depth(Space, Facing),
}

named! {
    /// How far a boat's movement has come: what lies behind is closed.
    Helm, "part of movement" {
        /// Scuttling, running state, blowing.
        Conduct = "conduct",
        /// Depth.
        Depth = "depth",
        /// The free turn.
        Turn = "turn",
        /// Ahead, or away.
        Ahead = "ahead",
        /// The turn after one space [34.surfaced_two_or_one_and_turn].
        SecondTurn = "second-turn",
        /// The free turn of a boat that has changed depth too far to go ahead [30.forward_with_depth_change].
        TurnOnly = "turn-only",
    }
}

impl Order {
    /// What is asked, and by which rule; nothing if it only happens.
    pub const fn question(&self) -> Option<(&'static str, Rule)> {
        Some(match self {
            Self::EntryCheck | Self::StartMove | Self::Spread => return None,
            Self::Enter(Entering::Space) => {
                ("where to enter the Attack map", Rule("31.entry_spaces"))
            }
            Self::Enter(Entering::Facing(_)) => ("which way to face", Rule("33.eight_facings")),
            Self::Enter(Entering::Depth(..)) => ("at which depth to enter", Rule("31.entry_depth")),
            Self::Helm(Helm::SecondTurn) => (
                "whether to turn again",
                Rule("34.surfaced_two_or_one_and_turn"),
            ),
            Self::Helm(_) => ("how to move", Rule("29.running_state")),
            Self::Compute(_) => ("which ship to compute", Rule("38.tdc_targets")),
            Self::Assign(..) => ("which tubes take the solution", Rule("38.tdc_one_end")),
            Self::Load(_) => ("which tube to load", Rule("58.one_new_per_end")),
            Self::Fire(_) => ("which tube to fire", Rule("59.ends")),
            Self::Unaimed(..) => ("what to fire at without a solution", Rule("60.unaimed")),
            Self::Engage(..) => ("which escort to fire at", Rule("60.escort_range")),
            Self::FightBack(_) => (
                "which tubes to fire at her hunter",
                Rule("53.one_end_declared"),
            ),
            Self::Refill(_) => ("what to load at once", Rule("53.instant_reload")),
            Self::Replace => ("whether to take another boat", Rule("67.replacement_boat")),
            Self::Hunt => ("which straggler to hunt", Rule("68.straggler_who")),
            Self::Home(_) => ("whether to pay and be spared", Rule("68.home_event_1_tp")),
            Self::Held(_) => ("keep the result, or pay for another", Rule("5.repull_once")),
            Self::CrashDive(_) => ("whether to crash dive", Rule("42.crash_dive_moment")),
            Self::Evade(_) => ("whether to evade", Rule("42.evasion")),
            Self::Side(_) => (
                "on which side a request lies",
                Rule("48.centre_column_free"),
            ),
            Self::Care(_) => ("what to repair, whom to heal", Rule("61.repair_roll")),
            Self::Relocate => ("how wounds lie on the sections", Rule("65.relocation")),
            Self::Port(port) => return port.question(),
        })
    }
}

/// Room for the choices of nearly every question, so that a list is one allocation.
const ROOM: usize = 48;

/// A position being played on: the tables it is played with, its chance and its log at hand.
pub(crate) struct Play<'a> {
    pub t: &'a Tables,
    pub p: &'a mut Position,
    pub chance: &'a mut Chance,
    pub log: &'a mut Log<Event>,
}

impl Play<'_> {
    /// Runs everything that asks nobody, up to the next question or the end of the game.
    pub(crate) fn run(&mut self) {
        loop {
            if self.run_orders() {
                return;
            }
            self.settle_decks();
            let Some(step) = self.p.agenda.pop() else {
                return;
            };
            self.perform(step);
        }
    }

    /// Runs the orders of every boat as far as they go. True if anybody is asked.
    fn run_orders(&mut self) -> bool {
        loop {
            let mut ran = false;
            for letter in Letter::ALL {
                while let Some((order, answer)) = self.next_order(letter) {
                    ran = true;
                    self.p.orders[letter.index()].pop();
                    match answer {
                        Some(choice) => self.answer(letter, order, choice),
                        None => self.carry_out(letter, order),
                    }
                }
            }
            if !ran {
                return self.p.orders.iter().any(|orders| !orders.is_empty());
            }
        }
    }

    /// The next order of a boat that asks nothing, or whose question has only one answer; such a question is not put.
    fn next_order(&self, letter: Letter) -> Option<(Order, Option<Choice>)> {
        let order = *self.p.orders[letter.index()].top()?;
        if order.question().is_none() {
            return Some((order, None));
        }
        let mut choices = Vec::with_capacity(ROOM);
        self.p.list(self.t, letter, &mut choices);
        match choices.as_slice() {
            [only] => Some((order, Some(*only))),
            _ => None,
        }
    }

    /// SHUFFLE cards take effect when no action is under way [5.shuffle_after_action].
    fn settle_decks(&mut self) {
        let under_way = matches!(
            self.p.agenda.top(),
            Some(Step::Shot(..) | Step::Barrage(_) | Step::Volley(..) | Step::GoHome(_))
        );
        if !under_way {
            self.p.secret.decks.settle(self.chance);
        }
    }

    fn perform(&mut self, step: Step) {
        match step {
            Step::Begin(phase) => self.begin(phase),
            Step::Salvo(boat, target) => self.open_salvo(boat, target),
            Step::Shot(salvo, first) => self.shoot(salvo, first),
            Step::FallBehind => self.fall_behind(),
            Step::EscortsMove => self.move_escorts(),
            Step::CheckLocations => self.check_locations(),
            Step::CheckLocation(card, location) => self.check_location(card, location),
            Step::Fit(escort) => self.fit(escort),
            Step::SearchApproach => self.search_approach(),
            Step::CheckQuadrants => self.check_quadrants(),
            Step::CheckQuadrant(card, quadrant) => self.check_quadrant(card, quadrant),
            Step::SearchAttack => self.search_attack(),
            Step::Search(escort) => self.search(escort),
            Step::EscortsAttack => self.attack_boats(),
            Step::Strike(escort) => self.strike_boat(escort),
            Step::RamAfter(escort) => self.ram_after(escort),
            Step::Barrage(barrage) => self.next_card(barrage),
            Step::Collide(boat) => self.collide(boat),
            Step::ConvoySearch(boat) => self.search_from_convoy(boat),
            Step::FightBack => self.offer_fights(),
            Step::Volleys => self.resolve_volleys(),
            Step::Volley(boat, escort) => self.reach_escort(boat, escort),
            Step::React(escort) => self.react(escort),
            Step::Refill(boat, tubes) => self.start_refill(boat, tubes),
            Step::CloseTurn => self.close_turn(),
            Step::Disperse => self.disperse(),
            Step::LastTorpedoes => self.finish_torpedoes(),
            Step::Stragglers(tried) => self.hunt_stragglers(tried),
            Step::GoHome(boat) => self.go_home(boat),
            Step::PatrolEnds => self.end_patrol(),
            Step::Prep(prep) => self.prepare(prep),
        }
    }

    /// Does what an order does that asks nothing.
    fn carry_out(&mut self, letter: Letter, order: Order) {
        match order {
            Order::EntryCheck => self.check_entry(letter),
            Order::StartMove => self.start_move(letter),
            Order::Spread => self.spread(letter),
            Order::Port(port) => self.carry_out_in_port(letter, port),
            _ => {}
        }
    }

    /// Gives a boat something to do before anything else she has to do.
    pub(crate) fn order(&mut self, letter: Letter, order: Order) {
        self.p.orders[letter.index()].push(order);
    }

    /// Takes an answer of a boat and runs on.
    pub(crate) fn choose(&mut self, letter: Letter, choice: Choice) -> Result<(), Illegal> {
        let mut offered = Vec::with_capacity(ROOM);
        self.p.list(self.t, letter, &mut offered);
        if offered.binary_search(&choice).is_err() {
            return Err(self.p.refusal(letter, choice));
        }
        if let Some(order) = self.p.orders[letter.index()].pop() {
            self.answer(letter, order, choice);
        }
        self.run();
        Ok(())
    }

    fn answer(&mut self, letter: Letter, order: Order, choice: Choice) {
        match order {
            Order::EntryCheck | Order::StartMove | Order::Spread => {}
            Order::Port(port) => self.answer_port(letter, port, choice),
            Order::CrashDive(_) => self.crash_dive(letter, choice),
            Order::Evade(escort) => self.evade(letter, escort, choice),
            Order::Side(request) => self.choose_side(request, choice),
            Order::Care(care) => self.care(letter, care, choice),
            Order::Relocate => self.relocate(letter, choice),
            Order::Enter(entering) => self.enter(letter, entering, choice),
            Order::Helm(helm) => self.steer(letter, helm, choice),
            Order::Compute(left) => self.compute(letter, left, choice),
            Order::Assign(target, value) => self.assign(letter, target, value, choice),
            Order::Load(ends) => self.load(letter, ends, choice),
            Order::Fire(firing) => self.fire(letter, firing, choice),
            Order::Unaimed(tube, firing) => self.fire_unaimed(letter, tube, firing, choice),
            Order::Engage(tube, firing) => self.engage(letter, tube, firing, choice),
            Order::FightBack(escort) => self.fight_back(letter, escort, choice),
            Order::Refill(tubes) => self.refill(letter, tubes, choice),
            Order::Replace => self.replace(letter, choice),
            Order::Hunt => self.hunt(letter, choice),
            Order::Home(event) => self.meet(letter, event, choice),
            Order::Held(held) => match choice {
                Choice::Repull(part) => self.repull(letter, held, part),
                _ => self.settle(letter, held),
            },
        }
    }
}
