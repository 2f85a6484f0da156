//! Load on a served table: many live matches, players who choose over HTTP.

mod figures;
mod player;

use crate::step::{Outcome, cargo, succeeds};
use crate::table::{Table, built};
use figures::Figures;
use player::Player;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// What is asked of the server.
pub struct Load {
    /// Live matches.
    pub matches: usize,
    /// Choices a second.
    pub rate: u32,
    /// For how long.
    pub seconds: u64,
}

impl Default for Load {
    fn default() -> Self {
        Self {
            matches: 1000,
            rate: 500,
            seconds: 20,
        }
    }
}

impl Load {
    /// From words such as `--rate 800`.
    pub fn read(words: &[&str]) -> Result<Self, String> {
        let mut load = Self::default();
        for pair in words.chunks(2) {
            let [name, value] = pair else {
                return Err(format!("{} needs a number", pair[0]));
            };
            let number = || value.parse().map_err(|_| format!("{value} is no number"));
            match *name {
                "--matches" => load.matches = number()? as usize,
                "--rate" => load.rate = number()?,
                "--seconds" => load.seconds = number()?.into(),
                _ => return Err(format!("no such setting: {name}")),
            }
        }
        Ok(load)
    }
}

/// Players at the same time, each with a connection and a share of the matches.
const PLAYERS: usize = 16;
/// What we aim at.
const AIM_P99: Duration = Duration::from_millis(20);
const AIM_MEMORY: u64 = 100 << 10;

/// Serves the program as people run it, plays on it, and says how it went.
pub fn run(root: &Path, load: &Load) -> Result<Outcome, String> {
    let mut build = cargo(root);
    build.args(["build", "--release", "-p", "derbyhouse"]);
    if !succeeds(&mut build)? {
        return Err("the program does not build".to_owned());
    }
    let program = built(root).join("release/derbyhouse");
    let table = Table::start(&program, &built(root).join("tables/load"))?;
    let empty = memory(table.pid())?;
    let players = seat_all(&table.url, load.matches)?;
    let seated = memory(table.pid())?;
    println!(
        "{} matches, {PLAYERS} players, {} choices a second for {} s …",
        load.matches, load.rate, load.seconds
    );
    let before = cpu(table.pid())?;
    let (figures, took) = play(players, load)?;
    let worked = cpu(table.pid())?.saturating_sub(before);
    let played = memory(table.pid())?;
    report(load, &figures, took, [empty, seated, played]);
    println!(
        "work             {:.2} ms of the server's CPU a choice",
        millis(worked) / figures.count().max(1) as f64
    );
    Ok(Outcome::Ran)
}

/// Makes the matches, each some way into its game, and shares them out.
fn seat_all(url: &str, matches: usize) -> Result<Vec<Player>, String> {
    let share = |n: usize| matches / PLAYERS + usize::from(n < matches % PLAYERS);
    let seating = (0..PLAYERS).map(|n| {
        let (url, share) = (url.to_owned(), share(n));
        thread::spawn(move || Player::sit_down(&url, n as u64 + 1, share))
    });
    let seating: Vec<_> = seating.collect();
    let gone = |_| "a player gave up".to_owned();
    let players = seating.into_iter();
    players.map(|player| player.join().map_err(gone)?).collect()
}

/// Everybody plays at the same pace, taking turns.
fn play(players: Vec<Player>, load: &Load) -> Result<(Figures, Duration), String> {
    let step = Duration::from_secs(1) / load.rate;
    let start = Instant::now() + Duration::from_millis(100);
    let end = start + Duration::from_secs(load.seconds);
    let playing = players.into_iter().zip(0..).map(|(mut player, n)| {
        thread::spawn(move || player.play(start + step * n, step * PLAYERS as u32, end))
    });
    let playing: Vec<_> = playing.collect();
    let mut figures = Figures::default();
    for player in playing {
        let latencies = player.join().map_err(|_| "a player gave up".to_owned())??;
        figures.add(latencies);
    }
    Ok((figures, start.elapsed()))
}

/// Resident memory of a process, in bytes.
fn memory(pid: u32) -> Result<u64, String> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"));
    let status = status.map_err(|error| format!("its memory cannot be read: {error}"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.map(|kib| kib << 10)
        .ok_or_else(|| "its memory cannot be read".to_owned())
}

/// How long a process has kept a core busy.
fn cpu(pid: u32) -> Result<Duration, String> {
    let unreadable = || "its work cannot be read".to_owned();
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).map_err(|_| unreadable())?;
    // After the name in brackets; user and system time are the 14th and 15th of all, in hundredths of a second.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: Option<u64> = ticks.map(|ticks| ticks.parse::<u64>().ok()).sum();
    ticks
        .map(|ticks| Duration::from_millis(ticks * 10))
        .ok_or_else(unreadable)
}

fn report(load: &Load, figures: &Figures, took: Duration, memory: [u64; 3]) {
    let met = |met: bool| if met { "met" } else { "missed" };
    let p99 = figures.share(99.0);
    println!(
        "choices          {} in {:.1} s: {:.0} a second",
        figures.count(),
        took.as_secs_f64(),
        figures.count() as f64 / took.as_secs_f64()
    );
    println!("latency, median  {:.1} ms", millis(figures.share(50.0)));
    println!(
        "latency, 99 %    {:.1} ms (aim: under {:.0} ms, {})",
        millis(p99),
        millis(AIM_P99),
        met(p99 < AIM_P99)
    );
    println!("latency, worst   {:.1} ms", millis(figures.share(100.0)));
    let [empty, seated, played] = memory;
    let each = played.saturating_sub(empty) / load.matches as u64;
    println!(
        "memory           {} MiB empty, {} MiB with all matches, {} MiB after play: {} KiB a match (aim: under {} KiB, {})",
        empty >> 20,
        seated >> 20,
        played >> 20,
        each >> 10,
        AIM_MEMORY >> 10,
        met(each < AIM_MEMORY)
    );
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let load = Load::read(&["--rate", "800", "--seconds", "5"]).unwrap();
        assert_eq!((load.matches, load.rate, load.seconds), (1000, 800, 5));
        assert!(Load::read(&["--rate"]).is_err());
        assert!(Load::read(&["--rate", "fast"]).is_err());
        assert!(Load::read(&["--speed", "1"]).is_err());
    }
}
