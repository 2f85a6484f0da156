//! Attacks of escorts: pages 49, 50 and 52.

use super::{Contact, Escort, Post};
use crate::boats::Letter;
use crate::calendar::Era;
use crate::cards::{AswRow, DeckName};
use crate::depth::Depth;
use crate::escorts::{EscortId, Hold};
use crate::event::Event;
use crate::reading::Reading;
use crate::ring::Location;
use crate::sequence::{Held, Play, Step};
use crate::tables::{Pull, Tables};
use serde::{Deserialize, Serialize};

/// ASW attack cards that fall on a boat one by one [50.one_card_at_a_time].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barrage {
    pub boat: Letter,
    pub row: AswRow,
    pub hold: Hold,
    /// Cards still to come.
    pub left: u8,
    /// Whether the owner may pull a card again: not in a collision [56.collision].
    pub repull: bool,
}

/// Cards of a depth-charge attack; none if there is no attack, as beyond the reach of the charges [54.charge_depth],
/// [50.aggression], [50.cards_plus_3_periscope], [35.blow_half_charges], (R8).
pub fn charge_cards(
    t: &Tables,
    charges: u8,
    make: Era,
    depth: Depth,
    timid: bool,
    blowing: bool,
) -> Option<u8> {
    if depth.metres() > t.escorts.charge_depth[make.index()] || timid && depth > Depth::SHALLOW {
        return None;
    }
    let extra = if depth.is_periscope() {
        t.depth.periscope_extra
    } else {
        0
    };
    let cards = charges + extra;
    Some(if blowing { cards / 2 } else { cards })
}

/// Cards of a gun attack: the value once, later twice [49.guns_approach], [49.guns_attack].
pub const fn gun_cards(gun: u8, twice: bool) -> u8 {
    if twice { 2 * gun } else { gun }
}

impl Play<'_> {
    /// Approach by location, then the Attack map in random order (R89).
    pub(crate) fn attack_boats(&mut self) {
        let mut steps = Vec::new();
        for location in Location::ALL {
            let here = self.p.hunt.escorts.iter().filter(|escort| {
                let boat = escort.contact.and_then(|contact| self.p.boat(contact.boat));
                boat.is_some_and(|boat| self.p.location(self.t, boat) == Some(location))
            });
            steps.extend(here.map(|escort| Step::Strike(escort.id)));
        }
        let inside = self.p.hunt.escorts.iter().filter(|escort| {
            escort
                .contact
                .is_some_and(|contact| self.p.hunts_inside(contact))
        });
        let inside = inside.map(|escort| escort.id).collect();
        steps.extend(self.in_random_order(inside).into_iter().map(Step::Strike));
        self.p.agenda.plan(steps);
    }

    /// One escort attacks the boat it holds, if it is in position [50.position_on_top], [52.ram_check].
    pub(crate) fn strike_boat(&mut self, id: EscortId) {
        let Some(escort) = self.p.escort(id).copied() else {
            return;
        };
        let Some(contact) = escort.contact else {
            return;
        };
        let Some(boat) = self.p.boat(contact.boat) else {
            return;
        };
        let together = escort.post == Post::OnTop;
        let beside = boat
            .attack()
            .is_some_and(|(space, _)| self.p.station(&escort) == Some(space));
        match (boat.is_surfaced(), together || beside) {
            (true, true) => self.ram_or_fire(&escort, contact),
            (true, false) => self.fire_guns(&escort, contact),
            (false, true) => self.drop_charges(&escort, contact),
            (false, false) => {}
        }
    }

    /// A ram, and guns only if it does not come to that [52.guns_if_no_ram], (R45).
    fn ram_or_fire(&mut self, escort: &Escort, contact: Contact) {
        if !self.rams(escort.id, contact.boat) {
            self.fire_guns(escort, contact);
        }
    }

    /// A ram: cards on the surface row, and the escort is out of the game [52.ram_check], [52.ram_cards].
    fn rams(&mut self, id: EscortId, letter: Letter) -> bool {
        let (highest, cards) = self.t.asw.ram;
        let d10 = self.d10(Pull::RamCheck, Some(letter));
        let rams = d10 <= highest;
        self.log.push(|| Event::RamCheck {
            escort: id,
            boat: letter,
            d10,
            rams,
        });
        if rams {
            if let Some(escort) = self.p.escort_mut(id) {
                escort.post = Post::Gone;
                escort.contact = None;
            }
            self.barrage(letter, AswRow::Surface, Hold::Contact, cards, true);
        }
        rams
    }

    /// Guns: surface row, full contact [49.surface_row]. On the Approach map from distance 1; on the Attack map within
    /// 6 spaces, twice the value after the first turn [49.guns_approach], [49.guns_attack], (R99).
    fn fire_guns(&mut self, escort: &Escort, contact: Contact) {
        let Some(boat) = self.p.boat(contact.boat) else {
            return;
        };
        let twice = match boat.attack() {
            None if escort.post == Post::OnTop => true,
            None if contact.distance == 1 => false,
            None => return,
            Some((space, _)) => {
                let Some(at) = self.p.station(escort) else {
                    return;
                };
                if at.range(space) > self.t.asw.near {
                    return;
                }
                escort.arrived < self.p.turn
            }
        };
        let gun = self.t.escorts.escort(escort.id).gun[usize::from(escort.is_fitted())];
        self.barrage(
            contact.boat,
            AswRow::Surface,
            Hold::Contact,
            gun_cards(gun, twice),
            true,
        );
    }

    /// Depth charges, and at periscope depth a ram check after them [50.helmsman], [50.row_and_column]. A battle card says
    /// whether they fall (R87).
    fn drop_charges(&mut self, escort: &Escort, contact: Contact) {
        let Some(boat) = self.p.boat(contact.boat) else {
            return;
        };
        let (depth, blowing, inside) = (boat.depth, boat.blowing, boat.attack().is_some());
        let captain = escort
            .captain
            .map(|captain| self.t.escorts.captain(captain));
        let timid = inside && captain.is_some_and(|captain| !captain.aggressive);
        let values = self.t.escorts.escort(escort.id);
        let charges = values.charges[usize::from(escort.is_fitted())];
        let make = escort
            .equipment
            .map_or(Era::Early, |equipment| equipment.make());
        let Some(cards) = charge_cards(self.t, charges, make, depth, timid, blowing) else {
            return;
        };
        if depth.is_periscope() {
            self.p.agenda.push(Step::RamAfter(escort.id));
        }
        let tries = self.t.asw.helmsman[usize::from(escort.elite_helm)];
        let attacks = (0..tries).fold(false, |attacks, _| {
            let card = self.pull(DeckName::Battle, Pull::ChargeCheck, Some(contact.boat));
            attacks | self.t.cards.battle[usize::from(card)].attack
        });
        if attacks {
            self.barrage(
                contact.boat,
                self.t.depth.row(depth),
                contact.hold,
                cards,
                true,
            );
        }
    }

    /// After charges at periscope depth [52.ram_check].
    pub(crate) fn ram_after(&mut self, id: EscortId) {
        let Some(contact) = self.p.escort(id).and_then(|escort| escort.contact) else {
            return;
        };
        let up = self
            .p
            .boat(contact.boat)
            .is_some_and(|boat| boat.is_on_map() && boat.depth.is_periscope());
        if up {
            self.rams(id, contact.boat);
        }
    }

    pub(crate) fn barrage(
        &mut self,
        boat: Letter,
        row: AswRow,
        hold: Hold,
        cards: u8,
        repull: bool,
    ) {
        self.log.push(|| Event::Attacked { boat, cards });
        self.p.agenda.push(Step::Barrage(Barrage {
            boat,
            row,
            hold,
            left: cards,
            repull,
        }));
    }

    /// The next card, while the boat is there to be hit [50.one_card_at_a_time], [24.sunk_stops_draws].
    pub(crate) fn next_card(&mut self, barrage: Barrage) {
        let there = self
            .p
            .boat(barrage.boat)
            .is_some_and(|boat| boat.is_on_map());
        if barrage.left == 0 || !there {
            return;
        }
        let rest = Barrage {
            left: barrage.left - 1,
            ..barrage
        };
        self.p.agenda.push(Step::Barrage(rest));
        let card = self.pull_charge(barrage);
        let held = Held::AswCard(barrage, card);
        if barrage.repull {
            self.hold(barrage.boat, held);
        } else {
            self.settle(barrage.boat, held);
        }
    }

    pub(crate) fn pull_charge(&mut self, barrage: Barrage) -> u8 {
        let reading = Reading::Charge {
            row: barrage.row,
            hold: barrage.hold,
        };
        let (deck, pull) = (DeckName::AswAttack, Pull::AswAttackCard);
        self.pull_to_read(deck, pull, Some(barrage.boat), reading)
    }

    pub(crate) fn settle_asw_card(&mut self, barrage: Barrage, card: u8) {
        let hit = self.t.cards.asw[usize::from(card)].hit(barrage.row, barrage.hold);
        if let Some(severity) = hit {
            self.hit_boat(barrage.boat, severity, barrage.repull);
        }
    }
}
