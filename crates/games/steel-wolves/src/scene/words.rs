//! Names as people say them.

pub(super) use crate::names::{area, base, node, theatre, whereabouts, zone};
pub(super) use crate::reckoning::{ships, tons};

use crate::activity::Cover;
use crate::calendar::Period;
use crate::combat::SlotId;
use crate::displays::Lane;
use crate::fleet::BoatId;
use crate::harm::Harm;
use crate::tables::Tables;
use crate::units::Ensign;
use crate::view::{Shown, View};

pub(super) fn boat(t: &Tables, id: BoatId) -> &str {
    &t.submarines.boat(id).name
}

pub(super) fn period(period: Period) -> String {
    format!("war period {}", period.number())
}

pub(super) const fn lane(lane: Lane) -> &'static str {
    match lane {
        Lane::OuterLeft => "outer left",
        Lane::InnerLeft => "inner left",
        Lane::CenterLeft => "center left",
        Lane::Center => "center",
        Lane::Alone => "alone",
        Lane::CenterRight => "center right",
        Lane::InnerRight => "inner right",
        Lane::OuterRight => "outer right",
    }
}

pub(super) const fn cover(cover: Cover) -> &'static str {
    match cover {
        Cover::None => "no aircraft",
        Cover::Light => "light air cover",
        Cover::Heavy => "heavy air cover",
    }
}

/// A unit of a battle, as far as it shows.
pub(super) fn unit(view: View<'_>, slot: SlotId) -> String {
    match view.unit(slot) {
        Some(Shown::Back(Ensign::White)) => "a White Ensign".to_owned(),
        Some(Shown::Back(Ensign::Red)) => "a Red Ensign".to_owned(),
        Some(Shown::Face(counter, _)) => crate::lines::piece_name(view.tables(), counter),
        None => "a gap".to_owned(),
    }
}

/// With a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// What may befall a boat.
pub(super) const fn harm(harm: Harm) -> &'static str {
    match harm {
        Harm::None => "nothing",
        Harm::Spotted => "spotted",
        Harm::Return => "sent home",
        Harm::Damaged => "damaged",
        Harm::DamagedReturn => "damaged and sent home",
        Harm::Sevens => "damaged, on another 7 or more sunk",
        Harm::Fours => "damaged, on another 4 or more sunk",
        Harm::Sunk => "sunk",
    }
}
