//! The gate: what a viewer may know of a position. Scenes, bots and logs are built from views only.

use crate::air::Groups;
use crate::combat::Odds;
use crate::convoys::{Course, Path, bow, facing};
use crate::fleet::{Fleet, Stack, Unit};
use crate::position::{AirEscort, Contact, Place, Position, Tally};
use crate::sequence::Step;
use crate::setup::Setup;
use crate::tables::Tables;
use crate::units::{Bound, ConvoyId, EscortKind, Straggle};
use crate::weather::{Fog, Storm};
use derbyhouse_kernel::{Direction, Hex, HexSet};

/// A position as its player may see it: all of it but the escorts that lie face down [7.1], [9.52], [15.5]. An
/// observer sees no less and no more.
#[derive(Clone, Copy)]
pub struct View<'a> {
    tables: &'a Tables,
    position: &'a Position,
}

/// A convoy as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConvoyView {
    pub id: ConvoyId,
    pub place: Place,
    pub contact: Contact,
    pub straggle: Straggle,
    pub air_escort: Option<AirEscort>,
    /// Known once it has been sighted, and at the end [12.17], [15.6].
    pub escort: Option<EscortKind>,
    /// Whether it was attacked in this segment.
    pub attacked: bool,
}

impl ConvoyView {
    /// Its hex, while it is on the map.
    pub fn hex(&self) -> Option<Hex> {
        match self.place {
            Place::At(hex) => Some(hex),
            _ => None,
        }
    }
}

impl<'a> View<'a> {
    pub(crate) fn new(tables: &'a Tables, position: &'a Position) -> Self {
        Self { tables, position }
    }

    /// The tables in play.
    pub fn tables(&self) -> &'a Tables {
        self.tables
    }

    /// What was agreed.
    pub fn setup(&self) -> &'a Setup {
        &self.position.setup
    }

    /// The turn; 0 during set-up.
    pub fn turn(&self) -> u8 {
        self.position.turn
    }

    /// The step that asks; none at the end.
    pub fn step(&self) -> Option<Step> {
        if self.is_over() {
            None
        } else {
            self.position.step().copied()
        }
    }

    /// Has it ended?
    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// Points scored.
    pub fn points(&self) -> u16 {
        self.position.points
    }

    /// Boats lost.
    pub fn boats_sunk(&self) -> u16 {
        self.position.boats_sunk
    }

    /// Points less what the lost boats cost [16.1].
    pub fn net(&self) -> i32 {
        self.position.net(self.tables)
    }

    /// Boats still to be deployed.
    pub fn in_reserve(&self) -> u16 {
        self.position.in_reserve
    }

    /// Figures of the game so far.
    pub fn tally(&self) -> Tally {
        self.position.tally
    }

    /// A convoy.
    pub fn convoy(&self, id: ConvoyId) -> ConvoyView {
        let convoy = self.position.convoy(id);
        let known =
            convoy.contact != Contact::Hidden || convoy.place == Place::Removed || self.is_over();
        ConvoyView {
            id,
            place: convoy.place,
            contact: convoy.contact,
            straggle: convoy.straggle,
            air_escort: convoy.air_escort,
            escort: known.then(|| self.position.escort(id)),
            attacked: convoy.attacked_from.is_some(),
        }
    }

    /// All convoys, in order of number.
    pub fn convoys(&self) -> impl Iterator<Item = ConvoyView> + use<'a> {
        let view = *self;
        ConvoyId::all().map(move |id| view.convoy(id))
    }

    /// Convoys on the map with their hexes.
    pub fn convoys_at_sea(&self) -> impl Iterator<Item = (ConvoyView, Hex)> + use<'a> {
        self.convoys()
            .filter_map(|convoy| Some((convoy, convoy.hex()?)))
    }

    /// Where a convoy goes.
    pub fn bound(&self, id: ConvoyId) -> Bound {
        self.tables.convoy(id).bound
    }

    /// Where it faces [7.46], [7.47].
    pub fn facing(&self, id: ConvoyId, hex: Hex) -> Direction {
        facing(self.tables, self.bound(id), hex)
    }

    /// The hex before its bow.
    pub fn bow(&self, id: ConvoyId, hex: Hex) -> Hex {
        bow(self.tables, self.bound(id), hex)
    }

    /// The way a convoy would go from a hex with that chit, the sighting markers of now in its way.
    pub fn path(&self, id: ConvoyId, from: Hex, chit: u8) -> Path {
        let values = self.tables.convoy(id);
        let markers = &self.position.sightings;
        Course {
            tables: self.tables,
            bound: values.bound,
            movement: values.movement,
            chit,
            markers,
        }
        .path(from)
    }

    /// The boats.
    pub fn fleet(&self) -> &'a Fleet {
        &self.position.fleet
    }

    /// The stack in a hex.
    pub fn stack(&self, hex: Hex) -> Option<Stack<'a>> {
        self.position.fleet.stack(hex)
    }

    /// Storms on the map.
    pub fn storms(&self) -> &'a [Storm] {
        &self.position.storms
    }

    /// Where the fog lies.
    pub fn fog(&self) -> Fog {
        self.position.fog
    }

    /// A storm hex?
    pub fn is_storm(&self, hex: Hex) -> bool {
        self.position.is_storm(hex)
    }

    /// A storm or fog hex?
    pub fn is_weather(&self, hex: Hex) -> bool {
        self.position.is_weather(self.tables, hex)
    }

    /// Hexes with sighting markers.
    pub fn sightings(&self) -> &'a HexSet {
        &self.position.sightings
    }

    /// Air groups by base and range.
    pub fn air(&self) -> Groups {
        self.position.air
    }

    /// Bases in weather.
    pub fn grounded(&self) -> [bool; 4] {
        self.position.grounded(self.tables)
    }

    /// Hexes with convoys.
    pub fn convoy_hexes(&self) -> HexSet {
        self.position.convoy_hexes()
    }

    /// Where units with that allowance may end a move from a hex.
    pub fn destinations(&self, from: Hex, allowance: u8) -> HexSet {
        self.position.destinations(self.tables, from, allowance)
    }

    /// Movement allowance of a unit.
    pub fn allowance(&self, unit: Unit) -> u8 {
        self.position.allowance(self.tables, unit)
    }

    /// Strength gathered against a convoy so far.
    pub fn force(&self, convoy: ConvoyId) -> u16 {
        self.position.force(self.tables, convoy)
    }

    /// An attack on a sighted convoy with that strength; the shortfall if it is none. Asked of a convoy whose escort
    /// is not known it answers nothing.
    pub fn odds_against(&self, convoy: ConvoyId, strength: i32) -> Option<Result<Odds, i32>> {
        self.convoy(convoy).escort?;
        Some(self.position.odds_against(self.tables, convoy, strength))
    }
}
