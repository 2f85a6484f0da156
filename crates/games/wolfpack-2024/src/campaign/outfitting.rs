//! What boats take with them: experience spent, page 20, and torpedoes, page 21.

use super::answer::Answer;
use super::mustering::start_tp;
use super::news::News;
use super::port::Port;
use crate::boat::{Boat, TubeState};
use crate::boats::{BoatType, End, Letter, TorpedoType, Tube};
use crate::calendar::Era;
use crate::choice::Choice;
use crate::crew::Skill;
use crate::position::Position;
use crate::sequence::{Order, Play};
use crate::tables::{Load, SetupRules, Tables};

/// The places torpedoes are stowed in, in the order in which they are asked for.
const STOWAGE: [(End, TorpedoType); 4] = [
    (End::Bow, TorpedoType::G7a),
    (End::Bow, TorpedoType::G7e),
    (End::Stern, TorpedoType::G7a),
    (End::Stern, TorpedoType::G7e),
];

/// Whether a load that is settled up to some place of [`STOWAGE`] can still become a legal one [21.load_limits],
/// [21.era_minimum]: what is settled fits, and the rest leaves room for the least of a type.
fn can_be_legal(
    rules: &SetupRules,
    kind: BoatType,
    most: u8,
    era: Era,
    load: [[u8; 2]; 2],
    settled: usize,
) -> bool {
    let sum = |counts: [u8; 2]| u16::from(counts[0]) + u16::from(counts[1]);
    let aboard = |end: End| sum(load[end.index()]);
    let limit = |end: End| u16::from(rules.most_torpedoes[kind.index()][end.index()]);
    let (total, most) = (aboard(End::Bow) + aboard(End::Stern), u16::from(most));
    if total > most || End::ALL.into_iter().any(|end| aboard(end) > limit(end)) {
        return false;
    }
    let (least_of, least) = rules.era_minimum[era.index()];
    let open = STOWAGE[settled..].iter();
    let room: u16 = open
        .filter(|(_, torpedo)| *torpedo == least_of)
        .map(|(end, _)| limit(*end) - aboard(*end))
        .sum();
    let of_type = sum([load[0][least_of.index()], load[1][least_of.index()]]);
    of_type + room.min(most - total) >= least.into()
}

/// Tubes full, the bow half steam and half electric, the stern electric: as many as the card allows [21.load_limits].
pub(crate) fn usual_load(rules: &SetupRules, kind: BoatType, card: u8) -> Load {
    let [most_bow, most_stern] = rules.most_torpedoes[kind.index()];
    let stern = most_stern.min(card);
    let bow = most_bow.min(card - stern);
    let ends = [(4, bow), (kind.tubes() - 4, stern)];
    let [bow_tubes, stern_tubes] = ends.map(|(tubes, torpedoes)| torpedoes.min(tubes));
    let mut tubes = vec![
        TorpedoType::G7a,
        TorpedoType::G7a,
        TorpedoType::G7e,
        TorpedoType::G7e,
    ];
    tubes.truncate(bow_tubes.into());
    tubes.resize(usize::from(bow_tubes + stern_tubes), TorpedoType::G7e);
    let spare = bow - bow_tubes;
    Load {
        tubes,
        reloads: [[spare / 2, spare - spare / 2], [0, stern - stern_tubes]],
    }
}

/// The usual load; past that, as many as fit.
pub(super) fn usual_stowing(choices: &[Choice]) -> Choice {
    match choices {
        [Choice::Port(Answer::Usual), ..] => Choice::Port(Answer::Usual),
        [.., last] => *last,
        [] => Choice::Done,
    }
}

impl Position {
    /// Tactical points and enhancements that a boat can pay for [20.tp_limit], [14.in_order]; nothing else is for sale
    /// (R91).
    pub(crate) fn list_purchases(&self, t: &Tables, letter: Letter, out: &mut Vec<Choice>) {
        let (Some(boat), Some(career)) = (self.boat(letter), self.career(letter)) else {
            return;
        };
        if boat.tp < t.points.max_tp && career.xp >= t.points.tp_cost_xp {
            out.push(Choice::Port(Answer::BuyTp));
        }
        let skills = t.campaign.buyable(career.skills);
        let paid = skills.filter(|skill| t.campaign.skill(*skill).cost <= career.xp);
        out.extend(paid.map(|skill| Choice::Port(Answer::Buy(skill))));
        out.push(Choice::Done);
    }

    /// How many of a type an end can take, so that the whole can be a legal load [21.load_limits], [21.era_minimum].
    pub(crate) fn list_stowing(
        &self,
        t: &Tables,
        letter: Letter,
        most: u8,
        end: End,
        torpedo: TorpedoType,
        out: &mut Vec<Choice>,
    ) {
        let Some(boat) = self.boat(letter) else {
            return;
        };
        let place = STOWAGE.iter().position(|slot| *slot == (end, torpedo));
        let settled = place.unwrap_or_default() + 1;
        if settled == 1 {
            out.push(Choice::Port(Answer::Usual));
        }
        let fits = |count: &u8| {
            let mut load = boat.reloads;
            load[end.index()][torpedo.index()] = *count;
            can_be_legal(&t.setup, boat.kind, most, self.era, load, settled)
        };
        let counts = (0..=most).filter(fits);
        out.extend(counts.map(|count| Choice::Port(Answer::Stow(end, torpedo, count))));
    }

    /// The types that an end still has for a tube [21.load_limits].
    pub(crate) fn list_arming(&self, letter: Letter, tube: Tube, out: &mut Vec<Choice>) {
        let Some(boat) = self.boat(letter) else {
            return;
        };
        let stock = boat.reloads[tube.end().index()];
        let there = TorpedoType::ALL
            .into_iter()
            .filter(|torpedo| stock[torpedo.index()] > 0);
        out.extend(there.map(|torpedo| Choice::Load(tube, torpedo)));
    }

    /// The more numerous type.
    pub(crate) fn usual_arming(&self, letter: Letter, tube: Tube) -> Choice {
        let stock = self
            .boat(letter)
            .map_or([0; 2], |boat| boat.reloads[tube.end().index()]);
        let [steam, electric] = stock;
        let torpedo = if steam >= electric {
            TorpedoType::G7a
        } else {
            TorpedoType::G7e
        };
        Choice::Load(tube, torpedo)
    }
}

impl Play<'_> {
    /// Five points of experience for a tactical one [20.tp_limit].
    pub(crate) fn buy_tp(&mut self, letter: Letter) {
        let price = self.t.points.tp_cost_xp;
        let Some(career) = self.p.career_mut(letter) else {
            return;
        };
        career.xp = career.xp.saturating_sub(price);
        let xp = career.xp;
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.tp += 1;
            let tp = boat.tp;
            self.news(|| News::BoughtTp {
                boat: letter,
                tp,
                xp,
            });
        }
        self.order(letter, Order::Port(Port::Buy));
    }

    /// An enhancement, and several in one set-up if they can be paid for [14.in_order], (R53). Tactical points that a
    /// captain brings are there at once, up to the limit [20.tp_limit].
    pub(crate) fn buy(&mut self, letter: Letter, skill: Skill) {
        let t = self.t;
        let Some(career) = self.p.career_mut(letter) else {
            return;
        };
        let before = start_tp(t, career.skills);
        career.xp = career.xp.saturating_sub(t.campaign.skill(skill).cost);
        career.skills = career.skills.with(skill);
        let xp = career.xp;
        self.news(|| News::Bought {
            boat: letter,
            skill,
            xp,
        });
        self.gain(letter);
        let skills = self.p.career(letter).map(|career| career.skills);
        if let (Some(boat), Some(skills)) = (self.p.boat_mut(letter), skills) {
            let more = start_tp(t, skills) - before;
            boat.skills = skills;
            boat.tp = (boat.tp + more).min(t.points.max_tp);
        }
        self.order(letter, Order::Port(Port::Buy));
    }

    /// A boat loads: how many of which type at which end, then what goes into the tubes [21.load_limits].
    pub(crate) fn start_loading(&mut self, letter: Letter, most: u8) {
        let (end, torpedo) = STOWAGE[0];
        self.order(letter, Order::Port(Port::Stow(most, end, torpedo)));
    }

    pub(crate) fn stow(
        &mut self,
        letter: Letter,
        most: u8,
        end: End,
        torpedo: TorpedoType,
        count: u8,
    ) {
        if let Some(boat) = self.p.boat_mut(letter) {
            boat.reloads[end.index()][torpedo.index()] = count;
        }
        let mut left = STOWAGE
            .into_iter()
            .skip_while(|slot| *slot != (end, torpedo))
            .skip(1);
        match left.next() {
            Some((end, torpedo)) => self.order(letter, Order::Port(Port::Stow(most, end, torpedo))),
            None => self.arm_next(letter),
        }
    }

    /// The next tube that can be filled; the rest are reloads [21.load_limits].
    fn arm_next(&mut self, letter: Letter) {
        let Some(boat) = self.p.boat(letter) else {
            return;
        };
        let stocked = |tube: &Tube| boat.reloads[tube.end().index()] != [0, 0];
        let empty = |tube: &Tube| boat.tube(*tube) == TubeState::Empty;
        let next = boat
            .kind
            .all_tubes()
            .find(|tube| empty(tube) && stocked(tube));
        match next {
            Some(tube) => self.order(letter, Order::Port(Port::Arm(tube))),
            None => self.loaded(letter),
        }
    }

    pub(crate) fn arm(&mut self, letter: Letter, tube: Tube, torpedo: TorpedoType) {
        if let Some(boat) = self.p.boat_mut(letter) {
            let stock = &mut boat.reloads[tube.end().index()][torpedo.index()];
            *stock = stock.saturating_sub(1);
            boat.tubes[tube.index()] = TubeState::Loaded(torpedo);
        }
        self.arm_next(letter);
    }

    /// The usual load in one word.
    pub(crate) fn load_usual(&mut self, letter: Letter, most: u8) {
        let rules = &self.t.setup;
        if let Some(boat) = self.p.boat_mut(letter) {
            let load = usual_load(rules, boat.kind, most);
            for (tube, torpedo) in boat.kind.all_tubes().zip(load.tubes) {
                boat.tubes[tube.index()] = TubeState::Loaded(torpedo);
            }
            boat.reloads = load.reloads;
        }
        self.loaded(letter);
    }

    fn loaded(&mut self, letter: Letter) {
        let aboard = self.p.boat(letter).map_or([0; 2], Boat::torpedoes);
        self.news(|| News::Loaded {
            boat: letter,
            aboard,
        });
    }
}
