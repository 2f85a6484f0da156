//! Wolfpacks against a Convoy [7.4].

use super::{Result, as_many};
use crate::event::Event;
use crate::forces::{BlockId, Id, Sailing};
use crate::game::Pq17;
use crate::hunting::hunters;
use crate::procedures::bench::{Bench, listed};
use crate::procedures::inputs::*;
use crate::rolls::Roll;
use crate::sequence::Hunt;
use crate::side::{Nation, Side};
use crate::submarines::{self, Hunters};
use crate::tables::{Class, ShipList};
use crate::time::Light;
use crate::units::{Category, ClassId, ShipType};
use crate::weather::Weather;
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::chance::ByHand;
use derbyhouse_kernel::procedure::ProcedureError;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Convoy {
    #[serde(rename = "MV")]
    merchants: u8,
    #[serde(rename = "AA", default)]
    aa: u8,
    #[serde(rename = "AO", default)]
    oilers: u8,
    loaded: bool,
    id: Id,
}

/// One pack's attack; dice that are left out are rolled.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PackFight {
    subs: u8,
    wolfpack_id: Id,
    targets: Vec<Category>,
    roll: Option<Die>,
    asw_british: Option<Vec<Die>>,
    asw_soviet: Option<Vec<Die>>,
    success: Option<Vec<Die>>,
    torpedo: Option<Vec<Die>>,
    damage: Option<Vec<Die>>,
}

given!(pub(super) Given {
    need convoy: Convoy = "{ MV, AA, AO, loaded, id }",
    need escort: Vec<Hunters> = "list of { nation, dd_tb, es, air }",
    need night: bool = YES_NO,
    need weather: Weather = WEATHER,
    need fights: Vec<PackFight> = "list of { subs, wolfpack_id, targets } and, if rolled by hand, roll, asw_british, asw_soviet, success, torpedo, damage",
});

pub(super) fn hunt(game: &Pq17, given: Given, chance: &mut Chance) -> Result<Value> {
    if !given.weather.lets_torpedoes_run() {
        return Err(ProcedureError::input("in Gales no torpedo runs")); // [9.2.5]
    }
    let light = if given.night {
        Light::Night
    } else {
        Light::Day
    };
    let mut bench = Bench::new(game, light, given.weather, Vec::new())?;
    let convoy = sail(&mut bench, &given)?;
    let ships = |bench: &Bench<'_>| {
        let force = bench.p.fleet(Side::Allied).force(convoy);
        force.map_or(0, |force| force.units.convoy_ships(&bench.t.chart))
    };
    let all = ships(&bench);
    let (mut left, mut sunk, mut expended) = (Vec::new(), Vec::new(), Vec::new());
    for fight in &given.fights {
        let after = attack(&mut bench, convoy, fight, chance)?;
        left.push(after.left);
        sunk.push(after.sunk);
        expended.push(after.expended);
    }
    let id = bench
        .p
        .fleet(Side::Allied)
        .force(convoy)
        .map(|force| force.id);
    Ok(json!({
        "convoy_ships_sunk": all - ships(&bench), "vp": bench.p.vp().number(), "subs_left": left,
        "subs_sunk": sunk, "expended": expended, "convoy_id": id,
    }))
}

/// The Convoy with its escort.
fn sail(bench: &mut Bench<'_>, given: &Given) -> Result<BlockId> {
    let t = bench.t;
    let mut all = ShipList::default();
    let convoy = &given.convoy;
    for (name, number) in [
        ("MV", convoy.merchants),
        ("AA", convoy.aa),
        ("AO", convoy.oilers),
    ] {
        if number > 0 {
            let list = listed(t, Side::Allied, name, number)?;
            all.ships.extend(list.ships);
            all.classes.extend(list.classes);
        }
    }
    for escort in &given.escort {
        if escort.air > 0 {
            return Err(ProcedureError::input(
                "aircraft hunt packs by themselves (R77)",
            ));
        }
        let flotilla = (escort.dd_tb, [ShipType::Dd, ShipType::Tb]);
        for (cs, kinds) in [flotilla, (escort.es, [ShipType::Es; 2])] {
            if cs > 0 {
                all.classes
                    .push((class_of(bench, escort.nation, kinds)?, cs));
            }
        }
    }
    for (class, cs) in &all.classes {
        within("CS", *cs, t.chart.class(*class).total_cs)?;
    }
    let units = crate::forces::Units::of_list(&t.chart, &all);
    let started = units.merchants(&t.chart);
    let block = bench.put(Side::Allied, units, convoy.id);
    let force = bench.force(Side::Allied, block)?;
    force.sailing = Some(Sailing::new(0, convoy.loaded, Vec::new(), started));
    Ok(block)
}

fn class_of(bench: &Bench<'_>, nation: Nation, kinds: [ShipType; 2]) -> Result<ClassId> {
    let is = |class: &Class| class.nation == nation && kinds.contains(&class.kind) && !class.green;
    let place = bench.t.chart.classes.iter().position(is);
    place
        .map(ClassId::new)
        .ok_or_else(|| wrong("escort of that kind and nation", nation.id()))
}

struct After {
    left: u8,
    sunk: u8,
    expended: bool,
}

/// One pack attacks, aiming as given; who names too few targets goes on with the last [7.4.3].
fn attack(
    bench: &mut Bench<'_>,
    convoy: BlockId,
    fight: &PackFight,
    chance: &mut Chance,
) -> Result<After> {
    let t = bench.t;
    within("subs", fight.subs, crate::forces::PACK)?;
    let pack = listed(t, Side::Axis, "SS", fight.subs)?;
    let pack = crate::forces::Units::of_list(&t.chart, &pack);
    let block = bench.put(Side::Axis, pack, fight.wolfpack_id);
    let last = fight.targets.last();
    let last = last.ok_or_else(|| ProcedureError::input("a sub must aim at something"))?;
    let aims = fight.targets.iter().chain(std::iter::repeat(last));
    let hunt = Hunt {
        side: Side::Axis,
        pack: block,
        target: bench.force(Side::Allied, convoy)?.token,
        aims: aims.take(fight.subs.into()).copied().collect(),
        offensive: false,
    };
    chance.lay_out(by_hand(bench, convoy, fight)?);
    let before = bench.log.events().len();
    bench.play(chance).torpedo(hunt);
    let trouble = chance.clear_away();
    let events = &bench.log.events()[before..];
    check_dice(events, fight)?;
    trouble?;
    let sunk = events.iter().find_map(|event| match event {
        Event::AswDice { sunk, .. } => Some(*sunk),
        _ => None,
    });
    let expended = |event: &Event| matches!(event, Event::Expended { .. });
    let pack = bench.p.fleet(Side::Axis).force(block);
    Ok(After {
        left: pack.map_or(0, |pack| pack.units.cs(&t.chart, ShipType::is_submarine)),
        sunk: sunk.unwrap_or(0),
        expended: events.iter().any(expended),
    })
}

/// Dice as they were rolled by hand; hits then fall on merchant ships, while there are any.
fn by_hand(bench: &mut Bench<'_>, convoy: BlockId, fight: &PackFight) -> Result<ByHand> {
    let (t, mut hand) = (bench.t, ByHand::default());
    let mut lay = |roll: Roll, dice: &mut dyn Iterator<Item = &Die>| {
        hand.lay(roll.id(), dice.map(|die| die.get().into()));
    };
    if let Some(die) = &fight.roll {
        lay(Roll::SubmarineCombat, &mut std::iter::once(die));
    }
    // Nation by nation, as play rolls them.
    let hunters = hunters(t, bench.force(Side::Allied, convoy)?);
    let nations = submarines::asw_dice(&hunters, fight.subs);
    let rolled = |soviet: bool| {
        let own = nations
            .iter()
            .filter(|(nation, _)| (*nation == Nation::Soviet) == soviet);
        own.map(|(_, dice)| usize::from(*dice)).sum()
    };
    as_many(
        "British ships",
        Roll::Asw,
        rolled(false),
        fight.asw_british.as_ref(),
    )?;
    as_many(
        "Soviet ships",
        Roll::Asw,
        rolled(true),
        fight.asw_soviet.as_ref(),
    )?;
    if fight.asw_british.is_some() || fight.asw_soviet.is_some() {
        let mut british = fight.asw_british.iter().flatten();
        let mut soviet = fight.asw_soviet.iter().flatten();
        for (nation, dice) in &nations {
            let own = match nation {
                Nation::Soviet => &mut soviet,
                _ => &mut british,
            };
            lay(Roll::Asw, &mut own.take((*dice).into()));
        }
    }
    for (roll, dice) in [
        (Roll::AswSuccess, &fight.success),
        (Roll::Torpedo, &fight.torpedo),
        (Roll::TorpedoDamage, &fight.damage),
    ] {
        if let Some(dice) = dice {
            lay(roll, &mut dice.iter());
        }
    }
    if fight.torpedo.is_some() {
        let merchants = t
            .chart
            .classes
            .iter()
            .filter(|class| class.kind == ShipType::Mv);
        hand.lay_lot(merchants.map(|class| class.id.clone()).collect());
    }
    Ok(hand)
}

/// Dice that hit bring dice for damage: both must be as many as were given.
fn check_dice(events: &[Event], fight: &PackFight) -> Result<()> {
    let (mut shots, mut hits) = (0, 0);
    for event in events {
        if let Event::Torpedoes {
            dice, hits: own, ..
        } = event
        {
            hits += usize::from(*own);
            shots += dice.len() - usize::from(*own);
        }
    }
    as_many("the pack", Roll::Torpedo, shots, fight.torpedo.as_ref())?;
    as_many("the pack", Roll::TorpedoDamage, hits, fight.damage.as_ref())
}
