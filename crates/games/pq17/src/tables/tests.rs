//! The tables as they are, against what the rules say of them; and own tables laid over them.

use super::*;
use crate::hex::Hex;
use crate::ice::{Ice, Zone};
use crate::side::Side;
use crate::time::{Fortnight, Light};
use crate::units::{Aa, ShipType};
use crate::weather::Column;

fn tables() -> Tables {
    load(&[])
        .map(|(tables, _)| tables)
        .unwrap_or_else(|why| panic!("{}", why.pretty()))
}

fn hex(number: &str) -> Hex {
    number.parse().unwrap()
}

/// What a changed cell is refused with.
fn refused(file: &str, text: &str) -> String {
    let over = [(file.to_owned(), text.to_owned())];
    match load(&over) {
        Ok(_) => panic!("{text} was taken"),
        Err(why) => why.to_string(),
    }
}

/// Steps fall to 0*, classes have a value of AA for each CS, and Tirpitz is the largest ship there is [1.4].
#[test]
fn the_unit_chart_is_whole() {
    let t = tables();
    assert_eq!(
        (
            t.chart.ships.len(),
            t.chart.classes.iter().filter(|class| !class.green).count(),
            t.chart.aircraft.len()
        ),
        (69, 22, 47)
    );
    let tirpitz = t.chart.ship(t.chart.find_ship("tirpitz").unwrap());
    assert_eq!((tirpitz.kind, tirpitz.cs()), (ShipType::Bb, 5));
    let oilers = t.chart.ships.iter().filter(|ship| ship.oil > 0);
    for oiler in oilers {
        // Fuel for ten CS for each CS of her own [1.4.2], [11.3.2].
        assert_eq!(oiler.oil, t.fuel.oil_per_cs * oiler.cs(), "{}", oiler.name);
    }
    let merchant = t.chart.class(t.chart.find_class("mo_al").unwrap());
    assert_eq!(merchant.oil(1), t.fuel.oil_per_cs); // [1.4.2]
    let destroyers = t.chart.class(t.chart.find_class("dd_ai").unwrap());
    assert_eq!(destroyers.aa(3), Aa::Dice(1)); // [7.2.5]
    assert_eq!(t.chart.blocks.allied.total(), 34); // [1.2]
}

/// Places that the rules name by their hexes [1.1], [1.1.1], [5.7.1], [5.7.2], [5.7.3], [12.11].
#[test]
fn named_places_lie_where_the_rules_say() {
    let t = tables();
    for (port, number) in [
        ("kirkenes", "0816"),
        ("barentsburg", "0214"),
        ("murmansk", "0817"),
    ] {
        let id = t.sheet.find_port(port).unwrap();
        assert_eq!(t.sheet.port(id).hex, hex(number));
    }
    let links = |name: &str| {
        t.sheet
            .off_map(t.sheet.find_box(name).unwrap())
            .links
            .clone()
    };
    assert_eq!(links("kara_sea"), [hex("0122"), hex("0421"), hex("0622")]);
    assert_eq!(links("english_channel"), [hex("1706")]);
    let lerwick = t.sheet.port(t.sheet.find_port("lerwick").unwrap());
    assert_eq!(lerwick.only, PortUse::AlliedSubmarines);
    assert!(
        t.sheet
            .port(t.sheet.find_port("altafjord").unwrap())
            .temporary
    );
}

/// Iceland is nobody's friendly shore; Norway is Germany's [1.1.3].
#[test]
fn shores_have_friends() {
    let t = tables();
    assert!(!t.sheet.is_friendly_shore(Side::Allied, hex("0504")));
    assert!(t.sheet.is_friendly_shore(Side::Allied, hex("1206")));
    assert!(t.sheet.is_friendly_shore(Side::Axis, hex("0815")));
    assert!(t.sheet.inner_leads.contains(hex("0815"))); // to Banak, inclusive [5.1.6]
    assert!(!t.sheet.inner_leads.contains(hex("0816")));
}

/// The newer Interceptors replace the older from their date on [1.1.2].
#[test]
fn interceptors_go_by_their_dates() {
    let t = tables();
    let base = t.sheet.airbase(t.sheet.find_airbase("vaenga").unwrap());
    let kind = |date: &str| {
        let date: Fortnight = date.parse().unwrap();
        base.interceptors(date).map(|unit| unit.kind.as_str())
    };
    assert_eq!(kind("1942-05-II"), Some("i16"));
    assert_eq!(kind("1942-06-I"), Some("hurricane_su"));
    let near = |number, date: &str| {
        t.sheet
            .near_interceptors(Side::Axis, hex(number), date.parse().unwrap())
    };
    assert!(near("0716", "1942-06-I") && !near("0511", "1942-06-I")); // [6.3.1]
}

/// Ships cross no all-land hexside; the fjords are open (chapter 5).
#[test]
fn land_lies_between_some_hexes() {
    let t = tables();
    assert!(t.sheet.is_open(hex("0715"), hex("0815")));
    assert!(!t.sheet.is_open(hex("0815"), hex("0816")));
    assert!(
        !t.sheet.is_open(hex("0504"), hex("0505")),
        "0505 is all land"
    );
    assert!(!t.sheet.is_open(hex("0101"), hex("0103")), "no neighbours");
}

/// Card 40 is the printed one, the same in both decks [1.7].
#[test]
fn the_printed_card_is_card_40_of_both_decks() {
    let t = tables();
    for (_, deck) in t.cards.iter() {
        assert_eq!(deck.len(), CARDS);
        let day = deck[CARDS - 1].section(Light::Day);
        assert_eq!(
            day.find(Line::Both, Column::ReducedVisibility),
            Find::Interceptors
        );
        assert_eq!(day.find(Line::Air, Column::FogGale), Find::Anything);
        assert_eq!(deck[CARDS - 1].damage(DamageGroup::Convoy, true), 4);
    }
}

/// Eight Operations; the printed Starting Turns [8.3]; Home Fleet's eight points [4.3.1]; the limit of Dummies [1.3].
#[test]
fn the_scenarios_are_as_printed_where_they_are() {
    let t = tables();
    let ids: Vec<&str> = t
        .scenarios
        .iter()
        .map(|scenario| scenario.id.as_str())
        .collect();
    assert_eq!(
        ids,
        [
            "pq6", "pq12", "pq13", "pq15", "pq16", "pq17", "pq18", "jw51b"
        ]
    );
    assert_eq!(t.scenarios[1].start.to_string(), "AM 5");
    assert_eq!(t.scenarios[7].start.to_string(), "AM 3");
    for scenario in &t.scenarios {
        assert_eq!(
            scenario.command[Track::HomeFleet.index()],
            t.command.home_fleet_start
        );
        assert_eq!(scenario.patrol_white.len(), 2); // [5.1.9]
        let (most, mix) = (scenario.dummies, t.chart.blocks);
        assert!(most.allied <= mix.allied.total() && most.axis <= mix.axis.total());
    }
    let ice = t.scenarios[5].ice;
    assert_eq!(
        ice[Zone::West1.index()],
        IceMarker {
            condition: Ice::SolidPack,
            rolled: false
        }
    );
    assert_eq!(
        ice[Zone::East1.index()],
        IceMarker {
            condition: Ice::ThinPack,
            rolled: true
        }
    );
}

/// Twenty Fortnights from March I to December II [8.4]; one chit for each letter (chapter 12); an event for each sum (chapter 13).
#[test]
fn campaign_chits_and_events_are_complete() {
    let t = tables();
    assert_eq!(t.campaign.fortnights.len(), 20);
    for (side, chits) in t.chits.conditions.iter() {
        assert_eq!(chits.len(), CHITS);
        let offensives = chits
            .iter()
            .filter(|chit| chit.condition == Condition::GroundOffensive);
        assert_eq!(offensives.count(), 1, "{side}"); // (R35)
        assert_eq!(t.chits.events[side].len(), EVENTS);
    }
    let printed = &t.chits.options[..13];
    assert!(printed.iter().all(|option| !option.default)); // (R58)
}

/// Every table says where it comes from.
#[test]
fn the_tables_tell_their_sources() {
    let t = tables();
    assert!(t.provenance.len() > 400, "{}", t.provenance.len());
    for table in [
        "naval_gunnery",
        "withdrawal",
        "ship.tirpitz",
        "scenario.jw51b",
        "air_radius.german",
    ] {
        assert!(
            t.provenance.iter().any(|origin| origin.table == table),
            "{table}"
        );
    }
}

#[test]
fn a_wrong_cell_is_refused_with_its_place() {
    for (file, text, why) in [
        (
            "tables.toml",
            "[fuel]\nendurance_turns = -1",
            "from 0 to 60",
        ),
        (
            "tables.toml",
            "[naval_gunnery.hit]\nBB = [7, 6]",
            "10 Hit numbers",
        ),
        (
            "tables.toml",
            "[asw]\nresults = [{ min = -99, max = 4, result = \"none\" }, { min = 6, max = 99, result = \"success\" }]",
            "number 5",
        ),
        (
            "tables.toml",
            "[asw_success]\nresults = [{ min = 0, max = 8, result = \"sunk\" }]",
            "end at 9",
        ),
        (
            "tables.toml",
            "[command_points]\nhome_fleet_vp = [0, 2, 1]",
            "never fall",
        ),
        ("tables.toml", "[victory]\nshortfall_per_mx = 0.3", "half"),
        (
            "units.toml",
            "[[ship]]\nid = \"tirpitz\"\ncs = 6",
            "number 5",
        ),
        (
            "units.toml",
            "[[class]]\nid = \"dd_ai\"\nmax_cs = 3",
            "3 values",
        ),
        ("units.toml", "[blocks.axis]\ndummy = 7", "25"),
        (
            "map.toml",
            "[[port]]\nid = \"narvik\"\nhex = \"0511\"",
            "no coast",
        ),
        (
            "map.toml",
            "[ice]\n\"I West\" = [\"0113\"]",
            "more than one zone",
        ),
        (
            "map.toml",
            "[inner_leads]\nhexes = [\"0714\", \"0714\"]",
            "twice",
        ),
        (
            "scenarios.toml",
            "[[scenario]]\nid = \"pq6\"\ncvs = [\"bismarck\"]",
            "a ship of the Unit Chart",
        ),
        (
            "scenarios.toml",
            "[[scenario]]\nid = \"pq6\"\npatrol_white = [\"edinburgh\", \"kent\"]",
            "two places",
        ),
        (
            "special_conditions.toml",
            "[condition.axis_convoy]\nlast_turn = \"Day 12\"",
            "is no turn",
        ),
        (
            "special_conditions.toml",
            "[condition.axis_convoy]\nlast_turn = \"AM 90\"",
            "a turn up to",
        ),
        (
            "special_conditions.toml",
            "[condition.special_attack.title]\nhits_on = [5, 1]",
            "from 5 to 9",
        ),
        (
            "campaign.toml",
            "[repairs]\ngerman_subs_one_in = 0",
            "from 1 to 20",
        ),
        (
            "campaign.toml",
            "[repairs]\ntirpitz_not_in = [\"atlantis\"]",
            "a port of the map",
        ),
        (
            "options.toml",
            "[[option]]\nid = \"training\"\ndefault = 1",
            "true or false",
        ),
        (
            "cards.toml",
            "[allied_frequency]\nday_force = [[16, 0, 3, 4, 4, 4, 4, 5], [12, 0, 3, 4, 4, 4, 5, 8], [8, 0, 2, 3, 4, 4, 6, 13], [6, 0, 1, 2, 4, 4, 6, 17]]",
            "the deck holds 17",
        ),
    ] {
        let said = refused(file, text);
        assert!(said.contains(why) && said.contains(file), "{text}: {said}");
    }
}

/// A number changes the fingerprint; what is said about it does not.
#[test]
fn the_fingerprint_follows_the_numbers() {
    let with = |text: &str| {
        let over = [("tables.toml".to_owned(), text.to_owned())];
        load(&over).unwrap().0.fingerprint
    };
    assert_ne!(with("[fuel]\nhigh_speed = 2"), tables().fingerprint);
    assert_eq!(
        with("[fuel]\nnote = \"x\"\nhigh_speed = 3"),
        tables().fingerprint
    );
}

/// Tables with a text laid over one file.
fn with(file: &str, text: &str) -> Tables {
    let over = [(file.to_owned(), text.to_owned())];
    load(&over).unwrap().0
}

/// TITLE hits as often as the die shows, with the faces that the table names [12.14.2].
#[test]
fn faces_that_hit_tirpitz_come_from_the_table() {
    let hits = |t: &Tables| [0, 1, 5, 6, 9].map(|die| crate::conditions::title(t, die));
    assert_eq!(hits(&tables()), [0, 1, 5, 0, 0]);
    let text = "[condition.special_attack.title]\nhits_on = [5, 6]";
    assert_eq!(
        hits(&with("special_conditions.toml", text)),
        [0, 0, 5, 6, 0]
    );
}

/// The last turn of the Axis Convoy [12.3] (R34).
#[test]
fn the_axis_convoys_last_turn_comes_from_the_table() {
    let last = |t: &Tables| t.chits.values.axis_convoy_last.to_string();
    assert_eq!(last(&tables()), "PM 11");
    let text = "[condition.axis_convoy]\nlast_turn = \"AM 9\"";
    assert_eq!(last(&with("special_conditions.toml", text)), "AM 9");
}

/// A third of the damaged submarines comes back, and no yard of Kirkenes takes Tirpitz [15.5.1], [15.5.2] (R95).
#[test]
fn repairs_come_from_the_table() {
    use crate::campaign::{subs_repaired, tirpitz_repair};
    let yards = |t: &Tables| {
        ["kirkenes", "narvik"].map(|port| {
            let port = t.sheet.find_port(port).unwrap();
            tirpitz_repair(t, 1, port).is_some()
        })
    };
    let t = tables();
    assert_eq!((subs_repaired(&t, 4), yards(&t)), (2, [false, true]));
    let text = "[repairs]\ngerman_subs_one_in = 4\ntirpitz_not_in = [\"narvik\"]";
    let t = with("campaign.toml", text);
    assert_eq!((subs_repaired(&t, 4), yards(&t)), (1, [true, false]));
}
