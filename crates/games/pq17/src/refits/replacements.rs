//! Replacements [15.6]: aircraft by the ration, upgrades, oilers, CAMs and submarines.

use crate::air::AirUnit;
use crate::campaign;
use crate::choice::Choice;
use crate::forces::{Hull, Pool, ShipState, Units};
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::{Nation, Side};
use crate::tables::{Base, Berth, Tables};
use crate::units::{AirTypeId, PortId, ShipId};
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
pub(super) const LENT: [&str; 3] = ["hurricane_su", "p40_su", "p400_su"];

pub(super) const OILER_PORTS: [&str; 3] = ["reykjavik", "scapa_flow", "loch_ewe"];

impl Position {
    /// Units of a nation that have lost steps or are gone, by their place in the list [15.6.3]; of lent fighters also those that
    /// could have newer ones, a CS for each of theirs [15.6.4].
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
            if fits && ration.fighters && now > 0 && now <= ration.cs {
                let newer = newer_fighters(t, wing.kind);
                out.extend(newer.map(|kind| Choice::Upgrade(place as u8, kind)));
            }
        }
    }
}

/// Where a unit is based, and the most it has ever had.
fn note_wing(wings: &mut Vec<AirUnit>, unit: &AirUnit) {
    match wings.iter_mut().find(|wing| wing.name == unit.name) {
        Some(wing) => {
            wing.base = unit.base;
            wing.cs = wing.cs.max(unit.cs);
        }
        None => wings.push(unit.clone()),
    }
}

/// Lent fighters that are better than those [15.6.4].
fn newer_fighters(t: &Tables, old: AirTypeId) -> impl Iterator<Item = AirTypeId> {
    let lent = LENT.into_iter().filter_map(|id| t.chart.find_air(id));
    lent.filter(move |new| t.chart.air(*new).air_combat > t.chart.air(old).air_combat)
}

impl Play<'_> {
    /// Lost submarines at once, CAMs and oilers in the second Fortnight of a month, aircraft by the table, upgrades [15.6].
    pub fn replacements(&mut self) {
        let t = self.t;
        let Some(values) = self.p.fortnight(t) else {
            return;
        };
        let now = values.date.short();
        self.replace_subs();
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

    pub(super) fn give_out(&mut self, ration: Ration) {
        let side = ration.nation.side();
        let mut offers = Vec::new();
        self.p.list_ration(self.t, side, ration, &mut offers);
        if ration.cs > 0 && offers.len() > 1 {
            self.ask(side, Order::Ration(ration));
        }
    }

    pub fn ration(&mut self, side: Side, mut ration: Ration, choice: Choice) {
        let (place, newer) = match choice {
            Choice::Wing(place) => (place, None),
            Choice::Upgrade(place, kind) => (place, Some(kind)),
            _ => return,
        };
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
        let fleet = self.p.fleet_mut(side);
        let unit = fleet.air.iter_mut().find(|unit| unit.name == wing.name);
        let spent = match (unit, newer) {
            (Some(unit), Some(kind)) => {
                unit.kind = kind;
                fleet.reserve.wings[usize::from(place)].kind = kind;
                unit.cs
            }
            (Some(unit), None) => {
                unit.cs += 1;
                1
            }
            (None, _) => {
                fleet.air.push(AirUnit { cs: 1, ..wing });
                1
            }
        };
        ration.cs = ration.cs.saturating_sub(spent);
        self.give_out(ration);
    }

    /// A unit joins the fleet; in a Campaign its strength is noted before it can lose any [15.6.3].
    pub fn join_air(&mut self, side: Side, unit: AirUnit) {
        let campaign = self.p.season.is_some();
        let fleet = self.p.fleet_mut(side);
        if campaign {
            note_wing(&mut fleet.reserve.wings, &unit);
        }
        fleet.air.push(unit);
    }

    /// Units as they were when they came: what can be made good.
    pub fn note_wings(&mut self, side: Side) {
        let fleet = self.p.fleet_mut(side);
        for unit in &fleet.air {
            note_wing(&mut fleet.reserve.wings, unit);
        }
    }

    /// A newer unit of the same name, whatever is left of the old [15.6.5].
    pub(super) fn upgrade(&mut self, side: Side, name: &str, kind: AirTypeId, cs: u8) {
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

    /// CAMs and oilers; AA ships never are [15.6.1].
    pub(super) fn replace_ships(&mut self) {
        let lost = std::mem::take(&mut self.reserve(Side::Allied).lost_ships);
        for hull in lost {
            match hull {
                Hull::Ship(ship) => {
                    self.reserve(Side::Allied).sunk.retain(|own| *own != ship);
                    self.ask(Side::Allied, Order::Lodge(ship));
                }
                Hull::Class(class) => {
                    self.reserve(Side::Allied).stock.add(Pool::new(class, 1));
                    self.place_merchants(1);
                }
            }
        }
    }

    /// British submarines at Lerwick and Soviet ones at Murmansk [15.6.2].
    fn replace_subs(&mut self) {
        let t = self.t;
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
}
