//! Sheets beside the map: the war, the areas, the boat that acts, the boats at sea, the bases.

use super::board::{self, Spotted};
use super::words;
use super::{ashore, battle, charts, fleet, war};
use crate::geography::{Area, Node};
use crate::view::View;
use derbyhouse_scene::{Lies, Part, Sheet};

pub(super) fn sheet(id: &str, title: &str, note: String, lies: Lies, parts: Vec<Part>) -> Sheet {
    Sheet {
        id: id.to_owned(),
        title: title.to_owned(),
        note,
        seat: String::new(),
        piece: None,
        lies,
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
        all.extend(fleet::acting(view));
        all.push(war::events(view));
        all.push(war::war(view));
        all.push(areas(view));
        all.push(fleet::boats(view));
        all.extend(ashore::sheets(view));
    }
    all
}

/// Area Activity Charts with what is marked beside them [2.13].
fn areas(view: View<'_>) -> Sheet {
    let strips = Area::ALL.into_iter();
    let strips = strips.map(|area| charts::of_area(view, area)).collect();
    let note = "boats of six, ✈ air, S submarines, ⚓ coast".to_owned();
    let part = Part::Strips {
        title: String::new(),
        strips,
    };
    sheet("areas", "Areas", note, Lies::Folded, vec![part])
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
            let strip = charts::of_area(view, area);
            lines.push(format!("{} [2.13]", strip.about));
            let marks = strip.notes.into_iter().map(|note| note.about);
            lines.extend(marks.filter(|about| !about.is_empty()));
            Some(Node::Area(area))
        }
        Spotted::Base(base) => Some(Node::Base(base)),
        Spotted::Zone(zone) => {
            lines.push(charts::entered_from(view, zone));
            None
        }
    };
    let routes = node.into_iter().flat_map(|node| t.map.routes_from(node));
    lines.extend(routes.map(|(route, to)| {
        let name = words::node(t, to);
        let through = route.via.map_or(String::new(), |zone| {
            format!(" through {}", words::zone(t, zone))
        });
        format!("To {name}{through}: {} [2.11]", route.cost)
    }));
    lines
}
