//! Parts of addresses.

use utoipa::IntoParams;

/// A match.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[allow(dead_code)] // it only describes
pub struct IdPath {
    /// The public name of the match.
    #[param(pattern = "^[0-9a-hjkmnp-tv-z]{12}$", min_length = 12, max_length = 12)]
    id: String,
}

/// A game.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[allow(dead_code)]
pub struct GamePath {
    /// The id of the game.
    #[param(pattern = "^[a-z0-9-]{1,40}$", example = "wolfpack-1974")]
    game: String,
}

/// A table of a game.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[allow(dead_code)]
pub struct NamePath {
    /// The name of the table.
    #[param(pattern = "^[a-z0-9_.-]{1,100}$")]
    name: String,
}

/// A space of the board.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[allow(dead_code)]
pub struct SpacePath {
    /// The id of the space.
    #[param(example = "0817")]
    space: String,
}
