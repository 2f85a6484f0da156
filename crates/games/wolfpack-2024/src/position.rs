//! Everything that is true at one moment of a game.

use crate::asw::{HiddenHunt, Hunt};
use crate::boat::{Boat, Place};
use crate::boats::{Letter, TorpedoType, Tube};
use crate::calendar::{Era, Month};
use crate::campaign::Campaign;
use crate::conditions::Conditions;
use crate::convoy::Convoy;
use crate::decks::Decks;
use crate::duels::Volley;
use crate::sequence::{Order, Phase, Step};
use crate::setup::{Scenario, Setup};
use crate::ships::TileId;
use crate::space::{Facing, RINGS, Space};
use derbyhouse_kernel::Agenda;
use serde::{Deserialize, Serialize};

/// A torpedo on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Torpedo {
    pub boat: Letter,
    pub tube: Tube,
    pub kind: TorpedoType,
    pub target: Space,
    /// Where it runs.
    pub travel: Facing,
    /// Of its solution and of the angle it was fired at.
    pub modifier: i8,
    /// Turns left.
    pub turns: u8,
    /// Fired by a replacement boat: half the points [67.replacement_half_vp].
    pub half: bool,
}

/// A damaged ship that has fallen behind [26.damaged_half_up_to_track].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Straggler {
    pub tile: TileId,
    pub turn: u8,
}

/// A ship damaged in this phase, and whether by a replacement boat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Damaged {
    pub space: Space,
    pub half: bool,
}

/// What nobody may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Secret {
    pub decks: Decks,
    /// By ring, from the outermost; next tile last [19.tile_piles].
    pub piles: [Vec<TileId>; RINGS],
    /// Tiles that lie in boxes but are not identified, in reading order [37.tile_back_hidden].
    pub backs: Vec<(Space, TileId)>,
    pub hunt: HiddenHunt,
}

/// Everything that is true at one moment. Outside this crate it can be seen only through a
/// [`View`](crate::view::View).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub(crate) setup: Setup,
    pub(crate) era: Era,
    pub(crate) conditions: Conditions,
    pub(crate) turn: u8,
    pub(crate) phase: Phase,
    /// What the table does next.
    pub(crate) agenda: Agenda<Step>,
    /// What each boat does first: the table waits for all of them.
    pub(crate) orders: [Agenda<Order>; 4],
    pub(crate) boats: [Option<Boat>; 4],
    /// Lost boats whose place a replacement has taken [67.replacement_boat].
    pub(crate) originals: [Option<Boat>; 4],
    /// Whose boat was lost on the Approach map this turn [67.replacement_boat].
    pub(crate) vacant: Vec<Letter>,
    pub(crate) convoy: Convoy,
    pub(crate) torpedoes: Vec<Torpedo>,
    /// Torpedoes fired at escorts in this phase.
    pub(crate) volleys: Vec<Volley>,
    pub(crate) damaged: Vec<Damaged>,
    pub(crate) track: Vec<Straggler>,
    pub(crate) vp: i32,
    pub(crate) hunt: Hunt,
    /// A boat is or was on the Attack map [24.attack_phases].
    pub(crate) engaged: bool,
    /// Torpedoes that are gone, by boat and type: for the count.
    pub(crate) spent: [[u8; 2]; 4],
    /// None in training.
    pub(crate) campaign: Option<Campaign>,
    #[serde(with = "derbyhouse_kernel::sealed")]
    pub(crate) secret: Secret,
}

impl Position {
    /// A boat, wherever she is now.
    pub(crate) fn boat(&self, letter: Letter) -> Option<&Boat> {
        self.boats[letter.index()].as_ref()
    }

    /// The same, to be changed.
    pub(crate) fn boat_mut(&mut self, letter: Letter) -> Option<&mut Boat> {
        self.boats[letter.index()].as_mut()
    }

    /// Boats of the patrol, in letter order.
    pub(crate) fn fleet(&self) -> impl Iterator<Item = (Letter, &Boat)> {
        let boats = Letter::ALL.into_iter().zip(&self.boats);
        boats.filter_map(|(letter, boat)| Some((letter, boat.as_ref()?)))
    }

    /// Boats on either map, in letter order.
    pub(crate) fn at_sea(&self) -> impl Iterator<Item = (Letter, &Boat)> {
        self.fleet().filter(|(_, boat)| boat.is_on_map())
    }

    /// Boats on the Attack map, in letter order.
    pub(crate) fn attacking(&self) -> impl Iterator<Item = (Letter, &Boat)> {
        self.fleet()
            .filter(|(_, boat)| matches!(boat.place, Place::Attack(..)))
    }

    /// Before the first turn of a patrol, or after its last?
    pub(crate) fn is_in_port(&self) -> bool {
        matches!(self.phase, Phase::SetUp | Phase::BetweenPatrols)
    }

    /// The month of the patrol; training has no date.
    pub(crate) fn month(&self) -> Option<Month> {
        let patrol = match self.setup.scenario {
            Scenario::Patrol(month) => Some(month),
            _ => None,
        };
        self.campaign
            .as_ref()
            .map(|campaign| campaign.month)
            .or(patrol)
    }

    /// Nothing left to play?
    pub(crate) fn is_over(&self) -> bool {
        self.agenda.is_empty() && self.orders.iter().all(Agenda::is_empty)
    }

    /// The tile in a box, seen or not.
    pub(crate) fn tile_back(&self, space: Space) -> Option<TileId> {
        let back = self.secret.backs.iter().find(|(at, _)| *at == space);
        back.map(|(_, tile)| *tile)
    }
}
