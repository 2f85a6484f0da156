//! Transit Event checks and encounters [19.1], [15.4], and crowds [22.0].

use crate::activity::Cover;
use crate::calendar::Period;
use crate::geography::{Area, Node, Zone};
use crate::harm::Harm;
use crate::tables::Tables;

/// What changes a Transit Event check [19.1].
#[derive(Clone, Debug)]
pub struct Check {
    pub period: Period,
    pub barbarossa: bool,
    /// The area whose chart governs.
    pub governing: Area,
    pub patrol: bool,
    pub spotted: bool,
    /// Entering a zone, not a forward base [20.3].
    pub zone: bool,
    pub naval_base: bool,
    /// Transit zones that are crossed or entered: the number of each is added [19.1], [20.8].
    pub crossed: Vec<Zone>,
    /// Steps of the worst crowd on the way [22.1].
    pub crowd: i8,
    pub green: u8,
    pub cautious: bool,
    /// Aircraft fly where the chart has none, by event [WE5.10b].
    pub light_air: bool,
}

impl Check {
    /// A plain move into an area.
    pub const fn into(area: Area, period: Period, barbarossa: bool) -> Self {
        Self {
            period,
            barbarossa,
            governing: area,
            patrol: false,
            spotted: false,
            zone: false,
            naval_base: false,
            crossed: Vec::new(),
            crowd: 0,
            green: 0,
            cautious: false,
            light_air: false,
        }
    }

    /// Everything added to the die.
    pub fn modifier(&self, t: &Tables) -> i8 {
        let rules = &t.transit;
        let chart = t.map.chart(self.governing, self.period, self.barbarossa);
        let icon = t.map.area(self.governing).coastal || chart.air != Cover::None || self.light_air;
        let spotted = self.spotted && self.period >= Period::Three;
        let crossings = self.crossed.iter().filter_map(|zone| t.map.crossing(*zone));
        let numbers = crossings.map(|crossing| crossing.modifier[self.period.index()]);
        let part = |holds: bool, value: i8| if holds { value } else { 0 };
        part(self.patrol, rules.patrol)
            + part(icon, rules.icon)
            + part(spotted, rules.spotted)
            + part(self.zone, rules.zone)
            + part(self.naval_base, rules.naval_base)
            + part(self.cautious, rules.cautious)
            + numbers.sum::<i8>()
            + self.crowd
            + self.green as i8 * rules.inexperienced
    }

    /// The number that brings an event.
    pub fn threshold(&self, t: &Tables) -> u8 {
        t.map
            .chart(self.governing, self.period, self.barbarossa)
            .threshold()
    }

    /// Whether that die brings one.
    pub fn is_event(&self, t: &Tables, die: u8) -> bool {
        die as i8 + self.modifier(t) >= self.threshold(t) as i8
    }
}

/// What an event does: row die, column die.
pub fn event(t: &Tables, row: u8, column: u8) -> Harm {
    t.transit.grid[usize::from(row.min(9))][usize::from(column.min(9))]
}

/// A move, as the check sees it.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    /// The area it starts in, if it starts at sea.
    pub start: Option<Area>,
    pub entered: &'a [Area],
    /// Transit zones crossed.
    pub crossed: &'a [Zone],
    /// The zone it ends in, entered from that area (R65).
    pub zone_from: Option<Area>,
}

/// The areas that may govern a move: for a zone the area it is entered from; else the entered area with most red, never
/// the start; a last move through a transit zone that enters no area takes the one it starts in (R57). None: no check.
pub fn governing(t: &Tables, way: Way<'_>, period: Period, barbarossa: bool) -> Vec<Area> {
    if let Some(area) = way.zone_from {
        return vec![area];
    }
    let red = |area: &Area| t.map.chart(*area, period, barbarossa).red();
    let Some(most) = way.entered.iter().map(red).max() else {
        let start = way.start.filter(|_| !way.crossed.is_empty());
        return start.into_iter().collect();
    };
    let mut all: Vec<Area> = way
        .entered
        .iter()
        .copied()
        .filter(|area| red(area) == most)
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Steps of a crowd in an area: only where the row has red or blue is anybody noticed [22.1].
pub fn crowd(t: &Tables, area: Area, period: Period, barbarossa: bool, boats: u16) -> i8 {
    let busy = t.map.chart(area, period, barbarossa).is_busy();
    if busy { t.crowd.steps(boats) } else { 0 }
}

/// Whether a move is checked at all: into a base beside the area it starts in it is not, unless a transit zone lies
/// between [15.22].
pub fn needs_check(t: &Tables, path: &[Node]) -> bool {
    let enters = path
        .iter()
        .skip(1)
        .any(|place| matches!(place, Node::Area(_)));
    let crosses = path.windows(2).any(|step| {
        t.map
            .route(step[0], step[1])
            .is_some_and(|route| route.via.is_some())
    });
    enters || crosses
}

/// An original 0 without event, not in the week of departure nor in cautious transit [15.41], [19.11].
pub const fn is_encounter(die: u8, event: bool, departed: bool, cautious: bool) -> bool {
    die == 0 && !event && !departed && !cautious
}

/// Whether a returning boat has no torpedoes left [15.43].
pub const fn is_empty(t: &Tables, die: u8) -> bool {
    die <= t.out_of_torpedoes
}
