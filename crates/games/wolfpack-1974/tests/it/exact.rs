//! Exact chances: every outcome walked, nothing sampled. The figures are those a player is told, and none is rounded
//! before it is compared.

mod combat;
mod outlook;
mod search;
mod set_up;

use crate::procedures::procedure;
use crate::sea::game;
use derbyhouse_kernel::chance::Share;
use derbyhouse_kernel::procedure::Possibility;
use serde_json::Value;

/// Every result of a procedure with its share.
fn results(name: &str, given: &Value) -> Vec<Possibility> {
    procedure(name).odds(game(), given).unwrap()
}

/// The chance, in percent, that a result is so.
fn percent(results: &[Possibility], so: impl Fn(&Value) -> bool) -> f64 {
    let ways = results.iter().filter(|one| so(&one.result));
    ways.map(|one| one.share.percent()).sum()
}

/// The mean of a figure in the results.
fn mean(results: &[Possibility], figure: impl Fn(&Value) -> f64) -> f64 {
    let each = results.iter();
    each.map(|one| one.share.percent() / 100.0 * figure(&one.result))
        .sum()
}

/// Equal, but for the last bits of a float.
#[track_caller]
fn same(came: f64, expected: f64, what: &str) {
    assert!(
        (came - expected).abs() < 1e-9,
        "{what}: {came}, not {expected}"
    );
}

/// Equal once the first is rounded to as many decimals as the second was printed with.
#[track_caller]
fn rounds_to(came: f64, printed: f64, decimals: i32, what: &str) {
    let half = 0.5 * 10f64.powi(-decimals);
    assert!(
        (came - printed).abs() <= half + 1e-9,
        "{what}: {came}, not {printed}"
    );
}

fn share(ways: u128, of: u128) -> Share {
    Share::new(ways, of)
}
