//! A plain scene: what stands where, and the question. The table proper comes later.

use crate::boat::{Boat, Place, TubeState};
use crate::boats::Letter;
use crate::choice::Choice;
use crate::convoy::{BoxState, Gone};
use crate::lines::{loss, ship};
use crate::ring::ApproachBox;
use crate::sequence::Phase;
use crate::space::{COLUMNS, Facing, ROWS, Space};
use crate::view::View;
use derbyhouse_kernel::Decision;
use derbyhouse_scene::{
    Anchor, Board, Clock, Fact, Offer, Panel, Piece, Prompt, Scene, Side, Symbol,
};

/// Where a box of the Approach map is drawn: around the grid.
fn ring_place(at: ApproachBox) -> (f64, f64) {
    let index = at.index() as i8;
    let (x, y) = match index {
        0..5 => (-2, 2 + 3 * index),
        5..11 => (2 * (index - 5) + 3, 16),
        _ => (18, 14 - 3 * (index - 11)),
    };
    (f64::from(x), f64::from(y))
}

/// The grid of the Attack map, and the ring of the Approach map around it.
pub(crate) fn board() -> Board {
    let grid = (0..ROWS).flat_map(|y| (0..COLUMNS).filter_map(move |x| Space::new(x, y)));
    let space = |id: String, x: f64, y: f64| derbyhouse_scene::Space {
        id,
        x,
        y,
        grid: None,
        playing: true,
    };
    let spaces = grid.map(|at| space(at.to_string(), at.x().into(), f64::from(ROWS - 1 - at.y())));
    let ring = ApproachBox::ALL.into_iter().map(|at| {
        let (x, y) = ring_place(at);
        space(at.to_string(), x, y)
    });
    Board {
        spaces: spaces.chain(ring).collect(),
        outlines: vec![],
        labels: vec![],
        places: vec![],
    }
}

pub(crate) fn scene(view: View<'_>, decision: Option<&Decision>, choices: &[Choice]) -> Scene {
    let conditions = view.conditions();
    let phases = Phase::ALL.iter().map(ToString::to_string);
    let mut pieces: Vec<Piece> = view
        .convoy()
        .filter_map(|(space, state)| tile(view, space, state))
        .collect();
    pieces.extend(
        view.boats()
            .filter_map(|(letter, boat)| boat_piece(letter, boat)),
    );
    pieces.extend(
        view.torpedoes()
            .iter()
            .enumerate()
            .map(|(number, torpedo)| Piece {
                id: format!("torpedo{number}"),
                label: format!("{} of {}", torpedo.kind, torpedo.boat),
                values: torpedo.turns.to_string(),
                facing: Some(degrees(torpedo.travel)),
                about: format!(
                    "Arrives in {} turns with {:+}.",
                    torpedo.turns, torpedo.modifier
                ),
                ..marker(torpedo.target, "T")
            }),
    );
    Scene {
        title: format!("Wolfpack (2024), {}", view.setup().scenario),
        clock: Clock {
            turn: view.turn().into(),
            turns: view.tables().last_turn.into(),
            phase: view.phase().to_string(),
            phases: phases.collect(),
        },
        facts: vec![
            Fact::new("VP", view.vp()),
            Fact::new(
                "convoy",
                format!("{}, {}", conditions.side, conditions.speed),
            ),
            Fact::new(
                "light",
                format!("{}, {}", conditions.time, conditions.weather),
            ),
        ],
        pieces,
        areas: vec![],
        overlays: vec![],
        panels: view
            .boats()
            .map(|(letter, boat)| panel(letter, boat))
            .collect(),
        prompt: decision.map(|decision| prompt(decision, choices)),
        warnings: vec![],
    }
}

fn marker(space: Space, short: &str) -> Piece {
    Piece {
        id: format!("box {space}"),
        space: space.to_string(),
        side: Side::Neutral,
        symbol: Symbol::Marker,
        label: String::new(),
        values: String::new(),
        short: short.to_owned(),
        facing: None,
        tags: vec![],
        about: String::new(),
    }
}

fn tile(view: View<'_>, space: Space, state: BoxState) -> Option<Piece> {
    let gone = |gone: Gone| match gone {
        Gone::Sunk => "lifeboats",
        Gone::Damaged => "open sea",
    };
    let piece = |label: String, short: &str| Piece {
        label,
        ..marker(space, short)
    };
    Some(match state {
        BoxState::Unknown => return None,
        BoxState::Spotted => Piece {
            side: Side::Allied,
            symbol: Symbol::Convoy,
            ..piece("a ship?".into(), "?")
        },
        BoxState::Ship(tile, damaged) => Piece {
            side: Side::Allied,
            symbol: Symbol::Convoy,
            tags: if damaged {
                vec!["damaged".into()]
            } else {
                vec![]
            },
            ..piece(ship(view.tables(), tile), "S")
        },
        BoxState::Blank => piece("nothing".into(), "."),
        BoxState::Marker(why) | BoxState::Hole(why) => piece(gone(why).into(), "o"),
    })
}

/// Counter-clockwise from east.
fn degrees(facing: Facing) -> u16 {
    (90 + 360 - 45 * facing.index() as u16) % 360
}

fn boat_piece(letter: Letter, boat: &Boat) -> Option<Piece> {
    let (space, facing) = match boat.place {
        Place::Approach(at) => (at.to_string(), None),
        Place::Attack(space, facing) => (space.to_string(), Some(degrees(facing))),
        _ => return None,
    };
    Some(Piece {
        id: letter.to_string(),
        space,
        side: Side::German,
        symbol: Symbol::Submarine,
        label: boat.name.clone(),
        values: boat.depth.to_string(),
        short: letter.to_string(),
        facing,
        tags: if boat.silent {
            vec!["silent".into()]
        } else {
            vec![]
        },
        about: format!("Type {}, depth {}, {} TP.", boat.kind, boat.depth, boat.tp),
    })
}

/// The board of a boat.
fn panel(letter: Letter, boat: &Boat) -> Panel {
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let mut rows = vec![
        row("where", whereabouts(boat.place)),
        row("depth", boat.depth.to_string()),
    ];
    rows.push(row("TP", boat.tp.to_string()));
    for tube in boat.kind.all_tubes() {
        let state = match boat.tube(tube) {
            TubeState::Empty => "empty".to_owned(),
            TubeState::Loading(turns, torpedo) => format!("{torpedo}, loading {turns}"),
            TubeState::Loaded(torpedo) => torpedo.to_string(),
        };
        let aim = boat.solutions[tube.index()];
        let aim = aim.map_or(String::new(), |aim| {
            format!(", {} at {:+}", aim.target, aim.value)
        });
        rows.push(row(&format!("tube {tube}"), format!("{state}{aim}")));
    }
    let [bow, stern] = boat.reloads;
    rows.push(row(
        "reloads",
        format!(
            "bow {} G7a {} G7e, stern {} G7a {} G7e",
            bow[0], bow[1], stern[0], stern[1]
        ),
    ));
    rows.push(row(
        "sunk",
        format!("{} ships, {} t", boat.sunk.len(), boat.tons),
    ));
    Panel {
        title: format!("{letter}: {}, Type {}", boat.name, boat.kind),
        rows,
    }
}

fn whereabouts(place: Place) -> String {
    match place {
        Place::Approach(at) => format!("Approach map, {at}"),
        Place::Attack(space, facing) => format!("{space}, facing {facing}"),
        Place::Track(turn) => format!("left on turn {turn}"),
        Place::Base => "in port".to_owned(),
        Place::DrivenOff => "driven off".to_owned(),
        Place::Lost(how) => format!("lost: {}", loss(how)),
    }
}

fn prompt(decision: &Decision, choices: &[Choice]) -> Prompt {
    let offers = choices.iter().map(|choice| Offer {
        choice: choice.to_string(),
        label: choice.to_string(),
        anchor: match choice {
            Choice::At(space) => Anchor::Space(space.to_string()),
            Choice::To(at) => Anchor::Space(at.to_string()),
            _ => Anchor::Button,
        },
        default: matches!(choice, Choice::Done | Choice::Keep),
        odds: vec![],
    });
    Prompt {
        text: format!("{}: {}", Letter::of(decision.seat), decision.question),
        rule: decision.rule.0.to_owned(),
        offers: offers.collect(),
    }
}

/// What is in a space.
pub(crate) fn explain(view: View<'_>, space: &str) -> Vec<String> {
    let scene = scene(view, None, &[]);
    let here = scene.pieces.iter().filter(|piece| piece.space == space);
    here.map(|piece| format!("{} {}", piece.label, piece.about).trim().to_owned())
        .collect()
}
