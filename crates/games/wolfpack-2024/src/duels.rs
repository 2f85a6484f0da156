//! Boats against escorts: pages 53 and 60. On the Attack map at the end of the boats' own attack, on the Approach map at
//! the end of the ASW phase.

use crate::asw::{Contact, Post};
use crate::boat::{Boat, TubeState};
use crate::boats::{End, Gear, Letter, TorpedoType, Tube};
use crate::cards::DeckName;
use crate::choice::{Choice, Part, Tubes};
use crate::conditions::Speed;
use crate::escorts::{EscortId, Hold};
use crate::event::Event;
use crate::position::Position;
use crate::reading::Reading;
use crate::sequence::{Firing, Held, Order, Play, Step};
use crate::ships::{ShipResult, Size};
use crate::tables::{Pull, Tables};
use crate::torpedoes::hits;
use derbyhouse_kernel::named;
use serde::{Deserialize, Serialize};

named! {
    /// Which map a boat and an escort fight on.
    Field, "map" {
        /// Nothing may be pulled again there [53.to_hit_fast].
        Approach = "approach",
        /// With arcs, wakes and reactions [60.escort_range].
        Attack = "attack",
    }
}

impl Field {
    /// What the cards of such a fight decide, and so whether they may be pulled again [5.repull_list].
    pub const fn pull(self) -> Pull {
        match self {
            Self::Approach => Pull::EscortOnApproach,
            Self::Attack => Pull::EscortOnAttackMap,
        }
    }
}

/// A torpedo that has reached an escort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EscortShot {
    pub boat: Letter,
    pub escort: EscortId,
    pub kind: TorpedoType,
    pub field: Field,
}

/// What one boat has fired at an escort, and what of it is still to arrive [60.several_attackers].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volley {
    pub boat: Letter,
    pub escort: EscortId,
    pub field: Field,
    /// In the order in which they arrive.
    pub torpedoes: Vec<TorpedoType>,
}

/// The total of a shot at an escort: no size, angle or aim, only what the escort does about it [60.escort_to_hit].
pub const fn escort_total(d10: u8, defence: i8) -> i8 {
    d10 as i8 - defence
}

/// Whether a result puts an escort out of the game: all are medium, and damage is enough [60.escort_removed_xp].
pub fn removes(result: ShipResult) -> bool {
    result != ShipResult::Superficial
}

impl Boat {
    /// Whether she can take aim at all, wherever she is [59.depth_to_fire], [61.no_periscope_no_attack].
    pub fn can_aim(&self) -> bool {
        let blind = self.observation && self.is_destroyed(Gear::Periscope);
        self.depth.sees() && (self.is_surfaced() || !blind) && !self.blowing
    }
}

impl Position {
    /// Escorts on the Attack map that a tube can be fired at: in arc, near, and only one of them in a phase
    /// [60.escort_range], [59.arc].
    pub(crate) fn escort_targets(
        &self,
        t: &Tables,
        letter: Letter,
        tube: Tube,
        firing: Firing,
    ) -> impl Iterator<Item = EscortId> {
        let boat = self.boat(letter);
        let (nearest, farthest) = t.firing.escort_range;
        let most = t.firing.most_steps;
        let escorts = self.hunt.escorts.iter().filter(move |escort| {
            let reach = || {
                let at = self.station(escort)?;
                let boat = boat?;
                let range = boat.attack()?.0.range(at);
                let (_, _, steps) = boat.lay(tube, at)?;
                Some((nearest..=farthest).contains(&range) && steps <= most)
            };
            firing.escort.is_none_or(|named| named == escort.id) && reach() == Some(true)
        });
        escorts.map(|escort| escort.id)
    }

    /// The escort that a boat may fire at on the Approach map: the one that holds her, at distance 1 or 0
    /// [53.who_may_fire].
    pub(crate) fn hunter_in_reach(&self, letter: Letter) -> Option<EscortId> {
        let boat = self.boat(letter)?;
        boat.approach().filter(|_| boat.can_aim())?;
        let near = |contact: &Contact| contact.distance <= 1;
        let mut holders = self.holders(letter);
        let hunter = holders.find(|escort| escort.contact.as_ref().is_some_and(near))?;
        Some(hunter.id)
    }

    /// Sets of loaded tubes of one end, or none [53.one_end_declared].
    pub(crate) fn list_fight(&self, letter: Letter, out: &mut Vec<Choice>) {
        if let Some(boat) = self.boat(letter) {
            for end in End::ALL {
                let armed = boat
                    .tubes_of(end)
                    .filter(|tube| boat.armed(*tube).is_some());
                let armed: Vec<Tube> = armed.collect();
                out.extend(Tubes::sets_of(&armed).map(Choice::Store));
            }
        }
        out.push(Choice::Store(Tubes::NONE));
    }

    /// What the lowest of these tubes can be filled with; nothing once the end is out of torpedoes
    /// [53.instant_reload].
    pub(crate) fn list_refill(&self, letter: Letter, tubes: Tubes, out: &mut Vec<Choice>) {
        let first = out.len();
        if let (Some(boat), Some(tube)) = (self.boat(letter), tubes.iter().next()) {
            let stock = boat.reloads[tube.end().index()];
            let kinds = TorpedoType::ALL
                .into_iter()
                .filter(|kind| stock[kind.index()] > 0);
            out.extend(kinds.map(|kind| Choice::Load(tube, kind)));
        }
        if out.len() == first {
            out.push(Choice::Done);
        }
    }

    /// Number to hit, total and result of a shot at an escort: the fast column, whatever the convoy does
    /// [60.escort_to_hit], [53.to_hit_fast], (R12).
    pub(crate) fn escort_check(
        &self,
        t: &Tables,
        shot: &EscortShot,
        card: u8,
        d10: u8,
    ) -> (u8, i8, bool) {
        let combat = &t.cards.combat[usize::from(card)];
        let to_hit = combat.to_hit(Speed::Fast, self.conditions.weather);
        let total = escort_total(d10, t.escorts.escort(shot.escort).defence);
        (to_hit, total, hits(d10, total, to_hit))
    }

    /// Whether an escort is still there to be hit.
    fn is_afloat(&self, id: EscortId) -> bool {
        self.escort(id)
            .is_some_and(|escort| escort.post != Post::Gone)
    }
}

impl Play<'_> {
    /// A tube is fired at an escort; it is resolved when every boat has fired [60.several_attackers].
    pub(crate) fn engage(&mut self, letter: Letter, tube: Tube, firing: Firing, choice: Choice) {
        let Choice::Escort(escort) = choice else {
            return self.order(letter, Order::Fire(firing));
        };
        let Some(kind) = self.fire_at_escort(letter, tube, escort, Field::Attack) else {
            return;
        };
        let firing = Firing {
            end: Some(tube.end()),
            steam: firing.steam || self.t.firing.wake[kind.index()], // (R48)
            escort: Some(escort),
        };
        self.order(letter, Order::Fire(firing));
    }

    /// A torpedo leaves its tube, and a solution with it; it is spent, come what may [59.tdc_marker_back],
    /// [53.one_end_declared].
    fn fire_at_escort(
        &mut self,
        letter: Letter,
        tube: Tube,
        escort: EscortId,
        field: Field,
    ) -> Option<TorpedoType> {
        let boat = self.p.boat_mut(letter)?;
        let kind = boat.armed(tube)?;
        boat.tubes[tube.index()] = TubeState::Empty;
        boat.solutions[tube.index()] = None;
        self.p.spent[letter.index()][kind.index()] += 1;
        let volleys = &mut self.p.volleys;
        let same = |volley: &&mut Volley| volley.boat == letter && volley.escort == escort;
        match volleys.iter_mut().find(same) {
            Some(volley) => volley.torpedoes.push(kind),
            None => volleys.push(Volley {
                boat: letter,
                escort,
                field,
                torpedoes: vec![kind],
            }),
        }
        self.log.push(|| Event::FiresAtEscort {
            boat: letter,
            tube,
            kind,
            escort,
        });
        Some(kind)
    }

    /// Every boat has fired: escorts in random order, boats at one escort in random order, then what is left of the
    /// escort reacts [60.several_attackers], [60.escort_reaction].
    pub(crate) fn resolve_volleys(&mut self) {
        let mut targets: Vec<EscortId> =
            self.p.volleys.iter().map(|volley| volley.escort).collect();
        targets.sort_unstable();
        targets.dedup();
        let mut steps = Vec::new();
        for escort in self.in_random_order(targets) {
            let boats = self
                .p
                .volleys
                .iter()
                .filter(|volley| volley.escort == escort);
            let boats = boats.map(|volley| volley.boat).collect();
            let boats = self.in_random_order(boats);
            steps.extend(boats.into_iter().map(|boat| Step::Volley(boat, escort)));
            steps.push(Step::React(escort));
        }
        self.p.agenda.plan(steps);
    }

    /// The next torpedo of a boat reaches an escort. One that is gone takes no more, but they are spent all the same
    /// [60.escort_to_hit], [60.several_attackers].
    pub(crate) fn reach_escort(&mut self, boat: Letter, escort: EscortId) {
        let afloat = self.p.is_afloat(escort);
        let mine = |volley: &&mut Volley| volley.boat == boat && volley.escort == escort;
        let Some(volley) = self.p.volleys.iter_mut().find(mine) else {
            return;
        };
        if volley.torpedoes.is_empty() {
            return;
        }
        if !afloat {
            let torpedoes = std::mem::take(&mut volley.torpedoes).len() as u8;
            self.log.push(|| Event::Wasted {
                boat,
                escort,
                torpedoes,
            });
            return;
        }
        let (kind, field) = (volley.torpedoes.remove(0), volley.field);
        self.p.agenda.push(Step::Volley(boat, escort));
        let card = self.pull(DeckName::Combat, field.pull(), Some(boat));
        let d10 = self.d10(field.pull(), Some(boat));
        let shot = EscortShot {
            boat,
            escort,
            kind,
            field,
        };
        self.hold(boat, Held::EscortCheck(shot, card, d10));
    }

    pub(crate) fn settle_escort_check(&mut self, shot: EscortShot, card: u8, d10: u8) {
        let (to_hit, total, hit) = self.p.escort_check(self.t, &shot, card, d10);
        self.log.push(|| Event::EscortCheck {
            shot,
            d10,
            total,
            to_hit,
            hit,
        });
        if hit {
            let card = self.pull_struck(&shot);
            self.hold(shot.boat, Held::EscortDetonation(shot, card));
        }
    }

    pub(crate) fn settle_escort_detonation(&mut self, shot: EscortShot, card: u8) {
        let explodes = self.p.explodes(self.t, &shot, card);
        self.log.push(|| Event::EscortStruck { shot, explodes });
        if explodes {
            let card = self.pull(DeckName::Detonation, shot.field.pull(), Some(shot.boat));
            self.hold(shot.boat, Held::EscortDamage(shot, card));
        }
    }

    /// Out of the game, and the boat's to be proud of: experience if she comes home, no points [60.escort_removed_xp],
    /// [53.removed_xp], (R13).
    pub(crate) fn settle_escort_damage(&mut self, shot: EscortShot, card: u8) {
        let removed = removes(escort_damage(self.t, card));
        self.log.push(|| Event::EscortHit { shot, removed });
        if !removed {
            return;
        }
        if let Some(escort) = self.p.escort_mut(shot.escort) {
            escort.post = Post::Gone;
            escort.contact = None;
        }
        if let Some(boat) = self.p.boat_mut(shot.boat) {
            boat.escorts_sunk += 1;
        }
    }

    /// An escort that survives turns on one of its attackers, unless it holds another boat: from above it stays where it
    /// is, a submerged one it runs down [60.escort_reaction], (R49), (R94).
    pub(crate) fn react(&mut self, id: EscortId) {
        let (volleys, others) = std::mem::take(&mut self.p.volleys)
            .into_iter()
            .partition::<Vec<_>, _>(|volley| volley.escort == id);
        self.p.volleys = others;
        let there = |letter: &Letter| {
            self.p
                .boat(*letter)
                .is_some_and(|boat| boat.attack().is_some())
        };
        let attackers: Vec<Letter> = volleys
            .iter()
            .map(|volley| volley.boat)
            .filter(there)
            .collect();
        let Some(escort) = self.p.escort(id).filter(|escort| escort.post != Post::Gone) else {
            return;
        };
        let held = escort.contact;
        let target = match held {
            Some(contact) if attackers.contains(&contact.boat) => contact.boat,
            Some(_) => return,
            None => {
                let chosen = self.one_of(attackers.len(), Pull::RandomTarget);
                let Some(letter) = attackers.get(chosen) else {
                    return;
                };
                *letter
            }
        };
        self.turn_on(id, target, held.is_some_and(|contact| contact.homing));
    }

    /// Full contact, and on top of a submerged boat [60.escort_reaction].
    fn turn_on(&mut self, id: EscortId, letter: Letter, homing: bool) {
        let Some(boat) = self.p.boat_mut(letter) else {
            return;
        };
        boat.contacted = true;
        let on_top = !boat.is_surfaced();
        if let Some(escort) = self.p.escort_mut(id) {
            escort.contact = Some(Contact {
                boat: letter,
                hold: Hold::Contact,
                homing,
                distance: 0,
            });
            if on_top {
                escort.post = Post::OnTop;
            }
        }
        self.log.push(|| Event::TurnsOn {
            escort: id,
            boat: letter,
            on_top,
        });
    }

    /// Boats on the Approach map may fire at whoever is about to attack them [53.who_may_fire].
    pub(crate) fn offer_fights(&mut self) {
        for letter in Letter::ALL {
            if let Some(escort) = self.p.hunter_in_reach(letter) {
                self.order(letter, Order::FightBack(escort));
            }
        }
    }

    /// She names her tubes first, and all of them are spent; then she loads them anew at once [53.one_end_declared],
    /// [53.instant_reload].
    pub(crate) fn fight_back(&mut self, letter: Letter, escort: EscortId, choice: Choice) {
        let Choice::Store(tubes) = choice else { return };
        for tube in tubes.iter() {
            self.fire_at_escort(letter, tube, escort, Field::Approach);
        }
        if tubes != Tubes::NONE {
            self.p
                .agenda
                .plan([Step::Volley(letter, escort), Step::Refill(letter, tubes)]);
        }
    }

    /// The fight is over: no volley is left of it, and the tubes are filled [53.instant_reload].
    pub(crate) fn start_refill(&mut self, letter: Letter, tubes: Tubes) {
        self.p.volleys.retain(|volley| volley.boat != letter);
        if self.p.boat(letter).is_some_and(Boat::is_on_map) {
            self.order(letter, Order::Refill(tubes));
        }
    }

    pub(crate) fn refill(&mut self, letter: Letter, tubes: Tubes, choice: Choice) {
        let Choice::Load(tube, torpedo) = choice else {
            return;
        };
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.reloads[tube.end().index()][torpedo.index()] -= 1;
            boat.tubes[tube.index()] = TubeState::Loaded(torpedo);
        }
        self.log.push(|| Event::Loads {
            boat: letter,
            tube,
            torpedo,
        });
        let rest: Tubes = tubes.iter().filter(|other| *other != tube).collect();
        if rest != Tubes::NONE {
            self.order(letter, Order::Refill(rest));
        }
    }

    /// Pulls one card of such a fight again [5.repull_once].
    /// Whether the torpedo explodes [26.detonation_by_era_type].
    fn pull_struck(&mut self, shot: &EscortShot) -> u8 {
        let reading = Reading::Detonation {
            era: self.p.era,
            torpedo: shot.kind,
        };
        let (deck, pull) = (DeckName::Detonation, shot.field.pull());
        self.pull_to_read(deck, pull, Some(shot.boat), reading)
    }

    pub(crate) fn pull_escort_again(&mut self, held: Held, part: Part) -> Held {
        match held {
            Held::EscortCheck(shot, card, d10) => {
                let (pull, owner) = (shot.field.pull(), Some(shot.boat));
                match part {
                    Part::ToHit => {
                        Held::EscortCheck(shot, self.pull(DeckName::Combat, pull, owner), d10)
                    }
                    _ => Held::EscortCheck(shot, card, self.d10(pull, owner)),
                }
            }
            Held::EscortDetonation(shot, _) => {
                let card = self.pull_struck(&shot);
                Held::EscortDetonation(shot, card)
            }
            Held::EscortDamage(shot, _) => {
                let card = self.pull(DeckName::Detonation, shot.field.pull(), Some(shot.boat));
                Held::EscortDamage(shot, card)
            }
            other => other,
        }
    }
}

/// What a card does to an escort: the column of a medium ship [60.escort_removed_xp], (R12).
fn escort_damage(t: &Tables, card: u8) -> ShipResult {
    t.cards.detonation[usize::from(card)].ship[Size::Medium.index()]
}

impl Position {
    fn explodes(&self, t: &Tables, shot: &EscortShot, card: u8) -> bool {
        t.cards.detonation[usize::from(card)].explodes(self.era, shot.kind) // [26.detonation_by_era_type]
    }

    /// Whether another pull could do better for its owner.
    pub(crate) fn duel_could_be_better(&self, t: &Tables, held: &Held) -> bool {
        match held {
            Held::EscortCheck(shot, card, d10) => !self.escort_check(t, shot, *card, *d10).2,
            Held::EscortDetonation(shot, card) => !self.explodes(t, shot, *card),
            Held::EscortDamage(_, card) => !removes(escort_damage(t, *card)),
            _ => false,
        }
    }
}
