//! Tables of movement [5.26] and of searches [11.36], [12.19], [12.3].

use super::cells::{contiguous, counted, letter, letters, sighting};
use crate::tables::{AirSearch, AirValues, PicketSearch};
use crate::units::Heading;
use derbyhouse_tables::{Node, TableError};

/// By chit and last digit of the hex [5.26].
pub fn movement(node: &Node<'_>) -> Result<[[Heading; 10]; 10], TableError> {
    node.only(&["rows"])?;
    node.get("rows")?.list_of(|row| {
        let headings = letters(&row, 10, "N, S or L", letter)?;
        headings
            .try_into()
            .map_err(|_| row.expected("10 letters N, S or L"))
    })
}

/// By distance and product [11.36]. The bands must reach as far as the aircraft do.
pub fn air_search(node: &Node<'_>, air: &AirValues) -> Result<AirSearch, TableError> {
    node.only(&["bands", "products", "product_cap", "cells"])?;
    let bands = node.get("bands")?;
    let longest = air.ranges.iter().copied().max().unwrap_or(0);
    let pairs = contiguous(&bands, 1)?;
    if pairs.last().is_some_and(|band| band.1 < i32::from(longest)) {
        return Err(bands.error(format!("expected bands up to the longest range, {longest}")));
    }
    let narrow = |n: i32| u8::try_from(n).unwrap_or(u8::MAX);
    let columns = counted(node, "products", "product_cap")?;
    let rows = node.get("cells")?;
    let cells = rows.list(|row| {
        let cells = row.list(|cell| spread(&cell))?;
        match cells.len() == columns {
            true => Ok(cells),
            false => Err(row.expected(format!("an array of {columns}, one for each product"))),
        }
    })?;
    if cells.len() != pairs.len() {
        let bands = pairs.len();
        return Err(rows.expected(format!("an array of {bands}, one for each band")));
    }
    Ok(AirSearch {
        bands: pairs.iter().map(|&(a, b)| (narrow(a), narrow(b))).collect(),
        cells,
    })
}

/// The chits that sight: “-” for none, “3” for one, “1-4” for several.
fn spread(cell: &Node<'_>) -> Result<Option<(u8, u8)>, TableError> {
    let text = cell.str()?;
    if text == "-" {
        return Ok(None);
    }
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let digit = |text: &str| match text.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    };
    match (digit(from), digit(to)) {
        (Some(from), Some(to)) if from <= to => Ok(Some((from, to))),
        _ => Err(cell.expected("“-”, a chit, or first and last chit as in “1-4”")),
    }
}

/// By product [12.3].
pub fn submarine_search(node: &Node<'_>) -> Result<Vec<u8>, TableError> {
    node.only(&["products", "product_cap", "highest_sighting_chit", "rows"])?;
    let columns = counted(node, "products", "product_cap")?;
    sighting(node, columns)
}

/// By strength [12.19]. The last column is open: where it ends does not matter.
pub fn picket_search(node: &Node<'_>) -> Result<PicketSearch, TableError> {
    node.only(&["columns", "highest_sighting_chit", "rows"])?;
    let columns = contiguous(&node.get("columns")?, 1)?;
    let highest = sighting(node, columns.len())?;
    let narrow = |n: i32| u16::try_from(n).unwrap_or(u16::MAX);
    Ok(PicketSearch {
        from: columns.iter().map(|column| narrow(column.0)).collect(),
        highest: highest.into_iter().map(i32::from).collect(),
    })
}
