//! What happens in a game. Nothing here tells of what is still hidden.

use crate::asw::requests::RequestKind;
use crate::boat::{Loss, Place};
use crate::boats::{Letter, TorpedoType, Tube};
use crate::campaign::News;
use crate::cards::{Crush, DeckName};
use crate::choice::Tubes;
use crate::conditions::Conditions;
use crate::crew::{Man, Severity};
use crate::depth::Depth;
use crate::duels::EscortShot;
use crate::escorts::{Equipment, EscortId, Hold};
use crate::events::HomeEvent;
use crate::position::Torpedo;
use crate::reading::Reading;
use crate::repair::Site;
use crate::ring::Location;
use crate::sequence::Phase;
use crate::ships::{ShipResult, TileId};
use crate::space::{Facing, Space};
use crate::tables::{Pull, ScuttleResult};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Event {
    PatrolBegins {
        conditions: Conditions,
    },
    TurnBegins {
        turn: u8,
    },
    PhaseBegins {
        phase: Phase,
    },
    /// A card, for all to see.
    Pulls {
        deck: DeckName,
        card: u8,
        pull: Pull,
        boat: Option<Letter>,
        reading: Reading,
    },
    Repulls {
        boat: Letter,
        pull: Pull,
    },
    EntryCheck {
        boat: Letter,
        d10: u8,
        enters: bool,
    },
    Enters {
        boat: Letter,
        space: Space,
        facing: Facing,
        depth: Depth,
    },
    DraggedDown {
        boat: Letter,
        to: Depth,
    },
    CrushTest {
        boat: Letter,
        crush: Option<Crush>,
        implodes: bool,
    },
    DropsOut {
        boat: Letter,
        d10: u8,
    },
    Runs {
        boat: Letter,
        silent: bool,
    },
    Rises {
        boat: Letter,
        to: Depth,
    },
    Scuttles {
        boat: Letter,
        d10: u8,
        result: ScuttleResult,
    },
    ChangesDepth {
        boat: Letter,
        from: Depth,
        to: Depth,
    },
    Turns {
        boat: Letter,
        to: Facing,
    },
    Moves {
        boat: Letter,
        to: Place,
    },
    Leaves {
        boat: Letter,
        turn: u8,
    },
    Lost {
        boat: Letter,
        how: Loss,
    },
    Spots {
        boat: Letter,
        spaces: Vec<Space>,
    },
    Identifies {
        space: Space,
        tile: TileId,
    },
    Computes {
        boat: Letter,
        target: Space,
        range: u8,
        value: Option<i8>,
    },
    Stores {
        boat: Letter,
        target: Space,
        value: i8,
        tubes: Tubes,
    },
    Readies {
        boat: Letter,
        tube: Tube,
    },
    Loads {
        boat: Letter,
        tube: Tube,
        torpedo: TorpedoType,
    },
    Fires {
        torpedo: Torpedo,
        range: u8,
        aimed: bool,
    },
    HitCheck {
        torpedo: Torpedo,
        d10: u8,
        size: i8,
        angle: i8,
        total: i8,
        to_hit: u8,
        hit: bool,
    },
    RunsOn {
        torpedo: Torpedo,
        next: Space,
        d10: u8,
        hit: bool,
    },
    Spent {
        torpedo: Torpedo,
    },
    Detonates {
        torpedo: Torpedo,
        target: Space,
        explodes: bool,
    },
    ShipHit {
        torpedo: Torpedo,
        tile: TileId,
        result: ShipResult,
        sunk: bool,
        vp: i32,
    },
    FallsBehind {
        tile: TileId,
        space: Space,
        vp: i32,
    },
    Drifts {
        spaces: u8,
    },
    EndCheck {
        turn: u8,
        d10: u8,
        ends: bool,
    },
    Ends {
        vp: i32,
        level: usize,
    },
    BoatHit {
        boat: Letter,
        severity: Severity,
        card: u8,
    },
    Hurt {
        boat: Letter,
        man: Man,
        levels: u8,
        d10: u8,
    },
    Repairs {
        boat: Letter,
        section: Man,
        site: Site,
        d10: u8,
        total: i8,
        success: bool,
    },
    Heals {
        boat: Letter,
        healer: Man,
        patient: Man,
        d10: u8,
        total: i8,
        success: bool,
    },
    Relocates {
        boat: Letter,
        to: [u8; 3],
    },
    Request {
        kind: RequestKind,
        space: Space,
    },
    Arrives {
        escort: EscortId,
        at: Space,
    },
    Searches {
        escort: EscortId,
        location: Location,
    },
    FalseContact,
    CrashDives {
        boat: Letter,
        to: Depth,
    },
    Fitted {
        escort: EscortId,
        equipment: Equipment,
    },
    Assigned {
        escort: EscortId,
        to: Space,
        timer: u8,
    },
    Evades {
        boat: Letter,
        escort: EscortId,
        evaded: bool,
    },
    ContactMade {
        escort: EscortId,
        boat: Letter,
        sonar: bool,
    },
    ContactWeakens {
        escort: EscortId,
        boat: Letter,
        hold: Hold,
    },
    ContactLost {
        escort: EscortId,
        boat: Letter,
    },
    RamCheck {
        escort: EscortId,
        boat: Letter,
        d10: u8,
        rams: bool,
    },
    Attacked {
        boat: Letter,
        cards: u8,
    },
    Survival {
        boat: Letter,
        d10: u8,
        total: i8,
        survives: bool,
    },
    CollisionCheck {
        boat: Letter,
        d10: u8,
        collides: bool,
    },
    Watched {
        boat: Letter,
        seen: bool,
    },
    Wake {
        boat: Letter,
        seen: bool,
    },
    FiresAtEscort {
        boat: Letter,
        tube: Tube,
        kind: TorpedoType,
        escort: EscortId,
    },
    EscortCheck {
        shot: EscortShot,
        d10: u8,
        total: i8,
        to_hit: u8,
        hit: bool,
    },
    EscortStruck {
        shot: EscortShot,
        explodes: bool,
    },
    EscortHit {
        shot: EscortShot,
        removed: bool,
    },
    /// Torpedoes at an escort that is gone.
    Wasted {
        boat: Letter,
        escort: EscortId,
        torpedoes: u8,
    },
    TurnsOn {
        escort: EscortId,
        boat: Letter,
        on_top: bool,
    },
    Replaces {
        boat: Letter,
    },
    ReplacementLost {
        boat: Letter,
        pulls: [u8; 2],
        vp: i32,
    },
    HuntsStraggler {
        boat: Letter,
        tile: TileId,
        range: u8,
        d10: u8,
        sunk: bool,
        vp: i32,
    },
    HomeEvent {
        boat: Letter,
        event: HomeEvent,
    },
    Avoids {
        boat: Letter,
    },
    Resigns {
        boat: Letter,
    },
    /// In port.
    News(News),
}
