//! The tables as they are, the decks against what they were designed for, and own tables laid over them.

use super::{Price, Pull, TABLE_FILES, Tables, load};
use crate::boats::{BoatType, End, Gear, TorpedoType};
use crate::calendar::{Era, Month};
use crate::cards::{AswRow, CARDS, Crush, DeckName};
use crate::conditions::{Light, Speed, Weather};
use crate::crew::Severity;
use crate::escorts::{EscortType, Hold};
use crate::events::{HomeEvent, PatrolEvent};
use crate::ring::{ApproachBox, Location};
use crate::ships::{ShipResult, Size};
use crate::space::Facing;
use derbyhouse_tables::Merged;
use serde_json::Value;

fn plain() -> (Tables, Merged) {
    load(&[]).unwrap()
}

fn tables() -> Tables {
    plain().0
}

/// What `decks.toml` says a deck was designed for.
fn intended(deck: &str) -> Value {
    let merged = plain().1;
    let root = merged.file("decks.toml").unwrap();
    root.get("deck")
        .unwrap()
        .get(deck)
        .unwrap()
        .get("intended")
        .unwrap()
        .json()
        .unwrap()
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn count<C>(cards: &[C], so: impl Fn(&C) -> bool) -> usize {
    cards.iter().filter(|card| so(card)).count()
}

/// Means are given to two decimals.
#[track_caller]
fn mean<C>(cards: &[C], value: impl Fn(&C) -> i8, expected: &Value) {
    let sum: i32 = cards.iter().map(|card| i32::from(value(card))).sum();
    let mean = f64::from(sum) / cards.len() as f64;
    assert!(
        (mean - expected.as_f64().unwrap()).abs() <= 0.0051,
        "{mean}, not {expected}"
    );
}

/// Every count of the battle deck, and each face of the d10 four times [5.d10].
#[test]
fn the_battle_deck_is_as_intended() {
    let (cards, want) = (tables().cards.battle, intended("battle"));
    assert_eq!(cards.len(), CARDS);
    for face in 1..=10 {
        assert_eq!(
            count(&cards, |card| card.d10 == face),
            number(&want["d10_each_face"])
        );
    }
    for one in 1..=2 {
        assert_eq!(
            count(&cards, |card| card.random[0] == one),
            number(&want["r2_each"])
        );
    }
    for one in 1..=3u8 {
        let expected = number(&want["r3"][usize::from(one) - 1]);
        assert_eq!(count(&cards, |card| card.random[1] == one), expected);
    }
    for one in 1..=4 {
        assert_eq!(
            count(&cards, |card| card.random[2] == one),
            number(&want["r4_each"])
        );
    }
    for location in Location::ALL {
        let key = format!("loc_{}", location.id().to_lowercase());
        assert_eq!(
            count(&cards, |card| card.locations[location.index()]),
            number(&want[key.as_str()]),
            "{key}"
        );
    }
    for era in Era::ALL {
        for weather in Weather::ALL {
            for (homing, name) in [(false, "acq"), (true, "hom")] {
                let key = format!("{name}_{era}_{weather}");
                assert_eq!(
                    count(&cards, |card| card.sonar(homing, era, weather)),
                    number(&want[key.as_str()]),
                    "{key}"
                );
            }
        }
        let key = format!("radar_{era}");
        assert_eq!(
            count(&cards, |card| card.radar[era.index()]),
            number(&want[key.as_str()]),
            "{key}"
        );
    }
    for light in Light::ALL {
        let key = format!("vis_{}_{}", light.time(), light.weather());
        assert_eq!(
            count(&cards, |card| card.visual[light.index()]),
            number(&want[key.as_str()]),
            "{key}"
        );
    }
    assert_eq!(count(&cards, |card| card.evade), number(&want["evade"]));
    assert_eq!(count(&cards, |card| card.attack), number(&want["attack"]));
    assert_eq!(count(&cards, |card| card.shuffle), number(&want["shuffle"]));
}

/// Means of the firing solutions and of the number to hit, and what lookouts see.
#[test]
fn the_combat_deck_is_as_intended() {
    let (cards, want) = (tables().cards.combat, intended("combat"));
    for light in Light::ALL {
        let key = light.id().to_lowercase();
        for (band, expected) in want["mean_tdc"][&key]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
        {
            mean(&cards, |card| card.solution(light, band).unwrap(), expected);
        }
        for (range, expected) in want["binoculars"][&key]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
        {
            let seen = count(&cards, |card| card.icons(light, range as u8).binoculars);
            assert_eq!(seen, number(expected), "{key} {range}");
        }
        for (range, expected) in want["periscope"][&key]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
        {
            let seen = count(&cards, |card| card.icons(light, range as u8).periscope);
            assert_eq!(seen, number(expected), "{key} {range}");
        }
        let rows = want["mean_tdc"][&key].as_array().unwrap().len();
        assert_eq!(cards[0].solution(light, rows), None);
    }
    mean(
        &cards,
        |card| card.to_hit(Speed::Slow, Weather::Good) as i8,
        &want["mean_hit_sg"],
    );
    assert_eq!(count(&cards, |card| card.shuffle), number(&want["shuffle"]));
}

#[test]
fn the_angle_deck_is_as_intended() {
    let (cards, want) = (tables().cards.angle, intended("angle"));
    let groups: [(&str, &[Facing]); 5] = [
        ("mean_beam", &[Facing::E, Facing::W]),
        ("mean_fore_quarter", &[Facing::SE, Facing::SW]),
        ("mean_aft_quarter", &[Facing::NE, Facing::NW]),
        ("mean_ahead", &[Facing::S]),
        ("mean_astern", &[Facing::N]),
    ];
    for (key, facings) in groups {
        for facing in facings {
            mean(&cards, |card| card.angle(*facing), &want[key]);
        }
    }
    for size in Size::ALL {
        mean(
            &cards,
            |card| card.size(size),
            &want["mean_size"][size.index()],
        );
    }
    assert_eq!(count(&cards, |card| card.shuffle), number(&want["shuffle"]));
}

#[test]
fn the_asw_attack_deck_is_as_intended() {
    let (cards, want) = (tables().cards.asw, intended("asw_attack"));
    for row in AswRow::ALL {
        for hold in Hold::ALL {
            let hits = count(&cards, |card| card.hit(row, hold).is_some());
            let expected = match row {
                AswRow::Surface if hold == Hold::Contact => number(&want["surface"]),
                AswRow::Surface => 0, // (R7)
                _ => number(&want[row.id()][hold.index()]),
            };
            assert_eq!(hits, expected, "{row} {hold}");
        }
    }
    assert_eq!(
        count(&cards, |card| card.crush == Crush::Orange),
        number(&want["crush_orange"])
    );
    assert_eq!(
        count(&cards, |card| card.crush == Crush::Red),
        number(&want["crush_red"])
    );
    assert_eq!(count(&cards, |card| card.shuffle), number(&want["shuffle"]));
}

#[test]
fn the_detonation_deck_is_as_intended() {
    let (cards, want) = (tables().cards.detonation, intended("detonation"));
    let duds = [
        ("g7a_early", Era::Early, TorpedoType::G7a),
        ("g7e_early", Era::Early, TorpedoType::G7e),
        ("late", Era::Late, TorpedoType::G7e),
    ];
    for (key, era, kind) in duds {
        assert_eq!(
            count(&cards, |card| card.explodes(era, kind)),
            number(&want[key]),
            "{key}"
        );
    }
    for size in Size::ALL {
        let key = format!("ship_{}", size.id().to_lowercase());
        for result in ShipResult::ALL {
            let hits = count(&cards, |card| card.ship[size.index()] == result);
            assert_eq!(
                hits,
                number(&want[key.as_str()][result.id()]),
                "{key} {result}"
            );
        }
    }
    for column in Severity::ALL {
        let boats = |so: fn(&crate::cards::Damage) -> bool| {
            count(&cards, |card| so(&card.boat[column.index()]))
        };
        let of = |key: &str| number(&want[key][column.id()]);
        assert_eq!(boats(|damage| damage.flood > 0), of("flood_cards"));
        assert_eq!(boats(|damage| damage.fire > 0), of("fire_cards"));
        assert_eq!(boats(|damage| damage.gas > 0), of("gas_cards"));
        assert_eq!(boats(|damage| damage.crew), of("crew_cards"));
        for gear in Gear::ALL {
            let hits = count(&cards, |card| {
                card.boat[column.index()].gear.contains(&gear)
            });
            assert!(hits >= of("equipment_each_min"), "{column} {gear}: {hits}");
        }
        let sinks = if column == Severity::Heavy {
            number(&want["cat_h"])
        } else {
            0
        };
        assert_eq!(boats(|damage| damage.catastrophic), sinks);
    }
    assert_eq!(count(&cards, |card| card.shuffle), number(&want["shuffle"]));
}

#[test]
fn the_patrol_deck_is_as_intended() {
    let (cards, want) = (tables().cards.patrol, intended("patrol"));
    for location in Location::ALL {
        assert_eq!(
            count(&cards, |card| card.start == location),
            number(&want["start"][location.id()])
        );
    }
    for (key, kind) in [("load_vii", BoatType::VII), ("load_ix", BoatType::IX)] {
        for (load, expected) in want[key].as_object().unwrap() {
            let load: u8 = load.parse().unwrap();
            assert_eq!(
                count(&cards, |card| card.load(kind) == load),
                number(expected),
                "{key} {load}"
            );
        }
    }
    assert_eq!(
        count(&cards, |card| card.event == PatrolEvent::None),
        number(&want["event_none"])
    );
    assert_eq!(
        count(&cards, |card| card.home == HomeEvent::None),
        number(&want["rtb_none"])
    );
    assert_eq!(count(&cards, |card| card.shuffle), number(&want["shuffle"]));
}

/// The figures that section 11 of the specification promises: chances in percent, from the decks themselves.
#[test]
fn chances_are_those_that_were_designed() {
    let cards = tables().cards;
    let percent = |hits: usize| hits as f64 * 100.0 / CARDS as f64;
    let contact = |row: AswRow| {
        percent(count(&cards.asw, |card| {
            card.hit(row, Hold::Contact).is_some()
        }))
    };
    assert_eq!(contact(AswRow::Surface), 65.0);
    assert_eq!(contact(AswRow::M30), 35.0);
    assert_eq!(contact(AswRow::M120), 25.0);
    let solution = |card: usize| cards.combat[card].solution(Light::NightGood, 0).unwrap();
    // A beam shot on a clear night at a slow convoy: every combination of cards and d10, weighed alike.
    for (size, expected) in [
        (Size::Small, 55.0),
        (Size::Medium, 65.0),
        (Size::Large, 74.0),
    ] {
        let (mut hits, mut all) = (0u64, 0u64);
        for to_hit in &cards.combat {
            let need = i32::from(to_hit.to_hit(Speed::Slow, Weather::Good));
            for angle in &cards.angle {
                for other in &cards.angle {
                    for aim in 0..CARDS {
                        let sum = angle.size(size) + other.angle(Facing::E) + solution(aim);
                        for d10 in 1..=10 {
                            let hit = d10 == 10 || d10 > 1 && d10 + i32::from(sum) >= need;
                            hits += u64::from(hit);
                            all += 1;
                        }
                    }
                }
            }
        }
        let share = hits as f64 * 100.0 / all as f64;
        assert!((share - expected).abs() < 3.0, "{size}: {share}");
    }
}

#[test]
fn dates_and_cups_are_read() {
    let tables = tables();
    let june: Month = "1942-06".parse().unwrap();
    assert_eq!(tables.era(june), Era::Early); // [4.era]
    assert_eq!(tables.era(june.next().unwrap()), Era::Late);
    assert_eq!(tables.calendar.period(june).loss_limit, 10);
    let cup = tables.setup.cup("1941-11".parse().unwrap());
    assert_eq!((cup.in_setup(), cup.in_distribution()), (11, 15)); // [20.setup_cup] [20.distribution_cup]
    assert_eq!(tables.setup.bad_weather[9], 5); // [22.weather]
    assert_eq!(tables.escorts.captains.len(), 18);
    let fitting = tables
        .escorts
        .fitting(EscortType::C, "1942-03".parse().unwrap());
    assert!(fitting.equipment(6).is_fitted() && !fitting.equipment(7).is_fitted()); // [54.fitted_table]
}

/// (R11) [54.fitted_table] The d10 up to which an escort has more than the base of its cell, date by date.
#[test]
fn the_fitted_table_is_whole() {
    let tables = tables();
    let dates = ["1941-12", "1942-01", "1942-07", "1943-03"];
    let highest = |kind: EscortType| {
        dates.map(|date| {
            let cell = tables.escorts.fitting(kind, date.parse().unwrap());
            (1..=10)
                .filter(|d10| cell.equipment(*d10) != cell.base)
                .count()
        })
    };
    assert_eq!(EscortType::ALL.map(highest), FITTED);
    // Where nothing is pulled a DE has what a destroyer has.
    let [dd, de] = [EscortType::DD, EscortType::DE]
        .map(|kind| tables.escorts.fitting(kind, "1942-06".parse().unwrap()));
    assert_eq!(dd, de);
}

/// DD, DE, C, S.
const FITTED: [[usize; 4]; 4] = [[0; 4], [9, 0, 8, 9], [4, 6, 3, 4], [3, 5, 3, 4]];

/// (R60) (R38) Six decks of forty; of the cards in the example of depth charges the fortieth says SHUFFLE, not the 17th.
#[test]
fn decks_have_forty_cards() {
    let cards = tables().cards;
    let sizes = [
        cards.battle.len(),
        cards.combat.len(),
        cards.angle.len(),
        cards.asw.len(),
        cards.detonation.len(),
        cards.patrol.len(),
    ];
    assert_eq!((CARDS, sizes), (40, [40; 6]));
    let shuffles = |number: u8| cards.shuffles(DeckName::AswAttack, number - 1);
    assert!(shuffles(40) && !shuffles(17));
}

#[test]
fn maps_and_ships_are_read() {
    let tables = tables();
    assert_eq!(tables.tiles.len(), 75);
    assert_eq!(tables.approach.location(ApproachBox::L1), Location::NW); // [22.locations]
    assert_eq!(
        tables.approach.drifted(ApproachBox::T3, 3),
        Some(ApproachBox::TL)
    ); // [55.approach_drift_path]
    assert_eq!(tables.approach.drifted(ApproachBox::R4, 1), None);
    assert_eq!(tables.approach.entry(ApproachBox::T3, false).len(), 3); // [31.entry_spaces]
    assert_eq!(
        tables.setup.most_torpedoes[BoatType::IX.index()][End::Stern.index()],
        4
    );
    assert_eq!(tables.repulls.price(Pull::Implosion), Price::Never); // [5.repull_list]
    assert_eq!(tables.repulls.price(Pull::Tdc), Price::Tactical);
    assert_eq!(tables.scenarios.training.load.count(), 12); // [pb.training_setup]
}

fn over(file: &str, text: &str) -> String {
    let own = vec![(file.to_owned(), text.to_owned())];
    load(&own).map(|_| ()).unwrap_err().to_string()
}

/// A wrong table is refused with its file, its line and its key.
#[test]
fn wrong_tables_are_refused_in_words() {
    let wrong = [
        (
            "data.toml",
            "[setup.convoy_size]\nearly = { large = [1, 2], small = [4, 5, 6, 7, 8, 9, 10] }",
            "a d10 of 3",
        ),
        ("data.toml", "[attack_map]\ncols = 18", "17"),
        (
            "data.toml",
            "[approach_entry]\nT1 = [[1, 0], [2, 0], [3, 0], [4, 0], [5, 5]]",
            "edge",
        ),
        (
            "data.toml",
            "[approach_map]\ndrift_next = { T3 = \"T4\", T4 = \"T3\" }",
            "never leaves",
        ),
        (
            "data.toml",
            "[depth]\nbands = { orange = [90, 135] }",
            "red band",
        ),
        ("data.toml", "[points]\nrepull_fp = 7", "7"),
        (
            "data.toml",
            "[board.flooding]\nsunk_at = { VII = 7 }",
            "as many boxes",
        ),
        ("data.toml", "[repull]\ntp_1 = []", "nothing is said of"),
        ("data.toml", "[scenario.TS]\nstart_box = \"Q1\"", "no box"),
        (
            "decks.toml",
            "[[deck.battle.cards]]\nid = \"B01\"\nd10 = 11",
            "1 to 10",
        ),
        (
            "decks.toml",
            "[[deck.combat.cards]]\nid = \"C01\"\ntdc_nb = [1, 1]",
            "an array of 1",
        ),
    ];
    for (file, text, expected) in wrong {
        let error = over(file, text);
        assert!(error.starts_with(&format!("{file}:")), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

/// Every number and every yes or no of the tables is read: changed beyond all bounds, or turned, it is refused or makes
/// another game.
#[test]
fn fingerprints_change_with_any_number() {
    let (tables, _) = plain();
    let own = vec![("data.toml".to_owned(), "[war_period_note]\n".to_owned())];
    assert_eq!(load(&own).unwrap().0.fingerprint, tables.fingerprint);
    let own = vec![("data.toml".to_owned(), "[asw.ram]\ncards = 9".to_owned())];
    assert_ne!(load(&own).unwrap().0.fingerprint, tables.fingerprint);
    assert_eq!(TABLE_FILES.len(), 2);
}
