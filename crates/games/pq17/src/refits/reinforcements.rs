//! Reinforcements [15.3]: the list of the Fortnight, what comes at once, Emergency units that stay or go [15.4].

use crate::air::AirUnit;
use crate::choice::Choice;
use crate::forces::{Hull, Hurt, Pool, ShipState, Units};
use crate::position::Position;
use crate::season::Due;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::{AirUnitList, Base, Group, Tables};
use crate::units::{ClassId, ShipId};

/// Submarine CS and air units that come at once by chit or event [15.3.2].
pub const PICKS: u8 = 2;

impl Position {
    /// Groups of this Fortnight's list that come whatever is unloaded [15.3.2].
    fn coming<'t>(&self, t: &'t Tables, side: Side) -> impl Iterator<Item = &'t Group> + use<'t> {
        let lists = self.fortnight(t).into_iter();
        let groups = lists.flat_map(|values| values.reinforcements.iter());
        let groups = groups.filter(move |(group, tag)| group.side == side && tag != "conditional");
        groups.map(|(group, _)| group)
    }

    /// Air units of this Fortnight's list, by their places in it.
    pub(crate) fn coming_wings<'t>(
        &self,
        t: &'t Tables,
        side: Side,
    ) -> impl Iterator<Item = &'t AirUnitList> + use<'t> {
        self.coming(t, side).flat_map(|group| group.air.iter())
    }

    /// Ships whose repair is done in this Fortnight.
    pub(super) fn repaired(&self, side: Side) -> impl Iterator<Item = &Due> {
        let now = self.season.map_or(0, |season| season.fortnight);
        let due = self.fleet(side).reserve.due.iter();
        due.filter(move |due| due.fortnight <= now)
    }

    /// A ship of the list that has not come, is not lost and not in repair.
    pub(crate) fn is_to_come(&self, side: Side, ship: ShipId) -> bool {
        let early = self.fleet(side).reserve.early_ships.contains(&ship);
        !early && !self.is_spoken_for(side, ship)
    }

    /// CS of a class whose repair is done in this Fortnight.
    pub(crate) fn cs_repaired(&self, side: Side, class: ClassId) -> u8 {
        let back = self.repaired(side);
        let back = back.filter_map(|due| due.units.pool(class));
        back.map(|pool| pool.cs).sum()
    }

    /// CS of a class that the list still brings.
    pub(crate) fn cs_to_come(&self, t: &Tables, side: Side, class: ClassId) -> u8 {
        let of = |list: &[(ClassId, u8)]| -> u8 {
            let own = list.iter().filter(|(own, _)| *own == class);
            own.map(|(_, cs)| *cs).sum()
        };
        let listed: u8 = self
            .coming(t, side)
            .map(|group| of(&group.ships.classes))
            .sum();
        let early = of(&self.fleet(side).reserve.early_classes);
        let left = self.cs_left(t, side, class);
        listed.saturating_sub(early).min(left)
    }

    /// What comes at once: one heavy or light unit, or two in all of submarine CS and air units, of this Fortnight's list or
    /// from repair [15.3.2].
    pub(crate) fn list_pick(&self, t: &Tables, side: Side, left: u8, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        let fleet = self.fleet(side);
        let first = left == PICKS && self.has_room(t, side);
        let heavy = |ship: &ShipId| first && t.chart.ship(*ship).kind.is_heavy();
        let ships = self.coming(t, side).flat_map(|group| &group.ships.ships);
        let ships = ships.filter(|ship| self.is_to_come(side, **ship)).copied();
        let back = self.repaired(side);
        let back = back.flat_map(|due| due.units.ships.iter().map(|state| state.ship));
        out.extend(ships.chain(back).filter(heavy).map(Choice::TakeShip));
        let classes = self.coming(t, side).flat_map(|group| &group.ships.classes);
        let classes = classes.map(|(class, _)| *class);
        let classes = classes.filter(|class| self.cs_to_come(t, side, *class) > 0);
        let back = self.repaired(side);
        let back = back.flat_map(|due| due.units.pools.iter().map(|pool| pool.class));
        let fits = |class: &ClassId| {
            let kind = t.chart.class(*class).kind;
            (first && kind.is_light()) || (kind.is_submarine() && self.has_room(t, side))
        };
        out.extend(classes.chain(back).filter(fits).map(Choice::TakeClass));
        for (place, unit) in self.coming_wings(t, side).enumerate() {
            let known = fleet.air.iter().any(|own| own.name == unit.name)
                || fleet.reserve.early_air.contains(&unit.name);
            let based = match unit.base {
                Base::Airbase(_) => true,
                Base::Carrier(ship) => self.find_ship(side, ship).is_some(),
            };
            if !known && based && self.room(t, side, unit.base) >= unit.cs {
                out.push(Choice::Wing(place as u8));
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
            let more = t.campaign.loaded_mv.min(room);
            if more > 0 {
                stock.add(Pool::new(class, more));
            }
            self.place_merchants(more);
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
            let there = |ship: ShipId| self.p.is_spoken_for(side, ship);
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
                true => {
                    self.reserve(side).stock.add(Pool::new(*class, cs)); // they wait for a Convoy
                    self.place_merchants(cs);
                }
                false => units.add(Pool::new(*class, cs)),
            }
        }
        self.put_in(side, "Reinforcements".to_owned(), group.at, units);
        for unit in &group.air {
            let early_air = &mut self.reserve(side).early_air;
            let early = early_air.iter().position(|name| *name == unit.name);
            let early = early.map(|place| early_air.remove(place)).is_some();
            let there = self
                .p
                .fleet(side)
                .air
                .iter()
                .any(|own| own.name == unit.name);
            if !early && !there {
                self.join_air(side, AirUnit::new(unit));
            }
        }
    }

    /// Emergency units in play transfer, or are paid for again; those announced arrive [15.4].
    pub fn emergency_units(&mut self) {
        let t = self.t;
        for side in Side::ALL {
            let on_call = std::mem::take(&mut self.reserve(side).on_call);
            for (class, cs) in on_call {
                let cs = cs.min(self.p.cs_afloat(t, side, class)); // who is lost costs no more
                if cs > 0 {
                    self.ask(side, Order::Keep(class, cs));
                }
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
        self.take_class(side, class, cs, |_| true);
    }

    /// One heavy or light unit, or two in all of submarine CS and air units, at once [15.3.2].
    pub fn pick(&mut self, side: Side, left: u8, choice: Choice) {
        let t = self.t;
        let left = left.saturating_sub(1);
        match choice {
            Choice::TakeShip(ship) => self.pick_ship(side, ship),
            Choice::TakeClass(class) if t.chart.class(class).kind.is_submarine() => {
                self.pick_class(side, class, 1, left);
            }
            Choice::TakeClass(class) => {
                self.pick_class(side, class, t.chart.class(class).max_cs, 0);
            }
            Choice::Wing(place) => {
                let unit = self.p.coming_wings(t, side).nth(usize::from(place));
                if let Some(unit) = unit {
                    self.reserve(side).early_air.push(unit.name.clone());
                    self.join_air(side, AirUnit::new(unit));
                }
                self.ask_pick(side, left);
            }
            _ => {}
        }
    }

    /// So many picks are left; who has nothing to pick from is not asked.
    pub(super) fn ask_pick(&mut self, side: Side, left: u8) {
        if left == 0 {
            return;
        }
        let mut offers = Vec::new();
        self.p.list_pick(self.t, side, left, &mut offers);
        if offers.len() > 1 {
            self.ask(side, Order::Pick(left));
        }
    }

    fn pick_ship(&mut self, side: Side, ship: ShipId) {
        let t = self.t;
        let name = t.chart.ship(ship).name.clone();
        if let Some(due) = self.take_repaired(side, Hull::Ship(ship), 1) {
            self.come_from_yard(side, name, due, 0);
            return;
        }
        let mut groups = self.p.coming(t, side);
        let group = groups.find(|group| group.ships.ships.contains(&ship));
        self.reserve(side).early_ships.push(ship);
        let units = self.units_of(Hull::Ship(ship), None);
        self.put_in(side, name, group.and_then(|group| group.at), units);
    }

    /// A unit of a class, as many CS as its counter and the list have; of submarines one CS, and more picks after it.
    fn pick_class(&mut self, side: Side, class: ClassId, most: u8, left: u8) {
        let t = self.t;
        let name = t.chart.class(class).name.clone();
        let cs = most.min(self.p.cs_to_come(t, side, class));
        if cs == 0 {
            if let Some(due) = self.take_repaired(side, Hull::Class(class), most) {
                self.come_from_yard(side, name, due, left); // the next pick waits until she has her berth
            }
            return;
        }
        let mut groups = self.p.coming(t, side);
        let of = |group: &&Group| group.ships.classes.iter().any(|(own, _)| *own == class);
        let at = groups.find(of).and_then(|group| group.at);
        self.reserve(side).early_classes.push((class, cs));
        let mut units = Units::default();
        units.add(Pool::new(class, cs));
        self.put_in(side, name, at, units);
        self.ask_pick(side, left);
    }

    /// Out of the yard, if the repair is done in this Fortnight.
    fn take_repaired(&mut self, side: Side, hull: Hull, most: u8) -> Option<Due> {
        let t = self.t;
        let now = self.p.season.map_or(0, |season| season.fortnight);
        let due = self.reserve(side).due.iter_mut();
        let mut due = due.filter(|due| due.fortnight <= now);
        let due = due.find(|due| match hull {
            Hull::Ship(ship) => due.units.ship(ship).is_some(),
            Hull::Class(class) => due.units.pool(class).is_some(),
        })?;
        let mut units = Units::default();
        for _ in 0..most {
            if let Some(taken) = due.units.take(&t.chart, hull, Hurt::Whole) {
                units.join(taken);
            }
        }
        let taken = Due { units, ..*due };
        self.reserve(side).due.retain(|due| !due.units.is_empty());
        Some(taken)
    }
}
