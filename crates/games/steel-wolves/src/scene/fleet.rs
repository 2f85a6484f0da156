//! All boats in one list, the one that acts, and what boats have sunk [2.3A], [14.5].

use super::board::zone_id;
use super::pieces;
use super::sheets::{rows, sheet};
use super::words;
use crate::boat::{Place, Side, Submarine};
use crate::view::View;
use derbyhouse_scene::{Item, Lies, Part, Sheet, Tag, Tone};

fn tag(text: impl Into<String>, tone: Tone) -> Tag {
    Tag {
        text: text.into(),
        tone,
        about: String::new(),
    }
}

fn tone(state: &str) -> Tone {
    match state {
        state if state.starts_with("damaged") || state == "spotted" => Tone::Warn,
        "RTB" => Tone::Bad,
        "done" => Tone::Off,
        state if state.contains('+') => Tone::Good,
        _ => Tone::Plain,
    }
}

/// The boat that acts: everything that is marked on it.
pub(super) fn acting(view: View<'_>) -> Option<Sheet> {
    let boat = view.acting().filter(|boat| !boat.place.is_out())?;
    let t = view.tables();
    let class = t.submarines.class_of(boat.id);
    let tags = pieces::state(view, boat).into_iter();
    let tags = tags.map(|text| tag(text.clone(), tone(&text))).collect();
    let mut table = vec![
        vec![
            "Where".to_owned(),
            words::whereabouts(view.tables(), boat.place),
        ],
        vec![
            "Attack, defence, tactical".to_owned(),
            format!(
                "{}, {}, {}",
                t.submarines.attack_of(boat.id),
                class.defence,
                class.tactical
            ),
        ],
        vec![
            "Speed, range, endurance, crash dive".to_owned(),
            format!(
                "{}, {}, {}, {}",
                class.speed, class.range, class.endurance, class.crash_dive
            ),
        ],
    ];
    if let Some(distance) = view.distance_home(boat) {
        let left = i16::from(class.range) - i16::from(distance);
        table.push(vec![
            "From its base, range left".to_owned(),
            format!("{distance}, {left} [15.11]"),
        ]);
    }
    let aces = &t.aces;
    table.push(vec![
        "Sunk".to_owned(),
        format!(
            "{}, {}; {} ships and {} in one combat make an ace [14.5]",
            words::ships(boat.ships.into()),
            words::tons(boat.tons.into()),
            aces.ships,
            words::tons(aces.tons.into()),
        ),
    ]);
    let mut sheet = sheet(
        "acting",
        words::boat(t, boat.id),
        format!("Type {}", class.name),
        Lies::Open,
        vec![
            Part::Tags {
                title: String::new(),
                tags,
            },
            rows("", table),
        ],
    );
    sheet.piece = Some(pieces::id(view, boat.id));
    Some(sheet)
}

/// All boats in play, to be filtered, sorted and found on the map.
pub(super) fn boats(view: View<'_>) -> Sheet {
    let afloat = |boat: &&Submarine| !boat.place.is_out();
    let items: Vec<Item> = view
        .boats()
        .iter()
        .filter(afloat)
        .map(|boat| item(view, boat))
        .collect();
    let at_sea = view.boats().iter().filter(|boat| boat.place.is_at_sea());
    let note = format!("{} at sea of {}", at_sea.count(), items.len());
    let heads = [
        "Boat", "Type", "A-D-T", "Where", "Home", "Left", "Ships", "Tons",
    ];
    let list = Part::List {
        title: String::new(),
        heads: heads.map(str::to_owned).into(),
        items,
    };
    sheet("boats", "Boats", note, Lies::Folded, vec![list])
}

fn item(view: View<'_>, boat: &Submarine) -> Item {
    let t = view.tables();
    let class = t.submarines.class_of(boat.id);
    let space = match boat.place {
        Place::Base(base, _) => base.to_string(),
        Place::Area(area) => area.to_string(),
        Place::Zone(zone, _) | Place::Forward(zone, _) => zone_id(zone),
        _ => String::new(),
    };
    let side = match (boat.place.is_at_sea(), boat.side) {
        (false, _) if boat.is_ready() => "ready",
        (false, _) => "in base",
        (true, Side::Patrol) => "patrol",
        (true, Side::Transit) if boat.rtb => "homebound",
        (true, Side::Transit) => "outbound",
    };
    let distance = view.distance_home(boat);
    let left = distance.map(|distance| i16::from(class.range) - i16::from(distance));
    let number = |value: Option<i16>| value.map_or(String::new(), |value| value.to_string());
    let mut tags = vec![tag(side, Tone::Plain)];
    tags.extend(pieces::state(view, boat).into_iter().map(|text| {
        let tone = tone(&text);
        tag(text, tone)
    }));
    if boat.may_act() {
        tags.push(tag("to act", Tone::Plain));
    }
    Item {
        space,
        cells: vec![
            words::boat(t, boat.id).to_owned(),
            class.name.clone(),
            format!(
                "{}-{}-{}",
                t.submarines.attack_of(boat.id),
                class.defence,
                class.tactical
            ),
            words::whereabouts(view.tables(), boat.place),
            number(distance.map(i16::from)),
            number(left),
            boat.ships.to_string(),
            boat.tons.to_string(),
        ],
        tags,
        about: format!(
            "Type {}: speed {}, range {}, endurance {}, crash dive {}, readiness {}",
            class.name,
            class.speed,
            class.range,
            class.endurance,
            class.crash_dive,
            class.readiness
        ),
    }
}
