//! What must always hold: section 9 of the specification, by its numbers. What is no matter of one position or one step
//! is tried by a test of its own; the README of the crate says where.

mod battle;
mod boats;
mod cups;
mod step;

use crate::boat::Place;
use crate::event::Event;
use crate::fleet::{AceId, BoatId};
use crate::geography::Node;
use crate::position::Position;
use crate::scenarios;
use crate::sequence::{Phase, Step};
use crate::setup::Scenario;
use crate::tables::Tables;
use crate::task::Task;
use derbyhouse_scene::Broken;

/// Counts what holds, and stops at what does not.
struct Auditor(u32);

impl Auditor {
    fn hold(&mut self, holds: bool, what: impl FnOnce() -> String) -> Result<(), Broken> {
        self.0 += 1;
        if holds { Ok(()) } else { Err(Broken(what())) }
    }
}

/// Most steps that are planned at one time.
const MOST_STEPS: usize = 400;

impl Position {
    /// Whether a step can be carried out: one from a file may be anything.
    fn step_fits(&self, t: &Tables, step: &Step) -> bool {
        let boat = |id: &BoatId| id.index() < t.submarines.boats.len();
        let place = |place: &u16| usize::from(*place) < self.boats.len();
        let event = |event: &u8| usize::from(*event) < t.war_events.list.len();
        let haven = |node: &Node| match node {
            Node::Base(_) | Node::Forward(_) => true,
            Node::Area(_) => false,
        };
        let free = self.boats.is_empty();
        match step {
            Step::FreeMonth | Step::FreeBoat => true,
            _ if free => false,
            Step::Sail(left) => *left <= 4,
            Step::Basin(number) => (1..=3).contains(number),
            Step::HomeSail(node, left) => haven(node) && *left <= 4,
            Step::Onward(node) | Step::Arrive(node) => haven(node),
            Step::Muster(from) => usize::from(*from) <= self.boats.len(),
            Step::Mate(boat) | Step::TryJoin(boat) | Step::MateMoved(boat) => place(boat),
            Step::Remove(id, _)
            | Step::Break(id)
            | Step::AceStays(id)
            | Step::MayCome(id)
            | Step::Late(id) => boat(id),
            Step::AceOffer(from, to) => boat(from) && boat(to),
            Step::PlaceSupply(id, _) => event(id),
            Step::Demand(id, deploy, _) => {
                event(id)
                    && usize::from(*deploy) < t.war_events.list[usize::from(*id)].deploys.len()
            }
            Step::Pick(Task::Billet(ace), _) => ace.index() < t.aces.list.len(),
            Step::Sister(counter, _) => counter.index() < t.ships.pieces.len(),
            Step::Aircraft(place) => usize::from(*place) <= self.war.aircraft.len(),
            _ => true,
        }
    }
}

/// Checks a position, the step that led to it, and what happened in that step if the log was on.
pub(crate) fn audit(
    t: &Tables,
    before: Option<&Position>,
    events: &[Event],
    after: &Position,
) -> Result<u32, Broken> {
    let mut auditor = Auditor(0);
    auditor.position(t, after)?;
    match before {
        Some(before) => auditor.step(t, before, events, after)?,
        // Whoever makes a step lists the answers to what it leads to.
        None => auditor.answers(t, after)?,
    }
    Ok(auditor.0)
}

/// Checks what a file claims to be a position.
pub(crate) fn validate(t: &Tables, position: &Position) -> Result<(), Broken> {
    let mut auditor = Auditor(0);
    auditor.position(t, position)?;
    auditor.answers(t, position)
}

impl Auditor {
    fn position(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let scenario = Scenario::find(t, &p.setup.scenario).map_err(Broken)?;
        self.scenario(t, p, scenario)?;
        self.boats(t, p)?;
        if let Some(battle) = &p.battle {
            self.battle(t, p, battle)?;
        }
        self.counters(t, p)?;
        self.week(p)?;
        let standing = (-2..=2).contains(&p.standing.torpedo)
            && (-3..=3).contains(&p.standing.b_dienst)
            && (-3..=3).contains(&p.standing.enigma);
        self.hold(standing, || "a level is out of range".into())
    }

    /// Markers of the week (10): at most three of weather, in different areas; none of any kind between two weeks.
    fn week(&mut self, p: &Position) -> Result<(), Broken> {
        let mut earlier = &p.weather[..];
        while let [one, rest @ ..] = earlier {
            let alike = rest.iter().any(|other| other.area == one.area);
            self.hold(!alike, || "two weather systems in an area".into())?;
            earlier = rest;
        }
        self.hold(p.weather.len() <= 3, || "too much weather".into())?;
        self.hold(p.signals.is_none_or(|die| die <= 9), || {
            "no die shows that".into()
        })?;
        let between = matches!(p.phase, Phase::Conclude | Phase::Progress | Phase::WarEvent);
        let bare = p.weather.is_empty()
            && p.signals.is_none()
            && p.war
                .aircraft
                .iter()
                .all(|aircraft| aircraft.over.is_none());
        self.hold(!between || bare || p.is_over(), || {
            "markers of a week that is over".into()
        })
    }

    /// What is asked can be answered.
    fn answers(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let asked = p.question().is_some();
        let mut choices = Vec::new();
        if asked && p.battle.as_ref().is_none_or(|battle| battle.is_whole(t)) {
            p.list(t, &mut choices);
        }
        self.hold(!asked || choices.len() > 1, || {
            format!("{:?} has no answer", p.agenda.top())
        })
    }

    /// The position belongs to its scenario, and its steps to it.
    fn scenario(&mut self, t: &Tables, p: &Position, scenario: Scenario) -> Result<(), Broken> {
        let ids = || p.boats.iter().map(|boat| boat.id);
        let known = ids().all(|id| id.index() < t.submarines.boats.len());
        self.hold(known, || "an unknown boat".into())?;
        let belongs = match scenario {
            Scenario::Patrol(place) => ids().eq([t.scenarios.patrols[place].crew.boat]),
            Scenario::Battle(place) => ids().eq(t.scenarios.battles[place]
                .crews
                .iter()
                .map(|crew| crew.boat)),
            Scenario::Free => p.boats.len() <= 1,
            Scenario::War(_) => p.boats.windows(2).all(|pair| pair[0].id < pair[1].id),
        };
        self.hold(belongs, || "these are other boats".into())?;
        let steps = || p.agenda.top().into_iter().chain(p.agenda.below_top());
        let nightly = matches!(scenario, Scenario::Battle(_));
        let apart = steps().all(|step| match step {
            Step::Night | Step::Shadow | Step::Muster(_) | Step::Strike | Step::NightOver => {
                nightly
            }
            Step::Fight | Step::TakeOver => true,
            _ => !nightly,
        });
        self.hold(apart, || "a step of another scenario".into())?;
        self.hold(steps().count() <= MOST_STEPS, || {
            "more than a week can hold".into()
        })?;
        let sane = steps().all(|step| p.step_fits(t, step));
        self.hold(sane, || "a step that leads nowhere".into())?;
        let fighting = p.agenda.top() == Some(&Step::Fight);
        self.hold(!fighting || p.battle.is_some(), || {
            "a fight without a battle".into()
        })?;
        self.frame(t, p, scenario)?;
        let weeks = p.date.weeks_since(p.start);
        let most = i32::from(p.weeks(t)).max(1);
        self.hold(
            (0..most).contains(&weeks) && (1..=4).contains(&p.date.week),
            || "a date out of range".into(),
        )?;
        self.war(t, p)
    }

    /// What a scenario fixes for good, and counts that cannot be beyond reason.
    fn frame(&mut self, t: &Tables, p: &Position, scenario: Scenario) -> Result<(), Broken> {
        let fixed = match scenario {
            Scenario::Patrol(place) => {
                let patrol = &t.scenarios.patrols[place];
                let supplies = scenarios::supplies(t, place);
                let there = p.supplies.iter().map(|supply| (supply.ship, supply.area));
                p.period == patrol.period
                    && p.start == patrol.start
                    && p.bases == scenarios::bases(patrol.period, patrol.base)
                    && there.eq(supplies.iter().map(|supply| (supply.ship, supply.area)))
            }
            Scenario::Battle(place) => {
                let battle = &t.scenarios.battles[place];
                p.period == battle.period
                    && p.start.month == battle.month
                    && p.nights.number <= battle.nights
            }
            Scenario::Free => p.period == t.period_of(p.start.month),
            Scenario::War(place) => {
                let war = &t.scenarios.wars[place];
                p.start == war.start
                    && p.period >= war.period
                    && (war.campaign || p.period == war.period)
            }
        };
        self.hold(fixed, || "the frame of the scenario is another".into())?;
        let boats = p.boats.len();
        let pack = &p.pack;
        let mut named = pack
            .joined
            .iter()
            .map(|(boat, _)| boat)
            .chain(&pack.tried)
            .chain(&p.nights.attacked)
            .chain(pack.finder.iter().map(|(boat, _)| boat))
            .chain(&pack.shadower);
        let known = named.all(|boat| usize::from(*boat) < boats);
        self.hold(
            known && pack.joined.len() <= crate::tables::MOST_BOATS,
            || "the pack has a boat too many".into(),
        )?;
        let acts = usize::from(p.acting) < boats
            || p.agenda
                .top()
                .is_none_or(|step| matches!(step, Step::FreeMonth | Step::FreeBoat));
        self.hold(acts, || "nobody acts".into())?;
        for errand in pack
            .finder
            .iter()
            .map(|(_, errand)| errand)
            .chain([&p.errand])
        {
            let short = errand.entered.len() <= 9
                && errand.points <= 20
                && errand.touched.len() <= 60
                && errand.searches <= 9
                && errand.contacts <= 9;
            self.hold(short, || "more than a week can hold".into())?;
        }
        let fighters = p.battle.as_ref().map_or(0, |battle| battle.fighters.len());
        let fighting = p.agenda.top() == Some(&Step::Fight);
        self.hold(!fighting || fighters == pack.joined.len(), || {
            "the pack is not in the battle".into()
        })?;
        let kin = p
            .battle
            .as_ref()
            .is_none_or(|battle| battle.site.period == p.period);
        self.hold(kin, || "the battle is of another period".into())?;
        self.hold(p.ships_total < 9999 && p.tons_total < 99_999, || {
            "more than the war brought".into()
        })
    }

    /// The state of the war (13), (18), (19): whatever it points at is there, and nothing is beyond its number.
    fn war(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let war = &p.war;
        let boat = |id: &BoatId| id.index() < t.submarines.boats.len();
        let ace = |id: &AceId| id.index() < t.aces.list.len();
        let plane = |id: &u8| usize::from(*id) < t.submarines.aircraft.len();
        let known = war.delayed.iter().all(|(id, _)| boat(id))
            && war
                .billets
                .iter()
                .all(|(id, skipper)| boat(id) && ace(skipper))
            && war.aces_gone.iter().all(ace)
            && war
                .retired
                .iter()
                .all(|class| class.index() < t.submarines.classes.len())
            && war.aircraft.iter().all(|aircraft| plane(&aircraft.plane))
            && war.planes_gone.iter().all(plane)
            && war
                .hunters
                .iter()
                .all(|hunter| usize::from(hunter.boat) < t.submarines.enemy_boats.len())
            && war.forward.iter().all(|base| {
                base.tender
                    .is_none_or(|tender| usize::from(tender) < t.submarines.tenders.len())
            })
            && war.current.is_none_or(|current| {
                usize::from(current.event) < t.war_events.list.len()
                    && (1..=9).contains(&current.week)
            })
            && war.occurred.len() <= t.war_events.list.len()
            && p.supplies.iter().all(|supply| {
                usize::from(supply.ship) < t.submarines.supply_ships.len() && supply.used <= 9
            });
        self.hold(known, || "the war names what is not there".into())?;
        let planes = war
            .aircraft
            .iter()
            .map(|aircraft| aircraft.plane)
            .chain(war.planes_gone.iter().copied());
        let mut planes: Vec<u8> = planes.collect();
        let count = planes.len();
        planes.sort_unstable();
        planes.dedup();
        self.hold(planes.len() == count, || "an aircraft flies twice".into())?;
        let fields = war.fields.iter().all(|field| {
            (1..=3).contains(&field.strength)
                && t.map.zone(field.zone).mines != crate::tables::Mines::Never
        });
        self.hold(fields, || "a minefield that cannot be".into())?; // 18
        self.hold(p.green_boats() <= t.submarines.markers, || {
            "too many Inexperienced markers".into()
        })?; // 13
        self.hold(p.mines_aboard() <= usize::from(t.mines.counters), || {
            "too many mine counters".into()
        })?;
        for base in &war.forward {
            let there = p
                .boats
                .iter()
                .filter(|boat| matches!(boat.place, Place::Forward(zone, _) if zone == base.zone));
            // Boats of Vichy start where they lie.
            let room = base.tender.is_none() || there.count() <= usize::from(base.capacity);
            self.hold(room, || "a tender has too many boats".into())?;
        }
        for base in crate::geography::Base::ALL {
            self.hold(p.under_repair(base) <= p.repair_room(t, base), || {
                format!("{base} repairs too many boats")
            })?;
        }
        self.hold(war.imperilled <= 9 && war.points.abs() < 99_999, || {
            "victory beyond reason".into()
        })?;
        let influence = war.influence.is_none_or(|offices| {
            offices
                .iter()
                .all(|now| (t.politics.least..=t.politics.most).contains(now))
        });
        self.hold(influence, || "influence beyond its limits".into())
    }
}
