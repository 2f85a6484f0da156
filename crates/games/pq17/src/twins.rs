//! Everything that a viewer may not know, dealt anew: what the leak test compares.

mod cast;

pub(crate) use cast::recast;

use crate::air::{AirUnit, Mission};
use crate::forces::{BlockId, Force, Id, Place, Token};
use crate::fuel::Marker;
use crate::position::{Cards, Plan, PlanStep, Position, Special};
use crate::sequence::{Order, Purpose, Step};
use crate::side::Side;
use crate::tables::{Base, CHITS, Condition, Tables};
use derbyhouse_kernel::Chance;

/// A position that looks the same to a viewer: points spent without ships, names, fuel, torpedoes, oil, cargo, plans, the
/// cards that are gone, and which of the Unidentified blocks that stand together is which, are others.
pub(crate) fn twin(
    t: &Tables,
    position: &Position,
    eyes: Option<Side>,
    chance: &mut Chance,
) -> Position {
    let mut twin = position.clone();
    if position.is_over() {
        return twin; // everything lies open
    }
    let agenda = &position.secret.agenda;
    let settled = agenda
        .top()
        .into_iter()
        .chain(agenda.below_top())
        .all(is_settled)
        && position.secret.strikes.is_empty();
    // Bids are shown when both are in [4.1.2].
    let asked = |side: &Side| matches!(position.fleet(*side).orders.top(), Some(Order::Bid));
    let bidding = Side::ALL.iter().any(asked);
    let engaged = position.engaged();
    for side in Side::ALL.into_iter().filter(|side| Some(*side) != eyes) {
        let fleet = &mut twin.secret.fleets[side];
        for track in &mut fleet.points {
            track.paid = chance.below(u32::from(track.available) + 1) as u8;
        }
        change_chit(t, side, &mut fleet.special, chance);
        if bidding {
            fleet.reserve.bid = chance.below(10) as u8;
        }
        fleet.carriers_known = chance.below(2) == 0; // told to the Axis alone (R20)
        for moored in &mut fleet.moored {
            moored.loaded = chance.below(2) == 0;
        }
        fleet.cards = Cards::other(&fleet.cards, chance);
        // Before play a plan is about the block it was made for.
        let planned = !fleet.plans.is_empty() && position.turn <= position.start;
        for plan in &mut fleet.plans {
            change_plan(plan, chance);
        }
        if eyes.is_none() {
            for told in &mut fleet.notebook {
                told.report.warships = chance.below(9) as u8;
            }
        }
        fleet.wing.photographs.clear(); // only who took them has them
        fleet.watched.clear(); // nor does anybody read what the other has noted
        // What a question is about must stay what it is.
        let asked =
            |order: &Order| !matches!(order, Order::Negate(_) | Order::Plan(_) | Order::Plans);
        let orders = fleet.orders.top().into_iter();
        if !settled || planned || orders.chain(fleet.orders.below_top()).any(asked) {
            continue;
        }
        mix_contents(&mut fleet.forces, &engaged[side], chance);
        for force in &mut fleet.forces {
            change_secrets(t, force, chance);
        }
        for unit in &mut fleet.air {
            change_wing(unit, chance);
        }
    }
    twin
}

/// Aircraft aboard a carrier are hidden with her until they fly (R70).
fn change_wing(unit: &mut AirUnit, chance: &mut Chance) {
    let aboard = matches!(unit.base, Base::Carrier(_)) && unit.mission == Mission::Base;
    if aboard && unit.cs > 0 {
        unit.cs = 1 + chance.below(unit.cs.into()) as u8;
        unit.aborts = unit.aborts.min(unit.cs);
    }
}

/// Steps that do not hold on to what one block is.
fn is_settled(step: &Step) -> bool {
    match step {
        Step::Prepare
        | Step::SetUp(_)
        | Step::Dummies
        | Step::Plan
        | Step::Transit
        | Step::NextTransit
        | Step::Appear
        | Step::Conditions
        | Step::Fortnight
        | Step::Bonus(_)
        | Step::Initiative
        | Step::Shipping
        | Step::Levy
        | Step::Muster
        | Step::OrderOfBattle(_)
        | Step::Turn
        | Step::Weather
        | Step::Phases
        | Step::Begin(..)
        | Step::Touch(..)
        | Step::Follow(_)
        | Step::Helm(_)
        | Step::EndMovement(_)
        | Step::Disperse(_)
        | Step::Sail(..)
        | Step::TransitFight(_)
        | Step::Surface(_)
        | Step::Cover
        | Step::Clash
        | Step::Meet(_)
        | Step::Deploy(..)
        | Step::Battle(_)
        | Step::Merge(_)
        | Step::Tow(_)
        | Step::Fuel
        | Step::Administration
        | Step::HarborRaid
        | Step::Tally => true,
        Step::Search(search) => search.purpose == Purpose::Reconnaissance,
        _ => false,
    }
}

/// A step that is still to be made may be another.
fn change_plan(plan: &mut Plan, chance: &mut Chance) {
    let made = usize::from(plan.made);
    if let Some(last) = plan.steps.get_mut(made..).and_then(|left| left.last_mut())
        && chance.below(2) == 0
    {
        *last = PlanStep::Rest;
    }
}

/// A chit that asks nothing and has shown nothing might be another of that kind (chapter 12).
fn change_chit(t: &Tables, side: Side, special: &mut Special, chance: &mut Chance) {
    let silent = |chit: &u8| {
        let result = &t.chits.conditions[side][usize::from(*chit)];
        matches!(
            result.condition,
            Condition::None | Condition::NoRestrictions | Condition::AgentCobweb
        )
    };
    if special.revealed || !special.chit.is_some_and(|chit| silent(&chit)) {
        return;
    }
    let others: Vec<u8> = (0..CHITS as u8).filter(silent).collect();
    special.chit = Some(others[chance.below(others.len() as u32) as usize]);
}

/// Exchanges what the enemy cannot tell apart: the contents of blocks in one port, and of Unidentified blocks that stand
/// in one hex.
fn mix_contents(forces: &mut [Force], engaged: &[BlockId], chance: &mut Chance) {
    // Dispersed ships go where their Convoy goes: whoever sees them move knows which blocks belong together.
    let parents: Vec<BlockId> = forces.iter().filter_map(Force::parent).collect();
    let hidden = |force: &Force| match force.place {
        _ if force.is_dispersed() || parents.contains(&force.block) => None,
        // What fights or passes must stay what it is.
        _ if force.shadowing || engaged.contains(&force.block) => None,
        Place::Sea(_) if force.id != Id::UNIDENTIFIED || force.token == Token(0) => None,
        place => Some(place),
    };
    let mut places: Vec<Place> = forces.iter().filter_map(hidden).collect();
    places.sort_unstable();
    places.dedup();
    for place in places {
        let mut contents: Vec<Force> = forces
            .iter()
            .filter(|force| hidden(force) == Some(place))
            .cloned()
            .collect();
        chance.shuffle(&mut contents);
        for force in forces
            .iter_mut()
            .filter(|force| hidden(force) == Some(place))
        {
            if let Some(other) = contents.pop() {
                *force = Force {
                    block: force.block,
                    token: force.token,
                    motion: force.motion,
                    in_port_since: force.in_port_since,
                    ..other
                };
            }
        }
    }
}

/// Names, fuel, torpedoes, oil and cargo are nobody's business but their owner's.
fn change_secrets(t: &Tables, force: &mut Force, chance: &mut Chance) {
    force.name = format!("{} {}", force.name, chance.below(10));
    if let Some(fuel) = &mut force.fuel
        && let Some((Marker::Warning, turn)) = &mut fuel.marker
    {
        *turn = turn.later(chance.below(4) as u16);
    }
    if let Some(sailing) = &mut force.sailing {
        sailing.loaded = chance.below(2) == 0;
    }
    for pool in &mut force.units.pools {
        pool.oil = chance.below(u32::from(pool.oil / 5) + 1) as u8 * 5;
        pool.spent = chance.below(u32::from(pool.cs) + 1) as u8;
    }
    for state in &mut force.units.ships {
        let ship = t.chart.ship(state.ship);
        state.torpedoes_spent = chance.below(u32::from(ship.torpedoes) + 1) as u8;
        if state.oil > 0 {
            state.oil = chance.below(u32::from(state.oil / 5) + 1) as u8 * 5;
        }
    }
}
