//! What one choice did: how far ships went, where Convoys head, what attacks under water and from the air were made, which blocks
//! were taken, and where the merchant ships are.

use super::Auditor;
use super::steps::Step;
use crate::air::{AirEvent, Quarry};
use crate::event::{Event, Who};
use crate::forces::{Force, Kind, Place};
use crate::movement::limits;
use crate::position::Position;
use crate::sequence::{Order, Segment};
use crate::side::{Nation, Side};
use crate::tables::Tables;
use derbyhouse_scene::Broken;

impl Auditor {
    /// Who moved went no farther than his slowest ship, fuel and the weather there let him (9); a Convoy never away from all of
    /// its destinations (10). Dispersed ships go with their Convoy.
    pub(super) fn paces(&mut self, t: &Tables, side: Side, step: Step<'_>) -> Result<(), Broken> {
        let before = step.before;
        for force in &step.after.fleet(side).forces {
            let old = before.fleet(side).force(force.block);
            let Some(old) = old.filter(|old| old.kind == force.kind && !force.is_dispersed())
            else {
                continue;
            };
            let (Place::Sea(from), Place::Sea(to)) = (old.place, force.place) else {
                continue;
            };
            if from == to || force.motion.hexes <= old.motion.hexes {
                continue;
            }
            let weather = before.weather_in(t, old.place);
            let mut most = limits(t, old, weather, before.turn.half());
            most.inner_leads |= force.motion.entered_leads;
            let most = most.hexes(t) + u8::from(before.is_redeployed(old)); // (chapter 13)
            self.hold(force.motion.hexes <= most, || {
                format!("{} went {} hexes of {most}", force.name, force.motion.hexes)
            })?; // 9
            if let Some(sailing) = force.sailing.as_ref().filter(|own| !own.scattered) {
                let nearer = |port: &crate::units::PortId| {
                    let ways = &t.convoy_ways[port.index()];
                    ways[to.grid()] <= ways[from.grid()]
                };
                self.hold(sailing.to.iter().all(nearer), || {
                    format!("{} turns away in {to}", force.name)
                })?; // 10
            }
        }
        Ok(())
    }

    /// A ship that was adrift before her owner's Combine Forces Segment is adrift no more after it, unless a mine took her tug (33).
    pub(super) fn after_combining(&mut self, t: &Tables, step: Step<'_>) -> Result<(), Broken> {
        let mined = |event: &Event| matches!(event, Event::Mines { .. });
        for side in Side::ALL {
            if !passed(step, side) || step.events.iter().any(mined) {
                continue;
            }
            let at_sea = step.after.fleet(side).forces.iter();
            for force in at_sea.filter(|force| force.hex().is_some()) {
                let Some(hull) = force.adrift(&t.chart) else {
                    continue;
                };
                let old = step.before.fleet(side).force(force.block);
                let still = old.is_some_and(|old| old.adrift(&t.chart) == Some(hull));
                self.hold(!still, || format!("{side} {} is adrift", force.name))?;
            }
        }
        Ok(())
    }

    /// No sub attacks twice, and ASW dice are no more than they may be (28); no force is attacked from
    /// the air twice in a Segment (25).
    pub(super) fn strikes(&mut self, step: Step<'_>) -> Result<(), Broken> {
        let mut shots: Vec<(Who, usize)> = Vec::new();
        let mut hunted = None;
        for event in step.events {
            match event {
                Event::Closes { pack, .. } => hunted = Some(*pack),
                // Sub against sub, aircraft and an encounter by event do not say which pack they hunt.
                Event::AswDice { .. } => {
                    if let Some(pack) = hunted.take().and_then(|pack| step.old(pack)) {
                        self.asw_dice(pack, event)?;
                    }
                }
                Event::Torpedoes { pack, dice, hits } => {
                    let fired = dice.len().saturating_sub(usize::from(*hits));
                    match shots.iter_mut().find(|(own, _)| own == pack) {
                        Some((_, all)) => *all += fired,
                        None => shots.push((*pack, fired)),
                    }
                }
                Event::Air(AirEvent::Attacks {
                    target: Quarry::Force(who),
                    ..
                }) => {
                    let back =
                        |event: &Event| matches!(event, Event::Air(AirEvent::StrikesBack { .. }));
                    let again = step.old(*who).is_some_and(|old| old.motion.raided);
                    self.hold(!again || step.events.iter().any(back), || {
                        format!("{} is attacked from the air twice", who.name)
                    })?; // 25
                }
                _ => {}
            }
        }
        for (pack, fired) in shots {
            let ready = step.old(pack).map(Force::ready_subs);
            let most = ready.map_or(usize::MAX, usize::from);
            self.hold(fired <= most, || {
                format!("{} fires {fired} times with {ready:?} subs", pack.name)
            })?;
        }
        Ok(())
    }

    /// ASW dice are no more than two for each sub; besides, each Success has a die of its own, and those that find no more subs
    /// lapse [7.4.1] (28).
    fn asw_dice(&mut self, pack: &Force, event: &Event) -> Result<(), Broken> {
        let Event::AswDice {
            nations,
            dice,
            damaged,
            sunk,
            ..
        } = event
        else {
            return Ok(());
        };
        let subs: u8 = pack.units.pools.iter().map(|pool| pool.cs).sum();
        let subs = usize::from(subs);
        let asw: usize = nations.iter().map(|(_, dice)| usize::from(*dice)).sum();
        self.hold(asw <= 2 * subs, || {
            format!("{asw} ASW dice against {subs} subs")
        })?;
        let successes = usize::from(damaged + sunk);
        let second = dice.len().checked_sub(asw);
        let lapse = successes >= subs; // more than there are subs
        let fits = second.is_some_and(|second| {
            second == successes || (lapse && (successes..=asw).contains(&second))
        });
        self.hold(fits, || {
            format!(
                "{} dice for {asw} ASW dice and {successes} successes",
                dice.len()
            )
        })
    }

    /// Who is split off by choice takes a block of its kind: their number is absolute (5). What the rules force takes any.
    pub(super) fn kinds(&mut self, t: &Tables, side: Side, step: Step<'_>) -> Result<(), Broken> {
        let order = step.before.fleet(side).orders.top();
        if !matches!(order, Some(Order::Split(_, None))) {
            return Ok(());
        }
        let mix = &t.chart.blocks[side];
        let task_forces = |p: &Position| count(p, side, |force| force.kind == Kind::TaskForce);
        let packs = |p: &Position, soviet: bool| {
            count(p, side, |force| {
                let nation = force.units.submarine_nation(&t.chart);
                force.kind == Kind::Wolfpack && (nation == Some(Nation::Soviet)) == soviet
            })
        };
        let kept = |old: usize, new: usize, most: u8| new <= old.max(most.into());
        let (old, new) = (step.before, step.after);
        let fits = kept(task_forces(old), task_forces(new), mix.task_forces)
            && [false, true].into_iter().all(|soviet| {
                let most = mix.wolfpacks[usize::from(soviet)];
                kept(packs(old, soviet), packs(new, soviet), most)
            });
        self.hold(fits, || format!("{side} has too many blocks of a kind"))
    }

    /// Every merchant ship that sailed is afloat, in port, sunk or put back (41); the Kara Sea has its own.
    pub(super) fn accounts(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let fleet = p.fleet(Side::Allied);
        let of_kara = |plan: u8| {
            let account = fleet.accounts.get(usize::from(plan));
            account.is_some_and(|account| account.is_of_kara())
        };
        let sheets = fleet.forces.iter().filter_map(|force| {
            let sailing = force.sailing.as_ref()?;
            Some((sailing.plan, force.units.merchants(&t.chart)))
        });
        let sheets = sheets.filter(|(plan, _)| !of_kara(*plan));
        let afloat: u32 = sheets.map(|(_, ships)| u32::from(ships)).sum();
        let accounts = || fleet.accounts.iter().filter(|own| !own.is_of_kara());
        let started: u32 = accounts().map(|own| u32::from(own.started)).sum();
        let others = accounts().map(|own| [own.arrived, own.sunk, own.exempt]);
        let others: u32 = others.flatten().map(u32::from).sum();
        self.hold(started == afloat + others, || {
            format!("of {started} merchant ships {afloat} are afloat and {others} are not")
        })
    }
}

fn count(p: &Position, side: Side, so: impl Fn(&Force) -> bool) -> usize {
    p.fleet(side)
        .forces
        .iter()
        .filter(|force| so(force))
        .count()
}

/// The Combine Forces Segment of a side lies between two positions of one turn, or is just over.
fn passed(step: Step<'_>, side: Side) -> bool {
    let phase = |p: &Position| match (p.active, p.segment) {
        (_, Segment::Weather) => 0,
        (Some(Side::Allied), _) => 1,
        (Some(Side::Axis), _) => 2,
        _ => 3,
    };
    let place = |p: &Position| (p.turn, phase(p), p.segment);
    let own = match side {
        Side::Allied => 1,
        Side::Axis => 2,
    };
    let combine = (step.before.turn, own, Segment::CombineForces);
    place(step.before) <= combine && place(step.after) > combine
}
