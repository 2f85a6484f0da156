use crate::{NORTH, south, start, toy};
use derbyhouse_catalog::{AnyGame, AnyMatch, Extent};
use derbyhouse_kernel::Viewer;

#[test]
fn both_are_asked_and_each_may_answer_first() {
    let mut table = start(1);
    assert_eq!(table.asked().iter().count(), 2);
    table.choose(south(), "exchange").unwrap();
    assert_eq!(table.asked().first(), Some(NORTH));
    table.choose(NORTH, "keep").unwrap();
    assert_eq!(table.decision(NORTH).unwrap().turn, 1);
}

#[test]
fn what_does_not_read_or_was_not_offered_is_refused_by_the_game() {
    let mut table = start(1);
    let before = table.hash();
    let nonsense = table.choose(NORTH, "fly").unwrap_err();
    assert_eq!(nonsense.to_string(), "“fly” is not a choice of this game");
    let early = table.choose(NORTH, "take a 1").unwrap_err();
    assert_eq!(early.rule.unwrap().0, "2.1");
    table.choose(NORTH, "keep").unwrap();
    table.undo(NORTH).unwrap();
    assert_eq!((table.hash(), table.moves()), (before, 0));
}

#[test]
fn a_viewer_reads_only_their_own_card() {
    let table = start(1);
    let cards = |viewer| {
        let log = table.log(viewer, 0);
        log.iter()
            .filter(|l| l.line.text.contains("card is"))
            .count()
    };
    assert_eq!(cards(Viewer::Seat(NORTH)), 1);
    assert_eq!(cards(Viewer::Observer), 0);
}

#[test]
fn advice_is_one_of_the_offers_and_changes_nothing() {
    let table = start(4);
    let before = table.hash();
    let advice = table.advise(NORTH, "random").unwrap();
    assert!(
        table
            .offers(NORTH)
            .iter()
            .any(|o| o.choice == advice.choice && o.label == advice.label)
    );
    assert_eq!(table.hash(), before);
    assert!(
        table
            .advise(NORTH, "oracle")
            .unwrap_err()
            .why
            .contains("random")
    );
}

#[test]
fn a_bot_answers_as_far_as_it_was_told() {
    let mut table = start(4);
    assert_eq!(
        table.hand_over(south(), "random", Extent::Phase).unwrap(),
        1
    );
    assert_eq!(
        table.hand_over(NORTH, "random", Extent::Decision).unwrap(),
        1
    );
    while table.outcome().is_none() {
        let seat = table.asked().first().unwrap();
        table.hand_over(seat, "random", Extent::Rest).unwrap();
    }
    let ended = table.outcome().unwrap();
    assert_eq!(
        ended.level.id,
        ["south", "draw", "north"][ended.outcome.level]
    );
    assert!(table.hand_over(NORTH, "random", Extent::Rest).is_err());
}

/// A computer player keeps what it has made of the game between two questions; after a move is taken back it starts anew.
#[test]
fn a_bot_at_the_table_remembers() {
    let mut table = start(4);
    let count = |table: &mut Box<dyn AnyMatch>, seat| {
        table.hand_over(seat, "counter", Extent::Decision).unwrap();
        table.record()
    };
    count(&mut table, NORTH);
    assert!(count(&mut table, south()).contains("keep"));
    let second = count(&mut table, NORTH);
    assert!(second.contains("take a 2"), "{second}");
    table.undo(NORTH).unwrap();
    let first = count(&mut table, NORTH);
    assert!(first.contains("take a 1"), "{first}");
}

#[test]
fn a_match_goes_through_its_record_and_through_a_position_file() {
    let game = toy();
    let mut table = start(9);
    table.choose(NORTH, "keep").unwrap();
    table.choose(south(), "keep").unwrap();
    table.choose(NORTH, "gamble").unwrap();
    let again = game.load_record(&table.record()).unwrap();
    assert_eq!((again.hash(), again.moves()), (table.hash(), 3));
    let mut loaded = game.load_position(&table.position_file().unwrap()).unwrap();
    for table in [&mut table, &mut loaded] {
        table.choose(south(), "gamble").unwrap();
    }
    assert_eq!(table.hash(), loaded.hash());
    let loaded = game.load_record(&loaded.record()).unwrap();
    assert_eq!((table.hash(), 1), (loaded.hash(), loaded.moves()));
}

#[test]
fn any_past_moment_can_be_had() {
    let mut table = start(9);
    table.choose(NORTH, "keep").unwrap();
    let then = table.hash();
    table.choose(south(), "keep").unwrap();
    let past = table.at(1).unwrap();
    assert_eq!((past.hash(), past.moves()), (then, 1));
    assert!(table.at(3).is_none());
}

#[test]
fn damaged_files_are_refused_in_words() {
    let game = toy();
    let table = start(9);
    let record = table.record();
    let why = |text: &str| game.load_record(text).err().unwrap().to_string();
    assert!(why("nonsense").starts_with("line 1:"));
    assert!(why(&record.replace("seed: 9", "seed: -9")).contains("seed"));
    assert!(why(&record.replace("game: toy", "game: ludo")).contains("ludo"));
    assert!(why(&record.replace("tables: 00", "tables: 01")).contains("--tables"));
    assert!(why(&record.replace("end: ", "north: fly\nend: ")).contains("fly"));
    assert!(why(&record.replace("end: ", "north: take a 1\nend: ")).contains("[2.1]"));
    assert!(why(&record.replace("end: ", "end: 0")).contains("ends in position"));
    let position = table.position_file().unwrap();
    let why = |text: &str| game.load_position(text).err().unwrap().to_string();
    assert!(why("{").contains("not a position file"));
    assert!(
        why(&position.replace("\"taken\": [\n      0,", "\"taken\": [\n      9,"))
            .contains("[1.1]")
    );
    assert!(why(&position.replace("\"secret\": \"", "\"secret\": \"00")).contains("sealed"));
}
