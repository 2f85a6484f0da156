//! Setting a scenario up [3.0].

use crate::boat::{Place, Side, Submarine};
use crate::calendar::{Date, Month, Period};
use crate::cups::{Season, fill};
use crate::displays::Contact;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::Base;
use crate::position::{Errand, Nights, Pack, Position, Secret, Standing, Supply};
use crate::ready::Stand;
use crate::sequence::{Phase, Play, Step};
use crate::setup::{Scenario, Setup};
use crate::tables::{Crew, SupplyKind, Tables};
use crate::units::Counter;
use crate::war::War;
use crate::war_setup;
use derbyhouse_kernel::{Agenda, Chance, Illegal, Log};

/// Sets a game up and runs on to the first decision.
pub(crate) fn start(
    t: &Tables,
    setup: &Setup,
    chance: &mut Chance,
    log: &mut Log<Event>,
) -> Result<Position, Illegal> {
    let scenario = Scenario::find(t, &setup.scenario).map_err(Illegal::because)?;
    let mut position = match scenario {
        Scenario::Patrol(place) => patrol(t, setup, place, chance),
        Scenario::Battle(place) => battle(t, setup, place, chance),
        Scenario::Free => war_setup::free(t, setup, chance),
        Scenario::War(place) => war_setup::war(t, setup, place, chance, log),
    };
    Play {
        t,
        p: &mut position,
        chance,
        log,
    }
    .run();
    Ok(position)
}

/// Bases of a period, and the one named.
pub(crate) fn bases(period: Period, named: Base) -> Vec<Base> {
    let mut bases = vec![Base::Germany];
    if period >= Period::Two {
        bases.extend([Base::Norway, Base::FranceAtlantic]);
    }
    if period >= Period::Four {
        bases.extend([Base::Italy, Base::Greece]);
    }
    bases.push(named);
    bases.sort_unstable();
    bases.dedup();
    bases
}

pub(crate) fn blank(
    t: &Tables,
    setup: &Setup,
    period: Period,
    start: Date,
    standing: Standing,
    sunk: Vec<Counter>,
    chance: &mut Chance,
) -> Position {
    let season = Season {
        period,
        month: start.month,
        barbarossa: period >= Period::Four,
        out: &sunk,
    };
    let cups = fill(t, season, &[], chance);
    let mut position = Position {
        setup: setup.clone(),
        start,
        date: start,
        period,
        standing,
        phase: Phase::Intelligence,
        agenda: Agenda::new(),
        bases: bases(period, Base::Germany),
        boats: Vec::new(),
        acting: 0,
        weather: Vec::new(),
        signals: None,
        visited: t.map.hunted_before(start), // [30.5]
        supplies: Vec::new(),
        port_used: false,
        errand: Errand::default(),
        nights: Nights::default(),
        pack: Pack::default(),
        war: War {
            barbarossa: period >= Period::Four,
            ..War::default()
        },
        battle: None,
        contact: Contact::None,
        sunk,
        damaged: Vec::new(),
        resigned: false,
        ships_total: 0,
        tons_total: 0,
        secret: Secret {
            cups,
            extras: Vec::new(),
        },
    };
    // It falls within the third period, whose lists have nothing of it yet [17.4] (R47).
    if period == Period::Three && t.is_after_barbarossa(start.month) {
        let log = &mut Log::off();
        let p = &mut position;
        Play { t, p, chance, log }.begin_barbarossa();
    }
    position
}

fn boat(t: &Tables, crew: Crew, place: Place, side: Side, start: Month) -> Submarine {
    let mut boat = Submarine::new(crew.boat, place, side, crew.ace);
    boat.green = green(t, crew.boat, start);
    boat
}

/// A boat listed as inexperienced carries the marker in the month in which it enters [8.1].
pub(crate) fn green(t: &Tables, id: BoatId, start: Month) -> u8 {
    let values = t.submarines.boat(id);
    u8::from(values.inexperienced && values.entry == crate::tables::Entry::Month(start))
}

fn patrol(t: &Tables, setup: &Setup, place: usize, chance: &mut Chance) -> Position {
    let scenario = &t.scenarios.patrols[place];
    let levels = scenario.levels;
    let standing = Standing {
        torpedo: levels.torpedo,
        b_dienst: levels.b_dienst,
        enigma: levels.enigma,
    };
    let mut position = blank(
        t,
        setup,
        scenario.period,
        scenario.start,
        standing,
        vec![],
        chance,
    );
    position.bases = bases(scenario.period, scenario.base);
    let (at, side) = match scenario.start_at {
        Some(area) => (Place::Area(area), Side::Patrol),
        None => (Place::Base(scenario.base, Stand::Ready), Side::Transit),
    };
    let mut lone = boat(t, scenario.crew, at, side, scenario.start.month);
    lone.command = war_setup::command_of(scenario.base);
    position.boats.push(lone);
    position.supplies = supplies(t, place);
    position.agenda.push(Step::BeginWeek);
    position
}

/// Supply ships of a patrol, and tankers in neutral ports [21.31].
pub(crate) fn supplies(t: &Tables, place: usize) -> Vec<Supply> {
    let mut all = Vec::new();
    for (ship, area) in &t.scenarios.patrols[place].supplies {
        all.push(Supply {
            ship: *ship as u8,
            area: *area,
            gone: false,
            used: 0,
        });
    }
    all.extend(interned(t));
    all
}

/// Tankers in neutral ports [21.31].
pub(crate) fn interned(t: &Tables) -> Vec<Supply> {
    let ships = t.submarines.supply_ships.iter().enumerate();
    let in_port = ships.filter_map(|(ship, values)| match values.kind {
        SupplyKind::Interned(port, _) => Some(Supply {
            ship: ship as u8,
            area: t.map.ports[port.index()].area,
            gone: false,
            used: 0,
        }),
        _ => None,
    });
    in_port.collect()
}

fn battle(t: &Tables, setup: &Setup, place: usize, chance: &mut Chance) -> Position {
    let scenario = &t.scenarios.battles[place];
    let standing = Standing {
        torpedo: scenario.torpedo,
        b_dienst: 0,
        enigma: scenario.enigma,
    };
    let date = Date {
        month: scenario.month,
        week: 1,
    };
    let mut position = blank(t, setup, scenario.period, date, standing, vec![], chance);
    let at = Place::Area(scenario.area);
    position.boats = scenario
        .crews
        .iter()
        .map(|crew| boat(t, *crew, at, Side::Patrol, scenario.month))
        .collect();
    position.contact = Contact::Convoy;
    position.agenda.push(Step::Night);
    position
}
