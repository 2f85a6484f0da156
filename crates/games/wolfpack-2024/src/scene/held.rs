//! A result that lies on the table and may still be pulled again, told with its arithmetic.

use super::offers::heading;
use crate::boats::Letter;
use crate::convoy::BoxState;
use crate::sequence::Held;
use crate::ships::{ShipResult, Size};
use crate::view::View;

/// What the result is, in a sentence.
pub(super) fn sentence(view: View<'_>, letter: Letter, held: &Held) -> String {
    let t = view.tables();
    let told = match held {
        Held::Entry(d10) => {
            let enters = t.movement.transition(view.turn()).has(*d10);
            let so = if enters {
                "she must enter"
            } else {
                "she stays"
            };
            format!("a {d10}: {so}.")
        }
        Held::Hit(salvo, torpedo, d10, _) => view.hit_check(salvo, torpedo, *d10),
        Held::Missed(_, next, d10) => {
            format!("a {d10} at {next}, and it takes {}.", t.firing.missed_needs)
        }
        Held::Solution(target, card) => match view.solution(letter, *target, *card) {
            Some(value) => format!("{value:+} for {target}."),
            None => format!("none for {target}."),
        },
        Held::Detonation(torpedo, target, card) => {
            let explodes =
                t.cards.detonation[usize::from(*card)].explodes(view.era(), torpedo.kind);
            let so = if explodes { "it explodes" } else { "a dud" };
            format!("{so} at {target}.")
        }
        Held::AswCard(barrage, card) => {
            match t.cards.asw[usize::from(*card)].hit(barrage.row, barrage.hold) {
                Some(severity) => format!("a hit, {} levels.", severity.levels()),
                None => "no hit.".to_owned(),
            }
        }
        Held::Evasion(_, card) => {
            let evades = t.cards.battle[usize::from(*card)].evade;
            let so = if evades { "she evades" } else { "it holds on" };
            format!("{so}.")
        }
        Held::Damage(_, target, card) => {
            let at = view.convoy().find(|(space, _)| space == target);
            let size = match at {
                Some((_, BoxState::Ship(tile, _))) => t.tile(tile).size,
                _ => None,
            };
            let size = size.unwrap_or(Size::Medium);
            match t.cards.detonation[usize::from(*card)].ship[size.index()] {
                ShipResult::Superficial => "no harm done.".to_owned(),
                ShipResult::Damaged => "damaged.".to_owned(),
                ShipResult::Sunk => "sunk.".to_owned(),
            }
        }
        Held::Survival(d10) | Held::Repair(_, _, _, d10) => format!("a {d10}."),
        _ => "the card lies on the table.".to_owned(),
    };
    format!("{} {told}", heading(held.pull()))
}
