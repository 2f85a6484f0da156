//! Twins of a position: the same to the player, dealt anew where he cannot look [2.3B], [3.15]. They prove that nothing
//! shows what lies face down or in a cup.

use crate::combat::Battle;
use crate::cups::{self, Cup, Cups};
use crate::position::Position;
use crate::tables::{Mix, Role, Tables};
use crate::units::{Counter, Ensign};
use derbyhouse_kernel::Chance;

/// A twin of a position.
pub(crate) fn twin(t: &Tables, position: &Position, chance: &mut Chance) -> Position {
    let mut twin = position.clone();
    redeal(t, &mut twin, chance);
    let cups = &mut twin.secret.cups;
    if let Some(battle) = &mut twin.battle {
        for cup in Cup::ALL {
            for ensign in Ensign::ALL {
                exchange(t, battle, cups, (cup, ensign), chance);
            }
        }
    }
    twin
}

/// The War Mix dealt anew: where a cup holds a piece, it holds one of the same pool and flag, for a flag shows as soon as the
/// piece is drawn. Which of them lie in reserve, and which in what cup, is another matter.
fn redeal(t: &Tables, p: &mut Position, chance: &mut Chance) {
    let out = p.out();
    let season = p.season(&out);
    let secret = &mut p.secret;
    let beside = secret.extras.iter().map(|extra| extra.counter);
    let held = p.battle.iter().flat_map(Battle::held);
    let lists = secret.cups.all().filter(|(cup, _)| !Cup::MIX.contains(cup));
    let lists = lists.map(|(_, counter)| counter);
    let taken: Vec<Counter> = out
        .iter()
        .copied()
        .chain(held)
        .chain(beside)
        .chain(lists)
        .collect();
    for pool in 0..t.ships.pools.len() as u8 {
        for ensign in Ensign::ALL {
            let is_dealt = |counter: &Counter| {
                let piece = t.ships.piece(*counter);
                let of_pool =
                    matches!(piece.role, Role::Unit(unit) if t.ships.unit(unit).pool == pool);
                of_pool && piece.ensign == ensign && !taken.contains(counter)
            };
            let mut deal = cups::pool(t, Mix::Pool(pool), season, &taken);
            // What is in a cup stays in the deal, even if it could not be drawn for it now.
            deal.extend(Cup::MIX.iter().flat_map(|cup| secret.cups.of(*cup)));
            deal.retain(is_dealt);
            deal.sort_unstable();
            deal.dedup();
            chance.shuffle(&mut deal);
            for cup in Cup::MIX {
                let places = secret.cups.of_mut(cup).iter_mut();
                for place in places.filter(|counter| is_dealt(counter)) {
                    *place = deal.pop().unwrap_or(*place);
                }
            }
        }
    }
}

/// Pieces of one flag that lie face down are exchanged with those in the cup they came from. Where the cup holds one of that
/// flag it still does, so that the next draw shows the same flag.
fn exchange(
    t: &Tables,
    battle: &mut Battle,
    cups: &mut Cups,
    (cup, ensign): (Cup, Ensign),
    chance: &mut Chance,
) {
    let same = |counter: &Counter| t.ships.piece(*counter).ensign == ensign;
    let mut pool: Vec<Counter> = cups.of(cup).to_vec();
    pool.retain(same);
    let hidden = battle.hidden(cup, ensign == Ensign::White);
    pool.extend(hidden.iter().map(|slot| battle.face(slot)));
    chance.shuffle(&mut pool);
    for slot in hidden.iter() {
        if let Some(face) = pool.pop() {
            battle.faces.0[slot.index()] = face;
        }
    }
    let places = cups.of_mut(cup).iter_mut();
    for place in places.filter(|counter| same(counter)) {
        *place = pool.pop().unwrap_or(*place);
    }
}
