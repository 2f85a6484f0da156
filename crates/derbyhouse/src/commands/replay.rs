//! `replay`: a record again, to its end or to any moment.

use super::print_json;
use crate::files::read_text;
use crate::house::{House, seat_index};
use crate::terminal::{Style, draw, log_text, result_text, terminal_width};
use crate::text::counted;
use crate::trouble::{Exit, Trouble};
use clap::Args;
use derbyhouse_catalog::{AnyGame, AnyMatch};
use derbyhouse_kernel::play::LoadError;
use derbyhouse_kernel::record::read_head;
use derbyhouse_kernel::{Seat, Viewer};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Replays a record, verifies it, and prints its log or its position at any moment.
///
/// Exit code 1 if a choice was not legal or the end is not the one that was written down.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// The record: a saved game.
    file: PathBuf,
    /// Goes to the moment after that many choices, not to the end.
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Prints what happened, with the number of each choice.
    #[arg(long)]
    log: bool,
    /// Prints the position as a file that plays on (play --load).
    #[arg(long, conflicts_with = "log")]
    position: bool,
    /// Draws the map at that moment.
    #[arg(long, conflicts_with_all = ["position", "json"])]
    map: bool,
    /// Whose log it is: a seat, or observer. Without it, the player's own in a game for one.
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// For machines.
    #[arg(long)]
    json: bool,
}

pub fn run(house: &House, args: &ReplayArgs, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let text = read_text(&args.file)?;
    let head = read_head(&text).map_err(|why| not_a_record(&args.file, &text, &why.to_string()))?;
    let game = house
        .open(&head.game)
        .map_err(|why| Trouble::new(format!("{}: {}", args.file.display(), why.message())))?;
    let whole = game
        .load_record(&text)
        .map_err(|why| explain(&args.file, &why))?;
    let sealed = text
        .lines()
        .any(|line| line.trim_start().starts_with("end:"));
    let viewer = viewer(game.as_ref(), args.seat.as_deref())?;
    let moves = whole.moves();
    let table = match args.at {
        None => whole,
        Some(at) => whole.at(at).ok_or_else(|| {
            Trouble::new(format!(
                "--at {at}: the record has {}",
                counted(moves, "choice")
            ))
        })?,
    };
    if args.json {
        print_json(out, &as_json(args, table.as_ref(), viewer, moves, sealed))?;
    } else if args.position {
        let position = table.position_file();
        let position = position.ok_or_else(|| Trouble::new("no file can hold this position"))?;
        write!(out, "{position}")?;
    } else {
        if args.log {
            write!(
                out,
                "{}",
                log_text(&table.log(viewer, 0), Style::PLAIN, true)
            )?;
            writeln!(out)?;
        }
        if args.map {
            let style = Style::of_stdout();
            let scene = table.scene(viewer);
            write!(
                out,
                "{}",
                draw(&game.board(), &scene, None, terminal_width(), style)
            )?;
        }
        summary(game.as_ref(), table.as_ref(), viewer, moves, sealed, out)?;
    }
    Ok(Exit::Fine)
}

fn not_a_record(file: &Path, text: &str, why: &str) -> Trouble {
    let trouble = Trouble::new(format!("{}: {why}", file.display()));
    if text.trim_start().starts_with('{') {
        trouble.hint("if it is a position file, `derbyhouse play --load FILE` goes on from it")
    } else {
        trouble
    }
}

/// A record that cannot be read is bad input; one that can be read and does not hold has failed.
fn explain(file: &Path, why: &LoadError) -> Trouble {
    let message = format!("{}: {why}", file.display());
    match why {
        LoadError::Move { .. } | LoadError::End { .. } => Trouble::failed(message),
        _ => Trouble::new(message),
    }
}

fn viewer(game: &dyn AnyGame, seat: Option<&str>) -> Result<Viewer, Trouble> {
    let info = game.info();
    let index = match seat {
        None if info.seats.len() == 1 => 0,
        None | Some("observer") => return Ok(Viewer::Observer),
        Some(name) => seat_index(&info, name)?,
    };
    Ok(Seat::new(index).map_or(Viewer::Observer, Viewer::Seat))
}

fn summary(
    game: &dyn AnyGame,
    table: &dyn AnyMatch,
    viewer: Viewer,
    moves: usize,
    sealed: bool,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let scene = table.scene(viewer);
    writeln!(out, "{}", scene.title)?;
    let what = if sealed {
        "the end is as recorded"
    } else {
        "the record does not say where it ends"
    };
    writeln!(out, "{} replayed; {what}", counted(moves, "choice"))?;
    let clock = &scene.clock;
    let at = if table.moves() == moves {
        "at the end".to_owned()
    } else {
        format!("after choice {}", table.moves())
    };
    writeln!(out, "{at}: turn {}, {}", clock.turn, clock.phase)?;
    for fact in &scene.facts {
        writeln!(out, "  {}: {}", fact.label, fact.value)?;
    }
    if let Some(ended) = table.outcome() {
        write!(
            out,
            "{}",
            result_text(&game.info(), &ended, &table.figures(), Style::PLAIN)
        )?;
    }
    writeln!(out, "position {}", table.hash())?;
    Ok(())
}

fn as_json(
    args: &ReplayArgs,
    table: &dyn AnyMatch,
    viewer: Viewer,
    moves: usize,
    sealed: bool,
) -> Value {
    let mut value = json!({
        "game": table.game(), "moves": moves, "at": table.moves(), "verified": true, "end_recorded": sealed,
        "hash": table.hash(), "outcome": table.outcome(),
    });
    if args.log {
        value["log"] = json!(table.log(viewer, 0));
    }
    if args.position {
        let position = table
            .position_file()
            .and_then(|text| serde_json::from_str(&text).ok());
        value["position"] = position.unwrap_or(Value::Null);
    }
    value
}
