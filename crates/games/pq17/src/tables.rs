//! The numbers of the game, read from `data/*.toml` and checked: shapes, ranges, totals, and one table against another.
//! Whatever the rest of the game relies on is checked here, so that a person's own table is refused with its line.

mod campaign;
mod cards;
mod cells;
mod chart;
mod chits;
mod combat;
mod conduct;
mod scenarios;
mod sheet;
#[cfg(test)]
mod tests;

pub use campaign::{
    Ahistorical, CampaignValues, Emergency, FortnightValues, GreenShip, IceSeason, Replacements,
    Return, StartForce, Transfer, Upgrade,
};
pub use cards::{CARDS, Card, DamageGroup, Decks, Find, Line, Section};
pub use cells::Bands;
pub use chart::{Aircraft, BlockMix, Chart, Class, Kind, Ship, ShipStep};
pub use chits::{
    Attack, CHITS, ChitResult, Chits, Condition, ConditionValues, EVENTS, EventId, OptionId,
    OptionValues, RandomEvent,
};
pub use combat::{
    AirResult, Approach, AswResult, Combat, Fate, SubResult, SubmarineResult, TorpedoDamage,
};
pub use conduct::{
    CommandRules, Conduct, FuelRules, IceRules, PortLimit, Season, Track, VictoryRules,
    WeatherRules,
};
pub use scenarios::{
    AirUnitList, Base, Berth, ConvoyPlan, Extras, Ferry, ForceList, Group, IceMarker, Onward,
    ScenarioValues, ShipList,
};
pub use sheet::{
    Airbase, COLUMNS, Interceptors, OffMap, Port, PortUse, Projection, ROWS, Radius, Rearm, Sector,
    Sheet, Terrain, centre,
};

use crate::movement::ways_to;
use derbyhouse_kernel::HexTable;
use derbyhouse_tables::{Merged, Provenance, TableError};
use scenarios::Names;
use std::ops::Deref;

/// The files of the game with their texts.
pub const TABLE_FILES: &[(&str, &str)] = &[
    ("map.toml", include_str!("../data/map.toml")),
    ("units.toml", include_str!("../data/units.toml")),
    ("tables.toml", include_str!("../data/tables.toml")),
    ("cards.toml", include_str!("../data/cards.toml")),
    ("events.toml", include_str!("../data/events.toml")),
    (
        "special_conditions.toml",
        include_str!("../data/special_conditions.toml"),
    ),
    ("options.toml", include_str!("../data/options.toml")),
    ("scenarios.toml", include_str!("../data/scenarios.toml")),
    ("campaign.toml", include_str!("../data/campaign.toml")),
    ("ahistorical.toml", include_str!("../data/ahistorical.toml")),
];

/// All tables of the game.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Changes with any number in any table.
    pub fingerprint: String,
    /// Where each table comes from, in the order of the files.
    pub provenance: Vec<Provenance>,
    pub sheet: Sheet,
    pub chart: Chart,
    pub combat: Combat,
    conduct: Conduct,
    pub cards: Decks,
    pub chits: Chits,
    pub scenarios: Vec<ScenarioValues>,
    pub campaign: CampaignValues,
    pub ahistorical: Vec<Ahistorical>,
    /// How far it is to each port for Convoys of its side, by port: reckoned once [5.1.5].
    pub(crate) convoy_ways: Vec<HexTable<u16>>,
}

/// `t.weather`, `t.fuel` and the like without a word between.
impl Deref for Tables {
    type Target = Conduct;

    fn deref(&self) -> &Conduct {
        &self.conduct
    }
}

/// The tables of the game, with others laid over them (file name and text), and the merged source of them.
pub fn load(overrides: &[(String, String)]) -> Result<(Tables, Merged), TableError> {
    let merged = Merged::read(TABLE_FILES, overrides)?;
    let tables = read(&merged)?;
    Ok((tables, merged))
}

fn read(merged: &Merged) -> Result<Tables, TableError> {
    let file = |name: &str| merged.file(name);
    let sheet = sheet::read(&file("map.toml")?)?;
    let chart = chart::read(&file("units.toml")?)?;
    let charts = file("tables.toml")?;
    charts.only(CHARTS)?;
    cells::meta(&charts, "tables")?;
    let names = Names {
        sheet: &sheet,
        chart: &chart,
    };
    for base in &sheet.airbases {
        for unit in &base.interceptors {
            if chart.find_air(&unit.kind).is_none() {
                let at = file("map.toml")?.get("airbase")?;
                let (base, kind) = (&base.name, &unit.kind);
                return Err(at.error(format!("{base} has {kind}, which is no type of aircraft")));
            }
        }
    }
    let scenarios = scenarios::read(&file("scenarios.toml")?, &names)?;
    let conditions = file("special_conditions.toml")?;
    let beside = campaign::Beside {
        conditions: &conditions.get("condition")?.get("atlantic_breakout")?,
        fuel: &charts.get("german_fuel")?,
        scenarios: &scenarios,
    };
    let campaign = campaign::read(&file("campaign.toml")?, &beside, &names)?;
    Ok(Tables {
        fingerprint: merged.fingerprint(),
        provenance: merged.provenance().to_vec(),
        combat: combat::read(&charts)?,
        conduct: conduct::read(&charts)?,
        cards: cards::read(&file("cards.toml")?)?,
        chits: chits::read(&conditions, &file("events.toml")?, &file("options.toml")?)?,
        scenarios,
        campaign,
        ahistorical: campaign::ahistorical(&file("ahistorical.toml")?, &names)?,
        convoy_ways: sheet
            .ports
            .iter()
            .map(|port| ways_to(&sheet, port.side, port.hex))
            .collect(),
        sheet,
        chart,
    })
}

/// Every section of `tables.toml`.
const CHARTS: &[&str] = &[
    "meta",
    "naval_gunnery",
    "bombing",
    "air_combat",
    "aa_defense",
    "torpedo_attack",
    "torpedo_damage",
    "submarine_combat",
    "asw",
    "asw_success",
    "surprise",
    "withdrawal",
    "destroyer_fate",
    "weather",
    "rejoining",
    "ice",
    "variable_start",
    "german_fuel",
    "command_points",
    "victory",
    "fuel",
    "speed",
    "port_limits",
    "unescorted_rounds",
    "daylight",
];
