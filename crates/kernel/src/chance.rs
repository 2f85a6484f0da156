//! Where chits, dice, cards and cups come from: always an argument, never a global.
//!
//! Three sources, one interface:
//! - *seeded*: a ChaCha8 stream. We map its words to results ourselves, so that a seed means the same game on every
//!   machine and with every later version of any library.
//! - *scripted*: a list of results, for tests and for people who roll their own dice.
//! - *counted*: walks every outcome with its exact probability ([`odds`]).
//!
//! Dice rolled by hand may lie ready before any of them ([`ByHand`]).

mod by_hand;

pub use by_hand::ByHand;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One draw as it was made: `value` out of `0..of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// What came.
    pub value: u32,
    /// How many results were possible.
    pub of: u32,
}

/// A seed and how many words of its stream are used: all there is to a seeded chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedState {
    /// What the match was started with.
    pub seed: u64,
    /// Words drawn from the stream so far.
    pub words: u64,
}

/// Why scripted results did not serve.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// More draws than results.
    #[error("{needed} results are needed, but only {given} were given")]
    TooFew {
        /// Draws made.
        needed: usize,
        /// Results there were.
        given: usize,
    },
    /// Results left over.
    #[error("{given} results were given, but only {needed} are needed")]
    TooMany {
        /// Draws made.
        needed: usize,
        /// Results there were.
        given: usize,
    },
    /// A kind of which nothing is left.
    #[error("result {number} is {value}, but there is nothing of that kind left to draw")]
    NoneLeft {
        /// Which of the results, counted from 1.
        number: usize,
        /// The result given.
        value: u32,
    },
    /// What was laid ready for one purpose did not serve.
    #[error("{purpose}: {why}")]
    Purpose {
        /// What the results were for.
        purpose: &'static str,
        /// Why they did not serve.
        why: Box<ScriptError>,
    },
    /// A result that the die does not have.
    #[error("result {number} is {value}, but it must be one of {low} to {high}")]
    OutOfRange {
        /// Which of the results, counted from 1.
        number: usize,
        /// The result given.
        value: u32,
        /// Lowest result possible.
        low: u32,
        /// Highest result possible.
        high: u32,
    },
}

#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // the large one is the one in use, and stays off the heap
enum Source {
    Seeded(Stream),
    Scripted {
        results: Vec<u32>,
        next: usize,
        trouble: Option<ScriptError>,
    },
    Counted(Walk),
}

/// Words that are taken from the generator at once.
const BLOCK: usize = 64;

/// The stream of a seed. Its words lie ready, so that a draw is a look and the generator stays out of its way.
#[derive(Debug)]
struct Stream {
    seed: u64,
    rng: ChaCha8Rng,
    words: [u32; BLOCK],
    /// The place of the next word.
    next: usize,
}

impl Stream {
    #[inline(always)] // simulations spend a tenth of their time here
    fn word(&mut self) -> u32 {
        match self.words.get(self.next) {
            Some(word) => {
                self.next += 1;
                *word
            }
            None => self.next_block(),
        }
    }

    #[cold]
    #[inline(never)]
    fn next_block(&mut self) -> u32 {
        self.words = std::array::from_fn(|_| self.rng.next_u32());
        self.next = 1;
        self.words[0]
    }

    /// Words drawn so far.
    fn drawn(&self) -> u64 {
        let ready = (BLOCK - self.next) as u128;
        u64::try_from(self.rng.get_word_pos().saturating_sub(ready)).unwrap_or(u64::MAX)
    }
}

/// The source of everything random.
#[derive(Debug)]
pub struct Chance {
    source: Source,
    drawn: u64,
    noted: Option<Vec<Draw>>,
    hand: Option<Box<ByHand>>,
}

impl Chance {
    /// The stream of a seed, from its beginning.
    pub fn seeded(seed: u64) -> Self {
        Self::from_state(SeedState { seed, words: 0 })
    }

    /// The stream of a seed, from where it was left.
    pub fn from_state(state: SeedState) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&state.seed.to_le_bytes());
        key[8..].copy_from_slice(b"Derby House, Liverpool  ");
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_word_pos(u128::from(state.words));
        Self {
            source: Source::Seeded(Stream {
                seed: state.seed,
                rng,
                words: [0; BLOCK],
                next: BLOCK,
            }),
            drawn: 0,
            noted: None,
            hand: None,
        }
    }

    /// The results that will come, one for each draw, as the rules name them (a die from 1, a chit from 0).
    pub fn scripted(results: impl Into<Vec<u32>>) -> Self {
        let source = Source::Scripted {
            results: results.into(),
            next: 0,
            trouble: None,
        };
        Self {
            source,
            drawn: 0,
            noted: None,
            hand: None,
        }
    }

    /// Keeps a note of every draw from now on.
    #[must_use]
    pub fn noting(mut self) -> Self {
        self.noted = Some(Vec::new());
        self
    }

    /// The draws noted so far.
    pub fn notes(&self) -> &[Draw] {
        self.noted.as_deref().unwrap_or_default()
    }

    /// Where the stream stands; `None` if this chance is not seeded.
    pub fn state(&self) -> Option<SeedState> {
        match &self.source {
            Source::Seeded(stream) => Some(SeedState {
                seed: stream.seed,
                words: stream.drawn(),
            }),
            _ => None,
        }
    }

    /// How many draws were made: undo never goes back over one.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Whether the scripted results were just right; other sources always are.
    pub fn settled(&self) -> Result<(), ScriptError> {
        match &self.source {
            Source::Scripted {
                trouble: Some(trouble),
                ..
            } => Err(trouble.clone()),
            Source::Scripted { results, next, .. } if *next < results.len() => {
                Err(ScriptError::TooMany {
                    needed: *next,
                    given: results.len(),
                })
            }
            _ => Ok(()),
        }
    }

    /// One of `0..n`, all alike.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        self.uniform(n, 0)
    }

    /// One of `low..low + n`, all alike; `low` is what a script's results count from.
    #[inline]
    fn uniform(&mut self, n: u32, low: u32) -> u32 {
        debug_assert!(n > 0, "a draw from nothing");
        self.drawn += 1;
        match &mut self.source {
            // Simulations draw this way, millions of times.
            Source::Seeded(stream) if self.noted.is_none() => map_word(stream, n) + low,
            _ => self.uniform_elsewhere(n, low),
        }
    }

    #[cold]
    fn uniform_elsewhere(&mut self, n: u32, low: u32) -> u32 {
        let value = match &mut self.source {
            Source::Seeded(stream) => map_word(stream, n),
            Source::Scripted {
                results,
                next,
                trouble,
            } => script(results, next, trouble, n, low),
            Source::Counted(walk) => walk.draw(u64::from(n), |_| 1) as u32,
        };
        if let Some(noted) = &mut self.noted {
            noted.push(Draw {
                value: value + low,
                of: n,
            });
        }
        value + low
    }

    /// A chit from the full set of ten: 0 to 9.
    #[inline]
    pub fn chit(&mut self) -> u8 {
        self.uniform(10, 0) as u8
    }

    /// A six-sided die: 1 to 6.
    #[inline]
    pub fn d6(&mut self) -> u8 {
        self.uniform(6, 1) as u8
    }

    /// A ten-sided die: 1 to 10.
    #[inline]
    pub fn d10(&mut self) -> u8 {
        self.uniform(10, 1) as u8
    }

    /// An index, each with the chance of its weight. A script gives the index.
    #[inline]
    pub fn weighted<W: Copy + Into<u32>>(&mut self, weights: &[W]) -> usize {
        let total: u32 = weights.iter().map(|weight| (*weight).into()).sum();
        debug_assert!(total > 0, "a draw from nothing");
        self.drawn += 1;
        let index = match &mut self.source {
            Source::Seeded(stream) => {
                let mut ticket = map_word(stream, total);
                let passed = weights.iter().take_while(|weight| {
                    let rest = ticket.checked_sub((**weight).into());
                    rest.inspect(|rest| ticket = *rest).is_some()
                });
                passed.count()
            }
            _ => self.weighted_elsewhere(weights.len(), &|index| weights[index].into()),
        };
        if let Some(noted) = &mut self.noted {
            noted.push(Draw {
                value: index as u32,
                of: weights.len() as u32,
            });
        }
        index
    }

    #[cold]
    fn weighted_elsewhere(&mut self, count: usize, weight: &dyn Fn(usize) -> u32) -> usize {
        match &mut self.source {
            Source::Seeded(_) => 0,
            Source::Scripted {
                results,
                next,
                trouble,
            } => {
                let index = script(results, next, trouble, count as u32, 0) as usize;
                if weight(index) > 0 {
                    return index;
                }
                let value = index as u32;
                trouble.get_or_insert(ScriptError::NoneLeft {
                    number: *next,
                    value,
                });
                (0..count).find(|index| weight(*index) > 0).unwrap_or(index)
            }
            Source::Counted(walk) => walk.draw(count as u64, |i| u64::from(weight(i))),
        }
    }

    /// Puts a slice into random order, from its last place down.
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        for last in (1..slice.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            slice.swap(last, other);
        }
    }
}

/// A word of the stream as one of `0..n`: the high half of the product, the few unfair low halves drawn again.
#[inline(always)]
fn map_word(stream: &mut Stream, n: u32) -> u32 {
    loop {
        let product = u64::from(stream.word()) * u64::from(n);
        let low = product as u32;
        if low >= n || low >= n.wrapping_neg() % n {
            return (product >> 32) as u32;
        }
    }
}

fn script(
    results: &[u32],
    next: &mut usize,
    trouble: &mut Option<ScriptError>,
    n: u32,
    low: u32,
) -> u32 {
    let number = *next;
    *next += 1;
    match results.get(number) {
        Some(&value) if value >= low && value - low < n => value - low,
        Some(&value) => {
            trouble.get_or_insert(ScriptError::OutOfRange {
                number: number + 1,
                value,
                low,
                high: low + n - 1,
            });
            0
        }
        None => {
            // The count of what is needed grows with every draw; a wrong result is worse and stays.
            if matches!(trouble, None | Some(ScriptError::TooFew { .. })) {
                *trouble = Some(ScriptError::TooFew {
                    needed: *next,
                    given: results.len(),
                });
            }
            0
        }
    }
}

/// One path through a tree of draws, and how to find the next one.
#[derive(Clone, Debug, Default)]
struct Walk {
    /// For each draw on the path: the branch taken, its weight, the number of branches and the weight of all.
    path: Vec<Branch>,
    depth: usize,
}

#[derive(Clone, Copy, Debug)]
struct Branch {
    taken: usize,
    weight: u64,
    branches: usize,
    total: u64,
}

impl Walk {
    fn draw(&mut self, branches: u64, weight: impl Fn(usize) -> u64) -> usize {
        let branches = branches as usize;
        if self.depth == self.path.len() {
            let total = (0..branches).map(&weight).sum();
            let taken = (0..branches).find(|&i| weight(i) > 0).unwrap_or(0);
            self.path.push(Branch {
                taken,
                weight: weight(taken),
                branches,
                total,
            });
        } else if self.path[self.depth].weight == 0 {
            // `advance` moved this branch on; a result without weight cannot come.
            let branch = &mut self.path[self.depth];
            while weight(branch.taken) == 0 {
                branch.taken += 1;
            }
            branch.weight = weight(branch.taken);
        }
        let branch = &mut self.path[self.depth];
        // Remember where the last branch with weight lies, so that `advance` never steps past it.
        branch.branches = (0..branches)
            .rev()
            .find(|&i| weight(i) > 0)
            .map_or(0, |i| i + 1);
        self.depth += 1;
        self.path[self.depth - 1].taken
    }

    /// Goes to the next path; false when all were walked.
    fn advance(&mut self) -> bool {
        self.depth = 0;
        while let Some(last) = self.path.last_mut() {
            if last.taken + 1 < last.branches {
                last.taken += 1;
                last.weight = 0;
                return true;
            }
            self.path.pop();
        }
        false
    }
}

/// An exact probability: `ways` out of `of`, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Favourable cases.
    pub ways: u128,
    /// All cases.
    pub of: u128,
}

impl Share {
    /// Certainty of nothing.
    pub const NEVER: Self = Self { ways: 0, of: 1 };

    /// A share in lowest terms.
    pub fn new(ways: u128, of: u128) -> Self {
        let divisor = gcd(ways, of).max(1);
        Self {
            ways: ways / divisor,
            of: of / divisor,
        }
    }

    fn times(self, ways: u64, of: u64) -> Option<Self> {
        let left = Self::new(self.ways, u128::from(of));
        let right = Self::new(u128::from(ways), self.of);
        Some(Self::new(
            left.ways.checked_mul(right.ways)?,
            left.of.checked_mul(right.of)?,
        ))
    }

    fn plus(self, other: Self) -> Option<Self> {
        let divisor = gcd(self.of, other.of).max(1);
        let of = (self.of / divisor).checked_mul(other.of)?;
        let mine = self.ways.checked_mul(of / self.of)?;
        let theirs = other.ways.checked_mul(of / other.of)?;
        Some(Self::new(mine.checked_add(theirs)?, of))
    }

    /// For people: a number between 0 and 100.
    #[allow(clippy::cast_precision_loss)]
    pub fn percent(self) -> f64 {
        100.0 * self.ways as f64 / self.of as f64
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Why odds cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// More outcomes than the caller was ready to walk.
    #[error("there are more than {0} ways this can go, too many to count one by one")]
    TooMany(u64),
    /// The exact fraction has outgrown 128 bits.
    #[error("this can go too many ways to count: the exact fraction is too long to write down")]
    TooFine,
}

/// Walks every outcome of `run` and gives each distinct result its exact share, in ascending order of result.
pub fn odds<R: Ord>(
    limit: u64,
    mut run: impl FnMut(&mut Chance) -> R,
) -> Result<BTreeMap<R, Share>, CountError> {
    let mut shares = BTreeMap::new();
    let mut walk = Walk::default();
    for _ in 0..limit {
        let mut chance = Chance {
            source: Source::Counted(walk),
            drawn: 0,
            noted: None,
            hand: None,
        };
        let result = run(&mut chance);
        let Source::Counted(back) = chance.source else {
            unreachable!("a counted chance stays counted")
        };
        walk = back;
        let mut share = Share { ways: 1, of: 1 };
        for branch in &walk.path {
            share = share
                .times(branch.weight, branch.total)
                .ok_or(CountError::TooFine)?;
        }
        let sum = shares.get(&result).copied().unwrap_or(Share::NEVER);
        shares.insert(result, sum.plus(share).ok_or(CountError::TooFine)?);
        if !walk.advance() {
            return Ok(shares);
        }
    }
    Err(CountError::TooMany(limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Golden vectors: if these change, every record ever written breaks.
    #[test]
    fn a_seed_means_the_same_results_for_ever() {
        let mut chance = Chance::seeded(1943);
        let chits: Vec<u8> = (0..24).map(|_| chance.chit()).collect();
        assert_eq!(chits, GOLDEN_CHITS);
        let mut deck: Vec<u8> = (0..10).collect();
        chance.shuffle(&mut deck);
        assert_eq!(deck, GOLDEN_DECK);
        assert_eq!(chance.weighted(&[1_u32, 0, 7, 2]), GOLDEN_PICK);
    }
    const GOLDEN_CHITS: [u8; 24] = [
        1, 3, 7, 0, 1, 3, 4, 7, 9, 4, 8, 3, 3, 0, 5, 6, 1, 2, 6, 6, 0, 1, 9, 1,
    ];
    const GOLDEN_DECK: [u8; 10] = [8, 2, 3, 9, 1, 4, 6, 5, 0, 7];
    const GOLDEN_PICK: usize = 2;

    #[test]
    fn a_stream_goes_on_where_it_was_left() {
        let mut whole = Chance::seeded(7);
        for _ in 0..101 {
            whole.chit();
        }
        let mut later = Chance::from_state(whole.state().unwrap());
        assert_eq!(
            (0..50).map(|_| whole.d6()).collect::<Vec<_>>(),
            (0..50).map(|_| later.d6()).collect::<Vec<_>>()
        );
    }

    #[test]
    fn scripted_results_must_fit_and_suffice() {
        let mut chance = Chance::scripted([3, 6]).noting();
        assert_eq!((chance.chit(), chance.d6()), (3, 6));
        assert_eq!(chance.settled(), Ok(()));
        assert_eq!(
            chance.notes(),
            [Draw { value: 3, of: 10 }, Draw { value: 6, of: 6 }]
        );

        let mut short = Chance::scripted([3]);
        short.chit();
        short.chit();
        assert_eq!(
            short.settled(),
            Err(ScriptError::TooFew {
                needed: 2,
                given: 1
            })
        );

        let mut wrong = Chance::scripted([0]);
        wrong.d6();
        assert_eq!(
            wrong.settled(),
            Err(ScriptError::OutOfRange {
                number: 1,
                value: 0,
                low: 1,
                high: 6
            })
        );

        let mut gone = Chance::scripted([1]);
        assert_eq!(gone.weighted(&[2_u32, 0, 1]), 0);
        assert_eq!(
            gone.settled(),
            Err(ScriptError::NoneLeft {
                number: 1,
                value: 1
            })
        );

        assert_eq!(
            Chance::scripted([1]).settled(),
            Err(ScriptError::TooMany {
                needed: 0,
                given: 1
            })
        );
    }

    #[test]
    fn counting_two_dice_is_exact() {
        let sums = odds(1000, |chance| chance.d6() + chance.d6()).unwrap();
        assert_eq!(sums.len(), 11);
        assert_eq!(sums[&7], Share { ways: 1, of: 6 });
        assert_eq!(sums[&12], Share { ways: 1, of: 36 });
    }

    #[test]
    fn counting_follows_draws_that_depend_on_others_and_weights_of_nothing() {
        let shares = odds(1000, |chance| match chance.weighted(&[0_u32, 1, 0, 3, 0]) {
            1 => 10 + chance.below(2),
            other => other as u32,
        })
        .unwrap();
        assert_eq!(shares[&3], Share { ways: 3, of: 4 });
        assert_eq!(shares[&10], Share { ways: 1, of: 8 });
        assert_eq!(shares[&11], Share { ways: 1, of: 8 });
        assert_eq!(shares.len(), 3);
    }

    #[test]
    fn counting_gives_up_in_words() {
        assert_eq!(
            odds(99, |chance| (chance.chit(), chance.chit())),
            Err(CountError::TooMany(99))
        );
    }

    #[test]
    fn every_result_of_the_mapping_comes_equally_often() {
        let mut chance = Chance::seeded(5);
        let mut seen = [0u32; 10];
        for _ in 0..100_000 {
            seen[usize::from(chance.chit())] += 1;
        }
        assert!(
            seen.iter().all(|&n| (9_600..10_400).contains(&n)),
            "{seen:?}"
        );
    }
}
