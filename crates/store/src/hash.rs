//! What is kept of a key.

use sha2::{Digest, Sha256};
use std::fmt;
use subtle::ConstantTimeEq;

/// The SHA-256 of a key or an invitation. Keys are 256 random bits, so there is nothing to guess and no need for salt.
#[derive(Clone, Copy)]
pub struct Hash([u8; 32]);

impl Hash {
    /// Of a key as its owner sends it.
    pub fn of(key: &str) -> Self {
        Self(Sha256::digest(key.as_bytes()).into())
    }

    /// From the hex digits that the store holds.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        let mut bytes = [0; 32];
        if digits.len() != 64 {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Self(bytes))
    }

    /// As hex digits.
    pub(crate) fn text(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// In constant time: how long it takes tells nothing about where they differ.
impl PartialEq for Hash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

/// Not even the hash goes into a log.
impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hash(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_sha_256_and_reads_back() {
        let hash = Hash::of("abc");
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash.text(), known);
        assert_eq!(Hash::read(known), Some(hash));
        assert_ne!(Hash::of("abd"), hash);
        assert!(Hash::read("ba78").is_none());
        assert!(Hash::read(&"zz".repeat(32)).is_none());
        assert_eq!(format!("{hash:?}"), "Hash(…)");
    }
}
