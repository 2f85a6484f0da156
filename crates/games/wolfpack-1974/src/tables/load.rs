//! Reads `data/*.toml` into [`Tables`] and checks all of it: shapes, ranges, totals, and one table against another.
//!
//! Whatever the rest of the game relies on is checked here, so that a person's own table is refused with its line
//! and never ends in a wrong game.

mod cells;
mod combat;
mod forces;
mod map;
mod search;
mod setup;
#[cfg(test)]
mod tests;

use super::{Modifiers, Optional, Scale, Storm, SwitchDefaults, Tables};
use crate::units::Straggle;
use derbyhouse_kernel::{Hex, HexSet, Level};
use derbyhouse_tables::{Merged, Node, TableError};

/// The files of the game with their texts.
pub const TABLE_FILES: &[(&str, &str)] = &[("data.toml", include_str!("../../data/data.toml"))];

/// The tables of the game, with others laid over them (file name and text), and the merged source of them.
pub fn load(overrides: &[(String, String)]) -> Result<(Tables, Merged), TableError> {
    load_files(TABLE_FILES, overrides)
}

fn load_files(
    files: &[(&str, &str)],
    overrides: &[(String, String)],
) -> Result<(Tables, Merged), TableError> {
    let merged = Merged::read(files, overrides)?;
    let tables = read(&merged)?;
    Ok((tables, merged))
}

fn read(merged: &Merged) -> Result<Tables, TableError> {
    let root = merged.file("data.toml")?;
    check_sections(&root)?;
    let (chit_min, chit_max) = chit_limits(&root.get("chits")?)?;
    let scale = scale(&root.get("scale")?, chit_min, chit_max)?;
    let map = map::read(&root.get("map")?, f64::from(scale.nautical_miles_per_hex))?;
    let storm = storm(&root.get("storm")?)?;
    let boats = forces::boat_rules(&root.get("uboat_rules")?)?;
    let air = forces::air(&root.get("air_group")?)?;
    let convoys = forces::convoys(&root)?;
    let table = root.get("table")?;
    let victory = combat::victory(&table.get("victory")?)?;
    let known = setup::Known {
        air: &air,
        convoys: &convoys,
        map: &map,
        victory: &victory,
    };
    let levels = victory.iter().map(|level| Level {
        id: level.id.clone(),
        label: level.label.clone(),
    });
    Ok(Tables {
        fingerprint: merged.fingerprint(),
        provenance: merged.provenance().to_vec(),
        scale,
        storm,
        units: forces::units(&root.get("uboat_unit")?)?,
        escorts: forces::escorts(&root.get("escort_type")?)?,
        movement: search::movement(&table.get("movement")?)?,
        formation: setup::formation(&table.get("fog_storm")?, &root.get("scenario")?)?,
        air_search: search::air_search(&table.get("air_search")?, &air)?,
        submarine_search: search::submarine_search(&table.get("submarine_search")?)?,
        picket_search: search::picket_search(&table.get("picket_search")?)?,
        straggle: combat::straggle(&table.get("straggle")?)?,
        uboat_combat: combat::uboat_combat(&table.get("uboat_crt")?, &boats)?,
        asw_combat: combat::asw_combat(&table.get("asw_crt")?)?,
        levels: levels.collect(),
        modifiers: modifiers(&root.get("modifiers")?)?,
        initial: setup::initial(&root, &known)?,
        scenarios: setup::scenarios(&root, &known)?,
        dummies: setup::dummies(&root)?,
        optional: optional(&root.get("optional")?, &table)?,
        switches: switches(&root.get("switches")?)?,
        map,
        boats,
        air,
        convoys,
        victory,
    })
}

fn check_sections(root: &Node<'_>) -> Result<(), TableError> {
    root.only(&[
        "meta",
        "scale",
        "chits",
        "map",
        "storm",
        "uboat_unit",
        "uboat_rules",
        "escort_type",
        "convoy_type",
        "convoys",
        "air_group",
        "table",
        "modifiers",
        "initial_setup",
        "initial_setup_meta",
        "scenario_meta",
        "scenario",
        "optional",
        "switches",
    ])?;
    root.get("table")?.only(&[
        "movement",
        "fog_storm",
        "air_search",
        "submarine_search",
        "picket_search",
        "straggle",
        "uboat_crt",
        "asw_crt",
        "victory",
    ])?;
    meta(&root.get("meta")?)
}

fn meta(meta: &Node<'_>) -> Result<(), TableError> {
    let texts = ["title", "publisher", "published_in"];
    meta.only(&[
        "title",
        "publisher",
        "published_in",
        "year",
        "format_version",
    ])?;
    for key in texts {
        meta.get(key)?.str()?;
    }
    meta.get("year")?.int(1900..=2100u16)?;
    meta.get("format_version")?.int(1..=1u8)?;
    Ok(())
}

/// [3.6], [4.2], [14.11], [14.6], [16.1]
fn scale(scale: &Node<'_>, chit_min: i32, chit_max: i32) -> Result<Scale, TableError> {
    scale.only(&[
        "hours_per_turn",
        "nautical_miles_per_hex",
        "turns",
        "tons_per_victory_point",
        "victory_points_lost_per_uboat",
    ])?;
    Ok(Scale {
        hours_per_turn: scale.get("hours_per_turn")?.int(1..=1000)?,
        nautical_miles_per_hex: scale.get("nautical_miles_per_hex")?.int(1..=1000)?,
        turns: scale.get("turns")?.int(1..=99)?,
        tons_per_point: scale.get("tons_per_victory_point")?.int(1..=1_000_000)?,
        points_per_boat_lost: scale.get("victory_points_lost_per_uboat")?.int(0..=100)?,
        chit_min,
        chit_max,
    })
}

/// Ten chits, 0 to 9 [15.7]; what a modified one is held to [14.18].
fn chit_limits(chits: &Node<'_>) -> Result<(i32, i32), TableError> {
    chits.only(&["values", "modified_min", "modified_max"])?;
    for (index, value) in chits.get("values")?.array::<10>()?.iter().enumerate() {
        value.int(index..=index)?;
    }
    let min = chits.get("modified_min")?.int(0..=9)?;
    let max = chits.get("modified_max")?.int(min..=9)?;
    Ok((min, max))
}

/// Three markers and all hexes around them [5.21]; how far they move [5.22].
fn storm(storm: &Node<'_>) -> Result<Storm, TableError> {
    storm.only(&[
        "markers_per_storm",
        "move_hexes",
        "storm_hexes_per_full_storm",
    ])?;
    storm.get("markers_per_storm")?.int(3..=3u8)?;
    let whole = [10, 8, 6].map(|row| HexSet::around(Hex::new(row, 20)));
    let hexes = whole[0].union(&whole[1]).union(&whole[2]).len();
    storm
        .get("storm_hexes_per_full_storm")?
        .int(hexes..=hexes)?;
    Ok(Storm {
        move_hexes: storm.get("move_hexes")?.int(0..=40)?,
    })
}

/// [5.45], [5.46], [12.16], [12.25], [14.17], [14.19]
fn modifiers(node: &Node<'_>) -> Result<Modifiers, TableError> {
    node.only(&[
        "weather_picket_search",
        "weather_submarine_search",
        "weather_attack",
        "straggle_attack_chit",
        "straggle_escort_strength",
        "straggle_victory_point_factor",
        "air_escort_strength",
    ])?;
    let number = |key| node.get(key)?.int(-9..=9);
    Ok(Modifiers {
        weather_picket_search: number("weather_picket_search")?,
        weather_submarine_search: number("weather_submarine_search")?,
        weather_attack: number("weather_attack")?,
        straggle_attack_chit: by_straggle(&node.get("straggle_attack_chit")?)?,
        straggle_escort_strength: by_straggle(&node.get("straggle_escort_strength")?)?,
        straggle_point_factor: node.get("straggle_victory_point_factor")?.int(1..=10)?,
        air_escort_strength: number("air_escort_strength")?,
    })
}

/// A closed-up convoy is not modified.
fn by_straggle(node: &Node<'_>) -> Result<[i32; 3], TableError> {
    let [s1, s2] = [Straggle::S1, Straggle::S2].map(Straggle::id);
    node.only(&[s1, s2])?;
    Ok([0, node.get(s1)?.int(-9..=9)?, node.get(s2)?.int(-9..=9)?])
}

/// [17.1] to [17.5]. What an option says about limits must agree with the tables it speaks of.
fn optional(node: &Node<'_>, table: &Node<'_>) -> Result<Optional, TableError> {
    const OPTIONS: [(&str, &[&str]); 5] = [
        ("schnorkel", &["air_search_chit", "submarine_search_chit"]),
        (
            "type_xxi",
            &[
                "air_search_chit",
                "submarine_search_chit",
                "pinned_keeps_full_movement",
            ],
        ),
        ("free_air_deployment", &[]),
        (
            "double_air",
            &["air_group_equivalent", "product_cap", "asw_strength_cap"],
        ),
        ("more_uboats", &[]),
    ];
    node.only(&OPTIONS.map(|(name, _)| name))?;
    for (name, keys) in OPTIONS {
        let option = node.get(name)?;
        option.only(&[keys, &["rule", "excludes"]].concat())?;
        option.get("rule")?.str()?;
        for excluded in option.opt("excludes")?.map_or(Ok(vec![]), |e| e.items())? {
            node.get(excluded.str()?)
                .map_err(|_| excluded.expected("an optional rule"))?;
        }
    }
    let number = |option: &str, key: &str| node.get(option)?.get(key)?.int(-9..=9);
    let cap = |key: &str, other: &str, name: &str| {
        let cap = table.get(other)?.get(name)?.int(1..=99u8)?;
        node.get("double_air")?.get(key)?.int(cap..=cap)
    };
    cap("product_cap", "air_search", "product_cap")?; // [17.4]
    cap("asw_strength_cap", "asw_crt", "strength_cap")?; // [17.4]
    let keeps = node.get("type_xxi")?.get("pinned_keeps_full_movement")?; // [17.2]
    if !keeps.bool()? {
        return Err(keeps.expected("true, as rule 17.2 has it"));
    }
    Ok(Optional {
        schnorkel_air_search: number("schnorkel", "air_search_chit")?,
        schnorkel_submarine_search: number("schnorkel", "submarine_search_chit")?,
        type_xxi_air_search: number("type_xxi", "air_search_chit")?,
        type_xxi_submarine_search: number("type_xxi", "submarine_search_chit")?,
        double_air_groups: node
            .get("double_air")?
            .get("air_group_equivalent")?
            .int(1..=9)?,
    })
}

/// R1, R10, R33
fn switches(node: &Node<'_>) -> Result<SwitchDefaults, TableError> {
    node.only(&[
        "april_ulster_range_20_group",
        "cve_repeats_search_of_same_hex",
        "strict_no_undo",
    ])?;
    let switch = |key| node.get(key)?.bool();
    Ok(SwitchDefaults {
        april_ulster_range_20_group: switch("april_ulster_range_20_group")?,
        cve_repeats_search_of_same_hex: switch("cve_repeats_search_of_same_hex")?,
        strict_no_undo: switch("strict_no_undo")?,
    })
}
