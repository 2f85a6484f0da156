//! What must always hold: section 9 of the specification. Each check names its number there. That nothing hidden shows (20)
//! and that a record replays (39) is for the test kit.

mod battle;
mod contacts;
mod deeds;
mod file;
mod forces;
mod shipping;
mod steps;

use crate::event::Event;
use crate::forces::Token;
use crate::movement::port_limit;
use crate::position::{Fleet, Position};
use crate::sequence::Segment;
use crate::side::Side;
use crate::tables::Tables;
use crate::time::Turn;
use crate::units::{ShipId, ShipType};
use derbyhouse_scene::Broken;

/// Counts what holds, and stops at what does not.
struct Auditor(u32);

impl Auditor {
    fn hold(&mut self, holds: bool, what: impl FnOnce() -> String) -> Result<(), Broken> {
        self.0 += 1;
        if holds { Ok(()) } else { Err(Broken(what())) }
    }
}

/// Checks a position, and the step that led to it.
pub(crate) fn audit(
    t: &Tables,
    before: Option<&Position>,
    events: &[Event],
    after: &Position,
) -> Result<u32, Broken> {
    let mut auditor = Auditor(0);
    auditor.position(t, after)?;
    if let Some(before) = before {
        auditor.step(t, before, after)?;
        auditor.british_packs(t, before, after)?;
        let step = steps::Step {
            before,
            events,
            after,
        };
        auditor.change(t, step)?;
    }
    Ok(auditor.0)
}

/// Checks what a file claims to be a position.
pub(crate) fn validate(t: &Tables, position: &Position) -> Result<(), Broken> {
    let mut auditor = Auditor(0);
    auditor.ids(t, position)?;
    auditor.position(t, position)
}

impl Auditor {
    fn position(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        self.hold(p.turn <= Turn::LAST.later(1), || {
            format!("there is no turn {}", p.turn)
        })?; // 38
        let mut ships: Vec<ShipId> = Vec::new();
        for side in Side::ALL {
            let fleet = p.fleet(side);
            let sound = fleet.cards.is_sound();
            self.hold(sound, || format!("the {side} deck has not its forty cards"))?;
            let mut watched = fleet.watched.iter();
            let fair = watched.all(|seen| (1..=seen.most).contains(&seen.hexes));
            let mut tokens: Vec<Token> = fleet.watched.iter().map(|seen| seen.token).collect();
            tokens.sort_unstable();
            let once = tokens.windows(2).all(|pair| pair[0] != pair[1]);
            self.hold(fair && once, || {
                format!("{side} has seen a block go farther than it ever went")
            })?;
            for force in &fleet.forces {
                ships.extend(force.units.ships.iter().map(|state| state.ship));
                self.force(t, side, force)?;
                let hex = force.hex();
                let off = hex.is_some_and(|hex| p.is_enemy_anchorage(t, side, hex));
                self.hold(!off, || format!("{} is off an enemy port", force.name))?; // 11
            }
            self.blocks(t, p, side)?;
            self.shadowing(t, p, side)?;
            self.paid(t, p, side)?;
            self.aircraft(t, p, side)?;
            self.stragglers(p, side)?;
            for (track, points) in crate::tables::Track::ALL.into_iter().zip(&fleet.points) {
                let within = points.spent() <= points.available;
                self.hold(within, || format!("{track} has spent more than it has"))?; // 17
            }
        }
        self.once(t, p, ships)?;
        let limit = port_limit(t, p.date(t));
        let entered = p.secret.flags.entered;
        self.hold(limit.is_none_or(|limit| entered.is_within(limit)), || {
            "too many foreign warships are in Soviet ports".into()
        })?; // 14
        if let Some(battle) = p.battle() {
            self.battle(p, battle)?;
        }
        self.kara_sea(t, p)?;
        self.shipping(t, p)?;
        self.deconfliction(t, p)
    }

    /// A ship is in one place: in play, in the Channel or the Atlantic, in a yard, or lost (1).
    fn once(&mut self, t: &Tables, p: &Position, mut ships: Vec<ShipId>) -> Result<(), Broken> {
        for side in Side::ALL {
            let reserve = &p.fleet(side).reserve;
            let channel = reserve.channel.iter().flat_map(|force| &force.units.ships);
            let due = reserve.due.iter().flat_map(|due| &due.units.ships);
            let away = channel.chain(due).chain(&reserve.raiders);
            ships.extend(away.map(|state| state.ship));
            ships.extend(reserve.gone.iter().filter_map(|gone| gone.hull.ship()));
            ships.extend(&reserve.sunk);
        }
        ships.sort_unstable();
        let twice = ships.windows(2).find(|pair| pair[0] == pair[1]);
        self.hold(twice.is_none(), || {
            let name = twice.map(|pair| t.chart.ship(pair[0]).name.as_str());
            format!("{} is in two places", name.unwrap_or_default())
        })
    }

    /// Heavy Ships at sea were paid for (17).
    fn paid(&mut self, t: &Tables, p: &Position, side: Side) -> Result<(), Broken> {
        let fleet = p.fleet(side);
        let at_sea = fleet.forces.iter().filter(|force| force.hex().is_some());
        for state in at_sea.flat_map(|force| &force.units.ships) {
            let ship = t.chart.ship(state.ship);
            let paid = !ship.kind.is_heavy() || fleet.is_covered(state.ship);
            self.hold(paid, || format!("{} sailed for nothing", ship.name))?;
        }
        Ok(())
    }

    /// Time never runs back, the ledger is only added to, and strength never rises (32, 38, 39).
    fn step(&mut self, t: &Tables, before: &Position, after: &Position) -> Result<(), Broken> {
        let fortnight = |p: &Position| p.season.map(|season| season.fortnight);
        let later = fortnight(before) < fortnight(after);
        self.hold(later || before.turn <= after.turn, || {
            "time runs back".into()
        })?;
        let (old, new) = (&before.secret.ledger, &after.secret.ledger);
        self.hold(new.starts_with(old), || "the ledger was changed".into())?;
        for side in Side::ALL {
            let escorts = |p: &Position| -> u32 {
                let forces = p.fleet(side).forces.iter();
                forces
                    .map(|f| u32::from(f.units.cs(&t.chart, |kind| kind == ShipType::Es)))
                    .sum()
            };
            let fighting = before.battle().is_some() && after.battle().is_some();
            self.hold(!fighting || escorts(before) == escorts(after), || {
                format!("{side} Escorts are lost in battle")
            })?; // 31
            let cs = |p: &Position| -> u32 {
                let fleet = p.fleet(side);
                let forces = fleet.forces.iter().chain(&fleet.reserve.channel);
                let pools = forces.flat_map(|force| &force.units.pools);
                pools.map(|pool| u32::from(pool.hulls())).sum()
            };
            let air = |p: &Position| -> u32 {
                let air = p.fleet(side).air.iter();
                let steady = air.filter(|unit| !unit.is_guest(t)); // [12.4], [12.7]
                steady.map(|unit| u32::from(unit.cs)).sum()
            };
            let convoys = |p: &Position| p.fleet(side).accounts.len(); // WUNDERLAND meets one [12.12]
            let reinforced = after.fleet(side).groups > before.fleet(side).groups
                || convoys(after) > convoys(before)
                || before.segment == Segment::Preparation
                || after.segment == Segment::Preparation
                || (before.season.is_some() && before.segment == Segment::Administration)
                || called_up(after.fleet(side)) != called_up(before.fleet(side));
            let grown = (cs(after) > cs(before) || air(after) > air(before)) && !reinforced;
            self.hold(!grown, || format!("{side} strength has grown"))?;
        }
        Ok(())
    }
}

/// What has come before its time, and what is still in repair [15.3.2].
fn called_up(fleet: &Fleet) -> impl PartialEq + '_ {
    let reserve = &fleet.reserve;
    (
        &reserve.early_classes,
        &reserve.early_ships,
        &reserve.early_air,
        &reserve.due,
    )
}
