//! Chances before a choice, counted: over the cards left in one's own deck, and over the faces of dice.

use super::{fights, words};
use crate::choice::Choice;
use crate::forces::{BlockId, Token};
use crate::hex::Hex;
use crate::ice::{self, Ice};
use crate::recon::{Reading, Searchers, may_be_negated};
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{DamageGroup, Find};
use crate::torpedoes;
use crate::units::{Category, ShipType};
use crate::view::{Contact, View};
use derbyhouse_scene::Prospect;

/// Cards that find, those of them that may be denied, and all that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cards {
    pub found: usize,
    pub deniable: usize,
    pub of: usize,
}

impl Cards {
    pub fn percent(self) -> String {
        words::percent(self.found, self.of)
    }

    /// In words, with what the other side may still deny [6.2.2].
    pub fn told(self) -> String {
        let denied = match self.deniable {
            0 => String::new(),
            deniable => format!(
                ", {} of it only if nothing is announced",
                words::percent(deniable, self.of)
            ),
        };
        format!("{} of {} cards{denied}", self.found, self.of)
    }

    /// The share of at least one success in two cards, the first put aside [7.1.1].
    fn of_two(self) -> f64 {
        let (all, miss) = (self.of as f64, (self.of - self.found) as f64);
        match self.of {
            0 => 0.0,
            1 => self.found as f64,
            _ => 1.0 - miss / all * ((miss - 1.0).max(0.0) / (all - 1.0)),
        }
    }

    fn share(self) -> f64 {
        self.found as f64 / self.of.max(1) as f64
    }
}

/// What the next card of one's own deck does against a contact [6.2]; nothing without a deck.
pub(super) fn of_search(view: View<'_>, seen: &Contact, searchers: Searchers) -> Option<Cards> {
    let (t, side) = (view.tables(), view.eyes()?);
    let column = t.weather.card_column(view.weather_in(seen.hex));
    let deck = view.deck();
    let mut cards = Cards {
        found: 0,
        deniable: 0,
        of: deck.len(),
    };
    for card in &deck {
        let section = card.section(view.light());
        let line = searchers.line();
        let find = line.map_or(Find::Nothing, |line| section.find(line, column));
        let reading = Reading {
            find,
            target: seen.id,
            shadowed: searchers.shadowing,
            friendly_shore: t.sheet.is_friendly_shore(side, seen.hex),
            near_interceptors: t
                .sheet
                .near_interceptors(seen.side, seen.hex, view.scenario().date),
            soviet_failure: searchers.all_soviet && section.soviet_fail,
            for_show: line.is_none(),
        };
        if reading.succeeds() {
            cards.found += 1;
            cards.deniable += usize::from(may_be_negated(find, section.watermark));
        }
    }
    Some(cards)
}

fn prospect(label: impl Into<String>, share: f64, text: String, rules: &[&str]) -> Prospect {
    Prospect {
        label: label.into(),
        share: Some(share),
        text,
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
    }
}

/// What an answer may lead to, counted exactly.
pub(crate) fn outlook(view: View<'_>, choice: &Choice) -> Vec<Prospect> {
    prospects(view, &view.contacts(), choice)
}

pub(super) fn prospects(view: View<'_>, contacts: &[Contact], choice: &Choice) -> Vec<Prospect> {
    match *choice {
        Choice::To(hex) => crossing(view, hex),
        Choice::Cross => entering(view),
        Choice::Search(_, hex) => searching(view, contacts, hex),
        Choice::Attack(pack, token) => locating(view, contacts, pack, token),
        Choice::Aim(category) => aiming(view, category),
        Choice::Engage(force, token) | Choice::Intercept(force, token) => {
            locating(view, contacts, force, token)
        }
        Choice::Fire(by, at) => fights::fire(view, by, at),
        Choice::Torpedo(by, at, symbols) => fights::torpedo(view, by, at, symbols),
        _ => Vec::new(),
    }
}

/// The ice that a step may meet [10.1], only where it is not certain.
fn crossing(view: View<'_>, hex: Hex) -> Vec<Prospect> {
    let Some(side) = view.eyes() else {
        return Vec::new();
    };
    let met = view.ice_at(side, hex);
    if met == [(Ice::Clear, 10)] {
        return Vec::new();
    }
    let told = |(ice, dice): (Ice, u8)| {
        let meeting = ice::meeting(view.tables(), side, ice, false);
        let text = match (meeting.may_enter, meeting.cards) {
            (false, 0) => "no way in".to_owned(),
            (false, cards) => format!(
                "no way in, {} all the same",
                words::count(cards.into(), "damage card")
            ),
            (true, 0) => "nothing in the way".to_owned(),
            (true, cards) => words::count(cards.into(), "damage card"),
        };
        prospect(
            words::ice(ice),
            f64::from(dice) / 10.0,
            text,
            &["10.1", "10.2"],
        )
    };
    met.into_iter().map(told).collect()
}

/// What going into the ice costs: the pack may hold, and each card may hurt ships [10.2.4], [10.2.6].
fn entering(view: View<'_>) -> Vec<Prospect> {
    let (Some(Order::Ice(_, _, met)), Some(side)) = (view.order(), view.eyes()) else {
        return Vec::new();
    };
    let t = view.tables();
    let meeting = ice::meeting(t, side, *met, false);
    let mut all = Vec::new();
    if *met == Ice::ThinPack {
        let enters = (0..10).filter(|die| ice::enters_thin_pack(t, *die)).count();
        all.push(prospect(
            "the pack gives way",
            enters as f64 / 10.0,
            format!("{enters} of 10"),
            &["10.2.4"],
        ));
    }
    let deck = view.deck();
    for group in DamageGroup::ALL.into_iter().filter(|_| meeting.cards > 0) {
        let hurts = |plus| deck.iter().filter(|c| c.damage(group, plus) > 0).count();
        let hurt = hurts(meeting.plus);
        let label = match group {
            DamageGroup::Heavy => "a card hurts a heavy ship",
            DamageGroup::Flotilla => "a card hurts a destroyer",
            DamageGroup::Convoy => "a card hurts a convoy ship",
        };
        all.push(prospect(
            label,
            hurt as f64 / deck.len().max(1) as f64,
            format!("{hurt} of {} cards, if there is one", deck.len()),
            &["10.2.6"],
        ));
    }
    all
}

/// What aircraft that are sent to a hex may find there [6.4.2].
fn searching(view: View<'_>, contacts: &[Contact], hex: Hex) -> Vec<Prospect> {
    let here = contacts
        .iter()
        .filter(|seen| seen.hex == hex && Some(seen.side) != view.eyes());
    here.filter_map(|seen| {
        let there = view.searchers(seen.token).unwrap_or_default();
        let with_air = Searchers { air: true, ..there };
        let cards = of_search(view, seen, with_air)?;
        Some(prospect(
            format!("{} is found", words::contact(seen)),
            cards.share(),
            cards.told(),
            &["6.2", "6.4.2"],
        ))
    })
    .collect()
}

/// Whether an attacker finds its target; a shadowed one twice [7.1.1].
fn locating(
    view: View<'_>,
    contacts: &[Contact],
    attacker: BlockId,
    token: Token,
) -> Vec<Prospect> {
    let Some(seen) = contacts.iter().find(|seen| seen.token == token) else {
        return Vec::new();
    };
    let force = view.own().find(|force| force.block == attacker);
    let all_soviet = view.eyes() == Some(Side::Allied)
        && force.is_some_and(|force| {
            force.units.submarine_nation(&view.tables().chart) == Some(crate::side::Nation::Soviet)
        });
    let searchers = Searchers {
        force: true,
        shadowing: seen.shadowed,
        all_soviet,
        ..Searchers::default()
    };
    let Some(cards) = of_search(view, seen, searchers) else {
        return Vec::new();
    };
    let (share, text) = match seen.shadowed {
        true => (
            cards.of_two(),
            format!("two cards: it is shadowed; {}", cards.told()),
        ),
        false => (cards.share(), cards.told()),
    };
    vec![prospect("the target is found", share, text, &["7.1.1"])]
}

/// What a torpedo does to the types of a category [7.3.1], [7.4.3].
fn aiming(view: View<'_>, category: Category) -> Vec<Prospect> {
    let t = view.tables();
    let hits = |kind: ShipType| {
        (0..10)
            .filter(|die| torpedoes::succeeds(t, kind, &[], *die))
            .count()
    };
    let mut kinds: Vec<(usize, Vec<String>)> = Vec::new();
    for kind in ShipType::ALL
        .into_iter()
        .filter(|kind| category.holds(*kind) && !kind.is_submarine())
    {
        let ways = hits(kind);
        match kinds.iter_mut().find(|(other, _)| *other == ways) {
            Some((_, names)) => names.push(kind.to_string()),
            None => kinds.push((ways, vec![kind.to_string()])),
        }
    }
    kinds
        .into_iter()
        .map(|(ways, names)| {
            prospect(
                format!("one torpedo hits {}", names.join(", ")),
                ways as f64 / 10.0,
                format!("{ways} of 10 for each sub that gets to fire"),
                &["7.3.1"],
            )
        })
        .collect()
}
