//! Movement: a course for the whole turn, chosen once, then steered part by part.

use super::Advice;
use super::approach;
use super::hiding::{escort_near, refuge};
use super::leaving;
use super::staff::Staff;
use super::weigher::Weigher;
use crate::boat::{Boat, Place};
use crate::boats::Letter;
use crate::choice::Choice;
use crate::depth::Depth;
use crate::movement::may_go_on;
use crate::ring::ApproachBox;
use crate::sequence::Helm;
use crate::space::{Facing, Space};
use crate::view::View;

/// What she does this turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    pub silent: bool,
    pub depth: Depth,
    /// The free turn.
    pub facing: Option<Facing>,
    pub ahead: u8,
    /// The turn after one space.
    pub second: Option<Facing>,
    /// On the Approach map.
    pub to: Option<ApproachBox>,
    /// Leave the patrol, blow, or give up.
    pub first: Option<Choice>,
    pub why: &'static str,
    pub worth: f64,
}

impl Course {
    pub fn stay(boat: &Boat, why: &'static str) -> Self {
        Self {
            silent: boat.silent,
            depth: boat.depth,
            facing: None,
            ahead: 0,
            second: None,
            to: None,
            first: None,
            why,
            worth: 0.0,
        }
    }

    /// Down to a depth, then silent [4, 18].
    pub fn deep(boat: &Boat, depth: Depth, why: &'static str) -> Self {
        let there = boat.depth >= depth;
        Self {
            silent: there,
            depth: if there { boat.depth } else { depth },
            ..Self::stay(boat, why)
        }
    }

    /// The next part of it that is still open.
    pub fn next(&self, boat: &Boat, stage: Helm, choices: &[Choice]) -> Advice {
        let wanted = self.wanted(boat, stage, choices);
        let on_offer = wanted
            .into_iter()
            .flatten()
            .find(|choice| choices.contains(choice));
        Advice::new(on_offer.or(Some(Choice::Done)), self.why).weighing("worth", self.worth)
    }

    fn wanted(&self, boat: &Boat, stage: Helm, choices: &[Choice]) -> [Option<Choice>; 7] {
        let running = match (self.silent, boat.silent) {
            (true, false) if boat.depth >= self.depth => Some(Choice::Silent),
            (false, true) => Some(Choice::Operational),
            _ => None,
        };
        // As far towards the depth as she can go.
        let depths = choices.iter().filter_map(|choice| match choice {
            Choice::Depth(depth) => Some(*depth),
            _ => None,
        });
        let off = |depth: Depth| depth.index().abs_diff(self.depth.index());
        let depth = depths
            .filter(|depth| off(*depth) < off(boat.depth))
            .min_by_key(|depth| off(*depth))
            .map(Choice::Depth);
        let facing = if stage == Helm::SecondTurn {
            self.second
        } else {
            self.facing
        };
        let now = boat.attack().map(|(_, facing)| facing);
        let facing = facing
            .filter(|facing| Some(*facing) != now)
            .map(Choice::Face);
        [
            self.first,
            running,
            depth,
            facing,
            Some(Choice::Ahead(self.ahead)).filter(|_| stage <= Helm::Ahead && self.ahead > 0),
            self.to.map(Choice::To),
            None,
        ]
    }
}

impl Helm {
    /// The first question of a boat's movement.
    pub(crate) fn is_first(self) -> bool {
        self == Self::Conduct
    }
}

/// The course for this turn.
pub(super) fn course(
    view: View<'_>,
    staff: &Staff,
    letter: Letter,
    boat: &Boat,
    choices: &[Choice],
) -> Course {
    if let Some(course) = leaving::course(view, letter, boat, choices) {
        return course;
    }
    match boat.place {
        Place::Attack(space, facing) => {
            if view.holders(letter).next().is_some() {
                hunted(view, letter, boat)
            } else {
                attack(view, staff, letter, boat, (space, facing))
            }
        }
        _ => approach::course(view, letter, boat, choices),
    }
}

/// Held on the Attack map: down out of reach, then silent; off the bottom edge if she would survive that [18 to 20].
fn hunted(view: View<'_>, letter: Letter, boat: &Boat) -> Course {
    let depth = refuge(view, letter, boat);
    Course::deep(boat, depth, "Held by an escort: deep first, then silent.")
}

/// One way to move this turn.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub course: Course,
    pub space: Space,
    pub facing: Facing,
}

/// Free to attack: every way to move is weighed by the shots it gives and by who may find her there [8 to 17].
fn attack(
    view: View<'_>,
    staff: &Staff,
    letter: Letter,
    boat: &Boat,
    at: (Space, Facing),
) -> Course {
    let ships = staff.ships(view);
    let mut weigher = Weigher::new(view, staff, letter, boat, &ships);
    let mut best: Option<Candidate> = None;
    for mut candidate in candidates(view, boat, at) {
        candidate.course.worth = weigher.worth(&candidate);
        let better = best.is_none_or(|best| candidate.course.worth > best.course.worth + 1e-9);
        if better {
            best = Some(candidate);
        }
    }
    best.map_or_else(
        || Course::stay(boat, "She cannot move."),
        |best| best.course,
    )
}

/// Every depth, turn and way ahead that is open, the present ones first.
fn candidates(view: View<'_>, boat: &Boat, at: (Space, Facing)) -> Vec<Candidate> {
    let (t, turn) = (view.tables(), view.turn());
    let (space, facing) = at;
    let why = "The best place for shots, as far as nobody finds her there.";
    let stay = Course {
        silent: false,
        ..Course::stay(boat, why)
    };
    let mut awake = boat.clone();
    awake.silent = false;
    let mut all = Vec::with_capacity(128);
    if boat.depth.metres() >= t.depth.silent {
        all.push(Candidate {
            course: Course {
                silent: true,
                why: "Silent until the search has passed.",
                ..stay
            },
            space,
            facing,
        });
    }
    let depths: Vec<Depth> = std::iter::once(boat.depth).chain(awake.depths(t)).collect();
    for depth in depths {
        let goes_on = may_go_on(&t.depth, boat.kind, boat.depth, depth);
        awake.depth = depth;
        let turns: Vec<Facing> = std::iter::once(facing)
            .chain(awake.facings(t, turn, facing))
            .collect();
        let most = if goes_on && awake.can_go(turn) {
            t.movement.ahead[usize::from(!depth.is_surface())]
        } else {
            0
        };
        for way in turns {
            let course = Course {
                depth,
                facing: Some(way).filter(|way| *way != facing),
                ..stay
            };
            all.push(Candidate {
                course,
                space,
                facing: way,
            });
            let mut to = space;
            for ahead in 1..=most {
                let Some(next) = to.next(way) else { break };
                to = next;
                let course = Course { ahead, ..course };
                all.push(Candidate {
                    course,
                    space: to,
                    facing: way,
                });
                if ahead == 1 && depth.is_surface() {
                    let seconds = awake.facings(t, turn, way);
                    all.extend(seconds.map(|second| Candidate {
                        course: Course {
                            second: Some(second),
                            ..course
                        },
                        space: to,
                        facing: second,
                    }));
                }
            }
        }
    }
    all
}

/// What a place and a facing are worth to a boat that enters there [8].
pub(super) fn entering(
    view: View<'_>,
    staff: &Staff,
    letter: Letter,
    boat: &Boat,
    at: (Space, Facing),
    depth: Depth,
) -> f64 {
    let ships = staff.ships(view);
    let mut there = boat.clone();
    there.place = Place::Attack(at.0, at.1);
    there.depth = depth;
    there.silent = false;
    let mut weigher = Weigher::new(view, staff, letter, &there, &ships);
    let course = Course {
        depth,
        silent: false,
        ..Course::stay(&there, "")
    };
    weigher.worth(&Candidate {
        course,
        space: at.0,
        facing: at.1,
    })
}

/// Whether an escort is near where she is.
pub(super) fn is_clear(view: View<'_>, boat: &Boat) -> bool {
    boat.attack()
        .is_none_or(|(space, _)| !escort_near(view, space))
}
