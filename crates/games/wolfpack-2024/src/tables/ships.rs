//! Convoy tiles and special ships [19.tile_piles], [19.special_ship].

use super::cells::text;
use crate::ships::{Size, TileId};
use crate::space::RINGS;
use derbyhouse_tables::{Node, TableError};

/// What is on the back of a tile.
#[derive(Clone, Debug)]
pub struct TileValues {
    pub key: String,
    /// From 1, the outermost.
    pub ring: u8,
    pub kind: String,
    pub name: String,
    /// None for a blank: there is no ship.
    pub size: Option<Size>,
    pub tons: u32,
    pub vp: i32,
    /// Drawn only if the rolls say so [19.special_ship].
    pub special: bool,
}

impl TileValues {
    /// A box in which there is no ship after all?
    pub const fn is_blank(&self) -> bool {
        self.size.is_none()
    }
}

/// The kind of the special ship that needs a roll of its own [19.special_ship].
pub const TROOP_TRANSPORT: &str = "troop transport";

/// The tiles of a ring, the special ships aside.
pub fn of_ring(tiles: &[TileValues], ring: u8) -> impl Iterator<Item = TileId> {
    let ids = (0..).map(TileId);
    let mine = tiles
        .iter()
        .zip(ids)
        .filter(move |(tile, _)| tile.ring == ring && !tile.special);
    mine.map(|(_, id)| id)
}

pub fn read(root: &Node<'_>) -> Result<Vec<TileValues>, TableError> {
    let node = root.get("convoy_tiles")?;
    node.only(&["pile_size", "blanks", "tiles"])?;
    let mut tiles = node.get("tiles")?.list(|entry| tile(&entry))?;
    for (key, blanks_only) in [("pile_size", false), ("blanks", true)] {
        let counts = node.get(key)?;
        counts.only(&["r1", "r2", "r3", "r4"])?;
        for ring in 1..=RINGS {
            let cell = counts.get(&format!("r{ring}"))?;
            let found = of_ring(&tiles, ring as u8)
                .filter(|id| !blanks_only || tiles[id.index()].is_blank())
                .count();
            if cell.int(0..=99usize)? != found {
                return Err(cell.error(format!("the list has {found} of them in ring {ring}")));
            }
        }
    }
    for (ring, boxes) in [28, 20, 12, 3].into_iter().enumerate() {
        if of_ring(&tiles, ring as u8 + 1).count() < boxes {
            return Err(node
                .get("tiles")?
                .error(format!("ring {} has {boxes} boxes to fill", ring + 1)));
        }
    }
    root.get("special_ship_note")?.only(&[])?;
    tiles.extend(root.get("special_ship")?.list(|entry| special(&entry))?);
    let mut keys: Vec<&str> = tiles.iter().map(|tile| tile.key.as_str()).collect();
    keys.sort_unstable();
    if keys.windows(2).any(|pair| pair[0] == pair[1]) || tiles.len() > usize::from(u8::MAX) {
        return Err(node
            .get("tiles")?
            .error("two tiles have the same key, or there are more than 255"));
    }
    Ok(tiles)
}

fn tile(node: &Node<'_>) -> Result<TileValues, TableError> {
    node.only(&["key", "ring", "kind", "name", "size", "tons", "vp"])?;
    let kind = node.get("kind")?;
    if !["cargo", "tanker", "blank"].contains(&kind.str()?) {
        return Err(kind.expected("cargo, tanker or blank"));
    }
    let ring = node.get("ring")?.int(1..=RINGS as u8)?;
    if kind.str()? == "blank" {
        super::cells::is(&node.get("size")?, "-")?;
        super::cells::just(&node.get("tons")?, 0)?;
        super::cells::just(&node.get("vp")?, 0)?;
        return Ok(TileValues {
            size: None,
            tons: 0,
            vp: 0,
            ..ship(node, ring, false)?
        });
    }
    ship(node, ring, false).and_then(|tile| sized(node, tile))
}

fn special(node: &Node<'_>) -> Result<TileValues, TableError> {
    node.only(&["key", "kind", "size", "tons", "vp"])?;
    ship(node, RINGS as u8, true).and_then(|tile| sized(node, tile))
}

fn ship(node: &Node<'_>, ring: u8, special: bool) -> Result<TileValues, TableError> {
    let kind = text(node, "kind")?;
    let name = if special {
        kind.clone()
    } else {
        text(node, "name")?
    };
    Ok(TileValues {
        key: text(node, "key")?,
        ring,
        kind,
        name,
        size: None,
        tons: 0,
        vp: 0,
        special,
    })
}

fn sized(node: &Node<'_>, tile: TileValues) -> Result<TileValues, TableError> {
    Ok(TileValues {
        size: Some(node.get("size")?.parse()?),
        tons: node.get("tons")?.int(1..=99_999)?,
        vp: node.get("vp")?.int(1..=99)?,
        ..tile
    })
}

/// One troop transport, and others for when it is not among the candidates [19.special_ship].
pub fn check_special(tiles: &[TileValues], setup: &Node<'_>) -> Result<(), TableError> {
    let special = tiles.iter().filter(|tile| tile.special);
    let (transports, others) = special.fold((0, 0), |(transports, others), tile| {
        if tile.kind == TROOP_TRANSPORT {
            (transports + 1, others)
        } else {
            (transports, others + 1)
        }
    });
    if transports == 1 && others > 0 {
        Ok(())
    } else {
        Err(setup
            .get("special_ship")?
            .error("there must be one troop transport and at least one other special ship"))
    }
}
