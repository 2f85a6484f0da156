//! WUNDERLAND: the Kara Sea, its Convoy and its fights [5.7.2], [12.12] (R85).

use super::special::{holding, ships, take};
use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Force, Id, Kind, Place};
use crate::hex::Hex;
use crate::ice::Ice;
use crate::losses::Lot;
use crate::sequence::{Order, Purpose, Step};
use crate::side::Side;
use crate::tables::{Condition, Track};
use crate::units::{BoxId, ShipType};
use crate::vp::Vp;

fn kara() -> (BoxId, Hex) {
    let sheet = &tables().sheet;
    let off = sheet.find_box("kara_sea").unwrap();
    (off, sheet.off_map(off).hex.unwrap())
}

/// A Panzerschiff off Matochkin Shar, under orders or not.
fn raider(condition: Condition) -> (Table, BlockId) {
    let mut table = holding("pq17", Side::Axis, condition);
    take(&mut table, Side::Axis, "lutzow");
    let raider = table.put(Side::Axis, ships(&["lutzow"]), "0421");
    (table, raider)
}

fn convoy(table: &Table) -> &Force {
    table.named(Side::Allied, "Soviet Convoy")
}

/// One Panzerschiff alone, and one pack, may enter if Zone III East is Clear or Light Drift; nobody else of the Axis, and
/// nobody without the chit [12.12], [5.7.2].
#[test]
fn one_panzerschiff_and_one_pack_may_enter() {
    let enter = Choice::Box(kara().0);
    let (mut table, block) = raider(Condition::Wunderland);
    assert!(table.ways(Side::Axis, block).contains(&enter));
    let zone = tables().sheet.off_map(kara().0).gate.unwrap();
    table.p.ice[zone.index()].condition = Ice::HeavyDrift;
    assert!(!table.ways(Side::Axis, block).contains(&enter), "ice");
    table.p.ice[zone.index()].condition = Ice::LightDrift;
    let destroyers = table.at_sea(Side::Axis, "dd_36a", 2, "0421");
    assert!(!table.ways(Side::Axis, destroyers).contains(&enter));
    let class = tables().chart.find_class("dd_36a").unwrap();
    let force = table.force(Side::Axis, block);
    force.units.add(crate::forces::Pool::new(class, 1));
    assert!(!table.ways(Side::Axis, block).contains(&enter), "escorted");
    let (mut table, block) = raider(Condition::NoRestrictions);
    assert!(!table.ways(Side::Axis, block).contains(&enter), "no orders");
    // An Allied TF needs none.
    let cruiser = table.put(Side::Allied, ships(&["belfast"]), "0622");
    assert!(table.ways(Side::Allied, cruiser).contains(&enter));
}

/// On entry a loaded Convoy of one ES and four MV appears; the chit is shown; five points if a Panzerschiff is there; the pack
/// finds the same Convoy [12.12].
#[test]
fn a_soviet_convoy_is_met() {
    let (off, hex_of_box) = kara();
    let (mut table, block) = raider(Condition::Wunderland);
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "0421");
    table.play().steer(Side::Axis, block, Choice::Box(off));
    let force = table.force(Side::Axis, block).clone();
    assert_eq!(force.place, Place::Sea(hex_of_box));
    assert!(force.motion.done && force.id == Id::UNIDENTIFIED);
    assert!(table.p.fleet(Side::Axis).special.revealed);
    let soviet = convoy(&table);
    let chart = &tables().chart;
    assert_eq!((soviet.kind, soviet.id), (Kind::Convoy, Id::UNIDENTIFIED));
    assert_eq!(soviet.units.merchants(chart), 4);
    assert_eq!(soviet.units.cs(chart, |kind| kind == ShipType::Es), 1);
    assert!(
        soviet
            .sailing
            .as_ref()
            .is_some_and(|sailing| sailing.loaded)
    );
    let scored = table.p.scores_now(tables(), Side::Axis).map(|(vp, _)| vp);
    assert_eq!(scored, Some(Vp::whole(-5)));
    // A pack moves there at Moderate Speed, for which it runs [7.4.5].
    assert!(!table.ways(Side::Axis, pack).contains(&Choice::Box(off)));
    table.force(Side::Axis, pack).motion.run = true;
    table.play().steer(Side::Axis, pack, Choice::Box(off));
    let convoys = table.p.fleet(Side::Allied).forces.iter();
    let convoys = convoys.filter(|force| force.name == "Soviet Convoy");
    assert_eq!(convoys.count(), 1);
    assert_eq!(table.p.at(Side::Axis, hex_of_box).count(), 2);
    let second = table.put(Side::Axis, ships(&["admiral_scheer"]), "0421");
    assert!(!table.ways(Side::Axis, second).contains(&Choice::Box(off)));
}

/// It neither moves nor scatters; it is searched, located, attacked by ships and by submarines as in any hex; its loaded ships
/// cost two points each [12.12] (R85).
#[test]
fn the_convoy_is_attacked_where_it_lies() {
    let (off, hex_of_box) = kara();
    let (mut table, block) = raider(Condition::Wunderland);
    table.play().steer(Side::Axis, block, Choice::Box(off));
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "0421");
    table.force(Side::Axis, pack).place = Place::Sea(hex_of_box);
    let (soviet, token) = (convoy(&table).block, convoy(&table).token);
    table.p.turn = table.p.start;
    assert_eq!(table.ways(Side::Allied, soviet), [Choice::Stop]);
    table.play().ask(Side::Allied, Order::Helm);
    assert!(!table.choices(Side::Allied).contains(&Choice::Move(soviet)));
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.p.active = Some(Side::Axis);
    table.play().begin_reconnaissance(Side::Axis);
    table.p.fleet_mut(Side::Axis).orders.clear();
    table
        .play()
        .name_sector(Side::Axis, Vec::new(), Choice::Done);
    let searched = |step: &Step| {
        matches!(step, Step::Search(search)
            if search.token == token && search.purpose == Purpose::Reconnaissance)
    };
    let agenda = &table.p.secret.agenda;
    assert!(
        agenda
            .top()
            .into_iter()
            .chain(agenda.below_top())
            .any(searched)
    );
    table.p.secret.agenda.clear();
    table.force(Side::Allied, soviet).id = Id::level(2);
    let mut attacks = Vec::new();
    table.p.list_attacks(tables(), Side::Axis, &mut attacks);
    assert!(
        attacks.contains(&Choice::Engage(block, token)),
        "{attacks:?}"
    );
    let mut hunts = Vec::new();
    table.p.list_hunts(tables(), Side::Axis, &mut hunts);
    assert!(hunts.contains(&Choice::Attack(pack, token)), "{hunts:?}");
    let before = table.p.vp();
    let force = table.force(Side::Allied, soviet).clone();
    let who = crate::sequence::Play::who(Side::Allied, &force);
    let merchants = tables().chart.find_class("mv_al").unwrap();
    let place = force
        .units
        .pools
        .iter()
        .position(|pool| pool.class == merchants);
    table
        .play()
        .sink(who, Lot::Pool(place.unwrap(), crate::forces::Hurt::Whole));
    assert_eq!(table.p.vp(), before - Vp::whole(2));
    // Its ships may leave a battle there as off a friendly coast (R13).
    let meeting = crate::surface::Meeting {
        by: Side::Axis,
        attackers: vec![block],
        target: soviet,
    };
    table.play().deploy(meeting, false);
    let battle = table.p.battle().unwrap();
    assert!(
        table
            .p
            .escape(tables(), Side::Allied, battle)
            .friendly_shore
    );
    assert!(!table.p.escape(tables(), Side::Axis, battle).friendly_shore);
}

/// It counts neither for its arrival nor for the end of the Operation [2.1.2], [3.4] (R6, R85).
#[test]
fn the_convoy_keeps_no_operation_open() {
    let (mut table, block) = raider(Condition::Wunderland);
    let other = |force: &Force| force.block != block && force.place.in_port().is_none();
    table.play().steer(Side::Axis, block, Choice::Box(kara().0));
    let soviet = convoy(&table).block;
    for side in Side::ALL {
        let fleet = table.p.fleet_mut(side);
        fleet
            .forces
            .retain(|force| force.block == soviet && side == Side::Allied || !other(force));
        fleet
            .forces
            .retain(|force| force.kind != Kind::Convoy || force.block == soviet);
    }
    table.play().fuel_phase();
    assert_eq!(table.p.secret.agenda.top(), Some(&Step::Administration));
    let points: Vec<Vp> = Track::ALL
        .map(|track| table.p.fleet(track.side()).points[track.index()].vp(tables(), track))
        .to_vec();
    assert!(points.iter().all(|vp| *vp == Vp::ZERO));
    table
        .p
        .fleet_mut(Side::Allied)
        .accounts
        .retain(|own| own.id == "Soviet Convoy");
    let before = table.p.vp();
    table.play().count_points();
    assert_eq!(table.p.vp(), before);
}

/// The way out is a whole turn too, to one of the hexes that lead there; the enemy keeps what he knew, less one [5.7.2],
/// [6.6].
#[test]
fn the_way_out_takes_a_turn() {
    let (off, hex_of_box) = kara();
    let (mut table, block) = raider(Condition::Wunderland);
    table.play().steer(Side::Axis, block, Choice::Box(off));
    let token = table.token(Side::Axis, block);
    let force = table.force(Side::Axis, block);
    force.motion = crate::forces::Motion::default();
    force.id = Id::level(2);
    let ways = table.ways(Side::Axis, block);
    let out = ["0122", "0421", "0622"].map(|out| Choice::To(hex(out)));
    assert!(out.iter().all(|way| ways.contains(way)), "{ways:?}");
    for zone in &mut table.p.ice {
        (zone.condition, zone.rolled) = (Ice::Clear, false);
    }
    table
        .play()
        .steer(Side::Axis, block, Choice::To(hex("0622")));
    let force = table.force(Side::Axis, block).clone();
    assert_eq!(force.hex(), Some(hex("0622")));
    assert!(force.motion.done && force.id == Id::level(1) && force.token == token);
    assert!(table.p.at(Side::Axis, hex_of_box).next().is_none());
    let told = table.log.events().iter();
    let mut told = told.filter(|event| matches!(event, Event::EntersBox { .. }));
    assert!(told.next().is_some());
}

/// After a Fortnight nothing of it stays: the Convoy sails on, the raider goes home [15.8].
#[test]
fn nobody_winters_in_the_kara_sea() {
    let (mut table, block) = raider(Condition::Wunderland);
    table.play().steer(Side::Axis, block, Choice::Box(kara().0));
    table.play().end_wunderland();
    let allied = table.p.fleet(Side::Allied).forces.iter();
    assert!(!allied.clone().any(|force| force.name == "Soviet Convoy"));
    let pack = table.at_sea(Side::Axis, "ss_de", 1, "0421");
    table.force(Side::Axis, pack).place = Place::Sea(kara().1);
    let mut stay = Vec::new();
    table.p.list_stay(tables(), Side::Axis, pack, 0, &mut stay);
    assert_eq!(stay, [Choice::Pass]);
}

/// On the way out ice may lie before the hex, and with the gate shut nobody comes out at all [5.7.2], [10.1].
#[test]
fn ice_shuts_the_way_out() {
    let (off, hex_of_box) = kara();
    let (mut table, block) = raider(Condition::Wunderland);
    table.play().steer(Side::Axis, block, Choice::Box(off));
    table.force(Side::Axis, block).motion = crate::forces::Motion::default();
    for zone in &mut table.p.ice {
        (zone.condition, zone.rolled) = (Ice::LightDrift, false);
    }
    let way = Choice::To(hex("0622"));
    let zone = tables().sheet.zone(hex("0622")).unwrap();
    table.p.ice[zone.index()].condition = Ice::SolidPack;
    let gate = tables().sheet.off_map(off).gate.unwrap();
    table.p.ice[gate.index()].condition = Ice::Clear;
    if gate != zone {
        table.play().steer(Side::Axis, block, way);
        let force = table.force(Side::Axis, block);
        assert!(
            force.motion.done && force.hex() == Some(hex_of_box),
            "turned back"
        );
        force.motion = crate::forces::Motion::default();
    }
    table.p.ice[gate.index()].condition = Ice::HeavyDrift;
    assert!(!table.ways(Side::Axis, block).contains(&way));
}

/// Given Soviet destroyers in the Kara Sea, when they come out to a hex outside Soviet waters, then Severny Flot pays for it,
/// and without a point they stay [4.3.2], [5.7.2] (R80).
#[test]
fn severny_pays_for_the_way_out() {
    let t = tables();
    let mut table = Table::new("pq17");
    let (id, box_hex) = kara();
    let off = t.sheet.off_map(id);
    let gate = off.gate.unwrap();
    table.p.ice[gate.index()].condition = Ice::Clear;
    let ships = table.at_sea(Side::Allied, "dd_su", 2, "0622");
    table.force(Side::Allied, ships).place = Place::Sea(box_hex);
    let outside = |hex: &Hex| !crate::helm::is_soviet_water(t, *hex);
    let out = *off.links.iter().find(|hex| outside(hex)).unwrap();
    let severny = Track::SevernyFlot.index();
    table.p.fleet_mut(Side::Allied).points[severny] = crate::command::Points::new(1);
    assert!(table.ways(Side::Allied, ships).contains(&Choice::To(out)));
    table.play().leave_box(Side::Allied, ships, id, out);
    let points = &table.p.fleet(Side::Allied).points[severny];
    assert_eq!(points.halves_used, crate::command::SEVERNY_STEP);
    let force = table.force(Side::Allied, ships);
    force.place = Place::Sea(box_hex);
    force.motion = crate::forces::Motion::default();
    assert!(!table.ways(Side::Allied, ships).contains(&Choice::To(out)));
}
