//! What must always hold: the invariants that property tests, the fuzzer and loaded files are checked against.

use crate::event::Event;
use crate::fleet::Duty;
use crate::position::{Caught, Contact, Place, Position};
use crate::scenarios::{air_groups, boats, escort_cup};
use crate::sequence::{Selection, Step};
use crate::tables::Tables;
use crate::units::{Bound, CONVOYS, ConvoyId, EscortKind, UnitKind};
use derbyhouse_scene::Broken;

mod story;

/// Counts the checks and stops at the first that fails.
pub(crate) struct Audit {
    made: u32,
}

impl Audit {
    fn check(&mut self, holds: bool, what: impl FnOnce() -> String) -> Result<(), Broken> {
        self.made += 1;
        if holds { Ok(()) } else { Err(Broken(what())) }
    }
}

/// Whether a position could be one of this game: all that holds at every single moment.
pub fn validate(tables: &Tables, position: &Position) -> Result<(), Broken> {
    audit(tables, None, &[], position).map(|_| ())
}

/// Checks a position and the step that led to it.
pub(crate) fn audit(
    tables: &Tables,
    before: Option<&Position>,
    events: &[Event],
    p: &Position,
) -> Result<u32, Broken> {
    let mut audit = Audit { made: 0 };
    audit.clock(tables, p)?;
    audit.agenda(p)?;
    audit.figures(tables, p)?;
    audit.boats(tables, p)?;
    audit.convoys(tables, p)?;
    audit.escorts(tables, p)?;
    audit.weather(tables, p)?;
    audit.air(tables, p)?;
    audit.segment(tables, p)?;
    if let Some(before) = before {
        audit.change(tables, before, p)?;
        audit.story(tables, before, events, p)?;
    }
    Ok(audit.made)
}

impl Audit {
    /// The turn is one of the game, and the agenda asks or is empty.
    fn clock(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        self.check(p.turn <= t.scale.turns, || {
            format!("turn {} of {}", p.turn, t.scale.turns)
        })?;
        let asking = match p.step() {
            None => true,
            Some(Step::AirDeployment(placed)) => {
                p.turn == 0
                    && usize::from(*placed)
                        < crate::scenarios::groups_to_deploy(t, &p.setup).count()
            }
            Some(Step::Deployment(_)) => p.turn == 0,
            Some(Step::PackFormation | Step::UboatMovement(_) | Step::UboatAttack(_)) => p.turn > 0,
            Some(_) => false,
        };
        self.check(asking, || {
            format!("the step {:?} does not ask anybody", p.step())
        })?;
        if let Some(Step::UboatMovement(Some(
            selection @ (Selection::Unit(..) | Selection::Stack(_)),
        ))) = p.step()
        {
            self.check(p.selected(t, *selection).is_some(), || {
                format!("{selection:?} is selected, but is not there")
            })?;
        }
        if let Some(Step::UboatAttack(Some(convoy))) = p.step() {
            let sighted =
                p.convoy(*convoy).contact == Contact::Sighted && p.convoy(*convoy).hex().is_some();
            self.check(sighted, || {
                format!("convoy {} cannot be attacked", convoy.number())
            })?;
        }
        Ok(())
    }

    /// What is still to be done is the rest of the set-up or of the turn, in order [4.1], [4.2].
    fn agenda(&mut self, p: &Position) -> Result<(), Broken> {
        let Some(asking) = p.step() else {
            return self.check(p.turn > 0, || {
                "nothing is left to do, but nothing was played".to_owned()
            });
        };
        let planned: &[Step] = match asking {
            Step::AirDeployment(_) => &[],
            _ if p.turn == 0 => &Step::SET_UP,
            _ => &Step::TURN,
        };
        let same = |step: &&Step| std::mem::discriminant(*step) == std::mem::discriminant(asking);
        let rest = planned.iter().skip_while(|step| !same(step)).skip(1);
        let expected: Vec<Step> = if planned.is_empty() {
            Step::SET_UP.to_vec()
        } else {
            rest.copied().collect()
        };
        let fits = !p.resigned && p.agenda.below_top().eq(&expected);
        self.check(fits, || {
            "the steps still to come are not those of the sequence of play [4.2]".to_owned()
        })
    }

    /// The figures of the game so far are possible ones.
    fn figures(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let (tally, most) = (&p.tally, u16::from(t.scale.turns) * CONVOYS as u16);
        let fits = tally.sightings <= most
            && tally.real_sightings <= tally.sightings
            && tally.attacks <= most;
        self.check(fits, || {
            "more sightings or attacks than a game can have".to_owned()
        })?;
        let best = t
            .uboat_combat
            .rows
            .iter()
            .flatten()
            .max()
            .map_or(0, |points| u32::from(*points));
        let points = u32::from(tally.attacks) * best * t.modifiers.straggle_point_factor;
        self.check(u32::from(p.points) <= points, || {
            format!("{} points cannot be scored", p.points)
        })?;
        self.check(p.storms.len() <= usize::from(t.scale.turns) + 10, || {
            "too many storms".to_owned()
        })
    }

    /// Invariants 1, 2 and 4.
    fn boats(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let all = u32::from(boats(t, p.setup.scenario, p.setup.options.more_boats));
        let now = p.fleet.boats(t) + u32::from(p.boats_sunk) + u32::from(p.in_reserve);
        self.check(now == all, || {
            format!("{now} boats on the map, sunk and in reserve, but the scenario has {all}")
        })?;
        let sunk: u32 = p.tally.sunk.iter().map(|n| u32::from(*n)).sum();
        self.check(sunk == u32::from(p.boats_sunk), || {
            format!("{sunk} boats in the tally, {} sunk", p.boats_sunk)
        })?;
        self.check(p.in_reserve == 0 || p.turn == 0, || {
            "boats in reserve after set-up".to_owned()
        })?;
        for stack in p.fleet.stacks() {
            self.check(t.map.is_playing(stack.hex), || {
                format!("boats in {} off the playing area [6.21]", stack.hex)
            })?;
        }
        for kind in UnitKind::PACKS {
            let most = t.unit(kind).limit.unwrap_or(u8::MAX);
            self.check(p.fleet.count(kind) <= most, || {
                format!("more than {most} {kind} [13.13]")
            })?;
            let mut used = [false; 256];
            for unit in p.fleet.units().iter().filter(|unit| unit.kind == kind) {
                let twice = std::mem::replace(&mut used[usize::from(unit.counter)], true);
                let fits = !twice && (1..=most).contains(&unit.counter);
                self.check(fits, || {
                    format!("counter {} is there twice or not at all", unit.name())
                })?;
            }
        }
        let singles = p
            .fleet
            .units()
            .iter()
            .all(|unit| unit.kind != UnitKind::Single || unit.counter == 0);
        self.check(singles, || "a single boat with a counter number".to_owned())
    }

    /// Invariants 2 and 5.
    fn convoys(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let mut pool = 0;
        for id in ConvoyId::all() {
            let convoy = p.convoy(id);
            let name = || t.convoy(id).id.clone();
            match convoy.place {
                Place::Pool => pool += 1,
                Place::At(hex) => {
                    self.check(t.map.is_playing(hex), || {
                        format!("{} in {hex}, off the playing area", name())
                    })?;
                    let lower_first = pool == 0;
                    self.check(lower_first, || {
                        format!("{} is at sea before a lower number [7.34]", name())
                    })?;
                }
                Place::Arrived | Place::Removed => {}
            }
            self.check(convoy.caught == Caught::Clear, || {
                format!("{} is still noted for straggling", name())
            })?;
            let unseen = convoy.contact == Contact::Hidden;
            self.check(unseen || convoy.place != Place::Pool, || {
                format!("{} is known before it sailed", name())
            })?;
        }
        let expected = if p.turn == 0 {
            20
        } else {
            15usize.saturating_sub(p.turn.into())
        };
        self.check(pool == expected, || {
            format!(
                "{pool} convoys in the pool in turn {}, not {expected}",
                p.turn
            )
        })
    }

    /// Invariant 6, and what is known of escorts.
    fn escorts(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        if p.turn == 0 {
            return Ok(());
        }
        for bound in Bound::ALL {
            let cup = escort_cup(t, p.setup.scenario, bound);
            for kind in EscortKind::ALL {
                let of_kind = ConvoyId::all()
                    .filter(|id| t.convoy(*id).bound == bound && p.escort(*id) == kind);
                let (there, all) = (of_kind.count() as u32, cup.count(kind));
                self.check(there == all, || {
                    format!("{there} escorts {kind} {bound}bound, but there are {all}")
                })?;
            }
        }
        for id in ConvoyId::all() {
            let (convoy, dummy) = (p.convoy(id), p.escort(id) == EscortKind::Dummy);
            let name = || t.convoy(id).id.clone();
            self.check(convoy.place != Place::Removed || dummy, || {
                format!("{} was removed, but is real", name())
            })?;
            self.check(convoy.contact == Contact::Hidden || !dummy, || {
                format!("{} is a dummy in sight", name())
            })?;
            self.check(convoy.attacked_from.is_none() || !dummy, || {
                format!("{}, a dummy, was attacked", name())
            })?;
        }
        Ok(())
    }

    /// Invariants 14 and 15.
    fn weather(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        for storm in &p.storms {
            let markers = &storm.markers;
            self.check(!markers.is_empty(), || "a storm without markers".to_owned())?;
            let in_place = markers
                .iter()
                .all(|m| t.map.on_field(*m) && m.col() <= t.map.storm_last_col);
            self.check(in_place, || {
                format!("storm markers {markers:?} off the sheet")
            })?;
            let whole = markers
                .windows(2)
                .all(|w| w[0].col() == w[1].col() && w[0].row() == w[1].row() + 2);
            self.check(whole, || {
                format!("storm markers {markers:?} are not in one column, two rows apart [5.21]")
            })?;
        }
        Ok(())
    }

    /// Invariant 12.
    fn air(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        if !p.setup.options.free_air_deployment {
            self.check(p.air == air_groups(t, &p.setup), || {
                "the air groups have changed [11.1]".to_owned()
            })?;
        } else if p.turn > 0 {
            let printed = air_groups(t, &p.setup);
            for range in 0..5 {
                let sum = |groups: &crate::air::Groups| {
                    groups
                        .iter()
                        .map(|base| u32::from(base[range]))
                        .sum::<u32>()
                };
                self.check(sum(&p.air) == sum(&printed), || {
                    "air groups were lost or won [17.3]".to_owned()
                })?;
            }
        }
        let none = p.convoys.iter().all(|convoy| convoy.air_escort.is_none());
        self.check(none && p.course.is_none(), || {
            "an air escort or a course outside C1 to D3 [11.45]".to_owned()
        })
    }

    /// Invariants 3, 9, 10 and 14: what holds in the segment that asks.
    fn segment(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let attacking = matches!(p.step(), Some(Step::UboatAttack(_)));
        let before_attack = matches!(p.step(), Some(Step::PackFormation | Step::UboatMovement(_)));
        if p.turn > 0 && before_attack {
            self.check(p.sightings.is_empty(), || {
                "sighting markers between D3 and F1 [12.4]".to_owned()
            })?;
        }
        if attacking {
            let free = p.fleet.units().iter().all(|unit| unit.is_free());
            self.check(free, || "a pinned unit between E3 and F2 [14.5]".to_owned())?;
            self.check(p.must_leave(t).is_none(), || {
                "boats share a hex with a convoy after E2 [9.0]".to_owned()
            })?;
        }
        for unit in p.fleet.units() {
            let fits = match unit.duty {
                Duty::Waiting => true,
                Duty::Moved => matches!(p.step(), Some(Step::UboatMovement(_))),
                Duty::Attacks(convoy) => {
                    attacking && p.convoy(convoy).contact == Contact::Sighted || p.is_over()
                }
            };
            self.check(fits, || {
                format!(
                    "{} has done {:?} in the wrong segment",
                    unit.name(),
                    unit.duty
                )
            })?;
        }
        let idle = attacking
            || p.is_over()
            || p.convoys
                .iter()
                .all(|convoy| convoy.attacked_from.is_none());
        self.check(idle, || "an attack outlived its segment".to_owned())
    }

    /// Invariants 7, 8, 13 and 14: what holds from one moment to the next.
    fn change(&mut self, t: &Tables, before: &Position, p: &Position) -> Result<(), Broken> {
        self.check(p.points >= before.points, || {
            "points have fallen".to_owned()
        })?;
        self.check(p.boats_sunk >= before.boats_sunk, || {
            "sunk boats came back".to_owned()
        })?;
        self.check(p.setup == before.setup, || "the set-up changed".to_owned())?;
        let same_turn = p.turn == before.turn;
        for id in ConvoyId::all() {
            let (old, new) = (before.convoy(id), p.convoy(id));
            let name = || t.convoy(id).id.clone();
            let contact = match (old.contact, new.contact) {
                (was, is) if was == is => true,
                (Contact::Hidden | Contact::Lost, Contact::Sighted) => !same_turn,
                (Contact::Sighted, Contact::Lost) => !same_turn,
                (Contact::Hidden, Contact::Lost) | (_, Contact::Hidden) => false,
                (Contact::Sighted, Contact::Sighted) | (Contact::Lost, Contact::Lost) => true,
            };
            self.check(contact, || {
                format!("{}: from {:?} to {:?}", name(), old.contact, new.contact)
            })?;
            if before.turn > 0 {
                self.check(p.escort(id) == before.escort(id), || {
                    format!("{} has another escort", name())
                })?;
            }
            if let (Some(from), Some(to)) = (old.hex(), new.hex()) {
                let turns = u32::from(p.turn - before.turn);
                let full = turns * u32::from(t.convoy(id).movement);
                self.check(from.distance(to) <= full, || {
                    format!("{} went from {from} to {to}", name())
                })?;
                let onward = match t.convoy(id).bound {
                    Bound::East => to.x2() >= from.x2(),
                    Bound::West => to.x2() <= from.x2(),
                };
                self.check(onward, || {
                    format!("{} went back, from {from} to {to} [7.53]", name())
                })?;
            }
        }
        Ok(())
    }
}
