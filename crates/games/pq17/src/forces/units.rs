//! What a force holds: ships by name, the others by class and CS [1.4].

use crate::side::Nation;
use crate::tables::{Chart, Ship, ShipList};
use crate::units::{Aa, ClassId, ShipId, ShipType, Speed};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A named ship as she is now [1.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipState {
    pub ship: ShipId,
    /// Steps lost.
    pub step: u8,
    pub crippled: bool,
    /// Symbols used [7.3.2].
    pub torpedoes_spent: u8,
    /// Fuel for others, in fives [11.3.2].
    pub oil: u8,
}

impl ShipState {
    pub fn new(id: ShipId, ship: &Ship) -> Self {
        Self {
            ship: id,
            step: 0,
            crippled: false,
            torpedoes_spent: 0,
            oil: ship.oil,
        }
    }

    pub fn is_hit(&self) -> bool {
        self.step > 0 || self.crippled
    }

    /// At exactly 0 she lies Dead in the Water (chapter 7).
    pub fn is_diw(&self, ship: &Ship) -> bool {
        usize::from(self.step) + 1 == ship.steps.len()
    }

    #[inline]
    pub fn cs(&self, ship: &Ship) -> u8 {
        ship.steps[usize::from(self.step).min(ship.steps.len() - 1)].cs
    }

    pub fn aa(&self, ship: &Ship) -> Aa {
        ship.steps[usize::from(self.step).min(ship.steps.len() - 1)].aa
    }

    /// Crippled ships are Slow [5.1].
    pub fn speed(&self, ship: &Ship) -> Speed {
        let speed = ship.steps[usize::from(self.step).min(ship.steps.len() - 1)].speed;
        crippled_speed(speed, self.crippled)
    }
}

/// What speed is left to a ship that may be Crippled [5.1], [7.3.1].
pub fn crippled_speed(speed: Speed, crippled: bool) -> Speed {
    if crippled {
        speed.min(Speed::Slow)
    } else {
        speed
    }
}

/// What hits leave of a ship: a step falls for each CS of its gap, an odd hit lapses (R24) (chapter 7). `None` is sunk.
pub fn after_hits(ship: &Ship, mut state: ShipState, hits: u8) -> Option<ShipState> {
    let mut left = hits;
    loop {
        let here = usize::from(state.step);
        let Some(next) = ship.steps.get(here + 1) else {
            return (left == 0).then_some(state); // one more Hit at 0* sinks her
        };
        let gap = ship.steps[here].cs - next.cs;
        if left < gap {
            return Some(state);
        }
        left -= gap;
        state.step += 1;
    }
}

/// A ship or class by name, whatever happens to others of the force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hull {
    Ship(ShipId),
    /// One CS of it.
    Class(ClassId),
}

/// How a CS of a class is (chapter 7), [7.3.1b], [7.9].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hurt {
    Whole,
    /// A destroyer of 0 CS that still goes Slow [7.9].
    Crippled,
    /// Dead in the Water.
    Diw,
}

impl Hull {
    /// The ship, if she has a name.
    pub const fn ship(self) -> Option<ShipId> {
        match self {
            Self::Ship(ship) => Some(ship),
            Self::Class(_) => None,
        }
    }
}

impl fmt::Display for Hull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ship(ship) => write!(f, "ship {}", ship.index()),
            Self::Class(class) => write!(f, "class {}", class.index()),
        }
    }
}

impl fmt::Display for Hurt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Whole => "whole",
            Self::Crippled => "crippled",
            Self::Diw => "diw",
        })
    }
}

impl FromStr for Hurt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|hurt| hurt.to_string() == text);
        known.ok_or_else(|| format!("“{text}” is no state of a ship: crippled or diw is expected"))
    }
}

impl Hurt {
    pub const ALL: [Self; 3] = [Self::Whole, Self::Crippled, Self::Diw];
}

/// CS of one class in one force [1.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    pub class: ClassId,
    pub cs: u8,
    /// Crippled destroyers, besides `cs` [7.9].
    pub crippled: u8,
    /// Dead in the Water, besides `cs`.
    pub diw: u8,
    /// Torpedo loads used, one for each CS and symbol; of submarines those expended [1.4.1], [7.3.2].
    pub spent: u8,
    /// Fuel for others that merchant oilers have left, in fives [1.4.2], [11.3.2].
    pub oil: u8,
}

impl Pool {
    pub const fn new(class: ClassId, cs: u8) -> Self {
        Self {
            class,
            cs,
            crippled: 0,
            diw: 0,
            spent: 0,
            oil: 0,
        }
    }

    /// Ships afloat, whatever their state.
    pub const fn hulls(&self) -> u8 {
        self.cs + self.crippled + self.diw
    }

    pub const fn of(&self, hurt: Hurt) -> u8 {
        match hurt {
            Hurt::Whole => self.cs,
            Hurt::Crippled => self.crippled,
            Hurt::Diw => self.diw,
        }
    }

    pub const fn of_mut(&mut self, hurt: Hurt) -> &mut u8 {
        match hurt {
            Hurt::Whole => &mut self.cs,
            Hurt::Crippled => &mut self.crippled,
            Hurt::Diw => &mut self.diw,
        }
    }

    /// Torpedo loads left, of so many symbols for each CS [7.3.2].
    pub const fn loads(&self, symbols: u8) -> u8 {
        (self.cs * symbols).saturating_sub(self.spent)
    }

    /// Takes one CS out, with the freshest torpedoes and oil it can have.
    pub fn take(&mut self, hurt: Hurt, symbols: u8, oil: u8) -> Self {
        let mut taken = Self::new(self.class, 0);
        let left = self.of_mut(hurt);
        if *left == 0 {
            return taken;
        }
        let fresh = match hurt {
            Hurt::Whole => self.loads(symbols).min(symbols),
            _ => symbols,
        };
        *self.of_mut(hurt) -= 1;
        *taken.of_mut(hurt) = 1;
        if hurt == Hurt::Whole {
            taken.spent = symbols - fresh;
            self.spent = self.spent.saturating_sub(taken.spent);
        }
        self.hold(symbols);
        taken.oil = self.oil.min(oil);
        self.oil -= taken.oil;
        taken
    }

    /// No more is spent than there is.
    pub const fn hold(&mut self, symbols: u8) {
        let most = self.cs * if symbols > 0 { symbols } else { 1 };
        if self.spent > most {
            self.spent = most;
        }
    }
}

/// Everything in a force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Units {
    pub ships: Vec<ShipState>,
    /// One for each class, in the order of the chart.
    pub pools: Vec<Pool>,
}

impl Units {
    pub fn of_list(chart: &Chart, list: &ShipList) -> Self {
        let ships = list.ships.iter();
        let mut units = Self {
            ships: ships
                .map(|id| ShipState::new(*id, chart.ship(*id)))
                .collect(),
            pools: Vec::new(),
        };
        for (class, cs) in &list.classes {
            units.add(Pool {
                oil: chart.class(*class).oil(*cs),
                ..Pool::new(*class, *cs)
            });
        }
        units
    }

    /// Adds CS of a class.
    pub fn add(&mut self, pool: Pool) {
        match self
            .pools
            .binary_search_by_key(&pool.class, |own| own.class)
        {
            Ok(place) => {
                let own = &mut self.pools[place];
                own.cs += pool.cs;
                own.crippled += pool.crippled;
                own.diw += pool.diw;
                own.spent += pool.spent;
                own.oil += pool.oil;
            }
            Err(place) => self.pools.insert(place, pool),
        }
    }

    /// Takes everything of others in.
    pub fn join(&mut self, others: Self) {
        self.ships.extend(others.ships);
        self.ships.sort_by_key(|ship| ship.ship);
        for pool in others.pools {
            self.add(pool);
        }
    }

    /// Drops classes of which nothing is left.
    pub fn tidy(&mut self) {
        self.pools.retain(|pool| pool.hulls() > 0);
    }

    pub fn is_empty(&self) -> bool {
        self.ships.is_empty() && self.pools.is_empty()
    }

    /// The type of each ship and class with the CS it has now.
    pub fn types<'a>(&'a self, chart: &'a Chart) -> impl Iterator<Item = (ShipType, u8)> + 'a {
        let ships = self.ships.iter().map(|state| {
            let ship = chart.ship(state.ship);
            (ship.kind, state.cs(ship))
        });
        let pools = self
            .pools
            .iter()
            .map(|pool| (chart.class(pool.class).kind, pool.cs));
        ships.chain(pools)
    }

    /// CS of all units of such types.
    pub fn cs(&self, chart: &Chart, so: impl Fn(ShipType) -> bool) -> u8 {
        self.types(chart)
            .filter(|(kind, _)| so(*kind))
            .map(|(_, cs)| cs)
            .sum()
    }

    /// Counters of such types: one for each named ship, the fewest for each class [1.4].
    pub fn counters(&self, chart: &Chart, so: impl Fn(ShipType) -> bool) -> u8 {
        let ships = self
            .ships
            .iter()
            .filter(|state| so(chart.ship(state.ship).kind));
        let pools = self.pools.iter().filter_map(|pool| {
            let class = chart.class(pool.class);
            so(class.kind)
                .then(|| class.counters(pool.cs).count() + usize::from(pool.crippled + pool.diw))
        });
        (ships.count() + pools.sum::<usize>()) as u8
    }

    /// Ships that are counted one by one: MV by CS, other Convoy Ships by counter [1.4].
    pub fn convoy_ships(&self, chart: &Chart) -> u8 {
        let named = self
            .ships
            .iter()
            .filter(|state| chart.ship(state.ship).kind.is_convoy_ship());
        let pools = self.pools.iter().filter_map(|pool| {
            let is_convoy = chart.class(pool.class).kind.is_convoy_ship();
            is_convoy.then_some(pool.hulls())
        });
        named.count() as u8 + pools.sum::<u8>()
    }

    /// Merchant ships.
    pub fn merchants(&self, chart: &Chart) -> u8 {
        let named = self
            .ships
            .iter()
            .filter(|state| chart.ship(state.ship).kind.is_merchant());
        let pools = self.pools.iter().filter_map(|pool| {
            let is_merchant = chart.class(pool.class).kind.is_merchant();
            is_merchant.then_some(pool.hulls())
        });
        named.count() as u8 + pools.sum::<u8>()
    }

    pub fn has(&self, chart: &Chart, so: impl Fn(ShipType) -> bool) -> bool {
        self.types(chart).any(|(kind, _)| so(kind))
    }

    /// Any ship under Severny Flot's command [4.3.2].
    pub fn has_soviet_command(&self, chart: &Chart) -> bool {
        self.pools.iter().any(|pool| {
            let class = chart.class(pool.class);
            class.nation.is_soviet_command() && !class.kind.is_submarine()
        })
    }

    /// Nothing but Soviet ships and submarines, and those that count as such [1.4].
    pub fn is_soviet_commanded(&self, chart: &Chart) -> bool {
        let ships = self.ships.iter().map(|state| chart.ship(state.ship).nation);
        let pools = self.pools.iter().map(|pool| chart.class(pool.class).nation);
        ships.chain(pools).all(|nation| nation.is_soviet_command())
    }

    /// Any surface warship of the Soviet Navy [11.1.4].
    pub fn has_soviet_ships(&self, chart: &Chart) -> bool {
        self.pools.iter().any(|pool| {
            let class = chart.class(pool.class);
            class.nation == Nation::Soviet && class.kind.needs_fuel()
        })
    }

    /// The nation of its submarines, if it has any.
    pub fn submarine_nation(&self, chart: &Chart) -> Option<Nation> {
        let mut classes = self.pools.iter().map(|pool| chart.class(pool.class));
        classes
            .find(|class| class.kind.is_submarine())
            .map(|class| class.nation)
    }

    /// Composed entirely of Heavy Ships: no Escort, auxiliary or merchant ship is with them, so that it is a TF [11.1.2].
    pub fn is_heavy_only(&self, chart: &Chart) -> bool {
        !self.is_empty() && self.types(chart).all(|(kind, _)| kind.is_heavy())
    }

    /// Everything afloat, one for each ship and each CS.
    pub fn hulls(&self) -> usize {
        let pools = self.pools.iter().map(|pool| usize::from(pool.hulls()));
        self.ships.len() + pools.sum::<usize>()
    }

    pub fn ship(&self, id: ShipId) -> Option<&ShipState> {
        self.ships.iter().find(|state| state.ship == id)
    }

    pub fn pool(&self, class: ClassId) -> Option<&Pool> {
        self.pools.iter().find(|pool| pool.class == class)
    }

    /// Takes a ship, or one CS, out of it.
    pub fn take(&mut self, chart: &Chart, hull: Hull, hurt: Hurt) -> Option<Self> {
        let mut taken = Self::default();
        match hull {
            Hull::Ship(id) => {
                let place = self.ships.iter().position(|state| state.ship == id)?;
                taken.ships.push(self.ships.remove(place));
            }
            Hull::Class(id) => {
                let pool = self.pools.iter_mut().find(|pool| pool.class == id)?;
                if pool.of(hurt) == 0 {
                    return None;
                }
                let class = chart.class(id);
                taken
                    .pools
                    .push(pool.take(hurt, class.torpedoes, class.oil(1)));
                self.tidy();
            }
        }
        Some(taken)
    }

    /// The slowest step in it [5.1].
    pub fn speed(&self, chart: &Chart) -> Speed {
        let ships = self
            .ships
            .iter()
            .map(|state| state.speed(chart.ship(state.ship)));
        let pools = self.pools.iter().map(|pool| match pool {
            Pool { diw: 1.., .. } => Speed::None,
            pool => crippled_speed(chart.class(pool.class).speed, pool.crippled > 0),
        });
        ships.chain(pools).min().unwrap_or(Speed::High)
    }
}
