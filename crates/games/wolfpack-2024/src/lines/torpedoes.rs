//! What torpedoes do, in words.

use super::{Told, ship};
use crate::event::Event;
use crate::ships::ShipResult;
use crate::tables::Tables;
use crate::torpedoes::{HitCheck, sum};

/// What torpedoes do.
pub(super) fn told(t: &Tables, event: &Event) -> Told {
    match event {
        Event::Identifies { space, tile } => (
            format!("At {space}: {}", ship(t, *tile)),
            &["37.identify"],
            vec![],
        ),
        Event::Fires {
            torpedo,
            range,
            aimed,
        } => {
            let (boat, tube, kind, target) =
                (torpedo.boat, torpedo.tube, torpedo.kind, torpedo.target);
            let (modifier, turns) = (torpedo.modifier, torpedo.turns);
            let text = format!(
                "{boat} fires tube {tube}, a {kind}, at {target}: {range} spaces, {turns} to run, {modifier:+}"
            );
            (
                text,
                if *aimed {
                    &["59.range_and_turns"]
                } else {
                    &["60.unaimed"]
                },
                vec![],
            )
        }
        Event::HitCheck {
            torpedo,
            d10,
            size,
            angle,
            total,
            to_hit,
            hit,
        } => {
            let check = HitCheck {
                size: *size,
                angle: *angle,
                to_hit: *to_hit,
                total: *total,
                hit: *hit,
            };
            let sum = sum(*d10, &check, torpedo.modifier);
            let text = format!(
                "The torpedo of {} reaches {}: {sum}",
                torpedo.boat, torpedo.target
            );
            (text, &["25.hit_total"], vec![*d10])
        }
        Event::RunsOn { next, d10, hit, .. } => {
            let so = if *hit {
                "and hits the next ship"
            } else {
                "and is spent"
            };
            (
                format!("It runs on to {next} {so}"),
                &["27.missed_needs_10"],
                vec![*d10],
            )
        }
        Event::Spent { torpedo } => (
            format!(
                "A torpedo of {} finds no ship at {}",
                torpedo.boat, torpedo.target
            ),
            &["26.overkill"],
            vec![],
        ),
        Event::Detonates {
            target, explodes, ..
        } => {
            let so = if *explodes { "An explosion" } else { "A dud" };
            (
                format!("{so} at {target}"),
                &["26.detonation_by_era_type"],
                vec![],
            )
        }
        Event::ShipHit {
            tile,
            sunk: true,
            vp,
            ..
        } => (
            format!("{} sinks: {vp} points", ship(t, *tile)),
            &["26.sunk_scores"],
            vec![],
        ),
        Event::ShipHit { tile, result, .. } => {
            let so = if *result == ShipResult::Damaged {
                "damaged"
            } else {
                "hardly scratched"
            };
            (
                format!("{} is {so}", ship(t, *tile)),
                &["26.ship_damage"],
                vec![],
            )
        }
        Event::FallsBehind { tile, vp, .. } => (
            format!("{} falls behind: {vp} points", ship(t, *tile)),
            &["26.damaged_half_up_to_track"],
            vec![],
        ),
        _ => (String::new(), &[], vec![]),
    }
}
