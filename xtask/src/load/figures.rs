//! What was measured.

use std::time::Duration;

/// How long answers took.
#[derive(Default)]
pub struct Figures {
    sorted: Vec<Duration>,
}

impl Figures {
    pub fn add(&mut self, latencies: Vec<Duration>) {
        self.sorted.extend(latencies);
        self.sorted.sort_unstable();
    }

    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// The time within which that many in a hundred were answered.
    pub fn share(&self, percent: f64) -> Duration {
        let rank = (self.sorted.len() as f64 * percent / 100.0).ceil() as usize;
        let last = self.sorted.len().saturating_sub(1);
        let found = self.sorted.get(rank.saturating_sub(1).min(last));
        found.copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_ranks() {
        let mut figures = Figures::default();
        assert_eq!(figures.share(99.0), Duration::ZERO);
        figures.add((1..=200).rev().map(Duration::from_millis).collect());
        assert_eq!(figures.share(50.0), Duration::from_millis(100));
        assert_eq!(figures.share(99.0), Duration::from_millis(198));
        assert_eq!(figures.share(100.0), Duration::from_millis(200));
        assert_eq!(figures.count(), 200);
    }
}
