//! The question in plain words, and its answers where they are clicked.

use super::cards::purpose;
use super::held;
use crate::boat::Boat;
use crate::boats::{End, Letter, Tube};
use crate::choice::{Choice, Part};
use crate::convoy::BoxState;
use crate::crew::Man;
use crate::depth::Depth;
use crate::forecast;
use crate::lines::ship;
use crate::sequence::{Entering, Helm, Order};
use crate::space::{Facing, Space};
use crate::view::View;
use derbyhouse_kernel::Decision;
use derbyhouse_scene::{Anchor, Offer, Prompt};

pub(super) fn prompt(view: View<'_>, decision: &Decision, choices: &[Choice]) -> Prompt {
    let letter = Letter::of(decision.seat);
    let boat = view.boat(letter);
    let default = view
        .usual(letter)
        .or_else(|| usual(choices))
        .or_else(|| most_bow_tubes(choices));
    let offers = choices.iter().map(|choice| Offer {
        choice: choice.to_string(),
        label: label(view, letter, boat, *choice),
        anchor: anchor(view, boat, *choice),
        default: default == Some(*choice),
        odds: forecast::odds(view, letter, *choice),
    });
    Prompt {
        hand: None,
        text: match view.asked(letter) {
            Some(order) => question(view, letter, boat, &order)
                .unwrap_or_else(|| format!("{letter}: {}?", decision.question)),
            None => format!("{letter}: {}?", decision.question),
        },
        rule: decision.rule.0.to_owned(),
        offers: offers.collect(),
    }
}

/// What Enter answers: what happens if one lets it be.
fn usual(choices: &[Choice]) -> Option<Choice> {
    let quiet = [
        Choice::Keep,
        Choice::Stay,
        Choice::Accept,
        Choice::Left,
        Choice::Done,
    ];
    quiet.into_iter().find(|choice| choices.contains(choice))
}

/// Of sets of tubes, all that can be had at the bow.
fn most_bow_tubes(choices: &[Choice]) -> Option<Choice> {
    let bow = |choice: &&Choice| match choice {
        Choice::Store(tubes) => tubes.iter().all(|tube| tube.end() == End::Bow),
        _ => false,
    };
    let count = |choice: &&Choice| match choice {
        Choice::Store(tubes) => tubes.iter().count(),
        _ => 0,
    };
    choices.iter().filter(bow).max_by_key(count).copied()
}

/// The question by what the boat is doing.
fn question(view: View<'_>, letter: Letter, boat: Option<&Boat>, order: &Order) -> Option<String> {
    let name = boat.map_or_else(
        || letter.to_string(),
        |boat| format!("{letter} ({})", boat.name),
    );
    let escort = |id| {
        let escort = view.hunt().escorts.iter().find(|escort| escort.id == id);
        escort.map_or_else(
            || "an escort".to_owned(),
            |escort| super::pieces::name(view, escort),
        )
    };
    Some(match order {
        Order::Enter(Entering::Space) => format!("Where does {name} enter the Attack map?"),
        Order::Enter(Entering::Facing(space)) => {
            format!("Which way does {name} face at {space}?")
        }
        Order::Enter(Entering::Depth(space, facing)) => {
            format!("At which depth does {name} enter {space}, facing {facing}?")
        }
        Order::Helm(Helm::SecondTurn) => format!("Does {name} turn again after one space?"),
        Order::Helm(Helm::Ahead) => format!("Does {name} go ahead?"),
        Order::Helm(_) => format!("How does {name} move?"),
        Order::Compute(left) => format!("Which ship does {name} compute? {left} left this turn."),
        Order::Assign(target, value) => {
            format!("A solution of {value:+} for {target}: which tubes of {name} take it?")
        }
        Order::Load(_) => format!("Which tube does {name} load?"),
        Order::Fire(_) => format!("Does {name} fire?"),
        Order::Unaimed(tube, _) => {
            format!("What does {name} fire tube {tube} at, without a solution?")
        }
        Order::Held(held) => format!("{} Keep it?", held::sentence(view, letter, held)),
        Order::CrashDive(id) => format!("{} appears. Does {name} crash dive?", escort(*id)),
        Order::Evade(id) => format!("{} has {name} on its sonar. Does she evade?", escort(*id)),
        Order::Side(request) => {
            format!(
                "The request at {} lies on the centre column: left or right?",
                request.space
            )
        }
        Order::Care(_) => format!("Damage control of {name}: who repairs or heals what?"),
        Order::Engage(tube, _) => format!("Which escort does {name} fire tube {tube} at?"),
        Order::FightBack(id) => {
            format!("Which tubes does {name} fire at {}?", escort(*id))
        }
        Order::Refill(tubes) => {
            let next = tubes
                .iter()
                .next()
                .map_or(String::new(), |tube| tube.to_string());
            format!("What does {name} load into tube {next} at once?")
        }
        Order::Replace => format!("{name} is lost. Does another boat take her place?"),
        Order::Hunt => format!("Which straggler does {name} hunt on her way home?"),
        Order::Home(event) => format!(
            "On the way home: {}. Does {name} pay 1 TP to be spared?",
            event.id().replace('_', " ")
        ),
        Order::Port(port) => return super::port::question(view, letter, &name, *port),
        Order::Relocate => format!("How are the wounds of {name} shared among her sections?"),
        Order::EntryCheck | Order::StartMove | Order::Spread => return None,
    })
}

fn anchor(view: View<'_>, boat: Option<&Boat>, choice: Choice) -> Anchor {
    let ahead = |spaces: u8| {
        let (mut at, facing) = boat?.attack()?;
        for _ in 0..spaces {
            at = at.next(facing)?;
        }
        Some(at)
    };
    match choice {
        Choice::At(space) => Anchor::Space(space.to_string()),
        Choice::To(at) => Anchor::Space(at.to_string()),
        Choice::Escort(id) => Anchor::Piece(super::pieces::escort_id(view, id)),
        Choice::Ahead(spaces) => {
            ahead(spaces).map_or(Anchor::Button, |at| Anchor::Space(at.to_string()))
        }
        _ => Anchor::Button,
    }
}

/// A ship or a tile in a box, in few words.
fn target(view: View<'_>, space: Space) -> String {
    let state = view.convoy().find(|(at, _)| *at == space);
    match state {
        Some((_, BoxState::Ship(tile, _))) => {
            format!("the {} in {space}", view.tables().tile(tile).name)
        }
        Some((_, BoxState::Spotted)) => format!("the unknown ship in {space}"),
        _ => format!("{space}"),
    }
}

/// What a ship is worth, where it is known.
fn worth(view: View<'_>, space: Space) -> String {
    match view.convoy().find(|(at, _)| *at == space) {
        Some((_, BoxState::Ship(tile, _))) => {
            let values = view.tables().tile(tile);
            let size = values.size.map_or("", super::cards::size_name);
            format!(" ({size}, {} VP)", values.vp)
        }
        _ => String::new(),
    }
}

/// So many turns.
fn turns(count: u8) -> String {
    let noun = if count == 1 { "turn" } else { "turns" };
    format!("{count} {noun}")
}

/// An arrow that points that way.
const fn arrow(facing: Facing) -> &'static str {
    match facing {
        Facing::N => "↑",
        Facing::NE => "↗",
        Facing::E => "→",
        Facing::SE => "↘",
        Facing::S => "↓",
        Facing::SW => "↙",
        Facing::W => "←",
        Facing::NW => "↖",
    }
}

fn depth_label(depth: Depth) -> String {
    if depth.is_surface() {
        "Surface".to_owned()
    } else if depth.is_periscope() {
        "Periscope depth".to_owned()
    } else {
        format!("{} m", depth.metres())
    }
}

/// A crew position in words.
const fn man(man: Man) -> &'static str {
    match man {
        Man::Captain => "the captain",
        Man::FirstWo => "the first watch officer",
        Man::SecondWo => "the second watch officer",
        Man::Chief => "the chief engineer",
        Man::Bow => "the bow section",
        Man::Mid => "the midship section",
        Man::Stern => "the stern section",
    }
}

fn shot(view: View<'_>, boat: Option<&Boat>, tube: Tube) -> String {
    let aimed = boat.and_then(|boat| boat.aimed_shot(view.tables(), view.era(), tube));
    match aimed {
        Some((at, shot)) => format!(
            "Fire tube {tube}: {} at {}, {:+}, {}",
            shot.kind,
            target(view, at),
            shot.modifier,
            turns(shot.turns)
        ),
        None => format!("Fire tube {tube}"),
    }
}

fn label(view: View<'_>, letter: Letter, boat: Option<&Boat>, choice: Choice) -> String {
    let asked = view.asked(letter);
    match choice {
        Choice::Keep => "Keep it".to_owned(),
        Choice::Repull(part) => {
            let what = match part {
                Part::ToHit => "the to-hit card",
                Part::Size => "the size card",
                Part::Angle => "the angle card",
                Part::D10 => "the card",
            };
            match asked {
                Some(Order::Port(_)) => {
                    format!("Pay {} FP and pull again", view.tables().setup.repull_fp)
                }
                _ => format!("Pay 1 TP and pull {what} again"),
            }
        }
        Choice::At(space) => match asked {
            Some(Order::Enter(_)) => format!("Enter at {space}"),
            Some(Order::Compute(_)) => {
                format!("Compute {}{}", target(view, space), worth(view, space))
            }
            _ => format!("Fire at {}", target(view, space)),
        },
        Choice::Face(facing) => format!("{} {facing}", arrow(facing)),
        Choice::Depth(depth) => depth_label(depth),
        Choice::Ahead(1) => "One space ahead".to_owned(),
        Choice::Ahead(spaces) => format!("{spaces} spaces ahead"),
        Choice::To(at) => match asked {
            Some(Order::Port(_)) => format!("Start in {at}"),
            _ => format!("Go to {at}"),
        },
        Choice::Silent => "Run silent".to_owned(),
        Choice::Operational => "Run as usual".to_owned(),
        Choice::Blow => "Blow all tanks".to_owned(),
        Choice::Scuttle => "Scuttle her".to_owned(),
        Choice::Disengage => "Leave the patrol".to_owned(),
        Choice::Store(tubes) if tubes == crate::choice::Tubes::NONE => "No tube".to_owned(),
        Choice::Store(tubes) => {
            let list: Vec<String> = tubes.iter().map(|tube| tube.to_string()).collect();
            let noun = if list.len() == 1 { "Tube" } else { "Tubes" };
            format!("{noun} {}", list.join(", "))
        }
        Choice::Load(tube, torpedo) => format!("Load tube {tube} with a {torpedo}"),
        Choice::Fire(tube) => shot(view, boat, tube),
        Choice::Unaimed(tube) => format!("Fire tube {tube} without a solution…"),
        Choice::Engage(tube) => format!("Fire tube {tube} at an escort…"),
        Choice::Escort(id) => {
            let escort = view.hunt().escorts.iter().find(|escort| escort.id == id);
            escort.map_or_else(
                || "an escort".to_owned(),
                |escort| super::pieces::name(view, escort),
            )
        }
        Choice::Replace => "Take another boat".to_owned(),
        Choice::Hunt(tile) => format!("Hunt the {}", ship(view.tables(), tile)),
        Choice::Pay if matches!(asked, Some(Order::Home(_))) => "Pay 1 TP".to_owned(),
        Choice::Dive => "Crash dive (1 TP)".to_owned(),
        Choice::Stay => "Stay up".to_owned(),
        Choice::Evade => "Evade (1 TP)".to_owned(),
        Choice::Accept => "Take what comes".to_owned(),
        Choice::Left => "Left".to_owned(),
        Choice::Right => "Right".to_owned(),
        Choice::Pay => "Pay 1 TP: work in silence".to_owned(),
        Choice::Repair(section, site, assisted) => {
            let help = if assisted { " with the engineer" } else { "" };
            let who = man(section);
            format!("{}: {who}{help}", site.to_string().replace('_', " "))
        }
        Choice::Heal(healer, patient) => format!("{} treats {}", man(healer), man(patient)),
        Choice::Relocate([bow, mid, stern]) => {
            format!("wounds: bow {bow}, mid {mid}, stern {stern}")
        }
        Choice::Port(answer) => super::port::label(view, answer),
        Choice::Back => "Think again".to_owned(),
        Choice::Done => match asked {
            Some(Order::Helm(_)) => "Done moving".to_owned(),
            Some(Order::Compute(_)) => "Compute no more".to_owned(),
            Some(Order::Load(_)) => "Load no more".to_owned(),
            Some(Order::Fire(_)) => "Hold fire".to_owned(),
            Some(Order::Care(_)) => "No more attempts".to_owned(),
            Some(Order::Hunt) => "Hunt none".to_owned(),
            Some(Order::Replace) => "No".to_owned(),
            Some(Order::Home(_)) => "Take what comes".to_owned(),
            _ => "Done".to_owned(),
        },
    }
}

/// What a pull was for, as a heading.
pub(super) fn heading(pull: crate::tables::Pull) -> String {
    let text = purpose(pull);
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}
