//! Derby House: bots.
