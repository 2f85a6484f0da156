//! Boats and torpedoes.

use super::Auditor;
use crate::asw::Post;
use crate::boat::{Boat, Place, TubeState};
use crate::boats::Letter;
use crate::crew::WORST;
use crate::depth::Depth;
use crate::position::Position;
use crate::sequence::Phase;
use crate::tables::Tables;
use derbyhouse_scene::Broken;

/// More torpedoes of a type than a boat and her replacement can have fired.
const MOST_TORPEDOES: u8 = 60;
/// More reloads of a type than fit into an end.
const MOST_RELOADS: u8 = 20;
/// More tons than there are afloat.
const MOST_TONS: u32 = 1_000_000;
/// A torpedo's aim is far from this.
const MOST_AIM: i8 = 9;

impl Auditor {
    pub(super) fn boat(
        &mut self,
        t: &Tables,
        p: &Position,
        letter: Letter,
        boat: &Boat,
    ) -> Result<(), Broken> {
        let silent = !boat.silent || boat.depth.metres() >= t.depth.silent;
        self.hold(silent, || format!("{letter} is silent at {}", boat.depth))?; // 5
        let lost = matches!(boat.place, Place::Lost(_));
        self.hold(!boat.blowing || lost || !boat.is_surfaced(), || {
            format!("{letter} has blown her tanks and floats")
        })?;
        let up = boat.contacted || boat.dived || boat.depth == Depth::SURFACE;
        self.hold(up || boat.approach().is_none(), || {
            format!("{letter} is down without contact")
        })?; // 6
        self.hold(boat.tp <= t.points.max_tp, || {
            format!("{letter} has {} TP", boat.tp)
        })?; // 9
        let home = boat.home.is_none() || !boat.is_on_map();
        self.hold(home && boat.tons <= MOST_TONS, || {
            format!("{letter} is home and at sea")
        })?;
        self.levels(t, letter, boat)?;
        self.tubes(t, p, letter, boat)
    }

    /// Damage and wounds within their tracks (8).
    fn levels(&mut self, t: &Tables, letter: Letter, boat: &Boat) -> Result<(), Broken> {
        let sinks = t.board.flood_sinks(boat.kind);
        let afloat = matches!(boat.place, Place::Lost(_))
            || boat.flood.level < sinks && boat.fire.level < t.board.fire_sinks;
        let all = boat
            .gear
            .iter()
            .chain(&boat.wounds)
            .chain(&boat.tube_damage);
        let levels = boat.gas <= t.board.gas_top && all.into_iter().all(|level| *level <= WORST);
        let tracks = boat.flood.level <= 2 * sinks && boat.fire.level <= 2 * sinks;
        self.hold(afloat && levels && tracks, || {
            format!("{letter} should be lost, or a level is too high")
        })
    }

    /// What lies in tubes, and what they aim at (5), (17).
    fn tubes(
        &mut self,
        t: &Tables,
        p: &Position,
        letter: Letter,
        boat: &Boat,
    ) -> Result<(), Broken> {
        let few = boat
            .reloads
            .iter()
            .flatten()
            .all(|stock| *stock <= MOST_RELOADS);
        let loading = boat.tubes.iter().all(|tube| match tube {
            TubeState::Loading(turns, _) => (1..=t.firing.loading).contains(turns),
            _ => true,
        });
        self.hold(few && loading, || {
            format!("{letter} loads what she has not got")
        })?;
        for (tube, solution) in boat.tubes.iter().zip(boat.solutions) {
            let Some(solution) = solution else { continue };
            let stored = (t.tdc.least..=t.tdc.most).contains(&solution.value);
            let aims = boat.depth.sees() && *tube != TubeState::Empty;
            self.hold(stored && aims && p.convoy.has_ship(solution.target), || {
                format!("{letter} aims at {} in vain", solution.target)
            })?;
        }
        Ok(())
    }

    /// Every torpedo is aboard, on its way, or spent (10); those on their way run 1 to 3 turns at a box (12).
    pub(super) fn torpedoes(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let arriving = matches!(p.phase, Phase::Torpedoes | Phase::EndOfPatrol);
        for torpedo in &p.torpedoes {
            let runs = torpedo.turns <= 3 && (torpedo.turns > 0 || arriving);
            let aim = torpedo.modifier.abs() <= MOST_AIM;
            let boat = p.boat(torpedo.boat).is_some();
            let target = p.conditions.side.ring(torpedo.target).is_some();
            self.hold(runs && aim && boat && target, || {
                format!("a torpedo of {} runs astray", torpedo.boat)
            })?;
        }
        let few = p
            .spent
            .iter()
            .flatten()
            .all(|spent| *spent <= MOST_TORPEDOES);
        self.hold(few, || "more torpedoes spent than boats can carry".into())?;
        let fighting = matches!(p.phase, Phase::Attack | Phase::Asw);
        let known = p
            .volleys
            .iter()
            .all(|volley| p.boat(volley.boat).is_some() && p.escort(volley.escort).is_some());
        self.hold(known && (fighting || p.volleys.is_empty()), || {
            "torpedoes at an escort that nobody fired".into()
        })?;
        let gone = p
            .hunt
            .escorts
            .iter()
            .filter(|escort| escort.post == Post::Gone);
        let sunk: u32 = p
            .fleet()
            .map(|(_, boat)| u32::from(boat.escorts_sunk))
            .sum();
        let most = t.escorts.list.len() as u32;
        self.hold(sunk <= most && sunk <= gone.count() as u32, || {
            format!("{sunk} escorts are said to be sunk")
        })
    }
}
