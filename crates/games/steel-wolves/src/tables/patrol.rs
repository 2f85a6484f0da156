//! Numbers of the week at sea and in base: endurance, transit, crowds, damage, mines, bases, intelligence.

use super::cells::{self, fixed, int_or, periods, range};
use crate::calendar::Period;
use crate::displays::Contact;
use crate::geography::{Area, Base, Group};
use crate::harm::{Bearing, Harm};
use crate::units::Nation;
use derbyhouse_tables::{Node, TableError};
use std::ops::RangeInclusive;

/// The Endurance Check [14.7].
#[derive(Clone, Debug)]
pub struct Endurance {
    /// By rating less 1 and torpedo value plus 2.
    pub numbers: [[i8; 5]; 9],
    pub bypassed: i8,
    pub no_contact: i8,
    pub italian_doctrine: i8,
    pub guns_only: i8,
    pub damaged: i8,
    pub laid_mines: i8,
    pub inexperienced: i8,
    pub jettisoned: i8,
    pub mines_kept: i8,
    pub weather_reporting: i8,
}

pub fn endurance(node: &Node<'_>) -> Result<Endurance, TableError> {
    node.only(&["rule", "columns", "rating", "modifiers"])?;
    let columns: Vec<i8> = node.get("columns")?.list(|value| value.int(-2..=2))?;
    if columns != [-2, -1, 0, 1, 2] {
        return Err(node
            .get("columns")?
            .error("the columns are the torpedo values -2 to +2"));
    }
    let rating = node.get("rating")?;
    let mut numbers = Vec::new();
    for row in 1..=9 {
        numbers.push(
            rating
                .get(&row.to_string())?
                .list_of(|cell| cell.int(0..=9))?,
        );
    }
    let modifiers = node.get("modifiers")?;
    modifiers.only(&[
        "bypassed_search",
        "no_contact",
        "italian_doctrine",
        "guns_only",
        "damaged",
        "laid_minefield",
        "inexperienced",
        "jettisoned_mines",
        "mines_kept",
        "weather_reporting",
    ])?;
    let bonus = |key: &str| modifiers.get(key)?.int(-9..=0);
    let penalty = |key: &str| modifiers.get(key)?.int(0..=9);
    Ok(Endurance {
        numbers: fixed(&rating, numbers)?,
        bypassed: bonus("bypassed_search")?,
        no_contact: bonus("no_contact")?,
        italian_doctrine: bonus("italian_doctrine")?,
        guns_only: bonus("guns_only")?,
        damaged: penalty("damaged")?,
        laid_mines: penalty("laid_minefield")?,
        inexperienced: penalty("inexperienced")?,
        jettisoned: penalty("jettisoned_mines")?,
        mines_kept: bonus("mines_kept")?,
        weather_reporting: bonus("weather_reporting")?,
    })
}

/// Torpedo improvement [6.0].
#[derive(Clone, Debug)]
pub struct TorpedoRules {
    pub start: i8,
    /// For the values -1, 0 and +1: ships sunk, and the die needed.
    pub steps: [Vec<(u16, u8)>; 3],
    /// Other navies [6.1].
    pub others: RangeInclusive<i8>,
}

pub fn torpedo(node: &Node<'_>) -> Result<TorpedoRules, TableError> {
    node.only(&["rule", "start_value_1939", "other_axis_limits", "step"])?;
    let mut from = -1;
    let steps = node.get("step")?.list(|step| {
        step.only(&["from", "to", "rolls"])?;
        cells::just(&step.get("from")?, from)?;
        cells::just(&step.get("to")?, from + 1)?;
        from += 1;
        let mut last = 0;
        step.get("rolls")?.list(|pair| {
            let [ships, needs] = pair.array()?;
            let number = ships.int(1..=9999u16)?;
            if number <= last {
                return Err(ships.error("the numbers of ships rise"));
            }
            last = number;
            Ok((number, needs.int(0..=9)?))
        })
    })?;
    Ok(TorpedoRules {
        start: node.get("start_value_1939")?.int(-2..=2)?,
        steps: fixed(node, steps)?,
        others: range(&node.get("other_axis_limits")?, -2..=2)?,
    })
}

/// Crowds [22.1].
#[derive(Clone, Copy, Debug)]
pub struct Crowd {
    /// Boats that nobody notices, and boats of each further step.
    pub free: u16,
    pub step: u16,
}

impl Crowd {
    /// Steps of a number of boats: added to checks, taken from searches; one more for each further six [22.2].
    pub fn steps(self, boats: u16) -> i8 {
        boats.saturating_sub(self.free).div_ceil(self.step).min(99) as i8
    }
}

pub fn crowd(node: &Node<'_>) -> Result<Crowd, TableError> {
    node.only(&["rule", "rows"])?;
    let rows = node.get("rows")?.items()?;
    let [first, second] = [0, 1].map(|row| {
        let row = rows
            .get(row)
            .ok_or_else(|| node.error("two rows at least"))?;
        range(&row.get("subs")?, 0..=999u16)
    });
    let (first, second) = (first?, second?);
    let crowd = Crowd {
        free: *first.end(),
        step: second.end() - first.end(),
    };
    for row in &rows {
        row.only(&["subs", "transit", "search"])?;
        let boats = range(&row.get("subs")?, 0..=999u16)?;
        for number in [*boats.start(), *boats.end()] {
            let steps = i64::from(crowd.steps(number));
            cells::just(&row.get("transit")?, steps)?;
            cells::just(&row.get("search")?, -steps)?;
        }
    }
    Ok(crowd)
}

/// Packs [24.1], [24.11].
#[derive(Clone, Debug)]
pub struct PackRules {
    /// First attempt of each step, and its number.
    pub attempts: Vec<(RangeInclusive<u8>, i8)>,
    pub no_shadower: i8,
    pub lesser: i8,
    pub adjacent: i8,
    pub aircraft: i8,
    pub inexperienced: i8,
    /// By [`Period::index`]; none in the first.
    pub huff_duff: [Option<[Bearing; 10]>; 5],
}

impl PackRules {
    /// The number that an attempt must exceed; the finder is boat 1.
    pub fn number(&self, attempt: u8) -> i8 {
        let row = self
            .attempts
            .iter()
            .find(|(attempts, _)| attempts.contains(&attempt));
        row.or(self.attempts.last())
            .map_or(0, |(_, number)| *number)
    }
}

pub fn pack(root: &Node<'_>) -> Result<PackRules, TableError> {
    let node = root.get("wolfpack_congregation")?;
    node.only(&["rule", "attempts", "modifiers"])?;
    let mut next = 2;
    let attempts = node.get("attempts")?.list(|row| {
        row.only(&["from", "to", "number"])?;
        cells::just(&row.get("from")?, i64::from(next))?;
        let to = row.get("to")?.int(next..=99u8)?;
        let from = std::mem::replace(&mut next, to + 1);
        Ok((from..=to, row.get("number")?.int(0..=9)?))
    })?;
    let modifiers = node.get("modifiers")?;
    modifiers.only(&[
        "no_shadower",
        "task_force_small_or_special_convoy",
        "enigma_level",
        "ace_skipper",
        "from_adjacent_oparea_wp5",
        "per_german_aircraft",
        "weather_990",
        "inexperienced",
    ])?;
    cells::is(&modifiers.get("enigma_level")?, "+level")?;
    cells::is(&modifiers.get("ace_skipper")?, "+rating")?;
    let of = |key: &str| modifiers.get(key)?.int(-9..=9);
    if of("weather_990")?
        != root
            .get("weather")?
            .get("mbar990")?
            .get("wolfpack_drm")?
            .int(-9..=9)?
    {
        return Err(modifiers
            .get("weather_990")?
            .error("the weather table says otherwise"));
    }
    let table = root.get("huff_duff")?;
    table.only(&["rule", "wp2", "wp3", "wp4", "wp5"])?;
    let mut huff_duff = [None; 5];
    for period in &Period::ALL[1..] {
        huff_duff[period.index()] = Some(table.get(period.id())?.list_of(|cell| cell.parse())?);
    }
    Ok(PackRules {
        attempts,
        no_shadower: of("no_shadower")?,
        lesser: of("task_force_small_or_special_convoy")?,
        adjacent: of("from_adjacent_oparea_wp5")?,
        aircraft: of("per_german_aircraft")?,
        inexperienced: of("inexperienced")?,
        huff_duff,
    })
}

/// Armed merchants [27.1].
#[derive(Clone, Copy, Debug)]
pub struct DemsRules {
    /// Highest die that is armed, by [`Period::index`].
    pub armed: [u8; 5],
    /// The same of American ships in the fourth period.
    pub american: u8,
}

pub fn dems(node: &Node<'_>) -> Result<DemsRules, TableError> {
    node.only(&["rule", "wp1", "wp2", "wp3", "wp4", "wp5", "american_wp4"])?;
    Ok(DemsRules {
        armed: periods(node, |_, cell| cell.int(0..=9))?,
        american: node.get("american_wp4")?.int(0..=9)?,
    })
}

/// Minefields [26.2].
#[derive(Clone, Debug)]
pub struct MineRules {
    /// By [`Period::index`].
    pub period: [i8; 5],
    /// In zones of West waters in the fourth period.
    pub west: i8,
    /// Totals, and pieces drawn.
    pub rows: Vec<(RangeInclusive<i8>, u8)>,
    pub counters: u8,
}

pub fn mines(node: &Node<'_>) -> Result<MineRules, TableError> {
    node.only(&[
        "rule",
        "cup",
        "period_modifier",
        "west_smz_modifier_wp4",
        "rows",
        "counters",
    ])?;
    cells::is(&node.get("cup")?.get("default")?, "loner")?;
    Ok(MineRules {
        period: periods(&node.get("period_modifier")?, |_, cell| cell.int(-9..=9))?,
        west: node.get("west_smz_modifier_wp4")?.int(-9..=9)?,
        rows: node.get("rows")?.list(|row| {
            row.only(&["total", "draw"])?;
            Ok((
                range(&row.get("total")?, -9..=20)?,
                row.get("draw")?.int(0..=9)?,
            ))
        })?,
        counters: node.get("counters")?.int(1..=99)?,
    })
}

/// The damage table: 0 superficial, else a repair box [18.3].
pub fn damage(node: &Node<'_>) -> Result<[u8; 10], TableError> {
    node.only(&["rule", "results"])?;
    node.get("results")?.list_of(|cell| cell.int(0..=3))
}

/// The Transit Event check and its table [19.1].
#[derive(Clone, Debug)]
pub struct TransitRules {
    pub grid: [[Harm; 10]; 10],
    pub patrol: i8,
    pub icon: i8,
    pub cautious: i8,
    pub spotted: i8,
    pub zone: i8,
    pub naval_base: i8,
    pub inexperienced: i8,
}

pub fn transit(node: &Node<'_>) -> Result<TransitRules, TableError> {
    node.only(&["rule", "check", "grid", "causes", "modifiers"])?;
    let modifiers = node.get("modifiers")?;
    let of = |key: &str| modifiers.get(key)?.int(-9..=9);
    Ok(TransitRules {
        grid: node
            .get("grid")?
            .list_of(|row| row.list_of(|cell| cell.parse()))?,
        patrol: of("patrol_movement")?,
        icon: of("coastal_or_aircraft_icon")?,
        cautious: of("cautious_transit")?,
        spotted: of("spotted_wp3_or_later")?,
        zone: of("entering_smz")?,
        naval_base: of("entering_naval_base")?,
        inexperienced: of("inexperienced")?,
    })
}

/// What becomes of who gives supplies: the second die, with Enigma but for interned tankers, up to which it befalls him
/// [21.3].
#[derive(Clone, Debug)]
pub struct SupplyRules {
    /// [21.31B]
    pub interned_removed: i8,
    /// [21.32B]
    pub at_sea_removed: i8,
    /// [21.33B]
    pub tanker_sunk: i8,
    pub tanker_damaged: i8,
}

pub fn supply(node: &Node<'_>) -> Result<SupplyRules, TableError> {
    node.only(&[
        "rule",
        "interned_removed_up_to",
        "at_sea_removed_up_to",
        "tanker_sunk_up_to",
        "tanker_damaged_up_to",
    ])?;
    let of = |key: &str| node.get(key)?.int(-1..=9);
    let rules = SupplyRules {
        interned_removed: of("interned_removed_up_to")?,
        at_sea_removed: of("at_sea_removed_up_to")?,
        tanker_sunk: of("tanker_sunk_up_to")?,
        tanker_damaged: of("tanker_damaged_up_to")?,
    };
    if rules.tanker_damaged < rules.tanker_sunk {
        let cell = node.get("tanker_damaged_up_to")?;
        return Err(cell.error("a tanker is damaged by higher dice than those that sink it"));
    }
    Ok(rules)
}

/// The die up to which a returning boat has no torpedoes left [15.43].
pub fn out_of_torpedoes(node: &Node<'_>) -> Result<u8, TableError> {
    node.only(&["rule", "out_of_torpedoes_up_to"])?;
    node.get("out_of_torpedoes_up_to")?.int(0..=9)
}

/// The die up to which a period changes in the month of its check [17.1].
pub fn progress(node: &Node<'_>) -> Result<u8, TableError> {
    node.only(&["rule", "changes_up_to"])?;
    node.get("changes_up_to")?.int(0..=9)
}

/// General ASW level by period and group [14.2A].
pub fn general_asw(node: &Node<'_>) -> Result<[[i8; 8]; 5], TableError> {
    node.only(&["rule", "wp1", "wp2", "wp3", "wp4", "wp5"])?;
    periods(node, |_, row| {
        let default = row.get("default")?.int(0..=9)?;
        let mut levels = [default; 8];
        for (key, level) in row.entries()? {
            if key != "default" {
                let group: Group = key.parse().map_err(|why: String| level.error(why))?;
                levels[group.index()] = level.int(0..=9)?;
            }
        }
        Ok(levels)
    })
}

/// A row of the B-Dienst table [7.11].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signals {
    pub area: Option<Area>,
    pub task_force: Option<RangeInclusive<u8>>,
    pub special_convoy: Option<RangeInclusive<u8>>,
}

impl Signals {
    /// What a convoy found there is, by die [7.12].
    pub fn contact(&self, die: u8) -> Contact {
        let within = |range: &Option<RangeInclusive<u8>>| {
            range.as_ref().is_some_and(|range| range.contains(&die))
        };
        if within(&self.task_force) {
            Contact::TaskForce
        } else if within(&self.special_convoy) {
            Contact::SpecialConvoy
        } else {
            Contact::Convoy
        }
    }

    /// Whether a die is thrown for convoys.
    pub fn asks(&self) -> bool {
        self.task_force.is_some() || self.special_convoy.is_some()
    }
}

pub fn b_dienst(node: &Node<'_>) -> Result<[[Signals; 10]; 5], TableError> {
    node.only(&["rule", "wp1", "wp2", "wp3", "wp4", "wp5"])?;
    periods(node, |_, rows| {
        rows.list_of(|row| {
            row.only(&["area", "tf", "sc"])?;
            let area = row.get("area")?;
            let dice = |key: &str| row.opt(key)?.map(|cell| range(&cell, 0..=9u8)).transpose();
            Ok(Signals {
                area: if area.str()? == "none" {
                    None
                } else {
                    Some(area.parse()?)
                },
                task_force: dice("tf")?,
                special_convoy: dice("sc")?,
            })
        })
    })
}

/// Allied torpedo values [14.6]: in 1939, in 1940 or the second period, then by period.
#[derive(Clone, Debug)]
pub struct AlliedTorpedoes {
    rows: [Vec<(Option<Nation>, i8)>; 5],
}

impl AlliedTorpedoes {
    /// The value of a nation at a date.
    pub fn value(&self, year: u16, period: Period, nation: Nation) -> i8 {
        let row = match period {
            Period::One | Period::Two if year <= 1939 => 0,
            Period::One | Period::Two => 1,
            later => later.index(),
        };
        let of = |wanted: Option<Nation>| {
            self.rows[row]
                .iter()
                .find(|(of, _)| *of == wanted)
                .map(|(_, value)| *value)
        };
        of(Some(nation)).or(of(None)).unwrap_or(0)
    }
}

pub fn allied_torpedoes(node: &Node<'_>) -> Result<AlliedTorpedoes, TableError> {
    let keys = ["1939", "1940_or_wp2", "wp3", "wp4", "wp5"];
    node.only(&["rule", keys[0], keys[1], keys[2], keys[3], keys[4]])?;
    let mut rows = Vec::new();
    for key in keys {
        let row = node.get(key)?;
        row.get("default")?;
        let mut values = Vec::new();
        for (nation, value) in row.entries()? {
            let nation = match nation {
                "default" => None,
                name => Some(name.parse().map_err(|why: String| value.error(why))?),
            };
            values.push((nation, value.int(-2..=2)?));
        }
        rows.push(values);
    }
    Ok(AlliedTorpedoes {
        rows: fixed(node, rows)?,
    })
}

/// A base's track [9.0], [10.0].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track {
    pub work_up: u8,
    /// Numbers of repair boxes 1, 2 and 3; none at a tender.
    pub repair: Option<[u8; 3]>,
    pub capacity: u8,
    /// From the fourth period on.
    pub capacity_late: u8,
}

/// Tracks of the bases by [`Base::index`], and of tenders.
pub fn tracks(node: &Node<'_>) -> Result<([Track; 6], Track), TableError> {
    let mut all = Vec::new();
    for base in Base::ALL {
        let row = node.get(base.id())?;
        row.only(&["work_up", "r1", "r2", "r3", "capacity", "capacity_wp4"])?;
        let number = |key: &str| row.get(key)?.int(0..=9);
        let capacity = row.get("capacity")?.int(1..=99)?;
        all.push(Track {
            work_up: number("work_up")?,
            repair: Some([number("r1")?, number("r2")?, number("r3")?]),
            capacity,
            capacity_late: int_or(&row, "capacity_wp4", 1..=99, capacity)?,
        });
    }
    let tender = node.get("tender")?;
    tender.only(&["work_up", "capacity_source"])?;
    let work_up = tender.get("work_up")?.int(0..=9)?;
    Ok((
        fixed(node, all)?,
        Track {
            work_up,
            repair: None,
            capacity: 0,
            capacity_late: 0,
        },
    ))
}
