//! What the staff goes by: numbers of a computer player, not of the rules.

use super::cells;
use crate::boat::Command;
use crate::calendar::Period;
use crate::geography::{Area, Zone};
use derbyhouse_kernel::named;
use derbyhouse_tables::{Node, TableError};

named! {
    /// Boats that are sent to the same stations.
    Kind, "kind of boat" {
        /// Type II and the like.
        Coastal = "coastal",
        /// Type VII.
        Medium = "medium",
        /// Type IX and all others with long legs.
        Large = "large",
        /// Of the allies.
        Italian = "italian",
    }
}

/// Areas with their weights.
pub type Weights = Vec<(Area, u8)>;

/// Everything of `doctrine.toml`.
#[derive(Clone, Debug)]
pub struct Doctrine {
    /// By period and [`Kind::index`].
    stations: [[Weights; 4]; 5],
    mediterranean: Weights,
    arctic: Weights,
    tanker: Weights,
    /// By period.
    flights: [Vec<Area>; 5],
    /// Boats in a busy area before others go elsewhere.
    pub most_boats: u8,
    /// Tries to join a pack while Enigma is read.
    pub last_call: u8,
    /// One coastal boat in so many lays mines.
    pub mines_every: u8,
    /// Boats that patrol an area together: it is not stripped below that.
    pub pack_size: u8,
    /// Boats that are sent to a virgin area at once, and how many times it weighs until then.
    pub virgin_boats: u8,
    pub virgin_weight: u8,
    /// The number of an Endurance Check from which on a boat may lose a week to be forgotten.
    pub good_endurance: u8,
    /// Where coastal boats lay mines, and where others do.
    minefields: [Vec<Zone>; 2],
}

impl Doctrine {
    /// Where boats of a kind and theatre are sent.
    pub fn stations(&self, period: Period, kind: Kind, command: Command) -> &[(Area, u8)] {
        match command {
            Command::Atlantic => &self.stations[period.index()][kind.index()],
            Command::Mediterranean => &self.mediterranean,
            Command::Arctic => &self.arctic,
        }
    }

    /// Zones that minelayers of a kind make for.
    pub fn minefields(&self, kind: Kind) -> &[Zone] {
        &self.minefields[usize::from(kind != Kind::Coastal)]
    }

    /// Areas that aircraft prefer where boats are as many, the best first.
    pub fn flights(&self, period: Period) -> &[Area] {
        &self.flights[period.index()]
    }

    /// Where tankers lie.
    pub fn tanker(&self) -> &[(Area, u8)] {
        &self.tanker
    }
}

pub fn read(root: &Node<'_>) -> Result<Doctrine, TableError> {
    root.only(&[
        "meta",
        "station",
        "theatre",
        "tanker",
        "aircraft",
        "habits",
        "minefields",
    ])?;
    let station = root.get("station")?;
    let stations = cells::periods(&station, |_, row| {
        row.only(&Kind::ALL.map(Kind::id))?;
        let mut all = Vec::new();
        for kind in Kind::ALL {
            all.push(weights(&row.get(kind.id())?)?);
        }
        cells::fixed(&row, all)
    })?;
    let theatre = root.get("theatre")?;
    theatre.only(&["mediterranean", "arctic"])?;
    let habits = root.get("habits")?;
    habits.only(&[
        "most_boats",
        "last_call",
        "mines_every",
        "pack_size",
        "virgin_boats",
        "virgin_weight",
        "good_endurance",
    ])?;
    let fields = root.get("minefields")?;
    fields.only(&["coastal", "far"])?;
    let zones = |kind: &str| fields.get(kind)?.list(|zone| zone.parse());
    Ok(Doctrine {
        stations,
        mediterranean: weights(&theatre.get("mediterranean")?)?,
        arctic: weights(&theatre.get("arctic")?)?,
        tanker: weights(&root.get("tanker")?.get("areas")?)?,
        flights: cells::periods(&root.get("aircraft")?, |_, row| {
            row.list(|area| area.parse())
        })?,
        most_boats: habits.get("most_boats")?.int(1..=99)?,
        last_call: habits.get("last_call")?.int(1..=99)?,
        mines_every: habits.get("mines_every")?.int(1..=99)?,
        pack_size: habits.get("pack_size")?.int(1..=99)?,
        virgin_boats: habits.get("virgin_boats")?.int(0..=99)?,
        virgin_weight: habits.get("virgin_weight")?.int(1..=9)?,
        good_endurance: habits.get("good_endurance")?.int(0..=9)?,
        minefields: [zones("coastal")?, zones("far")?],
    })
}

fn weights(node: &Node<'_>) -> Result<Weights, TableError> {
    node.only(&Area::ALL.map(Area::id))?;
    let mut all = Vec::new();
    for area in Area::ALL {
        if let Some(weight) = node.opt(area.id())? {
            all.push((area, weight.int(0..=99)?));
        }
    }
    all.retain(|(_, weight)| *weight > 0);
    if all.is_empty() {
        return Err(node.error("expected at least one area"));
    }
    Ok(all)
}
