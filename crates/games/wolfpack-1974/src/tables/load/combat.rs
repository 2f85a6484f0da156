//! Tables of combat [14.0] and victory [16.2].

use super::cells::{contiguous, counted, letter, letters};
use crate::tables::{BoatRules, UboatCombat, VictoryLevel};
use crate::units::{AswResult, Straggle, StraggleColumn};
use derbyhouse_tables::{Node, TableError};

/// By chit and column [14.37].
pub fn straggle(node: &Node<'_>) -> Result<[[Straggle; 4]; 10], TableError> {
    node.only(&["columns", "rows"])?;
    let heads = node.get("columns")?.array::<4>()?;
    for (head, column) in heads.iter().zip(StraggleColumn::ALL) {
        if head.parse::<StraggleColumn>()? != column {
            return Err(head.expected(format!("“{column}”")));
        }
    }
    node.get("rows")?
        .list_of(|row| row.list_of(|cell| cell.parse()))
}

/// By chit and differential [14.2]. The columns cover every attack that is allowed [14.16], and no result is higher
/// than the straggle table's last [14.37].
pub fn uboat_combat(node: &Node<'_>, boats: &BoatRules) -> Result<UboatCombat, TableError> {
    node.only(&["columns", "rows"])?;
    let heads = node.get("columns")?;
    let columns = contiguous(&heads, boats.attack_min)?;
    if columns
        .last()
        .is_some_and(|last| last.1 != boats.attack_max)
    {
        let max = boats.attack_max;
        return Err(heads.error(format!("expected columns up to differential {max}")));
    }
    let rows = node.get("rows")?.list_of(|row| {
        let points = row.list(|cell| cell.int(0..=4u8))?;
        match points.len() == columns.len() {
            true => Ok(points),
            false => Err(row.expected(format!("an array of {}", columns.len()))),
        }
    })?;
    Ok(UboatCombat { columns, rows })
}

/// By chit and strength [14.47].
pub fn asw_combat(node: &Node<'_>) -> Result<[Vec<AswResult>; 10], TableError> {
    node.only(&["strengths", "strength_cap", "rows"])?;
    let columns = counted(node, "strengths", "strength_cap")?;
    node.get("rows")?
        .list_of(|row| letters(&row, columns, "., P or X", letter))
}

/// The lowest first, each beginning where the one below it ends [16.2].
pub fn victory(node: &Node<'_>) -> Result<Vec<VictoryLevel>, TableError> {
    node.only(&["levels"])?;
    let levels = node.get("levels")?;
    let entries = levels.items()?;
    let Some(highest) = entries.len().checked_sub(1) else {
        return Err(levels.expected("at least one level"));
    };
    let mut min = None;
    let mut out: Vec<VictoryLevel> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        entry.only(&["id", "label", "min", "max"])?;
        let id = entry.get("id")?;
        if out.iter().any(|level| Ok(level.id.as_str()) == id.str()) {
            return Err(id.error("this level stands here twice"));
        }
        match (min, entry.opt("min")?) {
            (None, None) => {}
            (None, Some(own)) => return Err(own.error("the lowest level has no minimum")),
            (Some(min), _) => {
                entry.get("min")?.int(min..=min)?;
            }
        }
        out.push(VictoryLevel {
            id: id.str()?.to_owned(),
            label: entry.get("label")?.str()?.to_owned(),
            min,
        });
        if index < highest {
            let max = entry.get("max")?.int(min.unwrap_or(-9999)..=9999)?;
            min = Some(max + 1);
        } else if let Some(max) = entry.opt("max")? {
            return Err(max.error("the highest level has no maximum"));
        }
    }
    Ok(out)
}
