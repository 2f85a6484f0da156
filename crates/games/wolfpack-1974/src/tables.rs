//! The numbers of the game, read from `data/*.toml` and checked. No table value stands in code. They are the charts of
//! the printed sheet [3.4] and the counters of the game [3.5]; an air point of the print is an air group here (R39), and
//! misprints are followed by their sense (R40).

mod load;

pub use load::{TABLE_FILES, load};

use crate::units::{
    AswResult, Base, Bound, CONVOYS, ConvoyId, ConvoyType, EscortKind, Formation, Heading,
    Scenario, Straggle, UnitKind,
};
use derbyhouse_kernel::{Direction, Hex, HexSet, Level};
use derbyhouse_scene::coast::Lambert;
use derbyhouse_tables::Provenance;

/// All tables of the game.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Changes with any number in any table.
    pub fingerprint: String,
    /// Where each table comes from, in the order of the file.
    pub provenance: Vec<Provenance>,
    pub scale: Scale,
    pub map: Map,
    pub storm: Storm,
    /// By [`UnitKind::index`].
    pub units: [UnitValues; 6],
    pub boats: BoatRules,
    /// By [`EscortKind::index`].
    pub escorts: [EscortValues; 5],
    /// In order of number.
    pub convoys: [ConvoyValues; CONVOYS],
    pub air: AirValues,
    /// Movement table [5.26]: by chit and last digit of the hex.
    pub movement: [[Heading; 10]; 10],
    /// Formation table [5.11]: by [`Scenario::index`] and chit.
    pub formation: [[Formation; 10]; 4],
    pub air_search: AirSearch,
    /// Submarine search table [12.3]: the highest chit that sights, by product from 1; the last serves all above.
    pub submarine_search: Vec<u8>,
    pub picket_search: PicketSearch,
    /// Straggle table [14.37]: by chit and [`crate::units::StraggleColumn::index`].
    pub straggle: [[Straggle; 4]; 10],
    pub uboat_combat: UboatCombat,
    /// Anti-submarine table [14.47]: by chit and strength from 1; the last serves all above.
    pub asw_combat: [Vec<AswResult>; 10],
    pub victory: Vec<VictoryLevel>,
    /// The same levels as the kernel knows them.
    pub levels: Vec<Level>,
    pub modifiers: Modifiers,
    /// By set-up chit [15.81].
    pub initial: [InitialSetup; 10],
    /// By [`Scenario::index`] [15.21].
    pub scenarios: [ScenarioValues; 4],
    /// Dummies by [`Bound::index`] [15.5].
    pub dummies: [u8; 2],
    pub optional: Optional,
    pub switches: SwitchDefaults,
}

/// Length and worth of things [3.6], [4.2], [14.6], [16.1].
#[derive(Clone, Debug)]
pub struct Scale {
    pub hours_per_turn: u32,
    pub nautical_miles_per_hex: u32,
    pub turns: u8,
    pub tons_per_point: u32,
    pub points_per_boat_lost: i32,
    /// A modified chit is held to these [14.18].
    pub chit_min: i32,
    pub chit_max: i32,
}

/// The sheet [3.1].
#[derive(Clone, Debug)]
pub struct Map {
    /// Hexes on which naval units may be [6.21].
    pub area: HexSet,
    /// Whether no way over the area is longer than the distance: then a reach without storms is a circle.
    pub is_convex: bool,
    /// First and last playing column by row; `None` for rows without any.
    pub rows: [Option<(u8, u8)>; 26],
    /// Last row and column of the whole field.
    pub field: (u8, u8),
    /// Storm markers east of this column are dropped [5.23].
    pub storm_last_col: u8,
    /// By [`Bound::index`] [7.31].
    pub entry: [Hex; 2],
    /// By [`Bound::index`] [7.33].
    pub destination: [Hex; 2],
    /// By [`Base::index`] [11.3].
    pub bases: [Hex; 4],
    /// Zones 1 and 2 [5.1].
    pub fog_zones: [HexSet; 2],
    /// The hexes in which the fog markers lie.
    pub fog_markers: [Hex; 2],
    /// Start hexes of storm sets A, B and C [5.1].
    pub storm_start: [[Hex; 3]; 3],
    /// How the earth lies on the sheet.
    pub projection: Lambert,
    pub names: Vec<Name>,
}

/// A name on the map, in degrees north and east.
#[derive(Clone, Debug)]
pub struct Name {
    pub label: String,
    pub at: (f64, f64),
}

/// [5.21], [5.22]
#[derive(Clone, Debug)]
pub struct Storm {
    pub move_hexes: u8,
}

/// A U-boat counter [3.22].
#[derive(Clone, Debug)]
pub struct UnitValues {
    pub label: String,
    pub boats: u8,
    pub strength: u16,
    pub movement: u8,
    /// How many counters there are [13.13]; `None` is no limit.
    pub limit: Option<u8>,
    /// Names of the counters, one each.
    pub names: Vec<String>,
}

/// Numbers in the rules for boats.
#[derive(Clone, Debug)]
pub struct BoatRules {
    /// Added to the cost of a storm hex [5.42].
    pub storm_extra_cost: u8,
    /// [14.5]
    pub pinned_movement_divisor: u8,
    /// From this strength on a stack watches three hexes [12.12].
    pub three_hex_zone_strength: u16,
    /// A hex entered with this point or later can be searched [12.15].
    pub picket_from_point: u8,
    /// [14.41]
    pub asw_group: u8,
    /// [14.16]
    pub attack_min: i32,
    /// [14.16]
    pub attack_max: i32,
}

/// An escort counter [15.21].
#[derive(Clone, Debug)]
pub struct EscortValues {
    pub label: String,
    pub strength: i32,
    pub is_cve: bool,
}

/// A convoy [7.2].
#[derive(Clone, Debug)]
pub struct ConvoyValues {
    pub id: String,
    pub kind: ConvoyType,
    pub bound: Bound,
    pub movement: u8,
}

/// Air groups [11.0].
#[derive(Clone, Debug)]
pub struct AirValues {
    pub strength: i32,
    /// Ascending.
    pub ranges: [u8; 5],
}

/// Air search table [11.36].
#[derive(Clone, Debug)]
pub struct AirSearch {
    /// First and last distance of each band.
    pub bands: Vec<(u8, u8)>,
    /// By band and product from 1: the chits that sight, or nothing. The last column serves all above.
    pub cells: Vec<Vec<Option<(u8, u8)>>>,
}

/// Picket search table [12.19].
#[derive(Clone, Debug)]
pub struct PicketSearch {
    /// Lowest strength of each column, ascending.
    pub from: Vec<u16>,
    /// The highest chit that sights, by column.
    pub highest: Vec<i32>,
}

/// U-boat combat table [14.2].
#[derive(Clone, Debug)]
pub struct UboatCombat {
    /// First and last differential of each column, ascending.
    pub columns: Vec<(i32, i32)>,
    /// Points by chit and column.
    pub rows: [Vec<u8>; 10],
}

/// A level of victory [16.2].
#[derive(Clone, Debug)]
pub struct VictoryLevel {
    pub id: String,
    pub label: String,
    /// Lowest net total; `None` for the lowest level.
    pub min: Option<i32>,
}

/// Modifiers of chits and strengths.
#[derive(Clone, Debug)]
pub struct Modifiers {
    pub weather_picket_search: i32,
    pub weather_submarine_search: i32,
    pub weather_attack: i32,
    /// By [`Straggle::index`].
    pub straggle_attack_chit: [i32; 3],
    /// By [`Straggle::index`].
    pub straggle_escort_strength: [i32; 3],
    pub straggle_point_factor: u32,
    pub air_escort_strength: i32,
}

/// A line of the set-up table [15.81].
#[derive(Clone, Debug)]
pub struct InitialSetup {
    pub convoys: Vec<(ConvoyId, Hex)>,
    pub straggled: Vec<ConvoyId>,
    /// Indexes into [`Map::storm_start`].
    pub storm_sets: Vec<usize>,
    pub storms: Vec<[Hex; 3]>,
}

/// The forces of a scenario [15.21].
#[derive(Clone, Debug)]
pub struct ScenarioValues {
    pub id: Scenario,
    pub label: String,
    pub boats: u8,
    /// With more boats [17.5].
    pub boats_increased: u8,
    /// Real escorts by [`Bound::index`] and place in [`EscortKind::REAL`]; the print's first column is eastbound (R43).
    pub escorts: [[u8; 4]; 2],
    /// Groups by [`Base::index`] and range; where two scans differ the choice is told in the table's note (R2).
    pub air: [[u8; 5]; 4],
    /// The same as the printed table has it, where a ruling chose otherwise (R1).
    pub air_as_printed: [[u8; 5]; 4],
    /// Id of the level that the designers' notes give to history [18.0], [18.1].
    pub history: String,
}

/// Optional rules [17.0].
#[derive(Clone, Debug)]
pub struct Optional {
    /// Added to air search chits [17.1].
    pub schnorkel_air_search: i32,
    /// Added to submarine search chits [17.1].
    pub schnorkel_submarine_search: i32,
    /// The same two with Type XXI boats [17.2].
    pub type_xxi_air_search: i32,
    pub type_xxi_submarine_search: i32,
    /// What each air group counts as [17.4].
    pub double_air_groups: i32,
}

/// What the switches of the rulings are when nobody says otherwise.
#[derive(Clone, Copy, Debug)]
pub struct SwitchDefaults {
    pub april_ulster_range_20_group: bool,
    pub cve_repeats_search_of_same_hex: bool,
    pub strict_no_undo: bool,
}

impl Tables {
    /// Values of a kind of unit.
    pub fn unit(&self, kind: UnitKind) -> &UnitValues {
        &self.units[kind.index()]
    }

    /// Values of an escort.
    pub fn escort(&self, kind: EscortKind) -> &EscortValues {
        &self.escorts[kind.index()]
    }

    /// Values of a convoy.
    pub fn convoy(&self, id: ConvoyId) -> &ConvoyValues {
        &self.convoys[id.index()]
    }

    /// Values of a scenario.
    pub fn scenario(&self, id: Scenario) -> &ScenarioValues {
        &self.scenarios[id.index()]
    }

    /// The hex of a base.
    pub fn base(&self, base: Base) -> Hex {
        self.map.bases[base.index()]
    }

    /// The heading that a chit gives in a hex: by the last digit of its number [5.26].
    pub fn heading(&self, chit: u8, hex: Hex) -> Heading {
        self.movement[usize::from(chit)][usize::from(hex.col() % 10)]
    }

    /// A sum of chit and modifiers held to the limits of a chit [14.18].
    pub fn limited(&self, sum: i32) -> u8 {
        sum.clamp(self.scale.chit_min, self.scale.chit_max) as u8
    }
}

/// Whether the way between any two hexes of an area is never longer than their distance.
pub fn is_convex(area: &HexSet) -> bool {
    area.iter().all(|start| {
        let mut reached = HexSet::EMPTY;
        reached.insert(start);
        (1..=u8::MAX).all(|steps| {
            let whole = reached == *area;
            if !whole {
                reached = reached.grown().intersection(area);
            }
            whole || reached == HexSet::ball(start, steps).intersection(area)
        })
    })
}

impl Map {
    /// Is the hex one that naval units may be on [6.21]?
    pub fn is_playing(&self, hex: Hex) -> bool {
        self.area.contains(hex)
    }

    /// Is it on the sheet at all?
    pub fn on_field(&self, hex: Hex) -> bool {
        (1..=self.field.0).contains(&hex.row()) && (1..=self.field.1).contains(&hex.col())
    }
}

/// The three ways a convoy of that bound may step: due, to the north, to the south [7.53 A].
pub const fn steps(bound: Bound) -> (Direction, Direction, Direction) {
    match bound {
        Bound::East => (Direction::E, Direction::NE, Direction::SE),
        Bound::West => (Direction::W, Direction::NW, Direction::SW),
    }
}
