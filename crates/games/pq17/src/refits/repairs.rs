//! Repairs [15.5]: who goes home for them, Tirpitz in Norway, what comes back of ice, weather and damage.

use crate::campaign;
use crate::choice::Choice;
use crate::forces::{Hull, Place, Pool, ShipState, Units};
use crate::position::Position;
use crate::season::{Cause, Due, Gone};
use crate::sequence::{Order, Play};
use crate::side::{Nation, Side};
use crate::tables::{Berth, Tables};
use crate::units::{PortId, ShipType};
use crate::vp::Vp;

impl Position {
    /// Damaged ships that can be repaired if they leave: British and German, neither Crippled nor Dead in the Water
    /// [15.5], [15.7].
    pub(crate) fn list_send_home(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let forces = self
            .fleet(side)
            .forces
            .iter()
            .filter(|force| force.place.in_port().is_some());
        for state in forces.flat_map(|force| force.units.ships.iter()) {
            let ship = t.chart.ship(state.ship);
            let nation = matches!(ship.nation, Nation::British | Nation::German);
            if nation && state.step > 0 && !state.crippled && !state.is_diw(ship) {
                out.push(Choice::TakeShip(state.ship));
            }
        }
        out.push(Choice::Done);
    }

    /// Tirpitz in a Norwegian port but Kirkenes, how long she is in repair there and what it costs [15.5.1].
    pub(super) fn tirpitz_yard(&self, t: &Tables) -> Option<(PortId, u8, Vp)> {
        let tirpitz = t.chart.find_ship("tirpitz")?;
        let force = self.find_ship(Side::Axis, tirpitz)?;
        let port = force.place.in_port()?;
        let state = force
            .units
            .ships
            .iter()
            .find(|state| state.ship == tirpitz)?;
        let ship = t.chart.ship(tirpitz);
        let lost = ship.cs().saturating_sub(state.cs(ship));
        let fit = state.step > 0 && !state.crippled && !state.is_diw(ship);
        let (time, vp) = campaign::tirpitz_repair(t, lost, port).filter(|_| fit)?;
        Some((port, time, vp))
    }
}

impl Play<'_> {
    /// Which damaged ships go home for repair, and whether Tirpitz is repaired in Norway [15.5.1], [15.7].
    pub fn ask_repairs(&mut self) {
        for side in Side::ALL {
            let mut offers = Vec::new();
            self.p.list_send_home(self.t, side, &mut offers);
            if offers.len() > 1 {
                self.ask(side, Order::SendHome);
            }
        }
        if self.p.tirpitz_yard(self.t).is_some() {
            self.ask(Side::Axis, Order::Yard);
        }
    }

    pub fn send_home(&mut self, side: Side, choice: Choice) {
        if let Choice::TakeShip(ship) = choice {
            if let Some(state) = self.send_away(side, ship) {
                self.repair(side, state);
            }
            let mut offers = Vec::new();
            self.p.list_send_home(self.t, side, &mut offers);
            if offers.len() > 1 {
                self.ask(side, Order::SendHome);
            }
        }
    }

    /// Five Fortnights for each CS, then back at Clyde or Kiel [15.5.1].
    pub(super) fn repair(&mut self, side: Side, state: ShipState) {
        let t = self.t;
        let ship = t.chart.ship(state.ship);
        let lost = ship.cs().saturating_sub(state.cs(ship));
        let now = self.p.season.map_or(0, |season| season.fortnight);
        let at = match side {
            Side::Allied => t.sheet.find_port("clyde"),
            Side::Axis => t.sheet.find_port("kiel"),
        };
        let Some(at) = at else { return };
        let new = ShipState::new(state.ship, ship);
        self.p
            .fleet_mut(side)
            .excused
            .retain(|(own, _)| *own != state.ship); // lost again it scores again (R90)
        self.reserve(side).due.push(Due {
            fortnight: now.saturating_add(campaign::repair_time(t, lost)),
            at: Place::Port(at),
            units: Units {
                ships: vec![new],
                pools: Vec::new(),
            },
        });
    }

    /// Tirpitz need not go home: seven Fortnights and a point for each CS [15.5.1] (R95).
    pub fn yard(&mut self, choice: Choice) {
        let t = self.t;
        let yard = self.p.tirpitz_yard(t).filter(|_| choice == Choice::Repair);
        let Some((port, time, vp)) = yard else {
            return;
        };
        let Some(tirpitz) = t.chart.find_ship("tirpitz") else {
            return;
        };
        if self.send_away(Side::Axis, tirpitz).is_none() {
            return;
        }
        let ship = t.chart.ship(tirpitz);
        let now = self.p.season.map_or(0, |season| season.fortnight);
        self.p
            .fleet_mut(Side::Axis)
            .excused
            .retain(|(own, _)| *own != tirpitz);
        self.reserve(Side::Axis).due.push(Due {
            fortnight: now.saturating_add(time),
            at: Place::Port(port),
            units: Units {
                ships: vec![ShipState::new(tirpitz, ship)],
                pools: Vec::new(),
            },
        });
        self.cost("15.5.1", vp, "Tirpitz is repaired in Norway".to_owned());
    }

    /// Who was due comes back; what left the map in this Fortnight is lost, waits, or returns [15.5], [15.5.2], [15.5.3].
    pub fn repairs(&mut self) {
        let now = self.p.season.map_or(0, |season| season.fortnight);
        for side in Side::ALL {
            self.p.fleet_mut(side).mend_aircraft();
            let due = std::mem::take(&mut self.reserve(side).due);
            let (back, later): (Vec<Due>, Vec<Due>) =
                due.into_iter().partition(|due| due.fortnight <= now);
            self.reserve(side).due = later;
            for due in back {
                let at = match due.at {
                    Place::Port(port) => Some(Berth::Port(port)),
                    Place::Box(off) => Some(Berth::Box(off)),
                    Place::Sea(_) => None,
                };
                self.put_in(side, "From repair".to_owned(), at, due.units);
            }
            let gone = std::mem::take(&mut self.reserve(side).gone);
            let mut aground = 0;
            for lost in gone {
                self.account_for(side, lost, now, &mut aground);
            }
            // Damaged aircraft and broken-down ships are ready again [15.5.4].
            self.p.fleet_mut(side).inop.clear();
        }
        self.damaged_subs();
    }

    /// What becomes of one ship or CS [15.5.3].
    pub(super) fn account_for(&mut self, side: Side, gone: Gone, now: u8, aground: &mut u32) {
        let (kind, nation) = (self.type_of(gone.hull), self.nation_of(gone.hull));
        let heavy = kind.is_heavy();
        match gone.cause {
            Cause::Sunk => self.note_sunk(side, gone.hull, kind),
            Cause::Damaged if kind.is_submarine() && side == Side::Axis => {
                self.reserve(side).damaged_subs += 1;
            }
            Cause::Damaged if kind.is_submarine() => self.note_sunk(side, gone.hull, kind),
            Cause::Damaged => self.send_to_yard(side, gone, now),
            Cause::Weather | Cause::WesternIce if nation == Nation::Soviet => {}
            // Empty ships that Western ice took are out of the game [15.2.3].
            Cause::WesternIce if kind.is_merchant() && !gone.loaded => {}
            Cause::Weather | Cause::WesternIce => {
                self.come_back(side, gone, now.saturating_add(1));
            }
            Cause::Breakdown if kind.is_merchant() => self.come_back(side, gone, now),
            Cause::Breakdown => self.come_back(side, gone, now.saturating_add(3)),
            Cause::Collision if heavy => self.send_to_yard(side, gone, now),
            Cause::Collision => {}
            Cause::Grounding => {
                // Half of them, rounded up, are gone for good.
                *aground += 1;
                if aground.is_multiple_of(2) {
                    match kind.is_merchant() {
                        true => self.come_back(side, gone, now),
                        false => self.send_to_yard(side, gone, now),
                    }
                }
            }
        }
    }

    pub(super) fn note_sunk(&mut self, side: Side, hull: Hull, kind: ShipType) {
        let reserve = self.reserve(side);
        match hull {
            Hull::Ship(ship) => {
                reserve.sunk.push(ship);
                if kind == ShipType::Ao {
                    reserve.lost_ships.push(hull);
                }
            }
            Hull::Class(class) if kind.is_submarine() => reserve.lost_subs.push(class),
            Hull::Class(_) if kind == ShipType::Mc => reserve.lost_ships.push(hull),
            Hull::Class(_) => {}
        }
    }

    /// Merchant ships to the loading port or the Ballast Box, warships to Scapa Flow or a port in North Norway (R98).
    pub(super) fn come_back(&mut self, side: Side, gone: Gone, fortnight: u8) {
        let (kind, nation) = (self.type_of(gone.hull), self.nation_of(gone.hull));
        if let (true, Hull::Class(class)) = (kind.is_merchant(), gone.hull) {
            let reserve = self.reserve(side);
            match gone.loaded {
                true => reserve.stock.add(Pool::new(class, 1)),
                false => reserve.boxes[0].face_up.add(Pool::new(class, 1)),
            }
            return;
        }
        let port = match nation {
            Nation::German => "narvik",
            Nation::Soviet | Nation::Minesweepers => "murmansk",
            _ => "scapa_flow",
        };
        self.due_at(side, gone.hull, fortnight, port);
    }

    /// A third of the damaged German submarines, rounded up, in the first Fortnight of a month, at Bergen [15.5.2].
    pub(super) fn damaged_subs(&mut self) {
        let t = self.t;
        let first = self
            .p
            .fortnight(t)
            .is_some_and(|values| values.date.short().ends_with("-I"));
        let (Some(class), Some(bergen)) =
            (t.chart.find_class("ss_de"), t.sheet.find_port("bergen"))
        else {
            return;
        };
        let reserve = self.reserve(Side::Axis);
        let back = if first {
            campaign::subs_repaired(reserve.damaged_subs)
        } else {
            0
        };
        reserve.damaged_subs -= back;
        self.land_class(Side::Axis, class, back, bergen);
    }
}
