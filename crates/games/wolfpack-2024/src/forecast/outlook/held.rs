//! A result on the table: what another pull may bring. The first result is known, so keeping it needs no odds.

use super::prospect;
use crate::boat::Boat;
use crate::boats::Letter;
use crate::choice::Part;
use crate::convoy::BoxState;
use crate::forecast::{d10, hunt, perils, share, torpedoes};
use crate::position::Torpedo;
use crate::sequence::Held;
use crate::ships::Size;
use crate::torpedoes::{Salvo, hits_next};
use crate::view::View;
use derbyhouse_scene::Prospect;

pub(super) fn pulled_again(
    view: View<'_>,
    letter: Letter,
    boat: &Boat,
    held: &Held,
    part: Part,
) -> Vec<Prospect> {
    let t = view.tables();
    let (label, chance, rule) = match held {
        Held::Entry(_) => ("Enters", perils::enters(t, view.turn()), "31.entry_d10"),
        Held::Solution(target, card) => {
            let Some((space, _)) = boat.attack() else {
                return Vec::new();
            };
            let now = view.solution(letter, *target, *card);
            let (light, range) = (view.conditions().light(), space.range(*target));
            let modifier = boat.tdc_modifier(&t.tdc);
            let chances = torpedoes::solutions(t, light, range, modifier, false);
            let of = |so: &dyn Fn(i8) -> bool| -> f64 {
                let those = chances.iter().filter(|(value, _)| so(*value));
                those.map(|(_, share)| share).sum()
            };
            let better = of(&|value| now.is_none_or(|now| value > now));
            let worse = of(&|value| now.is_some_and(|now| value < now));
            return vec![
                prospect("Better", better, &["38.tdc_value"]),
                prospect("Worse", worse, &["5.repull_second_stands"]),
            ];
        }
        Held::Hit(salvo, torpedo, d10, _) => (
            "Hits",
            hit_again(view, salvo, torpedo, *d10, part),
            "25.hit_total",
        ),
        Held::Missed(..) => (
            "Hits",
            d10(t, |d10| hits_next(t, d10)),
            "27.missed_needs_10",
        ),
        Held::Detonation(torpedo, ..) => {
            let explodes =
                |card: &crate::cards::DetonationCard| card.explodes(view.era(), torpedo.kind);
            (
                "Explodes",
                share(&t.cards.detonation, explodes),
                "26.detonation_by_era_type",
            )
        }
        Held::Damage(_, target, _) => {
            let state = view.convoy().find(|(space, _)| space == target);
            let Some((_, BoxState::Ship(tile, damaged))) = state else {
                return Vec::new();
            };
            let size = t.tile(tile).size.unwrap_or(Size::Medium);
            (
                "Sinks",
                torpedoes::sinking_card(t, size, damaged),
                "26.ship_damage",
            )
        }
        Held::BoatDamage(severity, _) => {
            let damage = |card: &crate::cards::DetonationCard| card.boat[severity.index()].clone();
            return vec![
                prospect(
                    "No flooding",
                    share(&t.cards.detonation, |card| damage(card).flood == 0),
                    &["51.flood"],
                ),
                prospect(
                    "Catastrophe",
                    share(&t.cards.detonation, |card| damage(card).catastrophic),
                    &["51.catastrophic"],
                ),
            ];
        }
        Held::AswCard(barrage, _) => (
            "Misses",
            1.0 - hunt::card_hits(t, barrage.row, barrage.hold),
            "50.row_and_column",
        ),
        Held::Evasion(..) => {
            // The second pull is one card, whatever the first was [42.evasion].
            ("Shakes it off", hunt::evaded(t, false), "42.evasion")
        }
        Held::Survival(_) => {
            let holds = view.holders(letter).filter_map(|escort| escort.contact);
            let best = holds.map(|contact| contact.hold).min();
            let Some(best) = best else { return Vec::new() };
            (
                "Survives",
                super::survival(view, boat, best),
                "55.survival_results",
            )
        }
        Held::Repair(section, site, assisted, _) => (
            "Succeeds",
            perils::repaired(t, boat, *section, *site, *assisted),
            "61.repair_roll",
        ),
        Held::EscortCheck(shot, card, number) => {
            let chance = match part {
                Part::ToHit => {
                    let cards = 0..crate::cards::CARDS as u8;
                    let hits = cards.filter(|card| view.hits_escort(shot, *card, *number));
                    hits.count() as f64 / crate::cards::CARDS as f64
                }
                _ => d10(t, |d10| view.hits_escort(shot, *card, d10)),
            };
            ("Hits", chance, "60.escort_to_hit")
        }
        Held::EscortDetonation(shot, _) => {
            let explodes =
                |card: &crate::cards::DetonationCard| card.explodes(view.era(), shot.kind);
            (
                "Explodes",
                share(&t.cards.detonation, explodes),
                "26.detonation_by_era_type",
            )
        }
        Held::EscortDamage(..) => {
            let removed = |card: &crate::cards::DetonationCard| {
                crate::duels::removes(card.ship[Size::Medium.index()])
            };
            (
                "Put out of the game",
                share(&t.cards.detonation, removed),
                "60.escort_removed_xp",
            )
        }
    };
    vec![prospect(label, chance, &[rule])]
}

/// Chance to hit if one card of a hit check is changed; two cards of one deck are different (R15).
fn hit_again(view: View<'_>, salvo: &Salvo, torpedo: &Torpedo, now: u8, part: Part) -> f64 {
    let t = view.tables();
    let hit = |salvo: &Salvo, d10: u8| view.hits(salvo, torpedo, d10);
    let over = |change: &dyn Fn(&mut Salvo, u8), other: Option<u8>| {
        let cards = (0..crate::cards::CARDS as u8).filter(|card| Some(*card) != other);
        let (mut ways, mut all) = (0, 0);
        for card in cards {
            let mut changed = *salvo;
            change(&mut changed, card);
            all += 1;
            ways += u32::from(hit(&changed, now));
        }
        f64::from(ways) / f64::from(all.max(1))
    };
    match part {
        Part::D10 => d10(t, |d10| hit(salvo, d10)),
        Part::ToHit => over(&|salvo, card| salvo.to_hit = card, None),
        Part::Size => over(&|salvo, card| salvo.size = card, Some(salvo.angle)),
        Part::Angle => over(&|salvo, card| salvo.angle = card, Some(salvo.size)),
    }
}
