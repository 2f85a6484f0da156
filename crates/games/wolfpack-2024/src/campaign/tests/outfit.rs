//! What boats take with them: pages 20 and 21.

use super::*;
use crate::boat::TubeState;
use crate::boats::{BoatType, End, TorpedoType};
use crate::calendar::{Era, Month};
use crate::campaign::outfitting::usual_load;
use crate::campaign::port::Draw;
use crate::crew::Skill;
use crate::tables::{Price, Pull};

fn buying(scenario: Scenario, name: &str) -> Rig<'static> {
    let mut rig = sent(scenario, &[name]);
    answer_until(&mut rig, |_, port| port == Port::Buy);
    rig
}

fn buy(skill: Skill) -> Choice {
    Choice::Port(Answer::Buy(skill))
}

const TP: Choice = Choice::Port(Answer::BuyTp);

/// [20.tp_limit]
#[test]
fn tactical_points_cost_experience_and_end_at_eight() {
    let mut rig = buying(Scenario::FullCampaign, "U-96");
    for tp in 3..=8 {
        rig.choose(W, TP).unwrap();
        assert_eq!(rig.boat(W).tp, tp);
    }
    assert_eq!(career(&rig, "U-96").xp, 50 - 30);
    assert!(rig.choose(W, TP).is_err(), "eight is the limit");
    let mut poor = buying(Scenario::FullCampaign, "U-81");
    poor.choose(W, TP).unwrap();
    poor.choose(W, TP).unwrap();
    assert!(!poor.offers(W).contains(&TP), "nothing left to pay with");
}

/// [20.tp_limit] [15.captain_tree] [14.not_cumulative]
#[test]
fn a_captains_points_are_there_at_once_and_the_second_level_replaces_the_first() {
    let mut rig = buying(Scenario::FullCampaign, "U-96");
    for (skill, tp) in [(Skill::CapTdc2, 2), (Skill::CapTp1, 3), (Skill::CapTp2, 4)] {
        rig.choose(W, buy(skill)).unwrap();
        assert_eq!(rig.boat(W).tp, tp, "{skill}");
        assert!(rig.boat(W).skills.has(skill));
    }
    assert_eq!(
        career(&rig, "U-96").xp,
        5,
        "several levels in one set-up (R53)"
    );
}

/// [14.in_order]
#[test]
fn enhancements_are_bought_in_order_and_paid_for() {
    let mut rig = buying(Scenario::FullCampaign, "U-96");
    assert!(
        rig.choose(W, buy(Skill::CapTdc3)).is_err(),
        "the first step comes first"
    );
    rig.choose(W, buy(Skill::CapTdc2)).unwrap();
    assert!(rig.offers(W).contains(&buy(Skill::CapTdc3)));
    assert!(rig.choose(W, buy(Skill::CapTdc2)).is_err(), "not twice");
    rig.choose(W, buy(Skill::CapTdc3)).unwrap();
    rig.choose(W, buy(Skill::CapTp1)).unwrap();
    assert_eq!(career(&rig, "U-96").xp, 10, "both branches, 10 + 15 + 15");
    assert!(
        rig.choose(W, buy(Skill::CapTdcDrm)).is_err(),
        "20 points are too many"
    );
}

/// (R91) Experience buys tactical points and enhancements, fate points months in the dock; no ship, no repair.
#[test]
fn nothing_else_is_for_sale() {
    let rig = buying(Scenario::FullCampaign, "U-96");
    let sold = |choice: &Choice| {
        matches!(
            choice,
            Choice::Port(Answer::BuyTp | Answer::Buy(_)) | Choice::Done
        )
    };
    assert!(rig.offers(W).iter().all(sold));
    let mut rig = start(Scenario::FullCampaign);
    change(&mut rig).career_mut(hull("U-81")).unwrap().log[0] = crate::campaign::Code::Refit;
    let sold = |choice: &Choice| {
        matches!(
            choice,
            Choice::Port(Answer::Send(_) | Answer::Shorten(_)) | Choice::Done
        )
    };
    assert!(rig.offers(W).iter().all(sold));
    assert_ne!(tables().repulls.price(Pull::SpecialShip), Price::Fate);
}

/// (R80) [17.fp_repull_8] Fate points are the team's: whoever's load it is, they come from one sheet.
#[test]
fn fate_points_belong_to_all() {
    let mut rig = sent(Scenario::Patrol(Month::FIRST), &["U-81", "U-96"]);
    rig.p.agenda.clear();
    rig.p.orders[0].clear();
    let load = |card: &u8| tables().cards.patrol[usize::from(*card)].load(BoatType::VII);
    let worst = (0..40).min_by_key(load).unwrap();
    let fp = sheet(&rig).fp;
    rig.play(|play| {
        play.offer(Draw {
            pull: Pull::TorpedoLoad,
            value: worst,
            boat: Some(X),
        });
    });
    rig.choose(W, Choice::Repull(crate::choice::Part::D10))
        .unwrap();
    assert_eq!(sheet(&rig).fp, fp - 8);
    assert_eq!(rig.boat(X).tp, 2, "she pays nothing herself");
}

/// (R72) [14.captain_100000_tons] What he had sunk before the campaign counts too.
#[test]
fn tonnage_of_a_career_is_counted() {
    use Skill::{CapTdc2, CapTdc3, CapTdcDrm, CapTdcTwoCards};
    for (tons, gains) in [(19_999, false), (20_000, true)] {
        let mut rig = at_sea(Scenario::FullCampaign, &["U-96"]);
        let owned = [CapTdc2, CapTdc3, CapTdcDrm].into_iter().collect();
        skills(&mut rig, "U-96", owned);
        assert_eq!(career(&rig, "U-96").tons, 80_000);
        rig.boat(W).tons = tons;
        end(&mut rig);
        assert_eq!(career(&rig, "U-96").skills.has(CapTdcTwoCards), gains);
    }
}

/// [14.captain_100000_tons]
#[test]
fn a_captain_with_100000_tons_gains_the_last_level_of_his_branch() {
    let mut rig = buying(Scenario::FullCampaign, "U-96");
    change(&mut rig).career_mut(hull("U-96")).unwrap().tons = 99_999;
    rig.choose(W, buy(Skill::CapTdc2)).unwrap();
    rig.choose(W, buy(Skill::CapTp1)).unwrap();
    change(&mut rig).career_mut(hull("U-96")).unwrap().tons = 100_000;
    rig.choose(W, buy(Skill::CapTp2)).unwrap();
    let owned = career(&rig, "U-96").skills;
    assert!(owned.has(Skill::CapTwoEvade) && !owned.has(Skill::CapTdcTwoCards));
    assert!(rig.boat(W).skills.has(Skill::CapTwoEvade));
}

fn loading(kind: &str, month: &str, most: u8) -> Rig<'static> {
    let mut rig = sent(Scenario::Patrol(month.parse().unwrap()), &[kind]);
    rig.p.orders[0].clear();
    rig.p.agenda.clear();
    rig.play(|play| play.start_loading(W, most));
    rig
}

fn stow(end: End, torpedo: TorpedoType, count: u8) -> Choice {
    Choice::Port(Answer::Stow(end, torpedo, count))
}

/// [21.load_limits] [21.era_minimum]
#[test]
fn a_load_is_asked_for_end_by_end_and_is_always_legal() {
    use End::{Bow, Stern};
    use TorpedoType::{G7a, G7e};
    let mut rig = loading("U-81", "1941-10", 12);
    assert!(
        rig.choose(W, stow(Bow, G7a, 11)).is_err(),
        "ten fit the bow"
    );
    rig.choose(W, stow(Bow, G7a, 10)).unwrap();
    // No room for electric ones at the bow; the stern must take both.
    let offers = rig.offers(W);
    assert_eq!(offers, [], "and so nothing is asked");
    let boat = rig.boat(W);
    assert_eq!(boat.torpedoes(), [10, 2]);
    assert_eq!(boat.reloads, [[6, 0], [0, 1]]);
    audit(&rig);
    let mut rig = loading("U-107", "1943-01", 13);
    rig.choose(W, stow(Bow, G7a, 1)).unwrap();
    rig.choose(W, stow(Bow, G7e, 9)).unwrap();
    let counts: Vec<String> = rig.offers(W).iter().map(ToString::to_string).collect();
    assert_eq!(
        counts,
        ["stow stern G7a 1", "stow stern G7a 2", "stow stern G7a 3"],
        "two G7a late in the war, thirteen in all"
    );
    rig.choose(W, stow(Stern, G7a, 1)).unwrap();
    rig.choose(W, stow(Stern, G7e, 2)).unwrap();
    assert_eq!(
        rig.offers(W),
        [G7a, G7e].map(|torpedo| Choice::Load(crate::boats::Tube::new(1).unwrap(), torpedo))
    );
}

/// [21.load_limits]
#[test]
fn what_is_not_in_a_tube_is_a_reload() {
    use TorpedoType::{G7a, G7e};
    let mut rig = loading("U-81", "1941-10", 12);
    for choice in [
        stow(End::Bow, G7a, 2),
        stow(End::Bow, G7e, 4),
        stow(End::Stern, G7a, 1),
        stow(End::Stern, G7e, 0),
    ] {
        rig.choose(W, choice).unwrap();
    }
    let tube = |number| crate::boats::Tube::new(number).unwrap();
    for (number, torpedo) in [(1, G7e), (2, G7a), (3, G7a)] {
        rig.choose(W, Choice::Load(tube(number), torpedo)).unwrap();
    }
    let boat = rig.boat(W);
    assert_eq!(
        boat.tube(tube(4)),
        TubeState::Loaded(G7e),
        "only electric ones are left"
    );
    assert_eq!(boat.tube(tube(5)), TubeState::Loaded(G7a));
    assert_eq!(boat.reloads, [[0, 2], [0, 0]]);
}

/// [21.load_card] [21.load_limits] [21.era_minimum]
#[test]
fn the_usual_load_is_legal_with_every_card() {
    let rules = &tables().setup;
    for card in &tables().cards.patrol {
        for kind in BoatType::ALL {
            let most = card.load(kind);
            let load = usual_load(rules, kind, most);
            let mut stock = load.reloads;
            for (tube, torpedo) in kind.all_tubes().zip(&load.tubes) {
                stock[tube.end().index()][torpedo.index()] += 1;
            }
            assert_eq!(
                load.count(),
                usize::from(most.min(rules.most_torpedoes[kind.index()].iter().sum()))
            );
            assert_eq!(load.tubes.len(), usize::from(kind.tubes()), "tubes full");
            for era in Era::ALL {
                assert!(
                    rules.is_load(kind, most, era, stock),
                    "{} {kind} {era}",
                    card.id
                );
            }
        }
    }
}

/// [21.load_card] [17.fp_repull_8]
#[test]
fn the_card_of_a_load_may_be_changed_for_fate_points_but_not_the_best_one() {
    let mut rig = sent(Scenario::Patrol(Month::FIRST), &["U-81"]);
    let cards = &tables().cards.patrol;
    let by_load = |card: &u8| cards[usize::from(*card)].load(BoatType::VII);
    let best = (0..40).max_by_key(by_load).unwrap();
    let worst = (0..40).min_by_key(by_load).unwrap();
    rig.p.agenda.clear();
    rig.p.orders[0].clear();
    let mut offer = |value| {
        rig.play(|play| {
            play.offer(Draw {
                pull: Pull::TorpedoLoad,
                value,
                boat: Some(W),
            });
        });
        !rig.offers(W).is_empty()
    };
    assert!(!offer(best));
    assert!(offer(worst));
}
