//! Reload: page 58.

use crate::boat::{Boat, TubeState};
use crate::boats::{End, Letter, TorpedoType, Tube};
use crate::choice::Choice;
use crate::crew::{HEAVY, Man, Skill};
use crate::event::Event;
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::tables::Tables;

impl Boat {
    /// Whether anybody loads at an end: not while silent, and not if its section is badly wounded [58.barred].
    pub fn loads_at(&self, end: End) -> bool {
        let section = match end {
            End::Bow => Man::Bow,
            End::Stern => Man::Stern,
        };
        !self.silent && self.wound(section) < HEAVY
    }

    /// A Loading marker moves on, in a tube that is sound [58.steps]. True if the tube is ready now.
    pub fn advance(&mut self, tube: Tube) -> bool {
        if !self.loads_at(tube.end()) || self.tube_damage[tube.index()] > 0 {
            return false;
        }
        let state = &mut self.tubes[tube.index()];
        match *state {
            TubeState::Loading(1, torpedo) => *state = TubeState::Loaded(torpedo),
            TubeState::Loading(turns, torpedo) => {
                *state = TubeState::Loading(turns - 1, torpedo);
                return false;
            }
            _ => return false,
        }
        true
    }

    /// What can be put into which tube of an end now [58.same_end_and_type].
    pub fn loadings(&self, end: End) -> impl Iterator<Item = (Tube, TorpedoType)> {
        let open = self.loads_at(end);
        let empty = self.tubes_of(end).filter(move |tube| {
            open && self.tube(*tube) == TubeState::Empty && self.tube_damage[tube.index()] == 0
        });
        let stock = self.reloads[end.index()];
        empty.flat_map(move |tube| {
            let kinds = TorpedoType::ALL
                .into_iter()
                .filter(move |kind| stock[kind.index()] > 0);
            kinds.map(move |kind| (tube, kind))
        })
    }

    /// A torpedo goes into a tube; a trained crew is a turn faster [58.steps], [16.reload_skill].
    pub fn load(&mut self, t: &Tables, tube: Tube, torpedo: TorpedoType) {
        self.reloads[tube.end().index()][torpedo.index()] -= 1;
        let turns = t.firing.loading - u8::from(self.skills.has(Skill::CrewReload));
        self.tubes[tube.index()] = TubeState::Loading(turns, torpedo);
    }
}

impl Position {
    pub(crate) fn list_loadings(&self, letter: Letter, ends: [bool; 2], out: &mut Vec<Choice>) {
        let Some(boat) = self.boat(letter) else {
            return;
        };
        for end in End::ALL.into_iter().filter(|end| !ends[end.index()]) {
            out.extend(
                boat.loadings(end)
                    .map(|(tube, torpedo)| Choice::Load(tube, torpedo)),
            );
        }
        out.push(Choice::Done);
    }
}

impl Play<'_> {
    /// Phase 7: markers move on, then each end may load one tube [58.steps], [58.one_new_per_end], (R63).
    pub(crate) fn reload(&mut self) {
        let all = self.p.turn >= crate::tables::MUST_ENTER; // [32.turn_11_all_phases], (R103)
        let boats = self
            .p
            .at_sea()
            .filter(|(_, boat)| all || boat.attack().is_some());
        for letter in boats.map(|(letter, _)| letter).collect::<Vec<_>>() {
            let Some(boat) = self.p.boat_mut(letter) else {
                continue;
            };
            let ready: Vec<Tube> = boat
                .kind
                .all_tubes()
                .filter(|tube| boat.advance(*tube))
                .collect();
            for tube in ready {
                self.log.push(|| Event::Readies { boat: letter, tube });
            }
            self.order(letter, Order::Load([false; 2]));
        }
    }

    pub(crate) fn load(&mut self, letter: Letter, ends: [bool; 2], choice: Choice) {
        let Choice::Load(tube, torpedo) = choice else {
            return;
        };
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.load(self.t, tube, torpedo);
        }
        self.log.push(|| Event::Loads {
            boat: letter,
            tube,
            torpedo,
        });
        let mut ends = ends;
        ends[tube.end().index()] = true;
        self.order(letter, Order::Load(ends));
    }
}
