//! The Combat Event table [19.2].

use super::cells::{flag, int_or};
use crate::combat::CombatEvent;
use derbyhouse_tables::{Node, TableError};

/// One event for each face of the die.
#[derive(Clone, Debug)]
pub struct CombatEvents {
    by_die: [CombatEvent; 10],
    names: [String; 10],
    texts: [String; 10],
}

impl CombatEvents {
    /// The event of a die.
    pub fn of(&self, die: u8) -> CombatEvent {
        self.by_die[usize::from(die.min(9))]
    }

    /// Its name.
    pub fn name(&self, event: CombatEvent) -> &str {
        &self.names[event.index()]
    }

    /// What it does.
    pub fn text(&self, event: CombatEvent) -> &str {
        &self.texts[event.index()]
    }
}

/// Which faces bring which event may be changed; what an event does is part of the rules, and checked.
pub fn read(root: &Node<'_>) -> Result<CombatEvents, TableError> {
    root.only(&["meta", "event"])?;
    root.get("meta")?.only(&["game", "die"])?;
    let mut by_die = [None; 10];
    let (mut names, mut texts): ([String; 10], [String; 10]) = Default::default();
    for entry in root.get("event")?.items()? {
        entry.only(&[
            "roll",
            "id",
            "name",
            "name_source",
            "crash_dive",
            "hazard_row",
            "hazard_drm_inexperienced",
            "cancels_escort_surprise",
            "applies_without_targets",
            "tdc",
            "effect",
        ])?;
        let event: CombatEvent = entry.get("id")?.parse()?;
        let roll = entry.get("roll")?;
        if by_die[roll.int(0..=9usize)?].replace(event).is_some() {
            return Err(roll.error("another event has this number"));
        }
        let same = flag(&entry, "cancels_escort_surprise")? == event.warns()
            && flag(&entry, "applies_without_targets")? == event.needs_no_target()
            && flag(&entry, "crash_dive")? == event.hazard().is_some()
            && int_or(&entry, "tdc", -9..=9i8, 0)? == event.tdc();
        if !same {
            return Err(entry.error("the rules of this event are written otherwise"));
        }
        if let Some(hazard) = event.hazard() {
            super::cells::is(&entry.get("hazard_row")?, hazard.id())?;
        }
        names[event.index()] = super::cells::text(&entry, "name")?;
        texts[event.index()] = super::cells::text(&entry, "effect")?;
    }
    let mut all = [CombatEvent::PatrolAircraft; 10];
    for (roll, event) in by_die.into_iter().enumerate() {
        all[roll] = event.ok_or_else(|| root.error(format!("no event for a die of {roll}")))?;
    }
    Ok(CombatEvents {
        by_die: all,
        names,
        texts,
    })
}
