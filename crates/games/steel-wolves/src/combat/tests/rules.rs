//! Combat rule by rule, on displays laid out by hand with dice given.

use super::{month, tables};
use crate::activity::Cover;
use crate::calendar::Period;
use crate::combat::{
    Act, Battle, CombatEvent, Fate, Fight, Fighter, Hand, Joins, Site, SlotId, Stage,
};
use crate::cups::{Cup, Cups};
use crate::damage::{Hurt, Victim, take};
use crate::displays::{Contact, Display, Lane};
use crate::event::Event;
use crate::fleet::BoatId;
use crate::geography::{Area, Zone};
use crate::tables::{Role, Tables};
use crate::units::Counter;
use crate::weather::Weather;
use derbyhouse_kernel::{Chance, Log};

pub(super) const BOAT: Hand = Hand(0);

pub(super) fn slot(number: u8) -> SlotId {
    SlotId(number)
}

/// A display with these units face down, and U-25 (5-2-3) in the left outer column.
pub(super) struct Table {
    pub t: Tables,
    pub b: Battle,
    pub cups: Cups,
}

fn counter(t: &Tables, name: &str, copy: usize) -> Counter {
    match name {
        "event" => t.ships.markers(Role::CombatEvent).nth(copy).unwrap(),
        name => t
            .ships
            .counters(t.ships.find(name).unwrap())
            .nth(copy)
            .unwrap(),
    }
}

pub(super) fn table(display: Display, units: &[(&str, Lane)]) -> Table {
    let t = tables();
    let mut site = Site::new(&t, Area::NorthSea, Period::One, month(Period::One));
    site.reattack = true;
    let contact = match display {
        Display::Loner => Contact::Loner,
        Display::Force => Contact::TaskForce,
        Display::Small | Display::Large => Contact::Convoy,
    };
    let mut b = Battle::new(&t, site, contact, display);
    for (place, (name, lane)) in units.iter().enumerate() {
        let copy = units[..place]
            .iter()
            .filter(|(other, _)| other == name)
            .count();
        b.lay(&t, Some(*lane), Cup::Outer, counter(&t, name, copy));
    }
    b.fighters
        .push(Fighter::new(&t, t.submarines.find("U-25").unwrap(), 0, 0));
    b.fighters[0].lane = Some(if display == Display::Loner {
        Lane::Alone
    } else {
        Lane::OuterLeft
    });
    b.straggle = 0;
    Table {
        t,
        b,
        cups: Cups::default(),
    }
}

impl Table {
    /// Turns all units up without asking what they do.
    pub fn face_up(mut self) -> Self {
        self.b.up = self.b.present();
        self
    }

    /// Plays with these dice, all of which must be used, and gives back what happened.
    pub fn play(&mut self, dice: &[u32], run: impl FnOnce(&mut Fight<'_>)) -> Vec<Event> {
        let mut chance = Chance::scripted(dice);
        let mut log = Log::on();
        run(&mut Fight {
            t: &self.t,
            b: &mut self.b,
            cups: &mut self.cups,
            chance: &mut chance,
            log: &mut log,
        });
        chance.settled().unwrap();
        log.into_events()
    }

    pub fn boat(&self) -> &Fighter {
        self.b.fighter(BOAT)
    }
}

/// TDC markers come by their place in the row from -4: the fifth is 0.
pub(super) const TDC_ZERO: u32 = 4;

/// One ship: aim, points, hit, sunk, counterattack, straggle, withdrawal [14.14], [14.15], [14.16], [14.2], [14.3].
#[test]
fn an_attack_from_the_reveal_to_the_withdrawal() {
    let units = [
        ("m_british_4t_1", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterRight), // or there would be nothing to attack again
    ];
    let mut table = table(Display::Small, &units);
    // TDC 0; need 5 - 1 = 4: die 4 hits; 2 sinks 4t; North Sea 2 - defence 2 = row 0, die 8 nothing; straggle 5 stays.
    let events = table.play(&[TDC_ZERO, 4, 2, 8, 5], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Reveal(slot(0))).unwrap();
        fight.take(Act::Torpedoes).unwrap();
        fight.take(Act::Aim(slot(0))).unwrap();
        assert_eq!(fight.b.stage, Stage::Allotting(BOAT, 5, None));
        fight.take(Act::Points(slot(0), 5)).unwrap();
        fight.take(Act::Attack(slot(0))).unwrap();
        assert_eq!(fight.b.stage, Stage::Deciding(BOAT));
        fight.take(Act::Withdraw).unwrap();
    });
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Countered {
            difference: 0,
            die: Some(8),
            ..
        }
    )));
    assert_eq!(
        (table.boat().ships, table.boat().tons, table.boat().fate),
        (1, 4, Fate::Withdrawn)
    );
    assert!(table.b.is_over());
}

/// Where even all points cannot hit there is no attack, and in the first round no counterattack [14.17] (R28); in a
/// re-attack there is one.
#[test]
fn no_possible_hit() {
    for (round, dice) in [(1, &[TDC_ZERO, 5][..]), (2, &[TDC_ZERO, 0, 5][..])] {
        let mut table = table(Display::Small, &[("esd_rochester", Lane::OuterLeft)]).face_up();
        table.b.round = round;
        table.b.fighters[0].attack = 1;
        let events = table.play(dice, |fight| {
            fight.begin_turn(BOAT);
            fight.take(Act::Aim(slot(0))).unwrap();
        });
        let hunted = events
            .iter()
            .any(|event| matches!(event, Event::Countered { .. }));
        assert_eq!(hunted, round == 2);
    }
}

/// A boat that could hit but holds its fire is hunted all the same (R60).
#[test]
fn holding_fire_does_not_help() {
    let mut table = table(Display::Small, &[("m_british_4t_1", Lane::OuterLeft)]).face_up();
    let events = table.play(&[TDC_ZERO, 0, 5], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Torpedoes).unwrap();
        fight.take(Act::Aim(slot(0))).unwrap();
        fight.take(Act::Fire).unwrap();
    });
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Countered { .. }))
    );
    assert!(!table.boat().used_torpedoes);
}

/// A diligent escort attacks at once; a dive that fails leaves the boat damaged, and it may withdraw [14.12], [14.13].
#[test]
fn a_diligent_escort_strikes_first() {
    let mut table = table(
        Display::Small,
        &[
            ("esd_rochester", Lane::OuterLeft),
            ("m_british_4t_1", Lane::OuterLeft),
        ],
    );
    table.play(&[9, 7], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Reveal(slot(0))).unwrap();
        assert_eq!(fight.b.stage, Stage::Harmed(BOAT, 2, [1, 0]));
        fight.take(Act::Withdraw).unwrap();
    });
    assert_eq!(
        (table.boat().damage, table.boat().fate),
        (1, Fate::Withdrawn)
    );
}

/// In a pack it goes for a boat drawn at random [24.21].
#[test]
fn in_a_pack_the_escort_may_go_for_another_boat() {
    let mut table = table(
        Display::Small,
        &[
            ("esd_rochester", Lane::OuterLeft),
            ("m_british_4t_1", Lane::OuterLeft),
        ],
    );
    table.b.pack = true;
    let mate = Fighter {
        lane: Some(Lane::OuterRight),
        ..table.b.fighters[0]
    };
    table.b.fighters.push(mate);
    table.play(&[1, 0, 6], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Reveal(slot(0))).unwrap();
    });
    assert!(!table.boat().spotted && table.b.fighter(Hand(1)).spotted);
}

/// A target that turns out to be an aircraft loses its marker, and its points may go elsewhere [14.15A].
#[test]
fn points_on_an_aircraft_are_free_again() {
    let mut table = table(
        Display::Small,
        &[
            ("m_british_4t_1", Lane::OuterLeft),
            ("ac_anson", Lane::OuterLeft),
        ],
    );
    table.b.up = SlotSetOf(&[0]).set();
    // Two markers of 0; the aircraft stays under light cover on a 4; hit on 4 (half an ASW point), sunk on 9, hunted.
    let events = table.play(&[TDC_ZERO, TDC_ZERO, 4, 3, 9, 0, 5], |fight| {
        fight.b.fighter_mut(BOAT).tactical = 2;
        fight.choose_torpedoes(BOAT);
        fight.take(Act::Aim(slot(0))).unwrap();
        fight.take(Act::Aim(slot(1))).unwrap();
        fight.take(Act::Points(slot(0), 2)).unwrap();
        fight.take(Act::Points(slot(1), 3)).unwrap();
        assert_eq!(fight.b.stage, Stage::Freed(BOAT, 3));
        fight.take(Act::Points(slot(0), 3)).unwrap();
        fight.take(Act::Attack(slot(0))).unwrap();
    });
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Fired {
            points: 5,
            need: 3,
            hit: true,
            ..
        }
    )));
}

struct SlotSetOf<'a>(&'a [u8]);

impl SlotSetOf<'_> {
    fn set(&self) -> crate::combat::SlotSet {
        let mut set = crate::combat::SlotSet::NONE;
        self.0.iter().for_each(|number| set.insert(slot(*number)));
        set
    }
}

/// A ship in port is two easier to hit [14.18]; the lights of the American coast make it one [30.25].
#[test]
fn ships_in_port_and_before_the_blackout() {
    let mut table = table(Display::Force, &[("m_british_5t_3", Lane::OuterLeft)]).face_up();
    let need = |table: &Table| table.b.need(&table.t, BOAT, slot(0), 5);
    assert_eq!(need(&table), 2);
    table.b.site.in_port = true;
    assert_eq!(need(&table), 4);
    table.b.site.in_port = false;
    table.b.site = Site {
        area: Area::UsEastCoast,
        period: Period::Four,
        month: month(Period::Four),
        ..table.b.site
    };
    assert_eq!(need(&table), 3);
    table.b.site.area = Area::GuianaBasin;
    assert_eq!(need(&table), 2);
    // The Lesser Antilles are a zone of the Caribbean, wherever they are entered from.
    table.b.site = table.b.site.in_zone(&table.t, Zone::LesserAntilles);
    assert_eq!(need(&table), 3);
}

/// A zone lies under heavy cover if any area around it has light cover, wherever it was entered from [2.13], [20.5]. The US
/// East Coast is covered from the fourth period on, the Gulf of Mexico only in the fifth; West Africa from the fourth, Cape
/// Verde never.
#[test]
fn zones_are_covered_from_all_sides() {
    let t = tables();
    for (zone, areas) in [
        (Zone::Florida, [Area::UsEastCoast, Area::GulfOfMexico]),
        (Zone::Dakar, [Area::WestAfrica, Area::CapeVerde]),
    ] {
        for area in areas {
            for (period, wanted) in [(Period::Three, Cover::None), (Period::Four, Cover::Heavy)] {
                let site = super::site(&t, area, period).in_zone(&t, zone);
                assert_eq!(site.cover(&t), wanted, "{zone} from {area}, {period}");
                let battle = Battle::new(&t, site, Contact::Loner, Display::Loner);
                assert_eq!(battle.cover, wanted);
                assert!(battle.is_whole(&t));
            }
        }
    }
    let open = super::site(&t, Area::GulfOfMexico, Period::Four);
    assert_eq!(open.cover(&t), Cover::None);
}

/// Held Down: spotted, no attack and no counterattack; a further marker goes back to its cup [19.2], [19.21] (R66).
#[test]
fn one_combat_event_in_a_round() {
    let units = [
        ("event", Lane::OuterLeft),
        ("event", Lane::OuterLeft),
        ("m_british_4t_1", Lane::OuterLeft),
    ];
    let mut table = table(Display::Small, &units);
    table.play(&[6], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Reveal(slot(0))).unwrap();
        assert_eq!(fight.b.fighter(BOAT).event, Some(CombatEvent::Zigzag));
        fight.take(Act::Reveal(slot(1))).unwrap();
    });
    assert_eq!(
        (table.b.aside.len(), table.cups.of(Cup::Outer).len()),
        (1, 1)
    );
    let mut table = self::table(Display::Small, &units);
    let events = table.play(&[2, 5], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Reveal(slot(0))).unwrap();
    });
    assert!(
        table.boat().spotted
            && !events
                .iter()
                .any(|event| matches!(event, Event::Countered { .. }))
    );
}

/// Without anything to shoot at only Patrol Aircraft and Mechanical Troubles apply [19.22].
#[test]
fn an_event_without_targets() {
    let mut table = table(Display::Small, &[("event", Lane::OuterLeft)]);
    table.play(&[2, 5], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Reveal(slot(0))).unwrap();
    });
    assert!(!table.boat().spotted);
}

/// Loners: no placement, any number revealed, a marker and a full attack on each, one counterattack; the cruiser slips
/// away before the re-attack [28.21], [28.22], [28.23], [28.24], [28.26], [28.27], [28.28].
#[test]
fn loners_are_met_one_by_one() {
    let units = [("m_british_4t_1", Lane::Alone), ("am_british", Lane::Alone)];
    let mut table = table(Display::Loner, &units);
    table.b.fighters[0].deck_gun = false;
    // Two markers; two misses with 9; one counterattack with 0. Again: one marker, one miss, one counterattack.
    let events = table.play(&[TDC_ZERO, TDC_ZERO, 9, 9, 0, TDC_ZERO, 9, 0], |fight| {
        fight.begin_turn(BOAT);
        fight.take(Act::Reveal(slot(0))).unwrap();
        fight.take(Act::Reveal(slot(1))).unwrap();
        fight.take(Act::Attack(slot(0))).unwrap();
        fight.take(Act::Attack(slot(1))).unwrap();
        fight.take(Act::GoOn).unwrap();
        fight.take(Act::Attack(slot(0))).unwrap();
    });
    let count = |what: fn(&Event) -> bool| events.iter().filter(|event| what(event)).count();
    assert_eq!(
        count(|event| matches!(event, Event::Fired { points: 5, .. })),
        3
    );
    assert_eq!(count(|event| matches!(event, Event::Countered { .. })), 2);
    assert_eq!(count(|event| matches!(event, Event::SlippedAway { .. })), 1);
    assert!(
        table.b.is_over(),
        "only an ace attacks a third time [14.42]"
    );
}

/// The shadower and late boats are placed only in the re-attack; alone she begins with it [24.12] (R22).
#[test]
fn late_boats_wait_for_the_re_attack() {
    let mut table = table(Display::Small, &[("m_british_4t_1", Lane::OuterLeft)]);
    table.b.fighters[0].lane = None;
    table.b.fighters[0].joins = Joins::Late;
    table.play(&[0], |fight| fight.begin());
    assert_eq!((table.b.round, table.b.stage), (2, Stage::Placing(BOAT, 3)));
}

/// Task forces are not attacked again unless an event allows it [28.15], and not with guns [28.12]; their escorts hunt as
/// any others [28.13].
#[test]
fn task_forces_get_away() {
    for allowed in [false, true] {
        let mut table = table(Display::Force, &[("m_british_2t_0", Lane::OuterLeft)]).face_up();
        table.b.site.reattack = allowed;
        assert!(table.b.gun_targets(&table.t, BOAT).is_empty());
        let events = table.play(&[TDC_ZERO, 0], |fight| {
            fight.begin_turn(BOAT);
            fight.take(Act::Aim(slot(0))).unwrap();
            fight.take(Act::Fire).unwrap();
        });
        assert_eq!(table.b.is_over(), !allowed);
        let hunted = |event: &Event| matches!(event, Event::Countered { die: Some(0), .. });
        assert_eq!(events.iter().filter(|event| hunted(event)).count(), 1);
    }
}

/// A second Spotted marker has no effect [23.1]; a damaged ship has no ASW and is one easier to hit [18.5].
#[test]
fn markers_on_boats_and_ships() {
    let mut table = table(Display::Small, &[("esd_rochester", Lane::OuterLeft)]).face_up();
    let events = table.play(&[], |fight| {
        fight.spot(BOAT);
        fight.spot(BOAT);
    });
    assert_eq!(events.len(), 1);
    let before = table.b.need(&table.t, BOAT, slot(0), 5);
    table.b.damaged.insert(slot(0));
    assert_eq!(table.b.need(&table.t, BOAT, slot(0), 5), before + 3 + 1);
}

/// The third damage marker sinks without a die [18.2]; in a storm any damage may [7.41].
#[test]
fn the_third_marker_sinks() {
    let t = tables();
    let mut none = Chance::scripted([]);
    let victim = |markers, defence, ace| Victim {
        boat: BoatId(0),
        markers,
        defence,
        ace,
    };
    let off = &mut Log::off();
    let storm = Weather::Mbar965;
    assert_eq!(
        take(&t, victim(2, 3, 0), Weather::Clear, &mut none, off),
        Hurt::Sunk
    );
    let three = || Chance::scripted([3]);
    assert_eq!(
        take(&t, victim(0, 2, 0), storm, &mut three(), off),
        Hurt::Sunk
    );
    assert_eq!(
        take(&t, victim(0, 2, 1), storm, &mut three(), off),
        Hurt::Markers(1)
    );
    assert_eq!(none.drawn(), 0);
}

/// An Italian boat may fire sparingly: one point less [30.81].
#[test]
fn italians_may_save_torpedoes() {
    let mut table = table(Display::Small, &[("m_british_4t_1", Lane::OuterLeft)]).face_up();
    table.b.fighters[0].sparing = Some(true);
    assert_eq!(table.b.attack_value(&table.t, BOAT), 4);
}
