//! Movement and transit [12.0], [15.0], [19.1].

use super::inputs::*;
use crate::game::SteelWolves;
use crate::geography::{Area, Node, Zone};
use crate::movement;
use crate::transit::{self, Check, Way};
use derbyhouse_kernel::procedure::Procedure;
use serde::Deserialize;
use serde_json::json;

pub(super) fn procedures() -> Vec<Procedure<SteelWolves>> {
    vec![
        check(),
        event(),
        encounter(),
        empty(),
        governing(),
        homeward(),
        patrol_move(),
        transit_move(),
        range(),
        close(),
        cautious(),
        arrival(),
    ]
}

/// Bases, forward bases and areas as tables name them.
fn place(name: &str) -> Result<Node, derbyhouse_kernel::procedure::ProcedureError> {
    name.parse().map_err(|why: String| wrong(why))
}

fn name_of(node: &Node) -> &'static str {
    match node {
        Node::Area(area) => area.id(),
        Node::Base(base) => base.id(),
        Node::Forward(zone) => zone.id(),
    }
}

fn check() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        entered: Vec<Area>,
        die: Option<Die>,
        #[serde(default)]
        patrol: bool,
        #[serde(default)]
        smz: bool,
        #[serde(default)]
        naval_base: bool,
        zone: Option<Zone>,
        #[serde(default)]
        subs: Count,
        #[serde(default)]
        spotted: bool,
        #[serde(default)]
        inexperienced: bool,
        #[serde(default)]
        cautious: bool,
        #[serde(default)]
        barbarossa: bool,
    }
    Procedure::new(
        "transit_check",
        "19.1",
        "A Transit Event check.",
        const {
            &[
                need("wp", PERIOD),
                need("entered", "areas entered"),
                may("die", DIE),
                may("patrol", YES_NO),
                may("smz", YES_NO),
                may("naval_base", YES_NO),
                may("zone", ZONE),
                may("subs", NUMBER),
                may("spotted", YES_NO),
                may("inexperienced", YES_NO),
                may("cautious", YES_NO),
                may("barbarossa", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, chance| {
            let t = game.tables();
            let way = Way {
                start: None,
                entered: &i.entered,
                crossed: i.zone.as_slice(),
                zone_from: None,
            };
            let governing = transit::governing(t, way, i.wp.0, i.barbarossa);
            let Some(area) = governing.first().copied() else {
                return Err(wrong("a move enters an area"));
            };
            let check = Check {
                patrol: i.patrol,
                spotted: i.spotted,
                zone: i.smz,
                naval_base: i.naval_base,
                crossed: i.zone.into_iter().collect(),
                crowd: transit::crowd(t, area, i.wp.0, i.barbarossa, i.subs.0.into()),
                green: green(i.inexperienced),
                cautious: i.cautious,
                ..Check::into(area, i.wp.0, i.barbarossa)
            };
            let die = die(i.die, chance);
            Ok(json!({
                "governing": area,
                "threshold": check.threshold(t),
                "modified": die as i8 + check.modifier(t),
                "event": check.is_event(t, die),
            }))
        },
    )
}

fn event() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        row: Option<Die>,
        column: Option<Die>,
    }
    Procedure::new(
        "transit_event",
        "19.1",
        "A cell of the Transit Event Table.",
        const { &[may("row", DIE), may("column", DIE)] },
        |game: &SteelWolves, i: In, chance| {
            let (row, column) = (die(i.row, chance), die(i.column, chance));
            Ok(json!({ "result": transit::event(game.tables(), row, column) }))
        },
    )
}

fn encounter() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        die: Option<Die>,
        event: bool,
        departed_this_turn: bool,
        cautious: bool,
    }
    Procedure::new(
        "transit_encounter",
        "15.41",
        "Whether a boat in transit meets something.",
        const {
            &[
                may("die", DIE),
                need("event", YES_NO),
                need("departed_this_turn", YES_NO),
                need("cautious", YES_NO),
            ]
        },
        |_: &SteelWolves, i: In, chance| {
            let met = transit::is_encounter(
                die(i.die, chance),
                i.event,
                i.departed_this_turn,
                i.cautious,
            );
            Ok(json!({ "encounter": met }))
        },
    )
}

fn empty() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        die: Option<Die>,
    }
    Procedure::new(
        "rtb_torpedoes",
        "15.43",
        "Whether a returning boat is out of torpedoes.",
        const { &[may("die", DIE)] },
        |game: &SteelWolves, i: In, chance| {
            Ok(json!({ "out_of_torpedoes": transit::is_empty(game.tables(), die(i.die, chance)) }))
        },
    )
}

fn governing() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        wp: Period,
        start: String,
        entered: Vec<Area>,
        zone: String,
        #[serde(default)]
        smz: Option<Zone>,
        smz_from: Option<Area>,
        #[serde(default)]
        barbarossa: bool,
    }
    Procedure::new(
        "governing",
        "19.1",
        "Which area's chart a move is checked on.",
        const {
            &[
                need("wp", PERIOD),
                need("start", "area or base"),
                need("entered", "areas entered"),
                need("zone", "transit zone crossed, or nothing"),
                may("smz", ZONE),
                may("smz_from", AREA),
                may("barbarossa", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let start = match place(&i.start)? {
                Node::Area(area) => Some(area),
                _ => None,
            };
            let crossed = match i.zone.as_str() {
                "" => None,
                name => Some(name.parse::<Zone>().map_err(wrong)?),
            };
            let way = Way {
                start,
                entered: &i.entered,
                crossed: crossed.as_slice(),
                zone_from: i.smz.and(i.smz_from),
            };
            let areas = transit::governing(game.tables(), way, i.wp.0, i.barbarossa);
            Ok(match areas.first() {
                None => json!({ "check": false }),
                Some(area) => json!({ "check": true, "governing": area }),
            })
        },
    )
}

fn homeward() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        class: String,
        from: Area,
        base: String,
        route: Vec<Area>,
    }
    Procedure::new(
        "homeward",
        "19.13",
        "A way home, turn by turn, with its checks.",
        const {
            &[
                need("class", NAME),
                need("from", AREA),
                need("base", "base"),
                need("route", "areas on the way"),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let t = game.tables();
            let mut path = vec![Node::Area(i.from)];
            path.extend(i.route.iter().copied().map(Node::Area));
            path.push(place(&i.base)?);
            let Some(turns) = movement::turns(&t.map, &path, class(game, &i.class)?.speed) else {
                return Ok(json!({ "legal": false }));
            };
            let mut checks = 0;
            let mut at = Node::Area(i.from);
            for turn in &turns {
                let mut all = vec![at];
                all.extend(turn);
                checks += u8::from(transit::needs_check(t, &all));
                at = all.last().copied().unwrap_or(at);
            }
            let moves: Vec<Vec<&str>> = turns
                .iter()
                .map(|turn| turn.iter().map(name_of).collect())
                .collect();
            Ok(json!({ "legal": true, "moves": moves, "checks": checks }))
        },
    )
}

fn patrol_move() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        from: Area,
        to: Area,
        smz: Option<Zone>,
    }
    Procedure::new(
        "patrol_move",
        "12.0",
        "Whether a patrolling boat may move so, and whose chart it is checked on.",
        const { &[need("from", AREA), need("to", AREA), may("smz", ZONE)] },
        |game: &SteelWolves, i: In, _| {
            let map = &game.tables().map;
            let adjacent =
                i.from == i.to || movement::patrol_moves(map, i.from).any(|(area, _)| area == i.to);
            let linked = i
                .smz
                .is_none_or(|zone| movement::is_linked(map, zone, i.to));
            Ok(json!({ "legal": adjacent && linked, "chart": i.to }))
        },
    )
}

fn transit_move() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        speed: Count,
        path: Vec<String>,
        rtb: bool,
    }
    Procedure::new(
        "transit_move",
        "15.1",
        "Whether a boat can go a way in one turn, and what it costs.",
        const {
            &[
                need("speed", NUMBER),
                need("path", "bases and areas"),
                need("rtb", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let map = &game.tables().map;
            let path: Vec<Node> = i
                .path
                .iter()
                .map(|name| place(name))
                .collect::<Result<_, _>>()?;
            let legal = movement::within_speed(map, &path, i.speed.0, i.rtb);
            Ok(json!({ "legal": legal, "cost": movement::cost(map, &path) }))
        },
    )
}

fn range() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        class: String,
        bases: Vec<String>,
        oparea: Area,
        #[serde(default)]
        tanker_there: bool,
    }
    Procedure::new(
        "range",
        "15.11",
        "How far an area is from the nearest base, and whether a class reaches it.",
        const {
            &[
                need("class", NAME),
                need("bases", LIST),
                need("oparea", AREA),
                may("tanker_there", YES_NO),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let map = &game.tables().map;
            let bases: Vec<Node> = i
                .bases
                .iter()
                .map(|name| place(name))
                .collect::<Result<_, _>>()?;
            let range = class(game, &i.class)?.range;
            Ok(json!({
                "distance": movement::distance(map, &bases, i.oparea),
                "legal": movement::in_range(map, &bases, i.oparea, range, i.tanker_there),
            }))
        },
    )
}

fn close() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        base: String,
        oparea: Area,
        channel: bool,
        speed: Count,
    }
    Procedure::new(
        "close_hunting",
        "15.12",
        "Whether a boat may search in the week in which it leaves base.",
        const {
            &[
                need("base", "base"),
                need("oparea", AREA),
                need("channel", "through the Channel?"),
                need("speed", NUMBER),
            ]
        },
        |game: &SteelWolves, i: In, _| {
            let map = &game.tables().map;
            let base = place(&i.base)?;
            let beside = map.route(base, Node::Area(i.oparea)).is_some();
            let close =
                movement::is_close(map, base, i.oparea, i.channel) && (beside || i.speed.0 >= 2);
            Ok(json!({ "search_same_turn": close }))
        },
    )
}

fn cautious() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        speed: Count,
        opareas_moved: Count,
        points_used: Count,
    }
    Procedure::new(
        "cautious",
        "15.24",
        "Whether a move may be cautious.",
        const {
            &[
                need("speed", NUMBER),
                need("opareas_moved", NUMBER),
                need("points_used", NUMBER),
            ]
        },
        |_: &SteelWolves, i: In, _| {
            let cautious =
                movement::is_cautious(i.speed.0, i.opareas_moved.0.into(), i.points_used.0);
            Ok(json!({ "cautious": cautious }))
        },
    )
}

fn arrival() -> Procedure<SteelWolves> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct In {
        from: Area,
        base: String,
    }
    Procedure::new(
        "arrival_check",
        "15.22",
        "Whether the last move into a base is checked.",
        const { &[need("from", AREA), need("base", "base")] },
        |game: &SteelWolves, i: In, _| {
            let t = game.tables();
            let path = [Node::Area(i.from), place(&i.base)?];
            let zone = t.map.route(path[0], path[1]).and_then(|route| route.via);
            Ok(json!({ "check": transit::needs_check(t, &path), "zone": zone }))
        },
    )
}
