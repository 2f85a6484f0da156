//! Derby House: lab.
