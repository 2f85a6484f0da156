//! Engagement: how many pieces are drawn from which cups, and how they are laid out [13.24].

use super::battle::{Battle, Slot};
use super::fighter::Fighter;
use super::site::{self, Setting, Site};
use super::slots::{MOST, SlotId, SlotSet};
use crate::activity::Colour;
use crate::cups::{Cup, Cups};
use crate::displays::{Contact, Display, Lane};
use crate::tables::{Contacts, Ring, Tables};
use crate::units::{Counter, Ensign};
use derbyhouse_kernel::Chance;

/// Pieces of each ring of columns, by colour and kind [13.24].
pub fn numbers(contacts: &Contacts, contact: Contact, colour: Colour) -> [(Ring, u8); 3] {
    let place = colour.index();
    match contact {
        Contact::None => [(Ring::Loner, 0), (Ring::Inner, 0), (Ring::Center, 0)],
        Contact::Loner => [
            (Ring::Loner, contacts.loners[place]),
            (Ring::Inner, 0),
            (Ring::Center, 0),
        ],
        Contact::Convoy => {
            let [outer, inner, center] = contacts.convoys[place];
            [
                (Ring::Outer, outer),
                (Ring::Inner, inner),
                (Ring::Center, center),
            ]
        }
        Contact::TaskForce => {
            let [center, escorts] = contacts.task_forces[place];
            [
                (Ring::Outer, escorts),
                (Ring::Inner, 0),
                (Ring::Center, center),
            ]
        }
        Contact::SpecialConvoy => {
            let [center, escorts] = contacts.special_convoys[place];
            [
                (Ring::Outer, escorts),
                (Ring::Inner, 0),
                (Ring::Center, center),
            ]
        }
    }
}

/// Pieces of a scattered convoy that a boat meets, whatever the colour (R30).
pub(super) const SCATTERED: u8 = 3;

/// Fleet Escorts that watch a naval base [30.4].
const IN_HARBOUR: u8 = 2;

/// Whether the flag of a piece is a White Ensign.
#[inline]
fn is_white(t: &Tables, piece: Counter) -> bool {
    t.ships.piece(piece).ensign == Ensign::White
}

impl Battle {
    /// Draws and lays out what was found, for these boats. Too few pieces: all there are.
    pub fn engage(
        t: &Tables,
        site: Site,
        contact: Contact,
        colour: Colour,
        fighters: impl IntoIterator<Item = Fighter>,
        cups: &mut Cups,
        chance: &mut Chance,
    ) -> Self {
        let display = site::display(contact, colour.is_large());
        let mut battle = Self::new(t, site, contact, display);
        battle.fighters.extend(fighters);
        battle.pack = battle.fighters.len() > 1;
        for (ring, count) in numbers(&t.contacts, contact, colour) {
            let count = match (site.setting, ring) {
                (Setting::Scattered, Ring::Loner) => SCATTERED,
                (Setting::Harbour, Ring::Outer) => IN_HARBOUR,
                _ => count,
            };
            battle.lay_out(t, ring, site.cup(contact, ring), count, cups, chance);
        }
        battle
    }

    /// Pieces of one ring, piece 1 left, 2 right and so on; the odd last one waits for its die (R45).
    pub(crate) fn lay_out(
        &mut self,
        t: &Tables,
        ring: Ring,
        cup: Cup,
        count: u8,
        cups: &mut Cups,
        chance: &mut Chance,
    ) {
        if count == 0 {
            return;
        }
        let columns = self.columns(t);
        let mut lanes = columns
            .lanes
            .iter()
            .filter(|values| values.ring == ring)
            .map(|values| values.lane);
        let Some(left) = lanes.next() else { return };
        let right = lanes.next();
        let right = right.unwrap_or(left);
        let first = self.slots.len();
        let count = usize::from(count).min(cups.of(cup).len());
        debug_assert!(
            first + count <= MOST,
            "a display of more pieces than {MOST}"
        );
        let count = count.min(MOST - first);
        let odd = right != left && count % 2 == 1;
        let sides = [left, right].map(|lane| Slot::face_down(Some(lane), cup));
        cups.deal(cup, count, chance, &mut self.faces.0);
        self.slots
            .extend((0..count).map(|number| sides[number % 2]));
        let laid = SlotSet::first_of((first + count) as u8).beginning_at(first as u8);
        for (side, lane) in [left, right].into_iter().enumerate() {
            let here = laid.every_other(first + side);
            self.lanes[lane.index()] = self.lanes[lane.index()] | here;
        }
        if odd && let Some(last) = self.slots.last_mut() {
            last.lane = None;
            self.lanes[left.index()].remove(SlotId((first + count - 1) as u8));
        }
        let white = laid.only(|slot| is_white(t, self.face(slot)));
        self.white = self.white | white;
    }

    /// Lays one piece face down.
    pub(crate) fn lay(&mut self, t: &Tables, lane: Option<Lane>, cup: Cup, piece: Counter) {
        let slot = SlotId(self.slots.len() as u8);
        let place = Slot::face_down(lane, cup);
        let room = self.slots.try_push(place).is_ok() && self.faces.0.try_push(piece).is_ok();
        debug_assert!(room, "a display of more pieces than {MOST}");
        if !room {
            return;
        }
        if let Some(lane) = lane {
            self.lanes[lane.index()].insert(slot);
        }
        self.white.insert_if(slot, is_white(t, piece));
    }

    /// Units that wait for their column.
    pub(crate) fn odd(&self) -> SlotSet {
        SlotSet::first_of(self.slots.len() as u8) & !self.laid_out()
    }

    /// Whether units of this display are met one by one [28.2].
    pub(crate) fn is_loner(&self) -> bool {
        self.display == Display::Loner
    }
}
