//! What a fight and a week came to, in one event each, for those who want no more than that. Nothing depends on them.

use crate::combat::{Battle, Fate, Joins};
use crate::displays::{Contact, Display};
use crate::event::{Event, Fight};
use crate::fleet::BoatId;
use crate::position::Position;
use crate::sequence::Play;
use crate::tables::Tables;
use derbyhouse_scene::{Cue, Fold, Line};
use serde::{Deserialize, Serialize};

/// Sunk and lost when the week began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    pub ships: u16,
    pub tons: u32,
    pub lost: u16,
}

impl Position {
    fn lost(&self) -> u16 {
        let lost = |boat: &&crate::boat::Submarine| boat.place == crate::boat::Place::Lost;
        self.boats.iter().filter(lost).count() as u16
    }

    /// How things stand now.
    fn opening(&self) -> Opening {
        Opening {
            ships: self.ships_total,
            tons: self.tons_total,
            lost: self.lost(),
        }
    }

    /// Who fights what, and where.
    fn fight(&self, battle: &Battle, joined: &[(u16, Joins)]) -> Fight {
        let boats = joined.iter().map(|(place, _)| *place);
        let boats = boats.filter_map(|place| self.boats.get(usize::from(place)));
        Fight {
            boats: boats.map(|boat| boat.id).collect(),
            contact: battle.contact,
            display: battle.display,
            area: battle.site.area,
        }
    }

    /// What a fight came to, before it is booked.
    pub(crate) fn fight_over(&self, battle: &Battle, joined: &[(u16, Joins)]) -> Event {
        let fighters = || battle.fighters.iter().zip(joined);
        let of = |fits: &dyn Fn(&crate::combat::Fighter, u8) -> bool| -> Vec<BoatId> {
            let hit = fighters().filter(|(fighter, (place, _))| {
                let before = self.boats.get(usize::from(*place));
                fits(fighter, before.map_or(0, |boat| boat.damage))
            });
            hit.map(|(fighter, _)| fighter.boat).collect()
        };
        Event::FightOver {
            fight: self.fight(battle, joined),
            ships: fighters()
                .map(|(fighter, _)| u16::from(fighter.ships))
                .sum(),
            tons: fighters().map(|(fighter, _)| fighter.tons).sum(),
            damaged: of(&|fighter, before| fighter.fate != Fate::Sunk && fighter.damage > before),
            lost: of(&|fighter, _| fighter.fate == Fate::Sunk),
        }
    }
}

impl Play<'_> {
    /// A fight begins: everything up to its end is told in one line to who wants it short.
    pub(crate) fn tell_fight(&mut self) {
        let p = &*self.p;
        if let Some(battle) = &p.battle {
            self.log
                .push(|| Event::Engaged(p.fight(battle, &p.pack.joined)));
        }
    }

    /// It is over, and not booked yet.
    pub(crate) fn tell_fight_over(&mut self, battle: &Battle, joined: &[(u16, Joins)]) {
        let p = &*self.p;
        self.log.push(|| p.fight_over(battle, joined));
    }

    /// The week begins.
    pub(crate) fn open_week(&mut self) {
        self.p.war.opened = self.p.opening();
    }

    /// What the week came to.
    pub(crate) fn tell_week(&mut self) {
        let (then, now) = (self.p.war.opened, self.p.opening());
        let date = self.p.date;
        self.log.push(|| Event::WeekOver {
            date,
            ships: now.ships.saturating_sub(then.ships),
            tons: now.tons.saturating_sub(then.tons),
            lost: now.lost.saturating_sub(then.lost),
        });
    }
}

/// Names one after another.
fn names(t: &Tables, boats: &[BoatId]) -> String {
    let names: Vec<&str> = boats
        .iter()
        .map(|boat| t.submarines.boat(*boat).name.as_str())
        .collect();
    match names.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first, .., _] if names.len() > 4 => format!("{first} and {} others", names.len() - 1),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Thousands of tons as people write them.
pub(crate) fn tons(thousands: u32) -> String {
    match thousands {
        0 => "0 t".to_owned(),
        1..1000 => format!("{thousands},000 t"),
        _ => format!("{},{:03},000 t", thousands / 1000, thousands % 1000),
    }
}

/// So many ships.
pub(crate) fn ships(count: u32) -> String {
    match count {
        0 => "no ship".to_owned(),
        1 => "1 ship".to_owned(),
        count => format!("{count} ships"),
    }
}

/// What is fought.
fn prey(fight: &Fight) -> &'static str {
    match (fight.contact, fight.display) {
        (Contact::TaskForce, _) => "a task force",
        (Contact::SpecialConvoy, _) => "a special convoy",
        // Only a large convoy scatters, and is met ship by ship then [29.4].
        (_, Display::Large) | (Contact::Convoy, Display::Loner) => "a large convoy",
        (_, Display::Loner) => "ships alone",
        (_, Display::Small) => "a small convoy",
        (_, Display::Force) => "warships",
    }
}

/// What a fight came to, in few words.
pub(crate) fn result(t: &Tables, event: &Event) -> Option<String> {
    let Event::FightOver {
        fight,
        ships: sunk,
        tons: weight,
        damaged,
        lost,
    } = event
    else {
        return None;
    };
    let area = &t.map.area(fight.area).spot.name;
    let mut text = format!(
        "{}, {} in {area}: {}",
        names(t, &fight.boats),
        prey(fight),
        ships((*sunk).into())
    );
    if *sunk > 0 {
        text.push_str(&format!(", {}", tons((*weight).into())));
    }
    if !damaged.is_empty() {
        text.push_str(&format!("; {} damaged", names(t, damaged)));
    }
    if !lost.is_empty() {
        text.push_str(&format!("; {} lost", names(t, lost)));
    }
    Some(text)
}

/// The lines of these events; nothing of others.
pub(crate) fn line(t: &Tables, event: &Event) -> Option<Line> {
    match event {
        Event::Engaged(fight) => Some(Line {
            text: format!(
                "{} against {} in {}.",
                names(t, &fight.boats),
                prey(fight),
                t.map.area(fight.area).spot.name
            ),
            rules: vec!["14.0".to_owned()],
            fold: Some(Fold::Begins),
            ..Line::default()
        }),
        Event::FightOver {
            ships: sunk, lost, ..
        } => Some(Line {
            text: format!("{}.", result(t, event)?),
            rules: vec!["14.8".to_owned()],
            cue: match (lost.is_empty(), *sunk) {
                (false, _) => Some(Cue::Loss),
                (true, 0) => None,
                (true, _) => Some(Cue::Hit),
            },
            fold: Some(Fold::Ends),
            ..Line::default()
        }),
        Event::WeekOver {
            date,
            ships: sunk,
            tons: weight,
            lost,
        } => {
            let boats = match lost {
                0 => "no boat".to_owned(),
                1 => "1 boat".to_owned(),
                lost => format!("{lost} boats"),
            };
            Some(Line {
                text: format!(
                    "In {date}: {} sunk, {}; {boats} lost.",
                    ships((*sunk).into()),
                    tons(*weight)
                ),
                rules: vec!["16.1".to_owned()],
                ..Line::default()
            })
        }
        _ => None,
    }
}
