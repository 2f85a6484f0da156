//! What must always hold of the campaign sheet.

use super::{Campaign, Career, Code};
use crate::boat::Place;
use crate::boats::Letter;
use crate::calendar::Month;
use crate::crew::Skills;
use crate::position::Position;
use crate::sequence::Phase;
use crate::tables::Tables;

/// What is wrong with the sheet, if anything is.
pub(crate) fn fault(t: &Tables, p: &Position) -> Option<String> {
    let scenario = p.setup.scenario;
    let (Some(campaign), Some(first), Some(last)) =
        (&p.campaign, scenario.first_month(), scenario.last_month())
    else {
        let training = p.campaign.is_none() && scenario.first_month().is_none();
        return (!training)
            .then(|| "training has no sheet, and everything else has one".to_owned());
    };
    if !(first..=last).contains(&campaign.month) {
        return Some(format!("{} is not part of the scenario", campaign.month));
    }
    let roster = t
        .campaign
        .flotillas
        .iter()
        .flat_map(|flotilla| &flotilla.boats);
    let named = campaign
        .careers
        .iter()
        .map(|career| (career.hull, career.kind));
    if !roster.map(|values| (values.hull, values.kind)).eq(named) {
        return Some("the boats are not those of the rosters".to_owned());
    }
    let career = campaign
        .careers
        .iter()
        .find_map(|career| career_fault(t, p, campaign, first, career));
    career
        .or_else(|| letters(p, campaign))
        .or_else(|| periods(p, campaign, first))
        .or_else(|| losses(campaign))
        .or_else(|| pool(t, campaign))
}

/// The months of a boat, and what her crew has learnt.
fn career_fault(
    t: &Tables,
    p: &Position,
    campaign: &Campaign,
    first: Month,
    career: &Career,
) -> Option<String> {
    let hull = career.hull;
    let needs = |skill| t.campaign.skill(skill).needs;
    let rooted = career
        .skills
        .iter()
        .all(|skill| needs(skill).is_none_or(|first| career.skills.has(first)));
    if !rooted {
        return Some(format!(
            "the crew of {hull} has learnt the second step before the first"
        ));
    }
    let counted = p.phase == Phase::BetweenPatrols;
    let mut lost = false;
    for month in Month::all() {
        let code = career.code(month);
        let sound = match code {
            Code::Open => {
                let open = month >= campaign.month && !(month == campaign.month && counted);
                lost || month < first || open
            }
            Code::Refit => !lost && month > first,
            Code::W | Code::X | Code::Y | Code::Z => !lost && month == campaign.month && !counted,
            _ => {
                let written = month >= first && month <= campaign.month;
                !lost && written && (month < campaign.month || counted || code == Code::Extra)
            }
        };
        if !sound {
            return Some(format!("{hull}: “{code}” cannot stand at {month}"));
        }
        lost |= code.is_loss();
    }
    let empty = career.xp == 0 && career.skills == Skills::NONE;
    // The crew of a boat that was scuttled this month may not be settled yet.
    let unsettled = career.code(campaign.month) == Code::Scuttled;
    (lost && !empty && !unsettled).then(|| format!("{hull} is lost and still learns"))
}

/// Whoever sails under a letter is on the sheet.
fn letters(p: &Position, campaign: &Campaign) -> Option<String> {
    if p.phase == Phase::BetweenPatrols {
        return None;
    }
    for letter in Letter::ALL {
        let code = Code::of(letter);
        let mut sheet = campaign
            .careers
            .iter()
            .filter(|career| career.code(campaign.month) == code)
            .map(|career| career.hull);
        let hull = p.hull(letter);
        if sheet.next() != hull || sheet.next().is_some() {
            return Some(format!("boat {letter} is not the one on the sheet"));
        }
        if p.boat(letter).is_some() && hull.is_none() {
            return Some(format!("boat {letter} has no name of the rosters"));
        }
    }
    let port = p.phase == Phase::SetUp;
    let stray = p
        .fleet()
        .find(|(_, boat)| !port && boat.place == Place::Base && !boat.replacement);
    stray.map(|(letter, _)| format!("boat {letter} is in port while the patrol runs"))
}

/// As many periods as are over.
fn periods(p: &Position, campaign: &Campaign, first: Month) -> Option<String> {
    let counted = usize::from(p.phase == Phase::BetweenPatrols);
    let months = campaign.month.index() - first.index() + counted;
    if usize::from(campaign.totals.patrols) != months {
        return Some(format!(
            "{} patrols in {months} months",
            campaign.totals.patrols
        ));
    }
    let over = if p.setup.scenario.is_campaign() {
        months / 3
    } else {
        0
    };
    (campaign.periods.len() != over).then(|| "a war period is missing, or one too many".to_owned())
}

/// Losses are what the sheet says [69.losses_counted].
fn losses(campaign: &Campaign) -> Option<String> {
    let lost = campaign
        .careers
        .iter()
        .filter(|career| career.is_lost())
        .count();
    (lost != usize::from(campaign.losses))
        .then(|| format!("{lost} boats are lost, not {}", campaign.losses))
}

/// Rescued men are of scuttled boats, each once.
fn pool(t: &Tables, campaign: &Campaign) -> Option<String> {
    let men = &campaign.pool;
    let fault = men.iter().enumerate().find(|(place, man)| {
        let scuttled = campaign
            .career(man.from)
            .is_some_and(|career| career.log.contains(&Code::Scuttled));
        let own = man
            .skills
            .iter()
            .all(|skill| t.campaign.skill(skill).tree == man.tree);
        let twice = men[..*place]
            .iter()
            .any(|other| (other.from, other.tree) == (man.from, man.tree));
        !scuttled || !own || twice
    });
    fault.map(|(_, man)| format!("the {} of {} cannot be rescued", man.tree, man.from))
}
