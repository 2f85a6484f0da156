//! Air combat [7.2] and torpedoes [7.3].

use super::inputs::*;
use crate::air::{self, StrikeCondition};
use crate::game::Pq17;
use crate::ice::Ice;
use crate::surface::ShotCondition;
use crate::tables::AirResult;
use crate::torpedoes;
use crate::units::ShipType;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde_json::{Value, json};

type Result = std::result::Result<Value, ProcedureError>;

pub(super) fn procedures() -> Vec<Procedure<Pq17>> {
    vec![
        Procedure::new(
            "air_combat",
            "7.2.3",
            "What fire of aircraft at aircraft does.",
            Dogfight::INPUTS,
            dogfight,
        ),
        Procedure::new(
            "aa_fire",
            "7.2.5",
            "What anti-aircraft fire does.",
            AaFire::INPUTS,
            aa_fire,
        ),
        Procedure::new(
            "bombing",
            "7.2.6",
            "How many Hits bombs score.",
            Bombs::INPUTS,
            bombs,
        ),
        Procedure::new(
            "torpedo_dice",
            "7.3",
            "How many torpedo attacks a unit makes.",
            Dice::INPUTS,
            torpedo_dice,
        ),
        Procedure::new(
            "torpedo_attack",
            "7.3.1",
            "How many torpedo attacks succeed.",
            Attack::INPUTS,
            attack,
        ),
        Procedure::new(
            "torpedo_damage",
            "7.3.1",
            "What one successful torpedo does.",
            Damage::INPUTS,
            damage,
        ),
        Procedure::new(
            "torpedo_bombers_may_attack",
            "7.2.4",
            "Whether torpedo aircraft can drop over ice.",
            Drop::INPUTS,
            drop_over_ice,
        ),
        Procedure::new(
            "carrier_losses",
            "7.8",
            "The aircraft left aboard a carrier that was hit.",
            Carrier::INPUTS,
            carrier,
        ),
    ]
}

given!(Dogfight { need firing: String = AIRCRAFT, need target: String = AIRCRAFT, may rolls: Vec<Die> = DICE, may dice: u8 = HOW_MANY });

fn dogfight(game: &Pq17, given: Dogfight, chance: &mut Chance) -> Result {
    let rolls = dice(given.rolls, given.dice, chance)?;
    let (firing, target) = (air(game, &given.firing)?, air(game, &given.target)?);
    let fire = |die: &u8| air::dogfight(game.tables(), firing, target, *die);
    let (modified, results): (Vec<i32>, Vec<AirResult>) = rolls.iter().map(fire).unzip();
    Ok(json!({ "dice": rolls, "modified": modified, "results": results }))
}

given!(AaFire { need aircraft: String = AIRCRAFT, need torpedo: bool = YES_NO, may rolls: Vec<Die> = DICE, may dice: u8 = HOW_MANY, may conditions: Vec<StrikeCondition> = "list of aa_ship, cam, night" });

fn aa_fire(game: &Pq17, given: AaFire, chance: &mut Chance) -> Result {
    let rolls = dice(given.rolls, given.dice, chance)?;
    let aircraft = air(game, &given.aircraft)?;
    let conditions = given.conditions.unwrap_or_default();
    let fire = |die: &u8| air::aa_fire(game.tables(), aircraft, given.torpedo, &conditions, *die);
    Ok(json!({ "dice": rolls, "results": rolls.iter().map(fire).collect::<Vec<AirResult>>() }))
}

given!(Bombs { need aircraft: String = AIRCRAFT, need target: ShipType = TYPE, may rolls: Vec<Die> = DICE, may dice: u8 = HOW_MANY, need conditions: Vec<StrikeCondition> = "list of diw, crippled, port, night, scattered, elusive" });

fn bombs(game: &Pq17, given: Bombs, chance: &mut Chance) -> Result {
    let rolls = dice(given.rolls, given.dice, chance)?;
    let aircraft = air(game, &given.aircraft)?;
    let hits = air::bombs(
        game.tables(),
        aircraft,
        given.target,
        &given.conditions,
        &rolls,
    );
    let hits =
        hits.ok_or_else(|| ProcedureError::input(format!("{} carries no bombs", aircraft.name)))?;
    Ok(json!({ "dice": rolls, "hits": hits }))
}

given!(Dice { need unit: String = "ship, class or type of aircraft", need cs: u8 = NUMBER, need symbols_used: u8 = NUMBER });

fn torpedo_dice(game: &Pq17, given: Dice, _: &mut Chance) -> Result {
    let chart = &game.tables().chart;
    let (heavy, symbols) = if let Some(id) = chart.find_ship(&given.unit) {
        (true, chart.ship(id).torpedoes)
    } else if let Some(id) = chart.find_class(&given.unit) {
        (false, chart.class(id).torpedoes)
    } else {
        (false, air(game, &given.unit)?.torpedoes)
    };
    within("CS", given.cs, 9)?;
    within("symbols", given.symbols_used, symbols)?;
    let dice = torpedoes::attacks(heavy, given.cs, given.symbols_used);
    Ok(json!({ "dice": dice, "markers": given.symbols_used }))
}

given!(Attack { need target: ShipType = TYPE, may rolls: Vec<Die> = DICE, may dice: u8 = HOW_MANY, need conditions: Vec<ShotCondition> = "list of diw, crippled, target_evading, target_critical_fuel" });

fn attack(game: &Pq17, given: Attack, chance: &mut Chance) -> Result {
    let rolls = dice(given.rolls, given.dice, chance)?;
    let hits = rolls
        .iter()
        .filter(|die| torpedoes::succeeds(game.tables(), given.target, &given.conditions, **die));
    Ok(json!({ "dice": rolls, "successes": hits.count() }))
}

given!(Damage { need target: ShipType = TYPE, may roll: Die = DIE });

fn damage(game: &Pq17, given: Damage, chance: &mut Chance) -> Result {
    let die = die(given.roll, chance);
    let damage = torpedoes::damage(game.tables(), given.target, die);
    let damage = damage
        .ok_or_else(|| ProcedureError::input(format!("no torpedo is aimed at {}", given.target)))?;
    Ok(json!({ "sunk": damage.sunk, "hits": damage.hits, "crippled": damage.crippled }))
}

given!(Drop { need zone_confirmed_clear: bool = YES_NO, may ice_result: Ice = ICE });

fn drop_over_ice(_: &Pq17, given: Drop, _: &mut Chance) -> Result {
    Ok(json!({ "may": air::torpedoes_can_drop(given.zone_confirmed_clear, given.ice_result) }))
}

given!(Carrier { need steps_lost: u8 = NUMBER, need air_steps: u8 = NUMBER });

fn carrier(_: &Pq17, given: Carrier, _: &mut Chance) -> Result {
    within("steps", given.steps_lost, 9)?;
    Ok(json!({ "air_steps": air::after_carrier_hits(given.air_steps, given.steps_lost) }))
}
