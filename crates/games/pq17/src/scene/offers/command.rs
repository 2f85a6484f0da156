//! Questions of set-up, Special Conditions and the Campaign in a person's words.

use super::super::{season, words};
use super::Asked;
use crate::season::Source;
use crate::sequence::Order;
use crate::service::Service;
use crate::tables::Condition;

impl Asked<'_> {
    pub(super) fn command(&self) -> Option<String> {
        let chart = &self.view.tables().chart;
        Some(match self.order {
            Order::Ahistorical => {
                "Which forces that were never there do you buy? Half the price if they come as a reinforcement group.".to_owned()
            }
            Order::CallUp => "Your Special Condition brings reinforcements. Do they come at once?".to_owned(),
            Order::PortDummy => "There are fewer Dummies than ports with forces. Which port gets one?".to_owned(),
            Order::Service(service) => self.service(service),
            Order::Reveal => "Your Special Condition would score now. Do you show it?".to_owned(),
            Order::Declare => "The attack that you planned is due next turn. Do you declare it?".to_owned(),
            Order::Redeploy => "Which Wolfpack may go a hex farther in this turn, unseen by patrols?".to_owned(),
            Order::ExtraSearch(hexes) => format!(
                "Which sector may search {} more in this turn?",
                words::hexes(*hexes)
            ),
            Order::Bid => "What do you bid for the initiative? The winner pays his bid; if both bid nothing there is no Operation.".to_owned(),
            Order::Bonus => "Both bids are in. Do you announce a bonus that your Special Condition gives?".to_owned(),
            Order::DeclareEv => "You bid nothing. Do you declare Operation EV, once in the Campaign?".to_owned(),
            Order::WhiteSwap => "Which cruiser of Patrol White is relieved, and by whom?".to_owned(),
            Order::Size(Source::Loaded) => "How many loaded ships sail for Russia in this Fortnight?".to_owned(),
            Order::Size(Source::Ballast(port)) => format!(
                "How many ships sail home in ballast from {}?",
                if *port == 0 { "Murmansk" } else { "Arkhangelsk" }
            ),
            Order::Emergency => "Which Emergency Reinforcements do you call, a point for each CS? They are announced.".to_owned(),
            Order::Green => "Which new ships do you call up untrained?".to_owned(),
            Order::BringIn(block) => format!("The Operation is over. Which port does {} go to?", self.name(*block)),
            Order::StayOut(block) => format!("Does {} stay at sea until the next Fortnight?", self.name(*block)),
            Order::Substitute(ship) => format!(
                "{} should transfer and is not there. Who goes instead?",
                chart.ship(*ship).name
            ),
            Order::SendHome => "Which damaged ships go home for repair?".to_owned(),
            Order::Yard => "Is Tirpitz repaired in Norway? It takes longer and costs a point for each CS.".to_owned(),
            Order::FromYard(_) => format!("{} repaired. Where does it come back?", self.repaired()),
            Order::Ration(ration) => format!(
                "{} of replacements: which air unit gets the next?",
                words::capital(&words::count(ration.cs.into(), "CS"))
            ),
            Order::Lodge(ship) => format!("{} is replaced. In which port?", chart.ship(*ship).name),
            Order::LodgeSubs => "Submarines are replaced. In which port?".to_owned(),
            Order::Keep(class, cs) => format!(
                "{cs} CS of {} must transfer. Do you keep them and pay again?",
                chart.class(*class).name
            ),
            Order::Company(block) => format!("{} came along to Germany. Does it begin the next Fortnight elsewhere there?", self.name(*block)),
            Order::Berth(_) => "A force that you bought is here. Where does it come in?".to_owned(),
            Order::Pick(_) => "Which of this Fortnight's reinforcements comes at once?".to_owned(),
            Order::Return(false) => "Your ships are back from the Atlantic. Off which hex do they stand?".to_owned(),
            Order::Return(true) => "Off which hex does the Dummy stand that comes with them?".to_owned(),
            _ => return None,
        })
    }

    /// Ships that are out of the yard.
    fn repaired(&self) -> String {
        let due = self.view.out_of_yard(self.side);
        due.map_or_else(String::new, |due| season::units(self.view, &due.units))
    }

    fn service(&self, service: &Service) -> String {
        let name = words::plain(service.condition.id());
        let what = match (service.target, service.turn, service.condition) {
            (None, _, Condition::Gearbox) => "where do its ships start?",
            (None, _, _) => "where is it to be?",
            (Some(_), None, Condition::Gearbox) | (Some(_), Some(_), _) => "which ships take part?",
            (Some(_), None, _) => "in which turn?",
        };
        format!("{name}: {what}")
    }
}
