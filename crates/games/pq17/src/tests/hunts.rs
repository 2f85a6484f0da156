//! Submarine combat, die by die [7.4], [7.7.2].

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{BlockId, Id, Kind, Place, Pool, Shadower, Token, Units};
use crate::sequence::{Order, Play};
use crate::side::{Nation, Side};
use crate::submarines::{self, Attack, Hunters, TARGETS};
use crate::tables::{ShipList, SubmarineResult, TorpedoDamage};
use crate::time::Turn;
use crate::units::{Category, ShipType};
use crate::weather::Weather;
use derbyhouse_kernel::Chance;

/// Given a pack among the ships of a Scattered Convoy, when it attacks, then each sub makes one torpedo attack, and a die of
/// 0 or 1 expends the pack [7.7.2].
#[test]
fn a_pack_among_stragglers() {
    for (last, expended) in [(0, true), (1, true), (2, false)] {
        let mut table = Table::new("pq6");
        let convoy = table.named(Side::Allied, "PQ-6").block;
        let mv = tables().chart.find_class("mv_al").unwrap();
        let force = table.force(Side::Allied, convoy);
        (force.place, force.token, force.id) = (Place::Sea(hex("0511")), Token(900), Id::HIGHEST);
        force.units = Units {
            ships: Vec::new(),
            pools: vec![Pool::new(mv, 5)],
        };
        force.fuel = None;
        force.sailing.as_mut().unwrap().scattered = true;
        let pack = table.at_sea(Side::Axis, "ss_de", 3, "0511");
        table.force(Side::Axis, pack).id = Id::HIGHEST;
        // For each sub a ship and a die that misses; then the die for the torpedoes.
        table.chance = Chance::scripted([0, 0, 0, 0, 0, 0, last]);
        let who =
            |table: &Table, side, block| Play::who(side, table.p.fleet(side).force(block).unwrap());
        let (hunter, target) = (
            who(&table, Side::Axis, pack),
            who(&table, Side::Allied, convoy),
        );
        table.play().among_stragglers(hunter, target, 3);
        table.chance.settled().unwrap();
        let spent = table.force(Side::Axis, pack).units.pools[0].spent;
        assert_eq!(spent, if expended { 3 } else { 0 }, "{last}");
    }
}

/// ASW dice are counted for each nation; all count against the pack, but only twice its subs are rolled, and Soviet dice are
/// dropped first [7.4.1] (R14).
#[test]
fn asw_dice_by_nation() {
    let hunters = |nation, dd_tb, es| Hunters {
        nation,
        dd_tb,
        es,
        air: 0,
    };
    let all = [
        hunters(Nation::Soviet, 4, 0),
        hunters(Nation::British, 5, 1),
    ];
    // 4/3 and 5/3 rounded off, and an Escort; together nine CS would be three.
    assert_eq!(all.map(|own| own.dice()), [1, 3]);
    let rolled = |subs| submarines::asw_dice(&all, subs);
    assert_eq!(rolled(2), [(Nation::Soviet, 1), (Nation::British, 3)]);
    assert_eq!(rolled(1), [(Nation::Soviet, 0), (Nation::British, 2)]);
    let attack = |asw_dice| Attack {
        subs: 1,
        pack: Id::UNIDENTIFIED,
        asw_dice,
        night: false,
        weather: Weather::Fair,
        air_radius: false,
        high_speed: false,
        critical_fuel: false,
    };
    let drm = |dice: u8| attack(dice).drm(tables());
    assert_eq!(drm(4) - drm(0), -4, "before the cap");
}

/// An odd result expends torpedoes if every sub that could attack did; results of ASW fall on those that have not [7.4]
/// (R38, R78).
#[test]
fn odd_results_expend_torpedoes() {
    let result = |before, after| SubmarineResult {
        before,
        after,
        expended: false,
        ras_cancelled: false,
    };
    assert!(submarines::is_expended(result(1, 1), 5, true));
    assert!(!submarines::is_expended(result(1, 1), 4, true));
    assert!(!submarines::is_expended(result(1, 1), 5, false));
    // Three subs, two may attack after ASW, one is Held Down: one attacks.
    assert_eq!(submarines::attacking(3, result(0, 2), 1, 0), (0, 1));
    assert_eq!(submarines::attacking(3, result(2, 3), 0, 0), (2, 1));
    assert_eq!(submarines::attacking(3, result(0, 2), 1, 2), (0, 0));
}

/// A force with one ship.
fn lone(table: &mut Table, ship: &str) -> BlockId {
    let chart = &tables().chart;
    let id = chart.find_ship(ship).unwrap();
    for force in &mut table.p.fleet_mut(Side::Allied).forces {
        force.units.ships.retain(|state| state.ship != id);
    }
    let list = ShipList {
        ships: vec![id],
        classes: Vec::new(),
    };
    let block = table.put(Side::Allied, Units::of_list(chart, &list), "0511");
    table.force(Side::Allied, block).id = Id::ZERO;
    block
}

/// A sub names one of six categories, never submarines; a carrier answers to Capital and to Carrier, and a category that is not
/// there is not fired at [7.4.3] (R69).
#[test]
fn a_sub_aims_at_a_category() {
    assert!(!TARGETS.contains(&Category::Submarine));
    for category in [Category::Capital, Category::Carrier, Category::Heavy] {
        assert!(category.holds(ShipType::Cv), "{category:?}");
    }
    assert!(!Category::Cruiser.holds(ShipType::Cv));
    let fired = |aim: Category| {
        let mut table = Table::new("pq12");
        let carrier = lone(&mut table, "victorious");
        let pack = table.at_sea(Side::Axis, "ss_de", 1, "0511");
        assert_eq!(
            table.p.fleet(Side::Axis).force(pack).unwrap().kind,
            Kind::Wolfpack
        );
        let token = table.token(Side::Allied, carrier);
        table.play().located(Side::Axis, pack, token);
        let aims = TARGETS.map(Choice::Aim);
        assert_eq!(table.choices(Side::Axis), aims);
        let Some(Order::Aim(hunt)) = table.p.fleet_mut(Side::Axis).orders.pop() else {
            panic!("no aim")
        };
        table.play().aim(hunt, Choice::Aim(aim));
        let Some(crate::sequence::Step::Torpedo(hunt)) = table.p.secret.agenda.pop() else {
            panic!("no attack")
        };
        // A 9: the sub gets its shot.
        table.chance = Chance::scripted([9, 0, 0]);
        table.play().torpedo(hunt);
        let events = table.log.events().iter();
        events
            .filter(|event| matches!(event, crate::event::Event::Torpedoes { .. }))
            .count()
    };
    assert_eq!(fired(Category::Capital), 1);
    assert_eq!(fired(Category::Carrier), 1);
    assert_eq!(fired(Category::Convoy), 0);
}

/// Given a carrier that lies adrift, is Crippled or has Critical Fuel, when a sub fires at her, then the die gains what the table
/// says [7.3.1], [7.3.1b], [11.2], (chapter 7) (R40).
#[test]
fn hurt_ships_are_easier_to_torpedo() {
    let hit = |adrift: bool, crippled: bool, critical: bool, die: u32| {
        let mut table = Table::new("pq12");
        let carrier = lone(&mut table, "victorious");
        let pack = table.at_sea(Side::Axis, "ss_de", 1, "0511");
        let force = table.force(Side::Allied, carrier);
        let state = &mut force.units.ships[0];
        if adrift {
            state.step = tables().chart.ship(state.ship).steps.len() as u8 - 1;
        }
        state.crippled = crippled;
        if critical {
            force.fuel.as_mut().unwrap().status = crate::fuel::Status::Critical;
        }
        let who =
            |table: &Table, side, block| Play::who(side, table.p.fleet(side).force(block).unwrap());
        let (hunter, target) = (
            who(&table, Side::Axis, pack),
            who(&table, Side::Allied, carrier),
        );
        // She is the only ship; her die; the damage, if there is any.
        table.chance = Chance::scripted([0, die, 0]);
        table.play().fire(hunter, target, &[Category::Capital]);
        let mut events = table.log.events().iter();
        events.any(|event| matches!(event, crate::event::Event::Torpedoes { hits: 1, .. }))
    };
    let needs = |drm: i8| u32::try_from(tables().combat.torpedoes.success - drm).unwrap();
    let table = &tables().combat.torpedoes;
    for (adrift, crippled, critical, drm) in [
        (false, false, false, 0),
        (true, true, false, table.target_diw),
        (false, true, false, table.target_crippled),
        (false, false, true, table.target_critical_fuel),
    ] {
        assert!(hit(adrift, crippled, critical, needs(drm)));
        assert!(!hit(adrift, crippled, critical, needs(drm) - 1));
    }
}

/// In Gales no torpedo runs, not even at stragglers: a pack that could meet them draws for show [9.2.5], [6.8.1].
#[test]
fn gales_protect_stragglers() {
    let mut table = Table::new("pq6");
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "0511");
    for weather in Weather::ALL {
        table.p.weather = Some(crate::weather::Prevailing { weather, sum: 9 });
        let force = table.p.fleet(Side::Axis).force(pack).unwrap();
        let meets = table.p.may_meet(tables(), force);
        assert_eq!(meets, weather != Weather::Gales, "{weather}");
    }
}

/// Two ships sunk of a counter of many: both are of that counter, while it has any [7.3.1]; else another Convoy Ship (R67).
#[test]
fn two_of_a_counter_sink() {
    for (cs, left) in [(5, 3), (1, 0)] {
        let mut table = Table::new("pq6");
        let convoy = table.named(Side::Allied, "PQ-6").block;
        let [mv, dd] = ["mv_al", "dd_jr"].map(|name| tables().chart.find_class(name).unwrap());
        let force = table.force(Side::Allied, convoy);
        (force.place, force.token) = (Place::Sea(hex("0511")), Token(900));
        force.units = Units {
            ships: Vec::new(),
            pools: vec![Pool::new(mv, 9), Pool::new(dd, cs)],
        };
        force.units.pools.sort_unstable_by_key(|pool| pool.class);
        let place = force.units.pools.iter().position(|pool| pool.class == dd);
        let who = Play::who(Side::Allied, force);
        let lot = crate::losses::Lot::Pool(place.unwrap(), crate::forces::Hurt::Whole);
        let damage = TorpedoDamage {
            hits: 0,
            crippled: false,
            sunk: 2,
        };
        assert_eq!(table.play().torpedo_hit(who, lot, damage), 2);
        let units = &table.force(Side::Allied, convoy).units;
        assert_eq!(units.pool(dd).map_or(0, |pool| pool.cs), left);
        let merchants = if cs == 1 { 8 } else { 9 };
        assert_eq!(units.pool(mv).unwrap().cs, merchants);
    }
}

/// Given a pack that found a Scattered Convoy, when it attacks, then no category is asked for: the ships are random [7.7.2].
#[test]
fn stragglers_are_not_chosen() {
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    let force = table.force(Side::Allied, convoy);
    (force.place, force.token, force.id) = (Place::Sea(hex("0511")), Token(900), Id::HIGHEST);
    force.sailing.as_mut().unwrap().scattered = true;
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "0511");
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.play().located(Side::Axis, pack, Token(900));
    assert!(table.p.fleet(Side::Axis).orders.top().is_none());
    let step = table.p.secret.agenda.pop();
    assert!(matches!(step, Some(crate::sequence::Step::Torpedo(_))));
}

/// Given one escort that the first torpedoes sink, when ASW is rolled, then she rolls nothing [7.4.1], [7.4.3].
#[test]
fn sunk_escorts_hunt_nobody() {
    let mut table = Table::new("pq6");
    let escort = table.at_sea(Side::Allied, "es_uk", 1, "0511");
    table.force(Side::Allied, escort).id = Id::level(1);
    let pack = table.at_sea(Side::Axis, "ss_de", 6, "0511");
    let hunt = crate::sequence::Hunt {
        side: Side::Axis,
        pack,
        target: table.token(Side::Allied, escort),
        aims: vec![Category::Light; 6],
        offensive: false,
    };
    // A 9 lets subs attack first; a ship, a hit, the worst damage; then whatever else is rolled.
    table.chance = Chance::scripted([9, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]);
    table.play().torpedo(hunt);
    let mut dice = table.log.events().iter().filter_map(|event| match event {
        crate::event::Event::AswDice { dice, .. } => Some(dice.len()),
        _ => None,
    });
    assert_eq!(dice.next(), Some(0));
}

/// Given a pack in an Air Radius of its side, when it strikes another pack, then its ASW die has the +1 of the radius [7.4.4].
#[test]
fn patrols_help_subs_against_subs() {
    for (at, sunk) in [("0818", true), ("0511", false)] {
        let mut table = Table::new("pq6");
        let hunter = table.at_sea(Side::Allied, "ss_uk", 1, at);
        let prey = table.at_sea(Side::Axis, "ss_de", 2, at);
        let side = Side::Allied;
        assert_eq!(table.p.in_air_radius(tables(), side, hex(at)), sunk);
        let token = table.token(Side::Axis, prey);
        // Surprise, then a 7: an 8 is a Success.
        table.chance = Chance::scripted([9, 7, 0, 0, 0]);
        table.play().located(side, hunter, token);
        let left = table.force(Side::Axis, prey).units.pools[0].cs;
        assert_eq!(left, 2 - u8::from(sunk), "{at}");
    }
}

/// Given a pack that moved with the Convoy it shadows, when it loses touch, then it attacks nothing in that turn, not even
/// stragglers, and in the next it may [5.2], [5.4], [6.8.1].
#[test]
fn a_pack_that_followed_has_moved() {
    let mut table = Table::new("pq6");
    let convoy = table.convoy_at("PQ-6", "0511", 3);
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "0511");
    let token = table.token(Side::Allied, convoy);
    let shadow = Choice::Shadow(Shadower::Pack(pack));
    table.play().shadow(Side::Axis, token, shadow);
    table.play().begin_movement(Side::Allied);
    table.play().step_into(Side::Allied, convoy, hex("0512"));
    table.play().begin_movement(Side::Axis);
    table.play().lose_touch(Side::Allied, convoy);
    let attacks = |table: &Table| {
        let mut hunts = Vec::new();
        table.p.list_hunts(tables(), Side::Axis, &mut hunts);
        let force = table.p.fleet(Side::Axis).force(pack).unwrap();
        (hunts.len() > 1, table.p.may_meet(tables(), force))
    };
    assert_eq!(table.force(Side::Axis, pack).hex(), Some(hex("0512")));
    assert_eq!(attacks(&table), (false, false));
    table.p.turn = table.p.turn.later(1);
    table.play().begin_movement(Side::Axis);
    assert_eq!(attacks(&table), (true, true));
}

/// A pack that takes in one that followed a Convoy has moved as that has [1.2.4], [5.2].
#[test]
fn packs_that_combine_have_moved_as_either() {
    let mut table = Table::new("pq6");
    let lurks = table.at_sea(Side::Axis, "ss_de", 1, "0511");
    let followed = table.at_sea(Side::Axis, "ss_de", 1, "0511");
    table.force(Side::Axis, followed).motion.followed = Some(table.p.turn);
    assert!(table.force(Side::Axis, lurks).may_hunt(Turn::FIRST));
    table.play().merge(Side::Axis, lurks, followed);
    assert!(!table.force(Side::Axis, lurks).may_hunt(Turn::FIRST));
}

/// Given a TF that went three hexes, when subs attack it in the turn in which it did, then it has the modifier of High Speed; in the
/// Allied Phase a TF of the Axis has not moved yet, whatever it did in the turn before. Cruisers that keep up with such a TF
/// are as fast as it is [7.4], [5.4], [11.1.3].
#[test]
fn high_speed_is_that_of_this_turn() {
    let fast = |active: Side, side: Side, follows: bool| {
        let mut table = Table::new("pq12");
        table.p.active = Some(active);
        let class = |side| {
            if side == Side::Axis {
                "dd_36a"
            } else {
                "dd_jr"
            }
        };
        let ships = table.at_sea(side, class(side), 2, "0511");
        match follows {
            false => table.force(side, ships).motion.hexes = tables().speeds[0],
            true => {
                let leader = table.at_sea(side.other(), class(side.other()), 2, "0511");
                let force = table.force(side.other(), leader);
                force.motion.hexes = tables().speeds[0];
                force.shadows = vec![Shadower::Cruisers(ships)];
                let turn = table.p.turn;
                let force = table.force(side, ships);
                (force.shadowing, force.motion.followed) = (true, Some(turn));
            }
        }
        let pack = if side == Side::Axis { "ss_uk" } else { "ss_de" };
        let pack = table.at_sea(side.other(), pack, 2, "0511");
        let hunt = crate::sequence::Hunt {
            side: side.other(),
            pack,
            target: table.token(side, ships),
            aims: vec![Category::Light; 2],
            offensive: false,
        };
        table.play().torpedo(hunt);
        let mut events = table.log.events().iter();
        let drms = events.find_map(|event| match event {
            crate::event::Event::Closes { drms, .. } => Some(drms.clone()),
            _ => None,
        });
        drms.unwrap().iter().any(|(what, _)| *what == "high speed")
    };
    assert!(!fast(Side::Allied, Side::Axis, false), "that was last turn");
    assert!(
        fast(Side::Axis, Side::Axis, false),
        "it hunts a pack, or passes"
    );
    assert!(fast(Side::Axis, Side::Allied, false));
    assert!(fast(Side::Allied, Side::Allied, false), "it passes a pack");
    assert!(fast(Side::Axis, Side::Allied, true), "with what it shadows");
}
