//! A war looked back on: the record of every boat (13.9).

use super::{Desk, GAME};
use crate::boat::Place;
use crate::calendar::Date;
use crate::damage::Repair;
use crate::duel::First;
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::{Area, Base, Node, Zone};
use crate::harm::Blow;
use crate::lines;
use crate::scene;
use crate::setup::Setup;
use crate::staff::Doctrine;
use derbyhouse_kernel::{Bot, Chance, Game, Log, Seat, Viewer};

const BOAT: BoatId = BoatId(0);

fn week(week: u8) -> Event {
    Event::Week {
        date: Date {
            month: "9/39".parse().unwrap(),
            week,
        },
    }
}

fn moved() -> Event {
    Event::Moved {
        boat: BOAT,
        to: Place::Area(Area::NorthSea),
    }
}

fn bypassed() -> Event {
    Event::Bypassed { boat: BOAT }
}

fn sunk(tons: u16) -> Event {
    Event::Credited { boat: BOAT, tons }
}

fn home() -> Event {
    Event::Arrived {
        boat: BOAT,
        haven: Node::Base(Base::Germany),
        dice: vec![],
        green: 0,
        repair: Repair::WorkUp,
    }
}

fn withdrawn() -> Event {
    Event::LeftPlay {
        boat: BOAT,
        to: Place::Refit,
    }
}

/// The lines of the record of a boat that the log tells of.
fn record(events: &[Event]) -> Vec<String> {
    let log: Vec<(usize, Event)> = events.iter().cloned().enumerate().collect();
    let records = scene::story(GAME.tables(), &log).records;
    records
        .into_iter()
        .next()
        .map_or(vec![], |entry| entry.lines)
}

/// Ends of patrols in the record, without their dates.
fn ends(events: &[Event]) -> Vec<String> {
    let all = record(events).into_iter();
    let ends = all.filter(|line| line.contains("at sea") || line.contains("withdrawn"));
    ends.map(|line| line.split(": ").skip(1).collect::<Vec<_>>().join(": "))
        .collect()
}

/// A boat that is at sea when the game begins has been out since the first week, whatever the log tells of it first [3.0]
/// (13.9).
#[test]
fn boats_at_sea_are_out_from_the_first_week() {
    let stays = [week(1), sunk(5), week(2), sunk(4), week(3), moved(), home()];
    assert_eq!(
        ends(&stays),
        ["home after 3 weeks at sea: 2 ships, 9,000 t"]
    );
    let quiet = [
        week(1),
        bypassed(),
        week(2),
        moved(),
        sunk(4),
        week(3),
        home(),
    ];
    assert_eq!(ends(&quiet), ["home after 3 weeks at sea: 1 ship, 4,000 t"]);
    let sails = [week(1), week(2), moved(), sunk(4), week(3), home()];
    assert_eq!(ends(&sails), ["home after 2 weeks at sea: 1 ship, 4,000 t"]);
}

/// A boat that a tender cannot mend lies off it and goes on to a major base: nobody tells that it is home, and its patrol
/// goes on [21.23] (13.7, 13.9).
#[test]
fn a_boat_turned_away_from_a_tender_is_not_home() {
    for (dice, mended) in [(&[0][..], true), (&[9], false)] {
        let mut desk = Desk::quiet("op_wp3");
        let id = desk.acting(Area::NorwegianSea);
        let narvik = Node::Forward(Zone::Narvik);
        desk.with(None, |play| play.open_forward(Zone::Narvik, 0));
        desk.boat_mut(id).damage = 1;
        desk.boat_mut(id).turn_home();
        desk.events.clear();
        desk.with(Some(dice), |play| play.arrive(narvik));
        assert_eq!(desk.boat(id).place.is_in_base(), mended);
        let lines = desk.events.iter().map(|event| lines::line(desk.t(), event));
        let lines: Vec<_> = lines.collect();
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert_eq!(lines[0].text.contains("is home"), mended, "{lines:?}");
        assert_eq!(lines[0].rules[0], if mended { "15.22" } else { "21.23" });
        assert_eq!(lines[0].dice, [dice[0] as u8]);
        let week = |number| Event::Week {
            date: Date {
                week: number,
                ..desk.p.date
            },
        };
        let over = Event::WeekOver {
            date: desk.p.date,
            ships: 0,
            tons: 0,
            lost: 0,
        };
        let log = [&[week(1)][..], &desk.events, &[over]].concat();
        let log: Vec<(usize, Event)> = log.into_iter().enumerate().collect();
        let story = scene::story(desk.t(), &log);
        let told = format!("{:?} {:?}", story.diary, story.records);
        assert_eq!(told.contains("is home"), mended, "{told}");
        assert_eq!(told.contains("home after"), mended, "{told}");
        assert_eq!(told.contains("tender"), !mended, "{told}");
    }
}

/// Every patrol is summed up by itself; one that ends by withdrawal is over too [15.22], [8.0], [19.13] (13.9).
#[test]
fn patrols_are_summed_up_one_by_one() {
    let one = [week(1), moved(), sunk(5), home()];
    let two = [week(2), moved(), sunk(4), week(3), withdrawn()];
    let three = [week(4), moved(), home()];
    let in_base = [withdrawn()];
    let all = [&one[..], &two, &three, &in_base].concat();
    assert_eq!(
        ends(&all),
        [
            "home after 1 week at sea: 1 ship, 5,000 t",
            "withdrawn after 2 weeks at sea: 1 ship, 4,000 t",
            "home after 1 week at sea: no ship",
        ]
    );
}

/// On every patrol the sums of the record are those of its entry, and the weeks reach back to the first: U-30 and the
/// others as the staff plays them (13.9).
#[test]
fn records_of_patrols_add_up() {
    for patrol in &GAME.tables().scenarios.patrols {
        let setup = Setup::plain(&patrol.id);
        let mut chance = Chance::seeded(4);
        let (mut log, mut bot) = (Log::on(), Doctrine::default());
        let mut p = GAME.start(&setup, &mut chance, &mut log).unwrap();
        let mut choices = Vec::new();
        loop {
            choices.clear();
            GAME.choices(&p, Seat::FIRST, &mut choices);
            if choices.is_empty() {
                break;
            }
            let choice = bot.choose(GAME.view(&p, Viewer::Seat(Seat::FIRST)), &choices);
            GAME.apply(&mut p, Seat::FIRST, &choice, &mut chance, &mut log)
                .unwrap();
        }
        let events: Vec<(usize, Event)> = log.into_events().into_iter().enumerate().collect();
        for entry in scene::story(GAME.tables(), &events).records {
            let over = entry.lines.iter().rfind(|line| line.contains(" at sea: "));
            let sums = over.map(|line| line.split(" at sea: ").nth(1).unwrap());
            assert!(
                sums.is_none_or(|sums| entry.note == sums),
                "{}: {entry:?}",
                patrol.id
            );
        }
    }
}

/// The record of a boat that is still at sea ends with the weeks that it has been out and what it has sunk since (13.9); home
/// again, it has no such line.
#[test]
fn boats_at_sea_are_told_with_their_weeks() {
    let out = [
        week(1),
        moved(),
        home(),
        week(2),
        moved(),
        sunk(5),
        week(3),
        bypassed(),
    ];
    let lines = record(&out);
    let last = lines.last().unwrap();
    let Event::Week { date } = week(2) else {
        unreachable!()
    };
    assert_eq!(
        *last,
        format!("at sea since {date}, 2 weeks: 1 ship, 5,000 t")
    );
    let back = [&out[..], &[home()]].concat();
    let lines = record(&back);
    assert!(
        !lines.iter().any(|line| line.contains("at sea since")),
        "{lines:?}"
    );
}

/// An enemy submarine that a boat sinks stands in its record as what it is [14.6]; one that sinks the boat does not name the
/// next ship (13.9).
#[test]
fn an_enemy_submarine_is_recorded_as_one() {
    let duel = |first| {
        let met = Event::EnemySubmarine {
            boat: BOAT,
            class: "S".to_owned(),
            die: 5,
            modifier: 0,
            first,
        };
        let shot = Event::Duel {
            boat: BOAT,
            tdc: 0,
            need: 5,
            die: Some(1),
            second: Some(1),
            blow: Blow::Sunk,
        };
        vec![week(1), moved(), met, shot, sunk(1)]
    };
    let own = record(&duel(First::Player));
    assert!(own[0].ends_with("an enemy submarine of class S"), "{own:?}");
    let enemy = record(&duel(First::Enemy));
    assert!(enemy[0].ends_with("a ship"), "{enemy:?}");
}
