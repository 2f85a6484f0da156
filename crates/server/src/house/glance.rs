//! What a list shows of a match. It is public, but for how far the match has come where seats hide things from each other.

use crate::house::steps::{Noticed, place};
use derbyhouse_catalog::AnyMatch;
use derbyhouse_kernel::{Level, Viewer};
use derbyhouse_scene::Scene;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where play stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Clock {
    /// Turn now, from 1; 0 before the first.
    pub turn: u16,
    /// Turns in all; 0 if nobody knows.
    pub turns: u16,
    /// The phase by name.
    pub phase: String,
}

impl From<&derbyhouse_scene::Clock> for Clock {
    fn from(clock: &derbyhouse_scene::Clock) -> Self {
        Self {
            turn: clock.turn,
            turns: clock.turns,
            phase: clock.phase.clone(),
        }
    }
}

/// A level of victory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OverLevel {
    /// Its short name in files.
    pub id: String,
    /// Its name on screens.
    pub label: String,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Over {
    /// The level of victory.
    pub level: OverLevel,
    /// The final score of each seat.
    pub scores: Vec<i32>,
}

impl Over {
    /// Of a match, if it is over.
    pub fn of(played: &dyn AnyMatch, seats: usize) -> Option<Self> {
        let ended = played.outcome()?;
        let Level { id, label } = ended.level;
        Some(Self {
            level: OverLevel { id, label },
            scores: ended.outcome.scores.into_iter().take(seats).collect(),
        })
    }
}

/// What the store keeps for lists, so that they need not replay a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Glance {
    /// Game and scenario.
    pub title: String,
    /// Acts so far.
    pub version: u64,
    /// Choices in force.
    pub moves: usize,
    pub clock: Clock,
    /// Indices of the seats that are asked.
    pub asked: Vec<usize>,
    pub over: Option<Over>,
    /// How far it has come for each seat, and last for observers; empty where all count alike.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub noticed: Vec<Noticed>,
}

impl Glance {
    /// Of a match; title and clock come from a scene that was drawn anyway. They are the same for every viewer.
    pub fn of(
        played: &dyn AnyMatch,
        version: u64,
        noticed: Vec<Noticed>,
        scene: &Scene,
        seats: usize,
    ) -> Self {
        Self {
            noticed,
            title: scene.title.clone(),
            version,
            moves: played.moves(),
            clock: Clock::from(&scene.clock),
            asked: played.asked().iter().map(|seat| seat.index()).collect(),
            over: Over::of(played, seats),
        }
    }

    /// How far it has come for a viewer: `updated` is when anything was done at all.
    pub fn noticed_by(&self, viewer: Viewer, updated: i64) -> Noticed {
        let seats = self.noticed.len().saturating_sub(1);
        let own = self.noticed.get(place(viewer, seats)).copied();
        own.unwrap_or(Noticed {
            version: self.version,
            moves: self.moves,
            updated,
        })
    }
}

/// Who sits in a chair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// Somebody with a key.
    Person,
    /// A computer player.
    Bot,
    /// Nobody yet: it waits for an invitation to be claimed.
    Open,
}

/// A chair as a list shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatSummary {
    /// Its short name.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What the person there wants to be called; may be empty.
    pub name: String,
    /// Who sits there.
    pub kind: SeatKind,
    /// The computer player, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Whether it is asked now.
    pub asked: bool,
}

/// A match as a list shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Summary {
    /// Its public name.
    pub id: String,
    /// Id of the game.
    pub game: &'static str,
    /// Game and scenario, for people.
    pub title: String,
    /// Seconds since 1970.
    pub created: i64,
    /// When the last act was that changed anything for whoever asks, in seconds since 1970.
    pub updated: i64,
    /// Rises with everything that changes what they see.
    pub version: u64,
    /// Choices in force, as they count: where seats hide things from each other, their own and those that told them
    /// something.
    pub moves: usize,
    /// Where play stands.
    pub clock: Clock,
    /// Every chair.
    pub seats: Vec<SeatSummary>,
    /// The seat of whoever asks; nothing for observers.
    pub you: Option<&'static str>,
    /// How many moves they had seen when they last looked; nothing if they never did.
    pub seen: Option<u64>,
    /// How it ended, once it has.
    pub over: Option<Over>,
    /// Whether it is a lesson.
    pub tutorial: bool,
}
