//! `games`: what can be played.

use super::print_json;
use crate::text::{columns, wrapped};
use crate::trouble::{Exit, Trouble};
use clap::Args;
use derbyhouse_catalog::{games, open};
use derbyhouse_scene::Info;
use std::io::Write;

/// Lists the games with their scenarios, options, seats and computer players.
#[derive(Debug, Args)]
pub struct GamesArgs {
    /// For machines: a list of all games as JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &GamesArgs, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let infos = games()
        .iter()
        .map(|entry| Ok(open(entry.id, &[])?.info()))
        .collect::<Result<Vec<Info>, Trouble>>()?;
    if args.json {
        print_json(out, &infos)?;
    } else {
        for (index, info) in infos.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            show(info, out)?;
        }
    }
    Ok(Exit::Fine)
}

fn show(info: &Info, out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(out, "{}: {}, {}", info.id, info.title, info.published)?;
    write!(out, "{}", wrapped(info.about, 100, 2))?;
    let seats = info.seats.iter().map(|s| vec![s.id.into(), s.label.into()]);
    list(out, "seats", seats.collect())?;
    let scenarios = info.scenarios.iter();
    let scenarios = scenarios.map(|s| vec![s.id.clone(), s.label.clone()]);
    list(out, "scenarios (--scenario)", scenarios.collect())?;
    let options = info.options.iter().map(|o| {
        let default = if o.default { "on" } else { "off" };
        vec![
            o.id.into(),
            default.into(),
            format!("{} [{}]", o.about, o.rule),
        ]
    });
    list(
        out,
        "options (--option ID, or --option no-ID)",
        options.collect(),
    )?;
    writeln!(
        out,
        "\n  computer players (--bot): {}",
        info.bots.join(", ")
    )?;
    Ok(())
}

fn list(out: &mut dyn Write, title: &str, rows: Vec<Vec<String>>) -> Result<(), Trouble> {
    if rows.is_empty() {
        return Ok(());
    }
    write!(out, "\n  {title}\n{}", columns(&rows, 4))?;
    Ok(())
}
