//! The words of the table that are not answers.

use derbyhouse_catalog::Extent;

/// What somebody wants.
#[derive(Debug, PartialEq, Eq)]
pub enum Verb<'t> {
    Help,
    Quit,
    Map,
    Panels,
    List,
    Overlays,
    Overlay(&'t str),
    Look(&'t str),
    Odds,
    Log(&'t str),
    Why(&'t str),
    Advise(&'t str),
    Bot(Option<&'t str>, Extent),
    Undo(&'t str),
    Resign,
    Save(&'t str),
    Load(&'t str),
}

/// Each word with what it takes and what it does; the order in which help shows them.
pub const HELP: &[(&str, &str, &str)] = &[
    (
        "NUMBER, hex, or words",
        "",
        "answers; Enter gives the answer marked so",
    ),
    ("list", "", "all answers with their numbers"),
    ("odds", "", "what each answer risks, where the rules say"),
    (
        "advise",
        "[BOT]",
        "what a computer player would do, and why",
    ),
    (
        "bot",
        "[phase|turn|rest] [BOT]",
        "lets it do this decision, this phase, this turn, the rest",
    ),
    ("undo", "[N]", "takes back the last answer, or the last N"),
    ("map", "", "the map"),
    ("overlays", "", "the layers that the map can show"),
    ("overlay", "ID", "the map with one of them"),
    ("look", "SPACE", "who and what is there"),
    ("panels", "", "the lists beside the map"),
    ("log", "[N]", "the last 20 lines of the log, or the last N"),
    (
        "why",
        "[RULE]",
        "the rules behind the last lines, or one by its number, in our words",
    ),
    (
        "save",
        "FILE",
        "keeps the game as its record; FILE.json keeps the position alone",
    ),
    ("load", "FILE", "goes on with a game that was kept"),
    ("resign", "", "gives the game up"),
    ("quit", "", "leaves the table"),
];

/// Reads a line as one of the words; `Err` says how the word is used.
pub fn parse(line: &str) -> Option<Result<Verb<'_>, String>> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let bare = |verb| {
        if rest.is_empty() {
            Ok(verb)
        } else {
            Err(usage(word))
        }
    };
    let needed = || {
        if rest.is_empty() {
            Err(usage(word))
        } else {
            Ok(rest)
        }
    };
    Some(match word.to_lowercase().as_str() {
        "help" | "?" => Ok(Verb::Help),
        "quit" | "exit" | "q" => bare(Verb::Quit),
        "map" => bare(Verb::Map),
        "panels" => bare(Verb::Panels),
        "list" => bare(Verb::List),
        "overlays" => bare(Verb::Overlays),
        "overlay" => needed().map(Verb::Overlay),
        "look" | "stack" => needed().map(Verb::Look),
        "odds" => bare(Verb::Odds),
        "log" => Ok(Verb::Log(rest)),
        "why" => Ok(Verb::Why(rest)),
        "advise" | "advice" => Ok(Verb::Advise(rest)),
        "bot" => Ok(bot(rest)),
        "undo" | "u" => Ok(Verb::Undo(rest)),
        "resign" => bare(Verb::Resign),
        "save" => needed().map(Verb::Save),
        "load" => needed().map(Verb::Load),
        _ => return None,
    })
}

/// How much, and who, in either order.
fn bot(rest: &str) -> Verb<'_> {
    let (mut name, mut extent) = (None, Extent::Decision);
    for word in rest.split_whitespace() {
        match word {
            "phase" => extent = Extent::Phase,
            "turn" => extent = Extent::Turn,
            "rest" => extent = Extent::Rest,
            other => name = Some(other),
        }
    }
    Verb::Bot(name, extent)
}

fn usage(word: &str) -> String {
    let help = HELP.iter().find(|(name, _, _)| *name == word);
    help.map_or_else(
        || format!("“{word}” is used otherwise: see help"),
        |(name, takes, does)| {
            let form = format!("{name} {takes}");
            format!("“{}”: {does}", form.trim_end())
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read() {
        assert_eq!(parse("undo 3"), Some(Ok(Verb::Undo("3"))));
        assert_eq!(
            parse("bot rest doctrine"),
            Some(Ok(Verb::Bot(Some("doctrine"), Extent::Rest)))
        );
        assert_eq!(parse("bot"), Some(Ok(Verb::Bot(None, Extent::Decision))));
        assert_eq!(
            parse("SAVE my game.txt"),
            Some(Ok(Verb::Save("my game.txt")))
        );
        assert!(matches!(parse("save"), Some(Err(_))));
        assert!(matches!(parse("map please"), Some(Err(_))));
        assert_eq!(parse("0817"), None);
    }
}
