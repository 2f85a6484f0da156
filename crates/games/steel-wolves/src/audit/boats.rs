//! Boats: one place each, markers that fit, ways that exist (1), (9), (15), (17), (21).

use super::Auditor;
use super::step::is_operating;
use crate::boat::{Command, Place, Side, Submarine};
use crate::calendar::WEEKS;
use crate::fleet::{AceId, BoatId};
use crate::geography::{Base, Group, Node};
use crate::movement;
use crate::position::{Position, Purpose};
use crate::sequence::{Phase, Step};
use crate::tables::Tables;
use derbyhouse_scene::Broken;

impl Auditor {
    pub(super) fn boats(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let steps = || p.agenda.top().into_iter().chain(p.agenda.below_top());
        let acts = steps().any(|step| *step == Step::BoatDone);
        let leaves = |id: BoatId| {
            acts || steps().any(|step| matches!(step, Step::Remove(boat, _) if *boat == id))
        };
        for boat in &p.boats {
            self.markers(t, p, boat)?;
            self.theatre(t, boat)?;
            let retired = p.war.retired.contains(&t.submarines.boat(boat.id).class);
            self.hold(!retired || boat.place.is_out() || leaves(boat.id), || {
                format!("{} is out of service", name(t, boat))
            })?; // 17
            if let Place::Zone(zone, area) = boat.place {
                let linked = movement::is_linked(&t.map, zone, area) || p.errand.encounter;
                self.hold(linked, || {
                    format!("{} is in a zone of another area", name(t, boat))
                })?;
            }
        }
        self.done(t, p)?;
        if acts || is_operating(p.phase) {
            self.way(t, p)?;
        }
        let tons: u32 = p.boats.iter().map(|boat| u32::from(boat.tons)).sum();
        self.hold(tons + p.war.mined.1 == p.tons_total, || {
            "tons do not add up".into()
        })?; // 7
        self.aces(p)
    }

    /// (1)
    fn markers(&mut self, t: &Tables, p: &Position, boat: &Submarine) -> Result<(), Broken> {
        self.hold(!boat.rtb || boat.side == Side::Transit, || {
            format!("{} returns on patrol side", name(t, boat))
        })?;
        self.hold(
            boat.damage <= 2 && boat.green <= 2 && boat.rating() <= t.aces.best,
            || format!("{} has too many markers", name(t, boat)),
        )?;
        let known = boat
            .ace
            .is_none_or(|(ace, _)| ace.index() < t.aces.list.len());
        self.hold(known, || {
            format!("{} has a skipper whom nobody knows", name(t, boat))
        })?;
        let in_base = boat.place.is_in_base();
        self.hold(!in_base || (!boat.spotted && !boat.rtb), || {
            format!("{} is spotted in base", name(t, boat))
        })?;
        let sane =
            boat.serving.is_none_or(|served| served <= 9) && boat.tons < 9999 && boat.ships < 200;
        self.hold(sane, || format!("{} did too much", name(t, boat)))?;
        let open = match boat.place {
            Place::Base(base, _) => p.bases.contains(&base),
            Place::Forward(zone, _) => p.is_forward(zone),
            _ => true,
        };
        self.hold(open, || format!("{} is in a closed base", name(t, boat)))
    }

    /// (21)
    fn theatre(&mut self, t: &Tables, boat: &Submarine) -> Result<(), Broken> {
        let in_group = |group: Group| {
            boat.area()
                .is_none_or(|area| t.map.area(area).group == group)
        };
        let at_home = match boat.command {
            Command::Atlantic => true,
            Command::Mediterranean => {
                in_group(Group::Mediterranean)
                    && match boat.place {
                        Place::Base(base, _) => {
                            matches!(base, Base::Italy | Base::Greece | Base::Toulon)
                        }
                        Place::Forward(..) | Place::Baltic => false,
                        _ => true,
                    }
            }
            Command::Arctic => !boat.patrols() || in_group(Group::Arctic),
        };
        self.hold(at_home, || {
            format!("{} has left its theatre", name(t, boat))
        })
    }

    /// From the end of the week until new orders are given everybody at sea is done (15), and so is whoever was named for
    /// a demand (22).
    fn done(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let rest = matches!(
            p.phase,
            Phase::Conclude | Phase::Progress | Phase::WarEvent | Phase::Intelligence
        );
        if !rest || p.week() < 2 || p.is_over() {
            return Ok(());
        }
        for boat in p.boats.iter().filter(|boat| boat.place.is_at_sea()) {
            self.hold(!boat.may_act(), || {
                format!("{} has not acted", name(t, boat))
            })?;
        }
        Ok(())
    }

    /// The move of the boat that acts: by routes, as far as its speed, on patrol one area and over no 2 (9).
    fn way(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let errand = &p.errand;
        let Some(first) = errand.entered.first() else {
            return Ok(());
        };
        let start = errand.departed.or(errand.start.map(Node::Area));
        let origin = match start {
            Some(Node::Forward(zone)) => {
                let linked = movement::is_linked(&t.map, zone, *first);
                self.hold(linked, || "a tender is left for nowhere".into())?;
                None
            }
            origin => origin,
        };
        let path: Vec<Node> = origin
            .into_iter()
            .chain(errand.entered.iter().copied().map(Node::Area))
            .collect();
        let cost = if path.len() > 1 {
            movement::cost(&t.map, &path)
        } else {
            Some(0)
        };
        let boat = p.boat();
        self.hold(cost.is_some(), || {
            format!("{} sails where no route is: {path:?}", name(t, boat))
        })?;
        let tender = u8::from(origin.is_none() && start.is_some());
        let speed = t.submarines.class_of(boat.id).speed;
        let paid = cost.unwrap_or(0) + tender;
        self.hold(paid == errand.points, || {
            format!("{} has paid {} for {paid}", name(t, boat), errand.points)
        })?;
        let last = path
            .windows(2)
            .last()
            .and_then(|step| t.map.route(step[0], step[1]))
            .map_or(0, |route| route.cost);
        let returning = matches!(errand.purpose, Purpose::Home(_) | Purpose::Removal(..));
        let within = paid <= speed || (returning && last == 2 && paid == speed + 1);
        self.hold(within, || {
            format!("{} sails too far: {path:?}", name(t, boat))
        })?;
        let short = !errand.patrol || (errand.entered.len() <= 1 && paid <= 1);
        self.hold(short, || format!("{} patrols too far", name(t, boat)))
    }

    fn aces(&mut self, p: &Position) -> Result<(), Broken> {
        let mut seen = 0u128;
        let afloat = p.boats.iter().filter_map(|boat| boat.ace);
        let waiting = p.war.billets.iter().map(|(_, ace)| ace);
        let all = afloat
            .map(|(ace, _)| ace)
            .chain(waiting.chain(&p.war.aces_gone).copied());
        for ace in all {
            let bit = 1u128.checked_shl(ace_number(ace)).unwrap_or(0);
            self.hold(seen & bit == 0, || "an ace is in two places".into())?;
            seen |= bit;
        }
        Ok(())
    }
}

const fn ace_number(ace: AceId) -> u32 {
    ace.index() as u32
}

fn name<'t>(t: &'t Tables, boat: &Submarine) -> &'t str {
    &t.submarines.boat(boat.id).name
}

/// A month has four weeks, and so have checks that count them (R1).
const _: () = assert!(WEEKS == 4);
