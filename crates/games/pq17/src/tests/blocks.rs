//! Blocks that nobody may tell apart (chapter 1), [8.3], and what becomes of shadowers when forces combine [6.3.5].

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Id, Kind, Place, Shadower, Token};
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{Condition, Sector};
use crate::view::View;
use derbyhouse_kernel::{Chance, Viewer};

/// A Convoy on its planned way, unseen, and a Dummy that its owner has just sent to sea.
fn about_to_start(seed: u64) -> (Table, BlockId, BlockId) {
    let mut table = Table::new("pq6");
    table.chance = Chance::seeded(seed);
    let convoy = table.named(Side::Allied, "PQ-6").block;
    let reykjavik = tables().sheet.find_port("reykjavik").unwrap();
    table.force(Side::Allied, convoy).place = Place::Port(reykjavik);
    table
        .play()
        .make_dummy(Side::Allied, Place::Port(reykjavik));
    let dummies = table.p.fleet(Side::Allied).forces.iter();
    let dummy = dummies
        .filter(|force| force.kind == Kind::Dummy)
        .map(|force| force.block)
        .next_back()
        .unwrap();
    table.play().ask_plans();
    for side in Side::ALL {
        table.p.fleet_mut(side).orders.clear();
    }
    let force = table.force(Side::Allied, convoy);
    (force.place, force.token) = (Place::Sea(hex("0407")), Token(0));
    table
        .play()
        .place_dummy(Side::Allied, dummy, Choice::At(hex("0409")));
    (table, convoy, dummy)
}

fn appeared(table: &Table, side: Side) -> Vec<(crate::hex::Hex, Token)> {
    let events = table.log.events().iter();
    let lines = events.filter_map(|event| match event {
        Event::Appears { who, hex } if who.side == side => Some((*hex, who.token)),
        _ => None,
    });
    lines.collect()
}

/// When play starts, neither numbers nor the order of lines tell a Convoy from a Dummy [8.3].
#[test]
fn blocks_appear_in_no_order_that_tells() {
    let mut firsts = Vec::new();
    for seed in 0..24 {
        let (mut table, convoy, dummy) = about_to_start(seed);
        assert_eq!(table.token(Side::Allied, dummy), Token(0), "unseen");
        assert!(appeared(&table, Side::Allied).is_empty(), "and unsaid");
        table.play().appear();
        let (convoy, dummy) = (
            table.token(Side::Allied, convoy),
            table.token(Side::Allied, dummy),
        );
        firsts.push(convoy < dummy);
        let lines = appeared(&table, Side::Allied);
        assert!(lines.is_sorted(), "in the order of hexes: {lines:?}");
        assert!(lines.contains(&(hex("0407"), convoy)));
        assert!(lines.contains(&(hex("0409"), dummy)));
    }
    assert!(firsts.contains(&true) && firsts.contains(&false));
}

/// Until then the enemy counts the blocks that lay in port when plans were made [8.3].
#[test]
fn ports_look_full_until_play_starts() {
    let (mut table, ..) = about_to_start(1);
    let reykjavik = tables().sheet.find_port("reykjavik").unwrap();
    let seen = |table: &Table, side: Side| {
        let view = View::new(tables(), &table.p, Viewer::Seat(side.seat()));
        let mut ports = view.in_port(Side::Allied).into_iter();
        ports
            .find(|(port, _)| *port == reykjavik)
            .map_or(0, |p| p.1)
    };
    let before = seen(&table, Side::Axis);
    assert_eq!(seen(&table, Side::Allied), before - 2, "the owner knows");
    table.play().appear();
    assert_eq!(seen(&table, Side::Axis), before - 2);
}

/// One block lies in Tromso, whether it is the Axis Convoy or a Dummy [4.1.3], [12.3].
#[test]
fn one_block_lies_in_tromso() {
    let tromso = tables().sheet.find_port("tromso").unwrap();
    for condition in [Condition::AxisConvoy, Condition::None] {
        let mut table = super::special::holding("pq17", Side::Axis, condition);
        table.play().dummies_in_port();
        let forces = table.p.fleet(Side::Axis).forces.iter();
        let there = forces.filter(|force| force.place == Place::Port(tromso));
        assert_eq!(there.count(), 1, "{condition:?}");
    }
}

/// Dummies that merge are a block fewer to the enemy, and no word more [1.2.4].
#[test]
fn dummies_merge_in_silence() {
    let mut table = Table::new("pq6");
    table.p.fleet_mut(Side::Axis).forces.clear();
    let force = table.at_sea(Side::Axis, "dd_36a", 2, "0613");
    for _ in 0..2 {
        table.play().make_dummy(Side::Axis, Place::Sea(hex("0613")));
    }
    let before = table.token(Side::Axis, force);
    table.play().begin_combining(Side::Axis);
    let blocks = |table: &Table| table.p.at(Side::Axis, hex("0613")).count();
    assert_eq!(blocks(&table), 3, "not before their owner has answered");
    assert_eq!(table.choices(Side::Axis), [Choice::Done]);
    table.play().choose(Side::Axis, Choice::Done).unwrap();
    assert_eq!(blocks(&table), 2);
    let told = table
        .log
        .events()
        .iter()
        .any(|event| matches!(event, Event::DummyGone { .. }));
    assert!(!told);
    assert_ne!(table.token(Side::Axis, force), before, "mixed");
}

/// Combining is not among the ends of shadowing: who was with the block that is gone stays with the other [6.3.5].
#[test]
fn combining_shakes_nobody_off() {
    let mut table = Table::new("pq6");
    let a = table.at_sea(Side::Allied, "dd_jr", 3, "0513");
    let b = table.at_sea(Side::Allied, "dd_jr", 2, "0513");
    table.force(Side::Allied, b).id = Id::level(2);
    table.p.named = vec![(Sector::Barents, hex("0513"))];
    let token = table.token(Side::Allied, b);
    let sector = Shadower::Sector(Sector::Barents);
    table
        .play()
        .shadow(Side::Axis, token, Choice::Shadow(sector));
    table.play().merge(Side::Allied, a, b);
    let both = table.force(Side::Allied, a);
    assert_eq!(both.shadows, [sector]);
    assert_eq!(both.id, Id::level(2), "no level is lost [6.3.5]");
}

/// Two Convoys that combine keep one pack of those that shadowed them; the other stands up again [6.3.2].
#[test]
fn one_pack_stays_with_a_convoy() {
    let mut table = Table::new("pq12");
    let a = table.named(Side::Allied, "PQ-12").block;
    let sheet = table.force(Side::Allied, a).sailing.clone();
    let b = table.named(Side::Allied, "QP-8").block;
    let packs = [(a, Token(900)), (b, Token(901))].map(|(block, token)| {
        let force = table.force(Side::Allied, block);
        force.place = Place::Sea(hex("0511"));
        force.token = token;
        force.id = Id::level(2);
        force.sailing.clone_from(&sheet);
        let pack = table.at_sea(Side::Axis, "ss_de", 2, "0511");
        let shadow = Choice::Shadow(Shadower::Pack(pack));
        table.play().shadow(Side::Axis, token, shadow);
        pack
    });
    table.play().merge(Side::Allied, a, b);
    let convoy = table.force(Side::Allied, a);
    assert_eq!(convoy.shadows, [Shadower::Pack(packs[0])]);
    assert!(table.force(Side::Axis, packs[0]).shadowing);
    assert!(!table.force(Side::Axis, packs[1]).shadowing);
    assert!(!matches!(
        table.p.fleet(Side::Axis).orders.top(),
        Some(Order::Shadow(_))
    ));
}

fn offers(table: &Table, side: Side) -> Vec<Choice> {
    let mut out = Vec::new();
    table.p.list_combinations(tables(), side, &[], &mut out);
    out
}

/// Convoys that meet may exchange escorts, and two packs their submarines, within what each may hold [1.2.5], [1.2.1],
/// [1.2.2].
#[test]
fn convoys_and_packs_swap_too() {
    let mut table = Table::new("pq12");
    let [a, b] = ["PQ-12", "QP-8"].map(|name| table.named(Side::Allied, name).block);
    for (block, token) in [(a, Token(900)), (b, Token(901))] {
        let force = table.force(Side::Allied, block);
        (force.place, force.token) = (Place::Sea(hex("0409")), token);
    }
    let (first, second) = (a.min(b), a.max(b));
    assert!(offers(&table, Side::Allied).contains(&Choice::Swap(first, second)));
    let small = table.at_sea(Side::Axis, "ss_de", 2, "0613");
    let large = table.at_sea(Side::Axis, "ss_de", 4, "0613");
    let swap = Choice::Swap(small, large);
    assert!(offers(&table, Side::Axis).contains(&swap));
    table.play().combine(Side::Axis, Vec::new(), swap);
    let class = tables().chart.find_class("ss_de").unwrap();
    let hull = crate::forces::Hull::Class(class);
    let give = table.choices(Side::Axis);
    assert!(!give.contains(&Choice::Give(small, hull)), "four at most");
    table
        .play()
        .choose(Side::Axis, Choice::Give(large, hull))
        .unwrap();
    table.play().choose(Side::Axis, Choice::Done).unwrap();
    let cs = |table: &mut Table, block| table.force(Side::Axis, block).units.pools[0].cs;
    assert_eq!((cs(&mut table, small), cs(&mut table, large)), (3, 3));
}

/// British submarines in port go along with a Convoy that sails from there [1.2.1] (R101).
#[test]
fn submarines_join_a_convoy_in_port() {
    let mut table = Table::new("pq12");
    let convoy = table.named(Side::Allied, "QP-8");
    let (block, place) = (convoy.block, convoy.place);
    let pack = table.at_sea(Side::Allied, "ss_uk", 2, "0613");
    table.force(Side::Allied, pack).place = place;
    assert!(offers(&table, Side::Allied).contains(&Choice::Combine(block, pack)));
    table.play().merge(Side::Allied, block, pack);
    assert_eq!(table.force(Side::Allied, block).kind, Kind::Convoy);
}

/// One German pack may be off Murmansk: it does not become two there [5.1.4].
#[test]
fn a_pack_off_murmansk_does_not_split() {
    let mut table = Table::new("pq12");
    let pack = table.at_sea(Side::Axis, "ss_de", 4, "0817");
    let may = |table: &Table| {
        let force = table.p.fleet(Side::Axis).force(pack).unwrap();
        table.p.may_split(tables(), Side::Axis, force)
    };
    assert!(!may(&table));
    table.force(Side::Axis, pack).place = Place::Sea(hex("0617"));
    assert!(may(&table));
}

/// A force that refuelled and one that did not have the worse marker together; CAMs that flew have flown [11.1.1],
/// [1.4.3].
#[test]
fn combining_gives_nobody_fuel() {
    let mut table = Table::new("pq6");
    let a = table.at_sea(Side::Allied, "dd_jr", 3, "0513");
    let b = table.at_sea(Side::Allied, "dd_jr", 2, "0513");
    table.force(Side::Allied, a).motion.ras = true;
    table.play().merge(Side::Allied, a, b);
    assert!(!table.force(Side::Allied, a).motion.ras);
    let c = table.at_sea(Side::Allied, "es_uk", 1, "0513");
    table.force(Side::Allied, a).motion.ras = true;
    table.play().merge(Side::Allied, a, c);
    assert!(table.force(Side::Allied, a).motion.ras, "escorts need none");
}

/// One new Dummy for each port hex and turn, in port or off it; one that has only come in does not count [1.3].
#[test]
fn one_new_dummy_for_a_port_hex() {
    let mut table = Table::new("pq6");
    let port = tables().sheet.find_port("trondheim").unwrap();
    let off = tables().sheet.port(port).hex.to_string();
    let a = table.at_sea(Side::Axis, "dd_36a", 2, &off);
    let b = table.at_sea(Side::Axis, "dd_36a", 2, &off);
    table.play().make_dummy(Side::Axis, Place::Port(port));
    for block in [a, b] {
        let force = table.force(Side::Axis, block);
        (force.id, force.place) = (Id::ZERO, Place::Sea(hex(&off)));
    }
    table.play().begin_movement(Side::Axis);
    let both = [Choice::Pass, Choice::Dummy];
    let mut offered = table.choices(Side::Axis);
    offered.sort_unstable();
    let mut wanted = both;
    wanted.sort_unstable();
    assert_eq!(offered, wanted, "the old one does not count");
    table.play().choose(Side::Axis, Choice::Dummy).unwrap();
    assert_eq!(table.choices(Side::Axis), [Choice::Pass], "one is there");
    table.play().choose(Side::Axis, Choice::Pass).unwrap();
    assert_eq!(table.p.fleet(Side::Axis).orders.top(), Some(&Order::Helm));
    table.force(Side::Axis, a).place = Place::Port(port);
    assert!(!table.p.may_bring_dummy(tables(), Side::Axis, a));
    table.force(Side::Axis, a).place = Place::Sea(hex("0613"));
    assert!(table.p.may_bring_dummy(tables(), Side::Axis, a));
}

/// Given a force that has lain in port and one that has just come in, when they swap units, then neither has lain there for a
/// whole turn [11.3.1], [1.2.5].
#[test]
fn swapping_in_port_gives_nobody_a_turn() {
    let mut table = Table::new("pq6");
    let scapa = Place::Port(tables().sheet.find_port("scapa_flow").unwrap());
    let now = table.p.turn.later(4);
    table.p.turn = now;
    let [old, new] = [3, 2].map(|cs| table.at_sea(Side::Allied, "dd_jr", cs, "0513"));
    for (block, since) in [(old, crate::time::Turn::FIRST), (new, now)] {
        let force = table.force(Side::Allied, block);
        (force.place, force.in_port_since) = (scapa, since);
    }
    swap_one(&mut table, Side::Allied, new, old, "dd_jr");
    for block in [old, new] {
        assert_eq!(table.force(Side::Allied, block).in_port_since, now);
    }
}

/// One CS goes from a force to another in a swap.
fn swap_one(table: &mut Table, side: Side, from: BlockId, to: BlockId, class: &str) {
    let hull = crate::forces::Hull::Class(tables().chart.find_class(class).unwrap());
    let swap = Choice::Swap(from.min(to), from.max(to));
    table.play().combine(side, Vec::new(), swap);
    let give = Choice::Give(from, hull);
    table.play().choose(side, give).unwrap();
    table.play().choose(side, Choice::Done).unwrap();
}

/// Given a force that refuels at sea, when ships that did not come to it in a swap, then nobody has the oil: all have the worse
/// marker; Escorts need none [11.3.2], [11.1.1].
#[test]
fn swapping_gives_nobody_fuel() {
    for (class, keeps) in [("dd_jr", false), ("es_uk", true)] {
        let mut table = Table::new("pq6");
        let [a, b] = [3, 2].map(|cs| table.at_sea(Side::Allied, "dd_jr", cs, "0513"));
        let escorts = tables().chart.find_class("es_uk").unwrap();
        let pool = crate::forces::Pool::new(escorts, 1);
        table.force(Side::Allied, b).units.add(pool);
        table.force(Side::Allied, a).motion.ras = true;
        swap_one(&mut table, Side::Allied, b, a, class);
        let force = table.force(Side::Allied, a);
        assert_eq!(force.motion.ras, keeps, "{class}");
    }
}

/// Given two destroyers of which one is Inop, when they leave their force one by one, by a swap or a split, then the sound one
/// goes first and the other is Inop wherever she is [5.1.3].
#[test]
fn inop_units_stay_inop_in_another_block() {
    let mut table = Table::new("pq6");
    let kirkenes = Place::Port(tables().sheet.find_port("kirkenes").unwrap());
    let hull = crate::forces::Hull::Class(tables().chart.find_class("dd_36a").unwrap());
    let [a, b] = [2, 2].map(|cs| table.at_sea(Side::Axis, "dd_36a", cs, "0613"));
    let boats = tables().chart.find_class("es_de").unwrap();
    for block in [a, b] {
        let force = table.force(Side::Axis, block);
        force.units.add(crate::forces::Pool::new(boats, 1));
        force.place = kirkenes;
    }
    table.p.fleet_mut(Side::Axis).inop = vec![(a, hull)];
    swap_one(&mut table, Side::Axis, a, b, "dd_36a");
    assert_eq!(table.p.fleet(Side::Axis).inop, [(a, hull)]);
    swap_one(&mut table, Side::Axis, a, b, "dd_36a");
    assert_eq!(table.p.fleet(Side::Axis).inop, [(b, hull)]);
    let whole = crate::forces::Hurt::Whole;
    let mut play = table.play();
    let mut part = None;
    for _ in 0..4 {
        part = play.split_hull(Side::Axis, b, part, hull, whole);
    }
    assert_eq!(table.p.fleet(Side::Axis).inop, [(part.unwrap(), hull)]);
}

/// Given the submarines of a Convoy that has scattered, when forces combine, then they cannot go back into it [5.5], [1.2.1].
#[test]
fn a_scattered_convoy_takes_no_submarines_in() {
    let mut table = Table::new("pq12");
    let convoy = super::seaway::convoy(&mut table, "PQ-12", "0409");
    let subs = tables().chart.find_class("ss_uk").unwrap();
    let pool = crate::forces::Pool::new(subs, 1);
    table.force(Side::Allied, convoy).units.add(pool);
    table.play().scatter(Side::Allied, convoy);
    let joins = |choice: &Choice| matches!(choice, Choice::Combine(into, _) if *into == convoy);
    assert!(!offers(&table, Side::Allied).iter().any(joins));
}

/// Asks for a swap of two blocks; what may change places then.
fn swap_of(table: &mut Table, side: Side, a: BlockId, b: BlockId) -> Vec<Choice> {
    let swap = Choice::Swap(a.min(b), a.max(b));
    table.play().combine(side, Vec::new(), swap);
    table.choices(side)
}

/// A destroyer Dead in the Water, towed or not, needs fuel too: as she stays behind, not all change places, and both forces have
/// the worse marker. Who is not in a tow may be exchanged all the same [1.2.5], [11.1.1], [5.1.1].
#[test]
fn who_stays_behind_needs_fuel_too() {
    use crate::forces::{Hull, Tow};
    let class = tables().chart.find_class("dd_jr").unwrap();
    let hull = Hull::Class(class);
    for (diw, towed) in [(0, false), (1, false), (1, true)] {
        let mut table = Table::new("pq6");
        let [a, b] = [2, 2].map(|cs| table.at_sea(Side::Allied, "dd_jr", cs, "0513"));
        let [early, late] = [4, 12].map(|turns| {
            let turn = crate::time::Turn::FIRST.later(turns);
            crate::fuel::Fuel::warning(turn)
        });
        table.force(Side::Allied, a).fuel = Some(early);
        table.force(Side::Allied, b).fuel = Some(late);
        let force = table.force(Side::Allied, a);
        force.units.pools[0].diw = diw;
        if towed {
            force.tows.push(Tow {
                ship: hull,
                tug: hull,
            });
        }
        let offers = swap_of(&mut table, Side::Allied, a, b);
        assert!(offers.contains(&Choice::Give(a, hull)), "one is free");
        assert_eq!(offers.contains(&Choice::Relieve), diw == 0);
        if diw == 0 {
            table.play().choose(Side::Allied, Choice::Relieve).unwrap();
            assert_eq!(table.force(Side::Allied, a).fuel, Some(late));
            assert_eq!(table.force(Side::Allied, b).fuel, Some(early));
            continue;
        }
        table
            .play()
            .choose(Side::Allied, Choice::Give(a, hull))
            .unwrap();
        let second = table.choices(Side::Allied).contains(&Choice::Give(a, hull));
        assert_eq!(second, !towed, "the tug stays");
        if second {
            table
                .play()
                .choose(Side::Allied, Choice::Give(a, hull))
                .unwrap();
        }
        table.play().choose(Side::Allied, Choice::Done).unwrap();
        for block in [a, b] {
            assert_eq!(
                table.force(Side::Allied, block).fuel,
                Some(early),
                "the worse"
            );
        }
    }
}

/// Ships that relieve others take along what torpedoes they have left, of the same class too [1.2.5], [7.3.2].
#[test]
fn a_relief_exchanges_ships_not_torpedoes() {
    let mut table = Table::new("pq6");
    let [a, b] = [2, 3].map(|cs| table.at_sea(Side::Allied, "dd_jr", cs, "0513"));
    let symbols = {
        let class = tables().chart.find_class("dd_jr").unwrap();
        tables().chart.class(class).torpedoes
    };
    table.force(Side::Allied, a).units.pools[0].spent = 2 * symbols;
    swap_of(&mut table, Side::Allied, a, b);
    table.play().choose(Side::Allied, Choice::Relieve).unwrap();
    let pool = |table: &mut Table, block| table.force(Side::Allied, block).units.pools[0];
    assert_eq!((pool(&mut table, a).cs, pool(&mut table, a).spent), (3, 0));
    let other = pool(&mut table, b);
    assert_eq!((other.cs, other.spent), (2, 2 * symbols));
}

/// Given two blocks at sea, when they combine by choice or must as Dummies, then their enemy reads the same, before the answer and
/// after it [1.2.4], [1.3].
#[test]
fn dummies_merge_as_forces_combine() {
    let told = |dummies: bool| {
        let mut table = Table::new("pq6");
        table.p.fleet_mut(Side::Axis).forces.clear();
        let mut blocks = Vec::new();
        for _ in 0..2 {
            blocks.push(match dummies {
                true => {
                    let play = &mut table.play();
                    play.make_dummy(Side::Axis, Place::Sea(hex("0613")));
                    play.p.fleet(Side::Axis).forces.last().unwrap().block
                }
                false => table.at_sea(Side::Axis, "dd_36a", 2, "0613"),
            });
        }
        for (place, block) in blocks.iter().enumerate() {
            table.force(Side::Axis, *block).token = Token(900 + place as u16);
        }
        table.log = derbyhouse_kernel::Log::on();
        let read = |table: &Table| -> Vec<_> {
            let events = table.log.events().iter();
            let eyes = Some(Side::Allied);
            let lines = events.filter_map(|event| crate::lines::line(tables(), eyes, event));
            lines.map(|line| (line.text, line.rules)).collect()
        };
        table.play().begin_combining(Side::Axis);
        table.play().run();
        let asked = !table.p.fleet(Side::Axis).orders.is_empty();
        let before = (asked, read(&table));
        let choice = match dummies {
            true => Choice::Done,
            false => Choice::Combine(blocks[0], blocks[1]),
        };
        table.play().choose(Side::Axis, choice).unwrap();
        let left = table.p.at(Side::Axis, hex("0613")).count();
        (before, left, read(&table), table.log.revealed())
    };
    let silent = told(true);
    assert_eq!(silent, told(false));
    assert_eq!(silent.1, 1);
}

/// Given a block that appears beside another, when it is a part of a force, a Dummy or stragglers of a Convoy, then the enemy reads
/// the same of it, rule numbers and all, off a port as elsewhere [1.2.3], [1.3], [9.3.2].
#[test]
fn one_more_block_is_one_more_block() {
    let mut table = Table::new("pq6");
    let block = table.at_sea(Side::Allied, "dd_jr", 2, "0504");
    let force = table.p.fleet(Side::Allied).force(block).unwrap();
    let (who, from) = (crate::sequence::Play::who(Side::Allied, force), block);
    for at in ["0504", "0511"] {
        let hex = Some(hex(at));
        let events = [
            Event::Splits { who, from, hex },
            Event::DummyMade { who, hex },
            Event::Disperses {
                who,
                from,
                ships: 3,
                hex,
            },
        ];
        let read = events.map(|event| {
            let line = crate::lines::line(tables(), Some(Side::Axis), &event).unwrap();
            serde_json::to_string(&line).unwrap()
        });
        assert_eq!(read[0], read[1], "{at}");
        assert_eq!(read[0], read[2], "{at}");
    }
}
