//! The 1942 Campaign, its Fortnights, and forces that were never there [14], [15].

use super::cells::{by, just, meta, text, texts, worth};
use super::scenarios::{AirUnitList, Berth, Group, IceMarker, Names, ShipList, group, search};
use crate::side::Side;
use crate::time::{Daylight, Fortnight, Turn};
use crate::units::ShipId;
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
    pub loaded_mv: u8,
    /// Ships unloaded in a Fortnight at Murmansk and Arkhangelsk [15.2.2].
    pub unload: [u8; 2],
    pub max_bid: u8,
    /// Fortnights of repair for each CS [15.5.1].
    pub repair: u8,
    pub tirpitz_repair: u8,
    pub tirpitz_vp: Vp,
    pub fortnights: Vec<FortnightValues>,
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

pub fn read(root: &Node<'_>, names: &Names<'_>) -> Result<CampaignValues, TableError> {
    root.only(&[
        "meta",
        "campaign",
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
    Ok(CampaignValues {
        start: node.get("starting_turn")?.parse()?,
        ice: names.ice(&root.get("start")?.get("predicted_ice")?)?,
        severny_start: number("severny_flot_start")?,
        severny_gain: number("severny_flot_per_fortnight")?,
        severny_most: number("severny_flot_max")?,
        severny_most_after_loss: number("severny_flot_max_after_loss")?,
        nord_start: number("gruppe_nord_start")?,
        loaded_mv: number("loaded_mv_per_fortnight")?,
        unload: [number("unload_murmansk")?, number("unload_arkhangelsk")?],
        max_bid: root.get("initiative")?.get("max_bid")?.int(0..=9)?,
        repair: repairs.get("fortnights_per_cs")?.int(1..=20)?,
        tirpitz_repair: repairs.get("tirpitz_fortnights_per_cs")?.int(1..=20)?,
        tirpitz_vp: worth(&repairs.get("tirpitz_vp_per_cs")?)?,
        fortnights,
    })
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
