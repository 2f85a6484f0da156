//! A week of one boat: intelligence, orders, moves, checks, endurance, the end of the turn [4.0].

use crate::boat::{Place, Side, Submarine};
use crate::choice::Choice;
use crate::crews;
use crate::damage::{self, Hurt};
use crate::endurance::{self, Week};
use crate::event::Event;
use crate::geography::{Area, Base, Node, Zone};
use crate::harm::Harm;
use crate::movement;
use crate::position::{Errand, Position};
use crate::ready::Stand;
use crate::sequence::{Phase, Play, Step};
use crate::tables::{ClassValues, Tables};
use crate::transit::{self, Check, Way};
use crate::weather::{self, Weather};

impl Position {
    /// The boat of a patrol game.
    pub(crate) fn lone(&self) -> &Submarine {
        &self.boats[0]
    }

    pub(crate) fn lone_mut(&mut self) -> &mut Submarine {
        &mut self.boats[0]
    }

    pub(crate) fn class<'t>(&self, t: &'t Tables) -> &'t ClassValues {
        t.submarines.class_of(self.lone().id)
    }

    /// After Barbarossa? By the period alone in scenarios that do not play it [17.4].
    pub(crate) fn barbarossa(&self) -> bool {
        self.period >= crate::calendar::Period::Four
    }

    fn base_nodes(&self) -> Vec<Node> {
        self.bases.iter().copied().map(Node::Base).collect()
    }

    /// Where the boat is on the map of routes.
    fn node(&self) -> Option<Node> {
        match self.lone().place {
            Place::Base(base, _) => Some(Node::Base(base)),
            Place::Area(area) | Place::Zone(_, area) => Some(Node::Area(area)),
            Place::Lost => None,
        }
    }

    /// Areas one step away that points and range allow [15.1], [15.11].
    fn next_areas(&self, t: &Tables, left: u8) -> Vec<Area> {
        let (Some(here), bases, range) = (self.node(), self.base_nodes(), self.class(t).range)
        else {
            return Vec::new();
        };
        let steps = t
            .map
            .routes_from(here)
            .filter_map(|(route, other)| match other {
                Node::Area(area) if route.cost <= left => Some(area),
                _ => None,
            });
        let fresh = steps
            .filter(|area| !self.errand.entered.contains(area) && self.errand.start != Some(*area));
        fresh
            .filter(|area| movement::in_range(&t.map, &bases, *area, range, false))
            .collect()
    }

    /// Zones of an area that are open for patrol (R20).
    fn open_zones(&self, t: &Tables, area: Area) -> impl Iterator<Item = Zone> {
        let period = self.period;
        let zones = Zone::ALL
            .into_iter()
            .filter(|zone| movement::is_linked(&t.map, *zone, area))
            .collect::<Vec<_>>();
        let open = zones.into_iter().filter(|zone| {
            let values = t.map.zone(*zone);
            let closed = values.closed_from.is_some_and(|from| period >= from);
            let too_early = values.open_from.is_some_and(|from| period < from);
            let barred = values.open_after.is_some() && !values.open_in.contains(&period);
            !values.neutral && !closed && !too_early && !barred
        });
        open.collect::<Vec<_>>().into_iter()
    }

    pub(crate) fn list_week(&self, t: &Tables, step: Step, out: &mut Vec<Choice>) {
        let boat = self.lone();
        match step {
            Step::Orders => {
                out.push(Choice::Stay);
                match (boat.place, boat.side, boat.area()) {
                    (Place::Base(..), ..) => self.list_steps(t, self.class(t).speed, out),
                    (_, Side::Transit, _) => {
                        self.list_steps(t, self.class(t).speed, out);
                        out.push(Choice::Home);
                    }
                    (_, Side::Patrol, Some(area)) => {
                        let (bases, range) = (self.base_nodes(), self.class(t).range);
                        let near = movement::patrol_moves(&t.map, area).map(|(area, _)| area);
                        let reached = near
                            .filter(|area| movement::in_range(&t.map, &bases, *area, range, false));
                        out.extend(reached.map(Choice::To));
                        out.push(Choice::Home);
                    }
                    _ => {}
                }
            }
            Step::Sail(left) => {
                self.list_steps(t, left, out);
                out.extend(Side::ALL.map(Choice::Halt));
            }
            Step::ZoneEntry => {
                out.push(Choice::OpenSea);
                if let Some(area) = boat.area() {
                    out.extend(self.open_zones(t, area).map(Choice::Into));
                }
            }
            Step::Conduct => out.extend([Choice::Search, Choice::Bypass]),
            Step::Raid => out.extend([Choice::Raid, Choice::NoRaid]),
            Step::Engage => out.extend([Choice::Engage, Choice::Decline]),
            Step::SecondSearch => out.extend([Choice::Again, Choice::Enough]),
            Step::LeaveZone => {
                if let (Some(zone), Some(from)) = (boat.zone(), boat.area()) {
                    let (bases, range) = (self.base_nodes(), self.class(t).range);
                    let near = |area: &Area| {
                        *area == from || movement::in_range(&t.map, &bases, *area, range, false)
                    };
                    let links = t.map.zone(zone).links.iter().copied().filter(near);
                    out.extend(links.map(Choice::To));
                }
            }
            Step::Remain => out.extend(Side::ALL.map(Choice::Remain)),
            Step::Supply => {
                out.extend(self.providers(t).map(|(place, _)| Choice::Supply(place)));
                out.push(Choice::NoSupply);
            }
            Step::Homeward => out.extend(self.home_bases(t).map(Choice::Base)),
            _ => {}
        }
    }

    fn list_steps(&self, t: &Tables, left: u8, out: &mut Vec<Choice>) {
        out.extend(self.next_areas(t, left).into_iter().map(Choice::To));
    }

    /// Bases that a returning boat can make for.
    fn home_bases(&self, t: &Tables) -> impl Iterator<Item = Base> {
        let reached = self
            .bases
            .iter()
            .copied()
            .filter(|base| self.way_home(t, *base).is_some());
        reached.collect::<Vec<_>>().into_iter()
    }

    /// The shortest way home, of several the one with least red; not through the Channel or Gibraltar [15.22].
    fn way_home(&self, t: &Tables, base: Base) -> Option<Vec<Node>> {
        let start = self.node()?;
        // Cheapest first: cost, then red boxes, then the order of the map.
        let mut open: Vec<(u8, u8, Vec<Node>)> = vec![(0, 0, vec![start])];
        let mut closed: Vec<Node> = Vec::new();
        while !open.is_empty() {
            let best = (0..open.len()).min_by_key(|place| (open[*place].0, open[*place].1))?;
            let (cost, red, path) = open.remove(best);
            let here = *path.last()?;
            if here == Node::Base(base) {
                return Some(path);
            }
            if closed.contains(&here) {
                continue;
            }
            closed.push(here);
            for (route, next) in t.map.routes_from(here) {
                let perilous = matches!(route.via, Some(Zone::EnglishChannel | Zone::Gibraltar));
                let more = match next {
                    Node::Area(area) => t.map.chart(area, self.period, self.barbarossa()).red(),
                    Node::Base(other) if other == base => 0,
                    _ => continue,
                };
                if !perilous {
                    let mut longer = path.clone();
                    longer.push(next);
                    open.push((cost + route.cost, red + more, longer));
                }
            }
        }
        None
    }
}

impl Play<'_> {
    pub(crate) fn perform_week(&mut self, step: Step) {
        match step {
            Step::BeginWeek => self.begin_week(),
            Step::Check => self.check(),
            Step::Search => self.search(),
            Step::Battle => self.begin_battle(),
            Step::AfterFight => self.after_fight(),
            Step::Endure => self.endure(),
            Step::Storm => self.storm(),
            Step::Arrive(base) => self.arrive(base),
            Step::Conclude => self.conclude(),
            _ => {}
        }
    }

    pub(crate) fn answer_week(&mut self, step: Step, choice: Choice) {
        match (step, choice) {
            (Step::Orders, Choice::Stay) => self.stay(),
            (Step::Orders, Choice::To(area))
                if self.p.lone().side == Side::Patrol && self.p.lone().area().is_some() =>
            {
                self.p.errand.patrol = true;
                self.step_to(area);
                self.p
                    .agenda
                    .plan([Step::ZoneEntry, Step::Check, Step::Conduct]);
            }
            (Step::Orders, Choice::To(area)) => {
                let left = self.p.class(self.t).speed;
                self.sail(area, left);
            }
            (Step::Orders, Choice::Home) => self.turn_back(),
            (Step::Sail(left), Choice::To(area)) => self.sail(area, left),
            (Step::Sail(_), Choice::Halt(side)) => self.halt(side),
            (Step::ZoneEntry, Choice::Into(zone)) => self.enter(zone),
            (Step::Conduct, Choice::Search) => self.p.agenda.push(Step::Search),
            (Step::Conduct, Choice::Bypass) => self.bypass(),
            (Step::Raid, choice) => self.begin_raid(choice == Choice::Raid),
            (Step::Engage, Choice::Engage) => self.p.agenda.push(Step::Battle),
            (Step::Engage, Choice::Decline) => self.decline(),
            (Step::SecondSearch, Choice::Again) => self.p.agenda.push(Step::Search),
            (Step::SecondSearch, _) => self.plan_end(),
            (Step::LeaveZone, Choice::To(area)) => self.leave_zone(area),
            (Step::Remain, Choice::Remain(side)) => self.p.lone_mut().side = side,
            (Step::Supply, Choice::Supply(place)) => self.take_supplies(place),
            (Step::Supply, _) => self.p.agenda.push(Step::Homeward),
            (Step::Homeward, Choice::Base(base)) => self.make_for(base),
            _ => {}
        }
    }

    /// Weather and B-Dienst of the week [7.11], [7.4]; a returning boat has nothing to decide but its way.
    fn begin_week(&mut self) {
        let date = self.p.date;
        self.p.phase = Phase::Intelligence;
        self.log.push(|| Event::Week { date });
        let die = self.chance.chit();
        let area = self.t.b_dienst[self.p.period.index()][usize::from(die)].area;
        self.log.push(|| Event::Signals { die, area });
        self.p.signals = Some(die);
        self.p.weather = weather::form(self.t, date.month, self.chance);
        let systems = self.p.weather.clone();
        self.log.push(|| Event::Weather { systems });
        self.p.port_used = false;
        self.p.phase = Phase::Movement;
        self.p.lone_mut().week = Week::default();
        let area = self.p.lone().area();
        self.p.errand = Errand {
            start: area,
            touched: area.into_iter().collect(),
            ..Errand::default()
        };
        let first = match self.p.lone().rtb {
            true if self.p.providers(self.t).next().is_some() => Step::Supply,
            true => Step::Homeward,
            false => Step::Orders,
        };
        self.p.agenda.plan([first, Step::Conclude]);
    }

    fn stay(&mut self) {
        if self.p.lone().side == Side::Patrol && self.p.lone().area().is_some() {
            self.p.errand.patrol = true;
            self.p
                .agenda
                .plan([Step::ZoneEntry, Step::Check, Step::Conduct]);
        } else {
            self.p.agenda.push(Step::Storm);
        }
    }

    /// Turns home of its own will, and moves at once [15.21].
    fn turn_back(&mut self) {
        let boat = self.p.lone_mut();
        if boat.side == Side::Transit {
            boat.patrol.turned_outbound = true;
        } else if boat.damage == 0 {
            boat.patrol.volunteered = true;
        }
        boat.turn_home();
        self.p.agenda.push(Step::Homeward);
    }

    /// Moves the boat one area on, and keeps what the check will ask.
    fn step_to(&mut self, area: Area) {
        let Some(here) = self.p.node() else { return };
        if let Some(route) = self.t.map.route(here, Node::Area(area)) {
            self.p.errand.points += route.cost;
            self.p.errand.crossed = route.via.or(self.p.errand.crossed);
        }
        if let Node::Base(base) = here {
            self.p.errand.departed = Some(base);
        }
        self.p.errand.entered.push(area);
        self.p.errand.touched.push(area);
        let boat = self.p.lone_mut();
        boat.place = Place::Area(area);
        let (id, to) = (boat.id, boat.place);
        self.log.push(|| Event::Moved { boat: id, to });
    }

    fn sail(&mut self, area: Area, left: u8) {
        let before = self.p.errand.points;
        self.step_to(area);
        let left = left.saturating_sub(self.p.errand.points - before);
        self.p.agenda.push(Step::Sail(left));
    }

    /// The move ends. A boat fresh from base may search at once in close hunting grounds [15.12].
    fn halt(&mut self, side: Side) {
        self.p.lone_mut().side = side;
        let errand = &self.p.errand;
        let through_channel = errand.crossed == Some(Zone::EnglishChannel);
        let close = match (errand.departed, self.p.lone().area()) {
            (Some(base), Some(area)) => {
                movement::is_close(&self.t.map, Node::Base(base), area, through_channel)
            }
            _ => false,
        };
        if close && side == Side::Patrol {
            self.p
                .agenda
                .plan([Step::ZoneEntry, Step::Check, Step::Conduct]);
        } else {
            self.p.agenda.plan([Step::Check, Step::Storm]);
        }
    }

    fn enter(&mut self, zone: Zone) {
        let Some(area) = self.p.lone().area() else {
            return;
        };
        let boat = self.p.lone_mut();
        boat.place = Place::Zone(zone, area);
        let (id, to) = (boat.id, boat.place);
        self.log.push(|| Event::Moved { boat: id, to });
    }

    fn leave_zone(&mut self, area: Area) {
        let boat = self.p.lone_mut();
        boat.place = Place::Area(area);
        let (id, to) = (boat.id, boat.place);
        self.log.push(|| Event::Moved { boat: id, to });
        self.p.agenda.push(Step::Endure);
    }

    /// The Transit Event check of a move [19.1].
    fn check(&mut self) {
        let errand = &self.p.errand;
        let zone = self.p.lone().zone();
        let way = Way {
            start: errand.start,
            entered: &errand.entered,
            crossed: errand.crossed,
            zone_from: zone.and(self.p.lone().area()),
        };
        let barbarossa = self.p.barbarossa();
        let Some(area) = transit::governing(self.t, way, self.p.period, barbarossa)
            .first()
            .copied()
        else {
            return; // nothing entered, nothing crossed [15.22]
        };
        let home = matches!(self.p.agenda.top(), Some(Step::Arrive(_)));
        let speed = self.p.class(self.t).speed;
        let cautious = !errand.patrol
            && !home
            && movement::is_cautious(speed, errand.entered.len(), errand.points);
        let entered_zone = zone.filter(|zone| self.t.map.crossing(*zone).is_some());
        let check = Check {
            patrol: errand.patrol,
            spotted: self.p.lone().spotted,
            zone: zone.is_some(),
            crossed: errand.crossed.or(entered_zone),
            green: self.p.lone().green,
            cautious,
            ..Check::into(area, self.p.period, barbarossa)
        };
        let die = self.chance.chit();
        let (boat, modifier, threshold) = (
            self.p.lone().id,
            check.modifier(self.t),
            check.threshold(self.t),
        );
        self.log.push(|| Event::Checked {
            boat,
            area,
            die,
            modifier,
            threshold,
        });
        if check.is_event(self.t, die) {
            let dice = [self.chance.chit(), self.chance.chit()];
            let harm = transit::event(self.t, dice[0], dice[1]);
            self.log.push(|| Event::TransitEvent { boat, dice, harm });
            self.befall(harm, area);
        } else if transit::is_encounter(die, false, errand.departed.is_some(), cautious)
            && !errand.patrol
        {
            self.encounter(area);
        }
    }

    /// What a Transit Event does; a boat that must return stops in the governing area [19.12].
    fn befall(&mut self, harm: Harm, area: Area) {
        let returning = self.p.lone().rtb;
        match harm {
            Harm::None => {}
            Harm::Spotted => self.p.lone_mut().spotted = true,
            Harm::Return => self.p.lone_mut().turn_home(),
            Harm::Damaged => self.hurt(),
            Harm::DamagedReturn => {
                self.hurt();
                if self.p.lone().place != Place::Lost {
                    self.p.lone_mut().turn_home();
                }
            }
            Harm::Sevens | Harm::Fours | Harm::Sunk => self.lose(),
        }
        let boat = self.p.lone();
        if boat.place == Place::Lost {
            self.end();
        } else if boat.rtb && !returning {
            let id = boat.id;
            self.log.push(|| Event::Returning { boat: id });
            let outbound = !self.p.errand.patrol;
            let boat = self.p.lone_mut();
            boat.place = Place::Area(area);
            boat.patrol.turned_outbound |= outbound;
            self.p.agenda.clear();
            self.p.agenda.plan([Step::Storm, Step::Conclude]);
        }
    }

    /// One more damage marker [18.1].
    pub(crate) fn hurt(&mut self) {
        let boat = self.p.lone();
        let (id, markers, rating) = (boat.id, boat.damage, boat.rating());
        let weather = boat
            .area()
            .map_or(Weather::Clear, |area| self.p.weather_in(area));
        let defence = self.p.class(self.t).defence;
        match damage::take(self.t, markers, defence, rating, weather, self.chance) {
            Hurt::Markers(markers) => {
                self.p.lone_mut().damage = markers;
                self.log.push(|| Event::Damaged { boat: id, markers });
            }
            Hurt::Sunk => self.lose(),
        }
    }

    pub(crate) fn lose(&mut self) {
        let boat = self.p.lone_mut();
        boat.place = Place::Lost;
        boat.rtb = false;
        let id = boat.id;
        self.log.push(|| Event::Lost { boat: id });
    }

    fn bypass(&mut self) {
        let boat = self.p.lone_mut();
        boat.week.bypassed = true;
        boat.patrol.bypassed = true;
        boat.spotted = false; // [13.1]
        let id = boat.id;
        self.log.push(|| Event::Bypassed { boat: id });
        self.plan_end();
    }

    /// Out of the zone if it is in one, then the Endurance Check [20.6].
    pub(crate) fn plan_end(&mut self) {
        let next = if self.p.lone().zone().is_some() {
            Step::LeaveZone
        } else {
            Step::Endure
        };
        self.p.agenda.push(next);
    }

    /// Weather first, then the Endurance Check [7.41], [14.7].
    fn endure(&mut self) {
        self.p.phase = Phase::Endurance;
        self.storm();
        let boat = self.p.lone();
        if boat.place == Place::Lost || boat.rtb {
            return;
        }
        let id = boat.id;
        let class = self.p.class(self.t);
        let torpedo = crate::torpedo::of_navy(self.t, self.p.standing.torpedo, class.navy);
        let modifier = endurance::modifier(self.t, boat.week, boat.damage > 0, boat.green);
        let number = endurance::number(self.t, class.endurance, torpedo);
        let die = self.chance.chit();
        let stays = endurance::stays(number, modifier, die);
        self.log.push(|| Event::Endured {
            boat: id,
            die,
            modifier,
            number,
            stays,
        });
        if !stays {
            self.p.lone_mut().turn_home();
        } else if self.p.errand.encounter {
            self.p.agenda.push(Step::Remain);
        }
    }

    /// The worst weather that the boat has been in this week [7.41].
    fn storm(&mut self) {
        let here = self.p.lone().area();
        let touched = self.p.errand.touched.iter().copied().chain(here);
        let worst = touched
            .map(|area| self.p.weather_in(area))
            .max()
            .unwrap_or(Weather::Clear);
        let (boat, navy) = (self.p.lone().id, self.p.class(self.t).navy);
        let exposed = (0..10).any(|die| weather::damages(self.t, worst, navy, die));
        if !exposed || self.p.lone().place == Place::Lost {
            return;
        }
        let die = self.chance.chit();
        let damaged = weather::damages(self.t, worst, navy, die);
        self.log.push(|| Event::Buffeted { boat, die, damaged });
        if damaged {
            self.hurt();
            if self.p.lone().place == Place::Lost {
                self.end();
            }
        }
    }

    /// Makes for a base as far as speed allows, straight home [15.22].
    fn make_for(&mut self, base: Base) {
        let Some(path) = self.p.way_home(self.t, base) else {
            return;
        };
        let speed = self.p.class(self.t).speed;
        let Some(turn) =
            movement::turns(&self.t.map, &path, speed).and_then(|turns| turns.into_iter().next())
        else {
            return;
        };
        let mut last = Step::Storm;
        for place in turn {
            match place {
                Node::Area(area) => self.step_to(area),
                Node::Base(base) => {
                    let here = self.p.node();
                    let route = here.and_then(|here| self.t.map.route(here, place));
                    self.p.errand.crossed =
                        route.and_then(|route| route.via).or(self.p.errand.crossed);
                    last = Step::Arrive(base);
                }
                Node::Forward(_) => {}
            }
        }
        self.p.agenda.plan([Step::Check, last]);
    }

    /// Home: a roll for each damage marker [18.3], the Spotted marker off [16.21], the crew better for it [8.12].
    fn arrive(&mut self, base: Base) {
        let markers = self.p.lone().damage;
        let dice: Vec<u8> = (0..markers).map(|_| self.chance.chit()).collect();
        let boat = self.p.lone_mut();
        let (_, repair) = damage::assess(self.t, &dice, boat.green);
        boat.green = crews::after_return(boat.green, boat.patrol);
        boat.spotted = false;
        boat.rtb = false;
        boat.place = Place::Base(base, Stand::WorkUp);
        let id = boat.id;
        self.log.push(|| Event::Arrived {
            boat: id,
            base,
            dice,
            repair,
        });
        self.end();
    }

    /// The end of the week [16.2] to [16.6].
    fn conclude(&mut self) {
        self.p.phase = Phase::Conclude;
        let boat = self.p.lone();
        let (id, rating) = (boat.id, boat.rating());
        if boat.spotted {
            let die = self.chance.chit();
            let removed = crews::slips_from_notice(die, rating);
            self.p.lone_mut().spotted = !removed;
            self.log.push(|| Event::Forgotten {
                boat: id,
                die,
                removed,
            });
        }
        self.p.weather.clear(); // [16.3], [7.42]
        self.p.signals = None; // [16.5]
        let weeks = self.p.weeks(self.t);
        match self.p.date.next() {
            Some(next) if self.p.week() < weeks => {
                self.p.date = next;
                self.p.agenda.push(Step::BeginWeek);
            }
            _ => self.end(),
        }
    }
}
