//! The games that are hosted, with what never changes about them ready to be sent.

use crate::problem::{Kind, Problem};
use bytes::Bytes;
use derbyhouse_catalog::AnyGame;
use derbyhouse_kernel::Seat;
use derbyhouse_scene::Info;
use serde::Serialize;
use std::sync::Arc;

/// A game as the list shows it.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    #[serde(flatten)]
    pub info: Info,
    /// Whether there is a first game to be taken by the hand through.
    pub tutorial: bool,
    /// Whether its players may give standing orders.
    pub orders: bool,
}

/// A game in this house.
pub struct Hosted {
    pub game: Arc<dyn AnyGame>,
    pub info: GameInfo,
    /// The board as JSON.
    pub board: Bytes,
    /// The rules as JSON.
    pub rules: Bytes,
}

impl Hosted {
    fn new(game: Arc<dyn AnyGame>) -> Self {
        // Plain data always has a JSON form.
        let board = serde_json::to_vec(&game.board()).unwrap_or_default();
        let rules = serde_json::to_vec(game.rules()).unwrap_or_default();
        let info = GameInfo {
            info: game.info(),
            tutorial: game.tutorial().is_some(),
            orders: knows_orders(game.as_ref()),
        };
        Self {
            game,
            info,
            board: board.into(),
            rules: rules.into(),
        }
    }

    /// How many chairs it has.
    pub fn seats(&self) -> usize {
        self.info.info.seats.len()
    }

    /// Whether seats hide things from each other.
    pub fn hides(&self) -> bool {
        self.seats() > 1 && !self.info.info.together
    }

    /// The short name of a seat.
    pub fn seat_id(&self, seat: usize) -> &'static str {
        self.info.info.seats.get(seat).map_or("", |seat| seat.id)
    }

    /// The seat with that short name.
    pub fn seat(&self, id: &str) -> Option<Seat> {
        let index = self.info.info.seats.iter().position(|seat| seat.id == id);
        index.and_then(Seat::new)
    }

    /// The computer player that advises: the first that does not just pick at random.
    fn adviser(&self) -> &'static str {
        let bots = &self.info.info.bots;
        let thinks = bots.iter().find(|name| **name != "random");
        thinks.or(bots.first()).copied().unwrap_or("random")
    }

    /// A computer player by name.
    pub fn bot<'b>(&self, name: &'b str) -> Result<&'b str, Problem> {
        if self.info.info.bots.contains(&name) {
            return Ok(name);
        }
        let known = self.info.info.bots.join(", ");
        let what = format!("there is no computer player “{name}”: it is one of {known}");
        Err(Problem::new(Kind::Unusable, what))
    }

    /// A computer player by name, or the one that advises.
    pub fn bot_or_adviser<'b>(&self, name: Option<&'b str>) -> Result<&'b str, Problem> {
        match name {
            Some(name) => self.bot(name),
            None => Ok(self.adviser()),
        }
    }
}

/// Whether anybody may order anything when the game begins.
fn knows_orders(game: &dyn AnyGame) -> bool {
    let setup = game.setup(None, &[]).ok();
    let played = setup.and_then(|setup| game.start(&setup, 0).ok());
    played.is_some_and(|played| {
        let seats = Seat::all().take(game.info().seats.len());
        seats
            .into_iter()
            .any(|seat| !played.standing(seat).is_empty())
    })
}

/// All games in this house, in the order of the list.
pub struct Games(Vec<Arc<Hosted>>);

impl Games {
    /// Takes them in.
    pub fn new(games: Vec<Arc<dyn AnyGame>>) -> Self {
        let host = |game| Arc::new(Hosted::new(game));
        Self(games.into_iter().map(host).collect())
    }

    /// A game by its id.
    pub fn get(&self, id: &str) -> Option<&Arc<Hosted>> {
        self.0.iter().find(|hosted| hosted.info.info.id == id)
    }

    /// In order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Hosted>> {
        self.0.iter()
    }

    /// Their ids, for messages.
    pub fn known(&self) -> String {
        let ids: Vec<&str> = self.0.iter().map(|hosted| hosted.info.info.id).collect();
        ids.join(", ")
    }
}
