//! Records: a game as text that replays to the same position, always.
//!
//! ```text
//! derbyhouse record 1
//! game: wolfpack-1974
//! version: 0.1.0
//! tables: 5f2c…
//! setup: {"scenario":"mar","options":[],…}
//! seed: 1943
//!
//! # a comment
//! command: unit pack6
//! command: at 0817
//! …
//! end: 9d41…
//! ```
//! A head of `key: value` lines, an empty line, then one choice a line, with the seat that made it. `resign` stands
//! for giving up. The last line, if it is there, is the hash of the position reached. Empty lines and lines that begin
//! with `#` say nothing. A match that went on from a position file has `position:` (the file's JSON) instead of
//! `setup:` and `seed:`.

use crate::game::Game;
use crate::play::{Act, Move, Opening};
use crate::seat::Seat;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// First line of every record.
const TITLE: &str = "derbyhouse record 1";
/// The choice that gives up.
const RESIGN: &str = "resign";

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct RecordError {
    /// Counted from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub what: String,
}

impl RecordError {
    fn at(line: usize, what: impl Into<String>) -> Self {
        Self {
            line,
            what: what.into(),
        }
    }
}

/// The part of a record that says which game can read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Id of the game.
    pub game: String,
    /// Version of the program that wrote it.
    pub version: String,
    /// Fingerprint of the tables it was played with.
    pub tables: String,
}

/// A game as it was played.
pub struct Record<G: Game> {
    /// Which game, version and tables.
    pub head: Head,
    /// How it began.
    pub opening: Opening<G>,
    /// What was chosen.
    pub moves: Vec<Move<G>>,
    /// Line of each move, for messages.
    pub lines: Vec<usize>,
    /// Hash of the position reached, if the record has one.
    pub end: Option<String>,
}

/// The hash that records and golden files hold: of the position's JSON.
pub fn hash<G: Game>(position: &G::Position) -> String {
    let json = serde_json::to_vec(position).unwrap_or_default();
    fingerprint(&json)
}

/// The first 128 bits of the SHA-256 of some bytes, as hex digits.
pub fn fingerprint(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(32);
    for byte in &Sha256::digest(bytes)[..16] {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A line of the text with its number.
type Line<'t> = (usize, &'t str);

/// Reads the head alone: enough to find the game.
pub fn read_head(text: &str) -> Result<Head, RecordError> {
    Ok(head(&mut lines(text))?.0)
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim()))
}

fn field<'t>((line, text): Line<'t>, key: &str) -> Result<&'t str, RecordError> {
    match text.split_once(':') {
        Some((k, value)) if k.trim() == key => Ok(value.trim()),
        _ => Err(RecordError::at(
            line,
            format!("“{key}: …” is expected here, not “{}”", shortened(text)),
        )),
    }
}

/// A text cut down to what fits into a message.
fn shortened(text: &str) -> String {
    if text.chars().count() > 60 {
        text.chars().take(60).chain(['…']).collect()
    } else {
        text.to_owned()
    }
}

fn head<'t>(lines: &mut impl Iterator<Item = Line<'t>>) -> Result<(Head, Line<'t>), RecordError> {
    let mut last = 0;
    let mut next = || {
        let line = lines.find(|(_, text)| !text.starts_with('#'));
        last = line.map_or(last, |(n, _)| n);
        line.ok_or_else(|| RecordError::at(last + 1, "the record ends in its head"))
    };
    let title = next()?;
    if title.1 != TITLE {
        let what = format!(
            "a record begins with “{TITLE}”, not with “{}”",
            shortened(title.1)
        );
        return Err(RecordError::at(title.0, what));
    }
    let game = field(next()?, "game")?.to_owned();
    let version = field(next()?, "version")?.to_owned();
    let tables = field(next()?, "tables")?.to_owned();
    Ok((
        Head {
            game,
            version,
            tables,
        },
        next()?,
    ))
}

impl<G: Game> Record<G> {
    /// Reads a record; the game is needed for the words of its choices.
    pub fn read(game: &G, text: &str) -> Result<Self, RecordError> {
        let mut lines = lines(text);
        let (head, first) = head(&mut lines)?;
        if head.game != game.id() {
            return Err(RecordError::at(
                2,
                format!("this is a record of {}, not of {}", head.game, game.id()),
            ));
        }
        let json = |line: usize, e: serde_json::Error| RecordError::at(line, format!("{e}"));
        let opening = if first.1.starts_with("position") {
            let file =
                serde_json::from_str(field(first, "position")?).map_err(|e| json(first.0, e))?;
            Opening::Position(Box::new(file))
        } else {
            let setup =
                serde_json::from_str(field(first, "setup")?).map_err(|e| json(first.0, e))?;
            let next = lines
                .next()
                .ok_or_else(|| RecordError::at(first.0 + 1, "“seed: …” is expected here"))?;
            let seed = field(next, "seed")?.parse().map_err(|_| {
                RecordError::at(
                    next.0,
                    "a seed is a whole number from 0 to 18446744073709551615",
                )
            })?;
            Opening::Setup { setup, seed }
        };
        let mut record = Self {
            head,
            opening,
            moves: Vec::new(),
            lines: Vec::new(),
            end: None,
        };
        for (number, line) in lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#')) {
            if record.end.is_some() {
                return Err(RecordError::at(
                    number,
                    "nothing may follow the “end:” line",
                ));
            }
            let (who, what) = line.split_once(':').ok_or_else(|| {
                RecordError::at(
                    number,
                    format!("“seat: choice” is expected, not “{}”", shortened(line)),
                )
            })?;
            let (who, what) = (who.trim(), what.trim());
            if who == "end" {
                record.end = Some(what.to_owned());
                continue;
            }
            record
                .moves
                .push(read_move(game, who, what).map_err(|what| RecordError::at(number, what))?);
            record.lines.push(number);
        }
        Ok(record)
    }

    /// Writes it.
    pub fn write(&self, game: &G) -> String {
        let mut text = format!(
            "{TITLE}\ngame: {}\nversion: {}\ntables: {}\n",
            self.head.game, self.head.version, self.head.tables
        );
        // Plain data always has a JSON form.
        match &self.opening {
            Opening::Setup { setup, seed } => {
                let _ = writeln!(
                    text,
                    "setup: {}\nseed: {seed}",
                    serde_json::to_string(setup).unwrap_or_default()
                );
            }
            Opening::Position(file) => {
                let _ = writeln!(
                    text,
                    "position: {}",
                    serde_json::to_string(file).unwrap_or_default()
                );
            }
        }
        text.push('\n');
        for Move { seat, act } in &self.moves {
            let who = game.seats()[seat.index()];
            let _ = match act {
                Act::Choice(choice) => writeln!(text, "{who}: {choice}"),
                Act::Resign => writeln!(text, "{who}: {RESIGN}"),
            };
        }
        if let Some(end) = &self.end {
            let _ = writeln!(text, "end: {end}");
        }
        text
    }
}

fn read_move<G: Game>(game: &G, who: &str, what: &str) -> Result<Move<G>, String> {
    let seat = game
        .seats()
        .iter()
        .position(|name| *name == who)
        .and_then(Seat::new)
        .ok_or_else(|| {
            format!(
                "there is no seat “{}”: it is one of {}",
                shortened(who),
                game.seats().join(", ")
            )
        })?;
    let act = if what == RESIGN {
        Act::Resign
    } else {
        Act::Choice(
            what.parse()
                .map_err(|e: <G::Choice as std::str::FromStr>::Err| e.to_string())?,
        )
    };
    Ok(Move { seat, act })
}
