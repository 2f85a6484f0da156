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

/// Thousand tons that a boat costs that comes home damaged from its patrol [16.11].
pub(crate) const HOME_DAMAGED: i32 = 5;

/// Thousand tons that a boat costs that is lost in a convoy battle [16.11].
pub(crate) const BOAT_LOST: i32 = 8;

/// Thousand tons that each Damage marker costs on a boat that is afloat after a convoy battle [16.11].
pub(crate) const MARKER: i32 = 2;

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
                tons - if home_damaged { HOME_DAMAGED } else { 0 }
            }
            _ => {
                let lost = self
                    .boats
                    .iter()
                    .filter(|boat| boat.place == Place::Lost)
                    .count() as i32;
                let afloat = self.boats.iter().filter(|boat| boat.place != Place::Lost);
                let markers: i32 = afloat.map(|boat| i32::from(boat.damage)).sum();
                tons - BOAT_LOST * lost - MARKER * markers
            }
        }
    }

    /// What the score of a patrol or a convoy battle is held against, and from which percent of it on each level after
    /// poor is reached; none in a war [16.11].
    pub(crate) fn par(&self, t: &Tables) -> Option<(i32, [i32; 3])> {
        match Scenario::find(t, &self.setup.scenario).ok()? {
            Scenario::Patrol(place) => Some((t.scenarios.patrols[place].par, t.victory.patrol)),
            Scenario::Free => {
                let par = t.scenarios.free_patrol.par[self.period.index()];
                Some((par, t.victory.patrol))
            }
            Scenario::Battle(place) => Some((t.scenarios.battles[place].par, t.victory.convoy)),
            Scenario::War(_) => None,
        }
    }

    /// The level: the score against par; a boat lost on patrol is a defeat whatever it sank.
    pub(crate) fn level(&self, t: &Tables) -> usize {
        let lost = match Scenario::find(t, &self.setup.scenario) {
            Ok(Scenario::War(place)) => return self.war_level(t, place),
            Ok(Scenario::Battle(_)) => false,
            Ok(Scenario::Patrol(_) | Scenario::Free) => self.is_lone_lost(),
            Err(_) => return 0,
        };
        let Some((par, steps)) = self.par(t) else {
            return 0;
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
