//! Ports [5.1.2], [5.1.3]: who may sail, who may come in, what arrives, what must wait outside.

use crate::bars::Bar;
use crate::command::{SEVERNY_STEP, halves_for};
use crate::event::Event;
use crate::forces::{BlockId, Force, Hull, Hurt, Id, Kind, Place, ShipState, Units};
use crate::fuel::{Fuel, Leaving};
use crate::hex::Hex;
use crate::movement::{Entered, port_limit};
use crate::position::{Position, Sortie};
use crate::sequence::{Order, Play};
use crate::side::{Nation, Side};
use crate::tables::{Condition, OptionId, PortUse, Tables, Track};
use crate::time::{Fortnight, Turn};
use crate::units::{PortId, ShipType};

impl Position {
    /// Command Points, Hitler, fuel and schedule let it sail [4.3], [5.1.3], [5.1.8], [11.4].
    pub(crate) fn may_leave(&self, t: &Tables, side: Side, force: &Force, port: PortId) -> bool {
        self.bar_out(t, side, force, port).is_none()
    }

    /// What keeps it in port.
    pub(crate) fn bar_out(
        &self,
        t: &Tables,
        side: Side,
        force: &Force,
        port: PortId,
    ) -> Option<Bar> {
        let due = force.sailing.as_ref().is_none_or(|sailing| {
            let account = self.fleet(side).accounts.get(usize::from(sailing.plan));
            account.is_none_or(|own| self.turn >= own.depart)
        });
        let hex = t.sheet.port(port).hex;
        if !due {
            return Some(Bar::NotDue);
        }
        if self.hexes_left(t, force, true, false) == 0 {
            return Some(Bar::NoHexes);
        }
        if !self.is_operational(t, side, force) {
            return Some(Bar::NotReady);
        }
        if self.waits_for_transfer(t, side, force) {
            return Some(Bar::WaitsForTransfer);
        }
        if !self.is_within_soviet_half(t, side, force) {
            return Some(Bar::SovietHalf);
        }
        if !self.may_be_in(t, side, force, hex) {
            return Some(Bar::KeepsClear);
        }
        if !self.is_fuelled_by_news(t, side, force, port) {
            return Some(Bar::NoNews);
        }
        if !self.is_tirpitz_free(t, force) {
            return Some(Bar::Carriers);
        }
        (!self.is_covered(t, side, force, port)).then_some(Bar::NoPoints)
    }

    /// German TFs stay in port until an Allied force is known at sea, in Operation scenarios from 1942 on; not in Kiel [11.4]
    /// (R86). In the Campaign the German fuel gives them their points instead [15.1].
    pub(crate) fn is_fuelled_by_news(
        &self,
        t: &Tables,
        side: Side,
        force: &Force,
        port: PortId,
    ) -> bool {
        let shortage = self.season.is_none() && self.date(t) >= Fortnight::first_of(1942, 1);
        side == Side::Allied
            || force.kind != Kind::TaskForce
            || !shortage
            || self.secret.flags.allied_identified
            || self.is_on_special_service(t, side, force)
            || t.sheet.port(port).id == "kiel"
    }

    /// Tirpitz waits until the Axis was told that every Allied CV of the scenario is identified [5.1.8] (R20).
    pub(crate) fn is_tirpitz_free(&self, t: &Tables, force: &Force) -> bool {
        let has = |force: &Force, id| force.units.ships.iter().any(|state| state.ship == id);
        let Some(tirpitz) = t.chart.find_ship("tirpitz") else {
            return true;
        };
        let lifted = [Condition::NoRestrictions, Condition::AtlanticBreakout];
        if !has(force, tirpitz) || lifted.contains(&self.condition(t, Side::Axis)) {
            return true; // [12.9], [12.2]
        }
        let none = self.season.is_none() && self.scenario(t).carriers.is_empty();
        none || self.fleet(Side::Axis).carriers_known
    }

    /// Whether every Allied CV of the scenario is identified (R20).
    pub(crate) fn is_every_carrier_known(&self, t: &Tables) -> bool {
        let has = |force: &Force, id| force.units.ships.iter().any(|state| state.ship == id);
        self.carriers(t).iter().all(|carrier| {
            let holder = self
                .fleet(Side::Allied)
                .forces
                .iter()
                .find(|f| has(f, *carrier));
            holder.is_none_or(|force| {
                // An old report says nothing of a force that has been Unidentified since; parts keep what was told of the whole.
                let known = || force.id.is_identified() && force.told >= Id::level(2);
                // A photograph of this turn or the last showed her in port.
                let exposed = self.fleet(Side::Allied).wing.exposed.iter();
                let mut exposed = exposed.filter(|(ship, _)| ship == carrier);
                (force.hex().is_some() && known())
                    || exposed.any(|(_, turn)| turn.later(1) >= self.turn)
            })
        })
    }

    /// What the Axis is told at the start of his Naval Movement Segment, while Tirpitz is in play (R20).
    pub(crate) fn are_carriers_known(&self, t: &Tables) -> Option<bool> {
        let tirpitz = t.chart.find_ship("tirpitz")?;
        let mut forces = self.fleet(Side::Axis).forces.iter();
        forces.find(|force| force.units.ship(tirpitz).is_some())?;
        Some(self.is_every_carrier_known(t))
    }

    /// Halves of Command Points its ships still need [4.3.2], [4.3.3] (R94).
    pub(crate) fn halves_needed(&self, t: &Tables, side: Side, force: &Force, port: PortId) -> u8 {
        if side == Side::Axis && t.sheet.port(port).id == "kiel" {
            return 0;
        }
        self.halves_unpaid(t, side, force)
    }

    /// Ships of a force that would sail with it: Inop ones stay behind [5.1.3].
    pub(crate) fn sailors<'a>(
        &self,
        side: Side,
        force: &'a Force,
    ) -> impl Iterator<Item = &'a ShipState> + use<'a> {
        let inop: Vec<Hull> = self.inop(side, force).collect();
        let ships = force.units.ships.iter();
        ships.filter(move |state| !inop.contains(&Hull::Ship(state.ship)))
    }

    /// Halves of points for those of them that have not been paid for [4.3.2] (R94).
    pub(crate) fn halves_unpaid(&self, t: &Tables, side: Side, force: &Force) -> u8 {
        let unpaid = self.sailors(side, force);
        let unpaid = unpaid.filter(|state| !self.fleet(side).is_covered(state.ship));
        unpaid
            .map(|state| halves_for(t.chart.ship(state.ship).kind))
            .sum()
    }

    pub(crate) fn is_covered(&self, t: &Tables, side: Side, force: &Force, port: PortId) -> bool {
        let points = &self.fleet(side).points;
        let track = match side {
            Side::Allied => Track::HomeFleet,
            Side::Axis => Track::GruppeNord,
        };
        let soviet = force.units.has_soviet_command(&t.chart) && !self.secret.flags.severny_sails;
        points[track.index()].covers(self.halves_needed(t, side, force, port))
            && (!soviet || points[Track::SevernyFlot.index()].covers(SEVERNY_STEP))
    }

    /// What fuel a force has after it leaves port in a turn: its own marker, or a new one if it needs one [11.1], [11.4]
    /// (R51, R100).
    pub(crate) fn fuel_on_leaving(
        &self,
        t: &Tables,
        side: Side,
        force: &Force,
        from_germany: bool,
        turn: Turn,
    ) -> Option<Fuel> {
        let needs = force.kind != Kind::Dummy && force.units.has(&t.chart, ShipType::needs_fuel);
        if force.fuel.is_some() || !needs {
            return force.fuel;
        }
        let breakout = self.condition(t, Side::Axis) == Condition::AtlanticBreakout;
        let soviet = self.plays(OptionId::SovietEndurance);
        let leaving = Leaving {
            heavy_only: force.units.is_heavy_only(&t.chart),
            german: side == Side::Axis,
            from_germany: from_germany || breakout,
            soviet: soviet && force.units.has_soviet_ships(&t.chart), // [11.1.4]
        };
        Some(Fuel::on_leaving(t, turn, leaving))
    }

    /// The port that a force could enter here, if any [5.1.2].
    pub(crate) fn harbour(
        &self,
        t: &Tables,
        side: Side,
        force: &Force,
        here: Hex,
    ) -> Option<PortId> {
        if !t.sheet.ways.has_port(side, here) {
            return None;
        }
        let mut ports = t.sheet.port_ids().filter(|id| {
            let port = t.sheet.port(*id);
            port.hex == here && port.side == side && self.is_port_open_to(t, side, *id)
        });
        ports.find(|id| self.bar_into(t, force, *id).is_none())
    }

    /// What keeps it out of a port of its side, off which it stands [5.1.2].
    pub(crate) fn bar_into(&self, t: &Tables, force: &Force, id: PortId) -> Option<Bar> {
        if force.motion.left_port {
            return Some(Bar::LeftPort);
        }
        let stopped = force.sailing.as_ref().is_some_and(|own| own.stopped);
        if stopped {
            return Some(Bar::Stopped); // [9.2.5]
        }
        if self.hexes_left(t, force, true, false) == 0 {
            return Some(Bar::NoHexes);
        }
        let fits = match t.sheet.port(id).only {
            PortUse::Anyone => true,
            PortUse::AlliedSubmarines => force.kind == Kind::Wolfpack,
            // Packs too; a Dummy goes where a Soviet TF could [1.3] (R72).
            PortUse::Soviet => force.units.is_soviet_commanded(&t.chart),
        };
        if !fits {
            return Some(Bar::PortUse);
        }
        let sailing = force.sailing.as_ref();
        if !sailing.is_none_or(|sailing| sailing.to.contains(&id)) {
            return Some(Bar::NotBound);
        }
        let within = force.kind == Kind::Convoy || self.is_within_limit(t, id, &force.units);
        (!within).then_some(Bar::PortLimit)
    }

    /// Foreign warships in Soviet ports [5.1.2] (R31).
    pub(crate) fn is_within_limit(&self, t: &Tables, port: PortId, units: &Units) -> bool {
        let mut whole = units.ships.iter().filter(|state| !state.is_hit());
        let no_place = whole.any(|state| t.chart.ship(state.ship).kind == ShipType::Cve);
        let all = self.secret.flags.entered.plus(foreigners(t, units));
        let limit = port_limit(t, self.date(t));
        !t.sheet.port(port).limited
            || (!no_place && limit.is_some_and(|limit| all.is_within(limit)))
    }
}

impl Play<'_> {
    /// Whether every Allied carrier is identified is announced to the Axis, yes or no and nothing more [5.1.8] (R20).
    pub fn tell_of_carriers(&mut self) {
        let Some(all) = self.p.are_carriers_known(self.t) else {
            return;
        };
        let fleet = self.p.fleet_mut(Side::Axis);
        let news = std::mem::replace(&mut fleet.carriers_known, all) != all;
        if news || self.p.turn == self.p.start {
            self.log.push(|| Event::CarriersKnown { all });
        }
    }

    /// Out of port: a new token, and on [5.1.3].
    pub fn leave(&mut self, side: Side, block: BlockId) {
        self.rename(side, block);
        self.clear_port(side, block);
    }

    /// A token that the enemy has never seen.
    pub fn rename(&mut self, side: Side, block: BlockId) {
        let token = self.new_token();
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.token = token;
        }
    }

    /// Out of port with the token that it has, and on [5.1.3].
    pub fn clear_port(&mut self, side: Side, block: BlockId) {
        let Some(port) = self.put_to_sea(side, block) else {
            return;
        };
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let (who, hex) = (Self::who(side, force), force.hex());
        self.log.push(|| Event::Leaves { who, port });
        if let Some(hex) = hex {
            self.mix(side, hex);
        }
        self.go_on(side, block);
        self.betray();
    }

    /// Points for ships that leave port, once in an Operation [4.3.2] (R94).
    pub fn pay_for(&mut self, side: Side, block: BlockId) {
        let t = self.t;
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let Some(port) = force.place.in_port() else {
            return;
        };
        let halves = self.p.halves_needed(t, side, force, port);
        let ships = self.p.sailors(side, force).map(|state| state.ship);
        let ships: Vec<_> = ships.collect();
        let soviet = force.units.has_soviet_command(&t.chart) && !self.p.secret.flags.severny_sails;
        let fleet = self.p.fleet_mut(side);
        let track = match side {
            Side::Allied => Track::HomeFleet,
            Side::Axis => Track::GruppeNord,
        };
        fleet.points[track.index()].spend(halves);
        if side == Side::Axis && t.sheet.port(port).id == "kiel" {
            fleet.sail_free(&ships); // [4.3.3]
        }
        let unpaid = ships.into_iter().filter(|ship| !fleet.is_covered(*ship));
        let unpaid: Vec<_> = unpaid.collect();
        fleet.paid.extend(unpaid);
        if soviet {
            fleet.points[Track::SevernyFlot.index()].spend(SEVERNY_STEP);
            self.p.secret.flags.severny_sails = true;
        }
    }

    /// Points are paid, a force without a marker gets one, and it stands in the port hex [5.1.3], [4.3.2], [11.1] (R100).
    pub fn put_to_sea(&mut self, side: Side, block: BlockId) -> Option<PortId> {
        let t = self.t;
        self.leave_inop_behind(side, block);
        self.note_green(side, block);
        self.pay_for(side, block);
        let port = self.p.fleet(side).force(block)?.place.in_port()?;
        let hex = t.sheet.port(port).hex;
        self.give_marker(side, block, t.sheet.port(port).id == "kiel");
        let leads = t.sheet.inner_leads.contains(hex);
        let turn = self.p.turn;
        let force = self.p.fleet_mut(side).force_mut(block)?;
        force.place = Place::Sea(hex);
        force.fade(turn);
        force.motion.left_port = true;
        force.motion.entered_leads |= leads;
        force.motion.hexes += 1;
        if let Some(sailing) = &mut force.sailing {
            sailing.track.push(hex);
        }
        let convoy = force.kind == Kind::Convoy;
        self.note_sailing(side, block, port, convoy);
        Some(port)
    }

    /// A Fuel marker for a force that has none and needs one [11.1], [11.4] (R51, R100).
    pub fn give_marker(&mut self, side: Side, block: BlockId, from_germany: bool) {
        let (t, turn) = (self.t, self.p.turn);
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let fuel = self.p.fuel_on_leaving(t, side, force, from_germany, turn);
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.fuel = fuel;
        }
    }

    /// For Training: no Command Point if it comes back to this port, and fuel for three turns [4.3.4], [11.4.1].
    pub fn train(&mut self, side: Side, block: BlockId) {
        let (t, turn) = (self.t, self.p.turn);
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        let Some(from) = force.place.in_port() else {
            return;
        };
        let ships: Vec<_> = force.units.ships.iter().map(|state| state.ship).collect();
        force.fuel = Some(Fuel::for_training(t, turn));
        let fleet = self.p.fleet_mut(side);
        let unpaid = ships.into_iter().filter(|ship| !fleet.paid.contains(ship));
        let ships: Vec<_> = unpaid.collect();
        fleet.sail_free(&ships);
        fleet.special.sortie = Some(Sortie { from, ships });
        self.leave(side, block);
    }

    /// Ships that sailed for nothing are in port: the next time they pay; a Training sortie that is back owes nothing
    /// [4.3.3], [4.3.4].
    pub fn end_free_sailing(&mut self, side: Side, block: BlockId) {
        let fleet = self.p.fleet_mut(side);
        let Some(force) = fleet.force(block) else {
            return;
        };
        let ships = force.units.ships.iter().map(|state| state.ship);
        let (ships, port): (Vec<_>, _) = (ships.collect(), force.place.in_port());
        for (ship, out) in &mut fleet.free {
            *out &= !ships.contains(ship);
        }
        if let Some(sortie) = &mut fleet.special.sortie
            && port == Some(sortie.from)
        {
            sortie.ships.retain(|ship| !ships.contains(ship));
        }
    }

    /// What the Training sortie owes because it did not come back to its port [4.3.4]; ships that have sailed again since
    /// were paid for then (R94).
    pub fn settle_training(&mut self, side: Side) {
        let t = self.t;
        let Some(sortie) = self.p.fleet_mut(side).special.sortie.take() else {
            return;
        };
        let home = Place::Port(sortie.from);
        let fleet = self.p.fleet(side);
        let away = sortie.ships.iter().filter(|ship| {
            let back = |force: &Force| {
                force.place == home && force.units.ships.iter().any(|state| state.ship == **ship)
            };
            !fleet.forces.iter().any(back) && !fleet.paid.contains(ship)
        });
        let halves: u8 = away.map(|ship| halves_for(t.chart.ship(*ship).kind)).sum();
        let points = &mut self.p.fleet_mut(side).points[Track::GruppeNord.index()];
        let most = (2 * points.available).saturating_sub(points.halves_used);
        points.spend(halves.min(most));
    }

    /// Foreign warships that enter a Soviet port are counted [5.1.2] (R31).
    pub fn count_foreigners(&mut self, side: Side, block: BlockId, port: PortId) {
        let t = self.t;
        if let Some(force) = self
            .p
            .fleet(side)
            .force(block)
            .filter(|_| t.sheet.port(port).limited)
        {
            let entered = foreigners(t, &force.units);
            self.p.secret.flags.entered = self.p.secret.flags.entered.plus(entered);
        }
    }

    /// Into port; a TF may bring a Dummy, a Convoy at its destination has arrived [5.1.2], [1.3] (R101).
    pub fn enter(&mut self, side: Side, block: BlockId) {
        let (t, turn) = (self.t, self.p.turn);
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let Some(port) = force
            .hex()
            .and_then(|here| self.p.harbour(t, side, force, here))
        else {
            return;
        };
        let limited = t.sheet.port(port).limited;
        let who = Self::who(side, force);
        if force.kind == Kind::Convoy && limited {
            self.leave_excess_outside(side, block, port);
        }
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        force.place = Place::Port(port);
        force.motion.hexes += 1;
        force.motion.done = true;
        force.in_port_since = turn;
        force.tows.clear(); // she just lies there (R82)
        let kind = force.kind;
        if limited {
            let entered = foreigners(t, &force.units);
            self.p.secret.flags.entered = self.p.secret.flags.entered.plus(entered);
        }
        self.log.push(|| Event::Enters { who, port });
        self.end_free_sailing(side, block);
        self.reposition(side, block, port);
        self.lose_touch(side, block);
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.id = Id::UNIDENTIFIED;
        }
        match kind {
            Kind::Convoy => {
                if let Some(part) = self.p.dispersed_of(side, block) {
                    self.arrive(side, part, port); // it enters with its Convoy [5.6]
                }
                self.arrive(side, block, port);
            }
            Kind::TaskForce if self.p.may_bring_dummy(t, side, block) => {
                self.ask(side, Order::NewDummy(block));
            }
            _ => {}
        }
    }

    /// Warships beyond the limit of a Soviet port, and only those, stay outside as a TF; their owner may have split off others
    /// before [5.1.2] (R101).
    pub fn leave_excess_outside(&mut self, side: Side, block: BlockId, port: PortId) {
        let t = self.t;
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let (place, fuel, whole) = (force.place, force.fuel, force.clone());
        let mut inside = force.units.clone();
        let mut outside = Units::default();
        while !self.p.is_within_limit(t, port, &inside) {
            let excess = self.p.excess(t, force, &inside);
            match excess.and_then(|hull| inside.take(&t.chart, hull, Hurt::Whole)) {
                Some(unit) => outside.join(unit),
                None => break,
            }
        }
        if outside.is_empty() {
            return;
        }
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.fuel = fuel.filter(|_| inside.has(&t.chart, ShipType::needs_fuel));
            force.units = inside;
        }
        let token = self.new_token();
        let fleet = self.p.fleet(side);
        let mut escort =
            crate::preparation::new_force(t, fleet, "Ocean escort".to_owned(), place, outside);
        escort.fuel = fuel.filter(|_| escort.units.has(&t.chart, ShipType::needs_fuel));
        escort.is_known_as(&whole);
        escort.token = token;
        escort.motion.done = true;
        let (who, own) = (Self::who(side, &escort), escort.block);
        let hex = escort.hex();
        self.log.push(|| Event::Splits {
            who,
            from: block,
            hex,
        });
        self.commission(side, escort);
        self.give_heavy_ships_their_turns(side, &[own], &[block, own]); // [11.1.2]
        if let Some(hex) = hex {
            self.mix(side, hex);
        }
    }

    /// Merchant ships have arrived; what is left lies in port as a TF and a pack [2.1.1] (R101).
    pub fn arrive(&mut self, side: Side, block: BlockId, port: PortId) {
        let (t, turn) = (self.t, self.p.turn);
        let Some(force) = self.p.fleet(side).force(block).cloned() else {
            return;
        };
        let who = Self::who(side, &force);
        let ships = force.units.merchants(&t.chart);
        self.remove(side, block);
        if let Some(sailing) = &force.sailing {
            let account = self
                .p
                .fleet_mut(side)
                .accounts
                .get_mut(usize::from(sailing.plan));
            if let Some(account) = account {
                account.arrived += ships;
            }
        }
        if let Some(sailing) = &force.sailing {
            self.moor(side, port, sailing.loaded, &force.units);
        }
        self.log.push(|| Event::Arrives { who, ships, port });
        let mut units = force.units;
        units
            .pools
            .retain(|pool| !t.chart.class(pool.class).kind.is_merchant());
        let is_sub = |pool: &crate::forces::Pool| t.chart.class(pool.class).kind.is_submarine();
        let (subs, others) = units.pools.iter().partition(|pool| is_sub(pool));
        let parts = [
            (
                Units {
                    ships: units.ships,
                    pools: others,
                },
                force.fuel,
            ),
            (
                Units {
                    ships: Vec::new(),
                    pools: subs,
                },
                None,
            ),
        ];
        for (units, fuel) in parts.into_iter().filter(|(units, _)| !units.is_empty()) {
            let fleet = self.p.fleet(side);
            let name = format!("escort of {}", force.name);
            let mut part = crate::preparation::new_force(t, fleet, name, Place::Port(port), units);
            part.fuel = fuel;
            part.in_port_since = turn;
            part.motion.done = true;
            self.commission(side, part);
        }
    }
}

impl Position {
    /// Which unit of a Convoy stays outside next: of a kind of which there are too many the last on the Chart, who tows nobody
    /// before who does (R31, R101).
    fn excess(&self, t: &Tables, force: &Force, inside: &Units) -> Option<Hull> {
        let limit = port_limit(t, self.date(t));
        let all = self.secret.flags.entered.plus(foreigners(t, inside));
        let (capital, cruisers, flotilla) = limit.map_or((true, true, true), |limit| {
            (
                all.capital > limit.capital,
                all.cruisers > limit.cruisers,
                all.flotilla_cs > limit.flotilla_cs,
            )
        });
        let too_many = |kind: ShipType| {
            kind == ShipType::Cve
                || (capital && kind.is_capital())
                || (cruisers && kind.is_cruiser())
        };
        let ships = inside.ships.iter().filter(|state| !state.is_hit());
        let ships = ships.filter(|state| too_many(t.chart.ship(state.ship).kind));
        let ships = ships.map(|state| (Hull::Ship(state.ship), 1));
        let pools = inside.pools.iter().filter(|pool| {
            let class = t.chart.class(pool.class);
            flotilla && pool.cs > 0 && class.kind.is_flotilla() && class.nation != Nation::Soviet
        });
        let pools = pools.map(|pool| (Hull::Class(pool.class), pool.cs));
        let free = |(hull, cs): &(Hull, u8)| force.tugs_of(*hull) < *cs;
        let last = ships.chain(pools).max_by_key(|unit| (free(unit), unit.0));
        last.map(|(hull, _)| hull)
    }
}

/// Unhit warships that are not Soviet, as the limit counts them (R31).
fn foreigners(t: &Tables, units: &Units) -> Entered {
    let whole = units.ships.iter().filter(|state| !state.is_hit());
    let kinds: Vec<ShipType> = whole.map(|state| t.chart.ship(state.ship).kind).collect();
    let count = |so: fn(ShipType) -> bool| kinds.iter().filter(|kind| so(**kind)).count() as u8;
    let flotilla = units.pools.iter().filter(|pool| {
        let class = t.chart.class(pool.class);
        class.kind.is_flotilla() && class.nation != Nation::Soviet
    });
    Entered {
        capital: count(ShipType::is_capital),
        cruisers: count(ShipType::is_cruiser),
        flotilla_cs: flotilla.map(|pool| pool.cs).sum(),
    }
}
