//! Boats for the demands of a War Event, at the start of the Operations Segment [5.3].

// Events that demand boats: [WE1.0], [WE1.1], [WE1.2], [WE1.3b], [WE1.4], [WE1.6], [WE1.7], [WE1.8a], [WE1.8b],
// [WE1.8c], [WE1.9], [WE2.4a], [WE2.4b], [WE2.6], [WE2.7], [WE2.8], [WE2.9], [WE3.2a], [WE3.4b], [WE3.6],
// [WE3.7], [WE4.0a], [WE4.0b], [WE4.1a], [WE4.1b], [WE4.2], [WE4.6], [WE5.0a], [WE5.0b], [WE5.1a], [WE5.1c],
// [WE5.2], [WE5.6], [WE5.10b].

use crate::boat::{Command, Duty, Place, Submarine};
use crate::choice::Choice;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::{Area, Base};
use crate::position::Position;
use crate::ready::Stand;
use crate::sequence::{Phase, Play, Step};
use crate::tables::{Deploy, Tables, Theatre, WarEvent};
use crate::units::Navy;
use crate::week::WEATHER_STATION;

/// In which order boats are owed to an event [5.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// On patrol there.
    There,
    /// On patrol, a patrol move away.
    Neighbour,
    /// Outbound there or near, to be flipped.
    Outbound,
    /// Ready for Sea in a base beside it.
    Ready,
}

/// What can be named for a demand, and what must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The class that is owed; if there is none, nobody need go.
    pub owed: Option<Class>,
    /// Whoever is near enough may be named, whatever is owed (5.2.8).
    anybody: bool,
}

impl Call {
    /// Of boats that can go, by class and whether they are damaged: nobody is called while a better class has boats [5.3];
    /// damaged ones may go but are not owed (R41).
    pub fn of(boats: impl Iterator<Item = (Class, bool)>, anybody: bool) -> Self {
        let sound = boats.filter_map(|(class, damaged)| (!damaged).then_some(class));
        Self {
            owed: sound.min(),
            anybody,
        }
    }

    /// Whether a boat of a class may be named.
    pub fn takes(self, class: Class) -> bool {
        self.anybody || self.owed.is_none_or(|owed| class <= owed)
    }
}

/// A small boat, of which some events want no more than a few.
pub fn is_small(family: &str) -> bool {
    family == "II"
}

/// The demands of an event in the order in which boats are named for them [5.3].
pub fn in_order(event: &WarEvent) -> Vec<(u8, &Deploy)> {
    let mut demands: Vec<(u8, &Deploy)> = (0..).zip(&event.deploys).collect();
    demands.sort_by_key(|(_, deploy)| deploy.priority);
    demands
}

/// A boat that could go, where, and in which class of priority.
struct Offer {
    boat: BoatId,
    to: Theatre,
    class: Class,
    damaged: bool,
}

impl Deploy {
    /// Whether boats of that family of types may be named for it.
    pub fn takes(&self, family: &str) -> bool {
        let kind = |name: &String| {
            name.strip_prefix("type_")
                .is_some_and(|kind| kind.eq_ignore_ascii_case(family))
        };
        !self.exclude.iter().any(kind) && (self.only.is_empty() || self.only.iter().any(kind))
    }
}

impl Position {
    fn deploy<'t>(&self, t: &'t Tables, event: u8, deploy: u8) -> Option<&'t Deploy> {
        t.war_events
            .list
            .get(usize::from(event))?
            .deploys
            .get(usize::from(deploy))
    }

    /// A boat reports weather, or is on its way to.
    fn has_weather_boat(&self) -> bool {
        let on_duty = |boat: &Submarine| boat.duty == Some(Duty::Weather) && !boat.rtb;
        self.boats
            .iter()
            .any(|boat| on_duty(boat) && boat.place.is_at_sea())
    }

    /// The class of priority of a boat for a place: there already, a patrol move away, outbound and near, ready in a base
    /// beside it [5.3]; none if it cannot be there this week, or is out of range or of another theatre (R41).
    fn priority(&self, t: &Tables, boat: &Submarine, to: Theatre) -> Option<Class> {
        let there = match to {
            Theatre::Area(area) => boat.area() == Some(area),
            Theatre::Zone(zone) => boat.zone() == Some(zone),
            Theatre::Baltic => false,
        };
        let near = match to {
            Theatre::Baltic => {
                let home = boat.place == Place::Base(Base::Germany, Stand::Ready);
                boat.command == Command::Atlantic && (home || boat.area() == Some(Area::NorthSea))
            }
            to => !self.landfalls(t, boat, to).is_empty(),
        };
        if !near || boat.rtb {
            return None;
        }
        if boat.patrols() {
            Some(if there {
                Class::There
            } else {
                Class::Neighbour
            })
        } else if boat.is_outbound() {
            Some(Class::Outbound)
        } else {
            boat.is_ready().then_some(Class::Ready)
        }
    }

    /// Whether a boat is of the kind that is asked for.
    fn is_wanted(&self, t: &Tables, boat: &Submarine, deploy: &Deploy, number: u8) -> bool {
        let class = t.submarines.class_of(boat.id);
        let small = is_small(&class.family);
        let sent_small = self.boats.iter().filter(|other| {
            matches!(other.duty, Some(Duty::Sent(place, _)) if place == number)
                && is_small(&t.submarines.class_of(other.id).family)
        });
        let mines = deploy.mission == "mines";
        let room = boat.mines || self.mines_aboard() < usize::from(t.mines.counters);
        boat.duty.is_none()
            && (!deploy.u_boats || class.navy == Navy::German)
            && deploy.takes(&class.family)
            && deploy.command.is_none_or(|command| boat.command == command)
            && (deploy.from_areas.is_empty()
                || boat
                    .area()
                    .is_some_and(|area| deploy.from_areas.contains(&area)))
            && (!small
                || deploy
                    .max_type_ii
                    .is_none_or(|most| sent_small.count() < usize::from(most)))
            && if mines {
                room && class.mine_strength > 0
            } else {
                !boat.mines || deploy.takes_all()
            }
    }

    /// Mines are ordered only where they may be laid this week [26.52], [26.53].
    fn is_fit(&self, t: &Tables, deploy: &Deploy, to: Theatre) -> bool {
        match to {
            Theatre::Zone(zone) if deploy.mission == "mines" => self.may_mine(t, zone, true),
            _ => true,
        }
    }

    /// Whether the boat named next for a demand lays mines at that place: all of them do, or so many of them, but not under
    /// a storm [26.53].
    pub(crate) fn lays_mines(&self, t: &Tables, deploy: &Deploy, left: u8, to: Theatre) -> bool {
        let named = deploy.number - left.min(deploy.number);
        let may = matches!(to, Theatre::Zone(zone) if self.may_mine(t, zone, true));
        deploy.mission == "mines" || (named < deploy.mines && may)
    }

    /// Whether a boat on patrol where another demand of the same rank wants boats is needed there: those already there count
    /// first, and as many as possible must go [5.3].
    fn is_kept(&self, t: &Tables, event: u8, number: u8, boat: &Submarine) -> bool {
        let Some(own) = self.deploy(t, event, number) else {
            return false;
        };
        let demands = (0..).zip(&t.war_events.list[usize::from(event)].deploys);
        let mut others =
            demands.filter(|(other, deploy)| *other != number && deploy.priority == own.priority);
        others.any(|(other, deploy)| {
            let sent =
                |boat: &&Submarine| matches!(boat.duty, Some(Duty::Sent(to, _)) if to == other);
            let sent = self.boats.iter().filter(sent).count();
            let stays = |boat: &Submarine| self.is_there(t, boat, deploy, other);
            let there = self.boats.iter().filter(|boat| stays(boat)).count();
            stays(boat) && sent + there <= usize::from(deploy.number)
        })
    }

    /// A sound boat on patrol where it is wanted.
    fn is_there(&self, t: &Tables, boat: &Submarine, deploy: &Deploy, number: u8) -> bool {
        let there = |to: &Theatre| self.priority(t, boat, *to) == Some(Class::There);
        self.is_wanted(t, boat, deploy, number)
            && (boat.damage == 0 || deploy.damaged_allowed)
            && deploy.to.iter().any(there)
    }

    fn offers(&self, t: &Tables, event: u8, number: u8) -> Vec<Offer> {
        let Some(deploy) = self.deploy(t, event, number) else {
            return vec![];
        };
        let mut all = Vec::new();
        for boat in self
            .boats
            .iter()
            .filter(|boat| self.is_wanted(t, boat, deploy, number))
        {
            let kept = self.is_kept(t, event, number, boat);
            for to in deploy.to.iter().filter(|to| self.is_fit(t, deploy, **to)) {
                let class = self.priority(t, boat, *to);
                if let Some(class) = class.filter(|class| !kept || *class == Class::There) {
                    all.push(Offer {
                        boat: boat.id,
                        to: *to,
                        class,
                        damaged: boat.damage > 0 && !deploy.damaged_allowed,
                    });
                }
            }
        }
        all
    }

    /// Boats of the best class of priority; whoever is near enough may be named to lay mines (5.2.8).
    pub(crate) fn list_demand(
        &self,
        t: &Tables,
        event: u8,
        number: u8,
        left: u8,
        out: &mut Vec<Choice>,
    ) {
        if left == 0 {
            return;
        }
        let all = self.offers(t, event, number);
        let deploy = self.deploy(t, event, number);
        let mines = deploy.is_some_and(|deploy| deploy.mission == "mines");
        let boats = all.iter().map(|offer| (offer.class, offer.damaged));
        let call = Call::of(boats, mines);
        let fits = |offer: &&Offer| call.takes(offer.class);
        let mut open: Vec<Choice> = all
            .iter()
            .filter(fits)
            .map(|offer| Choice::Send(offer.boat, offer.to))
            .collect();
        if open.is_empty() {
            return;
        }
        if call.owed.is_none() {
            out.push(Choice::Done);
        } else {
            // All of the class must go, each to one place: nothing to choose.
            let mut boats: Vec<BoatId> = all.iter().filter(fits).map(|offer| offer.boat).collect();
            boats.dedup();
            let forced = boats.len() == open.len()
                && boats.len() <= usize::from(left)
                && !all.iter().filter(fits).any(|offer| offer.damaged)
                && deploy.is_some_and(|deploy| deploy.mines == 0 && deploy.max_type_ii.is_none());
            if forced {
                open.truncate(1);
            }
        }
        out.extend(open);
    }
}

impl Play<'_> {
    /// What the event demands, in the order of its priorities; then the weather boat [5.0].
    pub(crate) fn demands(&mut self) {
        self.p.phase = Phase::Movement;
        let mut steps = Vec::new();
        if let Some(current) = self.p.war.current.filter(|current| !current.waived) {
            let event = &self.t.war_events.list[usize::from(current.event)];
            for (place, deploy) in in_order(event) {
                if deploy.mission != "weather" {
                    steps.push(Step::Demand(current.event, place, deploy.number));
                }
            }
        }
        if self.p.war.weather_duty
            && !self.p.has_weather_boat()
            && let Some(event) = self.t.war_events.place("weather_reporting")
        {
            steps.push(Step::Demand(event, 0, 1));
        }
        self.p.agenda.plan(steps);
    }

    pub(crate) fn answer_demand(&mut self, event: u8, number: u8, left: u8, choice: Choice) {
        let (Choice::Send(id, to), Some(deploy)) = (choice, self.p.deploy(self.t, event, number))
        else {
            return;
        };
        let weather = to == Theatre::Area(WEATHER_STATION) && deploy.mission == "weather";
        let mines = self.p.lays_mines(self.t, deploy, left, to);
        let counters = usize::from(self.t.mines.counters);
        let room = self.p.mines_aboard() < counters;
        self.with_boat(id, |boat| {
            boat.duty = Some(if weather {
                Duty::Weather
            } else {
                Duty::Sent(number, to)
            });
            boat.mines |= mines && room;
        });
        self.log.push(|| Event::Sent { boat: id, to });
        self.p.agenda.push(Step::Demand(event, number, left - 1));
    }
}
