//! Plain text for people: columns and wrapped paragraphs.

/// Rows of cells as aligned columns, without spaces at the ends of lines.
pub fn columns(rows: &[Vec<String>], indent: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| visible(cell)).max().unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for row in rows {
        let mut line = " ".repeat(indent);
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.push_str(&" ".repeat(width - visible(cell) + 2));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// A long list of short lines in several columns, read downwards; any other text as it is.
pub fn side_by_side(text: &str, width: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let widest = lines.iter().map(|line| visible(line)).max().unwrap_or(0) + 2;
    let count = (width / widest).min(lines.len().div_ceil(FEW));
    if count < 2 {
        return text.to_owned();
    }
    let height = lines.len().div_ceil(count);
    let row = |index: usize| -> Vec<String> {
        let cells = lines[index..].iter().step_by(height);
        cells.map(|line| (*line).to_owned()).collect()
    };
    columns(&(0..height).map(row).collect::<Vec<_>>(), 0)
}

/// Shorter lists stay in one column.
const FEW: usize = 5;

/// How many columns a text takes: what sets its colour takes none.
fn visible(text: &str) -> usize {
    let mut parts = text.split('\x1b');
    let first = parts.next().map_or(0, |part| part.chars().count());
    let after_code = |part: &str| {
        part.split_once('m')
            .map_or(0, |(_, rest)| rest.chars().count())
    };
    first + parts.map(after_code).sum::<usize>()
}

/// A paragraph in lines of at most that width, each indented.
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let length = indent + line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && length > width {
            out.push_str(&format!("{:indent$}{line}\n", ""));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        out.push_str(&format!("{:indent$}{line}\n", ""));
    }
    out
}

/// A number of things: `1 game`, `2 games`.
pub fn counted(count: usize, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [vec!["a".into(), "bb".into()], vec!["ccc".into()]];
        assert_eq!(columns(&rows, 1), " a    bb\n ccc\n");
        assert_eq!(visible("\x1b[1mab\x1b[0mc"), 3);
    }

    #[test]
    fn long_lists_stand_side_by_side() {
        let list: String = (1..=7).map(|n| format!("  {n}\n")).collect();
        assert_eq!(
            side_by_side(&list, 80),
            "  1    5\n  2    6\n  3    7\n  4\n"
        );
        assert_eq!(side_by_side(&list, 6), list);
    }

    #[test]
    fn paragraphs_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 9, 1), " one two\n three\n");
        assert_eq!(wrapped("incomprehensible", 4, 0), "incomprehensible\n");
    }
}
