//! Fuel, and the end of an Operation (chapter 11), [3.3], [3.4].

use crate::air::Mission;
use crate::event::Event;
use crate::forces::{Force, Kind, Place, ShipState};
use crate::fuel::Status;
use crate::position::{Audience, End, Fleet, Position};
use crate::rearming::rearm;
use crate::season::Cause;
use crate::sequence::{Play, Segment, Step};
use crate::side::Side;
use crate::tables::{Tables, Track};
use crate::time::Turn;
use crate::units::ShipType;
use crate::victory::{self, Afloat, ConvoyEnd};

impl Play<'_> {
    /// The Turn marker advances; markers are looked at; who lay in port a whole turn is full again [11.1], [11.3.1] (R7).
    pub fn fuel_phase(&mut self) {
        let over = self.p.turn;
        self.p.segment = Segment::Fuel;
        self.p.active = None;
        self.p.named.clear();
        self.log.push(|| Event::SegmentBegins {
            side: None,
            segment: Segment::Fuel,
        });
        self.p.turn = over.later(1);
        self.see_to_fuel(over);
        let ends = victory::operation_ends(self.p.afloat(self.t), over);
        self.plan_steps([if ends {
            Step::Administration
        } else {
            Step::Turn
        }]);
    }

    /// What a turn that is over leaves in the tanks [11.1], [11.3.1] (R7).
    pub fn see_to_fuel(&mut self, over: Turn) {
        let (t, now) = (self.t, self.p.turn);
        for side in Side::ALL {
            self.refuel_at_sea(side, over);
            let mut news = Vec::new();
            for force in &mut self.p.fleet_mut(side).forces {
                let who = Self::who(side, force);
                if lie_in_port(t, force, over) {
                    news.push(Event::Refuelled { who });
                    continue;
                }
                let before = force.fuel.map(|fuel| fuel.status);
                force.fuel = force.fuel.map(|fuel| fuel.checked(t, now));
                let status = force.fuel.map(|fuel| fuel.status);
                if status != before {
                    let critical = status == Some(Status::Critical);
                    news.push(Event::LowFuel { who, critical });
                }
            }
            for event in news {
                self.log.push(|| event);
            }
        }
    }

    /// The Confirmation Phase: chits are shown, harbours raided; then points are counted [3.3], [12.7].
    pub fn administer(&mut self) {
        self.p.segment = Segment::Administration;
        self.p.active = None;
        self.end_touch();
        self.rejoin_from_channel();
        self.log.push(|| Event::SegmentBegins {
            side: None,
            segment: Segment::Administration,
        });
        self.log.reveal();
        self.show_chits();
        let raids = (0..self.t.chits.values.raids).map(|_| Step::HarborRaid);
        self.plan_steps(raids.chain([Step::Tally]).collect::<Vec<_>>());
    }

    /// The Operation is over: nobody shadows anything, and nobody is in the air.
    fn end_touch(&mut self) {
        for side in Side::ALL {
            let fleet = self.p.fleet_mut(side);
            fleet.wing.elusive = None;
            for unit in &mut fleet.air {
                unit.mission = Mission::Base;
            }
            for force in &mut fleet.forces {
                force.shadows.clear();
                force.shadowing = false;
            }
        }
    }

    /// Special Conditions, Command Points, Convoys, fuel and damage are counted [3.3], [2.3], [2.1], [2.2], [2.4].
    pub fn count_points(&mut self) {
        let t = self.t;
        self.confirm();
        for side in Side::ALL {
            self.p.fleet_mut(side).dismiss_guests(t);
        }
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
        }
        for state in self.p.fleet(side).hurt_ships() {
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
        let ships: Vec<ShipState> = fleet.hurt_ships().collect();
        let lost = ships.iter().map(|state| {
            let ship = chart.ship(state.ship);
            (state.ship, ship.cs().saturating_sub(state.cs(ship)))
        });
        // Who is away for a time has scored before.
        fleet
            .excused
            .retain(|(own, _)| ships.iter().all(|state| state.ship != *own));
        fleet.excused.extend(lost.filter(|(_, cs)| *cs > 0));
    }
}

impl Position {
    /// What still keeps the Operation going [3.4].
    pub(crate) fn afloat(&self, t: &Tables) -> Afloat {
        let count = |side: Side, so: &dyn Fn(&Force) -> bool| {
            let forces = self.fleet(side).forces.iter();
            forces.filter(|force| so(force)).count() as u8
        };
        let sheet = &t.sheet;
        let tf = |force: &Force| {
            let at_sea = match force.place {
                Place::Sea(_) => true,
                Place::Port(_) => false,
                Place::Box(off) => !sheet.off_map(off).port, // [5.7]
            };
            force.kind == Kind::TaskForce && at_sea
        };
        Afloat {
            // The Axis Convoy counts while it is at sea, the one in the Kara Sea never (R6).
            convoys: Side::ALL
                .map(|side| {
                    count(side, &|force| {
                        let at_sea = force.hex().filter(|hex| !sheet.is_off_sheet(*hex));
                        force.kind == Kind::Convoy && at_sea.is_some()
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
}

impl Fleet {
    /// Ships as they are: those in play, those in the Atlantic [12.2], and those that ice, weather or an accident took out of the
    /// Operation afloat [2.4].
    fn hurt_ships(&self) -> impl Iterator<Item = ShipState> {
        let forces = self.forces.iter();
        let here = forces.flat_map(|force| force.units.ships.iter().copied());
        let gone = self.reserve.gone.iter();
        let gone = gone.filter(|gone| gone.cause != Cause::Sunk);
        let raiders = self.special.exited.iter().map(|(state, _)| *state);
        here.chain(raiders)
            .chain(gone.filter_map(|gone| gone.state))
            .filter(ShipState::is_hit)
    }
}

/// A whole turn in port: fuel, else torpedoes, or these by order; whether a marker was taken away [11.3.1], [7.3.2] (R39).
fn lie_in_port(t: &Tables, force: &mut Force, over: Turn) -> bool {
    if force.in_port_since >= over {
        return false;
    }
    match force.place {
        Place::Port(port) => {
            let port = t.sheet.port(port);
            let rearms = std::mem::take(&mut force.motion.rearms);
            if !rearms && port.refuels && refuel(t, force, !port.temporary) {
                return true;
            }
            rearm(t, force, port.rearm);
            false
        }
        Place::Box(off) => t.sheet.off_map(off).port && refuel(t, force, true),
        Place::Sea(_) => false,
    }
}

/// Weeks between two Operations: who lies in a port that serves him has all of it, fuel, oil and torpedoes [8.4], [11.3.1],
/// [7.3.2].
pub(crate) fn lie_for_weeks(t: &Tables, force: &mut Force) {
    match force.place {
        Place::Port(port) => {
            let port = t.sheet.port(port);
            if port.refuels && !port.temporary {
                fill_oilers(t, force);
            }
            rearm(t, force, port.rearm);
        }
        Place::Box(off) if t.sheet.off_map(off).port => fill_oilers(t, force),
        _ => {}
    }
}

/// The marker goes, and in a permanent port oilers are filled; whether there was a marker [11.3.1], [11.3.2].
fn refuel(t: &Tables, force: &mut Force, oilers: bool) -> bool {
    if oilers {
        fill_oilers(t, force);
    }
    force.fuel.take().is_some()
}

fn fill_oilers(t: &Tables, force: &mut Force) {
    for state in &mut force.units.ships {
        let ship = t.chart.ship(state.ship);
        state.oil = state
            .cs(ship)
            .saturating_mul(t.fuel.oil_per_cs)
            .min(ship.oil);
    }
    for pool in &mut force.units.pools {
        pool.oil = t.chart.class(pool.class).oil(pool.cs);
    }
}
