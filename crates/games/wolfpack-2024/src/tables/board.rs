//! The U-boat board: tracks, crew numbers, who repairs what [9.track_lengths], [51.crew_wound], [61.section_locations].

use super::cells::{by_name, just, texts};
use crate::boats::{BoatType, Gear};
use crate::crew::Man;
use derbyhouse_tables::{Node, TableError};

/// Numbers of the board.
#[derive(Clone, Debug)]
pub struct BoardRules {
    /// By d10, from 1 [51.crew_wound].
    crew: [Man; 10],
    /// The level at which flooding sinks, by [`BoatType::index`] [9.track_lengths].
    flood_sinks: [u8; 2],
    /// The second O: the crush test, and no repair below it [28.implosion_flooded_90], [62.floors].
    pub crush_from: u8,
    /// From here a boat without planes goes down [28.forced_descent].
    pub steering_lost: u8,
    /// Levels that repair does not go below once there [62.floors].
    pub floors: [u8; 2],
    /// The level at which fire sinks [9.track_lengths].
    pub fire_sinks: u8,
    /// The top of the gas track [62.gas_check].
    pub gas_top: u8,
    /// Names of the boxes of the flooding track, by [`BoatType::index`].
    pub flood_names: [Vec<String>; 2],
}

impl BoardRules {
    /// The crew position that a d10 names [51.crew_wound].
    pub fn crew(&self, d10: u8) -> Man {
        self.crew[usize::from(d10.clamp(1, 10)) - 1]
    }

    /// The level at which flooding sinks a boat [9.track_lengths], (R22).
    pub fn flood_sinks(&self, kind: BoatType) -> u8 {
        self.flood_sinks[kind.index()]
    }
}

pub fn read(node: &Node<'_>) -> Result<BoardRules, TableError> {
    node.only(&[
        "crew_numbers",
        "flooding",
        "fire",
        "gas",
        "locations",
        "damage_effects",
    ])?;
    check_locations(&node.get("locations")?)?;
    for (_, effect) in node.get("damage_effects")?.entries()? {
        effect.str()?;
    }
    let flooding = node.get("flooding")?;
    flooding.only(&[
        "VII",
        "IX",
        "sunk_at",
        "crush_from",
        "steering_lost_from",
        "repair_floors",
    ])?;
    let flood_sinks: [u8; 2] = by_name(&flooding.get("sunk_at")?, BoatType::ALL, |level| {
        level.int(1..=20)
    })?;
    let names = BoatType::ALL.map(|kind| {
        let names = flooding.get(kind.id())?;
        let list = names.list(|name| name.str().map(str::to_owned))?;
        if list.len() != usize::from(flood_sinks[kind.index()]) {
            return Err(names.error("the track has as many boxes as it takes to sink"));
        }
        Ok(list)
    });
    let [vii, ix] = names;
    let fire = node.get("fire")?;
    fire.only(&["levels", "sunk_at", "uncontained_level2_drm"])?;
    let gas = node.get("gas")?;
    gas.only(&["levels", "check_at"])?;
    let gas_top = gas.get("levels")?.int(1..=9)?;
    just(&gas.get("check_at")?, i64::from(gas_top))?;
    let fire_sinks = fire.get("levels")?.int(2..=9)?;
    just(&fire.get("sunk_at")?, i64::from(fire_sinks))?;
    let shortest = flood_sinks[0].min(flood_sinks[1]);
    let ten: [String; 10] = std::array::from_fn(|face| (face + 1).to_string());
    Ok(BoardRules {
        crew: by_name(&node.get("crew_numbers")?, ten, |cell| cell.parse())?,
        flood_sinks,
        crush_from: flooding.get("crush_from")?.int(1..=shortest)?,
        steering_lost: flooding.get("steering_lost_from")?.int(1..=shortest)?,
        floors: flooding
            .get("repair_floors")?
            .list_of(|level| level.int(1..=shortest))?,
        fire_sinks,
        gas_top,
        flood_names: [vii?, ix?],
    })
}

/// Which places there are is part of the rules [61.section_locations].
fn check_locations(node: &Node<'_>) -> Result<(), TableError> {
    node.only(&[
        "tubes_vii",
        "tubes_ix",
        "equipment",
        "repaired_by",
        "levels",
        "overflow_to_flooding",
    ])?;
    let equipment = node.get("equipment")?;
    if equipment.list(|item| item.parse::<Gear>())? != Gear::ALL {
        return Err(equipment
            .error("the equipment is hydrophone, deck_gun, periscope, diesel, electric, rudder"));
    }
    just(&node.get("overflow_to_flooding")?, 1)?; // [51.destroyed_overflows]
    let levels = node.get("levels")?;
    for (level, name) in (1..).zip(["light", "medium", "heavy", "destroyed"]) {
        just(&levels.get(name)?, level)?;
    }
    for kind in BoatType::ALL {
        let tubes = node.get(&format!("tubes_{}", kind.id().to_lowercase()))?;
        let names = kind.all_tubes().map(|tube| format!("tube{tube}"));
        if !names.eq(tubes.list(|name| name.str().map(str::to_owned))?) {
            return Err(tubes.error(format!("these are not the tubes of a Type {kind}")));
        }
    }
    let served = node.get("repaired_by")?;
    served.only(&["bow", "mid", "stern", "all"])?;
    for (section, places) in [
        ("bow", "tube1 tube2 tube3 tube4 hydrophone"),
        ("mid", "deck_gun periscope"),
        ("stern", "diesel electric rudder tube5 tube6"),
        ("all", "flooding fire"),
    ] {
        let cell = served.get(section)?;
        if cell.list(|place| place.str())?.join(" ") != places {
            return Err(cell.error(format!("this section serves {places}")));
        }
    }
    texts(node, &[])
}
