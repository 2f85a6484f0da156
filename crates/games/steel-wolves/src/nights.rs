//! A convoy battle: a pack against one convoy, night after night [24.0].

use crate::boat::{Place, Submarine};
use crate::choice::Choice;
use crate::combat::{Battle, Joins};
use crate::crews;
use crate::cups::Cup;
use crate::displays::{Contact, Display};
use crate::event::Event;
use crate::position::{Pack, Position};
use crate::sequence::{Phase, Play, Step};
use crate::setup::Scenario;
use crate::tables::{ConvoyBattle, Lasts, Tables};
use crate::units::{Counter, UnitId};
use crate::war::Extra;
use crate::weather::Weather;
use crate::wolfpack::Attempt;

impl Position {
    /// The scenario that is played.
    pub(crate) fn convoy_battle<'t>(&self, t: &'t Tables) -> Option<&'t ConvoyBattle> {
        match Scenario::find(t, &self.setup.scenario) {
            Ok(Scenario::Battle(place)) => t.scenarios.battles.get(place),
            _ => None,
        }
    }

    /// Boats that can take part tonight: neither sunk, damaged nor returning.
    fn able(&self) -> impl Iterator<Item = u16> + '_ {
        let sound = |boat: &Submarine| boat.place != Place::Lost && boat.damage == 0 && !boat.rtb;
        (0..self.boats.len() as u16).filter(move |place| sound(&self.boats[usize::from(*place)]))
    }

    /// Of these, the others than the finder and those who have tried: they follow when they are called [24.1].
    pub(crate) fn may_follow(&self) -> impl Iterator<Item = u16> + '_ {
        self.able()
            .filter(|boat| *boat != self.acting && !self.is_in(*boat))
            .filter(|boat| !self.pack.tried.contains(boat))
    }

    fn is_in(&self, boat: u16) -> bool {
        self.pack.joined.iter().any(|(other, _)| *other == boat)
    }
}

impl Play<'_> {
    pub(crate) fn perform_nights(&mut self, step: Step) {
        match step {
            Step::Night => self.begin_night(),
            Step::Muster(from) => self.muster(from),
            Step::Strike => self.strike(),
            Step::NightOver => self.night_over(),
            _ => {}
        }
    }

    pub(crate) fn answer_nights(&mut self, choice: Choice) {
        self.begin_muster(choice == Choice::Shadow);
    }

    /// Lays out the convoy on the first night; later it closes up again, face down.
    fn begin_night(&mut self) {
        let Some(battle) = self.p.convoy_battle(self.t) else {
            return;
        };
        self.p.phase = Phase::Combat;
        self.p.nights.number += 1;
        let number = self.p.nights.number;
        self.log.push(|| Event::Night { number });
        self.p.pack = Pack::default();
        if number == 1 {
            let mut site = self.p.site(self.t, battle.area, None);
            site.weather = battle.weather;
            let cups = &mut self.p.secret.cups;
            let laid = Battle::engage(
                self.t,
                site,
                Contact::Convoy,
                battle.colour,
                [],
                cups,
                self.chance,
            );
            self.p.battle = Some(laid);
            self.log.reveal(); // the flags of what lies there [2.3B]
            self.certain_ships(&battle.certain);
        } else {
            self.in_battle(|fight| {
                fight.b.site.weather = Weather::Clear;
                fight.close_up();
            });
        }
        let mut able = self.p.able();
        let (finder, second) = (able.next(), able.next());
        drop(able);
        self.p.acting = finder.unwrap_or(self.p.acting);
        match (finder, second) {
            (None, _) => self.p.agenda.push(Step::NightOver),
            (Some(finder), None) => {
                self.p.pack.joined.push((finder, Joins::Now));
                self.p.agenda.plan([Step::Strike, Step::NightOver]);
            }
            _ => self
                .p
                .agenda
                .plan([Step::Shadow, Step::Strike, Step::NightOver]),
        }
    }

    /// Ships that the scenario names sail with the convoy, as an escort carrier and a sloop did with HG 76: pieces of the
    /// left outer column give way.
    fn certain_ships(&mut self, units: &[UnitId]) {
        let counters = units
            .iter()
            .filter_map(|unit| self.t.ships.counters(*unit).next());
        let counters: Vec<Counter> = counters.collect();
        let Some(battle) = &mut self.p.battle else {
            return;
        };
        let secret = &mut self.p.secret;
        for counter in &counters {
            if !secret.cups.of(Cup::Outer).contains(counter) {
                // They come beside what the cup holds by the War Mix.
                secret.extras.push(Extra {
                    counter: *counter,
                    cup: Cup::Outer,
                    lasts: Lasts::Period,
                });
            }
        }
        let lane = crate::displays::Lane::OuterLeft;
        battle.put_in(self.t, lane, &counters, &mut secret.cups, self.chance);
    }

    /// The finder calls the pack [13.3] and shadows or attacks; the others try to join in the order of the list [24.1].
    fn begin_muster(&mut self, shadows: bool) {
        let Some(finder) = self.p.able().next() else {
            return;
        };
        self.p.pack.joined.push((finder, Joins::Now));
        if shadows {
            self.shadow(finder);
        }
        self.p.agenda.push(Step::Muster(finder + 1));
    }

    fn muster(&mut self, from: u16) {
        let next = self
            .p
            .able()
            .find(|boat| *boat >= from && !self.p.is_in(*boat));
        let Some(place) = next else { return };
        self.p.agenda.push(Step::Muster(place + 1));
        if self.p.nights.attacked.contains(&place) {
            self.p.pack.joined.push((place, Joins::Now));
            return;
        }
        self.p.pack.tried.push(place);
        let boat = &self.p.boats[usize::from(place)];
        let display = self.p.battle.as_ref().map(|battle| battle.display);
        let attempt = Attempt {
            number: self.p.pack.tried.len() as u8 + 1,
            enigma: self.p.standing.enigma,
            ace: boat.rating(),
            shadower: self.p.pack.shadower.is_some(),
            lesser: display.is_some_and(|display| display != Display::Large),
            aircraft: 0,
            weather: self.battle_weather(),
            green: boat.green,
            adjacent: false,
        };
        self.join(place, attempt);
    }

    /// The pack attacks.
    fn strike(&mut self) {
        self.p.pack.joined.sort_unstable();
        if self.p.pack.joined.is_empty() {
            return;
        }
        let torpedo = self.p.standing.torpedo;
        let pack = self.p.pack.joined.iter().map(|(boat, joins)| {
            let mut fighter = self.p.boats[usize::from(*boat)].fighter(self.t, torpedo);
            fighter.joins = *joins;
            fighter
        });
        let pack: Vec<_> = pack.collect();
        self.tell_fight();
        self.in_battle(|fight| {
            fight.b.pack = pack.len() > 1;
            fight.b.fighters.clear();
            fight.b.fighters.extend(pack);
            fight.begin();
        });
        self.p.agenda.push(Step::Fight);
    }

    /// Books the night; the next one comes if there is a convoy and a boat left.
    fn night_over(&mut self) {
        let Some(scenario) = self.p.convoy_battle(self.t) else {
            return;
        };
        let mut attacked = Vec::new();
        let (p, joined) = (&*self.p, &self.p.pack.joined);
        if let Some(battle) = p
            .battle
            .as_ref()
            .filter(|battle| !battle.fighters.is_empty())
        {
            self.log.push(|| p.fight_over(battle, joined));
        }
        if let Some(battle) = &mut self.p.battle {
            for (fighter, (boat, _)) in battle.fighters.iter().zip(&self.p.pack.joined) {
                self.p.boats[usize::from(*boat)].after(fighter);
                self.p.ships_total = self.p.ships_total.saturating_add(fighter.ships.into());
                self.p.tons_total += u32::from(fighter.tons);
                if fighter.used_torpedoes || fighter.used_guns {
                    attacked.push(*boat);
                }
            }
            battle.fighters.clear();
            self.p.nights.scattered |= battle.scattered.is_some();
        }
        self.p.nights.attacked = attacked;
        let more = self.p.nights.number < scenario.nights
            && !self.p.nights.scattered
            && self.p.able().next().is_some();
        if more {
            self.p.agenda.push(Step::Night);
        } else {
            self.settle_battle();
            self.p.battle = None;
            self.note_aces();
            self.end();
        }
    }

    /// The ace check is made at the very end [14.5].
    fn note_aces(&mut self) {
        for place in 0..self.p.boats.len() {
            let boat = &self.p.boats[place];
            let (id, rating) = (boat.id, boat.rating());
            let better = crews::promoted(&self.t.aces, rating, boat.ships, boat.tons);
            if boat.place != Place::Lost && better > rating {
                self.log.push(|| Event::Promoted {
                    boat: id,
                    rating: better,
                });
            }
        }
    }
}
