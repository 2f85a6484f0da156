//! Ships told off for a Special Condition [12.8], [12.10], [12.14]: where, when, and which.

use crate::choice::Choice;
use crate::forces::{BlockId, Force, Hull, Hurt, Place, ShipState, Units};
use crate::hex::Hex;
use crate::movement::is_closed;
use crate::position::{Mission, Position};
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::{Attack, Condition, Tables};
use crate::time::Turn;
use crate::units::{ClassId, PortId, ShipId, ShipType};
use serde::{Deserialize, Serialize};

/// Where GEARBOX may start [12.10].
const GEARBOX_PORTS: [&str; 2] = ["reykjavik", "scapa_flow"];
/// DD and TB CS that ARCHERY needs [12.14.1].
const ARCHERY_CS: u8 = 4;
/// The class of its escort, a CS.
const ARCHERY_ESCORT: &str = "es_uk";

/// A Special Condition being planned, as far as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    pub condition: Condition,
    pub target: Option<Place>,
    pub turn: Option<Turn>,
    pub ships: Vec<ShipId>,
    pub classes: Vec<(ClassId, u8)>,
}

impl Service {
    pub(crate) const fn new(condition: Condition) -> Self {
        Self {
            condition,
            target: None,
            turn: None,
            ships: Vec::new(),
            classes: Vec::new(),
        }
    }

    fn taken(&self, class: ClassId) -> u8 {
        let own = self.classes.iter().find(|(own, _)| *own == class);
        own.map_or(0, |(_, cs)| *cs)
    }

    fn ships_of(&self, t: &Tables, kind: ShipType) -> u8 {
        let of = self
            .ships
            .iter()
            .filter(|ship| t.chart.ship(**ship).kind == kind);
        of.count() as u8
    }

    fn cs_of(&self, t: &Tables, so: fn(ShipType) -> bool) -> u8 {
        let of = self
            .classes
            .iter()
            .filter(|(class, _)| so(t.chart.class(*class).kind));
        of.map(|(_, cs)| *cs).sum()
    }
}

impl Position {
    /// Whether a side's condition is one to be planned, and can be [12.8], [12.14].
    pub(crate) fn may_plan_mission(&self, t: &Tables, side: Side) -> bool {
        let Some(chit) = self.chit(t, side) else {
            return false;
        };
        let service = Service::new(chit.condition);
        match (chit.condition, chit.attack) {
            (Condition::Minelaying, _) => self.mine_hexes(t).next().is_some(),
            (_, Some(Attack::Archery)) => {
                let scapa = t.sheet.find_port("scapa_flow");
                scapa.is_some_and(|port| self.has_raiders(t, port)) && self.has_room(t, side)
            }
            (_, Some(Attack::Title)) => !self.is_title_spent() && service.target.is_none(),
            _ => false,
        }
    }

    /// TITLE comes once in a Campaign [12.14.2].
    fn is_title_spent(&self) -> bool {
        self.fleet(Side::Allied).reserve.title_spent
    }

    fn has_raiders(&self, t: &Tables, port: PortId) -> bool {
        let there = || {
            self.fleet(Side::Allied)
                .forces
                .iter()
                .filter(move |f| f.place == Place::Port(port))
        };
        let cruiser = |kind: ShipType| matches!(kind, ShipType::Ca | ShipType::Cl);
        let cs: u8 = there()
            .map(|f| f.units.cs(&t.chart, ShipType::is_flotilla))
            .sum();
        there().any(|f| f.units.has(&t.chart, cruiser)) && cs >= ARCHERY_CS
    }

    fn mine_hexes(&self, t: &Tables) -> impl Iterator<Item = Hex> {
        let fits = |hex: &Hex| t.sheet.minelaying.contains(*hex) && self.is_open_for_mines(t, *hex);
        t.sheet
            .waters()
            .filter(fits)
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// What is to be said next of a Special Condition: its place, its turn, its ships.
    pub(crate) fn list_service(
        &self,
        t: &Tables,
        side: Side,
        service: &Service,
        out: &mut Vec<Choice>,
    ) {
        let attack = self.chit(t, side).and_then(|chit| chit.attack);
        if service.target.is_none() {
            out.push(Choice::Pass);
            match (service.condition, attack) {
                (Condition::Gearbox, _) => {
                    let ports = GEARBOX_PORTS
                        .iter()
                        .filter_map(|port| t.sheet.find_port(port));
                    out.extend(ports.map(Choice::In));
                }
                (Condition::Minelaying, _) => out.extend(self.mine_hexes(t).map(Choice::At)),
                (_, Some(Attack::Title)) => {
                    let south = |port: &PortId| {
                        let port = t.sheet.port(*port);
                        port.region == "South Norway" && port.side == Side::Axis
                    };
                    out.extend(t.sheet.port_ids().filter(south).map(Choice::In));
                }
                _ => {
                    let norway = |hex: &Hex| {
                        t.sheet.norway.contains(*hex)
                            && !is_closed(t, side, crate::forces::Kind::TaskForce, *hex)
                    };
                    out.extend(t.sheet.waters().filter(norway).map(Choice::At));
                }
            }
            return;
        }
        if service.turn.is_none() && service.condition != Condition::Gearbox {
            let turns = self.start.index()..=Turn::LAST_ON_TRACK.index();
            out.extend(turns.map(|turn| Choice::On(Turn::FIRST.later(turn))));
            return;
        }
        self.list_ships(t, side, service, out);
    }

    fn list_ships(&self, t: &Tables, side: Side, service: &Service, out: &mut Vec<Choice>) {
        let (ca, cl, dd) = self
            .chit(t, side)
            .and_then(|chit| chit.gearbox)
            .unwrap_or((0, 0, 0));
        let archery = service.condition == Condition::SpecialAttack;
        let wanted = |kind: ShipType| match service.condition {
            Condition::Gearbox => match kind {
                ShipType::Ca => service.ships_of(t, kind) < ca,
                ShipType::Cl => service.ships_of(t, kind) < cl,
                ShipType::Dd => service.cs_of(t, |kind| kind == ShipType::Dd) < dd,
                _ => false,
            },
            Condition::Minelaying => kind.is_cruiser() || kind == ShipType::Dd,
            _ => matches!(kind, ShipType::Ca | ShipType::Cl) || kind.is_flotilla(),
        };
        let place = match (service.condition, service.target) {
            (Condition::Gearbox, place) => place,
            (Condition::SpecialAttack, _) => t.sheet.find_port("scapa_flow").map(Place::Port),
            _ => None,
        };
        let here = |force: &&Force| {
            let in_port = force.place.in_port().is_some();
            in_port && place.is_none_or(|place| force.place == place)
        };
        let mut classes: Vec<(ClassId, u8)> = Vec::new();
        for force in self.fleet(side).forces.iter().filter(here) {
            let ships = force.units.ships.iter().filter(|state| {
                let free = !service.ships.contains(&state.ship) && !state.is_hit();
                free && wanted(t.chart.ship(state.ship).kind)
            });
            out.extend(ships.map(|state| Choice::TakeShip(state.ship)));
            for pool in force
                .units
                .pools
                .iter()
                .filter(|pool| wanted(t.chart.class(pool.class).kind))
            {
                match classes.iter_mut().find(|(class, _)| *class == pool.class) {
                    Some((_, cs)) => *cs += pool.cs,
                    None => classes.push((pool.class, pool.cs)),
                }
            }
        }
        let left = classes
            .iter()
            .filter(|(class, cs)| service.taken(*class) < *cs);
        out.extend(left.map(|(class, _)| Choice::TakeClass(*class)));
        let cruiser = service
            .ships
            .iter()
            .any(|ship| matches!(t.chart.ship(*ship).kind, ShipType::Ca | ShipType::Cl));
        let enough = !archery || (cruiser && service.cs_of(t, ShipType::is_flotilla) >= ARCHERY_CS);
        if enough || out.is_empty() {
            out.push(Choice::Done);
        }
    }
}

impl Play<'_> {
    /// GEARBOX is not to be done in Pack; its ships need a block [12.10].
    pub fn may_gearbox(&self) -> bool {
        !self.p.is_gearbox_void(self.t) && self.p.has_room(self.t, Side::Allied)
    }

    pub fn service(&mut self, side: Side, mut service: Service, choice: Choice) {
        match choice {
            Choice::At(hex) => service.target = Some(Place::Sea(hex)),
            Choice::In(port) => service.target = Some(Place::Port(port)),
            Choice::On(turn) => service.turn = Some(turn),
            Choice::TakeShip(ship) => service.ships.push(ship),
            Choice::TakeClass(class) => {
                match service.classes.iter_mut().find(|(own, _)| *own == class) {
                    Some((_, cs)) => *cs += 1,
                    None => service.classes.push((class, 1)),
                }
            }
            Choice::Done => {
                self.begin_service(side, service);
                return;
            }
            _ => return,
        }
        let title = self.p.chit(self.t, side).and_then(|chit| chit.attack) == Some(Attack::Title);
        if title && service.turn.is_some() {
            self.begin_service(side, service);
            return;
        }
        let mut offers = Vec::new();
        self.p.list_service(self.t, side, &service, &mut offers);
        match offers.as_slice() {
            [Choice::Done] => self.begin_service(side, service),
            _ => self.ask(side, Order::Service(service)),
        }
    }

    /// The plan is noted; ships of GEARBOX and ARCHERY form a block of their own, the latter with landing ships, an escort
    /// and an oiler that were not in play [12.14.1].
    fn begin_service(&mut self, side: Side, service: Service) {
        let t = self.t;
        let Some(target) = service.target else { return };
        let attack = self.p.chit(t, side).and_then(|chit| chit.attack);
        let from = match (service.condition, attack) {
            (Condition::Gearbox, _) => Some(target),
            (_, Some(Attack::Archery)) => t.sheet.find_port("scapa_flow").map(Place::Port),
            _ => None,
        };
        if let Some(place) = from {
            let mut units = self.detach(
                side,
                |force| force.place == place,
                &service.ships,
                &service.classes,
            );
            if attack == Some(Attack::Archery) {
                let added = self.landing_ships();
                let ships = added.ships.iter().map(|state| state.ship).collect();
                self.p.fleet_mut(side).special.landing_ships = ships;
                units.join(added);
            }
            if !units.is_empty() {
                let name = service.condition.id().replace('_', " ");
                let fleet = self.p.fleet(side);
                let force = crate::preparation::new_force(t, fleet, name, place, units);
                self.commission(side, force);
            }
        }
        self.p.fleet_mut(side).special.mission =
            (service.condition != Condition::Gearbox).then(|| Mission {
                target,
                turn: service.turn.unwrap_or(Turn::FIRST),
                ships: service.ships,
                classes: service.classes,
            });
    }

    /// Takes ships and CS out of the forces that fit.
    pub fn detach(
        &mut self,
        side: Side,
        fits: impl Fn(&Force) -> bool,
        ships: &[ShipId],
        classes: &[(ClassId, u8)],
    ) -> Units {
        let mut units = Units::default();
        let fleet = self.p.fleet_mut(side);
        let mut blocks = Vec::new();
        for force in fleet.forces.iter_mut().filter(|force| fits(force)) {
            let (taken, left): (Vec<ShipState>, Vec<ShipState>) = force
                .units
                .ships
                .iter()
                .partition(|state| ships.contains(&state.ship));
            force.units.ships = left;
            units.join(Units {
                ships: taken,
                pools: Vec::new(),
            });
            blocks.push(force.block);
        }
        for (class, cs) in classes {
            let values = self.t.chart.class(*class);
            let mut due = *cs;
            for force in fleet.forces.iter_mut().filter(|force| fits(force)) {
                let pools = &mut force.units.pools;
                if let Some(pool) = pools.iter_mut().find(|pool| pool.class == *class) {
                    while due > 0 && pool.cs > 0 {
                        units.add(pool.take(Hurt::Whole, values.torpedoes, values.oil_each));
                        due -= 1;
                    }
                }
                force.units.tidy();
            }
        }
        for block in blocks {
            self.tidy_force(side, block);
        }
        units
    }

    /// The ships that came for ARCHERY leave with it, and the escort, if none was sunk; they may come for another [12.14.1].
    pub fn dismiss_landing_ships(&mut self) {
        let ships = std::mem::take(&mut self.p.fleet_mut(Side::Allied).special.landing_ships);
        let Some(escort) = self.t.chart.find_class(ARCHERY_ESCORT) else {
            return;
        };
        if ships.is_empty() {
            return;
        }
        let fleet = self.p.fleet(Side::Allied);
        let lost = fleet.reserve.gone.iter();
        let lost = lost.filter(|own| own.hull == Hull::Class(escort)).count() as u8;
        let with = |force: &Force| ships.iter().any(|ship| force.units.ship(*ship).is_some());
        let forces = fleet.forces.iter().filter(|force| with(force));
        let blocks: Vec<BlockId> = forces.map(|force| force.block).collect();
        let cs = 1u8.saturating_sub(lost);
        let cs = self.take_class(Side::Allied, escort, cs, |own| blocks.contains(&own.block));
        self.take_class(Side::Allied, escort, cs, |_| true);
        self.detach(Side::Allied, |_| true, &ships, &[]);
    }

    /// The ES, AL and AO of ARCHERY: ships that are not in play, nor sunk, in repair or elsewhere [12.14.1].
    pub(crate) fn landing_ships(&self) -> Units {
        let t = self.t;
        let date = self.p.date(t);
        let free = |kind: ShipType| {
            let ids = (0..t.chart.ships.len()).map(ShipId::new);
            ids.filter(move |id| {
                let ship = t.chart.ship(*id);
                ship.kind == kind
                    && ship.nation.side() == Side::Allied
                    && ship.from <= date
                    && !self.p.is_spoken_for(Side::Allied, *id)
            })
        };
        let mut ships: Vec<ShipId> = free(ShipType::Al).take(2).collect();
        ships.extend(free(ShipType::Ao).take(1));
        let escort = t.chart.find_class(ARCHERY_ESCORT).map(|class| (class, 1));
        Units::of_list(
            &t.chart,
            &crate::tables::ShipList {
                ships,
                classes: escort.into_iter().collect(),
            },
        )
    }
}
