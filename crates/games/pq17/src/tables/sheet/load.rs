//! Reads the map sheet from `map.toml`.

use super::{
    Airbase, COLUMNS, Interceptors, OffMap, Port, PortUse, Projection, ROWS, Radius, Sector, Sheet,
    Terrain, Waterways,
};
use crate::hex::{Hex, Hexes};
use crate::ice::Zone;
use crate::side::BySide;
use crate::tables::cells::{by, by_name, hexes, is, meta, text, texts};
use crate::time::Fortnight;
use derbyhouse_tables::{Node, TableError};

pub fn read(root: &Node<'_>) -> Result<Sheet, TableError> {
    root.only(&[
        "meta",
        "grid",
        "projection",
        "hexes",
        "blocked_hexsides",
        "latlon",
        "names",
        "country",
        "shorelines",
        "inner_leads",
        "soviet_sub_patrol_area",
        "icebreaking_channel",
        "patrol_white",
        "minelaying_objectives",
        "breakout_edge",
        "regions",
        "ice",
        "air_radius",
        "air_sector",
        "box",
        "port",
        "airbase",
    ])?;
    meta(root, "map")?;
    let grid = root.get("grid")?;
    grid.get("rows")?.int(ROWS..=ROWS)?;
    grid.get("cols")?.int(COLUMNS..=COLUMNS)?;
    is(&grid.get("numbering")?, "RRCC")?;
    is(&grid.get("orientation")?, "pointy_top")?;
    is(&grid.get("shifted_rows")?, "even")?;
    let list = |key: &str| hexes(&root.get(key)?.get("hexes")?);
    let shore = root.get("shorelines")?;
    shore.only(&["allied", "axis"])?;
    let white = root.get("patrol_white")?;
    let ice = root.get("ice")?;
    let regions = root.get("regions")?;
    regions.get("rule")?.str()?;
    let named = regions
        .entries()?
        .into_iter()
        .filter(|(key, _)| *key != "rule");
    let terrain = terrain(&root.get("hexes")?.get("rows")?)?;
    let mut sheet = Sheet {
        terrain,
        blocked: Vec::new(),
        ways: Waterways::default(),
        ports: root.get("port")?.list(|entry| port(&entry))?,
        airbases: root.get("airbase")?.list(|entry| airbase(&entry))?,
        boxes: root.get("box")?.list(|entry| off_map(&entry))?,
        zones: Zone::ALL
            .into_iter()
            .map(|zone| Ok((zone, hexes(&ice.get(zone.id())?)?)))
            .collect::<Result<_, TableError>>()?,
        pack: hexes(&ice.get("pack")?)?,
        radii: areas(&root.get("air_radius")?, Radius::ALL.map(Radius::id))?,
        sectors: areas(&root.get("air_sector")?, Sector::ALL.map(Sector::id))?,
        shorelines: BySide {
            allied: hexes(&shore.get("allied")?)?,
            axis: hexes(&shore.get("axis")?)?,
        },
        inner_leads: list("inner_leads")?,
        soviet_patrol: list("soviet_sub_patrol_area")?,
        channel: list("icebreaking_channel")?,
        white_station: white.get("station")?.parse()?,
        white_radius: white.get("radius")?.int(0..=3)?,
        minelaying: list("minelaying_objectives")?,
        norway: hexes(&root.get("country")?.get("Norway")?)?,
        breakout: list("breakout_edge")?,
        regions: named
            .map(|(name, node)| Ok((name.to_owned(), hexes(&node)?)))
            .collect::<Result<_, TableError>>()?,
        projection: projection(&root.get("projection")?, &grid)?,
        names: root
            .get("names")?
            .entries()?
            .into_iter()
            .filter(|(key, _)| *key != "source")
            .map(|(hex, name)| {
                let place = hex.parse::<Hex>();
                let place = place.map_err(|why| name.error(why.to_string()))?;
                Ok((place, name.str()?.to_owned()))
            })
            .collect::<Result<_, TableError>>()?,
    };
    blocked(&root.get("blocked_hexsides")?.get("pairs")?, &mut sheet)?;
    sheet.ways = Waterways::of(&sheet);
    check(root, &sheet)?;
    Ok(sheet)
}

fn terrain(rows: &Node<'_>) -> Result<Vec<Terrain>, TableError> {
    let mut all = Vec::new();
    let rows: [Node<'_>; ROWS as usize] = rows.array()?;
    for row in &rows {
        let text = row.str()?;
        if text.chars().count() != usize::from(COLUMNS) {
            return Err(row.expected(format!("{COLUMNS} letters")));
        }
        for letter in text.chars() {
            let terrain = letter.to_string().parse();
            all.push(terrain.map_err(|why: String| row.error(why))?);
        }
    }
    Ok(all)
}

fn blocked(pairs: &Node<'_>, sheet: &mut Sheet) -> Result<(), TableError> {
    for pair in pairs.items()? {
        let [a, b]: [Node<'_>; 2] = pair.array()?;
        let (a, b): (Hex, Hex) = (a.parse()?, b.parse()?);
        if !sheet.joins(a, b) {
            return Err(pair.error(format!("{a} and {b} are not two water hexes side by side")));
        }
        sheet.blocked.push((a.min(b), a.max(b)));
    }
    Ok(())
}

fn areas<const N: usize>(node: &Node<'_>, names: [&str; N]) -> Result<[Hexes; N], TableError> {
    by_name(node, names, |area| hexes(&area.get("hexes")?))
}

fn port(entry: &Node<'_>) -> Result<Port, TableError> {
    entry.only(&[
        "id",
        "name",
        "hex",
        "side",
        "region",
        "kind",
        "refuel",
        "rearm",
        "aa",
        "only",
        "ice_affects_port",
        "foreign_warship_limit",
    ])?;
    let flag = |key| entry.opt(key)?.map_or(Ok(false), |cell| cell.bool());
    let kind = entry.get("kind")?;
    Ok(Port {
        id: text(entry, "id")?,
        name: text(entry, "name")?,
        hex: entry.get("hex")?.parse()?,
        side: entry.get("side")?.parse()?,
        region: text(entry, "region")?,
        temporary: match kind.str()? {
            "permanent" => false,
            "temporary" => true,
            _ => return Err(kind.expected("permanent or temporary")),
        },
        refuels: entry.get("refuel")?.bool()?,
        rearm: entry.get("rearm")?.parse()?,
        aa: entry.get("aa")?.int(0..=9)?,
        only: entry
            .opt("only")?
            .map_or(Ok(PortUse::Anyone), |only| only.parse())?,
        ice: flag("ice_affects_port")?,
        limited: flag("foreign_warship_limit")?,
    })
}

fn airbase(entry: &Node<'_>) -> Result<Airbase, TableError> {
    entry.only(&[
        "id",
        "name",
        "hex",
        "side",
        "nation",
        "kind",
        "code",
        "aa",
        "stack_limit",
        "interceptors",
    ])?;
    texts(entry, &["code"])?;
    let kind = entry.get("kind")?;
    let list = entry.get("interceptors")?;
    let interceptors: Vec<Interceptors> = list.list(|unit| {
        unit.only(&["from_date", "type", "cs"])?;
        Ok(Interceptors {
            from: by(&unit.get("from_date")?, Fortnight::of_month)?,
            kind: text(&unit, "type")?,
            cs: unit.get("cs")?.int(1..=9)?,
        })
    })?;
    if !interceptors.is_sorted_by_key(|unit| unit.from) {
        return Err(list.error("Interceptors stand in the order of their dates"));
    }
    Ok(Airbase {
        id: text(entry, "id")?,
        name: text(entry, "name")?,
        hex: entry.get("hex")?.parse()?,
        side: entry.get("side")?.parse()?,
        nation: entry.get("nation")?.parse()?,
        floatplanes: match kind.str()? {
            "airfield" => false,
            "floatplane_port" => true,
            _ => return Err(kind.expected("airfield or floatplane_port")),
        },
        aa: entry.get("aa")?.int(0..=9)?,
        limit: entry.get("stack_limit")?.int(1..=99)?,
        interceptors,
    })
}

fn off_map(entry: &Node<'_>) -> Result<OffMap, TableError> {
    entry.only(&[
        "id",
        "name",
        "side",
        "rule",
        "links",
        "cost",
        "port",
        "aa",
        "ice_gate",
        "ice_gate_max",
        "removes_forces",
        "plays_as",
    ])?;
    let side = entry.get("side")?;
    Ok(OffMap {
        id: text(entry, "id")?,
        name: text(entry, "name")?,
        side: match side.str()? {
            "both" => None,
            _ => Some(side.parse()?),
        },
        links: entry.get("links")?.list(|hex| hex.parse())?,
        port: entry.get("port")?.bool()?,
        gate: entry
            .opt("ice_gate")?
            .map(|zone| zone.parse())
            .transpose()?,
        removes: entry
            .opt("removes_forces")?
            .map_or(Ok(false), |flag| flag.bool())?,
        hex: off_sheet(entry)?,
    })
}

/// The hex that a box plays as lies off the sheet, or it would be another hex besides (R85).
fn off_sheet(entry: &Node<'_>) -> Result<Option<Hex>, TableError> {
    let Some(cell) = entry.opt("plays_as")? else {
        return Ok(None);
    };
    match cell.parse::<Hex>()? {
        hex if hex.col() > COLUMNS => Ok(Some(hex)),
        _ => Err(cell.expected("a hex off the sheet")),
    }
}

fn projection(node: &Node<'_>, grid: &Node<'_>) -> Result<Projection, TableError> {
    is(&node.get("kind")?, "stereographic")?;
    let number = |key| node.get(key)?.float();
    let positive = |cell: Node<'_>| match cell.float()? {
        number if number > 0.0 => Ok(number),
        _ => Err(cell.expected("a number above 0")),
    };
    Ok(Projection {
        lat0: number("lat0")?,
        lon0: number("lon0")?,
        rotation: number("rotation_rad")?,
        scale: positive(node.get("scale")?)?,
        tx: number("tx")?,
        ty: number("ty")?,
        radius_nm: positive(node.get("radius_nm")?)?,
        hex_width_nm: positive(grid.get("hex_width_nm")?)?,
    })
}

/// One list against another: everything lies in the water, and no hex is in two ice zones.
fn check(root: &Node<'_>, sheet: &Sheet) -> Result<(), TableError> {
    for port in &sheet.ports {
        if !sheet.is_coastal(port.hex) {
            let at = root.get("port")?;
            return Err(at.error(format!(
                "{} lies in {}, which is no coast",
                port.name, port.hex
            )));
        }
    }
    let ice = root.get("ice")?;
    for hex in sheet.waters() {
        let zones = sheet.zones.iter().filter(|(_, hexes)| hexes.contains(hex));
        let count = zones.count() + usize::from(sheet.pack.contains(hex));
        if count > 1 {
            return Err(ice.error(format!("{hex} is in more than one zone"))); // (R19)
        }
    }
    let dry = |hexes: &Hexes| hexes.iter().find(|hex| !sheet.is_water(*hex));
    let zones = sheet.zones.iter().map(|(_, hexes)| hexes);
    let lists = zones.chain(&sheet.sectors).chain(&sheet.radii).chain([
        &sheet.inner_leads,
        &sheet.channel,
        &sheet.breakout,
        &sheet.pack,
    ]);
    for hexes in lists {
        if let Some(hex) = dry(hexes) {
            return Err(root.error(format!("{hex} is named as water but is none")));
        }
    }
    for off in &sheet.boxes {
        if let Some(hex) = off.links.iter().find(|hex| !sheet.is_water(**hex)) {
            return Err(root
                .get("box")?
                .error(format!("{} cannot be left by {hex}", off.name)));
        }
    }
    Ok(())
}
