//! Questions about crews, by the names of those concerned: aces who may change boats, boats that come with a new crew [8.1],
//! [25.3]; and about ships that take the place of others [14.81].

use super::words;
use crate::crews;
use crate::fleet::{AceId, BoatId};
use crate::lines::piece_name;
use crate::sequence::Step;
use crate::tables::Entry;
use crate::task::Task;
use crate::units::UnitId;
use crate::view::View;

/// The question, if it is one of these.
pub(super) fn question(view: View<'_>) -> Option<String> {
    let t = view.tables();
    let boat = |id: BoatId| named(view, id);
    Some(
        match view.step()? {
            Step::AceOffer(from, to) => {
                let (ace, rating) = view.boat(from)?.ace?;
                let name = name(view, ace);
                let (from, to) = (boat(from), boat(to) + &coming(view, to));
                let new = crews::RATING_IN_NEW_BOAT;
                format!("{name}, +{rating}, of {from}: whether he takes over {to}, as +{new}")
            }
            Step::AceStays(id) => {
                let (ace, rating) = view.boat(id)?.ace?;
                let name = name(view, ace);
                let (boat, new) = (boat(id), crews::RATING_IN_NEW_BOAT);
                format!(
                    "{name}, +{rating}: whether he stays with {boat}, in refit, or looks for another boat, as +{new}"
                )
            }
            Step::Pick(Task::Billet(ace), _) => {
                let (name, new) = (name(view, ace), crews::RATING_IN_NEW_BOAT);
                format!("Which boat {name} takes over, as +{new}; it comes a month early")
            }
            Step::Pick(Task::Early, _) => {
                format!(
                    "Which boat comes a month early, with 1 marker of a new crew ({})",
                    left(view)
                )
            }
            Step::Pick(Task::VeryEarly, _) => {
                format!(
                    "Which boat comes two months early, with 2 markers of a new crew ({})",
                    left(view)
                )
            }
            Step::Late(id) => {
                let (boat, left) = (boat(id), left(view));
                format!(
                    "{boat}: whether it comes now, with a marker of a new crew, or next month without ({left})"
                )
            }
            Step::Sister(counter, _) => {
                let gone = piece_name(t, counter);
                format!("Which sister ship takes the place of {gone}")
            }
            _ => return None,
        } + "?",
    )
}

fn name(view: View<'_>, ace: AceId) -> String {
    view.tables().aces.ace(ace).name.clone()
}

fn named(view: View<'_>, id: BoatId) -> String {
    let t = view.tables();
    format!(
        "{} ({})",
        words::boat(t, id),
        t.submarines.class_of(id).name
    )
}

/// When a boat comes that is not in play yet, and when with an ace [25.33]; nothing if the list does not say.
pub(super) fn coming(view: View<'_>, id: BoatId) -> String {
    let Entry::Month(listed) = view.tables().submarines.boat(id).entry else {
        return String::new();
    };
    match view.step() {
        Some(Step::AceOffer(..) | Step::Pick(Task::Billet(_), _)) => {
            let (early, ..) = crews::new_command(listed);
            format!(", due {listed}, with him {early}")
        }
        _ => format!(", due {listed}"),
    }
}

/// Inexperienced markers that are free [8.14].
fn left(view: View<'_>) -> String {
    let all = view.tables().submarines.markers;
    let taken = view.boats().iter().filter(|boat| boat.green > 0).count();
    let free = usize::from(all).saturating_sub(taken);
    format!("{free} of {all} new crews free")
}

/// A sister ship by her class, with tons, defence and ASW [14.81].
pub(super) fn sister(view: View<'_>, unit: UnitId) -> String {
    let values = view.tables().ships.unit(unit);
    let piece = &values.piece;
    format!(
        "{} {}, {}t {}-{}",
        piece.kind,
        values.class,
        piece.tons,
        piece.defence,
        piece.asw.decimal()
    )
}
