//! Escorts at work: searches, guns, charges, rams, collisions [45.radar], [49.guns_attack], [52.ram_check].

use super::cells::{by_name, is, just, texts};
use crate::conditions::{Light, Weather};
use crate::depth::Depth;
use derbyhouse_tables::{Node, TableError};

/// Numbers of anti-submarine warfare.
#[derive(Clone, Debug)]
pub struct AswRules {
    /// Cards and ticks of a sonar search on the Approach map, operational and silent [41.silent_two_cards].
    pub approach_sonar: [Sonar; 2],
    /// Search range on the first turn [44.search_range].
    pub start_range: u8,
    /// What each further turn adds [44.search_range].
    pub range_growth: u8,
    /// Within this range an escort attacks [46.surfaced_within_6].
    pub near: u8,
    /// Least d10 of a radar search [45.radar].
    pub radar: Sight,
    /// Least d10 of a visual search by day and by night [45.visual].
    pub visual: [Sight; 2],
    /// Sonar on the Attack map, standard and elite operator [45.sonar_cards].
    pub attack_sonar: [Sonar; 2],
    /// What a silent boat adds [45.sonar_cards].
    pub silent_extra: Sonar,
    /// Battle cards for the charge check, standard and elite helmsman [50.helmsman].
    pub helmsman: [u8; 2],
    /// Highest d10 that rams, and cards of a ram [52.ram_check], [52.ram_cards].
    pub ram: (u8, u8),
    /// The same of a collision [56.collision].
    pub collision: (u8, u8),
}

/// Battle cards pulled, and ticks needed among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sonar {
    pub cards: u8,
    pub ticks: u8,
}

/// The least d10 that finds a boat, by surface or periscope depth and [`Weather::index`].
#[derive(Clone, Copy, Debug)]
pub struct Sight([[u8; 2]; 2]);

impl Sight {
    /// The least d10; none for a boat that cannot be seen [45.visual].
    pub fn least(&self, depth: Depth, weather: Weather) -> Option<u8> {
        self.0.get(depth.index()).map(|row| row[weather.index()])
    }
}

impl AswRules {
    /// The range of an escort that searches next: it grows before the search [44.search_range].
    pub fn range_on_arrival(&self) -> u8 {
        self.start_range.saturating_sub(self.range_growth).max(1)
    }

    /// The d10 an escort needs to see a boat: by radar if it is fitted, else by eye [45.radar], [45.visual].
    pub fn sight(&self, fitted: bool, light: Light) -> &Sight {
        if fitted {
            &self.radar
        } else {
            &self.visual[light.time().index()]
        }
    }

    /// Cards and ticks of a sonar search on the Attack map [45.sonar_cards].
    pub fn sonar(&self, elite: bool, silent: bool) -> Sonar {
        let base = self.attack_sonar[usize::from(elite)];
        let extra = if silent {
            self.silent_extra
        } else {
            Sonar { cards: 0, ticks: 0 }
        };
        Sonar {
            cards: base.cards + extra.cards,
            ticks: base.ticks + extra.ticks,
        }
    }
}

pub fn read(root: &Node<'_>) -> Result<AswRules, TableError> {
    let node = root.get("asw")?;
    node.only(&[
        "approach_search",
        "attack_search",
        "gun",
        "charges",
        "ram",
        "collision",
        "holding_track",
    ])?;
    let approach = node.get("approach_search")?;
    approach.only(&["radar", "visual", "sonar", "cards", "distance"])?;
    texts(&approach, &["radar", "visual", "sonar"])?;
    is(&approach.get("distance")?, "R#3")?;
    let attack = node.get("attack_search")?;
    attack.only(&[
        "start_range",
        "range_growth_per_turn",
        "near_range",
        "distance_to_assigned",
        "radar",
        "visual_day",
        "visual_night",
        "sonar_cards",
    ])?;
    is(&attack.get("distance_to_assigned")?, "R#2")?;
    check_texts(&node)?;
    let charges = node.get("charges")?;
    let cards = attack.get("sonar_cards")?;
    cards.only(&["standard", "elite", "silent_extra"])?;
    Ok(AswRules {
        approach_sonar: by_name(&approach.get("cards")?, ["operational", "silent"], |cell| {
            sonar(&cell, 1)
        })?,
        start_range: attack.get("start_range")?.int(1..=16)?,
        range_growth: attack.get("range_growth_per_turn")?.int(0..=16)?,
        near: attack.get("near_range")?.int(1..=16)?,
        radar: sight(&attack.get("radar")?)?,
        visual: [
            sight(&attack.get("visual_day")?)?,
            sight(&attack.get("visual_night")?)?,
        ],
        attack_sonar: [
            sonar(&cards.get("standard")?, 1)?,
            sonar(&cards.get("elite")?, 1)?,
        ],
        silent_extra: sonar(&cards.get("silent_extra")?, 0)?,
        helmsman: by_name(&charges.get("helmsman")?, ["standard", "elite"], |cards| {
            cards.int(1..=9)
        })?,
        ram: crash(&node.get("ram")?)?,
        collision: crash(&node.get("collision")?)?,
    })
}

fn sonar(node: &Node<'_>, least: u8) -> Result<Sonar, TableError> {
    node.only(&["pull", "need"])?;
    let cards = node.get("pull")?.int(least..=9)?;
    Ok(Sonar {
        cards,
        ticks: node.get("need")?.int(least..=cards)?,
    })
}

fn sight(node: &Node<'_>) -> Result<Sight, TableError> {
    let rows = by_name(node, ["surface", "periscope"], |row| {
        by_name(&row, Weather::ALL, |least| least.int(1..=10))
    })?;
    Ok(Sight(rows))
}

fn crash(node: &Node<'_>) -> Result<(u8, u8), TableError> {
    node.only(&["d10", "cards", "row"])?;
    is(&node.get("row")?, "surface")?;
    Ok((
        node.get("d10")?.int(0..=10)?,
        node.get("cards")?.int(1..=20)?,
    ))
}

/// Cells whose words are the rule itself [49.guns_approach], [49.guns_attack], [50.aggression], [52.queue_order].
fn check_texts(node: &Node<'_>) -> Result<(), TableError> {
    let gun = node.get("gun")?;
    gun.only(&["approach", "attack", "row", "column"])?;
    is(&gun.get("approach")?.get("1")?, "gun value")?;
    is(&gun.get("approach")?.get("0")?, "twice gun value")?;
    is(&gun.get("attack")?.get("first_turn")?, "gun value")?;
    is(&gun.get("attack")?.get("later")?, "twice gun value")?;
    let near = node
        .get("attack_search")?
        .get("near_range")?
        .int(1..=16i64)?;
    just(&gun.get("attack")?.get("max_range")?, near)?;
    is(&gun.get("row")?, "surface")?;
    is(&gun.get("column")?, "contact")?;
    let charges = node.get("charges")?;
    charges.only(&["cards", "columns", "helmsman", "non_aggressive_attack_map"])?;
    texts(&charges, &["cards", "non_aggressive_attack_map"])?;
    let holding = node.get("holding_track")?;
    holding.only(&["spaces", "enter", "leave"])?;
    holding.get("spaces")?.int(1..=99u8)?;
    is(&holding.get("enter")?, "bottom")?;
    is(&holding.get("leave")?, "top")
}
