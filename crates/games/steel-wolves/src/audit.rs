//! What must always hold: section 9 of the specification, as far as the game is built.

use crate::boat::{Place, Side};
use crate::combat::{Battle, Stage};
use crate::position::Position;
use crate::scenarios;
use crate::sequence::Step;
use crate::setup::Scenario;
use crate::tables::Tables;
use crate::units::Counter;
use derbyhouse_scene::Broken;

/// Counts what holds, and stops at what does not.
struct Auditor(u32);

impl Auditor {
    fn hold(&mut self, holds: bool, what: impl FnOnce() -> String) -> Result<(), Broken> {
        self.0 += 1;
        if holds { Ok(()) } else { Err(Broken(what())) }
    }
}

/// Checks a position, and the step that led to it.
pub(crate) fn audit(
    t: &Tables,
    before: Option<&Position>,
    after: &Position,
) -> Result<u32, Broken> {
    let mut auditor = Auditor(0);
    auditor.position(t, after)?;
    if let Some(before) = before {
        auditor.step(before, after)?;
    }
    Ok(auditor.0)
}

/// Checks what a file claims to be a position.
pub(crate) fn validate(t: &Tables, position: &Position) -> Result<(), Broken> {
    Auditor(0).position(t, position)
}

impl Auditor {
    fn position(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let scenario = Scenario::find(t, &p.setup.scenario).map_err(Broken)?;
        self.scenario(t, p, scenario)?;
        self.boats(t, p)?;
        if let Some(battle) = &p.battle {
            self.battle(t, battle)?;
        }
        self.counters(t, p)?;
        let areas: Vec<_> = p.weather.iter().map(|system| system.area).collect();
        let unlike = areas
            .iter()
            .enumerate()
            .all(|(place, area)| !areas[..place].contains(area));
        self.hold(p.weather.len() <= 3 && unlike, || "too much weather".into())?; // 10
        self.hold(p.signals.is_none_or(|die| die <= 9), || {
            "no die shows that".into()
        })?;
        let standing = (-2..=2).contains(&p.standing.torpedo)
            && (-3..=3).contains(&p.standing.b_dienst)
            && (-3..=3).contains(&p.standing.enigma);
        self.hold(standing, || "a level is out of range".into())
    }

    /// The position belongs to its scenario, and its steps to it.
    fn scenario(&mut self, t: &Tables, p: &Position, scenario: Scenario) -> Result<(), Broken> {
        let (boats, nightly) = match scenario {
            Scenario::Patrol(place) => (vec![t.scenarios.patrols[place].crew.boat], false),
            Scenario::Battle(place) => (
                t.scenarios.battles[place]
                    .crews
                    .iter()
                    .map(|crew| crew.boat)
                    .collect(),
                true,
            ),
        };
        self.hold(p.boats.iter().map(|boat| boat.id).eq(boats), || {
            "these are other boats".into()
        })?;
        let mut steps: Vec<Step> = p
            .agenda
            .top()
            .into_iter()
            .chain(p.agenda.below_top())
            .copied()
            .collect();
        steps.retain(|step| *step != Step::Fight);
        let of_nights = |step: &Step| {
            matches!(
                step,
                Step::Night
                    | Step::Shadow
                    | Step::Muster(_)
                    | Step::TakeOver(_)
                    | Step::Strike
                    | Step::NightOver
            )
        };
        self.hold(steps.iter().all(|step| of_nights(step) == nightly), || {
            "a step of another scenario".into()
        })?;
        let fighting = p.agenda.top() == Some(&Step::Fight);
        self.hold(!fighting || p.battle.is_some(), || {
            "a fight without a battle".into()
        })?;
        self.frame(t, p, scenario)?;
        let weeks = p.date.weeks_since(p.start);
        self.hold(
            (0..=48).contains(&weeks) && (1..=4).contains(&p.date.week),
            || "a date out of range".into(),
        )?;
        let asked = p.question().is_some();
        let mut choices = Vec::new();
        if asked && p.battle.as_ref().is_none_or(|battle| battle.is_whole(t)) {
            p.list(t, &mut choices);
        }
        self.hold(!asked || choices.len() > 1, || {
            format!("{:?} has no answer", p.agenda.top())
        })
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
        };
        self.hold(fixed, || "the frame of the scenario is another".into())?;
        let boats = p.boats.len();
        let nights = &p.nights;
        let mut named = nights
            .joined
            .iter()
            .map(|(boat, _)| boat)
            .chain(&nights.attacked)
            .chain(&nights.shadower);
        let known = named.all(|boat| usize::from(*boat) < boats) && nights.joined.len() <= boats;
        self.hold(known && usize::from(nights.tries) <= boats, || {
            "the pack has a boat too many".into()
        })?;
        let errand = &p.errand;
        let short = errand.entered.len() <= 9
            && errand.points <= 20
            && errand.searches <= 9
            && errand.contacts <= 9
            && p.agenda
                .top()
                .into_iter()
                .chain(p.agenda.below_top())
                .count()
                <= 40;
        self.hold(short, || "more than a week can hold".into())?;
        let steps = p.agenda.top().into_iter().chain(p.agenda.below_top());
        let sane = steps.into_iter().all(|step| match step {
            Step::Sail(left) => *left <= 4,
            Step::Muster(boat) | Step::TakeOver(boat) => usize::from(*boat) <= boats,
            Step::Arrive(base) => p.bases.contains(base),
            _ => true,
        });
        self.hold(sane, || "a step that leads nowhere".into())?;
        let pack = p.battle.as_ref().map_or(0, |battle| battle.fighters.len());
        let fighting = p.agenda.top() == Some(&Step::Fight);
        let expected = if matches!(scenario, Scenario::Patrol(_)) {
            1
        } else {
            nights.joined.len()
        };
        self.hold(!fighting || pack == expected, || {
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

    fn boats(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        for boat in &p.boats {
            let name = &t.submarines.boat(boat.id).name;
            self.hold(!boat.rtb || boat.side == Side::Transit, || {
                format!("{name} returns on patrol side")
            })?; // 1
            self.hold(
                boat.damage <= 2 && boat.green <= 2 && boat.rating() <= t.aces.best,
                || format!("{name} has too many markers"),
            )?;
            let ace = boat
                .ace
                .is_none_or(|(ace, _)| ace.index() < t.aces.list.len());
            self.hold(ace, || format!("{name} has a skipper whom nobody knows"))?;
            let in_base = matches!(boat.place, Place::Base(..));
            self.hold(!in_base || (!boat.spotted && !boat.rtb), || {
                format!("{name} is spotted in base")
            })?;
            if let Place::Zone(zone, area) = boat.place {
                let linked = crate::movement::is_linked(&t.map, zone, area) || p.errand.encounter;
                self.hold(linked, || format!("{name} is in a zone of another area"))?;
            }
        }
        let sane = p
            .boats
            .iter()
            .all(|boat| boat.tons < 9999 && boat.ships < 200);
        self.hold(sane, || "a boat has sunk too much".into())?;
        let tons: u32 = p.boats.iter().map(|boat| u32::from(boat.tons)).sum();
        self.hold(tons == p.tons_total, || "tons do not add up".into()) // 7
    }

    /// Every counter is in one place (2), (5), and the War Mix is whole between battles (3).
    fn counters(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let mut all: Vec<Counter> = p.secret.cups.all().map(|(_, counter)| counter).collect();
        all.extend(p.sunk.iter().chain(&p.damaged));
        if let Some(battle) = &p.battle {
            all.extend(battle.held());
        }
        self.hold(
            all.iter()
                .all(|counter| counter.index() < t.ships.pieces.len()),
            || "an unknown counter".into(),
        )?;
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        self.hold(all.len() == count, || "a counter is in two places".into())?;
        let named = p
            .sunk
            .iter()
            .chain(&p.damaged)
            .all(|counter| t.ships.piece(*counter).named);
        self.hold(named, || "an unnamed ship is out for good".into())
    }

    fn battle(&mut self, t: &Tables, battle: &Battle) -> Result<(), Broken> {
        self.hold(battle.is_whole(t), || {
            "the battle does not fit its display".into()
        })?;
        let markers: u8 = battle.tdc_cup.iter().sum();
        let total: u8 = t.cups.tdc[battle.site.period.index()].iter().sum();
        let out = if matches!(battle.stage, Stage::Aiming(..)) {
            0
        } else {
            battle.aimed.len()
        };
        self.hold(u32::from(markers) + out == u32::from(total), || {
            "TDC markers do not add up".into()
        })?; // 4
        let sum: u32 = battle.slots.iter().map(|slot| u32::from(slot.points)).sum();
        self.hold(sum <= 30, || "too many attack points".into())?; // 11
        self.hold(battle.straggle <= crate::combat::MOST_STRAGGLE, || {
            "too much straggle".into()
        }) // 12
    }

    fn step(&mut self, before: &Position, after: &Position) -> Result<(), Broken> {
        self.hold(after.date >= before.date, || "the date goes back".into())?;
        let risen =
            after.tons_total >= before.tons_total && after.ships_total >= before.ships_total;
        self.hold(risen, || "ships come up again".into())?; // 7
        for (was, is) in before.boats.iter().zip(&after.boats) {
            self.hold(was.place != Place::Lost || is.place == Place::Lost, || {
                "a lost boat acts".into()
            })?;
        }
        Ok(())
    }
}
