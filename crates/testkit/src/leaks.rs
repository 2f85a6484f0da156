//! What a viewer may not know must not show.

use crate::fault::Fault;
use crate::scenes::{scene_of, viewers};
use crate::walk::{Walk, share_out};
use derbyhouse_kernel::{Chance, Log, Seat, Viewer};
use derbyhouse_scene::{Face, Line};
use serde::Serialize;
use std::sync::Arc;

/// How much was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// Pairs of positions compared.
    pub compared: u64,
    /// Pairs of which the hidden part really differed.
    pub different: u64,
    /// Those of them that a seat looked at, not a watcher.
    pub seated: u64,
    /// Pairs besides in which what is hidden was somewhere else.
    pub recast: u64,
    /// Pairs from which the same choice was made, and the logs compared.
    pub stepped: u64,
}

/// A position is looked at once in so many steps.
const SELDOM: u32 = 20;

/// Plays random games until about that many pairs are compared, every set-up its share and every game to its end: at a
/// position, for each viewer, everything hidden is dealt anew. The scene, the decision, the choices, who is asked, and the log
/// of a step in which nothing comes to light must be the same to the byte.
pub fn leaks<G: Face>(
    game: &Arc<G>,
    setups: &[G::Setup],
    pairs: u64,
    seed: u64,
) -> Result<Looks, Fault> {
    leaks_every(SELDOM, game, setups, pairs, seed)
}

/// The same with a look once in so many steps: for games of many thousands.
pub fn leaks_every<G: Face>(
    every: u32,
    game: &Arc<G>,
    setups: &[G::Setup],
    pairs: u64,
    seed: u64,
) -> Result<Looks, Fault> {
    let mut looks = Looks::default();
    share_out(game, setups, pairs, seed, |walk| {
        let before = looks.compared;
        look_through(every, walk, &mut looks)?;
        Ok(looks.compared - before)
    })?;
    Ok(looks)
}

/// A whole game, looked at by everybody now and then.
fn look_through<G: Face>(every: u32, mut walk: Walk<G>, looks: &mut Looks) -> Result<(), Fault> {
    loop {
        if walk.sometimes(every) {
            for viewer in viewers(walk.game.as_ref()) {
                walk.compare(viewer, looks)?;
            }
        }
        if !walk.advance()? {
            return Ok(());
        }
    }
}

/// Of spaces to be explained and answers to be looked at ahead, so many are tried.
const SAMPLE: usize = 2;

/// Some of many, spread over all of them.
fn sample<T>(all: &[T]) -> impl Iterator<Item = &T> {
    all.iter().step_by(all.len().div_ceil(SAMPLE).max(1))
}

/// All that a viewer gets to see, as text. The answers are texts of the same choices for both of a pair.
fn look<G: Face>(
    game: &G,
    position: &G::Position,
    events: &[(usize, G::Event)],
    viewer: Viewer,
) -> [String; 7] {
    let (mut decision, mut choices) = (None, Vec::new());
    if let Viewer::Seat(seat) = viewer {
        decision = game.decision(position, seat);
        game.choices(position, seat, &mut choices);
    }
    let scene = scene_of(game, position, viewer);
    let view = game.view(position, viewer);
    let spaces = sample(&scene.pieces).flat_map(|piece| game.explain(view, &piece.space));
    let ahead = sample(&choices).flat_map(|choice| game.outlook(view, choice));
    [
        text(&scene),
        text(&decision),
        choices.iter().map(|c| format!("{c}\n")).collect(),
        text(&spaces.collect::<Vec<_>>()),
        text(&ahead.collect::<Vec<_>>()),
        text(&game.story(view, events)),
        game.asked(position)
            .iter()
            .map(|seat| format!("{seat:?} "))
            .collect(),
    ]
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A step from a position, and what a viewer reads of it; `None` if it says nothing about leaks.
struct Step<G: Face> {
    position: G::Position,
    lines: Vec<Line>,
    drawn: u64,
    revealed: bool,
}

impl<G: Face> Walk<G> {
    fn compare(&mut self, viewer: Viewer, looks: &mut Looks) -> Result<(), Fault> {
        let other = self
            .game
            .resample(self.played.position(), viewer, &mut self.dice);
        self.game.audit(None, &[], &other).map_err(|broken| {
            self.fault(format!("dealt anew, an invariant is broken: {}", broken.0))
        })?;
        looks.compared += 1;
        if other != *self.played.position() {
            looks.different += 1;
            looks.seated += u64::from(matches!(viewer, Viewer::Seat(_)));
            self.same_look(self.played.position(), &other, viewer)?;
            self.same_step(&other, viewer, looks)?;
        }
        self.compare_recast(viewer, looks)
    }

    /// The same with a position that may go on differently; from it only the viewer himself makes the same choice.
    fn compare_recast(&mut self, viewer: Viewer, looks: &mut Looks) -> Result<(), Fault> {
        let here = self.played.position();
        let Some(other) = self.game.recast(here, viewer, &mut self.dice) else {
            return Ok(());
        };
        looks.recast += 1;
        self.same_look(self.played.position(), &other, viewer)?;
        let asked = self.game.asked(self.played.position());
        if asked.iter().any(|seat| viewer != Viewer::Seat(seat)) {
            return Ok(());
        }
        self.same_step(&other, viewer, looks)
    }

    fn same_look(
        &self,
        one: &G::Position,
        other: &G::Position,
        viewer: Viewer,
    ) -> Result<(), Fault> {
        let (game, events) = (self.game.as_ref(), self.played.events());
        let one = look(game, one, events, viewer);
        let other = look(game, other, events, viewer);
        for (what, (one, other)) in [
            "the scene depends",
            "the decision depends",
            "the choices depend",
            "what is said of a space depends",
            "what is said of an answer depends",
            "the story depends",
            "who is asked depends",
        ]
        .iter()
        .zip(one.iter().zip(&other))
        {
            if one != other {
                let (one, other) = first_difference(one, other);
                return Err(self.fault(format!(
                    "to {viewer:?} {what} on what is hidden: “{one}” against “{other}”"
                )));
            }
        }
        Ok(())
    }

    /// Makes the same random choice from both with the same dice.
    fn same_step(
        &mut self,
        other: &G::Position,
        viewer: Viewer,
        looks: &mut Looks,
    ) -> Result<(), Fault> {
        let Some((seat, choice)) = self.pick()? else {
            return Ok(());
        };
        let seed = u64::from(self.dice.below(u32::MAX));
        let one = self.try_step(self.played.position(), seat, &choice, viewer, seed);
        let two = self.try_step(other, seat, &choice, viewer, seed);
        let (Some(one), Some(two)) = (one, two) else {
            // Somebody else's choice may well depend on what this viewer does not know.
            return self.hold(
                viewer != Viewer::Seat(seat),
                "a choice is legal or not by what is hidden",
            );
        };
        // What comes to light may differ, and so may all dice after one that only one of the two rolled.
        if one.revealed || two.revealed || one.drawn != two.drawn {
            return Ok(());
        }
        // After the end everything lies open.
        if [&one, &two].map(|step| self.game.outcome(&step.position).is_some()) != [false; 2] {
            return Ok(());
        }
        looks.stepped += 1;
        if one.lines != two.lines {
            return Err(self.fault(format!(
                "the log of {viewer:?} after “{choice}” depends on what is hidden: {:?} against {:?}",
                one.lines, two.lines
            )));
        }
        self.same_look(&one.position, &two.position, viewer)
    }

    fn try_step(
        &self,
        position: &G::Position,
        seat: Seat,
        choice: &G::Choice,
        viewer: Viewer,
        seed: u64,
    ) -> Option<Step<G>> {
        let (mut chance, mut log) = (Chance::seeded(seed), Log::on());
        let mut position = position.clone();
        self.game
            .apply(&mut position, seat, choice, &mut chance, &mut log)
            .ok()?;
        let lines = log.events().iter();
        Some(Step {
            lines: lines
                .filter_map(|event| self.game.line(viewer, event))
                .collect(),
            drawn: chance.drawn(),
            revealed: log.revealed(),
            position,
        })
    }
}

/// The neighbourhood of the first difference of two texts.
fn first_difference<'t>(one: &'t str, other: &'t str) -> (&'t str, &'t str) {
    let at = one
        .bytes()
        .zip(other.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let around = |text: &'t str| {
        let from = text.floor_char_boundary(at.saturating_sub(60));
        let to = text.ceil_char_boundary((at + 60).min(text.len()));
        &text[from..to]
    };
    (around(one), around(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    #[test]
    fn the_toy_keeps_its_cards_to_itself() {
        let game = Arc::new(Toy::new());
        let looks = leaks(&game, &game.all_setups(), 3000, 5).unwrap();
        assert!(
            looks.compared >= 3000 && looks.different > 2000,
            "{looks:?}"
        );
        assert!(looks.stepped > 500, "{looks:?}");
    }
}
