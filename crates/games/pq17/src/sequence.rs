//! Sequence of play (chapter 3): the segments of a turn, and who is asked when.
//!
//! The table works through its [`Step`]s; each admiral has [`Order`]s of his own. Orders come first: the table goes on
//! when neither has anything left to say, so that both are asked side by side where the rules say so, and nobody learns
//! what the other is asked [4.2].

use crate::air::{AirChoice, AirOrder, AirStep, Finder};
use crate::choice::Choice;
use crate::combining::Swap;
use crate::drift::Way;
use crate::event::{Event, Who};
use crate::forces::{BlockId, Force, Hull, Id, Kind, Shadower, Token};
use crate::hex::Hex;
use crate::ice::Ice;
use crate::order_of_battle::Muster;
use crate::position::{Audience, End, Entry, Position};
use crate::refits::Ration;
use crate::season::Source;
use crate::service::Service;
use crate::side::Side;
use crate::surface::battle::UnitId;
use crate::surface::{Meeting, Stage, WithdrawalDrm};
use crate::tables::{Find, Sector, Tables};
use crate::time::Turn;
use crate::units::{Category, ClassId, ShipId};
use crate::vp::Vp;
use derbyhouse_kernel::{Chance, Illegal, Log, Rule, named};
use serde::{Deserialize, Serialize};

named! {
    /// A part of the game, in order [3.1], [3.2], [3.3].
    Segment, "segment" {
        Preparation = "preparation",
        Weather = "weather",
        RandomEvent = "random event",
        PhotoReconnaissance = "photo reconnaissance",
        NavalMovement = "naval movement",
        AirMovement = "air movement",
        Reconnaissance = "reconnaissance",
        AirCombat = "air combat",
        SubmarineCombat = "submarine combat",
        SurfaceCombat = "surface combat",
        CombineForces = "combine forces",
        SpecialConditions = "special conditions",
        Fuel = "fuel",
        Administration = "administration",
    }
}

/// The segments of a Player Phase, in order [3.2].
const PLAYER_PHASE: [Segment; 9] = [
    Segment::RandomEvent,
    Segment::PhotoReconnaissance,
    Segment::NavalMovement,
    Segment::AirMovement,
    Segment::Reconnaissance,
    Segment::AirCombat,
    Segment::SubmarineCombat,
    Segment::SurfaceCombat,
    Segment::CombineForces,
];

/// What the table does. It asks nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// The Starting Turn and the chits [3.1].
    Prepare,
    /// A side places what is free to be placed [4.1.3].
    SetUp(Side),
    /// Dummies in ports [4.1.3].
    Dummies,
    /// Both plan in secret [4.2].
    Plan,
    /// A turn before play starts [8.3].
    Transit,
    /// The end of such a turn.
    NextTransit,
    /// The Special Conditions Phase (chapter 12).
    Conditions,
    /// A Fortnight of the Campaign begins [8.4].
    Fortnight,
    /// A side may announce a bonus on its bid [4.1.2].
    Bonus(Side),
    /// Who has the initiative [4.1.2].
    Initiative,
    /// Patrol White and Convoys of the Campaign [15.2], [15.8.1].
    Shipping,
    /// Emergency Reinforcements [15.4].
    Levy,
    /// Set-up of a Fortnight [4.1.3].
    Muster,
    /// A step of the Order of Battle Phase [15.8].
    OrderOfBattle(Muster),
    /// A turn with its phases [3.2].
    Turn,
    Weather,
    Phases,
    Begin(Side, Segment),
    /// A card against one block [6.2].
    Search(Search),
    /// A pack that has found its target and chosen its aims attacks [7.4].
    Torpedo(Hunt),
    /// Something that aircraft do.
    Air(AirStep),
    /// The next force moves [5.1].
    Helm(Side),
    /// A force goes on into a hex after the enemy had his draw [6.6.1].
    Sail(Side, BlockId, Hex),
    /// A side may fight what passes [6.6.1].
    TransitFight(Side),
    /// Surface attacks are announced [7.5].
    Surface(Side),
    /// The target is located: somebody may cover it [7.5.1].
    Cover,
    /// Who found whom is settled.
    Clash,
    Meet(Meeting),
    /// Counters go to the Battle Display, with Surprise or without [7.5.2].
    Deploy(Meeting, bool),
    Battle(Stage),
    /// Ships adrift are towed or scuttled [5.1.1].
    Tow(Side),
    Fuel,
    Administration,
    /// One of the Harbor Raids of the Confirmation Phase [12.7].
    HarborRaid,
    /// The Victory Point Phase [3.3].
    Tally,
}

/// Why a card is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// In the Reconnaissance Segment [6.2].
    Reconnaissance,
    /// An attacker must find its target [7.1.1].
    Locate(BlockId),
    /// A group of aircraft must [7.1.1], [7.1.2].
    Raid(u8),
    /// One of those who are near a Scattered Convoy [6.8.1].
    Straggler(Finder),
    /// So must a TF that wants to fight ships [7.5].
    Engage(BlockId),
    /// A TF goes between [7.5.1].
    Intercept(BlockId),
    /// A TF wants to join a battle [7.5.2i].
    Join(BlockId),
    /// Something passes [6.6.1].
    Transit,
}

impl Purpose {
    /// The block that draws, if it is one.
    pub const fn block(&self) -> Option<BlockId> {
        match self {
            Self::Reconnaissance | Self::Transit | Self::Raid(_) | Self::Straggler(_) => None,
            Self::Locate(block)
            | Self::Engage(block)
            | Self::Intercept(block)
            | Self::Join(block) => Some(*block),
        }
    }
}

/// A search by one side for one block of the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    pub by: Side,
    pub token: Token,
    pub purpose: Purpose,
    /// The second card for a shadowed target [7.1.1].
    pub again: bool,
}

/// A card that would succeed, as its owner's opponent may answer it [6.2.2].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Success {
    pub search: Search,
    /// The interceptor symbol.
    pub symbol: bool,
    /// `U`, which finds anything.
    pub sure: bool,
    pub watermark: bool,
    pub gain: u8,
}

impl Success {
    pub(crate) const fn find(&self) -> Find {
        match self.symbol {
            true => Find::Interceptors,
            false => Find::Anything,
        }
    }
}

/// A Wolfpack and its target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hunt {
    pub side: Side,
    pub pack: BlockId,
    pub target: Token,
    /// What each sub aims at, as far as it is chosen [7.4.3].
    pub aims: Vec<Category>,
    /// It is the ships that hunt the pack [7.4.2].
    pub offensive: bool,
}

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
    /// Whether Bomber Command comes in this Night [12.4].
    BomberCommand,
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
            Self::BomberCommand => ("whether Bomber Command comes", Rule("12.4")),
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
            Self::Ration(_) => ("which air unit to strengthen", Rule("15.6.3")),
            Self::Lodge(_) => ("where an oiler is replaced", Rule("15.6.1")),
            Self::LodgeSubs => ("where submarines are replaced", Rule("15.6.2")),
            Self::Keep(..) => ("whether Emergency units stay", Rule("15.4")),
            Self::Company(_) => ("where the company goes", Rule("15.7.5")),
            Self::Pick(_) => ("which reinforcement comes at once", Rule("15.3.2")),
            Self::Return(_) => ("where ships come back", Rule("12.2.1")),
            Self::Plans => ("what to plan", Rule("4.2")),
            Self::Place(_) => ("where to set up", Rule("4.1.3")),
            Self::PlaceDummy(_) => ("where a Dummy stands", Rule("8.3")),
            Self::Plan(_) => ("how a force is to sail", Rule("4.2")),
            Self::NewDummy(_) => ("whether to make a Dummy", Rule("1.3")),
            Self::Helm => ("which force to move", Rule("5.1")),
            Self::Steer(_) => ("where to go", Rule("5.1")),
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

/// A position in play.
pub(crate) struct Play<'a> {
    pub t: &'a Tables,
    pub p: &'a mut Position,
    pub chance: &'a mut Chance,
    pub log: &'a mut Log<Event>,
}

impl Position {
    /// Every answer of that side, sorted.
    pub(crate) fn list(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let from = out.len();
        let Some(order) = self.fleet(side).orders.top() else {
            return;
        };
        match order {
            Order::Place(block) => self.list_places(t, side, *block, out),
            Order::PlaceDummy(_) => self.list_dummy_places(t, side, out),
            Order::Ahistorical => self.list_ahistorical(t, side, out),
            Order::CallUp => out.extend([Choice::CallUp, Choice::Pass]),
            Order::SetUp => out.extend([Choice::AsListed, Choice::Regroup]),
            Order::Muster => self.list_muster(t, side, out),
            Order::PortDummy => {
                let ports = self.ports_without_dummy(t, side);
                out.extend(ports.into_iter().map(Choice::In));
            }
            Order::Service(service) => self.list_service(t, side, service, out),
            Order::Reveal => out.extend([Choice::Reveal, Choice::Pass]),
            Order::Declare => out.extend([Choice::Declare, Choice::Pass]),
            Order::BomberCommand => out.extend([Choice::CallUp, Choice::Wait]),
            Order::Redeploy => self.list_redeployments(side, out),
            Order::ExtraSearch(_) => {
                let own = Sector::ALL
                    .into_iter()
                    .filter(|sector| sector.side() == side);
                out.extend(own.map(Choice::Sector));
            }
            Order::Bid => out.extend((0..=t.campaign.max_bid).map(Choice::Bid)),
            Order::Bonus => {
                out.push(Choice::Pass);
                let bonus = self.chit(t, side).is_some_and(|chit| chit.bid_bonus);
                out.extend(bonus.then_some(Choice::Bonus));
            }
            Order::DeclareEv => out.extend([Choice::Declare, Choice::Pass]),
            Order::WhiteSwap => self.list_white_swap(t, out),
            Order::Size(source) => self.list_sizes(t, *source, out),
            Order::Emergency => self.list_emergency(t, side, out),
            Order::Green => self.list_green(t, side, out),
            Order::BringIn(block) => self.list_homes(t, side, *block, out),
            Order::StayOut(block) => {
                let stayed = Play::stayed(self, t, side, *block);
                self.list_stay(t, side, *block, stayed, out);
            }
            Order::Substitute(ship) => {
                let ships = self.substitutes(t, *ship).into_iter();
                out.extend(ships.map(Choice::TakeShip));
                if out.len() == from {
                    out.push(Choice::Pass);
                }
            }
            Order::SendHome => self.list_send_home(t, side, out),
            Order::Yard => out.extend([Choice::Repair, Choice::Pass]),
            Order::Ration(ration) => self.list_ration(t, side, *ration, out),
            Order::Lodge(_) => out.extend(Play::oiler_ports(t).map(Choice::In)),
            Order::LodgeSubs => {
                let ports = t.campaign.replacements.german_subs_at.iter();
                out.extend(ports.copied().map(Choice::In));
            }
            Order::Keep(..) => out.extend([Choice::Keep, Choice::Pass]),
            Order::Company(block) => {
                self.list_homes(t, side, *block, out);
                out.retain(|choice| *choice != Choice::AsListed);
                out.push(Choice::Pass);
            }
            Order::Pick(left) => self.list_pick(t, side, *left, out),
            Order::Return(_) => {
                let edge = t
                    .sheet
                    .waters()
                    .filter(|hex| t.sheet.breakout.contains(*hex));
                out.extend(edge.map(Choice::At));
            }
            Order::Plans => self.list_plans(t, side, out),
            Order::Plan(block) => self.list_plan(t, side, *block, out),
            Order::NewDummy(_) => out.extend([Choice::Dummy, Choice::Pass]),
            Order::Helm => self.list_helm(t, side, out),
            Order::Steer(block) => self.list_steer(t, side, *block, out),
            Order::Split(from, into) => self.list_split(t, side, *from, *into, out),
            Order::Ice(..) => out.extend([Choice::Cross, Choice::TurnBack]),
            Order::Sectors(named) => self.list_sectors(t, side, named, out),
            Order::Negate(success) => self.list_negations(t, side, success, out),
            Order::Shadow(token) => {
                out.push(Choice::Pass);
                out.extend(
                    self.shadowers(t, side, *token)
                        .into_iter()
                        .map(Choice::Shadow),
                );
            }
            Order::Tell(block) => self.list_reports(t, side, *block, out),
            Order::Hunt => self.list_hunts(t, side, out),
            Order::Aim(_) => out.extend(crate::submarines::TARGETS.map(Choice::Aim)),
            Order::Air(order) => self.list_air(t, side, order, out),
            Order::Combine(tried) => self.list_combinations(t, side, tried, out),
            Order::Swap(swap) => self.list_swap(t, side, swap, out),
            Order::Rejoin(_) | Order::Withdraw => out.extend([Choice::Roll, Choice::Pass]),
            Order::Tow(block, ship) => self.list_tugs(t, side, *block, *ship, out),
            Order::Transit(_) => out.extend([Choice::Draw, Choice::Pass]),
            Order::TransitFight => self.list_transit_fights(t, side, out),
            Order::Engage => {
                self.list_attacks(t, side, out);
                out.push(Choice::Done);
            }
            Order::Together => self.list_together(t, side, out),
            Order::Intercept => self.list_intercepts(t, side, out),
            Order::Join(tried) => self.list_joins(t, side, tried, out),
            Order::SubStrike(meeting) => self.list_sub_strikes(t, meeting, out),
            Order::Maneuver => self.list_maneuvers(t, side, out),
            Order::Screen(unit, cover) => self.list_screen(side, *unit, *cover, out),
            Order::Guns => self.list_guns(t, side, out),
            Order::Torpedoes => self.list_torpedoes(t, side, out),
            Order::Caution(applied) => self.list_caution(t, applied, out),
            Order::Follow(_, blocks, into) => self.list_followers(t, blocks, *into, out),
        }
        out[from..].sort_unstable();
    }

    /// Whether an answer is among those of that side.
    fn offers(&self, t: &Tables, side: Side, choice: Choice) -> bool {
        let mut offered = Vec::new();
        match (self.fleet(side).orders.top(), choice.block()) {
            // What one force may do does not hang on the others.
            (Some(Order::Helm), Some(block)) => {
                if let Some(force) = self.fleet(side).force(block) {
                    self.list_helm_of(t, side, force, &mut offered);
                }
            }
            (Some(Order::Helm), _) if choice == Choice::Done => {
                return self.may_end_movement(t, side);
            }
            (Some(Order::Sectors(named)), _) => {
                return self.offers_search(t, side, named, choice);
            }
            (Some(Order::Air(AirOrder::Missions(_))), _) => match choice {
                Choice::Air(AirChoice::Fly(id)) => return self.offers_mission(t, side, id),
                _ => self.list(t, side, &mut offered),
            },
            (Some(Order::Air(AirOrder::Fly(id, radius))), _) => {
                return self.offers_flight(t, side, (*id, radius), choice);
            }
            _ => self.list(t, side, &mut offered),
        }
        offered.contains(&choice)
    }
}

impl Play<'_> {
    /// Takes an answer and runs on.
    pub fn choose(&mut self, side: Side, choice: Choice) -> Result<(), Illegal> {
        let Some(order) = self.p.fleet(side).orders.top() else {
            return Err(derbyhouse_kernel::game::not_asked(side.seat()));
        };
        let (question, rule) = order.question();
        if !self.p.offers(self.t, side, choice) {
            let why = format!("“{choice}” is not among the answers to {question}");
            return Err(Illegal::by(rule.0, why));
        }
        if let Some(order) = self.p.fleet_mut(side).orders.pop() {
            self.answer(side, order, choice);
        }
        self.run();
        Ok(())
    }

    pub fn answer(&mut self, side: Side, order: Order, choice: Choice) {
        match order {
            Order::Ahistorical => self.buy(side, choice),
            Order::CallUp => self.call_up(side, choice),
            Order::SetUp => self.begin_muster(side, choice),
            Order::Muster => self.muster(side, choice),
            Order::PortDummy => self.port_dummy(side, choice),
            Order::Service(service) => self.service(side, service, choice),
            Order::Reveal => self.reveal_condition(side, choice),
            Order::Declare => self.declare(side, choice),
            Order::BomberCommand => self.call_bombers(choice),
            Order::Redeploy => self.redeploy(side, choice),
            Order::ExtraSearch(hexes) => self.search_more(hexes, choice),
            Order::Bid => self.bid(side, choice),
            Order::Bonus => self.bonus(side, choice),
            Order::DeclareEv => self.declare_ev(choice),
            Order::WhiteSwap => self.swap_white(choice),
            Order::Size(source) => self.form_convoy(source, choice),
            Order::Emergency => self.call_emergency(side, choice),
            Order::Green => self.call_green(side, choice),
            Order::BringIn(block) => self.bring_in(side, block, choice),
            Order::StayOut(block) => self.stay_out(side, block, choice),
            Order::Substitute(ship) => self.substitute(ship, choice),
            Order::SendHome => self.send_home(side, choice),
            Order::Yard => self.yard(choice),
            Order::Ration(ration) => self.ration(side, ration, choice),
            Order::Lodge(ship) => self.lodge(ship, choice),
            Order::LodgeSubs => self.lodge_subs(choice),
            Order::Keep(class, cs) => self.keep(side, class, cs, choice),
            Order::Company(block) => self.company(block, choice),
            Order::Pick(left) => self.pick(side, left, choice),
            Order::Return(dummy) => self.return_at(dummy, choice),
            Order::Plans => self.plans(side, choice),
            Order::Place(block) => self.place(side, block, choice),
            Order::PlaceDummy(block) => self.place_dummy(side, block, choice),
            Order::Plan(block) => self.plan(side, block, choice),
            Order::NewDummy(block) => self.new_dummy(side, block, choice),
            Order::Helm => self.take_helm(side, choice),
            Order::Steer(block) => self.steer(side, block, choice),
            Order::Split(from, into) => self.split(side, from, into, choice),
            Order::Ice(block, way, ice) => self.face_ice(side, block, way, ice, choice),
            Order::Sectors(named) => self.name_sector(side, named, choice),
            Order::Negate(success) => self.negate(success, choice),
            Order::Shadow(token) => self.shadow(side, token, choice),
            Order::Tell(block) => self.tell(side, block, choice),
            Order::Hunt => self.hunt(side, choice),
            Order::Aim(hunt) => self.aim(hunt, choice),
            Order::Air(order) => self.answer_air(side, order, choice),
            Order::Combine(tried) => self.combine(side, tried, choice),
            Order::Swap(swap) => self.swap(side, swap, choice),
            Order::Rejoin(block) => self.rejoin(side, block, choice),
            Order::Tow(block, ship) => self.tow(side, block, ship, choice),
            Order::Transit(token) => self.watch_transit(side, token, choice),
            Order::TransitFight => self.transit_fight(side, choice),
            Order::Engage => self.engage(side, choice),
            Order::Together => self.together(side, choice),
            Order::Intercept => self.intercept(side, choice),
            Order::Join(tried) => self.join(side, tried, choice),
            Order::SubStrike(meeting) => self.sub_strike(&meeting, choice),
            Order::Maneuver => self.maneuver(side, choice),
            Order::Screen(unit, cover) => self.screen(side, unit, cover, choice),
            Order::Guns => self.guns(side, choice),
            Order::Torpedoes => self.torpedoes(side, choice),
            Order::Withdraw => self.choose_withdrawal(side, choice),
            Order::Caution(applied) => self.choose_caution(applied, choice),
            Order::Follow(token, blocks, into) => self.follow_after(token, blocks, into, choice),
        }
    }

    /// Runs on to the next question, or to the end.
    pub fn run(&mut self) {
        let waiting = |p: &Position| Side::ALL.iter().any(|s| !p.fleet(*s).orders.is_empty());
        while !self.p.is_over() && !waiting(self.p) {
            match self.p.secret.agenda.pop() {
                Some(step) => self.step(step),
                None => self.finish(End::Played),
            }
        }
    }

    pub fn step(&mut self, step: Step) {
        match step {
            Step::Prepare => self.prepare(),
            Step::SetUp(side) => self.set_up(side),
            Step::Dummies => self.dummies_in_port(),
            Step::Plan => self.ask_plans(),
            Step::Transit => self.transit(),
            Step::NextTransit => self.next_transit(),
            Step::Conditions => self.conditions_phase(),
            Step::Fortnight => self.begin_fortnight(),
            Step::Bonus(side) => self.ask_bonus(side),
            Step::Initiative => self.take_initiative(),
            Step::Shipping => self.plan_shipping(),
            Step::Levy => self.levy(),
            Step::Muster => self.muster_fortnight(),
            Step::OrderOfBattle(step) => self.order_of_battle(step),
            Step::Turn => self.begin_turn(),
            Step::Weather => self.roll_weather(),
            Step::Phases => self.plan_phases(),
            Step::Begin(side, segment) => self.begin(side, segment),
            Step::Search(search) => self.search(search),
            Step::Torpedo(hunt) => self.torpedo(hunt),
            Step::Air(step) => self.step_air(step),
            Step::Helm(side) => self.ask(side, Order::Helm),
            Step::Sail(side, block, hex) => self.sail_on(side, block, hex),
            Step::TransitFight(side) => self.offer_transit_fight(side),
            Step::Surface(side) => self.ask_surface(side),
            Step::Cover => self.offer_intercept(),
            Step::Clash => self.clash(),
            Step::Meet(meeting) => self.meet(meeting),
            Step::Deploy(meeting, surprise) => self.deploy(meeting, surprise),
            Step::Battle(stage) => self.battle_step(stage),
            Step::Tow(side) => self.see_to_tows(side),
            Step::Fuel => self.fuel_phase(),
            Step::Administration => self.administer(),
            Step::HarborRaid => self.offer_harbor_raid(),
            Step::Tally => self.count_points(),
        }
    }

    pub fn plan_steps(
        &mut self,
        steps: impl IntoIterator<Item = Step, IntoIter: DoubleEndedIterator>,
    ) {
        self.p.secret.agenda.plan(steps);
    }

    pub fn ask(&mut self, side: Side, order: Order) {
        self.p.fleet_mut(side).orders.push(order);
    }

    fn begin_turn(&mut self) {
        let turn = self.p.turn;
        self.log.push(|| Event::TurnBegins { turn });
        self.plan_steps([Step::Weather, Step::Phases]);
    }

    /// The Player Phases, Allied before Axis, and what follows them [3.2].
    fn plan_phases(&mut self) {
        for side in Side::ALL {
            self.p.fleet_mut(side).cards.shuffle(); // (R25)
        }
        self.watch_barentsburg();
        self.offer_bombers();
        let phase = |side: Side| PLAYER_PHASE.map(|segment| Step::Begin(side, segment));
        let both = Side::ALL.into_iter().flat_map(phase).collect::<Vec<_>>();
        self.plan_steps(
            both.into_iter()
                .chain([Step::Conditions, Step::Fuel])
                .collect::<Vec<_>>(),
        );
    }

    fn begin(&mut self, side: Side, segment: Segment) {
        self.p.segment = segment;
        self.p.active = Some(side);
        self.log.push(|| Event::SegmentBegins {
            side: Some(side),
            segment,
        });
        if segment > Segment::SubmarineCombat {
            self.end_radii(side.other()); // [5.3.1]
        }
        match segment {
            Segment::RandomEvent => {
                self.refresh_aircraft(side);
                self.random_event(side);
            }
            Segment::PhotoReconnaissance => self.begin_photographs(side),
            Segment::AirMovement => self.begin_air_movement(side),
            Segment::AirCombat => self.begin_air_combat(side),
            Segment::NavalMovement => self.begin_movement(side),
            Segment::Reconnaissance => self.begin_reconnaissance(side),
            Segment::SubmarineCombat => self.begin_hunt(side),
            Segment::SurfaceCombat => self.begin_surface(side),
            Segment::CombineForces => self.begin_combining(side),
            _ => {}
        }
    }

    pub fn who(side: Side, force: &Force) -> Who {
        Who {
            side,
            block: force.block,
            token: force.token,
            name: crate::event::name(&force.name),
        }
    }

    /// A token that was never dealt.
    pub fn new_token(&mut self) -> Token {
        let token = Token(self.p.secret.tokens);
        self.p.secret.tokens = self.p.secret.tokens.wrapping_add(1);
        token
    }

    /// Deals fresh tokens to the Unidentified blocks of a side in a hex if there are two or more: nobody can tell any
    /// longer which is which [1.2], [1.3].
    pub fn mix(&mut self, side: Side, hex: Hex) {
        let hidden = |force: &Force| force.hex() == Some(hex) && force.id == Id::UNIDENTIFIED;
        let mut places: Vec<usize> = (0..self.p.fleet(side).forces.len())
            .filter(|place| hidden(&self.p.fleet(side).forces[*place]))
            .collect();
        if places.len() < 2 {
            return;
        }
        self.chance.shuffle(&mut places);
        for place in places {
            let token = self.new_token();
            self.p.fleet_mut(side).forces[place].token = token;
        }
    }

    /// Takes a block off the map.
    pub fn remove(&mut self, side: Side, block: BlockId) {
        self.lose_touch(side, block);
        self.orphan(side, block);
        let is_it = |asset: &Shadower| asset.block() == Some(block);
        let shadows = |force: &&Force| force.shadows.iter().any(is_it);
        let target = self
            .p
            .fleet(side.other())
            .forces
            .iter()
            .find(shadows)
            .map(|force| force.block);
        if let Some(target) = target {
            self.unshadow(side.other(), target, block);
        }
        let fleet = self.p.fleet_mut(side);
        fleet.forces.retain(|force| force.block != block);
        fleet.inop.retain(|(own, _)| *own != block);
    }

    /// Dummies in play, and whether one more may be made [1.3].
    pub fn may_make_dummy(&self, side: Side) -> bool {
        let fleet = self.p.fleet(side);
        let dummies = fleet
            .forces
            .iter()
            .filter(|force| force.kind == Kind::Dummy)
            .count();
        let limit = self.p.scenario(self.t).dummies[side];
        let blocks = self.t.chart.blocks[side].total();
        dummies < usize::from(limit) && fleet.forces.len() < usize::from(blocks) // [1.2]
    }

    pub fn score(&mut self, rule: &str, vp: Vp, text: String, audience: Audience) {
        if vp == Vp::ZERO {
            return;
        }
        let entry = Entry {
            turn: self.p.turn,
            rule: rule.to_owned(),
            vp,
            text,
            audience,
        };
        self.log.push(|| Event::Scored {
            entry: entry.clone(),
        });
        self.p.secret.ledger.push(entry);
    }

    pub fn finish(&mut self, end: End) {
        self.p.end = Some(end);
        self.p.secret.agenda.clear();
        for side in Side::ALL {
            self.p.fleet_mut(side).orders.clear();
        }
        let turn = self.p.turn;
        self.log.push(|| match end {
            End::Played => Event::OperationEnds { turn },
            End::Resigned(side) => Event::Resigns { side },
        });
    }

    /// A die: 0 to 9 [1.8].
    pub fn die(&mut self) -> u8 {
        self.chance.chit()
    }

    pub fn is_first_turn(&self) -> bool {
        self.p.turn == Turn::FIRST
    }
}
