//! The numbers of the game, read from `data/*.toml` and checked: shapes, ranges, totals, and one table against another
//! [2.2]. Whatever the rest of the game relies on is checked here, so that a person's own table is refused with its line.

mod aces;
mod cells;
mod combat;
mod combat_events;
mod contact;
mod cups;
mod deeds;
mod doctrine;
mod history;
mod map;
mod patrol;
mod politics;
mod reinforcements;
mod scenarios;
mod ships;
mod submarines;
#[cfg(test)]
mod tests;
mod victory;
mod war_events;
mod weather;

pub use aces::{AceValues, Aces};
pub use combat::{CombatRules, CounterRow, ResultRow};
pub use combat_events::CombatEvents;
pub use contact::{Contacts, DisplayValues, Found, LaneValues, Ring};
pub use cups::{CupRules, Mix};
pub use deeds::{
    Added, CupAdd, Deed, Head, Lasts, Office, Removal, Rescue, SearchOrder, Transfer, Waters,
};
pub use doctrine::{Doctrine, Kind};
pub use history::History;
pub use map::{AreaValues, Crossing, Map, Mines, PortValues, Route, Spot, ZoneValues};
pub use patrol::{
    AlliedTorpedoes, Crowd, DemsRules, Endurance, MineRules, PackRules, Signals, SupplyRules,
    TorpedoRules, Track, TransitRules,
};
pub use politics::{Politics, Request};
pub use reinforcements::MonthList;
pub use scenarios::{ConvoyBattle, Crew, FreePatrol, Levels, MOST_BOATS, Patrol, Scenarios, War};
pub use ships::{Available, Piece, Role, Ships, UnitValues};
pub use submarines::{
    AircraftValues, BoatValues, ClassValues, EnemyBoat, EnemyClass, Entry, Submarines, SupplyKind,
    SupplyShip, Tender,
};
pub use victory::Victory;
pub use war_events::{
    After, ContactOrder, Deploy, Occurrence, On, Scope, Sortie, Theatre, WarEvent, WarEvents,
};
pub use weather::{AirAsw, Effect, Straggle, WeatherRules};

use crate::calendar::{Month, Period};
use derbyhouse_tables::{Merged, Node, Provenance, TableError};

/// The files of the game with their texts.
pub const TABLE_FILES: &[(&str, &str)] = &[
    ("map.toml", include_str!("../data/map.toml")),
    ("tables.toml", include_str!("../data/tables.toml")),
    ("cups.toml", include_str!("../data/cups.toml")),
    ("ships.toml", include_str!("../data/ships.toml")),
    ("submarines.toml", include_str!("../data/submarines.toml")),
    (
        "reinforcements.toml",
        include_str!("../data/reinforcements.toml"),
    ),
    ("aces.toml", include_str!("../data/aces.toml")),
    ("war_events.toml", include_str!("../data/war_events.toml")),
    (
        "combat_events.toml",
        include_str!("../data/combat_events.toml"),
    ),
    ("scenarios.toml", include_str!("../data/scenarios.toml")),
    ("victory.toml", include_str!("../data/victory.toml")),
    ("political.toml", include_str!("../data/political.toml")),
];

/// What the staff goes by, and what happened in history. They stand apart: no rule depends on them, so records hold
/// whatever their numbers are.
const ASIDE: &[(&str, &str)] = &[
    ("doctrine.toml", include_str!("../data/doctrine.toml")),
    ("history.toml", include_str!("../data/history.toml")),
];

/// All tables of the game.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Changes with any number in any table.
    pub fingerprint: String,
    /// Where each table comes from, in the order of the files.
    pub provenance: Vec<Provenance>,
    pub map: Map,
    pub contacts: Contacts,
    pub combat: CombatRules,
    pub combat_events: CombatEvents,
    pub ships: Ships,
    pub submarines: Submarines,
    pub cups: CupRules,
    pub aces: Aces,
    pub weather: WeatherRules,
    pub endurance: Endurance,
    pub torpedo: TorpedoRules,
    pub crowd: Crowd,
    pub pack: PackRules,
    pub dems: DemsRules,
    pub mines: MineRules,
    /// By modified roll: 0 superficial, else a repair box [18.3].
    pub damage: [u8; 10],
    pub transit: TransitRules,
    /// By period and group [14.2A].
    pub general_asw: [[i8; 8]; 5],
    /// By period and die [7.11].
    pub b_dienst: [[Signals; 10]; 5],
    pub allied_torpedoes: AlliedTorpedoes,
    /// By [`Base::index`](crate::geography::Base::index), and of tenders.
    pub tracks: ([Track; 6], Track),
    pub supply: SupplyRules,
    /// A returning boat that meets something has no torpedoes left up to that die [15.43].
    pub out_of_torpedoes: u8,
    /// A period changes up to that die in the month of its check [17.1].
    pub progress: u8,
    pub victory: Victory,
    pub scenarios: Scenarios,
    pub war_events: WarEvents,
    pub politics: Politics,
    pub doctrine: Doctrine,
    pub history: History,
    /// By [`Month::index`](crate::calendar::Month::index).
    pub reinforcements: Vec<MonthList>,
}

impl Tables {
    /// The period that a month belongs to in the scenarios of one period.
    pub fn period_of(&self, month: Month) -> Period {
        let mut begun = Period::ALL
            .into_iter()
            .rev()
            .filter(|period| self.scenarios.wars[period.index()].start.month <= month);
        begun.next().unwrap_or(Period::One)
    }

    /// Whether what begins in a month begins after Barbarossa: the month of its check, June 1941, is past [17.4].
    pub fn is_after_barbarossa(&self, month: Month) -> bool {
        let past = &self.reinforcements[..month.index()];
        past.iter().any(|list| list.barbarossa_check)
    }
}

/// The tables of the game, with others laid over them (file name and text), and the merged source of them.
pub fn load(overrides: &[(String, String)]) -> Result<(Tables, Merged), TableError> {
    let is_aside = |(name, _): &(String, String)| ASIDE.iter().any(|(file, _)| file == name);
    let (aside, rules): (Vec<_>, Vec<_>) = overrides.iter().cloned().partition(is_aside);
    let merged = Merged::read(TABLE_FILES, &rules)?;
    let tables = read(&merged, &Merged::read(ASIDE, &aside)?)?;
    Ok((tables, merged))
}

fn read(merged: &Merged, aside: &Merged) -> Result<Tables, TableError> {
    let root = merged.file("tables.toml")?;
    root.only(SECTIONS)?;
    straggle(&root.get("straggle")?)?;
    let ships = ships::read(&merged.file("ships.toml")?)?;
    let submarines = submarines::read(&merged.file("submarines.toml")?)?;
    let aces = aces::read(&merged.file("aces.toml")?)?;
    let map = map::read(&merged.file("map.toml")?)?;
    let groups = std::array::from_fn(|place| map.areas[place].group);
    tonnage(&root.get("allied_submarine_tonnage")?, &submarines)?;
    Ok(Tables {
        fingerprint: merged.fingerprint(),
        provenance: merged.provenance().to_vec(),
        contacts: contact::read(&root)?,
        combat: combat::read(&root)?,
        combat_events: combat_events::read(&merged.file("combat_events.toml")?)?,
        cups: cups::read(&merged.file("cups.toml")?, &ships, &submarines)?,
        weather: weather::read(&root.get("weather")?)?,
        endurance: patrol::endurance(&root.get("endurance")?)?,
        torpedo: patrol::torpedo(&root.get("torpedo_improvement")?)?,
        crowd: patrol::crowd(&root.get("congregating")?)?,
        pack: patrol::pack(&root)?,
        dems: patrol::dems(&root.get("dems")?)?,
        mines: patrol::mines(&root.get("minefield")?)?,
        damage: patrol::damage(&root.get("damage")?)?,
        transit: patrol::transit(&root.get("transit_event")?)?,
        general_asw: patrol::general_asw(&root.get("general_asw")?)?,
        b_dienst: patrol::b_dienst(&root.get("b_dienst")?)?,
        allied_torpedoes: patrol::allied_torpedoes(&root.get("allied_torpedo")?)?,
        tracks: patrol::tracks(&root.get("base_track")?)?,
        supply: patrol::supply(&root.get("supply")?)?,
        out_of_torpedoes: patrol::out_of_torpedoes(&root.get("encounter")?)?,
        progress: patrol::progress(&root.get("war_progress")?)?,
        victory: victory::read(&merged.file("victory.toml")?)?,
        scenarios: scenarios::read(&merged.file("scenarios.toml")?, &submarines, &aces, &ships)?,
        doctrine: doctrine::read(&aside.file("doctrine.toml")?)?,
        history: history::read(&aside.file("history.toml")?, &submarines)?,
        politics: politics::read(&merged.file("political.toml")?)?,
        war_events: war_events::read(
            &merged.file("war_events.toml")?,
            &groups,
            deeds::Lists {
                boats: &submarines,
                ships: &ships,
            },
        )?,
        map,
        reinforcements: reinforcements::read(&merged.file("reinforcements.toml")?, &submarines)?,
        ships,
        submarines,
        aces,
    })
}

/// Every section of `tables.toml`.
const SECTIONS: &[&str] = &[
    "meta",
    "activity_level",
    "engagement",
    "display",
    "contact",
    "attack_results",
    "counterattack",
    "hazard",
    "endurance",
    "torpedo_improvement",
    "weather",
    "congregating",
    "wolfpack_congregation",
    "huff_duff",
    "dems",
    "minefield",
    "damage",
    "transit_event",
    "general_asw",
    "straggle",
    "b_dienst",
    "allied_torpedo",
    "allied_submarine_tonnage",
    "base_track",
    "supply",
    "encounter",
    "war_progress",
];

/// Where convoys straggle from the start is part of the rules [29.1]; the table says it in words.
fn straggle(node: &Node<'_>) -> Result<(), TableError> {
    node.only(&["rule", "start_level_1", "start_level_0", "max"])?;
    cells::texts(&node.get("start_level_1")?)?;
    cells::texts(&node.get("start_level_0")?)?;
    cells::just(&node.get("max")?, 2)
}

/// The printed list of tonnages and the classes agree [14.6].
fn tonnage(node: &Node<'_>, submarines: &Submarines) -> Result<(), TableError> {
    node.only(&["rule", "1", "2", "3", "4"])?;
    for tons in 1..=4u8 {
        for name in node.get(&tons.to_string())?.items()? {
            let names = submarines
                .enemy_classes
                .iter()
                .map(|class| class.id.as_str());
            let class = &submarines.enemy_classes
                [cells::named_in(&name, names, "class of enemy submarines")?];
            if class.tons != tons {
                return Err(name.error(format!(
                    "submarines.toml gives this class {} thousand tons",
                    class.tons
                )));
            }
        }
    }
    Ok(())
}
