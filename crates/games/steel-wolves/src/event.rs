//! What happens, as it happens.

use crate::activity::Colour;
use crate::boat::{Command, Place};
use crate::calendar::{Date, Month, Period};
use crate::combat::{CombatEvent, SlotId};
use crate::damage::Repair;
use crate::displays::{Contact, Display, Lane};
use crate::duel::First;
use crate::fleet::BoatId;
use crate::geography::{Area, Base, Node, Zone};
use crate::harm::{Bearing, Blow, Harm, Hazard};
use crate::position::Standing;
use crate::ready::Stand;
use crate::supply::Fortune;
use crate::tables::{Office, Theatre};
use crate::units::{Counter, UnitId};
use crate::weather::System;
use crate::wolfpack::Join;
use derbyhouse_kernel::Rule;

/// Who fights what, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fight {
    /// The finder first.
    pub boats: Vec<BoatId>,
    pub contact: Contact,
    pub display: Display,
    pub area: Area,
}

/// Something that happened, with its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A boat's die for the display, and the total [14.11].
    Approached { boat: BoatId, die: u8, total: i8 },
    /// She took a column, or found none.
    Placed { boat: BoatId, lane: Option<Lane> },
    /// An odd piece went left or right [13.24].
    OddPiece { lane: Lane, die: u8 },
    /// A unit was turned up [14.12].
    TurnedUp { slot: SlotId, piece: Counter },
    /// Air cover was diced for [14.12].
    AirCover { boat: BoatId, die: u8, stays: bool },
    /// A unit left the display and another took its place, or none.
    Replaced {
        slot: SlotId,
        piece: Option<Counter>,
    },
    /// A Combat Event [19.2]; whether it applies [19.22].
    Drawn {
        boat: BoatId,
        event: CombatEvent,
        die: u8,
        applies: bool,
    },
    /// A carrier met an aircraft [7.55].
    AircraftAtRisk { die: u8, lost: bool },
    /// A crash dive [14.13].
    Dived {
        boat: BoatId,
        die: u8,
        rating: u8,
        green: u8,
        success: bool,
    },
    /// A hazard and its result.
    Hazard {
        boat: BoatId,
        hazard: Hazard,
        die: u8,
        modifier: u8,
        harm: Harm,
    },
    /// TDC markers were turned up [14.14].
    Aimed {
        boat: BoatId,
        slot: SlotId,
        value: i8,
    },
    /// Nothing could be hit [14.17].
    NoShot { boat: BoatId },
    /// A torpedo attack: the number needed and the die [14.16].
    Fired {
        boat: BoatId,
        slot: SlotId,
        points: u8,
        need: i16,
        die: Option<u8>,
        green: u8,
        hit: bool,
    },
    /// A gun attack [27.1].
    Shelled { boat: BoatId, slot: SlotId },
    /// Whether a merchant is armed [27.1].
    Dems {
        boat: BoatId,
        slot: SlotId,
        die: Option<u8>,
        armed: bool,
    },
    /// What a hit did [14.16D].
    Struck {
        boat: BoatId,
        slot: SlotId,
        die: u8,
        modifier: i16,
        blow: Blow,
        exploded: bool,
        piece: Counter,
    },
    /// Tons credited [14.16].
    Credited { boat: BoatId, tons: u16 },
    /// A counterattack: the difference, the die and its result [14.2].
    Countered {
        boat: BoatId,
        difference: i16,
        die: Option<u8>,
        modifier: i16,
        harm: Harm,
    },
    /// A second die decided [14.2].
    SecondDie { boat: BoatId, die: u8, sunk: bool },
    /// The die of a second damage marker, against the defence [18.2].
    SecondMarker {
        boat: BoatId,
        die: u8,
        defence: i8,
        sunk: bool,
    },
    /// The die of a boat that was damaged in a storm: less the ace, against the defence [7.41].
    Foundering {
        boat: BoatId,
        die: u8,
        ace: u8,
        defence: i8,
        sunk: bool,
    },
    /// A boat is damaged [18.0].
    Damaged { boat: BoatId, markers: u8 },
    /// A boat is spotted [23.0].
    Spotted { boat: BoatId },
    /// A boat must go home.
    Returning { boat: BoatId },
    /// A boat is lost.
    Lost { boat: BoatId },
    /// A boat left the fight [14.3].
    Withdrew { boat: BoatId },
    /// The straggle die, the hits of the round and the new level [29.3].
    Straggled { die: u8, hits: u8, level: u8 },
    /// The convoy scattered [29.4].
    Scattered,
    /// A die to attack again, and the highest that lets the boat: in a pack [24.25], or a second time by an ace [14.41].
    Persisted {
        boat: BoatId,
        die: u8,
        number: i8,
        success: bool,
        rule: Rule,
    },
    /// A fast ship slipped away [28.27].
    SlippedAway { slot: SlotId },
    /// A fight begins.
    Engaged(Fight),
    /// It is over: ships and thousand tons sunk, boats damaged and lost.
    FightOver {
        fight: Fight,
        ships: u16,
        tons: u16,
        damaged: Vec<BoatId>,
        lost: Vec<BoatId>,
    },
    /// What a week came to.
    WeekOver {
        date: Date,
        ships: u16,
        tons: u32,
        lost: u16,
    },
    /// An attack round begins.
    Round { number: u8 },
    /// A week begins.
    Week { date: Date },
    /// Weather systems of the week, with all dice: those that form, place and strengthen them [7.4].
    Weather { systems: Vec<System>, dice: Vec<u8> },
    /// The B-Dienst marker [7.11].
    Signals { die: u8, area: Option<Area> },
    /// A boat moved, or entered a zone.
    Moved { boat: BoatId, to: Place },
    /// A Transit Event check [19.1].
    Checked {
        boat: BoatId,
        area: Area,
        die: u8,
        modifier: i8,
        threshold: u8,
    },
    /// What a Transit Event did [19.1].
    TransitEvent {
        boat: BoatId,
        dice: [u8; 2],
        harm: Harm,
    },
    /// A search [13.21].
    Searched {
        boat: BoatId,
        area: Area,
        die: u8,
        modifier: i8,
        colour: Colour,
    },
    /// A boat passed a search by [13.1].
    Bypassed { boat: BoatId },
    /// The Contact Table [13.22].
    Found {
        boat: BoatId,
        die: u8,
        modifier: i8,
        contact: Contact,
    },
    /// A die made something else of it: by the War Event [5.0], by the scenario [3.0] or by B-Dienst [7.12].
    Converted {
        boat: BoatId,
        die: u8,
        contact: Contact,
        rule: Rule,
    },
    /// Something was let go [13.22].
    Declined { boat: BoatId },
    /// The second die for an enemy submarine: another 0 meets it [13.21].
    EnemyNear { boat: BoatId, die: u8, met: bool },
    /// Whether a returning boat that meets something has torpedoes left [15.43].
    TorpedoesLeft { boat: BoatId, die: u8, empty: bool },
    /// An enemy submarine, and who saw whom first [14.6].
    EnemySubmarine {
        boat: BoatId,
        class: String,
        die: u8,
        modifier: i8,
        first: First,
    },
    /// An attack between submarines: TDC marker, the die to hit, the die for what a hit does [14.6].
    Duel {
        boat: BoatId,
        tdc: i8,
        need: i16,
        die: Option<u8>,
        second: Option<u8>,
        blow: Blow,
    },
    /// An Endurance Check [14.7].
    Endured {
        boat: BoatId,
        die: u8,
        modifier: i8,
        number: i8,
        stays: bool,
    },
    /// The sea and a boat [7.41].
    Buffeted {
        boat: BoatId,
        die: u8,
        damaged: bool,
    },
    /// Supplies were asked for [15.23].
    Supplied {
        boat: BoatId,
        die: u8,
        number: i8,
        success: bool,
    },
    /// What became of whoever supplied that boat [21.3].
    Provider {
        boat: BoatId,
        die: u8,
        modifier: i8,
        fortune: Fortune,
    },
    /// A boat came home [15.22].
    Arrived {
        boat: BoatId,
        haven: Node,
        dice: Vec<u8>,
        green: u8,
        repair: Repair,
    },
    /// A tender cannot mend a boat: it lies off the forward base, bound for a major one [21.23].
    TurnedAway {
        boat: BoatId,
        zone: Zone,
        dice: Vec<u8>,
        green: u8,
        repair: Repair,
    },
    /// A Spotted marker was diced for [16.2].
    Forgotten {
        boat: BoatId,
        die: u8,
        ace: u8,
        removed: bool,
    },
    /// An ace was made, or got better [14.5].
    Promoted { boat: BoatId, rating: u8 },
    /// A night of a convoy battle begins.
    Night { number: u8 },
    /// A boat tried to join the pack: above the number joins, equal is late [24.1].
    Joined {
        boat: BoatId,
        die: u8,
        modifier: i8,
        number: i8,
        outcome: Join,
    },
    /// Huff-Duff found the shadower [24.11].
    HuffDuff {
        boat: BoatId,
        die: u8,
        bearing: Bearing,
    },
    /// A boat shadows from now on [24.1].
    Shadows { boat: BoatId },
    /// A War Event, by its place in the table [5.0].
    WarEvent { event: u8 },
    /// An event comes: its two dice, and the line of the table with what the month adds [5.1].
    EventRoll { dice: [u8; 2], line: u8 },
    /// No War Event this week; no die where the two above have been told [5.1].
    NoWarEvent { die: Option<u8> },
    /// An event with a last date was diced for [5.4].
    ForcedEvent { event: u8, die: u8, comes: bool },
    /// Surface ships and an Arctic convoy.
    Sortie { die: u8, scattered: bool },
    /// The port of captured charts.
    Port { die: u8, port: Option<Zone> },
    /// Where a boat stands when the war period begins [3.0].
    Mustered { boat: BoatId, die: u8, place: Place },
    /// A boat was named for a demand [5.3].
    Sent { boat: BoatId, to: Theatre },
    /// A boat belongs to another theatre from now on.
    Assigned { boat: BoatId, command: Command },
    /// A boat left play, or is in refit [19.13].
    LeftPlay { boat: BoatId, to: Place },
    /// An ace without a boat [25.32].
    AceAshore { boat: BoatId, die: u8, found: bool },
    /// An ace will command that boat [25.33].
    Billet { boat: BoatId },
    /// A base opens [21.0].
    BaseOpens { base: Base },
    /// A forward base opens [21.1].
    ForwardBase { zone: Zone },
    /// A supply ship takes its station [21.32].
    SupplyShip { ship: u8, area: Area },
    /// All supply ships at sea are gone.
    SupplyShipsGone,
    /// Torpedoes: the die needed, and the value now [6.0].
    Torpedoes { needs: u8, die: u8, value: i8 },
    /// New levels [7.2], [7.3].
    Levels { standing: Standing },
    /// An aircraft flies [7.5].
    Flies { plane: u8, area: Area },
    /// An aircraft has a base [7.54].
    PlaneBased { plane: u8, base: Node },
    /// An aircraft is lost [7.55].
    PlaneLost { plane: u8 },
    /// A boat comes [8.0].
    Commissioned {
        boat: BoatId,
        place: Place,
        green: u8,
    },
    /// A boat is back from refit [8.0].
    Back { boat: BoatId, base: Base },
    /// A boat in base rolled for its next box: the number, and the ace who hurries his crew [9.0], [10.0].
    Readied {
        boat: BoatId,
        from: Stand,
        die: u8,
        number: u8,
        ace: u8,
        stand: Stand,
    },
    /// A boat changed its place on the repair track [10.2].
    Berthed { boat: BoatId, stand: Stand },
    /// Mines were laid [26.1].
    MinesLaid {
        boat: BoatId,
        zone: Zone,
        strength: u8,
    },
    /// A minefield rolled [26.2], [26.4].
    Minefield {
        zone: Zone,
        die: u8,
        total: i8,
        count: u8,
    },
    /// A ship and a mine [26.21].
    MineStruck { piece: Counter, die: u8, blow: Blow },
    /// A sister ship [14.81].
    Sister { unit: UnitId },
    /// What a month came to: ships, thousand tons, and boats lost [16.12].
    MonthOver {
        month: Month,
        ships: u16,
        tons: u32,
        lost: u16,
    },
    /// Points of the month, and the marker [31.03], [31.04].
    Month { points: i32, marker: u8 },
    /// Peace was diced for: the highest die that brings it [31.04].
    Peace { die: u8, number: u8, peace: bool },
    /// A period check; in the month after it no die is needed [17.1].
    PeriodCheck { die: Option<u8>, changes: bool },
    /// A new war period [17.3].
    Period { period: Period },
    /// Barbarossa [17.4].
    Barbarossa,
    /// An office was asked: a die up to the influence with it [35.0].
    Asked {
        office: Office,
        die: u8,
        influence: u8,
        granted: bool,
    },
    /// The player gave up.
    Resigned,
    /// It is over.
    GameOver,
}
