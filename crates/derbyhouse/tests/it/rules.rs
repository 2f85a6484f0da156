use crate::{GAME, run};

#[test]
fn a_rule_in_our_words_with_the_tables_behind_it() {
    run(&["rules", GAME, "12.11"]).ok().says("[12.11] ");
    run(&["rules", GAME, "[12.19]"])
        .ok()
        .says("table table.picket_search: ");
    run(&["rules", GAME, "r1"])
        .ok()
        .says("[R1] ")
        .says("a ruling of ours");
    let chapter = run(&["rules", GAME, "12"]).ok().out;
    assert!(chapter.contains("[12.0]") && chapter.contains("[12.29]") && !chapter.contains("[13."));
}

#[test]
fn all_rules_are_listed() {
    let list = run(&["rules", GAME]).ok().out;
    assert!(list.lines().count() > 200);
    let json = run(&["rules", GAME, "--json"]).ok().json();
    assert_eq!(json.as_array().unwrap().len(), list.lines().count());
}

#[test]
fn an_unknown_number_is_refused() {
    run(&["rules", GAME, "99.9"]).refused("there is no rule “99.9”");
}

#[test]
fn every_rule_is_cited_by_code_and_by_a_test() {
    for game in ["wolfpack-1974", "wolfpack-2024", "pq17", "steel-wolves"] {
        run(&["rules", game, "--coverage"])
            .ok()
            .says("all are cited");
    }
    let coverage = run(&["rules", GAME, "--coverage", "--json"]).ok().json();
    assert!(coverage["required"].as_u64().unwrap() > 100);
}
