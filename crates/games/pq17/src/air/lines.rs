//! What happened in the air, in a sentence.

use crate::air::{AirEvent, Mission, Quarry};
use crate::event::Who;
use crate::hex::Hex;
use crate::lines::told;
use crate::side::Side;
use crate::tables::Tables;

type Told = (String, &'static [&'static str], Vec<u8>);

fn plain(text: String, rules: &'static [&'static str]) -> Option<Told> {
    Some((text, rules, Vec::new()))
}

/// A sentence for a reader, or nothing if it is none of his business.
pub(crate) fn tell(
    t: &Tables,
    eyes: Option<Side>,
    name: &dyn Fn(&Who) -> String,
    event: &AirEvent,
) -> Option<Told> {
    let port = |id: &crate::units::PortId| &t.sheet.port(*id).name;
    match event {
        AirEvent::Photographed {
            side,
            unit,
            port: id,
            success,
        } => {
            let how = if *success { "shows it" } else { "fails" };
            plain(
                format!("{side}: the photograph of {} by {unit} {how}", port(id)),
                &["6.9"],
            )
        }
        AirEvent::PhotographShows {
            to,
            port: id,
            report,
        } if eyes == Some(*to) => plain(format!("In {} lie {}", port(id), told(report)), &["6.9"]),
        AirEvent::PhotographShows { .. } => None,
        AirEvent::Flies {
            side,
            unit,
            mission,
        } => plain(
            format!("{side} {unit} flies: {}", purpose(mission)),
            &["5.3"],
        ),
        AirEvent::Attacks {
            side,
            target,
            units,
        } => {
            let target = match target {
                Quarry::Force(who) => name(who),
                Quarry::Place(place) => place.clone(),
                Quarry::Battle => "the enemy in battle".to_owned(),
            };
            plain(
                format!("{side} aircraft attack {target}: {}", units.join(", ")),
                &["7.1"],
            )
        }
        AirEvent::NotFound { side, units } => plain(
            format!("{side} aircraft do not find it: {}", units.join(", ")),
            &["7.1.1"],
        ),
        AirEvent::Scrambles { side, units } if units.is_empty() => {
            plain(format!("No {side} fighters rise"), &["7.2.1"])
        }
        AirEvent::Scrambles { side, units } => plain(
            format!("{side} fighters rise: {}", units.join(", ")),
            &["7.2.1"],
        ),
        // What is aboard a carrier is her owner's business.
        AirEvent::DeckLosses { side, unit, steps } if eyes == Some(*side) => plain(
            format!("{unit} lose {steps} steps with their carrier"),
            &["7.8"],
        ),
        AirEvent::Lands { side, unit, at } if eyes == Some(*side) => {
            plain(format!("{unit} land at {at}"), &["7.8"])
        }
        AirEvent::Ferried {
            side,
            unit,
            at,
            die,
            lost,
        } => Some((
            format!("{side} {unit} fly to {at} and lose {lost} steps on the way"),
            &["5.3"],
            vec![*die],
        )),
        AirEvent::StrikesBack { side } => plain(format!("{side} carriers strike back"), &["14.1"]),
        AirEvent::Follows { side, words } => plain(
            format!("The {side} side shadows on: the {words} part"),
            &["6.3.4"],
        ),
        _ => fight(name, event),
    }
}

fn purpose(mission: &Mission) -> String {
    match mission {
        Mission::Radius(hexes) => {
            let hexes: Vec<String> = hexes.iter().map(Hex::to_string).collect();
            format!("Air Radius over {}", hexes.join(", "))
        }
        other => match other.hex() {
            Some(hex) => format!("{} over {hex}", other.word()),
            None => other.word().to_owned(),
        },
    }
}

fn fight(name: &dyn Fn(&Who) -> String, event: &AirEvent) -> Option<Told> {
    match event {
        AirEvent::Surprise { side, die, success } => {
            let how = if *success {
                "surprise"
            } else {
                "do not surprise"
            };
            let text = format!("{side} aircraft {how} the enemy");
            Some((text, &["7.2.1", "7.6"], vec![*die]))
        }
        AirEvent::Shoots {
            by,
            unit,
            at,
            dice,
            results,
        } => Some((
            format!("{by} {unit} fire at {at}: {results}"),
            &["7.2.3"],
            dice.clone(),
        )),
        AirEvent::Deployed { side, line } => plain(
            format!("{side} targets in line: {}", line.join(" | ")),
            &["7.2.4"],
        ),
        AirEvent::Assigned { side, orders } => plain(
            format!("{side} aircraft: {}", orders.join("; ")),
            &["7.2.4"],
        ),
        AirEvent::IceOverTarget { die, ice } => {
            let ice = ice.id().replace('_', " ");
            let text = format!("Over the target: {ice}");
            Some((text, &["7.2.4", "7.3"], die.iter().copied().collect()))
        }
        AirEvent::Eludes { ship } => plain(format!("{ship} eludes her attackers"), &["13.1"]),
        AirEvent::AntiAircraft { at, dice, results } => Some((
            format!("Anti-aircraft fire at {at}: {results}"),
            &["7.2.5"],
            dice.clone(),
        )),
        AirEvent::CamRises { side } => plain(format!("A {side} CAM fighter rises"), &["1.4.3"]),
        AirEvent::Drops {
            unit,
            at,
            torpedoes,
            dice,
            hits,
            sunk,
        } => {
            let load = if *torpedoes { "torpedoes" } else { "bombs" };
            let text = format!("{unit}, {load} at {at}: {hits} hits, {sunk} sunk");
            Some((text, &["7.2.6"], dice.clone()))
        }
        AirEvent::Patrol { pack, die, result } => Some((
            format!("An air patrol meets the Wolfpack {}: {result}", name(pack)),
            &["7.4.5"],
            vec![*die],
        )),
        _ => None,
    }
}
