//! Aircraft: missions, Air Radii, photographs, touch with the enemy, patrols, stragglers [1.5], [5.3], [6.3], [6.8.1],
//! [6.9], [7.4.5], [7.7], [7.8].

use super::{Table, hex, tables};
use crate::air::{AirChoice, AirId, AirOrder, Cover, Finder, Leave, Mission, Part};
use crate::choice::Choice;
use crate::forces::{Id, Place, Shadower};
use crate::sequence::{Order, Purpose, Search, Step, Success};
use crate::side::Side;
use crate::tables::{Base, OptionId, Sector};
use crate::time::Turn;
use crate::weather::{Prevailing, Weather};
use derbyhouse_kernel::Chance;

impl Table {
    pub(super) fn unit(&self, side: Side, name: &str) -> AirId {
        let mut units = self.p.wing(side);
        units.find(|(_, unit)| unit.name == name).unwrap().0
    }

    pub(super) fn set_weather(&mut self, weather: Weather) {
        self.p.weather = Some(Prevailing { weather, sum: 0 });
    }

    /// Where a unit could go, and for what.
    fn flights(&self, side: Side, name: &str) -> Vec<AirChoice> {
        let mut out = Vec::new();
        let unit = self.unit(side, name);
        self.p.list_flights(tables(), side, unit, &[], &mut out);
        let air = |choice: Choice| match choice {
            Choice::Air(choice) => Some(choice),
            _ => None,
        };
        out.into_iter().filter_map(air).collect()
    }

    pub(super) fn may_fly(&self, side: Side, name: &str) -> bool {
        let unit = self.p.air(side, self.unit(side, name)).unwrap();
        self.p.may_fly(tables(), side, unit)
    }

    pub(super) fn send(&mut self, side: Side, name: &str, mission: Mission) -> AirId {
        let unit = self.unit(side, name);
        self.p.air_mut(side, unit).unwrap().mission = mission;
        unit
    }

    /// A Convoy at sea, known as well as that.
    pub(super) fn convoy_at(&mut self, name: &str, at: &str, id: u8) -> crate::forces::BlockId {
        let convoy = self.named(Side::Allied, name).block;
        let token = self.play().new_token();
        let turn = self.p.turn;
        let force = self.force(Side::Allied, convoy);
        force.place = Place::Sea(hex(at));
        force.token = token;
        force.id = Id::level(id);
        let leaving = crate::fuel::Leaving::default();
        force.fuel = Some(crate::fuel::Fuel::on_leaving(tables(), turn, leaving));
        convoy
    }

    /// Works through what is planned, with an answer to every question, until nothing is left.
    pub(super) fn drive(&mut self, mut answer: impl FnMut(Side, &Order, &[Choice]) -> Choice) {
        loop {
            let asked = Side::ALL
                .into_iter()
                .find(|side| !self.p.fleet(*side).orders.is_empty());
            if let Some(side) = asked {
                let choices = self.choices(side);
                let order = self.p.fleet(side).orders.top().unwrap().clone();
                let choice = answer(side, &order, &choices);
                assert!(choices.contains(&choice), "{choice} of {choices:?}");
                self.p.fleet_mut(side).orders.pop();
                self.play().answer(side, order, choice);
            } else if let Some(step) = self.p.secret.agenda.pop() {
                self.play().step(step);
            } else {
                return;
            }
        }
    }
}

/// Only who searches flies where there is nothing to attack; a known Convoy in range brings the bombers [5.3], [7.1.1].
#[test]
fn bombers_fly_only_to_what_they_can_attack() {
    let mut table = Table::new("pq16");
    assert!(table.flights(Side::Axis, "I/KG 30 A").is_empty());
    assert!(
        table
            .flights(Side::Axis, "1./406")
            .contains(&AirChoice::Recon(hex("0613")))
    );
    table.convoy_at("PQ-16", "0514", 1);
    assert_eq!(
        table.flights(Side::Axis, "I/KG 30 A"),
        [AirChoice::Strike(hex("0514"))]
    );
    assert!(hex("0514").distance(hex("0816")) > 2);
    assert!(table.flights(Side::Axis, "I/StG 5 A").is_empty(), "range 2");
    let convoy = table.named(Side::Allied, "PQ-16").block;
    table.force(Side::Allied, convoy).id = Id::UNIDENTIFIED;
    assert!(table.flights(Side::Axis, "I/KG 30 A").is_empty());
}

/// At Night only who searches and British bombers fly, unless an event says more; Fog and Gales ground everybody, Storms
/// the carriers; floatplanes are aircraft like others [5.3], [9.2.3], [9.2.4], [9.2.5], [1.5.2].
#[test]
fn night_and_weather_keep_aircraft_down() {
    let mut table = Table::new("pq6");
    assert!(!table.may_fly(Side::Axis, "III/KG 30"), "Night");
    assert!(
        table.may_fly(Side::Axis, "1./406"),
        "a floatplane that searches"
    );
    table.p.active = Some(Side::Axis);
    table.p.leave = Leave {
        night: true,
        ..Leave::default()
    };
    assert!(table.may_fly(Side::Axis, "III/KG 30"));
    let mut table = Table::new("pq16");
    let home = table.named(Side::Allied, "Home Fleet").block;
    assert!(
        !table.may_fly(Side::Allied, "817 Sqn"),
        "her carrier is in port"
    );
    table.force(Side::Allied, home).place = Place::Sea(hex("0511"));
    for (weather, land, deck) in [
        (Weather::Fair, true, true),
        (Weather::ReducedVisibility, true, true),
        (Weather::Fog, false, false),
        (Weather::Storms, true, false),
        (Weather::Gales, false, false),
    ] {
        table.set_weather(weather);
        assert_eq!(table.may_fly(Side::Axis, "I/KG 30 A"), land, "{weather}");
        assert_eq!(table.may_fly(Side::Allied, "817 Sqn"), deck, "{weather}");
    }
}

/// A unit that searches and hunts submarines may cover one hex for each step until the enemy's submarines have had their
/// turn; not off enemy ports; carriers cover their own hex unless they keep silent; the Axis lays none at Night [5.3.1],
/// [6.4.1] (R36).
#[test]
fn air_radii_come_and_go() {
    let mut table = Table::new("pq16");
    let cover = |table: &Table, at: &str| table.p.air_cover(tables(), Side::Allied, hex(at));
    assert_eq!(cover(&table, "0609"), Cover::None);
    let unit = table.unit(Side::Allied, "210 Sqn");
    table
        .play()
        .ask(Side::Allied, Order::Air(AirOrder::Fly(unit, Vec::new())));
    let choices = table.choices(Side::Allied);
    assert!(choices.contains(&Choice::Air(AirChoice::Radius(hex("0609")))));
    assert!(
        !choices.contains(&Choice::Air(AirChoice::Radius(hex("1111")))),
        "Trondheim"
    );
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().fly(
        Side::Allied,
        unit,
        Vec::new(),
        Choice::Air(AirChoice::Radius(hex("0609"))),
    );
    assert_eq!(cover(&table, "0609"), Cover::Other);
    table.play().fly_home(Side::Allied);
    assert_eq!(cover(&table, "0609"), Cover::Other, "it stays");
    table.play().end_radii(Side::Allied);
    assert_eq!(cover(&table, "0609"), Cover::None);

    let home = table.named(Side::Allied, "Home Fleet").block;
    table.force(Side::Allied, home).place = Place::Sea(hex("0510"));
    assert_eq!(cover(&table, "0510"), Cover::Other);
    let victorious = tables().chart.find_ship("victorious").unwrap();
    let silent = Choice::Air(AirChoice::Silent(victorious));
    table
        .play()
        .choose_mission(Side::Allied, Vec::new(), silent);
    assert_eq!(cover(&table, "0510"), Cover::None);
    let again = table.choices(Side::Allied);
    assert!(
        !again.contains(&Choice::Air(AirChoice::Patrol(victorious))),
        "once"
    );
    let patrol = Choice::Air(AirChoice::Patrol(victorious));
    table
        .play()
        .choose_mission(Side::Allied, Vec::new(), patrol);
    table.set_weather(Weather::Storms);
    assert_eq!(cover(&table, "0510"), Cover::None);

    let night = Table::new("pq6");
    let radius = |choice: &AirChoice| matches!(choice, AirChoice::Radius(_));
    let axis = night.flights(Side::Axis, "1./406");
    assert!(!axis.iter().any(radius) && night.flights(Side::Allied, "210 Sqn").iter().any(radius));
}

/// By Day a photo unit shows one enemy port in range: everything in it together, no Dummy, and no ID changes; what it
/// shows of carriers frees Tirpitz for a turn [6.9], [5.1.8] (R20).
#[test]
fn photographs_show_what_lies_in_port() {
    let mut table = Table::new("pq16");
    table.p.segment = crate::sequence::Segment::PhotoReconnaissance;
    table.play().begin_photographs(Side::Axis);
    let scapa = tables().sheet.find_port("scapa_flow").unwrap();
    let photo = Choice::Air(AirChoice::Photograph(scapa));
    let unit = table.unit(Side::Axis, "1.(F)/120");
    let steps = [Step::Air(crate::air::AirStep::Photograph(Side::Axis, unit))];
    assert!(steps.iter().all(|step| {
        table.p.secret.agenda.top() == Some(step)
            || table.p.secret.agenda.below_top().any(|other| other == step)
    }));
    let mut ports = Vec::new();
    table
        .p
        .list_photographs(tables(), Side::Axis, unit, &mut ports);
    assert!(ports.contains(&photo) && ports.contains(&Choice::Pass));
    let tirpitz = table.named(Side::Axis, "Battle group I").clone();
    assert!(!table.p.is_tirpitz_free(tables(), &tirpitz));
    while table.p.fleet(Side::Axis).wing.photographs.is_empty() {
        table.play().photograph(Side::Axis, unit, photo);
    }
    let shown = table.p.fleet(Side::Axis).wing.photographs[0].clone();
    let exact = shown.report.exact.unwrap();
    assert_eq!((exact.heavy, exact.carriers), (5, true));
    assert_eq!(shown.report.open.is_some(), shown.report.level == 4);
    table.play().tell_of_carriers();
    assert!(table.p.is_tirpitz_free(tables(), &tirpitz));
    table.p.turn = Turn::FIRST.later(2);
    table.play().tell_of_carriers();
    assert!(
        !table.p.is_tirpitz_free(tables(), &tirpitz),
        "two turns later"
    );
    let mut night = Table::new("pq6");
    night.play().begin_photographs(Side::Axis);
    assert!(night.p.secret.agenda.is_empty());
}

/// A recon unit that has found a Convoy may stay with it, in range of its base, and goes home when it is let go; Soviet
/// aircraft never shadow [6.3.1], [6.3.5], [5.4].
#[test]
fn aircraft_shadow() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0511", 2);
    let unit = table.send(Side::Axis, "2./406", Mission::Recon(hex("0511")));
    let token = table.token(Side::Allied, convoy);
    let asset = Shadower::Air(unit);
    assert_eq!(table.p.shadowers(tables(), Side::Axis, token), [asset]);
    table
        .play()
        .shadow(Side::Axis, token, Choice::Shadow(asset));
    table.play().fly_home(Side::Axis);
    assert_eq!(
        table.p.air(Side::Axis, unit).unwrap().mission,
        Mission::Shadow
    );
    // Its owner is asked before the Convoy moves.
    table.play().begin_movement(Side::Allied);
    table.play().take_helm(Side::Allied, Choice::Move(convoy));
    assert_eq!(
        table.choices(Side::Axis),
        [Choice::Air(AirChoice::Release(asset)), Choice::Pass]
    );
    assert_eq!(table.p.fleet(Side::Allied).orders.top(), Some(&Order::Helm));
    let _ = table.p.fleet_mut(Side::Axis).orders.pop();
    table
        .play()
        .release(Side::Axis, token, Choice::Air(AirChoice::Release(asset)));
    assert_eq!(
        table.p.air(Side::Axis, unit).unwrap().mission,
        Mission::Base
    );
    assert_eq!(
        table.force(Side::Allied, convoy).id,
        Id::level(1),
        "one less (R88)"
    );

    let cruisers = table.at_sea(Side::Axis, "dd_36a", 2, "0617");
    table.force(Side::Axis, cruisers).id = Id::level(2);
    table.send(Side::Allied, "118 ORAP", Mission::Recon(hex("0617")));
    let token = table.token(Side::Axis, cruisers);
    assert!(table.p.shadowers(tables(), Side::Allied, token).is_empty());
}

/// Fog over its base ends the touch of an air unit, a sector goes on [6.3.5], [9.2.3].
#[test]
fn weather_ends_the_touch_of_aircraft() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0511", 2);
    let unit = table.send(Side::Axis, "2./406", Mission::Recon(hex("0511")));
    let token = table.token(Side::Allied, convoy);
    table
        .play()
        .shadow(Side::Axis, token, Choice::Shadow(Shadower::Air(unit)));
    table.set_weather(Weather::Fog);
    table.play().check_all_shadowers();
    assert!(table.force(Side::Allied, convoy).shadows.is_empty());
    assert_eq!(
        table.p.air(Side::Axis, unit).unwrap().mission,
        Mission::Base
    );
}

/// When a shadowed force splits, the shadower says in words which part he follows; where they fit none or several, chance
/// decides [6.3.4].
#[test]
fn the_shadower_names_the_part_he_follows() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0511", 2);
    let unit = table.send(Side::Axis, "2./406", Mission::Recon(hex("0511")));
    let token = table.token(Side::Allied, convoy);
    table
        .play()
        .shadow(Side::Axis, token, Choice::Shadow(Shadower::Air(unit)));
    let destroyers = tables().chart.find_class("dd_jr").unwrap();
    table.play().ask(Side::Allied, Order::Helm);
    table
        .play()
        .split(Side::Allied, convoy, None, Choice::TakeClass(destroyers));
    let Some(Order::Split(_, Some(part))) = table.p.fleet_mut(Side::Allied).orders.pop() else {
        panic!("the split goes on");
    };
    table
        .play()
        .split(Side::Allied, convoy, Some(part), Choice::Done);
    let words = table.choices(Side::Axis);
    let follow = |part| Choice::Air(AirChoice::Follow(part));
    assert!(words.contains(&follow(Part::Convoy)) && !words.contains(&follow(Part::Capital)));
    assert!(
        table.p.fleet(Side::Allied).orders.is_empty(),
        "movement waits"
    );
    let parts = [convoy, part];
    table
        .play()
        .follow_part(Side::Axis, &parts, follow(Part::Convoy));
    assert!(!table.force(Side::Allied, convoy).shadows.is_empty());
    table
        .play()
        .follow_part(Side::Axis, &parts, follow(Part::Smaller));
    assert!(table.force(Side::Allied, convoy).shadows.is_empty());
    assert_eq!(
        table.force(Side::Allied, part).shadows,
        [Shadower::Air(unit)]
    );
}

/// A pack that runs for two hexes, or is Identified by Day, meets a patrol at every hexside of an Air Radius; stopped, it
/// keeps its hex and its ID falls no further [7.4.5].
#[test]
fn patrols_hold_packs_down() {
    let mut table = Table::new("pq16");
    let pack = table.at_sea(Side::Axis, "ss_de", 3, "0511");
    let home = table.named(Side::Allied, "Home Fleet").block;
    table.force(Side::Allied, home).place = Place::Sea(hex("0511"));
    assert!(
        table.play().passes_patrol(Side::Axis, pack, hex("0512")),
        "one hex, unseen"
    );
    let ways = table.ways(Side::Axis, pack);
    assert!(ways.contains(&Choice::Air(AirChoice::Run)));
    table
        .play()
        .steer(Side::Axis, pack, Choice::Air(AirChoice::Run));
    table.p.fleet_mut(Side::Axis).orders.clear();
    // Every face of the ASW die, and of the second one after a Success [7.4.1]: 0 to 4 slips through, 5 to 7 is held down,
    // 8 and 9 cost a boat. The pack sets out whole each time.
    let whole = table.force(Side::Axis, pack).clone();
    let faces = (0..10).flat_map(|die| (0..10).map(move |fate| (die, fate)));
    for (die, fate) in faces {
        *table.force(Side::Axis, pack) = whole.clone();
        table.chance = Chance::scripted([die, fate, 0, 0]);
        let passed = table.play().passes_patrol(Side::Axis, pack, hex("0512"));
        table.p.fleet_mut(Side::Axis).orders.clear();
        table.p.secret.agenda.clear();
        assert_eq!(passed, die < 5, "{die}");
        let force = table.force(Side::Axis, pack).clone();
        assert_eq!(force.hex(), Some(hex("0511")), "it stays on the near side");
        let (id, lost) = match passed {
            true => (whole.id, 0),
            false => (Id::level(1), 1),
        };
        assert_eq!((force.id, force.motion.lost), (id, lost), "{die}");
        let boats = force.units.cs(&tables().chart, |_| true);
        assert_eq!(boats, if die >= 8 { 2 } else { 3 }, "{die}, {fate}");
    }
}

/// Whoever is near a Scattered Convoy draws a card of his own and may attack at once; a TF sinks one ship and no more
/// [6.8.1], [7.7.1], [5.5] (R43).
#[test]
fn stragglers_are_met_one_by_one() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0514", 2);
    table.play().steer(Side::Allied, convoy, Choice::Scatter);
    assert_eq!(table.force(Side::Allied, convoy).id, Id::HIGHEST);
    let destroyers = table.at_sea(Side::Axis, "dd_36a", 2, "0515");
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0514");
    let moved = table.at_sea(Side::Axis, "ss_de", 2, "0514");
    table.force(Side::Axis, moved).motion.hexes = 1;
    let far = table.at_sea(Side::Axis, "dd_36a", 1, "0517");
    let scout = table.send(Side::Axis, "1./406", Mission::Recon(hex("0514")));
    let force = table.force(Side::Allied, convoy).clone();
    let searches = table.play().searches_for_stragglers(Side::Axis, &force);
    let finders: Vec<Finder> = searches
        .iter()
        .filter_map(|step| match step {
            Step::Search(Search {
                purpose: Purpose::Straggler(finder),
                ..
            }) => Some(*finder),
            _ => None,
        })
        .collect();
    let blocks = [destroyers, pack, moved].map(Finder::Force);
    assert!(blocks.iter().all(|finder| finders.contains(finder)));
    assert!(finders.contains(&Finder::Air(scout)) && !finders.contains(&Finder::Force(far)));
    assert!(
        table.play().drew_for_show(Side::Axis, moved),
        "it has moved"
    );

    let ships = |table: &mut Table| {
        let units = table.force(Side::Allied, convoy).units.clone();
        units.convoy_ships(&tables().chart)
    };
    let (before, token) = (ships(&mut table), table.token(Side::Allied, convoy));
    table
        .play()
        .met(Side::Axis, Finder::Force(destroyers), token);
    let choices = table.choices(Side::Axis);
    assert_eq!(choices, [Choice::Air(AirChoice::Hit), Choice::Pass]);
    table.p.fleet_mut(Side::Axis).orders.clear();
    let hit = Choice::Air(AirChoice::Hit);
    table
        .play()
        .contact(Side::Axis, Finder::Force(destroyers), token, hit);
    assert_eq!(ships(&mut table), before - 1);
    assert!(
        table.play().drew_for_show(Side::Axis, destroyers),
        "once in a turn"
    );
    assert!(!table.p.may_meet(
        tables(),
        table.p.fleet(Side::Axis).force(destroyers).unwrap()
    ));
}

/// A unit that meets a Scattered Convoy attacks one random ship, which alone fires, and goes home [7.7.3], [7.7].
#[test]
fn an_air_unit_attacks_one_straggler() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0514", 2);
    table.play().steer(Side::Allied, convoy, Choice::Scatter);
    let scout = table.send(Side::Axis, "1./406", Mission::Recon(hex("0514")));
    let token = table.token(Side::Allied, convoy);
    let hit = Choice::Air(AirChoice::Hit);
    table
        .play()
        .contact(Side::Axis, Finder::Air(scout), token, hit);
    let mut asked = Vec::new();
    table.drive(|side, _, choices| {
        asked.push((side, choices.to_vec()));
        choices[0]
    });
    assert_eq!(asked.len(), 1, "bombs or torpedoes");
    assert_eq!(asked[0].0, Side::Axis);
    assert!(table.p.secret.strikes.is_empty());
    assert_eq!(
        table.p.air(Side::Axis, scout).unwrap().mission,
        Mission::Base
    );
}

/// Each step a carrier loses destroys two steps of aircraft; Crippled she flies nothing; sunk she takes those aboard with
/// her, and those in the air land where there is room [7.8] (R45).
#[test]
fn carriers_lose_their_aircraft() {
    let mut table = Table::new("pq16");
    let home = table.named(Side::Allied, "Home Fleet").block;
    table.force(Side::Allied, home).place = Place::Sea(hex("0511"));
    let victorious = tables().chart.find_ship("victorious").unwrap();
    let steps = |table: &Table| -> u8 {
        let aboard = table.p.fleet(Side::Allied).air.iter();
        let aboard = aboard.filter(|unit| unit.base == Base::Carrier(victorious));
        aboard.map(|unit| unit.cs).sum()
    };
    assert_eq!(steps(&table), 6);
    let deck = |table: &mut Table, step, crippled| {
        let force = table.force(Side::Allied, home);
        let state = force
            .units
            .ships
            .iter_mut()
            .find(|state| state.ship == victorious);
        let state = state.unwrap();
        (state.step, state.crippled) = (step, crippled);
    };
    deck(&mut table, 1, false);
    table.play().tidy_force(Side::Allied, home);
    table.play().tidy_force(Side::Allied, home);
    assert_eq!(steps(&table), 4, "once for each step");
    assert!(table.p.fleet(Side::Allied).air.iter().any(|unit| {
        unit.base == Base::Carrier(victorious)
            && unit.cs > 0
            && table.p.may_fly(tables(), Side::Allied, unit)
    }));
    deck(&mut table, 1, true);
    let mut flies = table.p.fleet(Side::Allied).air.iter();
    assert!(!flies.any(|unit| {
        unit.base == Base::Carrier(victorious) && table.p.may_fly(tables(), Side::Allied, unit)
    }));
    let vp = table.p.vp();
    table.play().carrier_sinks(Side::Allied, home, victorious);
    assert_eq!(steps(&table), 0);
    assert!(table.p.vp() < vp);
}

/// An event gives one sector two hexes more for a turn [6.4.2].
#[test]
fn a_long_range_search_adds_hexes_to_one_sector() {
    let mut table = Table::new("pq16");
    let named = |table: &Table, hexes: usize| {
        let sector = Sector::Barents;
        let mut all: Vec<_> = tables()
            .sheet
            .sector(sector)
            .iter()
            .map(|hex| (sector, hex))
            .collect();
        all.truncate(hexes);
        let mut out = Vec::new();
        table.p.list_sectors(tables(), Side::Axis, &all, &mut out);
        let more = |choice: &Choice| matches!(choice, Choice::Search(s, _) if *s == sector);
        out.iter().any(more)
    };
    let given = usize::from(table.p.scenario(tables()).search[4]);
    assert!(named(&table, given - 1) && !named(&table, given));
    table.p.favour.search = Some((Sector::Barents, 2));
    assert!(named(&table, given + 1) && !named(&table, given + 2));
}

/// By the option the second card needs a touch of the same service [7.1.1] (R58).
#[test]
fn the_strict_option_asks_for_touch_of_the_same_service() {
    for (strict, cards) in [(false, true), (true, false)] {
        let mut table = Table::new("pq16");
        table.p.setup.switch(OptionId::TargetLocationStrict, strict);
        table.set_weather(Weather::ReducedVisibility);
        let convoy = table.convoy_at("PQ-16", "0511", 2);
        let pack = table.at_sea(Side::Axis, "ss_de", 3, "0511");
        let token = table.token(Side::Allied, convoy);
        let asset = Shadower::Pack(pack);
        table
            .play()
            .shadow(Side::Axis, token, Choice::Shadow(asset));
        let search = Search {
            by: Side::Axis,
            token,
            purpose: Purpose::Raid(0),
            again: false,
        };
        let target = table.p.fleet(Side::Allied).by_token(token).unwrap();
        assert_eq!(table.p.second_card(tables(), &search, target), cards);
    }
}

/// A CAM announced against the interceptor symbol is used up [6.2.2], [1.4.3].
#[test]
fn a_cam_is_used_once() {
    let mut table = Table::new("pq16");
    let convoy = table.convoy_at("PQ-16", "0511", 1);
    let success = Success {
        search: Search {
            by: Side::Axis,
            token: table.token(Side::Allied, convoy),
            purpose: Purpose::Reconnaissance,
            again: false,
        },
        symbol: true,
        sure: false,
        watermark: false,
        gain: 1,
    };
    let cam = Choice::Negate(crate::recon::Negation::Cam);
    for can in [true, false] {
        table
            .play()
            .ask(Side::Allied, Order::Negate(success.clone()));
        assert_eq!(table.choices(Side::Allied).contains(&cam), can);
        table.p.fleet_mut(Side::Allied).orders.clear();
        table.play().negate(success.clone(), cam);
    }
    assert_eq!(table.force(Side::Allied, convoy).id, Id::level(1));
}
