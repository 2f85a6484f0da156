//! Merchant ships of a Campaign: all that were placed are somewhere, or lost (41).

use super::Auditor;
use crate::forces::{Force, Hull, Units};
use crate::position::Position;
use crate::side::Side;
use crate::tables::Tables;
use derbyhouse_scene::Broken;

impl Auditor {
    /// In boxes, at sea, in port, on the way back, or gone for good: together those that were ever placed. The Kara Sea has its
    /// own ships.
    pub(super) fn shipping(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let fleet = p.fleet(Side::Allied);
        let reserve = &fleet.reserve;
        let Some(tally) = reserve.tally else {
            return Ok(());
        };
        let of_campaign = |force: &&Force| !p.is_in_kara(t, force);
        let forces = fleet.forces.iter().filter(of_campaign);
        let forces = forces.chain(&reserve.channel).map(|force| &force.units);
        let moored = fleet.moored.iter().map(|moored| &moored.units);
        let boxes = reserve.boxes.iter();
        let boxes = boxes.flat_map(|own| [&own.unloading, &own.face_down, &own.face_up]);
        let units = forces.chain(moored).chain(boxes).chain([&reserve.stock]);
        let merchants = |units: &Units| u32::from(units.merchants(&t.chart));
        let there: u32 = units.map(merchants).sum();
        let gone = reserve.gone.iter().filter(|gone| {
            let kind = match gone.hull {
                Hull::Ship(ship) => t.chart.ship(ship).kind,
                Hull::Class(class) => t.chart.class(class).kind,
            };
            kind.is_merchant() && !gone.is_of_kara(t)
        });
        let away = gone.count() as u32;
        let (placed, lost) = (u32::from(tally.placed), u32::from(tally.lost));
        self.hold(there + away + lost == placed, || {
            format!("of {placed} merchant ships {there} are there, {away} away and {lost} lost")
        })
    }
}
