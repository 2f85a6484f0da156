//! What a war period or the campaign keeps besides boats and cups [2.1], [3.3]; patrols and convoy battles use little of it.

use crate::calendar::{Date, Month, Period};
use crate::fleet::{AceId, BoatId, ClassId};
use crate::geography::{Area, Node, Zone};
use crate::progress::Tally;
use crate::tables::{Lasts, Office, Tables, Waters};
use serde::{Deserialize, Serialize};

/// An Axis aircraft [7.5]; one that is lost is in no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aircraft {
    /// Place in the table.
    pub plane: u8,
    /// Any active submarine base, Narvik too [7.54].
    pub base: Node,
    /// Where it flies this week.
    pub over: Option<Area>,
}

/// A minefield [26.0].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minefield {
    pub zone: Zone,
    /// 1 to 3.
    pub strength: u8,
}

/// A forward base [21.1]: with a tender, or a port of Vichy [36.63H].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forward {
    pub zone: Zone,
    /// The tender, by place in the table.
    pub tender: Option<u8>,
    pub capacity: u8,
}

/// An enemy submarine by name that an event brought into a cup; sunk ones leave for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hunter {
    /// Place in the table.
    pub boat: u8,
    pub waters: Waters,
}

/// A piece that was put into a cup beside its mix (2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extra {
    pub counter: crate::units::Counter,
    pub cup: crate::cups::Cup,
    pub lasts: Lasts,
}

/// The War Event of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Current {
    /// Place in the table.
    pub event: u8,
    /// 1, or 2 for the second week of Weserübung.
    pub week: u8,
    /// Its demand was cancelled or refused, by the political option [36.64].
    pub waived: bool,
    /// The player has left its transfer aside, as he may with enough boats there [5.0].
    #[serde(default)]
    pub ignored: bool,
    /// An Arctic convoy scatters.
    pub scattered: bool,
    /// The port that captured charts show.
    pub port: Option<Zone>,
}

/// The state of a war.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct War {
    pub barbarossa: bool,
    /// A period that may begin, and the month in which its check opened [17.1].
    pub check: Option<(Period, Month)>,
    pub barbarossa_check: Option<Month>,
    pub four_rotor: bool,
    /// Times that each event has occurred, by place in the table.
    pub occurred: Vec<u8>,
    /// When each of them came last in this game.
    #[serde(default)]
    pub dates: Vec<(u8, Date)>,
    pub current: Option<Current>,
    /// The period whose head has been carried out [5.0].
    pub head: Option<Period>,
    /// Weather reporting is in force.
    pub weather_duty: bool,
    /// Nobody returns to Murmansk any more.
    pub no_murmansk: bool,
    /// Risky Attacks are over for good, and U-boats lost at Gibraltar this week [WE3.7].
    pub risky_over: bool,
    pub lost_at_gibraltar: u8,
    pub aircraft: Vec<Aircraft>,
    /// Aircraft that have been lost, or have entered and gone.
    pub planes_gone: Vec<u8>,
    pub fields: Vec<Minefield>,
    pub forward: Vec<Forward>,
    /// Sunk by mines: ships and thousand tons.
    pub mined: (u16, u32),
    pub hunters: Vec<Hunter>,
    /// This month, and all [3.3]: the one begins anew, the other is what torpedoes learn from (R5).
    pub month: Tally,
    pub total: Tally,
    /// How things stood when the week began.
    #[serde(default)]
    pub opened: crate::reckoning::Opening,
    /// Victory points so far [31.03].
    pub points: i32,
    pub imperilled: u8,
    pub peace: bool,
    /// Ships sunk before the last turn [6.0].
    pub ships_before: u16,
    /// Boats that come in another month than listed, and without a marker.
    pub delayed: Vec<(BoatId, Month)>,
    /// Aces who wait for a new boat [25.33].
    pub billets: Vec<(BoatId, AceId)>,
    pub aces_gone: Vec<AceId>,
    /// Classes out of service.
    pub retired: Vec<ClassId>,
    /// A boat has entered a naval base this week [30.4].
    pub harbour_used: bool,
    /// Influence with the offices, by [`Office::index`], if politics are played [35.0].
    pub influence: Option<[u8; 5]>,
    /// The boats of Vichy have joined [36.63H].
    pub vichy: bool,
}

impl War {
    /// Times that an event has occurred; Barbarossa counts as one.
    pub fn times(&self, t: &Tables, event: &str) -> u8 {
        if event == "barbarossa" {
            return self.barbarossa.into();
        }
        t.war_events
            .place(event)
            .and_then(|place| self.occurred.get(usize::from(place)).copied())
            .unwrap_or(0)
    }

    /// Has it occurred?
    pub fn has_occurred(&self, t: &Tables, event: &str) -> bool {
        self.times(t, event) > 0
    }

    /// Has it occurred, and is its own week over? Some things change only afterwards [WE5.0b], [WE5.10b].
    pub fn is_past(&self, t: &Tables, event: &str) -> bool {
        let place = t.war_events.place(event);
        let now = self.current.map(|current| current.event);
        self.has_occurred(t, event) && (place.is_none() || place != now)
    }

    /// Notes that an event has occurred.
    pub fn note(&mut self, t: &Tables, place: u8) {
        if self.occurred.len() < t.war_events.list.len() {
            self.occurred.resize(t.war_events.list.len(), 0);
        }
        if let Some(times) = self.occurred.get_mut(usize::from(place)) {
            *times = times.saturating_add(1);
        }
    }

    /// Influence changes, within its limits [35.0].
    pub fn influence(&mut self, t: &Tables, office: Office, change: i8) {
        if let Some(offices) = &mut self.influence {
            let now = &mut offices[office.index()];
            *now = now
                .saturating_add_signed(change)
                .clamp(t.politics.least, t.politics.most);
        }
    }
}
