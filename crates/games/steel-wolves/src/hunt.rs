//! Search, contact and what comes of it, for one boat [13.0]; encounters in transit [15.4]; supplies at sea [21.3].

use crate::activity::Colour;
use crate::boat::{Place, Side};
use crate::combat::attack::{self, Strike};
use crate::combat::{Battle, Site};
use crate::crews;
use crate::displays::Contact;
use crate::duel::{self, First};
use crate::endurance;
use crate::event::Event;
use crate::geography::{Area, Group};
use crate::harm::Blow;
use crate::position::Position;
use crate::search::{self, Search};
use crate::sequence::{Phase, Play, Step};
use crate::supply::{self, Fortune, Provider};
use crate::tables::{EnemyClass, SupplyKind, Tables};
use crate::transit;
use crate::units::{Nation, Navy};

/// Weeks in which a virgin area stays so after the first search [30.5].
const VIRGIN_WEEKS: i32 = 4;

impl Position {
    /// The circumstances of a fight in an area.
    pub(crate) fn site(&self, t: &Tables, area: Area, zone: bool) -> Site {
        Site {
            zone,
            barbarossa: self.barbarossa(),
            weather: self.weather_in(area),
            torpedo: self.standing.torpedo,
            ..Site::new(t, area, self.period, self.date.month)
        }
    }

    /// Whether an area has not been searched before, or only in the last weeks [30.5].
    fn is_virgin(&self, t: &Tables, area: Area) -> bool {
        let first = self
            .visited
            .iter()
            .find(|(visited, _)| *visited == area)
            .map(|(_, date)| *date);
        t.map.area(area).virgin
            && first.is_none_or(|first| self.date.weeks_since(first) <= VIRGIN_WEEKS)
    }

    /// Ships that could supply the boat where it is now [21.31], [21.32].
    pub(crate) fn providers(&self, t: &Tables) -> impl Iterator<Item = (u8, Provider)> {
        let boat = self.lone();
        let here = boat
            .area()
            .filter(|_| boat.rtb && boat.damage == 0 && boat.zone().is_none());
        let near = self
            .supplies
            .iter()
            .enumerate()
            .filter(move |(_, supply)| Some(supply.area) == here && !supply.gone);
        let all = near.filter_map(|(place, supply)| {
            let provider = match t.submarines.supply_ships[usize::from(supply.ship)].kind {
                SupplyKind::Interned(_, entry) if self.date.month >= entry && !self.port_used => {
                    Provider::Interned
                }
                SupplyKind::Interned(..) => return None,
                SupplyKind::AtSea | SupplyKind::Raider => Provider::AtSea,
            };
            Some((place as u8, provider))
        });
        all.collect::<Vec<_>>().into_iter()
    }
}

impl Play<'_> {
    /// A search on the chart of the area [13.21].
    pub(crate) fn search(&mut self) {
        self.p.phase = Phase::Search;
        let Some(area) = self.p.lone().area() else {
            return;
        };
        let zone = self.p.lone().zone().is_some();
        let virgin = self.p.is_virgin(self.t, area);
        if self.t.map.area(area).virgin && !self.p.visited.iter().any(|(other, _)| *other == area) {
            self.p.visited.push((area, self.p.date));
        }
        let boat = self.p.lone();
        let marker = self
            .p
            .signals
            .and_then(|die| self.t.b_dienst[self.p.period.index()][usize::from(die)].area);
        let search = Search {
            period: self.p.period,
            navy: self.p.class(self.t).navy,
            green: boat.green,
            marker: marker == Some(area),
            b_dienst: self.p.standing.b_dienst,
            enigma: self.p.standing.enigma,
            aircraft: 0,
            virgin,
            spotted: boat.spotted,
            failed_pack: false,
            crowd: 0,
            weather: self.p.weather_in(area),
            event: 0,
        };
        let (id, modifier) = (boat.id, search.modifier(self.t));
        let die = self.chance.chit();
        let chart = *self.t.map.chart(area, self.p.period, self.p.barbarossa());
        let (_, colour) = search::found(&chart, i16::from(die) + i16::from(modifier), zone);
        self.log.push(|| Event::Searched {
            boat: id,
            area,
            die,
            modifier,
            colour,
        });
        self.p.errand.searches += 1;
        let transit = self.p.errand.encounter;
        if search::enemy_submarine(&chart, die, colour, transit)
            && (transit || self.chance.chit() == 0)
        {
            return self.meet_submarine(area, transit);
        }
        if colour == Colour::White {
            return self.nothing_found();
        }
        self.find(area, colour);
    }

    /// The Contact Table, and what B-Dienst makes of a convoy [13.22], [7.12].
    fn find(&mut self, area: Area, colour: Colour) {
        let die = self.chance.chit();
        let row = search::contact_row(self.t, colour, die, 0);
        let mut contact = search::contact(self.t, area, self.p.period, self.p.barbarossa(), row);
        self.log.push(|| Event::Found { die, contact });
        if contact == Contact::None {
            return self.nothing_found();
        }
        if contact == Contact::Convoy {
            contact = self.convert(area);
        }
        self.p.contact = contact;
        self.p.errand.colour = Some(colour);
        let boat = self.p.lone();
        let loner = contact == Contact::Loner;
        // In transit there is no coastal raid [15.46], and nothing lies in port [15.47].
        let next = if self.p.errand.encounter || (boat.damage > 0 && !loner) {
            Step::Engage
        } else if loner && self.t.map.area(area).coastal {
            Step::Raid
        } else {
            Step::Battle
        };
        self.p.agenda.push(next);
    }

    /// A convoy may be a task force or a special convoy: by the scenario, else where the B-Dienst marker lies (R9).
    fn convert(&mut self, area: Area) -> Contact {
        let special = self.p.setup.scenario == "u331_levant" && area == Area::EasternMed;
        let signals = self
            .p
            .signals
            .map(|die| &self.t.b_dienst[self.p.period.index()][usize::from(die)]);
        let listed = signals.filter(|signals| signals.area == Some(area) && signals.asks());
        if !special && listed.is_none() {
            return Contact::Convoy;
        }
        let die = self.chance.chit();
        let contact = match listed {
            _ if special => {
                if die <= 4 {
                    Contact::TaskForce
                } else {
                    Contact::Convoy
                }
            }
            Some(signals) => signals.contact(die),
            None => Contact::Convoy,
        };
        self.log.push(|| Event::Converted { die, contact });
        contact
    }

    fn nothing_found(&mut self) {
        if self.p.errand.encounter {
            self.p.errand.encounter = false; // no effect [15.42]
            return;
        }
        self.after_search();
    }

    /// A second search in Home Waters, or the end of the week's work [30.1], [28.29].
    fn after_search(&mut self) {
        let boat = self.p.lone();
        let errand = &self.p.errand;
        let home = boat
            .area()
            .is_some_and(|area| self.t.map.area(area).home[self.p.period.index()]);
        let again = home
            && boat.zone().is_none()
            && errand.searches == 1
            && !errand.big_fight
            && errand.departed.is_none()
            && boat.damage == 0
            && !boat.rtb;
        self.p.lone_mut().week.no_contact = self.p.errand.contacts == 0;
        if again {
            self.p.agenda.push(Step::SecondSearch)
        } else {
            self.plan_end()
        }
    }

    pub(crate) fn begin_raid(&mut self, raid: bool) {
        self.p.errand.raid = raid;
        self.p.agenda.push(Step::Battle);
    }

    /// Let go: a contact all the same (R15); in transit the move goes on [15.44].
    pub(crate) fn decline(&mut self) {
        let boat = self.p.lone().id;
        self.log.push(|| Event::Declined { boat });
        self.p.contact = Contact::None;
        if std::mem::take(&mut self.p.errand.encounter) {
            return;
        }
        self.p.errand.contacts += 1;
        self.p.errand.big_fight = true;
        self.after_search();
    }

    pub(crate) fn begin_battle(&mut self) {
        self.p.phase = Phase::Combat;
        let Some(area) = self.p.lone().area() else {
            return;
        };
        let contact = self.p.contact;
        let colour = self.p.errand.colour.unwrap_or(Colour::Green);
        let mut site = self.p.site(self.t, area, self.p.lone().zone().is_some());
        site.coastal = self.p.errand.raid;
        let mut fighter = self.p.lone().fighter(self.t, self.p.standing.torpedo);
        fighter.empty = self.p.errand.empty;
        let cups = &mut self.p.secret.cups;
        let battle = Battle::engage(self.t, site, contact, colour, [fighter], cups, self.chance);
        self.p.battle = Some(battle);
        self.p.agenda.plan([Step::Fight, Step::AfterFight]);
        self.in_battle(|fight| fight.begin());
    }

    /// Books the battle and goes on with the week.
    pub(crate) fn after_fight(&mut self) {
        self.settle_battle();
        let Some(battle) = self.p.battle.take() else {
            return;
        };
        let fighter = battle.fighters[0];
        self.p.ships_total = self.p.ships_total.saturating_add(fighter.ships.into());
        self.p.tons_total += u32::from(fighter.tons);
        self.p.errand.contacts += 1;
        self.p.errand.big_fight |= self.p.contact != Contact::Loner;
        self.p.contact = Contact::None;
        let boat = self.p.lone_mut();
        boat.after(&fighter);
        boat.week.guns_only |= fighter.used_guns && !fighter.used_torpedoes;
        boat.week.italian_doctrine |= fighter.sparing == Some(true);
        if boat.place == Place::Lost {
            return self.end();
        }
        self.promote(fighter.ships, fighter.tons);
        self.p.phase = Phase::Endurance;
        if self.p.errand.encounter {
            self.after_encounter();
        } else {
            self.after_search();
        }
    }

    /// An ace is made, or gets better; a new one is drawn from the markers of the navy [14.5].
    fn promote(&mut self, ships: u8, tons: u16) {
        let boat = self.p.lone();
        let (id, rating, navy) = (boat.id, boat.rating(), self.p.class(self.t).navy);
        let better = crews::promoted(&self.t.aces, rating, ships, tons);
        if better == rating {
            return;
        }
        let ace = match boat.ace {
            Some((ace, _)) => Some(ace),
            None => self.draw_ace(navy),
        };
        if let Some(ace) = ace {
            self.p.lone_mut().ace = Some((ace, better));
            self.log.push(|| Event::Promoted {
                boat: id,
                rating: better,
            });
        }
    }

    fn draw_ace(&mut self, navy: Navy) -> Option<crate::fleet::AceId> {
        let of_navy = self
            .t
            .aces
            .list
            .iter()
            .enumerate()
            .filter(|(_, ace)| ace.navy == navy);
        let free: Vec<u8> = of_navy.map(|(place, _)| place as u8).collect();
        if free.is_empty() {
            return None;
        }
        Some(crate::fleet::AceId(
            free[self.chance.below(free.len() as u32) as usize],
        ))
    }

    /// Something is met on the way [15.4].
    pub(crate) fn encounter(&mut self, area: Area) {
        self.p.errand.encounter = true;
        self.p.errand.empty = self.p.lone().rtb && transit::is_empty(self.chance.chit());
        self.p.errand.met_in = Some(area);
        self.p.lone_mut().place = match self.p.lone().place {
            Place::Zone(zone, _) => Place::Zone(zone, area),
            _ => Place::Area(area),
        };
        self.p.agenda.push(Step::Search);
    }

    /// After a fight in transit: a returning boat goes on returning, another checks its endurance [15.48].
    fn after_encounter(&mut self) {
        self.p.agenda.clear();
        let next = if self.p.lone().rtb {
            Step::Storm
        } else {
            Step::Endure
        };
        self.p.agenda.plan([next, Step::Conclude]);
    }

    /// Submarine against submarine [14.6].
    fn meet_submarine(&mut self, area: Area, transit: bool) {
        let Some(enemy) = self.draw_enemy(area) else {
            return self.nothing_found();
        };
        self.p.errand.contacts += 1;
        self.p.errand.big_fight = true;
        let boat = self.p.lone();
        let id = boat.id;
        let die = self.chance.chit();
        let first = duel::first(duel::detection(die, boat.spotted, boat.damage > 0, transit));
        let class = enemy.id.clone();
        self.log.push(|| Event::EnemySubmarine {
            boat: id,
            class,
            die,
            first,
        });
        match first {
            First::Player if self.p.errand.empty => {}
            First::Player => self.shoot_at(&enemy, area),
            First::Enemy => self.shot_at(&enemy, area),
        }
        if self.p.lone().place == Place::Lost {
            self.end();
        } else if transit {
            self.after_encounter();
        } else {
            self.after_search();
        }
    }

    /// An enemy boat of the cup of these waters; nations that have no business there are set aside (R19).
    fn draw_enemy(&mut self, area: Area) -> Option<EnemyClass> {
        let west = search::is_west(self.t, area, self.p.period, |_| false);
        let group = self.t.map.area(area).group;
        let list = &self.t.cups.submarines[self.p.period.index()][usize::from(west)];
        let class = |place: u8| &self.t.submarines.enemy_classes[usize::from(place)];
        let fits = |nation: Nation| match nation {
            Nation::Soviet => group == Group::Arctic,
            Nation::Greek | Nation::Yugoslav => group == Group::Mediterranean,
            Nation::American => west,
            _ => true,
        };
        let weights: Vec<u32> = list
            .iter()
            .map(|(place, count)| {
                if fits(class(*place).nation) {
                    u32::from(*count)
                } else {
                    0
                }
            })
            .collect();
        if weights.iter().sum::<u32>() == 0 {
            return None;
        }
        let drawn = self.chance.weighted(&weights);
        Some(class(list[drawn].0).clone())
    }

    fn tdc(&mut self) -> i8 {
        let weights = self.t.cups.tdc[self.p.period.index()].map(u32::from);
        self.chance.weighted(&weights) as i8 - 4
    }

    fn shoot_at(&mut self, enemy: &EnemyClass, area: Area) {
        let values = self.p.class(self.t);
        let torpedo = crate::torpedo::of_navy(self.t, self.p.standing.torpedo, values.navy);
        let boat = self.p.lone();
        let (green, aces) = (boat.green, [boat.rating(), 0]);
        let weather = self.p.weather_in(area);
        let tdc = self.tdc();
        let need = duel::need(
            self.t,
            values.attack,
            torpedo,
            aces,
            enemy.defence,
            tdc,
            weather,
        );
        if self.duel(need, green, torpedo) == Blow::Sunk {
            let boat = self.p.lone_mut();
            boat.ships = boat.ships.saturating_add(1);
            boat.tons += u16::from(enemy.tons);
            let id = boat.id;
            self.p.ships_total += 1;
            self.p.tons_total += u32::from(enemy.tons);
            let tons = enemy.tons.into();
            self.log.push(|| Event::Credited { boat: id, tons });
        }
    }

    fn shot_at(&mut self, enemy: &EnemyClass, area: Area) {
        let torpedo =
            self.t
                .allied_torpedoes
                .value(self.p.date.month.year(), self.p.period, enemy.nation);
        let weather = self.p.weather_in(area);
        let aces = [0, self.p.lone().rating()];
        let tdc = self.tdc();
        let defence = self.p.class(self.t).defence;
        let need = duel::need(self.t, enemy.attack, torpedo, aces, defence, tdc, weather);
        match self.duel(need, 0, torpedo) {
            Blow::None => {}
            Blow::Damaged => self.hurt(),
            Blow::Sunk => self.lose(),
        }
    }

    /// One attack of the first boat; a hit rolls on the row of small ships [14.6].
    fn duel(&mut self, need: i16, green: u8, torpedo: i8) -> Blow {
        let boat = self.p.lone().id;
        let die = (need >= 0).then(|| self.chance.chit());
        let mut blow = Blow::None;
        if die.is_some_and(|die| attack::hits(need, die, green)) {
            let strike = Strike {
                tons: 1,
                die: self.chance.chit(),
                torpedo,
                in_port: false,
                sturdy: false,
            };
            blow = attack::blow(self.t, strike, crate::weather::Weather::Clear).0;
        }
        self.log.push(|| Event::Duel {
            boat,
            need,
            die,
            blow,
        });
        blow
    }

    /// An Endurance Check without modifiers: passed, the boat patrols on [14.71], [21.31], [21.32].
    pub(crate) fn take_supplies(&mut self, place: u8) {
        let Some((_, provider)) = self.p.providers(self.t).find(|(other, _)| *other == place)
        else {
            return;
        };
        self.p.port_used |= provider == Provider::Interned;
        let class = self.p.class(self.t);
        let torpedo = crate::torpedo::of_navy(self.t, self.p.standing.torpedo, class.navy);
        let die = self.chance.chit();
        let success = endurance::stays(endurance::number(self.t, class.endurance, torpedo), 0, die);
        let boat = self.p.lone().id;
        self.log.push(|| Event::Supplied { boat, die, success });
        if supply::is_at_risk(provider, die, self.p.period) {
            let second = self.chance.chit();
            let fortune = supply::fortune(provider, second, self.p.standing.enigma);
            self.p.supplies[usize::from(place)].gone = fortune != Fortune::None;
            self.log.push(|| Event::Provider {
                die: second,
                fortune,
            });
        }
        if success {
            let boat = self.p.lone_mut();
            boat.rtb = false;
            boat.side = Side::Patrol;
            self.p.agenda.push(Step::Storm);
        } else {
            self.p.agenda.push(Step::Homeward);
        }
    }
}
