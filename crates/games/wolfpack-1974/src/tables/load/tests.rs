//! The tables as they are, every cell of them spoilt, and own tables laid over them.

use super::{TABLE_FILES, load, load_files};
use crate::tables::Tables;
use crate::units::{
    AswResult, Base, Bound, ConvoyId, ConvoyType, EscortKind, Formation, Heading, Scenario,
    Straggle, UnitKind,
};
use derbyhouse_kernel::Hex;
use derbyhouse_tables::{Merged, Source, read_cases};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const TEXT: &str = TABLE_FILES[0].1;

fn plain() -> (Tables, Merged) {
    load(&[]).unwrap()
}

fn over(text: &str) -> Vec<(String, String)> {
    vec![("data.toml".to_owned(), text.to_owned())]
}

fn refused(text: &str) -> String {
    match load(&over(text)) {
        Ok(_) => panic!("this should be refused: {text}"),
        Err(error) => error.to_string(),
    }
}

fn hex(text: &str) -> Hex {
    text.parse().unwrap()
}

#[test]
fn the_map_is_read() {
    let (tables, _) = plain();
    let map = &tables.map;
    assert_eq!(map.area.len(), 643); // [6.21]
    assert_eq!(map.rows[7], Some((1, 35)));
    assert_eq!((map.rows[0], map.rows[21]), (None, None));
    assert_eq!((map.field, map.storm_last_col), ((25, 42), 40)); // [5.23]
    assert_eq!(map.entry, [hex("0701"), hex("1237")]); // [7.31], [7.33]
    assert_eq!(map.destination, [hex("1237"), hex("0701")]);
    assert_eq!(tables.base(Base::Ulster), hex("1039")); // [11.3]
    assert_eq!((map.fog_zones[0].len(), map.fog_zones[1].len()), (72, 91)); // [5.1]
    assert_eq!(map.fog_markers, [hex("0903"), hex("1110")]);
    assert_eq!(map.storm_start[1], [hex("1201"), hex("1001"), hex("0801")]);
    assert_eq!(map.coasts.len(), 8);
    assert_eq!(map.coasts[0].points[0], (0.59, 7.28));
}

#[test]
fn the_counters_are_read() {
    let (tables, _) = plain();
    let single = tables.unit(UnitKind::Single);
    assert_eq!((single.boats, single.strength, single.movement), (1, 1, 8)); // [3.22]
    assert_eq!((single.limit, single.names.len()), (None, 0));
    let pack = tables.unit(UnitKind::Pack12);
    assert_eq!(
        (pack.boats, pack.strength, pack.movement, pack.limit),
        (12, 15, 6, Some(4))
    );
    assert_eq!(pack.names[0], "Dränger");
    assert!(tables.escort(EscortKind::Cve).is_cve);
    assert_eq!(tables.escort(EscortKind::Sg).strength, 3);
    let convoy = tables.convoy(ConvoyId::new(6).unwrap());
    assert_eq!(
        (convoy.id.as_str(), convoy.kind),
        ("ONS-6", ConvoyType::Ons)
    ); // [3.21]
    assert_eq!((convoy.bound, convoy.movement), (Bound::West, 4));
    assert_eq!(tables.air.ranges, [7, 10, 12, 16, 20]);
    assert_eq!((tables.boats.attack_min, tables.boats.attack_max), (2, 40)); // [14.16]
}

#[test]
fn the_charts_are_read() {
    let (tables, _) = plain();
    assert_eq!(tables.heading(8, hex("0810")), Heading::South); // [5.26]
    assert_eq!(tables.heading(9, hex("0119")), Heading::North);
    assert_eq!(tables.heading(9, hex("0112")), Heading::Lateral);
    assert_eq!(tables.formation[Scenario::May.index()][1], Formation::Fog2); // R30
    assert_eq!(
        tables.formation[Scenario::February.index()][2],
        Formation::StormB
    ); // [5.11]
    assert_eq!(tables.air_search.bands[5], (17, 20)); // [11.36]
    assert_eq!(tables.air_search.cells[0][11], Some((0, 9)));
    assert_eq!(tables.air_search.cells[1][0], Some((1, 1)));
    assert_eq!(tables.air_search.cells[5][2], None);
    assert_eq!(
        tables.submarine_search,
        [0, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5]
    ); // [12.3]
    assert_eq!(tables.picket_search.from, [1, 3, 5, 7, 15, 24, 32, 40]); // [12.19]
    assert_eq!(tables.picket_search.highest[7], 6);
    assert_eq!(
        tables.straggle[5],
        [Straggle::None, Straggle::S1, Straggle::S1, Straggle::S1]
    ); // [14.37]
    assert_eq!(tables.uboat_combat.columns[0], (2, 5)); // [14.2]
    assert_eq!(tables.uboat_combat.rows[9], [2, 3, 3, 4, 4, 4]);
    assert_eq!(tables.asw_combat[8][0], AswResult::Pinned); // [14.47]
    assert_eq!(tables.asw_combat[9][0], AswResult::Sunk);
    assert_eq!(tables.victory[0].min, None); // [16.2]
    assert_eq!(tables.victory[3].min, Some(27));
    assert_eq!(tables.levels[1].label, "German marginal victory");
    assert_eq!(tables.modifiers.straggle_escort_strength, [0, -1, -2]); // [14.19]
    assert_eq!(tables.modifiers.straggle_attack_chit, [0, 1, 2]); // [14.17]
}

#[test]
fn the_scenarios_are_read() {
    let (tables, _) = plain();
    let april = tables.scenario(Scenario::April);
    assert_eq!((april.boats, april.boats_increased), (48, 60)); // [15.21], [17.5]
    assert_eq!(april.air[Base::Ulster.index()], [0, 1, 5, 1, 1]); // R1
    assert_eq!(april.air_as_printed[Base::Ulster.index()], [0, 1, 5, 1, 0]);
    assert_eq!(
        april.air_as_printed[Base::Iceland.index()],
        april.air[Base::Iceland.index()]
    );
    let march = tables.scenario(Scenario::March);
    assert_eq!(march.escorts, [[2, 1, 0, 1], [1, 2, 1, 0]]); // R43
    assert_eq!(
        (march.air, march.history.as_str()),
        (march.air_as_printed, "substantive")
    );
    assert_eq!(tables.dummies, [6, 6]); // [15.5]
    let setup = &tables.initial[1]; // [15.81]
    let fifth = ConvoyId::new(5).unwrap();
    assert_eq!(setup.convoys[4], (fifth, hex("0707")));
    assert_eq!(
        (setup.straggled.as_slice(), setup.storm_sets.as_slice()),
        (&[fifth][..], &[1][..])
    );
    assert_eq!(
        tables.initial[3].storms[1],
        [hex("0915"), hex("0715"), hex("0515")]
    );
    assert!(tables.switches.april_ulster_range_20_group);
    assert_eq!(tables.optional.double_air_groups, 2); // [17.4]
}

#[test]
fn the_examples_are_read() {
    let cases = read_cases("examples.toml", include_str!("../../../data/examples.toml")).unwrap();
    assert!(cases.len() > 100);
}

/// All values that are no tables, and all keys, by their spans; and whether a table around them names its source.
struct Walk {
    leaves: Vec<Range<usize>>,
    keys: Vec<(String, Range<usize>)>,
    unsourced: Vec<String>,
}

impl Walk {
    fn new() -> Self {
        let mut walk = Self {
            leaves: vec![],
            keys: vec![],
            unsourced: vec![],
        };
        let root = DeTable::parse(TEXT).unwrap();
        walk.table(root.get_ref(), "", false);
        walk
    }

    fn table(&mut self, table: &DeTable<'_>, path: &str, sourced: bool) {
        let sourced = sourced || table.contains_key("source");
        for (key, value) in table {
            let path = format!("{path}/{}", key.get_ref());
            self.keys.push((path.clone(), key.span()));
            self.value(value, &path, sourced);
        }
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, path: &str, sourced: bool) {
        match value.get_ref() {
            DeValue::Table(table) => self.table(table, path, sourced),
            DeValue::Array(items) => items
                .iter()
                .for_each(|item| self.value(item, path, sourced)),
            _ => {
                self.leaves.push(value.span());
                if !sourced {
                    self.unsourced.push(path.to_owned());
                }
            }
        }
    }
}

/// The tables with a part of their text replaced.
fn spoilt(span: &Range<usize>, by: &str) -> String {
    format!("{}{by}{}", &TEXT[..span.start], &TEXT[span.end..])
}

#[test]
fn every_table_says_where_it_comes_from() {
    let unsourced = Walk::new().unsourced;
    assert!(
        unsourced.iter().all(|path| path.starts_with("/meta/")),
        "{unsourced:?}"
    );
    let (tables, merged) = plain();
    assert_eq!(tables.provenance, merged.provenance());
    let find = |key: &str| {
        tables
            .provenance
            .iter()
            .find(|p| p.table == key)
            .unwrap()
            .source
    };
    assert_eq!(find("table.air_search"), Source::Printed);
    assert_eq!(find("map.airbase.iceland"), Source::Designed);
    assert_eq!(find("uboat_unit.pack6"), Source::Printed);
    assert_eq!(find("initial_setup.3"), Source::Printed);
}

#[test]
fn a_date_in_any_cell_is_refused_in_its_line() {
    let leaves = Walk::new().leaves;
    assert!(leaves.len() > 1500);
    for span in leaves {
        let text = spoilt(&span, "1943-03-01");
        let line = TEXT[..span.start].matches('\n').count() + 1;
        let error = load_files(&[("data.toml", &text)], &[])
            .map(|_| line)
            .unwrap_err();
        assert_eq!(error.line(), line, "{error}");
    }
}

#[test]
fn any_key_that_is_misspelt_is_refused() {
    let free = ["note", "source"];
    for (path, span) in Walk::new().keys {
        let key = path.rsplit('/').next().unwrap();
        if free.contains(&key) || !TEXT[span.end..].trim_start().starts_with('=') {
            continue;
        }
        let text = spoilt(&span, "misspelt");
        let error = load_files(&[("data.toml", &text)], &[])
            .map(|_| path)
            .unwrap_err();
        assert!(error.to_string().contains("misspelt"), "{error}");
    }
}

#[test]
fn odd_numbers_never_end_in_a_panic() {
    for span in Walk::new().leaves {
        if TEXT[span.clone()].starts_with('"') {
            continue;
        }
        for odd in [
            "0",
            "-1",
            "255",
            "9999",
            "9223372036854775807",
            "-9223372036854775808",
            "1e300",
        ] {
            let _ = load_files(&[("data.toml", &spoilt(&span, odd))], &[]);
        }
    }
}

#[test]
fn odd_texts_never_end_in_a_panic() {
    for span in Walk::new().leaves {
        if !TEXT[span.clone()].starts_with('"') {
            continue;
        }
        for odd in [
            "\"\"",
            "\"0000\"",
            "\"9999\"",
            "\"-\"",
            "\"ä-ö\"",
            "\"ONS-2\"",
            "\"2542\"",
        ] {
            let _ = load_files(&[("data.toml", &spoilt(&span, odd))], &[]);
        }
    }
}

#[test]
fn what_is_shown_can_be_laid_over_again() {
    let (tables, merged) = plain();
    for key in merged.keys().chain(["data.toml", "scenario", "map"]) {
        let shown = merged.show(key).unwrap();
        let (again, _) = load(&over(&shown)).unwrap();
        assert_eq!(again.fingerprint, tables.fingerprint, "{shown}");
        assert_eq!(again.provenance, tables.provenance, "{shown}");
    }
}

#[test]
fn an_owner_can_put_in_own_numbers() {
    let own = "[[uboat_unit]]\nid = \"single\"\nmovement = 6\nsource = \"printed\"\n[[map.airbase]]\nid = \"iceland\"\nhex = \"2327\"";
    let (tables, merged) = load(&over(own)).unwrap();
    assert_eq!(tables.unit(UnitKind::Single).movement, 6);
    assert_eq!(tables.unit(UnitKind::Pack6).movement, 6);
    assert_eq!(tables.base(Base::Iceland), hex("2327"));
    assert_eq!(tables.base(Base::Ulster), hex("1039"));
    assert_ne!(tables.fingerprint, plain().0.fingerprint);
    assert!(
        merged
            .show("uboat_unit.single")
            .unwrap()
            .contains("movement = 6")
    );
}

#[test]
fn tables_that_do_not_agree_are_refused() {
    let cases = [
        (
            "[map.playing_area]\nhex_count = 642",
            "data.toml:2: map.playing_area.hex_count: expected 643, as many as the rows hold, found 642",
        ),
        (
            "[map.playing_area]\nhex_count = 4\nrows = [{ row = 7, west = 1, east = 2 }, { row = 12, west = 36, east = 37 }]",
            "data.toml:3: map.playing_area.rows: the playing area falls apart: there is no way from 0701 to 1236",
        ),
        (
            "[map.playing_area]\nrows = [{ row = 7, west = 9, east = 2 }]",
            "data.toml:2: map.playing_area.rows[0].east: expected a whole number from 9 to 42, found 2",
        ),
        (
            "[map.playing_area]\nrows = [{ row = 7, west = 1, east = 2 }, { row = 7, west = 1, east = 2 }]",
            "data.toml:2: map.playing_area.rows[1].row: this row stands here twice",
        ),
        (
            "map.step.odd_row.NE = [1, 1]",
            "data.toml:1: map.step.odd_row.NE: expected [1, 0]: the grid is fixed",
        ),
        (
            "map.convoy_lanes.east_bound.entry = \"0101\"",
            "data.toml:1: map.convoy_lanes.east_bound.entry: expected a hex of the playing area, found \"0101\"",
        ),
        (
            "map.convoy_lanes.west_bound.entry = \"0701\"",
            "data.toml:94: map.convoy_lanes.west_bound.destination: expected a hex further west than the entry, found \"0701\"",
        ),
        (
            "map.convoy_lanes.east_bound.types = [\"HX\"]",
            "data.toml:309: convoy_type.SC.bound: map.convoy_lanes has this type on another lane",
        ),
        (
            "[[map.airbase]]\nid = \"ulster\"\nsearch_order = 2",
            "data.toml:3: map.airbase.ulster.search_order: expected the whole number 1, found 2",
        ),
        (
            "[[map.airbase]]\nid = \"ulster\"\nhex = \"1043\"",
            "data.toml:3: map.airbase.ulster.hex: expected a hex of the field of 25 rows and 42 columns, found \"1043\"",
        ),
        (
            "map.fog.zone1_marker = \"1110\"",
            "data.toml:1: map.fog.zone1_marker: expected a hex of its zone, found \"1110\"",
        ),
        (
            "map.storm_start.A = [\"1801\", \"1701\", \"1601\"]",
            "data.toml:1: map.storm_start.A: expected three hexes of one column, two rows apart, from north to south",
        ),
        (
            "storm.storm_hexes_per_full_storm = 21",
            "data.toml:1: storm.storm_hexes_per_full_storm: expected the whole number 17, found 21",
        ),
        (
            "[[uboat_unit]]\nid = \"pack6\"\nboats = 5",
            "data.toml:3: uboat_unit.pack6.boats: expected the whole number 6, found 5",
        ),
        (
            "[[uboat_unit]]\nid = \"pack6\"\ncounter_limit = 9",
            "data.toml:192: uboat_unit.pack6.names: expected 9 names, one for each counter",
        ),
        (
            "[[uboat_unit]]\nid = \"pack30\"\nnames = [\"Hai\"]",
            "data.toml:3: uboat_unit.pack30.names[0]: another pack is called “Hai”",
        ),
        (
            "[[escort_type]]\nid = \"DUMMY\"\nstrength = 1",
            "data.toml:3: escort_type.DUMMY.strength: expected the whole number 0, found 1",
        ),
        (
            "[[escort_type]]\nid = \"SG\"\nis_cve = true",
            "data.toml:3: escort_type.SG.is_cve: only the escort carrier is one",
        ),
        (
            "convoys.list = [{ id = \"HX-1\", type = \"SC\" }]",
            "data.toml:328: convoys.list.HX-1.id: expected \"SC-1\", type and number, found \"HX-1\"",
        ),
        (
            "air_group.ranges = [7, 10, 12, 16, 16]",
            "data.toml:1: air_group.ranges[4]: expected a whole number from 17 to 99, found 16",
        ),
        (
            "air_group.ranges = [7, 10, 12, 16, 21]",
            "data.toml:391: table.air_search.bands: expected bands up to the longest range, 21",
        ),
        (
            "table.movement.rows = [\"NNSLLLLLLL\"]",
            "data.toml:1: table.movement.rows: expected an array of 10, found an array of 1",
        ),
        (
            "table.fog_storm.may = [\"F2\", \"F3\", \"F1\", \"F1\", \"SA\", \"SB\", \"SC\", \"-\", \"-\", \"-\"]",
            "data.toml:1: table.fog_storm.may[1]: “F3” is no weather: it is one of -, F1, F2, SA, SB, SC",
        ),
        (
            "table.air_search.bands = [[1, 2], [3, 7], [8, 10], [11, 12], [14, 16], [17, 20]]",
            "data.toml:1: table.air_search.bands[4][0]: expected the whole number 13, found 14",
        ),
        (
            "table.air_search.product_cap = 11",
            "data.toml:1: table.air_search.product_cap: expected the whole number 12, found 11",
        ),
        (
            "table.submarine_search.highest_sighting_chit = [0, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4]",
            "data.toml:418: table.submarine_search.rows[5]: column 12 does not agree with highest_sighting_chit, which has 4 there",
        ),
        (
            "table.picket_search.columns = [[1, 2], [3, 4], [5, 6], [7, 14], [15, 23], [24, 31], [33, 39], [40, 999]]",
            "data.toml:1: table.picket_search.columns[6][0]: expected the whole number 32, found 33",
        ),
        (
            "table.straggle.columns = [\"2\", \"1\", \"3_or_fog\", \"4_or_storm\"]",
            "data.toml:1: table.straggle.columns[0]: expected “1”, found \"2\"",
        ),
        (
            "uboat_rules.attack_min_differential = 1",
            "data.toml:465: table.uboat_crt.columns[0][0]: expected the whole number 1, found 2",
        ),
        (
            "uboat_rules.attack_max_differential = 41",
            "data.toml:465: table.uboat_crt.columns: expected columns up to differential 41",
        ),
        (
            "table.asw_crt.strength_cap = 7",
            "data.toml:1: table.asw_crt.strength_cap: expected the whole number 6, found 7",
        ),
        (
            "[table.victory]\nlevels = [{ id = \"allied\", max = 12 }]",
            "data.toml:503: table.victory.levels.marginal.min: expected the whole number 13, found 12",
        ),
        (
            "[[initial_setup]]\nchit = 3\nstorms = [[\"1810\", \"1610\", \"1411\"]]",
            "data.toml:3: initial_setup.3.storms[0]: expected three hexes of one column, two rows apart, from north to south",
        ),
        (
            "[[initial_setup]]\nchit = 3\nconvoys = { HX-5 = \"0901\" }",
            "data.toml:3: initial_setup.3.convoys.HX-5: expected a hex of the playing area, found \"0901\"",
        ),
        (
            "[[initial_setup]]\nchit = 3\nstraggled = [\"ONS-6\"]",
            "data.toml:3: initial_setup.3.straggled[0]: expected one of the first five convoys, found \"ONS-6\"",
        ),
        (
            "[[initial_setup]]\nchit = 3\nstorm_sets = [\"D\"]",
            "data.toml:3: initial_setup.3.storm_sets[0]: expected A, B or C, found \"D\"",
        ),
        (
            "[[scenario]]\nid = \"feb\"\nweather = \"jun\"",
            "data.toml:3: scenario.feb.weather: expected a month of table.fog_storm: feb, mar, apr, may, found \"jun\"",
        ),
        (
            "[[scenario]]\nid = \"feb\"\nescorts_east = { EG1 = 1 }",
            "data.toml:620: scenario.feb.escorts_east: 3 escorts and 6 dummies do not make one for each of 10 convoys",
        ),
        (
            "[[scenario]]\nid = \"feb\"\nescorts_east = { EG1 = 3 }",
            "data.toml:3: scenario.feb.escorts_east.EG1: expected a whole number from 0 to 2, found 3",
        ),
        (
            "[[scenario]]\nid = \"feb\"\nuboats_increased = 41",
            "data.toml:3: scenario.feb.uboats_increased: expected a whole number from 42 to 250, found 41",
        ),
        (
            "[[scenario]]\nid = \"feb\"\nhistorical_result = \"draw\"",
            "data.toml:3: scenario.feb.historical_result: expected the id of a level of victory, found \"draw\"",
        ),
        (
            "[[scenario]]\nid = \"feb\"\nair.ulster = [0, 1, 5, 1]",
            "data.toml:3: scenario.feb.air.ulster: expected an array of 5, found an array of 4",
        ),
        (
            "scenario_meta.dummies_east = 5",
            "data.toml:1: scenario_meta.dummies_east: expected the whole number 6, found 5",
        ),
        (
            "optional.double_air.product_cap = 11",
            "data.toml:1: optional.double_air.product_cap: expected the whole number 12, found 11",
        ),
        (
            "optional.type_xxi.excludes = [\"snorkel\"]",
            "data.toml:1: optional.type_xxi.excludes[0]: expected an optional rule, found \"snorkel\"",
        ),
        (
            "[switches]\nstrict = true",
            "data.toml:2: switches.strict: the key is unknown here: known are source, note, april_ulster_range_20_group, cve_repeats_search_of_same_hex, strict_no_undo",
        ),
    ];
    for (text, sentence) in cases {
        assert_eq!(refused(text), sentence);
    }
}

#[test]
fn a_level_more_or_less_is_still_a_table() {
    let own =
        "[table.victory]\nlevels = [{ id = \"allied\", max = 9 }, { id = \"marginal\", min = 10 }]";
    let (tables, _) = load(&over(own)).unwrap();
    assert_eq!(tables.victory[1].min, Some(10));
}
