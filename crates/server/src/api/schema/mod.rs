//! The form of what comes from the games, for the description of the API.
//!
//! Scenes and the like are made far below the server and know nothing of HTTP. These types say what their JSON looks
//! like; a test holds real answers against them, field by field.
#![allow(dead_code)] // they only describe

pub mod game;
pub mod scene;
pub mod sheet;
pub mod standing;
pub mod story;
