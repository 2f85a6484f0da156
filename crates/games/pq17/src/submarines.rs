//! Submarine combat [7.4]: the roll, ASW, how many attack, air patrols.

use crate::forces::Id;
use crate::side::Nation;
use crate::tables::{AswResult, SubmarineResult, Tables};
use crate::units::{Category, ShipType};
use crate::weather::Weather;
use serde::Deserialize;

/// What bears on the Submarine Combat roll [7.4].
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    pub subs: u8,
    pub pack: Id,
    /// ASW dice of the target before they are held to twice the subs (R14).
    pub asw_dice: u8,
    pub night: bool,
    pub weather: Weather,
    /// The target is in an Air Radius of its side.
    pub air_radius: bool,
    pub high_speed: bool,
    pub critical_fuel: bool,
}

impl Attack {
    /// All modifiers, one by one [7.4].
    pub fn modifiers(&self, t: &Tables) -> [(&'static str, i8); 9] {
        let table = &t.combat.submarines;
        let times = |value: i8, times: u8| value.saturating_mul(times as i8);
        let if_so = |so: bool, value: i8| if so { value } else { 0 };
        let reduced = self.weather == Weather::ReducedVisibility;
        let storms = self.weather == Weather::Storms;
        [
            (
                "the pack is identified",
                times(table.per_id_level, self.pack.levels()),
            ),
            ("escorts", times(table.per_asw_die, self.asw_dice)),
            ("night", if_so(self.night, table.night)),
            (
                "three subs or more",
                if_so(self.subs >= 3, table.three_or_four_subs),
            ),
            (
                "reduced visibility",
                if_so(reduced, table.reduced_visibility),
            ),
            ("storms", if_so(storms, table.storms)),
            (
                "air radius by day",
                if_so(self.air_radius && !self.night, table.air_radius),
            ),
            ("high speed", if_so(self.high_speed, table.high_speed)),
            (
                "critical fuel",
                if_so(self.critical_fuel, table.target_critical_fuel),
            ),
        ]
    }

    /// Their sum, held to its limit [7.4].
    pub fn drm(&self, t: &Tables) -> i8 {
        let all = self.modifiers(t).into_iter();
        let drm: i32 = all.map(|(_, value)| i32::from(value)).sum();
        let limit = i32::from(t.combat.submarines.drm_limit);
        drm.clamp(-limit, limit) as i8
    }

    /// The modified die and its line of the table.
    pub fn roll(&self, t: &Tables, die: u8) -> (i8, SubmarineResult) {
        let total = die as i8 + self.drm(t);
        (total, *t.combat.submarines.results.get(total.into()))
    }
}

/// Torpedoes are expended by the result, or by an odd one if every sub attacked [7.4] (R38).
pub const fn is_expended(result: SubmarineResult, modified: i8, all_attacked: bool) -> bool {
    result.expended || (modified % 2 != 0 && all_attacked)
}

/// Ships of one nation that hunt submarines [7.4.1].
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hunters {
    pub nation: Nation,
    pub dd_tb: u8,
    pub es: u8,
    /// CS of aircraft marked A that make the attack (R77).
    pub air: u8,
}

impl Hunters {
    /// A third of the destroyers, rounded off, and all escorts and aircraft [7.4.1].
    pub const fn dice(&self) -> u8 {
        (self.dd_tb + 1) / 3 + self.es + self.air
    }
}

/// Dice of each nation, in all not more than twice the subs; Soviet dice are dropped first (R14) [7.4.1].
pub fn asw_dice(hunters: &[Hunters], subs: u8) -> Vec<(Nation, u8)> {
    let mut dice: Vec<(Nation, u8)> = hunters.iter().map(|h| (h.nation, h.dice())).collect();
    let all: u8 = dice.iter().map(|(_, dice)| dice).sum();
    let mut too_many = all.saturating_sub(2 * subs);
    for of_soviets in [true, false] {
        let drops = |(nation, _): &&mut (Nation, u8)| nation.is_soviet_command() == of_soviets;
        for (_, dice) in dice.iter_mut().filter(drops) {
            let dropped = too_many.min(*dice);
            *dice -= dropped;
            too_many -= dropped;
        }
    }
    dice
}

/// What bears on one ASW die [7.4.1].
#[derive(Clone, Copy, Debug, Default)]
pub struct AswConditions {
    pub soviet: bool,
    /// TFs and aircraft that go hunting [7.4.2].
    pub offensive: bool,
    /// In an Air Radius of the hunters; never for air patrols [7.4.5].
    pub air_radius: bool,
    pub storms: bool,
}

/// The result of one ASW die [7.4.1].
pub fn asw(t: &Tables, conditions: AswConditions, die: u8) -> AswResult {
    let table = &t.combat.asw;
    let mut total = i32::from(die);
    for (applies, value) in [
        (conditions.soviet, table.soviet),
        (conditions.offensive, table.offensive),
        (conditions.air_radius, table.air_radius),
        (conditions.storms, table.storms),
    ] {
        if applies {
            total += i32::from(value);
        }
    }
    *table.results.get(total)
}

/// Attacks before ASW, and after it: of the subs that have not attacked, less those held down or removed (R78) [7.4.1].
pub fn attacking(subs: u8, result: SubmarineResult, held_down: u8, removed: u8) -> (u8, u8) {
    let before = result.before.min(subs);
    let after = result.after.min(subs - before);
    (before, after.saturating_sub(held_down + removed))
}

/// Categories that a sub may choose to attack; submarines are no target (R69) [7.4.3].
pub const TARGETS: [Category; 6] = [
    Category::Capital,
    Category::Carrier,
    Category::Cruiser,
    Category::Heavy,
    Category::Light,
    Category::Convoy,
];

/// Whether a sub that aims at a category may hit such a ship; submarines are no target (R69) [7.4.3].
pub fn may_hit(aim: Category, kind: ShipType) -> bool {
    aim.holds(kind) && !kind.is_submarine()
}

/// An air patrol rolls against a pack that is Identified by Day, or that tries to move two hexes [7.4.5].
pub const fn patrol_rolls(moves_two: bool, identified: bool, day: bool) -> bool {
    moves_two || (identified && day)
}
