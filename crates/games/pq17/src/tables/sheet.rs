//! The map sheet: terrain, places, ice zones, air radii, search sectors [1.1], [6.4], (chapter 10).

mod load;
mod waterways;

pub use load::read;
pub use waterways::Waterways;

use crate::hex::{Hex, Hexes};
use crate::ice::Zone;
use crate::side::{BySide, Nation, Side};
use crate::time::Fortnight;
use crate::units::{BaseId, BoxId, PortId};
use derbyhouse_kernel::named;

pub const ROWS: u8 = 17;
pub const COLUMNS: u8 = 22;

named! {
    /// What a hex is (chapter 5).
    Terrain, "terrain" {
        /// Open sea.
        Sea = "~",
        /// Sea with land in it.
        Coast = "+",
        /// Nothing but land.
        Land = "#",
        /// Not in play.
        Off = "x",
    }
}

named! {
    /// Who may use a port besides its side [1.1.1].
    PortUse, "use of a port" {
        Anyone = "anyone",
        /// Lerwick.
        AlliedSubmarines = "allied_submarines",
        /// Iokanka.
        Soviet = "soviet",
    }
}

named! {
    /// Who may take torpedoes aboard in a port [7.3.2].
    Rearm, "rearming" {
        Nobody = "none",
        All = "all",
        Submarines = "submarines",
        Soviet = "soviet",
    }
}

named! {
    /// The permanent Air Radii [6.4.1].
    Radius, "Air Radius" {
        British = "british",
        Soviet = "soviet",
        German = "german",
    }
}

impl Radius {
    pub const fn side(self) -> Side {
        match self {
            Self::German => Side::Axis,
            _ => Side::Allied,
        }
    }
}

named! {
    /// The Air Search Sectors [6.4.2] (R68).
    Sector, "Air Search Sector" {
        British = "british",
        Soviet = "soviet",
        Bergen = "bergen",
        Trondheim = "trondheim",
        Barents = "barents",
    }
}

impl Sector {
    pub const fn side(self) -> Side {
        match self {
            Self::British | Self::Soviet => Side::Allied,
            _ => Side::Axis,
        }
    }
}

/// A port [1.1.1].
#[derive(Clone, Debug)]
pub struct Port {
    pub id: String,
    pub name: String,
    pub hex: Hex,
    pub side: Side,
    pub region: String,
    /// Open only when a scenario or a Special Condition says so [1.1.1].
    pub temporary: bool,
    /// Ships refuel here [11.3.1].
    pub refuels: bool,
    pub rearm: Rearm,
    pub aa: u8,
    pub only: PortUse,
    /// Ice decides about entering and leaving (chapter 10).
    pub ice: bool,
    /// Foreign warships are limited [5.1.2].
    pub limited: bool,
}

/// Interceptors printed at an airbase, from a date on [1.1.2].
#[derive(Clone, Debug)]
pub struct Interceptors {
    pub from: Fortnight,
    pub kind: String,
    pub cs: u8,
}

/// An airbase or floatplane port [1.1.2], [1.5.2].
#[derive(Clone, Debug)]
pub struct Airbase {
    pub id: String,
    pub name: String,
    pub hex: Hex,
    pub side: Side,
    pub nation: Nation,
    pub floatplanes: bool,
    pub aa: u8,
    /// Steps of aircraft, Interceptors included [1.5.1].
    pub limit: u8,
    /// In the order of their dates.
    pub interceptors: Vec<Interceptors>,
}

impl Airbase {
    /// The Interceptors of a date: the newest replace all older ones [1.1.2].
    pub fn interceptors(&self, date: Fortnight) -> Option<&Interceptors> {
        self.interceptors
            .iter()
            .rev()
            .find(|unit| unit.from <= date)
    }
}

/// A box off the map [5.7].
#[derive(Clone, Debug)]
pub struct OffMap {
    pub id: String,
    pub name: String,
    /// Whose it is; nobody's if both may come.
    pub side: Option<Side>,
    pub links: Vec<Hex>,
    pub port: bool,
    /// Open only while that zone is Clear or Light Drift [5.7.2].
    pub gate: Option<Zone>,
    /// Forces that enter it leave the Operation [5.7.3].
    pub removes: bool,
    /// The hex off the sheet that it plays as (R85).
    pub hex: Option<Hex>,
}

/// The map sheet.
#[derive(Clone, Debug)]
pub struct Sheet {
    terrain: Vec<Terrain>,
    blocked: Vec<(Hex, Hex)>,
    pub ways: Waterways,
    pub ports: Vec<Port>,
    pub airbases: Vec<Airbase>,
    pub boxes: Vec<OffMap>,
    zones: Vec<(Zone, Hexes)>,
    /// Always Solid Pack (chapter 10).
    pub pack: Hexes,
    radii: [Hexes; 3],
    sectors: [Hexes; 5],
    shorelines: BySide<Hexes>,
    pub inner_leads: Hexes,
    pub soviet_patrol: Hexes,
    pub channel: Hexes,
    pub white_station: Hex,
    pub white_radius: u32,
    pub minelaying: Hexes,
    /// The Norwegian coast [12.14.1].
    pub norway: Hexes,
    pub breakout: Hexes,
    regions: Vec<(String, Hexes)>,
    pub projection: Projection,
    /// What seamen call a hex.
    names: Vec<(Hex, String)>,
}

/// A rotated stereographic projection, for drawing and for finding the hex of a place.
#[derive(Clone, Copy, Debug)]
pub struct Projection {
    pub lat0: f64,
    pub lon0: f64,
    pub rotation: f64,
    pub scale: f64,
    pub tx: f64,
    pub ty: f64,
    pub radius_nm: f64,
    pub hex_width_nm: f64,
}

impl Sheet {
    #[inline]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        let on_sheet = (1..=ROWS).contains(&hex.row()) && (1..=COLUMNS).contains(&hex.col());
        if !on_sheet {
            return Terrain::Off;
        }
        let place = usize::from(hex.row() - 1) * usize::from(COLUMNS) + usize::from(hex.col() - 1);
        self.terrain[place]
    }

    /// Ships may be here (chapter 5).
    #[inline]
    pub fn is_water(&self, hex: Hex) -> bool {
        matches!(self.terrain(hex), Terrain::Sea | Terrain::Coast)
    }

    pub fn is_coastal(&self, hex: Hex) -> bool {
        self.terrain(hex) == Terrain::Coast
    }

    /// Every hex that ships may be in, in ascending number.
    pub fn waters(&self) -> impl Iterator<Item = Hex> {
        (1..=ROWS)
            .flat_map(|row| (1..=COLUMNS).map(move |col| Hex::new(row, col)))
            .filter(|hex| self.is_water(*hex))
    }

    /// Ships and Dummies may cross from one to the other: neighbours, both water, not all land between them (chapter 5).
    pub fn is_open(&self, a: Hex, b: Hex) -> bool {
        self.ways.around(a).any(|next| next == b)
    }

    fn joins(&self, a: Hex, b: Hex) -> bool {
        let pair = (a.min(b), a.max(b));
        a.distance(b) == 1 && self.is_water(a) && self.is_water(b) && !self.blocked.contains(&pair)
    }

    #[inline]
    pub fn port(&self, id: PortId) -> &Port {
        &self.ports[id.index()]
    }

    #[inline]
    pub fn airbase(&self, id: BaseId) -> &Airbase {
        &self.airbases[id.index()]
    }

    pub fn off_map(&self, id: BoxId) -> &OffMap {
        &self.boxes[id.index()]
    }

    pub fn find_port(&self, id: &str) -> Option<PortId> {
        place(&self.ports, |port| port.id == id).map(PortId::new)
    }

    pub fn find_airbase(&self, id: &str) -> Option<BaseId> {
        place(&self.airbases, |base| base.id == id).map(BaseId::new)
    }

    pub fn find_box(&self, id: &str) -> Option<BoxId> {
        place(&self.boxes, |off| off.id == id).map(BoxId::new)
    }

    /// The box that plays as this hex, if one does (R85).
    pub fn box_at(&self, hex: Hex) -> Option<BoxId> {
        if !self.is_off_sheet(hex) {
            return None;
        }
        place(&self.boxes, |off| off.hex == Some(hex)).map(BoxId::new)
    }

    /// Not printed: only boxes play as such hexes (R85).
    #[inline]
    pub const fn is_off_sheet(&self, hex: Hex) -> bool {
        hex.col() > COLUMNS
    }

    /// A hex by its number, a box by its name.
    pub fn called(&self, hex: Hex) -> String {
        match self.box_at(hex) {
            Some(off) => self.off_map(off).name.clone(),
            None => hex.to_string(),
        }
    }

    /// The space of the board that a hex is drawn in.
    pub fn space(&self, hex: Hex) -> String {
        match self.box_at(hex) {
            Some(off) => self.off_map(off).id.clone(),
            None => hex.to_string(),
        }
    }

    pub fn box_ids(&self) -> impl Iterator<Item = BoxId> + use<> {
        (0..self.boxes.len()).map(BoxId::new)
    }

    pub fn port_ids(&self) -> impl Iterator<Item = PortId> + use<> {
        (0..self.ports.len()).map(PortId::new)
    }

    /// The ice zone of a hex; none is always Clear (R19).
    #[inline]
    pub fn zone(&self, hex: Hex) -> Option<Zone> {
        self.ways.zone(hex)
    }

    pub fn radius(&self, radius: Radius) -> &Hexes {
        &self.radii[radius.index()]
    }

    /// In a permanent Air Radius of that side [6.4.1].
    pub fn in_radius(&self, side: Side, hex: Hex) -> bool {
        let mut own = Radius::ALL
            .into_iter()
            .filter(|radius| radius.side() == side);
        own.any(|radius| self.radius(radius).contains(hex))
    }

    pub fn sector(&self, sector: Sector) -> &Hexes {
        &self.sectors[sector.index()]
    }

    /// A shore where that side searches better: Britain, or Norway, Denmark and Germany [1.1.3].
    pub fn is_friendly_shore(&self, side: Side, hex: Hex) -> bool {
        self.shorelines[side].contains(hex)
    }

    /// Where Local Weather holds: North Norway without 0816 [9.5] (R18).
    pub fn has_local_weather(&self, hex: Hex) -> bool {
        self.region("North Norway (local weather)")
            .is_some_and(|hexes| hexes.contains(hex))
    }

    /// What seamen call a hex, if it has a name.
    pub fn name(&self, hex: Hex) -> Option<&str> {
        let known = self.names.iter().find(|(known, _)| *known == hex);
        known.map(|(_, name)| name.as_str())
    }

    /// The hexes of a region by name.
    pub fn region(&self, name: &str) -> Option<&Hexes> {
        let region = self.regions.iter().find(|(known, _)| known == name);
        region.map(|(_, hexes)| hexes)
    }

    /// In or next to an airbase of that side that has Interceptors at that date [6.2], [6.3.1].
    pub fn near_interceptors(&self, side: Side, hex: Hex, date: Fortnight) -> bool {
        self.airbases.iter().any(|base| {
            base.side == side && base.hex.is_near(hex) && base.interceptors(date).is_some()
        })
    }
}

fn place<T>(list: &[T], fits: impl Fn(&T) -> bool) -> Option<usize> {
    list.iter().position(fits)
}

impl Projection {
    /// The hex that a place on the globe lies in.
    pub fn hex_of(&self, lat: f64, lon: f64) -> Hex {
        let (x, y) = self.plane(lat, lon);
        let near = |row: u8, col: u8| {
            let (cx, cy) = centre(Hex::new(row, col));
            (x - cx).powi(2) + (y - cy).powi(2)
        };
        let all = (0..=ROWS + 1).flat_map(|row| (0..=COLUMNS + 1).map(move |col| (row, col)));
        let closest = all.min_by(|a, b| near(a.0, a.1).total_cmp(&near(b.0, b.1)));
        closest.map_or(Hex::new(0, 0), |(row, col)| Hex::new(row, col))
    }

    /// Coordinates in hex widths, y to the south.
    pub fn plane(&self, lat: f64, lon: f64) -> (f64, f64) {
        let (lat, lat0) = (lat.to_radians(), self.lat0.to_radians());
        let dlon = (lon - self.lon0).to_radians();
        let cos_c = lat0.sin() * lat.sin() + lat0.cos() * lat.cos() * dlon.cos();
        let k = self.radius_nm * 2.0 / (1.0 + cos_c);
        let east = k * lat.cos() * dlon.sin();
        let north = k * (lat0.cos() * lat.sin() - lat0.sin() * lat.cos() * dlon.cos());
        let (sin, cos) = self.rotation.sin_cos();
        let unit = self.hex_width_nm * self.scale;
        (
            self.tx + (cos * east - sin * north) / unit,
            self.ty - (sin * east + cos * north) / unit,
        )
    }
}

/// Centre of a hex in hex widths, y to the south.
pub fn centre(hex: Hex) -> (f64, f64) {
    let shift = if hex.row().is_multiple_of(2) {
        0.5
    } else {
        0.0
    };
    (
        f64::from(hex.col()) + shift,
        f64::from(hex.row()) * 0.75_f64.sqrt(),
    )
}
