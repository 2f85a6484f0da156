//! Rules of the week, given a position that was laid out for them.

mod ashore;
mod asked;
mod course;
mod details;
mod duties;
mod events;
mod finepoints;
mod fleet;
mod forecast;
mod habits;
mod log;
mod minelayers;
mod orders;
mod packs;
mod panel;
mod passage;
mod rulings;
mod screen;
mod sea;
mod standing;
mod story;
mod tankers;
mod turn;

use crate::boat::{Command, Place, Side};
use crate::choice::Choice;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::game::SteelWolves;
use crate::geography::{Area, Group};
use crate::position::{Errand, Position};
use crate::sequence::{Play, Step};
use crate::setup::Setup;
use crate::tables::Tables;
use crate::units::Navy;
use derbyhouse_kernel::{Chance, Game, Log};
use std::sync::LazyLock;

pub(super) static GAME: LazyLock<SteelWolves> = LazyLock::new(|| SteelWolves::new(&[]).unwrap());

/// A position with everything that plays it.
pub(super) struct Desk {
    pub p: Position,
    pub chance: Chance,
    pub events: Vec<Event>,
}

impl Desk {
    /// A scenario at its first question, with the dice of a seed.
    pub fn new(scenario: &str, seed: u64) -> Self {
        let mut chance = Chance::seeded(seed);
        let p = GAME
            .start(&Setup::plain(scenario), &mut chance, &mut Log::off())
            .unwrap();
        Self {
            p,
            chance,
            events: vec![],
        }
    }

    /// With nothing planned, so that a rule can be tried by itself.
    pub fn bare(scenario: &str) -> Self {
        let mut desk = Self::new(scenario, 5);
        desk.p.agenda.clear();
        desk.p.weather.clear();
        desk.p.signals = None;
        desk.p.war.current = None;
        desk
    }

    /// The same with everybody in port.
    pub fn quiet(scenario: &str) -> Self {
        let mut desk = Self::bare(scenario);
        desk.clear_the_sea();
        desk
    }

    /// A boat that acts, on patrol in an area.
    pub fn acting(&mut self, area: Area) -> BoatId {
        let id = self.post(area, 1, |_| true)[0];
        self.act(id);
        id
    }

    /// A boat acts now, on an errand of its own.
    pub fn act(&mut self, id: BoatId) {
        self.p.acting = self.p.find(id).unwrap();
        self.p.errand = Errand {
            start: self.boat(id).area(),
            ..Errand::default()
        };
    }

    /// The War Event of the week, with nothing of it carried out.
    pub fn order(&mut self, event: &str) -> u8 {
        let place = GAME.tables().war_events.place(event).unwrap();
        self.p.war.note(GAME.tables(), place);
        self.p.war.current = Some(crate::war::Current {
            event: place,
            week: 1,
            waived: false,
            ignored: false,
            scattered: false,
            port: None,
        });
        place
    }

    pub fn t(&self) -> &'static Tables {
        GAME.tables()
    }

    /// Does something, then takes these dice if there are any.
    pub fn with<R>(&mut self, dice: Option<&[u32]>, act: impl FnOnce(&mut Play<'_>) -> R) -> R {
        let mut log = Log::on();
        let mut scripted = dice.map(|dice| Chance::scripted(dice.to_vec()));
        let chance = scripted.as_mut().unwrap_or(&mut self.chance);
        let done = act(&mut Play {
            t: GAME.tables(),
            p: &mut self.p,
            chance,
            log: &mut log,
        });
        self.events.extend(log.into_events());
        done
    }

    pub fn offers(&self) -> Vec<Choice> {
        let mut all = Vec::new();
        self.p.list(GAME.tables(), &mut all);
        all
    }

    /// Runs on, answering every question with what is picked from the offers, until nothing is planned or `stop` holds.
    pub fn run(
        &mut self,
        stop: impl Fn(&Position) -> bool,
        pick: impl Fn(&Step, &[Choice]) -> Choice,
    ) {
        for _ in 0..20_000 {
            self.with(None, |play| play.run());
            if self.p.is_over() || stop(&self.p) {
                return;
            }
            let offers = self.offers();
            let step = *self.p.agenda.top().unwrap();
            let choice = pick(&step, &offers);
            self.with(None, |play| play.choose(choice)).unwrap();
        }
        panic!("no end of it");
    }

    /// The first offer each time.
    pub fn finish(&mut self) {
        self.run(|_| false, |_, offers| offers[0]);
    }

    /// Puts sound boats of a navy on patrol in an area, as many as asked for; all others of it go to training.
    pub fn post(&mut self, area: Area, number: usize, fits: impl Fn(&str) -> bool) -> Vec<BoatId> {
        let t = GAME.tables();
        let mut posted = Vec::new();
        for boat in &mut self.p.boats {
            let class = t.submarines.class_of(boat.id);
            if posted.len() < number
                && class.navy == Navy::German
                && fits(&class.family)
                && !boat.place.is_out()
                && !boat.place.is_at_sea()
            {
                boat.leave(Place::Area(area));
                boat.side = Side::Patrol;
                boat.command = match t.map.area(area).group {
                    Group::Mediterranean => Command::Mediterranean,
                    _ => Command::Atlantic,
                };
                posted.push(boat.id);
            }
        }
        posted
    }

    /// Everybody is in port, sound, and of the Atlantic.
    pub fn clear_the_sea(&mut self) {
        for boat in &mut self.p.boats {
            if !boat.place.is_out() {
                let base = crate::geography::Base::Germany;
                boat.leave(Place::Base(base, crate::ready::Stand::InPort));
                boat.command = Command::Atlantic;
                boat.green = 0;
            }
        }
    }

    pub fn count(&self, what: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| what(event)).count()
    }

    pub fn boat(&self, id: BoatId) -> &crate::boat::Submarine {
        self.p.boats.iter().find(|boat| boat.id == id).unwrap()
    }

    pub fn boat_mut(&mut self, id: BoatId) -> &mut crate::boat::Submarine {
        self.p.boats.iter_mut().find(|boat| boat.id == id).unwrap()
    }
}
