//! What a patrol brings, war periods, and the end of a campaign: pages 13, 69, 70 and 73.

use super::*;
use crate::boat::Loss;
use crate::calendar::Month;
use crate::campaign::{Code, Homecoming, PeriodResult, Verdict, experience};
use crate::crew::Skill;

fn month(text: &str) -> Month {
    text.parse().unwrap()
}

/// [69.xp]
#[test]
fn experience_for_tonnage_escorts_and_coming_home() {
    let scoring = &tables().scoring;
    let xp = |home, tons, escorts| experience(scoring, home, tons, escorts);
    assert_eq!(xp(Homecoming::Boat, 0, 0), 20);
    assert_eq!(xp(Homecoming::Crew, 0, 0), 15);
    assert_eq!(xp(Homecoming::Boat, 5_999, 0), 25, "full thousands");
    assert_eq!(xp(Homecoming::Boat, 0, 2), 60);
    assert_eq!(xp(Homecoming::Nobody, 50_000, 2), 0);
}

/// [69.xp] [13.log_codes] [69.patrol_vp]
#[test]
fn a_patrol_that_came_home_is_written_down() {
    let mut rig = at_sea(Scenario::FullCampaign, &["U-81", "U-96"]);
    rig.boat(W).tons = 12_500;
    rig.boat(X).place = Place::DrivenOff;
    rig.p.vp = 17;
    end(&mut rig);
    let line = |name| {
        let career = career(&rig, name);
        (career.code(Month::FIRST), career.xp, career.tons)
    };
    assert_eq!(
        line("U-81"),
        (Code::Completed, 10 + 12 + 20, 9_000 + 12_500)
    );
    assert_eq!(
        line("U-96"),
        (Code::Completed, 50 + 20, 80_000),
        "driven off is home (R71)"
    );
    assert_eq!(line("U-98").0, Code::Stayed);
    assert_eq!(line("U-87").0, Code::NotAvailable);
    assert_eq!((sheet(&rig).vp, sheet(&rig).losses), (17, 0));
    audit(&rig);
}

/// [73.lost_boat] [73.captured_boat] [69.losses_counted] [13.log_codes] (R70)
#[test]
fn lost_boats_take_everything_with_them() {
    let boats = ["U-81", "U-96", "U-94", "U-98"];
    let mut rig = at_sea(Scenario::FullCampaign, &boats);
    let fates = [
        Loss::Flooding,
        Loss::Captured,
        Loss::Scuttled,
        Loss::ScuttledWithCrew,
    ];
    for ((letter, fate), name) in Letter::ALL.into_iter().zip(fates).zip(boats) {
        rig.boat(letter).place = Place::Lost(fate);
        rig.boat(letter).tons = 10_000;
        skills(&mut rig, name, Skills::NONE.with(Skill::CapTdc2));
    }
    rig.p.vp = 9;
    end(&mut rig);
    let codes = boats.map(|name| career(&rig, name).code(Month::FIRST));
    assert_eq!(
        codes,
        [Code::Sunk, Code::Captured, Code::Scuttled, Code::Sunk]
    );
    assert_eq!(codes.map(Code::id), ["S", "Cp", "Sc", "S"]);
    for name in ["U-81", "U-96", "U-98"] {
        assert_eq!(
            (career(&rig, name).xp, career(&rig, name).skills),
            (0, Skills::NONE),
            "{name}"
        );
    }
    assert_eq!(sheet(&rig).losses, 4);
    assert_eq!(sheet(&rig).totals.vp, 9, "what they sank still counts");
    assert_eq!(
        sheet(&rig).verdict,
        Some(Verdict::Lost),
        "four in the first period"
    );
    audit(&rig);
}

/// [69.captured_minus_15]
#[test]
fn a_captured_boat_costs_fifteen_points() {
    let mut rig = at_sea(Scenario::FullCampaign, &["U-81"]);
    let captured = (1..=10).find(|d10| {
        let result = tables().chances.scuttle(rig.p.era, *d10);
        result == crate::tables::ScuttleResult::Captured
    });
    rig.d10s(&[captured.unwrap()]);
    assert!(rig.offers(W).contains(&Choice::Scuttle));
    rig.choose(W, Choice::Scuttle).unwrap();
    assert_eq!(rig.boat(W).place, Place::Lost(Loss::Captured));
    assert_eq!(rig.p.vp, -15);
}

/// [69.losses_counted] [69.patrol_vp]
#[test]
fn a_replacement_is_not_on_the_sheet() {
    let mut rig = at_sea(Scenario::FullCampaign, &["U-81"]);
    rig.boat(W).tons = 3_000;
    let mut original = rig.boat(W).clone();
    original.place = Place::Lost(Loss::Fire);
    rig.p.originals[0] = Some(original);
    rig.boat(W).name = "Replacement W".into();
    rig.boat(W).replacement = true;
    rig.boat(W).tons = 8_000;
    end(&mut rig);
    assert_eq!(career(&rig, "U-81").code(Month::FIRST), Code::Sunk);
    assert_eq!((sheet(&rig).losses, sheet(&rig).totals.tons), (1, 11_000));
}

/// A sheet at the end of a month.
fn at(scenario: Scenario, text: &str, won: &[bool], losses: u8) -> Campaign {
    let periods = won.iter().map(|won| PeriodResult { vp: 0, won: *won });
    Campaign {
        month: month(text),
        periods: periods.collect(),
        losses,
        ..Campaign::new(tables(), scenario).unwrap()
    }
}

/// [69.period_result] [13.vp_restart]
#[test]
fn a_period_needs_its_points_and_the_next_starts_at_nothing() {
    let t = tables();
    let need = t.calendar.periods[0].vp_required;
    for (vp, won) in [(need - 1, false), (need, true)] {
        let mut sheet = at(Scenario::FullCampaign, "1941-12", &[], 0);
        sheet.vp = vp;
        assert_eq!(sheet.close_period(t), Some(PeriodResult { vp, won }));
        assert_eq!(sheet.vp, 0);
    }
    let mut sheet = at(Scenario::FullCampaign, "1941-11", &[], 0);
    sheet.vp = 99;
    assert_eq!(
        (sheet.close_period(t), sheet.vp),
        (None, 99),
        "two patrols are no period"
    );
}

/// [69.loss_limit] (R52) After any patrol of a period, the first as well as the last.
#[test]
fn too_many_losses_lose_at_once() {
    let t = tables();
    let full = Scenario::FullCampaign;
    let limits = [
        ("1941-10", 4),
        ("1942-01", 7),
        ("1942-06", 10),
        ("1942-08", 12),
    ];
    for (text, limit) in limits {
        let verdict = |losses| at(full, text, &[true; 2], losses).judge(t, full);
        assert_eq!(verdict(limit), Some(Verdict::Lost), "{text}");
        assert_ne!(verdict(limit - 1), Some(Verdict::Lost), "{text}");
    }
    // A single period has a limit of its own, whichever it is.
    let late = Scenario::WarPeriod(4);
    assert_eq!(
        at(late, "1942-10", &[], 4).judge(t, late),
        Some(Verdict::Lost)
    );
    assert_eq!(at(late, "1942-10", &[], 3).judge(t, late), None);
}

/// [70.auto_win] [70.auto_loss]
#[test]
fn four_periods_win_and_three_lose_from_the_third_on() {
    let (t, full) = (tables(), Scenario::FullCampaign);
    let judge = |text, won: &[bool]| at(full, text, won, 0).judge(t, full);
    assert_eq!(judge("1942-03", &[false, false]), None);
    assert_eq!(judge("1942-06", &[false; 3]), Some(Verdict::Lost));
    assert_eq!(judge("1942-06", &[true; 3]), None);
    assert_eq!(judge("1942-09", &[true; 4]), Some(Verdict::Won));
    assert_eq!(judge("1942-12", &[true, false, true, false, true]), None);
    assert_eq!(
        judge("1943-03", &[true, false, true, false, true, true]),
        Some(Verdict::Won)
    );
}

/// [17.scenario_lengths] [69.period_result]
#[test]
fn the_shorter_ways_are_judged_by_their_cards() {
    let t = tables();
    let early = Scenario::EarlyCampaign;
    let judge = |text, won: &[bool]| at(early, text, won, 0).judge(t, early);
    assert_eq!(judge("1942-03", &[true, true]), None, "all nine are played");
    assert_eq!(judge("1942-06", &[true, false, true]), Some(Verdict::Won));
    assert_eq!(judge("1942-06", &[true, false, false]), Some(Verdict::Lost));
    let single = Scenario::WarPeriod(1);
    let judge = |won| at(single, "1942-03", &[won], 0).judge(t, single);
    assert_eq!(
        [judge(true), judge(false)],
        [Some(Verdict::Won), Some(Verdict::Lost)]
    );
}

/// [70.play_on]
#[test]
fn a_decided_campaign_may_be_played_on() {
    let decided = || {
        let mut rig = at_sea(Scenario::FullCampaign, &["U-81"]);
        change(&mut rig).losses = 3;
        for name in ["U-94", "U-96", "U-98"] {
            change(&mut rig)
                .career_mut(hull(name))
                .unwrap()
                .lose(Month::FIRST, Code::Sunk);
        }
        rig.boat(W).place = Place::Lost(Loss::Flooding);
        end(&mut rig);
        assert_eq!(rig.p.orders[0].top(), Some(&Order::Port(Port::PlayOn)));
        rig
    };
    let mut stopped = decided();
    stopped.choose(W, Choice::Port(Answer::Stop)).unwrap();
    assert!(stopped.p.is_over() && stopped.p.level(tables()) == 0);
    let mut going = decided();
    going.choose(W, Choice::Port(Answer::PlayOn)).unwrap();
    assert_eq!(sheet(&going).month, month("1941-11"));
    assert_eq!(
        sheet(&going).verdict,
        Some(Verdict::Lost),
        "but it stays lost"
    );
}

/// [69.period_result]
#[test]
fn a_war_period_is_played_to_its_end() {
    let mut rig = start(Scenario::WarPeriod(0));
    let need = tables().calendar.periods[0].vp_required;
    for vp in [20, 20, need - 40] {
        rig.choose(W, send("U-81")).unwrap();
        answer_until(&mut rig, |_, _| false);
        assert_eq!(rig.p.turn, 1);
        rig.p.vp = vp;
        end(&mut rig);
        answer_until(&mut rig, |_, port| port == Port::Muster);
    }
    assert!(rig.p.is_over());
    assert_eq!(sheet(&rig).verdict, Some(Verdict::Won));
    assert_eq!((rig.p.level(tables()), rig.p.total_vp()), (2, need));
    audit(&rig);
}

/// A patrol mission: enough points for each boat, fewer than half of them lost.
#[test]
fn a_patrol_mission_is_judged_by_boats_sent() {
    let level = |month: &str, vp: i32, lost: usize| {
        let mut rig = at_sea(
            Scenario::Patrol(month.parse().unwrap()),
            &["U-81", "U-94", "U-96"],
        );
        for letter in Letter::ALL.into_iter().take(lost) {
            rig.boat(letter).place = Place::Lost(Loss::Fire);
        }
        rig.p.vp = vp;
        end(&mut rig);
        assert!(rig.p.is_over());
        rig.p.level(tables())
    };
    let [early, late] = tables().scenarios.patrol.vp_per_boat.map(|vp| 3 * vp);
    assert_eq!(level("1941-10", early, 1), 2);
    assert_eq!(level("1941-10", early - 1, 1), 0);
    assert_eq!(
        level("1941-10", early + 9, 2),
        0,
        "two of three are too many"
    );
    assert_eq!(level("1942-07", late, 0), 2);
    assert_eq!(level("1942-07", late - 1, 0), 0);
}
