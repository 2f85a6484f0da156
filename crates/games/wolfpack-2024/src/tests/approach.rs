//! ASW on the Approach map: pages 39 to 42 and 54.

use super::*;
use crate::asw::{Contact, Post};
use crate::boat::Place;
use crate::boats::Gear;
use crate::calendar::Era;
use crate::conditions::{Time, Weather};
use crate::crew::{HEAVY, Skill};
use crate::escorts::{Equipment, EscortId, Hold};
use crate::ring::{ApproachBox, Location};
use derbyhouse_kernel::cup::Cup;

/// The location of W's box.
const HERE: Location = Location::E;

fn ticked(location: Location) -> u8 {
    battle(|card| card.locations[location.index()])
}

fn unticked(location: Location) -> u8 {
    battle(|card| !card.locations[location.index()])
}

/// A cup with nothing but this in it.
fn cup(rig: &mut Rig<'_>, piece: Option<EscortId>) {
    rig.p.secret.hunt.cup = Cup::new();
    rig.p.secret.hunt.cup.add(piece, 3);
}

fn check(rig: &mut Rig<'_>, card: u8, location: Location) {
    rig.play(|play| play.check_location(card, location));
    rig.run();
}

fn post(rig: &Rig<'_>) -> Post {
    rig.p.hunt.escorts[0].post
}

fn contact(rig: &Rig<'_>) -> Option<Contact> {
    rig.p.hunt.escorts[0].contact
}

/// [39.approach_timer] [39.distance_0_on_top] A distance drops by one a turn; at 0 the escort is on top of the boat.
#[test]
fn escorts_close_in() {
    let mut rig = patrol();
    rig.hunter(0, Post::Search(HERE), W, 2);
    rig.play(|play| play.move_escorts());
    assert_eq!(
        (contact(&rig).unwrap().distance, post(&rig)),
        (1, Post::Search(HERE))
    );
    rig.play(|play| play.move_escorts());
    assert_eq!(
        (contact(&rig).unwrap().distance, post(&rig)),
        (0, Post::OnTop)
    );
}

/// [40.one_card] [39.asw_order] [40.all_locations_before_search] One card for all locations, which are all looked at
/// before anything is searched.
#[test]
fn one_card_serves_all_locations() {
    let mut rig = patrol();
    rig.play(|play| play.start_asw());
    use crate::sequence::Step;
    let order: Vec<Step> = std::iter::from_fn(|| rig.p.agenda.pop()).collect();
    assert_eq!(
        order,
        [
            Step::EscortsMove,
            Step::CheckLocations,
            Step::SearchApproach,
            Step::CheckQuadrants,
            Step::SearchAttack,
            Step::EscortsAttack,
            Step::FightBack,
        ]
    );
    rig.play(|play| play.check_locations());
    let steps: Vec<Step> = std::iter::from_fn(|| rig.p.agenda.pop()).collect();
    assert_eq!(rig.pulled(Pull::LocationCheck), 1);
    assert!(
        matches!(steps.as_slice(), [Step::CheckLocation(card, _), .., Step::CheckLocation(last, _)]
        if card == last && steps.len() == 5)
    );
}

/// [40.no_tick_to_holding] [52.queue_order] [40.new_arrivals_wait] [39.clean_up_once] No tick: patrols go to the bottom of
/// the holding track, and can be used only after the next clean-up.
#[test]
fn without_a_tick_patrols_leave() {
    let mut rig = patrol();
    rig.escort(0, Post::Patrol(HERE));
    rig.escort(1, Post::Holding);
    rig.p.hunt.ready.push(EscortId(1));
    check(&mut rig, unticked(HERE), HERE);
    assert_eq!(
        (rig.p.hunt.ready.clone(), rig.p.hunt.incoming.clone()),
        (vec![EscortId(1)], vec![EscortId(0)])
    );
    rig.play(|play| play.move_escorts());
    assert_eq!(
        (rig.p.hunt.ready.clone(), rig.p.hunt.incoming.len()),
        (vec![EscortId(1), EscortId(0)], 0)
    );
}

/// [40.tick_sources] From the patrol box, else the top of the holding track, else out of the cup, with a captain of its
/// pile face down [20.captain_piles] [10.captain_back_hidden].
#[test]
fn a_tick_brings_an_escort() {
    let mut rig = patrol();
    rig.p.secret.hunt.captains =
        crate::escorts::CaptainPile::ALL.map(|pile| tables().escorts.pile(pile).collect());
    cup(&mut rig, Some(EscortId(2)));
    rig.escort(0, Post::Patrol(HERE));
    rig.escort(1, Post::Holding);
    rig.p.hunt.ready.push(EscortId(1));
    for (number, id) in (1..).zip([0, 1, 2]) {
        check(&mut rig, ticked(HERE), HERE);
        assert_eq!(rig.p.escort(EscortId(id)).unwrap().post, Post::Search(HERE));
        let searching = rig
            .p
            .hunt
            .escorts
            .iter()
            .filter(|escort| escort.post == Post::Search(HERE));
        assert_eq!(searching.count(), number);
    }
    let (escort, captain) = rig.p.secret.hunt.backs[0];
    let pile = tables().escorts.escort(escort).kind.pile();
    assert_eq!(
        (escort, tables().escorts.captain(captain).pile),
        (EscortId(2), pile)
    );
    let drawn = rig.p.escort(escort).unwrap();
    assert_eq!(
        (drawn.captain, drawn.elite_helm),
        (None, tables().escorts.captain(captain).elite_helm)
    );
    assert!(drawn.equipment.is_some(), "and it was fitted");
}

/// [40.false_contact] [20.cup_unseen] It goes back into the cup, and nothing happens.
#[test]
fn a_false_contact_goes_back() {
    let mut rig = patrol();
    cup(&mut rig, None);
    check(&mut rig, ticked(HERE), HERE);
    assert!(rig.p.hunt.escorts.is_empty() && rig.p.secret.hunt.cup.len() == 3);
    assert!(rig.saw(|event| matches!(event, Event::FalseContact)));
}

/// [40.only_uncontacted] (R40) Where every boat is held, or none is, nothing moves.
#[test]
fn only_boats_without_contact_bring_escorts() {
    let mut rig = patrol();
    cup(&mut rig, Some(EscortId(5)));
    rig.hunter(0, Post::OnTop, W, 0);
    rig.escort(1, Post::Patrol(HERE));
    check(&mut rig, ticked(HERE), HERE);
    check(&mut rig, ticked(Location::N), Location::N);
    assert_eq!(rig.p.hunt.escorts[1].post, Post::Patrol(HERE));
    assert_eq!(rig.p.secret.hunt.cup.len(), 3);
    rig.boat(X);
    check(&mut rig, ticked(HERE), HERE);
    assert_eq!(rig.p.hunt.escorts[1].post, Post::Search(HERE));
}

/// [41.target_choice] A surfaced boat first, by random number among several; only who is not held.
#[test]
fn surfaced_boats_are_found_first() {
    let mut rig = patrol();
    let boat = rig.boat(W);
    (boat.depth, boat.contacted) = (metres(30), true);
    rig.boat(X);
    rig.escort(0, Post::Search(HERE));
    let sees = battle(|card| card.sees(Time::Night, Weather::Good));
    rig.stack(DeckName::Battle, &[sees]);
    rig.play(|play| play.search(EscortId(0)));
    assert_eq!(contact(&rig).unwrap().boat, X);
    assert_eq!(rig.pulled(Pull::RandomTarget), 0);
    rig.escort(1, Post::Search(HERE));
    rig.boat(Letter::Y);
    rig.boat(Letter::Z);
    let second = battle(|card| card.random_of(2) == Some(2));
    rig.stack(DeckName::Battle, &[second]);
    rig.play(|play| play.search(EscortId(1)));
    assert!(rig.saw(|event| matches!(
        event,
        Event::Pulls {
            pull: Pull::Search,
            boat: Some(Letter::Z),
            ..
        }
    )));
}

/// [41.radar] [41.visual] (R59) (R10) A fitted escort reads its radar, an unfitted one its eyes by light.
#[test]
fn radar_or_eyes() {
    let radar = battle(|card| card.radar[0] && !card.sees(Time::Night, Weather::Good));
    let eyes = battle(|card| !card.radar[0] && card.sees(Time::Night, Weather::Good));
    for (equipment, card, found) in [
        (Equipment::EarlyAll, radar, true),
        (Equipment::EarlyAll, eyes, false),
        (Equipment::EarlyNoRadar, radar, false),
        (Equipment::EarlyNoRadar, eyes, true),
    ] {
        let mut rig = patrol();
        rig.escort(0, Post::Search(HERE)).equipment = Some(equipment);
        rig.stack(DeckName::Battle, &[card]);
        rig.play(|play| play.search(EscortId(0)));
        assert_eq!(contact(&rig).is_some(), found, "{equipment}");
    }
}

/// [41.first_failure] A failed first search: to the patrol box of the location.
#[test]
fn who_finds_nothing_patrols() {
    let mut rig = patrol();
    rig.escort(0, Post::Search(HERE));
    rig.stack(
        DeckName::Battle,
        &[battle(|card| !card.sees(Time::Night, Weather::Good))],
    );
    rig.play(|play| play.search(EscortId(0)));
    assert_eq!((post(&rig), contact(&rig)), (Post::Patrol(HERE), None));
}

/// W submerged, held by sonar or not, and an escort that is about to listen.
fn listening(homing: Option<bool>) -> Rig<'static> {
    let mut rig = patrol();
    let boat = rig.boat(W);
    (boat.depth, boat.contacted) = (metres(60), true);
    match homing {
        Some(homing) => {
            rig.hunter(0, Post::OnTop, W, 0)
                .contact
                .as_mut()
                .unwrap()
                .homing = homing
        }
        None => {
            rig.escort(0, Post::Search(HERE));
        }
    }
    rig
}

/// [41.sonar_columns] [54.equipment_columns] (R9) Acquire without a Homing marker, homing with one, by the escort's own
/// make, whatever the date.
#[test]
fn sonar_reads_its_column() {
    let good = Weather::Good;
    let homes =
        battle(|card| card.sonar(true, Era::Early, good) && !card.sonar(false, Era::Early, good));
    let acquires = battle(|card| card.sonar(false, Era::Early, good));
    for (homing, card, held) in [
        (None, acquires, true),
        (None, homes, false),
        (Some(false), homes, false),
        (Some(true), homes, true),
    ] {
        let mut rig = listening(homing);
        rig.stack(DeckName::Battle, &[card]);
        rig.play(|play| play.search(EscortId(0)));
        let full = contact(&rig).is_some_and(|contact| contact.hold == Hold::Contact);
        assert_eq!(full, held, "homing {homing:?}");
        if held {
            assert!(contact(&rig).unwrap().homing);
        }
    }
    let late =
        battle(|card| card.sonar(false, Era::Late, good) && !card.sonar(false, Era::Early, good));
    for (equipment, found) in [(Equipment::LateAll, true), (Equipment::EarlyAll, false)] {
        let mut rig = listening(None);
        rig.p.hunt.escorts[0].equipment = Some(equipment);
        rig.stack(DeckName::Battle, &[late]);
        rig.play(|play| play.search(EscortId(0)));
        assert_eq!(contact(&rig).is_some(), found, "{equipment}");
    }
}

/// [41.silent_two_cards] Against a silent boat two cards, and both must tick.
#[test]
fn silence_takes_two_ticks() {
    let tick = |place: usize| tables().cards.battle[place].sonar(false, Era::Early, Weather::Good);
    let (yes, no) = (
        several(DeckName::Battle, 2, tick),
        battle(|card| !card.sonar(false, Era::Early, Weather::Good)),
    );
    for (cards, found) in [
        ([yes[0], yes[1]], true),
        ([yes[0], no], false),
        ([no, yes[0]], false),
    ] {
        let mut rig = listening(None);
        rig.boat(W).silent = true;
        rig.stack(DeckName::Battle, &cards);
        rig.play(|play| play.search(EscortId(0)));
        assert_eq!(
            (rig.pulled(Pull::Search), contact(&rig).is_some()),
            (2, found)
        );
    }
}

/// [41.contact_kept_surfaced] (R88) A surfaced boat is held without a card, fully.
#[test]
fn a_surfaced_boat_is_held_in_sight() {
    let mut rig = patrol();
    rig.hunter(0, Post::OnTop, W, 0)
        .contact
        .as_mut()
        .unwrap()
        .hold = Hold::Lost2;
    rig.play(|play| play.search(EscortId(0)));
    assert_eq!(
        (rig.pulled(Pull::Search), contact(&rig).unwrap().hold),
        (0, Hold::Contact)
    );
}

/// [41.lost_levels] Lost 1, Lost 2, gone and to the patrol box; a success makes it full again.
#[test]
fn contact_is_lost_by_degrees() {
    let deaf = |place: usize| !tables().cards.battle[place].sonar(true, Era::Early, Weather::Good);
    let mut rig = listening(Some(true));
    rig.stack(DeckName::Battle, &several(DeckName::Battle, 3, deaf));
    for hold in [Some(Hold::Lost1), Some(Hold::Lost2), None] {
        rig.play(|play| play.search(EscortId(0)));
        assert_eq!(contact(&rig).map(|contact| contact.hold), hold);
    }
    assert_eq!(post(&rig), Post::Patrol(HERE));
    let mut rig = listening(Some(true));
    rig.p.hunt.escorts[0].contact.as_mut().unwrap().hold = Hold::Lost2;
    rig.stack(
        DeckName::Battle,
        &[battle(|card| card.sonar(true, Era::Early, Weather::Good))],
    );
    rig.play(|play| play.search(EscortId(0)));
    assert_eq!(contact(&rig).unwrap().hold, Hold::Contact);
}

/// [42.distance_r3] A new contact is so many turns away as column 3 says; an old one keeps what it has.
#[test]
fn a_new_contact_has_a_distance() {
    let sees = battle(|card| card.sees(Time::Night, Weather::Good));
    let three = first(DeckName::Battle, |place| {
        tables().cards.battle[place].random_of(3) == Some(3) && place != usize::from(sees)
    });
    let mut rig = patrol();
    rig.escort(0, Post::Search(HERE));
    rig.stack(DeckName::Battle, &[sees, three]);
    rig.play(|play| play.search(EscortId(0)));
    assert_eq!(
        (contact(&rig).unwrap().distance, rig.pulled(Pull::Distance)),
        (3, 1)
    );
    assert!(rig.boat(W).contacted);
}

/// [42.crash_dive_moment] [42.crash_dive_effect] [42.crash_dive_surfaced_only] When the escort is put into the search box,
/// before it is fitted: every surfaced boat of the location with a point and a rudder; down to 30 m.
#[test]
fn boats_may_dive_in_alarm() {
    let mut rig = patrol();
    cup(&mut rig, Some(EscortId(2)));
    for letter in [W, X, Letter::Y] {
        rig.boat(letter).tp = 1;
    }
    rig.boat(X).depth = Depth::PERISCOPE;
    rig.boat(Letter::Y).place = Place::Approach(ApproachBox::T1);
    check(&mut rig, ticked(HERE), HERE);
    assert_eq!(rig.offers(W), [say("dive"), say("stay")]);
    assert!(rig.offers(X).is_empty() && rig.offers(Letter::Y).is_empty());
    assert_eq!(
        rig.p.hunt.escorts[0].equipment, None,
        "the fitted check comes after"
    );
    rig.say(W, "dive");
    let boat = rig.boat(W);
    assert_eq!(
        (boat.depth, boat.tp, boat.crash_dived),
        (metres(30), 0, true)
    );
    assert!(rig.p.hunt.escorts[0].equipment.is_some());
    for (tp, rudder) in [(0, 0), (1, 4)] {
        let mut rig = patrol();
        (rig.boat(W).tp, rig.boat(W).gear[Gear::Rudder.index()]) = (tp, rudder);
        assert!(!rig.p.may_crash_dive(tables(), W));
    }
}

/// [42.evasion] [42.evasion_first_contact] One point and a tick: no first contact is made, or a contact is a level worse;
/// a cross changes nothing.
#[test]
fn a_boat_may_evade() {
    let heard = battle(|card| card.sonar(false, Era::Early, Weather::Good));
    let away = first(DeckName::Battle, |place| {
        tables().cards.battle[place].evade && place != usize::from(heard)
    });
    let caught = first(DeckName::Battle, |place| {
        !tables().cards.battle[place].evade && place != usize::from(heard)
    });
    for (card, evades) in [(away, true), (caught, false)] {
        let mut rig = listening(None);
        rig.boat(W).tp = 1;
        rig.stack(DeckName::Battle, &[heard, card]);
        rig.play(|play| play.search(EscortId(0)));
        rig.run();
        assert_eq!(rig.offers(W), [say("evade"), say("accept")]);
        rig.say(W, "evade");
        assert_eq!((rig.boat(W).tp, contact(&rig).is_none()), (0, evades));
        assert_eq!(post(&rig) == Post::Patrol(HERE), evades);
    }
    let mut rig = listening(Some(false));
    rig.boat(W).tp = 1;
    rig.stack(DeckName::Battle, &[heard, away]);
    rig.play(|play| play.search(EscortId(0)));
    rig.run();
    rig.say(W, "evade");
    assert_eq!(contact(&rig).unwrap().hold, Hold::Lost1);
}

/// [15.two_evasion_cards] With the captain's last skill either of two ticks will do.
#[test]
fn a_master_evades_with_two_cards() {
    let heard = battle(|card| card.sonar(false, Era::Early, Weather::Good));
    let caught = first(DeckName::Battle, |place| {
        !tables().cards.battle[place].evade && place != usize::from(heard)
    });
    let away = first(DeckName::Battle, |place| {
        tables().cards.battle[place].evade && place != usize::from(heard)
    });
    let mut rig = listening(None);
    rig.boat(W).tp = 1;
    rig.boat(W).skills = [Skill::CapTwoEvade].into_iter().collect();
    rig.stack(DeckName::Battle, &[heard, caught, away]);
    rig.play(|play| play.search(EscortId(0)));
    rig.run();
    rig.say(W, "evade");
    assert_eq!(contact(&rig), None);
}

/// [42.evasion_limits] Not above 30 m, not silent, not after a crash dive, not in a blow, not deaf or crippled.
#[test]
fn not_every_boat_can_evade() {
    let cases: [(Change, bool); 9] = [
        (|_| {}, true),
        (|boat| boat.depth = metres(15), false),
        (|boat| boat.depth = metres(30), true),
        (|boat| boat.silent = true, false),
        (|boat| boat.crash_dived = true, false),
        (|boat| boat.blowing = true, false),
        (|boat| boat.gear[Gear::Hydrophone.index()] = HEAVY, false),
        (|boat| boat.gear[Gear::Electric.index()] = 4, false),
        (|boat| boat.gear[Gear::Rudder.index()] = 4, false),
    ];
    for (place, (change, evades)) in cases.into_iter().enumerate() {
        let mut rig = listening(None);
        change(rig.boat(W));
        assert_eq!(rig.boat(W).may_evade(tables()), evades, "case {place}");
    }
}

/// [54.fitted_table] [54.dd_best] [54.equipment_columns] Only once for a counter; a destroyer pulls nothing, and has the
/// best of the date. From July 1942 on nobody is without radar (R10).
#[test]
fn escorts_are_fitted_once() {
    use crate::calendar::Month;
    use crate::escorts::EscortType;
    let mut rig = patrol();
    rig.escort(0, Post::Search(HERE)).equipment = None;
    rig.d10s(&[1, 10]);
    rig.play(|play| play.fit(EscortId(0)));
    let first = rig.p.hunt.escorts[0].equipment;
    rig.play(|play| play.fit(EscortId(0)));
    assert_eq!(
        (rig.p.hunt.escorts[0].equipment, rig.pulled(Pull::Fitted)),
        (first, 1)
    );
    for month in Month::all() {
        let best = tables().escorts.fitting(EscortType::DD, month);
        assert_eq!(best.upgrade, None);
        for kind in EscortType::ALL {
            let cell = tables().escorts.fitting(kind, month);
            let most = cell.upgrade.map_or(cell.base, |(_, better)| better);
            assert!(
                most <= best.base && cell.base <= best.base,
                "{kind} in {month}"
            );
            let late = tables().era(month) == Era::Late;
            assert!(cell.base.is_fitted() || !late, "{kind} in {month}");
        }
    }
}

/// (R41) [40.tick_sources] Several escorts patrol one location; who came first goes first, whoever came into play first.
#[test]
fn patrols_leave_as_they_came() {
    let blind = |place: usize| !tables().cards.battle[place].sees(Time::Night, Weather::Good);
    let mut rig = patrol();
    rig.escort(0, Post::Search(HERE));
    rig.escort(1, Post::Search(HERE));
    rig.stack(DeckName::Battle, &several(DeckName::Battle, 2, blind));
    for id in [1, 0] {
        rig.play(|play| play.search(EscortId(id)));
    }
    let post = |rig: &Rig<'_>, id| rig.p.escort(EscortId(id)).unwrap().post;
    assert_eq!([0, 1].map(|id| post(&rig, id)), [Post::Patrol(HERE); 2]);
    check(&mut rig, ticked(HERE), HERE);
    assert_eq!(
        [0, 1].map(|id| post(&rig, id)),
        [Post::Patrol(HERE), Post::Search(HERE)]
    );
}

/// (R42) [52.queue_order] No boat is left on the ring: its escorts go to the holding track in the order of the check.
#[test]
fn a_ring_without_boats_is_left() {
    let mut rig = patrol();
    rig.attack(W, at(2, 8), crate::space::Facing::N);
    rig.escort(0, Post::Patrol(Location::E));
    rig.escort(1, Post::Patrol(Location::W));
    rig.escort(2, Post::Search(Location::N));
    rig.play(|play| play.check_locations());
    assert_eq!(rig.p.hunt.incoming, [1, 2, 0].map(EscortId));
    assert_eq!(rig.pulled(Pull::LocationCheck), 0);
}

/// (R43) (R81) (R98) Every surfaced boat of the location, held or not, once for each escort that comes; not the boat that
/// has dived, and not again when she is found.
#[test]
fn each_escort_is_one_alarm() {
    let mut rig = patrol();
    rig.hunter(0, Post::OnTop, W, 0);
    (rig.boat(W).tp, rig.boat(X).tp) = (2, 2);
    rig.escort(3, Post::Patrol(HERE));
    rig.escort(4, Post::Patrol(HERE));
    let alarm = [say("dive"), say("stay")];
    check(&mut rig, ticked(HERE), HERE);
    assert_eq!(
        (rig.offers(W), rig.offers(X)),
        (alarm.to_vec(), alarm.to_vec())
    );
    rig.say(W, "dive");
    rig.say(X, "stay");
    check(&mut rig, ticked(HERE), HERE);
    assert_eq!((rig.offers(W), rig.offers(X)), (vec![], alarm.to_vec()));
    rig.say(X, "stay");
    let sees = battle(|card| card.sees(Time::Night, Weather::Good));
    rig.stack(DeckName::Battle, &[sees]);
    rig.play(|play| play.search(EscortId(3)));
    rig.run();
    assert!(rig.p.is_held(X) && is_quiet(&rig.p));
}

/// (R44) (R75) [41.sonar_columns] A boat that has just dived in alarm, or is at periscope depth, is listened for here, and
/// not looked for.
#[test]
fn below_the_surface_only_sonar_finds() {
    let night = |card: &BattleCard| card.sees(Time::Night, Weather::Good);
    let heard = |card: &BattleCard| card.sonar(false, Era::Early, Weather::Good);
    let cards = [
        (battle(|card| night(card) && !heard(card)), false),
        (battle(|card| !night(card) && heard(card)), true),
    ];
    for (alarm, (card, found)) in [true, false]
        .into_iter()
        .flat_map(|alarm| cards.map(|card| (alarm, card)))
    {
        let mut rig = patrol();
        rig.escort(0, Post::Patrol(HERE));
        if alarm {
            rig.boat(W).tp = 1;
        } else {
            rig.boat(W).depth = Depth::PERISCOPE;
        }
        check(&mut rig, ticked(HERE), HERE);
        if alarm {
            rig.say(W, "dive");
        }
        rig.stack(DeckName::Battle, &[card]);
        rig.play(|play| play.search(EscortId(0)));
        assert_eq!(contact(&rig).is_some(), found, "alarm {alarm}");
    }
    use crate::asw::search::{Kept, kept};
    let mut rig = patrol();
    rig.boat(W).depth = Depth::PERISCOPE;
    let stays = |attack| kept(attack, rig.p.boat(W).unwrap(), false);
    assert_eq!(
        (stays(false), stays(true)),
        (Kept::Sonar { homing: false }, Kept::InSight)
    );
}
