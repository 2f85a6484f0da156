//! Advice, odds, and the match looked back on.

use super::scene::Side;
use utoipa::ToSchema;

/// What a computer player would do.
#[derive(ToSchema)]
pub struct Advice {
    /// Who says so.
    bot: String,
    /// The choice as an offer has it.
    choice: String,
    /// The same for people.
    label: String,
    /// Why, in one sentence.
    reason: String,
}

/// One thing that an answer may lead to.
#[derive(ToSchema)]
pub struct Prospect {
    /// What may come.
    label: String,
    /// How likely, from 0 to 1, where the rules say.
    share: Option<f64>,
    /// The same in words.
    text: String,
    /// The rules it is reckoned from, by number.
    rules: Vec<String>,
}

/// A moment at which play came to another turn or phase.
#[derive(ToSchema)]
pub struct Moment {
    /// Moves made when it came.
    moves: usize,
    /// The turn then.
    turn: u16,
    /// The phase then.
    phase: String,
}

/// What there is to look back on.
#[derive(ToSchema)]
pub struct Story {
    /// Figures over time.
    charts: Vec<Chart>,
    /// Ways over the board.
    tracks: Vec<Track>,
    /// A diary, from the first entry on.
    diary: Option<Vec<Entry>>,
    /// What each unit has done, the most successful first.
    records: Option<Vec<Entry>>,
}

/// An entry of a diary.
#[derive(ToSchema)]
pub struct Entry {
    /// When.
    title: String,
    /// What it came to, in a line.
    note: String,
    /// What happened.
    lines: Vec<String>,
    /// It sums up those before it.
    sum: bool,
    /// Moves made when it was over.
    moves: usize,
}

/// Figures over time, all series on one pair of axes.
#[derive(ToSchema)]
pub struct Chart {
    /// Heading.
    title: String,
    /// What it shows and how it was reckoned.
    note: String,
    /// What is counted along.
    x_label: String,
    /// What is counted up.
    y_label: String,
    /// The steps along.
    x: Vec<String>,
    /// What is drawn; each has one value for each step.
    series: Vec<Series>,
}

/// One row of figures.
#[derive(ToSchema)]
pub struct Series {
    /// What it is.
    label: String,
    /// How it is drawn.
    kind: Mark,
    /// One for each step.
    values: Vec<f64>,
}

/// How figures are drawn.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Mark {
    /// What each step brought.
    Bar,
    /// What has come together so far.
    Line,
}

/// The way of one thing over the board.
#[derive(ToSchema)]
pub struct Track {
    /// What went.
    label: String,
    /// Whose it is.
    side: Side,
    /// Space after space.
    points: Vec<String>,
    /// What is to be known about it.
    about: String,
}
