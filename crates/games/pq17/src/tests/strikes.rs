//! Air attacks [7.1], [7.2], laid out by hand.

mod fire;
mod line;

use super::{Table, hex, tables};
use crate::air::{AirChoice, AirId, Mission};
use crate::choice::Choice;
use crate::forces::Units;
use crate::side::Side;
use crate::strike::{Stack, Strike, Target};
use crate::tables::ShipList;
use crate::units::BaseId;

/// Answers every question as the doctrine would, or with the first answer.
fn by_doctrine(choices: &[Choice]) -> Choice {
    let wanted = [Choice::Auto, Choice::Air(AirChoice::All)];
    let found = wanted.into_iter().find(|choice| choices.contains(choice));
    found.unwrap_or(choices[0])
}

fn base(id: &str) -> BaseId {
    tables().sheet.find_airbase(id).unwrap()
}

impl Table {
    /// A strike of some units that has found its target.
    fn strike(&mut self, side: Side, target: Target, at: &str, units: &[&str]) -> Vec<AirId> {
        let units: Vec<AirId> = units.iter().map(|name| self.unit(side, name)).collect();
        for id in &units {
            self.p.air_mut(side, *id).unwrap().mission = Mission::Strike(hex(at));
        }
        let light = self.p.light(tables());
        let mut strike = Strike::new(side, target, hex(at), light);
        strike.units = units.clone();
        self.p.secret.strikes.push(strike);
        units
    }

    fn ships(&self, names: &[&str], classes: &[(&str, u8)]) -> Units {
        let chart = &tables().chart;
        Units::of_list(
            chart,
            &ShipList {
                ships: names
                    .iter()
                    .map(|name| chart.find_ship(name).unwrap())
                    .collect(),
                classes: classes
                    .iter()
                    .map(|(name, cs)| (chart.find_class(name).unwrap(), *cs))
                    .collect(),
            },
        )
    }

    fn line_of(&self) -> Vec<Vec<u8>> {
        let strike = self.p.strike().unwrap();
        let side = strike.side.other();
        let cs = |stack: &Stack| {
            let counters = stack.0.iter();
            counters
                .map(|c| self.p.counter_cs(tables(), side, c))
                .collect()
        };
        strike.line.iter().map(cs).collect()
    }

    /// Works through planned steps until a side is asked something, or nothing is left.
    fn drive_to(&mut self, side: Side) {
        while self.p.fleet(side).orders.is_empty() {
            let Some(step) = self.p.secret.agenda.pop() else {
                return;
            };
            self.play().step(step);
            if !self.p.fleet(side.other()).orders.is_empty() {
                return;
            }
        }
    }
}
