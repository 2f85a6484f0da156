//! Names and keys that nobody can guess.

use crate::problem::Problem;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Letters of a match's name: digits and lower case without i, l, o, u, which read badly aloud.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Letters in a match's name.
const LENGTH: usize = 12;

fn random<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(Problem::internal)?;
    Ok(bytes)
}

/// A new key: 256 random bits.
pub fn key() -> Result<String, Problem> {
    Ok(URL_SAFE_NO_PAD.encode(random::<32>()?))
}

/// A new name for a match: public, but not counted up.
pub fn match_id() -> Result<String, Problem> {
    let letter = |byte: u8| char::from(LETTERS[usize::from(byte % 32)]);
    Ok(random::<LENGTH>()?.map(letter).iter().collect())
}

/// Whether a text can be the name of a match.
pub fn is_match_id(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// A seed for the dice. All 64 bits: a shorter one could be found by trying, and would give hidden things away.
pub fn seed() -> Result<u64, Problem> {
    Ok(u64::from_le_bytes(random()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_keys_have_their_form() {
        let id = match_id().unwrap();
        assert!(is_match_id(&id), "{id}");
        assert_ne!(id, match_id().unwrap());
        assert_eq!(key().unwrap().len(), 43);
        assert!(!is_match_id("short"));
        assert!(!is_match_id("ABCDEFGHJKMN"));
    }
}
