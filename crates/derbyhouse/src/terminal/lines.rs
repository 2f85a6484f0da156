//! Lines that somebody types, or that a script pipes in.

use std::io::{BufRead, IsTerminal, Write};

/// Longer lines are nobody's answer.
const LONGEST: usize = 4096;

/// Where answers come from.
pub struct Lines {
    input: Box<dyn BufRead>,
    /// Whether somebody sits there.
    pub interactive: bool,
}

impl Lines {
    pub fn of_stdin() -> Self {
        Self {
            input: Box::new(std::io::stdin().lock()),
            interactive: std::io::stdin().is_terminal(),
        }
    }

    /// The lines of a text, as if a script had piped them in.
    #[cfg(test)]
    pub fn of_text(text: &'static str) -> Self {
        Self {
            input: Box::new(text.as_bytes()),
            interactive: false,
        }
    }

    /// Asks, and reads a line; `None` at the end of the input. What a script says is shown as if it were typed.
    pub fn ask(&mut self, question: &str, out: &mut dyn Write) -> std::io::Result<Option<String>> {
        write!(out, "{question}")?;
        out.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        bytes.truncate(LONGEST);
        let text = String::from_utf8_lossy(&bytes);
        let text: String = text
            .trim()
            .chars()
            .filter(|c| !c.is_control() || *c == '\t')
            .collect();
        if !self.interactive {
            writeln!(out, "{text}")?;
        }
        Ok(Some(text))
    }
}
