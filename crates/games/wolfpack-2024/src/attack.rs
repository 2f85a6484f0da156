//! U-boat attack: pages 59 and 60.

use crate::asw::requests::RequestKind;
use crate::boat::{Boat, TubeState};
use crate::boats::{End, Letter, TorpedoType, Tube};
use crate::calendar::Era;
use crate::cards::DeckName;
use crate::choice::Choice;
use crate::conditions::Time;
use crate::event::Event;
use crate::position::{Position, Torpedo};
use crate::sequence::{Firing, Order, Play, Step};
use crate::space::{Facing, Space};
use crate::tables::{FiringRules, Pull, Tables, TdcRules};

/// How far a shot is off the bow or the stern, in steps of 45 degrees [59.arc].
pub fn steps_off(facing: Facing, end: End, shot: Facing) -> u8 {
    let axis = match end {
        End::Bow => facing,
        End::Stern => facing.opposite(),
    };
    axis.steps_to(shot)
}

/// The modifier of the angle of an aimed shot; none if it cannot be fired [59.arc], [59.angle_minus_1].
pub fn angle(rules: &FiringRules, tdc: &TdcRules, steps: u8) -> Option<i8> {
    if steps <= rules.free_steps {
        Some(0)
    } else {
        (steps <= rules.most_steps).then_some(tdc.off_angle)
    }
}

/// The modifier of a shot without a solution; none if it cannot be fired [60.unaimed].
pub fn unaimed(rules: &FiringRules, tdc: &TdcRules, steps: u8) -> Option<i8> {
    (steps <= rules.unaimed_steps).then_some(tdc.unaimed)
}

/// A shot that can be fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub kind: TorpedoType,
    pub travel: Facing,
    pub modifier: i8,
    pub turns: u8,
}

impl Boat {
    /// Whether she can attack ships at all [59.depth_to_fire], [61.no_periscope_no_attack].
    pub fn may_fire(&self) -> bool {
        self.attack().is_some() && self.can_aim()
    }

    /// The torpedo in a tube that can be fired [63.damaged_tube].
    pub fn armed(&self, tube: Tube) -> Option<TorpedoType> {
        match self.tube(tube) {
            TubeState::Loaded(torpedo) if self.tube_damage[tube.index()] == 0 => Some(torpedo),
            _ => None,
        }
    }

    /// Where a torpedo of a tube would run to reach a space, its type, and how far off the axis that is; none at her
    /// own space [59.own_space].
    pub(crate) fn lay(&self, tube: Tube, target: Space) -> Option<(TorpedoType, Facing, u8)> {
        let torpedo = self.armed(tube).filter(|_| self.may_fire())?;
        let (space, facing) = self.attack()?;
        let travel = space.direction(target)?;
        Some((torpedo, travel, steps_off(facing, tube.end(), travel)))
    }

    /// A shot at the target of a tube's solution [59.arc], [59.range_and_turns].
    pub fn aimed_shot(&self, t: &Tables, era: Era, tube: Tube) -> Option<(Space, Shot)> {
        let solution = self.solutions[tube.index()]?;
        let (kind, travel, steps) = self.lay(tube, solution.target)?;
        let modifier = solution.value + angle(&t.firing, &t.tdc, steps)?;
        let turns = t
            .firing
            .turns(kind, era, self.attack()?.0.range(solution.target))?;
        Some((
            solution.target,
            Shot {
                kind,
                travel,
                modifier,
                turns,
            },
        ))
    }

    /// A shot at a ship for which a tube has no solution; submerged, a bad periscope counts too [60.unaimed], (R24).
    pub fn unaimed_shot(&self, t: &Tables, era: Era, tube: Tube, target: Space) -> Option<Shot> {
        if self.solutions[tube.index()].is_some_and(|solution| solution.target == target) {
            return None;
        }
        let (kind, travel, steps) = self.lay(tube, target)?;
        let periscope = if self.is_surfaced() {
            0
        } else {
            self.periscope_modifier(&t.tdc)
        };
        let modifier = unaimed(&t.firing, &t.tdc, steps)? + periscope;
        let turns = t.firing.turns(kind, era, self.attack()?.0.range(target))?;
        Some(Shot {
            kind,
            travel,
            modifier,
            turns,
        })
    }
}

/// Whether tubes of an end may fire after others: submerged only one end [59.ends].
pub fn may_fire_end(surfaced: bool, fired: Option<End>, end: End) -> bool {
    surfaced || fired.is_none_or(|fired| fired == end)
}

impl Position {
    fn open_tubes(&self, letter: Letter, firing: Firing) -> impl Iterator<Item = (&Boat, Tube)> {
        let boats = self.boat(letter).into_iter();
        boats.flat_map(move |boat| {
            let tubes = boat.kind.all_tubes();
            let open =
                tubes.filter(move |tube| may_fire_end(boat.is_surfaced(), firing.end, tube.end()));
            open.map(move |tube| (boat, tube))
        })
    }

    pub(crate) fn list_shots(
        &self,
        t: &Tables,
        letter: Letter,
        firing: Firing,
        out: &mut Vec<Choice>,
    ) {
        for (boat, tube) in self.open_tubes(letter, firing) {
            if boat.aimed_shot(t, self.era, tube).is_some() {
                out.push(Choice::Fire(tube));
            }
            if self.unaimed_targets(t, letter, tube).next().is_some() {
                out.push(Choice::Unaimed(tube));
            }
            if self
                .escort_targets(t, letter, tube, firing)
                .next()
                .is_some()
            {
                out.push(Choice::Engage(tube));
            }
        }
        out.push(Choice::Done);
    }

    /// Spotted ships that a tube can be fired at without a solution [60.unaimed].
    pub(crate) fn unaimed_targets(
        &self,
        t: &Tables,
        letter: Letter,
        tube: Tube,
    ) -> impl Iterator<Item = Space> {
        let era = self.era;
        let ready = |boat: &&Boat| boat.may_fire() && boat.armed(tube).is_some();
        let boat = self.boat(letter).filter(ready).into_iter();
        boat.flat_map(move |boat| {
            let reach = move |space: &Space| boat.unaimed_shot(t, era, tube, *space).is_some();
            self.convoy.ships().filter(reach)
        })
    }
}

impl Play<'_> {
    /// Phase 8: every boat that can fires [59.depth_to_fire].
    pub(crate) fn start_firing(&mut self) {
        self.p.agenda.push(Step::Volleys);
        let boats = self.p.attacking().filter(|(_, boat)| boat.may_fire());
        for letter in boats.map(|(letter, _)| letter).collect::<Vec<_>>() {
            self.order(letter, Order::Fire(Firing::default()));
        }
    }

    pub(crate) fn fire(&mut self, letter: Letter, firing: Firing, choice: Choice) {
        match choice {
            Choice::Fire(tube) => {
                let shot = self
                    .p
                    .boat(letter)
                    .and_then(|boat| boat.aimed_shot(self.t, self.p.era, tube));
                if let Some((target, shot)) = shot {
                    self.launch(letter, tube, target, shot, firing, true);
                }
            }
            Choice::Unaimed(tube) => self.order(letter, Order::Unaimed(tube, firing)),
            Choice::Engage(tube) => self.order(letter, Order::Engage(tube, firing)),
            _ => self.check_wake(letter, firing),
        }
    }

    /// A steam torpedo fired by day may be seen, once for each boat and phase [60.wake_by_day], (R48).
    fn check_wake(&mut self, letter: Letter, firing: Firing) {
        let light = self.p.conditions.light();
        if !firing.steam || light.time() == Time::Night || !self.p.has_escorts() {
            return;
        }
        let card = self.pull(DeckName::Combat, Pull::Wake, Some(letter));
        let seen = self.t.cards.combat[usize::from(card)]
            .icons(light, 0)
            .binoculars;
        self.log.push(|| Event::Wake { boat: letter, seen });
        let at = self.p.boat(letter).and_then(Boat::attack);
        if let Some((space, _)) = at.filter(|_| seen) {
            self.request(RequestKind::Targeted, space);
        }
    }

    pub(crate) fn fire_unaimed(
        &mut self,
        letter: Letter,
        tube: Tube,
        firing: Firing,
        choice: Choice,
    ) {
        let target = match choice {
            Choice::At(target) => target,
            _ => return self.order(letter, Order::Fire(firing)),
        };
        let shot = self
            .p
            .boat(letter)
            .and_then(|boat| boat.unaimed_shot(self.t, self.p.era, tube, target));
        if let Some(shot) = shot {
            self.launch(letter, tube, target, shot, firing, false);
        }
    }

    /// A torpedo leaves its tube, and the solution with it [59.tdc_marker_back].
    fn launch(
        &mut self,
        letter: Letter,
        tube: Tube,
        target: Space,
        shot: Shot,
        firing: Firing,
        aimed: bool,
    ) {
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        boat.tubes[tube.index()] = TubeState::Empty;
        boat.solutions[tube.index()] = None;
        let range = boat.attack().map_or(0, |(space, _)| space.range(target));
        let Shot {
            kind,
            travel,
            modifier,
            turns,
        } = shot;
        let half = boat.replacement;
        let torpedo = Torpedo {
            boat: letter,
            tube,
            kind,
            target,
            travel,
            modifier,
            turns,
            half,
        };
        self.p.torpedoes.push(torpedo);
        self.log.push(|| Event::Fires {
            torpedo,
            range,
            aimed,
        });
        let firing = Firing {
            end: Some(tube.end()),
            steam: firing.steam || self.t.firing.wake[kind.index()],
            escort: firing.escort,
        };
        self.order(letter, Order::Fire(firing));
    }
}
