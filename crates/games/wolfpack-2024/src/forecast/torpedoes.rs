//! Hit checks, duds, damage to ships, shots at escorts: pages 25, 26, 53 and 60.

use super::{d10, share};
use crate::boats::TorpedoType;
use crate::calendar::Era;
use crate::cards::CARDS;
use crate::conditions::{Conditions, Speed, Weather};
use crate::duels::{escort_total, removes};
use crate::position::Torpedo;
use crate::ships::{ShipResult, Size, half_up, sinks};
use crate::space::Facing;
use crate::tables::{Tables, of_ring};
use crate::torpedoes::{hit_total, hits};

/// Modifiers of a torpedo that are worked out beforehand; beyond them nothing changes.
const MODIFIERS: std::ops::RangeInclusive<i8> = -7..=4;
const SPAN: usize = 12;

/// Hit chances at a speed and in a weather, by size, direction and modifier [25.hit_total].
#[derive(Clone, Debug)]
pub struct Aim {
    speed: Speed,
    weather: Weather,
    /// By [`Size::index`], [`Facing::index`], and modifier.
    hit: [[[f64; SPAN]; 8]; 3],
}

impl Aim {
    /// Every combat card with every two angle cards and every d10.
    pub fn new(t: &Tables, conditions: Conditions) -> Self {
        let Conditions { speed, weather, .. } = conditions;
        let (numbers, short) = (numbers(t, speed, weather), Short::new(t));
        let hit = Size::ALL.map(|size| {
            Facing::ALL.map(|travel| {
                let sums = card_sums(t, size, travel);
                std::array::from_fn(|place| {
                    let modifier = *MODIFIERS.start() + place as i8;
                    hit_chance(&numbers, &short, &sums, modifier)
                })
            })
        });
        Self {
            speed,
            weather,
            hit,
        }
    }

    /// Whether it was worked out for these conditions.
    pub fn fits(&self, conditions: Conditions) -> bool {
        self.speed == conditions.speed && self.weather == conditions.weather
    }

    /// Chance that one torpedo hits.
    pub fn hit(&self, size: Size, travel: Facing, modifier: i8) -> f64 {
        let modifier = modifier.clamp(*MODIFIERS.start(), *MODIFIERS.end());
        self.hit[size.index()][travel.index()][(modifier - MODIFIERS.start()) as usize]
    }
}

/// How many ordered pairs of angle cards give a sum of size and angle modifiers, sums from -8.
type Sums = [u32; 17];
const LEAST_SUM: i8 = -8;

fn card_sums(t: &Tables, size: Size, travel: Facing) -> Sums {
    let mut sums = [0; 17];
    for (place, card) in t.cards.angle.iter().enumerate() {
        for (other, angle) in t.cards.angle.iter().enumerate() {
            if place != other {
                let sum = (card.size(size) + angle.angle(travel)).clamp(LEAST_SUM, -LEAST_SUM);
                sums[(sum - LEAST_SUM) as usize] += 1;
            }
        }
    }
    sums
}

fn hit_chance(numbers: &Numbers, short: &Short, sums: &Sums, modifier: i8) -> f64 {
    let pairs = (CARDS * (CARDS - 1) * CARDS) as f64;
    let by_sum = sums.iter().zip(LEAST_SUM..).filter(|(ways, _)| **ways > 0);
    let weighed = by_sum.map(|(pairs, sum)| {
        let by_number = numbers.iter().zip(0i8..).filter(|(cards, _)| **cards > 0);
        let hit: f64 = by_number
            .map(|(cards, to_hit)| f64::from(*cards) * short.hit(to_hit - sum - modifier))
            .sum();
        f64::from(*pairs) * hit
    });
    weighed.sum::<f64>() / pairs
}

/// How many combat cards have a number to hit.
type Numbers = [u32; 32];

fn numbers(t: &Tables, speed: Speed, weather: Weather) -> Numbers {
    let mut numbers = [0; 32];
    for card in &t.cards.combat {
        numbers[usize::from(card.to_hit(speed, weather))] += 1;
    }
    numbers
}

/// The chance to hit, by what the d10 itself must come to once all modifiers are counted [25.hit_total].
struct Short([f64; 2 * FARTHEST as usize + 1]);

/// No d10 is so far from what it must come to that it matters how far.
const FARTHEST: i8 = 12;

impl Short {
    fn new(t: &Tables) -> Self {
        Self(std::array::from_fn(|place| {
            let need = place as i8 - FARTHEST;
            d10(t, |d10| hits(d10, hit_total(d10, 0, 0, -need), 0))
        }))
    }

    fn hit(&self, need: i8) -> f64 {
        self.0[(need.clamp(-FARTHEST, FARTHEST) + FARTHEST) as usize]
    }
}

/// What one explosion, or a dud, does to a ship: by [`ShipResult::index`]; a dud does nothing
/// [26.detonation_by_era_type], [26.ship_damage].
pub fn effect(t: &Tables, era: Era, kind: TorpedoType, size: Size) -> [f64; 3] {
    let explodes = share(&t.cards.detonation, |card| card.explodes(era, kind));
    let mut by_result = ShipResult::ALL.map(|result| {
        explodes
            * share(&t.cards.detonation, |card| {
                card.ship[size.index()] == result
            })
    });
    by_result[ShipResult::Superficial.index()] += 1.0 - explodes;
    by_result
}

/// What a ship has to expect.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fate {
    /// At least one torpedo hits.
    pub hit: f64,
    /// Left damaged.
    pub damaged: f64,
    pub sunk: f64,
}

impl Fate {
    /// Points that it is worth: all for a ship sunk, half for one that falls behind [26.damaged_half_up_to_track].
    pub fn points(&self, vp: i32) -> f64 {
        self.sunk * f64::from(vp) + self.damaged * f64::from(half_up(vp))
    }

    /// One more torpedo at a ship that has this to expect, reckoned apart from the others.
    #[must_use]
    pub fn and(self, hit: f64, effect: [f64; 3]) -> Self {
        let intact = 1.0 - self.damaged - self.sunk;
        let [_, damages, sinks_it] = effect.map(|share| share * hit);
        Self {
            hit: self.hit + (1.0 - self.hit) * hit,
            damaged: self.damaged * (1.0 - damages - sinks_it) + intact * damages,
            sunk: self.sunk + self.damaged * (damages + sinks_it) + intact * sinks_it,
        }
    }

    fn add(&mut self, share: f64, other: Self) {
        self.hit += share * other.hit;
        self.damaged += share * other.damaged;
        self.sunk += share * other.sunk;
    }
}

/// The torpedoes of one boat at one ship that arrive together and share their cards, one after the other
/// [25.salvo_keeps_cards], [26.second_damage_sinks].
pub fn salvo(
    t: &Tables,
    era: Era,
    conditions: Conditions,
    size: Size,
    damaged: bool,
    torpedoes: &[Torpedo],
) -> Fate {
    let mut start = Fate::default();
    if damaged {
        start.damaged = 1.0;
    }
    // The same d10 for the same need, and the same effect for the same torpedo: counted once.
    let (numbers, short) = (
        numbers(t, conditions.speed, conditions.weather),
        Short::new(t),
    );
    let effects: Vec<[f64; 3]> = torpedoes
        .iter()
        .map(|torpedo| effect(t, era, torpedo.kind, size))
        .collect();
    let pairs = (CARDS * (CARDS - 1)) as f64;
    let mut sum = Fate::default();
    for (place, card) in t.cards.angle.iter().enumerate() {
        for (other, angle) in t.cards.angle.iter().enumerate() {
            if place == other {
                continue;
            }
            for (to_hit, ways) in (0i8..).zip(numbers).filter(|(_, ways)| *ways > 0) {
                let shots = torpedoes.iter().zip(&effects);
                let fate = shots.fold(start, |fate, (torpedo, effect)| {
                    let plus = hit_total(
                        0,
                        card.size(size),
                        angle.angle(torpedo.travel),
                        torpedo.modifier,
                    );

                    fate.and(short.hit(to_hit - plus), *effect)
                });
                sum.add(f64::from(ways) / CARDS as f64 / pairs, fate);
            }
        }
    }
    sum
}

/// What a tile that is not identified may be, from all tiles of its ring [37.tile_back_hidden].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Unknown {
    /// Share of tiles without a ship.
    pub blank: f64,
    /// By [`Size::index`]: share of tiles, and their mean points.
    pub sizes: [(f64, f64); 3],
}

impl Unknown {
    /// The tiles of a ring, from 1.
    pub fn of(t: &Tables, ring: u8) -> Self {
        let tiles: Vec<_> = of_ring(&t.tiles, ring).map(|tile| t.tile(tile)).collect();
        let all = tiles.len().max(1) as f64;
        let sizes = Size::ALL.map(|size| {
            let of_size = tiles.iter().filter(|tile| tile.size == Some(size));
            let points: Vec<i32> = of_size.map(|tile| tile.vp).collect();
            let mean = f64::from(points.iter().sum::<i32>()) / points.len().max(1) as f64;
            (points.len() as f64 / all, mean)
        });
        Self {
            blank: tiles.iter().filter(|tile| tile.is_blank()).count() as f64 / all,
            sizes,
        }
    }
}

/// Chance that a damage card sinks a ship [26.second_damage_sinks].
pub fn sinking_card(t: &Tables, size: Size, damaged: bool) -> f64 {
    share(&t.cards.detonation, |card| {
        sinks(card.ship[size.index()], damaged)
    })
}

/// Chance that one torpedo hits an escort [60.escort_to_hit], [53.to_hit_fast], (R12).
pub fn escort_hit(t: &Tables, weather: Weather, defence: i8) -> f64 {
    let by_card = t.cards.combat.iter().map(|card| {
        let to_hit = card.to_hit(Speed::Fast, weather);
        d10(t, |d10| hits(d10, escort_total(d10, defence), to_hit))
    });
    by_card.sum::<f64>() / CARDS as f64
}

/// Chance that a hit puts an escort out of the game [60.escort_removed_xp].
pub fn escort_removed(t: &Tables, era: Era, kind: TorpedoType) -> f64 {
    let explodes = share(&t.cards.detonation, |card| card.explodes(era, kind));
    explodes
        * share(&t.cards.detonation, |card| {
            removes(card.ship[Size::Medium.index()])
        })
}

/// Chances of a calculation: value and share, from the least value up [38.tdc_value].
pub fn solutions(
    t: &Tables,
    light: crate::conditions::Light,
    range: u8,
    modifier: i8,
    two_cards: bool,
) -> Vec<(i8, f64)> {
    let value = |card| crate::tdc::solution(&t.tdc, card, light, range, modifier);
    let mut counts: Vec<(i8, usize)> = (t.tdc.least..=t.tdc.most).map(|v| (v, 0)).collect();
    for card in &t.cards.combat {
        if let Some(value) = value(card) {
            counts[(value - t.tdc.least) as usize].1 += 1;
        }
    }
    let at_most = |up_to: usize| -> f64 {
        let ways: usize = counts[..up_to].iter().map(|(_, ways)| ways).sum();
        let ways = ways as f64;
        if two_cards {
            // The better of two different cards [15.captain_tree].
            ways * (ways - 1.0).max(0.0) / (CARDS * (CARDS - 1)) as f64
        } else {
            ways / CARDS as f64
        }
    };
    let shares =
        (0..counts.len()).map(|place| (counts[place].0, at_most(place + 1) - at_most(place)));
    shares.filter(|(_, share)| *share > 0.0).collect()
}
