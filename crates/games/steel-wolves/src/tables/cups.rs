//! What is in the cups [3.1], [3.11], [3.2].

use super::cells::{self, periods};
use super::ships::Ships;
use super::submarines::Submarines;
use crate::calendar::Period;
use crate::cups::Cup;
use crate::units::{Nation, UnitId};
use derbyhouse_tables::{Node, TableError};

/// Units of a list, and how many of each.
pub type UnitList = Vec<(UnitId, u8)>;

/// Categories of a mix, and how many of each.
pub type MixList = Vec<(Mix, u8)>;

/// Classes of enemy submarines, and how many of each.
pub type ClassList = Vec<(u8, u8)>;

/// Lists and mixes of all cups.
#[derive(Clone, Debug)]
pub struct CupRules {
    /// Markers of each TDC value from -4 to +4, by [`Period::index`].
    pub tdc: [[u8; 9]; 5],
    /// By period and place in [`Cup::MIX`].
    mixes: [[MixList; 6]; 5],
    /// Cups that are filled by lists, by period.
    pub lists: Vec<(Cup, [UnitList; 5])>,
    /// Classes of enemy submarines by period: east, and west.
    pub submarines: [[ClassList; 2]; 5],
    /// Months between two re-shuffles [3.15].
    pub reshuffle_months: u8,
    /// What Barbarossa adds [17.4].
    pub barbarossa: Vec<(Cup, UnitId)>,
    /// Classes of Soviet submarines that join the Submarine cup with it.
    pub soviet: Vec<u8>,
}

/// A category of the War Mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    Pool(u8),
    CombatEvent,
    DrawLiner,
}

impl CupRules {
    /// The mix of a cup; empty for a cup that is not of the War Mix, or not in use.
    pub fn mix(&self, period: Period, cup: Cup) -> &[(Mix, u8)] {
        let place = Cup::MIX.iter().position(|other| *other == cup);
        place.map_or(&[], |place| &self.mixes[period.index()][place])
    }
}

pub fn read(root: &Node<'_>, ships: &Ships, boats: &Submarines) -> Result<CupRules, TableError> {
    root.only(&[
        "meta",
        "tdc",
        "war_mix",
        "task_force",
        "fleet_escort",
        "liner",
        "submarine",
        "west_submarine",
        "cup_selection",
        "change",
    ])?;
    let meta = root.get("meta")?;
    let mut lists = Vec::new();
    for (key, cup_of) in [
        ("task_force", Cup::task_force as fn(Nation) -> Option<Cup>),
        ("fleet_escort", Cup::fleet_escort),
    ] {
        for (name, node) in root.get(key)?.entries()? {
            let nation = name.parse().ok().and_then(cup_of);
            let cup =
                nation.ok_or_else(|| node.error(format!("there is no {key} cup of {name}")))?;
            lists.push((cup, units(&node, ships)?));
        }
    }
    lists.push((Cup::Liner, liners(&root.get("liner")?, ships)?));
    let (barbarossa, soviet) = barbarossa(&root.get("change")?, ships, boats)?;
    Ok(CupRules {
        tdc: tdc(&root.get("tdc")?)?,
        mixes: mixes(&root.get("war_mix")?, ships)?,
        lists,
        submarines: submarines(root, boats)?,
        reshuffle_months: meta.get("reshuffle_every_months")?.int(1..=12)?,
        barbarossa,
        soviet,
    })
}

/// Totals by period are known (invariant 4).
fn tdc(node: &Node<'_>) -> Result<[[u8; 9]; 5], TableError> {
    node.only(&["rule", "values", "wp1", "wp2", "wp3", "wp4", "wp5"])?;
    let values: Vec<i8> = node.get("values")?.list(|value| value.int(-4..=4))?;
    if !values.iter().copied().eq(-4..=4) {
        return Err(node.get("values")?.error("the values are -4 to +4"));
    }
    const TOTALS: [u16; 5] = [40, 40, 42, 44, 46];
    periods(node, |period, row| {
        let counts: [u8; 9] = row.list_of(|cell| cell.int(0..=20))?;
        let total: u16 = counts.iter().map(|count| u16::from(*count)).sum();
        if total == TOTALS[period.index()] {
            Ok(counts)
        } else {
            Err(row.error(format!(
                "there are {} markers in {period}, not {total}",
                TOTALS[period.index()]
            )))
        }
    })
}

/// Each cup has one Combat Event marker, the Loner cup one Draw Liner (invariant 4).
fn mixes(node: &Node<'_>, ships: &Ships) -> Result<[[MixList; 6]; 5], TableError> {
    periods(node, |period, row| {
        let mut all = Vec::new();
        for cup in Cup::MIX {
            let west = matches!(cup, Cup::WestInner | Cup::WestOuter);
            all.push(match row.opt(cup.id())? {
                Some(node) => mix(cup, &node, ships)?,
                None if west && period < Period::Three => Vec::new(),
                None => return Err(row.error(format!("the cup {cup} is missing"))),
            });
        }
        cells::fixed(&row, all)
    })
}

fn mix(cup: Cup, node: &Node<'_>, ships: &Ships) -> Result<MixList, TableError> {
    let mut all = Vec::new();
    for (name, cell) in node.entries()? {
        let mix = match name {
            "combat_event" => Mix::CombatEvent,
            "draw_liner" => Mix::DrawLiner,
            _ => {
                let pool = ships.pools.iter().position(|pool| pool == name);
                Mix::Pool(
                    pool.ok_or_else(|| cell.error(format!("no unit is of the pool “{name}”")))?
                        as u8,
                )
            }
        };
        all.push((mix, cell.int(1..=40)?));
    }
    let count = |wanted: Mix| {
        all.iter()
            .filter(|(mix, _)| *mix == wanted)
            .map(|(_, count)| *count)
            .sum::<u8>()
    };
    if count(Mix::CombatEvent) != 1 || count(Mix::DrawLiner) != u8::from(cup == Cup::Loner) {
        return Err(node
            .error("one Combat Event marker in each cup, one Draw Liner in the Loner cup alone"));
    }
    let total: u16 = all.iter().map(|(_, count)| u16::from(*count)).sum();
    if !(20..=50).contains(&total) {
        return Err(node.error(format!("a cup has 20 to 50 pieces, not {total}")));
    }
    Ok(all)
}

fn find(node: &Node<'_>, ships: &Ships) -> Result<UnitId, TableError> {
    let names = ships.units.iter().map(|unit| unit.id.as_str());
    cells::named_in(node, names, "unit").map(|place| UnitId(place as u16))
}

fn units(node: &Node<'_>, ships: &Ships) -> Result<[UnitList; 5], TableError> {
    let mut all: [UnitList; 5] = Default::default();
    for (period, list) in node.entries()? {
        let period: Period = period.parse().map_err(|why: String| list.error(why))?;
        all[period.index()] = list.list(|entry| {
            entry.only(&["unit", "count"])?;
            let unit = find(&entry.get("unit")?, ships)?;
            let most = ships.unit(unit).count.min(99) as u8;
            Ok((unit, entry.get("count")?.int(1..=most)?))
        })?;
    }
    Ok(all)
}

fn liners(node: &Node<'_>, ships: &Ships) -> Result<[UnitList; 5], TableError> {
    periods(node, |_, list| {
        list.list(|name| Ok((find(&name, ships)?, 1)))
    })
}

fn submarines(root: &Node<'_>, boats: &Submarines) -> Result<[[ClassList; 2]; 5], TableError> {
    let mut all: [[ClassList; 2]; 5] = Default::default();
    for (place, key) in ["submarine", "west_submarine"].into_iter().enumerate() {
        for (period, node) in root.get(key)?.entries()? {
            let period: Period = period.parse().map_err(|why: String| node.error(why))?;
            node.only(&["classes"])?;
            all[period.index()][place] = node.get("classes")?.list(|entry| {
                entry.only(&["class", "count"])?;
                let names = boats.enemy_classes.iter().map(|class| class.id.as_str());
                let class =
                    cells::named_in(&entry.get("class")?, names, "class of enemy submarines")?;
                Ok((class as u8, entry.get("count")?.int(1..=20)?))
            })?;
        }
    }
    Ok(all)
}

/// Units that come into cups.
type Added = Vec<(Cup, UnitId)>;

fn barbarossa(
    node: &Node<'_>,
    ships: &Ships,
    boats: &Submarines,
) -> Result<(Added, Vec<u8>), TableError> {
    let (mut added, mut classes) = (Vec::new(), Vec::new());
    for change in node.items()? {
        change.only(&["id", "rule", "add"])?;
        cells::is(&change.get("id")?, "barbarossa")?;
        for entry in change.get("add")?.items()? {
            entry.only(&["cup", "unit"])?;
            let unit = entry.get("unit")?;
            match unit.str()?.strip_prefix("class:") {
                None => added.push((entry.get("cup")?.parse()?, find(&unit, ships)?)),
                Some(name) => {
                    let class = boats
                        .enemy_classes
                        .iter()
                        .position(|class| class.id == name);
                    let class = class.ok_or_else(|| unit.expected("a class of submarines"))?;
                    classes.push(class as u8);
                }
            }
        }
    }
    Ok((added, classes))
}
