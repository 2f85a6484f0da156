//! The Naval Movement Segment (chapter 5): who may sail, where, through which ice, and what the enemy forgets meanwhile [6.6].

mod scatter;
mod ways;

pub(crate) use ways::is_soviet_water;

use crate::air::{AirChoice, AirOrder};
use crate::choice::Choice;
use crate::drift::Way;
use crate::event::Event;
use crate::forces::{BlockId, Force, Id, Kind, Motion, Place, Token};
use crate::fuel::Expense;
use crate::hex::Hex;
use crate::movement::{Limits, destinations_after, limits};
use crate::oiling::may_refuel;
use crate::passage::Onward;
use crate::position::Position;
use crate::recon::id_after_turn;
use crate::sequence::{Order, Play, Step};
use crate::side::Side;
use crate::tables::{OptionId, Tables, Track};
use crate::time::{Half, Turn};
use crate::units::{BoxId, ShipType};

impl Position {
    /// Forces that have not moved yet, own Dummies to be taken away, or done if no Convoy must still move [5.1.5], [1.3].
    pub(crate) fn list_helm(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let mut must = false;
        for force in &self.fleet(side).forces {
            must |= self.list_helm_of(t, side, force, out);
        }
        let owes = self.owes_point(side);
        self.list_points(side, out);
        self.list_training(t, side, out);
        out.extend(self.may_call_bombers(t, side).then_some(Choice::CallUp));
        if !must && !owes {
            out.push(Choice::Done);
        }
    }

    /// Whether Naval Movement may end: no Convoy must move, and a point was spent that had to be.
    pub(crate) fn may_end_movement(&self, t: &Tables, side: Side) -> bool {
        let convoys = self.fleet(side).forces.iter();
        let mut convoys = convoys.filter(|force| self.must_move(side, force));
        !self.owes_point(side)
            && !convoys.any(|force| self.list_helm_of(t, side, force, &mut Vec::new()))
    }

    /// The initiative player spends at least one point in his first Naval Movement Segment, if he has any [4.3] (R60).
    fn owes_point(&self, side: Side) -> bool {
        let points = &self.fleet(side).points;
        self.initiative == side
            && !self.secret.flags.initiative_used
            && points.iter().all(|track| track.spent() == 0)
            && points.iter().any(|track| track.available > 0)
    }

    /// A point of a track ahead of need; ships that sail pay what is still missing [4.3].
    fn list_points(&self, side: Side, out: &mut Vec<Choice>) {
        for track in Track::ALL.into_iter().filter(|track| track.side() == side) {
            let points = &self.fleet(side).points[track.index()];
            out.extend((points.spent() < points.available).then_some(Choice::Spend(track)));
        }
    }

    /// One German TF in port may sail for Training, once in an Operation [4.3.4].
    fn list_training(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let free = self.fleet(side).special.sortie.is_none();
        if side == Side::Allied || !free || !self.plays(OptionId::Training) {
            return;
        }
        let forces = self.fleet(side).forces.iter();
        let ready = forces.filter(|force| {
            let port = force.place.in_port();
            force.kind == Kind::TaskForce
                && !force.motion.done
                && force.fuel.is_none()
                && force.units.has(&t.chart, ShipType::needs_fuel)
                && port.is_some_and(|port| self.may_be_in(t, side, force, t.sheet.port(port).hex))
                && self.hexes_left(t, force, true, false) > 0
                && self.is_operational(t, side, force) // [5.1.3]
                && self.is_tirpitz_free(t, force) // [5.1.8]
                && !self.waits_for_transfer(t, side, force) // (Special Rule 2)
        });
        out.extend(ready.map(|force| Choice::Train(force.block)));
    }

    /// What one force may do, and whether it is a Convoy that must move.
    pub(crate) fn list_helm_of(
        &self,
        t: &Tables,
        side: Side,
        force: &Force,
        out: &mut Vec<Choice>,
    ) -> bool {
        if force.kind == Kind::Dummy {
            out.push(Choice::Remove(force.block));
        }
        if force.motion.done || force.shadowing || force.is_dispersed() {
            return false; // these move with their target or their Convoy [6.3], [5.6]
        }
        if may_refuel(t, force) {
            out.push(Choice::Refuel(force.block));
        }
        // Who refuels or rearms does so as a whole: units that part do it before [3.2], [11.3.2].
        let busy = force.motion.ras || force.motion.rearms;
        if !busy && self.may_split(t, side, force) {
            out.push(Choice::Split(force.block));
        }
        if self.may_rearm_instead(t, force) {
            out.push(Choice::Rearm(force.block));
        }
        if force.motion.hexes == 0 {
            let tows = force.tows.iter();
            out.extend(tows.map(|tow| Choice::Drop(force.block, tow.ship)));
        }
        let Some(way) = self.ways(t, side, force).next() else {
            return false;
        };
        out.push(Choice::Move(force.block));
        way != Choice::Scatter && self.must_move(side, force)
    }

    /// A Convoy at sea moves every turn unless it is stopped or scattered [5.1.5], [9.2.5] (R84). One in ballast that was formed
    /// in a Campaign must leave port in its Fortnight [15.2] (R96), and one of an Operation on Day 1 [4.2].
    fn must_move(&self, side: Side, force: &Force) -> bool {
        let Some(sailing) = force.sailing.as_ref() else {
            return false;
        };
        match force.place {
            Place::Sea(_) => !sailing.scattered && !sailing.stopped,
            Place::Port(_) => {
                let campaign = side == Side::Allied && self.season.is_some();
                let late = campaign && self.turn >= Turn::LAST_ON_TRACK;
                (late && !sailing.loaded)
                    || self.opens_the_operation(side, usize::from(sailing.plan))
            }
            Place::Box(_) => false,
        }
    }

    /// Where play starts on Day 1, the first Convoy that is due then leaves in it, if none has; not under Axis initiative
    /// [4.2].
    fn opens_the_operation(&self, side: Side, number: usize) -> bool {
        let fleet = self.fleet(side);
        let first = fleet.accounts.iter().position(|own| own.depart.day() == 1);
        let mut forces = fleet.forces.iter();
        let at_sea = |force: &Force| force.kind == Kind::Convoy && force.hex().is_some();
        side == Side::Allied
            && self.initiative == Side::Allied
            && self.turn == Turn::new(1, Half::Pm)
            && first == Some(number)
            && !forces.any(at_sea)
    }

    /// Where a force goes next, or that it stops.
    pub(crate) fn list_steer(&self, t: &Tables, side: Side, block: BlockId, out: &mut Vec<Choice>) {
        let Some(force) = self.fleet(side).force(block) else {
            return;
        };
        let before = out.len();
        out.extend(self.ways(t, side, force));
        // A Convoy with no legal hex stays where it is: nobody has to scatter [5.1.5], [5.5].
        let stuck = out[before..].iter().all(|way| *way == Choice::Scatter);
        if force.motion.hexes > 0 || !self.must_move(side, force) || stuck {
            out.push(Choice::Stop);
        }
    }

    /// What limits a force now, events among it (chapter 13). Blocks of both sides have the same numbers: the pack that goes
    /// farther is a German one.
    pub(crate) fn pace(&self, t: &Tables, force: &Force) -> Limits {
        let weather = self.weather_in(t, force.place);
        let german = || force.is_of(&t.chart, Side::Axis);
        Limits {
            inop: self.inop(Side::Axis, force).next().is_some(),
            farther: u8::from(self.is_redeployed(force) && german()),
            ..limits(t, force, weather, self.turn.half())
        }
    }
}

impl Play<'_> {
    /// ID0 becomes Unidentified and may bring a Dummy; then forces move one by one [6.6], [1.3]. Without initiative the
    /// Allies do not move on AM of Day 1 [4.1].
    pub fn begin_movement(&mut self, side: Side) {
        let waits = side == Side::Allied && self.p.initiative == Side::Axis;
        if waits && self.is_first_turn() {
            return;
        }
        self.refresh_engagements();
        if side == Side::Axis {
            self.tell_of_carriers();
        }
        self.p.fleet_mut(side).new_dummies.clear();
        let turn = self.p.turn;
        let mut fading = Vec::new();
        for force in &mut self.p.fleet_mut(side).forces {
            force.motion = Motion {
                shadowed: !force.shadows.is_empty(),
                followed: force.motion.followed,
                ..Motion::default()
            };
            if force.id == Id::ZERO && force.hex().is_some() && force.shadows.is_empty() {
                force.fade(turn);
                fading.push((Self::who(side, force), force.kind, force.hex()));
            }
        }
        let mut asked = false;
        for (who, kind, hex) in fading.into_iter().rev() {
            self.log.push(|| Event::Fades {
                who,
                id: Id::UNIDENTIFIED,
            });
            if let Some(hex) = hex {
                self.mix(side, hex);
            }
            // Never Wolfpacks; Dummies are never identified [1.3].
            if matches!(kind, Kind::Convoy | Kind::TaskForce) && self.may_make_dummy(side) {
                self.ask(side, Order::NewDummy(who.block));
                asked = true;
            }
        }
        // Convoys Disperse when that is settled, and then forces move [9.3.2].
        match asked {
            true => self.plan_steps([Step::Disperse(side), Step::Helm(side)]),
            false => {
                self.disperse_convoys(side);
                self.ask(side, Order::Helm);
            }
        }
    }

    pub fn new_dummy(&mut self, side: Side, block: BlockId, choice: Choice) {
        let place = self.p.fleet(side).force(block).map(|force| force.place);
        if let (Choice::Dummy, Some(place)) = (choice, place) {
            let berth = self.p.berth(self.t, place);
            self.p.fleet_mut(side).new_dummies.extend(berth);
            self.make_dummy(side, place);
        }
    }

    pub fn take_helm(&mut self, side: Side, choice: Choice) {
        match choice {
            Choice::Move(block) => {
                let force = self.p.fleet(side).force(block);
                if force.is_some_and(|force| !force.shadows.is_empty()) {
                    self.move_shadowed(side, block);
                    return;
                }
                self.plan_steps([Step::Helm(side)]);
                self.ask(side, Order::Steer(block));
            }
            Choice::Rearm(block) => {
                if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
                    force.motion.rearms = true;
                }
                self.ask(side, Order::Helm);
            }
            Choice::Drop(block, ship) => {
                self.drop_tow(side, block, ship);
                self.ask(side, Order::Helm);
            }
            Choice::Refuel(block) => {
                self.ask(side, Order::Helm);
                self.begin_refuelling(side, block);
            }
            Choice::Split(block) => {
                self.ask(side, Order::Helm);
                self.ask(side, Order::Split(block, None));
            }
            Choice::Spend(track) => {
                self.p.fleet_mut(side).points[track.index()].pay();
                self.ask(side, Order::Helm);
            }
            Choice::CallUp => {
                self.call_bombers();
                self.ask(side, Order::Helm);
            }
            Choice::Train(block) => {
                self.ask(side, Order::Helm);
                self.train(side, block);
            }
            Choice::Remove(block) => {
                self.dummy_gone(side, block);
                self.ask(side, Order::Helm);
            }
            _ => self.finish_movement(side),
        }
    }

    /// Shadowers of what has stayed where it is may let go as well, before the Segment ends [6.3.5]. Shadow markers lie open:
    /// the question tells nothing.
    fn finish_movement(&mut self, side: Side) {
        let still = self.p.fleet(side).forces.iter().filter(|force| {
            !force.shadows.is_empty() && !force.motion.done && force.hex().is_some()
        });
        let mut tokens: Vec<Token> = still.map(|force| force.token).collect();
        if tokens.is_empty() {
            self.end_movement(side);
            return;
        }
        tokens.sort_unstable();
        self.plan_steps([Step::EndMovement(side)]);
        for token in tokens.into_iter().rev() {
            self.ask(side.other(), Order::Air(AirOrder::EndShadow(token)));
        }
    }

    pub fn dummy_gone(&mut self, side: Side, block: BlockId) {
        if let Some(force) = self.p.fleet(side).force(block) {
            let (who, hex) = (Self::who(side, force), force.hex());
            self.remove(side, block);
            self.log.push(|| Event::DummyGone { who, hex });
        }
    }

    /// In PM turns forces that did not move lose one ID [6.6].
    pub fn end_movement(&mut self, side: Side) {
        let half = self.p.turn.half();
        let mut faded = Vec::new();
        for force in &mut self.p.fleet_mut(side).forces {
            // A pack that patrols held down keeps its ID [7.4.5].
            let still = force.motion.hexes + force.motion.lost == 0 && force.hex().is_some();
            let id = force.id_after_turn(false, half);
            if still && half == Half::Pm && id != force.id {
                force.id = id;
                faded.push((Self::who(side, force), id));
            }
        }
        for (who, id) in faded {
            self.log.push(|| Event::Fades { who, id });
        }
        self.p.secret.flags.initiative_used |= self.p.initiative == side;
    }

    pub fn steer(&mut self, side: Side, block: BlockId, choice: Choice) {
        match choice {
            Choice::Leave | Choice::Enter => {
                if let Some(way) = self.harbour_way(side, block) {
                    self.pass_harbour(side, block, way);
                }
            }
            Choice::To(hex) => match self.box_of(side, block) {
                Some(off) => self.come_out(side, block, off, hex),
                None => self.leave_hex(side, block, Onward::To(hex)),
            },
            Choice::Box(off) => self.leave_hex(side, block, Onward::Box(off)),
            Choice::Scatter => self.scatter(side, block),
            Choice::Air(AirChoice::Run) => {
                if let Some(force) = self.p.fleet_mut(side).force_mut(block) {
                    force.motion.run = true;
                }
                self.ask(side, Order::Steer(block));
            }
            Choice::Exit => self.leave_hex(side, block, Onward::Exit),
            _ => self.end_move(side, block),
        }
    }

    /// Out of a hex, wherever that leads, unless the enemy there holds it up first [6.6.1].
    fn leave_hex(&mut self, side: Side, block: BlockId, to: Onward) {
        if !self.is_held_up(side, block, to) {
            self.go_onward(side, block, to);
        }
    }

    /// Out of a box; where it plays as a hex, ice may lie before the next [5.7.2], [10.1].
    fn come_out(&mut self, side: Side, block: BlockId, off: BoxId, hex: Hex) {
        match self.t.sheet.off_map(off).hex {
            Some(_) => self.meet_ice(side, block, Way::Out(off, hex)),
            None => self.leave_box(side, block, off, hex),
        }
    }

    /// The box that a force is in [5.7].
    fn box_of(&self, side: Side, block: BlockId) -> Option<BoxId> {
        match self.p.fleet(side).force(block)?.place {
            Place::Box(off) => Some(off),
            Place::Sea(hex) => self.t.sheet.box_at(hex),
            Place::Port(_) => None,
        }
    }

    /// Asks on while the force can go farther.
    pub fn go_on(&mut self, side: Side, block: BlockId) {
        let force = self.p.fleet(side).force(block);
        let way = force.and_then(|force| self.p.ways(self.t, side, force).next());
        match way {
            None => self.end_move(side, block),
            Some(_) => self.ask(side, Order::Steer(block)),
        }
    }

    /// What moved loses one ID, and High Speed costs fuel [6.6], [11.1.3].
    pub fn end_move(&mut self, side: Side, block: BlockId) {
        let (t, half) = (self.t, self.p.turn.half());
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        force.motion.done = true;
        let fast = force.motion.hexes >= t.speeds[0];
        force.fuel = force.fuel.map(|fuel| match fast {
            true => fuel.spent(t, Expense::HighSpeed),
            false => fuel,
        });
        let moved = force.motion.hexes > 0;
        let id = force.id_after_turn(moved, half);
        if moved && id != force.id && force.hex().is_some() {
            force.id = id;
            let who = Self::who(side, force);
            self.log.push(|| Event::Fades { who, id });
        }
        if fast {
            self.tire_followers(side, block);
        }
        if let Some(part) = self.p.dispersed_of(side, block) {
            self.end_move(side, part);
        }
    }

    pub fn sail(&mut self, side: Side, block: BlockId, hex: Hex) {
        if !self.passes_patrol(side, block, hex) {
            return; // [7.4.5]
        }
        self.meet_ice(side, block, Way::To(hex));
    }

    fn harbour_way(&self, side: Side, block: BlockId) -> Option<Way> {
        let force = self.p.fleet(side).force(block)?;
        match force.place {
            Place::Port(port) => Some(Way::Leave(port)),
            Place::Sea(here) => self.p.harbour(self.t, side, force, here).map(Way::Enter),
            Place::Box(_) => None,
        }
    }

    /// Out of port or into it, through the ice if it lies before that port (chapter 10).
    fn pass_harbour(&mut self, side: Side, block: BlockId, way: Way) {
        let (Way::Leave(port) | Way::Enter(port)) = way else {
            return;
        };
        // The enemy reads of the ice: what he once called a block in port must not be in that line [2.4], [10.1].
        if let Way::Leave(_) = way {
            self.rename(side, block);
        }
        match (self.t.sheet.port(port).ice, way) {
            (true, _) => self.meet_ice(side, block, way),
            (false, Way::Leave(_)) => self.clear_port(side, block),
            (false, _) => self.enter(side, block),
        }
    }

    pub fn step_into(&mut self, side: Side, block: BlockId, hex: Hex) {
        let t = self.t;
        let Some(force) = self.p.fleet_mut(side).force_mut(block) else {
            return;
        };
        let Some(from) = force.hex() else { return };
        force.place = Place::Sea(hex);
        force.motion.hexes += 1;
        force.motion.entered_leads |=
            force.kind != Kind::Wolfpack && t.sheet.inner_leads.contains(hex);
        if let Some(sailing) = &mut force.sailing {
            if !sailing.scattered {
                sailing.to =
                    destinations_after(t, &sailing.track, &sailing.to, from, hex).collect();
            }
            sailing.track.push(hex);
        }
        let who = Self::who(side, force);
        self.pay_severny(side, block, hex);
        let turn = self.p.turn;
        self.p.fleet_mut(side.other()).watch(who.token, turn);
        self.log.push(|| Event::Moves { who, from, to: hex });
        self.follow(side, block);
        self.bring_dispersed(side, block);
        self.leave_station(side, block, hex);
        self.go_on(side, block);
    }
}

impl Force {
    /// What the enemy still knows after its move, or without one; of a Scattered Convoy all until it is in port [6.6],
    /// [6.8.1]. Who moved is spared if it began shadowed, who stayed only if it is shadowed now.
    fn id_after_turn(&self, moved: bool, half: Half) -> Id {
        let shadowed = !self.shadows.is_empty() || (moved && self.motion.shadowed);
        match self.is_scattered() {
            true => self.id,
            false => id_after_turn(self.id, moved, shadowed, half),
        }
    }
}
