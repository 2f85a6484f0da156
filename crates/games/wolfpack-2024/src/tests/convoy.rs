//! Convoy movement: pages 55 to 57.

use super::*;
use crate::asw::Post;
use crate::asw::requests::{Request, RequestKind};
use crate::boat::{Loss, Place};
use crate::calendar::Era;
use crate::conditions::{Light, Speed, Time, Weather};
use crate::convoy::{BoxState, Gone};
use crate::escorts::Hold;
use crate::ring::ApproachBox;
use crate::space::Facing;

/// W on the Attack map far from every ship.
fn afar() -> Rig<'static> {
    let mut rig = patrol();
    rig.p.turn = 12;
    rig.attack(W, at(0, 3), Facing::N);
    rig
}

fn steam(rig: &mut Rig<'_>) {
    rig.play(|play| play.move_convoy());
    rig.run();
}

/// [55.holes] Markers of this turn become open sea or lifeboats.
#[test]
fn markers_become_holes() {
    let mut rig = afar();
    rig.p.convoy.put(at(5, 6), BoxState::Marker(Gone::Sunk));
    rig.p.convoy.put(at(6, 6), BoxState::Marker(Gone::Damaged));
    steam(&mut rig);
    assert_eq!(rig.p.convoy.at(at(5, 6)), Some(BoxState::Hole(Gone::Sunk)));
    assert_eq!(
        rig.p.convoy.at(at(6, 6)),
        Some(BoxState::Hole(Gone::Damaged))
    );
}

/// [55.drift_rate] [55.ships_and_torpedoes_stay] One space, two of a fast convoy on even turns; boats, escorts and requests
/// slide, ships and torpedoes stay.
#[test]
fn everything_else_slides_down() {
    for (speed, turn, spaces) in [
        (Speed::Slow, 12, 1),
        (Speed::Slow, 13, 1),
        (Speed::Fast, 12, 2),
        (Speed::Fast, 13, 1),
    ] {
        let mut rig = afar();
        (rig.p.conditions.speed, rig.p.turn) = (speed, turn);
        rig.escort(
            0,
            Post::Station {
                at: at(14, 2),
                patience: 3,
                range: 4,
            },
        );
        rig.p.hunt.requests[1] = Some(Request {
            kind: RequestKind::Standard,
            space: at(15, 2),
            timer: 2,
        });
        rig.ship(at(5, 6), ship_of(Size::Small, 0));
        rig.p.torpedoes.push(torpedoes::torpedo(W, 1, at(5, 6), 2));
        steam(&mut rig);
        assert_eq!(
            rig.boat(W).place,
            Place::Attack(at(0, 3 + spaces), Facing::N),
            "{speed}, {turn}"
        );
        assert!(
            matches!(rig.p.hunt.escorts[0].post, Post::Station { at: now, .. } if now == at(14, 2 + spaces))
        );
        assert_eq!(rig.p.hunt.requests[1].unwrap().space, at(15, 2 + spaces));
        assert!(rig.p.convoy.has_ship(at(5, 6)) && rig.p.torpedoes[0].target == at(5, 6));
    }
}

/// [55.approach_drift_path] (R39) Along the top to the nearer corner, then down; only from turn 11.
#[test]
fn the_ring_drifts_from_turn_11() {
    for (from, turn, to) in [
        (ApproachBox::T3, 11, Some(ApproachBox::T2)),
        (ApproachBox::T1, 11, Some(ApproachBox::TL)),
        (ApproachBox::T4, 11, Some(ApproachBox::T5)),
        (ApproachBox::TR, 11, Some(ApproachBox::R1)),
        (ApproachBox::R3, 10, Some(ApproachBox::R3)),
        (ApproachBox::L4, 11, None),
    ] {
        let mut rig = patrol();
        rig.boat(W).place = Place::Approach(from);
        rig.p.turn = turn;
        steam(&mut rig);
        let expected = to.map_or(Place::Track(turn), Place::Approach);
        assert_eq!(rig.boat(W).place, expected, "{from} on turn {turn}");
    }
}

/// [55.off_bottom_free] [55.escort_off_bottom] Over the edge without contact: a boat to the turn track, an escort to the
/// holding track.
#[test]
fn who_is_free_falls_behind() {
    let mut rig = afar();
    rig.boat(W).place = Place::Attack(at(3, 14), Facing::N);
    rig.escort(
        0,
        Post::Station {
            at: at(14, 14),
            patience: 3,
            range: 4,
        },
    );
    steam(&mut rig);
    assert_eq!(
        (rig.boat(W).place, rig.p.hunt.escorts[0].post),
        (Place::Track(12), Post::Holding)
    );
    assert_eq!(rig.pulled(Pull::Survival), 0);
}

/// [55.off_bottom_contact] [55.survival_results] Under contact she must survive: lost with her crew, or driven off home
/// with a card for the way; her escorts leave the game either way, even one that stands off.
#[test]
fn who_is_held_must_survive() {
    for (d10, survives) in [(10, true), (1, false)] {
        let mut rig = afar();
        rig.boat(W).place = Place::Attack(at(3, 14), Facing::N);
        rig.hunter(0, Post::OnTop, W, 0);
        rig.hunter(
            1,
            Post::Station {
                at: at(4, 14),
                patience: 3,
                range: 9,
            },
            W,
            0,
        );
        rig.d10s(&[d10]);
        rig.stack(
            DeckName::Patrol,
            &[first(DeckName::Patrol, |card| {
                tables().cards.patrol[card].home == crate::events::HomeEvent::None
            })],
        );
        steam(&mut rig);
        let place = if survives {
            Place::DrivenOff
        } else {
            Place::Lost(Loss::Survival)
        };
        assert_eq!(rig.boat(W).place, place);
        assert!(
            rig.p
                .hunt
                .escorts
                .iter()
                .all(|escort| escort.post == Post::Gone)
        );
        assert_eq!(
            rig.pulled(Pull::HomeEvent),
            usize::from(survives),
            "she goes home at once [68.home_event]"
        );
    }
}

/// [55.survival_modifiers] Lost 1 and 2 help, depth helps unless she is flooded; of several escorts the best counts.
#[test]
fn what_helps_to_survive() {
    let total = |holds: &[Hold], era: Era, depth: Depth, flood: u8| {
        let mut rig = afar();
        rig.p.era = era;
        (rig.boat(W).depth, rig.boat(W).flood.level) = (depth, flood);
        for (number, hold) in (0..).zip(holds) {
            rig.hunter(number, Post::OnTop, W, 0)
                .contact
                .as_mut()
                .unwrap()
                .hold = *hold;
        }
        rig.p.survival(tables(), W, 5).0
    };
    assert_eq!(total(&[Hold::Contact], Era::Early, Depth::SURFACE, 0), 5);
    assert_eq!(total(&[Hold::Lost1], Era::Early, Depth::SURFACE, 0), 6);
    assert_eq!(total(&[Hold::Lost2], Era::Early, Depth::SURFACE, 0), 7);
    assert_eq!(
        total(&[Hold::Lost2, Hold::Contact], Era::Early, Depth::SURFACE, 0),
        5
    );
    assert_eq!(total(&[Hold::Contact], Era::Early, metres(90), 3), 7);
    assert_eq!(total(&[Hold::Contact], Era::Early, metres(90), 4), 5);
    assert_eq!(total(&[Hold::Contact], Era::Late, metres(150), 0), 5);
    assert_eq!(total(&[Hold::Contact], Era::Late, metres(165), 0), 7);
}

/// [56.collision] In the space of a ship, surfaced or at periscope depth: a 1 and nine cards, which are not pulled again.
#[test]
fn boats_run_into_ships() {
    for (depth, d10, checks, collides) in [
        (Depth::SURFACE, 1, 1, true),
        (Depth::PERISCOPE, 2, 1, false),
        (Depth::SHALLOW, 1, 0, false),
    ] {
        let mut rig = afar();
        rig.ship(at(5, 6), ship_of(Size::Large, 0));
        let boat = rig.attack(W, at(5, 6), Facing::N);
        (boat.depth, boat.tp) = (depth, 8);
        rig.d10s(&[d10]);
        rig.play(|play| play.collide(W));
        assert_eq!(rig.pulled(Pull::Collision), checks, "{depth}");
        assert_eq!(
            rig.saw(|event| matches!(event, Event::Attacked { cards: 9, .. })),
            collides
        );
        rig.run();
        assert!(is_quiet(&rig.p), "nothing of it may be pulled again");
    }
}

/// (R46) Before she can run into anything she sees what is within two spaces of her.
#[test]
fn boats_look_before_they_collide() {
    let mut rig = afar();
    let here = at(4, 7);
    rig.attack(W, here, Facing::N);
    rig.play(|play| play.collide(W));
    let side = rig.p.conditions.side;
    for space in side.boxes() {
        let state = rig.p.convoy.at(space);
        let turned = !matches!(state, Some(BoxState::Unknown | BoxState::Spotted));
        assert_eq!(turned, here.range(space) <= 2, "{space}: {state:?}");
    }
}

/// (R56) [pb.training_no_asw] Nobody runs into a ship in training.
#[test]
fn nobody_collides_in_training() {
    let training = Rig::training(tables()).unwrap();
    for (mut rig, checks) in [(training, 0), (patrol(), 1)] {
        rig.p.turn = 12;
        rig.ship(at(5, 7), ship_of(Size::Large, 0));
        rig.attack(W, at(5, 6), Facing::N);
        rig.d10s(&[5]);
        steam(&mut rig);
        assert_eq!(rig.boat(W).attack(), Some((at(5, 7), Facing::N)));
        assert_eq!(rig.pulled(Pull::Collision), checks);
    }
}

/// [57.who_is_searched] (R76) Within 2 spaces of a ship on a clear day, 1 in half light, 0 on a bad night; once, by the nearest
/// ship, and only a boat that is up.
#[test]
fn the_convoy_keeps_a_lookout() {
    for (time, weather, range, searched) in [
        (Time::Day, Weather::Good, 2, true),
        (Time::Day, Weather::Good, 3, false),
        (Time::Day, Weather::Bad, 1, true),
        (Time::Day, Weather::Bad, 2, false),
        (Time::Night, Weather::Good, 1, true),
        (Time::Night, Weather::Bad, 1, false),
        (Time::Night, Weather::Bad, 0, true),
    ] {
        let mut rig = afar();
        (rig.p.conditions.time, rig.p.conditions.weather) = (time, weather);
        rig.ship(at(4, 5), ship_of(Size::Small, 0));
        rig.ship(at(4, 6), ship_of(Size::Small, 9));
        rig.attack(W, at(4 - range, 5), Facing::N);
        rig.play(|play| play.search_from_convoy(W));
        assert_eq!(
            rig.pulled(Pull::ConvoySearch),
            usize::from(searched),
            "{time}, {weather}, {range}"
        );
        rig.boat(W).depth = Depth::SHALLOW;
        rig.play(|play| play.search_from_convoy(W));
        assert_eq!(
            rig.pulled(Pull::ConvoySearch),
            usize::from(searched),
            "nobody sees her at 15 m"
        );
    }
}

/// [57.icons] [57.targeted_request] [47.targeted_request] Binoculars find a surfaced boat, the periscope icon a periscope
/// (R47); whoever is found brings a targeted request on her space.
#[test]
fn icons_find_boats() {
    let icons = |binoculars: bool, periscope: bool| {
        combat(move |card| {
            let icons = card.icons(Light::DayGood, 1);
            (icons.binoculars, icons.periscope) == (binoculars, periscope)
        })
    };
    for (depth, card, found) in [
        (Depth::SURFACE, icons(true, false), true),
        (Depth::PERISCOPE, icons(true, false), false),
        (Depth::SURFACE, icons(false, false), false),
    ] {
        let mut rig = afar();
        rig.p.conditions.time = Time::Day;
        rig.ship(at(4, 5), ship_of(Size::Small, 0));
        rig.attack(W, at(3, 5), Facing::N).depth = depth;
        rig.stack(DeckName::Combat, &[card]);
        rig.play(|play| play.search_from_convoy(W));
        let request =
            rig.p.hunt.requests[0].map(|request| (request.kind, request.space, request.timer));
        assert_eq!(
            request,
            found.then_some((RequestKind::Targeted, at(3, 5), 4)),
            "{depth}"
        );
    }
    assert!(crate::drift::is_seen(
        crate::cards::Icons {
            binoculars: false,
            periscope: true
        },
        Depth::PERISCOPE
    ));
}

/// [57.night_light] At night near a request it is as light as day.
#[test]
fn near_a_request_night_is_day() {
    let mut rig = afar();
    assert_eq!(rig.p.light_on(tables(), at(3, 5)), Light::NightGood);
    rig.p.hunt.requests[0] = Some(Request {
        kind: RequestKind::Standard,
        space: at(5, 6),
        timer: 1,
    });
    assert_eq!(rig.p.light_on(tables(), at(3, 5)), Light::DayGood);
    assert_eq!(rig.p.light_on(tables(), at(2, 5)), Light::NightGood);
    (rig.p.conditions.time, rig.p.conditions.weather) = (Time::Day, Weather::Bad);
    assert_eq!(rig.p.light_on(tables(), at(3, 5)), Light::DayBad);
}
