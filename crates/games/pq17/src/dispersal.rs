//! Convoys that Gales tear apart [5.6], [9.3], [9.3.2], and how they find themselves again [9.3.3].

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Hull, Kind, Motion, Sailing, Units};
use crate::losses::Lot;
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::units::ShipType;
use crate::weather::{self, Weather};

impl Position {
    /// The block of the ships that lost a Convoy; there is one at most [5.6].
    pub(crate) fn dispersed_of(&self, side: Side, parent: BlockId) -> Option<BlockId> {
        let mut parts = self.fleet(side).forces.iter();
        let part = parts.find(|force| force.parent() == Some(parent));
        part.map(|part| part.block)
    }
}

impl Play<'_> {
    /// Before forces move in Gales, Allied Convoys whose card bears the boxed D Disperse, as the weather is where they are
    /// [9.3.2], [9.5] (R16).
    pub fn disperse_convoys(&mut self, side: Side) {
        let torn = |force: &&Force| {
            let disperses = |sailing: &Sailing| sailing.disperses && !sailing.scattered;
            force.hex().is_some()
                && !force.is_dispersed()
                && force.sailing.as_ref().is_some_and(disperses)
        };
        let convoys = self.p.fleet(side).forces.iter().filter(torn);
        let convoys: Vec<(BlockId, Weather)> = convoys
            .map(|force| (force.block, self.p.weather_in(self.t, force.place)))
            .collect();
        for (block, weather) in convoys {
            if weather == Weather::Gales && side == Side::Allied {
                self.disperse(side, block);
            }
            if let Some(sailing) = self
                .p
                .fleet_mut(side)
                .force_mut(block)
                .and_then(|f| f.sailing.as_mut())
            {
                sailing.disperses = false;
            }
        }
    }

    /// One die for each eleven merchant ships, with the modifier of the weather roll; so many lose their Convoy if a block
    /// is free for them [9.3.2] (R44).
    fn disperse(&mut self, side: Side, block: BlockId) {
        let t = self.t;
        let Some(convoy) = self.p.fleet(side).force(block) else {
            return;
        };
        let (who, merchants) = (Self::who(side, convoy), convoy.units.merchants(&t.chart));
        let dice: Vec<u8> = (0..weather::dispersal_dice(merchants))
            .map(|_| self.die())
            .collect();
        self.log.push(|| Event::TornApart {
            who,
            dice: dice.clone(),
        });
        let sum = self.p.weather.map_or(0, |now| now.sum);
        let drm = weather::dispersal_drm(t, self.p.scenario(t).month, sum);
        let ships = weather::dispersed(drm, &dice).min(merchants);
        let old = self.p.dispersed_of(side, block);
        let part = match old {
            Some(part) => Some(part),
            None if ships > 0 => self.new_dispersed(side, block),
            None => None,
        };
        let Some(part) = part.filter(|_| ships > 0) else {
            return;
        };
        for _ in 0..ships {
            self.move_merchant(side, block, part);
        }
        if let Some(force) = self.p.fleet(side).force(part) {
            let (who, hex) = (Self::who(side, force), force.hex());
            // To the enemy only a block that is new is news.
            let news = hex.filter(|_| old.is_none());
            self.log.push(|| Event::Disperses {
                who,
                from: block,
                ships,
                hex: news,
            });
            self.tidy_force(side, block);
            self.tidy_force(side, part);
            if let Some(hex) = hex {
                self.mix(side, hex);
            }
        }
    }

    /// An empty block for ships that lose their Convoy, with its ID; none if no Convoy block is free (R44) [1.2].
    pub fn new_dispersed(&mut self, side: Side, parent: BlockId) -> Option<BlockId> {
        let forces = &self.p.fleet(side).forces;
        let convoys = forces
            .iter()
            .filter(|force| force.kind == Kind::Convoy)
            .count();
        let mix = &self.t.chart.blocks[side];
        if convoys >= usize::from(mix.convoys) || !self.p.has_room(self.t, side) {
            return None;
        }
        let old = self.p.fleet(side).force(parent)?.clone();
        let token = self.new_token();
        let fleet = self.p.fleet(side);
        let name = format!("stragglers of {}", old.name);
        let mut part =
            crate::preparation::new_force(self.t, fleet, name, old.place, Units::default());
        part.kind = Kind::Convoy;
        part.is_known_as(&old);
        part.motion = Motion {
            shadowed: false, // nobody follows it [6.3.1], [6.3.2]
            ..old.motion
        };
        part.token = token;
        part.sailing = old.sailing.map(|sailing| Sailing {
            parent: Some(parent),
            disperses: false,
            cams_used: 0, // each keeps her own [1.4.3]
            ..sailing
        });
        let block = part.block;
        self.p.fleet_mut(side).forces.push(part);
        Some(block)
    }

    /// A random merchant ship goes from one block to another.
    pub fn move_merchant(&mut self, side: Side, from: BlockId, to: BlockId) {
        let Some(lot) = self.random_lot(side, from, ShipType::is_merchant) else {
            return;
        };
        let chart = &self.t.chart;
        let hull = match (self.p.fleet(side).force(from), lot) {
            (Some(force), Lot::Ship(place)) => Hull::Ship(force.units.ships[place].ship),
            (Some(force), Lot::Pool(place, _)) => Hull::Class(force.units.pools[place].class),
            (None, _) => return,
        };
        let used = self.has_used_cam(side, from, hull);
        let Some(force) = self.p.fleet_mut(side).force_mut(from) else {
            return;
        };
        let hurt = match lot {
            Lot::Ship(_) => crate::forces::Hurt::Whole,
            Lot::Pool(_, hurt) => hurt,
        };
        let taken = force.units.take(chart, hull, hurt);
        if let (Some(taken), Some(part)) = (taken, self.p.fleet_mut(side).force_mut(to)) {
            part.units.join(taken);
        }
        if used {
            self.carry_cam(side, from, to);
        }
    }

    /// Whether a ship that leaves her Convoy is a CAM that has sent her fighter off: of several, as likely as any [1.4.3].
    pub fn has_used_cam(&mut self, side: Side, from: BlockId, hull: Hull) -> bool {
        let force = self.p.fleet(side).force(from);
        let Some(force) = force.filter(|_| self.type_of(hull) == ShipType::Mc) else {
            return false;
        };
        let all = force.units.cs(&self.t.chart, |kind| kind == ShipType::Mc);
        let used = all.saturating_sub(force.cams(self.t));
        match used {
            0 => false,
            _ if used == all => true,
            _ => self.chance.below(u32::from(all)) < u32::from(used),
        }
    }

    /// A used CAM is used in another block too [1.4.3].
    pub fn carry_cam(&mut self, side: Side, from: BlockId, to: BlockId) {
        for (block, comes) in [(from, false), (to, true)] {
            let force = self.p.fleet_mut(side).force_mut(block);
            if let Some(sailing) = force.and_then(|force| force.sailing.as_mut()) {
                sailing.cams_used = match comes {
                    true => sailing.cams_used + 1,
                    false => sailing.cams_used.saturating_sub(1),
                };
            }
        }
    }

    /// Dispersed ships stay in the hex of their Convoy [5.6].
    pub fn bring_dispersed(&mut self, side: Side, parent: BlockId) {
        let Some(part) = self.p.dispersed_of(side, parent) else {
            return;
        };
        let Some(whole) = self.p.fleet(side).force(parent) else {
            return;
        };
        let (place, motion, sailing) = (whole.place, whole.motion, whole.sailing.clone());
        if let Some(force) = self.p.fleet_mut(side).force_mut(part) {
            let from = force.hex();
            force.place = place;
            force.motion.hexes = motion.hexes;
            if let (Some(own), Some(sailing)) = (&mut force.sailing, sailing) {
                own.track = sailing.track;
                own.to = sailing.to;
            }
            let who = Self::who(side, force);
            if let (Some(from), Some(to)) = (from, place.at_sea()) {
                self.log.push(|| Event::Moves { who, from, to });
            }
        }
        self.follow(side, part);
    }

    /// A Convoy that scatters takes its stragglers with it: each ship is for herself anyway [5.5].
    pub fn gather_stragglers(&mut self, side: Side, parent: BlockId) {
        let Some(part) = self.p.dispersed_of(side, parent) else {
            return;
        };
        let gone = self.p.fleet(side).force(part).cloned();
        self.remove(side, part);
        if let (Some(gone), Some(force)) = (gone, self.p.fleet_mut(side).force_mut(parent)) {
            force.units.join(gone.units);
            if let (Some(own), Some(other)) = (&mut force.sailing, gone.sailing) {
                own.cams_used += other.cams_used; // [1.4.3]
            }
        }
    }

    /// The Dispersed ships take the place of a Convoy that is gone [5.6].
    pub fn orphan(&mut self, side: Side, parent: BlockId) {
        if let Some(part) = self.p.dispersed_of(side, parent)
            && let Some(force) = self.p.fleet_mut(side).force_mut(part)
            && let Some(sailing) = &mut force.sailing
        {
            sailing.parent = None;
        }
    }

    /// Out of Storms and Gales a Convoy may call its stragglers [9.3.3].
    pub fn offer_rejoining(&mut self, side: Side) {
        let parts = self.p.fleet(side).forces.iter().filter(|force| {
            force
                .hex()
                .is_some_and(|hex| self.p.weather_at(self.t, hex).lets_rejoin())
        });
        let parts = parts.filter(|force| force.is_dispersed());
        let parts: Vec<BlockId> = parts.map(|force| force.block).collect();
        for part in parts {
            self.ask(side, Order::Rejoin(part));
        }
    }

    pub fn rejoin(&mut self, side: Side, part: BlockId, choice: Choice) {
        let Some(force) = self.p.fleet(side).force(part) else {
            return;
        };
        let (Choice::Roll, Some(parent)) = (choice, force.parent()) else {
            return;
        };
        let who = Self::who(side, force);
        let merchants = force.units.merchants(&self.t.chart);
        let weather = force
            .hex()
            .map_or(Weather::Fair, |hex| self.p.weather_at(self.t, hex));
        let die = self.die();
        let ships = weather::rejoin(self.t, die, weather, merchants);
        for _ in 0..ships {
            self.move_merchant(side, part, parent);
        }
        self.log.push(|| Event::Rejoins { who, die, ships });
        let left = self
            .p
            .fleet(side)
            .force(part)
            .map(|force| force.units.is_empty());
        if left == Some(true) {
            self.remove(side, part);
        }
    }
}
