//! What happens in a game, and who may hear of it. An event may hold more than everybody may know: `crate::lines`
//! words it for each viewer, and the leak test reads over its shoulder.

use crate::air::AirEvent;
use crate::forces::{BlockId, Hull, Id, Kind, Token};
use crate::hex::Hex;
use crate::ice::Ice;
use crate::position::Entry;
use crate::recon::{Negation, Report};
use crate::sequence::Segment;
use crate::side::{Nation, Side};
use crate::surface::Stance;
use crate::surface::battle::UnitId;
use crate::tables::{Attack, Condition, EventId, Find, IceMarker, Line as SearchLine};
use crate::time::Turn;
use crate::units::{BoxId, Category, PortId};
use crate::weather::Prevailing;
use arrayvec::ArrayString;

/// What an owner calls a block, cut where a line has no room for more.
pub type Name = ArrayString<32>;

/// A block, by the names its owner and by the name its enemy knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    pub side: Side,
    pub block: BlockId,
    pub token: Token,
    pub name: Name,
}

/// A name as far as it fits.
pub fn name(text: &str) -> Name {
    let mut name = Name::new();
    for letter in text.chars() {
        if name.try_push(letter).is_err() {
            break;
        }
    }
    name
}

/// A unit on the Battle Display; inverted, only its owner reads its face [7.5.9].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedUnit {
    pub side: Side,
    pub id: UnitId,
    pub label: String,
    pub inverted: bool,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Event {
    OperationBegins {
        title: String,
    },
    TurnBegins {
        turn: Turn,
    },
    SegmentBegins {
        side: Option<Side>,
        segment: Segment,
    },
    Weather {
        dice: [u8; 2],
        now: Prevailing,
    },
    /// A Convoy is stopped by Gales: its owner's business until it does not move.
    Stopped {
        who: Who,
    },
    Random {
        side: Side,
        dice: [u8; 2],
        event: EventId,
    },
    /// The die that B-Dienst needs if there is more than one Convoy [13.8].
    BDienst {
        die: u8,
        found: bool,
    },
    PlayStarts,
    /// A block appears at sea where none was.
    Appears {
        who: Who,
        hex: Hex,
    },
    Leaves {
        who: Who,
        port: PortId,
    },
    Moves {
        who: Who,
        from: Hex,
        to: Hex,
    },
    Enters {
        who: Who,
        port: PortId,
    },
    Scatters {
        who: Who,
    },
    IceRoll {
        who: Who,
        hex: Hex,
        die: Option<u8>,
        ice: Ice,
    },
    ThinPack {
        die: u8,
        enters: bool,
    },
    /// Ships that ice damaged: their owner's business.
    IceDamage {
        who: Who,
        ships: u8,
    },
    Fades {
        who: Who,
        id: Id,
    },
    /// A force parts: to the enemy a block more.
    Splits {
        who: Who,
        from: BlockId,
        hex: Option<Hex>,
    },
    /// A Dummy was made: to the enemy a block more.
    DummyMade {
        who: Who,
        hex: Option<Hex>,
    },
    DummyGone {
        who: Who,
        hex: Option<Hex>,
    },
    Named {
        side: Side,
        hex: Hex,
    },
    /// A card that was drawn against a block, as it reads: its owner sees it, his enemy only if it succeeds, or would unless
    /// something is announced [6.2], [6.2.2].
    Card {
        by: Side,
        who: Who,
        number: u8,
        /// None if nobody there can find anything (R74).
        line: Option<SearchLine>,
        find: Find,
        gain: u8,
        open: bool,
    },
    /// A card was drawn against a block; what it says only the searcher knows unless it succeeds.
    SearchFails {
        by: Side,
        who: Who,
    },
    Negated {
        who: Who,
        how: Negation,
    },
    Found {
        by: Side,
        who: Who,
        id: Id,
        kind: Kind,
    },
    Shadowed {
        who: Who,
    },
    Unshadowed {
        who: Who,
    },
    Reported {
        to: Side,
        who: Who,
        report: Report,
    },
    /// A pack tries to find its target.
    Stalks {
        pack: Who,
        target: Who,
    },
    Lost {
        pack: Who,
        target: Who,
    },
    Closes {
        pack: Who,
        target: Who,
        die: u8,
        drm: i8,
        /// Each modifier that counts, by name.
        drms: Vec<(&'static str, i8)>,
        before: u8,
        after: u8,
    },
    Aims {
        pack: Who,
        aims: Vec<Category>,
    },
    AswDice {
        target: Side,
        /// How many dice of which nation; the second dice of successes are none of them.
        nations: Vec<(Nation, u8)>,
        dice: Vec<u8>,
        held_down: u8,
        damaged: u8,
        sunk: u8,
    },
    Torpedoes {
        pack: Who,
        dice: Vec<u8>,
        hits: u8,
    },
    /// What torpedoes did: ships sunk are told, the rest is the owner's.
    Damage {
        target: Who,
        sunk: u8,
    },
    Expended {
        pack: Who,
    },
    Mines {
        target: Who,
        dice: Vec<u8>,
        hits: u8,
    },
    Gunfire {
        target: Who,
        die: u8,
        hit: bool,
    },
    /// A ship does not run any longer: her owner's business.
    BreaksDown {
        who: Who,
    },
    /// A ship leaves by breakdown, grounding or collision: her owner's business.
    DropsOut {
        who: Who,
    },
    Combined {
        who: Who,
        into: BlockId,
    },
    /// Units changed places: their owner's business [1.2.5].
    Swapped {
        who: Who,
    },
    /// Whether two forces found one another in bad weather: their owner's business [9.4].
    MeetsFriends {
        side: Side,
        met: bool,
    },
    /// The dice for a Convoy that Gales tear apart: open as all are, which Convoy it is stays its owner's business [9.3.2],
    /// [1.8].
    TornApart {
        who: Who,
        dice: Vec<u8>,
    },
    /// A destroyer that the weather hurt: whether she sinks [9.3.1], [7.9].
    WeatherFate {
        who: Who,
        die: u8,
        sinks: bool,
    },
    /// Ships lose their Convoy: to the enemy a block more [9.3.2].
    Disperses {
        who: Who,
        from: BlockId,
        ships: u8,
        hex: Option<Hex>,
    },
    Rejoins {
        who: Who,
        die: u8,
        ships: u8,
    },
    Towed {
        who: Who,
        ship: Hull,
        tug: Hull,
    },
    Scuttled {
        who: Who,
        ship: Hull,
    },
    EntersBox {
        who: Who,
        off: BoxId,
    },
    LocalWeather {
        weather: Option<crate::weather::Weather>,
    },
    CautionEnds,
    Engages {
        attacker: Who,
        target: Who,
    },
    RunDown {
        attacker: Who,
        prey: Who,
    },
    SurpriseRoll {
        side: Side,
        die: u8,
        modified: i32,
        success: bool,
    },
    BattleBegins {
        attackers: Vec<Who>,
        defenders: Vec<Who>,
        surprise: bool,
    },
    Deploys {
        side: Side,
        units: Vec<NamedUnit>,
    },
    Round {
        round: u8,
    },
    /// Hitler calls his ships back [7.5.7].
    Recalled,
    Stationed {
        unit: NamedUnit,
        stance: Stance,
    },
    Screens {
        side: Side,
        id: UnitId,
        enemy: UnitId,
        cover: Option<UnitId>,
    },
    Fires {
        by: NamedUnit,
        at: NamedUnit,
        dice: Vec<u8>,
        hits: u8,
    },
    UnitHurt {
        side: Side,
        id: UnitId,
        sunk: u8,
        fate: Option<u8>,
    },
    TorpedoesAimed {
        side: Side,
        by: UnitId,
        at: UnitId,
    },
    TorpedoesRun {
        by: NamedUnit,
        at: NamedUnit,
        dice: Vec<u8>,
        damage: Vec<u8>,
    },
    Withdraws {
        side: Side,
        die: u8,
        units: Vec<UnitId>,
    },
    BattleDie {
        round: u8,
        die: u8,
        ends: bool,
    },
    Unescorted {
        prey: Side,
        rounds: u8,
    },
    BattleEnds,
    /// What was lost in the dark, as of a TF at ID2 [7.5.9].
    LossesTold {
        side: Side,
        report: Report,
    },
    Arrives {
        who: Who,
        ships: u8,
        port: PortId,
    },
    Refuelled {
        who: Who,
    },
    LowFuel {
        who: Who,
        critical: bool,
    },
    /// Something in the air.
    Air(AirEvent),
    /// The Starting Turn, by a die.
    Start {
        die: u8,
        start: Turn,
    },
    /// A chit was drawn: its owner's business.
    Chit {
        side: Side,
        chit: Option<u8>,
    },
    Offensive,
    /// Told to the Axis alone (R20).
    CarriersKnown {
        all: bool,
    },
    Revealed {
        side: Side,
        condition: Condition,
    },
    Declared {
        side: Side,
        attack: Attack,
    },
    Title {
        die: u8,
        hits: u8,
    },
    Fortnight {
        name: String,
    },
    Ice {
        ice: [IceMarker; 10],
    },
    Bids {
        bids: [u8; 2],
    },
    BidBonus {
        side: Side,
    },
    Initiative {
        winner: Option<Side>,
    },
    Green {
        side: Side,
        name: String,
    },
    EvDeclared,
    OffensiveLosses {
        dice: [u8; 2],
        german: u8,
        soviet: u8,
    },
    Raiders,
    /// Ships in the Atlantic that do not come back.
    RaidersLost,
    /// A block leaves the map by the western edge.
    Exits {
        who: Who,
    },
    Scored {
        entry: Entry,
    },
    OperationEnds {
        turn: Turn,
    },
    Resigns {
        side: Side,
    },
}
