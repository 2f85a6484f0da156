//! The gate: what the player may know of a position. Hidden are what lies face down and what the cups hold [2.3B], [3.15].

mod stakes;

use crate::activity::{Chart, Colour};
use crate::boat::Submarine;
use crate::calendar::{Date, Period};
use crate::combat::{Battle, SlotId};
use crate::displays::Contact;
use crate::geography::{Area, Node};
use crate::movement;
use crate::position::{Position, Standing};
use crate::sequence::{Phase, Step};
use crate::setup::Setup;
use crate::tables::{Piece, Tables};
use crate::units::{Counter, Ensign};
use crate::weather::System;

/// A position as the player sees it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    tables: &'a Tables,
    position: &'a Position,
}

/// A unit on a display, as far as it shows.
#[derive(Clone, Copy, Debug)]
pub enum Shown<'a> {
    /// Face down: only its flag.
    Back(Ensign),
    /// Turned up.
    Face(Counter, &'a Piece),
}

impl<'a> View<'a> {
    pub(crate) fn new(tables: &'a Tables, position: &'a Position) -> Self {
        Self { tables, position }
    }

    /// The tables in play.
    pub fn tables(&self) -> &'a Tables {
        self.tables
    }

    /// What was agreed.
    pub fn setup(&self) -> &'a Setup {
        &self.position.setup
    }

    /// The week.
    pub fn date(&self) -> Date {
        self.position.date
    }

    /// Weeks played, and weeks at most.
    pub fn weeks(&self) -> (u16, u16) {
        (self.position.week(), self.position.weeks(self.tables))
    }

    /// A war period or the campaign.
    pub fn is_war(&self) -> bool {
        self.position.war_scenario(self.tables).is_some()
    }

    /// The night of a convoy battle; 0 on patrol.
    pub fn night(&self) -> u8 {
        self.position.nights.number
    }

    /// The war period.
    pub fn period(&self) -> Period {
        self.position.period
    }

    /// Torpedoes, B-Dienst, Enigma.
    pub fn standing(&self) -> Standing {
        self.position.standing
    }

    /// The phase.
    pub fn phase(&self) -> Phase {
        self.position.phase
    }

    /// The state of the war: events, bases, aircraft, points.
    pub fn war(&self) -> &'a crate::war::War {
        &self.position.war
    }

    /// Active bases.
    pub fn bases(&self) -> &'a [crate::geography::Base] {
        &self.position.bases
    }

    /// Supply ships at sea, and tankers in port from their month on [21.31], [21.32].
    pub fn supplies(&self) -> impl Iterator<Item = &'a crate::position::Supply> + use<'a> {
        let (tables, month) = (self.tables, self.position.date.month);
        let there = move |supply: &&crate::position::Supply| {
            let kind = tables.submarines.supply_ships[usize::from(supply.ship)].kind;
            let later =
                matches!(kind, crate::tables::SupplyKind::Interned(_, entry) if month < entry);
            !supply.gone && !later
        };
        self.position.supplies.iter().filter(there)
    }

    /// The boat that acts, if one does.
    pub fn acting(&self) -> Option<&'a Submarine> {
        self.position.boats.get(usize::from(self.position.acting))
    }

    /// All boats.
    pub fn boats(&self) -> &'a [Submarine] {
        &self.position.boats
    }

    /// Weather on the map.
    pub fn weather(&self) -> &'a [System] {
        &self.position.weather
    }

    /// What is asked, if something is.
    pub fn step(&self) -> Option<Step> {
        self.position.agenda.top().copied()
    }

    /// What the boat that acts has found, and its colour on the chart.
    pub fn contact(&self) -> (Contact, Option<Colour>) {
        (self.position.contact, self.position.errand.colour)
    }

    /// The chart of an area now.
    pub fn chart(&self, area: Area) -> &'a Chart {
        self.tables
            .map
            .chart(area, self.position.period, self.position.barbarossa())
    }

    /// Air cover of an area now: by its chart, or by an event that gave it light cover [2.13], [WE5.10b].
    pub fn air(&self, area: Area) -> crate::activity::Cover {
        use crate::activity::Cover;
        match self.chart(area).air {
            Cover::None if self.position.has_light_air(self.tables, area) => Cover::Light,
            cover => cover,
        }
    }

    /// Whether enemy submarines may be met in an area now [14.6], [36.63H].
    pub fn has_enemy_submarines(&self, area: Area) -> bool {
        self.position.chart(self.tables, area).enemy_sub
    }

    /// The torpedo value that counts this week: an event may set it [6.0], [5.0].
    pub fn torpedo(&self) -> i8 {
        self.position.torpedo(self.tables)
    }

    /// Areas that a boat may enter [15.11].
    pub fn reach(&self, boat: &Submarine) -> [bool; 27] {
        self.position.reach(self.tables, boat)
    }

    /// Whether a boat may patrol an area [5.0].
    pub fn may_patrol(&self, boat: &Submarine, area: Area) -> bool {
        self.position.may_patrol(self.tables, boat.command, area)
    }

    /// Where the boat that acts stood before it moved; nowhere if it came from base [15.1].
    pub fn start(&self) -> Option<Area> {
        self.position.errand.start
    }

    /// Turns that the boat that acts needs to a base, this one not counted [15.22].
    pub fn turns_home(&self, haven: Node) -> Option<u8> {
        let here = self.position.node()?;
        let speed = self.position.class(self.tables).speed;
        movement::turns_home(&self.tables.map, here, haven, speed, speed, false)
    }

    /// Places free on the repair track of a base, less the boats that wait for one [10.1].
    pub fn repair_room(&self, base: crate::geography::Base) -> i32 {
        let room = self.position.repair_room(self.tables, base);
        let taken = self.position.under_repair(base);
        let held = crate::boat::Place::Base(base, crate::ready::Stand::Hold);
        let waiting = self.position.boats.iter().filter(|boat| boat.place == held);
        room as i32 - taken as i32 - waiting.count() as i32
    }

    /// Boats that could try to join a pack now [24.1].
    pub fn callable(&self) -> impl Iterator<Item = &'a Submarine> + use<'a> {
        let callable = self.position.callable(self.tables).into_iter();
        let position = self.position;
        callable.filter_map(move |place| position.boats.get(usize::from(place)))
    }

    /// How many have tried.
    pub fn tries(&self) -> usize {
        self.position.pack.tried.len()
    }

    /// The boats of the pack, in the order in which they joined.
    pub fn pack_boats(&self) -> impl Iterator<Item = &'a Submarine> {
        let joined = self.position.pack.joined.iter();
        joined.filter_map(|(place, _)| self.position.boats.get(usize::from(*place)))
    }

    /// The Enigma level that counts for a boat [7.31].
    pub fn enigma(&self, boat: &Submarine) -> i8 {
        self.position.enigma(self.tables(), boat)
    }

    /// A boat by its number, if it is in play.
    pub fn boat(&self, id: crate::fleet::BoatId) -> Option<&'a Submarine> {
        let place = self.position.find(id)?;
        self.position.boats.get(usize::from(place))
    }

    /// What changes the search of the boat that acts, its chart, and whether it is in a zone [13.21].
    pub fn search(&self) -> Option<(i8, &'a Chart, bool)> {
        let boat = self.acting()?;
        let area = boat.area()?;
        let search = self.position.search_of(self.tables, area);
        let modifier = search.modifier(self.tables);
        Some((modifier, self.chart(area), boat.zone().is_some()))
    }

    /// The Transit Event check that the move would end in with that answer: what is added, and the number [19.1].
    pub fn check_after(&self, choice: &crate::choice::Choice) -> Option<(i8, u8)> {
        let check = self.position.check_after(self.tables, *choice)?.check;
        Some((check.modifier(self.tables), check.threshold(self.tables)))
    }

    /// The try of a boat to join the pack that is being called [24.1].
    pub fn attempt(&self, boat: crate::fleet::BoatId) -> Option<crate::wolfpack::Attempt> {
        let place = self.position.find(boat)?;
        self.position.attempt(self.tables, place)
    }

    /// The War Event of the week [5.0].
    pub fn event(&self) -> Option<&'a crate::tables::WarEvent> {
        self.position.event(self.tables)
    }

    /// Events that have occurred, and how often.
    pub fn past_events(&self) -> impl Iterator<Item = (&'a crate::tables::WarEvent, u8)> {
        let times = self.position.war.occurred.iter().copied();
        let events = self.tables.war_events.list.iter().zip(times);
        events.filter(|(_, times)| *times > 0)
    }

    /// When an event came last in this game.
    pub fn date_of(&self, event: &crate::tables::WarEvent) -> Option<Date> {
        let place = self.tables.war_events.place(&event.id)?;
        let mut dates = self.position.war.dates.iter();
        dates
            .find(|(other, _)| *other == place)
            .map(|(_, date)| *date)
    }

    /// The area whose signals are read this week [7.11].
    pub fn signals(&self) -> Option<Area> {
        let row = usize::from(self.position.signals?);
        self.tables.b_dienst[self.position.period.index()][row].area
    }

    /// Ships and thousand tons sunk.
    pub fn sunk(&self) -> (u16, u32) {
        (self.position.ships_total, self.position.tons_total)
    }

    /// The score so far.
    pub fn score(&self) -> i32 {
        self.position.score(self.tables)
    }

    /// Par of a patrol or a convoy battle, and from which percent of it on each level is reached; none in a war [16.11].
    pub fn par(&self) -> Option<(i32, [i32; 3])> {
        self.position.par(self.tables)
    }

    /// The battle, if one is on. What lies face down is asked for with [`View::unit`].
    pub fn battle(&self) -> Option<&'a Battle> {
        self.position.battle.as_ref()
    }

    /// A unit of the battle; nothing if it is gone.
    pub fn unit(&self, slot: SlotId) -> Option<Shown<'a>> {
        let battle = self
            .battle()
            .filter(|battle| slot.index() < battle.slots.len() && !battle.gone.has(slot))?;
        if !battle.up.has(slot) {
            let white = battle.white.has(slot);
            return Some(Shown::Back(if white { Ensign::White } else { Ensign::Red }));
        }
        let counter = battle.face(slot);
        Some(Shown::Face(counter, self.tables.ships.piece(counter)))
    }
}
