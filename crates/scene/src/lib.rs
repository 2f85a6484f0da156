//! The vocabulary that front ends draw. No game, no rules.
//!
//! A game turns a view, a decision and its choices into a [`Scene`]; a front end draws it and sends a choice back.
#![warn(missing_docs)]

pub mod board;
pub mod card;
pub mod coast;
pub mod face;
pub mod prompt;
pub mod scene;
pub mod sheet;
pub mod standing;
pub mod story;
pub mod tutorial;

pub use board::{Board, Label, Mood, Outline, Place, Shape, Space};
pub use card::{Card, CardCell, CardRow};
pub use face::{Broken, Face, Info, OptionInfo, ScenarioInfo, SeatInfo};
pub use prompt::{Anchor, Offer, Prompt, Prospect};
pub use scene::{
    Area, Clock, Cue, Fact, Fold, Line, Overlay, Panel, Piece, Scene, Side, Symbol, Way, WayKind,
    Weight,
};
pub use sheet::{
    Climber, Counter, Gauge, Ink, Item, Lane, Lies, Part, Rung, Sheet, Slot, Square, Strip, Tag,
    Tone,
};
pub use standing::{Orders, Standing, StandingAnswer};
pub use story::{Chart, Entry, Mark, Series, Story, Track};
pub use tutorial::{Lesson, Tutorial};
