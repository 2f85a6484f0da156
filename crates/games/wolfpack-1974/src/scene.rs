//! The table as a front end draws it. Built from a view, so that nothing hidden can show.

mod offers;
mod outlook;
mod overlays;
mod panels;
mod pieces;
mod spaces;
mod story;

use crate::choice::Choice;
use crate::sequence::{Selection, Step};
use crate::tables::Tables;
use crate::units::{Base, Bound};
use crate::victory;
use crate::view::View;
use derbyhouse_kernel::{Decision, Hex};
use derbyhouse_scene::board::centre;
use derbyhouse_scene::coast::{Frame, coasts};
use derbyhouse_scene::{Board, Clock, Fact, Label, Mood, Place, Prompt, Scene, Shape, Space};

pub(crate) use outlook::outlook;
pub(crate) use spaces::explain;
pub(crate) use story::story;

/// The map [3.1]: the whole field, the playing area marked, coasts, bases and the ends of the lanes.
pub(crate) fn board(t: &Tables) -> Board {
    let (rows, cols) = t.map.field;
    let hexes = (1..=rows).flat_map(|row| (1..=cols).map(move |col| Hex::new(row, col)));
    let spaces = hexes
        .map(|hex| {
            let (x, y) = centre(hex);
            let grid = Some((hex.row(), hex.col()));
            Space {
                id: hex.to_string(),
                x,
                y,
                grid,
                playing: t.map.is_playing(hex),
                shape: Shape::Hex,
                label: String::new(),
            }
        })
        .collect();
    let names = t.map.names.iter().map(|name| {
        let (x, y) = t.map.projection.place(name.at.0, name.at.1);
        Label {
            text: name.label.clone(),
            x,
            y,
        }
    });
    let bases = Base::ALL.map(|base| Place {
        space: t.base(base).to_string(),
        label: crate::lines::place(base).to_owned(),
        letter: base
            .id()
            .chars()
            .next()
            .map_or('?', |c| c.to_ascii_uppercase()),
        about: format!("Airbase {}.", crate::lines::place(base)),
    });
    let lanes = Bound::ALL.map(|bound| {
        let (entry, other) = (t.map.entry[bound.index()], t.map.destination[bound.index()]);
        Place {
            space: entry.to_string(),
            label: format!("Entry of {bound}bound convoys"),
            letter: if bound == Bound::East { '>' } else { '<' },
            about: format!(
                "{bound}bound convoys enter here and leave the map in {other} [7.31], [7.33]."
            ),
        }
    });
    Board {
        spaces,
        outlines: coasts(
            |north, east| t.map.projection.place(north, east),
            frame(t.map.field),
        ),
        labels: names.collect(),
        places: bases.into_iter().chain(lanes).collect(),
        sheet: None,
        mood: Mood::Chart,
    }
}

/// How far beyond the field the land is drawn, in hex widths: a wide screen shows it.
const BEYOND: f64 = 24.0;

fn frame((rows, cols): (u8, u8)) -> Frame {
    let (east, north) = centre(Hex::new(rows, cols));
    Frame {
        x: (-BEYOND, east + BEYOND),
        y: (-BEYOND, north + BEYOND),
    }
}

/// What a viewer sees.
pub(crate) fn scene(view: View<'_>, decision: Option<&Decision>, choices: &[Choice]) -> Scene {
    Scene {
        title: format!(
            "Wolfpack (1974) · {}",
            view.tables().scenario(view.setup().scenario).label
        ),
        clock: clock(view),
        facts: facts(view),
        pieces: pieces::pieces(view),
        areas: overlays::areas(view),
        ways: Vec::new(),
        strips: Vec::new(),
        overlays: overlays::overlays(view),
        sheets: Vec::new(),
        panels: panels::panels(view),
        prompt: decision.map(|decision| prompt(view, decision, choices)),
        warnings: panels::warnings(view),
    }
}

fn clock(view: View<'_>) -> Clock {
    let phases = Step::TURN
        .iter()
        .filter_map(|step| Some(format!("{} {}", step.segment()?, step.name())));
    let phase = match view.step() {
        None => "The end".to_owned(),
        Some(step) => step
            .segment()
            .map_or(step.name().to_owned(), |id| format!("{id} {}", step.name())),
    };
    Clock {
        turn: view.turn().into(),
        turns: view.tables().scale.turns.into(),
        phase,
        phases: phases.collect(),
    }
}

fn facts(view: View<'_>) -> Vec<Fact> {
    let t = view.tables();
    let (net, points) = (view.net(), u32::from(view.points()));
    let level = &t.victory[victory::level(t, net)].label;
    let next = victory::to_next_level(t, net)
        .map_or(String::new(), |missing| format!(" ({missing} to the next)"));
    vec![
        Fact::new("day", format!("{} of {}", view.turn(), t.scale.turns)),
        Fact::new(
            "ships sunk",
            format!("{points} · {} t", victory::tons(t, points)),
        ),
        Fact::new("boats lost", view.boats_sunk()),
        Fact::new("net", format!("{net} · {level}{next}")),
    ]
}

fn prompt(view: View<'_>, decision: &Decision, choices: &[Choice]) -> Prompt {
    Prompt {
        hand: None,
        text: question(view),
        rule: decision.rule.0.to_owned(),
        offers: choices
            .iter()
            .map(|choice| offers::offer(view, *choice))
            .collect(),
    }
}

/// What is asked, in plain words.
fn question(view: View<'_>) -> String {
    use crate::sequence::Deploying;
    let t = view.tables();
    match view.step() {
        Some(Step::AirDeployment(placed)) => {
            let range = crate::scenarios::groups_to_deploy(t, view.setup())
                .nth(placed.into())
                .map(|r| t.air.ranges[r]);
            format!(
                "Which base gets the next air group, of range {}?",
                range.unwrap_or(0)
            )
        }
        Some(Step::Deployment(None)) if view.in_reserve() == 0 => {
            "All boats are placed. Begin?".to_owned()
        }
        Some(Step::Deployment(None)) => format!(
            "Deploy your boats: {} are left. What next?",
            view.in_reserve()
        ),
        Some(Step::Deployment(Some(Deploying::Unit(kind)))) => {
            format!("Where shall this {} go?", t.unit(kind).label.to_lowercase())
        }
        Some(
            Step::Deployment(Some(Deploying::Arranging))
            | Step::UboatMovement(Some(Selection::Arranging)),
        ) => "Which stack is to be turned or re-ordered?".to_owned(),
        Some(Step::PackFormation) => {
            "Form packs or break them up, or go on to movement.".to_owned()
        }
        Some(Step::UboatMovement(None)) => "Move your boats. What moves next?".to_owned(),
        Some(Step::UboatMovement(Some(Selection::Unit(hex, name)))) => {
            format!("Where does {} go from {hex}?", crate::lines::unit(t, name))
        }
        Some(Step::UboatMovement(Some(Selection::Stack(hex)))) => {
            format!("Where do the boats in {hex} go together?")
        }
        Some(Step::UboatAttack(None)) => "Which convoy is attacked?".to_owned(),
        Some(Step::UboatAttack(Some(convoy))) => {
            format!(
                "Who attacks {}? Strength so far: {}.",
                crate::lines::convoy(t, convoy),
                view.force(convoy)
            )
        }
        _ => "The game is over.".to_owned(),
    }
}
