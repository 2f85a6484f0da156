//! Bomber Command [12.4]: after an Axis Capital Ship was identified in port, Halifaxes come to Wick for one Night, look for
//! Tirpitz in port, and are gone.

use crate::air::{AirId, AirUnit, Mission, Photograph};
use crate::forces::ShipState;
use crate::position::{Fleet, Position};
use crate::sequence::Play;
use crate::side::Side;
use crate::tables::{Base, Condition, Tables};
use crate::time::Light;
use crate::units::Category;

/// The aircraft of Bomber Command: they appear for nothing else.
const HALIFAX: &str = "halifax";
const BASE: &str = "wick";
const UNITS: [&str; 6] = [
    "Bomber Command A",
    "Bomber Command B",
    "Bomber Command C",
    "Bomber Command D",
    "Bomber Command E",
    "Bomber Command F",
];

impl AirUnit {
    /// One of the Halifaxes that come for one Night.
    pub(crate) fn is_bomber_command(&self, t: &Tables) -> bool {
        self.aircraft(t).id == HALIFAX
    }

    /// It is there for a Special Condition only: no base keeps room for it, nobody replaces it [12.4], [12.7].
    pub(crate) fn is_guest(&self, t: &Tables) -> bool {
        self.is_bomber_command(t) || self.is_raiding_stuka()
    }
}

/// A photograph that told its taker of a Capital Ship.
fn shows_capital(photograph: &Photograph) -> bool {
    let told = photograph.report.categories.as_ref();
    told.and_then(|categories| categories.get(Category::Capital.index()))
        .is_some_and(|(counters, _)| *counters > 0)
}

impl Position {
    /// A Night turn, the condition is held and was not used, and a photograph of an earlier turn has shown a Capital Ship in
    /// an Axis port: what the Allied player was told, not what lies there. Nobody has moved yet.
    pub(crate) fn may_call_bombers(&self, t: &Tables, side: Side) -> bool {
        let fleet = self.fleet(side);
        let mut photographs = fleet.wing.photographs.iter();
        side == Side::Allied
            && self.condition(t, side) == Condition::BomberCommand
            && !fleet.special.used
            && self.light(t) == Light::Night
            && photographs.any(|one| one.turn < self.turn && shows_capital(one))
            && fleet.forces.iter().all(|force| force.motion.hexes == 0)
    }
}

impl Play<'_> {
    /// They are placed, which shows the chit. A question of its own would tell the enemy who holds it: it is an answer to one
    /// that is put in every turn, the first after what may come without being asked for [12.4].
    pub fn call_bombers(&mut self) {
        let t = self.t;
        let (Some(kind), Some(base)) = (t.chart.find_air(HALIFAX), t.sheet.find_airbase(BASE))
        else {
            return;
        };
        self.p.fleet_mut(Side::Allied).special.used = true;
        self.show_chit(Side::Allied);
        let (mut left, most) = (t.chits.values.halifax_cs, t.chart.air(kind).max_cs);
        for name in UNITS {
            let cs = left.min(most);
            left -= cs;
            if cs == 0 {
                break;
            }
            self.p.fleet_mut(Side::Allied).air.push(AirUnit {
                name: name.to_owned(),
                kind,
                base: Base::Airbase(base),
                cs,
                aborts: 0,
                damaged: 0,
                mission: Mission::Base,
            });
        }
    }

    /// Back at base, or never sent: they are gone [12.4].
    pub fn dismiss_bombers(&mut self, side: Side) {
        let t = self.t;
        let air = &mut self.p.fleet_mut(side).air;
        for unit in air.iter_mut().filter(|unit| unit.is_bomber_command(t)) {
            (unit.cs, unit.aborts, unit.damaged) = (0, 0, 0);
            unit.mission = Mission::Base;
        }
    }

    /// What they do to Tirpitz scores nothing by [2.4] (R90).
    pub fn excuse_bombers(&mut self, owner: Side, by: AirId, before: ShipState, after: ShipState) {
        let t = self.t;
        let ship = t.chart.ship(before.ship);
        let lost = before.cs(ship).saturating_sub(after.cs(ship));
        let bombers = self.p.air(owner.other(), by);
        if lost > 0 && bombers.is_some_and(|unit| unit.is_bomber_command(t)) {
            self.p.fleet_mut(owner).excused.push((before.ship, lost));
        }
    }
}

impl Fleet {
    /// After the Operation those who came for a Special Condition are gone for good.
    pub(crate) fn dismiss_guests(&mut self, t: &Tables) {
        self.air.retain(|unit| !unit.is_guest(t));
    }
}
