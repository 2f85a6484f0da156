//! A ship is in one place: no list brings her a second time, and who is lost stays lost (invariant 1).

use super::campaign::{campaign, fortnight};
use super::refits::{holder, lay, port, ship};
use super::special::ships;
use super::{Table, tables};
use crate::choice::Choice;
use crate::forces::Hull;
use crate::season::{Away, Cause, Due, Gone};
use crate::side::Side;
use crate::tables::Tables;

/// Where a ship of the lists can be instead of in play.
#[derive(Clone, Copy, Debug)]
enum Elsewhere {
    Yard,
    Channel,
    LeftThisFortnight,
    Lost,
}

const ELSEWHERE: [Elsewhere; 4] = [
    Elsewhere::Yard,
    Elsewhere::Channel,
    Elsewhere::LeftThisFortnight,
    Elsewhere::Lost,
];

/// The Campaign with a British ship elsewhere.
fn with_ship(id: &str, elsewhere: Elsewhere) -> Table {
    let mut table = campaign();
    let block = lay(&mut table, Side::Allied, id, port("scapa_flow"));
    let fleet = table.p.fleet_mut(Side::Allied);
    let place = fleet.forces.iter().position(|force| force.block == block);
    let force = fleet.forces.remove(place.unwrap());
    let reserve = &mut fleet.reserve;
    match elsewhere {
        Elsewhere::Yard => reserve.due.push(Due {
            why: Away::Repair,
            fortnight: 18,
            at: port("scapa_flow"),
            units: ships(&[id]),
        }),
        Elsewhere::Channel => reserve.channel.push(force),
        Elsewhere::LeftThisFortnight => {
            let gone = Gone::new(Hull::Ship(ship(id)), Cause::Weather);
            reserve.gone.push(gone);
        }
        Elsewhere::Lost => reserve.sunk.push(ship(id)),
    }
    table
}

fn audit(table: &Table) -> Result<u32, String> {
    let audit = crate::audit::audit(tables(), None, &[], &table.p);
    audit.map_err(|broken| broken.0)
}

/// Operation EV brings its ships if they are to be had: none from a yard or the Channel, none that was lost [15.8.3].
#[test]
fn operation_ev_brings_nobody_twice() {
    for elsewhere in ELSEWHERE {
        let mut table = with_ship("blue_ranger", elsewhere);
        table.play().declare_ev(Choice::Declare);
        assert!(
            holder(&table, Side::Allied, "blue_ranger").is_none(),
            "{elsewhere:?}"
        );
        assert!(holder(&table, Side::Allied, "oligarch").is_some());
        audit(&table).unwrap();
    }
}

/// The list of September I brings Bermuda, but not if she is elsewhere; nor can she be picked then [15.3], [15.3.2].
#[test]
fn the_list_brings_nobody_twice() {
    let picks = |table: &Table| {
        let mut out = Vec::new();
        table.p.list_pick(tables(), Side::Allied, 2, &mut out);
        out.contains(&Choice::TakeShip(ship("bermuda")))
    };
    let mut table = campaign();
    fortnight(&mut table, 12);
    assert!(picks(&table));
    for elsewhere in ELSEWHERE {
        let mut table = with_ship("bermuda", elsewhere);
        fortnight(&mut table, 12);
        assert!(!picks(&table), "{elsewhere:?}");
        table.play().fortnight_reinforcements();
        assert!(
            holder(&table, Side::Allied, "bermuda").is_none(),
            "{elsewhere:?}"
        );
        assert!(holder(&table, Side::Allied, "oligarch").is_some());
        audit(&table).unwrap();
    }
}

/// The audit finds a ship that is in play and elsewhere too (1).
#[test]
fn the_audit_finds_a_ship_in_two_places() {
    for elsewhere in ELSEWHERE {
        let mut table = with_ship("blue_ranger", elsewhere);
        audit(&table).unwrap();
        table.put(Side::Allied, ships(&["blue_ranger"]), "0511");
        let said = audit(&table).unwrap_err();
        assert_eq!(said, "Blue Ranger is in two places", "{elsewhere:?}");
    }
}

/// Ships that are not repaired are lost: no list brings them again; an oiler that is lost in whatever way is replaced [15.5],
/// [15.5.3], [15.6.1].
#[test]
fn who_is_not_repaired_is_lost() {
    let crippled = |t: &Tables, id: &str| {
        let mut state = crate::forces::ShipState::new(ship(id), t.chart.ship(ship(id)));
        state.crippled = true;
        state
    };
    let cases = [
        (
            Gone::new(Hull::Ship(ship("wichita")), Cause::Damaged),
            "a US ship",
        ),
        (
            Gone::new(Hull::Ship(ship("oligarch")), Cause::Collision),
            "an oiler that was rammed",
        ),
        (
            Gone {
                state: Some(crippled(tables(), "kenya")),
                ..Gone::new(Hull::Ship(ship("kenya")), Cause::Damaged)
            },
            "a Crippled ship",
        ),
    ];
    for (gone, what) in cases {
        let mut table = campaign();
        let lost = gone.hull.ship().unwrap();
        for force in &mut table.p.fleet_mut(Side::Allied).forces {
            force.units.ships.retain(|state| state.ship != lost);
        }
        table.play().reserve(Side::Allied).gone.push(gone);
        table.play().repairs();
        let reserve = &table.p.fleet(Side::Allied).reserve;
        let waits = |due: &Due| due.units.ship(lost).is_some();
        assert!(reserve.sunk.contains(&lost), "{what}");
        assert!(!reserve.due.iter().any(waits), "{what}");
        let oiler = lost == ship("oligarch");
        assert_eq!(reserve.lost_ships.contains(&gone.hull), oiler, "{what}");
    }
}
