//! Operation EV [15.8.3].

use super::Ev;
use crate::air::AirUnit;
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::Units;
use crate::sequence::Play;
use crate::side::Side;
use crate::units::{ClassId, ShipId};

impl Play<'_> {
    /// Operation EV is declared: its ships come, and nothing is as it was [15.8.3].
    pub fn declare_ev(&mut self, choice: Choice) {
        let t = self.t;
        if choice != Choice::Declare {
            return;
        }
        let now = self.p.season.map_or(0, |season| season.fortnight);
        let waived = self.p.fleet(Side::Axis).reserve.bid == 0;
        self.reserve(Side::Allied).ev = Ev::Declared(now, waived);
        self.log.reveal();
        self.log.push(|| Event::EvDeclared);
        let ids = ["avenger", "scylla", "oligarch", "blue_ranger"];
        let ships: Vec<ShipId> = ids
            .into_iter()
            .filter_map(|id| t.chart.find_ship(id))
            .collect();
        let to_come = |ship: &ShipId| self.p.is_to_come(Side::Allied, *ship);
        let new: Vec<ShipId> = ships.into_iter().filter(to_come).collect();
        let classes = [("dd_jr", 4u8), ("dd_ai", 2u8)];
        let classes = classes
            .into_iter()
            .filter_map(|(id, cs)| t.chart.find_class(id).map(|class| (class, cs)));
        let classes: Vec<(ClassId, u8)> = classes
            .map(|(class, cs)| (class, cs.min(self.p.cs_left(t, Side::Allied, class))))
            .filter(|(_, cs)| *cs > 0)
            .collect();
        let list = crate::tables::ShipList {
            ships: new.clone(),
            classes: classes.clone(),
        };
        let reserve = self.reserve(Side::Allied);
        reserve.early_ships.extend(new);
        reserve.early_classes.extend(classes);
        let at = t
            .sheet
            .find_port("scapa_flow")
            .map(crate::tables::Berth::Port);
        let units = Units::of_list(&t.chart, &list);
        self.put_in(Side::Allied, "Operation EV".to_owned(), at, units);
        self.bring_hampdens();
    }

    /// Two Hampden units of 2 CS at Wick [15.8.3].
    fn bring_hampdens(&mut self) {
        let t = self.t;
        let (Some(base), Some(kind)) = (t.sheet.find_airbase("wick"), t.chart.find_air("hampden"))
        else {
            return;
        };
        let base = crate::tables::Base::Airbase(base);
        for name in ["144 Sqn", "455 Sqn"] {
            let air = &mut self.p.fleet_mut(Side::Allied).air;
            match air.iter_mut().find(|unit| unit.name == name) {
                Some(unit) => unit.base = base,
                None => {
                    let unit = AirUnit::new(&crate::tables::AirUnitList {
                        side: Side::Allied,
                        name: name.to_owned(),
                        kind,
                        cs: 2,
                        base,
                    });
                    self.join_air(Side::Allied, unit);
                }
            }
        }
    }
}
