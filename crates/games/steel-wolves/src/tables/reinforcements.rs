//! The reinforcement list [8.0].

use super::cells;
use super::submarines::{Entry, Submarines};
use crate::calendar::{Month, Period};
use crate::fleet::BoatId;
use crate::geography::Base;
use derbyhouse_tables::{Node, TableError};

/// What a month brings.
#[derive(Clone, Debug, Default)]
pub struct MonthList {
    /// Boats that come, and whether their crews are new.
    pub arrivals: Vec<(BoatId, bool)>,
    pub withdraw: Vec<BoatId>,
    pub returns: Vec<(BoatId, Base)>,
    pub period_check: Option<Period>,
    pub barbarossa_check: bool,
    pub b_dienst: Option<i8>,
    /// Level, and whether the fourth rotor comes or goes with it.
    pub enigma: Option<(i8, Option<bool>)>,
    /// An ace may change from one boat to another [25.31].
    pub ace_offers: Vec<(BoatId, BoatId)>,
    /// Axis aircraft that enter, by place in the table [7.5].
    pub aircraft: Vec<u8>,
    /// Italian boats that go home for good.
    pub home: Vec<BoatId>,
    /// Units that can be traded for, by the political option [8.0].
    pub trade: Vec<BoatId>,
}

/// One entry for each month of the war.
pub fn read(root: &Node<'_>, boats: &Submarines) -> Result<Vec<MonthList>, TableError> {
    root.only(&["meta", "month"])?;
    root.get("meta")?.only(&[
        "game",
        "first",
        "last",
        "weeks_per_month",
        "designed_refits",
    ])?;
    let mut months = Vec::new();
    let mut next = Some(Month::FIRST);
    for entry in root.get("month")?.items()? {
        entry.only(&[
            "date", "arrivals", "inexp", "italian", "withdraw", "returns", "changes",
        ])?;
        let date = entry.get("date")?;
        let month: Month = date.parse()?;
        if Some(month) != next {
            return Err(date.error("the months follow one another from 9/39 to 5/43"));
        }
        next = month.plus(1);
        months.push(month_list(month, &entry, boats)?);
    }
    match next {
        None => check(&months, root, boats).map(|()| months),
        Some(missing) => Err(root.error(format!("the list has no entry for {missing}"))),
    }
}

fn boat(node: &Node<'_>, boats: &Submarines) -> Result<BoatId, TableError> {
    let names = boats.boats.iter().map(|boat| boat.name.as_str());
    cells::named_in(node, names, "boat").map(|place| BoatId(place as u16))
}

fn list_of(entry: &Node<'_>, key: &str, boats: &Submarines) -> Result<Vec<BoatId>, TableError> {
    entry
        .opt(key)?
        .map_or(Ok(vec![]), |list| list.list(|name| boat(&name, boats)))
}

fn month_list(month: Month, entry: &Node<'_>, boats: &Submarines) -> Result<MonthList, TableError> {
    let inexperienced = list_of(entry, "inexp", boats)?;
    let mut arrivals = Vec::new();
    for key in ["arrivals", "italian"] {
        for id in list_of(entry, key, boats)? {
            if boats.boat(id).entry != Entry::Month(month) {
                return Err(entry
                    .get(key)?
                    .error(format!("{} enters in another month", boats.boat(id).name)));
            }
            if inexperienced.contains(&id) != boats.boat(id).inexperienced {
                let name = &boats.boat(id).name;
                return Err(entry.error(format!(
                    "{name} is inexperienced here or in submarines.toml, but not in both"
                )));
            }
            arrivals.push((id, inexperienced.contains(&id)));
        }
    }
    let mut list = MonthList {
        arrivals,
        withdraw: list_of(entry, "withdraw", boats)?,
        returns: entry.opt("returns")?.map_or(Ok(vec![]), |list| {
            list.list(|back| Ok((boat(&back.get("boat")?, boats)?, back.get("base")?.parse()?)))
        })?,
        ..MonthList::default()
    };
    for change in entry
        .opt("changes")?
        .map_or(Ok(vec![]), |list| list.items())?
    {
        apply(&mut list, &change, boats)?;
    }
    Ok(list)
}

fn apply(list: &mut MonthList, change: &Node<'_>, boats: &Submarines) -> Result<(), TableError> {
    change.only(&[
        "bracket",
        "kind",
        "value",
        "four_rotor",
        "unit",
        "units",
        "to",
        "ace",
        "from_boat",
        "to_boat",
    ])?;
    let kind = change.get("kind")?;
    match kind.str()? {
        "war_period_check" => {
            let to = change.get("to")?;
            list.period_check =
                Some(Period::new(to.int(2..=5)?).ok_or_else(|| to.expected("a war period"))?);
        }
        "barbarossa_check" => list.barbarossa_check = true,
        "b_dienst_level" => list.b_dienst = Some(change.get("value")?.int(-3..=3)?),
        "enigma_level" => {
            let rotor = change
                .opt("four_rotor")?
                .map(|cell| cell.bool())
                .transpose()?;
            list.enigma = Some((change.get("value")?.int(-3..=3)?, rotor));
        }
        "ace_transfer" => {
            let pair = (
                boat(&change.get("from_boat")?, boats)?,
                boat(&change.get("to_boat")?, boats)?,
            );
            list.ace_offers.push(pair);
        }
        "aircraft" => {
            let names = boats.aircraft.iter().map(|plane| plane.id.as_str());
            let plane = cells::named_in(&change.get("unit")?, names, "aircraft")?;
            list.aircraft.push(plane as u8);
        }
        "italian_return_home" => {
            list.home = change.get("units")?.list(|name| boat(&name, boats))?;
        }
        "trade_unit" => list.trade = change.get("units")?.list(|name| boat(&name, boats))?,
        // Units have their dates themselves, bases theirs.
        "aircraft_note" | "war_mix_add" => {}
        _ => return Err(kind.expected("a kind of change")),
    }
    Ok(())
}

/// Every boat that enters in a month is on its list.
fn check(months: &[MonthList], root: &Node<'_>, boats: &Submarines) -> Result<(), TableError> {
    let arrive = |id: BoatId| {
        months
            .iter()
            .flat_map(|month| &month.arrivals)
            .any(|(other, _)| *other == id)
    };
    for (place, values) in boats.boats.iter().enumerate() {
        let listed = arrive(BoatId(place as u16));
        let optional = values.name.starts_with("UD");
        if values.entry != Entry::Scenario && !listed && !optional {
            return Err(root.error(format!("{} is on no list of arrivals", values.name)));
        }
    }
    Ok(())
}
