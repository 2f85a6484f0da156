//! What can be read off a unit of a battle: how its hulls are hurt and armed, what it may do, what it is called.

use super::battle::{Battle, BattleUnit};
use super::{Area, Stance};
use crate::campaign::green_dice;
use crate::event::NamedUnit;
use crate::forces::{Hull, Hurt};
use crate::position::Position;
use crate::side::Side;
use crate::tables::Tables;
use crate::towing::{kind_of, name_of};
use crate::units::{ShipType, Speed};

/// What can be read off a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    pub kind: ShipType,
    pub cs: u8,
    /// On the Naval Gunnery Table: one for each CS, fewer of an untrained crew [15.4.3].
    pub dice: u8,
    pub speed: Speed,
    pub crippled: bool,
    pub diw: bool,
    /// Unhit: for Hitler and for shadowing cruisers.
    pub hit: bool,
    /// Torpedo attacks left, and symbols [7.3].
    pub loads: u8,
    pub symbols: u8,
    pub critical_fuel: bool,
}

impl Position {
    /// How a unit of a battle is now.
    pub(crate) fn read_unit(&self, t: &Tables, side: Side, unit: &BattleUnit) -> Reading {
        let chart = &t.chart;
        let mut reading = Reading {
            kind: unit
                .parts
                .first()
                .map_or(ShipType::Mv, |part| kind_of(chart, part.hull)),
            cs: 0,
            dice: 0,
            speed: Speed::High,
            crippled: false,
            diw: false,
            hit: false,
            loads: 0,
            symbols: 0,
            critical_fuel: false,
        };
        for part in &unit.parts {
            let Some(force) = self.fleet(side).force(part.block) else {
                continue;
            };
            reading.critical_fuel |= force
                .fuel
                .is_some_and(|fuel| fuel.status == crate::fuel::Status::Critical)
                && kind_of(chart, part.hull).needs_fuel();
            match part.hull {
                Hull::Ship(id) => {
                    let (Some(state), ship) = (force.units.ship(id), chart.ship(id)) else {
                        continue;
                    };
                    let cs = state.cs(ship);
                    reading.cs += cs;
                    reading.dice += match self.is_green(side, id) {
                        true => green_dice(cs),
                        false => cs,
                    };
                    reading.speed = reading.speed.min(state.speed(ship));
                    reading.crippled |= state.crippled;
                    reading.diw |= state.is_diw(ship);
                    reading.hit |= state.is_hit();
                    reading.symbols = ship.torpedoes.saturating_sub(state.torpedoes_spent);
                    reading.loads = reading.symbols;
                }
                Hull::Class(id) => {
                    let class = chart.class(id);
                    let whole = part.hurt == Hurt::Whole;
                    let cs = if whole { part.lots } else { 0 };
                    reading.cs += cs;
                    reading.dice += if class.green { green_dice(cs) } else { cs };
                    reading.speed = reading.speed.min(match part.hurt {
                        Hurt::Whole => class.speed,
                        Hurt::Crippled => Speed::Slow,
                        Hurt::Diw => Speed::None,
                    });
                    reading.crippled |= part.hurt == Hurt::Crippled;
                    reading.diw |= part.hurt == Hurt::Diw;
                    reading.hit |= !whole;
                    let left = force
                        .units
                        .pool(id)
                        .map_or(0, |pool| pool.loads(class.torpedoes));
                    if whole {
                        reading.loads += left.min(part.lots * class.torpedoes);
                    }
                }
            }
        }
        if reading.symbols == 0 && reading.cs > 0 {
            reading.symbols = reading.loads.div_ceil(reading.cs);
        }
        reading
    }

    /// A unit in words, for those who see its face.
    pub(crate) fn unit_label(&self, t: &Tables, unit: &BattleUnit) -> String {
        let chart = &t.chart;
        let mut parts: Vec<(Hull, Hurt, u8)> = Vec::new();
        for part in &unit.parts {
            match parts
                .iter_mut()
                .find(|(hull, hurt, _)| (*hull, *hurt) == (part.hull, part.hurt))
            {
                Some((_, _, lots)) => *lots += part.lots,
                None => parts.push((part.hull, part.hurt, part.lots)),
            }
        }
        let words = parts.into_iter().map(|(hull, hurt, lots)| {
            let name = name_of(chart, hull);
            let hurt = match hurt {
                Hurt::Whole => "",
                Hurt::Crippled => " (crippled)",
                Hurt::Diw => " (dead in the water)",
            };
            match hull {
                Hull::Ship(_) => format!("{name}{hurt}"),
                Hull::Class(_) => format!("{lots} {name}{hurt}"),
            }
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// A unit as the log names it [7.5.9].
    pub(crate) fn named_unit(&self, t: &Tables, side: Side, unit: &BattleUnit) -> NamedUnit {
        NamedUnit {
            side,
            id: unit.id,
            label: self.unit_label(t, unit),
            inverted: self.battle().is_some_and(|battle| battle.inverted),
        }
    }

    /// The battle, if one is fought.
    pub(crate) fn battle(&self) -> Option<&Battle> {
        self.secret.battle.as_ref()
    }

    /// Where a unit may go, or that it may evade [7.5.2ii]: not if Crippled or Dead in the Water; Torpedo Attack not in its
    /// first Round without Surprise; Convoy Ships only withdraw or evade; no Evasion at Critical Fuel (R40).
    pub(crate) fn stances(
        &self,
        t: &Tables,
        side: Side,
        unit: &BattleUnit,
    ) -> impl Iterator<Item = Stance> + use<> {
        let battle = self.battle();
        let reading = self.read_unit(t, side, unit);
        let free = unit.area == Area::Deployment
            && !unit.moved
            && !unit.evading
            && !reading.crippled
            && !reading.diw;
        let warship = reading.kind.is_warship();
        let surprising = battle.is_some_and(|b| b.surprise && b.round == 1 && b.attacker == side);
        let close = battle.is_some_and(|b| b.round > unit.joined) || surprising;
        Stance::ALL.into_iter().filter(move |stance| {
            free && match stance {
                Stance::TorpedoAttack => warship && close,
                Stance::Screening => warship,
                Stance::Withdrawal => true,
                Stance::Evasion => !reading.critical_fuel,
            }
        })
    }
}
