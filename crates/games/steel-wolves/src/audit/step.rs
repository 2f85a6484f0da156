//! The step from one position to the next, and what happened in it: (5), (7), (11), (15), (18), (19).

use super::Auditor;
use crate::boat::Place;
use crate::calendar::WEEKS;
use crate::event::Event;
use crate::geography::Zone;
use crate::harm::Blow;
use crate::position::{Position, Purpose};
use crate::progress::Tally;
use crate::sequence::Phase;
use crate::tables::Tables;
use derbyhouse_scene::Broken;

/// Boats are being moved, one by one.
pub(super) const fn is_operating(phase: Phase) -> bool {
    matches!(
        phase,
        Phase::Movement | Phase::Search | Phase::Combat | Phase::Endurance
    )
}

impl Auditor {
    pub(super) fn step(
        &mut self,
        t: &Tables,
        before: &Position,
        events: &[Event],
        after: &Position,
    ) -> Result<(), Broken> {
        self.hold(after.date >= before.date, || "the date goes back".into())?;
        self.hold(after.period >= before.period, || {
            "a period comes again".into()
        })?;
        self.hold(before.sunk.len() <= after.sunk.len(), || {
            "a sunk ship is back".into()
        })?;
        let spent = before.sunk.iter().all(|ship| after.sunk.contains(ship));
        self.hold(spent, || "a sunk ship is back".into())?; // 5
        self.boats_go_on(t, before, after)?;
        self.marker(before, after)?;
        self.range(t, before, after)?;
        // With the log off nobody knows what happened.
        if !events.is_empty() {
            self.tally(before, events, after)?;
            self.fields(before, events, after)?;
            self.combat_events(before, events)?;
            self.searches(t, before, events, after)?;
        }
        Ok(())
    }

    /// Who is out stays out; who has acted does not act again in the same week (15).
    fn boats_go_on(
        &mut self,
        t: &Tables,
        before: &Position,
        after: &Position,
    ) -> Result<(), Broken> {
        let same_week =
            before.date == after.date && is_operating(before.phase) && is_operating(after.phase);
        let mut later = after.boats.iter();
        for was in &before.boats {
            // The lists are in one order, and boats only come.
            let is = later.find(|boat| boat.id == was.id);
            let Some(is) = is else {
                return self.hold(false, || "a boat is gone".into());
            };
            let name = &t.submarines.boat(was.id).name;
            self.hold(!was.place.is_out() || is.place == was.place, || {
                format!("{name} is out, and acts")
            })?;
            let again = same_week && was.done && !is.done;
            self.hold(!again, || format!("{name} acts twice in a week"))?;
        }
        Ok(())
    }

    /// Nobody sails out beyond his range (9).
    fn range(&mut self, t: &Tables, before: &Position, after: &Position) -> Result<(), Broken> {
        let errand = &after.errand;
        let moved = (before.acting != after.acting || before.errand.entered != errand.entered)
            && is_operating(after.phase);
        let (Some(area), true) = (errand.entered.last(), moved && before.date == after.date) else {
            return Ok(());
        };
        let boat = after.boat();
        let out = errand.purpose == Purpose::Sortie && !boat.rtb && boat.place.is_at_sea();
        let within = !out || after.reach(t, boat)[area.index()];
        self.hold(within, || {
            let name = &t.submarines.boat(boat.id).name;
            format!("{name} is beyond its range in {area}")
        })
    }

    /// Points and marker change only at the end of a month (19).
    fn marker(&mut self, before: &Position, after: &Position) -> Result<(), Broken> {
        let month = before.date.week == WEEKS;
        let still =
            before.war.points == after.war.points && before.war.imperilled == after.war.imperilled;
        self.hold(month || still, || "points in mid-month".into())
    }

    /// Ships and tons: what was credited, and what mines sank; the month has what came since it began (7).
    fn tally(
        &mut self,
        before: &Position,
        events: &[Event],
        after: &Position,
    ) -> Result<(), Broken> {
        let (ships, tons) = (
            booked(after).0 - booked(before).0,
            booked(after).1 - booked(before).1,
        );
        let (mut hits, mut credit) = (0, 0);
        let mut mined = 0;
        for event in events {
            match event {
                Event::Credited { tons, .. } => {
                    hits += 1;
                    credit += i64::from(*tons);
                }
                Event::MineStruck {
                    blow: Blow::Sunk, ..
                } => mined += 1,
                _ => {}
            }
        }
        let by_mines = |p: &Position| (i64::from(p.war.mined.0), i64::from(p.war.mined.1));
        self.hold(by_mines(after).0 - by_mines(before).0 == mined, || {
            "mines have sunk what nobody saw".into()
        })?;
        let mine_tons = by_mines(after).1 - by_mines(before).1;
        self.hold(ships == hits + mined && tons == credit + mine_tons, || {
            format!("{ships} ships and {tons} thousand tons, but {hits} and {credit} in the log")
        })?;
        let lost = |p: &Position| {
            let lost = p.boats.iter().filter(|boat| boat.place == Place::Lost);
            lost.count() as i64
        };
        let gained = |after: &Tally, before: &Tally| {
            [
                i64::from(after.ships) - i64::from(before.ships),
                i64::from(after.tons) - i64::from(before.tons),
                i64::from(after.boats_lost) - i64::from(before.boats_lost),
            ]
        };
        let total = gained(&after.war.total, &before.war.total);
        let nightly = before.nights.number > 0;
        self.hold(nightly || total[2] == lost(after) - lost(before), || {
            "boats lost do not add up".into()
        })?;
        let counted = [
            i64::from(after.ships_total) - i64::from(before.ships_total),
            i64::from(after.tons_total) - i64::from(before.tons_total),
        ];
        self.hold(nightly || total[..2] == counted, || {
            format!("{counted:?} ships and thousand tons, but {total:?} on the markers")
        })?;
        let reset = events
            .iter()
            .any(|event| matches!(event, Event::MonthOver { .. }));
        let fits = if reset {
            let month = gained(&after.war.month, &Tally::default());
            month
                .iter()
                .zip(total)
                .all(|(month, total)| *month <= total)
        } else {
            gained(&after.war.month, &before.war.month) == total
        };
        self.hold(fits, || "the month does not add up".into())
    }

    /// Minefields only wear off (18).
    fn fields(
        &mut self,
        before: &Position,
        events: &[Event],
        after: &Position,
    ) -> Result<(), Broken> {
        let strength = |p: &Position, zone: Zone| -> u32 {
            let here = p.war.fields.iter().filter(|field| field.zone == zone);
            here.map(|field| u32::from(field.strength)).sum()
        };
        for field in &after.war.fields {
            let laid = events
                .iter()
                .any(|event| matches!(event, Event::MinesLaid { zone, .. } if *zone == field.zone));
            let wears = laid || strength(after, field.zone) <= strength(before, field.zone);
            self.hold(wears, || "a minefield has grown".into())?;
        }
        Ok(())
    }

    /// One Combat Event for a boat in a round (11).
    fn combat_events(&mut self, before: &Position, events: &[Event]) -> Result<(), Broken> {
        let drew = |id| {
            let battle = before.battle.as_ref();
            let mut fighters = battle.into_iter().flat_map(|battle| &battle.fighters);
            fighters.any(|fighter| fighter.boat == id && fighter.drew_event)
        };
        for (place, event) in events.iter().enumerate() {
            let Event::Drawn { boat, .. } = event else {
                continue;
            };
            let earlier = events[..place].iter().rev();
            let mut fresh = false;
            let mut again = false;
            for other in earlier {
                match other {
                    Event::Round { .. } | Event::Scattered | Event::Night { .. } => fresh = true,
                    Event::Found { .. } => fresh = true,
                    Event::Drawn { boat: other, .. } if !fresh => again |= other == boat,
                    _ => {}
                }
            }
            let again = again || (!fresh && drew(*boat));
            self.hold(!again, || "two Combat Events in a round".into())?;
        }
        Ok(())
    }

    /// Who has left base this week searches only in close hunting grounds (15); dice and modifiers stay on their charts
    /// (12).
    fn searches(
        &mut self,
        t: &Tables,
        before: &Position,
        events: &[Event],
        after: &Position,
    ) -> Result<(), Broken> {
        for event in events {
            let Event::Searched { boat, die, .. } = event else {
                continue;
            };
            self.hold(*die <= 9, || "no die shows that".into())?;
            for p in [before, after] {
                let acts = p.boats.get(usize::from(p.acting));
                let same = acts.is_some_and(|acting| acting.id == *boat);
                let errand = &p.errand;
                let barred = same
                    && errand.departed.is_some()
                    && errand.searches > 0
                    && !errand.close
                    && !errand.encounter
                    && errand.met_in.is_none();
                self.hold(!barred, || {
                    let name = &t.submarines.boat(*boat).name;
                    format!("{name} searches in the week it left base")
                })?;
            }
        }
        Ok(())
    }
}

/// Ships and thousand tons sunk so far, those of a battle that is still on with them.
fn booked(p: &Position) -> (i64, i64) {
    let battle = p.battle.iter().flat_map(|battle| &battle.fighters);
    battle.fold(
        (i64::from(p.ships_total), i64::from(p.tons_total)),
        |(ships, tons), fighter| {
            (
                ships + i64::from(fighter.ships),
                tons + i64::from(fighter.tons),
            )
        },
    )
}
