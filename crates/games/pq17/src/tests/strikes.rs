//! Air attacks [7.1], [7.2]: finding, scrambling, fighting, deploying, assigning, anti-aircraft fire, bombs, carriers.

use super::{Table, hex, tables};
use crate::air::{AirChoice, AirId, AirOrder, AirStep, Flyer, Load, Mission};
use crate::choice::Choice;
use crate::forces::{Hurt, Id, Place, Units};
use crate::sequence::{Order, Segment, Step};
use crate::side::Side;
use crate::strike::{Counter, Holder, Shot, Sortie, Stack, Strike, Target};
use crate::tables::{Base, OptionId, ShipList};
use crate::units::{BaseId, ShipType};
use crate::weather::Weather;
use derbyhouse_kernel::Chance;

/// Answers every question as the doctrine would, or with the first answer.
fn by_doctrine(choices: &[Choice]) -> Choice {
    let wanted = [Choice::Auto, Choice::Air(AirChoice::All)];
    let found = wanted.into_iter().find(|choice| choices.contains(choice));
    found.unwrap_or(choices[0])
}

fn base(id: &str) -> BaseId {
    tables().sheet.find_airbase(id).unwrap()
}

impl Table {
    /// A strike of some units that has found its target.
    fn strike(&mut self, side: Side, target: Target, at: &str, units: &[&str]) -> Vec<AirId> {
        let units: Vec<AirId> = units.iter().map(|name| self.unit(side, name)).collect();
        for id in &units {
            self.p.air_mut(side, *id).unwrap().mission = Mission::Strike(hex(at));
        }
        let light = self.p.light(tables());
        let mut strike = Strike::new(side, target, hex(at), light);
        strike.units = units.clone();
        self.p.secret.strikes.push(strike);
        units
    }

    fn ships(&self, names: &[&str], classes: &[(&str, u8)]) -> Units {
        let chart = &tables().chart;
        Units::of_list(
            chart,
            &ShipList {
                ships: names
                    .iter()
                    .map(|name| chart.find_ship(name).unwrap())
                    .collect(),
                classes: classes
                    .iter()
                    .map(|(name, cs)| (chart.find_class(name).unwrap(), *cs))
                    .collect(),
            },
        )
    }

    fn line_of(&self) -> Vec<Vec<u8>> {
        let strike = self.p.strike().unwrap();
        let side = strike.side.other();
        let cs = |stack: &Stack| {
            let counters = stack.0.iter();
            counters
                .map(|c| self.p.counter_cs(tables(), side, c))
                .collect()
        };
        strike.line.iter().map(cs).collect()
    }
}

/// A whole attack by doctrine: the Convoy is found or not, and attacked once in the Segment; it is ID2 at least, the
/// bombers are home, and ships that sank are out of the account [7.1], [7.2], [6.7] (R2).
#[test]
fn bombers_attack_a_convoy() {
    let mut losses = 0;
    for seed in 0..12 {
        let mut table = Table::new("pq16");
        table.chance = Chance::seeded(seed);
        let convoy = table.convoy_at("PQ-16", "0514", 2);
        let units = [
            "I/KG 30 A",
            "I/KG 30 B",
            "II/KG 30 A",
            "III/KG 30 B",
            "I/KG 26 A",
        ];
        for name in units {
            table.send(Side::Axis, name, Mission::Strike(hex("0514")));
        }
        let before = table
            .force(Side::Allied, convoy)
            .units
            .merchants(&tables().chart);
        table.p.segment = Segment::AirCombat;
        table.play().begin_air_combat(Side::Axis);
        let token = table.token(Side::Allied, convoy);
        let raid = Choice::Air(AirChoice::Attack(token));
        assert_eq!(table.choices(Side::Axis), [raid, Choice::Done]);
        table.drive(|_, order, choices| match order {
            Order::Air(AirOrder::Attack) if choices.contains(&raid) => raid,
            Order::Air(AirOrder::Attack) => panic!("it was attacked already"),
            _ => by_doctrine(choices),
        });
        assert!(table.p.secret.strikes.is_empty());
        let away = |unit: &crate::air::AirUnit| unit.mission != Mission::Base;
        assert!(!table.p.fleet(Side::Axis).air.iter().any(away));
        let force = table.force(Side::Allied, convoy);
        assert!(force.motion.raided && force.id >= Id::level(2));
        losses += before - force.units.merchants(&tables().chart);
    }
    assert!(
        (5..=60).contains(&losses),
        "{losses} ships in twelve attacks"
    );
}

/// Convoy Ships stand together up to 10 CS, Light Ships up to 4, everything else alone, as do ships Dead in the Water;
/// submarines of a Convoy are not there at all [7.2.4] (R97).
#[test]
fn targets_stand_in_line() {
    let mut table = Table::new("pq16");
    let units = table.ships(
        &["nigeria", "alynbank"],
        &[("mv_al", 17), ("dd_jr", 3), ("tb_old", 2), ("ss_uk", 2)],
    );
    let convoy = table.put(Side::Allied, units, "0514");
    let merchants = tables().chart.find_class("mv_al").unwrap();
    let force = table.force(Side::Allied, convoy);
    let pool = force
        .units
        .pools
        .iter_mut()
        .find(|pool| pool.class == merchants)
        .unwrap();
    (pool.cs, pool.diw) = (16, 1);
    table.strike(Side::Axis, Target::Force(convoy), "0514", &["I/KG 30 A"]);
    table.play().deploy_by_doctrine();
    let line = table.line_of();
    assert!(!line.iter().any(|stack| stack.contains(&0)));
    assert_eq!(
        line.iter().flatten().map(|cs| u32::from(*cs)).sum::<u32>(),
        16 + 1 + 5 + 2 + 3
    );
    let strike = table.p.strike().unwrap();
    for stack in &strike.line {
        let kinds: Vec<ShipType> = stack
            .0
            .iter()
            .filter_map(|counter| table.p.counter_type(tables(), counter))
            .collect();
        let cs: u8 = stack
            .0
            .iter()
            .map(|c| table.p.counter_cs(tables(), Side::Allied, c))
            .sum();
        let adrift = stack
            .0
            .iter()
            .any(|c| table.p.is_helpless(tables(), Side::Allied, c));
        let most = match kinds[0] {
            kind if kind.is_convoy_ship() => 10,
            kind if kind.is_light() => 4,
            _ => 9,
        };
        assert!(cs <= most && (!adrift || kinds.len() == 1), "{stack:?}");
        assert!(kinds.len() == 1 || !kinds[0].is_heavy());
        assert!(!kinds.contains(&ShipType::Ss));
    }
    // By hand: the counters one by one.
    let order = AirOrder::Deploy(
        vec![
            Counter::Class {
                of: Holder::Block(convoy),
                class: merchants,
                cs: 8,
                hurt: Hurt::Whole,
            };
            2
        ],
        vec![Stack(vec![Counter::Class {
            of: Holder::Block(convoy),
            class: merchants,
            cs: 3,
            hurt: Hurt::Whole,
        }])],
    );
    table.play().ask(Side::Allied, Order::Air(order));
    let choices = table.choices(Side::Allied);
    let line = |n| Choice::Air(AirChoice::Line(n));
    assert_eq!(choices, [line(0), Choice::Auto], "11 CS are too many");
}

/// Fighters over the target rise by Day: those of its airfields, Interceptors among them, and of carriers there. Whether
/// there are any is asked blindly [7.2.1], [1.1.2], [1.5.3].
#[test]
fn fighters_scramble() {
    let mut table = Table::new("pq16");
    let kirkenes = base("kirkenes_hoybuktmoen");
    let home = table.named(Side::Allied, "Home Fleet").block;
    table.force(Side::Allied, home).place = Place::Sea(hex("0715"));
    table.strike(
        Side::Allied,
        Target::Airbase(kirkenes),
        "0816",
        &["817 Sqn"],
    );
    table.play().begin_scramble();
    let choices = table.choices(Side::Axis);
    let bf110 = table.unit(Side::Axis, "JG 5 Z");
    let rise = |flyer| Choice::Air(AirChoice::Scramble(flyer));
    assert!(choices.contains(&rise(Flyer::Interceptors(kirkenes))));
    assert!(choices.contains(&rise(Flyer::Unit(bf110))) && choices.contains(&Choice::Done));
    // Before he says so, the owner reads what his fire could do to each attacker, and theirs to him [7.2.2].
    let duels = table.p.duels(tables(), Side::Axis, Flyer::Unit(bf110));
    let [(_, [fire, reply])] = duels.as_slice() else {
        panic!("one attacker")
    };
    assert_eq!((fire.dice, fire.faces.iter().sum::<u8>()), (2, 10));
    assert!(fire.works() > reply.works());
    table
        .play()
        .scramble(Side::Axis, Vec::new(), Choice::Air(AirChoice::All));
    assert_eq!(table.p.strike().unwrap().scrambled.len(), 2);

    // A Convoy without any fighter: the question comes all the same, by Day and where a carrier could launch.
    for (scenario, weather, asked) in [
        ("pq16", Weather::Fair, true),
        ("pq16", Weather::Storms, false),
        ("pq12", Weather::Fair, true),
    ] {
        let mut table = Table::new(scenario);
        table.set_weather(weather);
        let name = table.p.scenario(tables()).convoys[0].id.clone();
        let convoy = table.convoy_at(&name, "0514", 2);
        table.strike(Side::Axis, Target::Force(convoy), "0514", &["I/KG 30 A"]);
        table.play().begin_scramble();
        assert_eq!(
            !table.p.fleet(Side::Allied).orders.is_empty(),
            asked,
            "{scenario} {weather}"
        );
        if asked {
            assert_eq!(table.choices(Side::Allied), [Choice::Done]);
        }
    }
    let mut night = Table::new("pq6");
    let convoy = night.convoy_at("PQ-6", "0514", 2);
    night.strike(Side::Axis, Target::Force(convoy), "0514", &["III/KG 30"]);
    night.play().begin_scramble();
    assert!(night.p.fleet(Side::Allied).orders.is_empty(), "Night");
}

/// Option: with Surprise one unit rises, an Interceptor if there is one; without it one more from beside the hex [7.2.1],
/// [7.6].
#[test]
fn surprise_keeps_fighters_down() {
    let mut table = Table::new("pq16");
    let kirkenes = base("kirkenes_hoybuktmoen");
    table.strike(
        Side::Allied,
        Target::Airbase(kirkenes),
        "0816",
        &["817 Sqn"],
    );
    table.p.strike_mut().unwrap().surprise = Some(true);
    table
        .play()
        .scramble(Side::Axis, Vec::new(), Choice::Air(AirChoice::All));
    assert_eq!(
        table.p.strike().unwrap().scrambled,
        [Flyer::Interceptors(kirkenes)]
    );
    table.p.strike_mut().unwrap().surprise = Some(false);
    table
        .play()
        .scramble(Side::Axis, Vec::new(), Choice::Air(AirChoice::All));
    let risen = table.p.strike().unwrap().scrambled.clone();
    assert_eq!(risen.len(), 3);
    assert!(
        risen.contains(&Flyer::Interceptors(base("banak"))),
        "{risen:?}"
    );
    let mut table = Table::new("pq16");
    table.p.setup.switch(OptionId::AirSurprise, true);
    table.strike(
        Side::Allied,
        Target::Airbase(kirkenes),
        "0816",
        &["817 Sqn"],
    );
    table.play().begin_scramble();
    assert!(table.p.strike().unwrap().surprise.is_some());
}

/// Those who rise match attacking fighters one for one before they fire at others; bombers fire only if fired upon; all
/// dice fall before any loss [7.2.2], [7.2.3]. The Kirkenes example.
#[test]
fn fighters_match_fighters_first() {
    let mut table = Table::new("pq16");
    let kirkenes = base("kirkenes_hoybuktmoen");
    let units = ["809 Sqn", "817 Sqn", "832 Sqn"];
    let units = table.strike(Side::Allied, Target::Airbase(kirkenes), "0816", &units);
    let bf110 = Flyer::Unit(table.unit(Side::Axis, "JG 5 Z"));
    let bf109 = Flyer::Interceptors(kirkenes);
    table.p.strike_mut().unwrap().scrambled = vec![bf109, bf110];
    table.play().dogfight();
    let shoot = |id: AirId| Choice::Air(AirChoice::Shoot(Flyer::Unit(id)));
    // One fighter unit attacks: the first two CS must fire at it, without being asked; then anybody.
    table.drive_to(Side::Axis);
    let choices = table.choices(Side::Axis);
    assert!(
        units.iter().all(|id| choices.contains(&shoot(*id))),
        "{choices:?}"
    );
    let shots = table.p.strike().unwrap().shots.clone();
    let first = Shot {
        by: Side::Axis,
        from: bf109,
        at: Flyer::Unit(units[0]),
    };
    assert_eq!(shots, [first, first]);
    // The Bf 110 fires at the Albacores of 817 Sqn, twice; they may answer, 832 Sqn may not.
    for _ in 0..2 {
        table.p.fleet_mut(Side::Axis).orders.clear();
        table.play().choose_shot(Side::Axis, shoot(units[1]));
        table.drive_to(Side::Axis);
    }
    table.drive_to(Side::Allied);
    // Bf 109: 5 and 6, modified to 7 and 8; Bf 110: 2 and 7, modified to 5 and 10. Then what the attackers roll.
    table.chance = Chance::scripted(vec![5, 6, 2, 7, 2, 9, 0, 0]);
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().choose_shot(Side::Allied, Choice::Auto);
    let shots = table.p.strike().unwrap().shots.clone();
    let fires = |id: AirId| {
        shots
            .iter()
            .filter(|shot| shot.from == Flyer::Unit(id))
            .count()
    };
    assert_eq!(
        (fires(units[0]), fires(units[1]), fires(units[2])),
        (2, 2, 0)
    );
    table.play().dogfight();
    let unit = |id: AirId| table.p.air(Side::Allied, id).unwrap();
    assert_eq!(
        (unit(units[0]).aborts, unit(units[1]).cs, unit(units[2]).cs),
        (1, 1, 2)
    );
}

/// At most two units at one target in a wave; torpedo bombers carry torpedoes at sea, bombs on ports; others choose
/// [7.2.4], [7.3].
#[test]
fn waves_of_two() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0511", 2);
    let units = ["I/KG 30 A", "I/KG 30 B", "I/KG 26 A"];
    let units = table.strike(Side::Axis, Target::Force(convoy), "0511", &units);
    table.play().deploy_by_doctrine();
    let assign = |place, wave, load| Choice::Air(AirChoice::Assign { place, wave, load });
    for unit in &units[..2] {
        table.play().assign(*unit, assign(0, 1, Load::Bombs));
    }
    let mut ways = Vec::new();
    table.p.list_assignments(tables(), units[2], &mut ways);
    assert!(
        !ways.contains(&assign(0, 1, Load::Torpedoes)),
        "two are there"
    );
    assert!(ways.contains(&assign(0, 2, Load::Torpedoes)));
    assert!(ways.contains(&assign(1, 1, Load::Bombs)));
    assert!(
        !ways.contains(&assign(1, 3, Load::Bombs)),
        "one wave more, not two"
    );
    let carried = |name: &str, at_sea, calm| {
        let kind = tables().chart.find_air(name).unwrap();
        crate::strike::loads(tables().chart.air(kind), at_sea, calm)
    };
    let loads = |name: &str, at_sea| carried(name, at_sea, true);
    assert_eq!(loads("albacore", true), [Load::Torpedoes]);
    assert_eq!(loads("albacore", false), [Load::Bombs]);
    assert_eq!(loads("he111h6", true), [Load::Bombs, Load::Torpedoes]);
    assert_eq!(loads("ju88a4", true), [Load::Bombs]);
    // No torpedo runs in Gales, wherever the aircraft took off [9.2.5], [9.5].
    assert_eq!(carried("albacore", true, false), []);
    assert_eq!(carried("he111h6", true, false), [Load::Bombs]);
}

/// Torpedoes need Clear water: anything else keeps those units from attacking at all [7.2.4], [7.3].
#[test]
fn ice_keeps_torpedoes_away() {
    let mut table = Table::new("pq12");
    let convoy = table.convoy_at("PQ-12", "0316", 2);
    let units = table.strike(Side::Axis, Target::Force(convoy), "0316", &["1./406"]);
    table.play().deploy_by_doctrine();
    let torpedoes = Choice::Air(AirChoice::Assign {
        place: 0,
        wave: 1,
        load: Load::Torpedoes,
    });
    table.play().assign(units[0], torpedoes);
    table.play().begin_assignment();
    let strike = table.p.strike().unwrap();
    assert!(
        strike.sorties.is_empty() && strike.units.is_empty(),
        "Solid Pack"
    );
    assert_eq!(
        table.p.air(Side::Axis, units[0]).unwrap().mission,
        Mission::Base
    );
}

/// A target fires all it has at each attacker; a neighbour that is none fires at one of them, if it has a number; a CAM
/// makes one die better and is used [7.2.5], [1.4.3].
#[test]
fn guns_fire_for_their_neighbours() {
    let mut table = Table::new("pq16");
    let units = table.ships(&["nigeria"], &[("mv_al", 8), ("mc_al", 1)]);
    let convoy = table.put(Side::Allied, units, "0511");
    let sailing = table.named(Side::Allied, "PQ-16").sailing.clone();
    let force = table.force(Side::Allied, convoy);
    force.id = Id::level(2);
    force.sailing = sailing; // it keeps count of CAMs
    let attackers = table.strike(
        Side::Axis,
        Target::Force(convoy),
        "0511",
        &["I/KG 30 A", "I/KG 30 B"],
    );
    let chart = &tables().chart;
    let class = |class: &str, cs| Counter::Class {
        of: Holder::Block(convoy),
        class: chart.find_class(class).unwrap(),
        cs,
        hurt: Hurt::Whole,
    };
    let strike = table.p.strike_mut().unwrap();
    strike.line = vec![
        Stack(vec![class("mv_al", 8), class("mc_al", 1)]),
        Stack(vec![Counter::Ship {
            block: convoy,
            ship: chart.find_ship("nigeria").unwrap(),
        }]),
    ];
    strike.sorties = attackers
        .iter()
        .map(|unit| Sortie {
            unit: *unit,
            place: 0,
            wave: 1,
            load: Load::Bombs,
            elusive: false,
        })
        .collect();
    table.play().begin_wave();
    table.drive_to(Side::Allied);
    let fire = |id| Choice::Air(AirChoice::Fire(id));
    assert_eq!(
        table.choices(Side::Allied),
        [fire(attackers[0]), fire(attackers[1]), Choice::Auto]
    );
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().support(1, fire(attackers[1]));
    let aa = chart.ship(chart.find_ship("nigeria").unwrap()).steps[0]
        .aa
        .support_dice();
    // `*` of the merchant ships rolls one die at each, Nigeria all of hers at one: sixes, and one that a CAM can better.
    let mut dice = vec![6; usize::from(aa) + 2];
    dice[0] = 7;
    table.chance = Chance::scripted(dice);
    table.p.secret.agenda.clear();
    table.play().fire_flak();
    let fired = &table.p.strike().unwrap().aa;
    let at = |unit: AirId| fired.iter().filter(|die| die.unit == unit).count();
    assert_eq!(
        (at(attackers[0]), at(attackers[1])),
        (1, 1 + usize::from(aa))
    );
    let cam = Choice::Air(AirChoice::Cam(0));
    assert!(table.choices(Side::Allied).contains(&cam));
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().use_cam(Side::Allied, cam);
    assert_eq!(table.force(Side::Allied, convoy).cams(tables()), 0);
    assert!(
        table.p.fleet(Side::Allied).orders.is_empty(),
        "there is no other"
    );
    table.chance = Chance::seeded(1);
    table.play().drop_loads();
    assert_eq!(table.p.air(Side::Axis, attackers[0]).unwrap().aborts, 1);
}

/// Whose target is gone takes one beside it, or none and is not fired at [7.2.6] (R46).
#[test]
fn a_target_that_is_gone_is_changed() {
    let mut table = Table::new("pq16");
    let units = table.ships(&["nigeria", "liverpool", "kent"], &[]);
    let cruisers = table.put(Side::Allied, units, "0511");
    let units = table.strike(Side::Axis, Target::Force(cruisers), "0511", &["I/KG 30 A"]);
    table.play().deploy_by_doctrine();
    let strike = table.p.strike_mut().unwrap();
    strike.line[1].0.clear();
    strike.sorties = vec![Sortie {
        unit: units[0],
        place: 1,
        wave: 2,
        load: Load::Bombs,
        elusive: false,
    }];
    table.play().begin_wave();
    let switch = |place| Choice::Air(AirChoice::Switch(place));
    assert_eq!(
        table.choices(Side::Axis),
        [switch(0), switch(2), Choice::Pass]
    );
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.play().switch_target(units[0], Choice::Pass);
    assert!(table.p.strike().unwrap().sorties.is_empty());
}

/// Elusive Target: the attackers of one ship take other targets with -1 [13.1].
#[test]
fn a_ship_eludes_her_attackers() {
    let mut table = Table::new("pq16");
    let units = table.ships(&["victorious", "kent"], &[("dd_jr", 3)]);
    table.p.fleet_mut(Side::Allied).forces.clear();
    let fleet = table.put(Side::Allied, units, "0511");
    let units = table.strike(Side::Axis, Target::Force(fleet), "0511", &["I/KG 30 A"]);
    table.play().deploy_by_doctrine();
    let carrier = tables().chart.find_ship("victorious").unwrap();
    let line = &table.p.strike().unwrap().line;
    let is_carrier =
        |stack: &Stack| matches!(stack.0[0], Counter::Ship { ship, .. } if ship == carrier);
    let place = line.iter().position(is_carrier).unwrap() as u8;
    let bombs = Choice::Air(AirChoice::Assign {
        place,
        wave: 1,
        load: Load::Bombs,
    });
    table.play().assign(units[0], bombs);
    table.play().begin_elusive();
    assert!(
        table.p.fleet(Side::Allied).orders.is_empty(),
        "nobody holds the event"
    );
    table.p.fleet_mut(Side::Allied).wing.elusive = Some(table.p.turn);
    table.play().begin_elusive();
    let elude = Choice::Air(AirChoice::Elude(place));
    assert_eq!(table.choices(Side::Allied), [elude, Choice::Pass]);
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().elude(elude);
    let choices = table.choices(Side::Axis);
    assert!(!choices.contains(&Choice::Air(AirChoice::Switch(place))));
    assert!(!choices.contains(&Choice::Pass), "other targets, not none");
    assert!(table.p.strike().unwrap().sorties[0].elusive);
    assert_eq!(table.p.fleet(Side::Allied).wing.elusive, None);
}

/// Option: each base finds the target for itself; who finds it with U or the symbol goes in alone, in the order its owner
/// wants [7.1.2].
#[test]
fn groups_strike_for_themselves() {
    let mut table = Table::new("pq16");
    table.p.setup.switch(OptionId::CoordinatedStrikes, true);
    let convoy = table.convoy_at("PQ-16", "0514", 2);
    let names = ["I/KG 30 A", "II/KG 30 A", "III/KG 30 B", "I/KG 26 A"];
    let units: Vec<AirId> = names
        .iter()
        .map(|name| table.send(Side::Axis, name, Mission::Strike(hex("0514"))))
        .collect();
    table
        .play()
        .launch_raid(Side::Axis, Target::Force(convoy), units);
    let groups = &table.p.strike().unwrap().flights;
    assert_eq!(groups.len(), 2, "Banak and Bardufoss");
    for flight in &mut table.p.strike_mut().unwrap().flights {
        flight.found = crate::strike::Found::Alone;
    }
    table.p.secret.agenda.clear();
    table.play().next_flight();
    let group = |n| Choice::Air(AirChoice::Group(n));
    assert_eq!(table.choices(Side::Axis), [group(0), group(1)]);
    let mut order = None;
    table.drive(|_, asked, choices| match asked {
        Order::Air(AirOrder::Groups(flights, _)) => {
            order = Some(flights[1].units.clone());
            group(1)
        }
        _ => by_doctrine(choices),
    });
    assert_eq!(order.unwrap().len(), 2);
    assert!(table.p.secret.strikes.is_empty());
}

/// Aircraft marked A hunt an Identified pack: ASW dice and nothing else; it becomes ID1 [7.4.2] (R63, R77).
#[test]
fn aircraft_hunt_a_pack() {
    let mut table = Table::new("pq16");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0609");
    table.force(Side::Axis, pack).id = Id::ZERO;
    let hunts = |table: &Table, name: &str| {
        let unit = table.unit(Side::Allied, name);
        let mut out = Vec::new();
        table
            .p
            .list_flights(tables(), Side::Allied, unit, &[], &mut out);
        out.contains(&Choice::Air(AirChoice::Asw(hex("0609"))))
    };
    assert!(hunts(&table, "210 Sqn") && !hunts(&table, "42 Sqn"));
    table.strike(Side::Allied, Target::Force(pack), "0609", &["210 Sqn"]);
    table.chance = Chance::scripted(vec![7]); // 7 less 1 for going out to hunt: Held Down
    table.play().air_asw();
    let force = table.force(Side::Axis, pack);
    assert_eq!((force.id, force.units.pools[0].cs), (Id::level(1), 2));
    let mut raids = Vec::new();
    table.p.list_raids(tables(), Side::Allied, &mut raids);
    assert!(!raids.is_empty());
}

/// Land-based aircraft attack ports and airfields only by leave of an event, carrier aircraft always, nobody in Britain and
/// nobody with torpedoes [7.1.3], [12.4].
#[test]
fn ports_and_airfields_need_leave() {
    let mut table = Table::new("pq16");
    let port = |id: &str| tables().sheet.find_port(id).unwrap();
    let raids = |table: &Table, side, name: &str, id: &str| {
        let unit = table.p.air(side, table.unit(side, name)).unwrap();
        table.p.may_raid_port(tables(), side, unit, port(id))
    };
    assert!(!raids(&table, Side::Axis, "I/KG 30 A", "murmansk"));
    table.p.leave.port = true;
    assert!(raids(&table, Side::Axis, "I/KG 30 A", "murmansk"));
    assert!(!raids(&table, Side::Axis, "I/KG 30 A", "scapa_flow"));
    assert!(raids(&table, Side::Allied, "817 Sqn", "trondheim"));
    assert!(!raids(&table, Side::Allied, "42 Sqn", "trondheim"));
    let unit = table
        .p
        .air(Side::Axis, table.unit(Side::Axis, "I/KG 30 A"))
        .unwrap();
    assert!(
        !table
            .p
            .may_raid_base(tables(), Side::Axis, unit, base("vaenga"))
    );
    table.p.leave.airfields = true;
    let unit = table
        .p
        .air(Side::Axis, table.unit(Side::Axis, "I/KG 30 A"))
        .unwrap();
    assert!(
        table
            .p
            .may_raid_base(tables(), Side::Axis, unit, base("vaenga"))
    );
    // Ships in port are bombed, submarines among them, under the guns of the port (R97).
    table.strike(
        Side::Axis,
        Target::Port(port("murmansk")),
        "0817",
        &["I/KG 30 A", "I/KG 30 B"],
    );
    table.play().deploy_by_doctrine();
    let kinds: Vec<ShipType> = table
        .p
        .strike()
        .unwrap()
        .line
        .iter()
        .flat_map(|stack| &stack.0)
        .filter_map(|counter| table.p.counter_type(tables(), counter))
        .collect();
    assert!(kinds.contains(&ShipType::Ss) && kinds.contains(&ShipType::Dd));
    table.play().begin_assignment();
    table.drive(|_, _, choices| by_doctrine(choices));
    assert!(table.p.secret.strikes.is_empty());
    // Aircraft at their base are counters too, and lose steps.
    table.strike(
        Side::Axis,
        Target::Airbase(base("vaenga")),
        "0817",
        &["II/KG 30 A", "II/KG 30 B"],
    );
    table.play().begin_scramble();
    table.drive(|_, order, choices| match order {
        Order::Air(AirOrder::Scramble(_)) => Choice::Done,
        _ => by_doctrine(choices),
    });
    assert!(table.p.secret.strikes.is_empty());
}

/// In a surface battle carrier aircraft of the defender attack without search or scramble [7.5.6] (R49).
#[test]
fn carriers_take_part_in_battle() {
    let mut table = Table::new("pq16");
    let home = table.named(Side::Allied, "Home Fleet").block;
    table.force(Side::Allied, home).place = Place::Sea(hex("0511"));
    let germans = table.at_sea(Side::Axis, "dd_36a", 3, "0511");
    table
        .play()
        .carriers_in_battle(Side::Allied, &[home], &[germans]);
    let choices = table.choices(Side::Allied);
    assert!(choices.contains(&Choice::Air(AirChoice::All)) && choices.contains(&Choice::Done));
    let mut asked = Vec::new();
    table.drive(|side, order, choices| {
        asked.push((side, order.clone()));
        by_doctrine(choices)
    });
    let other = |order: &Order| {
        matches!(
            order,
            Order::Air(AirOrder::Scramble(_) | AirOrder::Deploy(..))
        )
    };
    assert!(!asked.iter().any(|(_, order)| other(order)));
    assert!(table.p.secret.strikes.is_empty());
    let sunk = table
        .p
        .fleet(Side::Axis)
        .force(germans)
        .is_none_or(|f| f.id.is_identified());
    assert!(sunk || !table.p.is_over());
    table.set_weather(Weather::Storms);
    table
        .play()
        .carriers_in_battle(Side::Allied, &[home], &[germans]);
    assert!(table.p.fleet(Side::Allied).orders.is_empty());
}

/// Carriers that are attacked by the German one strike back at her force, if it is identified and there was no Surprise,
/// before the first strike does its damage [14.1].
#[test]
fn carriers_strike_back() {
    let mut table = Table::new("pq16");
    let chart = &tables().chart;
    let zeppelin = chart.find_ship("graf_zeppelin").unwrap();
    let units = table.ships(&["graf_zeppelin"], &[("dd_36a", 2)]);
    let germans = table.put(Side::Axis, units, "0512");
    table.p.fleet_mut(Side::Axis).air.push(crate::air::AirUnit {
        name: "Stukas".to_owned(),
        kind: chart.find_air("ju87c").unwrap(),
        base: Base::Carrier(zeppelin),
        cs: 2,
        aborts: 0,
        damaged: 0,
        mission: Mission::Base,
    });
    let home = table.named(Side::Allied, "Home Fleet").block;
    table.force(Side::Allied, home).place = Place::Sea(hex("0511"));
    let reply = |table: &mut Table, known: Id, surprise| -> bool {
        table.force(Side::Axis, germans).id = known;
        table.strike(Side::Axis, Target::Force(home), "0511", &["Stukas"]);
        table.p.strike_mut().unwrap().surprise = surprise;
        table.play().offer_reply();
        let asked = !table.p.fleet(Side::Allied).orders.is_empty();
        table.p.fleet_mut(Side::Allied).orders.clear();
        table.p.secret.strikes.clear();
        asked
    };
    assert!(!reply(&mut table, Id::UNIDENTIFIED, None));
    assert!(!reply(&mut table, Id::level(1), Some(true)));
    assert!(reply(&mut table, Id::level(1), None));
    table.strike(Side::Axis, Target::Force(home), "0511", &["Stukas"]);
    table
        .play()
        .strike_back(Side::Allied, Choice::Air(AirChoice::Reply));
    assert_eq!(table.p.secret.strikes.len(), 2);
    let back = table.p.strike().unwrap();
    assert_eq!(
        (back.side, back.target.clone()),
        (Side::Allied, Target::Force(germans))
    );
    let fighters = table.unit(Side::Allied, "809 Sqn");
    let sent: Vec<AirId> = back.flights.iter().flat_map(|f| f.units.clone()).collect();
    assert!(
        !sent.is_empty() && !sent.contains(&fighters),
        "fighters stay"
    );
    let search = table.p.secret.agenda.top();
    assert_eq!(
        search,
        Some(&Step::Air(AirStep::Locate)),
        "it must find them [7.1.1]"
    );
    table.drive(|_, _, choices| by_doctrine(choices));
    assert_eq!(table.p.secret.strikes.len(), 1, "the first goes on");
}

impl Table {
    /// Works through planned steps until a side is asked something, or nothing is left.
    fn drive_to(&mut self, side: Side) {
        while self.p.fleet(side).orders.is_empty() {
            let Some(step) = self.p.secret.agenda.pop() else {
                return;
            };
            self.play().step(step);
            if !self.p.fleet(side.other()).orders.is_empty() {
                return;
            }
        }
    }
}
