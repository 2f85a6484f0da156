//! The turn: which phases run, how it ends, and how the patrol does [24.approach_phases], [65.turn_advance].

use crate::boats::Letter;
use crate::campaign::{Prep, Verdict};
use crate::event::Event;
use crate::position::Position;
use crate::sequence::{Order, Phase, Play, Step};
use crate::setup::Scenario;
use crate::tables::{FIRST_ENTRY, MUST_ENTER, Pull, Tables};

/// The phases of a turn, in order [24.attack_phases].
const TURN: [Phase; 11] = [
    Phase::Torpedoes,
    Phase::Entry,
    Phase::Movement,
    Phase::Observation,
    Phase::Tdc,
    Phase::Asw,
    Phase::Convoy,
    Phase::Reload,
    Phase::Attack,
    Phase::DamageControl,
    Phase::EndOfTurn,
];

/// The level of a scenario that is simply won, an index into the levels of the game.
const SUCCESS: usize = 2;

impl Position {
    /// Whether a phase has anything to do [24.approach_phases], [24.attack_phases], [32.turn_11_all_phases].
    fn runs(&self, phase: Phase) -> bool {
        match phase {
            Phase::Torpedoes => !self.torpedoes.is_empty(),
            Phase::Entry => self.turn >= FIRST_ENTRY,
            Phase::Observation | Phase::Tdc | Phase::Attack => self.attacking().next().is_some(),
            Phase::Convoy | Phase::Reload => self.engaged || self.turn >= MUST_ENTER,
            Phase::Asw | Phase::DamageControl => self.has_escorts(),
            _ => true,
        }
    }

    /// There are none in training [pb.training_no_asw].
    pub(crate) fn has_escorts(&self) -> bool {
        self.setup.scenario != Scenario::Training
    }

    /// The level of success, an index into the levels of the game.
    pub(crate) fn level(&self, t: &Tables) -> usize {
        match self.setup.scenario {
            Scenario::Training => {
                let levels = t.scenarios.training.victory.iter();
                levels.filter(|least| self.vp >= **least).count()
            }
            Scenario::Patrol(_) => self.patrol_level(t),
            _ => {
                let verdict = self.campaign.as_ref().and_then(|campaign| campaign.verdict);
                if verdict == Some(Verdict::Won) {
                    SUCCESS
                } else {
                    0
                }
            }
        }
    }

    /// Victory points of all patrols together, the one under way included.
    pub(crate) fn total_vp(&self) -> i32 {
        let counted = self.phase == Phase::BetweenPatrols;
        let before = self
            .campaign
            .as_ref()
            .map_or(0, |campaign| campaign.totals.vp);
        if counted {
            before
        } else {
            before.saturating_add(self.vp)
        }
    }
}

impl Position {
    /// A patrol mission is won with enough points for each boat and fewer than half of the boats lost.
    fn patrol_level(&self, t: &Tables) -> usize {
        let sent = self.fleet().count();
        let lost = self.losses();
        let need = t.scenarios.patrol.vp_per_boat[self.era.index()] * sent as i32;
        if self.vp >= need && lost < sent.div_ceil(2) {
            SUCCESS
        } else {
            0
        }
    }
}

impl Play<'_> {
    /// A new turn [65.turn_advance].
    pub(crate) fn begin_turn(&mut self) {
        self.p.turn += 1;
        let turn = self.p.turn;
        for boat in self.p.boats.iter_mut().flatten() {
            boat.moved = false;
            boat.crash_dived = false;
        }
        self.log.push(|| Event::TurnBegins { turn });
        self.p.agenda.plan(TURN.map(Step::Begin));
    }

    /// A phase begins, unless there is nothing to do in it.
    pub(crate) fn begin(&mut self, phase: Phase) {
        if !self.p.runs(phase) {
            return;
        }
        self.p.phase = phase;
        self.log.push(|| Event::PhaseBegins { phase });
        match phase {
            Phase::SetUp | Phase::BetweenPatrols => {}
            Phase::Asw => self.start_asw(),
            Phase::DamageControl => self.start_damage_control(),
            Phase::Torpedoes => self.run_torpedoes(),
            Phase::Entry => self.check_entries(),
            Phase::Movement => self.move_boats(),
            Phase::Observation => self.observe(),
            Phase::Tdc => self.start_computing(),
            Phase::Convoy => self.move_convoy(),
            Phase::Reload => self.reload(),
            Phase::Attack => self.start_firing(),
            Phase::EndOfTurn => self.end_turn(),
            Phase::EndOfPatrol => self.wind_up(),
        }
    }

    fn check_entries(&mut self) {
        let boats = self
            .p
            .at_sea()
            .filter(|(_, boat)| boat.approach().is_some());
        for letter in boats.map(|(letter, _)| letter).collect::<Vec<_>>() {
            self.order(letter, Order::EntryCheck);
        }
    }

    /// On to the next turn, or the end [65.end_d10], [65.end_turn_25], [65.end_no_boat_left].
    pub(crate) fn close_turn(&mut self) {
        let turn = self.p.turn;
        let faces = self.t.chances.ends(turn);
        let ends = match faces.count() {
            _ if self.p.at_sea().next().is_none() => true,
            0 => false,
            10 => true,
            _ => {
                let d10 = self.d10(Pull::EndOfPatrol, None);
                let ends = faces.has(d10);
                self.log.push(|| Event::EndCheck { turn, d10, ends });
                ends
            }
        };
        if ends {
            self.p.agenda.push(Step::Begin(Phase::EndOfPatrol));
        } else {
            self.begin_turn();
        }
    }

    /// Boats under contact try to get away, the others leave; then torpedoes still running arrive
    /// [65.survival_at_end], [65.torpedoes_at_end], (R57), (R101). After that stragglers are hunted and boats go home;
    /// in training neither [68.straggler_who], [68.home_event].
    fn wind_up(&mut self) {
        self.p.agenda.push(Step::PatrolEnds);
        if self.p.has_escorts() {
            self.p.agenda.plan(Letter::ALL.map(Step::GoHome));
            self.p.agenda.push(Step::Stragglers([false; 4]));
        }
        self.p.agenda.plan([Step::Disperse, Step::LastTorpedoes]);
        let held = self
            .p
            .at_sea()
            .filter(|(letter, _)| self.p.is_held(*letter));
        for letter in held.map(|(letter, _)| letter).collect::<Vec<_>>() {
            self.fall_away(letter);
        }
    }

    /// Whoever was not under contact goes to the turn track [65.survival_at_end].
    pub(crate) fn disperse(&mut self) {
        for letter in self
            .p
            .at_sea()
            .map(|(letter, _)| letter)
            .collect::<Vec<_>>()
        {
            self.leave(letter);
        }
    }

    pub(crate) fn finish_torpedoes(&mut self) {
        for torpedo in &mut self.p.torpedoes {
            torpedo.turns = 0;
        }
        self.plan_arrivals();
    }

    pub(crate) fn end_patrol(&mut self) {
        self.p.agenda.clear();
        for orders in &mut self.p.orders {
            orders.clear();
        }
        if self.p.campaign.is_some() {
            self.p
                .agenda
                .plan([Prep::ExtraBoats, Prep::Results].map(Step::Prep));
        } else {
            self.finish();
        }
    }

    /// A boat is given up; the others play on.
    pub(crate) fn resign(&mut self, letter: Letter) {
        self.log.push(|| Event::Resigns { boat: letter });
        if self.p.is_in_port() && letter == Letter::W {
            return self.abandon();
        }
        self.lose(letter, crate::boat::Loss::Resigned);
        self.run();
    }
}
