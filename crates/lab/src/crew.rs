//! Work on all cores, with results that do not depend on how many there are.

use cpu_time::ThreadTime;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Who works, until when, and who is told of it.
pub struct Crew<'a> {
    /// Threads; 0 for one a core.
    pub threads: usize,
    /// Set from outside to stop early. What was begun is finished, so that the work done is always the first so many.
    pub stop: &'a AtomicBool,
    /// Called after each piece of work.
    pub progress: &'a (dyn Fn() + Sync),
}

/// Why the work was not done.
#[derive(Debug, PartialEq, Eq)]
pub enum CrewError<E> {
    /// The threads could not be had.
    Threads(String),
    /// A piece of work failed; of several, the one with the lowest number.
    Work {
        /// Its number.
        index: u64,
        /// Why.
        error: E,
    },
}

/// What was done.
#[derive(Clone, Debug)]
pub struct Harvest<R> {
    /// Results of pieces 0, 1, 2…: all, or the first so many.
    pub results: Vec<R>,
    /// Processor time of all threads together.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// How many threads worked.
    pub threads: usize,
}

/// What one thread has done.
struct Share<R> {
    results: Vec<(u64, R)>,
    cpu: Duration,
}

impl Crew<'_> {
    /// Does `count` pieces of work. Each thread makes a worker and keeps it.
    pub fn run<W, R: Send, E: Send>(
        &self,
        count: u64,
        make: impl Fn() -> Result<W, E> + Sync,
        work: impl Fn(&mut W, u64) -> Result<R, E> + Sync,
    ) -> Result<Harvest<R>, CrewError<E>> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
            .map_err(|why| CrewError::Threads(why.to_string()))?;
        let (next, failed) = (AtomicU64::new(0), AtomicBool::new(false));
        let start = Instant::now();
        let shares = pool.broadcast(|_| self.share(count, &next, &failed, &make, &work));
        let wall = start.elapsed();
        gather(shares, wall)
    }

    /// What one thread does: takes the next piece until there is none.
    fn share<W, R, E>(
        &self,
        count: u64,
        next: &AtomicU64,
        failed: &AtomicBool,
        make: &(impl Fn() -> Result<W, E> + Sync),
        work: &(impl Fn(&mut W, u64) -> Result<R, E> + Sync),
    ) -> Result<Share<R>, (u64, E)> {
        let clock = ThreadTime::now();
        let mut worker = make().map_err(|error| (0, error))?;
        let mut results = Vec::new();
        while !self.stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            match work(&mut worker, index) {
                Ok(result) => results.push((index, result)),
                Err(error) => {
                    failed.store(true, Ordering::Relaxed);
                    return Err((index, error));
                }
            }
            (self.progress)();
        }
        Ok(Share {
            results,
            cpu: clock.elapsed(),
        })
    }
}

fn gather<R, E>(
    shares: Vec<Result<Share<R>, (u64, E)>>,
    wall: Duration,
) -> Result<Harvest<R>, CrewError<E>> {
    let threads = shares.len();
    let (mut all, mut cpu, mut worst) = (Vec::new(), Duration::ZERO, None);
    for share in shares {
        match share {
            Ok(share) => {
                cpu += share.cpu;
                all.extend(share.results);
            }
            Err((index, error)) if worst.as_ref().is_none_or(|(least, _)| index < *least) => {
                worst = Some((index, error));
            }
            Err(_) => {}
        }
    }
    if let Some((index, error)) = worst {
        return Err(CrewError::Work { index, error });
    }
    all.sort_unstable_by_key(|(index, _)| *index);
    Ok(Harvest {
        results: all.into_iter().map(|(_, result)| result).collect(),
        cpu,
        wall,
        threads,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crew(threads: usize, stop: &AtomicBool) -> Crew<'_> {
        Crew {
            threads,
            stop,
            progress: &|| {},
        }
    }

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        let stop = AtomicBool::new(false);
        for threads in [1, 2, 7] {
            let harvest = crew(threads, &stop)
                .run(1000, || Ok::<_, ()>(()), |(), index| Ok(index * index))
                .unwrap();
            assert_eq!(harvest.threads, threads);
            assert!(
                harvest
                    .results
                    .iter()
                    .enumerate()
                    .all(|(i, r)| (i * i) as u64 == *r)
            );
            assert_eq!(harvest.results.len(), 1000);
        }
    }

    #[test]
    fn stopping_keeps_the_first_so_many() {
        let stop = AtomicBool::new(false);
        let halt = |(): &mut (), index| {
            stop.fetch_or(index == 50, Ordering::Relaxed);
            Ok(index)
        };
        let harvest = crew(3, &stop)
            .run(100_000, || Ok::<_, ()>(()), halt)
            .unwrap();
        let expected: Vec<u64> = (0..harvest.results.len() as u64).collect();
        assert_eq!(harvest.results, expected);
        assert!((51..1000).contains(&harvest.results.len()));
    }

    #[test]
    fn the_first_failure_is_the_one_that_is_reported() {
        let stop = AtomicBool::new(false);
        let work = |(): &mut (), index| {
            if index % 100 == 99 {
                Err(index)
            } else {
                Ok(())
            }
        };
        let failed = crew(4, &stop).run(1000, || Ok(()), work).unwrap_err();
        assert_eq!(
            failed,
            CrewError::Work {
                index: 99,
                error: 99
            }
        );
    }
}
