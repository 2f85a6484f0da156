//! Escorts search for boats [12.2].

use super::inputs::{
    Boats, Cases, Chit, HEX, HEXES, Modifier, NUMBER, STRAGGLE, Strength, Within, YES_NO, chit,
    closed_up, may, need, on_sheet,
};
use super::search::Sighted;
use crate::game::Wolfpack;
use crate::search::{escort_strength, product, searched_hexes, submarine_sights};
use crate::units::Straggle;
use derbyhouse_kernel::procedure::Procedure;
use derbyhouse_kernel::{Hex, HexSet};
use serde::{Deserialize, Serialize};

pub(super) fn procedures() -> Vec<Procedure<Wolfpack>> {
    vec![sub_product(), sub_search(), cve_search_hexes()]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hunt {
    escort: Strength,
    #[serde(default)]
    air_escort: bool,
    #[serde(default = "closed_up")]
    straggle: Straggle,
    boats: Boats,
}

#[derive(Serialize)]
struct HuntProduct {
    strength: i32,
    product: u32,
}

fn sub_product() -> Procedure<Wolfpack> {
    Procedure::new(
        "sub_product",
        "12.21",
        "Strength of an escort in the search for boats, and the product on which it is read; 0 is no search.",
        const {
            &[
                need("escort", "printed strength"),
                may("air_escort", YES_NO),
                may("straggle", STRAGGLE),
                need("boats", NUMBER),
            ]
        },
        |game: &Wolfpack, given: Hunt, _| {
            let tables = &game.tables;
            let air = i32::from(given.air_escort) * tables.modifiers.air_escort_strength;
            let strength = escort_strength(tables, given.escort.get(), air, given.straggle);
            Ok(HuntProduct {
                strength,
                product: product(tables, strength, given.boats.count()),
            })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SubSearch {
    product: Within<0, 999>,
    chit: Option<Chit>,
    #[serde(default)]
    weather: bool,
    chit_modifier: Option<Modifier>,
}

fn sub_search() -> Procedure<Wolfpack> {
    Procedure::new(
        "sub_search",
        "12.3",
        "Whether an escort finds the boats, by its product.",
        const {
            &[need(
                "cases",
                "list of { product, chit, weather, chit_modifier }",
            )]
        },
        |game: &Wolfpack, given: Cases<SubSearch>, chance| {
            let mut sighted = Vec::new();
            for case in given.cases {
                let product = case.product.count();
                if product == 0 {
                    sighted.push(false); // no search, no draw (R32)
                    continue;
                }
                let modifier = case.chit_modifier.map_or(0, Modifier::get);
                let chit = chit(case.chit, chance);
                sighted.push(submarine_sights(
                    &game.tables,
                    product,
                    case.weather,
                    modifier,
                    chit,
                ));
            }
            Ok(Sighted { sighted })
        },
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Around {
    hex: Hex,
    uboat_hexes: Vec<Hex>,
}

#[derive(Serialize)]
struct SearchedHexes {
    searched: Vec<Hex>,
    order: Vec<Hex>,
}

fn cve_search_hexes() -> Procedure<Wolfpack> {
    Procedure::new(
        "cve_search_hexes",
        "12.29",
        "Which boat hexes a carrier group searches from a hex: by number, and in the order of search.",
        const { &[need("hex", HEX), need("uboat_hexes", HEXES)] },
        |game: &Wolfpack, given: Around, _| {
            on_sheet(&game.tables, given.hex)?;
            let boats: HexSet = given.uboat_hexes.into_iter().collect();
            let order = searched_hexes(true, given.hex, |hex| boats.contains(hex)).to_vec();
            let mut searched = order.clone();
            searched.sort_unstable();
            Ok(SearchedHexes { searched, order })
        },
    )
}
