//! What players must see on screen [1.6]: section 13 of the specification, point by point.

use super::{Table, hex, tables};
use crate::air::{AirChoice, AirOrder, Load, Mission};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{BlockId, Id, Place, Pool};
use crate::game::Pq17;
use crate::hex::Hex;
use crate::position::{End, Plan, PlanStep};
use crate::scene;
use crate::sequence::{Order, Purpose, Search};
use crate::side::Side;
use crate::strike::{Counter, Stack, Target};
use crate::surface::{Meeting, WithdrawalDrm};
use crate::tables::{Condition, Sector};
use crate::time::{Half, Turn};
use crate::view::View;
use derbyhouse_kernel::{Chance, Decision, Viewer};
use derbyhouse_scene::{Face, Lies, Prospect, Scene, Sheet};

fn view(table: &Table, side: Side) -> View<'_> {
    View::new(tables(), &table.p, Viewer::Seat(side.seat()))
}

/// What a side sees, with its question if it is asked one.
pub(super) fn look(table: &Table, side: Side) -> Scene {
    let order = table.p.fleet(side).orders.top();
    let decision = order.map(|order| {
        let (question, rule) = order.question();
        Decision {
            seat: side.seat(),
            turn: 1,
            phase: "test",
            question,
            rule,
        }
    });
    let choices = table.choices(side);
    scene::scene(view(table, side), decision.as_ref(), &choices)
}

fn sheet<'s>(scene: &'s Scene, id: &str) -> &'s Sheet {
    let mut sheets = scene.sheets.iter();
    sheets
        .find(|sheet| sheet.id == id)
        .unwrap_or_else(|| panic!("no sheet {id}"))
}

/// All that a sheet says.
fn words(sheet: &Sheet) -> String {
    serde_json::to_string(sheet).unwrap()
}

fn explained(table: &Table, side: Side, space: &str) -> String {
    scene::explain(view(table, side), space).join("\n")
}

fn odds(table: &Table, side: Side, choice: Choice) -> Vec<Prospect> {
    scene::outlook(view(table, side), &choice)
}

fn chit(table: &mut Table, side: Side, condition: Condition) {
    let chits = &tables().chits.conditions[side];
    let letter = chits.iter().position(|chit| chit.condition == condition);
    table.p.fleet_mut(side).special.chit = Some(letter.unwrap() as u8);
}

/// 13.1: layers for radii and sectors, ice by condition, stations, and the planned way, one's own only [4.2].
#[test]
fn the_map_shows_plans_to_their_owner() {
    let mut table = Table::new("pq6");
    let block = table.named(Side::Allied, "PQ-6").block;
    let steps = vec![
        PlanStep::Leave,
        PlanStep::Rest,
        PlanStep::To(hex("0505")),
        PlanStep::Rest,
    ];
    table.p.fleet_mut(Side::Allied).plans = vec![Plan {
        block,
        steps,
        made: 0,
    }];
    let own = look(&table, Side::Allied);
    assert_eq!(own.ways.len(), 1);
    assert_eq!(own.ways[0].to, "0505");
    assert!(own.ways[0].about.contains("PM 1"), "{}", own.ways[0].about);
    for layer in ["radii", "sectors", "leads", "chances"] {
        assert!(own.overlays.iter().any(|overlay| overlay.id == layer));
    }
    assert!(look(&table, Side::Axis).ways.is_empty());
}

/// 13.2: turn, date, light, weather, points known, Command Points and reinforcement groups are always in sight [13.6].
#[test]
fn the_head_says_where_play_stands() {
    let mut table = Table::new("jw51b");
    table.p.turn = Turn::new(3, Half::Am);
    let scene = look(&table, Side::Axis);
    let fact = |label: &str| {
        let fact = scene.facts.iter().find(|fact| fact.label == label);
        fact.map(|fact| fact.value.clone())
    };
    let day = tables().scenarios.iter().find(|known| known.id == "jw51b");
    let date = day.unwrap().day1.unwrap().later(2).to_string();
    assert_eq!(fact(&date), Some("AM 3 · Night".to_owned()));
    assert_eq!(fact("weather"), Some("Fair".to_owned()));
    let spent = fact("Gruppe Nord CP").unwrap();
    assert!(spent.starts_with("0 of "), "{spent}");
    assert!(
        fact("Home Fleet CP").is_none(),
        "the enemy's are his secret"
    );
    let groups = view(&table, Side::Axis).groups(Side::Axis).unwrap().1;
    let came = format!("0 of {} came", groups.len());
    assert_eq!(fact("groups"), (!groups.is_empty()).then_some(came));
}

/// 13.3: an enemy token shows how old the last report is, and the counter of one's own why it stays in port [11.4].
#[test]
fn blocks_show_age_and_reasons() {
    let mut table = Table::new("pq13");
    let ships = table.at_sea(Side::Allied, "dd_jr", 4, "0610");
    table.play().identify(Side::Allied, ships, Id::level(2));
    table.p.secret.flags.allied_identified = false;
    table.p.turn = table.p.turn.later(3);
    let scene = look(&table, Side::Axis);
    let block = scene.pieces.iter().find(|piece| piece.space == "0610");
    assert_eq!(block.unwrap().label, "TF −3");
    let held = scene.sheets.iter().any(|sheet| {
        let said = words(sheet);
        said.contains("stays in port") && said.contains("[11.4]")
    });
    assert!(held, "German ships wait for news");
}

/// 13.4: a Convoy's sheet counts the CAM fighters that are left [1.4.3].
#[test]
fn a_used_cam_is_counted() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0514", 0);
    let class = tables().chart.find_class("mc_al").unwrap();
    let force = table.force(Side::Allied, convoy);
    if force.cams(tables()) == 0 {
        force.units.add(Pool::new(class, 1));
    }
    let all = force.cams(tables());
    force.use_cam();
    let scene = look(&table, Side::Allied);
    let said = words(sheet(&scene, &format!("allied {convoy}")));
    let left = format!("{} of {all} left [1.4.3]", all - 1);
    assert!(said.contains(&left), "{said}");
    let other = serde_json::to_string(&look(&table, Side::Axis)).unwrap();
    assert!(!other.contains("[1.4.3]"));
}

/// 13.5: what goes two hexes in a turn is no Convoy, what goes three no pack either [5.1]; a new token forgets it.
#[test]
fn the_notebook_says_what_a_block_cannot_be() {
    let mut table = Table::new("pq6");
    let ships = table.at_sea(Side::Allied, "dd_jr", 4, "0610");
    let told = |table: &Table| words(sheet(&look(table, Side::Axis), "notebook"));
    assert!(!told(&table).contains("a Convoy"));
    let token = table.token(Side::Allied, ships);
    let turn = table.p.turn;
    let seen = |table: &mut Table, turn| table.p.fleet_mut(Side::Axis).watch(token, turn);
    seen(&mut table, turn);
    seen(&mut table, turn.later(1));
    assert!(!told(&table).contains("a Convoy"), "one hex a turn");
    seen(&mut table, turn.later(1));
    assert!(told(&table).contains("a Convoy: it went two hexes"));
    assert!(!told(&table).contains("a pack"));
    seen(&mut table, turn.later(1));
    assert!(told(&table).contains("a pack [5.1]"));
    let fresh = table.play().new_token();
    table.force(Side::Allied, ships).token = fresh;
    assert!(!told(&table).contains("a Convoy"));
    table.play().identify(Side::Allied, ships, Id::level(2));
    let known = told(&table);
    assert!(known.contains("a Dummy, which is never identified [1.3]"));
    assert!(known.contains("with heavy ships, carriers then [6.2.1]"));
}

/// What is seen of a move is counted as it is made [5.1].
#[test]
fn moves_are_watched() {
    let mut table = Table::new("pq6");
    let ships = table.at_sea(Side::Allied, "dd_jr", 4, "0610");
    let token = table.token(Side::Allied, ships);
    table.play().step_into(Side::Allied, ships, hex("0611"));
    let watched = &table.p.fleet(Side::Axis).watched;
    let seen = watched.iter().find(|seen| seen.token == token).unwrap();
    assert_eq!((seen.hexes, seen.most), (1, 1));
    assert!(table.p.fleet(Side::Allied).watched.is_empty());
}

/// 13.6: a step says what it costs, and a hex that is not on offer which rule forbids it.
#[test]
fn hexes_say_what_they_cost_and_why_not() {
    let mut table = Table::new("pq6");
    let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0617");
    table.at_sea(Side::Allied, "dd_jr", 2, "0616");
    table.play().ask(Side::Axis, Order::Steer(raider));
    let scene = look(&table, Side::Axis);
    let offers = scene.prompt.unwrap().offers;
    let label = |to: &str| {
        let choice = format!("to {to}");
        let offer = offers.iter().find(|offer| offer.choice == choice);
        offer.map(|offer| offer.label.clone())
    };
    assert!(label("0616").unwrap().contains("one enemy block there"));
    let far = explained(&table, Side::Axis, "0605");
    assert!(far.contains("neighbouring hex [5.1]"), "{far}");
    // Murmansk is an enemy port [5.1.4].
    let closed = tables().sheet.ways.murmansk.unwrap();
    let beside = closed
        .neighbours()
        .into_iter()
        .find(|near| tables().sheet.is_open(*near, closed))
        .unwrap();
    table.force(Side::Axis, raider).place = Place::Sea(beside);
    let why = explained(&table, Side::Axis, &closed.to_string());
    assert!(why.contains("[5.1.4]"), "{why}");
    table.force(Side::Axis, raider).motion.hexes = 3;
    let why = explained(&table, Side::Axis, &beside.neighbours()[0].to_string());
    assert!(why.contains("no hexes left"), "{why}");
}

/// Every hex that is on offer has no bar, and every neighbour that is not has one [5.1], [5.1.5].
#[test]
fn bars_and_offers_agree() {
    let mut table = Table::new("pq17");
    let convoy = table.convoy_at("PQ-17", "0510", 0);
    let ships = table.at_sea(Side::Allied, "dd_jr", 2, "0714");
    for block in [convoy, ships] {
        let here = table.force(Side::Allied, block).hex().unwrap();
        let ways = table.ways(Side::Allied, block);
        let near = here.neighbours().into_iter();
        for to in near.filter(|to| tables().sheet.is_water(*to)) {
            let force = table.p.fleet(Side::Allied).force(block).unwrap();
            let bar = table.p.bar_to(tables(), Side::Allied, force, to);
            assert_eq!(
                ways.contains(&Choice::To(to)),
                bar.is_none(),
                "{to} {bar:?}"
            );
        }
    }
}

/// Leaving port says what it takes in points and fuel [4.3.2], [11.1].
#[test]
fn leaving_port_has_its_price() {
    let mut table = Table::new("pq12");
    let fleet = table.p.fleet(Side::Allied).forces.iter();
    let mut fleet = fleet.filter(|force| force.place.in_port().is_some());
    let heavy = fleet.find(|force| {
        let chart = &tables().chart;
        force.units.has(chart, crate::units::ShipType::is_capital)
    });
    let block = heavy.unwrap().block;
    table.play().ask(Side::Allied, Order::Steer(block));
    let scene = look(&table, Side::Allied);
    let mut offers = scene.prompt.unwrap().offers.into_iter();
    let leave = offers.find(|offer| offer.choice == "leave").unwrap();
    assert!(leave.label.contains("CP"), "{}", leave.label);
    assert!(leave.label.contains("fuel until"), "{}", leave.label);
}

/// Draws each card that is left and counts how often play finds the target.
fn found_in_play(table: &Table, by: Side, block: BlockId, purpose: Purpose) -> usize {
    let cards = table.p.fleet(by).cards.left().count();
    let finds = |card: &u32| {
        let mut copy = Table {
            p: table.p.clone(),
            chance: Chance::scripted(vec![*card]),
            log: derbyhouse_kernel::Log::on(),
        };
        let search = Search {
            by,
            token: copy.token(by.other(), block),
            purpose: purpose.clone(),
            again: false,
        };
        copy.play().search(search);
        let failed = |event: &Event| matches!(event, Event::SearchFails { .. });
        !copy.log.events().iter().any(failed)
    };
    (0..cards as u32).filter(finds).count()
}

/// 13.7: the odds of a search are those of play, card by card [6.2], [7.1.1].
#[test]
fn odds_of_a_search_are_those_of_play() {
    for weather in [
        crate::weather::Weather::Fair,
        crate::weather::Weather::Storms,
    ] {
        let mut table = Table::new("pq6");
        let raider = table.at_sea(Side::Axis, "dd_36a", 2, "0612");
        let ships = table.at_sea(Side::Allied, "dd_jr", 4, "0612");
        table.set_weather(weather);
        table.force(Side::Allied, ships).id = Id::level(1);
        for _ in 0..9 {
            table.play().draw(Side::Axis);
        }
        let token = table.token(Side::Allied, ships);
        let purpose = Purpose::Engage(raider);
        let counted = found_in_play(&table, Side::Axis, ships, purpose);
        let told = odds(&table, Side::Axis, Choice::Engage(raider, token));
        let share = counted as f64 / 31.0;
        assert_eq!(told[0].share, Some(share), "{weather:?} {told:?}");
    }
}

/// 13.8: the odds of breaking off are those of play, die by die [7.5.2v].
#[test]
fn odds_of_withdrawal_are_those_of_play() {
    let mut table = Table::new("jw51b");
    let raider = table.at_sea(Side::Axis, "dd_36a", 3, "0515");
    let convoy = table.convoy_at("JW-51B", "0515", 1);
    let meeting = Meeting {
        by: Side::Axis,
        attackers: vec![raider],
        target: convoy,
    };
    table.play().deploy(meeting, false);
    table.p.fleet_mut(Side::Axis).orders.clear();
    table.play().ask(Side::Axis, Order::Withdraw);
    let (units, together) = view(&table, Side::Axis).withdrawals(&WithdrawalDrm::ALL);
    let mut gone = vec![0; units.len()];
    let mut all = 0;
    for die in 0..10 {
        let mut copy = Table {
            p: table.p.clone(),
            chance: Chance::scripted(vec![die]),
            log: derbyhouse_kernel::Log::on(),
        };
        copy.play().choose_withdrawal(Side::Axis, Choice::Roll);
        let left = &copy.p.battle().unwrap().units[Side::Axis];
        for (place, (unit, _)) in units.iter().enumerate() {
            gone[place] += u8::from(left.iter().all(|other| other.id != *unit));
        }
        all += u8::from(left.is_empty());
    }
    let counted: Vec<u8> = units.iter().map(|(_, faces)| *faces).collect();
    assert_eq!((gone, all), (counted, together));
    assert!((1..10).contains(&together), "{together} of 10");
    let told = odds(&table, Side::Axis, Choice::Roll);
    assert!(!told.is_empty());
    assert!(told.iter().all(|one| one.rules == ["7.5.2v"]), "{told:?}");
}

/// 13.8: bombs, torpedoes and guns are counted over ten faces; what only the owner knows of his fuel is left out [7.2.5],
/// [7.2.6], [7.3.1].
#[test]
fn odds_of_an_air_attack() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0511", 2);
    let unit = table.send(Side::Axis, "I/KG 26 A", Mission::Strike(hex("0511")));
    let light = table.p.light(tables());
    let mut strike =
        crate::strike::Strike::new(Side::Axis, Target::Force(convoy), hex("0511"), light);
    strike.units = vec![unit];
    let class = tables().chart.find_class("mv_al").unwrap();
    strike.line = vec![Stack(vec![Counter::Class {
        of: crate::strike::Holder::Block(convoy),
        class,
        cs: 6,
        hurt: crate::forces::Hurt::Whole,
    }])];
    table.p.secret.strikes.push(strike);
    table
        .play()
        .ask(Side::Axis, Order::Air(AirOrder::Assign(unit)));
    let assign = |load| {
        Choice::Air(AirChoice::Assign {
            place: 0,
            wave: 1,
            load,
        })
    };
    for load in [Load::Bombs, Load::Torpedoes] {
        let told = odds(&table, Side::Axis, assign(load));
        assert!(told[0].label.contains("at least one hit"), "{told:?}");
        assert!(told[0].share.is_some_and(|share| share > 0.0), "{told:?}");
        assert!(told.iter().any(|one| one.rules == ["7.2.5"]), "{told:?}");
    }
    let before = odds(&table, Side::Axis, assign(Load::Torpedoes));
    let fuel = &mut table.force(Side::Allied, convoy).fuel;
    fuel.as_mut().unwrap().status = crate::fuel::Status::Critical;
    assert_eq!(before, odds(&table, Side::Axis, assign(Load::Torpedoes)));
    let scene = look(&table, Side::Axis);
    assert!(words(sheet(&scene, "strike")).contains("Air attack in 0511"));
}

/// 13.7: who forms his line sees what stands in it and what does not yet, with its guns, and presses what comes next;
/// the enemy sees neither [7.2.4], [7.2.5].
#[test]
fn a_line_is_formed_on_the_display() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0511", 2);
    let light = table.p.light(tables());
    let strike = crate::strike::Strike::new(Side::Axis, Target::Force(convoy), hex("0511"), light);
    table.p.secret.strikes.push(strike);
    let class = tables().chart.find_class("mv_al").unwrap();
    let merchants = |cs| Counter::Class {
        of: crate::strike::Holder::Block(convoy),
        class,
        cs,
        hurt: crate::forces::Hurt::Whole,
    };
    let order = AirOrder::Deploy(vec![merchants(6)], vec![Stack(vec![merchants(9)])]);
    table.play().ask(Side::Allied, Order::Air(order));
    let scene = look(&table, Side::Allied);
    let told = words(sheet(&scene, "strike"));
    for said in ["Your line", "ships 9", "to be placed", "ships 6", "AA "] {
        assert!(told.contains(said), "{said}: {told}");
    }
    let offers = scene.prompt.unwrap().offers;
    assert!(offers.iter().any(|offer| offer.choice == "line 0"));
    assert!(told.contains(r#""id":"0""#), "pressed by its place: {told}");
    let scene = look(&table, Side::Axis);
    assert!(!words(sheet(&scene, "strike")).contains("line"));
}

/// A photograph's odds are those of the cards left, by the level that they show [6.9].
#[test]
fn odds_of_a_photograph() {
    let table = Table::new("pq17");
    let port = tables().sheet.find_port("altafjord").unwrap();
    let told = odds(
        &table,
        Side::Allied,
        Choice::Air(AirChoice::Photograph(port)),
    );
    let sum: f64 = told.iter().filter_map(|one| one.share).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{told:?}");
}

/// 13.9: every line names the side it tells of, so that the log can be read side by side, and cites its rules.
#[test]
fn lines_name_their_side_and_rules() {
    let mut table = Table::new("pq6");
    let ships = table.at_sea(Side::Allied, "dd_jr", 4, "0610");
    table.play().step_into(Side::Allied, ships, hex("0611"));
    let moved = table.log.events().iter();
    let mut moved = moved.filter(|event| matches!(event, Event::Moves { .. }));
    let event = moved.next().unwrap();
    for eyes in [Some(Side::Allied), Some(Side::Axis), None] {
        let line = crate::lines::line(tables(), eyes, event).unwrap();
        assert!(line.text.contains("Allied"), "{}", line.text);
        assert!(!line.rules.is_empty());
    }
}

/// 13.10: the Time Track has the turn of a planned attack, for its planner only [12.8].
#[test]
fn a_deadline_is_on_the_time_track() {
    let mut table = Table::new("pq17");
    chit(&mut table, Side::Axis, Condition::AxisConvoy);
    let scene = look(&table, Side::Axis);
    let track = words(sheet(&scene, "time"));
    assert!(track.contains("Axis Convoy: last turn"), "{track}");
    let own = words(sheet(&scene, "condition"));
    assert!(own.contains("[12.3]") && own.contains("the enemy does not know it"));
    let other = look(&table, Side::Allied);
    assert!(!words(sheet(&other, "time")).contains("Axis Convoy"));
    assert!(other.sheets.iter().all(|sheet| sheet.id != "condition"));
    table.p.fleet_mut(Side::Axis).special.revealed = true;
    let other = look(&table, Side::Allied);
    assert!(words(sheet(&other, "condition")).contains("Axis Convoy"));
}

/// 13.11: a plan shows place, ice and fuel turn by turn; a way is drawn from where the plan has brought the force [4.2].
#[test]
fn a_plan_shows_ice_and_fuel() {
    let mut table = Table::new("pq17");
    let block = table.named(Side::Allied, "PQ-17").block;
    table.p.start = Turn::new(5, Half::Am);
    let zone = tables().sheet.zone(hex("0306")).unwrap();
    table.p.ice[zone.index()].rolled = true;
    let to: Hex = hex("0306");
    table.p.fleet_mut(Side::Allied).plans = vec![Plan {
        block,
        steps: vec![
            PlanStep::Leave,
            PlanStep::Rest,
            PlanStep::To(to),
            PlanStep::Rest,
        ],
        made: 0,
    }];
    table.play().ask(Side::Allied, Order::Plan(block));
    let scene = look(&table, Side::Allied);
    let said = words(sheet(&scene, "plans"));
    assert!(said.contains("leaves port"), "{said}");
    assert!(said.contains("up to"), "{said}");
    assert!(said.contains("fuel for"), "{said}");
    let why = explained(&table, Side::Allied, "0306");
    assert!(why.contains("stands here by its plan"), "{why}");
    let back = explained(&table, Side::Allied, "0515");
    assert!(back.contains("cannot be planned"), "{back}");
}

/// 13.12: at the end both plans lie open, and what each side knew and when [3.4].
#[test]
fn at_the_end_both_notebooks_lie_open() {
    let mut table = Table::new("pq6");
    let ships = table.at_sea(Side::Allied, "dd_jr", 4, "0610");
    table.play().identify(Side::Allied, ships, Id::level(2));
    table.play().finish(End::Played);
    for side in Side::ALL {
        let scene = look(&table, side);
        let knew = words(sheet(&scene, "knew-axis"));
        assert!(knew.contains("ID2") && knew.contains("0610"), "{knew}");
        assert_eq!(sheet(&scene, "ledger").lies, Lies::Open);
        sheet(&scene, "knew-allied");
    }
}

/// 13.14: each term that is explained is explained by one rule, and charts are there for the rules that use them.
#[test]
fn terms_have_one_rule_each() {
    let game = Pq17::new(&[]).unwrap();
    let mut terms: Vec<&str> = Vec::new();
    for rule in game.rules() {
        terms.extend(rule.terms.iter().map(String::as_str));
    }
    let all = terms.len();
    terms.sort_unstable();
    terms.dedup();
    assert_eq!(terms.len(), all);
    assert!(all > 100, "{all}");
    let gunnery = game.rules().iter().find(|rule| rule.number == "7.5.2iii");
    let charts = &gunnery.unwrap().tables;
    assert!(charts.iter().any(|name| game.table(name).is_some()));
}

/// The Campaign has a sheet of its own: the Fortnight for both, what waits for its owner only [15.2.2], [15.3.1].
#[test]
fn a_campaign_shows_what_waits() {
    let table = Table::new("campaign-1");
    let own = words(sheet(&look(&table, Side::Allied), "season"));
    assert!(own.contains("merchant ships waiting"), "{own}");
    assert!(own.contains("unloading"), "{own}");
    let other = words(sheet(&look(&table, Side::Axis), "season"));
    assert!(!other.contains("merchant ships waiting"), "{other}");
}

/// The sheet of a shadowed force says by what: aircraft, be they of a sector or a unit, or ships [6.3].
#[test]
fn a_sheet_says_what_shadows() {
    use crate::forces::Shadower;
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0511", 2);
    let unit = table.unit(Side::Axis, "2./406");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0511");
    for (asset, who) in [
        (Shadower::Sector(Sector::Barents), "aircraft"),
        (Shadower::Air(unit), "aircraft"),
        (Shadower::Pack(pack), "an enemy force"),
    ] {
        table.force(Side::Allied, convoy).shadows = vec![asset];
        let scene = look(&table, Side::Allied);
        let said = words(sheet(&scene, &format!("allied {convoy}")));
        assert!(said.contains(&format!("shadowed by {who}")), "{said}");
    }
}

/// The sheet of a force and the question where it goes count as play does: an Inop unit holds it to Moderate Speed, an event
/// gives a pack a hex more, and the sheet says why (13.3), (chapter 13), [5.1].
#[test]
fn a_sheet_knows_what_breaks_down_and_who_goes_farther() {
    let mut table = Table::new("pq17");
    table.p.active = Some(Side::Axis);
    let boats = table.at_sea(Side::Axis, "dd_36a", 2, "0412");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0413");
    let friend = table.at_sea(Side::Allied, "ss_uk", 1, "0414");
    let said = |table: &Table, block: BlockId| {
        words(sheet(&look(table, Side::Axis), &format!("axis {block}")))
    };
    let asked = |table: &mut Table, block: BlockId| {
        table.play().ask(Side::Axis, Order::Steer(block));
        let text = look(table, Side::Axis).prompt.unwrap().text;
        table.p.fleet_mut(Side::Axis).orders.clear();
        text
    };
    assert!(said(&table, boats).contains("three hexes"));
    assert!(said(&table, pack).contains("two hexes"));
    let class = table.force(Side::Axis, boats).units.pools[0].class;
    let fleet = table.p.fleet_mut(Side::Axis);
    fleet.inop = vec![(boats, crate::forces::Hull::Class(class))];
    fleet.redeployed = Some(pack);
    let own = said(&table, boats);
    assert!(own.contains("two hexes") && own.contains("Inop"), "{own}");
    let own = said(&table, pack);
    assert!(
        own.contains("three hexes") && own.contains("event"),
        "{own}"
    );
    let question = asked(&mut table, boats);
    assert!(question.contains("Two hexes left"), "{question}");
    let question = asked(&mut table, pack);
    assert!(question.contains("Three hexes left"), "{question}");
    // A block of the enemy's with that number goes no farther.
    table.p.fleet_mut(Side::Axis).redeployed = Some(friend);
    let own = words(sheet(
        &look(&table, Side::Allied),
        &format!("allied {friend}"),
    ));
    assert!(own.contains("two hexes") && !own.contains("event"), "{own}");
}

/// The question where a pack goes counts as play does: one hex unless it runs, and what patrols made it lose is gone [7.4.5].
#[test]
fn the_question_counts_what_a_pack_lost() {
    let mut table = Table::new("pq17");
    table.p.active = Some(Side::Axis);
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0413");
    for (run, lost, left) in [
        (false, 0, "One hex left"),
        (true, 0, "Two hexes left"),
        (true, 1, "One hex left"),
    ] {
        let motion = &mut table.force(Side::Axis, pack).motion;
        (motion.run, motion.lost) = (run, lost);
        table.play().ask(Side::Axis, Order::Steer(pack));
        let text = look(&table, Side::Axis).prompt.unwrap().text;
        table.p.fleet_mut(Side::Axis).orders.clear();
        assert!(text.contains(left), "{text}");
    }
}
