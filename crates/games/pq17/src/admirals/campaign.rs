//! The Campaign: what an Operation is worth, who sails, and how the fleet is kept.

use super::Advice;
use super::staff::Staff;
use crate::choice::Choice;
use crate::side::Side;
use crate::tables::Track;

impl Staff<'_> {
    /// The Allies want the dark months, the Axis the long days while the Luftwaffe is strong and points are left.
    pub fn bid(&mut self) -> Advice {
        let month = self.view.scenario().month;
        let bid = match self.side {
            Side::Allied => match month {
                5..=8 => 0,
                9..=12 => 3,
                _ => 2,
            },
            Side::Axis => {
                let points = self.view.points();
                let left = points
                    .iter()
                    .find(|(track, ..)| *track == Track::GruppeNord)
                    .map_or(0, |(_, spent, available)| available.saturating_sub(*spent));
                let aircraft = self.view.aircraft();
                let own = aircraft.iter().filter(|(side, _)| *side == Side::Axis);
                let luftwaffe: u8 = own.fold(0, |all, (_, unit)| all.saturating_add(unit.cs));
                match month {
                    _ if left < 2 => 0,
                    6..=9 if luftwaffe >= 20 => 4,
                    _ => 1,
                }
            }
        };
        Advice::new(Choice::Bid(bid), "What the season is worth.")
    }

    /// As many ships as there are.
    pub fn size(&mut self) -> Advice {
        let most = self.choices.iter().filter_map(|choice| match choice {
            Choice::Ships(ships) => Some(*ships),
            _ => None,
        });
        Advice::new(most.max().map(Choice::Ships), "All that can sail.")
    }

    /// The first thing that is offered to have, if anything is.
    pub fn take_first(&mut self, why: &'static str) -> Advice {
        let quiet = [Choice::Pass, Choice::Done, Choice::AsListed, Choice::Wait];
        let first = self.choices.iter().find(|choice| !quiet.contains(choice));
        Advice::new(first.copied(), why)
    }
}
