//! What the Campaign begins with, and what its Order of Battle Phases bring [15.3] to [15.8].

use super::super::cells::text;
use super::super::chits::letters;
use super::super::scenarios::{Berth, Names, ShipList};
use crate::side::{Nation, Side};
use crate::time::Turn;
use crate::units::{AirTypeId, ClassId, PortId, ShipId};
use crate::vp::Vp;
use derbyhouse_tables::{Node, TableError};

/// Ships that begin somewhere.
#[derive(Clone, Debug)]
pub struct StartForce {
    pub side: Side,
    pub at: Berth,
    pub ships: ShipList,
}

/// Emergency Reinforcements of a side [15.4].
#[derive(Clone, Debug)]
pub struct Emergency {
    pub classes: Vec<ClassId>,
    pub most: u8,
    /// US destroyers, how many, and before which Fortnight [15.4.1].
    pub us: Option<(ClassId, u8, String)>,
    pub vp: Vp,
    pub at: PortId,
}

/// A unit of the same name that replaces an older one [15.6.5].
#[derive(Clone, Debug)]
pub struct Upgrade {
    /// Month and half, as `05-I`.
    pub fortnight: String,
    pub side: Side,
    pub unit: String,
    pub kind: AirTypeId,
    pub cs: u8,
}

/// A ship that may be used Green in some Fortnights [15.4.3].
#[derive(Clone, Debug)]
pub struct GreenShip {
    pub side: Side,
    pub ship: ShipId,
    pub fortnights: Vec<String>,
}

/// When a Breakout TF comes back, by chit [12.2.1].
#[derive(Clone, Copy, Debug)]
pub struct Return {
    /// The turn in whose Special Conditions Phase the chit is shown; none is at once.
    pub reveal: Option<Turn>,
    /// The Fuel Warning marker; none never returns.
    pub warning: Option<Turn>,
}

/// Ships and aircraft that replace losses [15.6].
#[derive(Clone, Debug)]
pub struct Replacements {
    /// Air CS of a Fortnight by nation [15.6.3].
    pub air: Vec<(Nation, u8)>,
    pub german_subs: Vec<String>,
    pub german_subs_cs: u8,
    pub german_subs_at: Vec<PortId>,
}

pub fn start_forces(node: &Node<'_>, names: &Names<'_>) -> Result<Vec<StartForce>, TableError> {
    node.get("extra_forces")?.list(|entry| {
        entry.only(&["side", "at", "ships", "classes", "state"])?;
        let side = entry.get("side")?.parse()?;
        Ok(StartForce {
            side,
            at: names.berth(&entry.get("at")?)?,
            ships: names.list(&entry, "ships", side)?,
        })
    })
}

/// Merchant ships that begin loaded, and those in the Ballast Box of Murmansk.
pub fn start_merchants(
    node: &Node<'_>,
    names: &Names<'_>,
) -> Result<[Vec<(ClassId, u8)>; 2], TableError> {
    let [loaded, ballast]: [Node<'_>; 2] = node.get("mx")?.array()?;
    let read = |entry: &Node<'_>| names.classes(&entry.get("classes")?);
    Ok([read(&loaded)?, read(&ballast)?])
}

pub fn emergency(node: &Node<'_>, side: Side, names: &Names<'_>) -> Result<Emergency, TableError> {
    let entry = node.get(side.id())?;
    let class = |cell: &Node<'_>| {
        let id = names.chart.find_class(cell.str()?);
        id.ok_or_else(|| cell.expected("a class of the Unit Chart"))
    };
    let us = match entry.opt("us_class")? {
        None => None,
        Some(cell) => Some((
            class(&cell)?,
            entry.get("us_max_cs")?.int(0..=9)?,
            text(&entry, "us_before")?,
        )),
    };
    Ok(Emergency {
        classes: entry.get("classes")?.list(|cell| class(&cell))?,
        most: entry.get("max_cs")?.int(0..=9)?,
        us,
        vp: super::super::cells::vp(&entry.get("vp_per_cs")?)?,
        at: names.port(&entry.get("at")?)?,
    })
}

pub fn green(node: &Node<'_>, names: &Names<'_>) -> Result<Vec<GreenShip>, TableError> {
    node.get("green")?.list(|entry| {
        Ok(GreenShip {
            side: entry.get("side")?.parse()?,
            ship: names.ship(&entry.get("ship")?)?,
            fortnights: entry
                .get("fortnights")?
                .list(|cell| cell.str().map(str::to_owned))?,
        })
    })
}

pub fn upgrades(root: &Node<'_>, names: &Names<'_>) -> Result<Vec<Upgrade>, TableError> {
    root.get("upgrade")?.list(|entry| {
        let kind = entry.get("type")?;
        let id = names.chart.find_air(kind.str()?);
        Ok(Upgrade {
            fortnight: text(&entry, "fortnight")?,
            side: entry.get("side")?.parse()?,
            unit: text(&entry, "unit")?,
            kind: id.ok_or_else(|| kind.expected("a type of aircraft"))?,
            cs: entry.get("cs")?.int(1..=9)?,
        })
    })
}

pub fn replacements(node: &Node<'_>, names: &Names<'_>) -> Result<Replacements, TableError> {
    let air = node.get("per_fortnight")?;
    let cs = |key: &str| air.get(key)?.int(0..=9u8);
    let subs = node.get("german_subs")?;
    Ok(Replacements {
        air: vec![
            (Nation::German, cs("german_air_cs")?),
            (Nation::Soviet, cs("soviet_air_cs")?),
            (Nation::British, cs("british_air_cs")?),
            (Nation::Us, cs("us_air_cs")?),
        ],
        german_subs: subs
            .get("fortnights")?
            .list(|cell| cell.str().map(str::to_owned))?,
        german_subs_cs: subs.get("cs")?.int(0..=9)?,
        german_subs_at: subs.get("at")?.list(|port| names.port(&port))?,
    })
}

/// Points by chit, and the most that Gruppe Nord can have [15.1].
pub fn german_fuel(node: &Node<'_>) -> Result<(Vec<u8>, u8), TableError> {
    let mut points = Vec::new();
    for entry in node.get("results")?.items()? {
        let range = letters(&entry.get("chits")?)?;
        let cp = entry.get("cp")?.int(0..=9u8)?;
        points.extend(range.map(|_| cp));
    }
    match points.len() {
        super::super::chits::CHITS => Ok((points, node.get("max_cp")?.int(0..=20)?)),
        _ => Err(node.error("the chits go from A to Z")),
    }
}

/// By letter [12.2.1].
pub fn returns(node: &Node<'_>) -> Result<Vec<Return>, TableError> {
    let mut all = Vec::new();
    for entry in node.get("return_table")?.items()? {
        let range = letters(&entry.get("chits")?)?;
        let turn = |key: &str| -> Result<Option<Turn>, TableError> {
            let cell = entry.get(key)?;
            match cell.str()? {
                "none" | "immediate" => Ok(None),
                _ => cell.parse().map(Some),
            }
        };
        let back = Return {
            reveal: turn("reveal")?,
            warning: turn("fuel_warning")?,
        };
        all.extend(range.map(|_| back));
    }
    match all.len() {
        super::super::chits::CHITS => Ok(all),
        _ => Err(node.error("the chits go from A to Z")),
    }
}
