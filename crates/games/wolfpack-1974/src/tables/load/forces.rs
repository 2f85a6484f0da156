//! The counters [3.2]: boats and packs, escorts, convoys, air groups.

use super::cells::{by_id, fixed};
use super::map::lane_types;
use crate::convoys::MAX_MOVEMENT;
use crate::movement::STORM_EXTRA;
use crate::tables::{AirValues, BoatRules, ConvoyValues, EscortValues, UnitValues};
use crate::units::{Bound, CONVOYS, ConvoyType, EscortKind, UnitKind};
use derbyhouse_tables::{Node, TableError};

/// Boats and packs [3.22].
pub fn units(node: &Node<'_>) -> Result<[UnitValues; 6], TableError> {
    let entries = by_id(node, UnitKind::ALL)?;
    let mut taken: Vec<&str> = Vec::new();
    for entry in &entries {
        for name in entry.opt("names")?.map_or(Ok(vec![]), |n| n.items())? {
            if taken.contains(&name.str()?) {
                return Err(name.error(format!("another pack is called “{}”", name.str()?)));
            }
            taken.push(name.str()?);
        }
    }
    let kinds = UnitKind::ALL.into_iter().zip(&entries);
    fixed(node, kinds.map(|(kind, entry)| unit(kind, entry)))
}

fn unit(kind: UnitKind, node: &Node<'_>) -> Result<UnitValues, TableError> {
    node.only(&[
        "id",
        "label",
        "boats",
        "strength",
        "movement",
        "counter_limit",
        "names",
    ])?;
    let boats = boats_of(kind);
    let limit = node.get("counter_limit")?;
    let most = if kind == UnitKind::Single { 0 } else { u8::MAX }; // single boats have no limit [13.14], R22
    let limit = Some(limit.int(0..=most)?).filter(|&limit| limit > 0);
    let names = match node.opt("names")? {
        None => Vec::new(),
        Some(names) => names.list(|name| name.str().map(str::to_owned))?,
    };
    if let Some(limit) = limit
        && names.len() != usize::from(limit)
    {
        let counters = node.opt("names")?.unwrap_or_else(|| node.clone());
        return Err(counters.error(format!("expected {limit} names, one for each counter")));
    }
    Ok(UnitValues {
        label: node.get("label")?.str()?.to_owned(),
        boats: node.get("boats")?.int(boats..=boats)?,
        strength: node.get("strength")?.int(1..=255)?,
        movement: node.get("movement")?.int(1..=40)?,
        limit,
        names,
    })
}

/// A kind is its number of boats [3.22].
fn boats_of(kind: UnitKind) -> u8 {
    match kind {
        UnitKind::Single => 1,
        UnitKind::Pack6 => 6,
        UnitKind::Pack12 => 12,
        UnitKind::Pack18 => 18,
        UnitKind::Pack24 => 24,
        UnitKind::Pack30 => 30,
    }
}

/// Numbers in the rules for boats [5.42], [12.12], [12.15], [14.16], [14.41], [14.5].
pub fn boat_rules(node: &Node<'_>) -> Result<BoatRules, TableError> {
    node.only(&[
        "storm_extra_cost",
        "fog_extra_cost",
        "pinned_movement_divisor",
        "three_hex_zone_min_strength",
        "picket_min_movement_points",
        "asw_group_size",
        "attack_min_differential",
        "attack_max_differential",
    ])?;
    // Fog costs nothing extra, and no rule could charge it [5.42].
    node.get("fog_extra_cost")?.int(0..=0u8)?;
    let attack_min = node.get("attack_min_differential")?.int(0..=999)?;
    Ok(BoatRules {
        storm_extra_cost: node.get("storm_extra_cost")?.int(0..=STORM_EXTRA as u8)?,
        pinned_movement_divisor: node.get("pinned_movement_divisor")?.int(1..=40)?,
        three_hex_zone_strength: node.get("three_hex_zone_min_strength")?.int(1..=999)?,
        picket_from_point: node.get("picket_min_movement_points")?.int(0..=40)?,
        // Packs are cut into packs of six, whatever a table says [14.41].
        asw_group: node.get("asw_group_size")?.int(6..=6)?,
        attack_min,
        attack_max: node.get("attack_max_differential")?.int(attack_min..=999)?,
    })
}

/// Escorts and dummies [15.21], [15.5].
pub fn escorts(node: &Node<'_>) -> Result<[EscortValues; 5], TableError> {
    let entries = by_id(node, EscortKind::ALL)?;
    let kinds = EscortKind::ALL.into_iter().zip(&entries);
    fixed(node, kinds.map(|(kind, entry)| escort(kind, entry)))
}

fn escort(kind: EscortKind, node: &Node<'_>) -> Result<EscortValues, TableError> {
    node.only(&[
        "id",
        "label",
        "strength",
        "is_cve",
        "counters_east",
        "counters_west",
    ])?;
    let is_cve = node.get("is_cve")?;
    if is_cve.bool()? != (kind == EscortKind::Cve) {
        return Err(is_cve.error("only the escort carrier is one"));
    }
    let strengths = if kind == EscortKind::Dummy {
        0..=0
    } else {
        1..=99
    }; // [15.6]
    Ok(EscortValues {
        label: node.get("label")?.str()?.to_owned(),
        strength: node.get("strength")?.int(strengths)?,
        is_cve: is_cve.bool()?,
    })
}

/// How many counters of a kind of escort there are, by [`Bound::index`].
pub fn escort_counters(root: &Node<'_>, kind: EscortKind) -> Result<[u8; 2], TableError> {
    let entries = by_id(&root.get("escort_type")?, EscortKind::ALL)?;
    let entry = &entries[kind.index()];
    let [east, west] = ["counters_east", "counters_west"].map(|key| entry.get(key)?.int(0..=10));
    Ok([east?, west?])
}

/// All twenty in order of number [7.2], [15.2].
pub fn convoys(root: &Node<'_>) -> Result<[ConvoyValues; CONVOYS], TableError> {
    let types = convoy_types(root)?;
    let section = root.get("convoys")?;
    section.only(&["list"])?;
    let mut number = 0;
    section.get("list")?.list_of(|entry| {
        number += 1;
        convoy(number, &entry, &types)
    })
}

type TypeValues = [(Bound, u8); 4];

/// Bound and movement by [`ConvoyType::index`] [7.2], [7.4], [7.51].
fn convoy_types(root: &Node<'_>) -> Result<TypeValues, TableError> {
    let node = root.get("convoy_type")?;
    let lanes = lane_types(&root.get("map")?)?;
    let entries = by_id(&node, ConvoyType::ALL)?;
    let kinds = ConvoyType::ALL.into_iter().zip(&entries);
    fixed(
        &node,
        kinds.map(|(kind, entry)| {
            entry.only(&["id", "bound", "movement"])?;
            let bound = entry.get("bound")?;
            let way: Bound = bound.parse()?;
            for other in Bound::ALL {
                if lanes[other.index()].contains(&kind) != (other == way) {
                    return Err(bound.error("map.convoy_lanes has this type on another lane"));
                }
            }
            Ok((way, entry.get("movement")?.int(1..=MAX_MOVEMENT as u8)?))
        }),
    )
}

fn convoy(number: usize, node: &Node<'_>, types: &TypeValues) -> Result<ConvoyValues, TableError> {
    node.only(&["number", "id", "type"])?;
    node.get("number")?.int(number..=number)?;
    let kind: ConvoyType = node.get("type")?.parse()?;
    let id = node.get("id")?;
    let name = format!("{kind}-{number}");
    if id.str()? != name {
        return Err(id.expected(format!("{name:?}, type and number")));
    }
    let (bound, movement) = types[kind.index()];
    Ok(ConvoyValues {
        id: name,
        kind,
        bound,
        movement,
    })
}

/// Air groups by range, the shortest first [11.0].
pub fn air(node: &Node<'_>) -> Result<AirValues, TableError> {
    node.only(&["strength", "ranges"])?;
    let mut next = 1;
    let ranges = node.get("ranges")?.list_of(|range| {
        let range = range.int(next..=99u8)?;
        next = range + 1;
        Ok(range)
    })?;
    Ok(AirValues {
        strength: node.get("strength")?.int(1..=9)?,
        ranges,
    })
}
