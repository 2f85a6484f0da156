//! Results that lie on the table and may be pulled again: page 5.

use crate::asw::strikes::Barrage;
use crate::boat::Place;
use crate::boats::Letter;
use crate::choice::Part;
use crate::crew::{Man, Severity};
use crate::duels::EscortShot;
use crate::escorts::EscortId;
use crate::event::Event;
use crate::position::Torpedo;
use crate::repair::Site;
use crate::sequence::{Order, Play, Step};
use crate::space::Space;
use crate::tables::{Price, Pull};
use crate::torpedoes::Salvo;
use serde::{Deserialize, Serialize};

/// A result on the table, not yet applied [5.repull_once].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Held {
    /// The d10 of the entry check [31.entry_d10].
    Entry(u8),
    /// A combat card for a target [38.tdc_value].
    Solution(Space, u8),
    /// The cards and the d10 of a torpedo; whether the cards may still be changed (R15).
    Hit(Salvo, Torpedo, u8, bool),
    /// The d10 of a torpedo that ran past [27.missed_needs_10].
    Missed(Torpedo, Space, u8),
    /// The detonation card of a torpedo that hit a space [26.detonation_by_era_type].
    Detonation(Torpedo, Space, u8),
    /// The damage card [26.ship_damage].
    Damage(Torpedo, Space, u8),
    /// The detonation card of a hit on the boat [51.levels_add].
    BoatDamage(Severity, u8),
    /// An ASW attack card [50.one_card_at_a_time].
    AswCard(Barrage, u8),
    /// A battle card of evasive manoeuvres [42.evasion].
    Evasion(EscortId, u8),
    /// The d10 of a boat that falls behind under contact [55.survival_results].
    Survival(u8),
    /// The d10 of a repair: section, what, whether the engineer helps [61.repair_roll].
    Repair(Man, Site, bool, u8),
    /// The combat card and the d10 of a torpedo at an escort [60.escort_to_hit].
    EscortCheck(EscortShot, u8, u8),
    /// The detonation card of one that hit.
    EscortDetonation(EscortShot, u8),
    /// The damage card of one that exploded [60.escort_removed_xp].
    EscortDamage(EscortShot, u8),
}

impl Held {
    /// What it decides.
    pub const fn pull(&self) -> Pull {
        match self {
            Self::Entry(_) => Pull::ApproachToAttack,
            Self::Solution(..) => Pull::Tdc,
            Self::Hit(..) => Pull::HitCheck,
            Self::Missed(..) => Pull::MissedTorpedo,
            Self::Detonation(..) => Pull::Detonation,
            Self::Damage(..) => Pull::ShipDamage,
            Self::BoatDamage(..) => Pull::UboatDamageCard,
            Self::Repair(..) => Pull::Repair,
            Self::AswCard(..) => Pull::AswAttackCard,
            Self::Evasion(..) => Pull::Evasion,
            Self::Survival(_) => Pull::Survival,
            Self::EscortCheck(shot, ..)
            | Self::EscortDetonation(shot, _)
            | Self::EscortDamage(shot, _) => shot.field.pull(),
        }
    }
}

impl Play<'_> {
    /// Puts a result on the table: its owner may pull again if that is allowed, affordable, and could help
    /// [5.repull_once], [5.repull_list].
    pub(crate) fn hold(&mut self, letter: Letter, held: Held) {
        let hopeless = !self.p.could_be_better(self.t, letter, &held);
        let allowed = self.t.repulls.price(held.pull()) == Price::Tactical;
        let able = self.p.boat(letter).is_some_and(|boat| {
            boat.tp >= self.t.points.repull_tp && !matches!(boat.place, Place::Lost(_))
        });
        if allowed && able && !hopeless {
            self.order(letter, Order::Held(held));
        } else {
            self.settle(letter, held);
        }
    }

    /// Pays, pulls again, and the second result stands, better or worse [5.repull_second_stands].
    /// The boat alone pays, and only she was asked (R80).
    pub(crate) fn repull(&mut self, letter: Letter, held: Held, part: Part) {
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.tp -= self.t.points.repull_tp;
        }
        self.log.push(|| Event::Repulls {
            boat: letter,
            pull: held.pull(),
        });
        let again = self.pull_again(letter, held, part);
        self.settle(letter, again);
    }

    pub(crate) fn settle(&mut self, letter: Letter, held: Held) {
        match held {
            Held::Entry(d10) => self.settle_entry(letter, d10),
            Held::Solution(target, card) => self.settle_solution(letter, target, card),
            Held::Hit(salvo, torpedo, d10, _) => self.settle_hit(salvo, torpedo, d10),
            Held::Missed(torpedo, next, d10) => self.settle_missed(torpedo, next, d10),
            Held::Detonation(torpedo, target, card) => {
                self.settle_detonation(torpedo, target, card)
            }
            Held::BoatDamage(severity, card) => self.settle_boat_damage(letter, severity, card),
            Held::AswCard(barrage, card) => self.settle_asw_card(barrage, card),
            Held::Evasion(escort, card) => self.settle_evasion(letter, escort, card),
            Held::Survival(d10) => self.settle_survival(letter, d10),
            Held::Repair(section, site, assisted, d10) => {
                self.settle_repair(letter, section, site, assisted, d10);
            }
            Held::Damage(torpedo, target, card) => self.settle_damage(torpedo, target, card),
            Held::EscortCheck(shot, card, d10) => self.settle_escort_check(shot, card, d10),
            Held::EscortDetonation(shot, card) => self.settle_escort_detonation(shot, card),
            Held::EscortDamage(shot, card) => self.settle_escort_damage(shot, card),
        }
    }

    fn pull_again(&mut self, letter: Letter, held: Held, part: Part) -> Held {
        use crate::cards::DeckName::{Battle, Combat};
        let pull = held.pull();
        match held {
            Held::Entry(_) => Held::Entry(self.d10(pull, Some(letter))),
            Held::Solution(target, _) => Held::Solution(target, self.pull_solution(letter, target)),
            Held::Hit(salvo, torpedo, d10, _) => {
                let mut salvo = salvo;
                let mut d10 = d10;
                match part {
                    Part::ToHit => salvo.to_hit = self.pull(Combat, pull, Some(letter)),
                    Part::Size => salvo.size = self.pull_size(letter, salvo.target),
                    Part::Angle => salvo.angle = self.pull_angle(letter, torpedo.travel),
                    Part::D10 => d10 = self.d10(pull, Some(letter)),
                }
                // Later torpedoes of the salvo keep the cards as they now are (R15).
                if let Some(Step::Shot(next, _)) = self.p.agenda.top_mut() {
                    *next = salvo;
                }
                Held::Hit(salvo, torpedo, d10, false)
            }
            Held::Missed(torpedo, next, _) => {
                Held::Missed(torpedo, next, self.d10(pull, Some(letter)))
            }
            Held::Detonation(torpedo, target, _) => {
                Held::Detonation(torpedo, target, self.pull_detonation(&torpedo))
            }
            Held::AswCard(barrage, _) => Held::AswCard(barrage, self.pull_charge(barrage)),
            Held::Evasion(escort, _) => {
                Held::Evasion(escort, self.pull(Battle, pull, Some(letter)))
            }
            Held::Survival(_) => Held::Survival(self.d10(pull, Some(letter))),
            Held::BoatDamage(severity, _) => {
                Held::BoatDamage(severity, self.pull_boat_damage(letter, severity))
            }
            Held::Repair(section, site, assisted, _) => {
                Held::Repair(section, site, assisted, self.d10(pull, Some(letter)))
            }
            Held::Damage(torpedo, target, _) => {
                Held::Damage(torpedo, target, self.pull_ship_damage(letter, target))
            }
            Held::EscortCheck(..) | Held::EscortDetonation(..) | Held::EscortDamage(..) => {
                self.pull_escort_again(held, part)
            }
        }
    }
}
