//! The table as one viewer sees it.

use crate::house::games::Hosted;
use crate::house::glance::Over;
use crate::house::play::Play;
use crate::house::steps::Steps;
use derbyhouse_catalog::{AnyMatch, LogLine};
use derbyhouse_kernel::{Seat, Viewer};
use derbyhouse_scene::Scene;
use serde::Serialize;

/// The table at one moment, for one viewer.
#[derive(Debug, Serialize)]
pub struct TableView {
    pub version: u64,
    pub moves: usize,
    pub you: Option<&'static str>,
    pub asked: Vec<&'static str>,
    pub may_undo: bool,
    pub undo_reason: Option<String>,
    /// The least number of moves that can be gone back to.
    pub undo_to: Option<usize>,
    pub over: Option<Over>,
    pub scene: Scene,
    pub news: Vec<LogLine>,
}

/// What a viewer wants to see.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Ids of the overlays to be sent in full.
    pub overlays: Vec<String>,
}

impl TableView {
    /// Without a way back.
    pub fn of(
        hosted: &Hosted,
        played: &dyn AnyMatch,
        (version, moves): (u64, usize),
        viewer: Viewer,
        wanted: &Wanted,
    ) -> Self {
        let asked = played.asked().iter();
        let mut scene = played.scene(viewer);
        for overlay in &mut scene.overlays {
            if !wanted.overlays.contains(&overlay.id) {
                overlay.areas.clear();
            }
        }
        Self {
            version,
            moves,
            you: match viewer {
                Viewer::Seat(seat) => Some(hosted.seat_id(seat.index())),
                Viewer::Observer => None,
            },
            asked: asked.map(|seat| hosted.seat_id(seat.index())).collect(),
            may_undo: false,
            undo_reason: Some("Observers take nothing back.".to_owned()),
            undo_to: None,
            over: Over::of(played, hosted.seats()),
            scene,
            news: Vec::new(),
        }
    }

    /// With what that seat may take back.
    pub fn with_way_back(
        self,
        play: &Play,
        seat: Seat,
        bots: &[Option<String>],
        steps: &Steps,
    ) -> Self {
        let to = play.undo_to(seat, bots);
        let may = to < play.get().moves();
        let refused = play.get().may_undo(seat).err().filter(|_| !may);
        Self {
            may_undo: may,
            undo_reason: refused.map(|why| steps.hide(why).to_string()),
            undo_to: Some(steps.made(to)),
            ..self
        }
    }

    /// As it was: nothing can be done about it.
    pub fn past(self) -> Self {
        let reason = "This is the past: play on from here in a match of its own.";
        Self {
            undo_reason: Some(reason.to_owned()),
            scene: Scene {
                prompt: None,
                ..self.scene
            },
            ..self
        }
    }
}
