//! The Combine Forces Segment [1.2.4]: forces merge or swap units [1.2.5], surplus Dummies go [1.3], stragglers rejoin
//! [9.3.3], and at its end ships adrift are towed or scuttled [5.1.1].

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{
    BlockId, CONVOY_ESCORTS, CONVOY_SUBMARINES, Force, Hull, Hurt, Id, Kind, PACK, Place, Pool,
    Shadower, ShipState, Units,
};
use crate::fuel::{Fuel, swapped};
use crate::mustering::{is_small, is_within_limits, may_embark};
use crate::position::Position;
use crate::recon::Reading;
use crate::sequence::{Order, Play, Step};
use crate::side::{Nation, Side};
use crate::tables::{Find, Line, OptionId, Tables};
use crate::towing::kind_of;
use crate::units::ShipType;
use crate::weather::Weather;
use serde::{Deserialize, Serialize};

/// So many units change places in one swap at most, so that it ends.
const GIVEN: usize = 40;

/// Two forces that exchange units [1.2.5].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swap {
    pub a: BlockId,
    pub b: BlockId,
    /// CS and ships that needed fuel before, of each.
    pub users: [u8; 2],
    /// The Fuel marker of each before.
    pub fuel: [Option<Fuel>; 2],
    /// What each has given.
    pub given: Vec<(BlockId, Hull)>,
}

/// Two Convoys of one side: both loaded or both in ballast, for a common destination, and whole (R64).
fn same_convoy(a: &Force, b: &Force) -> bool {
    match (&a.sailing, &b.sailing) {
        (Some(own), Some(other)) => {
            own.loaded == other.loaded
                && own.to.iter().any(|port| other.to.contains(port))
                && !a.is_broken()
                && !b.is_broken()
        }
        _ => false,
    }
}

/// Whether one force can be taken into another of the same place [1.2.1], [1.2.2], [1.2.4].
pub(crate) fn may_combine(t: &Tables, side: Side, a: &Force, b: &Force) -> bool {
    let chart = &t.chart;
    let both = |so: fn(ShipType) -> bool| a.units.cs(chart, so) + b.units.cs(chart, so);
    let small = both(|kind| kind == ShipType::Es) <= CONVOY_ESCORTS
        && both(ShipType::is_submarine) <= CONVOY_SUBMARINES;
    if a.shadowing || b.shadowing {
        return false; // it stays with its target [6.3]
    }
    match (a.kind, b.kind) {
        (Kind::TaskForce, Kind::TaskForce) => true,
        (Kind::Wolfpack, Kind::Wolfpack) => {
            let nation = |force: &Force| force.units.submarine_nation(chart);
            nation(a) == nation(b) && both(ShipType::is_submarine) <= PACK
        }
        (Kind::Convoy, Kind::TaskForce) => !a.is_broken() && (side == Side::Axis || small),
        (Kind::Convoy, Kind::Convoy) => same_convoy(a, b) && (side == Side::Axis || small),
        _ => false,
    }
}

/// Whether two forces may exchange units: warships, or submarines of two packs of a nation [1.2.5].
fn may_swap(t: &Tables, a: &Force, b: &Force) -> bool {
    let nation = |force: &Force| force.units.submarine_nation(&t.chart);
    let kinds = match (a.kind, b.kind) {
        (Kind::TaskForce | Kind::Convoy, Kind::TaskForce) | (Kind::Convoy, Kind::Convoy) => true,
        (Kind::Wolfpack, Kind::Wolfpack) => nation(a) == nation(b),
        _ => false,
    };
    let fit = |force: &Force| !force.shadowing && !force.is_broken();
    let gives = |from: &Force, to: &Force| gifts(t, from, to.kind).next().is_some();
    kinds && fit(a) && fit(b) && gives(a, b) && gives(b, a)
}

/// Whether a force has room for one more unit of that kind from another [1.2.1], [1.2.2].
fn has_room(t: &Tables, side: Side, force: &Force, kind: ShipType) -> bool {
    let cs = |so: fn(ShipType) -> bool| force.units.cs(&t.chart, so);
    match (force.kind, side) {
        (Kind::Wolfpack, _) => cs(ShipType::is_submarine) < PACK,
        (Kind::Convoy, Side::Allied) if kind == ShipType::Es => {
            cs(|kind| kind == ShipType::Es) < CONVOY_ESCORTS
        }
        (Kind::Convoy, Side::Allied) if kind.is_submarine() => {
            cs(ShipType::is_submarine) < CONVOY_SUBMARINES
        }
        _ => true,
    }
}

/// Whether a Convoy of the Campaign that takes one more ship or CS is within its limits [15.2].
fn keeps_small(t: &Tables, force: &Force, hull: Hull) -> bool {
    let mut units = force.units.clone();
    match hull {
        Hull::Ship(id) => units.ships.push(ShipState::new(id, t.chart.ship(id))),
        Hull::Class(class) => units.add(Pool::new(class, 1)),
    }
    force.kind != Kind::Convoy || is_within_limits(t, &units)
}

/// Ships and CS that need fuel, those that lie still with the others [1.2.5], [11.1.1].
fn users(t: &Tables, force: &Force) -> u8 {
    let ships = force.units.ships.iter();
    let ships = ships.filter(|state| t.chart.ship(state.ship).kind.needs_fuel());
    let pools = force.units.pools.iter();
    let pools = pools.filter(|pool| t.chart.class(pool.class).kind.needs_fuel());
    ships.count() as u8 + pools.map(Pool::hulls).sum::<u8>()
}

/// Those of them that can change places.
fn movers(t: &Tables, force: &Force) -> u8 {
    relievers(t, force).map(|(_, lots)| lots).sum()
}

/// Units that need fuel and can change places, with how many there are of each.
fn relievers<'a>(t: &'a Tables, force: &'a Force) -> impl Iterator<Item = (Hull, u8)> + use<'a> {
    let hulls = gifts(t, force, Kind::TaskForce);
    let hulls = hulls.filter(|hull| kind_of(&t.chart, *hull).needs_fuel());
    hulls.map(|hull| match hull {
        Hull::Ship(_) => (hull, 1),
        Hull::Class(class) => {
            let cs = force.units.pool(class).map_or(0, |pool| pool.cs);
            (hull, cs.saturating_sub(force.tugs_of(hull)))
        }
    })
}

/// How a force stands to the oilers in this turn [11.3.2].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Oiling {
    /// Nothing in it needs fuel.
    Dry,
    Waits,
    Refuels,
}

impl Oiling {
    const fn of(force: &Force, users: u8) -> Self {
        match (force.motion.ras, users) {
            (true, _) => Self::Refuels,
            (false, 0) => Self::Dry,
            (false, _) => Self::Waits,
        }
    }

    /// Who was not refuelled has the worse marker, and both have it once ships change their force [11.1.1], [11.3.2].
    fn goes_on(both: [Self; 2]) -> bool {
        both.contains(&Self::Refuels) && !both.contains(&Self::Waits)
    }
}

/// Warships that can change places with those of another force: those that lie still or tow are not among them [5.1.1], and
/// submarines go only where submarines belong.
fn gifts<'a>(t: &'a Tables, force: &'a Force, to: Kind) -> impl Iterator<Item = Hull> + use<'a> {
    let subs = to != Kind::TaskForce && force.kind == to;
    let fits = move |kind: ShipType| kind.is_warship() && (subs || !kind.is_submarine());
    let ships = force.units.ships.iter().filter(move |state| {
        let ship = t.chart.ship(state.ship);
        let tows = force.tugs_of(Hull::Ship(state.ship)) > 0;
        fits(ship.kind) && !state.is_diw(ship) && !tows
    });
    let pools = force.units.pools.iter();
    let pools = pools.filter(move |pool| {
        let tugs = force.tugs_of(Hull::Class(pool.class));
        pool.cs > tugs && fits(t.chart.class(pool.class).kind)
    });
    ships
        .map(|state| Hull::Ship(state.ship))
        .chain(pools.map(|pool| Hull::Class(pool.class)))
}

impl Position {
    pub(crate) fn list_combinations(
        &self,
        t: &Tables,
        side: Side,
        tried: &[(BlockId, BlockId)],
        out: &mut Vec<Choice>,
    ) {
        let forces = &self.fleet(side).forces;
        for a in forces {
            for b in forces {
                let ordered = a.kind != b.kind || a.block < b.block;
                if a.place != b.place
                    || a.block == b.block
                    || !ordered
                    || tried.contains(&(a.block, b.block))
                {
                    continue;
                }
                let small = self.season.is_none() || is_small(t, a, b); // [15.2]
                if small && (may_combine(t, side, a, b) || may_embark(t, side, a, b)) {
                    out.push(Choice::Combine(a.block, b.block));
                }
                if may_swap(t, a, b) {
                    out.push(Choice::Swap(a.block, b.block));
                }
            }
        }
        out.push(Choice::Done);
    }

    /// What each of the two can give; each keeps a ship, and a Convoy takes no more Escorts than it may have [1.2.1].
    pub(crate) fn list_swap(&self, t: &Tables, side: Side, swap: &Swap, out: &mut Vec<Choice>) {
        out.push(Choice::Done);
        let fleet = self.fleet(side);
        let (Some(a), Some(b)) = (fleet.force(swap.a), fleet.force(swap.b)) else {
            return;
        };
        // All that need fuel, or it would relieve nobody.
        let all = [movers(t, a), movers(t, b)] == swap.users;
        if swap.given.is_empty() && all && swap.users.iter().all(|users| *users > 0) {
            out.push(Choice::Relieve);
        }
        if swap.given.len() >= GIVEN {
            return;
        }
        for (from, to) in [(a, b), (b, a)] {
            let came = |hull: &Hull| swap.given.contains(&(to.block, *hull));
            let small = |hull: &Hull| self.season.is_none() || keeps_small(t, to, *hull); // [15.2]
            let room = |hull: &Hull| has_room(t, side, to, kind_of(&t.chart, *hull));
            let fits = |hull: &Hull| !came(hull) && room(hull) && small(hull);
            if from.units.hulls() > 1 {
                let gifts = gifts(t, from, to.kind).filter(fits);
                out.extend(gifts.map(|hull| Choice::Give(from.block, hull)));
            }
        }
    }

    /// Of two or more Dummies of a hex all but one, which they become, with where they are; port and sea count as one place
    /// for them [1.3] (R81).
    fn surplus_dummies(&self, t: &Tables, side: Side) -> Vec<(BlockId, BlockId, Place)> {
        let hex = |force: &Force| match force.place {
            Place::Port(port) => Some(t.sheet.port(port).hex),
            place => place.at_sea(),
        };
        let forces = self.fleet(side).forces.iter();
        let mut seen = Vec::new();
        let mut surplus = Vec::new();
        for dummy in forces.filter(|force| force.kind == Kind::Dummy) {
            match seen.iter().find(|(at, _)| *at == hex(dummy)) {
                Some((_, into)) => surplus.push((dummy.block, *into, dummy.place)),
                None => seen.push((hex(dummy), dummy.block)),
            }
        }
        surplus
    }
}

impl Play<'_> {
    /// Stragglers may rejoin, forces combine, then surplus Dummies merge; ships adrift are seen to last [1.2.4], [5.1.1]. Dummies
    /// wait for the end of the question, and have it asked: a block that was gone before its owner had said anything could be
    /// nothing else.
    pub fn begin_combining(&mut self, side: Side) {
        self.plan_steps([Step::Merge(side), Step::Tow(side)]);
        match self.p.surplus_dummies(self.t, side).is_empty() {
            true => self.ask_combining(side, Vec::new()),
            false => self.ask(side, Order::Combine(Vec::new())),
        }
        self.offer_rejoining(side);
    }

    fn ask_combining(&mut self, side: Side, tried: Vec<(BlockId, BlockId)>) {
        let mut offers = Vec::new();
        self.p.list_combinations(self.t, side, &tried, &mut offers);
        if offers.len() > 1 {
            self.ask(side, Order::Combine(tried));
        }
    }

    pub fn merge_dummies(&mut self, side: Side) {
        for (block, into, place) in self.p.surplus_dummies(self.t, side) {
            if self.find_each_other(side, place, false) {
                self.merge_dummy(side, block, into);
            }
        }
    }

    /// To the enemy a block fewer, as when any two forces combine: nobody says that it was a Dummy, nor which of those
    /// left is one [1.2.4].
    fn merge_dummy(&mut self, side: Side, block: BlockId, into: BlockId) {
        let Some(gone) = self.p.fleet(side).force(block) else {
            return;
        };
        let (who, hex) = (Self::who(side, gone), gone.hex());
        self.remove(side, block);
        self.log.push(|| Event::Combined { who, into });
        if let Some(hex) = hex {
            self.mix(side, hex);
        }
    }

    /// In Storms and Gales, if the option holds, forces at sea must find one another: one card against the other as ID3
    /// [9.4].
    fn find_each_other(&mut self, side: Side, place: Place, soviet: bool) -> bool {
        let t = self.t;
        let Place::Sea(hex) = place else { return true };
        let weather = self.p.weather_at(t, hex);
        let bad = matches!(weather, Weather::Storms | Weather::Gales);
        if !bad || !self.p.plays(OptionId::CombineInBadWeather) {
            return true;
        }
        let (light, column) = (self.p.light(t), t.weather.card_column(weather));
        let section = *self.draw(side).section(light);
        let reading = Reading {
            find: match section.find(Line::Force, column) {
                Find::Interceptors => Find::Anything, // nobody rises against friends
                find => find,
            },
            target: Id::HIGHEST,
            shadowed: false,
            friendly_shore: t.sheet.is_friendly_shore(side, hex),
            near_interceptors: false,
            soviet_failure: soviet && section.soviet_fail,
            for_show: false,
        };
        let met = reading.succeeds();
        self.log.reveal(); // the map shows what the card said
        self.log.push(|| Event::MeetsFriends { side, met });
        met
    }

    pub fn combine(&mut self, side: Side, mut tried: Vec<(BlockId, BlockId)>, choice: Choice) {
        let (Choice::Combine(a, b) | Choice::Swap(a, b)) = choice else {
            return;
        };
        let fleet = self.p.fleet(side);
        let (Some(own), Some(other)) = (fleet.force(a), fleet.force(b)) else {
            return;
        };
        if let Choice::Combine(..) = choice {
            // Only to combine: who swaps needs no card [9.4], [1.2.5].
            let soviet = all_soviet(self.t, [own, other]);
            match self.find_each_other(side, own.place, soviet) {
                true => self.merge(side, a, b),
                false => tried.push((a, b)),
            }
            self.ask_combining(side, tried);
            return;
        }
        let count = |play: &Self, block| {
            let force = play.p.fleet(side).force(block);
            force.map_or(0, |force| users(play.t, force))
        };
        let users = [count(self, a), count(self, b)];
        let fuel = [a, b].map(|block| self.p.fleet(side).force(block).and_then(|f| f.fuel));
        tried.push((a, b)); // once in a Segment
        self.ask_combining(side, tried);
        self.ask(
            side,
            Order::Swap(Swap {
                a,
                b,
                users,
                fuel,
                given: Vec::new(),
            }),
        );
    }

    /// The highest ID and the worst Fuel marker hold [1.2.4], [11.1.1].
    pub fn merge(&mut self, side: Side, a: BlockId, b: BlockId) {
        let t = self.t;
        let Some(gone) = self.p.fleet(side).force(b).cloned() else {
            return;
        };
        self.take_over_account(side, a, &gone);
        self.move_inop(side, b, a);
        self.follow_ev(side, b, a);
        self.hand_over_shadowers(side, b, a);
        self.hand_over_stragglers(side, b, a);
        self.remove(side, b);
        let Some(force) = self.p.fleet_mut(side).force_mut(a) else {
            return;
        };
        let users = |force: &Force| force.units.cs(&t.chart, ShipType::needs_fuel);
        let oiling = [&*force, &gone].map(|force| Oiling::of(force, users(force)));
        force.motion.ras = Oiling::goes_on(oiling);
        force.units.join(gone.units.clone());
        force.tows.extend(gone.tows.iter().copied());
        force.tows.sort_unstable();
        force.id = force.id.together(gone.id);
        force.fuel = worse(force.fuel, gone.fuel);
        force.motion.hexes = force.motion.hexes.max(gone.motion.hexes);
        force.motion.followed = force.motion.followed.max(gone.motion.followed); // [5.2]
        force.motion.engagement = force.motion.engagement.max(gone.motion.engagement);
        force.in_port_since = force.in_port_since.max(gone.in_port_since);
        force.faded = force.faded.min(gone.faded);
        force.told = force.told.together(gone.told);
        if let (Some(own), Some(other)) = (&mut force.sailing, &gone.sailing) {
            own.to.retain(|port| other.to.contains(port)); // (R64)
            own.started += other.started;
            own.exempt += other.exempt;
            own.cams_used += other.cams_used; // [1.4.3]
        }
        let (who, hex) = (Self::who(side, &gone), force.hex());
        self.log.push(|| Event::Combined { who, into: a });
        if let Some(hex) = hex {
            self.mix(side, hex);
        }
        self.check_shadowers(side, a);
    }

    /// Combining is no end of shadowing [6.3.5]: who was with either is with both; of two packs one stays [6.3.2].
    fn hand_over_shadowers(&mut self, side: Side, from: BlockId, to: BlockId) {
        let is_pack = |asset: &Shadower| matches!(asset, Shadower::Pack(_));
        let fleet = self.p.fleet_mut(side);
        let own = fleet.force(to).map(|force| force.shadows.clone());
        let own = own.unwrap_or_default();
        let Some(gone) = fleet.force_mut(from) else {
            return;
        };
        let has_pack = own.iter().any(is_pack);
        let fits = |asset: &Shadower| !(own.contains(asset) || has_pack && is_pack(asset));
        let (kept, left) = std::mem::take(&mut gone.shadows)
            .into_iter()
            .partition(fits);
        gone.shadows = left;
        // What both had in common is not let go with the block that is gone.
        gone.shadows.retain(|asset| !own.contains(asset));
        let mut kept: Vec<Shadower> = kept;
        if let Some(force) = fleet.force_mut(to) {
            force.shadows.append(&mut kept);
            force.shadows.sort_unstable();
        }
    }

    /// Stragglers of a Convoy that joins another look for that one from now on, with those that it has lost itself: they need
    /// the die still [9.3.3], [5.6] (R64).
    fn hand_over_stragglers(&mut self, side: Side, from: BlockId, to: BlockId) {
        let fleet = self.p.fleet(side);
        let (Some(part), Some(parent)) = (self.p.dispersed_of(side, from), fleet.force(to)) else {
            return;
        };
        let (whole, old) = (parent.sailing.clone(), self.p.dispersed_of(side, to));
        if let Some(gone) = fleet.force(part).cloned() {
            self.take_over_account(side, to, &gone);
        }
        if let (Some(force), Some(whole)) = (self.p.fleet_mut(side).force_mut(part), whole)
            && let Some(own) = &mut force.sailing
        {
            (own.plan, own.parent) = (whole.plan, Some(to));
            own.to.retain(|port| whole.to.contains(port));
        }
        if let Some(old) = old {
            self.merge(side, old, part);
        }
    }

    /// Merchant ships that join another Convoy are counted with it from then on (R64).
    fn take_over_account(&mut self, side: Side, into: BlockId, gone: &Force) {
        let own = self.p.fleet(side).force(into);
        let own = own.and_then(|force| force.sailing.as_ref()).map(|s| s.plan);
        let (Some(own), Some(other)) = (own, gone.sailing.as_ref().map(|s| s.plan)) else {
            return;
        };
        let ships = gone.units.merchants(&self.t.chart);
        let accounts = &mut self.p.fleet_mut(side).accounts;
        if own == other || accounts.len() <= usize::from(own.max(other)) {
            return;
        }
        accounts[usize::from(other)].started =
            accounts[usize::from(other)].started.saturating_sub(ships);
        accounts[usize::from(own)].started += ships;
    }

    /// Unit by unit, or all that need fuel at once [1.2.5], [11.1.1].
    pub fn swap(&mut self, side: Side, mut swap: Swap, choice: Choice) {
        match choice {
            Choice::Give(from, hull) => {
                self.give(side, &swap, from, hull);
                swap.given.push((from, hull));
                self.ask(side, Order::Swap(swap));
            }
            Choice::Relieve => {
                self.relieve(side, &mut swap);
                self.end_swap(side, &swap);
            }
            _ => self.end_swap(side, &swap),
        }
    }

    fn give(&mut self, side: Side, swap: &Swap, from: BlockId, hull: Hull) {
        let chart = &self.t.chart;
        let to = if from == swap.a { swap.b } else { swap.a };
        let taken = self
            .p
            .fleet_mut(side)
            .force_mut(from)
            .and_then(|force| force.units.take(chart, hull, Hurt::Whole));
        if let (Some(taken), Some(force)) = (taken, self.p.fleet_mut(side).force_mut(to)) {
            force.units.join(taken);
        }
        self.hand_over_inop(side, from, to, hull);
        self.mark_fuel(side, swap, swap.fuel);
    }

    /// Whoever needs fuel at sea has a marker, and nobody else [11.1].
    fn mark_fuel(&mut self, side: Side, swap: &Swap, fuel: [Option<Fuel>; 2]) {
        let chart = &self.t.chart;
        for (block, fuel, other) in [(swap.a, fuel[0], fuel[1]), (swap.b, fuel[1], fuel[0])] {
            if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
                let users = force.units.has(chart, ShipType::needs_fuel);
                let at_sea = force.hex().is_some();
                let lent = other.filter(|_| at_sea);
                force.fuel = fuel.or(lent).filter(|_| users);
                force.kind = Force::kind_of(chart, &force.units);
            }
        }
    }

    /// The relay of escorts: all that need fuel change places, each as she is: with her torpedoes and what of her runs [1.2.5],
    /// [7.3.2], [5.1.3].
    fn relieve(&mut self, side: Side, swap: &mut Swap) {
        let both = [(swap.a, swap.b), (swap.b, swap.a)];
        // Both are out before either is in, or a class of both would lend its freshest.
        let [of_a, of_b] = both.map(|(from, _)| self.take_relievers(side, from));
        for ((from, to), (units, inop)) in both.into_iter().zip([of_a, of_b]) {
            let given = hulls_of(&units);
            swap.given.extend(given.map(|hull| (from, hull)));
            let fleet = self.p.fleet_mut(side);
            if let Some(force) = fleet.force_mut(to) {
                force.units.join(units);
            }
            fleet.inop.extend(inop.into_iter().map(|hull| (to, hull)));
        }
        self.mark_fuel(side, swap, swap.fuel);
    }

    /// Takes out of a force all that need fuel, and those of them that are Inop.
    fn take_relievers(&mut self, side: Side, from: BlockId) -> (Units, Vec<Hull>) {
        let t = self.t;
        let fleet = self.p.fleet_mut(side);
        let mut all = Units::default();
        let Some(force) = fleet.force_mut(from) else {
            return (all, Vec::new());
        };
        let hulls: Vec<(Hull, u8)> = relievers(t, force).collect();
        for (hull, lots) in &hulls {
            for _ in 0..*lots {
                if let Some(taken) = force.units.take(&t.chart, *hull, Hurt::Whole) {
                    all.join(taken);
                }
            }
        }
        let goes = |lot: &mut (BlockId, Hull)| {
            lot.0 == from && hulls.iter().any(|(hull, _)| *hull == lot.1)
        };
        let inop = fleet.inop.extract_if(.., goes);
        let inop = inop.map(|(_, hull)| hull).collect();
        (all, inop)
    }

    /// Markers change places if all that need fuel did, else both are the worse [11.1.1], [1.2.5].
    fn end_swap(&mut self, side: Side, swap: &Swap) {
        let chart = &self.t.chart;
        let moved = |block: BlockId| {
            let given = swap
                .given
                .iter()
                .filter(|(from, hull)| *from == block && kind_of(chart, *hull).needs_fuel());
            given.count() as u8
        };
        let moved = [moved(swap.a), moved(swap.b)];
        if swap.given.is_empty() {
            return;
        }
        let all = moved == swap.users;
        let fuel = match swap.fuel {
            _ if moved == [0, 0] => swap.fuel,
            [Some(a), Some(b)] => {
                let (a, b) = swapped(a, b, all);
                [Some(a), Some(b)]
            }
            [a, b] if all => [b, a],
            [a, b] => [worse(a, b); 2],
        };
        self.mark_fuel(side, swap, fuel);
        self.share_time(side, swap, moved);
        for block in [swap.a, swap.b] {
            if let Some(force) = self.p.fleet(side).force(block) {
                let who = Self::who(side, force);
                self.log.push(|| Event::Swapped { who });
            }
            self.tidy_force(side, block);
        }
    }
}

impl Play<'_> {
    /// Nobody gains the time that others lay in port or beside an oiler: as when forces combine [11.3.1], [11.3.2], [7.3.2].
    fn share_time(&mut self, side: Side, swap: &Swap, moved: [u8; 2]) {
        let fleet = self.p.fleet_mut(side);
        let (Some(a), Some(b)) = (fleet.force(swap.a), fleet.force(swap.b)) else {
            return;
        };
        let since = a.in_port_since.max(b.in_port_since);
        let [of_a, of_b] = swap.users;
        let oiling = [Oiling::of(a, of_a), Oiling::of(b, of_b)];
        let refuels = moved == [0, 0] || Oiling::goes_on(oiling);
        for block in [swap.a, swap.b] {
            if let Some(force) = fleet.force_mut(block) {
                force.in_port_since = since;
                force.motion.ras &= refuels;
            }
        }
    }
}

/// Each ship, and each CS.
fn hulls_of(units: &Units) -> impl Iterator<Item = Hull> + use<> {
    let ships = units.ships.iter().map(|state| Hull::Ship(state.ship));
    let pools = units.pools.iter();
    let pools = pools.flat_map(|pool| (0..pool.cs).map(|_| Hull::Class(pool.class)));
    ships.chain(pools).collect::<Vec<_>>().into_iter()
}

/// The worse of two markers; none is no worse than any [11.1.1].
fn worse(a: Option<Fuel>, b: Option<Fuel>) -> Option<Fuel> {
    match (a, b) {
        (Some(own), Some(other)) => Some(own.worse(other)),
        (own, other) => own.or(other),
    }
}

/// Whether all that look for one another are Soviet: those of two forces that may search at all [9.4], [6.2], [6.8].
pub(crate) fn all_soviet(t: &Tables, forces: [&Force; 2]) -> bool {
    let searches = |force: &&Force| force.may_search(&t.chart);
    let mut searchers = forces.into_iter().filter(searches).peekable();
    searchers.peek().is_some() && searchers.all(|force| force.is_soviet(t))
}

impl Force {
    /// All warships in it are Soviet: merchant ships search for nobody [6.2], [6.8].
    pub fn is_soviet(&self, t: &Tables) -> bool {
        let ships = self.units.ships.iter();
        let ships = ships.map(|state| t.chart.ship(state.ship));
        let mut ships = ships.filter(|ship| ship.kind.is_warship());
        let pools = self.units.pools.iter();
        let pools = pools.map(|pool| t.chart.class(pool.class));
        let mut pools = pools.filter(|class| class.kind.is_warship());
        ships.all(|ship| ship.nation == Nation::Soviet)
            && pools.all(|class| class.nation == Nation::Soviet)
    }
}
