//! Every rule is carried by code and checked by a test.

use crate::game;
use derbyhouse_scene::Face;

/// Rules of set-up and campaigns, which have tests of their own as they are built.
const IN_PORT: &[&str] = &[
    "13.log_codes",
    "13.vp_restart",
    "14.captain_100000_tons",
    "14.in_order",
    "14.not_cumulative",
    "15.captain_tree",
    "15.engineer_tree",
    "15.first_wo_tree",
    "15.second_wo_tree",
    "16.crew_tree",
    "17.fp_refit_8",
    "17.fp_repull_8",
    "17.scenario_lengths",
    "17.start_fp",
    "17.zero_to_four_boats",
    "18.available_boats",
    "18.first_use_xp_tons",
    "19.size",
    "19.special_ship",
    "19.speed",
    "19.tile_piles",
    "20.distribution_cup",
    "20.setup_cup",
    "20.tp_limit",
    "21.era_minimum",
    "21.load_card",
    "21.load_limits",
    "22.patrol_event",
    "22.start_box",
    "22.time",
    "22.weather",
    "23.extra_no_vp",
    "23.extra_number",
    "23.reshuffle_all",
    "66.all_sections_kia",
    "66.officer_kia",
    "66.rescued_crew",
    "68.extra_table",
    "69.captured_minus_15",
    "69.loss_limit",
    "69.losses_counted",
    "69.patrol_vp",
    "69.period_result",
    "69.xp",
    "70.auto_loss",
    "70.auto_win",
    "70.play_on",
    "71.crew_losses",
    "71.free_enhancement",
    "71.light_medium_recover",
    "71.xp_to_fp",
    "72.acting_steps_back",
    "72.captain_kia",
    "72.engineer_refit",
    "72.heavy_officer",
    "72.refit_months",
    "73.captured_boat",
    "73.lost_boat",
    "73.other_officers",
    "pb.training_no_asw",
    "pb.training_phases",
    "pb.training_setup",
];

/// Whatever is played at sea, sections 2 to 5 of the specification, is cited by the code and by a test.
#[test]
fn every_rule_at_sea_is_cited_by_code_and_tests() {
    let game = game();
    let (code, tests) = game.citations();
    let rules = game.rules().iter().map(|rule| rule.number.as_str());
    let missing: Vec<(&str, bool, bool)> = rules
        .filter(|number| !number.starts_with('R') && !IN_PORT.contains(number))
        .map(|number| (number, code.contains(&number), tests.contains(&number)))
        .filter(|(_, code, test)| !code || !test)
        .collect();
    assert!(missing.is_empty(), "rule, in code, in tests: {missing:?}");
}
