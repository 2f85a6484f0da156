//! Random players, and everything that must hold while they play.

use crate::fault::Fault;
use crate::tally::Tally;
use crate::walk::{Walk, bytes};
use derbyhouse_kernel::play::{Act, Move, Opening};
use derbyhouse_kernel::record::Record;
use derbyhouse_kernel::{Chance, Log, Match};
use derbyhouse_scene::Face;
use std::sync::Arc;

/// Costly checks are made once in so many steps.
const SELDOM: u32 = 50;
/// Scenes are drawn once in so many steps.
const RARELY: u32 = 1000;
/// The last choice is taken back once in so many steps.
const OFTEN: u32 = 8;

/// Plays `per_setup` games of each set-up, game `i` with seed `seed + i`.
pub fn random_games<G: Face>(
    game: &Arc<G>,
    setups: &[G::Setup],
    per_setup: u64,
    seed: u64,
) -> Result<Tally, Fault> {
    let mut tally = Tally::default();
    let games = setups
        .iter()
        .flat_map(|setup| (0..per_setup).map(move |_| setup));
    for (index, setup) in games.enumerate() {
        tally += play_one(game, setup, seed.wrapping_add(index as u64))?;
    }
    Ok(tally)
}

/// A position kept in mid-game, as text.
struct Save {
    text: String,
    moves: usize,
}

/// Plays one game to its end.
pub fn play_one<G: Face>(game: &Arc<G>, setup: &G::Setup, seed: u64) -> Result<Tally, Fault> {
    play_long(SELDOM, game, setup, seed)
}

/// The same with costly checks once in so many steps: for games of many thousands. The invariants hold after every one.
pub fn play_long<G: Face>(
    seldom: u32,
    game: &Arc<G>,
    setup: &G::Setup,
    seed: u64,
) -> Result<Tally, Fault> {
    let mut walk = Walk::new(game, setup, seed)?;
    let mut tally = Tally {
        games: 1,
        checks: walk.audit(None)? + walk.asked()?,
        ..Tally::default()
    };
    let mut save = None;
    while step(seldom, &mut walk, &mut tally)? {
        if save.is_none() || walk.sometimes(seldom) {
            save = walk.save()?;
        }
    }
    tally.steps = walk.step() as u64;
    tally.checks += walk.ended()? + walk.lines()?;
    if walk.sometimes(4) {
        tally.checks += walk.scenes()?;
    }
    walk.record()?;
    tally.replayed += 1;
    if let Some(save) = save {
        walk.reload(&save)?;
        tally.reloaded += 1;
    }
    walk.without_log()?;
    tally.checks += tally.undone + tally.reloaded + tally.replayed + 1;
    Ok(tally)
}

/// Makes a random choice and looks at what came of it; false at the end.
fn step<G: Face>(seldom: u32, walk: &mut Walk<G>, tally: &mut Tally) -> Result<bool, Fault> {
    let Some((seat, choice)) = walk.pick()? else {
        return Ok(false);
    };
    tally.checks += walk.order()? + walk.text(&choice)?;
    let seldom = walk.sometimes(seldom);
    if seldom {
        for choice in &walk.choices {
            tally.checks += walk.text(choice)?;
        }
    }
    let before = walk.played.position().clone();
    walk.choose(seat, &choice)?;
    tally.checks += walk.audit(Some(&before))? + walk.asked()?;
    if walk.sometimes(OFTEN) {
        tally.undone += walk.redo(&before, seat, &choice)?;
    }
    if seldom {
        tally.checks += walk.position_text()?;
        tally.undone += walk.unwind()?;
    }
    if walk.sometimes(RARELY) {
        tally.checks += walk.scenes()?;
    }
    Ok(true)
}

impl<G: Face> Walk<G> {
    fn save(&self) -> Result<Option<Save>, Fault> {
        let Some(file) = self.played.position_file() else {
            return Ok(None);
        };
        let text = serde_json::to_string(&file)
            .map_err(|why| self.fault(format!("a position cannot be written: {why}")))?;
        Ok(Some(Save {
            text,
            moves: self.step(),
        }))
    }

    fn same_end(&self, other: &Match<G>, what: &str) -> Result<(), Fault> {
        let same = bytes::<G>(self.played.position()) == bytes::<G>(other.position());
        self.hold(same, what)
    }

    /// Writes the record, reads it, and replays it.
    fn record(&self) -> Result<(), Fault> {
        let text = self.played.record().write(&self.game);
        let replayed = self.replay(&text)?;
        self.same_end(&replayed, "the record replays to another position")?;
        let again = replayed.record().write(&self.game);
        self.hold(
            again == text,
            "the record of a replayed record is another text",
        )
    }

    fn replay(&self, text: &str) -> Result<Match<G>, Fault> {
        let record = Record::read(self.game.as_ref(), text)
            .map_err(|why| self.fault(format!("the record does not read: {why}")))?;
        Match::replay(Arc::clone(&self.game), record)
            .map_err(|why| self.fault(format!("the record does not replay: {why}")))
    }

    /// Loads a save, makes the choices that came after it, and compares; then does the same with that match's record.
    fn reload(&self, save: &Save) -> Result<(), Fault> {
        let file = serde_json::from_str(&save.text)
            .map_err(|why| self.fault(format!("a saved position does not read: {why}")))?;
        let mut loaded = Match::from_position(Arc::clone(&self.game), file)
            .map_err(|why| self.fault(format!("a saved position does not load: {why}")))?;
        for Move { seat, act } in &self.played.moves()[save.moves..] {
            if let Act::Choice(choice) = act {
                loaded.choose(*seat, choice).map_err(|why| {
                    self.fault(format!("a loaded position plays on otherwise: {why}"))
                })?;
            }
        }
        self.same_end(&loaded, "a loaded position plays on to another end")?;
        let replayed = self.replay(&loaded.record().write(&self.game))?;
        self.same_end(
            &replayed,
            "the record of a loaded position replays to another end",
        )
    }

    /// Plays the same choices with the log off: it must make no difference.
    fn without_log(&self) -> Result<(), Fault> {
        let Opening::Setup { setup, seed } = self.played.opening() else {
            return Ok(());
        };
        let (mut chance, mut log) = (Chance::seeded(*seed), Log::off());
        let refused = |why| self.fault(format!("with the log off a choice is refused: {why}"));
        let mut position = self
            .game
            .start(setup, &mut chance, &mut log)
            .map_err(refused)?;
        for Move { seat, act } in self.played.moves() {
            if let Act::Choice(choice) = act {
                self.game
                    .apply(&mut position, *seat, choice, &mut chance, &mut log)
                    .map_err(refused)?;
            }
        }
        let same = position == *self.played.position();
        self.hold(same, "with the log off the game goes otherwise")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    #[test]
    fn the_toy_passes_and_everything_was_tried() {
        let game = Arc::new(Toy::new());
        let tally = random_games(&game, &game.all_setups(), 500, 1).unwrap();
        assert_eq!(tally.games, 2000);
        assert_eq!(tally.replayed, 2000);
        assert_eq!(tally.reloaded, 2000);
        assert!(tally.steps > 10_000 && tally.undone > 1_000, "{tally:?}");
        assert!(tally.checks > 10 * tally.steps, "{tally:?}");
    }
}
