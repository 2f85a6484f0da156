use crate::{GAME, folder, names, put, run};

#[test]
fn every_table_says_where_it_comes_from() {
    let out = run(&["tables", GAME]).ok().says("fingerprint").out;
    for source in ["printed", "derived", "designed"] {
        assert!(out.contains(source), "{source}");
    }
    let json = run(&["tables", GAME, "--json"]).ok().json();
    assert!(
        json["tables"]
            .as_array()
            .unwrap()
            .iter()
            .all(|t| t["source"].is_string())
    );
}

#[test]
fn one_table_is_printed_as_it_may_be_changed() {
    run(&["tables", GAME, "table.picket_search"])
        .ok()
        .says("[table.picket_search]");
    run(&["tables", GAME, "picket"]).refused("no table and no folder “picket”");
}

#[test]
fn tables_written_out_change_nothing_until_somebody_changes_them() {
    let folder = folder();
    let mine = folder.path().join("mine");
    let mine = mine.to_str().unwrap();
    run(&["tables", GAME, "--write", mine]).ok().says("wrote ");
    run(&["tables", GAME, mine])
        .ok()
        .says("they change nothing");
    run(&["tables", GAME, "--write", mine]).refused("it is there already");
    let name = &names(mine.as_ref())[0];
    let path = std::path::Path::new(mine).join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(
        &path,
        text.replace(
            "tons_per_victory_point = 5000",
            "tons_per_victory_point = 6000",
        ),
    )
    .unwrap();
    run(&["tables", GAME, mine])
        .ok()
        .says("they differ from the game's own");
    run(&["tables", GAME, "scale", mine])
        .ok()
        .says("tons_per_victory_point = 6000");
}

#[test]
fn a_bad_replacement_is_refused_with_file_line_and_key() {
    let folder = folder();
    let dir = folder.path().to_str().unwrap().to_owned();
    put(&folder, "data.toml", "[scale]\nturns = \"many\"\n");
    run(&["tables", GAME, &dir]).refused("data.toml:2");
    run(&["sim", GAME, "-n", "1", "--tables", &dir]).refused("scale.turns");
    put(&folder, "data.toml", "[scale]\nturn = 15\n");
    run(&["tables", GAME, &dir]).refused("turn");
    put(&folder, "data.toml", "[scale\n");
    run(&["tables", GAME, &dir]).refused("data.toml:1");
    put(&folder, "data.toml", "");
    put(&folder, "other.toml", "[scale]\n");
    run(&["tables", GAME, &dir]).refused("other.toml");
    run(&["tables", GAME, "/nowhere/at/all"]).refused("/nowhere/at/all");
}
