//! The Battle Display as it lies on the table [7.5.2], the line of an air attack [7.2.4], and the chances of a shot.

use super::words;
use crate::side::Side;
use crate::surface::battle::{Course, Screen, UnitId};
use crate::surface::{Area, ShotCondition, gunnery};
use crate::torpedoes;
use crate::view::{BattleView, UnitView, View};
use derbyhouse_scene::{Counter, Lane, Part, Prospect, Sheet, Tone};

/// The areas of the Display, from those who fight to those who leave.
const AREAS: [(Area, &str); 4] = [
    (Area::Screening, "Screening"),
    (Area::TorpedoAttack, "Torpedo Attack"),
    (Area::Deployment, "Deployment"),
    (Area::Withdrawal, "Withdrawal"),
];

pub(super) fn sheets(view: View<'_>) -> Vec<Sheet> {
    let battle = view.battle().map(|battle| display(view, &battle));
    battle.into_iter().chain(strike(view)).collect()
}

fn display(view: View<'_>, battle: &BattleView) -> Sheet {
    let lanes = AREAS.map(|(area, label)| Lane {
        label: label.to_owned(),
        counters: Side::ALL
            .into_iter()
            .map(|side| {
                let here = battle
                    .units
                    .iter()
                    .filter(|unit| unit.side == side && unit.area == area);
                here.map(|unit| counter(battle, unit)).collect()
            })
            .collect(),
    });
    let attacker = words::side(battle.attacker);
    let mut notes = vec![
        format!("Round {}", battle.round),
        format!("{attacker} attack"),
    ];
    if battle.surprise {
        notes.push("Surprise".to_owned());
    }
    if battle.inverted {
        notes.push("at Night, counters inverted".to_owned());
    }
    if let Course::Unescorted { left, .. } = battle.course {
        notes.push(format!(
            "{} left among ships without escort",
            words::count(left.into(), "Round")
        ));
    }
    Sheet {
        id: "battle".to_owned(),
        title: format!("Battle in {}", super::pieces::space(view, battle.place)),
        note: notes.join(" · "),
        seat: String::new(),
        piece: None,
        folded: false,
        parts: vec![Part::Lanes {
            title: String::new(),
            parties: Side::ALL.map(|side| words::side(side).to_owned()).to_vec(),
            lanes: lanes.to_vec(),
        }],
    }
}

/// What a unit is called on the Display.
pub(super) fn name(battle: &BattleView, id: UnitId) -> String {
    let unit = battle.units.iter().find(|unit| unit.id == id);
    match unit.and_then(|unit| unit.face.as_ref()) {
        Some(face) => face.label.clone(),
        None => format!("a counter ({id})"),
    }
}

fn counter(battle: &BattleView, unit: &UnitView) -> Counter {
    let name = |id: &UnitId| name(battle, *id);
    let mut marks = Vec::new();
    match &unit.screen {
        Screen::Nobody => {}
        Screen::Withdrawal(enemies) => {
            let from: Vec<String> = enemies.iter().map(name).collect();
            marks.push(format!(
                "keeps {} from those who withdraw",
                from.join(" and ")
            ));
        }
        Screen::Friend { friend, from } => {
            marks.push(format!("screens {} from {}", name(friend), name(from)));
        }
    }
    if unit.evading {
        marks.push("evades".to_owned());
    }
    for (what, shots) in [
        ("fires at", &battle.guns),
        ("torpedoes at", &battle.torpedoes),
    ] {
        let own = shots.iter().filter(|shot| shot.by == unit.id);
        marks.extend(own.map(|shot| format!("{what} {} ({})", name(&shot.at), shot.dice)));
    }
    match unit.torpedoes {
        Some(0) => marks.push("no torpedoes left".to_owned()),
        Some(left) => marks.push(format!("torpedoes {left}")),
        None => {}
    }
    let Some(face) = &unit.face else {
        return Counter {
            id: unit.id.to_string(),
            label: "inverted".to_owned(),
            values: "?".to_owned(),
            marks,
            tone: Tone::Plain,
        };
    };
    let tone = match (face.dead_in_the_water, face.crippled) {
        (true, _) => {
            marks.insert(0, "dead in the water".to_owned());
            Tone::Bad
        }
        (_, true) => {
            marks.insert(0, "crippled".to_owned());
            Tone::Warn
        }
        _ => Tone::Plain,
    };
    Counter {
        id: unit.id.to_string(),
        label: format!("{} {}", face.kind, face.label),
        values: face.cs.to_string(),
        marks,
        tone,
    }
}

/// The line of targets with those who attack each stack, wave by wave [7.2.4].
fn strike(view: View<'_>) -> Option<Sheet> {
    let strike = view.strike()?;
    let plane = |(name, cs): &(String, u8)| vec![name.clone(), format!("CS {cs}")];
    let lanes = strike.line.iter().enumerate().map(|(place, stack)| {
        let target = stack.counters.iter().enumerate().map(|(n, label)| Counter {
            id: format!("s{place}.{n}"),
            label: label.clone(),
            values: String::new(),
            marks: Vec::new(),
            tone: Tone::Plain,
        });
        let attackers = stack
            .attackers
            .iter()
            .enumerate()
            .map(|(n, (wave, name, load))| Counter {
                id: format!("w{place}.{n}"),
                label: name.clone(),
                values: format!("wave {wave}"),
                marks: vec![load.to_string()],
                tone: if *wave == strike.wave {
                    Tone::Warn
                } else {
                    Tone::Plain
                },
            });
        Lane {
            label: format!("stack {}", place + 1),
            counters: vec![attackers.collect(), target.collect()],
        }
    });
    let surprise = match strike.surprise {
        Some(true) => " · Surprise",
        Some(false) => " · no Surprise",
        None => "",
    };
    let attacker = words::side(strike.side);
    Some(Sheet {
        id: "strike".to_owned(),
        title: format!("Air attack in {}", strike.hex),
        note: format!("{attacker} aircraft · wave {}{surprise}", strike.wave),
        seat: String::new(),
        piece: None,
        folded: false,
        parts: vec![
            Part::Rows {
                title: "Attackers".to_owned(),
                rows: strike.units.iter().map(plane).collect(),
            },
            Part::Rows {
                title: "Scrambled".to_owned(),
                rows: strike.scrambled.iter().map(plane).collect(),
            },
            Part::Lanes {
                title: "The line".to_owned(),
                parties: vec!["attackers".to_owned(), "targets".to_owned()],
                lanes: lanes.collect(),
            },
        ],
    })
}

/// Shares of a shot: of one die, and of at least one of all.
fn shares(ways: usize, dice: u8, rule: &str) -> Vec<Prospect> {
    let one = ways as f64 / 10.0;
    let prospect = |label: &str, share: f64, text: String| Prospect {
        label: label.to_owned(),
        share: Some(share),
        text,
        rules: vec![rule.to_owned()],
    };
    vec![
        prospect(
            "at least one hit",
            1.0 - (1.0 - one).powi(dice.into()),
            format!("{} with {ways} of 10 each", words::dice(dice)),
        ),
        Prospect {
            share: None,
            ..prospect(
                "hits to expect",
                0.0,
                format!("{:.1}", one * f64::from(dice)),
            )
        },
    ]
}

/// What is known of how the two stand.
fn conditions(by: &UnitView, at: &UnitView) -> Vec<ShotCondition> {
    let face = at.face.as_ref();
    [
        (
            face.is_some_and(|face| face.dead_in_the_water),
            ShotCondition::Diw,
        ),
        (
            face.is_some_and(|face| face.crippled),
            ShotCondition::Crippled,
        ),
        (by.evading, ShotCondition::FirerEvading),
        (at.evading, ShotCondition::TargetEvading),
    ]
    .into_iter()
    .filter_map(|(so, condition)| so.then_some(condition))
    .collect()
}

/// Guns [7.5.2iii].
pub(super) fn fire(view: View<'_>, by: UnitId, at: UnitId) -> Vec<Prospect> {
    shot(view, by, at, |by, at, conditions| {
        let (firing, target) = (by.face.as_ref()?, at.face.as_ref()?);
        let t = view.tables();
        let hits = |die: &u8| gunnery(t, firing.kind, target.kind, conditions, &[*die]) == Some(1);
        Some(shares((0..10).filter(hits).count(), firing.cs, "7.5.2iii"))
    })
}

/// Torpedoes [7.5.2iv], [7.3.1].
pub(super) fn torpedo(view: View<'_>, by: UnitId, at: UnitId, symbols: u8) -> Vec<Prospect> {
    shot(view, by, at, |by, at, conditions| {
        let (firing, target) = (by.face.as_ref()?, at.face.as_ref()?);
        let dice = torpedoes::attacks(firing.kind.is_heavy(), firing.cs, symbols);
        let hits = |die: &u8| torpedoes::succeeds(view.tables(), target.kind, conditions, *die);
        Some(shares((0..10).filter(hits).count(), dice, "7.3.1"))
    })
}

fn shot(
    view: View<'_>,
    by: UnitId,
    at: UnitId,
    odds: impl Fn(&UnitView, &UnitView, &[ShotCondition]) -> Option<Vec<Prospect>>,
) -> Vec<Prospect> {
    let Some(battle) = view.battle() else {
        return Vec::new();
    };
    let unit = |id: UnitId| battle.units.iter().find(|unit| unit.id == id);
    let told = unit(by)
        .zip(unit(at))
        .and_then(|(by, at)| odds(by, at, &conditions(by, at)));
    told.unwrap_or_default()
}
