//! The game as front ends, laboratories and tests know it.

use crate::audit;
use crate::bot;
use crate::choice::Choice;
use crate::escorts::{CaptainId, CaptainPile};
use crate::event::Event;
use crate::forecast;
use crate::game::Wolfpack;
use crate::lines;
use crate::position::Position;
use crate::scene;
use crate::setup::{Scenario, Setup};
use crate::ships::TileId;
use crate::tables::Tables;
use crate::view::View;
use derbyhouse_kernel::cup::Cup;
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

impl Face for Wolfpack {
    fn info(&self) -> Info {
        let seat = |id: &'static str, label: &'static str| SeatInfo { id, label };
        Info {
            id: "wolfpack-2024",
            title: "Wolfpack (2024)",
            published: "GMT Games, 2024",
            about: "One to four U-boats against an escorted convoy, October 1941 to March 1943: circle it, slip inside, \
                    compute, fire, and get away.",
            seats: vec![
                seat("w", "Boat W"),
                seat("x", "Boat X"),
                seat("y", "Boat Y"),
                seat("z", "Boat Z"),
            ],
            scenarios: Scenario::all()
                .map(|scenario| ScenarioInfo {
                    id: scenario.to_string(),
                    label: scenario.label(),
                    family: scenario.family(),
                    seats: scenario.seats(),
                })
                .collect(),
            options: vec![],
            bots: vec!["doctrine"],
            together: true,
        }
    }

    fn setup(&self, scenario: Option<&str>, options: &[String]) -> Result<Setup, String> {
        if let Some(option) = options.first() {
            return Err(format!("there is no option “{option}”: this game has none"));
        }
        let scenario = scenario.map_or(Ok(Scenario::Training), str::parse)?;
        Ok(Setup { scenario })
    }

    fn all_setups(&self) -> Vec<Setup> {
        Scenario::all().map(|scenario| Setup { scenario }).collect()
    }

    fn board(&self) -> Board {
        scene::board()
    }

    fn scene(&self, view: View<'_>, decision: Option<&Decision>, choices: &[Choice]) -> Scene {
        scene::scene(view, decision, choices)
    }

    fn explain(&self, view: View<'_>, space: &str) -> Vec<String> {
        scene::explain(view, space)
    }

    fn outlook(&self, view: View<'_>, choice: &Choice) -> Vec<Prospect> {
        forecast::outlook(view, *choice)
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
        audit::audit(self.tables(), before, events, after)
    }

    /// Deals decks, piles, unidentified tiles, captains and the cup anew [37.tile_back_hidden], [5.discard_top_only],
    /// [10.captain_back_hidden], [20.cup_unseen].
    fn resample(&self, position: &Position, _viewer: Viewer, chance: &mut Chance) -> Position {
        let mut twin = position.clone();
        let secret = &mut twin.secret;
        secret.decks = position.secret.decks.resampled(chance);
        for ring in 0..secret.piles.len() {
            let of_ring = |tile: TileId| usize::from(self.tables().tile(tile).ring) == ring + 1;
            let mut unseen = secret.piles[ring].clone();
            unseen.extend(
                secret
                    .backs
                    .iter()
                    .map(|(_, tile)| *tile)
                    .filter(|tile| of_ring(*tile)),
            );
            chance.shuffle(&mut unseen);
            for (_, tile) in secret.backs.iter_mut().filter(|(_, tile)| of_ring(*tile)) {
                *tile = unseen.pop().unwrap_or(*tile);
            }
            secret.piles[ring] = unseen;
        }
        resample_captains(&mut twin, self.tables(), chance);
        resample_cup(&mut twin, self.tables(), chance);
        twin
    }
}

/// What is left in the cup could be any of the date's pieces that nobody has seen: only how many there are is known, and
/// that false contacts were added [20.cup_unseen], [20.distribution_cup].
fn resample_cup(position: &mut Position, t: &Tables, chance: &mut Chance) {
    let Some(month) = position.month() else {
        return;
    };
    let values = t.setup.cup(month);
    let left = position.secret.hunt.cup.len() as usize;
    if left + position.hunt.escorts.len() != values.in_distribution() {
        return; // not filled yet
    }
    let mut unseen = Cup::new();
    for escort in &values.escorts {
        if position.escort(*escort).is_none() {
            unseen.add(Some(*escort), 1);
        }
    }
    unseen.add(None, values.false_contacts.into());
    let mut cup = Cup::new();
    cup.add(None, values.added.into());
    for _ in usize::from(values.added)..left {
        if let Some(piece) = unseen.draw(chance) {
            cup.add(piece, 1);
        }
    }
    position.secret.hunt.cup = cup;
}

/// Captains face down could be others with the same helmsman; those in the piles any [10.captain_back_hidden].
fn resample_captains(position: &mut Position, t: &Tables, chance: &mut Chance) {
    let hunt = &mut position.secret.hunt;
    for pile in CaptainPile::ALL {
        for helm in [false, true] {
            let fits = |captain: &CaptainId| {
                let values = t.escorts.captain(*captain);
                values.pile == pile && values.elite_helm == helm
            };
            let piled = &mut hunt.captains[pile.index()];
            let mut unseen: Vec<CaptainId> = piled.iter().copied().filter(fits).collect();
            unseen.extend(hunt.backs.iter().map(|(_, captain)| *captain).filter(fits));
            chance.shuffle(&mut unseen);
            let hidden = hunt.backs.iter_mut().map(|(_, captain)| captain);
            for slot in piled
                .iter_mut()
                .chain(hidden)
                .filter(|captain| fits(captain))
            {
                *slot = unseen.pop().unwrap_or(*slot);
            }
        }
        chance.shuffle(&mut hunt.captains[pile.index()]);
    }
}
