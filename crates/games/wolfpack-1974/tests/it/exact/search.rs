//! Searches: how likely boats find convoys, escorts and aircraft find boats.

use super::{percent, results, same, share};
use crate::sea::{Sea, choose, convoy, game, hex, tables};
use derbyhouse_kernel::chance::{Share, odds};
use derbyhouse_kernel::{Game, Hex, Seat, Viewer};
use serde_json::{Value, json};
use wolfpack_1974::position::Place;
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{Base, EscortKind};

fn sighted(result: &Value) -> bool {
    result["sighted"] == json!([true])
}

/// [12.19], [12.16] A picket search by strength, clear and in weather.
#[test]
fn picket_searches() {
    let columns: [(u32, u32, f64, f64); 8] = [
        (1, 2, 10.0, 0.0),
        (3, 4, 20.0, 0.0),
        (5, 6, 30.0, 0.0),
        (7, 14, 30.0, 0.0),
        (15, 23, 40.0, 10.0),
        (24, 31, 50.0, 20.0),
        (32, 39, 60.0, 30.0),
        (40, 99, 70.0, 40.0),
    ];
    for (from, to, clear, weather) in columns {
        for strength in from..=to {
            for (in_weather, expected) in [(false, clear), (true, weather)] {
                let given = json!({ "strength": strength, "weather": in_weather });
                let chance = percent(&results("picket_search", &given), sighted);
                same(
                    chance,
                    expected,
                    &format!("strength {strength}, weather {in_weather}"),
                );
            }
        }
    }
}

/// How likely HX-1, a phantom on its way along row 10, is found by packs in these hexes.
fn found(packs: &str, units: &str) -> Share {
    let mut sea = Sea::new()
        .convoy("HX-1", "1015", EscortKind::Dummy)
        .course(0);
    for at in packs.split_whitespace() {
        sea = sea.boats(at, units);
    }
    let position = sea.position(&[Step::ConvoyMovement]);
    let shares = odds(100_000, |chance| {
        let mut position = position.clone();
        choose(&mut position, "done", chance).unwrap();
        let view = game().view(&position, Viewer::Seat(Seat::FIRST));
        view.convoy(convoy("HX-1")).place == Place::Removed
    })
    .unwrap();
    shares.get(&true).copied().unwrap_or(Share::NEVER)
}

/// [12.13], [12.14] Stacks one behind the other beat one big stack.
#[test]
fn spread_out_boats_see_more() {
    assert_eq!(found("1018", "pack6"), share(30, 100));
    assert_eq!(found("1018 1019", "pack6"), share(51, 100));
    assert_eq!(found("1018 1019 1020", "pack6"), share(657, 1000));
    assert_eq!(found("1018 1019 1020 1021", "pack6"), share(7599, 10_000));
    assert_eq!(found("1018", "pack6 pack6"), share(30, 100));
    assert_eq!(found("1017", "single"), Share::NEVER); // [12.15]
}

/// [12.3], [12.26] A submarine search by product, clear and in weather.
#[test]
fn submarine_searches() {
    let clear = [10, 20, 30, 30, 30, 40, 40, 40, 50, 50, 50, 60, 60, 60];
    let weather = [0, 0, 0, 0, 0, 10, 10, 10, 20, 20, 20, 30, 30, 30];
    for (in_weather, table) in [(false, clear), (true, weather)] {
        for (product, expected) in (1..).zip(table) {
            let given = json!({ "cases": [{ "product": product, "weather": in_weather }] });
            let chance = percent(&results("sub_search", &given), sighted);
            same(chance, f64::from(expected), &format!("product {product}"));
        }
    }
}

/// A hex on the sheet so far from a base.
fn at_distance(base: Base, distance: u32) -> Hex {
    let all = (1..=25).flat_map(|row| (1..=42).map(move |col| Hex::new(row, col)));
    let from = tables().base(base);
    all.into_iter()
        .find(|hex| from.distance(*hex) == distance)
        .unwrap()
}

/// [11.36] An air search by distance and product.
#[test]
fn air_searches() {
    let bands: [(u32, u32, [u32; 12]); 6] = [
        (1, 2, [20, 20, 30, 30, 30, 60, 60, 60, 90, 90, 90, 100]),
        (3, 7, [10, 10, 20, 20, 30, 40, 40, 50, 50, 60, 60, 70]),
        (8, 10, [0, 10, 10, 20, 20, 20, 30, 30, 40, 40, 40, 50]),
        (11, 12, [0, 0, 10, 20, 20, 20, 20, 30, 30, 30, 40, 40]),
        (13, 16, [0, 0, 0, 10, 20, 20, 20, 20, 30, 30, 30, 40]),
        (17, 20, [0, 0, 0, 10, 10, 10, 20, 20, 20, 20, 20, 30]),
    ];
    for (from, to, chances) in bands {
        for distance in from..=to {
            let hex = at_distance(Base::Newfoundland, distance);
            for (product, expected) in (1..).zip(chances.into_iter().chain([chances[11]; 3])) {
                let given =
                    json!({ "base": "newfoundland", "hex": hex, "groups": product, "boats": 6 });
                let chance = percent(&results("air_search", &given), sighted);
                same(
                    chance,
                    f64::from(expected),
                    &format!("{distance} hexes, product {product}"),
                );
            }
        }
    }
}

/// Hexes of the playing area in each band from Ulster but the first, which no playing hex is in.
const FROM_ULSTER: [&str; 5] = ["1036", "1031", "1027", "1829", "1624"];

/// [11.3], [14.47] How likely a six-boat pack loses a boat in a turn, by groups in reach and distance.
#[test]
fn the_risk_of_a_pack_under_aircraft() {
    let table: [[f64; 5]; 7] = [
        [1.0, 0.0, 0.0, 0.0, 0.0],
        [1.0, 1.0, 0.0, 0.0, 0.0],
        [4.0, 2.0, 2.0, 0.0, 0.0],
        [6.0, 6.0, 6.0, 3.0, 3.0],
        [15.0, 10.0, 10.0, 10.0, 5.0],
        [28.0, 14.0, 14.0, 14.0, 7.0],
        [28.0, 21.0, 14.0, 14.0, 14.0],
    ];
    assert!(
        tables()
            .map
            .area
            .iter()
            .all(|playing| tables().base(Base::Ulster).distance(playing) > 2)
    );
    for (groups, row) in (1..).zip(table) {
        for (at, expected) in FROM_ULSTER.into_iter().zip(row) {
            assert!(tables().map.is_playing(hex(at)));
            let given = json!({ "base": "ulster", "hex": at, "groups": vec![20; groups], "units": ["pack6"] });
            let lost = percent(&results("air_strike", &given), |one| one["boats_lost"] == 1);
            same(lost, expected, &format!("{groups} groups, {at}"));
        }
    }
}

/// [11.36] A lone boat beyond range 7 is invisible to six groups or fewer.
#[test]
fn a_lone_boat_is_hard_to_find() {
    for at in &FROM_ULSTER[1..] {
        let strike = |groups: usize| {
            let given = json!({ "base": "ulster", "hex": at, "groups": vec![20; groups], "units": ["single"] });
            percent(&results("air_strike", &given), |one| {
                one["search"]["sighted"] == true
            })
        };
        same(strike(6), 0.0, at);
    }
    let near = json!({ "base": "ulster", "hex": "1036", "groups": [20], "units": ["single"] });
    same(
        percent(&results("air_strike", &near), |one| {
            one["search"]["sighted"] == true
        }),
        10.0,
        "1036",
    );
}
