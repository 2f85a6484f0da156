//! Observation [37.who_observes]: what boats see of the convoy.

use crate::boats::Letter;
use crate::convoy::BoxState;
use crate::event::Event;
use crate::sequence::Play;
use crate::space::Space;

impl Play<'_> {
    /// Every boat on the surface or at periscope depth looks around, in random order if there is something to find
    /// for several [37.who_observes], [24.simultaneous_order].
    pub(crate) fn observe(&mut self) {
        let light = self.p.conditions.light();
        let spot = self.t.tdc.spot(light);
        let lookouts = self
            .p
            .attacking()
            .filter_map(|(letter, boat)| Some((letter, boat.lookout()?.0)));
        let (finding, others): (Vec<_>, Vec<_>) =
            lookouts.partition(|(_, from)| self.p.unseen(*from, spot).next().is_some());
        let order = self.in_random_order(finding);
        for (letter, from) in order.into_iter().chain(others) {
            self.look(letter, from, spot, self.t.tdc.identify(light));
        }
    }

    /// Spots, then identifies, in reading order [37.spot], [37.identify].
    pub(crate) fn look(&mut self, letter: Letter, from: Space, spot: u8, identify: u8) {
        let spaces: Vec<Space> = self.p.unseen(from, spot).collect();
        for space in &spaces {
            self.spot(*space);
        }
        if !spaces.is_empty() {
            self.log.push(|| Event::Spots {
                boat: letter,
                spaces: spaces.clone(),
            });
        }
        let near = |space: &Space| from.range(*space) <= identify;
        let unidentified = self
            .p
            .secret
            .backs
            .iter()
            .map(|(space, _)| *space)
            .filter(near);
        for space in unidentified.collect::<Vec<_>>() {
            self.identify(space);
        }
    }

    /// A tile from the pile of its ring comes into a box [37.spot].
    fn spot(&mut self, space: Space) {
        let Some(ring) = self.p.conditions.side.ring(space) else {
            return;
        };
        if let Some(tile) = self.p.secret.piles[usize::from(ring) - 1].pop() {
            self.p.convoy.put(space, BoxState::Spotted);
            let backs = &mut self.p.secret.backs;
            let place = backs.partition_point(|(other, _)| *other < space);
            backs.insert(place, (space, tile));
        }
    }

    /// A tile is turned over [37.identify].
    pub(crate) fn identify(&mut self, space: Space) {
        let Some(tile) = self.p.tile_back(space) else {
            return;
        };
        self.p.secret.backs.retain(|(other, _)| *other != space);
        let blank = self.t.tile(tile).is_blank();
        self.p.convoy.put(
            space,
            if blank {
                BoxState::Blank
            } else {
                BoxState::Ship(tile, false)
            },
        );
        self.log.reveal();
        self.log.push(|| Event::Identifies { space, tile });
        if blank {
            self.p.forget_target(space);
        }
    }
}

impl crate::position::Position {
    /// Boxes within range that nobody has looked into, in reading order; holes are none [37.holes_not_refilled].
    fn unseen(&self, from: Space, range: u8) -> impl Iterator<Item = Space> {
        let side = self.conditions.side;
        let unknown = self
            .convoy
            .boxes()
            .filter(|(_, state)| *state == BoxState::Unknown);
        unknown
            .map(|(space, _)| space)
            .filter(move |space| from.range(*space) <= range && side.ring(*space).is_some())
    }

    /// A ship is no more: tubes lose their solutions for it [38.tdc_kept_and_lost].
    pub(crate) fn forget_target(&mut self, space: Space) {
        for boat in self.boats.iter_mut().flatten() {
            for solution in &mut boat.solutions {
                if solution.is_some_and(|solution| solution.target == space) {
                    *solution = None;
                }
            }
        }
    }
}
