//! What lies open to a viewer besides the map: the whole of one's own side, and of both once it is over.

use super::View;
use crate::forces::{BlockId, Force, Shadower, Token};
use crate::hex::Hex;
use crate::ice::{self, Ice};
use crate::movement::Limits;
use crate::position::{Account, Plan, Sighting, Special};
use crate::recon::Searchers;
use crate::season::{Due, Reserve};
use crate::side::Side;
use crate::tables::{Card, Sector};
use derbyhouse_kernel::record::fingerprint;

impl<'a> View<'a> {
    /// Sides that hide nothing from this viewer.
    pub fn open_sides(&self) -> impl Iterator<Item = Side> + use<'a> {
        let (eyes, over) = (self.eyes, self.is_over());
        Side::ALL
            .into_iter()
            .filter(move |side| over || Some(*side) == eyes)
    }

    /// Forces of a side that hides nothing from this viewer; nobody's else.
    pub fn forces(&self, side: Side) -> &'a [Force] {
        match self.open_sides().any(|open| open == side) {
            true => &self.position.fleet(side).forces,
            false => &[],
        }
    }

    /// Planning Sheets of a side that hides nothing from this viewer: his own, at the end both [1.9], [4.2].
    pub fn plans(&self, side: Side) -> &'a [Plan] {
        match self.open_sides().any(|open| open == side) {
            true => &self.position.fleet(side).plans,
            false => &[],
        }
    }

    /// What a side has done about its Special Condition, if it hides nothing (chapter 12).
    pub(crate) fn special(&self, side: Side) -> Option<&'a Special> {
        let open = self.open_sides().any(|open| open == side);
        open.then(|| &self.position.fleet(side).special)
    }

    /// Reinforcement groups that have come to a side, and all it has, if it hides nothing [13.6].
    pub fn groups(&self, side: Side) -> Option<(u8, Vec<u8>)> {
        let open = self.open_sides().any(|open| open == side);
        let fleet = open.then(|| self.position.fleet(side))?;
        let listed = self.scenario().reinforcements.iter();
        let listed = listed.filter(|group| group.side == side);
        let bought = fleet.bought.iter().filter(|(_, group)| *group > 0);
        let mut all: Vec<u8> = listed
            .map(|group| group.number)
            .chain(bought.map(|(_, group)| *group))
            .collect();
        all.sort_unstable();
        Some((fleet.groups, all))
    }

    /// What a side keeps from one Fortnight to the next, if it hides nothing (chapter 15).
    pub(crate) fn reserve(&self, side: Side) -> Option<&'a Reserve> {
        let open = self.open_sides().any(|open| open == side);
        open.then(|| &self.position.fleet(side).reserve)
    }

    /// Ships of its own that are done with repair and come back where their owner says [15.5.1].
    pub(crate) fn out_of_yard(&self, side: Side) -> Option<&'a Due> {
        self.reserve(side)?;
        self.position.out_of_yard(side)
    }

    /// What a side was told, oldest first: one's own notebook, at the end both [6.2.1].
    pub fn notebook_of(&self, side: Side) -> &'a [Sighting] {
        match self.open_sides().any(|open| open == side) {
            true => &self.position.fleet(side).notebook,
            false => &[],
        }
    }

    /// How the Convoys stand in the account, as far as this viewer keeps it [2.1].
    pub fn accounts(&self) -> &'a [Account] {
        match self.open_sides().any(|open| open == Side::Allied) {
            true => &self.position.fleet(Side::Allied).accounts,
            false => &[],
        }
    }

    /// Cards left in one's own deck: whoever has seen those that are gone knows them [1.7].
    pub fn deck(&self) -> Vec<&'a Card> {
        let Some(side) = self.eyes else {
            return Vec::new();
        };
        let (tables, left) = (self.tables, self.position.fleet(side).cards.left());
        left.filter_map(move |card| tables.cards[side].get(card))
            .collect()
    }

    /// Who of one's own side would search for a block at sea, if anybody [6.2].
    pub fn searchers(&self, token: Token) -> Option<Searchers> {
        let side = self.eyes?;
        let target = self.position.fleet(side.other()).by_token(token)?;
        self.position.searchers(self.tables, side, target)
    }

    /// What of one's own side shadows a contact [6.3].
    pub fn shadowers(&self, token: Token) -> &'a [Shadower] {
        let target = self
            .eyes
            .and_then(|side| self.position.fleet(side.other()).by_token(token));
        target.map_or(&[], |force| force.shadows.as_slice())
    }

    /// A number for each of one's own blocks that only this viewer can reckon: out of what his forces carry, where they are, what
    /// they plan, his chit, his points and his cards. Who shadows them is left out: that block is the enemy's.
    pub(crate) fn secret(&self, block: BlockId) -> u64 {
        let Some(side) = self.eyes else {
            return 0;
        };
        let fleet = self.position.fleet(side);
        let forces = fleet.forces.iter();
        let forces = forces.map(|own| {
            (
                own.block,
                own.token,
                own.place,
                &own.units,
                own.fuel,
                &own.sailing,
            )
        });
        let forces: Vec<_> = forces.collect();
        let sheet = (&fleet.plans, fleet.special.chit, fleet.points, &fleet.cards);
        let all = serde_json::to_vec(&(self.turn(), block, forces, sheet));
        let digest = fingerprint(&all.unwrap_or_default());
        let half = digest.get(..16).unwrap_or_default();
        u64::from_str_radix(half, 16).unwrap_or_default()
    }

    /// Hexes that each of one's own sectors may name in a turn [6.4.2].
    pub fn sectors(&self) -> impl Iterator<Item = (Sector, u8)> + use<'a> {
        let (eyes, given) = (self.eyes, self.scenario().search);
        let own = Sector::ALL
            .into_iter()
            .filter(move |sector| Some(sector.side()) == eyes);
        own.map(move |sector| (sector, given[sector.index()]))
    }

    /// What limits how far a force of one's own goes now [5.1].
    pub fn limits(&self, force: &Force) -> Limits {
        self.position.pace(self.tables, force)
    }

    /// Hexes that a force of one's own has left: a pack that does not run has one, less what patrols made it lose [5.1], [7.4.5].
    pub(crate) fn hexes_left(&self, force: &Force) -> u8 {
        self.position.hexes_left(self.tables, force, false, false)
    }

    /// What a hex's ice can turn out to be for a side, with ten dice where it is rolled [10.1], [10.3].
    pub fn ice_at(&self, side: Side, hex: Hex) -> Vec<(Ice, u8)> {
        let t = self.tables;
        if t.sheet.pack.contains(hex) {
            return vec![(Ice::SolidPack, 10)];
        }
        let Some(zone) = t.sheet.zone(hex) else {
            return vec![(Ice::Clear, 10)];
        };
        let condition = self.position.ice[zone.index()].condition;
        let met = |die: u8| match self.position.is_ice_rolled(zone) {
            true => ice::actual(t, condition, die),
            false => condition,
        };
        let met = |die| ice::in_channel(t, side, hex, met(die));
        let count = |ice: Ice| (0..10).filter(|die| met(*die) == ice).count() as u8;
        Ice::ALL
            .into_iter()
            .map(|ice| (ice, count(ice)))
            .filter(|(_, dice)| *dice > 0)
            .collect()
    }
}
