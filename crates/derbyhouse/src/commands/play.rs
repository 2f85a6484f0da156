//! `play`: the terminal table.

use crate::files::{read_text, write_whole};
use crate::house::{House, adviser, any_seed, bots_by_seat};
use crate::terminal::{Lines, Session, Setting, Style, terminal_width};
use crate::text::counted;
use crate::trouble::{Exit, Trouble};
use clap::Args;
use derbyhouse_catalog::{AnyGame, AnyMatch};
use derbyhouse_kernel::play::LoadError;
use derbyhouse_kernel::record::read_head;
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The game that opens when nobody says which.
const FIRST_GAME: &str = "wolfpack-1974";

/// Plays a game in the terminal. Type help there.
///
/// Answers may also be piped in, one a line; the exit code is then 2 if any of them could not be used.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The game; without it, wolfpack-1974, or the one of the file that is loaded.
    game: Option<String>,
    /// How it starts.
    #[arg(long, value_name = "S", conflicts_with = "load")]
    scenario: Option<String>,
    /// An optional rule to turn on, or off with no- before it. May be repeated.
    #[arg(long = "option", value_name = "O", conflicts_with = "load")]
    options: Vec<String>,
    /// Seed of the dice; without it, a new one each time.
    #[arg(long, value_name = "N", conflicts_with = "load")]
    seed: Option<u64>,
    /// Goes on with a saved game: a record or a position file.
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// A computer player in one of the seats. May be repeated.
    #[arg(long = "bot", value_name = "SEAT=NAME")]
    bots: Vec<String>,
    /// Columns to draw in; without it, those of the terminal.
    #[arg(long, value_name = "N")]
    width: Option<usize>,
}

pub fn run(house: &House, args: &PlayArgs, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let id = match (&args.game, &args.load) {
        (Some(id), _) => id.clone(),
        (None, Some(file)) => game_of(file)?,
        (None, None) => FIRST_GAME.to_owned(),
    };
    let game = house.open(&id)?;
    let info = game.info();
    let bots = bots_by_seat(&info, &args.bots)?;
    let (table, begun) = match &args.load {
        Some(file) => {
            let table = load_match(game.as_ref(), file)?;
            let begun = format!("goes on after {}", counted(table.moves(), "choice"));
            (table, begun)
        }
        None => {
            let seed = args.seed.unwrap_or_else(any_seed);
            let setup = game.setup(args.scenario.as_deref(), &args.options)?;
            (game.start(&setup, seed)?, format!("seed {seed}"))
        }
    };
    let title = table.scene(derbyhouse_kernel::Viewer::Observer).title;
    writeln!(out, "{title} · {begun} · help tells what you can type")?;
    let setting = Setting {
        adviser: adviser(&info).to_owned(),
        bots,
        width: args.width.unwrap_or_else(terminal_width),
        style: Style::of_stdout(),
        game,
        table,
    };
    Session::new(setting, Lines::of_stdin(), out).run()
}

fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Which game a saved file is of.
fn game_of(file: &Path) -> Result<String, Trouble> {
    let text = read_text(file)?;
    let about = |why: String| Trouble::new(format!("{}: {why}", file.display()));
    if !is_json(&text) {
        return read_head(&text)
            .map(|head| head.game)
            .map_err(|why| about(why.to_string()));
    }
    let value: Value = serde_json::from_str(&text)
        .map_err(|why| about(format!("it is neither a record nor a position file: {why}")))?;
    let game = value.get("game").and_then(Value::as_str);
    game.map(str::to_owned)
        .ok_or_else(|| about("it does not say which game it is of".into()))
}

/// Loads a record or a position file.
pub fn load_match(game: &dyn AnyGame, file: &Path) -> Result<Box<dyn AnyMatch>, Trouble> {
    let text = read_text(file)?;
    let loaded = if is_json(&text) {
        game.load_position(&text)
    } else {
        game.load_record(&text)
    };
    loaded.map_err(|why: LoadError| Trouble::new(format!("{}: {why}", file.display())))
}

/// Keeps a match: its record, or its position alone.
pub fn save_match(table: &dyn AnyMatch, file: &Path, position: bool) -> Result<(), Trouble> {
    let text = match position {
        true => table.position_file(),
        false => Some(table.record()),
    };
    let text = text.ok_or_else(|| Trouble::new("no file can hold this position"))?;
    write_whole(file, text.as_bytes())
}
