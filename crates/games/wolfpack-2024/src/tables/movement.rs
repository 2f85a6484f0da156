//! Movement on both maps, and the drift [31.entry_d10], [33.free_turn], [55.drift_rate].

use super::Faces;
use super::cells::{by_name, faces, is, just, texts};
use crate::boats::BoatType;
use crate::conditions::Speed;
use derbyhouse_tables::{Node, TableError};

/// Numbers of movement.
#[derive(Clone, Debug)]
pub struct MovementRules {
    /// Faces that take a boat onto the Attack map on turns 8, 9 and 10 [31.entry_d10].
    transition: [Faces; 3],
    /// Spaces ahead, surfaced and submerged [34.surfaced_two_or_one_and_turn], [34.submerged_one].
    pub ahead: [u8; 2],
    /// Steps of 45 degrees, by [`BoatType::index`], surfaced and submerged [33.free_turn].
    free_turn: [[u8; 2]; 2],
    /// By [`Speed::index`], on odd and even turns [55.drift_rate].
    drift: [[u8; 2]; 2],
}

/// The first turn on which boats may enter the Attack map [31.entry_d10].
pub const FIRST_ENTRY: u8 = 8;
/// From this turn on they must [32.entry_from_turn_11].
pub const MUST_ENTER: u8 = 11;

impl MovementRules {
    /// Faces that take a boat onto the Attack map; none before turn 8, all from turn 11 on [31.entry_d10],
    /// [32.entry_from_turn_11].
    pub fn transition(&self, turn: u8) -> Faces {
        match turn {
            0..FIRST_ENTRY => Faces::default(),
            FIRST_ENTRY..MUST_ENTER => self.transition[usize::from(turn - FIRST_ENTRY)],
            _ => Faces::up_to(10),
        }
    }

    /// How far a boat may turn [33.free_turn].
    pub fn free_turn(&self, kind: BoatType, surfaced: bool) -> u8 {
        self.free_turn[kind.index()][usize::from(!surfaced)]
    }

    /// How far everything slides on a turn [55.drift_rate].
    pub fn drift(&self, speed: Speed, turn: u8) -> u8 {
        self.drift[speed.index()][usize::from(turn.is_multiple_of(2))]
    }
}

pub fn read(node: &Node<'_>) -> Result<MovementRules, TableError> {
    node.only(&["transition", "approach", "attack", "convoy_drift"])?;
    check_approach(&node.get("approach")?)?;
    let transition = node.get("transition")?;
    transition.only(&[
        "turn",
        "from_turn_11",
        "surfaced_may_dive_to_m",
        "repull_tp",
    ])?;
    texts(&transition, &["from_turn_11"])?;
    just(&transition.get("surfaced_may_dive_to_m")?, 30)?; // the rate of both types (R5)
    just(&transition.get("repull_tp")?, 1)?;
    let attack = node.get("attack")?;
    attack.only(&["surfaced", "submerged", "free_turn_steps"])?;
    is(&attack.get("surfaced")?.get("or")?, "1 space then 1 turn")?;
    let spaces = |key: &str| attack.get(key)?.get("spaces")?.int(0..=4u8);
    let drift = node.get("convoy_drift")?;
    Ok(MovementRules {
        transition: by_name(&transition.get("turn")?, ["8", "9", "10"], |cell| {
            faces(&cell)
        })?,
        ahead: [spaces("surfaced")?, spaces("submerged")?],
        free_turn: by_name(&attack.get("free_turn_steps")?, BoatType::ALL, |cell| {
            by_name(&cell, ["surfaced", "submerged"], |steps| steps.int(0..=4))
        })?,
        drift: by_name(&drift, Speed::ALL, |cell| {
            by_name(&cell, ["odd", "even"], |spaces| spaces.int(0..=4))
        })?,
    })
}

/// When boats move on the Approach map is part of the rules [32.approach_surfaced], [32.approach_submerged].
fn check_approach(node: &Node<'_>) -> Result<(), TableError> {
    node.only(&["surfaced", "submerged"])?;
    let cells = [
        ("surfaced", "slow", "1 box every turn"),
        ("surfaced", "fast", "1 box on even turns"),
        ("submerged", "slow", "1 box on even turns"),
        ("submerged", "fast", "none"),
    ];
    cells
        .into_iter()
        .try_for_each(|(state, speed, text)| is(&node.get(state)?.get(speed)?, text))
}
