//! Transfers, repairs, replacements and reinforcements of a Fortnight [15.3] to [15.7].

use crate::air::AirUnit;
use crate::campaign;
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Hull, Place, Pool, ShipState, Units};
use crate::position::Position;
use crate::season::{Cause, Due, Gone};
use crate::sequence::{Order, Play};
use crate::side::{Nation, Side};
use crate::tables::{Base, Berth, Group, OptionId, Tables, Transfer};
use crate::units::{AirTypeId, ClassId, PortId, ShipId, ShipType};
use serde::{Deserialize, Serialize};

/// Air CS to be given out [15.6.3], [15.6.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ration {
    pub nation: Nation,
    pub cs: u8,
    /// Only Hurricanes, P-40 and P-400.
    pub fighters: bool,
}

/// Soviet fighters that come with the Convoys [15.6.4].
const LENT: [&str; 3] = ["hurricane_su", "p40_su", "p400_su"];
const OILER_PORTS: [&str; 3] = ["reykjavik", "scapa_flow", "loch_ewe"];

impl Position {
    fn find_ship(&self, side: Side, ship: ShipId) -> Option<&Force> {
        let has = |force: &&Force| force.units.ships.iter().any(|state| state.ship == ship);
        self.fleet(side).forces.iter().find(has)
    }

    /// British ships that may transfer from where they are: in Scapa Flow, the Channel, or of Patrol White [15.7.2].
    fn may_transfer(&self, t: &Tables, force: &Force) -> bool {
        let fleet = self.fleet(Side::Allied);
        let home = [
            t.sheet.find_port("scapa_flow").map(Place::Port),
            t.sheet.find_box("english_channel").map(Place::Box),
        ];
        let white = force
            .units
            .ships
            .iter()
            .any(|state| fleet.white.contains(&state.ship));
        !fleet.reserve.late.contains(&force.block) && (white || home.contains(&Some(force.place)))
    }

    /// Ships of the same type that could go instead, of the same class if there are any [15.7.2].
    pub(crate) fn substitutes(&self, t: &Tables, wanted: ShipId) -> Vec<ShipId> {
        let due = &self.fleet(Side::Allied).reserve.transferring;
        let forces = self.fleet(Side::Allied).forces.iter();
        let there = forces.filter(|force| self.may_transfer(t, force));
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

    /// Tirpitz in a Norwegian port but Kirkenes [15.5.1].
    fn tirpitz_yard(&self, t: &Tables) -> Option<(BlockId, PortId)> {
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
        let date = self.date(t);
        let yard = campaign::tirpitz_repaired(t, date, lost, port).is_some();
        (fit && yard).then_some((force.block, port))
    }

    /// Units of a nation that have lost steps or are gone, by their place in the list [15.6.3].
    pub(crate) fn list_ration(
        &self,
        t: &Tables,
        side: Side,
        ration: Ration,
        out: &mut Vec<Choice>,
    ) {
        out.push(Choice::Pass);
        let fleet = self.fleet(side);
        for (place, wing) in fleet.reserve.wings.iter().enumerate() {
            let kind = t.chart.air(wing.kind);
            let fits = kind.nation == ration.nation
                && (!ration.fighters || LENT.contains(&kind.id.as_str()));
            let now = fleet
                .air
                .iter()
                .find(|unit| unit.name == wing.name)
                .map_or(0, |unit| unit.cs);
            let based = match wing.base {
                Base::Airbase(_) => true,
                Base::Carrier(ship) => self.find_ship(side, ship).is_some(),
            };
            let room = self.room(t, side, wing.base) > 0; // [1.5.1]
            if fits && based && room && now < wing.cs {
                out.push(Choice::Wing(place as u8));
            }
        }
    }

    /// What may be picked from this Fortnight's list at once [15.3.2].
    pub(crate) fn list_pick(&self, t: &Tables, side: Side, left: u8, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        let reserve = &self.fleet(side).reserve;
        let Some(values) = self.fortnight(t) else {
            return;
        };
        let room = self.fleet(side).forces.len() < usize::from(t.chart.blocks[side].total());
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
        if values.date.short() == "08-II" {
            self.us_leave();
        }
        if self.p.plays(OptionId::TransfersToGermany) {
            self.reach_germany();
        }
    }

    /// British ships go from Scapa Flow, the Channel or Patrol White; for one that is not there another of its type must
    /// go, or it costs points [15.7.2]. US ships go from anywhere.
    fn allied_transfer(&mut self, transfer: &Transfer) {
        let t = self.t;
        for ship in &transfer.ships.ships {
            let us = t.chart.ship(*ship).nation == Nation::Us;
            let ready = self
                .p
                .find_ship(Side::Allied, *ship)
                .is_some_and(|force| us || self.p.may_transfer(t, force));
            let sunk = self.p.fleet(Side::Allied).reserve.sunk.contains(ship);
            if ready {
                self.send_away(Side::Allied, *ship);
            } else if us || (transfer.tag == "Refit" && sunk) {
                // needs no substitute
            } else if self.p.substitutes(t, *ship).is_empty() {
                let text = format!("{} does not transfer", t.chart.ship(*ship).name);
                self.cost(
                    "15.7.2",
                    campaign::transfer_failure(t.chart.ship(*ship).vp),
                    text,
                );
            } else {
                self.ask(Side::Allied, Order::Substitute(*ship));
            }
        }
        for (class, cs) in &transfer.ships.classes {
            let us = t.chart.class(*class).nation == Nation::Us;
            let places: Vec<Place> = self
                .p
                .fleet(Side::Allied)
                .forces
                .iter()
                .filter(|force| us || self.p.may_transfer(t, force))
                .map(|force| force.place)
                .collect();
            let mut left = *cs;
            for place in places {
                let taken = self.detach(Side::Allied, place, &[], &[(*class, left)]);
                left -= taken.pools.iter().map(|pool| pool.cs).sum::<u8>().min(left);
            }
            if left > 0 && !us {
                let name = &t.chart.class(*class).name;
                let vp = campaign::transfer_failure(t.chart.class(*class).vp) * i32::from(left);
                self.cost("15.7.2", vp, format!("{left} CS of {name} do not transfer"));
            }
        }
    }

    pub fn substitute(&mut self, wanted: ShipId, choice: Choice) {
        if let Choice::TakeShip(ship) = choice {
            self.send_away(Side::Allied, ship);
            self.reserve(Side::Allied).stand_ins.push((wanted, ship));
        }
    }

    /// A ship leaves with her aircraft [15.7.1].
    pub fn send_away(&mut self, side: Side, ship: ShipId) -> Option<ShipState> {
        let place = self.p.find_ship(side, ship).map(|force| force.place)?;
        let units = self.detach(side, place, &[ship], &[]);
        let fleet = self.p.fleet_mut(side);
        fleet.white.retain(|own| *own != ship);
        fleet.air.retain(|unit| unit.base != Base::Carrier(ship));
        units.ships.first().copied()
    }

    /// From wherever they are, submarines also from packs [15.7.4]; with the option ships must sail to Germany [15.7.5].
    fn german_transfer(&mut self, transfer: &Transfer) {
        let by_sea = self.p.plays(OptionId::TransfersToGermany);
        for ship in &transfer.ships.ships {
            match by_sea {
                true => self.reserve(Side::Axis).leaving.push(*ship),
                false => self.repair_in_germany(*ship),
            }
        }
        for (class, cs) in &transfer.ships.classes {
            let places: Vec<Place> = self
                .p
                .fleet(Side::Axis)
                .forces
                .iter()
                .map(|force| force.place)
                .collect();
            let mut left = *cs;
            for place in places {
                let taken = self.detach(Side::Axis, place, &[], &[(*class, left)]);
                left -= taken.pools.iter().map(|pool| pool.cs).sum::<u8>().min(left);
            }
        }
    }

    /// A ship that is damaged is repaired there; Prinz Eugen even though Crippled (Special Rule 2) [15.5.1].
    fn repair_in_germany(&mut self, ship: ShipId) {
        let Some(state) = self.send_away(Side::Axis, ship) else {
            return;
        };
        if state.step > 0 {
            self.repair(Side::Axis, state);
        }
    }

    /// With the option, ships due are gone once they are in Kiel or the Germany Box; their company goes back to Norway or
    /// stays [15.7.5].
    fn reach_germany(&mut self) {
        let t = self.t;
        let there = |force: &Force| match force.place {
            Place::Port(port) => t.sheet.port(port).id == "kiel",
            Place::Box(off) => t.sheet.off_map(off).id == "germany",
            Place::Sea(_) => false,
        };
        let leaving = self.p.fleet(Side::Axis).reserve.leaving.clone();
        for ship in leaving {
            let arrived = self.p.find_ship(Side::Axis, ship).is_some_and(there);
            if arrived {
                self.reserve(Side::Axis).leaving.retain(|own| *own != ship);
                self.repair_in_germany(ship);
            }
        }
        let company = self
            .p
            .fleet(Side::Axis)
            .forces
            .iter()
            .filter(|force| there(force));
        let company: Vec<BlockId> = company.map(|force| force.block).collect();
        for block in company.into_iter().rev() {
            self.ask(Side::Axis, Order::Company(block));
        }
    }

    pub fn company(&mut self, block: BlockId, choice: Choice) {
        if let (Choice::In(port), Some(force)) =
            (choice, self.p.fleet_mut(Side::Axis).force_mut(block))
        {
            force.place = Place::Port(port);
            force.id = crate::forces::Id::UNIDENTIFIED;
            force.fuel = None;
        }
    }

    /// All US ships leave; a point for each Heavy Ship or DD CS that was neither in Scapa Flow nor in Reykjavik [15.7.3].
    fn us_leave(&mut self) {
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
                    .map(|pool| pool.cs)
                    .sum::<u8>();
            }
            force.units.ships = kept;
            force.units.pools = left;
            blocks.push(force.block);
        }
        for block in blocks {
            self.tidy_force(Side::Allied, block);
        }
        let air = &mut self.p.fleet_mut(Side::Allied).air;
        air.retain(|unit| t.chart.air(unit.kind).nation != Nation::Us);
        self.reserve(Side::Allied)
            .wings
            .retain(|unit| t.chart.air(unit.kind).nation != Nation::Us);
        self.cost(
            "15.7.3",
            campaign::us_elsewhere(heavy, boats),
            "US ships that leave from elsewhere".to_owned(),
        );
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
    fn repair(&mut self, side: Side, state: ShipState) {
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
            fortnight: now.saturating_add(lost.saturating_mul(t.campaign.repair)),
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
        let Some((_, port)) = self.p.tirpitz_yard(t).filter(|_| choice == Choice::Repair) else {
            return;
        };
        let Some(tirpitz) = t.chart.find_ship("tirpitz") else {
            return;
        };
        let Some(state) = self.send_away(Side::Axis, tirpitz) else {
            return;
        };
        let ship = t.chart.ship(tirpitz);
        let lost = ship.cs().saturating_sub(state.cs(ship));
        let now = self.p.season.map_or(0, |season| season.fortnight);
        self.p
            .fleet_mut(Side::Axis)
            .excused
            .retain(|(own, _)| *own != tirpitz);
        self.reserve(Side::Axis).due.push(Due {
            fortnight: now.saturating_add(lost.saturating_mul(t.campaign.tirpitz_repair)),
            at: Place::Port(port),
            units: Units {
                ships: vec![ShipState::new(tirpitz, ship)],
                pools: Vec::new(),
            },
        });
        let vp = t.campaign.tirpitz_vp * i32::from(lost);
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
    fn account_for(&mut self, side: Side, gone: Gone, now: u8, aground: &mut u32) {
        let (kind, nation) = (self.type_of(gone.hull), self.nation_of(gone.hull));
        let heavy = kind.is_heavy();
        match gone.cause {
            Cause::Sunk => self.note_sunk(side, gone.hull, kind),
            Cause::Damaged if kind.is_submarine() && side == Side::Axis => {
                self.reserve(side).damaged_subs += 1;
            }
            Cause::Damaged if kind.is_submarine() => self.note_sunk(side, gone.hull, kind),
            Cause::Damaged => self.to_yard(side, gone, now),
            Cause::Weather | Cause::WesternIce if nation == Nation::Soviet => {}
            // Empty ships that Western ice took are out of the game [15.2.3].
            Cause::WesternIce if kind.is_merchant() && !gone.loaded => {}
            Cause::Weather | Cause::WesternIce => {
                self.come_back(side, gone, now.saturating_add(1));
            }
            Cause::Breakdown if kind.is_merchant() => self.come_back(side, gone, now),
            Cause::Breakdown => self.come_back(side, gone, now.saturating_add(3)),
            Cause::Collision if heavy => self.to_yard(side, gone, now),
            Cause::Collision => {}
            Cause::Grounding => {
                // Half of them, rounded up, are gone for good.
                *aground += 1;
                if aground.is_multiple_of(2) {
                    match kind.is_merchant() {
                        true => self.come_back(side, gone, now),
                        false => self.to_yard(side, gone, now),
                    }
                }
            }
        }
    }

    /// Repaired like 1 CS of damage, at Clyde or Kiel; Soviet and US ships never are [15.5], [15.5.1].
    fn to_yard(&mut self, side: Side, gone: Gone, now: u8) {
        let yard = match self.nation_of(gone.hull) {
            Nation::Soviet | Nation::Us => return,
            Nation::German => "kiel",
            _ => "clyde",
        };
        self.due_at(
            side,
            gone.hull,
            now.saturating_add(self.t.campaign.repair),
            yard,
        );
    }

    /// A merchant ship in ballast that broke down, or was damaged by weather or Eastern ice, lies face up in the Ballast Box of
    /// her port of departure at once [15.2.3].
    pub fn return_in_ballast(&mut self, side: Side, from: PortId) {
        let berth = self.berth_of(from);
        let reserve = self.reserve(side);
        let back = |gone: &mut Gone| {
            !gone.loaded && matches!(gone.cause, Cause::Weather | Cause::Breakdown)
        };
        if side == Side::Allied
            && let Some(gone) = reserve.gone.pop_if(back)
            && let Hull::Class(class) = gone.hull
        {
            reserve.boxes[berth].face_up.add(Pool::new(class, 1));
        }
    }

    fn note_sunk(&mut self, side: Side, hull: Hull, kind: ShipType) {
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
    fn come_back(&mut self, side: Side, gone: Gone, fortnight: u8) {
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

    /// A ship or a CS is back in that port in that Fortnight.
    fn due_at(&mut self, side: Side, hull: Hull, fortnight: u8, port: &str) {
        let t = self.t;
        let Some(at) = t.sheet.find_port(port) else {
            return;
        };
        let units = match hull {
            Hull::Ship(ship) => Units {
                ships: vec![ShipState::new(ship, t.chart.ship(ship))],
                pools: Vec::new(),
            },
            Hull::Class(class) => Units {
                ships: Vec::new(),
                pools: vec![Pool::new(class, 1)],
            },
        };
        self.reserve(side).due.push(Due {
            fortnight,
            at: Place::Port(at),
            units,
        });
    }

    /// A third of the damaged German submarines, rounded up, in the first Fortnight of a month, at Bergen [15.5.2].
    fn damaged_subs(&mut self) {
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

    /// CS of a class come into play in a port.
    fn land_class(&mut self, side: Side, class: ClassId, cs: u8, port: PortId) {
        if cs > 0 {
            let units = Units {
                ships: Vec::new(),
                pools: vec![Pool::new(class, cs)],
            };
            let name = self.t.chart.class(class).name.clone();
            self.put_in(side, name, Some(Berth::Port(port)), units);
        }
    }

    /// Lost CAMs, oilers and submarines in the second Fortnight of a month, aircraft by the table, upgrades [15.6].
    pub fn replacements(&mut self) {
        let t = self.t;
        let Some(values) = self.p.fortnight(t) else {
            return;
        };
        let now = values.date.short();
        if now.ends_with("-II") {
            self.replace_ships();
        }
        let table = &t.campaign.replacements;
        if table.german_subs.contains(&now) {
            self.ask(Side::Axis, Order::LodgeSubs);
        }
        for upgrade in t
            .campaign
            .upgrades
            .iter()
            .filter(|upgrade| upgrade.fortnight == now)
        {
            self.upgrade(upgrade.side, &upgrade.unit, upgrade.kind, upgrade.cs);
        }
        for side in Side::ALL {
            self.note_wings(side);
        }
        let fighters = campaign::fighters_for(self.p.fleet(Side::Allied).reserve.unloaded);
        let lent = Ration {
            nation: Nation::Soviet,
            cs: fighters,
            fighters: true,
        };
        let listed = table.air.iter().map(|(nation, cs)| Ration {
            nation: *nation,
            cs: *cs,
            fighters: false,
        });
        let rations: Vec<Ration> = listed.chain([lent]).collect();
        for ration in rations {
            self.give_out(ration);
        }
    }

    fn give_out(&mut self, ration: Ration) {
        let side = ration.nation.side();
        let mut offers = Vec::new();
        self.p.list_ration(self.t, side, ration, &mut offers);
        if ration.cs > 0 && offers.len() > 1 {
            self.ask(side, Order::Ration(ration));
        }
    }

    pub fn ration(&mut self, side: Side, mut ration: Ration, choice: Choice) {
        let Choice::Wing(place) = choice else { return };
        let Some(wing) = self
            .p
            .fleet(side)
            .reserve
            .wings
            .get(usize::from(place))
            .cloned()
        else {
            return;
        };
        let air = &mut self.p.fleet_mut(side).air;
        match air.iter_mut().find(|unit| unit.name == wing.name) {
            Some(unit) => unit.cs += 1,
            None => air.push(AirUnit { cs: 1, ..wing }),
        }
        ration.cs -= 1;
        self.give_out(ration);
    }

    /// Units as they were when they came: what can be made good.
    pub fn note_wings(&mut self, side: Side) {
        let fleet = self.p.fleet_mut(side);
        for unit in &fleet.air {
            let known = fleet
                .reserve
                .wings
                .iter_mut()
                .find(|wing| wing.name == unit.name);
            match known {
                Some(wing) => {
                    wing.base = unit.base;
                    wing.cs = wing.cs.max(unit.cs);
                }
                None => fleet.reserve.wings.push(unit.clone()),
            }
        }
    }

    /// A newer unit of the same name, whatever is left of the old [15.6.5].
    fn upgrade(&mut self, side: Side, name: &str, kind: AirTypeId, cs: u8) {
        let fleet = self.p.fleet_mut(side);
        let old = fleet
            .air
            .iter()
            .chain(&fleet.reserve.wings)
            .find(|unit| unit.name == name)
            .cloned();
        let Some(old) = old else { return };
        fleet.air.retain(|unit| unit.name != name);
        fleet.reserve.wings.retain(|unit| unit.name != name);
        fleet.air.push(AirUnit { kind, cs, ..old });
    }

    fn replace_ships(&mut self) {
        let t = self.t;
        let lost = std::mem::take(&mut self.reserve(Side::Allied).lost_ships);
        for hull in lost {
            match hull {
                Hull::Ship(ship) => {
                    self.reserve(Side::Allied).sunk.retain(|own| *own != ship);
                    self.ask(Side::Allied, Order::Lodge(ship));
                }
                Hull::Class(class) => self.reserve(Side::Allied).stock.add(Pool::new(class, 1)),
            }
        }
        let subs = std::mem::take(&mut self.reserve(Side::Allied).lost_subs);
        for class in subs {
            let home = match t.chart.class(class).nation {
                Nation::Soviet => "murmansk",
                _ => "lerwick",
            };
            if let Some(port) = t.sheet.find_port(home) {
                self.land_class(Side::Allied, class, 1, port);
            }
        }
    }

    /// An oiler is replaced in a port of her owner's choice [15.6.1].
    pub fn lodge(&mut self, ship: ShipId, choice: Choice) {
        if let Choice::In(port) = choice {
            let units = Units {
                ships: vec![ShipState::new(ship, self.t.chart.ship(ship))],
                pools: Vec::new(),
            };
            let name = self.t.chart.ship(ship).name.clone();
            self.put_in(Side::Allied, name, Some(Berth::Port(port)), units);
        }
    }

    pub fn oiler_ports(t: &Tables) -> impl Iterator<Item = PortId> {
        OILER_PORTS
            .into_iter()
            .filter_map(|port| t.sheet.find_port(port))
    }

    /// German submarines replaced, at Bergen or Trondheim, never more than the chart has [15.6.2].
    pub fn lodge_subs(&mut self, choice: Choice) {
        let t = self.t;
        let (Choice::In(port), Some(class)) = (choice, t.chart.find_class("ss_de")) else {
            return;
        };
        let lost = std::mem::take(&mut self.reserve(Side::Axis).lost_subs).len() as u8;
        let cs = t.campaign.replacements.german_subs_cs.min(lost);
        self.reserve(Side::Axis).lost_subs = vec![class; usize::from(lost - cs)];
        self.land_class(Side::Axis, class, cs, port);
    }

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
    fn conditional_units(&mut self) {
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
    fn land_group(&mut self, group: &Group) {
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
        self.put_in(side, "Reinforcements".to_owned(), group.at, units);
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
