//! The week [4.0]: its phases in order, the turn of each boat, endurance, arrival, loss, and the end of the turn.

use crate::boat::{Duty, Place, Side, Submarine};
use crate::calendar::WEEKS;
use crate::choice::Choice;
use crate::crews;
use crate::cups;
use crate::damage::{self, Hurt, Repair, Victim};
use crate::endurance::{self, Stays, Week};
use crate::event::Event;
use crate::geography::{Area, Base, Node, Zone};
use crate::position::{Position, Purpose};
use crate::ready::{self, Stand};
use crate::sequence::{Phase, Play, Step};
use crate::tables::Tables;
use crate::units::Navy;
use crate::weather::{self, Weather};

impl Position {
    /// Who acts next [4.0]; when only boats in base are left they may all stay there.
    pub(crate) fn list_operations(&self, out: &mut Vec<Choice>) {
        let mut idle = true;
        for boat in self.boats.iter().filter(|boat| boat.may_act()) {
            out.push(Choice::Act(boat.id));
            idle &= boat.place.is_in_base() && boat.duty.is_none();
        }
        if idle && out.len() > 1 {
            out.push(Choice::Finish);
        }
    }

    /// The class and navy of a boat count: only U-boats hold out off Norway, and only while they are sound (R35).
    pub(crate) fn holds_out(&self, t: &Tables, boat: &Submarine) -> bool {
        let first_week = self.war.current.is_some_and(|current| current.week == 1);
        first_week
            && self.event(t).is_some_and(|event| event.weeks > 1)
            && boat.damage == 0
            && t.submarines.class_of(boat.id).navy == Navy::German
    }

    /// In the second week of Weserübung every U-boat at Narvik goes home, sent there or not [WE1.8b].
    pub(crate) fn must_leave_narvik(&self, t: &Tables) -> bool {
        let second = self.war.current.is_some_and(|current| current.week == 2);
        let narvik = crate::tables::Theatre::Zone(Zone::Narvik);
        let sent = matches!(self.boat().duty, Some(Duty::Sent(_, to)) if to == narvik);
        let there = sent || self.errand.worked == Some(Zone::Narvik);
        second && there && self.class(t).navy == Navy::German
    }

    /// Places of the repair track [10.1]; France repairs more from the fourth period on [21.0].
    pub(crate) fn repair_room(&self, t: &Tables, base: Base) -> usize {
        let track = &t.tracks.0[base.index()];
        let late = self.period >= crate::calendar::Period::Four;
        usize::from(if late {
            track.capacity_late
        } else {
            track.capacity
        })
    }

    /// Months since the game began.
    fn months(&self) -> usize {
        self.date.month.index() - self.start.month.index()
    }
}

impl Play<'_> {
    pub(crate) fn perform_week(&mut self, step: Step) {
        match step {
            Step::BeginWeek => self.begin_week(),
            Step::Intelligence => self.intelligence(),
            Step::Prep => self.prep(),
            Step::Operations => {} // everybody has acted
            Step::BoatDone => self.boat_done(),
            Step::Tankers => self.tankers(),
            Step::Endure => self.endure(),
            Step::Storm => self.storm(),
            Step::Arrive(haven) => self.arrive(haven),
            Step::Onward(haven) => self.onward(haven),
            Step::Check => self.check(),
            Step::Conclude => self.conclude(),
            _ => {}
        }
    }

    pub(crate) fn answer_operations(&mut self, choice: Choice) {
        match choice {
            Choice::Act(id) => {
                self.p.agenda.push(Step::Operations);
                if let Some(place) = self.p.find(id) {
                    self.take_turn(place);
                }
            }
            _ => {
                for boat in self.p.boats.iter_mut().filter(|boat| boat.may_act()) {
                    boat.done = true;
                    boat.mines = false;
                }
            }
        }
    }

    /// The phases of the week: all of them in a war, few on a patrol.
    fn begin_week(&mut self) {
        let date = self.p.date;
        self.log.push(|| Event::Week { date });
        self.open_week();
        self.p.port_used = false;
        self.p.war.harbour_used = false;
        self.p.war.lost_at_gibraltar = 0;
        for supply in &mut self.p.supplies {
            supply.used = 0;
        }
        if self.p.war_scenario(self.t).is_some() {
            self.p.agenda.plan([
                Step::WarEvent,
                Step::Torpedo,
                Step::Intelligence,
                Step::Reinforce,
                Step::Ready,
                Step::Repair,
                Step::Prep,
                Step::Demands,
                Step::Operations,
                Step::Tankers,
                Step::Conclude,
                Step::Progress,
            ]);
        } else {
            self.scenario_event();
            self.refill_cups();
            self.p.agenda.plan([
                Step::Intelligence,
                Step::Prep,
                Step::Operations,
                Step::Tankers,
                Step::Conclude,
            ]);
        }
    }

    /// Every second month the War Mix is drawn anew; units whose month has come enter the other cups [3.15], [3.2].
    pub(crate) fn refill_cups(&mut self) {
        if self.p.date.week != 1 || self.p.months() == 0 {
            return;
        }
        let out = self.p.out();
        let season = self.p.season(&out);
        let secret = &mut self.p.secret;
        let months = self.p.date.month.index();
        let months = months.abs_diff(self.p.start.month.index());
        if months.is_multiple_of(self.t.cups.reshuffle_months.into()) {
            cups::reshuffle(
                self.t,
                season,
                &mut secret.cups,
                &secret.extras,
                self.chance,
            );
            self.give_way_again();
        }
        let secret = &mut self.p.secret;
        cups::admit(self.t, season, &mut secret.cups, &secret.extras);
    }

    /// B-Dienst and weather [7.11], [7.4]; then the aircraft are placed [7.5].
    fn intelligence(&mut self) {
        self.p.phase = Phase::Intelligence;
        let die = self.chance.chit();
        let area = self.t.b_dienst[self.p.period.index()][usize::from(die)].area;
        self.log.push(|| Event::Signals { die, area });
        self.p.signals = Some(die);
        let (mut dice, chance) = (Vec::new(), &mut *self.chance);
        self.p.weather = weather::form(self.t, self.p.date.month, &mut || {
            dice.push(chance.chit());
            dice[dice.len() - 1]
        });
        let systems = self.p.weather.clone();
        self.log.push(|| Event::Weather { systems, dice });
        if !self.p.war.aircraft.is_empty() {
            self.p.agenda.push(Step::Aircraft(0));
        }
    }

    /// Out of the done sections [11.1]; old minefields [11.2]. Nobody is on an errand: boats that have come may stand before
    /// the one that acted last.
    fn prep(&mut self) {
        self.p.errand = crate::position::Errand::default();
        for boat in &mut self.p.boats {
            boat.done = false;
            boat.failed_pack = false;
            boat.came_from = None;
            boat.serving = None;
            boat.week = Week::default();
        }
        self.old_fields();
    }

    /// A boat has done what it could this week, or has left play.
    fn boat_done(&mut self) {
        let purpose = self.p.errand.purpose;
        let homing = self.p.errand.homing;
        let boat = self.p.boat_mut();
        boat.done = true;
        let (id, place) = (boat.id, boat.place);
        self.out_of_range(id);
        match purpose {
            Purpose::Removal(_, to) if place != Place::Lost => return self.remove_boat(to),
            Purpose::Breakthrough => return self.broken_through(),
            _ => {}
        }
        let over = place == Place::Lost || (place.is_in_base() && homing) || place.is_out();
        if over && self.p.war_scenario(self.t).is_none() {
            self.end();
        }
    }

    /// Weather first, then the Endurance Check [7.41], [14.7].
    fn endure(&mut self) {
        self.p.phase = Phase::Endurance;
        self.storm();
        let boat = self.p.boat();
        if !boat.place.is_at_sea() || boat.rtb {
            return;
        }
        let id = boat.id;
        let (number, modifier) = self.p.endurance_of(self.t, boat, boat.week);
        let die = self.chance.chit();
        let stays = match self.p.stays(self.t) {
            Stays::Always => true,
            Stays::Never => false,
            Stays::ByDie => endurance::stays(number, modifier, die),
        };
        self.log.push(|| Event::Endured {
            boat: id,
            die,
            modifier,
            number,
            stays,
        });
        if !stays {
            let boat = self.p.boat_mut();
            boat.patrol.turned_outbound |= boat.is_outbound(); // after an encounter [8.12]
            boat.turn_home();
        } else if self.p.errand.encounter && !self.p.errand.called {
            self.p.agenda.push(Step::Remain);
        } else if self.p.errand.encounter {
            let boat = self.p.boat();
            let here = boat.area();
            if here.is_some_and(|area| self.p.may_patrol(self.t, boat.command, area)) {
                self.p.boat_mut().side = Side::Patrol;
            }
        }
    }

    /// One more damage marker on the boat that acts [18.1].
    pub(crate) fn hurt(&mut self) {
        if self.hurt_boat(self.p.acting) {
            self.drop_errand();
        }
    }

    /// One more marker on a boat; true if it is lost.
    pub(crate) fn hurt_boat(&mut self, place: u16) -> bool {
        self.hurt_at(place, self.p.boats[usize::from(place)].place)
    }

    /// The same at a place in which the boat does not stand: mates of a pack are where their finder is [24.11].
    pub(crate) fn hurt_at(&mut self, place: u16, at: Place) -> bool {
        self.hurt_by(place, at, self.p.weather_at(self.t, at))
    }

    /// The same in some weather, which need not be that of the place the boat has come to [7.41].
    pub(crate) fn hurt_in(&mut self, place: u16, weather: Weather) -> bool {
        self.hurt_by(place, self.p.boats[usize::from(place)].place, weather)
    }

    fn hurt_by(&mut self, place: u16, at: Place, weather: Weather) -> bool {
        let boat = &self.p.boats[usize::from(place)];
        let (id, markers, rating) = (boat.id, boat.damage, boat.rating());
        let defence = self.t.submarines.class_of(id).defence;
        let victim = Victim {
            boat: id,
            markers,
            defence,
            ace: rating,
        };
        match damage::take(self.t, victim, weather, self.chance, self.log) {
            Hurt::Markers(markers) => {
                self.p.boats[usize::from(place)].damage = markers;
                self.log.push(|| Event::Damaged { boat: id, markers });
                false
            }
            Hurt::Sunk => {
                self.lose_at(place, at);
                true
            }
        }
    }

    /// The boat that acts is lost, and its errand with it.
    pub(crate) fn lose(&mut self) {
        self.lose_boat(self.p.acting);
        self.drop_errand();
    }

    pub(crate) fn lose_boat(&mut self, place: u16) {
        self.lose_at(place, self.p.boats[usize::from(place)].place);
    }

    /// The same at a place in which the boat need not stand.
    pub(crate) fn lose_at(&mut self, place: u16, at: Place) {
        let id = self.p.boats[usize::from(place)].id;
        self.log.push(|| Event::Lost { boat: id });
        self.count_loss(place, at);
    }

    /// Books a loss [3.3]; Risky Attacks end with three U-boats lost at Gibraltar in a week [WE3.7].
    pub(crate) fn count_loss(&mut self, place: u16, at: Place) {
        let boat = &mut self.p.boats[usize::from(place)];
        let german = self.t.submarines.class_of(boat.id).navy == Navy::German;
        if at.zone() == Some(Zone::Gibraltar) && german {
            self.p.war.lost_at_gibraltar += 1;
        }
        boat.leave(Place::Lost);
        boat.damage = 2;
        let id = boat.id;
        self.p.war.month.boats_lost += 1;
        self.p.war.total.boats_lost += 1;
        self.out_of_range(id);
    }

    /// Home: a roll for each damage marker [18.3], the Spotted marker off [16.21], the crew better for it [8.12].
    pub(crate) fn arrive(&mut self, haven: Node) {
        let markers = self.p.boat().damage;
        let dice: Vec<u8> = (0..markers).map(|_| self.chance.chit()).collect();
        let (id, green) = (self.p.boat().id, self.p.boat().green);
        let (_, repair) = damage::assess(self.t, &dice, green);
        if let (Node::Forward(zone), Repair::Box(_) | Repair::Scrapped) = (haven, repair) {
            // Nothing can be mended beside a tender [21.23].
            self.log.push(|| Event::TurnedAway {
                boat: id,
                zone,
                dice,
                green,
                repair,
            });
            let boat = self.p.boat_mut();
            boat.duty = Some(Duty::Yard);
            return;
        }
        self.log.push(|| Event::Arrived {
            boat: id,
            haven,
            dice,
            green,
            repair,
        });
        let room = match haven {
            Node::Base(base) => self.p.under_repair(base) < self.p.repair_room(self.t, base),
            _ => false,
        };
        let boat = self.p.boat_mut();
        boat.green = crews::after_return(boat.green, boat.patrol);
        let markers = boat.damage;
        boat.leave(match (haven, repair) {
            (Node::Base(base), Repair::WorkUp) => Place::Base(base, Stand::WorkUp),
            (Node::Base(base), Repair::Box(number)) => {
                Place::Base(base, ready::berth(number, room))
            }
            (Node::Forward(zone), _) => Place::Forward(zone, Stand::WorkUp),
            _ => Place::Scrapped,
        });
        boat.damage = markers; // until it is mended
        self.p.errand.homing = true;
        if let (Place::Base(_, Stand::Hold), Repair::Box(number)) = (self.p.boat().place, repair) {
            self.p.agenda.push(Step::Basin(number)); // or another waits for it [10.2]
        }
        if self.p.boat().place == Place::Scrapped {
            self.ace_without_boat(id);
        }
    }

    /// The end of the week [16.1] to [16.6].
    fn conclude(&mut self) {
        self.p.phase = Phase::Conclude;
        self.tell_week();
        self.monthly_victory();
        if self.p.war.peace {
            return self.end();
        }
        for place in 0..self.p.boats.len() {
            let boat = &self.p.boats[place];
            let (id, rating) = (boat.id, boat.rating());
            if !boat.spotted || !boat.place.is_at_sea() {
                continue;
            }
            let die = self.chance.chit();
            let removed = crews::slips_from_notice(die, rating);
            self.p.boats[place].spotted = !removed;
            self.log.push(|| Event::Forgotten {
                boat: id,
                die,
                ace: rating,
                removed,
            });
        }
        self.p.weather.clear(); // [16.3], [7.42]
        for aircraft in &mut self.p.war.aircraft {
            aircraft.over = None; // [16.4]
        }
        self.p.signals = None; // [16.5]
        self.end_of_orders();
        let war = self.p.war_scenario(self.t).is_some();
        match self.p.date.next() {
            Some(next) if self.p.week() < self.p.weeks(self.t) => {
                self.p.date = next; // [16.6]
                if !war {
                    self.p.agenda.push(Step::BeginWeek);
                }
            }
            _ => self.end(),
        }
    }

    /// Boats that were at Dunkirk have nothing left to do there and go home [WE1.9]: by order, not of their own will.
    fn sent_go_home(&mut self) {
        if !self.p.event(self.t).is_some_and(|event| event.then_home) {
            return;
        }
        for boat in &mut self.p.boats {
            let sent = matches!(boat.duty, Some(Duty::Sent(..)));
            if sent && boat.place.is_at_sea() && !boat.rtb {
                boat.turn_home();
                let id = boat.id;
                self.log.push(|| Event::Returning { boat: id });
            }
        }
    }

    /// Duties of the week are over; pieces that were in cups for the week leave them.
    pub(crate) fn end_of_orders(&mut self) {
        self.sent_go_home();
        for boat in &mut self.p.boats {
            let lasting = match boat.duty {
                Some(Duty::Weather) => boat.place.is_at_sea() && !boat.rtb,
                Some(Duty::Escort(_) | Duty::Yard) => boat.place.is_at_sea(),
                Some(Duty::Mines(_)) => boat.place.is_at_sea() && boat.mines && !boat.rtb,
                _ => false,
            };
            if !lasting {
                boat.duty = None;
            }
        }
        if self.p.war_scenario(self.t).is_none() {
            self.p.war.current = None;
        }
        self.drop_extras(|extra| extra.lasts == crate::tables::Lasts::Week);
        // By whatever cause, in a week of that event or not [WE3.7].
        self.p.war.risky_over |= self.p.war.lost_at_gibraltar >= RISK;
    }

    /// Takes pieces that were put into cups beside the mix out of them again (2.4).
    pub(crate) fn drop_extras(&mut self, leaves: impl Fn(&crate::war::Extra) -> bool) {
        let secret = &mut self.p.secret;
        for extra in secret.extras.iter().filter(|extra| leaves(extra)) {
            secret
                .cups
                .of_mut(extra.cup)
                .retain(|counter| *counter != extra.counter);
        }
        secret.extras.retain(|extra| !leaves(extra));
    }

    /// Tankers that lay ready make their Endurance Checks at the end of the turn [21.33].
    fn tankers(&mut self) {
        let next = self
            .p
            .boats
            .iter()
            .position(|boat| boat.serving.is_some() && !boat.done && boat.patrols());
        if let Some(place) = next {
            self.p.acting = place as u16;
            let area = self.p.boat().area();
            self.p.errand = crate::position::Errand {
                start: area,
                touched: area.into_iter().collect(),
                ..Default::default()
            };
            self.p
                .agenda
                .plan([Step::Endure, Step::BoatDone, Step::Tankers]);
        }
    }

    /// A tanker may have gone: boats beyond their range where none is any more go home at once [21.33C] (R44).
    pub(crate) fn out_of_range(&mut self, tanker: crate::fleet::BoatId) {
        if self.t.submarines.class_of(tanker).tanker == 0 {
            return;
        }
        for place in 0..self.p.boats.len() {
            let boat = &self.p.boats[place];
            if boat.rtb || !self.p.is_stranded(self.t, boat) {
                continue;
            }
            let id = boat.id;
            let boat = &mut self.p.boats[place];
            boat.patrol.turned_outbound |= boat.is_outbound(); // [8.12]
            if let Place::Zone(_, area) = boat.place {
                boat.place = Place::Area(area);
            }
            boat.turn_home();
            self.log.push(|| Event::Returning { boat: id });
        }
    }
}

/// U-boats lost in the strait in one week that end Risky Attacks for good [WE3.7].
const RISK: u8 = 3;

/// The week in which months are counted [16.12].
pub(crate) const LAST_WEEK: u8 = WEEKS;

/// Where weather is reported from [WE2.9].
pub(crate) const WEATHER_STATION: Area = Area::GreenlandGap;
