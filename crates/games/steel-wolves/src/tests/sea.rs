//! At sea with many boats: packs, crowds, mines, tankers, naval bases, the Baltic.

use super::Desk;
use crate::boat::{Duty, Place, Side};
use crate::choice::Choice;
use crate::combat::{Joins, Setting};
use crate::displays::Contact;
use crate::geography::{Area, Base, Node, Zone};
use crate::mines;
use crate::position::Errand;
use crate::sequence::Step;
use crate::tables::Theatre;
use crate::war::Minefield;

/// A boat that acts, on patrol in an area.
fn acting(desk: &mut Desk, area: Area) -> crate::fleet::BoatId {
    let id = desk.post(area, 1, |_| true)[0];
    desk.p.acting = desk.p.find(id).unwrap();
    desk.p.errand = Errand {
        start: Some(area),
        ..Errand::default()
    };
    id
}

/// A pack is called by whoever finds a convoy; boats of the area try one by one; in the fifth period others come from
/// around, after their move [13.3], [24.0], [24.1] (R59).
#[test]
fn a_pack_is_called() {
    let mut desk = Desk::bare("op_wp2");
    desk.clear_the_sea();
    acting(&mut desk, Area::WesternApproaches);
    let mates = desk.post(Area::WesternApproaches, 3, |_| true);
    let far = desk.post(Area::GreenlandGap, 1, |_| true);
    desk.p.contact = Contact::Convoy;
    desk.p.errand.colour = Some(crate::activity::Colour::Red);
    assert!(desk.p.may_call(desk.t()));
    desk.p.agenda.plan([Step::CallPack, Step::BoatDone]);
    desk.with(Some(&[]), |play| play.choose(Choice::Shadow))
        .unwrap();
    assert_eq!(
        desk.p.pack.joined,
        [(desk.p.acting, Joins::Late)],
        "the shadower attacks late"
    );
    // 9 joins, the number of the second boat being 3.
    desk.with(Some(&[9]), |play| play.choose(Choice::Pick(mates[0])))
        .unwrap();
    assert_eq!(desk.p.pack.joined.len(), 2);
    desk.with(Some(&[1]), |play| play.choose(Choice::Pick(mates[1])))
        .unwrap();
    assert!(desk.boat(mates[1]).failed_pack, "it may search at -3");
    assert!(
        !desk.offers().contains(&Choice::Pick(far[0])),
        "only in the fifth period"
    );
    desk.p.period = crate::calendar::Period::Five;
    assert!(desk.offers().contains(&Choice::Pick(far[0])));
    desk.p.period = crate::calendar::Period::One;
    assert!(!desk.p.may_call(desk.t()), "no packs in the first period");
}

/// An original 0 while a shadower sends calls Huff-Duff; another may take over [24.11].
#[test]
fn huff_duff_finds_the_shadower() {
    let mut desk = Desk::bare("op_wp5");
    desk.clear_the_sea();
    acting(&mut desk, Area::GreenlandGap);
    let mates = desk.post(Area::GreenlandGap, 4, |_| true);
    desk.p.contact = Contact::Convoy;
    desk.p.errand.colour = Some(crate::activity::Colour::Red);
    desk.p.agenda.plan([Step::CallPack, Step::BoatDone]);
    desk.with(Some(&[]), |play| play.choose(Choice::Shadow))
        .unwrap();
    desk.with(Some(&[9]), |play| play.choose(Choice::Pick(mates[0])))
        .unwrap();
    let found = (0..10).find(|die| {
        let row = crate::wolfpack::huff_duff(desk.t(), desk.p.period, *die);
        matches!(row, crate::harm::Bearing::DrivenOff)
    });
    let Some(die) = found else { return };
    desk.with(Some(&[0, die.into()]), |play| {
        play.choose(Choice::Pick(mates[1]))
    })
    .unwrap();
    assert_eq!(desk.p.agenda.top(), Some(&Step::TakeOver));
    assert_eq!(desk.p.pack.shadower, None);
    desk.with(Some(&[]), |play| {
        play.choose(Choice::TakeOver(crate::combat::Hand(0)))
    })
    .unwrap();
    assert_eq!(desk.p.pack.shadower, desk.p.find(mates[0]));
    // Driven off in its turn, the new shadower attacks nobody this week: its check is made, and it is done.
    let finder = desk.p.acting;
    desk.with(Some(&[0, die.into(), 0]), |play| {
        play.choose(Choice::Pick(mates[2]))
    })
    .unwrap();
    let checked = |event: &crate::Event| matches!(event, crate::Event::Endured { boat, .. } if *boat == mates[0]);
    assert_eq!(desk.count(checked), 1);
    assert!(desk.boat(mates[0]).done);
    assert_eq!(desk.p.acting, finder, "the finder goes on calling");
    assert_eq!(desk.p.agenda.top(), Some(&Step::Call));
}

/// In the fifth period a boat comes from an area beside it for a pack. If it fails it has made its patrol move all the
/// same: it may search where it is now, and neither move on nor enter a zone [24.1] (R59).
#[test]
fn called_in_vain() {
    let mut desk = Desk::quiet("op_wp5");
    let finder = desk.acting(Area::WesternApproaches);
    let far = desk.post(Area::GreenlandGap, 1, |_| true)[0];
    desk.p.contact = Contact::Convoy;
    desk.p.errand.colour = Some(crate::activity::Colour::Red);
    desk.p.agenda.plan([Step::CallPack, Step::BoatDone]);
    desk.with(Some(&[]), |play| play.choose(Choice::NoShadow))
        .unwrap();
    // The check of its move on a 0, then a 0 to join.
    desk.with(Some(&[0, 0]), |play| {
        play.p.agenda.pop();
        play.answer_pack(Step::Call, Choice::Pick(far));
        for _ in 0..3 {
            let step = play.p.agenda.top().copied().unwrap();
            play.p.agenda.pop();
            play.perform(step);
        }
    });
    let boat = desk.boat(far);
    assert_eq!(boat.place, Place::Area(Area::WesternApproaches));
    assert!(boat.failed_pack && boat.may_act(), "{boat:?}");
    assert_eq!(boat.came_from, Some(Area::GreenlandGap));
    assert_eq!(desk.p.boat().id, finder);
    desk.p.agenda.clear();
    desk.p.pack = crate::position::Pack::default();
    assert!(
        desk.p.callable(desk.t()).is_empty(),
        "nor is it called again"
    );
    let place = desk.p.find(far).unwrap();
    desk.with(None, |play| play.take_turn(place));
    assert_eq!(desk.offers(), [Choice::Stay]);
    desk.with(None, |play| play.run());
    assert_eq!(desk.p.agenda.top(), Some(&Step::Conduct));
    assert!(
        desk.p.errand.touched.contains(&Area::GreenlandGap),
        "it was in the weather there [7.41]"
    );
}

/// Off Casablanca packs are allowed: U-boats that Torch sends there join from Morocco, whatever was found [WE5.0b],
/// [28.14].
#[test]
fn packs_off_casablanca() {
    let mut desk = Desk::quiet("op_wp5");
    desk.order("operation_torch");
    let finder = desk.acting(Area::Morocco);
    let mates = desk.post(Area::Morocco, 2, |_| true);
    for id in mates.iter().copied().chain([finder]) {
        desk.boat_mut(id).duty = Some(Duty::Sent(0, Theatre::Zone(Zone::Casablanca)));
    }
    desk.p.contact = Contact::TaskForce;
    desk.p.errand.terms.pack = true;
    assert!(!desk.p.may_call(desk.t()), "not in the open sea");
    desk.boat_mut(finder).place = Place::Zone(Zone::Casablanca, Area::Morocco);
    assert!(desk.p.may_call(desk.t()));
    assert_eq!(desk.p.callable(desk.t()).len(), 2);
}

/// A pack fights together; its boats are done with it and check their endurance each [24.14], [24.2].
#[test]
fn a_pack_ends_with_its_fight() {
    let mut desk = Desk::bare("op_wp2");
    desk.clear_the_sea();
    let finder = acting(&mut desk, Area::WesternApproaches);
    let mates = desk.post(Area::WesternApproaches, 3, |_| true);
    desk.p.contact = Contact::Convoy;
    desk.p.errand.colour = Some(crate::activity::Colour::Red);
    desk.p.agenda.plan([Step::CallPack, Step::BoatDone]);
    desk.run(
        |p| p.agenda.is_empty(),
        |step, offers| match step {
            Step::CallPack => Choice::NoShadow,
            Step::Call => *offers
                .iter()
                .find(|offer| matches!(offer, Choice::Pick(_)))
                .unwrap(),
            _ => offers[0],
        },
    );
    assert!(desk.boat(finder).done);
    let joined = desk.count(|event| {
        matches!(event, crate::Event::Joined { outcome, .. } if *outcome != crate::wolfpack::Join::Fails)
    });
    let done = mates
        .iter()
        .filter(|id| desk.boat(**id).done || desk.boat(**id).place == Place::Lost)
        .count();
    assert_eq!(joined, done);
    assert!(desk.p.pack.joined.is_empty() && desk.p.pack.finder.is_none());
}

/// Seven boats are a crowd where the row has red or blue: searches and checks suffer, one more for each further six; boats
/// in zones do not count [22.0], [22.1], [22.2], [20.2] (R26), (R58).
#[test]
fn crowds_are_noticed() {
    let mut desk = Desk::bare("op_wp3");
    desk.clear_the_sea();
    acting(&mut desk, Area::GreenlandGap);
    desk.post(Area::GreenlandGap, 5, |_| true);
    assert_eq!(desk.p.crowd(desk.t(), Area::GreenlandGap), 0);
    let seventh = desk.post(Area::GreenlandGap, 1, |_| true)[0];
    assert_eq!(desk.p.crowd(desk.t(), Area::GreenlandGap), 1);
    assert_eq!(desk.p.search_of(desk.t(), Area::GreenlandGap).crowd, 1);
    desk.post(Area::GreenlandGap, 6, |_| true);
    assert_eq!(desk.p.crowd(desk.t(), Area::GreenlandGap), 2);
    desk.boat_mut(seventh).place = Place::Zone(Zone::Ireland, Area::WesternApproaches);
    assert_eq!(desk.p.boats_in(Area::GreenlandGap), 12);
}

/// Mines: taken aboard in base, laid in a zone unseen, at once and again next week, weaker each time [26.0], [26.1],
/// [26.2], [26.21], [26.23], [26.3], [26.4], [26.51], [11.2], [11.21].
#[test]
fn mines_are_laid() {
    let mut desk = Desk::bare("op_wp1");
    desk.clear_the_sea();
    let id = acting(&mut desk, Area::NorthSea);
    desk.boat_mut(id).mines = true;
    desk.boat_mut(id).place = Place::Zone(Zone::EnglishCoast, Area::NorthSea);
    desk.p.agenda.plan([Step::Mission, Step::BoatDone]);
    let loners = desk.p.secret.cups.of(crate::cups::Cup::Loner).len();
    desk.with(None, |play| play.perform(Step::Mission));
    let boat = desk.boat(id);
    assert!(!boat.mines && boat.week.laid_mines);
    let strength = mines::strength(desk.t().submarines.class_of(id));
    let left: Vec<u8> = desk
        .p
        .war
        .fields
        .iter()
        .map(|field| field.strength)
        .collect();
    assert_eq!(
        left,
        if strength > 1 {
            vec![strength - 1]
        } else {
            vec![]
        }
    );
    let wrecks = desk.p.sunk.len() + desk.p.damaged.len();
    assert_eq!(
        desk.p.secret.cups.of(crate::cups::Cup::Loner).len() + wrecks,
        loners
    );
    desk.p.war.fields = vec![Minefield {
        zone: Zone::EnglishCoast,
        strength: 2,
    }];
    desk.with(None, |play| play.old_fields());
    assert_eq!(
        desk.p.war.fields,
        [Minefield {
            zone: Zone::EnglishCoast,
            strength: 1
        }]
    );
    desk.with(None, |play| play.old_fields());
    assert!(desk.p.war.fields.is_empty());
}

/// A minelayer that is spotted drops its mines and patrols zone or area, or keeps them and is spotted no more [26.11].
#[test]
fn a_spotted_minelayer_has_three_ways() {
    for option in mines::Spotted::ALL {
        let mut desk = Desk::bare("op_wp1");
        desk.clear_the_sea();
        let id = acting(&mut desk, Area::NorthSea);
        desk.boat_mut(id).mines = true;
        desk.boat_mut(id).spotted = true;
        desk.boat_mut(id).place = Place::Zone(Zone::EnglishCoast, Area::NorthSea);
        desk.p.agenda.plan([Step::MineOption, Step::BoatDone]);
        desk.with(None, |play| play.choose(Choice::Mines(option)))
            .unwrap();
        let boat = desk.boat(id);
        assert_eq!(boat.mines, option.keeps(), "{option}");
        assert_eq!(boat.week.jettisoned, !option.keeps());
        assert_eq!(boat.week.mines_kept, option.keeps());
    }
}

/// Mines may not be laid everywhere, nor under weather; only so many counters are there [26.5], [26.51], [26.52], [26.53].
#[test]
fn mines_have_limits() {
    let mut desk = Desk::bare("op_wp3");
    assert!(!desk.p.may_mine(desk.t(), Zone::RiverPlate, true));
    assert!(!desk.p.may_mine(desk.t(), Zone::Levant, false));
    assert!(desk.p.may_mine(desk.t(), Zone::Levant, true));
    assert!(
        !desk.p.may_mine(desk.t(), Zone::EnglishCoast, false),
        "after the second period"
    );
    desk.p.weather.push(crate::weather::System {
        area: Area::WesternApproaches,
        weather: crate::weather::Weather::Mbar990,
    });
    assert!(!desk.p.may_mine(desk.t(), Zone::Ireland, true));
    let counters = usize::from(desk.t().mines.counters);
    for boat in desk.p.boats.iter_mut().take(counters) {
        boat.mines = true;
    }
    let last = desk.p.boats.last().unwrap().clone();
    assert!(!desk.p.may_load(desk.t(), &last));
}

/// A tanker boat supplies returning boats where it lies, so many a week, lets others go one area farther, and checks its own
/// endurance at the end [21.33], [14.71], [15.23] (R44), (R62).
#[test]
fn tankers_supply_boats() {
    let mut desk = Desk::bare("op_wp5");
    desk.clear_the_sea();
    let tanker = desk
        .p
        .boats
        .iter()
        .find(|boat| desk.t().submarines.class_of(boat.id).tanker > 1);
    let Some(tanker) = tanker.map(|boat| boat.id) else {
        return;
    };
    desk.boat_mut(tanker).leave(Place::Area(Area::MidOcean));
    desk.boat_mut(tanker).side = Side::Patrol;
    let id = acting(&mut desk, Area::MidOcean);
    desk.boat_mut(id).turn_home();
    assert_eq!(desk.p.providers(desk.t()).len(), 1);
    assert!(desk.p.has_tanker(desk.t(), Area::MidOcean));
    desk.p.agenda.plan([Step::Supply, Step::BoatDone]);
    desk.with(Some(&[1]), |play| play.choose(Choice::Supply(0)))
        .unwrap();
    assert!(!desk.boat(id).rtb && desk.boat(id).side == Side::Patrol);
    assert_eq!(desk.boat(tanker).serving, Some(1));
    assert!(!desk.boat(tanker).may_act(), "it has tried to supply");
    desk.p.agenda.plan([Step::Tankers]);
    desk.finish();
    assert!(
        desk.count(|event| matches!(event, crate::Event::Endured { boat, .. } if *boat == tanker))
            == 1
    );
}

/// A supply ship serves two boats a week and may be lost on a 0 [21.3], [21.32] (R43).
#[test]
fn supply_ships_serve_two() {
    let mut desk = Desk::bare("op_wp3");
    desk.clear_the_sea();
    desk.p.supplies.push(crate::position::Supply {
        ship: 0,
        area: Area::MidOcean,
        gone: false,
        used: 0,
    });
    for expected in [1, 1, 0] {
        let id = acting(&mut desk, Area::MidOcean);
        desk.boat_mut(id).turn_home();
        assert_eq!(desk.p.providers(desk.t()).len(), expected);
        if expected > 0 {
            desk.p.agenda.plan([Step::Supply, Step::BoatDone]);
            desk.with(Some(&[1]), |play| play.choose(Choice::Supply(0)))
                .unwrap();
        }
    }
}

/// The naval base: one boat a week, a harder check, ships in port without their escorts, no second round [30.4], [15.47].
#[test]
fn a_naval_base_is_entered() {
    // U-47 is ordered in, and the Royal Oak is there.
    let oak = super::GAME.tables().ships.find("bb_royal_oak").unwrap();
    let met = (0..40).any(|seed| {
        let desk = Desk::new("u47_scapa", seed);
        let counter = desk.t().ships.counters(oak).next().unwrap();
        let battle = desk.p.battle.as_ref();
        assert!(battle.is_none_or(|battle| battle.faces.0.contains(&counter)));
        battle.is_some()
    });
    assert!(met);
    let mut desk = Desk::bare("op_wp1");
    desk.clear_the_sea();
    let id = acting(&mut desk, Area::NorthSea);
    desk.p
        .agenda
        .plan([Step::ZoneEntry, Step::Mission, Step::BoatDone]);
    assert!(
        !desk.offers().contains(&Choice::Harbour(Zone::EnglishCoast)),
        "at the end of a transit move there is nothing to be done there"
    );
    desk.p.errand.patrol = true;
    assert!(desk.offers().contains(&Choice::Harbour(Zone::EnglishCoast)));
    desk.with(None, |play| {
        play.choose(Choice::Harbour(Zone::EnglishCoast))
    })
    .unwrap();
    let battle = desk.p.battle.as_ref().unwrap();
    assert_eq!(
        (
            battle.site.setting,
            battle.site.in_port,
            battle.site.reattack
        ),
        (Setting::Harbour, true, false)
    );
    assert_eq!(battle.fighters[0].boat, id);
    assert!(desk.p.war.harbour_used);
}

/// A lost named ship leaves her place to a sister of the player's choice [14.81].
#[test]
fn a_sister_takes_the_place() {
    let mut desk = Desk::bare("op_wp1");
    let t = desk.t();
    let lost = t
        .ships
        .units
        .iter()
        .position(|unit| !unit.same_class.is_empty())
        .unwrap();
    let counter = t.ships.units[lost].first;
    for cup in crate::cups::Cup::ALL {
        desk.p
            .secret
            .cups
            .of_mut(cup)
            .retain(|other| *other != counter);
    }
    let cup = crate::cups::Cup::ForceBritish;
    desk.with(None, |play| play.wreck(counter, cup, true));
    let sisters = desk.p.sisters(t, counter);
    let before = desk.p.secret.cups.of(cup).len();
    desk.finish();
    assert_eq!(
        desk.p.secret.cups.of(cup).len(),
        before + usize::from(!sisters.is_empty())
    );
    assert!(desk.p.sunk.contains(&counter));
}

/// The Baltic: no chart and no check; a modified 9 finds ships; afterwards the North Sea, or home (R11).
#[test]
fn the_baltic_is_searched() {
    let mut desk = Desk::bare("op_wp4");
    desk.clear_the_sea();
    let baltic = desk.t().war_events.place("wp4_baltic_operations").unwrap();
    desk.with(None, |play| play.occur(baltic));
    desk.p.agenda.clear();
    let id = acting(&mut desk, Area::NorthSea);
    desk.boat_mut(id).duty = Some(Duty::Sent(0, Theatre::Baltic));
    desk.p.agenda.plan([Step::Duty, Step::BoatDone]);
    desk.run(|p| p.agenda.is_empty(), |_, offers| offers[0]);
    let place = desk.boat(id).place;
    assert!(matches!(
        place,
        Place::Area(Area::NorthSea) | Place::Base(Base::Germany, _) | Place::Lost | Place::Scrapped
    ));
    assert_eq!(
        desk.count(|event| matches!(event, crate::Event::Checked { .. })),
        0
    );
}

/// Between areas that are alike the player says which governs the check [19.12].
#[test]
fn ties_are_settled_by_the_player() {
    let mut desk = Desk::bare("op_wp1");
    desk.clear_the_sea();
    acting(&mut desk, Area::MidOcean);
    desk.p.errand.entered = vec![Area::SargassoSea, Area::Bermuda];
    desk.p.agenda.plan([Step::Check, Step::BoatDone]);
    desk.with(None, |play| play.run());
    assert_eq!(
        desk.offers(),
        [
            Choice::Govern(Area::Bermuda),
            Choice::Govern(Area::SargassoSea)
        ]
    );
}

/// The way home is as short as can be; the Channel only to be home sooner; boats in an escort never through it [15.22]
/// (R57).
#[test]
fn ways_home() {
    let mut desk = Desk::bare("op_wp1");
    desk.clear_the_sea();
    let id = acting(&mut desk, Area::SwApproaches);
    desk.boat_mut(id).turn_home();
    let steps = |desk: &Desk| -> Vec<Node> {
        let all = desk.p.steps_home(desk.t(), Node::Base(Base::Germany), 2);
        all.into_iter().map(|(place, ..)| place).collect()
    };
    assert!(
        steps(&desk).contains(&Node::Area(Area::NorthSea)),
        "through the Channel"
    );
    assert!(steps(&desk).contains(&Node::Area(Area::WesternApproaches)));
    desk.boat_mut(id).duty = Some(Duty::Escort(None));
    assert_eq!(steps(&desk), [Node::Area(Area::WesternApproaches)]);
}
