//! Ice on the way [10.1], and what cards do to ships [10.2.6].

use crate::choice::Choice;
use crate::event::Event;
use crate::forces::BlockId;
use crate::hex::Hex;
use crate::ice::{self, Ice, Meeting, Zone};
use crate::losses::Lot;
use crate::season::Cause;
use crate::sequence::{Order, Play};
use crate::side::Side;
use crate::tables::{Card, DamageGroup, Tables};
use crate::units::{BoxId, PortId, ShipType};
use serde::{Deserialize, Serialize};

impl DamageGroup {
    /// The types that its numbers fall on [10.2.6].
    pub(crate) const fn holds(self, kind: ShipType) -> bool {
        match self {
            Self::Heavy => kind.is_heavy(),
            Self::Flotilla => kind.is_flotilla(),
            Self::Convoy => kind.is_convoy_ship(),
        }
    }
}

/// Where ice may lie in the way: before a hex, or before a port (chapter 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    To(Hex),
    /// Out of a box that plays as a hex [5.7.2].
    Out(BoxId, Hex),
    Leave(PortId),
    Enter(PortId),
}

impl Way {
    pub(crate) fn hex(self, t: &Tables) -> Hex {
        match self {
            Self::To(hex) | Self::Out(_, hex) => hex,
            Self::Leave(port) | Self::Enter(port) => t.sheet.port(port).hex,
        }
    }
}

impl Play<'_> {
    /// The condition that a crossing meets, and its die if there was one [10.1], [10.3].
    pub fn actual_ice(&mut self, side: Side, hex: Hex) -> (Option<u8>, Ice) {
        if self.t.sheet.pack.contains(hex) {
            return (None, Ice::SolidPack);
        }
        let Some(zone) = self.t.sheet.zone(hex) else {
            return (None, Ice::Clear); // [10.2.1]
        };
        let condition = self.p.ice[zone.index()].condition;
        let die = self.p.is_ice_rolled(zone).then(|| self.die());
        let ice = die.map_or(condition, |die| ice::actual(self.t, condition, die));
        (die, ice::in_channel(self.t, side, hex, ice))
    }

    /// Ice before a force: Clear is no matter, what it may enter is asked, the rest turns it back; the cards are drawn either
    /// way [10.1].
    pub fn meet_ice(&mut self, side: Side, block: BlockId, way: Way) {
        let hex = way.hex(self.t);
        let (die, ice) = self.actual_ice(side, hex);
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let who = Self::who(side, force);
        if die.is_some() || ice != Ice::Clear {
            self.log.push(|| Event::IceRoll { who, hex, die, ice });
        }
        let meeting = ice::meeting(self.t, side, ice, false);
        if ice == Ice::Clear {
            self.take_way(side, block, way);
        } else if meeting.may_enter {
            self.ask(side, Order::Ice(block, way, ice));
        } else {
            self.damage_by_ice(side, block, hex, meeting);
            self.end_move(side, block);
        }
    }

    fn take_way(&mut self, side: Side, block: BlockId, way: Way) {
        match way {
            Way::To(hex) => self.step_into(side, block, hex),
            Way::Out(off, hex) => self.leave_box(side, block, off, hex),
            Way::Leave(_) => self.clear_port(side, block),
            Way::Enter(_) => self.enter(side, block),
        }
    }

    /// Crosses or turns back; the cards are drawn either way [10.1], [10.2.4].
    pub fn face_ice(&mut self, side: Side, block: BlockId, way: Way, ice: Ice, choice: Choice) {
        let turns_back = choice != Choice::Cross;
        let meeting = ice::meeting(self.t, side, ice, turns_back);
        let mut enters = !turns_back;
        if enters && ice == Ice::ThinPack {
            let die = self.die();
            enters = ice::enters_thin_pack(self.t, die);
            self.log.push(|| Event::ThinPack { die, enters });
        }
        self.damage_by_ice(side, block, way.hex(self.t), meeting);
        let afloat = self.p.fleet(side).force(block).is_some();
        match enters && afloat {
            true => self.take_way(side, block, way),
            false => self.end_move(side, block),
        }
    }

    /// A Convoy and its Dispersed ships are two forces in the ice [5.6], [10.2.6].
    fn damage_by_ice(&mut self, side: Side, block: BlockId, hex: Hex, meeting: Meeting) {
        let part = self.p.dispersed_of(side, block);
        self.ice_damage(side, block, hex, meeting);
        if let Some(part) = part {
            self.ice_damage(side, part, hex, meeting);
        }
    }

    /// A card of the side's own deck [1.7].
    pub fn draw(&mut self, side: Side) -> &Card {
        let place = self.draw_place(side);
        &self.t.cards[side][place]
    }

    /// The same, by its place in the deck.
    pub fn draw_place(&mut self, side: Side) -> usize {
        self.p.secret.fleets[side].cards.draw(self.chance)
    }

    /// Damage cards fall on random ships of each group: one Hit, and out of the Operation without VP [10.2.6].
    pub fn ice_damage(&mut self, side: Side, block: BlockId, hex: Hex, meeting: Meeting) {
        let western = self.t.sheet.zone(hex).is_some_and(Zone::is_western);
        let cause = match western {
            true => Cause::WesternIce,
            false => Cause::Weather,
        };
        let mut hurt = 0;
        for _ in 0..meeting.cards {
            let card = *self.draw(side);
            for group in DamageGroup::ALL {
                for _ in 0..card.damage(group, meeting.plus) {
                    hurt += u8::from(self.disable(side, block, group, cause));
                }
            }
        }
        if let Some(force) = self.p.fleet(side).force(block) {
            let who = Self::who(side, force);
            if hurt > 0 {
                self.log.push(|| Event::IceDamage { who, ships: hurt });
            }
        }
        self.tidy_force(side, block);
    }

    /// Takes one random ship of a group out: each named ship and each CS is one lot (R42).
    pub fn disable(
        &mut self,
        side: Side,
        block: BlockId,
        group: DamageGroup,
        cause: Cause,
    ) -> bool {
        let fits = |kind: ShipType| group.holds(kind);
        let Some(lot) = self.random_lot(side, block, fits) else {
            return false;
        };
        self.retire(side, block, lot, cause);
        true
    }

    /// Takes a ship out of the Operation; a merchant ship is exempt in the account (R66).
    pub fn retire(&mut self, side: Side, block: BlockId, lot: Lot, cause: Cause) {
        let plan = self
            .p
            .fleet(side)
            .force(block)
            .and_then(|f| f.sailing.as_ref())
            .map(|s| usize::from(s.plan));
        let merchant = self.take_lot(side, block, lot).is_merchant();
        self.mark_gone(side, cause);
        let fleet = self.p.fleet_mut(side);
        let account = plan.and_then(|plan| fleet.accounts.get_mut(plan));
        if let Some(account) = account.filter(|_| merchant) {
            account.exempt += 1;
            self.return_in_ballast(side);
        }
    }
}
