//! Ace markers [25.0].

use super::cells;
use crate::fleet::AceId;
use crate::units::{Nation, Navy};
use derbyhouse_tables::{Node, TableError};

/// The markers, and what makes an ace [14.5].
#[derive(Clone, Debug)]
pub struct Aces {
    pub list: Vec<AceValues>,
    /// Ships and thousand tons in one Combat Phase.
    pub ships: u8,
    pub tons: u16,
    pub best: u8,
}

/// Whose marker it is: French skippers command Vichy boats.
#[derive(Clone, Debug)]
pub struct AceValues {
    pub id: String,
    pub name: String,
    pub navy: Navy,
    /// Commands held in history.
    pub boats: Vec<String>,
}

impl Aces {
    /// An ace.
    pub fn ace(&self, id: AceId) -> &AceValues {
        &self.list[id.index()]
    }

    /// The ace of that name.
    pub fn find(&self, id: &str) -> Option<AceId> {
        self.list
            .iter()
            .position(|ace| ace.id == id)
            .map(|place| AceId(place as u8))
    }
}

pub fn read(root: &Node<'_>) -> Result<Aces, TableError> {
    root.only(&["meta", "ace"])?;
    let meta = root.get("meta")?;
    meta.only(&[
        "game",
        "markers",
        "promotion",
        "nation_of_boat",
        "max_rating",
    ])?;
    let of_boat = meta.get("nation_of_boat")?;
    for (navy, nation) in [
        ("german", "german"),
        ("italian", "italian"),
        ("vichy", Nation::French.id()),
    ] {
        cells::is(&of_boat.get(navy)?, nation)?;
    }
    let list = root.get("ace")?.list(|entry| {
        entry.only(&["id", "name", "nation", "boats"])?;
        let nation = entry.get("nation")?;
        let navy = match nation.str()? {
            "french" => Navy::Vichy,
            _ => nation.parse()?,
        };
        Ok(AceValues {
            id: cells::text(&entry, "id")?,
            name: cells::text(&entry, "name")?,
            navy,
            boats: cells::texts(&entry.get("boats")?)?,
        })
    })?;
    cells::just(&meta.get("markers")?, list.len() as i64)?;
    let promotion = meta.get("promotion")?;
    Ok(Aces {
        list,
        ships: promotion.get("ships")?.int(1..=20)?,
        tons: promotion.get("tons")?.int(1..=200)?,
        best: meta.get("max_rating")?.int(1..=2)?,
    })
}
