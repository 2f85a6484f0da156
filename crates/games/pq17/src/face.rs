//! The game as front ends, laboratories and tests know it.

use crate::audit;
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{Force, Id};
use crate::game::Pq17;
use crate::lines;
use crate::position::Position;
use crate::scene;
use crate::setup::Setup;
use crate::side::Side;
use crate::tables::OptionId;
use crate::view::View;
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_kernel::{Bot, Chance, Decision, Viewer};
use derbyhouse_scene::{
    Board, Broken, Face, Info, Line, Prospect, ScenarioInfo, Scene, SeatInfo, Story, Tutorial,
};
use derbyhouse_tables::{Provenance, RuleText};

mod citations {
    //! Collected by the build script.
    include!(concat!(env!("OUT_DIR"), "/citations.rs"));
}

/// Scenarios that run from set-up to end with what is built.
const RUNNING: [&str; 1] = ["pq6"];

impl Face for Pq17 {
    fn info(&self) -> Info {
        let seat = |id: &'static str, label: &'static str| SeatInfo { id, label };
        let running = self.tables.scenarios.iter().filter(|known| RUNNING.contains(&known.id.as_str()));
        Info {
            id: "pq17",
            title: "PQ-17",
            published: "Arctic naval operations 1941-43, rule book v1.1",
            about: "Two admirals in the Arctic, their fleets hidden from each other: convoys to North Russia, and those \
                    who would stop them, in ice, gales and darkness.",
            seats: vec![seat("allied", "Allied admiral"), seat("axis", "Axis admiral")],
            scenarios: running
                .map(|known| ScenarioInfo {
                    id: known.id.clone(),
                    label: known.title.clone(),
                })
                .collect(),
            options: vec![],
            bots: vec![],
        }
    }

    fn setup(&self, scenario: Option<&str>, options: &[String]) -> Result<Setup, String> {
        let mut setup = Setup::usual(&self.tables, scenario.unwrap_or(RUNNING[0]));
        if !RUNNING.contains(&setup.scenario.as_str()) {
            let running = RUNNING.join(", ");
            return Err(format!("“{}” cannot be played yet: {running} can", setup.scenario));
        }
        for option in options {
            let (name, on) = match option.strip_prefix("no-") {
                Some(name) => (name, false),
                None => (option.as_str(), true),
            };
            let id: OptionId = name.parse()?;
            if id != OptionId::BalanceVp {
                return Err(format!("the option “{id}” is not built yet"));
            }
            setup.options.retain(|other| *other != id);
            setup.options.extend(on.then_some(id));
            setup.options.sort_unstable();
        }
        Ok(setup)
    }

    fn all_setups(&self) -> Vec<Setup> {
        RUNNING.iter().map(|id| Setup::usual(&self.tables, id)).collect()
    }

    fn board(&self) -> Board {
        scene::board(&self.tables.sheet)
    }

    fn scene(&self, view: View<'_>, decision: Option<&Decision>, choices: &[Choice]) -> Scene {
        scene::scene(view, decision, choices)
    }

    fn explain(&self, view: View<'_>, space: &str) -> Vec<String> {
        scene::explain(view, space)
    }

    fn outlook(&self, _view: View<'_>, _choice: &Choice) -> Vec<Prospect> {
        Vec::new()
    }

    fn story(&self, _view: View<'_>, _events: &[(usize, Event)]) -> Story {
        Story::default()
    }

    fn tutorial(&self) -> Option<&Tutorial> {
        None
    }

    fn line(&self, viewer: Viewer, event: &Event) -> Option<Line> {
        let eyes = match viewer {
            Viewer::Seat(seat) => Side::of(seat),
            Viewer::Observer => None,
        };
        lines::line(&self.tables, eyes, event)
    }

    fn bot(&self, _name: &str, _seed: u64) -> Option<Box<dyn Bot<Self>>> {
        None
    }

    fn procedures(&self) -> &[Procedure<Self>] {
        &self.procedures
    }

    fn rules(&self) -> &[RuleText] {
        &self.rules
    }

    fn citations(&self) -> (&'static [&'static str], &'static [&'static str]) {
        (citations::CODE, citations::TESTS)
    }

    fn provenance(&self) -> &[Provenance] {
        &self.tables.provenance
    }

    fn table(&self, name: &str) -> Option<String> {
        self.source.show(name)
    }

    fn audit(
        &self,
        before: Option<&Position>,
        _events: &[Event],
        after: &Position,
    ) -> Result<u32, Broken> {
        audit::audit(&self.tables, before, after)
    }

    /// Deals anew what the viewer may not know: the decks, which of the enemy's blocks in a port is which, and the
    /// contents of Unidentified blocks that stand together.
    fn resample(&self, position: &Position, viewer: Viewer, chance: &mut Chance) -> Position {
        let eyes = match viewer {
            Viewer::Seat(seat) => Side::of(seat),
            Viewer::Observer => None,
        };
        let mut twin = position.clone();
        for side in Side::ALL {
            let fleet = &mut twin.secret.fleets[side];
            fleet.deck = fleet.deck.resampled(chance);
            if Some(side) == eyes {
                continue;
            }
            for track in &mut fleet.points {
                let room = track.available.saturating_sub(track.halves_used.div_ceil(2));
                track.idle = chance.below(u32::from(room) + 1) as u8;
            }
            mix_contents(&mut fleet.forces, chance);
        }
        twin
    }
}

/// Exchanges the tokens of Unidentified blocks that stand in one hex: their hunter cannot tell them apart.
fn mix_contents(forces: &mut [Force], chance: &mut Chance) {
    let hidden = |force: &Force| force.hex().filter(|_| force.id == Id::UNIDENTIFIED);
    let mut hexes: Vec<_> = forces.iter().filter_map(hidden).collect();
    hexes.sort_unstable();
    hexes.dedup();
    for hex in hexes {
        let here = |force: &Force| hidden(force) == Some(hex) && force.token.0 != 0;
        let mut tokens: Vec<_> = forces.iter().filter(|f| here(f)).map(|f| f.token).collect();
        chance.shuffle(&mut tokens);
        for force in forces.iter_mut().filter(|force| here(force)) {
            force.token = tokens.pop().unwrap_or(force.token);
        }
    }
}
