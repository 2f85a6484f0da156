//! How a game is judged [16.11], [16.12].

use crate::boat::{Place, Submarine};
use crate::calendar::WEEKS;
use crate::position::Position;
use crate::progress;
use crate::setup::Scenario;
use crate::tables::Tables;

/// Levels of patrols and convoy battles from the worst, then those of wars [16.11], [16.12].
pub(crate) const LEVELS: [(&str, &str); 9] = [
    ("defeat", "Defeat"),
    ("poor", "Poor"),
    ("fair", "Fair"),
    ("success", "Success"),
    ("outstanding", "Outstanding"),
    ("draw", "Draw"),
    ("minor", "Minor victory"),
    ("major", "Major victory"),
    ("decisive", "Decisive victory"),
];

/// The place of the first level of wars after defeat.
const DRAW: usize = 5;

impl Position {
    /// Thousand tons, less what was paid for them.
    pub(crate) fn score(&self, t: &Tables) -> i32 {
        let tons = i32::try_from(self.tons_total).unwrap_or(i32::MAX);
        match Scenario::find(t, &self.setup.scenario) {
            Ok(Scenario::War(place)) if t.scenarios.wars[place].campaign => self.war.points,
            Ok(Scenario::War(_)) => progress::points(&t.victory, self.war.total),
            Ok(Scenario::Patrol(_) | Scenario::Free) => {
                let ashore = |place: Place| place.is_in_base() || place == Place::Scrapped;
                let home = |boat: &Submarine| boat.damage > 0 && ashore(boat.place);
                let home_damaged = self.boats.first().is_some_and(home);
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
                self.is_lone_lost(),
            ),
            Ok(Scenario::Free) => (
                t.scenarios.free_patrol.par[self.period.index()],
                t.victory.patrol,
                self.is_lone_lost(),
            ),
            Ok(Scenario::War(place)) => return self.war_level(t, place),
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

    fn is_lone_lost(&self) -> bool {
        self.boats
            .first()
            .is_none_or(|boat| boat.place == Place::Lost)
    }

    /// The campaign by its points, a war period by points a month; peace is decisive [31.03], [31.04].
    fn war_level(&self, t: &Tables, place: usize) -> usize {
        let scenario = &t.scenarios.wars[place];
        let points = self.score(t);
        let reached = if scenario.campaign {
            let levels = t.victory.campaign;
            if self.war.peace {
                levels.len()
            } else {
                levels.iter().filter(|level| points >= **level).count()
            }
        } else {
            let months = i32::from(scenario.turns / u16::from(WEEKS));
            let levels = t.victory.operation[scenario.period.index()];
            levels
                .iter()
                .filter(|level| points >= **level * months)
                .count()
        };
        match reached {
            0 => 0,
            _ if self.resigned => 0,
            reached => DRAW + reached - 1,
        }
    }
}
