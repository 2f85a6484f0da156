//! The gate: what a viewer may know of a position. An admiral sees his own fleet whole and of the enemy only tokens at
//! sea, how many blocks lie in each port, and what he was told; a watcher sees what both may see.

mod chances;
mod display;
mod own;

pub use chances::CardOdds;
pub use display::{BattleView, FaceView, UnitView};

use crate::air::{AirUnit, Flyer, InterceptorLosses, Mission, Photograph};
use crate::forces::{BlockId, Force, Id, Kind, Place, Token, Units};
use crate::hex::Hex;
use crate::ice::Zone;
use crate::position::{Audience, Entry, PlanStep, Position, Sighting};
use crate::season::Season;
use crate::sequence::{Order, Segment};
use crate::setup::Setup;
use crate::side::Side;
use crate::strike::{Counter, StrikeView};
use crate::tables::{AirUnitList, Base, Condition, IceMarker, ScenarioValues, Tables};
use crate::time::{Light, Turn};
use crate::units::{Aa, BoxId, PortId};
use crate::vp::Vp;
use crate::weather::Weather;
use crate::worlds::{self, Belief};
use derbyhouse_kernel::{Chance, Seat, Viewer};

/// A block of another side, as it stands on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contact {
    pub hex: Hex,
    pub token: Token,
    pub side: Side,
    pub id: Id,
    /// What the block face says: only of Identified blocks [6.2.1].
    pub kind: Option<Kind>,
    /// It bears a Shadow marker [6.3].
    pub shadowed: bool,
}

/// A position as one viewer may see it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    tables: &'a Tables,
    position: &'a Position,
    /// Whose eyes; none of a watcher.
    eyes: Option<Side>,
}

impl<'a> View<'a> {
    pub(crate) fn new(tables: &'a Tables, position: &'a Position, viewer: Viewer) -> Self {
        let eyes = match viewer {
            Viewer::Seat(seat) => Side::of(seat),
            Viewer::Observer => None,
        };
        Self {
            tables,
            position,
            eyes,
        }
    }

    pub fn tables(&self) -> &'a Tables {
        self.tables
    }

    pub fn setup(&self) -> &'a Setup {
        &self.position.setup
    }

    pub fn scenario(&self) -> &'a ScenarioValues {
        self.position.scenario(self.tables)
    }

    /// Whose eyes these are.
    pub fn eyes(&self) -> Option<Side> {
        self.eyes
    }

    pub fn turn(&self) -> Turn {
        self.position.turn
    }

    pub fn light(&self) -> Light {
        self.position.light(self.tables)
    }

    /// None before the first roll.
    pub fn weather(&self) -> Option<Weather> {
        self.position.weather.map(|now| now.weather)
    }

    /// The weather that counts in a hex.
    pub fn weather_in(&self, hex: Hex) -> Weather {
        self.position.weather_at(self.tables, hex)
    }

    /// The Starting Turn [8.3].
    pub fn start(&self) -> Turn {
        self.position.start
    }

    /// Who has the initiative [4.1].
    pub fn initiative(&self) -> Side {
        self.position.initiative
    }

    /// A Ground Offensive lies open [12.6].
    pub fn offensive(&self) -> bool {
        self.position.offensive
    }

    /// A side's Special Condition, if this viewer may know it (chapter 12).
    pub fn condition(&self, side: Side) -> Option<Condition> {
        let special = &self.position.fleet(side).special;
        let open = special.revealed || self.is_over() || Some(side) == self.eyes;
        let known = special.chit.is_some() && open;
        known.then(|| self.position.condition(self.tables, side))
    }

    /// The Campaign, if it is one (chapter 15).
    pub fn season(&self) -> Option<Season> {
        self.position.season
    }

    /// A world that could be, for all that this viewer knows and believes; nothing in the middle of a fight.
    pub(crate) fn world(&self, belief: Belief<'_>, chance: &mut Chance) -> Option<Position> {
        worlds::world(self.tables, self.position, self.eyes?, belief, chance)
    }

    /// What one's own side has planned for its Special Condition [12.8], [12.14].
    pub(crate) fn mission(&self) -> Option<&'a crate::position::Mission> {
        self.position.fleet(self.eyes?).special.mission.as_ref()
    }

    /// Whether own ships, or an own pack, have been in the Kara Sea in this Operation: once is all [12.12].
    pub(crate) fn has_been_in_kara(&self, kind: Kind) -> bool {
        let special = self.eyes.map(|side| &self.position.fleet(side).special);
        special.is_some_and(|special| special.in_kara.contains(&kind))
    }

    /// Turns that an own plan covers already [4.2].
    pub fn turns_planned(&self, block: BlockId) -> u16 {
        let plans = self
            .eyes
            .map(|side| self.position.fleet(side).plans.as_slice());
        let plan = plans.and_then(|plans| plans.iter().find(|plan| plan.block == block));
        plan.map_or(0, |plan| {
            let rests = plan.steps.iter().filter(|step| **step == PlanStep::Rest);
            rests.count() as u16
        })
    }

    /// An own air unit that can be strengthened, by its place [15.6.3].
    pub fn wing(&self, place: u8) -> Option<String> {
        let wings = &self.position.fleet(self.eyes?).reserve.wings;
        wings.get(usize::from(place)).map(|wing| wing.name.clone())
    }

    /// The same, as it is listed.
    pub(crate) fn coming_unit(&self, place: u8) -> Option<&'a AirUnitList> {
        let mut coming = self.position.coming_wings(self.tables, self.eyes?);
        coming.nth(usize::from(place))
    }

    /// An own air unit of this Fortnight's list, by its place [15.3.2].
    pub fn coming_wing(&self, place: u8) -> Option<String> {
        let unit = self.coming_unit(place)?;
        let kind = &self.tables.chart.air(unit.kind).name;
        Some(format!("{} ({} CS {kind})", unit.name, unit.cs))
    }

    pub fn segment(&self) -> Segment {
        self.position.segment
    }

    pub fn active(&self) -> Option<Side> {
        self.position.active
    }

    pub fn ice(&self) -> &'a [IceMarker; 10] {
        &self.position.ice
    }

    /// A die at each crossing says what the ice of a zone is [10.1] (R52).
    pub fn is_ice_rolled(&self, zone: Zone) -> bool {
        self.position.is_ice_rolled(zone)
    }

    /// Sector hexes as they are named [6.4.2].
    pub fn named(&self) -> impl Iterator<Item = Hex> + use<'a> {
        self.position.named.iter().map(|(_, hex)| *hex)
    }

    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// Own forces; nobody else's.
    pub fn own(&self) -> impl Iterator<Item = &'a Force> {
        let fleet = self.eyes.map(|side| self.position.fleet(side));
        fleet.into_iter().flat_map(|fleet| &fleet.forces)
    }

    /// Blocks at sea that are not one's own, in the order of hexes and tokens.
    pub fn contacts(&self) -> Vec<Contact> {
        let foreign = Side::ALL
            .into_iter()
            .filter(|side| Some(*side) != self.eyes);
        let mut contacts: Vec<Contact> = foreign
            .flat_map(|side| {
                let forces = self.position.fleet(side).forces.iter();
                forces.filter_map(move |force| contact(side, force))
            })
            .collect();
        contacts.sort_unstable();
        contacts
    }

    /// How many blocks of a side lie in each port, its own or not.
    pub fn in_port(&self, side: Side) -> Vec<(PortId, usize)> {
        let ports = self.tables.sheet.port_ids();
        let ports = ports.map(|port| (port, self.blocks_in(side, Place::Port(port))));
        ports.filter(|(_, blocks)| *blocks > 0).collect()
    }

    /// Planned forces sail unseen: until play starts the enemy goes by what lay there when plans were made [8.3].
    fn blocks_in(&self, side: Side, place: Place) -> usize {
        let quays = &self.position.secret.quays;
        if Some(side) != self.eyes && !quays.is_empty() {
            let mut quays = quays.iter();
            let quay = quays.find(|(own, at, _)| (*own, *at) == (side, place));
            return quay.map_or(0, |(.., blocks)| usize::from(*blocks));
        }
        let forces = self.position.fleet(side).forces.iter();
        forces.filter(|force| force.place == place).count()
    }

    /// The air attack that goes on: all of it lies open [7.2].
    pub fn strike(&self) -> Option<StrikeView> {
        self.position.strike_view(self.tables)
    }

    /// A unit by its name: one's own, or one in an attack that lies open.
    pub(crate) fn flyer_name(&self, side: Side, flyer: Flyer) -> String {
        self.position.flyer_name(self.tables, side, flyer)
    }

    /// An own counter in words, as it goes into the line [7.2.4].
    pub(crate) fn counter_name(&self, side: Side, counter: &Counter) -> String {
        self.position.counter_name(self.tables, side, counter)
    }

    /// The guns of an own counter [7.2.5].
    pub(crate) fn counter_aa(&self, side: Side, counter: &Counter) -> Aa {
        self.position.counter_aa(self.tables, side, counter)
    }

    /// What the Axis was told last of Allied carriers, while Tirpitz waits for it [5.1.8] (R20).
    pub fn carriers_known(&self) -> Option<bool> {
        let axis = self.eyes == Some(Side::Axis);
        let told = self.position.fleet(Side::Axis).carriers_known;
        let tirpitz = self.tables.chart.find_ship("tirpitz")?;
        let holds = |force: &Force| force.units.ship(tirpitz).is_some();
        (axis && self.own().any(holds)).then_some(told)
    }

    /// Merchant ships of one's own that have come in, by port (R101).
    pub fn moored(&self) -> Vec<(PortId, u8)> {
        let fleet = self.eyes.map(|side| self.position.fleet(side));
        let ports = self.tables.sheet.port_ids();
        let count = |port| fleet.map_or(0, |fleet| fleet.moored_in(self.tables, port));
        let ports = ports.map(|port| (port, count(port)));
        ports.filter(|(_, ships)| *ships > 0).collect()
    }

    /// What Interceptors have lost [7.2.3].
    pub fn interceptor_losses(&self, side: Side) -> &'a [InterceptorLosses] {
        &self.position.fleet(side).wing.interceptors
    }

    /// Photographs that this side took, oldest first [6.9].
    pub fn photographs(&self) -> &'a [Photograph] {
        self.eyes.map_or(&[], |side| {
            self.position.fleet(side).wing.photographs.as_slice()
        })
    }

    /// Aircraft lie open at their bases; those of a carrier are hidden with her until they fly (R70).
    pub fn aircraft(&self) -> Vec<(Side, &'a AirUnit)> {
        let units = Side::ALL.into_iter().flat_map(|side| {
            let air = self.position.fleet(side).air.iter();
            air.map(move |unit| (side, unit))
        });
        let open = |(side, unit): &(Side, &AirUnit)| {
            Some(*side) == self.eyes
                || matches!(unit.base, Base::Airbase(_))
                || unit.mission != Mission::Base
        };
        units.filter(open).collect()
    }

    /// What this side was told, oldest first [6.2.1].
    pub fn notebook(&self) -> &'a [Sighting] {
        self.eyes
            .map_or(&[], |side| self.position.fleet(side).notebook.as_slice())
    }

    /// Whether foreign warships of one's own may still enter a port [5.1.2].
    pub(crate) fn is_within_limit(&self, port: PortId, units: &Units) -> bool {
        self.position.is_within_limit(self.tables, port, units)
    }

    /// Command Points spent and available, own tracks only [4.3].
    pub fn points(&self) -> Vec<(crate::tables::Track, u8, u8)> {
        let Some(side) = self.eyes else {
            return Vec::new();
        };
        let tracks = crate::tables::Track::ALL
            .into_iter()
            .filter(|track| track.side() == side);
        let points = &self.position.fleet(side).points;
        tracks
            .map(|track| {
                let track_points = points[track.index()];
                (track, track_points.spent(), track_points.available)
            })
            .collect()
    }

    /// Entries of the ledger that this viewer may read; all of them once it is over.
    pub fn ledger(&self) -> impl Iterator<Item = &'a Entry> {
        let (eyes, over) = (self.eyes, self.is_over());
        let entries = self.position.secret.ledger.iter();
        entries.filter(move |entry| match entry.audience {
            Audience::Everybody => true,
            Audience::Only(side) => over || Some(side) == eyes,
        })
    }

    /// The score as far as this viewer can count it.
    pub fn vp(&self) -> Vp {
        self.ledger().map(|entry| entry.vp).sum()
    }

    /// The question put to this viewer, never to another.
    pub(crate) fn order(&self) -> Option<&'a Order> {
        self.position.fleet(self.eyes?).orders.top()
    }

    /// Weather of its own off North Norway [9.5].
    pub fn local_weather(&self) -> Option<Weather> {
        self.position.local.map(|local| local.weather)
    }

    /// High Command Caution holds [13.3].
    pub fn caution(&self) -> bool {
        self.position.caution
    }

    /// How many blocks of a side are in each box off the map [5.7].
    pub fn in_boxes(&self, side: Side) -> Vec<(BoxId, usize)> {
        let boxes = self.tables.sheet.box_ids();
        boxes
            .map(|off| (off, self.blocks_in(side, Place::Box(off))))
            .filter(|(_, blocks)| *blocks > 0)
            .collect()
    }

    /// The Battle Display, if a battle is fought [7.5.2].
    pub fn battle(&self) -> Option<BattleView> {
        let battle = self.position.battle()?;
        Some(display::battle(
            self.tables,
            self.position,
            battle,
            self.eyes,
        ))
    }

    /// Which seats are being asked something; what, only they know.
    pub fn deciding(&self) -> impl Iterator<Item = Seat> {
        let asked = |side: &Side| !self.position.fleet(*side).orders.is_empty();
        Side::ALL.into_iter().filter(asked).map(Side::seat)
    }
}

/// What a block at sea shows to everybody. A planned force that is not on the map yet shows nothing [8.3].
fn contact(side: Side, force: &Force) -> Option<Contact> {
    let hex = force.hex()?;
    (force.token != Token(0)).then_some(Contact {
        hex,
        token: force.token,
        side,
        id: force.id,
        kind: force.id.is_identified().then_some(force.kind),
        shadowed: !force.shadows.is_empty(),
    })
}
