//! What War Events do besides sending boats [5.0]: pieces for the cups, boats that leave or change their theatre, ships.

use super::cells::{self, flag, int_or};
use super::ships::Ships;
use super::submarines::Submarines;
use crate::boat::Command;
use crate::cups::Cup;
use crate::fleet::ClassId;
use crate::geography::{Area, Base, Group, Zone};
use crate::units::{Navy, UnitId};
use derbyhouse_kernel::named;
use derbyhouse_tables::{Node, TableError};

/// Tables that events name things of.
#[derive(Clone, Copy)]
pub struct Lists<'a> {
    pub boats: &'a Submarines,
    pub ships: &'a Ships,
}

impl Lists<'_> {
    pub fn class(&self, node: &Node<'_>) -> Result<ClassId, TableError> {
        let names = self.boats.classes.iter().map(|class| class.id.as_str());
        cells::named_in(node, names, "class").map(|place| ClassId(place as u8))
    }

    pub fn classes(&self, entry: &Node<'_>, key: &str) -> Result<Vec<ClassId>, TableError> {
        entry
            .opt(key)?
            .map_or(Ok(vec![]), |list| list.list(|name| self.class(&name)))
    }

    fn unit(&self, node: &Node<'_>) -> Result<UnitId, TableError> {
        let names = self.ships.units.iter().map(|unit| unit.id.as_str());
        cells::named_in(node, names, "unit").map(|place| UnitId(place as u16))
    }

    fn supply_ship(&self, node: &Node<'_>) -> Result<u8, TableError> {
        let names = self.boats.supply_ships.iter().map(|ship| ship.id.as_str());
        cells::named_in(node, names, "supply ship").map(|place| place as u8)
    }

    fn tender(&self, node: &Node<'_>) -> Result<u8, TableError> {
        let names = self.boats.tenders.iter().map(|tender| tender.id.as_str());
        cells::named_in(node, names, "tender").map(|place| place as u8)
    }
}

named! {
    /// How long a piece that an event put into a cup stays there (R46).
    Lasts, "duration" {
        /// This week.
        Week = "week",
        /// Until the war period changes.
        Period = "period",
        /// For good.
        Game = "game",
    }
}

/// What is put into a cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Added {
    Unit(Cup, UnitId),
    /// One of these, drawn.
    OneOf(Cup, Vec<UnitId>),
    /// An enemy submarine by name, into the eastern or the western cup.
    Submarine(u8, Waters),
}

named! {
    /// Which of the two cups of enemy submarines.
    Waters, "waters" {
        /// The Submarine cup.
        East = "submarine",
        /// The West Submarine cup.
        West = "west_submarine",
    }
}

/// A piece that an event puts into a cup.
#[derive(Clone, Debug)]
pub struct CupAdd {
    pub what: Added,
    pub lasts: Lasts,
    /// Only in the War Progress Phase [17.5].
    pub late: bool,
    /// Only if that ship is sunk.
    pub only_if_sunk: Option<UnitId>,
    /// It moves there from that cup, for fights in that zone alone.
    pub moves: Option<(Cup, Zone)>,
}

pub fn cup_add(node: &Node<'_>, lists: Lists<'_>) -> Result<CupAdd, TableError> {
    node.only(&[
        "cup",
        "unit",
        "boat",
        "random_of",
        "lasts",
        "from",
        "only_in",
        "only_if",
        "when",
    ])?;
    let cup = node.get("cup")?;
    let what = if let Some(boat) = node.opt("boat")? {
        let names = lists.boats.enemy_boats.iter().map(|boat| boat.id.as_str());
        Added::Submarine(
            cells::named_in(&boat, names, "enemy submarine")? as u8,
            cup.parse()?,
        )
    } else if let Some(several) = node.opt("random_of")? {
        Added::OneOf(cup.parse()?, several.list(|unit| lists.unit(&unit))?)
    } else {
        Added::Unit(cup.parse()?, lists.unit(&node.get("unit")?)?)
    };
    let only_if_sunk = match node.opt("only_if")? {
        None => None,
        Some(cell) => {
            let name = cell.str()?.strip_suffix(" sunk").unwrap_or_default();
            let unit = lists.ships.find(name);
            Some(unit.ok_or_else(|| cell.expected("a unit and “sunk”"))?)
        }
    };
    if let Some(when) = node.opt("when")? {
        cells::is(&when, "War Progress Phase")?;
    }
    let moves = match (node.opt("from")?, node.opt("only_in")?) {
        (Some(from), Some(zone)) => Some((from.parse()?, zone.parse()?)),
        _ => None,
    };
    Ok(CupAdd {
        what,
        lasts: node.get("lasts")?.parse()?,
        late: node.opt("when")?.is_some(),
        only_if_sunk,
        moves,
    })
}

/// Boats that leave play for good.
#[derive(Clone, Debug)]
pub struct Removal {
    pub number: u8,
    pub navy: Navy,
    pub max_type_ii: Option<u8>,
    /// Not those of these commands.
    pub spared: Vec<Command>,
    /// Only these classes; all if there are none.
    pub only: Vec<ClassId>,
    /// Once no boat of these is left, only so many go.
    pub until_gone: Vec<ClassId>,
    pub then: u8,
}

pub fn removal(node: &Node<'_>, lists: Lists<'_>) -> Result<Removal, TableError> {
    node.only(&[
        "n",
        "who",
        "max_type_ii",
        "exclude",
        "only_classes",
        "stop_when_gone",
        "then_n",
    ])?;
    let number = node.get("n")?.int(1..=20)?;
    let who = node.get("who")?;
    let navy = match who.str()? {
        "u_boat" => Navy::German,
        "italian" => Navy::Italian,
        _ => return Err(who.expected("u_boat or italian")),
    };
    let spared = node.opt("exclude")?.map_or(Ok(vec![]), |list| {
        list.list(|cell| match cell.str()? {
            "arctic_campaign" => Ok(Command::Arctic),
            "mediterranean_campaign" => Ok(Command::Mediterranean),
            _ => Err(cell.expected("arctic_campaign or mediterranean_campaign")),
        })
    })?;
    Ok(Removal {
        number,
        navy,
        max_type_ii: node
            .opt("max_type_ii")?
            .map(|cell| cell.int(0..=20))
            .transpose()?,
        spared,
        only: lists.classes(node, "only_classes")?,
        until_gone: lists.classes(node, "stop_when_gone")?,
        then: int_or(node, "then_n", 0..=20, number)?,
    })
}

/// Boats that change their theatre [5.0].
#[derive(Clone, Debug)]
pub struct Transfer {
    pub number: u8,
    /// Only these classes; any German one if there are none.
    pub only: Vec<ClassId>,
    /// May be ignored from that number on.
    pub cap: u8,
}

pub fn transfer(node: &Node<'_>, lists: Lists<'_>) -> Result<Transfer, TableError> {
    node.only(&["n", "only_classes", "cap"])?;
    Ok(Transfer {
        number: node.get("n")?.int(1..=20)?,
        only: lists.classes(node, "only_classes")?,
        cap: node.get("cap")?.int(1..=99)?,
    })
}

/// What else an event does.
#[derive(Clone, Debug)]
pub enum Deed {
    /// A tender goes to a forward base, in War Progress [21.21].
    Tender { tender: u8, at: Zone },
    /// A supply ship may, or must, be placed [21.32].
    SupplyShip {
        ship: Option<u8>,
        areas: Vec<Area>,
        must: bool,
        late: bool,
    },
    /// All supply ships at sea are gone.
    NoSupplyShips,
    /// A sound U-boat out of these areas goes home, to that base (R40).
    Escort { areas: Vec<Area>, to: Option<Base> },
    /// Boats of an area go home, or to another area.
    Rescue(Rescue),
    /// Bases open.
    Bases { open: Vec<Base>, late: bool },
}

/// A rescue mission.
#[derive(Clone, Debug)]
pub struct Rescue {
    pub number: u8,
    pub area: Area,
    /// Others at sea make up the number.
    pub fill: bool,
    /// They move there instead of going home, until that event has occurred.
    pub to: Option<(Area, String)>,
}

pub fn deed(node: &Node<'_>, map: &[Group; 27], lists: Lists<'_>) -> Result<Deed, TableError> {
    node.only(&[
        "kind",
        "ship",
        "at",
        "groups",
        "areas",
        "must",
        "late",
        "to",
        "n",
        "area",
        "fill",
        "home_after",
        "open",
    ])?;
    let areas = |key: &str| -> Result<Vec<Area>, TableError> {
        node.opt(key)?
            .map_or(Ok(vec![]), |list| list.list(|area| area.parse()))
    };
    let kind = node.get("kind")?;
    Ok(match kind.str()? {
        "tender" => Deed::Tender {
            tender: lists.tender(&node.get("ship")?)?,
            at: node.get("at")?.parse()?,
        },
        "supply_ship" => {
            let mut open = areas("areas")?;
            if let Some(groups) = node.opt("groups")? {
                let groups: Vec<Group> = groups.list(|group| group.parse())?;
                open.extend(
                    Area::ALL
                        .into_iter()
                        .filter(|area| groups.contains(&map[area.index()])),
                );
            }
            if open.is_empty() {
                open.extend(Area::ALL);
            }
            open.sort_unstable();
            open.dedup();
            Deed::SupplyShip {
                ship: node
                    .opt("ship")?
                    .map(|ship| lists.supply_ship(&ship))
                    .transpose()?,
                areas: open,
                must: flag(node, "must")?,
                late: flag(node, "late")?,
            }
        }
        "no_supply_ships" => Deed::NoSupplyShips,
        "escort" => Deed::Escort {
            areas: areas("areas")?,
            to: node.opt("to")?.map(|base| base.parse()).transpose()?,
        },
        "rescue" => Deed::Rescue(Rescue {
            number: node.get("n")?.int(1..=20)?,
            area: node.get("area")?.parse()?,
            fill: flag(node, "fill")?,
            to: match node.opt("to")? {
                None => None,
                Some(area) => Some((area.parse()?, cells::text(node, "home_after")?)),
            },
        }),
        "bases" => Deed::Bases {
            open: node.get("open")?.list(|base| base.parse())?,
            late: flag(node, "late")?,
        },
        _ => return Err(kind.expected("a kind of deed")),
    })
}

/// What changes in the first War Event Phase of a period [5.0].
#[derive(Clone, Debug)]
pub struct Head {
    pub retire: Vec<ClassId>,
    pub open: Vec<Base>,
    pub no_murmansk: bool,
    pub no_supply_ships: bool,
    /// Weather reporting begins, or ends.
    pub duty: Option<bool>,
}

pub fn head(node: &Node<'_>, lists: Lists<'_>) -> Result<Head, TableError> {
    Ok(Head {
        retire: lists.classes(node, "retire")?,
        open: node
            .opt("open")?
            .map_or(Ok(vec![]), |list| list.list(|base| base.parse()))?,
        no_murmansk: flag(node, "no_murmansk")?,
        no_supply_ships: flag(node, "no_supply_ships")?,
        duty: match node.opt("duty")? {
            None => None,
            Some(cell) => Some(match cell.str()? {
                "begins" => true,
                "ends" => false,
                _ => return Err(cell.expected("begins or ends")),
            }),
        },
    })
}

/// A change of the search roll [13.21] (R53).
#[derive(Clone, Debug)]
pub struct SearchOrder {
    pub value: i8,
    pub except: Vec<Group>,
    pub deployed_only: bool,
}

pub fn search_order(node: &Node<'_>) -> Result<SearchOrder, TableError> {
    node.only(&["value", "except_groups", "deployed_only"])?;
    Ok(SearchOrder {
        value: node.get("value")?.int(-9..=9)?,
        except: node
            .opt("except_groups")?
            .map_or(Ok(vec![]), |list| list.list(|group| group.parse()))?,
        deployed_only: flag(node, "deployed_only")?,
    })
}

named! {
    /// Who can cancel an event, and who has influence [35.0].
    Office, "office" {
        /// The Chancellery.
        Chancellery = "Chancellery",
        /// The naval command.
        Okm = "OKM",
        /// The high command.
        Okw = "OKW",
        /// The air command.
        Okl = "OKL",
        /// The own staff.
        Bdu = "BdU",
    }
}

/// The office of an event, if one can cancel it [36.64].
pub fn authority(node: &Node<'_>) -> Result<Option<Office>, TableError> {
    match node.str()? {
        "" => Ok(None),
        _ => node.parse().map(Some),
    }
}

/// What not complying costs.
pub fn cost(node: &Node<'_>) -> Result<(Office, i8), TableError> {
    node.only(&["office", "change"])?;
    Ok((
        node.get("office")?.parse()?,
        node.get("change")?.int(-9..=0)?,
    ))
}
