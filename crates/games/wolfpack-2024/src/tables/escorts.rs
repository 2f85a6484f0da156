//! Escorts, their captains, and what they are fitted with [10.captain_fields], [54.fitted_table].

use super::Faces;
use super::cells::{by_name, is, text};
use crate::calendar::{Era, Month};
use crate::escorts::{CaptainId, CaptainPile, Equipment, EscortId, EscortType};
use derbyhouse_tables::{Node, TableError};

/// Every escort and captain there is.
#[derive(Clone, Debug)]
pub struct Escorts {
    pub list: Vec<EscortValues>,
    pub captains: Vec<CaptainValues>,
    /// By [`EscortType::index`] and column of dates (R11).
    fitting: [[Fitting; 4]; 4],
    /// The last month of each column.
    columns: [Month; 4],
    /// How deep charges reach, by [`Era::index`] of the escort's make [54.charge_depth].
    pub charge_depth: [u16; 2],
}

/// An escort counter: values unfitted and fitted.
#[derive(Clone, Debug)]
pub struct EscortValues {
    pub key: String,
    /// Its number on the map.
    pub number: u8,
    pub kind: EscortType,
    pub class: String,
    /// By fitted side.
    pub gun: [u8; 2],
    /// By fitted side.
    pub charges: [u8; 2],
    pub defence: i8,
}

/// A captain counter [10.captain_fields].
#[derive(Clone, Debug)]
pub struct CaptainValues {
    pub key: String,
    pub pile: CaptainPile,
    /// Attacks below 15 m on the Attack map too [50.aggression].
    pub aggressive: bool,
    /// Turns without contact before he gives up [46.tot_zero].
    pub time_on_target: u8,
    pub elite_sonar: bool,
    /// Shown on the front.
    pub elite_helm: bool,
}

/// A cell of the fitted table [54.fitted_table].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fitting {
    pub base: Equipment,
    /// Faces that bring something better.
    pub upgrade: Option<(Faces, Equipment)>,
}

impl Fitting {
    /// The equipment that a d10 gives; none is pulled where nothing can be gained.
    pub fn equipment(&self, d10: u8) -> Equipment {
        match self.upgrade {
            Some((faces, better)) if faces.has(d10) => better,
            _ => self.base,
        }
    }
}

impl Escorts {
    /// An escort.
    pub fn escort(&self, id: EscortId) -> &EscortValues {
        &self.list[id.index()]
    }

    /// A captain.
    pub fn captain(&self, id: CaptainId) -> &CaptainValues {
        &self.captains[id.index()]
    }

    /// The cell of a type and a date [54.fitted_table].
    pub fn fitting(&self, kind: EscortType, month: Month) -> &Fitting {
        let column = self
            .columns
            .iter()
            .position(|last| month <= *last)
            .unwrap_or(3);
        &self.fitting[kind.index()][column]
    }

    /// The captains of a pile.
    pub fn pile(&self, pile: CaptainPile) -> impl Iterator<Item = CaptainId> {
        let ids = (0..).map(CaptainId);
        let mine = self
            .captains
            .iter()
            .zip(ids)
            .filter(move |(captain, _)| captain.pile == pile);
        mine.map(|(_, id)| id)
    }
}

pub fn read(root: &Node<'_>) -> Result<Escorts, TableError> {
    root.get("escort_note")?.only(&[])?;
    root.get("captain_note")?.only(&[])?;
    let equipment = root.get("equipment")?;
    check_equipment(&equipment)?;
    let fitted = root.get("fitted")?;
    fitted.only(&["columns", "cell"])?;
    let captains = captains(&root.get("captain")?)?;
    for pile in CaptainPile::ALL {
        let needed = root.get("escort")?.items()?.len();
        if captains
            .iter()
            .filter(|captain| captain.pile == pile)
            .count()
            * 2
            < needed
        {
            return Err(root
                .get("captain")?
                .error(format!("too few captains in pile {pile}")));
        }
    }
    Ok(Escorts {
        list: list(&root.get("escort")?)?,
        captains,
        fitting: by_name(&fitted.get("cell")?, EscortType::ALL, |row| {
            by_name(&row, ["c1", "c2", "c3", "c4"], |cell| fitting(&cell))
        })?,
        columns: columns(&fitted.get("columns")?)?,
        charge_depth: by_name(&equipment.get("charge_max_depth_m")?, Era::ALL, |depth| {
            depth.int(15..=270)
        })?,
    })
}

fn list(node: &Node<'_>) -> Result<Vec<EscortValues>, TableError> {
    let mut keys: Vec<String> = Vec::new();
    node.list(|entry| {
        entry.only(&["key", "id", "type", "class", "gun", "charges", "defence"])?;
        let kind: EscortType = entry.get("type")?.parse()?;
        let number = entry.get("id")?.int(1..=99)?;
        let key = entry.get("key")?;
        if key.str()? != format!("{kind}{number}")
            || keys.iter().any(|other| other == key.str().unwrap_or(""))
        {
            return Err(key.error("the key is the type and the number, and stands only once"));
        }
        keys.push(key.str()?.to_owned());
        let two = |name: &str| entry.get(name)?.list_of(|value| value.int(1..=20u8));
        Ok(EscortValues {
            key: key.str()?.to_owned(),
            number,
            kind,
            class: text(&entry, "class")?,
            gun: two("gun")?,
            charges: two("charges")?,
            defence: entry.get("defence")?.int(0..=9)?,
        })
    })
}

fn captains(node: &Node<'_>) -> Result<Vec<CaptainValues>, TableError> {
    let mut keys: Vec<String> = Vec::new();
    node.list(|entry| {
        entry.only(&[
            "key",
            "pile",
            "aggressive",
            "tot",
            "elite_sonar",
            "elite_helm",
        ])?;
        let key = entry.get("key")?;
        if keys
            .iter()
            .any(|other| Ok(other.as_str()) == key.str().map_err(|_| ()))
        {
            return Err(key.error("another captain has this key"));
        }
        keys.push(key.str()?.to_owned());
        Ok(CaptainValues {
            key: key.str()?.to_owned(),
            pile: entry.get("pile")?.parse()?,
            aggressive: entry.get("aggressive")?.bool()?,
            time_on_target: entry.get("tot")?.int(1..=9)?,
            elite_sonar: entry.get("elite_sonar")?.bool()?,
            elite_helm: entry.get("elite_helm")?.bool()?,
        })
    })
}

fn fitting(cell: &Node<'_>) -> Result<Fitting, TableError> {
    cell.only(&["base", "upgrade_at_most", "upgrade"])?;
    let base = cell.get("base")?.parse()?;
    let upgrade = match (cell.opt("upgrade_at_most")?, cell.opt("upgrade")?) {
        (None, None) => None,
        (Some(highest), Some(better)) => {
            let equipment: Equipment = better.parse()?;
            if equipment <= base {
                return Err(better.error("an upgrade is better than the base"));
            }
            Some((Faces::up_to(highest.int(1..=9)?), equipment))
        }
        _ => return Err(cell.error("upgrade and upgrade_at_most stand together")),
    };
    Ok(Fitting { base, upgrade })
}

/// Columns such as `1941-10..1941-12`, one after the other: their last months.
fn columns(node: &Node<'_>) -> Result<[Month; 4], TableError> {
    let mut next = Some(Month::FIRST);
    let columns = node.list_of(|column| {
        let wrong =
            || column.error("the columns are dates such as 1941-10..1941-12, one after the other");
        let (from, to) = column.str()?.split_once("..").ok_or_else(wrong)?;
        let (from, to): (Month, Month) = (
            from.parse().map_err(|_| wrong())?,
            to.parse().map_err(|_| wrong())?,
        );
        if Some(from) != next || to < from {
            return Err(wrong());
        }
        next = to.next();
        Ok(to)
    })?;
    match next {
        None => Ok(columns),
        Some(month) => Err(node.error(format!("there is no column for {month}"))),
    }
}

/// What the three kinds of equipment are is part of the rules (R9), (R10).
fn check_equipment(node: &Node<'_>) -> Result<(), TableError> {
    node.only(&[
        "early_no_radar",
        "early_all",
        "late_all",
        "charge_max_depth_m",
    ])?;
    for kind in Equipment::ALL {
        let entry = node.get(kind.id())?;
        entry.only(&["sonar", "charges", "radar", "fitted"])?;
        let radar = if kind.is_fitted() {
            kind.make().id()
        } else {
            "none"
        };
        is(&entry.get("sonar")?, kind.make().id())?;
        is(&entry.get("charges")?, kind.make().id())?;
        is(&entry.get("radar")?, radar)?;
        let fitted = entry.get("fitted")?;
        if fitted.bool()? != kind.is_fitted() {
            return Err(fitted.error("fitted means that it has radar"));
        }
    }
    Ok(())
}
