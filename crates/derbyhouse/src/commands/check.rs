//! `check`: worked examples through the code that plays.

use super::print_json;
use crate::files::read_text;
use crate::house::House;
use crate::trouble::{Exit, Trouble};
use clap::Args;
use derbyhouse_kernel::procedure::Case;
use derbyhouse_tables::read_cases;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Runs example cases, those of the game's rulebook or of a file, and lists those that fail.
///
/// A case is an entry `[[case]]` with id, kind (the procedure), given and expect. Exit code 1 if any fails.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The game, such as wolfpack-1974.
    game: String,
    /// The file of cases; without it, the worked examples of the rulebook.
    #[arg(value_name = "FILE.toml")]
    file: Option<PathBuf>,
    /// Lists the cases that pass as well.
    #[arg(long, short)]
    verbose: bool,
    /// For machines: every case with what came of it.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Checked {
    id: String,
    kind: String,
    rule: String,
    line: usize,
    passed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

#[derive(Serialize)]
struct Report {
    game: String,
    file: String,
    passed: usize,
    failed: usize,
    cases: Vec<Checked>,
}

pub fn run(house: &House, args: &CheckArgs, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let game = house.open(&args.game)?;
    let (file, text) = match &args.file {
        Some(file) => (file.display().to_string(), read_text(file)?),
        None => ("examples.toml".to_owned(), game.examples().to_owned()),
    };
    let cases = read_cases(&file, &text)?;
    if cases.is_empty() {
        return Err(Trouble::new(format!("{file}: there is no [[case]] in it")));
    }
    let check = |(case, line): (Case, usize)| {
        let why = game.check(&case).err();
        Checked {
            id: case.id,
            kind: case.kind,
            rule: case.rule,
            line,
            passed: why.is_none(),
            why: why.map(|why| why.to_string()),
        }
    };
    let cases: Vec<Checked> = cases.into_iter().map(check).collect();
    let failed = cases.iter().filter(|case| !case.passed).count();
    let report = Report {
        game: args.game.clone(),
        file,
        passed: cases.len() - failed,
        failed,
        cases,
    };
    if args.json {
        print_json(out, &report)?;
    } else {
        show(&report, args.verbose, out)?;
    }
    Ok(if failed == 0 {
        Exit::Fine
    } else {
        Exit::Failed
    })
}

fn show(report: &Report, verbose: bool, out: &mut dyn Write) -> Result<(), Trouble> {
    for case in &report.cases {
        let rule = if case.rule.is_empty() {
            String::new()
        } else {
            format!(" [{}]", case.rule)
        };
        let place = format!(
            "{}:{}: {} {}{rule}",
            report.file, case.line, case.id, case.kind
        );
        match &case.why {
            Some(why) => writeln!(out, "FAILED {place}\n       {why}")?,
            None if verbose => writeln!(out, "passed {place}")?,
            None => {}
        }
    }
    Ok(writeln!(
        out,
        "{} passed, {} failed",
        report.passed, report.failed
    )?)
}
