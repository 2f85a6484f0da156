//! Standing orders: what a seat answers once for all, until it says otherwise.
//!
//! They belong to the person, not to the game: what an order answers is made as a choice like any other, so that records
//! never hold an order. An order sees what its seat sees, and nothing tells others that it was given.

use serde::Serialize;
use std::collections::BTreeMap;

/// What a seat has ordered: answers by the ids of their orders. What is not there is asked.
pub type Orders = BTreeMap<String, String>;

/// An order that a seat may give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// Its name in what is kept.
    pub id: String,
    /// Whom or what it is about, such as a boat; those of one group stand together.
    pub group: String,
    /// What would be asked.
    pub label: String,
    /// The rule that asks.
    pub rule: String,
    /// What can be ordered.
    pub answers: Vec<StandingAnswer>,
    /// What is ordered from the start where no other person plays.
    pub usual: Option<String>,
}

/// One way to carry out an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StandingAnswer {
    /// Its name in what is kept.
    pub id: String,
    /// Its name on screens.
    pub label: String,
}

impl Standing {
    /// An order with its answers, by id and label.
    pub fn new(
        id: impl Into<String>,
        label: impl Into<String>,
        rule: impl Into<String>,
        answers: &[(&str, &str)],
    ) -> Self {
        let answer = |&(id, label): &(&str, &str)| StandingAnswer {
            id: id.to_owned(),
            label: label.to_owned(),
        };
        Self {
            id: id.into(),
            group: String::new(),
            label: label.into(),
            rule: rule.into(),
            answers: answers.iter().map(answer).collect(),
            usual: None,
        }
    }

    /// Under that heading.
    pub fn under(mut self, group: impl Into<String>) -> Self {
        self.group = group.into();
        self
    }

    /// Ordered from the start where no other person plays.
    pub fn usually(mut self, answer: impl Into<String>) -> Self {
        self.usual = Some(answer.into());
        self
    }

    /// Whether it can be carried out so.
    pub fn takes(&self, answer: &str) -> bool {
        self.answers.iter().any(|known| known.id == answer)
    }
}
