//! Scenarios [3.0]: patrols of one boat, convoy battles, war periods, the campaign.

use super::aces::Aces;
use super::cells::{self, flag};
use super::ships::Ships;
use super::submarines::Submarines;
use crate::activity::Colour;
use crate::calendar::{Date, Month, Period};
use crate::fleet::{AceId, BoatId};
use crate::geography::{Area, Base, Zone};
use crate::units::UnitId;
use crate::weather::Weather;
use derbyhouse_tables::{Node, TableError};
use std::ops::RangeInclusive;

/// All scenarios.
#[derive(Clone, Debug)]
pub struct Scenarios {
    pub patrols: Vec<Patrol>,
    pub free_patrol: FreePatrol,
    pub battles: Vec<ConvoyBattle>,
    /// Scenarios of one war period, then the campaign: their names, and how many turns they last.
    pub wars: Vec<War>,
}

/// A boat with its skipper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crew {
    pub boat: BoatId,
    pub ace: Option<(AceId, u8)>,
}

/// Levels at the start.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    pub torpedo: i8,
    pub b_dienst: i8,
    pub enigma: i8,
}

/// A patrol of one boat.
#[derive(Clone, Debug)]
pub struct Patrol {
    pub id: String,
    pub name: String,
    pub crew: Crew,
    pub base: Base,
    pub start: Date,
    /// On patrol there already, or Ready for Sea at the base.
    pub start_at: Option<Area>,
    pub period: Period,
    pub levels: Levels,
    pub par: i32,
    pub weeks: u8,
    /// Supply ships in place.
    pub supplies: Vec<(usize, Area)>,
    /// What is special about it, in words.
    pub special: Option<String>,
    /// The naval base that it must enter in its first week, and a ship that is certain to lie there [30.4].
    pub must_enter: Option<Zone>,
    pub certain: Option<UnitId>,
    /// The week in which an Arctic convoy scatters [WE4.7].
    pub scattered_week: Option<u16>,
    /// Convoys that are task forces on these dice.
    pub convoys: Option<(Area, RangeInclusive<u8>)>,
}

/// The patrol of one's own choice, by period.
#[derive(Clone, Debug)]
pub struct FreePatrol {
    pub levels: [Levels; 5],
    pub par: [i32; 5],
    pub weeks: u8,
}

/// A pack against one convoy.
#[derive(Clone, Debug)]
pub struct ConvoyBattle {
    pub id: String,
    pub name: String,
    pub month: Month,
    pub period: Period,
    pub area: Area,
    pub colour: Colour,
    pub code: String,
    pub torpedo: i8,
    pub enigma: i8,
    pub nights: u8,
    /// Weather of the first night.
    pub weather: Weather,
    /// The first found the convoy.
    pub crews: Vec<Crew>,
    pub par: i32,
    /// Ships that are certain to sail with it, in the left outer column, in place of pieces drawn.
    pub certain: Vec<UnitId>,
    pub special: Option<String>,
}

/// A scenario with all rules: a war period, or the campaign.
#[derive(Clone, Debug)]
pub struct War {
    pub id: String,
    pub name: String,
    pub start: Date,
    pub turns: u16,
    pub period: Period,
    pub levels: Levels,
    pub four_rotor: bool,
    pub bases: Vec<Base>,
    /// The period may change, points are counted monthly, and there may be peace [16.12].
    pub campaign: bool,
    /// Boats at sea at the start; none: the survivors are diced for.
    pub at_sea: Vec<(Area, Vec<BoatId>)>,
    /// War Events that have occurred, and Barbarossa.
    pub occurred: Vec<String>,
    pub sunk: Vec<UnitId>,
    pub aces: Vec<(BoatId, AceId, u8)>,
    /// Boats of the two smaller theatres.
    pub mediterranean: u8,
    pub arctic: u8,
    /// Where survivors at sea are dealt to.
    pub deploy: Vec<Area>,
}

/// Most boats of a battle.
pub const MOST_BOATS: usize = 16;

pub fn read(
    root: &Node<'_>,
    boats: &Submarines,
    aces: &Aces,
    ships: &Ships,
) -> Result<Scenarios, TableError> {
    root.only(&[
        "meta",
        "campaign",
        "operation",
        "setup_procedures",
        "convoy_battle_rules",
        "convoy_battle",
        "patrol_rules",
        "patrol",
    ])?;
    let lists = Lists { boats, aces, ships };
    let campaigns = root
        .get("campaign")?
        .list(|entry| lists.war(&entry, true, &[]))?;
    let at_sea = campaigns
        .first()
        .map_or(vec![], |campaign| campaign.at_sea.clone());
    let mut wars = root
        .get("operation")?
        .list(|entry| lists.war(&entry, false, &at_sea))?;
    wars.extend(campaigns);
    let mut patrols = Vec::new();
    let mut free = None;
    for entry in root.get("patrol")?.items()? {
        if entry.get("id")?.str()? == "free_patrol" {
            free = Some(free_patrol(&entry)?);
        } else {
            patrols.push(lists.patrol(&entry)?);
        }
    }
    Ok(Scenarios {
        patrols,
        free_patrol: free.ok_or_else(|| root.error("there is no free_patrol"))?,
        battles: root
            .get("convoy_battle")?
            .list(|entry| lists.battle(&entry))?,
        wars,
    })
}

fn period(node: &Node<'_>) -> Result<Period, TableError> {
    let number: u8 = node.int(1..=5)?;
    Period::new(number).ok_or_else(|| node.expected("a war period, 1 to 5"))
}

fn date(node: &Node<'_>) -> Result<Date, TableError> {
    node.only(&["date", "week"])?;
    Ok(Date {
        month: node.get("date")?.parse()?,
        week: node.get("week")?.int(1..=4)?,
    })
}

fn levels(entry: &Node<'_>) -> Result<Levels, TableError> {
    Ok(Levels {
        torpedo: entry.get("torpedo")?.int(-2..=2)?,
        b_dienst: entry.get("b_dienst")?.int(-3..=3)?,
        enigma: entry.get("enigma")?.int(-3..=3)?,
    })
}

fn free_patrol(entry: &Node<'_>) -> Result<FreePatrol, TableError> {
    let of = |key: &str| entry.get(key)?.list_of::<5, i8>(|cell| cell.int(-3..=3));
    let (torpedo, b_dienst, enigma) = (
        of("torpedo_by_wp")?,
        of("b_dienst_by_wp")?,
        of("enigma_by_wp")?,
    );
    Ok(FreePatrol {
        levels: std::array::from_fn(|place| Levels {
            torpedo: torpedo[place],
            b_dienst: b_dienst[place],
            enigma: enigma[place],
        }),
        par: entry.get("par_by_wp")?.list_of(|cell| cell.int(1..=999))?,
        weeks: entry.get("max_weeks")?.int(1..=48)?,
    })
}

struct Lists<'a> {
    boats: &'a Submarines,
    aces: &'a Aces,
    ships: &'a Ships,
}

impl Lists<'_> {
    fn war(
        &self,
        entry: &Node<'_>,
        campaign: bool,
        as_campaign: &[(Area, Vec<BoatId>)],
    ) -> Result<War, TableError> {
        let (start, end) = (date(&entry.get("start")?)?, date(&entry.get("end")?)?);
        let weeks = end.weeks_since(start) + 1;
        cells::just(&entry.get("turns")?, weeks.into())?;
        flag(entry, "war_period_checks")?;
        let at_sea = if campaign {
            entry.get("setup")?.get("at_sea")?.list(|group| {
                let boats = group.get("boats")?.list(|boat| self.boat(&boat))?;
                Ok((group.get("oparea")?.parse()?, boats))
            })?
        } else if entry.get("setup")?.str()? == "as campaign_1" {
            as_campaign.to_vec()
        } else {
            vec![]
        };
        let aces = entry.opt("aces_at_start")?.map_or(Ok(vec![]), |list| {
            list.list(|ace| {
                let (id, rating) = self.ace(&ace.get("ace")?, &ace.get("rating")?)?;
                Ok((self.boat(&ace.get("boat")?)?, id, rating))
            })
        })?;
        let sunk = entry
            .opt("sunk_named")?
            .map_or(Ok(vec![]), |list| list.list(|name| self.unit(&name)))?;
        Ok(War {
            id: cells::text(entry, "id")?,
            name: cells::text(entry, "name")?,
            start,
            turns: weeks as u16,
            period: period(&entry.get("war_period")?)?,
            levels: levels(entry)?,
            four_rotor: flag(entry, "four_rotor")?,
            bases: entry.get("active_bases")?.list(|base| base.parse())?,
            campaign,
            at_sea,
            occurred: entry
                .opt("occurred")?
                .map_or(Ok(vec![]), |list| cells::texts(&list))?,
            sunk,
            aces,
            mediterranean: cells::int_or(entry, "mediterranean_boats", 0..=99, 0)?,
            arctic: cells::int_or(entry, "arctic_boats", 0..=99, 0)?,
            deploy: entry
                .opt("deploy_areas")?
                .map_or(Ok(vec![]), |list| list.list(|area| area.parse()))?,
        })
    }

    fn boat(&self, node: &Node<'_>) -> Result<BoatId, TableError> {
        let names = self.boats.boats.iter().map(|boat| boat.name.as_str());
        cells::named_in(node, names, "boat").map(|place| BoatId(place as u16))
    }

    fn unit(&self, node: &Node<'_>) -> Result<UnitId, TableError> {
        let names = self.ships.units.iter().map(|unit| unit.id.as_str());
        cells::named_in(node, names, "unit").map(|place| UnitId(place as u16))
    }

    fn ace(&self, name: &Node<'_>, rating: &Node<'_>) -> Result<(AceId, u8), TableError> {
        let names = self.aces.list.iter().map(|ace| ace.id.as_str());
        let place = cells::named_in(name, names, "ace")?;
        Ok((AceId(place as u8), rating.int(1..=self.aces.best)?))
    }

    fn patrol(&self, entry: &Node<'_>) -> Result<Patrol, TableError> {
        entry.only(&[
            "id",
            "name",
            "boat",
            "ace",
            "base",
            "start",
            "start_at",
            "war_period",
            "torpedo",
            "b_dienst",
            "enigma",
            "par",
            "max_weeks",
            "supply_ships",
            "special",
            "must_enter",
            "certain",
            "scattered_week",
            "convoys",
        ])?;
        let ace = match entry.opt("ace")? {
            Some(ace) => Some(self.ace(&ace.get("id")?, &ace.get("rating")?)?),
            None => None,
        };
        let supplies = match entry.opt("supply_ships")? {
            None => Vec::new(),
            Some(list) => list.list(|supply| {
                let names = self.boats.supply_ships.iter().map(|ship| ship.id.as_str());
                Ok((
                    cells::named_in(&supply.get("ship")?, names, "supply ship")?,
                    supply.get("oparea")?.parse()?,
                ))
            })?,
        };
        Ok(Patrol {
            id: cells::text(entry, "id")?,
            name: cells::text(entry, "name")?,
            crew: Crew {
                boat: self.boat(&entry.get("boat")?)?,
                ace,
            },
            base: entry.get("base")?.parse()?,
            start: date(&entry.get("start")?)?,
            start_at: entry
                .opt("start_at")?
                .map(|area| area.parse())
                .transpose()?,
            period: period(&entry.get("war_period")?)?,
            levels: levels(entry)?,
            par: entry.get("par")?.int(1..=999)?,
            weeks: entry.get("max_weeks")?.int(1..=48)?,
            supplies,
            must_enter: entry
                .opt("must_enter")?
                .map(|zone| zone.parse())
                .transpose()?,
            certain: entry
                .opt("certain")?
                .map(|name| self.unit(&name))
                .transpose()?,
            scattered_week: entry
                .opt("scattered_week")?
                .map(|week| week.int(1..=48))
                .transpose()?,
            convoys: match entry.opt("convoys")? {
                None => None,
                Some(node) => Some((
                    node.get("oparea")?.parse()?,
                    cells::range(&node.get("tf")?, 0..=9)?,
                )),
            },
            special: entry
                .opt("special")?
                .map(|text| text.str().map(str::to_owned))
                .transpose()?,
        })
    }

    fn battle(&self, entry: &Node<'_>) -> Result<ConvoyBattle, TableError> {
        entry.only(&[
            "id",
            "name",
            "date",
            "war_period",
            "oparea",
            "colour",
            "convoy",
            "torpedo",
            "enigma",
            "nights",
            "boats",
            "par",
            "certain",
            "special",
            "weather_first_night",
        ])?;
        let list = entry.get("boats")?;
        let crews: Vec<Crew> = list.list(|boat| {
            boat.only(&["boat", "ace", "rating"])?;
            let ace = match boat.opt("ace")? {
                Some(ace) => Some(self.ace(&ace, &boat.get("rating")?)?),
                None => None,
            };
            Ok(Crew {
                boat: self.boat(&boat.get("boat")?)?,
                ace,
            })
        })?;
        if !(1..=MOST_BOATS).contains(&crews.len()) {
            return Err(list.error(format!("a battle has 1 to {MOST_BOATS} boats")));
        }
        let weather = match entry.opt("weather_first_night")? {
            None => Weather::Clear,
            Some(cell) => Weather::from_number(cell.int(0..=990)?)
                .ok_or_else(|| cell.expected("990 or 965"))?,
        };
        Ok(ConvoyBattle {
            id: cells::text(entry, "id")?,
            name: cells::text(entry, "name")?,
            month: entry.get("date")?.parse()?,
            period: period(&entry.get("war_period")?)?,
            area: entry.get("oparea")?.parse()?,
            colour: entry.get("colour")?.parse()?,
            code: cells::text(entry, "convoy")?,
            torpedo: entry.get("torpedo")?.int(-2..=2)?,
            enigma: entry.get("enigma")?.int(-3..=3)?,
            nights: entry.get("nights")?.int(1..=5)?,
            weather,
            crews,
            par: entry.get("par")?.int(1..=999)?,
            certain: entry
                .opt("certain")?
                .map_or(Ok(vec![]), |list| list.list(|name| self.unit(&name)))?,
            special: entry
                .opt("special")?
                .map(|text| text.str().map(str::to_owned))
                .transpose()?,
        })
    }
}
