//! Sheets beside the board: what is printed on a player's own board, with everything that lies on it.

use serde::Serialize;

/// A sheet of one unit, one track or one list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sheet {
    /// Unique in the scene and stable.
    pub id: String,
    /// Heading.
    pub title: String,
    /// What is to be known at a glance, in few words.
    pub note: String,
    /// The seat it belongs to, by its id; empty if it is everybody's.
    pub seat: String,
    /// The piece it is about, if that is on the board.
    pub piece: Option<String>,
    /// How it lies on the table.
    pub lies: Lies,
    /// What is on it, from the top down.
    pub parts: Vec<Part>,
}

/// How a sheet lies on the table until the player lays it otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lies {
    /// Open, beside the board.
    #[default]
    Open,
    /// Folded, beside the board: one of many, until somebody wants to read it.
    Folded,
    /// Over the board, because all that happens now happens on it.
    OverBoard,
}

impl Lies {
    /// Folded if that is so, else open.
    pub const fn folded_if(so: bool) -> Self {
        match so {
            true => Self::Folded,
            false => Self::Open,
        }
    }
}

/// How something stands; words say it as well, colour is never alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// Neither well nor badly.
    #[default]
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
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
    /// A long list: sorted by any column, filtered by words, and each of its rows leads to the map.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
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

impl Ink {
    /// A letter for those who see no colours.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Green => 'G',
            Self::Orange => 'O',
            Self::Blue => 'B',
            Self::Red => 'R',
        }
    }
}

/// A printed box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Square {
    /// Its colour.
    pub ink: Ink,
    /// With a dot in it.
    pub dot: bool,
}

/// Coloured boxes in a row, and what is marked beside them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strip {
    /// What they are for.
    pub label: String,
    /// The space of the board that they are about; empty if it is none.
    pub space: String,
    /// From left to right.
    pub squares: Vec<Square>,
    /// Marks beside them, in few letters each.
    pub notes: Vec<Tag>,
    /// All there is to say about it.
    pub about: String,
}

impl Strip {
    /// The boxes as letters; small ones have a dot.
    pub fn letters(&self) -> String {
        let letter = |square: &Square| match square.dot {
            true => square.ink.letter().to_ascii_lowercase(),
            false => square.ink.letter(),
        };
        self.squares.iter().map(letter).collect()
    }
}

/// A row of a long list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// The space it leads to; empty if there is none.
    pub space: String,
    /// Under the heads of the list.
    pub cells: Vec<String>,
    /// Words that it can be found by.
    pub tags: Vec<Tag>,
    /// All there is to say about it.
    pub about: String,
}

/// A box with something in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slot {
    /// Its printed name.
    pub label: String,
    /// What is in it, from the top down.
    pub lines: Vec<String>,
    /// How that stands.
    pub tone: Tone,
    /// All there is to say about it.
    pub about: String,
}

/// A bar with a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gauge {
    /// What it measures.
    pub label: String,
    /// How far it has come.
    pub level: u8,
    /// How far it goes.
    pub most: u8,
    /// Levels that cannot be undone: the bar never falls below.
    pub floor: u8,
    /// The level in words.
    pub text: String,
    /// How that stands.
    pub tone: Tone,
}

/// A space of a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rung {
    /// Its printed name.
    pub label: String,
    /// How it is there.
    pub tone: Tone,
    /// What begins here, in few words.
    pub note: String,
}

/// Something on a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Climber {
    /// Its name.
    pub label: String,
    /// The rung it is on, from 0 at the top.
    pub rung: u8,
    /// How it stands.
    pub tone: Tone,
    /// What goes with it: who holds it and how well.
    pub notes: Vec<String>,
}

/// A place in which two parties face each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lane {
    /// Unique in the sheet; a word of the choices that are about it. Empty if there are none.
    pub id: String,
    /// Its name.
    pub label: String,
    /// Who of each party stands there, in the order of the parties.
    pub counters: Vec<Vec<Counter>>,
}

/// A unit in a lane. An answer that names its id can be given by clicking it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counter {
    /// Unique in the scene; a word of the choices that are about it.
    pub id: String,
    /// What is written on it.
    pub label: String,
    /// Its figures.
    pub values: String,
    /// What it does or suffers: whom it screens, what it fires at, that it evades.
    pub marks: Vec<String>,
    /// How it stands.
    pub tone: Tone,
}

/// A word in a frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tag {
    /// The word.
    pub text: String,
    /// How that stands.
    pub tone: Tone,
    /// What it means.
    pub about: String,
}
