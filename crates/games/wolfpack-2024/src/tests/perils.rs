//! What befalls a boat before she moves: pages 28, 29, 35 and 63.

use super::*;
use crate::asw::Post;
use crate::boat::{Loss, Place};
use crate::boats::{BoatType, Gear};
use crate::cards::Crush;
use crate::crew::{HEAVY, WORST};
use crate::sequence::Phase;
use crate::space::Facing;

fn boat_at(depth: Depth) -> Rig<'static> {
    let mut rig = patrol();
    rig.attack(W, at(2, 7), Facing::N).depth = depth;
    rig
}

fn start(rig: &mut Rig<'_>) {
    rig.p.phase = Phase::Movement;
    rig.play(|play| play.move_boats());
    rig.run();
}

fn crush(colour: Crush) -> u8 {
    first(DeckName::AswAttack, |card| {
        tables().cards.asw[card].crush == colour
    })
}

/// [28.forced_descent] [28.no_rise_while_flooded] [35.blow_barred] Planes gone, or worse (R77), and flooding at I: 30 m
/// down, and neither up nor a blow until there is less water in her; one of the two is not enough (R84).
#[test]
fn a_boat_out_of_control_sinks() {
    for (rudder, flood, falls) in [
        (HEAVY, 6, true),
        (WORST, 7, true),
        (HEAVY, 5, false),
        (2, 7, false),
    ] {
        let mut rig = boat_at(metres(30));
        rig.hunter(0, Post::OnTop, W, 0);
        let boat = rig.boat(W);
        boat.gear[Gear::Rudder.index()] = rudder;
        boat.flood.level = flood;
        start(&mut rig);
        let now = if falls { metres(60) } else { metres(30) };
        assert_eq!(rig.boat(W).depth, now, "rudder {rudder}, flooding {flood}");
        assert_eq!(rig.may(W, "blow"), !falls);
        assert!(!(rig.may(W, "depth 45") && now == metres(60)));
    }
    let mut rig = boat_at(metres(255));
    let boat = rig.boat(W);
    (boat.gear[Gear::Rudder.index()], boat.flood.level) = (HEAVY, 6);
    start(&mut rig);
    assert_eq!(
        rig.boat(W).depth,
        Depth::BOTTOM,
        "not below the end of the track"
    );
}

/// (R67) A silent boat is dragged down in silence.
#[test]
fn silence_lasts_while_she_sinks() {
    let mut rig = boat_at(metres(30));
    let boat = rig.boat(W);
    boat.gear[Gear::Rudder.index()] = HEAVY;
    (boat.silent, boat.flood.level) = (true, 6);
    start(&mut rig);
    let boat = rig.boat(W);
    assert_eq!((boat.depth, boat.silent), (metres(60), true));
}

/// [28.implosion_210] [28.implosion_flooded_90] [28.implosion_270] [28.crush_colour] A card at 210 m, or at 90 m with
/// flooding at the second O, both together (R6); orange counts to 150 m, red from 165 m; at 270 m no card is needed.
#[test]
fn the_sea_crushes() {
    for (depth, flood, colour, card, lost) in [
        (210, 0, Crush::Red, true, true),
        (210, 0, Crush::Orange, true, false),
        (195, 0, Crush::Red, false, false),
        (90, 4, Crush::Orange, true, true),
        (90, 4, Crush::Red, true, false),
        (90, 3, Crush::Orange, false, false),
        (75, 7, Crush::Orange, false, false),
        (165, 4, Crush::Red, true, true),
        (210, 0, Crush::None, true, false),
        (270, 0, Crush::None, false, true),
    ] {
        let mut rig = boat_at(metres(depth));
        rig.boat(W).flood.level = flood;
        rig.stack(DeckName::AswAttack, &[crush(colour)]);
        start(&mut rig);
        assert_eq!(
            rig.pulled(Pull::Implosion) == 1,
            card,
            "{depth} m, flooding {flood}"
        );
        let imploded = rig.boat(W).place == Place::Lost(Loss::Implosion);
        assert_eq!(imploded, lost, "{depth} m, flooding {flood}, {colour}");
    }
}

/// [29.implosion_loss] [24.four_ways_sunk] She is lost, and asked nothing any more.
#[test]
fn a_crushed_boat_is_gone() {
    let mut rig = boat_at(metres(270));
    start(&mut rig);
    assert!(is_quiet(&rig.p) && rig.p.at_sea().next().is_none());
    assert_eq!(rig.p.losses(), 1);
}

/// [63.hydrophone_drop_out] Deaf at 15 m or deeper without contact: a 1 or 2 and she has lost the convoy.
#[test]
fn a_deaf_boat_may_lose_the_convoy() {
    for (depth, d10, held, pulls, leaves) in [
        (Depth::SHALLOW, 2, false, 1, true),
        (Depth::SHALLOW, 3, false, 1, false),
        (Depth::PERISCOPE, 1, false, 0, false),
        (metres(60), 1, true, 0, false),
    ] {
        let mut rig = boat_at(depth);
        rig.boat(W).gear[Gear::Hydrophone.index()] = HEAVY;
        if held {
            rig.hunter(0, Post::OnTop, W, 0);
        }
        rig.p.turn = 14;
        rig.d10s(&[d10]);
        start(&mut rig);
        assert_eq!(rig.pulled(Pull::Hydrophone), pulls, "{depth}");
        assert_eq!(
            rig.boat(W).place == Place::Track(14),
            leaves,
            "{depth}, {d10}"
        );
    }
}

/// [29.scuttle_when] [29.scuttle_table] [69.captured_minus_15] Only on the surface; captured, lost with her crew, or the
/// crew saved.
#[test]
fn a_surfaced_boat_may_be_scuttled() {
    let mut rig = boat_at(Depth::PERISCOPE);
    start(&mut rig);
    assert!(!rig.may(W, "scuttle"));
    for (d10, how, vp) in [
        (1, Loss::Captured, -15),
        (6, Loss::ScuttledWithCrew, 0),
        (7, Loss::Scuttled, 0),
    ] {
        let mut rig = boat_at(Depth::SURFACE);
        start(&mut rig);
        rig.d10s(&[d10]);
        rig.say(W, "scuttle");
        assert_eq!((rig.boat(W).place, rig.p.vp), (Place::Lost(how), vp));
    }
}

/// [35.blow_rise] [35.blow_cannot_stop] [35.blow_limits] [35.blow_must_scuttle] 45 m a turn, nothing else meanwhile, no
/// stopping, and on the surface she is scuttled at once (R19).
#[test]
fn a_blow_goes_on_to_the_surface() {
    let mut rig = boat_at(metres(90));
    rig.boat(W).tp = 3;
    rig.hunter(0, Post::OnTop, W, 0);
    start(&mut rig);
    rig.say(W, "blow");
    assert!(rig.boat(W).depth == metres(45) && is_quiet(&rig.p));
    assert!(
        !rig.boat(W).may_evade(tables())
            && !rig.boat(W).can_go(12)
            && rig.boat(W).turning(tables(), 12) == 0
    );
    rig.boat(W).moved = false;
    rig.d10s(&[9]);
    start(&mut rig);
    assert!(is_quiet(&rig.p), "she is not asked");
    assert_eq!(rig.boat(W).place, Place::Lost(Loss::Scuttled));
}

/// [9.track_lengths] (R22) Eight boxes of flooding sink a VII, ten a IX; three of fire either.
#[test]
fn flooding_and_fire_sink_at_the_end_of_their_tracks() {
    for (kind, flood, fire, sinks) in [
        (BoatType::VII, 7, 2, None),
        (BoatType::VII, 8, 0, Some(Loss::Flooding)),
        (BoatType::IX, 9, 0, None),
        (BoatType::IX, 10, 0, Some(Loss::Flooding)),
        (BoatType::IX, 0, 3, Some(Loss::Fire)),
    ] {
        let mut rig = boat_at(Depth::SURFACE);
        let boat = rig.boat(W);
        (boat.kind, boat.flood.level, boat.fire.level) = (kind, flood, fire);
        assert_eq!(rig.boat(W).sinks_by(tables()), sinks);
    }
}
