//! Questions about aircraft and their answers, step by step.

use crate::air::{AirOrder, AirStep};
use crate::choice::Choice;
use crate::position::Position;
use crate::sequence::Play;
use crate::side::Side;
use crate::tables::Tables;

impl Position {
    /// Every answer to a question about aircraft.
    pub(crate) fn list_air(&self, t: &Tables, side: Side, order: &AirOrder, out: &mut Vec<Choice>) {
        use crate::air::AirChoice;
        match order {
            AirOrder::Photograph(unit) => self.list_photographs(t, side, *unit, out),
            AirOrder::Missions(told) => self.list_missions(t, side, told, out),
            AirOrder::Fly(unit, radius) => self.list_flights(t, side, *unit, radius, out),
            AirOrder::Attack => self.list_raids(t, side, out),
            AirOrder::Gather(target, sent) => self.list_gathering(t, side, target, sent, out),
            AirOrder::Harbor => self.list_harbor_raids(t, out),
            AirOrder::Groups(flights, _) => self.list_groups(flights, out),
            AirOrder::Scramble(risen) => self.list_scramble(t, risen, out),
            AirOrder::Dogfight(by) => self.list_air_shots(t, *by, out),
            AirOrder::Deploy(left, line) => self.list_deployment(t, left, line, out),
            AirOrder::Assign(unit) => self.list_assignments(t, *unit, out),
            AirOrder::Elusive => self.list_elusive(t, out),
            AirOrder::Switch(unit) => self.list_switches(*unit, out),
            AirOrder::Support(place) => self.list_support(*place, out),
            AirOrder::Cam => self.list_cam(t, out),
            AirOrder::Reply => out.extend([Choice::Air(AirChoice::Reply), Choice::Pass]),
            AirOrder::EndShadow(token) => self.list_releases(side, *token, out),
            AirOrder::FollowSplit(parts) => self.list_parts(side, parts, out),
            AirOrder::Contact(..) => out.extend([Choice::Air(AirChoice::Hit), Choice::Pass]),
        }
    }
}

impl Play<'_> {
    pub fn answer_air(&mut self, side: Side, order: AirOrder, choice: Choice) {
        match order {
            AirOrder::Photograph(unit) => self.photograph(side, unit, choice),
            AirOrder::Missions(told) => self.choose_mission(side, told, choice),
            AirOrder::Fly(unit, radius) => self.fly(side, unit, radius, choice),
            AirOrder::Attack => self.announce_raid(side, choice),
            AirOrder::Gather(target, sent) => self.gather_raid(side, target, sent, choice),
            AirOrder::Harbor => self.raid_harbor(choice),
            AirOrder::Groups(flights, _) => self.order_groups(flights, choice),
            AirOrder::Scramble(risen) => self.scramble(side, risen, choice),
            AirOrder::Dogfight(by) => self.choose_shot(by, choice),
            AirOrder::Deploy(left, line) => self.deploy_line(side, left, line, choice),
            AirOrder::Assign(unit) => self.assign(unit, choice),
            AirOrder::Elusive => self.elude(choice),
            AirOrder::Switch(unit) => self.switch_target(unit, choice),
            AirOrder::Support(place) => self.support(place, choice),
            AirOrder::Cam => self.use_cam(side, choice),
            AirOrder::Reply => self.strike_back(side, choice),
            AirOrder::EndShadow(token) => self.release(side, token, choice),
            AirOrder::FollowSplit(parts) => self.follow_part(side, &parts, choice),
            AirOrder::Contact(finder, token) => self.contact(side, finder, token, choice),
        }
    }

    pub fn step_air(&mut self, step: AirStep) {
        match step {
            AirStep::Photograph(side, unit) => self.ask_photograph(side, unit),
            AirStep::Steer(side, block) => self.go_on(side, block),
            AirStep::Locate => self.locate_raid(),
            AirStep::Scramble => self.begin_scramble(),
            AirStep::Reply => self.offer_reply(),
            AirStep::Dogfight => self.dogfight(),
            AirStep::Deploy => self.begin_deployment(),
            AirStep::Assign => self.begin_assignment(),
            AirStep::Elusive => self.begin_elusive(),
            AirStep::Wave => self.begin_wave(),
            AirStep::Support => self.begin_support(),
            AirStep::Fire => self.fire_flak(),
            AirStep::Drop => self.drop_loads(),
            AirStep::After => self.after_raid(),
        }
    }
}
