//! A plain scene: the map with the boats, or the display with its units, and the question. The table proper comes later.

use crate::boat::{Place, Side as CounterSide, Submarine};
use crate::choice::Choice;
use crate::combat::{Act, Battle, SlotId};
use crate::displays::Lane;
use crate::geography::{Area, Base, Zone};
use crate::lines::{piece_name, place, whereabouts};
use crate::sequence::Phase;
use crate::tables::{Spot, Tables};
use crate::units::Ensign;
use crate::view::{Shown, View};
use derbyhouse_kernel::Decision;
use derbyhouse_scene::{
    Anchor, Area as Mark, Board, Clock, Fact, Mood, Offer, Panel, Piece, Prompt, Scene, Shape,
    Side, Space, Symbol, Weight,
};

/// Areas, zones and bases by longitude and latitude; the columns of a display below them.
pub(crate) fn board(t: &Tables) -> Board {
    let boxed = |width: f64, height: f64| Shape::Box { width, height };
    let space = |id: &str, spot: &Spot, shape: Shape| Space {
        id: id.to_owned(),
        x: spot.lon / 5.0,
        y: spot.lat / 5.0,
        grid: None,
        playing: true,
        shape,
        label: spot.name.clone(),
    };
    let areas = Area::ALL
        .into_iter()
        .zip(&t.map.areas)
        .map(|(area, values)| space(area.id(), &values.spot, boxed(2.4, 1.2)));
    let bases = Base::ALL
        .into_iter()
        .zip(&t.map.bases)
        .map(|(base, spot)| space(base.id(), spot, boxed(1.2, 0.6)));
    // A zone may have the name of a port: it is told apart by a letter.
    let zones = Zone::ALL
        .into_iter()
        .zip(&t.map.zones)
        .map(|(zone, values)| space(&zone_id(zone), &values.spot, boxed(1.2, 0.6)));
    let lanes = Lane::ALL.into_iter().map(|lane| Space {
        id: lane.id().to_owned(),
        x: lane.index() as f64 * 2.0 - 14.0,
        y: -12.0,
        grid: None,
        playing: true,
        shape: boxed(1.8, 4.0),
        label: lane.id().to_owned(),
    });
    Board {
        spaces: areas.chain(bases).chain(zones).chain(lanes).collect(),
        outlines: vec![],
        labels: vec![],
        places: vec![],
        mood: Mood::Night,
    }
}

fn zone_id(zone: Zone) -> String {
    format!("z-{zone}")
}

fn space_of(at: Place) -> Option<String> {
    match at {
        Place::Base(base, _) => Some(base.id().to_owned()),
        Place::Area(area) => Some(area.id().to_owned()),
        Place::Zone(zone, _) => Some(zone_id(zone)),
        Place::Forward(zone, _) => Some(zone_id(zone)),
        Place::Baltic => Some(Area::NorthSea.id().to_owned()),
        Place::Refit | Place::Training | Place::Scrapped | Place::Lost => None,
    }
}

pub(crate) fn scene(view: View<'_>, decision: Option<&Decision>, choices: &[Choice]) -> Scene {
    let (week, weeks) = view.weeks();
    let standing = view.standing();
    let (ships, tons) = view.sunk();
    let mut pieces: Vec<Piece> = view
        .boats()
        .iter()
        .filter_map(|boat| counter(view, boat))
        .collect();
    if let Some(battle) = view.battle() {
        pieces.extend(
            (0..battle.slots.len() as u8).filter_map(|slot| unit(view, battle, SlotId(slot))),
        );
    }
    Scene {
        title: format!("Steel Wolves, {}", view.setup().scenario),
        clock: Clock {
            turn: if weeks == 0 {
                view.night().into()
            } else {
                week
            },
            turns: weeks,
            phase: view.phase().to_string(),
            phases: Phase::ALL.iter().map(ToString::to_string).collect(),
        },
        facts: vec![
            Fact::new("date", view.date()),
            Fact::new("torpedo", format!("{:+}", standing.torpedo)),
            Fact::new("B-Dienst", format!("{:+}", standing.b_dienst)),
            Fact::new("Enigma", format!("{:+}", standing.enigma)),
            Fact::new("sunk", format!("{ships} ships, {tons} thousand tons")),
            Fact::new("score", view.score()),
        ],
        pieces,
        areas: weather(view),
        overlays: vec![],
        ways: vec![],
        sheets: vec![],
        panels: view
            .battle()
            .map(|battle| panel(view, battle))
            .into_iter()
            .collect(),
        prompt: decision.map(|decision| prompt(view, decision, choices)),
        warnings: vec![],
    }
}

fn weather(view: View<'_>) -> Vec<Mark> {
    let marks = view.weather().iter().map(|system| Mark {
        kind: "storm".to_owned(),
        label: format!("{} mbar", system.weather),
        letter: '~',
        spaces: vec![Weight {
            space: system.area.id().to_owned(),
            value: Some(system.weather.to_string()),
        }],
    });
    marks.collect()
}

fn counter(view: View<'_>, boat: &Submarine) -> Option<Piece> {
    let t = view.tables();
    let values = t.submarines.boat(boat.id);
    let class = t.submarines.class(values.class);
    let mut tags = Vec::new();
    for (holds, tag) in [
        (boat.rtb, "RTB"),
        (boat.spotted, "spotted"),
        (boat.green > 0, "new crew"),
    ] {
        if holds {
            tags.push(tag.to_owned());
        }
    }
    if boat.damage > 0 {
        tags.push(format!("damage {}", boat.damage));
    }
    let side = if boat.side == CounterSide::Patrol {
        "on patrol"
    } else {
        "in transit"
    };
    Some(Piece {
        id: values.name.clone(),
        space: space_of(boat.place)?,
        side: Side::German,
        symbol: Symbol::Boat,
        label: values.name.clone(),
        values: format!("{}-{}-{}", class.attack, class.defence, class.tactical),
        short: "U".to_owned(),
        facing: None,
        tags,
        about: format!(
            "{}, {side} in {}; {} ships, {} thousand tons.",
            class.name,
            whereabouts(boat.place),
            boat.ships,
            boat.tons
        ),
    })
}

fn unit(view: View<'_>, battle: &Battle, slot: SlotId) -> Option<Piece> {
    let shown = view.unit(slot)?;
    let place = battle.slots[slot.index()];
    let (label, values, tags) = match shown {
        Shown::Back(Ensign::White) => ("White Ensign".to_owned(), String::new(), vec![]),
        Shown::Back(Ensign::Red) => ("Red Ensign".to_owned(), String::new(), vec![]),
        Shown::Face(counter, piece) => {
            let damaged = battle.damaged.has(slot).then(|| "damaged".to_owned());
            let values = format!("{}t {}-{}", piece.tons, piece.defence, piece.asw.decimal());
            (
                piece_name(view.tables(), counter),
                values,
                damaged.into_iter().collect(),
            )
        }
    };
    Some(Piece {
        id: format!("unit{slot}"),
        space: place.lane.map_or("L", Lane::id).to_owned(),
        side: Side::Allied,
        symbol: symbol(shown),
        label,
        values,
        short: slot.to_string(),
        facing: None,
        tags,
        about: if place.points > 0 {
            format!("{} attack points.", place.points)
        } else {
            String::new()
        },
    })
}

fn symbol(shown: Shown<'_>) -> Symbol {
    match shown {
        Shown::Back(_) => Symbol::Hidden,
        Shown::Face(_, piece) if piece.kind.is_merchant() => Symbol::Merchant(match piece.tons {
            0..=4 => 1,
            5..=9 => 2,
            _ => 3,
        }),
        Shown::Face(_, piece) if piece.kind.is_aircraft() => Symbol::Marker,
        Shown::Face(..) => Symbol::Escort,
    }
}

/// Boats of the battle and where they are.
fn panel(view: View<'_>, battle: &Battle) -> Panel {
    let rows = battle.hands().map(|hand| {
        let fighter = battle.fighter(hand);
        let lane = fighter.lane.map_or("-".to_owned(), |lane| lane.to_string());
        let name = view.tables().submarines.boat(fighter.boat).name.clone();
        vec![
            name,
            lane,
            fighter.fate.to_string(),
            format!("{} thousand tons", fighter.tons),
        ]
    });
    Panel {
        title: format!(
            "{}, round {}, straggle {}",
            battle.display, battle.round, battle.straggle
        ),
        rows: rows.collect(),
    }
}

fn prompt(view: View<'_>, decision: &Decision, choices: &[Choice]) -> Prompt {
    let t = view.tables();
    let offers = choices.iter().enumerate().map(|(number, choice)| Offer {
        choice: choice.to_string(),
        label: label(t, choice),
        anchor: match choice {
            Choice::To(area) | Choice::Govern(area) => Anchor::Space(area.id().to_owned()),
            Choice::Act(boat) | Choice::Pick(boat) => {
                Anchor::Piece(t.submarines.boat(*boat).name.clone())
            }
            Choice::Harbour(zone) | Choice::Tender(zone) => Anchor::Space(zone_id(*zone)),
            Choice::Base(base) => Anchor::Space(base.id().to_owned()),
            Choice::Into(zone) => Anchor::Space(zone_id(*zone)),
            Choice::Battle(Act::Column(lane)) => Anchor::Space(lane.id().to_owned()),
            Choice::Battle(Act::Reveal(slot) | Act::Aim(slot) | Act::Attack(slot)) => {
                Anchor::Piece(format!("unit{slot}"))
            }
            _ => Anchor::Button,
        },
        default: number == 0,
        odds: vec![],
    });
    Prompt {
        text: decision.question.to_owned(),
        rule: decision.rule.0.to_owned(),
        offers: offers.collect(),
    }
}

fn label(t: &Tables, choice: &Choice) -> String {
    let name = |boat: &crate::fleet::BoatId| t.submarines.boat(*boat).name.as_str();
    match choice {
        Choice::Act(boat) | Choice::Pick(boat) => name(boat).to_owned(),
        Choice::Send(boat, crate::tables::Theatre::Area(area)) => {
            format!("{} to {}", name(boat), place(area.id()))
        }
        Choice::Send(boat, crate::tables::Theatre::Zone(zone)) => {
            format!("{} to {}", name(boat), place(zone.id()))
        }
        Choice::Send(boat, _) => format!("{} to the Baltic", name(boat)),
        Choice::Push(boat) => format!("{} into Hold", name(boat)),
        Choice::Scrap(boat) => format!("Decommission {}", name(boat)),
        Choice::Harbour(zone) => format!("Enter the naval base of {}", place(zone.id())),
        Choice::Tender(zone) => format!("Make for {}", place(zone.id())),
        Choice::Ship(tender) => t.submarines.tenders[usize::from(*tender)].name.clone(),
        Choice::Sister(unit) => t.ships.unit(*unit).class.clone(),
        Choice::To(area) => format!("Go to {}", place(area.id())),
        Choice::Into(zone) => format!("Enter {}", place(zone.id())),
        Choice::Base(base) => format!("Make for {}", place(base.id())),
        choice => choice.to_string(),
    }
}

/// What is in a space.
pub(crate) fn explain(view: View<'_>, space: &str) -> Vec<String> {
    let scene = scene(view, None, &[]);
    let here = scene.pieces.iter().filter(|piece| piece.space == space);
    here.map(|piece| format!("{} {}", piece.label, piece.about).trim().to_owned())
        .collect()
}
