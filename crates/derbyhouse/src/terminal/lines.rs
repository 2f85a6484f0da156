//! Lines that somebody types, or that a script pipes in.

use std::io::{BufRead, IsTerminal, StdinLock, Write};

/// Longer lines are nobody's answer.
const LONGEST: usize = 4096;

/// Where answers come from.
pub struct Lines {
    stdin: StdinLock<'static>,
    /// Whether somebody sits there.
    pub interactive: bool,
    /// Lines read so far.
    pub count: usize,
}

impl Lines {
    pub fn of_stdin() -> Self {
        Self {
            stdin: std::io::stdin().lock(),
            interactive: std::io::stdin().is_terminal(),
            count: 0,
        }
    }

    /// Asks, and reads a line; `None` at the end of the input. What a script says is shown as if it were typed.
    pub fn ask(&mut self, question: &str, out: &mut dyn Write) -> std::io::Result<Option<String>> {
        write!(out, "{question}")?;
        out.flush()?;
        let mut bytes = Vec::new();
        if self.stdin.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        self.count += 1;
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
