//! Reinforcements [15.3]: the list of the Fortnight, what comes at once, Emergency units that stay or go [15.4].

use crate::air::AirUnit;
use crate::choice::Choice;
use crate::forces::{Place, Pool, ShipState, Units};
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::{Group, Tables};
use crate::units::{ClassId, ShipId};

impl Position {
    /// What may be picked from this Fortnight's list at once [15.3.2].
    pub(crate) fn list_pick(&self, t: &Tables, side: Side, left: u8, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        let reserve = &self.fleet(side).reserve;
        let Some(values) = self.fortnight(t) else {
            return;
        };
        let room = self.has_room(t, side);
        let groups = values
            .reinforcements
            .iter()
            .filter(|(group, tag)| group.side == side && tag != "conditional");
        for (group, _) in groups {
            let ships = group.ships.ships.iter().filter(|ship| {
                room && left == 2
                    && !reserve.early_ships.contains(ship)
                    && self.find_ship(side, **ship).is_none()
            });
            out.extend(ships.map(|ship| Choice::TakeShip(*ship)));
            for (class, cs) in &group.ships.classes {
                let early: u8 = reserve
                    .early_classes
                    .iter()
                    .filter(|(own, _)| own == class)
                    .map(|(_, cs)| *cs)
                    .sum();
                let kind = t.chart.class(*class).kind;
                let light = kind.is_light() && left == 2;
                if room && early < *cs && (light || kind.is_submarine()) {
                    out.push(Choice::TakeClass(*class));
                }
            }
        }
        out.sort_unstable();
        out.dedup();
    }
}

impl Play<'_> {
    /// Those of the Fortnight's list, if they are not there already; conditional ones wait for unloaded ships; loaded
    /// merchant ships at the loading port [15.3], [15.3.1], [15.3.3].
    pub fn fortnight_reinforcements(&mut self) {
        let t = self.t;
        let now = self.p.season.map_or(0, |season| season.fortnight);
        let Some(values) = self.p.fortnight(t) else {
            return;
        };
        for (place, (group, tag)) in values.reinforcements.iter().enumerate() {
            match tag.as_str() {
                "conditional" => self
                    .reserve(group.side)
                    .conditional
                    .push((now, place as u8)),
                _ => self.land_group(group),
            }
        }
        self.conditional_units();
        let mv = t.chart.find_class("mv_al");
        let open = match self.p.fleet(Side::Allied).reserve.ev {
            crate::season::Ev::Never => true,
            crate::season::Ev::Declared(..) => false,
            crate::season::Ev::Done(then) => then < now,
        };
        if let Some(class) = mv.filter(|_| open) {
            let stock = &mut self.reserve(Side::Allied).stock;
            let there = stock
                .pools
                .iter()
                .filter(|pool| pool.class == class)
                .map(|pool| pool.cs)
                .sum::<u8>();
            let room = 60u8.saturating_sub(there); // more than two Convoys never wait
            stock.add(Pool::new(
                class,
                t.campaign.loaded_mv.min(room).max(u8::from(room > 0)),
            ));
            stock.tidy();
        }
    }

    /// Three ships unloaded in the Fortnight for each CS, now or in the first later one with as many [15.3.3].
    pub(super) fn conditional_units(&mut self) {
        let t = self.t;
        let waiting = std::mem::take(&mut self.reserve(Side::Allied).conditional);
        for (fortnight, place) in waiting {
            let list = t.campaign.fortnights.get(usize::from(fortnight));
            let Some((group, _)) =
                list.and_then(|values| values.reinforcements.get(usize::from(place)))
            else {
                continue;
            };
            let cs: u8 = group.air.iter().map(|unit| unit.cs).sum();
            match self.p.fleet(Side::Allied).reserve.unloaded >= 3 * cs {
                true => self.land_group(group),
                false => self
                    .reserve(Side::Allied)
                    .conditional
                    .push((fortnight, place)),
            }
        }
    }

    /// A group of the list comes, less what came early, is lost, or is in repair.
    pub(super) fn land_group(&mut self, group: &Group) {
        let t = self.t;
        let side = group.side;
        let mut units = Units::default();
        for ship in &group.ships.ships {
            let reserve = &self.p.fleet(side).reserve;
            let stand_in = reserve
                .stand_ins
                .iter()
                .find(|(wanted, _)| wanted == ship)
                .map(|(_, own)| *own);
            let in_play = |ship: ShipId| self.p.find_ship(side, ship).is_some();
            let in_yard = |ship: ShipId| {
                reserve
                    .due
                    .iter()
                    .any(|due| due.units.ships.iter().any(|s| s.ship == ship))
            };
            let there =
                |ship: ShipId| in_play(ship) || in_yard(ship) || reserve.sunk.contains(&ship);
            // Who went instead comes back instead.
            let comes = if there(*ship) {
                stand_in.filter(|own| !there(*own))
            } else {
                Some(*ship)
            };
            let early = reserve.early_ships.contains(ship);
            if let Some(ship) = comes.filter(|_| !early) {
                units.ships.push(ShipState::new(ship, t.chart.ship(ship)));
            }
            self.reserve(side).early_ships.retain(|own| own != ship);
        }
        units.ships.sort_by_key(|state| state.ship);
        for (class, cs) in &group.ships.classes {
            let mut cs = *cs;
            for (own, early) in &mut self.reserve(side).early_classes {
                if own == class {
                    let less = cs.min(*early);
                    cs -= less;
                    *early -= less;
                }
            }
            cs = cs.min(self.p.cs_left(t, side, *class));
            match t.chart.class(*class).kind.is_merchant() {
                _ if cs == 0 => {}
                true => self.reserve(side).stock.add(Pool::new(*class, cs)), // they wait for a Convoy
                false => units.add(Pool::new(*class, cs)),
            }
        }
        self.put_in(side, "Reinforcements".to_owned(), group.at, units);
        for unit in &group.air {
            let early = self.p.fleet(side).reserve.early_air.contains(&unit.name);
            let there = self
                .p
                .fleet(side)
                .air
                .iter()
                .any(|own| own.name == unit.name);
            if !early && !there {
                self.p.fleet_mut(side).air.push(AirUnit::new(unit));
            }
        }
    }

    /// Emergency units in play transfer, or are paid for again; those announced arrive [15.4].
    pub fn emergency_units(&mut self) {
        let t = self.t;
        for side in Side::ALL {
            let on_call = std::mem::take(&mut self.reserve(side).on_call);
            for (class, cs) in on_call {
                self.ask(side, Order::Keep(class, cs));
            }
            let announced = std::mem::take(&mut self.reserve(side).announced);
            let port = t.campaign.emergency[side].at;
            for (class, cs) in announced {
                let cs = cs.min(self.p.cs_left(t, side, class));
                self.land_class(side, class, cs, port);
                if cs > 0 {
                    self.reserve(side).on_call.push((class, cs));
                }
            }
            self.dismiss_green(side);
        }
    }

    /// They stay for another Fortnight at the same price, or go.
    pub fn keep(&mut self, side: Side, class: ClassId, cs: u8, choice: Choice) {
        if choice == Choice::Keep {
            let vp = self.t.campaign.emergency[side].vp * i32::from(cs);
            self.reserve(side).on_call.push((class, cs));
            self.cost("15.4", vp, "Emergency units stay".to_owned());
            return;
        }
        let places: Vec<Place> = self
            .p
            .fleet(side)
            .forces
            .iter()
            .map(|force| force.place)
            .collect();
        let mut left = cs;
        for place in places {
            let taken = self.detach(side, place, &[], &[(class, left)]);
            left -= taken.pools.iter().map(|pool| pool.cs).sum::<u8>().min(left);
        }
    }

    /// One heavy or light unit, or two in all of submarine CS, at once [15.3.2].
    pub fn pick(&mut self, side: Side, left: u8, choice: Choice) {
        let t = self.t;
        let at = self.p.fortnight(t).and_then(|values| {
            let mut groups = values
                .reinforcements
                .iter()
                .filter(|(group, _)| group.side == side);
            let of = groups.find(|(group, _)| match choice {
                Choice::TakeShip(ship) => group.ships.ships.contains(&ship),
                Choice::TakeClass(class) => {
                    group.ships.classes.iter().any(|(own, _)| *own == class)
                }
                _ => false,
            });
            of.and_then(|(group, _)| group.at)
        });
        match choice {
            Choice::TakeShip(ship) => {
                self.reserve(side).early_ships.push(ship);
                let units = Units {
                    ships: vec![ShipState::new(ship, t.chart.ship(ship))],
                    pools: Vec::new(),
                };
                self.put_in(side, t.chart.ship(ship).name.clone(), at, units);
            }
            Choice::TakeClass(class) => {
                let values = t.chart.class(class);
                let sub = values.kind.is_submarine();
                let cs = if sub { 1 } else { values.max_cs }
                    .min(self.p.cs_left(t, side, class))
                    .max(1);
                self.reserve(side).early_classes.push((class, cs));
                let units = Units {
                    ships: Vec::new(),
                    pools: vec![Pool::new(class, cs)],
                };
                self.put_in(side, values.name.clone(), at, units);
                if sub && left > 1 {
                    self.ask(side, Order::Pick(left - 1));
                }
            }
            _ => {}
        }
    }
}
