//! The Campaign in play (chapter 15): what lasts from one Fortnight to the next, and the Planning Phase that begins each.

mod bids;
mod emergency;
mod ev;
mod ice;
mod shipping;
mod white;

pub use shipping::Source;

use crate::administration::lie_for_weeks;
use crate::air::{AirUnit, Leave};
use crate::campaign;
use crate::event::Event;
use crate::forces::{BlockId, Force, Hull, Kind, Motion, Place, ShipState, Token, Units};
use crate::green::Green;
use crate::hex::Hex;
use crate::position::{End, Favour, Flags, Position, Special};
use crate::sequence::{Order, Play, Segment, Step};
use crate::side::{Nation, Side};
use crate::tables::{Berth, CHITS, FortnightValues, Tables};
use crate::time::Turn;
use crate::units::{ClassId, PortId, ShipId, ShipType};
use crate::vp::Vp;
use serde::{Deserialize, Serialize};

/// Why a ship left the map [15.5.3], [15.6].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Cause {
    Sunk,
    /// By ASW, or a destroyer by its Fate [7.4.1], [7.9].
    Damaged,
    /// By weather, or by ice elsewhere.
    Weather,
    /// By ice in a Western zone [15.2.3].
    WesternIce,
    Collision,
    Grounding,
    Breakdown,
}

/// A ship or a CS that left the map in this Fortnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Gone {
    pub hull: Hull,
    pub cause: Cause,
    /// Of a loaded Convoy.
    pub loaded: bool,
    /// Of a named ship: how she was when she left.
    #[serde(default)]
    pub state: Option<ShipState>,
    /// Where it happened, if it was at sea [15.5.3].
    #[serde(default)]
    pub at: Option<Hex>,
    /// The port that her Convoy had sailed from [15.2.3].
    #[serde(default)]
    pub from: Option<PortId>,
}

impl Gone {
    /// Of no Convoy, nobody knows where.
    pub const fn new(hull: Hull, cause: Cause) -> Self {
        Self {
            hull,
            cause,
            loaded: false,
            state: None,
            at: None,
            from: None,
        }
    }

    /// It happened in the Kara Sea, whose Convoy is none of the Campaign's (R85).
    pub fn is_of_kara(&self, t: &Tables) -> bool {
        self.at.is_some_and(|hex| t.sheet.is_off_sheet(hex))
    }
}

/// Why ships are away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Away {
    /// In a yard: their owner says where they come back [15.5.1].
    #[default]
    Repair,
    /// They broke down, were hurt by ice or weather, or no block was free: they come back where they are.
    Wait,
}

/// Ships that come back in a later Fortnight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Due {
    #[serde(default)]
    pub why: Away,
    /// By its place in the Campaign.
    pub fortnight: u8,
    pub at: Place,
    pub units: Units,
}

impl Due {
    /// The port or box where they come back.
    pub const fn berth(&self) -> Option<Berth> {
        match self.at {
            Place::Port(port) => Some(Berth::Port(port)),
            Place::Box(off) => Some(Berth::Box(off)),
            Place::Sea(_) => None,
        }
    }
}

/// Merchant ships of the Campaign: those that ever came to it, and those that are gone for good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tally {
    pub placed: u16,
    pub lost: u16,
}

/// The boxes of a Russian port [15.2.2].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Berths {
    pub unloading: Units,
    pub face_down: Units,
    pub face_up: Units,
}

/// How a loaded Convoy fared that has sailed [15.8.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Voyage {
    /// By its place in the Campaign.
    pub fortnight: u8,
    pub started: u8,
    pub sunk: u8,
}

/// How far Operation EV has come [15.8.3].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ev {
    #[default]
    Never,
    /// In that Fortnight; whether the bombers may go to Russia.
    Declared(u8, bool),
    /// The Convoy has sailed in that Fortnight.
    Done(u8),
}

/// What a side keeps from one Fortnight to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reserve {
    pub bid: u8,
    pub bonus: bool,
    /// Loaded merchant ships in the loading port [15.3.1].
    pub stock: Units,
    /// Murmansk, Arkhangelsk.
    pub boxes: [Berths; 2],
    /// None in files of an earlier version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tally: Option<Tally>,
    pub gone: Vec<Gone>,
    pub due: Vec<Due>,
    /// CS of submarines that wait for repair, and that are lost [15.5.2], [15.6.2].
    pub damaged_subs: u8,
    pub lost_subs: Vec<ClassId>,
    /// Oilers and CAMs lost in the first half of a month [15.6.1].
    pub lost_ships: Vec<Hull>,
    /// Emergency units announced, and those in play that must transfer [15.4].
    pub announced: Vec<(ClassId, u8)>,
    pub on_call: Vec<(ClassId, u8)>,
    /// Reinforcements of a list that came before their time, or were called up [15.3.2], [15.4.3].
    pub early_ships: Vec<ShipId>,
    pub early_classes: Vec<(ClassId, u8)>,
    pub early_air: Vec<String>,
    /// Untrained crews [15.4.3].
    pub green: Vec<Green>,
    /// Classes of which untrained CS have been at sea in this Operation.
    pub green_sailed: Vec<ClassId>,
    /// Fighter units that wait for ships to be unloaded, by Fortnight and place in its list [15.3.3].
    pub conditional: Vec<(u8, u8)>,
    /// Ships that must still sail to Germany [15.7.5].
    pub leaving: Vec<ShipId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaving_classes: Vec<(ClassId, u8)>,
    /// Unloaded in this Fortnight [15.6.4].
    pub unloaded: u8,
    /// Convoys out of Reykjavik that are still betrayed [12.1].
    pub cobweb: u8,
    /// Cruisers that have joined Patrol White in this Planning Phase [15.8.1].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relieved: Vec<ShipId>,
    /// Ships in the Atlantic, and when they come back [12.2.1].
    pub raiders: Vec<ShipState>,
    /// The turn in which their chit is shown, and their Fuel Warning; none never returns.
    pub raiders_back: Option<(Turn, Option<Turn>)>,
    pub ev: Ev,
    /// Task Forces that have left Clyde for it, in the Operation of its declaration.
    #[serde(default)]
    pub ev_forces: Vec<BlockId>,
    /// TITLE was tried [12.14.2].
    pub title_spent: bool,
    /// More than a third of a Convoy was sunk [15.1].
    pub heavy_losses: bool,
    /// The last loaded Convoys, the latest last: the accounts of an Operation are put away with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub voyages: Vec<Voyage>,
    /// Forces that were neither in port nor in the Channel when the Operation ended [15.7.2].
    pub late: Vec<BlockId>,
    /// Cruisers of Patrol White that were on their station then [15.7.2].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patrol: Vec<ShipId>,
    /// CS of British, Soviet and German packs that stay at sea [15.8].
    pub stayed: [u8; 3],
    /// Ships listed to leave in this Fortnight [15.7].
    pub transferring: Vec<ShipId>,
    pub sunk: Vec<ShipId>,
    /// Ships that left instead of others [15.7.2].
    pub stand_ins: Vec<(ShipId, ShipId)>,
    /// Air units as they came [15.6.3].
    pub wings: Vec<AirUnit>,
    /// Forces that left this Operation by the English Channel [5.7.3].
    #[serde(default)]
    pub channel: Vec<Force>,
    /// Aircraft of carriers that are away [15.7.1].
    #[serde(default)]
    pub aboard: Vec<AirUnit>,
    /// Convoys that an agent betrays as they leave [12.1].
    pub betrayed: Vec<BlockId>,
}

/// What everybody knows of the Campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Season {
    /// The Fortnight, by its place.
    pub fortnight: u8,
    /// The last to be played: full months [15.9].
    pub last: u8,
}

impl Season {
    /// The last of its months, counted from nought.
    pub(crate) const fn last_month(self) -> usize {
        self.last as usize / 2
    }
}

impl Position {
    /// What evens the sides, by our games: of a scenario, or of a Campaign of that length.
    pub(crate) fn starting_vp(&self, t: &Tables) -> Vp {
        let Some(season) = self.season else {
            return self.scenario(t).starting_vp;
        };
        let each = &t.campaign.starting_vp;
        each.get(season.last_month()).copied().unwrap_or(Vp::ZERO)
    }

    /// The Fortnight's values, in a Campaign.
    pub(crate) fn fortnight<'t>(&self, t: &'t Tables) -> Option<&'t FortnightValues> {
        t.campaign
            .fortnights
            .get(usize::from(self.season?.fortnight))
    }

    /// CS of a class that are in play.
    pub(crate) fn cs_afloat(&self, t: &Tables, side: Side, class: ClassId) -> u8 {
        let fleet = self.fleet(side);
        let forces = fleet.forces.iter().chain(&fleet.reserve.channel);
        let pools = forces.flat_map(|force| force.units.pools.iter());
        pools
            .filter(|pool| t.chart.trained(pool.class) == class)
            .map(|pool| pool.cs + pool.diw)
            .sum()
    }

    /// CS of a class that are not in play.
    pub(crate) fn cs_left(&self, t: &Tables, side: Side, class: ClassId) -> u8 {
        let in_play = self.cs_afloat(t, side, class);
        t.chart.class(class).total_cs.saturating_sub(in_play)
    }
}

impl Play<'_> {
    pub fn reserve(&mut self, side: Side) -> &mut Reserve {
        &mut self.p.fleet_mut(side).reserve
    }

    /// Merchant ships come to the Campaign.
    pub fn place_merchants(&mut self, ships: u8) {
        if let Some(tally) = &mut self.reserve(Side::Allied).tally {
            tally.placed += u16::from(ships);
        }
    }

    /// Merchant ships are gone for good: sunk, lost otherwise, or home empty.
    pub fn lose_merchants(&mut self, ships: u8) {
        if let Some(tally) = &mut self.reserve(Side::Allied).tally {
            tally.lost += u16::from(ships);
        }
    }

    /// A new Fortnight: the track begins afresh, ice, chits, German fuel, then the bids [8.4], [15.1], [4.1.2].
    pub fn begin_fortnight(&mut self) {
        let t = self.t;
        let Some(values) = self.p.fortnight(t) else {
            return;
        };
        self.log.push(|| Event::Fortnight {
            name: values.name.clone(),
        });
        self.clear_operation();
        self.campaign_ice(values.season);
        self.set_start(); // known before the bids [8.3.1]
        self.draw_chits();
        if values.fuel_draw {
            self.german_fuel();
        }
        self.campaign_points();
        for side in Side::ALL {
            self.ask(side, Order::Bid);
        }
        self.plan_steps([
            Step::Bonus(Side::Allied),
            Step::Bonus(Side::Axis),
            Step::Initiative,
        ]);
    }

    /// What belonged to the last Operation is put away; reports age, aircraft and ships stay.
    fn clear_operation(&mut self) {
        let t = self.t;
        self.p.turn = Turn::FIRST;
        self.p.segment = Segment::Preparation;
        self.p.active = None;
        self.p.weather = None;
        self.p.offensive = false;
        self.p.favour = Favour::default();
        self.p.leave = Leave::default();
        self.p.local = None;
        self.p.caution = false;
        self.p.named.clear();
        self.p.secret.quays.clear();
        self.p.secret.flags = Flags::default();
        for side in Side::ALL {
            let fleet = self.p.fleet_mut(side);
            fleet.forces.retain(|force| force.kind != Kind::Dummy);
            fleet.plans.clear();
            fleet.accounts.clear();
            fleet.notebook.clear();
            fleet.watched.clear();
            fleet.met.clear();
            fleet.special = Special::default();
            fleet.moored.clear();
            fleet.reserve.green_sailed.clear();
            fleet.carriers_known = false;
            fleet.wing.silent.clear();
            fleet.wing.photographs.clear();
            fleet.wing.exposed.clear();
            fleet.wing.elusive = None;
            fleet.redeployed = None;
            fleet.paid.clear();
            fleet.free.clear();
            fleet.new_dummies.clear();
            fleet.white_paid.clear();
            fleet.paid.extend(fleet.white.clone()); // until others are on station
            for force in &mut fleet.forces {
                force.motion = Motion::default();
                force.shadows.clear();
                force.shadowing = false;
                force.fade(Turn::FIRST); // reports too [5.1.8] (R20)
                force.in_port_since = Turn::FIRST;
                lie_for_weeks(t, force);
                if force.hex().is_none() {
                    force.fuel = None; // weeks in port
                    force.token = Token(0); // it will appear as any other block [8.3]
                }
            }
        }
    }

    /// Set-up, Dummies, plans and transit, as in any Operation [4.1.3].
    pub fn muster_fortnight(&mut self) {
        self.station_white();
        self.order_returns();
        self.base_in_russia();
        let first = self.p.initiative.other();
        self.plan_steps([
            Step::SetUp(first),
            Step::SetUp(first.other()),
            Step::Dummies,
            Step::Plan,
            Step::Transit,
        ]);
    }

    /// One chit more says when ships that broke out come back, if ever [12.2.1].
    fn order_returns(&mut self) {
        let reserve = self.reserve(Side::Axis);
        reserve.raiders_back = None;
        if reserve.raiders.is_empty() {
            return;
        }
        let chit = self.chance.below(CHITS as u32) as usize;
        let back = self.t.campaign.returns[chit];
        match back.reveal {
            Some(reveal) => self.reserve(Side::Axis).raiders_back = Some((reveal, back.warning)),
            None => self.lose_raiders(), // shown at once
        }
    }

    /// The last Fortnight is over, or the next one begins [15.9].
    pub fn end_fortnight(&mut self) {
        let Some(season) = self.p.season else { return };
        self.carry_over();
        if season.fortnight >= season.last {
            self.finish(End::Played);
            return;
        }
        self.p.season = Some(Season {
            fortnight: season.fortnight + 1,
            ..season
        });
        self.plan_steps([Step::Fortnight]);
    }

    /// Nation of a hull.
    pub fn nation_of(&self, hull: Hull) -> Nation {
        match hull {
            Hull::Ship(ship) => self.t.chart.ship(ship).nation,
            Hull::Class(class) => self.t.chart.class(class).nation,
        }
    }

    pub fn type_of(&self, hull: Hull) -> ShipType {
        match hull {
            Hull::Ship(ship) => self.t.chart.ship(ship).kind,
            Hull::Class(class) => self.t.chart.class(class).kind,
        }
    }
}

/// What a Fortnight's score is [15.9].
pub(crate) fn winner(t: &Tables, season: Season, vp: Vp) -> Side {
    let needed = Vp::whole(campaign::threshold(t, season.last + 1));
    if vp >= needed {
        Side::Allied
    } else {
        Side::Axis
    }
}
