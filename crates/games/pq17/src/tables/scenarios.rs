//! The eight Operations: who is where, when, with what (chapter 3), (chapter 4), (chapter 7).

use super::Sheet;
use super::cells::{by, meta, text, vp};
use super::chart::{Chart, Kind, check_side};
use super::conduct::Track;
use super::sheet::Sector;
use crate::ice::{Ice, Zone};
use crate::side::{BySide, Side};
use crate::time::{Date, Daylight, Fortnight, Turn};
use crate::units::{AirTypeId, BaseId, BoxId, ClassId, PortId, ShipId};
use crate::vp::Vp;
use derbyhouse_tables::{Node, TableError};
use serde::{Deserialize, Serialize};

/// The marker of an ice zone: a condition, rolled at each crossing ("?") or fixed [10.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IceMarker {
    pub condition: Ice,
    pub rolled: bool,
}

/// A port or a box off the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Berth {
    Port(PortId),
    Box(BoxId),
}

/// Ships of a list: named ones, and CS of classes.
#[derive(Clone, Debug, Default)]
pub struct ShipList {
    pub ships: Vec<ShipId>,
    pub classes: Vec<(ClassId, u8)>,
}

/// A Convoy of the schedule [4.2].
#[derive(Clone, Debug)]
pub struct ConvoyPlan {
    pub id: String,
    pub from: PortId,
    /// One port, or two to choose from at sea [5.1.5].
    pub to: Vec<PortId>,
    pub loaded: bool,
    pub ships: ShipList,
    pub depart: Turn,
}

/// Ships that begin together.
#[derive(Clone, Debug)]
pub struct ForceList {
    pub side: Side,
    pub name: String,
    pub at: Berth,
    /// The Convoy they sail with unless their owner changes it.
    pub join: Option<usize>,
    pub ships: ShipList,
    /// How many packs the submarines form.
    pub wolfpacks: u8,
}

/// Where an air unit is based [1.5].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    Airbase(BaseId),
    Carrier(ShipId),
}

/// An air unit of a list [1.5].
#[derive(Clone, Debug)]
pub struct AirUnitList {
    pub side: Side,
    pub name: String,
    pub kind: AirTypeId,
    pub cs: u8,
    pub base: Base,
}

/// A reinforcement group [13.6].
#[derive(Clone, Debug)]
pub struct Group {
    pub side: Side,
    pub number: u8,
    pub at: Option<Berth>,
    pub ships: ShipList,
    pub air: Vec<AirUnitList>,
}

/// An Operation.
#[derive(Clone, Debug)]
pub struct ScenarioValues {
    pub id: String,
    pub number: String,
    pub title: String,
    pub date: Fortnight,
    /// The calendar's name for Day 1, if one is given.
    pub day1: Option<Date>,
    /// For the Weather Table.
    pub month: u8,
    pub start: Turn,
    pub daylight: Daylight,
    pub initiative: Side,
    /// By track [4.3.1].
    pub command: [u8; 3],
    /// The limit of Dummies in play [1.3].
    pub dummies: BySide<u8>,
    /// Hexes a turn by sector [6.4.2].
    pub search: [u8; 5],
    pub temporary_ports: Vec<PortId>,
    pub starting_vp: Vp,
    /// Carriers that keep Tirpitz in port [5.1.8].
    pub carriers: Vec<ShipId>,
    pub patrol_white: Vec<ShipId>,
    /// By zone [10.1].
    pub ice: [IceMarker; 10],
    pub special_rules: Vec<String>,
    /// What of them is played.
    pub extras: Extras,
    pub convoys: Vec<ConvoyPlan>,
    pub forces: Vec<ForceList>,
    pub air: Vec<AirUnitList>,
    pub reinforcements: Vec<Group>,
}

/// Special rules of a scenario that are rules of play.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    /// No Special Condition chits are drawn.
    pub no_chits: bool,
    /// TFs with an Allied Capital Ship keep west of this column until a German one is known to be at sea.
    pub distant_cover: Option<u8>,
    /// So many ships of a Convoy may go on from one port to another as a Convoy of their own.
    pub onward: Option<Onward>,
    /// Aircraft that may change base once.
    pub ferry: Option<Ferry>,
}

/// Part of a Convoy that goes on from off one port to another (exception to 1.2.3).
#[derive(Clone, Copy, Debug)]
pub struct Onward {
    /// By its place in the list.
    pub convoy: u8,
    pub most: u8,
    pub off: PortId,
    pub to: PortId,
}

/// Aircraft that may fly to another base in the Air Movement Segments of some Days, at a risk.
#[derive(Clone, Debug)]
pub struct Ferry {
    pub units: Vec<String>,
    pub to: BaseId,
    pub days: std::ops::RangeInclusive<u16>,
    /// A die as high as that costs a step, without points.
    pub lost_from: u8,
}

/// What lists name must be on the map and on the Unit Chart.
pub struct Names<'t> {
    pub sheet: &'t Sheet,
    pub chart: &'t Chart,
}

impl Names<'_> {
    pub fn ship(&self, node: &Node<'_>) -> Result<ShipId, TableError> {
        self.chart
            .find_ship(node.str()?)
            .ok_or_else(|| node.expected("a ship of the Unit Chart"))
    }

    pub fn port(&self, node: &Node<'_>) -> Result<PortId, TableError> {
        self.sheet
            .find_port(node.str()?)
            .ok_or_else(|| node.expected("a port of the map"))
    }

    pub fn berth(&self, node: &Node<'_>) -> Result<Berth, TableError> {
        let id = node.str()?;
        let port = self.sheet.find_port(id).map(Berth::Port);
        port.or_else(|| self.sheet.find_box(id).map(Berth::Box))
            .ok_or_else(|| node.expected("a port or a box of the map"))
    }

    pub fn classes(&self, node: &Node<'_>) -> Result<Vec<(ClassId, u8)>, TableError> {
        let class = |(name, cs): (&str, Node<'_>)| {
            let id = self.chart.find_class(name);
            let id = id.ok_or_else(|| cs.error(format!("there is no class {name}")))?;
            Ok((id, cs.int(1..=self.chart.class(id).total_cs)?))
        };
        node.entries()?.into_iter().map(class).collect()
    }

    /// `ships` (or another key) and `classes` of an entry, all of one side.
    pub fn list(&self, entry: &Node<'_>, ships: &str, side: Side) -> Result<ShipList, TableError> {
        let list = ShipList {
            ships: entry.get(ships)?.list(|ship| self.ship(&ship))?,
            classes: self.classes(&entry.get("classes")?)?,
        };
        for ship in &list.ships {
            check_side(entry, self.chart.ship(*ship).nation, side)?;
        }
        for (class, _) in &list.classes {
            check_side(entry, self.chart.class(*class).nation, side)?;
        }
        Ok(list)
    }

    pub fn air(&self, entry: &Node<'_>, side: Side) -> Result<AirUnitList, TableError> {
        let kind = entry.get("type")?;
        let id = self.chart.find_air(kind.str()?);
        let id = id.ok_or_else(|| kind.expected("a type of aircraft"))?;
        let values = self.chart.air(id);
        check_side(entry, values.nation, side)?;
        let base = entry.get("base")?;
        let airbase = self.sheet.find_airbase(base.str()?).map(Base::Airbase);
        let carrier = || self.chart.find_ship(base.str().ok()?).map(Base::Carrier);
        let base_id = airbase
            .or_else(carrier)
            .ok_or_else(|| base.expected("an airbase or a carrier"))?;
        let fits = match base_id {
            Base::Carrier(ship) => {
                values.kind == Kind::Carrier && self.chart.ship(ship).aircraft > 0
            }
            Base::Airbase(id) => {
                let airbase = self.sheet.airbase(id);
                airbase.side == side && airbase.floatplanes == (values.kind == Kind::Floatplane)
            }
        };
        if !fits {
            return Err(base.error(format!("a {} cannot be based there [1.5.2]", values.name)));
        }
        Ok(AirUnitList {
            side,
            name: text(entry, "unit")?,
            kind: id,
            cs: entry.get("cs")?.int(1..=values.max_cs)?,
            base: base_id,
        })
    }

    /// Markers of all zones, west before east.
    pub fn ice(&self, node: &Node<'_>) -> Result<[IceMarker; 10], TableError> {
        node.only(&["West", "East"])?;
        let mut markers = [IceMarker {
            condition: Ice::Clear,
            rolled: false,
        }; Zone::ALL.len()];
        let west: [Node<'_>; 5] = node.get("West")?.array()?;
        let east: [Node<'_>; 5] = node.get("East")?.array()?;
        for (marker, cell) in markers.iter_mut().zip(west.iter().chain(&east)) {
            *marker = by(cell, |text| {
                let (condition, rolled) = match text.strip_suffix('?') {
                    Some(condition) => (condition, true),
                    None => (
                        text.strip_suffix('!')
                            .ok_or("“?” or “!” is missing at the end")?,
                        false,
                    ),
                };
                Ok(IceMarker {
                    condition: condition.parse()?,
                    rolled,
                })
            })?;
        }
        Ok(markers)
    }
}

/// Hexes a turn by sector.
pub fn search(node: &Node<'_>) -> Result<[u8; 5], TableError> {
    super::cells::by_name(node, Sector::ALL, |hexes| hexes.int(0..=40))
}

pub fn read(root: &Node<'_>, names: &Names<'_>) -> Result<Vec<ScenarioValues>, TableError> {
    root.only(&["meta", "scenario"])?;
    meta(root, "scenarios")?;
    root.get("scenario")?.list(|entry| scenario(&entry, names))
}

fn scenario(entry: &Node<'_>, names: &Names<'_>) -> Result<ScenarioValues, TableError> {
    entry.only(&[
        "id",
        "number",
        "title",
        "day1",
        "month",
        "starting_turn",
        "daylight",
        "initiative",
        "cp",
        "dummies",
        "air_search",
        "temporary_ports",
        "starting_vp",
        "cvs",
        "patrol_white",
        "predicted_ice",
        "special_rules",
        "extras",
        "convoys",
        "forces",
        "air",
        "reinforcements",
    ])?;
    let dummies = entry.get("dummies")?;
    let month = by(&entry.get("month")?, |text| {
        let month = text
            .parse::<u8>()
            .ok()
            .filter(|month| (1..=12).contains(month));
        month.ok_or_else(|| format!("“{text}” is no month"))
    })?;
    let convoys: Vec<ConvoyPlan> = entry.get("convoys")?.list(|plan| convoy(&plan, names))?;
    let forces: Vec<ForceList> = entry
        .get("forces")?
        .list(|list| force(&list, names, &convoys))?;
    let side = |node: &Node<'_>| node.get("side")?.parse::<Side>();
    let values = ScenarioValues {
        id: text(entry, "id")?,
        number: text(entry, "number")?,
        title: text(entry, "title")?,
        date: by(&entry.get("day1")?, Fortnight::of_date)?,
        day1: Some(entry.get("day1")?.parse()?),
        month,
        start: entry.get("starting_turn")?.parse()?,
        daylight: entry.get("daylight")?.parse()?,
        initiative: entry.get("initiative")?.parse()?,
        command: super::cells::by_name(&entry.get("cp")?, Track::ALL, |cp| cp.int(0..=20))?,
        dummies: BySide {
            allied: dummies.get("allied")?.int(0..=20)?,
            axis: dummies.get("axis")?.int(0..=20)?,
        },
        search: search(&entry.get("air_search")?)?,
        temporary_ports: entry
            .get("temporary_ports")?
            .list(|port| names.port(&port))?,
        starting_vp: vp(&entry.get("starting_vp")?)?,
        carriers: entry.get("cvs")?.list(|ship| names.ship(&ship))?,
        patrol_white: entry.get("patrol_white")?.list(|ship| names.ship(&ship))?,
        ice: names.ice(&entry.get("predicted_ice")?)?,
        special_rules: entry
            .get("special_rules")?
            .list(|rule| rule.str().map(str::to_owned))?,
        extras: extras(entry, names, &convoys)?,
        convoys,
        forces,
        air: entry.get("air")?.list(|unit| {
            unit.only(&["side", "unit", "type", "cs", "base"])?;
            names.air(&unit, side(&unit)?)
        })?,
        reinforcements: entry.get("reinforcements")?.list(|list| {
            list.only(&["side", "group", "at", "ships", "classes", "air"])?;
            group(&list, list.get("group")?.int(1..=9)?, names)
        })?,
    };
    check(entry, &values, names)?;
    Ok(values)
}

fn extras(
    entry: &Node<'_>,
    names: &Names<'_>,
    convoys: &[ConvoyPlan],
) -> Result<Extras, TableError> {
    let Some(node) = entry.opt("extras")? else {
        return Ok(Extras::default());
    };
    node.only(&["no_chits", "distant_cover", "onward", "ferry"])?;
    let no_chits = node
        .opt("no_chits")?
        .map_or(Ok(false), |flag| flag.bool())?;
    let distant_cover = node.opt("distant_cover")?;
    let distant_cover = distant_cover.map(|column| column.int(1..=22)).transpose()?;
    let onward = |node: Node<'_>| -> Result<Onward, TableError> {
        let convoy = node.get("convoy")?;
        let id = convoy.str()?;
        let place = convoys.iter().position(|plan| plan.id == id);
        Ok(Onward {
            convoy: place.ok_or_else(|| convoy.expected("a Convoy of the scenario"))? as u8,
            most: node.get("most")?.int(1..=99)?,
            off: names.port(&node.get("off")?)?,
            to: names.port(&node.get("to")?)?,
        })
    };
    let ferry = |node: Node<'_>| -> Result<Ferry, TableError> {
        let to = node.get("to")?;
        let base = names.sheet.find_airbase(to.str()?);
        let days: Vec<u16> = node.get("days")?.list(|day| day.int(1..=15))?;
        let [first, last] = days[..] else {
            return Err(node.get("days")?.expected("the first and the last Day"));
        };
        Ok(Ferry {
            units: node
                .get("units")?
                .list(|unit| unit.str().map(str::to_owned))?,
            to: base.ok_or_else(|| to.expected("an airbase"))?,
            days: first..=last,
            lost_from: node.get("lost_from")?.int(0..=9)?,
        })
    };
    Ok(Extras {
        no_chits,
        distant_cover,
        onward: node.opt("onward")?.map(onward).transpose()?,
        ferry: node.opt("ferry")?.map(ferry).transpose()?,
    })
}

fn convoy(entry: &Node<'_>, names: &Names<'_>) -> Result<ConvoyPlan, TableError> {
    entry.only(&["id", "from", "to", "loaded", "classes", "named", "depart"])?;
    let to: Vec<PortId> = entry.get("to")?.list(|port| names.port(&port))?;
    if to.is_empty() {
        return Err(entry.get("to")?.expected("at least one destination"));
    }
    Ok(ConvoyPlan {
        id: text(entry, "id")?,
        from: names.port(&entry.get("from")?)?,
        to,
        loaded: entry.get("loaded")?.bool()?,
        ships: names.list(entry, "named", Side::Allied)?,
        depart: entry.get("depart")?.parse()?,
    })
}

fn force(
    entry: &Node<'_>,
    names: &Names<'_>,
    convoys: &[ConvoyPlan],
) -> Result<ForceList, TableError> {
    entry.only(&[
        "side",
        "name",
        "at",
        "join",
        "ships",
        "classes",
        "wolfpacks",
    ])?;
    let side: Side = entry.get("side")?.parse()?;
    let join = match entry.opt("join")? {
        None => None,
        Some(join) => {
            let place = convoys
                .iter()
                .position(|convoy| join.str() == Ok(&convoy.id));
            Some(place.ok_or_else(|| join.expected("a Convoy of this scenario"))?)
        }
    };
    Ok(ForceList {
        side,
        name: text(entry, "name")?,
        at: names.berth(&entry.get("at")?)?,
        join,
        ships: names.list(entry, "ships", side)?,
        wolfpacks: entry
            .opt("wolfpacks")?
            .map_or(Ok(0), |packs| packs.int(1..=8))?,
    })
}

/// A reinforcement group of a scenario or of a Fortnight.
pub fn group(entry: &Node<'_>, number: u8, names: &Names<'_>) -> Result<Group, TableError> {
    let side: Side = entry.get("side")?.parse()?;
    let air: Vec<AirUnitList> = match entry.opt("air")? {
        None => Vec::new(),
        Some(list) => list.list(|unit| {
            unit.only(&["unit", "type", "cs", "base"])?;
            names.air(&unit, side)
        })?,
    };
    let ships = names.list(entry, "ships", side)?;
    let at = entry.get("at")?;
    // Air groups name their airbase instead of a port.
    let only_air = ships.ships.is_empty() && ships.classes.is_empty();
    let berth = match names.sheet.find_airbase(at.str()?) {
        Some(_) if only_air => None,
        _ => Some(names.berth(&at)?),
    };
    Ok(Group {
        side,
        number,
        at: berth,
        ships,
        air,
    })
}

/// No ship stands in two places, no class has more than its CS, no base holds too many aircraft [1.5.1].
fn check(entry: &Node<'_>, values: &ScenarioValues, names: &Names<'_>) -> Result<(), TableError> {
    let lists = || {
        let convoys = values.convoys.iter().map(|convoy| &convoy.ships);
        let forces = values.forces.iter().map(|force| &force.ships);
        convoys
            .chain(forces)
            .chain(values.reinforcements.iter().map(|group| &group.ships))
    };
    let mut ships: Vec<ShipId> = lists()
        .flat_map(|list| list.ships.iter().copied())
        .collect();
    ships.extend(&values.patrol_white);
    ships.sort_unstable();
    if let Some(pair) = ships.windows(2).find(|pair| pair[0] == pair[1]) {
        let name = &names.chart.ship(pair[0]).name;
        return Err(entry.error(format!("{name} is in two places")));
    }
    for (place, class) in names.chart.classes.iter().enumerate() {
        let of_class = |(id, cs): &(ClassId, u8)| (id.index() == place).then_some(u16::from(*cs));
        let cs: u16 = lists()
            .flat_map(|list| &list.classes)
            .filter_map(of_class)
            .sum();
        if cs > u16::from(class.total_cs) {
            let (name, most) = (&class.name, class.total_cs);
            return Err(entry.error(format!(
                "{cs} CS of {name} are named, but there are only {most}"
            )));
        }
    }
    let mut bases: Vec<(Base, u16)> = Vec::new();
    for unit in values
        .air
        .iter()
        .chain(values.reinforcements.iter().flat_map(|group| &group.air))
    {
        match bases.iter_mut().find(|(base, _)| *base == unit.base) {
            Some((_, cs)) => *cs += u16::from(unit.cs),
            None => bases.push((unit.base, unit.cs.into())),
        }
    }
    for (base, cs) in bases {
        let (limit, name) = match base {
            Base::Carrier(ship) => (
                names.chart.ship(ship).aircraft,
                &names.chart.ship(ship).name,
            ),
            Base::Airbase(id) => {
                let airbase = names.sheet.airbase(id);
                let fixed = airbase.interceptors(values.date).map_or(0, |unit| unit.cs);
                (airbase.limit - fixed, &airbase.name)
            }
        };
        if cs > u16::from(limit) {
            return Err(entry
                .get("air")?
                .error(format!("{cs} steps at {name}, but at most {limit} [1.5.1]")));
        }
    }
    Ok(())
}
