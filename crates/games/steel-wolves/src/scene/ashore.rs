//! Base displays as lanes: who stands in which box, and what is needed to leave it [9.0], [10.0].

use super::sheets::sheet;
use super::{odds, words};
use crate::boat::{Place, Submarine};
use crate::geography::{Base, Node};
use crate::ready::Stand;
use crate::view::View;
use derbyhouse_scene::{Lies, Part, Sheet, Slot, Tone};

pub(super) fn sheets(view: View<'_>) -> impl Iterator<Item = Sheet> + '_ {
    let active = Base::ALL
        .into_iter()
        .filter(move |base| view.bases().contains(base));
    let major = active.map(move |base| of_base(view, base));
    let forward = view.war().forward.iter().map(move |forward| {
        let name = words::zone(view.tables(), forward.zone);
        // The four boxes of a tender, which mends nothing [21.22], [21.23].
        let boxes = [Stand::WorkUp, Stand::InPort, Stand::Pierside, Stand::Ready];
        let slots = boxes.map(|stand| slot(view, stand, Place::Forward(forward.zone, stand)));
        let here = |boat: &&Submarine| matches!(boat.place, Place::Forward(zone, _) if zone == forward.zone);
        let note = format!(
            "{} of {} places taken [21.22]; Work Up 0–{} [9.3]",
            view.boats().iter().filter(here).count(),
            forward.capacity,
            view.tables().tracks.1.work_up
        );
        let note = note + &aircraft(view, Node::Forward(forward.zone));
        display(
            &format!("forward-{}", forward.zone),
            name,
            note,
            slots.into(),
        )
    });
    major.chain(forward)
}

fn of_base(view: View<'_>, base: Base) -> Sheet {
    let slots: Vec<Slot> = Stand::ALL
        .into_iter()
        .map(|stand| slot(view, stand, Place::Base(base, stand)))
        .collect();
    let ready = view
        .boats()
        .iter()
        .filter(|boat| boat.place == Place::Base(base, Stand::Ready))
        .count();
    let room = view.repair_room(base);
    let track = &view.tables().tracks.0[base.index()];
    let repair = track.repair.map_or(String::new(), |boxes| {
        let numbers: Vec<String> = boxes.iter().map(|number| format!("0–{number}")).collect();
        format!("; repair boxes {} [10.0]", numbers.join(", "))
    });
    let note = format!(
        "{ready} ready; repair places free {} [10.1]; Work Up 0–{} [9.3]{repair}",
        room.max(0),
        track.work_up
    );
    let note = note + &aircraft(view, Node::Base(base));
    display(base.id(), words::base(view.tables(), base), note, slots)
}

/// Aircraft that stand at a base, and where they fly this week [7.5], [7.54].
fn aircraft(view: View<'_>, at: Node) -> String {
    let t = view.tables();
    let here = view.war().aircraft.iter().filter(|one| one.base == at);
    let names: Vec<String> = here
        .map(|one| {
            let name = &t.submarines.aircraft[usize::from(one.plane)].name;
            match one.over {
                Some(area) => format!("{name} over {}", words::area(t, area)),
                None => name.clone(),
            }
        })
        .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!("; aircraft {} [7.5]", names.join(", "))
    }
}

fn display(id: &str, title: &str, note: String, slots: Vec<Slot>) -> Sheet {
    let part = Part::Slots {
        title: String::new(),
        slots,
    };
    sheet(&format!("base-{id}"), title, note, Lies::Folded, vec![part])
}

fn slot(view: View<'_>, stand: Stand, place: Place) -> Slot {
    let (label, tone, about) = match stand {
        Stand::WorkUp => ("Work Up", Tone::Plain, "Just in; rolls for In Port [9.3]."),
        Stand::InPort => ("In Port", Tone::Plain, "Rolls against its readiness [9.2]."),
        Stand::Pierside => ("Pierside", Tone::Plain, "Rolls for Ready for Sea [9.1]."),
        Stand::Ready => ("Ready", Tone::Good, "May sail [9.0]."),
        Stand::Repair1 => ("Repair 1", Tone::Warn, "Rolls to be mended [10.0]."),
        Stand::Repair2 => ("Repair 2", Tone::Warn, "Rolls for box 1 [10.0]."),
        Stand::Repair3 => ("Repair 3", Tone::Warn, "Rolls for box 2 [10.0]."),
        Stand::Hold => (
            "Hold",
            Tone::Bad,
            "Waits for a place on the repair track [10.2].",
        ),
    };
    let here = |boat: &&Submarine| boat.place == place;
    let boats = view.boats().iter().filter(here);
    let lines: Vec<String> = boats
        .map(|boat| {
            let ace = boat.ace.map_or("", |_| " ★");
            let name = words::boat(view.tables(), boat.id);
            match odds::weeks_to_ready(view, boat) {
                Some((tenths, weeks)) if weeks > 0.0 => {
                    format!("{name}{ace} {} % ≈{weeks:.1} w", tenths * 10)
                }
                _ => format!("{name}{ace}"),
            }
        })
        .collect();
    Slot {
        label: format!("{label} {}", lines.len()),
        tone: if lines.is_empty() { Tone::Off } else { tone },
        lines,
        about: about.to_owned(),
    }
}
