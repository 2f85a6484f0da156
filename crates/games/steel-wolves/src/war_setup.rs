//! Setting up a war period or the campaign [3.0], and the patrol of one's own choice.

use crate::arrivals::is_traded;
use crate::boat::{Command, Place, Side, Submarine};
use crate::calendar::{Date, Month, Period};
use crate::choice::Choice;
use crate::event::Event;
use crate::fleet::{BoatId, ClassId};
use crate::geography::{Area, Base, Node, Zone};
use crate::movement;
use crate::position::{Position, Standing};
use crate::ready::Stand;
use crate::scenarios::{bases, blank, green, interned};
use crate::sequence::{Play, Step};
use crate::setup::{Rule, Setup};
use crate::tables::{Entry, Lasts, Tables, War as Scenario};
use crate::units::Navy;
use crate::war::{Aircraft, Forward};
use derbyhouse_kernel::{Chance, Log};

/// Sets up a war period or the campaign.
pub(crate) fn war(
    t: &Tables,
    setup: &Setup,
    place: usize,
    chance: &mut Chance,
    log: &mut Log<Event>,
) -> Position {
    let scenario = &t.scenarios.wars[place];
    let standing = Standing {
        torpedo: scenario.levels.torpedo,
        b_dienst: scenario.levels.b_dienst,
        enigma: scenario.levels.enigma,
    };
    let sunk = scenario
        .sunk
        .iter()
        .flat_map(|unit| t.ships.counters(*unit))
        .collect();
    let mut position = blank(
        t,
        setup,
        scenario.period,
        scenario.start,
        standing,
        sunk,
        chance,
    );
    position.bases.clone_from(&scenario.bases);
    for event in &scenario.occurred {
        if let Some(place) = t.war_events.place(event) {
            position.war.note(t, place);
        }
    }
    position.war.four_rotor = scenario.four_rotor;
    position.war.no_murmansk = scenario.period >= Period::Two;
    position.war.retired = retired(t, scenario);
    if setup.plays(Rule::Political) {
        position.war.influence = Some(t.politics.start);
    }
    position.supplies = interned(t);
    position.war.aircraft = aircraft(t, scenario);
    forward_base(t, &mut position);
    if scenario.at_sea.is_empty() {
        survivors(t, scenario, &mut position, chance, log);
    } else {
        first_boats(t, scenario, &mut position);
    }
    for (boat, ace, rating) in &scenario.aces {
        if let Some(place) = position.find(*boat) {
            position.boats[usize::from(place)].ace = Some((*ace, *rating));
        }
    }
    lasting_pieces(t, scenario, &mut position, chance);
    position.agenda.push(Step::BeginWeek);
    position
}

/// Classes that have left service before the start (R36).
fn retired(t: &Tables, scenario: &Scenario) -> Vec<ClassId> {
    let heads = t.war_events.tables.iter().take(scenario.period.index() + 1);
    let by_event = scenario
        .occurred
        .iter()
        .filter_map(|event| t.war_events.find(event));
    let mut all: Vec<ClassId> = heads.flat_map(|table| table.head.retire.clone()).collect();
    all.extend(by_event.flat_map(|event| event.retire.clone()));
    all.sort_unstable();
    all.dedup();
    all
}

/// Aircraft that have entered, at their bases.
fn aircraft(t: &Tables, scenario: &Scenario) -> Vec<Aircraft> {
    let planes = t.submarines.aircraft.iter().enumerate();
    planes
        .filter(|(_, plane)| matches!(plane.entry, Entry::Month(month) if month <= scenario.start.month))
        .filter_map(|(place, plane)| {
            let listed = plane.base?;
            let base = if scenario.bases.contains(&listed) { listed } else { Base::Germany };
            Some(Aircraft {
                plane: place as u8,
                base: Node::Base(base),
                over: None,
            })
        })
        .collect()
}

/// The tender at Narvik, if the Arctic Campaign has begun.
fn forward_base(t: &Tables, position: &mut Position) {
    if !position.war.has_occurred(t, "wp3_arctic_campaign") {
        return;
    }
    let grille = t
        .submarines
        .tenders
        .iter()
        .position(|tender| tender.id == "grille");
    if let Some(tender) = grille {
        position.war.forward.push(Forward {
            zone: Zone::Narvik,
            tender: Some(tender as u8),
            capacity: t.submarines.tenders[tender].capacity,
        });
    }
}

/// September 1939: boats at sea on patrol, the others at the pier in Germany.
fn first_boats(t: &Tables, scenario: &Scenario, position: &mut Position) {
    for (place, values) in t.submarines.boats.iter().enumerate() {
        if values.entry != Entry::Month(scenario.start.month) {
            continue;
        }
        let id = BoatId(place as u16);
        let area = scenario
            .at_sea
            .iter()
            .find(|(_, boats)| boats.contains(&id))
            .map(|(area, _)| *area);
        let mut boat = match area {
            Some(area) => Submarine::new(id, Place::Area(area), Side::Patrol, None),
            None => Submarine::new(
                id,
                Place::Base(Base::Germany, Stand::Pierside),
                Side::Transit,
                None,
            ),
        };
        boat.green = values.inexperienced.into();
        position.boats.push(boat);
    }
}

/// Boats that history has left: diced for, dealt out [3.0].
fn survivors(
    t: &Tables,
    scenario: &Scenario,
    position: &mut Position,
    chance: &mut Chance,
    log: &mut Log<Event>,
) {
    let month = scenario.start.month;
    let (mut south, mut north) = (scenario.mediterranean, scenario.arctic);
    let mut deal = Deal::default();
    for (place, values) in t.submarines.boats.iter().enumerate() {
        let id = BoatId(place as u16);
        let class = t.submarines.class(values.class);
        let Entry::Month(entry) = values.entry else {
            continue;
        };
        if entry > month || class.navy == Navy::Vichy || is_gone(t, position, id, month) {
            continue;
        }
        if is_traded(t, id) {
            continue;
        }
        let mut command = Command::Atlantic;
        if class.id == "VIIC" && south > 0 {
            (south, command) = (south - 1, Command::Mediterranean);
        } else if class.id == "VIIC" && north > 0 {
            (north, command) = (north - 1, Command::Arctic);
        }
        let base = match command {
            Command::Mediterranean => Base::Italy,
            Command::Arctic => Base::Norway,
            Command::Atlantic if class.small => Base::Germany,
            Command::Atlantic => Base::FranceAtlantic,
        };
        let mut boat = Submarine::new(id, Place::Base(base, Stand::Pierside), Side::Transit, None);
        boat.command = command;
        if is_in_refit(t, id, month) {
            boat.place = Place::Refit;
        } else if entry == month {
            // Not diced for: at the pier of its own base [3.0].
            if let (Command::Atlantic, Node::Base(listed)) = (command, values.base)
                && position.bases.contains(&listed)
            {
                boat.place = Place::Base(listed, Stand::Pierside);
            }
            boat.green = values.inexperienced.into();
        } else {
            let die = chance.chit();
            boat.place = match die {
                0..=3 => deal
                    .send_to_sea(t, scenario, position, &boat)
                    .map_or(boat.place, Place::Area),
                4..=5 => Place::Base(base, Stand::WorkUp),
                6 => Place::Base(base, Stand::InPort),
                7..=8 => Place::Base(base, Stand::Pierside),
                _ => Place::Base(base, Stand::Ready),
            };
            if boat.place.is_at_sea() {
                boat.side = Side::Patrol;
            }
            let place = boat.place;
            log.push(|| Event::Mustered {
                boat: id,
                die,
                place,
            });
        }
        position.boats.push(boat);
    }
}

/// Lost in history before that month, out of service, or gone home.
fn is_gone(t: &Tables, position: &Position, id: BoatId, month: Month) -> bool {
    let values = t.submarines.boat(id);
    let lost = values
        .lost
        .is_some_and(|(year, of_year, _)| (year, of_year) < (month.year(), month.of_year()));
    let home = t.reinforcements[..=month.index()]
        .iter()
        .any(|list| list.home.contains(&id));
    lost || home || position.war.retired.contains(&values.class)
}

/// Withdrawn in or before that month, and not back by it.
fn is_in_refit(t: &Tables, id: BoatId, month: Month) -> bool {
    let lists = &t.reinforcements[..=month.index()];
    let out = lists.iter().rposition(|list| list.withdraw.contains(&id));
    let back = lists
        .iter()
        .rposition(|list| list.returns.iter().any(|(boat, _)| *boat == id));
    out.is_some_and(|out| back.is_none_or(|back| back < out))
}

/// Areas are dealt in turn, each theatre by itself.
#[derive(Default)]
struct Deal {
    next: [usize; 4],
}

impl Deal {
    fn send_to_sea(
        &mut self,
        t: &Tables,
        scenario: &Scenario,
        position: &Position,
        boat: &Submarine,
    ) -> Option<Area> {
        let class = t.submarines.class_of(boat.id);
        let (list, row): (&[Area], usize) = match boat.command {
            Command::Mediterranean => (&[Area::WesternMed, Area::EasternMed], 0),
            Command::Arctic => (&[Area::NorwegianSea, Area::BarentsSea], 1),
            // Types XIV and XB; UA, which may supply a boat, does not start there.
            Command::Atlantic if class.tanker > 1 => (&[Area::MidOcean, Area::SargassoSea], 2),
            Command::Atlantic => (&scenario.deploy, 3),
        };
        let havens: Vec<Node> = position.havens(t, boat);
        let steps = movement::distances(&t.map, &havens);
        for _ in 0..list.len() {
            let area = list[self.next[row] % list.len()];
            self.next[row] += 1;
            if steps[area.index()] <= class.range {
                return Some(area);
            }
        }
        None
    }
}

/// A patrol of one's own choice begins with questions.
pub(crate) fn free(t: &Tables, setup: &Setup, chance: &mut Chance) -> Position {
    let start = Date {
        month: Month::FIRST,
        week: 1,
    };
    let mut position = blank(
        t,
        setup,
        Period::One,
        start,
        free_standing(t, Period::One),
        vec![],
        chance,
    );
    position.agenda.push(Step::FreeMonth);
    position
}

fn free_standing(t: &Tables, period: Period) -> Standing {
    let levels = t.scenarios.free_patrol.levels[period.index()];
    Standing {
        torpedo: levels.torpedo,
        b_dienst: levels.b_dienst,
        enigma: levels.enigma,
    }
}

impl Position {
    pub(crate) fn list_free(&self, t: &Tables, step: Step, out: &mut Vec<Choice>) {
        match step {
            Step::FreeMonth => {
                let months =
                    (0..=Month::LAST.index() as i8).filter_map(|months| Month::FIRST.plus(months));
                out.extend(months.map(Choice::Month));
            }
            Step::FreeBoat => {
                let boats = t.submarines.boats.iter().enumerate().filter(|(_, boat)| {
                    matches!(boat.entry, Entry::Month(month) if month <= self.date.month)
                });
                out.extend(boats.map(|(place, _)| Choice::Pick(BoatId(place as u16))));
            }
            Step::FreeBase => out.extend(self.bases.iter().copied().map(Choice::Base)),
            _ => {}
        }
    }
}

impl Play<'_> {
    pub(crate) fn answer_free(&mut self, choice: Choice) {
        match choice {
            Choice::Month(month) => {
                let period = self.t.period_of(month);
                let start = Date { month, week: 1 };
                let setup = self.p.setup.clone();
                *self.p = blank(
                    self.t,
                    &setup,
                    period,
                    start,
                    free_standing(self.t, period),
                    vec![],
                    self.chance,
                );
                self.p.bases = bases(period, Base::Germany);
                self.p.supplies = interned(self.t);
                self.p.agenda.push(Step::FreeBoat);
            }
            Choice::Pick(id) => {
                let place = Place::Base(Base::Germany, Stand::Ready);
                let mut boat = Submarine::new(id, place, Side::Transit, None);
                boat.green = green(self.t, id, self.p.date.month);
                self.p.boats = vec![boat];
                self.p.agenda.push(Step::FreeBase);
            }
            Choice::Base(base) => {
                let boat = self.p.boat_mut();
                boat.place = Place::Base(base, Stand::Ready);
                boat.command = command_of(base);
                self.p.agenda.push(Step::BeginWeek);
            }
            _ => {}
        }
    }
}

/// The theatre of a boat that starts from a base.
pub(crate) fn command_of(base: Base) -> Command {
    match base {
        Base::Italy | Base::Greece | Base::Toulon => Command::Mediterranean,
        _ => Command::Atlantic,
    }
}

/// What past events brought into the cups for good is there (2.4), [WE1.9], [WE3.1a].
fn lasting_pieces(t: &Tables, scenario: &Scenario, position: &mut Position, chance: &mut Chance) {
    let events = scenario.occurred.iter();
    let past = events.filter_map(|event| t.war_events.find(event));
    let mut play = Play {
        t,
        p: position,
        chance,
        log: &mut Log::off(),
    };
    for add in past.flat_map(|event| &event.cups) {
        if add.lasts == Lasts::Game {
            play.add_to_cup(add);
        }
    }
    play.p.secret.cups.settle();
}
