//! Boards beside the map: one for each boat, the depth and detection track, the holding track, the decks.

use super::pieces::{depth, held, name};
use crate::boat::{Boat, Place, TubeState};
use crate::boats::{End, Gear, Letter, TorpedoType, Tube};
use crate::cards::DeckName;
use crate::crew::{HEAVY, Man, WORST};
use crate::depth::Depth;
use crate::escorts::EscortId;
use crate::lines::loss;
use crate::view::View;
use derbyhouse_scene::{Climber, Gauge, Lies, Part, Rung, Sheet, Slot, Tag, Tone};

pub(super) fn sheets(view: View<'_>) -> Vec<Sheet> {
    let boats = view.boats().map(|(letter, boat)| board(view, letter, boat));
    let mut sheets: Vec<Sheet> = boats.collect();
    if view.boats().next().is_some() {
        sheets.push(depths(view));
    }
    if !view.hunt().escorts.is_empty() || view.cup_left() > 0 {
        sheets.push(escorts(view));
    }
    sheets.extend(super::port::sheet(view));
    sheets.push(decks(view));
    sheets.extend(super::port::sheet(view));
    sheets
}

fn sheet(id: impl Into<String>, title: impl Into<String>, parts: Vec<Part>) -> Sheet {
    Sheet {
        id: id.into(),
        title: title.into(),
        note: String::new(),
        seat: String::new(),
        piece: None,
        lies: Lies::Open,
        parts,
    }
}

/// The board of a boat: tubes, reloads, gear, tracks, crew [9.track_lengths].
fn board(view: View<'_>, letter: Letter, boat: &Boat) -> Sheet {
    let tubes = boat.kind.all_tubes().map(|tube| tube_slot(boat, tube));
    let gear = Gear::ALL.map(|gear| {
        let label = match gear {
            Gear::Periscope if boat.observation => "obs. periscope".to_owned(),
            other => other.id().replace('_', " "),
        };
        level_slot(label, boat.damage(gear), &DAMAGE)
    });
    let crew = Man::ALL.map(|man| crew_slot(boat, man));
    let mut parts = vec![
        Part::Slots {
            title: "Tubes".to_owned(),
            slots: tubes.collect(),
        },
        Part::Tags {
            title: "Reloads".to_owned(),
            tags: reloads(boat),
        },
        Part::Gauges {
            title: "State".to_owned(),
            gauges: gauges(view, boat),
        },
        Part::Slots {
            title: "Crew".to_owned(),
            slots: crew.to_vec(),
        },
        Part::Slots {
            title: "Equipment".to_owned(),
            slots: gear.to_vec(),
        },
    ];
    let skills: Vec<Tag> = boat.skills.iter().map(|one| skill(view, one)).collect();
    if !skills.is_empty() {
        parts.push(Part::Tags {
            title: "Skills".to_owned(),
            tags: skills,
        });
    }
    if !boat.sunk.is_empty() || boat.escorts_sunk > 0 {
        parts.push(Part::Rows {
            title: "Sunk".to_owned(),
            rows: boat
                .sunk
                .iter()
                .map(|tile| vec![crate::lines::ship(view.tables(), *tile)])
                .chain([vec![format!(
                    "{} t, {} escorts",
                    boat.tons, boat.escorts_sunk
                )]])
                .collect(),
        });
    }
    Sheet {
        note: format!("{} · {} TP", whereabouts(boat), boat.tp),
        seat: letter.to_string().to_lowercase(),
        piece: boat.is_on_map().then(|| letter.to_string()),
        lies: Lies::Open,
        ..sheet(
            format!("boat {letter}"),
            format!("{letter} · {} · Type {}", boat.name, boat.kind),
            parts,
        )
    }
}

/// Where a boat is, and how.
pub(super) fn whereabouts(boat: &Boat) -> String {
    let running = match (boat.blowing, boat.silent) {
        (true, _) => ", blowing",
        (_, true) => ", silent",
        _ => "",
    };
    match boat.place {
        Place::Approach(at) => format!("{at}, {}{running}", depth(boat)),
        Place::Attack(space, facing) => {
            format!("{space} facing {facing}, {}{running}", depth(boat))
        }
        Place::Track(turn) => format!("left on turn {turn}"),
        Place::Base => "in port".to_owned(),
        Place::DrivenOff => "driven off".to_owned(),
        Place::Lost(how) => format!("lost: {}", loss(how)),
    }
}

/// A tube with what is in it, and what it is aimed at [38.tdc_value].
fn tube_slot(boat: &Boat, tube: Tube) -> Slot {
    let (mut lines, mut tone) = match boat.tube(tube) {
        TubeState::Empty => (vec!["empty".to_owned()], Tone::Off),
        TubeState::Loading(turns, torpedo) => (
            vec![torpedo.to_string(), format!("loading {turns}")],
            Tone::Warn,
        ),
        TubeState::Loaded(torpedo) => (vec![torpedo.to_string()], Tone::Plain),
    };
    if let Some(aim) = boat.solutions[tube.index()] {
        lines.push(format!("{:+}", aim.value));
        lines.push(format!("at {}", aim.target));
        if tone == Tone::Plain {
            tone = Tone::Good;
        }
    }
    let damage = boat.tube_damage[tube.index()];
    if damage > 0 {
        lines.push(DAMAGE[usize::from(damage.min(WORST))].to_owned());
        tone = Tone::Bad;
    }
    let end = match tube.end() {
        End::Bow => "bow",
        End::Stern => "stern",
    };
    Slot {
        label: ["I", "II", "III", "IV", "V", "VI"][tube.index()].to_owned(),
        about: format!("Tube {tube}, {end}: {}", lines.join(", ")),
        lines,
        tone,
    }
}

fn reloads(boat: &Boat) -> Vec<Tag> {
    let count = |end: End, torpedo: TorpedoType| {
        let number = boat.reloads[end.index()][torpedo.index()];
        Tag {
            text: format!("{end} {number} × {torpedo}"),
            tone: if number == 0 { Tone::Off } else { Tone::Plain },
            about: format!("{number} {torpedo} in reserve at the {end}"),
        }
    };
    let ends = End::ALL.into_iter();
    ends.flat_map(|end| TorpedoType::ALL.map(|torpedo| count(end, torpedo)))
        .collect()
}

/// Names of the levels of damage, and of wounds.
const DAMAGE: [&str; 5] = ["works", "light", "medium", "heavy", "destroyed"];
const WOUNDS: [&str; 5] = ["well", "light", "medium", "heavy", "killed"];

fn level_slot(label: String, level: u8, names: &[&str; 5]) -> Slot {
    let word = names[usize::from(level.min(WORST))];
    let tone = match level {
        0 => Tone::Plain,
        1..HEAVY => Tone::Warn,
        _ => Tone::Bad,
    };
    Slot {
        about: format!("{label}: {word}"),
        lines: if level == 0 {
            vec![]
        } else {
            vec![word.to_owned()]
        },
        label,
        tone,
    }
}

fn crew_slot(boat: &Boat, man: Man) -> Slot {
    let label = match man {
        Man::Captain => "Capt",
        Man::FirstWo => "1 WO",
        Man::SecondWo => "2 WO",
        Man::Chief => "Chief",
        Man::Bow => "Bow",
        Man::Mid => "Mid",
        Man::Stern => "Stern",
    };
    let mut slot = level_slot(label.to_owned(), boat.wound(man), &WOUNDS);
    if man != Man::Captain && boat.commander() == Some(man) {
        slot.lines.push("commands".to_owned()); // [64.acting_captain]
    }
    slot
}

/// Flooding, fire and gas with what cannot be undone, and the tactical points [62.floors], [62.contain_first].
fn gauges(view: View<'_>, boat: &Boat) -> Vec<Gauge> {
    let rules = &view.tables().board;
    let gauge = |label: &str, level: u8, most: u8, floor: u8, text: String| Gauge {
        label: label.to_owned(),
        level,
        most,
        floor,
        text,
        tone: match (level, level + 1 >= most) {
            (0, _) => Tone::Plain,
            (_, false) => Tone::Warn,
            (_, true) => Tone::Bad,
        },
    };
    let contained = |track: crate::boat::Track| match (track.level, track.contained) {
        (0, _) => "–".to_owned(),
        (_, true) => "contained".to_owned(),
        (_, false) => "spreads".to_owned(),
    };
    let floors = rules
        .floors
        .iter()
        .filter(|floor| boat.flood.level >= **floor);
    let floor = floors.max().copied().unwrap_or(0);
    let gas = if boat.gas == 0 { "–" } else { "gas" };
    vec![
        gauge(
            "flooding",
            boat.flood.level,
            rules.flood_sinks(boat.kind),
            floor,
            contained(boat.flood),
        ),
        gauge(
            "fire",
            boat.fire.level,
            rules.fire_sinks,
            0,
            contained(boat.fire),
        ),
        gauge("gas", boat.gas, rules.gas_top, 0, gas.to_owned()),
        Gauge {
            tone: Tone::Good,
            ..gauge(
                "tactical points",
                boat.tp,
                view.tables().points.max_tp.max(boat.tp),
                0,
                boat.tp.to_string(),
            )
        },
    ]
}

fn skill(view: View<'_>, skill: crate::crew::Skill) -> Tag {
    let values = view.tables().campaign.skill(skill);
    Tag {
        text: format!("{}: {}", values.tree, values.effect),
        tone: Tone::Good,
        about: String::new(),
    }
}

/// Depth and detection: a column for each boat, with who holds her [28.crush_colour], [50.row_and_column].
fn depths(view: View<'_>) -> Sheet {
    let rules = &view.tables().depth;
    let reach = view.tables().escorts.charge_depth;
    let rungs = Depth::all().map(|depth| {
        let metres = depth.metres();
        let tone = if rules.red.contains(&metres) {
            Tone::Bad
        } else if rules.orange.contains(&metres) {
            Tone::Warn
        } else {
            Tone::Plain
        };
        let mut notes = Vec::new();
        for (era, metres) in ["early", "late"].iter().zip(reach) {
            if Depth::of_metres(metres) == Some(depth) {
                notes.push(format!("{era} charges end"));
            }
        }
        if Depth::of_metres(rules.always_check) == Some(depth) {
            notes.push("crush test".to_owned());
        }
        if Depth::of_metres(rules.implodes) == Some(depth) {
            notes.push("crushed".to_owned());
        }
        Rung {
            label: depth.to_string(),
            tone,
            note: notes.join(", "),
        }
    });
    let boats = view.boats().filter(|(_, boat)| boat.is_on_map());
    let columns = boats.map(|(letter, boat)| {
        let notes: Vec<String> = view
            .holders(letter)
            .filter_map(|escort| {
                let contact = escort.contact?;
                let make = match escort.equipment {
                    Some(equipment) => format!(", {} charges", equipment.make()),
                    None => String::new(),
                };
                let distance = match contact.distance {
                    0 => String::new(),
                    turns => format!(", distance {turns}"),
                };
                Some(format!(
                    "{}: {}{distance}{make}",
                    name(view, escort),
                    held(&contact)
                ))
            })
            .collect();
        Climber {
            label: letter.to_string(),
            rung: boat.depth.index() as u8,
            tone: if notes.is_empty() {
                Tone::Good
            } else {
                Tone::Bad
            },
            notes,
        }
    });
    let part = Part::Ladder {
        title: String::new(),
        rungs: rungs.collect(),
        columns: columns.collect(),
    };
    sheet("depth", "Depth and detection", vec![part])
}

/// The holding track in order, and how many counters are left in the cup [52.queue_order], [20.cup_unseen].
fn escorts(view: View<'_>) -> Sheet {
    let hunt = view.hunt();
    let known = |id: EscortId| {
        let escort = hunt.escorts.iter().find(|escort| escort.id == id);
        escort.map_or_else(String::new, |escort| name(view, escort))
    };
    let waiting = |ids: &[EscortId], tone: Tone| {
        ids.iter()
            .map(|id| Tag {
                text: known(*id),
                tone,
                about: String::new(),
            })
            .collect::<Vec<_>>()
    };
    let mut tags = waiting(&hunt.ready, Tone::Plain);
    tags.extend(waiting(&hunt.incoming, Tone::Off));
    let requests = hunt.requests.iter().flatten().map(|request| {
        vec![
            request.space.to_string(),
            format!("{} request", request.kind),
            format!("{} turns", request.timer),
        ]
    });
    Sheet {
        note: format!(
            "{} known · {} in the cup",
            hunt.escorts.len(),
            view.cup_left()
        ),
        ..sheet(
            "escorts",
            "Escorts",
            vec![
                Part::Tags {
                    title: "Holding track, next first; pale ones came this turn".to_owned(),
                    tags,
                },
                Part::Rows {
                    title: "Requests".to_owned(),
                    rows: requests.collect(),
                },
            ],
        )
    }
}

/// How many cards are left, and the one that lies open on each pile [5.discard_top_only].
fn decks(view: View<'_>) -> Sheet {
    let slots = DeckName::ALL.map(|deck| {
        let open = view
            .top_discard(deck)
            .map(|card| view.tables().cards.id(deck, card).to_owned());
        let lines = vec![
            format!("{} left", view.cards_left(deck)),
            open.clone().unwrap_or_else(|| "–".to_owned()),
        ];
        Slot {
            label: super::cards::deck_name(deck).to_owned(),
            about: format!(
                "{} cards to come; on top of the discards: {}",
                view.cards_left(deck),
                open.unwrap_or_else(|| "nothing".to_owned())
            ),
            lines,
            tone: Tone::Plain,
        }
    });
    let part = Part::Slots {
        title: String::new(),
        slots: slots.to_vec(),
    };
    sheet("decks", "Decks", vec![part])
}
