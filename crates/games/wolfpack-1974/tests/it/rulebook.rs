//! The rulebook, chapter by chapter: given a sea, when a step is played, then what the rule says.
//!
//! The number of the rule stands in brackets above each test; rulings of our own in round ones.

mod air;
mod asw;
mod attack;
mod convoys;
mod detours;
mod movement;
mod options;
mod packs;
mod pieces;
mod scenarios;
mod search;
mod sequence;
mod stacking;
mod submarine;
mod victory;
mod weather;
