//! Forces that are in other blocks, wherever those stand: for all the viewer knows that is how it is, though it may go on
//! differently from there.

use crate::audit::audit;
use crate::forces::Force;
use crate::fuel::{Fuel, Leaving};
use crate::position::Position;
use crate::side::Side;
use crate::tables::Tables;
use crate::units::ShipType;
use crate::worlds::{content, fits, is_hidden, notebook};
use derbyhouse_kernel::Chance;

/// So many exchanges are tried for each side that the viewer is not of.
const TRIES: usize = 6;

/// A position whose forces are in other blocks, Dummies among them; nothing if none could be exchanged.
pub(crate) fn recast(
    t: &Tables,
    position: &Position,
    eyes: Option<Side>,
    chance: &mut Chance,
) -> Option<Position> {
    if position.is_over() {
        return None; // everything lies open
    }
    let mut cast = None;
    for side in Side::ALL.into_iter().filter(|side| Some(*side) != eyes) {
        for _ in 0..TRIES {
            let now = cast.as_ref().unwrap_or(position);
            let next = exchanged(t, now, side, chance);
            // What the rules do not allow to be in a place cannot be there, and the viewer knows that.
            cast = next
                .filter(|next| audit(t, None, &[], next).is_ok())
                .or(cast);
        }
    }
    cast
}

/// Two blocks with the contents of each other, if they agree with what was told of them [6.2.1].
fn exchanged(t: &Tables, position: &Position, side: Side, chance: &mut Chance) -> Option<Position> {
    let fleet = position.fleet(side);
    let engaged = &position.engaged()[side];
    // What lies in line under aircraft is seen [7.2.4].
    let mut strikes = position.secret.strikes.iter();
    let bombed = strikes.any(|strike| strike.side != side && !strike.line.is_empty());
    if bombed {
        return None;
    }
    let movable = |force: &&Force| is_hidden(fleet, force) && !engaged.contains(&force.block);
    let mut blocks: Vec<_> = fleet.forces.iter().filter(movable).collect();
    chance.shuffle(&mut blocks);
    let [one, other, ..] = blocks[..] else {
        return None;
    };
    let said = notebook(position, side.other());
    let contents = [one, other].map(|force| content(fleet, force));
    let [mine, its] = &contents;
    let alike = mine == its;
    if alike || !fits(t, one, mine, its, &said) || !fits(t, other, its, mine, &said) {
        return None;
    }
    let mut cast = position.clone();
    let [mine, its] = contents;
    for (block, content) in [(one.block, its), (other.block, mine)] {
        let force = cast.fleet_mut(side).force_mut(block)?;
        content.put_into(force);
        let needs = force.hex().is_some() && force.units.has(&t.chart, ShipType::needs_fuel);
        force.fuel = needs.then(|| Fuel::on_leaving(t, position.turn, Leaving::default()));
    }
    Some(cast)
}
