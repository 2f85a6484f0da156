//! What must always hold: section 9 of the specification, by the numbers of its list.

mod boats;
mod hunt;
mod pending;
mod steps;

use crate::convoy::BoxState;
use crate::event::Event;
use crate::position::Position;
use crate::ships::TileId;
use crate::tables::Tables;
use derbyhouse_scene::Broken;

/// More victory points than any patrol brings or costs.
const MOST_POINTS: i32 = 10_000;

/// Counts what holds, and stops at what does not.
struct Auditor(u32);

impl Auditor {
    fn hold(&mut self, holds: bool, what: impl FnOnce() -> String) -> Result<(), Broken> {
        self.0 += 1;
        if holds { Ok(()) } else { Err(Broken(what())) }
    }
}

/// Checks a position, and the step that led to it.
pub(crate) fn audit(
    t: &Tables,
    before: Option<&Position>,
    events: &[Event],
    after: &Position,
) -> Result<u32, Broken> {
    let mut auditor = Auditor(0);
    auditor.position(t, after)?;
    if let Some(before) = before {
        auditor.step(t, before, events, after)?;
    }
    Ok(auditor.0)
}

/// Checks what a file claims to be a position.
pub(crate) fn validate(t: &Tables, position: &Position) -> Result<(), Broken> {
    Auditor(0).position(t, position)
}

impl Auditor {
    fn position(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        self.hold(p.secret.decks.is_whole(), || {
            "a deck has not its forty cards".into()
        })?; // invariant 1
        self.hold(p.convoy.is_sound(p.conditions.side), || {
            "a tile lies outside the convoy".into()
        })?;
        self.hold(
            p.turn <= t.last_turn && (p.turn > 0 || p.is_in_port()),
            || format!("there is no turn {}", p.turn),
        )?; // 19
        let sheet = crate::campaign::fault(t, p);
        self.hold(sheet.is_none(), || sheet.unwrap_or_default())?;
        self.tiles(t, p)?;
        for (letter, boat) in p.fleet() {
            self.boat(t, p, letter, boat)?;
        }
        self.hunt(t, p)?;
        self.torpedoes(t, p)?;
        self.pending(t, p)?;
        self.hold(p.vp.abs() <= MOST_POINTS, || format!("{} points", p.vp))
    }

    /// Every tile is in one place (2).
    fn tiles(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let mut seen: Vec<TileId> = p.secret.piles.iter().flatten().copied().collect();
        seen.extend(p.secret.backs.iter().map(|(_, tile)| *tile));
        seen.extend(p.track.iter().map(|straggler| straggler.tile));
        seen.extend(p.fleet().flat_map(|(_, boat)| boat.sunk.iter().copied()));
        for (_, state) in p.convoy.boxes() {
            if let BoxState::Ship(tile, _) = state {
                seen.push(tile);
            }
        }
        let known = seen.iter().all(|tile| tile.index() < t.tiles.len());
        self.hold(known, || "a tile that the game does not have".into())?;
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        self.hold(seen.len() == count, || "a tile is in two places".into())?;
        let blanks = p
            .convoy
            .boxes()
            .filter(|(_, state)| *state == BoxState::Blank)
            .count();
        let plain = t.tiles.iter().filter(|tile| !tile.special).count();
        let special = seen.iter().filter(|tile| t.tile(**tile).special).count();
        self.hold(special <= 1, || "more than one special ship".into())?;
        self.hold(count + blanks == plain + special, || {
            "a tile is missing".into()
        })?;
        let spotted = p
            .convoy
            .boxes()
            .filter(|(_, state)| *state == BoxState::Spotted);
        let backs = p.secret.backs.iter().map(|(space, _)| *space);
        self.hold(spotted.map(|(space, _)| space).eq(backs), || {
            "a spotted tile without a back".into()
        })
    }
}
