//! Covering forces that sail before play starts, so that they are where the Convoy is when it does [4.2].

use super::Advice;
use super::routes::NEVER;
use super::staff::Staff;
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Kind};
use crate::hex::Hex;
use crate::position::PlanStep;
use crate::side::Side;
use crate::units::ShipType;

/// Hexes a turn at Moderate Speed.
const SPEED: usize = 2;
/// Fuel lasts twelve turns; half of that is for the way.
const TURNS_OUT: u16 = 6;

impl Staff<'_> {
    /// The next Task Force that has to sail before play starts.
    pub fn fleet_to_plan(&self) -> Option<BlockId> {
        let mut forces = self.choices.iter().filter_map(|choice| match choice {
            Choice::Plan(block) => self.force(*block),
            _ => None,
        });
        let due = forces.find(|force| self.first_station(force).is_some());
        due.map(|force| force.block)
    }

    /// Where an own plan leads, and the hexes made in the turn that is being planned.
    fn planned(&self, block: BlockId) -> Option<(Hex, usize)> {
        let plan = self
            .view
            .plans(self.side)
            .iter()
            .find(|plan| plan.block == block)?;
        let port = self.force(block)?.place.in_port();
        let berth = port.map(|port| self.t.sheet.port(port).hex);
        let mut at = None;
        let mut made = 0;
        for step in &plan.steps {
            match step {
                PlanStep::Leave => (at, made) = (berth, made + 1),
                PlanStep::To(hex) => (at, made) = (Some(*hex), made + 1),
                PlanStep::Enter => at = None,
                PlanStep::Rest => made = 0,
            }
        }
        at.map(|hex| (hex, made))
    }

    /// Where a covering force should stand when play starts, if it can be there by then and is needed.
    fn first_station(&self, force: &Force) -> Option<Hex> {
        let fits = self.side == Side::Allied
            && force.kind == Kind::TaskForce
            && force.units.has(&self.t.chart, ShipType::is_heavy)
            && !force.units.has_soviet_command(&self.t.chart);
        let port = force.place.in_port().filter(|_| fits)?;
        let convoys = self.convoys();
        let loaded = convoys.iter().find(|convoy| {
            let sailing = convoy.sailing.as_ref();
            sailing.is_some_and(|sailing| sailing.loaded)
        })?;
        let (at, _) = self.planned(loaded.block)?;
        let goal = self.covering_station(force, at)?;
        let way = self.way_to(goal)[self.t.sheet.port(port).hex.grid()];
        let travel = (way / SPEED as f32).ceil();
        // What is near enough sails when play starts; what is too far never comes.
        (way < NEVER && travel > 1.0 && travel <= f32::from(TURNS_OUT)).then_some(goal)
    }

    /// The next step of the plan of a covering force.
    pub fn plan_fleet(&self, block: BlockId) -> Advice {
        let stays = Advice::new(Choice::AsListed, "It stays where it is.");
        let Some(force) = self.force(block) else {
            return stays;
        };
        let Some(goal) = self.first_station(force) else {
            return stays;
        };
        let way = self.way_to(goal);
        let left = self
            .view
            .start()
            .index()
            .saturating_sub(self.view.turns_planned(block));
        let Some((here, made)) = self.planned(block) else {
            let berth = force
                .place
                .in_port()
                .map(|port| self.t.sheet.port(port).hex);
            let travel = berth.map_or(NEVER, |hex| (way[hex.grid()] / SPEED as f32).ceil());
            return match travel >= f32::from(left) && self.has(Choice::Leave) {
                true => Advice::new(Choice::Leave, "To be there when the Convoy is."),
                false => Advice::new(Choice::Wait, "Fuel is for the worst of the way."),
            };
        };
        let nearer = self.ways().filter(|hex| way[hex.grid()] < way[here.grid()]);
        let step = nearer.min_by(|a, b| way[a.grid()].total_cmp(&way[b.grid()]));
        match step.filter(|_| made < SPEED) {
            Some(hex) => Advice::new(Choice::To(hex), "To its station."),
            None => Advice::new(Choice::Stop, "That is enough for a turn."),
        }
    }
}
