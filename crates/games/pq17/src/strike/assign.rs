//! Assigning attackers [7.2.4]: waves, places, bombs or torpedoes; ice under torpedoes [7.3]; Elusive Target [13.1].

use crate::air::{AirChoice, AirEvent, AirId, AirOrder, AirStep, Flyer, Load, torpedoes_can_drop};
use crate::choice::Choice;
use crate::event::Event;
use crate::position::Position;
use crate::sequence::{Order, Play, Step};
use crate::side::Side;
use crate::strike::{Counter, Sortie, Stack, Strike};
use crate::tables::{Aircraft, Tables};
use crate::units::{Role, ShipType};

/// Units that may attack one target in one wave [7.2.4].
const AT_ONE_TARGET: usize = 2;

/// What an aircraft may carry: torpedoes only at sea and not in Gales; torpedo bombers nothing else there [7.2.4], [7.1.3],
/// [9.2.5].
pub(crate) fn loads(aircraft: &Aircraft, at_sea: bool, calm: bool) -> &'static [Load] {
    match (aircraft.torpedoes, at_sea, aircraft.role) {
        (0, ..) | (_, false, _) => &[Load::Bombs],
        (_, true, Role::TorpedoBomber) if !calm => &[],
        (_, true, Role::TorpedoBomber) => &[Load::Torpedoes],
        _ if !calm => &[Load::Bombs],
        _ => &[Load::Bombs, Load::Torpedoes],
    }
}

impl Position {
    /// What a unit may carry against the target of a strike.
    pub(crate) fn loads(&self, t: &Tables, strike: &Strike, kind: &Aircraft) -> &'static [Load] {
        let calm = self.weather_at(t, strike.hex).lets_torpedoes_run();
        loads(kind, strike.at_sea(), calm)
    }

    /// The next unit without a target. Fighters do not bomb once others have risen against them [7.2.2].
    fn next_unassigned(&self, t: &Tables, strike: &Strike) -> Option<AirId> {
        let bombs = |id: &AirId| {
            let unit = self.air(strike.side, *id);
            unit.is_some_and(|unit| {
                let kind = unit.aircraft(t);
                kind.bombing.is_some()
                    && !self.loads(t, strike, kind).is_empty()
                    && (kind.role != Role::Fighter || strike.scrambled.is_empty())
                    && unit.ready() > 0
            })
        };
        let free = strike
            .units
            .iter()
            .filter(|id| strike.sortie(**id).is_none());
        free.copied().find(bombs)
    }

    fn attackers_of(strike: &Strike, place: u8, wave: u8) -> usize {
        let there = strike.sorties.iter();
        there
            .filter(|sortie| sortie.place == place && sortie.wave == wave)
            .count()
    }

    /// Places of the line with room in a wave, up to one wave more than there are [7.2.4].
    pub(crate) fn list_assignments(&self, t: &Tables, id: AirId, out: &mut Vec<Choice>) {
        let Some(strike) = self.strike() else {
            return;
        };
        out.push(Choice::Auto);
        let Some(unit) = self.air(strike.side, id) else {
            return;
        };
        let loads = self.loads(t, strike, unit.aircraft(t));
        if self.is_straggler_strike(strike) {
            out.extend(loads.iter().map(|load| Choice::Air(AirChoice::Arm(*load))));
            return;
        }
        let waves = strike.sorties.iter().map(|sortie| sortie.wave).max();
        let waves = waves.map_or(1, |last| last + 1);
        for place in
            (0..strike.line.len() as u8).filter(|place| self.may_hit(t, strike, id, *place))
        {
            for wave in 1..=waves {
                if Self::attackers_of(strike, place, wave) < AT_ONE_TARGET {
                    let assign = |load: &Load| AirChoice::Assign {
                        place,
                        wave,
                        load: *load,
                    };
                    out.extend(loads.iter().map(assign).map(Choice::Air));
                }
            }
        }
    }

    /// Bomber Command bombs nothing but Tirpitz [12.4].
    fn may_hit(&self, t: &Tables, strike: &Strike, id: AirId, place: u8) -> bool {
        let only = self
            .air(strike.side, id)
            .is_some_and(|unit| unit.is_bomber_command(t));
        let stack = &strike.line[usize::from(place)];
        !only || stack.0.iter().any(|counter| is_tirpitz(t, counter))
    }

    /// What doctrine attacks: the place where most is to be gained, in the first wave with room.
    fn best_target(&self, t: &Tables, strike: &Strike, id: AirId) -> Option<Sortie> {
        let unit = self.air(strike.side, id)?;
        let kind = unit.aircraft(t);
        let clear = self.is_confirmed_clear(t, strike.hex);
        let load = match self.loads(t, strike, kind) {
            [] => return None,
            [only] => *only,
            _ if clear => Load::Torpedoes,
            _ => Load::Bombs,
        };
        let places = 0..strike.line.len() as u8;
        let places = places.filter(|place| self.may_hit(t, strike, id, *place));
        let value = |place: &u8| {
            let gain = self.worth(t, strike, &strike.line[usize::from(*place)], kind, load);
            let there = strike
                .sorties
                .iter()
                .filter(|sortie| sortie.place == *place);
            gain / (1 + there.count() as i32 / 2)
        };
        let place = places.max_by_key(value)?;
        let wave = (1..=u8::MAX).find(|w| Self::attackers_of(strike, place, *w) < AT_ONE_TARGET)?;
        Some(Sortie {
            unit: id,
            place,
            wave,
            load,
            elusive: false,
        })
    }

    /// What an attack on a stack is worth to the doctrine: chance to hit times Victory Points, less its fire.
    fn worth(
        &self,
        t: &Tables,
        strike: &Strike,
        stack: &Stack,
        kind: &Aircraft,
        load: Load,
    ) -> i32 {
        let side = strike.side.other();
        let Some(counter) = stack.0.first() else {
            return 0;
        };
        let Some(target) = self.counter_type(t, counter) else {
            return 100;
        };
        let hit = match load {
            Load::Torpedoes => {
                i32::from(t.combat.torpedoes.success) - i32::from(target.is_convoy_ship())
            }
            Load::Bombs => {
                let row = kind
                    .bombing
                    .and_then(|row| t.combat.bombing.hit(row, target));
                row.map_or(12, i32::from)
            }
        };
        let value = |counter: &Counter| match counter {
            Counter::Ship { ship, .. } => t.chart.ship(*ship).vp.in_halves(),
            Counter::Class { class, .. } => 2 * t.chart.class(*class).vp.in_halves(),
            Counter::Aircraft(_) => 1,
        };
        let steps: i32 = stack
            .0
            .iter()
            .map(|c| i32::from(self.counter_cs(t, side, c)))
            .sum();
        let vp = stack.0.iter().map(value).max().unwrap_or(0);
        let afloat = if target.is_heavy() { 1 + steps } else { 1 };
        let aa = stack.0.iter().map(|c| self.counter_aa(t, side, c));
        let aa = aa
            .fold(crate::units::Aa::None, crate::units::Aa::plus)
            .own_dice();
        (10 - hit).max(0) * vp * 10 / afloat - i32::from(aa)
    }

    /// Ships with one silhouette that stand alone in the line and are attacked [13.1].
    fn elusive_places(&self, t: &Tables, strike: &Strike) -> Vec<u8> {
        let single = |stack: &Stack| match stack.0.as_slice() {
            [counter] => self
                .counter_type(t, counter)
                .is_some_and(ShipType::is_single),
            _ => false,
        };
        let places = (0..strike.line.len() as u8).filter(|p| single(&strike.line[usize::from(*p)]));
        let attacked = |place: &u8| strike.sorties.iter().any(|sortie| sortie.place == *place);
        let others = strike
            .line
            .iter()
            .filter(|stack| !stack.0.is_empty())
            .count()
            > 1;
        places.filter(|place| others && attacked(place)).collect()
    }

    pub(crate) fn list_elusive(&self, t: &Tables, out: &mut Vec<Choice>) {
        out.push(Choice::Pass);
        if let Some(strike) = self.strike() {
            let places = self.elusive_places(t, strike).into_iter();
            out.extend(places.map(|place| Choice::Air(AirChoice::Elude(place))));
        }
    }
}

fn is_tirpitz(t: &Tables, counter: &Counter) -> bool {
    matches!(counter, Counter::Ship { ship, .. } if t.chart.ship(*ship).id == "tirpitz")
}

impl Play<'_> {
    /// Unit by unit; when all have a target, the attack begins [7.2.4].
    pub fn begin_assignment(&mut self) {
        let t = self.t;
        let Some(strike) = self.p.strike() else {
            return;
        };
        let side = strike.side;
        let empty = strike.line.is_empty() && !self.is_straggling();
        match self.p.next_unassigned(t, strike).filter(|_| !empty) {
            None => {
                self.assigned(side);
                self.plan_steps([Step::Air(AirStep::Elusive)]);
            }
            Some(id) => {
                self.plan_steps([Step::Air(AirStep::Assign)]);
                let mut ways = Vec::new();
                self.p.list_assignments(t, id, &mut ways);
                ways.retain(|way| *way != Choice::Auto);
                match ways.as_slice() {
                    // Nothing to choose, or nothing that it may attack.
                    [only] => self.assign(id, *only),
                    [] => self.sit_out(id),
                    _ => self.ask(side, Order::Air(AirOrder::Assign(id))),
                }
            }
        }
    }

    fn sit_out(&mut self, id: AirId) {
        let Some(strike) = self.p.strike_mut() else {
            return;
        };
        strike.units.retain(|unit| *unit != id);
        let side = strike.side;
        self.land(side, &[id]);
    }

    pub fn assign(&mut self, id: AirId, choice: Choice) {
        let t = self.t;
        let sortie = |place, wave, load| Sortie {
            unit: id,
            place,
            wave,
            load,
            elusive: false,
        };
        match choice {
            Choice::Air(AirChoice::Assign { place, wave, load }) => {
                self.send(sortie(place, wave, load));
            }
            Choice::Air(AirChoice::Arm(load)) => self.send(sortie(0, 1, load)),
            _ => {
                while let Some(sortie) = self.p.strike().and_then(|strike| {
                    let id = self.p.next_unassigned(t, strike)?;
                    match self.p.is_straggler_strike(strike) {
                        true => Some(self.p.by_doctrine(t, strike, id)),
                        false => self.p.best_target(t, strike, id),
                    }
                }) {
                    self.send(sortie);
                }
                // Whoever is left may attack nothing here.
                let idle = self
                    .p
                    .strike()
                    .and_then(|strike| self.p.next_unassigned(t, strike));
                if let Some(id) = idle {
                    self.sit_out(id);
                }
            }
        }
    }

    fn send(&mut self, sortie: Sortie) {
        if let Some(strike) = self.p.strike_mut() {
            strike.sorties.push(sortie);
        }
    }

    /// Says who attacks what, and rolls for ice under torpedoes: not Clear keeps them from attacking at all [7.2.4], [7.3].
    fn assigned(&mut self, side: Side) {
        let (p, t) = (&*self.p, self.t);
        let Some(strike) = p.strike() else {
            return;
        };
        let (hex, at_sea) = (strike.hex, strike.at_sea());
        let torpedoes = strike.sorties.iter().any(|s| s.load == Load::Torpedoes);
        self.log.push(|| {
            let words = strike.sorties.iter().map(|sortie| {
                let name = p.flyer_name(t, side, Flyer::Unit(sortie.unit));
                let (place, wave) = (sortie.place + 1, sortie.wave);
                format!("{name}: target {place}, wave {wave}, {}", sortie.load)
            });
            Event::Air(AirEvent::Assigned {
                side,
                orders: words.collect(),
            })
        });
        let confirmed = self.p.is_confirmed_clear(t, hex);
        if !torpedoes || !at_sea || confirmed {
            return;
        }
        let (die, ice) = self.actual_ice(side, hex);
        self.log
            .push(|| Event::Air(AirEvent::IceOverTarget { die, ice }));
        if torpedoes_can_drop(confirmed, Some(ice)) {
            return;
        }
        let Some(strike) = self.p.strike_mut() else {
            return;
        };
        let (out, stay): (Vec<Sortie>, Vec<Sortie>) = strike
            .sorties
            .iter()
            .partition(|sortie| sortie.load == Load::Torpedoes);
        strike.sorties = stay;
        let out: Vec<AirId> = out.iter().map(|sortie| sortie.unit).collect();
        strike.units.retain(|unit| !out.contains(unit));
        self.land(side, &out);
    }

    /// Before any fire the Allied player may name a ship that the attackers lose sight of [13.1].
    pub fn begin_elusive(&mut self) {
        let t = self.t;
        self.plan_steps([Step::Air(AirStep::Wave)]);
        let Some(strike) = self.p.strike() else {
            return;
        };
        let held = self.p.fleet(Side::Allied).wing.elusive.is_some();
        let against = strike.side == Side::Axis && held;
        if against && !self.p.elusive_places(t, strike).is_empty() {
            self.ask(Side::Allied, Order::Air(AirOrder::Elusive));
        }
    }

    /// Her attackers take other targets, with -1 to hit [13.1].
    pub fn elude(&mut self, choice: Choice) {
        let Choice::Air(AirChoice::Elude(place)) = choice else {
            return;
        };
        self.p.fleet_mut(Side::Allied).wing.elusive = None;
        let (p, t) = (&*self.p, self.t);
        let ship = p
            .strike()
            .and_then(|strike| strike.line.get(usize::from(place)));
        let ship = ship.and_then(|stack| stack.0.first());
        let ship = ship.map(|counter| p.counter_name(t, Side::Allied, counter));
        let ship = ship.unwrap_or_default();
        self.log.push(|| Event::Air(AirEvent::Eludes { ship }));
        let Some(strike) = self.p.strike_mut() else {
            return;
        };
        let side = strike.side;
        let mut driven = Vec::new();
        for sortie in strike
            .sorties
            .iter_mut()
            .filter(|sortie| sortie.place == place)
        {
            sortie.elusive = true;
            driven.push(sortie.unit);
        }
        for unit in driven.into_iter().rev() {
            self.ask(side, Order::Air(AirOrder::Switch(unit)));
        }
    }
}
