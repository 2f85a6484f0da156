//! `rules`: a rule in our own words, and which rules nobody cites.

use super::print_json;
use crate::house::House;
use crate::text::{columns, counted, wrapped};
use crate::trouble::{Exit, Trouble};
use clap::Args;
use derbyhouse_catalog::AnyGame;
use derbyhouse_tables::{Coverage, RuleKind, RuleText};
use std::io::Write;

/// Explains a rule in our own words; without a number, lists them all.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// The game, such as wolfpack-1974.
    game: String,
    /// The rule, such as 12.11, or a chapter, such as 12; a ruling of ours, such as R11.
    number: Option<String>,
    /// Lists the rules, tables and rulings that no code or no test cites; exit code 1 if there are any.
    #[arg(long, conflicts_with = "number")]
    coverage: bool,
    /// For machines.
    #[arg(long)]
    json: bool,
}

pub fn run(house: &House, args: &RulesArgs, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let game = house.open(&args.game)?;
    if args.coverage {
        return coverage(game.as_ref(), args.json, out);
    }
    let rules = match &args.number {
        Some(number) => found(game.as_ref(), number)?,
        None => game.rules().iter().collect(),
    };
    if args.json {
        print_json(out, &rules)?;
    } else if args.number.is_some() {
        for rule in rules {
            write!(out, "{}", explained(game.as_ref(), rule, 100))?;
        }
    } else {
        let row = |r: &&RuleText| vec![r.number.clone(), r.kind.to_string(), r.title.clone()];
        let rows: Vec<Vec<String>> = rules.iter().map(row).collect();
        write!(out, "{}", columns(&rows, 0))?;
    }
    Ok(Exit::Fine)
}

/// The rule of that number and those below it: `12` finds 12.0 and 12.1, `12.1` finds 12.11.
pub fn found<'g>(game: &'g dyn AnyGame, number: &str) -> Result<Vec<&'g RuleText>, Trouble> {
    let asked = number.trim_matches(['[', ']', '(', ')']);
    let exact = game
        .rules()
        .iter()
        .find(|r| r.number.eq_ignore_ascii_case(asked));
    if let Some(rule) = exact {
        return Ok(vec![rule]);
    }
    let chapter = format!("{}.", asked.trim_end_matches('.'));
    let below = game
        .rules()
        .iter()
        .filter(|r| r.number.starts_with(&chapter));
    let rules: Vec<&RuleText> = below.collect();
    if rules.is_empty() {
        let hint = format!("`derbyhouse rules {}` lists all", game.info().id);
        return Err(Trouble::new(format!("there is no rule “{number}”")).hint(hint));
    }
    Ok(rules)
}

/// A rule with its text, and the tables that say they come from it.
pub fn explained(game: &dyn AnyGame, rule: &RuleText, width: usize) -> String {
    let kind = match rule.kind {
        RuleKind::Ruling => ", a ruling of ours",
        RuleKind::Table => ", a table",
        _ => "",
    };
    let mut text = format!("[{}] {}{kind}\n", rule.number, rule.title);
    text.push_str(&wrapped(&rule.text, width, 2));
    for table in game.provenance() {
        if cites(&table.note, &rule.number) {
            text.push_str(&format!("  table {}: {}\n", table.table, table.source));
        }
    }
    text
}

/// Whether a note names a rule, in brackets or as a ruling.
fn cites(note: &str, number: &str) -> bool {
    note.contains(&format!("[{number}]"))
        || note.contains(&format!("[{number} "))
        || number.starts_with('R')
            && note
                .split(|c: char| !c.is_ascii_alphanumeric())
                .any(|word| word == number)
}

fn coverage(game: &dyn AnyGame, json: bool, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let (code, tests) = game.citations();
    let coverage = Coverage::of(game.rules(), code, tests);
    if json {
        print_json(out, &coverage)?;
    } else {
        for (title, numbers) in coverage.gaps() {
            write!(out, "{title}:\n{}", wrapped(&numbers.join(" "), 100, 2))?;
        }
        writeln!(
            out,
            "{} must be cited by code and by a test",
            counted(coverage.required, "rule"),
        )?;
        if coverage.is_whole() {
            writeln!(out, "all are cited")?;
        }
    }
    Ok(if coverage.is_whole() {
        Exit::Fine
    } else {
        Exit::Failed
    })
}
