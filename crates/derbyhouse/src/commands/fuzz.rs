//! `fuzz`: random games with every check on.

use super::print_json;
use super::progress::{Bar, stop_on_interrupt};
use crate::house::{House, any_seed};
use crate::text::counted;
use crate::trouble::{Exit, Trouble};
use clap::Args;
use derbyhouse_lab::{Crew, fuzz};
use serde_json::json;
use std::io::Write;

/// Plays random games over all scenarios and options and checks every step of them.
///
/// After every step all invariants of the game must hold; choices, undo, saves and records must round-trip. Exit
/// code 1, with the seed and the set-up, if anything does not hold.
#[derive(Debug, Args)]
pub struct FuzzArgs {
    /// The game, such as wolfpack-1974.
    game: String,
    /// How many games.
    #[arg(short = 'n', long = "games", default_value_t = 1000, value_name = "N")]
    games: u64,
    /// Seed of the run; without it, a new one each time.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Threads; without it, one a core.
    #[arg(long, default_value_t = 0, hide_default_value = true, value_name = "T")]
    threads: usize,
    /// For machines.
    #[arg(long)]
    json: bool,
}

pub fn run(house: &House, args: &FuzzArgs, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let game = house.open(&args.game)?;
    let seed = args.seed.unwrap_or_else(any_seed);
    let bar = Bar::new(args.games, "games");
    let crew = Crew {
        threads: args.threads,
        stop: stop_on_interrupt(),
        progress: &|| bar.step(),
    };
    let fuzzed = fuzz(game.as_ref(), args.games, seed, &crew)?;
    bar.clear();
    let exit = if fuzzed.found.is_ok() {
        Exit::Fine
    } else {
        Exit::Failed
    };
    if args.json {
        let mut value = json!({
            "game": args.game, "seed": seed, "setups": fuzzed.setups, "stopped": fuzzed.stopped,
            "ok": fuzzed.found.is_ok(), "wall_seconds": fuzzed.wall.as_secs_f64(),
        });
        match &fuzzed.found {
            Ok(tally) => value["tally"] = serde_json::to_value(tally)?,
            Err(fault) => {
                value["fault"] = json!({
                    "what": fault.what, "seed": fault.seed, "step": fault.step, "setup": fault.setup,
                });
            }
        }
        print_json(out, &value)?;
        return Ok(exit);
    }
    match &fuzzed.found {
        Ok(tally) => {
            writeln!(
                out,
                "{}, {}, {}: all held",
                counted(tally.games as usize, "game"),
                counted(tally.steps as usize, "step"),
                counted(tally.checks as usize, "check")
            )?;
            writeln!(
                out,
                "over {}: {} records replayed, {} saves loaded and played on, {} choices taken back and made again",
                counted(fuzzed.setups, "set-up"),
                tally.replayed,
                tally.reloaded,
                tally.undone
            )?;
            writeln!(out, "seed {seed}, {:.1} s", fuzzed.wall.as_secs_f64())?;
            if fuzzed.stopped {
                writeln!(
                    out,
                    "stopped: these were the first {} of {}",
                    tally.games, args.games
                )?;
            }
        }
        Err(fault) => writeln!(out, "BROKEN  {fault}")?,
    }
    Ok(exit)
}
