//! The Campaign in play (chapter 15): what lasts from one Fortnight to the next, and the Planning Phase that begins each.

use crate::air::{AirUnit, Leave};
use crate::campaign;
use crate::choice::Choice;
use crate::command::{Bid, Points, initiative};
use crate::event::Event;
use crate::forces::{BlockId, Force, Hull, Id, Kind, Motion, Place, Pool, ShipState, Units};
use crate::fuel::{Fuel, Marker, Status};
use crate::green::Green;
use crate::ice::{self, Ice};
use crate::position::{Audience, End, Favour, Flags, Position, Special};
use crate::sequence::{Order, Play, Segment, Step};
use crate::side::{Nation, Side};
use crate::tables::{CHITS, Condition, FortnightValues, IceSeason, OptionId, Tables, Track};
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
}

/// Ships that come back in a later Fortnight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Due {
    /// By its place in the Campaign.
    pub fortnight: u8,
    pub at: Place,
    pub units: Units,
}

/// The boxes of a Russian port [15.2.2].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Berths {
    pub unloading: Units,
    pub face_down: Units,
    pub face_up: Units,
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
    /// Unloaded in this Fortnight [15.6.4].
    pub unloaded: u8,
    /// Convoys out of Reykjavik that are still betrayed [12.1].
    pub cobweb: u8,
    /// Ships in the Atlantic, and when they come back [12.2.1].
    pub raiders: Vec<ShipState>,
    pub raiders_back: Option<(Turn, Turn)>,
    pub ev: Ev,
    pub ev_force: Option<BlockId>,
    /// TITLE was tried [12.14.2].
    pub title_spent: bool,
    /// More than a third of a Convoy was sunk [15.1].
    pub heavy_losses: bool,
    /// Forces that were neither in port nor in the Channel when the Operation ended [15.7.2].
    pub late: Vec<BlockId>,
    /// CS of British, Soviet and German packs that stay at sea [15.8].
    pub stayed: [u8; 3],
    /// Ships listed to leave in this Fortnight [15.7].
    pub transferring: Vec<ShipId>,
    pub sunk: Vec<ShipId>,
    /// Ships that left instead of others [15.7.2].
    pub stand_ins: Vec<(ShipId, ShipId)>,
    /// Air units as they came [15.6.3].
    pub wings: Vec<AirUnit>,
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

impl Position {
    /// The Fortnight's values, in a Campaign.
    pub(crate) fn fortnight<'t>(&self, t: &'t Tables) -> Option<&'t FortnightValues> {
        t.campaign
            .fortnights
            .get(usize::from(self.season?.fortnight))
    }

    pub(crate) fn loading_port(&self, t: &Tables) -> PortId {
        match self.fleet(Side::Allied).reserve.ev {
            Ev::Done(_) => t.campaign.loading[1],
            _ => t.campaign.loading[0],
        }
    }

    /// Ballast Convoys end in Reykjavik, after EV is declared in Loch Ewe [15.2.1].
    fn ballast_port(&self, t: &Tables) -> PortId {
        match self.fleet(Side::Allied).reserve.ev {
            Ev::Never => t.campaign.loading[0],
            _ => t.campaign.loading[1],
        }
    }

    /// Patrol White is one cruiser in Reykjavik with Agent Cobweb or after EV, and may be ignored during it [15.8.1],
    /// [15.8.3].
    fn is_white_eased(&self) -> bool {
        let reserve = &self.fleet(Side::Allied).reserve;
        reserve.cobweb > 0 || reserve.ev != Ev::Never
    }

    /// Cruisers in Iceland or Britain that could take a place in Patrol White: CA, else BC, else CL [15.8.1].
    fn white_candidates(&self, t: &Tables) -> Vec<ShipId> {
        let white = &self.fleet(Side::Allied).white;
        let at_home = |force: &&Force| {
            let port = force.place.in_port().map(|port| t.sheet.port(port));
            port.is_some_and(|port| matches!(port.region.as_str(), "Iceland" | "United Kingdom"))
        };
        let forces = self.fleet(Side::Allied).forces.iter().filter(at_home);
        let whole =
            forces.flat_map(|force| force.units.ships.iter().filter(|state| !state.is_hit()));
        let ships: Vec<ShipId> = whole
            .map(|state| state.ship)
            .filter(|ship| !white.contains(ship))
            .collect();
        for kind in [ShipType::Ca, ShipType::Bc, ShipType::Cl] {
            let of: Vec<ShipId> = ships
                .iter()
                .copied()
                .filter(|ship| t.chart.ship(*ship).kind == kind)
                .collect();
            if !of.is_empty() {
                return of;
            }
        }
        Vec::new()
    }

    pub(crate) fn list_white_swap(&self, t: &Tables, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        for old in &self.fleet(Side::Allied).white {
            out.extend(
                self.white_candidates(t)
                    .into_iter()
                    .map(|new| Choice::Replace(*old, new)),
            );
        }
    }

    /// How many ships a Convoy takes: none, or any number of those there [15.2].
    pub(crate) fn list_sizes(&self, t: &Tables, source: Source, out: &mut Vec<Choice>) {
        let most = self
            .source(source)
            .iter()
            .map(|units| units.merchants(&t.chart))
            .sum();
        out.extend((0..=most).map(Choice::Ships));
    }

    fn source(&self, source: Source) -> Vec<&Units> {
        let reserve = &self.fleet(Side::Allied).reserve;
        match source {
            Source::Loaded => vec![&reserve.stock],
            Source::Ballast(port) => {
                let berths = &reserve.boxes[usize::from(port.min(1))];
                vec![&berths.face_up, &berths.face_down]
            }
        }
    }

    /// Emergency Reinforcements within their limits: destroyers for the Allies, torpedo boats for the Axis [15.4.1], [15.4.2].
    pub(crate) fn list_emergency(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let list = &t.campaign.emergency[side];
        let reserve = &self.fleet(side).reserve;
        let taken = |class: ClassId| {
            let own = reserve.announced.iter().find(|(own, _)| *own == class);
            own.map_or(0, |(_, cs)| *cs)
        };
        let usual: u8 = list.classes.iter().map(|class| taken(*class)).sum();
        if usual < list.most {
            let free = list
                .classes
                .iter()
                .filter(|class| self.cs_left(t, side, **class) > taken(**class));
            out.extend(free.map(|class| Choice::TakeClass(*class)));
        }
        if let Some((class, most, before)) = &list.us {
            let date = self.date(t);
            let early = t
                .campaign
                .fortnights
                .iter()
                .find(|f| f.date.short() == *before);
            let open = early.is_some_and(|last| date < last.date);
            if open && taken(*class) < *most && self.cs_left(t, side, *class) > taken(*class) {
                out.push(Choice::TakeClass(*class));
            }
        }
        out.push(Choice::Done);
    }

    /// CS of a class that are not in play.
    pub(crate) fn cs_left(&self, t: &Tables, side: Side, class: ClassId) -> u8 {
        let forces = self.fleet(side).forces.iter();
        let pools = forces.flat_map(|force| force.units.pools.iter());
        let in_play: u8 = pools
            .filter(|pool| t.chart.trained(pool.class) == class)
            .map(|pool| pool.cs + pool.diw)
            .sum();
        t.chart.class(class).total_cs.saturating_sub(in_play)
    }
}

/// Where a Convoy of the Campaign takes its ships from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    Loaded,
    /// Murmansk, Arkhangelsk.
    Ballast(u8),
}

impl Play<'_> {
    pub fn reserve(&mut self, side: Side) -> &mut Reserve {
        &mut self.p.fleet_mut(side).reserve
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
        self.p.start = self.t.campaign.start;
        self.p.secret.flags = Flags::default();
        for side in Side::ALL {
            let fleet = self.p.fleet_mut(side);
            fleet.forces.retain(|force| force.kind != Kind::Dummy);
            fleet.plans.clear();
            fleet.accounts.clear();
            fleet.notebook.clear();
            fleet.watched.clear();
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
            fleet.paid.extend(fleet.white.clone());
            for force in &mut fleet.forces {
                force.motion = Motion::default();
                force.shadows.clear();
                force.shadowing = false;
                force.id = Id::UNIDENTIFIED;
                force.in_port_since = Turn::FIRST;
                if force.hex().is_none() {
                    force.fuel = None; // weeks in port
                }
            }
        }
    }

    /// Every zone with a “?” is rolled, from the north in the breakup, from the south in the freezing; the first Fortnight
    /// has the ice predicted [10.4], [10.4.1], [10.4.2] (R52).
    fn campaign_ice(&mut self, season: IceSeason) {
        if self.p.season.is_none_or(|season| season.fortnight == 0) {
            return;
        }
        for sector in 0..2usize {
            let zones: Vec<usize> = match season {
                IceSeason::Breakup => (0..5).collect(),
                IceSeason::Freezing => (0..5).rev().collect(),
            };
            for zone in &zones {
                let place = 5 * sector + zone;
                let was = self.p.ice[place];
                if !was.rolled {
                    continue;
                }
                let beside = match season {
                    IceSeason::Breakup => zone.checked_sub(1),
                    IceSeason::Freezing => (*zone < 4).then_some(zone + 1),
                };
                let beside = beside.map(|zone| self.p.ice[5 * sector + zone].condition);
                self.p.ice[place].condition = self.roll_zone(season, was.condition, beside);
            }
            self.turn_markers(season, sector);
        }
        let ice = self.p.ice;
        self.log.push(|| Event::Ice { ice });
    }

    fn roll_zone(&mut self, season: IceSeason, was: Ice, beside: Option<Ice>) -> Ice {
        // The neighbour may leave no result that fits: then the zone is as it was.
        for _ in 0..40 {
            let die = self.die();
            let result = ice::actual(self.t, was, die);
            if !campaign::ice_again(season, was, beside, result) {
                return result;
            }
        }
        was
    }

    /// Which markers are rolled next time [10.4.1], [10.4.2].
    fn turn_markers(&mut self, season: IceSeason, sector: usize) {
        let zones = &mut self.p.ice[5 * sector..5 * sector + 5];
        match season {
            IceSeason::Breakup => {
                if let Some(highest) = zones
                    .iter_mut()
                    .rev()
                    .find(|zone| zone.condition == Ice::SolidPack)
                {
                    highest.rolled = true;
                }
                let clear = zones.iter_mut().filter(|zone| zone.condition == Ice::Clear);
                for zone in clear.skip(1) {
                    zone.rolled = false;
                }
            }
            IceSeason::Freezing => {
                if let Some(lowest) = zones.iter_mut().find(|zone| zone.condition == Ice::Clear) {
                    lowest.rolled = true;
                }
                let solid = zones
                    .iter_mut()
                    .rev()
                    .filter(|zone| zone.condition == Ice::SolidPack);
                for zone in solid.skip(1) {
                    zone.rolled = false;
                }
            }
        }
    }

    /// A chit for Gruppe Nord's points; a Ground Offensive is drawn again [15.1].
    fn german_fuel(&mut self) {
        let (points, most) = &self.t.campaign.fuel_chits;
        let offensive = |chit: usize| {
            self.t.chits.conditions[Side::Axis][chit].condition == Condition::GroundOffensive
        };
        let chits: Vec<usize> = (0..CHITS).filter(|chit| !offensive(*chit)).collect();
        let chit = chits[self.chance.below(chits.len() as u32) as usize];
        let track = &mut self.p.fleet_mut(Side::Axis).points[Track::GruppeNord.index()];
        let kept = track.available.saturating_sub(track.spent());
        *track = Points::new((kept + points[chit]).min((*most).max(kept)));
    }

    /// Home Fleet has eight afresh; Severny Flot and Gruppe Nord keep what they did not spend [15.1].
    fn campaign_points(&mut self) {
        let t = self.t;
        let first = self.p.season.is_some_and(|season| season.fortnight == 0);
        let home = self.p.scenario(t).command[Track::HomeFleet.index()];
        let losses = self.p.fleet(Side::Allied).reserve.heavy_losses;
        let points = &mut self.p.fleet_mut(Side::Allied).points;
        points[Track::HomeFleet.index()] = Points::new(home);
        let severny = &mut points[Track::SevernyFlot.index()];
        let kept = severny.available.saturating_sub(severny.spent());
        *severny = Points::new(match first {
            true => t.campaign.severny_start,
            false => campaign::severny_flot(t, kept, losses),
        });
        let nord = &mut self.p.fleet_mut(Side::Axis).points[Track::GruppeNord.index()];
        let kept = nord.available.saturating_sub(nord.spent());
        *nord = Points::new(if first { t.campaign.nord_start } else { kept });
    }

    pub fn bid(&mut self, side: Side, choice: Choice) {
        if let Choice::Bid(die) = choice {
            let reserve = self.reserve(side);
            reserve.bid = die;
            reserve.bonus = false;
        }
    }

    /// Both bids are shown; each may announce a bonus that its chit gives: asked of both, whatever they hold [4.1.2].
    pub fn ask_bonus(&mut self, side: Side) {
        if side == Side::Allied {
            let bids = Side::ALL.map(|side| self.p.fleet(side).reserve.bid);
            self.log.reveal();
            self.log.push(|| Event::Bids { bids });
        }
        self.ask(side, Order::Bonus);
    }

    pub fn bonus(&mut self, side: Side, choice: Choice) {
        if choice == Choice::Bonus {
            self.reserve(side).bonus = true;
            self.log.reveal();
            self.log.push(|| Event::BidBonus { side });
        }
    }

    /// The higher bid wins, the Allies if equal; the winner pays. Both 0: no Operation [4.1.2].
    pub fn take_initiative(&mut self) {
        let bid = |side: Side| {
            let reserve = &self.p.fleet(side).reserve;
            Bid {
                die: reserve.bid,
                bonus: reserve.bonus,
            }
        };
        let (winner, vp) = initiative(bid(Side::Allied), bid(Side::Axis));
        self.p.initiative = winner.unwrap_or(Side::Allied);
        self.score(
            "4.1.2",
            vp,
            "bid for the initiative".to_owned(),
            Audience::Everybody,
        );
        self.log.push(|| Event::Initiative { winner });
        let reserve = &self.p.fleet(Side::Allied).reserve;
        if reserve.bid == 0 && reserve.ev == Ev::Never {
            self.ask(Side::Allied, Order::DeclareEv);
        }
        let steps: Vec<Step> = match winner {
            Some(_) => vec![Step::Shipping, Step::Levy, Step::Muster],
            None => vec![Step::Levy, Step::Administration],
        };
        self.plan_steps(steps);
    }

    /// Patrol White and the Convoys of the Fortnight [15.8.1], [15.2]. The last question put is asked first.
    pub fn plan_shipping(&mut self) {
        for port in [1u8, 0] {
            if self
                .p
                .source(Source::Ballast(port))
                .iter()
                .any(|units| !units.is_empty())
            {
                self.ask(Side::Allied, Order::Size(Source::Ballast(port)));
            }
        }
        if !self.p.fleet(Side::Allied).reserve.stock.is_empty() {
            self.ask(Side::Allied, Order::Size(Source::Loaded));
        }
        self.fill_white();
        let first = self.p.season.is_some_and(|season| season.fortnight == 0);
        if !first
            && !self.p.white_candidates(self.t).is_empty()
            && !self.p.fleet(Side::Allied).white.is_empty()
        {
            self.ask(Side::Allied, Order::WhiteSwap);
        }
    }

    /// Cruisers that are lost, hit or away are replaced [15.8.1].
    fn fill_white(&mut self) {
        let t = self.t;
        let needed = if self.p.is_white_eased() { 1 } else { 2 };
        let fleet = self.p.fleet(Side::Allied);
        let fit = |ship: &ShipId| {
            let states = fleet
                .forces
                .iter()
                .flat_map(|force| force.units.ships.iter());
            let mut own = states.filter(|state| state.ship == *ship);
            own.any(|state| !state.is_hit())
        };
        let mut white: Vec<ShipId> = fleet
            .white
            .iter()
            .copied()
            .filter(fit)
            .take(needed)
            .collect();
        self.p.fleet_mut(Side::Allied).white.clone_from(&white);
        while white.len() < needed {
            let Some(ship) = self.p.white_candidates(t).first().copied() else {
                break;
            };
            white.push(ship);
            self.p.fleet_mut(Side::Allied).white.push(ship);
        }
    }

    pub fn swap_white(&mut self, choice: Choice) {
        let Choice::Replace(old, new) = choice else {
            return;
        };
        let white = &mut self.p.fleet_mut(Side::Allied).white;
        if let Some(place) = white.iter_mut().find(|ship| **ship == old) {
            *place = new;
        }
        if !self.p.white_candidates(self.t).is_empty() {
            self.ask(Side::Allied, Order::WhiteSwap);
        }
    }

    /// The cruisers take their station, with fuel to PM of Day 10; or one lies in Reykjavik [5.1.9], [15.8.1].
    pub fn station_white(&mut self) {
        let t = self.t;
        let white = self.p.fleet(Side::Allied).white.clone();
        let mut ships = Vec::new();
        for ship in &white {
            let holder = self
                .p
                .fleet(Side::Allied)
                .forces
                .iter()
                .find(|force| force.units.ships.iter().any(|state| state.ship == *ship));
            let Some(place) = holder.map(|force| force.place) else {
                continue;
            };
            ships.extend(self.detach(Side::Allied, place, &[*ship], &[]).ships);
        }
        if ships.is_empty() {
            return;
        }
        let eased = self.p.is_white_eased();
        let reykjavik = t.sheet.find_port("reykjavik").map(Place::Port);
        let place = match reykjavik.filter(|_| eased) {
            Some(port) => port,
            None => Place::Sea(t.sheet.white_station),
        };
        let units = Units {
            ships,
            pools: Vec::new(),
        };
        let fleet = self.p.fleet_mut(Side::Allied);
        let mut force =
            crate::preparation::new_force(t, fleet, "Patrol White".to_owned(), place, units);
        force.fuel = (!eased).then_some(Fuel {
            marker: Some((Marker::Warning, t.fuel.patrol_white)),
            status: Status::Full,
            bonus_used: false,
        });
        fleet.paid.extend(&white);
        fleet.forces.push(force);
    }

    /// A Convoy of so many merchant ships: a CAM and the tankers first, then others [15.2].
    pub fn form_convoy(&mut self, source: Source, choice: Choice) {
        let t = self.t;
        let Choice::Ships(ships) = choice else { return };
        if ships == 0 {
            return;
        }
        let most_cams = t.campaign.convoy_limit.2;
        let (loading, ballast) = (self.p.loading_port(t), self.p.ballast_port(t));
        let russia: Vec<PortId> = ["murmansk", "arkhangelsk"]
            .into_iter()
            .filter_map(|port| t.sheet.find_port(port))
            .collect();
        let reserve = self.reserve(Side::Allied);
        let mut units = Units::default();
        let mut left = ships;
        let stocks: Vec<&mut Units> = match source {
            Source::Loaded => vec![&mut reserve.stock],
            Source::Ballast(port) => {
                let berths = &mut reserve.boxes[usize::from(port.min(1))];
                vec![&mut berths.face_up, &mut berths.face_down]
            }
        };
        for stock in stocks {
            left = take_merchants(t, stock, left, most_cams, &mut units);
        }
        let taken = units.merchants(&t.chart);
        if taken == 0 {
            return;
        }
        // Merchant oilers sail full.
        for pool in &mut units.pools {
            pool.oil = t.chart.class(pool.class).oil(pool.cs);
        }
        let (id, from, to, loaded) = match source {
            Source::Loaded => ("PQ", Some(loading), russia, true),
            Source::Ballast(port) => (
                "QP",
                russia.get(usize::from(port)).copied(),
                vec![ballast],
                false,
            ),
        };
        let Some(from) = from else { return };
        let number = self.p.season.map_or(0, |season| season.fortnight + 1);
        let account =
            crate::position::Account::new(&format!("{id} {number}"), loaded, from, Turn::FIRST);
        let fleet = self.p.fleet_mut(Side::Allied);
        crate::preparation::add_convoy(t, fleet, account, to, units);
    }

    /// Emergency Reinforcements, announced; new ships called up green [15.4], [15.4.3].
    pub fn levy(&mut self) {
        for side in Side::ALL {
            self.ask(side, Order::Emergency);
            if self.p.plays(OptionId::UntrainedUnits) {
                self.ask(side, Order::Green);
            }
        }
    }

    pub fn call_emergency(&mut self, side: Side, choice: Choice) {
        let Choice::TakeClass(class) = choice else {
            return;
        };
        let vp = self.t.campaign.emergency[side].vp;
        let announced = &mut self.reserve(side).announced;
        match announced.iter_mut().find(|(own, _)| *own == class) {
            Some((_, cs)) => *cs += 1,
            None => announced.push((class, 1)),
        }
        let name = self.t.chart.class(class).name.clone();
        self.log.reveal();
        self.score(
            "15.4",
            vp,
            format!("Emergency Reinforcements: {name}"),
            Audience::Everybody,
        );
        self.ask(side, Order::Emergency);
    }

    /// Set-up, Dummies, plans and transit, as in any Operation [4.1.3].
    pub fn muster_fortnight(&mut self) {
        self.station_white();
        self.order_returns();
        self.base_bombers();
        if self.p.plays(OptionId::VariableStart) || self.p.plays(OptionId::CompleteOperations) {
            self.set_start();
        }
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
        if self.p.fleet(Side::Axis).reserve.raiders.is_empty() {
            return;
        }
        let chit = self.chance.below(CHITS as u32) as usize;
        let back = self.t.campaign.returns[chit];
        let reserve = self.reserve(Side::Axis);
        match (back.reveal, back.warning) {
            (Some(reveal), Some(warning)) => reserve.raiders_back = Some((reveal, warning)),
            _ => reserve.raiders.clear(), // never back
        }
    }

    /// Operation EV is declared: its ships come, and nothing is as it was [15.8.3].
    pub fn declare_ev(&mut self, choice: Choice) {
        let t = self.t;
        if choice != Choice::Declare {
            return;
        }
        let now = self.p.season.map_or(0, |season| season.fortnight);
        let waived = self.p.fleet(Side::Axis).reserve.bid == 0;
        self.reserve(Side::Allied).ev = Ev::Declared(now, waived);
        self.log.reveal();
        self.log.push(|| Event::EvDeclared);
        let ids = ["avenger", "scylla", "oligarch", "blue_ranger"];
        let ships: Vec<ShipId> = ids
            .into_iter()
            .filter_map(|id| t.chart.find_ship(id))
            .collect();
        let there = |ship: &ShipId| {
            let fleet = self.p.fleet(Side::Allied);
            let early = fleet.reserve.early_ships.contains(ship);
            early
                || fleet
                    .forces
                    .iter()
                    .any(|force| force.units.ships.iter().any(|s| s.ship == *ship))
        };
        let new: Vec<ShipId> = ships.into_iter().filter(|ship| !there(ship)).collect();
        let classes = [("dd_jr", 4u8), ("dd_ai", 2u8)];
        let classes = classes
            .into_iter()
            .filter_map(|(id, cs)| t.chart.find_class(id).map(|class| (class, cs)));
        let classes: Vec<(ClassId, u8)> = classes
            .map(|(class, cs)| (class, cs.min(self.p.cs_left(t, Side::Allied, class))))
            .filter(|(_, cs)| *cs > 0)
            .collect();
        let list = crate::tables::ShipList {
            ships: new.clone(),
            classes: classes.clone(),
        };
        let reserve = self.reserve(Side::Allied);
        reserve.early_ships.extend(new);
        reserve.early_classes.extend(classes);
        let at = t
            .sheet
            .find_port("scapa_flow")
            .map(crate::tables::Berth::Port);
        let units = Units::of_list(&t.chart, &list);
        self.put_in(Side::Allied, "Operation EV".to_owned(), at, units);
        self.bring_hampdens("wick");
    }

    /// Two Hampden units of 2 CS at a base [15.8.3].
    pub fn bring_hampdens(&mut self, base: &str) {
        let t = self.t;
        let (Some(base), Some(kind)) = (t.sheet.find_airbase(base), t.chart.find_air("hampden"))
        else {
            return;
        };
        let base = crate::tables::Base::Airbase(base);
        for name in ["144 Sqn", "455 Sqn"] {
            let air = &mut self.p.fleet_mut(Side::Allied).air;
            match air.iter_mut().find(|unit| unit.name == name) {
                Some(unit) => unit.base = base,
                None => air.push(AirUnit::new(&crate::tables::AirUnitList {
                    side: Side::Allied,
                    name: name.to_owned(),
                    kind,
                    cs: 2,
                    base,
                })),
            }
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

    /// Which of the two Russian ports has the boxes of a Convoy from or to that port.
    pub fn berth_of(&self, port: PortId) -> usize {
        usize::from(self.t.sheet.port(port).id == "arkhangelsk")
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

/// Takes so many merchant ships out of a stock, at most so many CAMs among them, and says how many are still wanted.
fn take_merchants(t: &Tables, stock: &mut Units, wanted: u8, cams: u8, into: &mut Units) -> u8 {
    let mut left = wanted;
    let order = |pool: &Pool| match t.chart.class(pool.class).kind {
        ShipType::Mc => 0,
        ShipType::Mo => 1,
        _ => 2,
    };
    let mut pools: Vec<usize> = (0..stock.pools.len()).collect();
    pools.sort_by_key(|place| order(&stock.pools[*place]));
    for place in pools {
        let pool = &mut stock.pools[place];
        let kind = t.chart.class(pool.class).kind;
        let aboard: u8 = into.cs(&t.chart, |own| own == ShipType::Mc);
        let most = match kind {
            ShipType::Mc => cams.saturating_sub(aboard),
            _ => u8::MAX,
        };
        let taken = pool.cs.min(left).min(most);
        pool.cs -= taken;
        left -= taken;
        if taken > 0 {
            into.add(Pool::new(pool.class, taken));
        }
    }
    stock.tidy();
    left
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
