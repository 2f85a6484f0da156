//! Every question and every answer is put in a person's words.

use crate::game;
use derbyhouse_kernel::{Chance, Game, Log, Viewer};
use derbyhouse_scene::{Face, Prompt};
use std::collections::{BTreeMap, BTreeSet};

/// What reads the same in a record and on a screen.
const SAME: [&str; 2] = ["to", "turn"];

/// Each kind of question is looked at so often.
const LOOKS: u32 = 40;

/// Random admirals are never asked in the words of a record: no question without its sentence, no answer that is only its
/// spelling.
#[test]
fn nobody_is_asked_in_the_words_of_a_record() {
    let game = game();
    let mut bare = BTreeSet::new();
    let mut looked: BTreeMap<&str, u32> = BTreeMap::new();
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
            let decision = game.decision(&position, seat).unwrap();
            let looks = looked.entry(decision.question).or_default();
            *looks += 1;
            if *looks < LOOKS {
                let view = game.view(&position, Viewer::Seat(seat));
                let scene = game.scene(view, Some(&decision), &choices);
                bare.extend(in_words_of_a_record(&scene.prompt.unwrap()));
            }
            let choice = choices[pick.below(choices.len() as u32) as usize];
            game.apply(&mut position, seat, &choice, &mut chance, &mut log)
                .unwrap();
        }
    }
    assert_eq!(bare, BTreeSet::new());
}

fn in_words_of_a_record(prompt: &Prompt) -> Vec<String> {
    let mut bare = Vec::new();
    if prompt.text.starts_with("Decide ") {
        bare.push(prompt.text.clone());
    }
    for offer in &prompt.offers {
        let first = offer.choice.split(' ').next().unwrap_or_default();
        let same = offer.label.to_lowercase() == offer.choice;
        if same && offer.choice.contains(' ') && !SAME.contains(&first) {
            bare.push(first.to_owned());
        }
    }
    bare
}
