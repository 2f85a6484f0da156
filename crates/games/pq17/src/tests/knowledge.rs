//! What is known, told, shadowed and forgotten (chapter 6).

use super::{Table, hex, tables};
use crate::choice::Choice;
use crate::forces::{Id, Kind, Shadower};
use crate::recon::Negation;
use crate::sequence::{Order, Purpose, Search, Success};
use crate::side::Side;
use crate::tables::{Find, Line, Sector};
use crate::time::Turn;

fn success(table: &Table, owner: Side, block: crate::forces::BlockId) -> Success {
    Success {
        search: Search {
            by: owner.other(),
            token: table.token(owner, block),
            purpose: Purpose::Reconnaissance,
            again: false,
        },
        symbol: false,
        sure: false,
        watermark: true,
        gain: 1,
    }
}

/// ID1 is told by the owner within half, ID2 exactly; the enemy's notebook keeps it [6.2.1] (R23).
#[test]
fn the_owner_tells_what_the_level_asks() {
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    table.play().steer(Side::Allied, convoy, Choice::Leave);
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().identify(Side::Allied, convoy, Id::level(1));
    // A cruiser, a counter of destroyers, one of escorts: three.
    assert_eq!(table.choices(Side::Allied), [2, 3, 4].map(Choice::Say));
    table.play().tell(Side::Allied, convoy, Choice::Say(4));
    table.play().identify(Side::Allied, convoy, Id::level(2));
    let notebook = &table.p.fleet(Side::Axis).notebook;
    assert_eq!(
        (notebook[0].report.warships, notebook[1].report.warships),
        (4, 3)
    );
    assert_eq!(notebook[0].report.large, Some(false));
    assert_eq!(
        notebook[1].report.exact.map(|exact| exact.convoy_ships),
        Some(8)
    );
}

/// Whether to announce a Wolfpack is asked of any block, but only a pack can say yes [6.2.2] (R73).
#[test]
fn only_packs_announce_packs() {
    let mut table = Table::new("pq6");
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "0613");
    let destroyers = table.at_sea(Side::Axis, "dd_36a", 2, "0612");
    for (block, can) in [(pack, true), (destroyers, false)] {
        let success = success(&table, Side::Axis, block);
        table.play().ask(Side::Axis, Order::Negate(success));
        let choices = table.choices(Side::Axis);
        assert!(choices.contains(&Choice::Pass));
        assert_eq!(choices.contains(&Choice::Negate(Negation::Wolfpack)), can);
        table.p.fleet_mut(Side::Axis).orders.clear();
    }
    let success = success(&table, Side::Axis, pack);
    table
        .play()
        .negate(success, Choice::Negate(Negation::Wolfpack));
    assert_eq!(table.force(Side::Axis, pack).id, Id::UNIDENTIFIED);
}

/// A success removes a Dummy and finds anything else [6.2], [6.5].
#[test]
fn a_success_unmasks_a_dummy() {
    let mut table = Table::new("pq6");
    table
        .p
        .fleet_mut(Side::Axis)
        .forces
        .retain(|force| force.kind != Kind::Dummy);
    table
        .play()
        .make_dummy(Side::Axis, crate::forces::Place::Sea(hex("0613")));
    let dummy = table
        .p
        .fleet(Side::Axis)
        .forces
        .iter()
        .find(|force| force.kind == Kind::Dummy)
        .unwrap()
        .block;
    let found = success(&table, Side::Axis, dummy);
    table.play().negate(found, Choice::Pass);
    assert!(table.p.fleet(Side::Axis).force(dummy).is_none());
}

/// What moves loses one ID; what stays, in PM turns only; what starts at ID0 is Unidentified again [6.6].
#[test]
fn movement_makes_the_enemy_forget() {
    let mut table = Table::new("pq6");
    let destroyers = table.at_sea(Side::Axis, "dd_36a", 2, "0613");
    table.force(Side::Axis, destroyers).id = Id::level(2);
    table.play().step_into(Side::Axis, destroyers, hex("0612"));
    table.play().end_move(Side::Axis, destroyers);
    assert_eq!(table.force(Side::Axis, destroyers).id, Id::level(1));
    table.play().begin_movement(Side::Axis);
    table.play().take_helm(Side::Axis, Choice::Done);
    assert_eq!(table.force(Side::Axis, destroyers).id, Id::level(1), "AM");
    table.p.turn = Turn::FIRST.later(1);
    table.play().begin_movement(Side::Axis);
    table.play().take_helm(Side::Axis, Choice::Done);
    assert_eq!(table.force(Side::Axis, destroyers).id, Id::ZERO, "PM");
    table.play().begin_movement(Side::Axis);
    assert_eq!(table.force(Side::Axis, destroyers).id, Id::UNIDENTIFIED);
}

/// A shadowed force keeps its ID as it moves; a pack goes with it; when the last shadower is gone it loses one [6.3],
/// [6.3.2], [6.3.5], [5.4] (R88).
#[test]
fn a_pack_shadows_a_convoy() {
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    table.play().steer(Side::Allied, convoy, Choice::Leave);
    let force = table.force(Side::Allied, convoy);
    force.place = crate::forces::Place::Sea(hex("0511"));
    force.id = Id::level(2);
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "0511");
    let token = table.token(Side::Allied, convoy);
    assert_eq!(
        table.p.shadowers(tables(), Side::Axis, token),
        [Shadower::Pack(pack)]
    );
    table
        .play()
        .shadow(Side::Axis, token, Choice::Shadow(Shadower::Pack(pack)));
    assert!(
        table.p.shadowers(tables(), Side::Axis, token).is_empty(),
        "one pack for each Convoy"
    );
    table.play().begin_movement(Side::Allied);
    table.play().step_into(Side::Allied, convoy, hex("0512"));
    assert_eq!(table.force(Side::Axis, pack).hex(), Some(hex("0512")));
    assert_eq!(table.force(Side::Allied, convoy).id, Id::level(2));
    let mut hunts = Vec::new();
    table.p.list_hunts(tables(), Side::Axis, &mut hunts);
    assert_eq!(hunts, [Choice::Done], "it cannot attack");
    table.play().lose_touch(Side::Allied, convoy);
    assert_eq!(table.force(Side::Allied, convoy).id, Id::level(1));
    assert!(!table.force(Side::Axis, pack).shadowing);
}

/// Given a hex in two sectors, when one of them names it, then that one may shadow what it finds there, and the other has not
/// searched [6.3.1], [6.4.2].
#[test]
fn the_sector_that_searched_shadows() {
    let mut table = Table::new("pq6");
    let ships = table.at_sea(Side::Allied, "dd_jr", 3, "0513");
    table.force(Side::Allied, ships).id = Id::level(1);
    let token = table.token(Side::Allied, ships);
    for sector in [Sector::Trondheim, Sector::Barents] {
        assert!(tables().sheet.sector(sector).contains(hex("0513")));
        let order = vec![(sector, hex("0513"))];
        table.play().name_sector(Side::Axis, order, Choice::Done);
        let assets = table.p.shadowers(tables(), Side::Axis, token);
        assert_eq!(assets, [Shadower::Sector(sector)]);
    }
}

/// A sector shadows only where it reaches and away from Interceptors, and gives a hex for each target [6.3.1], [6.4], [6.4.2].
#[test]
fn a_sector_shadows_within_its_reach() {
    let mut table = Table::new("pq6");
    let cruisers = table.at_sea(Side::Allied, "dd_jr", 3, "0513");
    table.force(Side::Allied, cruisers).id = Id::level(1);
    table.p.named = vec![(Sector::Trondheim, hex("0513"))];
    let token = table.token(Side::Allied, cruisers);
    let assets = table.p.shadowers(tables(), Side::Axis, token);
    assert_eq!(assets, [Shadower::Sector(Sector::Trondheim)]);
    table.play().shadow(
        Side::Axis,
        token,
        Choice::Shadow(Shadower::Sector(Sector::Trondheim)),
    );
    assert_eq!(table.p.shadowed_by(Sector::Trondheim), 1);
    table.play().step_into(Side::Allied, cruisers, hex("0514"));
    assert!(!table.force(Side::Allied, cruisers).shadows.is_empty());
    table.play().step_into(Side::Allied, cruisers, hex("0515"));
    assert!(
        table.force(Side::Allied, cruisers).shadows.is_empty(),
        "outside the sector"
    );
}

/// Whoever shadows a force that stays where it is may let go as well, before its Naval Movement Segment ends [6.3.5].
#[test]
fn a_shadower_lets_go_of_what_stays() {
    let mut table = Table::new("pq6");
    table.p.initiative = Side::Allied;
    table.p.secret.flags.initiative_used = true;
    let still = table.at_sea(Side::Allied, "dd_jr", 3, "0513");
    table.force(Side::Allied, still).id = Id::level(2);
    table.p.named = vec![(Sector::Barents, hex("0513"))];
    let token = table.token(Side::Allied, still);
    let sector = Shadower::Sector(Sector::Barents);
    table
        .play()
        .shadow(Side::Axis, token, Choice::Shadow(sector));
    table.play().begin_movement(Side::Allied);
    table.play().choose(Side::Allied, Choice::Done).unwrap();
    let release = Choice::Air(crate::air::AirChoice::Release(sector));
    assert!(table.choices(Side::Axis).contains(&release));
    table.play().choose(Side::Axis, release).unwrap();
    let force = table.force(Side::Allied, still);
    assert!(force.shadows.is_empty());
    assert_eq!(force.id, Id::level(1), "(R88)");
}

/// The searcher reads the card he drew; his enemy reads it only if it succeeds [6.2], [6.2.2].
#[test]
fn a_card_is_shown_when_it_succeeds() {
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    let who = crate::sequence::Play::who(Side::Allied, table.force(Side::Allied, convoy));
    let card = |open| crate::event::Event::Card {
        by: Side::Axis,
        who,
        number: 17,
        line: Some(Line::Air),
        find: Find::Anything,
        gain: 2,
        open,
    };
    let read = |eyes, open| crate::lines::line(tables(), eyes, &card(open)).map(|line| line.text);
    assert!(read(Some(Side::Axis), false).unwrap().contains("Card 17"));
    assert_eq!(read(Some(Side::Allied), false), None);
    assert_eq!(read(None, false), None);
    let shown = read(Some(Side::Allied), true).unwrap();
    assert!(shown.contains("air line"), "{shown}");
}

/// A block beside a Convoy that was found might be a pack: its owner is asked whether it shadows, whatever it is [6.3.2].
#[test]
fn who_might_shadow_is_asked() {
    let mut table = Table::new("pq6");
    let convoy = table.named(Side::Allied, "PQ-6").block;
    let force = table.force(Side::Allied, convoy);
    force.place = crate::forces::Place::Sea(hex("0407"));
    (force.id, force.token) = (Id::level(2), crate::forces::Token(900));
    table.at_sea(Side::Axis, "dd_36a", 2, "0407");
    let token = table.token(Side::Allied, convoy);
    table.play().offer_shadowing(Side::Axis, token);
    assert_eq!(table.choices(Side::Axis), [Choice::Pass]);
}

/// A sector follows no more targets than it has hexes [6.3.1], [6.4.2].
#[test]
fn a_sector_follows_as_many_as_it_has_hexes() {
    let mut table = Table::new("pq6");
    let hexes = table.p.scenario(tables()).search[Sector::Trondheim.index()];
    table.p.named = vec![(Sector::Trondheim, hex("0513"))];
    for number in 0..=hexes {
        let force = table.at_sea(Side::Allied, "dd_jr", 1, "0513");
        table.force(Side::Allied, force).id = Id::level(1);
        let token = table.token(Side::Allied, force);
        let trondheim = Shadower::Sector(Sector::Trondheim);
        let assets = table.p.shadowers(tables(), Side::Axis, token);
        assert_eq!(assets.contains(&trondheim), number < hexes);
        let choice = Choice::Shadow(trondheim);
        if number < hexes {
            table.play().shadow(Side::Axis, token, choice);
        }
    }
}
