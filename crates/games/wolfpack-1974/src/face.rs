//! The game as front ends, laboratories and tests know it.

use crate::audit::audit;
use crate::bot;
use crate::choice::Choice;
use crate::event::Event;
use crate::game::Wolfpack;
use crate::lines;
use crate::position::{Contact, Place, Position};
use crate::scene;
use crate::setup::{Boats, Options, Setup, Switches};
use crate::units::{Bound, ConvoyId, EscortKind, Scenario};
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

/// The optional rules and switches by their names, each with the rule it is and what it does.
const OPTIONS: [(&str, &str, &str); 8] = [
    (
        "schnorkel",
        "17.1",
        "Boats are harder to find: +2 to air search chits, +1 to submarine search chits.",
    ),
    (
        "type-xxi",
        "17.2",
        "As schnorkel, and pinned boats keep their full movement. Not together with schnorkel.",
    ),
    (
        "free-air-deployment",
        "17.3",
        "The player distributes the air groups over the four bases.",
    ),
    (
        "double-air",
        "17.4",
        "Each air group counts as two in search and attack.",
    ),
    (
        "more-boats",
        "17.5",
        "50, 60, 60 or 75 boats; the pack counters stay as they are.",
    ),
    (
        "april-ulster-range-20-group",
        "R1",
        "April has a group of range 20 in Ulster, as the rules' own example says.",
    ),
    (
        "cve-repeats-search",
        "R10",
        "A carrier searches the same hex again with each hex it enters, until it succeeds.",
    ),
    (
        "strict-no-undo",
        "R33",
        "Nothing is taken back, as in the original.",
    ),
];

impl Face for Wolfpack {
    fn info(&self) -> Info {
        let defaults = Switches::of(self.tables());
        let options = OPTIONS.map(|(id, rule, about)| {
            let default = match id {
                "april-ulster-range-20-group" => defaults.april_ulster_range_20_group,
                "cve-repeats-search" => defaults.cve_repeats_search_of_same_hex,
                "strict-no-undo" => defaults.strict_no_undo,
                _ => false,
            };
            OptionInfo {
                id,
                rule,
                about,
                default,
            }
        });
        let scenarios = self.tables().scenarios.iter();
        Info {
            id: "wolfpack-1974",
            title: "Wolfpack (1974)",
            published: "SPI, 1974",
            about: "You are U-boat Command in the spring of 1943. Twenty convoys cross the Atlantic in fifteen days; \
                    twelve of them are phantoms, and nobody knows which until one is sighted. Spread your boats to \
                    search, mass them to attack, and keep them from the aircraft that hunt massed boats.",
            seats: vec![SeatInfo {
                id: "command",
                label: "U-boat Command",
            }],
            scenarios: scenarios
                .map(|values| ScenarioInfo {
                    id: values.id.to_string(),
                    label: values.label.clone(),
                    family: "",
                    seats: Vec::new(),
                })
                .collect(),
            options: options.to_vec(),
            bots: vec!["doctrine"],
            together: false,
        }
    }

    fn setup(&self, scenario: Option<&str>, options: &[String]) -> Result<Setup, String> {
        let scenario = scenario.map_or(Ok(Scenario::February), str::parse)?;
        let switches = Switches::of(self.tables());
        let mut setup = Setup {
            scenario,
            options: Options::default(),
            switches,
        };
        for option in options {
            let (id, on) = option
                .strip_prefix("no-")
                .map_or((option.as_str(), true), |id| (id, false));
            switch(&mut setup, id, on)?;
        }
        Ok(setup)
    }

    fn all_setups(&self) -> Vec<Setup> {
        let mut setups = Vec::new();
        for scenario in Scenario::ALL {
            for boats in [Boats::Standard, Boats::Schnorkel, Boats::TypeXxi] {
                for bits in 0..8u8 {
                    let (free_air_deployment, double_air, more_boats) =
                        (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0);
                    let options = Options {
                        boats,
                        free_air_deployment,
                        double_air,
                        more_boats,
                    };
                    let switches = Switches {
                        april_ulster_range_20_group: bits & 1 == 0,
                        cve_repeats_search_of_same_hex: bits & 2 > 0,
                        strict_no_undo: false,
                    };
                    setups.push(Setup {
                        scenario,
                        options,
                        switches,
                    });
                }
            }
        }
        setups
    }

    fn board(&self) -> Board {
        self.board.clone()
    }

    fn scene(&self, view: View<'_>, decision: Option<&Decision>, choices: &[Choice]) -> Scene {
        scene::scene(view, decision, choices)
    }

    fn explain(&self, view: View<'_>, space: &str) -> Vec<String> {
        scene::explain(view, space)
    }

    fn outlook(&self, view: View<'_>, choice: &Choice) -> Vec<Prospect> {
        scene::outlook(view, *choice)
    }

    fn story(&self, view: View<'_>, events: &[(usize, Event)]) -> Story {
        scene::story(view, events)
    }

    fn tutorial(&self) -> Option<&Tutorial> {
        Some(&self.tutorial)
    }

    fn line(&self, _viewer: Viewer, event: &Event) -> Option<Line> {
        Some(lines::line(self.tables(), event))
    }

    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        bot::bot(name, seed)
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
        &self.tables().provenance
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
        audit(self.tables(), before, events, after)
    }

    /// Deals the escorts of all convoys anew that the player has never seen [15.5].
    fn resample(&self, position: &Position, _viewer: Viewer, chance: &mut Chance) -> Position {
        let mut twin = position.clone();
        if position.turn == 0 || position.is_over() {
            return twin; // nothing is dealt yet, or nothing is hidden any more
        }
        for bound in Bound::ALL {
            let unseen: Vec<ConvoyId> = ConvoyId::all()
                .filter(|id| self.tables().convoy(*id).bound == bound)
                .filter(|id| position.convoy(*id).contact == Contact::Hidden)
                .filter(|id| position.convoy(*id).place != Place::Removed)
                .collect();
            let mut escorts: Vec<EscortKind> =
                unseen.iter().map(|id| position.escort(*id)).collect();
            chance.shuffle(&mut escorts);
            for (id, escort) in unseen.into_iter().zip(escorts) {
                twin.escorts[id.index()] = escort;
            }
        }
        twin
    }
}

/// Turns an option on or off by its name.
fn switch(setup: &mut Setup, id: &str, on: bool) -> Result<(), String> {
    let options = &mut setup.options;
    match id {
        "schnorkel" => options.boats = boats(options.boats, Boats::Schnorkel, on)?,
        "type-xxi" => options.boats = boats(options.boats, Boats::TypeXxi, on)?,
        "free-air-deployment" => options.free_air_deployment = on,
        "double-air" => options.double_air = on,
        "more-boats" => options.more_boats = on,
        "april-ulster-range-20-group" => setup.switches.april_ulster_range_20_group = on,
        "cve-repeats-search" => setup.switches.cve_repeats_search_of_same_hex = on,
        "strict-no-undo" => setup.switches.strict_no_undo = on,
        _ => {
            let known = OPTIONS.map(|(id, ..)| id).join(", ");
            return Err(format!(
                "there is no option “{id}”: it is one of {known}, or one of these with no- before it"
            ));
        }
    }
    Ok(())
}

/// One kind of boats at a time [17.0], (R29).
fn boats(now: Boats, wanted: Boats, on: bool) -> Result<Boats, String> {
    match (on, now) {
        (true, Boats::Standard) => Ok(wanted),
        (true, now) if now == wanted => Ok(wanted),
        (true, _) => Err("schnorkel and type-xxi exclude each other [17.0]".to_owned()),
        (false, now) => Ok(if now == wanted { Boats::Standard } else { now }),
    }
}
