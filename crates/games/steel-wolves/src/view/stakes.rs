//! What the player may know of rolls to come: the very values that play rolls with, and what lies open on the map.

use super::View;
use crate::boat::{Place, Submarine};
use crate::choice::Choice;
use crate::displays::Contact;
use crate::endurance::{Stays, Week};
use crate::forecast::Forecast;
use crate::geography::{Area, Zone};
use crate::mines;
use crate::movement;
use crate::politics::Petition;
use crate::provisions::Giver;
use crate::search::Search;
use crate::sequence::Step;
use crate::supply::Provider;
use crate::tables::{Deed, Deploy, Signals, Theatre, WarEvent};
use crate::weather::Weather;

impl<'a> View<'a> {
    /// Boats that count as a crowd in an area, and how many nobody notices [22.1].
    pub fn crowd(&self, area: Area) -> (u16, u16) {
        (self.position.boats_in(area), self.tables.crowd.free)
    }

    /// Whether an area has not been searched before, or only in the last weeks [30.5].
    pub fn is_virgin(&self, area: Area) -> bool {
        self.position.is_virgin(self.tables, area)
    }

    /// The last week in which an area that has been searched counts as virgin [30.5].
    pub fn virgin_until(&self, area: Area) -> Option<crate::calendar::Date> {
        self.position.virgin_until(area)
    }

    /// Whether a zone may be patrolled now (R20).
    pub fn is_open(&self, zone: Zone) -> bool {
        self.position.is_open(self.tables, zone)
    }

    /// Whether mines may be laid in a zone in good weather, without an event that orders it [26.52], [26.53].
    pub fn may_mine(&self, zone: Zone) -> bool {
        let occurred = |event: &str| self.position.war.has_occurred(self.tables, event);
        let period = self.position.period;
        !self.position.is_forward(zone)
            && mines::allowed(self.tables, zone, period, false, occurred, Weather::Clear)
    }

    /// What B-Dienst has heard of an area this week [7.11].
    pub fn heard_in(&self, area: Area) -> Option<&'a Signals> {
        self.position.signals_in(self.tables, area)
    }

    /// Everything that changes the search of the boat that acts [13.21].
    pub(crate) fn search_values(&self) -> Option<Search> {
        let area = self.acting()?.area()?;
        Some(self.position.search_of(self.tables, area))
    }

    /// The Transit Event check that the move would end in with that answer [19.1].
    pub(crate) fn check_values(&self, choice: &Choice) -> Option<Forecast> {
        self.position.check_after(self.tables, *choice)
    }

    /// The checks of a boat that an answer names for an event [5.3].
    pub(crate) fn checks_of_errand(&self, choice: &Choice) -> Vec<Forecast> {
        self.position.checks_of_errand(self.tables, *choice)
    }

    /// The office that an answer would ask, the influence with it and, for new torpedoes, the die that is needed besides
    /// [35.0].
    pub(crate) fn petition(&self, choice: &Choice) -> Option<Petition> {
        self.position.petition(self.tables, *choice)
    }

    /// The worst weather that the boat that acts will have been in this week with an answer [7.41].
    pub(crate) fn weather_ahead(&self, choice: &Choice) -> Weather {
        let to = match choice {
            Choice::To(area) => Some(Place::Area(*area)),
            Choice::Into(zone) | Choice::Harbour(zone) => {
                let area = self.position.boat().area();
                area.map(|area| Place::Zone(*zone, area))
            }
            _ => None,
        };
        self.position.worst_weather(self.tables, to)
    }

    /// The number of a boat's Endurance Check after such a week, and what is added to the die [14.7].
    pub fn endurance_after(&self, boat: &Submarine, week: Week) -> (i8, i8) {
        self.position.endurance_of(self.tables, boat, week)
    }

    /// What decides the Endurance Check of the boat that acts, if not the die [WE1.8b].
    pub(crate) fn stays(&self) -> Stays {
        self.position.stays(self.tables)
    }

    /// Whether the boat that acts has met something on its way [15.4].
    pub fn is_encounter(&self) -> bool {
        self.position.errand.encounter
    }

    /// Where the contact was made that is to be fought, or to which a pack is called [24.1].
    pub fn found_at(&self) -> Option<Place> {
        self.position.found_at()
    }

    /// Whether the boat that acts has found something this week.
    pub fn has_found(&self) -> bool {
        self.position.errand.contacts > 0
    }

    /// Who could supply the boat that acts, in the order of the answers: name and kind [21.3].
    pub fn providers(&self) -> impl Iterator<Item = (&'a str, Provider)> {
        let (t, p) = (self.tables, self.position);
        p.providers(t).into_iter().map(move |giver| match giver {
            Giver::Ship(place, provider) => {
                let ship = p.supplies[usize::from(place)].ship;
                let name = &t.submarines.supply_ships[usize::from(ship)].name;
                (name.as_str(), provider)
            }
            Giver::Tanker(place) => {
                let id = p.boats[usize::from(place)].id;
                (t.submarines.boat(id).name.as_str(), Provider::Tanker)
            }
        })
    }

    /// What a contact in an area becomes on a die, by event, scenario or B-Dienst [13.22].
    pub fn converted(&self, area: Area, contact: Contact, large: bool, die: u8) -> Contact {
        self.position
            .converted(self.tables, area, contact, large, die)
    }

    /// An event by its place in the table.
    pub fn event_at(&self, place: u8) -> Option<&'a WarEvent> {
        self.tables.war_events.list.get(usize::from(place))
    }

    /// The latest event that opens a forward base there: its tender comes in War Progress, when the week's event is over
    /// [17.5], [21.21].
    pub fn event_with_tender(&self, zone: Zone) -> Option<&'a WarEvent> {
        let opens = |event: &&WarEvent| {
            let mut deeds = event.deeds.iter();
            deeds.any(|deed| matches!(deed, Deed::Tender { at, .. } if *at == zone))
        };
        let past = self.position.war.dates.iter().rev();
        let mut past = past.filter_map(|(place, _)| self.event_at(*place));
        past.find(opens)
    }

    /// Whether an event has occurred.
    pub fn has_occurred(&self, event: &str) -> bool {
        self.position.war.has_occurred(self.tables, event)
    }

    /// Whether the next boat that is named for a demand lays mines: all of them, or so many [5.3], [WE1.9].
    pub fn lays_mines(&self, deploy: &Deploy, left: u8) -> bool {
        let mut places = deploy.to.iter();
        places.any(|to| self.position.lays_mines(self.tables, deploy, left, *to))
    }

    /// The supply ship that an event places: the one named, or any that is left [21.32].
    pub fn unused_ship(&self, named: Option<u8>) -> Option<&'a str> {
        let ship = self.position.unused_ship(self.tables, named)?;
        let ships = &self.tables.submarines.supply_ships;
        ships.get(usize::from(ship)).map(|ship| ship.name.as_str())
    }

    /// The place that a boat's orders send it to.
    pub fn ordered_to(&self, boat: &Submarine) -> Option<Theatre> {
        self.position.ordered_to(boat)
    }

    /// What of the orders of the week's event is still to be done: its questions, and the steps that lead to them [5.0].
    pub fn pending_orders(&self) -> impl Iterator<Item = Step> + use<'a> {
        let agenda = &self.position.agenda;
        let steps = agenda.top().into_iter().chain(agenda.below_top()).copied();
        steps.filter(|step| match step {
            Step::Pick(task, _) => task.is_of_event(),
            Step::EventOrders
            | Step::Cancel
            | Step::Comply
            | Step::Ignore
            | Step::PlaceSupply(..) => true,
            _ => false,
        })
    }

    /// Whether boats may still be named for a demand of the event of the week [5.3].
    pub fn is_demanded(&self, number: u8) -> bool {
        let agenda = &self.position.agenda;
        let mut steps = agenda.top().into_iter().chain(agenda.below_top());
        let event = self.position.war.current.map(|current| current.event);
        steps.any(|step| match step {
            Step::Demands => true,
            Step::Demand(of, deploy, _) => Some(*of) == event && *deploy == number,
            _ => false,
        })
    }

    /// Movement points from a boat's area to its nearest base [15.11].
    pub fn distance_home(&self, boat: &Submarine) -> Option<u8> {
        let havens = self.position.havens(self.tables, boat);
        movement::distance(&self.tables.map, &havens, boat.area()?)
    }

    /// Events with a last date that have not occurred yet, each with that date [5.4].
    pub fn due_events(&self) -> impl Iterator<Item = (&'a WarEvent, crate::calendar::Month)> {
        let (war, t) = (&self.position.war, self.tables);
        let list = t.war_events.list.iter();
        list.filter_map(move |event| {
            let from = event.forced_from?;
            let kin = |other: &&WarEvent| event.family.is_some() && other.family == event.family;
            let over = war.has_occurred(t, &event.id)
                || t.war_events
                    .list
                    .iter()
                    .filter(kin)
                    .any(|other| war.has_occurred(t, &other.id));
            (!over).then_some((event, from))
        })
    }
}
