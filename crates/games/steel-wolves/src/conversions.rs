//! What contacts become by War Event, scenario or B-Dienst, counted before a die is thrown [5.0], [7.12], [13.22].

use crate::displays::Contact;
use crate::geography::Area;
use crate::orders;
use crate::position::Position;
use crate::setup::Scenario;
use crate::tables::{ContactOrder, Tables};

impl Position {
    /// Orders of the War Event that concern contacts of the boat that acts [5.0].
    pub(crate) fn contact_orders<'t>(&self, t: &'t Tables) -> Vec<&'t ContactOrder> {
        let Some(event) = self.event(t) else {
            return vec![];
        };
        let orders: Vec<&ContactOrder> = match &event.sortie {
            None => event.contacts.iter().collect(),
            Some(sortie) => {
                let scattered = self.war.current.is_some_and(|current| current.scattered);
                vec![&sortie.order(scattered).1]
            }
        };
        let (places, deployed) = (self.theatres(), self.is_deployed());
        let concerned = orders.into_iter();
        concerned
            .filter(|order| orders::concerns(order, &places, deployed))
            .collect()
    }

    /// Convoys of a patrol that are task forces on some dice, by the scenario.
    pub(crate) fn scenario_convoys(
        &self,
        t: &Tables,
    ) -> Option<(Area, std::ops::RangeInclusive<u8>)> {
        match Scenario::find(t, &self.setup.scenario) {
            Ok(Scenario::Patrol(place)) => t.scenarios.patrols[place].convoys.clone(),
            _ => None,
        }
    }

    /// What a contact of the boat that acts becomes on a die: by event, else by the scenario, else by B-Dienst (R9). Play asks
    /// the same of the die it throws.
    pub(crate) fn converted(
        &self,
        t: &Tables,
        area: Area,
        contact: Contact,
        large: bool,
        die: u8,
    ) -> Contact {
        let orders = self.contact_orders(t);
        let by_signals = || {
            let heard = self.signals_in(t, area).filter(|signals| signals.asks());
            heard.map_or(Contact::Convoy, |signals| signals.contact(die))
        };
        let of = |die: u8| orders::follow(&orders, contact, large, die);
        if (0..10).any(|die| of(die).order.is_some()) {
            if !orders.iter().any(|order| order.but_signals) {
                return of(die).contact;
            }
            let found = match contact {
                Contact::Convoy => by_signals(),
                other => other,
            };
            let force = matches!(found, Contact::TaskForce | Contact::SpecialConvoy);
            return if force { found } else { Contact::None };
        }
        match (contact, self.scenario_convoys(t)) {
            (Contact::Convoy, Some((place, dice))) if place == area => {
                if dice.contains(&die) {
                    Contact::TaskForce
                } else {
                    contact
                }
            }
            (Contact::Convoy, _) => by_signals(),
            (contact, _) => contact,
        }
    }
}
