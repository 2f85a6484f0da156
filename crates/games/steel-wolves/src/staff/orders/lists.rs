//! What can be ordered: for all boats, for those in an area, for one boat.

use super::{ASK, CALLED, STAFF};
use crate::boat::Submarine;
use crate::geography::Area;
use crate::view::View;
use derbyhouse_scene::Standing;

/// A question that may be settled: its id, its label, its rule, its answers by id and label.
type Order = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

const BY_STAFF: (&str, &str) = (STAFF, "The staff decides");

/// For a boat or an area: it is taken back from the orders for more boats.
const ASK_ME: (&str, &str) = (ASK, "Ask me");

/// What is settled for all boats together.
const HIGH_COMMAND: [Order; 4] = [
    (
        "events",
        "War Events, supply ships, politics",
        "5.0",
        &[BY_STAFF],
    ),
    ("ashore", "Aircraft, crews, yards", "10.2", &[BY_STAFF]),
    ("next", "Which boat acts next", "4.0", &[BY_STAFF]),
    (
        "sailing",
        "Ways out, stations, ways home",
        "15.0",
        &[BY_STAFF],
    ),
];

/// How a boat behaves at sea: for all, for an area, or for one boat; the nearest order holds.
const CONDUCT: [Order; 7] = [
    (
        "damaged-search",
        "A damaged boat on patrol",
        "13.1",
        &[("bypass", "Looks for nobody"), ("search", "Searches")],
    ),
    (
        "task-forces",
        "A task force is found that may be let go",
        "13.22",
        &[("decline", "Let it go"), ("engage", "Attack")],
    ),
    (
        "again",
        "Attacking again",
        "14.4",
        &[
            ("never", "Never"),
            ("unspotted", "Only unspotted, by the staff"),
            BY_STAFF,
        ],
    ),
    (
        "search",
        "Any other boat on patrol",
        "13.1",
        &[
            ("search", "Searches"),
            ("unspotted", "Searches unless spotted"),
            BY_STAFF,
        ],
    ),
    (
        "attack",
        "Anything else is found",
        "13.22",
        &[
            ("sound", "Attack unless damaged"),
            ("engage", "Always attack"),
            BY_STAFF,
        ],
    ),
    (
        "packs",
        "Calling packs",
        "24.1",
        &[
            ("alone", "Never"),
            (CALLED, "Ask, and the staff does the rest"),
            BY_STAFF,
        ],
    ),
    (
        "raids",
        "Raiding coastal traffic",
        "13.23",
        &[("no", "Never"), ("yes", "Always")],
    ),
];

/// What is ordered from the start in a war, so that a week of forty boats asks for what matters: War Events, whether a pack is
/// called, and battles, which are fought or handed over as one. Where boats go the staff decides, unless a boat is given its
/// station.
const USUAL: [(&str, &str); 10] = [
    ("ashore", STAFF),
    ("next", STAFF),
    ("sailing", STAFF),
    ("damaged-search", "bypass"),
    ("task-forces", "decline"),
    ("again", STAFF),
    ("search", "search"),
    ("attack", "sound"),
    ("packs", CALLED),
    ("raids", "no"),
];

/// The first of them are given to single boats; more would be too long a list.
const OF_A_BOAT: usize = 4;

fn standing((id, label, rule, answers): Order, scope: &str) -> Standing {
    Standing::new(format!("{scope}{id}"), label, rule, answers)
}

/// For a boat or the boats of an area; without an answer those for more boats hold, so that to be asked is an answer too.
fn near(order: Order, scope: &str) -> Standing {
    let answers: Vec<_> = std::iter::once(ASK_ME)
        .chain(order.3.iter().copied())
        .collect();
    Standing::new(format!("{scope}{}", order.0), order.1, order.2, &answers)
}

/// Everything that can be ordered now.
pub(crate) fn all(view: View<'_>) -> Vec<Standing> {
    let mut all = general(view.is_war());
    if view.weeks().1 > 0 {
        all.extend(areas(view));
        for boat in view.boats() {
            all.extend(of_boat(view, boat));
        }
    }
    all
}

/// For all boats; a patrol or a single battle is played for its questions, and nothing is ordered there from the start.
fn general(war: bool) -> Vec<Standing> {
    let battles: Order = ("battles", "Fighting battles", "14.0", &[BY_STAFF]);
    let orders = HIGH_COMMAND.into_iter().chain(CONDUCT).chain([battles]);
    let usual = |id: &str| USUAL.iter().find(|(other, _)| war && *other == id);
    orders
        .map(|order| {
            let offered = standing(order, "").under("All boats");
            match usual(order.0) {
                Some((_, answer)) => offered.usually(*answer),
                None => offered,
            }
        })
        .collect()
}

/// For all boats in an area where some are: everything they decide there, or how they behave.
fn areas(view: View<'_>) -> impl Iterator<Item = Standing> + '_ {
    let held = move |area: &Area| view.boats().iter().any(|boat| boat.area() == Some(*area));
    Area::ALL.into_iter().filter(held).flat_map(move |area| {
        let name = &view.tables().map.area(area).spot.name;
        let everything = Standing::new(
            format!("area.{area}"),
            "Everything its boats decide there",
            "15.0",
            &[ASK_ME, BY_STAFF],
        );
        let scope = format!("area.{area}.");
        let conduct = CONDUCT.into_iter().map(move |order| near(order, &scope));
        let all = std::iter::once(everything).chain(conduct);
        all.map(|order| order.under(name.clone()))
    })
}

/// For one boat: everything, or the station it is sent to; and how it behaves.
fn of_boat(view: View<'_>, boat: &Submarine) -> Vec<Standing> {
    if boat.place.is_out() {
        return vec![];
    }
    let t = view.tables();
    let reach = view.reach(boat);
    let open = |area: &Area| reach[area.index()] && view.may_patrol(boat, *area);
    let stations: Vec<(String, String)> = Area::ALL
        .into_iter()
        .filter(open)
        .map(|area| {
            let name = &t.map.area(area).spot.name;
            (area.to_string(), format!("Patrol {name}"))
        })
        .collect();
    let mut answers = vec![ASK_ME, BY_STAFF];
    answers.extend(
        stations
            .iter()
            .map(|(id, label)| (id.as_str(), label.as_str())),
    );
    let values = t.submarines.boat(boat.id);
    let name = format!("{}, {}", values.name, t.submarines.class_of(boat.id).name);
    let id = format!("boat.{}", boat.id);
    let station = Standing::new(&id, "Everything, or its station", "12.0", &answers);
    let scope = format!("{id}.");
    let conduct = CONDUCT.into_iter().take(OF_A_BOAT);
    let conduct = conduct.map(|order| near(order, &scope));
    let all = std::iter::once(station).chain(conduct);
    all.map(|order| order.under(name.clone())).collect()
}
