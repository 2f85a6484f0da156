//! U-boat movement as it is played: entry to the Attack map, then each boat in her own order of steps.

use crate::boat::{Boat, Loss, Place};
use crate::boats::{Gear, Letter};
use crate::cards::DeckName;
use crate::choice::Choice;
use crate::depth::Depth;
use crate::event::Event;
use crate::movement::{CrushTest, approach_boxes, crush_test, crushes, may_go_on};
use crate::position::Position;
use crate::sequence::{Entering, Held, Helm, Order, Phase, Play};
use crate::space::{Facing, Space};
use crate::tables::{Pull, Tables};

/// The highest d10 with which a deaf boat loses the convoy [63.hydrophone_drop_out].
const DROPS_OUT: u8 = 2;

impl Position {
    /// Scuttling, blowing and disengaging belong to a hunted boat; nothing hunts in training [pb.training_no_asw].
    fn is_hunted(&self) -> bool {
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

    /// What a boat that enters is asked [31.entry_spaces], [31.entry_depth].
    pub(crate) fn list_entry(
        &self,
        t: &Tables,
        letter: Letter,
        entering: Entering,
        out: &mut Vec<Choice>,
    ) {
        let Some(boat) = self.boat(letter) else {
            return;
        };
        match entering {
            Entering::Space => {
                let Some(at) = boat.approach() else { return };
                out.extend(
                    t.approach
                        .entry(at, boat.is_surfaced())
                        .iter()
                        .map(|space| Choice::At(*space)),
                );
                if self.is_hunted() && boat.is_surfaced() {
                    out.push(Choice::Scuttle);
                }
            }
            Entering::Facing(_) => out.extend(Facing::ALL.map(Choice::Face)),
            Entering::Depth(..) => {
                out.push(Choice::Depth(boat.depth));
                out.extend(boat.depths_on(t, true).map(Choice::Depth)); // the normal rate (R5)
            }
        }
    }
}

impl Play<'_> {
    /// Does a boat enter the Attack map this turn [31.entry_d10], [32.contact_bars_entry], (R92)?
    pub(crate) fn check_entry(&mut self, letter: Letter) {
        let turn = self.p.turn;
        let leaves = self.p.may_disengage(letter);
        let Some(boat) = self.p.boat(letter) else {
            return;
        };
        let kept = boat.blowing || !boat.engines_go(turn) || boat.must_disengage() && leaves;
        if boat.approach().is_none() || kept || self.p.is_held(letter) {
            return; // so that no escort is left behind on the Approach map (R82)
        }
        let faces = self.t.movement.transition(turn);
        match faces.count() {
            0 => {}
            10 => self.settle_entry(letter, 10), // [32.entry_from_turn_11]
            _ => {
                let d10 = self.d10(Pull::ApproachToAttack, Some(letter));
                self.hold(letter, Held::Entry(d10));
            }
        }
    }

    pub(crate) fn settle_entry(&mut self, letter: Letter, d10: u8) {
        let enters = self.t.movement.transition(self.p.turn).has(d10);
        self.log.push(|| Event::EntryCheck {
            boat: letter,
            d10,
            enters,
        });
        if !enters {
            return;
        }
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.silent = false; // (R92)
            boat.moved = true; // [31.entry_is_whole_move]
        }
        self.p.orders[letter.index()].plan([Order::StartMove, Order::Enter(Entering::Space)]);
    }

    pub(crate) fn enter(&mut self, letter: Letter, entering: Entering, choice: Choice) {
        let surface = self
            .p
            .boat(letter)
            .map_or(Depth::SURFACE, |boat| boat.depth);
        match (entering, choice) {
            (Entering::Space, Choice::At(space)) => {
                self.order(letter, Order::Enter(Entering::Facing(space)))
            }
            (Entering::Facing(space), Choice::Face(facing)) => {
                self.order(letter, Order::Enter(Entering::Depth(space, facing)));
            }
            (Entering::Depth(space, facing), Choice::Depth(depth)) => {
                let lost = self.t.depth.tdc_lost;
                if let Some(boat) = self.p.boat_mut(letter) {
                    boat.place = Place::Attack(space, facing);
                    if depth != surface {
                        boat.go_to(depth, lost);
                    }
                }
                self.p.engaged = true;
                self.log.push(|| Event::Enters {
                    boat: letter,
                    space,
                    facing,
                    depth,
                });
            }
            _ => self.scuttle(letter),
        }
    }

    /// Before she moves: dragged down, crushed, or out of the hunt; a blow goes on [28.forced_descent],
    /// [63.hydrophone_drop_out], [35.blow_cannot_stop].
    pub(crate) fn start_move(&mut self, letter: Letter) {
        let (t, lost) = (self.t, self.t.depth.tdc_lost);
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        if boat.is_out_of_control(t) {
            // A silent boat stays silent, however deep she is dragged (R67).
            let to = boat.depth.lowered(t.depth.forced);
            boat.go_to(to, lost);
            self.log.push(|| Event::DraggedDown { boat: letter, to });
        }
        if self.implodes(letter) {
            self.lose(letter, Loss::Implosion); // [29.implosion_loss]
            return;
        }
        let held = self.p.is_held(letter);
        let Some(boat) = self.p.boat(letter) else {
            return;
        };
        if boat.is_heavy(Gear::Hydrophone) && boat.depth >= Depth::SHALLOW && !held {
            let d10 = self.d10(Pull::Hydrophone, Some(letter));
            if d10 <= DROPS_OUT {
                self.log.push(|| Event::DropsOut { boat: letter, d10 });
                self.leave(letter);
                return;
            }
        }
        if self.p.boat(letter).is_some_and(|boat| boat.blowing) {
            self.rise(letter);
        }
    }

    /// The crush test [28.crush_colour].
    fn implodes(&mut self, letter: Letter) -> bool {
        let Some(boat) = self.p.boat(letter) else {
            return false;
        };
        let depth = boat.depth;
        let (crush, implodes) = match crush_test(self.t, depth, boat.flood.level) {
            CrushTest::Safe => return false,
            CrushTest::Certain => (None, true),
            CrushTest::Card => {
                let card = self.pull(DeckName::AswAttack, Pull::Implosion, Some(letter));
                let card = &self.t.cards.asw[usize::from(card)];
                (Some(card.crush), crushes(self.t, card, depth))
            }
        };
        self.log.push(|| Event::CrushTest {
            boat: letter,
            crush,
            implodes,
        });
        implodes
    }

    /// A turn of blowing: up, and on the surface she is scuttled [35.blow_rise], [35.blow_must_scuttle], (R19).
    fn rise(&mut self, letter: Letter) {
        let (metres, lost) = (self.t.depth.blow, self.t.depth.tdc_lost);
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        let to = boat.depth.raised(metres);
        boat.blowing = true;
        boat.moved = true;
        boat.silent = false;
        boat.go_to(to, lost);
        self.p.orders[letter.index()].clear();
        self.log.push(|| Event::Rises { boat: letter, to });
        if to.is_surface() {
            self.scuttle(letter);
        }
    }

    /// Gives the boat up [29.scuttle_table].
    fn scuttle(&mut self, letter: Letter) {
        let d10 = self.d10(Pull::Scuttle, Some(letter));
        let result = self.t.chances.scuttle(self.p.era, d10);
        self.log.push(|| Event::Scuttles {
            boat: letter,
            d10,
            result,
        });
        let how = match result {
            crate::tables::ScuttleResult::Captured => {
                self.p.vp += self.t.chances.captured_vp; // [69.captured_minus_15]
                Loss::Captured
            }
            crate::tables::ScuttleResult::Lost => Loss::ScuttledWithCrew,
            crate::tables::ScuttleResult::Saved => Loss::Scuttled,
        };
        self.lose(letter, how);
    }

    /// Takes a boat off the patrol, to the turn track [36.disengage_to_track].
    pub(crate) fn leave(&mut self, letter: Letter) {
        let turn = self.p.turn;
        self.p.orders[letter.index()].clear();
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.place = Place::Track(turn);
            boat.solutions = Default::default();
            boat.silent = false;
        }
        self.log.push(|| Event::Leaves { boat: letter, turn });
    }

    /// A boat is lost: she does nothing more [24.four_ways_sunk], [24.sunk_stops_draws]. Her torpedoes run on
    /// [67.torpedoes_still_count].
    pub(crate) fn lose(&mut self, letter: Letter, how: Loss) {
        self.p.orders[letter.index()].clear();
        self.release_holders(letter); // [67.escort_after_loss]
        self.note_vacancy(letter, how);
        self.pay_for_replacement(letter);
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.place = Place::Lost(how);
            boat.solutions = Default::default();
        }
        self.log.push(|| Event::Lost { boat: letter, how });
    }

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
