//! What a boat does where it has come to: duties of War Events [5.3], mines [26.0], naval bases [30.4], search [13.1].

use crate::activity::Colour;
use crate::boat::{Duty, Place, Side, Submarine};
use crate::choice::Choice;
use crate::combat::Setting;
use crate::combat::attack::{self, Strike};
use crate::displays::Contact;
use crate::event::Event;
use crate::geography::{Area, Base, Zone};
use crate::harm::Blow;
use crate::mines;
use crate::position::{Position, Terms};
use crate::search;
use crate::sequence::{Play, Step};
use crate::setup::Scenario;
use crate::tables::{Deed, Role, Tables, Theatre, WarEvent};
use crate::units::Navy;
use crate::war::Minefield;
use crate::weather::Weather;

impl Position {
    /// The naval base that the boat of a patrol must enter in its first week [30.4].
    pub(crate) fn must_enter(&self, t: &Tables) -> Option<Zone> {
        match Scenario::find(t, &self.setup.scenario) {
            Ok(Scenario::Patrol(place)) if self.date == self.start => {
                t.scenarios.patrols[place].must_enter
            }
            _ => None,
        }
    }

    /// Mine counters on boats [26.51].
    pub(crate) fn mines_aboard(&self) -> usize {
        self.boats.iter().filter(|boat| boat.mines).count()
    }

    /// Whether a boat in base may take mines aboard: U-boats, while there are counters [26.0].
    pub(crate) fn may_load(&self, t: &Tables, boat: &Submarine) -> bool {
        let class = t.submarines.class_of(boat.id);
        !boat.mines
            && class.navy == Navy::German
            && class.mine_strength > 0
            && self.mines_aboard() < usize::from(t.mines.counters)
    }

    /// Whether mines may be laid in a zone [26.52], [26.53]: by a boat of its own will only where it may go at all (R20).
    pub(crate) fn may_mine(&self, t: &Tables, zone: Zone, by_event: bool) -> bool {
        let occurred = |event: &str| self.war.has_occurred(t, event);
        let weather = self.weather_of_zone(t, zone);
        let open = if by_event {
            !self.is_forward(zone)
        } else {
            self.is_open(t, zone)
        };
        open && mines::allowed(t, zone, self.period, by_event, occurred, weather)
    }

    /// Whether the boat's orders forbid attacks this week, and in transit too [5.0]; whoever reports weather does not even
    /// search (R37). An escort that was ordered in an earlier week is a returning boat like others.
    fn holds_fire(&self, t: &Tables) -> bool {
        let unarmed = self.event(t).filter(|event| !event.attacks);
        let escorts = |event: &WarEvent| {
            let mut deeds = event.deeds.iter();
            deeds.any(|deed| matches!(deed, Deed::Escort { .. }))
        };
        match self.boat().duty {
            Some(Duty::Sent(..) | Duty::Recalled) => unarmed.is_some(),
            Some(Duty::Escort(_)) => unarmed.is_some_and(escorts),
            Some(Duty::Weather | Duty::Rescue(_)) => true,
            _ => false,
        }
    }

    /// Whether the boat may attack what it meets: its orders allow it, and no mines are aboard [5.0], [26.0].
    pub(crate) fn may_attack(&self, t: &Tables) -> bool {
        !self.boat().mines && !self.holds_fire(t)
    }

    /// A boat fresh from base may hunt in close grounds at once, but need not: it can be on patrol from next week on [15.12].
    fn may_wait(&self) -> bool {
        self.errand.close && self.ordered_to(self.boat()).is_none()
    }

    pub(crate) fn list_mission(&self, t: &Tables, step: Step, out: &mut Vec<Choice>) {
        match step {
            Step::Conduct => {
                out.extend([Choice::Search, Choice::Bypass]);
                out.extend(self.may_wait().then_some(Choice::Stay));
            }
            Step::Raid => out.extend([Choice::Raid, Choice::NoRaid]),
            Step::Engage => out.extend([Choice::Engage, Choice::Decline]),
            Step::SecondSearch => out.extend([Choice::Again, Choice::Enough]),
            Step::Remain => {
                let boat = self.boat();
                let area = boat.area();
                out.push(Choice::Remain(Side::Transit));
                if area.is_some_and(|area| self.may_patrol(t, boat.command, area)) {
                    out.push(Choice::Remain(Side::Patrol)); // its theatre allows it (5.2.11)
                }
            }
            Step::MineOption => out.extend(mines::Spotted::ALL.map(Choice::Mines)),
            _ => {}
        }
    }
}

impl Play<'_> {
    pub(crate) fn answer_mission(&mut self, step: Step, choice: Choice) {
        match (step, choice) {
            (Step::Conduct, Choice::Search) => self.p.agenda.push(Step::Search),
            (Step::Conduct, Choice::Bypass) => self.bypass(),
            (Step::Conduct, Choice::Stay) => self.p.agenda.push(Step::Storm),
            (Step::Raid, choice) => self.begin_raid(choice == Choice::Raid),
            (Step::Engage, Choice::Engage) => {
                let next = self.attack_step();
                self.p.agenda.push(next);
            }
            (Step::Engage, _) if self.p.boat().place == Place::Baltic => {
                self.p.errand.contacts += 1;
                self.p.contact = Contact::None;
                self.p.agenda.push(Step::LeaveBaltic);
            }
            (Step::Engage, _) => self.decline(),
            (Step::SecondSearch, Choice::Again) => self.p.agenda.push(Step::Search),
            (Step::SecondSearch, _) => self.plan_end(),
            (Step::Remain, Choice::Remain(side)) => self.p.boat_mut().side = side,
            (Step::MineOption, Choice::Mines(option)) => self.spotted_with_mines(option),
            _ => {}
        }
    }

    /// The boat goes where an event has sent it, and acts there this week [5.3].
    pub(crate) fn carry_out(&mut self) {
        if self.p.ordered_to(self.p.boat()) == Some(Theatre::Baltic) {
            self.place_boat(Place::Baltic);
            self.p.boat_mut().side = Side::Patrol;
            return self.p.agenda.push(Step::BalticSearch);
        }
        self.p.agenda.push(Step::Approach);
    }

    /// By an area to the place of its orders. Whoever makes for a port by charts does so by its normal movement, others
    /// by a patrol move or fresh from base [5.3], [WE5.4b].
    pub(crate) fn approach(&mut self, area: Area) {
        let boat = self.p.boat();
        let (charts, patrols) = (matches!(boat.duty, Some(Duty::Charts(_))), boat.patrols());
        let zone = match self.p.ordered_to(boat) {
            Some(Theatre::Zone(zone)) => Some(zone),
            _ => None,
        };
        let mut ways = self.p.passages(self.t, boat).into_iter();
        let Some((_, way)) = ways.find(|(by, _)| *by == area) else {
            return;
        };
        let from_base = boat.place.is_in_base();
        self.p.errand.patrol = if charts { patrols } else { !from_base };
        self.p.errand.close = from_base;
        if way.is_empty() && self.p.boat().zone() != zone {
            self.p.boat_mut().place = Place::Area(area);
        }
        for area in way {
            self.step_to(area);
        }
        self.p.boat_mut().side = Side::Patrol;
        if let Some(zone) = zone.filter(|zone| self.p.boat().zone() != Some(*zone)) {
            self.enter(zone);
        }
        self.p.agenda.plan([Step::Check, Step::Mission]);
    }

    /// At the place: mines are laid, a port is entered, or the sea is searched.
    pub(crate) fn mission(&mut self) {
        let boat = self.p.boat();
        let zone = boat.zone();
        if boat.rtb {
            return;
        }
        self.p.errand.worked = zone.or(self.p.errand.worked);
        let boat = self.p.boat();
        if self.p.errand.harbour {
            return self.enter_harbour();
        }
        if boat.mines {
            let ordered = matches!(boat.duty, Some(Duty::Sent(..) | Duty::Mines(_)));
            let lays = zone.is_some_and(|zone| self.p.may_mine(self.t, zone, ordered));
            return match (lays, boat.spotted) {
                (true, false) => self.lay_mines(),
                (true, true) => self.p.agenda.push(Step::MineOption),
                (false, _) => self.end_idle(), // no attacks until they are laid [26.0]
            };
        }
        let barren = boat.area().is_some_and(|area| {
            search::is_barren(self.t.map.chart(area, self.p.period, self.p.barbarossa()))
        });
        if self.p.holds_fire(self.t) || barren {
            return self.end_idle();
        }
        self.p.agenda.push(Step::Conduct);
    }

    /// Nothing to do here: the week ends as a patrol does, or, fresh from base, as a move does [15.12].
    fn end_idle(&mut self) {
        match self.p.may_wait() && self.p.boat().zone().is_none() {
            true => self.p.agenda.push(Step::Storm),
            false => self.plan_end(),
        }
    }

    fn bypass(&mut self) {
        let boat = self.p.boat_mut();
        boat.week.bypassed = true;
        boat.patrol.bypassed = true;
        boat.spotted = false; // [13.1]
        let id = boat.id;
        self.log.push(|| Event::Bypassed { boat: id });
        self.plan_end();
    }

    /// Out of the zone if it is in one, then the Endurance Check [20.6].
    pub(crate) fn plan_end(&mut self) {
        let next = if self.p.boat().zone().is_some() {
            Step::LeaveZone
        } else {
            Step::Endure
        };
        self.p.agenda.push(next);
    }

    /// A boat that has come unseen into a naval base meets a British task force in port [30.4].
    fn enter_harbour(&mut self) {
        if self.p.boat().spotted {
            return self.plan_end();
        }
        self.p.contact = Contact::TaskForce;
        self.p.errand.colour = Some(Colour::Blue);
        self.p.errand.terms = Terms {
            nation: Some(crate::units::Nation::British),
            setting: Setting::Harbour,
            ..Terms::default()
        };
        self.p.agenda.push(Step::Battle);
    }

    /// The ship that a scenario promises is among those in port [30.4].
    pub(crate) fn certain_ship(&mut self) {
        let Ok(Scenario::Patrol(place)) = Scenario::find(self.t, &self.p.setup.scenario) else {
            return;
        };
        let (Some(unit), true) = (
            self.t.scenarios.patrols[place].certain,
            self.p.errand.harbour,
        ) else {
            return;
        };
        let counter = self.t.ships.counters(unit).next();
        if let (Some(counter), Some(battle)) = (counter, &mut self.p.battle) {
            let lane = crate::displays::Lane::Center;
            let cups = &mut self.p.secret.cups;
            battle.put_in(self.t, lane, &[counter], cups, self.chance);
        }
    }

    /// A new field works at once, with the skipper's skill [26.1], [26.2]; then it is one weaker [26.23], and the boat leaves
    /// the zone [26.3].
    fn lay_mines(&mut self) {
        let boat = self.p.boat();
        let (id, rating) = (boat.id, boat.rating());
        let Some(zone) = boat.zone() else { return };
        let strength = mines::strength(self.p.class(self.t));
        self.log.push(|| Event::MinesLaid {
            boat: id,
            zone,
            strength,
        });
        let boat = self.p.boat_mut();
        boat.mines = false;
        boat.week.laid_mines = true;
        self.sweep(zone, strength, Some(rating));
        let left = mines::decayed(strength);
        if left > 0 {
            self.p.war.fields.push(Minefield {
                zone,
                strength: left,
            });
        }
        self.plan_end();
    }

    /// Spotted on entry: drop the mines and patrol zone or area, or keep them and try again [26.11].
    fn spotted_with_mines(&mut self, option: mines::Spotted) {
        // Whoever goes home by his orders when the week is over does not try again [WE1.9].
        let ends =
            self.p.is_deployed() && self.p.event(self.t).is_some_and(|event| event.then_home);
        let boat = self.p.boat_mut();
        if option.keeps() {
            boat.week.mines_kept = true;
            boat.spotted = false;
            if let Place::Zone(zone, area) = boat.place {
                if !ends {
                    boat.duty = Some(Duty::Mines(zone));
                }
                self.place_boat(Place::Area(area));
            }
            return self.p.agenda.push(Step::Endure);
        }
        boat.mines = false;
        boat.week.jettisoned = true;
        if let (mines::Spotted::PatrolArea, Place::Zone(_, area)) = (option, boat.place) {
            self.place_boat(Place::Area(area));
        }
        self.p.agenda.push(Step::Mission);
    }

    /// Fields from earlier turns [11.2], [26.4]; then each is one weaker, or gone [11.21].
    pub(crate) fn old_fields(&mut self) {
        let fields = std::mem::take(&mut self.p.war.fields);
        for field in &fields {
            self.sweep(field.zone, field.strength, None);
        }
        let left = fields.into_iter().filter_map(|field| {
            let strength = mines::decayed(field.strength);
            (strength > 0).then_some(Minefield { strength, ..field })
        });
        self.p.war.fields = left.collect();
    }

    /// The Minefield Table: ships of the Loner cup run into it [26.2], [26.21].
    fn sweep(&mut self, zone: Zone, strength: u8, ace: Option<u8>) {
        let links = &self.t.map.zone(zone).links;
        let west = links.iter().any(|area| self.t.map.area(*area).west);
        let die = self.chance.chit();
        let total = mines::total(self.t, self.p.period, strength, ace, west, die);
        let count = mines::draw(self.t, total);
        self.log.push(|| Event::Minefield {
            zone,
            die,
            total,
            count,
        });
        let weather = self.p.weather_of_zone(self.t, zone); // [7.41]
        let mut drawn = Vec::new();
        for _ in 0..count {
            drawn.extend(
                self.p
                    .secret
                    .cups
                    .draw(crate::cups::Cup::Loner, self.chance),
            );
        }
        if !drawn.is_empty() {
            self.log.reveal(); // what lay in a cup is seen (2.6)
        }
        for counter in drawn {
            self.strike_mine(counter, weather);
        }
        self.p.secret.cups.settle();
    }

    /// One ship and a mine: Attack Results without modifiers, but in a storm who is damaged sinks; aircraft and markers go back
    /// [26.21], [26.22], [7.41].
    pub(crate) fn strike_mine(&mut self, counter: crate::units::Counter, weather: Weather) {
        let piece = *self.t.ships.piece(counter);
        let ship = matches!(piece.role, Role::Unit(_)) && !piece.kind.is_aircraft();
        let mut blow = Blow::None;
        if ship {
            let die = self.chance.chit();
            let strike = Strike {
                tons: piece.tons,
                die,
                torpedo: 0,
                in_port: false,
                sturdy: false,
            };
            blow = attack::blow(self.t, strike, weather).0;
            self.log.push(|| Event::MineStruck {
                piece: counter,
                die,
                blow,
            });
        }
        if blow == Blow::Sunk {
            let tons = u16::from(piece.tons);
            self.p.ships_total = self.p.ships_total.saturating_add(1);
            self.p.tons_total += u32::from(tons);
            self.p.war.mined.0 += 1;
            self.p.war.mined.1 += u32::from(tons);
            self.p.war.month.sink(&self.t.victory, &piece, tons);
            self.p.war.total.sink(&self.t.victory, &piece, tons);
        }
        let cup = crate::cups::Cup::Loner;
        match blow {
            Blow::Sunk if piece.named => self.wreck(counter, cup, true),
            Blow::Damaged if piece.named => self.wreck(counter, cup, false),
            _ => self.p.secret.cups.put(cup, counter),
        }
    }

    /// The Baltic is left: to the North Sea, or into Germany [5.0].
    pub(crate) fn leave_baltic(&mut self) {
        let boat = self.p.boat();
        if boat.place != Place::Baltic {
            return;
        }
        if boat.damage == 0 && !boat.rtb {
            self.p.boat_mut().week.no_contact = self.p.errand.contacts == 0;
            self.p.agenda.plan([Step::Endure, Step::AshoreOrSea]);
        } else {
            self.p.agenda.push(Step::AshoreOrSea);
        }
    }

    /// A boat that can stays at sea, on patrol in the North Sea; another is home.
    pub(crate) fn ashore_or_sea(&mut self) {
        let boat = self.p.boat();
        if boat.place != Place::Baltic {
            return;
        }
        if boat.rtb || boat.damage > 0 {
            self.p.errand.homing = true;
            return self.arrive(crate::geography::Node::Base(Base::Germany));
        }
        self.place_boat(Place::Area(Area::NorthSea));
        self.p.boat_mut().side = Side::Patrol;
    }
}
