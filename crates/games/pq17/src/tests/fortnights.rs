//! What the Campaign changes in its Operations, Fortnight by Fortnight (chapter 15), [10.4].

use super::campaign::{campaign, fortnight};
use super::{hex, tables};
use crate::ice::{Ice, Zone};
use crate::side::Side;
use crate::tables::IceMarker;

/// From the second Fortnight on the ice that was rolled in the Environmental Phase is the ice that ships meet: no die at a
/// crossing; a Clear zone is confirmed Clear. In March I each crossing has its die [10.4], [10.1], [10.1.1] (R52).
#[test]
fn the_ice_of_a_fortnight_is_rolled_once() {
    let mut table = campaign();
    let at = hex("0306");
    let zone: Zone = tables().sheet.zone(at).unwrap();
    let marker = |condition| IceMarker {
        condition,
        rolled: true,
    };
    table.p.ice[zone.index()] = marker(Ice::LightDrift);
    let (die, _) = table.play().actual_ice(Side::Allied, at);
    assert!(die.is_some(), "March I");
    fortnight(&mut table, 1);
    let met = table.play().actual_ice(Side::Allied, at);
    assert_eq!(met, (None, Ice::LightDrift));
    table.p.ice[zone.index()] = marker(Ice::Clear);
    assert!(table.p.is_confirmed_clear(tables(), at));
    fortnight(&mut table, 0);
    assert!(!table.p.is_confirmed_clear(tables(), at));
}
