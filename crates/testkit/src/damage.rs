//! Files that somebody has changed: refused in words or played on, never a panic.

use crate::fault::Fault;
use crate::walk::{Walk, share_out};
use derbyhouse_kernel::play::PositionFile;
use derbyhouse_kernel::record::Record;
use derbyhouse_kernel::{Chance, Log, Match};
use derbyhouse_scene::Face;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What became of damaged positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Damaged {
    /// Changed in one place and loaded.
    pub tried: u64,
    /// Of these, refused.
    pub refused: u64,
    /// The rest, from which so many random steps were made.
    pub steps: u64,
}

/// A position is taken once in so many steps.
const SELDOM: u32 = 40;
/// From what loads so many steps are made.
const STEPS: usize = 60;

/// Changes positions and records of random games in one place each, every set-up its share, about that many times.
/// What the game takes for valid must play on.
pub fn damage<G: Face>(
    game: &Arc<G>,
    setups: &[G::Setup],
    tries: u64,
    seed: u64,
) -> Result<Damaged, Fault> {
    damage_every(SELDOM, game, setups, tries, seed)
}

/// The same with a position taken once in so many steps: for games of many thousands.
pub fn damage_every<G: Face>(
    every: u32,
    game: &Arc<G>,
    setups: &[G::Setup],
    tries: u64,
    seed: u64,
) -> Result<Damaged, Fault> {
    let mut damaged = Damaged::default();
    share_out(game, setups, tries, seed, |mut walk| {
        let before = damaged.tried;
        while walk.advance()? {
            if walk.sometimes(every) {
                walk.damage(&mut damaged)?;
                walk.damage_record(&mut damaged)?;
            }
        }
        Ok(damaged.tried - before)
    })?;
    Ok(damaged)
}

impl<G: Face> Walk<G> {
    fn damage(&mut self, damaged: &mut Damaged) -> Result<(), Fault> {
        let file = self.played.position_file();
        let Some(Ok(mut value)) = file.map(serde_json::to_value) else {
            return Ok(());
        };
        let place = change(&mut value["position"], &mut self.dice, "position");
        damaged.tried += 1;
        let seed = u64::from(self.dice.below(u32::MAX));
        let game = Arc::clone(&self.game);
        let played = catch_unwind(AssertUnwindSafe(|| play_on(&game, value, seed)));
        match played {
            Ok(None) => damaged.refused += 1,
            Ok(Some(steps)) => damaged.steps += steps as u64,
            Err(_) => {
                return Err(self.fault(format!("a changed position loads and panics: {place}")));
            }
        }
        Ok(())
    }
}

impl<G: Face> Walk<G> {
    fn damage_record(&mut self, damaged: &mut Damaged) -> Result<(), Fault> {
        let text = self.played.record().write(&self.game);
        let (text, place) = scribble(&text, &mut self.dice);
        damaged.tried += 1;
        let game = Arc::clone(&self.game);
        let replayed = catch_unwind(AssertUnwindSafe(|| {
            let record = Record::read(game.as_ref(), &text).ok()?;
            Match::replay(game, record).ok()
        }));
        match replayed {
            Ok(None) => damaged.refused += 1,
            Ok(Some(played)) => damaged.steps += played.moves().len() as u64,
            Err(_) => return Err(self.fault(format!("a changed record panics: {place}"))),
        }
        Ok(())
    }
}

/// Puts another character, or none, somewhere into a text, and says where.
fn scribble(text: &str, dice: &mut Chance) -> (String, String) {
    const PENS: [&str; 12] = [
        "",
        "0",
        "9",
        "é",
        " ",
        ":",
        "\n",
        "\0",
        "-",
        "99999999999",
        "{",
        "\"",
    ];
    let letters: Vec<char> = text.chars().collect();
    let place = dice.below(letters.len() as u32) as usize;
    let pen = PENS[dice.below(PENS.len() as u32) as usize];
    let before: String = letters[..place].iter().collect();
    let after: String = letters[place + 1..].iter().collect();
    let line = before.matches('\n').count() + 1;
    (
        format!("{before}{pen}{after}"),
        format!("line {line}, {:?} became {pen:?}", letters[place]),
    )
}

/// Loads a position file and plays some steps; `None` if it is refused.
fn play_on<G: Face>(game: &Arc<G>, file: Value, seed: u64) -> Option<usize> {
    let file: PositionFile<G::Position> = serde_json::from_value(file).ok()?;
    let loaded = Match::from_position(Arc::clone(game), file).ok()?;
    let mut position = loaded.position().clone();
    let (mut chance, mut log) = (Chance::seeded(seed), Log::on());
    let mut choices = Vec::new();
    for step in 0..STEPS {
        let Some(seat) = game.asked(&position).first() else {
            return Some(step);
        };
        choices.clear();
        game.choices(&position, seat, &mut choices);
        let view = game.view(&position, derbyhouse_kernel::Viewer::Seat(seat));
        if step == 0 {
            game.scene(view, game.decision(&position, seat).as_ref(), &choices);
        }
        if choices.is_empty() {
            return Some(step);
        }
        let choice = choices[chance.below(choices.len() as u32) as usize].clone();
        game.apply(&mut position, seat, &choice, &mut chance, &mut log)
            .ok()?;
    }
    Some(STEPS)
}

/// Changes one value somewhere below, and says which.
fn change(value: &mut Value, dice: &mut Chance, path: &str) -> String {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let index = dice.below(fields.len() as u32) as usize;
            let Some((key, inner)) = fields.iter_mut().nth(index) else {
                return path.to_owned();
            };
            let path = format!("{path}.{key}");
            change(inner, dice, &path)
        }
        Value::Array(items) if !items.is_empty() => {
            let index = dice.below(items.len() as u32) as usize;
            let path = format!("{path}[{index}]");
            match dice.below(8) {
                0 => {
                    items.remove(index);
                    format!("{path} removed")
                }
                1 => {
                    items.push(items[index].clone());
                    format!("{path} doubled")
                }
                _ => change(&mut items[index], dice, &path),
            }
        }
        leaf => {
            let before = leaf.to_string();
            *leaf = other(leaf, dice);
            format!("{path}: {before} became {leaf}")
        }
    }
}

fn other(leaf: &Value, dice: &mut Chance) -> Value {
    let few = i64::from(dice.below(5)) - 2;
    match (leaf, dice.below(10)) {
        (_, 0) => Value::Null,
        (Value::Number(_), 1) => (-1).into(),
        (Value::Number(_), 2) => 255.into(),
        (Value::Number(_), 3) => 65_535.into(),
        (Value::Number(number), _) => (number.as_i64().unwrap_or(0) + few).into(),
        (Value::Bool(yes), _) => (!yes).into(),
        (Value::String(text), 1..5) => format!("{text}0").into(),
        (Value::String(text), _) => {
            let digit = char::from(b'0' + dice.below(10) as u8);
            let place = dice.below(text.chars().count().max(1) as u32) as usize;
            let changed = text.chars().enumerate();
            let changed = changed.map(|(i, c)| if i == place { digit } else { c });
            changed.collect::<String>().into()
        }
        _ => 1.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    #[test]
    fn the_toy_survives_what_people_do_to_its_files() {
        let game = Arc::new(Toy::new());
        let damaged = damage(&game, &game.all_setups(), 2000, 3).unwrap();
        assert!(damaged.refused > 500 && damaged.steps > 500, "{damaged:?}");
    }
}
