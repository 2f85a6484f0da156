//! Chances of an air attack: every face of a die, read by the functions that play [7.2].

use super::{AaDie, Sortie, Target};
use crate::air::{self, AirId, Flyer, Load};
use crate::position::Position;
use crate::side::Side;
use crate::tables::{AirResult, Tables};

/// So many dice that are read alike, and what the ten faces of one do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dice {
    pub dice: u8,
    /// Faces with each result: none, abort, damaged, hit.
    pub faces: [u8; 4],
}

impl Dice {
    fn read(dice: u8, result: impl Fn(u8) -> AirResult) -> Self {
        let mut faces = [0; 4];
        for die in 0..10 {
            faces[result(die).index()] += 1;
        }
        Self { dice, faces }
    }

    /// Faces that do anything.
    pub fn works(&self) -> u8 {
        10 - self.faces[AirResult::None.index()]
    }
}

/// What a unit does to a place of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drop {
    pub dice: u8,
    /// Each counter with the faces that hit it.
    pub targets: Vec<(String, u8)>,
}

impl Position {
    /// The next CS that is to fire in the air, at that target [7.2.2].
    pub(crate) fn air_shot(&self, t: &Tables, by: Side, at: Flyer) -> Option<(Flyer, Dice)> {
        let strike = self.strike()?;
        let from = self.next_gun(t, strike, by)?;
        let kind = self.flyer_type(t, by, from)?;
        let target = self.flyer_type(t, by.other(), at)?;
        let dice = Dice::read(1, |die| air::dogfight(t, kind, target, die).1);
        Some((from, dice))
    }

    /// What a fighter that rose could do to each attacker, and what that one's fire would do to it [7.2.2].
    pub(crate) fn duels(&self, t: &Tables, by: Side, riser: Flyer) -> Vec<(Flyer, [Dice; 2])> {
        let (Some(strike), Some(kind)) = (self.strike(), self.flyer_type(t, by, riser)) else {
            return Vec::new();
        };
        let cs = self.flyer_cs(t, by, riser);
        let units = strike.units.iter().copied().map(Flyer::Unit);
        let duel = |unit: Flyer| {
            let enemy = self.flyer_type(t, strike.side, unit)?;
            let fire = Dice::read(cs, |die| air::dogfight(t, kind, enemy, die).1);
            let theirs = self.flyer_cs(t, strike.side, unit);
            let reply = Dice::read(theirs, |die| air::dogfight(t, enemy, kind, die).1);
            Some((unit, [fire, reply]))
        };
        units.filter_map(duel).collect()
    }

    /// Guns of a place at a unit with that load: in defence of a neighbour, or of themselves [7.2.5].
    pub(crate) fn guns_at(
        &self,
        t: &Tables,
        place: u8,
        unit: AirId,
        load: Option<Load>,
        own: bool,
    ) -> Vec<Dice> {
        let Some(strike) = self.strike() else {
            return Vec::new();
        };
        let load = load.or_else(|| strike.sortie(unit).map(|sortie| sortie.load));
        let (Some(load), true) = (load, strike.stands(place)) else {
            return Vec::new();
        };
        let (all, gunships) = self.stack_dice(t, strike, place, own);
        let ashore = match &strike.target {
            Target::Port(port) | Target::Harbor(port, _) if own => t.sheet.port(*port).aa,
            Target::Airbase(base) if own => t.sheet.airbase(*base).aa,
            _ => 0,
        };
        let read = |dice: u8, aa_ship: bool| {
            Dice::read(dice, |die| {
                let aa = AaDie {
                    unit,
                    die,
                    aa_ship,
                    cam: false,
                };
                self.flak(t, strike, &aa, load, false)
            })
        };
        let groups = [(gunships, true), (all - gunships + ashore, false)];
        let fire = groups.into_iter().filter(|(dice, _)| *dice > 0);
        fire.map(|(dice, aa_ship)| read(dice, aa_ship)).collect()
    }

    /// A die that lies on the table, and what a CAM would make of it [1.4.3].
    pub(crate) fn cam_change(&self, t: &Tables, die: u8) -> Option<(u8, AirResult, AirResult)> {
        let strike = self.strike()?;
        let aa = strike.aa.get(usize::from(die))?;
        let result = |cam| self.aa_result(t, strike, aa, cam);
        Some((aa.die, result(false), result(true)))
    }

    /// What a unit would do to a place with a load, as far as its owner knows [7.2.6], [7.3.1].
    pub(crate) fn drop_at(&self, t: &Tables, unit: AirId, place: u8, load: Load) -> Option<Drop> {
        let strike = self.strike()?;
        let kind = self.flyer_type(t, strike.side, Flyer::Unit(unit))?;
        let cs = self.flyer_cs(t, strike.side, Flyer::Unit(unit));
        let stack = strike.line.get(usize::from(place))?;
        let targets = stack.0.iter().map(|counter| {
            let conditions = self.known_drop_conditions(t, strike, counter);
            let hits = |die: &u8| self.load_hits(t, kind, load, counter, &conditions, *die);
            let faces = (0..10).filter(hits).count() as u8;
            (self.counter_name(t, strike.side.other(), counter), faces)
        });
        let sortie = Sortie {
            unit,
            place,
            wave: 1,
            load,
            elusive: false,
        };
        Some(Drop {
            dice: self.attacks(t, strike.side, &sortie, cs),
            targets: targets.collect(),
        })
    }
}
