//! ASW on the Attack map: pages 39 and 43 to 47.

use super::*;
use crate::asw::requests::{Request, RequestKind};
use crate::asw::{Contact, Post};
use crate::calendar::Era;
use crate::conditions::{Time, Weather};
use crate::escorts::{CaptainId, EscortId, Hold};
use crate::sequence::Phase;
use crate::space::{Facing, Quadrant};
use derbyhouse_kernel::cup::Cup;

const ID: EscortId = EscortId(0);

fn station(x: i8, y: i8) -> Post {
    Post::Station {
        at: at(x, y),
        patience: 3,
        range: 3,
    }
}

/// W on the Attack map, eight spaces below the top, and an escort there.
fn searching(depth: Depth, post: Post) -> Rig<'static> {
    let mut rig = patrol();
    rig.attack(W, at(2, 8), Facing::N).depth = depth;
    rig.escort(0, post);
    rig
}

fn search(rig: &mut Rig<'_>) {
    rig.p.phase = Phase::Asw;
    rig.play(|play| play.search_attack());
    rig.run();
}

fn post(rig: &Rig<'_>) -> Post {
    rig.p.hunt.escorts[0].post
}

fn contact(rig: &Rig<'_>) -> Option<Contact> {
    rig.p.hunt.escorts[0].contact
}

fn captain(fits: impl Fn(&crate::tables::CaptainValues) -> bool) -> CaptainId {
    CaptainId(tables().escorts.captains.iter().position(fits).unwrap() as u8)
}

fn request(x: i8, y: i8, timer: u8) -> Option<Request> {
    Some(Request {
        kind: RequestKind::Standard,
        space: at(x, y),
        timer,
    })
}

fn quadrant(rig: &mut Rig<'_>, tick: bool) {
    let box_of = Quadrant::Q1.card_box().index();
    let card = battle(|card| card.locations[box_of] == tick);
    rig.play(|play| play.check_quadrant(card, Quadrant::Q1));
    rig.run();
}

/// [39.assigned_timer] [39.captain_revealed] [10.captain_fields] [44.search_range] The timer runs down; then the escort
/// stands on its marker, its captain turned up, and searches with range 4.
#[test]
fn an_assigned_escort_arrives() {
    let patient = captain(|captain| captain.time_on_target == 5);
    let mut rig = searching(
        Depth::SURFACE,
        Post::Assigned {
            quadrant: Quadrant::Q1,
            to: at(15, 1),
            timer: 2,
        },
    );
    rig.p.secret.hunt.backs.push((ID, patient));
    rig.play(|play| play.move_escorts());
    assert_eq!(
        post(&rig),
        Post::Assigned {
            quadrant: Quadrant::Q1,
            to: at(15, 1),
            timer: 1
        }
    );
    assert_eq!(rig.p.hunt.escorts[0].captain, None);
    rig.play(|play| play.move_escorts());
    assert_eq!(rig.p.hunt.escorts[0].captain, Some(patient));
    assert!(rig.p.secret.hunt.backs.is_empty());
    search(&mut rig);
    assert_eq!(
        post(&rig),
        Post::Station {
            at: at(15, 1),
            patience: 4,
            range: 4
        }
    );
    search(&mut rig);
    assert_eq!(
        post(&rig),
        Post::Station {
            at: at(15, 1),
            patience: 3,
            range: 5
        }
    );
}

/// [43.only_with_request] [43.no_tick_timer] [43.card_boxes_to_quadrants] Nothing is pulled without a request; without a
/// tick in its box a request runs out.
#[test]
fn requests_run_out() {
    let mut rig = searching(Depth::SURFACE, Post::Holding);
    rig.play(|play| play.check_quadrants());
    assert_eq!(rig.pulled(Pull::LocationCheck), 0);
    rig.p.hunt.requests[0] = request(3, 3, 2);
    rig.play(|play| play.check_quadrants());
    assert_eq!(rig.pulled(Pull::LocationCheck), 1);
    rig.p.agenda.clear();
    quadrant(&mut rig, false);
    assert_eq!(rig.p.hunt.requests[0].map(|request| request.timer), Some(1));
    quadrant(&mut rig, false);
    assert_eq!(rig.p.hunt.requests[0], None);
    use crate::ring::Location;
    assert_eq!(
        Quadrant::ALL.map(|quadrant| quadrant.card_box()),
        [Location::NW, Location::NE, Location::W, Location::E]
    );
}

/// [43.tick_sources] [43.assigned_marker] [44.distance_r2] The top of the holding track, else the cup; the request becomes
/// its marker, one or two turns away. Surfaced boats of the map may dive in alarm [42.crash_dive_moment].
#[test]
fn a_tick_assigns_an_escort() {
    let mut rig = searching(Depth::SURFACE, Post::Holding);
    rig.boat(W).tp = 1;
    rig.p.hunt.ready.push(ID);
    rig.p.secret.hunt.cup = Cup::new();
    rig.p.secret.hunt.cup.add(Some(EscortId(3)), 1);
    rig.p.hunt.requests[0] = request(3, 3, 2);
    rig.stack(
        DeckName::Battle,
        &[battle(|card| card.random_of(2) == Some(2))],
    );
    quadrant(&mut rig, true);
    assert_eq!(
        post(&rig),
        Post::Assigned {
            quadrant: Quadrant::Q1,
            to: at(3, 3),
            timer: 2
        }
    );
    assert_eq!((rig.p.hunt.requests[0], rig.p.hunt.ready.len()), (None, 0));
    assert_eq!(rig.offers(W), [say("dive"), say("stay")]);
    rig.say(W, "stay");
    rig.p.hunt.requests[0] = request(4, 4, 2);
    quadrant(&mut rig, true);
    assert!(matches!(
        rig.p.escort(EscortId(3)).unwrap().post,
        Post::Assigned { .. }
    ));
}

/// [43.false_contact_timer] It goes back, and costs the request a turn.
#[test]
fn a_false_contact_costs_a_turn() {
    let mut rig = searching(Depth::SURFACE, Post::Holding);
    rig.p.secret.hunt.cup = Cup::new();
    rig.p.secret.hunt.cup.add(None, 1);
    rig.p.hunt.requests[0] = request(3, 3, 2);
    quadrant(&mut rig, true);
    assert_eq!(rig.p.hunt.requests[0].map(|request| request.timer), Some(1));
    assert_eq!(rig.p.secret.hunt.cup.len(), 1);
}

/// [45.target_choice] [46.failure_tot] (R33) Within range only, boats that are up first; nobody there costs patience.
#[test]
fn escorts_look_for_boats_in_range() {
    let mut rig = searching(metres(60), station(2, 4));
    rig.attack(X, at(4, 6), Facing::N).depth = Depth::PERISCOPE;
    rig.d10s(&[1]);
    search(&mut rig);
    assert!(rig.saw(|event| matches!(
        event,
        Event::Pulls {
            pull: Pull::Search,
            boat: Some(X),
            ..
        }
    )));
    assert!(!rig.saw(|event| matches!(
        event,
        Event::Pulls {
            pull: Pull::Search,
            boat: Some(W),
            ..
        }
    )));
    let mut rig = searching(Depth::SURFACE, station(2, 3));
    search(&mut rig);
    assert_eq!(
        post(&rig),
        Post::Station {
            at: at(2, 3),
            patience: 2,
            range: 4
        }
    );
    assert_eq!(rig.pulled(Pull::Search), 0);
}

/// [45.radar] [45.visual] By d10, equipment, light and depth.
#[test]
fn the_d10_that_finds_a_boat() {
    use crate::escorts::Equipment::{EarlyAll, EarlyNoRadar};
    let (day, night, good, bad) = (Time::Day, Time::Night, Weather::Good, Weather::Bad);
    for (equipment, time, weather, depth, least) in [
        (EarlyAll, night, good, Depth::SURFACE, 2),
        (EarlyAll, day, bad, Depth::SURFACE, 4),
        (EarlyAll, day, good, Depth::PERISCOPE, 4),
        (EarlyAll, night, bad, Depth::PERISCOPE, 6),
        (EarlyNoRadar, day, good, Depth::SURFACE, 3),
        (EarlyNoRadar, day, bad, Depth::SURFACE, 5),
        (EarlyNoRadar, day, good, Depth::PERISCOPE, 6),
        (EarlyNoRadar, day, bad, Depth::PERISCOPE, 7),
        (EarlyNoRadar, night, good, Depth::SURFACE, 5),
        (EarlyNoRadar, night, bad, Depth::SURFACE, 7),
        (EarlyNoRadar, night, good, Depth::PERISCOPE, 8),
        (EarlyNoRadar, night, bad, Depth::PERISCOPE, 10),
    ] {
        for (d10, seen) in [(least, true), (least - 1, false)] {
            let mut rig = searching(depth, station(2, 6));
            (rig.p.conditions.time, rig.p.conditions.weather) = (time, weather);
            rig.p.hunt.escorts[0].equipment = Some(equipment);
            rig.d10s(&[d10]);
            search(&mut rig);
            let in_sight =
                rig.saw(|event| matches!(event, Event::ContactMade { sonar: false, .. }));
            assert_eq!(
                in_sight, seen,
                "{equipment}, {time}, {weather}, {depth}, {d10}"
            );
        }
    }
}

/// [45.periscope_then_sonar] Not seen at periscope depth, she is listened for at once; not seen on the surface, she is not.
#[test]
fn a_periscope_is_listened_for() {
    for (depth, pulls) in [(Depth::PERISCOPE, 1 + 2), (Depth::SURFACE, 1)] {
        let mut rig = searching(depth, station(2, 6));
        rig.d10s(&[1]);
        search(&mut rig);
        assert_eq!(rig.pulled(Pull::Search), pulls, "{depth}");
    }
}

/// [45.sonar_cards] (R68) Two cards: a standard operator needs both ticks, an elite one either; silence takes one card and
/// one tick more.
#[test]
fn operators_need_their_ticks() {
    let tick = |place: usize| tables().cards.battle[place].sonar(false, Era::Early, Weather::Good);
    let yes = several(DeckName::Battle, 3, tick);
    let no = several(DeckName::Battle, 3, |place| !tick(place));
    for (elite, silent, ticks, cards, found) in [
        (false, false, 2, 2, true),
        (false, false, 1, 2, false),
        (true, false, 1, 2, true),
        (true, false, 0, 2, false),
        (false, true, 3, 3, true),
        (false, true, 2, 3, false),
        (true, true, 2, 3, true),
        (true, true, 1, 3, false),
    ] {
        let mut rig = searching(metres(60), station(2, 6));
        rig.boat(W).silent = silent;
        rig.p.hunt.escorts[0].captain = Some(captain(|captain| captain.elite_sonar == elite));
        rig.stack(
            DeckName::Battle,
            &[&yes[..ticks], &no[..cards - ticks]].concat(),
        );
        search(&mut rig);
        assert_eq!(rig.pulled(Pull::Search), cards);
        assert_eq!(
            contact(&rig).is_some(),
            found,
            "elite {elite}, silent {silent}, {ticks} ticks"
        );
    }
}

/// [45.contact_kept] (R88) (R100) In sight she is held without a card, down to periscope depth; below that sonar says, by
/// the acquire column for lack of a marker.
#[test]
fn a_boat_in_sight_is_held() {
    for (depth, cards) in [
        (Depth::SURFACE, 0),
        (Depth::PERISCOPE, 0),
        (Depth::SHALLOW, 2),
    ] {
        let mut rig = searching(depth, Post::Holding);
        rig.p.hunt.escorts.clear();
        rig.hunter(0, station(2, 6), W, 0);
        search(&mut rig);
        assert_eq!(rig.pulled(Pull::Search), cards, "{depth}");
    }
    let mut rig = searching(Depth::PERISCOPE, Post::Holding);
    rig.p.hunt.escorts.clear();
    rig.hunter(0, Post::OnTop, W, 0)
        .contact
        .as_mut()
        .unwrap()
        .homing = true;
    search(&mut rig);
    assert_eq!(
        rig.pulled(Pull::Search),
        2,
        "found by sonar, she is listened for at periscope depth too"
    );
}

fn found(depth: Depth, from: Space, boat: Space) -> Rig<'static> {
    let mut rig = searching(
        depth,
        Post::Station {
            at: from,
            patience: 3,
            range: 9,
        },
    );
    rig.attack(W, boat, Facing::N);
    let ticks = several(DeckName::Battle, 2, |place| {
        let card = &tables().cards.battle[place];
        card.d10 == 10 || card.sonar(false, Era::Early, Weather::Good)
    });
    if depth.sees() {
        rig.d10s(&[10]);
    } else {
        let heard =
            |place: usize| tables().cards.battle[place].sonar(false, Era::Early, Weather::Good);
        rig.stack(DeckName::Battle, &several(DeckName::Battle, 2, heard));
    }
    assert_eq!(ticks.len(), 2);
    search(&mut rig);
    rig
}

/// [46.surfaced_within_6] [46.surfaced_beyond_6] (R32) Near it stays; from farther off it closes to exactly 6 spaces.
#[test]
fn a_surfaced_boat_is_closed_with() {
    let at_of = |rig: &Rig<'_>| match post(rig) {
        Post::Station { at, .. } => at,
        other => panic!("{other:?}"),
    };
    assert_eq!(at_of(&found(Depth::SURFACE, at(2, 2), at(2, 8))), at(2, 2));
    let rig = found(Depth::SURFACE, at(2, 1), at(5, 10));
    assert_eq!(
        (
            at_of(&rig).range(at(5, 10)),
            contact(&rig).unwrap().distance
        ),
        (6, 0)
    );
}

/// [46.periscope_within_6] [46.periscope_beyond_6] Near it is on top at once; from farther off it closes to 6 and takes a turn.
#[test]
fn a_periscope_is_run_down() {
    assert_eq!(
        post(&found(Depth::PERISCOPE, at(2, 2), at(2, 8))),
        Post::OnTop
    );
    let mut rig = found(Depth::PERISCOPE, at(2, 1), at(2, 9));
    assert!(matches!(post(&rig), Post::Station { at: from, .. } if from == at(2, 3)));
    assert_eq!(contact(&rig).unwrap().distance, 1);
    rig.play(|play| play.move_escorts());
    assert_eq!(post(&rig), Post::OnTop);
}

/// [46.sonar_within_6] [46.sonar_beyond_6] [39.distance_0_on_top] (R37) Near it is on top; from farther off it stays where
/// it is and takes a turn.
#[test]
fn a_boat_that_is_heard_is_run_down() {
    let rig = found(metres(60), at(2, 2), at(2, 8));
    assert!(post(&rig) == Post::OnTop && contact(&rig).unwrap().homing);
    let mut rig = found(metres(60), at(2, 1), at(2, 9));
    assert!(matches!(post(&rig), Post::Station { at: from, .. } if from == at(2, 1)));
    assert_eq!(contact(&rig).unwrap().distance, 1);
    rig.play(|play| play.move_escorts());
    assert_eq!(post(&rig), Post::OnTop);
}

/// [46.tot_zero] (R34) Out of patience: to another request, which it uses up, or to the holding track.
#[test]
fn an_escort_loses_patience() {
    let mut rig = searching(
        metres(60),
        Post::Station {
            at: at(15, 1),
            patience: 1,
            range: 4,
        },
    );
    search(&mut rig);
    assert_eq!(
        (post(&rig), rig.p.hunt.incoming.clone()),
        (Post::Holding, vec![ID])
    );
    let mut rig = searching(
        metres(60),
        Post::Station {
            at: at(15, 1),
            patience: 1,
            range: 4,
        },
    );
    rig.p.hunt.requests[2] = request(3, 12, 3);
    rig.p.hunt.escorts[0].captain = Some(captain(|captain| captain.time_on_target == 5));
    search(&mut rig);
    assert_eq!(
        post(&rig),
        Post::Station {
            at: at(3, 12),
            patience: 5,
            range: 3
        }
    );
    assert_eq!(rig.p.hunt.requests[2], None);
}

/// (R34) Sent to a request in movement, because its boat was lost there, it lets the search of that turn pass by.
#[test]
fn an_escort_sent_on_in_movement_searches_from_the_next_turn() {
    let mut rig = searching(
        metres(60),
        Post::Station {
            at: at(15, 1),
            patience: 1,
            range: 4,
        },
    );
    rig.p.hunt.requests[2] = request(3, 12, 3);
    rig.p.hunt.escorts[0].captain = Some(captain(|captain| captain.time_on_target == 5));
    rig.p.phase = Phase::Movement;
    rig.p.redirect(tables(), ID, Some(Quadrant::ALL[2]));
    let station = |patience, range| Post::Station {
        at: at(3, 12),
        patience,
        range,
    };
    search(&mut rig);
    assert_eq!(post(&rig), station(5, 3), "no search, no patience lost");
    rig.p.boats[0] = None;
    search(&mut rig);
    assert_eq!(post(&rig), station(4, 4));
}

/// [46.lost_levels] [47.evasion_attack_map] By degrees; lost entirely, it goes to a request or the holding track. Evasion
/// from Lost 2 sends it to the holding track; an evaded first search costs patience.
#[test]
fn contact_is_lost_on_the_attack_map_too() {
    let deaf = |place: usize| !tables().cards.battle[place].sonar(true, Era::Early, Weather::Good);
    let mut rig = searching(metres(60), Post::Holding);
    rig.p.hunt.escorts.clear();
    rig.hunter(0, Post::OnTop, W, 0)
        .contact
        .as_mut()
        .unwrap()
        .homing = true;
    rig.stack(DeckName::Battle, &several(DeckName::Battle, 6, deaf));
    for hold in [Some(Hold::Lost1), Some(Hold::Lost2), None] {
        rig.play(|play| play.search(ID));
        assert_eq!(contact(&rig).map(|contact| contact.hold), hold);
    }
    assert_eq!(post(&rig), Post::Holding);

    let heard = |homing: bool| {
        several(DeckName::Battle, 2, move |place| {
            tables().cards.battle[place].sonar(homing, Era::Early, Weather::Good)
        })
    };
    let evade = |rig: &mut Rig<'_>, homing: bool| {
        let heard = heard(homing);
        let away = first(DeckName::Battle, |place| {
            tables().cards.battle[place].evade && !heard.contains(&(place as u8))
        });
        rig.boat(W).tp = 1;
        rig.stack(DeckName::Battle, &[heard[0], heard[1], away]);
        rig.play(|play| play.search(ID));
        rig.run();
        rig.say(W, "evade");
    };
    let mut rig = searching(metres(60), station(2, 6));
    evade(&mut rig, false);
    assert_eq!(
        post(&rig),
        Post::Station {
            at: at(2, 6),
            patience: 2,
            range: 3
        }
    );
    let mut rig = searching(metres(60), Post::Holding);
    rig.p.hunt.requests[2] = request(3, 12, 3);
    rig.p.hunt.escorts.clear();
    let held = rig.hunter(0, Post::OnTop, W, 0).contact.as_mut().unwrap();
    (held.homing, held.hold) = (true, Hold::Lost2);
    evade(&mut rig, true);
    assert_eq!((contact(&rig), post(&rig)), (None, Post::Holding));
}

/// (R30) Two escorts may hold one boat here; on the ring nobody looks for a boat that is held.
#[test]
fn two_escorts_may_hold_one_boat() {
    let mut rig = searching(Depth::SURFACE, station(2, 6));
    rig.hunter(1, station(2, 5), W, 0);
    rig.d10s(&[10]);
    rig.play(|play| play.search(ID));
    assert_eq!(rig.p.holders(W).count(), 2);
    let mut rig = patrol();
    rig.escort(0, Post::Search(crate::ring::Location::E));
    rig.hunter(1, Post::OnTop, W, 0);
    rig.play(|play| play.search(ID));
    assert_eq!((rig.p.holders(W).count(), rig.pulled(Pull::Search)), (1, 0));
}
