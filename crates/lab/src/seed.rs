//! One seed a game.

/// The seed of game `index` of a run. Fixed for ever: a published result must be repeatable.
///
/// Two rounds of the mixer of splitmix64, so that neighbouring runs share no games.
pub fn seed_of(seed: u64, index: u64) -> u64 {
    mix(mix(seed).wrapping_add(index))
}

fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_mixer_is_that_of_splitmix64() {
        // The first outputs of the published generator for state 0 and state 1234567.
        assert_eq!(mix(0), 0xE220_A839_7B1D_CDAF);
        assert_eq!(mix(1_234_567), 6_457_827_717_110_365_317);
    }

    #[test]
    fn games_of_neighbouring_runs_differ() {
        let seeds = (0..50).flat_map(|seed| (0..1000).map(move |index| seed_of(seed, index)));
        assert_eq!(seeds.collect::<BTreeSet<_>>().len(), 50_000);
    }
}
