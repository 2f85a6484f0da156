//! What must always hold: section 9 of the specification. Each check names its number there. That nothing hidden shows (20)
//! and that a record replays (39) is for the test kit; that Dummies find nothing (21) and when it ends (40) for tests.

mod steps;

use crate::air::Mission;
use crate::event::Event;
use crate::forces::{CONVOY_ESCORTS, CONVOY_SUBMARINES, Force, Hull, Id, Kind, PACK, Place, Token};
use crate::fuel::{Marker, Status};
use crate::movement::port_limit;
use crate::position::Position;
use crate::sequence::Segment;
use crate::side::{Nation, Side};
use crate::surface::battle::{Battle, Course, Shot};
use crate::surface::{self, Area};
use crate::tables::{Base, CHITS, Tables};
use crate::time::Turn;
use crate::units::{ShipId, ShipType};
use derbyhouse_scene::Broken;

/// Counts what holds, and stops at what does not.
struct Auditor(u32);

impl Auditor {
    fn hold(&mut self, holds: bool, what: impl FnOnce() -> String) -> Result<(), Broken> {
        self.0 += 1;
        if holds { Ok(()) } else { Err(Broken(what())) }
    }
}

/// Checks a position, and the step that led to it.
pub(crate) fn audit(
    t: &Tables,
    before: Option<&Position>,
    events: &[Event],
    after: &Position,
) -> Result<u32, Broken> {
    let mut auditor = Auditor(0);
    auditor.position(t, after)?;
    if let Some(before) = before {
        auditor.step(t, before, after)?;
        auditor.british_packs(t, before, after)?;
        let step = steps::Step {
            before,
            events,
            after,
        };
        auditor.change(t, step)?;
    }
    Ok(auditor.0)
}

/// Checks what a file claims to be a position.
pub(crate) fn validate(t: &Tables, position: &Position) -> Result<(), Broken> {
    let mut auditor = Auditor(0);
    auditor.ids(t, position)?;
    auditor.position(t, position)
}

impl Auditor {
    /// Everything a file names is there.
    fn ids(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        for side in Side::ALL {
            let fleet = p.fleet(side);
            let convoys = fleet.accounts.len();
            let ports = fleet.accounts.iter().map(|account| account.from.index());
            let ports = ports.max().is_none_or(|port| port < t.sheet.ports.len());
            self.hold(ports, || "a Convoy left a port that is not there".into())?;
            let known = |unit: &crate::air::AirUnit| {
                unit.kind.index() < t.chart.aircraft.len()
                    && match unit.base {
                        Base::Carrier(ship) => ship.index() < t.chart.ships.len(),
                        Base::Airbase(base) => base.index() < t.sheet.airbases.len(),
                    }
            };
            let losses = fleet.wing.interceptors.iter();
            let bases = losses.map(|losses| losses.base.index());
            let wing = fleet.air.iter().all(known);
            let bases = bases.max().is_none_or(|base| base < t.sheet.airbases.len());
            self.hold(wing && bases, || "aircraft are where nothing is".into())?;
            let chit = fleet
                .special
                .chit
                .is_none_or(|chit| usize::from(chit) < CHITS);
            self.hold(chit, || "there is no such chit".into())?;
            let bought = fleet
                .bought
                .iter()
                .all(|(force, _)| usize::from(*force) < t.ahistorical.len());
            self.hold(bought, || "there is no such ahistorical force".into())?;
            self.reserve(t, p, side)?;
            let moored = fleet.moored.iter().all(|moored| {
                let mut pools = moored.units.pools.iter();
                let merchants = pools.all(|pool| {
                    let class = t.chart.classes.get(pool.class.index());
                    class.is_some_and(|class| class.kind.is_merchant())
                });
                moored.port.index() < t.sheet.ports.len()
                    && moored.units.ships.is_empty()
                    && merchants
            });
            self.hold(moored, || "what lies in port is no merchant ship".into())?;
            for force in &fleet.forces {
                let ships = force.units.ships.iter().all(|state| {
                    let ship = t.chart.ships.get(state.ship.index());
                    ship.is_some_and(|ship| usize::from(state.step) < ship.steps.len())
                });
                let pools = force
                    .units
                    .pools
                    .iter()
                    .all(|pool| pool.class.index() < t.chart.classes.len());
                self.hold(ships && pools, || {
                    format!("{} holds what does not exist", force.name)
                })?;
                let port = match force.place {
                    Place::Port(port) => port.index() < t.sheet.ports.len(),
                    Place::Box(off) => off.index() < t.sheet.boxes.len(),
                    Place::Sea(_) => true,
                };
                let to = force.sailing.as_ref().is_none_or(|sailing| {
                    let known = |port: &crate::units::PortId| port.index() < t.sheet.ports.len();
                    usize::from(sailing.plan) < convoys && sailing.to.iter().all(known)
                });
                self.hold(port && to, || format!("{} is where nothing is", force.name))?;
            }
        }
        Ok(())
    }

    /// What a Campaign file names is there; its Fortnight too.
    fn reserve(&mut self, t: &Tables, p: &Position, side: Side) -> Result<(), Broken> {
        let season = p.season
            == p.setup.season(t).map(|season| crate::season::Season {
                fortnight: p.season.map_or(0, |own| own.fortnight),
                ..season
            });
        let within = p
            .season
            .is_none_or(|season| season.fortnight <= season.last);
        self.hold(season && within, || {
            "the Campaign is not that of the set-up".into()
        })?;
        let reserve = &p.fleet(side).reserve;
        let ship = |ship: &ShipId| ship.index() < t.chart.ships.len();
        let class = |class: &crate::units::ClassId| class.index() < t.chart.classes.len();
        let units = |units: &crate::forces::Units| {
            let ships = units.ships.iter().all(|state| {
                let known = t.chart.ships.get(state.ship.index());
                known.is_some_and(|ship| usize::from(state.step) < ship.steps.len())
            });
            ships && units.pools.iter().all(|pool| class(&pool.class))
        };
        let hull = |hull: &Hull| match hull {
            Hull::Ship(own) => ship(own),
            Hull::Class(own) => class(own),
        };
        let boxes = reserve
            .boxes
            .iter()
            .all(|own| units(&own.unloading) && units(&own.face_down) && units(&own.face_up));
        let known = units(&reserve.stock)
            && boxes
            && reserve.gone.iter().all(|gone| hull(&gone.hull))
            && reserve.lost_ships.iter().all(hull)
            && p.fleet(side).inop.iter().all(|(_, own)| hull(own))
            && reserve.due.iter().all(|due| units(&due.units))
            && reserve.lost_subs.iter().all(class)
            && reserve
                .announced
                .iter()
                .chain(&reserve.on_call)
                .all(|(own, _)| class(own))
            && reserve.early_classes.iter().all(|(own, _)| class(own))
            && reserve.green.iter().all(|green| hull(&green.hull))
            && reserve.green_sailed.iter().all(class)
            && reserve.sunk.iter().all(ship)
            && reserve.stand_ins.iter().all(|(a, b)| ship(a) && ship(b))
            && reserve.raiders.iter().all(|state| ship(&state.ship))
            && reserve
                .wings
                .iter()
                .all(|wing| wing.kind.index() < t.chart.aircraft.len());
        self.hold(known, || {
            format!("the {side} reserve holds what does not exist")
        })
    }

    fn position(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        self.hold(p.turn <= Turn::LAST.later(1), || {
            format!("there is no turn {}", p.turn)
        })?; // 38
        let mut ships: Vec<ShipId> = Vec::new();
        for side in Side::ALL {
            let fleet = p.fleet(side);
            let sound = fleet.cards.is_sound();
            self.hold(sound, || format!("the {side} deck has not its forty cards"))?;
            let watched = fleet.watched.iter().all(|seen| {
                let twice = fleet.watched.iter().filter(|one| one.token == seen.token);
                (1..=seen.most).contains(&seen.hexes) && twice.count() == 1
            });
            self.hold(watched, || {
                format!("{side} has seen a block go farther than it ever went")
            })?;
            for force in &fleet.forces {
                ships.extend(force.units.ships.iter().map(|state| state.ship));
                self.force(t, side, force)?;
                let hex = force.hex();
                let off = hex.is_some_and(|hex| p.is_enemy_anchorage(t, side, hex));
                self.hold(!off, || format!("{} is off an enemy port", force.name))?; // 11
            }
            self.blocks(t, p, side)?;
            self.shadowing(t, p, side)?;
            self.paid(t, p, side)?;
            self.aircraft(t, p, side)?;
            self.stragglers(p, side)?;
            for (track, points) in crate::tables::Track::ALL.into_iter().zip(&fleet.points) {
                let within = points.spent() <= points.available;
                self.hold(within, || format!("{track} has spent more than it has"))?; // 17
            }
        }
        ships.sort_unstable();
        let once = ships.windows(2).all(|pair| pair[0] != pair[1]);
        self.hold(once, || "a ship is in two places".into())?; // 1
        let limit = port_limit(t, p.date(t));
        let entered = p.secret.flags.entered;
        self.hold(limit.is_none_or(|limit| entered.is_within(limit)), || {
            "too many foreign warships are in Soviet ports".into()
        })?; // 14
        if let Some(battle) = p.battle() {
            self.battle(p, battle)?;
        }
        self.kara_sea(t, p)?;
        self.deconfliction(t, p)
    }

    /// Germans are in the Kara Sea only for WUNDERLAND; what is left of a force there may bring a Dummy [5.7.2], [12.12].
    fn kara_sea(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let forces = p.fleet(Side::Axis).forces.iter();
        let there = forces.filter(|force| p.is_in_kara(t, force));
        let kinds: Vec<Kind> = there.map(|force| force.kind).collect();
        let sent = &p.fleet(Side::Axis).special.in_kara;
        let known = |kind: &Kind| *kind == Kind::Dummy || sent.contains(kind);
        self.hold(kinds.iter().all(known), || {
            "Germans are in the Kara Sea without orders".into()
        })
    }

    /// A battle lasts ten Rounds at most, its units are afloat, nobody closes too early, and all that can be fired at are
    /// targets before any is one twice (29, 30).
    fn battle(&mut self, p: &Position, battle: &Battle) -> Result<(), Broken> {
        self.hold((1..=surface::ROUNDS).contains(&battle.round), || {
            format!("there is no Round {}", battle.round)
        })?;
        for side in Side::ALL {
            for unit in &battle.units[side] {
                for part in &unit.parts {
                    let force = p.fleet(side).force(part.block);
                    let afloat = force.map_or(0, |force| match part.hull {
                        Hull::Ship(id) => u8::from(force.units.ship(id).is_some()),
                        Hull::Class(id) => {
                            force.units.pool(id).map_or(0, |pool| pool.of(part.hurt))
                        }
                    });
                    let holds = battle.holds(side, part.block) && part.lots <= afloat;
                    self.hold(holds && part.lots > 0, || {
                        format!("{side} {} fights without ships", unit.id)
                    })?;
                }
                let early = unit.area == Area::TorpedoAttack && unit.joined == battle.round;
                let surprising = battle.surprise && battle.round == 1 && side == battle.attacker;
                let rounds = battle.course == Course::Rounds;
                self.hold(!(early && rounds && !surprising), || {
                    format!("{side} {} has closed too early", unit.id)
                })?;
            }
            for shots in [&battle.guns[side], &battle.torpedoes[side]] {
                self.coverage(battle, side, shots)?;
            }
        }
        Ok(())
    }

    /// No target of two units while another that one of those could fire at is free [7.5.2iii] (29).
    fn coverage(&mut self, battle: &Battle, side: Side, shots: &[Shot]) -> Result<(), Broken> {
        let by = |at| {
            let mut by: Vec<_> = shots.iter().filter(|s| s.at == at).map(|s| s.by).collect();
            by.sort_unstable();
            by.dedup();
            by.len()
        };
        let twice = shots.iter().any(|shot| by(shot.at) > 1);
        let enemies = &battle.units[side.other()];
        let free = enemies
            .iter()
            .filter(|enemy| by(enemy.id) == 0)
            .any(|enemy| {
                let mut firing = shots.iter().filter_map(|shot| battle.unit(side, shot.by));
                firing.any(|unit| battle.may_target(side, unit, enemy))
            });
        self.hold(!(twice && free), || {
            "a unit is a target twice while another is none".into()
        })
    }

    /// Dispersed ships are where their Convoy is (7).
    fn stragglers(&mut self, p: &Position, side: Side) -> Result<(), Broken> {
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
    fn blocks(&mut self, t: &Tables, p: &Position, side: Side) -> Result<(), Broken> {
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

    fn force(&mut self, t: &Tables, side: Side, force: &Force) -> Result<(), Broken> {
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

    /// Heavy Ships at sea were paid for (17).
    fn paid(&mut self, t: &Tables, p: &Position, side: Side) -> Result<(), Broken> {
        let fleet = p.fleet(side);
        let at_sea = fleet.forces.iter().filter(|force| force.hex().is_some());
        for state in at_sea.flat_map(|force| &force.units.ships) {
            let ship = t.chart.ship(state.ship);
            let paid = !ship.kind.is_heavy() || fleet.paid.contains(&state.ship);
            self.hold(paid, || format!("{} sailed for nothing", ship.name))?;
        }
        Ok(())
    }

    /// Whoever shadows can; each pack that shadows is with its one target (22).
    fn shadowing(&mut self, t: &Tables, p: &Position, side: Side) -> Result<(), Broken> {
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
    fn aircraft(&mut self, t: &Tables, p: &Position, side: Side) -> Result<(), Broken> {
        for (id, unit) in p.wing(side) {
            let name = || format!("{side} {}", unit.name);
            let kind = unit.aircraft(t);
            self.hold(unit.cs + unit.damaged <= kind.max_cs, || {
                format!("{} has too many steps", name())
            })?;
            let air = &p.fleet(side).air;
            let mates = air
                .iter()
                .filter(|other| other.base == unit.base && !other.is_guest(t));
            let steps: u8 = mates.map(|other| other.cs + other.damaged).sum();
            let fits = steps <= p.base_limit(t, unit.base);
            self.hold(fits, || format!("{} has no room", name()))?; // 6
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
                let mates = strike.sorties.iter();
                let mates = mates.filter(|s| s.place == sortie.place && s.wave == sortie.wave);
                let on = usize::from(sortie.place) < places || sortie.place == 0;
                on && (sortie.elusive || strike.wave > 0 || mates.count() <= 2 || places == 0)
            };
            let fits = strike.sorties.iter().all(placed);
            self.hold(fits, || "an air attack is out of order".into())?; // [7.2.4]
        }
        Ok(())
    }

    /// Soviet packs stay in their area [5.2.1] (12).
    fn deconfliction(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
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
    fn british_packs(
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

    /// Time never runs back, the ledger is only added to, and strength never rises (32, 38, 39).
    fn step(&mut self, t: &Tables, before: &Position, after: &Position) -> Result<(), Broken> {
        let fortnight = |p: &Position| p.season.map(|season| season.fortnight);
        let later = fortnight(before) < fortnight(after);
        self.hold(later || before.turn <= after.turn, || {
            "time runs back".into()
        })?;
        let (old, new) = (&before.secret.ledger, &after.secret.ledger);
        self.hold(new.starts_with(old), || "the ledger was changed".into())?;
        self.after_combining(t, before, after)?;
        for side in Side::ALL {
            let escorts = |p: &Position| -> u32 {
                let forces = p.fleet(side).forces.iter();
                forces
                    .map(|f| u32::from(f.units.cs(&t.chart, |kind| kind == ShipType::Es)))
                    .sum()
            };
            let fighting = before.battle().is_some() && after.battle().is_some();
            self.hold(!fighting || escorts(before) == escorts(after), || {
                format!("{side} Escorts are lost in battle")
            })?; // 31
            let cs = |p: &Position| -> u32 {
                let pools = p
                    .fleet(side)
                    .forces
                    .iter()
                    .flat_map(|force| &force.units.pools);
                pools.map(|pool| u32::from(pool.hulls())).sum()
            };
            let air = |p: &Position| -> u32 {
                let air = p.fleet(side).air.iter();
                let steady = air.filter(|unit| !unit.is_guest(t)); // [12.4], [12.7]
                steady.map(|unit| u32::from(unit.cs)).sum()
            };
            let reinforced = after.fleet(side).groups > before.fleet(side).groups
                || before.segment == Segment::Preparation
                || after.segment == Segment::Preparation
                || (before.season.is_some() && before.segment == Segment::Administration)
                || after.fleet(side).reserve.early_classes
                    != before.fleet(side).reserve.early_classes;
            let grown = (cs(after) > cs(before) || air(after) > air(before)) && !reinforced;
            self.hold(!grown, || format!("{side} strength has grown"))?;
        }
        Ok(())
    }
}

impl Auditor {
    /// No ship is adrift at sea after her owner's Combine Forces Segment (33).
    fn after_combining(
        &mut self,
        t: &Tables,
        before: &Position,
        after: &Position,
    ) -> Result<(), Broken> {
        let over = |side: Side| {
            before.segment == Segment::CombineForces
                && before.active == Some(side)
                && (after.segment, after.active) == (Segment::RandomEvent, Some(side.other()))
        };
        for side in Side::ALL.into_iter().filter(|side| over(*side)) {
            let at_sea = after.fleet(side).forces.iter();
            let mut at_sea = at_sea.filter(|force| force.hex().is_some());
            let adrift = at_sea.find(|force| force.adrift(&t.chart).is_some());
            self.hold(adrift.is_none(), || format!("{side} ships are adrift"))?;
        }
        Ok(())
    }
}

/// Whose submarines a pack holds; nobody's if it is no pack.
fn nation(t: &Tables, force: &Force) -> Option<Nation> {
    match force.kind {
        Kind::Wolfpack => force.units.submarine_nation(&t.chart),
        _ => None,
    }
}
