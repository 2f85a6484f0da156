//! Ships of a Scattered Convoy [6.8.1]: whoever is among them or next to them looks for one and may attack at once [7.7]
//! (R43).

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Kind, Token};
use crate::hex::Hex;
use crate::movement::is_closed;
use crate::position::Position;
use crate::sequence::{Play, Purpose, Search, Step};
use crate::side::Side;
use crate::tables::Tables;

impl Position {
    /// Its hex, or one next to it that it could enter.
    fn is_among(&self, t: &Tables, owner: Side, convoy: Hex, hex: Hex) -> bool {
        hex == convoy || (t.sheet.is_open(convoy, hex) && !is_closed(t, owner, Kind::Convoy, hex))
    }

    /// Whether the card of a block can succeed: not for Convoys, Dummies, packs that moved, and whoever has attacked in
    /// this turn; theirs are drawn for show (R43, R74).
    pub(crate) fn looks_for_stragglers(&self, t: &Tables, force: &Force) -> bool {
        let runs = force
            .hex()
            .is_some_and(|hex| self.weather_at(t, hex).lets_torpedoes_run());
        match force.kind {
            Kind::Convoy | Kind::Dummy => false,
            Kind::Wolfpack => force.may_hunt() && runs,
            Kind::TaskForce => !force.motion.attacked,
        }
    }
}

impl Play<'_> {
    /// One card for each block near each Scattered Convoy, in the order of blocks' hexes and contacts' tokens (R43).
    pub fn plan_contacts(&mut self, side: Side) {
        let owner = side.other();
        let scattered = self.p.fleet(owner).forces.iter();
        let mut draws: Vec<(Token, Hex, BlockId)> = Vec::new();
        for convoy in scattered.filter(|force| force.is_scattered()) {
            let Some(at) = convoy.hex() else { continue };
            for force in &self.p.fleet(side).forces {
                let near = force
                    .hex()
                    .filter(|hex| self.p.is_among(self.t, owner, at, *hex));
                if let Some(hex) = near {
                    draws.push((convoy.token, hex, force.block));
                }
            }
        }
        draws.sort_unstable();
        let draw = |(token, _, block)| {
            Step::Search(Search {
                by: side,
                token,
                purpose: Purpose::Contact(block),
                again: false,
            })
        };
        self.plan_steps(draws.into_iter().map(draw).collect::<Vec<_>>());
    }

    /// Attacks a ship that was found, or lets her go [6.8.1], [7.7.1], [7.7.2].
    pub fn contact(&mut self, side: Side, block: BlockId, token: Token, choice: Choice) {
        if !matches!(choice, Choice::Attack(..)) {
            return;
        }
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        force.motion.attacked = true;
        let (own, kind, subs) = (Self::who(side, force), force.kind, force.ready_subs());
        let Some(prey) = self.p.fleet(side.other()).by_token(token) else {
            return;
        };
        let prey = Self::who(side.other(), prey);
        self.log.reveal();
        match kind {
            Kind::Wolfpack => {
                self.log.push(|| Event::Stalks {
                    pack: own,
                    target: prey,
                });
                self.among_stragglers(own, prey, subs);
            }
            _ => self.run_down(own, prey),
        }
    }
}
