//! The map as a graph [2.1], [2.11], and the charts of its areas [2.13].

use super::cells::{self, flag, int_or, one_each};
use crate::activity::{Chart, ChartBox};
use crate::calendar::{Date, Period, WEEKS};
use crate::geography::{Area, Base, Group, Node as Place, Port, Waters, Zone};
use derbyhouse_tables::{Node, TableError};
use std::ops::RangeInclusive;

/// Areas, zones, bases and the routes between them.
#[derive(Clone, Debug)]
pub struct Map {
    pub areas: [AreaValues; 27],
    pub zones: [ZoneValues; 22],
    pub bases: [Spot; 6],
    pub ports: [PortValues; 3],
    pub routes: Vec<Route>,
    /// By [`Place::index`]: routes from there by their places in the list, and where they lead.
    ways: Vec<Vec<(u16, Place)>>,
    /// By [`Zone`]: the transit zones with their numbers [20.8].
    pub crossings: Vec<Crossing>,
    /// Virgin areas that history searched, and since when [30.5].
    first_hunted: Vec<(Area, Date)>,
}

/// A name and a place for drawing.
#[derive(Clone, Debug)]
pub struct Spot {
    pub name: String,
    pub lat: f64,
    pub lon: f64,
}

/// An operations area.
#[derive(Clone, Debug)]
pub struct AreaValues {
    pub spot: Spot,
    pub group: Group,
    pub waters: Waters,
    /// West of the line between the two sets of cups [2.12].
    pub west: bool,
    pub coastal: bool,
    pub virgin: bool,
    /// By [`Period::index`]: a second search is allowed [30.1].
    pub home: [bool; 5],
    /// By [`Period::index`].
    pub charts: [Chart; 5],
    /// The row that stands in for the third one until Barbarossa [17.4].
    pub before_barbarossa: Option<Period>,
    /// An icon that counts only under the political option [36.63H].
    pub pale_enemy_sub: bool,
    /// Light air cover after that event [WE5.10b].
    pub air_after: Option<String>,
    /// West waters after that event [2.12].
    pub west_after: Option<String>,
}

/// When mines may be laid in a zone [26.52].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mines {
    Always,
    Never,
    EventOnly,
    /// In these periods.
    Until(Period),
    /// After an event, in these periods.
    After(String, RangeInclusive<Period>),
}

/// A Special Mission Zone.
#[derive(Clone, Debug)]
pub struct ZoneValues {
    pub spot: Spot,
    pub links: Vec<Area>,
    pub mines: Mines,
    pub naval_base: bool,
    /// A tender may be placed here by event [21.1].
    pub forward_base: bool,
    pub next_to_base: Option<Base>,
    pub neutral: bool,
    /// No patrol from that period on.
    pub closed_from: Option<Period>,
    /// Patrol only from that period on.
    pub open_from: Option<Period>,
    /// Patrol only after that event, and in `open_in`.
    pub open_after: Option<String>,
    pub open_in: Vec<Period>,
}

/// A neutral port.
#[derive(Clone, Debug)]
pub struct PortValues {
    pub spot: Spot,
    pub area: Area,
}

/// A way between two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    pub ends: [Place; 2],
    pub cost: u8,
    pub via: Option<Zone>,
    /// Entering costs nothing: a forward base [21.11].
    pub free_entry: bool,
}

impl Route {
    /// The other end.
    pub fn from(&self, place: Place) -> Option<Place> {
        match self.ends {
            [a, b] if a == place => Some(b),
            [a, b] if b == place => Some(a),
            _ => None,
        }
    }
}

/// A transit zone.
#[derive(Clone, Debug)]
pub struct Crossing {
    pub zone: Zone,
    /// Added to the check, by [`Period::index`].
    pub modifier: [i8; 5],
    /// Range may be traced through it [15.11].
    pub range_may_pass: bool,
}

impl Map {
    /// An area.
    pub fn area(&self, area: Area) -> &AreaValues {
        &self.areas[area.index()]
    }

    /// A zone.
    pub fn zone(&self, zone: Zone) -> &ZoneValues {
        &self.zones[zone.index()]
    }

    /// The row of an area in a period [2.13]; until Barbarossa the Arctic keeps an older one (R47).
    pub fn row(&self, area: Area, period: Period, barbarossa: bool) -> Period {
        match self.area(area).before_barbarossa {
            Some(older) if period == Period::Three && !barbarossa => older,
            _ => period,
        }
    }

    /// The chart of an area in a period.
    pub fn chart(&self, area: Area, period: Period, barbarossa: bool) -> &Chart {
        &self.area(area).charts[self.row(area, period, barbarossa).index()]
    }

    /// Virgin areas that history had searched before a date, and since when [30.5].
    pub fn hunted_before(&self, start: Date) -> Vec<(Area, Date)> {
        let past = self.first_hunted.iter().filter(|(_, date)| *date < start);
        past.copied().collect()
    }

    /// The transit zone of that name, if it is one.
    pub fn crossing(&self, zone: Zone) -> Option<&Crossing> {
        self.crossings.iter().find(|crossing| crossing.zone == zone)
    }

    /// The route between two places.
    pub fn route(&self, a: Place, b: Place) -> Option<&Route> {
        self.routes_from(a)
            .find(|(_, other)| *other == b)
            .map(|(route, _)| route)
    }

    /// Routes from a place, with their other ends.
    pub fn routes_from(&self, place: Place) -> impl Iterator<Item = (&Route, Place)> {
        let ways = &self.ways[place.index()];
        ways.iter()
            .map(|(route, other)| (&self.routes[usize::from(*route)], *other))
    }
}

/// Routes by where they begin.
fn ways(routes: &[Route]) -> Vec<Vec<(u16, Place)>> {
    let mut all = vec![Vec::new(); Place::COUNT];
    for (number, route) in (0u16..).zip(routes) {
        let [a, b] = route.ends;
        all[a.index()].push((number, b));
        all[b.index()].push((number, a));
    }
    all
}

pub fn read(root: &Node<'_>) -> Result<Map, TableError> {
    root.only(&[
        "meta",
        "group",
        "base",
        "oparea",
        "smz",
        "transit_zone",
        "neutral_port",
        "route",
        "special_box",
        "first_hunted",
    ])?;
    one_each(&root.get("group")?, Group::ALL, |_, entry| {
        entry.only(&["id", "name"])?;
        cells::text(entry, "name")
    })?;
    let routes = root.get("route")?.list(|entry| route(&entry))?;
    let areas = one_each(&root.get("oparea")?, Area::ALL, |_, entry| area(entry))?;
    let map = Map {
        first_hunted: first_hunted(&areas, &root.get("first_hunted")?)?,
        areas,
        zones: one_each(&root.get("smz")?, Zone::ALL, |_, entry| zone(entry))?,
        bases: one_each(&root.get("base")?, Base::ALL, |_, entry| base(entry))?,
        ports: one_each(&root.get("neutral_port")?, Port::ALL, |_, entry| {
            port(entry)
        })?,
        ways: ways(&routes),
        routes,
        crossings: root.get("transit_zone")?.list(|entry| crossing(&entry))?,
    };
    check_red(&map, &root.get("meta")?)?;
    check_routes(&map, &root.get("route")?)?;
    for entry in root.get("special_box")?.items()? {
        entry.only(&["id", "name", "links", "next_to_base"])?;
    }
    Ok(map)
}

/// Each virgin area once at most, and no other.
fn first_hunted(areas: &[AreaValues], table: &Node<'_>) -> Result<Vec<(Area, Date)>, TableError> {
    table.only(&["rule", "areas"])?;
    let mut all: Vec<(Area, Date)> = Vec::new();
    for entry in table.get("areas")?.items()? {
        entry.only(&["oparea", "date", "week"])?;
        let cell = entry.get("oparea")?;
        let area: Area = cell.parse()?;
        if !areas[area.index()].virgin || all.iter().any(|(other, _)| *other == area) {
            return Err(cell.error("a virgin area, and each but once"));
        }
        let date = Date {
            month: entry.get("date")?.parse()?,
            week: entry.get("week")?.int(1..=WEEKS)?,
        };
        all.push((area, date));
    }
    Ok(all)
}

fn spot(entry: &Node<'_>) -> Result<Spot, TableError> {
    Ok(Spot {
        name: cells::text(entry, "name")?,
        lat: entry.get("lat")?.float()?,
        lon: entry.get("lon")?.float()?,
    })
}

fn base(entry: &Node<'_>) -> Result<Spot, TableError> {
    entry.only(&["id", "name", "kind", "lat", "lon", "active"])?;
    cells::text(entry, "active")?;
    spot(entry)
}

fn port(entry: &Node<'_>) -> Result<PortValues, TableError> {
    entry.only(&["id", "name", "oparea", "lat", "lon", "rule"])?;
    Ok(PortValues {
        spot: spot(entry)?,
        area: entry.get("oparea")?.parse()?,
    })
}

fn area(entry: &Node<'_>) -> Result<AreaValues, TableError> {
    entry.only(&[
        "id",
        "name",
        "group",
        "contact",
        "lat",
        "lon",
        "side",
        "coastal",
        "home_waters",
        "virgin",
        "name_source",
        "wp3_before_barbarossa",
        "pale_enemy_sub",
        "light_air_after_event",
        "west_after_event",
        "wp1",
        "wp2",
        "wp3",
        "wp4",
        "wp5",
    ])?;
    let side = entry.get("side")?;
    let west = match side.str()? {
        "west" => true,
        "east" => false,
        _ => return Err(side.expected("east or west")),
    };
    let mut home = [false; 5];
    for number in entry.get("home_waters")?.items()? {
        home[usize::from(number.int(1..=5u8)?) - 1] = true;
    }
    Ok(AreaValues {
        spot: spot(entry)?,
        group: entry.get("group")?.parse()?,
        waters: entry.get("contact")?.parse()?,
        west,
        coastal: entry.get("coastal")?.bool()?,
        virgin: entry.get("virgin")?.bool()?,
        home,
        charts: cells::periods(entry, |_, row| chart(&row))?,
        before_barbarossa: entry
            .opt("wp3_before_barbarossa")?
            .map(|period| period.parse())
            .transpose()?,
        pale_enemy_sub: flag(entry, "pale_enemy_sub")?,
        air_after: name_or_none(entry, "light_air_after_event")?,
        west_after: name_or_none(entry, "west_after_event")?,
    })
}

fn name_or_none(entry: &Node<'_>, key: &str) -> Result<Option<String>, TableError> {
    entry
        .opt(key)?
        .map(|name| name.str().map(str::to_owned))
        .transpose()
}

/// Ten boxes; red ones and dots are the upper end of the row [2.13].
fn chart(row: &Node<'_>) -> Result<Chart, TableError> {
    row.only(&["boxes", "air", "enemy_sub"])?;
    let cell = row.get("boxes")?;
    let wrong = || cell.expected("ten letters W, G, O, B or R, small for a red dot");
    let boxes: Option<Vec<ChartBox>> = cell.str()?.chars().map(ChartBox::from_letter).collect();
    let boxes: [ChartBox; 10] = boxes.ok_or_else(wrong)?.try_into().map_err(|_| wrong())?;
    let watched = boxes.map(ChartBox::watched);
    if watched.windows(2).any(|pair| pair[0] && !pair[1]) {
        return Err(cell.error("red boxes and dots are the upper end of the row"));
    }
    if boxes.windows(2).any(|pair| pair[0].colour > pair[1].colour) {
        return Err(cell.error("a row never grows poorer"));
    }
    Ok(Chart {
        boxes,
        air: row.get("air")?.parse()?,
        enemy_sub: row.get("enemy_sub")?.bool()?,
    })
}

fn period(node: &Node<'_>) -> Result<Period, TableError> {
    let number: u8 = node.int(1..=5)?;
    Period::new(number).ok_or_else(|| node.expected("a war period, 1 to 5"))
}

fn zone(entry: &Node<'_>) -> Result<ZoneValues, TableError> {
    entry.only(&[
        "id",
        "name",
        "links",
        "lat",
        "lon",
        "mines",
        "transit_zone",
        "naval_base",
        "forward_base",
        "next_to_base",
        "neutral",
        "closed_from_wp",
        "open_from_wp",
        "open_after_event",
        "open_wp",
    ])?;
    let links = entry.get("links")?.list(|area| area.parse())?;
    if links.is_empty() {
        return Err(entry.error("a zone lies in an area"));
    }
    Ok(ZoneValues {
        spot: spot(entry)?,
        links,
        mines: mines(&entry.get("mines")?)?,
        naval_base: entry.opt("naval_base")?.is_some(),
        forward_base: entry.opt("forward_base")?.is_some(),
        next_to_base: entry
            .opt("next_to_base")?
            .map(|base| base.parse())
            .transpose()?,
        neutral: flag(entry, "neutral")?,
        closed_from: entry
            .opt("closed_from_wp")?
            .map(|cell| period(&cell))
            .transpose()?,
        open_from: entry
            .opt("open_from_wp")?
            .map(|cell| period(&cell))
            .transpose()?,
        open_after: name_or_none(entry, "open_after_event")?,
        open_in: entry
            .opt("open_wp")?
            .map_or(Ok(vec![]), |list| list.list(|cell| period(&cell)))?,
    })
}

/// `always`, `never`, `event_only`, `wp1`, `wp1-wp2`, `after EVENT`, `after EVENT, WP1 only`.
fn mines(node: &Node<'_>) -> Result<Mines, TableError> {
    let text = node.str()?;
    let wrong = || node.expected("always, never, event_only, wp1, wp1-wp2 or “after EVENT”");
    Ok(match text {
        "always" => Mines::Always,
        "never" => Mines::Never,
        "event_only" => Mines::EventOnly,
        _ => match text.strip_prefix("after ") {
            Some(rest) => match rest.split_once(", ") {
                None => Mines::After(rest.to_owned(), Period::One..=Period::Five),
                Some((event, "WP1 only")) => {
                    Mines::After(event.to_owned(), Period::One..=Period::One)
                }
                Some(_) => return Err(wrong()),
            },
            None => Mines::Until(
                text.rsplit('-')
                    .next()
                    .unwrap_or(text)
                    .parse()
                    .map_err(|_| wrong())?,
            ),
        },
    })
}

fn route(entry: &Node<'_>) -> Result<Route, TableError> {
    entry.only(&["a", "b", "cost", "via", "free_entry"])?;
    Ok(Route {
        ends: [entry.get("a")?.parse()?, entry.get("b")?.parse()?],
        cost: int_or(entry, "cost", 1..=2, 1)?,
        via: entry.opt("via")?.map(|zone| zone.parse()).transpose()?,
        free_entry: flag(entry, "free_entry")?,
    })
}

fn crossing(entry: &Node<'_>) -> Result<Crossing, TableError> {
    entry.only(&["id", "between", "modifier", "range_may_pass", "rule"])?;
    Ok(Crossing {
        zone: entry.get("id")?.parse()?,
        modifier: cells::periods(&entry.get("modifier")?, |_, cell| cell.int(0..=9))?,
        range_may_pass: entry.get("range_may_pass")?.bool()?,
    })
}

/// The sums of red boxes and dots are known (R3).
fn check_red(map: &Map, meta: &Node<'_>) -> Result<(), TableError> {
    meta.only(&["game", "opareas", "red_totals"])?;
    cells::just(&meta.get("opareas")?, Area::ALL.len() as i64)?;
    for (period, total) in Period::ALL
        .into_iter()
        .zip(meta.get("red_totals")?.array::<5>()?)
    {
        let red = map
            .areas
            .iter()
            .map(|area| u16::from(area.charts[period.index()].red()))
            .sum::<u16>();
        if total.int(0..=270u16)? != red {
            return Err(total.error(format!(
                "the charts of {period} have {red} red boxes and dots"
            )));
        }
    }
    Ok(())
}

/// Every route is there once, crosses only transit zones, and every place can be reached (invariant 20).
fn check_routes(map: &Map, node: &Node<'_>) -> Result<(), TableError> {
    for (place, route) in map.routes.iter().enumerate() {
        let [a, b] = route.ends;
        let before = map.routes[..place]
            .iter()
            .any(|other| other.from(a) == Some(b));
        if a == b || before {
            return Err(node.error(format!(
                "the route between {a:?} and {b:?} stands here twice, or leads nowhere"
            )));
        }
        if route.via.is_some_and(|zone| map.crossing(zone).is_none()) {
            return Err(node.error(format!(
                "the route between {a:?} and {b:?} crosses what is no transit zone"
            )));
        }
    }
    let mut reached = vec![Place::Base(Base::Germany)];
    let mut next = 0;
    while let Some(place) = reached.get(next).copied() {
        next += 1;
        for (_, other) in map.routes_from(place) {
            if !reached.contains(&other) {
                reached.push(other);
            }
        }
    }
    let places = Area::ALL
        .map(Place::Area)
        .into_iter()
        .chain(Base::ALL.map(Place::Base));
    match places.into_iter().find(|place| !reached.contains(place)) {
        None => Ok(()),
        Some(lost) => Err(node.error(format!("no route leads to {lost:?}"))),
    }
}
