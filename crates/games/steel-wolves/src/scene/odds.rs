//! What an answer may lead to, counted over the faces of the die.

use super::words;
use crate::activity::Colour;
use crate::choice::Choice;
use crate::combat::{Act, Stage};
use crate::search;
use crate::sequence::Step;
use crate::view::View;
use derbyhouse_scene::Prospect;

fn prospect(label: &str, tenths: i16, text: String, rules: &[&str]) -> Prospect {
    Prospect {
        label: label.to_owned(),
        share: Some(f64::from(tenths.clamp(0, 10)) / 10.0),
        text,
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
    }
}

pub(crate) fn outlook(view: View<'_>, choice: &Choice) -> Vec<Prospect> {
    match choice {
        Choice::Search | Choice::Again => searching(view),
        Choice::Halt(_) | Choice::OpenSea | Choice::Govern(_) | Choice::Into(_) => {
            sailing(view, choice)
        }
        Choice::Pick(boat) if view.step() == Some(Step::Call) => joining(view, *boat),
        Choice::Battle(act) => fighting(view, *act),
        _ => Vec::new(),
    }
}

/// What a search may find [13.21].
fn searching(view: View<'_>) -> Vec<Prospect> {
    let Some((modifier, chart, zone)) = view.search() else {
        return Vec::new();
    };
    let mut faces = [0i16; 5];
    for die in 0..10 {
        let (_, colour) = search::found(chart, die + i16::from(modifier), zone);
        faces[colour.index()] += 1;
    }
    let rich = Colour::ALL
        .into_iter()
        .rev()
        .filter(|colour| faces[colour.index()] > 0);
    rich.map(|colour| {
        let tenths = faces[colour.index()];
        let what = match colour {
            Colour::White => "nothing",
            Colour::Green | Colour::Orange => "little: ships alone, small convoys",
            Colour::Blue | Colour::Red => "much: large convoys",
        };
        let text = format!(
            "{colour} {}: {what} (die {modifier:+})",
            words::percent(tenths)
        );
        prospect(colour.id(), tenths, text, &["13.21"])
    })
    .collect()
}

/// The Transit Event check that a move would end in [19.1].
fn sailing(view: View<'_>, choice: &Choice) -> Vec<Prospect> {
    let Some((modifier, threshold)) = view.check_after(choice) else {
        return Vec::new();
    };
    let tenths = (10 - (i16::from(threshold) - i16::from(modifier))).clamp(0, 10);
    let text = format!(
        "Transit Event {}: die {modifier:+} against {threshold}",
        words::percent(tenths)
    );
    vec![prospect("Transit Event", tenths, text, &["19.1"])]
}

/// A try to join the pack [24.1].
fn joining(view: View<'_>, boat: crate::fleet::BoatId) -> Vec<Prospect> {
    use crate::wolfpack::Join;
    let Some(attempt) = view.attempt(boat) else {
        return Vec::new();
    };
    let t = view.tables();
    let count = |wanted: Join| {
        let faces = (0..10).filter(|die| attempt.outcome(t, *die) == wanted);
        faces.count() as i16
    };
    let modifier = attempt.modifier(t);
    [(Join::Joins, "joins"), (Join::Late, "joins late")]
        .into_iter()
        .map(|(join, label)| {
            let tenths = count(join);
            let text = format!("{label} {} (die {modifier:+})", words::percent(tenths));
            prospect(label, tenths, text, &["24.1"])
        })
        .collect()
}

/// What a shot would need, with the points that it would have [14.15], [14.16].
fn fighting(view: View<'_>, act: Act) -> Vec<Prospect> {
    let t = view.tables();
    let Some(battle) = view.battle() else {
        return Vec::new();
    };
    let Some(hand) = super::battle::asked(battle.stage) else {
        return Vec::new();
    };
    let (slot, points) = match (act, battle.stage) {
        (Act::Points(slot, points), _) => (slot, points),
        (Act::Attack(slot), Stage::Hunting(_)) => (slot, battle.attack_value(t, hand)),
        (Act::Attack(slot), _) => (slot, battle.slots[slot.index()].points),
        (Act::GoOn, _) => {
            let against = battle.pressure(t, hand);
            return vec![Prospect {
                label: "counterattack".to_owned(),
                share: None,
                text: format!("Counterattack at {against:+} with the escorts that are known"),
                rules: vec!["14.2".to_owned()],
            }];
        }
        _ => return Vec::new(),
    };
    if points == 0 {
        return Vec::new();
    }
    let green = i16::from(battle.fighter(hand).green);
    let need = battle.need(t, hand, slot, points) - green;
    let tenths = (need + 1).clamp(0, 10);
    let known = if battle.up.has(slot) {
        ""
    } else {
        ", if it is as weak as can be"
    };
    let text = format!("hits {} (0 to {need}{known})", words::percent(tenths));
    vec![prospect("hit", tenths, text, &["14.16"])]
}
