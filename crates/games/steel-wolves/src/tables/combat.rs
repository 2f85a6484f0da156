//! What torpedoes do to ships, and what escorts do to boats [14.16D], [14.2], [14.12].

use super::cells::{self, range};
use crate::harm::{Blow, Harm, Hazard};
use derbyhouse_tables::{Node, TableError};
use std::ops::RangeInclusive;

/// The tables of combat, laid out so that a roll is one look.
#[derive(Clone, Debug)]
pub struct CombatRules {
    /// Rows of the Attack Results Table, by ascending tonnage.
    pub rows: Vec<ResultRow>,
    /// The row of a tonnage, 0 to 99.
    row_of: [u8; 100],
    /// Rows of the Counterattack Table, with the lowest difference of each.
    pub counter: Vec<CounterRow>,
    /// By [`Hazard::index`].
    pub hazards: [[Harm; 11]; 5],
}

/// A row of the Attack Results Table.
#[derive(Clone, Debug)]
pub struct ResultRow {
    pub tons: RangeInclusive<u8>,
    /// By modified roll: what happens, and whether the target blows up.
    pub cells: [(Blow, bool); 10],
}

/// A row of the Counterattack Table.
#[derive(Clone, Debug)]
pub struct CounterRow {
    pub difference: RangeInclusive<i16>,
    pub results: [Harm; 13],
}

impl CombatRules {
    /// The row of a tonnage.
    pub fn row(&self, tons: u8) -> &ResultRow {
        &self.rows[usize::from(self.row_of[usize::from(tons.min(99))])]
    }

    /// The row of that name, as rules name rows: 29-36.
    pub fn row_named(&self, name: &str) -> Option<&ResultRow> {
        let (first, last) = name.split_once('-')?;
        let ends = (first.parse().ok()?, last.parse().ok()?);
        self.rows
            .iter()
            .find(|row| (*row.tons.start(), *row.tons.end()) == ends)
    }

    /// The row of a difference; none below zero [14.2C].
    pub fn counter_row(&self, difference: i16) -> Option<&CounterRow> {
        self.counter
            .iter()
            .find(|row| row.difference.contains(&difference))
    }

    /// A hazard [14.13].
    pub fn hazard(&self, hazard: Hazard, roll: i16) -> Harm {
        self.hazards[hazard.index()][roll.clamp(0, 10) as usize]
    }
}

impl ResultRow {
    /// A modified roll, read as 0 to 9.
    pub fn at(&self, roll: i16) -> (Blow, bool) {
        self.cells[roll.clamp(0, 9) as usize]
    }
}

pub fn read(root: &Node<'_>) -> Result<CombatRules, TableError> {
    let node = root.get("attack_results")?;
    node.only(&["rule", "confidence", "modifiers", "row"])?;
    let rows = node.get("row")?.list(|row| result_row(&row))?;
    let mut row_of = [0; 100];
    let mut next = 1;
    for (place, row) in rows.iter().enumerate() {
        if *row.tons.start() != next {
            return Err(node.error(format!("no row for {next} thousand tons")));
        }
        for tons in row.tons.clone() {
            row_of[usize::from(tons)] = place as u8;
        }
        next = row.tons.end() + 1;
    }
    if next != 100 {
        return Err(node.error("the last row ends with 99"));
    }
    Ok(CombatRules {
        rows,
        row_of,
        counter: counter(&root.get("counterattack")?)?,
        hazards: hazards(&root.get("hazard")?)?,
    })
}

fn result_row(row: &Node<'_>) -> Result<ResultRow, TableError> {
    row.only(&["tons", "none", "damaged", "sunk", "explode"])?;
    let mut cells: [Option<Blow>; 10] = [None; 10];
    for blow in Blow::ALL {
        let node = row.get(blow.id())?;
        for roll in range(&node, 0..=9usize)? {
            if cells[roll].replace(blow).is_some() {
                return Err(node.error(format!("{roll} stands under two results")));
            }
        }
    }
    let explode: Vec<usize> = row.get("explode")?.list(|roll| roll.int(0..=9))?;
    let mut all = [(Blow::None, false); 10];
    for (roll, cell) in cells.into_iter().enumerate() {
        let blow = cell.ok_or_else(|| row.error(format!("{roll} has no result")))?;
        let explodes = explode.contains(&roll);
        if explodes && blow != Blow::Sunk {
            return Err(row.get("explode")?.error("only a ship that sinks explodes"));
        }
        all[roll] = (blow, explodes);
    }
    Ok(ResultRow {
        tons: range(&row.get("tons")?, 1..=99)?,
        cells: all,
    })
}

fn counter(node: &Node<'_>) -> Result<Vec<CounterRow>, TableError> {
    node.only(&["rule", "confidence", "modifiers", "row"])?;
    let mut next = 0;
    node.get("row")?.list(|row| {
        row.only(&["diff", "results"])?;
        let difference = range(&row.get("diff")?, 0..=99i16)?;
        if *difference.start() != next {
            return Err(row.error(format!("no row for a difference of {next}")));
        }
        next = difference.end() + 1;
        Ok(CounterRow {
            difference,
            results: row.get("results")?.list_of(|cell| cell.parse())?,
        })
    })
}

fn hazards(node: &Node<'_>) -> Result<[[Harm; 11]; 5], TableError> {
    let mut all = Vec::new();
    for hazard in Hazard::ALL {
        let row = node.get(hazard.id())?;
        row.only(&["confidence", "modifiers", "results"])?;
        all.push(row.get("results")?.list_of(|cell| cell.parse())?);
    }
    cells::fixed(node, all)
}
