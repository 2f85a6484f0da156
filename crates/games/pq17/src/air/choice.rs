//! The answers about aircraft, and how records spell them: own units by their numbers, places of a line of targets by
//! theirs.

use crate::air::{AirId, Flyer};
use crate::forces::{Shadower, Token};
use crate::hex::Hex;
use crate::time::Light;
use crate::units::{BaseId, PortId, ShipId};
use derbyhouse_kernel::named;
use std::fmt;
use std::str::FromStr;

named! {
    /// What an aircraft carries [7.2.4].
    Load, "load" {
        Bombs = "bombs",
        Torpedoes = "torpedoes",
    }
}

named! {
    /// What a shadower calls the part of a force that he follows [6.3.4].
    Part, "part of a force" {
        Convoy = "convoy",
        Larger = "larger",
        Smaller = "smaller",
        Capital = "capital",
        Carrier = "carrier",
        Heavy = "heavy",
    }
}

/// An answer about aircraft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AirChoice {
    /// Everybody.
    All,
    /// Photograph a port [6.9].
    Photograph(PortId),
    /// This unit flies next [5.3].
    Fly(AirId),
    Strike(Hex),
    Recon(Hex),
    Asw(Hex),
    /// One hex of an Air Radius [5.3.1].
    Radius(Hex),
    /// A carrier's Air Radius is used, or kept silent [5.3.1].
    Patrol(ShipId),
    Silent(ShipId),
    /// To another base for good, where a scenario lets it.
    Rebase(BaseId),
    /// Attack a contact, ships in a port, aircraft at a base [7.1].
    Attack(Token),
    AttackPort(PortId),
    AttackBase(BaseId),
    /// Ships in a port after the Operation [12.7].
    Harbor(PortId, Light),
    /// This unit takes part.
    Send(AirId),
    /// This group strikes first [7.1.2].
    Group(u8),
    /// These fighters rise [7.2.1].
    Scramble(Flyer),
    /// The next CS fires at that one [7.2.2].
    Shoot(Flyer),
    /// No more fire.
    Hold,
    /// The next counter goes to the end of the line, or onto the last stack [7.2.4].
    Line(u8),
    Stack(u8),
    /// A unit attacks a place of the line in a wave [7.2.4].
    Assign {
        place: u8,
        wave: u8,
        load: Load,
    },
    /// What it carries against a Scattered Convoy [7.7.3].
    Arm(Load),
    /// Another place of the line [7.2.6].
    Switch(u8),
    /// A neighbour fires at this unit [7.2.5].
    Fire(AirId),
    /// A CAM helps this die [1.4.3].
    Cam(u8),
    /// Elusive Target [13.1].
    Elude(u8),
    /// Strike back [14.1].
    Reply,
    /// Attack at once what was found of a Scattered Convoy [6.8.1].
    Hit,
    /// Let a shadowed force go [6.3.5].
    Release(Shadower),
    /// Stay with that part of a force [6.3.4].
    Follow(Part),
    /// A Wolfpack that means to move two hexes [7.4.5].
    Run,
}

impl fmt::Display for AirChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Photograph(port) => write!(f, "photograph {}", port.index()),
            Self::Fly(unit) => write!(f, "fly {unit}"),
            Self::Strike(hex) => write!(f, "bomb {hex}"),
            Self::Recon(hex) => write!(f, "recon {hex}"),
            Self::Asw(hex) => write!(f, "asw {hex}"),
            Self::Radius(hex) => write!(f, "radius {hex}"),
            Self::Patrol(ship) => write!(f, "patrol ship {}", ship.index()),
            Self::Silent(ship) => write!(f, "silent ship {}", ship.index()),
            Self::Rebase(base) => write!(f, "rebase {}", base.index()),
            Self::Attack(token) => write!(f, "raid {token}"),
            Self::AttackPort(port) => write!(f, "raid port {}", port.index()),
            Self::AttackBase(base) => write!(f, "raid base {}", base.index()),
            Self::Harbor(port, light) => write!(f, "raid port {} by {light}", port.index()),
            Self::Send(unit) => write!(f, "send {unit}"),
            Self::Group(group) => write!(f, "group {group}"),
            Self::Scramble(flyer) => write!(f, "scramble {flyer}"),
            Self::Shoot(flyer) => write!(f, "shoot {flyer}"),
            Self::Hold => f.write_str("hold fire"),
            Self::Line(counter) => write!(f, "line {counter}"),
            Self::Stack(counter) => write!(f, "stack {counter}"),
            Self::Assign { place, wave, load } => write!(f, "assign {place} {wave} {load}"),
            Self::Arm(load) => write!(f, "carry {load}"),
            Self::Switch(place) => write!(f, "switch {place}"),
            Self::Fire(unit) => write!(f, "fire {unit}"),
            Self::Cam(die) => write!(f, "cam {die}"),
            Self::Elude(place) => write!(f, "elude {place}"),
            Self::Reply => f.write_str("reply"),
            Self::Hit => f.write_str("hit at once"),
            Self::Release(asset) => write!(f, "release {asset}"),
            Self::Follow(part) => write!(f, "follow {part}"),
            Self::Run => f.write_str("run"),
        }
    }
}

fn number(text: &str) -> Result<u8, String> {
    let number = text.parse();
    number.map_err(|_| format!("“{text}” is no number"))
}

impl AirChoice {
    /// Reads the words of a choice; nothing if it is none about aircraft.
    pub fn read(words: &[&str]) -> Option<Result<Self, String>> {
        Some(match words {
            ["all"] => Ok(Self::All),
            ["hold", "fire"] => Ok(Self::Hold),
            ["reply"] => Ok(Self::Reply),
            ["hit", "at", "once"] => Ok(Self::Hit),
            ["run"] => Ok(Self::Run),
            ["raid", token] => token.parse().map(Self::Attack),
            ["raid", "port", port] => place(port).map(|port| Self::AttackPort(PortId::new(port))),
            ["raid", "port", port, "by", light] => Self::harbor(port, light),
            ["raid", "base", base] => place(base).map(|base| Self::AttackBase(BaseId::new(base))),
            ["patrol", "ship", ship] => place(ship).map(|ship| Self::Patrol(ShipId::new(ship))),
            ["silent", "ship", ship] => place(ship).map(|ship| Self::Silent(ShipId::new(ship))),
            ["release", asset @ ..] => asset.join(" ").parse().map(Self::Release),
            ["assign", place, wave, load] => Self::assigned(place, wave, load),
            [verb, what] => return Self::of_one(verb, what),
            _ => return None,
        })
    }

    fn harbor(port: &str, light: &str) -> Result<Self, String> {
        Ok(Self::Harbor(PortId::new(place(port)?), light.parse()?))
    }

    fn assigned(place: &str, wave: &str, load: &str) -> Result<Self, String> {
        Ok(Self::Assign {
            place: number(place)?,
            wave: number(wave)?,
            load: load.parse()?,
        })
    }

    fn of_one(verb: &str, what: &str) -> Option<Result<Self, String>> {
        let hex = || what.parse::<Hex>().map_err(|why| why.to_string());
        Some(match verb {
            "photograph" => place(what).map(|port| Self::Photograph(PortId::new(port))),
            "fly" => what.parse().map(Self::Fly),
            "bomb" => hex().map(Self::Strike),
            "recon" => hex().map(Self::Recon),
            "asw" => hex().map(Self::Asw),
            "radius" => hex().map(Self::Radius),
            "rebase" => place(what).map(|base| Self::Rebase(BaseId::new(base))),
            "send" => what.parse().map(Self::Send),
            "group" => number(what).map(Self::Group),
            "scramble" => what.parse().map(Self::Scramble),
            "shoot" => what.parse().map(Self::Shoot),
            "line" => number(what).map(Self::Line),
            "stack" => number(what).map(Self::Stack),
            "carry" => what.parse().map(Self::Arm),
            "switch" => number(what).map(Self::Switch),
            "fire" => what.parse().map(Self::Fire),
            "cam" => number(what).map(Self::Cam),
            "elude" => number(what).map(Self::Elude),
            "follow" => what.parse().map(Self::Follow),
            _ => return None,
        })
    }
}

fn place(text: &str) -> Result<usize, String> {
    number(text).map(usize::from)
}

impl FromStr for AirChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Self::read(&words).unwrap_or_else(|| Err(format!("“{text}” is no choice about aircraft")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_about_aircraft_reads_as_it_is_written() {
        for text in [
            "all",
            "photograph 3",
            "fly a4",
            "bomb 0511",
            "recon 0414",
            "asw 0613",
            "radius 0409",
            "patrol ship 7",
            "silent ship 7",
            "raid t12",
            "raid port 3",
            "raid base 9",
            "rebase 9",
            "raid port 3 by day",
            "raid port 4 by night",
            "send a2",
            "group 1",
            "scramble i12",
            "scramble a3",
            "shoot a1",
            "hold fire",
            "line 3",
            "stack 0",
            "assign 2 1 torpedoes",
            "carry bombs",
            "switch 4",
            "fire a9",
            "cam 3",
            "elude 2",
            "reply",
            "hit at once",
            "release air a3",
            "release sector barents",
            "follow convoy",
            "run",
        ] {
            assert_eq!(text.parse::<AirChoice>().unwrap().to_string(), text);
        }
        for wrong in ["fly", "fly 4", "raid port x", "assign 1 2", "carry tea"] {
            assert!(wrong.parse::<AirChoice>().is_err(), "{wrong}");
        }
    }
}
