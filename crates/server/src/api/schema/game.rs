//! Games, boards, rules, tables.

use super::scene::Anchor;
use utoipa::ToSchema;

/// A game as the list shows it.
#[derive(ToSchema)]
pub struct Game {
    /// Name in addresses and files.
    id: String,
    /// Name for people.
    title: String,
    /// Who printed it, and when.
    published: String,
    /// One paragraph.
    about: String,
    /// Who sits at it.
    seats: Vec<Named>,
    /// How it can start.
    scenarios: Vec<Scenario>,
    /// Optional rules.
    options: Vec<OptionalRule>,
    /// Computer players.
    bots: Vec<String>,
    /// Whether all seats are on one side and see the same.
    together: bool,
    /// Whether there is a first game that teaches.
    tutorial: bool,
    /// Whether standing orders can be given.
    orders: bool,
}

/// How a game can start.
#[derive(ToSchema)]
pub struct Scenario {
    /// In addresses and files.
    id: String,
    /// For people.
    label: String,
    /// What it is one of, such as patrols of one boat; empty where all are of a kind.
    family: String,
    /// Seats that take part, by id; all of them if empty.
    seats: Vec<String>,
}

/// Something with a short name and one for people.
#[derive(ToSchema)]
pub struct Named {
    /// In addresses and files.
    id: String,
    /// For people.
    label: String,
}

/// An optional rule.
#[derive(ToSchema)]
pub struct OptionalRule {
    /// Turns it on; with `no-` before it, off.
    id: String,
    /// The rule it is, by number.
    rule: String,
    /// What it does, in a sentence.
    about: String,
    /// Whether it is on when nobody says otherwise.
    default: bool,
}

/// The map of a game: x to the east, y to the north, one unit a hex width.
#[derive(ToSchema)]
pub struct Board {
    /// Everything that a piece can stand on.
    spaces: Vec<Space>,
    /// Land.
    outlines: Vec<Outline>,
    /// Names of lands and seas.
    labels: Vec<Label>,
    /// Named places.
    places: Vec<Place>,
    /// How it is coloured.
    mood: Mood,
}

/// How a board is coloured.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Mood {
    /// A chart on paper.
    Chart,
    /// The sea at night.
    Night,
}

/// What a space looks like.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Shape {
    /// A hex of a sheet.
    Hex,
    /// A point of a square grid.
    Dot,
    /// A box with its name in it.
    Box {
        /// In units of the plane.
        width: f64,
        /// In units of the plane.
        height: f64,
    },
}

/// A space of the board.
#[derive(ToSchema)]
pub struct Space {
    /// Its printed number or name.
    id: String,
    /// Centre.
    x: f64,
    /// Centre.
    y: f64,
    /// Row and column, for text maps.
    grid: Option<(u8, u8)>,
    /// Whether pieces that move may be here.
    playing: bool,
    /// What it looks like.
    shape: Shape,
    /// What is written in a box; its id if empty.
    label: String,
}

/// A closed line around land.
#[derive(ToSchema)]
pub struct Outline {
    /// Corners.
    points: Vec<(f64, f64)>,
}

/// A name on the map.
#[derive(ToSchema)]
pub struct Label {
    /// What is written.
    text: String,
    /// Where.
    x: f64,
    /// Where.
    y: f64,
}

/// A named place, such as an airbase.
#[derive(ToSchema)]
pub struct Place {
    /// The space it is in.
    space: String,
    /// What it is called.
    label: String,
    /// One letter for small maps.
    #[schema(value_type = String)]
    letter: char,
    /// What is to be known about it, in a sentence.
    about: String,
}

/// A rule in our own words.
#[derive(ToSchema)]
pub struct RuleText {
    /// As printed, or `R` and a number for a ruling of ours.
    number: String,
    /// What it is.
    kind: RuleKind,
    /// A few words.
    title: String,
    /// What it says.
    text: String,
    /// The tables it looks things up in.
    tables: Vec<String>,
    /// Words of the game that it explains.
    terms: Vec<String>,
}

/// What a numbered rule is.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum RuleKind {
    /// Mechanics.
    Rule,
    /// Numbers.
    Table,
    /// A heading.
    Head,
    /// Nothing to enforce.
    Text,
    /// Our answer where the printed rules are silent.
    Ruling,
}

/// Where a table comes from.
#[derive(ToSchema)]
pub struct Provenance {
    /// Its name.
    table: String,
    /// Where it comes from.
    source: Source,
    /// More about that; may be empty.
    note: String,
}

/// Where numbers come from.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Source {
    /// The printed game.
    Printed,
    /// Printed facts that force it.
    Derived,
    /// Public material.
    Public,
    /// Our own reconstruction.
    Designed,
}

/// A table of a game.
#[derive(ToSchema)]
pub struct TableText {
    /// Its name.
    name: String,
    /// Its numbers.
    toml: String,
    /// Where they come from.
    provenance: Vec<Provenance>,
}

/// A first game, step by step.
#[derive(ToSchema)]
pub struct Tutorial {
    /// Its name.
    title: String,
    /// What is said and done, in order.
    steps: Vec<Lesson>,
}

/// One step of a lesson.
#[derive(ToSchema)]
pub struct Lesson {
    /// What is said.
    text: String,
    /// What is pointed at.
    look: Option<Anchor>,
    /// The overlay that is switched on for it.
    overlay: Option<String>,
    /// The choice that takes the lesson on; nothing if reading is enough.
    expect: Option<String>,
}
