//! The vocabulary that front ends draw. No game, no rules.
//!
//! A game turns a view, a decision and its choices into a [`Scene`]; a front end draws it and sends a choice back.
#![warn(missing_docs)]

pub mod board;
pub mod coast;
pub mod face;
pub mod prompt;
pub mod scene;
pub mod story;
pub mod tutorial;

pub use board::{Board, Label, Outline, Place, Space};
pub use face::{Broken, Face, Info, OptionInfo, ScenarioInfo, SeatInfo};
pub use prompt::{Anchor, Offer, Prompt, Prospect};
pub use scene::{Area, Clock, Fact, Line, Overlay, Panel, Piece, Scene, Side, Symbol, Weight};
pub use story::{Chart, Mark, Series, Story, Track};
pub use tutorial::{Lesson, Tutorial};
