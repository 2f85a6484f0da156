//! What a place, a facing and a depth are worth to a boat that is free to attack: points 8 to 17.

use super::fire::drifted;
use super::helm::{Candidate, Course};
use super::hiding::{Searchers, escort_near};
use super::staff::{Ship, Staff};
use crate::asw::Escort;
use crate::boat::{Boat, TubeState};
use crate::boats::{End, Letter};
use crate::calendar::Era;
use crate::conditions::Time;
use crate::depth::Depth;
use crate::forecast::perils;
use crate::space::{Facing, Space};
use crate::view::View;

/// What being found costs, in points: the turns it takes, and the danger.
fn price(era: Era) -> f64 {
    match era {
        Era::Early => 2.5,
        Era::Late => 4.0,
    }
}

/// What a level of gas costs, in points, while she could be rid of it.
const GAS: f64 = 0.6;

/// A shot from a place: where it runs, and what it brings within 45 degrees and beyond.
struct Line {
    travel: Facing,
    free: f64,
    wide: f64,
}

/// Weighs places and depths.
pub(super) struct Weigher<'a> {
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
    pub fn new(
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

    pub fn worth(&mut self, candidate: &Candidate) -> f64 {
        let course = &candidate.course;
        let Some(after) = drifted(self.view, candidate.space) else {
            return -5.0; // she would fall behind
        };
        let mut worth = self.place(after);
        if course.depth.sees() && !course.silent {
            worth += self.shots(after, candidate.facing, course.depth);
            worth -= self.watched(after, course.depth);
        }
        worth - self.price * self.found(candidate) - self.depth(course) - self.foul(candidate)
    }

    /// Gas stays in a submerged boat; the surface clears it, where no escort is near [23].
    fn foul(&self, candidate: &Candidate) -> f64 {
        let cleared = candidate.course.depth.is_surface();
        if self.boat.gas == 0 || cleared || escort_near(self.view, candidate.space) {
            return 0.0;
        }
        GAS * f64::from(self.boat.gas)
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
