//! The table as one viewer sees it.

use super::sheet::{Card, Sheet, Strip};
use crate::house::Over;
use utoipa::ToSchema;

/// The table at one moment, for one viewer.
#[derive(ToSchema)]
pub struct Table {
    /// Rises with everything that changes what the viewer sees: what the next act must name.
    #[schema(minimum = 0)]
    version: u64,
    /// Choices in force, as the viewer counts: where seats hide things from each other, their own and those that told
    /// them something.
    moves: usize,
    /// The viewer's seat; nothing for observers.
    you: Option<String>,
    /// The seats that are asked.
    asked: Vec<String>,
    /// Whether the viewer may take something back.
    may_undo: bool,
    /// If not, why.
    undo_reason: Option<String>,
    /// The least number of moves that can be gone back to.
    undo_to: Option<usize>,
    /// How it ended, once it has.
    over: Option<Over>,
    /// What is to be drawn.
    scene: Scene,
    /// What happened with this act.
    news: Vec<LogLine>,
}

/// What a front end draws.
#[derive(ToSchema)]
pub struct Scene {
    /// Game and scenario.
    title: String,
    /// Where play stands.
    clock: SceneClock,
    /// The few figures that are always in sight.
    facts: Vec<Fact>,
    /// What stands on the board, in drawing order; pieces of one space from the top of the stack down.
    pieces: Vec<Piece>,
    /// Spaces that are marked now.
    areas: Vec<Area>,
    /// Lines from space to space.
    ways: Vec<Way>,
    /// What is printed in spaces of the board besides their names.
    strips: Option<Vec<Strip>>,
    /// Layers to be switched on. Their areas are empty unless they were asked for.
    overlays: Vec<Overlay>,
    /// Boards of units, tracks and the like.
    sheets: Vec<Sheet>,
    /// Lists beside the board.
    panels: Vec<Panel>,
    /// The question, if the viewer is asked one.
    prompt: Option<Prompt>,
    /// What ought to be thought of before this step is ended.
    warnings: Vec<String>,
}

/// Where play stands.
#[derive(ToSchema)]
pub struct SceneClock {
    /// Turn now, from 1; 0 before the first.
    turn: u16,
    /// Turns in all; 0 if nobody knows.
    turns: u16,
    /// The phase by name.
    phase: String,
    /// All phases of a turn, in order.
    phases: Vec<String>,
}

/// A figure with its name.
#[derive(ToSchema)]
pub struct Fact {
    /// What it is.
    label: String,
    /// How much.
    value: String,
    /// What else is to be known about it.
    about: Option<String>,
}

/// Whose a piece is.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Side {
    /// Grey.
    German,
    /// Green.
    Allied,
    /// Neither.
    Neutral,
}

/// What is drawn on a counter.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
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
#[derive(ToSchema)]
pub struct Piece {
    /// Unique in the scene and stable while the piece lives.
    id: String,
    /// The space it is on.
    space: String,
    /// Whose it is.
    side: Side,
    /// What is drawn on it.
    symbol: Symbol,
    /// Its name.
    label: String,
    /// The figures on it.
    values: String,
    /// Up to three letters.
    short: String,
    /// Where it points, in degrees counter-clockwise from east.
    facing: Option<u16>,
    /// Letters for its states.
    tags: Vec<String>,
    /// All there is to say about it.
    about: String,
}

/// What a line between two spaces stands for.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum WayKind {
    /// A torpedo on its way.
    Torpedo,
    /// Where something will be carried.
    Drift,
    /// Somebody under way to a place.
    Course,
    /// A way that may be taken.
    Route,
    /// A place that is entered from another and leads nowhere.
    Entry,
}

/// A line from one space to another.
#[derive(ToSchema)]
pub struct Way {
    /// Unique in the scene.
    id: String,
    /// What it stands for.
    kind: WayKind,
    /// Where it begins.
    from: String,
    /// Where it ends.
    to: String,
    /// A figure or a letter on it.
    label: String,
    /// All there is to say about it.
    about: String,
}

/// Spaces that are marked for one reason.
#[derive(ToSchema)]
pub struct Area {
    /// What kind of mark.
    kind: String,
    /// Its name for people.
    label: String,
    /// One letter for small maps.
    #[schema(value_type = String)]
    letter: char,
    /// Where.
    spaces: Vec<Weight>,
}

/// A space of an area.
#[derive(ToSchema)]
pub struct Weight {
    /// The space.
    space: String,
    /// A figure to be shown there, if any.
    value: Option<String>,
}

/// A layer that is shown on demand.
#[derive(ToSchema)]
pub struct Overlay {
    /// What asks for it.
    id: String,
    /// Its name for people.
    label: String,
    /// What it marks.
    areas: Vec<Area>,
}

/// A list beside the board.
#[derive(ToSchema)]
pub struct Panel {
    /// Heading.
    title: String,
    /// Rows of cells.
    rows: Vec<Vec<String>>,
}

/// A question with every legal answer.
#[derive(ToSchema)]
pub struct Prompt {
    /// What is asked.
    text: String,
    /// The rule that asks, by number.
    rule: String,
    /// Every legal answer, in the game's order.
    offers: Vec<Offer>,
    /// What it is called to hand the rest of this phase over, where that is one thing by itself.
    hand: Option<String>,
}

/// A legal answer.
#[derive(ToSchema)]
pub struct Offer {
    /// Sent back as it is.
    choice: String,
    /// What it says to people.
    label: String,
    /// Where it is clicked.
    anchor: Anchor,
    /// The answer that Enter gives.
    default: bool,
    /// What is at stake, in words.
    odds: Vec<String>,
}

/// Where an answer is clicked.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Anchor {
    /// On a space of the board.
    Space(String),
    /// On a piece.
    Piece(String),
    /// On a button.
    Button,
}

/// A line of the log, as one viewer may read it.
#[derive(ToSchema)]
pub struct LogLine {
    /// Moves made when it was written; 0 for the start.
    after: usize,
    /// What happened.
    text: String,
    /// The rules that made it so, by number.
    rules: Vec<String>,
    /// The chits or dice drawn, as they came.
    #[schema(value_type = Vec<u16>)]
    dice: Vec<u8>,
    /// True for the first line of a phase or turn.
    heading: bool,
    /// Why it matters more than others, if it does.
    cue: Option<Cue>,
    /// The card it tells of.
    card: Option<Card>,
    /// Whether lines that belong together begin or end with it.
    fold: Option<Fold>,
}

/// Where lines that belong together begin and end.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Fold {
    /// The first of them.
    Begins,
    /// The last, which sums them up.
    Ends,
}

/// Why a line matters more than others.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
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
