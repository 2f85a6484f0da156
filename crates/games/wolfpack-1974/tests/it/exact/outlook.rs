//! What a player is told before a choice is what the rules then give.

use super::same;
use crate::sea::{Sea, choose, convoy, game, hex};
use derbyhouse_kernel::chance::odds;
use derbyhouse_kernel::{Chance, Game, Match, Seat, Viewer};
use derbyhouse_scene::{Face, Prospect};
use std::sync::Arc;
use wolfpack_1974::position::Place;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{Base, EscortKind, Scenario};
use wolfpack_1974::{Choice, Position, Setup};

fn outlook(position: &Position, choice: &str) -> Vec<Prospect> {
    let view = game().view(position, Viewer::Seat(Seat::FIRST));
    game().outlook(view, &choice.parse::<Choice>().unwrap())
}

fn share(prospects: &[Prospect], label: &str) -> f64 {
    let found = prospects.iter().find(|one| one.label.contains(label));
    found
        .unwrap_or_else(|| panic!("{label} is not among {prospects:?}"))
        .share
        .unwrap()
}

/// A phantom HX-1 in 1015 and packs in its way; a phantom, because it is gone once it is sighted.
fn waters(packs: &str) -> Sea {
    let sea = Sea::new().convoy("HX-1", "1015", EscortKind::Dummy);
    packs
        .split_whitespace()
        .fold(sea, |sea, at| sea.boats(at, "pack6"))
}

/// The same, played: D1 and D2 with every chit.
fn played(sea: Sea) -> f64 {
    let position = sea.position(&[Step::ConvoyCourse, Step::ConvoyMovement]);
    let shares = odds(100_000, |chance| {
        let mut position = position.clone();
        choose(&mut position, "done", chance).unwrap();
        let view = game().view(&position, Viewer::Seat(Seat::FIRST));
        view.convoy(convoy("HX-1")).place == Place::Removed
    })
    .unwrap();
    shares
        .get(&true)
        .map_or(0.0, |share| share.percent() / 100.0)
}

/// [7.4], [12.11]–[12.19] The chance to sight a convoy next turn, before movement is ended.
#[test]
fn the_chance_to_sight_is_that_of_the_rules() {
    for packs in [
        "1018",
        "1018 1019",
        "1017 1218 0918 1020",
        "1019 1119 0919 1121 0821",
    ] {
        let mut position = waters(packs).position(&[Step::UboatMovement(None)]);
        choose(&mut position, "done", &mut Chance::scripted([])).unwrap();
        let told = outlook(&position, "done");
        same(share(&told, "HX-1"), played(waters(packs)), packs);
    }
}

/// [6.3] The chance of a unit that is about to move is that of the sea as it will be.
#[test]
fn a_move_is_looked_at_before_it_is_made() {
    let mut position = waters("1013").position(&[Step::UboatMovement(None)]);
    choose(&mut position, "done", &mut Chance::scripted([])).unwrap();
    choose(
        &mut position,
        "unit 1013 pack6-1",
        &mut Chance::scripted([]),
    )
    .unwrap();
    let told = outlook(&position, "to 1018");
    same(share(&told, "HX-1"), played(waters("1018")), "to 1018");
    assert!(
        outlook(&position, "to 1012")
            .iter()
            .all(|one| one.label.starts_with("6 boats")),
        "behind the convoy nothing is sighted"
    );
}

/// [11.36] The risk from the air is that of the boats that will lie there.
#[test]
fn air_risk_counts_all_boats_of_the_hex() {
    let sea = || Sea::new().air(Base::Ulster, &[12, 12]);
    let at = hex("1033");
    let mut position = sea()
        .boats("1032", "pack6")
        .boats("1033", "pack6")
        .position(&[Step::UboatMovement(None)]);
    choose(&mut position, "done", &mut Chance::scripted([])).unwrap();
    choose(
        &mut position,
        "unit 1032 pack6-1",
        &mut Chance::scripted([]),
    )
    .unwrap();
    let told = share(&outlook(&position, "to 1033"), "12 boats in 1033");
    let found = sea()
        .boats("1033", "pack6 pack6")
        .position(&[Step::AirSearch]);
    let shares = odds(1_000_000, |chance| {
        let mut position = found.clone();
        choose(&mut position, "done", chance).unwrap();
        let view = game().view(&position, Viewer::Seat(Seat::FIRST));
        view.sightings().contains(at)
    })
    .unwrap();
    same(told, shares[&true].percent() / 100.0, "12 boats");
}

/// [6.13], [12.14], [11.32] A hex says who watches it and what reaches it.
#[test]
fn a_hex_explains_itself() {
    let position = Sea::new()
        .boats("1018", "pack6")
        .storm("1018 0918 0818")
        .air(Base::Ulster, &[20])
        .position(&[Step::UboatMovement(None)]);
    let view = game().view(&position, Viewer::Observer);
    let about = game().explain(view, "1018").join("\n");
    for part in [
        "Storm",
        "pay 2",
        "6 boats",
        "Watched from 1018",
        "No air group reaches",
    ] {
        assert!(about.contains(part), "{part} is not in: {about}");
    }
    assert!(game().explain(view, "1030").join(" ").contains("Ulster 1"));
    assert!(game().explain(view, "2540").join(" ").contains("outside"));
    assert!(game().explain(view, "Liverpool").is_empty());
}

/// [14.11], [14.6], [15.6] The story of a whole game adds up to its result.
#[test]
fn the_story_adds_up() {
    let game = crate::sea::shared_game();
    let mut bot = game.bot("doctrine", 1).unwrap();
    let mut played = Match::new(Arc::clone(&game), Setup::plain(Scenario::March), 11).unwrap();
    let mut choices = Vec::new();
    while !game.asked(played.position()).is_empty() {
        choices.clear();
        game.choices(played.position(), Seat::FIRST, &mut choices);
        let view = game.view(played.position(), Viewer::Seat(Seat::FIRST));
        let choice = bot.choose(view, &choices);
        played.choose(Seat::FIRST, &choice).unwrap();
    }
    let view = game.view(played.position(), Viewer::Observer);
    let story = game.story(view, played.events());
    let sum = |chart: usize, series: usize| -> f64 {
        story.charts[chart].series[series].values.iter().sum()
    };
    same(
        sum(0, 0),
        f64::from(view.points()) * 5.0,
        "thousands of tons",
    );
    let lost: f64 = (0..3).map(|series| sum(1, series)).sum();
    same(lost, f64::from(view.boats_sunk()), "boats lost");
    let last =
        |chart: usize, series: usize| *story.charts[chart].series[series].values.last().unwrap();
    same(last(2, 0), f64::from(view.points()), "ships that came");
    same(last(3, 0), f64::from(view.boats_sunk()), "boats that went");
    assert!(
        last(2, 1) > 0.0 && last(3, 1) > 0.0,
        "something was to be expected"
    );
    assert_eq!(story.charts[0].x.len(), 15);
    assert!(story.tracks.len() >= 15, "{}", story.tracks.len());
    for track in &story.tracks {
        for pair in track.points.windows(2) {
            assert_eq!(hex(&pair[0]).distance(hex(&pair[1])), 1, "{}", track.label);
        }
    }
}
