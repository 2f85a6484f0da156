//! Who stays in touch with what was found, and what he hears first [6.2.1], [6.3], [5.3.1], [5.5].

use super::{Table, hex, tables};
use crate::air::{AirChoice, Part};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Id, Kind, Shadower};
use crate::sequence::{Order, Purpose, Search, Success};
use crate::side::Side;
use crate::tables::Sector;
use crate::time::Turn;

/// A Convoy in the Barents Sector that the sector shadows.
fn shadowed_convoy() -> (Table, BlockId) {
    let mut table = Table::new("pq17");
    let convoy = table.convoy_at("PQ-17", "0513", 1);
    let sector = Shadower::Sector(Sector::Barents);
    let force = table.force(Side::Allied, convoy);
    (force.shadows, force.motion.shadowed) = (vec![sector], true);
    (table, convoy)
}

fn escort(table: &Table) -> BlockId {
    table.named(Side::Allied, "escort of PQ-17").block
}

/// What becomes of a Convoy that scatters is known as well as the Convoy was; the Scattered Convoy itself is ID3, with the
/// report of that level, and the enemy's ships have their news [5.5], [1.2.3], [6.8.1], [6.2.1], [11.4].
#[test]
fn parts_of_a_scattered_convoy_copy_its_id() {
    let (mut table, convoy) = shadowed_convoy();
    table.force(Side::Allied, convoy).shadows.clear();
    table.p.secret.flags.allied_identified = false;
    table.play().scatter(Side::Allied, convoy);
    let block = escort(&table);
    assert_eq!(table.force(Side::Allied, block).id, Id::level(1));
    assert_eq!(table.force(Side::Allied, convoy).id, Id::HIGHEST);
    let token = table.token(Side::Allied, convoy);
    let notebook = &table.p.fleet(Side::Axis).notebook;
    let told = notebook.iter().find(|told| told.token == token).unwrap();
    assert_eq!((told.report.level, told.report.kind), (3, Kind::Convoy));
    assert!(table.p.secret.flags.allied_identified);
}

/// Whoever shadowed it names the part that he follows: the escort he can stay with, the Scattered Convoy nobody can [6.3.4],
/// [6.3.1].
#[test]
fn the_shadower_follows_the_escort_or_nobody() {
    for (part, follows) in [(Part::Convoy, false), (Part::Smaller, true)] {
        let (mut table, convoy) = shadowed_convoy();
        table.play().scatter(Side::Allied, convoy);
        let choice = Choice::Air(AirChoice::Follow(part));
        assert!(table.choices(Side::Axis).contains(&choice));
        table.play().choose(Side::Axis, choice).unwrap();
        let block = escort(&table);
        let force = table.force(Side::Allied, block);
        assert_eq!(!force.shadows.is_empty(), follows, "{part:?}");
        assert!(table.force(Side::Allied, convoy).shadows.is_empty());
    }
}

/// A pack that shadowed it stands up again and nobody is asked: it stays with neither part [6.3.2], [6.3.5].
#[test]
fn a_pack_lets_a_scattered_convoy_go() {
    let (mut table, convoy) = shadowed_convoy();
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0513");
    table.force(Side::Axis, pack).shadowing = true;
    table.force(Side::Allied, convoy).shadows = vec![Shadower::Pack(pack)];
    table.play().scatter(Side::Allied, convoy);
    assert!(!table.force(Side::Axis, pack).shadowing);
    assert!(table.p.fleet(Side::Axis).orders.is_empty());
}

/// A temporary port that the scenario does not open is no port: off Akureyri in 1941 a Convoy is shadowed, and an Air Radius may
/// be laid there [1.1.1], [6.3.5], [5.3.1].
#[test]
fn closed_ports_end_no_touch() {
    for (scenario, at, open) in [("pq6", "0506", false), ("pq17", "0506", true)] {
        let mut table = Table::new(scenario);
        let pack = table.at_sea(Side::Axis, "ss_de", 2, at);
        let convoy = table.p.fleet(Side::Allied).forces.iter();
        let convoy = convoy.filter(|force| force.kind == Kind::Convoy);
        let name = convoy.map(|force| force.name.clone()).next().unwrap();
        let convoy = table.convoy_at(&name, at, 2);
        let force = table.p.fleet(Side::Allied).force(convoy).unwrap();
        let can = table
            .p
            .can_shadow(tables(), Side::Axis, force, Shadower::Pack(pack));
        assert_eq!(can, !open, "{scenario}");
    }
}

/// The searcher decides whether he shadows when he has heard what he found: the owner says his number first [6.2.1], [6.3].
#[test]
fn the_report_comes_before_the_touch() {
    let mut table = Table::new("pq17");
    let convoy = table.convoy_at("PQ-17", "0513", 0);
    table.p.named = vec![(Sector::Barents, hex("0513"))];
    let search = Search {
        by: Side::Axis,
        token: table.token(Side::Allied, convoy),
        purpose: Purpose::Reconnaissance,
        again: false,
    };
    let success = Success {
        search,
        symbol: false,
        sure: true,
        watermark: false,
        gain: 1,
    };
    table.play().negate(success, Choice::Pass);
    table.play().run();
    assert!(table.p.fleet(Side::Axis).orders.is_empty(), "not yet");
    let said = table.choices(Side::Allied)[0];
    table.play().choose(Side::Allied, said).unwrap();
    table.play().run();
    let asked = table.p.fleet(Side::Axis).orders.top();
    assert!(matches!(asked, Some(Order::Shadow(_))), "{asked:?}");
}

/// What the enemy reads of ice before a port tells nothing of the block that comes out: it has a new token, whether it came in
/// with one, was formed there or is a Dummy [2.4], [10.1].
#[test]
fn ice_before_a_port_tells_of_no_block() {
    let mut table = Table::new("pq6");
    let port = tables().sheet.find_port("arkhangelsk").unwrap();
    let at = tables().sheet.port(port).hex;
    let zone = tables().sheet.zone(at).unwrap();
    let ice = &mut table.p.ice[zone.index()];
    (ice.condition, ice.rolled) = (crate::ice::Ice::LightDrift, true);
    let ships = table.at_sea(Side::Allied, "dd_jr", 2, "0919");
    let fresh = crate::forces::Place::Port(port);
    let force = table.force(Side::Allied, ships);
    (force.place, force.fuel) = (fresh, None);
    let old = table.token(Side::Allied, ships);
    table.play().steer(Side::Allied, ships, Choice::Leave);
    let mut events = table.log.events().iter();
    let read = events.find_map(|event| match event {
        Event::IceRoll { who, .. } => Some(who.token),
        _ => None,
    });
    let read = read.expect("a die is rolled");
    assert_ne!(read, old);
    assert_eq!(
        read,
        table.token(Side::Allied, ships),
        "the one it sails with"
    );
}

/// Fog off North Norway grounds what is based there: Air Radii from these bases end at once, and those of others do not
/// [6.4.1], [9.5], [13.4].
#[test]
fn local_fog_ends_air_radii() {
    use crate::air::Mission;
    use crate::tables::{Base, EventId};
    let mut table = Table::new("pq16");
    let sheet = &tables().sheet;
    let local = |base: Base| match base {
        Base::Airbase(base) => sheet.has_local_weather(sheet.airbase(base).hex),
        Base::Carrier(_) => false,
    };
    for unit in &mut table.p.fleet_mut(Side::Axis).air {
        unit.mission = Mission::Radius(vec![hex("0612")]);
    }
    let lines = &tables().chits.events[Side::Axis];
    let fog = lines
        .iter()
        .position(|line| line.id == EventId::FogNorthNorway);
    let lines = &tables().chits.events[Side::Allied];
    let (side, sum) = match fog {
        Some(sum) => (Side::Axis, sum),
        None => {
            let sum = lines
                .iter()
                .position(|line| line.id == EventId::FogNorthNorway);
            (Side::Allied, sum.unwrap())
        }
    };
    let dice = [sum.min(9) as u32, (sum - sum.min(9)) as u32];
    table.chance = derbyhouse_kernel::Chance::scripted(dice.to_vec());
    table.play().random_event(side);
    let air = &table.p.fleet(Side::Axis).air;
    let here = air.iter().filter(|unit| local(unit.base)).count();
    assert!(here > 0 && here < air.len());
    for unit in air {
        let grounded = unit.mission == Mission::Base;
        assert_eq!(grounded, local(unit.base), "{}", unit.name);
    }
}

/// Given a pack that shadows a Convoy, when the Convoy goes through Heavy Drift, then the pack stays behind and loses touch;
/// through Clear water it follows [5.1.7], [5.4], [6.3.5].
#[test]
fn a_pack_does_not_follow_into_the_ice() {
    use crate::forces::{Place, Shadower};
    use crate::ice::Ice;
    for (condition, follows) in [(Ice::HeavyDrift, false), (Ice::Clear, true)] {
        let mut table = Table::new("pq6");
        let iced = |hex: &crate::hex::Hex| {
            let zone = tables().sheet.zone(*hex);
            zone.is_some() && !tables().sheet.pack.contains(*hex)
        };
        let to = tables().sheet.waters().find(iced).unwrap();
        let from = tables().sheet.ways.around(to).next().unwrap();
        let zone = &mut table.p.ice[tables().sheet.zone(to).unwrap().index()];
        (zone.condition, zone.rolled) = (condition, false);
        let convoy = super::seaway::convoy(&mut table, "PQ-6", &from.to_string());
        let pack = table.at_sea(Side::Axis, "ss_de", 2, &from.to_string());
        table.force(Side::Axis, pack).shadowing = true;
        table.force(Side::Allied, convoy).shadows = vec![Shadower::Pack(pack)];
        table.force(Side::Allied, convoy).place = Place::Sea(to);
        table.play().follow(Side::Allied, convoy);
        let force = table.force(Side::Axis, pack);
        let there = force.hex() == Some(to);
        assert_eq!((there, force.shadowing), (follows, follows));
    }
}

/// Given a cruiser of Patrol White that shadows, when her target leads her away, then she has left her station and it costs
/// points [5.1.9], [6.3.3].
#[test]
fn patrol_white_that_shadows_has_left() {
    use crate::forces::{Place, Shadower};
    let mut table = Table::new("pq12");
    for zone in &mut table.p.ice {
        (zone.condition, zone.rolled) = (crate::ice::Ice::Clear, false);
    }
    let white = table.named(Side::Allied, "Patrol White").block;
    let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0305");
    table.force(Side::Allied, white).shadowing = true;
    let force = table.force(Side::Axis, raider);
    force.shadows = vec![Shadower::Cruisers(white)];
    force.place = Place::Sea(hex("0308"));
    let before = table.p.vp();
    table.play().follow(Side::Axis, raider);
    assert!(table.p.vp() < before);
    let there = table.force(Side::Allied, white).hex();
    assert_eq!(there, Some(hex("0308")));
}

/// Given a shadowed Convoy that has split, when both parts move, then the one that is followed keeps its ID and the other loses
/// one; so it is in PM if they stay where they are [6.6], [6.3.4].
#[test]
fn only_the_part_that_is_followed_keeps_its_id() {
    use crate::air::Mission;
    for (words, moves) in [
        (Part::Convoy, true),
        (Part::Smaller, true),
        (Part::Convoy, false),
        (Part::Smaller, false),
    ] {
        let mut table = Table::new("pq16");
        table.p.turn = Turn::FIRST.later(1);
        let convoy = table.convoy_at("PQ-16", "0511", 2);
        let unit = table.send(Side::Axis, "2./406", Mission::Recon(hex("0511")));
        let token = table.token(Side::Allied, convoy);
        let shadow = Choice::Shadow(Shadower::Air(unit));
        table.play().shadow(Side::Axis, token, shadow);
        table.play().begin_movement(Side::Allied);
        let destroyers = tables().chart.find_class("dd_jr").unwrap();
        let hull = crate::forces::Hull::Class(destroyers);
        let whole = crate::forces::Hurt::Whole;
        let part = table
            .play()
            .split_hull(Side::Allied, convoy, None, hull, whole)
            .unwrap();
        let follow = Choice::Air(AirChoice::Follow(words));
        let parts = [convoy, part];
        table.play().follow_part(Side::Axis, &parts, follow);
        if moves {
            for block in parts {
                table.play().step_into(Side::Allied, block, hex("0512"));
                if !table.force(Side::Allied, block).motion.done {
                    table.play().end_move(Side::Allied, block);
                }
            }
        }
        table.play().end_movement(Side::Allied);
        let ids = parts.map(|block| table.force(Side::Allied, block).id);
        let (kept, lost) = (Id::level(2), Id::level(1));
        let expected = match words {
            Part::Convoy => [kept, lost],
            _ => [lost, kept],
        };
        assert_eq!(ids, expected, "{words:?}, moves: {moves}");
    }
}

/// Who stays where he is loses an ID in PM unless he is shadowed then; who moves, unless he was shadowed as he began or has been
/// found on his way by one who shadows him [6.6], [6.6.1].
#[test]
fn shadowed_now_or_as_the_turn_began() {
    let known = |began: bool, now: bool, moved: bool| {
        let mut table = Table::new("pq6");
        table.p.turn = Turn::FIRST.later(1);
        let white = table.put(Side::Allied, super::special::ships(&["berwick"]), "0612");
        let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0612");
        let force = table.force(Side::Axis, raider);
        force.id = Id::level(2);
        force.motion.shadowed = began;
        force.motion.hexes = u8::from(moved);
        force.shadows = now
            .then_some(Shadower::Cruisers(white))
            .into_iter()
            .collect();
        if moved {
            table.play().end_move(Side::Axis, raider);
        }
        table.play().end_movement(Side::Axis);
        table.force(Side::Axis, raider).id
    };
    for (began, now, moved, level) in [
        (false, false, false, 1),
        (false, true, false, 2),
        (true, false, false, 1),
        (true, true, false, 2),
        (false, false, true, 1),
        (false, true, true, 2),
        (true, false, true, 2),
        (true, true, true, 2),
    ] {
        assert_eq!(
            known(began, now, moved),
            Id::level(level),
            "{began} {now} {moved}"
        );
    }
}

/// Given a cruiser in a Convoy, when an Axis TF is found beside it, then she may split off to shadow it, as after a battle
/// [6.3.3], [1.2.3] (R105).
#[test]
fn a_cruiser_of_a_convoy_may_shadow() {
    let mut table = Table::new("pq17");
    let chart = &tables().chart;
    let norfolk = chart.find_ship("norfolk").unwrap();
    super::special::take(&mut table, Side::Allied, "norfolk");
    let convoy = table.convoy_at("PQ-17", "0511", 0);
    let force = table.force(Side::Allied, convoy);
    force.units.join(super::special::ships(&["norfolk"]));
    let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0511");
    table.force(Side::Axis, raider).id = Id::level(1);
    let token = table.token(Side::Axis, raider);
    table.play().offer_following(token);
    let takes = Choice::TakeShip(norfolk);
    assert!(table.choices(Side::Allied).contains(&takes));
    table.play().choose(Side::Allied, takes).unwrap();
    table.play().run();
    let shadows = table.force(Side::Axis, raider).shadows.clone();
    let [Shadower::Cruisers(part)] = shadows[..] else {
        panic!("{shadows:?}")
    };
    assert!(
        table
            .force(Side::Allied, part)
            .units
            .ship(norfolk)
            .is_some()
    );
}

/// Given a pack that shadows a Convoy through an enemy Air Radius, when it is Identified and it is Day, then a patrol has its die
/// against it on that hexside: held down it stays behind at ID1 and loses touch. Nothing is rolled against an Unidentified
/// pack, though it ran in its own Player Phase, nor at Night [7.4.5], [5.4], [6.3.5].
#[test]
fn a_pack_that_follows_meets_patrols() {
    use crate::time::Light;
    // Who is held down is one of the subs, drawn after the die.
    for (light, id, dice, follows) in [
        (Light::Day, Id::ZERO, &[5, 0][..], false),
        (Light::Day, Id::level(2), &[4], true),
        (Light::Day, Id::UNIDENTIFIED, &[], true),
        (Light::Night, Id::ZERO, &[], true),
    ] {
        let mut table = Table::new("pq13");
        table.p.turn = (0..30)
            .map(|turn| Turn::FIRST.later(turn))
            .find(|turn| {
                table.p.turn = *turn;
                table.p.light(tables()) == light
            })
            .unwrap_or_else(|| panic!("no {light:?}"));
        let covered = |at: &crate::hex::Hex| table.p.in_air_radius(tables(), Side::Allied, *at);
        let free = |at: &crate::hex::Hex| {
            let mut ports = tables().sheet.ports.iter();
            tables().sheet.zone(*at).is_none() && ports.all(|port| port.hex != *at)
        };
        let from = tables().sheet.waters().filter(free).find(covered).unwrap();
        let to = tables().sheet.ways.around(from).find(free).unwrap();
        let convoy = table.convoy_at("PQ-13", &from.to_string(), 2);
        let pack = table.at_sea(Side::Axis, "ss_de", 2, &from.to_string());
        let force = table.force(Side::Axis, pack);
        (force.id, force.shadowing, force.motion.run) = (id, true, true);
        table.force(Side::Allied, convoy).shadows = vec![Shadower::Pack(pack)];
        table.force(Side::Allied, convoy).place = crate::forces::Place::Sea(to);
        table.chance = derbyhouse_kernel::Chance::scripted(dice);
        table.play().follow(Side::Allied, convoy);
        table.chance.settled().unwrap();
        let force = table.force(Side::Axis, pack);
        assert_eq!(force.hex() == Some(to), follows, "{light:?} {id:?}");
        assert_eq!(force.shadowing, follows, "{light:?} {id:?}");
        if !follows {
            assert_eq!(force.id, Id::level(1));
        }
    }
}
