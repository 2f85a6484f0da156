//! The numbers of the game, read from `data/*.toml` and checked: shapes, ranges, totals, and one table against another.
//! Whatever the rest of the game relies on is checked here, so that a person's own table is refused with its line.

mod asw;
mod board;
mod calendar;
mod campaign;
mod cells;
mod chances;
mod decks;
mod depth;
mod escorts;
mod firing;
mod maps;
mod movement;
mod repair;
mod repull;
mod scenarios;
mod setup;
mod ships;
#[cfg(test)]
mod tests;

pub use asw::{AswRules, Sight, Sonar};
pub use board::BoardRules;
pub use calendar::{Calendar, WarPeriod};
pub use campaign::{
    BoatValues, CampaignRules, ExtraOutcome, FlotillaValues, HomeValues, Points, Scoring,
    SkillValues,
};
pub use cells::Faces;
pub use chances::{Chances, ScuttleResult, WoundLevel};
pub use decks::Cards;
pub use depth::{DepthRate, DepthRules};
pub use escorts::{CaptainValues, EscortValues, Escorts, Fitting};
pub use firing::{FiringRules, TdcRules};
pub use maps::Approach;
pub use movement::{FIRST_ENTRY, MUST_ENTER, MovementRules};
pub use repair::RepairRules;
pub use repull::{Price, Pull, Repulls};
pub use scenarios::{Load, Replacement, Scenarios, TrainingValues};
pub use setup::{CupValues, SetupRules};
pub use ships::{TROOP_TRANSPORT, TileValues, of_ring};

use crate::boats::Letter;
use crate::calendar::{Era, Month};
use crate::ships::TileId;
use derbyhouse_tables::{Merged, Node, Provenance, TableError};

/// The files of the game with their texts.
pub const TABLE_FILES: &[(&str, &str)] = &[
    ("data.toml", include_str!("../data/data.toml")),
    ("decks.toml", include_str!("../data/decks.toml")),
];

/// All tables of the game.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Changes with any number in any table.
    pub fingerprint: String,
    /// Where each table comes from, in the order of the files.
    pub provenance: Vec<Provenance>,
    pub cards: Cards,
    pub calendar: Calendar,
    pub setup: SetupRules,
    pub escorts: Escorts,
    /// Convoy tiles, then special ships.
    pub tiles: Vec<TileValues>,
    pub approach: Approach,
    pub depth: DepthRules,
    pub movement: MovementRules,
    pub tdc: TdcRules,
    pub firing: FiringRules,
    pub asw: AswRules,
    pub board: BoardRules,
    pub repair: RepairRules,
    pub chances: Chances,
    pub points: Points,
    pub scoring: Scoring,
    pub campaign: CampaignRules,
    pub scenarios: Scenarios,
    pub repulls: Repulls,
    /// The last turn of any patrol [65.end_turn_25].
    pub last_turn: u8,
}

impl Tables {
    /// A tile.
    pub fn tile(&self, id: TileId) -> &TileValues {
        &self.tiles[id.index()]
    }

    /// The era of a month [4.era].
    pub fn era(&self, month: Month) -> Era {
        self.calendar.era(month)
    }
}

/// The tables of the game, with others laid over them (file name and text), and the merged source of them.
pub fn load(overrides: &[(String, String)]) -> Result<(Tables, Merged), TableError> {
    let merged = Merged::read(TABLE_FILES, overrides)?;
    let tables = read(&merged)?;
    Ok((tables, merged))
}

fn read(merged: &Merged) -> Result<Tables, TableError> {
    let root = merged.file("data.toml")?;
    root.only(SECTIONS)?;
    let last_turn = meta(&root.get("meta")?)?;
    let calendar = calendar::read(&root)?;
    let tables = Tables {
        fingerprint: merged.fingerprint(),
        provenance: merged.provenance().to_vec(),
        cards: decks::read(&merged.file("decks.toml")?)?,
        setup: setup::read(&root)?,
        escorts: escorts::read(&root)?,
        tiles: ships::read(&root)?,
        approach: maps::read(&root)?,
        depth: depth::read(&root.get("depth")?)?,
        movement: movement::read(&root.get("move")?)?,
        tdc: firing::read_tdc(&root)?,
        firing: firing::read(&root)?,
        asw: asw::read(&root)?,
        board: board::read(&root.get("board")?)?,
        repair: repair::read(&root)?,
        chances: chances::read(&root, last_turn)?,
        points: campaign::points(&root.get("points")?)?,
        scoring: campaign::scoring(&root.get("scoring")?)?,
        campaign: campaign::read(&root)?,
        scenarios: scenarios::read(&root)?,
        repulls: repull::read(&root.get("repull")?)?,
        calendar,
        last_turn,
    };
    tables.cross_check(&root)?;
    Ok(tables)
}

impl Tables {
    /// One table against another.
    fn cross_check(&self, root: &Node<'_>) -> Result<(), TableError> {
        setup::check_against(&self.setup, &self.escorts, &root.get("setup")?)?;
        ships::check_special(&self.tiles, &root.get("setup")?)?;
        calendar::check_campaign(&self.calendar, root)?;
        Ok(())
    }
}

/// Every section of `data.toml`.
const SECTIONS: &[&str] = &[
    "meta",
    "calendar",
    "war_period",
    "war_period_note",
    "campaign_end",
    "setup",
    "escort_note",
    "escort",
    "fitted",
    "equipment",
    "captain_note",
    "captain",
    "convoy_tiles",
    "special_ship_note",
    "special_ship",
    "attack_map",
    "quadrants",
    "approach_map",
    "approach_entry",
    "approach_entry_note",
    "depth",
    "move",
    "observation",
    "tdc",
    "convoy_search_range",
    "torpedo",
    "firing",
    "hit",
    "asw",
    "board",
    "repair",
    "heal",
    "wound_severity",
    "scuttle",
    "survival",
    "end_of_patrol",
    "straggler",
    "replacement_uboat",
    "scoring",
    "points",
    "refit",
    "crew_wound_losses",
    "officer_recovery",
    "extra_uboats",
    "extra_uboat_outcomes",
    "patrol_event",
    "rtb_event",
    "enhancement_note",
    "enhancement",
    "flotilla_note",
    "flotilla",
    "scenario",
    "repull",
];

/// The last turn; the rest is checked to be what the rules are written for.
fn meta(node: &Node<'_>) -> Result<u8, TableError> {
    node.only(&[
        "game",
        "publisher_year",
        "sources",
        "also_read",
        "players",
        "uboat_letters",
        "last_turn",
        "depth_step_rule",
    ])?;
    cells::texts(node, &["game", "publisher_year"])?;
    cells::is(&node.get("depth_step_rule")?, "metres")?; // (R2)
    let letters: Vec<Letter> = node.get("uboat_letters")?.list(|letter| letter.parse())?;
    if letters != Letter::ALL {
        return Err(node
            .get("uboat_letters")?
            .error("the boats are W, X, Y and Z"));
    }
    cells::pair(&node.get("players")?, 1, 4)?;
    node.get("last_turn")?.int(21..=99)
}
