//! Sheets beside the map: the war, the areas, the boat that acts, the boats at sea, the bases.

use super::board::{self, Spotted};
use super::pieces::state;
use super::words;
use super::{ashore, battle};
use crate::boat::{Side, Submarine};
use crate::geography::{Area, Node};
use crate::lines::whereabouts;
use crate::view::View;
use derbyhouse_scene::{Part, Sheet, Tag, Tone};

pub(super) fn sheet(id: &str, title: &str, note: String, folded: bool, parts: Vec<Part>) -> Sheet {
    Sheet {
        id: id.to_owned(),
        title: title.to_owned(),
        note,
        seat: String::new(),
        piece: None,
        folded,
        parts,
    }
}

pub(super) fn rows(title: &str, rows: Vec<Vec<String>>) -> Part {
    Part::Rows {
        title: title.to_owned(),
        rows,
    }
}

pub(super) fn sheets(view: View<'_>) -> Vec<Sheet> {
    let mut all: Vec<Sheet> = battle::sheet(view).into_iter().collect();
    let at_war = view.weeks().1 > 0;
    if at_war {
        all.extend(acting(view));
        all.push(war(view));
        all.push(areas(view));
        all.push(at_sea(view));
        all.extend(ashore::sheets(view));
        all.push(records(view));
    }
    all
}

/// The boat that acts: everything that is marked on it.
fn acting(view: View<'_>) -> Option<Sheet> {
    let boat = view.acting().filter(|boat| !boat.place.is_out())?;
    let t = view.tables();
    let class = t.submarines.class_of(boat.id);
    let tags = state(view, boat).into_iter().map(|text| Tag {
        tone: if text.starts_with("damaged") || text == "spotted" {
            Tone::Warn
        } else {
            Tone::Plain
        },
        text,
        about: String::new(),
    });
    let table = vec![
        vec!["Where".to_owned(), whereabouts(boat.place)],
        vec![
            "Attack, defence, tactical".to_owned(),
            format!("{}, {}, {}", class.attack, class.defence, class.tactical),
        ],
        vec![
            "Speed, range, endurance, crash dive".to_owned(),
            format!(
                "{}, {}, {}, {}",
                class.speed, class.range, class.endurance, class.crash_dive
            ),
        ],
        vec![
            "Sunk".to_owned(),
            format!("{} ships, {} thousand tons", boat.ships, boat.tons),
        ],
    ];
    let mut sheet = sheet(
        "acting",
        words::boat(t, boat.id),
        format!("Type {}", class.name),
        false,
        vec![
            Part::Tags {
                title: String::new(),
                tags: tags.collect(),
            },
            rows("", table),
        ],
    );
    sheet.piece = Some(super::pieces::id(view, boat.id));
    Some(sheet)
}

/// The War Event in full, levels, points, and what may come [5.0], [6.0], [17.1], [31.03].
fn war(view: View<'_>) -> Sheet {
    let t = view.tables();
    let (war, standing) = (view.war(), view.standing());
    let mut table = Vec::new();
    let mut row = |label: &str, value: String| table.push(vec![label.to_owned(), value]);
    if let Some(event) = view.event() {
        row("War Event", event.title.clone());
        row("", format!("{} [5.0]", event.text));
        for effect in &event.effects {
            row("", effect.clone());
        }
    }
    row("Torpedoes", format!("{:+} [6.0]", standing.torpedo));
    row(
        "B-Dienst, Enigma",
        format!("{:+}, {:+} [7.2] [7.3]", standing.b_dienst, standing.enigma),
    );
    if let Some(area) = view.signals() {
        row("B-Dienst reads signals of", words::area(t, area).to_owned());
    }
    if let Some((period, _)) = war.check {
        row(
            "May begin any week",
            format!("{} [17.1]", words::period(period)),
        );
    }
    row(
        "This month",
        format!(
            "{} thousand tons, {} boats lost",
            war.month.tons, war.month.boats_lost
        ),
    );
    row(
        "All in all",
        format!(
            "{} thousand tons, {} boats lost",
            war.total.tons, war.total.boats_lost
        ),
    );
    row("Victory points", format!("{} [31.03]", view.score()));
    if war.imperilled > 0 {
        row("England imperilled", format!("{} [31.04]", war.imperilled));
    }
    if let Some(influence) = war.influence {
        let offices = crate::tables::Office::ALL.into_iter().zip(influence);
        let text: Vec<String> = offices
            .map(|(office, value)| format!("{office} {value}"))
            .collect();
        row("Influence", format!("{} [35.0]", text.join(", ")));
    }
    let note = view
        .event()
        .map_or(String::new(), |event| event.title.clone());
    let past: Vec<Vec<String>> = view
        .past_events()
        .map(|(event, times)| vec![event.title.clone(), format!("{times}×")])
        .collect();
    let mut parts = vec![rows("", table)];
    if !past.is_empty() {
        parts.push(rows("Events so far", past));
    }
    sheet("war", "The war", note, false, parts)
}

/// The Area Activity Charts of now [2.13].
fn areas(view: View<'_>) -> Sheet {
    let t = view.tables();
    let table = Area::ALL.into_iter().map(|area| {
        let chart = view.chart(area);
        let count = |side: Side| {
            let here = |boat: &&Submarine| boat.area() == Some(area) && boat.side == side;
            view.boats().iter().filter(here).count()
        };
        let icons = format!(
            "{}{}{}",
            match chart.air {
                crate::activity::Cover::None => "",
                crate::activity::Cover::Light => "✈",
                crate::activity::Cover::Heavy => "✈✈",
            },
            if chart.enemy_sub { " ◆" } else { "" },
            if t.map.area(area).coastal { " ⚓" } else { "" },
        );
        vec![
            words::area(t, area).to_owned(),
            words::boxes(chart),
            icons,
            format!("{} / {}", count(Side::Patrol), count(Side::Transit)),
        ]
    });
    let table = table.collect();
    let note =
        "boats on patrol / in transit; ✈ air, ◆ submarines, ⚓ coastal, ● red dot".to_owned();
    sheet("areas", "Areas", note, true, vec![rows("", table)])
}

/// Boats at sea with their state.
fn at_sea(view: View<'_>) -> Sheet {
    let t = view.tables();
    let boats = view.boats().iter().filter(|boat| boat.place.is_at_sea());
    let table: Vec<Vec<String>> = boats
        .map(|boat| {
            let class = t.submarines.class_of(boat.id);
            let side = match boat.side {
                Side::Patrol => "patrol",
                Side::Transit if boat.rtb => "home",
                Side::Transit => "out",
            };
            vec![
                words::boat(t, boat.id).to_owned(),
                class.name.clone(),
                whereabouts(boat.place),
                side.to_owned(),
                state(view, boat).join(", "),
            ]
        })
        .collect();
    let note = format!("{} boats", table.len());
    sheet("at-sea", "At sea", note, true, vec![rows("", table)])
}

/// The best patrols [14.5].
fn records(view: View<'_>) -> Sheet {
    let t = view.tables();
    let mut boats: Vec<&Submarine> = view.boats().iter().filter(|boat| boat.ships > 0).collect();
    boats.sort_by_key(|boat| std::cmp::Reverse((boat.tons, boat.ships)));
    let table = boats.iter().take(30).map(|boat| {
        vec![
            words::boat(t, boat.id).to_owned(),
            format!("{} ships", boat.ships),
            format!("{} thousand tons", boat.tons),
            whereabouts(boat.place),
        ]
    });
    let table = table.collect();
    let note = format!("{} boats have sunk ships", boats.len());
    sheet(
        "records",
        "Records of boats",
        note,
        true,
        vec![rows("", table)],
    )
}

/// A space in words: its chart, ways from it.
pub(super) fn about(view: View<'_>, space: &str) -> Vec<String> {
    let t = view.tables();
    let Some(at) = board::read(space) else {
        return Vec::new();
    };
    let mut lines = vec![board::name(t, &at)];
    let node = match at {
        Spotted::Area(area) => {
            let chart = view.chart(area);
            lines.push(format!("{} [2.13]", words::boxes(chart)));
            lines.push(format!("{}.", words::cover(chart.air)));
            Some(Node::Area(area))
        }
        Spotted::Base(base) => Some(Node::Base(base)),
        Spotted::Zone(zone) => {
            let links: Vec<&str> = t
                .map
                .zone(zone)
                .links
                .iter()
                .map(|area| words::area(t, *area))
                .collect();
            lines.push(format!("Entered from {} [20.1].", links.join(" or ")));
            None
        }
    };
    let routes = node.into_iter().flat_map(|node| t.map.routes_from(node));
    lines.extend(routes.map(|(route, to)| {
        let name = match to {
            Node::Area(area) => words::area(t, area),
            Node::Base(base) => words::base(t, base),
            Node::Forward(zone) => words::zone(t, zone),
        };
        let through = route.via.map_or(String::new(), |zone| {
            format!(" through {}", words::zone(t, zone))
        });
        format!("To {name}{through}: {} [2.11]", route.cost)
    }));
    lines
}
