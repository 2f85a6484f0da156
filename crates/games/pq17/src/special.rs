//! Special Conditions in play (chapter 12): chits, the Special Conditions Phase, the Confirmation Phase.

mod attacks;
mod axis_convoy;
mod scores;

use crate::air::AirId;
use crate::choice::Choice;
use crate::conditions;
use crate::event::Event;
use crate::forces::{BlockId, Force, Kind, Place};
use crate::hex::Hex;
use crate::position::{Audience, Mission, Position};
use crate::sequence::{Order, Play, Segment};
use crate::side::Side;
use crate::tables::{Base, CHITS, ChitResult, Condition, Tables};
use crate::time::Light;
use crate::units::{PortId, ShipId, ShipType};

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
        if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
            force.motion.hexes += 1; // off the map
        }
        self.end_move(side, block); // High Speed costs fuel to the last [11.1.3]
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
        self.end_axis_phase();
        self.title();
        self.announce_raiders();
        self.miss_convoy_deadline();
        if self.p.fleet(Side::Axis).special.revealed {
            self.score_breakout(); // nothing is left to keep secret
        }
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
        if self.p.condition(self.t, side) == Condition::AtlanticBreakout {
            self.show_chit(side);
            self.score_breakout();
        } else if let Some((vp, text)) = self.p.scores_now(self.t, side) {
            self.p.fleet_mut(side).special.used = true;
            self.show_chit(side);
            self.score("12", vp, text.to_owned(), Audience::Everybody);
        }
    }

    /// Every ship that breaks out scores, those that follow later too, at the latest in the Confirmation Phase [12.2].
    fn score_breakout(&mut self) {
        if self.p.condition(self.t, Side::Axis) != Condition::AtlanticBreakout {
            return;
        }
        if let Some((vp, text)) = self.p.breakout_scores(self.t) {
            self.score("12.2", vp, text.to_owned(), Audience::Everybody);
        }
        let special = &mut self.p.fleet_mut(Side::Axis).special;
        special.exits_counted = special.exited.len() as u8;
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
        self.score_breakout();
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
