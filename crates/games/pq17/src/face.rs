//! The game as front ends, laboratories and tests know it.

use crate::audit;
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{Force, Id, Place, Token};
use crate::fuel::Marker;
use crate::game::Pq17;
use crate::lines;
use crate::position::{Position, Special};
use crate::scene;
use crate::sequence::Step;
use crate::setup::Setup;
use crate::side::Side;
use crate::tables::{CHITS, Condition, OptionId, Tables};
use crate::view::View;
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_kernel::{Bot, Chance, Decision, Viewer};
use derbyhouse_scene::{
    Board, Broken, Face, Info, Line, OptionInfo, Prospect, ScenarioInfo, Scene, SeatInfo, Story,
    Tutorial,
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
                .map(|known| ScenarioInfo {
                    id: known.id.clone(),
                    label: known.title.clone(),
                    seats: Vec::new(),
                })
                .collect(),
            options: OptionId::ALL.map(option).to_vec(),
            bots: vec![],
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
        usual.into_iter().chain([full]).collect()
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

    /// Deals anew what the viewer may not know: points spent without ships, names, fuel, torpedoes, whether a Convoy is
    /// loaded, and which of the Unidentified blocks that stand together is which.
    fn resample(&self, position: &Position, viewer: Viewer, chance: &mut Chance) -> Position {
        let eyes = match viewer {
            Viewer::Seat(seat) => Side::of(seat),
            Viewer::Observer => None,
        };
        let mut twin = position.clone();
        let mut steps = position
            .secret
            .agenda
            .top()
            .into_iter()
            .chain(position.secret.agenda.below_top());
        let settled = !steps.any(|step| matches!(step, Step::Search(_) | Step::Torpedo(_)));
        for side in Side::ALL {
            let fleet = &mut twin.secret.fleets[side];
            if Some(side) == eyes {
                continue;
            }
            for track in &mut fleet.points {
                track.paid = chance.below(u32::from(track.available) + 1) as u8;
            }
            change_chit(&self.tables, side, &mut fleet.special, chance);
            // What a question or a plan is about must stay what it is.
            let planned = !fleet.plans.is_empty() && position.turn <= position.start;
            if !fleet.orders.is_empty() || !settled || planned {
                continue;
            }
            mix_contents(&mut fleet.forces, chance);
            for force in &mut fleet.forces {
                change_secrets(force, chance);
            }
        }
        twin
    }
}

/// A chit that asks nothing and has shown nothing might be another of that kind (chapter 12).
fn change_chit(t: &Tables, side: Side, special: &mut Special, chance: &mut Chance) {
    let silent = |chit: &u8| {
        let result = &t.chits.conditions[side][usize::from(*chit)];
        matches!(
            result.condition,
            Condition::None | Condition::NoRestrictions | Condition::AgentCobweb
        )
    };
    if special.revealed || !special.chit.is_some_and(|chit| silent(&chit)) {
        return;
    }
    let others: Vec<u8> = (0..CHITS as u8).filter(silent).collect();
    special.chit = Some(others[chance.below(others.len() as u32) as usize]);
}

/// Exchanges what the enemy cannot tell apart: the contents of blocks in one port, and of Unidentified blocks that stand
/// in one hex.
fn mix_contents(forces: &mut [Force], chance: &mut Chance) {
    let hidden = |force: &Force| match force.place {
        _ if force.shadowing => None,
        Place::Sea(_) if force.id != Id::UNIDENTIFIED || force.token == Token(0) => None,
        place => Some(place),
    };
    let mut places: Vec<Place> = forces.iter().filter_map(hidden).collect();
    places.sort_unstable();
    places.dedup();
    for place in places {
        let mut contents: Vec<Force> = forces
            .iter()
            .filter(|force| hidden(force) == Some(place))
            .cloned()
            .collect();
        chance.shuffle(&mut contents);
        for force in forces
            .iter_mut()
            .filter(|force| hidden(force) == Some(place))
        {
            if let Some(other) = contents.pop() {
                *force = Force {
                    block: force.block,
                    token: force.token,
                    motion: force.motion,
                    in_port_since: force.in_port_since,
                    ..other
                };
            }
        }
    }
}

/// Names, fuel, torpedoes and cargo are nobody's business but their owner's.
fn change_secrets(force: &mut Force, chance: &mut Chance) {
    force.name = format!("{} {}", force.name, chance.below(10));
    if let Some(fuel) = &mut force.fuel
        && let Some((Marker::Warning, turn)) = &mut fuel.marker
    {
        *turn = turn.later(chance.below(4) as u16);
    }
    if let Some(sailing) = &mut force.sailing {
        sailing.loaded = chance.below(2) == 0;
    }
    for pool in &mut force.units.pools {
        pool.spent = chance.below(u32::from(pool.cs) + 1) as u8;
    }
}
