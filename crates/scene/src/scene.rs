//! What a front end draws for one seat at one moment.

use crate::card::Card;
use crate::prompt::Prompt;
use crate::sheet::{Sheet, Strip};
use serde::Serialize;

/// Everything one viewer sees besides the board itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// Game and scenario.
    pub title: String,
    /// Where play stands.
    pub clock: Clock,
    /// The few figures that are always in sight.
    pub facts: Vec<Fact>,
    /// What stands on the board, in drawing order; pieces of one space from the top of the stack down.
    pub pieces: Vec<Piece>,
    /// Spaces that are marked now: storm, fog, sighting zones.
    pub areas: Vec<Area>,
    /// Lines from space to space: what runs, what drifts.
    pub ways: Vec<Way>,
    /// What is printed in spaces of the board besides their names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strips: Vec<Strip>,
    /// Layers to be switched on.
    pub overlays: Vec<Overlay>,
    /// Boards of units, tracks and the like beside the map.
    pub sheets: Vec<Sheet>,
    /// Lists and tables beside the board.
    pub panels: Vec<Panel>,
    /// The question, if this viewer is asked one.
    pub prompt: Option<Prompt>,
    /// What ought to be thought of before this step is ended.
    pub warnings: Vec<String>,
}

/// Where play stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Clock {
    /// Turn now, from 1; 0 before the first.
    pub turn: u16,
    /// Turns in all.
    pub turns: u16,
    /// The phase by name.
    pub phase: String,
    /// All phases of a turn, in order.
    pub phases: Vec<String>,
}

/// A figure with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// What it is.
    pub label: String,
    /// How much.
    pub value: String,
    /// What else is to be known about it, in a sentence or two.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
}

impl Fact {
    /// A figure with its name.
    pub fn new(label: impl Into<String>, value: impl ToString) -> Self {
        Self {
            label: label.into(),
            value: value.to_string(),
            about: String::new(),
        }
    }

    /// With more to be known about it.
    #[must_use]
    pub fn about(mut self, about: impl Into<String>) -> Self {
        self.about = about.into();
        self
    }
}

/// Whose a piece is: told by shape and letter as well as by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Grey.
    German,
    /// Green.
    Allied,
    /// Neither.
    Neutral,
}

/// What is drawn on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symbol {
    /// One submarine.
    Submarine,
    /// Several, as that many arrows.
    Pack(u8),
    /// Merchant ships under way.
    Convoy,
    /// A marker.
    Marker,
    /// A submarine on the surface, seen from above.
    Boat,
    /// A submarine below it.
    Dived,
    /// A warship that hunts submarines.
    Escort,
    /// One merchant ship as a tile: 1 small, 2 medium, 3 large.
    Merchant(u8),
    /// A tile face down.
    Hidden,
    /// Where a ship was.
    Wreck,
    /// A call for help.
    Flare,
    /// A torpedo.
    Torpedo,
    /// Warships under way together.
    TaskForce,
    /// A block that does not show what it is.
    Block,
    /// Aircraft on the ground or in the air.
    Aircraft,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// Unique in the scene and stable while the piece lives.
    pub id: String,
    /// The space it is on.
    pub space: String,
    /// Whose it is.
    pub side: Side,
    /// What is drawn on it.
    pub symbol: Symbol,
    /// Its name.
    pub label: String,
    /// The figures on it, such as strength and movement.
    pub values: String,
    /// Up to three letters for text maps.
    pub short: String,
    /// Where it points, in degrees counter-clockwise from east.
    pub facing: Option<u16>,
    /// Letters for its states: pinned, sighted, S1…
    pub tags: Vec<String>,
    /// All there is to say about it, in a sentence or two.
    pub about: String,
}

/// What a line between two spaces stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WayKind {
    /// A torpedo on its way.
    Torpedo,
    /// Where something will be carried.
    Drift,
    /// Somebody under way to a place.
    Course,
    /// A way that may be taken, as it is printed on the map.
    Route,
    /// A place that is entered from another and leads nowhere.
    Entry,
}

/// A line from one space to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// Unique in the scene.
    pub id: String,
    /// What it stands for.
    pub kind: WayKind,
    /// Where it begins.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// A figure or a letter on it: turns to run.
    pub label: String,
    /// All there is to say about it.
    pub about: String,
}

/// How strongly a space of an area is marked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Weight {
    /// The space.
    pub space: String,
    /// A figure to be shown there, if any: a chance in percent, a number of groups.
    pub value: Option<String>,
}

/// Spaces that are marked for one reason.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Area {
    /// What kind of mark: `storm`, `fog`, `sighting`…
    pub kind: String,
    /// Its name for people.
    pub label: String,
    /// One letter for text maps.
    pub letter: char,
    /// Where.
    pub spaces: Vec<Weight>,
}

/// A layer that is shown on demand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overlay {
    /// Its key in commands and switches.
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// What it marks.
    pub areas: Vec<Area>,
}

/// A list beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Panel {
    /// Heading.
    pub title: String,
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
}

/// Why a line matters more than others: whoever tells what happened stops there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cue {
    /// Somebody has been found.
    Contact,
    /// Something was hit.
    Hit,
    /// Something is lost.
    Loss,
    /// Something ends.
    End,
}

/// Where lines that belong together begin and end: whoever tells briefly tells only the last of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fold {
    /// The first of them.
    Begins,
    /// The last, which sums them up.
    Ends,
}

/// A line of the log, as one viewer may read it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What happened.
    pub text: String,
    /// The rules that made it so, by number.
    pub rules: Vec<String>,
    /// The chits or dice drawn, as they came.
    pub dice: Vec<u8>,
    /// True for the first line of a phase or turn.
    pub heading: bool,
    /// Why it matters more than others, if it does.
    pub cue: Option<Cue>,
    /// The card it tells of.
    pub card: Option<Card>,
    /// Whether lines that belong together begin or end with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fold: Option<Fold>,
}
