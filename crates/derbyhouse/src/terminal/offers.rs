//! The question and its numbered answers.

use super::style::{Ink, Style};
use crate::text::{columns, counted, wrapped};
use derbyhouse_scene::{Anchor, Offer, Prompt};

/// More answers than this are told in brief.
const MANY: usize = 16;
/// So many of each sort are told all the same.
const FIRST: usize = 8;

/// The question with its answers; all of them, or only as many as fit.
pub fn prompt(prompt: &Prompt, all: bool, width: usize, style: Style) -> String {
    let rule = if prompt.rule.is_empty() {
        String::new()
    } else {
        format!(" [{}]", prompt.rule)
    };
    let mut text = format!("{}{rule}\n", style.paint(Ink::Strong, &prompt.text));
    let brief = prompt.offers.len() > MANY && !all;
    let mut groups = groups(&prompt.offers);
    groups.sort_by_key(|group| group.first().map(|(number, _)| *number));
    for group in groups {
        text.push_str(&listed(&group, brief, width, style));
    }
    text
}

/// Some answers by their numbers, one a line.
pub fn some(offers: &[Offer], numbers: &[usize], style: Style) -> String {
    let rows = numbers
        .iter()
        .filter_map(|number| Some((*number, offers.get(*number)?)));
    columns(
        &rows
            .map(|(number, offer)| row(number, offer, style))
            .collect::<Vec<_>>(),
        2,
    )
}

/// What each answer risks, where the rules give odds.
pub fn odds(offers: &[Offer], style: Style) -> String {
    let mut text = String::new();
    for (number, offer) in offers
        .iter()
        .enumerate()
        .filter(|(_, offer)| !offer.odds.is_empty())
    {
        text.push_str(&columns(&[row(number, offer, style)], 2));
        for line in &offer.odds {
            text.push_str(&format!("      {line}\n"));
        }
    }
    if text.is_empty() {
        text.push_str("the rules give no odds for these answers\n");
    }
    text
}

type Numbered<'o> = (usize, &'o Offer);

/// Answers by where they hang: on buttons, on pieces, on spaces.
fn groups(offers: &[Offer]) -> [Vec<Numbered<'_>>; 3] {
    let sort = |offer: &Offer| match offer.anchor {
        Anchor::Button => 0,
        Anchor::Piece(_) => 1,
        Anchor::Space(_) => 2,
    };
    let of = |wanted: usize| {
        let numbered = offers.iter().enumerate();
        numbered
            .filter(|(_, offer)| sort(offer) == wanted)
            .collect()
    };
    [of(0), of(1), of(2)]
}

fn listed(group: &[Numbered<'_>], brief: bool, width: usize, style: Style) -> String {
    let (bare, group): (Vec<Numbered<'_>>, Vec<Numbered<'_>>) =
        group.iter().partition(|(_, offer)| is_bare(offer));
    let mut text = bare_spaces(&bare, width, style);
    let shown = if brief && group.len() > FIRST + 2 {
        FIRST
    } else {
        group.len()
    };
    let rows = group[..shown].iter();
    let rows = rows.map(|(number, offer)| row(*number, offer, style));
    text.push_str(&columns(&rows.collect::<Vec<_>>(), 2));
    if shown < group.len() {
        let more = counted(group.len() - shown, "more answer");
        text.push_str(&format!("     … {more} (list shows all)\n"));
    }
    text
}

/// An answer that says nothing but its space.
fn is_bare(offer: &Offer) -> bool {
    matches!(&offer.anchor, Anchor::Space(space) if *space == offer.label && offer.odds.is_empty())
}

/// Spaces to choose from, neighbours in the list drawn together: `0104-0132`.
fn bare_spaces(group: &[Numbered<'_>], width: usize, style: Style) -> String {
    let mut runs: Vec<(&str, &str)> = Vec::new();
    for (_, offer) in group {
        match runs.last_mut() {
            Some((_, last)) if follows(last, &offer.label) => *last = &offer.label,
            _ => runs.push((&offer.label, &offer.label)),
        }
    }
    if runs.is_empty() {
        return String::new();
    }
    let words = runs.iter().map(|(first, last)| match first == last {
        true => (*first).to_owned(),
        false => format!("{first}-{last}"),
    });
    let words = words.collect::<Vec<_>>().join(" ");
    let title = style.paint(Ink::Legal, "name one:");
    let indent = "  name one: ".len();
    let text = wrapped(&words, width, indent);
    format!("  {title} {}", text.trim_start())
}

/// Whether one space's number comes right after another's.
fn follows(one: &str, other: &str) -> bool {
    let number = |text: &str| text.parse::<u32>().ok();
    number(one).is_some_and(|n| number(other) == Some(n + 1))
}

fn row(number: usize, offer: &Offer, style: Style) -> Vec<String> {
    let enter = if offer.default { " (Enter)" } else { "" };
    let label = format!("{}{enter}", offer.label);
    let name = if offer.choice == offer.label {
        String::new()
    } else {
        offer.choice.clone()
    };
    let number = format!("{:>3}", number + 1);
    vec![
        style.paint(Ink::Legal, &number),
        label,
        style.paint(Ink::Faint, &name),
    ]
}
