//! Weather, ice, fuel, command and victory: the rest of the charts (chapter 2), (chapter 4), [5.1.2], (chapter 8), (chapter 9), (chapter 10), (chapter 11).

use super::cells::{Bands, bands, by, by_name, result_bands, vp, worth};
use crate::ice::Ice;
use crate::time::{Daylight, Fortnight, Turn};
use crate::vp::Vp;
use crate::weather::{Column, Weather};
use derbyhouse_kernel::named;
use derbyhouse_tables::{Node, TableError};

named! {
    /// A column of the Weather Table.
    Season, "season" {
        Summer = "summer",
        Equinox = "equinox",
        Winter = "winter",
    }
}

/// Weather, Dispersal, rejoining (chapter 9).
#[derive(Clone, Debug)]
pub struct WeatherRules {
    seasons: [Season; 12],
    columns: [Bands<Weather>; 3],
    /// On the next roll, by present weather [9.1].
    pub drm: [i8; 5],
    /// By excess of the weather sum [9.3.2].
    pub dispersal: Vec<i8>,
    card_columns: [Column; 5],
    /// Quarters of the Dispersed MX [9.3.3].
    pub rejoin: Bands<u8>,
    pub rejoin_fair: i8,
    pub daylight: [Daylight; 12],
}

impl WeatherRules {
    /// The column of a month, 1 to 12.
    pub fn column(&self, month: u8) -> &Bands<Weather> {
        let season = self.seasons[usize::from(month.clamp(1, 12)) - 1];
        &self.columns[season.index()]
    }

    /// The column of a card that is read in that weather [6.2].
    pub fn card_column(&self, weather: Weather) -> Column {
        self.card_columns[weather.index()]
    }
}

/// Ice (chapter 10).
#[derive(Clone, Debug)]
pub struct IceRules {
    /// By predicted condition [10.1].
    pub actual: [Bands<Ice>; 5],
    /// Damage cards by actual condition [10.2].
    pub cards: [u8; 5],
    /// Whether "+X" numbers count.
    pub plus: [bool; 5],
    /// The least die that enters Thin Pack [10.2.4].
    pub thin_pack: u8,
    pub axis_may_enter: Vec<Ice>,
}

/// Fuel (chapter 11).
#[derive(Clone, Copy, Debug)]
pub struct FuelRules {
    pub endurance: u16,
    pub heavy_only: u16,
    pub heavy_split_bonus: u16,
    pub danger: u16,
    pub soviet: u16,
    pub soviet_split_bonus: u16,
    pub training_danger: u16,
    pub high_speed: u16,
    pub surface_combat: u16,
    pub air_attack: u16,
    pub offensive_asw: u16,
    pub ras_cs_per_oiler: u8,
    pub oil_per_cs: u8,
    pub oil_step: u8,
    pub patrol_white: Turn,
}

named! {
    /// A track of Command Points [4.3].
    Track, "Command Point track" {
        HomeFleet = "home_fleet",
        SevernyFlot = "severny_flot",
        GruppeNord = "gruppe_nord",
    }
}

/// Command Points [4.3].
#[derive(Clone, Debug)]
pub struct CommandRules {
    pub home_fleet_start: u8,
    /// VP to the enemy by points spent.
    vp: [Vec<i32>; 3],
}

impl CommandRules {
    /// VP that so many points cost their owner, as a positive number [2.3].
    pub fn cost(&self, track: Track, spent: u8) -> i32 {
        let costs = &self.vp[track.index()];
        costs[usize::from(spent).min(costs.len() - 1)]
    }

    /// The most points the track has room for.
    pub fn most(&self, track: Track) -> u8 {
        (self.vp[track.index()].len() - 1) as u8
    }
}

/// Victory (chapter 2).
#[derive(Clone, Debug)]
pub struct VictoryRules {
    pub allied_win: Vp,
    pub axis_win: Vp,
    pub loaded_arrival: Vp,
    pub loaded_sunk_extra: Vp,
    /// Of a Convoy must arrive, in fourths [2.1.2].
    pub fourths_needed: u16,
    pub shortfall: Vp,
    pub critical_capital: Vp,
    pub critical_cruiser: Vp,
    pub critical_cve: Vp,
    pub critical_flotilla_cs: Vp,
    pub damaged_axis: Vp,
    pub damaged_allied: Vp,
    pub patrol_white: Vp,
    pub campaign_month: i32,
}

/// Foreign warships in Soviet ports, by date [5.1.2].
#[derive(Clone, Copy, Debug)]
pub struct PortLimit {
    pub from: Fortnight,
    pub to: Fortnight,
    pub capital: u8,
    pub cruisers: u8,
    pub flotilla_cs: u8,
}

/// The charts that are not of combat.
#[derive(Clone, Debug)]
pub struct Conduct {
    pub weather: WeatherRules,
    pub ice: IceRules,
    pub fuel: FuelRules,
    pub command: CommandRules,
    pub victory: VictoryRules,
    pub port_limits: Vec<PortLimit>,
    /// Turns by which the start shifts [8.3.1].
    pub variable_start: Bands<i8>,
    /// Hexes at High, Moderate and Slow Speed [5.1].
    pub speeds: [u8; 3],
}

pub fn read(root: &Node<'_>) -> Result<Conduct, TableError> {
    let start = root.get("variable_start")?.get("results")?;
    let speed = root.get("speed")?;
    let hexes = |key| speed.get(key)?.int(1..=9);
    Ok(Conduct {
        weather: weather(root)?,
        ice: ice(&root.get("ice")?)?,
        fuel: fuel(&root.get("fuel")?)?,
        command: command(&root.get("command_points")?)?,
        victory: victory(&root.get("victory")?)?,
        port_limits: port_limits(&root.get("port_limits")?)?,
        variable_start: bands(&start, &["turns"], |entry| entry.get("turns")?.int(-9..=9))?,
        speeds: [hexes("high")?, hexes("moderate")?, hexes("slow")?],
    })
}

fn by_month<T>(
    node: &Node<'_>,
    read: impl Fn(Node<'_>) -> Result<T, TableError>,
) -> Result<[T; 12], TableError> {
    let months: [String; 12] = std::array::from_fn(|month| format!("{:02}", month + 1));
    by_name(node, months, read)
}

fn weather(root: &Node<'_>) -> Result<WeatherRules, TableError> {
    let node = root.get("weather")?;
    let [summer, equinox, winter] =
        Season::ALL.map(|season| result_bands(&node.get(season.id())?, "weather"));
    let rejoining = root.get("rejoining")?;
    let quarters = |entry: &Node<'_>| {
        let share = entry.get("share")?;
        let quarters = share.float()? * 4.0;
        match quarters.fract() == 0.0 && (0.0..=4.0).contains(&quarters) {
            true => Ok(quarters as u8),
            false => Err(share.expected("a share in quarters, from 0 to 1")),
        }
    };
    let excess = node.get("dispersal_drm")?.get("by_excess")?;
    let dispersal: Vec<i8> = excess.list(|drm| drm.int(-9..=9))?;
    if dispersal.is_empty() {
        return Err(excess.expected("at least one modifier"));
    }
    Ok(WeatherRules {
        seasons: by_month(&node.get("season_of")?, |season| season.parse())?,
        columns: [summer?, equinox?, winter?],
        drm: by_name(&node.get("drm")?, Weather::ALL, |drm| drm.int(-9..=9))?,
        dispersal,
        card_columns: by_name(&node.get("card_column")?, Weather::ALL, |column| {
            column.parse()
        })?,
        rejoin: bands(&rejoining.get("results")?, &["share"], quarters)?,
        rejoin_fair: rejoining.get("fair_drm")?.int(0..=9)?,
        daylight: by_month(&root.get("daylight")?.get("by_month")?, |light| {
            light.parse()
        })?,
    })
}

fn ice(node: &Node<'_>) -> Result<IceRules, TableError> {
    let order: Vec<Ice> = node.get("order")?.list(|ice| ice.parse())?;
    if order != Ice::ALL {
        return Err(node
            .get("order")?
            .error("the conditions stand from the mildest"));
    }
    let rows: Vec<Bands<Ice>> = Ice::ALL
        .into_iter()
        .map(|ice| result_bands(&node.get(ice.id())?.get("results")?, "actual"))
        .collect::<Result<_, _>>()?;
    let effects = node.get("effects")?;
    Ok(IceRules {
        actual: rows
            .try_into()
            .map_err(|_| node.error("expected five conditions"))?,
        cards: by_name(&effects.get("cards")?, Ice::ALL, |cards| cards.int(0..=9))?,
        plus: by_name(&effects.get("plus_applies")?, Ice::ALL, |plus| plus.bool())?,
        thin_pack: effects.get("thin_pack_enter_min")?.int(1..=9)?,
        axis_may_enter: effects.get("axis_may_enter")?.list(|ice| ice.parse())?,
    })
}

fn fuel(node: &Node<'_>) -> Result<FuelRules, TableError> {
    let turns = |key| node.get(key)?.int(0..=60u16);
    let number = |key| node.get(key)?.int(1..=60u8);
    Ok(FuelRules {
        endurance: turns("endurance_turns")?,
        heavy_only: turns("heavy_only_turns")?,
        heavy_split_bonus: turns("heavy_split_bonus")?,
        danger: turns("danger_turns")?,
        soviet: turns("soviet_endurance_turns")?,
        soviet_split_bonus: turns("soviet_split_bonus")?,
        training_danger: turns("training_danger_turns")?,
        high_speed: turns("high_speed")?,
        surface_combat: turns("surface_combat")?,
        air_attack: turns("air_attack_tf")?,
        offensive_asw: turns("offensive_asw_tf")?,
        ras_cs_per_oiler: number("ras_cs_per_oiler")?,
        oil_per_cs: number("oiler_fuel_per_cs")?,
        oil_step: number("oiler_step")?,
        patrol_white: node.get("patrol_white_marker")?.parse()?,
    })
}

fn command(node: &Node<'_>) -> Result<CommandRules, TableError> {
    let track = |track: Track| {
        let list = node.get(&format!("{track}_vp"))?;
        let costs: Vec<i32> = list.list(|cost| cost.int(0..=99))?;
        match costs.first() == Some(&0) && costs.is_sorted() {
            true => Ok(costs),
            false => Err(list.error("costs begin with 0 and never fall")),
        }
    };
    let [home, severny, nord] = Track::ALL.map(track);
    Ok(CommandRules {
        home_fleet_start: node.get("home_fleet_start")?.int(1..=20)?,
        vp: [home?, severny?, nord?],
    })
}

fn victory(node: &Node<'_>) -> Result<VictoryRules, TableError> {
    let points = |key| vp(&node.get(key)?);
    let critical = node.get("critical_fuel")?;
    let lost = |key| worth(&critical.get(key)?);
    let damaged = node.get("damaged_capital_per_cs")?;
    let share = node.get("arrival_share_needed")?;
    let fourths = share.float()? * 4.0;
    if fourths.fract() != 0.0 || !(0.0..=4.0).contains(&fourths) {
        return Err(share.expected("a share in fourths, from 0 to 1"));
    }
    Ok(VictoryRules {
        allied_win: points("allied_win_min")?,
        axis_win: points("axis_win_max")?,
        loaded_arrival: points("loaded_mx_arrival")?,
        loaded_sunk_extra: points("loaded_mx_sunk_extra")?,
        fourths_needed: fourths as u16,
        shortfall: points("shortfall_per_mx")?,
        critical_capital: lost("capital")?,
        critical_cruiser: lost("cruiser")?,
        critical_cve: lost("cve")?,
        critical_flotilla_cs: lost("dd_tb_cs")?,
        damaged_axis: vp(&damaged.get("axis")?)?,
        damaged_allied: vp(&damaged.get("allied")?)?,
        patrol_white: points("patrol_white_per_cruiser")?,
        campaign_month: node.get("campaign_vp_per_month")?.int(0..=999)?,
    })
}

fn port_limits(node: &Node<'_>) -> Result<Vec<PortLimit>, TableError> {
    let fortnight = |cell: Node<'_>| by(&cell, str::parse);
    let limits: Vec<PortLimit> = node.get("periods")?.list(|period| {
        period.only(&["from", "to", "capital", "cruisers", "dd_tb_cs"])?;
        Ok(PortLimit {
            from: fortnight(period.get("from")?)?,
            to: fortnight(period.get("to")?)?,
            capital: period.get("capital")?.int(0..=9)?,
            cruisers: period.get("cruisers")?.int(0..=9)?,
            flotilla_cs: period.get("dd_tb_cs")?.int(0..=40)?,
        })
    })?;
    let follow = |pair: &[PortLimit]| pair[0].to.shifted(1) == pair[1].from;
    match limits.windows(2).all(follow) && !limits.is_empty() {
        true => Ok(limits),
        false => Err(node.error("each period begins where the one before ends")),
    }
}
