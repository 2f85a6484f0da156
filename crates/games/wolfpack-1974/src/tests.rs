//! Tests that must look behind the gate.

use crate::choice::Choice;
use crate::position::{Contact, Place, Position};
use crate::units::{Bound, ConvoyId, Scenario};
use crate::{Setup, Wolfpack};
use derbyhouse_kernel::{Bot, Chance, Game, Log, Seat, Viewer};
use derbyhouse_scene::Face;

/// One step of a game as the player sees it, to the byte.
fn look(
    game: &Wolfpack,
    position: &Position,
    choices: &[Choice],
    log: &Log<crate::Event>,
) -> String {
    let view = game.view(position, Viewer::Seat(Seat::FIRST));
    let decision = game.decision(position, Seat::FIRST);
    let scene = game.scene(view, decision.as_ref(), choices);
    let lines: Vec<_> = log
        .events()
        .iter()
        .map(|event| game.line(Viewer::Observer, event))
        .collect();
    let choices: Vec<String> = choices.iter().map(ToString::to_string).collect();
    serde_json::to_string(&(scene, choices, lines)).unwrap()
}

/// Exchanges the escorts of convoys that this game never brings to light, one step round within each direction.
fn exchange(game: &Wolfpack, position: &mut Position, end: &Position) -> bool {
    let before = position.escorts;
    for bound in Bound::ALL {
        let unseen: Vec<ConvoyId> = ConvoyId::all()
            .filter(|id| game.tables().convoy(*id).bound == bound)
            .filter(|id| {
                end.convoy(*id).contact == Contact::Hidden
                    && end.convoy(*id).place != Place::Removed
            })
            .collect();
        for pair in unseen.windows(2) {
            position.escorts.swap(pair[0].index(), pair[1].index());
        }
    }
    position.escorts != before
}

/// A convoy that arrives unsighted stays secret [15.6], and nothing before the end tells a dummy from a carrier
/// [7.1], [9.52], [15.5]: two whole games that differ only in escorts that are never seen are the same to the byte,
/// in scenes, choices and logs, up to the end.
#[test]
fn whole_games_do_not_betray_what_is_never_seen() {
    let game = Wolfpack::new(&[]).unwrap();
    let mut different = 0;
    for (seed, scenario) in (0..24).zip(Scenario::ALL.into_iter().cycle()) {
        let mut bot = crate::bot::Doctrine::new(crate::bot::Habits::DOCTRINE);
        let (setup, mut chance, mut log) =
            (Setup::plain(scenario), Chance::seeded(seed), Log::on());
        let mut position = game.start(&setup, &mut chance, &mut log).unwrap();
        let mut choices = Vec::new();
        // Set-up, then the whole game with its script of choices and its looks.
        let mut first = None;
        let (mut script, mut looks) = (Vec::new(), Vec::new());
        while !game.asked(&position).is_empty() {
            choices.clear();
            game.choices(&position, Seat::FIRST, &mut choices);
            if position.turn > 0 {
                first.get_or_insert_with(|| (position.clone(), chance.state().unwrap()));
                looks.push(look(&game, &position, &choices, &log));
            }
            let choice = bot.choose(game.view(&position, Viewer::Seat(Seat::FIRST)), &choices);
            if position.turn > 0 {
                script.push(choice);
            }
            log = Log::on();
            game.apply(&mut position, Seat::FIRST, &choice, &mut chance, &mut log)
                .unwrap();
        }
        let (mut twin, state) = first.unwrap();
        different += u32::from(exchange(&game, &mut twin, &position));
        let (mut chance, mut log) = (Chance::from_state(state), Log::on());
        for (number, (choice, seen)) in script.iter().zip(&looks).enumerate() {
            choices.clear();
            game.choices(&twin, Seat::FIRST, &mut choices);
            if number > 0 {
                assert_eq!(
                    look(&game, &twin, &choices, &log),
                    *seen,
                    "seed {seed}, choice {number}"
                );
            }
            log = Log::on();
            game.apply(&mut twin, Seat::FIRST, choice, &mut chance, &mut log)
                .unwrap();
        }
        assert_eq!(twin.net(game.tables()), position.net(game.tables()));
    }
    assert!(
        different >= 20,
        "only {different} games had anything to exchange"
    );
}

/// A position file does not show the escorts to somebody who reads it [15.5].
#[test]
fn a_saved_position_keeps_its_secret_from_the_eye() {
    let game = Wolfpack::new(&[]).unwrap();
    let mut chance = Chance::seeded(3);
    let mut position = game
        .start(&Setup::plain(Scenario::May), &mut chance, &mut Log::off())
        .unwrap();
    position.escorts = [crate::units::EscortKind::Cve; 20];
    let text = serde_json::to_string(&position).unwrap();
    assert!(!text.contains("CVE") && !text.contains("DUMMY"), "{text}");
    assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), position);
}

/// One position is small, so that a search can hold many.
#[test]
fn a_position_is_under_sixteen_kibibytes() {
    assert!(
        size_of::<Position>() < 16 * 1024,
        "{}",
        size_of::<Position>()
    );
}
