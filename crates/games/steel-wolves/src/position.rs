//! Everything that is true at one moment of a game.

use crate::activity::Colour;
use crate::boat::{Place, Side, Submarine};
use crate::calendar::{Date, Period};
use crate::combat::{Battle, Joins, Setting};
use crate::cups::{Cups, Season};
use crate::displays::Contact;
use crate::fleet::BoatId;
use crate::geography::{Area, Base, Node, Zone};
use crate::sequence::{Phase, Step};
use crate::setup::{Scenario, Setup};
use crate::tables::{ClassValues, Tables, War as WarScenario, WarEvent};
use crate::units::{Counter, Nation};
use crate::war::{Extra, War};
use crate::weather::{System, Weather};
use crate::wolfpack::Join;
use derbyhouse_kernel::Agenda;
use serde::{Deserialize, Serialize};

/// What nobody may see: which pieces the cups hold [3.15].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Secret {
    pub cups: Cups,
    /// Pieces beside the mix, in their cups or in a battle.
    pub extras: Vec<Extra>,
}

/// What an event makes of a contact [5.0].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Terms {
    pub nation: Option<Nation>,
    /// Packs and re-attacks are allowed where they are not [28.14], [28.15].
    pub pack: bool,
    /// Packs are forbidden even where they are allowed.
    #[serde(default)]
    pub no_packs: bool,
    pub reattack: bool,
    pub setting: Setting,
    /// Convoys come from the West cups.
    pub west: bool,
}

/// What a move is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Purpose {
    /// To hunt, or on the way there.
    #[default]
    Sortie,
    /// Home, to that base.
    Home(Node),
    /// Out of play, all the way home at once [19.13]; then into refit, or for good.
    Removal(Node, Place),
    /// Through Gibraltar for good.
    Breakthrough,
}

/// A boat's errand of the week: how far its move has come, and what it has found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Errand {
    pub purpose: Purpose,
    /// Where the move began, if at sea.
    pub start: Option<Area>,
    /// The base it left this week [15.1].
    pub departed: Option<Node>,
    /// Areas entered by this move, in order.
    pub entered: Vec<Area>,
    /// Transit zones crossed by this move [19.1].
    pub crossed: Vec<Zone>,
    /// Movement points used.
    pub points: u8,
    /// Areas it was in this week, for the weather [7.41].
    pub touched: Vec<Area>,
    /// A patrol move, not a transit.
    pub patrol: bool,
    /// The way ends in a base.
    pub homing: bool,
    /// It may hunt in the week in which it left its base [15.12].
    pub close: bool,
    /// Searches made this week, and whether any of them found something.
    pub searches: u8,
    pub contacts: u8,
    /// A contact made in transit [15.4].
    pub encounter: bool,
    /// The area whose chart it was made on.
    pub met_in: Option<Area>,
    /// The zone of that area in which a pack was called.
    #[serde(default)]
    pub met_off: Option<Zone>,
    /// Where the move had led, and on which side: the boat goes on there if nothing comes of the encounter [15.42].
    pub aside: Option<(Place, Side)>,
    /// No torpedoes left for it [15.43].
    pub empty: bool,
    /// Something other than loners was fought [30.1].
    pub big_fight: bool,
    /// The colour of what was found [13.24].
    pub colour: Option<Colour>,
    /// Coastal traffic is raided [13.23].
    pub raid: bool,
    /// The zone it enters by this move [20.3], and whether the naval base there [30.4].
    pub into: Option<Zone>,
    pub harbour: bool,
    /// The zone in which it began the week, for the weather [7.41].
    #[serde(default)]
    pub left: Option<Zone>,
    /// The zone in which it did its work this week.
    #[serde(default)]
    pub worked: Option<Zone>,
    /// It called a pack [15.48].
    pub called: bool,
    pub terms: Terms,
}

/// The nights of a convoy battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nights {
    /// 1 the first.
    pub number: u8,
    /// Boats that attacked the night before: they join by themselves.
    pub attacked: Vec<u16>,
    /// The convoy has scattered: there is no other night.
    pub scattered: bool,
}

/// A wolfpack, in a convoy battle or on patrol [24.0]. Boats go by their places in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pack {
    /// Who guides the others [24.1].
    pub shadower: Option<u16>,
    /// Boats in the pack, and whether they attack at once.
    pub joined: Vec<(u16, Joins)>,
    /// Boats that have tried to join, whatever came of it.
    pub tried: Vec<u16>,
    /// The finder, and its errand while others act.
    pub finder: Option<(u16, Errand)>,
}

impl Pack {
    /// A boat's place in the pack by the outcome of its try; false if it has none [24.1].
    pub fn take_in(&mut self, boat: u16, outcome: Join) -> bool {
        match outcome {
            Join::Joins => self.joined.push((boat, Joins::Now)),
            Join::Late => self.joined.push((boat, Joins::Late)),
            Join::Fails => return false,
        }
        true
    }

    /// A boat of the pack keeps contact, and attacks only from the re-attack on [24.1].
    pub fn shadowed_by(&mut self, boat: u16) {
        self.shadower = Some(boat);
        for (other, joins) in &mut self.joined {
            if *other == boat {
                *joins = Joins::Late;
            }
        }
    }
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
    /// Boats it has supplied, or tried to, this week [21.32].
    pub used: u8,
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
    /// Every boat that has entered, in the order of the table.
    pub(crate) boats: Vec<Submarine>,
    /// The boat that acts, by its place in the list.
    pub(crate) acting: u16,
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
    pub(crate) pack: Pack,
    pub(crate) war: War,
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
            Ok(Scenario::Free) => t.scenarios.free_patrol.weeks.into(),
            Ok(Scenario::War(place)) => t.scenarios.wars[place].turns,
            _ => 0,
        }
    }

    /// Nothing left to play?
    pub(crate) fn is_over(&self) -> bool {
        self.agenda.is_empty()
    }

    /// Weather of an area.
    pub(crate) fn weather_in(&self, area: Area) -> Weather {
        let here = self.weather.iter().find(|system| system.area == area);
        here.map_or(Weather::Clear, |system| system.weather)
    }

    /// Weather of a zone, and of boats in it: the worst of all areas that it is linked to [7.41], [26.53] (R33).
    pub(crate) fn weather_of_zone(&self, t: &Tables, zone: Zone) -> Weather {
        let links = t.map.zone(zone).links.iter();
        let worst = links.map(|area| self.weather_in(*area)).max();
        worst.unwrap_or(Weather::Clear)
    }

    /// Weather where a boat is.
    pub(crate) fn weather_at(&self, t: &Tables, place: Place) -> Weather {
        match place {
            Place::Area(area) => self.weather_in(area),
            Place::Zone(zone, _) => self.weather_of_zone(t, zone),
            _ => Weather::Clear,
        }
    }

    /// Weeks played, the current one included.
    pub(crate) fn week(&self) -> u16 {
        (self.date.weeks_since(self.start) + 1).max(0) as u16
    }

    /// The boat that acts.
    pub(crate) fn boat(&self) -> &Submarine {
        &self.boats[usize::from(self.acting)]
    }

    pub(crate) fn boat_mut(&mut self) -> &mut Submarine {
        &mut self.boats[usize::from(self.acting)]
    }

    /// The values of the class of the boat that acts.
    pub(crate) fn class<'t>(&self, t: &'t Tables) -> &'t ClassValues {
        t.submarines.class_of(self.boat().id)
    }

    /// The place of a boat in the list.
    pub(crate) fn find(&self, id: BoatId) -> Option<u16> {
        let place = self.boats.binary_search_by_key(&id, |boat| boat.id).ok();
        place
            .or_else(|| self.boats.iter().position(|boat| boat.id == id))
            .map(|place| place as u16)
    }

    /// A war period or the campaign?
    pub(crate) fn war_scenario<'t>(&self, t: &'t Tables) -> Option<&'t WarScenario> {
        match Scenario::find(t, &self.setup.scenario) {
            Ok(Scenario::War(place)) => t.scenarios.wars.get(place),
            _ => None,
        }
    }

    /// The War Event of this week, if its orders hold.
    pub(crate) fn event<'t>(&self, t: &'t Tables) -> Option<&'t WarEvent> {
        let current = self.war.current?;
        t.war_events.list.get(usize::from(current.event))
    }

    /// After Barbarossa [17.4]?
    pub(crate) fn barbarossa(&self) -> bool {
        self.war.barbarossa
    }

    /// The value of German torpedoes now; an event may override it [5.0], [6.0].
    pub(crate) fn torpedo(&self, t: &Tables) -> i8 {
        let ordered = self.event(t).and_then(|event| event.torpedo);
        ordered.unwrap_or(self.standing.torpedo)
    }

    /// Pieces that are out: sunk, or under repair.
    pub(crate) fn out(&self) -> Vec<Counter> {
        self.sunk.iter().chain(&self.damaged).copied().collect()
    }

    /// What decides which pieces are available now, with those that are [`Position::out`] [3.12], [3.13].
    pub(crate) fn season<'a>(&self, out: &'a [Counter]) -> Season<'a> {
        Season {
            period: self.period,
            month: self.date.month,
            barbarossa: self.barbarossa(),
            out,
        }
    }
}
