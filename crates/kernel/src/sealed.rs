//! Keeps hidden facts out of sight in files that a player may open.
//!
//! A position that plays on must carry what its player may not know. In the file that part is scrambled text: nobody
//! reads it by accident, and editing it by hand is caught. It is a curtain, not a lock: whoever has the program can
//! lift it.
//!
//! Use with serde: `#[serde(with = "derbyhouse_kernel::sealed")]`.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use serde::de::{DeserializeOwned, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

const CHECK: usize = 4;

/// Writes a value as scrambled text.
pub fn serialize<T: Serialize, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let plain = serde_json::to_vec(value).map_err(S::Error::custom)?;
    let check = &Sha256::digest(&plain)[..CHECK];
    let mut text = String::with_capacity(2 * (CHECK + plain.len()));
    for byte in check.iter().copied().chain(scrambled(check, &plain)) {
        write!(text, "{byte:02x}").map_err(S::Error::custom)?;
    }
    serializer.serialize_str(&text)
}

/// Reads it back.
pub fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
    let broken = || D::Error::custom("the sealed part is damaged");
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) || digits.len() < 2 * CHECK {
        return Err(broken());
    }
    let digit = |b: u8| (b as char).to_digit(16).ok_or_else(broken);
    let bytes = digits
        .chunks_exact(2)
        .map(|pair| Ok((digit(pair[0])? * 16 + digit(pair[1])?) as u8))
        .collect::<Result<Vec<u8>, D::Error>>()?;
    let (check, body) = bytes.split_at(CHECK);
    let plain: Vec<u8> = scrambled(check, body).collect();
    if Sha256::digest(&plain)[..CHECK] != *check {
        return Err(broken());
    }
    serde_json::from_slice(&plain).map_err(|_| broken())
}

fn scrambled(check: &[u8], bytes: &[u8]) -> impl Iterator<Item = u8> {
    let mut key = [0; 32];
    key[..CHECK].copy_from_slice(check);
    let mut stream = vec![0; bytes.len()];
    ChaCha8Rng::from_seed(key).fill_bytes(&mut stream);
    bytes.iter().zip(stream).map(|(byte, pad)| byte ^ pad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Hand {
        #[serde(with = "super")]
        cards: Vec<String>,
    }

    #[test]
    fn what_is_sealed_cannot_be_read_and_comes_back_whole() {
        let hand = Hand {
            cards: vec!["DUMMY".into(), "CVE".into()],
        };
        let text = serde_json::to_string(&hand).unwrap();
        assert!(!text.contains("DUMMY"));
        assert_eq!(serde_json::from_str::<Hand>(&text).unwrap(), hand);
    }

    #[test]
    fn a_damaged_seal_is_an_error() {
        let text = serde_json::to_string(&Hand {
            cards: vec!["CVE".into()],
        })
        .unwrap();
        for wrong in [
            text.replacen(['0', '1', '2', '3'], "4", 1),
            "{\"cards\":\"zz\"}".into(),
            "{\"cards\":\"é\"}".into(),
        ] {
            if wrong != text {
                assert!(serde_json::from_str::<Hand>(&wrong).is_err(), "{wrong}");
            }
        }
    }
}
