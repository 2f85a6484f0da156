//! The game and its pieces [1.0], [2.0], [3.0].

use crate::sea::{Sea, choose, game, hex, tables};
use derbyhouse_kernel::{Chance, Game, Log, Seat, Seats};
use wolfpack_1974::sequence::Step;
use wolfpack_1974::units::{Base, ConvoyType, EscortKind, UnitKind};

/// [1.0] One player sits at the table, and nobody else is ever asked.
#[test]
fn one_player_commands_the_boats() {
    assert_eq!(Game::seats(game()), ["command"]);
    let played = Sea::new()
        .boats("1020", "single")
        .play(&[Step::UboatMovement(None)], &[]);
    assert_eq!(game().asked(&played.position), Seats::one(Seat::FIRST));
    let other = Seat::new(1).unwrap();
    assert_eq!(game().decision(&played.position, other), None);
    let mut position = played.position.clone();
    let done = "done".parse().unwrap();
    let spoken = game().apply(
        &mut position,
        other,
        &done,
        &mut Chance::scripted([]),
        &mut Log::off(),
    );
    assert!(spoken.is_err());
    assert_eq!(position, played.position);
}

/// [2.0] The Allied side makes no choices: after the boats have moved, convoys, aircraft and weather run by themselves
/// up to the player's next turn.
#[test]
fn the_allied_side_runs_by_itself() {
    let sea = Sea::new()
        .convoy("HX-1", "1010", EscortKind::Eg1)
        .air(Base::Ulster, &[16, 16, 16])
        .boats("1030", "pack6");
    let steps = [&[Step::UboatMovement(None)], &Step::TURN[12..]].concat();
    let mut played = sea.play(&steps, &[]);
    assert_eq!(played.view().turn(), 1);
    // B2, C2 and D1 of turn 2 draw a chit each; nobody is asked on the way.
    played.choose("done", &[9, 9, 3]);
    assert_eq!(played.view().turn(), 2);
    assert_eq!(played.step(), Some(Step::PackFormation));
    assert_eq!(played.convoy("HX-1").hex(), Some(hex("1016")));
}

/// [3.0], [3.2] Every counter has a kind, a strength, and a movement allowance or a range.
#[test]
fn counters_show_what_they_are_worth() {
    for kind in UnitKind::ALL {
        let unit = tables().unit(kind);
        assert!(!unit.label.is_empty() && unit.strength > 0 && unit.movement > 0);
    }
    let strengths = EscortKind::ALL.map(|kind| tables().escort(kind).strength);
    assert_eq!(strengths, [1, 2, 3, 3, 0]);
    assert_eq!(tables().air.ranges, [7, 10, 12, 16, 20]);
    let movement = ConvoyType::ALL.map(|kind| {
        let mut convoys = tables().convoys.iter();
        convoys.find(|convoy| convoy.kind == kind).unwrap().movement
    });
    assert_eq!(movement, [6, 4, 6, 4]); // HX, SC, ON, ONS
}

/// [3.21] A pack has one arrow for every six boats; a convoy shows which way it goes.
#[test]
fn a_pack_is_made_of_sixes() {
    let six = tables().boats.asw_group;
    let arrows = UnitKind::PACKS.map(|kind| tables().unit(kind).boats / six);
    assert_eq!(arrows, [1, 2, 3, 4, 5]);
    assert!(
        UnitKind::PACKS
            .iter()
            .all(|kind| tables().unit(*kind).boats.is_multiple_of(six))
    );
}

/// [3.3] Strength is not a number of boats, movement is spent in one segment, and range is counted from a base.
#[test]
fn strength_movement_and_range_are_different_things() {
    for kind in UnitKind::PACKS {
        let unit = tables().unit(kind);
        assert!(unit.strength > unit.boats.into());
    }
    let mut played = Sea::new()
        .boats("1020", "single")
        .play(&[Step::UboatMovement(None)], &[]);
    played.choose("unit 1020 single", &[]);
    assert!(played.offers_any("to 1028") && !played.offers_any("to 1029"));
}

/// [3.4] Every table says where it comes from, the printed ones that they are printed.
#[test]
fn tables_name_their_source() {
    let printed = |name: &str| {
        let known = tables().provenance.iter().find(|entry| entry.table == name);
        known
            .unwrap_or_else(|| panic!("no source for {name}"))
            .source
    };
    for table in [
        "table.movement",
        "table.fog_storm",
        "table.air_search",
        "table.submarine_search",
        "table.picket_search",
        "table.straggle",
        "table.uboat_crt",
        "table.asw_crt",
        "table.victory",
    ] {
        assert_eq!(
            printed(table),
            derbyhouse_tables::Source::Printed,
            "{table}"
        );
    }
    assert_eq!(printed("map.fog"), derbyhouse_tables::Source::Designed);
}

/// [3.5] The counters that come with the game: as many packs of each size as there are names for.
#[test]
fn the_counter_mix_is_limited() {
    let mix = UnitKind::PACKS.map(|kind| {
        let unit = tables().unit(kind);
        assert_eq!(
            unit.limit.map(usize::from),
            Some(unit.names.len()),
            "{kind}"
        );
        unit.names.len()
    });
    assert_eq!(mix, [8, 4, 3, 2, 1]);
    assert_eq!(tables().unit(UnitKind::Single).limit, None);
}

/// [3.6] A turn is a day, a hex is 43 nautical miles.
#[test]
fn the_scale_is_a_day_and_43_miles() {
    let scale = &tables().scale;
    assert_eq!(
        (scale.hours_per_turn, scale.nautical_miles_per_hex),
        (24, 43)
    );
}

/// [15.7] A chit is one of ten, and nothing else is taken for one.
#[test]
fn a_chit_is_one_of_ten() {
    let mut position = Sea::new().position(&[Step::WeatherFormation]);
    let mut chance = Chance::scripted([10]);
    choose(&mut position, "done", &mut chance).unwrap();
    assert!(chance.settled().is_err());
}
