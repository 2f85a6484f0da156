//! One file a command.

pub mod check;
pub mod fuzz;
pub mod games;
pub mod play;
mod progress;
pub mod replay;
pub mod resolve;
pub mod rules;
pub mod serve;
pub mod sim;
pub mod tables;
mod tries;
mod values;

use crate::cli::{Cli, Command};
use crate::house::House;
use crate::trouble::{Exit, Trouble};
use serde::Serialize;
use std::io::Write;

/// Does what the command line says.
pub fn run(cli: Cli, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let house = House { tables: cli.tables };
    let command = cli
        .command
        .unwrap_or_else(|| Command::Serve(serve::ServeArgs::plain()));
    match command {
        Command::Games(args) => games::run(&args, out),
        Command::Serve(args) => serve::run(&house, &args, out),
        Command::Play(args) => play::run(&house, &args, out),
        Command::Sim(args) => sim::run(&house, &args, out),
        Command::Resolve(args) => resolve::run(&house, &args, out),
        Command::Check(args) => check::run(&house, &args, out),
        Command::Replay(args) => replay::run(&house, &args, out),
        Command::Fuzz(args) => fuzz::run(&house, &args, out),
        Command::Rules(args) => rules::run(&house, &args, out),
        Command::Tables(args) => tables::run(&house, &args, out),
    }
}

/// Prints something for a machine.
fn print_json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Trouble> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    Ok(writeln!(out)?)
}
