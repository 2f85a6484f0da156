//! What is decided ashore by a die: requests to offices, aces without a boat [35.0], [25.32].

use super::{faces, prospect, remark};
use crate::choice::Choice;
use crate::crews;
use crate::sequence::Step;
use crate::task::Task;
use crate::view::View;
use derbyhouse_scene::Prospect;

/// A request: a die not above the influence with the office, which success costs one point of [35.0].
pub(super) fn asking(view: View<'_>, choice: &Choice) -> Vec<Prospect> {
    let Some(petition) = view.petition(choice) else {
        return Vec::new();
    };
    let (office, influence) = (petition.office, petition.influence);
    let tenths = faces(|die| die <= influence);
    let text = format!(
        "{office} grants it {} %: die up to {influence}, the influence there; that costs 1 of it",
        tenths * 10
    );
    let mut all = vec![prospect("Granted", tenths, text, &["35.0"])];
    if let Some(finds) = petition.finds {
        let better = faces(|die| die >= finds);
        let text = format!(
            "Then better torpedoes {} %: die from {finds} on",
            better * 10
        );
        all.push(prospect("Better torpedoes", better, text, &["35.0"]));
    }
    all
}

/// An ace who leaves his boat may get another one [25.32].
pub(super) fn billet(view: View<'_>) -> Option<Prospect> {
    if !matches!(view.step(), Some(Step::AceStays(_))) {
        return None;
    }
    let tenths = faces(crews::finds_a_billet);
    let text = format!("He gets another boat {} %", tenths * 10);
    Some(prospect("Another boat", tenths, text, &["25.32"]))
}

/// What a boat has against it that comes with so many markers [8.11], [8.15].
pub(super) fn new_crew(view: View<'_>) -> Option<Prospect> {
    let (markers, rule) = match view.step()? {
        Step::Late(_) => (1, "8.13"),
        Step::Pick(Task::Early, _) => (1, "8.14"),
        Step::Pick(Task::VeryEarly, _) => (2, "8.15"),
        _ => return None,
    };
    let text = format!(
        "New crew: -{markers} to searches, tries to join, gunnery and defence; +{markers} to the dice of torpedoes, \
         crash dives, hazards, Endurance, Transit Events and damage; a marker less after each patrol that counts [8.12]"
    );
    Some(remark("New crew", text, &["8.11", rule]))
}
