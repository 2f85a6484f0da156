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
    assert_eq!(map.names[3].label, "Iceland");
    let (x, y) = map.projection.place(55.06, -7.02); // Ulster, on 1039
    assert!((x - 39.5).abs() < 1e-9 && (y - 10.0 * 0.75_f64.sqrt()).abs() < 1e-9);
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
    assert!(leaves.len() > 800);
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
        let error = error.to_string();
        let names_it = error.contains("misspelt") || error.ends_with("is missing");
        assert!(names_it, "{error}");
    }
}

#[test]
fn odd_values_never_end_in_a_panic() {
    let numbers = ["0", "-1", "255", "9999", "9223372036854775807", "1e300"];
    let texts = [
        "\"\"",
        "\"0000\"",
        "\"9999\"",
        "\"ä-ö\"",
        "\"ONS-2\"",
        "\"2542\"",
    ];
    for (index, span) in Walk::new().leaves.iter().enumerate().step_by(5) {
        let is_text = TEXT[span.clone()].starts_with('"');
        let odd = if is_text { texts } else { numbers };
        let text = spoilt(span, odd[index % odd.len()]);
        let _ = load_files(&[("data.toml", &text)], &[]);
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

/// See the file: blocks of a table, perhaps `@` and where the error is, and `=>` and the error.
#[test]
fn tables_that_do_not_agree_are_refused() {
    let blocks = include_str!("refused.txt").split("\n\n").skip(1);
    for block in blocks {
        let (own, sentence) = block.trim_end().split_once("\n=> ").unwrap();
        let (own, line) = match own.split_once("\n@ ") {
            None => (own, own.lines().count()),
            Some((own, start)) => {
                let line = TEXT.lines().position(|line| line.trim().starts_with(start));
                (own, line.unwrap_or_else(|| panic!("{start}")) + 1)
            }
        };
        assert_eq!(refused(own), format!("data.toml:{line}: {sentence}"));
    }
}

#[test]
fn a_level_more_or_less_is_still_a_table() {
    let own =
        "[table.victory]\nlevels = [{ id = \"allied\", max = 9 }, { id = \"marginal\", min = 10 }]";
    let (tables, _) = load(&over(own)).unwrap();
    assert_eq!(tables.victory[1].min, Some(10));
}
