//! What a captain's staff works out once for the conditions of a patrol, and the convoy as targets: points 9 to 12.

use crate::boats::TorpedoType;
use crate::calendar::Era;
use crate::conditions::Conditions;
use crate::convoy::BoxState;
use crate::forecast::torpedoes::{Aim, Fate, Unknown, effect, solutions};
use crate::ships::Size;
use crate::space::{Facing, RINGS, Space};
use crate::view::View;

/// Odds for one era and one set of conditions.
pub(super) struct Staff {
    era: Era,
    conditions: Conditions,
    aim: Aim,
    /// By [`TorpedoType::index`] and [`Size::index`].
    effects: [[[f64; 3]; 3]; 2],
    /// Mean value of a calculation, by band of range.
    means: [f64; 3],
    /// By ring from the outermost.
    unknown: [Unknown; RINGS],
}

/// A ship to fire at, or a tile that may be one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ship {
    pub space: Space,
    pub size: Size,
    /// Points; of a tile that is not identified, what it is worth on average.
    pub vp: f64,
    /// What the torpedoes under way will do to her.
    pub pending: Fate,
}

impl Staff {
    pub fn new(view: View<'_>) -> Self {
        let (t, era, conditions) = (view.tables(), view.era(), view.conditions());
        let light = conditions.light();
        let mean = |range| {
            let chances = solutions(t, light, range, 0, false);
            let sum: f64 = chances
                .iter()
                .map(|(value, share)| f64::from(*value) * share)
                .sum();
            sum / chances
                .iter()
                .map(|(_, share)| share)
                .sum::<f64>()
                .max(0.01)
        };
        Self {
            era,
            conditions,
            aim: Aim::new(t, conditions),
            effects: TorpedoType::ALL.map(|kind| Size::ALL.map(|size| effect(t, era, kind, size))),
            means: [1, 5, 9].map(mean),
            unknown: std::array::from_fn(|ring| Unknown::of(t, ring as u8 + 1)),
        }
    }

    /// Whether it was worked out for this patrol's conditions.
    pub fn fits(&self, view: View<'_>) -> bool {
        self.era == view.era() && self.conditions == view.conditions()
    }

    /// Everything that can be fired at, with what is already on its way to it.
    pub fn ships(&self, view: View<'_>) -> Vec<Ship> {
        let t = view.tables();
        let targets = view.convoy().filter_map(|(space, state)| {
            let (size, vp, damaged) = match state {
                BoxState::Ship(tile, damaged) => {
                    let values = t.tile(tile);
                    (values.size?, f64::from(values.vp), damaged)
                }
                BoxState::Spotted => {
                    let ring = self.conditions.side.ring(space)?;
                    let unknown = &self.unknown[usize::from(ring) - 1];
                    let vp = unknown.sizes.iter().map(|(share, vp)| share * vp).sum();
                    (Size::Medium, vp, false)
                }
                _ => return None,
            };
            let mut pending = Fate::default();
            if damaged {
                pending.damaged = 1.0;
            }
            let under_way = view
                .torpedoes()
                .iter()
                .filter(|torpedo| torpedo.target == space);
            let pending = under_way.fold(pending, |fate, torpedo| {
                let hit = self.aim.hit(size, torpedo.travel, torpedo.modifier);
                fate.and(hit, self.effects[torpedo.kind.index()][size.index()])
            });
            Some(Ship {
                space,
                size,
                vp,
                pending,
            })
        });
        targets.collect()
    }

    /// Mean value of a calculation at a range.
    pub fn mean(&self, view: View<'_>, range: u8) -> Option<f64> {
        let band = view.tables().tdc.band(range)?;
        self.means.get(band).copied()
    }

    /// Chance of a hit with a modifier that is not a whole number: between its neighbours.
    pub fn hit(&self, size: Size, travel: Facing, modifier: f64) -> f64 {
        let low = modifier.floor();
        let part = modifier - low;
        let at = |modifier: f64| self.aim.hit(size, travel, modifier as i8);
        at(low) * (1.0 - part) + at(low + 1.0) * part
    }

    /// What a hit does to a ship.
    pub fn effect(&self, kind: TorpedoType, size: Size) -> [f64; 3] {
        self.effects[kind.index()][size.index()]
    }

    /// What one more torpedo adds to what a ship has to expect.
    pub fn and(&self, ship: &Ship, kind: TorpedoType, travel: Facing, modifier: f64) -> Fate {
        let hit = self.hit(ship.size, travel, modifier);
        ship.pending
            .and(hit, self.effects[kind.index()][ship.size.index()])
    }

    /// The same in points.
    pub fn gain(&self, ship: &Ship, kind: TorpedoType, travel: Facing, modifier: f64) -> f64 {
        ship.points(self.and(ship, kind, travel, modifier)) - ship.points(ship.pending)
    }
}

impl Ship {
    /// Points that a fate brings; half of an odd number counts up [26.damaged_half_up_to_track].
    pub fn points(&self, fate: Fate) -> f64 {
        fate.sunk * self.vp + fate.damaged * (0.5 * self.vp + 0.25)
    }
}
