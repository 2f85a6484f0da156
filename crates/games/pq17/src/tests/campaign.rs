//! The Campaign (chapter 15): what passes from one Fortnight to the next.

use super::{Table, tables};
use crate::choice::Choice;
use crate::event::Event;
use crate::forces::{Hull, Kind, Place, Pool, ShipState, Units};
use crate::season::{Cause, Ev, Gone, Source};
use crate::sequence::Order;
use crate::side::Side;
use crate::tables::{IceSeason, Track};
use crate::units::ShipType;
use crate::vp::Vp;

pub(super) fn campaign() -> Table {
    Table::new("campaign")
}

pub(super) fn fortnight(table: &mut Table, number: u8) {
    if let Some(season) = &mut table.p.season {
        season.fortnight = number;
    }
}

/// Loaded ships that wait for a Convoy [15.3.1].
pub(super) fn loaded_ships(table: &Table) -> u8 {
    let reserve = &table.p.fleet(Side::Allied).reserve;
    reserve.stock.merchants(&tables().chart)
}

/// March I: no scenario's Convoys, ships loaded in Reykjavik and empty in Murmansk, Prinz Eugen damaged (chapter 15), [15.1],
/// [15.2], [8.4] (R99).
#[test]
fn the_campaign_begins_in_march() {
    let table = campaign();
    assert_eq!(table.p.start, tables().campaign.start);
    assert!(table.p.fleet(Side::Allied).accounts.is_empty());
    let reserve = &table.p.fleet(Side::Allied).reserve;
    assert_eq!(reserve.stock.merchants(&tables().chart), 17);
    assert_eq!(reserve.boxes[0].face_up.merchants(&tables().chart), 15);
    let eugen = tables().chart.find_ship("prinz_eugen").unwrap();
    let mut axis = table.p.fleet(Side::Axis).forces.iter();
    assert!(axis.any(|f| {
        f.units
            .ships
            .iter()
            .any(|s| s.ship == eugen && s.crippled && s.step == 2)
    }));
    let points = &table.p.fleet(Side::Allied).points;
    assert_eq!(points[Track::HomeFleet.index()].available, 8); // [4.3.1]
    assert_eq!(points[Track::SevernyFlot.index()].available, 2);
}

/// Bids at once and in secret, a bonus if the chit has one; the winner pays, both 0 is no Operation [4.1.2].
#[test]
fn the_initiative_is_bid_for() {
    let mut table = campaign();
    for side in Side::ALL {
        table.play().ask(side, Order::Bid);
        assert_eq!(table.choices(side).len(), 10);
        table.p.fleet_mut(side).orders.clear();
    }
    table.play().bid(Side::Allied, Choice::Bid(2));
    table.play().bid(Side::Axis, Choice::Bid(4));
    let before = table.p.vp();
    table.play().take_initiative();
    assert_eq!(table.p.initiative, Side::Axis);
    assert_eq!(table.p.vp(), before + Vp::whole(4));
    // The bonus is asked of everybody, but only a chit gives it.
    table.play().ask(Side::Axis, Order::Bonus);
    assert_eq!(table.choices(Side::Axis), [Choice::Pass]);
}

/// A Convoy takes as many ships as its admiral likes, at most one CAM; one in ballast from the box [15.2], [15.2.1].
#[test]
fn convoys_are_made_up() {
    let mut table = campaign();
    table.play().form_convoy(Source::Loaded, Choice::Ships(12));
    table
        .play()
        .form_convoy(Source::Ballast(0), Choice::Ships(15));
    let accounts = &table.p.fleet(Side::Allied).accounts;
    assert_eq!(
        accounts
            .iter()
            .map(|own| (own.started, own.loaded))
            .collect::<Vec<_>>(),
        [(12, true), (15, false)]
    );
    assert_eq!(
        table
            .p
            .fleet(Side::Allied)
            .reserve
            .stock
            .merchants(&tables().chart),
        5
    );
    let loaded = table
        .p
        .fleet(Side::Allied)
        .forces
        .iter()
        .find(|f| f.kind == Kind::Convoy)
        .unwrap();
    assert!(
        loaded
            .units
            .cs(&tables().chart, |kind| kind == ShipType::Mc)
            <= 1
    );
    assert_eq!(loaded.place, Place::Port(table.p.loading_port(tables())));
}

/// Ships that are in are unloaded, eleven a Fortnight at Murmansk, a point each; those that wait in ballast cost half
/// [15.2.2], [15.9.1] (R53).
#[test]
fn ships_are_unloaded() {
    let mut table = campaign();
    let mv = tables().chart.find_class("mv_al").unwrap();
    let murmansk = tables().sheet.find_port("murmansk").unwrap();
    let units = Units {
        ships: Vec::new(),
        pools: vec![Pool::new(mv, 14)],
    };
    table.play().moor(Side::Allied, murmansk, true, &units);
    table.play().plan_order_of_battle();
    assert_eq!(
        table.p.fleet(Side::Allied).reserve.unloaded,
        0,
        "they came after the Victory Point Phase's ships"
    );
    table.play().berth_merchants();
    let berths = &mut table.p.fleet_mut(Side::Allied).reserve.boxes[0];
    let up = std::mem::take(&mut berths.face_up);
    berths.face_down = up; // as it was before that phase
    let before = table.p.vp();
    table.play().plan_order_of_battle();
    let berths = &table.p.fleet(Side::Allied).reserve.boxes[0];
    let count = |units: &Units| units.merchants(&tables().chart);
    assert_eq!(
        (
            count(&berths.unloading),
            count(&berths.face_down),
            count(&berths.face_up)
        ),
        (3, 11, 15)
    );
    assert_eq!(table.p.vp(), before + Vp::whole(11) - Vp::halves(15));
}

/// Ships damaged by ice are back next Fortnight, Soviets never; a merchant ship is loaded again [15.5.3], [15.2.3] (R98).
#[test]
fn what_ice_took_comes_back() {
    let mut table = campaign();
    let [dd, su, mv] = ["dd_jr", "dd_su", "mv_al"].map(|id| tables().chart.find_class(id).unwrap());
    for (class, loaded) in [(dd, false), (su, false), (mv, true)] {
        table.play().reserve(Side::Allied).gone.push(Gone {
            loaded,
            ..Gone::new(Hull::Class(class), Cause::Weather)
        });
    }
    table.play().repairs();
    let reserve = &table.p.fleet(Side::Allied).reserve;
    assert_eq!(reserve.due.len(), 1);
    assert_eq!(reserve.due[0].fortnight, 1);
    assert_eq!(reserve.stock.merchants(&tables().chart), 18);
}

/// TFs at sea go to port, half of a nation's submarines may stay out [15.8].
#[test]
fn everybody_goes_home() {
    let mut table = campaign();
    let boats = table.at_sea(Side::Axis, "dd_36a", 2, "0715");
    table.play().bring_in(Side::Axis, boats, Choice::AsListed);
    assert!(table.force(Side::Axis, boats).place.in_port().is_some());
    let pack = table.at_sea(Side::Axis, "ss_de", 2, "0613");
    table.play().ask(Side::Axis, Order::StayOut(pack));
    assert_eq!(table.choices(Side::Axis), [Choice::Wait, Choice::Pass]);
    table.play().stay_out(Side::Axis, pack, Choice::Pass);
    assert!(table.force(Side::Axis, pack).place.in_port().is_some());
}

/// Patrol White is relieved, and after EV is one cruiser in Reykjavik [15.8.1]; Soviet ships stay half in port [15.8.2].
#[test]
fn patrol_white_is_relieved() {
    let mut table = campaign();
    table.play().plan_shipping();
    let mut offers = Vec::new();
    table.p.list_white_swap(tables(), &mut offers);
    if let Some(Choice::Replace(old, new)) = offers
        .iter()
        .find(|c| matches!(c, Choice::Replace(..)))
        .copied()
    {
        table.play().swap_white(Choice::Replace(old, new));
        assert!(table.p.fleet(Side::Allied).white.contains(&new));
    }
    table.play().reserve(Side::Allied).ev = Ev::Done(0);
    table.play().plan_shipping();
    assert_eq!(table.p.fleet(Side::Allied).white.len(), 1);
    let [flot, _] = ["0717", "0718"].map(|at| table.at_sea(Side::Allied, "dd_su", 2, at));
    let murmansk = tables().sheet.find_port("murmansk").unwrap();
    table.force(Side::Allied, flot).place = Place::Port(murmansk);
    let force = table.p.fleet(Side::Allied).force(flot).unwrap().clone();
    assert!(
        !table
            .p
            .is_within_soviet_half(tables(), Side::Allied, &force)
    );
}

/// Operation EV: its ships come, no more ships load until its Convoy has sailed, then at Loch Ewe [15.8.3], [15.3.1].
#[test]
fn operation_ev_is_declared() {
    let mut table = campaign();
    table.play().declare_ev(Choice::Declare);
    let avenger = tables().chart.find_ship("avenger").unwrap();
    assert!(
        table.p.fleet(Side::Allied).forces.iter().any(|f| f
            .units
            .ships
            .iter()
            .any(|s| s.ship == avenger))
    );
    let before = loaded_ships(&table);
    table.play().fortnight_reinforcements();
    assert_eq!(loaded_ships(&table), before);
    table.play().reserve(Side::Allied).ev = Ev::Done(2);
    assert_eq!(table.p.loading_port(tables()), tables().campaign.loading[1]);
}

/// Ice by the Fortnight: no zone that is rolled gets worse in the breakup, nor better while it freezes [10.4], [10.4.1],
/// [10.4.2] (R52).
#[test]
fn ice_breaks_up_and_freezes() {
    for (number, season) in [(2, IceSeason::Breakup), (19, IceSeason::Freezing)] {
        let mut table = campaign();
        fortnight(&mut table, number);
        let found = table.p.fortnight(tables()).map(|values| values.season);
        assert_eq!(found, Some(season));
        let before = table.p.ice;
        table.play().begin_fortnight();
        let zones = before.iter().zip(&table.p.ice);
        let rolled: Vec<_> = zones.filter(|(was, _)| was.rolled).collect();
        assert!(!rolled.is_empty());
        for (was, now) in rolled {
            let fits = match season {
                IceSeason::Breakup => now.condition <= was.condition,
                IceSeason::Freezing => now.condition >= was.condition,
            };
            assert!(
                fits,
                "{season}: {:?} after {:?}",
                now.condition, was.condition
            );
        }
    }
}

/// A Ground Offensive takes aircraft in the Order of Battle Phase [12.6.1].
#[test]
fn an_offensive_takes_aircraft() {
    let mut table = campaign();
    let cs = |table: &Table| -> u32 {
        Side::ALL
            .iter()
            .flat_map(|side| table.p.fleet(*side).air.iter())
            .map(|unit| u32::from(unit.cs))
            .sum()
    };
    let before = cs(&table);
    table.p.offensive = true;
    for _ in 0..4 {
        table
            .play()
            .order_of_battle(crate::order_of_battle::Muster::Offensive);
    }
    assert!(cs(&table) < before);
}

/// Ships that broke out come back where and when a chit says [12.2.1]; an agent betrays two Convoys [12.1] (R33).
#[test]
fn raiders_come_back() {
    let mut table = campaign();
    let scheer = tables().chart.find_ship("admiral_scheer").unwrap();
    for force in &mut table.p.fleet_mut(Side::Axis).forces {
        force.units.ships.retain(|state| state.ship != scheer);
    }
    let state = ShipState::new(scheer, tables().chart.ship(scheer));
    let turn = table.p.turn;
    let reserve = table.play();
    reserve.p.fleet_mut(Side::Axis).reserve.raiders = vec![state];
    reserve.p.fleet_mut(Side::Axis).reserve.raiders_back = Some((turn, Some(turn.later(9))));
    table.p.turn = turn.later(1);
    table.play().raiders_return();
    let edge = table.choices(Side::Axis)[0];
    table.play().return_at(false, edge);
    assert!(table.named(Side::Axis, "Raiders").fuel.is_some());
    table.play().reserve(Side::Allied).cobweb = 2;
    table.play().form_convoy(Source::Loaded, Choice::Ships(5));
    let convoy = table
        .p
        .fleet(Side::Allied)
        .forces
        .iter()
        .find(|f| f.kind == Kind::Convoy)
        .unwrap()
        .block;
    table.p.fleet_mut(Side::Allied).orders.clear();
    table.play().leave(Side::Allied, convoy);
    assert_eq!(
        table.force(Side::Allied, convoy).id,
        crate::forces::Id::level(2)
    );
    assert_eq!(table.p.fleet(Side::Allied).reserve.cobweb, 1);
}

/// Thirty points a full month win [15.9].
#[test]
fn thirty_points_a_month_win() {
    let season = campaign().p.season.unwrap();
    let needed = Vp::whole(300);
    assert_eq!(
        crate::season::winner(tables(), season, needed),
        Side::Allied
    );
    assert_eq!(
        crate::season::winner(tables(), season, needed - Vp::halves(1)),
        Side::Axis
    );
}

/// A Convoy in ballast must leave port in its Fortnight; a loaded one need not [15.2] (R96).
#[test]
fn ballast_must_sail() {
    let mut table = campaign();
    for source in [Source::Loaded, Source::Ballast(0)] {
        table.play().form_convoy(source, Choice::Ships(4));
    }
    let block = |loaded: bool| {
        let mut forces = table.p.fleet(Side::Allied).forces.iter();
        let of = |force: &&crate::forces::Force| {
            let sailing = force.sailing.as_ref();
            sailing.is_some_and(|sailing| sailing.loaded == loaded)
        };
        forces.find(of).unwrap().block
    };
    let (loaded, ballast) = (block(true), block(false));
    table.p.initiative = Side::Axis; // no point is owed
    for (turn, must) in [
        (crate::time::Turn::new(14, crate::time::Half::Pm), false),
        (crate::time::Turn::LAST_ON_TRACK, true),
    ] {
        table.p.turn = turn;
        table.play().ask(Side::Allied, Order::Helm);
        let choices = table.choices(Side::Allied);
        table.p.fleet_mut(Side::Allied).orders.clear();
        assert!(choices.contains(&Choice::Move(ballast)));
        assert_eq!(choices.contains(&Choice::Done), !must, "{turn}");
        assert_eq!(
            !table.ways(Side::Allied, ballast).contains(&Choice::Stop),
            must
        );
        assert!(table.ways(Side::Allied, loaded).contains(&Choice::Stop));
    }
}

/// Only Soviet ships end the Operation in Russia: who was out with them goes to Britain or Iceland [15.8].
#[test]
fn soviets_go_home_by_themselves() {
    let mut table = campaign();
    let [dd, su] = ["dd_jr", "dd_su"].map(|id| tables().chart.find_class(id).unwrap());
    table.p.fleet_mut(Side::Allied).forces.clear();
    let block = table.at_sea(Side::Allied, "dd_jr", 2, "0717");
    table.force(Side::Allied, block).units.add(Pool::new(su, 2));
    table
        .play()
        .order_of_battle(crate::order_of_battle::Muster::Harbours);
    let asked = table.p.fleet(Side::Allied).orders.top().cloned();
    assert_eq!(asked, Some(Order::BringIn(block)));
    let russian = |choice: &Choice| match choice {
        Choice::In(port) => tables().sheet.port(*port).region == "Soviet Union",
        _ => false,
    };
    let choices = table.choices(Side::Allied);
    assert!(
        choices.len() > 1 && !choices.iter().any(russian),
        "{choices:?}"
    );
    let murmansk = tables().sheet.find_port("murmansk").unwrap();
    let forces = table.p.fleet(Side::Allied).forces.iter();
    let soviets: Vec<_> = forces.filter(|f| f.units.pool(su).is_some()).collect();
    assert_eq!(soviets.len(), 1);
    assert_eq!(soviets[0].place, Place::Port(murmansk));
    assert!(soviets[0].units.pool(dd).is_none());
    // Oilers that are left alone need no fuel.
    let block = table.put(Side::Allied, super::special::ships(&["aldersdale"]), "0717");
    let force = table.force(Side::Allied, block);
    force.units.add(Pool::new(su, 2));
    force.fuel = Some(crate::fuel::Fuel::warning(crate::time::Turn::LAST));
    table
        .play()
        .order_of_battle(crate::order_of_battle::Muster::Harbours);
    assert_eq!(table.force(Side::Allied, block).fuel, None);
}

/// A chit that says never is shown in the turn it names like any other, or at once; raiders of an earlier Fortnight that did
/// not come leave no turn of theirs behind [12.2.1].
#[test]
fn some_raiders_never_come_back() {
    let scheer = tables().chart.find_ship("admiral_scheer").unwrap();
    let told = |table: &Table, wanted: &Event| table.log.events().iter().any(|own| own == wanted);
    let mut seen = [false; 3];
    for seed in 0..60 {
        let mut table = campaign();
        table.chance = derbyhouse_kernel::Chance::seeded(seed);
        for force in &mut table.p.fleet_mut(Side::Axis).forces {
            force.units.ships.retain(|state| state.ship != scheer);
        }
        let state = ShipState::new(scheer, tables().chart.ship(scheer));
        let reserve = &mut table.p.fleet_mut(Side::Axis).reserve;
        reserve.raiders = vec![state];
        table.play().muster_fortnight();
        let back = table.p.fleet(Side::Axis).reserve.raiders_back;
        let Some((reveal, warning)) = back else {
            assert!(told(&table, &Event::RaidersLost), "at once");
            assert_eq!(table.p.fleet(Side::Axis).reserve.raiders, []);
            seen[0] = true;
            continue;
        };
        assert!(!told(&table, &Event::RaidersLost), "not yet");
        assert!(table.p.is_spoken_for(Side::Axis, scheer));
        table.p.turn = reveal;
        table.play().announce_raiders();
        let never = warning.is_none();
        assert_eq!(told(&table, &Event::RaidersLost), never);
        assert_eq!(told(&table, &Event::Raiders), !never);
        assert_eq!(table.p.fleet(Side::Axis).reserve.raiders.is_empty(), never);
        assert!(
            table.p.is_spoken_for(Side::Axis, scheer),
            "no list brings her"
        );
        seen[1 + usize::from(never)] = true;
    }
    assert_eq!(seen, [true; 3]);
    let mut table = campaign();
    let turn = table.p.turn;
    let reserve = &mut table.p.fleet_mut(Side::Axis).reserve;
    reserve.raiders_back = Some((turn, Some(turn.later(9))));
    table.play().muster_fortnight();
    table.p.turn = turn;
    table.play().announce_raiders();
    assert!(!told(&table, &Event::Raiders), "there is nobody");
}
