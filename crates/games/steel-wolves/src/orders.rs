//! War Events: which one comes, and what it does to contacts [5.0].

use crate::calendar::{Date, Month, Period};
use crate::displays::Contact;
use crate::tables::{After, ContactOrder, Occurrence, On, Scope, Tables, Theatre, WarEvent};
use crate::units::Nation;

/// A die of 0 to 4 brings an event [5.1].
pub const fn is_event(die: u8) -> bool {
    die <= 4
}

/// The line of the period's table: die and modifier, not below 0 (R7).
pub fn line(t: &Tables, period: Period, month: Month, die: u8) -> u8 {
    let modifiers = &t.war_events.tables[period.index()].modifiers;
    let sum: i8 = modifiers
        .iter()
        .filter(|(_, months)| months.contains(&month))
        .map(|(value, _)| *value)
        .sum();
    (die as i8 + sum).max(0) as u8
}

/// The text of a line that comes now, if any: by its dates, by what has come before (R8), by what has made it pointless.
pub fn event<'t>(
    t: &'t Tables,
    period: Period,
    month: Month,
    die: u8,
    occurred: &dyn Fn(&str) -> u8,
) -> Option<&'t WarEvent> {
    let line = line(t, period, month, die);
    let texts = t
        .war_events
        .list
        .iter()
        .filter(|event| event.period == period && event.roll == line);
    let mut event = texts
        .filter(|event| matches!(event.occurrence, Occurrence::Every | Occurrence::First))
        .find(|event| event.months.contains(&month))?;
    // Follow the chain of re-rolls as far as they have come.
    while occurred(&event.id) > 0 {
        event = match &event.after {
            After::Same if event.one_time => return None, // [5.2]
            After::Same => break,
            After::NoEvent => return None,
            After::Event(next) => t.war_events.find(next)?,
        };
    }
    let spoiled = event
        .not_after
        .as_deref()
        .is_some_and(|other| occurred(other) > 0);
    let missing = event
        .requires
        .as_deref()
        .is_some_and(|other| occurred(other) == 0);
    (!spoiled && !missing).then_some(event)
}

/// What a forced event does in a week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// Not due yet.
    NotDue,
    /// It comes, and there is no normal roll.
    Occurs,
    /// The normal roll is made.
    NormalRoll,
}

/// An event with a last date [5.4]: in weeks 1 to 3 a die of 0 to 6, in week 4 always; later it stays due [5.41], [5.42]
/// (R6).
pub fn forced(from: Month, date: Date, die: impl FnOnce() -> u8) -> Forced {
    if date.month < from {
        Forced::NotDue
    } else if date.month > from || date.week == 4 || die() <= 6 {
        Forced::Occurs
    } else {
        Forced::NormalRoll
    }
}

/// A contact that an event has changed, whose task force it is, and the order that did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed<'o> {
    pub contact: Contact,
    pub nation: Option<Nation>,
    pub order: Option<&'o ContactOrder>,
}

/// What a contact becomes by the orders of an event that concern a boat [5.0], [13.22].
pub fn change<'o>(
    event: &'o WarEvent,
    places: &[Theatre],
    deployed: bool,
    contact: Contact,
    large: bool,
    die: u8,
) -> Changed<'o> {
    let orders: Vec<&ContactOrder> = event
        .contacts
        .iter()
        .filter(|order| concerns(order, places, deployed))
        .collect();
    follow(&orders, contact, large, die)
}

/// Orders are read from first to last, so that a loner that counts as a convoy may then become a task force.
pub fn follow<'o>(
    orders: &[&'o ContactOrder],
    contact: Contact,
    large: bool,
    die: u8,
) -> Changed<'o> {
    let mut now = Changed {
        contact,
        nation: None,
        order: None,
    };
    for order in orders {
        if !is_meant(order.on, now.contact, large) {
            continue;
        }
        let within = |range: &Option<std::ops::RangeInclusive<u8>>| {
            range.as_ref().is_some_and(|dice| dice.contains(&die))
        };
        let (contact, nation) = if let Some(becomes) = order.becomes {
            (becomes, None)
        } else if within(&order.task_force) {
            (Contact::TaskForce, order.nation)
        } else if within(&order.special_convoy) {
            (Contact::SpecialConvoy, order.nation)
        } else {
            continue;
        };
        now = Changed {
            contact,
            nation,
            order: Some(order),
        };
    }
    now
}

/// Whether an order is for a boat there: for those that were sent, or for all of the area (R34).
pub fn concerns(order: &ContactOrder, places: &[Theatre], deployed: bool) -> bool {
    match order.scope {
        Scope::Deployed => deployed,
        Scope::Area => places.iter().any(|place| order.place.contains(place)),
        Scope::All => true,
    }
}

fn is_meant(on: On, contact: Contact, large: bool) -> bool {
    match on {
        On::Any => matches!(contact, Contact::Loner | Contact::Convoy),
        On::Loner => contact == Contact::Loner,
        On::Convoy => contact == Contact::Convoy,
        On::LargeConvoy => contact == Contact::Convoy && large,
        On::Search9 | On::Zeroes => false,
    }
}
