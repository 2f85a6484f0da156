//! A match told afterwards: charts, and the ways that things went.

use crate::scene::Side;
use serde::Serialize;

/// What there is to look back on.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Story {
    /// Figures over time.
    pub charts: Vec<Chart>,
    /// Ways over the board.
    pub tracks: Vec<Track>,
    /// A diary, from the first entry on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diary: Vec<Entry>,
    /// What each unit has done, the most successful first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<Entry>,
}

/// An entry of a diary or a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// When.
    pub title: String,
    /// What it came to, in a line.
    pub note: String,
    /// What happened, for those who want to know more.
    pub lines: Vec<String>,
    /// It sums up those before it.
    pub sum: bool,
    /// Moves made when it was over: there the table can be looked at.
    pub moves: usize,
}

/// Figures over time, all series on one pair of axes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chart {
    /// Heading.
    pub title: String,
    /// What it shows and how it was reckoned, in a sentence.
    pub note: String,
    /// What is counted along.
    pub x_label: String,
    /// What is counted up.
    pub y_label: String,
    /// The steps along.
    pub x: Vec<String>,
    /// What is drawn; each has one value for each step.
    pub series: Vec<Series>,
}

/// One row of figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// What it is.
    pub label: String,
    /// How it is drawn.
    pub kind: Mark,
    /// One for each step.
    pub values: Vec<f64>,
}

/// How figures are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// What each step brought.
    Bar,
    /// What has come together so far.
    Line,
}

/// The way of one thing over the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Track {
    /// What went.
    pub label: String,
    /// Whose it is.
    pub side: Side,
    /// Space after space.
    pub points: Vec<String>,
    /// What is to be known about it, in a sentence.
    pub about: String,
}
