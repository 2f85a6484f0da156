//! What procedures take, checked in words, and the small position they run on.

use crate::boat::Boat;
use crate::boats::BoatType;
use crate::cards::{CARDS, DeckName};
use crate::game::Wolfpack;
use crate::position::Position;
use crate::rig::Rig;
use crate::sequence::Play;
use crate::space::Space;
use crate::tables::Tables;
use derbyhouse_kernel::procedure::ProcedureError;
pub(super) use derbyhouse_kernel::procedure::{may, need};
use derbyhouse_kernel::{Chance, Illegal, Log};
use serde::Deserialize;

pub(super) const D10: &str = "d10, 1-10";
pub(super) const YES_NO: &str = "true or false";
pub(super) const NUMBER: &str = "number";
pub(super) const CARD: &str = "name of a card, such as B01";
pub(super) const SPACE: &str = "space, such as [8, 3]";
pub(super) const DEPTH: &str = "surface, periscope, or 15 to 270";
pub(super) const TYPE: &str = "VII or IX";
pub(super) const ERA: &str = "early or late";
pub(super) const FACING: &str = "N, NE, E, SE, S, SW, W or NW";

/// A d10 that was pulled by hand.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "i64")]
pub(super) struct Ten(u8);

impl TryFrom<i64> for Ten {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        let face = u8::try_from(number)
            .ok()
            .filter(|face| (1..=10).contains(face));
        face.map(Self)
            .ok_or_else(|| format!("a d10 is 1 to 10, not {number}"))
    }
}

impl Ten {
    pub(super) const fn get(self) -> u8 {
        self.0
    }
}

/// The d10 given, or one drawn: all ten come equally often in a full deck.
pub(super) fn ten(given: Option<Ten>, chance: &mut Chance) -> u8 {
    given.map_or_else(|| chance.d10(), Ten::get)
}

/// The card of that name, or one drawn from a full deck.
pub(super) fn card(
    t: &Tables,
    deck: DeckName,
    name: Option<&str>,
    chance: &mut Chance,
) -> Result<u8, ProcedureError> {
    let Some(name) = name else {
        return Ok(chance.below(CARDS as u32) as u8);
    };
    let place = (0..CARDS as u8).find(|card| t.cards.id(deck, *card) == name);
    place.ok_or_else(|| {
        ProcedureError::input(format!("there is no card “{name}” in the {deck} deck"))
    })
}

/// A whole boat of a type on the Approach map, with nothing in her tubes.
pub(super) fn boat(t: &Tables, kind: BoatType) -> Boat {
    let mut boat = Boat::new(
        "U-1",
        kind,
        t.scenarios.training.start_box,
        t.points.start_tp,
        &t.scenarios.training.load,
    );
    boat.tubes = [crate::boat::TubeState::Empty; 6];
    boat.reloads = [[0; 2]; 2];
    boat
}

/// A patrol with one boat and nothing under way, to be laid out and played on.
pub(super) fn rig(t: &Tables) -> Result<Rig<'_>, ProcedureError> {
    Rig::patrol(t).map_err(refused)
}

/// A space of the Attack map that is sure to be one.
pub(super) fn space(x: i8, y: i8) -> Result<Space, ProcedureError> {
    Space::new(x, y).ok_or_else(|| ProcedureError::input(format!("{x},{y} is off the map")))
}

/// An answer that was not taken.
pub(super) fn refused(why: Illegal) -> ProcedureError {
    ProcedureError::input(why.to_string())
}

/// Cards by name, or drawn one after the other from a full deck.
pub(super) fn cards<const N: usize>(
    t: &Tables,
    deck: DeckName,
    names: [Option<&str>; N],
    chance: &mut Chance,
) -> Result<[u8; N], ProcedureError> {
    let mut drawn = [u8::MAX; N];
    for (place, name) in names.into_iter().enumerate() {
        let mut next = card(t, deck, name, chance)?;
        while drawn[..place].contains(&next) {
            next = (next + 1) % CARDS as u8; // it lies on the discards already
        }
        drawn[place] = next;
    }
    Ok(drawn)
}

/// A training position before its first question, to be changed and played on.
pub(super) fn position(game: &Wolfpack) -> Result<Position, ProcedureError> {
    let rig = Rig::training(game.tables()).map_err(refused)?;
    Ok(rig.p)
}

/// Runs something on a position, its dice those of a fixed seed: what matters must be laid out before.
pub(super) fn on<T>(
    game: &Wolfpack,
    position: &mut Position,
    run: impl FnOnce(&mut Play<'_>) -> T,
) -> T {
    let (mut chance, mut log) = (Chance::seeded(0), Log::off());
    run(&mut Play {
        t: game.tables(),
        p: position,
        chance: &mut chance,
        log: &mut log,
    })
}

/// Refuses a number beyond what a rule can bear.
pub(super) fn within(what: &str, number: i64, least: i64, most: i64) -> Result<(), ProcedureError> {
    if (least..=most).contains(&number) {
        Ok(())
    } else {
        Err(ProcedureError::input(format!(
            "{what} is {least} to {most}, not {number}"
        )))
    }
}
