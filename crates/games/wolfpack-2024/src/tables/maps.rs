//! The two maps. The grid itself is part of the rules; which boxes lead where is not.

use super::cells::{by_name, is, just, pair};
use crate::conditions::MapSide;
use crate::ring::{ApproachBox, Location};
use crate::space::{
    CENTRE_COLUMN, CENTRE_ROW, COLUMNS, CONVOY_COLUMNS, Facing, Quadrant, ROWS, Space,
};
use derbyhouse_tables::{Node, TableError};

/// The Approach map [22.locations].
#[derive(Clone, Debug)]
pub struct Approach {
    /// By [`ApproachBox::index`].
    locations: [Location; 16],
    /// Where drift takes a boat; none is off the map [55.approach_drift_path].
    drift: [Option<ApproachBox>; 16],
    /// Spaces of the Attack map that a box leads to, the middle three also for a submerged boat [31.entry_spaces].
    entry: [[Space; 5]; 16],
}

impl Approach {
    /// The location of a box.
    pub fn location(&self, at: ApproachBox) -> Location {
        self.locations[at.index()]
    }

    /// The boxes of a location, in the order of the chain.
    pub fn boxes(&self, location: Location) -> impl Iterator<Item = ApproachBox> {
        ApproachBox::ALL
            .into_iter()
            .filter(move |at| self.location(*at) == location)
    }

    /// So many steps of drift; none once it leads off the map [55.approach_drift_path].
    pub fn drifted(&self, from: ApproachBox, steps: u8) -> Option<ApproachBox> {
        (0..steps).try_fold(from, |at, _| self.drift[at.index()])
    }

    /// Spaces of the Attack map that a boat may enter: five, three if it was submerged [31.entry_spaces].
    pub fn entry(&self, from: ApproachBox, surfaced: bool) -> &[Space] {
        let spaces = &self.entry[from.index()];
        if surfaced { spaces } else { &spaces[1..4] }
    }
}

pub fn read(root: &Node<'_>) -> Result<Approach, TableError> {
    check_attack_map(&root.get("attack_map")?)?;
    check_quadrants(&root.get("quadrants")?)?;
    root.get("approach_entry_note")?.only(&[])?;
    let node = root.get("approach_map")?;
    node.only(&["chain", "locations", "check_order", "drift_next"])?;
    let chain = node.get("chain")?;
    if chain.list(|item| item.parse::<ApproachBox>())? != ApproachBox::ALL {
        return Err(chain.error("the chain is L4 to L1, TL, T1 to T6, TR, R1 to R4"));
    }
    let order = node.get("check_order")?;
    if order.list(|item| item.parse::<Location>())? != Location::ALL {
        return Err(order.error("the check order is W, NW, N, NE, E"));
    }
    Ok(Approach {
        locations: locations(&node.get("locations")?)?,
        drift: drift(&node.get("drift_next")?)?,
        entry: by_name(&root.get("approach_entry")?, ApproachBox::ALL, |cell| {
            cell.list_of(|space| entry(&space))
        })?,
    })
}

/// The grid, its centre and the convoy in it [12.map_sides], [33.eight_facings].
fn check_attack_map(node: &Node<'_>) -> Result<(), TableError> {
    node.only(&[
        "cols",
        "rows",
        "centre_col",
        "centre_row",
        "convoy_cols",
        "convoy_rows",
        "ring_formula",
        "boxes_per_ring",
        "range_metric",
        "facings",
    ])?;
    let numbers = [
        ("cols", COLUMNS),
        ("rows", ROWS),
        ("centre_col", CENTRE_COLUMN),
        ("centre_row", CENTRE_ROW),
    ];
    for (key, number) in numbers {
        just(&node.get(key)?, number.into())?;
    }
    pair(
        &node.get("convoy_cols")?,
        CONVOY_COLUMNS.0.into(),
        CONVOY_COLUMNS.1.into(),
    )?;
    node.get("ring_formula")?.str()?;
    is(&node.get("range_metric")?, "chebyshev")?;
    let facings = node.get("facings")?;
    if facings.list(|item| item.parse::<Facing>())? != Facing::ALL {
        return Err(facings.error("the facings are N, NE, E, SE, S, SW, W, NW"));
    }
    let (rows, rings) = (node.get("convoy_rows")?, node.get("boxes_per_ring")?);
    rows.only(&["small", "large"])?;
    rings.only(&["small", "large"])?;
    for side in MapSide::ALL {
        let (top, bottom) = side.rows();
        pair(&rows.get(side.id())?, top.into(), bottom.into())?;
        let counts = rings.get(side.id())?;
        for (ring, cell) in (1..).zip(counts.items()?) {
            let boxes = side
                .boxes()
                .filter(|space| side.ring(*space) == Some(ring))
                .count();
            just(&cell, boxes as i64)?;
        }
    }
    Ok(())
}

/// [48.quadrants], [43.card_boxes_to_quadrants]
fn check_quadrants(node: &Node<'_>) -> Result<(), TableError> {
    node.only(&["q1", "q2", "q3", "q4", "battle_card_box"])?;
    let boxes = node.get("battle_card_box")?;
    for quadrant in Quadrant::ALL {
        let name = format!("q{quadrant}");
        let side = if quadrant.is_left() { "x < 8" } else { "x > 8" };
        let half = if quadrant.is_upper() {
            "y <= 7"
        } else {
            "y > 7"
        };
        is(&node.get(&name)?, &format!("{side} and {half}"))?;
        is(&boxes.get(&name)?, quadrant.card_box().id())?;
    }
    Ok(())
}

/// Every box in one location, those of a location side by side.
fn locations(node: &Node<'_>) -> Result<[Location; 16], TableError> {
    let lists = by_name(node, Location::ALL, |cell| {
        cell.list(|item| item.parse::<ApproachBox>())
    })?;
    let in_order: Vec<ApproachBox> = Location::ALL
        .into_iter()
        .flat_map(|location| lists[location.index()].clone())
        .collect();
    let mut sorted = in_order.clone();
    sorted.sort_unstable();
    if sorted != ApproachBox::ALL {
        return Err(node.error("every box of the chain belongs to one location"));
    }
    Ok(ApproachBox::ALL.map(|at| {
        let holds = |location: &Location| lists[location.index()].contains(&at);
        Location::ALL.into_iter().find(holds).unwrap_or(Location::N)
    }))
}

/// Drift goes along the chain and ends off the map [55.approach_drift_path].
fn drift(node: &Node<'_>) -> Result<[Option<ApproachBox>; 16], TableError> {
    let drift = by_name(node, ApproachBox::ALL, |cell| match cell.str()? {
        "off" => Ok(None),
        _ => cell.parse().map(Some),
    })?;
    for at in ApproachBox::ALL {
        if let Some(next) = drift[at.index()]
            && !at.neighbours().any(|beside| beside == next)
        {
            return Err(node
                .get(at.id())?
                .error("drift goes to the next box of the chain"));
        }
        let way = (0..16).try_fold(at, |at, _| drift[at.index()]);
        if way.is_some() {
            return Err(node
                .get(at.id())?
                .error("drift from here never leaves the map"));
        }
    }
    Ok(drift)
}

/// A space on the edge of the map.
fn entry(node: &Node<'_>) -> Result<Space, TableError> {
    let [x, y] = node.list_of(|number| number.int(0..=16i8))?;
    let edge = x == 0 || y == 0 || x == COLUMNS - 1;
    let space = Space::new(x, y).filter(|_| edge);
    space.ok_or_else(|| node.error("boats enter over the left, right or upper edge"))
}
