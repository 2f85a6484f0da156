//! Who sails: pages 17, 18 and 66.

use super::*;
use crate::calendar::Month;
use crate::campaign::{Code, Rescued};
use crate::crew::{Skill, Tree};

/// [17.scenario_lengths] [17.start_fp]
#[test]
fn five_ways_to_play() {
    let t = tables();
    let lengths = [
        (Scenario::Training, 1, 0),
        (Scenario::Patrol(Month::FIRST), 1, 8),
        (Scenario::WarPeriod(2), 3, 12),
        (Scenario::EarlyCampaign, 9, 24),
        (Scenario::FullCampaign, 18, 24),
    ];
    for (scenario, patrols, fp) in lengths {
        assert_eq!(scenario.patrols(), patrols, "{scenario}");
        assert_eq!(t.scenarios.start_fp(scenario), fp, "{scenario}");
        if let Some(sheet) = Campaign::new(t, scenario) {
            assert_eq!(sheet.fp, fp);
        }
    }
    let months = |scenario: Scenario| {
        let span = [scenario.first_month(), scenario.last_month()];
        span.map(|month| month.map(|month| month.to_string()))
    };
    assert_eq!(
        months(Scenario::WarPeriod(2)),
        [Some("1942-04".into()), Some("1942-06".into())]
    );
    assert_eq!(
        months(Scenario::EarlyCampaign),
        [Some("1941-10".into()), Some("1942-06".into())]
    );
    assert_eq!(
        months(Scenario::FullCampaign),
        [Some("1941-10".into()), Some("1943-03".into())]
    );
}

/// [17.zero_to_four_boats]
#[test]
fn letters_go_in_the_order_of_sending_and_four_are_enough() {
    let mut rig = start(Scenario::FullCampaign);
    assert!(
        rig.offers(W).contains(&Choice::Done),
        "a month without a patrol"
    );
    for name in ["U-96", "U-107", "U-81"] {
        rig.choose(W, send(name)).unwrap();
        audit(&rig);
    }
    assert!(rig.choose(W, send("U-81")).is_err(), "not twice");
    rig.choose(W, send("U-202")).unwrap();
    let names: Vec<&str> = rig.p.fleet().map(|(_, boat)| boat.name.as_str()).collect();
    assert_eq!(names, ["U-96", "U-107", "U-81", "U-202"]);
    assert_eq!(career(&rig, "U-107").code(Month::FIRST), Code::X);
    assert_ne!(rig.p.orders[0].top(), Some(&Order::Port(Port::Muster)));
}

/// [17.zero_to_four_boats]
#[test]
fn a_patrol_mission_sends_at_least_one_boat() {
    let mut rig = start(Scenario::Patrol(Month::FIRST));
    assert!(!rig.offers(W).contains(&Choice::Done));
    rig.choose(W, send("U-96")).unwrap();
    assert!(rig.offers(W).contains(&Choice::Done));
}

/// [17.zero_to_four_boats] [23.extra_no_vp]
#[test]
fn without_a_boat_the_month_passes() {
    let mut rig = sent(Scenario::FullCampaign, &[]);
    assert_eq!(rig.p.orders[0].top(), Some(&Order::Port(Port::Wish)));
    rig.choose(W, Choice::Port(Answer::Wish(0))).unwrap();
    let sheet = sheet(&rig);
    assert_eq!((sheet.month.to_string(), sheet.vp), ("1941-11".into(), 0));
    assert_eq!(career(&rig, "U-81").code(Month::FIRST), Code::Stayed);
    audit(&rig);
}

/// [18.available_boats] [13.log_codes]
#[test]
fn boats_that_are_not_in_service_stay_where_they_are() {
    let mut rig = start(Scenario::FullCampaign);
    assert!(rig.choose(W, send("U-87")).is_err(), "from December on");
    assert!(rig.offers(W).contains(&send("U-563")));
    rig.choose(W, Choice::Done).unwrap();
    rig.choose(W, Choice::Port(Answer::Wish(0))).unwrap();
    assert_eq!(career(&rig, "U-87").code(Month::FIRST), Code::NotAvailable);
    let mut later = start(Scenario::Patrol("1941-12".parse().unwrap()));
    later.choose(W, send("U-87")).unwrap();
}

/// [18.first_use_xp_tons]
#[test]
fn boats_bring_their_record_and_a_mission_gives_the_same_to_all() {
    let rig = sent(Scenario::FullCampaign, &["U-96"]);
    assert_eq!(
        (career(&rig, "U-96").xp, career(&rig, "U-96").tons),
        (50, 80_000)
    );
    for (month, xp) in [("1941-10", 20), ("1943-03", 40)] {
        let rig = sent(Scenario::Patrol(month.parse().unwrap()), &["U-96"]);
        assert_eq!(career(&rig, "U-96").xp, xp, "{month}");
    }
}

/// [17.fp_refit_8]
#[test]
fn fate_points_take_a_boat_out_of_the_dock() {
    let mut rig = start(Scenario::FullCampaign);
    let docked = change(&mut rig).career_mut(hull("U-81")).unwrap();
    docked.log[0] = Code::Refit;
    docked.log[1] = Code::Refit;
    let shorten = Choice::Port(Answer::Shorten(hull("U-81")));
    assert!(rig.choose(W, send("U-81")).is_err(), "she is in the dock");
    rig.choose(W, shorten).unwrap();
    assert_eq!(
        (
            sheet(&rig).fp,
            career(&rig, "U-81").refit_left(Month::FIRST)
        ),
        (16, 1)
    );
    assert!(rig.choose(W, send("U-81")).is_err(), "a month is left");
    rig.choose(W, shorten).unwrap();
    assert_eq!(sheet(&rig).fp, 8);
    rig.choose(W, send("U-81")).unwrap();
    change(&mut rig).fp = 7;
    change(&mut rig).career_mut(hull("U-96")).unwrap().log[0] = Code::Refit;
    let offers = rig.offers(W);
    assert!(
        !offers
            .iter()
            .any(|choice| choice.to_string().starts_with("shorten"))
    );
}

fn saved(tree: Tree, skill: Skill) -> Rescued {
    let captain = tree == Tree::Captain;
    Rescued {
        from: hull("U-332"),
        tree,
        skills: Skills::NONE.with(skill),
        xp: if captain { 33 } else { 0 },
        tons: if captain { 12_345 } else { 0 },
    }
}

/// [66.rescued_crew]
#[test]
fn rescued_men_take_over_and_a_captain_brings_his_record() {
    let mut rig = start(Scenario::FullCampaign);
    change(&mut rig).pool = vec![
        saved(Tree::Captain, Skill::CapTdc2),
        saved(Tree::Chief, Skill::CeOne),
    ];
    change(&mut rig).career_mut(hull("U-332")).unwrap().log[0] = Code::Scuttled;
    let old = [Skill::CapTdc2, Skill::CapTp1, Skill::Wo1Tdc2];
    skills(&mut rig, "U-81", old.into_iter().collect());
    for choice in [send("U-81"), send("U-96"), Choice::Done] {
        rig.choose(W, choice).unwrap();
    }
    assert_eq!(rig.p.orders[0].top(), Some(&Order::Port(Port::Crews)));
    assert_eq!(rig.boat(W).tp, 3);
    let transfer = |tree, to| Choice::Port(Answer::Transfer(hull("U-332"), tree, to));
    rig.choose(W, transfer(Tree::Captain, W)).unwrap();
    let career = career(&rig, "U-81");
    let skills: Vec<Skill> = career.skills.iter().collect();
    assert_eq!(
        skills,
        [Skill::CapTdc2, Skill::Wo1Tdc2],
        "his predecessor is gone"
    );
    assert_eq!((career.xp, career.tons), (33, 12_345));
    assert_eq!(rig.boat(W).tp, 2, "and so are his tactical points");
    assert!(
        rig.choose(W, transfer(Tree::Captain, X)).is_err(),
        "only once"
    );
    rig.choose(W, transfer(Tree::Chief, X)).unwrap();
    assert_eq!(
        super::career(&rig, "U-96").xp,
        50,
        "only a captain brings experience"
    );
    assert_ne!(
        rig.p.orders[0].top(),
        Some(&Order::Port(Port::Crews)),
        "nobody is left"
    );
}
