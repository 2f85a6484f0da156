//! The answers, with their labels and odds.

use crate::choice::{Choice, Order};
use crate::combat::Odds;
use crate::fleet::UnitName;
use crate::forecast;
use crate::lines;
use crate::packs::free_packs;
use crate::sequence::Step;
use crate::units::{ConvoyId, Straggle};
use crate::view::View;
use derbyhouse_kernel::Hex;
use derbyhouse_scene::{Anchor, Offer};

/// An answer as it is shown.
pub(super) fn offer(view: View<'_>, choice: Choice) -> Offer {
    let t = view.tables();
    let unit = |name: UnitName| lines::unit(t, name);
    let (label, anchor) = match choice {
        Choice::AsPrinted => (
            "All groups as the scenario has them".to_owned(),
            Anchor::Button,
        ),
        Choice::Base(base) => (
            lines::place(base).to_owned(),
            Anchor::Space(t.base(base).to_string()),
        ),
        Choice::Deploy(kind) => (t.unit(kind).label.clone(), Anchor::Button),
        Choice::At(hex) | Choice::To(hex) => (hex.to_string(), Anchor::Space(hex.to_string())),
        Choice::Stack(hex, Order::Face(axis)) => (
            format!("Turn {hex} to {axis}"),
            Anchor::Space(hex.to_string()),
        ),
        Choice::Stack(hex, Order::Top(name)) => (
            format!("Bring {} to the top of {hex}", unit(name)),
            Anchor::Space(hex.to_string()),
        ),
        Choice::Stack(hex, Order::Unit(name)) => (
            format!("Move {} from {hex}", unit(name)),
            Anchor::Piece(piece_id(hex, name)),
        ),
        Choice::Stack(hex, Order::All) => (
            format!("Move all boats in {hex} together"),
            Anchor::Space(hex.to_string()),
        ),
        Choice::Form(hex, packs) => {
            let boats = view.stack(hex).map(|stack| free_packs(t, &stack).1);
            (
                format!("{hex}: form {}", lines::formation(t, &packs, boats)),
                Anchor::Space(hex.to_string()),
            )
        }
        Choice::Attack(convoy) => (
            format!("Attack {}", lines::convoy(t, convoy)),
            Anchor::Piece(format!("convoy-{}", convoy.number())),
        ),
        Choice::Add(name) => {
            let hex = bow(view).map_or(String::new(), |hex| piece_id(hex, name));
            (format!("Add {}", unit(name)), Anchor::Piece(hex))
        }
        Choice::AddAll => ("Add all units before the bow".to_owned(), Anchor::Button),
        Choice::Fire => ("Attack!".to_owned(), Anchor::Button),
        Choice::Arrange => ("Turn or re-order a stack".to_owned(), Anchor::Button),
        Choice::Back => ("Back".to_owned(), Anchor::Button),
        Choice::Done => (done(view).to_owned(), Anchor::Button),
    };
    let odds = odds(view, choice);
    Offer {
        choice: choice.to_string(),
        label,
        anchor,
        default: matches!(choice, Choice::Done | Choice::Fire),
        odds,
    }
}

/// What is done when a segment is done.
fn done(view: View<'_>) -> &'static str {
    match view.step() {
        Some(Step::Deployment(_)) => "Begin the game",
        Some(Step::PackFormation) => "Go on to movement",
        Some(Step::UboatMovement(_)) => "End movement",
        _ => "No more attacks",
    }
}

/// Name of a piece on the board: packs by their counter, single boats by where they are and how they fare.
pub(super) fn piece_id(hex: Hex, name: UnitName) -> String {
    match name {
        UnitName::Single(_) => format!("{name}-{hex}"),
        UnitName::Pack(..) => name.to_string(),
    }
}

/// The hex of the force that is being gathered.
fn bow(view: View<'_>) -> Option<Hex> {
    match view.step() {
        Some(Step::UboatAttack(Some(convoy))) => Some(view.bow(convoy, view.convoy(convoy).hex()?)),
        _ => None,
    }
}

/// What is at stake, where a choice leads to a draw.
fn odds(view: View<'_>, choice: Choice) -> Vec<String> {
    match (choice, view.step()) {
        (Choice::Attack(convoy), _) => {
            let hex = view.convoy(convoy).hex().map(|hex| view.bow(convoy, hex));
            let strength = hex
                .and_then(|hex| view.stack(hex))
                .map_or(0, |stack| stack.watching(view.tables()));
            attack_odds(view, convoy, strength.into())
        }
        (Choice::Fire, Some(Step::UboatAttack(Some(convoy)))) => {
            attack_odds(view, convoy, view.force(convoy).into())
        }
        _ => Vec::new(),
    }
}

/// An attack counted through: every chit, the straggling after it, and the counterattack. None if the escort is not
/// known or the strength too little.
pub(super) fn attack_forecast(
    view: View<'_>,
    convoy: ConvoyId,
    strength: i32,
) -> Option<(Odds, forecast::Attack)> {
    let t = view.tables();
    let seen = view.convoy(convoy);
    let (escort, hex) = (seen.escort?, seen.hex()?);
    let odds = view.odds_against(convoy, strength)?.ok()?;
    let bow = view.bow(convoy, hex);
    let groups = view.stack(bow).map_or(0, |stack| {
        stack.boats(t).div_ceil(u32::from(t.boats.asw_group))
    });
    let target = forecast::Target {
        escort: t.escort(escort).strength,
        straggle: seen.straggle,
        convoy_in_weather: view.is_weather(hex),
        boats_in_weather: view.is_weather(bow),
    };
    Some((odds, forecast::attack(t, target, strength, groups)?))
}

/// The same in words.
pub(super) fn attack_odds(view: View<'_>, convoy: ConvoyId, strength: i32) -> Vec<String> {
    let t = view.tables();
    let Some((odds, forecast)) = attack_forecast(view, convoy, strength) else {
        let known = view.convoy(convoy).escort.is_some();
        let too_little = || format!("Strength {strength} is too little for an attack.");
        return known.then(too_little).into_iter().collect();
    };
    let results: Vec<String> = (0..10)
        .map(|chit| odds.score(t, chit).1.to_string())
        .collect();
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    vec![
        format!(
            "Differential {:+}, chit {:+}; ships sunk by chit 0 to 9: {}.",
            odds.differential,
            odds.modifier,
            results.join(" ")
        ),
        format!(
            "{:.2} ships on average; {} for at least one.",
            forecast.points,
            percent(forecast.hit)
        ),
        format!(
            "Afterwards S1 {}, S2 {}.",
            percent(forecast.straggle[Straggle::S1.index()]),
            percent(forecast.straggle[Straggle::S2.index()])
        ),
        format!(
            "Counterattack: {:.2} boats lost on average, each group pinned or hit with {}; net value {:+.2}.",
            forecast.boats_lost,
            percent(forecast.pinned),
            forecast.net(t)
        ),
    ]
}
