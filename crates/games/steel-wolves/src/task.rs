//! Boats that the player picks for something: removal, other theatres, escort and rescue, charts, early arrival, new
//! commands for aces [5.0], [8.14], [25.32].

// Events that take boats away, send them home or to another theatre, or into a port: [WE1.5], [WE2.1], [WE3.3],
// [WE3.4a], [WE3.5], [WE3.8], [WE3.9], [WE4.3], [WE4.4a], [WE4.5], [WE4.8], [WE4.9], [WE5.3], [WE5.4a],
// [WE5.4b], [WE5.5a], [WE5.8], [WE5.9], [WE5.10a].

use crate::arrivals::is_traded;
use crate::boat::{Command, Duty, Place, Side, Submarine};
use crate::calendar::Month;
use crate::choice::Choice;
use crate::crews;
use crate::event::Event;
use crate::fleet::{AceId, BoatId, ClassId};
use crate::geography::{Area, Base, Node};
use crate::movement;
use crate::position::{Errand, Position, Purpose};
use crate::ready::Stand;
use crate::sequence::{Play, Step};
use crate::tables::{Deed, Entry, Tables};
use crate::units::Navy;
use serde::{Deserialize, Serialize};

/// What boats are picked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Relegation; so many of Type II may still go.
    Remove(u8),
    /// Through Gibraltar for good.
    EnterMed,
    /// To the Arctic.
    Arctic,
    /// Escort a ship home, by the deed of the event.
    Escort(u8),
    /// A rescue, by the deed of the event.
    Rescue(u8),
    /// Into a port by captured charts; nobody must.
    Charts,
    /// Come a month early; nobody must [8.14].
    Early,
    /// Come two months early; nobody must [8.15].
    VeryEarly,
    /// A new boat for an ace [25.32].
    Billet(AceId),
}

impl Task {
    /// Ordered by a War Event; arrivals and aces are not.
    pub(crate) const fn is_of_event(self) -> bool {
        !matches!(self, Self::Early | Self::VeryEarly | Self::Billet(_))
    }

    const fn is_free(self) -> bool {
        matches!(self, Self::Charts | Self::Early | Self::VeryEarly)
    }
}

impl Position {
    /// Boats that may be picked.
    pub(crate) fn candidates(&self, t: &Tables, task: Task) -> Vec<BoatId> {
        let event = self.event(t);
        let navy = |boat: &Submarine| t.submarines.class_of(boat.id).navy;
        let class = |boat: &Submarine| t.submarines.boat(boat.id).class;
        let all = |fits: &dyn Fn(&Submarine) -> bool| -> Vec<BoatId> {
            self.boats
                .iter()
                .filter(|boat| fits(boat))
                .map(|boat| boat.id)
                .collect()
        };
        match task {
            Task::Remove(small) => {
                event
                    .and_then(|event| event.remove.as_ref())
                    .map_or(vec![], |removal| {
                        all(&|boat| {
                            let in_play = !boat.place.is_out() && boat.place != Place::Refit;
                            let type_ii = t.submarines.class_of(boat.id).family == "II";
                            in_play
                                && navy(boat) == removal.navy
                                && !removal.spared.contains(&boat.command)
                                && (removal.only.is_empty() || removal.only.contains(&class(boat)))
                                && (small > 0 || !type_ii)
                        })
                    })
            }
            Task::EnterMed => {
                event
                    .and_then(|event| event.enter_med.as_ref())
                    .map_or(vec![], |transfer| {
                        all(&|boat| {
                            let there = boat.place
                                == Place::Base(Base::FranceAtlantic, Stand::Ready)
                                || matches!(
                                    boat.area(), // zones lie in their areas (R49)
                                    Some(Area::SwApproaches | Area::Morocco)
                                );
                            there
                                && !boat.rtb
                                && boat.command == Command::Atlantic
                                && navy(boat) == Navy::German
                                && (transfer.only.is_empty()
                                    || transfer.only.contains(&class(boat)))
                        })
                    })
            }
            Task::Arctic => {
                event
                    .and_then(|event| event.assign_arctic.as_ref())
                    .map_or(vec![], |transfer| {
                        all(&|boat| {
                            (boat.place.is_at_sea() || boat.place.is_in_base())
                                && boat.command == Command::Atlantic
                                && navy(boat) == Navy::German
                                && (transfer.only.is_empty()
                                    || transfer.only.contains(&class(boat)))
                        })
                    })
            }
            Task::Escort(deed) => match self
                .war
                .current
                .and_then(|current| self.deed(t, current.event, deed))
            {
                Some(Deed::Escort { areas, .. }) => all(&|boat| {
                    boat.area().is_some_and(|area| areas.contains(&area))
                        && boat.damage == 0
                        && !boat.rtb
                        && boat.duty.is_none()
                        && navy(boat) == Navy::German
                }),
                _ => vec![],
            },
            Task::Rescue(deed) => self.rescuers(t, deed),
            Task::Charts => {
                self.war
                    .current
                    .and_then(|current| current.port)
                    .map_or(vec![], |zone| {
                        all(&|boat| {
                            let ready = boat.is_ready() || (boat.area().is_some() && !boat.rtb);
                            ready
                                && boat.duty.is_none()
                                && !boat.mines
                                && !self.port_passages(t, boat, zone).is_empty()
                        })
                    })
            }
            Task::Early => self.early_boats(t, 1),
            Task::VeryEarly => self.early_boats(t, 2),
            Task::Billet(ace) => self.billets_for(t, ace),
        }
    }

    /// Boats of the area; if others make up the number, the nearest.
    fn rescuers(&self, t: &Tables, deed: u8) -> Vec<BoatId> {
        let Some(Deed::Rescue(rescue)) = self
            .war
            .current
            .and_then(|current| self.deed(t, current.event, deed))
        else {
            return vec![];
        };
        let free = |boat: &&Submarine| {
            let ours = boat.command == Command::Atlantic; // (R41)
            ours && boat.area().is_some() && !boat.rtb && boat.duty.is_none()
        };
        let steps = movement::distances(&t.map, &[Node::Area(rescue.area)]);
        let far = |boat: &Submarine| {
            boat.area()
                .map_or(movement::FAR, |area| steps[area.index()])
        };
        let nearest = self.boats.iter().filter(free).map(far).min();
        let wanted = match nearest {
            Some(0) => 0,
            Some(steps) if rescue.fill => steps,
            _ => return vec![],
        };
        let there = self
            .boats
            .iter()
            .filter(free)
            .filter(|boat| far(boat) == wanted);
        there.map(|boat| boat.id).collect()
    }

    /// Boats due in so many months that could come now with a marker [8.14], [8.15].
    fn early_boats(&self, t: &Tables, months: i8) -> Vec<BoatId> {
        let room = crews::may_come_early(t, self.green_boats());
        let month = self.date.month.plus(months);
        let (true, Some(month)) = (room, month) else {
            return vec![];
        };
        let due = t.reinforcements[month.index()].arrivals.iter();
        // A month early only crews that are not listed as new anyway [8.14]; two months early any boat (D3c).
        due.filter(|(id, green)| (months > 1 || !*green) && self.is_due(t, *id))
            .map(|(id, _)| *id)
            .collect()
    }

    /// Inexperienced markers in play [8.14].
    pub(crate) fn green_boats(&self) -> u8 {
        self.boats.iter().filter(|boat| boat.green > 0).count() as u8
    }

    /// Still to come: not in play, not out of service, and not with an ace.
    pub(crate) fn is_due(&self, t: &Tables, id: BoatId) -> bool {
        self.find(id).is_none()
            && !self.war.retired.contains(&t.submarines.boat(id).class)
            && !self.war.billets.iter().any(|(boat, _)| *boat == id)
            && !self.war.delayed.iter().any(|(boat, _)| *boat == id)
    }

    /// Boats on the list at least four months from arrival [25.32]; who comes only by trade is not on it [8.0A].
    fn billets_for(&self, t: &Tables, ace: AceId) -> Vec<BoatId> {
        let navy = t.aces.ace(ace).navy;
        let first = self.date.month.plus(crews::BILLET_MONTHS as i8);
        let Some(first) = first else { return vec![] };
        let boats = t.submarines.boats.iter().enumerate();
        let far =
            boats.filter(|(_, boat)| matches!(boat.entry, Entry::Month(month) if month >= first));
        far.map(|(place, _)| BoatId(place as u16))
            .filter(|id| t.submarines.class_of(*id).navy == navy && self.is_due(t, *id))
            .filter(|id| !is_traded(t, *id))
            .collect()
    }

    fn is_damaged(&self, id: BoatId) -> bool {
        let place = self.find(id);
        place.is_some_and(|place| self.boats[usize::from(place)].damage > 0)
    }

    pub(crate) fn list_picks(&self, t: &Tables, task: Task, left: u8, out: &mut Vec<Choice>) {
        let mut all = self.candidates(t, task);
        if left == 0 || all.is_empty() {
            return;
        }
        let spares = matches!(task, Task::EnterMed | Task::Arctic);
        let hurt = |id: &&BoatId| spares && self.is_damaged(**id);
        let damaged = all.iter().filter(hurt).count();
        // Where everybody must go there is nothing to choose; a limit of types leaves a choice, and so does damage.
        let limited = matches!(task, Task::Remove(1..=9)) || damaged > 0;
        if !task.is_free() && all.len() <= usize::from(left) && !limited {
            all.truncate(1);
        }
        // Damaged boats may go, but are not owed (R41).
        let free = task.is_free() || damaged == all.len();
        out.extend(all.into_iter().map(Choice::Pick));
        if free {
            out.push(Choice::Done);
        }
    }
}

impl Play<'_> {
    pub(crate) fn answer_pick(&mut self, task: Task, left: u8, choice: Choice) {
        let Choice::Pick(id) = choice else { return };
        let again = match task {
            Task::Remove(small) if self.t.submarines.class_of(id).family == "II" => {
                Task::Remove(if small == u8::MAX {
                    small
                } else {
                    small.saturating_sub(1)
                })
            }
            task => task,
        };
        let more = match task {
            Task::Early | Task::VeryEarly => left,
            _ => left.saturating_sub(1),
        };
        if more > 0 {
            self.p.agenda.push(Step::Pick(again, more));
        }
        self.picked(task, id);
    }

    fn picked(&mut self, task: Task, id: BoatId) {
        match task {
            Task::Remove(_) => {
                let italian = self.t.submarines.class_of(id).navy == Navy::Italian;
                let to = if italian {
                    Place::Scrapped
                } else {
                    Place::Training
                };
                self.p.agenda.push(Step::Remove(id, to));
            }
            Task::EnterMed => self.p.agenda.push(Step::Break(id)),
            Task::Arctic => self.assign_arctic(id),
            Task::Escort(deed) => {
                let event = self.p.war.current.map(|current| current.event);
                let to = match event.and_then(|event| self.p.deed(self.t, event, deed)) {
                    Some(Deed::Escort { to, .. }) => *to,
                    _ => None,
                };
                self.order_home(id, Duty::Escort(to));
            }
            Task::Rescue(deed) => self.rescue(id, deed),
            Task::Charts => {
                let port = self.p.war.current.and_then(|current| current.port);
                self.with_boat(id, |boat| boat.duty = port.map(Duty::Charts));
            }
            Task::Early => self.enter_play(id, 1),
            Task::VeryEarly => self.enter_play(id, 2),
            Task::Billet(ace) => {
                self.p.war.billets.push((id, ace));
                self.log.push(|| Event::Billet { boat: id });
            }
        }
    }

    pub(crate) fn with_boat(&mut self, id: BoatId, change: impl FnOnce(&mut Submarine)) {
        if let Some(place) = self.p.find(id) {
            change(&mut self.p.boats[usize::from(place)]);
        }
    }

    /// A boat is marked RTB by order: no voluntary return (R40).
    fn order_home(&mut self, id: BoatId, duty: Duty) {
        self.with_boat(id, |boat| {
            if let Place::Zone(_, area) = boat.place {
                boat.place = Place::Area(area);
            }
            boat.turn_home();
            boat.duty = Some(duty);
        });
        self.log.push(|| Event::Returning { boat: id });
        self.out_of_range(id);
    }

    fn rescue(&mut self, id: BoatId, deed: u8) {
        let event = self.p.war.current.map(|current| current.event);
        let to = match event.and_then(|event| self.p.deed(self.t, event, deed)) {
            Some(Deed::Rescue(rescue)) => rescue.to.clone(),
            _ => None,
        };
        match to {
            Some((area, until)) if !self.p.war.has_occurred(self.t, &until) => {
                self.with_boat(id, |boat| boat.duty = Some(Duty::Rescue(area)));
            }
            _ => self.order_home(id, Duty::Recalled),
        }
    }

    /// Base Norway or Narvik, patrols in two seas only; a boat on patrol elsewhere goes home first [5.0].
    fn assign_arctic(&mut self, id: BoatId) {
        let seas = [Area::NorwegianSea, Area::BarentsSea];
        self.with_boat(id, |boat| {
            boat.command = Command::Arctic;
            if boat.patrols() && !boat.area().is_some_and(|area| seas.contains(&area)) {
                if let Place::Zone(_, area) = boat.place {
                    boat.place = Place::Area(area);
                }
                boat.turn_home();
                boat.duty = None;
            }
        });
        self.log.push(|| Event::Assigned {
            boat: id,
            command: Command::Arctic,
        });
        self.out_of_range(id);
    }

    /// A boat leaves play: from sea it goes home all at once first [19.13].
    pub(crate) fn begin_removal(&mut self, id: BoatId, to: Place) {
        let Some(place) = self.p.find(id) else { return };
        let boat = &self.p.boats[usize::from(place)];
        if boat.place.is_out() || (boat.place == Place::Refit && to == Place::Refit) {
            return;
        }
        self.p.acting = place;
        if boat.area().is_none() {
            self.p.errand = Errand::default();
            return self.remove_boat(to);
        }
        if let Place::Zone(_, area) = boat.place {
            self.p.boat_mut().place = Place::Area(area);
        }
        let Some(haven) = self.p.nearest_bases(self.t).first().copied() else {
            return self.remove_boat(to);
        };
        let area = self.p.boat().area();
        self.p.errand = Errand {
            purpose: Purpose::Removal(haven, to),
            start: area,
            touched: area.into_iter().collect(),
            ..Errand::default()
        };
        self.p.agenda.plan([Step::Homeward, Step::BoatDone]);
    }

    /// It is in refit, or out of play; an ace looks for another boat [8.0], [25.32].
    pub(crate) fn remove_boat(&mut self, to: Place) {
        let boat = self.p.boat_mut();
        let id = boat.id;
        if boat.place.is_at_sea() {
            boat.patrol.turned_outbound |= boat.is_outbound();
            boat.green = crews::after_return(boat.green, boat.patrol); // it has come home first [8.12], [19.13]
        }
        boat.leave(to);
        boat.done = true;
        self.log.push(|| Event::LeftPlay { boat: id, to });
        self.out_of_range(id);
        if to == Place::Refit {
            if self.p.boat().ace.is_some() {
                self.p.agenda.push(Step::AceStays(id));
            }
        } else {
            self.ace_without_boat(id);
        }
    }

    /// A die decides whether an ace gets another command [25.32].
    pub(crate) fn ace_without_boat(&mut self, id: BoatId) {
        let Some(place) = self.p.find(id) else { return };
        let Some((ace, _)) = self.p.boats[usize::from(place)].ace.take() else {
            return;
        };
        let die = self.chance.chit();
        let found =
            crews::finds_a_billet(die) && !self.p.candidates(self.t, Task::Billet(ace)).is_empty();
        self.log.push(|| Event::AceAshore {
            boat: id,
            die,
            found,
        });
        if found {
            self.p.agenda.push(Step::Pick(Task::Billet(ace), 1));
        } else {
            self.p.war.aces_gone.push(ace);
        }
    }

    /// Classes leave service: all their boats, wherever they are, and those to come (R36).
    pub(crate) fn retire(&mut self, classes: &[ClassId]) {
        for class in classes {
            if !self.p.war.retired.contains(class) {
                self.p.war.retired.push(*class);
            }
        }
        let gone = self.p.boats.iter().filter(|boat| {
            !boat.place.is_out() && classes.contains(&self.t.submarines.boat(boat.id).class)
        });
        let steps: Vec<Step> = gone
            .map(|boat| Step::Remove(boat.id, Place::Training))
            .collect();
        self.p.agenda.plan(steps);
    }

    /// Straight to Morocco, then through the strait [5.0] (R10).
    pub(crate) fn begin_breakthrough(&mut self, id: BoatId) {
        let Some(place) = self.p.find(id) else { return };
        self.p.acting = place;
        let area = self.p.boat().area();
        self.p.errand = Errand {
            purpose: Purpose::Breakthrough,
            start: area,
            touched: area.into_iter().collect(),
            ..Errand::default()
        };
        self.p.boat_mut().side = Side::Transit;
        self.leave_zone_silently();
        if area.is_none() {
            self.step_to(Area::SwApproaches);
        }
        if area != Some(Area::Morocco) {
            self.step_to(Area::Morocco);
        }
        self.p
            .agenda
            .plan([Step::Check, Step::Strait, Step::BoatDone]);
    }

    pub(crate) fn strait(&mut self) {
        if self.p.boat().rtb || self.p.boat().place != Place::Area(Area::Morocco) {
            return;
        }
        let errand = &mut self.p.errand;
        errand.start = Some(Area::Morocco);
        errand.entered.clear();
        errand.crossed.clear();
        errand.points = 0;
        errand.departed = None;
        self.step_to(Area::WesternMed);
        self.p.agenda.push(Step::Check);
    }

    /// Whoever got through belongs to the Mediterranean for good; whoever turned back has failed.
    pub(crate) fn broken_through(&mut self) {
        let boat = self.p.boat_mut();
        let id = boat.id;
        if boat.place != Place::Area(Area::WesternMed) {
            return;
        }
        if boat.rtb {
            boat.place = Place::Area(Area::Morocco);
            return;
        }
        boat.command = Command::Mediterranean;
        boat.duty = None;
        self.log.push(|| Event::Assigned {
            boat: id,
            command: Command::Mediterranean,
        });
        self.p.agenda.push(Step::Remain);
    }

    /// The month in which a boat comes: listed, or one earlier with an ace [25.33].
    pub(crate) fn month_of(&self, id: BoatId) -> Option<Month> {
        let Entry::Month(listed) = self.t.submarines.boat(id).entry else {
            return None;
        };
        let with_ace = self.p.war.billets.iter().any(|(boat, _)| *boat == id);
        Some(if with_ace {
            crews::new_command(listed).0
        } else {
            listed
        })
    }
}
