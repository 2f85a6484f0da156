//! The gate: what the player may know of a position. Hidden are what lies face down and what the cups hold [2.3B], [3.15].

use crate::boat::Submarine;
use crate::calendar::{Date, Period};
use crate::combat::{Battle, SlotId};
use crate::position::{Position, Standing};
use crate::sequence::Phase;
use crate::setup::Setup;
use crate::tables::{Piece, Tables};
use crate::units::{Counter, Ensign};
use crate::weather::System;

/// A position as the player sees it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    tables: &'a Tables,
    position: &'a Position,
}

/// A unit on a display, as far as it shows.
#[derive(Clone, Copy, Debug)]
pub enum Shown<'a> {
    /// Face down: only its flag.
    Back(Ensign),
    /// Turned up.
    Face(Counter, &'a Piece),
}

impl<'a> View<'a> {
    pub(crate) fn new(tables: &'a Tables, position: &'a Position) -> Self {
        Self { tables, position }
    }

    /// The tables in play.
    pub fn tables(&self) -> &'a Tables {
        self.tables
    }

    /// What was agreed.
    pub fn setup(&self) -> &'a Setup {
        &self.position.setup
    }

    /// The week.
    pub fn date(&self) -> Date {
        self.position.date
    }

    /// Weeks played, and weeks at most.
    pub fn weeks(&self) -> (u16, u16) {
        (self.position.week(), self.position.weeks(self.tables))
    }

    /// The night of a convoy battle; 0 on patrol.
    pub fn night(&self) -> u8 {
        self.position.nights.number
    }

    /// The war period.
    pub fn period(&self) -> Period {
        self.position.period
    }

    /// Torpedoes, B-Dienst, Enigma.
    pub fn standing(&self) -> Standing {
        self.position.standing
    }

    /// The phase.
    pub fn phase(&self) -> Phase {
        self.position.phase
    }

    /// The state of the war: events, bases, aircraft, points.
    pub fn war(&self) -> &'a crate::war::War {
        &self.position.war
    }

    /// Active bases.
    pub fn bases(&self) -> &'a [crate::geography::Base] {
        &self.position.bases
    }

    /// Supply ships and interned tankers.
    pub fn supplies(&self) -> &'a [crate::position::Supply] {
        &self.position.supplies
    }

    /// The boat that acts, if one does.
    pub fn acting(&self) -> Option<&'a Submarine> {
        self.position.boats.get(usize::from(self.position.acting))
    }

    /// All boats.
    pub fn boats(&self) -> &'a [Submarine] {
        &self.position.boats
    }

    /// Weather on the map.
    pub fn weather(&self) -> &'a [System] {
        &self.position.weather
    }

    /// Ships and thousand tons sunk.
    pub fn sunk(&self) -> (u16, u32) {
        (self.position.ships_total, self.position.tons_total)
    }

    /// The score so far.
    pub fn score(&self) -> i32 {
        self.position.score(self.tables)
    }

    /// The battle, if one is on. What lies face down is asked for with [`View::unit`].
    pub fn battle(&self) -> Option<&'a Battle> {
        self.position.battle.as_ref()
    }

    /// A unit of the battle; nothing if it is gone.
    pub fn unit(&self, slot: SlotId) -> Option<Shown<'a>> {
        let battle = self
            .battle()
            .filter(|battle| slot.index() < battle.slots.len() && !battle.gone.has(slot))?;
        if !battle.up.has(slot) {
            let white = battle.white.has(slot);
            return Some(Shown::Back(if white { Ensign::White } else { Ensign::Red }));
        }
        let counter = battle.face(slot);
        Some(Shown::Face(counter, self.tables.ships.piece(counter)))
    }
}
