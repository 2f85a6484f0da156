//! How a patrol or a convoy battle is judged [16.11].

use crate::boat::Place;
use crate::position::Position;
use crate::setup::Scenario;
use crate::tables::Tables;

/// Levels of patrols and convoy battles, from the worst.
pub(crate) const LEVELS: [(&str, &str); 5] = [
    ("defeat", "Defeat"),
    ("poor", "Poor"),
    ("fair", "Fair"),
    ("success", "Success"),
    ("outstanding", "Outstanding"),
];

impl Position {
    /// Thousand tons, less what was paid for them.
    pub(crate) fn score(&self, t: &Tables) -> i32 {
        let tons = i32::try_from(self.tons_total).unwrap_or(i32::MAX);
        match Scenario::find(t, &self.setup.scenario) {
            Ok(Scenario::Patrol(_)) => {
                let boat = self.lone();
                let home_damaged = boat.damage > 0 && matches!(boat.place, Place::Base(..));
                tons - if home_damaged { 5 } else { 0 }
            }
            _ => {
                let lost = self
                    .boats
                    .iter()
                    .filter(|boat| boat.place == Place::Lost)
                    .count() as i32;
                let afloat = self.boats.iter().filter(|boat| boat.place != Place::Lost);
                let markers: i32 = afloat.map(|boat| i32::from(boat.damage)).sum();
                tons - 8 * lost - 2 * markers
            }
        }
    }

    /// The level: the score against par; a boat lost on patrol is a defeat whatever it sank.
    pub(crate) fn level(&self, t: &Tables) -> usize {
        let (par, steps, lost) = match Scenario::find(t, &self.setup.scenario) {
            Ok(Scenario::Patrol(place)) => (
                t.scenarios.patrols[place].par,
                t.victory.patrol,
                self.lone().place == Place::Lost,
            ),
            Ok(Scenario::Battle(place)) => {
                (t.scenarios.battles[place].par, t.victory.convoy, false)
            }
            Err(_) => return 0,
        };
        if lost || self.resigned {
            return 0;
        }
        let reached = steps
            .iter()
            .filter(|percent| self.score(t) * 100 >= par * **percent)
            .count();
        1 + reached
    }
}
