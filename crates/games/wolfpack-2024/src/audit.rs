//! What must always hold: section 9 of the specification, as far as the game is built.

use crate::asw::Post;
use crate::boat::{Boat, Place};
use crate::boats::Letter;
use crate::convoy::BoxState;
use crate::depth::Depth;
use crate::position::Position;
use crate::ships::TileId;
use crate::space::Quadrant;
use crate::tables::Tables;
use derbyhouse_scene::Broken;

/// More torpedoes of a type than a boat and her replacement can have fired.
const MOST_TORPEDOES: u8 = 60;

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
    after: &Position,
) -> Result<u32, Broken> {
    let mut auditor = Auditor(0);
    auditor.position(t, after)?;
    if let Some(before) = before {
        auditor.step(before, after)?;
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
            self.boat(t, letter, boat)?;
        }
        self.escorts(t, p)?;
        self.torpedoes(p)
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

    fn boat(&mut self, t: &Tables, letter: Letter, boat: &Boat) -> Result<(), Broken> {
        let silent = !boat.silent || boat.depth.metres() >= t.depth.silent;
        self.hold(silent, || format!("{letter} is silent at {}", boat.depth))?; // 5
        let aiming = boat.solutions.iter().any(Option::is_some);
        self.hold(!aiming || boat.depth.sees(), || {
            format!("{letter} aims at {}", boat.depth)
        })?; // 5
        let up = boat.contacted || boat.dived || boat.depth == Depth::SURFACE;
        self.hold(up || boat.approach().is_none(), || {
            format!("{letter} is down without contact")
        })?; // 6
        let sinks = t.board.flood_sinks(boat.kind);
        let afloat = matches!(boat.place, Place::Lost(_))
            || boat.flood.level < sinks && boat.fire.level < t.board.fire_sinks;
        let levels = boat.gas <= t.board.gas_top
            && boat
                .gear
                .iter()
                .chain(&boat.wounds)
                .all(|level| *level <= 4);
        self.hold(afloat && levels, || {
            format!("{letter} should be lost, or a level is too high")
        })?; // 8
        self.hold(boat.tp <= t.points.max_tp, || {
            format!("{letter} has {} TP", boat.tp)
        })?; // 9
        let range = t.tdc.least..=t.tdc.most;
        let stored = boat
            .solutions
            .iter()
            .flatten()
            .all(|solution| range.contains(&solution.value));
        self.hold(stored, || format!("{letter} stores a value out of range")) // 17
    }

    /// Every escort is in one place, and its contact is sound (3), (4), (13), (14), (15).
    fn escorts(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let hunt = &p.hunt;
        let known = hunt
            .escorts
            .iter()
            .all(|escort| escort.id.index() < t.escorts.list.len());
        self.hold(known, || "an escort that the game does not have".into())?;
        for escort in &hunt.escorts {
            let id = escort.id;
            let queued = hunt
                .ready
                .iter()
                .chain(&hunt.incoming)
                .filter(|other| **other == id)
                .count();
            let waits = usize::from(escort.post == Post::Holding);
            self.hold(queued == waits, || {
                format!("escort {id:?} is queued {queued} times")
            })?;
            self.hold(p.secret.hunt.cup.count(Some(id)) == 0, || {
                format!("escort {id:?} is in the cup")
            })?;
            let Some(contact) = escort.contact else {
                self.hold(escort.post != Post::OnTop, || {
                    format!("escort {id:?} is on top of nothing")
                })?;
                continue;
            };
            let there = p.boat(contact.boat).is_some_and(Boat::is_on_map);
            let holds = matches!(
                escort.post,
                Post::Search(_) | Post::OnTop | Post::Station { .. }
            );
            self.hold(there && holds, || {
                format!(
                    "escort {id:?} holds {} from {:?}",
                    contact.boat, escort.post
                )
            })?;
        }
        for (quadrant, request) in Quadrant::ALL.into_iter().zip(&hunt.requests) {
            let Some(request) = request else { continue };
            let sound = request.space.quadrant() == Some(quadrant)
                && (1..=t.firing.request_timer).contains(&request.timer);
            self.hold(sound, || {
                format!("the request of quadrant {quadrant} is astray")
            })?;
        }
        Ok(())
    }

    /// Every torpedo is aboard, on its way, or spent (10); those on their way run 1 to 3 turns at a box (12).
    fn torpedoes(&mut self, p: &Position) -> Result<(), Broken> {
        for torpedo in &p.torpedoes {
            let sound = torpedo.turns <= 3 && p.conditions.side.ring(torpedo.target).is_some();
            self.hold(sound, || {
                format!("a torpedo of {} runs astray", torpedo.boat)
            })?;
        }
        let few = p
            .spent
            .iter()
            .flatten()
            .all(|spent| *spent <= MOST_TORPEDOES);
        self.hold(few, || "more torpedoes spent than boats can carry".into())
    }

    fn step(&mut self, before: &Position, after: &Position) -> Result<(), Broken> {
        let month = |p: &Position| p.campaign.as_ref().map(|campaign| campaign.month);
        if before.is_in_port() || month(before) != month(after) {
            return Ok(()); // another patrol
        }
        self.hold(after.turn >= before.turn, || "the turn goes back".into())?; // 19
        for (letter, boat) in before.fleet() {
            let Some(now) = after.boat(letter) else {
                return Err(Broken(format!("{letter} is gone")));
            };
            if now.replacement && !boat.replacement {
                let original = after.originals[letter.index()].as_ref();
                self.hold(original == Some(boat), || {
                    format!("the boat that {letter} replaces is forgotten")
                })?;
                continue;
            }
            let lost = matches!(boat.place, Place::Lost(_));
            self.hold(!lost || boat.place == now.place, || {
                format!("{letter} was lost and acts")
            })?; // 25
            let count = |p: &Position, boat: &Boat| {
                let mut count = boat.torpedoes();
                for torpedo in p.torpedoes.iter().filter(|torpedo| torpedo.boat == letter) {
                    count[torpedo.kind.index()] += 1;
                }
                [0, 1].map(|kind| count[kind] + p.spent[letter.index()][kind])
            };
            self.hold(count(before, boat) == count(after, now), || {
                format!("{letter} lost count of torpedoes")
            })?; // 10
        }
        Ok(())
    }
}
