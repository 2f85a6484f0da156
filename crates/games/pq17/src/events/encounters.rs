//! Mines and chance meetings [13.5], [13.7].

use crate::event::{Event, Who};
use crate::forces::{Force, Id, Kind};
use crate::losses::Lot;
use crate::sequence::Play;
use crate::side::Side;
use crate::submarines::{self, AswConditions};
use crate::tables::{AswResult, RandomEvent, Tables};
use crate::units::ShipType;
use crate::{surface, torpedoes};

impl Play<'_> {
    /// Torpedo attacks on random ships of a random enemy force off a mined coast, its own or hexes that the event names; no
    /// ship suffers two, and any Hit on a pack sinks one sub [13.5].
    pub(super) fn minefield(&mut self, side: Side, event: &RandomEvent) {
        let attacks = event.number.max(0) as u8;
        let mined = |t: &Tables, force: &Force| {
            let lie = |hex| match &event.hexes {
                Some(hexes) => hexes.contains(hex),
                None => t.sheet.is_friendly_shore(side.other(), hex),
            };
            force.kind != Kind::Dummy && force.hex().is_some_and(lie)
        };
        let Some(who) = self.random_block(side.other(), mined) else {
            return;
        };
        self.log.reveal();
        let (mut dice, mut sunk, mut hits) = (Vec::new(), 0, 0);
        for (hull, hurt) in self.random_hulls(who.side, who.block, attacks) {
            let Some(lot) = self.lot(who.side, who.block, hull, hurt) else {
                continue;
            };
            let kind = self.kind_of(who, lot);
            let die = self.die();
            dice.push(die);
            let lies = self.target_conditions(who, lot);
            if !torpedoes::succeeds(self.t, kind, &lies, die) {
                continue;
            }
            hits += 1;
            let die = self.die();
            dice.push(die);
            match torpedoes::damage(self.t, kind, die) {
                Some(_) if kind.is_submarine() => {
                    self.sink(who, lot);
                    sunk += 1;
                }
                Some(damage) => sunk += self.torpedo_hit(who, lot, damage),
                None => {}
            }
        }
        self.log.push(|| Event::Mines {
            target: who,
            dice: dice.clone(),
            hits,
        });
        self.log.push(|| Event::Damage { target: who, sunk });
        self.tidy_force(who.side, who.block);
    }

    /// A random Axis block in a hex with an Allied force is met by chance [13.7].
    pub(super) fn surprise_encounter(&mut self) {
        let allied: Vec<_> = self
            .p
            .fleet(Side::Allied)
            .forces
            .iter()
            .filter(|f| f.kind != Kind::Dummy)
            .collect();
        let hexes: Vec<_> = allied.iter().filter_map(|force| force.hex()).collect();
        let met = |_: &Tables, force: &Force| force.hex().is_some_and(|hex| hexes.contains(&hex));
        let Some(who) = self.random_block(Side::Axis, met) else {
            return;
        };
        self.log.reveal();
        let Some(force) = self.p.fleet(Side::Axis).force(who.block) else {
            return;
        };
        let hex = force.hex();
        self.was_attacked(Side::Axis, who.block); // [12.11]
        let Some(force) = self.p.fleet(Side::Axis).force(who.block) else {
            return;
        };
        match force.kind {
            Kind::Dummy => {
                self.dummy_gone(Side::Axis, who.block);
                return;
            }
            Kind::Wolfpack => self.met_by_escorts(who),
            Kind::Convoy | Kind::TaskForce => self.met_by_guns(who),
        }
        self.tidy_force(Side::Axis, who.block);
        // If it survives, both are ID0 if they were Unidentified.
        if self.p.fleet(Side::Axis).force(who.block).is_none() {
            return;
        }
        let friend = self.random_block(Side::Allied, |_, force| {
            force.hex() == hex && force.kind != Kind::Dummy
        });
        for who in [Some(who), friend].into_iter().flatten() {
            self.identify(who.side, who.block, Id::ZERO);
        }
    }

    /// One ASW die: Held Down damages, Success sinks; in Gales nobody hunts submarines [9.2.5].
    pub(super) fn met_by_escorts(&mut self, who: Who) {
        let hex = self.p.fleet(who.side).force(who.block).and_then(Force::hex);
        if hex.is_some_and(|hex| !self.p.weather_at(self.t, hex).lets_torpedoes_run()) {
            return;
        }
        let die = self.die();
        let result = submarines::asw(self.t, AswConditions::default(), die);
        let lot = self.random_lot(who.side, who.block, ShipType::is_submarine);
        match (result, lot) {
            (AswResult::Success, Some(lot)) => self.sink(who, lot),
            (AswResult::HeldDown, Some(lot)) => {
                self.take_lot(who.side, who.block, lot);
            }
            _ => {}
        }
        let (damaged, sunk) = (
            u8::from(result == AswResult::HeldDown),
            u8::from(result == AswResult::Success),
        );
        self.log.push(|| Event::AswDice {
            target: Side::Allied,
            nations: Vec::new(),
            dice: vec![die],
            held_down: 0,
            damaged,
            sunk,
        });
    }

    /// One gunnery die of a destroyer at a merchant ship, or at the lowest unit of a TF on the chart.
    pub(crate) fn met_by_guns(&mut self, who: Who) {
        let chart = &self.t.chart;
        let Some(force) = self.p.fleet(who.side).force(who.block) else {
            return;
        };
        let lowest = match force.kind {
            Kind::Convoy => Some(ShipType::Mv),
            _ => force
                .units
                .types(chart)
                .map(|(kind, _)| kind)
                .filter(|kind| kind.is_warship())
                .max(),
        };
        let Some(target) = lowest else { return };
        // Which of equals it is counts before the die: one may lie adrift (chapter 7).
        let Some(lot) = self.random_lot(who.side, who.block, |kind| kind == target) else {
            return;
        };
        let lies = self.target_conditions(who, lot);
        let die = self.die();
        let hit = surface::gunnery(self.t, ShipType::Dd, target, &lies, &[die]).unwrap_or(0) > 0;
        self.log.push(|| Event::Gunfire {
            target: who,
            die,
            hit,
        });
        if hit {
            self.one_hit(who, lot);
        }
    }

    /// One Hit on a ship; a CS of a class is lost.
    pub(super) fn one_hit(&mut self, who: Who, lot: Lot) {
        match lot {
            Lot::Pool(..) => self.sink(who, lot),
            Lot::Ship(place) => {
                self.hit_ship(who, place, 1);
            }
        }
    }
}
