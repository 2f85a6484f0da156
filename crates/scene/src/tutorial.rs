//! A first game, taken by the hand.

use crate::prompt::Anchor;
use derbyhouse_tables::{Node, TableError, read_file};
use serde::Serialize;

/// A lesson on a prepared position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tutorial {
    /// Its name.
    pub title: String,
    /// The record that leads to the prepared position.
    #[serde(skip)]
    pub record: String,
    /// What is said and done, in order.
    pub steps: Vec<Lesson>,
}

/// One step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lesson {
    /// What is said.
    pub text: String,
    /// What is pointed at.
    pub look: Option<Anchor>,
    /// The overlay that is switched on for it.
    pub overlay: Option<String>,
    /// The choice that takes the lesson on, as a record holds it; `None` if reading is enough.
    pub expect: Option<String>,
}

impl Tutorial {
    /// Reads a lesson: `title`, and a `[[step]]` for each step with its `text`, and `look`, `overlay` and `expect` where
    /// there is something to look at, to switch on or to do.
    pub fn read(file: &str, text: &str, record: &str) -> Result<Self, TableError> {
        read_file(file, text, |root| {
            root.only(&["title", "step"])?;
            Ok(Self {
                title: root.get("title")?.str()?.to_owned(),
                record: record.to_owned(),
                steps: root.get("step")?.list(|step| lesson(&step))?,
            })
        })
    }
}

fn lesson(step: &Node<'_>) -> Result<Lesson, TableError> {
    step.only(&["text", "look", "overlay", "expect"])?;
    let words = |key| match step.opt(key)? {
        Some(node) => Ok(Some(node.str()?.to_owned())),
        None => Ok(None),
    };
    Ok(Lesson {
        text: step.get("text")?.str()?.to_owned(),
        look: step.opt("look")?.map(|look| anchor(&look)).transpose()?,
        overlay: words("overlay")?,
        expect: words("expect")?,
    })
}

fn anchor(look: &Node<'_>) -> Result<Anchor, TableError> {
    look.only(&["space", "piece"])?;
    match (look.opt("space")?, look.opt("piece")?) {
        (Some(space), None) => Ok(Anchor::Space(space.str()?.to_owned())),
        (None, Some(piece)) => Ok(Anchor::Piece(piece.str()?.to_owned())),
        _ => Err(look.expected("a space or a piece")),
    }
}
