//! The 1942 Campaign, its Fortnights, and forces that were never there (chapter 14), (chapter 15).

mod orders;

pub use orders::{Emergency, GreenShip, Replacements, Return, StartForce, Upgrade};

use super::cells::{by, just, meta, text, texts, vp, worth};
use super::scenarios::{
    AirUnitList, Berth, Ferry, Group, IceMarker, Names, ScenarioValues, ShipList, group, search,
};
use crate::side::BySide;
use crate::side::Side;
use crate::time::{Daylight, Fortnight, Turn};
use crate::units::ShipId;
use crate::units::{ClassId, PortId};
use crate::vp::Vp;
use derbyhouse_kernel::named;
use derbyhouse_tables::{Node, TableError};

named! {
    /// Which way the ice goes [10.4].
    IceSeason, "season of the ice" {
        Breakup = "breakup",
        Freezing = "freezing",
    }
}

/// Ships and aircraft that leave in a Fortnight [15.7].
#[derive(Clone, Debug)]
pub struct Transfer {
    pub side: Side,
    pub ships: ShipList,
    pub air: Vec<String>,
    /// What it is for: an operation in capitals, Refit, US.
    pub tag: String,
}

/// A Fortnight of the Campaign [8.4].
#[derive(Clone, Debug)]
pub struct FortnightValues {
    pub date: Fortnight,
    pub name: String,
    pub season: IceSeason,
    pub daylight: Daylight,
    pub search: [u8; 5],
    pub fuel_draw: bool,
    pub altafjord: bool,
    pub soviet_subs_in_0715: bool,
    /// With the word beside them: New, Refit, US, conditional.
    pub reinforcements: Vec<(Group, String)>,
    pub transfers: Vec<Transfer>,
}

/// Numbers of the Campaign (chapter 15).
#[derive(Clone, Debug)]
pub struct CampaignValues {
    pub start: Turn,
    pub ice: [IceMarker; 10],
    pub severny_start: u8,
    pub severny_gain: u8,
    pub severny_most: u8,
    pub severny_most_after_loss: u8,
    pub nord_start: u8,
    /// Points that a Campaign of one month, of two, and so on begins with, if the option holds (our balance).
    pub starting_vp: Vec<Vp>,
    pub loaded_mv: u8,
    /// Ships unloaded in a Fortnight at Murmansk and Arkhangelsk [15.2.2].
    pub unload: [u8; 2],
    pub max_bid: u8,
    /// Fortnights of repair for each CS [15.5.1].
    pub repair: u8,
    pub tirpitz_repair: u8,
    pub tirpitz_vp: Vp,
    /// Norwegian ports without a yard for her [15.5.1] (R95).
    pub tirpitz_not_in: Vec<PortId>,
    /// Of so many damaged German submarines one comes back, rounded up [15.5.2].
    pub subs_one_in: u8,
    /// Fortnights until warships that broke down are ready, and until ships hurt by ice or weather are back [15.5.3].
    pub inop: u8,
    pub ice_weather: u8,
    pub fortnights: Vec<FortnightValues>,
    /// Each Fortnight as an Operation: what lies open about it.
    pub operations: Vec<ScenarioValues>,
    pub start_forces: Vec<StartForce>,
    /// Merchant ships: loaded in the loading port, in ballast at Murmansk.
    pub start_merchants: [Vec<(ClassId, u8)>; 2],
    /// Where loaded ships wait, and after Operation EV [15.3.1].
    pub loading: [PortId; 2],
    /// AA ships, oilers and CAMs in a Convoy [15.2].
    pub convoy_limit: (u8, u8, u8),
    /// Units of Escorts and of submarines in a Convoy [15.2].
    pub convoy_units: [u8; 2],
    pub emergency: BySide<Emergency>,
    pub green: Vec<GreenShip>,
    pub upgrades: Vec<Upgrade>,
    pub replacements: Replacements,
    /// Gruppe Nord's points by chit, and the most it can have [15.1].
    pub fuel_chits: (Vec<u8>, u8),
    pub returns: Vec<Return>,
    /// Aircraft that may fly to Russia for Operation EV, and those that may be based there at once, as in a scenario [15.8.3].
    pub ev_ferry: Ferry,
    pub ev_based: Vec<AirUnitList>,
}

/// A force that was never there (chapter 14).
#[derive(Clone, Debug)]
pub struct Ahistorical {
    pub side: Side,
    pub ships: ShipList,
    pub air: Vec<AirUnitList>,
    pub at: Vec<Berth>,
    pub from: Fortnight,
    pub cost: Vp,
}

/// What the Campaign takes from other files: the chits, the German fuel, and the scenario that it begins like.
pub struct Beside<'n> {
    pub conditions: &'n Node<'n>,
    pub fuel: &'n Node<'n>,
    pub scenarios: &'n [ScenarioValues],
}

pub fn read(
    root: &Node<'_>,
    beside: &Beside<'_>,
    names: &Names<'_>,
) -> Result<CampaignValues, TableError> {
    root.only(&[
        "meta",
        "campaign",
        "balance",
        "start",
        "special_rules",
        "operation_ev",
        "initiative",
        "replacements",
        "emergency",
        "repairs",
        "upgrade",
        "fortnight",
    ])?;
    meta(root, "campaign")?;
    let node = root.get("campaign")?;
    let number = |key| node.get(key)?.int(0..=99u8);
    just(&node.get("days_per_fortnight")?, 15)?;
    let first: Fortnight = by(&node.get("first")?, str::parse)?;
    let last: Fortnight = by(&node.get("last")?, str::parse)?;
    let list = root.get("fortnight")?;
    let mut date = first;
    let fortnights: Vec<FortnightValues> = list.list(|entry| {
        let values = fortnight(&entry, date, names)?;
        date = date.shifted(1);
        Ok(values)
    })?;
    if date.shifted(-1) != last {
        return Err(list.error(format!("the Fortnights go from {first} to {last}")));
    }
    let repairs = root.get("repairs")?;
    let begin = root.get("start")?;
    let like = begin.get("like_scenario")?;
    let like_id = like.str()?;
    let first_like = beside.scenarios.iter().find(|known| known.id == like_id);
    let first_like = first_like.ok_or_else(|| like.expected("a scenario"))?;
    let ice = names.ice(&begin.get("predicted_ice")?)?;
    let start: Turn = node.get("starting_turn")?.parse()?; // [8.3] (R99)
    let dummies = node.get("dummies")?;
    let dummies = BySide {
        allied: dummies.get("allied")?.int(0..=20)?,
        axis: dummies.get("axis")?.int(0..=20)?,
    };
    let open = |id: &str| names.sheet.find_port(id);
    let operations = fortnights.iter().map(|values| {
        let mut temporary_ports: Vec<PortId> = ["seidisfjord", "akureyri", "loch_ewe"]
            .into_iter()
            .filter_map(open)
            .collect();
        temporary_ports.extend(open("altafjord").filter(|_| values.altafjord));
        ScenarioValues {
            id: "campaign".to_owned(),
            number: "C".to_owned(),
            title: format!("Campaign of 1942: {}", values.name),
            date: values.date,
            day1: None,
            month: values.date.month(),
            start,
            daylight: values.daylight,
            search: values.search,
            temporary_ports,
            dummies,
            ice,
            starting_vp: Vp::ZERO,
            special_rules: Vec::new(),
            extras: crate::tables::Extras::default(),
            convoys: Vec::new(),
            reinforcements: Vec::new(),
            ..first_like.clone()
        }
    });
    let operations = operations.collect();
    let most = node.get("conv_max")?;
    let emergency = root.get("emergency")?;
    let (ev_ferry, ev_based) = aircraft_of_ev(&root.get("operation_ev")?, beside.scenarios)?;
    Ok(CampaignValues {
        start,
        ice,
        operations,
        start_forces: orders::start_forces(&begin, names)?,
        start_merchants: orders::start_merchants(&begin, names)?,
        loading: [
            names.port(&node.get("loaded_mv_port")?)?,
            names.port(&node.get("loaded_mv_port_after_ev")?)?,
        ],
        convoy_limit: (
            most.get("aa_ships")?.int(0..=9)?,
            most.get("ao")?.int(0..=9)?,
            most.get("cam")?.int(0..=9)?,
        ),
        convoy_units: [
            most.get("es_units")?.int(0..=9)?,
            most.get("ss_units")?.int(0..=9)?,
        ],
        emergency: BySide {
            allied: orders::emergency(&emergency, Side::Allied, names)?,
            axis: orders::emergency(&emergency, Side::Axis, names)?,
        },
        green: orders::green(&emergency, names)?,
        upgrades: orders::upgrades(root, names)?,
        replacements: orders::replacements(&root.get("replacements")?, names)?,
        fuel_chits: orders::german_fuel(beside.fuel)?,
        returns: orders::returns(beside.conditions)?,
        severny_start: number("severny_flot_start")?,
        severny_gain: number("severny_flot_per_fortnight")?,
        severny_most: number("severny_flot_max")?,
        severny_most_after_loss: number("severny_flot_max_after_loss")?,
        nord_start: number("gruppe_nord_start")?,
        starting_vp: starting_vp(root, fortnights.len() / 2)?,
        loaded_mv: number("loaded_mv_per_fortnight")?,
        unload: [number("unload_murmansk")?, number("unload_arkhangelsk")?],
        max_bid: root.get("initiative")?.get("max_bid")?.int(0..=9)?,
        repair: repairs.get("fortnights_per_cs")?.int(1..=20)?,
        tirpitz_repair: repairs.get("tirpitz_fortnights_per_cs")?.int(1..=20)?,
        tirpitz_vp: worth(&repairs.get("tirpitz_vp_per_cs")?)?,
        tirpitz_not_in: repairs
            .get("tirpitz_not_in")?
            .list(|port| names.port(&port))?,
        subs_one_in: repairs.get("german_subs_one_in")?.int(1..=20)?,
        inop: repairs.get("breakdown")?.get("warship")?.int(1..=20)?,
        ice_weather: repairs.get("ice_weather")?.int(1..=20)?,
        fortnights,
        ev_ferry,
        ev_based,
    })
}

/// Aircraft that go to Russia as they do in a scenario [15.8.3].
fn aircraft_of_ev(
    node: &Node<'_>,
    scenarios: &[ScenarioValues],
) -> Result<(Ferry, Vec<AirUnitList>), TableError> {
    let like = node.get("aircraft_as_in")?;
    let id = like.str()?;
    let like_it = scenarios.iter().find(|known| known.id == id);
    let ferry = like_it.and_then(|known| Some((known, known.extras.ferry.clone()?)));
    let (scenario, ferry) = ferry.ok_or_else(|| like.expected("a scenario with a ferry"))?;
    let based = node.get("may_base_in_russia")?.list(|unit| {
        let name = unit.str()?;
        let listed = scenario.air.iter().find(|own| own.name == name);
        listed
            .cloned()
            .ok_or_else(|| unit.expected("an air unit of that scenario"))
    })?;
    Ok((ferry, based))
}

/// One number for each length in months.
fn starting_vp(root: &Node<'_>, months: usize) -> Result<Vec<Vp>, TableError> {
    let balance = root.get("balance")?;
    texts(&balance, &["source", "note"])?;
    balance.only(&["source", "note", "starting_vp"])?;
    let each = balance.get("starting_vp")?;
    let points = each.list(|points| vp(&points))?;
    match points.len() == months {
        true => Ok(points),
        false => Err(each.expected(format!("{months} numbers, one for each month"))),
    }
}

fn fortnight(
    entry: &Node<'_>,
    date: Fortnight,
    names: &Names<'_>,
) -> Result<FortnightValues, TableError> {
    entry.only(&[
        "id",
        "name",
        "month",
        "half",
        "ice_season",
        "daylight",
        "air_search",
        "german_fuel_draw",
        "altafjord",
        "soviet_subs_in_0715",
        "reinforcements",
        "transfers",
    ])?;
    texts(entry, &["month", "half"])?;
    super::cells::is(&entry.get("id")?, &date.short())?;
    Ok(FortnightValues {
        date,
        name: text(entry, "name")?,
        season: entry.get("ice_season")?.parse()?,
        daylight: entry.get("daylight")?.parse()?,
        search: search(&entry.get("air_search")?)?,
        fuel_draw: entry.get("german_fuel_draw")?.bool()?,
        altafjord: entry.get("altafjord")?.bool()?,
        soviet_subs_in_0715: entry.get("soviet_subs_in_0715")?.bool()?,
        reinforcements: entry.get("reinforcements")?.list(|list| {
            list.only(&["side", "at", "ships", "classes", "air", "tag"])?;
            let tag = list.opt("tag")?.map_or(Ok(""), |tag| tag.str())?;
            Ok((group(&list, 0, names)?, tag.to_owned()))
        })?,
        transfers: entry.get("transfers")?.list(|list| {
            list.only(&["side", "ships", "classes", "air", "tag"])?;
            let side = list.get("side")?.parse()?;
            let air = match list.opt("air")? {
                None => Vec::new(),
                Some(units) => units.list(|unit| text(&unit, "unit"))?,
            };
            Ok(Transfer {
                side,
                ships: names.list(&list, "ships", side)?,
                air,
                tag: list.opt("tag")?.map_or(Ok(""), |tag| tag.str())?.to_owned(),
            })
        })?,
    })
}

pub fn ahistorical(root: &Node<'_>, names: &Names<'_>) -> Result<Vec<Ahistorical>, TableError> {
    root.only(&["meta", "force"])?;
    meta(root, "ahistorical")?;
    root.get("force")?.list(|entry| {
        entry.only(&["side", "ships", "classes", "air", "at", "from", "cost"])?;
        let side: Side = entry.get("side")?.parse()?;
        let ships: Vec<ShipId> = entry.get("ships")?.list(|ship| names.ship(&ship))?;
        let classes = match entry.opt("classes")? {
            None => Vec::new(),
            Some(classes) => names.classes(&classes)?,
        };
        // Their aircraft name no base: they fly from the carrier that comes with them.
        let carrier = ships.first().copied();
        let air = match entry.opt("air")? {
            None => Vec::new(),
            Some(units) => units.list(|unit| air_of(&unit, side, carrier, names))?,
        };
        Ok(Ahistorical {
            side,
            ships: ShipList { ships, classes },
            air,
            at: entry.get("at")?.list(|at| names.berth(&at))?,
            from: by(&entry.get("from")?, Fortnight::of_month)?,
            cost: worth(&entry.get("cost")?)?,
        })
    })
}

fn air_of(
    unit: &Node<'_>,
    side: Side,
    carrier: Option<ShipId>,
    names: &Names<'_>,
) -> Result<AirUnitList, TableError> {
    unit.only(&["unit", "type", "cs"])?;
    let kind = unit.get("type")?;
    let id = names.chart.find_air(kind.str()?);
    let id = id.ok_or_else(|| kind.expected("a type of aircraft"))?;
    let carrier = carrier.ok_or_else(|| unit.error("there is no carrier to fly from"))?;
    Ok(AirUnitList {
        side,
        name: text(unit, "unit")?,
        kind: id,
        cs: unit.get("cs")?.int(1..=names.chart.air(id).max_cs)?,
        base: super::scenarios::Base::Carrier(carrier),
    })
}
