//! Guns, depth charges, rams: pages 49, 50, 52 and 54.

use super::*;
use crate::asw::Post;
use crate::asw::strikes::charge_cards;
use crate::calendar::Era;
use crate::cards::AswRow;
use crate::crew::Severity;
use crate::escorts::{CaptainId, Equipment, EscortId, Hold};
use crate::ring::Location;
use crate::sequence::Step;
use crate::space::Facing;

const ID: EscortId = EscortId(0);

/// W on the Approach map, held from there.
fn approach(depth: Depth, distance: u8) -> Rig<'static> {
    let mut rig = patrol();
    rig.boat(W).depth = depth;
    let post = if distance == 0 {
        Post::OnTop
    } else {
        Post::Search(Location::E)
    };
    rig.hunter(0, post, W, distance);
    rig
}

/// W on the Attack map, held by an escort so many spaces off, or on top.
fn attack(depth: Depth, off: Option<i8>) -> Rig<'static> {
    let mut rig = patrol();
    rig.p.turn = 12;
    rig.attack(W, at(2, 8), Facing::N).depth = depth;
    let post = off.map_or(Post::OnTop, |off| Post::Station {
        at: at(2 + off, 8),
        patience: 3,
        range: 9,
    });
    rig.hunter(0, post, W, 0).arrived = 11;
    rig
}

/// Lets the escort attack and gives the number of cards and their row.
fn strike(rig: &mut Rig<'_>) -> Option<(u8, AswRow, Hold)> {
    rig.play(|play| play.strike_boat(ID));
    loop {
        match rig.p.agenda.pop()? {
            Step::Barrage(barrage) => return Some((barrage.left, barrage.row, barrage.hold)),
            _ => continue,
        }
    }
}

fn gun() -> u8 {
    tables().escorts.list[0].gun[0]
}

/// [49.guns_approach] [49.surface_row] [52.guns_if_no_ram] Surfaced on the Approach map: once at distance 1, twice on top
/// if it does not ram, which is tried first (R45); not from farther off.
#[test]
fn guns_on_the_approach_map() {
    assert_eq!(strike(&mut approach(Depth::SURFACE, 2)), None);
    let once = Some((gun(), AswRow::Surface, Hold::Contact));
    assert_eq!(strike(&mut approach(Depth::SURFACE, 1)), once);
    let mut rig = approach(Depth::SURFACE, 0);
    rig.d10s(&[2]);
    assert_eq!(
        strike(&mut rig),
        Some((2 * gun(), AswRow::Surface, Hold::Contact))
    );
    assert_eq!(rig.pulled(Pull::RamCheck), 1);
}

/// [49.guns_attack] (R99) Within 6 spaces: once on the turn it came to its request, later twice.
#[test]
fn guns_on_the_attack_map() {
    for (off, arrived, times) in [(6, 11, 2), (6, 12, 1), (7, 11, 0)] {
        let mut rig = attack(Depth::SURFACE, Some(off));
        rig.p.hunt.escorts[0].arrived = arrived;
        let cards = strike(&mut rig).map_or(0, |(cards, ..)| cards);
        assert_eq!(
            (cards, rig.pulled(Pull::RamCheck)),
            (times * gun(), 0),
            "{off} spaces off"
        );
    }
}

/// [52.ram_check] [52.ram_cards] A 1 rams: eight cards on the surface row and no guns (R45), and the escort is out of the
/// game.
#[test]
fn a_ram_costs_the_escort_too() {
    let mut rig = attack(Depth::SURFACE, None);
    rig.d10s(&[1]);
    assert_eq!(strike(&mut rig), Some((8, AswRow::Surface, Hold::Contact)));
    assert_eq!(rig.p.hunt.escorts[0].post, Post::Gone);
    assert!(!rig.p.is_held(W));
}

/// An attack tick, and none.
fn willing(attacks: bool) -> u8 {
    battle(|card| card.attack == attacks)
}

/// [50.position_on_top] [50.helmsman] [50.row_and_column] On top of a submerged boat: one battle card says whether charges
/// fall (R87), two for an elite helmsman; row by depth, column by contact.
#[test]
fn charges_fall_on_a_submerged_boat() {
    let charges = tables().escorts.list[0].charges[0];
    assert_eq!(
        strike(&mut attack(metres(60), Some(1))),
        None,
        "not from beside"
    );
    for (elite, ticks, falls) in [
        (false, [false, true], false),
        (false, [true, false], true),
        (true, [false, true], true),
    ] {
        let mut rig = attack(metres(60), None);
        rig.p.hunt.escorts[0].elite_helm = elite;
        rig.p.hunt.escorts[0].contact.as_mut().unwrap().hold = Hold::Lost1;
        rig.stack(DeckName::Battle, &ticks.map(willing));
        let expected = falls.then_some((charges, AswRow::M60, Hold::Lost1));
        assert_eq!(strike(&mut rig), expected, "elite {elite}, {ticks:?}");
    }
}

/// [50.cards_plus_3_periscope] [35.blow_half_charges] [54.charge_depth] Three more at periscope depth, half in a blow,
/// rounded down, and nothing below the reach of the charges, where not even a card is pulled and contact goes on (R8).
#[test]
fn the_number_of_charges() {
    let unfitted = tables().escorts.list[0].charges[0];
    let fitted = tables().escorts.list[0].charges[1];
    for (equipment, depth, blowing, cards) in [
        (
            Equipment::EarlyNoRadar,
            Depth::PERISCOPE,
            false,
            Some(unfitted + 3),
        ),
        (Equipment::EarlyNoRadar, metres(105), false, Some(unfitted)),
        (Equipment::EarlyNoRadar, metres(120), false, None),
        (Equipment::EarlyAll, metres(90), true, Some(fitted / 2)),
        (Equipment::LateAll, metres(195), false, Some(fitted)),
        (Equipment::LateAll, metres(210), false, None),
    ] {
        let mut rig = attack(depth, None);
        rig.p.hunt.escorts[0].equipment = Some(equipment);
        rig.boat(W).blowing = blowing;
        rig.stack(DeckName::Battle, &[willing(true)]);
        assert_eq!(
            strike(&mut rig).map(|(cards, ..)| cards),
            cards,
            "{equipment} at {depth}"
        );
        assert_eq!(
            (rig.pulled(Pull::ChargeCheck), rig.p.is_held(W)),
            (usize::from(cards.is_some()), true)
        );
    }
    let half = charge_cards(tables(), 5, Era::Early, metres(90), false, true);
    assert_eq!(half, Some(2), "rounded down");
}

/// [50.aggression] A captain without aggression attacks below 15 m only on the Approach map.
#[test]
fn timid_captains_stay_shallow() {
    let timid = tables()
        .escorts
        .captains
        .iter()
        .position(|captain| !captain.aggressive);
    for (inside, depth, falls) in [
        (true, metres(30), false),
        (true, metres(15), true),
        (true, Depth::PERISCOPE, true),
        (false, metres(30), true),
    ] {
        let mut rig = if inside {
            attack(depth, None)
        } else {
            approach(depth, 0)
        };
        rig.p.hunt.escorts[0].captain = timid.map(|place| CaptainId(place as u8));
        rig.stack(DeckName::Battle, &[willing(true)]);
        assert_eq!(
            strike(&mut rig).is_some(),
            falls,
            "inside {inside}, {depth}"
        );
    }
}

/// [52.ram_check] At periscope depth a ram check follows the charges.
#[test]
fn after_charges_at_periscope_depth_it_may_ram() {
    let mut rig = attack(Depth::PERISCOPE, None);
    let ram = first(DeckName::Battle, |place| {
        tables().cards.battle[place].d10 == 1 && place != usize::from(willing(false))
    });
    rig.stack(DeckName::Battle, &[willing(false), ram]);
    rig.play(|play| play.strike_boat(ID));
    rig.run();
    assert!(rig.saw(|event| matches!(event, Event::RamCheck { rams: true, .. })));
}

/// [50.one_card_at_a_time] [50.row_and_column] [24.sunk_stops_draws] Card by card, each hit resolved before the next; when
/// the boat is gone the rest is not pulled.
#[test]
fn cards_fall_one_by_one() {
    let hits = several(DeckName::AswAttack, 6, |card| {
        tables().cards.asw[card]
            .hit(AswRow::M60, Hold::Contact)
            .is_some()
    });
    let mut rig = attack(metres(60), None);
    rig.boat(W).flood.level = 7;
    rig.stack(DeckName::AswAttack, &hits);
    // A card that floods in the column of the first hit.
    let severity: Severity = tables().cards.asw[usize::from(hits[0])]
        .hit(AswRow::M60, Hold::Contact)
        .unwrap();
    let floods = detonation(|card| card.boat[severity.index()].flood > 0);
    rig.stack(DeckName::Detonation, &[floods]);
    rig.play(|play| play.barrage(W, AswRow::M60, Hold::Contact, 6, true));
    rig.run();
    assert_eq!(
        (
            rig.pulled(Pull::AswAttackCard),
            rig.pulled(Pull::UboatDamageCard)
        ),
        (1, 1)
    );
    assert!(matches!(rig.boat(W).place, crate::boat::Place::Lost(_)));
    let misses = several(DeckName::AswAttack, 4, |card| {
        tables().cards.asw[card]
            .hit(AswRow::M60, Hold::Lost2)
            .is_none()
    });
    let mut rig = attack(metres(60), None);
    rig.stack(DeckName::AswAttack, &misses);
    rig.play(|play| play.barrage(W, AswRow::M60, Hold::Lost2, 4, true));
    rig.run();
    assert_eq!(
        (
            rig.pulled(Pull::AswAttackCard),
            rig.pulled(Pull::UboatDamageCard)
        ),
        (4, 0)
    );
}

/// [50.one_card_at_a_time] [5.repull_list] The owner may pull a card again, and the damage card after it.
#[test]
fn a_hit_may_be_pulled_again() {
    let hit = first(DeckName::AswAttack, |card| {
        tables().cards.asw[card]
            .hit(AswRow::M60, Hold::Contact)
            .is_some()
    });
    let mut rig = attack(metres(60), None);
    rig.boat(W).tp = 2;
    rig.stack(DeckName::AswAttack, &[hit]);
    rig.play(|play| play.barrage(W, AswRow::M60, Hold::Contact, 1, true));
    rig.run();
    assert_eq!(rig.offers(W), [say("keep"), say("repull d10")]);
    rig.say(W, "keep");
    assert!(rig.pulled(Pull::UboatDamageCard) == 1);
}

/// (R89) Several attackers on the Attack map come in random order, after those on the ring.
#[test]
fn attackers_come_in_random_order() {
    let mut rig = attack(metres(60), None);
    rig.hunter(1, Post::OnTop, W, 0);
    rig.boat(X).depth = metres(60);
    rig.hunter(2, Post::OnTop, X, 0);
    let second = battle(|card| card.random_of(2) == Some(2));
    rig.stack(DeckName::Battle, &[second]);
    rig.play(|play| play.attack_boats());
    let order: Vec<Step> = std::iter::from_fn(|| rig.p.agenda.pop()).collect();
    assert_eq!(order, [2, 1, 0].map(|id| Step::Strike(EscortId(id))));
    assert_eq!(rig.pulled(Pull::RandomTarget), 1);
}
