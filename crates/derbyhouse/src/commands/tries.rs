//! A procedure many times: `resolve --times` and `sim --procedure`.

use super::print_json;
use super::progress::stop_on_interrupt;
use crate::house::any_seed;
use crate::text::{columns, counted};
use crate::trouble::Trouble;
use derbyhouse_catalog::AnyGame;
use derbyhouse_lab::{Attempt, Crew, Trials, trials};
use serde_json::{Value, json};
use std::io::Write;

/// What is to be tried, how often, and how it is told.
pub struct Tries<'a> {
    pub game: &'a dyn AnyGame,
    pub procedure: &'a str,
    pub given: &'a Value,
    pub runs: u64,
    pub seed: Option<u64>,
    pub threads: usize,
    pub json: bool,
}

impl Tries<'_> {
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Trouble> {
        let seed = self.seed.unwrap_or_else(any_seed);
        let crew = Crew {
            threads: self.threads,
            stop: stop_on_interrupt(),
            progress: &|| {},
        };
        let attempt = Attempt {
            game: self.game,
            procedure: self.procedure,
            given: self.given,
            runs: self.runs,
            seed,
        };
        let found = trials(&attempt, &crew)
            .map_err(|why| Trouble::new(format!("{}: {why}", self.procedure)))?;
        if self.json {
            let about = json!({ "procedure": self.procedure, "given": self.given, "seed": seed, "trials": found });
            return print_json(out, &about);
        }
        show(&found, seed, out)
    }
}

fn show(found: &Trials, seed: u64, out: &mut dyn Write) -> Result<(), Trouble> {
    let head = ["", "mean", "sd", "10 %", "median", "90 %", "any"].map(String::from);
    let mut rows: Vec<Vec<String>> = vec![head.into()];
    for spread in &found.figures {
        rows.push(vec![
            spread.figure.replace('_', " "),
            format!("{:.3}", spread.mean),
            format!("{:.3}", spread.sd),
            spread.p10.to_string(),
            spread.median.to_string(),
            spread.p90.to_string(),
            format!("{:.1} %", 100.0 * spread.some),
        ]);
    }
    write!(out, "{}", columns(&rows, 0))?;
    writeln!(
        out,
        "{} runs, seed {seed}, in {:.2} s of processor time, {:.2} s on the clock, {}: {:.0} a processor second",
        found.runs,
        found.cpu_seconds,
        found.wall_seconds,
        counted(found.threads, "thread"),
        found.runs_per_cpu_second,
    )?;
    Ok(())
}
