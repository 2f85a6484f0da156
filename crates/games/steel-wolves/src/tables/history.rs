//! What submarines sank in history, by the month, and how many of them were lost. No rule depends on it.

use super::submarines::Submarines;
use crate::calendar::Month;
use derbyhouse_tables::{Node, TableError};

/// By [`Month::index`].
#[derive(Clone, Debug)]
pub struct History {
    tons: Vec<u32>,
    ships: Vec<u16>,
    lost: Vec<u16>,
}

impl History {
    /// Thousand tons sunk in a month.
    pub fn tons(&self, month: Month) -> f64 {
        f64::from(self.tons[month.index()]) / 1000.0
    }

    /// Ships sunk in a month.
    pub fn ships(&self, month: Month) -> f64 {
        self.ships[month.index()].into()
    }

    /// Boats lost in a month.
    pub fn lost(&self, month: Month) -> f64 {
        self.lost[month.index()].into()
    }
}

pub fn read(root: &Node<'_>, submarines: &Submarines) -> Result<History, TableError> {
    let count = Month::LAST.index() + 1;
    let mut history = History {
        tons: vec![0; count],
        ships: vec![0; count],
        lost: vec![0; count],
    };
    for entry in root.get("month")?.items()? {
        entry.only(&["month", "ships", "tons"])?;
        let cell = entry.get("month")?;
        let date = cell.str()?.split_once('-');
        let month = date
            .and_then(|(year, month)| Month::new(year.parse().ok()?, month.parse().ok()?))
            .ok_or_else(|| cell.expected("a month of the war such as 1940-04"))?;
        history.tons[month.index()] = entry.get("tons")?.int(0..=9_999_999)?;
        history.ships[month.index()] = entry.get("ships")?.int(0..=9_999)?;
    }
    let lost = submarines.boats.iter().filter_map(|boat| boat.lost);
    for month in lost.filter_map(|(year, month, _)| Month::new(year, month)) {
        history.lost[month.index()] += 1;
    }
    Ok(history)
}
