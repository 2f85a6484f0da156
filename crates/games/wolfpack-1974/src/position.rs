//! Everything that is true at one moment of a game.

use crate::fleet::Fleet;
use crate::sequence::Step;
use crate::setup::Setup;
use crate::tables::Tables;
use crate::units::{Base, CONVOYS, ConvoyId, EscortKind, Straggle};
use crate::weather::{Fog, Storm};
use derbyhouse_kernel::{Agenda, Hex, HexSet};
use serde::{Deserialize, Serialize};

/// Where a convoy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Not yet entered.
    Pool,
    /// On the map.
    At(Hex),
    /// Reached its destination; it never returns [7.32].
    Arrived,
    /// Found to be a dummy and taken off [12.11], [15.6].
    Removed,
}

/// What the boats know of a convoy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contact {
    /// Its escort lies face down.
    Hidden,
    /// Its escort lies face up on top: it can be attacked [14.12].
    Sighted,
    /// Its escort is known, but contact is lost [12.17].
    Lost,
}

/// An air group that flies with a convoy [11.4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AirEscort {
    /// Where it comes from.
    pub base: Base,
    /// How far it reaches.
    pub range: u8,
}

/// The weather that caught a convoy in phase B, until B3 [5.41].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Caught {
    /// None.
    Clear,
    /// Fog.
    Fog,
    /// Storm, which outranks fog (R24).
    Storm,
}

/// A convoy, but for its escort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Convoy {
    pub place: Place,
    pub contact: Contact,
    pub straggle: Straggle,
    /// Only from C1 to D3 [11.45].
    pub air_escort: Option<AirEscort>,
    /// Only inside phase B.
    pub caught: Caught,
    /// The hex it was attacked from in this F1 [14.14].
    pub attacked_from: Option<Hex>,
}

impl Convoy {
    /// As it waits in the pool.
    pub(crate) const WAITING: Self = Self {
        place: Place::Pool,
        contact: Contact::Hidden,
        straggle: Straggle::None,
        air_escort: None,
        caught: Caught::Clear,
        attacked_from: None,
    };

    /// Its hex, while it is on the map.
    pub(crate) fn hex(&self) -> Option<Hex> {
        match self.place {
            Place::At(hex) => Some(hex),
            _ => None,
        }
    }
}

/// What has happened so far, for statistics and for the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Convoys found by picket search.
    pub sightings: u16,
    /// Of these, convoys that were real.
    pub real_sightings: u16,
    /// Attacks made.
    pub attacks: u16,
    /// Boats sunk from the air, by escorts at sea, and in counterattacks.
    pub sunk: [u16; 3],
}

/// Who sinks a boat: a place in [`Tally::sunk`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hunter {
    /// Aircraft, in C2.
    Air,
    /// An escort that found the boats, in D2.
    Escort,
    /// An escort whose convoy was attacked, in F2.
    Counterattack,
}

/// Everything that is true at one moment of a game. Outside this crate it can be seen only through a
/// [`View`](crate::view::View).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub(crate) setup: Setup,
    /// 0 during set-up, then 1 to the last.
    pub(crate) turn: u8,
    pub(crate) agenda: Agenda<Step>,
    /// Points scored; each is a ship [14.11].
    pub(crate) points: u16,
    pub(crate) boats_sunk: u16,
    /// Boats not yet deployed [15.4].
    pub(crate) in_reserve: u16,
    pub(crate) convoys: [Convoy; CONVOYS],
    /// The escort of each convoy: hidden while its contact is [7.1], [15.5].
    #[serde(with = "derbyhouse_kernel::sealed")]
    pub(crate) escorts: [EscortKind; CONVOYS],
    pub(crate) storms: Vec<Storm>,
    pub(crate) fog: Fog,
    /// Hexes with a sighting marker: one each at most [12.4].
    pub(crate) sightings: HexSet,
    pub(crate) fleet: Fleet,
    /// Groups by base and range.
    pub(crate) air: [[u8; 5]; 4],
    /// The movement chit of the turn, from D1 to D3 [7.4].
    pub(crate) course: Option<u8>,
    pub(crate) tally: Tally,
    /// Given up before the end.
    pub(crate) resigned: bool,
}

impl Position {
    pub(crate) fn convoy(&self, id: ConvoyId) -> &Convoy {
        &self.convoys[id.index()]
    }

    pub(crate) fn convoy_mut(&mut self, id: ConvoyId) -> &mut Convoy {
        &mut self.convoys[id.index()]
    }

    pub(crate) fn escort(&self, id: ConvoyId) -> EscortKind {
        self.escorts[id.index()]
    }

    /// Convoys on the map with their hexes, in order of number.
    pub(crate) fn convoys_at_sea(&self) -> impl Iterator<Item = (ConvoyId, Hex)> {
        self.convoys
            .iter()
            .zip(ConvoyId::all())
            .filter_map(|(convoy, id)| Some((id, convoy.hex()?)))
    }

    /// Hexes with convoys.
    pub(crate) fn convoy_hexes(&self) -> HexSet {
        let mut hexes = HexSet::EMPTY;
        for convoy in &self.convoys {
            if let Place::At(hex) = convoy.place {
                hexes.insert(hex);
            }
        }
        hexes
    }

    /// Is a convoy there?
    pub(crate) fn has_convoy(&self, hex: Hex) -> bool {
        self.convoys
            .iter()
            .any(|convoy| convoy.place == Place::At(hex))
    }

    /// The step that is asking or about to run.
    pub(crate) fn step(&self) -> Option<&Step> {
        self.agenda.top()
    }

    /// Nothing left to play?
    pub(crate) fn is_over(&self) -> bool {
        self.resigned || self.agenda.is_empty()
    }

    /// Points less what the lost boats cost [16.1].
    pub(crate) fn net(&self, tables: &Tables) -> i32 {
        crate::victory::net(tables, self.points.into(), self.boats_sunk.into())
    }
}
