//! Combine Forces, Fuel, and the end of an Operation [1.2.4], [11], [3.3], [3.4].

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, CONVOY_ESCORTS, CONVOY_SUBMARINES, Force, Kind, PACK, Place};
use crate::fuel::Status;
use crate::position::{Audience, End, Position};
use crate::sequence::{Order, Play, Segment, Step};
use crate::side::Side;
use crate::tables::{Rearm, Tables, Track};
use crate::units::ShipType;
use crate::victory::{self, Afloat, ConvoyEnd};

/// Whether one force can be taken into another of the same place [1.2.1], [1.2.2], [1.2.4].
pub(crate) fn may_combine(t: &Tables, side: Side, a: &Force, b: &Force) -> bool {
    let chart = &t.chart;
    let both = |so: fn(ShipType) -> bool| a.units.cs(chart, so) + b.units.cs(chart, so);
    match (a.kind, b.kind) {
        (Kind::TaskForce, Kind::TaskForce) => true,
        (Kind::Wolfpack, Kind::Wolfpack) => {
            let nation = |force: &Force| force.units.submarine_nation(chart);
            !a.shadowing
                && !b.shadowing
                && nation(a) == nation(b)
                && both(ShipType::is_submarine) <= PACK
        }
        (Kind::Convoy, Kind::TaskForce) => {
            let small = both(|kind| kind == ShipType::Es) <= CONVOY_ESCORTS
                && both(ShipType::is_submarine) <= CONVOY_SUBMARINES;
            let whole = a.sailing.as_ref().is_some_and(|sailing| !sailing.scattered);
            whole && (side == Side::Axis || small)
        }
        _ => false,
    }
}

impl Position {
    pub(crate) fn list_combinations(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let forces = &self.fleet(side).forces;
        for a in forces {
            for b in forces {
                let ordered = a.kind != b.kind || a.block < b.block;
                if a.block != b.block && a.place == b.place && ordered && may_combine(t, side, a, b)
                {
                    out.push(Choice::Combine(a.block, b.block));
                }
            }
        }
        out.push(Choice::Done);
    }
}

impl Play<'_> {
    /// Surplus Dummies go, ships Dead in the Water are scuttled, then forces combine [1.2.4], [1.3], [5.1.1].
    pub fn begin_combining(&mut self, side: Side) {
        self.merge_dummies(side);
        self.scuttle(side);
        self.ask_combining(side);
    }

    fn ask_combining(&mut self, side: Side) {
        let mut offers = Vec::new();
        self.p.list_combinations(self.t, side, &mut offers);
        if offers.len() > 1 {
            self.ask(side, Order::Combine);
        }
    }

    /// Two or more Dummies of a hex become one; port and sea count as one place for them [1.3] (R81).
    fn merge_dummies(&mut self, side: Side) {
        let t = self.t;
        let hex = |force: &Force| match force.place {
            Place::Port(port) => Some(t.sheet.port(port).hex),
            place => place.at_sea(),
        };
        let dummies = self
            .p
            .fleet(side)
            .forces
            .iter()
            .filter(|force| force.kind == Kind::Dummy);
        let mut seen = Vec::new();
        let mut surplus = Vec::new();
        for dummy in dummies {
            match seen.contains(&hex(dummy)) {
                true => surplus.push(dummy.block),
                false => seen.push(hex(dummy)),
            }
        }
        for block in surplus {
            self.dummy_gone(side, block);
        }
    }

    /// The highest ID and the worst Fuel marker hold [1.2.4], [11.1.1].
    pub fn combine(&mut self, side: Side, choice: Choice) {
        let Choice::Combine(a, b) = choice else {
            return;
        };
        self.join_forces(side, a, b);
        self.ask_combining(side);
    }

    /// One force takes another in.
    pub fn join_forces(&mut self, side: Side, a: BlockId, b: BlockId) {
        let Some(gone) = self.p.fleet(side).force(b).cloned() else {
            return;
        };
        self.move_inop(side, b, a, None);
        self.remove(side, b);
        let Some(force) = self.p.fleet_mut(side).force_mut(a) else {
            return;
        };
        force.units.join(gone.units.clone());
        force.id = force.id.max(gone.id);
        force.fuel = match (force.fuel, gone.fuel) {
            (Some(own), Some(other)) => Some(own.worse(other)),
            (own, other) => own.or(other),
        };
        force.motion.hexes = force.motion.hexes.max(gone.motion.hexes);
        force.in_port_since = force.in_port_since.max(gone.in_port_since);
        let (who, hex) = (Self::who(side, &gone), force.hex());
        self.log.push(|| Event::Combined { who, into: a });
        if let Some(hex) = hex {
            self.mix(side, hex);
        }
    }

    /// The Turn marker advances; markers are looked at; who lay in port a whole turn is full again [11.1], [11.3.1] (R7).
    pub fn fuel_phase(&mut self) {
        let (t, over) = (self.t, self.p.turn);
        self.p.segment = Segment::Fuel;
        self.p.active = None;
        self.p.named.clear();
        self.log.push(|| Event::SegmentBegins {
            side: None,
            segment: Segment::Fuel,
        });
        self.p.turn = over.later(1);
        let now = self.p.turn;
        for side in Side::ALL {
            self.refuel_at_sea(side, over);
            let mut news = Vec::new();
            for force in &mut self.p.fleet_mut(side).forces {
                let who = Self::who(side, force);
                match force.place {
                    Place::Port(port) if force.in_port_since < over => {
                        let port = t.sheet.port(port);
                        if port.refuels {
                            fill_oilers(t, force);
                        }
                        match port.refuels && force.fuel.take().is_some() {
                            true => news.push(Event::Refuelled { who }),
                            false => rearm(t, force, port.rearm),
                        }
                    }
                    _ => {
                        let before = force.fuel.map(|fuel| fuel.status);
                        force.fuel = force.fuel.map(|fuel| fuel.checked(t, now));
                        let status = force.fuel.map(|fuel| fuel.status);
                        if status != before {
                            let critical = status == Some(Status::Critical);
                            news.push(Event::LowFuel { who, critical });
                        }
                    }
                }
            }
            for event in news {
                self.log.push(|| event);
            }
        }
        let ends = victory::operation_ends(self.afloat(), over);
        self.plan_steps([if ends {
            Step::Administration
        } else {
            Step::Turn
        }]);
    }

    fn afloat(&self) -> Afloat {
        let count = |side: Side, so: &dyn Fn(&Force) -> bool| {
            self.p
                .fleet(side)
                .forces
                .iter()
                .filter(|force| so(force))
                .count() as u8
        };
        let tf = |force: &Force| force.kind == Kind::TaskForce && force.hex().is_some();
        Afloat {
            // The Axis Convoy counts while it is at sea (R6).
            convoys: Side::ALL
                .map(|side| {
                    count(side, &|force| {
                        force.kind == Kind::Convoy && force.hex().is_some()
                    })
                })
                .iter()
                .sum(),
            not_sailed: count(Side::Allied, &|force| {
                force.kind == Kind::Convoy && force.place.in_port().is_some()
            }),
            allied_tfs: count(Side::Allied, &tf),
            axis_tfs: count(Side::Axis, &tf),
        }
    }

    /// Command Points, Convoys, fuel and damage are counted [3.3], [2.3], [2.1], [2.2], [2.4].
    pub fn administer(&mut self) {
        let t = self.t;
        self.p.segment = Segment::Administration;
        self.log.push(|| Event::SegmentBegins {
            side: None,
            segment: Segment::Administration,
        });
        self.log.reveal();
        self.confirm();
        for track in Track::ALL {
            let vp = self.p.fleet(track.side()).points[track.index()].vp(t, track);
            self.score(
                "2.3",
                vp,
                format!("Command Points of {track}"),
                Audience::Everybody,
            );
        }
        for account in self.p.fleet(Side::Allied).accounts.clone() {
            let end = ConvoyEnd {
                started: account.started,
                arrived: account.arrived,
                exempt: account.exempt,
                loaded: account.loaded,
            };
            let text = format!(
                "{} of {} merchant ships of {} arrived",
                account.arrived, account.started, account.id
            );
            self.score("2.1", victory::arrival(t, end), text, Audience::Everybody);
        }
        for side in Side::ALL {
            self.count_fuel_and_damage(side);
        }
        match self.p.season {
            Some(_) => self.plan_order_of_battle(),
            None => self.finish(End::Played),
        }
    }

    fn count_fuel_and_damage(&mut self, side: Side) {
        let t = self.t;
        let chart = &t.chart;
        let mut scores = Vec::new();
        for force in &self.p.fleet(side).forces {
            let critical = force
                .fuel
                .is_some_and(|fuel| fuel.status == Status::Critical);
            if critical && force.hex().is_some() {
                let count = |so: fn(ShipType) -> bool| force.units.counters(chart, so);
                let vp = victory::critical_fuel(
                    t,
                    side,
                    count(ShipType::is_capital),
                    count(ShipType::is_cruiser),
                    count(|kind| kind == ShipType::Cve),
                    force.units.cs(chart, ShipType::is_flotilla),
                );
                scores.push(("2.2", vp, format!("{} has Critical Fuel", force.name)));
            }
            for state in &force.units.ships {
                let ship = chart.ship(state.ship);
                if ship.kind.is_capital() {
                    let excused = self.p.fleet(side).excused.iter();
                    let excused: u8 = excused
                        .filter(|(own, _)| *own == state.ship)
                        .map(|(_, cs)| *cs)
                        .sum();
                    let left = (state.cs(ship) + excused).min(ship.cs()); // (R90)
                    let vp = victory::damaged_capital(t, ship, left);
                    scores.push(("2.4", vp, format!("{} is damaged", ship.name)));
                }
            }
        }
        for (rule, vp, text) in scores {
            self.score(rule, vp, text, Audience::Everybody);
        }
        self.excuse_damage(side);
    }

    /// In a Campaign each CS lost scores once (R90).
    fn excuse_damage(&mut self, side: Side) {
        let chart = &self.t.chart;
        if self.p.season.is_none() {
            return;
        }
        let fleet = self.p.fleet_mut(side);
        let ships = fleet
            .forces
            .iter()
            .flat_map(|force| force.units.ships.iter());
        let lost = ships.map(|state| {
            let ship = chart.ship(state.ship);
            (state.ship, ship.cs().saturating_sub(state.cs(ship)))
        });
        let lost: Vec<_> = lost.filter(|(_, cs)| *cs > 0).collect();
        fleet.excused = lost;
    }
}

/// Oilers are full again [11.3.1].
fn fill_oilers(t: &Tables, force: &mut Force) {
    for state in &mut force.units.ships {
        let ship = t.chart.ship(state.ship);
        state.oil = state
            .cs(ship)
            .saturating_mul(t.fuel.oil_per_cs)
            .min(ship.oil);
    }
}

/// A complete turn in a rearming port brings new torpedoes [7.3.2] (R39).
fn rearm(t: &Tables, force: &mut Force, rearm: Rearm) {
    for pool in &mut force.units.pools {
        let class = t.chart.class(pool.class);
        let serves = match rearm {
            Rearm::Nobody => false,
            Rearm::All => true,
            Rearm::Submarines => class.kind.is_submarine(),
            Rearm::Soviet => class.nation == crate::side::Nation::Soviet,
        };
        if serves {
            pool.spent = 0;
        }
    }
}
