//! Air groups [11.0]: escorts for convoys, and the search for boats.

use crate::event::Event;
use crate::position::{AirEscort, Contact, Hunter, Position};
use crate::search::product;
use crate::sequence::Play;
use crate::setup::Boats;
use crate::tables::Tables;
use crate::units::{Base, CONVOYS, ConvoyId};
use arrayvec::ArrayVec;
use derbyhouse_kernel::Hex;

/// Groups by base and range, as in [`crate::tables::ScenarioValues::air`]. Groups never change their base [11.1].
pub type Groups = [[u8; 5]; 4];

/// A convoy that could be given an air group [11.42]–[11.44].
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub number: u8,
    pub hex: Hex,
    pub movement: u8,
    /// Printed strength of its escort (R11).
    pub strength: i32,
    /// How far it has to go.
    pub to_go: u32,
}

/// A group given to a convoy: the candidate's place in the list, and the group.
pub type Assignment = (usize, AirEscort);

/// A boat hex within reach of a base: one number, so that sorting by distance and hex is quick.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Target(u32);

impl Target {
    fn new(distance: u32, hex: Hex, boats: u32) -> Self {
        let place = u32::from(hex.row()) << 16 | u32::from(hex.col()) << 8;
        Self(distance << 24 | place | boats)
    }

    fn distance(self) -> u32 {
        self.0 >> 24
    }

    fn hex(self) -> Hex {
        Hex::new((self.0 >> 16) as u8, (self.0 >> 8) as u8)
    }

    /// At most [`MAX_BOATS`](crate::fleet::MAX_BOATS), which fits a byte.
    fn boats(self) -> u32 {
        self.0 & 0xFF
    }
}

/// Whether a convoy can be given an air group: its escort lies face up, is no carrier, and it is in clear weather
/// [11.42], [11.43], [11.44], [11.48].
pub fn eligible(revealed: bool, is_cve: bool, in_weather: bool) -> bool {
    revealed && !is_cve && !in_weather
}

/// Groups at a base that reach that far [11.2], [11.21], [11.32].
pub fn in_reach(tables: &Tables, groups: &[u8; 5], distance: u32) -> u32 {
    let reaching = tables
        .air
        .ranges
        .iter()
        .zip(groups)
        .filter(|(range, _)| u32::from(**range) >= distance);
    reaching.map(|(_, count)| u32::from(*count)).sum()
}

/// How far the farthest group at a base reaches.
fn longest_range(tables: &Tables, groups: &[u8; 5]) -> u32 {
    tables
        .air
        .ranges
        .iter()
        .zip(groups)
        .rev()
        .find(|(_, count)| **count > 0)
        .map_or(0, |(range, _)| u32::from(*range))
}

/// Gives air groups to convoys (R11) and takes them off `free`: bases in their order, their longest groups first
/// [11.41 A], each to the convoy that this base serves and that is farthest from it [11.41 B].
pub fn allocate(
    tables: &Tables,
    candidates: &[Candidate],
    free: &mut Groups,
    grounded: [bool; 4],
) -> ArrayVec<Assignment, CONVOYS> {
    let mut given: ArrayVec<Assignment, CONVOYS> = ArrayVec::new();
    loop {
        let before = given.len();
        for base in Base::ALL.into_iter().filter(|base| !grounded[base.index()]) {
            for range in (0..tables.air.ranges.len()).rev() {
                for _ in 0..free[base.index()][range] {
                    let Some(place) =
                        farthest(tables, candidates, &given, free, grounded, base, range)
                    else {
                        break;
                    };
                    free[base.index()][range] -= 1;
                    given.push((
                        place,
                        AirEscort {
                            base,
                            range: tables.air.ranges[range],
                        },
                    ));
                }
            }
        }
        if given.len() == before {
            return given;
        }
    }
}

/// The convoy that a group goes to: of those that its base serves and it can reach the farthest, then the slower, the
/// weaker escorted, the farther from its destination, the lower number [11.41 B], [11.41 C].
fn farthest(
    tables: &Tables,
    candidates: &[Candidate],
    given: &[Assignment],
    free: &Groups,
    grounded: [bool; 4],
    base: Base,
    range: usize,
) -> Option<usize> {
    let reach = u32::from(tables.air.ranges[range]);
    let distance = |convoy: &Candidate| tables.base(base).distance(convoy.hex);
    candidates
        .iter()
        .enumerate()
        .filter(|(place, _)| !given.iter().any(|(taken, _)| taken == place)) // one group each [11.41]
        .filter(|(_, convoy)| distance(convoy) <= reach)
        .filter(|(_, convoy)| serving_base(tables, convoy.hex, free, grounded) == Some(base))
        .max_by_key(|(_, convoy)| {
            use std::cmp::Reverse;
            (
                distance(convoy),
                Reverse(convoy.movement),
                Reverse(convoy.strength),
                convoy.to_go,
                Reverse(convoy.number),
            )
        })
        .map(|(place, _)| place)
}

/// The nearest base that still has a group able to reach the hex; of equally near ones the earlier [11.41 B], (R11).
fn serving_base(tables: &Tables, hex: Hex, free: &Groups, grounded: [bool; 4]) -> Option<Base> {
    Base::ALL
        .into_iter()
        .filter(|base| !grounded[base.index()]) // [5.43], [11.48]
        .map(|base| (tables.base(base).distance(hex), base))
        .filter(|(distance, base)| in_reach(tables, &free[base.index()], *distance) > 0)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, base)| base)
}

/// Whether an air escort stays with a convoy that enters a hex [11.46], [11.48], (R34).
pub fn stays(tables: &Tables, escort: AirEscort, hex: Hex, in_weather: bool) -> bool {
    !in_weather && tables.base(escort.base).distance(hex) <= u32::from(escort.range)
}

/// The chits that sight at that distance with that product [11.36]; products above the last column use it.
pub fn spread(tables: &Tables, distance: u32, product: u32) -> Option<(u8, u8)> {
    let table = &tables.air_search;
    let band = table
        .bands
        .iter()
        .position(|&(from, to)| (u32::from(from)..=u32::from(to)).contains(&distance))?;
    table.cells[band][search_column(tables, product)?]
}

/// The column of a product; those above the last column use it. None for 0, which is no search.
pub fn search_column(tables: &Tables, product: u32) -> Option<usize> {
    let columns = tables.air_search.cells.first().map_or(0, Vec::len);
    (product as usize).min(columns).checked_sub(1)
}

/// Whether a chit sights. Its sum with the modifier is not held to 9: above it nothing is seen (R14).
pub fn air_sights(spread: (u8, u8), chit: u8, modifier: i32) -> bool {
    (i32::from(spread.0)..=i32::from(spread.1)).contains(&(i32::from(chit) + modifier))
}

/// What the boats' equipment adds to an air search chit [17.1], [17.2].
pub fn schnorkel_modifier(tables: &Tables, boats: Boats) -> i32 {
    match boats {
        Boats::Standard => 0,
        Boats::Schnorkel => tables.optional.schnorkel_air_search,
        Boats::TypeXxi => tables.optional.type_xxi_air_search,
    }
}

/// The strength that a number of groups has in search and attack: 1 each [11.0], or 2 [17.4].
pub fn air_strength(tables: &Tables, groups: u32, double: bool) -> i32 {
    let each = tables.air.strength
        * if double {
            tables.optional.double_air_groups
        } else {
            1
        };
    groups as i32 * each
}

impl Position {
    /// Bases in weather hexes, which do nothing [5.43], [11.34], [11.48].
    pub(crate) fn grounded(&self, tables: &Tables) -> [bool; 4] {
        Base::ALL.map(|base| self.is_weather(tables, tables.base(base)))
    }

    /// Groups that are not with a convoy [11.35], [11.49].
    pub(crate) fn searching_groups(&self, tables: &Tables) -> Groups {
        let mut groups = self.air;
        for escort in self.convoys.iter().filter_map(|convoy| convoy.air_escort) {
            if let Some(range) = tables
                .air
                .ranges
                .iter()
                .position(|range| *range == escort.range)
            {
                groups[escort.base.index()][range] -= 1;
            }
        }
        groups
    }
}

impl Play<'_> {
    /// C1: air groups are given to convoys [11.4], here and at no other time [11.47].
    pub(crate) fn allocate_air_escorts(&mut self) {
        let mut ids: ArrayVec<ConvoyId, CONVOYS> = ArrayVec::new();
        let mut candidates: ArrayVec<Candidate, CONVOYS> = ArrayVec::new();
        for (id, hex) in self.p.convoys_at_sea() {
            let escort = self.t.escort(self.p.escort(id));
            let revealed = self.p.convoy(id).contact != Contact::Hidden;
            if revealed && eligible(revealed, escort.is_cve, self.p.is_weather(self.t, hex)) {
                let values = self.t.convoy(id);
                let to_go = hex.distance(self.t.map.destination[values.bound.index()]);
                let strength = escort.strength;
                ids.push(id);
                candidates.push(Candidate {
                    number: id.number(),
                    hex,
                    movement: values.movement,
                    strength,
                    to_go,
                });
            }
        }
        if candidates.is_empty() {
            return;
        }
        let mut free = self.p.air;
        for (place, escort) in allocate(self.t, &candidates, &mut free, self.p.grounded(self.t)) {
            let convoy = ids[place];
            self.p.convoy_mut(convoy).air_escort = Some(escort);
            self.log.push(|| Event::AirEscort { convoy, escort });
        }
    }

    /// C2: every base searches every boat hex in its reach, nearest first [11.3], [11.31], [11.32].
    pub(crate) fn search_from_the_air(&mut self) {
        let groups = self.p.searching_groups(self.t);
        let weather = self.p.weather_hexes(self.t);
        for base in Base::ALL {
            let (from, groups) = (self.t.base(base), &groups[base.index()]);
            if weather.contains(from) {
                continue; // [5.43], [11.34]
            }
            let longest = longest_range(self.t, groups);
            let mut targets: ArrayVec<Target, { crate::fleet::MAX_BOATS }> = ArrayVec::new();
            for stack in self.p.fleet.stacks() {
                let distance = from.distance(stack.hex);
                if distance <= longest && !weather.contains(stack.hex) {
                    let boats = stack.boats(self.t); // pinned ones too [9.31]
                    targets.push(Target::new(distance, stack.hex, boats));
                }
            }
            targets.sort_unstable(); // at one distance by number (R31)
            for target in targets {
                let groups = in_reach(self.t, groups, target.distance());
                self.air_search(base, target, groups);
            }
        }
    }

    /// One base searches one hex with all groups that reach it, and attacks at once what it finds, whatever the
    /// others found [11.3], [11.33].
    fn air_search(&mut self, base: Base, target: Target, groups: u32) {
        let (hex, distance, boats) = (target.hex(), target.distance(), target.boats());
        let strength = air_strength(self.t, groups, self.p.setup.options.double_air);
        let product = product(self.t, strength, boats);
        let Some(spread) = spread(self.t, distance, product) else {
            return;
        }; // no draw (R32)
        let modifier = schnorkel_modifier(self.t, self.p.setup.options.boats);
        let chit = self.chance.chit();
        let sighted = air_sights(spread, chit, modifier);
        self.log.push(|| Event::AirSearch {
            base,
            hex,
            distance,
            groups,
            boats,
            product,
            spread,
            modifier,
            chit,
            sighted,
        });
        if sighted {
            self.p.sightings.insert(hex); // [11.33], [12.4]
            self.attack_boats(hex, strength, Hunter::Air, |_| true); // [14.41]
        }
    }

    /// An air escort goes home at once from weather or from beyond its range [11.46], [11.48].
    pub(crate) fn recall_air_escort(&mut self, convoy: ConvoyId, hex: Hex) {
        let Some(escort) = self.p.convoy(convoy).air_escort else {
            return;
        };
        let in_weather = self.p.is_weather(self.t, hex);
        if !stays(self.t, escort, hex, in_weather) {
            self.p.convoy_mut(convoy).air_escort = None;
            self.log.push(|| Event::AirEscortLeaves {
                convoy,
                escort,
                hex,
                in_weather,
            });
        }
    }

    /// What an air escort adds to an attack: more than to a search with double air [14.44], [17.4], (R28).
    pub(crate) fn air_escort_attack(&self) -> i32 {
        let double = self.p.setup.options.double_air;
        self.t.modifiers.air_escort_strength
            * if double {
                self.t.optional.double_air_groups
            } else {
                1
            }
    }

    /// D3: sighting markers are removed [12.4]; air escorts go home [11.45], (R13).
    pub(crate) fn clean_up(&mut self) {
        self.p.sightings = derbyhouse_kernel::HexSet::EMPTY;
        self.p.course = None;
        for convoy in &mut self.p.convoys {
            convoy.air_escort = None;
        }
        self.log.push(|| Event::CleanUp);
    }
}
