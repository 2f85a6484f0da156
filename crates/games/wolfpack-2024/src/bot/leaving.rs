//! Leaving, and the way home: points 20, 22, 24 and 25.

use super::Advice;
use super::helm::{Course, is_clear};
use crate::boat::Boat;
use crate::boats::{Gear, Letter};
use crate::choice::Choice;
use crate::events::HomeEvent;
use crate::forecast::perils;
use crate::ships::half_down;
use crate::view::View;

/// A course that ends her patrol, or her distress; none if she fights on.
pub(super) fn course(
    view: View<'_>,
    letter: Letter,
    boat: &Boat,
    choices: &[Choice],
) -> Option<Course> {
    let t = view.tables();
    let first = |choice: Choice, why| {
        choices.contains(&choice).then_some(Course {
            first: Some(choice),
            ..Course::stay(boat, why)
        })
    };
    // One step more and she cannot even blow her tanks [22].
    let sinking = boat.is_heavy(Gear::Rudder)
        && !boat.flood.contained
        && boat.flood.level + 1 >= t.board.steering_lost;
    if sinking && let Some(course) = first(Choice::Blow, "One level more and she could not rise.") {
        return Some(course);
    }
    if view.holders(letter).next().is_some() {
        return None;
    }
    let spent = boat.torpedoes() == [0, 0];
    let flooded = boat.flood.level >= t.board.crush_from;
    if (spent || flooded || boat.is_heavy(Gear::Electric)) && is_time(view, letter, boat) {
        let why = if spent {
            "Every torpedo is fired."
        } else {
            "She is too badly hurt to go on."
        };
        return first(Choice::Disengage, why);
    }
    None
}

/// Whether to go now: at once if an escort is near or she is hurt; else when her last torpedoes have arrived, close to
/// the ships that fell behind [24].
fn is_time(view: View<'_>, letter: Letter, boat: &Boat) -> bool {
    let running = view
        .torpedoes()
        .iter()
        .any(|torpedo| torpedo.boat == letter);
    let safe = is_clear(view, boat) && boat.flood.level < 2;
    !(running && safe)
}

/// The straggler that promises most [24].
pub(super) fn hunt(view: View<'_>, boat: &Boat, choices: &[Choice]) -> Advice {
    let t = view.tables();
    let ships = choices.iter().filter_map(|choice| {
        let Choice::Hunt(tile) = *choice else {
            return None;
        };
        let ship = view.track().iter().find(|ship| ship.tile == tile)?;
        let chance = perils::straggler(t, ship.turn.abs_diff(boat.hunts_from()?));
        let values = t.tile(tile);
        // Tons are experience, even where half of a point rounds down to nothing.
        let points = f64::from(half_down(values.vp)) + f64::from(values.tons) / 20_000.0;
        Some((chance * points, chance, *choice))
    });
    match ships.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((points, chance, choice)) => Advice::new(choice, "The straggler that promises most.")
            .weighing("points expected", points)
            .weighing("chance", chance),
        None => Advice::new(Choice::Done, "There is none to hunt."),
    }
}

/// A point saves the boat or her men [25].
pub(super) fn home(view: View<'_>, event: HomeEvent) -> Advice {
    let values = &view.tables().campaign.home[event.index()];
    if values.boat.is_some() || values.wounds >= 2 || values.wounds > 0 {
        Advice::new(Choice::Pay, "The point was kept for this.")
            .weighing("wounds", f64::from(values.wounds))
    } else {
        Advice::new(Choice::Accept, "That does little harm.")
    }
}

/// Another boat sinks ships for half their points, and costs some if she is lost; late in the patrol she has no time.
pub(super) fn replace(view: View<'_>) -> Advice {
    if view.turn() <= 9 {
        Advice::new(
            Choice::Replace,
            "There is time for another boat to come up.",
        )
        .weighing("turn", f64::from(view.turn()))
    } else {
        Advice::new(Choice::Done, "Another boat would come too late.")
            .weighing("turn", f64::from(view.turn()))
    }
}
