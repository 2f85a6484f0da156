//! A Convoy breaks up [5.5].

use crate::event::Event;
use crate::forces::{BlockId, Id, Kind, Shadower, Units};
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
        let tows = force.tows.clone();
        force.drop_lost_tows(&t.chart); // [5.1.1]
        force.motion.done = true;
        if let Some(sailing) = &mut force.sailing {
            sailing.scattered = true;
        }
        let (who, place, name) = (Self::who(side, force), force.place, force.name.clone());
        let whole = force.clone();
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
        let mut escort = None;
        for ((units, fuel), token) in parts.into_iter().zip(tokens) {
            if units.is_empty() {
                continue;
            }
            let fleet = self.p.fleet(side);
            let name = format!("escort of {name}");
            let mut part = crate::preparation::new_force(t, fleet, name, place, units);
            part.fuel = fuel;
            part.token = token;
            part.tows = tows.clone();
            part.drop_lost_tows(&t.chart);
            // What the enemy knew of the Convoy he knows of both [1.2.3].
            part.is_known_as(&whole);
            part.motion.done = true;
            if part.kind == Kind::TaskForce {
                escort = Some(part.block);
            }
            self.commission(side, part);
        }
        self.log.reveal();
        self.log.push(|| Event::Scatters { who });
        self.identify(side, block, Id::HIGHEST); // [6.8.1]
        self.part_company(side, block, escort);
        if let Some(hex) = place.at_sea() {
            self.mix(side, hex);
        }
    }

    /// Nobody stays with a Scattered Convoy; who can is with its escort, until he says whom he follows [6.3.1], [6.3.4].
    fn part_company(&mut self, side: Side, convoy: BlockId, escort: Option<BlockId>) {
        let fleet = self.p.fleet(side);
        let assets = fleet.force(convoy).map(|force| force.shadows.clone());
        let assets = assets.unwrap_or_default();
        let escort = escort.and_then(|block| fleet.force(block));
        let follows = |asset: &Shadower| {
            escort.is_some_and(|own| self.p.can_shadow(self.t, side.other(), own, *asset))
        };
        let (stay, lost): (Vec<Shadower>, Vec<Shadower>) = assets.into_iter().partition(follows);
        let escort = escort.map(|own| own.block);
        for asset in lost {
            self.release_shadower(side, convoy, asset);
        }
        let Some(escort) = escort.filter(|_| !stay.is_empty()) else {
            return;
        };
        let fleet = self.p.fleet_mut(side);
        if let Some(force) = fleet.force_mut(convoy) {
            force.shadows.clear();
        }
        if let Some(force) = fleet.force_mut(escort) {
            force.shadows = stay;
        }
        self.split_in_sight(side, escort, vec![convoy, escort]);
    }
}
