//! What an Inexperienced marker costs, asked of every rule that knows it [8.11].

use crate::calendar::Period;
use crate::combat::{Fighter, counterattack, gunnery};
use crate::damage;
use crate::endurance::{self, Week};
use crate::game::SteelWolves;
use crate::geography::Area;
use crate::search::Search;
use crate::transit::Check;
use crate::units::Navy;
use crate::weather::Weather;
use serde_json::{Value, json};

/// The difference that the marker makes, rule by rule.
pub(super) fn penalties(game: &SteelWolves, marker: u8) -> Value {
    let t = game.tables();
    let search = |green| {
        let search = Search {
            period: Period::One,
            navy: Navy::German,
            green,
            marker: false,
            b_dienst: 0,
            enigma: 0,
            aircraft: 0,
            virgin: false,
            spotted: false,
            failed_pack: false,
            crowd: 0,
            weather: Weather::Clear,
            event: 0,
        };
        search.modifier(t)
    };
    let check = |green| {
        Check {
            green,
            ..Check::into(Area::NorthSea, Period::One, false)
        }
        .modifier(t)
    };
    let enduring = |green| endurance::modifier(t, Week::default(), false, green);
    let defence = |green| {
        let boat = crate::fleet::BoatId(0);
        counterattack::strength(&Fighter {
            green,
            ..Fighter::new(t, boat, 0, 0)
        })
    };
    // The highest die that still does it, by trying all: hits, dives, guns and rolls change by the marker alone.
    let torpedo = |green| {
        (0..10)
            .filter(|die| crate::combat::attack::hits(9, *die, green))
            .count() as i8
    };
    let dive = |green| {
        (0..10)
            .filter(|die| counterattack::dive_succeeds(9, *die, green))
            .count() as i8
    };
    json!({
        "search": search(marker) - search(0),
        "gunnery": gunnery::roll(9, marker) - gunnery::roll(9, 0),
        "defence": defence(marker) - defence(0),
        "torpedo_die": torpedo(0) - torpedo(marker),
        "diligent": counterattack::row(0, marker) - counterattack::row(0, 0),
        "crash_dive": dive(0) - dive(marker),
        "endurance": enduring(marker) - enduring(0),
        "transit": check(marker) - check(0),
        "damage": damage::row(0, marker) - damage::row(0, 0),
    })
}
