//! Standing orders.

use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What a seat may order, and what it has.
#[derive(ToSchema)]
pub struct Ordered {
    /// What may be ordered.
    orders: Vec<Standing>,
    /// What is: answers by the ids of their orders.
    given: BTreeMap<String, String>,
}

/// An order that a seat may give.
#[derive(ToSchema)]
pub struct Standing {
    /// Its name in what is kept.
    id: String,
    /// Whom or what it is about; those of one group stand together.
    group: String,
    /// What would be asked.
    label: String,
    /// The rule that asks, by number.
    rule: String,
    /// What can be ordered.
    answers: Vec<StandingAnswer>,
    /// What is ordered from the start where no other person plays.
    usual: Option<String>,
}

/// One way to carry out an order.
#[derive(ToSchema)]
pub struct StandingAnswer {
    /// Its name in what is kept.
    id: String,
    /// Its name on screens.
    label: String,
}
