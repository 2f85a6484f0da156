//! Special Conditions that ships must sail for: mines [12.8], the raid of ARCHERY [12.14.1], GEARBOX [12.10].

use super::Advice;
use super::helm::Errand;
use super::staff::Staff;
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Kind};
use crate::hex::Hex;
use crate::position::Mission;
use crate::service::Service;
use crate::side::Side;
use crate::tables::{Condition, Radius};
use crate::time::Turn;
use crate::units::{ClassId, ShipId, ShipType};

/// Turns in hand for weather and detours.
const SPARE: u16 = 2;
/// Farther than that it is not worth the ships.
const FAR: f32 = 14.0;
/// Mines bring no more than two cruisers and a destroyer lay [12.8].
const LAYERS: usize = 2;
/// Destroyers that ARCHERY needs [12.14.1].
const RAIDERS: u8 = 4;

impl<'a> Staff<'a> {
    pub fn service(&mut self, service: &Service) -> Advice {
        let first = |so: fn(&Choice) -> bool| self.choices.iter().copied().find(&so);
        if service.target.is_none() {
            let port = first(|choice| matches!(choice, Choice::In(_)));
            let place = port.or_else(|| self.objective(service.condition).map(Choice::At));
            return match place {
                Some(place) => Advice::new(place, "Where it costs least."),
                None => Advice::new(Choice::Pass, "It is not worth the ships."),
            };
        }
        if let Some(turn) = first(|choice| matches!(choice, Choice::On(_))) {
            let hour = service.target.and_then(|place| place.at_sea());
            let hour = hour.and_then(|target| self.hour(service.condition, target));
            let hour = hour.map(Choice::On).filter(|hour| self.has(*hour));
            return Advice::new(hour.unwrap_or(turn), "As soon as they can be there.");
        }
        match self.told_off(service) {
            Some(choice) => Advice::new(choice, "They are wanted."),
            None => Advice::new(Choice::Done, "That is enough."),
        }
    }

    /// Where ships of a Special Condition start from.
    fn start_of(&self, condition: Condition, target: Hex) -> Option<(Hex, f32)> {
        let port = match condition {
            Condition::Minelaying => self.minelayers(target)?.place.in_port()?,
            _ => self.t.sheet.find_port("scapa_flow")?,
        };
        let hex = self.t.sheet.port(port).hex;
        let far = self.way_to(target)[hex.grid()];
        (far <= FAR).then_some((hex, far))
    }

    /// The hex that is nearest, and least watched by German aircraft.
    fn objective(&self, condition: Condition) -> Option<Hex> {
        let hexes = self.choices.iter().filter_map(|choice| match choice {
            Choice::At(hex) => Some(*hex),
            _ => None,
        });
        let cost = |hex: Hex| {
            let (_, far) = self.start_of(condition, hex)?;
            let watched =
                self.side == Side::Allied && self.t.sheet.radius(Radius::German).contains(hex);
            Some(far + if watched { 2.0 } else { 0.0 })
        };
        let costs = hexes.filter_map(|hex| Some((cost(hex)?, hex)));
        costs.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, hex)| hex)
    }

    /// The first turn in which they can surely be there.
    fn hour(&self, condition: Condition, target: Hex) -> Option<Turn> {
        let (_, far) = self.start_of(condition, target)?;
        let speed = if condition == Condition::Minelaying {
            2.0
        } else {
            1.0
        };
        let travel = (far / speed).ceil() as u16 + 1 + SPARE;
        Some(self.view.start().later(travel))
    }

    /// The Task Force in port that has most cruisers to lay mines, and destroyers, nearest to the objective.
    fn minelayers(&self, target: Hex) -> Option<&'a Force> {
        let way = self.way_to(target);
        let forces = self.view.own().filter_map(|force| {
            let port = force.place.in_port()?;
            let cruisers = self.cruisers(force).count().min(LAYERS);
            let destroyers = force.units.cs(&self.t.chart, |kind| kind == ShipType::Dd);
            let far = way[self.t.sheet.port(port).hex.grid()];
            let fits = force.kind == Kind::TaskForce && cruisers > 0 && far <= FAR;
            fits.then_some((force, (cruisers, destroyers.min(1)), far))
        });
        let best = forces.max_by(|a, b| a.1.cmp(&b.1).then(b.2.total_cmp(&a.2)));
        best.map(|(force, ..)| force)
    }

    fn cruisers(&self, force: &'a Force) -> impl Iterator<Item = ShipId> {
        let ships = force.units.ships.iter().filter(|state| !state.is_hit());
        let ids = ships.map(|state| state.ship);
        ids.filter(|ship| self.t.chart.ship(*ship).kind.is_cruiser())
    }

    /// The next ship that is told off, if more are wanted.
    fn told_off(&self, service: &Service) -> Option<Choice> {
        let destroyers: u8 = service.classes.iter().map(|(_, cs)| *cs).sum();
        let is_flotilla = |class: &ClassId| self.t.chart.class(*class).kind.is_flotilla();
        let ship = |fits: &dyn Fn(&ShipId) -> bool| {
            let ships = self.choices.iter().filter_map(|choice| match choice {
                Choice::TakeShip(ship) => Some(*ship),
                _ => None,
            });
            let weakest = ships.filter(fits).min_by_key(|ship| {
                let ship = self.t.chart.ship(*ship);
                (ship.kind != ShipType::Cl, ship.cs())
            });
            weakest.map(Choice::TakeShip)
        };
        let class = |fits: &dyn Fn(&ClassId) -> bool| {
            self.choices.iter().copied().find(|choice| match choice {
                Choice::TakeClass(class) => is_flotilla(class) && fits(class),
                _ => false,
            })
        };
        match service.condition {
            Condition::Gearbox => ship(&|_| true).or_else(|| class(&|_| true)),
            Condition::Minelaying => {
                let layers = self.minelayers(service.target?.at_sea()?)?;
                let own = |ship: &ShipId| self.cruisers(layers).any(|other| other == *ship);
                let of = |class: &ClassId| layers.units.pools.iter().any(|p| p.class == *class);
                let cruiser = (service.ships.len() < LAYERS).then(|| ship(&own)).flatten();
                cruiser.or_else(|| (destroyers == 0).then(|| class(&of)).flatten())
            }
            _ if service.ships.is_empty() => ship(&|_| true),
            _ => (destroyers < RAIDERS).then(|| class(&|_| true)).flatten(),
        }
    }

    /// The Fortnight of a Campaign.
    pub fn fortnight(&self) -> Option<u8> {
        self.view.season().map(|season| season.fortnight)
    }

    /// Whether a mission is worth planning: something can be reached.
    pub fn is_new_mission(&self) -> bool {
        if self.view.mission().is_some() || self.memory.mission == Some(self.fortnight()) {
            return false;
        }
        match self.view.condition(self.side) {
            Some(Condition::Minelaying) => {
                let hexes = self.t.sheet.waters();
                let mut hexes = hexes.filter(|hex| self.t.sheet.minelaying.contains(*hex));
                hexes.any(|hex| self.start_of(Condition::Minelaying, hex).is_some())
            }
            Some(Condition::SpecialAttack) => true,
            _ => false,
        }
    }

    /// What was planned and is still to be done.
    fn planned_mission(&self) -> Option<&'a Mission> {
        let mission = self.view.mission()?;
        (mission.turn >= self.view.turn() && mission.target.at_sea().is_some()).then_some(mission)
    }

    fn is_planned(&self, mission: &Mission, force: &Force) -> bool {
        match self.side {
            Side::Allied => force.units.has(&self.t.chart, |kind| kind == ShipType::Al),
            Side::Axis => {
                let mut ships = force.units.ships.iter();
                ships.any(|state| mission.ships.contains(&state.ship))
            }
        }
    }

    /// Ships of a mission sail so that they lie off their objective when its turn comes, and stay until it is over.
    pub fn mission_errand(&self, force: &Force) -> Option<Errand> {
        let mission = self.planned_mission()?;
        if !self.is_planned(mission, force) {
            return None;
        }
        let target = mission.target.at_sea()?;
        if force.hex() == Some(target) {
            return Some(Errand::Stay);
        }
        match force.place.in_port() {
            Some(_) if !self.is_time(mission, force, SPARE) => Some(Errand::Stay),
            _ => Some(Errand::Go(target)),
        }
    }

    /// Whether a force in port must leave to be in time, with so many turns to spare.
    fn is_time(&self, mission: &Mission, force: &Force, spare: u16) -> bool {
        let (Some(port), Some(target)) = (force.place.in_port(), mission.target.at_sea()) else {
            return false;
        };
        let far = self.way_to(target)[self.t.sheet.port(port).hex.grid()];
        let speed = f32::from(self.view.limits(force).hexes(self.t).clamp(1, 2));
        let travel = (far / speed).ceil() as u16 + 1 + spare;
        self.view.turn().index() + travel >= mission.turn.index()
    }

    /// Minelayers that lie in port with others part from them when their time has come.
    pub fn mission_split(&self) -> Option<BlockId> {
        let mission = self.planned_mission().filter(|_| self.side == Side::Axis)?;
        let mut forces = self.choices.iter().filter_map(|choice| match choice {
            Choice::Split(block) => self.force(*block),
            _ => None,
        });
        let others = |force: &Force| {
            let ships = force.units.ships.iter();
            let strangers = ships.filter(|state| !mission.ships.contains(&state.ship));
            let pools = force.units.pools.iter().any(|pool| {
                let planned = mission
                    .classes
                    .iter()
                    .find(|(class, _)| *class == pool.class);
                planned.is_none_or(|(_, cs)| pool.cs > *cs)
            });
            strangers.count() > 0 || pools
        };
        let due = forces.find(|force| {
            self.is_planned(mission, force)
                && force.hex().is_none()
                && others(force)
                && self.is_time(mission, force, SPARE)
        });
        due.map(|force| force.block)
    }

    /// The next ship of the mission that goes into the new block.
    pub fn mission_part(&self, from: BlockId, into: Option<BlockId>) -> Option<Choice> {
        let mission = self.planned_mission().filter(|_| self.side == Side::Axis)?;
        let began = into.and_then(|block| self.force(block));
        let whole = self.force(from)?;
        if !self.is_planned(mission, whole) && !began.is_some_and(|f| self.is_planned(mission, f)) {
            return None;
        }
        let aboard = |class: ClassId| {
            let pool = began.and_then(|new| new.units.pools.iter().find(|p| p.class == class));
            pool.map_or(0, |pool| pool.cs)
        };
        let next = self.choices.iter().copied().find(|choice| match choice {
            Choice::TakeShip(ship) => mission.ships.contains(ship),
            Choice::TakeClass(class) => {
                let planned = mission.classes.iter().find(|(own, _)| own == class);
                planned.is_some_and(|(_, cs)| aboard(*class) < *cs)
            }
            _ => false,
        });
        Some(next.unwrap_or(Choice::Done))
    }
}
