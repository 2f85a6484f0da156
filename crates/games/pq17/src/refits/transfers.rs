//! Ships and aircraft that transfer [15.7]: those listed, who goes instead, German ships by sea, the US Navy.

use crate::air::AirUnit;
use crate::campaign;
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Hull, Hurt, Kind, Place, Pool, ShipState};
use crate::position::Position;
use crate::season::{Away, Cause, Gone};
use crate::sequence::{Order, Play};
use crate::side::{Nation, Side};
use crate::tables::{Base, OptionId, Tables, Transfer};
use crate::time::Turn;
use crate::units::{ClassId, ShipId, ShipType};

/// Who is repaired in Germany though she is Crippled (Special Rule 2).
pub(super) const EUGEN: &str = "prinz_eugen";

impl Position {
    /// British ships that may transfer from where they are: in Scapa Flow, the Channel, or of Patrol White [15.7.2].
    pub(crate) fn may_transfer(&self, t: &Tables, force: &Force) -> bool {
        let fleet = self.fleet(Side::Allied);
        let home = [
            t.sheet.find_port("scapa_flow").map(Place::Port),
            t.sheet.find_box("english_channel").map(Place::Box),
        ];
        let white = force
            .units
            .ships
            .iter()
            .any(|state| fleet.reserve.patrol.contains(&state.ship));
        let late = fleet.reserve.late.contains(&force.block);
        white || (!late && home.contains(&Some(force.place)))
    }

    /// Whether German ships may transfer from where they are: anywhere, with the option in Kiel or the Germany Box [15.7.4],
    /// [15.7.5].
    pub(super) fn may_leave_norway(&self, t: &Tables, force: &Force) -> bool {
        !self.plays(OptionId::TransfersToGermany) || is_in_germany(t, force)
    }

    /// Prinz Eugen, Crippled as the Campaign begins, leaves port only to transfer: with the option in the Fortnight of her list,
    /// later, or when she was sent home before, without it never (Special Rule 2) [15.7.5].
    pub(crate) fn waits_for_transfer(&self, t: &Tables, side: Side, force: &Force) -> bool {
        let eugen = t.chart.find_ship(EUGEN);
        let Some(eugen) = eugen.filter(|_| self.season.is_some() && side == Side::Axis) else {
            return false;
        };
        let crippled = force.units.ship(eugen).is_some_and(|own| own.crippled);
        let lists = self.fortnight(t).into_iter();
        let mut listed = lists.flat_map(|values| &values.transfers);
        let due = self.fleet(side).reserve.leaving.contains(&eugen)
            || listed.any(|transfer| transfer.ships.ships.contains(&eugen));
        crippled && !(due && self.plays(OptionId::TransfersToGermany))
    }

    /// Kiel for those in the Germany Box, the Box for those in Kiel: where company may begin the next Fortnight [15.7.5].
    pub(crate) fn list_company(&self, t: &Tables, block: BlockId, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        let force = self.fleet(Side::Axis).force(block);
        let in_box = force.is_some_and(|force| matches!(force.place, Place::Box(_)));
        let other = match in_box {
            true => t.sheet.find_port("kiel").map(Choice::In),
            false => t.sheet.find_box("germany").map(Choice::Box),
        };
        out.extend(other);
    }

    /// Ships of the same type in Scapa Flow that could go instead, of the same class if there are any [15.7.2].
    pub(crate) fn substitutes(&self, t: &Tables, wanted: ShipId) -> Vec<ShipId> {
        let due = &self.fleet(Side::Allied).reserve.transferring;
        let scapa = t.sheet.find_port("scapa_flow").map(Place::Port);
        let forces = self.fleet(Side::Allied).forces.iter();
        let there =
            forces.filter(|force| Some(force.place) == scapa && self.may_transfer(t, force));
        let ships = there.flat_map(|force| force.units.ships.iter().map(|state| state.ship));
        let kind = t.chart.ship(wanted).kind;
        let like: Vec<ShipId> = ships
            .filter(|ship| {
                let own = t.chart.ship(*ship);
                own.kind == kind && own.nation == Nation::British && !due.contains(ship)
            })
            .collect();
        let class = &t.chart.ship(wanted).class;
        let same: Vec<ShipId> = like
            .iter()
            .copied()
            .filter(|ship| t.chart.ship(*ship).class == *class)
            .collect();
        if same.is_empty() { like } else { same }
    }
}

impl Play<'_> {
    /// Those that are listed for the Fortnight leave [15.7].
    pub fn transfers(&mut self) {
        let t = self.t;
        let Some(values) = self.p.fortnight(t) else {
            return;
        };
        for side in Side::ALL {
            self.reserve(side).transferring.clear();
        }
        for transfer in &values.transfers {
            self.reserve(transfer.side)
                .transferring
                .extend(&transfer.ships.ships);
        }
        if values.date.short() == "08-II" {
            self.us_leave(); // those on the list are counted with the others
        }
        for transfer in &values.transfers {
            match transfer.side {
                Side::Allied => self.allied_transfer(transfer),
                Side::Axis => self.german_transfer(transfer),
            }
            let air = &mut self.p.fleet_mut(transfer.side).air;
            air.retain(|unit| !transfer.air.contains(&unit.name));
            let wings = &mut self.reserve(transfer.side).wings;
            wings.retain(|unit| !transfer.air.contains(&unit.name));
        }
        if self.p.plays(OptionId::TransfersToGermany) {
            self.reach_germany();
        }
    }

    /// British ships go from Scapa Flow, the Channel or Patrol White; for one that is not there another of its type must
    /// go, or it costs points [15.7.2]. US ships go from anywhere.
    pub(crate) fn allied_transfer(&mut self, transfer: &Transfer) {
        let t = self.t;
        for ship in &transfer.ships.ships {
            let us = t.chart.ship(*ship).nation == Nation::Us;
            let ready = self
                .p
                .find_ship(Side::Allied, *ship)
                .is_some_and(|force| us || self.p.may_transfer(t, force));
            let sunk = self.p.fleet(Side::Allied).reserve.sunk.contains(ship);
            if ready {
                self.transfer_ship(Side::Allied, *ship);
            } else if us || (transfer.tag == "Refit" && sunk) {
                // needs no substitute
            } else if self.p.substitutes(t, *ship).is_empty() {
                self.miss_transfer(*ship);
            } else {
                self.ask(Side::Allied, Order::Substitute(*ship));
            }
        }
        for (class, cs) in &transfer.ships.classes {
            let us = t.chart.class(*class).nation == Nation::Us;
            let forces = self.p.fleet(Side::Allied).forces.iter();
            let ready = forces.filter(|force| us || self.p.may_transfer(t, force));
            let ready: Vec<BlockId> = ready.map(|force| force.block).collect();
            let left = self.take_class(Side::Allied, *class, *cs, |force| {
                ready.contains(&force.block)
            });
            if left > 0 && !us {
                let name = &t.chart.class(*class).name;
                let vp = campaign::transfer_failure(t.chart.class(*class).vp) * i32::from(left);
                self.cost("15.7.2", vp, format!("{left} CS of {name} do not transfer"));
            }
        }
    }

    pub fn substitute(&mut self, wanted: ShipId, choice: Choice) {
        if let Choice::TakeShip(ship) = choice {
            if self.transfer_ship(Side::Allied, ship) {
                self.reserve(Side::Allied).stand_ins.push((wanted, ship));
            }
        } else {
            self.miss_transfer(wanted); // others were sent before, and nobody is left
        }
    }

    /// A ship was due and nobody goes: half of what she is worth [15.7.2].
    fn miss_transfer(&mut self, wanted: ShipId) {
        let ship = self.t.chart.ship(wanted);
        let text = format!("{} does not transfer", ship.name);
        self.cost("15.7.2", campaign::transfer_failure(ship.vp), text);
    }

    /// A ship leaves as she is, and whether a list may bring her: who is hit comes from repair; who cannot be repaired, Soviet
    /// and US ships, Crippled ones and those Dead in the Water, never comes back, which costs nothing [15.5], [15.5.1].
    pub fn transfer_ship(&mut self, side: Side, ship: ShipId) -> bool {
        let away = self.send_away(side, ship);
        let away = away.or_else(|| self.take_waiting(side, ship));
        let Some(state) = away else {
            return false;
        };
        let values = self.t.chart.ship(ship);
        if !state.is_hit() {
            return true;
        }
        let fit = matches!(values.nation, Nation::British | Nation::German)
            && !state.crippled
            && !state.is_diw(values);
        match fit || values.id == EUGEN {
            true => self.repair(side, state),
            false => self.reserve(side).sunk.push(ship), // as good as lost
        }
        false
    }

    /// A ship that is out of play only for a time, laid up or hurt by ice or weather, is found there too [15.7.4], [15.5.3].
    fn take_waiting(&mut self, side: Side, ship: ShipId) -> Option<ShipState> {
        let reserve = self.reserve(side);
        let mut waiting = reserve.due.iter_mut().filter(|due| due.why == Away::Wait);
        let laid_up = waiting.find_map(|due| {
            let ships = &mut due.units.ships;
            let place = ships.iter().position(|state| state.ship == ship)?;
            Some(ships.remove(place))
        });
        reserve.due.retain(|due| !due.units.is_empty());
        if laid_up.is_some() {
            return laid_up;
        }
        let hurt = |gone: &Gone| {
            let weather = matches!(gone.cause, Cause::Weather | Cause::WesternIce);
            weather && gone.hull == Hull::Ship(ship)
        };
        let place = reserve.gone.iter().position(hurt)?;
        let gone = reserve.gone.remove(place);
        let new = ShipState::new(ship, self.t.chart.ship(ship));
        Some(gone.state.unwrap_or(new))
    }

    /// So many CS of a class that are out of play only for a time leave from there; how many are still to go.
    fn take_waiting_class(&mut self, side: Side, class: ClassId, mut cs: u8) -> u8 {
        let chart = &self.t.chart;
        let reserve = self.reserve(side);
        for due in reserve.due.iter_mut().filter(|due| due.why == Away::Wait) {
            while cs > 0
                && due
                    .units
                    .take(chart, Hull::Class(class), Hurt::Whole)
                    .is_some()
            {
                cs -= 1;
            }
        }
        reserve.due.retain(|due| !due.units.is_empty());
        cs
    }

    /// A ship leaves with her aircraft [15.7.1].
    pub fn send_away(&mut self, side: Side, ship: ShipId) -> Option<ShipState> {
        let units = self.detach(side, |_| true, &[ship], &[]);
        let fleet = self.p.fleet_mut(side);
        fleet.white.retain(|own| *own != ship);
        let aboard = |unit: &mut AirUnit| unit.base == Base::Carrier(ship);
        let aboard: Vec<AirUnit> = fleet.air.extract_if(.., aboard).collect();
        fleet.reserve.aboard.extend(aboard);
        units.ships.first().copied()
    }

    /// A carrier comes with her aircraft: those that she left with (Special Rule 6), or those of her list [15.7.1].
    pub fn embark(&mut self, side: Side, ship: ShipId) {
        let t = self.t;
        if self.p.season.is_none() {
            return;
        }
        let deck = Base::Carrier(ship);
        let fleet = self.p.fleet_mut(side);
        let aboard = &mut fleet.reserve.aboard;
        fleet
            .air
            .extend(aboard.extract_if(.., |unit| unit.base == deck));
        let mut known = fleet.air.iter().chain(&fleet.reserve.wings);
        if known.any(|unit| unit.base == deck) {
            return;
        }
        let lists = t.campaign.fortnights.iter();
        let lists = lists.flat_map(|values| values.reinforcements.iter());
        let listed = lists.flat_map(|(group, _)| group.air.iter());
        let listed = listed.filter(|unit| unit.side == side && unit.base == deck);
        for unit in listed {
            self.join_air(side, AirUnit::new(unit));
        }
    }

    /// From wherever they are, laid up too, submarines also from packs [15.7.4]; with the option Heavy and Light Ships must sail to Germany
    /// [15.7.5].
    pub(super) fn german_transfer(&mut self, transfer: &Transfer) {
        let by_sea = self.p.plays(OptionId::TransfersToGermany);
        for ship in &transfer.ships.ships {
            match by_sea {
                true if self.p.fleet(Side::Axis).reserve.leaving.contains(ship) => {} // was sent before
                true => self.reserve(Side::Axis).leaving.push(*ship),
                false => {
                    self.transfer_ship(Side::Axis, *ship);
                }
            }
        }
        for (class, cs) in &transfer.ships.classes {
            match by_sea && !self.t.chart.class(*class).kind.is_submarine() {
                true => self.reserve(Side::Axis).leaving_classes.push((*class, *cs)),
                false => {
                    let left = self.take_class(Side::Axis, *class, *cs, |_| true);
                    self.take_waiting_class(Side::Axis, *class, left);
                }
            }
        }
    }

    /// CS of a class leave the forces that fit; how many are still to go.
    pub fn take_class(
        &mut self,
        side: Side,
        class: ClassId,
        cs: u8,
        fits: impl Fn(&Force) -> bool,
    ) -> u8 {
        let taken = self.detach(side, fits, &[], &[(class, cs)]);
        let taken: u8 = taken.pools.iter().map(|pool| pool.cs).sum();
        cs.saturating_sub(taken)
    }

    /// With the option, ships due are gone once they are in Kiel or the Germany Box. Who came there with one of them in this
    /// Operation begins the next Fortnight in one or the other; back to Norway he would have sailed before it was over [15.7.5].
    pub(super) fn reach_germany(&mut self) {
        let t = self.t;
        let there = |force: &Force| is_in_germany(t, force);
        let mut convoyed: Vec<(Place, Turn)> = Vec::new();
        let mut note = |force: &Force| {
            let since = force.in_port_since;
            if since > Turn::FIRST && !convoyed.contains(&(force.place, since)) {
                convoyed.push((force.place, since));
            }
        };
        let reserve = &mut self.p.fleet_mut(Side::Axis).reserve;
        let ships = std::mem::take(&mut reserve.leaving);
        let classes = std::mem::take(&mut reserve.leaving_classes);
        for ship in ships {
            let force = self.p.find_ship(Side::Axis, ship);
            match force.filter(|force| there(force)) {
                Some(force) => {
                    note(force);
                    self.transfer_ship(Side::Axis, ship);
                }
                None => self.reserve(Side::Axis).leaving.push(ship),
            }
        }
        for (class, cs) in classes {
            let forces = self.p.fleet(Side::Axis).forces.iter();
            let holders = forces.filter(|force| there(force) && force.units.pool(class).is_some());
            holders.for_each(&mut note);
            let left = self.take_class(Side::Axis, class, cs, there);
            if left > 0 {
                self.reserve(Side::Axis).leaving_classes.push((class, left));
            }
        }
        let forces = self.p.fleet(Side::Axis).forces.iter();
        let company = forces.filter(|force| {
            let since = (force.place, force.in_port_since);
            force.kind == Kind::TaskForce && convoyed.contains(&since)
        });
        let company: Vec<BlockId> = company.map(|force| force.block).collect();
        for block in company.into_iter().rev() {
            self.ask(Side::Axis, Order::Company(block));
        }
    }

    pub fn company(&mut self, block: BlockId, choice: Choice) {
        let place = match choice {
            Choice::In(port) => Place::Port(port),
            Choice::Box(off) => Place::Box(off),
            _ => return,
        };
        if let Some(force) = self.p.fleet_mut(Side::Axis).force_mut(block) {
            force.place = place;
        }
    }

    /// All US ships leave; a point for each Heavy Ship or DD CS that was neither in Scapa Flow nor in Reykjavik [15.7.3].
    pub(crate) fn us_leave(&mut self) {
        let t = self.t;
        let ports = ["scapa_flow", "reykjavik"].map(|id| t.sheet.find_port(id).map(Place::Port));
        let (mut heavy, mut boats) = (0, 0);
        let late = self.p.fleet(Side::Allied).reserve.late.clone();
        let mut blocks = Vec::new();
        for force in &mut self.p.fleet_mut(Side::Allied).forces {
            let away = late.contains(&force.block) || !ports.contains(&Some(force.place));
            let us = |nation: Nation| nation == Nation::Us;
            let (gone, kept): (Vec<ShipState>, Vec<ShipState>) = force
                .units
                .ships
                .iter()
                .partition(|state| us(t.chart.ship(state.ship).nation));
            let (pools, left): (Vec<Pool>, Vec<Pool>) = force
                .units
                .pools
                .iter()
                .partition(|pool| us(t.chart.class(pool.class).nation));
            if away {
                heavy += gone
                    .iter()
                    .filter(|state| t.chart.ship(state.ship).kind.is_heavy())
                    .count() as u8;
                boats += pools
                    .iter()
                    .filter(|pool| t.chart.class(pool.class).kind == ShipType::Dd)
                    .map(Pool::hulls)
                    .sum::<u8>();
            }
            force.units.ships = kept;
            force.units.pools = left;
            blocks.push(force.block);
        }
        for block in blocks {
            self.tidy_force(Side::Allied, block);
        }
        let stays = |unit: &AirUnit| t.chart.air(unit.kind).nation != Nation::Us;
        let fleet = self.p.fleet_mut(Side::Allied);
        fleet.air.retain(stays);
        fleet.reserve.aboard.retain(stays);
        fleet.reserve.wings.retain(stays);
        self.forget_americans();
        self.cost(
            "15.7.3",
            campaign::us_elsewhere(heavy, boats),
            "US ships that leave from elsewhere".to_owned(),
        );
    }
}

impl Play<'_> {
    /// Those that ice or weather damaged do not come back any more [15.7.3].
    fn forget_americans(&mut self) {
        let chart = &self.t.chart;
        let reserve = &mut self.p.fleet_mut(Side::Allied).reserve;
        for due in &mut reserve.due {
            let units = &mut due.units;
            units
                .ships
                .retain(|state| chart.ship(state.ship).nation != Nation::Us);
            units
                .pools
                .retain(|pool| chart.class(pool.class).nation != Nation::Us);
        }
        reserve.due.retain(|due| !due.units.is_empty());
        reserve.gone.retain(|gone| match gone.hull {
            Hull::Ship(ship) => chart.ship(ship).nation != Nation::Us,
            Hull::Class(class) => chart.class(class).nation != Nation::Us,
        });
    }
}

/// In Kiel or the Germany Box.
fn is_in_germany(t: &Tables, force: &Force) -> bool {
    match force.place {
        Place::Port(port) => t.sheet.port(port).id == "kiel",
        Place::Box(off) => t.sheet.off_map(off).id == "germany",
        Place::Sea(_) => false,
    }
}
