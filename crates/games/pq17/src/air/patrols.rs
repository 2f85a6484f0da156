//! ASW air patrols against Wolfpacks on the move [7.4.5].

use crate::air::{AirEvent, Cover};
use crate::event::Event;
use crate::forces::{BlockId, Force, Id, Kind};
use crate::hex::Hex;
use crate::position::Position;
use crate::sequence::Play;
use crate::side::Side;
use crate::submarines::{self, AswConditions, patrol_rolls};
use crate::tables::{AswResult, SubResult, Tables};
use crate::time::Light;
use crate::units::ShipType;
use crate::weather::Weather;

impl Position {
    /// A pack that could go two hexes must say so before it moves [7.4.5].
    pub(crate) fn may_run(&self, t: &Tables, force: &Force) -> bool {
        let fresh = force.motion.hexes + force.motion.lost == 0;
        force.kind == Kind::Wolfpack
            && fresh
            && !force.motion.run
            && self.hexes_at_most(t, force) >= 2
    }

    /// Whose patrol rolls against a pack that crosses a hexside, if anybody's [7.4.5].
    fn patrol(&self, t: &Tables, owner: Side, force: &Force, runs: bool, way: [Hex; 2]) -> Cover {
        let (enemy, [from, to]) = (owner.other(), way);
        match self.is_patrolled(t, force, runs) {
            true => self
                .air_cover(t, enemy, from)
                .max(self.air_cover(t, enemy, to)),
            false => Cover::None,
        }
    }

    /// Whether patrols roll against a pack as it moves [7.4.5].
    fn is_patrolled(&self, t: &Tables, force: &Force, runs: bool) -> bool {
        let day = self.light(t) == Light::Day;
        force.kind == Kind::Wolfpack
            && patrol_rolls(runs, force.id.is_identified(), day)
            && self.weather_in(t, force.place).lets_torpedoes_run() // [9.5]
            && !self.is_redeployed(force)
    }

    fn patrol_conditions(&self, t: &Tables, cover: Cover, from: Hex) -> AswConditions {
        AswConditions {
            soviet: cover == Cover::Soviet,
            storms: self.weather_at(t, from) == Weather::Storms,
            ..AswConditions::default()
        }
    }

    /// Of ten dice, those with which a patrol that is known of stops a pack of one's own [7.4.5].
    pub(crate) fn patrol_stops(&self, t: &Tables, owner: Side, force: &Force, to: Hex) -> u8 {
        let patrolled = self.is_patrolled(t, force, force.motion.run);
        let Some(from) = force.hex().filter(|_| patrolled) else {
            return 0;
        };
        let open = |hex| self.open_cover(t, owner.other(), hex);
        let cover = open(from).max(open(to));
        if cover == Cover::None {
            return 0;
        }
        let conditions = self.patrol_conditions(t, cover, from);
        let stops = |die: &u8| submarines::asw(t, conditions, *die) != AswResult::None;
        (0..10).filter(stops).count() as u8
    }
}

impl Play<'_> {
    /// One ASW die for the hexside; whoever is stopped stays on the near side and has lost that hex of movement [7.4.5].
    pub fn passes_patrol(&mut self, side: Side, block: BlockId, to: Hex) -> bool {
        let force = self.p.fleet(side).force(block);
        let runs = force.is_some_and(|force| force.motion.run);
        if self.slips_through(side, block, runs, to) {
            return true;
        }
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.motion.lost += 1;
            self.steer_later(side, block);
        }
        false
    }

    /// A pack that goes with its target crosses the hexside like any other; whether it ran in its own Player Phase does not
    /// count [7.4.5], [5.4].
    pub fn follows_past_patrol(&mut self, side: Side, block: BlockId, to: Hex) -> bool {
        self.slips_through(side, block, false, to)
    }

    /// Who is stopped has the result, and is ID1 [7.4.5].
    fn slips_through(&mut self, side: Side, block: BlockId, runs: bool, to: Hex) -> bool {
        let t = self.t;
        let Some(force) = self.p.fleet(side).force(block) else {
            return false;
        };
        let Some(from) = force.hex() else { return true };
        let cover = self.p.patrol(t, side, force, runs, [from, to]);
        if cover == Cover::None {
            return true;
        }
        let pack = Self::who(side, force);
        let die = self.die();
        let conditions = self.p.patrol_conditions(t, cover, from);
        let result = submarines::asw(t, conditions, die);
        self.log.reveal();
        let fate = match result {
            AswResult::Success => Some(*t.combat.asw.success.get(self.die().into())),
            _ => None,
        };
        let word = match (result, fate) {
            (AswResult::None, _) => "it slips through",
            (_, Some(SubResult::Sunk)) => "a submarine is sunk",
            (_, Some(SubResult::Damaged)) => "a submarine is damaged",
            _ => "it is held down",
        };
        self.log.push(|| {
            Event::Air(AirEvent::Patrol {
                pack,
                die,
                result: word,
            })
        });
        if result == AswResult::None {
            return true;
        }
        let lot = self.random_lot(side, block, ShipType::is_submarine);
        match (fate, lot) {
            (Some(SubResult::Sunk), Some(lot)) => self.sink(pack, lot),
            (Some(SubResult::Damaged), Some(lot)) => {
                self.take_lot(side, block, lot);
            }
            _ => {}
        }
        self.tidy_force(side, block);
        if self.p.fleet(side).force(block).is_some() {
            self.identify(side, block, Id::level(1));
        }
        false
    }
}
