//! Fire in the air, of guns at aircraft, of aircraft at packs, and of carriers [7.2.1] to [7.2.5], [7.4.2], [7.5.6], [14.1].

use super::{base, by_doctrine};
use crate::air::{
    self, AirChoice, AirId, AirOrder, AirStep, Flyer, Load, Mission, StrikeCondition,
};
use crate::choice::Choice;
use crate::forces::{Hurt, Id, Place};
use crate::sequence::{Order, Step};
use crate::side::Side;
use crate::strike::{Counter, Holder, Shot, Sortie, Stack, Strike, Target};
use crate::tables::{Base, OptionId};
use crate::tests::{Table, hex, tables};
use crate::time::Light;
use crate::units::Role;
use crate::weather::Weather;
use derbyhouse_kernel::Chance;

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
    table.p.fleet_mut(Side::Axis).air.push(air::AirUnit {
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

/// Given aircraft at their base, when they are bombed at Night, then the dice have the modifier of the Night [7.2.6].
#[test]
fn night_hides_aircraft_at_their_base() {
    let table = Table::new("pq16");
    let unit = table.unit(Side::Axis, "JG 5 Z");
    let bomber = table.unit(Side::Allied, "817 Sqn");
    let kind = table
        .p
        .air(Side::Allied, bomber)
        .unwrap()
        .aircraft(tables());
    let kirkenes = base("kirkenes_hoybuktmoen");
    let hits = |light| {
        let target = Target::Airbase(kirkenes);
        let strike = Strike::new(Side::Allied, target, hex("0816"), light);
        let counter = Counter::Aircraft(unit);
        let conditions = table.p.known_drop_conditions(tables(), &strike, &counter);
        let hits = |die: &u8| {
            let p = &table.p;
            p.load_hits(tables(), kind, Load::Bombs, &counter, &conditions, *die)
        };
        (0..10).filter(hits).count() as i8
    };
    let night = tables().combat.bombing.night;
    assert_eq!(hits(Light::Night), (hits(Light::Day) + night).max(0));
    assert!(night < 0 && hits(Light::Day) > 0);
}

/// Given Ju88s over a port at Night, when ships fire at them, then the column is that of level bombers [7.2.5], [7.2.7].
#[test]
fn ju88_bomb_ports_at_night_from_high_up() {
    let table = Table::new("pq6");
    let unit = table.unit(Side::Axis, "III/KG 30");
    let kind = table.p.air(Side::Axis, unit).unwrap().aircraft(tables());
    let aa = &tables().combat.aa;
    let die = 9;
    for (conditions, role) in [
        (vec![StrikeCondition::Port], Role::LightBomber),
        (
            vec![StrikeCondition::Port, StrikeCondition::Night],
            Role::MediumBomber,
        ),
        (vec![StrikeCondition::Night], Role::LightBomber),
    ] {
        let drm: i8 = conditions
            .iter()
            .map(|one| air::aa_drm(tables(), *one))
            .sum();
        let wanted = aa.result(aa.approach(role), i32::from(die) + i32::from(drm));
        let fired = air::aa_fire(tables(), kind, false, &conditions, die);
        assert_eq!(fired, wanted, "{conditions:?}");
    }
}
