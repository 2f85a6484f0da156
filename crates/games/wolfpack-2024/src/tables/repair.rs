//! Damage control: repairs, healing, wounds [61.repair_roll], [64.heal_numbers].

use super::cells::{by_name, just};
use derbyhouse_tables::{Node, TableError};

/// Numbers of damage control.
#[derive(Clone, Debug)]
pub struct RepairRules {
    /// Least total of a repair [61.repair_roll].
    pub success: i8,
    /// By wound level 0 to 3 [52.wound_modifiers].
    pub wounded: [i8; 4],
    /// A heavily damaged location [61.heavy_minus_3].
    pub heavy_location: i8,
    /// Fire at level 2, not contained [62.fire_2_minus_1].
    pub raging_fire: i8,
    /// Tactical points for repairs in silent running [61.silent_1_tp].
    pub silent_tp: u8,
    /// Least d10 of the second watch officer, by level from 1 [64.heal_numbers].
    pub medic: [i8; 4],
    /// Least d10 of a crew section [64.heal_numbers].
    pub section: i8,
}

pub fn read(root: &Node<'_>) -> Result<RepairRules, TableError> {
    let node = root.get("repair")?;
    node.only(&[
        "success",
        "wound_drm",
        "heavy_location_drm",
        "fire_level2_uncontained_drm",
        "silent_running_tp",
    ])?;
    let modifier = |cell: Node<'_>| cell.int(-9..=0i8);
    let [light, medium, heavy] = by_name(
        &node.get("wound_drm")?,
        ["light", "medium", "heavy"],
        modifier,
    )?;
    let heal = root.get("heal")?;
    heal.only(&["medic", "crew_section"])?;
    let raging_fire = modifier(node.get("fire_level2_uncontained_drm")?)?;
    just(
        &root
            .get("board")?
            .get("fire")?
            .get("uncontained_level2_drm")?,
        raging_fire.into(),
    )?;
    let silent_tp: u8 = node.get("silent_running_tp")?.int(0..=8)?;
    just(
        &root.get("points")?.get("silent_damage_control_tp")?,
        silent_tp.into(),
    )?;
    Ok(RepairRules {
        success: node.get("success")?.int(1..=10)?,
        wounded: [0, light, medium, heavy],
        heavy_location: modifier(node.get("heavy_location_drm")?)?,
        raging_fire,
        silent_tp,
        medic: by_name(&heal.get("medic")?, ["1", "2", "3", "4"], |least| {
            least.int(1..=10)
        })?,
        section: heal.get("crew_section")?.int(1..=10)?,
    })
}
