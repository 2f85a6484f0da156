//! A computer player knows only what its seat may know.

use crate::fault::Fault;
use crate::walk::Walk;
use derbyhouse_kernel::{Bot, Seat, Viewer};
use derbyhouse_scene::Face;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How often a computer player was asked twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Advised {
    /// Pairs of positions it was asked about.
    pub compared: u64,
    /// Pairs of which the hidden part really differed.
    pub different: u64,
}

/// Plays every set-up to its end by one computer player, and asks another, once in so many choices, about the position and
/// about its twin, in which everything hidden is dealt anew: the answer must be the same. Each is asked as if for the first
/// time, so that nothing it remembers helps it.
pub fn advice<G: Face>(
    game: &Arc<G>,
    setups: &[G::Setup],
    (plays, asked): (&str, &str),
    every: u32,
    seed: u64,
) -> Result<Advised, Fault> {
    let mut advised = Advised::default();
    for (setup, seed) in setups.iter().zip(seed..) {
        let mut walk = Walk::new(game, setup, seed)?;
        let mut players: BTreeMap<usize, Box<dyn Bot<G>>> = BTreeMap::new();
        while let Some((seat, _)) = walk.pick()? {
            if walk.sometimes(every) {
                walk.ask_twins(seat, asked, &mut advised)?;
            }
            let player = match players.remove(&seat.index()) {
                Some(player) => player,
                None => walk.hire(plays)?,
            };
            let player = players.entry(seat.index()).or_insert(player);
            let view = game.view(walk.played.position(), Viewer::Seat(seat));
            let choice = player.choose(view, &walk.choices);
            walk.hold(!player.reason().is_empty(), "nobody says why")?;
            walk.choose(seat, &choice)?;
        }
    }
    Ok(advised)
}

impl<G: Face> Walk<G> {
    fn hire(&self, name: &str) -> Result<Box<dyn Bot<G>>, Fault> {
        let bot = self.game.bot(name, 7);
        bot.ok_or_else(|| self.fault(format!("there is no computer player “{name}”")))
    }

    fn ask_twins(&mut self, seat: Seat, name: &str, advised: &mut Advised) -> Result<(), Fault> {
        let viewer = Viewer::Seat(seat);
        let one = self.played.position();
        let other = self.game.resample(one, viewer, &mut self.dice);
        advised.compared += 1;
        if other == *one {
            return Ok(());
        }
        advised.different += 1;
        let ask = |position: &G::Position| {
            let view = self.game.view(position, viewer);
            Ok(self.hire(name)?.choose(view, &self.choices))
        };
        let (one, other) = (ask(one)?, ask(&other)?);
        self.hold_or(one == other, || {
            format!("“{name}” goes by what is hidden from {seat}: “{one}” against “{other}”")
        })
    }
}
