//! Contact, engagement and the displays [13.22], [13.24], [2.4].

use super::cells::{self, fixed, one_each};
use crate::activity::Colour;
use crate::displays::{Contact, Display, Lane, Lanes};
use crate::geography::Waters;
use arrayvec::ArrayVec;
use derbyhouse_tables::{Node, TableError};

/// How contacts are made and laid out.
#[derive(Clone, Debug)]
pub struct Contacts {
    /// Added to the contact roll, by [`Colour::index`].
    pub modifier: [i8; 5],
    /// Rows 0 to 11, by [`Waters::index`] and period.
    pub rows: Vec<[[Found; 12]; 5]>,
    /// Loners, by [`Colour::index`].
    pub loners: [u8; 5],
    /// Outer, inner and center pieces.
    pub convoys: [[u8; 3]; 5],
    /// Pieces of the center and fleet escorts.
    pub task_forces: [[u8; 2]; 5],
    /// The same of special convoys.
    pub special_convoys: [[u8; 2]; 5],
    /// By [`Display::index`].
    pub displays: [DisplayValues; 4],
}

/// A line of the Contact Table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Nothing,
    Loner,
    /// Its letters have no effect.
    Convoy(String),
}

impl Found {
    /// What it is to the rules.
    pub const fn contact(&self) -> Contact {
        match self {
            Self::Nothing => Contact::None,
            Self::Loner => Contact::Loner,
            Self::Convoy(_) => Contact::Convoy,
        }
    }
}

/// Which of its cups a column draws from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ring {
    Loner,
    Outer,
    Inner,
    Center,
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneValues {
    pub lane: Lane,
    pub ring: Ring,
    /// The number that must be exceeded; none if it is always open [14.11].
    pub entry: Option<i8>,
    /// Submarine boxes.
    pub boxes: u8,
}

/// A display.
#[derive(Clone, Debug)]
pub struct DisplayValues {
    pub lanes: ArrayVec<LaneValues, 6>,
    /// All of them.
    pub all: Lanes,
    /// By total, from 0: columns that it opens [14.11].
    opened: [Lanes; 1 + HIGHEST_ENTRY as usize + 1],
    /// By [`Lane::index`]: neighbours (R17).
    pub adjacent: [Lanes; 8],
}

/// The highest number that a column can have.
const HIGHEST_ENTRY: i8 = 20;

impl DisplayValues {
    /// Columns that a total opens: those without a number, and those whose number it exceeds [14.11].
    pub fn opened(&self, total: i8) -> Lanes {
        self.opened[total.clamp(0, HIGHEST_ENTRY + 1) as usize]
    }

    /// A column and its neighbours: what a boat there reaches.
    pub fn reach(&self, lane: Lane) -> Lanes {
        self.adjacent[lane.index()].with(lane)
    }

    /// A column of it.
    pub fn lane(&self, lane: Lane) -> Option<&LaneValues> {
        self.lanes.iter().find(|values| values.lane == lane)
    }
}

pub fn read(root: &Node<'_>) -> Result<Contacts, TableError> {
    let level = root.get("activity_level")?;
    check_levels(&level)?;
    let engagement = root.get("engagement")?;
    engagement.only(&[
        "rule",
        "confidence",
        "loner",
        "convoy",
        "task_force",
        "special_convoy",
    ])?;
    let drm = level.get("contact_drm")?;
    Ok(Contacts {
        modifier: colours(&drm, |cell| cell.int(-9..=9))?,
        rows: rows(&root.get("contact")?)?,
        loners: colours(&engagement.get("loner")?, |cell| cell.int(1..=9))?,
        convoys: colours(&engagement.get("convoy")?, |cell| {
            cell.only(&["display", "outer", "inner", "center"])?;
            let display: Display = cell.get("display")?.parse()?;
            let counts = [
                many(cell, "outer")?,
                many(cell, "inner")?,
                many(cell, "center")?,
            ];
            if (counts[2] > 0) == (display == Display::Large) {
                Ok(counts)
            } else {
                Err(cell.error("a large convoy has a center, a small one has none"))
            }
        })?,
        task_forces: colours(&engagement.get("task_force")?, |cell| {
            cell.only(&["task_force", "fleet_escort"])?;
            Ok([many(cell, "task_force")?, many(cell, "fleet_escort")?])
        })?,
        special_convoys: colours(&engagement.get("special_convoy")?, |cell| {
            cell.only(&["center", "fleet_escort"])?;
            Ok([many(cell, "center")?, many(cell, "fleet_escort")?])
        })?,
        displays: one_each(&root.get("display")?, Display::ALL, |kind, entry| {
            display(kind, entry)
        })?,
    })
}

fn many(node: &Node<'_>, key: &str) -> Result<u8, TableError> {
    node.get(key)?.int(0..=12)
}

/// One value for each colour but white.
fn colours<T: Default + Copy>(
    node: &Node<'_>,
    read: impl Fn(&Node<'_>) -> Result<T, TableError>,
) -> Result<[T; 5], TableError> {
    node.only(&["green", "orange", "blue", "red"])?;
    let mut all = [T::default(); 5];
    for colour in [Colour::Green, Colour::Orange, Colour::Blue, Colour::Red] {
        all[colour.index()] = read(&node.get(colour.id())?)?;
    }
    Ok(all)
}

/// What the levels mean is part of the rules [20.4], [13.22].
fn check_levels(node: &Node<'_>) -> Result<(), TableError> {
    node.only(&[
        "rule",
        "order",
        "letters",
        "contact_drm",
        "smz_shift",
        "convoy_size",
    ])?;
    let order: Vec<Colour> = node.get("order")?.list(|colour| colour.parse())?;
    if order != Colour::ALL {
        return Err(node
            .get("order")?
            .error("the order is white, green, orange, blue, red"));
    }
    for colour in Colour::ALL {
        cells::is(
            &node.get("smz_shift")?.get(colour.id())?,
            colour.in_zone().id(),
        )?;
        if colour != Colour::White {
            let size = if colour.is_large() {
                Display::Large
            } else {
                Display::Small
            };
            cells::is(&node.get("convoy_size")?.get(colour.id())?, size.id())?;
        }
    }
    Ok(())
}

fn rows(node: &Node<'_>) -> Result<Vec<[[Found; 12]; 5]>, TableError> {
    let [low, high] = node.get("clamp")?.array()?;
    cells::just(&low, 0)?;
    cells::just(&high, 11)?;
    let mut all = Vec::new();
    for waters in Waters::ALL {
        let group = node.get(waters.id())?;
        all.push(cells::periods(&group, |_, row| {
            row.list_of(|cell| {
                Ok(match cell.str()? {
                    "-" => Found::Nothing,
                    "L" => Found::Loner,
                    code => Found::Convoy(code.to_owned()),
                })
            })
        })?);
    }
    Ok(all)
}

fn display(kind: Display, entry: &Node<'_>) -> Result<DisplayValues, TableError> {
    entry.only(&["id", "rule", "columns", "adjacent"])?;
    let mut lanes: ArrayVec<LaneValues, 6> = ArrayVec::new();
    for column in entry.get("columns")?.items()? {
        column.only(&["id", "side", "cup", "entry", "sub_boxes"])?;
        let cup = column.get("cup")?;
        let ring = match (kind, cup.str()?) {
            (Display::Loner, "loner") => Ring::Loner,
            (Display::Small | Display::Large, "outer") | (Display::Force, "fleet_escort") => {
                Ring::Outer
            }
            (Display::Small | Display::Large, "inner") => Ring::Inner,
            (Display::Large, "center") | (Display::Force, "task_force") => Ring::Center,
            _ => return Err(cup.expected("a cup of this display")),
        };
        let entry = column.get("entry")?.int(-1..=HIGHEST_ENTRY)?;
        let values = LaneValues {
            lane: column.get("id")?.parse()?,
            ring,
            entry: (entry >= 0).then_some(entry),
            boxes: column.get("sub_boxes")?.int(1..=9)?,
        };
        lanes
            .try_push(values)
            .map_err(|_| column.error("a display has six columns at most"))?;
    }
    let mut adjacent = [Lanes::NONE; 8];
    for pair in entry.get("adjacent")?.items()? {
        let [a, b] = fixed::<Lane, 2>(&pair, pair.list(|lane| lane.parse())?)?;
        adjacent[a.index()] = adjacent[a.index()].with(b);
        adjacent[b.index()] = adjacent[b.index()].with(a);
    }
    let opens = |values: &&LaneValues, total: i8| values.entry.is_none_or(|entry| total > entry);
    let opened = std::array::from_fn(|total| {
        let open = lanes.iter().filter(|values| opens(values, total as i8));
        open.fold(Lanes::NONE, |all, values| all.with(values.lane))
    });
    let all = lanes
        .iter()
        .fold(Lanes::NONE, |all, values| all.with(values.lane));
    Ok(DisplayValues {
        lanes,
        all,
        opened,
        adjacent,
    })
}
