//! What the screen shows (section 13 of the specification).

use super::{Desk, GAME};
use crate::geography::{Area, Zone};
use crate::scene;
use crate::setup::Rule;
use crate::view::View;
use derbyhouse_scene::{Face, Part, Scene};

fn scene_of(desk: &Desk) -> Scene {
    scene::scene(View::new(GAME.tables(), &desk.p), None, &[])
}

/// Something has occurred.
fn occurred(desk: &mut Desk, event: &str) {
    let place = desk.t().war_events.place(event).unwrap();
    desk.p.war.note(desk.t(), place);
}

/// The notes beside the chart of an area.
fn notes(desk: &Desk, area: Area) -> String {
    let scene = scene_of(desk);
    let strip = scene.strips.iter().find(|strip| strip.space == area.id());
    let notes = &strip.unwrap().notes;
    let texts: Vec<String> = notes.iter().map(|note| format!("{note:?}")).collect();
    texts.join(" ")
}

/// A tender has four boxes, and into Work Up every boat returns [21.22], [21.23]; each box cites its own rule [9.1], [9.2],
/// [9.3] (13.4).
#[test]
fn a_forward_base_has_four_boxes() {
    let mut desk = Desk::bare("op_wp2");
    desk.with(None, |play| play.open_forward(Zone::Murmansk, 0));
    let scene = scene_of(&desk);
    let sheet = scene
        .sheets
        .iter()
        .find(|sheet| sheet.id == "base-forward-murmansk")
        .unwrap();
    let Part::Slots { slots, .. } = &sheet.parts[0] else {
        panic!("boxes: {:?}", sheet.parts);
    };
    let labels: Vec<&str> = slots.iter().map(|slot| slot.label.as_str()).collect();
    assert_eq!(labels, ["Work Up 0", "In Port 0", "Pierside 0", "Ready 0"]);
    for (slot, rule) in slots.iter().zip(["9.3", "9.2", "9.1"]) {
        assert!(slot.about.contains(rule), "{}: {}", slot.label, slot.about);
    }
}

/// Light cover over Mid-Ocean after the Azores [WE5.10b]; pale submarine icons while Vichy is an ally [36.63H] (13.1).
#[test]
fn icons_are_those_of_now() {
    let mut desk = Desk::bare("op_wp5");
    assert!(!notes(&desk, Area::MidOcean).contains("air cover"));
    occurred(&mut desk, "allied_occupation_of_the_azores");
    assert!(notes(&desk, Area::MidOcean).contains("Light air cover"));
    let pale = |area: &Area| {
        let raw = desk.t().map.chart(*area, desk.p.period, true).enemy_sub;
        desk.t().map.area(*area).pale_enemy_sub && !raw
    };
    if let Some(area) = Area::ALL.into_iter().find(pale) {
        assert!(!notes(&desk, area).contains("Enemy submarines"));
        desk.p.war.vichy = true;
        assert!(notes(&desk, area).contains("Enemy submarines"));
    }
}

/// A tanker in a neutral port is shown from its month on [21.31] (13.1).
#[test]
fn tankers_show_from_their_month_on() {
    let mut desk = Desk::bare("campaign_1");
    let t = desk.t();
    let entry = |ship: u8| match t.submarines.supply_ships[usize::from(ship)].kind {
        crate::tables::SupplyKind::Interned(_, entry) => Some(entry),
        _ => None,
    };
    let ports: Vec<_> = desk.p.supplies.iter().map(|one| one.ship).collect();
    let latest = ports.iter().filter_map(|ship| entry(*ship)).max().unwrap();
    for month in [latest.plus(-1).unwrap(), latest] {
        desk.p.date.month = month;
        let there = ports.iter().filter(|ship| entry(**ship) <= Some(month));
        let pieces = scene_of(&desk).pieces;
        let shown = pieces.iter().filter(|one| one.id.starts_with("supply-"));
        assert_eq!(shown.count(), there.count(), "{month}");
    }
}

/// The header has the torpedo value that counts: Weserübung sets its own [5.0], [6.0] (13.2).
#[test]
fn the_header_shows_the_torpedoes_of_the_week() {
    let mut desk = Desk::bare("op_wp1");
    desk.p.standing.torpedo = 1;
    let event = desk.t().war_events.place("operation_weserubung").unwrap();
    desk.with(None, |play| play.occur(event));
    let ordered = desk.p.torpedo(desk.t());
    assert_ne!(ordered, desk.p.standing.torpedo);
    let scene = scene_of(&desk);
    let fact = scene.facts.iter().find(|fact| fact.label == "torpedoes");
    let shown = format!("{:?}", fact.unwrap());
    assert!(shown.contains(&format!("{ordered:+}")), "{shown}");
    assert!(shown.contains("by order of the War Event"), "{shown}");
}

/// Torpedoes get better by ships sunk in a war only, and there by request under the political option: the header promises
/// nothing else [6.0], [6.1], [35.0] (13.2).
#[test]
fn the_header_says_how_torpedoes_get_better() {
    let about = |desk: &Desk| {
        let facts = scene_of(desk).facts;
        let fact = facts.into_iter().find(|fact| fact.label == "torpedoes");
        let fact = fact.unwrap();
        format!("{}: {}", fact.value, fact.about)
    };
    let mut desk = Desk::bare("op_wp1");
    desk.p.standing.torpedo = -1;
    assert!(about(&desk).starts_with("-1 → 80:"), "{}", about(&desk));
    desk.p.war.influence = Some(desk.t().politics.start);
    assert!(about(&desk).starts_with("-1:"), "{}", about(&desk));
    assert!(about(&desk).contains("by request [35.0]"));
    desk.p.standing.torpedo = 2;
    assert!(about(&desk).contains("no better"), "{}", about(&desk));
    for scenario in ["u30_first", "sc7"] {
        let mut desk = Desk::bare(scenario);
        desk.p.standing.torpedo = -1;
        assert!(about(&desk).starts_with("-1:"), "{}", about(&desk));
        assert!(about(&desk).contains("no better"), "{}", about(&desk));
    }
}

/// Periods and Barbarossa that may begin any week are told [17.1], [17.4] (13.2).
#[test]
fn pending_checks_are_told() {
    let mut desk = Desk::bare("campaign_1");
    let month = desk.p.date.month;
    let period = |desk: &Desk| {
        let facts = scene_of(desk).facts;
        let fact = facts.into_iter().find(|fact| fact.label == "period");
        fact.unwrap()
    };
    assert_eq!(period(&desk).value, "1");
    desk.p.war.check = Some((crate::calendar::Period::Two, month));
    desk.p.war.barbarossa_check = Some(month);
    let told = period(&desk);
    assert_eq!(told.value, "1?");
    assert!(told.about.contains("[17.1]") && told.about.contains("Barbarossa"));
}

/// A column is entered with more than its number [14.11] (13.6).
#[test]
fn columns_say_what_must_be_exceeded() {
    let mut desk = Desk::new("sc7", 5);
    desk.run(|p| p.battle.is_some(), |_, offers| offers[0]);
    let told = format!("{:?}", scene_of(&desk).sheets);
    assert!(
        told.contains("(above 8)") && !told.contains("(8+)"),
        "{told}"
    );
}

/// Without a word the campaign is played, without options (D0).
#[test]
fn the_campaign_is_the_default() {
    let setup = GAME.setup(None, &[]).unwrap();
    assert_eq!(setup.scenario, "campaign_1");
    assert!(!setup.options.contains(&Rule::Political));
}

/// A patrol and a convoy battle have a score against par in the header and no points of the war; what is taken off is told with
/// it [16.11] (13.2).
#[test]
fn patrols_and_battles_show_their_score_against_par() {
    for (scenario, penalty) in [
        ("u99_october", "5 less if the boat comes home damaged"),
        ("sc7", "8 less for each boat lost, 2 for each Damage marker"),
    ] {
        let mut desk = Desk::new(scenario, 5);
        desk.p.tons_total = 14;
        let scene = scene_of(&desk);
        let (par, [fair, ..]) = desk.p.par(desk.t()).unwrap();
        let fact = scene.facts.iter().find(|fact| fact.label == "score");
        let shown = format!("{:?}", fact.unwrap());
        assert!(shown.contains(&format!("14 of par {par}")), "{shown}");
        let level = format!("fair from {fair} %");
        assert!(shown.contains(penalty) && shown.contains(&level), "{shown}");
        let all = format!("{:?} {:?}", scene.facts, scene.sheets);
        assert!(
            !all.contains("imperilled") && !all.contains("ictory points"),
            "{all}"
        );
    }
    let war = format!("{:?}", scene_of(&Desk::bare("op_wp2")).facts);
    assert!(
        war.contains("Victory points [31.03]") && !war.contains("of par"),
        "{war}"
    );
}

/// A virgin area is marked before anybody searches there, and afterwards with the last week in which it counts [30.5] (13.1).
#[test]
fn virgin_areas_are_marked() {
    let mut desk = Desk::bare("u123_drumbeat");
    let area = Area::UsEastCoast;
    desk.p.visited.clear();
    let text = notes(&desk, area);
    assert!(
        text.contains("virgin") && text.contains("+2 to searches [30.5]"),
        "{text}"
    );
    assert!(!text.contains("until"), "{text}");
    desk.p.visited.push((area, desk.p.date));
    let mut last = desk.p.date;
    for _ in 0..4 {
        last = last.next().unwrap();
    }
    for week in 0..6 {
        let told = notes(&desk, area).contains(&format!("until {last}"));
        assert_eq!(told, week <= 4, "{week}: {}", notes(&desk, area));
        assert_eq!(told, desk.p.is_virgin(desk.t(), area));
        desk.p.date = desk.p.date.next().unwrap();
    }
    assert!(!notes(&desk, Area::NorthSea).contains("virgin"));
}
