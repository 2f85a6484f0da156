//! The game as front ends, laboratories and tests know it.

use crate::audit;
use crate::choice::Choice;
use crate::event::Event;
use crate::game::Pq17;
use crate::lines;
use crate::position::Position;
use crate::scene;
use crate::setup::Setup;
use crate::side::Side;
use crate::standing;
use crate::tables::OptionId;
use crate::twins;
use crate::view::View;
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_kernel::{Bot, Chance, Decision, Viewer};
use derbyhouse_scene::{
    Board, Broken, Face, Info, Line, OptionInfo, Orders, Prospect, ScenarioInfo, Scene, SeatInfo,
    Standing, Story, Tutorial,
};
use derbyhouse_tables::{Provenance, RuleText};

mod citations {
    //! Collected by the build script.
    include!(concat!(env!("OUT_DIR"), "/citations.rs"));
}

/// What is played when nobody names a scenario.
const USUAL: &str = "pq17";

impl Face for Pq17 {
    fn info(&self) -> Info {
        let seat = |id: &'static str, label: &'static str| SeatInfo { id, label };
        let scenarios = self.tables.scenarios.iter();
        let option = |id: OptionId| {
            let (rule, about) = id.about();
            OptionInfo {
                id: id.id(),
                rule,
                about,
                default: self.tables.chits.options[id.index()].default,
            }
        };
        let campaigns = Setup::campaigns(&self.tables).into_iter();
        Info {
            id: "pq17",
            title: "PQ-17",
            published: "Arctic naval operations 1941-43, rule book v1.1",
            about: "Two admirals in the Arctic, their fleets hidden from each other: convoys to North Russia, and those \
                    who would stop them, in ice, gales and darkness.",
            seats: vec![
                seat("allied", "Allied admiral"),
                seat("axis", "Axis admiral"),
            ],
            scenarios: scenarios
                .map(|known| ("Operations", known.id.clone(), known.title.clone()))
                .chain(campaigns.map(|(id, label)| ("Campaign of 1942", id, label)))
                .map(|(family, id, label)| ScenarioInfo {
                    id,
                    label,
                    family,
                    seats: Vec::new(),
                })
                .collect(),
            options: OptionId::ALL.map(option).to_vec(),
            bots: crate::admirals::NAMES.to_vec(),
            together: false,
        }
    }

    fn setup(&self, scenario: Option<&str>, options: &[String]) -> Result<Setup, String> {
        let mut setup = Setup::usual(&self.tables, scenario.unwrap_or(USUAL));
        setup.values(&self.tables).map_err(|why| why.to_string())?;
        for option in options {
            let (name, on) = match option.strip_prefix("no-") {
                Some(name) => (name, false),
                None => (option.as_str(), true),
            };
            setup.switch(name.parse()?, on);
        }
        Ok(setup)
    }

    fn all_setups(&self) -> Vec<Setup> {
        let scenarios = self.tables.scenarios.iter();
        let usual: Vec<Setup> = scenarios
            .map(|known| Setup::usual(&self.tables, &known.id))
            .collect();
        // Every option at once in one of them: what it asks and changes must hold as well.
        let mut full = Setup::usual(&self.tables, USUAL);
        full.options = OptionId::ALL.to_vec();
        let month = Setup::usual(&self.tables, "campaign-1");
        usual.into_iter().chain([full, month]).collect()
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

    fn outlook(&self, view: View<'_>, choice: &Choice) -> Vec<Prospect> {
        scene::outlook(view, choice)
    }

    fn story(&self, view: View<'_>, events: &[(usize, Event)]) -> Story {
        scene::story(view, events)
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

    fn standing(&self, view: View<'_>) -> Vec<Standing> {
        view.eyes().map_or(Vec::new(), |_| standing::standing())
    }

    fn by_order(
        &self,
        view: View<'_>,
        _decision: &Decision,
        choices: &[Choice],
        orders: &Orders,
    ) -> Option<Choice> {
        standing::by_order(view, choices, orders)
    }

    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        crate::admirals::bot(name, seed)
    }

    fn procedures(&self) -> &[Procedure<Self>] {
        &self.procedures
    }

    fn examples(&self) -> &'static str {
        include_str!("../data/examples.toml")
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
        events: &[Event],
        after: &Position,
    ) -> Result<u32, Broken> {
        audit::audit(&self.tables, before, events, after)
    }

    /// Deals anew what the viewer may not know.
    fn resample(&self, position: &Position, viewer: Viewer, chance: &mut Chance) -> Position {
        twins::twin(&self.tables, position, eyes(viewer), chance)
    }

    fn recast(&self, position: &Position, viewer: Viewer, chance: &mut Chance) -> Option<Position> {
        twins::recast(&self.tables, position, eyes(viewer), chance)
    }
}

/// Whose eyes a viewer has; none of a watcher.
fn eyes(viewer: Viewer) -> Option<Side> {
    match viewer {
        Viewer::Seat(seat) => Side::of(seat),
        Viewer::Observer => None,
    }
}
