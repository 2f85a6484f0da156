//! What an answer may lead to: counted over the faces of the die, with everything that is added to it, item by item.
//!
//! Nothing is reckoned here that play reckons: the functions that play rolls with are asked for each face, and an item
//! is what their sum loses when that circumstance is taken away.

mod ashore;
mod fight;
mod sea;

use super::words;
use crate::choice::Choice;
use crate::combat::Battle;
use crate::endurance::Week;
use crate::harm::Harm;
use crate::sequence::Step;
use crate::view::View;
use derbyhouse_scene::Prospect;

pub(super) use fight::counterattack;
pub(super) use sea::weeks_to_ready;

/// Faces of the die.
const FACES: u8 = 10;

fn prospect(label: &str, tenths: u16, text: String, rules: &[&str]) -> Prospect {
    share(label, f64::from(tenths) / 10.0, text, rules)
}

fn share(label: &str, share: f64, text: String, rules: &[&str]) -> Prospect {
    Prospect {
        label: label.to_owned(),
        share: Some(share),
        text,
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
    }
}

/// Something to be known that has no chance of its own.
fn remark(label: &str, text: String, rules: &[&str]) -> Prospect {
    Prospect {
        share: None,
        ..share(label, 0.0, text, rules)
    }
}

/// Faces of the die for which something holds.
fn faces(holds: impl Fn(u8) -> bool) -> u16 {
    (0..FACES).filter(|die| holds(*die)).count() as u16
}

/// A circumstance, the rule it counts by, and how it is taken away.
type Circumstance<T> = (&'static str, &'static str, fn(&mut T));

/// What each circumstance adds: what the sum loses when it is taken away, one after another; `rest` is what is left at
/// the end.
fn items<T: Clone>(
    whole: &T,
    sum: impl Fn(&T) -> i8,
    circumstances: &[Circumstance<T>],
    rest: (&'static str, &'static str),
) -> String {
    let mut left = whole.clone();
    let mut all = Vec::new();
    for (label, rule, take_away) in circumstances {
        let before = sum(&left);
        take_away(&mut left);
        all.push((*label, *rule, before - sum(&left)));
    }
    all.push((rest.0, rest.1, sum(&left)));
    let told = all.into_iter().filter(|(.., value)| *value != 0);
    let told: Vec<String> = told
        .map(|(label, rule, value)| format!(" {value:+} {label} [{rule}]"))
        .collect();
    format!("die{}", told.concat())
}

/// Results with their chances, the worst last; what cannot come is not told.
fn results(count: impl Fn(Harm) -> u16, of: u16) -> String {
    let told = Harm::ALL.into_iter().filter(|harm| count(*harm) > 0);
    let told: Vec<String> = told
        .map(|harm| format!("{} {} %", words::harm(harm), count(harm) * 100 / of))
        .collect();
    told.join(", ")
}

pub(crate) fn outlook(view: View<'_>, choice: &Choice) -> Vec<Prospect> {
    match choice {
        Choice::Search | Choice::Again => {
            let mut all = sea::searching(view);
            // Only who never found anything has the bonus, after a second search too [30.1].
            all.extend(sea::endurance(view, "if nothing is found", |week| {
                week.no_contact = !view.has_found();
            }));
            all.extend(sea::endurance(view, "after a fight", |week| {
                week.no_contact = false;
            }));
            all
        }
        Choice::Enough => sea::endurance(view, "", |_| {}).into_iter().collect(),
        Choice::Bypass => sea::endurance(view, "", |week| week.bypassed = true)
            .into_iter()
            .collect(),
        Choice::To(_)
        | Choice::Halt(_)
        | Choice::OpenSea
        | Choice::Govern(_)
        | Choice::Stay
        | Choice::Home
        | Choice::Base(_)
        | Choice::Tender(_) => {
            let mut all = sea::sailing(view, choice);
            all.extend(sea::storm(view, choice));
            if view.step() == Some(Step::LeaveZone) {
                all.extend(sea::endurance(view, "", |_| {})); // its week is over [20.6]
            }
            all
        }
        // In transit the move goes on [15.44].
        Choice::Decline | Choice::Engage if view.is_encounter() => Vec::new(),
        // A contact all the same (R15).
        Choice::Decline => sea::endurance(view, "", |week| week.no_contact = false)
            .into_iter()
            .collect(),
        Choice::Engage => sea::endurance(view, "after a fight", |week| week.no_contact = false)
            .into_iter()
            .collect(),
        Choice::Raid | Choice::NoRaid => sea::raiding(view, choice),
        Choice::Serve => sea::serving(view),
        Choice::Shadow | Choice::NoShadow if view.step() == Some(Step::CallPack) => {
            sea::calling(view, *choice == Choice::Shadow)
        }
        Choice::Into(zone) | Choice::Harbour(zone) => {
            let mut all = sea::sailing(view, choice);
            all.extend(sea::storm(view, choice));
            all.extend(sea::mines(view, *zone));
            all
        }
        Choice::Mines(option) => {
            let counts = |week: &mut Week| match option.keeps() {
                true => week.mines_kept = true,
                false => week.jettisoned = true,
            };
            sea::endurance(view, "", counts).into_iter().collect()
        }
        Choice::Pick(boat) if view.step() == Some(Step::Call) => {
            let mut all = sea::sailing(view, choice);
            all.extend(sea::joining(view, *boat));
            all
        }
        Choice::Send(..) | Choice::Pick(_) => {
            let mut all = sea::sent(view, choice);
            all.extend(ashore::new_crew(view));
            all
        }
        Choice::Ask(_) | Choice::Yes => {
            let mut all = ashore::asking(view, choice);
            all.extend(ashore::new_crew(view));
            all
        }
        Choice::No => ashore::billet(view).into_iter().collect(),
        Choice::Supply(number) => sea::supplies(view, *number),
        Choice::Battle(act) => fight::fighting(view, *act),
        _ => Vec::new(),
    }
}

/// The battle, if one is on.
fn battle(view: View<'_>) -> Option<&Battle> {
    view.battle()
}
