//! How events read.

mod combat;
mod war;
mod week;

use crate::displays::Contact;
use crate::event::Event;
use crate::harm::Blow;
use crate::tables::{Role, Tables};
use crate::units::Counter;
use derbyhouse_scene::{Cue, Line};

/// An event as a line with its rules and dice.
pub(crate) fn line(t: &Tables, event: &Event) -> Line {
    crate::reckoning::line(t, event)
        .or_else(|| combat::combat(t, event))
        .or_else(|| week::week(t, event))
        .unwrap_or_else(|| war::strategic(t, event))
}

fn plain(event: &Event, text: String, rule: &str, dice: &[u8]) -> Line {
    Line {
        text,
        rules: vec![rule.to_owned()],
        dice: dice.to_vec(),
        cue: cue(event),
        ..Line::default()
    }
}

/// What is added to a die; nothing if it is nothing.
fn added(modifier: i16) -> String {
    match modifier {
        0 => String::new(),
        modifier => format!(" {modifier:+}"),
    }
}

fn heading(event: &Event, text: String) -> Line {
    Line {
        text,
        heading: true,
        cue: cue(event),
        ..Line::default()
    }
}

/// Where whoever tells what happened stops for a moment.
fn cue(event: &Event) -> Option<Cue> {
    match event {
        Event::Found { contact, .. } if *contact != Contact::None => Some(Cue::Contact),
        Event::EnemySubmarine { .. } | Event::Night { .. } => Some(Cue::Contact),
        Event::Struck { blow, .. } if *blow != Blow::None => Some(Cue::Hit),
        Event::Damaged { .. } => Some(Cue::Hit),
        Event::Lost { .. } => Some(Cue::Loss),
        Event::Arrived { .. } | Event::GameOver => Some(Cue::End),
        _ => None,
    }
}

/// A name from a table as people read it.
fn titled(id: &str) -> String {
    let words = id.split('_').map(|word| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| {
            first.to_uppercase().chain(letters).collect()
        })
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What a counter is, for people.
pub(crate) fn piece_name(t: &Tables, counter: Counter) -> String {
    let piece = t.ships.piece(counter);
    match piece.role {
        Role::CombatEvent => "a Combat Event".to_owned(),
        Role::DrawLiner => "a liner to be drawn".to_owned(),
        Role::Unit(unit) => {
            let values = t.ships.unit(unit);
            format!(
                "{} {} ({}, {}t)",
                piece.kind,
                values.class,
                titled(piece.nation.id()),
                piece.tons
            )
        }
    }
}
