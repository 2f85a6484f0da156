//! What an answer may lead to, counted through before it is given: every chit of the next turn's convoy movement and
//! search, with the weather, the markers and the boats as they stand then and now.

use super::offers::{attack_forecast, attack_odds};
use super::overlays::air_chance;
use crate::choice::Choice;
use crate::facing::Axis;
use crate::fleet::{Fleet, Pin, Unit};
use crate::forecast;
use crate::lines;
use crate::movement::moved;
use crate::position::Contact;
use crate::search::{Searches, free_boat_near, keeps_contact, open_to_search, watchers};
use crate::sequence::{Deploying, Step};
use crate::units::ConvoyId;
use crate::view::View;
use derbyhouse_kernel::Hex;
use derbyhouse_scene::Prospect;

/// Chits of the movement draw [7.4].
const CHITS: u8 = 10;

pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn prospect(label: impl Into<String>, share: f64, rules: &[&str]) -> Prospect {
    Prospect {
        label: label.into(),
        share: Some(share),
        text: percent(share),
        rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
    }
}

pub(crate) fn outlook(view: View<'_>, choice: Choice) -> Vec<Prospect> {
    match (choice, view.step()) {
        (Choice::To(hex), Some(Step::UboatMovement(Some(selection)))) => {
            moved(view.fleet(), selection, hex)
                .map_or(Vec::new(), |fleet| of_hex(view, &fleet, hex))
        }
        (Choice::At(hex), Some(Step::Deployment(Some(Deploying::Unit(kind))))) => {
            let mut fleet = view.fleet().clone();
            let unit = Unit::pack(kind, fleet.free_counter(kind, &[]), Pin::Free);
            fleet.put(hex, &[unit], Axis::AT_SET_UP);
            of_hex(view, &fleet, hex)
        }
        (Choice::Done, Some(Step::UboatMovement(None))) => of_the_turn(view),
        (Choice::Attack(convoy), _) => of_attack(view, convoy, 0),
        (Choice::Add(name), Some(Step::UboatAttack(Some(convoy)))) => {
            let strength = view.tables().unit(name.kind()).strength;
            of_attack(view, convoy, view.force(convoy) + strength)
        }
        (Choice::Fire, Some(Step::UboatAttack(Some(convoy)))) => {
            of_attack(view, convoy, view.force(convoy))
        }
        _ => Vec::new(),
    }
}

/// A hex that a convoy may enter next turn.
pub(super) struct Entry {
    pub hex: Hex,
    pub share: f64,
    /// Whether boats may search there for some chit [12.15].
    pub open: bool,
}

/// The hexes that a convoy may enter next turn, ascending, each with its chance [7.4].
pub(super) fn entry_chances(view: View<'_>, convoy: ConvoyId, from: Hex) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for chit in 0..CHITS {
        for (point, &hex) in (1u8..).zip(&view.path(convoy, from, chit).hexes) {
            let open = open_to_search(view.tables(), point);
            match entries.iter_mut().find(|entry| entry.hex == hex) {
                Some(entry) => {
                    entry.share += 1.0 / f64::from(CHITS);
                    entry.open |= open;
                }
                None => entries.push(Entry {
                    hex,
                    share: 1.0 / f64::from(CHITS),
                    open,
                }),
            }
        }
    }
    entries.sort_by_key(|entry| entry.hex);
    entries
}

/// Chance that boats sight a convoy next turn: for each movement chit its way is walked, and in each hex those search
/// who have not yet [12.11]–[12.15].
fn sighting_chance(view: View<'_>, fleet: &Fleet, convoy: ConvoyId, from: Hex) -> f64 {
    let t = view.tables();
    let missed: f64 = (0..CHITS)
        .map(|chit| {
            let mut searches = Searches::default();
            let mut missed = 1.0;
            for (point, &hex) in (1u8..).zip(&view.path(convoy, from, chit).hexes) {
                if hex == t.map.destination[view.bound(convoy).index()] {
                    break; // safe before any search there (R5)
                }
                if !open_to_search(t, point) {
                    continue;
                }
                let (strength, stacks) = watchers(t, fleet, hex, &searches.by_stacks);
                stacks
                    .iter()
                    .for_each(|stack| searches.by_stacks.insert(*stack));
                if strength > 0 {
                    missed *= 1.0 - forecast::picket(t, strength, view.is_weather(hex));
                }
            }
            missed
        })
        .sum();
    1.0 - missed / f64::from(CHITS)
}

/// The convoys that boats so placed may sight next turn, the likeliest first.
fn sightings(view: View<'_>, fleet: &Fleet) -> Vec<Prospect> {
    let mut chances: Vec<(f64, ConvoyId)> = view
        .convoys_at_sea()
        .filter(|(convoy, hex)| convoy.contact != Contact::Sighted || !kept(view, fleet, *hex))
        .map(|(convoy, hex)| (sighting_chance(view, fleet, convoy.id, hex), convoy.id))
        .filter(|(share, _)| *share > 0.0)
        .collect();
    chances.sort_by(|a, b| b.0.total_cmp(&a.0));
    let sighted = |(share, convoy)| {
        let label = format!("{} sighted next turn", lines::convoy(view.tables(), convoy));
        prospect(label, share, &["7.4", "12.19"])
    };
    chances.into_iter().map(sighted).collect()
}

/// The risk from the air to the boats in a hex [11.36].
fn air_risk(view: View<'_>, fleet: &Fleet, hex: Hex) -> Option<Prospect> {
    let boats = fleet.stack(hex)?.boats(view.tables());
    let label = format!(
        "{boats} {} in {hex} found from the air",
        lines::plural(boats, "boat")
    );
    Some(prospect(label, air_chance(view, hex, boats), &["11.36"]))
}

/// What boats that go to a hex have before them.
fn of_hex(view: View<'_>, fleet: &Fleet, hex: Hex) -> Vec<Prospect> {
    let mut prospects = sightings(view, fleet);
    prospects.extend(air_risk(view, fleet, hex));
    prospects.extend(contact_kept(view, fleet));
    prospects
}

/// Whether contact with a sighted convoy in that hex is kept at the start of D2 [12.17].
fn kept(view: View<'_>, fleet: &Fleet, hex: Hex) -> bool {
    keeps_contact(view.is_weather(hex), free_boat_near(fleet, hex))
}

/// Sighted convoys, and whether they stay so.
fn contact_kept<'a>(view: View<'a>, fleet: &'a Fleet) -> impl Iterator<Item = Prospect> + use<'a> {
    let sighted = view
        .convoys_at_sea()
        .filter(|(convoy, _)| convoy.contact == Contact::Sighted);
    sighted.map(move |(convoy, hex)| {
        let kept = kept(view, fleet, hex);
        let name = lines::convoy(view.tables(), convoy.id);
        Prospect {
            label: format!("Contact with {name}"),
            share: None,
            text: if kept { "kept" } else { "will be lost" }.to_owned(),
            rules: vec!["12.17".to_owned()],
        }
    })
}

/// The whole fleet as it stands, before movement is ended.
fn of_the_turn(view: View<'_>) -> Vec<Prospect> {
    let fleet = view.fleet();
    let mut prospects = sightings(view, fleet);
    prospects.extend(contact_kept(view, fleet));
    let mut risks: Vec<Prospect> = fleet
        .stacks()
        .filter_map(|stack| air_risk(view, fleet, stack.hex))
        .filter(|risk| risk.share > Some(0.0))
        .collect();
    risks.sort_by(|a, b| {
        b.share
            .partial_cmp(&a.share)
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    prospects.extend(risks);
    prospects
}

/// An attack with that strength; 0 for all that could be gathered.
fn of_attack(view: View<'_>, convoy: ConvoyId, strength: u16) -> Vec<Prospect> {
    let gathered = || {
        let hex = view.convoy(convoy).hex()?;
        Some(view.stack(view.bow(convoy, hex))?.watching(view.tables()))
    };
    let strength = match strength {
        0 => gathered().unwrap_or(0),
        given => given,
    };
    let mut prospects = Vec::new();
    if let Some((_, forecast)) = attack_forecast(view, convoy, strength.into()) {
        prospects.extend([
            prospect("At least one ship sunk", forecast.hit, &["14.2"]),
            prospect(
                "A group of boats pinned or hit",
                forecast.pinned,
                &["14.47"],
            ),
        ]);
    }
    prospects.extend(
        attack_odds(view, convoy, strength.into())
            .into_iter()
            .map(|text| Prospect {
                label: String::new(),
                share: None,
                text,
                rules: vec!["14.2".to_owned()],
            }),
    );
    prospects
}
