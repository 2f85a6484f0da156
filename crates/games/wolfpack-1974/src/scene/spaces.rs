//! What is to be known of a hex.

use super::outlook::{entry_chances, percent};
use super::overlays::air_chance;
use crate::air::in_reach;
use crate::forecast;
use crate::lines;
use crate::movement::cost;
use crate::search::watchers;
use crate::units::Base;
use crate::view::View;
use derbyhouse_kernel::{Hex, HexSet};

pub(crate) fn explain(view: View<'_>, space: &str) -> Vec<String> {
    let Ok(hex) = space.parse::<Hex>() else {
        return Vec::new();
    };
    if !view.tables().map.is_playing(hex) {
        return vec![format!("{hex} lies outside the playing area [6.21].")];
    }
    let mut about = vec![sea(view, hex)];
    about.extend(boats(view, hex));
    about.extend(watched(view, hex));
    about.extend(sighting(view, hex));
    about.extend(convoys_to_come(view, hex));
    about.push(aircraft(view, hex));
    about
}

/// Weather, and what it costs to come here [5.42], [6.13].
fn sea(view: View<'_>, hex: Hex) -> String {
    let weather = match (view.is_storm(hex), view.is_weather(hex)) {
        (true, _) => "Storm",
        (false, true) => "Fog",
        (false, false) => "Clear",
    };
    let cost = cost(view.tables(), view.is_storm(hex));
    format!("{weather}; boats pay {cost} to enter [6.13].")
}

fn boats(view: View<'_>, hex: Hex) -> Option<String> {
    let t = view.tables();
    let stack = view.stack(hex)?;
    let (boats, strength) = (stack.boats(t), stack.watching(t));
    Some(format!(
        "Your stack: {boats} {}, free strength {strength}, facing {}.",
        lines::plural(boats, "boat"),
        stack.facing
    ))
}

/// Who would look for a convoy here [12.14].
fn watched(view: View<'_>, hex: Hex) -> Option<String> {
    let t = view.tables();
    let (strength, stacks) = watchers(t, view.fleet(), hex, &HexSet::EMPTY);
    let chance = forecast::picket(t, strength, view.is_weather(hex));
    let from: Vec<String> = stacks.iter().map(ToString::to_string).collect();
    (strength > 0).then(|| {
        format!(
            "Watched from {} with strength {strength}: a convoy that enters is sighted with {} [12.19].",
            from.join(", "),
            percent(chance)
        )
    })
}

fn sighting(view: View<'_>, hex: Hex) -> Option<String> {
    let markers = view.sightings();
    if markers.contains(hex) {
        Some("A sighting marker lies here [12.4].".to_owned())
    } else if markers.is_near(hex) {
        Some("In a sighting zone, which convoys avoid [7.52].".to_owned())
    } else {
        None
    }
}

/// Convoys that may enter next turn, as the markers lie now [7.4].
fn convoys_to_come(view: View<'_>, hex: Hex) -> Option<String> {
    let t = view.tables();
    let coming = view.convoys_at_sea().filter_map(|(convoy, from)| {
        let chance = entry_chances(view, convoy.id, from)
            .into_iter()
            .find(|entry| entry.hex == hex)?;
        Some(format!(
            "{} {}",
            lines::convoy(t, convoy.id),
            percent(chance.share)
        ))
    });
    let coming: Vec<String> = coming.collect();
    (!coming.is_empty())
        .then(|| format!("May be entered next turn by {} [7.4].", coming.join(", ")))
}

/// Air groups that reach the hex now, and the risk to six boats [11.36].
fn aircraft(view: View<'_>, hex: Hex) -> String {
    let t = view.tables();
    let (groups, grounded) = (view.air(), view.grounded());
    let reaching: Vec<String> = Base::ALL
        .into_iter()
        .filter(|base| !grounded[base.index()])
        .filter_map(|base| {
            let count = in_reach(t, &groups[base.index()], t.base(base).distance(hex));
            (count > 0).then(|| format!("{} {count}", lines::place(base)))
        })
        .collect();
    if reaching.is_empty() {
        return "No air group reaches this hex now [11.32].".to_owned();
    }
    let six = u32::from(t.boats.asw_group);
    format!(
        "Air groups in reach: {}; {six} boats here are found with {} [11.36].",
        reaching.join(", "),
        percent(air_chance(view, hex, six))
    )
}
