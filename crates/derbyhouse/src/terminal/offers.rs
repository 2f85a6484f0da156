//! The question and its numbered answers.

use super::style::{Ink, Style};
use crate::text::{columns, counted};
use derbyhouse_scene::{Anchor, Offer, Prompt};

/// More answers than this are told in brief.
const MANY: usize = 16;
/// So many of each sort are told all the same.
const FIRST: usize = 8;

/// The question with its answers; all of them, or only as many as fit.
pub fn prompt(prompt: &Prompt, all: bool, style: Style) -> String {
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
        text.push_str(&listed(&group, brief, style));
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

fn listed(group: &[Numbered<'_>], brief: bool, style: Style) -> String {
    let shown = if brief && group.len() > FIRST + 2 {
        FIRST
    } else {
        group.len()
    };
    let rows = group[..shown]
        .iter()
        .map(|(number, offer)| row(*number, offer, style));
    let mut text = columns(&rows.collect::<Vec<_>>(), 2);
    let Some((_, next)) = group.get(shown) else {
        return text;
    };
    let more = group.len() - shown;
    let how = match &next.anchor {
        Anchor::Space(space) => {
            format!(
                "{} more: name a space, such as {space}",
                counted(more, "answer")
            )
        }
        _ => counted(more, "more answer"),
    };
    text.push_str(&format!("     … {how} (list shows all)\n"));
    text
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
