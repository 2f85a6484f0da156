//! Patrol set-up by date [19.size], [20.setup_cup], [21.load_limits], [22.weather].

use super::Faces;
use super::cells::{by_name, faces, shared_faces};
use super::escorts::Escorts;
use crate::boats::{BoatType, End, TorpedoType};
use crate::calendar::{Era, Month};
use crate::conditions::{MapSide, Speed, Time, Weather};
use crate::escorts::{EscortId, EscortType};
use derbyhouse_tables::{Node, TableError};

/// Everything that set-up rolls for.
#[derive(Clone, Debug)]
pub struct SetupRules {
    /// Faces that make the convoy large, by [`Era::index`] [19.size].
    pub large: [Faces; 2],
    /// Faces that make it fast, by [`Era::index`] [19.speed].
    pub fast: [Faces; 2],
    /// Highest d10 for bad weather, by month of the year [22.weather].
    pub bad_weather: [u8; 12],
    /// Faces that make it day [22.time].
    pub day: Faces,
    /// Highest d10 for a special ship, by [`Era::index`] [19.special_ship].
    pub special_present: [u8; 2],
    /// Highest d10 that puts the troop transport among the candidates [19.special_ship].
    pub troop_transport: u8,
    /// Most torpedoes, by [`BoatType::index`] and [`End::index`] [21.load_limits].
    pub most_torpedoes: [[u8; 2]; 2],
    /// Least of one type, by [`Era::index`] [21.era_minimum].
    pub era_minimum: [(TorpedoType, u8); 2],
    /// Set-up cups, in order of date.
    pub cups: Vec<CupValues>,
    /// Fate points of a new draw in set-up [17.fp_repull_8].
    pub repull_fp: u8,
}

/// What goes into the set-up cup [20.setup_cup].
#[derive(Clone, Debug)]
pub struct CupValues {
    pub from: Month,
    pub to: Month,
    pub escorts: Vec<EscortId>,
    pub false_contacts: u8,
    /// Drawn unseen into the distribution cup [20.distribution_cup].
    pub drawn: u8,
    /// False contacts added to it [20.distribution_cup].
    pub added: u8,
}

impl CupValues {
    /// Pieces in the set-up cup.
    pub fn in_setup(&self) -> usize {
        self.escorts.len() + usize::from(self.false_contacts)
    }

    /// Pieces in the distribution cup.
    pub fn in_distribution(&self) -> usize {
        usize::from(self.drawn) + usize::from(self.added)
    }
}

impl SetupRules {
    /// The size of the convoy [19.size].
    pub fn side(&self, era: Era, d10: u8) -> MapSide {
        if self.large[era.index()].has(d10) {
            MapSide::Large
        } else {
            MapSide::Small
        }
    }

    /// Its speed [19.speed].
    pub fn speed(&self, era: Era, d10: u8) -> Speed {
        if self.fast[era.index()].has(d10) {
            Speed::Fast
        } else {
            Speed::Slow
        }
    }

    /// The weather, by the month of the year from 0 [22.weather].
    pub fn weather(&self, month: usize, d10: u8) -> Weather {
        if d10 <= self.bad_weather[month % 12] {
            Weather::Bad
        } else {
            Weather::Good
        }
    }

    /// The time of day [22.time].
    pub fn time(&self, d10: u8) -> Time {
        if self.day.has(d10) {
            Time::Day
        } else {
            Time::Night
        }
    }

    /// Whether a load is allowed: what the card gives, what fits, and the least of a type [21.load_card],
    /// [21.load_limits], [21.era_minimum]. Torpedoes by [`End::index`] and [`TorpedoType::index`].
    pub fn is_load(&self, kind: BoatType, card: u8, era: Era, load: [[u8; 2]; 2]) -> bool {
        let sum = |end: [u8; 2]| end[0] + end[1];
        let (least_of, least) = self.era_minimum[era.index()];
        let fits = End::ALL
            .into_iter()
            .all(|end| sum(load[end.index()]) <= self.most_torpedoes[kind.index()][end.index()]);
        let of_type = load[0][least_of.index()] + load[1][least_of.index()];
        fits && sum(load[0]) + sum(load[1]) <= card && of_type >= least
    }

    /// The cup of a month; the loader has made sure that there is one.
    pub fn cup(&self, month: Month) -> &CupValues {
        let last = self.cups.len() - 1;
        let found = self.cups.iter().find(|cup| month <= cup.to);
        found.unwrap_or(&self.cups[last])
    }
}

pub fn read(root: &Node<'_>) -> Result<SetupRules, TableError> {
    let node = root.get("setup")?;
    node.only(&[
        "convoy_size",
        "convoy_speed",
        "weather",
        "time_of_day",
        "special_ship",
        "torpedo_load",
        "escort_cup",
    ])?;
    let two = |key: &str, names: [&str; 2]| {
        let table = node.get(key)?;
        table.only(&["early", "late", "repull_fp"])?;
        let era = |era: &str| Ok(shared_faces(&table.get(era)?, names)?[1]);
        Ok([era("early")?, era("late")?])
    };
    let special = node.get("special_ship")?;
    special.only(&[
        "large_map_only",
        "present_if_d10_at_most",
        "tt_possible_if_d10_at_most",
    ])?;
    if !special.get("large_map_only")?.bool()? {
        return Err(special
            .get("large_map_only")?
            .error("ring 4, where it goes, is on the large map only"));
    }
    let at_most = |cell: Node<'_>| cell.int(0..=10u8);
    let load = node.get("torpedo_load")?;
    Ok(SetupRules {
        large: two("convoy_size", ["small", "large"])?,
        fast: two("convoy_speed", ["slow", "fast"])?,
        bad_weather: weather(&node.get("weather")?)?,
        day: time(&node.get("time_of_day")?)?,
        special_present: by_name(&special.get("present_if_d10_at_most")?, Era::ALL, at_most)?,
        troop_transport: at_most(special.get("tt_possible_if_d10_at_most")?)?,
        most_torpedoes: most_torpedoes(&load)?,
        era_minimum: by_name(&load.get("era_minimum")?, Era::ALL, |cell| {
            cell.only(&["type", "count"])?;
            Ok((cell.get("type")?.parse()?, cell.get("count")?.int(0..=10)?))
        })?,
        cups: cups(root, &node.get("escort_cup")?)?,
        repull_fp: repull_fp(root, &node)?,
    })
}

/// One price for every new draw.
fn repull_fp(root: &Node<'_>, node: &Node<'_>) -> Result<u8, TableError> {
    let price = root.get("points")?.get("repull_fp")?.int(1..=99)?;
    for table in [
        "convoy_size",
        "convoy_speed",
        "weather",
        "time_of_day",
        "torpedo_load",
    ] {
        node.get(table)?.get("repull_fp")?.int(price..=price)?;
    }
    Ok(price)
}

fn weather(node: &Node<'_>) -> Result<[u8; 12], TableError> {
    node.only(&["bad_if_d10_at_most", "repull_fp"])?;
    let months: [String; 12] = std::array::from_fn(|month| format!("{:02}", month + 1));
    by_name(&node.get("bad_if_d10_at_most")?, months, |cell| {
        cell.int(0..=10)
    })
}

fn time(node: &Node<'_>) -> Result<Faces, TableError> {
    node.only(&["day", "night", "repull_fp"])?;
    let [day, _] = shared_faces(node, ["day", "night"])?;
    faces(&node.get("day")?)?;
    Ok(day)
}

/// The tubes are part of a type; the loads are not [21.load_limits].
fn most_torpedoes(node: &Node<'_>) -> Result<[[u8; 2]; 2], TableError> {
    node.only(&["max_by_type", "tubes", "era_minimum", "repull_fp"])?;
    let tubes = node.get("tubes")?;
    tubes.only(&["VII", "IX"])?;
    for kind in BoatType::ALL {
        for end in End::ALL {
            let cell = tubes.get(kind.id())?.get(end.id())?;
            let expected = kind.all_tubes().filter(|tube| tube.end() == end);
            if !expected
                .map(|tube| tube.number())
                .eq(cell.list(|tube| tube.int(1..=6u8))?)
            {
                return Err(cell.error(format!("these are not the {end} tubes of a Type {kind}")));
            }
        }
    }
    by_name(&node.get("max_by_type")?, BoatType::ALL, |kind| {
        by_name(&kind, End::ALL, |most| most.int(1..=20))
    })
}

fn cups(root: &Node<'_>, node: &Node<'_>) -> Result<Vec<CupValues>, TableError> {
    let counters = root.get("escort")?.items()?;
    let mut next = Some(Month::FIRST);
    let cups = node.list(|cup| {
        cup.only(&[
            "from",
            "to",
            "DD",
            "DE",
            "C",
            "S",
            "false_contacts",
            "draw_into_distribution",
            "added_false_contacts",
        ])?;
        let (from, to) = (cup.get("from")?, cup.get("to")?);
        let (first, last): (Month, Month) = (from.parse()?, to.parse()?);
        if Some(first) != next || last < first {
            return Err(from.error("each cup begins the month after the one before it ends"));
        }
        next = last.next();
        let false_contacts = cup.get("false_contacts")?.int(0..=20)?;
        let escorts = cup_escorts(&counters, &cup)?;
        let inside = escorts.len() as u8 + false_contacts;
        Ok(CupValues {
            from: first,
            to: last,
            drawn: cup.get("draw_into_distribution")?.int(0..=inside)?,
            added: cup.get("added_false_contacts")?.int(0..=30)?,
            escorts,
            false_contacts,
        })
    })?;
    match next {
        None => Ok(cups),
        Some(month) => Err(node.error(format!("there is no cup for {month}"))),
    }
}

fn cup_escorts(counters: &[Node<'_>], cup: &Node<'_>) -> Result<Vec<EscortId>, TableError> {
    let mut escorts = Vec::new();
    for kind in EscortType::ALL {
        for number in cup.get(kind.id())?.items()? {
            let key = format!("{kind}{}", number.int(1..=99u8)?);
            let place = counters.iter().position(|node| {
                node.get("key")
                    .is_ok_and(|name| name.str().is_ok_and(|name| name == key))
            });
            let place = place.ok_or_else(|| number.error(format!("there is no escort {key}")))?;
            escorts.push(EscortId(place as u8));
        }
    }
    Ok(escorts)
}

/// No two escorts of one cup have the same number: requests are told apart by it.
pub fn check_against(
    rules: &SetupRules,
    escorts: &Escorts,
    node: &Node<'_>,
) -> Result<(), TableError> {
    for (cup, node) in rules.cups.iter().zip(node.get("escort_cup")?.items()?) {
        let mut numbers: Vec<u8> = cup
            .escorts
            .iter()
            .map(|id| escorts.escort(*id).number)
            .collect();
        numbers.sort_unstable();
        if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(node.error("two escorts of this cup have the same number"));
        }
    }
    Ok(())
}
