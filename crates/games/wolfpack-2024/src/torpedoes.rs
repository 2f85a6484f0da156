//! Torpedo movement and detonation: pages 25 to 27.

use crate::asw::requests::RequestKind;
use crate::boats::Letter;
use crate::cards::{Damage, DeckName};
use crate::convoy::{BoxState, Gone};
use crate::event::Event;
use crate::position::{Damaged, Position, Straggler, Torpedo};
use crate::sequence::{Held, Play, Step};
use crate::ships::{ShipResult, Size, half_up, sinks};
use crate::space::{Facing, Space};
use crate::tables::{Pull, Tables};
use serde::{Deserialize, Serialize};

/// All torpedoes of one boat at one ship, and the cards they share [25.salvo_keeps_cards].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Salvo {
    pub boat: Letter,
    pub target: Space,
    /// The combat card with the number to hit.
    pub to_hit: u8,
    /// The angle card with the size modifier.
    pub size: u8,
    /// The angle card with the angle modifier.
    pub angle: u8,
}

/// The total of a hit check [25.hit_total].
pub const fn hit_total(d10: u8, size: i8, angle: i8, modifier: i8) -> i8 {
    d10 as i8 + size + angle + modifier
}

/// Whether a total hits: a natural 10 always, a natural 1 never [5.natural_10_and_1], [25.hit_total].
pub const fn hits(d10: u8, total: i8, to_hit: u8) -> bool {
    match d10 {
        10 => true,
        1 => false,
        _ => total >= to_hit as i8,
    }
}

/// Whether a torpedo that ran past hits the next ship [27.missed_needs_10].
pub fn hits_next(t: &Tables, d10: u8) -> bool {
    d10 >= t.firing.missed_needs
}

/// What a hit check adds up to.
pub(crate) struct HitCheck {
    pub size: i8,
    pub angle: i8,
    pub to_hit: u8,
    pub total: i8,
    pub hit: bool,
}

/// The arithmetic of a hit check in words: d10, size, angle, and what the torpedo brings.
pub(crate) fn sum(d10: u8, check: &HitCheck, modifier: i8) -> String {
    let HitCheck {
        size,
        angle,
        to_hit,
        total,
        hit,
    } = check;
    let so = match (hit, d10) {
        (true, 10) => "a 10 always hits".to_owned(),
        (false, 1) => "a 1 always misses".to_owned(),
        (true, _) => "a hit".to_owned(),
        (false, _) => "a miss".to_owned(),
    };
    let [size, angle, modifier] = [*size, *angle, modifier].map(signed);
    format!("{d10} {size} size {angle} angle {modifier} torpedo = {total} against {to_hit}: {so}")
}

/// A modifier in a sum.
fn signed(value: i8) -> String {
    let sign = if value < 0 { '−' } else { '+' };
    format!("{sign} {}", value.unsigned_abs())
}

impl Position {
    pub(crate) fn hit_check(
        &self,
        t: &Tables,
        salvo: &Salvo,
        torpedo: &Torpedo,
        d10: u8,
    ) -> HitCheck {
        let size = self.size_at(t, salvo.target).unwrap_or(Size::Medium);
        let size = t.cards.angle[usize::from(salvo.size)].size(size);
        let angle = t.cards.angle[usize::from(salvo.angle)].angle(torpedo.travel);
        let combat = &t.cards.combat[usize::from(salvo.to_hit)];
        let to_hit = combat.to_hit(self.conditions.speed, self.conditions.weather);
        let total = hit_total(d10, size, angle, torpedo.modifier);
        HitCheck {
            size,
            angle,
            to_hit,
            total,
            hit: hits(d10, total, to_hit),
        }
    }

    pub(crate) fn size_at(&self, t: &Tables, space: Space) -> Option<Size> {
        match self.convoy.at(space)? {
            BoxState::Ship(tile, _) => t.tile(tile).size,
            _ => None,
        }
    }

    /// Whether another pull could do better for its owner; where it could not, nobody is asked.
    pub(crate) fn could_be_better(&self, t: &Tables, letter: Letter, held: &Held) -> bool {
        match held {
            Held::Entry(_) => true,
            Held::BoatDamage(severity, card) => {
                t.cards.detonation[usize::from(*card)].boat[severity.index()] != Damage::default()
            }
            Held::Repair(section, site, assisted, d10) => self.boat(letter).is_some_and(|boat| {
                let modifier = boat.attempt(*section, *site, *assisted).modifier(&t.repair);
                *d10 as i8 + modifier < t.repair.success
            }),
            Held::Solution(target, card) => {
                let value = self.value(t, letter, *target, *card);
                value.is_none_or(|value| value < t.tdc.most)
            }
            Held::AswCard(barrage, card) => {
                let card = &t.cards.asw[usize::from(*card)];
                card.hit(barrage.row, barrage.hold).is_some()
            }
            Held::Evasion(_, card) => !t.cards.battle[usize::from(*card)].evade,
            Held::Survival(d10) => !self.survival(t, letter, *d10).1,
            Held::Hit(salvo, torpedo, d10, _) => !self.hit_check(t, salvo, torpedo, *d10).hit,
            Held::Missed(_, _, d10) => !hits_next(t, *d10),
            Held::Detonation(torpedo, _, card) => {
                !t.cards.detonation[usize::from(*card)].explodes(self.era, torpedo.kind)
            }
            Held::Damage(_, target, card) => match self.convoy.at(*target) {
                Some(BoxState::Ship(tile, damaged)) => {
                    let size = t.tile(tile).size.unwrap_or(Size::Medium);
                    !sinks(
                        t.cards.detonation[usize::from(*card)].ship[size.index()],
                        damaged,
                    )
                }
                _ => false,
            },
            Held::EscortCheck(..) | Held::EscortDetonation(..) | Held::EscortDamage(..) => {
                self.duel_could_be_better(t, held)
            }
        }
    }
}

impl Play<'_> {
    /// Phase 1: every torpedo runs a turn; those at the end of their run arrive [25.timer].
    pub(crate) fn run_torpedoes(&mut self) {
        for torpedo in &mut self.p.torpedoes {
            torpedo.turns -= 1;
        }
        self.plan_arrivals();
    }

    /// Ships in random order, boats at one ship in random order, then the damaged fall behind
    /// [25.random_order_ships_boats].
    pub(crate) fn plan_arrivals(&mut self) {
        let arrived = self.p.torpedoes.iter().filter(|torpedo| torpedo.turns == 0);
        let mut pairs: Vec<(Space, Letter)> = arrived
            .map(|torpedo| (torpedo.target, torpedo.boat))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut ships: Vec<Space> = pairs.iter().map(|(target, _)| *target).collect();
        ships.dedup();
        let mut steps = Vec::new();
        for target in self.in_random_order(ships) {
            let boats = pairs
                .iter()
                .filter(|(ship, _)| *ship == target)
                .map(|(_, boat)| *boat)
                .collect();
            let boats = self.in_random_order(boats);
            steps.extend(boats.into_iter().map(|boat| Step::Salvo(boat, target)));
        }
        if !steps.is_empty() {
            steps.push(Step::FallBehind);
        }
        self.p.agenda.plan(steps);
    }

    /// The torpedoes of one boat reach a ship: she is seen for what she is, and the cards are pulled
    /// [25.hit_check_cards].
    pub(crate) fn open_salvo(&mut self, boat: Letter, target: Space) {
        self.identify(target); // (R24)
        if !self.p.convoy.has_ship(target) {
            self.spend_all(boat, target); // [26.overkill], (R25)
            return;
        }
        let arrives = |torpedo: &&Torpedo| {
            torpedo.turns == 0 && torpedo.boat == boat && torpedo.target == target
        };
        let first = self.p.torpedoes.iter().find(arrives);
        let travel = first.map_or(Facing::N, |torpedo| torpedo.travel);
        let to_hit = self.pull(DeckName::Combat, Pull::HitCheck, Some(boat));
        let size = self.pull_size(boat, target);
        let angle = self.pull_angle(boat, travel);
        self.p.agenda.push(Step::Shot(
            Salvo {
                boat,
                target,
                to_hit,
                size,
                angle,
            },
            true,
        ));
    }

    /// The next torpedo of a salvo pulls its own d10 [25.salvo_keeps_cards].
    pub(crate) fn shoot(&mut self, salvo: Salvo, first: bool) {
        if !self.p.convoy.has_ship(salvo.target) {
            self.spend_all(salvo.boat, salvo.target); // [26.overkill]
            return;
        }
        let mine = |torpedo: &Torpedo| {
            torpedo.turns == 0 && torpedo.boat == salvo.boat && torpedo.target == salvo.target
        };
        let Some(place) = self.p.torpedoes.iter().position(mine) else {
            return;
        };
        let torpedo = self.p.torpedoes.remove(place);
        self.p.spend(&torpedo);
        self.p.agenda.push(Step::Shot(salvo, false));
        let d10 = self.d10(Pull::HitCheck, Some(salvo.boat));
        self.hold(salvo.boat, Held::Hit(salvo, torpedo, d10, first));
    }

    /// Torpedoes whose target is gone are lost [26.overkill].
    fn spend_all(&mut self, boat: Letter, target: Space) {
        let lost = |torpedo: &Torpedo| {
            torpedo.turns == 0 && torpedo.boat == boat && torpedo.target == target
        };
        let spent: Vec<Torpedo> = self.p.torpedoes.iter().copied().filter(lost).collect();
        self.p.torpedoes.retain(|torpedo| !lost(torpedo));
        for torpedo in spent {
            self.p.spend(&torpedo);
            self.log.push(|| Event::Spent { torpedo });
        }
    }

    pub(crate) fn settle_hit(&mut self, salvo: Salvo, torpedo: Torpedo, d10: u8) {
        let HitCheck {
            size,
            angle,
            to_hit,
            total,
            hit,
        } = self.p.hit_check(self.t, &salvo, &torpedo, d10);
        self.log.push(|| Event::HitCheck {
            torpedo,
            d10,
            size,
            angle,
            total,
            to_hit,
            hit,
        });
        if hit {
            self.strike(torpedo, salvo.target);
        } else {
            self.miss(torpedo);
        }
    }

    /// A torpedo runs on to the next space, and no further [27.missed_next_space], (R26).
    fn miss(&mut self, torpedo: Torpedo) {
        let Some(next) = torpedo.target.next(torpedo.travel) else {
            return;
        };
        self.identify(next);
        if self.p.convoy.has_ship(next) {
            let d10 = self.d10(Pull::MissedTorpedo, Some(torpedo.boat));
            self.hold(torpedo.boat, Held::Missed(torpedo, next, d10));
        }
    }

    pub(crate) fn settle_missed(&mut self, torpedo: Torpedo, next: Space, d10: u8) {
        let hit = hits_next(self.t, d10);
        self.log.push(|| Event::RunsOn {
            torpedo,
            next,
            d10,
            hit,
        });
        if hit {
            self.strike(torpedo, next);
        }
    }

    /// Does it explode [26.detonation_by_era_type]?
    fn strike(&mut self, torpedo: Torpedo, target: Space) {
        let card = self.pull_detonation(&torpedo);
        self.hold(torpedo.boat, Held::Detonation(torpedo, target, card));
    }

    pub(crate) fn settle_detonation(&mut self, torpedo: Torpedo, target: Space, card: u8) {
        let explodes =
            self.t.cards.detonation[usize::from(card)].explodes(self.p.era, torpedo.kind);
        self.log.push(|| Event::Detonates {
            torpedo,
            target,
            explodes,
        });
        self.request(RequestKind::Standard, target); // dud or not [26.request_even_if_dud]
        if explodes {
            let card = self.pull_ship_damage(torpedo.boat, target);
            self.hold(torpedo.boat, Held::Damage(torpedo, target, card));
        }
    }

    /// What it does to the ship [26.ship_damage], [26.second_damage_sinks], [26.sunk_scores].
    pub(crate) fn settle_damage(&mut self, torpedo: Torpedo, target: Space, card: u8) {
        let Some(BoxState::Ship(tile, damaged)) = self.p.convoy.at(target) else {
            return;
        };
        let values = self.t.tile(tile);
        let size = values.size.unwrap_or(Size::Medium);
        let result = self.t.cards.detonation[usize::from(card)].ship[size.index()];
        let sunk = sinks(result, damaged);
        let mut vp = 0;
        if sunk {
            vp = if torpedo.half {
                half_up(values.vp)
            } else {
                values.vp
            }; // [67.replacement_half_vp]
            self.p.vp += vp;
            if let Some(boat) = self.p.boat_mut(torpedo.boat) {
                boat.sunk.push(tile); // to the boat whose torpedo sank her (R65)
                boat.tons += values.tons;
            }
            self.p.damaged.retain(|other| other.space != target);
            self.p.convoy.put(target, BoxState::Marker(Gone::Sunk));
            self.p.forget_target(target);
        } else if result == ShipResult::Damaged {
            self.p.convoy.put(target, BoxState::Ship(tile, true));
            self.p.damaged.push(Damaged {
                space: target,
                half: torpedo.half,
            });
        }
        self.log.push(|| Event::ShipHit {
            torpedo,
            tile,
            result,
            sunk,
            vp,
        });
    }

    /// Ships with a Damaged marker give half their points and leave for the turn track [26.damaged_half_up_to_track].
    pub(crate) fn fall_behind(&mut self) {
        for Damaged { space, half } in std::mem::take(&mut self.p.damaged) {
            let Some(BoxState::Ship(tile, _)) = self.p.convoy.at(space) else {
                continue;
            };
            let mut vp = half_up(self.t.tile(tile).vp);
            if half {
                vp = half_up(vp);
            }
            self.p.vp += vp;
            self.p.track.push(Straggler {
                tile,
                turn: self.p.turn,
            });
            self.p.convoy.put(space, BoxState::Marker(Gone::Damaged));
            self.p.forget_target(space);
            self.log.push(|| Event::FallsBehind { tile, space, vp });
        }
    }
}

impl Position {
    /// A torpedo is gone for good.
    fn spend(&mut self, torpedo: &Torpedo) {
        self.spent[torpedo.boat.index()][torpedo.kind.index()] += 1;
    }
}
