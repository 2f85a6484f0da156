//! Special Conditions in play (chapter 12): chits, the Special Conditions Phase, the Confirmation Phase.

use crate::air::AirId;
use crate::choice::Choice;
use crate::conditions;
use crate::event::Event;
use crate::forces::{BlockId, Force, Kind, Place};
use crate::hex::Hex;
use crate::ice::Ice;
use crate::position::{Account, Audience, Mission, Position};
use crate::sequence::{Order, Play, Segment};
use crate::side::Side;
use crate::tables::{Attack, Base, CHITS, ChitResult, Condition, Tables};
use crate::time::{Half, Light, Turn};
use crate::units::{PortId, ShipId, ShipType};
use crate::vp::Vp;
use crate::weather::Weather;

/// The last turn in which the Axis Convoy is in time [12.3] (R34).
pub(crate) const CONVOY_DEADLINE: Turn = Turn::new(11, Half::Pm);

impl Position {
    /// What a side's chit means for it.
    pub(crate) fn chit<'t>(&self, t: &'t Tables, side: Side) -> Option<&'t ChitResult> {
        let letter = self.fleet(side).special.chit?;
        t.chits.conditions[side].get(usize::from(letter))
    }

    pub(crate) fn condition(&self, t: &Tables, side: Side) -> Condition {
        self.chit(t, side)
            .map_or(Condition::None, |chit| chit.condition)
    }

    /// The port is open to a side: GEARBOX opens Barentsburg [1.1.1], [12.10].
    pub(crate) fn is_port_open_to(&self, t: &Tables, side: Side, port: PortId) -> bool {
        let gearbox = side == Side::Allied
            && t.sheet.port(port).id == "barentsburg"
            && self.condition(t, side) == Condition::Gearbox;
        gearbox || self.is_port_open(t, port)
    }

    /// Ships that a Special Condition calls out need no news of the enemy [11.4] (R86).
    pub(crate) fn is_on_special_service(&self, t: &Tables, side: Side, force: &Force) -> bool {
        let has = |so: fn(ShipType) -> bool| {
            force
                .units
                .ships
                .iter()
                .any(|state| so(t.chart.ship(state.ship).kind))
        };
        match self.condition(t, side) {
            Condition::AtlanticBreakout => has(|kind| kind.is_heavy() && kind != ShipType::Cl),
            Condition::Sizilien => has(ShipType::is_heavy),
            Condition::Wunderland => has(|kind| kind == ShipType::Cb),
            Condition::Minelaying => {
                let mission = self.fleet(side).special.mission.as_ref();
                mission.is_some_and(|mission| is_of_mission(force, mission))
            }
            _ => false,
        }
    }

    /// German Heavy Ships but light cruisers, and nothing else, may leave by the western edge [12.2].
    pub(crate) fn may_break_out(&self, t: &Tables, side: Side, force: &Force, here: Hex) -> bool {
        let heavy = |kind: ShipType| kind.is_heavy() && kind != ShipType::Cl;
        let mut ships = force
            .units
            .ships
            .iter()
            .map(|state| t.chart.ship(state.ship).kind);
        side == Side::Axis
            && force.kind == Kind::TaskForce
            && force.units.pools.is_empty()
            && ships.all(heavy)
            && t.sheet.breakout.contains(here)
            && self.condition(t, side) == Condition::AtlanticBreakout
            && self.hexes_left(t, force, false, false) > 0
    }

    /// Carriers that keep Tirpitz in port: those of the scenario, in a Campaign all in play [5.1.8].
    pub(crate) fn carriers(&self, t: &Tables) -> Vec<ShipId> {
        if self.season.is_some() {
            let forces = self.fleet(Side::Allied).forces.iter();
            let ships = forces.flat_map(|force| force.units.ships.iter().map(|state| state.ship));
            return ships
                .filter(|ship| t.chart.ship(*ship).kind == ShipType::Cv)
                .collect();
        }
        self.scenario(t).carriers.clone()
    }

    /// What a side's condition would score in this Special Conditions Phase, and why; nothing twice.
    pub(crate) fn scores_now(&self, t: &Tables, side: Side) -> Option<(Vp, &'static str)> {
        let special = &self.fleet(side).special;
        if special.used {
            return None;
        }
        match self.condition(t, side) {
            Condition::AtlanticBreakout => self.breakout_scores(t),
            Condition::Minelaying => self.mines_score(t),
            Condition::Gearbox => self.gearbox_scores(t),
            Condition::Sizilien => self.sizilien_scores(t),
            Condition::Wunderland => self.wunderland_scores(t),
            Condition::SpecialAttack => self.archery_scores(t),
            _ => None,
        }
    }

    fn breakout_scores(&self, t: &Tables) -> Option<(Vp, &'static str)> {
        let exited = &self.fleet(Side::Axis).special.exited;
        let fuelled = exited.iter().filter(|(_, enough)| *enough);
        let kinds: Vec<ShipType> = fuelled
            .map(|(state, _)| t.chart.ship(state.ship).kind)
            .collect();
        let capital = kinds.iter().filter(|kind| kind.is_capital()).count() as u8;
        let cruisers = kinds.iter().filter(|kind| kind.is_cruiser()).count() as u8;
        let turns = t.chits.values.breakout_turns;
        let vp = conditions::breakout(t, capital, cruisers, turns);
        (vp != Vp::ZERO).then_some((vp, "ships have broken out into the Atlantic"))
    }

    /// Planned ships in the objective hex in the planned turn, having moved at most one hex, in fair enough weather and
    /// ice [12.8].
    fn mines_score(&self, t: &Tables) -> Option<(Vp, &'static str)> {
        let mission = self.fleet(Side::Axis).special.mission.as_ref()?;
        let rough = matches!(self.weather(), Weather::Storms | Weather::Gales);
        if mission.turn != self.turn
            || rough
            || !self.is_open_for_mines(t, mission.target.at_sea()?)
        {
            return None;
        }
        let (mut cruisers, mut destroyers) = (0, 0);
        for force in self.fleet(Side::Axis).forces.iter() {
            if force.place != mission.target || force.motion.hexes > 1 {
                continue;
            }
            let ships = force
                .units
                .ships
                .iter()
                .filter(|s| mission.ships.contains(&s.ship));
            cruisers += ships
                .filter(|s| t.chart.ship(s.ship).kind.is_cruiser())
                .count() as u8;
            for pool in &force.units.pools {
                let planned = mission
                    .classes
                    .iter()
                    .find(|(class, _)| *class == pool.class);
                destroyers += planned.map_or(0, |(_, cs)| pool.cs.min(*cs));
            }
        }
        let vp = conditions::minelaying(t, cruisers, destroyers);
        (vp != Vp::ZERO).then_some((vp, "mines are laid"))
    }

    /// Clear or Light Drift in the zone of the hex, or no zone at all [12.8].
    pub(crate) fn is_open_for_mines(&self, t: &Tables, hex: Hex) -> bool {
        let zone = t.sheet.zone(hex);
        zone.is_none_or(|zone| self.ice[zone.index()].condition <= Ice::LightDrift)
    }

    /// The ships of GEARBOX lie in port at Barentsburg [12.10].
    fn gearbox_scores(&self, t: &Tables) -> Option<(Vp, &'static str)> {
        let (ca, cl, dd) = self.chit(t, Side::Allied)?.gearbox?;
        let barentsburg = t.sheet.find_port("barentsburg")?;
        let there = self.fleet(Side::Allied).forces.iter();
        let there: Vec<&Force> = there
            .filter(|force| force.place == Place::Port(barentsburg))
            .collect();
        let ships = |kind: ShipType| -> u8 {
            there
                .iter()
                .map(|force| force.units.counters(&t.chart, |own| own == kind))
                .sum()
        };
        let destroyers: u8 = there
            .iter()
            .map(|force| force.units.cs(&t.chart, |own| own == ShipType::Dd))
            .sum();
        let complete = ships(ShipType::Ca) >= ca && ships(ShipType::Cl) >= cl && destroyers >= dd;
        complete.then(|| {
            (
                conditions::gearbox(t, ca + cl, dd, true),
                "GEARBOX has reached Barentsburg",
            )
        })
    }

    /// Not to be done in Thin or Solid Pack [12.10].
    pub(crate) fn is_gearbox_void(&self, t: &Tables) -> bool {
        let barentsburg = t
            .sheet
            .find_port("barentsburg")
            .map(|port| t.sheet.port(port).hex);
        let zone = barentsburg.and_then(|hex| t.sheet.zone(hex));
        zone.is_some_and(|zone| self.ice[zone.index()].condition >= Ice::ThinPack)
    }

    fn sizilien_scores(&self, t: &Tables) -> Option<(Vp, &'static str)> {
        let block = self.fleet(Side::Axis).special.landing?;
        let force = self.fleet(Side::Axis).force(block)?;
        let still = force.motion.hexes == 0 && self.is_off_barentsburg(t, force);
        let count = |so: fn(ShipType) -> bool| force.units.counters(&t.chart, so);
        let vp = conditions::sizilien(t, count(ShipType::is_capital), count(ShipType::is_cruiser));
        (still && vp != Vp::ZERO).then_some((vp, "SIZILIEN: troops have landed at Barentsburg"))
    }

    fn is_off_barentsburg(&self, t: &Tables, force: &Force) -> bool {
        let barentsburg = t
            .sheet
            .find_port("barentsburg")
            .map(|port| t.sheet.port(port).hex);
        force.kind == Kind::TaskForce && force.hex().is_some() && force.hex() == barentsburg
    }

    /// A CB in the Kara Sea [12.12].
    fn wunderland_scores(&self, t: &Tables) -> Option<(Vp, &'static str)> {
        let mut forces = self.fleet(Side::Axis).forces.iter();
        let raider = forces.any(|force| {
            self.is_in_kara(t, force) && force.units.has(&t.chart, |kind| kind == ShipType::Cb)
        });
        raider.then_some((
            t.chits.values.wunderland,
            "WUNDERLAND: a raider is in the Kara Sea",
        ))
    }

    /// The landing of ARCHERY: declared, in the planned turn and hex, after at most one hex, with landing ships [12.14.1].
    fn archery_scores(&self, t: &Tables) -> Option<(Vp, &'static str)> {
        let special = &self.fleet(Side::Allied).special;
        let mission = special.mission.as_ref().filter(|_| special.declared)?;
        let archery = self.chit(t, Side::Allied)?.attack == Some(Attack::Archery);
        let rough = matches!(self.weather(), Weather::Storms | Weather::Gales);
        let mut forces = self.fleet(Side::Allied).forces.iter();
        let landed = forces.any(|force| {
            let landing = force.units.cs(&t.chart, |kind| kind == ShipType::Al) > 0;
            force.place == mission.target && force.motion.hexes <= 1 && landing
        });
        let now = archery && mission.turn == self.turn && !rough && landed;
        now.then_some((t.chits.values.archery, "ARCHERY: the raid has landed"))
    }

    /// The Special Attack planned for the next turn has to be declared now [12.14].
    fn is_declaration_due(&self, side: Side) -> bool {
        let special = &self.fleet(side).special;
        let mission = special.mission.as_ref();
        side == Side::Allied
            && !special.declared
            && mission.is_some_and(|mission| mission.turn == self.turn.later(1))
    }
}

/// Nothing sails in it but what was planned.
fn is_of_mission(force: &Force, mission: &Mission) -> bool {
    let ships = force
        .units
        .ships
        .iter()
        .all(|state| mission.ships.contains(&state.ship));
    let pools = force.units.pools.iter().all(|pool| {
        mission
            .classes
            .iter()
            .any(|(class, cs)| *class == pool.class && pool.cs <= *cs)
    });
    ships && pools
}

impl Play<'_> {
    /// Chits from one cup, Allied first; a Ground Offensive lies open and another is drawn (chapter 12), [12.6] (R35).
    pub fn draw_chits(&mut self) {
        let mut cup: Vec<u8> = (0..CHITS as u8).collect();
        self.chance.shuffle(&mut cup);
        self.p.offensive = false;
        if self.p.scenario(self.t).extras.no_chits {
            return;
        }
        for side in Side::ALL {
            let chit = self.draw_chit(side, &mut cup);
            let special = &mut self.p.fleet_mut(side).special;
            special.chit = chit;
            self.log.push(|| Event::Chit { side, chit });
        }
    }

    fn draw_chit(&mut self, side: Side, cup: &mut Vec<u8>) -> Option<u8> {
        while let Some(chit) = cup.pop() {
            let condition = self.t.chits.conditions[side][usize::from(chit)].condition;
            if condition != Condition::GroundOffensive {
                return Some(chit);
            }
            self.p.offensive = true;
            self.log.push(|| Event::Offensive);
        }
        None
    }

    /// At the start of a Day turn a TF off Barentsburg begins to count for SIZILIEN [12.11].
    pub fn watch_barentsburg(&mut self) {
        let t = self.t;
        let watched =
            self.p.condition(t, Side::Axis) == Condition::Sizilien && self.p.light(t) == Light::Day;
        let forces = self.p.fleet(Side::Axis).forces.iter();
        let there = forces.filter(|force| watched && self.p.is_off_barentsburg(t, force));
        let worth = |force: &&Force| {
            let count = |so: fn(ShipType) -> bool| force.units.counters(&t.chart, so);
            // Axis points are negative: the force that is worth most to it.
            conditions::sizilien(t, count(ShipType::is_capital), count(ShipType::is_cruiser))
        };
        let block = there.min_by_key(worth).map(|force| force.block);
        self.p.fleet_mut(Side::Axis).special.landing = block;
    }

    /// A force was attacked: no landing in this turn [12.11].
    pub fn was_attacked(&mut self, side: Side, block: BlockId) {
        let special = &mut self.p.fleet_mut(side).special;
        if special.landing == Some(block) {
            special.landing = None;
        }
    }

    /// Off the map by the western edge; what counts is the fuel left [12.2].
    pub fn break_out(&mut self, side: Side, block: BlockId) {
        let t = self.t;
        let Some(force) = self.p.fleet(side).force(block).cloned() else {
            return;
        };
        let left = match force.fuel.and_then(|fuel| fuel.marker) {
            Some((crate::fuel::Marker::Warning, turn)) => {
                turn.index().saturating_sub(self.p.turn.index())
            }
            _ => 0,
        };
        let enough = left >= t.chits.values.breakout_turns;
        let who = Self::who(side, &force);
        let exited = force.units.ships.iter().map(|state| (*state, enough));
        self.p.fleet_mut(side).special.exited.extend(exited);
        self.remove(side, block);
        self.log.reveal();
        self.log.push(|| Event::Exits { who });
    }

    /// The phase after both Player Phases: attacks come off, conditions are revealed to score, attacks of the next turn
    /// are declared (chapter 12).
    pub fn conditions_phase(&mut self) {
        self.p.segment = Segment::SpecialConditions;
        self.p.active = None;
        self.title();
        self.announce_raiders();
        self.miss_convoy_deadline();
        for side in Side::ALL {
            if self.p.is_declaration_due(side) {
                self.ask(side, Order::Declare);
            }
            if self.p.scores_now(self.t, side).is_some() {
                self.ask(side, Order::Reveal);
            }
        }
    }

    pub fn reveal_condition(&mut self, side: Side, choice: Choice) {
        if choice != Choice::Reveal {
            return;
        }
        if let Some((vp, text)) = self.p.scores_now(self.t, side) {
            self.p.fleet_mut(side).special.used = true;
            self.show_chit(side);
            self.score("12", vp, text.to_owned(), Audience::Everybody);
        }
    }

    pub fn show_chit(&mut self, side: Side) {
        let special = &mut self.p.fleet_mut(side).special;
        if special.revealed {
            return;
        }
        special.revealed = true;
        let condition = self.p.condition(self.t, side);
        self.log.reveal();
        self.log.push(|| Event::Revealed { side, condition });
    }

    /// The attack of the next turn is declared, its kind but not its ships; or it is dropped [12.14].
    pub fn declare(&mut self, side: Side, choice: Choice) {
        let attack = self.p.chit(self.t, side).and_then(|chit| chit.attack);
        let special = &mut self.p.fleet_mut(side).special;
        match (choice, attack) {
            (Choice::Declare, Some(attack)) => {
                special.declared = true;
                self.log.reveal();
                self.log.push(|| Event::Declared { side, attack });
            }
            _ => special.mission = None,
        }
    }

    /// Midget submarines or chariots at Tirpitz in a South Norway port: a die of 1 to 5 hits as often; no VP by 2.4
    /// [12.14.2] (R90).
    fn title(&mut self) {
        let t = self.t;
        let special = &self.p.fleet(Side::Allied).special;
        let due = special
            .mission
            .as_ref()
            .filter(|mission| special.declared && !special.used && mission.turn == self.p.turn);
        let is_title =
            self.p.chit(t, Side::Allied).and_then(|chit| chit.attack) == Some(Attack::Title);
        let Some(target) = due.map(|mission| mission.target).filter(|_| is_title) else {
            return;
        };
        self.p.fleet_mut(Side::Allied).special.used = true;
        self.reserve(Side::Allied).title_spent = true;
        self.show_chit(Side::Allied);
        if matches!(self.p.weather(), Weather::Storms | Weather::Gales) {
            return;
        }
        let die = self.die();
        let hits = if (1..=5).contains(&die) { die } else { 0 };
        self.log.push(|| Event::Title { die, hits });
        self.hit_tirpitz(target, hits);
    }

    /// Hits on Tirpitz that score nothing but her loss [12.4], [12.14.2].
    pub fn hit_tirpitz(&mut self, target: Place, hits: u8) {
        let t = self.t;
        let Some(tirpitz) = t.chart.find_ship("tirpitz") else {
            return;
        };
        let fleet = &mut self.p.secret.fleets[Side::Axis];
        let holder = fleet.forces.iter_mut().find(|force| {
            force.place == target && force.units.ships.iter().any(|state| state.ship == tirpitz)
        });
        let Some(force) = holder else { return };
        let who = Self::who(Side::Axis, force);
        let Some(found) = force
            .units
            .ships
            .iter()
            .position(|state| state.ship == tirpitz)
        else {
            return;
        };
        let state = force.units.ships[found];
        let ship = t.chart.ship(tirpitz);
        match crate::forces::after_hits(ship, state, hits) {
            Some(left) => {
                let lost = state.cs(ship) - left.cs(ship);
                force.units.ships[found] = left;
                if lost > 0 {
                    fleet.excused.push((tirpitz, lost));
                }
            }
            None => {
                self.sink(who, crate::losses::Lot::Ship(found));
                self.tidy_force(Side::Axis, who.block);
            }
        }
    }

    /// After Day 11 the Axis Convoy is late [12.3] (R34).
    fn miss_convoy_deadline(&mut self) {
        let late = self.p.turn >= CONVOY_DEADLINE
            && self.p.condition(self.t, Side::Axis) == Condition::AxisConvoy
            && self.axis_merchants_afloat() > 0;
        self.p.fleet_mut(Side::Axis).special.late |= late;
    }

    fn axis_merchants_afloat(&self) -> u8 {
        let forces = self.p.fleet(Side::Axis).forces.iter();
        forces
            .map(|force| force.units.merchants(&self.t.chart))
            .sum()
    }

    /// The Axis Convoy instead of a Dummy [12.3].
    pub fn muster_axis_convoy(&mut self, port: PortId) {
        let t = self.t;
        let convoy = self.p.chit(t, Side::Axis).and_then(|chit| chit.convoy);
        let kirkenes = t.sheet.find_port("kirkenes");
        let classes = (t.chart.find_class("es_de"), t.chart.find_class("mv_de"));
        let (Some((es, mv, _)), Some(to), (Some(escorts), Some(ships))) =
            (convoy, kirkenes, classes)
        else {
            return;
        };
        let list = crate::tables::ShipList {
            ships: Vec::new(),
            classes: vec![(escorts, es), (ships, mv)],
        };
        let start = self.p.start;
        let units = crate::forces::Units::of_list(&t.chart, &list);
        let account = Account::new("Axis Convoy", false, port, start);
        let fleet = self.p.fleet_mut(Side::Axis);
        crate::preparation::add_convoy(t, fleet, account, vec![to], units);
    }

    /// In the Confirmation Phase all chits are shown [3.3].
    pub fn show_chits(&mut self) {
        for side in Side::ALL {
            if self.p.fleet(side).special.chit.is_some() {
                self.show_chit(side);
            }
        }
    }

    /// What Special Conditions owe or bring in the end (chapter 12).
    pub fn confirm(&mut self) {
        let t = self.t;
        let allied = &self.p.fleet(Side::Allied).special;
        let (used, owing) = (allied.used, allied.owing.len() as i32);
        let gearbox = self.p.chit(t, Side::Allied).and_then(|chit| chit.gearbox);
        if let Some((ca, cl, dd)) = gearbox.filter(|_| !used && !self.p.is_gearbox_void(t)) {
            let vp = conditions::gearbox(t, ca + cl, dd, false);
            self.score(
                "12.10",
                vp,
                "GEARBOX was not done".to_owned(),
                Audience::Everybody,
            );
        }
        if self.p.condition(t, Side::Allied) == Condition::FaaStrike {
            let vp = t.chits.values.faa_failed * owing;
            self.score(
                "12.5",
                vp,
                "carriers that made no strike on Norway".to_owned(),
                Audience::Everybody,
            );
        }
        let convoy = self.p.chit(t, Side::Axis).and_then(|chit| chit.convoy);
        if let Some((_, _, if_late)) = convoy {
            let fleet = self.p.fleet(Side::Axis);
            let kirkenes = t.sheet.find_port("kirkenes");
            let in_port = kirkenes.map_or(0, |port| fleet.moored_in(t, port)); // those still afloat
            let late = fleet.special.late || self.axis_merchants_afloat() > 0;
            let vp = conditions::axis_convoy(t, in_port, late.into(), if_late);
            self.score(
                "12.3",
                vp,
                "the Axis Convoy".to_owned(),
                Audience::Everybody,
            );
        }
        self.settle_training(Side::Axis);
    }

    /// Carriers in Scapa Flow that owe a strike on Norway [12.5].
    pub fn note_strikes_owed(&mut self) {
        let t = self.t;
        if self.p.condition(t, Side::Allied) != Condition::FaaStrike {
            return;
        }
        let scapa = t.sheet.find_port("scapa_flow").map(Place::Port);
        let forces = self.p.fleet(Side::Allied).forces.iter();
        let there = forces.filter(|force| Some(force.place) == scapa);
        let ships = there.flat_map(|force| force.units.ships.iter().map(|state| state.ship));
        let owing: Vec<ShipId> = ships
            .filter(|ship| t.chart.ship(*ship).kind == ShipType::Cv)
            .collect();
        self.p.fleet_mut(Side::Allied).special.owing = owing;
    }

    /// Carriers whose aircraft attack a Norwegian port or airbase owe nothing more [12.5].
    pub fn note_strikes_made(&mut self, side: Side, units: &[AirId]) {
        let based = |id: &AirId| match self.p.air(side, *id)?.base {
            Base::Carrier(ship) => Some(ship),
            Base::Airbase(_) => None,
        };
        let carriers: Vec<ShipId> = units.iter().filter_map(based).collect();
        let owing = &mut self.p.fleet_mut(side).special.owing;
        owing.retain(|ship| !carriers.contains(ship));
    }
}
