//! How forces meet, who joins them, and how they part.

use super::{asked, barents_sea, battle, choose, engaged, fleet, meet, run, unit};
use crate::choice::Choice;
use crate::forces::{Engagement, Hull, Hurt, Id, Kind, Place, Pool, Shadower};
use crate::sequence::{Order, Purpose, Search, Step};
use crate::side::Side;
use crate::surface::battle::Course;
use crate::surface::{Area, Meeting, Opponent, Stage};
use crate::tables::OptionId;
use crate::tests::{Table, hex, tables};
use crate::units::{Category, ShipType};
use crate::view::View;
use crate::weather::Weather;
use derbyhouse_kernel::Viewer;

/// Against a force that is not weaker all German ships go to the Withdrawal area and roll; by reports alone an attack is
/// refused only if they prove it [7.5.7], [5.1.8] (R50, R79).
#[test]
fn hitler_calls_his_ships_back() {
    let (mut table, raider, cover) = super::raider_and_cover("admiral_hipper");
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
    meet(&mut table, raider, cover);
    assert!(table.p.hitler_recalls(tables()));
    table.play().battle_step(Stage::Maneuver(Side::Axis));
    let hipper = unit(&table, Side::Axis, "admiral_hipper");
    assert_eq!(
        battle(&table).unit(Side::Axis, hipper).unwrap().area,
        Area::Withdrawal
    );
    // What he feared is gone before step v: they roll all the same.
    let enemy = std::mem::take(&mut table.p.secret.battle.as_mut().unwrap().units[Side::Allied]);
    assert!(!table.p.hitler_recalls(tables()) && table.p.must_roll(tables(), Side::Axis));
    let battle = table.p.secret.battle.as_mut().unwrap();
    battle.units[Side::Allied] = enemy;
    battle.regroup();
    assert!(!battle.recalled, "he thinks again in the next Round");
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
    meet(&mut table, raider, convoy);
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
    let cover = super::cover(&mut table);
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

/// Given an admiral who let his submarines stay with their Convoy, when the counters of his enemy lie open, then he cannot take
/// that back; nor where his units went and what their torpedoes aim at, once all of them have, for the enemy answers to it
/// [7.4.6], [7.5.2ii], [7.5.2iv].
#[test]
fn what_the_enemy_answers_to_stands() {
    let (mut table, ..) = engaged();
    assert!(table.log.revealed(), "counters lie open");
    let ask = |table: &mut Table, stage: Stage| {
        table.log = derbyhouse_kernel::Log::on();
        table.play().battle_step(stage);
        assert!(!table.log.revealed());
    };
    ask(&mut table, Stage::Maneuver(Side::Allied));
    let mut answers = 0;
    while let Some(order) = asked(&table, Side::Allied) {
        let screens = matches!(order, Order::Screen(..));
        assert!(!table.log.revealed(), "not each unit: {answers}");
        let choices = table.choices(Side::Allied);
        let station = |choice: &&Choice| matches!(choice, Choice::Station(..));
        let next = choices.iter().find(station);
        let next = next.filter(|_| answers < 2 && !screens);
        let order = table.p.fleet_mut(Side::Allied).orders.pop().unwrap();
        let choice = next.copied().unwrap_or(Choice::Done);
        table.play().answer(Side::Allied, order, choice);
        answers += 1;
    }
    assert!(answers > 2 && table.log.revealed());
    for unit in &mut table.p.secret.battle.as_mut().unwrap().units[Side::Axis] {
        unit.area = Area::TorpedoAttack;
    }
    ask(&mut table, Stage::Aim(Side::Axis));
    let order = table.p.fleet_mut(Side::Axis).orders.pop().unwrap();
    table.play().answer(Side::Axis, order, Choice::Done);
    assert!(table.log.revealed());
}
