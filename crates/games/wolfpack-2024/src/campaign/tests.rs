//! Set-up and campaigns, rule by rule, on positions laid out by hand.

mod between;
mod convoy;
mod departure;
mod muster;
mod outfit;
mod sheet;
mod trees;

use super::{Answer, Campaign, Career, Hull, Port};
use crate::boat::Place;
use crate::boats::Letter;
use crate::choice::Choice;
use crate::crew::Skills;
use crate::rig::Rig;
use crate::sequence::{Order, Phase};
use crate::setup::Scenario;
use crate::tables::{Tables, load};
use std::sync::LazyLock;

const W: Letter = Letter::W;
const X: Letter = Letter::X;

fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| load(&[]).unwrap().0);
    &TABLES
}

fn start(scenario: Scenario) -> Rig<'static> {
    Rig::started(tables(), scenario).unwrap()
}

fn hull(name: &str) -> Hull {
    name.parse().unwrap()
}

fn send(name: &str) -> Choice {
    Choice::Port(Answer::Send(hull(name)))
}

/// A scenario with these boats sent and the muster closed.
fn sent(scenario: Scenario, boats: &[&str]) -> Rig<'static> {
    let mut rig = start(scenario);
    for name in boats {
        rig.choose(W, send(name)).unwrap();
    }
    if rig.p.orders[0].top() == Some(&Order::Port(Port::Muster)) {
        rig.choose(W, Choice::Done).unwrap();
    }
    rig
}

/// Answers as usual until something else is asked than what `stop` lets pass, or the patrol begins.
fn answer_until(rig: &mut Rig<'_>, stop: impl Fn(Letter, Port) -> bool) {
    loop {
        let asked =
            Letter::ALL
                .into_iter()
                .find_map(|letter| match rig.p.orders[letter.index()].top() {
                    Some(Order::Port(port)) => Some((letter, *port)),
                    _ => None,
                });
        let Some((letter, port)) = asked else { return };
        if stop(letter, port) {
            return;
        }
        let usual = rig.p.usual_answer(rig.t, letter).unwrap();
        rig.choose(letter, usual).unwrap();
    }
}

/// A patrol of these boats on its first turn.
fn at_sea(scenario: Scenario, boats: &[&str]) -> Rig<'static> {
    let mut rig = sent(scenario, boats);
    answer_until(&mut rig, |_, _| false);
    assert_eq!((rig.p.turn, rig.p.phase), (1, Phase::Movement));
    rig
}

/// Ends the patrol at once, boats where they are; those still at sea come home.
fn end(rig: &mut Rig<'_>) {
    for boat in rig.p.boats.iter_mut().flatten() {
        if boat.is_on_map() {
            boat.place = Place::Track(1);
        }
    }
    rig.play(|play| {
        play.end_patrol();
        play.run();
    });
}

fn sheet<'a>(rig: &'a Rig<'_>) -> &'a Campaign {
    rig.p.campaign.as_ref().unwrap()
}

fn change<'a>(rig: &'a mut Rig<'_>) -> &'a mut Campaign {
    rig.p.campaign.as_mut().unwrap()
}

fn career<'a>(rig: &'a Rig<'_>, name: &str) -> &'a Career {
    sheet(rig).career(hull(name)).unwrap()
}

fn skills(rig: &mut Rig<'_>, name: &str, skills: Skills) {
    change(rig).career_mut(hull(name)).unwrap().skills = skills;
}

/// Nothing hidden or forgotten: the audit of the whole position.
fn audit(rig: &Rig<'_>) {
    if let Err(broken) = crate::audit::validate(rig.t, &rig.p) {
        panic!("{}", broken.0);
    }
}
