//! Fog and storms [5.0].

use crate::sea::{Sea, convoy, hex, hexes, tables};
use derbyhouse_kernel::Hex;
use wolfpack_1974::Event;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{Base, EscortKind, Formation, Scenario, Straggle};
use wolfpack_1974::weather::Fog;

const B: &[Step] = &[
    Step::FogLifts,
    Step::StormMovement,
    Step::WeatherFormation,
    Step::StraggleDetermination,
];
const D2: &[Step] = &[Step::ConvoyCourse, Step::ConvoyMovement];

fn markers(played: &crate::sea::Played) -> Vec<Vec<Hex>> {
    let storms = played.view().storms();
    storms.iter().map(|storm| storm.markers.to_vec()).collect()
}

/// [5.0], [5.1], [5.41] The fog of the turn before lifts before new weather forms.
#[test]
fn old_fog_is_gone_when_nothing_new_forms() {
    let sea = Sea::new()
        .fog(Fog::Zones1And2)
        .convoy("HX-1", "0903", EscortKind::Dummy);
    let played = sea.play(B, &[9]); // B2 alone: no storm to move, and no convoy is caught
    assert_eq!(played.view().fog(), Fog::None);
    assert!(!played.view().is_weather(hex("0903")));
}

/// [5.1], [5.3], [5.31], [5.32], [5.41] Fog forms in zone 1, catches the convoy there, and lies there until the next B.
#[test]
fn fog_forms_and_scatters_a_convoy() {
    let sea = Sea::new().convoy("HX-1", "0903", EscortKind::Dummy).convoy(
        "SC-3",
        "1110",
        EscortKind::Eg1,
    ); // in zone 2
    let mut played = sea.clone().play(B, &[0, 4]); // F1, then one draw under fog: S1
    assert_eq!(played.view().fog(), Fog::Zone1);
    assert_eq!(
        played.straggles(),
        [(convoy("HX-1"), Straggle::None, Straggle::S1)]
    );
    assert_eq!(played.convoy("SC-3").straggle, Straggle::None);
    let fogged = |at: &str| played.view().is_weather(hex(at)) && !played.view().is_storm(hex(at));
    assert!(fogged("0903") && fogged("0901") && !fogged("1110"));
    // March's chit 0 is fog in both zones.
    played = Sea::of(Scenario::March)
        .convoy("HX-1", "0903", EscortKind::Dummy)
        .convoy("SC-3", "1110", EscortKind::Eg1)
        .play(B, &[0, 3, 8]);
    assert_eq!(played.view().fog(), Fog::Zones1And2);
    assert_eq!(played.convoy("HX-1").straggle, Straggle::None);
    assert_eq!(played.convoy("SC-3").straggle, Straggle::S2);
}

/// (R30) In May chit 1 brings fog to both zones, as chit 0 does.
#[test]
fn two_chits_bring_fog_to_both_zones_in_may() {
    let may = tables().formation[Scenario::May.index()];
    assert_eq!(
        &may[..3],
        [Formation::Fog2, Formation::Fog2, Formation::Fog1]
    );
    let played = Sea::of(Scenario::May).play(B, &[1]);
    assert_eq!(played.view().fog(), Fog::Zones1And2);
}

/// [5.1], [5.11], [5.2] A new storm stands on its start hexes and first moves in the next turn.
#[test]
fn a_new_storm_waits_a_turn() {
    let twice = [B, B].concat();
    let start = hexes("1801 1601 1401");
    let played = Sea::new().play(B, &[1]); // SA; no draw for storms before there is one (R32)
    assert_eq!(markers(&played), std::slice::from_ref(&start));
    let played = Sea::new().play(&twice, &[1, 5, 9]); // then due east
    assert_eq!(markers(&played), [hexes("1810 1610 1410")]);
}

/// [5.21], [5.22], [5.41] Storms note the convoys they touch before, on and after their way; each draws once in B3.
#[test]
fn a_passing_storm_scatters_convoys() {
    let sea = Sea::new()
        .storm("1201 1001 0801")
        .convoy("HX-1", "0701", EscortKind::Dummy)
        .convoy("ONS-2", "0905", EscortKind::Dummy)
        .convoy("SC-3", "0711", EscortKind::Dummy)
        .convoy("ON-4", "0712", EscortKind::Dummy);
    // B1 east, B2 nothing; three draws under storm, in the order of numbers: S1, nothing, S2.
    let played = sea.play(B, &[5, 9, 3, 2, 6]);
    let drawn: Vec<_> = played
        .straggles()
        .iter()
        .map(|(id, _, to)| (id.number(), *to))
        .collect();
    assert_eq!(
        drawn,
        [(1, Straggle::S1), (2, Straggle::None), (3, Straggle::S2)]
    );
    assert_eq!(played.convoy("ON-4").straggle, Straggle::None);
}

/// (R24) A convoy touched by a storm and then by fog draws once, under storm.
#[test]
fn storm_outranks_fog() {
    let sea = Sea::new()
        .storm("1201 1001 0801")
        .convoy("HX-1", "0802", EscortKind::Dummy);
    // The storm moves off to the east, fog forms over the convoy; chit 3 scatters under storm, not under fog.
    let played = sea.play(B, &[5, 0, 3]);
    assert_eq!(played.view().fog(), Fog::Zone1);
    assert_eq!(
        played.straggles(),
        [(convoy("HX-1"), Straggle::None, Straggle::S1)]
    );
}

/// [5.23], (R25) A marker that leaves the sheet is gone; the others of its storm go on and count by themselves.
#[test]
fn a_storm_loses_markers_at_the_edge() {
    let sea = Sea::new().storm("1801 1601 1401");
    let played = sea.play(&[Step::StormMovement], &[1]);
    assert_eq!(markers(&played), [hexes("2506 2306")]);
    assert!(played.view().is_storm(hex("2406")));
    let gone = Sea::new()
        .storm("1237 1037 0837")
        .play(&[Step::StormMovement], &[0]);
    assert!(markers(&gone).is_empty());
}

/// [5.24] Two storms over each other are one storm.
#[test]
fn storms_do_not_add_up() {
    let reach = |storms: usize| {
        let mut sea = Sea::new().boats("1009", "pack6");
        for _ in 0..storms {
            sea = sea.storm("1211 1011 0811");
        }
        let mut played = sea.play(&[Step::UboatMovement(None)], &[]);
        played.choose("unit 1009 pack6-1", &[]);
        played.offers()
    };
    assert_eq!(reach(1), reach(2));
    assert_ne!(reach(0), reach(1));
}

/// [5.25] The order in which storms move changes nothing.
#[test]
fn storms_move_in_any_order() {
    let (one, two) = ("1810 1610 1410", "0915 0715 0515");
    let moved = |first: &str, second: &str| {
        let sea = Sea::new()
            .storm(first)
            .storm(second)
            .convoy("HX-1", "1412", EscortKind::Dummy)
            .convoy("SC-3", "0515", EscortKind::Dummy);
        let played = sea.play(B, &[4, 9, 5, 5]);
        let mut storms = markers(&played);
        storms.sort();
        (storms, played.convoy("HX-1"), played.convoy("SC-3"))
    };
    assert_eq!(moved(one, two), moved(two, one));
}

/// [5.4], [5.42], [6.22] A storm hex costs boats two points, a fog hex one.
#[test]
fn boats_are_slow_in_storms_only() {
    let reach = |sea: Sea| {
        let mut played = sea
            .boats("0910", "pack24")
            .play(&[Step::UboatMovement(None)], &[]);
        played.choose("unit 0910 pack24-1", &[]);
        played.offers()
    };
    let clear = reach(Sea::new());
    assert!(clear.contains(&"to 0914".to_owned()));
    assert_eq!(reach(Sea::new().fog(Fog::Zones1And2)), clear);
    let stormy = reach(Sea::new().storm("1012 0812"));
    assert!(
        stormy.contains(&"to 0912".to_owned()),
        "two storm hexes cost four"
    );
    assert!(!stormy.contains(&"to 0913".to_owned()));
}

/// [5.43], [11.34] Fog in zone 1 grounds Newfoundland; other bases fly.
#[test]
fn fog_grounds_newfoundland() {
    let sea = Sea::new()
        .air(Base::Newfoundland, &[12, 12, 12])
        .air(Base::Greenland, &[16, 16])
        .boats("0913", "pack12"); // 12 hexes from the one, 14 from the other
    let bases = |fog, chits: &[u32]| -> Vec<Base> {
        let played = sea.clone().fog(fog).play(&[Step::AirSearch], chits);
        played
            .air_searches()
            .iter()
            .map(|search| search.0)
            .collect()
    };
    assert_eq!(
        bases(Fog::None, &[9, 9]),
        [Base::Greenland, Base::Newfoundland]
    );
    assert_eq!(bases(Fog::Zone1, &[9]), [Base::Greenland]);
    assert_eq!(bases(Fog::Zones1And2, &[]), []); // the boats are in zone 2
}

/// [5.44], [12.17] A convoy that is in weather when D2 starts is lost, though boats are next to it.
#[test]
fn contact_is_lost_in_weather() {
    let sea = Sea::new()
        .sighted("HX-1", "1015", EscortKind::Eg1)
        .boats("1115", "single");
    assert_eq!(sea.clone().play(D2, &[0]).all(lost), []);
    let stormy = sea.clone().storm("1014").play(D2, &[0]);
    assert_eq!(stormy.all(lost), [(convoy("HX-1"), true)]);
    let foggy = Sea::new()
        .sighted("HX-1", "0905", EscortKind::Eg1)
        .boats("0906", "single")
        .fog(Fog::Zone1)
        .play(D2, &[0, 9]);
    assert_eq!(foggy.all(lost), [(convoy("HX-1"), true)]);
}

fn lost(event: &Event) -> Option<(wolfpack_1974::units::ConvoyId, bool)> {
    match event {
        Event::ContactLost {
            convoy, in_weather, ..
        } => Some((*convoy, *in_weather)),
        _ => None,
    }
}

/// [5.45], [12.16] In weather 3 is added to the chit of a picket search; where the boats are does not matter.
#[test]
fn weather_hides_convoys() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Eg1)
        .boats("1018", "pack12");
    let sighted = |storm: Option<&str>, chit: u32| {
        let sea = storm.map_or(sea.clone(), |marker| sea.clone().storm(marker));
        let chits = [0, chit, 9]; // the course, the picket search, and the escort's search if it is unmasked
        let used = if chit <= 3 && storm.is_none() || chit == 0 {
            3
        } else {
            2
        };
        sea.play(D2, &chits[..used]).pickets()[0].3
    };
    assert!(sighted(None, 3) && !sighted(None, 4)); // strength 15 sights on 0 to 3
    assert!(!sighted(Some("1018"), 1) && sighted(Some("1018"), 0));
}

/// [5.46], [14.18], [14.45] In weather 3 is taken off the chit of an attack.
#[test]
fn weather_spoils_attacks() {
    let sea = Sea::new()
        .sighted("HX-1", "1015", EscortKind::Sg)
        .boats("1016", "pack12");
    let attack = |sea: Sea, chits: &[u32]| {
        let mut played = sea.play(&[Step::UboatAttack(None), Step::Counterattack], &[]);
        played.choose_all(&["attack 1", "add pack12-1"]);
        played.choose("fire", chits);
        (played.attacks()[0].1, played.stack("1016"))
    };
    // Chit 5 scores 2 in column 6-14, chit 2 only 1; against boats in a storm 9 counts as 6 and pins.
    assert_eq!(
        attack(sea.clone(), &[5, 0, 0, 9]),
        (
            2,
            ["pack6"]
                .into_iter()
                .chain(["single*"; 5])
                .map(str::to_owned)
                .collect()
        )
    );
    assert_eq!(
        attack(sea.storm("1015"), &[5, 0, 0, 9]),
        (1, vec!["pack6".to_owned(), "pack6*".to_owned()])
    );
}

/// [7.48] A convoy that sails into a storm does not straggle for it.
#[test]
fn convoys_do_not_straggle_under_way() {
    let sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Dummy)
        .storm("1219 1019 0819");
    let played = sea.play(D2, &[0]);
    assert!(
        played.view().is_storm(
            played
                .convoy("HX-1")
                .hex()
                .unwrap()
                .step(derbyhouse_kernel::Direction::W)
        )
    );
    assert!(played.straggles().is_empty());
    assert_eq!(played.convoy("HX-1").straggle, Straggle::None);
}
