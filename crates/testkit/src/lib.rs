//! Derby House: testkit.
