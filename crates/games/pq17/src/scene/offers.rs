//! The question and its answers, each where it is to be clicked.

mod air;
mod command;
mod labels;
mod questions;

use super::pieces::{contact_id, own_id, space};
use super::words;
use super::{fights, odds};
use crate::air::{AirChoice, AirOrder};
use crate::choice::Choice;
use crate::forces::{BlockId, Force, Hull, Shadower, Token};
use crate::hex::Hex;
use crate::ice::Ice;
use crate::sequence::Order;
use crate::side::Side;
use crate::surface::battle::UnitId;
use crate::view::{BattleView, Contact, View};
use derbyhouse_kernel::Decision;
use derbyhouse_scene::{Anchor, Offer, Prompt};

/// Whoever is asked.
struct Asked<'a> {
    view: View<'a>,
    side: Side,
    order: &'a Order,
    contacts: Vec<Contact>,
    battle: Option<BattleView>,
}

pub(super) fn prompt(view: View<'_>, decision: &Decision, choices: &[Choice]) -> Prompt {
    let asked = view.eyes().zip(view.order()).map(|(side, order)| Asked {
        view,
        side,
        order,
        contacts: view.contacts(),
        battle: view.battle(),
    });
    let question = asked.as_ref().and_then(Asked::question);
    let default = default(view.order(), choices);
    let offers = choices.iter().map(|choice| Offer {
        default: Some(choice) == default,
        ..asked
            .as_ref()
            .map_or_else(|| bare(choice), |asked| asked.offer(choice))
    });
    Prompt {
        hand: None,
        text: question.unwrap_or_else(|| format!("Decide {}.", decision.question)),
        rule: decision.rule.0.to_owned(),
        offers: offers.collect(),
    }
}

/// An answer that nobody has put into words.
fn bare(choice: &Choice) -> Offer {
    let choice = choice.to_string();
    Offer {
        label: words::capital(&choice),
        choice,
        anchor: Anchor::Button,
        default: false,
        odds: Vec::new(),
    }
}

/// What Enter does: what is usual in such a case, else nothing more, nothing else, no farther.
fn default<'a>(order: Option<&Order>, choices: &'a [Choice]) -> Option<&'a Choice> {
    let quiet = || {
        [Choice::Done, Choice::Pass, Choice::Stop]
            .iter()
            .find_map(|quiet| choices.iter().find(|choice| *choice == quiet))
    };
    let usual = order.and_then(|order| choices.iter().find(|choice| is_usual(order, choice)));
    usual.or_else(quiet)
}

/// Whether competent admirals answer so without a second thought [1.3], [6.6.1], [6.3], [9.3.3], [5.1.1], [6.8.1], [10.1]
/// (chapter 12).
fn is_usual(order: &Order, choice: &Choice) -> bool {
    match (order, choice) {
        (Order::NewDummy(_), Choice::Dummy)
        | (Order::Transit(_), Choice::Draw)
        | (Order::Shadow(_), Choice::Shadow(Shadower::Sector(_) | Shadower::Radius(_)))
        | (Order::Rejoin(_), Choice::Roll)
        | (Order::Tow(..), Choice::Tug(_))
        | (Order::Reveal, Choice::Reveal)
        | (Order::Declare, Choice::Declare)
        | (Order::Air(AirOrder::Contact(..)), Choice::Air(AirChoice::Hit)) => true,
        (Order::Ice(_, _, ice), Choice::TurnBack) => *ice >= Ice::HeavyDrift,
        (Order::Ice(_, _, ice), Choice::Cross) => *ice < Ice::HeavyDrift,
        _ => false,
    }
}

/// The force that the question is about, if it is about one.
pub(super) fn subject(view: View<'_>) -> Option<BlockId> {
    match view.order()? {
        Order::Place(block)
        | Order::PlaceDummy(block)
        | Order::NewDummy(block)
        | Order::Steer(block)
        | Order::Oiler(block)
        | Order::Split(block, _)
        | Order::Ice(block, ..)
        | Order::Tell(block) => Some(*block),
        Order::Aim(hunt) => Some(hunt.pack),
        Order::Rejoin(block) | Order::Tow(block, _) => Some(*block),
        Order::Negate(success) => {
            let token = success.search.token;
            view.own()
                .find(|force| force.token == token && force.hex().is_some())
                .map(|force| force.block)
        }
        _ => None,
    }
}

impl<'a> Asked<'a> {
    fn force(&self, block: BlockId) -> Option<&'a Force> {
        self.view.own().find(|force| force.block == block)
    }

    fn name(&self, block: BlockId) -> String {
        self.force(block)
            .map_or_else(|| block.to_string(), words::own)
    }

    fn contact(&self, token: Token) -> Option<&Contact> {
        self.contacts.iter().find(|seen| seen.token == token)
    }

    fn target(&self, token: Token) -> String {
        match self.contact(token) {
            Some(seen) => {
                let at = self.view.tables().sheet.called(seen.hex);
                format!("the {} in {at}", words::contact(seen))
            }
            None => token.to_string(),
        }
    }

    fn hex(&self, hex: Hex) -> String {
        words::hex(&self.view.tables().sheet, hex)
    }

    /// A ship by her name, CS of a class by its name.
    fn hull(&self, hull: Hull) -> String {
        let chart = &self.view.tables().chart;
        match hull {
            Hull::Ship(ship) => chart.ship(ship).name.clone(),
            Hull::Class(class) => format!("1 CS of {}", chart.class(class).name),
        }
    }

    /// A unit on the Battle Display.
    fn unit(&self, unit: UnitId) -> String {
        match &self.battle {
            Some(battle) => fights::name(battle, unit),
            None => unit.to_string(),
        }
    }

    fn offer(&self, choice: &Choice) -> Offer {
        let bare = bare(choice);
        let prospects = odds::prospects(self.view, &self.contacts, choice);
        let odds = prospects.iter().map(|prospect| match prospect.share {
            Some(share) => format!("{} {:.0} %", prospect.label, 100.0 * share),
            None => prospect.label.clone(),
        });
        Offer {
            label: self.label(choice).unwrap_or(bare.label),
            anchor: self.anchor(choice),
            odds: odds.collect(),
            ..bare
        }
    }

    /// Where a force stands by its plan so far [4.2].
    fn planned_anchor(&self, block: BlockId) -> Anchor {
        let place = self.planned_place(block);
        place.map_or(Anchor::Button, |place| {
            Anchor::Space(space(self.view, place))
        })
    }

    /// Where an answer is clicked.
    fn anchor(&self, choice: &Choice) -> Anchor {
        let piece = |block: BlockId| {
            let force = self.force(block);
            force.map_or(Anchor::Button, |force| {
                Anchor::Piece(own_id(self.side, force))
            })
        };
        let target = |token: Token| {
            let seen = self.contact(token);
            seen.map_or(Anchor::Button, |seen| Anchor::Piece(contact_id(seen)))
        };
        match choice {
            Choice::At(hex) | Choice::To(hex) | Choice::Search(_, hex) => {
                Anchor::Space(hex.to_string())
            }
            Choice::Move(block) | Choice::Refuel(block) | Choice::Split(block) => piece(*block),
            Choice::Remove(block) => piece(*block),
            Choice::Attack(_, token) | Choice::Engage(_, token) | Choice::Intercept(_, token) => {
                target(*token)
            }
            Choice::With(block) | Choice::Join(block) | Choice::Rearm(block) => piece(*block),
            Choice::Box(off) => Anchor::Space(self.view.tables().sheet.off_map(*off).id.clone()),
            Choice::Combine(_, b) => piece(*b),
            Choice::Air(choice) => self.air_anchor(choice, target),
            Choice::Enter | Choice::Leave => match (self.steered(), self.order) {
                (Some(force), _) => Anchor::Space(space(self.view, force.place)),
                (None, Order::Plan(block)) => self.planned_anchor(*block),
                _ => Anchor::Button,
            },
            // Whoever draws a way ends a turn where it stands.
            Choice::Stop => match self.order {
                Order::Plan(block) => self.planned_anchor(*block),
                _ => Anchor::Button,
            },
            _ => Anchor::Button,
        }
    }
}
