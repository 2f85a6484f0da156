//! The escort shot: where the only big ship cannot be hit for the one strong escort that covers it, and that escort suspects
//! nothing, she is shot at first (12.9).

use super::super::battle::Hand;
use super::super::slots::SlotId;
use super::{Bridge, Share};
use crate::halves::Halves;

/// Points that go on the escort.
const POINTS: u8 = 3;

/// An escort that takes less from every shot is not worth a torpedo.
const STRONG: Halves = Halves::whole(2);

/// Tons of a ship for whose sake one does it, in thousands.
const BIG: u8 = 8;

/// The escort that is shot at first, and the ship that she covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EscortShot {
    pub escort: SlotId,
    pub ship: SlotId,
}

impl Bridge<'_> {
    /// Whether it is the moment for it: one unwary escort [14.15B], who is all the cover there is, and one big ship, which all
    /// points together would not hit.
    pub(super) fn escort_shot(&self, hand: Hand) -> Option<EscortShot> {
        let (t, b) = (self.t, self.b);
        let unwary = b.unwary(t, hand);
        if unwary.len() != 1 {
            return None;
        }
        let escort = unwary.first()?;
        let reach = b.eligible(t, hand) & b.up;
        let cover = b.cover_of_targets(t, hand);
        let alone = cover >= STRONG && b.share_of_target(t, hand, escort) == cover;
        if !alone || !reach.has(escort) || b.fighter(hand).tactical < 2 {
            return None;
        }
        let big = |slot: &SlotId| b.piece(t, *slot).kind.is_merchant() && b.ship(t, *slot).0 >= BIG;
        let mut ships = reach.iter().filter(big);
        let ship = ships.next().filter(|_| ships.next().is_none())?;
        let points = b.attack_value(t, hand);
        let hopeless = self.chances(&b.salvo(t, hand), hand, ship, points) == 0;
        (points >= POINTS && hopeless).then_some(EscortShot { escort, ship })
    }

    /// Her points come before all others, if they could hit; gives back what is left.
    pub(super) fn share_escort_shot(&self, hand: Hand, plan: &mut [Share], left: u8) -> u8 {
        let shot = self.escort_shot(hand).filter(|_| left >= POINTS);
        let escort = shot.and_then(|shot| plan.iter_mut().find(|share| share.slot == shot.escort));
        match escort.filter(|share| share.faces(POINTS) > 0) {
            Some(share) => {
                share.settle(POINTS);
                left - POINTS
            }
            None => left,
        }
    }
}
