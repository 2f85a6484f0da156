//! Shadowing [6.3]: who stays in touch with what was found, and when the touch is lost: sectors, radii, air units,
//! Wolfpacks and Allied cruisers.

use crate::air::{AirId, Mission};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Kind, Place, Shadower, Token};
use crate::fuel::Expense;
use crate::hex::Hex;
use crate::position::Position;
use crate::recon::id_after_shadowing;
use crate::sequence::{Order, Play};
use crate::side::{Nation, Side};
use crate::tables::{Radius, Sector, Tables};
use crate::units::PortId;

/// Soviet aircraft never shadow [6.3.1].
const SECTORS: [Sector; 4] = [
    Sector::British,
    Sector::Bergen,
    Sector::Trondheim,
    Sector::Barents,
];
const RADII: [Radius; 2] = [Radius::British, Radius::German];

impl Position {
    /// Whether aircraft of a side can stay with a force of the other there: not near Interceptors, not in Gales, not with
    /// a Scattered Convoy [6.3.1].
    fn aircraft_can_shadow(&self, t: &Tables, by: Side, force: &Force, hex: Hex) -> bool {
        self.weather_at(t, hex).lets_patrols_fly()
            && !force.is_broken()
            && !self.near_interceptors(t, by.other(), hex)
    }

    /// Whether an air unit can be with a force there: in range of its base, and able to take off; never Soviet ones
    /// [6.3.1], [6.3.5], [7.8].
    fn unit_can_shadow(&self, t: &Tables, by: Side, id: AirId, hex: Hex) -> bool {
        self.air(by, id).is_some_and(|unit| {
            let kind = unit.aircraft(t);
            let from = self.base_hex(t, by, unit.base);
            kind.recon
                && kind.nation != Nation::Soviet
                && unit.ready() > 0
                && from.is_some_and(|from| from.distance(hex) <= kind.range)
                && self.can_take_off(t, by, unit.base)
        })
    }

    /// Whether an asset reaches its target: a sector or radius its hex [6.3.1], a pack the Convoy it is with [6.3.2].
    pub(crate) fn can_shadow(&self, t: &Tables, by: Side, force: &Force, asset: Shadower) -> bool {
        let Some(hex) = force.hex() else { return false };
        let follows = match asset {
            Shadower::Sector(sector) => {
                t.sheet.sector(sector).contains(hex) && self.aircraft_can_shadow(t, by, force, hex)
            }
            Shadower::Radius(radius) => {
                t.sheet.radius(radius).contains(hex) && self.aircraft_can_shadow(t, by, force, hex)
            }
            Shadower::Air(id) => {
                self.aircraft_can_shadow(t, by, force, hex) && self.unit_can_shadow(t, by, id, hex)
            }
            Shadower::Cruisers(block) => {
                let cruisers = self.fleet(by).force(block);
                force.kind == Kind::TaskForce
                    && cruisers
                        .is_some_and(|own| own.hex() == Some(hex) && own.is_cruiser_force(&t.chart))
            }
            Shadower::Pack(block) => {
                let pack = self.fleet(by).force(block);
                force.kind == Kind::Convoy
                    && !force.is_broken()
                    && pack
                        .is_some_and(|pack| pack.hex() == Some(hex) && pack.kind == Kind::Wolfpack)
            }
        };
        let open = !self.is_off_port(t, by, hex);
        follows && open && matches!(force.kind, Kind::Convoy | Kind::TaskForce)
    }

    /// Assets that could begin to shadow a force that was just found [6.3].
    pub(crate) fn shadowers(&self, t: &Tables, by: Side, token: Token) -> Vec<Shadower> {
        let Some(force) = self.fleet(by.other()).by_token(token) else {
            return Vec::new();
        };
        if !matches!(force.kind, Kind::Convoy | Kind::TaskForce) {
            return Vec::new();
        }
        // The one that named the hex has searched it, no other [6.3.1].
        let searched = force.hex().and_then(|hex| self.sector_over(hex));
        // Each target takes one hex of its sector, so that there are no more than hexes [6.3.1], [6.4.2].
        let given = self.scenario(t).search;
        let has_hex =
            |sector: Sector| self.shadowed_by(sector) < usize::from(given[sector.index()]);
        let sectors = SECTORS
            .into_iter()
            .filter(|sector| searched == Some(*sector) && sector.side() == by && has_hex(*sector));
        let radii = RADII.into_iter().filter(|radius| radius.side() == by);
        let has_pack = force
            .shadows
            .iter()
            .any(|asset| matches!(asset, Shadower::Pack(_)));
        let packs = self.fleet(by).forces.iter().filter(|pack| {
            by == Side::Axis && !has_pack && !pack.shadowing && pack.kind == Kind::Wolfpack
        });
        let scouts = force
            .hex()
            .into_iter()
            .flat_map(|hex| self.scouts(t, by, hex));
        let all = sectors
            .map(Shadower::Sector)
            .chain(radii.map(Shadower::Radius))
            .chain(scouts.map(|(id, _)| Shadower::Air(id)))
            .chain(packs.map(|pack| Shadower::Pack(pack.block)));
        all.filter(|asset| !force.shadows.contains(asset) && self.can_shadow(t, by, force, *asset))
            .collect()
    }

    /// Hexes that a sector has given to its targets [6.4.2].
    pub(crate) fn shadowed_by(&self, sector: Sector) -> usize {
        let targets = self.fleet(sector.side().other()).forces.iter();
        targets
            .filter(|force| force.shadows.contains(&Shadower::Sector(sector)))
            .count()
    }

    /// Off a port of the enemy, where nobody shadows and no Air Radius is laid [6.3.5], [5.3.1]. A temporary port counts
    /// while the scenario opens it; what GEARBOX opens is nobody's business but its owner's [1.1.1].
    pub(crate) fn is_off_port(&self, t: &Tables, by: Side, hex: Hex) -> bool {
        let off = |port: PortId| t.sheet.port(port).hex == hex && t.sheet.port(port).side != by;
        let mut ports = t.sheet.port_ids();
        t.sheet.ways.has_port(by.other(), hex)
            && ports.any(|port| off(port) && self.is_port_open(t, port))
    }
}

impl Play<'_> {
    /// After a success the searcher may shadow what was found [6.3].
    pub fn offer_shadowing(&mut self, by: Side, token: Token) {
        self.offer_following(token);
        // A block beside a Convoy might be a pack: whether it is, the pause must not tell [6.3.2].
        let found = self.p.fleet(by.other()).by_token(token);
        let beside = found.filter(|force| by == Side::Axis && force.kind == Kind::Convoy);
        let beside = beside.and_then(Force::hex);
        let might = beside.is_some_and(|hex| self.p.at(by, hex).any(|own| !own.shadowing));
        if might || !self.p.shadowers(self.t, by, token).is_empty() {
            self.ask(by, Order::Shadow(token));
        }
    }

    /// Allied cruisers beside an Axis TF that was found in the Reconnaissance Segment or in transit may shadow it; they may
    /// split off for it, from a Convoy too [6.3.3] (R105).
    pub fn offer_following(&mut self, token: Token) {
        let Some(target) = self.p.fleet(Side::Axis).by_token(token) else {
            return;
        };
        let Some(hex) = target.hex() else { return };
        if target.kind != Kind::TaskForce || self.p.is_off_port(self.t, Side::Allied, hex) {
            return;
        }
        let near = self.p.at(Side::Allied, hex);
        let has_cruisers = |force: &&Force| matches!(force.kind, Kind::TaskForce | Kind::Convoy);
        let near = near.filter(|force| has_cruisers(force) && !force.shadowing);
        let blocks: Vec<BlockId> = near.map(|force| force.block).collect();
        // Any block there might hold cruisers: it is asked whatever they are.
        let might = self.p.at(Side::Allied, hex).any(|own| !own.shadowing);
        if might {
            self.ask(Side::Allied, Order::Follow(token, blocks, None));
        }
    }

    pub fn shadow(&mut self, by: Side, token: Token, choice: Choice) {
        let Choice::Shadow(asset) = choice else {
            return;
        };
        let owner = by.other();
        let forces = &mut self.p.fleet_mut(owner).forces;
        let Some(force) = forces
            .iter_mut()
            .find(|force| force.token == token && force.hex().is_some())
        else {
            return;
        };
        force.shadows.push(asset);
        force.shadows.sort_unstable();
        let who = Self::who(owner, force);
        if let Some(block) = asset.block()
            && let Some(own) = self.p.fleet_mut(by).force_mut(block)
        {
            own.shadowing = true;
        }
        if let Shadower::Air(id) = asset
            && let Some(unit) = self.p.air_mut(by, id)
        {
            unit.mission = Mission::Shadow; // it does not go home [6.3.1]
        }
        self.log.push(|| Event::Shadowed { who });
    }

    /// A pack or cruisers go with their target, past air patrols, through ice as any force does and off Patrol White at its
    /// price [6.3], [5.4], [7.4.5], [5.1.7], [10.1], [5.1.9]; then whoever cannot follow lets go [6.3.5] (R37).
    pub fn follow(&mut self, owner: Side, block: BlockId) {
        let by = owner.other();
        let Some(force) = self.p.fleet(owner).force(block) else {
            return;
        };
        let (assets, place, turn) = (force.shadows.clone(), force.place, self.p.turn);
        for asset in &assets {
            if let (Some(own), Place::Sea(hex)) = (asset.block(), place) {
                let there = self.p.fleet(by).force(own).map(|own| own.place) == Some(place);
                let closed = self.p.is_shut(self.t, by, Kind::TaskForce, hex);
                if there
                    || closed
                    || !self.follows_past_patrol(by, own, hex)
                    || !self.follow_through_ice(by, own, hex)
                {
                    continue;
                }
                if let Some(force) = self.p.fleet_mut(by).force_mut(own) {
                    force.motion.followed = Some(turn); // [5.2]
                }
                self.leave_station(by, own, hex);
            }
        }
        self.check_shadowers(owner, block);
    }

    /// Cruisers that keep up with a target at High Speed spend fuel as it does [11.1.3].
    pub fn tire_followers(&mut self, owner: Side, block: BlockId) {
        let t = self.t;
        let assets = self.p.fleet(owner).force(block).map(|f| f.shadows.clone());
        for asset in assets.unwrap_or_default() {
            if let Shadower::Cruisers(own) = asset
                && let Some(own) = self.p.fleet_mut(owner.other()).force_mut(own)
            {
                own.fuel = own.fuel.map(|fuel| fuel.spent(t, Expense::HighSpeed));
            }
        }
    }

    /// Lets go what cannot shadow any longer [6.3.5].
    pub fn check_shadowers(&mut self, owner: Side, block: BlockId) {
        let Some(force) = self.p.fleet(owner).force(block) else {
            return;
        };
        let lost = force.shadows.iter().copied();
        let lost: Vec<Shadower> = lost
            .filter(|asset| !self.p.can_shadow(self.t, owner.other(), force, *asset))
            .collect();
        self.let_go(owner, block, &lost);
    }

    /// Whether a force can still shadow its target.
    pub fn check_touch_of(&mut self, by: Side, block: BlockId) {
        let owner = by.other();
        let is_it = |asset: &Shadower| asset.block() == Some(block);
        let targets = self.p.fleet(owner).forces.iter();
        let target = targets
            .filter(|force| force.shadows.iter().any(is_it))
            .map(|force| force.block)
            .next();
        if let Some(target) = target {
            self.check_shadowers(owner, target);
        }
    }

    /// All shadowers of a force let go: a search for it failed (R88).
    pub fn lose_touch(&mut self, owner: Side, block: BlockId) {
        let all = self
            .p
            .fleet(owner)
            .force(block)
            .map(|force| force.shadows.clone());
        self.let_go(owner, block, &all.unwrap_or_default());
    }

    /// A pack that is no more lets go of its target.
    pub fn unshadow(&mut self, owner: Side, target: BlockId, pack: BlockId) {
        self.let_go(
            owner,
            target,
            &[Shadower::Pack(pack), Shadower::Cruisers(pack)],
        );
    }

    /// One shadower lets go, by choice or because it is no more [6.3.5].
    pub fn release_shadower(&mut self, owner: Side, target: BlockId, asset: Shadower) {
        self.let_go(owner, target, &[asset]);
    }

    /// When the last is gone the target loses one ID [6.3.5] (R88).
    fn let_go(&mut self, owner: Side, block: BlockId, lost: &[Shadower]) {
        if lost.is_empty() {
            return;
        }
        let Some(force) = self.p.fleet_mut(owner).force_mut(block) else {
            return;
        };
        force.shadows.retain(|asset| !lost.contains(asset));
        force.id = match force.is_scattered() {
            true => force.id, // [6.8.1]
            false => id_after_shadowing(force.id, force.shadows.len() as u8),
        };
        let (who, gone) = (Self::who(owner, force), force.shadows.is_empty());
        for asset in lost {
            if let Some(own) = asset.block()
                && let Some(own) = self.p.fleet_mut(owner.other()).force_mut(own)
            {
                own.shadowing = false;
            }
            if let Shadower::Air(id) = asset
                && let Some(unit) = self.p.air_mut(owner.other(), *id)
            {
                unit.mission = Mission::Base;
            }
        }
        if gone {
            self.log.push(|| Event::Unshadowed { who });
        }
    }

    /// Touch ends at once wherever weather, Interceptors or a base that is closed forbid it [6.3.5].
    pub fn check_all_shadowers(&mut self) {
        for owner in Side::ALL {
            let shadowed = self
                .p
                .fleet(owner)
                .forces
                .iter()
                .filter(|force| !force.shadows.is_empty());
            let blocks: Vec<BlockId> = shadowed.map(|force| force.block).collect();
            for block in blocks {
                self.check_shadowers(owner, block);
            }
        }
    }
}
