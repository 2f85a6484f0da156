//! Derby House: kernel.
