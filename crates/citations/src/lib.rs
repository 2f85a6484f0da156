//! Derby House: citations.
