//! Random Events (chapter 13), and the Special Condition that lifts limits [12.9].

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Hull, Id, Kind, Place, Pool, Token, Units};
use crate::side::Side;
use crate::tables::{Card, Condition, DamageGroup, EventId, OptionId};
use crate::units::ShipType;
use crate::weather::{Prevailing, Weather};
use derbyhouse_kernel::Chance;

/// A table with nothing on it.
fn empty(scenario: &str) -> Table {
    let mut table = Table::new(scenario);
    for side in Side::ALL {
        table.p.fleet_mut(side).forces.clear();
    }
    table
}

/// The event happens, with those results after its two dice: no more and no fewer.
fn event(table: &mut Table, side: Side, id: EventId, then: &[u32]) {
    let lines = &tables().chits.events[side];
    let sum = lines.iter().position(|line| line.id == id).unwrap() as u32;
    let dice = [sum.min(9), sum - sum.min(9)];
    table.chance = Chance::scripted([&dice, then].concat());
    table.play().random_event(side);
    table.chance.settled().unwrap();
}

fn cs(table: &Table, side: Side, block: BlockId) -> u8 {
    let force = table.p.fleet(side).force(block);
    force.map_or(0, |force| {
        force.units.pools.iter().map(|pool| pool.cs).sum()
    })
}

/// A card that damages one destroyer, and what is drawn for it: its place, and for each number a ship that is not astray; then
/// which destroyer. Of other ships a force of destroyers has none.
fn one_destroyer(side: Side) -> Vec<u32> {
    let of = |card: &Card| DamageGroup::ALL.map(|group| card.damage(group, false));
    let flotilla = DamageGroup::Flotilla.index();
    let mut cards = tables().cards[side].iter().enumerate();
    let (place, card) = cards.find(|(_, card)| of(card)[flotilla] == 1).unwrap();
    let draws = of(card)
        .into_iter()
        .enumerate()
        .flat_map(|(group, numbers)| {
            let each = if group == flotilla { 2 } else { 1 };
            vec![0; usize::from(numbers) * each]
        });
    [place as u32].into_iter().chain(draws).collect()
}

/// Weather damages ships of both sides when the event says so, in Gales by one card for each twenty ships; without the event a
/// Gale damages nothing [13.2], [9.3.1] (R17).
#[test]
fn weather_damages_by_event_only() {
    let mut table = empty("pq12");
    let british = table.at_sea(Side::Allied, "dd_jr", 5, "0511");
    let german = table.at_sea(Side::Axis, "dd_36a", 4, "0611");
    let gales = Some(Prevailing {
        weather: Weather::Gales,
        sum: 18,
    });
    let before = table.p.vp();
    event(&mut table, Side::Allied, EventId::WeatherDamage, &[]);
    assert_eq!(cs(&table, Side::Allied, british), 5, "it is Fair");
    table.p.weather = gales;
    // A card for each side.
    let then = [one_destroyer(Side::Allied), one_destroyer(Side::Axis)].concat();
    event(&mut table, Side::Allied, EventId::WeatherDamage, &then);
    assert_eq!(cs(&table, Side::Allied, british), 4);
    assert_eq!(cs(&table, Side::Axis, german), 3);
    assert_eq!(table.p.vp(), before, "it scores nothing");
    table.chance = Chance::seeded(3);
    let mut gales = 0;
    for _ in 0..200 {
        table.play().roll_weather();
        gales += u8::from(table.p.weather() == Weather::Gales);
    }
    assert!(gales > 0);
    assert_eq!(cs(&table, Side::Allied, british), 4);
}

/// Given frail ships with others in Storms, when the event comes, then only the frail suffer: German light cruisers and torpedo
/// boats, Soviet flotillas; a battleship or a British destroyer beside them never [9.3.1], [13.2].
#[test]
fn storms_hurt_only_the_frail() {
    let chart = &tables().chart;
    let mut table = empty("pq12");
    table.p.weather = Some(Prevailing {
        weather: Weather::Storms,
        sum: 12,
    });
    let class = |id: &str, cs| Pool::new(chart.find_class(id).unwrap(), cs);
    let mut german = super::special::ships(&["tirpitz", "koln"]);
    german.add(class("dd_36a", 3));
    let mut allied = Units::default();
    allied.add(class("dd_jr", 20));
    allied.add(class("dd_su", 3));
    let german = table.put(Side::Axis, german, "0511");
    let allied = table.put(Side::Allied, allied, "0511");
    table.chance = Chance::seeded(5);
    for _ in 0..300 {
        table.play().storm_damage(Side::Axis, german);
        table.play().storm_damage(Side::Allied, allied);
    }
    let units = |side, block| table.p.fleet(side).force(block).unwrap().units.clone();
    let left = units(Side::Axis, german);
    let names = left.ships.iter().map(|state| &*chart.ship(state.ship).id);
    assert_eq!(names.collect::<Vec<_>>(), ["tirpitz"]);
    assert_eq!(left.pools, [class("dd_36a", 3)]);
    assert_eq!(units(Side::Allied, allied).pools, [class("dd_jr", 20)]);
}

/// Given a destroyer adrift, when she is met by chance or runs on a mine, then two is added to the die [13.5], [13.7], (chapter 7).
#[test]
fn ships_adrift_are_easy_prey() {
    let met = |adrift: bool, die: u32| {
        let mut table = empty("pq12");
        table.at_sea(Side::Allied, "dd_jr", 3, "0511");
        let enemy = table.at_sea(Side::Axis, "dd_36a", 1, "0511");
        if adrift {
            let pool = &mut table.force(Side::Axis, enemy).units.pools[0];
            (pool.cs, pool.diw) = (0, 1);
        }
        table.chance = Chance::scripted([0, die]);
        let force = table.p.fleet(Side::Axis).force(enemy).unwrap();
        let who = crate::sequence::Play::who(Side::Axis, force);
        table.play().met_by_guns(who);
        let pool = table.p.fleet(Side::Axis).force(enemy);
        pool.is_none_or(|force| force.units.is_empty())
    };
    let needs = tables()
        .combat
        .gunnery
        .hit(ShipType::Dd, ShipType::Dd)
        .unwrap();
    let needs = u32::try_from(needs).unwrap();
    assert!(met(false, needs) && !met(false, needs - 1));
    assert!(met(true, needs - 2) && !met(true, needs - 3));

    let mined = |critical: bool, die: u32| {
        let mut table = empty("pq12");
        let enemy = table.at_sea(Side::Axis, "dd_36a", 1, "1111");
        if critical {
            table.force(Side::Axis, enemy).fuel.as_mut().unwrap().status =
                crate::fuel::Status::Critical;
        }
        // The force, the die of the mine, and of its damage: she sinks.
        let then = [&[0, die][..], &[9]].concat();
        event(&mut table, Side::Allied, EventId::Minefield, &then);
        table.p.fleet(Side::Axis).force(enemy).is_none()
    };
    let drm = tables().combat.torpedoes.target_critical_fuel;
    assert!(drm > 0);
    let table = &tables().combat.torpedoes;
    let needs = u32::try_from(table.success - table.target_light).unwrap();
    assert!(mined(false, needs));
    assert!(mined(true, needs - u32::try_from(drm).unwrap()));
}

/// Mines: one torpedo attack on each of two random ships, none on one twice; a Hit on a pack sinks a sub, and it scores
/// [13.5].
#[test]
fn mines_lie_off_the_coast() {
    let mut table = empty("pq12");
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "1111");
    let before = table.p.vp();
    // The pack; which two of three subs; a die that succeeds with its damage, one that does not.
    let then = [0, 0, 0, 9, 0, 0];
    event(&mut table, Side::Allied, EventId::Minefield, &then);
    assert_eq!(cs(&table, Side::Axis, pack), 2);
    assert!(table.p.vp() > before);
    // One sub is attacked once, however many mines there are.
    let mut table = empty("pq12");
    let pack = table.at_sea(Side::Axis, "ss_de", 1, "1111");
    event(&mut table, Side::Allied, EventId::Minefield, &[0, 0]);
    assert_eq!(cs(&table, Side::Axis, pack), 1);
    // In open water nothing happens.
    let mut table = empty("pq12");
    table.at_sea(Side::Axis, "ss_de", 3, "0511");
    event(&mut table, Side::Allied, EventId::Minefield, &[]);
}

/// An Axis block met by an Allied force: a Dummy goes, a pack suffers an ASW die, a TF a destroyer's gun at its lowest unit;
/// if it survives both are ID0 [13.7].
#[test]
fn ships_meet_by_chance() {
    let met = |class: Option<&str>, then: &[u32]| {
        let mut table = empty("pq12");
        let ships = table.at_sea(Side::Allied, "dd_jr", 3, "0511");
        let enemy = match class {
            Some(class) => table.at_sea(Side::Axis, class, 2, "0511"),
            None => {
                table.play().make_dummy(Side::Axis, Place::Sea(hex("0511")));
                table.p.fleet(Side::Axis).forces[0].block
            }
        };
        event(&mut table, Side::Allied, EventId::SurpriseEncounter, then);
        let id = |side, block| table.p.fleet(side).force(block).map(|force| force.id);
        let ids = (id(Side::Allied, ships), id(Side::Axis, enemy));
        (cs(&table, Side::Axis, enemy), ids, table.p.vp())
    };
    let zero = Some(Id::ZERO);
    let (_, ids, _) = met(None, &[0]);
    assert_eq!(ids, (Some(Id::UNIDENTIFIED), None), "a Dummy goes");
    let start = empty("pq12").p.vp();
    // Held Down is damage, without points; Success sinks one; then who met it.
    assert_eq!(met(Some("ss_de"), &[0, 5, 0, 0]), (1, (zero, zero), start));
    let (left, ids, vp) = met(Some("ss_de"), &[0, 8, 0, 0]);
    assert_eq!((left, ids), (1, (zero, zero)));
    assert!(vp > start);
    assert_eq!(met(Some("ss_de"), &[0, 4, 0, 0]).0, 2);
    // Which destroyer it is comes before the die.
    assert_eq!(met(Some("dd_36a"), &[0, 0, 9, 0]).0, 1, "a hit");
    assert_eq!(met(Some("dd_36a"), &[0, 0, 0, 0]).0, 2, "a miss");
    // Nobody is together: no event.
    let mut table = empty("pq12");
    table.at_sea(Side::Allied, "dd_jr", 3, "0511");
    table.at_sea(Side::Axis, "dd_36a", 3, "0611");
    event(&mut table, Side::Allied, EventId::SurpriseEncounter, &[]);
}

/// The only Convoy in play is found without a die; of two, one by a die of 5 or more, though the other lies in port. The die
/// lies open [13.8], [1.8].
#[test]
fn b_dienst_reads_the_signals() {
    let convoys = |both: bool, then: &[u32]| {
        let mut table = Table::new("pq12");
        let blocks = ["PQ-12", "QP-8"].map(|name| table.named(Side::Allied, name).block);
        for (block, at) in blocks.into_iter().zip(["0511", "0512"]) {
            let force = table.force(Side::Allied, block);
            if at == "0511" || both {
                force.place = Place::Sea(hex(at));
                force.token = Token(900 + u16::from(block.0));
            }
        }
        event(&mut table, Side::Axis, EventId::BDienst, then);
        let mut told = table.log.events().iter();
        assert!(told.any(|event| matches!(event, Event::BDienst { .. })));
        blocks.map(|block| table.force(Side::Allied, block).id)
    };
    let (unknown, found) = (Id::UNIDENTIFIED, Id::level(1));
    assert_eq!(convoys(false, &[4, 0]), [unknown, unknown]);
    assert_eq!(convoys(false, &[5, 0]), [found, unknown]);
    let mut table = Table::new("pq12");
    let only = table.convoy_at("PQ-12", "0511", 0);
    let forces = &mut table.p.fleet_mut(Side::Allied).forces;
    forces.retain(|force| force.kind != Kind::Convoy || force.block == only);
    event(&mut table, Side::Axis, EventId::BDienst, &[0]); // no die
    assert_eq!(table.force(Side::Allied, only).id, Id::level(1));
    assert_eq!(convoys(true, &[4, 0]), [unknown, unknown]);
    assert_eq!(convoys(true, &[5, 1]), [unknown, found]);
}

/// Under No Restrictions Tirpitz sails though the carrier is not found, and no force is too strong to attack [12.9], [5.1.8],
/// [7.5.7].
#[test]
fn restrictions_are_lifted() {
    let mut table = Table::new("pq12");
    table.p.secret.flags.allied_identified = true;
    let group = table.named(Side::Axis, "Battle group").block;
    assert!(!table.ways(Side::Axis, group).contains(&Choice::Leave));
    assert!(table.p.hitler_restricts(tables()));
    let chits = tables().chits.conditions[Side::Axis].iter();
    let chit = chits
        .enumerate()
        .find(|(_, chit)| chit.condition == Condition::NoRestrictions);
    table.p.fleet_mut(Side::Axis).special.chit = Some(chit.unwrap().0 as u8);
    assert!(table.ways(Side::Axis, group).contains(&Choice::Leave));
    assert!(!table.p.hitler_restricts(tables()));
}

/// In a Ground Offensive western aircraft, KG 40, those with torpedoes and the Northern Fleet's fly; bombers of both armies do
/// not, and aircraft of the Soviet air force never attack ships at sea [12.6], [7.2] (R59, R102).
#[test]
fn an_offensive_calls_aircraft_away() {
    let mut table = Table::new("pq12");
    let flies = |table: &Table, side: Side, name: &str| {
        let mut air = table.p.fleet(side).air.iter();
        let unit = air.find(|unit| unit.name == name).unwrap();
        table.p.may_fly(tables(), side, unit)
    };
    let away = [(Side::Axis, "III/KG 30 A"), (Side::Axis, "1.(F)/124")];
    let spared = [
        (Side::Axis, "I/KG 40"),
        (Side::Axis, "1./406"),
        (Side::Allied, "608 Sqn"),
        (Side::Allied, "2 GSAP"),
    ];
    for (offensive, called) in [(false, true), (true, false)] {
        table.p.offensive = offensive;
        for (side, name) in away {
            assert_eq!(flies(&table, side, name), called, "{name}");
        }
        for (side, name) in spared {
            assert!(flies(&table, side, name), "{name}");
        }
    }
    let chart = &tables().chart;
    let mut unit = table.p.fleet(Side::Allied).air[0].clone();
    for (kind, attacks) in [("pe2_vvs", false), ("db3f_sf", true)] {
        unit.kind = chart.find_air(kind).unwrap();
        let can = table
            .p
            .can_attack(tables(), &unit, Kind::TaskForce, hex("0715"));
        assert_eq!(can, attacks, "{kind}");
    }
}

/// Training is no way round Hitler: a TF with Tirpitz does not sail for it while a carrier is at large [4.3.4], [5.1.8].
#[test]
fn tirpitz_does_not_train() {
    let mut table = Table::new("pq12");
    table.p.setup.switch(OptionId::Training, true);
    let group = table.named(Side::Axis, "Battle group").block;
    let trains = |table: &mut Table| {
        table.play().begin_movement(Side::Axis);
        let offers = table.choices(Side::Axis);
        table.p.fleet_mut(Side::Axis).orders.clear();
        offers.contains(&Choice::Train(group))
    };
    assert!(!trains(&mut table));
    let tirpitz = tables().chart.find_ship("tirpitz").unwrap();
    let force = table.force(Side::Axis, group);
    force.units.ships.retain(|state| state.ship != tirpitz);
    assert!(trains(&mut table));
}

/// A TF whose every unit is Inop does not sail for Training either [4.3.4], [5.1.3].
#[test]
fn inop_ships_do_not_train() {
    let mut table = Table::new("pq6");
    table.p.setup.switch(OptionId::Training, true);
    let boats = table.named(Side::Axis, "8th Destroyer Flotilla").block;
    let trains = |table: &mut Table| {
        table.play().begin_movement(Side::Axis);
        let offers = table.choices(Side::Axis);
        table.p.fleet_mut(Side::Axis).orders.clear();
        offers.contains(&Choice::Train(boats))
    };
    assert!(trains(&mut table));
    let force = table.force(Side::Axis, boats);
    force.units.ships.clear();
    force.units.pools.truncate(1);
    let pool = force.units.pools[0];
    force.units.pools[0].cs = 1;
    let inop = &mut table.p.fleet_mut(Side::Axis).inop;
    inop.push((boats, Hull::Class(pool.class)));
    assert!(!trains(&mut table));
}

/// Every die lies open: those of a Convoy that Gales tear apart, without saying which it is, and that of a destroyer which the
/// weather hurts [1.8], [2.4], [9.3.2], [9.3.1].
#[test]
fn dice_of_the_weather_lie_open() {
    let mut table = Table::new("pq17");
    let convoy = table.convoy_at("PQ-17", "0511", 0);
    table.force(Side::Allied, convoy).id = Id::UNIDENTIFIED;
    table.set_weather(Weather::Gales);
    let sailing = table.force(Side::Allied, convoy).sailing.as_mut().unwrap();
    sailing.disperses = true;
    table.play().disperse_convoys(Side::Allied);
    let events = table.log.events().iter();
    let lines = events.filter_map(|event| crate::lines::line(tables(), Some(Side::Axis), event));
    let lines: Vec<_> = lines.collect();
    let told = lines.iter().find(|line| !line.dice.is_empty()).unwrap();
    let token = table.token(Side::Allied, convoy).to_string();
    assert!(!told.text.contains(&token), "{}", told.text);

    let mut table = empty("pq12");
    table.p.setup.switch(OptionId::DestroyerHits, true);
    let boats = table.at_sea(Side::Allied, "dd_jr", 5, "0511");
    table.set_weather(Weather::Gales);
    for _ in 0..40 {
        if table.p.fleet(Side::Allied).force(boats).is_some() {
            table.play().weather_damage();
        }
    }
    let mut events = table.log.events().iter();
    assert!(events.any(|event| matches!(event, Event::WeatherFate { .. })));
}

/// Reinforcements come though no block is free: aircraft need none, for ships a Dummy makes way or forces of one port become
/// one [13.6], [1.2], [1.3].
#[test]
fn reinforcements_find_room() {
    for scenario in ["pq12", "pq16", "pq17", "pq18"] {
        for side in Side::ALL {
            let mut table = Table::new(scenario);
            if table.play().next_group(side).is_none() {
                continue;
            }
            let dummy = table.p.fleet(side).forces[0].place;
            table.play().make_dummy(side, dummy);
            while table.p.has_room(tables(), side) {
                let class = match side {
                    Side::Allied => "ss_uk",
                    Side::Axis => "ss_de",
                };
                table.at_sea(side, class, 3, "0511");
            }
            let before = table.p.fleet(side).forces.len();
            table.play().reinforce(side);
            assert_eq!(table.p.fleet(side).groups, 1, "{scenario} {side}");
            assert!(table.p.fleet(side).forces.len() <= before);
        }
    }
}
