//! Odds of shots and of solutions.

use super::{percent, prospect};
use crate::attack::Shot;
use crate::boat::Boat;
use crate::boats::{Letter, TorpedoType, Tube};
use crate::conditions::Time;
use crate::convoy::BoxState;
use crate::crew::{Man, Skill};
use crate::escorts::EscortId;
use crate::forecast::torpedoes::{self, Fate, Unknown};
use crate::forecast::{any, perils};
use crate::position::Torpedo;
use crate::ships::Size;
use crate::space::Space;
use crate::view::View;
use derbyhouse_scene::Prospect;

/// What one more torpedo does to a ship: by itself, and with those of the same boat that arrive with it
/// [25.salvo_keeps_cards].
pub(super) fn at_ship(
    view: View<'_>,
    letter: Letter,
    tube: Tube,
    target: Space,
    shot: Shot,
) -> Vec<Prospect> {
    let torpedo = Torpedo {
        boat: letter,
        tube,
        kind: shot.kind,
        target,
        travel: shot.travel,
        modifier: shot.modifier,
        turns: shot.turns,
        half: false,
    };
    let alone = expected(view, target, &[torpedo]);
    let mut prospects = vec![
        prospect("Hits", alone.hit, &["25.hit_total"]),
        prospect("Damages", alone.damaged, &["26.ship_damage"]),
        prospect(
            "Sinks",
            alone.sunk,
            &["26.detonation_by_era_type", "26.ship_damage"],
        ),
    ];
    let with = |other: &&Torpedo| {
        other.boat == letter && other.target == target && other.turns == shot.turns
    };
    let mut salvo: Vec<Torpedo> = view.torpedoes().iter().filter(with).copied().collect();
    if !salvo.is_empty() {
        salvo.push(torpedo);
        let all = expected(view, target, &salvo);
        let label = format!("All {} together damage", salvo.len());
        prospects.push(prospect(label, all.damaged, &["25.salvo_keeps_cards"]));
        prospects.push(prospect(
            "All together sink",
            all.sunk,
            &["26.second_damage_sinks"],
        ));
    }
    let light = view.conditions().light();
    if light.time() == Time::Day && view.tables().firing.wake[shot.kind.index()] {
        let seen = perils::wake_seen(view.tables(), light);
        prospects.push(prospect("Wake seen", seen, &["60.wake_by_day"]));
    }
    prospects
}

/// What torpedoes that arrive together do to what lies in a box; of a tile that is not identified, over all that it may
/// be.
fn expected(view: View<'_>, target: Space, torpedoes: &[Torpedo]) -> Fate {
    let (t, era, conditions) = (view.tables(), view.era(), view.conditions());
    let fate = |size, damaged| torpedoes::salvo(t, era, conditions, size, damaged, torpedoes);
    match view.convoy().find(|(space, _)| *space == target) {
        Some((_, BoxState::Ship(tile, damaged))) => {
            fate(t.tile(tile).size.unwrap_or(Size::Medium), damaged)
        }
        Some((_, BoxState::Spotted)) => {
            let ring = conditions.side.ring(target).unwrap_or(1);
            let unknown = Unknown::of(t, ring);
            let mut sum = Fate::default();
            for (size, (share, _)) in Size::ALL.into_iter().zip(unknown.sizes) {
                let fate = fate(size, false);
                sum.hit += share * fate.hit;
                sum.damaged += share * fate.damaged;
                sum.sunk += share * fate.sunk;
            }
            sum
        }
        _ => Fate::default(),
    }
}

/// Torpedoes at an escort [60.escort_to_hit].
pub(super) fn at_escort(
    view: View<'_>,
    boat: &Boat,
    escort: EscortId,
    kinds: impl Iterator<Item = TorpedoType>,
) -> Vec<Prospect> {
    let t = view.tables();
    let defence = t.escorts.escort(escort).defence;
    let hit = torpedoes::escort_hit(t, view.conditions().weather, defence);
    let removed: Vec<f64> = kinds
        .map(|kind| hit * torpedoes::escort_removed(t, view.era(), kind))
        .collect();
    if removed.is_empty() {
        return Vec::new();
    }
    let rule = if boat.attack().is_some() {
        "60.escort_to_hit"
    } else {
        "53.to_hit_fast"
    };
    vec![
        prospect("A torpedo hits", hit, &[rule]),
        prospect(
            "The escort is put out of the game",
            any(removed.into_iter()),
            &["60.escort_removed_xp"],
        ),
    ]
}

/// What a calculation may give [38.tdc_value].
pub(super) fn solution(view: View<'_>, boat: &Boat, target: Space) -> Vec<Prospect> {
    let Some((space, _)) = boat.attack() else {
        return Vec::new();
    };
    let t = view.tables();
    let two = boat.can(Skill::CapTdcTwoCards, Man::Captain);
    let modifier = boat.tdc_modifier(&t.tdc);
    let light = view.conditions().light();
    let chances = torpedoes::solutions(t, light, space.range(target), modifier, two);
    let good: f64 = chances
        .iter()
        .filter(|(value, _)| *value >= 1)
        .map(|(_, share)| share)
        .sum();
    let all: Vec<String> = chances
        .iter()
        .map(|(value, share)| format!("{value:+}: {}", percent(*share)))
        .collect();
    vec![Prospect {
        label: "+1 or better".to_owned(),
        share: Some(good),
        text: format!("{} ({})", percent(good), all.join(", ")),
        rules: vec!["38.tdc_value".to_owned()],
    }]
}
