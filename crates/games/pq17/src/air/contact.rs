//! Scattered Convoys [6.8.1], [7.7]: whoever meets one may attack at once.

use crate::air::{AirChoice, AirOrder, Finder};
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Kind, Token};
use crate::hex::Hex;
use crate::position::Position;
use crate::sequence::{Order, Play, Purpose, Search, Step};
use crate::side::Side;
use crate::tables::Tables;

impl Position {
    /// The Convoy's hex, or one beside it that it could enter [6.8.1].
    fn is_among(&self, t: &Tables, owner: Side, convoy: Hex, hex: Hex) -> bool {
        let closed = || crate::movement::is_closed(t, owner, Kind::Convoy, hex);
        convoy == hex || (t.sheet.is_open(convoy, hex) && !closed())
    }

    /// Whether a force that drew for a Scattered Convoy could find it: TFs, and packs that have not moved (R43).
    pub(crate) fn may_meet(&self, t: &Tables, force: &Force) -> bool {
        match force.kind {
            _ if force.shadowing => false,
            Kind::TaskForce => !force.motion.met_stragglers && force.may_search(&t.chart),
            Kind::Wolfpack => {
                let calm = self.weather_in(t, force.place).lets_torpedoes_run(); // [9.2.5]
                calm && force.may_hunt(self.turn)
            }
            Kind::Convoy | Kind::Dummy => false,
        }
    }
}

impl Play<'_> {
    /// A card for each block and each recon unit near a Scattered Convoy; those that could not find it draw for show
    /// (R43, R74).
    pub fn searches_for_stragglers(&self, by: Side, convoy: &Force) -> Vec<Step> {
        let Some(at) = convoy.hex() else {
            return Vec::new();
        };
        let (t, owner) = (self.t, by.other());
        let among = |hex: Option<Hex>| hex.is_some_and(|hex| self.p.is_among(t, owner, at, hex));
        let forces = self.p.fleet(by).forces.iter();
        let forces = forces.filter(|force| among(force.hex()) && !force.shadowing);
        let forces = forces.map(|force| Finder::Force(force.block));
        let scouts = self.p.wing(by).filter(|(_, unit)| {
            among(unit.mission.hex()) && unit.aircraft(t).recon && unit.ready() > 0
        });
        let scouts = scouts.map(|(id, _)| Finder::Air(id));
        let search = |finder| {
            Step::Search(Search {
                by,
                token: convoy.token,
                purpose: Purpose::Straggler(finder),
                again: false,
            })
        };
        forces.chain(scouts).map(search).collect()
    }

    /// It was met: attack at once, or not [6.8.1].
    pub fn met(&mut self, by: Side, finder: Finder, token: Token) {
        self.ask(by, Order::Air(AirOrder::Contact(finder, token)));
    }

    pub fn contact(&mut self, by: Side, finder: Finder, token: Token, choice: Choice) {
        if choice != Choice::Air(AirChoice::Hit) {
            return;
        }
        let owner = by.other();
        let Some(target) = self.p.fleet(owner).by_token(token) else {
            return;
        };
        let target = Self::who(owner, target);
        match finder {
            Finder::Air(unit) => self.strike_at_once(by, unit, target),
            Finder::Force(block) => {
                let Some(force) = self.p.fleet_mut(by).force_mut(block) else {
                    return;
                };
                let (hunter, kind) = (Self::who(by, force), force.kind);
                match kind {
                    Kind::Wolfpack => force.motion.attacked = true,
                    _ => force.motion.met_stragglers = true,
                }
                let subs = force.ready_subs();
                match kind {
                    Kind::Wolfpack => self.among_stragglers(hunter, target, subs),
                    _ => self.run_down(hunter, target), // [7.7.1]
                }
            }
        }
    }

    /// Whether a block of the other side drew for show [6.5] (R74).
    pub fn drew_for_show(&self, by: Side, block: BlockId) -> bool {
        let force = self.p.fleet(by).force(block);
        force.is_none_or(|force| !self.p.may_meet(self.t, force))
    }
}
