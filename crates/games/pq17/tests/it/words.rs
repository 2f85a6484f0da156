//! Every question and every answer is put in a person's words.

use crate::game;
use derbyhouse_kernel::{Chance, Game, Log, Viewer};
use derbyhouse_scene::Face;
use std::collections::BTreeSet;

/// Random admirals are never asked in the words of a record: no question without its sentence, no answer that is only its
/// spelling.
#[test]
fn nobody_is_asked_in_the_words_of_a_record() {
    let game = game();
    let mut bare = BTreeSet::new();
    for (setup, seed) in game.all_setups().iter().zip(1..) {
        let (mut chance, mut log, mut pick) =
            (Chance::seeded(seed), Log::off(), Chance::seeded(seed + 100));
        let mut position = game.start(setup, &mut chance, &mut log).unwrap();
        for _ in 0..2500 {
            let Some(seat) = game.asked(&position).first() else {
                break;
            };
            let mut choices = Vec::new();
            game.choices(&position, seat, &mut choices);
            let decision = game.decision(&position, seat);
            let view = game.view(&position, Viewer::Seat(seat));
            let prompt = game
                .scene(view, decision.as_ref(), &choices)
                .prompt
                .unwrap();
            if prompt.text.starts_with("Decide ") {
                bare.insert(prompt.text);
            }
            for offer in &prompt.offers {
                if offer.label.to_lowercase() == offer.choice && offer.choice.contains(' ') {
                    bare.insert(offer.choice.split(' ').next().unwrap().to_owned());
                }
            }
            let choice = choices[pick.below(choices.len() as u32) as usize];
            game.apply(&mut position, seat, &choice, &mut chance, &mut log)
                .unwrap();
        }
    }
    assert_eq!(bare, BTreeSet::new());
}
