//! Movement: a course for the whole turn, chosen once, then steered part by part.

use super::Advice;
use super::approach;
use super::fire::drifted;
use super::hiding::{Searchers, escort_near, refuge};
use super::leaving;
use super::staff::{Ship, Staff};
use crate::asw::Escort;
use crate::boat::{Boat, Place, TubeState};
use crate::boats::{End, Letter};
use crate::calendar::Era;
use crate::choice::Choice;
use crate::conditions::Time;
use crate::depth::Depth;
use crate::forecast::perils;
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

/// What being found costs, in points: the turns it takes, and the danger.
pub(super) fn price(era: Era) -> f64 {
    match era {
        Era::Early => 2.5,
        Era::Late => 4.0,
    }
}

/// One way to move this turn.
#[derive(Clone, Copy)]
struct Candidate {
    course: Course,
    space: Space,
    facing: Facing,
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

/// A shot from a place: where it runs, and what it brings within 45 degrees and beyond.
struct Line {
    travel: Facing,
    free: f64,
    wide: f64,
}

/// Weighs places and depths.
struct Weigher<'a> {
    view: View<'a>,
    staff: &'a Staff,
    boat: &'a Boat,
    ships: &'a [Ship],
    /// Loaded tubes by end, and those that will be.
    loaded: [f64; 2],
    searchers: Searchers<'a>,
    /// An escort is on the map or on its way.
    alarm: bool,
    price: f64,
    /// Shots from a place, worked out once.
    lines: Vec<(Space, Vec<Line>)>,
}

impl<'a> Weigher<'a> {
    fn new(
        view: View<'a>,
        staff: &'a Staff,
        letter: Letter,
        boat: &'a Boat,
        ships: &'a [Ship],
    ) -> Self {
        let loaded = End::ALL.map(|end| {
            let tubes = boat
                .tubes_of(end)
                .filter(|tube| boat.tube_damage[tube.index()] == 0);
            let worth = tubes.map(|tube| match boat.tube(tube) {
                TubeState::Loaded(_) => 1.0,
                TubeState::Loading(1, _) => 0.8,
                TubeState::Loading(..) => 0.4,
                TubeState::Empty => 0.15,
            });
            worth.sum()
        });
        let alarm = view.hunt().escorts.iter().any(|escort: &Escort| {
            view.station(escort).is_some()
                || matches!(escort.post, crate::asw::Post::Assigned { .. })
        });
        Self {
            view,
            staff,
            boat,
            ships,
            searchers: Searchers::new(view, letter, boat),
            loaded,
            alarm,
            price: price(view.era()),
            lines: Vec::new(),
        }
    }

    fn worth(&mut self, candidate: &Candidate) -> f64 {
        let course = &candidate.course;
        let Some(after) = drifted(self.view, candidate.space) else {
            return -5.0; // she would fall behind
        };
        let mut worth = self.place(after);
        if course.depth.sees() && !course.silent {
            worth += self.shots(after, candidate.facing, course.depth);
            worth -= self.watched(after, course.depth);
        }
        worth - self.price * self.found(candidate) - self.depth(course)
    }

    /// Who finds her there, before the convoy moves; found where she can be attacked at once costs more.
    fn found(&mut self, candidate: &Candidate) -> f64 {
        let Course { depth, silent, .. } = candidate.course;
        let exposed = if depth.sees() { 1.3 } else { 1.0 };
        exposed * self.searchers.find(candidate.space, depth, silent)
    }

    /// Deep she is slow and blind; by day, or with escorts about, the surface is not free either [7, 15].
    fn depth(&self, course: &Course) -> f64 {
        let day = self.view.conditions().time == Time::Day;
        match course.depth {
            Depth::SURFACE if day && self.alarm => 0.6,
            Depth::SURFACE => 0.0,
            Depth::PERISCOPE => 0.35,
            depth => 0.8 + 0.004 * f64::from(depth.metres()),
        }
    }

    /// How near the convoy a place is, beyond the shots of this turn.
    fn place(&self, at: Space) -> f64 {
        let boxes = self.view.conditions().side;
        let (top, bottom) = boxes.rows();
        let (left, right) = crate::space::CONVOY_COLUMNS;
        let across = (left - at.x()).max(at.x() - right).max(0);
        let behind = (at.y() - bottom).max(0);
        let before = (top - at.y()).max(0);
        let off = f64::from(across.max(before).max(behind));
        // Three or four spaces off is best; astern she falls behind for good.
        let near = -0.12 * (off - 3.0).abs();
        near - 0.25 * f64::from(behind) - 0.05 * f64::from((at.y() - 7).max(0))
    }

    /// Ships that may see her, and run her down.
    fn watched(&self, at: Space, depth: Depth) -> f64 {
        let view = self.view;
        if self.ships.iter().any(|ship| ship.space == at) {
            return 2.0;
        }
        let Some(range) = self.ships.iter().map(|ship| ship.space.range(at)).min() else {
            return 0.0;
        };
        let light = view.light_on(at);
        0.8 * perils::watched(view.tables(), light, range, depth)
    }

    /// Points of the best shots from a place: two torpedoes at the best ship, two at the next, the stern at one.
    fn shots(&mut self, at: Space, facing: Facing, depth: Depth) -> f64 {
        let lines = self.lines_from(at);
        let lines = &self.lines[lines].1;
        let rules = &self.view.tables().firing;
        let points = End::ALL.map(|end| {
            let (mut first, mut second) = (0.0f64, 0.0f64);
            for line in lines {
                let steps = crate::attack::steps_off(facing, end, line.travel);
                let points = if steps <= rules.free_steps {
                    line.free
                } else if steps <= rules.most_steps {
                    line.wide
                } else {
                    continue;
                };
                if points > first {
                    (first, second) = (points, first);
                } else {
                    second = second.max(points);
                }
            }
            let tubes = self.loaded[end.index()];
            first * tubes.min(2.0) + second * (tubes - 2.0).max(0.0)
        });
        let [bow, stern] = points;
        if depth.is_surface() {
            bow + stern
        } else {
            bow.max(stern)
        }
    }

    /// Where the shots from a place are kept.
    fn lines_from(&mut self, at: Space) -> usize {
        if let Some(known) = self.lines.iter().position(|(space, _)| *space == at) {
            return known;
        }
        let view = self.view;
        let rules = view.tables();
        let sight = rules.tdc.spot(view.conditions().light());
        let off = f64::from(rules.tdc.off_angle);
        let lines = self.ships.iter().filter_map(|ship| {
            let range = at.range(ship.space);
            let travel = at.direction(ship.space)?;
            let stored = self.stored(ship.space);
            if range > sight && stored.is_none() {
                return None;
            }
            let value = stored.or(self.staff.mean(view, range))?;
            let kind = crate::boats::TorpedoType::G7a;
            rules.firing.turns(kind, view.era(), range)?;
            let gain = |value: f64| self.staff.gain(ship, kind, travel, value);
            Some(Line {
                travel,
                free: gain(value),
                wide: gain(value + off),
            })
        });
        let lines = lines.collect();
        self.lines.push((at, lines));
        self.lines.len() - 1
    }

    /// The best solution for a ship in any tube.
    fn stored(&self, target: Space) -> Option<f64> {
        let stored = self.boat.solutions.iter().flatten();
        let values = stored.filter(|solution| solution.target == target);
        values
            .map(|solution| f64::from(solution.value))
            .max_by(f64::total_cmp)
    }
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
