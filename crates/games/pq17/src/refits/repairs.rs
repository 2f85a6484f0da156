//! Repairs [15.5]: who goes home for them, Tirpitz in Norway, what comes back of ice, weather and damage.

use super::transfers::EUGEN;
use crate::campaign;
use crate::choice::Choice;
use crate::events::berth_choice;
use crate::forces::{Hull, Hurt, Place, Pool, ShipState, Units};
use crate::moorings::{box_of, stays};
use crate::position::Position;
use crate::season::{Away, Cause, Due, Gone};
use crate::sequence::{Order, Play};
use crate::side::{Nation, Side};
use crate::tables::{Berth, Tables};
use crate::units::{PortId, ShipType};

impl Position {
    /// Damaged ships that can be repaired if they leave, and may leave from where they are: British and German, neither
    /// Crippled nor Dead in the Water [15.5], [15.7], [15.7.2], [15.7.5]; Prinz Eugen may be both, and where ships sail to
    /// Germany she is told to (Special Rule 2).
    pub(crate) fn list_send_home(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let fleet = self.fleet(side);
        for force in &fleet.forces {
            let leaves = match side {
                Side::Allied => self.may_transfer(t, force),
                Side::Axis => self.may_leave_norway(t, force),
            };
            for state in &force.units.ships {
                let ship = t.chart.ship(state.ship);
                let nation = matches!(ship.nation, Nation::British | Nation::German);
                let eugen = ship.id == EUGEN;
                let fit = eugen || (!state.crippled && !state.is_diw(ship));
                let told = eugen && state.crippled && !fleet.reserve.leaving.contains(&state.ship);
                if nation && state.step > 0 && fit && (leaves || told) {
                    out.push(Choice::TakeShip(state.ship));
                }
            }
        }
        out.push(Choice::Done);
    }

    /// Tirpitz, hit but not Crippled, in a Norwegian port but Kirkenes [15.5.1].
    fn tirpitz_yard(&self, t: &Tables) -> Option<(PortId, ShipState)> {
        let tirpitz = t.chart.find_ship("tirpitz")?;
        let force = self.find_ship(Side::Axis, tirpitz)?;
        let port = force.place.in_port()?;
        let state = *force.units.ship(tirpitz)?;
        let fit = state.step > 0 && !state.crippled && !state.is_diw(t.chart.ship(tirpitz));
        let yard = campaign::tirpitz_repair(t, 0, port).is_some();
        (fit && yard).then_some((port, state))
    }

    /// How many CS of Tirpitz are repaired there, all of them first; or none [15.5.1].
    pub(crate) fn list_yard(&self, t: &Tables, out: &mut Vec<Choice>) {
        if let Some((_, state)) = self.tirpitz_yard(t) {
            let ship = t.chart.ship(state.ship);
            let better = ship.steps.iter().take(usize::from(state.step));
            out.extend(better.map(|step| Choice::Repair(step.cs - state.cs(ship))));
        }
        out.push(Choice::Pass);
    }
}

impl Position {
    /// Ships that are done with repair and whose owner says where they come back.
    pub(crate) fn out_of_yard(&self, side: Side) -> Option<&Due> {
        self.repaired(side).find(|due| due.why == Away::Repair)
    }

    /// Clyde or the Channel, Kiel or the Germany Box [15.5.1].
    pub(crate) fn list_berths(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let berths = self.out_of_yard(side).and_then(Due::berth);
        let other = berths.and_then(|berth| box_beside(t, berth));
        out.extend(berths.into_iter().chain(other).map(berth_choice));
    }
}

/// The box that serves a yard as well as its port [15.5.1].
fn box_beside(t: &Tables, berth: Berth) -> Option<Berth> {
    let Berth::Port(port) = berth else {
        return None;
    };
    let off = match t.sheet.port(port).id.as_str() {
        "clyde" => "english_channel",
        "kiel" => "germany",
        _ => return None,
    };
    t.sheet.find_box(off).map(Berth::Box)
}

impl Play<'_> {
    /// Ships come into play where they are due; if their yard has a box beside its port, their owner says where [15.5.1],
    /// and picks so many more after that [15.3.2].
    pub(super) fn come_from_yard(&mut self, side: Side, name: String, due: Due, left: u8) {
        let asked = due.why == Away::Repair
            && due
                .berth()
                .is_some_and(|berth| box_beside(self.t, berth).is_some());
        if asked {
            self.reserve(side).due.insert(0, due);
            self.ask(side, Order::FromYard(left));
        } else {
            self.put_in(side, name, due.berth(), due.units);
            self.ask_pick(side, left);
        }
    }

    pub fn leave_yard(&mut self, side: Side, left: u8, choice: Choice) {
        let berth = match choice {
            Choice::In(port) => Berth::Port(port),
            Choice::Box(off) => Berth::Box(off),
            _ => return,
        };
        let now = self.p.season.map_or(0, |season| season.fortnight);
        let due = &mut self.reserve(side).due;
        let done = |due: &Due| due.fortnight <= now && due.why == Away::Repair;
        if let Some(place) = due.iter().position(done) {
            let units = due.remove(place).units;
            self.put_in(side, "From repair".to_owned(), Some(berth), units);
        }
        self.ask_pick(side, left);
    }

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
            let force = self.p.find_ship(side, ship);
            let by_sea = side == Side::Axis
                && force.is_some_and(|force| !self.p.may_leave_norway(self.t, force));
            if by_sea {
                self.reserve(side).leaving.push(ship); // she may sail now [15.7.5]
            } else if let Some(state) = self.send_away(side, ship) {
                self.repair(side, state);
            }
            let mut offers = Vec::new();
            self.p.list_send_home(self.t, side, &mut offers);
            if offers.len() > 1 {
                self.ask(side, Order::SendHome);
            }
        }
    }

    /// Five Fortnights for each CS, then back at Clyde or in the Channel, at Kiel or in the Germany Box [15.5.1].
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
        self.forget_damage(side, state.ship);
        self.reserve(side).due.push(Due {
            why: Away::Repair,
            fortnight: now.saturating_add(campaign::repair_time(t, lost)),
            at: Place::Port(at),
            units: Units {
                ships: vec![new],
                pools: Vec::new(),
            },
        });
    }

    /// Tirpitz need not go home: seven Fortnights and a point for each CS that is repaired [15.5.1] (R95).
    pub fn yard(&mut self, choice: Choice) {
        let t = self.t;
        let (Choice::Repair(cs), Some((port, state))) = (choice, self.p.tirpitz_yard(t)) else {
            return;
        };
        let ship = t.chart.ship(state.ship);
        let after = state.cs(ship) + cs;
        let step = ship.steps.iter().position(|step| step.cs == after);
        let (Some(step), Some((time, vp))) = (step, campaign::tirpitz_repair(t, cs, port)) else {
            return;
        };
        if self.send_away(Side::Axis, state.ship).is_none() {
            return;
        }
        let repaired = ShipState {
            step: step as u8,
            ..ShipState::new(state.ship, ship)
        };
        let now = self.p.season.map_or(0, |season| season.fortnight);
        self.forget_part(Side::Axis, state.ship, cs);
        self.reserve(Side::Axis).due.push(Due {
            why: Away::Repair,
            fortnight: now.saturating_add(time),
            at: Place::Port(port),
            units: Units {
                ships: vec![repaired],
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
                self.come_from_yard(side, "From repair".to_owned(), due, 0);
            }
            let gone = std::mem::take(&mut self.reserve(side).gone);
            let (aground, gone): (Vec<Gone>, Vec<Gone>) = gone
                .into_iter()
                .partition(|gone| gone.cause == Cause::Grounding);
            for lost in gone {
                self.account_for(side, lost, now);
            }
            self.settle_groundings(side, aground, now);
            self.lay_up_inop(side, now);
        }
        self.damaged_subs();
    }

    /// Half of those that ran aground, rounded up, at random, are gone for good; of the others warships are repaired, merchant
    /// ships lie in the nearest friendly port [15.5.3].
    fn settle_groundings(&mut self, side: Side, mut aground: Vec<Gone>, now: u8) {
        self.chance.shuffle(&mut aground);
        let saved = aground.split_off(aground.len().div_ceil(2));
        for gone in aground {
            self.give_up(side, gone);
        }
        for gone in saved {
            match self.type_of(gone.hull).is_merchant() {
                true => self.save(side, gone),
                false => self.send_to_yard(side, gone, now),
            }
        }
    }

    /// A merchant ship that was got off lies in the nearest friendly port: in Russia she is unloaded there, or waits there in
    /// ballast; in Iceland or Britain she waits for the next Convoy, or has come home [15.5.3], [15.7.6] (R103).
    fn save(&mut self, side: Side, gone: Gone) {
        let t = self.t;
        let Hull::Class(class) = gone.hull else {
            return;
        };
        if gone.is_of_kara(t) {
            return;
        }
        let haven = gone.at.and_then(|hex| self.p.nearest_haven(t, side, hex));
        let berth = haven.and_then(|port| box_of(t, port));
        let ship = Pool::new(class, 1);
        let reserve = self.reserve(side);
        match (berth, gone.loaded) {
            (Some(berth), true) => reserve.boxes[berth].unloading.add(ship),
            (Some(berth), false) => reserve.boxes[berth].face_up.add(ship),
            (None, loaded) if loaded || stays(t, class) => reserve.stock.add(ship),
            (None, _) => self.give_up(side, gone),
        }
    }

    /// Gone for good; of some kinds others come instead [15.6.1], [15.6.2].
    pub(super) fn give_up(&mut self, side: Side, gone: Gone) {
        let kind = self.type_of(gone.hull);
        self.note_lost(side, gone.hull, kind);
        let merchant = kind.is_merchant() && !gone.is_of_kara(self.t);
        if side == Side::Allied && merchant {
            self.lose_merchants(1);
        }
    }

    /// Warships that broke down lie in their port, out of play, until the third Fortnight after [15.5.3].
    fn lay_up_inop(&mut self, side: Side, now: u8) {
        let t = self.t;
        for (block, hull) in std::mem::take(&mut self.p.fleet_mut(side).inop) {
            let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
                continue;
            };
            let at = force.place;
            if at.at_sea().is_some() {
                continue; // by now nobody is
            }
            let Some(units) = force.units.take(&t.chart, hull, Hurt::Whole) else {
                continue;
            };
            self.tidy_force(side, block);
            self.reserve(side).due.push(Due {
                why: Away::Wait,
                fortnight: now.saturating_add(t.campaign.inop),
                at,
                units,
            });
        }
    }

    /// What becomes of one ship or CS [15.5.3].
    pub(super) fn account_for(&mut self, side: Side, gone: Gone, now: u8) {
        let (kind, nation) = (self.type_of(gone.hull), self.nation_of(gone.hull));
        let heavy = kind.is_heavy();
        match gone.cause {
            // The Soviet Convoy sails on and out of the story (R85).
            _ if kind.is_merchant() && gone.is_of_kara(self.t) => {}
            Cause::Sunk => self.give_up(side, gone),
            Cause::Damaged if kind.is_submarine() && side == Side::Axis => {
                self.reserve(side).damaged_subs += 1;
            }
            Cause::Damaged if kind.is_submarine() => self.give_up(side, gone),
            Cause::Damaged => self.send_to_yard(side, gone, now),
            Cause::Weather | Cause::WesternIce if nation == Nation::Soviet => {
                self.give_up(side, gone);
            }
            // Empty ships that Western ice took are out of the game [15.2.3].
            Cause::WesternIce if kind.is_merchant() && !gone.loaded => self.give_up(side, gone),
            Cause::Weather | Cause::WesternIce => {
                let time = self.t.campaign.ice_weather;
                self.come_back(side, gone, now.saturating_add(time));
            }
            // Only merchant ships leave the map so; German warships stay, Inop.
            Cause::Breakdown => self.come_back(side, gone, now),
            Cause::Collision if heavy => self.send_to_yard(side, gone, now),
            Cause::Collision => self.give_up(side, gone),
            Cause::Grounding => {} // these are settled together
        }
    }

    fn note_lost(&mut self, side: Side, hull: Hull, kind: ShipType) {
        let reserve = self.reserve(side);
        match hull {
            Hull::Ship(ship) => {
                reserve.sunk.push(ship);
                if kind == ShipType::Ao {
                    reserve.lost_ships.push(hull);
                }
            }
            Hull::Class(class) if kind.is_submarine() => reserve.lost_subs.push(class),
            // Oilers are AO or MO [1.4.2].
            Hull::Class(_) if matches!(kind, ShipType::Mc | ShipType::Mo) => {
                reserve.lost_ships.push(hull);
            }
            Hull::Class(_) => {}
        }
    }

    /// Merchant ships to the loading port or the Ballast Box, warships to Scapa Flow or a port in North Norway (R98).
    pub(super) fn come_back(&mut self, side: Side, gone: Gone, fortnight: u8) {
        let (kind, nation) = (self.type_of(gone.hull), self.nation_of(gone.hull));
        if let (true, Hull::Class(class)) = (kind.is_merchant(), gone.hull) {
            match gone.loaded {
                true => self.reserve(side).stock.add(Pool::new(class, 1)),
                false => self.lay_in_ballast(side, gone),
            }
            return;
        }
        let port = match nation {
            Nation::German => "narvik",
            Nation::Soviet | Nation::Minesweepers => "murmansk",
            _ => "scapa_flow",
        };
        let units = self.units_of(gone.hull, gone.state);
        self.due_at(side, units, fortnight, (Away::Wait, port));
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
            campaign::subs_repaired(t, reserve.damaged_subs)
        } else {
            0
        };
        reserve.damaged_subs -= back;
        self.land_class(Side::Axis, class, back, bergen);
    }
}
