//! Derby House: scene.
