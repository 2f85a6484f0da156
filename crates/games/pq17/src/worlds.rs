//! A world that could be: everything that a side may not know of its enemy, dealt anew by what it believes. What comes of
//! it hangs on nothing hidden but the list of the enemy's forces, in whatever blocks they are.

use crate::air::Mission;
use crate::forces::{BlockId, Force, Id, Kind, Place, Token, Tow, Units};
use crate::fuel::{Fuel, Leaving};
use crate::position::{Cards, Fleet, Position, Special};
use crate::recon::{about, report};
use crate::sequence::{Purpose, Step};
use crate::side::Side;
use crate::tables::{Base, Tables};
use crate::units::ShipType;
use derbyhouse_kernel::Chance;

/// How likely a contact is to be a force of that kind, with Heavy Ships or without, as the viewer believes.
pub(crate) type Belief<'a> = &'a dyn Fn(Token, Kind, bool) -> f32;

/// What is in a block.
#[derive(Clone, PartialEq)]
pub(crate) struct Content {
    pub kind: Kind,
    pub units: Units,
    sailing: Option<crate::forces::Sailing>,
    tows: Vec<Tow>,
    /// It can be nowhere else: Convoys in port, Scattered ones, Patrol White, what is in a box.
    home: Option<Place>,
}

/// Deals one; nothing if the table is in the middle of something that hangs on what blocks are.
pub(crate) fn world(
    t: &Tables,
    position: &Position,
    eyes: Side,
    belief: Belief<'_>,
    chance: &mut Chance,
) -> Option<Position> {
    let enemy = eyes.other();
    let agenda = &position.secret.agenda;
    let mut steps = agenda.top().into_iter().chain(agenda.below_top());
    let quiet = position.fleet(enemy).orders.is_empty()
        && position.secret.strikes.is_empty()
        && position.secret.attack.is_none()
        && position.secret.battle.is_none()
        && position.secret.transit.is_none()
        && position.turn >= position.start
        && steps.all(is_quiet);
    if !quiet || position.is_over() {
        return None;
    }
    let mut world = position.clone();
    let seen = notebook(position, eyes);
    forget(t, &mut world, enemy);
    deal(t, &mut world, enemy, &seen, belief, chance)?;
    refuel(t, &mut world, enemy);
    Some(world)
}

/// Steps that any force of that place could make.
const fn is_quiet(step: &Step) -> bool {
    match step {
        Step::Begin(..)
        | Step::Turn
        | Step::Weather
        | Step::Phases
        | Step::Conditions
        | Step::Fuel
        | Step::Helm(_)
        | Step::Surface(_)
        | Step::Administration
        | Step::Fortnight
        | Step::OrderOfBattle(_) => true,
        Step::Search(search) => matches!(search.purpose, Purpose::Reconnaissance),
        _ => false,
    }
}

/// Warships that each contact was last said to have.
pub(crate) fn notebook(position: &Position, eyes: Side) -> Vec<(Token, u8)> {
    let told = position.fleet(eyes).notebook.iter();
    told.map(|sighting| (sighting.token, sighting.report.warships))
        .collect()
}

/// What the enemy holds in his hand is as it would be if nothing had happened to it.
fn forget(t: &Tables, world: &mut Position, enemy: Side) {
    let start = world.start;
    let carriers_known = enemy == Side::Axis && world.is_every_carrier_known(t);
    let fleet = world.fleet_mut(enemy);
    fleet.cards = Cards::default();
    fleet.plans.clear();
    fleet.wing.photographs.clear();
    fleet.carriers_known = carriers_known; // one's own are no secret (R20)
    fleet.watched.clear();
    for moored in &mut fleet.moored {
        moored.loaded = true;
    }
    for track in &mut fleet.points {
        *track = crate::command::Points::new(track.available);
    }
    if !fleet.special.revealed {
        fleet.special = Special::default();
    }
    for unit in &mut fleet.air {
        let aboard = matches!(unit.base, Base::Carrier(_)) && unit.mission == Mission::Base;
        if aboard && unit.cs > 0 {
            unit.cs = t.chart.air(unit.kind).max_cs;
            unit.aborts = 0;
        }
    }
    for force in &mut fleet.forces {
        force.name = force.block.to_string();
        if force.hex().is_none() {
            force.id = Id::UNIDENTIFIED;
        }
        if !force.id.is_identified() {
            force.fade(start);
        }
        for pool in &mut force.units.pools {
            (pool.spent, pool.oil) = (0, 0);
        }
        for state in &mut force.units.ships {
            (state.torpedoes_spent, state.oil) = (0, 0);
        }
        if let Some(sailing) = &mut force.sailing {
            (sailing.loaded, sailing.cams_used) = (true, 0);
        }
    }
}

/// Whether what is in a block may be somewhere else for all the enemy knows.
pub(crate) fn is_hidden(fleet: &Fleet, force: &Force) -> bool {
    let parent = |other: &Force| other.parent() == Some(force.block);
    let bound = force.shadowing || force.is_dispersed() || fleet.forces.iter().any(parent);
    let open = force.id == Id::HIGHEST || force.token == Token(0);
    !bound && (force.hex().is_none() || !open)
}

pub(crate) fn content(fleet: &Fleet, force: &Force) -> Content {
    let white = |state: &crate::forces::ShipState| fleet.white.contains(&state.ship);
    let bound = match force.place {
        Place::Sea(_) => force.is_scattered() || force.units.ships.iter().any(white),
        Place::Port(_) => force.kind == Kind::Convoy,
        Place::Box(_) => true,
    };
    Content {
        kind: force.kind,
        units: force.units.clone(),
        sailing: force.sailing.clone(),
        tows: force.tows.clone(),
        home: bound.then_some(force.place),
    }
}

impl Content {
    /// A block holds this from now on.
    pub fn put_into(self, force: &mut Force) {
        (force.kind, force.units) = (self.kind, self.units);
        (force.sailing, force.tows) = (self.sailing, self.tows);
        let here = force.hex();
        if let (Some(sailing), Some(here)) = (&mut force.sailing, here)
            && sailing.track.last() != Some(&here)
        {
            sailing.track = vec![here];
        }
    }
}

/// Kind, ships, classes and home.
type Rank = (Kind, Vec<usize>, Vec<(usize, u8)>, Option<Place>);

/// An order of contents that does not hang on their blocks.
fn rank(content: &Content) -> Rank {
    let mut ships: Vec<usize> = content.units.ships.iter().map(|s| s.ship.index()).collect();
    let pools = content.units.pools.iter();
    let mut pools: Vec<(usize, u8)> = pools.map(|pool| (pool.class.index(), pool.cs)).collect();
    ships.sort_unstable();
    pools.sort_unstable();
    (content.kind, ships, pools, content.home)
}

/// Whether contents agree with what was told of a block [6.2.1].
pub(crate) fn fits(
    t: &Tables,
    slot: &Force,
    truth: &Content,
    other: &Content,
    said: &[(Token, u8)],
) -> bool {
    if other.home.is_some_and(|home| home != slot.place) {
        return false;
    }
    match slot.place {
        Place::Sea(_) => {}
        Place::Port(_) => return other.home.is_some() || other.kind != Kind::Convoy,
        Place::Box(_) => return other.home.is_some(),
    }
    if !slot.id.is_identified() {
        return true;
    }
    let level = slot.id.levels();
    let told = |content: &Content| report(&t.chart, content.kind, &content.units, level, 0);
    let number = said.iter().rev().find(|(token, _)| *token == slot.token);
    let warships = other.units.counters(&t.chart, ShipType::is_warship);
    let near = number.is_none_or(|(_, said)| level != 1 || about(warships).contains(said));
    other.kind == truth.kind && told(truth) == told(other) && near
}

/// Blocks that are dealt anew, and what is still to be dealt.
struct Deal<'a> {
    t: &'a Tables,
    fleet: &'a Fleet,
    said: &'a [(Token, u8)],
    belief: Belief<'a>,
    /// Each block with what is truly in it, and what is dealt.
    slots: Vec<(BlockId, Content, Option<Content>)>,
    left: Vec<Content>,
}

impl Deal<'_> {
    /// How likely contents are in a block; nothing if that cannot be.
    fn weight(&self, slot: usize, content: &Content) -> f32 {
        let (block, truth, dealt) = &self.slots[slot];
        let force = self.fleet.force(*block).filter(|_| dealt.is_none());
        let Some(force) = force.filter(|f| fits(self.t, f, truth, content, self.said)) else {
            return 0.0;
        };
        let heavy = content.units.has(&self.t.chart, ShipType::is_heavy);
        match force.hex() {
            Some(_) if !force.id.is_identified() => {
                (self.belief)(force.token, content.kind, heavy).max(0.001)
            }
            _ => 1.0,
        }
    }

    /// A block takes one of what is left.
    fn fill(&mut self, slot: usize, chance: &mut Chance) -> Option<()> {
        let weights = self.left.iter().map(|content| self.weight(slot, content));
        let weights: Vec<f32> = weights.collect();
        let content = self.left.remove(draw(&weights, chance)?);
        self.slots[slot].2 = Some(content);
        Some(())
    }

    /// What is bound to a place, and Convoys at sea, choose their blocks.
    fn seat_the_choosy(&mut self, chance: &mut Chance) -> Option<()> {
        let choosy = |content: &Content| content.home.is_some() || content.kind == Kind::Convoy;
        while let Some(next) = self.left.iter().position(choosy) {
            let content = self.left.remove(next);
            let weights = (0..self.slots.len()).map(|slot| self.weight(slot, &content));
            let weights: Vec<f32> = weights.collect();
            self.slots[draw(&weights, chance)?].2 = Some(content);
        }
        Some(())
    }
}

/// Deals the contents of hidden blocks: to those that were identified first, then Convoys at sea and what is bound to its
/// place, then the rest.
fn deal(
    t: &Tables,
    world: &mut Position,
    enemy: Side,
    said: &[(Token, u8)],
    belief: Belief<'_>,
    chance: &mut Chance,
) -> Option<()> {
    let fleet = world.fleet(enemy);
    let mut hidden: Vec<&Force> = fleet.forces.iter().collect();
    hidden.retain(|force| is_hidden(fleet, force));
    hidden.sort_by_key(|f| (f.hex().is_none(), std::cmp::Reverse(f.id), f.place, f.block));
    let known = hidden
        .iter()
        .filter(|f| f.hex().is_some() && f.id.is_identified());
    let known = known.count();
    let slots = hidden.iter().map(|f| (f.block, content(fleet, f), None));
    let mut left: Vec<Content> = hidden.iter().map(|f| content(fleet, f)).collect();
    left.sort_by_cached_key(rank);
    let mut deal = Deal {
        t,
        fleet,
        said,
        belief,
        slots: slots.collect(),
        left,
    };
    for slot in 0..known {
        deal.fill(slot, chance)?;
    }
    deal.seat_the_choosy(chance)?;
    for slot in known..deal.slots.len() {
        if deal.slots[slot].2.is_none() {
            deal.fill(slot, chance)?;
        }
    }
    for (block, _, content) in deal.slots {
        let (force, content) = (world.fleet_mut(enemy).force_mut(block)?, content?);
        content.put_into(force);
    }
    Some(())
}

/// One of several, by weight.
fn draw(weights: &[f32], chance: &mut Chance) -> Option<usize> {
    let parts: Vec<u32> = weights
        .iter()
        .map(|weight| (weight * 10_000.0) as u32)
        .collect();
    parts
        .iter()
        .any(|part| *part > 0)
        .then(|| chance.weighted(&parts))
}

/// Ships at sea have left port not long ago, as far as anybody knows.
fn refuel(t: &Tables, world: &mut Position, enemy: Side) {
    let turn = world.turn;
    for force in &mut world.fleet_mut(enemy).forces {
        let needs = force.hex().is_some() && force.units.has(&t.chart, ShipType::needs_fuel);
        force.fuel = needs.then(|| Fuel::on_leaving(t, turn, Leaving::default()));
    }
}
