//! The table with the toy game: two seats at one terminal, hidden cards.

use super::lines::Lines;
use super::{Session, Setting, Style};
use crate::trouble::Exit;
use derbyhouse_catalog::{Adapter, AnyGame};
use derbyhouse_testkit::toy::Toy;
use std::sync::Arc;

/// Plays a script; what was said, and how it ended.
fn play(bots: &[Option<&str>], script: &'static str) -> (String, Exit) {
    let game: Arc<dyn AnyGame> = Arc::new(Adapter::new(Toy::new()));
    let table = game.start(&game.setup(None, &[]).unwrap(), 4).unwrap();
    let setting = Setting {
        game,
        table,
        bots: bots.iter().map(|bot| bot.map(str::to_owned)).collect(),
        adviser: "random".into(),
        width: 80,
        style: Style::PLAIN,
    };
    let mut out = Vec::new();
    let exit = Session::new(setting, Lines::of_text(script), &mut out).run();
    (String::from_utf8(out).unwrap(), exit.unwrap())
}

#[test]
fn the_map_is_drawn_in_letters_with_even_rows_to_the_east() {
    let (said, exit) = play(&[None, None], "");
    assert!(
        said.contains("03 B\n02   ·   5   7   ·\n01 s   s   s   s\n"),
        "{said}"
    );
    assert_eq!(exit, Exit::Fine);
}

#[test]
fn each_seat_reads_its_own_card_and_never_the_other() {
    let (said, _) = play(&[None, None], "keep\n");
    let (north, south) = said.split_once("---- South ----").unwrap();
    assert!(north.contains("Your card is a 6") && north.contains("South  face down"));
    assert!(south.contains("Your card is a 2") && south.contains("North  face down"));
    assert!(!north.contains("a 2 ") && !south.contains("a 6 "));
}

#[test]
fn answers_by_number_by_name_by_space_and_by_enter() {
    let (said, exit) = play(&[None, None], "\n2\n0202\n2\ntake b 3\nroll\n");
    assert!(said.contains("» keep the card\n"), "{said}");
    assert!(said.contains("» exchange the card\n"));
    assert!(said.contains("! “0202” may mean any of 3:\n"));
    assert!(said.contains("» take 2 off heap a\n"));
    assert!(said.contains("» take 3 off heap b\n"));
    assert!(said.contains("» roll the die\n"));
    assert_eq!(exit, Exit::BadInput, "an ambiguous line is not an answer");
}

#[test]
fn a_bot_in_the_other_seat_plays_by_itself() {
    let (said, exit) = play(&[None, Some("random")], "keep\nbot rest\nlog all\nquit\n");
    assert!(!said.contains("---- South ----"), "{said}");
    assert!(
        said.contains("wins ==") || said.contains("Nobody wins"),
        "{said}"
    );
    assert_eq!(exit, Exit::Fine);
}

#[test]
fn what_was_not_offered_is_answered_by_the_referee() {
    let (said, exit) = play(&[None, None], "take a 1\nfly\nkeep\nkeep\ntake a 9\n");
    assert!(
        said.contains("! first say whether you exchange your card [2.1]"),
        "{said}"
    );
    assert!(said.contains("! “fly” is not a choice of this game"));
    assert!(said.contains("! one to three counters may be taken, and 5 are there [3.1]"));
    assert_eq!(exit, Exit::BadInput);
}

#[test]
fn undo_goes_back_to_whoever_answered_and_stops_at_a_reveal() {
    let (said, _) = play(
        &[None, None],
        "keep\nundo\nkeep\nkeep\nundo\ntake a 1\nundo 1\n",
    );
    assert_eq!(said.matches("1 answer taken back").count(), 2, "{said}");
    assert_eq!(said.matches("nothing can be taken back").count(), 1);
}

#[test]
fn why_advise_odds_look_and_resign() {
    let script =
        "why\nadvise\nkeep\nkeep\nodds\nlook 0202\nlook 9999\nwhy 9.9\nresign\nresign\nlog\n";
    let (said, _) = play(&[None, None], script);
    assert!(
        said.contains("[2.1] Exchange\n  Before the first turn"),
        "{said}"
    );
    assert!(said.contains("random would: "));
    assert!(said.contains("1/6 each for 1 to 6 counters"));
    assert!(said.contains("  heap a  5\n    5 counters are left.\n"));
    assert!(said.contains("! there is no space “9999”"));
    assert!(said.contains("! there is no rule “9.9”"));
    assert!(said.contains("== South wins =="));
    assert!(said.contains("! seat 1 is not asked anything at this moment"));
}

#[test]
fn questions_are_not_repeated_after_a_look_around() {
    let (said, _) = play(&[None, None], "panels\nlog\nhelp\nmap\n");
    assert_eq!(
        said.matches("North: exchange your card?").count(),
        1,
        "{said}"
    );
}
