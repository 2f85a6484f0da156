//! `sim`: many games with computer players.

use super::print_json;
use super::progress::{Bar, stop_on_interrupt};
use super::resolve::{given, procedure};
use super::tries::Tries;
use crate::files::{check_target, write_whole};
use crate::house::{House, adviser, any_seed, bots_by_seat};
use crate::text::{columns, counted};
use crate::trouble::{Exit, Trouble};
use clap::Args;
use derbyhouse_catalog::AnyGame;
use derbyhouse_lab::{Batch, Crew, Order, Report, Series, histogram, simulate, write_rows};
use derbyhouse_scene::Info;
use serde::Serialize;
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;

/// Plays many games with computer players on all cores and sums them up.
///
/// Without --scenario, N games of every scenario. The same seed gives the same games whatever the number of threads.
/// Ctrl-C stops and keeps what is done: always the first so many games.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  derbyhouse sim wolfpack-1974 -n 1000 --scenario mar --seed 7\n  derbyhouse sim \
    wolfpack-1974 -n 10000 --bot random --csv games.csv --plot scores.svg\n  derbyhouse sim steel-wolves -n 1000000 \
    --procedure battle boats=U-99 wp=2"
)]
pub struct SimArgs {
    /// The game, such as wolfpack-1974.
    game: String,
    /// How many games of each scenario.
    #[arg(short = 'n', long = "games", default_value_t = 1000, value_name = "N")]
    games: u64,
    /// One scenario; without it, all of them one after another.
    #[arg(long, value_name = "S")]
    scenario: Option<String>,
    /// An optional rule to turn on, or off with no- before it. May be repeated.
    #[arg(long = "option", value_name = "O")]
    options: Vec<String>,
    /// The computer player of all seats, or of one. May be repeated. Without it, the best there is.
    #[arg(long = "bot", value_name = "NAME|SEAT=NAME")]
    bots: Vec<String>,
    /// Seed of the run; without it, a new one each time.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Threads; without it, one a core.
    #[arg(long, default_value_t = 0, hide_default_value = true, value_name = "T")]
    threads: usize,
    /// Writes one row a game.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draws how often each score came.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// A procedure instead of whole games, so many times, with its inputs behind it.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["scenario", "options", "bots", "csv", "plot"])]
    procedure: Option<String>,
    /// Inputs of the procedure.
    #[arg(value_name = "KEY=VALUE", requires = "procedure")]
    inputs: Vec<String>,
    /// For machines: the results over all games, and each scenario's under “runs”.
    #[arg(long)]
    json: bool,
}

/// A scenario ready to be played.
struct Scenario {
    id: String,
    label: String,
    setup: Value,
}

/// What came of the run: all games together, and by scenario.
#[derive(Serialize)]
struct Results {
    #[serde(flatten)]
    all: Report,
    runs: Vec<Report>,
}

pub fn run(house: &House, args: &SimArgs, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let game = house.open(&args.game)?;
    if let Some(name) = &args.procedure {
        let tries = Tries {
            game: game.as_ref(),
            procedure: name,
            given: &given(&procedure(game.as_ref(), name)?, None, &args.inputs)?,
            runs: args.games,
            seed: args.seed,
            threads: args.threads,
            json: args.json,
        };
        tries.run(out)?;
        return Ok(Exit::Fine);
    }
    let info = game.info();
    let best = adviser(&info);
    let bots = bots_by_seat(&info, &args.bots)?.into_iter();
    let bots: Vec<String> = bots.map(|bot| bot.unwrap_or_else(|| best.into())).collect();
    let scenarios = scenarios(game.as_ref(), &info, args)?;
    for file in args.csv.iter().chain(&args.plot) {
        check_target(file)?;
    }
    let batches = play(game.as_ref(), args, &scenarios, &bots)?;
    let results = sum_up(game.as_ref(), &info, args, &bots, &batches)?;
    write_files(game.as_ref(), &info, args, &scenarios, &batches, &results)?;
    if args.json {
        print_json(out, &results)?;
    } else {
        show(&info, args, &results, out)?;
    }
    Ok(Exit::Fine)
}

fn scenarios(game: &dyn AnyGame, info: &Info, args: &SimArgs) -> Result<Vec<Scenario>, Trouble> {
    let wanted = |id: &str| args.scenario.as_deref().is_none_or(|asked| asked == id);
    let known = info.scenarios.iter().filter(|s| wanted(&s.id));
    let mut scenarios = Vec::new();
    for scenario in known {
        scenarios.push(Scenario {
            setup: game.setup(Some(&scenario.id), &args.options)?,
            id: scenario.id.clone(),
            label: scenario.label.clone(),
        });
    }
    if scenarios.is_empty() {
        // The game itself says what is wrong with it.
        let setup = game.setup(args.scenario.as_deref(), &args.options)?;
        let id = args.scenario.clone().unwrap_or_default();
        let label = id.clone();
        scenarios.push(Scenario { id, label, setup });
    }
    Ok(scenarios)
}

fn play(
    game: &dyn AnyGame,
    args: &SimArgs,
    scenarios: &[Scenario],
    bots: &[String],
) -> Result<Vec<(String, Batch)>, Trouble> {
    let seed = args.seed.unwrap_or_else(any_seed);
    let bar = Bar::new(args.games.saturating_mul(scenarios.len() as u64), "games");
    let crew = Crew {
        threads: args.threads,
        stop: stop_on_interrupt(),
        progress: &|| bar.step(),
    };
    let mut batches = Vec::new();
    for scenario in scenarios {
        let order = Order {
            game,
            setup: &scenario.setup,
            bots,
            games: args.games,
            seed,
        };
        let batch = simulate(&order, &crew)?;
        let stopped = batch.stopped;
        batches.push((scenario.id.clone(), batch));
        if stopped {
            break;
        }
    }
    bar.clear();
    Ok(batches)
}

fn sum_up(
    game: &dyn AnyGame,
    info: &Info,
    args: &SimArgs,
    bots: &[String],
    batches: &[(String, Batch)],
) -> Result<Results, Trouble> {
    let report = |scenario: &str, batch: &Batch| {
        Report::new(info, game.levels(), scenario, &args.options, bots, batch)
    };
    let plain: Vec<Batch> = batches.iter().map(|(_, batch)| batch.clone()).collect();
    let all = Batch::joined(&plain).ok_or_else(|| Trouble::new("there is nothing to play"))?;
    let name = match batches {
        [(only, _)] => only.as_str(),
        _ => "all",
    };
    Ok(Results {
        all: report(name, &all),
        runs: batches
            .iter()
            .map(|(id, batch)| report(id, batch))
            .collect(),
    })
}

fn write_files(
    game: &dyn AnyGame,
    info: &Info,
    args: &SimArgs,
    scenarios: &[Scenario],
    batches: &[(String, Batch)],
    results: &Results,
) -> Result<(), Trouble> {
    if let Some(file) = &args.csv {
        let rows = write_rows(info, game.levels(), batches);
        let rows =
            rows.map_err(|why| Trouble::new(format!("the rows cannot be written: {why}")))?;
        write_whole(file, &rows)?;
    }
    if let Some(file) = &args.plot {
        let panels = batches.iter().zip(&results.runs).zip(scenarios);
        let panels = panels.map(|(((_, batch), report), scenario)| Series {
            title: format!("{}, {} · {}", info.title, scenario.label, players(report)),
            batch,
            report,
        });
        let title = format!("{}: scores of {} games", info.title, results.all.games);
        let picture = histogram(&title, &panels.collect::<Vec<_>>());
        write_whole(file, picture.as_bytes())?;
    }
    Ok(())
}

/// Who played: one name if it is the same everywhere.
fn players(report: &Report) -> String {
    let mut names: Vec<&String> = report.bots.values().collect();
    names.dedup();
    match names[..] {
        [only] => only.clone(),
        _ => {
            let pairs = report
                .bots
                .iter()
                .map(|(seat, bot)| format!("{seat} {bot}"));
            pairs.collect::<Vec<_>>().join(", ")
        }
    }
}

fn show(
    info: &Info,
    args: &SimArgs,
    results: &Results,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let all = &results.all;
    let options = if all.options.is_empty() {
        String::new()
    } else {
        format!(", {}", all.options.join(", "))
    };
    writeln!(
        out,
        "{}, {}{options}, seed {}",
        info.title,
        players(all),
        all.seed
    )?;
    if all.stopped {
        let done = results.runs.last().map_or(0, |run| run.games);
        writeln!(
            out,
            "stopped: the last scenario has the first {done} of {} games",
            args.games
        )?;
    }
    for run in &results.runs {
        writeln!(out)?;
        show_run(info, run, out)?;
    }
    writeln!(
        out,
        "\n{} actions in {:.2} s of processor time, {:.2} s on the clock, {}",
        all.actions,
        all.cpu_seconds,
        all.wall_seconds,
        counted(all.threads, "thread")
    )?;
    writeln!(
        out,
        "{:.0} actions and {:.0} games a processor second",
        all.actions_per_cpu_second, all.games_per_cpu_second
    )?;
    Ok(())
}

fn show_run(info: &Info, run: &Report, out: &mut dyn Write) -> Result<(), Trouble> {
    let label = info.scenarios.iter().find(|s| s.id == run.scenario);
    let label = label.map_or(run.scenario.as_str(), |s| s.label.as_str());
    writeln!(out, "{label}: {} games", run.games)?;
    let mut rows: Vec<Vec<String>> = vec![
        ["", "mean", "95 %", "sd", "10 %", "median", "90 %"]
            .map(String::from)
            .into(),
    ];
    for seat in &run.seats {
        let s = &seat.score;
        let name = if run.seats.len() == 1 {
            "score".into()
        } else {
            format!("score of {}", seat.seat)
        };
        rows.push(vec![
            name,
            format!("{:.2}", s.mean),
            format!("{:.2} to {:.2}", s.ci95[0], s.ci95[1]),
            format!("{:.2}", s.sd),
            format!("{:.1}", s.p10),
            format!("{:.1}", s.median),
            format!("{:.1}", s.p90),
        ]);
    }
    write!(out, "{}", columns(&rows, 2))?;
    let levels = run.levels.iter().map(|level| {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        vec![
            level.label.clone(),
            level.games.to_string(),
            format!("{} %", percent(level.share)),
            format!("({} to {})", percent(level.ci95[0]), percent(level.ci95[1])),
        ]
    });
    write!(out, "{}", columns(&levels.collect::<Vec<_>>(), 2))?;
    if !run.figures.is_empty() {
        let figures = run.figures.iter();
        let figures = figures.map(|(name, f)| format!("{name} {:.2}", f.mean).replace('_', " "));
        let line = figures.collect::<Vec<_>>().join(" · ");
        write!(
            out,
            "{}",
            crate::text::wrapped(&format!("mean: {line}"), 100, 2)
        )?;
    }
    Ok(())
}
