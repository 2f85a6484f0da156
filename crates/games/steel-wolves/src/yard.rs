//! In base: readying [9.0] and repair [10.0].

use crate::boat::{Place, Submarine};
use crate::choice::Choice;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::Base;
use crate::position::{Errand, Position};
use crate::ready::{self, Stand};
use crate::sequence::{Phase, Play, Step};
use crate::tables::Tables;

impl Position {
    fn in_hold(&self, base: Base) -> impl Iterator<Item = BoatId> + '_ {
        let held = self
            .boats
            .iter()
            .filter(move |boat| boat.place == Place::Base(base, Stand::Hold) && !boat.done);
        held.map(|boat| boat.id)
    }

    /// Free places of a repair track.
    fn free_places(&self, t: &Tables, base: Base) -> usize {
        self.repair_room(t, base)
            .saturating_sub(self.under_repair(base))
    }

    /// Boats in the boxes of a repair track [10.1].
    fn in_boxes(&self, base: Base) -> impl Iterator<Item = &Submarine> {
        self.boats.iter().filter(move |boat| {
            matches!(boat.place, Place::Base(other, stand) if other == base && stand.number().is_some())
        })
    }

    /// Boats on the repair track of a base [10.1].
    pub(crate) fn under_repair(&self, base: Base) -> usize {
        self.in_boxes(base).count()
    }

    /// Which boat waits when one has come in to a full track: itself, or one that was there before [10.2].
    pub(crate) fn list_basin(&self, out: &mut Vec<Choice>) {
        let boat = self.boat();
        if let Place::Base(base, Stand::Hold) = boat.place {
            out.push(Choice::Push(boat.id));
            out.extend(self.in_boxes(base).map(|boat| Choice::Push(boat.id)));
        }
    }

    /// Who takes the free places of each track, who is pushed out for another, who is decommissioned [10.2], [10.21],
    /// [18.4]. A place that is free must be taken if somebody waits.
    pub(crate) fn list_yard(&self, t: &Tables, out: &mut Vec<Choice>) {
        let mut owed = false;
        for base in &self.bases {
            let free = self.free_places(t, *base);
            let held: Vec<BoatId> = self.in_hold(*base).collect();
            if free > 0 && !held.is_empty() {
                owed = true;
                out.extend(held.iter().copied().map(Choice::Pick));
            } else if !held.is_empty() {
                let boxed = self.in_boxes(*base).filter(|boat| !boat.done);
                out.extend(boxed.map(|boat| Choice::Push(boat.id)));
            }
        }
        if owed {
            return;
        }
        let track = self.boats.iter().filter(|boat| {
            matches!(boat.place, Place::Base(_, stand) if stand == Stand::Hold || stand.number().is_some())
        });
        let before = out.len();
        out.extend(track.map(|boat| Choice::Scrap(boat.id)));
        if out.len() > before {
            out.push(Choice::Done);
        }
    }
}

impl Play<'_> {
    /// Each boat rolls once, and moves one box at most [9.1], [9.2], [9.3].
    pub(crate) fn ready_phase(&mut self) {
        self.p.phase = Phase::Ready;
        for place in 0..self.p.boats.len() {
            let boat = &self.p.boats[place];
            let (base, stand) = match boat.place {
                Place::Base(base, stand) => (Some(base), stand),
                Place::Forward(_, stand) => (None, stand),
                _ => continue,
            };
            if !matches!(stand, Stand::WorkUp | Stand::InPort | Stand::Pierside) {
                continue;
            }
            let class = self.t.submarines.class_of(boat.id);
            let track = base.map_or(&self.t.tracks.1, |base| &self.t.tracks.0[base.index()]);
            let (id, rating) = (boat.id, boat.rating());
            let die = self.chance.chit();
            let next = ready::advance(stand, class.readiness, class.small, track, rating, die);
            let (number, hurries) = ready::number(stand, class.readiness, track);
            let boat = &mut self.p.boats[place];
            boat.damage = 0; // what was superficial is mended [18.3]
            boat.place = match boat.place {
                Place::Forward(zone, _) => Place::Forward(zone, next),
                Place::Base(base, _) => Place::Base(base, next),
                other => other,
            };
            self.log.push(|| Event::Readied {
                boat: id,
                from: stand,
                die,
                number,
                ace: if hurries { rating } else { 0 },
                stand: next,
            });
        }
    }

    /// Boxes 1, 2, 3 in that order, so that nobody moves twice; then the places are filled [10.0]. Whoever came home last
    /// week still counts as done, and rolls all the same.
    pub(crate) fn repair_phase(&mut self) {
        for number in 1..=3 {
            for place in 0..self.p.boats.len() {
                let boat = &self.p.boats[place];
                let Place::Base(base, stand) = boat.place else {
                    continue;
                };
                if stand.number() != Some(number) {
                    continue;
                }
                let id = boat.id;
                let die = self.chance.chit();
                let track = &self.t.tracks.0[base.index()];
                let next = ready::repair(track, number, die);
                let (needed, _) = ready::number(stand, 0, track);
                let boat = &mut self.p.boats[place];
                boat.place = Place::Base(base, Stand::repair(next));
                if next == 0 {
                    boat.damage = 0;
                }
                self.log.push(|| Event::Readied {
                    boat: id,
                    from: stand,
                    die,
                    number: needed,
                    ace: 0,
                    stand: Stand::repair(next),
                });
            }
        }
        for boat in &mut self.p.boats {
            boat.done = false;
        }
        self.p.agenda.push(Step::Yard);
    }

    pub(crate) fn answer_yard(&mut self, choice: Choice) {
        match choice {
            Choice::Pick(id) => self.berth(id, ready::berth(ready::OUT_OF_HOLD, true)),
            Choice::Push(id) => self.berth(id, Stand::Hold),
            Choice::Scrap(id) => {
                if let Some(place) = self.p.find(id) {
                    self.p.acting = place;
                    self.p.errand = Errand::default();
                    self.p.agenda.push(Step::Yard);
                    self.remove_boat(Place::Scrapped);
                }
                return;
            }
            _ => return,
        }
        self.p.agenda.push(Step::Yard);
    }

    /// Whoever is pushed out waits in Hold, and the boat that has come in takes the box that its damage asks for; it rolls
    /// there in the next Repair Phase [10.2].
    pub(crate) fn answer_basin(&mut self, number: u8, choice: Choice) {
        let Choice::Push(id) = choice else { return };
        self.berth(id, Stand::Hold);
        let newcomer = self.p.boat().id;
        if id != newcomer {
            self.berth(newcomer, ready::berth(number, true));
        }
    }

    /// A boat changes its place on the track: not twice in a week.
    fn berth(&mut self, id: BoatId, stand: Stand) {
        self.with_boat(id, |boat| {
            if let Place::Base(base, _) = boat.place {
                boat.place = Place::Base(base, stand);
            }
            boat.done = true;
        });
        self.log.push(|| Event::Berthed { boat: id, stand });
    }
}
