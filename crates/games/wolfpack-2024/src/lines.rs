//! What happened, in a sentence, with the rules that made it so.

mod boats;
mod duels;
mod homeward;
mod hunt;
mod torpedoes;

use crate::boat::Loss;
use crate::escorts::EscortId;
use crate::event::Event;
use crate::scene::cards::{self, purpose};
use crate::ships::TileId;
use crate::tables::Tables;
use derbyhouse_scene::{Card, Cue, Line};

/// A line of the log. All players are on one side and read the same.
pub(crate) fn line(t: &Tables, event: &Event) -> Line {
    let (text, rules, dice) = told(t, event);
    Line {
        text,
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
        dice,
        heading: matches!(
            event,
            Event::PatrolBegins { .. } | Event::TurnBegins { .. } | Event::PhaseBegins { .. }
        ) || matches!(event, Event::News(news) if news.is_heading()),
        cue: cue(event),
        card: card(t, event),
        ..Line::default()
    }
}

/// The card that was pulled, with the part in use marked.
fn card(t: &Tables, event: &Event) -> Option<Card> {
    match event {
        Event::Pulls {
            deck,
            card,
            pull,
            boat,
            reading,
        } => Some(cards::card(t, *deck, *card, *pull, *boat, *reading)),
        _ => None,
    }
}

/// What players will want to stop at.
const fn cue(event: &Event) -> Option<Cue> {
    match event {
        Event::ContactMade { .. } | Event::CrashDives { .. } => Some(Cue::Contact),
        Event::ShipHit { .. } | Event::BoatHit { .. } => Some(Cue::Hit),
        Event::EscortHit { removed: true, .. } => Some(Cue::Hit),
        Event::Lost { .. } => Some(Cue::Loss),
        Event::Ends { .. } => Some(Cue::End),
        _ => None,
    }
}

type Told = (String, &'static [&'static str], Vec<u8>);

fn told(t: &Tables, event: &Event) -> Told {
    match event {
        Event::PatrolBegins { conditions } => {
            let (side, speed) = (conditions.side, conditions.speed);
            let (weather, time) = (conditions.weather, conditions.time);
            (
                format!("A {side}, {speed} convoy; {weather} weather, {time}"),
                &[],
                vec![],
            )
        }
        Event::TurnBegins { turn } => (format!("Turn {turn}"), &[], vec![]),
        Event::PhaseBegins { phase } => (format!("Phase: {phase}"), &[], vec![]),
        Event::Pulls { pull, boat, .. } => {
            let whose = boat.map_or(String::new(), |boat| format!("{boat}: "));
            let reads = card(t, event).map_or(String::new(), |card| card.reads);
            (
                format!("{whose}{} {reads}", purpose(*pull)),
                &["5.draw_discard"],
                vec![],
            )
        }
        Event::Repulls { boat, pull } => {
            let what = pull.id().replace('_', " ");
            (
                format!("{boat} pays a tactical point and pulls again: {what}"),
                &["5.repull_once"],
                vec![],
            )
        }
        Event::Ends { vp, .. } => (
            format!("The patrol is over: {vp} victory points"),
            &["65.turn_advance"],
            vec![],
        ),
        Event::EndCheck { turn, d10, ends } => {
            let so = if *ends {
                "the patrol ends"
            } else {
                "it goes on"
            };
            (
                format!("End of turn {turn}: {so}"),
                &["65.end_d10"],
                vec![*d10],
            )
        }
        Event::News(news) => crate::campaign::told(t, news),
        Event::Resigns { boat } => (format!("{boat} is given up"), &[], vec![]),
        Event::Drifts { spaces } => (
            format!("The convoy steams on: drift {spaces}"),
            &["55.drift_rate"],
            vec![],
        ),
        _ => boats::told(event)
            .or_else(|| hunt::told(t, event))
            .or_else(|| duels::told(t, event))
            .or_else(|| homeward::told(t, event))
            .unwrap_or_else(|| torpedoes::told(t, event)),
    }
}

/// An escort in words.
pub(crate) fn escort_name(t: &Tables, id: EscortId) -> String {
    let values = t.escorts.escort(id);
    format!("{} {}", values.class, values.number)
}

/// A tile in words.
pub(crate) fn ship(t: &Tables, tile: TileId) -> String {
    let values = t.tile(tile);
    match values.size {
        None => "nothing".to_owned(),
        Some(size) => format!(
            "{} ({size}, {} t, {} VP)",
            values.name, values.tons, values.vp
        ),
    }
}

/// How a boat was lost, in words.
pub(crate) const fn loss(how: Loss) -> &'static str {
    match how {
        Loss::Flooding => "flooded",
        Loss::Fire => "burnt out",
        Loss::Implosion => "crushed by the sea",
        Loss::Catastrophe => "broken up",
        Loss::Survival => "hunted down",
        Loss::Scuttled => "scuttled, her crew saved",
        Loss::ScuttledWithCrew => "scuttled, her crew lost",
        Loss::Captured => "captured",
        Loss::Homeward => "lost with all hands on the way home",
        Loss::Resigned => "given up",
    }
}
