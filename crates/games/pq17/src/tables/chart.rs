//! The Unit Chart: ships, classes, aircraft, blocks [1.2], [1.4], [1.5].

use super::cells::{by, meta, text, worth};
use crate::side::{BySide, Nation, Side};
use crate::time::Fortnight;
use crate::units::{Aa, AirTypeId, ClassId, Role, ShipId, ShipType, Speed};
use crate::vp::Vp;
use derbyhouse_kernel::named;
use derbyhouse_tables::{Node, TableError};

/// One step of a named ship [1.4].
#[derive(Clone, Copy, Debug)]
pub struct ShipStep {
    pub cs: u8,
    pub aa: Aa,
    pub speed: Speed,
}

/// A ship with a name [1.4].
#[derive(Clone, Debug)]
pub struct Ship {
    pub id: String,
    pub name: String,
    pub nation: Nation,
    pub kind: ShipType,
    pub class: String,
    /// From whole to 0*, which is Dead in the Water.
    pub steps: Vec<ShipStep>,
    pub torpedoes: u8,
    pub vp: Vp,
    /// Steps of aircraft she carries [1.5.1].
    pub aircraft: u8,
    /// Fuel for others [11.3.2].
    pub oil: u8,
    pub from: Fortnight,
}

impl Ship {
    /// Unhit Combat Strength.
    pub fn cs(&self) -> u8 {
        self.steps[0].cs
    }
}

/// Ships that are counted, not named [1.4].
#[derive(Clone, Debug)]
pub struct Class {
    pub id: String,
    pub name: String,
    pub nation: Nation,
    pub kind: ShipType,
    /// The largest counter.
    pub max_cs: u8,
    pub total_cs: u8,
    /// Of a counter, by its CS from 1.
    pub aa: Vec<Aa>,
    pub torpedoes: u8,
    pub speed: Speed,
    pub vp: Vp,
    /// Fuel for others, by CS [11.3.2].
    pub oil_each: u8,
    /// Its crews are untrained: the same ships, counted apart [15.4.3].
    pub green: bool,
}

impl Class {
    /// The fewest counters that show so much CS, the fullest first [1.4].
    pub fn counters(&self, cs: u8) -> impl Iterator<Item = u8> + use<> {
        let (full, rest) = (cs / self.max_cs, cs % self.max_cs);
        let counter = self.max_cs;
        (0..full)
            .map(move |_| counter)
            .chain((rest > 0).then_some(rest))
    }

    /// Fuel for others that so many CS of merchant oilers carry [1.4.2], [11.3.2].
    pub const fn oil(&self, cs: u8) -> u8 {
        cs * self.oil_each
    }

    /// Anti-aircraft strength of one counter.
    pub fn aa(&self, cs: u8) -> Aa {
        match cs {
            0 => Aa::None,
            cs => self.aa[usize::from(cs.min(self.max_cs)) - 1],
        }
    }
}

named! {
    /// From where a type of aircraft flies [1.5].
    Kind, "kind of aircraft" {
        Land = "land",
        Floatplane = "floatplane",
        Carrier = "carrier",
    }
}

/// A type of aircraft [1.5].
#[derive(Clone, Debug)]
pub struct Aircraft {
    pub id: String,
    pub name: String,
    pub nation: Nation,
    pub role: Role,
    pub max_cs: u8,
    pub air_combat: i8,
    /// A circled number fires only if fired upon [7.2.3].
    pub circled: bool,
    /// +1 against bombers [7.2.3].
    pub plus: bool,
    pub range: u32,
    pub torpedoes: u8,
    pub asw: bool,
    pub recon: bool,
    pub kind: Kind,
    /// Row of the Bombing Table; photo units have none.
    pub bombing: Option<Role>,
    pub attacks_ships: bool,
    /// Of the Northern Fleet [7.2] (R59).
    pub naval: bool,
    pub vp: Vp,
}

/// Blocks of one side: an absolute limit [1.2].
#[derive(Clone, Copy, Debug)]
pub struct BlockMix {
    pub convoys: u8,
    pub task_forces: u8,
    /// British and Soviet packs have their own; the German ones are in the first.
    pub wolfpacks: [u8; 2],
    pub dummies: u8,
}

impl BlockMix {
    pub fn total(&self) -> u8 {
        self.convoys + self.task_forces + self.wolfpacks.iter().sum::<u8>() + self.dummies
    }
}

/// The Unit Chart.
#[derive(Clone, Debug)]
pub struct Chart {
    pub ships: Vec<Ship>,
    pub classes: Vec<Class>,
    pub aircraft: Vec<Aircraft>,
    pub blocks: BySide<BlockMix>,
}

impl Chart {
    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.index()]
    }

    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    pub fn air(&self, id: AirTypeId) -> &Aircraft {
        &self.aircraft[id.index()]
    }

    /// Classes of Light Ships, in their order.
    pub fn light_classes(&self) -> impl Iterator<Item = ClassId> {
        let classes = self.classes.iter().enumerate();
        let light = classes.filter(|(_, class)| class.kind.is_light());
        light.map(|(place, _)| ClassId::new(place))
    }

    pub fn find_ship(&self, id: &str) -> Option<ShipId> {
        self.ships.iter().position(|s| s.id == id).map(ShipId::new)
    }

    pub fn find_class(&self, id: &str) -> Option<ClassId> {
        self.classes
            .iter()
            .position(|c| c.id == id)
            .map(ClassId::new)
    }

    /// The class of the same ships with untrained crews, if they can be called up so [15.4.3].
    pub fn green(&self, id: ClassId) -> Option<ClassId> {
        self.find_class(&green_id(&self.class(id).id))
    }

    /// The class that a crew belongs to once it is trained [15.4.3].
    pub fn trained(&self, id: ClassId) -> ClassId {
        let class = self.class(id);
        let of = match class.green {
            true => self
                .classes
                .iter()
                .position(|own| green_id(&own.id) == class.id),
            false => None,
        };
        of.map_or(id, ClassId::new)
    }

    pub fn find_air(&self, id: &str) -> Option<AirTypeId> {
        self.aircraft
            .iter()
            .position(|a| a.id == id)
            .map(AirTypeId::new)
    }
}

fn green_id(id: &str) -> String {
    format!("{id}_green")
}

/// Every class of destroyers and torpedo boats may have untrained crews [15.4.3]; they come after all others, so that no
/// class changes its number.
fn with_green(mut classes: Vec<Class>) -> Vec<Class> {
    let flotillas = classes.iter().filter(|class| class.kind.is_flotilla());
    let green: Vec<Class> = flotillas
        .map(|class| Class {
            id: green_id(&class.id),
            name: format!("{}, untrained", class.name),
            green: true,
            ..class.clone()
        })
        .collect();
    classes.extend(green);
    classes
}

pub fn read(root: &Node<'_>) -> Result<Chart, TableError> {
    root.only(&[
        "meta",
        "conventions",
        "type",
        "unit_chart_order",
        "ship",
        "class",
        "aircraft",
        "blocks",
    ])?;
    meta(root, "units")?;
    types(&root.get("type")?)?;
    let order: Vec<ShipType> = root
        .get("unit_chart_order")?
        .get("order")?
        .list(|t| t.parse())?;
    if order != ShipType::ALL {
        return Err(root
            .get("unit_chart_order")?
            .error("the types stand in another order than the rules know"));
    }
    let blocks = root.get("blocks")?;
    Ok(Chart {
        ships: root.get("ship")?.list(|entry| ship(&entry))?,
        classes: with_green(root.get("class")?.list(|entry| class(&entry))?),
        aircraft: root.get("aircraft")?.list(|entry| aircraft(&entry))?,
        blocks: BySide {
            allied: mix(
                &blocks.get("allied")?,
                &["wolfpack_british", "wolfpack_soviet"],
            )?,
            axis: mix(&blocks.get("axis")?, &["wolfpack"])?,
        },
    })
}

/// The categories of each type are the rules' own; the chart must agree with them [1.4].
fn types(node: &Node<'_>) -> Result<(), TableError> {
    let mut known = ShipType::ALL.to_vec();
    for entry in node.items()? {
        entry.only(&[
            "id",
            "category",
            "silhouettes",
            "guns_only_in_torpedo_area",
            "no_guns",
            "oiler",
            "cam",
        ])?;
        let id = entry.get("id")?;
        let kind: ShipType = id.parse()?;
        let silhouettes = if kind.is_single() { 1 } else { 2 };
        entry.get("silhouettes")?.int(silhouettes..=silhouettes)?;
        if !known.contains(&kind) {
            return Err(id.error(format!("{kind} stands here twice")));
        }
        known.retain(|other| *other != kind);
        let mut says: Vec<&str> = entry.get("category")?.list(|name| name.str())?;
        let mut knows: Vec<&str> = kind.categories().map(|category| category.id()).collect();
        says.sort_unstable();
        knows.sort_unstable();
        if says != knows {
            return Err(entry.get("category")?.expected(knows.join(", ")));
        }
    }
    match known.first() {
        None => Ok(()),
        Some(kind) => Err(node.error(format!("the type {kind} is missing"))),
    }
}

fn ship(entry: &Node<'_>) -> Result<Ship, TableError> {
    entry.only(&[
        "id",
        "name",
        "nation",
        "type",
        "class",
        "cs",
        "steps",
        "torpedo",
        "vp_sunk",
        "vp_per_cs_damaged",
        "air_capacity",
        "oiler_fuel",
        "available_from",
        "available_until",
    ])?;
    let steps: Vec<ShipStep> = entry.get("steps")?.list(|step| {
        step.only(&["cs", "aa", "speed"])?;
        Ok(ShipStep {
            cs: step.get("cs")?.int(0..=9)?,
            aa: aa(&step.get("aa")?)?,
            speed: step.get("speed")?.parse()?,
        })
    })?;
    let falls = |pair: &[ShipStep]| pair[0].cs > pair[1].cs && pair[0].cs - pair[1].cs <= 2;
    let ends = steps
        .last()
        .is_some_and(|last| last.cs == 0 && last.speed == Speed::None);
    if steps.len() < 2 || !ends || !steps.windows(2).all(falls) {
        let steps = entry.get("steps")?;
        return Err(
            steps.error("steps fall by one or two and end with 0, which has no speed [1.4]")
        );
    }
    entry.get("cs")?.int(steps[0].cs..=steps[0].cs)?;
    let number = |key| entry.opt(key)?.map_or(Ok(0), |cell| cell.int(1..=99u8));
    Ok(Ship {
        id: text(entry, "id")?,
        name: text(entry, "name")?,
        nation: entry.get("nation")?.parse()?,
        kind: entry.get("type")?.parse()?,
        class: text(entry, "class")?,
        steps,
        torpedoes: entry.get("torpedo")?.int(0..=4)?,
        vp: worth(&entry.get("vp_sunk")?)?,
        aircraft: number("air_capacity")?,
        oil: number("oiler_fuel")?,
        from: by(&entry.get("available_from")?, Fortnight::of_month)?,
    })
}

fn class(entry: &Node<'_>) -> Result<Class, TableError> {
    entry.only(&[
        "id",
        "name",
        "nation",
        "type",
        "ships_per_cs",
        "max_cs",
        "total_cs",
        "aa_by_cs",
        "torpedo",
        "speed",
        "vp_per_cs",
        "oiler_fuel",
    ])?;
    let max_cs: u8 = entry.get("max_cs")?.int(1..=8)?;
    let aa: Vec<Aa> = entry.get("aa_by_cs")?.list(|cell| aa(&cell))?;
    if aa.len() != usize::from(max_cs) {
        return Err(entry.get("aa_by_cs")?.expected(format!("{max_cs} values")));
    }
    Ok(Class {
        id: text(entry, "id")?,
        name: text(entry, "name")?,
        nation: entry.get("nation")?.parse()?,
        kind: entry.get("type")?.parse()?,
        max_cs,
        total_cs: entry.get("total_cs")?.int(max_cs..=200)?,
        aa,
        torpedoes: entry.get("torpedo")?.int(0..=4)?,
        speed: entry.get("speed")?.parse()?,
        vp: worth(&entry.get("vp_per_cs")?)?,
        oil_each: entry
            .opt("oiler_fuel")?
            .map_or(Ok(0), |node| node.int(0..=20))?,
        green: false,
    })
}

fn aircraft(entry: &Node<'_>) -> Result<Aircraft, TableError> {
    entry.only(&[
        "id",
        "name",
        "nation",
        "naval",
        "role",
        "max_cs",
        "air_combat",
        "circled",
        "plus",
        "range",
        "torpedo",
        "asw",
        "recon",
        "base",
        "bombing_row",
        "may_attack_ships_at_sea",
        "vp_per_cs",
    ])?;
    let row = entry.get("bombing_row")?;
    let role: Role = entry.get("role")?.parse()?;
    let bombing = match row.str()? {
        "none" => None,
        _ => Some(row.parse()?),
    };
    if bombing.is_none() != (role == Role::Photo) {
        return Err(row.error("photo units have no row of the Bombing Table, all others have one"));
    }
    Ok(Aircraft {
        id: text(entry, "id")?,
        name: text(entry, "name")?,
        nation: entry.get("nation")?.parse()?,
        role,
        max_cs: entry.get("max_cs")?.int(1..=4)?,
        air_combat: entry.get("air_combat")?.int(0..=9)?,
        circled: entry.get("circled")?.bool()?,
        plus: entry.get("plus")?.bool()?,
        range: entry.get("range")?.int(1..=30)?,
        torpedoes: entry.get("torpedo")?.int(0..=2)?,
        asw: entry.get("asw")?.bool()?,
        recon: entry.get("recon")?.bool()?,
        kind: entry.get("base")?.parse()?,
        bombing,
        attacks_ships: entry.get("may_attack_ships_at_sea")?.bool()?,
        naval: entry.opt("naval")?.map_or(Ok(false), |cell| cell.bool())?,
        vp: worth(&entry.get("vp_per_cs")?)?,
    })
}

fn aa(node: &Node<'_>) -> Result<Aa, TableError> {
    match node.str() {
        Ok("*") => Ok(Aa::Star),
        Ok(_) => Err(node.expected("a number or \"*\"")),
        Err(_) => node.int(1..=9).map(Aa::Dice),
    }
}

fn mix(node: &Node<'_>, packs: &[&str]) -> Result<BlockMix, TableError> {
    let mut keys = vec!["convoy", "task_force", "dummy", "total"];
    keys.extend(packs);
    node.only(&keys)?;
    let number = |key: &str| node.get(key)?.int(0..=40u8);
    let mut wolfpacks = [0; 2];
    for (count, key) in wolfpacks.iter_mut().zip(packs) {
        *count = number(key)?;
    }
    let mix = BlockMix {
        convoys: number("convoy")?,
        task_forces: number("task_force")?,
        wolfpacks,
        dummies: number("dummy")?,
    };
    node.get("total")?.int(mix.total()..=mix.total())?;
    Ok(mix)
}

/// Everything of one side and nothing of the other.
pub fn check_side(node: &Node<'_>, nation: Nation, side: Side) -> Result<(), TableError> {
    if nation.side() == side {
        Ok(())
    } else {
        Err(node.error(format!("this is not a {side} unit")))
    }
}
