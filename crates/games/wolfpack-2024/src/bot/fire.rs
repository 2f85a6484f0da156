//! Targets and fire: points 9 to 14.

use super::Advice;
use super::hiding::is_pressed;
use super::staff::{Ship, Staff};
use crate::attack::Shot;
use crate::boat::{Boat, TubeState};
use crate::boats::{Letter, TorpedoType, Tube};
use crate::choice::Choice;
use crate::conditions::Time;
use crate::space::Space;
use crate::view::View;

/// Points that a torpedo must bring to be fired, while there is time to wait for better.
const WORTH: f64 = 0.45;
/// The same when another boat's torpedoes run: the escorts come anyway, and the holding track serves one at a time.
const TOGETHER: f64 = 0.42;
/// The same when she is about to be driven under, or the patrol is about to end.
const NOW_OR_NEVER: f64 = 0.2;
/// The turn from which nothing is saved for later: the patrol may end from turn 21 on.
const LATE: u8 = 19;

/// What a torpedo must bring in the situation [10, 14].
fn threshold(view: View<'_>, letter: Letter) -> f64 {
    if view.turn() >= LATE || is_pressed(view, letter) {
        NOW_OR_NEVER
    } else if view
        .torpedoes()
        .iter()
        .any(|torpedo| torpedo.boat != letter)
    {
        TOGETHER
    } else {
        WORTH
    }
}

fn gain(staff: &Staff, ship: &Ship, shot: &Shot) -> f64 {
    staff.gain(ship, shot.kind, shot.travel, f64::from(shot.modifier))
}

fn ship_at(ships: &[Ship], space: Space) -> Option<&Ship> {
    ships.iter().find(|ship| ship.space == space)
}

/// The shot that brings most, if it is worth a torpedo; all that are, in one turn, and then away [9, 10, 11, 13].
pub(super) fn fire(
    view: View<'_>,
    staff: &Staff,
    letter: Letter,
    boat: &Boat,
    choices: &[Choice],
) -> Advice {
    let ships = staff.ships(view);
    let least = threshold(view, letter);
    let mut best: Option<(f64, Choice)> = None;
    let mut consider = |points: f64, choice: Choice| {
        if best.is_none_or(|(most, _)| points > most) {
            best = Some((points, choice));
        }
    };
    for choice in choices {
        match *choice {
            Choice::Fire(tube) => {
                let shot = boat.aimed_shot(view.tables(), view.era(), tube);
                let of = shot.and_then(|(at, shot)| Some((ship_at(&ships, at)?, shot)));
                if let Some((ship, shot)) = of {
                    consider(gain(staff, ship, &shot), *choice);
                }
            }
            Choice::Unaimed(tube) if least <= NOW_OR_NEVER => {
                let shots = ships.iter().filter_map(|ship| {
                    let shot = boat.unaimed_shot(view.tables(), view.era(), tube, ship.space)?;
                    Some(gain(staff, ship, &shot))
                });
                // Without a solution it must bring a little more: the wait for one is what it saves.
                let most = shots.fold(0.0, f64::max) - 0.1;
                consider(most, *choice);
            }
            _ => {}
        }
    }
    match best {
        Some((points, choice)) if points >= least => {
            Advice::new(choice, "This torpedo is worth firing now.")
                .weighing("points expected", points)
                .weighing("points wanted", least)
        }
        Some((points, _)) => Advice::new(Choice::Done, "No shot brings enough yet.")
            .weighing("points expected", points)
            .weighing("points wanted", least),
        None => Advice::new(Choice::Done, "No tube bears on anything."),
    }
}

/// The best ship for a shot without a solution [10].
pub(super) fn unaimed(
    view: View<'_>,
    staff: &Staff,
    boat: &Boat,
    tube: Tube,
    choices: &[Choice],
) -> Advice {
    let ships = staff.ships(view);
    let shots = choices.iter().filter_map(|choice| {
        let Choice::At(space) = *choice else {
            return None;
        };
        let shot = boat.unaimed_shot(view.tables(), view.era(), tube, space)?;
        Some((gain(staff, ship_at(&ships, space)?, &shot), *choice))
    });
    match shots.max_by(|(a, _), (b, _)| a.total_cmp(b)) {
        Some((points, choice)) => Advice::new(choice, "There is no time for a solution.")
            .weighing("points expected", points),
        None => Advice::new(Choice::Back, "Nothing is in the way of this tube."),
    }
}

/// Where she will be when she fires: the convoy moves on between computing and firing [55.drift_rate].
pub(super) fn drifted(view: View<'_>, space: Space) -> Option<Space> {
    let t = view.tables();
    space.down(t.movement.drift(view.conditions().speed, view.turn()))
}

/// A tube of a boat as it would fire this turn after drift: points of a shot at a ship with a solution of that value.
fn prospect(
    view: View<'_>,
    staff: &Staff,
    boat: &Boat,
    tube: Tube,
    ship: &Ship,
    value: f64,
) -> Option<f64> {
    let (TubeState::Loaded(kind) | TubeState::Loading(_, kind)) = boat.tube(tube) else {
        return None;
    };
    if boat.tube_damage[tube.index()] > 0 {
        return None;
    }
    let t = view.tables();
    let (space, facing) = boat.attack()?;
    let from = drifted(view, space)?;
    let travel = from.direction(ship.space)?;
    let steps = crate::attack::steps_off(facing, tube.end(), travel);
    let angle = crate::attack::angle(&t.firing, &t.tdc, steps)?;
    t.firing.turns(kind, view.era(), from.range(ship.space))?;
    Some(staff.gain(ship, kind, travel, value + f64::from(angle)))
}

/// What a tube is worth with what it has stored.
fn stored(view: View<'_>, staff: &Staff, boat: &Boat, tube: Tube, ships: &[Ship]) -> f64 {
    let solution = boat.solutions[tube.index()];
    let worth = solution.and_then(|solution| {
        let ship = ship_at(ships, solution.target)?;
        prospect(view, staff, boat, tube, ship, f64::from(solution.value))
    });
    worth.unwrap_or(0.0)
}

/// The ship for which a calculation gains most over what the tubes have stored [9].
pub(super) fn compute(
    view: View<'_>,
    staff: &Staff,
    letter: Letter,
    boat: &Boat,
    choices: &[Choice],
) -> Advice {
    let ships = staff.ships(view);
    let modifier = f64::from(boat.tdc_modifier(&view.tables().tdc));
    let Some((from, _)) = boat.attack() else {
        return Advice::new(Choice::Done, "She is not on the Attack map.");
    };
    let now: Vec<(Tube, f64)> = boat
        .kind
        .all_tubes()
        .map(|tube| (tube, stored(view, staff, boat, tube, &ships)))
        .collect();
    let gains = choices.iter().filter_map(|choice| {
        let Choice::At(space) = *choice else {
            return None;
        };
        let ship = ship_at(&ships, space)?;
        let value = staff.mean(view, from.range(space))? + modifier;
        let mut by_end = [0.0; 2];
        for (tube, old) in &now {
            let new = prospect(view, staff, boat, *tube, ship, value).unwrap_or(0.0);
            by_end[tube.end().index()] += (new - old).max(0.0);
        }
        Some((by_end[0].max(by_end[1]), *choice))
    });
    let best = gains.max_by(|(a, _), (b, _)| a.total_cmp(b));
    match best {
        Some((points, choice)) if points > 0.0 => {
            Advice::new(choice, "This ship is the best target for a calculation.")
                .weighing("points gained", points)
        }
        // A first value for a ship that is not in arc yet may serve next turn.
        _ => {
            let nearest = choices.iter().filter_map(|choice| match choice {
                Choice::At(space) => Some((ship_at(&ships, *space)?, *choice)),
                _ => None,
            });
            let worth = |ship: &Ship| ship.vp / f64::from(4 + from.range(ship.space));
            let best = nearest.max_by(|(a, _), (b, _)| worth(a).total_cmp(&worth(b)));
            let idle = now.iter().all(|(_, worth)| *worth <= 0.0) && !is_pressed(view, letter);
            match best.filter(|_| idle) {
                Some((_, choice)) => Advice::new(choice, "A value now may serve next turn."),
                None => Advice::new(Choice::Done, "The tubes have better targets already."),
            }
        }
    }
}

/// As many tubes as gain by it: two for a ship that is worth it, one for a small one [11].
pub(super) fn assign(
    view: View<'_>,
    staff: &Staff,
    letter: Letter,
    boat: &Boat,
    target: Space,
    value: i8,
    choices: &[Choice],
) -> Advice {
    let ships = staff.ships(view);
    let Some(ship) = ship_at(&ships, target) else {
        return Advice::new(None, "The target is gone.");
    };
    let least = threshold(view, letter);
    let old: Vec<f64> = boat
        .kind
        .all_tubes()
        .map(|tube| stored(view, staff, boat, tube, &ships))
        .collect();
    let mut best = (0.0, None);
    for choice in choices {
        let Choice::Store(tubes) = *choice else {
            continue;
        };
        // Torpedo after torpedo, each on top of those before it.
        let mut hurt = *ship;
        let mut points = 0.0;
        for tube in tubes.iter() {
            let gain = prospect(view, staff, boat, tube, &hurt, f64::from(value));
            let gain = gain.unwrap_or(0.02); // not in arc: a value in a tube that had none is something
            points += gain
                - old[tube.index()]
                    .max(least * 0.5)
                    .min(gain.max(least * 0.5));
            if let (TubeState::Loaded(kind) | TubeState::Loading(_, kind), Some((from, _))) =
                (boat.tube(tube), boat.attack())
                && let Some(travel) = drifted(view, from).and_then(|from| from.direction(target))
            {
                hurt.pending = staff.and(&hurt, kind, travel, f64::from(value));
            }
            points -= (old[tube.index()] - gain).max(0.0);
        }
        if best.1.is_none() || points > best.0 + 1e-9 {
            best = (points, Some(*choice));
        }
    }
    Advice::new(best.1, "These tubes gain most by the new value.").weighing("points gained", best.0)
}

/// By day torpedoes without a wake, at night those that run far [12].
pub(super) fn load(view: View<'_>, boat: &Boat, choices: &[Choice]) -> Advice {
    let wanted = match view.conditions().time {
        Time::Day => TorpedoType::G7e,
        Time::Night => TorpedoType::G7a,
    };
    let loads = choices.iter().filter_map(|choice| match *choice {
        Choice::Load(tube, kind) => Some((tube, kind, *choice)),
        _ => None,
    });
    let best = loads.min_by_key(|(tube, kind, _)| {
        let spare = boat.reloads[tube.end().index()][kind.index()];
        (tube.end(), *kind != wanted, std::cmp::Reverse(spare), *tube)
    });
    match best {
        Some((_, _, choice)) => Advice::new(choice, "An empty tube sinks nothing."),
        None => Advice::new(Choice::Done, "There is nothing left to load."),
    }
}
