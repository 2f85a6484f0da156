//! The sheet [3.1]: field, playing area, bases, weather zones, and how it is drawn.

use super::cells::by_id;
use crate::tables::{Map, Name, is_convex};
use crate::units::{Base, Bound, ConvoyType};
use derbyhouse_kernel::{Direction, Hex, HexSet};
use derbyhouse_scene::board::centre;
use derbyhouse_scene::coast::Lambert;
use derbyhouse_tables::{Node, TableError};

type Rows = [Option<(u8, u8)>; 26];

pub fn read(map: &Node<'_>, hex_nm: f64) -> Result<Map, TableError> {
    map.only(&[
        "row_digits_first",
        "even_rows_shifted_east",
        "directions",
        "step",
        "field",
        "playing_area",
        "convoy_lanes",
        "airbase",
        "fog",
        "storm_start",
        "projection",
        "names",
    ])?;
    geometry(map)?;
    let (field, storm_last_col) = field(&map.get("field")?)?;
    let (rows, area) = playing_area(&map.get("playing_area")?, field)?;
    let [east, west] = lanes(&map.get("convoy_lanes")?, &area)?;
    check_connected(&map.get("playing_area")?.get("rows")?, east.0, &area)?;
    let (fog_zones, fog_markers) = fog(&map.get("fog")?, field)?;
    Ok(Map {
        is_convex: is_convex(&area),
        area,
        rows,
        field,
        storm_last_col,
        entry: [east.0, west.0],
        destination: [east.1, west.1],
        bases: bases(&map.get("airbase")?, field)?,
        fog_zones,
        fog_markers,
        storm_start: storm_start(&map.get("storm_start")?, field)?,
        projection: projection(&map.get("projection")?, field, hex_nm)?,
        names: names(&map.get("names")?)?,
    })
}

/// A hex on the sheet.
pub fn on_field(node: &Node<'_>, field: (u8, u8)) -> Result<Hex, TableError> {
    let hex: Hex = node.parse()?;
    if (1..=field.0).contains(&hex.row()) && (1..=field.1).contains(&hex.col()) {
        Ok(hex)
    } else {
        let (rows, cols) = field;
        Err(node.expected(format!(
            "a hex of the field of {rows} rows and {cols} columns"
        )))
    }
}

/// A hex on which naval units may be [6.21].
pub fn playing(node: &Node<'_>, area: &HexSet) -> Result<Hex, TableError> {
    let hex: Hex = node.parse()?;
    if area.contains(hex) {
        Ok(hex)
    } else {
        Err(node.expected("a hex of the playing area"))
    }
}

/// Three markers in one column, two rows apart, north to south [5.21].
pub fn storm(node: &Node<'_>, field: (u8, u8)) -> Result<[Hex; 3], TableError> {
    let hexes = node.list_of(|hex| on_field(&hex, field))?;
    let [north, middle, south] = hexes;
    let below = |a: Hex, b: Hex| a.col() == b.col() && a.row() == b.row() + 2;
    if below(north, middle) && below(middle, south) {
        Ok(hexes)
    } else {
        Err(node.error("expected three hexes of one column, two rows apart, from north to south"))
    }
}

/// The grid is the kernel's; the file must describe the same one [7.4], [12.12].
fn geometry(map: &Node<'_>) -> Result<(), TableError> {
    for key in ["row_digits_first", "even_rows_shifted_east"] {
        let is_so = map.get(key)?;
        if !is_so.bool()? {
            return Err(is_so.expected("true: the grid is fixed"));
        }
    }
    let names = Direction::ALL.map(|d| format!("{d:?}"));
    for (node, name) in map.get("directions")?.array::<6>()?.iter().zip(&names) {
        if node.str()? != name {
            return Err(node.expected(format!("{name:?}: the order of directions is fixed")));
        }
    }
    let step = map.get("step")?;
    step.only(&["even_row", "odd_row"])?;
    for (key, here) in [
        ("even_row", Hex::new(10, 10)),
        ("odd_row", Hex::new(11, 10)),
    ] {
        let row = step.get(key)?;
        row.only(&names.each_ref().map(String::as_str))?;
        for (direction, name) in Direction::ALL.into_iter().zip(&names) {
            let there = here.step(direction);
            let change = |to: u8, from: u8| i32::from(to) - i32::from(from);
            let delta = [
                change(there.row(), here.row()),
                change(there.col(), here.col()),
            ];
            let node = row.get(name)?;
            if node.list_of(|n| n.int(-1..=1))? != delta {
                return Err(node.error(format!("expected {delta:?}: the grid is fixed")));
            }
        }
    }
    Ok(())
}

/// Last row and column, and the last column of storms [5.23]. A set of hexes has 25 rows and 62 columns at most.
fn field(field: &Node<'_>) -> Result<((u8, u8), u8), TableError> {
    field.only(&[
        "row_min",
        "row_max",
        "col_min",
        "col_max",
        "storm_remove_east_of_col",
    ])?;
    field.get("row_min")?.int(1..=1u8)?;
    field.get("col_min")?.int(1..=1u8)?;
    let row_max = field.get("row_max")?.int(1..=25)?;
    let col_max = field.get("col_max")?.int(1..=62)?;
    let last = field.get("storm_remove_east_of_col")?.int(1..=col_max)?;
    Ok(((row_max, col_max), last))
}

/// The light blue area [6.21]: one stretch of hexes a row.
fn playing_area(node: &Node<'_>, field: (u8, u8)) -> Result<(Rows, HexSet), TableError> {
    node.only(&["hex_count", "west_apex", "east_apex", "rows"])?;
    let mut rows: Rows = [None; 26];
    for stretch in node.get("rows")?.items()? {
        stretch.only(&["row", "west", "east"])?;
        let row = stretch.get("row")?;
        let west = stretch.get("west")?.int(1..=field.1)?;
        let east = stretch.get("east")?.int(west..=field.1)?;
        let place = &mut rows[usize::from(row.int(1..=field.0)?)];
        if place.replace((west, east)).is_some() {
            return Err(row.error("this row stands here twice"));
        }
    }
    let stretch = |(row, ends): (usize, &Option<(u8, u8)>)| {
        ends.map(|(west, east)| (west..=east).map(move |col| Hex::new(row as u8, col)))
    };
    let area: HexSet = rows
        .iter()
        .enumerate()
        .filter_map(stretch)
        .flatten()
        .collect();
    let count = node.get("hex_count")?;
    if count.int(1..=9999usize)? != area.len() {
        return Err(count.expected(format!("{}, as many as the rows hold", area.len())));
    }
    for apex in ["west_apex", "east_apex"] {
        playing(&node.get(apex)?, &area)?;
    }
    Ok((rows, area))
}

/// Entry and destination by bound [7.31], [7.33].
fn lanes(node: &Node<'_>, area: &HexSet) -> Result<[(Hex, Hex); 2], TableError> {
    let keys = ["east_bound", "west_bound"];
    node.only(&keys)?;
    let [east, west] = Bound::ALL.map(|bound| lane(&node.get(keys[bound.index()])?, bound, area));
    Ok([east?, west?])
}

fn lane(node: &Node<'_>, bound: Bound, area: &HexSet) -> Result<(Hex, Hex), TableError> {
    node.only(&["entry", "destination", "types"])?;
    let entry = playing(&node.get("entry")?, area)?;
    let end = node.get("destination")?;
    let destination = playing(&end, area)?;
    let leads_there = match bound {
        Bound::East => entry.x2() < destination.x2(),
        Bound::West => entry.x2() > destination.x2(),
    };
    if !leads_there {
        return Err(end.expected(format!("a hex further {bound} than the entry")));
    }
    Ok((entry, destination))
}

/// The types of convoy that the lanes name, by bound [7.2].
pub fn lane_types(map: &Node<'_>) -> Result<[Vec<ConvoyType>; 2], TableError> {
    let lanes = map.get("convoy_lanes")?;
    let [east, west] = ["east_bound", "west_bound"].map(|key| {
        let types = lanes.get(key)?.get("types")?;
        types.list(|kind| kind.parse())
    });
    Ok([east?, west?])
}

/// A convoy must be able to cross.
fn check_connected(rows: &Node<'_>, entry: Hex, area: &HexSet) -> Result<(), TableError> {
    let mut reached: HexSet = [entry].into_iter().collect();
    loop {
        let next = reached.grown().intersection(area);
        if next == reached {
            break;
        }
        reached = next;
    }
    match area.minus(&reached).iter().next() {
        None => Ok(()),
        Some(lost) => Err(rows.error(format!(
            "the playing area falls apart: there is no way from {entry} to {lost}"
        ))),
    }
}

/// The four bases in the order in which they search [11.31].
fn bases(node: &Node<'_>, field: (u8, u8)) -> Result<[Hex; 4], TableError> {
    let entries = by_id(node, Base::ALL)?;
    let mut hexes = [Hex::new(0, 0); 4];
    for (base, entry) in Base::ALL.into_iter().zip(&entries) {
        entry.only(&["id", "key", "search_order", "hex"])?;
        let key = entry.get("key")?;
        if !base.id().starts_with(key.str()?) || key.str()?.len() != 1 {
            return Err(key.expected(format!("the first letter of “{base}”")));
        }
        let order = base.index() + 1;
        entry.get("search_order")?.int(order..=order)?;
        hexes[base.index()] = on_field(&entry.get("hex")?, field)?;
    }
    Ok(hexes)
}

/// Two zones, each with the hex in which its marker lies [5.1].
fn fog(node: &Node<'_>, field: (u8, u8)) -> Result<([HexSet; 2], [Hex; 2]), TableError> {
    node.only(&["zone1", "zone2", "zone1_marker", "zone2_marker"])?;
    let mut seen = HexSet::EMPTY;
    let mut zone = |key: &str| -> Result<HexSet, TableError> {
        let mut zone = HexSet::EMPTY;
        for node in node.get(key)?.items()? {
            let hex = on_field(&node, field)?;
            if seen.contains(hex) {
                return Err(node.error(format!("{hex} stands in a fog zone already")));
            }
            seen.insert(hex);
            zone.insert(hex);
        }
        Ok(zone)
    };
    let zones = [zone("zone1")?, zone("zone2")?];
    let marker = |key: &str, zone: &HexSet| -> Result<Hex, TableError> {
        let node = node.get(key)?;
        let hex = node.parse()?;
        let inside = zone.contains(hex).then_some(hex);
        inside.ok_or_else(|| node.expected("a hex of its zone"))
    };
    let markers = [
        marker("zone1_marker", &zones[0])?,
        marker("zone2_marker", &zones[1])?,
    ];
    Ok((zones, markers))
}

/// The names of the start sets, in order.
pub const STORM_SETS: [&str; 3] = ["A", "B", "C"];

/// Where storms form [5.1].
fn storm_start(node: &Node<'_>, field: (u8, u8)) -> Result<[[Hex; 3]; 3], TableError> {
    node.only(&STORM_SETS)?;
    let [a, b, c] = STORM_SETS.map(|set| storm(&node.get(set)?, field));
    Ok([a?, b?, c?])
}

/// How the coasts are drawn: for the eye, no part of the rules.
fn projection(node: &Node<'_>, field: (u8, u8), hex_nm: f64) -> Result<Lambert, TableError> {
    node.only(&[
        "kind",
        "standard_parallels",
        "origin",
        "earth_radius_nm",
        "scale",
        "rotation_degrees",
        "anchor_lat_lon",
        "anchor_hex",
    ])?;
    let kind = node.get("kind")?;
    if kind.str()? != "lambert_conformal_conic" {
        return Err(kind.expected("lambert_conformal_conic"));
    }
    let number = |key| node.get(key)?.float();
    let anchor = on_field(&node.get("anchor_hex")?, field)?;
    Ok(Lambert {
        standard_parallels: point(node.get("standard_parallels")?)?,
        origin: point(node.get("origin")?)?,
        earth_radius: number("earth_radius_nm")? * number("scale")? / hex_nm,
        rotation: number("rotation_degrees")?,
        anchor: (point(node.get("anchor_lat_lon")?)?, centre(anchor)),
    })
}

/// Names on the map.
fn names(node: &Node<'_>) -> Result<Vec<Name>, TableError> {
    node.only(&["places"])?;
    node.get("places")?.list(|place| {
        place.only(&["label", "at"])?;
        Ok(Name {
            label: place.get("label")?.str()?.to_owned(),
            at: point(place.get("at")?)?,
        })
    })
}

fn point(node: Node<'_>) -> Result<(f64, f64), TableError> {
    let [x, y] = node.list_of(|number| number.float())?;
    Ok((x, y))
}
