//! Details that were once played or told wrongly.

use super::{Desk, GAME};
use crate::activity::Colour;
use crate::choice::Choice;
use crate::combat::{Act, Battle, Fighter, Hand, Joins, Setting, Stage};
use crate::displays::{Contact, Lane};
use crate::position::Position;
use crate::scene;
use crate::sequence::Step;
use crate::view::View;
use derbyhouse_kernel::{Game, Seat};
use derbyhouse_scene::Prompt;

/// What is told of an answer.
fn told(p: &Position, choice: Choice) -> String {
    let all = scene::outlook(View::new(GAME.tables(), p), &choice);
    let texts: Vec<String> = all.into_iter().map(|one| one.text).collect();
    texts.join("; ")
}

/// The question as it is asked.
fn prompt(desk: &Desk) -> Prompt {
    let decision = GAME.decision(&desk.p, Seat::FIRST).unwrap();
    let view = View::new(GAME.tables(), &desk.p);
    let scene = scene::scene(view, Some(&decision), &desk.offers());
    scene.prompt.unwrap()
}

/// Where a ship lies in a column, face down.
fn place_of(desk: &Desk, lane: Lane, name: &str) -> Option<usize> {
    let ship = desk.t().ships.find(name).unwrap();
    let ship = desk.t().ships.counters(ship).next().unwrap();
    let battle = desk.p.battle.as_ref().unwrap();
    let mut column = battle.lanes[lane.index()].iter();
    column.position(|slot| battle.face(slot) == ship)
}

/// Nobody can tell by her place which of the face-down ships a scenario promised: neither Royal Oak in Scapa Flow [30.4] nor
/// Audacity and Stork with HG 76 [2.3B] (2.6).
#[test]
fn promised_ships_lie_anywhere_in_their_column() {
    let (mut oaks, mut sloops) = (vec![], vec![]);
    for seed in 0..24 {
        let mut desk = Desk::new("u47_scapa", seed);
        let area = crate::geography::Area::NorthSea;
        let mut site = desk.p.site(desk.t(), area, false);
        site.setting = Setting::Harbour;
        let (t, cups) = (desk.t(), &mut desk.p.secret.cups);
        let (contact, dice) = (Contact::TaskForce, &mut desk.chance);
        let battle = Battle::engage(t, site, contact, Colour::Blue, [], cups, dice);
        desk.p.battle = Some(battle);
        desk.p.errand.harbour = true;
        desk.with(None, |play| play.certain_ship());
        oaks.push(place_of(&desk, Lane::Center, "bb_royal_oak").unwrap());
        let mut desk = Desk::new("hg76", seed);
        desk.run(|p| p.battle.is_some(), |_, offers| offers[0]);
        assert!(place_of(&desk, Lane::OuterLeft, "cve_audacity").is_some());
        sloops.push(place_of(&desk, Lane::OuterLeft, "esd_stork").unwrap());
    }
    for mut places in [oaks, sloops] {
        places.sort_unstable();
        places.dedup();
        assert!(places.len() > 2, "{places:?}");
    }
}

/// A battle of a pack of two at some question of the first boat.
fn in_battle(stage: fn(Hand) -> Stage) -> Desk {
    let mut desk = Desk::new("sc7", 5);
    desk.run(|p| p.battle.is_some(), |_, offers| offers[0]);
    let names = ["U-46", "U-99"];
    let boats = names.map(|name| desk.t().submarines.find(name).unwrap());
    let battle = desk.p.battle.as_mut().unwrap();
    battle.fighters.clear();
    for boat in boats {
        let mut fighter = Fighter::new(GAME.tables(), boat, 0, 0);
        fighter.joins = Joins::Now;
        fighter.lane = Some(Lane::OuterLeft);
        battle.fighters.push(fighter);
    }
    battle.pack = true;
    battle.round = 1;
    battle.watch = 6;
    battle.stage = stage(Hand(0));
    desk.p.agenda.clear();
    desk.p.agenda.plan([Step::Fight, Step::NightOver]);
    desk
}

/// Who attacks again is hunted with 1 more, and is told so before she decides; what is left of this round is not [14.4], [14.2]
/// (13.5).
#[test]
fn the_risk_of_a_re_attack_is_told() {
    let go_on = Choice::Battle(Act::GoOn);
    let desk = in_battle(Stage::Deciding);
    let text = told(&desk.p, go_on);
    assert!(
        text.contains("die +1") && text.contains("attacks again"),
        "{text}"
    );
    // A boat that a diligent escort has damaged goes on with this round: no die is thrown for that [14.12].
    let desk = in_battle(|hand| Stage::Harmed(hand, 1, [0, 0]));
    let text = told(&desk.p, go_on);
    assert!(
        text.contains("die +0") && !text.contains("attacks again"),
        "{text}"
    );
    let prompt = prompt(&desk);
    let labels = prompt.offers.iter().map(|offer| offer.label.as_str());
    assert_eq!(labels.collect::<Vec<_>>(), ["Go on", "Withdraw"]);
}
