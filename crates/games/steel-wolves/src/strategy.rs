//! The War Event Phase [5.0]: which event comes, and what it does at once.

// Events that change cups, bases, tenders and supply ships, or nothing; and the heads of the tables: [WE1.3a],
// [WE1.8b], [WE1.9], [WE2.0], [WE2.2], [WE2.3], [WE2.4b], [WE2.5], [WE2.8], [WE3.0a], [WE3.0b], [WE3.1a],
// [WE3.1b], [WE3.2a], [WE3.2b], [WE3.7], [WE3.8], [WE3.9], [WE4.4b], [WE4.8], [WE5.0b], [WE5.1b], [WE5.1c],
// [WE5.5b], [WE5.8], [WE2.S], [WE3.S], [WE4.S], [WE5.S].

use crate::boat::{Command, Place};
use crate::choice::Choice;
use crate::cups::Cup;
use crate::event::Event;
use crate::geography::{Area, Base, Zone};
use crate::orders::{self, Forced};
use crate::position::{Position, Supply};
use crate::sequence::{Phase, Play, Step};
use crate::setup::Scenario;
use crate::tables::{Added, CupAdd, Deed, Lasts, SupplyKind, Tables, WarEvent};
use crate::task::Task;
use crate::units::{Counter, Nation, Navy, ShipType};
use crate::war::{Current, Extra, Forward, Hunter};

impl Position {
    /// U-boats that an event has assigned to a theatre, still in play.
    pub(crate) fn assigned(&self, t: &Tables, command: Command) -> usize {
        let there = self.boats.iter().filter(|boat| {
            boat.command == command
                && !boat.place.is_out()
                && t.submarines.class_of(boat.id).navy == Navy::German
        });
        there.count()
    }

    /// A supply ship that has not been used: the one named, or any (21.32).
    pub(crate) fn unused_ship(&self, t: &Tables, named: Option<u8>) -> Option<u8> {
        let unused = |ship: &u8| {
            let values = &t.submarines.supply_ships[usize::from(*ship)];
            !matches!(values.kind, SupplyKind::Interned(..))
                && !self.supplies.iter().any(|supply| supply.ship == *ship)
        };
        let all = 0..t.submarines.supply_ships.len() as u8;
        named
            .filter(unused)
            .or_else(|| all.into_iter().find(unused))
    }

    /// The deed of an event, by places.
    pub(crate) fn deed<'t>(&self, t: &'t Tables, event: u8, deed: u8) -> Option<&'t Deed> {
        t.war_events
            .list
            .get(usize::from(event))?
            .deeds
            .get(usize::from(deed))
    }

    pub(crate) fn list_strategy(&self, t: &Tables, step: Step, out: &mut Vec<Choice>) {
        match step {
            Step::Comply if self.war.current.is_none_or(|current| current.waived) => {}
            Step::Ignore
            | Step::Cancel
            | Step::Comply
            | Step::Late(_)
            | Step::AceOffer(..)
            | Step::AceStays(_) => {
                out.extend([Choice::Yes, Choice::No]);
            }
            Step::PlaceSupply(event, deed) => {
                if let Some(Deed::SupplyShip {
                    areas, must, ship, ..
                }) = self.deed(t, event, deed)
                    && self.unused_ship(t, *ship).is_some()
                {
                    out.extend(areas.iter().copied().map(Choice::To));
                    if !must {
                        out.push(Choice::Done);
                    }
                }
            }
            Step::Tender(_) => {
                let used = |tender: u8| {
                    self.war
                        .forward
                        .iter()
                        .any(|base| base.tender == Some(tender))
                };
                let free = (0..t.submarines.tenders.len() as u8).filter(|tender| !used(*tender));
                out.extend(free.map(Choice::Ship));
            }
            _ => {}
        }
    }
}

impl Play<'_> {
    pub(crate) fn answer_strategy(&mut self, step: Step, choice: Choice) {
        match (step, choice) {
            (Step::Ignore, Choice::No) => self.transfers(),
            (Step::Ignore, Choice::Yes) => self.set_current(|current| current.ignored = true),
            (Step::PlaceSupply(event, deed), Choice::To(area)) => {
                self.place_supply(event, deed, area)
            }
            (Step::Tender(zone), Choice::Ship(tender)) => self.open_forward(zone, tender),
            _ => {}
        }
    }

    /// The head of a new period, then a forced event, or the roll [5.0], [5.1], [5.4].
    pub(crate) fn war_event_phase(&mut self) {
        self.p.phase = Phase::WarEvent;
        if self.p.war.head != Some(self.p.period) {
            self.p.war.head = Some(self.p.period);
            self.p.agenda.push(Step::EventRoll);
            self.head();
        } else {
            self.p.agenda.push(Step::EventRoll);
        }
        if self.p.war.influence.is_some() && self.p.date.week == 1 {
            self.p.agenda.push(Step::Request);
        }
    }

    /// What changes with the period [5.0].
    fn head(&mut self) {
        let head = &self.t.war_events.tables[self.p.period.index()].head;
        for base in &head.open {
            self.open_base(*base);
        }
        if head.no_murmansk {
            self.p.war.no_murmansk = true;
        }
        if head.no_supply_ships {
            self.no_supply_ships();
        }
        if let Some(begins) = head.duty {
            self.p.war.weather_duty = begins;
            if !begins {
                for boat in &mut self.p.boats {
                    boat.duty = boat.duty.filter(|duty| *duty != crate::boat::Duty::Weather);
                }
            }
        }
        self.retire(&head.retire);
    }

    pub(crate) fn event_roll(&mut self) {
        if let Some(current) = &mut self.p.war.current {
            current.week += 1; // the second week follows by itself
            let event = current.event;
            self.log.push(|| Event::WarEvent { event });
            return;
        }
        if let Some(event) = self.forced_event() {
            return self.occur(event);
        }
        let die = self.chance.chit();
        if !orders::is_event(die) {
            return self.log.push(|| Event::NoWarEvent { die: Some(die) });
        }
        let second = self.chance.chit();
        let line = orders::line(self.t, self.p.period, self.p.date.month, second);
        let dice = [die, second];
        self.log.push(|| Event::EventRoll { dice, line });
        let occurred = |event: &str| self.p.war.times(self.t, event);
        let event = orders::event(self.t, self.p.period, self.p.date.month, second, &occurred);
        let event = event.and_then(|event| self.t.war_events.place(&event.id));
        match event {
            Some(event) => self.occur(event),
            None => self.log.push(|| Event::NoWarEvent { die: None }),
        }
    }

    /// Events with a last date, the earliest first, one a week (R6).
    fn forced_event(&mut self) -> Option<u8> {
        let war = &self.p.war;
        let done = |event: &WarEvent| {
            let family = |other: &&WarEvent| event.family.is_some() && other.family == event.family;
            let kin = self.t.war_events.list.iter().filter(family);
            war.has_occurred(self.t, &event.id)
                || kin.into_iter().any(|kin| war.has_occurred(self.t, &kin.id))
        };
        let due = self
            .t
            .war_events
            .list
            .iter()
            .enumerate()
            .filter_map(|(place, event)| {
                let from = event
                    .forced_from
                    .filter(|from| *from <= self.p.date.month)?;
                (!done(event)).then_some((from, place as u8))
            });
        let (from, event) = due.min()?;
        let mut thrown = None;
        let chance = &mut *self.chance;
        let forced = orders::forced(from, self.p.date, || *thrown.insert(chance.chit()));
        if let Some(die) = thrown {
            let comes = forced == Forced::Occurs;
            self.log.push(|| Event::ForcedEvent { event, die, comes });
        }
        (forced == Forced::Occurs).then_some(event)
    }

    /// An event occurs: it is noted, may be cancelled by politics, and gives its orders.
    pub(crate) fn occur(&mut self, place: u8) {
        let event = &self.t.war_events.list[usize::from(place)];
        if event.id == "risky_attacks" && self.p.war.risky_over {
            return self.log.push(|| Event::NoWarEvent { die: None });
        }
        self.p.war.note(self.t, place);
        self.p.war.dates.retain(|(event, _)| *event != place);
        self.p.war.dates.push((place, self.p.date));
        self.p.war.current = Some(Current {
            event: place,
            week: 1,
            waived: false,
            ignored: false,
            scattered: false,
            port: None,
        });
        self.log.push(|| Event::WarEvent { event: place });
        if let Some(sortie) = &event.sortie {
            let die = self.chance.chit();
            let scattered = sortie.scatters_on.contains(&die);
            self.set_current(|current| current.scattered = scattered);
            self.log.push(|| Event::Sortie { die, scattered });
        }
        if !event.ports.is_empty() {
            let die = self.chance.chit();
            let port = event
                .ports
                .iter()
                .find(|(dice, _)| dice.contains(&die))
                .map(|(_, zone)| *zone);
            self.set_current(|current| current.port = port);
            self.log.push(|| Event::Port { die, port });
        }
        self.add_to_cups(event, false);
        self.p.agenda.push(Step::EventOrders);
        if self.p.war.influence.is_some() && event.authority.is_some() {
            self.p.agenda.plan([Step::Cancel, Step::Comply]);
        }
    }

    pub(crate) fn set_current(&mut self, change: impl FnOnce(&mut Current)) {
        if let Some(current) = &mut self.p.war.current {
            change(current);
        }
    }

    /// What the event does to boats and ships now; demands for boats wait for the Operations Segment [5.3]. Whoever has got
    /// out of its demand has not got out of the rest: bases open all the same [36.64].
    pub(crate) fn event_orders(&mut self) {
        let Some(current) = self.p.war.current else {
            return;
        };
        let event = &self.t.war_events.list[usize::from(current.event)];
        for deed in &event.deeds {
            if let Deed::Bases { open, late: false } = deed {
                open.iter().for_each(|base| self.open_base(*base));
            }
        }
        if current.waived {
            return;
        }
        let mut reports = event.deploys.iter();
        self.p.war.weather_duty |= reports.any(|deploy| deploy.mission == "weather");
        let mut steps = Vec::new();
        for (place, deed) in event.deeds.iter().enumerate() {
            let place = place as u8;
            match deed {
                Deed::SupplyShip { late: false, .. } => {
                    steps.push(Step::PlaceSupply(current.event, place));
                }
                Deed::NoSupplyShips => self.no_supply_ships(),
                Deed::Escort { .. } => steps.push(Step::Pick(Task::Escort(place), 1)),
                Deed::Rescue(rescue) => steps.push(Step::Pick(Task::Rescue(place), rescue.number)),
                _ => {}
            }
        }
        if let Some(removal) = &event.remove {
            let left = self.p.boats.iter().any(|boat| {
                !boat.place.is_out()
                    && removal
                        .until_gone
                        .contains(&self.t.submarines.boat(boat.id).class)
            });
            let number = if left || removal.until_gone.is_empty() {
                removal.number
            } else {
                removal.then
            };
            let small = removal.max_type_ii.unwrap_or(u8::MAX);
            steps.push(Step::Pick(Task::Remove(small), number));
        }
        if current.port.is_some() {
            steps.push(Step::Pick(Task::Charts, 1));
        }
        if event.id == "operation_torch" && self.p.war.vichy {
            self.end_of_vichy();
        }
        self.p.agenda.plan(steps);
        for (transfer, command) in [
            (&event.enter_med, Command::Mediterranean),
            (&event.assign_arctic, Command::Arctic),
        ] {
            if let Some(transfer) = transfer {
                if self.p.assigned(self.t, command) >= usize::from(transfer.cap) {
                    self.p.agenda.push(Step::Ignore);
                } else {
                    self.transfers();
                }
            }
        }
    }

    /// Boats are picked for another theatre [5.0].
    fn transfers(&mut self) {
        let Some(event) = self.p.event(self.t) else {
            return;
        };
        if let Some(transfer) = &event.enter_med {
            self.p
                .agenda
                .push(Step::Pick(Task::EnterMed, transfer.number));
        }
        if let Some(transfer) = &event.assign_arctic {
            self.p
                .agenda
                .push(Step::Pick(Task::Arctic, transfer.number));
        }
    }

    /// A base opens, if it is not open: Greece by its event or with the fourth period (R2).
    pub(crate) fn open_base(&mut self, base: Base) {
        if !self.p.bases.contains(&base) {
            self.p.bases.push(base);
            self.p.bases.sort_unstable();
            self.log.push(|| Event::BaseOpens { base });
        }
    }

    /// Every supply ship at sea is gone; tankers in neutral ports are not [21.31].
    fn no_supply_ships(&mut self) {
        for supply in &mut self.p.supplies {
            let kind = self.t.submarines.supply_ships[usize::from(supply.ship)].kind;
            supply.gone |= !matches!(kind, SupplyKind::Interned(..));
        }
        self.log.push(|| Event::SupplyShipsGone);
    }

    fn place_supply(&mut self, event: u8, deed: u8, area: Area) {
        if let Some(Deed::SupplyShip { ship, .. }) = self.p.deed(self.t, event, deed)
            && let Some(ship) = self.p.unused_ship(self.t, *ship)
        {
            self.p.supplies.push(Supply {
                ship,
                area,
                gone: false,
                used: 0,
            });
            self.log.push(|| Event::SupplyShip { ship, area });
        }
    }

    /// A tender opens a forward base [21.2].
    pub(crate) fn open_forward(&mut self, zone: Zone, tender: u8) {
        if self.p.is_forward(zone) {
            return;
        }
        let capacity = self.t.submarines.tenders[usize::from(tender)].capacity;
        self.p.war.forward.push(Forward {
            zone,
            tender: Some(tender),
            capacity,
        });
        self.log.push(|| Event::ForwardBase { zone });
    }

    /// Pieces that an event puts into cups, now or in War Progress [3.12], (2.4).
    pub(crate) fn add_to_cups(&mut self, event: &WarEvent, late: bool) {
        let french = event
            .contacts
            .iter()
            .any(|order| order.nation == Some(Nation::French));
        if french && !late && self.p.secret.cups.of(Cup::ForceFrench).is_empty() {
            self.french_return();
        }
        if let (Some(cup), false) = (event.weakest_leaves, late) {
            self.weakest_leaves(cup);
        }
        let now = |add: &&CupAdd| add.late == late && add.moves.is_none();
        for add in event.cups.iter().filter(now) {
            self.add_to_cup(add);
        }
        self.p.secret.cups.settle();
    }

    pub(crate) fn add_to_cup(&mut self, add: &CupAdd) {
        let needed = add.only_if_sunk.is_none_or(|unit| {
            self.t
                .ships
                .counters(unit)
                .any(|counter| self.p.sunk.contains(&counter))
        });
        if !needed {
            return;
        }
        match &add.what {
            Added::Unit(cup, unit) => {
                if let Some(counter) = self.free_counter(*unit) {
                    self.beside(*cup, counter, add.lasts);
                }
            }
            Added::OneOf(cup, units) => {
                let free: Vec<Counter> = units
                    .iter()
                    .filter_map(|unit| self.free_counter(*unit))
                    .collect();
                if !free.is_empty() {
                    let counter = free[self.chance.below(free.len() as u32) as usize];
                    self.beside(*cup, counter, add.lasts);
                }
            }
            Added::Submarine(boat, waters) => {
                let hunter = Hunter {
                    boat: *boat,
                    waters: *waters,
                };
                if !self.p.war.hunters.iter().any(|other| other.boat == *boat) {
                    self.p.war.hunters.push(hunter);
                }
            }
        }
    }

    /// A counter of a unit that lies in no cup, and is not out.
    pub(crate) fn free_counter(&self, unit: crate::units::UnitId) -> Option<Counter> {
        let out = self.p.out();
        let secret = &self.p.secret;
        self.t.ships.counters(unit).find(|counter| {
            !out.contains(counter) && !secret.cups.all().any(|(_, other)| other == *counter)
        })
    }

    pub(crate) fn beside(&mut self, cup: Cup, counter: Counter, lasts: Lasts) {
        self.p.secret.cups.put(cup, counter);
        self.p.secret.extras.push(Extra {
            counter,
            cup,
            lasts,
        });
    }

    /// Who gave way to others in this period does so in a new mix as well [WE3.1a], [3.15].
    pub(crate) fn give_way_again(&mut self) {
        let times = self.p.war.occurred.iter().zip(&self.t.war_events.list);
        let now = times.filter(|(_, event)| event.period == self.p.period);
        let cups = now.filter_map(|(times, event)| Some((*times, event.weakest_leaves?)));
        for (times, cup) in cups.collect::<Vec<_>>() {
            (0..times).for_each(|_| self.weakest_leaves(cup));
        }
    }

    /// The British destroyer with the lowest ASW leaves a cup for others [WE3.1a].
    fn weakest_leaves(&mut self, cup: Cup) {
        let british = |counter: &&Counter| {
            let piece = self.t.ships.piece(**counter);
            piece.kind == ShipType::Dd && piece.nation == Nation::British
        };
        let pieces = self.p.secret.cups.of(cup);
        let weakest = pieces
            .iter()
            .filter(british)
            .min_by_key(|counter| (self.t.ships.piece(**counter).asw, **counter))
            .copied();
        if let Some(weakest) = weakest {
            self.p
                .secret
                .cups
                .of_mut(cup)
                .retain(|counter| *counter != weakest);
        }
    }

    /// French task forces of the first period are at sea once more for the week (R6).
    fn french_return(&mut self) {
        for (cup, lists) in &self.t.cups.lists {
            if !matches!(cup, Cup::ForceFrench | Cup::EscortFrench) {
                continue;
            }
            for (unit, count) in &lists[0] {
                for _ in 0..*count {
                    if let Some(counter) = self.free_counter(*unit) {
                        self.beside(*cup, counter, Lasts::Week);
                    }
                }
            }
        }
    }

    /// An event in the middle of a patrol, by its scenario.
    pub(crate) fn scenario_event(&mut self) {
        let Ok(Scenario::Patrol(place)) = Scenario::find(self.t, &self.p.setup.scenario) else {
            return;
        };
        let week = self.t.scenarios.patrols[place].scattered_week;
        let sortie = self
            .t
            .war_events
            .list
            .iter()
            .position(|event| event.period == self.p.period && event.sortie.is_some());
        if let (true, Some(event)) = (week == Some(self.p.week()), sortie) {
            let event = event as u8;
            self.p.war.current = Some(Current {
                event,
                week: 1,
                waived: false,
                ignored: false,
                scattered: true,
                port: None,
            });
            self.log.push(|| Event::WarEvent { event });
        }
    }

    /// Boats that were at a forward base which is gone are at sea, on their way home.
    pub(crate) fn close_forward(&mut self, zone: Zone) {
        self.p.war.forward.retain(|base| base.zone != zone);
        self.planes_leave(zone);
        let link = self.t.map.zone(zone).links.first().copied();
        for boat in &mut self.p.boats {
            if let (Place::Forward(other, _), Some(area)) = (boat.place, link)
                && other == zone
            {
                boat.place = Place::Area(area);
                boat.turn_home();
            }
        }
    }
}
