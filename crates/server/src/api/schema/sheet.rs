//! Sheets beside the board, and cards.

use utoipa::ToSchema;

/// A sheet of one unit, one track or one list.
#[derive(ToSchema)]
pub struct Sheet {
    /// Unique in the scene and stable.
    id: String,
    /// Heading.
    title: String,
    /// What is to be known at a glance, in few words.
    note: String,
    /// The seat it belongs to, by its id; empty if it is everybody's.
    seat: String,
    /// The piece it is about, if that is on the board.
    piece: Option<String>,
    /// How it lies on the table.
    lies: Lies,
    /// What is on it, from the top down.
    parts: Vec<Part>,
}

/// How a sheet lies on the table until the player lays it otherwise.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Lies {
    /// Open, beside the board.
    Open,
    /// Folded, beside the board: one of many, until somebody wants to read it.
    Folded,
    /// Over the board, because all that happens now happens on it.
    OverBoard,
}

/// How something stands; words say it as well, colour is never alone.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Tone {
    /// Neither well nor badly.
    Plain,
    /// Well, or ready.
    Good,
    /// Under way, or touched.
    Warn,
    /// Badly.
    Bad,
    /// Empty, or out of use.
    Off,
}

/// A part of a sheet.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Part {
    /// Boxes in a row, each with what is in it.
    Slots {
        /// What they are.
        title: String,
        /// From left to right.
        slots: Vec<Slot>,
    },
    /// Bars with a level each.
    Gauges {
        /// What they are.
        title: String,
        /// From the top down.
        gauges: Vec<Gauge>,
    },
    /// A track with a column for each thing on it.
    Ladder {
        /// What it is.
        title: String,
        /// Its spaces, from the top down.
        rungs: Vec<Rung>,
        /// What is on it.
        columns: Vec<Climber>,
    },
    /// Words in little frames.
    Tags {
        /// What they are.
        title: String,
        /// From left to right.
        tags: Vec<Tag>,
    },
    /// Two parties that face each other, place by place.
    Lanes {
        /// What they are.
        title: String,
        /// Who stands on the left and who on the right.
        parties: Vec<String>,
        /// From the top down.
        lanes: Vec<Lane>,
    },
    /// Rows of cells.
    Rows {
        /// What they are.
        title: String,
        /// From the top down.
        rows: Vec<Vec<String>>,
    },
    /// Rows of coloured boxes.
    Strips {
        /// What they are.
        title: String,
        /// From the top down.
        strips: Vec<Strip>,
    },
    /// A long list.
    List {
        /// What it is.
        title: String,
        /// The names of its columns.
        heads: Vec<String>,
        /// From the top down.
        items: Vec<Item>,
    },
}

/// The colour of a printed box.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Ink {
    /// Nothing.
    White,
    /// Little.
    Green,
    /// Some.
    Orange,
    /// Much.
    Blue,
    /// Most.
    Red,
}

/// A printed box.
#[derive(ToSchema)]
pub struct Square {
    /// Its colour.
    ink: Ink,
    /// With a dot in it.
    dot: bool,
}

/// Coloured boxes in a row, and what is marked beside them.
#[derive(ToSchema)]
pub struct Strip {
    /// What they are for.
    label: String,
    /// The space of the board that they are about; empty if it is none.
    space: String,
    /// From left to right.
    squares: Vec<Square>,
    /// Marks beside them.
    notes: Vec<Tag>,
    /// All there is to say about it.
    about: String,
}

/// A row of a long list.
#[derive(ToSchema)]
pub struct Item {
    /// The space it leads to; empty if there is none.
    space: String,
    /// Under the heads of the list.
    cells: Vec<String>,
    /// Words that it can be found by.
    tags: Vec<Tag>,
    /// All there is to say about it.
    about: String,
}

/// A box with something in it.
#[derive(ToSchema)]
pub struct Slot {
    /// Its printed name.
    label: String,
    /// What is in it, from the top down.
    lines: Vec<String>,
    /// How that stands.
    tone: Tone,
    /// All there is to say about it.
    about: String,
}

/// A bar with a level.
#[derive(ToSchema)]
pub struct Gauge {
    /// What it measures.
    label: String,
    /// How far it has come.
    level: u8,
    /// How far it goes.
    most: u8,
    /// Levels that cannot be undone: the bar never falls below.
    floor: u8,
    /// The level in words.
    text: String,
    /// How that stands.
    tone: Tone,
}

/// A space of a track.
#[derive(ToSchema)]
pub struct Rung {
    /// Its printed name.
    label: String,
    /// How it is there.
    tone: Tone,
    /// What begins here, in few words.
    note: String,
}

/// Something on a track.
#[derive(ToSchema)]
pub struct Climber {
    /// Its name.
    label: String,
    /// The rung it is on, from 0 at the top.
    rung: u8,
    /// How it stands.
    tone: Tone,
    /// What goes with it: who holds it and how well.
    notes: Vec<String>,
}

/// A place in which two parties face each other.
#[derive(ToSchema)]
pub struct Lane {
    /// Unique in the sheet; a word of the choices that are about it. Empty if there are none.
    id: String,
    /// Its name.
    label: String,
    /// Who of each party stands there, in the order of the parties.
    counters: Vec<Vec<Counter>>,
}

/// A unit in a lane. An answer that names its id can be given by clicking it.
#[derive(ToSchema)]
pub struct Counter {
    /// Unique in the scene; a word of the choices that are about it.
    id: String,
    /// What is written on it.
    label: String,
    /// Its figures.
    values: String,
    /// What it does or suffers: whom it screens, what it fires at, that it evades.
    marks: Vec<String>,
    /// How it stands.
    tone: Tone,
}

/// A word in a frame.
#[derive(ToSchema)]
pub struct Tag {
    /// The word.
    text: String,
    /// How that stands.
    tone: Tone,
    /// What it means.
    about: String,
}

/// A card with the part in use marked.
#[derive(ToSchema)]
pub struct Card {
    /// The deck it comes from.
    deck: String,
    /// Which card of it.
    id: String,
    /// Who pulled it, if it was anybody's.
    whose: String,
    /// What it decides.
    why: String,
    /// What is printed on it, row by row.
    rows: Vec<CardRow>,
    /// What was read off it, in few words: a figure, a tick, a name.
    reads: String,
    /// The deck is shuffled once the action is over.
    shuffle: bool,
}

/// A row of a card.
#[derive(ToSchema)]
pub struct CardRow {
    /// What it is for.
    label: String,
    /// What is printed there.
    cells: Vec<CardCell>,
}

/// One thing printed on a card.
#[derive(ToSchema)]
pub struct CardCell {
    /// Which column it is, where that must be said.
    head: String,
    /// What is printed.
    text: String,
    /// Whether it is what counts now.
    used: bool,
}
