//! Which rule numbers a game cites, and where: in its code or in its tests.
//!
//! A game writes the number of a rule beside the line that plays it, in brackets: `[12.11]`. Its `build.rs` calls
//! [`emit`], which collects those numbers, so that the game can say which of its rules nobody has cited yet:
//!
//! ```no_run
//! # use std::{env, io, path::Path};
//! fn main() -> io::Result<()> {
//!     let manifest_dir = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
//!     let out_dir = env::var("OUT_DIR").expect("cargo sets it");
//!     derbyhouse_citations::emit(Path::new(&manifest_dir), Path::new(&out_dir))
//! }
//! ```
//!
//! ```text
//! mod citations {
//!     include!(concat!(env!("OUT_DIR"), "/citations.rs"));
//! }
//! ```
//!
//! # What counts
//! - A rule: `[12.11]`, digits, a dot, digits. A letter after it names a part and is dropped: `[11.41 B]`, `[4.2 B1]`.
//! - A rule of a rule: `[7.5.2]`, with the step in small Roman numbers if it has one: `[7.5.2iii]`. Other small letters
//!   name a part and are dropped: `[7.3.1b]`.
//! - A part that may have a number of its own is written close: `[14.15B]` cites 14.15B and, with it, 14.15.
//! - An event of a table: `[WE3.0a]`, period and roll, with a letter for one of its texts; `[WE3.S]` is its head.
//! - A rule of a book without numbers: the page, or two letters for the book, and a slug: `[42.evasion]`, `[pb.setup]`.
//! - A chapter, or a part of the book that has only a name, if `rules.toml` has it: `(chapter 7)`, `(Turn Summary)`.
//! - A ruling: `[R11]` or `(R11)`. In doc comments write `(R11)`: rustdoc takes the other for a link.
//! - A rule that code names: `Rule("12.11")`.
//! - Several in one bracket: `[5.43, 11.34]`, `[12.13, R4]`, `(R21, R22)`. Every item must be a number of these shapes,
//!   or the whole bracket is prose.
//! - Only in comments and strings, so that an array of numbers is not taken for a citation.
//! - The `rule = "..."` of each case in `data/examples.toml`, whole chapters (`7`) included if `rules.toml` has them.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The rule numbers that a crate cites.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Citations {
    /// Cited where the game is played.
    pub code: BTreeSet<String>,
    /// Cited where it is tested.
    pub tests: BTreeSet<String>,
}

/// Scans a crate, writes `citations.rs` into `out_dir` and tells cargo what to watch.
///
/// The file holds two constants, `CODE` and `TESTS`, of type `&[&str]`: the numbers in the order of their text, each
/// once.
pub fn emit(manifest_dir: &Path, out_dir: &Path) -> io::Result<()> {
    for watched in ["src", "tests", EXAMPLES, RULES] {
        let path = manifest_dir.join(watched);
        // Cargo would run the build again and again for a path that is not there.
        if path.exists() {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
    fs::write(out_dir.join("citations.rs"), scan(manifest_dir)?.to_rust())
}

/// Reads `src`, `tests` and `data/examples.toml` of a crate. The last two may be missing.
pub fn scan(manifest_dir: &Path) -> io::Result<Citations> {
    let mut found = Citations::default();
    let rules = match manifest_dir.join(RULES) {
        path if path.is_file() => read(&path)?,
        _ => String::new(),
    };
    let cited = |text: &str| -> Vec<String> {
        let numbers = cited(text);
        numbers
            .filter(|number| !is_name(number) || has_rule(&rules, number))
            .collect()
    };
    for path in sources(&manifest_dir.join("src"))? {
        let text = read(&path)?;
        if is_test(path.strip_prefix(manifest_dir).unwrap_or(&path)) {
            found.tests.extend(cited(&text));
        } else {
            let (code, tests) = split_at_tests(&text);
            found.code.extend(cited(code));
            found.tests.extend(cited(tests));
        }
    }
    let tests = manifest_dir.join("tests");
    if tests.is_dir() {
        for path in sources(&tests)? {
            found.tests.extend(cited(&read(&path)?));
        }
    }
    let examples = manifest_dir.join(EXAMPLES);
    if examples.is_file() {
        let text = read(&examples)?;
        let cases = case_rules(&text);
        found
            .tests
            .extend(cases.filter(|number| !is_name(number) || has_rule(&rules, number)));
    }
    Ok(found)
}

impl Citations {
    /// The text of `citations.rs`.
    pub fn to_rust(&self) -> String {
        let mut text = String::new();
        for (doc, name, numbers) in [
            ("Rules and rulings cited by the code.", "CODE", &self.code),
            (
                "Rules and rulings cited by the tests.",
                "TESTS",
                &self.tests,
            ),
        ] {
            text += &format!("/// {doc}\npub const {name}: &[&str] = &[\n");
            for number in numbers {
                text += &format!("    {number:?},\n");
            }
            text += "];\n";
        }
        text
    }
}

const EXAMPLES: &str = "data/examples.toml";
const RULES: &str = "rules.toml";

/// Whether a bare number is a rule of that book; in another it may be a page.
fn has_rule(rules: &str, number: &str) -> bool {
    let entry = format!("number = \"{number}\"");
    rules.lines().any(|line| line.trim() == entry)
}

/// Every Rust file below a folder, in a stable order.
fn sources(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)
        .map_err(|error| at(folder, error))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

fn read(path: &Path) -> io::Result<String> {
    fs::read_to_string(path).map_err(|error| at(path, error))
}

/// An error of the file system does not say which file; ours do.
fn at(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// A file called `tests.rs`, or one below a folder called `tests`.
fn is_test(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "tests")
        || path.file_name().is_some_and(|name| name == "tests.rs")
}

/// The code of a file and its inline tests: all that follows a line starting with `#[cfg(test)]`.
///
/// A test module or import that is only declared, ending in `;`, has no tests behind it.
fn split_at_tests(text: &str) -> (&str, &str) {
    let mut start = 0;
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        if let Some(rest) = line.strip_prefix("#[cfg(test)]") {
            let item = if rest.trim().is_empty() {
                lines.peek().copied().unwrap_or("")
            } else {
                rest
            };
            if !item.trim_end().ends_with(';') {
                return text.split_at(start);
            }
        }
        start += line.len();
    }
    (text, "")
}

/// The numbers cited in the comments and strings of a Rust source.
fn cited(text: &str) -> impl Iterator<Item = String> {
    text.lines().flat_map(|line| {
        let bracketed = words_of(line).map(bracketed).unwrap_or_default();
        bracketed.into_iter().chain(named(line))
    })
}

/// The numbers that code gives by name: `Rule("12.11")`.
fn named(line: &str) -> impl Iterator<Item = String> + '_ {
    let after = line.split("Rule(\"").skip(1);
    after
        .filter_map(|rest| rest.split('"').next().and_then(numbers))
        .flatten()
}

/// The part of a line that is no code: from the first comment or string on.
fn words_of(line: &str) -> Option<&str> {
    let start = [line.find("//"), line.find('"')]
        .into_iter()
        .flatten()
        .min()?;
    Some(&line[start..])
}

/// The numbers in square brackets; rulings, chapters and names in round ones.
fn bracketed(line: &str) -> Vec<String> {
    let mut numbers = Vec::new();
    for (start, open) in line.match_indices(['[', '(']) {
        // `shelf[R1]` and `Some(R1)` are code inside a comment.
        if line[..start].ends_with(|before: char| before.is_alphanumeric() || before == '_') {
            continue;
        }
        let (close, only_rulings) = if open == "[" {
            (']', false)
        } else {
            (')', true)
        };
        let rest = &line[start + 1..];
        let Some(inside) = rest.find(close).map(|end| &rest[..end]) else {
            continue;
        };
        let items = numbers_in(inside).unwrap_or_default();
        if !only_rulings || items.iter().all(|item| item.starts_with('R')) {
            numbers.extend(items);
        }
        let chapter = inside.strip_prefix("chapter ").unwrap_or(inside);
        if only_rulings && is_name(chapter) && !is_digits(inside) {
            numbers.push(chapter.to_owned());
        }
    }
    numbers
}

/// Reads a list such as `11.41 B, 12.3, R11`; nothing at all if any item is something else.
fn numbers_in(list: &str) -> Option<Vec<String>> {
    let items = list.split([',', ';']).map(|item| numbers(item.trim()));
    Some(items.collect::<Option<Vec<_>>>()?.concat())
}

/// Reads `12.11`, `11.41 B`, `4.2 B1` or `R11`, without the letter of the part; `14.15B` with it and without.
fn numbers(item: &str) -> Option<Vec<String>> {
    if is_event(item) {
        return Some(vec![item.to_owned()]);
    }
    if let Some((number, part)) = item.split_once(' ') {
        return (is_part(part) && is_number(number)).then(|| vec![number.to_owned()]);
    }
    if is_number(without_part(item)) {
        return Some(vec![without_part(item).to_owned()]);
    }
    let (number, part) = item.split_at_checked(item.find(|c: char| c.is_ascii_uppercase())?)?;
    (is_part(part) && is_number(number)).then(|| vec![item.to_owned(), number.to_owned()])
}

/// A capital and digits: the part of a rule.
fn is_part(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_uppercase()) && text[1..].chars().all(is_digit)
}

/// What is a rule only in a book that has it: a bare number, or words with a capital first.
fn is_name(text: &str) -> bool {
    let is_title = text.starts_with(|first: char| first.is_ascii_uppercase())
        && text.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
    is_digits(text) || is_title
}

/// `WE3.0a` or `WE3.S`: an event by its period and roll.
fn is_event(text: &str) -> bool {
    let event = text
        .strip_prefix("WE")
        .and_then(|rest| rest.split_once('.'));
    event.is_some_and(|(period, roll)| {
        let roll = roll.strip_suffix(['a', 'b', 'c']).unwrap_or(roll);
        is_digits(period) && (roll == "S" || is_digits(roll))
    })
}

/// `7.3.1b` is rule 7.3.1; `7.5.2iii` is a rule of its own.
fn without_part(number: &str) -> &str {
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let is_roman = |text: &str| text.chars().all(|c| matches!(c, 'i' | 'v' | 'x'));
    let is_deep = digits.matches('.').count() > 1;
    if is_deep && !is_roman(&number[digits.len()..]) {
        digits
    } else {
        number
    }
}

/// `5.2`, and `5.2iii`.
fn is_deep_rule(text: &str) -> bool {
    let digits = text.trim_end_matches(['i', 'v', 'x']);
    digits.contains('.') && digits.split('.').all(is_digits)
}

fn is_number(text: &str) -> bool {
    match (text.strip_prefix('R'), text.split_once('.')) {
        (Some(ruling), _) => is_digits(ruling),
        (None, Some((chapter, rule))) if is_digits(chapter) => {
            is_digits(rule) || is_slug(rule) || is_deep_rule(rule)
        }
        (None, Some((book, rule))) => {
            book.len() == 2 && is_slug(book) && is_slug(rule) && rule.contains('_')
        }
        (None, None) => false,
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_digit)
}

/// Small letters, digits and low lines, a letter first.
fn is_slug(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// The `rule` of each case of `examples.toml`.
fn case_rules(text: &str) -> impl Iterator<Item = String> {
    text.lines()
        .filter_map(|line| {
            let value = line
                .trim()
                .strip_prefix("rule")?
                .trim_start()
                .strip_prefix('=')?;
            let list = value.trim_start().strip_prefix('"')?.split('"').next()?;
            let chapter = |item: &str| is_digits(item).then(|| vec![item.to_owned()]);
            let items = list
                .split([',', ';'])
                .map(|item| numbers(item.trim()).or_else(|| chapter(item.trim())));
            Some(items.collect::<Option<Vec<_>>>()?.concat())
        })
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        cited(text).collect()
    }

    #[test]
    fn a_number_in_brackets_is_a_citation() {
        assert_eq!(
            all("/// Boats that search a convoy [12.11], [12.14]."),
            ["12.11", "12.14"]
        );
        assert_eq!(all("let chit = 3; // [12.16]"), ["12.16"]);
        assert_eq!(all("// [11.41]–[11.44]"), ["11.41", "11.44"]);
        assert_eq!(all("log(\"sighted [12.11]\");"), ["12.11"]);
    }

    #[test]
    fn the_letter_of_a_part_is_dropped() {
        assert_eq!(all("// [11.41 B] and [4.2 B1]"), ["11.41", "4.2"]);
    }

    #[test]
    fn a_part_written_close_is_cited_with_its_rule() {
        assert_eq!(
            all("// [14.15B], [13.24C1]"),
            ["14.15B", "14.15", "13.24C1", "13.24"]
        );
        assert_eq!(all("// [14.2A, 3.14]"), ["14.2A", "14.2", "3.14"]);
        assert_eq!(all("// [14.15b] [B] [14.B] [14.15BB]"), [""; 0]);
    }

    #[test]
    fn events_of_tables_are_rules_too() {
        assert_eq!(
            all("// [WE3.0a], [WE2.S], [WE5.10b]"),
            ["WE3.0a", "WE2.S", "WE5.10b"]
        );
        assert_eq!(all("// [WE.1] [WE3.d] [WE3]"), [""; 0]);
    }

    #[test]
    fn rulings_may_stand_in_round_brackets() {
        assert_eq!(all("// [R11] (R7)"), ["R11", "R7"]);
        assert_eq!(all("// (R21, R22)"), ["R21", "R22"]);
        assert_eq!(all("// (12.11)"), [""; 0]);
    }

    #[test]
    fn chapters_and_names_stand_in_round_brackets() {
        assert_eq!(all("// (chapter 7), (Turn Summary)"), ["7", "Turn Summary"]);
        assert_eq!(
            all("// (7), (chapter 7 of it), (chapters), [chapter 7]"),
            [""; 0]
        );
    }

    #[test]
    fn one_bracket_may_hold_several() {
        assert_eq!(
            all("// [5.43, 11.34], [12.13; R4]"),
            ["5.43", "11.34", "12.13", "R4"]
        );
        assert_eq!(all("// [12.11, or so]"), [""; 0]);
    }

    #[test]
    fn other_brackets_are_not_citations() {
        for line in [
            "// [12]",
            "// [1..3]",
            "// [1.2.]",
            "// [1.2.3.]",
            "// [1.2.3 iii]",
            "// [.5]",
            "// [5.]",
            "// [R]",
            "// [Rule]",
            "// []",
            "// [12.11 x]",
        ] {
            assert_eq!(all(line), [""; 0], "{line}");
        }
        assert_eq!(all("// Some(R1) shelf[R2] row_[1.5] [12.11"), [""; 0]);
        assert_eq!(all("// [ä.1] [12.11 Ä] [12.11 Aä]"), [""; 0]);
    }

    #[test]
    fn rules_may_have_rules_and_steps() {
        assert_eq!(
            all("// [7.5.2], [7.5.2iii], [7.3.1b], [1.2.3, R79]"),
            ["7.5.2", "7.5.2iii", "7.3.1", "1.2.3", "R79"]
        );
    }

    #[test]
    fn pages_and_slugs_are_rules_too() {
        assert_eq!(
            all("/// Down at once [42.crash_dive_effect], [pb.training_setup]."),
            ["42.crash_dive_effect", "pb.training_setup"]
        );
        assert_eq!(
            all("// [play.rs] [setup.convoy_size] [42.Evasion] [a.b.c_d] [5._x]"),
            [""; 0]
        );
    }

    #[test]
    fn a_rule_that_the_code_names_is_cited() {
        assert_eq!(all("let why = Rule(\"42.evasion\");"), ["42.evasion"]);
        assert_eq!(all("Illegal::by(\"42.evasion\", \"no\")"), [""; 0]);
    }

    #[test]
    fn plain_code_is_not_read() {
        assert_eq!(all("let point = [1.5, 2.5];"), [""; 0]);
        assert_eq!(all("let point = [1.5, 2.5]; // [3.1]"), ["3.1"]);
    }

    #[test]
    fn inline_tests_follow_the_cfg() {
        let text = "// [1.1]\n#[cfg(test)]\nmod tests {\n    // [2.2]\n}\n";
        assert_eq!(
            split_at_tests(text),
            ("// [1.1]\n", "#[cfg(test)]\nmod tests {\n    // [2.2]\n}\n")
        );
        assert_eq!(split_at_tests("// [1.1]\n"), ("// [1.1]\n", ""));
    }

    #[test]
    fn declared_test_modules_and_test_helpers_do_not_end_the_code() {
        for text in [
            "#[cfg(test)]\nmod tests;\n// [1.1]\n",
            "#[cfg(test)] use a::B;\n",
            "impl A {\n    #[cfg(test)]\n    fn b() {",
        ] {
            assert_eq!(split_at_tests(text), (text, ""));
        }
    }

    #[test]
    fn test_files_are_told_by_their_names() {
        assert!(is_test(Path::new("src/tests.rs")));
        assert!(is_test(Path::new("src/air/tests.rs")));
        assert!(is_test(Path::new("src/tests/air.rs")));
        assert!(!is_test(Path::new("src/air.rs")));
        assert!(!is_test(Path::new("src/contests.rs")));
    }

    #[test]
    fn a_bare_number_is_a_rule_only_where_the_book_has_it() {
        let rules = "[[rule]]\nnumber = \"7\"\nkind = \"head\"\n";
        assert!(has_rule(rules, "7"));
        assert!(!has_rule(rules, "25"));
    }

    #[test]
    fn cases_name_their_rules() {
        let text = "[[case]]\nid = \"A1\"\nrule = \"12.12\"\ntext = \"rule = 3.3\"\n[[case]]\nrule=\"7.53 B, R8\" # why\n\
                    rules = \"9.9\"\n[[case]]\nrule = \"1.4, 7\"\n";
        assert_eq!(
            case_rules(text).collect::<Vec<_>>(),
            ["12.12", "7.53", "R8", "1.4", "7"]
        );
    }
}
