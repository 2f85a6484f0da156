//! Random Events (chapter 13): two dice at the start of each Player Phase.

use crate::air::AirUnit;
use crate::choice::Choice;
use crate::event::{Event, Who};
use crate::forces::{BlockId, Force, Id, Kind, Units};
use crate::losses::Lot;
use crate::position::{Favour, Position};
use crate::season::Cause;
use crate::sequence::{Order, Play};
use crate::side::{Nation, Side};
use crate::submarines::{self, AswConditions};
use crate::surface;
use crate::tables::{AswResult, DamageGroup, EventId, Fate, OptionId, Tables};
use crate::time::Light;
use crate::torpedoes;
use crate::units::ShipType;
use crate::weather::{self, Local, Weather};

/// Where German mines lie: off the Iceland coast, the Kola inlet and the way to Arkhangelsk.
const GERMAN_MINES: [&str; 7] = ["0404", "0405", "0817", "0818", "0919", "1019", "1119"];

impl Position {
    pub(crate) fn list_redeployments(&self, side: Side, out: &mut Vec<Choice>) {
        let packs = self.fleet(side).forces.iter();
        let packs = packs.filter(|force| force.kind == Kind::Wolfpack && !force.shadowing);
        out.extend(packs.map(|force| Choice::Move(force.block)));
        out.push(Choice::Pass);
    }
}

impl Play<'_> {
    /// Two dice on the active side's table (chapter 13). An event with nothing to act on is no event.
    pub fn random_event(&mut self, side: Side) {
        if side == Side::Axis {
            self.end_local_weather(Side::Axis);
            self.raiders_return();
        }
        let dice = [self.die(), self.die()];
        let sum = usize::from(dice[0] + dice[1]);
        let line = &self.t.chits.events[side][sum];
        let (event, number) = (line.id, line.number);
        self.log.push(|| Event::Random { side, dice, event });
        self.p.favour = Favour::default();
        self.p.fleet_mut(side).redeployed = None;
        match event {
            EventId::Ultra => self.intelligence(side, |_, force| force.id == Id::UNIDENTIFIED),
            EventId::CoastWatchers => self.intelligence(side, |t, force| {
                force
                    .hex()
                    .is_some_and(|hex| t.sheet.inner_leads.contains(hex))
            }),
            EventId::BDienst => self.b_dienst(number),
            EventId::Minefield => self.minefield(side, number.max(0) as u8),
            EventId::SurpriseEncounter => self.surprise_encounter(),
            EventId::WeatherDamage => self.weather_damage(),
            EventId::Collision => self.collision(side),
            EventId::Grounding => self.grounding(side),
            EventId::Breakdown if side == Side::Allied => self.breakdown(),
            EventId::Breakdown => self.german_breakdown(),
            EventId::TorpedoFailure => self.p.favour.torpedoes = number,
            EventId::LongRangeSearch => self.ask(side, Order::ExtraSearch(number.max(0) as u8)),
            EventId::GroupRedeployment => self.ask_redeployment(side),
            EventId::Reinforcements => self.reinforce(side),
            // Aircraft [7.1.3], [5.3], [6.4.2], [13.1].
            EventId::RaidAirfields => self.p.leave.airfields = true,
            EventId::RaidPort => self.p.leave.port = true,
            EventId::NightFlying => self.p.leave.night = true,
            EventId::ElusiveTarget => {
                self.p.fleet_mut(side).wing.elusive = Some(self.p.turn);
            }
            EventId::FogNorthNorway => self.local_weather(side, Weather::Fog),
            EventId::ClearNorthNorway => self.local_weather(side, Weather::ReducedVisibility),
            EventId::HighCommandCaution => self.p.caution = true, // [13.3]
            _ => {}
        }
    }

    /// Weather of its own off North Norway, by the weather at this moment: no Fog in Gales, and nothing to clear up if it is
    /// Fair; a later one replaces an earlier one [9.5], [13.4] (R55).
    fn local_weather(&mut self, by: Side, weather: Weather) {
        let now = self.p.weather();
        let comes = match weather {
            Weather::Fog => now != Weather::Gales,
            _ => now != Weather::Fair,
        };
        if comes {
            self.p.local = Some(Local { by, weather });
            self.log.push(|| Event::LocalWeather {
                weather: Some(weather),
            });
            self.check_all_shadowers();
        }
    }

    /// An Allied event lasts until the end of the Axis Player Phase [9.5], [13.3].
    pub fn end_axis_phase(&mut self) {
        if std::mem::take(&mut self.p.caution) {
            self.log.push(|| Event::CautionEnds);
        }
        self.end_local_weather(Side::Allied);
    }

    /// Local Weather of a side's event is over; that of an Axis event lasts through the next Allied Player Phase [9.5].
    fn end_local_weather(&mut self, by: Side) {
        if self.p.local.is_some_and(|local| local.by == by) {
            self.p.local = None;
            self.log.push(|| Event::LocalWeather { weather: None });
            self.check_all_shadowers();
        }
    }

    /// One Wolfpack may move a hex more: which is its admiral's to say (chapter 13).
    fn ask_redeployment(&mut self, side: Side) {
        let mut offers = Vec::new();
        self.p.list_redeployments(side, &mut offers);
        if offers.len() > 1 {
            self.ask(side, Order::Redeploy);
        }
    }

    pub fn redeploy(&mut self, side: Side, choice: Choice) {
        if let Choice::Move(block) = choice {
            self.p.fleet_mut(side).redeployed = Some(block);
        }
    }

    /// More hexes for one sector in this turn (chapter 13), [6.4.2].
    pub fn search_more(&mut self, hexes: u8, choice: Choice) {
        if let Choice::Sector(sector) = choice {
            self.p.favour.search = Some((sector, hexes));
        }
    }

    /// A random one of some blocks of a side.
    fn random_block(&mut self, side: Side, fits: impl Fn(&Tables, &Force) -> bool) -> Option<Who> {
        let forces = self.p.fleet(side).forces.iter();
        let fitting = forces.filter(|force| force.hex().is_some() && fits(self.t, force));
        let blocks: Vec<Who> = fitting.map(|force| Self::who(side, force)).collect();
        match blocks.len() {
            0 => None,
            n => Some(blocks[self.chance.below(n as u32) as usize]),
        }
    }

    /// A random enemy block at sea becomes ID1; a Dummy is removed.
    fn intelligence(&mut self, side: Side, fits: impl Fn(&Tables, &Force) -> bool) {
        let Some(who) = self.random_block(side.other(), fits) else {
            return;
        };
        self.log.reveal();
        self.unmask(who, Id::level(1));
    }

    /// A Dummy goes, any other block is known at least so well.
    fn unmask(&mut self, who: Who, id: Id) {
        let kind = self
            .p
            .fleet(who.side)
            .force(who.block)
            .map(|force| force.kind);
        match kind {
            Some(Kind::Dummy) => self.dummy_gone(who.side, who.block),
            _ => self.identify(who.side, who.block, id),
        }
    }

    /// A random Allied Convoy at sea is found by a die, without one if there is only one [13.8].
    fn b_dienst(&mut self, least: i8) {
        // Stragglers are no Convoy of their own.
        let is_convoy =
            |_: &Tables, force: &Force| force.kind == Kind::Convoy && !force.is_dispersed();
        let forces = self.p.fleet(Side::Allied).forces.iter();
        let at_sea = forces.filter(|force| force.hex().is_some());
        let convoys = at_sea.filter(|force| is_convoy(self.t, force)).count();
        let found = convoys == 1 || (convoys > 1 && self.die() as i8 >= least);
        let Some(who) = self.random_block(Side::Allied, is_convoy).filter(|_| found) else {
            return;
        };
        self.log.reveal();
        self.identify(Side::Allied, who.block, Id::level(1));
    }

    /// Torpedo attacks on random ships of a random enemy force off a mined coast; no ship suffers two, and any Hit on a
    /// pack sinks one sub [13.5].
    fn minefield(&mut self, side: Side, attacks: u8) {
        let mined = |t: &Tables, force: &Force| {
            let hex = force.hex();
            force.kind != Kind::Dummy
                && hex.is_some_and(|hex| match side {
                    Side::Allied => t.sheet.is_friendly_shore(Side::Axis, hex),
                    Side::Axis => GERMAN_MINES.contains(&hex.to_string().as_str()),
                })
        };
        let Some(who) = self.random_block(side.other(), mined) else {
            return;
        };
        self.log.reveal();
        let (mut dice, mut sunk, mut hits) = (Vec::new(), 0, 0);
        for hull in self.random_hulls(who.side, who.block, attacks) {
            let Some(lot) = self.lot_of(who.side, who.block, hull) else {
                continue;
            };
            let kind = self.kind_of(who, lot);
            let die = self.die();
            dice.push(die);
            if !torpedoes::succeeds(self.t, kind, &[], die) {
                continue;
            }
            hits += 1;
            let die = self.die();
            dice.push(die);
            match torpedoes::damage(self.t, kind, die) {
                Some(_) if kind.is_submarine() => {
                    self.sink(who, lot);
                    sunk += 1;
                }
                Some(damage) => sunk += self.torpedo_hit(who, lot, damage),
                None => {}
            }
        }
        self.log.push(|| Event::Mines {
            target: who,
            dice: dice.clone(),
            hits,
        });
        self.log.push(|| Event::Damage { target: who, sunk });
        self.tidy_force(who.side, who.block);
    }

    /// A random Axis block in a hex with an Allied force is met by chance [13.7].
    fn surprise_encounter(&mut self) {
        let allied: Vec<_> = self
            .p
            .fleet(Side::Allied)
            .forces
            .iter()
            .filter(|f| f.kind != Kind::Dummy)
            .collect();
        let hexes: Vec<_> = allied.iter().filter_map(|force| force.hex()).collect();
        let met = |_: &Tables, force: &Force| force.hex().is_some_and(|hex| hexes.contains(&hex));
        let Some(who) = self.random_block(Side::Axis, met) else {
            return;
        };
        self.log.reveal();
        let Some(force) = self.p.fleet(Side::Axis).force(who.block) else {
            return;
        };
        let hex = force.hex();
        self.was_attacked(Side::Axis, who.block); // [12.11]
        let Some(force) = self.p.fleet(Side::Axis).force(who.block) else {
            return;
        };
        match force.kind {
            Kind::Dummy => {
                self.dummy_gone(Side::Axis, who.block);
                return;
            }
            Kind::Wolfpack => self.met_by_escorts(who),
            Kind::Convoy | Kind::TaskForce => self.met_by_guns(who),
        }
        self.tidy_force(Side::Axis, who.block);
        // If it survives, both are ID0 if they were Unidentified.
        if self.p.fleet(Side::Axis).force(who.block).is_none() {
            return;
        }
        let friend = self.random_block(Side::Allied, |_, force| {
            force.hex() == hex && force.kind != Kind::Dummy
        });
        for who in [Some(who), friend].into_iter().flatten() {
            self.identify(who.side, who.block, Id::ZERO);
        }
    }

    /// One ASW die: Held Down damages, Success sinks; in Gales nobody hunts submarines [9.2.5].
    fn met_by_escorts(&mut self, who: Who) {
        let hex = self.p.fleet(who.side).force(who.block).and_then(Force::hex);
        if hex.is_some_and(|hex| !self.p.weather_at(self.t, hex).lets_torpedoes_run()) {
            return;
        }
        let die = self.die();
        let result = submarines::asw(self.t, AswConditions::default(), die);
        let lot = self.random_lot(who.side, who.block, ShipType::is_submarine);
        match (result, lot) {
            (AswResult::Success, Some(lot)) => self.sink(who, lot),
            (AswResult::HeldDown, Some(lot)) => {
                self.take_lot(who.side, who.block, lot);
            }
            _ => {}
        }
        let (damaged, sunk) = (
            u8::from(result == AswResult::HeldDown),
            u8::from(result == AswResult::Success),
        );
        self.log.push(|| Event::AswDice {
            target: Side::Allied,
            dice: vec![die],
            held_down: 0,
            damaged,
            sunk,
        });
    }

    /// One gunnery die of a destroyer at a merchant ship, or at the lowest unit of a TF on the chart.
    fn met_by_guns(&mut self, who: Who) {
        let chart = &self.t.chart;
        let Some(force) = self.p.fleet(who.side).force(who.block) else {
            return;
        };
        let lowest = match force.kind {
            Kind::Convoy => Some(ShipType::Mv),
            _ => force
                .units
                .types(chart)
                .map(|(kind, _)| kind)
                .filter(|kind| kind.is_warship())
                .max(),
        };
        let Some(target) = lowest else { return };
        let die = self.die();
        let hit = surface::gunnery(self.t, ShipType::Dd, target, &[], &[die]).unwrap_or(0) > 0;
        self.log.push(|| Event::Gunfire {
            target: who,
            die,
            hit,
        });
        if hit && let Some(lot) = self.random_lot(who.side, who.block, |kind| kind == target) {
            self.one_hit(who, lot);
        }
    }

    /// One Hit on a ship; a CS of a class is lost.
    fn one_hit(&mut self, who: Who, lot: Lot) {
        match lot {
            Lot::Pool(..) => self.sink(who, lot),
            Lot::Ship(place) => {
                self.hit_ship(who, place, 1);
            }
        }
    }

    /// Ships of both sides at sea suffer in Gales, some also in Storms [13.2], [9.3.1] (R17).
    fn weather_damage(&mut self) {
        let weather = self.p.weather();
        for side in Side::ALL {
            let forces = self.p.fleet(side).forces.iter();
            let at_sea = forces.filter(|force| {
                // A Convoy and its Dispersed ships are one force here [9.3.1].
                let one = matches!(force.kind, Kind::Convoy | Kind::TaskForce);
                force.hex().is_some() && one && !force.is_dispersed()
            });
            let blocks: Vec<BlockId> = at_sea.map(|force| force.block).collect();
            for block in blocks {
                match weather {
                    Weather::Gales => self.gale_damage(side, block),
                    Weather::Storms => self.storm_damage(side, block),
                    _ => {}
                }
            }
        }
    }

    fn gale_damage(&mut self, side: Side, block: BlockId) {
        let chart = &self.t.chart;
        let part = self.p.dispersed_of(side, block);
        let ships = |block: Option<BlockId>| {
            let force = block.and_then(|block| self.p.fleet(side).force(block));
            force.map_or(0, |force| {
                force.units.counters(chart, ShipType::is_heavy)
                    + force.units.convoy_ships(chart)
                    + force.units.cs(chart, ShipType::is_flotilla)
            })
        };
        let (whole, apart) = (ships(Some(block)), ships(part));
        for _ in 0..weather::damage_cards(whole + apart) {
            let card = *self.draw(side);
            for group in DamageGroup::ALL {
                for _ in 0..card.damage(group, false) {
                    let stray = self.chance.below(u32::from(whole + apart)) >= u32::from(whole);
                    let hurt = part.filter(|_| stray && group == DamageGroup::Convoy);
                    self.suffer(side, hurt.unwrap_or(block), group);
                }
            }
        }
        self.tidy_force(side, block);
        if let Some(part) = part {
            self.tidy_force(side, part);
        }
    }

    /// A random ship of a group leaves the game without VP; if the option holds a destroyer may sink, and that scores
    /// [9.3.1], [7.9].
    fn suffer(&mut self, side: Side, block: BlockId, group: DamageGroup) {
        let fits = |kind: ShipType| group.holds(kind);
        let Some(lot) = self.random_lot(side, block, fits) else {
            return;
        };
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        let who = Self::who(side, force);
        let destroyer = self.kind_of(who, lot) == ShipType::Dd;
        let fated = destroyer && self.p.plays(OptionId::DestroyerHits);
        let sinks = fated && {
            let die = self.die();
            *self.t.combat.fate.get(die.into()) == Fate::Sunk
        };
        match sinks {
            true => self.sink(who, lot),
            false => self.retire(side, block, lot, Cause::Weather),
        }
    }

    /// One card for each German CL and TB CS and each Soviet DD or TB CS away from the coast, only the matching result.
    fn storm_damage(&mut self, side: Side, block: BlockId) {
        let chart = &self.t.chart;
        let Some(force) = self.p.fleet(side).force(block) else {
            return;
        };
        if force.hex().is_some_and(|hex| self.t.sheet.is_coastal(hex)) {
            return;
        }
        let frail = |kind: ShipType, nation: Nation| match nation {
            Nation::German => matches!(kind, ShipType::Cl | ShipType::Tb),
            Nation::Soviet => kind.is_flotilla(),
            _ => false,
        };
        let ships = force.units.ships.iter().map(|state| chart.ship(state.ship));
        let cruisers = ships.filter(|ship| frail(ship.kind, ship.nation)).count();
        let pools = force.units.pools.iter().filter(|pool| {
            let class = chart.class(pool.class);
            frail(class.kind, class.nation)
        });
        let boats: u8 = pools.map(|pool| pool.cs).sum();
        for (cards, group) in [
            (cruisers, DamageGroup::Heavy),
            (usize::from(boats), DamageGroup::Flotilla),
        ] {
            for _ in 0..cards {
                if self.draw(side).damage(group, false) > 0 {
                    self.suffer(side, block, group);
                }
            }
        }
        self.tidy_force(side, block);
    }

    /// Two random ships of a large force take a Hit each and leave the game without VP; not in Fair weather by Day.
    fn collision(&mut self, side: Side) {
        let clear = self.p.weather() == Weather::Fair && self.p.light(self.t) == Light::Day;
        let least = match side {
            Side::Allied => 10,
            Side::Axis => 4,
        };
        let crowded = |t: &Tables, force: &Force| {
            let ships = force.units.hulls();
            let kind = side == Side::Allied || force.kind == Kind::TaskForce;
            kind && ships >= least && !force.units.has(&t.chart, ShipType::is_submarine)
        };
        let Some(who) = self.random_block(side, crowded).filter(|_| !clear) else {
            return;
        };
        for _ in 0..2 {
            self.drop_out(who, Cause::Collision, |_| true);
        }
    }

    /// A random ship of a random force off a coast runs aground and leaves the Operation without VP.
    fn grounding(&mut self, side: Side) {
        let off_the_coast = |t: &Tables, force: &Force| {
            force.kind != Kind::Dummy
                && force.hex().is_some_and(|hex| match side {
                    Side::Allied => t.sheet.is_coastal(hex),
                    Side::Axis => {
                        force.kind == Kind::TaskForce && t.sheet.inner_leads.contains(hex)
                    }
                })
        };
        if let Some(who) = self.random_block(side, off_the_coast) {
            self.drop_out(who, Cause::Grounding, |_| true);
        }
    }

    /// A random merchant ship of a random Allied Convoy at sea drops out.
    fn breakdown(&mut self) {
        let convoy = |_: &Tables, force: &Force| force.kind == Kind::Convoy;
        if let Some(who) = self.random_block(Side::Allied, convoy) {
            self.drop_out(who, Cause::Breakdown, ShipType::is_merchant);
        }
    }

    fn drop_out(&mut self, who: Who, cause: Cause, fits: impl Fn(ShipType) -> bool) {
        if let Some(lot) = self.random_lot(who.side, who.block, fits) {
            self.retire(who.side, who.block, lot, cause);
            self.log.push(|| Event::DropsOut { who });
        }
        self.tidy_force(who.side, who.block);
    }

    /// The lowest-numbered group not yet taken: of the scenario, or bought (chapter 14) [13.6].
    pub fn next_group(&self, side: Side) -> Option<Incoming> {
        let (t, fleet) = (self.t, self.p.fleet(side));
        let listed = self.p.scenario(t).reinforcements.iter().enumerate();
        let listed = listed.filter(|(_, group)| group.side == side);
        let listed = listed.map(|(place, group)| (group.number, Incoming::Listed(place)));
        let bought = fleet.bought.iter().filter(|(_, group)| *group > 0);
        let bought = bought.map(|(force, group)| (*group, Incoming::Bought(*force)));
        let mut all: Vec<(u8, Incoming)> = listed.chain(bought).collect();
        all.sort_by_key(|(number, _)| *number);
        all.get(usize::from(fleet.groups)).map(|(_, group)| *group)
    }

    /// It comes to its place, in a block of its own [13.6].
    pub fn reinforce(&mut self, side: Side) {
        let t = self.t;
        if self.p.season.is_some() {
            let mut offers = Vec::new();
            self.p.list_pick(t, side, 2, &mut offers);
            if offers.len() > 1 {
                self.ask(side, Order::Pick(2)); // [15.3.2]
            }
            return;
        }
        let room = self.p.fleet(side).forces.len() < usize::from(t.chart.blocks[side].total());
        let Some(group) = self.next_group(side).filter(|_| room) else {
            return;
        };
        self.p.fleet_mut(side).groups += 1;
        match group {
            Incoming::Listed(place) => {
                let group = &self.p.scenario(t).reinforcements[place];
                let air = group.air.iter().map(AirUnit::new);
                self.p.fleet_mut(side).air.extend(air);
                let name = format!("Reinforcements {}", group.number);
                let units = Units::of_list(&t.chart, &group.ships);
                self.put_in(side, name, group.at, units);
            }
            Incoming::Bought(force) => {
                let force = &t.ahistorical[usize::from(force)];
                if let Some(at) = force.at.first() {
                    self.land_ahistorical(side, force, *at);
                }
            }
        }
    }
}

/// A reinforcement group: of the scenario's list, or an ahistorical force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Incoming {
    Listed(usize),
    Bought(u8),
}
