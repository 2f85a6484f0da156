//! A first game, taken by the hand.

use crate::prompt::Anchor;
use serde::Serialize;

/// A lesson on a prepared position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tutorial {
    /// Its name.
    pub title: String,
    /// The record that leads to the prepared position.
    #[serde(skip)]
    pub record: String,
    /// What is said and done, in order.
    pub steps: Vec<Lesson>,
}

/// One step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lesson {
    /// What is said.
    pub text: String,
    /// What is pointed at.
    pub look: Option<Anchor>,
    /// The overlay that is switched on for it.
    pub overlay: Option<String>,
    /// The choice that takes the lesson on, as a record holds it; `None` if reading is enough.
    pub expect: Option<String>,
}
