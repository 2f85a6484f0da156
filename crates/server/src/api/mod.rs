//! The API, one file for each thing it is about.
#![allow(unused_qualifications)] // of the code that `utoipa::path` writes

pub mod acts;
pub mod chat;
pub mod docs;
pub mod events;
pub mod games;
pub mod help;
pub mod history;
pub mod looking;
pub mod matches;
pub mod orders;
pub mod params;
pub mod responses;
pub mod schema;
