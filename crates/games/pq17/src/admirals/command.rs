//! Special Conditions, favours of events, and how the fleet is kept in the Campaign.

use super::Advice;
use super::staff::Staff;
use crate::choice::Choice;
use crate::forces::Force;
use crate::tables::Sector;

impl Staff<'_> {
    /// Where most contacts are.
    pub fn extra_search(&mut self) -> Advice {
        let contacts = self.contacts();
        let count = |sector: Sector| {
            let area = self.t.sheet.sector(sector);
            let there = contacts.iter().filter(|contact| area.contains(contact.hex));
            there.count()
        };
        let sectors = self.choices.iter().filter_map(|choice| match choice {
            Choice::Sector(sector) => Some(*sector),
            _ => None,
        });
        let best = sectors.max_by_key(|sector| count(*sector));
        Advice::new(best.map(Choice::Sector), "Most is to be seen there.")
    }

    /// The pack that is nearest to a Convoy but not yet with it.
    pub fn redeploy(&mut self) -> Advice {
        let prey = self.prey();
        let far = |force: &Force| {
            let here = force.hex()?;
            let far = prey.iter().map(|prey| prey.hex.distance(here)).min()?;
            (far > 0).then_some(far)
        };
        let packs = self.choices.iter().filter_map(|choice| match choice {
            Choice::Move(block) => Some((far(self.force(*block)?)?, *choice)),
            _ => None,
        });
        let best = packs.min_by_key(|(far, _)| *far);
        Advice::new(
            best.map(|(_, choice)| choice),
            "It has farthest to go for most.",
        )
    }

    /// Ships that have lost two steps go home to be mended.
    pub fn send_home(&mut self) -> Advice {
        let hurt = self.choices.iter().find(|choice| match choice {
            Choice::TakeShip(ship) => {
                let mut states = self.view.own().flat_map(|force| &force.units.ships);
                states.any(|state| state.ship == *ship && state.step >= 2)
            }
            _ => false,
        });
        Advice::new(hurt.copied(), "She must be mended.")
    }

    /// What is dearest of what may be had: ships before classes before aircraft.
    pub fn take_first(&mut self) -> Advice {
        let quiet = [Choice::Pass, Choice::Done, Choice::AsListed, Choice::Wait];
        let first = self.choices.iter().find(|choice| !quiet.contains(choice));
        Advice::new(first.copied(), "Whatever can be had.")
    }
}
