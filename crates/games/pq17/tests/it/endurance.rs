//! Many games: random admirals come to an end in every scenario, whatever they do, and every invariant holds on the way.

use crate::game;
use derbyhouse_bots::Random;
use derbyhouse_kernel::{Bot, Chance, Game, Log, Viewer};
use derbyhouse_scene::Face;
use pq17::air::AirEvent;
use pq17::event::Event;
use pq17::{Pq17, Setup};

/// Games of each scenario.
const GAMES: u64 = 500;
/// No Operation asks for more choices than that.
const BOUND: u64 = 60_000;

/// What happened in games: invariants also hold where nothing does.
#[derive(Debug, Default)]
struct Happened {
    choices: u64,
    /// A block is better known.
    reports: u64,
    battles: u64,
    salvoes: u64,
    raids: u64,
    torpedoes: u64,
    /// Ships sunk in battle, from the air and by submarines.
    by_guns: u64,
    by_bombs: u64,
    by_submarines: u64,
    /// Mines have just gone off: what comes of it is their work.
    mines: bool,
}

impl Happened {
    fn note(&mut self, event: &Event) {
        match event {
            Event::Found { .. } => self.reports += 1,
            Event::BattleBegins { .. } => self.battles += 1,
            Event::Fires { .. } => self.salvoes += 1,
            Event::UnitHurt { sunk, .. } => self.by_guns += u64::from(*sunk),
            Event::Air(AirEvent::Drops { sunk, .. }) => {
                self.raids += 1;
                self.by_bombs += u64::from(*sunk);
            }
            Event::Torpedoes { .. } => self.torpedoes += 1,
            Event::Damage { sunk, .. } if !self.mines => self.by_submarines += u64::from(*sunk),
            _ => {}
        }
        self.mines = matches!(event, Event::Mines { .. });
    }

    /// At least a third of what the quietest scenario saw when this was written, and ships sunk by all that can sink them: a
    /// rule that silently stops all battles breaks no invariant.
    fn is_enough(&self) {
        let a_hundred_games = [
            (self.choices, 100_000),
            (self.reports, 1400),
            (self.battles, 47),
            (self.salvoes, 62),
            (self.raids, 7),
            (self.torpedoes, 13),
        ];
        for (seen, least) in a_hundred_games {
            assert!(seen * 100 > least * GAMES, "{self:?}");
        }
        let sunk = [self.by_guns, self.by_bombs, self.by_submarines];
        assert!(sunk.iter().all(|sunk| *sunk > 0), "{self:?}");
    }
}

/// Plays one game.
fn play(game: &Pq17, setup: &Setup, seed: u64, happened: &mut Happened) {
    let mut bot = Random::new(!seed);
    let mut chance = Chance::seeded(seed);
    let mut position = game.start(setup, &mut chance, &mut Log::off()).unwrap();
    let (mut choices, mut made) = (Vec::new(), 0);
    while let Some(seat) = game.asked(&position).first() {
        choices.clear();
        game.choices(&position, seat, &mut choices);
        assert!(!choices.is_empty(), "{setup:?}, seed {seed}: no answer");
        let choice =
            Bot::<Pq17>::choose(&mut bot, game.view(&position, Viewer::Seat(seat)), &choices);
        let (before, mut log) = (position.clone(), Log::on());
        game.apply(&mut position, seat, &choice, &mut chance, &mut log)
            .unwrap();
        made += 1;
        if let Err(broken) = game.audit(Some(&before), log.events(), &position) {
            panic!(
                "{setup:?}, seed {seed}, choice {made}, {choice:?}: {} after {:?}",
                broken.0,
                log.events()
            );
        }
        for event in log.events() {
            happened.note(event);
        }
        assert!(made < BOUND, "{setup:?}, seed {seed}, does not end");
    }
    assert!(game.outcome(&position).is_some());
    happened.choices += made;
}

fn endure(scenario: &str) {
    let game = game();
    let setup = Setup::usual(game.tables(), scenario);
    let mut happened = Happened::default();
    for seed in 0..GAMES {
        play(&game, &setup, seed, &mut happened);
    }
    happened.is_enough();
}

macro_rules! endurance {
    ($($name:ident $scenario:literal),*) => {
        $(
            #[test]
            fn $name() {
                endure($scenario);
            }
        )*
    };
}

endurance! {
    pq6_ends "pq6",
    pq12_ends "pq12",
    pq13_ends "pq13",
    pq15_ends "pq15",
    pq16_ends "pq16",
    pq17_ends "pq17",
    pq18_ends "pq18",
    jw51b_ends "jw51b"
}
