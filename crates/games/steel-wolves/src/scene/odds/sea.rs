//! Searches, checks, joining, supplies, mines, boats in base.

use super::{Circumstance, faces, items, prospect, remark, results, share};
use crate::activity::{Chart, Colour, Cover};
use crate::boat::{Place, Submarine};
use crate::choice::Choice;
use crate::displays::Contact;
use crate::endurance::{self, Stays, Week};
use crate::forecast::Forecast;
use crate::geography::Zone;
use crate::mines;
use crate::ready::{self, Stand};
use crate::scene::words;
use crate::search::{self, Search};
use crate::sequence::Step;
use crate::supply::{self, Fortune, Provider};
use crate::transit::{self, Check};
use crate::view::View;
use crate::weather::{self, Weather};
use crate::wolfpack::{Attempt, Join};
use derbyhouse_scene::Prospect;

/// What changes a search, in the order of the rule [13.21].
const SEARCH: [Circumstance<Search>; 10] = [
    ("B-Dienst marker", "7.11", |search| search.marker = false),
    ("B-Dienst and Enigma", "7.34", |search| {
        (search.b_dienst, search.enigma) = (0, 0);
    }),
    ("aircraft", "7.51", |search| search.aircraft = 0),
    ("virgin waters", "30.5", |search| search.virgin = false),
    ("spotted", "23.0", |search| search.spotted = false),
    ("failed to join", "24.1", |search| {
        search.failed_pack = false
    }),
    ("new crew", "8.11", |search| search.green = 0),
    ("crowd", "22.1", |search| search.crowd = 0),
    ("weather", "7.41", |search| search.weather = Weather::Clear),
    ("event", "5.0", |search| search.event = 0),
];

/// What a search may find [13.21], and what the Contact Table makes of it [13.22].
pub(super) fn searching(view: View<'_>) -> Vec<Prospect> {
    let (Some((modifier, chart, zone)), Some(values)) = (view.search(), view.search_values())
    else {
        return Vec::new();
    };
    let Some(area) = view.acting().and_then(Submarine::area) else {
        return Vec::new();
    };
    let t = view.tables();
    let reads = items(
        &values,
        |search| search.modifier(t),
        &SEARCH,
        ("other", "13.21"),
    );
    let mut all = vec![remark("Search", reads, &["13.21"])];
    let mut colours = [0u16; Colour::ALL.len()];
    let mut found = [[0u16; 2]; Contact::ALL.len()]; // in small boxes, in large ones
    let mut contacts = [0u16; Contact::ALL.len()];
    let (near, mut submarines) = (view.has_enemy_submarines(area), 0u16);
    let chart = &Chart {
        enemy_sub: near,
        ..*chart
    };
    for die in 0..10u8 {
        let (_, colour) = search::found(chart, i16::from(die) + i16::from(modifier), zone);
        colours[colour.index()] += 1;
        for second in 0..10 {
            let contact = match colour {
                colour if second == 0 && search::enemy_submarine(chart, die, colour, false) => {
                    submarines += 1;
                    continue;
                }
                Colour::White => Contact::None,
                colour => {
                    let row = search::contact_row(t, colour, second, values.spotters());
                    search::contact(t, area, view.period(), view.war().barbarossa, row)
                }
            };
            found[contact.index()][usize::from(colour.is_large())] += 1;
        }
    }
    // A third die may make something else of a contact [5.0], [7.12].
    for contact in Contact::ALL {
        for (count, large) in found[contact.index()].into_iter().zip([false, true]) {
            for third in (0..10).filter(|_| count > 0) {
                let now = match contact {
                    Contact::None => contact,
                    contact => view.converted(area, contact, large, third),
                };
                contacts[now.index()] += count;
            }
        }
    }
    let rich = Colour::ALL.into_iter().rev();
    let told: Vec<String> = rich
        .filter(|colour| colours[colour.index()] > 0)
        .map(|colour| format!("{colour} {} %", colours[colour.index()] * 10))
        .collect();
    all.push(remark("Box", told.join(", "), &["2.13"]));
    if submarines > 0 {
        let text = format!("enemy submarine {submarines} %");
        let chance = f64::from(submarines) / 100.0;
        all.push(share("enemy submarine", chance, text, &["13.21"]));
    }
    for contact in Contact::ALL.into_iter().rev() {
        let count = contacts[contact.index()];
        if count > 0 {
            let name = match contact {
                Contact::None => "nothing".to_owned(),
                contact => contact.id().replace('_', " "),
            };
            let tenth = match count % 10 {
                0 => String::new(),
                tenth => format!(".{tenth}"),
            };
            let text = format!("{name} {}{tenth} %", count / 10);
            all.push(share(&name, f64::from(count) / 1000.0, text, &["13.22"]));
        }
    }
    all
}

/// What changes a Transit Event check [19.1].
const CHECK: [Circumstance<Check>; 8] = [
    ("on patrol", "19.1", |check| check.patrol = false),
    ("spotted", "23.0", |check| check.spotted = false),
    ("zone", "20.3", |check| check.zone = false),
    ("naval base", "30.4", |check| check.naval_base = false),
    ("transit zone", "20.8", |check| check.crossed.clear()),
    ("crowd", "22.1", |check| check.crowd = 0),
    ("new crew", "8.11", |check| check.green = 0),
    ("cautious", "15.24", |check| check.cautious = false),
];

/// The Transit Event check that a move would end in, and what an event would do [19.1].
pub(super) fn sailing(view: View<'_>, choice: &Choice) -> Vec<Prospect> {
    let foretold = view.check_values(choice);
    foretold.map_or_else(Vec::new, |forecast| checked(view, &forecast))
}

/// The checks of a boat that is named for an event, on the way to where it is sent [5.3].
pub(super) fn sent(view: View<'_>, choice: &Choice) -> Vec<Prospect> {
    let all = view.checks_of_errand(choice);
    all.iter()
        .flat_map(|forecast| checked(view, forecast))
        .collect()
}

fn checked(view: View<'_>, forecast: &Forecast) -> Vec<Prospect> {
    let Forecast { check, .. } = forecast;
    let t = view.tables();
    let tenths = faces(|die| check.is_event(t, die));
    let reads = items(
        check,
        |check| check.modifier(t),
        &CHECK,
        ("coast or aircraft", "2.13"),
    );
    let when = match (forecast.may_go_on, forecast.by) {
        (true, _) => ", if the boat goes no farther".to_owned(),
        (false, Some(area)) => format!(" by way of {}", words::area(t, area)),
        (false, None) => String::new(),
    };
    let text = format!(
        "Transit Event {} %{when}: {reads} against {} in {}",
        tenths * 10,
        check.threshold(t),
        words::area(t, check.governing),
    );
    let mut all = vec![prospect("Transit Event", tenths, text, &["19.1"])];
    if tenths > 0 {
        let count = |harm| {
            let cells = (0..10).flat_map(|row| (0..10).map(move |column| (row, column)));
            cells
                .filter(|(row, column)| transit::event(t, *row, *column) == harm)
                .count() as u16
        };
        all.push(remark("An event", results(count, 100), &["19.1"]));
    }
    all
}

/// The sea damages boats that were in a system this week [7.41].
pub(super) fn storm(view: View<'_>, choice: &Choice) -> Option<Prospect> {
    let moving = matches!(
        view.step(),
        Some(Step::Orders | Step::Sail(_) | Step::ZoneEntry | Step::HomeSail(..) | Step::LeaveZone)
    );
    let boat = view.acting().filter(|_| moving)?;
    let leaves = matches!(choice, Choice::To(_));
    if !leaves && !boat.place.is_at_sea() {
        return None;
    }
    let t = view.tables();
    let navy = t.submarines.class_of(boat.id).navy;
    let worst = view.weather_ahead(choice);
    let tenths = faces(|die| weather::damages(t, worst, navy, die));
    let text = format!("Damaged by the sea {} %: {worst} millibar", tenths * 10);
    (tenths > 0).then(|| prospect("Damaged by the sea", tenths, text, &["7.41"]))
}

/// The Endurance Check at the end of such a week [14.7].
pub(super) fn endurance(
    view: View<'_>,
    when: &str,
    change: impl Fn(&mut Week),
) -> Option<Prospect> {
    endurance_of(view, view.acting()?, when, change)
}

/// The check of a tanker that lies ready: at the end of the turn, and other things count if somebody came [21.33] (R62).
pub(super) fn serving(view: View<'_>) -> Vec<Prospect> {
    let Some(boat) = view.acting() else {
        return Vec::new();
    };
    let after = |tried: u8, when: &str| {
        let mut boat = boat.clone();
        boat.serving = Some(tried);
        endurance_of(view, &boat, when, |_| {})
    };
    let both = [after(0, "if nobody comes"), after(1, "if a boat comes")];
    both.into_iter().flatten().collect()
}

/// What coastal traffic is, and what becomes of aircraft over it, beside ships as they come [13.23], [14.12].
pub(super) fn raiding(view: View<'_>, choice: &Choice) -> Vec<Prospect> {
    let raid = *choice == Choice::Raid;
    let area = view.acting().and_then(Submarine::area);
    let light = area.is_some_and(|area| view.air(area) == Cover::Light);
    let ships = "Unnamed merchants are coasters: 1t, and 2 less in defence [13.23]";
    let aircraft = match raid {
        true => "Under light air cover every aircraft stays, without a die [13.23]",
        false => "Under light air cover an aircraft stays on a die of 0 to 4 [14.12]",
    };
    let ships = raid.then(|| remark("Coasters", ships.to_owned(), &["13.23"]));
    let rule = if raid { "13.23" } else { "14.12" };
    let aircraft = light.then(|| remark("Aircraft", aircraft.to_owned(), &[rule]));
    ships.into_iter().chain(aircraft).collect()
}

fn endurance_of(
    view: View<'_>,
    boat: &Submarine,
    when: &str,
    change: impl Fn(&mut Week),
) -> Option<Prospect> {
    if !boat.place.is_at_sea() || boat.rtb {
        return None;
    }
    let label = format!(
        "Stays at sea{}{when}",
        if when.is_empty() { "" } else { ", " }
    );
    let ordered = |tenths, why: &str| {
        let text = format!("{label} {} %: {why}", tenths * 10);
        Some(prospect(&label, tenths, text, &["14.7", "WE1.8b"]))
    };
    match view.stays() {
        Stays::Always => return ordered(10, "sound U-boats hold out this week [WE1.8b]"),
        Stays::Never => return ordered(0, "every U-boat leaves Narvik this week [WE1.8b]"),
        Stays::ByDie => {}
    }
    let t = view.tables();
    let mut week = boat.week;
    change(&mut week);
    let (number, modifier) = view.endurance_after(boat, week);
    let tenths = faces(|die| endurance::stays(number, modifier, die));
    let weeks: [Circumstance<(Week, bool, u8)>; 9] = [
        ("searched nothing", "14.7", |(week, ..)| {
            week.bypassed = false
        }),
        ("found nothing", "14.7", |(week, ..)| {
            week.no_contact = false
        }),
        ("fired sparingly", "30.81", |(week, ..)| week.sparing = None),
        ("guns only", "27.1", |(week, ..)| week.guns_only = false),
        ("mines kept", "26.11", |(week, ..)| week.mines_kept = false),
        ("damaged", "18.0", |(_, damaged, _)| *damaged = false),
        ("mines laid", "26.1", |(week, ..)| week.laid_mines = false),
        ("mines dropped", "26.11", |(week, ..)| {
            week.jettisoned = false
        }),
        ("new crew", "8.11", |(.., green)| *green = 0),
    ];
    let whole = (week, boat.damage > 0, boat.green);
    let plain = endurance::modifier(t, whole.0, whole.1, whole.2);
    let reads = if plain == modifier {
        let sum = |(week, damaged, green): &(Week, bool, u8)| {
            endurance::modifier(t, *week, *damaged, *green)
        };
        items(&whole, sum, &weeks, ("other", "14.7"))
    } else {
        format!("die {modifier:+} on duty [14.7]")
    };
    let text = format!("{label} {} %: {reads}, up to {number}", tenths * 10);
    Some(prospect(&label, tenths, text, &["14.7"]))
}

/// What changes a try to join [24.1].
const JOIN: [Circumstance<Attempt>; 8] = [
    ("Enigma", "7.31", |attempt| attempt.enigma = 0),
    ("ace", "25.1", |attempt| attempt.ace = 0),
    ("no shadower", "24.1", |attempt| attempt.shadower = true),
    ("small convoy or force", "24.1", |attempt| {
        attempt.lesser = false
    }),
    ("aircraft", "7.51", |attempt| attempt.aircraft = 0),
    ("weather", "7.41", |attempt| {
        attempt.weather = Weather::Clear
    }),
    ("new crew", "8.11", |attempt| attempt.green = 0),
    ("from another area", "24.1", |attempt| {
        attempt.adjacent = false
    }),
];

/// A try to join the pack [24.1].
pub(super) fn joining(view: View<'_>, boat: crate::fleet::BoatId) -> Vec<Prospect> {
    let attempt = view.attempt(boat);
    attempt.map_or_else(Vec::new, |attempt| tried(view, &attempt, ""))
}

/// The first try to join if a pack is called, by the boat that has the best chance, with or without a shadower [24.1].
pub(super) fn calling(view: View<'_>, shadower: bool) -> Vec<Prospect> {
    let t = view.tables();
    let tries = view.callable().filter_map(|boat| {
        let attempt = view.attempt(boat.id)?;
        Some((
            boat.id,
            Attempt {
                shadower,
                ..attempt
            },
        ))
    });
    let best = tries.max_by_key(|(_, attempt)| attempt.modifier(t));
    best.map_or_else(Vec::new, |(boat, attempt)| {
        let first = format!("The first try, by {}: ", words::boat(t, boat));
        tried(view, &attempt, &first)
    })
}

fn tried(view: View<'_>, attempt: &Attempt, who: &str) -> Vec<Prospect> {
    let t = view.tables();
    let reads = items(
        attempt,
        |attempt| attempt.modifier(t),
        &JOIN,
        ("other", "24.1"),
    );
    let needed = t.pack.number(attempt.number);
    let mut all = vec![remark(
        "Joins",
        format!("{who}{reads}: above {needed}, late on {needed}"),
        &["24.1"],
    )];
    for (join, label) in [
        (Join::Joins, "joins"),
        (Join::Late, "joins late"),
        (Join::Fails, "fails"),
    ] {
        let tenths = faces(|die| attempt.outcome(t, die) == join);
        if tenths > 0 {
            let text = format!("{label} {} %", tenths * 10);
            all.push(prospect(label, tenths, text, &["24.1"]));
        }
    }
    let heard = faces(|die| attempt.is_heard(die));
    if heard > 0 {
        let text = format!("Huff-Duff on the shadower {} %", heard * 10);
        all.push(prospect("Huff-Duff", heard, text, &["24.11"]));
    }
    all
}

/// Supplies: an Endurance Check without modifiers [14.71], and what may become of who gives them [21.31B], [21.32B], [21.33B].
pub(super) fn supplies(view: View<'_>, number: u8) -> Vec<Prospect> {
    let (Some(boat), Some((name, provider))) =
        (view.acting(), view.providers().nth(usize::from(number)))
    else {
        return Vec::new();
    };
    let (needed, _) = view.endurance_after(boat, Week::default());
    let tenths = faces(|die| endurance::stays(needed, 0, die));
    let text = format!("Patrols on {} %: die up to {needed}", tenths * 10);
    let mut all = vec![prospect("Patrols on", tenths, text, &["14.71"])];
    let risky = faces(|die| supply::is_at_risk(provider, die, view.period()));
    let enigma = view.standing().enigma;
    let falls = |wanted: fn(Fortune) -> bool| {
        risky * faces(|second| wanted(supply::fortune(view.tables(), provider, second, enigma)))
    };
    let lost = falls(|fortune| matches!(fortune, Fortune::Removed | Fortune::Sunk));
    let hurt = falls(|fortune| fortune == Fortune::DamagedReturn);
    if lost + hurt > 0 {
        let hurt = match hurt {
            0 => String::new(),
            hurt => format!(", damaged and sent home {hurt} %"),
        };
        let rule = match provider {
            Provider::Interned => "21.31B",
            Provider::AtSea => "21.32B",
            Provider::Tanker => "21.33B",
        };
        let text = format!("{name} lost {lost} %{hurt}");
        all.push(share(
            "Provider lost",
            f64::from(lost) / 100.0,
            text,
            &[rule],
        ));
    }
    all
}

/// What the mines of the boat that acts would draw in a zone [26.2].
pub(super) fn mines(view: View<'_>, zone: Zone) -> Option<Prospect> {
    let boat = view.acting().filter(|boat| boat.mines)?;
    let t = view.tables();
    let strength = mines::strength(t.submarines.class_of(boat.id));
    let west = t
        .map
        .zone(zone)
        .links
        .iter()
        .any(|area| t.map.area(*area).west);
    let drawn = |die| {
        let total = mines::total(t, view.period(), strength, Some(boat.rating()), west, die);
        mines::draw(t, total)
    };
    let most = (0..10).map(drawn).max().unwrap_or(0);
    let told: Vec<String> = (0..=most)
        .filter(|count| faces(|die| drawn(die) == *count) > 0)
        .map(|count| format!("{count} on {} %", faces(|die| drawn(die) == count) * 10))
        .collect();
    let text = format!(
        "Ships drawn by mines of strength {strength}: {}",
        told.join(", ")
    );
    let some = faces(|die| drawn(die) > 0);
    Some(prospect("Mines draw ships", some, text, &["26.2"]))
}

/// The chance of a boat in base to leave its box this week, and the weeks it takes to be ready on average, if it never has
/// to wait for a place [9.0], [10.0].
pub(in crate::scene) fn weeks_to_ready(view: View<'_>, boat: &Submarine) -> Option<(u16, f64)> {
    let t = view.tables();
    let class = t.submarines.class_of(boat.id);
    let (track, stand) = match boat.place {
        Place::Base(base, stand) => (&t.tracks.0[base.index()], stand),
        Place::Forward(_, stand) => (&t.tracks.1, stand),
        _ => return None,
    };
    let next = |stand: Stand, die: u8| match stand.number() {
        Some(number) => Stand::repair(ready::repair(track, number, die)),
        None => ready::advance(
            stand,
            class.readiness,
            class.small,
            track,
            boat.rating(),
            die,
        ),
    };
    let chance = |stand: Stand| faces(|die| next(stand, die) != stand);
    let mut at = if stand == Stand::Hold {
        Stand::repair(ready::OUT_OF_HOLD)
    } else {
        stand
    };
    let first = if stand == Stand::Hold {
        0
    } else {
        chance(stand)
    };
    let mut weeks = 0.0;
    while at != Stand::Ready {
        let tenths = chance(at);
        let to = (0..10).map(|die| next(at, die)).find(|to| *to != at)?;
        weeks += 10.0 / f64::from(tenths);
        at = to;
    }
    Some((first, weeks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::Period;
    use crate::geography::Area;
    use crate::units::Navy;

    /// The figures of the items of a sum.
    fn sum(told: &str) -> i8 {
        let words = told.split(' ').filter(|word| {
            word.starts_with(['+', '-']) && word[1..].chars().all(|letter| letter.is_ascii_digit())
        });
        words.map(|word| word.parse::<i8>().unwrap()).sum()
    }

    /// [13.21] Every circumstance of a search is told with what it adds, and together they are what play adds.
    #[test]
    fn the_items_of_a_search_add_up() {
        let t = crate::tables::load(&[]).unwrap().0;
        let search = Search {
            period: Period::Four,
            navy: Navy::German,
            green: 1,
            marker: true,
            b_dienst: 2,
            enigma: -1,
            aircraft: 2,
            virgin: true,
            spotted: true,
            failed_pack: true,
            crowd: 2,
            weather: Weather::Mbar965,
            event: 1,
        };
        let told = items(&search, |one| one.modifier(&t), &SEARCH, ("other", "13.21"));
        assert_eq!(sum(&told), search.modifier(&t), "{told}");
        for rule in [
            "7.11", "7.34", "7.51", "30.5", "23.0", "24.1", "8.11", "22.1", "7.41", "5.0",
        ] {
            assert!(told.contains(&format!("[{rule}]")), "{rule}: {told}");
        }
        assert!(!told.contains("other"), "nothing is left over: {told}");
    }

    /// [19.1] So are those of a Transit Event check, and those of a try to join [24.1].
    #[test]
    fn the_items_of_checks_add_up() {
        let t = crate::tables::load(&[]).unwrap().0;
        let check = Check {
            patrol: true,
            spotted: true,
            zone: true,
            crossed: vec![Zone::BayOfBiscay],
            crowd: 1,
            green: 2,
            ..Check::into(Area::SwApproaches, Period::Five, true)
        };
        let told = items(
            &check,
            |one| one.modifier(&t),
            &CHECK,
            ("coast or aircraft", "2.13"),
        );
        assert_eq!(sum(&told), check.modifier(&t), "{told}");
        assert!(told.contains("+2 transit zone [20.8]"), "{told}");
        let attempt = Attempt {
            number: 3,
            enigma: 1,
            ace: 2,
            shadower: false,
            lesser: true,
            aircraft: 1,
            weather: Weather::Mbar990,
            green: 1,
            adjacent: true,
        };
        let told = items(&attempt, |one| one.modifier(&t), &JOIN, ("other", "24.1"));
        assert_eq!(sum(&told), attempt.modifier(&t), "{told}");
        assert!(!told.contains(" other ["), "{told}");
    }
}
