//! Cups: what is in them, drawing from them, and filling them anew [3.1], [3.11], [3.15].

use crate::calendar::{Month, Period};
use crate::tables::{Mix, Role, Tables};
use crate::units::{Counter, Nation, UnitId};
use crate::war::Extra;
use arrayvec::ArrayVec;
use derbyhouse_kernel::{Chance, named};
use serde::{Deserialize, Serialize};

named! {
    /// A cup of Allied pieces [3.1].
    Cup, "cup" {
        /// Ships alone.
        Loner = "loner",
        /// Outer columns of convoys.
        Outer = "outer",
        /// Inner columns.
        Inner = "inner",
        /// Center columns.
        Center = "center",
        /// Outer columns in West waters.
        WestOuter = "west_outer",
        /// Inner columns in West waters.
        WestInner = "west_inner",
        /// Liners that Draw Liner brings.
        Liner = "liner",
        /// British capital ships and cruisers.
        ForceBritish = "task_force.british",
        /// French ones.
        ForceFrench = "task_force.french",
        /// American ones.
        ForceAmerican = "task_force.american",
        /// Soviet ones.
        ForceSoviet = "task_force.soviet",
        /// British destroyers of the fleet.
        EscortBritish = "fleet_escort.british",
        /// French ones.
        EscortFrench = "fleet_escort.french",
        /// American ones.
        EscortAmerican = "fleet_escort.american",
        /// Soviet ones.
        EscortSoviet = "fleet_escort.soviet",
    }
}

impl Cup {
    /// The six cups of the War Mix [3.11].
    pub const MIX: [Self; 6] = [
        Self::Loner,
        Self::Outer,
        Self::Inner,
        Self::Center,
        Self::WestOuter,
        Self::WestInner,
    ];

    /// The Task Force cup of a nation, if it has one.
    pub const fn task_force(nation: Nation) -> Option<Self> {
        match nation {
            Nation::British => Some(Self::ForceBritish),
            Nation::French => Some(Self::ForceFrench),
            Nation::American => Some(Self::ForceAmerican),
            Nation::Soviet => Some(Self::ForceSoviet),
            _ => None,
        }
    }

    /// The Fleet Escort cup of a nation, if it has one.
    pub const fn fleet_escort(nation: Nation) -> Option<Self> {
        match nation {
            Nation::British => Some(Self::EscortBritish),
            Nation::French => Some(Self::EscortFrench),
            Nation::American => Some(Self::EscortAmerican),
            Nation::Soviet => Some(Self::EscortSoviet),
            _ => None,
        }
    }
}

/// Most pieces that a cup can hold.
pub const MOST: usize = 64;

/// The pieces in one cup.
pub type Pieces = ArrayVec<Counter, MOST>;

/// All cups of Allied pieces. What is in none of them is in reserve, on a display, under repair or sunk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cups([Pieces; 15]);

impl Default for Cups {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Pieces::new()))
    }
}

impl Cups {
    /// The pieces in a cup.
    pub fn of(&self, cup: Cup) -> &[Counter] {
        &self.0[cup.index()]
    }

    /// The same, to be changed.
    pub(crate) fn of_mut(&mut self, cup: Cup) -> &mut Pieces {
        &mut self.0[cup.index()]
    }

    /// Every piece in any cup.
    pub fn all(&self) -> impl Iterator<Item = (Cup, Counter)> {
        Cup::ALL
            .into_iter()
            .flat_map(|cup| self.of(cup).iter().map(move |piece| (cup, *piece)))
    }

    /// Draws a piece, without replacement.
    #[inline]
    pub fn draw(&mut self, cup: Cup, chance: &mut Chance) -> Option<Counter> {
        draw(&mut self.0[cup.index()], chance)
    }

    /// Draws so many pieces one after the other, or as many as there are and as there is room for.
    #[inline(never)] // by itself it needs few registers
    pub(crate) fn deal<const ROOM: usize>(
        &mut self,
        cup: Cup,
        count: usize,
        chance: &mut Chance,
        out: &mut ArrayVec<Counter, ROOM>,
    ) {
        let pieces = &mut self.0[cup.index()];
        for _ in 0..count.min(out.remaining_capacity()) {
            let Some(piece) = draw(pieces, chance) else {
                return;
            };
            out.push(piece);
        }
    }

    /// Puts a piece back. A cup that is full can only come from a damaged file, and keeps what it has.
    #[inline]
    pub fn put(&mut self, cup: Cup, piece: Counter) {
        let full = self.0[cup.index()].try_push(piece).is_err();
        debug_assert!(!full, "a cup overflows");
    }

    /// Brings a cup into an order that tells nothing, so that two ways to the same contents are the same position.
    pub fn settle(&mut self) {
        for pieces in &mut self.0 {
            pieces.sort_unstable();
        }
    }
}

/// Draws a piece; the last one takes its place.
#[inline]
fn draw(pieces: &mut Pieces, chance: &mut Chance) -> Option<Counter> {
    let last = pieces.pop()?;
    let place = chance.below(pieces.len() as u32 + 1) as usize;
    let drawn = pieces.get_mut(place);
    Some(drawn.map_or(last, |drawn| std::mem::replace(drawn, last)))
}

/// What decides which pieces are available [3.12], [3.13].
#[derive(Clone, Copy)]
pub struct Season<'a> {
    pub period: Period,
    pub month: Month,
    pub barbarossa: bool,
    /// Pieces that are out: sunk, or under repair.
    pub out: &'a [Counter],
}

/// Fills all cups for a period: lists first, then the War Mix from its pools [3.2], [3.11].
pub fn fill(t: &Tables, season: Season<'_>, extras: &[Extra], chance: &mut Chance) -> Cups {
    let mut cups = Cups::default();
    let mut taken: Vec<Counter> = season.out.to_vec();
    for extra in extras {
        taken.push(extra.counter);
        cups.put(extra.cup, extra.counter);
    }
    for (cup, lists) in &t.cups.lists {
        for (unit, count) in &lists[season.period.index()] {
            let values = t.ships.unit(*unit);
            // A listed unit whose date has not come is left out until that month [3.2].
            if !values.is_available(season.period, season.month, season.barbarossa) {
                continue;
            }
            let free = t
                .ships
                .counters(*unit)
                .filter(|counter| !taken.contains(counter));
            let drawn: Vec<Counter> = free.take(usize::from(*count)).collect();
            for counter in drawn {
                taken.push(counter);
                cups.put(*cup, counter);
            }
        }
    }
    fill_mix(t, season, &mut cups, taken, chance);
    cups
}

/// All pieces of the War Mix go back, and its cups are filled anew [3.15]; other cups keep what they have, and pieces that
/// an event put beside the mix stay beside it (2.4).
pub fn reshuffle(
    t: &Tables,
    season: Season<'_>,
    cups: &mut Cups,
    extras: &[Extra],
    chance: &mut Chance,
) {
    for cup in Cup::MIX {
        cups.of_mut(cup).clear();
    }
    let beside = extras.iter().map(|extra| extra.counter);
    let taken = season
        .out
        .iter()
        .copied()
        .chain(cups.all().map(|(_, counter)| counter))
        .chain(beside)
        .collect();
    fill_mix(t, season, cups, taken, chance);
    for extra in extras.iter().filter(|extra| Cup::MIX.contains(&extra.cup)) {
        cups.put(extra.cup, extra.counter);
    }
    cups.settle();
}

/// Units of the lists whose month has come enter their cups [3.2].
pub fn admit(t: &Tables, season: Season<'_>, cups: &mut Cups, extras: &[Extra]) {
    for (cup, lists) in &t.cups.lists {
        for (unit, count) in &lists[season.period.index()] {
            let values = t.ships.unit(*unit);
            let new = values.available == crate::tables::Available::Month(season.month);
            if !new {
                continue;
            }
            let there = |counter: &Counter| {
                cups.all().any(|(_, other)| other == *counter)
                    || season.out.contains(counter)
                    || extras.iter().any(|extra| extra.counter == *counter)
            };
            let free: Vec<Counter> = t
                .ships
                .counters(*unit)
                .filter(|counter| !there(counter))
                .take(usize::from(*count))
                .collect();
            free.into_iter().for_each(|counter| cups.put(*cup, counter));
        }
    }
    cups.settle();
}

fn fill_mix(
    t: &Tables,
    season: Season<'_>,
    cups: &mut Cups,
    mut taken: Vec<Counter>,
    chance: &mut Chance,
) {
    for cup in Cup::MIX {
        for (mix, count) in t.cups.mix(season.period, cup) {
            let mut free = pool(t, *mix, season, &taken);
            for _ in 0..(*count).min(free.len() as u8) {
                let place = chance.below(free.len() as u32) as usize;
                let counter = free.swap_remove(place);
                taken.push(counter);
                cups.put(cup, counter);
            }
        }
    }
    cups.settle();
}

/// Pieces of a category that may be drawn now.
pub(crate) fn pool(t: &Tables, mix: Mix, season: Season<'_>, taken: &[Counter]) -> Vec<Counter> {
    let mut free: Vec<Counter> = match mix {
        Mix::CombatEvent => t.ships.markers(Role::CombatEvent).collect(),
        Mix::DrawLiner => t.ships.markers(Role::DrawLiner).collect(),
        Mix::Pool(pool) => {
            let units = t.ships.units.iter().filter(|unit| unit.pool == pool);
            let now = units
                .filter(|unit| unit.is_available(season.period, season.month, season.barbarossa));
            now.flat_map(|unit| (unit.first.0..unit.first.0 + unit.count).map(Counter))
                .collect()
        }
    };
    free.retain(|counter| !taken.contains(counter));
    free
}

/// Sister ships that may take the place of a named ship: available now, not out, and in no cup [14.81].
pub fn sisters(
    t: &Tables,
    unit: UnitId,
    season: Season<'_>,
    in_cups: &dyn Fn(Counter) -> bool,
) -> Vec<UnitId> {
    let fits = |sister: &UnitId| {
        let values = t.ships.unit(*sister);
        let free = t
            .ships
            .counters(*sister)
            .any(|counter| !season.out.contains(&counter) && !in_cups(counter));
        values.is_available(season.period, season.month, season.barbarossa) && free
    };
    t.ships
        .unit(unit)
        .same_class
        .iter()
        .copied()
        .filter(fits)
        .collect()
}
