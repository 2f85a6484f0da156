//! The words of the command line.

use crate::commands::{
    check::CheckArgs, fuzz::FuzzArgs, games::GamesArgs, play::PlayArgs, replay::ReplayArgs,
    resolve::ResolveArgs, rules::RulesArgs, serve::ServeArgs, sim::SimArgs, tables::TablesArgs,
};
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Referees board wargames of the convoy war: plays them, simulates them, resolves their procedures.
///
/// Without a command it opens the table in the browser.
#[derive(Debug, Parser)]
#[command(
    name = "derbyhouse",
    version,
    after_help = "Exit codes: 0 all is well · 1 what was checked does not hold · 2 bad usage or bad input"
)]
pub struct Cli {
    /// A folder of your own tables (*.toml), laid over those of the game.
    #[arg(long, global = true, value_name = "DIR")]
    pub tables: Option<PathBuf>,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    Serve(ServeArgs),
    Games(GamesArgs),
    Play(PlayArgs),
    Sim(SimArgs),
    Resolve(ResolveArgs),
    Check(CheckArgs),
    Replay(ReplayArgs),
    Fuzz(FuzzArgs),
    Rules(RulesArgs),
    Tables(TablesArgs),
}
