//! What is wrong with a table, and where.

use crate::value::Place;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use std::fmt;
use std::ops::Range;

/// A mistake in a table: file, line, key, and a sentence that says what was expected and what was found.
///
/// Its text is one line; [`TableError::pretty`] shows the cell as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError(Box<Report>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Report {
    file: String,
    key: String,
    message: String,
    cell: Option<Cell>,
}

/// The first line of what is wrong, with the part that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cell {
    line: usize,
    column: usize,
    text: String,
    part: Range<usize>,
}

impl TableError {
    /// About a cell.
    pub(crate) fn at(place: &Place, key: &str, message: impl Into<String>) -> Self {
        let file = &place.file;
        let cell = Cell::new(&file.text, place.span.clone());
        Self::new(&file.name, key, message.into(), Some(cell))
    }

    /// About a file or folder as a whole.
    pub(crate) fn file(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(&name.into(), "", message.into(), None)
    }

    fn new(file: &str, key: &str, message: String, cell: Option<Cell>) -> Self {
        Self(Box::new(Report {
            file: one_line(file),
            key: one_line(key),
            message: one_line(&message),
            cell,
        }))
    }

    /// The file it is in.
    pub fn file_name(&self) -> &str {
        &self.0.file
    }

    /// The line, from 1; 0 when the file as a whole is meant.
    pub fn line(&self) -> usize {
        self.0.cell.as_ref().map_or(0, |cell| cell.line)
    }

    /// The column in characters, from 1; 0 when the file as a whole is meant.
    pub fn column(&self) -> usize {
        self.0.cell.as_ref().map_or(0, |cell| cell.column)
    }

    /// The path of keys to the cell, such as `table.picket_search.rows[3]`; empty for a whole file.
    pub fn key(&self) -> &str {
        &self.0.key
    }

    /// What was expected and what was found.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Several lines: the sentence, then the line of the file with the cell underlined.
    pub fn pretty(&self) -> String {
        let Report {
            file,
            key,
            message,
            cell,
        } = &*self.0;
        let Some(cell) = cell else {
            return format!("error: {self}");
        };
        let title = match key.as_str() {
            "" => message.clone(),
            key => format!("{key}: {message}"),
        };
        let snippet = Snippet::source(&cell.text)
            .path(file)
            .line_start(cell.line)
            .annotation(AnnotationKind::Primary.span(cell.part.clone()));
        let report = [Level::ERROR.primary_title(&title).element(snippet)];
        Renderer::plain().render(&report)
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.file)?;
        if let Some(cell) = &self.0.cell {
            write!(f, ":{}", cell.line)?;
        }
        if !self.0.key.is_empty() {
            write!(f, ": {}", self.0.key)?;
        }
        write!(f, ": {}", self.0.message)
    }
}

impl std::error::Error for TableError {}

impl Cell {
    /// The line in which a span starts. Spans come from parsers and are held to the text all the same.
    fn new(text: &str, span: Range<usize>) -> Self {
        let start = text.floor_char_boundary(span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let line = text[line_start..line_end].trim_end_matches('\r');
        let from = (start - line_start).min(line.len());
        let to = line.ceil_char_boundary(span.end.saturating_sub(line_start));
        Self {
            line: 1 + text[..line_start].matches('\n').count(),
            column: 1 + line[..from].chars().count(),
            text: line.to_owned(),
            part: from..to.max(from),
        }
    }

    /// The line of an offset, from 1.
    fn line_of(text: &str, offset: usize) -> usize {
        Self::new(text, offset..offset).line
    }
}

impl Place {
    /// The line it starts in, from 1.
    pub(crate) fn line(&self) -> usize {
        Cell::line_of(&self.file.text, self.span.start)
    }
}

/// A report is one line whatever the file holds.
fn one_line(text: &str) -> String {
    if !text.contains(char::is_control) {
        return text.to_owned();
    }
    let spaced = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(spaced).collect()
}
