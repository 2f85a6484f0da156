//! What boats and crews do and suffer, in words.

use super::{Told, loss};
use crate::boat::Place;
use crate::event::Event;
use crate::tables::ScuttleResult;

/// What boats do.
pub(super) fn told(event: &Event) -> Option<Told> {
    Some(match event {
        Event::EntryCheck { boat, d10, enters } => {
            let so = if *enters {
                "must enter the Attack map"
            } else {
                "stays on the Approach map"
            };
            (format!("{boat} {so}"), &["31.entry_d10"], vec![*d10])
        }
        Event::Enters {
            boat,
            space,
            facing,
            depth,
        } => {
            let text =
                format!("{boat} enters the Attack map at {space}, facing {facing}, depth {depth}");
            (text, &["31.entry_spaces"], vec![])
        }
        Event::DraggedDown { boat, to } => (
            format!("{boat} is dragged down to {to}"),
            &["28.forced_descent"],
            vec![],
        ),
        Event::CrushTest { boat, implodes, .. } => {
            let so = if *implodes {
                "implodes"
            } else {
                "groans, and holds"
            };
            (format!("{boat} {so}"), &["28.crush_colour"], vec![])
        }
        Event::DropsOut { boat, d10 } => (
            format!("{boat} is deaf and loses the convoy"),
            &["63.hydrophone_drop_out"],
            vec![*d10],
        ),
        Event::Runs { boat, silent } => {
            let how = if *silent { "silent" } else { "operational" };
            (format!("{boat} runs {how}"), &["29.running_state"], vec![])
        }
        Event::Rises { boat, to } => (
            format!("{boat} blows her tanks: up to {to}"),
            &["35.blow_rise"],
            vec![],
        ),
        Event::Scuttles { boat, d10, result } => {
            let so = match result {
                ScuttleResult::Captured => "she is captured",
                ScuttleResult::Lost => "she goes down with her crew",
                ScuttleResult::Saved => "her crew is saved",
            };
            (
                format!("{boat} is abandoned: {so}"),
                &["29.scuttle_table"],
                vec![*d10],
            )
        }
        Event::ChangesDepth { boat, from, to } => (
            format!("{boat} goes from {from} to {to}"),
            &["30.rate_vii"],
            vec![],
        ),
        Event::Turns { boat, to } => (format!("{boat} turns {to}"), &["33.free_turn"], vec![]),
        Event::Moves { boat, to } => (
            format!("{boat} goes to {}", place(*to)),
            &["34.submerged_one"],
            vec![],
        ),
        Event::Leaves { boat, turn } => (
            format!("{boat} leaves the patrol on turn {turn}"),
            &["36.disengage_to_track"],
            vec![],
        ),
        Event::Lost { boat, how } => (
            format!("{boat} is lost: {}", loss(*how)),
            &["24.four_ways_sunk"],
            vec![],
        ),
        Event::Spots { boat, spaces } => (
            format!("{boat} spots {} boxes of the convoy", spaces.len()),
            &["37.spot"],
            vec![],
        ),
        Event::Readies { boat, tube } => (
            format!("Tube {tube} of {boat} is ready"),
            &["58.steps"],
            vec![],
        ),
        Event::Loads {
            boat,
            tube,
            torpedo,
        } => (
            format!("{boat} loads a {torpedo} into tube {tube}"),
            &["58.same_end_and_type"],
            vec![],
        ),
        Event::Computes {
            boat,
            target,
            range,
            value: Some(value),
        } => (
            format!("{boat} computes {target} at {range}: {value:+}"),
            &["38.tdc_value"],
            vec![],
        ),
        Event::Computes {
            boat,
            target,
            value: None,
            ..
        } => (
            format!("{boat} finds no solution for {target}"),
            &["38.tdc_value"],
            vec![],
        ),
        Event::Stores {
            boat,
            target,
            value,
            tubes,
        } => (
            format!("Tubes {tubes} of {boat}: {target} at {value:+}"),
            &["38.tdc_improve"],
            vec![],
        ),
        _ => return crew_told(event),
    })
}

/// What boats and crews suffer, and do about it.
fn crew_told(event: &Event) -> Option<Told> {
    let so = |success: bool| if success { "succeeds" } else { "fails" };
    Some(match event {
        Event::BoatHit { boat, severity, .. } => {
            let how = ["light", "medium", "heavy"][severity.index()];
            (
                format!("{boat} takes {how} damage"),
                &["51.levels_add"],
                vec![],
            )
        }
        Event::Hurt {
            boat,
            man,
            levels,
            d10,
        } => (
            format!("{boat}: {man} takes {levels} wound levels"),
            &["51.crew_wound"],
            vec![*d10],
        ),
        Event::Repairs {
            boat,
            section,
            site,
            d10,
            total,
            success,
        } => {
            let text = format!(
                "{boat}: {section} at the {site} {} with {total}",
                so(*success)
            );
            (text, &["61.repair_roll"], vec![*d10])
        }
        Event::Heals {
            boat,
            healer,
            patient,
            d10,
            total,
            success,
        } => {
            let text = format!(
                "{boat}: {healer} treats {patient} and {} with {total}",
                so(*success)
            );
            (text, &["64.heal_numbers"], vec![*d10])
        }
        Event::Relocates {
            boat,
            to: [bow, mid, stern],
        } => (
            format!("{boat} moves men: wounds {bow}, {mid}, {stern}"),
            &["65.relocation"],
            vec![],
        ),
        _ => return None,
    })
}

fn place(place: Place) -> String {
    match place {
        Place::Approach(at) => at.to_string(),
        Place::Attack(space, _) => space.to_string(),
        Place::Track(turn) => format!("the turn track, {turn}"),
        Place::Base => "port".to_owned(),
        Place::DrivenOff | Place::Lost(_) => "nowhere".to_owned(),
    }
}
