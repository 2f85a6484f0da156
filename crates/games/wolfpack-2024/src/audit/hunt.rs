//! Escorts, captains, requests.

use super::Auditor;
use crate::asw::{Contact, Escort, Post};
use crate::boat::{Boat, Place};
use crate::escorts::{CaptainId, CaptainPile, EscortId};
use crate::position::Position;
use crate::space::{CENTRE_COLUMN, Quadrant};
use crate::tables::Tables;
use derbyhouse_scene::Broken;

/// No escort searches so long that its range, or its captain's patience, comes near this.
const MOST_TURNS: u8 = 100;
/// Turns until an escort is in position, at most [42.distance_r3].
const FARTHEST: u8 = 3;

impl Auditor {
    pub(super) fn hunt(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let hunt = &p.hunt;
        let known = |id: &EscortId| id.index() < t.escorts.list.len();
        self.hold(hunt.escorts.iter().all(|escort| known(&escort.id)), || {
            "an escort that the game does not have".into()
        })?;
        let mut numbers: Vec<u8> = hunt
            .escorts
            .iter()
            .map(|escort| t.escorts.escort(escort.id).number)
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        self.hold(numbers.len() == hunt.escorts.len(), || {
            "two escorts have one number".into()
        })?; // 3
        let waiting = hunt
            .escorts
            .iter()
            .filter(|escort| escort.post == Post::Holding);
        let queue = hunt.ready.len() + hunt.incoming.len();
        self.hold(waiting.count() == queue, || {
            "the holding track holds a stranger".into()
        })?;
        for escort in &hunt.escorts {
            self.escort(t, p, escort)?;
        }
        if !p.is_in_port() {
            self.cup(t, p)?;
            self.captains(t, p)?;
        }
        self.requests(t, p)
    }

    fn escort(&mut self, t: &Tables, p: &Position, escort: &Escort) -> Result<(), Broken> {
        let id = escort.id;
        let queues = p.hunt.ready.iter().chain(&p.hunt.incoming);
        let queued = queues.filter(|other| **other == id).count();
        let waits = usize::from(escort.post == Post::Holding);
        self.hold(queued == waits, || {
            format!("escort {id:?} is queued {queued} times")
        })?;
        let sound = match escort.post {
            Post::Station {
                patience, range, ..
            } => (1..=MOST_TURNS).contains(&patience) && range <= MOST_TURNS,
            Post::Assigned { to, timer, .. } => {
                (1..=2).contains(&timer) && to.x() != CENTRE_COLUMN // 13
            }
            Post::OnTop => escort.contact.is_some(),
            _ => true,
        };
        self.hold(sound, || {
            format!("escort {id:?} is astray: {:?}", escort.post)
        })?;
        match escort.contact {
            Some(contact) => self.contact(t, p, escort, contact),
            None => Ok(()),
        }
    }

    /// A contact fits where escort and boat are (14), (15).
    fn contact(
        &mut self,
        t: &Tables,
        p: &Position,
        escort: &Escort,
        contact: Contact,
    ) -> Result<(), Broken> {
        let boat = p.boat(contact.boat).filter(|boat| boat.is_on_map());
        let fits = boat.is_some_and(|boat| match (escort.post, boat.place) {
            (Post::OnTop, _) => contact.distance == 0,
            (Post::Search(location), Place::Approach(at)) => t.approach.location(at) == location,
            (Post::Station { .. }, Place::Attack(..)) => true,
            _ => false,
        });
        self.hold(fits && contact.distance <= FARTHEST, || {
            format!(
                "escort {:?} holds {} from {:?}",
                escort.id, contact.boat, escort.post
            )
        })?;
        let outside = boat.and_then(Boat::approach).is_some();
        self.hold(!outside || p.holders(contact.boat).count() == 1, || {
            format!("two escorts hold {} on the Approach map", contact.boat)
        })
    }

    /// The pieces of the date: in the cup, or in play (3).
    fn cup(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let cup = &p.secret.hunt.cup;
        let Some(month) = p.month() else {
            return self.hold(cup.is_empty() && p.hunt.escorts.is_empty(), || {
                "an escort in training".into()
            });
        };
        let values = t.setup.cup(month);
        let inside = |id: &EscortId| cup.count(Some(*id));
        let in_play = |id: &EscortId| u32::from(p.escort(*id).is_some());
        let once = values
            .escorts
            .iter()
            .all(|id| inside(id) + in_play(id) <= 1);
        let dated = p
            .hunt
            .escorts
            .iter()
            .all(|escort| values.escorts.contains(&escort.id));
        let counted = values.escorts.iter().map(inside).sum::<u32>() + cup.count(None);
        let whole = cup.len() as usize + p.hunt.escorts.len() == values.in_distribution();
        self.hold(once && dated && counted == cup.len() && whole, || {
            "the cup holds what it cannot".into()
        })
    }

    /// Every captain is in one place, and every escort has one (4).
    fn captains(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        let hidden = &p.secret.hunt;
        let known = |captain: &CaptainId| captain.index() < t.escorts.captains.len();
        let backs = hidden.backs.iter().map(|(_, captain)| *captain);
        let open = p.hunt.escorts.iter().filter_map(|escort| escort.captain);
        let mut all: Vec<CaptainId> = hidden.captains.iter().flatten().copied().collect();
        all.extend(backs.chain(open));
        self.hold(all.iter().all(known), || "an unknown captain".into())?;
        let piled = CaptainPile::ALL.into_iter().zip(&hidden.captains);
        let sorted = piled.into_iter().all(|(pile, captains)| {
            captains
                .iter()
                .all(|captain| t.escorts.captain(*captain).pile == pile)
        });
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        let there = if p.month().is_some() {
            t.escorts.captains.len()
        } else {
            0
        };
        self.hold(sorted && all.len() == count && count == there, || {
            "a captain is in two places, or in none".into()
        })?;
        let owns = |escort: &Escort| {
            let hidden = hidden
                .backs
                .iter()
                .filter(|(id, _)| *id == escort.id)
                .count();
            hidden + usize::from(escort.captain.is_some()) == 1
        };
        self.hold(p.hunt.escorts.iter().all(owns), || {
            "an escort without a captain, or with two".into()
        })
    }

    /// One request for a quadrant, in it, with 1 to 4 turns (13).
    fn requests(&mut self, t: &Tables, p: &Position) -> Result<(), Broken> {
        for (quadrant, request) in Quadrant::ALL.into_iter().zip(&p.hunt.requests) {
            let Some(request) = request else { continue };
            let sound = request.space.quadrant() == Some(quadrant)
                && (1..=t.firing.request_timer).contains(&request.timer);
            self.hold(sound, || {
                format!("the request of quadrant {quadrant} is astray")
            })?;
        }
        Ok(())
    }
}
