//! Whole fights of the rulebook's examples, shot by shot [7.2.6], [7.4.3], [7.5.7].

use super::inputs::*;
use crate::air;
use crate::forces::{Id, ShipState, after_hits};
use crate::game::Pq17;
use crate::recon::{Fight, id_after_combat};
use crate::side::Nation;
use crate::submarines::{self, AswConditions, Attack, Hunters};
use crate::surface::{self, ShotCondition};
use crate::tables::{AswResult, Fate, SubResult};
use crate::units::{Category, ShipType};
use crate::weather::Weather;
use crate::{torpedoes, victory};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Result = std::result::Result<Value, ProcedureError>;

pub(super) fn procedures() -> Vec<Procedure<Pq17>> {
    vec![
        Procedure::new(
            "script_air_strike",
            "7.2.6",
            "An air strike, unit by unit, with all its dice.",
            Strike::INPUTS,
            strike,
        ),
        Procedure::new(
            "script_submarine",
            "7.4.3",
            "Wolfpacks against a convoy, fight by fight, with all their dice.",
            Hunt::INPUTS,
            hunt,
        ),
        Procedure::new(
            "script_gunnery",
            "7.5.2iii",
            "The gunnery of a battle, shot by shot, with all its dice.",
            Battle::INPUTS,
            battle,
        ),
    ]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sortie {
    #[serde(rename = "wave")]
    _wave: u8,
    unit: String,
    cs: u8,
    torpedo: bool,
    target: ShipType,
    aa: Vec<Die>,
    rolls: Vec<Die>,
    damage: Vec<Die>,
}

given!(Strike { need start: BTreeMap<ShipType, u8> = "CS by type", need attacks: Vec<Sortie> = "list of { wave, unit, cs, torpedo, target, aa, rolls, damage }" });

/// Fire at each unit first; what is left of it attacks [7.2.5], [7.2.6].
fn strike(game: &Pq17, given: Strike, _: &mut Chance) -> Result {
    let t = game.tables();
    let mut left = given.start;
    let mut dice = Vec::new();
    for sortie in &given.attacks {
        let aircraft = air(game, &sortie.unit)?;
        let fire = |die: &Die| air::aa_fire(t, aircraft, sortie.torpedo, &[], die.get());
        let results: Vec<_> = sortie.aa.iter().map(fire).collect();
        let cs = air::cs_after_fire(sortie.cs, &results);
        let attacks = match sortie.torpedo {
            true => torpedoes::attacks(false, cs, aircraft.torpedoes),
            false => cs,
        };
        if usize::from(attacks) != sortie.rolls.len() {
            let (needed, given) = (attacks, sortie.rolls.len());
            return Err(ProcedureError::input(format!(
                "{} rolls {needed} dice, not {given}",
                sortie.unit
            )));
        }
        dice.push(attacks);
        let lost = match sortie.torpedo {
            true => sunk_by_torpedoes(game, sortie)?,
            false => {
                air::bombs(t, aircraft, sortie.target, &[], &faces(&sortie.rolls)).unwrap_or(0)
            }
        };
        if let Some(cs) = left.get_mut(&sortie.target) {
            *cs = cs.saturating_sub(lost);
        }
    }
    let left = left
        .into_iter()
        .map(|(kind, cs)| (kind.id().to_owned(), json!(cs)));
    Ok(json!({ "left": Value::Object(left.collect()), "dice": dice }))
}

fn sunk_by_torpedoes(game: &Pq17, sortie: &Sortie) -> std::result::Result<u8, ProcedureError> {
    let t = game.tables();
    let hits = sortie
        .rolls
        .iter()
        .filter(|die| torpedoes::succeeds(t, sortie.target, &[], die.get()));
    let hits = hits.count();
    if hits != sortie.damage.len() {
        let given = sortie.damage.len();
        return Err(ProcedureError::input(format!(
            "{hits} torpedoes hit, but {given} damage dice are given"
        )));
    }
    let damage = sortie
        .damage
        .iter()
        .filter_map(|die| torpedoes::damage(t, sortie.target, die.get()));
    Ok(damage.map(|damage| damage.sunk).sum())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Convoy {
    #[serde(rename = "MV")]
    merchants: u8,
    #[serde(rename = "AA", default)]
    aa: u8,
    #[serde(rename = "AO", default)]
    oilers: u8,
    loaded: bool,
    id: Id,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PackFight {
    subs: u8,
    wolfpack_id: Id,
    roll: Die,
    #[serde(default)]
    asw_british: Vec<Die>,
    #[serde(default)]
    asw_soviet: Vec<Die>,
    success: Vec<Die>,
    targets: Vec<Category>,
    torpedo: Vec<Die>,
    damage: Vec<Die>,
}

given!(Hunt { need convoy: Convoy = "{ MV, AA, AO, loaded, id }", need escort: Vec<Hunters> = "list of { nation, dd_tb, es, air }", need night: bool = YES_NO, need weather: Weather = WEATHER, need fights: Vec<PackFight> = "list of fights with their dice" });

fn hunt(game: &Pq17, given: Hunt, _: &mut Chance) -> Result {
    let t = game.tables();
    let mut convoy = given.convoy;
    let mut ships = convoy
        .merchants
        .saturating_add(convoy.aa)
        .saturating_add(convoy.oilers);
    let (mut sunk, mut left, mut lost, mut expended) = (0, Vec::new(), Vec::new(), Vec::new());
    for fight in &given.fights {
        within("subs", fight.subs, crate::forces::PACK)?;
        let attack = Attack {
            subs: fight.subs,
            pack: fight.wolfpack_id,
            asw_dice: given.escort.iter().map(Hunters::dice).sum(),
            night: given.night,
            weather: given.weather,
            air_radius: false,
            high_speed: false,
            critical_fuel: false,
        };
        let (modified, result) = attack.roll(t, fight.roll.get());
        let asw = hunted(game, fight, &given.escort)?;
        let (first, second) =
            submarines::attacking(fight.subs, result, asw.held, asw.damaged + asw.sunk);
        let aims = fight.targets.iter().take(usize::from(first + second));
        let shots = aims
            .filter(|aim| **aim == Category::Convoy && ships > 0)
            .count();
        if shots != fight.torpedo.len() {
            let given = fight.torpedo.len();
            return Err(ProcedureError::input(format!(
                "{shots} submarines fire, but {given} torpedo dice are given"
            )));
        }
        let hits = fight
            .torpedo
            .iter()
            .filter(|die| torpedoes::succeeds(t, ShipType::Mv, &[], die.get()));
        if hits.count() != fight.damage.len() {
            return Err(ProcedureError::input("damage dice and hits differ"));
        }
        let damage = fight
            .damage
            .iter()
            .filter_map(|die| torpedoes::damage(t, ShipType::Mv, die.get()));
        let down: u8 = damage.map(|damage| damage.sunk).sum();
        sunk += down.min(ships);
        ships = ships.saturating_sub(down);
        left.push(fight.subs - asw.damaged - asw.sunk);
        lost.push(asw.sunk);
        expended.push(submarines::is_expended(
            result,
            modified,
            first + second >= fight.subs,
        ));
        convoy.id = id_after_combat(convoy.id, Fight::Submarine, !given.night);
    }
    let worth = t.chart.class(class(game, "mv_al")?).vp;
    let vp = victory::merchants_sunk(t, worth, sunk, convoy.loaded).number();
    Ok(json!({
        "convoy_ships_sunk": sunk, "vp": vp, "subs_left": left, "subs_sunk": lost, "expended": expended,
        "convoy_id": convoy.id,
    }))
}

/// What ASW did to a pack.
struct Hunted {
    held: u8,
    damaged: u8,
    sunk: u8,
}

fn hunted(
    game: &Pq17,
    fight: &PackFight,
    escort: &[Hunters],
) -> std::result::Result<Hunted, ProcedureError> {
    let t = game.tables();
    let mut all = Hunted {
        held: 0,
        damaged: 0,
        sunk: 0,
    };
    let mut more = fight.success.iter();
    for (nation, dice) in submarines::asw_dice(escort, fight.subs) {
        let rolled = match nation {
            Nation::Soviet => &fight.asw_soviet,
            _ => &fight.asw_british,
        };
        if rolled.len() != usize::from(dice) {
            let given = rolled.len();
            return Err(ProcedureError::input(format!(
                "{nation} ships roll {dice} ASW dice, not {given}"
            )));
        }
        let conditions = AswConditions {
            soviet: nation == Nation::Soviet,
            ..AswConditions::default()
        };
        for die in rolled {
            match submarines::asw(t, conditions, die.get()) {
                AswResult::None => {}
                AswResult::HeldDown => all.held += 1,
                AswResult::Success => {
                    let die = more
                        .next()
                        .ok_or_else(|| ProcedureError::input("a success die is missing"))?;
                    match t.combat.asw.success.get(die.get().into()) {
                        SubResult::Damaged => all.damaged += 1,
                        SubResult::Sunk => all.sunk += 1,
                    }
                }
            }
        }
    }
    all.sunk = all.sunk.min(fight.subs);
    all.damaged = all.damaged.min(fight.subs - all.sunk);
    Ok(all)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shot {
    #[serde(rename = "round")]
    _round: u8,
    firing: ShipType,
    cs: u8,
    target: ShipType,
    rolls: Vec<Die>,
    conditions: Vec<ShotCondition>,
    hits: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fated {
    roll: Die,
    result: Fate,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndRoll {
    round: u8,
    roll: Die,
    ends: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hipper {
    start: u8,
    hits: u8,
}

given!(Battle { need shots: Vec<Shot> = "list of { round, firing, cs, target, rolls, conditions, hits }", need fates: Vec<Fated> = "list of { roll, result }", need end_rolls: Vec<EndRoll> = "list of { round, roll, ends }", need hipper: Hipper = "{ start, hits }" });

fn battle(game: &Pq17, given: Battle, _: &mut Chance) -> Result {
    let t = game.tables();
    let as_listed = |shot: &Shot| {
        let dice = faces(&shot.rolls);
        let hits = surface::gunnery(t, shot.firing, shot.target, &shot.conditions, &dice);
        dice.len() == usize::from(shot.cs) && hits == Some(shot.hits)
    };
    let fates = given
        .fates
        .iter()
        .all(|fated| *t.combat.fate.get(fated.roll.get().into()) == fated.result);
    let ends = given
        .end_rolls
        .iter()
        .all(|end| surface::battle_ends(end.round, end.roll.get()) == end.ends);
    let (id, hipper) = ship(game, "admiral_hipper")?;
    if hipper.cs() != given.hipper.start {
        return Err(ProcedureError::input(format!(
            "Hipper begins with {} CS",
            hipper.cs()
        )));
    }
    let after = after_hits(hipper, ShipState::new(id, hipper), given.hipper.hits);
    Ok(json!({
        "all_hits_as_listed": given.shots.iter().all(as_listed),
        "all_fates_as_listed": fates,
        "all_ends_as_listed": ends,
        "hipper_cs": after.map_or(0, |state| state.cs(hipper)),
    }))
}
