//! The answers to each question, and what comes of them.

use super::Play;
use super::order::Order;
use crate::air::{AirChoice, AirOrder};
use crate::choice::Choice;
use crate::forces::Place;
use crate::position::Position;
use crate::side::Side;
use crate::tables::{Sector, Tables};
use derbyhouse_kernel::Illegal;

impl Position {
    /// Every answer of that side, sorted.
    pub(crate) fn list(&self, t: &Tables, side: Side, out: &mut Vec<Choice>) {
        let from = out.len();
        let Some(order) = self.fleet(side).orders.top() else {
            return;
        };
        match order {
            Order::Place(block) => self.list_places(t, side, *block, out),
            Order::PlaceDummy(_) => self.list_dummy_places(t, side, out),
            Order::Ahistorical => self.list_ahistorical(t, side, out),
            Order::CallUp => out.extend([Choice::CallUp, Choice::Pass]),
            Order::SetUp => out.extend([Choice::AsListed, Choice::Regroup]),
            Order::Muster => self.list_muster(t, side, out),
            Order::PortDummy => {
                let ports = self.ports_without_dummy(t, side).into_iter();
                out.extend(ports.filter_map(|place| match place {
                    Place::Port(port) => Some(Choice::In(port)),
                    Place::Box(off) => Some(Choice::Box(off)),
                    Place::Sea(_) => None,
                }));
            }
            Order::Service(service) => self.list_service(t, side, service, out),
            Order::Reveal => out.extend([Choice::Reveal, Choice::Pass]),
            Order::Declare => out.extend([Choice::Declare, Choice::Pass]),
            Order::Redeploy => self.list_redeployments(side, out),
            Order::ExtraSearch(_) => {
                let own = Sector::ALL
                    .into_iter()
                    .filter(|sector| sector.side() == side);
                out.extend(own.map(Choice::Sector));
            }
            Order::Bid => out.extend((0..=t.campaign.max_bid).map(Choice::Bid)),
            Order::Bonus => {
                out.push(Choice::Pass);
                let bonus = self.chit(t, side).is_some_and(|chit| chit.bid_bonus);
                out.extend(bonus.then_some(Choice::Bonus));
            }
            Order::DeclareEv => out.extend([Choice::Declare, Choice::Pass]),
            Order::WhiteSwap => self.list_white_swap(t, out),
            Order::Size(source) => self.list_sizes(t, *source, out),
            Order::Emergency => self.list_emergency(t, side, out),
            Order::Green => self.list_green(t, side, out),
            Order::BringIn(block) => self.list_homes(t, side, *block, out),
            Order::StayOut(block) => {
                let stayed = Play::stayed(self, t, side, *block);
                self.list_stay(t, side, *block, stayed, out);
            }
            Order::Substitute(ship) => {
                let ships = self.substitutes(t, *ship).into_iter();
                out.extend(ships.map(Choice::TakeShip));
                if out.len() == from {
                    out.push(Choice::Pass);
                }
            }
            Order::SendHome => self.list_send_home(t, side, out),
            Order::Yard => self.list_yard(t, out),
            Order::FromYard(_) => self.list_berths(t, side, out),
            Order::Ration(ration) => self.list_ration(t, side, *ration, out),
            Order::Lodge(_) => out.extend(Play::oiler_ports(t).map(Choice::In)),
            Order::LodgeSubs => {
                let ports = t.campaign.replacements.german_subs_at.iter();
                out.extend(ports.copied().map(Choice::In));
            }
            Order::Keep(..) => out.extend([Choice::Keep, Choice::Pass]),
            Order::Company(block) => self.list_company(t, *block, out),
            Order::Berth(force) => {
                let force = t.ahistorical.get(usize::from(*force));
                let at = force.into_iter().flat_map(|force| &force.at);
                out.extend(at.copied().map(crate::events::berth_choice));
            }
            Order::Pick(left) => self.list_pick(t, side, *left, out),
            Order::Return(_) => {
                let edge = t
                    .sheet
                    .waters()
                    .filter(|hex| t.sheet.breakout.contains(*hex));
                out.extend(edge.map(Choice::At));
            }
            Order::Plans => self.list_plans(t, side, out),
            Order::Plan(block) => self.list_plan(t, side, *block, out),
            Order::NewDummy(block) => {
                out.push(Choice::Pass);
                out.extend(
                    self.may_bring_dummy(t, side, *block)
                        .then_some(Choice::Dummy),
                );
            }
            Order::Helm => self.list_helm(t, side, out),
            Order::Steer(block) => self.list_steer(t, side, *block, out),
            Order::Oiler(block) => self.list_oilers(side, *block, out),
            Order::Split(from, into) => self.list_split(t, side, *from, *into, out),
            Order::Ice(..) => out.extend([Choice::Cross, Choice::TurnBack]),
            Order::Sectors(named) => self.list_sectors(t, side, named, out),
            Order::Negate(success) => self.list_negations(t, side, success, out),
            Order::Shadow(token) => {
                out.push(Choice::Pass);
                out.extend(
                    self.shadowers(t, side, *token)
                        .into_iter()
                        .map(Choice::Shadow),
                );
            }
            Order::Tell(block) => self.list_reports(t, side, *block, out),
            Order::Hunt => self.list_hunts(t, side, out),
            Order::Aim(_) => out.extend(crate::submarines::TARGETS.map(Choice::Aim)),
            Order::Air(order) => self.list_air(t, side, order, out),
            Order::Combine(tried) => self.list_combinations(t, side, tried, out),
            Order::Swap(swap) => self.list_swap(t, side, swap, out),
            Order::Rejoin(_) | Order::Withdraw => out.extend([Choice::Roll, Choice::Pass]),
            Order::Tow(block, ship) => self.list_tugs(t, side, *block, *ship, out),
            Order::Transit(_) => out.extend([Choice::Draw, Choice::Pass]),
            Order::TransitFight => self.list_transit_fights(t, side, out),
            Order::Engage => {
                self.list_attacks(t, side, out);
                out.push(Choice::Done);
            }
            Order::Together => self.list_together(t, side, out),
            Order::Intercept => self.list_intercepts(t, side, out),
            Order::Join(tried) => self.list_joins(t, side, tried, out),
            Order::SubStrike(meeting) => self.list_sub_strikes(t, meeting, out),
            Order::Maneuver => self.list_maneuvers(t, side, out),
            Order::Screen(unit, cover) => self.list_screen(side, *unit, *cover, out),
            Order::Guns => self.list_guns(t, side, out),
            Order::Torpedoes => self.list_torpedoes(t, side, out),
            Order::Caution(applied) => self.list_caution(t, applied, out),
            Order::Follow(_, blocks, into) => self.list_followers(t, blocks, *into, out),
        }
        out[from..].sort_unstable();
    }

    /// Whether an answer is among those of that side.
    pub(super) fn offers(&self, t: &Tables, side: Side, choice: Choice) -> bool {
        let mut offered = Vec::new();
        match (self.fleet(side).orders.top(), choice.block()) {
            // What one force may do does not hang on the others.
            (Some(Order::Helm), Some(block)) => {
                if let Some(force) = self.fleet(side).force(block) {
                    self.list_helm_of(t, side, force, &mut offered);
                }
            }
            (Some(Order::Helm), _) if choice == Choice::Done => {
                return self.may_end_movement(t, side);
            }
            (Some(Order::Sectors(named)), _) => {
                return self.offers_search(t, side, named, choice);
            }
            (Some(Order::Air(AirOrder::Missions(_))), _) => match choice {
                Choice::Air(AirChoice::Fly(id)) => return self.offers_mission(t, side, id),
                _ => self.list(t, side, &mut offered),
            },
            (Some(Order::Air(AirOrder::Fly(id, radius))), _) => {
                return self.offers_flight(t, side, (*id, radius), choice);
            }
            _ => self.list(t, side, &mut offered),
        }
        offered.contains(&choice)
    }
}

impl Play<'_> {
    /// Takes an answer and runs on.
    pub fn choose(&mut self, side: Side, choice: Choice) -> Result<(), Illegal> {
        let Some(order) = self.p.fleet(side).orders.top() else {
            return Err(derbyhouse_kernel::game::not_asked(side.seat()));
        };
        let (question, rule) = order.question();
        if !self.p.offers(self.t, side, choice) {
            let why = format!("“{choice}” is not among the answers to {question}");
            return Err(Illegal::by(rule.0, why));
        }
        if let Some(order) = self.p.fleet_mut(side).orders.pop() {
            self.answer(side, order, choice);
        }
        self.run();
        Ok(())
    }

    pub fn answer(&mut self, side: Side, order: Order, choice: Choice) {
        match order {
            Order::Ahistorical => self.buy(side, choice),
            Order::CallUp => self.call_up(side, choice),
            Order::SetUp => self.begin_muster(side, choice),
            Order::Muster => self.muster(side, choice),
            Order::PortDummy => self.port_dummy(side, choice),
            Order::Service(service) => self.service(side, service, choice),
            Order::Reveal => self.reveal_condition(side, choice),
            Order::Declare => self.declare(side, choice),
            Order::Redeploy => self.redeploy(side, choice),
            Order::ExtraSearch(hexes) => self.search_more(hexes, choice),
            Order::Bid => self.bid(side, choice),
            Order::Bonus => self.bonus(side, choice),
            Order::DeclareEv => self.declare_ev(choice),
            Order::WhiteSwap => self.swap_white(choice),
            Order::Size(source) => self.form_convoy(source, choice),
            Order::Emergency => self.call_emergency(side, choice),
            Order::Green => self.call_green(side, choice),
            Order::BringIn(block) => self.bring_in(side, block, choice),
            Order::StayOut(block) => self.stay_out(side, block, choice),
            Order::Substitute(ship) => self.substitute(ship, choice),
            Order::SendHome => self.send_home(side, choice),
            Order::Yard => self.yard(choice),
            Order::FromYard(left) => self.leave_yard(side, left, choice),
            Order::Ration(ration) => self.ration(side, ration, choice),
            Order::Lodge(ship) => self.lodge(ship, choice),
            Order::LodgeSubs => self.lodge_subs(choice),
            Order::Keep(class, cs) => self.keep(side, class, cs, choice),
            Order::Company(block) => self.company(block, choice),
            Order::Berth(force) => self.berth(side, force, choice),
            Order::Pick(left) => self.pick(side, left, choice),
            Order::Return(dummy) => self.return_at(dummy, choice),
            Order::Plans => self.plans(side, choice),
            Order::Place(block) => self.place(side, block, choice),
            Order::PlaceDummy(block) => self.place_dummy(side, block, choice),
            Order::Plan(block) => self.plan(side, block, choice),
            Order::NewDummy(block) => self.new_dummy(side, block, choice),
            Order::Helm => self.take_helm(side, choice),
            Order::Steer(block) => self.steer(side, block, choice),
            Order::Oiler(block) => self.name_oiler(side, block, choice),
            Order::Split(from, into) => self.split(side, from, into, choice),
            Order::Ice(block, way, ice) => self.face_ice(side, block, way, ice, choice),
            Order::Sectors(named) => self.name_sector(side, named, choice),
            Order::Negate(success) => self.negate(success, choice),
            Order::Shadow(token) => self.shadow(side, token, choice),
            Order::Tell(block) => self.tell(side, block, choice),
            Order::Hunt => self.hunt(side, choice),
            Order::Aim(hunt) => self.aim(hunt, choice),
            Order::Air(order) => self.answer_air(side, order, choice),
            Order::Combine(tried) => self.combine(side, tried, choice),
            Order::Swap(swap) => self.swap(side, swap, choice),
            Order::Rejoin(block) => self.rejoin(side, block, choice),
            Order::Tow(block, ship) => self.tow(side, block, ship, choice),
            Order::Transit(token) => self.watch_transit(side, token, choice),
            Order::TransitFight => self.transit_fight(side, choice),
            Order::Engage => self.engage(side, choice),
            Order::Together => self.together(side, choice),
            Order::Intercept => self.intercept(side, choice),
            Order::Join(tried) => self.join(side, tried, choice),
            Order::SubStrike(meeting) => self.sub_strike(&meeting, choice),
            Order::Maneuver => self.maneuver(side, choice),
            Order::Screen(unit, cover) => self.screen(side, unit, cover, choice),
            Order::Guns => self.guns(side, choice),
            Order::Torpedoes => self.torpedoes(side, choice),
            Order::Withdraw => self.choose_withdrawal(side, choice),
            Order::Caution(applied) => self.choose_caution(applied, choice),
            Order::Follow(token, blocks, into) => self.follow_after(token, blocks, into, choice),
        }
    }

    pub fn ask(&mut self, side: Side, order: Order) {
        self.p.fleet_mut(side).orders.push(order);
    }
}
