//! Moves of a boat: orders, deployment, patrol moves, zones, the Transit Event check, the way home [12.0], [15.0], [19.1],
//! [20.0].

use crate::boat::{Duty, Place, Side};
use crate::choice::Choice;
use crate::event::Event;
use crate::geography::{Area, Node, Zone};
use crate::harm::Harm;
use crate::movement;
use crate::position::{Errand, Position, Purpose};
use crate::sequence::{Phase, Play, Step};
use crate::tables::Tables;
use crate::transit::{self, Check, Way};
use crate::weather::{self, Weather};
use crate::week::WEATHER_STATION;

impl Position {
    pub(crate) fn list_sail(&self, t: &Tables, step: Step, out: &mut Vec<Choice>) {
        match step {
            Step::Orders => self.list_orders(t, out),
            Step::Approach => {
                let ways = self.passages(t, self.boat()).into_iter();
                out.extend(ways.map(|(area, _)| Choice::To(area)));
            }
            Step::Sail(left) => self.list_sailing(t, left, out),
            Step::ZoneEntry => self.list_zones(t, out),
            Step::Tie => out.extend(self.governing(t).into_iter().map(Choice::Govern)),
            Step::LeaveZone => self.list_exits(t, out),
            Step::Homeward => {
                let bases = match self.errand.purpose {
                    Purpose::Removal(..) => self.nearest_bases(t),
                    _ => self.home_bases(t),
                };
                out.extend(bases.into_iter().filter_map(haven_choice));
            }
            Step::HomeSail(haven, left) => self.list_home(t, haven, left, out),
            _ => {}
        }
    }

    fn list_orders(&self, t: &Tables, out: &mut Vec<Choice>) {
        let boat = self.boat();
        if let Some(zone) = self.must_enter(t) {
            let toward = t.map.zone(zone).links.iter().copied();
            out.extend(
                toward
                    .filter(|area| self.next_areas(t, 1).contains(area))
                    .map(Choice::To),
            );
            return;
        }
        out.push(Choice::Stay);
        // Whoever came for a pack in vain has made his move, and searches where he is (R59).
        if boat.came_from.is_some() {
            return;
        }
        // Whoever reports weather stays on station, or goes home of its own will, and another takes its place [WE2.9].
        if boat.duty == Some(Duty::Weather) {
            return out.push(Choice::Home);
        }
        let speed = self.class(t).speed;
        let steps = |out: &mut Vec<Choice>| {
            out.extend(self.next_areas(t, speed).into_iter().map(Choice::To));
        };
        match boat.area() {
            None => {
                steps(out);
                if self.may_load(t, boat) {
                    out.push(Choice::LoadMines);
                }
            }
            Some(_) if boat.side == Side::Transit => {
                steps(out);
                if !self.holds_out(t, boat) {
                    out.push(Choice::Home);
                }
            }
            Some(area) => {
                // Out of a zone into its area costs nothing, and the boat may hunt there or in another zone [12.1].
                out.extend(boat.zone().map(|_| Choice::To(area)));
                out.extend(self.patrol_areas(t, boat, area).into_iter().map(Choice::To));
                if !self.holds_out(t, boat) {
                    out.push(Choice::Home);
                }
                if self.tanker_boats(t, boat) > 0 {
                    out.push(Choice::Serve);
                }
            }
        }
    }

    fn list_sailing(&self, t: &Tables, left: u8, out: &mut Vec<Choice>) {
        let boat = self.boat();
        let Some(area) = boat.area() else { return };
        if self.must_enter(t).is_some() {
            return out.push(Choice::Halt(Side::Patrol));
        }
        out.extend(self.next_areas(t, left).into_iter().map(Choice::To));
        out.push(Choice::Halt(Side::Transit));
        if self.may_patrol(t, boat.command, area) {
            out.push(Choice::Halt(Side::Patrol));
        }
    }

    fn list_zones(&self, t: &Tables, out: &mut Vec<Choice>) {
        let boat = self.boat();
        let Some(area) = boat.area() else { return };
        if let Some(zone) = self
            .must_enter(t)
            .filter(|zone| movement::is_linked(&t.map, *zone, area))
        {
            return out.push(Choice::Harbour(zone));
        }
        out.push(Choice::OpenSea);
        if boat.mines {
            let zones = Zone::ALL
                .into_iter()
                .filter(|zone| movement::is_linked(&t.map, *zone, area));
            out.extend(
                zones
                    .filter(|zone| self.may_mine(t, *zone, false))
                    .map(Choice::Into),
            );
            return;
        }
        let open = self.open_zones(t, area);
        let harbours = open
            .iter()
            .copied()
            .filter(|zone| self.may_enter_harbour(t, *zone));
        out.extend(harbours.map(Choice::Harbour));
        out.extend(open.into_iter().map(Choice::Into));
    }

    fn list_exits(&self, t: &Tables, out: &mut Vec<Choice>) {
        let boat = self.boat();
        if let (Some(zone), Some(from)) = (boat.zone(), boat.area()) {
            let reach = self.reach(t, boat);
            let open = |area: &Area| {
                *area == from || (reach[area.index()] && self.may_patrol(t, boat.command, *area))
            };
            let links = t.map.zone(zone).links.iter().copied().filter(open);
            out.extend(links.map(Choice::To));
        }
    }

    /// The next step home; after one area a faster boat may stop and be cautious [15.24].
    fn list_home(&self, t: &Tables, haven: Node, left: u8, out: &mut Vec<Choice>) {
        for (place, ..) in self.steps_home(t, haven, left) {
            match place {
                Node::Area(area) => out.push(Choice::To(area)),
                haven => out.extend(haven_choice(haven)),
            }
        }
        let removal = matches!(self.errand.purpose, Purpose::Removal(..));
        if self.errand.entered.len() == 1 && left > 0 && !removal && !out.is_empty() {
            out.push(Choice::Halt(Side::Transit));
        }
    }

    /// The areas that may govern the move that was made [19.1].
    pub(crate) fn governing(&self, t: &Tables) -> Vec<Area> {
        let way = Way {
            start: self.errand.start,
            entered: &self.errand.entered,
            crossed: &self.errand.crossed,
            zone_from: self.errand.into.and(self.boat().area()),
        };
        transit::governing(t, way, self.period, self.barbarossa())
    }

    /// The Transit Event check of the move that was made, governed by an area [19.1], [15.24].
    pub(crate) fn check_of(&self, t: &Tables, area: Area, into: Option<Zone>) -> Check {
        let (errand, boat) = (&self.errand, self.boat());
        let sortie = !errand.patrol && !errand.homing && errand.purpose != Purpose::Breakthrough;
        let removal = matches!(errand.purpose, Purpose::Removal(..));
        let speed = self.class(t).speed;
        let cautious =
            sortie && !removal && movement::is_cautious(speed, errand.entered.len(), errand.points);
        // A zone of the sea that is entered counts like one that is crossed, beside the +2 [20.8]; each counts once.
        let entered =
            into.filter(|zone| t.map.crossing(*zone).is_some() && !errand.crossed.contains(zone));
        Check {
            patrol: errand.patrol,
            spotted: boat.spotted,
            zone: into.is_some(),
            naval_base: errand.harbour,
            crossed: errand.crossed.iter().copied().chain(entered).collect(),
            crowd: self.worst_crowd(t, into),
            green: boat.green,
            cautious,
            light_air: self.has_light_air(t, area),
            ..Check::into(area, self.period, self.barbarossa())
        }
    }

    /// The worst crowd that a move touches: start, passage, end [22.1] (R58); not that of the area whose zone is entered
    /// [20.2].
    fn worst_crowd(&self, t: &Tables, into: Option<Zone>) -> i8 {
        let around = into.and(self.boat().area());
        let touched = self.errand.entered.iter().copied().chain(self.errand.start);
        let touched = touched.filter(|area| Some(*area) != around);
        // Who enters base ends there, and counts there (R58).
        let left = |area: Area| self.errand.homing && self.boat().place == Place::Area(area);
        let crowd = |area: Area| {
            let boats = self.boats_in(area) - u16::from(left(area));
            self.crowd_of(t, area, boats)
        };
        touched.map(crowd).max().unwrap_or(0)
    }

    /// The worst weather that the boat that acts has been in this week, or will have been in a place that it goes to: of
    /// areas, and of zones that it left, entered or worked in, though it was thrown back from them [7.41] (R33).
    pub(crate) fn worst_weather(&self, t: &Tables, ahead: Option<Place>) -> Weather {
        let (errand, here) = (&self.errand, self.boat().place);
        let places = [Some(here), ahead].into_iter().flatten();
        let areas = places.clone().filter_map(Place::area);
        let areas = areas.chain(errand.touched.iter().copied());
        let zones = [errand.left, errand.into, errand.worked];
        let zones = zones.into_iter().flatten();
        let zones = zones.chain(places.filter_map(Place::zone));
        areas
            .map(|area| self.weather_in(area))
            .chain(zones.map(|zone| self.weather_of_zone(t, zone)))
            .max()
            .unwrap_or(Weather::Clear)
    }

    /// A naval base may be entered by one boat a week, instead of a patrol of the zone, so that the boat must be able to
    /// hunt now [30.4]: Gibraltar, and Scapa Flow in the first two periods, while mines may be laid there.
    fn may_enter_harbour(&self, t: &Tables, zone: Zone) -> bool {
        let watched = match &t.map.zone(zone).mines {
            crate::tables::Mines::Until(last) => self.period > *last,
            _ => false,
        };
        let hunts = self.errand.patrol || self.errand.close;
        t.map.zone(zone).naval_base && !watched && hunts && !self.war.harbour_used
    }
}

/// The choice that makes for a haven.
pub(crate) fn haven_choice(haven: Node) -> Option<Choice> {
    match haven {
        Node::Base(base) => Some(Choice::Base(base)),
        Node::Forward(zone) => Some(Choice::Tender(zone)),
        Node::Area(_) => None,
    }
}

impl Play<'_> {
    pub(crate) fn answer_sail(&mut self, step: Step, choice: Choice) {
        match (step, choice) {
            (Step::Orders, Choice::Stay) => self.stay(),
            (Step::Orders, Choice::LoadMines) => {
                self.p.boat_mut().mines = true;
                self.p.agenda.push(Step::Orders);
            }
            (Step::Orders, Choice::Serve) => self.serve(),
            (Step::Orders, Choice::Home) => self.turn_back(),
            (Step::Orders, Choice::To(area)) if self.p.boat().patrols() => {
                self.p.errand.patrol = true;
                if self.p.boat().area() == Some(area) {
                    self.place_boat(Place::Area(area));
                } else {
                    self.step_to(area);
                }
                self.plan_hunt();
            }
            (Step::Orders, Choice::To(area)) => {
                let left = self.p.class(self.t).speed;
                self.sail(area, left);
            }
            (Step::Approach, Choice::To(area)) => self.approach(area),
            (Step::Sail(left), Choice::To(area)) => self.sail(area, left),
            (Step::Sail(_), Choice::Halt(side)) => self.halt(side),
            (Step::ZoneEntry, Choice::Into(zone)) => self.enter(zone),
            (Step::ZoneEntry, Choice::Harbour(zone)) => {
                self.p.errand.harbour = true;
                self.p.war.harbour_used = true;
                self.enter(zone);
            }
            (Step::Tie, Choice::Govern(area)) => self.check_in(area),
            (Step::LeaveZone, Choice::To(area)) => {
                self.place_boat(Place::Area(area));
                self.p.agenda.push(Step::Endure);
            }
            (Step::Homeward, Choice::Base(base)) => self.make_for(Node::Base(base)),
            (Step::Homeward, Choice::Tender(zone)) => self.make_for(Node::Forward(zone)),
            (Step::HomeSail(haven, left), choice) => self.sail_home(haven, left, choice),
            _ => {}
        }
    }

    /// A tanker lies ready for others. It is not done: its check comes at the end of the turn [21.33].
    fn serve(&mut self) {
        self.p.boat_mut().serving = Some(0);
        self.drop_errand();
        self.p.agenda.pop();
    }

    /// What a boat does first when its turn comes.
    pub(crate) fn take_turn(&mut self, place: u16) {
        self.p.acting = place;
        self.p.phase = Phase::Movement;
        let boat = self.p.boat();
        let area = boat.area();
        let first = match boat.duty {
            // Whoever was ordered home goes: no supplies can release him from it [5.0].
            None if boat.rtb && !self.p.providers(self.t).is_empty() => Step::Supply,
            _ if boat.rtb => Step::Homeward,
            Some(Duty::Escort(_) | Duty::Recalled | Duty::Yard) | None => Step::Orders,
            // No mines under a storm [26.53].
            Some(Duty::Mines(zone)) if !self.p.may_mine(self.t, zone, true) => Step::Orders,
            // On station it may be sent home [15.21], [WE2.9].
            Some(Duty::Weather) if boat.patrols() && area == Some(WEATHER_STATION) => Step::Orders,
            Some(_) => Step::Duty,
        };
        self.p.errand = Errand {
            start: area,
            touched: boat.came_from.into_iter().chain(area).collect(),
            left: boat.zone(),
            ..Errand::default()
        };
        self.p.agenda.plan([first, Step::BoatDone]);
    }

    /// Patrols where it is; a boat in a zone need not enter it again, but in one that has closed there is no more to do:
    /// it hunts in the area (3.3).
    fn stay(&mut self) {
        if self.p.boat().patrols() {
            self.p.errand.patrol = true;
            if let Place::Zone(zone, area) = self.p.boat().place
                && !self.p.is_open(self.t, zone)
            {
                self.place_boat(Place::Area(area));
            }
            let boat = self.p.boat();
            if boat.zone().is_some() || boat.came_from.is_some() {
                self.p.agenda.push(Step::Mission);
            } else {
                self.plan_hunt();
            }
        } else {
            if self.p.boat().place.is_in_base() {
                self.p.boat_mut().mines = false;
            }
            self.p.agenda.push(Step::Storm);
        }
    }

    fn plan_hunt(&mut self) {
        self.p
            .agenda
            .plan([Step::ZoneEntry, Step::Check, Step::Mission]);
    }

    /// Turns home of its own will, and moves at once [15.21].
    fn turn_back(&mut self) {
        let boat = self.p.boat_mut();
        if boat.side == Side::Transit {
            boat.patrol.turned_outbound = true;
        } else if boat.damage == 0 {
            boat.patrol.volunteered = true;
        }
        boat.turn_home();
        self.leave_zone_silently();
        self.p.agenda.push(Step::Homeward);
    }

    /// Out of a zone without a mission.
    pub(crate) fn leave_zone_silently(&mut self) {
        if let Place::Zone(_, area) = self.p.boat().place {
            self.p.boat_mut().place = Place::Area(area);
        }
    }

    pub(crate) fn place_boat(&mut self, to: Place) {
        let boat = self.p.boat_mut();
        boat.place = to;
        let id = boat.id;
        self.log.push(|| Event::Moved { boat: id, to });
    }

    /// Moves the boat one area on, and keeps what the check will ask.
    pub(crate) fn step_to(&mut self, area: Area) {
        let Some(here) = self.p.node() else { return };
        let errand = &mut self.p.errand;
        match here {
            Node::Forward(_) => errand.points += 1, // [21.11]
            here => {
                if let Some(route) = self.t.map.route(here, Node::Area(area)) {
                    errand.points += route.cost;
                    errand.crossed.extend(route.via);
                }
            }
        }
        if matches!(here, Node::Base(_) | Node::Forward(_)) {
            errand.departed = Some(here);
        }
        errand.entered.push(area);
        errand.touched.push(area);
        self.place_boat(Place::Area(area));
    }

    fn sail(&mut self, area: Area, left: u8) {
        let before = self.p.errand.points;
        self.step_to(area);
        let left = left.saturating_sub(self.p.errand.points - before);
        self.p.agenda.push(Step::Sail(left));
    }

    /// The move ends. A boat fresh from base may search at once in close hunting grounds [15.12]; another may end its move
    /// in a zone [20.3] (R65).
    fn halt(&mut self, side: Side) {
        self.p.boat_mut().side = side;
        let errand = &self.p.errand;
        let through_channel = errand.crossed.contains(&Zone::EnglishChannel);
        let close = match (errand.departed, self.p.boat().area()) {
            (Some(base), Some(area)) => {
                movement::is_close(&self.t.map, base, area, through_channel)
            }
            _ => false,
        };
        if side == Side::Transit {
            self.p.agenda.plan([Step::Check, Step::Storm]);
        } else if close {
            self.p.errand.close = true;
            self.plan_hunt();
        } else {
            self.p
                .agenda
                .plan([Step::ZoneEntry, Step::Check, Step::Storm]);
        }
    }

    pub(crate) fn enter(&mut self, zone: Zone) {
        let Some(area) = self.p.boat().area() else {
            return;
        };
        self.p.errand.into = Some(zone);
        self.place_boat(Place::Zone(zone, area));
    }

    /// The Transit Event check of a move [19.1]; between areas that are alike the player says which governs [19.12].
    pub(crate) fn check(&mut self) {
        match self.p.governing(self.t).as_slice() {
            [] => {} // nothing entered, nothing crossed [15.22]
            [area] => self.check_in(*area),
            _ => self.p.agenda.push(Step::Tie),
        }
    }

    pub(crate) fn check_in(&mut self, area: Area) {
        let check = self.p.check_of(self.t, area, self.p.errand.into);
        let errand = &self.p.errand;
        let boat = self.p.boat();
        let removal = matches!(errand.purpose, Purpose::Removal(..));
        let cautious = check.cautious;
        let die = self.chance.chit();
        let (boat, modifier, threshold) =
            (boat.id, check.modifier(self.t), check.threshold(self.t));
        self.log.push(|| Event::Checked {
            boat,
            area,
            die,
            modifier,
            threshold,
        });
        let meets = transit::is_encounter(die, false, errand.departed.is_some(), cautious)
            && self.p.may_attack(self.t);
        if check.is_event(self.t, die) {
            let dice = [self.chance.chit(), self.chance.chit()];
            let harm = transit::event(self.t, dice[0], dice[1]);
            self.log.push(|| Event::TransitEvent { boat, dice, harm });
            self.befall(harm, area);
        } else if meets && !errand.patrol && !removal && errand.purpose != Purpose::Breakthrough {
            self.encounter(area);
        }
    }

    /// What a Transit Event does; a boat that must return stops in the governing area [19.12]. On the way out of play a
    /// result of return means nothing (R61).
    fn befall(&mut self, harm: Harm, area: Area) {
        let removal = matches!(self.p.errand.purpose, Purpose::Removal(..));
        let returning = self.p.boat().rtb || removal;
        match harm {
            Harm::None => {}
            Harm::Spotted => self.p.boat_mut().spotted = true,
            Harm::Return => {}
            Harm::Damaged | Harm::DamagedReturn => self.hurt_on_the_way(area),
            Harm::Sevens | Harm::Fours | Harm::Sunk => self.lose(),
        }
        let returns = matches!(harm, Harm::Return | Harm::DamagedReturn);
        let boat = self.p.boat();
        if boat.place == Place::Lost || !returns || returning {
            return;
        }
        let id = boat.id;
        self.log.push(|| Event::Returning { boat: id });
        let outbound = !self.p.errand.patrol;
        let boat = self.p.boat_mut();
        boat.turn_home();
        boat.place = Place::Area(area);
        boat.patrol.turned_outbound |= outbound;
        self.drop_errand();
        self.p.agenda.push(Step::Storm);
    }

    /// Damage where the Transit Event is: in the zone that was entered, or in the governing area, though the move has led
    /// on [7.41], [19.12].
    fn hurt_on_the_way(&mut self, area: Area) {
        let weather = match self.p.errand.into {
            Some(zone) => self.p.weather_of_zone(self.t, zone),
            None => self.p.weather_in(area),
        };
        if self.hurt_in(self.p.acting, weather) {
            self.drop_errand();
        }
    }

    /// Nothing more is done by this boat this week.
    pub(crate) fn drop_errand(&mut self) {
        let mut kept = Vec::new();
        while let Some(step) = self.p.agenda.top().copied() {
            match step {
                Step::BoatDone | Step::MateMoved(_) => break,
                // Ships that are gone are replaced whatever becomes of the boat [14.81].
                Step::Sister(..) => kept.push(step),
                _ => {}
            }
            self.p.agenda.pop();
        }
        self.p.agenda.plan(kept);
    }

    /// The sea may damage a boat that was in a system this week [7.41].
    pub(crate) fn storm(&mut self) {
        let worst = self.p.worst_weather(self.t, None);
        let (boat, navy) = (self.p.boat().id, self.p.class(self.t).navy);
        let exposed = (0..10).any(|die| weather::damages(self.t, worst, navy, die));
        if !exposed || !self.p.boat().place.is_at_sea() {
            return;
        }
        let die = self.chance.chit();
        let damaged = weather::damages(self.t, worst, navy, die);
        self.log.push(|| Event::Buffeted { boat, die, damaged });
        // The second die of a storm is thrown though the boat may be out of it by now.
        if damaged && self.hurt_in(self.p.acting, worst) {
            self.drop_errand();
        }
    }

    /// Makes for a base as far as speed allows, straight home [15.22].
    fn make_for(&mut self, haven: Node) {
        self.leave_zone_silently();
        let speed = self.p.class(self.t).speed;
        self.p.errand.purpose = match self.p.errand.purpose {
            Purpose::Removal(_, to) => Purpose::Removal(haven, to),
            _ => Purpose::Home(haven),
        };
        self.p.agenda.push(Step::HomeSail(haven, speed));
    }

    fn sail_home(&mut self, haven: Node, left: u8, choice: Choice) {
        match choice {
            Choice::To(area) => {
                let cost = self.p.node().and_then(|here| {
                    self.t
                        .map
                        .route(here, Node::Area(area))
                        .map(|route| route.cost)
                });
                self.step_to(area);
                let left = movement::pay(left, cost.unwrap_or(1)).unwrap_or(0);
                // A forward base is entered for nothing [21.11].
                if left > 0 || matches!(haven, Node::Forward(_)) {
                    self.p.agenda.push(Step::HomeSail(haven, left));
                } else {
                    self.end_leg(haven);
                }
            }
            Choice::Base(_) | Choice::Tender(_) => self.reach_haven(haven),
            _ => self.end_leg(haven),
        }
    }

    /// The way of this turn is over.
    pub(crate) fn end_leg(&mut self, haven: Node) {
        match self.p.errand.purpose {
            // A boat that finds no way home is simply out of play.
            Purpose::Removal(..) if self.p.errand.entered.is_empty() => {}
            Purpose::Removal(..) => self.p.agenda.plan([Step::Check, Step::Onward(haven)]),
            _ => self.p.agenda.plan([Step::Check, Step::Storm]),
        }
    }

    /// Into the base: a check only if an area was entered or a transit zone lies between [15.22] (R57).
    fn reach_haven(&mut self, haven: Node) {
        let here = self.p.node();
        let route = here.and_then(|here| self.t.map.route(here, haven));
        let via = route.and_then(|route| route.via);
        self.p.errand.crossed.extend(via);
        self.p.errand.homing = true;
        match self.p.errand.purpose {
            Purpose::Removal(..) => self.p.agenda.push(Step::Check),
            _ => self
                .p
                .agenda
                .plan([Step::Check, Step::Storm, Step::Arrive(haven)]),
        }
    }

    /// The next turn of a boat that goes home all at once [19.13].
    pub(crate) fn onward(&mut self, haven: Node) {
        let errand = &mut self.p.errand;
        errand.start = errand.entered.last().copied().or(errand.start);
        errand.entered.clear();
        errand.crossed.clear();
        errand.points = 0;
        errand.departed = None;
        let speed = self.p.class(self.t).speed;
        self.p.agenda.push(Step::HomeSail(haven, speed));
    }
}
