//! The tables as they are, one against another, and own tables laid over them.

use super::{Found, Mines, TABLE_FILES, Tables, load};
use crate::calendar::Period;
use crate::cups::Cup;
use crate::displays::{Display, Lane};
use crate::geography::{Area, Base, Node, Zone};
use crate::harm::{Blow, Harm, Hazard};
use crate::units::Nation;

fn tables() -> Tables {
    load(&[]).unwrap().0
}

/// An own table of one file.
fn with(file: &str, text: &str) -> Result<Tables, String> {
    let own = [(file.to_owned(), text.to_owned())];
    load(&own)
        .map(|(tables, _)| tables)
        .map_err(|error| error.to_string())
}

/// [2.13]: threshold and red boxes of a row are ten together; an area without red has the threshold 10 (R3).
#[test]
fn charts_have_a_threshold() {
    let t = tables();
    let north_sea = t.map.chart(Area::NorthSea, Period::One, false);
    assert_eq!((north_sea.red(), north_sea.threshold()), (2, 8));
    let quiet = t.map.chart(Area::MidOcean, Period::Three, false);
    assert_eq!((quiet.red(), quiet.threshold()), (0, 10));
}

/// Pools hold what every mix of every period asks of them, so that a cup is never short [3.11].
#[test]
fn pools_are_large_enough_for_every_mix() {
    let t = tables();
    for period in Period::ALL {
        for (pool, name) in t.ships.pools.iter().enumerate() {
            let mixes = Cup::MIX.into_iter().flat_map(|cup| t.cups.mix(period, cup));
            let wanted: u16 = mixes
                .filter(|(mix, _)| *mix == super::Mix::Pool(pool as u8))
                .map(|(_, n)| u16::from(*n))
                .sum();
            let start = t.scenarios.wars[period.index()].start.month;
            let of_pool = t
                .ships
                .units
                .iter()
                .filter(|unit| usize::from(unit.pool) == pool);
            let there: u16 = of_pool
                .filter(|unit| unit.is_available(period, start, false))
                .map(|unit| unit.count)
                .sum();
            assert!(there >= wanted, "{period}: {name} has {there} of {wanted}");
        }
    }
}

/// [2.4], [2.41], [2.42], [2.43], [2.44], [14.11]: columns, boxes and entry numbers.
#[test]
fn displays_are_as_drawn() {
    let t = tables();
    let large = &t.contacts.displays[Display::Large.index()];
    let boxes: Vec<u8> = large.lanes.iter().map(|lane| lane.boxes).collect();
    assert_eq!(boxes, [3, 2, 1, 1, 2, 3]);
    assert_eq!(
        large.lane(Lane::CenterLeft).and_then(|lane| lane.entry),
        Some(10)
    );
    assert!(large.reach(Lane::CenterLeft).has(Lane::CenterRight)); // (R17)
    assert!(!large.reach(Lane::OuterLeft).has(Lane::CenterLeft));
    let force = &t.contacts.displays[Display::Force.index()];
    assert_eq!(force.lanes.len(), 3);
    let loner = &t.contacts.displays[Display::Loner.index()];
    assert_eq!(loner.lanes.len(), 1);
}

/// [14.16D], [14.2], [14.12]: a look at each of the tables of combat.
#[test]
fn rolls_find_their_cells() {
    let t = tables();
    assert_eq!(t.combat.row(7).at(7), (Blow::Sunk, true));
    assert_eq!(t.combat.row(81).at(12), (Blow::Sunk, false));
    assert_eq!(t.combat.row(4).at(-3), (Blow::None, false));
    assert!(t.combat.counter_row(-1).is_none());
    assert_eq!(
        t.combat.counter_row(40).map(|row| row.results[9]),
        Some(Harm::Sunk)
    );
    assert_eq!(t.combat.hazard(Hazard::Dems, 14), Harm::Sunk);
}

/// [26.52]
#[test]
fn mines_have_their_times() {
    let t = tables();
    assert_eq!(
        t.map.zone(Zone::EnglishCoast).mines,
        Mines::Until(Period::Two)
    );
    assert_eq!(
        t.map.zone(Zone::Narvik).mines,
        Mines::After("operation_weserubung".into(), Period::One..=Period::One)
    );
}

/// [14.6]
#[test]
fn allied_torpedoes_get_better() {
    let t = tables();
    let value = |year, period| t.allied_torpedoes.value(year, period, Nation::British);
    assert_eq!(
        [
            value(1939, Period::One),
            value(1940, Period::One),
            value(1943, Period::Five)
        ],
        [-2, -1, 0]
    );
}

/// The numbers of the game stand in tables, and each says where it comes from [2.2], [2.0].
#[test]
fn the_list_of_sections_is_complete_and_every_table_says_where_it_comes_from() {
    let (t, merged) = load(&[]).unwrap();
    assert!(t.provenance.len() > 500, "{}", t.provenance.len());
    assert!(merged.show("counterattack").is_some());
    assert_eq!(TABLE_FILES.len(), 12);
}

/// A table that breaks a rule is refused with a sentence and the cell.
#[test]
fn own_tables_are_checked() {
    let refused = [
        (
            "tables.toml",
            "[damage]\nresults = [0, 0, 0, 1, 1, 1, 2, 2, 3, 7]\n",
            "0 to 3",
        ),
        ("tables.toml", "[dems]\nwp1 = 12\n", "0 to 9"),
        ("tables.toml", "[dems]\nwp6 = 1\n", "unknown"),
        (
            "cups.toml",
            "[tdc]\nwp1 = [1, 3, 7, 8, 8, 7, 4, 1, 2]\n",
            "40 markers",
        ),
        (
            "cups.toml",
            "[war_mix.wp1.outer]\ncombat_event = 2\n",
            "one Combat Event marker",
        ),
        (
            "map.toml",
            "[[oparea]]\nid = \"mid_ocean\"\n[oparea.wp1]\nboxes = \"WWWWWWGGGR\"\n",
            "red boxes and dots",
        ),
        (
            "map.toml",
            "[[oparea]]\nid = \"mid_ocean\"\n[oparea.wp1]\nboxes = \"WWWWWWGGOG\"\n",
            "poorer",
        ),
        (
            "map.toml",
            "[first_hunted]\nareas = [{ oparea = \"mid_ocean\", date = \"1/40\", week = 1 }]\n",
            "virgin area",
        ),
        ("aces.toml", "[meta]\nmarkers = 28\n", "27"),
        ("victory.toml", "[campaign_levels]\nminor = 500\n", "rise"),
        (
            "submarines.toml",
            "[[class]]\nid = \"VIIC\"\nspeed = 9\n",
            "1 to 4",
        ),
    ];
    for (file, text, part) in refused {
        match with(file, text) {
            Ok(_) => panic!("{file} was taken: {text}"),
            Err(why) => assert!(why.contains(part) && why.contains(file), "{why}"),
        }
    }
    assert!(with("tables.toml", "[dems]\nwp1 = 3\n").is_ok());
}

/// Letters of convoys have no effect [13.22], but every group of waters knows loners.
#[test]
fn every_group_finds_something() {
    let t = tables();
    for rows in &t.contacts.rows {
        for row in rows {
            assert!(row.contains(&Found::Loner) && row[0] == Found::Nothing);
        }
    }
}

/// Bases, areas and zones hang together: from Germany every area can be reached, and every zone lies in one [2.1],
/// [2.11]: invariant 20 of the specification.
#[test]
fn the_map_hangs_together() {
    let t = tables();
    let mut seen = vec![Node::Base(Base::Germany)];
    let mut next = 0;
    while let Some(place) = seen.get(next).copied() {
        next += 1;
        for (_, other) in t.map.routes_from(place) {
            if !seen.contains(&other) {
                seen.push(other);
            }
        }
    }
    for area in Area::ALL {
        assert!(seen.contains(&Node::Area(area)), "{area}");
    }
    for base in Base::ALL {
        assert!(seen.contains(&Node::Base(base)), "{base}");
    }
    for zone in Zone::ALL {
        assert!(!t.map.zone(zone).links.is_empty(), "{zone}");
    }
}
