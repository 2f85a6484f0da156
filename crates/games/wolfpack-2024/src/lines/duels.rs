//! Boats against escorts, in words.

use super::{Told, escort_name};
use crate::duels::Field;
use crate::event::Event;
use crate::tables::Tables;

pub(super) fn told(t: &Tables, event: &Event) -> Option<Told> {
    Some(match event {
        Event::FiresAtEscort {
            boat,
            tube,
            kind,
            escort,
        } => {
            let text = format!(
                "{boat} fires tube {tube}, a {kind}, at {}",
                escort_name(t, *escort)
            );
            (text, &["60.escort_range"], vec![])
        }
        Event::EscortCheck {
            shot,
            d10,
            total,
            to_hit,
            hit,
        } => {
            let so = if *hit { "hits" } else { "misses" };
            let name = escort_name(t, shot.escort);
            let text = format!(
                "The torpedo of {} {so} {name}: {total}, needs {to_hit}",
                shot.boat
            );
            let rules: &[&str] = match shot.field {
                Field::Approach => &["53.to_hit_fast"],
                Field::Attack => &["60.escort_to_hit"],
            };
            (text, rules, vec![*d10])
        }
        Event::EscortStruck { shot, explodes } => {
            let so = if *explodes { "An explosion" } else { "A dud" };
            let text = format!("{so} at {}", escort_name(t, shot.escort));
            (text, &["26.detonation_by_era_type"], vec![])
        }
        Event::EscortHit { shot, removed } => {
            let so = if *removed {
                "is out of the fight"
            } else {
                "is hardly scratched"
            };
            let rules: &[&str] = match shot.field {
                Field::Approach => &["53.removed_xp"],
                Field::Attack => &["60.escort_removed_xp"],
            };
            (
                format!("{} {so}", escort_name(t, shot.escort)),
                rules,
                vec![],
            )
        }
        Event::Wasted {
            boat,
            escort,
            torpedoes,
        } => {
            let what = if *torpedoes == 1 {
                "A torpedo".to_owned()
            } else {
                format!("{torpedoes} torpedoes")
            };
            let text = format!(
                "{what} of {boat} at {}, which is gone",
                escort_name(t, *escort)
            );
            (text, &["60.several_attackers"], vec![])
        }
        Event::TurnsOn {
            escort,
            boat,
            on_top,
        } => {
            let so = if *on_top { "runs down" } else { "turns on" };
            (
                format!("{} {so} {boat}", escort_name(t, *escort)),
                &["60.escort_reaction"],
                vec![],
            )
        }
        _ => return None,
    })
}
