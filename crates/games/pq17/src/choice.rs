//! The answers an admiral can give, and how records spell them. Own blocks are called by their numbers, enemy ones by
//! the tokens that their hunter sees.

use crate::air::AirChoice;
use crate::forces::{BlockId, Hull, Hurt, Shadower, Token};
use crate::hex::Hex;
use crate::recon::Negation;
use crate::surface::battle::UnitId;
use crate::surface::{Stance, WithdrawalDrm};
use crate::tables::{Sector, Track};
use crate::time::Turn;
use crate::units::{AirTypeId, BoxId, Category, ClassId, PortId, ShipId};
use std::fmt;
use std::str::FromStr;

/// An answer. The order of the variants is the order of every list of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// As the scenario lists it, or as it is usual [4.1.3], [4.2].
    AsListed,
    /// Regroup before play [4.1.3].
    Regroup,
    /// Open the Planning Sheet of a force [4.2].
    Plan(BlockId),
    /// Plan what the Special Condition asks for [12.8], [12.14].
    Mission,
    /// In this port.
    In(PortId),
    /// In this turn [12.8], [12.14].
    On(Turn),
    /// Call reinforcements up [12.13].
    CallUp,
    /// Buy a force that was never there, for a place of its list (chapter 14).
    Buy(u8, u8),
    /// Buy it as a reinforcement group of that number (chapter 14).
    BuyGroup(u8, u8),
    /// Spend a Command Point [4.3].
    Spend(Track),
    /// Sail for Training [4.3.4].
    Train(BlockId),
    /// Here: where a block sets up [4.1.3], [8.3].
    At(Hex),
    /// A step of a route, or of a move [5.1].
    To(Hex),
    /// A turn in port, in a plan [4.2].
    Wait,
    /// This force moves next.
    Move(BlockId),
    /// Out of port [5.1.3].
    Leave,
    /// Into port [5.1.2].
    Enter,
    /// Scatter instead of moving [5.5].
    Scatter,
    /// Go on into the ice [10.1].
    Cross,
    /// Turn back before it [10.1].
    TurnBack,
    /// Off the map by its western edge [12.2].
    Exit,
    /// No farther.
    Stop,
    /// Bring a Dummy [1.3].
    Dummy,
    /// Take a Dummy away [1.3].
    Remove(BlockId),
    /// Refuel this force at sea [11.3.2].
    Refuel(BlockId),
    /// Take units of a force into another block [1.2.3].
    Split(BlockId),
    /// This ship.
    TakeShip(ShipId),
    /// One CS of this class.
    TakeClass(ClassId),
    /// This sector, by event (chapter 13).
    Sector(Sector),
    /// Name a hex of a sector [6.4.2].
    Search(Sector, Hex),
    /// Announce something against a success [6.2.2].
    Negate(Negation),
    /// Shadow what was found [6.3].
    Shadow(Shadower),
    /// Report so many warship counters [6.2.1].
    Say(u8),
    /// A Wolfpack attacks a contact [7.4].
    Attack(BlockId, Token),
    /// What a sub aims at [7.4.3].
    Aim(Category),
    /// Two forces become one [1.2.4].
    Combine(BlockId, BlockId),
    /// Something about aircraft.
    Air(AirChoice),
    /// Two forces exchange units [1.2.5].
    Swap(BlockId, BlockId),
    /// All that need fuel change places [11.1.1].
    Relieve,
    /// One of the two gives a ship, or one CS.
    Give(BlockId, Hull),
    /// Off the map [5.7].
    Box(BoxId),
    /// Torpedoes instead of fuel [7.3.2].
    Rearm(BlockId),
    /// Lets a tow go [5.1.1].
    Drop(BlockId, Hull),
    /// This one tows [5.1.1].
    Tug(Hull),
    /// Nobody does: she goes down [5.1.1].
    Scuttle,
    /// One CS of this class that was hurt [7.9].
    TakeHurt(Hurt, ClassId),
    /// A TF attacks a contact [7.5].
    Engage(BlockId, Token),
    /// Another TF tries too [7.1].
    With(BlockId),
    /// Off they go.
    Go,
    /// A TF goes between [7.5.1].
    Intercept(BlockId, Token),
    /// A TF tries to join a battle [7.5.2i].
    Join(BlockId),
    /// The submarines of a Convoy strike [7.4.6].
    Strike(Token),
    /// Where a unit goes [7.5.2ii].
    Station(UnitId, Stance),
    /// A unit protects this friend [7.5.4].
    Cover(UnitId),
    /// A unit keeps this enemy away [7.5.4].
    Block(UnitId),
    /// A unit fires at another [7.5.2iii].
    Fire(UnitId, UnitId),
    /// A unit uses so many torpedo symbols against another [7.5.2iv].
    Torpedo(UnitId, UnitId, u8),
    /// Roll the die [7.5.2v], [9.3.3].
    Roll,
    /// This modifier holds [13.3].
    Apply(WithdrawalDrm),
    /// Draw a card [6.6.1].
    Draw,
    /// What competent admirals do (chapter 12 of the specification).
    Auto,
    /// Bid so much for the initiative [4.1.2].
    Bid(u8),
    /// Announce the bonus of the chit [4.1.2].
    Bonus,
    /// One cruiser of Patrol White by another [15.8.1].
    Replace(ShipId, ShipId),
    /// So many merchant ships [15.2].
    Ships(u8),
    /// Repair so many CS of her where she is [15.5.1].
    Repair(u8),
    /// Keep them at their price [15.4].
    Keep,
    /// Strengthen this air unit, by its place in the list [15.6.3].
    Wing(u8),
    /// Give this air unit newer fighters, by its place in the list [15.6.4].
    Upgrade(u8, AirTypeId),
    /// Show the Special Condition and score (chapter 12).
    Reveal,
    /// Declare the attack planned for the next turn [12.14].
    Declare,
    /// Leave it as it is.
    Pass,
    /// Nothing more.
    Done,
}

fn negation(negation: Negation) -> &'static str {
    match negation {
        Negation::Wolfpack => "wolfpack",
        Negation::Carrier => "carrier",
        Negation::Cam => "cam",
    }
}

impl Choice {
    /// The one force that is to do something in Naval Movement.
    pub(crate) const fn block(self) -> Option<BlockId> {
        match self {
            Self::Move(block)
            | Self::Remove(block)
            | Self::Refuel(block)
            | Self::Rearm(block)
            | Self::Drop(block, _)
            | Self::Split(block) => Some(block),
            _ => None,
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AsListed => f.write_str("as listed"),
            Self::Regroup => f.write_str("regroup"),
            Self::Plan(block) => write!(f, "plan {block}"),
            Self::Mission => f.write_str("plan mission"),
            Self::In(port) => write!(f, "in port {}", port.index()),
            Self::On(turn) => write!(f, "on {turn}"),
            Self::CallUp => f.write_str("call up"),
            Self::Buy(force, berth) => write!(f, "buy {force} at {berth}"),
            Self::BuyGroup(force, group) => write!(f, "buy {force} group {group}"),
            Self::Spend(track) => write!(f, "spend {track}"),
            Self::Train(block) => write!(f, "train {block}"),
            Self::Exit => f.write_str("exit"),
            Self::Bid(die) => write!(f, "bid {die}"),
            Self::Bonus => f.write_str("announce bonus"),
            Self::Replace(old, new) => write!(f, "replace {} by {}", old.index(), new.index()),
            Self::Ships(number) => write!(f, "ships {number}"),
            Self::Repair(cs) => write!(f, "repair {cs}"),
            Self::Keep => f.write_str("keep"),
            Self::Wing(wing) => write!(f, "wing {wing}"),
            Self::Upgrade(wing, kind) => write!(f, "upgrade {wing} to {}", kind.index()),
            Self::Reveal => f.write_str("reveal"),
            Self::Declare => f.write_str("declare"),
            Self::At(hex) => write!(f, "at {hex}"),
            Self::To(hex) => write!(f, "to {hex}"),
            Self::Wait => f.write_str("wait"),
            Self::Move(block) => write!(f, "move {block}"),
            Self::Leave => f.write_str("leave"),
            Self::Enter => f.write_str("enter"),
            Self::Scatter => f.write_str("scatter"),
            Self::Cross => f.write_str("cross"),
            Self::TurnBack => f.write_str("turn back"),
            Self::Stop => f.write_str("stop"),
            Self::Dummy => f.write_str("dummy"),
            Self::Remove(block) => write!(f, "remove {block}"),
            Self::Refuel(block) => write!(f, "refuel {block}"),
            Self::Split(block) => write!(f, "split {block}"),
            Self::TakeShip(ship) => write!(f, "take ship {}", ship.index()),
            Self::TakeClass(class) => write!(f, "take class {}", class.index()),
            Self::Sector(sector) => write!(f, "sector {sector}"),
            Self::Search(sector, hex) => write!(f, "search {sector} {hex}"),
            Self::Negate(what) => write!(f, "announce {}", negation(*what)),
            Self::Shadow(asset) => write!(f, "shadow {asset}"),
            Self::Say(number) => write!(f, "say {number}"),
            Self::Attack(block, token) => write!(f, "attack {block} {token}"),
            Self::Aim(category) => write!(f, "aim {category}"),
            Self::Combine(a, b) => write!(f, "combine {a} {b}"),
            Self::Air(choice) => choice.fmt(f),
            Self::Swap(a, b) => write!(f, "swap {a} {b}"),
            Self::Relieve => f.write_str("relieve"),
            Self::Give(block, hull) => write!(f, "give {block} {hull}"),
            Self::Box(off) => write!(f, "box {}", off.index()),
            Self::Rearm(block) => write!(f, "rearm {block}"),
            Self::Drop(block, hull) => write!(f, "drop {block} {hull}"),
            Self::Tug(hull) => write!(f, "tow by {hull}"),
            Self::Scuttle => f.write_str("scuttle"),
            Self::TakeHurt(hurt, class) => write!(f, "take {hurt} class {}", class.index()),
            Self::Engage(block, token) => write!(f, "engage {block} {token}"),
            Self::With(block) => write!(f, "with {block}"),
            Self::Go => f.write_str("go"),
            Self::Intercept(block, token) => write!(f, "intercept {block} {token}"),
            Self::Join(block) => write!(f, "join {block}"),
            Self::Strike(token) => write!(f, "strike {token}"),
            Self::Station(unit, stance) => write!(f, "station {unit} {stance}"),
            Self::Cover(unit) => write!(f, "cover {unit}"),
            Self::Block(unit) => write!(f, "block {unit}"),
            Self::Fire(by, at) => write!(f, "fire {by} {at}"),
            Self::Torpedo(by, at, symbols) => write!(f, "torpedo {by} {at} {symbols}"),
            Self::Roll => f.write_str("roll"),
            Self::Apply(drm) => write!(f, "apply {drm}"),
            Self::Draw => f.write_str("draw"),
            Self::Auto => f.write_str("auto"),
            Self::Pass => f.write_str("pass"),
            Self::Done => f.write_str("done"),
        }
    }
}

/// A ship or class of the Unit Chart.
fn hull(kind: &str, number: &str) -> Result<Hull, String> {
    match kind {
        "ship" => Ok(Hull::Ship(ShipId::new(place(number)?))),
        "class" => Ok(Hull::Class(ClassId::new(place(number)?))),
        _ => Err(format!("“{kind}” is neither ship nor class")),
    }
}

/// A place in a list of the Unit Chart.
fn place(text: &str) -> Result<usize, String> {
    let place = text.parse::<u8>().map(usize::from);
    place.map_err(|_| format!("“{text}” is no number of the Unit Chart"))
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let hex = |text: &str| text.parse::<Hex>().map_err(|why| why.to_string());
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words.as_slice() {
            ["as", "listed"] => Self::AsListed,
            ["regroup"] => Self::Regroup,
            ["plan", "mission"] => Self::Mission,
            ["plan", block] => Self::Plan(block.parse()?),
            ["in", "port", port] => Self::In(PortId::new(place(port)?)),
            ["on", half, day] => Self::On(format!("{half} {day}").parse()?),
            ["call", "up"] => Self::CallUp,
            ["buy", force, "at", berth] => Self::Buy(place(force)? as u8, place(berth)? as u8),
            ["buy", force, "group", group] => {
                Self::BuyGroup(place(force)? as u8, place(group)? as u8)
            }
            ["spend", track] => Self::Spend(track.parse()?),
            ["train", block] => Self::Train(block.parse()?),
            ["exit"] => Self::Exit,
            ["bid", die] => Self::Bid(place(die)? as u8),
            ["announce", "bonus"] => Self::Bonus,
            ["replace", old, "by", new] => {
                Self::Replace(ShipId::new(place(old)?), ShipId::new(place(new)?))
            }
            ["ships", number] => Self::Ships(place(number)? as u8),
            ["repair", cs] => Self::Repair(place(cs)? as u8),
            ["keep"] => Self::Keep,
            ["wing", wing] => Self::Wing(place(wing)? as u8),
            ["upgrade", wing, "to", kind] => {
                Self::Upgrade(place(wing)? as u8, AirTypeId::new(place(kind)?))
            }
            ["reveal"] => Self::Reveal,
            ["declare"] => Self::Declare,
            ["at", at] => Self::At(hex(at)?),
            ["to", to] => Self::To(hex(to)?),
            ["wait"] => Self::Wait,
            ["move", block] => Self::Move(block.parse()?),
            ["leave"] => Self::Leave,
            ["enter"] => Self::Enter,
            ["scatter"] => Self::Scatter,
            ["cross"] => Self::Cross,
            ["turn", "back"] => Self::TurnBack,
            ["stop"] => Self::Stop,
            ["dummy"] => Self::Dummy,
            ["remove", block] => Self::Remove(block.parse()?),
            ["refuel", block] => Self::Refuel(block.parse()?),
            ["split", block] => Self::Split(block.parse()?),
            ["take", "ship", number] => Self::TakeShip(ShipId::new(place(number)?)),
            ["take", "class", number] => Self::TakeClass(ClassId::new(place(number)?)),
            ["sector", sector] => Self::Sector(sector.parse()?),
            ["search", sector, at] => Self::Search(sector.parse()?, hex(at)?),
            ["announce", "wolfpack"] => Self::Negate(Negation::Wolfpack),
            ["announce", "carrier"] => Self::Negate(Negation::Carrier),
            ["announce", "cam"] => Self::Negate(Negation::Cam),
            ["shadow", asset @ ..] => Self::Shadow(asset.join(" ").parse()?),
            ["say", number] => {
                let number = number.parse();
                Self::Say(number.map_err(|_| format!("“{text}” says no number of ships"))?)
            }
            ["attack", block, token] => Self::Attack(block.parse()?, token.parse()?),
            ["aim", category] => Self::Aim(category.parse()?),
            ["combine", a, b] => Self::Combine(a.parse()?, b.parse()?),
            ["swap", a, b] => Self::Swap(a.parse()?, b.parse()?),
            ["relieve"] => Self::Relieve,
            ["give", block, kind, number] => Self::Give(block.parse()?, hull(kind, number)?),
            ["box", number] => Self::Box(BoxId::new(place(number)?)),
            ["rearm", block] => Self::Rearm(block.parse()?),
            ["drop", block, kind, number] => Self::Drop(block.parse()?, hull(kind, number)?),
            ["tow", "by", kind, number] => Self::Tug(hull(kind, number)?),
            ["scuttle"] => Self::Scuttle,
            ["take", hurt, "class", number] => {
                Self::TakeHurt(hurt.parse()?, ClassId::new(place(number)?))
            }
            ["engage", block, token] => Self::Engage(block.parse()?, token.parse()?),
            ["with", block] => Self::With(block.parse()?),
            ["go"] => Self::Go,
            ["intercept", block, token] => Self::Intercept(block.parse()?, token.parse()?),
            ["join", block] => Self::Join(block.parse()?),
            ["strike", token] => Self::Strike(token.parse()?),
            ["station", unit, stance] => Self::Station(unit.parse()?, stance.parse()?),
            ["cover", unit] => Self::Cover(unit.parse()?),
            ["block", unit] => Self::Block(unit.parse()?),
            ["fire", by, at] => Self::Fire(by.parse()?, at.parse()?),
            ["torpedo", by, at, symbols] => {
                let symbols = symbols.parse();
                let symbols = symbols.map_err(|_| format!("“{text}” says no number of symbols"))?;
                Self::Torpedo(by.parse()?, at.parse()?, symbols)
            }
            ["roll"] => Self::Roll,
            ["apply", drm] => Self::Apply(drm.parse()?),
            ["draw"] => Self::Draw,
            ["auto"] => Self::Auto,
            ["pass"] => Self::Pass,
            ["done"] => Self::Done,
            words => match AirChoice::read(words) {
                Some(choice) => Self::Air(choice?),
                None => return Err(format!("“{text}” is no choice of this game")),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_reads_as_it_is_written() {
        for text in [
            "as listed",
            "regroup",
            "plan b3",
            "plan mission",
            "in port 4",
            "on PM 7",
            "call up",
            "buy 3 at 0",
            "buy 3 group 2",
            "spend home_fleet",
            "train b2",
            "exit",
            "bid 3",
            "announce bonus",
            "replace 12 by 14",
            "ships 15",
            "repair 2",
            "keep",
            "wing 7",
            "reveal",
            "declare",
            "at 0305",
            "to 0504",
            "wait",
            "move b3",
            "leave",
            "enter",
            "scatter",
            "cross",
            "turn back",
            "stop",
            "dummy",
            "remove b9",
            "refuel b2",
            "split b1",
            "take ship 12",
            "take class 3",
            "sector barents",
            "search barents 0517",
            "announce wolfpack",
            "announce carrier",
            "announce cam",
            "say 4",
            "shadow sector barents",
            "shadow radius german",
            "shadow b4",
            "shadow air a3",
            "raid t4",
            "attack b2 t17",
            "aim convoy",
            "combine b1 b2",
            "swap b1 b2",
            "relieve",
            "give b1 ship 4",
            "give b2 class 3",
            "box 1",
            "rearm b2",
            "drop b2 class 9",
            "tow by ship 12",
            "scuttle",
            "take crippled class 3",
            "take diw class 3",
            "engage b2 t17",
            "with b3",
            "go",
            "intercept b4 t3",
            "join b4",
            "strike t3",
            "station u3 torpedo_attack",
            "station u3 evasion",
            "cover u4",
            "block u5",
            "fire u3 u5",
            "torpedo u3 u5 2",
            "roll",
            "apply night",
            "draw",
            "auto",
            "shadow cruisers b4",
            "pass",
            "done",
        ] {
            assert_eq!(text.parse::<Choice>().unwrap().to_string(), text);
        }
        for wrong in ["", "to", "move 3", "say x", "aim sails", "attack b2"] {
            assert!(wrong.parse::<Choice>().is_err(), "{wrong}");
        }
    }
}
