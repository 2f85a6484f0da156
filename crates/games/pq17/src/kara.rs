//! WUNDERLAND [12.12]: one Panzerschiff and one Wolfpack may go into the Kara Sea against a Soviet Convoy. The box plays as one
//! hex with the prevailing weather and no ice (R85): forces in it stand at sea, are searched, attacked and shadowed like any
//! others, in a hex that lies off the sheet.

use crate::event::Event;
use crate::forces::{BlockId, Force, Kind, Place, Sailing, Units};
use crate::hex::Hex;
use crate::position::{Account, Position};
use crate::sequence::Play;
use crate::side::Side;
use crate::tables::{Condition, ShipList, Tables};
use crate::units::ShipType;

/// What the Soviet Convoy is made of.
const ESCORTS: &str = "es_su";
const MERCHANTS: &str = "mv_al";
/// Where it would be bound, if it could move.
const BOUND_FOR: &str = "arkhangelsk";
/// What its account is called.
pub(crate) const CONVOY: &str = "Soviet Convoy";

impl Position {
    /// An Axis force that goes there under its orders: a Panzerschiff alone, or a pack; one of each in an Operation [5.7.2].
    pub(crate) fn is_wunderland(&self, t: &Tables, side: Side, force: &Force) -> bool {
        let mut ships = force.units.ships.iter();
        let raider = ships.all(|state| t.chart.ship(state.ship).kind == ShipType::Cb)
            && force.units.ships.len() == 1
            && force.units.pools.is_empty();
        let fits = match force.kind {
            Kind::TaskForce => raider,
            Kind::Wolfpack => true,
            Kind::Convoy | Kind::Dummy => false,
        };
        let first = !self.fleet(side).special.in_kara.contains(&force.kind);
        fits && first && self.condition(t, side) == Condition::Wunderland
    }

    /// It stands in the Kara Sea.
    pub(crate) fn is_in_kara(&self, t: &Tables, force: &Force) -> bool {
        force.hex().is_some_and(|hex| t.sheet.is_off_sheet(hex))
    }
}

impl Play<'_> {
    /// The first German force that comes in shows the chit and meets the Convoy.
    pub fn begin_wunderland(&mut self, block: BlockId, hex: Hex) {
        let Some(force) = self.p.fleet(Side::Axis).force(block) else {
            return;
        };
        let kind = force.kind;
        let there = &mut self.p.fleet_mut(Side::Axis).special.in_kara;
        let first = there.is_empty();
        there.push(kind);
        self.show_chit(Side::Axis);
        if first {
            self.place_soviet_convoy(hex);
        }
    }

    /// One ES and four loaded merchant ships, Unidentified. They count as lost when they sink, and never for their arrival
    /// [2.1.2] (R85).
    fn place_soviet_convoy(&mut self, hex: Hex) {
        let t = self.t;
        let classes = (t.chart.find_class(ESCORTS), t.chart.find_class(MERCHANTS));
        let ((Some(escorts), Some(merchants)), Some(to)) = (classes, t.sheet.find_port(BOUND_FOR))
        else {
            return;
        };
        let (es, mv) = t.chits.values.kara_convoy;
        let list = ShipList {
            ships: Vec::new(),
            classes: vec![(escorts, es), (merchants, mv)],
        };
        let (token, turn) = (self.new_token(), self.p.turn);
        let fleet = self.p.fleet_mut(Side::Allied);
        let units = Units::of_list(&t.chart, &list);
        let name = CONVOY.to_owned();
        let mut force = crate::preparation::new_force(t, fleet, name, Place::Sea(hex), units);
        force.token = token;
        force.sailing = Some(Sailing {
            plan: fleet.accounts.len() as u8,
            loaded: true,
            to: vec![to],
            track: vec![hex],
            started: mv,
            cams_used: 0,
            exempt: mv,
            scattered: false,
            parent: None,
            stopped: false,
            disperses: false,
        });
        let account = Account::new(CONVOY, true, to, turn);
        fleet.accounts.push(Account {
            started: mv,
            exempt: mv,
            ..account
        });
        let who = Self::who(Side::Allied, &force);
        self.commission(Side::Allied, force);
        self.log.push(|| Event::Appears { who, hex });
    }

    /// In a Campaign what is left of it sails on and out of the story [15.8].
    pub fn end_wunderland(&mut self) {
        let t = self.t;
        let escorts = t.chart.find_class(ESCORTS);
        let forces = self.p.fleet(Side::Allied).forces.iter();
        let there = forces.filter(|force| self.p.is_in_kara(t, force));
        let blocks: Vec<BlockId> = there.map(|force| force.block).collect();
        for block in blocks {
            if let Some(force) = self.p.fleet_mut(Side::Allied).force_mut(block) {
                force.units.pools.retain(|pool| {
                    !t.chart.class(pool.class).kind.is_merchant() && Some(pool.class) != escorts
                });
            }
            self.tidy_force(Side::Allied, block);
        }
    }
}
