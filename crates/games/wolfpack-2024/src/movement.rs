//! What a boat can do in movement: depth, turns, spaces, and what damage leaves of it. Pages 28 to 36 and 63.

use crate::boat::Boat;
use crate::boats::{BoatType, Gear};
use crate::calendar::Era;
use crate::cards::AswCard;
use crate::conditions::Speed;
use crate::crew::{Man, WORST};
use crate::depth::Depth;
use crate::space::Facing;
use crate::tables::{DepthRules, Tables};

/// Boxes a boat may go on the Approach map [32.approach_surfaced], [32.approach_submerged].
pub fn approach_boxes(surfaced: bool, speed: Speed, turn: u8) -> u8 {
    let even = turn.is_multiple_of(2);
    let goes = match (surfaced, speed) {
        (true, Speed::Slow) => true,
        (true, Speed::Fast) | (false, Speed::Slow) => even,
        (false, Speed::Fast) => false,
    };
    u8::from(goes)
}

/// Whether a change of depth is within the rate of a type, counted in metres [30.rate_vii], [30.rate_ix], (R2).
pub fn may_change(rules: &DepthRules, kind: BoatType, from: Depth, to: Depth) -> bool {
    let rate = rules.rate(kind);
    if to > from {
        to.metres() - from.metres() <= rate.dive
    } else {
        from.metres() - to.metres() <= rate.rise
    }
}

/// Whether a boat may still go forward after that change [30.forward_with_depth_change], (R3).
pub fn may_go_on(rules: &DepthRules, kind: BoatType, from: Depth, to: Depth) -> bool {
    let change = from.metres().abs_diff(to.metres());
    from == to || rules.rate(kind).forward.is_some_and(|most| change <= most)
}

/// The crush test a boat must take [28.implosion_210], [28.implosion_flooded_90], [28.implosion_270].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrushTest {
    /// None.
    Safe,
    /// One ASW attack card.
    Card,
    /// She implodes.
    Certain,
}

/// Which crush test a depth and a level of flooding call for (R6).
pub fn crush_test(t: &Tables, depth: Depth, flood: u8) -> CrushTest {
    let metres = depth.metres();
    let flooded = flood >= t.board.crush_from && metres >= t.depth.flooded_check;
    if metres >= t.depth.implodes {
        CrushTest::Certain
    } else if metres >= t.depth.always_check || flooded {
        CrushTest::Card
    } else {
        CrushTest::Safe
    }
}

/// Whether a card crushes a boat at that depth [28.crush_colour].
pub fn crushes(t: &Tables, card: &AswCard, depth: Depth) -> bool {
    let metres = depth.metres();
    card.crushes(
        t.depth.orange.contains(&metres),
        t.depth.red.contains(&metres),
    )
}

impl Boat {
    /// Planes gone and too much water in her: she sinks, and cannot rise [28.forced_descent], [28.no_rise_while_flooded].
    pub fn is_out_of_control(&self, t: &Tables) -> bool {
        self.is_heavy(Gear::Rudder) && self.flood.level >= t.board.steering_lost
    }

    /// Whether she may blow her tanks [35.blow_barred], (R84).
    pub fn may_blow(&self, t: &Tables) -> bool {
        !self.is_surfaced() && !self.blowing && !self.is_out_of_control(t)
    }

    /// Whether she can go ahead on a turn: not while silent, nor blowing [29.silent_limits], [35.blow_limits].
    pub fn can_go(&self, turn: u8) -> bool {
        !self.silent && !self.blowing && self.engines_go(turn)
    }

    /// Whether her engines and her rudder let her go ahead on a turn [63.diesel], [63.electric], [63.rudder], (R20);
    /// a silent boat that must enter runs up first, so this is what counts then (R92).
    pub fn engines_go(&self, turn: u8) -> bool {
        let engine = if self.is_surfaced() {
            Gear::Diesel
        } else {
            Gear::Electric
        };
        let stopped = self.is_destroyed(engine) || self.is_destroyed(Gear::Rudder);
        let halting = self.is_heavy(engine) && !turn.is_multiple_of(2);
        !stopped && !halting
    }

    /// How far she can turn: steps of 45 degrees [33.free_turn], [63.rudder].
    pub fn turning(&self, t: &Tables, turn: u8) -> u8 {
        let free = t.movement.free_turn(self.kind, self.is_surfaced());
        if self.silent || self.blowing || self.is_destroyed(Gear::Rudder) {
            0
        } else if self.is_heavy(Gear::Rudder) {
            u8::from(turn.is_multiple_of(2)).min(free)
        } else {
            free
        }
    }

    /// The facings she can turn to, her own aside [33.free_turn].
    pub fn facings(
        &self,
        t: &Tables,
        turn: u8,
        from: Facing,
    ) -> impl Iterator<Item = Facing> + use<> {
        let most = self.turning(t, turn);
        Facing::ALL
            .into_iter()
            .filter(move |to| (1..=most).contains(&from.steps_to(*to)))
    }

    /// The depths she can go to, her own aside [30.rate_vii], [30.rate_ix], [30.approach_surfaced_until_contact].
    pub fn depths<'t>(&self, t: &'t Tables) -> impl Iterator<Item = Depth> + use<'t> {
        self.depths_on(t, self.attack().is_some())
    }

    /// The same as if she were on the Attack map, or on the Approach map.
    pub fn depths_on<'t>(
        &self,
        t: &'t Tables,
        attack: bool,
    ) -> impl Iterator<Item = Depth> + use<'t> {
        let stuck = self.silent
            || self.blowing
            || self.is_destroyed(Gear::Rudder)
            || !self.is_surfaced() && self.is_destroyed(Gear::Electric);
        let may_rise = !stuck && !self.is_out_of_control(t);
        let may_dive = !stuck && (attack || self.contacted); // (R4)
        let (kind, from, rules) = (self.kind, self.depth, &t.depth);
        Depth::all().filter(move |to| {
            let open = if *to > from { may_dive } else { may_rise };
            *to != from && open && may_change(rules, kind, from, *to)
        })
    }

    /// Whether she must leave as soon as she may [52.all_sections_kia_disengage], [63.electric], (R64).
    pub fn must_disengage(&self) -> bool {
        let no_crew = Man::SECTIONS
            .iter()
            .all(|section| self.wound(*section) >= WORST);
        no_crew || self.is_heavy(Gear::Electric) || self.commander().is_none()
    }
}

/// Total and result of a survival roll [55.survival_modifiers], [55.survival_results].
pub fn survives(t: &Tables, era: Era, d10: u8, hold: usize, metres: u16, flood: u8) -> (i8, bool) {
    let deep = metres >= t.chances.survival_metres[era.index()] && flood < t.board.crush_from;
    let depth = if deep { t.chances.survival_deep } else { 0 };
    let total = d10 as i8 + t.chances.survival_hold[hold.min(2)] + depth;
    (total, total > t.chances.survival_lost[era.index()])
}
