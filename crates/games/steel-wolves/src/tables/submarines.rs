//! Submarines of the player, enemy submarines, tenders, supply ships and aircraft [2.3A].

use super::cells::{self, flag, flag_or, int_or};
use crate::calendar::Month;
use crate::fleet::{BoatId, ClassId};
use crate::geography::{Base, Node as Place, Port};
use crate::units::{Nation, Navy};
use derbyhouse_tables::{Node, TableError};
use std::ops::RangeInclusive;

/// Everything of `submarines.toml`.
#[derive(Clone, Debug)]
pub struct Submarines {
    pub classes: Vec<ClassValues>,
    pub boats: Vec<BoatValues>,
    pub enemy_classes: Vec<EnemyClass>,
    pub enemy_boats: Vec<EnemyBoat>,
    pub tenders: Vec<Tender>,
    pub supply_ships: Vec<SupplyShip>,
    pub aircraft: Vec<AircraftValues>,
    /// Inexperienced markers [8.14].
    pub markers: u8,
}

/// A class with its ratings.
#[derive(Clone, Debug)]
pub struct ClassValues {
    pub id: String,
    pub name: String,
    pub navy: Navy,
    /// The family that rules speak of: II, VII…
    pub family: String,
    pub attack: i8,
    pub defence: i8,
    pub tactical: i8,
    pub endurance: u8,
    pub crash_dive: u8,
    pub speed: u8,
    pub range: u8,
    pub readiness: u8,
    /// Leaves In-Port for Ready for Sea [9.2].
    pub small: bool,
    pub deck_gun: bool,
    /// The row its guns roll on, if it is not the usual one [27.1].
    pub gun_row: Option<String>,
    /// Of the minefield it lays [26.1].
    pub mine_strength: u8,
    /// Boats it can supply each week, and the years in which it does [21.33].
    pub tanker: u8,
    pub tanker_years: RangeInclusive<u16>,
}

/// When a boat enters play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    /// By the scenario only.
    Scenario,
    /// In that month; war start is September 1939.
    Month(Month),
}

/// A boat.
#[derive(Clone, Debug)]
pub struct BoatValues {
    pub name: String,
    pub class: ClassId,
    pub entry: Entry,
    pub base: Place,
    pub inexperienced: bool,
    /// Where her attack rating is not that of her class.
    pub attack: Option<i8>,
    /// Year, month and day of her historical loss.
    pub lost: Option<(u16, u8, u8)>,
}

/// A class of enemy submarines [14.6].
#[derive(Clone, Debug)]
pub struct EnemyClass {
    pub id: String,
    pub nation: Nation,
    pub attack: i8,
    pub defence: i8,
    pub tons: u8,
    pub count: u8,
}

/// An enemy boat that an event brings.
#[derive(Clone, Debug)]
pub struct EnemyBoat {
    pub id: String,
    pub class: usize,
    pub nation: Nation,
}

/// A tender [21.2].
#[derive(Clone, Debug)]
pub struct Tender {
    pub id: String,
    pub name: String,
    pub capacity: u8,
}

/// Where a supply ship is found [21.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupplyKind {
    AtSea,
    Raider,
    Interned(Port, Month),
}

/// A supply ship.
#[derive(Clone, Debug)]
pub struct SupplyShip {
    pub id: String,
    pub name: String,
    pub kind: SupplyKind,
}

/// An Axis aircraft [7.5].
#[derive(Clone, Debug)]
pub struct AircraftValues {
    pub id: String,
    pub name: String,
    pub range: u8,
    /// None: a French base [7.56].
    pub base: Option<Base>,
    pub entry: Entry,
}

impl Submarines {
    /// A class.
    pub fn class(&self, id: ClassId) -> &ClassValues {
        &self.classes[id.index()]
    }

    /// A boat.
    pub fn boat(&self, id: BoatId) -> &BoatValues {
        &self.boats[id.index()]
    }

    /// The class of a boat.
    pub fn class_of(&self, id: BoatId) -> &ClassValues {
        self.class(self.boat(id).class)
    }

    /// The attack rating of a boat: its own, or that of its class [2.3A].
    pub fn attack_of(&self, id: BoatId) -> i8 {
        let own = self.boat(id).attack;
        own.unwrap_or(self.class_of(id).attack)
    }

    /// Whether a boat has torpedo tubes: a Type XIV has none.
    pub fn has_tubes(&self, id: BoatId) -> bool {
        self.attack_of(id) > 0
    }

    /// How old a class is: when its first boat entered play, and its place in the list.
    pub fn age(&self, class: ClassId) -> (Option<Month>, ClassId) {
        let boats = self.boats.iter().filter(|boat| boat.class == class);
        let months = boats.filter_map(|boat| match boat.entry {
            Entry::Month(month) => Some(month),
            Entry::Scenario => None,
        });
        (months.min(), class)
    }

    /// The class of that name.
    pub fn find_class(&self, id: &str) -> Option<ClassId> {
        self.classes
            .iter()
            .position(|class| class.id == id)
            .map(|place| ClassId(place as u8))
    }

    /// The boat of that name.
    pub fn find(&self, name: &str) -> Option<BoatId> {
        self.boats
            .iter()
            .position(|boat| boat.name == name)
            .map(|place| BoatId(place as u16))
    }
}

pub fn read(root: &Node<'_>) -> Result<Submarines, TableError> {
    root.only(&[
        "meta",
        "class",
        "german",
        "italian",
        "vichy",
        "optional",
        "allied_class",
        "allied_boat",
        "tender",
        "supply_ship",
        "aircraft",
    ])?;
    let meta = root.get("meta")?;
    meta.only(&[
        "game",
        "inexperienced_counters",
        "german_boats_source",
        "german_boats_note",
    ])?;
    let classes = root.get("class")?.list(|entry| class(&entry))?;
    let mut boats: Vec<BoatValues> = Vec::new();
    for fleet in ["german", "italian", "vichy", "optional"] {
        let node = root.get(fleet)?;
        node.only(&["boats"])?;
        for entry in node.get("boats")?.items()? {
            let boat = boat(&entry, &classes)?;
            if boats.iter().any(|other| other.name == boat.name) {
                return Err(entry.error("another boat has this name"));
            }
            boats.push(boat);
        }
    }
    let enemy_classes = root
        .get("allied_class")?
        .list(|entry| enemy_class(&entry))?;
    let enemy_boats = root.get("allied_boat")?.list(|entry| {
        entry.only(&["id", "class", "nation", "event", "cup"])?;
        let names = enemy_classes
            .iter()
            .map(|class: &EnemyClass| class.id.as_str());
        Ok(EnemyBoat {
            id: cells::text(&entry, "id")?,
            class: cells::named_in(&entry.get("class")?, names, "class of enemy submarines")?,
            nation: entry.get("nation")?.parse()?,
        })
    })?;
    Ok(Submarines {
        classes,
        boats,
        enemy_classes,
        enemy_boats,
        tenders: root.get("tender")?.list(|entry| {
            entry.only(&["id", "name", "capacity"])?;
            let capacity = entry.get("capacity")?.int(1..=20)?;
            Ok(Tender {
                id: cells::text(&entry, "id")?,
                name: cells::text(&entry, "name")?,
                capacity,
            })
        })?,
        supply_ships: root.get("supply_ship")?.list(|entry| supply_ship(&entry))?,
        aircraft: root.get("aircraft")?.list(|entry| aircraft(&entry))?,
        markers: meta.get("inexperienced_counters")?.int(1..=20)?,
    })
}

fn class(entry: &Node<'_>) -> Result<ClassValues, TableError> {
    entry.only(&[
        "id",
        "name",
        "nation",
        "type",
        "mine_strength",
        "attack",
        "defence",
        "tactical",
        "endurance",
        "crash_dive",
        "speed",
        "range",
        "readiness",
        "small",
        "deck_gun",
        "gun_row",
        "tanker_per_week",
        "tanker_years",
        "minelayer",
        "optional",
    ])?;
    let rating = |key: &str| entry.get(key)?.int(0..=9);
    let years = match entry.opt("tanker_years")? {
        Some(years) => cells::range(&years, 1939..=1943)?,
        None => 1939..=1943,
    };
    Ok(ClassValues {
        id: cells::text(entry, "id")?,
        name: cells::text(entry, "name")?,
        navy: entry.get("nation")?.parse()?,
        family: entry
            .opt("type")?
            .map_or(Ok(""), |family| family.str())?
            .to_owned(),
        attack: rating("attack")?,
        defence: rating("defence")?,
        tactical: entry.get("tactical")?.int(1..=6)?,
        endurance: entry.get("endurance")?.int(1..=9)?,
        crash_dive: entry.get("crash_dive")?.int(0..=9)?,
        speed: entry.get("speed")?.int(1..=4)?,
        range: entry.get("range")?.int(1..=20)?,
        readiness: entry.get("readiness")?.int(0..=9)?,
        small: flag(entry, "small")?,
        deck_gun: flag_or(entry, "deck_gun", true)?,
        gun_row: entry
            .opt("gun_row")?
            .map(|row| row.str().map(str::to_owned))
            .transpose()?,
        mine_strength: int_or(entry, "mine_strength", 0..=3, 2)?,
        tanker: int_or(entry, "tanker_per_week", 0..=9, 0)?,
        tanker_years: years,
    })
}

fn boat(entry: &Node<'_>, classes: &[ClassValues]) -> Result<BoatValues, TableError> {
    entry.only(&[
        "id",
        "class",
        "entry",
        "base",
        "commissioned",
        "inexperienced",
        "lost",
        "attack",
    ])?;
    let names = classes.iter().map(|class| class.id.as_str());
    let class = cells::named_in(&entry.get("class")?, names, "class")?;
    Ok(BoatValues {
        name: cells::text(entry, "id")?,
        class: ClassId(class as u8),
        entry: entry_of(&entry.get("entry")?)?,
        base: entry.get("base")?.parse()?,
        inexperienced: flag(entry, "inexperienced")?,
        attack: entry
            .opt("attack")?
            .map(|rating| rating.int(0..=9))
            .transpose()?,
        lost: entry.opt("lost")?.map(|date| day(&date)).transpose()?,
    })
}

fn entry_of(node: &Node<'_>) -> Result<Entry, TableError> {
    Ok(match node.str()? {
        "W/S" => Entry::Month(Month::FIRST),
        "scenario" => Entry::Scenario,
        _ => Entry::Month(node.parse()?),
    })
}

/// `1940-04-06`
fn day(node: &Node<'_>) -> Result<(u16, u8, u8), TableError> {
    let wrong = || node.expected("a date such as 1940-04-06");
    let mut parts = node.str()?.split('-');
    let mut next = || {
        parts
            .next()
            .and_then(|part| part.parse::<u16>().ok())
            .ok_or_else(wrong)
    };
    let (year, month, day) = (next()?, next()?, next()?);
    if (1..=12).contains(&month) && (1..=31).contains(&day) {
        Ok((year, month as u8, day as u8))
    } else {
        Err(wrong())
    }
}

fn enemy_class(entry: &Node<'_>) -> Result<EnemyClass, TableError> {
    entry.only(&[
        "id", "nation", "attack", "defence", "tonnage", "count", "name",
    ])?;
    Ok(EnemyClass {
        id: cells::text(entry, "id")?,
        nation: entry.get("nation")?.parse()?,
        attack: entry.get("attack")?.int(0..=9)?,
        defence: entry.get("defence")?.int(0..=9)?,
        tons: entry.get("tonnage")?.int(1..=4)?,
        count: entry.get("count")?.int(1..=20)?,
    })
}

fn supply_ship(entry: &Node<'_>) -> Result<SupplyShip, TableError> {
    entry.only(&["id", "name", "kind", "port", "entry"])?;
    let kind = entry.get("kind")?;
    let kind = match kind.str()? {
        "at_sea" => SupplyKind::AtSea,
        "raider" => SupplyKind::Raider,
        "interned" => {
            SupplyKind::Interned(entry.get("port")?.parse()?, entry.get("entry")?.parse()?)
        }
        _ => return Err(kind.expected("at_sea, raider or interned")),
    };
    Ok(SupplyShip {
        id: cells::text(entry, "id")?,
        name: cells::text(entry, "name")?,
        kind,
    })
}

fn aircraft(entry: &Node<'_>) -> Result<AircraftValues, TableError> {
    entry.only(&["id", "name", "range", "base", "entry"])?;
    let base = entry.get("base")?;
    Ok(AircraftValues {
        id: cells::text(entry, "id")?,
        name: cells::text(entry, "name")?,
        range: entry.get("range")?.int(1..=9)?,
        base: if base.str()? == "vichy" {
            None
        } else {
            Some(base.parse()?)
        },
        entry: entry_of(&entry.get("entry")?)?,
    })
}
