//! Damage control: points 21 to 23.

use super::Advice;
use crate::boat::Boat;
use crate::boats::Gear;
use crate::choice::Choice;
use crate::crew::{HEAVY, Man};
use crate::forecast::perils;
use crate::repair::{Care, Site};
use crate::view::View;

/// How urgent a repair is: fire, water that comes in, planes of a heavy boat, ears, motors, tubes, the rest [21].
fn urgency(boat: &Boat, site: Site) -> f64 {
    match site {
        Site::Fire if !boat.fire.contained => 100.0,
        Site::Flooding if !boat.flood.contained => 80.0 + f64::from(boat.flood.level),
        Site::Gear(Gear::Rudder) if boat.flood.level >= 5 => 70.0,
        Site::Fire => 45.0,
        Site::Flooding => 40.0 + f64::from(boat.flood.level),
        Site::Gear(Gear::Rudder) if boat.is_heavy(Gear::Rudder) => 38.0,
        Site::Gear(Gear::Hydrophone) => 30.0,
        Site::Gear(Gear::Electric) => 28.0,
        Site::Tube(_) => 20.0,
        Site::Gear(Gear::Rudder) => 18.0,
        Site::Gear(Gear::Diesel) => 15.0,
        Site::Gear(Gear::Periscope) => 12.0,
        Site::Gear(Gear::DeckGun) => 5.0,
    }
}

/// Heal first, so that sections work better; then what is most urgent, by whoever is best at it.
pub(super) fn care(view: View<'_>, boat: &Boat, care: Care, choices: &[Choice]) -> Advice {
    let t = view.tables();
    if boat.silent && !care.paid && choices.contains(&Choice::Pay) {
        return pay(boat);
    }
    let heals = choices.iter().filter_map(|choice| match choice {
        Choice::Heal(healer, patient) => {
            let wound = boat.wound(*patient);
            let need = if patient.is_officer() {
                u32::from(wound)
            } else {
                2 * u32::from(wound)
            };
            Some((need, perils::healed(t, boat, *healer), *choice))
        }
        _ => None,
    });
    if let Some((_, chance, choice)) = heals.max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))
    {
        return Advice::new(choice, "The worst hurt first.").weighing("chance", chance);
    }
    let repairs = choices.iter().filter_map(|choice| {
        let Choice::Repair(section, site, assisted) = *choice else {
            return None;
        };
        let chance = perils::repaired(t, boat, section, site, assisted);
        Some((urgency(boat, site) + chance, chance, *choice))
    });
    match repairs.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, chance, choice)) => {
            Advice::new(choice, "What sinks her first is mended first.").weighing("chance", chance)
        }
        None => Advice::new(Choice::Done, "Nothing more can be done."),
    }
}

/// Noise for a point: only against what sinks her.
fn pay(boat: &Boat) -> Advice {
    let burning = boat.fire.level > 0 && !boat.fire.contained;
    let sinking = boat.flood.level > 0 && !boat.flood.contained;
    let urgent = burning || sinking && boat.flood.level >= 3;
    if urgent || sinking && boat.tp >= 2 {
        Advice::new(Choice::Pay, "She sinks or burns if nobody works.")
            .weighing("flooding", f64::from(boat.flood.level))
    } else {
        Advice::new(
            Choice::Done,
            "Repairs can wait until she need not be silent.",
        )
        .weighing("flooding", f64::from(boat.flood.level))
    }
}

/// What wounds on the sections cost: the bow loads and the stern keeps the engines, so the midship men bear most.
fn cost(levels: [u8; 3]) -> u32 {
    let weights = [3, 1, 3];
    let of = |level: u8| match level {
        0 => 0,
        1 => 1,
        2 => 3,
        HEAVY => 6,
        _ => 8,
    };
    levels
        .iter()
        .zip(weights)
        .map(|(level, weight)| of(*level) * weight)
        .sum()
}

/// Wounds lie where they hurt the boat least [65.relocation].
pub(super) fn relocate(boat: &Boat, choices: &[Choice]) -> Advice {
    let now = cost(Man::SECTIONS.map(|section| boat.wound(section)));
    let moves = choices.iter().filter_map(|choice| match choice {
        Choice::Relocate(to) => Some((cost(*to), *choice)),
        _ => None,
    });
    match moves.min_by_key(|(cost, _)| *cost) {
        Some((least, choice)) if least < now => {
            Advice::new(choice, "The midship section can be spared best.")
        }
        _ => Advice::new(Choice::Done, "The wounded lie where they do least harm."),
    }
}
