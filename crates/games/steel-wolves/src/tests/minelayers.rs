//! The staff and its minelayers: section 12.11 and 12.13 of the specification, [26.0], [21.33].

use super::{Desk, GAME};
use crate::boat::{Place, Side};
use crate::choice::Choice;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::{Area, Base, Zone};
use crate::position::Errand;
use crate::ready::Stand;
use crate::sequence::Step;
use crate::staff::Doctrine;
use crate::view::View;
use derbyhouse_kernel::{Bot, Game, Log, Seat};

/// Boats of a class, whether they have come into play or not, put into base.
fn boats_of(desk: &mut Desk, class: &str) -> Vec<BoatId> {
    desk.clear_the_sea();
    let t = desk.t();
    let place = Place::Base(Base::FranceAtlantic, Stand::Ready);
    let all: Vec<BoatId> = (0..t.submarines.boats.len() as u16).map(BoatId).collect();
    let ours = |id: &BoatId| t.submarines.class_of(*id).id == class;
    let ids: Vec<BoatId> = all.into_iter().filter(ours).collect();
    for id in &ids {
        if desk.p.find(*id).is_none() {
            desk.with(None, |play| play.enter_play(*id, 0));
        }
        desk.boat_mut(*id).leave(place);
    }
    ids
}

/// What the staff orders a boat to do.
fn ordered(desk: &mut Desk, id: BoatId) -> Choice {
    desk.p.acting = desk.p.find(id).unwrap();
    desk.p.errand = Errand {
        start: desk.boat(id).area(),
        ..Errand::default()
    };
    desk.p.agenda.clear();
    desk.p.agenda.plan([Step::Orders, Step::BoatDone]);
    let offers = desk.offers();
    Doctrine::default().choose(View::new(GAME.tables(), &desk.p), &offers)
}

/// Plays boat by boat until one has laid its mines; where.
fn laid(desk: &mut Desk, id: BoatId) -> Option<Zone> {
    let mut staff = Doctrine::default();
    for _ in 0..40 {
        desk.p.agenda.clear();
        desk.p.weather.clear();
        let place = desk.p.find(id).unwrap();
        desk.with(None, |play| {
            play.take_turn(place);
            play.run();
        });
        while !desk.p.agenda.is_empty() {
            let offers = desk.offers();
            let choice = staff.choose(View::new(GAME.tables(), &desk.p), &offers);
            let mut log = Log::on();
            GAME.apply(
                &mut desk.p,
                Seat::FIRST,
                &choice,
                &mut desk.chance,
                &mut log,
            )
            .unwrap();
            let found = log.into_events().into_iter().find_map(|event| match event {
                Event::MinesLaid { boat, zone, .. } if boat == id => Some(zone),
                _ => None,
            });
            if found.is_some() {
                return found;
            }
        }
        desk.boat_mut(id).done = false;
    }
    None
}

/// VIID boats always carry mines, and lay them.
#[test]
fn minelayers_lay_mines() {
    let mut desk = Desk::bare("op_wp4");
    let ids = boats_of(&mut desk, "VIID");
    let mut zones = Vec::new();
    for id in ids {
        assert_eq!(ordered(&mut desk, id), Choice::LoadMines);
        desk.boat_mut(id).mines = true;
        if let Some(zone) = laid(&mut desk, id) {
            assert!(!desk.boat(id).mines);
            zones.push(zone);
        }
        desk.boat_mut(id).leave(Place::Scrapped);
    }
    assert!(
        zones.len() >= 4,
        "some are lost or turn back, most do it: {zones:?}"
    );
}

/// In the first period small boats with mines go where the English coast or the Channel can be reached, not to Norway.
#[test]
fn small_minelayers_go_to_the_english_coast() {
    let mut desk = Desk::bare("op_wp1");
    for id in boats_of(&mut desk, "IIB") {
        let boat = desk.boat_mut(id);
        boat.leave(Place::Base(Base::Germany, Stand::Ready));
        boat.mines = true;
        assert_eq!(ordered(&mut desk, id), Choice::To(Area::NorthSea));
        desk.boat_mut(id)
            .leave(Place::Base(Base::Germany, Stand::InPort));
    }
}

/// A tanker takes mines only while another one lies ready; when they are laid it leaves the watched coast and waits for others.
#[test]
fn tankers_wait_for_others_first() {
    let mut desk = Desk::bare("op_wp5");
    let ids = boats_of(&mut desk, "XB");
    assert!(
        matches!(ordered(&mut desk, ids[0]), Choice::To(_)),
        "the only tanker"
    );
    let other = desk.boat_mut(ids[1]);
    other.leave(Place::Area(Area::SargassoSea));
    other.side = Side::Patrol;
    assert_eq!(ordered(&mut desk, ids[0]), Choice::LoadMines);
    assert_eq!(ordered(&mut desk, ids[1]), Choice::Serve);
    let layer = desk.boat_mut(ids[0]);
    layer.leave(Place::Area(Area::Maritimes)); // red boxes
    layer.side = Side::Patrol;
    assert!(
        matches!(ordered(&mut desk, ids[0]), Choice::To(_)),
        "the mines are laid"
    );
    // With mines aboard it goes where they can be laid, or stays there.
    desk.boat_mut(ids[0]).mines = true;
    assert_eq!(ordered(&mut desk, ids[0]), Choice::Stay);
}
