//! Weather: where systems form, and what they change [7.4], [7.41].

use super::cells::{flag, int_or};
use crate::calendar::Month;
use crate::geography::Area;
use crate::weather::Weather;
use derbyhouse_tables::{Node, TableError};

/// The weather table.
#[derive(Clone, Debug)]
pub struct WeatherRules {
    /// Dice thrown each week.
    pub dice: u8,
    /// The face that forms a system.
    pub formed_on: u8,
    /// Faces that make it a storm.
    pub storm_on: Vec<u8>,
    summer: [Area; 10],
    winter: [Area; 10],
    gale: Effect,
    storm: Effect,
}

/// What a system changes.
#[derive(Clone, Debug)]
pub struct Effect {
    pub search: i8,
    pub attack: i8,
    /// Taken from the ASW of aircraft and carriers; all of it in a storm.
    pub air_asw: AirAsw,
    /// Taken from the ASW of other ships.
    pub escort_asw: i8,
    /// Added to straggle, or the level itself.
    pub straggle: Straggle,
    /// The roll of a pack; none is allowed if there is no number.
    pub pack: Option<i8>,
    /// Aircraft that are revealed go back and are not replaced.
    pub aircraft_leave: bool,
    /// A damaged ship sinks.
    pub damaged_sinks: bool,
    /// A damaged boat may founder.
    pub boats_founder: bool,
    pub italian_damage: Vec<u8>,
    pub damage: Vec<u8>,
}

/// What weather does to ASW from the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AirAsw {
    Less(i8),
    Zero,
}

/// What weather does to straggle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Straggle {
    Add(u8),
    Set(u8),
}

impl WeatherRules {
    /// The column of a month [7.4].
    pub fn season(&self, month: Month) -> &[Area; 10] {
        if (6..=11).contains(&month.of_year()) {
            &self.summer
        } else {
            &self.winter
        }
    }

    /// What a weather changes, if it is any.
    pub fn effect(&self, weather: Weather) -> Option<&Effect> {
        match weather {
            Weather::Clear => None,
            Weather::Mbar990 => Some(&self.gale),
            Weather::Mbar965 => Some(&self.storm),
        }
    }
}

pub fn read(node: &Node<'_>) -> Result<WeatherRules, TableError> {
    node.only(&[
        "rule",
        "formation_dice",
        "formation_on",
        "strength_965_on",
        "june_november",
        "december_may",
        "mbar990",
        "mbar965",
    ])?;
    let column = |key: &str| node.get(key)?.list_of(|area| area.parse());
    Ok(WeatherRules {
        dice: node.get("formation_dice")?.int(1..=3)?,
        formed_on: node.get("formation_on")?.int(0..=9)?,
        storm_on: faces(&node.get("strength_965_on")?)?,
        summer: column("june_november")?,
        winter: column("december_may")?,
        gale: effect(&node.get("mbar990")?)?,
        storm: effect(&node.get("mbar965")?)?,
    })
}

fn faces(node: &Node<'_>) -> Result<Vec<u8>, TableError> {
    node.list(|face| face.int(0..=9))
}

fn effect(node: &Node<'_>) -> Result<Effect, TableError> {
    node.only(&[
        "aircraft_placement",
        "allied_air_asw",
        "search_drm",
        "attack_value",
        "surface_gunnery",
        "minelaying",
        "straggle_add",
        "straggle_max",
        "straggle_set",
        "wolfpack_allowed",
        "wolfpack_drm",
        "italian_damage_on",
        "all_damage_on",
        "aircraft_removed_when_revealed",
        "escort_asw",
        "carrier_asw",
        "damaged_becomes_sunk",
        "sub_damage_check",
        "scope_note",
    ])?;
    for forbidden in ["aircraft_placement", "surface_gunnery", "minelaying"] {
        if node.get(forbidden)?.bool()? {
            return Err(node
                .get(forbidden)?
                .error("the rules forbid it in any system [7.41]"));
        }
    }
    let straggle = match node.opt("straggle_set")? {
        Some(level) => Straggle::Set(level.int(0..=2)?),
        None => Straggle::Add(node.get("straggle_add")?.int(0..=2)?),
    };
    let air_asw = match node.opt("carrier_asw")? {
        Some(cell) => super::cells::is(&cell, "0").map(|()| AirAsw::Zero)?,
        None => AirAsw::Less(-node.get("allied_air_asw")?.int(-9..=0i8)?),
    };
    let pack = if node.get("wolfpack_allowed")?.bool()? {
        Some(int_or(node, "wolfpack_drm", -9..=9, 0)?)
    } else {
        None
    };
    Ok(Effect {
        search: node.get("search_drm")?.int(-9..=0)?,
        attack: node.get("attack_value")?.int(-9..=0)?,
        air_asw,
        escort_asw: -int_or(node, "escort_asw", -9..=0i8, 0)?,
        straggle,
        pack,
        aircraft_leave: flag(node, "aircraft_removed_when_revealed")?,
        damaged_sinks: flag(node, "damaged_becomes_sunk")?,
        boats_founder: node.opt("sub_damage_check")?.is_some(),
        italian_damage: faces(&node.get("italian_damage_on")?)?,
        damage: faces(&node.get("all_damage_on")?)?,
    })
}
