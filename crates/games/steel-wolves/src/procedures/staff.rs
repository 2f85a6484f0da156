//! Orders from above, torpedoes, crews, bases, progress and victory [5.0], [6.0], [8.0], [9.0], [17.0], [25.0], [31.03].

use super::inputs::*;
use crate::calendar::{Date, Month};
use crate::cups::{Season, sisters};
use crate::displays::Contact;
use crate::game::SteelWolves;
use crate::geography::{Area, Base};
use crate::orders::{self, Forced};
use crate::progress::{self, Tally};
use crate::ready::{self, Stand};
use crate::tables::{Entry, Theatre, WarEvent};
use crate::units::{Counter, Navy};
use crate::{crews, torpedo};
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
        improvement(),
        axis_torpedo(),
        readying(),
        repairing(),
        hold(),
        early(),
        experience(),
        inexperienced(),
        spotted(),
        ace(),
        transfer(),
        billet(),
        period(),
        replacement(),
        availability(),
        points(),
        peace(),
    ]
}

fn event_of<'g>(game: &'g SteelWolves, name: &str) -> Result<&'g WarEvent, ProcedureError> {
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
            let muster = orders::muster(
                i.needed.0,
                i.there.0,
                i.patrol_adjacent.0,
                i.transit_near.0,
                i.ready_at_adjacent_base.0,
            );
            Ok(json!({
                "already": muster.already, "patrol_moves": muster.patrol_moves, "flipped": muster.flipped,
                "from_base": muster.from_base, "missing": muster.missing,
            }))
        },
    )
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
            let shares = orders::share_out(event, i.larger_available.0);
            let (zones, seas) = shares
                .iter()
                .fold((0, 0), |(zones, seas), (deploy, count)| {
                    let zone = deploy
                        .to
                        .iter()
                        .any(|place| matches!(place, Theatre::Zone(_)));
                    if zone {
                        (zones + count, seas)
                    } else {
                        (zones, seas + count)
                    }
                });
            Ok(json!({ "narvik": zones, "seas": seas }))
        },
    )
}

fn improvement() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        value: Num,
        before: u16,
        after: u16,
        die: Option<Die>,
    }
    Procedure::new(
        "torpedo_improvement",
        "6.0",
        "Whether torpedoes get better.",
        const {
            &[
                need("value", "-2 to 2"),
                need("before", "ships sunk"),
                need("after", "ships sunk"),
                may("die", DIE),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            Ok(
                match torpedo::attempt(game.tables(), i.value.0, i.before, i.after) {
                    None => json!({ "attempt": false, "value": i.value.0 }),
                    Some(needs) => {
                        let value = torpedo::improved(i.value.0, needs, die(i.die, chance));
                        json!({ "attempt": true, "needs": needs, "value": value })
                    }
                },
            )
        },
    )
}

fn axis_torpedo() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        g7: Num,
        nation: Navy,
    }
    Procedure::new(
        "axis_torpedo",
        "6.1",
        "The torpedo value of an Axis navy.",
        const {
            &[
                need("g7", "-2 to 2"),
                need("nation", "german, italian or vichy"),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            Ok(json!({ "value": torpedo::of_navy(game.tables(), i.g7.0, i.nation) }))
        },
    )
}

fn readying() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        r#box: Stand,
        readiness: Count,
        ace: Rating,
        die: Option<Die>,
        small: bool,
        base: Option<Base>,
    }
    Procedure::new(
        "ready",
        "9.0",
        "Where a boat stands in its base after a die.",
        const {
            &[
                need("box", "work_up, in_port or pierside"),
                need("readiness", NUMBER),
                need("ace", NUMBER),
                may("die", DIE),
                need("small", YES_NO),
                may("base", "base"),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let t = game.tables();
            let track = t.tracks.0[i.base.unwrap_or(Base::Germany).index()];
            let stand = ready::advance(
                i.r#box,
                i.readiness.0,
                i.small,
                &track,
                i.ace.0,
                die(i.die, chance),
            );
            Ok(json!({ "box": stand }))
        },
    )
}

fn repairing() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        base: Base,
        r#box: Count,
        die: Option<Die>,
    }
    Procedure::new(
        "repair",
        "10.0",
        "Where a boat stands on the repair track after a die.",
        const { &[need("base", "base"), need("box", "1-3"), may("die", DIE)] },
        |game: &SteelWolves, i: In, chance| {
            if !(1..=3).contains(&i.r#box.0) {
                return Err(wrong("repair boxes are 1 to 3"));
            }
            let track = game.tables().tracks.0[i.base.index()];
            Ok(match ready::repair(&track, i.r#box.0, die(i.die, chance)) {
                0 => json!({ "box": Stand::WorkUp }),
                number => json!({ "box": number }),
            })
        },
    )
}

fn hold() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        #[serde(rename = "damage")]
        _damage: Rating,
        room: bool,
    }
    Procedure::new(
        "repair_hold",
        "10.21",
        "Where a boat goes out of Hold.",
        const { &[need("damage", "1-2"), need("room", YES_NO)] },
        |_: &SteelWolves, i: In, _| {
            // Only boats in a box roll, and it stood in Hold.
            let rolls = Stand::Hold.number().is_some();
            let stand = ready::berth(ready::OUT_OF_HOLD, i.room);
            Ok(match stand.number() {
                Some(number) => json!({ "box": number, "rolls_this_turn": rolls }),
                None => json!({ "box": stand, "rolls_this_turn": rolls }),
            })
        },
    )
}

fn early() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        inexperienced_in_play: Count,
        listed_inexperienced: bool,
    }
    Procedure::new(
        "early_deployment",
        "8.14",
        "Whether a boat may come a month early.",
        const {
            &[
                need("inexperienced_in_play", NUMBER),
                need("listed_inexperienced", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let allowed = !i.listed_inexperienced
                && crews::may_come_early(game.tables(), i.inexperienced_in_play.0);
            Ok(json!({ "allowed": allowed }))
        },
    )
}

fn experience() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        marker: Option<Rating>,
        rtb_while_outbound: bool,
        bypassed_search: bool,
        voluntary_rtb_undamaged: bool,
    }
    Procedure::new(
        "experience",
        "8.12",
        "Whether a patrol has made a crew.",
        const {
            &[
                may("marker", "1 or 2"),
                need("rtb_while_outbound", YES_NO),
                need("bypassed_search", YES_NO),
                need("voluntary_rtb_undamaged", YES_NO),
            ]
        },
        |_: &SteelWolves, i: In, _| {
            let patrol = crews::Patrol {
                turned_outbound: i.rtb_while_outbound,
                bypassed: i.bypassed_search,
                volunteered: i.voluntary_rtb_undamaged,
            };
            let marker = crews::after_return(i.marker.map_or(1, |marker| marker.0), patrol);
            Ok(json!({ "marker": marker, "marker_removed": marker == 0 }))
        },
    )
}

fn inexperienced() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        marker: Rating,
    }
    Procedure::new(
        "inexperienced",
        "8.11",
        "What an Inexperienced marker costs, rule by rule.",
        const { &[need("marker", "0-2")] },
        |game: &SteelWolves, i: In, _| Ok(super::greenness::penalties(game, i.marker.0)),
    )
}

fn spotted() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        die: Option<Die>,
        ace: Rating,
    }
    Procedure::new(
        "spotted_removal",
        "16.2",
        "Whether a Spotted marker comes off.",
        const { &[may("die", DIE), need("ace", NUMBER)] },
        |_: &SteelWolves, i: In, chance| {
            Ok(json!({ "removed": crews::slips_from_notice(die(i.die, chance), i.ace.0) }))
        },
    )
}

fn ace() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        ships: Count,
        tons: u16,
        rating: Rating,
    }
    Procedure::new(
        "ace",
        "14.5",
        "The rating of a skipper after a Combat Phase.",
        const {
            &[
                need("ships", NUMBER),
                need("tons", "thousand tons"),
                need("rating", "0-2"),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            Ok(
                json!({ "rating": crews::promoted(&game.tables().aces, i.rating.0, i.ships.0, i.tons) }),
            )
        },
    )
}

fn transfer() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        #[serde(rename = "rating")]
        _rating: Rating,
        to_boat: String,
    }
    Procedure::new(
        "ace_transfer",
        "25.33",
        "An ace takes over a new boat.",
        const { &[need("rating", "1-2"), need("to_boat", "boat")] },
        |game: &SteelWolves, i: In, _| {
            let boats = &game.tables().submarines;
            let id = boats
                .find(&i.to_boat)
                .ok_or_else(|| wrong(format!("there is no boat “{}”", i.to_boat)))?;
            let Entry::Month(month) = boats.boat(id).entry else {
                return Err(wrong("that boat comes only by a scenario"));
            };
            let (entry, rating, marker) = crews::new_command(month);
            Ok(json!({ "rating": rating, "entry": entry, "inexperienced": marker > 0 }))
        },
    )
}

fn billet() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        die: Option<Die>,
    }
    Procedure::new(
        "ace_billet",
        "25.32",
        "What becomes of an ace whose boat goes.",
        const { &[may("die", DIE)] },
        |_: &SteelWolves, i: In, chance| {
            Ok(match crews::finds_a_billet(die(i.die, chance)) {
                true => json!({ "outcome": "new_boat", "min_months": crews::BILLET_MONTHS }),
                false => json!({ "outcome": "removed" }),
            })
        },
    )
}

fn period() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        #[serde(rename = "week")]
        _week: Count,
        die: Option<Die>,
        month_offset: Count,
    }
    Procedure::new(
        "war_period",
        "17.1",
        "Whether the war period changes.",
        const {
            &[
                need("week", "1-4"),
                may("die", DIE),
                need("month_offset", "months since the check opened"),
            ]
        },
        |_: &SteelWolves, i: In, chance| {
            let late = i.month_offset.0;
            let changes = late > 0 || progress::changes(late, die(i.die, chance));
            Ok(json!({ "changes": changes }))
        },
    )
}

fn replacement() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        sunk: String,
        date: Month,
        already_sunk: Vec<String>,
        #[serde(default)]
        in_cups: Vec<String>,
    }
    Procedure::new(
        "replacement",
        "14.81",
        "Sister ships that may take the place of a named ship.",
        const {
            &[
                need("sunk", "unit"),
                need("date", DATE),
                need("already_sunk", LIST),
                may("in_cups", LIST),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let t = game.tables();
            let unit = |name: &String| {
                t.ships
                    .find(name)
                    .ok_or_else(|| wrong(format!("there is no unit “{name}”")))
            };
            let counters = |names: &[String]| -> Result<Vec<Counter>, ProcedureError> {
                let units = names.iter().map(unit).collect::<Result<Vec<_>, _>>()?;
                Ok(units
                    .into_iter()
                    .flat_map(|unit| t.ships.counters(unit))
                    .collect())
            };
            let sunk = unit(&i.sunk)?;
            let (mut out, in_cups) = (counters(&i.already_sunk)?, counters(&i.in_cups)?);
            out.extend(t.ships.counters(sunk));
            let season = Season {
                period: t.period_of(i.date),
                month: i.date,
                barbarossa: t.period_of(i.date) >= crate::calendar::Period::Four,
                out: &out,
            };
            let choices = sisters(t, sunk, season, &|counter| in_cups.contains(&counter));
            let mut names: Vec<&str> = choices
                .iter()
                .map(|unit| t.ships.unit(*unit).id.as_str())
                .collect();
            names.sort_unstable();
            Ok(json!({ "choices": names }))
        },
    )
}

fn availability() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        unit: String,
        wp: Period,
        event: String,
    }
    Procedure::new(
        "availability",
        "3.12",
        "Whether a unit is available by its date, and by an event.",
        const {
            &[
                need("unit", "unit"),
                need("wp", PERIOD),
                need("event", "War Event"),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let t = game.tables();
            let unit = t
                .ships
                .find(&i.unit)
                .ok_or_else(|| wrong(format!("there is no unit “{}”", i.unit)))?;
            let month = t.scenarios.wars[i.wp.0.index()].start.month;
            let by_period = t.ships.unit(unit).is_available(i.wp.0, month, false);
            let event = event_of(game, &i.event)?;
            Ok(json!({ "by_period": by_period, "by_event": event.adds.contains(&i.unit) }))
        },
    )
}

fn points() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        tons: u16,
        bb_bc_cv: Count,
        cruisers_cve: Count,
        liners: Count,
        subs_lost: Count,
    }
    Procedure::new(
        "victory_points",
        "31.03",
        "Victory points of a month.",
        const {
            &[
                need("tons", "thousand tons"),
                need("bb_bc_cv", NUMBER),
                need("cruisers_cve", NUMBER),
                need("liners", NUMBER),
                need("subs_lost", NUMBER),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let tally = Tally {
                ships: 0,
                tons: i.tons.into(),
                capital_ships: i.bb_bc_cv.0.into(),
                cruisers: i.cruisers_cve.0.into(),
                liners: i.liners.0.into(),
                boats_lost: i.subs_lost.0.into(),
            };
            Ok(json!({ "points": progress::points(&game.tables().victory, tally) }))
        },
    )
}

fn peace() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        tons: u16,
        marker: Die,
        die: Option<Die>,
    }
    Procedure::new(
        "peace",
        "31.04",
        "England imperilled: the marker after a month, and whether there is peace.",
        const {
            &[
                need("wp", PERIOD),
                need("tons", "thousand tons"),
                need("marker", "0-9"),
                may("die", DIE),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let victory = &game.tables().victory;
            let marker = progress::imperilled(victory, i.wp.0, i.tons.into(), i.marker.0);
            let asked = marker >= victory.peace_from;
            let peace = asked && progress::peace(victory, marker, die(i.die, chance));
            Ok(json!({ "marker": marker, "peace": peace }))
        },
    )
}
