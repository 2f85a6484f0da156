//! Packs whose finder is lost, and boats that are lost on their way to one [24.1], [24.11].

use super::Desk;
use crate::boat::Place;
use crate::choice::Choice;
use crate::displays::Contact;
use crate::fleet::BoatId;
use crate::geography::{Area, Zone};
use crate::harm::{Bearing, Harm};
use crate::sequence::Step;
use crate::weather::{System, Weather};

/// A finder has called the others to a large convoy.
fn called(desk: &mut Desk, answer: Choice) {
    desk.p.contact = Contact::Convoy;
    desk.p.errand.colour = Some(crate::activity::Colour::Red);
    desk.p.agenda.plan([Step::CallPack, Step::BoatDone]);
    desk.with(Some(&[]), |play| play.choose(answer)).unwrap();
}

/// When Huff-Duff sinks the finder the others fight where the convoy was found: in the zone, and in its weather [24.11],
/// [20.5], [7.41].
#[test]
fn a_pack_fights_where_its_lost_finder_was() {
    let mut desk = Desk::quiet("op_wp5");
    let finder = desk.acting(Area::WesternApproaches);
    desk.boat_mut(finder).place = Place::Zone(Zone::Ireland, Area::WesternApproaches);
    let mates = desk.post(Area::WesternApproaches, 3, |_| true);
    desk.p.weather = vec![System {
        area: Area::WesternApproaches,
        weather: Weather::Mbar990,
    }];
    called(&mut desk, Choice::Shadow);
    desk.with(Some(&[9]), |play| play.choose(Choice::Pick(mates[0])))
        .unwrap();
    let sinks =
        |die: &u8| crate::wolfpack::huff_duff(desk.t(), desk.p.period, *die) == Bearing::Sunk;
    let die = (0..10).find(sinks).unwrap();
    desk.with(Some(&[0, die.into()]), |play| {
        play.choose(Choice::Pick(mates[1]))
    })
    .unwrap();
    assert_eq!(desk.boat(finder).place, Place::Lost);
    desk.with(Some(&[]), |play| play.choose(Choice::Nobody))
        .unwrap();
    let last = desk.p.find(mates[2]).unwrap();
    let attempt = desk.p.attempt(desk.t(), last).unwrap();
    assert_eq!(attempt.weather, Weather::Mbar990);
    desk.with(None, |play| play.choose(Choice::Done)).unwrap();
    let site = desk.p.battle.as_ref().unwrap().site;
    assert!(site.zone);
    assert_eq!(site.weather, Weather::Mbar990);
    assert_eq!(site.area, Area::WesternApproaches);
}

/// Dice with which the move of a boat that was called sends it home.
fn turned_back(desk: &Desk) -> [u32; 3] {
    let table = (0..100).map(|roll| (roll / 10, roll % 10));
    let returns = |dice: &(u8, u8)| crate::transit::event(desk.t(), dice.0, dice.1) == Harm::Return;
    let (row, column) = table.into_iter().find(returns).unwrap();
    [9, row.into(), column.into()]
}

/// Tries are dice thrown: a boat that is turned back on its way has made none (R59), [24.1].
#[test]
fn who_is_turned_back_has_not_tried() {
    let mut desk = Desk::quiet("op_wp5");
    desk.acting(Area::WesternApproaches);
    let near = desk.post(Area::WesternApproaches, 2, |_| true);
    let far: BoatId = desk.post(Area::GreenlandGap, 1, |_| true)[0];
    called(&mut desk, Choice::NoShadow);
    let dice = turned_back(&desk);
    desk.with(Some(&dice), |play| play.choose(Choice::Pick(far)))
        .unwrap();
    assert!(desk.boat(far).rtb && desk.boat(far).done);
    assert!(desk.p.pack.tried.is_empty());
    assert!(!desk.offers().contains(&Choice::Pick(far)));
    let next = desk.p.find(near[0]).unwrap();
    assert_eq!(desk.p.attempt(desk.t(), next).unwrap().number, 2);
}

/// A die of Huff-Duff that does this to the shadower.
fn heard(desk: &Desk, bearing: Bearing) -> u32 {
    let does = |die: &u8| crate::wolfpack::huff_duff(desk.t(), desk.p.period, *die) == bearing;
    (0..10).find(does).unwrap().into()
}

/// A finder in the Strait of Gibraltar, and boats of Morocco beside it that may join.
fn pack_in_the_strait() -> (Desk, Vec<BoatId>) {
    let mut desk = Desk::quiet("op_wp5");
    let finder = desk.acting(Area::Morocco);
    desk.boat_mut(finder).place = Place::Zone(Zone::Gibraltar, Area::Morocco);
    let mates = desk.post(Area::Morocco, 3, |_| true);
    called(&mut desk, Choice::Shadow);
    desk.with(Some(&[9]), |play| play.choose(Choice::Pick(mates[0])))
        .unwrap();
    (desk, mates)
}

/// Mates fight where the finder is: a pack that is lost in the strait is lost there boat by boat [WE3.7], [24.11].
#[test]
fn mates_are_lost_where_the_pack_fights() {
    let (mut desk, mates) = pack_in_the_strait();
    desk.with(None, |play| play.choose(Choice::Done)).unwrap();
    let battle = desk.p.battle.as_mut().unwrap();
    for fighter in &mut battle.fighters {
        fighter.fate = crate::combat::Fate::Sunk;
        fighter.lane = None;
    }
    desk.p.agenda.clear();
    desk.with(None, |play| play.after_fight());
    assert_eq!(desk.boat(mates[0]).place, Place::Lost);
    assert_eq!(desk.p.war.lost_at_gibraltar, 2);
}

/// So is a mate that took over as shadower and is found by Huff-Duff [WE3.7], [24.11].
#[test]
fn a_shadower_is_lost_where_the_convoy_is() {
    let (mut desk, mates) = pack_in_the_strait();
    let place = desk.p.find(mates[0]).unwrap();
    desk.with(None, |play| play.shadow(place));
    let die = heard(&desk, Bearing::Sunk);
    desk.with(Some(&[0, die]), |play| play.choose(Choice::Pick(mates[1])))
        .unwrap();
    assert_eq!(desk.boat(mates[0]).place, Place::Lost);
    assert_eq!(desk.p.war.lost_at_gibraltar, 1);
}

/// A boat on its way out that calls a pack and is sent home by Huff-Duff was outbound: its crew has learnt nothing [8.12],
/// [24.11].
#[test]
fn huff_duff_turns_an_outbound_finder_back() {
    let mut desk = Desk::quiet("op_wp5");
    let finder = desk.acting(Area::GreenlandGap);
    desk.boat_mut(finder).side = crate::boat::Side::Transit;
    desk.p.errand.encounter = true;
    let mates = desk.post(Area::GreenlandGap, 2, |_| true);
    called(&mut desk, Choice::Shadow);
    let die = heard(&desk, Bearing::DamagedReturn);
    desk.with(Some(&[0, die]), |play| play.choose(Choice::Pick(mates[0])))
        .unwrap();
    let boat = desk.boat(finder);
    assert!(boat.rtb && boat.damage == 1);
    assert!(boat.patrol.turned_outbound);
}
