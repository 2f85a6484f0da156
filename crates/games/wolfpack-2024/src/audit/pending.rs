//! What is still to be done: every card that lies on the table is one, and every result on offer may be pulled again (18).

use super::Auditor;
use crate::cards::CARDS;
use crate::escorts::EscortId;
use crate::position::{Position, Torpedo};
use crate::sequence::{Held, Order, Step};
use crate::tables::{Price, Tables};
use crate::torpedoes::Salvo;
use derbyhouse_kernel::Agenda;
use derbyhouse_scene::Broken;

/// Everything on an agenda, the next first.
fn all<S>(agenda: &Agenda<S>) -> impl Iterator<Item = &S> {
    agenda.top().into_iter().chain(agenda.below_top())
}

impl Auditor {
    pub(super) fn pending(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        for step in all(&p.agenda) {
            let known = escort_of_step(step).is_none_or(|id| p.escort(id).is_some());
            self.hold(known && cards_of_step(step), || {
                format!("the table cannot do {step:?}")
            })?;
        }
        for orders in &p.orders {
            for order in all(orders) {
                let known = escort_of_order(order).is_none_or(|id| p.escort(id).is_some());
                self.hold(known && is_sound(t, order), || {
                    format!("nobody is asked {order:?}")
                })?;
            }
        }
        Ok(())
    }
}

fn card(card: u8) -> bool {
    usize::from(card) < CARDS
}

fn d10(d10: u8) -> bool {
    (1..=10).contains(&d10)
}

fn salvo(salvo: &Salvo) -> bool {
    card(salvo.to_hit) && card(salvo.size) && card(salvo.angle)
}

fn torpedo(torpedo: &Torpedo) -> bool {
    torpedo.modifier.abs() <= 9
}

fn cards_of_step(step: &Step) -> bool {
    match step {
        Step::Shot(cards, _) => salvo(cards),
        Step::CheckLocation(number, _) | Step::CheckQuadrant(number, _) => card(*number),
        _ => true,
    }
}

fn escort_of_step(step: &Step) -> Option<EscortId> {
    match step {
        Step::Fit(id)
        | Step::Search(id)
        | Step::Strike(id)
        | Step::RamAfter(id)
        | Step::Volley(_, id)
        | Step::React(id) => Some(*id),
        _ => None,
    }
}

fn escort_of_order(order: &Order) -> Option<EscortId> {
    match order {
        Order::CrashDive(id) | Order::Evade(id) | Order::FightBack(id) => Some(*id),
        Order::Fire(firing) | Order::Unaimed(_, firing) | Order::Engage(_, firing) => firing.escort,
        Order::Held(Held::Evasion(id, _)) => Some(*id),
        Order::Held(
            Held::EscortCheck(shot, ..)
            | Held::EscortDetonation(shot, _)
            | Held::EscortDamage(shot, _),
        ) => Some(shot.escort),
        _ => None,
    }
}

fn is_sound(t: &Tables, order: &Order) -> bool {
    match order {
        Order::Assign(_, value) => (t.tdc.least..=t.tdc.most).contains(value),
        Order::Held(held) => t.repulls.price(held.pull()) == Price::Tactical && cards_of(held),
        _ => true,
    }
}

fn cards_of(held: &Held) -> bool {
    match held {
        Held::Entry(face) | Held::Survival(face) | Held::Repair(_, _, _, face) => d10(*face),
        Held::Solution(_, number)
        | Held::BoatDamage(_, number)
        | Held::AswCard(_, number)
        | Held::Evasion(_, number)
        | Held::EscortDetonation(_, number)
        | Held::EscortDamage(_, number) => card(*number),
        Held::Hit(cards, running, face, _) => salvo(cards) && torpedo(running) && d10(*face),
        Held::Missed(running, _, face) => torpedo(running) && d10(*face),
        Held::Detonation(running, _, number) | Held::Damage(running, _, number) => {
            torpedo(running) && card(*number)
        }
        Held::EscortCheck(_, number, face) => card(*number) && d10(*face),
    }
}
