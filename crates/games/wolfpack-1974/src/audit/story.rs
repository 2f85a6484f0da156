//! What must hold of the things that happened in a step: the log is checked against the positions on either side.

use super::Audit;
use crate::event::Event;
use crate::position::Position;
use crate::search::open_to_search;
use crate::tables::Tables;
use crate::units::{Bound, CONVOYS, Straggle};
use crate::weather::{reduced, straggled};
use derbyhouse_kernel::{Hex, HexSet};
use derbyhouse_scene::Broken;

impl Audit {
    /// Invariants 8, 11, 12, 13, 14 and 16. Nothing to check without a log.
    pub(super) fn story(
        &mut self,
        t: &Tables,
        before: &Position,
        events: &[Event],
        after: &Position,
    ) -> Result<(), Broken> {
        if events.is_empty() {
            return Ok(());
        }
        let mut points = before.points;
        let mut sunk = before.boats_sunk;
        let mut straggle: [Straggle; CONVOYS] = before.convoys.map(|convoy| convoy.straggle);
        let mut searched: [HexSet; CONVOYS] = [HexSet::EMPTY; CONVOYS];
        let mut started = before.turn > 0;
        for event in events {
            match event {
                Event::InitialPlacement { .. } => started = false,
                Event::ConvoyMoves {
                    convoy, from, path, ..
                } => {
                    let values = t.convoy(*convoy);
                    self.path(t, values.bound, values.movement, *from, path)?;
                }
                Event::PicketSearch {
                    convoy,
                    point,
                    stacks,
                    chit,
                    ..
                } => {
                    self.check(open_to_search(t, *point), || {
                        "a picket search on the first two points [12.15]".to_owned()
                    })?;
                    self.check(*chit <= 9, || format!("chit {chit}"))?;
                    for stack in stacks {
                        let seen = &mut searched[convoy.index()];
                        self.check(!seen.contains(*stack), || {
                            format!("the stack in {stack} searched twice [12.13]")
                        })?;
                        seen.insert(*stack);
                    }
                }
                Event::Course { .. } => searched = [HexSet::EMPTY; CONVOYS],
                Event::Straggles {
                    convoy,
                    column,
                    chit,
                    from,
                    to,
                } => {
                    let now = &mut straggle[convoy.index()];
                    // The markers of the set-up table come without a draw [15.81].
                    let known = !started || now == from;
                    self.check(known, || "a straggle marker changed by itself".to_owned())?;
                    self.check(straggled(t, *column, *chit, *from) == *to, || {
                        "a wrong straggle result [14.37]".to_owned()
                    })?;
                    *now = *to;
                }
                Event::StraggleReduced => {
                    straggle = straggle.map(reduced);
                    let low = straggle.iter().all(|state| *state != Straggle::S2);
                    self.check(low, || "S2 after F3 [14.32]".to_owned())?;
                }
                Event::Attack {
                    result,
                    points: scored,
                    odds,
                    ..
                } => {
                    let fits = *result <= 4
                        && *scored == u32::from(*result) * odds.factor
                        && odds.factor <= 2;
                    self.check(fits, || {
                        format!("{scored} points for a result of {result} [14.17]")
                    })?;
                    points += *scored as u16;
                }
                Event::BoatsAttacked {
                    sunk: lost,
                    strength,
                    ..
                } => {
                    self.check(*strength >= 1, || {
                        "an attack without strength [14.46]".to_owned()
                    })?;
                    sunk += lost;
                }
                _ => {}
            }
        }
        self.check(points == after.points, || {
            format!("{points} points by the log, {} on the track", after.points)
        })?;
        self.check(sunk == after.boats_sunk, || {
            format!("{sunk} boats lost by the log, not {}", after.boats_sunk)
        })?;
        if started {
            let now = after.convoys.map(|convoy| convoy.straggle);
            self.check(straggle == now, || {
                "straggle markers are not what the log says".to_owned()
            })?;
        }
        Ok(())
    }

    /// A path has all its steps unless it ends in the destination, and every step leads onward [7.41], [7.53].
    fn path(
        &mut self,
        t: &Tables,
        bound: Bound,
        movement: u8,
        from: Hex,
        path: &[Hex],
    ) -> Result<(), Broken> {
        let arrived = path.last() == Some(&t.map.destination[bound.index()]);
        let full = path.len() == usize::from(movement);
        self.check(full || arrived, || {
            format!("{} steps from {from}, not {movement} [7.41]", path.len())
        })?;
        let (due, north, south) = crate::tables::steps(bound);
        let mut here = from;
        for &hex in path {
            let legal = [due, north, south].into_iter().any(|d| here.step(d) == hex);
            self.check(legal, || format!("a step from {here} to {hex} [7.53]"))?;
            self.check(t.map.is_playing(hex), || {
                format!("{hex} is off the playing area [7.51]")
            })?;
            here = hex;
        }
        Ok(())
    }
}
