//! Orders from above [5.0].

use super::inputs::*;
use crate::calendar::{Date, Month};
use crate::demand::{self, Call, Class};
use crate::displays::Contact;
use crate::game::SteelWolves;
use crate::geography::Area;
use crate::orders::{self, Forced};
use crate::tables::{Deploy, Theatre, WarEvent};
use derbyhouse_kernel::procedure::{Procedure, ProcedureError};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

pub(super) fn procedures() -> Vec<Procedure<SteelWolves>> {
    vec![
        trigger(),
        forced(),
        war_event(),
        event_contact(),
        die_port(),
        deploy(),
        deploy_priority(),
    ]
}

pub(super) fn event_of<'g>(
    game: &'g SteelWolves,
    name: &str,
) -> Result<&'g WarEvent, ProcedureError> {
    game.tables()
        .war_events
        .find(name)
        .ok_or_else(|| wrong(format!("there is no War Event “{name}”")))
}

fn trigger() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        die: Option<Die>,
    }
    Procedure::new(
        "war_event_trigger",
        "5.1",
        "Whether a War Event comes this week.",
        const { &[may("die", DIE)] },
        |_: &SteelWolves, i: In, chance| {
            Ok(json!({ "event": orders::is_event(die(i.die, chance)) }))
        },
    )
}

fn forced() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        event: String,
        date: Month,
        week: Count,
        die: Option<Die>,
    }
    Procedure::new(
        "forced_event",
        "5.4",
        "Whether an event with a last date comes.",
        const {
            &[
                need("event", "War Event"),
                need("date", DATE),
                need("week", "1-4"),
                may("die", DIE),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let event = event_of(game, &i.event)?;
            let from = event
                .forced_from
                .ok_or_else(|| wrong(format!("“{}” has no last date", i.event)))?;
            if !(1..=4).contains(&i.week.0) {
                return Err(wrong("a month has four weeks"));
            }
            let date = Date {
                month: i.date,
                week: i.week.0,
            };
            let forced = orders::forced(from, date, || die(i.die, chance));
            Ok(
                json!({ "occurs": forced == Forced::Occurs, "normal_roll": forced != Forced::Occurs }),
            )
        },
    )
}

fn war_event() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        die: Option<Die>,
        date: Month,
        history: BTreeMap<String, Count>,
    }
    Procedure::new(
        "war_event",
        "5.0",
        "Which War Event a die brings.",
        const {
            &[
                need("wp", PERIOD),
                may("die", DIE),
                need("date", DATE),
                need("history", "times that events have occurred"),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let occurred = |event: &str| i.history.get(event).map_or(0, |times| times.0);
            let event = orders::event(game.tables(), i.wp.0, i.date, die(i.die, chance), &occurred);
            Ok(json!({ "id": event.map_or("no_event", |event| event.id.as_str()) }))
        },
    )
}

fn theatre(name: &str) -> Result<Theatre, ProcedureError> {
    let area = name.parse().map(Theatre::Area);
    area.or_else(|_| name.parse().map(Theatre::Zone))
        .map_err(|_: String| wrong(format!("“{name}” is no area or zone")))
}

fn event_contact() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        event: String,
        r#where: String,
        /// Where a zone was entered from, which counts as well (R52).
        from: Option<Area>,
        deployed: bool,
        contact: String,
        die: Option<Die>,
    }
    Procedure::new(
        "event_contact",
        "5.0",
        "What a War Event makes of a contact.",
        const {
            &[
                need("event", "War Event"),
                need("where", "area or zone"),
                may("from", AREA),
                need("deployed", YES_NO),
                need("contact", "loner, convoy or large_convoy"),
                may("die", DIE),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let event = event_of(game, &i.event)?;
            let (contact, large) = match i.contact.as_str() {
                "large_convoy" => (Contact::Convoy, true),
                name => (name.parse().map_err(|why: String| wrong(why))?, false),
            };
            let mut places = vec![theatre(&i.r#where)?];
            places.extend(i.from.map(Theatre::Area));
            let changed = orders::change(
                event,
                &places,
                i.deployed,
                contact,
                large,
                die(i.die, chance),
            );
            Ok(json!({ "becomes": changed.contact, "nation": changed.nation }))
        },
    )
}

fn die_port() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        die: Option<Die>,
    }
    Procedure::new(
        "die_port",
        "WE5.4b",
        "Which port the captured charts show.",
        const { &[may("die", DIE)] },
        |game: &SteelWolves, i: In, chance| {
            let event = event_of(game, "minefield_charts_captured")?;
            let die = die(i.die, chance);
            let port = event.ports.iter().find(|(dice, _)| dice.contains(&die));
            Ok(json!({ "smz": port.map(|(_, zone)| zone) }))
        },
    )
}

fn deploy() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        needed: Count,
        there: Count,
        patrol_adjacent: Count,
        transit_near: Count,
        ready_at_adjacent_base: Count,
    }
    Procedure::new(
        "deploy",
        "5.3",
        "Which boats meet the demand of an event.",
        const {
            &[
                need("needed", NUMBER),
                need("there", NUMBER),
                need("patrol_adjacent", NUMBER),
                need("transit_near", NUMBER),
                need("ready_at_adjacent_base", NUMBER),
            ]
        },
        |_: &SteelWolves, i: In, _| {
            let groups = [
                (Class::There, i.there),
                (Class::Neighbour, i.patrol_adjacent),
                (Class::Outbound, i.transit_near),
                (Class::Ready, i.ready_at_adjacent_base),
            ];
            let boats = groups.map(|(class, boats)| vec![class; boats.0.into()]);
            let mut waiting = boats.concat();
            let named = name(i.needed.0, &mut waiting);
            let of = |class| named.iter().filter(|named| **named == class).count();
            Ok(json!({
                "already": of(Class::There), "patrol_moves": of(Class::Neighbour),
                "flipped": of(Class::Outbound), "from_base": of(Class::Ready),
                "missing": usize::from(i.needed.0) - named.len(),
            }))
        },
    )
}

/// Boats named for a demand as a player must name them, one by one: each is no longer there for the next [5.3].
fn name(needed: u8, waiting: &mut Vec<Class>) -> Vec<Class> {
    let mut named = Vec::new();
    while named.len() < usize::from(needed) {
        let call = Call::of(waiting.iter().map(|class| (*class, false)), false);
        let Some(place) = waiting.iter().position(|class| call.takes(*class)) else {
            break;
        };
        named.push(waiting.swap_remove(place));
    }
    named
}

fn deploy_priority() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        event: String,
        larger_available: Count,
    }
    Procedure::new(
        "deploy_priority",
        "5.3",
        "How an event shares out boats that are not Type II among its targets.",
        const { &[need("event", "War Event"), need("larger_available", NUMBER)] },
        |game: &SteelWolves, i: In, _| {
            let event = event_of(game, &i.event)?;
            let classes = &game.tables().submarines.classes;
            let larger = |deploy: &Deploy| {
                let mut families = classes.iter().map(|class| class.family.as_str());
                families.any(|family| !demand::is_small(family) && deploy.takes(family))
            };
            let mut waiting = vec![Class::There; i.larger_available.0.into()];
            let (mut zones, mut seas) = (0, 0);
            for (_, deploy) in demand::in_order(event) {
                if !larger(deploy) {
                    continue;
                }
                let sent = name(deploy.number, &mut waiting).len();
                let zone = |place: &Theatre| matches!(place, Theatre::Zone(_));
                if deploy.to.iter().any(zone) {
                    zones += sent;
                } else {
                    seas += sent;
                }
            }
            Ok(json!({ "narvik": zones, "seas": seas }))
        },
    )
}
