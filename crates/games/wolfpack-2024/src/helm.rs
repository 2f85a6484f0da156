//! U-boat movement as it is played: each boat in her own order of steps, pages 28 to 36.

use crate::boat::{Boat, Place};
use crate::boats::Letter;
use crate::choice::Choice;
use crate::depth::Depth;
use crate::event::Event;
use crate::movement::{approach_boxes, may_go_on};
use crate::position::Position;
use crate::sequence::{Helm, Order, Phase, Play};
use crate::space::{Facing, Space};
use crate::tables::Tables;

impl Position {
    /// Scuttling, blowing and disengaging belong to a hunted boat; nothing hunts in training [pb.training_no_asw].
    pub(crate) fn is_hunted(&self) -> bool {
        self.has_escorts()
    }

    /// Whether a boat may leave the patrol now [36.disengage_bars].
    pub(crate) fn may_disengage(&self, letter: Letter) -> bool {
        let running = self
            .boat(letter)
            .is_some_and(|boat| boat.is_on_map() && !boat.blowing);
        let barred = self
            .boat(letter)
            .and_then(Boat::attack)
            .is_some_and(|(space, _)| self.is_searched(space) || self.is_assigned(space));
        running && self.is_hunted() && !self.is_held(letter) && !barred
    }

    /// What a boat may do next in movement.
    pub(crate) fn list_helm(&self, t: &Tables, letter: Letter, helm: Helm, out: &mut Vec<Choice>) {
        let Some(boat) = self.boat(letter) else {
            return;
        };
        if helm <= Helm::Ahead && boat.must_disengage() && self.may_disengage(letter) {
            out.push(Choice::Disengage); // (R64)
            return;
        }
        if helm == Helm::Conduct {
            self.list_conduct(t, letter, out);
        }
        if helm <= Helm::Depth {
            out.extend(boat.depths(t).map(Choice::Depth));
        }
        if helm != Helm::Ahead
            && let Some((_, facing)) = boat.attack()
        {
            out.extend(boat.facings(t, self.turn, facing).map(Choice::Face)); // [33.free_turn]
        }
        if helm <= Helm::Ahead {
            self.list_ahead(t, letter, out);
        }
        out.push(Choice::Done);
    }

    /// Scuttling, running state, blowing: the first things in movement [29.scuttle_when], [29.running_state].
    fn list_conduct(&self, t: &Tables, letter: Letter, out: &mut Vec<Choice>) {
        let Some(boat) = self.boat(letter) else {
            return;
        };
        if boat.silent {
            out.push(Choice::Operational);
        } else if boat.depth.metres() >= t.depth.silent {
            out.push(Choice::Silent);
        }
        if self.is_hunted() && boat.may_blow(t) {
            out.push(Choice::Blow);
        }
        if self.is_hunted() && boat.is_surfaced() {
            out.push(Choice::Scuttle);
        }
    }

    /// Forward, or away [34.surfaced_two_or_one_and_turn], [34.submerged_one], [32.approach_surfaced]. Others in the way
    /// do not matter [30.no_stacking_limit].
    fn list_ahead(&self, t: &Tables, letter: Letter, out: &mut Vec<Choice>) {
        let Some(boat) = self.boat(letter) else {
            return;
        };
        if boat.silent {
            return; // [29.silent_limits]
        }
        if self.may_disengage(letter) {
            out.push(Choice::Disengage); // run up in the same phase, and whatever is broken (R93)
        }
        if !boat.can_go(self.turn) {
            return; // broken engines hold her on either map (R83)
        }
        match boat.place {
            Place::Attack(space, facing) => {
                let most = t.movement.ahead[usize::from(!boat.is_surfaced())];
                let reached =
                    (1..=most).take_while(|spaces| self.ahead(space, facing, *spaces).is_some());
                out.extend(reached.map(Choice::Ahead));
            }
            Place::Approach(at)
                if approach_boxes(boat.is_surfaced(), self.conditions.speed, self.turn) > 0 =>
            {
                out.extend(at.neighbours().map(Choice::To));
            }
            _ => {}
        }
    }

    /// Where so many spaces ahead end: a space, or off the bottom edge, the only one that may be left (R28), (R29).
    fn ahead(&self, from: Space, facing: Facing, spaces: u8) -> Option<Option<Space>> {
        let mut at = from;
        for _ in 0..spaces {
            match at.next(facing) {
                Some(next) => at = next,
                None => {
                    let (dx, dy) = facing.step();
                    let over_bottom =
                        Space::new(at.x() + dx, at.y()).is_some() && dy > 0 && at.down(1).is_none();
                    return over_bottom.then_some(None);
                }
            }
        }
        Some(Some(at))
    }
}

impl Play<'_> {
    /// Takes the next part of a boat's movement.
    pub(crate) fn steer(&mut self, letter: Letter, helm: Helm, choice: Choice) {
        match choice {
            Choice::Silent | Choice::Operational => {
                self.run_silent(letter, choice == Choice::Silent)
            }
            Choice::Blow => self.rise(letter),
            Choice::Scuttle => self.scuttle(letter),
            Choice::Depth(to) => self.change_depth(letter, to),
            Choice::Face(to) => self.turn(letter, helm, to),
            Choice::Ahead(spaces) => self.go_ahead(letter, spaces),
            Choice::To(to) => self.go(letter, Place::Approach(to)),
            Choice::Disengage => self.leave(letter),
            _ => {}
        }
    }

    /// Silent running lasts until it is changed here [29.running_state].
    fn run_silent(&mut self, letter: Letter, silent: bool) {
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.silent = silent;
        }
        self.log.push(|| Event::Runs {
            boat: letter,
            silent,
        });
        if !silent {
            self.order(letter, Order::Helm(Helm::Depth));
        }
    }

    fn change_depth(&mut self, letter: Letter, to: Depth) {
        let (t, lost) = (self.t, self.t.depth.tdc_lost);
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        let from = boat.depth;
        let goes_on = may_go_on(&t.depth, boat.kind, from, to);
        boat.go_to(to, lost);
        self.log.push(|| Event::ChangesDepth {
            boat: letter,
            from,
            to,
        });
        self.order(
            letter,
            Order::Helm(if goes_on { Helm::Turn } else { Helm::TurnOnly }),
        );
    }

    fn turn(&mut self, letter: Letter, helm: Helm, to: Facing) {
        if let Some(boat) = self.p.boat_mut(letter)
            && let Place::Attack(_, facing) = &mut boat.place
        {
            *facing = to;
        }
        self.log.push(|| Event::Turns { boat: letter, to });
        if helm <= Helm::Turn {
            self.order(letter, Order::Helm(Helm::Ahead));
        }
    }

    fn go_ahead(&mut self, letter: Letter, spaces: u8) {
        let Some(boat) = self.p.boat(letter) else {
            return;
        };
        let Some((space, facing)) = boat.attack() else {
            return;
        };
        let surfaced = boat.is_surfaced();
        match self.p.ahead(space, facing, spaces).flatten() {
            None => self.fall_away(letter), // over the bottom edge [36.bottom_edge_always], (R29)
            Some(to) => {
                self.go(letter, Place::Attack(to, facing));
                if surfaced && spaces == 1 {
                    self.order(letter, Order::Helm(Helm::SecondTurn)); // [34.surfaced_two_or_one_and_turn], (R27)
                }
            }
        }
    }

    fn go(&mut self, letter: Letter, to: Place) {
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.place = to;
        }
        self.p.follow(self.t, letter);
        self.log.push(|| Event::Moves { boat: letter, to });
    }

    /// Phase 2b: every boat that has not entered moves [24.approach_phases].
    pub(crate) fn move_boats(&mut self) {
        debug_assert_eq!(self.p.phase, Phase::Movement);
        let boats: Vec<Letter> = self
            .p
            .at_sea()
            .filter(|(_, boat)| !boat.moved)
            .map(|(letter, _)| letter)
            .collect();
        for letter in boats {
            self.p.orders[letter.index()].plan([Order::StartMove, Order::Helm(Helm::Conduct)]);
        }
    }
}
