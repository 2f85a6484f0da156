//! Task Forces and Dummies: who covers, who hunts, and when they go home.

use super::Advice;
use super::helm::Errand;
use super::staff::Staff;
use crate::choice::Choice;
use crate::command::halves_for;
use crate::forces::{BlockId, Force, Kind};
use crate::helm::is_soviet_water;
use crate::hex::Hex;
use crate::side::Side;
use crate::tables::{Radius, Track};
use crate::units::{PortId, ShipId, ShipType};

/// Where German Heavy Ships come from.
const ALTAFJORD: Hex = Hex::new(8, 15);
/// Beyond this column the Home Fleet does not go without need.
const EAST: u8 = 15;
/// Turns of fuel below which escorts are relieved.
const RELAY: i32 = 6;
/// The knee of the track of Command Points, in halves, with one to spare for what is rounded up.
const KNEE: u8 = 10;

impl<'a> Staff<'a> {
    pub fn fleet_errand(&self, force: &Force) -> Errand {
        let sent = self.mission_errand(force);
        if let Some(errand) = sent.or_else(|| self.kara_errand(force)) {
            return errand;
        }
        let errand = match self.side {
            Side::Allied => self.cover(force),
            Side::Axis => self.sortie(force),
        };
        match (errand, force.hex()) {
            (Errand::Into(_), _) => errand,
            (errand, Some(here)) => self.home_in_time(force, here).unwrap_or(errand),
            (errand, None) => errand,
        }
    }

    /// Into the nearest port, if it is at sea.
    pub fn homeward(&self, force: &Force) -> Errand {
        let home = force.hex().and_then(|here| self.home(force, here));
        home.map_or(Errand::Stay, |(port, _)| Errand::Into(port))
    }

    fn home(&self, force: &Force, here: Hex) -> Option<(PortId, f32)> {
        self.nearest_port(here, |id| {
            let port = self.t.sheet.port(id);
            let usual = matches!(port.only, crate::tables::PortUse::Anyone);
            port.refuels && usual && self.view.is_within_limit(id, &force.units)
        })
    }

    /// Home, if fuel would run low on the way.
    fn home_in_time(&self, force: &Force, here: Hex) -> Option<Errand> {
        let left = self.fuel_left(force)?;
        let (port, far) = self.home(force, here)?;
        let low = left <= (far / 2.0).ceil() as i32 + 2;
        low.then_some(Errand::Into(port))
    }

    pub fn is_patrol_white(&self, force: &Force) -> bool {
        let white = &self.view.scenario().patrol_white;
        let mut ships = force.units.ships.iter();
        ships.any(|state| white.contains(&state.ship))
    }

    pub fn has_kind(&self, force: &Force, so: fn(ShipType) -> bool) -> bool {
        force.units.has(&self.t.chart, so)
    }

    /// The loaded Convoy that is to be covered, or the other when that has arrived.
    fn charge(&self) -> Option<&'a Force> {
        let at_sea = self
            .convoys()
            .into_iter()
            .filter(|convoy| convoy.hex().is_some());
        at_sea.min_by_key(|convoy| !convoy.sailing.as_ref().is_some_and(|s| s.loaded))
    }

    /// Allied covering forces: cruisers beside the Convoy towards Altafjord, the Home Fleet behind it.
    fn cover(&self, force: &Force) -> Errand {
        if self.is_patrol_white(force) {
            return Errand::Stay;
        }
        let Some(convoy) = self.charge() else {
            return self.homeward(force);
        };
        let Some(at) = convoy.hex() else {
            return self.homeward(force);
        };
        if force.units.has_soviet_command(&self.t.chart) {
            return self.soviet_cover(force, at);
        }
        let Some(goal) = self.covering_station(force, at) else {
            return self.homeward(force);
        };
        // Twelve turns of fuel are for the worst of the way: do not sail too soon.
        if let Some(port) = force.place.in_port() {
            let way = self.way_to(self.t.sheet.port(port).hex)[goal.grid()];
            let soon = at.col() + 2 >= 10 && way <= 18.0;
            if !soon {
                return Errand::Stay;
            }
        }
        let late = force.hex().is_some_and(|here| here.distance(goal) > 6);
        let fuel = self.fuel_left(force).unwrap_or(0);
        match late && fuel >= 10 {
            true => Errand::Hurry(goal),
            false => Errand::Go(goal),
        }
    }

    /// Where a force covers a Convoy in a hex, if it is needed and may be spent.
    pub fn covering_station(&self, force: &Force, at: Hex) -> Option<Hex> {
        let capital = self.has_kind(force, ShipType::is_capital);
        let cruisers = self.has_kind(force, ShipType::is_cruiser);
        let needed = match (capital, cruisers) {
            (true, _) => self.listed(Side::Axis, ShipType::is_capital),
            (false, true) => self.listed(Side::Axis, ShipType::is_heavy),
            (false, false) => true,
        };
        if self.is_patrol_white(force)
            || !needed
            || (force.hex().is_none() && !self.is_affordable(force))
        {
            return None;
        }
        Some(match (capital, cruisers) {
            (true, _) if self.is_threatened(at) => at,
            (true, _) => self.behind(at),
            (false, true) => self.beside(at),
            (false, false) => at,
        })
    }

    /// Within the knee of the track; more if a German Capital Ship is at sea.
    fn is_affordable(&self, force: &Force) -> bool {
        let ships = force.units.ships.iter();
        let halves: u8 = ships
            .map(|state| halves_for(self.t.chart.ship(state.ship).kind))
            .sum();
        let points = self.view.points();
        let track = points.iter().find(|(track, ..)| *track == Track::HomeFleet);
        let (spent, available) = track.map_or((0, 0), |(_, spent, available)| (*spent, *available));
        let out = self.contacts().iter().any(|contact| {
            self.beliefs
                .trace(contact.token)
                .is_some_and(|trace| trace.heavy.is_some_and(|heavy| heavy > 0))
        });
        let most = if out { KNEE + 4 } else { KNEE };
        2 * spent + halves <= most.min(2 * available)
    }

    /// German ships within three turns of a Convoy.
    fn is_threatened(&self, at: Hex) -> bool {
        self.contacts().into_iter().any(|contact| {
            self.beliefs.weights(contact.token).warships() > 0.4 && contact.hex.distance(at) <= 6
        })
    }

    /// One hex from the Convoy on the side of Altafjord; with it when Germans are near.
    fn beside(&self, at: Hex) -> Hex {
        if self.is_threatened(at) {
            return at;
        }
        let around = self.t.sheet.ways.around(at);
        let side = around.min_by_key(|hex| {
            (
                hex.distance(ALTAFJORD),
                self.t.sheet.radius(Radius::German).contains(*hex),
            )
        });
        side.unwrap_or(at)
    }

    /// Two or three hexes behind, out of German Air Radii and not too far to the east.
    fn behind(&self, at: Hex) -> Hex {
        let fits = |hex: &Hex| {
            let far = hex.distance(at);
            (2..=3).contains(&far)
                && hex.col() <= EAST
                && !self.t.sheet.radius(Radius::German).contains(*hex)
                && super::routes::ice_risk(self.view, Side::Allied, *hex) < 0.5
        };
        let waters = self.t.sheet.waters().filter(fits);
        waters
            .min_by_key(|hex| hex.distance(ALTAFJORD))
            .unwrap_or(at)
    }

    /// Soviet destroyers meet a loaded Convoy that Germans come near to, if it is close to their coast.
    fn soviet_cover(&self, force: &Force, at: Hex) -> Errand {
        let threatened = self.contacts().into_iter().any(|contact| {
            let warships = self.beliefs.weights(contact.token).warships();
            contact.hex.distance(at) <= 3 && warships > 0.5
        });
        let close = self.t.sheet.radius(Radius::Soviet).contains(at);
        match close && threatened {
            true => Errand::Go(at),
            false => self.homeward(force),
        }
    }

    /// A Dummy does as what it pretends to be: one in three a Convoy, the others a Task Force.
    pub fn dummy_errand(&self, dummy: &Force) -> Errand {
        let slow = dummy.block.0.is_multiple_of(3);
        if slow && dummy.motion.hexes >= 1 || dummy.motion.hexes >= 2 {
            return Errand::Stay;
        }
        match self.side {
            Side::Allied => {
                let Some(at) = self.charge().and_then(Force::hex) else {
                    return Errand::Stay;
                };
                let east = Hex::new(at.row() + 1, (at.col() + 2).min(18));
                let goal = if slow { east } else { self.beside(at) };
                match dummy.hex() {
                    Some(here) if here.distance(at) <= 1 => Errand::Stay,
                    _ => Errand::Go(goal),
                }
            }
            Side::Axis => {
                let prey = self.prey();
                let berth = dummy
                    .place
                    .in_port()
                    .map(|port| self.t.sheet.port(port).hex);
                let here = dummy.hex().or(berth);
                let near = prey
                    .iter()
                    .find(|prey| here.is_some_and(|here| here.distance(prey.hex) <= 7));
                match near {
                    Some(prey) => Errand::Go(prey.course.first().copied().unwrap_or(prey.hex)),
                    None => Errand::Stay,
                }
            }
        }
    }

    /// A force in port with Capital Ships and two cruisers or more sends the cruisers by themselves.
    pub fn wanted_split(&self) -> Option<BlockId> {
        let sent = self.mission_split().or_else(|| self.kara_split());
        if let Some(block) = sent.or_else(|| self.soviets_to_leave()) {
            return Some(block);
        }
        if self.side == Side::Axis {
            return self.group_to_part();
        }
        if !self.listed(Side::Axis, ShipType::is_heavy) {
            return None;
        }
        let mut forces = self.choices.iter().filter_map(|choice| match choice {
            Choice::Split(block) => self.force(*block),
            _ => None,
        });
        forces
            .find(|force| {
                let count = |so: fn(ShipType) -> bool| force.units.counters(&self.t.chart, so);
                force.kind == Kind::TaskForce
                    && force.hex().is_none()
                    && !self.is_patrol_white(force)
                    && count(ShipType::is_capital) > 0
                    && count(ShipType::is_cruiser) >= 2
                    && force.units.cs(&self.t.chart, ShipType::is_flotilla) >= 4
            })
            .map(|force| force.block)
    }

    /// A Convoy that leaves Soviet water leaves the escorts of Severny Flot behind: each hex would cost a point [4.3.2].
    fn soviets_to_leave(&self) -> Option<BlockId> {
        let mut forces = self.choices.iter().filter_map(|choice| match choice {
            Choice::Split(block) => self.force(*block),
            _ => None,
        });
        let leaves = |force: &&Force| {
            let (Some(here), Some(sailing)) = (force.hex(), &force.sailing) else {
                return false;
            };
            let ways = self.t.sheet.ways.around(here);
            let next = ways.min_by(|a, b| {
                let far = |hex| self.routes.by(hex, &sailing.to);
                far(*a).total_cmp(&far(*b))
            });
            force.units.has_soviet_command(&self.t.chart)
                && next.is_some_and(|hex| !is_soviet_water(self.t, hex))
        };
        forces.find(leaves).map(|force| force.block)
    }

    /// The escorts of Severny Flot, one CS after the other.
    fn soviet_part(&self, from: BlockId) -> Option<Choice> {
        self.force(from)
            .filter(|force| force.kind == Kind::Convoy)?;
        let soviet = self.choices.iter().copied().find(|choice| match choice {
            Choice::TakeClass(class) | Choice::TakeHurt(_, class) => {
                let class = self.t.chart.class(*class);
                class.nation.is_soviet_command() && !class.kind.is_submarine()
            }
            _ => false,
        });
        soviet.or_else(|| self.has(Choice::Done).then_some(Choice::Done))
    }

    /// Up to three cruisers, and three destroyers with them.
    pub fn split(&mut self, from: BlockId, into: Option<BlockId>) -> Advice {
        if let Some(choice) = self.mission_part(from, into) {
            return Advice::new(choice, "They sail as it was planned.");
        }
        if let Some(choice) = self.kara_part(from, into) {
            return Advice::new(choice, "She goes alone.");
        }
        if let Some(choice) = self.soviet_part(from) {
            return Advice::new(choice, "They go no farther than Soviet water.");
        }
        if self.side == Side::Axis {
            return self.part_of_group(from, into);
        }
        let new = into.and_then(|block| self.force(block));
        let count =
            |so: fn(ShipType) -> bool| new.map_or(0, |new| new.units.counters(&self.t.chart, so));
        let destroyers = new.map_or(0, |new| new.units.cs(&self.t.chart, ShipType::is_flotilla));
        let is_cruiser = |ship: &ShipId| self.t.chart.ship(*ship).kind.is_cruiser();
        let cruiser = self.choices.iter().find(|choice| match choice {
            Choice::TakeShip(ship) => is_cruiser(ship),
            _ => false,
        });
        let destroyer = self.choices.iter().find(|choice| match choice {
            Choice::TakeClass(class) => self.t.chart.class(*class).kind.is_flotilla(),
            _ => false,
        });
        match (cruiser, destroyer) {
            (Some(choice), _) if count(ShipType::is_cruiser) < 3 => {
                Advice::new(*choice, "Cruisers for the close cover.")
            }
            (_, Some(choice)) if destroyers < 3 => {
                Advice::new(*choice, "Destroyers to screen them.")
            }
            _ => Advice::new(Choice::Done, "That is enough."),
        }
    }

    /// Whether a fresh force should change places with the escorts of a Convoy whose oil runs low [11.1.1].
    fn relieves(&self, convoy: &Force, fresh: &Force) -> bool {
        let (Some(left), Some(more)) = (self.fuel_left(convoy), self.fuel_left(fresh)) else {
            return false;
        };
        left <= RELAY && more >= left + RELAY
    }

    /// A Convoy whose escorts can be relieved, with who relieves them.
    fn relay(&self) -> Option<Choice> {
        self.choices.iter().copied().find(|choice| {
            let Choice::Swap(a, b) = choice else {
                return false;
            };
            let (Some(a), Some(b)) = (self.force(*a), self.force(*b)) else {
                return false;
            };
            let light = |force: &Force| {
                force.kind == Kind::TaskForce && !self.has_kind(force, ShipType::is_heavy)
            };
            match (a.kind, b.kind) {
                (Kind::Convoy, Kind::TaskForce) => light(b) && self.relieves(a, b),
                (Kind::TaskForce, Kind::Convoy) => light(a) && self.relieves(b, a),
                _ => false,
            }
        })
    }

    /// Escorts join their Convoy; small packs become one that can stand its hunters.
    pub fn combine(&mut self) -> Advice {
        if let Some(swap) = self.relay() {
            return Advice::new(swap, "The ocean escort takes over.");
        }
        let wanted = self.choices.iter().find(|choice| {
            let Choice::Combine(a, b) = choice else {
                return false;
            };
            let (Some(a), Some(b)) = (self.force(*a), self.force(*b)) else {
                return false;
            };
            let light =
                !self.has_kind(b, ShipType::is_heavy) && !b.units.has_soviet_command(&self.t.chart);
            match (a.kind, b.kind) {
                (Kind::Convoy, Kind::TaskForce) => {
                    // Nobody joins whose oil is shorter than the Convoy's.
                    let lasts = match (self.fuel_left(a), self.fuel_left(b)) {
                        (Some(convoy), Some(more)) => more >= convoy,
                        _ => true,
                    };
                    light && a.hex().is_some() && lasts && self.mission_errand(b).is_none()
                }
                (Kind::Wolfpack, Kind::Wolfpack) => {
                    let subs = |force: &Force| super::packs::ready(force);
                    self.side == Side::Axis
                        && a.hex().is_some()
                        && subs(a) + subs(b) <= 3
                        && subs(a).min(subs(b)) > 0
                }
                _ => false,
            }
        });
        match wanted {
            Some(choice) => Advice::new(*choice, "Together they are worth more."),
            None => Advice::new(Choice::Done, "They stay apart."),
        }
    }
}
