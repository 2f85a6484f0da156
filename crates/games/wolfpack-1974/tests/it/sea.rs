//! A sea set up by hand, and the steps of a turn played on it with chits of our choice.
//!
//! A position is plain data: this one starts as the game's own, is changed as a file would be, and is read back. What
//! happens on it is the game's doing alone.

use derbyhouse_kernel::{Chance, Game, Hex, Illegal, Log, Seat, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use wolfpack_1974::facing::Axis;
use wolfpack_1974::position::Contact;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::setup::{Options, Switches};
use wolfpack_1974::tables::Tables;
use wolfpack_1974::units::{Base, CONVOYS, ConvoyId, EscortKind, Scenario, Straggle};
use wolfpack_1974::view::{ConvoyView, View};
use wolfpack_1974::weather::Fog;
use wolfpack_1974::{Choice, Event, Position, Setup, Wolfpack};

/// The rules with the printed tables.
pub fn game() -> &'static Wolfpack {
    static GAME: OnceLock<Wolfpack> = OnceLock::new();
    GAME.get_or_init(|| Wolfpack::new(&[]).unwrap())
}

pub fn tables() -> &'static Tables {
    game().tables()
}

pub fn hex(number: &str) -> Hex {
    number.parse().unwrap()
}

/// Hexes from a text such as `1020 1021`.
pub fn hexes(numbers: &str) -> Vec<Hex> {
    numbers.split_whitespace().map(hex).collect()
}

/// A convoy by its name.
pub fn convoy(name: &str) -> ConvoyId {
    let named = |id: &ConvoyId| tables().convoy(*id).id == name;
    ConvoyId::all().find(named).unwrap()
}

/// The part of a position that is sealed in files.
#[derive(Serialize, Deserialize)]
struct Sealed {
    #[serde(with = "derbyhouse_kernel::sealed")]
    escorts: Vec<EscortKind>,
}

/// A sea being set up. Convoys that nobody mentions have long arrived; there are no aircraft unless it is said.
#[derive(Clone)]
pub struct Sea {
    setup: Setup,
    json: Value,
    escorts: Vec<EscortKind>,
    fleet: BTreeMap<Hex, (Axis, Vec<Value>)>,
    counters: BTreeMap<String, u8>,
}

impl Sea {
    /// Turn 1 of a month, and nothing on the sheet.
    pub fn of(scenario: Scenario) -> Self {
        let setup = Setup::plain(scenario);
        let position = game()
            .start(&setup, &mut Chance::scripted([]), &mut Log::off())
            .unwrap();
        let mut sea = Self {
            setup,
            json: serde_json::to_value(position).unwrap(),
            escorts: vec![EscortKind::Eg1; CONVOYS],
            fleet: BTreeMap::new(),
            counters: BTreeMap::new(),
        };
        sea.json["turn"] = json!(1);
        sea.json["in_reserve"] = json!(0);
        sea.json["air"] = json!(vec![vec![0; 5]; 4]);
        for convoy in sea.json["convoys"].as_array_mut().unwrap() {
            convoy["place"] = json!("arrived");
        }
        sea
    }

    pub fn new() -> Self {
        Self::of(Scenario::February)
    }

    fn convoy_json(&mut self, name: &str) -> &mut Value {
        &mut self.json["convoys"][convoy(name).index()]
    }

    /// A hidden convoy.
    pub fn convoy(mut self, name: &str, at: &str, escort: EscortKind) -> Self {
        self.convoy_json(name)["place"] = json!({ "at": hex(at) });
        self.escorts[convoy(name).index()] = escort;
        self
    }

    /// A sighted one.
    pub fn sighted(self, name: &str, at: &str, escort: EscortKind) -> Self {
        self.convoy(name, at, escort)
            .contact(name, Contact::Sighted)
    }

    /// One that was sighted before.
    pub fn lost(self, name: &str, at: &str, escort: EscortKind) -> Self {
        self.convoy(name, at, escort).contact(name, Contact::Lost)
    }

    fn contact(mut self, name: &str, contact: Contact) -> Self {
        self.convoy_json(name)["contact"] = serde_json::to_value(contact).unwrap();
        self
    }

    pub fn straggled(mut self, name: &str, straggle: Straggle) -> Self {
        self.convoy_json(name)["straggle"] = serde_json::to_value(straggle).unwrap();
        self
    }

    /// Still in the pool.
    pub fn waiting(mut self, name: &str) -> Self {
        self.convoy_json(name)["place"] = json!("pool");
        self
    }

    /// Gives a convoy an air escort, as C1 would.
    pub fn air_escort(mut self, name: &str, base: Base, range: u8) -> Self {
        self.convoy_json(name)["air_escort"] = json!({ "base": base, "range": range });
        self
    }

    /// Units in a hex, such as `pack6 single single`, below those already there.
    pub fn boats(self, at: &str, units: &str) -> Self {
        self.put(at, units, false)
    }

    /// The same, pinned.
    pub fn pinned(self, at: &str, units: &str) -> Self {
        self.put(at, units, true)
    }

    fn put(mut self, at: &str, units: &str, pinned: bool) -> Self {
        for kind in units.split_whitespace() {
            let mut unit = json!({ "unit": kind });
            if kind != "single" {
                let counter = self.counters.entry(kind.to_owned()).or_default();
                *counter += 1;
                unit["unit"] = json!(format!("{kind}-{counter}"));
            }
            if pinned {
                unit["pin"] = json!("pinned");
            }
            let stack = self.fleet.entry(hex(at));
            stack.or_insert((Axis::AT_SET_UP, Vec::new())).1.push(unit);
        }
        self
    }

    pub fn facing(mut self, at: &str, axis: Axis) -> Self {
        self.fleet.get_mut(&hex(at)).unwrap().0 = axis;
        self
    }

    /// A storm by its markers, from the north.
    pub fn storm(mut self, markers: &str) -> Self {
        let storms = self.json["storms"].as_array_mut().unwrap();
        storms.push(json!(hexes(markers)));
        self
    }

    pub fn fog(mut self, fog: Fog) -> Self {
        self.json["fog"] = serde_json::to_value(fog).unwrap();
        self
    }

    /// Sighting markers.
    pub fn markers(mut self, at: &str) -> Self {
        self.json["sightings"] = json!(hexes(at));
        self
    }

    /// Air groups by their ranges.
    pub fn air(mut self, base: Base, ranges: &[u8]) -> Self {
        for range in ranges {
            let place = tables().air.ranges.iter().position(|known| known == range);
            let groups = &mut self.json["air"][base.index()][place.unwrap()];
            *groups = json!(groups.as_u64().unwrap() + 1);
        }
        self
    }

    pub fn options(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.setup.options);
        self
    }

    pub fn switches(mut self, change: impl FnOnce(&mut Switches)) -> Self {
        change(&mut self.setup.switches);
        self
    }

    pub fn turn(mut self, turn: u8) -> Self {
        self.json["turn"] = json!(turn);
        self
    }

    /// The movement chit, as D1 would draw it.
    pub fn course(mut self, chit: u8) -> Self {
        self.json["course"] = json!(chit);
        self
    }

    /// The position, about to play these steps and then to stop.
    pub fn position(mut self, steps: &[Step]) -> Position {
        // Set-up asks even on an empty sea, so it serves as the gate before the steps and the wall behind them.
        let gate = Step::Deployment(None);
        let mut agenda = vec![gate];
        agenda.extend(steps.iter().rev().copied());
        agenda.push(gate);
        self.json["agenda"] = serde_json::to_value(agenda).unwrap();
        self.json["setup"] = serde_json::to_value(self.setup).unwrap();
        let escorts = self.escorts;
        self.json["escorts"] = serde_json::to_value(Sealed { escorts }).unwrap()["escorts"].take();
        let stacks = self
            .fleet
            .iter()
            .map(|(hex, (facing, units))| json!({ "hex": hex, "facing": facing, "units": units }));
        self.json["fleet"] = stacks.collect();
        serde_json::from_value(self.json).unwrap()
    }

    /// Plays these steps with these chits, which must be just as many as are drawn.
    pub fn play(self, steps: &[Step], chits: &[u32]) -> Played {
        let position = self.position(steps);
        let mut played = Played {
            position,
            events: Vec::new(),
        };
        played.choose("done", chits);
        played
    }
}

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
