//! What happened, in words: each line with its chits and rule numbers.

use crate::event::{Event, GroupResult};
use crate::fleet::{Pin, UnitName};
use crate::packs::{Packs, boats_in};
use crate::position::Caught;
use crate::tables::Tables;
use crate::units::{AswResult, ConvoyId, EscortKind, Formation, Heading, Straggle, UnitKind};
use crate::victory::{to_next_level, tons};
use derbyhouse_scene::{Cue, Line};

/// A line in the making.
struct Words {
    text: String,
    dice: Vec<u8>,
    rules: Vec<String>,
    heading: bool,
}

/// An event in words.
pub(crate) fn line(t: &Tables, event: &Event) -> Line {
    let words = words(t, event);
    Line {
        text: words.text,
        rules: words.rules,
        dice: words.dice,
        heading: words.heading,
        cue: cue(event),
        ..Line::default()
    }
}

/// What a player will want to stop at.
fn cue(event: &Event) -> Option<Cue> {
    match event {
        Event::Sighted { .. } => Some(Cue::Contact),
        Event::Attack { points: 1.., .. } => Some(Cue::Hit),
        Event::BoatsAttacked { sunk: 1.., .. } => Some(Cue::Loss),
        Event::Ends { .. } => Some(Cue::End),
        _ => None,
    }
}

fn say(text: impl Into<String>, rules: &[&str]) -> Words {
    let rules = rules.iter().map(|rule| (*rule).to_owned()).collect();
    Words {
        text: text.into(),
        dice: Vec::new(),
        rules,
        heading: false,
    }
}

impl Words {
    fn drawn(mut self, chit: u8) -> Self {
        self.dice.push(chit);
        self
    }

    fn heading(mut self) -> Self {
        self.heading = true;
        self
    }
}

/// The name of a convoy.
pub(crate) fn convoy(t: &Tables, id: ConvoyId) -> &str {
    &t.convoy(id).id
}

/// The name of a unit.
pub(crate) fn unit(t: &Tables, name: UnitName) -> String {
    match name {
        UnitName::Single(Pin::Free) => "a single boat".to_owned(),
        UnitName::Single(Pin::Pinned) => "a pinned single boat".to_owned(),
        UnitName::Pack(kind, counter) => pack_name(t, kind, counter),
    }
}

/// The name of a pack: that of its counter.
pub(crate) fn pack_name(t: &Tables, kind: UnitKind, counter: u8) -> String {
    match t.unit(kind).names.get(usize::from(counter).wrapping_sub(1)) {
        Some(name) => name.clone(),
        None => format!("{} {counter}", t.unit(kind).label),
    }
}

/// A formation in words.
pub(crate) fn formation(t: &Tables, packs: &Packs, boats: Option<u32>) -> String {
    let mut parts: Vec<String> = UnitKind::PACKS
        .into_iter()
        .zip(packs)
        .filter(|(_, n)| **n > 0)
        .map(|(kind, n)| format!("{n} × {}", t.unit(kind).label.to_lowercase()))
        .collect();
    match boats.map(|boats| boats - boats_in(t, packs)) {
        Some(0) => {}
        Some(singles) => parts.push(format!("{singles} single")),
        None if parts.is_empty() => parts.push("single boats".to_owned()),
        None => {}
    }
    parts.join(" and ")
}

fn heading(heading: Heading) -> &'static str {
    match heading {
        Heading::North => "to the north",
        Heading::South => "to the south",
        Heading::Lateral => "due ahead",
    }
}

/// A straggle marker in words.
pub(crate) fn straggle(state: Straggle) -> &'static str {
    match state {
        Straggle::None => "closed up",
        Straggle::S1 => "straggling (S1)",
        Straggle::S2 => "straggling badly (S2)",
    }
}

fn weather(in_weather: bool) -> &'static str {
    if in_weather { " in bad weather" } else { "" }
}

fn found(sighted: bool) -> &'static str {
    if sighted { "found" } else { "nothing seen" }
}

fn group(result: &GroupResult) -> String {
    let what = match result.result {
        AswResult::None => "unharmed",
        AswResult::Pinned => "pinned",
        AswResult::Sunk => "one sunk, the rest pinned",
    };
    format!(
        "{} {}: {what}",
        result.boats,
        if result.boats == 1 { "boat" } else { "boats" }
    )
}

fn formed(formation: Formation) -> &'static str {
    match formation {
        Formation::Nothing => "no new weather",
        Formation::Fog1 => "fog in zone 1",
        Formation::Fog2 => "fog in zones 1 and 2",
        Formation::StormA => "a storm forms in the north-west",
        Formation::StormB => "a storm forms in the west",
        Formation::StormC => "a storm forms in the south-west",
    }
}

fn words(t: &Tables, event: &Event) -> Words {
    match event {
        Event::Deploys { unit: name, hex } => say(
            format!("{} takes station in {hex}.", capital(unit(t, *name))),
            &["15.4"],
        ),
        Event::EscortsPaired => say(
            "Escorts and dummies are shuffled and paired with the convoys, face down.",
            &["15.5"],
        ),
        Event::InitialPlacement { chit } => say(
            "The first convoys and storms are placed.",
            &["15.8", "15.81"],
        )
        .drawn(*chit),
        Event::TurnBegins { turn } => {
            say(format!("Day {turn} of {}.", t.scale.turns), &["4.2"]).heading()
        }
        Event::Enters { convoy: id, hex } => say(
            format!("{} enters in {hex}.", convoy(t, *id)),
            &["7.3", "7.34"],
        ),
        Event::FogLifts => say("The fog lifts.", &["5.41"]),
        Event::StormMoves { chit, from, to } => storm_moves(from, to).drawn(*chit),
        Event::Formation { chit, formation } => say(
            format!("{}.", capital(formed(*formation))),
            &["5.1", "5.11"],
        )
        .drawn(*chit),
        Event::Caught {
            convoy: id,
            hex,
            by,
        } => {
            let what = if *by == Caught::Storm {
                "a storm"
            } else {
                "fog"
            };
            say(
                format!("{} in {hex} is caught in {what}.", convoy(t, *id)),
                &["5.41"],
            )
        }
        Event::Straggles {
            convoy: id,
            column,
            chit,
            from,
            to,
        } => {
            let became = if from == to { "stays" } else { "is now" };
            let text = format!(
                "{} {became} {} (column {column}).",
                convoy(t, *id),
                straggle(*to)
            );
            say(text, &["14.31", "14.36", "14.37"]).drawn(*chit)
        }
        Event::AirEscort { convoy: id, escort } => {
            let text = format!(
                "{} gets an air escort of range {} from {}.",
                convoy(t, *id),
                escort.range,
                place(escort.base)
            );
            say(text, &["11.4", "11.41"])
        }
        Event::AirEscortLeaves {
            convoy: id,
            escort,
            hex,
            in_weather,
        } => {
            let why = if *in_weather {
                "weather"
            } else {
                "the end of its range"
            };
            let text = format!(
                "The air escort of {} turns back to {} in {hex}: {why}.",
                convoy(t, *id),
                place(escort.base)
            );
            say(text, &[if *in_weather { "11.48" } else { "11.46" }])
        }
        Event::AirSearch { .. } | Event::PicketSearch { .. } | Event::SubmarineSearch { .. } => {
            search(t, event)
        }
        Event::BoatsAttacked {
            hex,
            strength,
            in_weather,
            groups,
            ..
        } => {
            let results: Vec<String> = groups.iter().map(group).collect();
            let text = format!(
                "The boats in {hex} are attacked with strength {strength}{}: {}.",
                weather(*in_weather),
                results.join("; ")
            );
            let mut words = say(
                text,
                if *in_weather {
                    &["14.41", "14.45", "14.47"]
                } else {
                    &["14.41", "14.47"]
                },
            );
            words.dice.extend(groups.iter().map(|group| group.chit));
            words
        }
        Event::Course { chit } => {
            say("The convoys' courses are drawn.", &["7.4", "5.26"]).drawn(*chit)
        }
        Event::ContactLost {
            convoy: id,
            hex,
            in_weather,
        } => {
            let (why, rule) = if *in_weather {
                ("in bad weather", "5.44")
            } else {
                ("no free boat is next to it", "12.17")
            };
            say(
                format!("Contact with {} in {hex} is lost: {why}.", convoy(t, *id)),
                &[rule],
            )
        }
        Event::ConvoyMoves { .. } => convoy_moves(t, event),
        Event::Arrives { convoy: id } => say(
            format!("{} reaches its destination.", convoy(t, *id)),
            &["7.32"],
        ),
        Event::Sighted { convoy: id, escort } => {
            let values = t.escort(*escort);
            let text = format!(
                "{} is sighted: {}, strength {}.",
                convoy(t, *id),
                values.label,
                values.strength
            );
            say(text, &["12.11"])
        }
        Event::Phantom { convoy: id } => say(
            format!("{} was a phantom and is taken off.", convoy(t, *id)),
            &["12.11", "15.6"],
        ),
        Event::CleanUp => say(
            "Sighting markers are removed and air escorts go home.",
            &["12.4", "11.45"],
        ),
        Event::Forms { hex, packs } => say(
            format!("The boats in {hex} form {}.", formation(t, packs, None)),
            &["13.11"],
        ),
        Event::Moves { units, from, to } => {
            let names: Vec<String> = units.iter().map(|name| unit(t, *name)).collect();
            let verb = if names.len() == 1 { "moves" } else { "move" };
            say(
                format!("{} {verb} from {from} to {to}.", capital(names.join(", "))),
                &["6.3"],
            )
        }
        Event::Turns { hex, facing } => {
            say(format!("The boats in {hex} now lie {facing}."), &["9.51"])
        }
        Event::Depinned => say("Pinned boats are at liberty again.", &["14.5"]),
        Event::Attack { .. } => attack(t, event),
        Event::Counterattack {
            convoy: id,
            hex,
            strength,
        } => {
            let text = format!(
                "The escort of {} strikes back at {hex} with strength {strength}.",
                convoy(t, *id)
            );
            say(text, &["14.4", "14.42"])
        }
        Event::NoCounterattack { convoy: id } => say(
            format!(
                "The escort of {} is too scattered to strike back.",
                convoy(t, *id)
            ),
            &["14.33", "14.46"],
        ),
        Event::StraggleReduced => say("Convoys close up: S1 markers go, S2 become S1.", &["14.32"]),
        Event::Resigns => say("U-boat Command gives up.", &["16.1"]),
        Event::Ends { .. } => ends(t, event),
    }
}

fn storm_moves(from: &[derbyhouse_kernel::Hex], to: &[derbyhouse_kernel::Hex]) -> Words {
    let list = |hexes: &[derbyhouse_kernel::Hex]| {
        hexes
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    if to.is_empty() {
        say(
            format!("The storm at {} leaves the map.", list(from)),
            &["5.22", "5.23"],
        )
    } else {
        say(
            format!("The storm at {} moves to {}.", list(from), list(to)),
            &["5.22"],
        )
    }
}

fn search(t: &Tables, event: &Event) -> Words {
    match event {
        Event::AirSearch {
            base,
            hex,
            distance,
            groups,
            boats,
            product,
            spread,
            modifier,
            chit,
            sighted,
        } => {
            let modified = if *modifier == 0 {
                String::new()
            } else {
                format!(" ({modifier:+})")
            };
            let text = format!(
                "Air search from {}: {groups} {} on {boats} {} in {hex}, range {distance}, product {product}, \
                 chits {}-{} find{modified}: {}.",
                place(*base),
                plural(*groups, "group"),
                plural(*boats, "boat"),
                spread.0,
                spread.1,
                found(*sighted),
            );
            say(text, &["11.3", "11.36"]).drawn(*chit)
        }
        Event::PicketSearch {
            convoy: id,
            hex,
            point,
            strength,
            in_weather,
            chit,
            sighted,
            ..
        } => {
            let text = format!(
                "{} enters {hex} with point {point}, in a search zone of strength {strength}{}: {}.",
                convoy(t, *id),
                weather(*in_weather),
                if *sighted { "sighted" } else { "not seen" },
            );
            say(
                text,
                if *in_weather {
                    &["12.14", "12.16", "12.19"]
                } else {
                    &["12.14", "12.19"]
                },
            )
            .drawn(*chit)
        }
        Event::SubmarineSearch {
            convoy: id,
            hex,
            strength,
            boats,
            product,
            in_weather,
            chit,
            sighted,
            ..
        } => {
            let text = format!(
                "The escort of {} searches {boats} {} in {hex}{}, strength {strength}, product {product}: {}.",
                convoy(t, *id),
                plural(*boats, "boat"),
                weather(*in_weather),
                found(*sighted),
            );
            say(
                text,
                if *in_weather {
                    &["12.21", "12.26", "12.3"]
                } else {
                    &["12.21", "12.3"]
                },
            )
            .drawn(*chit)
        }
        _ => say("", &[]),
    }
}

fn convoy_moves(t: &Tables, event: &Event) -> Words {
    let Event::ConvoyMoves {
        convoy: id,
        from,
        heading: to,
        path,
        zone_entries,
    } = event
    else {
        return say("", &[]);
    };
    let way: Vec<String> = path.iter().map(ToString::to_string).collect();
    let into = match zone_entries {
        0 => String::new(),
        n => format!(
            " It cannot avoid {n} {} of a sighting zone.",
            plural(u32::from(*n), "hex")
        ),
    };
    let text = format!(
        "{} moves {} from {from}: {}.{into}",
        convoy(t, *id),
        heading(*to),
        way.join(" ")
    );
    say(
        text,
        if *zone_entries > 0 {
            &["7.4", "7.53"]
        } else {
            &["7.4"]
        },
    )
}

fn attack(t: &Tables, event: &Event) -> Words {
    let Event::Attack {
        convoy: id,
        from,
        strength,
        odds,
        chit,
        result,
        points,
    } = event
    else {
        return say("", &[]);
    };
    let doubled = if odds.factor > 1 {
        format!(", {result} doubled")
    } else {
        String::new()
    };
    let modified = if odds.modifier == 0 {
        String::new()
    } else {
        format!(", chit {:+}", odds.modifier)
    };
    let text = format!(
        "Attack on {} from {from} with strength {strength}, differential {:+}{modified}: {points} {} sunk{doubled}, {} tons.",
        convoy(t, *id),
        odds.differential,
        plural(*points, "ship"),
        tons(t, *points),
    );
    let rules: &[&str] = if odds.factor > 1 {
        &["14.11", "14.2", "14.17"]
    } else {
        &["14.11", "14.2"]
    };
    say(text, rules).drawn(*chit)
}

fn ends(t: &Tables, event: &Event) -> Words {
    let Event::Ends {
        points,
        boats_sunk,
        net,
        level,
        escorts,
    } = event
    else {
        return say("", &[]);
    };
    let label = t
        .victory
        .get(*level)
        .map_or("", |level| level.label.as_str());
    let next = to_next_level(t, *net).map_or(String::new(), |missing| {
        format!(" {missing} more for the next level.")
    });
    let real: Vec<String> = ConvoyId::all()
        .filter(|id| escorts[id.index()] != EscortKind::Dummy)
        .map(|id| format!("{} {}", convoy(t, id), escorts[id.index()]))
        .collect();
    let text = format!(
        "The end: {points} {} sunk ({} tons), {boats_sunk} {} lost, net {net}: {label}.{next} The real convoys were {}.",
        plural(u32::from(*points), "ship"),
        tons(t, u32::from(*points)),
        plural(u32::from(*boats_sunk), "boat"),
        real.join(", "),
    );
    say(text, &["16.1", "16.2", "15.6"]).heading()
}

/// The name of a base.
pub(crate) fn place(base: crate::units::Base) -> &'static str {
    use crate::units::Base;
    match base {
        Base::Ulster => "Ulster",
        Base::Iceland => "Iceland",
        Base::Greenland => "Greenland",
        Base::Newfoundland => "Newfoundland",
    }
}

/// One or several.
pub(crate) fn plural(count: u32, noun: &str) -> String {
    match (count, noun.ends_with('x')) {
        (1, _) => noun.to_owned(),
        (_, true) => format!("{noun}es"),
        (_, false) => format!("{noun}s"),
    }
}

fn capital(text: impl Into<String>) -> String {
    let text = text.into();
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
