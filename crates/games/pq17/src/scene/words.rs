//! Figures, times and ice in a person's words.

use crate::forces::{Force, Id};
use crate::hex::Hex;
use crate::ice::Ice;
use crate::recon::{REPORTED, Report};
use crate::side::Side;
use crate::tables::{Condition, Sheet, Track};
use crate::time::Turn;
use crate::units::{Aa, Category};
use crate::view::{Contact, View};

/// A number as a word, if it is a small one.
pub(super) fn number(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(number)
        .map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// A number where nothing is "none".
pub(super) fn none_or(many: usize) -> String {
    match many {
        0 => "none".to_owned(),
        many => number(many),
    }
}

/// So many of something.
pub(super) fn count(many: usize, noun: &str) -> String {
    let plural = if many == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", number(many))
}

/// So many hexes.
pub(super) fn hexes(many: u8) -> String {
    match many {
        1 => "one hex".to_owned(),
        many => format!("{} hexes", number(many.into())),
    }
}

/// So many dice.
pub(super) fn dice(many: u8) -> String {
    match many {
        1 => "one die".to_owned(),
        many => format!("{} dice", number(many.into())),
    }
}

/// The guns of a unit against aircraft.
pub(super) fn aa(aa: Aa) -> String {
    match aa {
        Aa::None => String::new(),
        Aa::Star => "AA *".to_owned(),
        Aa::Dice(dice) => format!("AA {dice}"),
    }
}

/// How long ago a turn was.
pub(super) fn ago(now: Turn, then: Turn) -> String {
    match now.index().saturating_sub(then.index()) {
        0 => "this turn".to_owned(),
        1 => "a turn ago".to_owned(),
        turns => format!("{} turns ago", number(turns.into())),
    }
}

/// With a capital at the front.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A name of the tables as people write it.
pub(super) fn plain(id: &str) -> String {
    capital(&id.replace('_', " "))
}

/// A track of Command Points as it is printed.
pub(super) const fn track(track: Track) -> &'static str {
    match track {
        Track::HomeFleet => "Home Fleet",
        Track::SevernyFlot => "Severny Flot",
        Track::GruppeNord => "Gruppe Nord",
    }
}

pub(super) fn side(side: Side) -> &'static str {
    match side {
        Side::Allied => "Allied",
        Side::Axis => "Axis",
    }
}

pub(super) const fn ice(ice: Ice) -> &'static str {
    match ice {
        Ice::Clear => "Clear",
        Ice::LightDrift => "Light Drift",
        Ice::HeavyDrift => "Heavy Drift",
        Ice::ThinPack => "Thin Pack",
        Ice::SolidPack => "Solid Pack",
    }
}

/// A hex with what seamen call it.
pub(super) fn hex(sheet: &Sheet, hex: Hex) -> String {
    match sheet.name(hex) {
        _ if sheet.is_off_sheet(hex) => sheet.called(hex),
        Some(name) => format!("{hex} {name}"),
        None => hex.to_string(),
    }
}

/// A report as one reads it in a notebook [6.2.1].
pub(super) fn report(report: &Report) -> String {
    let mut parts = Vec::new();
    let warships = usize::from(report.warships);
    let about = if report.level < 2 && warships > 0 {
        "about "
    } else {
        ""
    };
    parts.push(format!("{about}{}", count(warships, "warship")));
    if let Some(exact) = report.exact {
        if exact.heavy > 0 {
            parts.push(format!("{} of them heavy", number(exact.heavy.into())));
        }
        parts.push(
            if exact.carriers {
                "a carrier"
            } else {
                "no carrier"
            }
            .to_owned(),
        );
        if exact.convoy_ships > 0 {
            parts.push(count(exact.convoy_ships.into(), "convoy ship"));
        }
    }
    if let Some(large) = report.large {
        parts.push(
            if large {
                "a Large Convoy"
            } else {
                "a Small Convoy"
            }
            .to_owned(),
        );
    }
    if let Some(categories) = &report.categories {
        let told = REPORTED.iter().zip(categories);
        parts.extend(told.filter(|(_, (counters, _))| *counters > 0).map(
            |(category, (counters, cs))| format!("{} {} ({cs} CS)", counters, group(*category)),
        ));
    }
    parts.join(", ")
}

pub(super) const fn group(category: Category) -> &'static str {
    match category {
        Category::Capital => "capital ships",
        Category::Carrier => "carriers",
        Category::Cruiser => "cruisers",
        Category::Heavy => "heavy ships",
        Category::Light => "light ships",
        Category::Submarine => "submarines",
        Category::Convoy => "convoy ships",
        Category::Auxiliary => "auxiliaries",
        Category::Merchant => "merchant ships",
    }
}

/// The day of the calendar, if the scenario gives one; in a Campaign the Fortnight.
pub(super) fn date(view: View<'_>) -> Option<String> {
    let scenario = view.scenario();
    let days = view.turn().day().saturating_sub(1);
    let day = scenario.day1.map(|day| day.later(days).to_string());
    day.or_else(|| Some(scenario.date.to_string()))
}

/// A Special Condition: its name, its rule, and what it asks (chapter 12).
pub(super) const fn condition(condition: Condition) -> (&'static str, &'static str, &'static str) {
    match condition {
        Condition::AgentCobweb => (
            "Agent Cobweb",
            "12.1",
            "Convoys out of Reykjavik are betrayed",
        ),
        Condition::AtlanticBreakout => (
            "Atlantic Breakout",
            "12.2",
            "heavy ships leave by the western edge with fuel enough",
        ),
        Condition::AxisConvoy => (
            "Axis Convoy",
            "12.3",
            "bring the convoy from Tromso to Kirkenes in time",
        ),
        Condition::BomberCommand => (
            "Bomber Command",
            "12.4",
            "Halifaxes attack Tirpitz in port, once, by Night",
        ),
        Condition::FaaStrike => (
            "FAA Strike",
            "12.5",
            "each carrier must once attack a Norwegian port or airbase",
        ),
        Condition::GroundOffensive => (
            "Ground Offensive",
            "12.6",
            "most aircraft are kept ashore; it lies open",
        ),
        Condition::HarborRaids => (
            "Harbor Raids",
            "12.7",
            "two air attacks on ships in Murmansk or Arkhangelsk afterwards",
        ),
        Condition::Minelaying => (
            "Minelaying",
            "12.8",
            "planned ships end the planned turn in the planned hex",
        ),
        Condition::NoRestrictions => (
            "No Restrictions",
            "12.9",
            "Hitler's limits on Tirpitz and on attacks are lifted",
        ),
        Condition::Gearbox => ("GEARBOX", "12.10", "bring the listed ships to Barentsburg"),
        Condition::Sizilien => (
            "SIZILIEN",
            "12.11",
            "a Task Force stays off Barentsburg for a whole Day turn, unattacked",
        ),
        Condition::Wunderland => (
            "WUNDERLAND",
            "12.12",
            "a raider or a pack goes into the Kara Sea",
        ),
        Condition::Reinforcements => ("Reinforcements", "12.13", "the first group comes at once"),
        Condition::SpecialAttack => (
            "Special Attack",
            "12.14",
            "planned beforehand, declared the turn before",
        ),
        Condition::None => ("None", "12", "nothing special"),
    }
}

/// What a level is called where the enemy's knowledge is shown.
pub(super) fn level(id: Id) -> &'static str {
    match i8::from(id) {
        0 => "ID0",
        1 => "ID1",
        2 => "ID2",
        3 => "ID3",
        _ => "Unidentified",
    }
}

/// A force of one's own by its name and its number.
pub(super) fn own(force: &Force) -> String {
    format!("{} ({})", force.name, force.block)
}

/// A contact by what one may call it.
pub(super) fn contact(contact: &Contact) -> String {
    let what = match contact.kind {
        Some(kind) => kind.to_string(),
        None => "block".to_owned(),
    };
    format!("{} {what} {}", side(contact.side), contact.token)
}

/// What was last told of a contact, and when; nothing if nothing was.
pub(super) fn memory(view: View<'_>, seen: &Contact) -> Option<String> {
    let last = view
        .notebook()
        .iter()
        .rev()
        .find(|told| told.token == seen.token)?;
    Some(format!(
        "ID{}, {}: {}",
        last.report.level,
        ago(view.turn(), last.turn),
        report(&last.report)
    ))
}

/// A share in percent.
pub(super) fn percent(ways: usize, of: usize) -> String {
    match of {
        0 => "–".to_owned(),
        _ => format!("{:.0} %", 100.0 * ways as f64 / of as f64),
    }
}
