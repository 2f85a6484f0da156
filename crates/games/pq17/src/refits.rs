//! Transfers, repairs, replacements and reinforcements of a Fortnight [15.3] to [15.7].

mod reinforcements;
mod repairs;
mod replacements;
mod transfers;

pub use reinforcements::PICKS;
pub use replacements::Ration;

use crate::forces::{Force, Hull, Place, Pool, ShipState, Units};
use crate::moorings::box_of;
use crate::position::Position;
use crate::season::{Away, Cause, Due, Gone};
use crate::sequence::Play;
use crate::side::{Nation, Side};
use crate::tables::Berth;
use crate::units::{ClassId, PortId, ShipId};

impl Position {
    fn find_ship(&self, side: Side, ship: ShipId) -> Option<&Force> {
        let has = |force: &&Force| force.units.ships.iter().any(|state| state.ship == ship);
        self.fleet(side).forces.iter().find(has)
    }

    /// A ship is in play, or will be again, or is lost: no list brings her.
    pub(crate) fn is_spoken_for(&self, side: Side, ship: ShipId) -> bool {
        let reserve = &self.fleet(side).reserve;
        let aboard = |units: &Units| units.ship(ship).is_some();
        self.find_ship(side, ship).is_some()
            || reserve.channel.iter().any(|force| aboard(&force.units))
            || reserve.due.iter().any(|due| aboard(&due.units))
            || reserve.raiders.iter().any(|state| state.ship == ship)
            || reserve
                .gone
                .iter()
                .any(|gone| gone.hull.ship() == Some(ship))
            || reserve.sunk.contains(&ship)
    }
}

impl Play<'_> {
    /// Repaired like 1 CS of damage, besides what she had lost before, at Clyde or Kiel; Soviet and US ships never are, nor
    /// who is Crippled or Dead in the Water: they are lost [15.5], [15.5.1].
    fn send_to_yard(&mut self, side: Side, gone: Gone, now: u8) {
        let yard = match self.nation_of(gone.hull) {
            Nation::Soviet | Nation::Us => return self.give_up(side, gone),
            Nation::German => "kiel",
            _ => "clyde",
        };
        let mut lost = 1;
        if let Some(state) = gone.state {
            let ship = self.t.chart.ship(state.ship);
            if state.crippled || state.is_diw(ship) {
                return self.give_up(side, gone);
            }
            lost += ship.cs().saturating_sub(state.cs(ship));
            self.forget_damage(side, state.ship);
        }
        let time = crate::campaign::repair_time(self.t, lost);
        let units = self.units_of(gone.hull, None);
        self.due_at(side, units, now.saturating_add(time), (Away::Repair, yard));
    }

    /// What a ship lost before her repair no longer counts: lost again it scores again (R90), and takes as many aircraft [7.8].
    fn forget_damage(&mut self, side: Side, ship: ShipId) {
        let fleet = self.p.fleet_mut(side);
        fleet.excused.retain(|(own, _)| *own != ship);
        fleet.wing.decks.retain(|(own, _)| *own != ship);
    }

    /// So many CS of a ship are whole again: lost again they score again; the others have scored (R90).
    fn forget_part(&mut self, side: Side, ship: ShipId, mut cs: u8) {
        let excused = &mut self.p.fleet_mut(side).excused;
        for (_, lost) in excused.iter_mut().filter(|(own, _)| *own == ship) {
            let less = cs.min(*lost);
            *lost -= less;
            cs -= less;
        }
        excused.retain(|(_, lost)| *lost > 0);
    }

    /// A ship with the hits that she had, torpedoes and oil aboard; or one CS.
    fn units_of(&self, hull: Hull, was: Option<ShipState>) -> Units {
        let mut units = Units::default();
        match hull {
            Hull::Ship(ship) => {
                let new = ShipState::new(ship, self.t.chart.ship(ship));
                units.ships.push(was.map_or(new, |was| ShipState {
                    step: was.step,
                    crippled: was.crippled,
                    ..new
                }));
            }
            Hull::Class(class) => units.add(Pool::new(class, 1)),
        }
        units
    }

    /// A merchant ship in ballast that broke down, or was damaged by weather or Eastern ice, lies face up in the Ballast Box of
    /// her port of departure at once [15.2.3].
    pub fn return_in_ballast(&mut self, side: Side) {
        let back = |gone: &mut Gone| {
            !gone.loaded && matches!(gone.cause, Cause::Weather | Cause::Breakdown)
        };
        if side == Side::Allied
            && self.p.season.is_some()
            && let Some(gone) = self.reserve(side).gone.pop_if(back)
        {
            self.lay_in_ballast(side, gone);
        }
    }

    /// Face up in the Ballast Box of the port that she had sailed from.
    fn lay_in_ballast(&mut self, side: Side, gone: Gone) {
        let berth = gone.from.and_then(|port| box_of(self.t, port)).unwrap_or(0);
        if let Hull::Class(class) = gone.hull {
            let boxes = &mut self.reserve(side).boxes;
            boxes[berth].face_up.add(Pool::new(class, 1));
        }
    }

    /// Ships are back in that port in that Fortnight.
    fn due_at(&mut self, side: Side, units: Units, fortnight: u8, (why, port): (Away, &str)) {
        let Some(at) = self.t.sheet.find_port(port) else {
            return;
        };
        self.reserve(side).due.push(Due {
            why,
            fortnight,
            at: Place::Port(at),
            units,
        });
    }

    /// No block is free for them: they come a Fortnight later [1.2].
    pub fn wait_for_block(&mut self, side: Side, at: Place, units: Units) {
        let now = self.p.season.map_or(0, |season| season.fortnight);
        self.reserve(side).due.push(Due {
            why: Away::Wait,
            fortnight: now.saturating_add(1),
            at,
            units,
        });
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
}
