//! `tables`: the numbers of a game, and where each comes from.

use super::print_json;
use crate::files::write_whole;
use crate::house::{House, open_with};
use crate::text::{columns, counted, wrapped};
use crate::trouble::{Exit, Trouble};
use clap::Args;
use derbyhouse_catalog::AnyGame;
use derbyhouse_tables::{Provenance, Source};
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Lists the tables of a game with where each comes from; prints one; or checks a folder of replacements.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  derbyhouse tables wolfpack-1974\n  derbyhouse tables wolfpack-1974 \
    table.air_search\n  derbyhouse tables wolfpack-1974 --write mine    (then change what you know better)\n  \
    derbyhouse tables wolfpack-1974 mine            (checks it; play with --tables mine)"
)]
pub struct TablesArgs {
    /// The game, such as wolfpack-1974.
    game: String,
    /// A folder of replacements to be checked, a table to be printed, or both.
    #[arg(value_name = "DIR|TABLE", num_args = 0..=2)]
    what: Vec<String>,
    /// Writes the tables into a folder, to be changed there. Nothing that is there already is touched.
    #[arg(long, value_name = "DIR", conflicts_with = "what")]
    write: Option<PathBuf>,
    /// For machines.
    #[arg(long)]
    json: bool,
}

pub fn run(house: &House, args: &TablesArgs, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let (dir, name) = sort_out(&args.what)?;
    let dir = dir.as_deref().or(house.tables.as_deref());
    let game = open_with(&args.game, dir)?;
    if let Some(folder) = &args.write {
        return write_tables(game.as_ref(), folder, out);
    }
    if let Some(name) = name {
        return print_table(game.as_ref(), &name, args.json, out);
    }
    let changed = match dir {
        Some(_) => open_with(&args.game, None)?.fingerprint() != game.fingerprint(),
        None => false,
    };
    if args.json {
        let value = json!({
            "game": args.game, "fingerprint": game.fingerprint(), "changed": changed,
            "tables": game.provenance(),
        });
        print_json(out, &value)?;
        return Ok(Exit::Fine);
    }
    show(game.as_ref(), out)?;
    if let Some(dir) = dir {
        let what = if changed {
            "they differ from the game's own"
        } else {
            "they change nothing"
        };
        writeln!(out, "the tables in {} pass; {what}", dir.display())?;
    }
    Ok(Exit::Fine)
}

/// Which of the words is a folder, and which a table.
fn sort_out(words: &[String]) -> Result<(Option<PathBuf>, Option<String>), Trouble> {
    let is_dir = |word: &String| Path::new(word).is_dir() || word.contains(['/', '\\']);
    match words {
        [] => Ok((None, None)),
        [one] if is_dir(one) => Ok((Some(one.into()), None)),
        [one] => Ok((None, Some(one.clone()))),
        [dir, name] if is_dir(dir) => Ok((Some(dir.into()), Some(name.clone()))),
        [name, dir] if is_dir(dir) => Ok((Some(dir.into()), Some(name.clone()))),
        [first, ..] => Err(Trouble::new(format!("{first}: there is no such folder"))),
    }
}

fn print_table(
    game: &dyn AnyGame,
    name: &str,
    json: bool,
    out: &mut dyn Write,
) -> Result<Exit, Trouble> {
    let Some(text) = game.table(name) else {
        let near = game.provenance().iter().map(|p| p.table.as_str());
        let near: Vec<&str> = near.filter(|table| table.contains(name)).take(5).collect();
        let hint = match &near[..] {
            [] => format!("`derbyhouse tables {}` lists all", game.info().id),
            near => format!("is it {}?", near.join(" or ")),
        };
        let what = format!("there is no table and no folder “{name}”");
        return Err(Trouble::new(what).hint(hint));
    };
    let about = game.provenance().iter().find(|p| p.table == name);
    if json {
        let value = json!({"table": name, "provenance": about, "toml": text});
        print_json(out, &value)?;
    } else {
        write!(out, "{text}")?;
    }
    Ok(Exit::Fine)
}

fn show(game: &dyn AnyGame, out: &mut dyn Write) -> Result<(), Trouble> {
    let tables = game.provenance();
    let width = tables
        .iter()
        .map(|t| t.table.chars().count())
        .max()
        .unwrap_or(0);
    for Provenance {
        table,
        source,
        note,
    } in tables
    {
        writeln!(out, "{table:width$}  {source}")?;
        write!(out, "{}", wrapped(note, 100, 4))?;
    }
    let count = |source: Source| tables.iter().filter(|t| t.source == source).count();
    let counts = Source::ALL.map(|source| vec![source.to_string(), count(source).to_string()]);
    writeln!(
        out,
        "\n{}, fingerprint {}",
        counted(tables.len(), "table"),
        game.fingerprint()
    )?;
    write!(out, "{}", columns(&counts, 2))?;
    Ok(())
}

/// The files that the tables stand in. Each table's text names its own in its first line.
fn files(game: &dyn AnyGame) -> BTreeSet<String> {
    let texts = game
        .provenance()
        .iter()
        .filter_map(|p| game.table(&p.table));
    let first = texts.filter_map(|text| Some(text.lines().next()?.strip_prefix("# ")?.to_owned()));
    first.collect()
}

fn write_tables(game: &dyn AnyGame, folder: &Path, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let texts = files(game).into_iter();
    let texts: Vec<(PathBuf, String)> = texts
        .filter_map(|file| Some((folder.join(&file), game.table(&file)?)))
        .collect();
    if let Some((taken, _)) = texts.iter().find(|(path, _)| path.exists()) {
        return Err(
            Trouble::new(format!("{}: it is there already", taken.display()))
                .hint("name a new folder, or move the file away"),
        );
    }
    std::fs::create_dir_all(folder)
        .map_err(|why| Trouble::new(format!("{}: it cannot be made: {why}", folder.display())))?;
    for (path, text) in &texts {
        write_whole(path, text.as_bytes())?;
        writeln!(out, "wrote {}", path.display())?;
    }
    Ok(Exit::Fine)
}
