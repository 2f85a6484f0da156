//! Reads the combat tables from `tables.toml`.

use super::{
    AaDefense, Approach, Asw, Bombing, Combat, Gunnery, HitTable, SubmarineCombat, SubmarineResult,
    Surprise, TorpedoDamage, Torpedoes, UnescortedRounds, Withdrawal,
};
use crate::tables::cells::{bands, drms, result_bands, texts};
use crate::units::{Role, ShipType};
use derbyhouse_tables::{Node, TableError};

pub fn read(root: &Node<'_>) -> Result<Combat, TableError> {
    Ok(Combat {
        gunnery: gunnery(&root.get("naval_gunnery")?)?,
        bombing: bombing(&root.get("bombing")?)?,
        air: result_bands(&root.get("air_combat")?.get("results")?, "result")?,
        aa: aa_defense(&root.get("aa_defense")?)?,
        torpedoes: torpedoes(&root.get("torpedo_attack")?, &root.get("torpedo_damage")?)?,
        submarines: submarines(&root.get("submarine_combat")?)?,
        asw: asw(&root.get("asw")?, &root.get("asw_success")?)?,
        surprise: surprise(&root.get("surprise")?)?,
        withdrawal: withdrawal(&root.get("withdrawal")?)?,
        fate: result_bands(&root.get("destroyer_fate")?.get("results")?, "result")?,
        unescorted: unescorted(&root.get("unescorted_rounds")?)?,
    })
}

/// The column of each type that can be a target.
fn columns(node: &Node<'_>) -> Result<(usize, Vec<(ShipType, usize)>), TableError> {
    let names: Vec<&str> = node.get("columns")?.list(|name| name.str())?;
    let mut column_of = Vec::new();
    for (kind, column) in node.get("column_of")?.entries()? {
        let place = names.iter().position(|name| column.str() == Ok(*name));
        let place = place.ok_or_else(|| column.expected("the name of a column"))?;
        if let Ok(kind) = kind.parse() {
            column_of.push((kind, place));
        }
    }
    Ok((names.len(), column_of))
}

fn hit_numbers(row: &Node<'_>, columns: usize) -> Result<Vec<i8>, TableError> {
    let cells: Vec<i8> = row.list(|cell| cell.int(0..=12))?;
    match cells.len() == columns {
        true => Ok(cells),
        false => Err(row.expected(format!("{columns} Hit numbers"))),
    }
}

fn gunnery(node: &Node<'_>) -> Result<Gunnery, TableError> {
    let (width, column_of) = columns(node)?;
    let mut rows = Vec::new();
    for (kind, row) in node.get("hit")?.entries()? {
        let kind = kind.parse().map_err(|why: String| row.error(why))?;
        rows.push((kind, hit_numbers(&row, width)?));
    }
    let mut row_of = Vec::new();
    for (kind, row) in node.get("row_of")?.entries()? {
        let kind = kind.parse().map_err(|why: String| row.error(why))?;
        let of: ShipType = row.parse()?;
        if !rows.iter().any(|(known, _)| *known == of) {
            return Err(row.error(format!("there is no row {of}")));
        }
        row_of.push((kind, of));
    }
    let unarmed: Vec<ShipType> = node.get("no_row")?.list(|kind| kind.parse())?;
    if row_of.len() + unarmed.len() != ShipType::ALL.len() {
        return Err(node
            .get("no_row")?
            .error("each type has a row or stands here"));
    }
    texts(&node.get("limits")?, &["tb_guns", "es_guns", "green_crew"])?;
    let [
        target_diw,
        target_crippled,
        firer_evading,
        firer_critical_fuel,
    ] = drms(
        node,
        [
            "target_diw",
            "target_crippled",
            "firer_evading",
            "firer_critical_fuel",
        ],
    )?;
    Ok(Gunnery {
        hits: HitTable { rows, column_of },
        row_of,
        target_diw,
        target_crippled,
        firer_evading,
        firer_critical_fuel,
    })
}

fn bombing(node: &Node<'_>) -> Result<Bombing, TableError> {
    let (width, column_of) = columns(node)?;
    let mut rows = Vec::new();
    for (role, row) in node.get("hit")?.entries()? {
        let role: Role = role.parse().map_err(|why: String| row.error(why))?;
        rows.push((role, hit_numbers(&row, width)?));
    }
    let airbase = rows.iter().map(|(role, cells)| (*role, cells[width - 1]));
    let [target_diw, target_crippled, port, night, scattered, elusive] = drms(
        node,
        [
            "target_diw",
            "target_crippled",
            "port",
            "night",
            "scattered",
            "elusive_target",
        ],
    )?;
    Ok(Bombing {
        airbase: airbase.collect(),
        hits: HitTable { rows, column_of },
        target_diw,
        target_crippled,
        port,
        night,
        scattered,
        elusive,
    })
}

fn aa_defense(node: &Node<'_>) -> Result<AaDefense, TableError> {
    let mut bombing = [None; 7];
    for (role, column) in node.get("column_of")?.entries()? {
        if let Ok(role) = role.parse::<Role>() {
            bombing[role.index()] = Some(column.parse()?);
        }
    }
    let results = Approach::ALL
        .map(|approach| result_bands(&node.get(approach.id())?.get("results")?, "result"));
    let [torpedo, dive, level] = results;
    let [aa_ship, cam, night] = drms(node, ["aa_ship", "cam", "night"])?;
    Ok(AaDefense {
        results: [torpedo?, dive?, level?],
        bombing,
        aa_ship,
        cam,
        night,
    })
}

fn torpedoes(attack: &Node<'_>, damage: &Node<'_>) -> Result<Torpedoes, TableError> {
    let mut results = Vec::new();
    for (kind, column) in damage.get("column_of")?.entries()? {
        let kind: ShipType = kind.parse().map_err(|why: String| column.error(why))?;
        let table = damage.get(column.str()?)?.get("results")?;
        let read = |entry: &Node<'_>| {
            let number = |key| entry.opt(key)?.map_or(Ok(0), |cell| cell.int(1..=4u8));
            Ok(TorpedoDamage {
                hits: number("hits")?,
                crippled: entry
                    .opt("crippled")?
                    .map_or(Ok(false), |cell| cell.bool())?,
                sunk: number("sunk")?,
            })
        };
        results.push((kind, bands(&table, &["hits", "crippled", "sunk"], read)?));
    }
    let [convoy_ship, evading, diw, crippled, light, critical] = drms(
        attack,
        [
            "target_convoy_ship",
            "target_evading",
            "target_diw",
            "target_crippled",
            "target_light",
            "target_critical_fuel",
        ],
    )?;
    Ok(Torpedoes {
        success: attack.get("success_min")?.int(1..=9)?,
        target_convoy_ship: convoy_ship,
        target_evading: evading,
        target_diw: diw,
        target_crippled: crippled,
        target_light: light,
        target_critical_fuel: critical,
        damage: results,
    })
}

fn submarines(node: &Node<'_>) -> Result<SubmarineCombat, TableError> {
    let [
        night,
        three_or_four_subs,
        per_id_level,
        per_asw_die,
        reduced_visibility,
        storms,
        air_radius,
        high_speed,
        critical,
    ] = drms(
        node,
        [
            "night",
            "three_or_four_subs",
            "per_id_level",
            "per_asw_die",
            "reduced_visibility",
            "storms",
            "air_radius",
            "high_speed",
            "target_critical_fuel",
        ],
    )?;
    let keys = ["before", "after", "expended", "ras_cancelled"];
    let results = bands(&node.get("results")?, &keys, |entry| {
        Ok(SubmarineResult {
            before: entry.get("before")?.int(0..=4)?,
            after: entry.get("after")?.int(0..=4)?,
            expended: entry.get("expended")?.bool()?,
            ras_cancelled: entry.get("ras_cancelled")?.bool()?,
        })
    })?;
    Ok(SubmarineCombat {
        results,
        drm_limit: node.get("drm_limit")?.int(0..=20)?,
        night,
        three_or_four_subs,
        per_id_level,
        per_asw_die,
        reduced_visibility,
        storms,
        air_radius,
        high_speed,
        target_critical_fuel: critical,
    })
}

fn asw(node: &Node<'_>, success: &Node<'_>) -> Result<Asw, TableError> {
    texts(node, &["dice", "after_asw"])?;
    let [soviet, offensive, air_radius, storms] =
        drms(node, ["soviet", "offensive", "air_radius", "storms"])?;
    Ok(Asw {
        results: result_bands(&node.get("results")?, "result")?,
        success: result_bands(&success.get("results")?, "result")?,
        soviet,
        offensive,
        air_radius,
        storms,
    })
}

fn surprise(node: &Node<'_>) -> Result<Surprise, TableError> {
    let [
        reduced,
        fog,
        storms,
        gales,
        unidentified,
        shadowed,
        wolfpack,
        radius,
    ] = drms(
        node,
        [
            "reduced_visibility",
            "fog",
            "storms",
            "gales",
            "attacker_unidentified",
            "attacker_shadowed",
            "identified_wolfpack",
            "air_attack_in_radius",
        ],
    )?;
    Ok(Surprise {
        success: node.get("success_min")?.int(1..=9)?,
        weather: [0, reduced, fog, storms, gales],
        attacker_unidentified: unidentified,
        attacker_shadowed: shadowed,
        identified_wolfpack: wolfpack,
        air_attack_in_radius: radius,
    })
}

fn withdrawal(node: &Node<'_>) -> Result<Withdrawal, TableError> {
    let [
        night,
        reduced,
        fog,
        storms,
        gales,
        area,
        slow,
        critical,
        caution,
    ] = drms(
        node,
        [
            "night",
            "reduced_visibility",
            "fog",
            "storms",
            "gales",
            "withdrawal_area",
            "slow",
            "critical_fuel",
            "high_command_caution",
        ],
    )?;
    texts(&node.get("limits")?, &["convoy_ships", "diw"])?;
    Ok(Withdrawal {
        success: node.get("success_min")?.int(1..=9)?,
        night,
        weather: [0, reduced, fog, storms, gales],
        withdrawal_area: area,
        slow,
        critical_fuel: critical,
        high_command_caution: caution,
    })
}

fn unescorted(node: &Node<'_>) -> Result<UnescortedRounds, TableError> {
    let keys = [
        "base",
        "minimum",
        "no_warships_initially",
        "surprise",
        "night_or_reduced_visibility",
        "fog_storm_gales",
    ];
    node.get("rule")?.str()?;
    let mut values = [0; 6];
    for (value, key) in values.iter_mut().zip(keys) {
        *value = node.get(key)?.int(-9..=9)?;
    }
    let [
        base,
        minimum,
        no_warships_initially,
        surprise,
        night_or_reduced_visibility,
        fog_storm_gales,
    ] = values;
    Ok(UnescortedRounds {
        base,
        minimum,
        no_warships_initially,
        surprise,
        night_or_reduced_visibility,
        fog_storm_gales,
    })
}
