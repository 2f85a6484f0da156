//! What an admiral is asked, and by which rule.

use super::search::{Hunt, Success};
use crate::air::AirOrder;
use crate::combining::Swap;
use crate::drift::Way;
use crate::forces::{BlockId, Hull, Token};
use crate::hex::Hex;
use crate::ice::Ice;
use crate::refits::Ration;
use crate::season::Source;
use crate::service::Service;
use crate::surface::battle::UnitId;
use crate::surface::{Meeting, WithdrawalDrm};
use crate::tables::Sector;
use crate::units::{ClassId, ShipId};
use derbyhouse_kernel::Rule;
use serde::{Deserialize, Serialize};

/// What one admiral is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Forces that were never there (chapter 14).
    Ahistorical,
    /// Whether the chit's reinforcements come [12.13].
    CallUp,
    /// As listed, or regrouped [4.1.3].
    SetUp,
    /// What is regrouped [4.1.3].
    Muster,
    /// In which port a Dummy lies, if there are too few [4.1.3].
    PortDummy,
    /// What a Special Condition needs: place, turn, ships [12.8], [12.10], [12.14].
    Service(Service),
    /// Whether the Special Condition is shown to score (chapter 12).
    Reveal,
    /// Whether the Special Attack is declared [12.14].
    Declare,
    /// Which pack may move a hex more, by event (chapter 13).
    Redeploy,
    /// Which sector may search so many hexes more, by event (chapter 13).
    ExtraSearch(u8),
    /// What to bid for the initiative [4.1.2].
    Bid,
    /// Whether to announce a bonus: a blind question [4.1.2].
    Bonus,
    /// Whether Operation EV is declared: a blind question [15.8.3].
    DeclareEv,
    /// Who relieves Patrol White [15.8.1].
    WhiteSwap,
    /// How many ships sail [15.2].
    Size(Source),
    /// Which Emergency Reinforcements are called [15.4].
    Emergency,
    /// Which ships are called up green [15.4.3].
    Green,
    /// Where a TF goes when the Operation is over [15.8].
    BringIn(BlockId),
    /// Whether a pack stays at sea [15.8].
    StayOut(BlockId),
    /// Who transfers instead of a ship [15.7.2].
    Substitute(ShipId),
    /// Which damaged ships go home [15.7].
    SendHome,
    /// Whether Tirpitz is repaired in Norway [15.5.1].
    Yard,
    /// Where repaired ships come back [15.5.1], with so many picks after it [15.3.2].
    FromYard(u8),
    /// Which air unit is strengthened [15.6.3].
    Ration(Ration),
    /// Where an oiler is replaced [15.6.1].
    Lodge(ShipId),
    /// Where submarines are replaced [15.6.2].
    LodgeSubs,
    /// Whether Emergency units stay [15.4].
    Keep(ClassId, u8),
    /// Where ships go that came along to Germany [15.7.5].
    Company(BlockId),
    /// Where a bought group comes in (chapter 14).
    Berth(u8),
    /// What comes at once of this Fortnight's list [15.3.2].
    Pick(u8),
    /// Where ships come back from the Atlantic, and then their Dummy [12.2.1].
    Return(bool),
    /// Which plans are made [4.2].
    Plans,
    /// Where a block sets up [4.1.3], [5.1.9].
    Place(BlockId),
    /// Where a Dummy stands when play starts [8.3].
    PlaceDummy(BlockId),
    /// The next step of a plan [4.2].
    Plan(BlockId),
    /// Whether a Dummy is made beside a block [1.3].
    NewDummy(BlockId),
    /// Which force moves next [5.1].
    Helm,
    /// Where a force goes [5.1].
    Steer(BlockId),
    /// Which oiler of a force gives first [11.3.2].
    Oiler(BlockId),
    /// Which units leave a force, and the block they go to once there is one [1.2.3].
    Split(BlockId, Option<BlockId>),
    /// Into the ice, or not [10.1].
    Ice(BlockId, Way, Ice),
    /// Which hexes of the sectors are searched [6.4.2].
    Sectors(Vec<(Sector, Hex)>),
    /// Whether a success is negated: a blind question [6.2.2].
    Negate(Success),
    /// Who shadows what was found, if anybody [6.3].
    Shadow(Token),
    /// How many warships are reported [6.2.1].
    Tell(BlockId),
    /// Which pack attacks what [7.4].
    Hunt,
    /// What the subs aim at [7.4.3].
    Aim(Hunt),
    /// Something about aircraft.
    Air(AirOrder),
    /// What is combined, and which pairs have had their try [1.2.4], [9.4].
    Combine(Vec<(BlockId, BlockId)>),
    /// What two forces exchange [1.2.5].
    Swap(Swap),
    /// Whether stragglers are called [9.3.3].
    Rejoin(BlockId),
    /// Who tows a ship, if anybody [5.1.1].
    Tow(BlockId, Hull),
    /// Whether what passes is searched for [6.6.1].
    Transit(Token),
    /// Whether to fight it: a blind question [6.6.1].
    TransitFight,
    /// Which TF attacks what [7.5].
    Engage,
    /// Who goes with it [7.1].
    Together,
    /// Who covers the target: a blind question [7.5.1].
    Intercept,
    /// Who joins the battle, those tried so far: a blind question [7.5.2i].
    Join(Vec<BlockId>),
    /// Whether the submarines of a Convoy strike: a blind question [7.4.6].
    SubStrike(Meeting),
    /// Where units go [7.5.2ii].
    Maneuver,
    /// What a unit screens, and the friend it covers [7.5.4].
    Screen(UnitId, Option<UnitId>),
    /// What guns are aimed at [7.5.2iii].
    Guns,
    /// What torpedoes are aimed at [7.5.2iv].
    Torpedoes,
    /// Whether to roll for withdrawal [7.5.2v].
    Withdraw,
    /// Which modifiers hold [13.3].
    Caution(Vec<WithdrawalDrm>),
    /// Which cruisers of these forces shadow a contact, and the block they go to [6.3.3].
    Follow(Token, Vec<BlockId>, Option<BlockId>),
}

impl Order {
    /// What is asked, and by which rule.
    pub const fn question(&self) -> (&'static str, Rule) {
        match self {
            Self::Ahistorical => ("which forces to buy", Rule("14")),
            Self::CallUp => ("whether reinforcements come", Rule("12.13")),
            Self::SetUp => ("how to set up", Rule("4.1.3")),
            Self::Muster => ("what to regroup", Rule("4.1.3")),
            Self::PortDummy => ("which port gets a Dummy", Rule("4.1.3")),
            Self::Service(_) => ("what the Special Condition is to do", Rule("12")),
            Self::Reveal => ("whether to show the Special Condition", Rule("12")),
            Self::Declare => ("whether to declare the attack", Rule("12.14")),
            Self::Redeploy => ("which Wolfpack may go farther", Rule("13")),
            Self::ExtraSearch(_) => ("which sector may search more", Rule("13")),
            Self::Bid => ("what to bid", Rule("4.1.2")),
            Self::Bonus => ("whether to announce a bonus", Rule("4.1.2")),
            Self::DeclareEv => ("whether to declare Operation EV", Rule("15.8.3")),
            Self::WhiteSwap => ("who relieves Patrol White", Rule("15.8.1")),
            Self::Size(Source::Loaded) => ("how many loaded ships sail", Rule("15.2")),
            Self::Size(Source::Ballast(_)) => ("how many ships sail in ballast", Rule("15.2")),
            Self::Emergency => ("which Emergency Reinforcements to call", Rule("15.4")),
            Self::Green => ("which ships to call up untrained", Rule("15.4.3")),
            Self::BringIn(_) => ("which port a force goes to", Rule("15.8")),
            Self::StayOut(_) => ("whether a pack stays at sea", Rule("15.8")),
            Self::Substitute(_) => ("which ship transfers instead", Rule("15.7.2")),
            Self::SendHome => ("which damaged ships go home", Rule("15.7")),
            Self::Yard => ("whether Tirpitz is repaired in Norway", Rule("15.5.1")),
            Self::FromYard(_) => ("where repaired ships come back", Rule("15.5.1")),
            Self::Ration(_) => ("which air unit to strengthen", Rule("15.6.3")),
            Self::Lodge(_) => ("where an oiler is replaced", Rule("15.6.1")),
            Self::LodgeSubs => ("where submarines are replaced", Rule("15.6.2")),
            Self::Keep(..) => ("whether Emergency units stay", Rule("15.4")),
            Self::Company(_) => ("where the company goes", Rule("15.7.5")),
            Self::Berth(_) => ("where a bought group comes in", Rule("14")),
            Self::Pick(_) => ("which reinforcement comes at once", Rule("15.3.2")),
            Self::Return(_) => ("where ships come back", Rule("12.2.1")),
            Self::Plans => ("what to plan", Rule("4.2")),
            Self::Place(_) => ("where to set up", Rule("4.1.3")),
            Self::PlaceDummy(_) => ("where a Dummy stands", Rule("8.3")),
            Self::Plan(_) => ("how a force is to sail", Rule("4.2")),
            Self::NewDummy(_) => ("whether to make a Dummy", Rule("1.3")),
            Self::Helm => ("which force to move", Rule("5.1")),
            Self::Steer(_) => ("where to go", Rule("5.1")),
            Self::Oiler(_) => ("which oiler gives", Rule("11.3.2")),
            Self::Split(..) => ("which units to split off", Rule("1.2.3")),
            Self::Ice(..) => ("whether to go into the ice", Rule("10.1")),
            Self::Sectors(_) => ("which hexes to search", Rule("6.4.2")),
            Self::Negate(_) => ("whether to announce anything", Rule("6.2.2")),
            Self::Shadow(_) => ("who shadows", Rule("6.3")),
            Self::Tell(_) => ("how many warships to report", Rule("6.2.1")),
            Self::Hunt => ("which Wolfpack attacks", Rule("7.4")),
            Self::Aim(_) => ("what a submarine aims at", Rule("7.4.3")),
            Self::Air(order) => order.question(),
            Self::Combine(_) => ("which forces to combine", Rule("1.2.4")),
            Self::Swap(_) => ("which units to exchange", Rule("1.2.5")),
            Self::Rejoin(_) => ("whether to call the stragglers", Rule("9.3.3")),
            Self::Tow(..) => ("who tows the ship", Rule("5.1.1")),
            Self::Transit(_) => ("whether to search what passes", Rule("6.6.1")),
            Self::TransitFight => ("whether to fight here", Rule("6.6.1")),
            Self::Engage => ("which TF attacks", Rule("7.5")),
            Self::Together => ("which TFs attack together", Rule("7.1")),
            Self::Intercept => ("whether to intercept", Rule("7.5.1")),
            Self::Join(_) => ("whether to join the battle", Rule("7.5.2i")),
            Self::SubStrike(_) => ("whether submarines strike first", Rule("7.4.6")),
            Self::Maneuver => ("where units go", Rule("7.5.2ii")),
            Self::Screen(..) => ("what the unit screens", Rule("7.5.4")),
            Self::Guns => ("what to fire at", Rule("7.5.2iii")),
            Self::Torpedoes => ("what to torpedo", Rule("7.5.2iv")),
            Self::Withdraw => ("whether to withdraw", Rule("7.5.2v")),
            Self::Caution(_) => ("which modifiers hold", Rule("13.3")),
            Self::Follow(..) => ("which cruisers shadow", Rule("6.3.3")),
        }
    }
}
