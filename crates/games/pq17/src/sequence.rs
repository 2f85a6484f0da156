//! Sequence of play (chapter 3), (Turn Summary): the segments of a turn, and who is asked when.
//!
//! The table works through its [`Step`]s; each admiral has [`Order`]s of his own. Orders come first: the table goes on
//! when neither has anything left to say, so that both are asked side by side where the rules say so, and nobody learns
//! what the other is asked [4.2].

mod answer;
mod order;
mod search;
mod step;

pub use order::Order;
pub use search::Hunt;
pub use search::Purpose;
pub use search::Search;
pub use search::Success;
pub use step::Step;

use crate::combining::may_combine;
use crate::event::{Event, Who};
use crate::forces::{BlockId, Force, Id, Kind, Place, Shadower, Token};
use crate::hex::Hex;
use crate::position::{Audience, End, Entry, Position};
use crate::side::Side;
use crate::tables::Tables;
use crate::time::Turn;
use crate::vp::Vp;
use derbyhouse_kernel::{Chance, Log, named};

named! {
    /// A part of the game, in order [3.1], [3.2], [3.3].
    Segment, "segment" {
        Preparation = "preparation",
        Weather = "weather",
        RandomEvent = "random event",
        PhotoReconnaissance = "photo reconnaissance",
        NavalMovement = "naval movement",
        AirMovement = "air movement",
        Reconnaissance = "reconnaissance",
        AirCombat = "air combat",
        SubmarineCombat = "submarine combat",
        SurfaceCombat = "surface combat",
        CombineForces = "combine forces",
        SpecialConditions = "special conditions",
        Fuel = "fuel",
        Administration = "administration",
    }
}

/// The segments of a Player Phase, in order [3.2].
const PLAYER_PHASE: [Segment; 9] = [
    Segment::RandomEvent,
    Segment::PhotoReconnaissance,
    Segment::NavalMovement,
    Segment::AirMovement,
    Segment::Reconnaissance,
    Segment::AirCombat,
    Segment::SubmarineCombat,
    Segment::SurfaceCombat,
    Segment::CombineForces,
];

/// A position in play.
pub(crate) struct Play<'a> {
    pub t: &'a Tables,
    pub p: &'a mut Position,
    pub chance: &'a mut Chance,
    pub log: &'a mut Log<Event>,
}

impl Play<'_> {
    pub fn begin_turn(&mut self) {
        self.shuffle_cards();
        let turn = self.p.turn;
        self.log.push(|| Event::TurnBegins { turn });
        self.plan_steps([Step::Weather, Step::Phases]);
    }

    /// Both decks are whole when a turn starts; what Gales draw is gone for the turn (R25).
    pub fn shuffle_cards(&mut self) {
        for side in Side::ALL {
            self.p.fleet_mut(side).cards.shuffle();
        }
    }

    /// The Player Phases, Allied before Axis, and what follows them [3.2].
    fn plan_phases(&mut self) {
        self.watch_barentsburg();
        let phase = |side: Side| PLAYER_PHASE.map(|segment| Step::Begin(side, segment));
        let both = Side::ALL.into_iter().flat_map(phase).collect::<Vec<_>>();
        self.plan_steps(
            both.into_iter()
                .chain([Step::Conditions, Step::Fuel])
                .collect::<Vec<_>>(),
        );
    }

    fn begin(&mut self, side: Side, segment: Segment) {
        self.p.segment = segment;
        self.p.active = Some(side);
        self.log.push(|| Event::SegmentBegins {
            side: Some(side),
            segment,
        });
        if segment > Segment::SubmarineCombat {
            self.end_radii(side.other()); // [5.3.1]
        }
        match segment {
            Segment::RandomEvent => {
                self.refresh_aircraft(side);
                self.random_event(side);
            }
            Segment::PhotoReconnaissance => self.begin_photographs(side),
            Segment::AirMovement => self.begin_air_movement(side),
            Segment::AirCombat => self.begin_air_combat(side),
            Segment::NavalMovement => self.begin_movement(side),
            Segment::Reconnaissance => self.begin_reconnaissance(side),
            Segment::SubmarineCombat => self.begin_hunt(side),
            Segment::SurfaceCombat => self.begin_surface(side),
            Segment::CombineForces => self.begin_combining(side),
            _ => {}
        }
    }

    pub fn who(side: Side, force: &Force) -> Who {
        Who {
            side,
            block: force.block,
            token: force.token,
            name: crate::event::name(&force.name),
        }
    }

    /// A token that was never dealt.
    pub fn new_token(&mut self) -> Token {
        self.p.new_token()
    }

    /// Deals fresh tokens to the Unidentified blocks of a side in a hex if there are two or more: nobody can tell any
    /// longer which is which [1.2], [1.3].
    pub fn mix(&mut self, side: Side, hex: Hex) {
        let hidden = |force: &Force| force.hex() == Some(hex) && force.id == Id::UNIDENTIFIED;
        let mut places: Vec<usize> = (0..self.p.fleet(side).forces.len())
            .filter(|place| hidden(&self.p.fleet(side).forces[*place]))
            .collect();
        if places.len() < 2 {
            return;
        }
        self.chance.shuffle(&mut places);
        for place in places {
            let token = self.new_token();
            self.p.fleet_mut(side).forces[place].token = token;
        }
    }

    /// If no block is left a Dummy makes way, one in port before one at sea [1.2], [1.3].
    fn spare_a_dummy(&mut self, side: Side) {
        if !self.p.has_room(self.t, side) {
            let dummies = self.p.fleet(side).forces.iter();
            let dummies = dummies.filter(|own| own.kind == Kind::Dummy);
            if let Some(dummy) = dummies.min_by_key(|own| own.hex().is_some()) {
                self.dummy_gone(side, dummy.block);
            }
        }
    }

    /// A force comes into play. Blocks are limited [1.2]: if none is left a Dummy makes way for it, if there is none it joins a
    /// force where it is [1.2.4], and if there is none either others join in port.
    pub fn commission(&mut self, side: Side, force: Force) {
        self.spare_a_dummy(side);
        let mut fellows = self.p.fleet(side).forces.iter();
        let fellow =
            fellows.find(|own| own.place == force.place && may_combine(self.t, side, own, &force));
        let (new, fellow) = (force.block, fellow.map(|own| own.block));
        let full = !self.p.has_room(self.t, side);
        if fellow.is_none() {
            self.make_room(side);
        }
        self.p.fleet_mut(side).forces.push(force);
        if let Some(fellow) = fellow.filter(|_| full) {
            self.merge(side, fellow, new);
        }
    }

    /// Whether a block is free for a force that must have one of its own, after a Dummy has made way or two forces of one port
    /// have become one, which they could at any time [1.2], [1.3], [1.2.4] (R81).
    pub fn make_room(&mut self, side: Side) -> bool {
        self.spare_a_dummy(side);
        let t = self.t;
        if self.p.has_room(t, side) {
            return true;
        }
        let forces = &self.p.fleet(side).forces;
        let alike = |a: &&Force, b: &Force| {
            let ports = a.place == b.place && a.hex().is_none();
            ports && a.kind == b.kind && a.kind != Kind::Convoy && may_combine(t, side, a, b)
        };
        let mut pairs = forces.iter().enumerate().filter_map(|(place, b)| {
            let a = forces[..place].iter().find(|a| alike(a, b))?;
            Some((a.block, b.block))
        });
        let Some((a, b)) = pairs.next() else {
            return false;
        };
        self.merge(side, a, b);
        true
    }

    /// Takes a block off the map.
    pub fn remove(&mut self, side: Side, block: BlockId) {
        self.lose_touch(side, block);
        self.orphan(side, block);
        let is_it = |asset: &Shadower| asset.block() == Some(block);
        let shadows = |force: &&Force| force.shadows.iter().any(is_it);
        let target = self
            .p
            .fleet(side.other())
            .forces
            .iter()
            .find(shadows)
            .map(|force| force.block);
        if let Some(target) = target {
            self.unshadow(side.other(), target, block);
        }
        let fleet = self.p.fleet_mut(side);
        fleet.forces.retain(|force| force.block != block);
        fleet.inop.retain(|(own, _)| *own != block);
        fleet.reserve.ev_forces.retain(|own| *own != block);
    }

    /// Whether one more Dummy may be made [1.3].
    pub fn may_make_dummy(&self, side: Side) -> bool {
        self.p.may_make_dummy(self.t, side)
    }

    pub fn score(&mut self, rule: &str, vp: Vp, text: String, audience: Audience) {
        if vp == Vp::ZERO {
            return;
        }
        let entry = Entry {
            turn: self.p.turn,
            rule: rule.to_owned(),
            vp,
            text,
            audience,
        };
        self.log.push(|| Event::Scored {
            entry: entry.clone(),
        });
        self.p.secret.ledger.push(entry);
    }

    pub fn finish(&mut self, end: End) {
        self.p.end = Some(end);
        self.p.secret.agenda.clear();
        for side in Side::ALL {
            self.p.fleet_mut(side).orders.clear();
        }
        let turn = self.p.turn;
        self.log.push(|| match end {
            End::Played => Event::OperationEnds { turn },
            End::Resigned(side) => Event::Resigns { side },
        });
    }

    /// A die: 0 to 9 [1.8].
    pub fn die(&mut self) -> u8 {
        self.chance.chit()
    }

    pub fn is_first_turn(&self) -> bool {
        self.p.turn == Turn::FIRST
    }
}

impl Position {
    /// Dummies in play, and whether one more may be made [1.3].
    fn may_make_dummy(&self, t: &Tables, side: Side) -> bool {
        let forces = self.fleet(side).forces.iter();
        let dummies = forces.filter(|force| force.kind == Kind::Dummy).count();
        let limit = self.scenario(t).dummies[side];
        dummies < usize::from(limit) && self.has_room(t, side)
    }

    /// The port hex, port and sea in one, or the box that a place belongs to, if it is one [1.3].
    pub(crate) fn berth(&self, t: &Tables, place: Place) -> Option<Place> {
        match place {
            Place::Port(port) => Some(Place::Sea(t.sheet.port(port).hex)),
            Place::Sea(hex) => t
                .sheet
                .ports
                .iter()
                .any(|port| port.hex == hex)
                .then_some(place),
            Place::Box(_) => Some(place),
        }
    }

    /// Whether a block may bring a Dummy where it is: one new one for each port hex and turn [1.3].
    pub(crate) fn may_bring_dummy(&self, t: &Tables, side: Side, block: BlockId) -> bool {
        let fleet = self.fleet(side);
        let place = fleet.force(block).map(|force| force.place);
        let berth = place.and_then(|place| self.berth(t, place));
        self.may_make_dummy(t, side) && !berth.is_some_and(|own| fleet.new_dummies.contains(&own))
    }
}
