//! A Convoy breaks up [5.5].

use crate::event::Event;
use crate::forces::{BlockId, Id, Units};
use crate::sequence::Play;
use crate::side::Side;
use crate::units::ShipType;

impl Play<'_> {
    /// The Convoy breaks up; its warships become a TF, its submarines a pack [5.5].
    pub fn scatter(&mut self, side: Side, block: BlockId) {
        let t = self.t;
        self.gather_stragglers(side, block);
        let tokens = [self.new_token(), self.new_token()];
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        let is_mine = |kind: ShipType| kind.is_convoy_ship();
        let (mine, ships) = force
            .units
            .ships
            .iter()
            .partition(|s| is_mine(t.chart.ship(s.ship).kind));
        force.units.ships = mine;
        let (mine, pools): (Vec<_>, Vec<_>) = force
            .units
            .pools
            .iter()
            .partition(|p| is_mine(t.chart.class(p.class).kind));
        force.units.pools = mine;
        let is_sub = |pool: &crate::forces::Pool| t.chart.class(pool.class).kind.is_submarine();
        let (subs, pools) = pools.into_iter().partition(is_sub);
        let fuel = force.fuel.take();
        force.id = Id::HIGHEST; // [6.8.1]
        force.motion.done = true;
        if let Some(sailing) = &mut force.sailing {
            sailing.scattered = true;
        }
        let (who, place, name) = (Self::who(side, force), force.place, force.name.clone());
        let parts = [
            (Units { ships, pools }, fuel),
            (
                Units {
                    ships: Vec::new(),
                    pools: subs,
                },
                None,
            ),
        ];
        for ((units, fuel), token) in parts.into_iter().zip(tokens) {
            if units.is_empty() {
                continue;
            }
            let fleet = self.p.fleet(side);
            let name = format!("escort of {name}");
            let mut part = crate::preparation::new_force(t, fleet, name, place, units);
            part.fuel = fuel;
            part.token = token;
            part.motion.done = true;
            self.commission(side, part);
        }
        self.log.reveal();
        self.log.push(|| Event::Scatters { who });
        self.check_shadowers(side, block);
        if let Some(hex) = place.at_sea() {
            self.mix(side, hex);
        }
    }
}
