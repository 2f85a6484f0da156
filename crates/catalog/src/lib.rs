//! Derby House: catalog.
