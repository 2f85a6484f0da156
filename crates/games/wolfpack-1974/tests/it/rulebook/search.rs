//! Boats search for convoys [12.1].

use crate::sea::{Sea, convoy, hex};
use wolfpack_1974::Event;
use wolfpack_1974::facing::Axis;
use wolfpack_1974::position::{Contact, Place};
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::EscortKind;

const D1: Step = Step::ConvoyCourse;
const D2: &[Step] = &[D1, Step::ConvoyMovement];

/// [12.0], [12.1], [12.11], [14.12] A real convoy that is sighted shows its escort and moves on; the attack waits for
/// F1.
#[test]
fn a_real_convoy_is_sighted() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Eg2)
        .boats("1018", "pack6")
        .boats("1022", "pack6");
    let steps = [D2, &[Step::CleanUp, Step::UboatAttack(None)]].concat();
    // Sighted on 2; its escort searches 1018 and fails. No second search: it is in sight already (R4).
    let mut played = sea.play(&steps, &[0, 2, 9]);
    assert_eq!(played.pickets(), [(3, hex("1018"), 7, true)]);
    let seen = played.convoy("HX-1");
    assert_eq!(
        (seen.contact, seen.escort),
        (Contact::Sighted, Some(EscortKind::Eg2))
    );
    assert_eq!(seen.hex(), Some(hex("1021")));
    assert!(played.attacks().is_empty());
    played.choose("attack 1", &[]); // now it may be
}

/// [12.11], [15.6] A dummy is removed where it is sighted.
#[test]
fn a_dummy_is_removed() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Dummy)
        .boats("1018", "pack6")
        .boats("1020", "pack6");
    let played = sea.play(D2, &[0, 0]);
    assert_eq!(played.convoy("HX-1").place, Place::Removed);
    assert_eq!(played.convoy("HX-1").escort, Some(EscortKind::Dummy));
    assert_eq!(played.pickets().len(), 1); // there was nobody left to search in 1020
    assert!(played.sub_searches().is_empty());
}

/// [12.13], [12.15], (R4) A stack searches a convoy once in a D2, in the first hex of its zone entered with the third
/// point or later; another convoy, and another day, are another matter.
#[test]
fn a_stack_searches_a_convoy_once() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Dummy)
        .convoy("HX-5", "1015", EscortKind::Dummy)
        .boats("1017", "pack6")
        .facing("1017", Axis::EastWest); // 1016, 1017, 1018
    let played = sea.clone().play(D2, &[0, 9, 9]);
    let once = (3, hex("1018"), 7, false);
    assert_eq!(played.pickets(), [once, once]);
    // Two days of a slow convoy in the same zone.
    let slow = Sea::new()
        .convoy("SC-3", "1016", EscortKind::Dummy)
        .boats("1020", "pack6")
        .facing("1020", Axis::EastWest) // 1019, 1020, 1021
        .boats("1024", "single");
    let days = [D2, D2].concat();
    let played = slow.play(&days, &[0, 9, 1, 9]);
    assert_eq!(
        played.pickets(),
        [(3, hex("1019"), 7, false), (4, hex("1024"), 1, false)]
    );
}

/// [12.14], [9.32] Stacks that meet a convoy in the same hex make one search together.
#[test]
fn stacks_search_together() {
    let sea = Sea::new()
        .convoy("HX-1", "2007", EscortKind::Dummy)
        .boats("1911", "pack6 single single single single")
        .facing("1911", Axis::NorthWest)
        .boats("2011", "pack6")
        .facing("2011", Axis::EastWest);
    let played = sea.play(D2, &[0, 4]);
    assert_eq!(played.pickets(), [(3, hex("2010"), 18, false)]);
}

/// [12.15] The first two hexes of a move are safe.
#[test]
fn the_first_two_hexes_are_safe() {
    let sea = |at: &str| {
        Sea::new()
            .convoy("SC-3", "1015", EscortKind::Dummy)
            .boats(at, "single")
    };
    assert!(sea("1016").play(D2, &[0]).pickets().is_empty());
    assert!(sea("1017").play(D2, &[0]).pickets().is_empty());
    assert_eq!(sea("1018").play(D2, &[0, 9]).pickets().len(), 1);
    assert_eq!(sea("1019").play(D2, &[0, 9]).pickets().len(), 1);
}

/// [12.12], [12.18] Pinned boats have no zone and lend no strength.
#[test]
fn pinned_boats_see_nothing() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Dummy)
        .pinned("1018", "pack12");
    assert!(sea.clone().play(D2, &[0]).pickets().is_empty());
    // One free boat beside them searches alone, in its own hex, not in the three of a strong stack.
    let one = sea.boats("1018", "single").facing("1018", Axis::EastWest);
    assert_eq!(
        one.play(D2, &[0, 9]).pickets(),
        [(3, hex("1018"), 1, false)]
    );
}

fn lost(event: &Event) -> Option<u8> {
    match event {
        Event::ContactLost { convoy, .. } => Some(convoy.number()),
        _ => None,
    }
}

/// [12.17] Contact needs a free boat next to the convoy when D2 starts; without it the escort stays known, but the
/// convoy cannot be attacked.
#[test]
fn contact_needs_a_shadow() {
    let sea = || Sea::new().sighted("HX-1", "1015", EscortKind::Eg1);
    assert!(
        sea()
            .boats("1115", "single")
            .play(D2, &[0])
            .all(lost)
            .is_empty()
    );
    let steps = [D2, &[Step::UboatAttack(None)]].concat();
    for alone in [
        sea().pinned("1115", "single"),
        sea().boats("1117", "single"), // two hexes away
    ] {
        let mut played = alone.boats("1022", "pack30").play(&steps, &[0]);
        assert_eq!(played.all(lost), [1]);
        let convoy = played.convoy("HX-1");
        assert_eq!(
            (convoy.contact, convoy.escort),
            (Contact::Lost, Some(EscortKind::Eg1))
        );
        played.refused("attack 1"); // although a pack lies before its bow
    }
}

/// (R27) A boat in the convoy's own hex keeps contact; and contact is checked once, before the first convoy moves.
#[test]
fn contact_is_checked_before_anybody_moves() {
    let same_hex = Sea::new()
        .sighted("HX-1", "1015", EscortKind::Eg1)
        .boats("1015", "single")
        .play(D2, &[0]);
    assert!(same_hex.all(lost).is_empty());
    // HX-1 runs over the shadow of SC-3 and pins it: too late to lose SC-3.
    let sea = Sea::new()
        .lost("HX-1", "1014", EscortKind::Sg)
        .sighted("SC-3", "1116", EscortKind::Eg1)
        .boats("1016", "pack6");
    let played = sea.play(D2, &[9, 0, 5]);
    assert_eq!(played.stack("1016"), ["pack6*"]);
    assert!(played.all(lost).is_empty());
    assert_eq!(played.convoy("SC-3").contact, Contact::Sighted);
}

/// (R27) A convoy sighted in D2 stays in sight until the next D2, with nobody near.
#[test]
fn a_fresh_sighting_lasts_the_turn() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Eg1)
        .boats("1018", "pack6");
    let day = [
        D2,
        &[Step::CleanUp, Step::Depinning, Step::StraggleReduction],
    ]
    .concat();
    let played = sea.clone().play(&day, &[0, 0, 9]);
    assert_eq!(played.convoy("HX-1").contact, Contact::Sighted);
    let next = [day.as_slice(), D2].concat();
    let played = sea.play(&next, &[0, 0, 9, 0]);
    assert_eq!(played.all(lost), [1]);
}

/// (R36) A convoy that was lost can be found again, like a hidden one.
#[test]
fn a_lost_convoy_is_found_again() {
    let sea = Sea::new()
        .lost("HX-1", "1015", EscortKind::Eg1)
        .boats("1018", "pack6");
    let played = sea.play(D2, &[0, 2, 9]);
    assert_eq!(played.pickets(), [(3, hex("1018"), 7, true)]);
    assert_eq!(played.convoy("HX-1").contact, Contact::Sighted);
    assert_eq!(
        played.view().convoy(convoy("HX-1")).hex(),
        Some(hex("1021"))
    );
}
