//! Submarine against submarine [14.6].

use crate::boat::Place;
use crate::combat::attack::{self, Strike};
use crate::duel::{self, First};
use crate::event::Event;
use crate::geography::{Area, Group};
use crate::harm::Blow;
use crate::sequence::{Play, Step};
use crate::tables::{EnemyClass, Waters};
use crate::units::Nation;
use crate::war::Hunter;
use crate::weather::Weather;

/// Who was met: a counter of a class, or a boat by name.
struct Enemy {
    class: EnemyClass,
    name: Option<Hunter>,
}

impl Play<'_> {
    /// A boat of the cup of these waters is met [14.6].
    pub(crate) fn meet_submarine(&mut self, area: Area, transit: bool) {
        let Some(enemy) = self.draw_enemy(area) else {
            return self.nothing_found();
        };
        let weather = self.p.weather_at(self.t, self.p.boat().place);
        self.duel_with(&enemy, transit, weather);
        if self.p.boat().place == Place::Lost {
            return;
        }
        if transit {
            self.after_encounter();
        } else {
            self.after_search();
        }
    }

    /// A Soviet boat is met in the Baltic (R11).
    pub(crate) fn meet_soviet(&mut self) {
        let soviet = self.t.submarines.enemy_classes.iter();
        let classes: Vec<&EnemyClass> = soviet
            .filter(|class| class.nation == Nation::Soviet)
            .collect();
        let weights: Vec<u32> = classes.iter().map(|class| class.count.into()).collect();
        if !classes.is_empty() {
            let class = classes[self.chance.weighted(&weights)].clone();
            self.duel_with(&Enemy { class, name: None }, false, Weather::Clear);
        }
        if self.p.boat().place != Place::Lost {
            self.p.agenda.push(Step::LeaveBaltic);
        }
    }

    fn duel_with(&mut self, enemy: &Enemy, transit: bool, weather: Weather) {
        self.p.errand.contacts += 1;
        self.p.errand.big_fight = true;
        let boat = self.p.boat();
        let id = boat.id;
        let die = self.chance.chit();
        let (spotted, damaged) = (boat.spotted, boat.damage > 0);
        let first = duel::first(duel::detection(die, spotted, damaged, transit));
        let modifier = duel::modifier(spotted, damaged, transit);
        let class = enemy.class.id.clone();
        self.log.push(|| Event::EnemySubmarine {
            boat: id,
            class,
            die,
            modifier,
            first,
        });
        // Who has no torpedoes, or no tubes, does not fire [15.43].
        let unarmed = self.p.errand.empty || !self.t.submarines.has_tubes(id);
        match first {
            First::Player if unarmed => {}
            First::Player => self.shoot_at(enemy, weather),
            First::Enemy => self.shot_at(&enemy.class, weather),
        }
    }

    /// An enemy boat of the cup of these waters; nations that have no business there are set aside (R19).
    fn draw_enemy(&mut self, area: Area) -> Option<Enemy> {
        let west = self.p.is_west(self.t, area);
        let group = self.t.map.area(area).group;
        let fits = |nation: Nation, single: bool| match nation {
            Nation::Soviet => group == Group::Arctic,
            Nation::Greek | Nation::Yugoslav => group == Group::Mediterranean,
            Nation::American => west || (single && group != Group::Arctic),
            _ => true,
        };
        let classes = &self.t.submarines.enemy_classes;
        let mut pool: Vec<(Enemy, u32)> = Vec::new();
        let mut add = |class: u8, count: u32, name: Option<Hunter>| {
            let class = classes[usize::from(class)].clone();
            if fits(class.nation, name.is_some()) {
                pool.push((Enemy { class, name }, count));
            }
        };
        for (class, count) in &self.t.cups.submarines[self.p.period.index()][usize::from(west)] {
            add(*class, (*count).into(), None);
        }
        // Soviet boats join with Barbarossa in the period whose list has none [17.4].
        if self.p.barbarossa() && self.p.period == crate::calendar::Period::Three && !west {
            for class in &self.t.cups.soviet {
                add(*class, 1, None);
            }
        }
        let waters = if west { Waters::West } else { Waters::East };
        for hunter in self
            .p
            .war
            .hunters
            .iter()
            .filter(|hunter| hunter.waters == waters)
        {
            let boat = &self.t.submarines.enemy_boats[usize::from(hunter.boat)];
            add(boat.class as u8, 1, Some(*hunter));
        }
        if pool.is_empty() {
            return None;
        }
        let weights: Vec<u32> = pool.iter().map(|(_, count)| *count).collect();
        let drawn = self.chance.weighted(&weights);
        Some(pool.swap_remove(drawn).0)
    }

    fn tdc(&mut self) -> i8 {
        let markers = &self.t.cups.tdc[self.p.period.index()];
        self.chance.weighted(markers) as i8 - 4
    }

    fn shoot_at(&mut self, enemy: &Enemy, weather: Weather) {
        let values = self.p.class(self.t);
        let torpedo = crate::torpedo::of_navy(self.t, self.p.torpedo(self.t), values.navy);
        let boat = self.p.boat();
        let (green, aces) = (boat.green, [boat.rating(), 0]);
        let attack = self.t.submarines.attack_of(boat.id);
        self.p.boat_mut().week.fired_torpedoes = true; // [14.7]
        let tdc = self.tdc();
        let need = duel::need(
            self.t,
            attack,
            torpedo,
            aces,
            enemy.class.defence,
            tdc,
            weather,
        );
        if self.duel(tdc, need, green, torpedo, weather) != Blow::Sunk {
            return;
        }
        let boat = self.p.boat_mut();
        boat.ships = boat.ships.saturating_add(1);
        boat.tons += u16::from(enemy.class.tons);
        let (id, tons) = (boat.id, u16::from(enemy.class.tons));
        self.p.ships_total = self.p.ships_total.saturating_add(1);
        self.p.tons_total += u32::from(enemy.class.tons);
        self.p.war.month.count(tons); // a ship like others [3.3]
        self.p.war.total.count(tons);
        self.log.push(|| Event::Credited { boat: id, tons });
        if let Some(name) = enemy.name {
            self.p.war.hunters.retain(|hunter| *hunter != name);
        }
    }

    fn shot_at(&mut self, enemy: &EnemyClass, weather: Weather) {
        let torpedo =
            self.t
                .allied_torpedoes
                .value(self.p.date.month.year(), self.p.period, enemy.nation);
        let aces = [0, self.p.boat().rating()];
        let tdc = self.tdc();
        let defence = self.p.class(self.t).defence;
        let need = duel::need(self.t, enemy.attack, torpedo, aces, defence, tdc, weather);
        // Storms finish off Allied units; what they do to the own boat is part of its damage [7.41].
        match self.duel(tdc, need, 0, torpedo, Weather::Clear) {
            Blow::None => {}
            Blow::Damaged => self.hurt(),
            Blow::Sunk => self.lose(),
        }
    }

    /// One attack of the first boat; a hit rolls on the row of small ships [14.6].
    fn duel(&mut self, tdc: i8, need: i16, green: u8, torpedo: i8, weather: Weather) -> Blow {
        let boat = self.p.boat().id;
        let die = (need >= 0).then(|| self.chance.chit());
        let mut blow = Blow::None;
        let mut second = None;
        if die.is_some_and(|die| attack::hits(need, die, green)) {
            let strike = Strike {
                tons: 1,
                die: *second.insert(self.chance.chit()),
                torpedo,
                in_port: false,
                sturdy: false,
            };
            blow = attack::blow(self.t, strike, weather).0;
        }
        self.log.push(|| Event::Duel {
            boat,
            tdc,
            need,
            die,
            second,
            blow,
        });
        blow
    }
}
