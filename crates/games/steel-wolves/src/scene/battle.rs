//! The combat display: columns with what lies in them, boats in theirs, TDC markers, what a shot would need [2.4], [14.0].

use super::{odds, words};
use crate::combat::{Battle, Fate, Hand, SlotId, Stage};
use crate::displays::Lane;
use crate::view::{Shown, View};
use derbyhouse_scene::{Counter, Lane as Row, Lies, Part, Sheet, Tone};

pub(super) fn sheet(view: View<'_>) -> Option<Sheet> {
    let battle = view.battle()?;
    let columns = Lane::ALL
        .into_iter()
        .filter(|lane| battle.columns(view.tables()).lane(*lane).is_some());
    let rows = columns.map(|lane| Row {
        id: lane.to_string(),
        label: heading(view, battle, lane),
        counters: vec![boats(view, battle, Some(lane)), units(view, battle, lane)],
    });
    let outside = boats(view, battle, None);
    let beside = (!outside.is_empty()).then(|| Row {
        id: String::new(),
        label: "not in a column".to_owned(),
        counters: vec![outside, vec![]],
    });
    Some(Sheet {
        id: "battle".to_owned(),
        title: "Combat display".to_owned(),
        note: format!("round {}, straggle {}", battle.round, battle.straggle),
        seat: String::new(),
        piece: None,
        lies: Lies::OverBoard,
        parts: vec![
            Part::Lanes {
                title: String::new(),
                parties: vec!["Submarines".to_owned(), "Enemy".to_owned()],
                lanes: rows.chain(beside).collect(),
            },
            hunters(view, battle),
        ],
    })
}

fn heading(view: View<'_>, battle: &Battle, lane: Lane) -> String {
    let entry = battle
        .columns(view.tables())
        .lane(lane)
        .and_then(|values| values.entry);
    match entry {
        // The total must be more than that [14.11].
        Some(entry) => format!("{} (above {entry})", words::lane(lane)),
        None => words::lane(lane).to_owned(),
    }
}

fn boats(view: View<'_>, battle: &Battle, lane: Option<Lane>) -> Vec<Counter> {
    let here = battle.hands().filter(|hand| {
        let fighter = battle.fighter(*hand);
        fighter.lane.filter(|_| fighter.is_placed()) == lane
    });
    here.map(|hand| boat(view, battle, hand)).collect()
}

fn boat(view: View<'_>, battle: &Battle, hand: Hand) -> Counter {
    let fighter = battle.fighter(hand);
    let mut marks = Vec::new();
    let mut mark = |holds: bool, text: String| {
        if holds {
            marks.push(text);
        }
    };
    mark(asked(battle.stage) == Some(hand), "acts".to_owned());
    mark(fighter.ace > 0, format!("ace +{}", fighter.ace));
    mark(fighter.damage > 0, format!("damaged ×{}", fighter.damage));
    mark(fighter.spotted, "spotted".to_owned());
    mark(fighter.acted, "has attacked".to_owned());
    // Three ships and 23 thousand tons in one combat make an ace [14.5].
    let aces = &view.tables().aces;
    mark(
        fighter.ships > 0,
        format!(
            "{} of {} ships, {} of {} thousand tons for an ace",
            fighter.ships, aces.ships, fighter.tons, aces.tons
        ),
    );
    Counter {
        id: format!("b{}", hand.index() + 1),
        label: words::boat(view.tables(), fighter.boat).to_owned(),
        values: format!(
            "{}-{}-{}",
            fighter.attack, fighter.defence, fighter.tactical
        ),
        marks,
        tone: match fighter.fate {
            Fate::Sunk => Tone::Bad,
            Fate::Withdrawn => Tone::Off,
            Fate::Fighting if fighter.damage > 0 => Tone::Warn,
            Fate::Fighting => Tone::Good,
        },
    }
}

/// The boat that a question is about.
pub(super) const fn asked(stage: Stage) -> Option<Hand> {
    match stage {
        Stage::Placing(hand, _)
        | Stage::Revealing(hand, ..)
        | Stage::Harmed(hand, ..)
        | Stage::Arming(hand)
        | Stage::Sparing(hand)
        | Stage::Aiming(hand, _)
        | Stage::Allotting(hand, ..)
        | Stage::Freed(hand, _)
        | Stage::Firing(hand)
        | Stage::Hunting(hand)
        | Stage::Deciding(hand)
        | Stage::Shifting(hand) => Some(hand),
        Stage::Choosing | Stage::Over => None,
    }
}

fn units(view: View<'_>, battle: &Battle, lane: Lane) -> Vec<Counter> {
    let here = (0..battle.slots.len() as u8).map(SlotId);
    here.filter(|slot| battle.slots[slot.index()].lane == Some(lane))
        .filter_map(|slot| unit(view, battle, slot))
        .collect()
}

fn unit(view: View<'_>, battle: &Battle, slot: SlotId) -> Option<Counter> {
    let shown = view.unit(slot)?;
    let place = battle.slots[slot.index()];
    let mut marks = Vec::new();
    if battle.aimed.has(slot) {
        // They are turned up all at once, when the last is placed [14.14].
        let tdc = match (battle.stage, place.tdc) {
            (Stage::Aiming(..), _) => "TDC".to_owned(),
            (_, 0) => "TDC 0".to_owned(),
            (_, tdc) => format!("TDC {tdc:+}"),
        };
        marks.push(tdc);
    }
    if place.points > 0 {
        marks.push(format!("{} points", place.points));
    }
    if battle.damaged.has(slot) {
        marks.push("damaged".to_owned());
    }
    let (values, tone) = match shown {
        Shown::Back(_) => (String::new(), Tone::Off),
        Shown::Face(_, piece) => {
            let values = format!("{}t {}-{}", piece.tons, piece.defence, piece.asw.decimal());
            let tone = if piece.kind.is_escort() {
                Tone::Bad
            } else {
                Tone::Plain
            };
            (values, tone)
        }
    };
    Some(Counter {
        id: slot.to_string(),
        label: words::unit(view, slot).trim_start_matches("a ").to_owned(),
        values,
        marks,
        tone,
    })
}

/// What the counterattack would come to, as far as it is known: the sum so far, the row it would use [14.2].
fn hunters(view: View<'_>, battle: &Battle) -> Part {
    let attacking = battle
        .hands()
        .filter(|hand| battle.fighter(*hand).is_placed());
    let rows = attacking.map(|hand| {
        let mut row = vec![words::boat(view.tables(), battle.fighter(hand).boat).to_owned()];
        for one in odds::counterattack(view, battle, hand) {
            row.push(one.text);
            row.extend(
                one.share
                    .map(|share| format!("sinks {:.1} %", 100.0 * share)),
            );
        }
        row
    });
    Part::Rows {
        title: "Counterattack so far [14.2]".to_owned(),
        rows: rows.collect(),
    }
}
