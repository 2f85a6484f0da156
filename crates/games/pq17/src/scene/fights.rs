//! The Battle Display as it lies on the table [7.5.2], the line of an air attack [7.2.4], and the chances of a shot.

use super::words;
use crate::air::AirOrder;
use crate::sequence::Order;
use crate::side::Side;
use crate::strike::StrikeView;
use crate::surface::battle::{Course, Screen, UnitId};
use crate::surface::{Area, ShotCondition, gunnery, gunnery_drm};
use crate::torpedoes;
use crate::view::{BattleView, UnitView, View};
use derbyhouse_scene::{Counter, Lane, Lies, Part, Prospect, Sheet, Tone};

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
        id: String::new(),
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
        lies: Lies::OverBoard,
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
    // Answers that begin with a place or a unit are given by pressing its counter.
    let (by_place, by_unit) = match view.order() {
        Some(Order::Air(AirOrder::Assign(_) | AirOrder::Elusive | AirOrder::Switch(_))) => {
            (true, false)
        }
        Some(Order::Air(AirOrder::Support(_))) => (false, true),
        _ => (false, false),
    };
    let lanes = strike.line.iter().enumerate().map(|(place, stack)| {
        let target = stack.counters.iter().enumerate().map(|(n, label)| Counter {
            id: match by_place {
                true => place.to_string(),
                false => format!("s{place}.{n}"),
            },
            label: label.clone(),
            values: String::new(),
            marks: Vec::new(),
            tone: Tone::Plain,
        });
        let attackers = stack.attackers.iter().enumerate().map(|(n, sortie)| {
            let faces = sortie.hits.iter();
            let faces = faces.map(|(name, faces)| format!("hits {name} on {faces} of 10"));
            let mut marks = vec![format!("{}, {}", sortie.load, words::dice(sortie.dice))];
            marks.extend(faces);
            Counter {
                id: match by_unit {
                    true => sortie.unit.to_string(),
                    false => format!("w{place}.{n}"),
                },
                label: sortie.name.clone(),
                values: format!("wave {}", sortie.wave),
                marks,
                tone: match sortie.wave == strike.wave {
                    true => Tone::Warn,
                    false => Tone::Plain,
                },
            }
        });
        Lane {
            id: String::new(),
            label: match stack.aa {
                0 => format!("{}", place + 1),
                dice => format!("{} · AA {dice}", place + 1),
            },
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
        note: match strike.wave {
            0 => format!("{attacker} aircraft{surprise}"),
            wave => format!("{attacker} aircraft · wave {wave}{surprise}"),
        },
        seat: String::new(),
        piece: None,
        lies: Lies::OverBoard,
        parts: strike_parts(&strike, lanes.collect())
            .into_iter()
            .chain(forming(view, strike.side.other()))
            .collect(),
    })
}

/// The line while its owner forms it: what stands in it, and what is still to be placed, with its guns [7.2.4], [7.2.5].
fn forming(view: View<'_>, side: Side) -> Option<Part> {
    let Some(Order::Air(AirOrder::Deploy(left, line))) = view.order() else {
        return None;
    };
    let counter = |id: String, one: &crate::strike::Counter| Counter {
        id,
        label: view.counter_name(side, one),
        values: words::aa(view.counter_aa(side, one)),
        marks: Vec::new(),
        tone: Tone::Plain,
    };
    let lane = |label: String, counters: Vec<Counter>| Lane {
        id: String::new(),
        label,
        counters: vec![counters],
    };
    let placed = line.iter().enumerate().map(|(place, stack)| {
        let standing = stack.0.iter().map(|one| counter(String::new(), one));
        lane(format!("{}", place + 1), standing.collect())
    });
    let waiting = left.iter().enumerate();
    let waiting = waiting.map(|(n, one)| counter(n.to_string(), one));
    let waiting = lane("to be placed".to_owned(), waiting.collect());
    Some(Part::Lanes {
        title: "Your line [7.2.4]".to_owned(),
        parties: vec!["targets".to_owned()],
        lanes: placed.chain([waiting]).collect(),
    })
}

/// What there is of an attack so far: who flies, who rose, the line, the dice of the guns.
fn strike_parts(strike: &StrikeView, lanes: Vec<Lane>) -> Vec<Part> {
    let plane = |(name, cs): &(String, u8)| vec![name.clone(), format!("CS {cs}")];
    let rows = |title: &str, rows: Vec<Vec<String>>| Part::Rows {
        title: title.to_owned(),
        rows,
    };
    let mut parts = vec![rows("Attackers", strike.units.iter().map(plane).collect())];
    if !strike.scrambled.is_empty() {
        let rose = strike.scrambled.iter().map(plane).collect();
        parts.push(rows("Scrambled", rose));
    }
    if !lanes.is_empty() {
        parts.push(Part::Lanes {
            title: "The line [7.2.4]".to_owned(),
            parties: vec!["attackers".to_owned(), "targets".to_owned()],
            lanes,
        });
    }
    if !strike.aa.is_empty() {
        let dice = strike.aa.iter().map(|aa| {
            vec![
                aa.at.clone(),
                format!("die {}{}", aa.die, added(&aa.drms)),
                aa.result.id().to_owned(),
            ]
        });
        parts.push(rows("Anti-aircraft fire [7.2.5]", dice.collect()));
    }
    parts
}

/// Modifiers that count, each with its name.
fn added(drms: &[(&'static str, i8)]) -> String {
    let each = drms.iter().filter(|(_, value)| *value != 0);
    let each: Vec<String> = each
        .map(|(what, value)| format!("{what} {value:+}"))
        .collect();
    match each.is_empty() {
        true => String::new(),
        false => format!(" ({})", each.join(", ")),
    }
}

/// What a condition is called.
const fn condition(condition: ShotCondition) -> &'static str {
    match condition {
        ShotCondition::Diw => "dead in the water",
        ShotCondition::Crippled => "crippled",
        ShotCondition::FirerEvading => "evading",
        ShotCondition::FirerCriticalFuel => "critical fuel",
        ShotCondition::TargetEvading => "target evades",
        ShotCondition::TargetCriticalFuel => "target's fuel",
    }
}

/// Shares of a shot: of one die, and of at least one of all.
fn shares(
    ways: usize,
    dice: u8,
    needs: i8,
    drms: &[(&'static str, i8)],
    rule: &str,
) -> Vec<Prospect> {
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
            format!(
                "{}, each hits with {needs} or more{}: {ways} of 10",
                words::dice(dice),
                added(drms)
            ),
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
        let needs = t.combat.gunnery.hit(firing.kind, target.kind)?;
        let drms = conditions
            .iter()
            .map(|one| (condition(*one), gunnery_drm(t, *one)));
        let drms: Vec<(&str, i8)> = drms.collect();
        let ways = (0..10).filter(hits).count();
        Some(shares(ways, firing.cs, needs, &drms, "7.5.2iii"))
    })
}

/// Torpedoes [7.5.2iv], [7.3.1].
pub(super) fn torpedo(view: View<'_>, by: UnitId, at: UnitId, symbols: u8) -> Vec<Prospect> {
    shot(view, by, at, |by, at, conditions| {
        let (firing, target) = (by.face.as_ref()?, at.face.as_ref()?);
        let dice = torpedoes::attacks(firing.kind.is_heavy(), firing.cs, symbols);
        let hits = |die: &u8| torpedoes::succeeds(view.tables(), target.kind, conditions, *die);
        let t = view.tables();
        let drms = conditions
            .iter()
            .map(|one| (condition(*one), torpedoes::drm(t, *one)));
        let target_type = ("type of target", torpedoes::target_drm(t, target.kind));
        let drms: Vec<(&str, i8)> = [target_type].into_iter().chain(drms).collect();
        let ways = (0..10).filter(hits).count();
        Some(shares(
            ways,
            dice,
            t.combat.torpedoes.success,
            &drms,
            "7.3.1",
        ))
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
