//! Records that were kept with the position they lead to.

use crate::fault::Fault;
use derbyhouse_kernel::Match;
use derbyhouse_kernel::record::Record;
use derbyhouse_scene::Face;
use std::sync::Arc;

/// Replays a kept record and compares the hash of its end, which it must have. Gives back the match.
pub fn golden<G: Face>(game: &Arc<G>, text: &str) -> Result<Match<G>, Fault> {
    let fault = |what: String| Fault {
        setup: String::new(),
        seed: 0,
        step: 0,
        what,
    };
    let record = Record::read(game.as_ref(), text)
        .map_err(|why| fault(format!("the record does not read: {why}")))?;
    if record.end.is_none() {
        return Err(fault("a golden record needs its “end:” line".into()));
    }
    Match::replay(Arc::clone(game), record)
        .map_err(|why| fault(format!("the record does not replay: {why}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Setup, Toy};
    use derbyhouse_kernel::Game;

    const RECORD: &str = "derbyhouse record 1
game: toy
version: 0.1.0
tables: 00
setup: {\"scenario\":\"short\",\"gamble\":true}
seed: 1943

south: exchange
north: keep
north: take a 3
south: gamble
end: ";

    #[test]
    fn a_record_without_its_end_is_not_golden() {
        let game = Arc::new(Toy::new());
        let open = RECORD.trim_end_matches("end: ");
        assert!(golden(&game, open).err().unwrap().what.contains("end:"));
        let wrong = format!("{RECORD}00");
        assert!(
            golden(&game, &wrong)
                .err()
                .unwrap()
                .what
                .contains("ends in position")
        );
    }

    #[test]
    fn a_record_with_its_end_is_replayed_to_it() {
        let game = Arc::new(Toy::new());
        let setup: Setup = game.setup(None, &[]).unwrap();
        let played = Match::new(Arc::clone(&game), setup, 3).unwrap();
        let text = played.record().write(game.as_ref());
        assert_eq!(golden(&game, &text).unwrap().hash(), played.hash());
        assert_eq!(game.id(), "toy");
    }
}
