//! Supplies at sea: what a returning boat may ask for, and what comes of it [15.23], [21.3].

use crate::boat::{Place, Side};
use crate::endurance;
use crate::event::Event;
use crate::position::Position;
use crate::sequence::{Play, Step};
use crate::supply::{self, Fortune, Provider};
use crate::tables::{SupplyKind, Tables};

/// Boats that a supply ship serves in a week [21.32].
const AT_SEA: u8 = 2;

/// Who could give supplies: a ship by its place in the list, or a tanker boat. Nobody attacks ships: they leave by dice
/// and by events alone (R43).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Giver {
    Ship(u8, Provider),
    Tanker(u16),
}

impl Position {
    /// Whoever could supply the boat where it is now [21.31], [21.32], [21.33]: an undamaged boat at the start of its way
    /// home.
    pub(crate) fn providers(&self, t: &Tables) -> Vec<Giver> {
        let boat = self.boat();
        let (Place::Area(here), true) = (boat.place, boat.rtb && boat.damage == 0) else {
            return vec![];
        };
        let ships = self
            .supplies
            .iter()
            .enumerate()
            .filter_map(|(place, supply)| {
                if supply.area != here || supply.gone {
                    return None;
                }
                let provider = match t.submarines.supply_ships[usize::from(supply.ship)].kind {
                    SupplyKind::Interned(_, entry)
                        if self.date.month >= entry && !self.port_used =>
                    {
                        Provider::Interned
                    }
                    SupplyKind::Interned(..) => return None,
                    SupplyKind::AtSea | SupplyKind::Raider if supply.used < AT_SEA => {
                        Provider::AtSea
                    }
                    SupplyKind::AtSea | SupplyKind::Raider => return None,
                };
                Some(Giver::Ship(place as u8, provider))
            });
        let ready = |place: &u16| {
            let tanker = &self.boats[usize::from(*place)];
            *place != self.acting
                && tanker.place == Place::Area(here)
                && tanker.duty.is_none() // orders come first [5.3]
                && self.tanker_boats(t, tanker) > 0
                && (!tanker.done || tanker.serving.is_some())
        };
        let tankers = (0..self.boats.len() as u16)
            .filter(ready)
            .map(Giver::Tanker);
        ships.chain(tankers).collect()
    }
}

impl Play<'_> {
    /// An Endurance Check without modifiers: passed, the boat patrols on [14.71].
    pub(crate) fn take_supplies(&mut self, place: u8) {
        let Some(giver) = self.p.providers(self.t).get(usize::from(place)).copied() else {
            return;
        };
        let class = self.p.class(self.t);
        let torpedo = crate::torpedo::of_navy(self.t, self.p.torpedo(self.t), class.navy);
        let die = self.chance.chit();
        let number = endurance::number(self.t, class.endurance, torpedo);
        let success = endurance::stays(number, 0, die);
        let boat = self.p.boat().id;
        self.log.push(|| Event::Supplied {
            boat,
            die,
            number,
            success,
        });
        if success {
            let here = self.p.boat().area();
            let command = self.p.boat().command;
            let patrols = here.is_some_and(|area| self.p.may_patrol(self.t, command, area));
            let boat = self.p.boat_mut();
            boat.rtb = false;
            boat.side = if patrols { Side::Patrol } else { Side::Transit };
            boat.duty = None;
            self.p.agenda.push(Step::Storm);
        } else {
            self.p.agenda.push(Step::Homeward);
        }
        match giver {
            Giver::Ship(ship, provider) => self.ship_at_risk(ship, provider, die),
            Giver::Tanker(tanker) => self.tanker_at_risk(tanker, die),
        }
    }

    fn ship_at_risk(&mut self, ship: u8, provider: Provider, die: u8) {
        self.p.port_used |= provider == Provider::Interned;
        let supply = &mut self.p.supplies[usize::from(ship)];
        supply.used += 1;
        if supply::is_at_risk(provider, die, self.p.period) {
            let second = self.chance.chit();
            let enigma = self.p.standing.enigma;
            let fortune = supply::fortune(self.t, provider, second, enigma);
            self.p.supplies[usize::from(ship)].gone = fortune != Fortune::None;
            // In a neutral port the ciphers do not matter [21.31B].
            let modifier = if provider == Provider::Interned {
                0
            } else {
                enigma
            };
            let boat = self.p.boat().id;
            self.log.push(|| Event::Provider {
                boat,
                die: second,
                modifier,
                fortune,
            });
        }
    }

    /// A tanker that has supplied may be sunk, or damaged and sent home [21.33B], and then boats beyond their range must
    /// go too, the one it has just supplied among them (R44); after its last boat it makes its own check at the end of
    /// the turn.
    fn tanker_at_risk(&mut self, tanker: u16, die: u8) {
        let boat = &mut self.p.boats[usize::from(tanker)];
        boat.serving = Some(boat.serving.unwrap_or(0) + 1);
        if !supply::is_at_risk(Provider::Tanker, die, self.p.period) {
            return;
        }
        let second = self.chance.chit();
        let modifier = self.p.standing.enigma;
        let fortune = supply::fortune(self.t, Provider::Tanker, second, modifier);
        let boat = self.p.boat().id;
        self.log.push(|| Event::Provider {
            boat,
            die: second,
            modifier,
            fortune,
        });
        match fortune {
            Fortune::Sunk => self.lose_boat(tanker),
            Fortune::DamagedReturn => {
                if !self.hurt_boat(tanker) {
                    let boat = &mut self.p.boats[usize::from(tanker)];
                    boat.turn_home();
                    boat.done = true;
                    let id = boat.id;
                    self.out_of_range(id);
                }
            }
            Fortune::None | Fortune::Removed => {}
        }
    }
}
