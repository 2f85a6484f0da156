//! What the table does, step by step.

use super::order::Order;
use super::search::{Hunt, Search};
use super::{Play, Segment};
use crate::air::AirStep;
use crate::forces::{BlockId, Token};
use crate::order_of_battle::Muster;
use crate::passage::Onward;
use crate::position::{End, Position};
use crate::side::Side;
use crate::surface::{Meeting, Stage};
use serde::{Deserialize, Serialize};

/// What the table does. It asks nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The Starting Turn and the chits [3.1].
    Prepare,
    /// A side places what is free to be placed [4.1.3].
    SetUp(Side),
    /// Dummies in ports [4.1.3].
    Dummies,
    /// Both plan in secret [4.2].
    Plan,
    /// A turn before play starts [8.3].
    Transit,
    /// The end of such a turn.
    NextTransit,
    /// Planned forces and Dummies stand on the map [8.3].
    Appear,
    /// The Special Conditions Phase (chapter 12).
    Conditions,
    /// A Fortnight of the Campaign begins [8.4].
    Fortnight,
    /// A side may announce a bonus on its bid [4.1.2].
    Bonus(Side),
    /// Who has the initiative [4.1.2].
    Initiative,
    /// Patrol White and Convoys of the Campaign [15.2], [15.8.1].
    Shipping,
    /// Emergency Reinforcements [15.4].
    Levy,
    /// Set-up of a Fortnight [4.1.3].
    Muster,
    /// A step of the Order of Battle Phase [15.8].
    OrderOfBattle(Muster),
    /// A turn with its phases [3.2].
    Turn,
    Weather,
    Phases,
    Begin(Side, Segment),
    /// A card against one block [6.2].
    Search(Search),
    /// The searcher may shadow what he has found, when he has heard what it is [6.3].
    Touch(Side, Token),
    /// Allied cruisers may shadow what they met in transit [6.3.3].
    Follow(Token),
    /// A pack that has found its target and chosen its aims attacks [7.4].
    Torpedo(Hunt),
    /// Something that aircraft do.
    Air(AirStep),
    /// The next force moves [5.1].
    Helm(Side),
    /// Nobody moves any more [6.6].
    EndMovement(Side),
    /// Convoys Disperse when it is known who has faded [9.3.2].
    Disperse(Side),
    /// A force goes on into a hex after the enemy had his draw [6.6.1].
    Sail(Side, BlockId, Onward),
    /// A side may fight what passes [6.6.1].
    TransitFight(Side),
    /// Surface attacks are announced [7.5].
    Surface(Side),
    /// The target is located: somebody may cover it [7.5.1].
    Cover,
    /// Who found whom is settled.
    Clash,
    Meet(Meeting),
    /// Counters go to the Battle Display, with Surprise or without [7.5.2].
    Deploy(Meeting, bool),
    Battle(Stage),
    /// Surplus Dummies of a hex become one [1.2.4], [1.3].
    Merge(Side),
    /// Ships adrift are towed or scuttled [5.1.1].
    Tow(Side),
    Fuel,
    Administration,
    /// One of the Harbor Raids of the Confirmation Phase [12.7].
    HarborRaid,
    /// The Victory Point Phase [3.3].
    Tally,
}

impl Play<'_> {
    /// Runs on to the next question, or to the end.
    pub fn run(&mut self) {
        let waiting = |p: &Position| Side::ALL.iter().any(|s| !p.fleet(*s).orders.is_empty());
        self.check_all_shadowers();
        while !self.p.is_over() && !waiting(self.p) {
            match self.p.secret.agenda.pop() {
                Some(step) => self.step(step),
                None => self.finish(End::Played),
            }
            self.check_all_shadowers();
        }
    }

    pub fn step(&mut self, step: Step) {
        match step {
            Step::Prepare => self.prepare(),
            Step::SetUp(side) => self.set_up(side),
            Step::Dummies => self.dummies_in_port(),
            Step::Plan => self.ask_plans(),
            Step::Transit => self.transit(),
            Step::NextTransit => self.next_transit(),
            Step::Appear => self.appear(),
            Step::Conditions => self.conditions_phase(),
            Step::Fortnight => self.begin_fortnight(),
            Step::Bonus(side) => self.ask_bonus(side),
            Step::Initiative => self.take_initiative(),
            Step::Shipping => self.plan_shipping(),
            Step::Levy => self.levy(),
            Step::Muster => self.muster_fortnight(),
            Step::OrderOfBattle(step) => self.order_of_battle(step),
            Step::Turn => self.begin_turn(),
            Step::Weather => self.roll_weather(),
            Step::Phases => self.plan_phases(),
            Step::Begin(side, segment) => self.begin(side, segment),
            Step::Search(search) => self.search(search),
            Step::Touch(by, token) => self.offer_shadowing(by, token),
            Step::Follow(token) => self.offer_following(token),
            Step::Torpedo(hunt) => self.torpedo(hunt),
            Step::Air(step) => self.step_air(step),
            Step::Helm(side) => self.ask(side, Order::Helm),
            Step::EndMovement(side) => self.end_movement(side),
            Step::Disperse(side) => self.disperse_convoys(side),
            Step::Sail(side, block, onward) => self.sail_on(side, block, onward),
            Step::TransitFight(side) => self.offer_transit_fight(side),
            Step::Surface(side) => self.ask_surface(side),
            Step::Cover => self.offer_intercept(),
            Step::Clash => self.clash(),
            Step::Meet(meeting) => self.meet(meeting),
            Step::Deploy(meeting, surprise) => self.deploy(meeting, surprise),
            Step::Battle(stage) => self.battle_step(stage),
            Step::Merge(side) => self.merge_dummies(side),
            Step::Tow(side) => self.see_to_tows(side),
            Step::Fuel => self.fuel_phase(),
            Step::Administration => self.administer(),
            Step::HarborRaid => self.offer_harbor_raid(),
            Step::Tally => self.count_points(),
        }
    }

    pub fn plan_steps(
        &mut self,
        steps: impl IntoIterator<Item = Step, IntoIter: DoubleEndedIterator>,
    ) {
        self.p.secret.agenda.plan(steps);
    }
}
