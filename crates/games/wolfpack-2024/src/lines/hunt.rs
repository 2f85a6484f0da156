//! What escorts and the convoy do, in words.

use super::{Told, escort_name};
use crate::escorts::EscortId;
use crate::event::Event;
use crate::tables::Tables;

/// What escorts do, and what boats do about it.
pub(super) fn told(t: &Tables, event: &Event) -> Option<Told> {
    let name = |id: EscortId| escort_name(t, id);
    Some(match event {
        Event::Request { kind, space } => (
            format!("A {kind} request at {space}"),
            &["47.one_per_quadrant"],
            vec![],
        ),
        Event::Arrives { escort, at } => (
            format!("{} arrives at {at}", name(*escort)),
            &["39.assigned_timer"],
            vec![],
        ),
        Event::Searches { escort, location } => (
            format!("{} comes to search {location}", name(*escort)),
            &["40.tick_sources"],
            vec![],
        ),
        Event::FalseContact => ("A false contact".to_owned(), &["40.false_contact"], vec![]),
        Event::CrashDives { boat, to } => (
            format!("{boat} crash dives to {to}"),
            &["42.crash_dive_effect"],
            vec![],
        ),
        Event::Fitted { escort, equipment } => {
            let with = equipment.id().replace('_', " ");
            (
                format!("{} has {with}", name(*escort)),
                &["54.fitted_table"],
                vec![],
            )
        }
        Event::Assigned { escort, to, timer } => (
            format!("{} is assigned to {to}, {timer} turns", name(*escort)),
            &["43.assigned_marker"],
            vec![],
        ),
        Event::Evades {
            boat,
            escort,
            evaded,
        } => {
            let so = if *evaded { "gives way" } else { "holds on" };
            (
                format!("{boat} evades: {} {so}", name(*escort)),
                &["42.evasion"],
                vec![],
            )
        }
        Event::ContactMade {
            escort,
            boat,
            sonar,
        } => {
            let by = if *sonar { "by sonar" } else { "in sight" };
            (
                format!("{} has contact with {boat}, {by}", name(*escort)),
                &["41.lost_levels"],
                vec![],
            )
        }
        Event::ContactWeakens { escort, boat, hold } => (
            format!("{} is losing {boat}: {hold}", name(*escort)),
            &["41.lost_levels"],
            vec![],
        ),
        Event::ContactLost { escort, boat } => (
            format!("{} has lost {boat}", name(*escort)),
            &["41.lost_levels"],
            vec![],
        ),
        Event::RamCheck {
            escort,
            boat,
            d10,
            rams,
        } => {
            let so = if *rams { "rams" } else { "does not ram" };
            (
                format!("{} {so} {boat}", name(*escort)),
                &["52.ram_check"],
                vec![*d10],
            )
        }
        Event::Attacked { boat, cards } => (
            format!("{boat} is attacked: {cards} cards"),
            &["50.one_card_at_a_time"],
            vec![],
        ),
        Event::Survival {
            boat,
            d10,
            total,
            survives,
        } => {
            let so = if *survives {
                "is driven off"
            } else {
                "is hunted down"
            };
            (
                format!("{boat} falls behind under contact and {so}: {total}"),
                &["55.survival_results"],
                vec![*d10],
            )
        }
        Event::CollisionCheck {
            boat,
            d10,
            collides,
        } => {
            let so = if *collides {
                "collides with a ship"
            } else {
                "slips past a ship"
            };
            (format!("{boat} {so}"), &["56.collision"], vec![*d10])
        }
        Event::Watched { boat, seen } => {
            let so = if *seen {
                "is seen by the convoy"
            } else {
                "is not seen"
            };
            (format!("{boat} {so}"), &["57.icons"], vec![])
        }
        Event::Wake { boat, seen } => {
            let so = if *seen { "betrays her" } else { "is not seen" };
            (
                format!("The wake of a torpedo of {boat} {so}"),
                &["60.wake_by_day"],
                vec![],
            )
        }
        _ => return None,
    })
}
