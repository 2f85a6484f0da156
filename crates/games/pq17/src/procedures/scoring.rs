//! Victory (chapter 2), the end of an Operation [3.4], Special Conditions (chapter 12) and the Campaign (chapter 15).

use super::inputs::*;
use crate::campaign::{self, Boxes};
use crate::conditions;
use crate::game::Pq17;
use crate::side::Side;
use crate::time::Turn;
use crate::victory::{self, Afloat, ConvoyEnd};
use crate::vp::Vp;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde_json::{Value, json};

type Result = std::result::Result<Value, ProcedureError>;

pub(super) fn procedures() -> Vec<Procedure<Pq17>> {
    vec![
        Procedure::new(
            "winner",
            "2",
            "Who wins with a score.",
            Score::INPUTS,
            winner,
        ),
        Procedure::new(
            "mx_sunk_vp",
            "2.1.1",
            "What merchant ships cost that are sunk.",
            MxSunk::INPUTS,
            mx_sunk,
        ),
        Procedure::new(
            "convoy_vp",
            "2.1.2",
            "What a Convoy scores in all.",
            Convoy::INPUTS,
            convoy,
        ),
        Procedure::new(
            "critical_fuel_vp",
            "2.2",
            "What ships with Critical Fuel cost at the end.",
            Critical::INPUTS,
            critical,
        ),
        Procedure::new(
            "damaged_capital_vp",
            "2.4",
            "What a damaged Capital Ship scores.",
            Damaged::INPUTS,
            damaged,
        ),
        Procedure::new(
            "patrol_white_vp",
            "5.1.9",
            "What leaving Patrol White costs.",
            White::INPUTS,
            white,
        ),
        Procedure::new(
            "operation_ends",
            "3.4",
            "Whether the Operation ends after a turn.",
            Ends::INPUTS,
            ends,
        ),
        Procedure::new(
            "breakout_vp",
            "12.2",
            "What a Breakout scores.",
            Breakout::INPUTS,
            breakout,
        ),
        Procedure::new(
            "minelaying_vp",
            "12.8",
            "What laying mines scores.",
            Mines::INPUTS,
            mines,
        ),
        Procedure::new(
            "gearbox_vp",
            "12.10",
            "What Operation GEARBOX scores.",
            Gearbox::INPUTS,
            gearbox,
        ),
        Procedure::new(
            "axis_convoy_vp",
            "12.3",
            "What the Axis Convoy scores.",
            AxisConvoy::INPUTS,
            axis_convoy,
        ),
        Procedure::new(
            "harbor_raid_mv",
            "12.7",
            "Merchant ships sunk in a Harbor Raid.",
            Raid::INPUTS,
            raid,
        ),
        Procedure::new(
            "ground_offensive_losses",
            "12.6.1",
            "Aircraft that a Ground Offensive takes.",
            Offensive::INPUTS,
            offensive,
        ),
        Procedure::new(
            "campaign_threshold",
            "15.9",
            "VP that the Allies need after so many Fortnights.",
            Fortnights::INPUTS,
            threshold,
        ),
        Procedure::new(
            "green_unit",
            "15.4.3",
            "When a ship may be called up early, and when she is trained.",
            Green::INPUTS,
            green,
        ),
        Procedure::new(
            "green_vp",
            "15.4.3",
            "What a ship lost while green costs.",
            OneShip::INPUTS,
            green_vp,
        ),
        Procedure::new(
            "unload",
            "15.2.2",
            "A Fortnight of unloading in a Russian port.",
            Unload::INPUTS,
            unload,
        ),
        Procedure::new(
            "soviet_at_sea_limit",
            "15.8.2",
            "Soviet destroyers that may be at sea.",
            Soviet::INPUTS,
            soviet,
        ),
        Procedure::new(
            "repair_return",
            "15.5.1",
            "When a damaged ship is back.",
            Repair::INPUTS,
            repair,
        ),
        Procedure::new(
            "tirpitz_repair",
            "15.5.1",
            "Repairs of Tirpitz in Norway.",
            Tirpitz::INPUTS,
            tirpitz,
        ),
        Procedure::new(
            "german_sub_repair",
            "15.5.2",
            "Damaged German submarines that return.",
            Subs::INPUTS,
            subs,
        ),
        Procedure::new(
            "soviet_air_from_mv",
            "15.6.4",
            "Soviet fighters for ships unloaded.",
            Fighters::INPUTS,
            fighters,
        ),
        Procedure::new(
            "severny_flot",
            "15.1",
            "Severny Flot's points in a new Fortnight.",
            Severny::INPUTS,
            severny,
        ),
        Procedure::new(
            "transfer_failure_vp",
            "15.7.2",
            "What a transfer that fails costs.",
            OneShip::INPUTS,
            transfer,
        ),
        Procedure::new(
            "us_transfer_vp",
            "15.7.3",
            "What US ships cost that leave from elsewhere.",
            UsShips::INPUTS,
            us_ships,
        ),
    ]
}

given!(Score { need vp: f64 = "Victory Points, plus is Allied" });

fn winner(game: &Pq17, given: Score, _: &mut Chance) -> Result {
    let vp = Vp::from_number(given.vp)
        .ok_or_else(|| ProcedureError::input("Victory Points come in halves"))?;
    let winner = victory::winner(game.tables(), vp).map_or("draw", |side| side.id());
    Ok(json!({ "winner": winner }))
}

fn merchant(game: &Pq17) -> std::result::Result<Vp, ProcedureError> {
    Ok(game.tables().chart.class(class(game, "mv_al")?).vp)
}

given!(MxSunk { need sunk: u8 = NUMBER, need loaded: bool = YES_NO });

fn mx_sunk(game: &Pq17, given: MxSunk, _: &mut Chance) -> Result {
    let vp = victory::merchants_sunk(game.tables(), merchant(game)?, given.sunk, given.loaded);
    Ok(json!({ "vp": vp.number() }))
}

given!(Convoy { need started: u8 = NUMBER, need arrived: u8 = NUMBER, need sunk: u8 = NUMBER, need exempt: u8 = "lost to ice, weather or breakdown", need loaded: bool = YES_NO });

fn convoy(game: &Pq17, given: Convoy, _: &mut Chance) -> Result {
    let t = game.tables();
    let end = ConvoyEnd {
        started: given.started,
        arrived: given.arrived,
        exempt: given.exempt,
        loaded: given.loaded,
    };
    let vp = victory::arrival(t, end)
        + victory::merchants_sunk(t, merchant(game)?, given.sunk, given.loaded);
    Ok(json!({ "vp": vp.number() }))
}

given!(Critical { need side: Side = SIDE, need capital: u8 = NUMBER, need cruisers: u8 = NUMBER, may cve: u8 = NUMBER, need dd_tb_cs: u8 = NUMBER });

fn critical(game: &Pq17, given: Critical, _: &mut Chance) -> Result {
    let cve = given.cve.unwrap_or(0);
    let vp = victory::critical_fuel(
        game.tables(),
        given.side,
        given.capital,
        given.cruisers,
        cve,
        given.dd_tb_cs,
    );
    Ok(json!({ "vp": vp.number() }))
}

given!(Damaged { need ship: String = SHIP, need cs_left: u8 = NUMBER });

fn damaged(game: &Pq17, given: Damaged, _: &mut Chance) -> Result {
    let (_, ship) = ship(game, &given.ship)?;
    if !ship.kind.is_capital() {
        return Err(ProcedureError::input(format!(
            "{} is no Capital Ship",
            ship.name
        )));
    }
    Ok(json!({ "vp": victory::damaged_capital(game.tables(), ship, given.cs_left).number() }))
}

given!(White { need cruisers_left: u8 = "cruisers that left", need released: bool = YES_NO });

fn white(game: &Pq17, given: White, _: &mut Chance) -> Result {
    within("cruisers", given.cruisers_left, 2)?;
    Ok(
        json!({ "vp": victory::patrol_white(game.tables(), given.cruisers_left, given.released).number() }),
    )
}

given!(Ends { need convoys_at_sea: u8 = NUMBER, may convoys_not_sailed: u8 = NUMBER, need allied_tf_at_sea: u8 = NUMBER, need axis_tf_at_sea: u8 = NUMBER, need turn: Turn = TURN });

fn ends(_: &Pq17, given: Ends, _: &mut Chance) -> Result {
    let afloat = Afloat {
        convoys: given.convoys_at_sea,
        not_sailed: given.convoys_not_sailed.unwrap_or(0),
        allied_tfs: given.allied_tf_at_sea,
        axis_tfs: given.axis_tf_at_sea,
    };
    Ok(json!({ "ends": victory::operation_ends(afloat, given.turn) }))
}

given!(Breakout { need capital: u8 = NUMBER, need cruisers: u8 = NUMBER, need turns_to_warning: u16 = NUMBER });

fn breakout(game: &Pq17, given: Breakout, _: &mut Chance) -> Result {
    let vp = conditions::breakout(
        game.tables(),
        given.capital,
        given.cruisers,
        given.turns_to_warning,
    );
    Ok(json!({ "vp": vp.number() }))
}

given!(Mines { need cruisers: u8 = NUMBER, need dd: u8 = NUMBER });

fn mines(game: &Pq17, given: Mines, _: &mut Chance) -> Result {
    Ok(json!({ "vp": conditions::minelaying(game.tables(), given.cruisers, given.dd).number() }))
}

given!(Gearbox { need cruisers: u8 = NUMBER, need dd: u8 = NUMBER, need success: bool = YES_NO });

fn gearbox(game: &Pq17, given: Gearbox, _: &mut Chance) -> Result {
    Ok(
        json!({ "vp": conditions::gearbox(game.tables(), given.cruisers, given.dd, given.success).number() }),
    )
}

given!(AxisConvoy { need mv_in_kirkenes: u8 = NUMBER, need mv_afloat_elsewhere: u8 = NUMBER, need vp_if_late: u8 = NUMBER });

fn axis_convoy(game: &Pq17, given: AxisConvoy, _: &mut Chance) -> Result {
    let vp = conditions::axis_convoy(
        game.tables(),
        given.mv_in_kirkenes,
        given.mv_afloat_elsewhere,
        given.vp_if_late,
    );
    Ok(json!({ "vp": vp.number() }))
}

given!(Raid { need hits: u8 = NUMBER });

fn raid(game: &Pq17, given: Raid, _: &mut Chance) -> Result {
    Ok(json!({ "sunk": conditions::harbor_raid(game.tables(), given.hits) }))
}

given!(Offensive { may german_die: Die = DIE, may soviet_die: Die = DIE });

fn offensive(_: &Pq17, given: Offensive, chance: &mut Chance) -> Result {
    let (german, soviet) = (die(given.german_die, chance), die(given.soviet_die, chance));
    let (german, soviet) = conditions::ground_offensive(german, soviet);
    Ok(json!({ "german_cs": german, "soviet_cs": soviet }))
}

given!(Fortnights { need fortnights: u8 = "1-20" });

fn threshold(game: &Pq17, given: Fortnights, _: &mut Chance) -> Result {
    Ok(json!({ "vp": campaign::threshold(game.tables(), given.fortnights) }))
}

given!(Green { need ship: String = SHIP, need scheduled: String = FORTNIGHT, need operations: Vec<String> = "Fortnights whose Operations she took part in" });

fn green(game: &Pq17, given: Green, _: &mut Chance) -> Result {
    ship(game, &given.ship)?;
    for operation in &given.operations {
        fortnight(operation)?;
    }
    let (earliest, trained) =
        campaign::green(fortnight(&given.scheduled)?, given.operations.len() as u8);
    Ok(json!({ "earliest": earliest.short(), "trained": trained.short() }))
}

given!(OneShip { need ship: String = SHIP });

fn green_vp(game: &Pq17, given: OneShip, _: &mut Chance) -> Result {
    let (_, ship) = ship(game, &given.ship)?;
    Ok(
        json!({ "vp": victory::against(ship.nation.side(), -campaign::green_loss(ship.vp)).number() }),
    )
}

fn transfer(game: &Pq17, given: OneShip, _: &mut Chance) -> Result {
    let (_, ship) = ship(game, &given.ship)?;
    Ok(json!({ "vp": campaign::transfer_failure(ship.vp).number() }))
}

given!(Unload { need port: String = "murmansk or arkhangelsk", need unloading: u8 = NUMBER, need ballast_face_up: u8 = NUMBER, need ballast_face_down: u8 = NUMBER });

fn unload(game: &Pq17, given: Unload, _: &mut Chance) -> Result {
    let murmansk = match given.port.as_str() {
        "murmansk" => true,
        "arkhangelsk" => false,
        other => return Err(wrong("port to unload in", other)),
    };
    within(
        "ships",
        given.ballast_face_up.max(given.ballast_face_down),
        100,
    )?;
    let boxes = Boxes {
        unloading: given.unloading,
        face_up: given.ballast_face_up,
        face_down: given.ballast_face_down,
    };
    let (after, vp) = campaign::unload(game.tables(), murmansk, boxes);
    Ok(json!({
        "unloading": after.unloading, "face_up": after.face_up, "face_down": after.face_down, "vp": vp.number(),
    }))
}

given!(Soviet { need dd: u8 = NUMBER, need tb: u8 = NUMBER });

fn soviet(_: &Pq17, given: Soviet, _: &mut Chance) -> Result {
    Ok(json!({ "dd": campaign::soviet_at_sea(given.dd), "tb": campaign::soviet_at_sea(given.tb) }))
}

given!(Repair { need transfer: String = FORTNIGHT, need cs: u8 = NUMBER });

fn repair(game: &Pq17, given: Repair, _: &mut Chance) -> Result {
    let time = campaign::repair_time(game.tables(), given.cs);
    let back = fortnight(&given.transfer)?.shifted(time.into());
    Ok(json!({ "returns": back.short() }))
}

given!(Tirpitz { need begins: String = FORTNIGHT, need cs: u8 = NUMBER, need port: String = "port in Norway" });

fn tirpitz(game: &Pq17, given: Tirpitz, _: &mut Chance) -> Result {
    let port = game
        .tables()
        .sheet
        .find_port(&given.port)
        .ok_or_else(|| wrong("port", &given.port))?;
    let begins = fortnight(&given.begins)?;
    Ok(
        match campaign::tirpitz_repair(game.tables(), given.cs, port) {
            Some((time, vp)) => {
                let done = begins.shifted(time.into());
                json!({ "allowed": true, "done": done.short(), "vp": vp.number() })
            }
            None => json!({ "allowed": false }),
        },
    )
}

given!(Subs { need damaged: u8 = NUMBER });

fn subs(game: &Pq17, given: Subs, _: &mut Chance) -> Result {
    Ok(json!({ "returned": campaign::subs_repaired(game.tables(), given.damaged) }))
}

given!(Fighters { need mv_unloaded: u8 = NUMBER });

fn fighters(_: &Pq17, given: Fighters, _: &mut Chance) -> Result {
    Ok(json!({ "cs": campaign::fighters_for(given.mv_unloaded) }))
}

given!(Severny { need cp: u8 = NUMBER, need loss_trigger: bool = YES_NO });

fn severny(game: &Pq17, given: Severny, _: &mut Chance) -> Result {
    within("points", given.cp, 20)?;
    Ok(json!({ "cp": campaign::severny_flot(game.tables(), given.cp, given.loss_trigger) }))
}

given!(UsShips { need heavy_elsewhere: u8 = NUMBER, need dd_cs_elsewhere: u8 = NUMBER });

fn us_ships(_: &Pq17, given: UsShips, _: &mut Chance) -> Result {
    Ok(
        json!({ "vp": campaign::us_elsewhere(given.heavy_elsewhere, given.dd_cs_elsewhere).number() }),
    )
}
