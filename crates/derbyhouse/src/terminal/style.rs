//! What the terminal can do: its width, and colour where it has it. Colour never says anything that letters do not
//! say as well.

use derbyhouse_scene::Side;
use std::io::IsTerminal;

/// Columns to draw in where nobody knows better.
const USUAL_WIDTH: usize = 130;

/// Columns of the terminal.
pub fn terminal_width() -> usize {
    let asked = std::env::var("COLUMNS")
        .ok()
        .and_then(|text| text.parse().ok());
    let real = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    real.or(asked).unwrap_or(USUAL_WIDTH)
}

/// What a piece of text is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    Faint,
    Strong,
    German,
    Allied,
    Area,
    Legal,
    Place,
    Bad,
}

impl From<Side> for Ink {
    fn from(side: Side) -> Self {
        match side {
            Side::German => Self::German,
            Side::Allied => Self::Allied,
            Side::Neutral => Self::Strong,
        }
    }
}

/// Whether to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    colour: bool,
}

impl Style {
    /// No colour at all.
    pub const PLAIN: Self = Self { colour: false };

    /// Colour if the output is a terminal and nobody asked for none.
    pub fn of_stdout() -> Self {
        let asked_for_none = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self {
            colour: std::io::stdout().is_terminal() && !asked_for_none,
        }
    }

    /// The text in its colour.
    pub fn paint(self, ink: Ink, text: &str) -> String {
        let code = match ink {
            _ if !self.colour || text.trim().is_empty() => return text.to_owned(),
            Ink::Faint => "2",
            Ink::Strong => "1",
            Ink::German => "30;47",
            Ink::Allied => "97;42",
            Ink::Area => "36",
            Ink::Legal => "1;33",
            Ink::Place => "1;35",
            Ink::Bad => "1;31",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_plain() {
        assert_eq!(Style::PLAIN.paint(Ink::German, "6"), "6");
        let coloured = Style { colour: true };
        assert_eq!(coloured.paint(Ink::Strong, "6"), "\x1b[1m6\x1b[0m");
        assert_eq!(coloured.paint(Ink::Strong, "  "), "  ");
    }
}
