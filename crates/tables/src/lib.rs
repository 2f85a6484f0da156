//! Derby House: tables.
