//! Between patrols: pages 66 and 71 to 73.

use super::*;
use crate::boat::Loss;
use crate::boats::Gear;
use crate::calendar::Month;
use crate::campaign::{Code, CrewLoss, Rescued};
use crate::crew::{HEAVY, Man, Skill, Tree, WORST};

/// U-96 home from her first patrol with these enhancements; what is done to her before she is settled.
fn home(owned: &[Skill], hurt: impl FnOnce(&mut crate::boat::Boat)) -> Rig<'static> {
    let mut rig = at_sea(Scenario::FullCampaign, &["U-96"]);
    skills(&mut rig, "U-96", owned.iter().copied().collect());
    hurt(rig.boat(W));
    end(&mut rig);
    rig
}

fn settled(rig: &mut Rig<'_>) -> Vec<Skill> {
    answer_until(rig, |_, port| port == Port::Muster);
    career(rig, "U-96").skills.iter().collect()
}

/// [71.xp_to_fp]
#[test]
fn experience_becomes_fate_points_one_for_one() {
    let mut rig = home(&[], |_| ());
    let convert = |points| Choice::Port(Answer::Convert(points));
    assert_eq!(rig.offers(W), [convert(1), convert(8), Choice::Done]);
    for points in [8, 1] {
        rig.choose(W, convert(points)).unwrap();
    }
    assert_eq!(
        (sheet(&rig).fp, career(&rig, "U-96").xp),
        (24 + 9, 50 + 20 - 9)
    );
    rig.choose(W, Choice::Done).unwrap();
    assert!(rig.choose(W, convert(1)).is_err());
}

/// [71.xp_to_fp] Extra boats were not on the patrol.
#[test]
fn only_boats_of_the_patrol_convert() {
    let mut rig = sent(Scenario::FullCampaign, &[]);
    rig.choose(W, Choice::Port(Answer::Wish(1))).unwrap();
    rig.choose(W, Choice::Port(Answer::Extra(hull("U-96"))))
        .unwrap();
    assert_eq!(
        rig.p.orders[0].top(),
        Some(&Order::Port(Port::Muster)),
        "nothing in between"
    );
}

/// [71.crew_losses] [66.all_sections_kia]
#[test]
fn wounds_of_the_sections_cost_enhancements() {
    let rules = &tables().campaign;
    let losses: Vec<CrewLoss> = (0..=12).map(|total| CrewLoss::of(rules, total)).collect();
    assert!(losses[..=4].iter().all(|loss| *loss == CrewLoss::None));
    assert!(
        losses[5..=8]
            .iter()
            .all(|loss| *loss == CrewLoss::Highest(1))
    );
    assert!(
        losses[9..=11]
            .iter()
            .all(|loss| *loss == CrewLoss::Highest(2))
    );
    assert_eq!(losses[12], CrewLoss::All);
    let owned = [Skill::CrewRep1, Skill::CrewRep2, Skill::CrewReload];
    let left = |levels: [u8; 3]| {
        let mut rig = home(&owned, |boat| {
            for (man, level) in Man::SECTIONS.into_iter().zip(levels) {
                boat.wounds[man.index()] = level;
            }
        });
        settled(&mut rig)
    };
    assert_eq!(left([3, 1, 1]), [Skill::CrewRep1, Skill::CrewRep2]);
    assert_eq!(left([4, 4, 1]), [Skill::CrewRep1]);
    assert_eq!(left([4, 4, 4]), []);
}

/// [71.crew_losses]
#[test]
fn of_two_equally_high_enhancements_the_owner_chooses() {
    let owned = [
        Skill::CrewRep1,
        Skill::CrewRep2,
        Skill::CrewReload,
        Skill::CrewFireB,
    ];
    let mut rig = home(&owned, |boat| boat.wounds[4..].copy_from_slice(&[3, 3, 0]));
    answer_until(&mut rig, |_, port| matches!(port, Port::Forget(_)));
    let forget = |skill| Choice::Port(Answer::Forget(skill));
    assert_eq!(
        rig.offers(W),
        [forget(Skill::CrewReload), forget(Skill::CrewFireB)]
    );
    rig.choose(W, forget(Skill::CrewFireB)).unwrap();
    assert_eq!(
        settled(&mut rig),
        [Skill::CrewRep1, Skill::CrewRep2, Skill::CrewReload]
    );
}

/// [71.free_enhancement]
#[test]
fn a_crew_that_came_through_gains_an_enhancement() {
    let mut rig = home(&[], |boat| boat.wounds[4..].copy_from_slice(&[1, 2, 1]));
    assert_eq!(
        settled(&mut rig),
        [Skill::CrewRep1],
        "four levels are nothing"
    );
    let mut rig = home(&[Skill::CrewRep1, Skill::CrewRep2], |_| ());
    answer_until(&mut rig, |_, port| port == Port::Learn);
    let learn = |skill| Choice::Port(Answer::Learn(skill));
    assert_eq!(
        rig.offers(W),
        [learn(Skill::CrewReload), learn(Skill::CrewFireB)]
    );
    assert!(rig.choose(W, learn(Skill::CrewFireA)).is_err());
    assert_eq!(rig.p.usual_answer(rig.t, W), Some(learn(Skill::CrewReload)));
    rig.choose(W, learn(Skill::CrewFireB)).unwrap();
    assert!(settled(&mut rig).contains(&Skill::CrewFireB));
    let mut rig = home(&[], |boat| boat.wounds[4..].copy_from_slice(&[3, 2, 0]));
    assert_eq!(
        settled(&mut rig),
        [],
        "not even if there was nothing to lose (R102)"
    );
}

/// Officers only: the crew has all it can have.
const CREW: [Skill; 6] = [
    Skill::CrewRep1,
    Skill::CrewRep2,
    Skill::CrewReload,
    Skill::CrewFireA,
    Skill::CrewFireB,
    Skill::CrewHeal8,
];

fn officers(owned: &[Skill], wounds: [u8; 4], d10s: &[u8]) -> Vec<Skill> {
    let all: Vec<Skill> = owned.iter().chain(&CREW).copied().collect();
    let mut rig = home(&all, |boat| boat.wounds[..4].copy_from_slice(&wounds));
    rig.d10s(d10s);
    let mut left = settled(&mut rig);
    left.retain(|skill| !CREW.contains(skill));
    left
}

/// [71.light_medium_recover] [72.heavy_officer]
#[test]
fn heavily_wounded_officers_recover_or_are_replaced() {
    let owned = [Skill::Wo1Tdc2, Skill::Wo2Heal8, Skill::CeOne];
    assert_eq!(
        officers(&owned, [0, 1, 2, 2], &[]),
        owned,
        "light and medium wounds heal"
    );
    assert_eq!(officers(&owned, [0, HEAVY, 0, 0], &[7]), owned);
    assert_eq!(
        officers(&owned, [0, HEAVY, HEAVY, 0], &[6, 10]),
        [Skill::Wo2Heal8, Skill::CeOne]
    );
}

/// [72.captain_kia]
#[test]
fn a_first_watch_officer_who_took_over_stays_captain() {
    let owned = [
        Skill::CapTdc2,
        Skill::CapTp1,
        Skill::Wo1Tdc2,
        Skill::Wo1Tdc3,
    ];
    assert_eq!(
        officers(&owned, [WORST, 0, 0, 0], &[]),
        [Skill::CapTdc2, Skill::CapTdc3]
    );
}

/// [72.acting_steps_back]
#[test]
fn anybody_else_steps_back_and_a_new_captain_comes() {
    let owned = [Skill::CapTdc2, Skill::Wo1Tdc2, Skill::Wo2Heal8];
    let left = officers(&owned, [WORST, HEAVY, 0, 0], &[8]);
    assert_eq!(
        left,
        [Skill::Wo1Tdc2, Skill::Wo2Heal8],
        "the second watch officer commanded"
    );
}

/// [73.other_officers] [66.officer_kia]
#[test]
fn dead_officers_are_replaced_by_men_who_know_nothing() {
    let owned = [
        Skill::CapTdc2,
        Skill::Wo1Tdc2,
        Skill::Wo2Heal8,
        Skill::CeOne,
    ];
    assert_eq!(
        officers(&owned, [0, WORST, 0, WORST], &[]),
        [Skill::CapTdc2, Skill::Wo2Heal8]
    );
}

/// [72.refit_months] [72.engineer_refit] (R55)
#[test]
fn damage_keeps_a_boat_in_the_dock() {
    let months = |flood: u8, gear: Option<Gear>, owned: &[Skill]| {
        let mut rig = home(owned, |boat| {
            boat.flood.level = flood;
            if let Some(gear) = gear {
                boat.gear[gear.index()] = HEAVY;
            }
        });
        settled(&mut rig);
        let november = Month::FIRST.next().unwrap();
        assert_eq!(
            career(&rig, "U-96").code(november) == Code::Open,
            rig.offers(W).contains(&send("U-96"))
        );
        audit(&rig);
        career(&rig, "U-96").refit_left(november)
    };
    assert_eq!(
        [0, 1, 2, 3, 4, 6].map(|flood| months(flood, None, &[])),
        [0, 0, 1, 1, 2, 2]
    );
    assert_eq!(months(0, Some(Gear::Diesel), &[]), 1);
    assert_eq!(months(4, Some(Gear::Electric), &[]), 3);
    assert_eq!(
        months(4, Some(Gear::Rudder), &[]),
        2,
        "only the engines count"
    );
    let engineer = [Skill::CeOne, Skill::CeTwo, Skill::CeRefit];
    assert_eq!(months(4, Some(Gear::Diesel), &engineer), 2);
    assert_eq!(months(0, None, &engineer), 0, "not below nothing");
}

/// [68.home_event] What happens on the way home keeps a boat in the dock, or honours her.
#[test]
fn the_way_home_counts() {
    use crate::events::HomeEvent;
    let mut rig = home(&[], |boat| boat.home = Some(HomeEvent::HarbourCollision));
    settled(&mut rig);
    assert_eq!(career(&rig, "U-96").refit_left(Month::FIRST), 1);
    let rig = home(&[], |boat| boat.home = Some(HomeEvent::Decoration));
    assert_eq!(career(&rig, "U-96").xp, 50 + 20 + 10);
}

/// [66.rescued_crew] [69.xp]
#[test]
fn the_crew_of_a_scuttled_boat_waits_for_another() {
    let owned = [Skill::CapTdc2, Skill::CeOne];
    let mut rig = home(&owned, |boat| {
        boat.place = Place::Lost(Loss::Scuttled);
        boat.wounds[Man::Chief.index()] = WORST;
    });
    assert_eq!(settled(&mut rig), [], "she has no crew any more");
    let pool = sheet(&rig).pool.clone();
    let captain = Rescued {
        from: hull("U-96"),
        tree: Tree::Captain,
        skills: Skills::NONE.with(Skill::CapTdc2),
        xp: 50 + 15,
        tons: 80_000,
    };
    let crew = Rescued {
        tree: Tree::Crew,
        skills: Skills::NONE.with(Skill::CrewRep1),
        xp: 0,
        tons: 0,
        ..captain
    };
    assert_eq!(
        pool,
        [captain, crew],
        "the engineer is dead, the crew has learnt"
    );
    assert_eq!(career(&rig, "U-96").code(Month::FIRST), Code::Scuttled);
    assert!(rig.choose(W, send("U-96")).is_err());
    audit(&rig);
}

/// Damage is repaired, tactical points and torpedoes are drawn anew.
#[test]
fn the_next_patrol_starts_afresh() {
    let mut rig = home(&[], |boat| {
        boat.tp = 7;
        boat.gear[0] = 2;
        boat.wounds[0] = 1;
    });
    settled(&mut rig);
    rig.choose(W, send("U-96")).unwrap();
    let boat = rig.boat(W);
    assert_eq!(
        (boat.tp, boat.gear, boat.wounds, boat.torpedoes()),
        (2, [0; 6], [0; 7], [0; 2])
    );
}
