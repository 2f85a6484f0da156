//! Chances before a choice, counted by the code that plays: over the cards left in one's own deck, and over the faces of
//! dice.

mod air;

use super::{fights, words};
use crate::choice::Choice;
use crate::forces::{BlockId, Place, Token};
use crate::hex::Hex;
use crate::ice::{self, Ice};
use crate::recon::Searchers;
use crate::sequence::{Order, Purpose};
use crate::surface::WithdrawalDrm;
use crate::tables::DamageGroup;
use crate::torpedoes;
use crate::units::{Category, ShipType};
use crate::view::{CardOdds, Contact, View};
use derbyhouse_scene::Prospect;

impl CardOdds {
    pub(super) fn percent(self) -> String {
        words::percent(self.found, self.of)
    }

    /// In words, with what the other side may still deny [6.2.2].
    fn told(self) -> String {
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
        Choice::To(hex) => {
            let mut all = crossing(view, hex);
            all.extend(patrolled(view, hex));
            all
        }
        Choice::Leave | Choice::Enter => harbour_ice(view),
        Choice::Cross => entering(view),
        Choice::Search(_, hex) => searching(view, contacts, hex),
        Choice::Draw => passing(view, contacts),
        Choice::Attack(pack, token) => {
            let mut all = locating(view, contacts, Purpose::Locate(pack), pack, token);
            let seen = contacts.iter().find(|seen| seen.token == token);
            all.extend(seen.and_then(|seen| closing(view, pack, seen)));
            all
        }
        Choice::Engage(tf, token) => {
            let mut all = locating(view, contacts, Purpose::Engage(tf), tf, token);
            all.extend(surprising(view, tf));
            all
        }
        Choice::Join(tf) => {
            let token = view.join_target();
            token.map_or_else(Vec::new, |token| {
                locating(view, contacts, Purpose::Join(tf), tf, token)
            })
        }
        Choice::Intercept(tf, token) => locating(view, contacts, Purpose::Intercept(tf), tf, token),
        Choice::Aim(category) => aiming(view, category),
        Choice::Fire(by, at) => fights::fire(view, by, at),
        Choice::Torpedo(by, at, symbols) => fights::torpedo(view, by, at, symbols),
        Choice::Roll => rolling(view),
        Choice::Apply(drm) => match view.order() {
            Some(Order::Caution(applied)) => {
                let with: Vec<WithdrawalDrm> = applied.iter().copied().chain([drm]).collect();
                withdrawing(view, &with)
            }
            _ => Vec::new(),
        },
        Choice::Done => match view.order() {
            Some(Order::Caution(applied)) => withdrawing(view, applied),
            _ => Vec::new(),
        },
        Choice::Air(choice) => air::prospects(view, contacts, choice),
        _ => Vec::new(),
    }
}

/// A die for those who break off [7.5.2v], or for stragglers [9.3.3].
fn rolling(view: View<'_>) -> Vec<Prospect> {
    match view.order() {
        Some(Order::Withdraw) => withdrawing(view, &WithdrawalDrm::ALL),
        Some(Order::Rejoin(block)) => match view.rejoining(*block) {
            Some(back) => rejoining(&back),
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// One die for all, each unit with its own modifiers [7.5.2v].
fn withdrawing(view: View<'_>, drms: &[WithdrawalDrm]) -> Vec<Prospect> {
    let (units, together) = view.withdrawals(drms);
    let Some(battle) = view.battle() else {
        return Vec::new();
    };
    let tenth = |faces: u8| f64::from(faces) / 10.0;
    let told = |faces: u8| format!("{faces} of 10");
    let rules = &["7.5.2v"];
    let all =
        (units.len() > 1).then(|| prospect("all get away", tenth(together), told(together), rules));
    let each = units.iter().map(|(unit, faces)| {
        let name = words::capital(&fights::name(&battle, *unit));
        prospect(
            format!("{name} gets away"),
            tenth(*faces),
            told(*faces),
            rules,
        )
    });
    all.into_iter().chain(each).collect()
}

/// How many stragglers come back [9.3.3].
fn rejoining(back: &[u8; 10]) -> Vec<Prospect> {
    let mut numbers: Vec<u8> = back.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    let told = |ships: u8| {
        let faces = back.iter().filter(|back| **back == ships).count();
        prospect(
            format!("{} back", words::count(ships.into(), "ship")),
            faces as f64 / 10.0,
            format!("{faces} of 10"),
            &["9.3.3"],
        )
    };
    numbers.into_iter().map(told).collect()
}

/// Surprise for those who find their target at Night or in Poor Weather [7.6].
fn surprising(view: View<'_>, tf: BlockId) -> Option<Prospect> {
    let force = view.own().find(|force| force.block == tf)?;
    let faces = view.surprises(force)?;
    Some(prospect(
        "then it is a surprise",
        f64::from(faces) / 10.0,
        format!("{faces} of 10"),
        &["7.6"],
    ))
}

/// What is known of the roll of a pack that has found its target [7.4].
fn closing(view: View<'_>, pack: BlockId, seen: &Contact) -> Option<Prospect> {
    let drms = view.pack_drms(pack, seen);
    let each = drms.iter().map(|(what, value)| format!("{what} {value:+}"));
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| Prospect {
        label: "modifiers of its roll".to_owned(),
        share: None,
        text: format!("{}; escorts count against it", each.join(", ")),
        rules: vec!["7.4".to_owned()],
    })
}

/// A card against what passes through [6.6.1].
fn passing(view: View<'_>, contacts: &[Contact]) -> Vec<Prospect> {
    let Some(Order::Transit(token)) = view.order() else {
        return Vec::new();
    };
    let seen = contacts.iter().find(|seen| seen.token == *token);
    let cards = seen.and_then(|seen| view.card_odds(seen, view.passers(seen)?));
    let told = |cards: CardOdds| prospect("it is found", cards.share(), cards.told(), &["6.6.1"]);
    cards.map(told).into_iter().collect()
}

/// Aircraft that may stop a pack on its way [7.4.5].
fn patrolled(view: View<'_>, hex: Hex) -> Option<Prospect> {
    let Some(Order::Steer(block)) = view.order() else {
        return None;
    };
    let force = view.own().find(|force| force.block == *block)?;
    let faces = view.patrol_stops(force, hex);
    (faces > 0).then(|| {
        prospect(
            "a patrol stops it",
            f64::from(faces) / 10.0,
            format!("{faces} of 10"),
            &["7.4.5"],
        )
    })
}

/// The ice before a port that a force leaves or enters [10.1].
fn harbour_ice(view: View<'_>) -> Vec<Prospect> {
    let Some(Order::Steer(block)) = view.order() else {
        return Vec::new();
    };
    let sheet = &view.tables().sheet;
    let force = view.own().find(|force| force.block == *block);
    let port = force.and_then(|force| match force.place {
        Place::Port(port) => Some(sheet.port(port)),
        Place::Sea(here) => {
            let mut ports = sheet.ports.iter();
            ports.find(|port| port.hex == here && Some(port.side) == view.eyes())
        }
        Place::Box(_) => None,
    });
    let iced = port.filter(|port| port.ice);
    iced.map_or_else(Vec::new, |port| crossing(view, port.hex))
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
        let cards = view.card_odds(seen, with_air)?;
        Some(prospect(
            format!("{} is found", words::contact(seen)),
            cards.share(),
            cards.told(),
            &["6.2", "6.4.2"],
        ))
    })
    .collect()
}

/// Whether an attacker finds its target, with a second card where there is one [7.1.1].
fn locating(
    view: View<'_>,
    contacts: &[Contact],
    purpose: Purpose,
    attacker: BlockId,
    token: Token,
) -> Vec<Prospect> {
    let Some(seen) = contacts.iter().find(|seen| seen.token == token) else {
        return Vec::new();
    };
    found(view, seen, view.attacker(attacker, seen), &purpose)
}

fn found(view: View<'_>, seen: &Contact, by: Searchers, purpose: &Purpose) -> Vec<Prospect> {
    let Some(cards) = view.card_odds(seen, by) else {
        return Vec::new();
    };
    let (share, text) = match view.draws_again(purpose, seen) {
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
