//! Plans [4.2]: how Convoys, Task Forces and packs are to sail before the Starting Turn.

use crate::bars::Bar;
use crate::choice::Choice;
use crate::command::SEVERNY_STEP;
use crate::forces::{BlockId, Force, Kind, Motion, Place};
use crate::hex::Hex;
use crate::movement::destinations_after;
use crate::position::{Plan, PlanStep, Position};
use crate::sequence::{Order, Play};
use crate::service::Service;
use crate::side::Side;
use crate::tables::{Tables, Track};
use crate::time::{Half, Turn};

/// A force as its plan would have it after the steps planned so far.
struct Ghost {
    force: Force,
    /// Turns planned.
    rests: u16,
}

impl Position {
    /// The force moved along its plan, as if nothing came between.
    fn ghost(&self, t: &Tables, side: Side, block: BlockId) -> Option<Ghost> {
        let mut ghost = Ghost {
            force: self.fleet(side).force(block)?.clone(),
            rests: 0,
        };
        let plan = self
            .fleet(side)
            .plans
            .iter()
            .find(|plan| plan.block == block);
        ghost.force.motion = Motion::planned();
        for step in plan.iter().flat_map(|plan| &plan.steps) {
            ghost.make(t, *step);
        }
        Some(ghost)
    }

    /// What can be planned next: a turn in port, a step, a turn's end, or the rest as it is usual [4.2], [5.1.5].
    pub(crate) fn list_plan(&self, t: &Tables, side: Side, block: BlockId, out: &mut Vec<Choice>) {
        let Some(ghost) = self.ghost(t, side, block) else {
            return;
        };
        out.push(Choice::AsListed);
        let turn = Turn::FIRST.later(ghost.rests);
        if side == Side::Allied && self.initiative == Side::Axis && turn == Turn::FIRST {
            out.push(Choice::Wait); // no Allied move is planned for AM 1 [4.1]
            return;
        }
        match ghost.force.sailing.is_some() {
            true => self.list_convoy_plan(t, side, &ghost, out),
            false => self.list_force_plan(t, side, &ghost, out),
        }
    }

    fn list_convoy_plan(&self, t: &Tables, side: Side, ghost: &Ghost, out: &mut Vec<Choice>) {
        let Some(sailing) = &ghost.force.sailing else {
            return;
        };
        let Some(here) = ghost.force.hex() else {
            let turn = Turn::FIRST.later(ghost.rests);
            let number = usize::from(sailing.plan);
            let accounts = &self.fleet(side).accounts;
            let due = accounts.get(number).is_some_and(|own| turn >= own.depart)
                && self.is_within_soviet_half(t, side, &ghost.force)
                && self.is_plan_covered(t, side, &ghost.force);
            // One Allied Convoy leaves on Day 1: the first that is due then; not under Axis initiative [4.2].
            let first = accounts.iter().position(|own| own.depart.day() == 1);
            let must = due
                && turn == Turn::new(1, Half::Pm)
                && first == Some(number)
                && self.initiative == Side::Allied;
            out.extend(due.then_some(Choice::Leave));
            out.extend((!must).then_some(Choice::Wait));
            return;
        };
        let steps = here.neighbours().into_iter();
        let legal = |step: &Hex| {
            let mut open = destinations_after(t, &sailing.track, &sailing.to, here, *step);
            open.next().is_some() && self.is_severny_plan_covered(t, side, &ghost.force, *step)
        };
        let before = out.len();
        out.extend(steps.filter(legal).map(Choice::To));
        if out.len() == before {
            out.push(Choice::Wait); // a Convoy with no legal hex stays where it is
        }
    }

    /// Task Forces and packs with their speeds; Axis forces only from Kiel or the Germany Box [4.2] (R86).
    fn list_force_plan(&self, t: &Tables, side: Side, ghost: &Ghost, out: &mut Vec<Choice>) {
        let force = &ghost.force;
        match force.place {
            Place::Port(port) => {
                let fresh = force.motion.hexes == 0;
                let may = fresh
                    && self.may_be_in(t, side, force, t.sheet.port(port).hex)
                    && self.is_operational(t, side, force)
                    && self.is_within_soviet_half(t, side, force)
                    && self.is_tirpitz_free(t, force)
                    && !self.waits_for_transfer(t, side, force) // (Special Rule 2)
                    && self.is_plan_covered(t, side, force);
                out.extend(may.then_some(Choice::Leave));
                out.push(Choice::Wait);
            }
            Place::Sea(here) => {
                out.push(Choice::Stop);
                let steps = here.neighbours().into_iter();
                out.extend(
                    steps
                        .filter(|to| self.may_plan_step(t, side, force, here, *to))
                        .map(Choice::To),
                );
                let enters =
                    !force.motion.left_port && self.harbour(t, side, force, here).is_some();
                out.extend(enters.then_some(Choice::Enter));
            }
            Place::Box(_) => {
                let out_of_it = self.ways_off_map(t, side, force);
                out.extend(out_of_it.filter(|way| matches!(way, Choice::To(_)))); // [5.7.1], [5.1.8]
                out.push(Choice::Wait);
            }
        }
    }

    /// Halves that Severny Flot will spend on hexes that are planned and not yet made: they are paid as they are entered
    /// [4.3.2] (R80).
    fn severny_planned(&self, t: &Tables, side: Side) -> u8 {
        let plans = self.fleet(side).plans.iter().filter(|plan| {
            let force = self.fleet(side).force(plan.block);
            force.is_some_and(|force| force.units.has_soviet_command(&t.chart))
        });
        let steps = plans.flat_map(|plan| plan.steps.iter().skip(plan.made.into()));
        let outside = steps.filter(
            |step| matches!(step, PlanStep::To(hex) if !crate::helm::is_soviet_water(t, *hex)),
        );
        (outside.count() as u8).saturating_mul(SEVERNY_STEP)
    }

    /// Whether Severny Flot has a point for the next hex of a plan, besides those that plans will cost already.
    fn is_severny_plan_covered(&self, t: &Tables, side: Side, force: &Force, to: Hex) -> bool {
        let halves = self.severny_planned(t, side).saturating_add(SEVERNY_STEP);
        !force.units.has_soviet_command(&t.chart)
            || crate::helm::is_soviet_water(t, to)
            || self.fleet(side).points[Track::SevernyFlot.index()].covers(halves)
    }

    /// Whether there are points for a force that is planned to leave port [4.3.2].
    fn is_plan_covered(&self, t: &Tables, side: Side, force: &Force) -> bool {
        let Some(port) = force.place.in_port() else {
            return true;
        };
        let new = force.units.has_soviet_command(&t.chart) && !self.secret.flags.severny_sails;
        let halves = self.severny_planned(t, side).saturating_add(SEVERNY_STEP);
        self.is_covered(t, side, force, port)
            && (!new || self.fleet(side).points[Track::SevernyFlot.index()].covers(halves))
    }

    fn may_plan_step(&self, t: &Tables, side: Side, force: &Force, here: Hex, to: Hex) -> bool {
        self.bar_plan_step(t, side, force, here, to).is_none()
    }

    fn bar_plan_step(
        &self,
        t: &Tables,
        side: Side,
        force: &Force,
        here: Hex,
        to: Hex,
    ) -> Option<Bar> {
        let leads = force.kind != Kind::Wolfpack && t.sheet.inner_leads.contains(to);
        if !t.sheet.is_open(here, to) {
            return Some(Bar::NoWay);
        }
        if self.hexes_left(t, force, false, leads) == 0 {
            return Some(Bar::NoHexes);
        }
        if t.sheet.pack.contains(to) {
            return Some(Bar::SolidPack);
        }
        if !self.is_severny_plan_covered(t, side, force, to) {
            return Some(Bar::NoSevernyPoint);
        }
        self.bar_in(t, side, force, to)
    }

    /// Why a force cannot be planned into a hex next, if it cannot, and where it stands then [4.2].
    pub(crate) fn bar_plan(
        &self,
        t: &Tables,
        side: Side,
        block: BlockId,
        to: Hex,
    ) -> Option<(Place, Option<Bar>)> {
        let ghost = self.ghost(t, side, block)?;
        let place = ghost.force.place;
        let Some(here) = place.at_sea() else {
            return Some((place, None));
        };
        let bar = match &ghost.force.sailing {
            _ if here == to => None,
            _ if here.distance(to) > 1 => Some(Bar::TooFar),
            Some(_) if !self.is_severny_plan_covered(t, side, &ghost.force, to) => {
                Some(Bar::NoSevernyPoint)
            }
            Some(sailing) => {
                let mut open = destinations_after(t, &sailing.track, &sailing.to, here, to);
                open.next().is_none().then_some(Bar::Astray)
            }
            None => self.bar_plan_step(t, side, &ghost.force, here, to),
        };
        Some((place, bar))
    }

    /// Which forces can be planned: Convoys, Allied forces in port or at sea, Axis ones in Kiel or the Germany Box; each once.
    pub(crate) fn list_plans(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let planned = |block: BlockId| {
            self.fleet(side)
                .plans
                .iter()
                .any(|plan| plan.block == block)
        };
        let free = self.fleet(side).forces.iter().filter(|force| {
            let home = match (side, force.place) {
                (Side::Allied, _) => true,
                (Side::Axis, Place::Sea(_)) => false,
                (Side::Axis, Place::Box(off)) => t.sheet.off_map(off).id == "germany",
                (Side::Axis, Place::Port(port)) => t.sheet.port(port).id == "kiel",
            };
            home && force.kind != Kind::Dummy && !planned(force.block)
        });
        out.extend(free.map(|force| Choice::Plan(force.block)));
        if self.fleet(side).special.mission.is_none() && self.may_plan_mission(t, side) {
            out.push(Choice::Mission);
        }
        out.push(Choice::AsListed);
    }
}

impl Ghost {
    fn make(&mut self, t: &Tables, step: PlanStep) {
        match step {
            PlanStep::Rest => {
                self.rests += 1;
                self.force.motion = Motion::planned();
            }
            PlanStep::Leave => {
                if let Some(port) = self.force.place.in_port() {
                    let hex = t.sheet.port(port).hex;
                    self.force.motion.left_port = true;
                    self.arrive_in(t, hex);
                }
            }
            PlanStep::To(hex) => {
                let from = self.force.place;
                self.arrive_in(t, hex);
                if let Place::Box(off) = from {
                    let off = t.sheet.off_map(off);
                    self.force.motion.left_port = off.port;
                    // Moderate Speed for a whole turn leaves nothing [5.7.1].
                    self.force.motion.hexes = match off.is_far() {
                        true => u8::MAX,
                        false => 1,
                    };
                }
            }
            PlanStep::Enter => {
                let here = self.force.hex();
                let port = t
                    .sheet
                    .port_ids()
                    .find(|port| Some(t.sheet.port(*port).hex) == here);
                if let Some(port) = port {
                    self.force.place = Place::Port(port);
                    self.force.motion.hexes = u8::MAX;
                }
            }
        }
    }

    fn arrive_in(&mut self, t: &Tables, hex: Hex) {
        let force = &mut self.force;
        if let (Some(sailing), Some(here)) = (&mut force.sailing, force.place.at_sea()) {
            sailing.to = destinations_after(t, &sailing.track, &sailing.to, here, hex).collect();
        }
        if let Some(sailing) = &mut force.sailing {
            sailing.track.push(hex);
        }
        force.place = Place::Sea(hex);
        force.motion.hexes = force.motion.hexes.saturating_add(1);
        force.motion.entered_leads |=
            force.kind != Kind::Wolfpack && t.sheet.inner_leads.contains(hex);
    }
}

impl Play<'_> {
    /// Both plan at once and in secret, and both are asked, whatever they have to plan [4.2].
    pub fn ask_plans(&mut self) {
        self.count_quays();
        for side in Side::ALL {
            self.ask(side, Order::Plans);
        }
    }

    /// What lies in port now is what the enemy goes by until planned forces stand on the map [8.3].
    fn count_quays(&mut self) {
        let mut quays: Vec<(Side, Place, u8)> = Vec::new();
        for side in Side::ALL {
            let places = self.p.fleet(side).forces.iter().map(|force| force.place);
            for place in places.filter(|place| place.at_sea().is_none()) {
                match quays.iter_mut().find(|own| (own.0, own.1) == (side, place)) {
                    Some((.., blocks)) => *blocks += 1,
                    None => quays.push((side, place, 1)),
                }
            }
        }
        quays.sort_unstable();
        self.p.secret.quays = quays;
    }

    /// Opens a sheet; or everything else is as usual: Convoys take the shortest way, others stay in port.
    pub fn plans(&mut self, side: Side, choice: Choice) {
        match choice {
            Choice::Plan(block) => {
                self.ask(side, Order::Plans);
                self.open_plan(side, block);
                if self.p.start > Turn::FIRST {
                    self.ask(side, Order::Plan(block));
                }
            }
            Choice::Mission => {
                self.ask(side, Order::Plans);
                let condition = self.p.condition(self.t, side);
                self.ask(side, Order::Service(Service::new(condition)));
            }
            _ => {
                let convoys = self.p.fleet(side).forces.iter();
                let convoys = convoys.filter(|force| force.kind == Kind::Convoy);
                let blocks: Vec<BlockId> = convoys.map(|force| force.block).collect();
                for block in blocks {
                    if self.open_plan(side, block) {
                        self.plan_as_usual(side, block);
                    }
                }
            }
        }
    }

    /// A new sheet, if there is none.
    fn open_plan(&mut self, side: Side, block: BlockId) -> bool {
        let plans = &mut self.p.fleet_mut(side).plans;
        let new = plans.iter().all(|plan| plan.block != block);
        if new {
            plans.push(Plan {
                block,
                steps: Vec::new(),
                made: 0,
            });
        }
        new
    }

    fn write(&mut self, side: Side, block: BlockId, steps: &[PlanStep]) {
        let plans = &mut self.p.fleet_mut(side).plans;
        if let Some(plan) = plans.iter_mut().find(|plan| plan.block == block) {
            plan.steps.extend(steps);
        }
    }

    pub fn plan(&mut self, side: Side, block: BlockId, choice: Choice) {
        let is_convoy = self
            .p
            .fleet(side)
            .force(block)
            .is_some_and(|force| force.kind == Kind::Convoy);
        match choice {
            Choice::AsListed => {
                self.plan_as_usual(side, block);
                return;
            }
            Choice::Leave => {
                self.pay_for(side, block);
                self.write(side, block, &[PlanStep::Leave]);
            }
            Choice::To(hex) => {
                self.pay_for_box(side, block);
                self.write(side, block, &[PlanStep::To(hex)]);
            }
            Choice::Enter => self.write(side, block, &[PlanStep::Enter]),
            _ => self.write(side, block, &[PlanStep::Rest]),
        }
        if is_convoy && matches!(choice, Choice::Leave | Choice::To(_)) {
            self.write(side, block, &[PlanStep::Rest]);
        }
        self.plan_on(side, block);
    }

    /// Asks on until the turns before the Starting Turn are planned.
    fn plan_on(&mut self, side: Side, block: BlockId) {
        let Some(ghost) = self.p.ghost(self.t, side, block) else {
            return;
        };
        if ghost.rests < self.p.start.index() {
            self.ask(side, Order::Plan(block));
        }
    }

    /// A Convoy leaves when it is due and takes the shortest way; anything else stays where it is.
    fn plan_as_usual(&mut self, side: Side, block: BlockId) {
        let t = self.t;
        let last = self.p.start.index();
        while let Some(ghost) = self
            .p
            .ghost(t, side, block)
            .filter(|ghost| ghost.rests < last)
        {
            let step = match ghost.force.sailing {
                Some(_) => self.usual_step(side, &ghost),
                None => None,
            };
            match step {
                Some(step) => {
                    if step == PlanStep::Leave {
                        self.pay_for(side, block);
                    }
                    self.write(side, block, &[step, PlanStep::Rest]);
                }
                None => self.write(side, block, &[PlanStep::Rest]),
            }
        }
    }

    fn usual_step(&self, side: Side, ghost: &Ghost) -> Option<PlanStep> {
        let t = self.t;
        let mut offers = Vec::new();
        self.p.list_plan(t, side, ghost.force.block, &mut offers);
        let to = ghost.force.sailing.as_ref()?.to.first().copied()?;
        let far = |hex: &Hex| t.convoy_ways[to.index()][hex.grid()];
        let steps = offers.iter().filter_map(|offer| match offer {
            Choice::To(hex) => Some(*hex),
            _ => None,
        });
        let nearest = steps.min_by_key(|hex| (far(hex), *hex));
        let leaves = offers.contains(&Choice::Leave).then_some(PlanStep::Leave);
        nearest.map(PlanStep::To).or(leaves)
    }
}
