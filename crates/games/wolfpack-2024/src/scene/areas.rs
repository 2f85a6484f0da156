//! What is marked on the board: the rings of the convoy, what escorts search, and layers for sight and fire.

use crate::asw::Post;
use crate::attack::{angle, steps_off};
use crate::boat::Boat;
use crate::boats::{End, Letter, TorpedoType};
use crate::convoy::BoxState;
use crate::position::Torpedo;
use crate::space::{COLUMNS, Facing, ROWS, Space};
use crate::view::View;
use derbyhouse_scene::{Area, Overlay, Way, WayKind, Weight};

fn weight(space: Space) -> Weight {
    Weight {
        space: space.to_string(),
        value: None,
    }
}

fn area(kind: &str, label: String, letter: char, spaces: impl Iterator<Item = Space>) -> Area {
    Area {
        kind: kind.to_owned(),
        label,
        letter,
        spaces: spaces.map(weight).collect(),
    }
}

fn everywhere() -> impl Iterator<Item = Space> {
    (0..ROWS).flat_map(|y| (0..COLUMNS).filter_map(move |x| Space::new(x, y)))
}

/// Spaces within a range: a square [4.range].
fn within(from: Space, range: u8) -> impl Iterator<Item = Space> {
    everywhere().filter(move |space| space.range(from) <= range)
}

/// What is always marked: rings [19.ring_numbers], and where escorts search [44.search_range].
pub(super) fn areas(view: View<'_>) -> Vec<Area> {
    let side = view.conditions().side;
    let mut areas = Vec::new();
    for ring in 1..=4u8 {
        let mut boxes = area(
            &format!("shade-{ring}"),
            format!("ring {ring}"),
            char::from(b'0' + ring),
            side.boxes().filter(|space| side.ring(*space) == Some(ring)),
        );
        for (space, state) in view.convoy() {
            if state == BoxState::Unknown
                && let Some(weight) = boxes
                    .spaces
                    .iter_mut()
                    .find(|w| w.space == space.to_string())
            {
                weight.value = Some(ring.to_string());
            }
        }
        if !boxes.spaces.is_empty() {
            areas.push(boxes);
        }
    }
    for escort in &view.hunt().escorts {
        if let Post::Station { at, range, .. } = escort.post {
            let name = super::pieces::name(view, escort);
            areas.push(area(
                "searched",
                format!("searched by {name}"),
                's',
                within(at, range),
            ));
        }
    }
    areas
}

/// Layers: what boats see and where they can fire. Those of the boat that is asked, or of all.
pub(super) fn overlays(view: View<'_>, asked: Option<Letter>) -> Vec<Overlay> {
    let boats: Vec<_> = view
        .boats()
        .filter_map(|(letter, boat)| Some((letter, boat, boat.attack()?)))
        .filter(|(letter, ..)| asked.is_none_or(|asked| asked == *letter))
        .collect();
    let light = view.conditions().light();
    let (spot, identify) = (
        view.tables().tdc.spot(light),
        view.tables().tdc.identify(light),
    );
    let seeing = boats.iter().filter(|(_, boat, _)| boat.lookout().is_some());
    let sight = seeing.flat_map(|(letter, _, (at, _))| {
        [
            area(
                "spot",
                format!("{letter} spots to {spot}"),
                'o',
                within(*at, spot),
            ),
            area(
                "identify",
                format!("{letter} identifies to {identify}"),
                'i',
                within(*at, identify),
            ),
        ]
    });
    let fire = boats
        .iter()
        .flat_map(|(letter, boat, (at, facing))| arcs(view, *letter, boat, *at, *facing));
    vec![
        Overlay {
            id: "sight".to_owned(),
            label: "sight".to_owned(),
            areas: sight.collect(),
        },
        Overlay {
            id: "arcs".to_owned(),
            label: "firing arcs".to_owned(),
            areas: fire.collect(),
        },
        Overlay {
            id: "entry".to_owned(),
            label: "where boxes lead".to_owned(),
            areas: entries(view, asked),
        },
        Overlay {
            id: "ranges".to_owned(),
            label: "ranges".to_owned(),
            areas: bands(view, &boats),
        },
    ]
}

/// Where boats of the Approach map may enter [31.entry_spaces].
fn entries(view: View<'_>, asked: Option<Letter>) -> Vec<Area> {
    let boats = view
        .boats()
        .filter_map(|(letter, boat)| Some((letter, boat.is_surfaced(), boat.approach()?)))
        .filter(|(letter, ..)| asked.is_none_or(|asked| asked == *letter));
    let marked = boats.map(|(letter, surfaced, at)| {
        let spaces = view.tables().approach.entry(at, surfaced);
        let label = format!("{letter} may enter");
        area("entry", label, 'e', spaces.iter().copied())
    });
    marked.collect()
}

/// Where aimed torpedoes of either end reach, freely and at a price [59.arc], [59.angle_minus_1].
fn arcs(view: View<'_>, letter: Letter, boat: &Boat, at: Space, facing: Facing) -> Vec<Area> {
    let t = view.tables();
    if !boat.may_fire() {
        return vec![];
    }
    let farthest = |range: u8| {
        let turns = TorpedoType::ALL
            .into_iter()
            .filter_map(|kind| t.firing.turns(kind, view.era(), range));
        turns.min().is_some()
    };
    let best = |space: Space| {
        let shot = at.direction(space)?;
        let ends = End::ALL.into_iter();
        ends.filter_map(|end| angle(&t.firing, &t.tdc, steps_off(facing, end, shot)))
            .max()
    };
    let reached = |space: &Space| *space != at && farthest(at.range(*space));
    let of = |value: bool| {
        everywhere()
            .filter(reached)
            .filter(move |space| best(*space).is_some_and(|best| (best == 0) == value))
    };
    vec![
        area("arc-free", format!("{letter} fires freely"), 'f', of(true)),
        area(
            "arc-wide",
            format!("{letter} fires at {:+}", t.tdc.off_angle),
            'w',
            of(false),
        ),
    ]
}

/// How many turns a torpedo of each type runs, space by space [59.range_and_turns].
fn bands(view: View<'_>, boats: &[(Letter, &Boat, (Space, Facing))]) -> Vec<Area> {
    let t = view.tables();
    let [(letter, _, (at, _)), ..] = boats else {
        return vec![];
    };
    let spaces = everywhere().filter_map(|space| {
        let range = at.range(space);
        t.tdc.band(range)?;
        Some(Weight {
            space: space.to_string(),
            value: Some(range.to_string()),
        })
    });
    vec![Area {
        kind: "range".to_owned(),
        label: format!("range from {letter}"),
        letter: 'r',
        spaces: spaces.collect(),
    }]
}

/// Torpedoes on their way, and where drift will take boats and escorts [59.range_and_turns], [55.drift_rate].
pub(super) fn ways(view: View<'_>) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for torpedo in view.torpedoes() {
        let id = format!(
            "torpedo {} {} {}",
            torpedo.boat, torpedo.target, torpedo.turns
        );
        let about = format!(
            "{} from tube {} of {}: {:+}, arrives in {}.",
            torpedo.kind, torpedo.tube, torpedo.boat, torpedo.modifier, torpedo.turns
        );
        if let Some(salvo) = ways.iter_mut().find(|way| way.id == id) {
            salvo.about = format!("{} {about}", salvo.about);
            continue;
        }
        ways.push(Way {
            id,
            kind: WayKind::Torpedo,
            from: origin(view, torpedo).to_string(),
            to: torpedo.target.to_string(),
            label: match torpedo.turns {
                0 => "!".to_owned(),
                turns => turns.to_string(),
            },
            about,
        });
    }
    ways.extend(drift(view));
    ways
}

/// Where a torpedo seems to come from. Where it was fired is not on the table, only the way it runs: from the boat
/// while that still fits, else from a few spaces back.
fn origin(view: View<'_>, torpedo: &Torpedo) -> Space {
    let boat = view.boat(torpedo.boat).and_then(Boat::attack);
    let fits = |from: &Space| from.direction(torpedo.target) == Some(torpedo.travel);
    let back = || {
        let steps = 2 + 2 * usize::from(torpedo.turns);
        let way = torpedo.travel.opposite();
        std::iter::successors(Some(torpedo.target), move |space| space.next(way))
            .take(steps)
            .last()
    };
    let from = boat.map(|(space, _)| space).filter(fits).or_else(back);
    from.unwrap_or(torpedo.target)
}

fn drift(view: View<'_>) -> Vec<Way> {
    let spaces = view
        .tables()
        .movement
        .drift(view.conditions().speed, view.turn());
    let boats = view
        .boats()
        .filter_map(|(letter, boat)| Some((letter.to_string(), boat.attack()?.0)));
    let carried = boats.filter_map(|(name, at)| {
        let to = at.down(spaces)?;
        Some(Way {
            id: format!("drift {name}"),
            kind: WayKind::Drift,
            from: at.to_string(),
            to: to.to_string(),
            label: String::new(),
            about: format!("{name} will be at {to} when the convoy has steamed on."),
        })
    });
    carried.collect()
}
