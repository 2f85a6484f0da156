//! Blocks, their places and their aircraft.

use super::Auditor;
use crate::air::Mission;
use crate::forces::{CONVOY_ESCORTS, CONVOY_SUBMARINES, Force, Id, Kind, PACK, Place, Token};
use crate::fuel::{Marker, Status};
use crate::position::Position;
use crate::side::{Nation, Side};
use crate::tables::{Base, Tables};
use crate::units::ShipType;
use derbyhouse_scene::Broken;

impl Auditor {
    /// Germans are in the Kara Sea only for WUNDERLAND; what is left of a force there may bring a Dummy [5.7.2], [12.12].
    pub(super) fn kara_sea(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let forces = p.fleet(Side::Axis).forces.iter();
        let there = forces.filter(|force| p.is_in_kara(t, force));
        let kinds: Vec<Kind> = there.map(|force| force.kind).collect();
        let sent = &p.fleet(Side::Axis).special.in_kara;
        let known = |kind: &Kind| *kind == Kind::Dummy || sent.contains(kind);
        self.hold(kinds.iter().all(known), || {
            "Germans are in the Kara Sea without orders".into()
        })
    }

    /// Dispersed ships are where their Convoy is (7).
    pub(super) fn stragglers(&mut self, p: &Position, side: Side) -> Result<(), Broken> {
        for part in p
            .fleet(side)
            .forces
            .iter()
            .filter(|force| force.is_dispersed())
        {
            let parent = part.parent().and_then(|block| p.fleet(side).force(block));
            let with = parent
                .is_some_and(|parent| parent.place == part.place && parent.kind == Kind::Convoy);
            self.hold(with, || format!("{} is without its Convoy", part.name))?;
        }
        Ok(())
    }

    /// Blocks and Dummies within their limits; tokens tell blocks at sea apart (5).
    pub(super) fn blocks(&mut self, t: &Tables, p: &Position, side: Side) -> Result<(), Broken> {
        let forces = &p.fleet(side).forces;
        let dummies = forces
            .iter()
            .filter(|force| force.kind == Kind::Dummy)
            .count();
        let limit = usize::from(p.scenario(t).dummies[side]);
        self.hold(dummies <= limit, || {
            format!("{dummies} {side} Dummies, at most {limit}")
        })?;
        let total = usize::from(t.chart.blocks[side].total());
        self.hold(forces.len() <= total, || {
            format!("{} {side} blocks, at most {total}", forces.len())
        })?;
        let mut blocks: Vec<_> = forces.iter().map(|force| force.block).collect();
        blocks.sort_unstable();
        self.hold(blocks.windows(2).all(|pair| pair[0] != pair[1]), || {
            "a block is there twice".into()
        })?;
        let at_sea = forces
            .iter()
            .filter(|force| force.hex().is_some() && force.token != Token(0));
        let mut tokens: Vec<Token> = at_sea.map(|force| force.token).collect();
        tokens.sort_unstable();
        self.hold(tokens.windows(2).all(|pair| pair[0] != pair[1]), || {
            "a token is there twice".into()
        })
    }

    pub(super) fn force(&mut self, t: &Tables, side: Side, force: &Force) -> Result<(), Broken> {
        let chart = &t.chart;
        let name = || format!("{side} {} ({})", force.block, force.name);
        let kind = Force::kind_of(chart, &force.units);
        self.hold(kind == force.kind, || {
            format!("{} is no {}", name(), force.kind)
        })?; // 2, 3
        self.hold(force.is_of(chart, side), || {
            format!("{} sails under two flags", name())
        })?;
        let subs = force.units.cs(chart, ShipType::is_submarine);
        let escorts = force.units.cs(chart, |kind| kind == ShipType::Es);
        let allied_convoy = side == Side::Allied && kind == Kind::Convoy;
        self.hold(kind != Kind::Wolfpack || subs <= PACK, || {
            format!("{} is too large", name())
        })?; // 3
        self.hold(
            !allied_convoy || (subs <= CONVOY_SUBMARINES && escorts <= CONVOY_ESCORTS),
            || format!("{} has too many escorts", name()),
        )?; // 4
        self.hold((kind == Kind::Convoy) == force.sailing.is_some(), || {
            format!("{} has a wrong sheet", name())
        })?;
        let spent = force.units.pools.iter().all(|pool| {
            let symbols = chart.class(pool.class).torpedoes.max(1);
            pool.spent <= pool.cs * symbols
        });
        self.hold(spent, || format!("{} has fired more than it has", name()))?; // 34
        let loads = force
            .units
            .ships
            .iter()
            .all(|state| state.torpedoes_spent <= chart.ship(state.ship).torpedoes);
        self.hold(loads, || format!("{} has fired more than it has", name()))?; // 34
        for pool in &force.units.pools {
            let most = chart.class(pool.class).oil(pool.hulls());
            let fives = pool.oil.is_multiple_of(t.fuel.oil_step);
            self.hold(pool.oil <= most && fives, || {
                format!("{} has odd oil", name())
            })?; // 37
        }
        for state in &force.units.ships {
            let oil = chart.ship(state.ship).oil;
            let fives = state.oil.is_multiple_of(t.fuel.oil_step);
            self.hold(state.oil <= oil && fives, || {
                format!("{} has odd oil", name())
            })?; // 37
        }
        match force.place {
            Place::Sea(hex) => {
                let afloat = t.sheet.is_water(hex) || t.sheet.box_at(hex).is_some(); // (R85)
                self.hold(afloat, || format!("{} is ashore in {hex}", name()))?; // 8
                let users = kind != Kind::Dummy && force.units.has(chart, ShipType::needs_fuel);
                self.hold(users == force.fuel.is_some(), || {
                    format!("{} and its Fuel marker differ", name())
                })?; // 35
                let closed = crate::movement::is_closed(t, side, kind, hex);
                self.hold(!closed, || format!("{} is off an enemy port", name()))?; // 11
            }
            Place::Port(port) => {
                let friendly = t.sheet.port(port).side == side;
                self.hold(friendly && force.id == Id::UNIDENTIFIED, || {
                    format!("{} is in a wrong port", name())
                })?; // 18
            }
            Place::Box(_) => {}
        }
        let touch = force.shadows.is_empty() || (force.hex().is_some() && force.id.is_identified());
        self.hold(touch, || format!("{} is shadowed but not found", name()))?;
        let fair = !matches!(kind, Kind::Wolfpack | Kind::Dummy) || force.shadows.is_empty();
        self.hold(fair, || format!("{} cannot be shadowed", name()))?; // 22
        let can_shadow = kind == Kind::Wolfpack || force.is_cruiser_force(chart);
        self.hold(!force.shadowing || can_shadow, || {
            format!("{} cannot shadow", name())
        })?;
        if let Some(fuel) = force.fuel {
            let fits = match fuel.status {
                Status::Low => matches!(fuel.marker, Some((Marker::Danger, _))),
                Status::Critical => fuel.marker.is_none(),
                Status::Full | Status::Training => fuel.marker.is_some(),
            };
            self.hold(fits, || format!("{} has a wrong Fuel marker", name()))?; // 36
        }
        if let Some(sailing) = force.sailing.as_ref().filter(|sailing| !sailing.scattered) {
            let mut track = sailing.track.clone();
            track.sort_unstable();
            let once = track.windows(2).all(|pair| pair[0] != pair[1]);
            self.hold(once, || format!("{} has been somewhere twice", name()))?; // 10
            self.hold(!sailing.to.is_empty(), || {
                format!("{} sails nowhere", name())
            })?;
        }
        Ok(())
    }

    /// Whoever shadows can; each pack that shadows is with its one target (22).
    pub(super) fn shadowing(&mut self, t: &Tables, p: &Position, side: Side) -> Result<(), Broken> {
        for force in &p.fleet(side).forces {
            for asset in &force.shadows {
                let can = p.can_shadow(t, side.other(), force, *asset);
                self.hold(can, || format!("{asset} cannot shadow {}", force.name))?;
            }
        }
        for pack in p.fleet(side).forces.iter().filter(|force| force.shadowing) {
            let is_it = |asset: &crate::forces::Shadower| asset.block() == Some(pack.block);
            let targets = p.fleet(side.other()).forces.iter();
            let with = targets
                .filter(|force| force.shadows.iter().any(is_it) && force.place == pack.place);
            let count = with.count();
            self.hold(count == 1, || {
                format!("{side} {} shadows {count} forces", pack.block)
            })?;
        }
        Ok(())
    }

    /// Bases hold no more than they can [1.5.1] (6); who shadows is with one force, in range, and no Soviet (22); who is
    /// shot down is nowhere.
    pub(super) fn aircraft(&mut self, t: &Tables, p: &Position, side: Side) -> Result<(), Broken> {
        let mut bases: Vec<(Base, u8)> = Vec::new();
        for unit in p.fleet(side).air.iter().filter(|unit| !unit.is_guest(t)) {
            let steps = unit.cs + unit.damaged;
            match bases.iter_mut().find(|(base, _)| *base == unit.base) {
                Some((_, sum)) => *sum += steps,
                None => bases.push((unit.base, steps)),
            }
        }
        for (base, steps) in bases {
            let fits = steps <= p.base_limit(t, base);
            self.hold(fits, || format!("{side} {base:?} has no room"))?; // 6
        }
        for (id, unit) in p.wing(side) {
            let name = || format!("{side} {}", unit.name);
            let kind = unit.aircraft(t);
            self.hold(unit.cs + unit.damaged <= kind.max_cs, || {
                format!("{} has too many steps", name())
            })?;
            let away = unit.mission != Mission::Base;
            self.hold(unit.cs > 0 || !away, || format!("{} flies no more", name()))?;
            let asset = crate::forces::Shadower::Air(id);
            let targets = p.fleet(side.other()).forces.iter();
            let touch = targets
                .filter(|force| force.shadows.contains(&asset))
                .count();
            let shadows = usize::from(unit.mission == Mission::Shadow);
            self.hold(touch == shadows, || {
                format!("{} shadows {touch} forces", name())
            })?; // 22
            let may = shadows == 0 || (kind.recon && kind.nation != Nation::Soviet);
            self.hold(may, || format!("{} cannot shadow", name()))?;
            if let Mission::Radius(hexes) = &unit.mission {
                let fits = hexes.len() <= usize::from(kind.max_cs) && kind.asw && kind.recon;
                self.hold(fits, || format!("{} covers too much", name()))?; // [5.3.1]
            }
        }
        for strike in &p.secret.strikes {
            let places = strike.line.len();
            let placed = |sortie: &crate::strike::Sortie| {
                let chosen = strike.sorties.iter().filter(|s| !s.elusive); // [13.1]
                let mates = chosen.filter(|s| s.place == sortie.place && s.wave == sortie.wave);
                let on = usize::from(sortie.place) < places || sortie.place == 0;
                on && (sortie.elusive || strike.wave > 0 || mates.count() <= 2 || places == 0)
            };
            let fits = strike.sorties.iter().all(placed);
            self.hold(fits, || "an air attack is out of order".into())?; // [7.2.4]
        }
        Ok(())
    }

    /// Soviet packs stay in their area [5.2.1] (12).
    pub(super) fn deconfliction(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let packs = p.fleet(Side::Allied).forces.iter();
        for pack in packs.filter(|force| nation(t, force) == Some(Nation::Soviet)) {
            let inside = pack
                .hex()
                .is_none_or(|hex| t.sheet.soviet_patrol.contains(hex));
            self.hold(inside, || "a Soviet pack has left its area".into())?;
        }
        Ok(())
    }

    /// No British pack goes where a Convoy or a Soviet pack is, nor does one of these go where it is [5.2.1] (12). A pack
    /// that a scattered or sunk force leaves behind may find itself among friends; it did not go there.
    pub(super) fn british_packs(
        &mut self,
        t: &Tables,
        before: &Position,
        after: &Position,
    ) -> Result<(), Broken> {
        let forces = &after.fleet(Side::Allied).forces;
        let went = |force: &Force| {
            let old = before.fleet(Side::Allied).force(force.block);
            old.is_some_and(|old| old.kind == force.kind && old.hex() != force.hex())
        };
        for pack in forces
            .iter()
            .filter(|force| nation(t, force) == Some(Nation::British))
        {
            let Some(hex) = pack.hex() else { continue };
            for other in forces.iter().filter(|other| other.hex() == Some(hex)) {
                let convoy = other.kind == Kind::Convoy && !other.is_scattered();
                let shy = convoy || nation(t, other) == Some(Nation::Soviet);
                let apart = !shy || !(went(pack) || went(other));
                self.hold(apart, || format!("{} is among friends in {hex}", pack.name))?;
            }
        }
        Ok(())
    }
}

/// Whose submarines a pack holds; nobody's if it is no pack.
pub(super) fn nation(t: &Tables, force: &Force) -> Option<Nation> {
    match force.kind {
        Kind::Wolfpack => force.units.submarine_nation(&t.chart),
        _ => None,
    }
}
