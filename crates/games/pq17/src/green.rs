//! Untrained units [15.4.3], an option of the Campaign: new ships called up before their time, and the Green units of a list.
//! They shoot and bomb with half their dice, are scuttled when they lie Dead in the Water, and cost more if they are lost.

use crate::campaign;
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Hull, Pool, ShipState, Units};
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::Tables;
use crate::units::{ClassId, ShipId};
use crate::victory::against;
use crate::vp::Vp;
use serde::{Deserialize, Serialize};

/// Fortnights ahead that New Construction may be called up.
const AHEAD: usize = 4;
/// How the Campaign's lists call it.
const NEW: &str = "New";

/// A ship, or CS of a class, with an untrained crew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Green {
    /// Of a class: the trained one that it will be.
    pub hull: Hull,
    pub cs: u8,
    /// The Fortnight in which it was called up.
    pub since: u8,
    /// Operations in which it took part.
    pub operations: u8,
}

impl Position {
    /// Her crew is untrained.
    pub(crate) fn is_green(&self, side: Side, ship: ShipId) -> bool {
        let green = &self.fleet(side).reserve.green;
        green.iter().any(|own| own.hull == Hull::Ship(ship))
    }

    /// A ship, or a CS of a class, whose crew is untrained.
    pub(crate) fn is_green_hull(&self, t: &Tables, side: Side, hull: Hull) -> bool {
        match hull {
            Hull::Ship(ship) => self.is_green(side, ship),
            Hull::Class(class) => t.chart.class(class).green,
        }
    }

    /// New Construction of the next four Fortnights, and the Green units of this one.
    pub(crate) fn list_green(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        out.push(Choice::Done);
        let Some(season) = self.season else { return };
        let fleet = self.fleet(side);
        let next = usize::from(season.fortnight) + 1;
        let coming = t.campaign.fortnights.iter().skip(next).take(AHEAD);
        let groups = coming.flat_map(|values| values.reinforcements.iter());
        let groups = groups.filter(|(group, tag)| group.side == side && tag == NEW);
        let (mut ships, mut classes): (Vec<ShipId>, Vec<(ClassId, u8)>) = (Vec::new(), Vec::new());
        for (group, _) in groups {
            ships.extend(&group.ships.ships);
            for (class, cs) in &group.ships.classes {
                match classes.iter_mut().find(|(own, _)| own == class) {
                    Some((_, all)) => *all += cs,
                    None => classes.push((*class, *cs)),
                }
            }
        }
        let now = self.date(t).short();
        let listed = t.campaign.green.iter();
        let listed = listed.filter(|own| own.side == side && own.fortnights.contains(&now));
        ships.extend(listed.map(|own| own.ship));
        ships.retain(|ship| self.is_to_come(side, *ship));
        ships.sort_unstable();
        ships.dedup();
        out.extend(ships.into_iter().map(Choice::TakeShip));
        classes.retain(|(class, cs)| {
            let early = fleet.reserve.early_classes.iter();
            let early: u8 = early.filter(|(own, _)| own == class).map(|own| own.1).sum();
            let free = self.cs_left(t, side, *class) > 0;
            *cs > early && free && t.chart.green(*class).is_some()
        });
        out.extend(
            classes
                .into_iter()
                .map(|(class, _)| Choice::TakeClass(class)),
        );
    }

    /// When New Construction is due by its schedule.
    fn scheduled(&self, t: &Tables, hull: Hull) -> Option<crate::time::Fortnight> {
        let next = usize::from(self.season?.fortnight);
        let mut coming = t.campaign.fortnights.iter().skip(next);
        let due = coming.find(|values| {
            let mut groups = values.reinforcements.iter().filter(|(_, tag)| tag == NEW);
            groups.any(|(group, _)| match hull {
                Hull::Ship(ship) => group.ships.ships.contains(&ship),
                Hull::Class(class) => group.ships.classes.iter().any(|(own, _)| *own == class),
            })
        });
        due.map(|values| values.date)
    }
}

impl Play<'_> {
    /// A new ship, or a CS of new Light Ships, joins untrained, at Scapa Flow or Kiel.
    pub fn call_green(&mut self, side: Side, choice: Choice) {
        let t = self.t;
        let since = self.p.season.map_or(0, |season| season.fortnight);
        let reserve = self.reserve(side);
        let (hull, name, units) = match choice {
            Choice::TakeShip(ship) => {
                reserve.early_ships.push(ship);
                let units = Units {
                    ships: vec![ShipState::new(ship, t.chart.ship(ship))],
                    pools: Vec::new(),
                };
                (Hull::Ship(ship), t.chart.ship(ship).name.clone(), units)
            }
            Choice::TakeClass(class) => {
                let Some(green) = t.chart.green(class) else {
                    return;
                };
                reserve.early_classes.push((class, 1));
                let units = Units {
                    ships: Vec::new(),
                    pools: vec![Pool::new(green, 1)],
                };
                (Hull::Class(class), t.chart.class(green).name.clone(), units)
            }
            _ => return,
        };
        let same = |own: &&mut Green| own.hull == hull && own.since == since;
        match reserve.green.iter_mut().find(same) {
            Some(own) => own.cs += 1,
            None => reserve.green.push(Green {
                hull,
                cs: 1,
                since,
                operations: 0,
            }),
        }
        let at = crate::tables::Berth::Port(t.campaign.emergency[side].at);
        self.log.reveal();
        self.log.push(|| Event::Green {
            side,
            name: name.clone(),
        });
        self.put_in(side, name, Some(at), units);
        self.ask(side, Order::Green);
    }

    /// Untrained Light Ships go to sea: that Operation counts for their training.
    pub fn note_green(&mut self, side: Side, block: BlockId) {
        let t = self.t;
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let pools = force.units.pools.iter();
        let green = pools.filter(|pool| t.chart.class(pool.class).green);
        let green: Vec<ClassId> = green.map(|pool| t.chart.trained(pool.class)).collect();
        self.reserve(side).green_sailed.extend(green);
    }

    /// Listed Green units leave in the phase of the Fortnight they were used in; New ones stay, and are trained when they are
    /// due, a Fortnight sooner for each Operation in which they took part.
    pub fn dismiss_green(&mut self, side: Side) {
        let t = self.t;
        let (now, date) = (self.p.season.map_or(0, |own| own.fortnight), self.p.date(t));
        for mut green in std::mem::take(&mut self.reserve(side).green) {
            let fleet = self.p.fleet(side);
            let sailed = match green.hull {
                Hull::Ship(ship) => {
                    let mut free = fleet.free.iter();
                    fleet.paid.contains(&ship) || free.any(|(own, _)| *own == ship)
                }
                Hull::Class(class) => fleet.reserve.green_sailed.contains(&class),
            };
            green.operations += u8::from(sailed);
            let mut listed = t.campaign.green.iter();
            let listed = listed.find(|own| {
                let called = green.since == now && own.fortnights.contains(&date.short());
                called && Hull::Ship(own.ship) == green.hull
            });
            if let Some(own) = listed {
                self.transfer_ship(side, own.ship);
                self.reserve(side)
                    .early_ships
                    .retain(|ship| *ship != own.ship);
                continue;
            }
            let scheduled = self.p.scheduled(t, green.hull);
            let trained = scheduled.map(|due| campaign::green(due, green.operations).1);
            match trained.is_some_and(|trained| date < trained) {
                true => self.reserve(side).green.push(green),
                false => self.train_crews(side, green),
            }
        }
    }

    /// What is left of a class becomes what it was to be.
    fn train_crews(&mut self, side: Side, green: Green) {
        let t = self.t;
        let (Hull::Class(class), mut left) = (green.hull, green.cs) else {
            return;
        };
        let Some(untrained) = t.chart.green(class) else {
            return;
        };
        for force in &mut self.p.fleet_mut(side).forces {
            while left > 0
                && let Some(taken) =
                    force
                        .units
                        .take(&t.chart, Hull::Class(untrained), crate::forces::Hurt::Whole)
            {
                left -= 1;
                for pool in taken.pools {
                    force.units.add(Pool { class, ..pool });
                }
            }
        }
    }

    /// What a ship or a CS lost while green costs besides her worth.
    pub fn green_penalty(&mut self, side: Side, hull: Hull) {
        let t = self.t;
        if !self.p.is_green_hull(t, side, hull) {
            return;
        }
        let worth: Vp = match hull {
            Hull::Ship(ship) => t.chart.ship(ship).vp,
            Hull::Class(class) => t.chart.class(class).vp,
        };
        let vp = against(side, worth.half_rounded_up());
        self.cost("15.4.3", vp, "lost while green".to_owned());
    }
}
