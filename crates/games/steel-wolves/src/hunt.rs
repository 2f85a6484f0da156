//! Search and contact [13.0]; encounters in transit [15.4].

// Events that change searches or contacts: [WE1.1], [WE1.2], [WE1.3b], [WE1.8a], [WE1.8b], [WE1.9], [WE2.2],
// [WE2.3], [WE2.4a], [WE2.4b], [WE2.8], [WE3.2a], [WE3.4b], [WE4.0b], [WE4.7], [WE5.0a], [WE5.0b], [WE5.1a],
// [WE5.1c], [WE5.7], [WE5.10b].

use crate::activity::{Chart, Colour};
use crate::boat::{Command, Duty, Place, Side, Submarine};
use crate::calendar::Date;
use crate::combat::{Setting, Site};
use crate::displays::Contact;
use crate::event::Event;
use crate::geography::{Area, Zone};
use crate::intelligence;
use crate::orders;
use crate::position::{Position, Terms};
use crate::search::{self, Search};
use crate::sequence::{Phase, Play, Step};
use crate::tables::{Signals, Tables, Theatre};
use crate::transit;
use crate::units::Navy;
use derbyhouse_kernel::Rule;

/// Weeks in which a virgin area stays so after the first search [30.5].
const VIRGIN_WEEKS: i32 = 4;

/// A modified search of that number finds something in the Baltic (R11).
const BALTIC: i16 = 9;

impl Position {
    /// The circumstances of a fight in an area, or in a zone of it.
    pub(crate) fn site(&self, t: &Tables, area: Area, zone: Option<Zone>) -> Site {
        let west = self.is_west(t, area);
        let site = Site {
            west,
            nation: Site::nation_of(west),
            barbarossa: self.barbarossa(),
            weather: self.weather_in(area),
            torpedo: self.torpedo(t),
            light_air: self.has_light_air(t, area),
            aircraft: self.aircraft_over(t, area, Navy::German),
            ..Site::new(t, area, self.period, self.date.month)
        };
        let Some(zone) = zone else { return site };
        let mut links = t.map.zone(zone).links.iter();
        let light_air = links.any(|area| self.has_light_air(t, *area)); // [20.5]
        Site { light_air, ..site }.in_zone(t, zone)
    }

    /// West waters, some of them only after an event [2.12], [WE5.0b].
    pub(crate) fn is_west(&self, t: &Tables, area: Area) -> bool {
        search::is_west(t, area, self.period, |event| self.war.is_past(t, event))
    }

    /// Light air cover where the chart has none, after an event [WE5.10b].
    pub(crate) fn has_light_air(&self, t: &Tables, area: Area) -> bool {
        let event = t.map.area(area).air_after.as_deref();
        event.is_some_and(|event| self.war.is_past(t, event))
    }

    /// Whether an area has not been searched before, or only in the last weeks [30.5].
    pub(crate) fn is_virgin(&self, t: &Tables, area: Area) -> bool {
        let first = self.first_search(area);
        t.map.area(area).virgin
            && first.is_none_or(|first| self.date.weeks_since(first) <= VIRGIN_WEEKS)
    }

    fn first_search(&self, area: Area) -> Option<Date> {
        let mut visited = self.visited.iter();
        let first = visited.find(|(visited, _)| *visited == area);
        first.map(|(_, date)| *date)
    }

    /// The last week in which an area that has been searched counts as virgin [30.5].
    pub(crate) fn virgin_until(&self, area: Area) -> Option<Date> {
        let first = self.first_search(area)?;
        (0..VIRGIN_WEEKS).try_fold(first, |date, _| date.next())
    }

    /// The Enigma level for a boat: one less with four rotors for U-boats in the two smaller theatres [7.31].
    pub(crate) fn enigma(&self, t: &Tables, boat: &Submarine) -> i8 {
        let german = t.submarines.class_of(boat.id).navy == Navy::German;
        let three_rotors = german && boat.command != Command::Atlantic;
        intelligence::enigma(self.standing.enigma, self.war.four_rotor, three_rotors)
    }

    /// The row of the B-Dienst table that lies in an area this week [7.11].
    pub(crate) fn signals_in<'t>(&self, t: &'t Tables, area: Area) -> Option<&'t Signals> {
        let row = &t.b_dienst[self.period.index()][usize::from(self.signals?)];
        (row.area == Some(area)).then_some(row)
    }

    /// Where the boat is, as events see it: in a zone also in its area (R52).
    pub(crate) fn theatres(&self) -> Vec<Theatre> {
        let boat = self.boat();
        let area = boat.area().map(Theatre::Area);
        let baltic = (boat.place == Place::Baltic).then_some(Theatre::Baltic);
        let zone = boat.zone().map(Theatre::Zone);
        area.into_iter().chain(zone).chain(baltic).collect()
    }

    /// Whether the boat was sent by this week's event.
    pub(crate) fn is_deployed(&self) -> bool {
        matches!(self.boat().duty, Some(Duty::Sent(..)))
    }

    /// What the event of the week adds to a search (R53).
    fn search_order(&self, t: &Tables, area: Area) -> i8 {
        let Some(event) = self.event(t) else { return 0 };
        let group = t.map.area(area).group;
        let plain = event.search.as_ref().map_or(0, |order| {
            let holds =
                !order.except.contains(&group) && (!order.deployed_only || self.is_deployed());
            if holds { order.value } else { 0 }
        });
        let scattered = self.war.current.is_some_and(|current| current.scattered);
        let sortie = event.sortie.as_ref().map_or(0, |sortie| {
            let (value, order) = sortie.order(scattered);
            if self
                .theatres()
                .iter()
                .any(|place| order.place.contains(place))
            {
                *value
            } else {
                0
            }
        });
        plain + sortie
    }

    /// Everything that changes the search of the boat that acts [13.21].
    pub(crate) fn search_of(&self, t: &Tables, area: Area) -> Search {
        let boat = self.boat();
        let navy = self.class(t).navy;
        Search {
            period: self.period,
            navy,
            green: boat.green,
            marker: self.signals_in(t, area).is_some(),
            b_dienst: self.standing.b_dienst,
            enigma: self.enigma(t, boat),
            aircraft: self.aircraft_over(t, area, navy),
            virgin: self.is_virgin(t, area),
            spotted: boat.spotted,
            failed_pack: boat.failed_pack,
            crowd: if boat.zone().is_some() {
                0
            } else {
                self.crowd(t, area)
            },
            weather: match boat.zone() {
                Some(zone) => self.weather_of_zone(t, zone),
                None => self.weather_in(area),
            },
            event: self.search_order(t, area),
        }
    }

    /// The chart of an area; the pale icons count under the political option [36.63H].
    pub(crate) fn chart(&self, t: &Tables, area: Area) -> Chart {
        let chart = *t.map.chart(area, self.period, self.barbarossa());
        let pale = t.map.area(area).pale_enemy_sub && self.war.vichy;
        Chart {
            enemy_sub: chart.enemy_sub || pale,
            ..chart
        }
    }
}

impl Play<'_> {
    /// A search on the chart of the area [13.21].
    pub(crate) fn search(&mut self) {
        self.p.phase = Phase::Search;
        let Some(area) = self.p.boat().area() else {
            return;
        };
        let search = self.p.search_of(self.t, area);
        if self.t.map.area(area).virgin && !self.p.visited.iter().any(|(other, _)| *other == area) {
            self.p.visited.push((area, self.p.date));
        }
        let zone = self.p.boat().zone().is_some();
        let (boat, modifier) = (self.p.boat().id, search.modifier(self.t));
        let die = self.chance.chit();
        let chart = self.p.chart(self.t, area);
        let (_, colour) = search::found(&chart, i16::from(die) + i16::from(modifier), zone);
        self.log.push(|| Event::Searched {
            boat,
            area,
            die,
            modifier,
            colour,
        });
        self.p.errand.searches += 1;
        let transit = self.p.errand.encounter;
        if search::enemy_submarine(&chart, die, colour, transit) && (transit || self.second_zero())
        {
            return self.meet_submarine(area, transit);
        }
        if colour == Colour::White {
            return self.nothing_found();
        }
        self.find(area, colour);
    }

    /// A second 0 meets an enemy submarine [13.21].
    fn second_zero(&mut self) -> bool {
        let (boat, die) = (self.p.boat().id, self.chance.chit());
        let met = die == 0;
        self.log.push(|| Event::EnemyNear { boat, die, met });
        met
    }

    /// The Contact Table, and what event or B-Dienst make of the contact [13.22], [7.12].
    fn find(&mut self, area: Area, colour: Colour) {
        let die = self.chance.chit();
        let aircraft = self.p.search_of(self.t, area).spotters();
        let row = search::contact_row(self.t, colour, die, aircraft);
        let mut contact = search::contact(self.t, area, self.p.period, self.p.barbarossa(), row);
        let modifier = search::contact_modifier(self.t, colour, aircraft);
        let boat = self.p.boat().id;
        self.log.push(|| Event::Found {
            boat,
            die,
            modifier,
            contact,
        });
        if contact == Contact::None {
            return self.nothing_found();
        }
        self.p.errand.terms = Terms::default();
        contact = self.convert(area, contact, colour.is_large());
        if contact == Contact::None {
            return self.nothing_found();
        }
        self.p.contact = contact;
        self.p.errand.colour = Some(colour);
        let boat = self.p.boat();
        let loner = contact == Contact::Loner;
        // In transit there is no coastal raid [15.46], and nothing lies in port [15.47].
        let next = if self.p.errand.encounter || (boat.damage > 0 && !loner) {
            Step::Engage
        } else if loner
            && self.t.map.area(area).coastal
            && self.p.errand.terms.setting == Setting::Usual
        {
            Step::Raid
        } else {
            self.attack_step()
        };
        self.p.agenda.push(next);
    }

    /// Call a pack if there is anybody to call [13.3], or attack.
    pub(crate) fn attack_step(&self) -> Step {
        if self.p.may_call(self.t) {
            Step::CallPack
        } else {
            Step::Battle
        }
    }

    /// Contacts may be something else: by order of the event, else by the scenario, else where the B-Dienst marker lies
    /// (R9).
    fn convert(&mut self, area: Area, contact: Contact, large: bool) -> Contact {
        if let Some(changed) = self.convert_by_event(contact, large, area) {
            return changed;
        }
        if contact != Contact::Convoy {
            return contact;
        }
        if let Some((place, dice)) = self.p.scenario_convoys(self.t)
            && place == area
        {
            let die = self.chance.chit();
            let contact = if dice.contains(&die) {
                Contact::TaskForce
            } else {
                contact
            };
            self.tell_converted(die, contact, Rule("3.0"));
            return contact;
        }
        self.convert_by_signals(area)
    }

    fn tell_converted(&mut self, die: u8, contact: Contact, rule: Rule) {
        let boat = self.p.boat().id;
        self.log.push(|| Event::Converted {
            boat,
            die,
            contact,
            rule,
        });
    }

    fn convert_by_signals(&mut self, area: Area) -> Contact {
        match self
            .p
            .signals_in(self.t, area)
            .filter(|signals| signals.asks())
        {
            None => Contact::Convoy,
            Some(signals) => {
                let die = self.chance.chit();
                let contact = signals.contact(die);
                self.tell_converted(die, contact, Rule("7.12"));
                contact
            }
        }
    }

    /// What the War Event of the week makes of a contact; none if it does not concern it. The die is thrown only where it
    /// decides something [5.0].
    pub(crate) fn convert_by_event(
        &mut self,
        contact: Contact,
        large: bool,
        area: Area,
    ) -> Option<Contact> {
        let event = self.p.event(self.t)?;
        let orders = self.p.contact_orders(self.t);
        let of = |die: u8| orders::follow(&orders, contact, large, die);
        let plain = of(0);
        let fixed = (1..10).all(|die| of(die) == plain);
        if fixed && plain.order.is_none() {
            return None;
        }
        // A convoy that B-Dienst has found is what B-Dienst says [WE5.0a].
        if orders.iter().any(|order| order.but_signals) {
            let found = match contact {
                Contact::Convoy => self.convert_by_signals(area),
                other => other,
            };
            let force = matches!(found, Contact::TaskForce | Contact::SpecialConvoy);
            return Some(if force { found } else { Contact::None });
        }
        let changed = if fixed {
            plain
        } else {
            let die = self.chance.chit();
            let changed = of(die);
            let contact = changed.contact;
            self.tell_converted(die, contact, Rule("5.0"));
            changed
        };
        // The West cups hold for whatever is met there.
        let west = orders.iter().any(|order| order.west);
        let order = changed.order;
        self.p.errand.terms = Terms {
            nation: changed.nation,
            pack: order.is_some_and(|order| order.wolfpack),
            no_packs: orders.iter().any(|order| order.no_packs),
            reattack: order.is_some_and(|order| order.reattack),
            setting: match (event.sortie.is_some(), changed.contact) {
                (true, Contact::Loner) if contact == Contact::Convoy => Setting::Scattered,
                (_, Contact::SpecialConvoy) if order.is_some_and(|order| order.liners) => {
                    Setting::Troopships
                }
                _ => Setting::Usual,
            },
            west,
        };
        Some(changed.contact)
    }

    pub(crate) fn nothing_found(&mut self) {
        if self.p.errand.encounter {
            return self.sail_on(); // no effect [15.42]
        }
        self.after_search();
    }

    /// A second search in Home Waters, or the end of the week's work [30.1], [28.29].
    pub(crate) fn after_search(&mut self) {
        let boat = self.p.boat();
        let errand = &self.p.errand;
        let home = boat
            .area()
            .is_some_and(|area| self.t.map.area(area).home[self.p.period.index()]);
        let again = home
            && errand.searches == 1
            && !errand.big_fight
            && errand.departed.is_none()
            && boat.damage == 0
            && !boat.rtb
            && !matches!(boat.duty, Some(Duty::Charts(_)));
        self.p.boat_mut().week.no_contact = self.p.errand.contacts == 0;
        if again {
            self.p.agenda.push(Step::SecondSearch)
        } else {
            self.plan_end()
        }
    }

    /// Let go: a contact all the same (R15); in transit the move goes on [15.44].
    pub(crate) fn decline(&mut self) {
        let boat = self.p.boat().id;
        self.log.push(|| Event::Declined { boat });
        self.p.contact = Contact::None;
        if self.p.errand.encounter {
            return self.sail_on();
        }
        self.p.errand.contacts += 1;
        self.p.errand.big_fight = true;
        self.after_search();
    }

    /// Something is met on the way [15.4].
    pub(crate) fn encounter(&mut self, area: Area) {
        self.p.errand.encounter = true;
        if self.p.boat().rtb {
            let (boat, die) = (self.p.boat().id, self.chance.chit());
            let empty = transit::is_empty(self.t, die);
            self.p.errand.empty = empty;
            self.log.push(|| Event::TorpedoesLeft { boat, die, empty });
        }
        self.p.errand.met_in = Some(area);
        let boat = self.p.boat_mut();
        let aside = (boat.place, boat.side);
        boat.place = Place::Area(area);
        boat.side = Side::Transit;
        self.p.errand.aside = Some(aside);
        self.p.agenda.push(Step::Search);
    }

    /// Nothing has come of an encounter: the move goes on as it was [15.42], [15.44].
    fn sail_on(&mut self) {
        self.p.errand.encounter = false;
        if let Some((place, side)) = self.p.errand.aside.take() {
            let boat = self.p.boat_mut();
            boat.place = place;
            boat.side = side;
        }
    }

    /// After a fight in transit: a returning boat goes on returning, another checks its endurance [15.48].
    pub(crate) fn after_encounter(&mut self) {
        self.p.errand.aside = None;
        self.drop_errand();
        let next = if self.p.boat().rtb {
            Step::Storm
        } else {
            Step::Endure
        };
        self.p.agenda.push(next);
    }

    /// Searches the Baltic: no chart, no pack; a 9 finds ships, two zeroes a submarine (R11).
    pub(crate) fn search_baltic(&mut self) {
        self.p.phase = Phase::Search;
        let boat = self.p.boat();
        let id = boat.id;
        let german = self.p.class(self.t).navy == Navy::German;
        let aircraft = if german { self.p.baltic_aircraft() } else { 0 }; // [7.51]
        let search = Search {
            marker: false,
            virgin: false,
            crowd: 0,
            aircraft,
            event: 0,
            ..self.p.search_of(self.t, Area::NorthSea)
        };
        let modifier = Search {
            weather: crate::weather::Weather::Clear,
            ..search
        }
        .modifier(self.t);
        let die = self.chance.chit();
        let found = i16::from(die) + i16::from(modifier) >= BALTIC;
        let colour = if found { Colour::Blue } else { Colour::White };
        self.log.push(|| Event::Searched {
            boat: id,
            area: Area::NorthSea,
            die,
            modifier,
            colour,
        });
        self.p.errand.searches += 1;
        if die == 0 && self.second_zero() {
            return self.meet_soviet();
        }
        let order = self.p.event(self.t).and_then(|event| {
            event
                .contacts
                .iter()
                .find(|order| order.on == crate::tables::On::Search9)
        });
        let (true, Some(order)) = (found, order) else {
            self.p.boat_mut().week.no_contact = true;
            return self.p.agenda.push(Step::LeaveBaltic);
        };
        self.p.contact = order.becomes.unwrap_or(Contact::TaskForce);
        self.p.errand.colour = Some(Colour::Blue);
        self.p.errand.terms = Terms {
            nation: order.nation,
            setting: Setting::Baltic,
            ..Terms::default()
        };
        let damaged = self.p.boat().damage > 0;
        self.p
            .agenda
            .push(if damaged { Step::Engage } else { Step::Battle });
    }
}
