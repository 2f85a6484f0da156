//! What is printed on the map and changes with the war: Area Activity Charts, marks beside them, routes with what they
//! cost, transit zones with their numbers [2.11], [2.13], [20.8].

use super::board::{node_id, zone_id};
use super::words;
use crate::activity::{Chart, ChartBox, Colour, Cover};
use crate::boat::Submarine;
use crate::displays::Contact;
use crate::geography::{Area, Base, Zone};
use crate::search;
use crate::tables::Route;
use crate::view::View;
use crate::weather::Weather;
use derbyhouse_scene::{Ink, Square, Strip, Tag, Tone, Way, WayKind};

/// What stands in every box of the map.
pub(super) fn strips(view: View<'_>) -> Vec<Strip> {
    let areas = Area::ALL.into_iter().map(|area| of_area(view, area));
    let zones = Zone::ALL.into_iter().filter_map(|zone| of_zone(view, zone));
    let bases = Base::ALL.into_iter().filter_map(|base| of_base(view, base));
    areas.chain(zones).chain(bases).collect()
}

fn tag(text: impl Into<String>, tone: Tone, about: impl Into<String>) -> Tag {
    Tag {
        text: text.into(),
        tone,
        about: about.into(),
    }
}

/// The boxes of a chart in their colours [2.13].
pub(super) fn squares(chart: &Chart) -> Vec<Square> {
    let square = |cell: &ChartBox| Square {
        ink: match cell.colour {
            Colour::White => Ink::White,
            Colour::Green => Ink::Green,
            Colour::Orange => Ink::Orange,
            Colour::Blue => Ink::Blue,
            Colour::Red => Ink::Red,
        },
        dot: cell.dot,
    };
    chart.boxes.iter().map(square).collect()
}

/// The chart of an area with everything that is marked there.
pub(super) fn of_area(view: View<'_>, area: Area) -> Strip {
    let t = view.tables();
    let chart = view.chart(area);
    Strip {
        label: words::area(t, area).to_owned(),
        space: area.to_string(),
        squares: squares(chart),
        notes: marks(view, area, chart),
        about: about(view, area),
    }
}

fn marks(view: View<'_>, area: Area, chart: &Chart) -> Vec<Tag> {
    let t = view.tables();
    let mut all = Vec::new();
    let (boats, free) = view.crowd(area);
    if boats > 0 {
        let crowded = boats > free && chart.is_busy();
        let tone = if crowded { Tone::Warn } else { Tone::Plain };
        let text = format!("{boats} boats; above {free} they get in each other’s way [22.1]");
        all.push(tag(format!("{boats}/{free}"), tone, text));
        all.extend(states(view, area));
    }
    match view.air(area) {
        Cover::None => {}
        Cover::Light => all.push(tag("✈", Tone::Plain, "Light air cover [2.13]")),
        Cover::Heavy => all.push(tag("✈✈", Tone::Warn, "Heavy air cover [2.13]")),
    }
    if view.has_enemy_submarines(area) {
        all.push(tag("S", Tone::Plain, "Enemy submarines [14.6]"));
    }
    if t.map.area(area).coastal {
        all.push(tag("⚓", Tone::Plain, "Coastal waters [2.13]"));
    }
    if view.is_virgin(area) {
        let until = view.virgin_until(area);
        let until = until.map_or(String::new(), |last| format!(", until {last}"));
        let text = format!(
            "A virgin area: {:+} to searches [30.5]{until}",
            search::VIRGIN
        );
        all.push(tag("virgin", Tone::Good, text));
    }
    if let Some(heard) = view.heard_in(area) {
        let dice = |name: &str, range: &Option<std::ops::RangeInclusive<u8>>| {
            let range = range.as_ref()?;
            Some(format!("{name} on {} to {}", range.start(), range.end()))
        };
        let lines = [
            dice("task force", &heard.task_force),
            dice("special convoy", &heard.special_convoy),
        ];
        let lines: Vec<String> = lines.into_iter().flatten().collect();
        let more = if lines.is_empty() {
            String::new()
        } else {
            format!("; a convoy found here is a {}", lines.join(", a "))
        };
        let text = format!("B-Dienst reads signals: +1 to searches [7.11]{more}");
        all.push(tag("B", Tone::Good, text));
    }
    let weather = view.weather().iter().find(|system| system.area == area);
    if let Some(system) = weather {
        let tone = match system.weather {
            Weather::Mbar965 => Tone::Bad,
            _ => Tone::Warn,
        };
        all.push(tag(
            system.weather.to_string(),
            tone,
            format!("Weather, {} millibar [7.4]", system.weather),
        ));
    }
    let planes = view.war().aircraft.iter();
    let planes = planes.filter(|plane| plane.over == Some(area)).count();
    if planes > 0 {
        let text = format!("{planes} reconnaissance aircraft [7.51]");
        all.push(tag(format!("Fw{planes}"), Tone::Good, text));
    }
    let supplies = view.supplies().filter(|supply| supply.area == area);
    let supplies = supplies.count();
    if supplies > 0 {
        let text = format!("{supplies} supply ships or tankers in port [21.3]");
        all.push(tag(format!("sup{supplies}"), Tone::Good, text));
    }
    all
}

/// Boats of an area by the section they are in, and how many are hurt.
fn states(view: View<'_>, area: Area) -> Vec<Tag> {
    let here = |fits: &dyn Fn(&Submarine) -> bool| {
        let boats = view.boats().iter();
        boats
            .filter(|boat| boat.place == crate::boat::Place::Area(area) && fits(boat))
            .count()
    };
    let counts = [
        ("P", Tone::Plain, here(&Submarine::patrols), "on patrol"),
        ("T", Tone::Plain, here(&Submarine::is_outbound), "outbound"),
        (
            "H",
            Tone::Plain,
            here(&|boat| boat.rtb),
            "returning to base",
        ),
        ("D", Tone::Warn, here(&|boat| boat.damage > 0), "damaged"),
    ];
    let told = counts.into_iter().filter(|(_, _, count, _)| *count > 0);
    told.map(|(letter, tone, count, what)| {
        tag(format!("{letter}{count}"), tone, format!("{count} {what}"))
    })
    .collect()
}

/// Zones that something is marked in: transit zones with their numbers, minefields, boats, closed ones [20.0].
fn of_zone(view: View<'_>, zone: Zone) -> Option<Strip> {
    let t = view.tables();
    let mut notes = Vec::new();
    if let Some(crossing) = t.map.crossing(zone) {
        let number = crossing.modifier[view.period().index()];
        let tone = if number > 2 { Tone::Bad } else { Tone::Warn };
        let text = format!("Transit zone: {number:+} to checks in this period [20.8]");
        notes.push(tag(format!("{number:+}"), tone, text));
    }
    let fields = view.war().fields.iter();
    for field in fields.filter(|field| field.zone == zone) {
        let text = format!("A minefield of strength {} [26.2]", field.strength);
        notes.push(tag(format!("M{}", field.strength), Tone::Good, text));
    }
    let forward = view.war().forward.iter().find(|base| base.zone == zone);
    if let Some(forward) = forward {
        let text = format!("A forward base for {} boats [21.1]", forward.capacity);
        notes.push(tag("base", Tone::Good, text));
    } else if !view.is_open(zone) {
        notes.push(tag("–", Tone::Off, "Not to be patrolled now [20.1]"));
    }
    (!notes.is_empty()).then(|| Strip {
        label: words::zone(t, zone).to_owned(),
        space: zone_id(zone),
        squares: vec![],
        notes,
        about: entered_from(view, zone),
    })
}

/// How many boats are ready, of those in base.
fn of_base(view: View<'_>, base: Base) -> Option<Strip> {
    use crate::boat::Place;
    use crate::ready::Stand;
    if !view.bases().contains(&base) {
        return None;
    }
    let count = |fits: &dyn Fn(&Submarine) -> bool| {
        let boats = view.boats().iter();
        boats.filter(|boat| fits(boat)).count()
    };
    let ready = count(&|boat| boat.place == Place::Base(base, Stand::Ready));
    let all = count(&|boat| matches!(boat.place, Place::Base(at, _) if at == base));
    let text = format!("{ready} ready for sea of {all} boats in base [9.0]");
    Some(Strip {
        label: words::base(view.tables(), base).to_owned(),
        space: base.to_string(),
        squares: vec![],
        notes: vec![tag(format!("{ready}/{all}"), Tone::Plain, text.clone())],
        about: text,
    })
}

pub(super) fn entered_from(view: View<'_>, zone: Zone) -> String {
    let t = view.tables();
    let links = t.map.zone(zone).links.iter();
    let links: Vec<&str> = links.map(|area| words::area(t, *area)).collect();
    format!("Entered from {} [20.1].", links.join(" or "))
}

/// The chart in words, and what a contact would be, colour by colour, counted over the die [2.13], [13.22].
fn about(view: View<'_>, area: Area) -> String {
    let chart = view.chart(area);
    let count = |colour: Colour| {
        chart
            .boxes
            .iter()
            .filter(|cell| cell.colour == colour)
            .count()
    };
    let rich = Colour::ALL.into_iter().skip(1).rev();
    let colours: Vec<String> = rich
        .filter(|colour| count(*colour) > 0)
        .map(|colour| {
            format!(
                "{} {colour} ({})",
                count(colour),
                contacts(view, area, colour)
            )
        })
        .collect();
    let boxes = if colours.is_empty() {
        "Nothing sails here".to_owned()
    } else {
        format!("Boxes: {}", colours.join("; "))
    };
    format!(
        "{boxes}. {} red or dotted: a Transit Event from {} on. {}.",
        chart.red(),
        chart.threshold(),
        words::capital(words::cover(view.air(area))),
    )
}

/// What the Contact Table brings for a colour, in percent [13.22].
fn contacts(view: View<'_>, area: Area, colour: Colour) -> String {
    let t = view.tables();
    let mut faces = [0u8; Contact::ALL.len()];
    for die in 0..10 {
        let row = search::contact_row(t, colour, die, 0);
        let contact = search::contact(t, area, view.period(), view.war().barbarossa, row);
        faces[contact.index()] += 1;
    }
    let told = Contact::ALL.into_iter().filter(|c| faces[c.index()] > 0);
    let told: Vec<String> = told
        .map(|contact| {
            let name = contact.id().replace('_', " ");
            format!("{name} {} %", faces[contact.index()] * 10)
        })
        .collect();
    told.join(", ")
}

/// Routes with their costs, and the ways into zones [2.11], [20.1].
pub(super) fn ways(view: View<'_>) -> Vec<Way> {
    let t = view.tables();
    let routes = t.map.routes.iter().flat_map(|route| of_route(view, route));
    let entries = Zone::ALL.into_iter().flat_map(|zone| {
        let links = t.map.zone(zone).links.iter();
        links.map(move |area| Way {
            id: format!("entry-{zone}-{area}"),
            kind: WayKind::Entry,
            from: area.to_string(),
            to: zone_id(zone),
            label: String::new(),
            about: String::new(),
        })
    });
    let mut all: Vec<Way> = routes.collect();
    // A route through a zone shows the way into it as well.
    let taken = |entry: &Way, way: &Way| {
        (way.from == entry.from && way.to == entry.to)
            || (way.from == entry.to && way.to == entry.from)
    };
    let entries: Vec<Way> = entries
        .filter(|entry| !all.iter().any(|way| taken(entry, way)))
        .collect();
    all.extend(entries);
    all
}

/// A route, or the two halves of one that leads through a transit zone.
fn of_route(view: View<'_>, route: &Route) -> Vec<Way> {
    let t = view.tables();
    let [a, b] = route.ends;
    let name = |node| match super::board::read(&node_id(node)) {
        Some(at) => super::board::name(t, &at),
        None => String::new(),
    };
    let mut about = format!(
        "{} to {}: {} movement point{} [2.11]",
        name(a),
        name(b),
        route.cost,
        if route.cost == 1 { "" } else { "s" }
    );
    let way = |from: String, to: String, label: String, about: &str| Way {
        id: format!("route-{from}-{to}"),
        kind: WayKind::Route,
        from,
        to,
        label,
        about: about.to_owned(),
    };
    let cost = route.cost.to_string();
    let Some(zone) = route.via else {
        return vec![way(node_id(a), node_id(b), cost, &about)];
    };
    if let Some(crossing) = t.map.crossing(zone) {
        let number = crossing.modifier[view.period().index()];
        about.push_str(&format!(
            " through {}, {number:+} to the check [20.8]",
            words::zone(t, zone)
        ));
    }
    vec![
        way(node_id(a), zone_id(zone), cost, &about),
        way(zone_id(zone), node_id(b), String::new(), &about),
    ]
}
