//! The Axis Convoy [12.3].

use crate::forces::Hull;
use crate::position::Account;
use crate::sequence::Play;
use crate::side::Side;
use crate::tables::Condition;
use crate::units::PortId;

impl Play<'_> {
    /// After the last turn in which it is in time the Axis Convoy is late [12.3] (R34).
    pub(super) fn miss_convoy_deadline(&mut self) {
        let late = self.p.turn >= self.t.chits.values.axis_convoy_last
            && self.p.condition(self.t, Side::Axis) == Condition::AxisConvoy
            && self.axis_merchants_afloat() > 0;
        self.p.fleet_mut(Side::Axis).special.late |= late;
    }

    /// The escorts that came for the Axis Convoy leave with it; of all that were sunk, these were the first [12.3], [15.8].
    pub fn dismiss_axis_escorts(&mut self) {
        let t = self.t;
        let chit = self.p.chit(t, Side::Axis);
        let convoy = chit.and_then(|chit| chit.convoy);
        let (Some((came, ..)), Some(escorts)) = (convoy, t.chart.find_class("es_de")) else {
            return;
        };
        let gone = &self.p.fleet(Side::Axis).reserve.gone;
        let lost = gone.iter().filter(|own| own.hull == Hull::Class(escorts));
        let left = came.saturating_sub(lost.count() as u8);
        let left = self.take_class(Side::Axis, escorts, left, |force| force.sailing.is_some());
        self.take_class(Side::Axis, escorts, left, |_| true);
    }

    pub(super) fn axis_merchants_afloat(&self) -> u8 {
        let forces = self.p.fleet(Side::Axis).forces.iter();
        forces
            .map(|force| force.units.merchants(&self.t.chart))
            .sum()
    }

    /// The Axis Convoy instead of a Dummy [12.3].
    pub fn muster_axis_convoy(&mut self, port: PortId) {
        let t = self.t;
        let convoy = self.p.chit(t, Side::Axis).and_then(|chit| chit.convoy);
        let kirkenes = t.sheet.find_port("kirkenes");
        let classes = (t.chart.find_class("es_de"), t.chart.find_class("mv_de"));
        let (Some((es, mv, _)), Some(to), (Some(escorts), Some(ships))) =
            (convoy, kirkenes, classes)
        else {
            return;
        };
        let list = crate::tables::ShipList {
            ships: Vec::new(),
            classes: vec![(escorts, es), (ships, mv)],
        };
        let start = self.p.start;
        let units = crate::forces::Units::of_list(&t.chart, &list);
        let account = Account::new("Axis Convoy", false, port, start);
        let fleet = self.p.fleet_mut(Side::Axis);
        crate::preparation::add_convoy(t, fleet, account, vec![to], units);
    }
}
