//! What a viewer may count before he decides: the code that plays, asked about his own cards and all faces of a die.

use super::{Contact, View};
use crate::air::{AirId, Cover, Flyer, Load};
use crate::bars::Bar;
use crate::forces::{BlockId, Force, Kind, Place, Token};
use crate::hex::Hex;
use crate::recon::{Searchers, may_be_negated};
use crate::searching::Sought;
use crate::sequence::Purpose;
use crate::side::Side;
use crate::strike::{Dice, Drop, Target};
use crate::submarines::Attack;
use crate::surface::WithdrawalDrm;
use crate::surface::battle::UnitId;
use crate::tables::AirResult;
use crate::time::{Light, Turn};
use crate::units::{PortId, ShipType};
use crate::weather::{self, Weather};

/// Cards that find, those of them that may be denied, and all that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardOdds {
    pub found: usize,
    pub deniable: usize,
    pub of: usize,
}

impl View<'_> {
    /// What the next card of one's own deck does against a contact [6.2]; nothing without a deck.
    pub fn card_odds(&self, seen: &Contact, searchers: Searchers) -> Option<CardOdds> {
        let side = self.eyes?;
        let deck = self.deck();
        let passes = self.position.is_passing(seen.side, seen.token); // [6.2.2]
        let mut odds = CardOdds {
            found: 0,
            deniable: 0,
            of: deck.len(),
        };
        for card in deck {
            let section = card.section(self.light());
            let target = (seen.hex, seen.id);
            let read = self
                .position
                .glimpse(self.tables, side, searchers, target, section);
            if read.found {
                odds.found += 1;
                let watermark = section.watermark && !passes;
                odds.deniable += usize::from(may_be_negated(read.find, watermark));
            }
        }
        Some(odds)
    }

    /// Who reads the card if one's own block goes for a contact [7.1.1].
    pub(crate) fn attacker(&self, block: BlockId, seen: &Contact) -> Searchers {
        self.eyes.map_or_else(Searchers::default, |side| {
            self.position
                .attacker_search(self.tables, side, Some(block), seen.shadowed)
        })
    }

    /// Own aircraft over a contact that could attack it [7.1], and how they search [7.1.1].
    pub(crate) fn raiders(&self, seen: &Contact) -> Option<Searchers> {
        let side = self.eyes?;
        let target = self.position.fleet(side.other()).by_token(seen.token)?;
        let target = Target::Force(target.block);
        let units = self.position.strikers(self.tables, side, &target);
        let searchers = self
            .position
            .raid_search(self.tables, side, &units, seen.shadowed);
        Some(searchers)
    }

    /// Who of one's own side draws against what passes [6.6.1].
    pub(crate) fn passers(&self, seen: &Contact) -> Option<Searchers> {
        let side = self.eyes?;
        let target = self.position.fleet(side.other()).by_token(seen.token)?;
        Some(self.position.transit_search(self.tables, side, target))
    }

    /// Whether a search that fails is tried again, as far as one knows [7.1.1], [7.5.1].
    pub(crate) fn draws_again(&self, purpose: &Purpose, seen: &Contact) -> bool {
        let sought = Sought {
            hex: Some(seen.hex),
            shadows: self.shadowers(seen.token),
            dispersed: false,
        };
        self.eyes.is_some_and(|side| {
            self.position
                .draws_again(self.tables, side, purpose, sought)
        })
    }

    /// Of the ten faces of the die, those with which each own unit leaves the battle, and those with which all do [7.5.2v].
    pub(crate) fn withdrawals(&self, drms: &[WithdrawalDrm]) -> (Vec<(UnitId, u8)>, u8) {
        let (Some(side), Some(battle)) = (self.eyes, self.position.battle()) else {
            return (Vec::new(), 0);
        };
        let gone: Vec<Vec<UnitId>> = (0..10)
            .map(|die| self.position.leaving(self.tables, side, die, drms))
            .collect();
        let units = battle.units[side].iter().map(|unit| {
            let faces = gone.iter().filter(|left| left.contains(&unit.id)).count();
            (unit.id, faces as u8)
        });
        let all = battle.units[side].len();
        let together = gone.iter().filter(|left| left.len() == all).count();
        (units.collect(), together as u8)
    }

    /// Stragglers that come back with each face of the die [9.3.3].
    pub(crate) fn rejoining(&self, block: BlockId) -> Option<[u8; 10]> {
        let part = self.own().find(|force| force.block == block)?;
        let merchants = part.units.merchants(&self.tables.chart);
        let weather = part.hex().map_or(Weather::Fair, |hex| self.weather_in(hex));
        let back = |die| weather::rejoin(self.tables, die, weather, merchants);
        Some(std::array::from_fn(|die| back(die as u8)))
    }

    /// Levels that photographs of a port would show, card by card; none for a failure [6.9].
    pub(crate) fn photo_levels(&self, port: PortId) -> Vec<Option<u8>> {
        let hex = self.tables.sheet.port(port).hex;
        let column = self.tables.weather.card_column(self.weather_in(hex));
        let deck = self.deck().into_iter();
        deck.map(|card| card.section(Light::Day).photo(column))
            .collect()
    }

    /// One's own CS that fires next in the air, and what its die does [7.2.2].
    pub(crate) fn air_shot(&self, at: Flyer) -> Option<(String, Dice)> {
        let side = self.eyes?;
        let (from, dice) = self.position.air_shot(self.tables, side, at)?;
        Some((self.flyer_name(side, from), dice))
    }

    /// An own fighter that might rise against each of the attackers, and their fire at it [7.2.2].
    pub(crate) fn duels(&self, riser: Flyer) -> Vec<(String, [Dice; 2])> {
        let Some(side) = self.eyes else {
            return Vec::new();
        };
        let duels = self.position.duels(self.tables, side, riser).into_iter();
        let named = |(unit, dice)| (self.flyer_name(side.other(), unit), dice);
        duels.map(named).collect()
    }

    /// Guns of a place of the line at a unit: its own defence, or help for a neighbour [7.2.5].
    pub(crate) fn guns_at(
        &self,
        place: u8,
        unit: AirId,
        load: Option<Load>,
        own: bool,
    ) -> Vec<Dice> {
        self.position.guns_at(self.tables, place, unit, load, own)
    }

    pub(crate) fn cam_change(&self, die: u8) -> Option<(u8, AirResult, AirResult)> {
        self.position.cam_change(self.tables, die)
    }

    /// What one's own unit would do to a place of the line [7.2.6].
    pub(crate) fn drop_at(&self, unit: AirId, place: u8, load: Load) -> Option<Drop> {
        self.position.drop_at(self.tables, unit, place, load)
    }

    /// Why a force of one's own may not go into a hex, if it may not [5.1].
    pub(crate) fn bar_to(&self, force: &Force, to: Hex) -> Option<Bar> {
        self.position.bar_to(self.tables, self.eyes?, force, to)
    }

    /// Why it may not leave its port [5.1.3], or enter one that it stands off [5.1.2].
    pub(crate) fn bar_at_port(&self, force: &Force) -> Option<Bar> {
        let (side, t) = (self.eyes?, self.tables);
        match force.place {
            Place::Port(port) => self.position.bar_out(t, side, force, port),
            Place::Sea(hex) => {
                let mut ports = t.sheet.port_ids().filter(|id| {
                    let port = t.sheet.port(*id);
                    port.hex == hex && port.side == side
                });
                let bars: Vec<Bar> = ports
                    .by_ref()
                    .map(|port| self.position.bar_into(t, force, port))
                    .collect::<Option<_>>()?;
                bars.first().copied()
            }
            Place::Box(_) => None,
        }
    }

    /// Where the plan of a force of one's own has brought it, and why it cannot go on into a hex [4.2].
    pub(crate) fn bar_plan(&self, block: BlockId, to: Hex) -> Option<(Place, Option<Bar>)> {
        self.position.bar_plan(self.tables, self.eyes?, block, to)
    }

    /// The turn of its Fuel marker if a force leaves port in a turn [11.1].
    pub(crate) fn marker_after(&self, side: Side, force: &Force, turn: Turn) -> Option<Turn> {
        let port = force.place.in_port();
        let kiel = port.is_some_and(|port| self.tables.sheet.port(port).id == "kiel");
        let fuel = self
            .position
            .fuel_on_leaving(self.tables, side, force, kiel, turn);
        fuel?.marker.map(|(_, due)| due)
    }

    /// What one knows beforehand of the modifiers of a submarine attack: not what hunts the pack [7.4].
    pub(crate) fn pack_drms(&self, block: BlockId, seen: &Contact) -> Vec<(&'static str, i8)> {
        let pack = self.own().find(|force| force.block == block);
        let Some(pack) = pack.filter(|pack| pack.kind == Kind::Wolfpack) else {
            return Vec::new();
        };
        let subs = |kind: ShipType| kind.is_submarine();
        let cover = self.position.open_cover(self.tables, seen.side, seen.hex);
        let attack = Attack {
            subs: pack.units.cs(&self.tables.chart, subs),
            pack: pack.id,
            asw_dice: 0,
            night: self.light() == Light::Night,
            weather: self.weather_in(seen.hex),
            air_radius: cover != Cover::None,
            high_speed: false,
            critical_fuel: false,
        };
        let all = attack.modifiers(self.tables).into_iter();
        all.filter(|(_, value)| *value != 0).collect()
    }

    /// The enemy whom one's own TF looks for that would join the battle [7.5.2i].
    pub(crate) fn join_target(&self) -> Option<Token> {
        self.position.join_target(self.eyes?)
    }

    /// Of ten dice, those with which a force of one's own surprises what it finds in its hex, if it can at all [7.6].
    pub(crate) fn surprises(&self, force: &Force) -> Option<u8> {
        let (t, place) = (self.tables, force.place);
        let by = |die: &u8| self.position.surprise_by(t, &[force], place, *die).1;
        let dim = self.position.is_dim(t, place);
        dim.then(|| (0..10).filter(by).count() as u8)
    }

    /// Of ten dice, those with which patrols stop a pack of one's own on its way into a hex [7.4.5].
    pub(crate) fn patrol_stops(&self, force: &Force, to: Hex) -> u8 {
        self.eyes.map_or(0, |side| {
            self.position.patrol_stops(self.tables, side, force, to)
        })
    }

    /// Whether an enemy in the hex that it leaves draws a card against it [6.6.1].
    pub(crate) fn is_watched(&self, force: &Force) -> bool {
        let watched = |side| self.position.is_watched(side, force);
        self.eyes.is_some_and(watched)
    }

    /// Whether a step takes cruisers away from Patrol White and costs points [5.1.9].
    pub(crate) fn leaves_white(&self, force: &Force, hex: Hex) -> bool {
        let leaving = |side| self.position.leaving_white(self.tables, side, force, hex);
        self.eyes.is_some_and(|side| !leaving(side).is_empty())
    }

    /// How far it is from where an air unit of one's own starts, and how far it flies [5.3].
    pub(crate) fn flight(&self, unit: AirId, to: Hex) -> Option<(u32, u32)> {
        let (side, t) = (self.eyes?, self.tables);
        let unit = self.position.air(side, unit)?;
        let from = self.position.base_hex(t, side, unit.base)?;
        Some((from.distance(to), unit.aircraft(t).range))
    }

    /// Command Points, in halves, that a force of one's own costs when it leaves port [4.3.2].
    pub(crate) fn halves_needed(&self, force: &Force) -> u8 {
        let (Some(side), Some(port)) = (self.eyes, force.place.in_port()) else {
            return 0;
        };
        self.position.halves_needed(self.tables, side, force, port)
    }

    /// The most hexes that a contact was seen to go in one turn [5.1].
    pub fn fastest(&self, seen: &Contact) -> u8 {
        let watched = self.eyes.map(|side| &self.position.fleet(side).watched);
        let mut watched = watched.into_iter().flatten();
        watched
            .find(|known| known.token == seen.token)
            .map_or(0, |known| known.most)
    }
}
