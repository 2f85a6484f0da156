//! Scenarios [15.21], their weather [5.11], and the set-up table [15.81].

use super::cells::{by_id, fixed};
use super::forces::escort_counters;
use super::map::{STORM_SETS, playing, storm};
use crate::tables::{AirValues, ConvoyValues, InitialSetup, Map, ScenarioValues, VictoryLevel};
use crate::units::{Base, Bound, CONVOYS, ConvoyId, EscortKind, Formation, Scenario};
use derbyhouse_tables::{Node, TableError};

/// How many convoys are on the map when the game begins [15.8].
const AT_START: usize = 5;

/// What scenarios and set-up refer to.
pub struct Known<'a> {
    pub air: &'a AirValues,
    pub convoys: &'a [ConvoyValues; CONVOYS],
    pub map: &'a Map,
    pub victory: &'a [VictoryLevel],
}

/// By scenario and chit [5.11]: a scenario names its month.
pub fn formation(
    table: &Node<'_>,
    scenarios: &Node<'_>,
) -> Result<[[Formation; 10]; 4], TableError> {
    let months = Scenario::ALL.map(Scenario::id);
    table.only(&months)?;
    for month in months {
        by_chit(&table.get(month)?)?;
    }
    let entries = by_id(scenarios, Scenario::ALL)?;
    let column = |entry: &Node<'_>| {
        let weather = entry.get("weather")?;
        let month: Scenario = weather.parse().map_err(|_| {
            weather.expected(format!(
                "a month of {}: {}",
                table.path(),
                months.join(", ")
            ))
        })?;
        by_chit(&table.get(month.id())?)
    };
    fixed(scenarios, entries.iter().map(column))
}

fn by_chit(node: &Node<'_>) -> Result<[Formation; 10], TableError> {
    node.list_of(|cell| cell.parse())
}

/// By [`Bound::index`] [15.5]. There are as many as counters.
pub fn dummies(root: &Node<'_>) -> Result<[u8; 2], TableError> {
    let meta = root.get("scenario_meta")?;
    let [east, west] = escort_counters(root, EscortKind::Dummy)?;
    Ok([
        meta.get("dummies_east")?.int(east..=east)?,
        meta.get("dummies_west")?.int(west..=west)?,
    ])
}

/// The forces of the four scenarios [15.21].
pub fn scenarios(root: &Node<'_>, known: &Known<'_>) -> Result<[ScenarioValues; 4], TableError> {
    let meta = root.get("scenario_meta")?;
    meta.only(&["air_ranges", "dummies_east", "dummies_west"])?;
    let ranges = meta.get("air_ranges")?;
    if ranges.list(|range| range.int(1..=99u8))? != known.air.ranges {
        return Err(ranges.error("these are not the ranges of air_group"));
    }
    let node = root.get("scenario")?;
    let entries = by_id(&node, Scenario::ALL)?;
    let kinds = Scenario::ALL.into_iter().zip(&entries);
    fixed(
        &node,
        kinds.map(|(id, entry)| scenario(id, entry, root, known)),
    )
}

fn scenario(
    id: Scenario,
    node: &Node<'_>,
    root: &Node<'_>,
    known: &Known<'_>,
) -> Result<ScenarioValues, TableError> {
    node.only(&[
        "id",
        "label",
        "weather",
        "uboats",
        "uboats_increased",
        "historical_result",
        "escorts_east",
        "escorts_west",
        "air",
        "air_table_variant",
    ])?;
    let history = node.get("historical_result")?;
    if !known
        .victory
        .iter()
        .any(|level| Ok(level.id.as_str()) == history.str())
    {
        return Err(history.expected("the id of a level of victory"));
    }
    let boats = node.get("uboats")?.int(1..=250)?;
    let air = air(&node.get("air")?, None)?;
    let air_as_printed = match node.opt("air_table_variant")? {
        None => air,
        Some(variant) => self::air(&variant, Some(air))?, // R1
    };
    let [east, west] = Bound::ALL.map(|bound| escorts(node, bound, root, known));
    Ok(ScenarioValues {
        id,
        label: node.get("label")?.str()?.to_owned(),
        boats,
        boats_increased: node.get("uboats_increased")?.int(boats..=250)?, // [17.5]
        escorts: [east?, west?],
        air,
        air_as_printed,
        history: history.str()?.to_owned(),
    })
}

/// With the dummies there is one for each convoy of that bound [15.5].
fn escorts(
    scenario: &Node<'_>,
    bound: Bound,
    root: &Node<'_>,
    known: &Known<'_>,
) -> Result<[u8; 4], TableError> {
    let node = scenario.get(&format!("escorts_{bound}"))?;
    node.only(&EscortKind::REAL.map(EscortKind::id))?;
    let escorts: [u8; 4] = fixed(
        &node,
        EscortKind::REAL.into_iter().map(|kind| {
            let counters = escort_counters(root, kind)?[bound.index()];
            node.get(kind.id())?.int(0..=counters)
        }),
    )?;
    let convoys = known.convoys.iter().filter(|c| c.bound == bound).count();
    let dummies = usize::from(dummies(root)?[bound.index()]);
    let real = escorts.iter().copied().map(usize::from).sum::<usize>();
    if real + dummies != convoys {
        return Err(node.error(format!(
            "{real} escorts and {dummies} dummies do not make one for each of {convoys} convoys"
        )));
    }
    Ok(escorts)
}

/// Groups by base and range [15.21]; bases left out stand as given.
fn air(node: &Node<'_>, given: Option<[[u8; 5]; 4]>) -> Result<[[u8; 5]; 4], TableError> {
    node.only(&Base::ALL.map(Base::id))?;
    let mut groups = given.unwrap_or_default();
    for base in Base::ALL {
        let own = match given {
            None => Some(node.get(base.id())?),
            Some(_) => node.opt(base.id())?,
        };
        if let Some(own) = own {
            groups[base.index()] = own.list_of(|count| count.int(0..=50))?;
        }
    }
    Ok(groups)
}

/// By set-up chit [15.81].
pub fn initial(root: &Node<'_>, known: &Known<'_>) -> Result<[InitialSetup; 10], TableError> {
    root.get("initial_setup_meta")?.only(&[])?;
    let mut chit = 0;
    root.get("initial_setup")?.list_of(|node| {
        node.only(&["chit", "convoys", "straggled", "storm_sets", "storms"])?;
        node.get("chit")?.int(chit..=chit)?;
        chit += 1;
        Ok(InitialSetup {
            convoys: convoys_at_start(&node.get("convoys")?, known)?,
            straggled: node
                .get("straggled")?
                .list(|convoy| convoy_at_start(&convoy, known))?,
            storm_sets: node.get("storm_sets")?.list(|set| storm_set(&set))?,
            storms: node
                .get("storms")?
                .list(|hexes| storm(&hexes, known.map.field))?,
        })
    })
}

/// The first five, each with its hex, in order of number [15.8].
fn convoys_at_start(
    node: &Node<'_>,
    known: &Known<'_>,
) -> Result<Vec<(ConvoyId, derbyhouse_kernel::Hex)>, TableError> {
    let first: Vec<&str> = known.convoys[..AT_START]
        .iter()
        .map(|c| c.id.as_str())
        .collect();
    node.only(&first)?;
    let placed = ConvoyId::all().zip(&first);
    placed
        .map(|(convoy, id)| Ok((convoy, playing(&node.get(id)?, &known.map.area)?)))
        .collect()
}

fn convoy_at_start(node: &Node<'_>, known: &Known<'_>) -> Result<ConvoyId, TableError> {
    let id = node.str()?;
    ConvoyId::all()
        .take(AT_START)
        .find(|convoy| known.convoys[convoy.index()].id == id)
        .ok_or_else(|| node.expected("one of the first five convoys"))
}

/// Its place in [`Map::storm_start`].
fn storm_set(node: &Node<'_>) -> Result<usize, TableError> {
    let name = node.str()?;
    let place = STORM_SETS.iter().position(|set| *set == name);
    place.ok_or_else(|| node.expected("A, B or C"))
}
