//! What must hold from one choice to the next: moves, sailings, knowledge, attacks, weather, the order of play.

use super::Auditor;
use crate::air::Mission;
use crate::event::{Event, Who};
use crate::forces::{Engagement, Force, Kind, Place};
use crate::hex::Hex;
use crate::ice;
use crate::position::Position;
use crate::sequence::{self, Segment};
use crate::side::Side;
use crate::tables::{Sector, Tables};
use crate::victory;
use crate::weather::Weather;
use derbyhouse_scene::Broken;

/// Two positions, one choice apart, and what happened between them.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub before: &'a Position,
    pub events: &'a [Event],
    pub after: &'a Position,
}

/// Whether a position is in the turns of an Operation, where ships neither come nor are mended.
fn at_sea(p: &Position) -> bool {
    !matches!(p.segment, Segment::Preparation | Segment::Administration)
}

impl Step<'_> {
    pub(super) fn old(&self, who: Who) -> Option<&Force> {
        self.before.fleet(who.side).force(who.block)
    }

    /// A battle that waits for another one, or until submarines have struck, is no second one for those who are taken up with it
    /// [7.5.1], [7.4.6].
    fn is_awaited(&self, who: Who) -> bool {
        let agenda = &self.before.secret.agenda;
        let mut steps = agenda.top().into_iter().chain(agenda.below_top());
        steps.any(|step| match step {
            sequence::Step::Meet(meeting) => {
                meeting.by == who.side && meeting.attackers.contains(&who.block)
            }
            sequence::Step::Deploy(meeting, _) if meeting.by == who.side => {
                meeting.attackers.contains(&who.block)
            }
            sequence::Step::Deploy(meeting, _) => meeting.target == who.block,
            _ => false,
        })
    }

    /// Both in one Operation.
    fn in_one_operation(&self) -> bool {
        let fortnight = |p: &Position| p.season.map(|season| season.fortnight);
        at_sea(self.before) && at_sea(self.after) && fortnight(self.before) == fortnight(self.after)
    }
}

impl Auditor {
    pub(super) fn change(&mut self, t: &Tables, step: Step<'_>) -> Result<(), Broken> {
        self.order(step)?;
        self.ending(t, step)?;
        self.attacks(t, step)?;
        self.contacts(step)?;
        self.take_offs(t, step)?;
        if !step.in_one_operation() {
            return Ok(());
        }
        for side in Side::ALL {
            if step.before.segment == Segment::NavalMovement && step.before.active == Some(side) {
                self.moves(t, side, step)?;
                self.paces(t, side, step)?;
            }
            self.kinds(t, side, step)?;
            self.knowledge(side, step)?;
            self.sectors(t, side, step)?;
            self.steps_lost(side, step)?;
        }
        self.strikes(step)?;
        self.after_combining(t, step)?;
        self.accounts(t, step.after)?;
        self.merchants(t, step)
    }

    /// Turns come one after the other, and their parts in the order of the rules (38).
    fn order(&mut self, step: Step<'_>) -> Result<(), Broken> {
        if !step.in_one_operation() {
            return Ok(());
        }
        let place = |p: &Position| {
            let phase = match (p.active, p.segment) {
                (_, Segment::Weather) => 0,
                (Some(Side::Allied), _) => 1,
                (Some(Side::Axis), _) => 2,
                _ => 3,
            };
            (p.turn, phase, p.segment)
        };
        let (old, new) = (place(step.before), place(step.after));
        self.hold(old <= new, || format!("{new:?} comes after {old:?}"))
    }

    /// The Operation is over when all are in or time has run out, and not before [3.4] (40). The Fuel Phase decides it between two
    /// choices: what ended it still stands in the Administrative Turn, and what should have ended it lay so before and after.
    fn ending(&mut self, t: &Tables, step: Step<'_>) -> Result<(), Broken> {
        let (before, after) = (step.before, step.after);
        let fortnight = |p: &Position| p.season.map(|season| season.fortnight);
        let one_later = after.turn == before.turn.later(1);
        if !at_sea(before) || fortnight(before) != fortnight(after) || !one_later {
            return Ok(());
        }
        let over = before.turn;
        let ends = |p: &Position| victory::operation_ends(p.afloat(t), over);
        match after.segment {
            Segment::Administration => self.hold(ends(after), || {
                format!("the Operation ends after {over} though forces are out")
            }),
            _ => self.hold(!(ends(before) && ends(after)), || {
                format!("the Operation goes on after {over} though all are in")
            }),
        }
    }

    /// A hex at a time over open hexsides (8), no farther than ships can go (9), never into ice that is closed to them (13);
    /// out of port only who may sail (15, 16).
    fn moves(&mut self, t: &Tables, side: Side, step: Step<'_>) -> Result<(), Broken> {
        let was = |block| step.before.fleet(side).force(block);
        for force in &step.after.fleet(side).forces {
            let name = || format!("{side} {} ({})", force.block, force.name);
            let most = match force.kind {
                Kind::Convoy => 1,
                Kind::Wolfpack => t.speeds[1] + 1, // by event (chapter 13)
                _ => t.speeds[0],
            };
            self.hold(force.motion.hexes <= most, || {
                format!("{} has moved {} hexes", name(), force.motion.hexes)
            })?; // 9
            let Some(old) = was(force.block).filter(|old| old.kind == force.kind) else {
                continue;
            };
            match (old.place, force.place) {
                (Place::Sea(from), Place::Sea(to)) if from != to => {
                    let linked = |off: Hex, hex: Hex| {
                        let off = t.sheet.box_at(off).map(|off| t.sheet.off_map(off));
                        off.is_some_and(|off| off.links.contains(&hex)) // [5.7]
                    };
                    let open = t.sheet.is_open(from, to) || linked(from, to) || linked(to, from);
                    self.hold(open, || format!("{} went from {from} to {to}", name()))?; // 8
                    self.hold(is_passable(t, step.before, side, to), || {
                        format!("{} went into the ice in {to}", name())
                    })?; // 13
                }
                (Place::Port(port), Place::Sea(_)) => {
                    let trains = step.after.fleet(side).special.sortie.is_some(); // [4.3.4]
                    let news = step.before.is_fuelled_by_news(t, side, old, port);
                    self.hold(trains || news, || format!("{} sailed without news", name()))?; // 16
                    self.hold(step.before.is_tirpitz_free(t, old), || {
                        "Tirpitz has sailed against Hitler's will".into()
                    })?; // 15
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Neither combat nor a search makes a force less known; only who loses his last shadower fades then (19).
    fn knowledge(&mut self, side: Side, step: Step<'_>) -> Result<(), Broken> {
        let combat = [
            Segment::Reconnaissance,
            Segment::AirCombat,
            Segment::SubmarineCombat,
            Segment::SurfaceCombat,
        ];
        let same = |p: &Position| (p.turn, p.active, p.segment);
        if same(step.before) != same(step.after) || !combat.contains(&step.after.segment) {
            return Ok(());
        }
        for force in &step.after.fleet(side).forces {
            let old = step.before.fleet(side).force(force.block);
            let Some(old) = old.filter(|old| old.kind == force.kind) else {
                continue;
            };
            let let_go = !old.shadows.is_empty() && force.shadows.is_empty();
            self.hold(force.id >= old.id || let_go, || {
                format!("{side} {} is less known after combat", force.name)
            })?;
        }
        Ok(())
    }

    /// When hexes are named, they and the targets followed are no more than the sectors have (23).
    fn sectors(&mut self, t: &Tables, side: Side, step: Step<'_>) -> Result<(), Broken> {
        let (before, after) = (step.before, step.after);
        if after.active != Some(side) || !before.named.is_empty() || after.named.is_empty() {
            return Ok(());
        }
        let own = || Sector::ALL.into_iter().filter(|own| own.side() == side);
        let given = own().map(|own| before.scenario(t).search[own.index()]);
        let extra = before.favour.search.filter(|(own, _)| own.side() == side);
        let given = given.sum::<u8>() + extra.map_or(0, |(_, hexes)| hexes);
        let followed: usize = own().map(|own| before.shadowed_by(own)).sum();
        let named = after.named.len();
        self.hold(named + followed <= usize::from(given), || {
            format!("{side} sectors search {named} hexes and follow {followed} forces")
        })
    }

    /// No ship is mended at sea (32).
    fn steps_lost(&mut self, side: Side, step: Step<'_>) -> Result<(), Broken> {
        let old = step.before.fleet(side).forces.iter();
        let old = old.flat_map(|force| &force.units.ships);
        for old in old.filter(|old| old.is_hit()) {
            let new = step.after.fleet(side).forces.iter();
            let mut new = new.flat_map(|force| &force.units.ships);
            let new = new.find(|new| new.ship == old.ship);
            let worse = new.is_none_or(|new| new.step >= old.step && new.crippled >= old.crippled);
            self.hold(worse, || format!("a {side} ship was mended at sea"))?;
        }
        Ok(())
    }

    /// Merchant ships of a Campaign do not multiply: those at sea, in port and in the boxes (41). The Kara Sea has its own.
    fn merchants(&mut self, t: &Tables, step: Step<'_>) -> Result<(), Broken> {
        let all = |p: &Position| -> u32 {
            let fleet = p.fleet(Side::Allied);
            let forces = fleet.forces.iter();
            let forces = forces.filter(|force| !matches!(force.place, Place::Box(_)));
            let boxes = fleet.reserve.boxes.iter();
            let boxes = boxes.flat_map(|own| [&own.unloading, &own.face_down, &own.face_up]);
            let units = forces.map(|force| &force.units).chain(boxes);
            units
                .chain([&fleet.reserve.stock])
                .map(|units| u32::from(units.merchants(&t.chart)))
                .sum()
        };
        let known = step.before.fleet(Side::Allied).accounts.len();
        let met = step.after.fleet(Side::Allied).accounts.iter().skip(known);
        let met: u32 = met.map(|account| u32::from(account.started)).sum(); // WUNDERLAND [12.12]
        let (old, new) = (all(step.before) + met, all(step.after));
        self.hold(new <= old, || {
            format!("of {old} merchant ships {new} are left")
        })
    }

    /// Attacks at sea are on what is Identified (24), by packs that neither moved nor shadow (26); a TF fights once in a Segment
    /// (25); no torpedo runs in Gales, no ASW is made (27); modifiers are held to their limit (28).
    fn attacks(&mut self, t: &Tables, step: Step<'_>) -> Result<(), Broken> {
        let gales = |p: &Position| p.weather() == Weather::Gales && p.local.is_none();
        let gales = gales(step.before) && gales(step.after);
        for event in step.events {
            match event {
                Event::Stalks { pack, target } => {
                    let known = step.old(*target).is_none_or(|old| old.id.is_identified());
                    self.hold(known, || {
                        format!("{} attacks what it does not see", pack.name)
                    })?;
                    let turn = step.before.turn;
                    let still = |old: &Force| !old.has_moved(turn) && !old.shadowing;
                    // Who lies in wait for a force in transit may have moved in the turn before.
                    let now = step.before.segment == Segment::SubmarineCombat;
                    let old = step.old(*pack);
                    let old = old.filter(|old| now && old.kind == Kind::Wolfpack);
                    self.hold(old.is_none_or(still), || {
                        format!("{} attacks though it moved", pack.name)
                    })?;
                }
                Event::Engages { attacker, target } => {
                    let known = step.old(*target).is_none_or(|old| old.id.is_identified());
                    self.hold(known, || {
                        format!("{} attacks what it does not see", attacker.name)
                    })?;
                }
                Event::BattleBegins {
                    attackers,
                    defenders,
                    ..
                } => {
                    let fought = |who: &Who| {
                        let old = step.old(*who);
                        old.is_some_and(|old| old.motion.engagement == Engagement::Fought)
                            && !step.is_awaited(*who)
                    };
                    // A Convoy may be attacked again, a TF not.
                    let is_tf = |who: &&Who| {
                        step.old(**who)
                            .is_some_and(|old| old.kind == Kind::TaskForce)
                    };
                    let attacked = defenders.iter().filter(is_tf);
                    let again = attackers.iter().chain(attacked).find(|who| fought(who));
                    self.hold(again.is_none() && !defenders.is_empty(), || {
                        "a Task Force fights twice in a Segment".into()
                    })?;
                }
                Event::Closes { drm, .. } => {
                    let limit = t.combat.submarines.drm_limit;
                    self.hold(drm.unsigned_abs() <= limit.unsigned_abs(), || {
                        format!("a modifier of {drm}")
                    })?;
                }
                Event::Torpedoes { .. } | Event::AswDice { .. } | Event::TorpedoesRun { .. } => {
                    self.hold(!gales, || "torpedoes or ASW in Gales".into())?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Nobody takes off in Fog or Gales (27).
    fn take_offs(&mut self, t: &Tables, step: Step<'_>) -> Result<(), Broken> {
        if step.before.segment != Segment::AirMovement {
            return Ok(());
        }
        for side in Side::ALL {
            let old = step.before.wing(side);
            for ((_, old), (_, new)) in old.zip(step.after.wing(side)) {
                let flies = old.mission == Mission::Base && new.mission != Mission::Base;
                let can = || step.before.can_take_off(t, side, old.base);
                self.hold(!flies || can(), || {
                    format!("{} takes off all the same", new.name)
                })?;
            }
        }
        Ok(())
    }
}

/// Whether ships of a side may be there, as far as no die decides [5.1.7], [10.2.5].
fn is_passable(t: &Tables, p: &Position, side: Side, hex: Hex) -> bool {
    if t.sheet.pack.contains(hex) {
        return false;
    }
    t.sheet.zone(hex).is_none_or(|zone| {
        let ice = ice::in_channel(t, side, hex, p.ice[zone.index()].condition);
        p.is_ice_rolled(zone) || ice::meeting(t, side, ice, false).may_enter
    })
}
