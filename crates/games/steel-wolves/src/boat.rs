//! A submarine of the player in play [2.3A].

use crate::combat::{Fate, Fighter};
use crate::crews;
use crate::endurance::Week;
use crate::fleet::{AceId, BoatId};
use crate::geography::{Area, Base, Node, Zone};
use crate::ready::Stand;
use crate::tables::{Tables, Theatre};
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

/// Where a boat is. Boats that have not entered yet are in no list of boats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In a box of a base.
    Base(Base, Stand),
    /// In a box of a forward base [21.1].
    Forward(Zone, Stand),
    /// In an area.
    Area(Area),
    /// In a zone, entered from that area.
    Zone(Zone, Area),
    /// In the Baltic, for an event (R11).
    Baltic,
    /// In the refit box of its theatre [8.0].
    Refit,
    /// Relegated to training.
    Training,
    /// Out of play without being lost: scrapped, decommissioned, gone home [18.4].
    Scrapped,
    /// Lost.
    Lost,
}

impl Place {
    /// In an area or a zone.
    pub const fn is_at_sea(self) -> bool {
        matches!(self, Self::Area(_) | Self::Zone(..) | Self::Baltic)
    }

    /// In a base of either kind.
    pub const fn is_in_base(self) -> bool {
        matches!(self, Self::Base(..) | Self::Forward(..))
    }

    /// Will never come back.
    pub const fn is_out(self) -> bool {
        matches!(self, Self::Training | Self::Scrapped | Self::Lost)
    }

    /// The area, or the one whose zone it is.
    pub const fn area(self) -> Option<Area> {
        match self {
            Self::Area(area) | Self::Zone(_, area) => Some(area),
            _ => None,
        }
    }

    /// The zone.
    pub const fn zone(self) -> Option<Zone> {
        match self {
            Self::Zone(zone, _) => Some(zone),
            _ => None,
        }
    }

    /// Where it is on the map of routes.
    pub const fn node(self) -> Option<Node> {
        match self {
            Self::Base(base, _) => Some(Node::Base(base)),
            Self::Forward(zone, _) => Some(Node::Forward(zone)),
            Self::Area(area) | Self::Zone(_, area) => Some(Node::Area(area)),
            _ => None,
        }
    }

    /// The box of a base.
    pub const fn stand(self) -> Option<Stand> {
        match self {
            Self::Base(_, stand) | Self::Forward(_, stand) => Some(stand),
            _ => None,
        }
    }
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

named! {
    /// The theatre that a boat belongs to; events assign boats to the two smaller ones for good [5.0].
    Command, "theatre" {
        /// All waters but the Mediterranean.
        Atlantic = "atlantic",
        /// Never through Gibraltar again.
        Mediterranean = "mediterranean",
        /// Patrols the Norwegian and Barents Seas only.
        Arctic = "arctic",
    }
}

/// What a boat was ordered to do by a War Event [5.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// Named for a demand of this week's event: by its place in the list of demands.
    Sent(u8, Theatre),
    /// Reports weather from the Greenland Gap.
    Weather,
    /// Goes home with a ship that it escorts, not through the Channel; to that base.
    Escort(Option<Base>),
    /// Was ordered home this week, and moves at once [5.0] (R40).
    Recalled,
    /// Must go to a base that can mend it [21.23].
    Yard,
    /// Goes to that area without attacking.
    Rescue(Area),
    /// Enters a port by captured charts [14.18].
    Charts(Zone),
    /// Was spotted there with mines, kept them, and must try again [26.11C].
    Mines(Zone),
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
    pub command: Command,
    /// Carries mines [26.0].
    pub mines: bool,
    pub duty: Option<Duty>,
    /// In the done section, or has acted this week [2.1].
    pub done: bool,
    /// Tried to join a pack this week and failed [24.1].
    pub failed_pack: bool,
    /// Where it came from to join a pack this week: its patrol move is made (R59).
    #[serde(default)]
    pub came_from: Option<Area>,
    /// A tanker that lies ready, and boats it has tried to supply this week [21.33].
    pub serving: Option<u8>,
    /// What it did this week [14.7].
    pub week: Week,
    /// What will count on its return [8.12].
    pub patrol: crews::Patrol,
    /// Sunk in all.
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
            command: Command::Atlantic,
            mines: false,
            duty: None,
            done: false,
            failed_pack: false,
            came_from: None,
            serving: None,
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
        self.place.area()
    }

    /// The zone it is in.
    pub const fn zone(&self) -> Option<Zone> {
        self.place.zone()
    }

    /// On patrol at sea.
    pub fn patrols(&self) -> bool {
        self.side == Side::Patrol && self.area().is_some()
    }

    /// On its way out.
    pub fn is_outbound(&self) -> bool {
        self.side == Side::Transit && !self.rtb && self.area().is_some()
    }

    /// Ready for sea in a base.
    pub fn is_ready(&self) -> bool {
        self.place.stand() == Some(Stand::Ready)
    }

    /// Has something to do in the Operations Segment.
    pub fn may_act(&self) -> bool {
        !self.done && self.serving.is_none() && (self.place.is_at_sea() || self.is_ready())
    }

    /// Turns it home [15.2].
    pub fn turn_home(&mut self) {
        self.side = Side::Transit;
        self.rtb = true;
    }

    /// Leaves play: nothing is marked on it any more.
    pub fn leave(&mut self, place: Place) {
        self.place = place;
        self.side = Side::Transit;
        self.rtb = false;
        self.spotted = false;
        self.mines = false;
        self.duty = None;
        self.came_from = None;
        self.serving = None;
        self.week = Week::default();
        self.patrol = crews::Patrol::default();
        if place != Place::Lost {
            self.damage = 0;
        }
        if place.is_out() {
            self.green = 0;
        }
    }

    /// The boat as it comes to a fight.
    pub fn fighter(&self, t: &Tables, torpedo: i8) -> Fighter {
        Fighter {
            green: self.green,
            damage: self.damage,
            spotted: self.spotted,
            sparing: self.week.sparing, // for the week [30.81]
            empty: !t.submarines.has_tubes(self.id),
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
            self.leave(Place::Lost);
            self.damage = 2;
        }
    }
}
