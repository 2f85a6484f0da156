//! A sea after some steps: what happened, and what there is to see.

use super::{convoy, game, hex};
use derbyhouse_kernel::{Chance, Game, Hex, Illegal, Log, Seat, Viewer};
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{Base, ConvoyId, Straggle};
use wolfpack_1974::view::{ConvoyView, View};
use wolfpack_1974::{Choice, Event, Position};

/// A sea after some steps.
#[derive(Clone)]
pub struct Played {
    pub position: Position,
    /// What happened at the last choice.
    pub events: Vec<Event>,
}

/// Plays a choice with that chance.
pub fn choose(
    position: &mut Position,
    choice: &str,
    chance: &mut Chance,
) -> Result<Vec<Event>, Illegal> {
    let choice: Choice = choice.parse().unwrap();
    let mut log = Log::on();
    game().apply(position, Seat::FIRST, &choice, chance, &mut log)?;
    Ok(log.into_events())
}

impl Played {
    pub fn new(position: Position) -> Self {
        Self {
            position,
            events: Vec::new(),
        }
    }

    /// Takes a choice, with just these chits.
    pub fn choose(&mut self, choice: &str, chits: &[u32]) -> &mut Self {
        let mut chance = Chance::scripted(chits);
        self.events = choose(&mut self.position, choice, &mut chance)
            .unwrap_or_else(|why| panic!("“{choice}” was refused: {why}"));
        assert_eq!(
            chance.settled(),
            Ok(()),
            "after “{choice}”: {:?}",
            self.events
        );
        self
    }

    /// Takes choices that draw nothing.
    pub fn choose_all(&mut self, choices: &[&str]) -> &mut Self {
        for choice in choices {
            self.choose(choice, &[]);
        }
        self
    }

    /// The rule that forbids a choice; nothing must have changed.
    pub fn refused(&mut self, choice: &str) -> &'static str {
        let before = self.position.clone();
        let why = choose(&mut self.position, choice, &mut Chance::scripted([]));
        assert_eq!(self.position, before, "a refusal changes nothing");
        why.expect_err(choice).rule.map_or("", |rule| rule.0)
    }

    pub fn view(&self) -> View<'_> {
        game().view(&self.position, Viewer::Seat(Seat::FIRST))
    }

    pub fn convoy(&self, name: &str) -> ConvoyView {
        self.view().convoy(convoy(name))
    }

    /// A stack from the top: kinds of units, pinned ones with a star.
    pub fn stack(&self, at: &str) -> Vec<String> {
        let stack = self.view().stack(hex(at));
        let units = stack.iter().flat_map(|stack| stack.units);
        let star = |free| if free { "" } else { "*" };
        units
            .map(|unit| format!("{}{}", unit.kind, star(unit.is_free())))
            .collect()
    }

    /// Hexes with sighting markers.
    pub fn markers(&self) -> Vec<Hex> {
        self.view().sightings().iter().collect()
    }

    /// All that may be chosen, as text.
    pub fn offers(&self) -> Vec<String> {
        let mut out = Vec::new();
        game().choices(&self.position, Seat::FIRST, &mut out);
        out.iter().map(ToString::to_string).collect()
    }

    /// Whether a choice is on offer.
    pub fn offers_any(&self, start: &str) -> bool {
        self.offers().iter().any(|offer| offer.starts_with(start))
    }

    /// The step that asks.
    pub fn step(&self) -> Option<Step> {
        self.view().step()
    }

    /// What the events give.
    pub fn all<T>(&self, which: impl Fn(&Event) -> Option<T>) -> Vec<T> {
        self.events.iter().filter_map(which).collect()
    }

    /// Picket searches as point, hex, strength, and whether they sighted.
    pub fn pickets(&self) -> Vec<(u8, Hex, u16, bool)> {
        self.all(|event| match event {
            Event::PicketSearch {
                point,
                hex,
                strength,
                sighted,
                ..
            } => Some((*point, *hex, *strength, *sighted)),
            _ => None,
        })
    }

    /// Submarine searches as hex, strength, product, and whether they sighted.
    pub fn sub_searches(&self) -> Vec<(Hex, i32, u32, bool)> {
        self.all(|event| match event {
            Event::SubmarineSearch {
                hex,
                strength,
                product,
                sighted,
                ..
            } => Some((*hex, *strength, *product, *sighted)),
            _ => None,
        })
    }

    /// Air searches as base, hex, number of groups, and whether they sighted.
    pub fn air_searches(&self) -> Vec<(Base, Hex, u32, bool)> {
        self.all(|event| match event {
            Event::AirSearch {
                base,
                hex,
                groups,
                sighted,
                ..
            } => Some((*base, *hex, *groups, *sighted)),
            _ => None,
        })
    }

    /// Attacks on boats as hex, strength and number of groups.
    pub fn strikes(&self) -> Vec<(Hex, i32, usize)> {
        self.all(|event| match event {
            Event::BoatsAttacked {
                hex,
                strength,
                groups,
                ..
            } => Some((*hex, *strength, groups.len())),
            _ => None,
        })
    }

    /// Attacks on convoys as differential, result and points.
    pub fn attacks(&self) -> Vec<(i32, u8, u32)> {
        self.all(|event| match event {
            Event::Attack {
                odds,
                result,
                points,
                ..
            } => Some((odds.differential, *result, *points)),
            _ => None,
        })
    }

    /// Paths of the convoys that moved.
    pub fn paths(&self) -> Vec<(ConvoyId, Vec<Hex>)> {
        self.all(|event| match event {
            Event::ConvoyMoves { convoy, path, .. } => Some((*convoy, path.to_vec())),
            _ => None,
        })
    }

    /// Convoys that drew for straggling, with the states before and after.
    pub fn straggles(&self) -> Vec<(ConvoyId, Straggle, Straggle)> {
        self.all(|event| match event {
            Event::Straggles {
                convoy, from, to, ..
            } => Some((*convoy, *from, *to)),
            _ => None,
        })
    }
}
