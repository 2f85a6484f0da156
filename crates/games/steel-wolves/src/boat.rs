//! A submarine of the player in play [2.3A].

use crate::combat::{Fate, Fighter};
use crate::crews;
use crate::endurance::Week;
use crate::fleet::{AceId, BoatId};
use crate::geography::{Area, Base, Zone};
use crate::ready::Stand;
use crate::tables::Tables;
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

/// Where a boat is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In a box of a base.
    Base(Base, Stand),
    /// In an area.
    Area(Area),
    /// In a zone, entered from that area.
    Zone(Zone, Area),
    /// Lost.
    Lost,
}

named! {
    /// Which side of the counter is up [2.3A].
    Side, "side" {
        /// On its way.
        Transit = "transit",
        /// On patrol.
        Patrol = "patrol",
    }
}

/// A boat with all that is marked on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submarine {
    pub id: BoatId,
    pub place: Place,
    pub side: Side,
    /// Return to base; only on the transit side [15.2].
    pub rtb: bool,
    /// Markers, 0 to 2 [18.0].
    pub damage: u8,
    pub spotted: bool,
    /// The Inexperienced marker, 0 to 2 [8.1].
    pub green: u8,
    pub ace: Option<(AceId, u8)>,
    /// What it did this week [14.7].
    pub week: Week,
    /// What will count on its return [8.12].
    pub patrol: crews::Patrol,
    /// Sunk on this patrol.
    pub ships: u8,
    pub tons: u16,
}

impl Submarine {
    /// A sound boat somewhere.
    pub fn new(id: BoatId, place: Place, side: Side, ace: Option<(AceId, u8)>) -> Self {
        Self {
            id,
            place,
            side,
            rtb: false,
            damage: 0,
            spotted: false,
            green: 0,
            ace,
            week: Week::default(),
            patrol: crews::Patrol::default(),
            ships: 0,
            tons: 0,
        }
    }

    /// Rating of the skipper.
    pub fn rating(&self) -> u8 {
        self.ace.map_or(0, |(_, rating)| rating)
    }

    /// The area it is in, or whose zone it is in.
    pub const fn area(&self) -> Option<Area> {
        match self.place {
            Place::Area(area) | Place::Zone(_, area) => Some(area),
            Place::Base(..) | Place::Lost => None,
        }
    }

    /// The zone it is in.
    pub const fn zone(&self) -> Option<Zone> {
        match self.place {
            Place::Zone(zone, _) => Some(zone),
            _ => None,
        }
    }

    /// Turns it home [15.2].
    pub fn turn_home(&mut self) {
        self.side = Side::Transit;
        self.rtb = true;
    }

    /// The boat as it comes to a fight.
    pub fn fighter(&self, t: &Tables, torpedo: i8) -> Fighter {
        Fighter {
            green: self.green,
            damage: self.damage,
            spotted: self.spotted,
            ..Fighter::new(t, self.id, self.rating(), torpedo)
        }
    }

    /// What a fight has made of it.
    pub fn after(&mut self, fighter: &Fighter) {
        self.damage = fighter.damage;
        self.spotted = fighter.spotted;
        self.ships = self.ships.saturating_add(fighter.ships);
        self.tons = self.tons.saturating_add(fighter.tons);
        if fighter.rtb {
            self.turn_home();
        }
        if fighter.fate == Fate::Sunk {
            self.place = Place::Lost;
            self.rtb = false;
            self.side = Side::Patrol;
            self.damage = 2;
        }
    }
}
