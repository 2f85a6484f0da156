//! The answers a player can give, and how records spell them.

use crate::boat::Side;
use crate::calendar::Month;
use crate::combat::{Act, Hand};
use crate::fleet::BoatId;
use crate::geography::{Area, Base, Zone};
use crate::mines::Spotted;
use crate::tables::{Office, Request, Theatre};
use crate::units::UnitId;
use std::fmt;
use std::str::FromStr;

/// An answer. The order of the variants is the order of every list of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// In a battle.
    Battle(Act),
    /// Keep contact and guide the others [24.1].
    Shadow,
    /// Attack with the rest [24.1].
    NoShadow,
    /// That boat takes over [24.11].
    TakeOver(Hand),
    /// Nobody does.
    Nobody,
    /// Search here [13.21].
    Search,
    /// Do not search [13.1].
    Bypass,
    /// Stay where it is.
    Stay,
    /// Go to an area [12.0], [15.1].
    To(Area),
    /// Enter a zone [20.1].
    Into(Zone),
    /// Keep to the open sea.
    OpenSea,
    /// End the move on that side [15.1].
    Halt(Side),
    /// Turn home [15.21].
    Home,
    /// Make for that base [15.22].
    Base(Base),
    /// Ask that ship for supplies, by its place in the list [15.23].
    Supply(u8),
    /// Go on home without.
    NoSupply,
    /// Raid the coastal traffic [13.23].
    Raid,
    /// Take the ships as they come.
    NoRaid,
    /// Attack what was found.
    Engage,
    /// Let it go [13.22], [15.44].
    Decline,
    /// Search a second time [30.1].
    Again,
    /// That was enough.
    Enough,
    /// End on patrol, or go on in transit [15.48].
    Remain(Side),
    /// That boat acts next.
    Act(BoatId),
    /// All others stay in base.
    Finish,
    /// That boat.
    Pick(BoatId),
    /// That boat is sent there [5.3].
    Send(BoatId, Theatre),
    /// Out of its repair box, into Hold [10.2].
    Push(BoatId),
    /// Decommission that boat [18.4].
    Scrap(BoatId),
    /// No more, or nobody.
    Done,
    /// Yes.
    Yes,
    /// No.
    No,
    /// Attack without calling others.
    Alone,
    /// Take mines aboard [26.0].
    LoadMines,
    /// What a spotted minelayer does [26.11].
    Mines(Spotted),
    /// Lie ready to supply others [21.33].
    Serve,
    /// Enter the naval base there [30.4].
    Harbour(Zone),
    /// The check is made on that chart [19.12].
    Govern(Area),
    /// Make for that forward base [21.1].
    Tender(Zone),
    /// That tender, by its place in the table [21.21].
    Ship(u8),
    /// That sister ship [14.81].
    Sister(UnitId),
    /// Ask for it [35.0].
    Ask(Request),
    /// That office.
    Office(Office),
    /// That month.
    Month(Month),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Battle(act) => write_act(*act, f),
            Self::Shadow => f.write_str("shadow"),
            Self::NoShadow => f.write_str("no-shadow"),
            Self::TakeOver(hand) => write!(f, "take-over b{}", hand.0 + 1),
            Self::Nobody => f.write_str("nobody"),
            Self::Search => f.write_str("search"),
            Self::Bypass => f.write_str("bypass"),
            Self::Stay => f.write_str("stay"),
            Self::To(area) => write!(f, "to {area}"),
            Self::Into(zone) => write!(f, "into {zone}"),
            Self::OpenSea => f.write_str("open-sea"),
            Self::Halt(side) => write!(f, "halt {side}"),
            Self::Home => f.write_str("home"),
            Self::Base(base) => write!(f, "base {base}"),
            Self::Supply(ship) => write!(f, "supply {ship}"),
            Self::NoSupply => f.write_str("no-supply"),
            Self::Raid => f.write_str("raid"),
            Self::NoRaid => f.write_str("no-raid"),
            Self::Engage => f.write_str("engage"),
            Self::Decline => f.write_str("decline"),
            Self::Again => f.write_str("again"),
            Self::Enough => f.write_str("enough"),
            Self::Remain(side) => write!(f, "remain {side}"),
            Self::Act(boat) => write!(f, "act {boat}"),
            Self::Finish => f.write_str("finish"),
            Self::Pick(boat) => write!(f, "pick {boat}"),
            Self::Send(boat, Theatre::Area(area)) => write!(f, "send {boat} {area}"),
            Self::Send(boat, Theatre::Zone(zone)) => write!(f, "send {boat} {zone}"),
            Self::Send(boat, Theatre::Baltic) => write!(f, "send {boat} baltic"),
            Self::Push(boat) => write!(f, "push {boat}"),
            Self::Scrap(boat) => write!(f, "scrap {boat}"),
            Self::Done => f.write_str("done"),
            Self::Yes => f.write_str("yes"),
            Self::No => f.write_str("no"),
            Self::Alone => f.write_str("alone"),
            Self::LoadMines => f.write_str("load-mines"),
            Self::Mines(option) => write!(f, "mines {option}"),
            Self::Serve => f.write_str("serve"),
            Self::Harbour(zone) => write!(f, "harbour {zone}"),
            Self::Govern(area) => write!(f, "govern {area}"),
            Self::Tender(zone) => write!(f, "tender {zone}"),
            Self::Ship(ship) => write!(f, "ship {ship}"),
            Self::Sister(unit) => write!(f, "sister {}", unit.0),
            Self::Ask(request) => write!(f, "ask {request}"),
            Self::Office(office) => write!(f, "office {office}"),
            Self::Month(month) => write!(f, "month {month}"),
        }
    }
}

fn write_act(act: Act, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match act {
        Act::Column(lane) => write!(f, "column {lane}"),
        Act::Boat(hand) => write!(f, "boat b{}", hand.0 + 1),
        Act::Reveal(slot) => write!(f, "reveal {slot}"),
        Act::Enough => f.write_str("reveal-no-more"),
        Act::Torpedoes => f.write_str("torpedoes"),
        Act::Guns(slot) => write!(f, "guns {slot}"),
        Act::Sparingly => f.write_str("sparingly"),
        Act::Freely => f.write_str("freely"),
        Act::Aim(slot) => write!(f, "aim {slot}"),
        Act::Points(slot, points) => write!(f, "points {slot} {points}"),
        Act::Attack(slot) => write!(f, "attack {slot}"),
        Act::Fire => f.write_str("fire"),
        Act::GoOn => f.write_str("go-on"),
        Act::Withdraw => f.write_str("withdraw"),
    }
}

fn theatre(text: &str) -> Result<Theatre, String> {
    if text == "baltic" {
        return Ok(Theatre::Baltic);
    }
    let area = text.parse().map(Theatre::Area);
    area.or_else(|_| text.parse().map(Theatre::Zone))
        .map_err(|_: String| format!("“{text}” is no area or zone"))
}

fn hand(text: &str) -> Result<Hand, String> {
    let number = text
        .strip_prefix('b')
        .and_then(|number| number.parse::<u8>().ok())
        .filter(|number| (1..=16).contains(number));
    number
        .map(|number| Hand(number - 1))
        .ok_or_else(|| format!("“{text}” is no boat of the pack: b1 to b16 is expected"))
}

fn number(text: &str) -> Result<u8, String> {
    text.parse()
        .ok()
        .filter(|number| *number <= 99)
        .ok_or_else(|| format!("“{text}” is no number up to 99"))
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let choice = match words.as_slice() {
            ["shadow"] => Self::Shadow,
            ["no-shadow"] => Self::NoShadow,
            ["take-over", boat] => Self::TakeOver(hand(boat)?),
            ["nobody"] => Self::Nobody,
            ["search"] => Self::Search,
            ["bypass"] => Self::Bypass,
            ["stay"] => Self::Stay,
            ["to", area] => Self::To(area.parse()?),
            ["into", zone] => Self::Into(zone.parse()?),
            ["open-sea"] => Self::OpenSea,
            ["halt", side] => Self::Halt(side.parse()?),
            ["home"] => Self::Home,
            ["base", base] => Self::Base(base.parse()?),
            ["supply", ship] => Self::Supply(number(ship)?),
            ["no-supply"] => Self::NoSupply,
            ["raid"] => Self::Raid,
            ["no-raid"] => Self::NoRaid,
            ["engage"] => Self::Engage,
            ["decline"] => Self::Decline,
            ["act", boat] => Self::Act(boat.parse()?),
            ["finish"] => Self::Finish,
            ["pick", boat] => Self::Pick(boat.parse()?),
            ["send", boat, place] => Self::Send(boat.parse()?, theatre(place)?),
            ["push", boat] => Self::Push(boat.parse()?),
            ["scrap", boat] => Self::Scrap(boat.parse()?),
            ["done"] => Self::Done,
            ["yes"] => Self::Yes,
            ["no"] => Self::No,
            ["alone"] => Self::Alone,
            ["load-mines"] => Self::LoadMines,
            ["mines", option] => Self::Mines(option.parse()?),
            ["serve"] => Self::Serve,
            ["harbour", zone] => Self::Harbour(zone.parse()?),
            ["govern", area] => Self::Govern(area.parse()?),
            ["tender", zone] => Self::Tender(zone.parse()?),
            ["ship", ship] => Self::Ship(number(ship)?),
            ["sister", unit] => Self::Sister(UnitId(
                unit.parse()
                    .map_err(|_| format!("“{unit}” is no unit by number"))?,
            )),
            ["ask", request] => Self::Ask(request.parse()?),
            ["office", office] => Self::Office(office.parse()?),
            ["month", month] => Self::Month(month.parse()?),
            ["again"] => Self::Again,
            ["enough"] => Self::Enough,
            ["remain", side] => Self::Remain(side.parse()?),
            words => Self::Battle(
                act(words).ok_or_else(|| format!("“{text}” is no choice of this game"))??,
            ),
        };
        // One spelling for each choice: “boat b01” is none.
        if choice.to_string() == text {
            Ok(choice)
        } else {
            Err(format!("“{text}” is no choice of this game"))
        }
    }
}

/// An answer in a battle; nothing if the words are something else.
fn act(words: &[&str]) -> Option<Result<Act, String>> {
    Some(match words {
        ["column", lane] => lane.parse().map(Act::Column),
        ["boat", boat] => hand(boat).map(Act::Boat),
        ["reveal", slot] => slot.parse().map(Act::Reveal),
        ["reveal-no-more"] => Ok(Act::Enough),
        ["torpedoes"] => Ok(Act::Torpedoes),
        ["guns", slot] => slot.parse().map(Act::Guns),
        ["sparingly"] => Ok(Act::Sparingly),
        ["freely"] => Ok(Act::Freely),
        ["aim", slot] => slot.parse().map(Act::Aim),
        ["points", slot, points] => slot
            .parse()
            .and_then(|slot| Ok(Act::Points(slot, number(points)?))),
        ["attack", slot] => slot.parse().map(Act::Attack),
        ["fire"] => Ok(Act::Fire),
        ["go-on"] => Ok(Act::GoOn),
        ["withdraw"] => Ok(Act::Withdraw),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_read_as_they_are_written() {
        for text in [
            "column IL",
            "points 12 3",
            "to greenland_gap",
            "halt patrol",
            "take-over b16",
            "base germany",
            "send 17 narvik",
            "send 17 baltic",
            "month 3/41",
            "mines C",
            "ask trade",
        ] {
            assert_eq!(
                text.parse::<Choice>().map(|choice| choice.to_string()),
                Ok(text.to_owned())
            );
        }
        for wrong in [
            "",
            "boat b0",
            "boat b01",
            "boat 1",
            "points 1",
            "to nowhere",
            "column  IL",
            "points 41 1",
            "act 07",
            "send 1 nowhere",
        ] {
            assert!(wrong.parse::<Choice>().is_err(), "{wrong}");
        }
    }
}
