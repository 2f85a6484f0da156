//! Wolfpack (1974).
