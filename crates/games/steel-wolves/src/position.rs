//! Everything that is true at one moment of a game.

use crate::activity::Colour;
use crate::boat::Submarine;
use crate::calendar::{Date, Period};
use crate::combat::Battle;
use crate::cups::Cups;
use crate::displays::Contact;
use crate::geography::{Area, Base, Zone};
use crate::sequence::{Phase, Step};
use crate::setup::{Scenario, Setup};
use crate::tables::Tables;
use crate::units::Counter;
use crate::weather::{System, Weather};
use derbyhouse_kernel::Agenda;
use serde::{Deserialize, Serialize};

/// What nobody may see: which pieces the cups hold [3.15].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Secret {
    pub cups: Cups,
}

/// A boat's errand of the week: how far its move has come, and what it has found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Errand {
    /// Where the move began, if at sea.
    pub start: Option<Area>,
    /// The base it left this week [15.1].
    pub departed: Option<Base>,
    /// Areas entered by this move, in order.
    pub entered: Vec<Area>,
    /// Transit zone crossed.
    pub crossed: Option<Zone>,
    /// Movement points used.
    pub points: u8,
    /// Areas it was in this week, for the weather [7.41].
    pub touched: Vec<Area>,
    /// A patrol move, not a transit.
    pub patrol: bool,
    /// Searches made this week, and whether any of them found something.
    pub searches: u8,
    pub contacts: u8,
    /// A contact made in transit [15.4].
    pub encounter: bool,
    /// The area whose chart it was made on.
    pub met_in: Option<Area>,
    /// No torpedoes left for it [15.43].
    pub empty: bool,
    /// Something other than loners was fought [30.1].
    pub big_fight: bool,
    /// The colour of what was found [13.24].
    pub colour: Option<Colour>,
    /// Coastal traffic is raided [13.23].
    pub raid: bool,
}

/// The nights of a convoy battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nights {
    /// 1 the first.
    pub number: u8,
    /// Who guides the others [24.1], by place in the list of boats.
    pub shadower: Option<u8>,
    /// Boats in the pack tonight, and whether they attack at once.
    pub joined: Vec<(u8, crate::combat::Joins)>,
    /// Boats that attacked the night before: they join by themselves.
    pub attacked: Vec<u8>,
    /// Boats that have tried to join tonight.
    pub tries: u8,
    /// The convoy has scattered: there is no other night.
    pub scattered: bool,
}

/// Levels of the game [6.0], [7.2], [7.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    pub torpedo: i8,
    pub b_dienst: i8,
    pub enigma: i8,
}

/// A supply ship in its place, or a tanker in port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    /// Place in the table.
    pub ship: u8,
    pub area: Area,
    pub gone: bool,
}

/// Everything that is true at one moment. Outside this crate it can be seen only through a
/// [`View`](crate::view::View).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub(crate) setup: Setup,
    pub(crate) start: Date,
    pub(crate) date: Date,
    pub(crate) period: Period,
    pub(crate) standing: Standing,
    pub(crate) phase: Phase,
    /// What is done next.
    pub(crate) agenda: Agenda<Step>,
    pub(crate) bases: Vec<Base>,
    pub(crate) boats: Vec<Submarine>,
    /// Weather markers, at most three [7.4].
    pub(crate) weather: Vec<System>,
    /// Row of the B-Dienst table this week [7.11]; never more than one area [7.14].
    pub(crate) signals: Option<u8>,
    /// First searches of virgin areas [30.5].
    pub(crate) visited: Vec<(Area, Date)>,
    pub(crate) supplies: Vec<Supply>,
    /// The one attempt at an interned tanker this week [21.31].
    pub(crate) port_used: bool,
    pub(crate) errand: Errand,
    pub(crate) nights: Nights,
    pub(crate) battle: Option<Battle>,
    /// What the battle is about.
    pub(crate) contact: Contact,
    /// Named ships sunk, and out until the next period [14.81].
    pub(crate) sunk: Vec<Counter>,
    pub(crate) damaged: Vec<Counter>,
    /// The player has given up.
    pub(crate) resigned: bool,
    /// Ships and thousand tons sunk so far [3.3].
    pub(crate) ships_total: u16,
    pub(crate) tons_total: u32,
    #[serde(with = "derbyhouse_kernel::sealed")]
    pub(crate) secret: Secret,
}

impl Position {
    /// Weeks that the scenario lasts at most.
    pub(crate) fn weeks(&self, t: &Tables) -> u16 {
        match Scenario::find(t, &self.setup.scenario) {
            Ok(Scenario::Patrol(place)) => t.scenarios.patrols[place].weeks.into(),
            _ => 0,
        }
    }

    /// Nothing left to play?
    pub(crate) fn is_over(&self) -> bool {
        self.agenda.is_empty()
    }

    /// Weather of an area and its zones.
    pub(crate) fn weather_in(&self, area: Area) -> Weather {
        let here = self.weather.iter().find(|system| system.area == area);
        here.map_or(Weather::Clear, |system| system.weather)
    }

    /// Weeks played, the current one included.
    pub(crate) fn week(&self) -> u16 {
        (self.date.weeks_since(self.start) + 1).max(0) as u16
    }
}
