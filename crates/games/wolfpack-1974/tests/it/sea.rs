//! A sea set up by hand, and the steps of a turn played on it with chits of our choice.
//!
//! A position is plain data: this one starts as the game's own, is changed as a file would be, and is read back. What
//! happens on it is the game's doing alone.

mod played;

pub use played::{Played, choose};

use derbyhouse_kernel::{Chance, Game, Hex, Log};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use wolfpack_1974::facing::Axis;
use wolfpack_1974::position::Contact;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::setup::{Options, Switches};
use wolfpack_1974::tables::Tables;
use wolfpack_1974::units::{Base, CONVOYS, ConvoyId, EscortKind, Scenario, Straggle};
use wolfpack_1974::weather::Fog;
use wolfpack_1974::{Position, Setup, Wolfpack};

static GAME: LazyLock<Arc<Wolfpack>> = LazyLock::new(|| Arc::new(Wolfpack::new(&[]).unwrap()));

/// The rules with the printed tables.
pub fn game() -> &'static Wolfpack {
    &GAME
}

/// The same, for matches.
pub fn shared_game() -> Arc<Wolfpack> {
    GAME.clone()
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
        let mut played = Played::new(position);
        played.choose("done", chits);
        played
    }
}
