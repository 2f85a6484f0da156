//! War Events, one after the other [5.0].

use crate::game;
use steel_wolves::calendar::Month;
use steel_wolves::orders;

/// Every War Event can come: for each there is a month, a die and a history that bring it, or that force it [5.1], [5.2],
/// [5.4].
#[test]
fn every_event_can_come() {
    let game = game();
    let t = game.tables();
    let months: Vec<Month> = (0..45)
        .filter_map(|later| Month::FIRST.plus(later))
        .collect();
    for event in &t.war_events.list {
        let lead_up: Vec<&str> = t
            .war_events
            .list
            .iter()
            .map(|other| other.id.as_str())
            .collect();
        // Nothing has occurred, or one or two other texts of the same line, and Barbarossa.
        let comes = |done: &[&str]| {
            let occurred = |id: &str| u8::from(id == "barbarossa" || done.contains(&id));
            months.iter().any(|month| {
                (0..10).any(|die| {
                    let came = orders::event(t, event.period, *month, die, &occurred);
                    came.is_some_and(|came| came.id == event.id)
                })
            })
        };
        let found = comes(&[])
            || lead_up.iter().any(|one| comes(&[one]))
            || lead_up.iter().any(|one| {
                lead_up
                    .iter()
                    .any(|two| one < two && same_line(t, one, two) && comes(&[one, two]))
            });
        assert!(found, "{} never comes", event.id);
    }
}

/// 36.63H is a part of 36.63, which has no entry of its own.
fn is_part_of(number: &str, whole: &str) -> bool {
    let rest = number.strip_prefix(whole);
    rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()))
}

fn same_line(t: &steel_wolves::tables::Tables, one: &str, two: &str) -> bool {
    let line = |id| {
        t.war_events
            .find(id)
            .map(|event| (event.period, event.roll))
    };
    line(one) == line(two)
}

/// No event comes twice that may come only once [5.2].
#[test]
fn one_time_events_come_once() {
    let game = game();
    let t = game.tables();
    for event in t.war_events.list.iter().filter(|event| event.one_time) {
        let occurred = |id: &str| u8::from(id == event.id || id == "barbarossa");
        for die in 0..10 {
            let came = orders::event(t, event.period, Month::LAST, die, &occurred);
            assert!(came.is_none_or(|came| came.id != event.id), "{}", event.id);
        }
    }
}

/// Rules, events and rulings that can be looked up: every id of the index once, each cited rule among them.
#[test]
fn rules_can_be_looked_up() {
    use derbyhouse_scene::Face;
    let game = game();
    let rules = game.rules();
    assert_eq!(rules.len(), 253 + 72 + 66);
    let (code, tests) = game.citations();
    // A part written close, such as 14.16B, cites its rule as well and need not be an entry itself.
    let part = |cited: &str| {
        cited
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .ends_with(|c: char| c.is_ascii_uppercase())
    };
    for cited in code
        .iter()
        .chain(tests)
        .filter(|cited| !part(cited) || cited.starts_with(['W', 'R']))
    {
        assert!(
            rules
                .iter()
                .any(|rule| rule.number == **cited || is_part_of(&rule.number, cited)),
            "{cited} is nowhere"
        );
    }
}
