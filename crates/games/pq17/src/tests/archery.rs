//! What comes for ARCHERY in the Campaign, and leaves with it [12.14.1].

use super::campaign::campaign;
use super::refits::port;
use super::transfers::class;
use super::{Table, tables};
use crate::forces::{Hull, ShipState, Units};
use crate::order_of_battle::Muster;
use crate::season::{Away, Cause, Due, Gone};
use crate::side::Side;
use crate::units::ShipType;

/// The oiler of ARCHERY is none that lies in a yard: she comes back by herself [12.14.1], [15.5.1].
#[test]
fn archery_takes_no_ship_out_of_the_yards() {
    let mut table = campaign();
    let is_oiler = |own: &&ShipState| tables().chart.ship(own.ship).kind == ShipType::Ao;
    let taken = table.play().landing_ships();
    let oiler = *taken.ships.iter().find(is_oiler).unwrap();
    table.play().reserve(Side::Allied).due.push(Due {
        why: Away::Repair,
        fortnight: 9,
        at: port("scapa_flow"),
        units: Units {
            ships: vec![oiler],
            pools: Vec::new(),
        },
    });
    let others = table.play().landing_ships();
    assert!(others.ship(oiler.ship).is_none());
    assert!(
        others.ships.iter().any(|own| is_oiler(&own)),
        "another one sails"
    );
}

/// Landing ships, escort and oiler of ARCHERY play for it alone: in the Order of Battle Phase they leave, and a second ARCHERY
/// finds them again [12.14.1]. One that was sunk does not come again.
#[test]
fn archery_gives_its_ships_back() {
    for sunk in [false, true] {
        let mut table = campaign();
        let added = table.play().landing_ships();
        let ids: Vec<_> = added.ships.iter().map(|own| own.ship).collect();
        let escorts = |table: &Table| -> u8 {
            let forces = table.p.fleet(Side::Allied).forces.iter();
            let pools = forces.filter_map(|force| force.units.pool(class("es_uk")));
            pools.map(|pool| pool.cs).sum()
        };
        let before = escorts(&table);
        let block = table.put(Side::Allied, added.clone(), "0511");
        table.p.fleet_mut(Side::Allied).special.landing_ships = ids.clone();
        if sunk {
            let force = table.force(Side::Allied, block);
            force.units.ships.retain(|own| own.ship != ids[0]);
            let gone = Gone::new(Hull::Ship(ids[0]), Cause::Sunk);
            table.play().reserve(Side::Allied).gone.push(gone);
        }
        table.play().order_of_battle(Muster::Harbours);
        assert_eq!(escorts(&table), before);
        let forces = &table.p.fleet(Side::Allied).forces;
        assert!(
            forces
                .iter()
                .all(|force| ids.iter().all(|id| force.units.ship(*id).is_none()))
        );
        let again = table.play().landing_ships();
        assert_eq!(again.ship(ids[0]).is_none(), sunk);
        assert!(again.ship(ids[1]).is_some());
    }
}
