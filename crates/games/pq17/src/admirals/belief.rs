//! What an admiral believes about each contact: how likely it is to be what, from where it came, how it moved and what was
//! reported. Tokens are all he has; when blocks are mixed up, so is what he believed about them.

use super::Grade;
use crate::forces::{Kind, Token};
use crate::hex::Hex;
use crate::recon::REPORTED;
use crate::side::Side;
use crate::tables::Berth;
use crate::time::Turn;
use crate::units::{Category, ShipType};
use crate::view::{Contact, View};

/// What a contact may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    Dummy,
    Light,
    Heavy,
    Large,
    Small,
    Pack,
}

const GUESSES: usize = 6;

/// How likely each guess is; the weights add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weights([f32; GUESSES]);

impl Weights {
    pub fn of(&self, guess: Guess) -> f32 {
        self.0[guess as usize]
    }

    pub fn convoy(&self) -> f32 {
        self.of(Guess::Large) + self.of(Guess::Small)
    }

    pub fn warships(&self) -> f32 {
        self.of(Guess::Light) + self.of(Guess::Heavy)
    }

    fn only(guesses: &[Guess]) -> Self {
        let mut weights = [0.0; GUESSES];
        for guess in guesses {
            weights[*guess as usize] = 1.0;
        }
        Self(weights).normal()
    }

    fn times(mut self, guesses: &[Guess], factor: f32) -> Self {
        for guess in guesses {
            self.0[*guess as usize] *= factor;
        }
        self.normal()
    }

    fn normal(self) -> Self {
        let sum: f32 = self.0.iter().sum();
        match sum > 0.0 {
            true => Self(self.0.map(|weight| weight / sum)),
            // Everything was ruled out: it must be something after all.
            false => Self([1.0 / GUESSES as f32; GUESSES]),
        }
    }

    fn mean<'a>(all: impl Iterator<Item = &'a Self>) -> Option<Self> {
        let mut sum = [0.0; GUESSES];
        let mut any = false;
        for weights in all {
            any = true;
            for (sum, weight) in sum.iter_mut().zip(weights.0) {
                *sum += weight;
            }
        }
        any.then(|| Self(sum).normal())
    }
}

/// What is remembered of one token.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub token: Token,
    pub hex: Hex,
    seen: Turn,
    pub weights: Weights,
    /// Columns gone to the east, less those to the west.
    pub east: i16,
    /// Turns in a row in which it went exactly one hex.
    slow: u8,
    /// Of what turn the last report is.
    pub reported: Option<Turn>,
    /// Heavy Ships, carriers, and Convoy Ships as last reported.
    pub heavy: Option<u8>,
    pub carriers: bool,
    /// Warship counters as last reported, and CS of Capital Ships, cruisers and Light Ships at ID3.
    warships: Option<u8>,
    cs: Option<u8>,
}

/// The belief map.
#[derive(Clone, Debug, Default)]
pub(super) struct Beliefs {
    traces: Vec<Trace>,
    /// Sightings of the notebook that have been read.
    read: usize,
    looked: Option<Turn>,
}

impl Beliefs {
    pub fn trace(&self, token: Token) -> Option<&Trace> {
        self.traces.iter().find(|trace| trace.token == token)
    }

    /// Believed to be that; nothing is believed of what was never seen.
    pub fn weights(&self, token: Token) -> Weights {
        let known = self.trace(token).map(|trace| trace.weights);
        known.unwrap_or(Weights([1.0 / GUESSES as f32; GUESSES]))
    }

    /// Looks at the map again.
    pub fn look(&mut self, view: View<'_>, side: Side, grade: Grade) {
        if self.looked.is_some_and(|turn| view.turn() < turn) {
            *self = Self::default(); // another game, or one taken back
        }
        self.looked = Some(view.turn());
        let contacts = view.contacts();
        let gone = |trace: &Trace| !contacts.iter().any(|contact| contact.token == trace.token);
        let lost: Vec<Trace> = self.traces.iter().filter(|t| gone(t)).cloned().collect();
        self.traces.retain(|trace| !gone(trace));
        let fresh = contacts
            .iter()
            .filter(|contact| self.trace(contact.token).is_none());
        let fresh: Vec<Trace> = fresh
            .map(|contact| Trace {
                token: contact.token,
                hex: contact.hex,
                seen: view.turn(),
                weights: self.birth(view, side, grade, &lost, contact),
                east: heading(&lost, contact.hex),
                slow: 0,
                reported: None,
                heavy: None,
                carriers: false,
                warships: None,
                cs: None,
            })
            .collect();
        self.traces.extend(fresh);
        for contact in &contacts {
            if let Some(trace) = self.traces.iter_mut().find(|t| t.token == contact.token) {
                trace.follow(contact, view.turn(), grade);
            }
        }
        self.read_notebook(view);
    }

    /// A token that was not there before: one of those that were mixed up here, or something out of a port.
    fn birth(
        &self,
        view: View<'_>,
        side: Side,
        grade: Grade,
        lost: &[Trace],
        contact: &Contact,
    ) -> Weights {
        let near = |trace: &&Trace| trace.hex.distance(contact.hex) <= 2;
        let here = |trace: &&Trace| trace.hex == contact.hex;
        let mixed = lost
            .iter()
            .filter(near)
            .chain(self.traces.iter().filter(here));
        let mixed = Weights::mean(mixed.map(|trace| &trace.weights));
        let known = mixed.filter(|_| grade != Grade::Easy);
        known.unwrap_or_else(|| prior(view, side.other(), contact.hex))
    }

    /// Reports that came in since [6.2.1].
    fn read_notebook(&mut self, view: View<'_>) {
        let notebook = view.notebook();
        let from = self.read.min(notebook.len());
        for sighting in &notebook[from..] {
            let Some(trace) = self.traces.iter_mut().find(|t| t.token == sighting.token) else {
                continue;
            };
            let report = &sighting.report;
            trace.reported = Some(sighting.turn);
            trace.warships = Some(report.warships);
            trace.cs = report.categories.as_ref().map(|categories| {
                let counted = REPORTED.iter().zip(categories).filter(|(category, _)| {
                    matches!(
                        category,
                        Category::Capital | Category::Cruiser | Category::Light
                    )
                });
                counted.map(|(_, (_, cs))| *cs).sum()
            });
            if let Some(exact) = report.exact {
                trace.heavy = Some(exact.heavy);
                trace.carriers = exact.carriers;
            }
            trace.weights = match (report.kind, report.large, report.exact) {
                (Kind::Convoy, Some(true), _) => Weights::only(&[Guess::Large]),
                (Kind::Convoy, Some(false), _) => Weights::only(&[Guess::Small]),
                (Kind::Convoy, None, _) => Weights::only(&[Guess::Large, Guess::Small]),
                (Kind::Wolfpack, ..) => Weights::only(&[Guess::Pack]),
                (_, _, Some(exact)) if exact.heavy == 0 => Weights::only(&[Guess::Light]),
                (_, _, Some(_)) => Weights::only(&[Guess::Heavy]),
                _ => Weights::only(&[Guess::Light, Guess::Heavy]),
            };
        }
        self.read = notebook.len();
    }
}

impl Trace {
    /// The guns it is believed to have, if anything was reported of it.
    pub fn guns(&self) -> Option<f32> {
        let reckoned = self.warships.map(|warships| {
            let heavy = f32::from(self.heavy.unwrap_or(warships / 4));
            2.5 * f32::from(warships) + 2.0 * heavy
        });
        self.cs.map(f32::from).or(reckoned)
    }

    /// Speed tells: three hexes in a turn are no Convoy and no pack, two are no Convoy; one hex turn after turn is likely one.
    fn follow(&mut self, contact: &Contact, now: Turn, grade: Grade) {
        match contact.kind {
            Some(Kind::Convoy) if self.weights.convoy() < 0.99 => {
                self.weights = Weights::only(&[Guess::Large, Guess::Small]);
            }
            Some(Kind::Wolfpack) => self.weights = Weights::only(&[Guess::Pack]),
            Some(Kind::TaskForce) if self.weights.warships() < 0.99 => {
                self.weights = Weights::only(&[Guess::Light, Guess::Heavy]);
            }
            _ => {}
        }
        let far = self.hex.distance(contact.hex);
        if far > 0 {
            self.east += i16::from(contact.hex.col()) - i16::from(self.hex.col());
        }
        let turns = u32::from(now.index().saturating_sub(self.seen.index())).max(1);
        if grade != Grade::Easy && far > 0 {
            let convoy = [Guess::Large, Guess::Small];
            if far > 2 * turns {
                self.weights = self
                    .weights
                    .times(&[Guess::Large, Guess::Small, Guess::Pack], 0.0);
            } else if far > turns {
                self.weights = self.weights.times(&convoy, 0.0);
            } else if far == turns {
                self.slow += 1;
                if self.slow == 3 {
                    self.weights = self.weights.times(&convoy, 4.0);
                }
            }
        }
        if now > self.seen && far == 0 {
            self.slow = 0;
        }
        self.hex = contact.hex;
        self.seen = now;
    }
}

/// Which way those went that were lost near a hex.
fn heading(lost: &[Trace], hex: Hex) -> i16 {
    let near = lost.iter().filter(|trace| trace.hex.distance(hex) <= 2);
    near.map(|trace| trace.east)
        .max_by_key(|east| east.abs())
        .unwrap_or(0)
}

/// What the order of battle lets expect in a hex: forces of the port there, else all of the side; Dummies up to the limit.
fn prior(view: View<'_>, side: Side, hex: Hex) -> Weights {
    let t = view.tables();
    let scenario = view.scenario();
    let mut weights = [0.0f32; GUESSES];
    let mut add = |guess: Guess, weight: f32| weights[guess as usize] += weight;
    let near = |port: crate::units::PortId| t.sheet.port(port).hex.distance(hex) <= 2;
    for force in scenario.forces.iter().filter(|force| force.side == side) {
        let here = matches!(force.at, Berth::Port(port) if near(port));
        let weight = if here { 3.0 } else { 1.0 };
        let kinds = || {
            let ships = force
                .ships
                .ships
                .iter()
                .map(|ship| t.chart.ship(*ship).kind);
            let classes = force.ships.classes.iter();
            ships.chain(classes.map(|(class, _)| t.chart.class(*class).kind))
        };
        if force.join.is_some() {
            continue;
        }
        if kinds().all(ShipType::is_submarine) {
            add(Guess::Pack, weight * f32::from(force.wolfpacks.max(1)));
        } else if kinds().any(ShipType::is_heavy) {
            add(Guess::Heavy, weight);
        } else {
            add(Guess::Light, weight);
        }
    }
    if side == Side::Allied {
        for convoy in &scenario.convoys {
            let guess = match convoy
                .ships
                .classes
                .iter()
                .map(|(_, cs)| u32::from(*cs))
                .sum::<u32>()
            {
                ..11 => Guess::Small,
                _ => Guess::Large,
            };
            add(guess, if near(convoy.from) { 3.0 } else { 1.5 });
        }
    }
    add(Guess::Dummy, f32::from(scenario.dummies[side]) * 0.7);
    Weights(weights).normal()
}
