//! Command (chapter 4), movement (chapter 5), weather (chapter 9) and fuel (chapter 11).

use super::bench::{Bench, listed};
use super::inputs::*;
use crate::command::{Bid, Points, SEVERNY_STEP, halves_for, initiative};
use crate::forces::{Id, Units, crippled_speed};
use crate::fuel::{self, Expense, Fuel, Leaving, Marker, Status};
use crate::game::Pq17;
use crate::movement::{Entered, Limits, port_limit};
use crate::oiling;
use crate::side::Side;
use crate::tables::Track;
use crate::time::{Fortnight, Half, Light, Turn};
use crate::units::Speed;
use crate::weather::{self, Weather};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde_json::{Value, json};

type Result = std::result::Result<Value, ProcedureError>;

pub(super) fn procedures() -> Vec<Procedure<Pq17>> {
    vec![
        Procedure::new(
            "command_points",
            "4.3.2",
            "Points that ships need to sail, and what they cost.",
            Sailings::INPUTS,
            points,
        ),
        Procedure::new(
            "initiative",
            "4.1.2",
            "Who wins a bid for the initiative, and what it costs.",
            Bids::INPUTS,
            bid,
        ),
        Procedure::new(
            "severny_flot_cost",
            "4.3.2",
            "Points of Severny Flot for a sailing.",
            Severny::INPUTS,
            severny,
        ),
        Procedure::new(
            "allowance",
            "5.1",
            "How many hexes a force may move.",
            Allowance::INPUTS,
            allowance,
        ),
        Procedure::new(
            "port_limit",
            "5.1.2",
            "Whether more foreign warships may enter a Soviet port.",
            PortLimits::INPUTS,
            limit,
        ),
        Procedure::new(
            "weather",
            "9.1",
            "The weather that two dice give.",
            Roll::INPUTS,
            roll,
        ),
        Procedure::new(
            "dispersal_dice",
            "9.3.2",
            "How many dice are rolled for Dispersal.",
            Undispersed::INPUTS,
            dispersal_dice,
        ),
        Procedure::new(
            "dispersal",
            "9.3.2",
            "How many merchant ships lose their Convoy.",
            Dispersal::INPUTS,
            dispersal,
        ),
        Procedure::new(
            "weather_damage_cards",
            "9.3.1",
            "Damage cards of a force in Gales.",
            Ships::INPUTS,
            damage_cards,
        ),
        Procedure::new(
            "rejoin",
            "9.3.3",
            "How many Dispersed ships find their Convoy again.",
            Rejoin::INPUTS,
            rejoin,
        ),
        Procedure::new(
            "fuel_marker_on_leaving",
            "11.1",
            "The Fuel Warning of a force that leaves port.",
            Leaves::INPUTS,
            leaves,
        ),
        Procedure::new(
            "fuel_leave_port_again",
            "11.1",
            "The marker of a force that leaves port again.",
            Again::INPUTS,
            again,
        ),
        Procedure::new(
            "ras_marker",
            "11.3.2",
            "The marker after refuelling at sea.",
            Ras::INPUTS,
            ras,
        ),
        Procedure::new(
            "ras_allowed",
            "11.3.2",
            "Whether oilers can serve a force.",
            RasAllowed::INPUTS,
            ras_allowed,
        ),
        Procedure::new(
            "oiler",
            "11.3.2",
            "The fuel of an oiler through refuelling and hits.",
            Oiler::INPUTS,
            oiler,
        ),
        Procedure::new(
            "fuel_swap",
            "11.1.1",
            "The markers of two forces that exchange all users of fuel.",
            Swap::INPUTS,
            swap,
        ),
        Procedure::new(
            "fuel_combine",
            "11.1.1",
            "The marker of forces that combine.",
            Combine::INPUTS,
            combine,
        ),
        Procedure::new(
            "fuel_check",
            "11.1",
            "What a Warning becomes when its turn comes.",
            Check::INPUTS,
            check,
        ),
        Procedure::new(
            "fuel_spend",
            "11.1.3",
            "Where a Warning stands after spending fuel.",
            Spend::INPUTS,
            spend,
        ),
        Procedure::new(
            "fuel_split",
            "11.1.2",
            "The marker of a part that splits off.",
            Split::INPUTS,
            split,
        ),
        Procedure::new(
            "script_fuel",
            "11.1",
            "When a force is Low and Critical after leaving port and spending fuel.",
            Script::INPUTS,
            script,
        ),
    ]
}

given!(Sailings { need deployments: Vec<Vec<String>> = "lists of ships, one for each sailing", need track: Track = "home_fleet, severny_flot or gruppe_nord" });

fn points(game: &Pq17, given: Sailings, _: &mut Chance) -> Result {
    let mut points = Points::new(game.tables().command.most(given.track));
    let mut after = Vec::new();
    for ships in &given.deployments {
        for name in ships {
            points.spend(halves_for(ship(game, name)?.1.kind));
        }
        after.push(points.spent());
    }
    let vp = points.vp(game.tables(), given.track).number();
    Ok(json!({ "spent_after_each": after, "vp": vp }))
}

given!(Bids { need allied_bid: u8 = "0-9", need axis_bid: u8 = "0-9", may allied_bonus: bool = YES_NO, may axis_bonus: bool = YES_NO });

fn bid(game: &Pq17, given: Bids, _: &mut Chance) -> Result {
    let most = game.tables().campaign.max_bid;
    within("a bid", given.allied_bid, most)?;
    within("a bid", given.axis_bid, most)?;
    let allied = Bid {
        die: given.allied_bid,
        bonus: given.allied_bonus.unwrap_or(false),
    };
    let axis = Bid {
        die: given.axis_bid,
        bonus: given.axis_bonus.unwrap_or(false),
    };
    let (winner, vp) = initiative(allied, axis);
    Ok(json!({ "winner": winner.map_or("none", |side| side.id()), "vp": vp.number() }))
}

given!(Severny { need sails: bool = YES_NO, need hexes_outside: u8 = NUMBER });

fn severny(_: &Pq17, given: Severny, _: &mut Chance) -> Result {
    within("hexes outside", given.hexes_outside, 60)?;
    let mut points = Points::new(u8::MAX);
    for _ in 0..u8::from(given.sails) + given.hexes_outside {
        points.spend(SEVERNY_STEP);
    }
    Ok(json!({ "cp": points.spent() }))
}

given!(Allowance {
    need units: Vec<Speed> = "list of speeds: high, moderate, slow or none",
    need weather: Weather = WEATHER,
    need fuel: Status = "full, low, training or critical",
    need flags: Vec<String> = "list of leaves_port, enters_port, inner_leads, submarines, light_ships, convoy, crippled, ras, pm",
});

fn allowance(game: &Pq17, given: Allowance, _: &mut Chance) -> Result {
    let known = [
        "leaves_port",
        "enters_port",
        "inner_leads",
        "submarines",
        "light_ships",
        "convoy",
        "crippled",
        "ras",
        "pm",
    ];
    if let Some(stray) = given
        .flags
        .iter()
        .find(|flag| !known.contains(&flag.as_str()))
    {
        return Err(wrong("flag", stray));
    }
    let has = |flag: &str| given.flags.iter().any(|known| known == flag);
    let slowest = given.units.into_iter().min().unwrap_or(Speed::High);
    let limits = Limits {
        slowest: crippled_speed(slowest, has("crippled")),
        weather: given.weather,
        fuel: given.fuel,
        light_ships: has("light_ships"),
        submarines: has("submarines"),
        convoy: has("convoy"),
        port: has("leaves_port") || has("enters_port"),
        inner_leads: has("inner_leads"),
        ras: has("ras"),
        adrift: false,
        half: if has("pm") { Half::Pm } else { Half::Am },
        inop: false,
        farther: 0,
    };
    Ok(json!({ "hexes": limits.hexes(game.tables()) }))
}

given!(PortLimits { need fortnight: Fortnight = "Fortnight, such as 1942-07-I", need entered: Entered = "capital, cruisers, dd_tb_cs so far", need wants: Entered = "capital, cruisers, dd_tb_cs that want in" });

fn limit(game: &Pq17, given: PortLimits, _: &mut Chance) -> Result {
    let limit = port_limit(game.tables(), given.fortnight);
    let all = given.entered.plus(given.wants);
    Ok(json!({ "allowed": limit.is_some_and(|limit| all.is_within(limit)) }))
}

given!(Roll { need month: String = "month, 01 to 12", may rolls: Vec<Die> = "two dice", may previous: String = "weather now, or none" });

fn month(text: &str) -> std::result::Result<u8, ProcedureError> {
    let month = text.parse().ok().filter(|month| (1..=12).contains(month));
    month.ok_or_else(|| wrong("month", text))
}

fn roll(game: &Pq17, given: Roll, chance: &mut Chance) -> Result {
    let previous = match given.previous.as_deref() {
        None | Some("none") => None,
        Some(weather) => Some(weather.parse().map_err(ProcedureError::input)?),
    };
    let dice = match given.rolls.as_deref() {
        None => [chance.chit(), chance.chit()],
        Some([a, b]) => [a.get(), b.get()],
        Some(_) => return Err(ProcedureError::input("two dice are expected")),
    };
    let now = weather::roll(game.tables(), month(&given.month)?, dice, previous);
    Ok(json!({ "sum": now.sum, "weather": now.weather }))
}

given!(Undispersed { need undispersed_mx: u8 = NUMBER });

fn dispersal_dice(_: &Pq17, given: Undispersed, _: &mut Chance) -> Result {
    within("merchant ships", given.undispersed_mx, 100)?;
    Ok(json!({ "dice": weather::dispersal_dice(given.undispersed_mx) }))
}

given!(Dispersal { need month: String = "month, 01 to 12", need weather_sum: i8 = "modified sum of the weather roll", may rolls: Vec<Die> = DICE, may undispersed_mx: u8 = "merchant ships, for the number of dice" });

fn dispersal(game: &Pq17, given: Dispersal, chance: &mut Chance) -> Result {
    let drm = weather::dispersal_drm(game.tables(), month(&given.month)?, given.weather_sum);
    if let Some(ships) = given.undispersed_mx {
        within("merchant ships", ships, 100)?;
    }
    let number = given.undispersed_mx.map(weather::dispersal_dice);
    let rolls = dice(given.rolls, number, chance)?;
    Ok(json!({ "drm": drm, "dispersed": weather::dispersed(drm, &rolls) }))
}

given!(Ships { need ships: u8 = NUMBER });

fn damage_cards(_: &Pq17, given: Ships, _: &mut Chance) -> Result {
    Ok(json!({ "cards": weather::damage_cards(given.ships) }))
}

given!(Rejoin { may roll: Die = DIE, need weather: Weather = WEATHER, need dispersed: u8 = NUMBER });

fn rejoin(game: &Pq17, given: Rejoin, chance: &mut Chance) -> Result {
    within("Dispersed ships", given.dispersed, 60)?;
    if !given.weather.lets_rejoin() {
        return Ok(json!({ "rejoin": 0 }));
    }
    let die = die(given.roll, chance);
    Ok(json!({ "rejoin": weather::rejoin(game.tables(), die, given.weather, given.dispersed) }))
}

/// The turn of a marker, whatever it says.
fn turn_of(fuel: Fuel) -> Option<Turn> {
    fuel.marker.map(|(_, turn)| turn)
}

fn warning(turn: Turn) -> Fuel {
    Fuel::warning(turn)
}

given!(Leaves { need turn: Turn = TURN, need heavy_only: bool = YES_NO, need german: bool = YES_NO, may from_germany: bool = YES_NO, may soviet: bool = YES_NO });

fn leaves(game: &Pq17, given: Leaves, _: &mut Chance) -> Result {
    let who = Leaving {
        heavy_only: given.heavy_only,
        german: given.german,
        from_germany: given.from_germany.unwrap_or(false),
        soviet: given.soviet.unwrap_or(false),
    };
    Ok(json!({ "warning": turn_of(Fuel::on_leaving(game.tables(), given.turn, who)) }))
}

given!(Again { need turn: Turn = TURN, may marker: Turn = TURN, need refuelled: bool = YES_NO });

/// A marker that was not taken away by a whole turn in port stays (R100).
fn again(game: &Pq17, given: Again, _: &mut Chance) -> Result {
    let t = game.tables();
    let mut bench = Bench::new(game, Light::Day, Weather::Fair, Vec::new())?;
    let destroyers = listed(t, Side::Allied, "DD", 1)?;
    let block = bench.put(
        Side::Allied,
        Units::of_list(&t.chart, &destroyers),
        Id::ZERO,
    );
    let force = bench.force(Side::Allied, block)?;
    force.fuel = given.marker.filter(|_| !given.refuelled).map(warning);
    let force = force.clone();
    let fuel = bench
        .p
        .fuel_on_leaving(t, Side::Allied, &force, false, given.turn);
    Ok(json!({ "warning": fuel.and_then(turn_of) }))
}

given!(Ras { need turn_of_refuelling: Turn = TURN });

fn ras(game: &Pq17, given: Ras, _: &mut Chance) -> Result {
    Ok(
        json!({ "warning": turn_of(Fuel::after_ras(game.tables(), given.turn_of_refuelling, false)) }),
    )
}

given!(RasAllowed { need fuel_users_cs: u8 = NUMBER, need oilers: u8 = NUMBER, need oiler_fuel: u8 = NUMBER });

fn ras_allowed(game: &Pq17, given: RasAllowed, _: &mut Chance) -> Result {
    within("CS", given.fuel_users_cs, 200)?;
    let allowed = fuel::ras_allowed(
        game.tables(),
        given.fuel_users_cs,
        given.oilers,
        given.oiler_fuel,
    );
    Ok(json!({ "allowed": allowed }))
}

given!(Oiler { need ship: String = SHIP, need actions: Vec<String> = "list of “refuel CS” and “hit N”" });

fn oiler(game: &Pq17, given: Oiler, _: &mut Chance) -> Result {
    let (t, (id, ship)) = (game.tables(), ship(game, &given.ship)?);
    let mut state = Some(crate::forces::ShipState::new(id, ship));
    let mut after = Vec::new();
    for action in &given.actions {
        let bad = || wrong("action", action);
        let (what, number) = action.split_once(' ').ok_or_else(bad)?;
        let number: u8 = number.parse().ok().filter(|n| *n <= 99).ok_or_else(bad)?;
        match what {
            "refuel" => {
                let mut due = fuel::oil_for(t, number);
                if let Some(state) = &mut state {
                    oiling::give(&mut state.oil, &mut due);
                }
            }
            "hit" => state = state.and_then(|own| oiling::after_hits(t, ship, own, number)),
            _ => return Err(bad()),
        }
        after.push(state.map_or(0, |state| state.oil));
    }
    let expended = state.is_none_or(|state| state.oil == 0);
    Ok(json!({ "fuel": after, "expended": expended }))
}

given!(Swap { need a: Turn = TURN, need b: Turn = TURN, may all_users: bool = YES_NO });

fn swap(_: &Pq17, given: Swap, _: &mut Chance) -> Result {
    let (a, b) = fuel::swapped(
        warning(given.a),
        warning(given.b),
        given.all_users.unwrap_or(true),
    );
    Ok(json!({ "a": turn_of(a), "b": turn_of(b) }))
}

given!(Combine { need markers: Vec<Turn> = "list of turns" });

fn combine(_: &Pq17, given: Combine, _: &mut Chance) -> Result {
    let worst = given.markers.into_iter().map(warning).reduce(Fuel::worse);
    Ok(json!({ "marker": worst.and_then(turn_of) }))
}

given!(Check { need new_turn: Turn = TURN, need warning: Turn = TURN });

fn check(game: &Pq17, given: Check, _: &mut Chance) -> Result {
    let fuel = warning(given.warning).checked(game.tables(), given.new_turn);
    let danger = fuel.marker.filter(|(marker, _)| *marker == Marker::Danger);
    Ok(json!({ "status": fuel.status, "danger": danger.map(|(_, turn)| turn) }))
}

given!(Spend { need warning: Turn = TURN, need spends: Vec<Expense> = "list of high_speed, surface_combat, air_attack_tf, offensive_asw_tf" });

fn spend(game: &Pq17, given: Spend, _: &mut Chance) -> Result {
    let spends = given.spends.into_iter();
    let fuel = spends.fold(warning(given.warning), |fuel, what| {
        fuel.spent(game.tables(), what)
    });
    Ok(json!({ "warning": turn_of(fuel) }))
}

given!(Split { need warning: Turn = TURN, need part_heavy_only: bool = YES_NO, need german: bool = YES_NO, need bonus_used: bool = YES_NO });

fn split(game: &Pq17, given: Split, _: &mut Chance) -> Result {
    let whole = Fuel {
        bonus_used: given.bonus_used,
        ..warning(given.warning)
    };
    let part = whole.of_part(game.tables(), given.part_heavy_only, given.german);
    Ok(json!({ "warning": turn_of(part), "bonus_used": part.bonus_used }))
}

given!(Script { need leaves: Turn = TURN, need spends: Vec<Expense> = "list of what spends fuel" });

/// Walks turn by turn through the Fuel Phases.
fn script(game: &Pq17, given: Script, _: &mut Chance) -> Result {
    let t = game.tables();
    let mut fuel = Fuel::on_leaving(t, given.leaves, Leaving::default());
    for what in given.spends {
        fuel = fuel.spent(t, what);
    }
    let (mut low, mut critical) = (None, None);
    let mut now = given.leaves;
    while critical.is_none() && now < Turn::LAST.later(60) {
        now = now.later(1);
        fuel = fuel.checked(t, now);
        low = low.or((fuel.status == Status::Low).then_some(now));
        critical = (fuel.status == Status::Critical).then_some(now);
    }
    Ok(json!({ "low_from": low, "critical_from": critical }))
}
