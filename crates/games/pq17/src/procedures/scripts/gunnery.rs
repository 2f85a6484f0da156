//! The gunnery of a battle, shot by shot [7.5.2iii], with the fates of destroyers [7.9] and the dice that end Rounds
//! [7.5.2vi]. Each shot is fired on a Battle Display of its own: what else stands there does not bear on it.

use super::{Result, as_many, lay_all};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{Id, Pool, ShipState, Units};
use crate::fuel::Status;
use crate::game::Pq17;
use crate::procedures::bench::{Bench, class_of, listed, ships_of};
use crate::procedures::inputs::*;
use crate::rolls::Roll;
use crate::sequence::Play;
use crate::side::Side;
use crate::surface::battle::UnitId;
use crate::surface::{Area, Firing, ROUNDS, ShotCondition, Stage};
use crate::tables::{Fate, OptionId, Tables};
use crate::time::Light;
use crate::units::ShipType;
use crate::weather::Weather;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::chance::ByHand;
use derbyhouse_kernel::procedure::ProcedureError;
use serde::Deserialize;
use serde_json::{Value, json};

/// One unit's shot; dice that are left out are rolled.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shot {
    #[serde(rename = "round")]
    _round: Option<u8>,
    firing: ShipType,
    cs: u8,
    target: ShipType,
    rolls: Option<Vec<Die>>,
    #[serde(default)]
    conditions: Vec<ShotCondition>,
    hits: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fated {
    roll: Die,
    result: Option<Fate>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EndRoll {
    round: u8,
    roll: Option<Die>,
    ends: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hipper {
    start: u8,
    hits: u8,
}

given!(pub(super) Given {
    need shots: Vec<Shot> = "list of { firing, cs, target, conditions } and, if rolled by hand, rolls; hits to compare",
    may fates: Vec<Fated> = "dice of destroyers that are hit, list of { roll, result }: with it [7.9] is played",
    may destroyer_fate: bool = "whether [7.9] is played",
    may end_rolls: Vec<EndRoll> = "list of { round, roll, ends }",
    may hipper: Hipper = "{ start, hits }",
});

pub(super) fn battle(game: &Pq17, given: Given, chance: &mut Chance) -> Result<Value> {
    let t = game.tables();
    let ends = given.end_rolls.unwrap_or_default();
    let fated = given.destroyer_fate.unwrap_or(given.fates.is_some());
    let options = fated.then_some(OptionId::DestroyerHits);
    let mut hand = ByHand::default();
    lay_all(
        &mut hand,
        Roll::Gunnery,
        given.shots.iter().map(|shot| shot.rolls.as_ref()),
    )?;
    let end_dice: Vec<Option<Vec<Die>>> = ends
        .iter()
        .map(|end| end.roll.map(|die| vec![die]))
        .collect();
    lay_all(
        &mut hand,
        Roll::BattleEnd,
        end_dice.iter().map(Option::as_ref),
    )?;
    if let Some(fates) = &given.fates {
        hand.lay(
            Roll::DestroyerFate.id(),
            fates.iter().map(|fate| fate.roll.get().into()),
        );
    }
    hand.lay_lot(Vec::new()); // all ships of a target are alike
    chance.lay_out(hand);
    let run = || -> Result<_> {
        let bench = || {
            Bench::new(
                game,
                Light::Day,
                Weather::Fair,
                options.into_iter().collect(),
            )
        };
        let mut volleys = Vec::new();
        for shot in &given.shots {
            volleys.push(volley(&mut bench()?, shot, chance)?);
        }
        let mut over = Vec::new();
        for end in &ends {
            over.push(round_ends(&mut bench()?, end.round, chance)?);
        }
        let hipper = given
            .hipper
            .map(|own| hipper_after(&mut bench()?, &own, chance));
        Ok((volleys, over, hipper.transpose()?))
    };
    let fought = run();
    let trouble = chance.clear_away();
    let (volleys, over, hipper) = fought?;
    trouble?;
    let hits: Vec<u8> = volleys.iter().map(|volley| volley.hits).collect();
    let dice = volleys.iter().flat_map(|volley| &volley.fates);
    let fates: Vec<Fate> = dice.map(|die| *t.combat.fate.get((*die).into())).collect();
    let listed = given.fates.iter().flatten().map(|fate| fate.result);
    Ok(json!({
        "hits": hits,
        "fates": fates,
        "ends": over,
        "all_hits_as_listed": as_listed(&hits, given.shots.iter().map(|shot| shot.hits)),
        "all_fates_as_listed": as_listed(&fates, listed),
        "all_ends_as_listed": as_listed(&over, ends.iter().map(|end| end.ends)),
        "hipper_cs": hipper,
    }))
}

/// What came is what was listed, as far as anything was.
fn as_listed<T: PartialEq>(came: &[T], listed: impl Iterator<Item = Option<T>>) -> bool {
    let mut pairs = came.iter().zip(listed);
    pairs.all(|(came, listed)| listed.is_none_or(|listed| *came == listed))
}

/// What came of one shot.
struct Volley {
    hits: u8,
    /// Dice for destroyers that were hit [7.9].
    fates: Vec<u8>,
}

fn volley(bench: &mut Bench<'_>, shot: &Shot, chance: &mut Chance) -> Result<Volley> {
    as_many(
        shot.firing.id(),
        Roll::Gunnery,
        shot.cs.into(),
        shot.rolls.as_ref(),
    )?;
    let (side, by, at) = opponents(bench, shot)?;
    let fires = Choice::Fire(by, at);
    let aims = |bench: &Bench<'_>| {
        let mut aims = Vec::new();
        bench.p.list_guns(bench.t, side, &mut aims);
        aims.contains(&fires)
    };
    if !aims(bench) {
        return Err(ProcedureError::input(format!(
            "{} has no guns to fire",
            shot.firing
        )));
    }
    // A TF of one Light Ship unit aims its dice one by one [7.5.2iii].
    while aims(bench) {
        bench.play(chance).guns(side, fires);
    }
    bench.play(chance).shoot(Firing::Only(side));
    let (mut hits, mut fates) = (0, Vec::new());
    for event in bench.log.events() {
        match event {
            Event::Fires { hits: own, .. } => hits += own,
            Event::UnitHurt { fate, .. } => fates.extend(fate),
            _ => {}
        }
    }
    Ok(Volley { hits, fates })
}

/// The unit that fires and its target on the Battle Display: of the Axis and the Allies, or the other way round.
fn opponents(bench: &mut Bench<'_>, shot: &Shot) -> Result<(Side, UnitId, UnitId)> {
    let t = bench.t;
    let has = |condition: ShotCondition| shot.conditions.contains(&condition);
    let (diw, crippled) = (has(ShotCondition::Diw), has(ShotCondition::Crippled));
    let pair = |side: Side| {
        let firing = firing_unit(t, side, shot.firing, shot.cs)?;
        let target = target_unit(t, side.other(), shot.target, diw, crippled)?;
        Some((side, firing, target))
    };
    let found = pair(Side::Axis).or_else(|| pair(Side::Allied));
    let (side, firing, target) = found.ok_or_else(|| {
        let (firing, cs, target) = (shot.firing, shot.cs, shot.target);
        ProcedureError::input(format!(
            "no {firing} of {cs} CS has a {target} for an enemy"
        ))
    })?;
    let attacker = bench.put(side, firing, Id::HIGHEST);
    let prey = bench.put(side.other(), target, Id::HIGHEST);
    for (side, block, critical) in [
        (side, attacker, has(ShotCondition::FirerCriticalFuel)),
        (side.other(), prey, has(ShotCondition::TargetCriticalFuel)),
    ] {
        if let Some(fuel) = bench.force(side, block)?.fuel.as_mut().filter(|_| critical) {
            fuel.status = Status::Critical;
        }
    }
    bench.deploy(side, attacker, prey);
    let none = || ProcedureError::input("nobody stands on the Battle Display");
    let battle = bench.p.secret.battle.as_mut().ok_or_else(none)?;
    // As near as torpedo boats must be to fire (R12).
    let own = battle.units[side].first_mut().ok_or_else(none)?;
    own.area = Area::TorpedoAttack;
    own.evading = has(ShotCondition::FirerEvading);
    let by = own.id;
    let enemy = battle.units[side.other()].first_mut().ok_or_else(none)?;
    enemy.evading = has(ShotCondition::TargetEvading);
    Ok((side, by, enemy.id))
}

/// One counter or ship with so much CS.
fn firing_unit(t: &Tables, side: Side, kind: ShipType, cs: u8) -> Option<Units> {
    if let Some(class) = class_of(t, side, kind) {
        let fits = (1..=t.chart.class(class).max_cs).contains(&cs);
        return fits.then(|| Units {
            ships: Vec::new(),
            pools: vec![Pool::new(class, cs)],
        });
    }
    let mut states = ships_of(t, side, kind).filter_map(|id| {
        let ship = t.chart.ship(id);
        let step = ship.steps.iter().position(|step| step.cs == cs && cs > 0)?;
        Some(ShipState {
            step: step as u8,
            ..ShipState::new(id, ship)
        })
    });
    // The least hurt.
    let mut best: Option<ShipState> = None;
    for state in states.by_ref() {
        if best.is_none_or(|best| state.step < best.step) {
            best = Some(state);
        }
    }
    best.map(|state| Units {
        ships: vec![state],
        pools: Vec::new(),
    })
}

/// One counter or ship that is fired at, as it lies.
fn target_unit(t: &Tables, side: Side, kind: ShipType, diw: bool, crippled: bool) -> Option<Units> {
    if let Some(class) = class_of(t, side, kind) {
        let mut pool = Pool::new(class, t.chart.class(class).max_cs);
        match (diw, crippled) {
            (true, _) => (pool.cs, pool.diw) = (0, 1),
            (_, true) => (pool.cs, pool.crippled) = (0, 1),
            _ => {}
        }
        return Some(Units {
            ships: Vec::new(),
            pools: vec![pool],
        });
    }
    let id = ships_of(t, side, kind).next()?;
    let ship = t.chart.ship(id);
    let last = ship.steps.len() as u8 - 1;
    let state = ShipState {
        step: if diw { last } else { 0 },
        crippled,
        ..ShipState::new(id, ship)
    };
    Some(Units {
        ships: vec![state],
        pools: Vec::new(),
    })
}

/// Whether the Axis die ends a battle of warships in that Round [7.5.2vi].
fn round_ends(bench: &mut Bench<'_>, round: u8, chance: &mut Chance) -> Result<bool> {
    if round == 0 {
        return Err(ProcedureError::input("the first Round is 1"));
    }
    within("a Round", round, ROUNDS)?;
    let own = listed(bench.t, Side::Axis, "DD", 1)?;
    let own = bench.put(
        Side::Axis,
        Units::of_list(&bench.t.chart, &own),
        Id::HIGHEST,
    );
    bench.give_battle(Side::Axis, own)?;
    if let Some(battle) = &mut bench.p.secret.battle {
        battle.round = round;
    }
    bench.play(chance).battle_step(Stage::End);
    let mut events = bench.log.events().iter();
    let ends = events.find_map(|event| match event {
        Event::BattleDie { ends, .. } => Some(*ends),
        _ => None,
    });
    ends.ok_or_else(|| ProcedureError::input("no die was rolled"))
}

/// The CS of Admiral Hipper after so many Hits.
fn hipper_after(bench: &mut Bench<'_>, own: &Hipper, chance: &mut Chance) -> Result<u8> {
    let chart = &bench.t.chart;
    let id = chart.find_ship("admiral_hipper");
    let id = id.ok_or_else(|| wrong("ship", "admiral_hipper"))?;
    let ship = chart.ship(id);
    if ship.cs() != own.start {
        let cs = ship.cs();
        return Err(ProcedureError::input(format!("Hipper begins with {cs} CS")));
    }
    let units = Units {
        ships: vec![ShipState::new(id, ship)],
        pools: Vec::new(),
    };
    let block = bench.put(Side::Axis, units, Id::HIGHEST);
    let who = Play::who(Side::Axis, bench.force(Side::Axis, block)?);
    bench.play(chance).hit_ship(who, 0, own.hits);
    let units = &bench.force(Side::Axis, block)?.units;
    Ok(units.ship(id).map_or(0, |state| state.cs(ship)))
}
