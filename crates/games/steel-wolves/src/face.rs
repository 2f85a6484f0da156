//! The game as front ends, laboratories and tests know it.

use crate::audit;
use crate::choice::Choice;
use crate::event::Event;
use crate::game::SteelWolves;
use crate::lines;
use crate::position::Position;
use crate::scene;
use crate::setup::{Rule, Scenario, Setup};
use crate::staff;
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

/// What is played if nobody says what: the whole war (D0).
const DEFAULT: &str = "campaign_1";

/// Rules that may be agreed on.
fn options() -> Vec<OptionInfo> {
    vec![
        OptionInfo {
            id: Rule::Political.id(),
            rule: "35.0",
            about: "Influence with five offices: a request each month, events cancelled or refused, Vichy.",
            default: false,
        },
        OptionInfo {
            id: Rule::VeryEarly.id(),
            rule: "8.15",
            about: "Boats may come two months early, with a crew that knows nothing.",
            default: false,
        },
    ]
}

impl Face for SteelWolves {
    fn info(&self) -> Info {
        let scenarios = Scenario::playable(&self.tables);
        Info {
            id: "steel-wolves",
            title: "Steel Wolves",
            published: "Compass Games, 2010",
            about: "The German submarine campaign in the Atlantic, 1939 to 1943, for one player: patrols of one boat, \
                    packs against one convoy, war periods, and the campaign by weeks.",
            seats: vec![SeatInfo {
                id: "bdu",
                label: "BdU",
            }],
            scenarios: scenarios
                .map(|(scenario, id, name)| ScenarioInfo {
                    id: id.to_owned(),
                    label: name.to_owned(),
                    family: scenario.family(&self.tables),
                    seats: vec![],
                })
                .collect(),
            options: options(),
            bots: vec!["doctrine"],
            together: true,
        }
    }

    fn setup(&self, scenario: Option<&str>, options: &[String]) -> Result<Setup, String> {
        let id = scenario.unwrap_or(DEFAULT);
        Scenario::find(&self.tables, id)?;
        let options = options.iter().map(|option| option.parse());
        let mut options = options.collect::<Result<Vec<Rule>, _>>()?;
        options.sort_unstable();
        options.dedup();
        Ok(Setup {
            scenario: id.to_owned(),
            options,
        })
    }

    fn all_setups(&self) -> Vec<Setup> {
        Scenario::playable(&self.tables)
            .map(|(_, id, _)| Setup::plain(id))
            .collect()
    }

    fn board(&self) -> Board {
        scene::board(&self.tables)
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

    fn story(&self, _view: View<'_>, events: &[(usize, Event)]) -> Story {
        scene::story(&self.tables, events)
    }

    fn tutorial(&self) -> Option<&Tutorial> {
        Some(&self.tutorial)
    }

    fn line(&self, _viewer: Viewer, event: &Event) -> Option<Line> {
        Some(lines::line(&self.tables, event))
    }

    fn standing(&self, view: View<'_>) -> Vec<Standing> {
        staff::orders::standing(view)
    }

    fn by_order(
        &self,
        view: View<'_>,
        _decision: &Decision,
        choices: &[Choice],
        orders: &Orders,
    ) -> Option<Choice> {
        staff::orders::by_order(view, choices, orders)
    }

    fn bot(&self, name: &str, _seed: u64) -> Option<Box<dyn Bot<Self>>> {
        staff::bot(name)
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

    /// Deals what lies face down anew: each piece could be any other of its cup with the same flag [2.3B]. What the cups
    /// hold as a whole stays as it is.
    fn resample(&self, position: &Position, _viewer: Viewer, chance: &mut Chance) -> Position {
        twins::twin(&self.tables, position, chance)
    }
}
