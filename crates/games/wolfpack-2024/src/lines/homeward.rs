//! Replacements, stragglers and the way home, in words.

use super::{Told, ship};
use crate::event::Event;
use crate::tables::Tables;

pub(super) fn told(t: &Tables, event: &Event) -> Option<Told> {
    Some(match event {
        Event::Replaces { boat } => (
            format!("Another boat takes the place of {boat}"),
            &["67.replacement_boat"],
            vec![],
        ),
        Event::ReplacementLost { boat, pulls, vp } => {
            let text = format!("{boat} was a replacement: {vp} victory points lost");
            (text, &["69.replacement_lost"], pulls.to_vec())
        }
        Event::HuntsStraggler {
            boat,
            tile,
            range,
            d10,
            sunk,
            vp,
        } => {
            let so = if *sunk {
                format!("sinks her: {vp} points")
            } else {
                "does not find her".to_owned()
            };
            let text = format!(
                "{boat} hunts {}, {range} turns off, and {so}",
                ship(t, *tile)
            );
            (text, &["68.straggler_roll"], vec![*d10])
        }
        Event::HomeEvent { boat, event } => {
            let text = format!(
                "{boat} on the way home: {}",
                t.campaign.home[event.index()].text
            );
            (text, &["68.home_event"], vec![])
        }
        Event::Avoids { boat } => (
            format!("{boat} pays a tactical point and is spared"),
            &["68.home_event_1_tp"],
            vec![],
        ),
        _ => return None,
    })
}
