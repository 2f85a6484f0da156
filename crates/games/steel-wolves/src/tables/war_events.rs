//! War Events [5.0]: what can be ordered, and when.

use super::cells::{self, flag, range};
use super::deeds::{
    self, CupAdd, Deed, Head, Lists, Office, Removal, SearchOrder, Transfer, authority, cost,
};
use crate::boat::Command;
use crate::calendar::{Month, Period};
use crate::displays::Contact;
use crate::fleet::ClassId;
use crate::geography::{Area, Group, Zone};
use crate::units::Nation;
use derbyhouse_kernel::named;
use derbyhouse_tables::{Node, TableError};
use std::ops::RangeInclusive;

/// All War Events.
#[derive(Clone, Debug)]
pub struct WarEvents {
    pub tables: [PeriodTable; 5],
    pub list: Vec<WarEvent>,
}

/// The head of a period's table.
#[derive(Clone, Debug)]
pub struct PeriodTable {
    /// Value, and the months in which it holds.
    pub modifiers: Vec<(i8, RangeInclusive<Month>)>,
    /// What happens in the first phase, in words.
    pub start: Vec<String>,
    pub head: Head,
}

named! {
    /// Which roll of its number brings a text.
    Occurrence, "occurrence" {
        /// Every roll.
        Every = "every",
        /// The first.
        First = "first",
        /// The second and later ones.
        Reroll = "reroll",
        /// The third and later ones.
        Reroll2 = "reroll2",
    }
}

/// What a further roll brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum After {
    Same,
    NoEvent,
    Event(String),
}

/// An event.
#[derive(Clone, Debug)]
pub struct WarEvent {
    pub id: String,
    pub period: Period,
    pub roll: u8,
    pub title: String,
    pub text: String,
    pub occurrence: Occurrence,
    /// Only in these months.
    pub months: RangeInclusive<Month>,
    pub one_time: bool,
    pub after: After,
    /// Not once that has occurred; not unless that has.
    pub not_after: Option<String>,
    pub requires: Option<String>,
    pub forced_from: Option<Month>,
    pub family: Option<String>,
    pub deploys: Vec<Deploy>,
    pub contacts: Vec<ContactOrder>,
    /// Deployed boats attack.
    pub attacks: bool,
    /// Deployed boats go home at the end of the turn.
    pub then_home: bool,
    pub ports: Vec<(RangeInclusive<u8>, Zone)>,
    /// Units that it puts into cups [3.12].
    pub adds: Vec<String>,
    pub cups: Vec<CupAdd>,
    /// The British destroyer with the lowest ASW leaves that cup.
    pub weakest_leaves: Option<crate::cups::Cup>,
    /// What else it does, in words.
    pub effects: Vec<String>,
    pub deeds: Vec<Deed>,
    pub remove: Option<Removal>,
    pub enter_med: Option<Transfer>,
    pub assign_arctic: Option<Transfer>,
    pub search: Option<SearchOrder>,
    pub sortie: Option<Sortie>,
    /// Classes that leave service when it is over, and the torpedo value while it lasts.
    pub retire: Vec<ClassId>,
    pub torpedo: Option<i8>,
    pub weeks: u8,
    /// Who can cancel it [36.64], and what not complying costs.
    pub authority: Option<Office>,
    pub political: Option<(Office, i8)>,
}

/// A sortie of surface ships against an Arctic convoy: a die decides whether it scatters.
#[derive(Clone, Debug)]
pub struct Sortie {
    pub scatters_on: RangeInclusive<u8>,
    pub scattered: (i8, ContactOrder),
    pub together: (i8, ContactOrder),
}

impl Sortie {
    /// What holds after the die.
    pub fn order(&self, scattered: bool) -> &(i8, ContactOrder) {
        if scattered {
            &self.scattered
        } else {
            &self.together
        }
    }
}

/// A demand for boats [5.3].
#[derive(Clone, Debug)]
pub struct Deploy {
    pub number: u8,
    /// Only German boats.
    pub u_boats: bool,
    pub to: Vec<Theatre>,
    pub mission: String,
    pub priority: u8,
    /// Types that are not meant, and those that alone are.
    pub exclude: Vec<String>,
    pub only: Vec<String>,
    pub max_type_ii: Option<u8>,
    /// So many of them lay mines.
    pub mines: u8,
    pub damaged_allowed: bool,
    /// Only boats of that command.
    pub command: Option<Command>,
    /// Only boats that are in these areas.
    pub from_areas: Vec<Area>,
}

/// The number of a demand for all boats of its kind.
const EVERY: u8 = 99;

impl Deploy {
    /// All boats that there are must go.
    pub const fn takes_all(&self) -> bool {
        self.number == EVERY
    }
}

/// Where an event is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Theatre {
    Area(Area),
    Zone(Zone),
    Baltic,
}

named! {
    /// Whose contacts an event changes.
    Scope, "scope" {
        /// Boats that it sent.
        Deployed = "deployed",
        /// All boats there.
        Area = "area",
        /// All boats.
        All = "all",
    }
}

named! {
    /// Which contacts an event changes.
    On, "kind of contact" {
        /// Loners and convoys.
        Any = "any",
        /// Loners.
        Loner = "loner",
        /// Convoys.
        Convoy = "convoy",
        /// Large convoys.
        LargeConvoy = "large_convoy",
        /// A modified search of 9, in the Baltic.
        Search9 = "modified_search_9",
        /// An original 0 and a second one, in the Baltic.
        Zeroes = "search_0_then_0",
    }
}

/// How an event changes contacts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactOrder {
    pub scope: Scope,
    pub place: Vec<Theatre>,
    pub on: On,
    pub task_force: Option<RangeInclusive<u8>>,
    pub special_convoy: Option<RangeInclusive<u8>>,
    /// Without a die.
    pub becomes: Option<Contact>,
    pub nation: Option<Nation>,
    pub wolfpack: bool,
    /// No packs at all, not even against convoys [WE5.10b]: said expressly.
    pub no_packs: bool,
    pub reattack: bool,
    /// The centre of a special convoy comes from the Liner cup.
    pub liners: bool,
    /// Convoys come from the West cups.
    pub west: bool,
    /// What B-Dienst finds stays as it is [7.12].
    pub but_signals: bool,
}

impl WarEvents {
    /// The place of an event in the list.
    pub fn place(&self, id: &str) -> Option<u8> {
        self.list
            .iter()
            .position(|event| event.id == id)
            .map(|place| place as u8)
    }

    /// The event of that name.
    pub fn find(&self, id: &str) -> Option<&WarEvent> {
        self.list.iter().find(|event| event.id == id)
    }
}

pub fn read(
    root: &Node<'_>,
    groups: &[Group; 27],
    lists: Lists<'_>,
) -> Result<WarEvents, TableError> {
    root.only(&["meta", "table", "event"])?;
    let mut number = 0;
    let tables = root.get("table")?.list(|entry| {
        entry.only(&[
            "wp",
            "rule",
            "roll_modifier",
            "start",
            "retire",
            "open",
            "no_murmansk",
            "no_supply_ships",
            "duty",
        ])?;
        number += 1;
        cells::just(&entry.get("wp")?, number)?;
        Ok(PeriodTable {
            modifiers: entry
                .get("roll_modifier")?
                .list(|modifier| months_of(&modifier))?,
            start: cells::texts(&entry.get("start")?)?,
            head: deeds::head(&entry, lists)?,
        })
    })?;
    let list = root
        .get("event")?
        .list(|entry| event(&entry, groups, lists))?;
    let events = WarEvents {
        tables: cells::fixed(root, tables)?,
        list,
    };
    check(&events, &root.get("event")?)?;
    Ok(events)
}

/// `{ value = -1, until = "before 7/41" }` or `{ value = 1, from = "1/43" }`
fn months_of(node: &Node<'_>) -> Result<(i8, RangeInclusive<Month>), TableError> {
    node.only(&["value", "until", "from"])?;
    let value = node.get("value")?.int(-9..=9)?;
    if let Some(from) = node.opt("from")? {
        return Ok((value, from.parse()?..=Month::LAST));
    }
    let until = node.get("until")?;
    let month = until
        .str()?
        .strip_prefix("before ")
        .and_then(|month| month.parse::<Month>().ok());
    let last = month
        .and_then(|month| month.plus(-1))
        .ok_or_else(|| until.expected("“before” and a month"))?;
    Ok((value, Month::FIRST..=last))
}

fn event(entry: &Node<'_>, groups: &[Group; 27], lists: Lists<'_>) -> Result<WarEvent, TableError> {
    entry.only(&[
        "id",
        "wp",
        "roll",
        "rule",
        "title",
        "authority",
        "occurrence",
        "one_time",
        "after",
        "not_after",
        "requires",
        "forced_from",
        "family",
        "deploy",
        "contacts",
        "attacks",
        "then_home",
        "search_drm",
        "remove",
        "enter_med",
        "assign_arctic",
        "cup_add",
        "cup_remove",
        "die_scatter",
        "scatter",
        "no_scatter",
        "die_port",
        "political",
        "effects",
        "deeds",
        "retire",
        "torpedo",
        "duration_weeks",
        "ends_when",
        "text",
    ])?;
    let (occurrence, months) = occurrence(&entry.get("occurrence")?)?;
    let number: u8 = entry.get("wp")?.int(1..=5)?;
    let name = |key: &str| {
        entry
            .opt(key)?
            .map(|cell| cell.str().map(str::to_owned))
            .transpose()
    };
    Ok(WarEvent {
        id: cells::text(entry, "id")?,
        period: Period::new(number).ok_or_else(|| entry.error("no such period"))?,
        roll: entry.get("roll")?.int(0..=10)?,
        title: cells::text(entry, "title")?,
        text: cells::text(entry, "text")?,
        occurrence,
        months,
        one_time: flag(entry, "one_time")?,
        after: match entry.get("after")?.str()? {
            "same" => After::Same,
            "no_event" => After::NoEvent,
            other => After::Event(other.to_owned()),
        },
        not_after: name("not_after")?,
        requires: name("requires")?,
        forced_from: entry
            .opt("forced_from")?
            .map(|month| month.parse())
            .transpose()?,
        family: name("family")?,
        deploys: entry
            .opt("deploy")?
            .map_or(Ok(vec![]), |list| list.list(|deploy| demand(&deploy)))?,
        contacts: entry
            .opt("contacts")?
            .map_or(Ok(vec![]), |list| list.list(|order| contact_order(&order)))?,
        attacks: cells::flag_or(entry, "attacks", true)?,
        then_home: flag(entry, "then_home")?,
        ports: entry.opt("die_port")?.map_or(Ok(vec![]), |list| {
            list.list(|port| Ok((range(&port.get("die")?, 0..=9)?, port.get("smz")?.parse()?)))
        })?,
        adds: entry
            .opt("cup_add")?
            .map_or(Ok(vec![]), |list| added(&list))?,
        cups: entry.opt("cup_add")?.map_or(Ok(vec![]), |list| {
            list.list(|add| deeds::cup_add(&add, lists))
        })?,
        weakest_leaves: match entry.opt("cup_remove")? {
            None => None,
            Some(list) => match list.items()?.first() {
                None => None,
                Some(first) => Some(first.get("cup")?.parse()?),
            },
        },
        effects: entry
            .opt("effects")?
            .map_or(Ok(vec![]), |list| cells::texts(&list))?,
        deeds: entry.opt("deeds")?.map_or(Ok(vec![]), |list| {
            list.list(|deed| deeds::deed(&deed, groups, lists))
        })?,
        remove: entry
            .opt("remove")?
            .map(|node| deeds::removal(&node, lists))
            .transpose()?,
        enter_med: entry
            .opt("enter_med")?
            .map(|node| deeds::transfer(&node, lists))
            .transpose()?,
        assign_arctic: entry
            .opt("assign_arctic")?
            .map(|node| deeds::transfer(&node, lists))
            .transpose()?,
        search: entry
            .opt("search_drm")?
            .map(|node| deeds::search_order(&node))
            .transpose()?,
        sortie: match entry.opt("die_scatter")? {
            None => None,
            Some(dice) => Some(Sortie {
                scatters_on: range(&dice, 0..=9)?,
                scattered: sortie_order(&entry.get("scatter")?)?,
                together: sortie_order(&entry.get("no_scatter")?)?,
            }),
        },
        retire: lists.classes(entry, "retire")?,
        torpedo: entry
            .opt("torpedo")?
            .map(|cell| cell.int(-2..=2))
            .transpose()?,
        weeks: cells::int_or(entry, "duration_weeks", 1..=9, 1)?,
        authority: authority(&entry.get("authority")?)?,
        political: entry
            .opt("political")?
            .map(|node| cost(&node))
            .transpose()?,
    })
}

/// What a sortie makes of the searches and contacts of its areas.
fn sortie_order(node: &Node<'_>) -> Result<(i8, ContactOrder), TableError> {
    node.only(&[
        "search_drm",
        "where",
        "on",
        "becomes",
        "loner_cup",
        "loner_count",
        "tf",
        "nation",
    ])?;
    let becomes = match node.opt("becomes")? {
        None => None,
        Some(cell) => {
            cells::is(&cell, "loner")?;
            cells::is(&node.get("loner_cup")?, "inner")?;
            cells::just(&node.get("loner_count")?, 3)?; // (R30)
            Some(Contact::Loner)
        }
    };
    let order = ContactOrder {
        scope: Scope::Area,
        place: node.get("where")?.list(|place| theatre(&place))?,
        on: node.get("on")?.parse()?,
        task_force: node
            .opt("tf")?
            .map(|cell| range(&cell, 0..=9u8))
            .transpose()?,
        special_convoy: None,
        becomes,
        nation: node
            .opt("nation")?
            .map(|nation| nation.parse())
            .transpose()?,
        wolfpack: false,
        no_packs: false,
        reattack: false,
        liners: false,
        west: false,
        but_signals: false,
    };
    Ok((node.get("search_drm")?.int(-9..=9)?, order))
}

fn added(list: &Node<'_>) -> Result<Vec<String>, TableError> {
    let mut names = Vec::new();
    for entry in list.items()? {
        if let Some(unit) = entry.opt("unit")? {
            names.push(unit.str()?.to_owned());
        }
    }
    Ok(names)
}

fn occurrence(node: &Node<'_>) -> Result<(Occurrence, RangeInclusive<Month>), TableError> {
    let text = node.str()?;
    let always = Month::FIRST..=Month::LAST;
    if let Some(month) = text.strip_prefix("before:") {
        let last = month.parse::<Month>().ok().and_then(|month| month.plus(-1));
        return Ok((
            Occurrence::Every,
            Month::FIRST..=last.ok_or_else(|| node.expected("a month"))?,
        ));
    }
    if let Some(month) = text.strip_prefix("from:") {
        let first = month.parse().map_err(|_| node.expected("a month"))?;
        return Ok((Occurrence::Every, first..=Month::LAST));
    }
    Ok((node.parse()?, always))
}

fn theatre(node: &Node<'_>) -> Result<Theatre, TableError> {
    let text = node.str()?;
    let area = text.parse().map(Theatre::Area);
    area.or_else(|_| text.parse().map(Theatre::Zone))
        .or_else(|_: String| {
            if text == "baltic" {
                Ok(Theatre::Baltic)
            } else {
                Err(node.expected("an area or zone"))
            }
        })
}

fn demand(node: &Node<'_>) -> Result<Deploy, TableError> {
    node.only(&[
        "n",
        "who",
        "to",
        "mission",
        "max_type_ii",
        "exclude",
        "only",
        "priority",
        "of_which_mines",
        "damaged_allowed",
        "theatre",
        "arctic_boats_allowed",
        "from_areas",
    ])?;
    let who = node.get("who")?;
    let u_boats = match who.str()? {
        "u_boat" => true,
        "submarine" => false,
        _ => return Err(who.expected("u_boat or submarine")),
    };
    // That boats of the Arctic may be named off Murmansk goes without saying: it is in their theatre (R41).
    flag(node, "arctic_boats_allowed")?;
    let names = |key: &str| {
        node.opt(key)?
            .map_or(Ok(vec![]), |list| cells::texts(&list))
    };
    Ok(Deploy {
        number: node.get("n")?.int(1..=EVERY)?,
        u_boats,
        to: node.get("to")?.list(|place| theatre(&place))?,
        mission: cells::text(node, "mission")?,
        priority: cells::int_or(node, "priority", 1..=9, 1)?,
        exclude: names("exclude")?,
        only: names("only")?,
        max_type_ii: node
            .opt("max_type_ii")?
            .map(|cell| cell.int(0..=20))
            .transpose()?,
        mines: cells::int_or(node, "of_which_mines", 0..=9, 0)?,
        damaged_allowed: flag(node, "damaged_allowed")?,
        command: node
            .opt("theatre")?
            .map(|command| command.parse())
            .transpose()?,
        from_areas: node
            .opt("from_areas")?
            .map_or(Ok(vec![]), |list| list.list(|area| area.parse()))?,
    })
}

fn contact_order(node: &Node<'_>) -> Result<ContactOrder, TableError> {
    node.only(&[
        "scope",
        "where",
        "on",
        "tf",
        "sc",
        "becomes",
        "nation",
        "wolfpack",
        "reattack",
        "center_cup",
        "except",
        "west_cups_for_convoys",
    ])?;
    let dice = |key: &str| node.opt(key)?.map(|cell| range(&cell, 0..=9u8)).transpose();
    let becomes = match node.opt("becomes")? {
        None => None,
        Some(cell) => Some(match cell.str()? {
            "none" | "sub_vs_sub" => Contact::None,
            "convoy" => Contact::Convoy,
            "tf" => Contact::TaskForce,
            "sc" => Contact::SpecialConvoy,
            _ => return Err(cell.expected("none, convoy, tf, sc or sub_vs_sub")),
        }),
    };
    Ok(ContactOrder {
        scope: node.get("scope")?.parse()?,
        place: node
            .opt("where")?
            .map_or(Ok(vec![]), |list| list.list(|place| theatre(&place)))?,
        on: node.get("on")?.parse()?,
        task_force: dice("tf")?,
        special_convoy: dice("sc")?,
        becomes,
        nation: node
            .opt("nation")?
            .map(|nation| nation.parse())
            .transpose()?,
        wolfpack: flag(node, "wolfpack")?,
        no_packs: node.opt("wolfpack")?.is_some() && !flag(node, "wolfpack")?,
        reattack: flag(node, "reattack")?,
        liners: match node.opt("center_cup")? {
            None => false,
            Some(cell) => cells::is(&cell, "liner").map(|()| true)?,
        },
        west: flag(node, "west_cups_for_convoys")?,
        but_signals: match node.opt("except")? {
            None => false,
            Some(cell) => cells::is(&cell, "signals").map(|()| true)?,
        },
    })
}

/// Every number of every period has an event, and an event that follows another is there.
fn check(events: &WarEvents, node: &Node<'_>) -> Result<(), TableError> {
    for period in Period::ALL {
        for roll in 0..10 {
            if !events
                .list
                .iter()
                .any(|event| event.period == period && event.roll == roll)
            {
                return Err(node.error(format!("{period} has no event for {roll}")));
            }
        }
    }
    for event in &events.list {
        let mut named: Vec<&str> = Vec::new();
        if let After::Event(next) = &event.after {
            named.push(next);
        }
        named.extend(event.not_after.as_deref());
        named.extend(
            event
                .requires
                .as_deref()
                .filter(|name| *name != "barbarossa"),
        );
        if let Some(stray) = named.into_iter().find(|name| events.find(name).is_none()) {
            return Err(node.error(format!("“{}” names “{stray}”, which is no event", event.id)));
        }
    }
    Ok(())
}
