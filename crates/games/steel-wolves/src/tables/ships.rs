//! Allied units, and every counter there is [2.3B], [3.12].

use super::cells::{self, flag, int_or};
use crate::calendar::{Month, Period};
use crate::halves::Halves;
use crate::units::{Counter, Ensign, Nation, ShipType, UnitId};
use derbyhouse_tables::{Node, TableError};

/// Units, their counters and the pools they are drawn from.
#[derive(Clone, Debug)]
pub struct Ships {
    pub units: Vec<UnitValues>,
    /// Every counter; what the resolver of combat looks at.
    pub pieces: Vec<Piece>,
    /// Categories of the War Mix table.
    pub pools: Vec<String>,
}

/// When a unit may be drawn into a cup [3.12].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Available {
    Start,
    Period(Period),
    Month(Month),
    Event,
    Barbarossa,
}

/// A counter design.
#[derive(Clone, Debug)]
pub struct UnitValues {
    pub id: String,
    /// Place in [`Ships::pools`].
    pub pool: u8,
    pub class: String,
    pub available: Available,
    pub event: Option<String>,
    /// Sister ships that may take her place [14.81].
    pub same_class: Vec<UnitId>,
    pub piece: Piece,
    /// The first of her counters, and how many there are.
    pub first: Counter,
    pub count: u16,
}

/// What a counter is to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A ship or an aircraft.
    Unit(UnitId),
    /// A Combat Event marker [19.2].
    CombatEvent,
    /// A Draw Liner marker [14.12].
    DrawLiner,
}

/// A counter, as combat needs it.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    pub role: Role,
    pub kind: ShipType,
    pub nation: Nation,
    pub ensign: Ensign,
    pub tons: u8,
    pub defence: i8,
    pub asw: Halves,
    /// Carries aircraft [3.14].
    pub capable: bool,
    pub diligent: bool,
    pub named: bool,
    /// A liner with a plus: slips away [14.4].
    pub fast: bool,
    /// Carries a Damage marker from the start [WE1.9].
    pub lame: bool,
}

impl Piece {
    /// Can do anything against submarines: has an ASW, or carries aircraft [3.14].
    pub fn hunts(&self) -> bool {
        self.asw > Halves::ZERO || self.capable
    }

    /// Works from the air: an aircraft, or a carrier with hers [14.16B].
    pub fn is_airborne(&self) -> bool {
        self.kind.is_aircraft() || self.kind.is_carrier()
    }
}

impl Ships {
    /// A unit.
    pub fn unit(&self, id: UnitId) -> &UnitValues {
        &self.units[id.index()]
    }

    /// A counter.
    pub fn piece(&self, counter: Counter) -> &Piece {
        &self.pieces[counter.index()]
    }

    /// The unit of that name.
    pub fn find(&self, id: &str) -> Option<UnitId> {
        self.units
            .iter()
            .position(|unit| unit.id == id)
            .map(|place| UnitId(place as u16))
    }

    /// All counters of a unit.
    pub fn counters(&self, id: UnitId) -> impl Iterator<Item = Counter> + use<> {
        let unit = self.unit(id);
        (unit.first.0..unit.first.0 + unit.count).map(Counter)
    }

    /// All markers of a kind.
    pub fn markers(&self, role: Role) -> impl Iterator<Item = Counter> {
        let all = self
            .pieces
            .iter()
            .enumerate()
            .filter(move |(_, piece)| piece.role == role);
        all.map(|(place, _)| Counter(place as u16))
    }
}

impl UnitValues {
    /// Whether she may be drawn into a cup at that time without an event [3.12].
    pub fn is_available(&self, period: Period, month: Month, barbarossa: bool) -> bool {
        match self.available {
            Available::Start => true,
            Available::Period(from) => period >= from,
            Available::Month(from) => month >= from,
            Available::Event => false,
            Available::Barbarossa => barbarossa,
        }
    }
}

const NO_PIECE: Piece = Piece {
    role: Role::CombatEvent,
    kind: ShipType::M,
    nation: Nation::British,
    ensign: Ensign::Red,
    tons: 0,
    defence: 0,
    asw: Halves::ZERO,
    capable: false,
    diligent: false,
    named: false,
    lame: false,
    fast: false,
};

pub fn read(root: &Node<'_>) -> Result<Ships, TableError> {
    root.only(&["meta", "unit", "marker"])?;
    let mut ships = Ships {
        units: Vec::new(),
        pieces: Vec::new(),
        pools: Vec::new(),
    };
    for entry in root.get("unit")?.items()? {
        unit(&mut ships, &entry)?;
    }
    check(&ships, root)?;
    for entry in root.get("unit")?.items()? {
        sisters(&mut ships, &entry)?;
    }
    for entry in root.get("marker")?.items()? {
        marker(&mut ships, &entry)?;
    }
    Ok(ships)
}

fn unit(ships: &mut Ships, entry: &Node<'_>) -> Result<(), TableError> {
    entry.only(&[
        "id",
        "pool",
        "type",
        "class",
        "nation",
        "tonnage",
        "defence",
        "asw",
        "count",
        "white",
        "available",
        "event",
        "named",
        "fast",
        "diligent",
        "aircraft_capable",
        "same_class",
        "arrives_damaged",
        "source_note",
    ])?;
    let name = entry.get("id")?;
    if ships.find(name.str()?).is_some() {
        return Err(name.error("another unit has this name"));
    }
    let kind: ShipType = entry.get("type")?.parse()?;
    let count = entry.get("count")?.int(1..=99u16)?;
    let white = entry.get("white")?.int(0..=count)?;
    let id = UnitId(ships.units.len() as u16);
    let piece = Piece {
        role: Role::Unit(id),
        kind,
        nation: entry.get("nation")?.parse()?,
        tons: entry.get("tonnage")?.int(0..=99)?,
        defence: entry.get("defence")?.int(0..=20)?,
        asw: cells::halves(&entry.get("asw")?)?,
        capable: flag(entry, "aircraft_capable")?,
        diligent: flag(entry, "diligent")?,
        named: flag(entry, "named")?,
        fast: flag(entry, "fast")?,
        lame: flag(entry, "arrives_damaged")?,
        ..NO_PIECE
    };
    if kind.is_aircraft() != (piece.tons == 0) {
        return Err(entry
            .get("tonnage")?
            .error("ships have tonnage, aircraft have none"));
    }
    if piece.named && count != 1 {
        return Err(entry.get("count")?.error("a named ship exists once [2.3B]"));
    }
    if kind.is_carrier() && !piece.capable {
        return Err(entry.error("a carrier is aircraft capable [3.14]"));
    }
    let pool = entry.get("pool")?.str()?;
    let pool = ships
        .pools
        .iter()
        .position(|other| other == pool)
        .unwrap_or_else(|| {
            ships.pools.push(pool.to_owned());
            ships.pools.len() - 1
        });
    let first = Counter(ships.pieces.len() as u16);
    for copy in 0..count {
        let ensign = if copy < white {
            Ensign::White
        } else {
            Ensign::Red
        };
        ships.pieces.push(Piece { ensign, ..piece });
    }
    ships.units.push(UnitValues {
        id: name.str()?.to_owned(),
        pool: pool as u8,
        class: cells::text(entry, "class")?,
        available: available(&entry.get("available")?)?,
        event: entry
            .opt("event")?
            .map(|event| event.str().map(str::to_owned))
            .transpose()?,
        same_class: Vec::new(),
        piece,
        first,
        count,
    });
    Ok(())
}

fn available(node: &Node<'_>) -> Result<Available, TableError> {
    let text = node.str()?;
    Ok(match text {
        "start" => Available::Start,
        "event" => Available::Event,
        "Barb" => Available::Barbarossa,
        _ => match text
            .strip_prefix("WP")
            .and_then(|number| number.parse().ok())
            .and_then(Period::new)
        {
            Some(period) => Available::Period(period),
            None => Available::Month(
                text.parse()
                    .map_err(|_| node.expected("start, WP2, 4/41, event or Barb"))?,
            ),
        },
    })
}

fn sisters(ships: &mut Ships, entry: &Node<'_>) -> Result<(), TableError> {
    let Some(list) = entry.opt("same_class")? else {
        return Ok(());
    };
    let mut same_class = list.list(|name| {
        let names = ships.units.iter().map(|unit| unit.id.as_str());
        cells::named_in(&name, names, "unit").map(|place| UnitId(place as u16))
    })?;
    same_class.sort_unstable();
    if let Some(place) = ships.find(entry.get("id")?.str()?) {
        ships.units[place.index()].same_class = same_class;
    }
    Ok(())
}

fn marker(ships: &mut Ships, entry: &Node<'_>) -> Result<(), TableError> {
    entry.only(&["id", "count", "white", "rule"])?;
    let name = entry.get("id")?;
    let role = match name.str()? {
        "combat_event" => Role::CombatEvent,
        "draw_liner" => Role::DrawLiner,
        _ => return Err(name.expected("combat_event or draw_liner")),
    };
    let count = entry.get("count")?.int(1..=99u16)?;
    let white = int_or(entry, "white", 0..=count, 0)?;
    for copy in 0..count {
        let ensign = if copy < white {
            Ensign::White
        } else {
            Ensign::Red
        };
        ships.pieces.push(Piece {
            role,
            ensign,
            ..NO_PIECE
        });
    }
    Ok(())
}

/// Types are what the rules take them for, and the number of counters is known.
fn check(ships: &Ships, root: &Node<'_>) -> Result<(), TableError> {
    let meta = root.get("meta")?;
    meta.only(&[
        "game",
        "unit_types",
        "naval",
        "escort",
        "merchant",
        "counters",
    ])?;
    type Belongs = fn(ShipType) -> bool;
    let groups: [(&str, Belongs); 3] = [
        ("naval", ShipType::is_naval),
        ("escort", ShipType::is_escort),
        ("merchant", ShipType::is_merchant),
    ];
    for (key, belongs) in groups {
        let listed: Vec<ShipType> = meta.get(key)?.list(|kind| kind.parse())?;
        let known: Vec<ShipType> = ShipType::ALL
            .into_iter()
            .filter(|kind| belongs(*kind))
            .collect();
        if listed != known {
            return Err(meta
                .get(key)?
                .error(format!("the rules are written for {known:?}")));
        }
    }
    let counters = meta.get("counters")?;
    if counters.int(1..=9999usize)? != ships.pieces.len() {
        return Err(counters.error(format!("the units have {} counters", ships.pieces.len())));
    }
    Ok(())
}
