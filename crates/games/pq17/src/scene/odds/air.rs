//! Chances of aircraft: searches, photographs, fire in the air, guns, bombs and torpedoes.

use super::{found, prospect, searching};
use crate::air::{AirChoice, AirOrder};
use crate::scene::words;
use crate::sequence::{Order, Purpose};
use crate::strike::Dice;
use crate::tables::AirResult;
use crate::units::PortId;
use crate::view::{Contact, View};
use derbyhouse_scene::Prospect;

pub(super) fn prospects(view: View<'_>, contacts: &[Contact], choice: AirChoice) -> Vec<Prospect> {
    match choice {
        AirChoice::Recon(hex) | AirChoice::Radius(hex) => searching(view, contacts, hex),
        AirChoice::Photograph(port) => photographing(view, port),
        AirChoice::Attack(token) => {
            let seen = contacts.iter().find(|seen| seen.token == token);
            let raid = seen.and_then(|seen| Some((seen, view.raiders(seen)?)));
            raid.map_or_else(Vec::new, |(seen, by)| {
                found(view, seen, by, &Purpose::Raid(0))
            })
        }
        AirChoice::Shoot(at) => match view.air_shot(at) {
            Some((from, dice)) => fire(&format!("one CS of {from}"), &[dice], "7.2.2"),
            None => Vec::new(),
        },
        AirChoice::Scramble(riser) => {
            let duels = view.duels(riser).into_iter();
            duels.flat_map(|(enemy, dice)| duel(&enemy, dice)).collect()
        }
        AirChoice::Assign {
            place,
            wave: _,
            load,
        } => match view.order() {
            Some(Order::Air(AirOrder::Assign(unit))) => {
                let guns = view.guns_at(place, *unit, Some(load), true);
                let mut all = dropping(view, choice);
                all.extend(fire("its guns", &guns, "7.2.5"));
                all
            }
            _ => Vec::new(),
        },
        AirChoice::Fire(unit) => match view.order() {
            Some(Order::Air(AirOrder::Support(place))) => {
                let guns = view.guns_at(*place, unit, None, false);
                fire("these guns", &guns, "7.2.5")
            }
            _ => Vec::new(),
        },
        AirChoice::Cam(die) => helped(view, die),
        _ => Vec::new(),
    }
}

/// What a card shows of a port [6.9].
fn photographing(view: View<'_>, port: PortId) -> Vec<Prospect> {
    let levels = view.photo_levels(port);
    let of = levels.len();
    let told = |level: Option<u8>| {
        let cards = levels.iter().filter(|shown| **shown == level).count();
        let label = match level {
            Some(level) => format!("a photograph of ID{level}"),
            None => "nothing to be seen".to_owned(),
        };
        (cards > 0).then(|| {
            let share = cards as f64 / of as f64;
            prospect(label, share, format!("{cards} of {of} cards"), &["6.9"])
        })
    };
    let shown = (1..=4).rev().map(Some).chain([None]);
    shown.filter_map(told).collect()
}

/// All fire of a fighter at one attacker, and all that comes back [7.2.2].
fn duel(enemy: &str, [fire_at, reply]: [Dice; 2]) -> Vec<Prospect> {
    let mut both = fire(&format!("all its shots at {enemy}"), &[fire_at], "7.2.2");
    both.extend(fire(
        &format!("all shots of {enemy} at it"),
        &[reply],
        "7.2.2",
    ));
    both
}

/// Dice that abort or hurt aircraft: at least one of all, and one die of each kind.
fn fire(who: &str, groups: &[Dice], rule: &str) -> Vec<Prospect> {
    if groups.is_empty() {
        return Vec::new();
    }
    let miss = groups.iter().map(|group| {
        let one = 1.0 - f64::from(group.works()) / 10.0;
        one.powi(group.dice.into())
    });
    let works = 1.0 - miss.product::<f64>();
    let dice: u8 = groups.iter().map(|group| group.dice).sum();
    let label = format!("{who} turn aircraft back or hurt them");
    let each = groups.iter().map(|group| {
        let faces = [AirResult::Abort, AirResult::Damaged, AirResult::Hit]
            .into_iter()
            .filter(|result| group.faces[result.index()] > 0)
            .map(|result| format!("{} {} of 10", result.id(), group.faces[result.index()]));
        let faces: Vec<String> = faces.collect();
        match faces.is_empty() {
            true => format!("{}: nothing", words::dice(group.dice)),
            false => format!("{}: {}", words::dice(group.dice), faces.join(", ")),
        }
    });
    let text: Vec<String> = each.collect();
    match dice {
        0 => Vec::new(),
        _ => vec![prospect(label, works, text.join("; "), &[rule])],
    }
}

/// What a load does to each counter of the place [7.2.6], [7.3.1].
fn dropping(view: View<'_>, choice: AirChoice) -> Vec<Prospect> {
    let (AirChoice::Assign { place, load, .. }, Some(Order::Air(AirOrder::Assign(unit)))) =
        (choice, view.order())
    else {
        return Vec::new();
    };
    let Some(drop) = view.drop_at(*unit, place, load) else {
        return Vec::new();
    };
    let told = |(name, faces): &(String, u8)| {
        let one = f64::from(*faces) / 10.0;
        prospect(
            format!("at least one hit on {name}"),
            1.0 - (1.0 - one).powi(drop.dice.into()),
            format!(
                "{} with {faces} of 10 each, if all go for it and none is turned back",
                words::dice(drop.dice)
            ),
            &["7.2.6"],
        )
    };
    drop.targets.iter().map(told).collect()
}

/// What a CAM makes of a die that lies there [1.4.3].
fn helped(view: View<'_>, die: u8) -> Vec<Prospect> {
    let told = |(shown, now, then): (u8, AirResult, AirResult)| Prospect {
        label: format!("die {shown}: {} becomes {}", now.id(), then.id()),
        share: Some(1.0),
        text: "for certain".to_owned(),
        rules: vec!["1.4.3".to_owned(), "7.2.5".to_owned()],
    };
    view.cam_change(die).map(told).into_iter().collect()
}
