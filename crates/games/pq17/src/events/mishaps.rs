//! Weather damage, collisions, groundings, breakdowns by event [9.3.1], [13.2].

use crate::event::{Event, Who};
use crate::forces::{BlockId, Force, Kind};
use crate::season::Cause;
use crate::sequence::Play;
use crate::side::{Nation, Side};
use crate::tables::{DamageGroup, Fate, OptionId, Tables};
use crate::time::Light;
use crate::units::ShipType;
use crate::weather::{self, Weather};

impl Play<'_> {
    /// Ships of both sides at sea suffer in Gales, some also in Storms, as the weather is where they are [13.2], [9.3.1], [9.5]
    /// (R17).
    pub(crate) fn weather_damage(&mut self) {
        for side in Side::ALL {
            let forces = self.p.fleet(side).forces.iter();
            let at_sea = forces.filter_map(|force| {
                // A Convoy and its Dispersed ships are one force here [9.3.1].
                let one = matches!(force.kind, Kind::Convoy | Kind::TaskForce);
                let hex = force.hex().filter(|_| one && !force.is_dispersed())?;
                Some((force.block, self.p.weather_at(self.t, hex)))
            });
            let blocks: Vec<(BlockId, Weather)> = at_sea.collect();
            for (block, weather) in blocks {
                match weather {
                    Weather::Gales => self.gale_damage(side, block),
                    Weather::Storms => self.storm_damage(side, block),
                    _ => {}
                }
            }
        }
    }

    pub(super) fn gale_damage(&mut self, side: Side, block: BlockId) {
        let chart = &self.t.chart;
        let part = self.p.dispersed_of(side, block);
        let ships = |block: Option<BlockId>| {
            let force = block.and_then(|block| self.p.fleet(side).force(block));
            force.map_or(0, |force| {
                force.units.counters(chart, ShipType::is_heavy)
                    + force.units.convoy_ships(chart)
                    + force.units.cs(chart, ShipType::is_flotilla)
            })
        };
        let (whole, apart) = (ships(Some(block)), ships(part));
        for _ in 0..weather::damage_cards(whole + apart) {
            let card = *self.draw(side);
            for group in DamageGroup::ALL {
                for _ in 0..card.damage(group, false) {
                    let stray = self.chance.below(u32::from(whole + apart)) >= u32::from(whole);
                    let hurt = part.filter(|_| stray && group == DamageGroup::Convoy);
                    self.suffer(side, hurt.unwrap_or(block), |kind, _| group.holds(kind));
                }
            }
        }
        self.tidy_force(side, block);
        if let Some(part) = part {
            self.tidy_force(side, part);
        }
    }

    /// A random ship of those that fit leaves the game without VP; if the option holds a destroyer may sink, and that scores
    /// [9.3.1], [7.9].
    pub(super) fn suffer(
        &mut self,
        side: Side,
        block: BlockId,
        fits: impl Fn(ShipType, Nation) -> bool,
    ) {
        let Some(lot) = self.random_lot_of(side, block, fits) else {
            return;
        };
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let who = Self::who(side, force);
        let destroyer = self.kind_of(who, lot) == ShipType::Dd;
        let fated = destroyer && self.p.plays(OptionId::DestroyerHits);
        let sinks = fated && {
            let die = self.die();
            let sinks = *self.t.combat.fate.get(die.into()) == Fate::Sunk;
            self.log.push(|| Event::WeatherFate { who, die, sinks });
            sinks
        };
        match sinks {
            true => self.sink(who, lot),
            false => self.retire(side, block, lot, Cause::Weather),
        }
    }

    /// One card for each German CL and TB CS and each Soviet DD or TB CS away from the coast, only the matching result.
    pub(crate) fn storm_damage(&mut self, side: Side, block: BlockId) {
        let chart = &self.t.chart;
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        if force.hex().is_some_and(|hex| self.t.sheet.is_coastal(hex)) {
            return;
        }
        let frail = |kind: ShipType, nation: Nation| match nation {
            Nation::German => matches!(kind, ShipType::Cl | ShipType::Tb),
            Nation::Soviet => kind.is_flotilla(),
            _ => false,
        };
        let ships = force.units.ships.iter().map(|state| chart.ship(state.ship));
        let cruisers = ships.filter(|ship| frail(ship.kind, ship.nation)).count();
        let pools = force.units.pools.iter().filter(|pool| {
            let class = chart.class(pool.class);
            frail(class.kind, class.nation)
        });
        let boats: u8 = pools.map(|pool| pool.cs).sum();
        for (cards, group) in [
            (cruisers, DamageGroup::Heavy),
            (usize::from(boats), DamageGroup::Flotilla),
        ] {
            for _ in 0..cards {
                if self.draw(side).damage(group, false) > 0 {
                    // Only those the card was drawn for.
                    self.suffer(side, block, |kind, nation| {
                        group.holds(kind) && frail(kind, nation)
                    });
                }
            }
        }
        self.tidy_force(side, block);
    }

    /// Two random ships of a large force take a Hit each and leave the game without VP; not in Fair weather by Day where it is.
    pub(crate) fn collision(&mut self, side: Side) {
        let least = match side {
            Side::Allied => 10,
            Side::Axis => 4,
        };
        let day = self.p.light(self.t) == Light::Day;
        let sees = |force: &&Force| {
            day && self.p.weather_in(self.t, force.place) == Weather::Fair // [9.5]
        };
        let seeing = self.p.fleet(side).forces.iter().filter(sees);
        let seeing: Vec<BlockId> = seeing.map(|force| force.block).collect();
        let crowded = |_: &Tables, force: &Force| {
            let kind = side == Side::Allied || force.kind == Kind::TaskForce;
            kind && force.units.hulls() >= least && !seeing.contains(&force.block)
        };
        let Some(who) = self.random_block(side, crowded) else {
            return;
        };
        for _ in 0..2 {
            self.drop_out(who, Cause::Collision, |_| true);
        }
    }

    /// A random ship of a random force off a coast runs aground and leaves the Operation without VP.
    pub(super) fn grounding(&mut self, side: Side) {
        let off_the_coast = |t: &Tables, force: &Force| {
            force.kind != Kind::Dummy
                && force.hex().is_some_and(|hex| match side {
                    Side::Allied => t.sheet.is_coastal(hex),
                    Side::Axis => {
                        force.kind == Kind::TaskForce && t.sheet.inner_leads.contains(hex)
                    }
                })
        };
        if let Some(who) = self.random_block(side, off_the_coast) {
            self.drop_out(who, Cause::Grounding, |_| true);
        }
    }

    /// A random merchant ship of a random Allied Convoy at sea drops out.
    pub(super) fn breakdown(&mut self) {
        let convoy = |_: &Tables, force: &Force| force.kind == Kind::Convoy;
        if let Some(who) = self.random_block(Side::Allied, convoy) {
            self.drop_out(who, Cause::Breakdown, ShipType::is_merchant);
        }
    }

    pub(super) fn drop_out(&mut self, who: Who, cause: Cause, fits: impl Fn(ShipType) -> bool) {
        if let Some(lot) = self.random_lot(who.side, who.block, fits) {
            self.retire(who.side, who.block, lot, cause);
            self.log.push(|| Event::DropsOut { who });
        }
        self.tidy_force(who.side, who.block);
    }
}
