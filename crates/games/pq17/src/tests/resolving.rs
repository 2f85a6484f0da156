//! Procedures for people with the cardboard on a table: whole fights that play fights, with dice by hand or rolled.

use crate::game::Pq17;
use crate::procedures::procedures;
use derbyhouse_kernel::Chance;
use serde_json::{Value, json};
use std::sync::LazyLock;

fn game() -> &'static Pq17 {
    static GAME: LazyLock<Pq17> = LazyLock::new(|| Pq17::new(&[]).unwrap());
    &GAME
}

fn run(name: &str, given: &Value, mut chance: Chance) -> Result<Value, String> {
    let all = procedures();
    let procedure = all.iter().find(|own| own.name == name).unwrap();
    let came = procedure.run(game(), given, &mut chance);
    came.map_err(|why| why.to_string())
}

fn by_hand(name: &str, given: &Value) -> Result<Value, String> {
    run(name, given, Chance::scripted([]))
}

/// The second wave of the rulebook's example with a cruiser beside the Convoy: she fires for it, and her dice must be there
/// [7.2.5], [7.2.6].
#[test]
fn a_strike_by_hand() {
    let strike = |aa: &[u8], rolls: &[u8]| {
        let given = json!({
            "start": { "nigeria": 1, "MV": 5, "AO": 1 },
            "attacks": [{
                "wave": 1, "unit": "ju88a4", "cs": 2, "torpedo": false, "target": "MV",
                "aa": aa, "rolls": rolls, "damage": [],
            }],
        });
        by_hand("script_air_strike", &given)
    };
    let guns = game().tables().chart.find_ship("nigeria").unwrap();
    let guns = game().tables().chart.ship(guns).steps[0].aa.support_dice();
    let dice = usize::from(guns) + 1;
    let came = strike(&vec![0; dice], &[9, 9]).unwrap();
    assert_eq!(came["left"], json!({ "nigeria": 1, "MV": 3, "AO": 1 }));
    assert_eq!((&came["dice"], &came["hits"]), (&json!([2]), &json!([2])));
    for (aa, rolls) in [(dice - 1, 2), (dice + 1, 2), (dice, 1), (dice, 3)] {
        let why = strike(&vec![0; aa], &vec![9; rolls]).unwrap_err();
        assert!(why.contains("dice are rolled for"), "{why}");
    }
}

/// One of two torpedoes hits a cruiser: she loses what the damage die says [7.3.1] (R10).
#[test]
fn a_torpedo_strike_on_a_cruiser() {
    let chart = &game().tables().chart;
    let nigeria = chart.ship(chart.find_ship("nigeria").unwrap());
    let guns = nigeria.steps[0].aa.own_dice();
    let damage = |die: u8| {
        let given = json!({
            "start": { "nigeria": 1 },
            "attacks": [{
                "wave": 1, "unit": "he111h6", "cs": 1, "torpedo": true, "target": "nigeria",
                "aa": vec![0; guns.into()], "rolls": [0, 9], "damage": [die],
            }],
        });
        by_hand("script_air_strike", &given).unwrap()
    };
    for die in 0..10 {
        let came = damage(die);
        assert_eq!((&came["dice"], &came["hits"]), (&json!([2]), &json!([1])));
        let table = crate::torpedoes::damage(game().tables(), nigeria.kind, die).unwrap();
        let left = nigeria.cs().saturating_sub(table.hits);
        match table.sunk {
            0 if table.hits > 0 => assert_eq!(came["hurt"]["ships"]["nigeria"], left, "{die}"),
            0 => assert_eq!(came["left"]["nigeria"], 1, "{die}"),
            _ => assert_eq!(came["left"]["nigeria"], 0, "{die}"),
        }
    }
}

/// What nobody rolled is rolled, the same for the same seed; odds are counted [7.2.6].
#[test]
fn strikes_are_rolled() {
    let given = json!({
        "start": { "MV": 12, "DD": 3 },
        "attacks": [
            { "wave": 1, "unit": "ju88a4", "cs": 2, "torpedo": false, "target": "MV" },
            { "wave": 1, "unit": "he111h6", "cs": 2, "torpedo": true, "target": "MV" },
            { "wave": 2, "unit": "ju88a4", "cs": 2, "torpedo": false, "target": "DD" },
        ],
    });
    let mut sunk = 0;
    for seed in 0..40 {
        let came = run("script_air_strike", &given, Chance::seeded(seed)).unwrap();
        let again = run("script_air_strike", &given, Chance::seeded(seed)).unwrap();
        assert_eq!(came, again);
        sunk += 12 - came["left"]["MV"].as_u64().unwrap();
    }
    assert!((5..120).contains(&sunk), "{sunk}");
}

/// What the rules do not allow is refused in words [7.2.4], [7.3].
#[test]
fn strikes_that_cannot_be() {
    let attack = |wave: u8, unit: &str, torpedo: bool, target: &str| json!({ "wave": wave, "unit": unit, "cs": 1, "torpedo": torpedo, "target": target });
    let three = vec![attack(1, "ju88a4", false, "MV"); 3];
    for (attacks, words) in [
        (
            vec![attack(1, "ju88a4", true, "MV")],
            "cannot attack with torpedoes",
        ),
        (vec![attack(2, "ju88a4", false, "MV")], "numbered from 1"),
        (vec![attack(1, "ju88a4", false, "BB")], "there is no target"),
        (three, "in wave 1"),
        (vec![], "nobody attacks"),
        (
            vec![
                attack(1, "ju88a4", false, "MV"),
                attack(1, "albacore", true, "MV"),
            ],
            "of one side",
        ),
    ] {
        let given = json!({ "start": { "MV": 5, "DD": 1 }, "attacks": attacks });
        let why = run("script_air_strike", &given, Chance::seeded(1)).unwrap_err();
        assert!(why.contains(words), "{why}");
    }
}

fn hunt(fight: &Value) -> Value {
    json!({
        "convoy": { "MV": 3, "loaded": true, "id": 1 },
        "escort": [{ "nation": "british", "dd_tb": 3, "es": 0, "air": 0 }],
        "night": true, "weather": "fair", "fights": [fight],
    })
}

/// A pack against a small Convoy, by hand: dice that are missing or left over are named [7.4].
#[test]
fn a_hunt_by_hand() {
    let fight = |asw: &[u8], torpedo: &[u8], damage: &[u8]| {
        hunt(&json!({
            "subs": 2, "wolfpack_id": -1, "roll": 9, "targets": ["convoy", "convoy"],
            "asw_british": asw, "asw_soviet": [], "success": [], "torpedo": torpedo, "damage": damage,
        }))
    };
    let came = by_hand("script_submarine", &fight(&[0], &[9, 0], &[5])).unwrap();
    assert_eq!(came["convoy_ships_sunk"], 1);
    assert_eq!(
        (&came["vp"], &came["subs_left"]),
        (&json!(-2.0), &json!([2]))
    );
    for (asw, torpedo, damage, words) in [
        (
            &[][..],
            &[9, 0][..],
            &[5][..],
            "1 dice are rolled for ASW, not 0",
        ),
        (&[0, 0], &[9, 0], &[5], "1 dice are rolled for ASW, not 2"),
        (
            &[0],
            &[9],
            &[5],
            "2 dice are rolled for torpedo attack, not 1",
        ),
        (&[0], &[9, 0, 0], &[5], "not 3"),
        (
            &[0],
            &[9, 0],
            &[],
            "1 dice are rolled for torpedo damage, not 0",
        ),
        (&[9], &[9, 0], &[5], "ASW success: 1 results are needed"),
    ] {
        let why = by_hand("script_submarine", &fight(asw, torpedo, damage)).unwrap_err();
        assert!(why.contains(words), "{why}");
    }
}

/// Rolled fights stay within what is there; no torpedo runs in Gales, and aircraft do not help ships [7.4], [9.2.5] (R77).
#[test]
fn hunts_are_rolled() {
    let given = hunt(&json!({ "subs": 4, "wolfpack_id": -1, "targets": ["convoy"] }));
    for seed in 0..40 {
        let came = run("script_submarine", &given, Chance::seeded(seed)).unwrap();
        let (sunk, left) = (&came["convoy_ships_sunk"], &came["subs_left"][0]);
        assert!(
            sunk.as_u64().unwrap() <= 3 && left.as_u64().unwrap() <= 4,
            "{came}"
        );
    }
    let mut gales = given.clone();
    gales["weather"] = json!("gales");
    assert!(
        by_hand("script_submarine", &gales)
            .unwrap_err()
            .contains("Gales")
    );
    let mut air = given;
    air["escort"][0]["air"] = json!(2);
    assert!(
        by_hand("script_submarine", &air)
            .unwrap_err()
            .contains("R77")
    );
}

/// Shots by hand and rolled; fates for every destroyer hit; who has no guns does not fire [7.5.2iii], [7.5.5], [7.9].
#[test]
fn shots_by_hand() {
    let shot = |firing: &str, cs: u8, target: &str, rolls: &[u8]| json!({ "firing": firing, "cs": cs, "target": target, "rolls": rolls });
    let given = json!({
        "shots": [shot("CA", 4, "DD", &[9, 9, 0, 0]), shot("TB", 2, "CA", &[0, 0])],
        "fates": [{ "roll": 7 }, { "roll": 3, "result": "sunk" }],
        "end_rolls": [{ "round": 3, "roll": 2 }, { "round": 10, "roll": 9 }],
    });
    let came = by_hand("script_gunnery", &given).unwrap();
    assert_eq!(came["hits"], json!([2, 0]));
    assert_eq!(came["fates"], json!(["damaged", "sunk"]));
    assert_eq!(came["ends"], json!([true, true]));
    assert_eq!(came["all_hits_as_listed"], true);
    let mut wrong = given.clone();
    wrong["shots"][0]["hits"] = json!(1);
    wrong["fates"][0]["result"] = json!("sunk");
    let came = by_hand("script_gunnery", &wrong).unwrap();
    assert_eq!(
        (&came["all_hits_as_listed"], &came["all_fates_as_listed"]),
        (&json!(false), &json!(false))
    );
    for (shots, words) in [
        (json!([shot("ES", 1, "CA", &[9])]), "no guns"),
        (
            json!([shot("CA", 4, "DD", &[9])]),
            "4 dice are rolled for gunnery, not 1",
        ),
        (
            json!([shot("CA", 4, "DD", &[9; 4])]),
            "destroyer fate: 4 results are needed",
        ),
        (
            json!([shot("CA", 4, "MV", &[0; 4])]),
            "destroyer fate: 2 results were given",
        ),
        (json!([shot("CA", 9, "MV", &[0; 9])]), "no CA of 9 CS"),
    ] {
        let mut bad = given.clone();
        bad["shots"] = shots;
        let why = by_hand("script_gunnery", &bad).unwrap_err();
        assert!(why.contains(words), "{why}");
    }
    let rolled = json!({ "shots": [{ "firing": "CL", "cs": 3, "target": "MV" }] });
    let came = run("script_gunnery", &rolled, Chance::seeded(5)).unwrap();
    assert!(came["hits"][0].as_u64().unwrap() <= 3);
    assert_eq!(came["fates"], json!([]));
}

/// Evasion of who fires, and how the target lies, count as they do in play [7.5.2iii], [7.3.1b], (chapter 7).
#[test]
fn shots_under_conditions() {
    let hits = |conditions: &[&str], die: u8| {
        let shot = json!({ "firing": "CL", "cs": 3, "target": "CA", "rolls": vec![die; 3], "conditions": conditions });
        by_hand("script_gunnery", &json!({ "shots": [shot] })).unwrap()["hits"][0]
            .as_u64()
            .unwrap()
    };
    let table = &game().tables().combat.gunnery;
    let need = table
        .hit(crate::units::ShipType::Cl, crate::units::ShipType::Ca)
        .unwrap();
    for (condition, drm) in [
        ("diw", table.target_diw),
        ("crippled", table.target_crippled),
        ("firer_evading", table.firer_evading),
        ("firer_critical_fuel", table.firer_critical_fuel),
    ] {
        let least = u8::try_from(need - drm).unwrap();
        if least <= 9 {
            assert_eq!(hits(&[condition], least), 3, "{condition}");
        }
        assert_eq!(hits(&[condition], least - 1), 0, "{condition}");
    }
}
