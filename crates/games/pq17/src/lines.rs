//! What happened, in a sentence, as each viewer may read it, with the rules that made it so.

mod battle;

use crate::air::AirEvent;
use crate::event::{Event, Who};
use crate::hex::Hex;
use crate::position::Audience;
use crate::recon::{Negation, Report};
use crate::side::Side;
use crate::tables::{Find, Tables};
use derbyhouse_scene::{Cue, Line};

/// Where whoever tells the story stops.
fn cue(event: &Event) -> Option<Cue> {
    match event {
        Event::Found { .. } => Some(Cue::Contact),
        Event::Damage { .. } | Event::Mines { .. } | Event::UnitHurt { .. } => Some(Cue::Hit),
        Event::Air(AirEvent::Drops { hits: 1.., .. }) => Some(Cue::Hit),
        Event::OperationEnds { .. } | Event::Resigns { .. } => Some(Cue::End),
        _ => None,
    }
}

const fn words(side: Side) -> &'static str {
    match side {
        Side::Allied => "Allied",
        Side::Axis => "Axis",
    }
}

/// Whose eyes read.
struct Reader<'t> {
    t: &'t Tables,
    eyes: Option<Side>,
}

/// A line of the log; nothing if it is none of the reader's business.
pub(crate) fn line(t: &Tables, eyes: Option<Side>, event: &Event) -> Option<Line> {
    let (text, rules, dice) = Reader { t, eyes }.told(event)?;
    Some(Line {
        text,
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
        dice,
        cue: cue(event),
        heading: matches!(
            event,
            Event::TurnBegins { .. } | Event::SegmentBegins { .. }
        ),
        ..Line::default()
    })
}

type Told = (String, &'static [&'static str], Vec<u8>);

fn plain(text: String, rules: &'static [&'static str]) -> Option<Told> {
    Some((text, rules, Vec::new()))
}

impl Reader<'_> {
    fn is(&self, side: Side) -> bool {
        self.eyes == Some(side)
    }

    /// A block by the name this reader knows.
    fn name(&self, who: &Who) -> String {
        match self.is(who.side) {
            true => format!("{} {} ({})", words(who.side), who.name, who.block),
            false => format!("{} {}", words(who.side), who.token),
        }
    }

    /// A block that the enemy sees appear beside another: a part of a force, a Dummy or stragglers, and neither the words nor the
    /// rules say which [1.2.3], [1.3], [9.3.2].
    fn one_more(&self, who: &Who, hex: Hex) -> Option<Told> {
        let at = self.t.sheet.called(hex);
        plain(
            format!("One more {} block in {at}", who.side),
            &["1.2.3", "1.3"],
        )
    }

    fn told(&self, event: &Event) -> Option<Told> {
        match event {
            Event::OperationBegins { title } => plain(title.clone(), &["3.1"]),
            Event::TurnBegins { turn } => plain(format!("{turn}"), &["8.1"]),
            Event::SegmentBegins {
                side: Some(side),
                segment,
            } => plain(format!("{side}: {segment}"), &["3.2"]),
            Event::SegmentBegins {
                side: None,
                segment,
            } => plain(segment.to_string(), &["3.2"]),
            Event::Weather { dice, now } => {
                let weather = now.weather.id().replace('_', " ");
                Some((format!("Weather: {weather}"), &["9.1"], dice.to_vec()))
            }
            Event::Random { side, dice, event } => {
                let event = event.id().replace('_', " ");
                Some((
                    format!("Random Event of the {side} side: {event}"),
                    &["13"],
                    dice.to_vec(),
                ))
            }
            Event::BDienst { die, found } => {
                let text = match found {
                    true => "B-Dienst reads the signals of a Convoy",
                    false => "B-Dienst reads nothing",
                };
                Some((text.to_owned(), &["13.8"], vec![*die]))
            }
            Event::Start { die, start } => {
                Some((format!("Play starts with {start}"), &["8.3.1"], vec![*die]))
            }
            Event::Chit { side, chit } if self.is(*side) => {
                let chit = chit.map(|chit| &self.t.chits.conditions[*side][usize::from(chit)]);
                let name = chit.map_or("none", |chit| chit.condition.id());
                let name = name.replace('_', " ");
                plain(format!("Special Condition: {name}"), &["12"])
            }
            Event::Offensive => plain(
                "A Ground Offensive: few aircraft fly over the sea".to_owned(),
                &["12.6"],
            ),
            Event::CarriersKnown { all } if self.is(Side::Axis) => plain(
                match all {
                    true => "Every Allied carrier is identified: Tirpitz may sail".to_owned(),
                    false => "Not every Allied carrier is identified: Tirpitz stays".to_owned(),
                },
                &["5.1.8"],
            ),
            Event::CarriersKnown { .. } => None,
            Event::Revealed { side, condition } => {
                let name = condition.id().replace('_', " ");
                plain(
                    format!("Special Condition of the {side} side: {name}"),
                    &["12"],
                )
            }
            Event::Declared { side, attack } => {
                plain(format!("The {side} side declares {attack}"), &["12.14"])
            }
            Event::Title { die, hits } => Some((
                format!("TITLE: {hits} hits on Tirpitz"),
                &["12.14.2"],
                vec![*die],
            )),
            Event::Fortnight { name } => plain(format!("Fortnight {name}"), &["8.4"]),
            Event::Ice { ice } => {
                let zones = ice.iter().map(|zone| zone.condition.to_string());
                let zones: Vec<String> = zones.collect();
                plain(
                    format!("Ice of the Fortnight: {}", zones.join(", ")),
                    &["10.4"],
                )
            }
            Event::Bids { bids } => plain(
                format!("Bids: Allied {}, Axis {}", bids[0], bids[1]),
                &["4.1.2"],
            ),
            Event::BidBonus { side } => {
                plain(format!("The {side} side announces a bonus"), &["4.1.2"])
            }
            Event::Initiative { winner: Some(side) } => {
                plain(format!("The {side} side has the initiative"), &["4.1.2"])
            }
            Event::Initiative { winner: None } => {
                plain("No Operation in this Fortnight".to_owned(), &["4.1.2"])
            }
            Event::Green { side, name } => plain(
                format!("The {side} side calls {name} up, untrained"),
                &["15.4.3"],
            ),
            Event::EvDeclared => plain("Operation EV is declared".to_owned(), &["15.8.3"]),
            Event::OffensiveLosses {
                dice,
                german,
                soviet,
            } => Some((
                format!(
                    "The Ground Offensive takes {german} German and {soviet} Soviet aircraft CS"
                ),
                &["12.6.1"],
                dice.to_vec(),
            )),
            Event::Raiders => plain(
                "Raiders are on their way back from the Atlantic".to_owned(),
                &["12.2.1"],
            ),
            Event::RaidersLost => plain(
                "The raiders do not come back from the Atlantic".to_owned(),
                &["12.2.1"],
            ),
            Event::Exits { who } => plain(
                format!("{} has left the map to the west", self.name(who)),
                &["12.2"],
            ),
            Event::PlayStarts => plain("Planned forces stand on the map".to_owned(), &["8.3"]),
            Event::OperationEnds { turn } => {
                plain(format!("The Operation ends before {turn}"), &["3.4"])
            }
            Event::Resigns { side } => plain(format!("The {side} side gives up"), &[]),
            Event::Scored { entry } => match entry.audience {
                Audience::Only(side) if !self.is(side) => None,
                _ => plain(format!("{} VP: {}", entry.vp, entry.text), &["2"]),
            },
            Event::Air(event) => crate::air::tell(self.t, self.eyes, &|who| self.name(who), event),
            _ => self
                .at_sea(event)
                .or_else(|| self.found(event))
                .or_else(|| self.fight(event))
                .or_else(|| self.seaway(event))
                .or_else(|| self.battle(event)),
        }
    }

    /// What moves, appears and goes.
    fn at_sea(&self, event: &Event) -> Option<Told> {
        let port = |id: &crate::units::PortId| &self.t.sheet.port(*id).name;
        match event {
            Event::Appears { who, hex } => {
                let at = self.t.sheet.called(*hex);
                plain(format!("{} stands in {at}", self.name(who)), &["8.3"])
            }
            Event::Leaves { who, port: id } => plain(
                format!("{} leaves {}", self.name(who), port(id)),
                &["5.1.3"],
            ),
            Event::Moves { who, from, to } => plain(
                format!("{} goes from {from} to {to}", self.name(who)),
                &["5.1"],
            ),
            Event::Enters { who, port: id } => plain(
                format!("{} enters {}", self.name(who), port(id)),
                &["5.1.2"],
            ),
            Event::Scatters { who } => plain(format!("{} scatters", self.name(who)), &["5.5"]),
            Event::IceRoll { who, hex, die, ice } => {
                let ice = ice.id().replace('_', " ");
                let text = format!("{} meets {ice} before {hex}", self.name(who));
                Some((text, &["10.1"], die.iter().copied().collect()))
            }
            Event::ThinPack { die, enters } => {
                let text = if *enters {
                    "The pack gives way"
                } else {
                    "The pack holds"
                };
                Some((text.to_owned(), &["10.2.4"], vec![*die]))
            }
            Event::Fades { who, id } => plain(format!("{} is now {id}", self.name(who)), &["6.6"]),
            Event::Splits { who, from, .. } if self.is(who.side) => {
                plain(format!("{} leaves {from}", self.name(who)), &["1.2.3"])
            }
            // To the enemy a Dummy is a block like any other, and in port he only counts.
            Event::Splits {
                who,
                hex: Some(hex),
                ..
            } => self.one_more(who, *hex),
            Event::DummyMade { who, .. } if self.is(who.side) => {
                plain(format!("{} is a new Dummy", self.name(who)), &["1.3"])
            }
            Event::DummyMade {
                who,
                hex: Some(hex),
            } => self.one_more(who, *hex),
            Event::DummyGone {
                who,
                hex: Some(hex),
            } => {
                let at = self.t.sheet.called(*hex);
                plain(format!("{} in {at} was a Dummy", self.name(who)), &["1.3"])
            }
            Event::DummyGone { who, .. } if self.is(who.side) => {
                plain(format!("{} is taken away", self.name(who)), &["1.3"])
            }
            Event::Combined { who, into } if self.is(who.side) => {
                plain(format!("{} joins {into}", self.name(who)), &["1.2.4"])
            }
            Event::Stopped { who } if self.is(who.side) => plain(
                format!("{} is stopped by Gales", self.name(who)),
                &["9.2.5"],
            ),
            Event::IceDamage { who, ships } if self.is(who.side) => plain(
                format!("Ice takes {ships} ships out of {}", self.name(who)),
                &["10.2.6"],
            ),
            Event::Arrives {
                who,
                ships,
                port: id,
            } if self.is(who.side) => plain(
                format!(
                    "{ships} merchant ships of {} have arrived in {}",
                    self.name(who),
                    port(id)
                ),
                &["2.1.1"],
            ),
            Event::Refuelled { who } if self.is(who.side) => {
                plain(format!("{} has refuelled", self.name(who)), &["11.3.1"])
            }
            Event::LowFuel { who, critical } if self.is(who.side) => {
                let status = if *critical { "Critical" } else { "Low" };
                plain(format!("{}: fuel is {status}", self.name(who)), &["11.1"])
            }
            _ => None,
        }
    }

    fn found(&self, event: &Event) -> Option<Told> {
        match event {
            Event::Named { side, hex } => {
                plain(format!("{side} aircraft search {hex}"), &["6.4.2"])
            }
            Event::Card {
                by,
                who,
                number,
                line,
                find,
                gain,
                open,
            } if *open || self.is(*by) => {
                let line = line.map_or("for show".to_owned(), |line| format!("{line} line"));
                let text = match find {
                    Find::Nothing => "nothing".to_owned(),
                    find => format!("{find}, ID +{gain}"),
                };
                let name = self.name(who);
                plain(
                    format!("Card {number} against {name}, {line}: {text}"),
                    &["6.2"],
                )
            }
            Event::SearchFails { who, .. } => {
                plain(format!("A search for {} fails", self.name(who)), &["6.2"])
            }
            Event::Negated { who, how } => {
                let how = match how {
                    Negation::Wolfpack => "a Wolfpack",
                    Negation::Carrier => "a carrier",
                    Negation::Cam => "a CAM fighter",
                };
                plain(
                    format!("{} announces {how} and is not found", self.name(who)),
                    &["6.2.2"],
                )
            }
            Event::Found { who, id, kind, .. } => plain(
                format!("{} is found: {kind}, {id}", self.name(who)),
                &["6.2.1"],
            ),
            Event::Shadowed { who } => plain(format!("{} is shadowed", self.name(who)), &["6.3"]),
            Event::Unshadowed { who } => plain(
                format!("{} is no longer shadowed", self.name(who)),
                &["6.3.5"],
            ),
            // What was reported, the two admirals know, and nobody else.
            Event::Reported { who, report, .. } => {
                self.eyes?;
                plain(
                    format!("{} reports {}", self.name(who), told(report)),
                    &["6.2.1"],
                )
            }
            _ => None,
        }
    }

    fn fight(&self, event: &Event) -> Option<Told> {
        match event {
            Event::Stalks { pack, target } => plain(
                format!("{} stalks {}", self.name(pack), self.name(target)),
                &["7.1.1"],
            ),
            Event::Lost { pack, target } => plain(
                format!("{} has lost {}", self.name(pack), self.name(target)),
                &["7.1.1"],
            ),
            Event::Closes {
                pack,
                target,
                die,
                drm,
                drms,
                before,
                after,
            } => {
                let (pack, target) = (self.name(pack), self.name(target));
                let each = drms.iter().map(|(what, value)| format!("{what} {value:+}"));
                let each: Vec<String> = each.collect();
                let each = match each.is_empty() {
                    true => "no modifier".to_owned(),
                    false => each.join(", "),
                };
                let text = format!(
                    "{pack} closes with {target}: {drm:+} ({each}), {before} attack before ASW, {after} after"
                );
                Some((text, &["7.4"], vec![*die]))
            }
            Event::Aims { pack, aims } => {
                let aims: Vec<String> = aims.iter().map(ToString::to_string).collect();
                plain(
                    format!("{} aims at {}", self.name(pack), aims.join(", ")),
                    &["7.4.3"],
                )
            }
            Event::AswDice {
                target,
                nations,
                dice,
                held_down,
                damaged,
                sunk,
            } => {
                let each = nations
                    .iter()
                    .map(|(nation, dice)| format!("{dice} {nation}"));
                let each: Vec<String> = each.collect();
                let each = match each.is_empty() {
                    true => String::new(),
                    false => format!(" ({} dice)", each.join(", ")),
                };
                let text = format!(
                    "{target} escorts{each}: {held_down} held down, {damaged} damaged, {sunk} sunk"
                );
                Some((text, &["7.4.1"], dice.clone()))
            }
            Event::Torpedoes { pack, dice, hits } => Some((
                format!("Torpedoes of {}: {hits} hits", self.name(pack)),
                &["7.3.1"],
                dice.clone(),
            )),
            Event::Damage { target, sunk } => plain(
                format!("{} loses {sunk} ships", self.name(target)),
                &["7.3.1"],
            ),
            Event::Mines { target, dice, hits } => Some((
                format!("{} runs into mines: {hits} hits", self.name(target)),
                &["13.5"],
                dice.clone(),
            )),
            Event::Gunfire { target, die, hit } => {
                let result = if *hit { "hit" } else { "missed" };
                Some((
                    format!("{} is met by chance and {result}", self.name(target)),
                    &["13.7"],
                    vec![*die],
                ))
            }
            Event::BreaksDown { who } if self.is(who.side) => {
                plain(format!("A ship of {} breaks down", self.name(who)), &["13"])
            }
            Event::DropsOut { who } if self.is(who.side) => {
                plain(format!("A ship of {} drops out", self.name(who)), &["13"])
            }
            Event::Expended { pack } if self.is(pack.side) => plain(
                format!("{} has no torpedoes left", self.name(pack)),
                &["1.4.1"],
            ),
            _ => None,
        }
    }
}

/// A report in words.
pub(crate) fn told(report: &Report) -> String {
    let mut text = format!("{} warships", report.warships);
    if let Some(large) = report.large {
        text += if large {
            ", a Large Convoy"
        } else {
            ", a Small Convoy"
        };
    }
    if let Some(exact) = report.exact {
        let carriers = if exact.carriers { "with" } else { "no" };
        text += &format!(
            ", {} of them Heavy, {carriers} carrier, {} Convoy Ships",
            exact.heavy, exact.convoy_ships
        );
    }
    if let Some(categories) = &report.categories {
        for (category, (counters, cs)) in crate::recon::REPORTED.iter().zip(categories) {
            text += &format!(", {category} {counters} ({cs} CS)");
        }
    }
    if let Some(open) = &report.open {
        for name in &open.heavy {
            text += &format!(", {name}");
        }
        for (kind, counters, cs) in &open.others {
            text += &format!(", {kind} {counters} ({cs} CS)");
        }
    }
    text
}
