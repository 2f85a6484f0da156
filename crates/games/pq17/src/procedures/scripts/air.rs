//! An air strike on ships at sea [7.2]: the line, the waves, the guns, bombs and torpedoes.

use super::{Result, as_many, lay_all};
use crate::air::{AirChoice, AirEvent, AirId, AirOrder, AirStep, AirUnit, Flyer, Load, Mission};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{Id, Units};
use crate::game::Pq17;
use crate::position::Position;
use crate::procedures::bench::{Bench, listed};
use crate::procedures::inputs::*;
use crate::rolls::Roll;
use crate::sequence::{Order, Step};
use crate::side::Side;
use crate::strike::{Counter, Stack, Strike, Target};
use crate::tables::{Base, ShipList, Tables};
use crate::time::Light;
use crate::units::BaseId;
use crate::weather::Weather;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::chance::ByHand;
use derbyhouse_kernel::procedure::ProcedureError;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// One unit's attack; dice that are left out are rolled.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sortie {
    wave: u8,
    unit: String,
    cs: u8,
    torpedo: bool,
    target: String,
    aa: Option<Vec<Die>>,
    rolls: Option<Vec<Die>>,
    damage: Option<Vec<Die>>,
}

impl Sortie {
    const fn load(&self) -> Load {
        match self.torpedo {
            true => Load::Torpedoes,
            false => Load::Bombs,
        }
    }
}

given!(pub(super) Given {
    need start: BTreeMap<String, u8> = "CS by class or ships by type: { MV = 5, DD = 3, nigeria = 1 }",
    need attacks: Vec<Sortie> = "list of { wave, unit, cs, torpedo, target } and, if rolled by hand, aa, rolls, damage",
    may line: Vec<Vec<String>> = "the stacks in their order; without it Convoy Ships stand together in the middle",
    may night: bool = YES_NO,
    may weather: Weather = WEATHER,
});

/// Ships of the target by the name they were given.
struct Group {
    name: String,
    list: ShipList,
}

impl Group {
    fn holds(&self, counter: &Counter) -> bool {
        match counter {
            Counter::Ship { ship, .. } => self.list.ships.contains(ship),
            Counter::Class { class, .. } => self.list.classes.iter().any(|(own, _)| own == class),
            Counter::Aircraft(_) => false,
        }
    }

    /// Its ships and classes by their names in the Unit Chart.
    fn ids(&self, bench: &Bench<'_>) -> Vec<String> {
        let chart = &bench.t.chart;
        let ships = self.list.ships.iter().map(|id| chart.ship(*id).id.clone());
        let classes = self
            .list
            .classes
            .iter()
            .map(|(id, _)| chart.class(*id).id.clone());
        ships.chain(classes).collect()
    }

    /// CS or ships of it that are afloat.
    fn afloat(&self, units: &Units) -> usize {
        let ships = self
            .list
            .ships
            .iter()
            .filter(|id| units.ship(**id).is_some());
        let pools = self
            .list
            .classes
            .iter()
            .filter_map(|(class, _)| units.pool(*class));
        ships.count() + pools.map(|pool| usize::from(pool.hulls())).sum::<usize>()
    }
}

pub(super) fn strike(game: &Pq17, mut given: Given, chance: &mut Chance) -> Result<Value> {
    // Play goes wave by wave.
    let mut order: Vec<usize> = (0..given.attacks.len()).collect();
    order.sort_by_key(|place| given.attacks[*place].wave);
    let by = attacker(game, &given.attacks)?;
    let light = match given.night {
        Some(true) => Light::Night,
        _ => Light::Day,
    };
    let weather = given.weather.unwrap_or(Weather::Fair);
    let mut bench = Bench::new(game, light, weather, Vec::new())?;
    let groups: Vec<Group> = std::mem::take(&mut given.start)
        .into_iter()
        .map(|(name, number)| {
            let list = listed(bench.t, by.other(), &name, number)?;
            Ok(Group { name, list })
        })
        .collect::<Result<_>>()?;
    let all = ShipList {
        ships: groups
            .iter()
            .flat_map(|group| group.list.ships.clone())
            .collect(),
        classes: groups
            .iter()
            .flat_map(|group| group.list.classes.clone())
            .collect(),
    };
    let units = Units::of_list(&bench.t.chart, &all);
    let target = bench.put(by.other(), units, Id::level(2));
    let flown: Vec<&Sortie> = order.iter().map(|place| &given.attacks[*place]).collect();
    let mut raid = Strike::new(by, Target::Force(target), bench.hex, light);
    raid.units = take_off(&mut bench, by, &flown)?;
    check_loads(&bench, &raid, &flown)?;
    bench.p.secret.strikes.push(raid);
    chance.lay_out(by_hand(&bench, &groups, &flown)?);
    let answers = Answers {
        t: bench.t,
        groups: &groups,
        flown: &flown,
        line: given.line.unwrap_or_else(|| usual_line(bench.t, &groups)),
    };
    let fought = bench.drive(chance, Step::Air(AirStep::Deploy), |p, order, choices| {
        answers.to(p, order, choices)
    });
    let trouble = chance.clear_away();
    fought?;
    let tolls = tolls(&bench, by, &flown)?;
    trouble?;
    let (mut dice, mut hits) = (vec![0; flown.len()], vec![0; flown.len()]);
    for (place, toll) in order.into_iter().zip(tolls) {
        (dice[place], hits[place]) = toll;
    }
    let units = bench.p.fleet(by.other()).force(target);
    let units = units.map(|force| force.units.clone()).unwrap_or_default();
    let left = groups
        .iter()
        .map(|group| (group.name.clone(), json!(group.afloat(&units))));
    let left: Map<String, Value> = left.collect();
    Ok(json!({ "left": left, "dice": dice, "hits": hits, "hurt": hurt(&bench, &units) }))
}

/// Whose aircraft they are: those of one side, that may attack ships at sea.
fn attacker(game: &Pq17, attacks: &[Sortie]) -> Result<Side> {
    let mut by = None;
    for attack in attacks {
        let kind = air(game, &attack.unit)?;
        if !kind.attacks_ships || kind.bombing.is_none() {
            let name = &kind.name;
            return Err(ProcedureError::input(format!(
                "{name} attacks no ships at sea"
            )));
        }
        within("CS of a unit", attack.cs, kind.max_cs)?;
        if by.is_some_and(|side| side != kind.nation.side()) {
            return Err(ProcedureError::input(
                "aircraft of one side only can strike",
            ));
        }
        by = Some(kind.nation.side());
    }
    by.ok_or_else(|| ProcedureError::input("nobody attacks"))
}

fn take_off(bench: &mut Bench<'_>, by: Side, flown: &[&Sortie]) -> Result<Vec<AirId>> {
    let (t, hex) = (bench.t, bench.hex);
    for (number, sortie) in flown.iter().enumerate() {
        let kind = t.chart.find_air(&sortie.unit);
        let kind = kind.ok_or_else(|| wrong("type of aircraft", &sortie.unit))?;
        bench.p.fleet_mut(by).air.push(AirUnit {
            name: format!("unit {}", number + 1),
            kind,
            base: Base::Airbase(BaseId::new(0)),
            cs: sortie.cs,
            aborts: 0,
            damaged: 0,
            mission: Mission::Strike(hex),
        });
    }
    Ok((0..flown.len()).map(AirId::new).collect())
}

/// Waves follow each other, and each unit can carry what it is said to [7.2.4].
fn check_loads(bench: &Bench<'_>, raid: &Strike, flown: &[&Sortie]) -> Result<()> {
    let mut last = 0;
    for (sortie, id) in flown.iter().zip(&raid.units) {
        if !(last.max(1)..=last + 1).contains(&sortie.wave) {
            return Err(ProcedureError::input(
                "waves are numbered from 1, without a gap",
            ));
        }
        last = sortie.wave;
        let unit = bench.p.air(raid.side, *id);
        let loads = unit.map(|unit| bench.p.loads(bench.t, raid, unit.aircraft(bench.t)));
        if !loads.unwrap_or_default().contains(&sortie.load()) {
            let what = if sortie.torpedo { "torpedoes" } else { "bombs" };
            let name = &sortie.unit;
            return Err(ProcedureError::input(format!(
                "{name} cannot attack with {what} there"
            )));
        }
    }
    Ok(())
}

/// Dice as they were rolled by hand; they then fall on the ships that are named as the target, while there are any.
fn by_hand(bench: &Bench<'_>, groups: &[Group], flown: &[&Sortie]) -> Result<ByHand> {
    let mut hand = ByHand::default();
    lay_all(
        &mut hand,
        Roll::AntiAircraft,
        flown.iter().map(|own| own.aa.as_ref()),
    )?;
    lay_all(
        &mut hand,
        Roll::TorpedoDamage,
        flown.iter().map(|own| own.damage.as_ref()),
    )?;
    if lay_all(
        &mut hand,
        Roll::AirAttack,
        flown.iter().map(|own| own.rolls.as_ref()),
    )? {
        for sortie in flown {
            let group = groups.iter().find(|group| group.name == sortie.target);
            let ids = group.map_or_else(Vec::new, |group| group.ids(bench));
            for _ in sortie.rolls.iter().flatten() {
                hand.lay_lot(ids.clone());
            }
        }
    }
    Ok(hand)
}

/// What the admirals say to what play asks.
struct Answers<'a> {
    t: &'a Tables,
    groups: &'a [Group],
    flown: &'a [&'a Sortie],
    line: Vec<Vec<String>>,
}

impl Answers<'_> {
    fn to(&self, p: &Position, order: &Order, choices: &[Choice]) -> Result<Choice> {
        let Order::Air(order) = order else {
            return Ok(Choice::Pass);
        };
        match order {
            AirOrder::Deploy(left, line) => self.deploy(left, line, choices),
            AirOrder::Assign(unit) => self.assign(p, *unit, choices),
            AirOrder::Support(_) => Ok(self.support(p, choices)),
            AirOrder::Switch(unit) => Ok(self.switch(*unit, choices)),
            _ => Ok(Choice::Pass),
        }
    }

    /// The stack that a counter was meant for.
    fn stack_of(&self, counter: &Counter) -> Option<usize> {
        let group = self.groups.iter().find(|group| group.holds(counter))?;
        self.line
            .iter()
            .position(|stack| stack.contains(&group.name))
    }

    /// Stack by stack; what may not stand on a stack stands beside it.
    fn deploy(&self, left: &[Counter], line: &[Stack], choices: &[Choice]) -> Result<Choice> {
        let last = line.last().and_then(|stack| stack.0.first());
        let last = last.and_then(|counter| self.stack_of(counter));
        let next = left
            .iter()
            .filter_map(|counter| self.stack_of(counter))
            .min();
        let more = left
            .iter()
            .position(|counter| last.is_some() && self.stack_of(counter) == last);
        let first = left
            .iter()
            .position(|counter| next.is_some() && self.stack_of(counter) == next);
        let missing = || ProcedureError::input("the line does not hold every ship");
        let on = |place: usize| Choice::Air(AirChoice::Stack(place as u8));
        match more.filter(|place| choices.contains(&on(*place))) {
            Some(place) => Ok(on(place)),
            None => {
                let place = more.or(first).ok_or_else(missing)?;
                Ok(Choice::Air(AirChoice::Line(place as u8)))
            }
        }
    }

    /// A place of the line where its target stands.
    fn assign(&self, p: &Position, unit: AirId, choices: &[Choice]) -> Result<Choice> {
        let sortie = self.flown[unit.index()];
        let group = self.groups.iter().find(|group| group.name == sortie.target);
        let group = group.ok_or_else(|| wrong("target", &sortie.target))?;
        let line = p.strike().map_or(&[][..], |strike| &strike.line);
        let places = line.iter().enumerate();
        let places = places.filter(|(_, stack)| stack.0.iter().any(|own| group.holds(own)));
        let mut ways = places.map(|(place, _)| {
            Choice::Air(AirChoice::Assign {
                place: place as u8,
                wave: sortie.wave,
                load: sortie.load(),
            })
        });
        ways.find(|way| choices.contains(way)).ok_or_else(|| {
            let (unit, wave, target) = (&sortie.unit, sortie.wave, &sortie.target);
            ProcedureError::input(format!("{unit} cannot attack {target} so in wave {wave}"))
        })
    }

    /// The unit that dice were rolled at besides those of its target; else as the doctrine has it.
    fn support(&self, p: &Position, choices: &[Choice]) -> Choice {
        let rolled_at = |choice: &&Choice| {
            let (Choice::Air(AirChoice::Fire(unit)), Some(strike)) = (**choice, p.strike()) else {
                return false;
            };
            let Some(sortie) = strike.sortie(unit) else {
                return false;
            };
            let (own, _) = p.stack_dice(self.t, strike, sortie.place, true);
            let beside = strike.support.iter().filter(|(_, at)| *at == unit);
            let beside = beside.map(|(place, _)| p.stack_dice(self.t, strike, *place, false).0);
            let dice = usize::from(own + beside.sum::<u8>());
            let given = self.flown[unit.index()].aa.as_ref();
            given.is_some_and(|given| given.len() > dice)
        };
        choices
            .iter()
            .find(rolled_at)
            .copied()
            .unwrap_or(Choice::Auto)
    }

    /// A unit whose target is gone takes one beside it, unless it is said to roll nothing [7.2.6].
    fn switch(&self, unit: AirId, choices: &[Choice]) -> Choice {
        let rolls = self.flown[unit.index()].rolls.as_ref();
        let goes_home = rolls.is_some_and(Vec::is_empty);
        let elsewhere = |choice: &&Choice| matches!(choice, Choice::Air(AirChoice::Switch(_)));
        let other = choices.iter().find(elsewhere).filter(|_| !goes_home);
        other.copied().unwrap_or(Choice::Pass)
    }
}

/// Convoy Ships together in the middle, everybody else around them.
fn usual_line(t: &Tables, groups: &[Group]) -> Vec<Vec<String>> {
    let is_convoy = |group: &&Group| {
        let units = Units::of_list(&t.chart, &group.list);
        units.convoy_ships(&t.chart) > 0
    };
    let (convoy, others): (Vec<&Group>, Vec<&Group>) = groups.iter().partition(is_convoy);
    let alone = |group: &&Group| vec![group.name.clone()];
    let (left, right) = others.split_at(others.len().div_ceil(2));
    let middle = convoy.iter().map(|group| group.name.clone()).collect();
    let left = left.iter().map(alone);
    left.chain([middle])
        .chain(right.iter().map(alone))
        .collect()
}

/// Dice and Hits of each unit; dice that were given must be as many.
fn tolls(bench: &Bench<'_>, by: Side, flown: &[&Sortie]) -> Result<Vec<(usize, u8)>> {
    let of_unit = |(place, sortie): (usize, &&Sortie)| {
        let unit = Flyer::Unit(AirId::new(place));
        let name = bench.p.flyer_name(bench.t, by, unit);
        let (mut fire, mut dice, mut hits, mut damage) = (0, 0, 0, 0);
        for event in bench.log.events() {
            match event {
                Event::Air(AirEvent::AntiAircraft { at, dice, .. }) if *at == name => {
                    fire += dice.len();
                }
                Event::Air(AirEvent::Drops {
                    unit,
                    dice: rolled,
                    hits: own,
                    torpedoes,
                    ..
                }) if *unit == name => {
                    hits += own;
                    damage += usize::from(*own) * usize::from(*torpedoes);
                    dice += rolled.len();
                }
                _ => {}
            }
        }
        as_many(&name, Roll::AntiAircraft, fire, sortie.aa.as_ref())?;
        as_many(&name, Roll::AirAttack, dice - damage, sortie.rolls.as_ref())?;
        as_many(&name, Roll::TorpedoDamage, damage, sortie.damage.as_ref())?;
        Ok((dice - damage, hits))
    };
    flown.iter().enumerate().map(of_unit).collect()
}

/// Ships that lost steps with the CS they have left, and ships of classes that lie Dead in the Water.
fn hurt(bench: &Bench<'_>, units: &Units) -> Value {
    let chart = &bench.t.chart;
    let hit = units.ships.iter().filter(|state| state.is_hit());
    let ships = hit.map(|state| {
        let ship = chart.ship(state.ship);
        (ship.id.clone(), json!(state.cs(ship)))
    });
    let adrift = units.pools.iter().filter(|pool| pool.diw > 0);
    let adrift = adrift.map(|pool| (chart.class(pool.class).id.clone(), json!(pool.diw)));
    json!({ "ships": ships.collect::<Map<_, _>>(), "adrift": adrift.collect::<Map<_, _>>() })
}
