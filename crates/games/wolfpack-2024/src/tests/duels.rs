//! Boats against escorts: pages 53 and 60.

use super::*;
use crate::asw::Post;
use crate::boat::{Place, TubeState};
use crate::boats::TorpedoType;
use crate::conditions::{Light, Time};
use crate::duels::removes;
use crate::escorts::Hold;
use crate::sequence::Phase;
use crate::ships::ShipResult;
use crate::space::Facing;

fn station(x: i8, y: i8) -> Post {
    Post::Station {
        at: at(x, y),
        patience: 3,
        range: 4,
    }
}

/// W on the Attack map facing east with steam in every tube, and an escort there.
fn facing(post: Post) -> Rig<'static> {
    let mut rig = patrol();
    rig.attack(W, at(2, 7), Facing::E).tubes = [TubeState::Loaded(TorpedoType::G7a); 6];
    rig.escort(0, post);
    rig
}

fn fire(rig: &mut Rig<'_>) {
    rig.p.phase = Phase::Attack;
    rig.play(|play| play.start_firing());
    rig.run();
}

fn engage(rig: &mut Rig<'_>, letter: Letter, number: u8) {
    rig.say(letter, &format!("engage {number}"));
    rig.say(letter, "escort 0");
}

/// Detonation cards of a torpedo that explodes, and what it then does to an escort.
fn blast(result: ShipResult) -> Vec<u8> {
    let explodes = detonation(|card| card.explodes[0]);
    let hurts = first(DeckName::Detonation, |place| {
        let card = &tables().cards.detonation[place];
        card.ship[Size::Medium.index()] == result && place != usize::from(explodes)
    });
    vec![explodes, hurts]
}

/// [60.escort_range] Range 1 to 6, in arc, not in her own space; one escort for a boat and phase.
#[test]
fn escorts_are_fired_at_from_near() {
    for (post, allowed) in [
        (station(3, 7), true),
        (station(8, 7), true),
        (station(9, 7), false),
        (station(2, 7), false),
        (station(2, 2), true), // abeam, without a modifier
        (station(1, 7), true), // astern: the stern tube bears
    ] {
        let mut rig = facing(post);
        fire(&mut rig);
        let offered = (1..=5).any(|number| rig.may(W, &format!("engage {number}")));
        assert_eq!(offered, allowed, "{post:?}");
    }
    let mut rig = facing(station(1, 7));
    fire(&mut rig);
    assert!(
        !rig.may(W, "engage 1") && rig.may(W, "engage 5"),
        "dead astern only the stern tube bears"
    );
    let mut rig = facing(station(5, 7));
    rig.escort(1, station(5, 6));
    fire(&mut rig);
    engage(&mut rig, W, 1);
    rig.say(W, "engage 2");
    assert_eq!(rig.offers(W), [say("escort 0"), say("back")]);
}

/// [60.escort_to_hit] (R12) The fast column, d10 minus defence, natural 10 and 1; nothing else counts.
#[test]
fn an_escort_is_hit_on_the_fast_column() {
    use crate::conditions::{Speed, Weather};
    let shown = combat(|card| {
        card.to_hit(Speed::Fast, Weather::Good) != card.to_hit(Speed::Slow, Weather::Good)
    });
    let number = tables().cards.combat[usize::from(shown)].to_hit(Speed::Fast, Weather::Good);
    let defence = tables().escorts.list[0].defence;
    for d10 in 1..=10u8 {
        let mut rig = facing(station(5, 7));
        rig.p.conditions.speed = Speed::Slow;
        rig.stack(DeckName::Combat, &[shown]);
        rig.d10s(&[d10]);
        fire(&mut rig);
        engage(&mut rig, W, 1);
        rig.say(W, "done");
        let sum = d10 as i8 - defence;
        let hits = d10 == 10 || d10 != 1 && sum >= number as i8;
        assert!(
            rig.saw(
                |event| matches!(event, Event::EscortCheck { total, to_hit, hit, .. }
            if (*total, *to_hit, *hit) == (sum, number, hits))
            ),
            "{d10}"
        );
    }
}

/// [60.escort_removed_xp] (R13) Damaged or sunk it is out of the game and the boat's trophy, without points.
#[test]
fn a_torpedoed_escort_is_out_of_the_game() {
    for (result, gone) in [
        (ShipResult::Damaged, true),
        (ShipResult::Sunk, true),
        (ShipResult::Superficial, false),
    ] {
        assert_eq!(removes(result), gone);
        let mut rig = facing(station(5, 7));
        rig.d10s(&[10]);
        rig.stack(DeckName::Detonation, &blast(result));
        fire(&mut rig);
        engage(&mut rig, W, 1);
        rig.say(W, "done");
        assert_eq!(rig.p.hunt.escorts[0].post == Post::Gone, gone, "{result}");
        assert_eq!((rig.boat(W).escorts_sunk, rig.p.vp), (u8::from(gone), 0));
    }
    assert_eq!(tables().scoring.xp_per_escort, 20);
}

/// [60.several_attackers] All boats fire before anything is resolved; the order is random, and torpedoes at an escort that
/// is gone are spent all the same.
#[test]
fn several_boats_fire_at_one_escort() {
    let mut rig = facing(station(5, 7));
    rig.attack(X, at(2, 6), Facing::E);
    let order = battle(|card| card.random_of(2) == Some(1));
    let sure = several(DeckName::Battle, 1, |card| {
        tables().cards.battle[card].d10 == 10 && card != usize::from(order)
    });
    rig.stack(DeckName::Battle, &[order, sure[0]]);
    rig.stack(DeckName::Detonation, &blast(ShipResult::Sunk));
    fire(&mut rig);
    engage(&mut rig, W, 1);
    engage(&mut rig, X, 1);
    engage(&mut rig, X, 2);
    rig.say(W, "done");
    assert!(
        !rig.saw(|event| matches!(event, Event::EscortCheck { .. })),
        "X has not said all yet"
    );
    rig.say(X, "done");
    assert!(rig.saw(|event| matches!(
        event,
        Event::Wasted {
            boat: X,
            torpedoes: 2,
            ..
        }
    )));
    assert_eq!((rig.boat(W).escorts_sunk, rig.boat(X).escorts_sunk), (1, 0));
    assert_eq!(rig.p.spent[..2], [[1, 0], [2, 0]]);
    assert!(rig.p.volleys.is_empty());
}

/// [60.escort_reaction] (R49) (R94) A surviving escort has full contact: from its place on a surfaced attacker, on top of
/// a submerged one; if it holds another boat it keeps her.
#[test]
fn an_escort_that_survives_turns_on_the_boat() {
    for (depth, on_top) in [(Depth::SURFACE, false), (Depth::PERISCOPE, true)] {
        let mut rig = facing(station(5, 7));
        rig.boat(W).depth = depth;
        rig.d10s(&[1]);
        fire(&mut rig);
        engage(&mut rig, W, 1);
        rig.say(W, "done");
        let escort = rig.p.hunt.escorts[0];
        assert_eq!(
            escort.contact.map(|contact| (contact.boat, contact.hold)),
            Some((W, Hold::Contact))
        );
        assert_eq!(escort.post == Post::OnTop, on_top, "{depth}");
        assert!(rig.boat(W).contacted);
    }
    let mut rig = facing(station(5, 7));
    rig.attack(X, at(9, 7), Facing::E);
    rig.p.hunt.escorts.clear();
    rig.hunter(0, station(5, 7), X, 0);
    rig.d10s(&[1]);
    fire(&mut rig);
    engage(&mut rig, W, 1);
    rig.say(W, "done");
    while !is_quiet(&rig.p) {
        rig.say(X, "done");
    }
    assert_eq!(
        rig.p.hunt.escorts[0].contact.map(|contact| contact.boat),
        Some(X)
    );
}

/// [60.wake_by_day] (R48) Steam at an escort leaves a wake like any other.
#[test]
fn steam_at_an_escort_leaves_a_wake() {
    let mut rig = facing(station(5, 7));
    rig.p.conditions.time = Time::Day;
    rig.stack(
        DeckName::Combat,
        &[combat(|card| card.icons(Light::DayGood, 0).binoculars)],
    );
    rig.d10s(&[1]);
    fire(&mut rig);
    engage(&mut rig, W, 1);
    rig.say(W, "done");
    assert!(rig.saw(|event| matches!(event, Event::Wake { seen: true, .. })));
}

/// [5.repull_list] [60.escort_to_hit] On the Attack map a miss, a dud or a scratch may be pulled again; on the Approach
/// map nothing [53.to_hit_fast].
#[test]
fn only_on_the_attack_map_may_cards_be_pulled_again() {
    let mut rig = facing(station(5, 7));
    rig.boat(W).tp = 1;
    rig.d10s(&[1]);
    fire(&mut rig);
    engage(&mut rig, W, 1);
    rig.say(W, "done");
    assert_eq!(
        rig.offers(W),
        ["keep", "repull to-hit", "repull d10"].map(say)
    );
    let mut rig = hunted(1);
    rig.boat(W).tp = 8;
    rig.d10s(&[1]);
    rig.say(W, "tubes 1");
    assert!(rig.saw(|event| matches!(event, Event::EscortCheck { hit: false, .. })));
    assert!(!rig.may(W, "keep"));
}

/// W on the Approach map with an escort at that distance, asked at the end of the ASW phase.
fn hunted(distance: u8) -> Rig<'static> {
    let mut rig = patrol();
    let location = tables().approach.location(rig.boat(W).approach().unwrap());
    let boat = rig.boat(W);
    boat.tubes = [TubeState::Loaded(TorpedoType::G7a); 6];
    boat.tubes[3] = TubeState::Empty;
    boat.reloads = [[1, 1], [0, 0]];
    let post = if distance == 0 {
        Post::OnTop
    } else {
        Post::Search(location)
    };
    rig.hunter(0, post, W, distance);
    rig.play(|play| play.offer_fights());
    rig
}

/// [53.who_may_fire] At distance 1 or 0, from the surface or periscope depth, only the boat that is held.
#[test]
fn a_held_boat_may_fire_at_her_hunter() {
    for (distance, asked) in [(0, true), (1, true), (2, false)] {
        let mut rig = hunted(distance);
        rig.boat(X);
        assert_eq!(!is_quiet(&rig.p), asked, "distance {distance}");
        assert!(rig.p.orders[X.index()].is_empty());
    }
    for (depth, asked) in [(Depth::PERISCOPE, true), (Depth::SHALLOW, false)] {
        let mut rig = hunted(2);
        rig.boat(W).depth = depth;
        rig.p.hunt.escorts[0].contact.as_mut().unwrap().distance = 1;
        rig.play(|play| play.offer_fights());
        assert_eq!(!is_quiet(&rig.p), asked, "{depth}");
    }
}

/// [53.one_end_declared] [53.instant_reload] [53.removed_xp] Tubes of one end, all named first and all spent; then each is
/// filled at once from that end, as long as there is something.
#[test]
fn she_names_her_tubes_and_fills_them_at_once() {
    let mut rig = hunted(1);
    let offers: Vec<String> = rig.offers(W).iter().map(ToString::to_string).collect();
    assert!(offers.contains(&"tubes 123".to_owned()) && offers.contains(&"tubes 5".to_owned()));
    assert!(
        !offers
            .iter()
            .any(|tubes| tubes.contains('4') || tubes.contains('1') && tubes.contains('5'))
    );
    rig.d10s(&[10]);
    rig.stack(DeckName::Detonation, &blast(ShipResult::Damaged));
    rig.say(W, "tubes 123");
    assert_eq!(rig.p.hunt.escorts[0].post, Post::Gone);
    assert!(rig.saw(|event| matches!(event, Event::Wasted { torpedoes: 2, .. })));
    assert_eq!((rig.boat(W).escorts_sunk, rig.p.spent[0]), (1, [3, 0]));
    assert_eq!(rig.offers(W), ["load 1 G7a", "load 1 G7e"].map(say));
    rig.say(W, "load 1 G7e");
    let boat = rig.boat(W);
    assert_eq!(
        boat.tubes[..3],
        [
            TubeState::Loaded(TorpedoType::G7e),
            TubeState::Loaded(TorpedoType::G7a), // there was only one kind left
            TubeState::Empty,
        ]
    );
    assert!(boat.reloads[0] == [0, 0] && is_quiet(&rig.p));
}

/// [53.to_hit_fast] (R48) (R94) No wake, no reaction, no contact lost: the hunt goes on as it was.
#[test]
fn nothing_follows_a_miss_on_the_approach_map() {
    let mut rig = hunted(1);
    rig.p.conditions.time = Time::Day;
    let before = rig.p.hunt.escorts[0];
    rig.d10s(&[1]);
    rig.say(W, "tubes 1");
    assert_eq!((rig.p.hunt.escorts[0], rig.pulled(Pull::Wake)), (before, 0));
    assert!(matches!(rig.boat(W).place, Place::Approach(_)));
}
