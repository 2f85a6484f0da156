//! Shots, guns, going on, and the counterattack [14.16], [14.2], [27.1].

use super::{FACES, battle, faces, prospect, remark, results};
use crate::combat::attack::{self, Strike};
use crate::combat::{Act, Battle, Hand, SlotId, Stage, counterattack as hunters, gunnery};
use crate::combat::{pack_goes_on, third_round};
use crate::damage::{self, Hurt, Victim};
use crate::harm::{Blow, Harm};
use crate::scene::battle::asked;
use crate::tables::Tables;
use crate::view::{Shown, View};
use crate::weather::Weather;
use derbyhouse_kernel::{Chance, Log};
use derbyhouse_scene::Prospect;

pub(super) fn fighting(view: View<'_>, act: Act) -> Vec<Prospect> {
    let t = view.tables();
    let Some(battle) = battle(view) else {
        return Vec::new();
    };
    let Some(hand) = asked(battle.stage) else {
        return Vec::new();
    };
    match (act, battle.stage) {
        // Freed points come on top of those that lie there [14.15A].
        (Act::Points(slot, points), Stage::Freed(..)) => {
            let there = battle.slots[slot.index()].points;
            shot(view, battle, hand, slot, there + points)
        }
        (Act::Points(slot, points), _) => shot(view, battle, hand, slot, points),
        (Act::Attack(slot), Stage::Hunting(_)) => {
            shot(view, battle, hand, slot, battle.attack_value(t, hand))
        }
        (Act::Attack(slot), _) => shot(view, battle, hand, slot, battle.slots[slot.index()].points),
        (Act::Guns(slot), _) => guns(view, battle, hand, slot),
        (Act::GoOn, Stage::Deciding(_)) => {
            let mut all: Vec<Prospect> = persisting(battle, hand).into_iter().collect();
            all.extend(counterattack(view, battle, hand));
            all
        }
        (Act::GoOn | Act::Fire, _) => counterattack(view, battle, hand),
        _ => Vec::new(),
    }
}

/// What a shot would need with so many points, item by item, and what a hit would do [14.15], [14.16].
fn shot(view: View<'_>, battle: &Battle, hand: Hand, slot: SlotId, points: u8) -> Vec<Prospect> {
    if points == 0 {
        return Vec::new();
    }
    let t = view.tables();
    let fighter = battle.fighter(hand);
    let need = battle.need(t, hand, slot, points);
    let tenths = faces(|die| attack::hits(need, die, fighter.green));
    let attacker = attack::attacker(points, fighter.ace, fighter.torpedo);
    let mut against = Vec::new();
    match view.unit(slot) {
        Some(Shown::Face(..)) => against.push(format!("defence {}", battle.ship(t, slot).1)),
        _ => against.push("defence 1 at least".to_owned()),
    }
    // An escort that suspects nothing does not defend itself [14.15B].
    let unwary = battle.unwary(t, hand).has(slot);
    let cover = battle.cover_of_targets(t, hand);
    let own = battle.share_of_target(t, hand, slot).decimal();
    let cover = cover.decimal() - if unwary { own } else { 0.0 };
    if cover > 0.0 {
        against.push(format!("ASW {cover}"));
    }
    if unwary && own > 0.0 {
        against.push(format!("its own {own} surprised"));
    }
    against.push(format!("TDC {:+}", battle.tdc(hand, slot)));
    if battle.slots[slot.index()].lane != fighter.lane {
        against.push("other column +1".to_owned());
    }
    if battle.damaged.has(slot) {
        against.push("damaged -1".to_owned());
    }
    let crew = match fighter.green {
        0 => String::new(),
        green => format!(", die +{green} new crew [8.11]"),
    };
    let text = format!(
        "hits {} %: attacker {attacker} (points {points}, ace {:+}, torpedoes {:+}) against {}: 0 to {need}{crew}",
        tenths * 10,
        fighter.ace,
        fighter.torpedo,
        against.join(", "),
    );
    let mut all = vec![prospect("hit", tenths, text, &["14.16"])];
    if let Some(Shown::Face(_, piece)) = view.unit(slot) {
        let (tons, _) = battle.ship(t, slot);
        let blow = |die| {
            let strike = Strike {
                tons,
                die,
                torpedo: fighter.torpedo,
                in_port: battle.site.in_port,
                sturdy: attack::is_sturdy(piece, tons, battle.site.period),
            };
            battle.worsened(slot, attack::blow(t, strike, battle.site.weather).0)
        };
        let sunk = faces(|die| blow(die) == Blow::Sunk);
        let hurt = faces(|die| blow(die) == Blow::Damaged);
        let text = format!("a hit sinks {} %, damages {} %", sunk * 10, hurt * 10);
        all.push(remark("a hit", text, &["14.16", "18.5"]));
    }
    all
}

/// Guns: whether the merchant is armed, and what they do [27.1].
fn guns(view: View<'_>, battle: &Battle, hand: Hand, slot: SlotId) -> Vec<Prospect> {
    let Some(Shown::Face(_, piece)) = view.unit(slot) else {
        return Vec::new();
    };
    let t = view.tables();
    let fighter = battle.fighter(hand);
    let class = t.submarines.class_of(fighter.boat);
    let period = battle.site.period;
    let known = battle.armed.has(slot);
    let armed =
        faces(|die| known || gunnery::is_armed(t, period, piece.nation, piece.kind, || die));
    let blow = |die| battle.worsened(slot, gunnery::blow(t, class, die, fighter.green));
    let blow = |wanted: Blow| faces(|die| blow(die) == wanted);
    let (sunk, hurt) = (blow(Blow::Sunk), blow(Blow::Damaged));
    let armed_text = format!("armed, and fires {} %", armed * 10);
    vec![
        prospect("armed", armed, armed_text, &["27.1"]),
        prospect(
            "guns sink",
            sunk,
            format!(
                "guns sink {} %, damage {} %; the boat is spotted",
                sunk * 10,
                hurt * 10
            ),
            &["27.1", "23.0"],
        ),
    ]
}

/// Going on asks for a die in a pack, and for a second re-attack [24.25], [14.41].
fn persisting(battle: &Battle, hand: Hand) -> Option<Prospect> {
    let fighter = battle.fighter(hand);
    if battle.is_loner() {
        return None; // thrown for each target [14.41], and for a scattered convoy not at all (R63)
    }
    let third = battle.round == 2;
    let in_pack = battle.round == 1 && battle.pack && !Battle::is_waiting(fighter);
    let tenths = match (third, in_pack) {
        (true, _) => faces(|die| third_round(fighter.ace, die)),
        (false, true) => faces(|die| pack_goes_on(fighter.tactical, fighter.ace, die)),
        _ => return None,
    };
    let rule = if third { "14.41" } else { "24.25" };
    let text = format!("attacks again {} %, else withdraws", tenths * 10);
    Some(prospect("attacks again", tenths, text, &[rule]))
}

/// The counterattack as far as it is known: the sum, the row, and what may come [14.2]. While boats are asked whether they
/// attack again it is that of the re-attack: it adds 1 to the die, and ships in port are awake [14.4], [14.18].
pub(in crate::scene) fn counterattack(
    view: View<'_>,
    battle: &Battle,
    hand: Hand,
) -> Vec<Prospect> {
    let again = matches!(battle.stage, Stage::Deciding(_) | Stage::Shifting(_));
    let round = battle.round + u8::from(again);
    let t = view.tables();
    let fighter = battle.fighter(hand);
    if fighter.lane.is_none() {
        return Vec::new();
    }
    let difference = battle.pressure_in(t, hand, round);
    let sum = format!(
        "escorts known {}, red boxes and general ASW {:+}, less defence {}{}: {difference:+}",
        battle.hunting_asw(t, hand, round).decimal(),
        battle.watch,
        fighter.defence,
        match (fighter.ace, fighter.green) {
            (0, 0) => String::new(),
            (ace, green) => format!(", ace {ace}, new crew -{green}"),
        },
    );
    let mut all = vec![remark("Counterattack so far", sum, &["14.2"])];
    let Some(row) = t.combat.counter_row(difference) else {
        all.push(remark(
            "Row",
            "none: no counterattack".to_owned(),
            &["14.2"],
        ));
        return all;
    };
    let added = i16::from(fighter.damage) + i16::from(round > 1) + i16::from(fighter.spotted);
    let result =
        |die: u8| hunters::result(t, difference, i16::from(die) + added).unwrap_or(Harm::None);
    let count = |harm| faces(|die| result(die) == harm);
    let (from, to) = (row.difference.start(), row.difference.end());
    let fatal = fatal(t, fighter.victim(), battle.site.weather);
    let lost: u16 = (0..FACES).map(|die| lost(result(die), fatal)).sum();
    let marker = match fatal {
        0 => String::new(),
        _ => format!("; one more marker sinks {fatal} % [18.1]"),
    };
    let told = results(count, 10);
    let text = format!("row {from} to {to}, die {added:+}: {told}{marker}");
    all.push(super::share(
        "Sunk by it",
        f64::from(lost) / 10_000.0,
        text,
        &["14.2", "18.1"],
    ));
    all
}

/// Chances in a hundred that one more marker sinks the boat, by the two dice that it may take [18.1], [18.2], [7.41].
fn fatal(t: &Tables, victim: Victim, weather: Weather) -> u16 {
    let sinks = |dice: &u32| {
        let chance = &mut Chance::scripted([dice / 10, dice % 10]);
        damage::take(t, victim, weather, chance, &mut Log::off()) == Hurt::Sunk
    };
    (0..100).filter(sinks).count() as u16
}

/// Chances in a thousand that a result loses the boat, if one more marker sinks her so often in a hundred [14.2], [18.1].
fn lost(harm: Harm, fatal: u16) -> u16 {
    match harm {
        Harm::None | Harm::Spotted | Harm::Return => 0,
        Harm::Damaged | Harm::DamagedReturn => fatal * 10,
        Harm::Sevens | Harm::Fours => hunters::sinks_from(harm).map_or(0, |from| {
            let dice = (0..FACES).map(|die| lost(hunters::second(from, die), fatal));
            dice.sum::<u16>() / u16::from(FACES)
        }),
        Harm::Sunk => 1000,
    }
}
