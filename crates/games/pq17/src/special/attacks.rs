//! Special Attacks [12.14]: declared, and what TITLE does to Tirpitz.

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::Place;
use crate::position::Position;
use crate::sequence::Play;
use crate::side::Side;
use crate::tables::Attack;

impl Position {
    /// The Special Attack planned for the next turn has to be declared now [12.14].
    pub(super) fn is_declaration_due(&self, side: Side) -> bool {
        let special = &self.fleet(side).special;
        let mission = special.mission.as_ref();
        side == Side::Allied
            && !special.declared
            && mission.is_some_and(|mission| mission.turn == self.turn.later(1))
    }
}

impl Play<'_> {
    /// The attack of the next turn is declared, its kind but not its ships; or it is dropped [12.14].
    pub fn declare(&mut self, side: Side, choice: Choice) {
        let attack = self.p.chit(self.t, side).and_then(|chit| chit.attack);
        let special = &mut self.p.fleet_mut(side).special;
        match (choice, attack) {
            (Choice::Declare, Some(attack)) => {
                special.declared = true;
                self.log.reveal();
                self.log.push(|| Event::Declared { side, attack });
            }
            _ => special.mission = None,
        }
    }

    /// Midget submarines or chariots at Tirpitz in a South Norway port: a die of 1 to 5 hits as often; no VP by 2.4
    /// [12.14.2] (R90).
    pub(super) fn title(&mut self) {
        let t = self.t;
        let special = &self.p.fleet(Side::Allied).special;
        let due = special
            .mission
            .as_ref()
            .filter(|mission| special.declared && !special.used && mission.turn == self.p.turn);
        let is_title =
            self.p.chit(t, Side::Allied).and_then(|chit| chit.attack) == Some(Attack::Title);
        let Some(target) = due.map(|mission| mission.target).filter(|_| is_title) else {
            return;
        };
        self.p.fleet_mut(Side::Allied).special.used = true;
        self.reserve(Side::Allied).title_spent = true;
        self.show_chit(Side::Allied);
        if self.p.is_rough(t, target) {
            return;
        }
        let die = self.die();
        let hits = crate::conditions::title(t, die);
        self.log.push(|| Event::Title { die, hits });
        self.hit_tirpitz(target, hits);
    }

    /// Hits on Tirpitz that score nothing but her loss [12.4], [12.14.2].
    pub fn hit_tirpitz(&mut self, target: Place, hits: u8) {
        let t = self.t;
        let Some(tirpitz) = t.chart.find_ship("tirpitz") else {
            return;
        };
        let fleet = &mut self.p.secret.fleets[Side::Axis];
        let holder = fleet.forces.iter_mut().find(|force| {
            force.place == target && force.units.ships.iter().any(|state| state.ship == tirpitz)
        });
        let Some(force) = holder else { return };
        let who = Self::who(Side::Axis, force);
        let Some(found) = force
            .units
            .ships
            .iter()
            .position(|state| state.ship == tirpitz)
        else {
            return;
        };
        let state = force.units.ships[found];
        let ship = t.chart.ship(tirpitz);
        match crate::forces::after_hits(ship, state, hits) {
            Some(left) => {
                let lost = state.cs(ship) - left.cs(ship);
                force.units.ships[found] = left;
                if lost > 0 {
                    fleet.excused.push((tirpitz, lost));
                }
            }
            None => {
                self.sink(who, crate::losses::Lot::Ship(found));
                self.tidy_force(Side::Axis, who.block);
            }
        }
    }
}
