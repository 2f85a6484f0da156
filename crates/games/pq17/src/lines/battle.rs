//! What happens on the way and on the Battle Display, in a sentence.

use super::{Reader, Told, plain, told};
use crate::event::{Event, NamedUnit, Who};
use crate::towing::name_of;

impl Reader<'_> {
    /// Ships that part, meet and are towed.
    pub(super) fn seaway(&self, event: &Event) -> Option<Told> {
        let chart = &self.t.chart;
        match event {
            Event::Swapped { who } if self.is(who.side) => {
                plain(format!("{} has swapped units", self.name(who)), &["1.2.5"])
            }
            Event::MeetsFriends { side, met } if self.is(*side) => {
                let text = if *met {
                    "The forces find one another"
                } else {
                    "The forces do not find one another"
                };
                plain(text.to_owned(), &["9.4"])
            }
            Event::TornApart { who, dice } => {
                let text = match self.is(who.side) {
                    true => format!("Gales tear at {}", self.name(who)),
                    false => format!("Gales tear at a Convoy of the {} side", who.side),
                };
                Some((text, &["9.3.2"], dice.clone()))
            }
            Event::WeatherFate { who, die, sinks } => {
                let fate = if *sinks { "sinks" } else { "limps home" };
                let text = match self.is(who.side) {
                    true => format!("A destroyer of {} {fate}", self.name(who)),
                    false => format!("A destroyer of the {} side {fate}", who.side),
                };
                Some((text, &["9.3.1", "7.9"], vec![*die]))
            }
            Event::Disperses { who, ships, .. } if self.is(who.side) => plain(
                format!(
                    "{ships} merchant ships lose their Convoy: {}",
                    self.name(who)
                ),
                &["9.3.2"],
            ),
            Event::Disperses {
                who,
                hex: Some(hex),
                ..
            } => self.one_more(who, *hex),
            Event::Rejoins { who, die, ships } if self.is(who.side) => Some((
                format!("{ships} ships of {} find their Convoy", self.name(who)),
                &["9.3.3"],
                vec![*die],
            )),
            Event::Rejoins { who, die, .. } => Some((
                format!("The {} side calls its stragglers", who.side),
                &["9.3.3"],
                vec![*die],
            )),
            Event::Towed { who, ship, tug } if self.is(who.side) => {
                let (ship, tug) = (name_of(chart, *ship), name_of(chart, *tug));
                plain(format!("{}: {tug} tows {ship}", self.name(who)), &["5.1.1"])
            }
            Event::Scuttled { who, ship } => {
                let ship = name_of(chart, *ship);
                plain(format!("{} scuttles {ship}", self.name(who)), &["5.1.1"])
            }
            Event::EntersBox { who, off } => {
                let off = &self.t.sheet.off_map(*off).name;
                plain(format!("{} leaves for {off}", self.name(who)), &["5.7"])
            }
            Event::LocalWeather {
                weather: Some(weather),
            } => {
                let weather = weather.id().replace('_', " ");
                plain(format!("Off North Norway: {weather}"), &["9.5"])
            }
            Event::LocalWeather { weather: None } => plain(
                "Off North Norway the weather is as elsewhere".to_owned(),
                &["9.5"],
            ),
            Event::CautionEnds => plain("High Command Caution is over".to_owned(), &["13.3"]),
            _ => None,
        }
    }

    /// A unit as this reader sees it [7.5.9].
    fn unit(&self, unit: &NamedUnit) -> String {
        match unit.inverted && !self.is(unit.side) {
            true => format!("{} {}", unit.side, unit.id),
            false => format!("{} {} ({})", unit.side, unit.id, unit.label),
        }
    }

    /// What happens on the Battle Display.
    pub(super) fn battle(&self, event: &Event) -> Option<Told> {
        let names = |all: &[Who]| {
            let names: Vec<String> = all.iter().map(|who| self.name(who)).collect();
            names.join(", ")
        };
        match event {
            Event::Engages { attacker, target } => plain(
                format!("{} attacks {}", self.name(attacker), self.name(target)),
                &["7.5", "7.1.1"],
            ),
            Event::RunDown { attacker, prey } => plain(
                format!(
                    "{} sinks a ship of {}",
                    self.name(attacker),
                    self.name(prey)
                ),
                &["7.7.1"],
            ),
            Event::SurpriseRoll {
                side, die, success, ..
            } => {
                let text = match success {
                    true => format!("The {side} side has Surprise"),
                    false => format!("The {side} side has no Surprise"),
                };
                Some((text, &["7.6"], vec![*die]))
            }
            Event::BattleBegins {
                attackers,
                defenders,
                ..
            } => plain(
                format!("Battle: {} against {}", names(attackers), names(defenders)),
                &["7.5.2"],
            ),
            Event::Deploys { units, .. } => {
                let units: Vec<String> = units.iter().map(|unit| self.unit(unit)).collect();
                plain(format!("Deployed: {}", units.join("; ")), &["7.5.2"])
            }
            Event::Round { round } => plain(format!("Round {round}"), &["7.5.2"]),
            Event::Recalled => plain(
                "The enemy is not weaker: German ships must withdraw".to_owned(),
                &["7.5.7"],
            ),
            Event::Stationed { unit, stance } => {
                let stance = stance.id().replace('_', " ");
                plain(format!("{}: {stance}", self.unit(unit)), &["7.5.2ii"])
            }
            Event::Screens {
                side, id, enemy, ..
            } => plain(format!("{side} {id} screens against {enemy}"), &["7.5.4"]),
            Event::Fires { by, at, dice, hits } => Some((
                format!("{} fires at {}: {hits} hits", self.unit(by), self.unit(at)),
                &["7.5.2iii"],
                dice.clone(),
            )),
            Event::UnitHurt {
                side,
                id,
                sunk,
                fate,
            } => {
                let text = match sunk {
                    0 => format!("{side} {id} is hit"),
                    sunk => format!("{side} {id} loses {sunk}"),
                };
                let rules: &[&str] = if fate.is_some() { &["7.9"] } else { &["7"] };
                Some((text, rules, fate.iter().copied().collect()))
            }
            Event::TorpedoesAimed { side, by, at } => {
                plain(format!("{side} {by} aims torpedoes at {at}"), &["7.5.2iv"])
            }
            Event::TorpedoesRun {
                by,
                at,
                dice,
                damage,
            } => {
                let hits = damage.len();
                let text = format!(
                    "Torpedoes of {} at {}: {hits} hits",
                    self.unit(by),
                    self.unit(at)
                );
                Some((text, &["7.3.1"], [&dice[..], &damage[..]].concat()))
            }
            Event::Withdraws { side, die, units } => {
                let text = format!("{} {side} units withdraw", units.len());
                Some((text, &["7.5.2v"], vec![*die]))
            }
            Event::BattleDie { round, die, ends } => {
                let text = match ends {
                    true => format!("The battle ends in Round {round}"),
                    false => format!("The battle goes on after Round {round}"),
                };
                Some((text, &["7.5.2vi"], vec![*die]))
            }
            Event::Unescorted { prey, rounds } => plain(
                format!("{prey} ships without escort, {rounds} Rounds"),
                &["7.5.8"],
            ),
            Event::BattleEnds => plain("The battle is over".to_owned(), &["7.5.2vi"]),
            Event::LossesTold { side, report } => plain(
                format!("The {side} side has lost {}", told(report)),
                &["7.5.9"],
            ),
            _ => None,
        }
    }
}
