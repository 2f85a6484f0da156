//! `resolve`: one procedure of the rules by itself.

use super::tries::Tries;
use super::{print_json, values};
use crate::house::{House, any_seed};
use crate::text::{columns, counted};
use crate::trouble::{Exit, Trouble};
use clap::Args;
use derbyhouse_catalog::{AnyGame, ProcedureInfo};
use derbyhouse_kernel::Chance;
use derbyhouse_kernel::procedure::{Possibility, ProcedureError, Resolved};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Runs one procedure of the rules, or counts its odds; without a procedure, lists them with their inputs.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  derbyhouse resolve wolfpack-1974\n  derbyhouse resolve wolfpack-1974 \
    distance a=0701 b=1237\n  derbyhouse resolve GAME PROCEDURE boats=27 --chance 3,7\n  derbyhouse resolve GAME \
    PROCEDURE boats=27 --odds\n  derbyhouse resolve steel-wolves battle boats=U-99,U-48 wp=2 --times 100000"
)]
pub struct ResolveArgs {
    /// The game, such as wolfpack-1974.
    game: String,
    /// The procedure; without it, all are listed.
    procedure: Option<String>,
    /// Inputs: key=value. A value is JSON or TOML, else a word; where a hex is wanted, 0817 is a hex.
    #[arg(value_name = "KEY=VALUE")]
    inputs: Vec<String>,
    /// Inputs as a JSON object; key=value words come on top of it.
    #[arg(long, value_name = "JSON")]
    given: Option<String>,
    /// The results of your own dice or chits, in the order in which they are drawn.
    #[arg(long, value_name = "N,N", value_delimiter = ',', conflicts_with_all = ["seed", "odds"])]
    chance: Option<Vec<u32>>,
    /// Seed of the dice; without it, a new one each time.
    #[arg(long, value_name = "S", conflicts_with = "odds")]
    seed: Option<u64>,
    /// The exact chance of every result, counted over all dice.
    #[arg(long)]
    odds: bool,
    /// Runs it so many times on all cores and sums up: for what has too many ways to be counted.
    #[arg(long, value_name = "N", conflicts_with_all = ["chance", "odds"])]
    times: Option<u64>,
    /// Threads for --times; without it, one a core.
    #[arg(long, default_value_t = 0, hide_default_value = true, value_name = "T")]
    threads: usize,
    /// For machines.
    #[arg(long)]
    json: bool,
}

pub fn run(house: &House, args: &ResolveArgs, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let game = house.open(&args.game)?;
    let Some(name) = &args.procedure else {
        return list(game.as_ref(), args.json, out);
    };
    let info = procedure(game.as_ref(), name)?;
    let given = given(&info, args.given.as_deref(), &args.inputs)?;
    if let Some(runs) = args.times {
        let tries = Tries {
            game: game.as_ref(),
            procedure: name,
            given: &given,
            runs,
            seed: args.seed,
            threads: args.threads,
            json: args.json,
        };
        tries.run(out)?;
    } else if args.odds {
        let odds = game.odds(name, &given).map_err(|why| explain(&info, why))?;
        show_odds(&info, &given, &odds, args.json, out)?;
    } else {
        let seed = args.seed.unwrap_or_else(any_seed);
        let chance = match &args.chance {
            Some(results) => Chance::scripted(results.clone()),
            None => Chance::seeded(seed),
        };
        let resolved = game.resolve(name, &given, chance);
        let resolved = resolved.map_err(|why| explain(&info, why))?;
        let seed = args.chance.is_none().then_some(seed);
        show(&info, &given, &resolved, seed, args.json, out)?;
    }
    Ok(Exit::Fine)
}

/// The procedure of that name.
pub fn procedure(game: &dyn AnyGame, name: &str) -> Result<ProcedureInfo, Trouble> {
    let all = game.procedures();
    let found = all.iter().find(|p| p.name == name).copied();
    found.ok_or_else(|| {
        let id = game.info().id;
        let near = all
            .iter()
            .filter(|p| p.name.contains(name) || name.contains(p.name));
        let near: Vec<&str> = near.map(|p| p.name).collect();
        let hint = match &near[..] {
            [] => format!("`derbyhouse resolve {id}` lists all"),
            near => format!(
                "is it {}? `derbyhouse resolve {id}` lists all",
                near.join(", ")
            ),
        };
        Trouble::new(format!("there is no procedure “{name}”")).hint(hint)
    })
}

/// The inputs, from a JSON object and from words.
pub fn given(
    info: &ProcedureInfo,
    object: Option<&str>,
    words: &[String],
) -> Result<Value, Trouble> {
    let mut given: Map<String, Value> = match object {
        Some(text) => serde_json::from_str(text)
            .map_err(|why| Trouble::new(format!("--given is not a JSON object: {why}")))?,
        None => Map::new(),
    };
    for word in words {
        let (key, value) = word
            .split_once('=')
            .ok_or_else(|| Trouble::new(format!("“{word}” is not KEY=VALUE")).hint(usage(info)))?;
        let input = info.inputs.iter().find(|input| input.name == key);
        let input = input.ok_or_else(|| {
            Trouble::new(format!("{} has no input “{key}”", info.name)).hint(usage(info))
        })?;
        given.insert(key.to_owned(), values::read(input.form, value));
    }
    let missing = info
        .inputs
        .iter()
        .find(|i| i.needed && !given.contains_key(i.name));
    match missing {
        Some(input) => {
            let what = format!("{} needs {} ({})", info.name, input.name, input.form);
            Err(Trouble::new(what).hint(usage(info)))
        }
        None => Ok(Value::Object(given)),
    }
}

fn explain(info: &ProcedureInfo, why: ProcedureError) -> Trouble {
    Trouble::new(format!("{}: {why}", info.name)).hint(usage(info))
}

/// All inputs of a procedure on one line.
fn usage(info: &ProcedureInfo) -> String {
    if info.inputs.is_empty() {
        return format!("{} takes nothing", info.name);
    }
    let inputs = info.inputs.iter().map(|input| match input.needed {
        true => format!("{}={}", input.name, input.form),
        false => format!("[{}={}]", input.name, input.form),
    });
    format!(
        "{} takes {}",
        info.name,
        inputs.collect::<Vec<_>>().join(" ")
    )
}

fn list(game: &dyn AnyGame, json: bool, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let procedures = game.procedures();
    if json {
        print_json(out, &procedures)?;
        return Ok(Exit::Fine);
    }
    for procedure in &procedures {
        writeln!(
            out,
            "{}  {} [{}]",
            procedure.name, procedure.about, procedure.rule
        )?;
        let rows = procedure.inputs.iter().map(|input| {
            let needed = if input.needed { "" } else { "may be left out" };
            vec![
                input.name.to_owned(),
                input.form.to_owned(),
                needed.to_owned(),
            ]
        });
        write!(out, "{}", columns(&rows.collect::<Vec<_>>(), 4))?;
    }
    writeln!(out, "\n{}", counted(procedures.len(), "procedure"))?;
    Ok(Exit::Fine)
}

/// A value for people: text without quotes, the rest as JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let pairs = fields
                .iter()
                .map(|(key, value)| format!("{key} {}", inner(value)));
            pairs.collect::<Vec<_>>().join(" · ")
        }
        other => other.to_string(),
    }
}

/// A value inside another, with brackets where they are needed.
fn inner(value: &Value) -> String {
    match value {
        Value::Array(_) => format!("[{}]", plain(value)),
        Value::Object(_) => format!("({})", plain(value)),
        _ => plain(value),
    }
}

fn show(
    info: &ProcedureInfo,
    given: &Value,
    resolved: &Resolved,
    seed: Option<u64>,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let drawn = !resolved.draws.is_empty();
    if json {
        let value = json!({
            "procedure": info.name, "rule": info.rule, "given": given, "result": resolved.result,
            "draws": resolved.draws, "seed": seed.filter(|_| drawn),
        });
        return print_json(out, &value);
    }
    match &resolved.result {
        Value::Object(fields) => {
            let rows = fields
                .iter()
                .map(|(key, value)| vec![key.clone(), plain(value)]);
            write!(out, "{}", columns(&rows.collect::<Vec<_>>(), 0))?;
        }
        other => writeln!(out, "{}", plain(other))?,
    }
    if drawn {
        let draws = resolved.draws.iter().map(|draw| draw.value.to_string());
        let draws = draws.collect::<Vec<_>>().join(", ");
        match seed {
            Some(seed) => writeln!(out, "drawn {draws} (seed {seed}) [{}]", info.rule)?,
            None => writeln!(out, "drawn {draws} [{}]", info.rule)?,
        }
    }
    Ok(())
}

/// A number of ways; as text if it is longer than JSON readers can hold.
fn number(ways: u128) -> Value {
    u64::try_from(ways).map_or_else(|_| Value::String(ways.to_string()), Value::from)
}

fn show_odds(
    info: &ProcedureInfo,
    given: &Value,
    odds: &[Possibility],
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    if json {
        let odds = odds.iter().map(|p| {
            json!({
                "result": p.result, "ways": number(p.share.ways), "of": number(p.share.of),
                "percent": p.share.percent(),
            })
        });
        let odds: Vec<Value> = odds.collect();
        let value =
            json!({"procedure": info.name, "rule": info.rule, "given": given, "odds": odds});
        return print_json(out, &value);
    }
    let rows = odds.iter().map(|p| {
        let fraction = format!("{}/{}", p.share.ways, p.share.of);
        vec![
            format!("{:7.3} %", p.share.percent()),
            fraction,
            plain(&p.result),
        ]
    });
    write!(out, "{}", columns(&rows.collect::<Vec<_>>(), 0))?;
    writeln!(
        out,
        "{}, exact [{}]",
        counted(odds.len(), "possible result"),
        info.rule
    )?;
    Ok(())
}
