//! Command, Patrol White and Hitler [4.3], [5.1.8], [5.1.9], [11.4].

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::Id;
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{Attack, Condition, Radius, Track};
use crate::vp::Vp;

/// A Heavy Ship leaves port for a Command Point, once for the Operation [4.3], [4.3.1], [4.3.2] (R94).
#[test]
fn heavy_ships_sail_for_points() {
    let mut table = Table::new("pq6");
    let fleet = table.named(Side::Allied, "Home Fleet").block;
    assert!(table.ways(Side::Allied, fleet).contains(&Choice::Leave));
    table.play().steer(Side::Allied, fleet, Choice::Leave);
    // A battleship and a carrier, and half a point each for two cruisers.
    assert_eq!(
        table.p.fleet(Side::Allied).points[Track::HomeFleet.index()].spent(),
        3
    );
    let mut table = Table::new("pq6");
    table.p.fleet_mut(Side::Allied).points[Track::HomeFleet.index()].available = 2;
    assert!(!table.ways(Side::Allied, fleet).contains(&Choice::Leave));
}

/// Soviet ships sail for a point of Severny Flot; further out each hex costs one more [4.3.2] (R80).
#[test]
fn soviet_ships_sail_for_points_of_their_own() {
    let mut table = Table::new("pq6");
    let kola = table.named(Side::Allied, "Kola escorts").block;
    table.play().steer(Side::Allied, kola, Choice::Leave);
    let spent =
        |table: &Table| table.p.fleet(Side::Allied).points[Track::SevernyFlot.index()].spent();
    assert_eq!(spent(&table), 1);
    table.force(Side::Allied, kola).place = crate::forces::Place::Sea(hex("0615"));
    table.play().step_into(Side::Allied, kola, hex("0614"));
    assert_eq!(spent(&table), 2);
}

/// In Operation scenarios from 1942 German TFs wait for news of the enemy; destroyers of December 1941 do not [11.4] (R86).
#[test]
fn german_ships_wait_for_news() {
    let mut table = Table::new("pq13");
    let flotilla = table.named(Side::Axis, "8th Destroyer Flotilla").block;
    assert!(!table.ways(Side::Axis, flotilla).contains(&Choice::Leave));
    let cruiser = table.at_sea(Side::Allied, "dd_jr", 3, "0511");
    table.play().identify(Side::Allied, cruiser, Id::ZERO);
    assert!(table.ways(Side::Axis, flotilla).contains(&Choice::Leave));
    let mut table = Table::new("pq6");
    let flotilla = table.named(Side::Axis, "8th Destroyer Flotilla").block;
    assert!(table.ways(Side::Axis, flotilla).contains(&Choice::Leave));
    // In the Campaign Gruppe Nord's points are its fuel [15.1].
    let mut table = Table::new("campaign");
    let boats = table.at_sea(Side::Axis, "dd_36a", 2, "0813");
    let narvik = tables().sheet.find_port("narvik").unwrap();
    table.force(Side::Axis, boats).place = crate::forces::Place::Port(narvik);
    assert!(table.ways(Side::Axis, boats).contains(&Choice::Leave));
}

/// Tirpitz stays in port while Victorious is not identified [5.1.8] (R20).
#[test]
fn tirpitz_waits_for_the_carrier() {
    let mut table = Table::new("pq12");
    table.p.secret.flags.allied_identified = true;
    let group = table.named(Side::Axis, "Battle group").block;
    assert!(!table.ways(Side::Axis, group).contains(&Choice::Leave));
    let home = table.named(Side::Allied, "Home Fleet").block;
    table.play().steer(Side::Allied, home, Choice::Leave);
    table.play().identify(Side::Allied, home, Id::level(2));
    let untold = !table.ways(Side::Axis, group).contains(&Choice::Leave);
    assert!(untold, "a way out would tell it before the Segment (R20)");
    table.play().tell_of_carriers();
    assert!(table.ways(Side::Axis, group).contains(&Choice::Leave));
}

/// Each Patrol White cruiser that goes elsewhere costs 2 VP, once, unless they are released [5.1.9], [2.2] (R32).
#[test]
fn leaving_patrol_white_costs_points() {
    let mut table = Table::new("pq6");
    let before = table.p.vp();
    let white = table.named(Side::Allied, "Patrol White").block;
    table.play().step_into(Side::Allied, white, hex("0306"));
    assert_eq!(table.p.vp(), before, "within its area");
    table.play().step_into(Side::Allied, white, hex("0307"));
    assert_eq!(table.p.vp(), before - Vp::whole(4));
    table.play().step_into(Side::Allied, white, hex("0306"));
    table.play().step_into(Side::Allied, white, hex("0307"));
    assert_eq!(table.p.vp(), before - Vp::whole(4), "each pays once");
    assert!(
        table
            .p
            .fleet(Side::Allied)
            .orders
            .top()
            .is_some_and(|order| matches!(order, Order::Steer(_)))
    );
}

/// Ships that left Kiel for nothing pay when they sail from another port [4.3.3] (R94).
#[test]
fn sailing_from_kiel_pays_for_nothing_else() {
    let mut table = Table::new("pq12");
    let group = table.named(Side::Axis, "Battle group").block;
    let port = |name: &str| crate::forces::Place::Port(tables().sheet.find_port(name).unwrap());
    let needs = |table: &Table, place: crate::forces::Place| {
        let force = table.p.fleet(Side::Axis).force(group).unwrap();
        let port = place.in_port().unwrap();
        table.p.halves_needed(tables(), Side::Axis, force, port)
    };
    let from_trondheim = needs(&table, port("trondheim"));
    assert!(from_trondheim > 0);
    table.force(Side::Axis, group).place = port("kiel");
    table.play().put_to_sea(Side::Axis, group);
    let nord = Track::GruppeNord.index();
    assert_eq!(table.p.fleet(Side::Axis).points[nord].halves_used, 0);
    assert_eq!(needs(&table, port("trondheim")), 0, "she is at sea");
    let force = table.force(Side::Axis, group);
    force.place = port("trondheim");
    table.play().end_free_sailing(Side::Axis, group);
    assert_eq!(needs(&table, port("trondheim")), from_trondheim);
}

/// A Training sortie that is back owes nothing, and gives no leave to sail again for nothing [4.3.4].
#[test]
fn training_is_free_once() {
    let mut table = Table::new("pq12");
    let group = table.named(Side::Axis, "Battle group").block;
    let home = table.force(Side::Axis, group).place;
    let port = home.in_port().unwrap();
    table.play().train(Side::Axis, group);
    let nord = Track::GruppeNord.index();
    assert_eq!(table.p.fleet(Side::Axis).points[nord].halves_used, 0);
    let force = table.force(Side::Axis, group);
    force.place = home;
    table.play().end_free_sailing(Side::Axis, group);
    let force = table.p.fleet(Side::Axis).force(group).unwrap();
    assert!(table.p.halves_needed(tables(), Side::Axis, force, port) > 0);
    table.play().put_to_sea(Side::Axis, group);
    let spent = table.p.fleet(Side::Axis).points[nord].halves_used;
    table.play().settle_training(Side::Axis);
    assert_eq!(
        table.p.fleet(Side::Axis).points[nord].halves_used,
        spent,
        "not twice"
    );
}

/// A report from before the carrier was lost sight of no longer frees Tirpitz [5.1.8] (R20).
#[test]
fn an_old_report_does_not_free_tirpitz() {
    let mut table = Table::new("pq12");
    table.p.secret.flags.allied_identified = true;
    let group = table.named(Side::Axis, "Battle group").block;
    let home = table.named(Side::Allied, "Home Fleet").block;
    table.play().steer(Side::Allied, home, Choice::Leave);
    table.play().identify(Side::Allied, home, Id::level(2));
    table.p.turn = table.p.turn.later(4);
    let turn = table.p.turn;
    let force = table.force(Side::Allied, home);
    force.fade(turn);
    force.id = Id::level(1);
    assert!(!table.ways(Side::Axis, group).contains(&Choice::Leave));
}

/// Given a carrier that was reported, when her force splits, and when it combines with another that gives the block its name,
/// then she is identified as before [5.1.8], [1.2.3], [1.2.4] (R20).
#[test]
fn a_carrier_stays_known_in_another_block() {
    let mut table = Table::new("pq12");
    let carrier = table.p.carriers(tables())[0];
    let home = table.named(Side::Allied, "Home Fleet").block;
    table.play().steer(Side::Allied, home, Choice::Leave);
    table.play().identify(Side::Allied, home, Id::level(2));
    let known = |table: &Table| table.p.are_carriers_known(tables());
    assert_eq!(known(&table), Some(true));
    let at = table.force(Side::Allied, home).hex().unwrap().to_string();
    let hull = crate::forces::Hull::Ship(carrier);
    let whole = crate::forces::Hurt::Whole;
    let part = table
        .play()
        .split_hull(Side::Allied, home, None, hull, whole)
        .unwrap();
    assert_eq!(known(&table), Some(true), "in a part");
    let others = table.at_sea(Side::Allied, "dd_jr", 2, &at);
    table.play().merge(Side::Allied, others, part);
    assert_eq!(known(&table), Some(true), "with others");
}

/// What frees Patrol White is what the Allied admiral was told: a Capital Ship that nobody reported costs him as before, so
/// that the points tell him nothing; in the British Radius any success counts, however well the TF was known [5.1.9], [2.4].
#[test]
fn patrol_white_is_freed_by_what_was_told() {
    let costs = |table: &mut Table| {
        let before = table.p.vp();
        let white = table.named(Side::Allied, "Patrol White").block;
        table.play().leave_station(Side::Allied, white, hex("0308"));
        before != table.p.vp()
    };
    let at = |name: &str, table: &mut Table, level: Id, known: Id| {
        let group = table.named(Side::Axis, "Battle group").block;
        let token = table.play().new_token();
        let force = table.force(Side::Axis, group);
        force.place = crate::forces::Place::Sea(hex(name));
        (force.token, force.id) = (token, known);
        table.play().identify(Side::Axis, group, level);
    };
    let unknown = Id::UNIDENTIFIED;
    let mut near = tables().sheet.radius(Radius::British).iter();
    let near = near.next().unwrap().to_string();
    for (place, level, known, pays) in [
        ("0612", Id::level(1), unknown, true),
        ("0612", Id::level(2), unknown, true),
        ("0612", Id::level(3), unknown, false),
        (near.as_str(), Id::level(1), unknown, false),
        (near.as_str(), Id::level(3), Id::level(3), false),
    ] {
        let mut table = Table::new("pq12");
        at(place, &mut table, level, known);
        assert_eq!(costs(&mut table), pays, "{place} {level}");
    }
}

/// The Axis is told whether every carrier is identified, and nothing else: that No Restrictions lets Tirpitz sail is no such
/// news [5.1.8], [12.9] (R20).
#[test]
fn no_restrictions_tell_of_no_carrier() {
    let mut table = Table::new("pq12");
    let chits = tables().chits.conditions[Side::Axis].iter();
    let free = chits
        .enumerate()
        .find(|(_, chit)| chit.condition == Condition::NoRestrictions);
    table.p.fleet_mut(Side::Axis).special.chit = Some(free.unwrap().0 as u8);
    assert_eq!(table.p.are_carriers_known(tables()), Some(false));
}

/// ARCHERY goes to the Norwegian coast, not to Denmark or Germany [12.14.1].
#[test]
fn archery_is_for_norway() {
    let mut table = Table::new("pq17");
    let chits = &tables().chits.conditions[Side::Allied];
    let archery = Some(Attack::Archery);
    let chit = chits
        .iter()
        .position(|chit| chit.attack == archery)
        .unwrap();
    table.p.fleet_mut(Side::Allied).special.chit = Some(chit as u8);
    let service = crate::service::Service::new(Condition::SpecialAttack);
    let mut offers = Vec::new();
    table
        .p
        .list_service(tables(), Side::Allied, &service, &mut offers);
    assert!(offers.contains(&Choice::At(hex("1410"))));
    for at in ["1510", "1608", "1609", "1707", "1708"] {
        assert!(!offers.contains(&Choice::At(hex(at))), "{at}");
    }
}
