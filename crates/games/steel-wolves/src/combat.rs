//! Combat [14.0].

mod events;

pub use events::CombatEvent;
