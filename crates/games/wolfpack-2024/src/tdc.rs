//! TDC calculation: firing solutions [38.tdc_count], [38.tdc_value].

use crate::boat::{Boat, Solution, TubeState};
use crate::boats::{End, Gear, Letter, Tube};
use crate::cards::{CombatCard, DeckName};
use crate::choice::{Choice, Tubes};
use crate::conditions::Light;
use crate::crew::{Man, Skill};
use crate::event::Event;
use crate::position::Position;
use crate::reading::Reading;
use crate::sequence::{Held, Order, Play};
use crate::space::Space;
use crate::tables::{Pull, Tables, TdcRules};

impl Boat {
    /// Calculations in a turn: the best of captain and first watch officer [38.tdc_count], [14.not_cumulative], (R23),
    /// (R90).
    pub fn calculations(&self, rules: &TdcRules) -> u8 {
        if self.commander().is_none() {
            return 0; // (R64)
        }
        let skills = [
            (Skill::CapTdc3, Man::Captain, 3),
            (Skill::Wo1Tdc3, Man::FirstWo, 3),
            (Skill::CapTdc2, Man::Captain, 2),
            (Skill::Wo1Tdc2, Man::FirstWo, 2),
        ];
        let best = skills
            .into_iter()
            .find(|(skill, officer, _)| self.can(*skill, *officer));
        best.map_or(rules.base_count, |(_, _, count)| count)
    }

    /// What skill and a bad periscope do to a calculation [38.tdc_value], [63.periscope_heavy].
    pub fn tdc_modifier(&self, rules: &TdcRules) -> i8 {
        let skilled =
            self.can(Skill::CapTdcDrm, Man::Captain) || self.can(Skill::Wo1TdcDrm, Man::FirstWo);
        i8::from(skilled) + self.periscope_modifier(rules)
    }

    /// What is left of the periscope [63.periscope_heavy], [61.observation_periscope], (R79).
    pub fn periscope_modifier(&self, rules: &TdcRules) -> i8 {
        match (self.observation, self.is_heavy(Gear::Periscope)) {
            (false, false) => 0,
            (false, true) => rules.periscope_heavy,
            (true, false) => rules.observation,
            (true, true) => rules.observation_heavy,
        }
    }

    /// Tubes of an end that can hold a solution: loaded or loading [38.tdc_one_end].
    pub fn assignable(&self, end: End) -> impl Iterator<Item = Tube> {
        self.tubes_of(end)
            .filter(|tube| self.tube(*tube) != TubeState::Empty)
    }

    /// Of these, tubes that a value for a ship would change [38.tdc_improve], (R105).
    pub fn improvable(&self, end: End, target: Space, value: i8) -> impl Iterator<Item = Tube> {
        self.assignable(end)
            .filter(move |tube| improves(self.solutions[tube.index()], target, value))
    }
}

/// Whether a tube takes a new value: it has none for that ship, or a lower one [38.tdc_improve].
pub fn improves(old: Option<Solution>, target: Space, value: i8) -> bool {
    old.is_none_or(|old| old.target != target || old.value < value)
}

/// The value of a solution, within what a tube can store; none beyond sight [38.tdc_value].
pub fn solution(
    rules: &TdcRules,
    card: &CombatCard,
    light: Light,
    range: u8,
    modifier: i8,
) -> Option<i8> {
    let value = card.solution(light, rules.band(range)?)?;
    Some((value + modifier).clamp(rules.least, rules.most))
}

impl Position {
    /// Ships that a boat can compute now [38.tdc_targets].
    pub(crate) fn targets(&self, t: &Tables, letter: Letter) -> impl Iterator<Item = Space> {
        let spot = t.tdc.spot(self.conditions.light());
        let boat = self.boat(letter);
        let from = boat.and_then(Boat::lookout).map(|(space, _)| space);
        let done = boat.map_or(&[][..], |boat| boat.computed.as_slice());
        self.convoy.ships().filter(move |space| {
            from.is_some_and(|from| {
                let range = from.range(*space);
                range <= spot && t.tdc.band(range).is_some() && !done.contains(space)
            })
        })
    }

    pub(crate) fn list_solutions(
        &self,
        letter: Letter,
        target: Space,
        value: i8,
        out: &mut Vec<Choice>,
    ) {
        let Some(boat) = self.boat(letter) else {
            return;
        };
        for end in End::ALL {
            let tubes: Vec<Tube> = boat.improvable(end, target, value).collect();
            out.extend(Tubes::sets_of(&tubes).map(Choice::Store)); // of one end, not both [38.tdc_one_end]
        }
        out.push(Choice::Store(Tubes::NONE));
    }
}

impl Play<'_> {
    /// Phase 4: every boat that sees computes [38.tdc_count].
    pub(crate) fn start_computing(&mut self) {
        let boats: Vec<Letter> = self
            .p
            .attacking()
            .filter(|(_, boat)| boat.depth.sees())
            .map(|(letter, _)| letter)
            .collect();
        for letter in boats {
            if let Some(boat) = self.p.boat_mut(letter) {
                boat.computed.clear();
                let count = boat.calculations(&self.t.tdc);
                self.order(letter, Order::Compute(count));
            }
        }
    }

    pub(crate) fn compute(&mut self, letter: Letter, left: u8, choice: Choice) {
        let Choice::At(target) = choice else { return };
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.computed.push(target);
        }
        if left > 1 {
            self.order(letter, Order::Compute(left - 1));
        }
        let card = self.compute_card(letter, target);
        self.hold(letter, Held::Solution(target, card));
    }

    /// One combat card; two, and the better one counts, with the captain's last skill [15.captain_tree].
    fn compute_card(&mut self, letter: Letter, target: Space) -> u8 {
        let first = self.pull_solution(letter, target);
        let two = self
            .p
            .boat(letter)
            .is_some_and(|boat| boat.can(Skill::CapTdcTwoCards, Man::Captain));
        if !two {
            return first;
        }
        let second = self.pull_solution(letter, target);
        if self.p.value(self.t, letter, target, second)
            > self.p.value(self.t, letter, target, first)
        {
            second
        } else {
            first
        }
    }

    pub(crate) fn pull_solution(&mut self, letter: Letter, target: Space) -> u8 {
        let place = self.p.boat(letter).and_then(Boat::attack);
        let reading = Reading::Solution {
            light: self.p.conditions.light(),
            band: place.and_then(|(from, _)| self.t.tdc.band(from.range(target))),
        };
        self.pull_to_read(DeckName::Combat, Pull::Tdc, Some(letter), reading)
    }

    pub(crate) fn settle_solution(&mut self, letter: Letter, target: Space, card: u8) {
        let value = self.p.value(self.t, letter, target, card);
        let from = self
            .p
            .boat(letter)
            .and_then(Boat::attack)
            .map(|(space, _)| space);
        let range = from.map_or(0, |from| from.range(target));
        self.log.push(|| Event::Computes {
            boat: letter,
            target,
            range,
            value,
        });
        if let Some(value) = value {
            self.order(letter, Order::Assign(target, value));
        }
    }

    pub(crate) fn assign(&mut self, letter: Letter, target: Space, value: i8, choice: Choice) {
        let Choice::Store(tubes) = choice else { return };
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        for tube in tubes.iter() {
            boat.solutions[tube.index()] = Some(Solution { target, value });
        }
        if tubes != Tubes::NONE {
            self.log.push(|| Event::Stores {
                boat: letter,
                target,
                value,
                tubes,
            });
        }
    }
}

impl Position {
    /// The value a combat card gives a boat for a target.
    pub(crate) fn value(&self, t: &Tables, letter: Letter, target: Space, card: u8) -> Option<i8> {
        let boat = self.boat(letter)?;
        let range = boat.attack()?.0.range(target);
        let card = &t.cards.combat[usize::from(card)];
        solution(
            &t.tdc,
            card,
            self.conditions.light(),
            range,
            boat.tdc_modifier(&t.tdc),
        )
    }
}
