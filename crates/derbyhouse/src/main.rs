//! The program: the floor of Derby House in a terminal.

mod cli;
mod commands;
mod files;
mod house;
mod terminal;
mod text;
mod trouble;

use clap::Parser;
use std::io::{BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let done = commands::run(cli, &mut out);
    let done = done.and_then(|exit| Ok(out.flush().map(|()| exit)?));
    match done {
        Ok(exit) => exit.into(),
        Err(trouble) => {
            // What was said before the trouble stands before it.
            let _ = out.flush();
            trouble.report(&mut std::io::stderr())
        }
    }
}
