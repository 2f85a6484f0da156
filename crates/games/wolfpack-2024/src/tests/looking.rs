//! Observation and TDC calculation: pages 37, 38, 61 and 63.

use super::*;
use crate::boat::{Solution, TubeState};
use crate::boats::{End, Gear, TorpedoType};
use crate::conditions::{MapSide, Time, Weather};
use crate::convoy::{BoxState, Gone};
use crate::crew::{HEAVY, Man, Skill, WORST};
use crate::sequence::Phase;
use crate::space::Facing;

/// W two spaces west of the convoy, facing it, on a clear night.
fn beside() -> Rig<'static> {
    let mut rig = patrol();
    rig.attack(W, at(2, 7), Facing::E);
    rig
}

fn seen(rig: &Rig<'_>, farthest: u8) -> bool {
    let from = at(2, 7);
    rig.p.convoy.boxes().all(|(space, state)| {
        let near = rig.p.conditions.side.ring(space).is_some() && from.range(space) <= farthest;
        near == (state != BoxState::Unknown)
    })
}

/// [37.who_observes] [37.ranges] [37.spot] [37.identify] Only from the surface or periscope depth; tiles to the spot
/// range, turned over to the identification range.
#[test]
fn boats_see_as_far_as_the_light_lets_them() {
    for (time, weather, spot, identify) in [
        (Time::Day, Weather::Good, 12, 8),
        (Time::Day, Weather::Bad, 8, 6),
        (Time::Night, Weather::Good, 6, 4),
        (Time::Night, Weather::Bad, 4, 2),
    ] {
        let mut rig = beside();
        (rig.p.conditions.time, rig.p.conditions.weather) = (time, weather);
        rig.play(|play| play.observe());
        assert!(seen(&rig, spot), "{time}, {weather}");
        let turned = |(space, state): (Space, BoxState)| {
            state == BoxState::Unknown
                || (state == BoxState::Spotted) == (at(2, 7).range(space) > identify)
        };
        assert!(rig.p.convoy.boxes().all(turned), "{time}, {weather}");
    }
    for depth in [Depth::PERISCOPE, Depth::SHALLOW] {
        let mut rig = beside();
        rig.boat(W).depth = depth;
        rig.play(|play| play.observe());
        assert_eq!(
            rig.p.convoy.ships().next().is_some(),
            depth == Depth::PERISCOPE
        );
    }
}

/// [37.holes_not_refilled] [37.tile_back_hidden] [19.ring_numbers] A hole stays a hole; a tile comes from the pile of its ring.
#[test]
fn holes_are_not_filled_again() {
    let mut rig = beside();
    rig.p.conditions.time = Time::Day;
    let hole = at(5, 7);
    rig.p.convoy.put(hole, BoxState::Hole(Gone::Sunk));
    rig.play(|play| play.observe());
    assert_eq!(rig.p.convoy.at(hole), Some(BoxState::Hole(Gone::Sunk)));
    for (space, state) in rig.p.convoy.boxes() {
        let tile = match state {
            BoxState::Ship(tile, _) => tile,
            BoxState::Spotted => rig.p.tile_back(space).unwrap(),
            _ => continue,
        };
        assert_eq!(
            Some(tables().tile(tile).ring),
            rig.p.conditions.side.ring(space)
        );
    }
}

/// [19.ring_numbers] [12.map_sides] 24, 16 and 5 boxes on the small side; 28, 20, 12 and 3 on the large one.
#[test]
fn rings_have_their_boxes() {
    let count = |side: MapSide, ring: u8| {
        side.boxes()
            .filter(|space| side.ring(*space) == Some(ring))
            .count()
    };
    assert_eq!(
        [1, 2, 3, 4].map(|ring| count(MapSide::Small, ring)),
        [24, 16, 5, 0]
    );
    assert_eq!(
        [1, 2, 3, 4].map(|ring| count(MapSide::Large, ring)),
        [28, 20, 12, 3]
    );
}

/// [24.simultaneous_order] Several boats with something to find look in random order.
#[test]
fn several_lookouts_come_in_random_order() {
    let mut rig = beside();
    rig.attack(X, at(14, 7), Facing::W);
    rig.play(|play| play.observe());
    assert_eq!(rig.pulled(Pull::RandomTarget), 1);
}

/// W with two ships in sight, two bow tubes loaded, one loading, the stern tube loaded, and an empty tube.
fn computing() -> Rig<'static> {
    let mut rig = beside();
    rig.ship(at(5, 7), ship_of(Size::Medium, 0));
    rig.ship(at(6, 5), ship_of(Size::Medium, 5));
    let steam = TorpedoType::G7a;
    let boat = rig.boat(W);
    boat.tubes = [TubeState::Loaded(steam); 6];
    boat.tubes[2] = TubeState::Loading(2, steam);
    boat.tubes[3] = TubeState::Empty;
    boat.tubes[5] = TubeState::Empty;
    rig
}

fn compute(rig: &mut Rig<'_>) {
    rig.p.phase = Phase::Tdc;
    rig.play(|play| play.start_computing());
    rig.run();
}

/// [38.tdc_count] [14.not_cumulative] One calculation, two or three with the best able officer (R23), one with an acting
/// captain (R90), none without any officer (R64).
#[test]
fn officers_decide_how_much_is_computed() {
    let cases: [Crew; 6] = [
        (&[], &[], 1),
        (&[Skill::CapTdc2], &[], 2),
        (&[Skill::CapTdc2, Skill::CapTdc3], &[], 3),
        (&[Skill::CapTdc2, Skill::Wo1Tdc2, Skill::Wo1Tdc3], &[], 3),
        (
            &[Skill::CapTdc2, Skill::CapTdc3],
            &[(Man::Captain, HEAVY)],
            1,
        ),
        (
            &[],
            &[
                (Man::Captain, WORST),
                (Man::FirstWo, WORST),
                (Man::SecondWo, HEAVY),
                (Man::Chief, HEAVY),
            ],
            0,
        ),
    ];
    for (skills, wounds, count) in cases {
        let mut rig = computing();
        let boat = rig.boat(W);
        boat.skills = skills.iter().copied().collect();
        for (man, level) in wounds {
            boat.wounds[man.index()] = *level;
        }
        assert_eq!(boat.calculations(&tables().tdc), count, "{skills:?}");
    }
}

/// [38.tdc_targets] Ships in sight, each once a turn; nothing beyond the spot range.
#[test]
fn each_ship_is_computed_once() {
    let mut rig = computing();
    rig.ship(at(9, 7), ship_of(Size::Small, 0)); // seven spaces off: too far at night
    rig.boat(W).skills = [Skill::CapTdc2].into_iter().collect();
    compute(&mut rig);
    assert_eq!(rig.offers(W), [say("at 6,5"), say("at 5,7"), say("done")]);
    rig.say(W, "at 5,7");
    rig.say(W, "tubes none");
    assert_eq!(rig.offers(W), [say("at 6,5"), say("done")]);
    rig.say(W, "at 6,5");
    rig.say(W, "tubes 1");
    assert!(is_quiet(&rig.p), "two are two");
}

/// [38.tdc_value] [63.periscope_heavy] [61.observation_periscope] The card by range and light, skill and periscope added,
/// and not beyond what a tube can store.
#[test]
fn a_solution_is_read_and_bent() {
    let plain = combat(|card| card.solution(crate::conditions::Light::NightGood, 0) == Some(1));
    let cases: [(Change, i8); 6] = [
        (|_| {}, 1),
        (
            |boat| boat.skills = [Skill::CapTdcDrm].into_iter().collect(),
            2,
        ),
        (|boat| boat.gear[Gear::Periscope.index()] = HEAVY, 0),
        (|boat| boat.observation = true, 0),
        (
            |boat| (boat.observation, boat.gear[Gear::Periscope.index()]) = (true, HEAVY),
            -1,
        ),
        (
            |boat| boat.skills = [Skill::Wo1TdcDrm].into_iter().collect(),
            2,
        ),
    ];
    for (bend, value) in cases {
        let mut rig = computing();
        bend(rig.boat(W));
        rig.stack(DeckName::Combat, &[plain]);
        compute(&mut rig);
        rig.say(W, "at 5,7");
        assert!(
            rig.saw(
                |event| matches!(event, Event::Computes { value: Some(so), .. } if *so == value)
            )
        );
    }
    let rules = &tables().tdc;
    let best = tables().cards.combat.iter().filter_map(|card| {
        crate::tdc::solution(rules, card, crate::conditions::Light::DayGood, 1, 9)
    });
    assert_eq!(best.max(), Some(3));
}

/// [38.tdc_one_end] [38.tdc_improve] Loaded and loading tubes of one end; a tube with as good a value for that ship keeps
/// it, one aimed elsewhere may change (R105).
#[test]
fn a_solution_goes_to_tubes_of_one_end() {
    let mut rig = computing();
    let boat = rig.boat(W);
    let (here, there) = (at(5, 7), at(6, 5));
    boat.solutions[0] = Some(Solution {
        target: here,
        value: 3,
    });
    boat.solutions[1] = Some(Solution {
        target: there,
        value: 3,
    });
    compute(&mut rig);
    rig.say(W, "at 5,7");
    let sets: Vec<String> = rig.offers(W).iter().map(ToString::to_string).collect();
    assert_eq!(
        sets,
        ["tubes none", "tubes 2", "tubes 3", "tubes 23", "tubes 5"]
    );
    rig.say(W, "tubes 23");
    let boat = rig.boat(W);
    assert_eq!(boat.solutions[1].unwrap().target, here);
    assert_eq!(
        boat.solutions[0],
        Some(Solution {
            target: here,
            value: 3
        })
    );
    assert_eq!(boat.assignable(End::Stern).count(), 1);
}

/// [38.tdc_kept_and_lost] Values stay from turn to turn; one whose ship is gone goes.
#[test]
fn solutions_last_as_long_as_their_ship() {
    let mut rig = computing();
    rig.boat(W).solutions[0] = Some(Solution {
        target: at(5, 7),
        value: 1,
    });
    rig.boat(W).solutions[1] = Some(Solution {
        target: at(6, 5),
        value: 1,
    });
    rig.play(|play| play.begin_turn());
    assert_eq!(rig.boat(W).solutions.iter().flatten().count(), 2);
    rig.p.forget_target(at(5, 7));
    assert_eq!(
        rig.boat(W).solutions.map(|solution| solution.is_some())[..2],
        [false, true]
    );
}
