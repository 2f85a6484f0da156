//! What happened, and how it ended.

use super::style::{Ink, Style};
use crate::text::columns;
use derbyhouse_catalog::{Ended, LogLine};
use derbyhouse_kernel::Figure;
use derbyhouse_scene::{Info, Line};

/// Lines of the log, with the number of the choice they follow if that is wanted.
pub fn log_text(lines: &[LogLine], style: Style, numbered: bool) -> String {
    let one = |line: &LogLine| {
        let number = if numbered {
            format!("{:>4} ", line.after)
        } else {
            String::new()
        };
        format!(
            "{}{}\n",
            style.paint(Ink::Faint, &number),
            line_text(&line.line, style)
        )
    };
    lines.iter().map(one).collect()
}

fn line_text(line: &Line, style: Style) -> String {
    if line.heading {
        return style.paint(Ink::Strong, &format!("== {} ==", line.text));
    }
    let mut text = format!("  {}", line.text);
    if !line.dice.is_empty() {
        let dice: Vec<String> = line.dice.iter().map(ToString::to_string).collect();
        text.push_str(&format!(" (drawn {})", dice.join(", ")));
    }
    let rules: Vec<String> = line.rules.iter().map(|rule| format!("[{rule}]")).collect();
    if !rules.is_empty() {
        text.push(' ');
        text.push_str(&style.paint(Ink::Faint, &rules.join(" ")));
    }
    text
}

/// How a game ended.
pub fn result_text(info: &Info, ended: &Ended, figures: &[Figure], style: Style) -> String {
    let mut text = format!(
        "{}\n",
        style.paint(Ink::Strong, &format!("== {} ==", ended.level.label))
    );
    let scores = info.seats.iter().zip(ended.outcome.scores);
    let mut rows: Vec<Vec<String>> = scores
        .map(|(seat, score)| vec![format!("score of {}", seat.label), score.to_string()])
        .collect();
    rows.extend(
        figures
            .iter()
            .map(|(name, value)| vec![name.replace('_', " "), value.to_string()]),
    );
    text.push_str(&columns(&rows, 2));
    text
}
