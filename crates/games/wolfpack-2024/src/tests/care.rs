//! Damage control: pages 52 and 61 to 65.

use super::*;
use crate::boat::{Boat, Loss, Place, Track};
use crate::boats::Gear;
use crate::crew::{HEAVY, Man, Skill, WORST};
use crate::repair::{Site, improved};
use crate::sequence::Phase;

/// W with something broken, her crew as given, about to be cared for.
fn broken(change: impl FnOnce(&mut Boat)) -> Rig<'static> {
    let mut rig = patrol();
    rig.p.phase = Phase::DamageControl;
    change(rig.boat(W));
    rig.play(|play| play.start_damage_control());
    rig.run();
    rig
}

fn offered(rig: &Rig<'_>) -> Vec<String> {
    rig.offers(W).iter().map(ToString::to_string).collect()
}

fn total(rig: &Rig<'_>) -> i8 {
    let last = rig.events.iter().rev().find_map(|event| match event {
        Event::Repairs { total, .. } | Event::Heals { total, .. } => Some(*total),
        _ => None,
    });
    last.unwrap()
}

/// [61.section_locations] Bow tubes and hydrophone forward, periscope and deck gun amidships, engines, rudder and stern
/// tube aft, water and fire everywhere; the deck gun only on the surface.
#[test]
fn each_section_serves_its_places() {
    let rig = broken(|boat| {
        boat.gear = [1; 6];
        boat.tube_damage = [1, 0, 0, 0, 1, 0];
        boat.flood = Track {
            level: 1,
            contained: false,
        };
        boat.fire = Track {
            level: 1,
            contained: false,
        };
    });
    let served = |section: &str| {
        let mine = offered(&rig).into_iter().filter_map(|choice| {
            Some(
                choice
                    .strip_prefix(&format!("repair {section} "))?
                    .to_owned(),
            )
        });
        mine.collect::<Vec<_>>()
    };
    assert_eq!(served("bow"), ["tube1", "hydrophone", "flooding", "fire"]);
    assert_eq!(served("mid"), ["deck_gun", "periscope", "flooding", "fire"]);
    assert_eq!(
        served("stern"),
        ["tube5", "diesel", "electric", "rudder", "flooding", "fire"]
    );
    let rig = broken(|boat| (boat.gear[Gear::DeckGun.index()], boat.depth) = (1, Depth::PERISCOPE));
    assert!(is_quiet(&rig.p));
}

/// [61.repair_roll] [61.destroyed_not_repaired] One attempt for each section that is not dead; 4 or more makes a location one
/// level better; what is destroyed stays so.
#[test]
fn a_section_tries_once() {
    for (d10, success) in [(4, true), (3, false)] {
        let mut rig = broken(|boat| boat.gear[Gear::Rudder.index()] = 2);
        rig.d10s(&[d10]);
        rig.say(W, "repair stern rudder");
        assert_eq!(rig.boat(W).damage(Gear::Rudder), 2 - u8::from(success));
        assert!(is_quiet(&rig.p), "one attempt");
    }
    let rig = broken(|boat| boat.gear[Gear::Rudder.index()] = WORST);
    assert!(is_quiet(&rig.p));
    let rig = broken(|boat| {
        (
            boat.gear[Gear::Rudder.index()],
            boat.wounds[Man::Stern.index()],
        ) = (2, WORST)
    });
    assert!(
        !offered(&rig)
            .iter()
            .any(|choice| choice.starts_with("repair"))
    );
}

/// [52.wound_modifiers] [61.heavy_minus_3] [62.fire_2_minus_1] [61.engineer_assist] Everything that bends a repair adds up.
#[test]
fn what_bends_a_repair() {
    let crew = |skills: &[Skill]| skills.iter().copied().collect::<crate::crew::Skills>();
    let attempt = |change: fn(&mut Boat), skills: &[Skill], site: Site, assisted: bool| {
        let mut rig = patrol();
        let boat = rig.boat(W);
        boat.skills = crew(skills);
        change(boat);
        boat.attempt(Man::Stern, site, assisted)
            .modifier(&tables().repair)
    };
    let rudder = Site::Gear(Gear::Rudder);
    assert_eq!(
        attempt(
            |boat| boat.wounds[Man::Stern.index()] = 1,
            &[],
            rudder,
            false
        ),
        -1
    );
    assert_eq!(
        attempt(
            |boat| boat.wounds[Man::Stern.index()] = 2,
            &[],
            rudder,
            false
        ),
        -3
    );
    assert_eq!(
        attempt(
            |boat| boat.wounds[Man::Stern.index()] = 3,
            &[],
            rudder,
            false
        ),
        -4
    );
    assert_eq!(
        attempt(
            |boat| boat.gear[Gear::Rudder.index()] = HEAVY,
            &[],
            rudder,
            false
        ),
        -3
    );
    assert_eq!(
        attempt(
            |boat| boat.fire = Track {
                level: 2,
                contained: false
            },
            &[],
            Site::Fire,
            false
        ),
        -1
    );
    assert_eq!(
        attempt(
            |boat| boat.fire = Track {
                level: 2,
                contained: true
            },
            &[],
            Site::Fire,
            false
        ),
        0
    );
    let (one, two) = (
        &[Skill::CrewRep1][..],
        &[Skill::CrewRep1, Skill::CrewRep2][..],
    );
    assert_eq!(attempt(|_| {}, one, rudder, true), 1);
    assert_eq!(attempt(|_| {}, two, rudder, true), 2);
    assert_eq!(attempt(|_| {}, two, rudder, false), 0);
    assert_eq!(
        attempt(|boat| boat.fire.level = 1, two, Site::Fire, true),
        0,
        "not against fire (R16)"
    );
    assert_eq!(
        attempt(
            |boat| boat.fire.level = 1,
            &[Skill::CrewFireA],
            Site::Fire,
            false
        ),
        1
    );
    let flood = &[Skill::CrewRep1, Skill::CeFlood][..];
    assert_eq!(
        attempt(|_| {}, flood, Site::Flooding, false),
        1,
        "without being assisted (R96)"
    );
    assert_eq!(
        attempt(|_| {}, &[Skill::CeFlood], Site::Flooding, false),
        0,
        "the crew must be trained too"
    );
    assert_eq!(
        attempt(
            |boat| boat.wounds[Man::Chief.index()] = HEAVY,
            flood,
            Site::Flooding,
            false
        ),
        0
    );
}

/// [61.engineer_assist] [62.engineer_levels] [52.incapacitated] He helps one, two or three attempts, with a trained crew
/// only, while he is able and does not command.
#[test]
fn the_engineer_helps_so_often() {
    let cases: [Crew; 6] = [
        (&[Skill::CeOne], &[], 0),
        (&[Skill::CeOne, Skill::CrewRep1], &[], 1),
        (&[Skill::CeOne, Skill::CeTwo, Skill::CrewRep1], &[], 2),
        (
            &[Skill::CeOne, Skill::CeTwo, Skill::CeThree, Skill::CrewRep1],
            &[],
            3,
        ),
        (&[Skill::CeOne, Skill::CrewRep1], &[(Man::Chief, HEAVY)], 0),
        (
            &[Skill::CeOne, Skill::CrewRep1],
            &[
                (Man::Captain, WORST),
                (Man::FirstWo, WORST),
                (Man::SecondWo, HEAVY),
            ],
            0,
        ),
    ];
    for (skills, wounds, count) in cases {
        let mut rig = patrol();
        let boat = rig.boat(W);
        boat.skills = skills.iter().copied().collect();
        for (man, level) in wounds {
            boat.wounds[man.index()] = *level;
        }
        assert_eq!(boat.assists(), count, "{skills:?} {wounds:?}");
    }
    let mut rig = broken(|boat| {
        boat.skills = [Skill::CeOne, Skill::CrewRep1].into_iter().collect();
        boat.gear = [1; 6];
    });
    rig.d10s(&[9]);
    rig.say(W, "repair bow hydrophone assisted");
    assert_eq!(total(&rig), 10);
    assert!(
        !offered(&rig)
            .iter()
            .any(|choice| choice.ends_with("assisted")),
        "one is one"
    );
}

/// [62.contain_first] [62.floors] The first success contains, the next lowers; never through L or the second O.
#[test]
fn water_is_contained_before_it_is_pumped_out() {
    let floors = &tables().board.floors;
    let at_level = |level: u8, contained: bool| improved(Track { level, contained }, floors);
    assert_eq!(
        at_level(5, false),
        Track {
            level: 5,
            contained: true
        }
    );
    assert_eq!(
        at_level(5, true),
        Track {
            level: 4,
            contained: true
        }
    );
    assert_eq!(at_level(4, true).level, 4);
    assert_eq!(at_level(3, true).level, 2);
    assert_eq!(at_level(2, true).level, 2);
    assert_eq!(at_level(1, true).level, 0);
    let mut rig = broken(|boat| {
        boat.fire = Track {
            level: 1,
            contained: false,
        }
    });
    rig.d10s(&[9, 9]);
    rig.say(W, "repair bow fire");
    rig.say(W, "repair mid fire");
    assert_eq!(rig.boat(W).fire.level, 0);
}

/// [62.spread] [24.four_ways_sunk] What is not contained grows, and may sink her.
#[test]
fn what_is_not_contained_spreads() {
    for (flood, contained, after) in [(2, false, 3), (2, true, 2), (0, false, 0)] {
        let mut rig = patrol();
        rig.boat(W).flood = Track {
            level: flood,
            contained,
        };
        rig.play(|play| play.spread(W));
        assert_eq!(rig.boat(W).flood.level, after);
    }
    let mut rig = patrol();
    rig.boat(W).fire = Track {
        level: 2,
        contained: false,
    };
    rig.play(|play| play.spread(W));
    assert_eq!(rig.boat(W).place, Place::Lost(Loss::Fire));
}

/// [62.gas_check] Gas at the top hurts somebody every submerged turn.
#[test]
fn gas_hurts_a_submerged_crew() {
    for (gas, depth, hurt) in [
        (3, Depth::PERISCOPE, 1),
        (2, Depth::PERISCOPE, 0),
        (3, Depth::SURFACE, 0),
    ] {
        let mut rig = patrol();
        (rig.boat(W).gas, rig.boat(W).depth) = (gas, depth);
        rig.d10s(&[9]);
        rig.play(|play| play.spread(W));
        assert_eq!(
            (rig.boat(W).wound(Man::Chief), rig.pulled(Pull::Gas)),
            (hurt, usize::from(hurt))
        );
    }
}

/// [61.silent_1_tp] [29.silent_limits] A silent boat pays a point for all repairs of a turn; healing and moving of wounds
/// are free.
#[test]
fn silence_costs_a_point() {
    let silent = |boat: &mut Boat| {
        (boat.depth, boat.silent, boat.tp) = (metres(60), true, 1);
        boat.gear = [1; 6];
        boat.skills = [Skill::Wo2Heal8].into_iter().collect();
        boat.wounds[Man::Bow.index()] = 1;
    };
    let mut rig = broken(silent);
    assert_eq!(offered(&rig), ["pay", "heal 2WO bow", "done"]);
    rig.say(W, "pay");
    assert_eq!(rig.boat(W).tp, 0);
    rig.d10s(&[1, 1]);
    rig.say(W, "repair bow hydrophone");
    assert!(rig.may(W, "repair mid periscope"), "paid once");
    let mut rig = broken(|boat| {
        silent(boat);
        boat.tp = 0;
    });
    assert_eq!(offered(&rig), ["heal 2WO bow", "done"]);
    rig.say(W, "done");
    assert!(rig.may(W, "wounds 0 1 0"));
}

/// [64.healers] [64.heal_numbers] [64.heal_two_patients] [64.heal_limits] (R17) Who heals, on what, how often, and whom.
#[test]
fn wounds_are_healed() {
    let medic = |skills: &[Skill]| {
        let mut rig = patrol();
        rig.boat(W).skills = skills.iter().copied().collect();
        let boat = rig.p.boat(W).unwrap();
        (boat.medic(&tables().repair), boat.medic_attempts())
    };
    use Skill::{CrewHeal8, Wo2Heal4, Wo2Heal5, Wo2Heal6, Wo2Heal8, Wo2Two};
    assert_eq!(medic(&[]), (None, 1));
    assert_eq!(medic(&[Wo2Heal8]), (Some(8), 1));
    assert_eq!(medic(&[Wo2Heal8, Wo2Heal6]), (Some(6), 1));
    assert_eq!(medic(&[Wo2Heal8, Wo2Heal6, Wo2Heal5]), (Some(5), 1));
    assert_eq!(
        medic(&[Wo2Heal8, Wo2Heal6, Wo2Heal5, Wo2Heal4]),
        (Some(4), 1)
    );
    assert_eq!(medic(&[Wo2Heal8, Wo2Heal6, Wo2Two]), (Some(6), 2));
    let mut rig = broken(|boat| {
        boat.skills = [Wo2Heal8, Wo2Heal6, Wo2Two, CrewHeal8]
            .into_iter()
            .collect();
        boat.wounds[Man::Captain.index()] = 2;
        boat.wounds[Man::FirstWo.index()] = HEAVY;
        boat.wounds[Man::Mid.index()] = WORST;
    });
    let patients: Vec<String> = offered(&rig)
        .into_iter()
        .filter(|choice| choice.starts_with("heal 2WO"))
        .collect();
    assert_eq!(
        patients,
        ["heal 2WO captain", "heal 2WO mid"],
        "officers only of light and medium wounds"
    );
    assert!(
        rig.may(W, "heal bow mid") && !rig.may(W, "heal mid mid"),
        "a dead section heals nobody"
    );
    rig.d10s(&[6, 5, 8]);
    rig.say(W, "heal 2WO mid");
    rig.say(W, "heal 2WO mid");
    assert_eq!(
        rig.boat(W).wound(Man::Mid),
        HEAVY,
        "a 6 heals, a 5 does not"
    );
    assert!(!rig.may(W, "heal 2WO mid"));
    rig.say(W, "heal bow mid");
    assert_eq!(rig.boat(W).wound(Man::Mid), 2);
    rig.boat(W).wounds[Man::Bow.index()] = 1;
    assert_eq!(
        rig.p
            .boat(W)
            .unwrap()
            .healing_modifier(&tables().repair, Man::Bow),
        -1,
        "(R18)"
    );
}

/// [64.acting_captain] [52.incapacitated] The next able officer commands; 2WO and chief then do nothing else.
#[test]
fn command_passes_on() {
    let mut rig = patrol();
    let boat = rig.boat(W);
    boat.skills = [Skill::Wo2Heal8].into_iter().collect();
    assert_eq!(boat.commander(), Some(Man::Captain));
    boat.wounds[Man::Captain.index()] = HEAVY;
    assert_eq!(boat.commander(), Some(Man::FirstWo));
    assert!(boat.works(Man::SecondWo) && !boat.works(Man::Captain));
    boat.wounds[Man::FirstWo.index()] = WORST;
    assert_eq!(
        (boat.commander(), boat.medic(&tables().repair)),
        (Some(Man::SecondWo), None)
    );
    boat.wounds[Man::SecondWo.index()] = HEAVY;
    boat.wounds[Man::Chief.index()] = HEAVY;
    assert_eq!(boat.commander(), None);
}

/// [65.relocation] (R97) After all attempts wounds may be moved between sections, the sum kept, each 0 to 4.
#[test]
fn wounds_are_moved() {
    let mut rig = broken(|boat| (boat.wounds[Man::Bow.index()], boat.gear[0]) = (3, 1));
    assert!(!rig.may(W, "wounds 1 1 1"));
    rig.say(W, "done");
    for choice in rig.offers(W) {
        if let Choice::Relocate(levels) = choice {
            assert!(levels.iter().sum::<u8>() == 3 && levels.iter().all(|level| *level <= 4));
        }
    }
    rig.say(W, "wounds 1 1 1");
    assert_eq!(
        Man::SECTIONS.map(|section| rig.p.boat(W).unwrap().wound(section)),
        [1, 1, 1]
    );
}

/// (R97) Repairs and healing come in any order.
#[test]
fn healing_waits_for_nobody() {
    let mut rig = broken(|boat| {
        boat.skills = [Skill::Wo2Heal8, Skill::Wo2Heal6, Skill::Wo2Two]
            .into_iter()
            .collect();
        boat.gear = [1; 6];
        boat.wounds[Man::Bow.index()] = 2;
    });
    rig.d10s(&[10, 1, 10, 1]);
    rig.say(W, "heal 2WO bow");
    rig.say(W, "repair bow hydrophone");
    rig.say(W, "heal 2WO bow");
    rig.say(W, "repair mid periscope");
    let boat = rig.boat(W);
    assert_eq!(boat.wound(Man::Bow), 0);
    assert_eq!(
        (boat.damage(Gear::Hydrophone), boat.damage(Gear::Periscope)),
        (1, 1)
    );
}
