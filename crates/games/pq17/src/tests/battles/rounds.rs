//! The rounds of a battle on its Display [7.5.2] to [7.5.9].

use super::{asked, barents_sea, battle, choose, engaged, fleet, meet, run, unit};
use crate::choice::Choice;
use crate::forces::{Hull, Kind, Pool};
use crate::sequence::Order;
use crate::side::Side;
use crate::surface::battle::{Screen, UnitId};
use crate::surface::{Area, Meeting, Stage, Stance, WithdrawalDrm};
use crate::tables::{OptionId, TorpedoDamage};
use crate::tests::{Table, tables};
use crate::units::ShipType;
use crate::view::View;
use crate::weather::Weather;
use derbyhouse_kernel::Viewer;

/// Counters are deployed in stacks: merchant ships to ten CS, Light Ships as counters, submarines not at all [7.5.2],
/// [7.2.4] (R97).
#[test]
fn counters_are_deployed() {
    let (mut table, _, convoy) = barents_sea();
    let subs = tables().chart.find_class("ss_uk").unwrap();
    table
        .force(Side::Allied, convoy)
        .units
        .add(Pool::new(subs, 2));
    let raider = table.p.fleet(Side::Axis).forces.last().unwrap().block;
    meet(&mut table, raider, convoy);
    let battle = battle(&table);
    let stacks: Vec<u8> = battle.units[Side::Allied]
        .iter()
        .map(|unit| unit.hulls())
        .collect();
    assert_eq!(stacks.iter().sum::<u8>(), 19, "{stacks:?}");
    assert!(stacks.contains(&10) && stacks.len() == 6, "{stacks:?}");
    assert_eq!(battle.units[Side::Axis].len(), 3);
    assert!(!battle.bare);
}

/// Given torpedo boats of two classes, four CS in all, when they are deployed, then each counter is a unit of its own: it moves
/// and is fired at by itself. Merchant ships are one unit for each stack [7.5.2], [7.2.4] (R104).
#[test]
fn light_ships_act_counter_by_counter() {
    let (mut table, ..) = engaged();
    run(&mut table);
    let (old, boats) = (
        unit(&table, Side::Allied, "tb_old"),
        unit(&table, Side::Allied, "tb_op"),
    );
    assert_ne!(old, boats);
    let choices = table.choices(Side::Allied);
    for id in [old, boats] {
        assert!(choices.contains(&Choice::Station(id, Stance::Screening)));
    }
    let mut aims = Vec::new();
    table.p.list_guns(tables(), Side::Axis, &mut aims);
    let hipper = unit(&table, Side::Axis, "admiral_hipper");
    for id in [old, boats] {
        assert!(aims.contains(&Choice::Fire(hipper, id)));
    }
    let is_stack = |unit: &&crate::surface::battle::BattleUnit| {
        let reading = table.p.read_unit(tables(), Side::Allied, unit);
        reading.kind.is_convoy_ship()
    };
    let stacks = battle(&table).units[Side::Allied].iter().filter(is_stack);
    let stacks: Vec<u8> = stacks.map(|unit| unit.hulls()).collect();
    assert_eq!(stacks, [10, 3]);
}

/// Nobody closes in his first Round without Surprise; Convoy Ships only withdraw or evade [7.5.2ii].
#[test]
fn nobody_closes_in_the_first_round() {
    let (mut table, ..) = engaged();
    run(&mut table);
    assert_eq!(
        asked(&table, Side::Allied),
        Some(&Order::Maneuver),
        "the defender first"
    );
    let choices = table.choices(Side::Allied);
    let boats = unit(&table, Side::Allied, "tb_op");
    let merchants = unit(&table, Side::Allied, "mv_al");
    let can = |unit, stance| choices.contains(&Choice::Station(unit, stance));
    assert!(can(boats, Stance::Screening) && !can(boats, Stance::TorpedoAttack));
    assert!(can(merchants, Stance::Withdrawal) && !can(merchants, Stance::Screening));
    table.p.secret.battle.as_mut().unwrap().round = 2;
    assert!(
        table
            .choices(Side::Allied)
            .contains(&Choice::Station(boats, Stance::TorpedoAttack))
    );
}

/// The screens of the example's first Round: the DD keeps Hipper, the TB both destroyer units from the merchant ships;
/// each screening unit fires only at those it blocks [7.5.4], [7.5.2iii].
#[test]
fn a_screen_protects_the_withdrawal_area() {
    let (mut table, ..) = engaged();
    run(&mut table);
    let hipper = unit(&table, Side::Axis, "admiral_hipper");
    let (type34, type36) = (
        unit(&table, Side::Axis, "dd_3436"),
        unit(&table, Side::Axis, "dd_36a"),
    );
    let (dd, boats) = (
        unit(&table, Side::Allied, "dd_jr"),
        unit(&table, Side::Allied, "tb_op"),
    );
    let stacks: Vec<UnitId> = battle(&table).units[Side::Allied]
        .iter()
        .filter(|unit| {
            unit.parts
                .iter()
                .all(|part| part.hull == Hull::Class(tables().chart.find_class("mv_al").unwrap()))
        })
        .map(|unit| unit.id)
        .collect();
    for stack in &stacks {
        choose(
            &mut table,
            Side::Allied,
            Choice::Station(*stack, Stance::Withdrawal),
        );
    }
    choose(
        &mut table,
        Side::Allied,
        Choice::Station(dd, Stance::Screening),
    );
    choose(&mut table, Side::Allied, Choice::Block(hipper));
    choose(&mut table, Side::Allied, Choice::Done);
    choose(
        &mut table,
        Side::Allied,
        Choice::Station(boats, Stance::Screening),
    );
    choose(&mut table, Side::Allied, Choice::Block(type34));
    choose(&mut table, Side::Allied, Choice::Block(type36));
    assert_eq!(
        asked(&table, Side::Allied),
        Some(&Order::Maneuver),
        "two at most"
    );
    let battle = battle(&table);
    let one = |side, id| battle.unit(side, id).unwrap();
    let may = |by, at| battle.may_target(Side::Axis, one(Side::Axis, by), one(Side::Allied, at));
    assert!(
        stacks
            .iter()
            .all(|stack| !may(hipper, *stack) && !may(type34, *stack))
    );
    assert!(may(hipper, dd) && may(type36, boats));
    let back = |by, at| battle.may_target(Side::Allied, one(Side::Allied, by), one(Side::Axis, at));
    assert!(
        back(dd, hipper) && !back(dd, type34),
        "it fires only at those it blocks"
    );
    assert!(
        !back(stacks[0], hipper),
        "the screened do not fire at those who are kept away"
    );
}

/// A unit may protect one friend in the Deployment area from one enemy [7.5.4].
#[test]
fn a_screen_covers_a_friend() {
    let (mut table, ..) = engaged();
    run(&mut table);
    let hipper = unit(&table, Side::Axis, "admiral_hipper");
    let (dd, boats) = (
        unit(&table, Side::Allied, "dd_jr"),
        unit(&table, Side::Allied, "tb_op"),
    );
    choose(
        &mut table,
        Side::Allied,
        Choice::Station(dd, Stance::Screening),
    );
    choose(&mut table, Side::Allied, Choice::Cover(boats));
    choose(&mut table, Side::Allied, Choice::Block(hipper));
    let battle = battle(&table);
    assert_eq!(
        battle.unit(Side::Allied, dd).unwrap().screen,
        Screen::Friend {
            friend: boats,
            from: hipper
        }
    );
    let one = |side, id| battle.unit(side, id).unwrap();
    assert!(!battle.may_target(
        Side::Axis,
        one(Side::Axis, hipper),
        one(Side::Allied, boats)
    ));
    let mut away = one(Side::Allied, boats).clone();
    away.area = Area::Withdrawal;
    let seen = battle.may_target(Side::Axis, one(Side::Axis, hipper), &away);
    assert!(seen, "he is covered in the Deployment area only");
}

/// Every unscreened enemy is a target before any is one twice; TB fire only from the Torpedo Attack area, ES never; both
/// sides aim before either fires [7.5.2iii], [7.5.5] (R12, R76).
#[test]
fn guns_cover_all_before_any_twice() {
    let (mut table, ..) = engaged();
    run(&mut table);
    choose(&mut table, Side::Allied, Choice::Done);
    choose(&mut table, Side::Axis, Choice::Done);
    assert_eq!(asked(&table, Side::Allied), Some(&Order::Guns));
    assert_eq!(asked(&table, Side::Axis), Some(&Order::Guns));
    let dd = unit(&table, Side::Allied, "dd_jr");
    let fires = |table: &Table, side| -> Vec<(UnitId, UnitId)> {
        let choices = table.choices(side).into_iter();
        choices
            .filter_map(|c| match c {
                Choice::Fire(by, at) => Some((by, at)),
                _ => None,
            })
            .collect()
    };
    assert!(!fires(&table, Side::Allied).is_empty());
    assert!(
        fires(&table, Side::Allied).iter().all(|(by, _)| *by == dd),
        "TB and ES are silent"
    );
    let hipper = unit(&table, Side::Axis, "admiral_hipper");
    choose(&mut table, Side::Axis, Choice::Fire(hipper, dd));
    assert!(
        fires(&table, Side::Axis).iter().all(|(_, at)| *at != dd),
        "others are no target yet"
    );
    let eyes = |side: Side| View::new(tables(), &table.p, Viewer::Seat(side.seat()));
    assert_eq!(eyes(Side::Axis).battle().unwrap().guns.len(), 1);
    assert!(
        eyes(Side::Allied).battle().unwrap().guns.is_empty(),
        "it is not told yet"
    );
}

/// A TF of one single Light Ship unit may split its fire [7.5.2iii].
#[test]
fn a_lone_unit_splits_its_fire() {
    let mut table = Table::new("jw51b");
    let boats = fleet(&mut table, Side::Axis, &[], &[("dd_36a", 2)], "0515");
    let escort = fleet(
        &mut table,
        Side::Allied,
        &["sheffield"],
        &[("dd_jr", 2)],
        "0515",
    );
    meet(&mut table, boats, escort);
    let (own, cruiser, destroyers) = (
        unit(&table, Side::Axis, "dd_36a"),
        unit(&table, Side::Allied, "sheffield"),
        unit(&table, Side::Allied, "dd_jr"),
    );
    table.play().ask(Side::Axis, Order::Guns);
    choose(&mut table, Side::Axis, Choice::Fire(own, cruiser));
    choose(&mut table, Side::Axis, Choice::Fire(own, destroyers));
    let guns = &battle(&table).guns[Side::Axis];
    assert_eq!(
        guns.iter().map(|shot| shot.dice).collect::<Vec<_>>(),
        [1, 1]
    );
}

/// Units in the Torpedo Attack area use as many symbols as they like and are marked; never in Gales [7.5.2iv], [7.3],
/// [7.3.2], [9.2.5] (R75).
#[test]
fn torpedoes_are_fired_and_marked() {
    let (mut table, raider, _) = engaged();
    let own = unit(&table, Side::Axis, "dd_3436");
    let dd = unit(&table, Side::Allied, "dd_jr");
    let state = table.p.secret.battle.as_mut().unwrap();
    state.round = 2;
    state.unit_mut(Side::Axis, own).unwrap().area = Area::TorpedoAttack;
    table.play().ask(Side::Axis, Order::Torpedoes);
    let choices = table.choices(Side::Axis);
    assert!(
        choices.contains(&Choice::Torpedo(own, dd, 1))
            && choices.contains(&Choice::Torpedo(own, dd, 2))
    );
    choose(&mut table, Side::Axis, Choice::Torpedo(own, dd, 1));
    table.p.fleet_mut(Side::Axis).orders.clear();
    table
        .play()
        .battle_step(Stage::Run(crate::surface::Firing::Only(Side::Axis)));
    let class = tables().chart.find_class("dd_3436").unwrap();
    let pool = *table.force(Side::Axis, raider).units.pool(class).unwrap();
    assert_eq!((pool.spent, pool.loads(2)), (2, 2), "one symbol of two CS");
    table.p.weather.as_mut().unwrap().weather = Weather::Gales;
    let mut none = Vec::new();
    table.p.list_torpedoes(tables(), Side::Axis, &mut none);
    assert_eq!(none, [Choice::Auto, Choice::Done]);
}

/// Escorts that are lost on the Display come back to their force [7.5.5].
#[test]
fn escorts_come_back() {
    let (mut table, _, convoy) = engaged();
    let (hipper, escort) = (
        unit(&table, Side::Axis, "admiral_hipper"),
        unit(&table, Side::Allied, "es_uk"),
    );
    for _ in 0..6 {
        if battle(&table).unit(Side::Allied, escort).is_none() {
            break;
        }
        table.p.secret.battle.as_mut().unwrap().guns[Side::Axis] =
            vec![crate::surface::battle::Shot {
                by: hipper,
                at: escort,
                dice: 30,
            }];
        table
            .play()
            .battle_step(Stage::Shoot(crate::surface::Firing::Only(Side::Axis)));
    }
    assert!(
        battle(&table).unit(Side::Allied, escort).is_none(),
        "gone from the Display"
    );
    let es = table
        .force(Side::Allied, convoy)
        .units
        .cs(&tables().chart, |kind| kind == ShipType::Es);
    assert_eq!(es, 1, "and back in the force");
}

/// The surprised do not move in the first Round, and the attacker fires guns and torpedoes first; he may close at once
/// [7.5.3], [7.5.2ii].
#[test]
fn surprise_strikes_first() {
    let (mut table, raider, convoy) = barents_sea();
    table.play().deploy(
        Meeting {
            by: Side::Axis,
            attackers: vec![raider],
            target: convoy,
        },
        true,
    );
    run(&mut table);
    assert!(asked(&table, Side::Allied).is_none());
    assert_eq!(asked(&table, Side::Axis), Some(&Order::Maneuver));
    let own = unit(&table, Side::Axis, "dd_3436");
    assert!(
        table
            .choices(Side::Axis)
            .contains(&Choice::Station(own, Stance::TorpedoAttack))
    );
    choose(&mut table, Side::Axis, Choice::Done);
    assert_eq!(
        (asked(&table, Side::Axis), asked(&table, Side::Allied)),
        (Some(&Order::Guns), None)
    );
}

/// Once a German unit has lost a step the Axis must roll; others may [7.5.2v]. Merchant ships leave only off a friendly
/// shore (R13).
#[test]
fn the_axis_must_withdraw_when_hurt() {
    let (mut table, ..) = engaged();
    table.play().battle_step(Stage::Withdraw(Side::Axis));
    assert_eq!(asked(&table, Side::Axis), Some(&Order::Withdraw), "it may");
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.p.secret.battle.as_mut().unwrap().german_loss = true;
    table.play().battle_step(Stage::Withdraw(Side::Axis));
    assert!(asked(&table, Side::Axis).is_none(), "it must");
    assert!(table.log.events().iter().any(|e| matches!(
        e,
        crate::event::Event::Withdraws {
            side: Side::Axis,
            ..
        }
    )));
}

/// High Command Caution makes German TFs roll in every Round; other modifiers hold only if the Axis wants them [13.3].
#[test]
fn caution_leaves_the_modifiers_to_the_axis() {
    let (mut table, ..) = engaged();
    table.p.caution = true;
    table.play().battle_step(Stage::Withdraw(Side::Axis));
    assert_eq!(asked(&table, Side::Axis), Some(&Order::Caution(Vec::new())));
    assert!(
        table
            .choices(Side::Axis)
            .contains(&Choice::Apply(WithdrawalDrm::Night)),
        "JW-51B sails in the dark"
    );
    choose(&mut table, Side::Axis, Choice::Done);
    table.play().end_axis_phase();
    assert!(!table.p.caution);
}

/// With the option counters stay inverted at Night: the enemy sees their backs [7.5.9].
#[test]
fn counters_lie_inverted_at_night() {
    let (mut table, raider, convoy) = barents_sea();
    table.p.setup.options.push(OptionId::NightActions);
    meet(&mut table, raider, convoy);
    let seen = |side: Side| {
        let view = View::new(tables(), &table.p, Viewer::Seat(side.seat()));
        let units = view.battle().unwrap().units.into_iter();
        units
            .filter(|unit| unit.face.is_some())
            .map(|unit| unit.side)
            .collect::<Vec<_>>()
    };
    assert!(!seen(Side::Axis).is_empty());
    assert!(seen(Side::Axis).iter().all(|side| *side == Side::Axis));
    assert!(!seen(Side::Allied).is_empty());
    assert!(table.p.fleet(Side::Axis).met.is_empty(), "nothing was seen");
}

/// At Critical Fuel nobody evades; the Crippled and the Dead in the Water do not maneuver at all [7.5.2ii], [11.2.3] (R40).
#[test]
fn the_lame_do_not_maneuver() {
    let (mut table, raider, _) = engaged();
    let stances = |table: &Table| {
        let id = unit(table, Side::Axis, "admiral_hipper");
        let unit = battle(table).unit(Side::Axis, id).unwrap();
        table
            .p
            .stances(tables(), Side::Axis, unit)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        stances(&table),
        [Stance::Screening, Stance::Withdrawal, Stance::Evasion]
    );
    table
        .force(Side::Axis, raider)
        .fuel
        .as_mut()
        .unwrap()
        .status = crate::fuel::Status::Critical;
    assert_eq!(stances(&table), [Stance::Screening, Stance::Withdrawal]);
    table.force(Side::Axis, raider).units.ships[0].crippled = true;
    assert!(stances(&table).is_empty());
}

/// Convoy Ships leave a battle only off a friendly shore, ships Dead in the Water never [7.5.2v] (R13).
#[test]
fn merchant_ships_leave_only_off_a_friendly_shore() {
    let leaver = crate::surface::Leaver {
        kind: ShipType::Mv,
        speed: crate::units::Speed::Slow,
        crippled: false,
        area: Area::Withdrawal,
        critical_fuel: false,
    };
    let escape = |friendly_shore| crate::surface::Escape {
        night: true,
        weather: Weather::Fog,
        friendly_shore,
        caution: false,
    };
    let leaves = |unit, shore| crate::surface::withdrawal(tables(), 9, unit, escape(shore)).1;
    assert!(leaves(leaver, true) && !leaves(leaver, false));
    let dead = crate::surface::Leaver {
        speed: crate::units::Speed::None,
        ..leaver
    };
    assert!(!leaves(dead, true));
}

/// A Convoy that loses its last merchant ship is a TF from then on (R65); "2 Sunk" takes another Convoy Ship (R67), each
/// ship and CS being one lot (R42) [7.3.1].
#[test]
fn a_torpedo_sinks_two() {
    let (mut table, _, convoy) = barents_sea();
    let who = crate::sequence::Play::who(
        Side::Allied,
        table.p.fleet(Side::Allied).force(convoy).unwrap(),
    );
    let merchants = |table: &Table| {
        let force = table.p.fleet(Side::Allied).force(convoy).unwrap();
        force.units.merchants(&tables().chart)
    };
    let damage = TorpedoDamage {
        hits: 0,
        crippled: false,
        sunk: 2,
    };
    while merchants(&table) > 0 {
        let before = merchants(&table);
        let lot = table
            .play()
            .random_lot(Side::Allied, convoy, ShipType::is_merchant)
            .unwrap();
        let sunk = table.play().torpedo_hit(who, lot, damage);
        assert_eq!(merchants(&table), before - sunk);
        assert_eq!(sunk, before.min(2));
    }
    table.play().tidy_force(Side::Allied, convoy);
    assert_eq!(table.force(Side::Allied, convoy).kind, Kind::TaskForce);
    assert!(table.force(Side::Allied, convoy).sailing.is_none());
}

/// A step worth two CS falls by two Hits together; a single one lapses (chapter 7) (R24).
#[test]
fn a_wide_step_needs_two_hits() {
    let chart = &tables().chart;
    let id = chart.find_ship("sheffield").unwrap();
    let mut ship = chart.ship(id).clone();
    ship.steps.remove(1);
    let state = crate::forces::ShipState::new(id, &ship);
    let after = |hits| crate::forces::after_hits(&ship, state, hits).map(|state| state.step);
    assert_eq!((after(1), after(2)), (Some(0), Some(1)));
}
