//! Battles on the Battle Display [7.5], laid out by hand.

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Engagement, Hull, Hurt, Id, Kind, Place, Pool, Shadower, Units};
use crate::sequence::{Order, Purpose, Search, Step};
use crate::side::Side;
use crate::surface::battle::{Battle, Course, Screen, UnitId};
use crate::surface::{Area, Meeting, Opponent, Stage, Stance, WithdrawalDrm};
use crate::tables::{OptionId, ShipList, TorpedoDamage};
use crate::units::{Category, ShipType};
use crate::view::View;
use crate::weather::Weather;
use derbyhouse_kernel::Viewer;

/// Ships and classes at sea in one force.
fn fleet(
    table: &mut Table,
    side: Side,
    ships: &[&str],
    classes: &[(&str, u8)],
    at: &str,
) -> BlockId {
    let chart = &tables().chart;
    let list = ShipList {
        ships: ships
            .iter()
            .map(|id| chart.find_ship(id).unwrap())
            .collect(),
        classes: Vec::new(),
    };
    for force in &mut table.p.fleet_mut(side).forces {
        force
            .units
            .ships
            .retain(|state| !list.ships.contains(&state.ship));
    }
    table
        .p
        .fleet_mut(side)
        .forces
        .retain(|force| force.kind == Kind::Dummy || !force.units.is_empty());
    let mut units = Units::of_list(chart, &list);
    for (class, cs) in classes {
        units.add(Pool::new(chart.find_class(class).unwrap(), *cs));
    }
    table.put(side, units, at)
}

fn battle(table: &Table) -> &Battle {
    table.p.battle().unwrap()
}

/// The unit of a side that holds that ship or class.
fn unit(table: &Table, side: Side, name: &str) -> UnitId {
    let chart = &tables().chart;
    let hull = match chart.find_ship(name) {
        Some(ship) => Hull::Ship(ship),
        None => Hull::Class(chart.find_class(name).unwrap()),
    };
    let units = battle(table).units[side].iter();
    let mut units = units.filter(|unit| unit.parts.iter().any(|part| part.hull == hull));
    units.next().unwrap().id
}

/// Runs the table until somebody is asked.
fn run(table: &mut Table) {
    table.play().run();
}

fn asked(table: &Table, side: Side) -> Option<&Order> {
    table.p.fleet(side).orders.top()
}

fn choose(table: &mut Table, side: Side, choice: Choice) {
    table.play().choose(side, choice).unwrap();
}

/// Hipper's TF against the convoy of the rulebook's example: one DD, four TB, one ES, merchant ships [7.5.7].
fn barents_sea() -> (Table, BlockId, BlockId) {
    let mut table = Table::new("jw51b");
    let raider = fleet(
        &mut table,
        Side::Axis,
        &["admiral_hipper"],
        &[("dd_3436", 2), ("dd_36a", 1)],
        "0515",
    );
    let convoy = table.named(Side::Allied, "JW-51B").block;
    let chart = &tables().chart;
    let force = table.force(Side::Allied, convoy);
    force.place = Place::Sea(hex("0515"));
    force.id = Id::level(1);
    force.token = crate::forces::Token(900);
    force.units.ships.clear();
    force.units.pools.clear();
    for (class, cs) in [
        ("dd_jr", 1),
        ("tb_old", 1),
        ("tb_op", 3),
        ("es_uk", 1),
        ("mv_al", 13),
    ] {
        let class = chart.find_class(class).unwrap();
        force.units.add(Pool::new(class, cs));
    }
    force.fuel = Some(crate::fuel::Fuel::on_leaving(
        tables(),
        crate::time::Turn::FIRST,
        crate::fuel::Leaving::default(),
    ));
    (table, raider, convoy)
}

fn engaged() -> (Table, BlockId, BlockId) {
    let (mut table, raider, convoy) = barents_sea();
    let meeting = Meeting {
        by: Side::Axis,
        attackers: vec![raider],
        target: convoy,
    };
    table.play().deploy(meeting, false);
    (table, raider, convoy)
}

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
    table.play().deploy(
        Meeting {
            by: Side::Axis,
            attackers: vec![raider],
            target: convoy,
        },
        false,
    );
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
    table.play().deploy(
        Meeting {
            by: Side::Axis,
            attackers: vec![boats],
            target: escort,
        },
        false,
    );
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

/// Against a force that is not weaker all German ships go to the Withdrawal area and roll; by reports alone an attack is
/// refused only if they prove it [7.5.7], [5.1.8] (R50, R79).
#[test]
fn hitler_calls_his_ships_back() {
    let mut table = Table::new("jw51b");
    let raider = fleet(&mut table, Side::Axis, &["admiral_hipper"], &[], "0515");
    let cover = fleet(
        &mut table,
        Side::Allied,
        &["sheffield", "jamaica"],
        &[],
        "0515",
    );
    table.force(Side::Allied, cover).id = Id::level(2);
    let attacks = |table: &Table| {
        let mut out = Vec::new();
        table.p.list_attacks(tables(), Side::Axis, &mut out);
        out
    };
    let token = table.token(Side::Allied, cover);
    assert_eq!(
        attacks(&table),
        [Choice::Engage(raider, token)],
        "nothing proves it stronger"
    );
    table.play().deploy(
        Meeting {
            by: Side::Axis,
            attackers: vec![raider],
            target: cover,
        },
        false,
    );
    assert!(table.p.hitler_recalls(tables()));
    table.play().battle_step(Stage::Maneuver(Side::Axis));
    let hipper = unit(&table, Side::Axis, "admiral_hipper");
    assert_eq!(
        battle(&table).unit(Side::Axis, hipper).unwrap().area,
        Area::Withdrawal
    );
    let seen = table.p.fleet(Side::Axis).met.last().unwrap().seen;
    assert_eq!(
        seen,
        Opponent {
            bb_bc: 0,
            bb_bc_unhit: 0,
            cruisers: 2,
            dd_tb_cs: 0
        }
    );
    table.play().end_battle();
    table.force(Side::Axis, raider).motion.engagement = Engagement::Fresh;
    assert!(attacks(&table).is_empty(), "now he knows");
}

/// ID3 by Day and ID2 at Night after each Round; fuel is spent; the Axis die ends the battle [7.5.2vi], [6.7], [11.1.3]
/// (R9).
#[test]
fn a_battle_ends_and_costs_fuel() {
    let (mut table, raider, convoy) = engaged();
    let marker =
        |table: &mut Table, side, block| table.force(side, block).fuel.unwrap().marker.unwrap().1;
    let before = [
        marker(&mut table, Side::Axis, raider),
        marker(&mut table, Side::Allied, convoy),
    ];
    table.p.secret.battle.as_mut().unwrap().round = 10;
    table.play().battle_step(Stage::End);
    assert!(table.p.battle().is_none(), "ten Rounds at most");
    assert_eq!(table.force(Side::Axis, raider).id, Id::level(2), "Night");
    let cost = tables().fuel.surface_combat;
    assert_eq!(
        marker(&mut table, Side::Axis, raider),
        before[0].earlier(cost)
    );
    assert_eq!(
        marker(&mut table, Side::Allied, convoy),
        before[1].earlier(cost)
    );
}

/// A Convoy without warships is attacked for a few Rounds in which it does not fire, then it scatters [7.5.8], [5.5] (R27).
#[test]
fn a_convoy_without_escort_scatters() {
    let (mut table, raider, convoy) = barents_sea();
    let chart = &tables().chart;
    let force = table.force(Side::Allied, convoy);
    force
        .units
        .pools
        .retain(|pool| chart.class(pool.class).kind.is_merchant());
    force.fuel = None;
    table.play().deploy(
        Meeting {
            by: Side::Axis,
            attackers: vec![raider],
            target: convoy,
        },
        false,
    );
    let Course::Unescorted { prey, left } = battle(&table).course else {
        panic!("no such Rounds")
    };
    // Two, one more without warships from the start, one fewer at Night.
    assert_eq!((prey, left), (Side::Allied, 2));
    run(&mut table);
    for _ in 0..8 {
        if table.p.battle().is_none() {
            break;
        }
        assert!(asked(&table, Side::Allied).is_none());
        choose(&mut table, Side::Axis, Choice::Auto);
    }
    assert!(table.p.battle().is_none());
    let left = table.p.fleet(Side::Allied).force(convoy);
    assert!(left.is_none_or(|force| force.is_scattered()));
}

/// A TF that found its target is intercepted by one card; the question is put by what lies open, whatever the block is;
/// who caught it attacks it instead [7.5.1] (R28, R92).
#[test]
fn a_covering_force_intercepts() {
    let (mut table, raider, convoy) = barents_sea();
    let token = table.token(Side::Allied, convoy);
    table.play().announce(Side::Axis, raider, token);
    table.p.secret.agenda.clear();
    table.play().has_found(raider);
    table.play().offer_intercept();
    assert!(
        asked(&table, Side::Allied).is_none(),
        "nothing else is there"
    );
    table.p.secret.agenda.clear();
    table
        .play()
        .make_dummy(Side::Allied, Place::Sea(hex("0515")));
    table.play().offer_intercept();
    assert_eq!(
        asked(&table, Side::Allied),
        Some(&Order::Intercept),
        "blind"
    );
    assert_eq!(table.choices(Side::Allied), [Choice::Pass]);
    let cover = fleet(
        &mut table,
        Side::Allied,
        &["sheffield", "jamaica"],
        &[],
        "0515",
    );
    let hunter = table.token(Side::Axis, raider);
    assert!(
        table
            .choices(Side::Allied)
            .contains(&Choice::Intercept(cover, hunter))
    );
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.p.secret.agenda.clear();
    table.play().has_intercepted(Side::Allied, cover, hunter);
    table.play().clash();
    let Some(Step::Meet(meeting)) = table.p.secret.agenda.pop() else {
        panic!("no battle")
    };
    assert_eq!(
        meeting,
        Meeting {
            by: Side::Allied,
            attackers: vec![cover],
            target: raider
        }
    );
    assert!(table.p.secret.agenda.is_empty(), "the Convoy is left alone");
}

/// A TF beside the battle joins by a card from the second Round on, and its counters make change with those there
/// [7.5.2i], [1.4].
#[test]
fn a_tf_joins_the_battle() {
    let (mut table, ..) = engaged();
    table.play().offer_join(Side::Axis, Vec::new());
    assert!(asked(&table, Side::Axis).is_none(), "nobody is there");
    let second = fleet(
        &mut table,
        Side::Axis,
        &["lutzow"],
        &[("dd_3436", 1), ("dd_36a", 2)],
        "0515",
    );
    table.play().offer_join(Side::Axis, Vec::new());
    assert_eq!(
        table.choices(Side::Axis),
        [Choice::Join(second), Choice::Pass]
    );
    let told = |choice| {
        let view = View::new(tables(), &table.p, Viewer::Seat(Side::Axis.seat()));
        crate::scene::outlook(view, &choice)
    };
    let enemy = table.p.join_target(Side::Axis).unwrap();
    let (join, engage) = (
        told(Choice::Join(second)),
        told(Choice::Engage(second, enemy)),
    );
    assert_eq!(
        join[0].share, engage[0].share,
        "a card as to find any target"
    );
    assert_eq!(join.len(), 1, "nobody is surprised by then");
    assert_eq!(engage[1].label, "then it is a surprise");
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.p.secret.battle.as_mut().unwrap().round = 3;
    table.play().commit_to_battle(Side::Axis, second);
    let stacks: Vec<u8> = battle(&table).units[Side::Axis]
        .iter()
        .map(|unit| unit.hulls())
        .collect();
    assert_eq!(
        stacks.iter().filter(|cs| **cs == 3).count(),
        2,
        "two 3CS counters: {stacks:?}"
    );
    assert_eq!(stacks.len(), 4);
    assert_eq!(
        table.force(Side::Axis, second).motion.engagement,
        Engagement::Fought,
        "once in a Segment"
    );
}

/// Subs of a Convoy that is not surprised may strike the attacker first; the question is blind [7.4.6].
#[test]
fn submarines_of_a_convoy_strike_first() {
    let (mut table, raider, convoy) = barents_sea();
    let meeting = Meeting {
        by: Side::Axis,
        attackers: vec![raider],
        target: convoy,
    };
    table
        .play()
        .ask(Side::Allied, Order::SubStrike(meeting.clone()));
    assert_eq!(table.choices(Side::Allied), [Choice::Pass], "it has none");
    let subs = tables().chart.find_class("ss_uk").unwrap();
    table
        .force(Side::Allied, convoy)
        .units
        .add(Pool::new(subs, 2));
    let token = table.token(Side::Axis, raider);
    choose(&mut table, Side::Allied, Choice::Strike(token));
    assert!(matches!(asked(&table, Side::Allied), Some(Order::Aim(_))));
    let pack = table
        .p
        .fleet(Side::Allied)
        .forces
        .iter()
        .find(|force| force.kind == Kind::Wolfpack && force.hex() == Some(hex("0515")));
    assert_eq!(
        pack.unwrap()
            .units
            .cs(&tables().chart, ShipType::is_submarine),
        2
    );
    let _ = Category::Heavy;
}

/// After a battle with a Capital Ship unhit Allied cruisers may split off and shadow her TF; they go where it goes
/// [6.3.3], [6.3].
#[test]
fn cruisers_shadow_after_battle() {
    let mut table = Table::new("pq12");
    let tirpitz = fleet(
        &mut table,
        Side::Axis,
        &["tirpitz"],
        &[("dd_36a", 2)],
        "0511",
    );
    let cruisers = fleet(
        &mut table,
        Side::Allied,
        &["sheffield"],
        &[("dd_jr", 2)],
        "0511",
    );
    table.force(Side::Axis, tirpitz).id = Id::level(3);
    table.play().deploy(
        Meeting {
            by: Side::Allied,
            attackers: vec![cruisers],
            target: tirpitz,
        },
        false,
    );
    table.p.secret.agenda.clear();
    table.play().end_battle();
    let sheffield = tables().chart.find_ship("sheffield").unwrap();
    assert!(
        table
            .choices(Side::Allied)
            .contains(&Choice::TakeShip(sheffield))
    );
    choose(&mut table, Side::Allied, Choice::TakeShip(sheffield));
    let shadows = table.force(Side::Axis, tirpitz).shadows.clone();
    let [Shadower::Cruisers(own)] = shadows[..] else {
        panic!("{shadows:?}")
    };
    table.play().begin_movement(Side::Axis);
    table.play().step_into(Side::Axis, tirpitz, hex("0512"));
    assert_eq!(table.force(Side::Allied, own).hex(), Some(hex("0512")));
}

/// A TF that attacks a Scattered or Dispersed Convoy sinks one ship and no more [7.7], [7.7.1].
#[test]
fn a_tf_runs_down_one_straggler() {
    let (mut table, raider, convoy) = barents_sea();
    table
        .force(Side::Allied, convoy)
        .sailing
        .as_mut()
        .unwrap()
        .scattered = true;
    let before = table
        .force(Side::Allied, convoy)
        .units
        .convoy_ships(&tables().chart);
    table.play().meet(Meeting {
        by: Side::Axis,
        attackers: vec![raider],
        target: convoy,
    });
    assert!(table.p.battle().is_none());
    assert_eq!(
        table
            .force(Side::Allied, convoy)
            .units
            .convoy_ships(&tables().chart),
        before - 1
    );
}

/// With the option counters stay inverted at Night: the enemy sees their backs [7.5.9].
#[test]
fn counters_lie_inverted_at_night() {
    let (mut table, raider, convoy) = barents_sea();
    table.p.setup.options.push(OptionId::NightActions);
    table.play().deploy(
        Meeting {
            by: Side::Axis,
            attackers: vec![raider],
            target: convoy,
        },
        false,
    );
    let seen = |side: Side| {
        let view = View::new(tables(), &table.p, Viewer::Seat(side.seat()));
        let units = view.battle().unwrap().units.into_iter();
        units
            .filter(|unit| unit.face.is_some())
            .map(|unit| unit.side)
            .collect::<Vec<_>>()
    };
    assert!(seen(Side::Axis).iter().all(|side| *side == Side::Axis));
    assert!(!seen(Side::Allied).is_empty());
    assert!(table.p.fleet(Side::Axis).met.is_empty(), "nothing was seen");
}

/// With the option each Hit on a destroyer rolls her fate; Crippled and Dead in the Water she is 0 CS [7.9] (R41).
#[test]
fn destroyers_meet_their_fate() {
    let mut table = Table::new("jw51b");
    table.p.setup.options.push(OptionId::DestroyerHits);
    let block = fleet(&mut table, Side::Allied, &[], &[("dd_jr", 40)], "0515");
    let class = tables().chart.find_class("dd_jr").unwrap();
    let mut sunk = 0;
    for _ in 0..40 {
        let who = crate::sequence::Play::who(
            Side::Allied,
            table.p.fleet(Side::Allied).force(block).unwrap(),
        );
        let Some(lot) = table
            .play()
            .lot(Side::Allied, block, Hull::Class(class), Hurt::Whole)
        else {
            break;
        };
        let (down, die) = table.play().hit_class(who, lot);
        assert!(die.is_some());
        sunk += down;
    }
    let pool = table
        .p
        .fleet(Side::Allied)
        .force(block)
        .and_then(|f| f.units.pool(class))
        .copied();
    let pool = pool.unwrap();
    assert!(
        pool.cs == 0 && pool.crippled > 0 && pool.diw > 0 && sunk > 0,
        "{pool:?}"
    );
    assert!(sunk + pool.hulls() < 40, "some were only damaged");
}

/// Several TFs may try together, each with its own card; a second card for what is shadowed [7.1], [7.1.1], [7.5].
#[test]
fn tfs_try_together() {
    let (mut table, raider, convoy) = barents_sea();
    let second = fleet(&mut table, Side::Axis, &["lutzow"], &[], "0515");
    let token = table.token(Side::Allied, convoy);
    table.play().begin_surface(Side::Axis);
    choose(&mut table, Side::Axis, Choice::Engage(raider, token));
    assert_eq!(
        table.choices(Side::Axis),
        [Choice::With(second), Choice::Go, Choice::Pass]
    );
    let order = table.p.fleet_mut(Side::Axis).orders.pop().unwrap();
    assert_eq!(order, Order::Together);
    table.play().together(Side::Axis, Choice::With(second));
    let agenda = &table.p.secret.agenda;
    let draws = agenda.top().into_iter().chain(agenda.below_top());
    let draws = draws.filter(|step| {
        matches!(
            step,
            Step::Search(Search {
                purpose: Purpose::Engage(_),
                ..
            })
        )
    });
    assert_eq!(draws.count(), 2);
}

/// A TF that has found its target is taken: it joins no other battle before its own [7.5].
#[test]
fn who_found_a_target_joins_no_other_battle() {
    let (mut table, raider, convoy) = barents_sea();
    let target = table.force(Side::Allied, convoy).token;
    table.play().announce(Side::Axis, raider, target);
    table.play().has_found(raider);
    assert!(table.force(Side::Axis, raider).may_engage(tables()));
    table.play().clash();
    assert!(!table.force(Side::Axis, raider).may_engage(tables()));
}

/// The Surprise roll is made at Night or in Poor Weather, for interceptors too [7.6].
#[test]
fn surprise_needs_the_dark() {
    let (mut table, ..) = barents_sea();
    let place = Place::Sea(hex("0515"));
    assert!(table.p.is_dim(tables(), place), "Night");
    table = Table::new("pq17");
    assert!(!table.p.is_dim(tables(), place), "a fair Day");
    table.p.weather.as_mut().unwrap().weather = Weather::Fog;
    assert!(table.p.is_dim(tables(), place));
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

/// A pack that fails of Surprise is ambushed by the pack it meant to strike; both are ID1 afterwards [7.4.4] (R57).
#[test]
fn packs_ambush_packs() {
    let mut table = Table::new("pq6");
    let german = table.at_sea(Side::Axis, "ss_de", 2, "0613");
    let british = table.at_sea(Side::Allied, "ss_uk", 2, "0613");
    table.force(Side::Allied, british).id = Id::ZERO;
    let token = table.token(Side::Allied, british);
    table.play().located(Side::Axis, german, token);
    let subs = |table: &Table, side, block| {
        let force = table.p.fleet(side).force(block);
        force.map_or(0, |force| {
            force.units.cs(&tables().chart, ShipType::is_submarine)
        })
    };
    let left = subs(&table, Side::Axis, german) + subs(&table, Side::Allied, british);
    assert!(left >= 3, "one die, one CS at most");
    for (side, block) in [(Side::Axis, german), (Side::Allied, british)] {
        let id = table.p.fleet(side).force(block).map(|force| force.id);
        assert!(id.is_none_or(|id| id >= Id::level(1)));
    }
}
