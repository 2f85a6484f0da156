//! What a column of numbers says.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The normal distribution has 95 % of its weight within this many standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// Mean, spread and deciles. Without a number everything is “not a number”, without two there is no spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Arithmetic mean.
    pub mean: f64,
    /// Standard deviation of the sample.
    pub sd: f64,
    /// Standard error of the mean.
    pub se: f64,
    /// 95 % confidence interval of the mean.
    pub ci95: [f64; 2],
    /// Lowest.
    pub min: f64,
    /// A tenth lies below.
    pub p10: f64,
    /// Half lies below.
    pub median: f64,
    /// A tenth lies above.
    pub p90: f64,
    /// Highest.
    pub max: f64,
}

impl Summary {
    /// Sums up a column.
    pub fn of(mut column: Vec<f64>) -> Self {
        column.sort_unstable_by(f64::total_cmp);
        let n = column.len() as f64;
        let mean = column.iter().sum::<f64>() / n;
        let squares: f64 = column.iter().map(|x| (x - mean).powi(2)).sum();
        let sd = if column.len() < 2 {
            f64::NAN
        } else {
            (squares / (n - 1.0)).sqrt()
        };
        let se = sd / n.sqrt();
        let half = se * student95(column.len());
        Self {
            mean,
            sd,
            se,
            ci95: [mean - half, mean + half],
            min: column.first().copied().unwrap_or(f64::NAN),
            p10: quantile(&column, 0.1),
            median: quantile(&column, 0.5),
            p90: quantile(&column, 0.9),
            max: column.last().copied().unwrap_or(f64::NAN),
        }
    }
}

/// How many standard errors to each side hold 95 % for the mean of `n` numbers.
fn student95(n: usize) -> f64 {
    match n {
        0 | 1 => f64::NAN,
        _ => StudentsT::new(0.0, 1.0, (n - 1) as f64).map_or(Z95, |t| t.inverse_cdf(0.975)),
    }
}

/// A quantile of a sorted column, between two neighbours in proportion.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let place = share * last as f64;
    let (below, above) = (
        sorted[place.floor() as usize],
        sorted[place.ceil() as usize],
    );
    below + (above - below) * place.fract()
}

/// The 95 % interval of Wilson for a share of `hits` in `n`: sound for few games and for shares near 0 and 1.
pub fn wilson(hits: u64, n: u64) -> [f64; 2] {
    if n == 0 {
        return [0.0, 1.0];
    }
    let (hits, n, z2) = (hits as f64, n as f64, Z95 * Z95);
    let share = hits / n;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn a_known_column() {
        let s = Summary::of(vec![4.0, 2.0, 4.0, 5.0, 4.0, 7.0, 5.0, 9.0]);
        assert!(near(s.mean, 5.0) && near(s.sd, 2.138_09) && near(s.se, 0.755_929));
        // t(7, 0.975) = 2.36462
        assert!(
            near(s.ci95[0], 3.212_512) && near(s.ci95[1], 6.787_488),
            "{s:?}"
        );
        assert!(
            near(s.median, 4.5) && near(s.p10, 3.4) && near(s.p90, 7.6),
            "{s:?}"
        );
        assert_eq!((s.min, s.max), (2.0, 9.0));
    }

    #[test]
    fn many_numbers_have_the_interval_of_the_normal_distribution() {
        assert!(near(student95(1_000_000), 1.959_966));
        assert!(near(student95(2), 12.706_2));
    }

    #[test]
    fn nothing_and_one_number_are_no_trouble() {
        assert!(Summary::of(vec![]).mean.is_nan());
        let one = Summary::of(vec![3.0]);
        assert!(one.mean == 3.0 && one.median == 3.0 && one.sd.is_nan());
    }

    #[test]
    fn intervals_of_shares_as_published() {
        let [low, high] = wilson(81, 263);
        assert!(near(low, 0.255_3) && near(high, 0.366_2), "{low} {high}");
        let [low, high] = wilson(0, 20);
        assert!(near(low, 0.0) && near(high, 0.161_1), "{low} {high}");
        assert_eq!(wilson(0, 0), [0.0, 1.0]);
    }
}
