//! What is shown must be there: offers are the choices, pieces stand on the board, rules that are cited exist.

use crate::fault::Fault;
use crate::walk::Walk;
use derbyhouse_kernel::{Game, Seat, Viewer};
use derbyhouse_scene::{Anchor, Board, Face, Prompt, Scene};
use std::collections::BTreeSet;

/// Everybody who can look: each seat, and somebody who only watches.
pub(crate) fn viewers<G: Game>(game: &G) -> impl Iterator<Item = Viewer> + use<G> {
    let seats = Seat::all().take(game.seats().len());
    seats.map(Viewer::Seat).chain([Viewer::Observer])
}

/// The scene of a viewer, with the question put to them if they are asked.
pub(crate) fn scene_of<G: Face>(game: &G, position: &G::Position, viewer: Viewer) -> Scene {
    let (mut decision, mut choices) = (None, Vec::new());
    if let Viewer::Seat(seat) = viewer {
        decision = game.decision(position, seat);
        game.choices(position, seat, &mut choices);
    }
    game.scene(game.view(position, viewer), decision.as_ref(), &choices)
}

impl<G: Face> Walk<G> {
    /// Draws the scene of every viewer. Returns how many checks that were.
    pub(crate) fn scenes(&self) -> Result<u64, Fault> {
        let board = self.game.board();
        let spaces: BTreeSet<&str> = board.spaces.iter().map(|s| s.id.as_str()).collect();
        let mut checks = self.places(&board, &spaces)?;
        for viewer in viewers(self.game.as_ref()) {
            let scene = scene_of(self.game.as_ref(), self.played.position(), viewer);
            checks += self.pieces(&scene, &spaces)?;
            checks += self.prompt(viewer, scene.prompt.as_ref(), &scene, &spaces)?;
        }
        Ok(checks)
    }

    fn places(&self, board: &Board, spaces: &BTreeSet<&str>) -> Result<u64, Fault> {
        self.hold(
            spaces.len() == board.spaces.len(),
            "two spaces of the board have one id",
        )?;
        for place in &board.places {
            self.hold_or(spaces.contains(place.space.as_str()), || {
                format!("{} lies off the board, at “{}”", place.label, place.space)
            })?;
        }
        Ok(2)
    }

    fn pieces(&self, scene: &Scene, spaces: &BTreeSet<&str>) -> Result<u64, Fault> {
        let mut ids = BTreeSet::new();
        for piece in &scene.pieces {
            let fresh = ids.insert(piece.id.as_str());
            self.hold_or(fresh, || format!("two pieces have the id “{}”", piece.id))?;
            let there = spaces.contains(piece.space.as_str());
            self.hold_or(there, || {
                format!("{} stands off the board, at “{}”", piece.label, piece.space)
            })?;
        }
        let areas = scene.areas.iter();
        for area in areas.chain(scene.overlays.iter().flat_map(|o| &o.areas)) {
            let stray = area
                .spaces
                .iter()
                .find(|w| !spaces.contains(w.space.as_str()));
            if let Some(stray) = stray {
                return Err(self.fault(format!(
                    "{} covers “{}”, off the board",
                    area.label, stray.space
                )));
            }
        }
        Ok(3)
    }

    fn prompt(
        &self,
        viewer: Viewer,
        prompt: Option<&Prompt>,
        scene: &Scene,
        spaces: &BTreeSet<&str>,
    ) -> Result<u64, Fault> {
        let mut choices = Vec::new();
        if let Viewer::Seat(seat) = viewer {
            self.game
                .choices(self.played.position(), seat, &mut choices);
        }
        let Some(prompt) = prompt else {
            self.hold(choices.is_empty(), "a viewer who is asked sees no question")?;
            return Ok(1);
        };
        let same = prompt.offers.len() == choices.len()
            && prompt
                .offers
                .iter()
                .zip(&choices)
                .all(|(o, c)| o.choice == c.to_string());
        self.hold(
            same,
            "the offers of a scene are not the choices, in their order",
        )?;
        let defaults = prompt.offers.iter().filter(|offer| offer.default).count();
        self.hold(defaults <= 1, "two offers are the answer that Enter gives")?;
        for offer in &prompt.offers {
            let there = match &offer.anchor {
                Anchor::Space(space) => spaces.contains(space.as_str()),
                Anchor::Piece(id) => scene.pieces.iter().any(|piece| piece.id == *id),
                Anchor::Button => true,
            };
            self.hold_or(there, || {
                format!(
                    "“{}” hangs on {:?}, which is not there",
                    offer.choice, offer.anchor
                )
            })?;
        }
        self.rule_exists(&self.rules(), &prompt.rule)?;
        Ok(4)
    }

    /// Every line of the log, for every viewer: the rules that it cites must exist. Returns how many lines there were.
    pub(crate) fn lines(&self) -> Result<u64, Fault> {
        let rules = self.rules();
        let mut lines = 0;
        for viewer in viewers(self.game.as_ref()) {
            for (_, event) in self.played.events() {
                if let Some(line) = self.game.line(viewer, event) {
                    lines += 1;
                    let mut cited = line.rules.iter();
                    cited.try_for_each(|rule| self.rule_exists(&rules, rule))?;
                }
            }
        }
        Ok(lines)
    }

    fn rules(&self) -> BTreeSet<&str> {
        let rules = self.game.rules().iter();
        rules.map(|rule| rule.number.as_str()).collect()
    }

    fn rule_exists(&self, rules: &BTreeSet<&str>, number: &str) -> Result<(), Fault> {
        // A letter after the number names a part of the rule.
        let number = number.split(' ').next().unwrap_or(number);
        self.hold_or(rules.contains(number), || {
            format!("rule “{number}” is cited, but the rules do not have it")
        })
    }
}
