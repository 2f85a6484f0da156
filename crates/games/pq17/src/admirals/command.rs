//! Set-up and plans as a whole, Special Conditions, and the favours of events.

use super::Advice;
use super::staff::Staff;
use crate::choice::Choice;
use crate::forces::Kind;
use crate::service::Service;
use crate::side::Side;
use crate::tables::Sector;

impl Staff<'_> {
    /// A sheet for each Convoy; whatever else sails waits for play.
    pub fn plans(&mut self) -> Advice {
        let convoy = self.choices.iter().find(|choice| match choice {
            Choice::Plan(block) => {
                let force = self.force(*block);
                force.is_some_and(|force| force.kind == Kind::Convoy) && self.side == Side::Allied
            }
            _ => false,
        });
        let mission = Some(Choice::Mission).filter(|_| self.has(Choice::Mission) && !self.memory.planned);
        match (convoy, mission) {
            (Some(choice), _) => Advice::new(*choice, "A way for each Convoy."),
            (None, Some(choice)) => {
                self.memory.planned = true;
                Advice::new(choice, "The Special Condition wants a plan.")
            }
            _ => Advice::new(Choice::AsListed, "The others wait for news."),
        }
    }

    /// What a Special Condition needs is taken as it is offered; what cannot be had is left alone.
    pub fn service(&mut self, service: &Service) -> Advice {
        let wanted = |choice: &&Choice| match choice {
            Choice::In(_) | Choice::At(_) => service.target.is_none(),
            Choice::On(turn) => turn.index() >= self.view.scenario().start.index() + 4,
            Choice::TakeShip(_) | Choice::TakeClass(_) => true,
            _ => false,
        };
        if self.has(Choice::Done) {
            return Advice::new(Choice::Done, "That will do.");
        }
        let first = self.choices.iter().find(wanted);
        let first = first.or_else(|| self.choices.iter().find(|c| matches!(c, Choice::On(_))));
        Advice::new(first.copied().unwrap_or(Choice::Pass), "What the service needs.")
    }

    /// Where most contacts are.
    pub fn extra_search(&mut self) -> Advice {
        let contacts = self.contacts();
        let count = |sector: Sector| {
            let area = self.t.sheet.sector(sector);
            contacts.iter().filter(|contact| area.contains(contact.hex)).count()
        };
        let sectors = self.choices.iter().filter_map(|choice| match choice {
            Choice::Sector(sector) => Some(*sector),
            _ => None,
        });
        let best = sectors.max_by_key(|sector| count(*sector)).map(Choice::Sector);
        Advice::new(best, "Most is to be seen there.")
    }
}
