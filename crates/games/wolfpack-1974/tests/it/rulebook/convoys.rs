//! Convoy movement [7.0].

use crate::sea::{Sea, convoy, hex, hexes};
use derbyhouse_kernel::Direction;
use wolfpack_1974::Event;
use wolfpack_1974::position::{Contact, Place};
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{Base, EscortKind, Straggle};

const D2: &[Step] = &[Step::ConvoyCourse, Step::ConvoyMovement];
const A_TO_D2: &[Step] = &[Step::ConvoyEntry, Step::ConvoyCourse, Step::ConvoyMovement];

/// [7.0], [7.4] All convoys move, with one chit for all, each by the last digit of its own hex.
#[test]
fn one_chit_moves_all_convoys() {
    let sea = Sea::new().convoy("HX-1", "1422", EscortKind::Dummy).convoy(
        "SC-3",
        "0817",
        EscortKind::Dummy,
    );
    let played = sea.play(D2, &[2]);
    assert_eq!(played.convoy("HX-1").hex(), Some(hex("2025"))); // north-east
    assert_eq!(played.convoy("SC-3").hex(), Some(hex("0821"))); // due east
}

/// [7.1], [7.44], [9.52] Convoy and escort are one; the player sees the convoy, its way and its marker, not the escort.
#[test]
fn an_escort_goes_with_its_convoy_unseen() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Cve)
        .convoy("SC-3", "1015", EscortKind::Dummy)
        .straggled("HX-1", Straggle::S1)
        .lost("HX-5", "1215", EscortKind::Sg);
    let played = sea.play(D2, &[0]);
    let hidden = played.convoy("HX-1");
    assert_eq!(
        (hidden.hex(), hidden.straggle),
        (Some(hex("1021")), Straggle::S1)
    );
    assert_eq!((hidden.escort, played.convoy("SC-3").escort), (None, None));
    // A known escort is still with its convoy, six hexes on.
    let known = played.convoy("HX-5");
    assert_eq!(
        (known.hex(), known.escort),
        (Some(hex("1221")), Some(EscortKind::Sg))
    );
}

/// [7.2], [7.6] Convoys move strictly by number, each finishing before the next begins.
#[test]
fn convoys_move_by_number() {
    let sea = Sea::new()
        .convoy("HX-5", "1015", EscortKind::Dummy)
        .convoy("ONS-2", "1425", EscortKind::Dummy)
        .convoy("ON-4", "0825", EscortKind::Dummy)
        .boats("1423", "single") // in the way of ONS-2
        .boats("1018", "single"); // in the way of HX-5
    let played = sea.play(D2, &[0, 9]);
    let order: Vec<u8> = played.paths().iter().map(|(id, _)| id.number()).collect();
    assert_eq!(order, [2, 4, 5]);
    let allowances: Vec<usize> = played.paths().iter().map(|(_, path)| path.len()).collect();
    assert_eq!(allowances, [4, 6, 6]); // slow, fast, fast
    // HX-5's search comes after its own move has begun, and after everybody before it.
    let of = |event: &Event| match event {
        Event::ConvoyMoves { convoy, .. } | Event::PicketSearch { convoy, .. } => {
            Some(convoy.number())
        }
        _ => None,
    };
    assert_eq!(played.all(of), [2, 4, 5, 5]);
}

/// [7.3], [7.31], [7.34] One convoy enters, at no cost, faces its way, and moves in the same turn.
#[test]
fn a_convoy_enters_and_moves() {
    let pool = [
        "ONS-6", "SC-7", "ON-8", "HX-9", "ONS-10", "SC-11", "ON-12", "HX-13", "ONS-14", "SC-15",
        "ON-16",
    ];
    let mut sea = Sea::new();
    for name in pool.iter().chain(&["HX-17", "ONS-18", "SC-19", "ON-20"]) {
        sea = sea.waiting(name);
    }
    let entered = sea.clone().play(&[Step::ConvoyEntry], &[]);
    assert_eq!(entered.convoy("ONS-6").hex(), Some(hex("1237")));
    let facing = entered.view().facing(convoy("ONS-6"), hex("1237"));
    assert_eq!(facing, Direction::W); // although 1237 is on the eastern border
    assert_eq!(entered.convoy("SC-7").place, Place::Pool); // one a turn
    let moved = sea.clone().play(A_TO_D2, &[0]);
    assert_eq!(moved.convoy("ONS-6").hex(), Some(hex("1233"))); // all four points
    let next = [A_TO_D2, A_TO_D2].concat();
    let played = sea.play(&next, &[0, 3]);
    assert_eq!(played.convoy("SC-7").hex(), Some(hex("0705"))); // from 0701
    assert_eq!(played.convoy("ON-8").place, Place::Pool);
}

/// [7.32], [7.33], [7.41], (R5) A convoy that enters its destination is gone at once and for good, points left or not;
/// boats that wait there never see it.
#[test]
fn a_convoy_arrives() {
    let sea = Sea::new()
        .convoy("ON-4", "0803", EscortKind::Eg1)
        .convoy("SC-3", "1236", EscortKind::Eg2)
        .boats("0701", "pack30")
        .boats("1237", "pack30");
    let played = sea.play(&[D2, A_TO_D2].concat(), &[0, 0]);
    assert_eq!(played.paths().len(), 2); // and not in the second turn
    assert_eq!(played.convoy("ON-4").place, Place::Arrived);
    assert_eq!(played.convoy("SC-3").place, Place::Arrived);
    assert!(played.pickets().is_empty());
    assert_eq!(played.convoy("ON-4").escort, None); // nobody knows what it was [15.6]
}

/// [7.41], [7.42], [7.43], [14.35] Storms and straggling do not slow a convoy.
#[test]
fn nothing_slows_a_convoy() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Dummy)
        .convoy("SC-3", "1015", EscortKind::Dummy)
        .straggled("HX-1", Straggle::S2)
        .straggled("SC-3", Straggle::S1)
        .storm("1217 1017 0817");
    let played = sea.play(D2, &[0]);
    assert_eq!(played.convoy("HX-1").hex(), Some(hex("1021")));
    assert_eq!(played.convoy("SC-3").hex(), Some(hex("1019")));
}

/// [7.45] Convoys cross each other and share hexes at no cost.
#[test]
fn convoys_share_hexes() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Dummy)
        .convoy("ON-4", "1025", EscortKind::Dummy)
        .convoy("HX-5", "1015", EscortKind::Dummy);
    let played = sea.play(D2, &[0]);
    let place = |name: &str| played.convoy(name).hex().unwrap();
    assert_eq!(
        [place("HX-1"), place("HX-5"), place("ON-4")],
        [hex("1021"), hex("1021"), hex("1019")]
    );
}

/// [7.46], [7.47], [9.22] A convoy faces due east or west whatever its path, and along its last border once it is there;
/// nobody else in its hex changes that.
#[test]
fn a_convoy_faces_its_way() {
    let sea = Sea::new()
        .convoy("HX-1", "1422", EscortKind::Dummy)
        .convoy("ON-4", "1422", EscortKind::Dummy)
        .convoy("HX-5", "2030", EscortKind::Dummy)
        .pinned("2025", "pack6");
    let played = sea.play(D2, &[2]);
    let facing = |name: &str| {
        let at = played.convoy(name).hex().unwrap();
        (at, played.view().facing(convoy(name), at))
    };
    assert_eq!(facing("HX-1"), (hex("2025"), Direction::E)); // after six steps north-east, on boats
    assert_eq!(facing("ON-4"), (hex("2019"), Direction::W));
    let (at, along) = facing("HX-5");
    assert_eq!(along, Direction::SE, "{at}"); // on the eastern border, north of 1237
    assert_eq!(
        played.view().bow(convoy("HX-5"), at),
        at.step(Direction::SE)
    );
}

/// [7.61], [7.62], [12.11], [12.23] Any number of searches interrupt a move, and it goes on to its end.
#[test]
fn searches_do_not_end_a_move() {
    let sea = Sea::new()
        .lost("HX-1", "1015", EscortKind::Eg2)
        .boats("1017", "single")
        .boats("1018", "single")
        .boats("1019", "pack6")
        .boats("1021", "single");
    // Course; escort searches 1017; in 1018 the single boat searches, then the escort; in 1019 the pack sights, the
    // escort searches it, finds it and pins it; in 1021 the escort searches again.
    let played = sea.play(D2, &[0, 9, 9, 9, 0, 0, 5, 9]);
    let pickets = played.pickets();
    assert_eq!(
        pickets,
        [(3, hex("1018"), 1, false), (4, hex("1019"), 7, true)]
    );
    let searched: Vec<_> = played
        .sub_searches()
        .iter()
        .map(|search| search.0)
        .collect();
    assert_eq!(searched, hexes("1017 1018 1019 1021"));
    assert_eq!(played.convoy("HX-1").hex(), Some(hex("1021")));
    assert_eq!(played.convoy("HX-1").contact, Contact::Sighted);
    assert_eq!(played.stack("1019"), ["pack6*"]);
}

/// [7.63], [12.24] In one hex the boats search first; an escort they unmask searches them at once.
#[test]
fn boats_search_before_the_escort() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Sg)
        .boats("1018", "pack6");
    let played = sea.clone().play(D2, &[0, 2, 2, 0]);
    let order = played.all(|event| match event {
        Event::PicketSearch { .. } => Some("boats"),
        Event::Sighted { .. } => Some("sighted"),
        Event::SubmarineSearch { .. } => Some("escort"),
        Event::BoatsAttacked { .. } => Some("attack"),
        _ => None,
    });
    assert_eq!(order, ["boats", "sighted", "escort", "attack"]);
    // Not unmasked, it does not search.
    assert!(sea.play(D2, &[0, 3]).sub_searches().is_empty());
}

/// [7.34], [4.2 A] When the pool is empty nobody enters.
#[test]
fn an_empty_pool_brings_nobody() {
    let played = Sea::new()
        .air(Base::Ulster, &[7])
        .play(&[Step::ConvoyEntry], &[]);
    assert!(played.events.is_empty());
}
