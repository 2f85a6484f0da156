//! One wave of an air attack: whose target is gone turns elsewhere, guns fire, CAMs help, bombs and torpedoes fall
//! [7.2.5], [7.2.6].

use crate::air::{
    self, AirChoice, AirEvent, AirId, AirOrder, AirStep, Flyer, Load, StrikeCondition,
};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::Force;
use crate::position::Position;
use crate::rolls::Roll;
use crate::sequence::{Order, Play, Step};
use crate::side::Side;
use crate::strike::{AaDie, Sortie, Strike, Target, in_words};
use crate::tables::{AirResult, Tables};
use crate::time::Light;
use crate::units::{Aa, ShipType};

impl Force {
    /// CAMs not yet used [1.4.3].
    pub(crate) fn cams(&self, t: &Tables) -> u8 {
        let used = self.sailing.as_ref().map_or(0, |sailing| sailing.cams_used);
        let cams = self.units.cs(&t.chart, |kind| kind == ShipType::Mc);
        cams.saturating_sub(used)
    }

    /// One CAM flies, and cannot again [1.4.3].
    pub(crate) fn use_cam(&mut self) {
        if let Some(sailing) = &mut self.sailing {
            sailing.cams_used += 1;
        }
    }
}

impl Strike {
    /// Sorties of the present wave.
    fn now(&self) -> impl Iterator<Item = &Sortie> {
        self.sorties
            .iter()
            .filter(|sortie| sortie.wave == self.wave)
    }

    fn is_target(&self, place: u8) -> bool {
        self.now().any(|sortie| sortie.place == place)
    }

    /// Units that a neighbour of the line could fire at: those attacking beside it [7.2.5].
    fn beside(&self, place: u8) -> Vec<AirId> {
        let near: Vec<u8> = self.neighbours(place).collect();
        let now = self.now().filter(|sortie| near.contains(&sortie.place));
        now.map(|sortie| sortie.unit).collect()
    }
}

impl Position {
    /// Anti-aircraft strength of a place: what stands in a stack adds up [7.2.5].
    fn stack_aa(&self, t: &Tables, strike: &Strike, place: u8) -> Aa {
        let side = strike.side.other();
        let counters = strike.line[usize::from(place)].0.iter();
        counters
            .map(|counter| self.counter_aa(t, side, counter))
            .fold(Aa::None, Aa::plus)
    }

    /// Dice of a place, and how many of them AA ships fire [7.2.5].
    pub(crate) fn stack_dice(&self, t: &Tables, strike: &Strike, place: u8, own: bool) -> (u8, u8) {
        let side = strike.side.other();
        let aa = self.stack_aa(t, strike, place);
        let dice = if own {
            aa.own_dice()
        } else {
            aa.support_dice()
        };
        let counters = strike.line[usize::from(place)].0.iter();
        let gunships = counters.filter(|counter| {
            matches!(
                self.counter_type(t, counter),
                Some(ShipType::Claa | ShipType::Aa)
            )
        });
        let gunships = gunships.map(|counter| self.counter_aa(t, side, counter).support_dice());
        (dice, gunships.sum::<u8>().min(dice))
    }

    /// Neighbours of a target that are none themselves and have a number [7.2.5].
    fn supporters(&self, t: &Tables, strike: &Strike) -> Vec<u8> {
        let places = 0..strike.line.len() as u8;
        places
            .filter(|place| strike.stands(*place) && !strike.is_target(*place))
            .filter(|place| self.stack_aa(t, strike, *place).support_dice() > 0)
            .filter(|place| !strike.beside(*place).is_empty())
            .collect()
    }

    pub(crate) fn list_support(&self, place: u8, out: &mut Vec<Choice>) {
        out.push(Choice::Auto);
        if let Some(strike) = self.strike() {
            let units = strike.beside(place).into_iter();
            out.extend(units.map(|unit| Choice::Air(AirChoice::Fire(unit))));
        }
    }

    /// Doctrine fires at torpedo aircraft first, at the strongest of them.
    fn best_support(&self, t: &Tables, strike: &Strike, place: u8) -> Option<AirId> {
        let value = |unit: &AirId| {
            let load = strike.sortie(*unit).map(|sortie| sortie.load);
            let cs = self.flyer_cs(t, strike.side, Flyer::Unit(*unit));
            (load == Some(Load::Torpedoes), cs)
        };
        strike.beside(place).into_iter().max_by_key(value)
    }

    /// What one die does to a unit, with a CAM or without [7.2.5], [1.4.3].
    pub(super) fn aa_result(
        &self,
        t: &Tables,
        strike: &Strike,
        aa: &AaDie,
        cam: bool,
    ) -> AirResult {
        let Some(sortie) = strike.sortie(aa.unit) else {
            return AirResult::None;
        };
        self.flak(t, strike, aa, sortie.load, cam)
    }

    /// The same for a unit that is still to be sent in with a load.
    pub(super) fn flak(
        &self,
        t: &Tables,
        strike: &Strike,
        aa: &AaDie,
        load: Load,
        cam: bool,
    ) -> AirResult {
        let Some(kind) = self.flyer_type(t, strike.side, Flyer::Unit(aa.unit)) else {
            return AirResult::None;
        };
        let mut conditions = Vec::with_capacity(3);
        conditions.extend(aa.aa_ship.then_some(StrikeCondition::AaShip));
        conditions.extend(cam.then_some(StrikeCondition::Cam));
        let night = strike.light == Light::Night;
        conditions.extend(night.then_some(StrikeCondition::Night));
        conditions.extend(strike.port().map(|_| StrikeCondition::Port)); // [7.2.7]
        air::aa_fire(t, kind, load == Load::Torpedoes, &conditions, aa.die)
    }

    /// Dice that a CAM would make better.
    fn cam_dice(&self, t: &Tables, strike: &Strike) -> Vec<u8> {
        let dice = strike.aa.iter().enumerate();
        let better = dice.filter(|(_, aa)| {
            !aa.cam && self.aa_result(t, strike, aa, true) > self.aa_result(t, strike, aa, false)
        });
        better.map(|(place, _)| place as u8).collect()
    }

    /// CAMs of the force under attack that can fly [1.4.3]; in port they do not.
    fn cams_ready(&self, t: &Tables, strike: &Strike) -> u8 {
        let flies = self.weather_at(t, strike.hex).lets_carriers_launch();
        let owner = strike.side.other();
        let blocks = strike.blocks().into_iter();
        let forces = blocks.filter_map(|block| self.fleet(owner).force(block));
        forces.map(|force| force.cams(t)).sum::<u8>() * u8::from(flies)
    }

    pub(crate) fn list_cam(&self, t: &Tables, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        if let Some(strike) = self.strike() {
            let dice = self.cam_dice(t, strike).into_iter();
            out.extend(dice.map(|die| Choice::Air(AirChoice::Cam(die))));
        }
    }

    /// Places beside one that is gone; after Elusive Target any other; or none, unless there it must [7.2.6], [13.1].
    pub(crate) fn list_switches(&self, unit: AirId, out: &mut Vec<Choice>) {
        let Some(strike) = self.strike() else {
            return;
        };
        let Some(sortie) = strike.sortie(unit) else {
            return;
        };
        let switch = |place| Choice::Air(AirChoice::Switch(place));
        match sortie.elusive && strike.stands(sortie.place) {
            true => {
                let others = (0..strike.line.len() as u8).filter(|place| strike.stands(*place));
                out.extend(others.filter(|place| *place != sortie.place).map(switch));
            }
            false => {
                out.push(Choice::Pass);
                out.extend(strike.neighbours(sortie.place).map(switch));
            }
        }
    }
}

impl Play<'_> {
    /// The next wave, if there is one [7.2].
    pub fn begin_wave(&mut self) {
        let t = self.t;
        let Some(strike) = self.p.strike() else {
            return;
        };
        let side = strike.side;
        let ready = |sortie: &&Sortie| self.p.flyer_cs(t, side, Flyer::Unit(sortie.unit)) > 0;
        let next = strike
            .sorties
            .iter()
            .filter(ready)
            .map(|sortie| sortie.wave);
        let next = next.filter(|wave| *wave > strike.wave).min();
        let Some(wave) = next else {
            self.plan_steps([Step::Air(AirStep::After)]);
            return;
        };
        let Some(strike) = self.p.strike_mut() else {
            return;
        };
        strike.wave = wave;
        strike.support.clear();
        strike.aa.clear();
        self.plan_steps([Step::Air(AirStep::Support)]);
        if self.is_straggling() {
            return;
        }
        self.turn_elsewhere();
    }

    /// Whose target is gone takes one beside it, or none [7.2.6].
    fn turn_elsewhere(&mut self) {
        let Some(strike) = self.p.strike() else {
            return;
        };
        let side = strike.side;
        let lost: Vec<AirId> = strike
            .now()
            .filter(|sortie| !strike.stands(sortie.place))
            .map(|sortie| sortie.unit)
            .collect();
        for unit in lost.into_iter().rev() {
            let mut ways = Vec::new();
            self.p.list_switches(unit, &mut ways);
            match ways.len() {
                0 | 1 => self.switch_target(unit, Choice::Pass),
                _ => self.ask(side, Order::Air(AirOrder::Switch(unit))),
            }
        }
    }

    pub fn switch_target(&mut self, unit: AirId, choice: Choice) {
        let Some(strike) = self.p.strike_mut() else {
            return;
        };
        let side = strike.side;
        match choice {
            Choice::Air(AirChoice::Switch(place)) => {
                let mut sorties = strike.sorties.iter_mut();
                if let Some(sortie) = sorties.find(|sortie| sortie.unit == unit) {
                    sortie.place = place;
                }
            }
            _ => {
                strike.sorties.retain(|sortie| sortie.unit != unit);
                strike.units.retain(|other| *other != unit);
                self.land(side, &[unit]);
            }
        }
    }

    /// Neighbours choose whom to fire at, one after another [7.2.5].
    pub fn begin_support(&mut self) {
        let t = self.t;
        let Some(strike) = self.p.strike() else {
            return;
        };
        let done = |place: &u8| strike.support.iter().any(|(other, _)| other == place);
        let next = self
            .p
            .supporters(t, strike)
            .into_iter()
            .find(|place| !done(place));
        let Some(place) = next else {
            self.plan_steps([Step::Air(AirStep::Fire)]);
            return;
        };
        let (owner, beside) = (strike.side.other(), strike.beside(place));
        self.plan_steps([Step::Air(AirStep::Support)]);
        match beside.as_slice() {
            [only] => self.support(place, Choice::Air(AirChoice::Fire(*only))),
            _ => self.ask(owner, Order::Air(AirOrder::Support(place))),
        }
    }

    pub fn support(&mut self, place: u8, choice: Choice) {
        let t = self.t;
        let Some(strike) = self.p.strike() else {
            return;
        };
        let chosen: Vec<(u8, AirId)> = match choice {
            Choice::Air(AirChoice::Fire(unit)) => vec![(place, unit)],
            _ => {
                let done = |place: &u8| strike.support.iter().any(|(other, _)| other == place);
                let places = self.p.supporters(t, strike).into_iter();
                let places = places.filter(|place| !done(place));
                places
                    .filter_map(|place| Some((place, self.p.best_support(t, strike, place)?)))
                    .collect()
            }
        };
        if let Some(strike) = self.p.strike_mut() {
            strike.support.extend(chosen);
        }
    }

    /// All guns fire: each target at each unit that attacks it, neighbours at one, port and airbase at all [7.2.5].
    pub fn fire_flak(&mut self) {
        let t = self.t;
        self.plan_steps([Step::Air(AirStep::Drop)]);
        let Some(strike) = self.p.strike() else {
            return;
        };
        let owner = strike.side.other();
        let ashore = match &strike.target {
            Target::Port(port) | Target::Harbor(port, _) => t.sheet.port(*port).aa,
            Target::Airbase(base) => t.sheet.airbase(*base).aa,
            Target::Force(_) | Target::Battle { .. } => 0,
        };
        let mut guns: Vec<(AirId, u8, u8)> = Vec::new();
        for sortie in strike.now() {
            if !self.p.is_straggler_strike(strike) {
                let (dice, gunships) = self.p.stack_dice(t, strike, sortie.place, true);
                guns.push((sortie.unit, dice, gunships));
                for (place, _) in strike
                    .support
                    .iter()
                    .filter(|(_, unit)| *unit == sortie.unit)
                {
                    let (dice, gunships) = self.p.stack_dice(t, strike, *place, false);
                    guns.push((sortie.unit, dice, gunships));
                }
            }
            guns.push((sortie.unit, ashore, 0));
        }
        let mut aa = Vec::new();
        for (unit, dice, gunships) in guns {
            for number in 0..dice {
                aa.push(AaDie {
                    unit,
                    die: self.roll(Roll::AntiAircraft),
                    aa_ship: number < gunships,
                    cam: false,
                });
            }
        }
        if let Some(strike) = self.p.strike_mut() {
            strike.aa = aa;
        }
        self.offer_cam(owner);
    }

    /// One die for each CAM may be made better [1.4.3], [7.2.5].
    fn offer_cam(&mut self, owner: Side) {
        let Some(strike) = self.p.strike() else {
            return;
        };
        let can = self.p.cams_ready(self.t, strike) > 0;
        if can && !self.p.cam_dice(self.t, strike).is_empty() {
            self.ask(owner, Order::Air(AirOrder::Cam));
        }
    }

    pub fn use_cam(&mut self, side: Side, choice: Choice) {
        let t = self.t;
        let Choice::Air(AirChoice::Cam(die)) = choice else {
            return;
        };
        let Some(strike) = self.p.strike_mut() else {
            return;
        };
        if let Some(aa) = strike.aa.get_mut(usize::from(die)) {
            aa.cam = true;
        }
        for block in strike.blocks() {
            let force = self.p.fleet_mut(side).force_mut(block);
            if let Some(force) = force.filter(|force| force.cams(t) > 0) {
                force.use_cam();
                break;
            }
        }
        self.log.push(|| Event::Air(AirEvent::CamRises { side }));
        self.offer_cam(side);
    }

    pub(super) fn told_of_fire(
        &mut self,
        side: Side,
        unit: AirId,
        dice: Vec<u8>,
        results: &[AirResult],
    ) {
        let (p, t) = (&*self.p, self.t);
        self.log.push(|| {
            Event::Air(AirEvent::AntiAircraft {
                at: p.flyer_name(t, side, Flyer::Unit(unit)),
                dice,
                results: in_words(results),
            })
        });
    }

    /// What the guns did; then those who are left attack, one after another [7.2.6].
    pub fn drop_loads(&mut self) {
        let t = self.t;
        self.plan_steps([Step::Air(AirStep::Wave)]);
        let Some(strike) = self.p.strike() else {
            return;
        };
        let side = strike.side;
        let now: Vec<Sortie> = strike.now().copied().collect();
        let mut fire: Vec<(AirId, Vec<u8>, Vec<AirResult>)> = Vec::new();
        for sortie in &now {
            let dice = strike.aa.iter().filter(|aa| aa.unit == sortie.unit);
            let (rolled, results): (Vec<u8>, Vec<AirResult>) = dice
                .map(|aa| (aa.die, self.p.aa_result(t, strike, aa, aa.cam)))
                .unzip();
            fire.push((sortie.unit, rolled, results));
        }
        let mut left: Vec<u8> = Vec::new();
        for (unit, dice, results) in fire {
            let cs = self.p.flyer_cs(t, side, Flyer::Unit(unit));
            left.push(air::cs_after_fire(cs, &results));
            if dice.is_empty() {
                continue;
            }
            self.told_of_fire(side, unit, dice, &results);
            self.hurt_flyer(side, Flyer::Unit(unit), &results);
        }
        for (sortie, cs) in now.iter().zip(left).filter(|(_, cs)| *cs > 0) {
            self.drop_load(side, sortie, cs);
        }
        self.tidy_targets();
    }
}
