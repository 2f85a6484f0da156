//! Results on the table: when a tactical point is well spent on another pull, points 5 and 25.

use super::Advice;
use super::staff::Staff;
use crate::boat::Boat;
use crate::boats::Letter;
use crate::choice::{Choice, Part};
use crate::crew::Severity;
use crate::forecast::outlook_of;
use crate::position::Torpedo;
use crate::repair::Site;
use crate::sequence::Held;
use crate::space::Space;
use crate::view::View;

/// What a tactical point is worth in points of victory: more while the hunt is still to come, and the last one is kept
/// for the way home.
fn worth_of_point(view: View<'_>, boat: &Boat) -> f64 {
    match boat.tp {
        0 | 1 => 9.0,
        2 if view.turn() < 18 => 1.6,
        2 => 1.0,
        3 | 4 if view.turn() < 18 => 0.9,
        _ => 0.5,
    }
}

/// Points that a hit on a ship brings.
fn value(view: View<'_>, staff: &Staff, torpedo: &Torpedo, target: Space) -> f64 {
    let ships = staff.ships(view);
    let ship = ships.iter().find(|ship| ship.space == target);
    ship.map_or(0.0, |ship| {
        let sure = ship.pending.and(1.0, staff.effect(torpedo.kind, ship.size));
        ship.points(sure) - ship.points(ship.pending)
    })
}

/// Keep, or pull again: what another pull gains against what a point is worth.
pub(super) fn held(
    view: View<'_>,
    staff: &Staff,
    letter: Letter,
    boat: &Boat,
    held: &Held,
    choices: &[Choice],
) -> Advice {
    let price = worth_of_point(view, boat);
    let best = choices.iter().filter_map(|choice| {
        let Choice::Repull(part) = *choice else {
            return None;
        };
        Some((gain(view, staff, letter, boat, held, part), *choice))
    });
    let best = best.max_by(|(a, _), (b, _)| a.total_cmp(b));
    match best {
        Some((gain, choice)) if gain >= price => {
            Advice::new(choice, "Another pull is worth the point.")
                .weighing("points gained", gain)
                .weighing("worth of the point", price)
        }
        other => Advice::new(Choice::Keep, "The point is worth more than another pull.")
            .weighing("points gained", other.map_or(0.0, |(gain, _)| gain))
            .weighing("worth of the point", price),
    }
}

/// What another pull gains, in points; life and death count beyond all points.
fn gain(
    view: View<'_>,
    staff: &Staff,
    letter: Letter,
    boat: &Boat,
    held: &Held,
    part: Part,
) -> f64 {
    let chance = outlook_of(view, letter, Choice::Repull(part));
    let t = view.tables();
    match held {
        Held::Entry(_) | Held::EscortCheck(..) => 0.0,
        Held::EscortDetonation(..) | Held::EscortDamage(..) => 1.0 * chance,
        Held::Solution(target, card) => match view.solution(letter, *target, *card) {
            Some(now) if now < 0 => 0.4 * chance,
            _ => 0.0,
        },
        Held::Hit(_, torpedo, ..) => chance * value(view, staff, torpedo, torpedo.target),
        Held::Missed(torpedo, next, _) => chance * value(view, staff, torpedo, *next),
        Held::Detonation(torpedo, target, _) => chance * value(view, staff, torpedo, *target),
        Held::Damage(_, target, _) => {
            let ships = staff.ships(view);
            let ship = ships.iter().find(|ship| ship.space == *target);
            ship.map_or(0.0, |ship| 0.5 * chance * ship.vp)
        }
        Held::BoatDamage(severity, card) => {
            let damage = &t.cards.detonation[usize::from(*card)].boat[severity.index()];
            let room = t
                .board
                .flood_sinks(boat.kind)
                .saturating_sub(boat.flood.level);
            if damage.catastrophic
                || damage.flood >= room
                || boat.fire.level + damage.fire >= t.board.fire_sinks
            {
                return 20.0;
            }
            let worse = f64::from(damage.flood) * 0.5 + f64::from(damage.fire) * 0.8;
            worse * if boat.flood.level >= 3 { 1.5 } else { 1.0 }
        }
        Held::AswCard(barrage, card) => {
            let hit = t.cards.asw[usize::from(*card)].hit(barrage.row, barrage.hold);
            let harm = match hit {
                Some(Severity::Heavy) => 2.2,
                Some(Severity::Medium) => 1.2,
                Some(Severity::Light) => 0.5,
                None => 0.0,
            };
            chance * harm * if boat.flood.level >= 3 { 1.6 } else { 1.0 }
        }
        Held::Evasion(..) => 1.5 * chance,
        Held::Survival(_) => 20.0,
        Held::Repair(_, site, ..) => match site {
            Site::Fire if boat.fire.level >= 2 => 12.0 * chance,
            Site::Flooding if boat.flood.level >= 5 => 8.0 * chance,
            Site::Fire | Site::Flooding => 0.8 * chance,
            _ => 0.2 * chance,
        },
    }
}
