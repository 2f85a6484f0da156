//! Observation, firing solutions, torpedoes [37.ranges], [38.tdc_value], [59.range_and_turns].

use super::cells::{by_name, is, just};
use crate::boats::TorpedoType;
use crate::calendar::Era;
use crate::conditions::Light;
use derbyhouse_tables::{Node, TableError};

/// Seeing and aiming.
#[derive(Clone, Debug)]
pub struct TdcRules {
    /// Spot range and identification range, by [`Light::index`] [37.ranges].
    pub sight: [(u8, u8); 4],
    /// First and last range of each band [38.tdc_value].
    bands: [(u8, u8); 3],
    /// What a tube can store [38.tdc_value].
    pub least: i8,
    pub most: i8,
    /// Calculations without any skill [38.tdc_count].
    pub base_count: u8,
    /// [63.periscope_heavy]
    pub periscope_heavy: i8,
    /// [61.observation_periscope]
    pub observation: i8,
    /// [61.observation_periscope]
    pub observation_heavy: i8,
    /// A shot outside 45 degrees [59.angle_minus_1].
    pub off_angle: i8,
    /// A shot without a solution [60.unaimed].
    pub unaimed: i8,
}

impl TdcRules {
    /// The band of a range; none beyond the last [38.tdc_targets].
    pub fn band(&self, range: u8) -> Option<usize> {
        self.bands
            .iter()
            .position(|(from, to)| (*from..=*to).contains(&range))
    }

    /// Spot range [37.ranges].
    pub fn spot(&self, light: Light) -> u8 {
        self.sight[light.index()].0
    }

    /// Identification range [37.ranges].
    pub fn identify(&self, light: Light) -> u8 {
        self.sight[light.index()].1
    }
}

pub fn read_tdc(root: &Node<'_>) -> Result<TdcRules, TableError> {
    let node = root.get("tdc")?;
    node.only(&[
        "bands",
        "marker_range",
        "base_calculations",
        "periscope_heavy",
        "observation_periscope",
        "observation_periscope_heavy",
        "outside_45_degrees",
        "unaimed",
    ])?;
    let mut next = 1;
    let bands = node.get("bands")?.list_of(|band| {
        let [from, to] = band.array()?;
        let from = from.int(next..=next)?;
        let to = to.int(from..=16u8)?;
        next = to + 1;
        Ok((from, to))
    })?;
    let [least, most] = node
        .get("marker_range")?
        .list_of(|value| value.int(-9..=9i8))?;
    let modifier = |key: &str| node.get(key)?.int(-9..=0i8);
    Ok(TdcRules {
        sight: by_name(&root.get("observation")?, Light::ALL, |cell| {
            cell.only(&["spot", "id"])?;
            let spot = cell.get("spot")?.int(0..=16)?;
            Ok((spot, cell.get("id")?.int(0..=spot)?))
        })?,
        bands,
        least,
        most,
        base_count: node.get("base_calculations")?.int(1..=9)?,
        periscope_heavy: modifier("periscope_heavy")?,
        observation: modifier("observation_periscope")?,
        observation_heavy: modifier("observation_periscope_heavy")?,
        off_angle: modifier("outside_45_degrees")?,
        unaimed: modifier("unaimed")?,
    })
}

/// Torpedoes.
#[derive(Clone, Debug)]
pub struct FiringRules {
    /// First and last range and turns to arrive, by [`TorpedoType::index`] and [`Era::index`] [59.range_and_turns].
    runs: [[Vec<(u8, u8, u8)>; 2]; 2],
    /// By [`TorpedoType::index`] [60.wake_by_day].
    pub wake: [bool; 2],
    /// Range of a shot at an escort [60.escort_range].
    pub escort_range: (u8, u8),
    /// How far off the bow or stern a shot is free [59.angle_minus_1].
    pub free_steps: u8,
    /// How far off it is still possible [59.arc].
    pub most_steps: u8,
    /// How far off without a solution [60.unaimed].
    pub unaimed_steps: u8,
    /// Markers of a tube that is loaded: turns until it is ready [58.steps].
    pub loading: u8,
    /// What a missed torpedo needs to hit the next ship [27.missed_needs_10].
    pub missed_needs: u8,
    /// Turns that a request stays [47.standard_request].
    pub request_timer: u8,
    /// Ranges at which the convoy sees, by [`Light::index`] [57.who_is_searched].
    pub convoy_sight: [u8; 4],
    /// Within this range of a request night is day [57.night_light].
    pub light_radius: u8,
}

impl FiringRules {
    /// Turns until a torpedo arrives; none if it does not reach that far [59.range_and_turns].
    pub fn turns(&self, torpedo: TorpedoType, era: Era, range: u8) -> Option<u8> {
        let bands = &self.runs[torpedo.index()][era.index()];
        let band = bands
            .iter()
            .find(|(from, to, _)| (*from..=*to).contains(&range));
        band.map(|(_, _, turns)| *turns)
    }
}

pub fn read(root: &Node<'_>) -> Result<FiringRules, TableError> {
    let torpedo = root.get("torpedo")?;
    torpedo.only(&["G7a", "G7e", "note"])?;
    let run = |cell: Node<'_>| {
        let mut next = 1;
        cell.list(|row| {
            let [from, to, turns] = row.array()?;
            let from = from.int(next..=next)?;
            let to = to.int(from..=16u8)?;
            next = to + 1;
            Ok((from, to, turns.int(1..=3)?))
        })
    };
    let kinds = TorpedoType::ALL.map(|kind| {
        let cell = torpedo.get(kind.id())?;
        cell.only(&["early", "late", "wake_by_day"])?;
        Ok((
            [run(cell.get("early")?)?, run(cell.get("late")?)?],
            cell.get("wake_by_day")?.bool()?,
        ))
    });
    let [steam, electric] = kinds;
    let (steam, electric) = (steam?, electric?);
    let firing = root.get("firing")?;
    let (free_steps, most_steps, unaimed_steps) = arcs(&firing)?;
    let [nearest, farthest] = firing
        .get("escort_range")?
        .list_of(|range| range.int(1..=16u8))?;
    let hit = hit(&root.get("hit")?)?;
    let sight = root.get("convoy_search_range")?;
    sight.only(&["DG", "DB", "NG", "NB", "request_light_radius"])?;
    Ok(FiringRules {
        runs: [steam.0, electric.0],
        wake: [steam.1, electric.1],
        escort_range: (nearest, farthest),
        free_steps,
        most_steps,
        unaimed_steps,
        loading: firing.get("reload_turns")?.int(3..=3u8)? - 1,
        missed_needs: hit.0,
        request_timer: hit.1,
        convoy_sight: super::cells::some_by_name(
            &sight,
            &Light::ALL.map(|light| light.to_string()),
            |range| range.int(0..=2),
        )?,
        light_radius: sight.get("request_light_radius")?.int(0..=16)?,
    })
}

/// Steps of 45 degrees off the bow or the stern [59.arc], [60.unaimed].
fn arcs(node: &Node<'_>) -> Result<(u8, u8, u8), TableError> {
    node.only(&[
        "bow_arc_steps",
        "free_arc_steps",
        "forbidden_step",
        "unaimed_arc_steps",
        "escort_range",
        "surfaced_ends",
        "submerged_ends",
        "reload_turns",
        "new_loadings_per_turn",
    ])?;
    is(&node.get("surfaced_ends")?, "both")?;
    is(&node.get("submerged_ends")?, "one")?;
    let loadings = node.get("new_loadings_per_turn")?;
    just(&loadings.get("bow")?, 1)?;
    just(&loadings.get("stern")?, 1)?;
    let steps = |key: &str| {
        let list = node.get(key)?;
        let mut next = 0;
        for step in list.items()? {
            step.int(next..=next)?;
            next += 1;
        }
        if next == 0 {
            Err(list.expected("steps from 0"))
        } else {
            Ok(next - 1)
        }
    };
    let most: u8 = steps("bow_arc_steps")?;
    just(&node.get("forbidden_step")?, i64::from(most) + 1)?;
    Ok((
        steps("free_arc_steps")?.min(most),
        most,
        steps("unaimed_arc_steps")?.min(most),
    ))
}

/// What a missed torpedo needs, and how long a request stays; the rest is part of the rules [5.natural_10_and_1].
fn hit(node: &Node<'_>) -> Result<(u8, u8), TableError> {
    node.only(&[
        "natural_10",
        "natural_1",
        "missed_torpedo_needs",
        "escort_to_hit_column",
        "escort_size",
        "request_timer",
    ])?;
    is(&node.get("natural_10")?, "hit")?;
    is(&node.get("natural_1")?, "miss")?;
    is(&node.get("escort_to_hit_column")?, "fast")?; // (R12)
    is(&node.get("escort_size")?, "M")?;
    Ok((
        node.get("missed_torpedo_needs")?.int(2..=10)?,
        node.get("request_timer")?.int(1..=9)?,
    ))
}
