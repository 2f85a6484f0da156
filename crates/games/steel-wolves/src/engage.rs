//! From contact to battle and back: the fight of a boat or its pack, what is booked, who becomes an ace [13.24], [14.8].

use crate::activity::Colour;
use crate::boat::Place;
use crate::combat::{Battle, Fighter, Joins, Setting};
use crate::crews;
use crate::cups::Cup;
use crate::displays::Contact;
use crate::event::Event;
use crate::fleet::AceId;
use crate::geography::{Area, Zone};
use crate::position::Position;
use crate::sequence::{Phase, Play, Step};
use crate::tables::{Role, Tables, Theatre};
use crate::units::{Counter, Navy, UnitId};

impl Position {
    /// Sister ships that may take the place of a named ship that has left a cup [14.81].
    pub(crate) fn sisters(&self, t: &Tables, counter: Counter) -> Vec<UnitId> {
        let Role::Unit(unit) = t.ships.piece(counter).role else {
            return vec![];
        };
        let out = self.out();
        let season = self.season(&out);
        let in_cups = |counter: Counter| {
            let in_battle = self
                .battle
                .as_ref()
                .is_some_and(|battle| battle.held().any(|held| held == counter));
            in_battle || self.secret.cups.all().any(|(_, other)| other == counter)
        };
        crate::cups::sisters(t, unit, season, &in_cups)
    }
}

impl Play<'_> {
    pub(crate) fn begin_raid(&mut self, raid: bool) {
        self.p.errand.raid = raid;
        self.p.agenda.push(Step::Battle);
    }

    /// The boat alone, or with its pack, against what was found.
    pub(crate) fn begin_battle(&mut self) {
        self.p.phase = Phase::Combat;
        if self.p.errand.called && self.p.pack.joined.is_empty() {
            return self.contact_lost();
        }
        let Some(place) = self.p.found_at() else {
            return;
        };
        let baltic = place == Place::Baltic;
        let Some(area) = place.area().or(baltic.then_some(Area::NorthSea)) else {
            return;
        };
        let zone = place.zone();
        let terms = self.p.errand.terms;
        let contact = self.p.contact;
        let colour = self.p.errand.colour.unwrap_or(Colour::Green);
        let mut site = self.p.site(self.t, area, zone);
        site.weather = self.p.weather_at(self.t, place);
        site.coastal = self.p.errand.raid;
        site.setting = terms.setting;
        site.reattack = terms.reattack;
        site.west |= terms.west;
        site.nation = terms.nation.unwrap_or(site.nation);
        site.in_port = self.p.errand.harbour || self.by_charts();
        if self.p.errand.harbour {
            site.setting = Setting::Harbour;
        }
        if baltic {
            site.weather = crate::weather::Weather::Clear;
            site.aircraft = self.p.baltic_aircraft();
        }
        let norway = self.p.event(self.t).is_some_and(|event| event.weeks > 1);
        site.planes = norway && zone == Some(Zone::Narvik); // [WE1.8b]
        if zone == Some(Zone::Gibraltar) {
            self.move_guests(true);
        }
        let torpedo = self.p.torpedo(self.t);
        let joined: Vec<(u16, Joins)> = match self.p.pack.joined.as_slice() {
            [] => vec![(self.p.acting, Joins::Now)],
            pack => pack.to_vec(),
        };
        let fighters: Vec<Fighter> = joined
            .iter()
            .map(|(place, joins)| {
                let fighter = self.p.boats[usize::from(*place)].fighter(self.t, torpedo);
                let spent = self.p.errand.empty && *place == self.p.acting; // [15.43]
                Fighter {
                    joins: *joins,
                    empty: fighter.empty || spent,
                    ..fighter
                }
            })
            .collect();
        self.p.pack.joined = joined;
        let cups = &mut self.p.secret.cups;
        let battle = Battle::engage(self.t, site, contact, colour, fighters, cups, self.chance);
        self.log.reveal(); // the flags of what lies there [2.3B]
        self.p.battle = Some(battle);
        self.certain_ship();
        self.p.agenda.plan([Step::Fight, Step::AfterFight]);
        self.tell_fight();
        self.in_battle(|fight| fight.begin());
    }

    /// All units are in port by captured charts [14.18].
    fn by_charts(&self) -> bool {
        matches!(self.p.boat().duty, Some(crate::boat::Duty::Charts(zone)) if self.p.boat().zone() == Some(zone))
    }

    /// Books the battle and goes on with the week.
    pub(crate) fn after_fight(&mut self) {
        self.settle_battle();
        let Some(battle) = self.p.battle.take() else {
            return;
        };
        if battle.site.zone {
            self.move_guests(false);
        }
        let over = match battle.site.setting {
            Setting::Baltic => Theatre::Baltic,
            _ => Theatre::Area(battle.site.area),
        };
        self.lose_aircraft(over, battle.aircraft_lost);
        let met_at = self.p.found_at();
        let joined = std::mem::take(&mut self.p.pack.joined);
        self.tell_fight_over(&battle, &joined);
        for sinking in &battle.sinkings {
            let piece = self.t.ships.piece(sinking.piece);
            self.p.war.month.sink(&self.t.victory, piece, sinking.tons);
            self.p.war.total.sink(&self.t.victory, piece, sinking.tons);
        }
        self.p.contact = Contact::None;
        let convoy = battle.contact != Contact::Loner;
        for (fighter, (place, _)) in battle.fighters.iter().zip(&joined) {
            self.book(fighter, *place, met_at);
        }
        self.p.phase = Phase::Endurance;
        let finder = self.p.pack.finder.take();
        self.p.pack = crate::position::Pack::default();
        let acting = finder.as_ref().map_or(self.p.acting, |(place, _)| *place);
        if let Some((_, errand)) = finder {
            self.p.errand = errand;
        }
        self.p.acting = acting;
        self.p.errand.contacts += 1;
        self.p.errand.big_fight |= convoy;
        self.p.errand.raid = false;
        self.p.errand.terms = crate::position::Terms::default();
        if self.p.boat().place == Place::Lost {
            self.drop_errand();
        } else if self.p.errand.encounter {
            self.after_encounter();
        } else if self.p.boat().place == Place::Baltic {
            self.p.agenda.push(Step::LeaveBaltic);
        } else {
            self.after_search();
        }
        // Pack mates end their week before the finder goes on: each by itself [24.14].
        let mates = joined.iter().filter(|(place, _)| *place != acting);
        let mates: Vec<Step> = mates.map(|(place, _)| Step::Mate(*place)).collect();
        if !mates.is_empty() {
            self.p.pack.finder = Some((acting, self.p.errand.clone()));
            self.p.agenda.push(Step::Finder);
            self.p.agenda.plan(mates);
        }
    }

    /// What a fight has made of a boat: booked, returned or lost where the contact was made, and perhaps an ace.
    pub(crate) fn book(&mut self, fighter: &Fighter, place: u16, met_at: Option<Place>) {
        self.p.ships_total = self.p.ships_total.saturating_add(fighter.ships.into());
        self.p.tons_total += u32::from(fighter.tons);
        let boat = &self.p.boats[usize::from(place)];
        let holds = self.p.holds_out(self.t, boat) && fighter.damage == 0;
        let stood = boat.place;
        let boat = &mut self.p.boats[usize::from(place)];
        let before = (boat.rtb, boat.side);
        let outbound = boat.is_outbound();
        boat.after(fighter);
        boat.week.guns_only |= fighter.used_guns;
        boat.week.fired_torpedoes |= fighter.used_torpedoes;
        boat.week.sparing = fighter.sparing;
        if boat.place == Place::Lost {
            return self.count_loss(place, met_at.unwrap_or(stood));
        }
        if holds {
            (boat.rtb, boat.side) = before; // [WE1.8b]
        }
        boat.patrol.turned_outbound |= outbound && boat.rtb; // in an encounter [8.12]
        self.promote(place, fighter.ships, fighter.tons);
    }

    /// A pack mate's week is over with the fight, but for its Endurance Check.
    pub(crate) fn end_mate(&mut self, place: u16) {
        self.p.acting = place;
        let area = self.p.boat().area();
        let touched = self.p.boat().came_from.into_iter().chain(area).collect();
        self.p.errand = crate::position::Errand {
            start: area,
            touched,
            ..Default::default()
        };
        if self.p.boat().place.is_at_sea() {
            self.p.agenda.plan([Step::Endure, Step::BoatDone]);
        }
    }

    /// The finder goes on with its own errand.
    pub(crate) fn resume_finder(&mut self) {
        if let Some((place, errand)) = self.p.pack.finder.take() {
            self.p.acting = place;
            self.p.errand = errand;
        }
    }

    /// An ace is made, or gets better; a new one is drawn from the markers of the navy [14.5].
    fn promote(&mut self, place: u16, ships: u8, tons: u16) {
        let boat = &self.p.boats[usize::from(place)];
        let (id, rating) = (boat.id, boat.rating());
        let better = crews::promoted(&self.t.aces, rating, ships, tons);
        if better == rating {
            return;
        }
        let ace = match boat.ace {
            Some((ace, _)) => Some(ace),
            None => self.draw_ace(self.t.submarines.class_of(id).navy),
        };
        if let Some(ace) = ace {
            self.p.boats[usize::from(place)].ace = Some((ace, better));
            self.log.push(|| Event::Promoted {
                boat: id,
                rating: better,
            });
        }
    }

    /// A marker that nobody has, or has had.
    fn draw_ace(&mut self, navy: Navy) -> Option<AceId> {
        let war = &self.p.war;
        let used = |ace: AceId| {
            self.p
                .boats
                .iter()
                .any(|boat| boat.ace.is_some_and(|(other, _)| other == ace))
                || war.aces_gone.contains(&ace)
                || war.billets.iter().any(|(_, other)| *other == ace)
        };
        let of_navy = self.t.aces.list.iter().enumerate();
        let free: Vec<AceId> = of_navy
            .filter(|(_, ace)| ace.navy == navy)
            .map(|(place, _)| AceId(place as u8))
            .filter(|ace| !used(*ace))
            .collect();
        if free.is_empty() {
            return None;
        }
        Some(free[self.chance.below(free.len() as u32) as usize])
    }

    /// A sister ship takes the place of one that is gone [14.81].
    pub(crate) fn replace_ship(&mut self, cup: Cup, unit: UnitId) {
        let taken: Vec<Counter> = self
            .p
            .secret
            .cups
            .all()
            .map(|(_, counter)| counter)
            .collect();
        let out = self.p.out();
        let free = self
            .t
            .ships
            .counters(unit)
            .find(|counter| !taken.contains(counter) && !out.contains(counter));
        if let Some(counter) = free {
            self.p.secret.cups.put(cup, counter);
            self.p.secret.cups.settle();
            self.log.push(|| Event::Sister { unit });
        }
    }

    /// Pieces that an event lends to another cup for fights in one zone go there, or back [WE3.7].
    pub(crate) fn move_guests(&mut self, there: bool) {
        let Some(event) = self.p.event(self.t) else {
            return;
        };
        for add in &event.cups {
            let (Some((from, _)), crate::tables::Added::Unit(to, unit)) = (add.moves, &add.what)
            else {
                continue;
            };
            let (from, to) = if there { (from, *to) } else { (*to, from) };
            for counter in self.t.ships.counters(*unit) {
                let cup = self.p.secret.cups.of_mut(from);
                if let Some(place) = cup.iter().position(|other| *other == counter) {
                    cup.remove(place);
                    self.p.secret.cups.put(to, counter);
                }
            }
        }
        self.p.secret.cups.settle();
    }
}
