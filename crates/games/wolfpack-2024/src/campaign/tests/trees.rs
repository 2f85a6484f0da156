//! Enhancements: pages 14 to 16.

use super::*;
use crate::crew::{Skill, Tree};

/// Every enhancement of a tree with its level, price, and what it builds on.
fn tree(tree: Tree) -> Vec<(Skill, u16, Option<Skill>)> {
    let rules = &tables().campaign;
    let skills = Skill::ALL
        .into_iter()
        .filter(|skill| rules.skill(*skill).tree == tree);
    skills
        .map(|skill| (skill, rules.skill(skill).cost, rules.skill(skill).needs))
        .collect()
}

/// [15.captain_tree] [14.captain_100000_tons]
#[test]
fn the_captains_tree() {
    use Skill::*;
    let expected = [
        (CapTdc2, 10, None),
        (CapTdc3, 15, Some(CapTdc2)),
        (CapTdcDrm, 20, Some(CapTdc3)),
        (CapTdcTwoCards, 0, Some(CapTdcDrm)),
        (CapTp1, 15, Some(CapTdc2)),
        (CapTp2, 20, Some(CapTp1)),
        (CapTwoEvade, 0, Some(CapTp2)),
    ];
    assert_eq!(tree(Tree::Captain), expected);
    let rules = &tables().campaign;
    let all: Skills = expected
        .iter()
        .map(|(skill, _, _)| *skill)
        .take(3)
        .collect();
    assert!(
        rules.buyable(all).all(|skill| skill != CapTdcTwoCards),
        "it cannot be bought"
    );
    assert_eq!(
        rules.gained(all, 100_000).collect::<Vec<_>>(),
        [CapTdcTwoCards]
    );
    assert_eq!(rules.gained(all, 99_999).count(), 0);
}

/// [15.first_wo_tree] [15.second_wo_tree]
#[test]
fn the_watch_officers_trees() {
    use Skill::*;
    let first = [
        (Wo1Tdc2, 10, None),
        (Wo1Tdc3, 15, Some(Wo1Tdc2)),
        (Wo1TdcDrm, 20, Some(Wo1Tdc3)),
    ];
    assert_eq!(tree(Tree::FirstWo), first);
    let second = [
        (Wo2Heal8, 10, None),
        (Wo2Heal6, 15, Some(Wo2Heal8)),
        (Wo2Heal5, 20, Some(Wo2Heal6)),
        (Wo2Heal4, 25, Some(Wo2Heal5)),
        (Wo2Two, 20, Some(Wo2Heal6)),
        (Wo2Drm, 25, Some(Wo2Two)),
    ];
    assert_eq!(tree(Tree::SecondWo), second);
}

/// [15.engineer_tree] (R54) [16.crew_tree]
#[test]
fn the_trees_of_engineer_and_crew() {
    use Skill::*;
    let engineer = [
        (CeOne, 10, None),
        (CeTwo, 15, Some(CeOne)),
        (CeRefit, 20, Some(CeTwo)),
        (CeFire, 25, Some(CeRefit)),
        (CeThree, 20, Some(CeTwo)),
        (CeFlood, 25, Some(CeThree)),
    ];
    assert_eq!(tree(Tree::Chief), engineer);
    let crew = [
        (CrewRep1, 15, None),
        (CrewRep2, 15, Some(CrewRep1)),
        (CrewReload, 20, Some(CrewRep2)),
        (CrewFireA, 25, Some(CrewReload)),
        (CrewFireB, 20, Some(CrewRep2)),
        (CrewHeal8, 25, Some(CrewFireB)),
    ];
    assert_eq!(tree(Tree::Crew), crew);
}

/// [14.not_cumulative]
#[test]
fn a_new_level_replaces_the_old_one() {
    let mut rig = at_sea(Scenario::FullCampaign, &["U-96"]);
    let t = tables();
    for (skill, calculations) in [(Skill::CapTdc2, 2), (Skill::CapTdc3, 3)] {
        let boat = rig.boat(W);
        boat.skills = boat.skills.with(skill);
        assert_eq!(boat.calculations(&t.tdc), calculations, "{skill}");
    }
}
